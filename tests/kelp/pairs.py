"""Kernels and oracle side by side: games of both with the same options, and what of their states must be equal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.kelp import SPEC
from tests.kelp.oracle import KelpOracle

ENDS = (None, "attack", "cards", "passes")
#: illegal_direction and reveal, the three pairs that go together (KD5).
TABLES = (("forbidden", "cards"), ("bump", "cards"), ("bump", "outcome"))


def all_games() -> Iterator[Game]:
    """Every combination of options that the rules allow: 540 games."""
    for size, copies, attacks, pool, (direction, reveal) in itertools.product(
        range(3, 9), range(1, 4), range(5), ("shared", "separate"), TABLES
    ):
        yield Game(
            SPEC,
            {
                "board_size": size,
                "copies": copies,
                "attack_cards": attacks,
                "guess_pool": pool,
                "illegal_direction": direction,
                "reveal": reveal,
            },
        )


def oracle_of(game: Game) -> KelpOracle:
    return KelpOracle(**asdict(game.options))


def snapshots(states: States) -> list[tuple[Any, ...]]:
    """What a record and an oracle must agree on, a tuple a record."""
    rows = {name: states[name].tolist() for name in states.dtype.names if name not in ("options", "rng")}
    result = []
    for i in range(len(states)):
        s = {name: values[i] for name, values in rows.items()}
        separate = bool(states["options"]["guess_pool"][i])
        mover = 1 - s["to_act"]
        pending = s["face_down"][mover] - 1 if s["guessing"] else None
        assert s["face_down"].count(0) == 2 - s["guessing"]
        assert s["cards_left"] == [sum(hand) for hand in s["move_cards"]]
        result.append(
            (
                list(zip(s["x"], s["y"], strict=True)),
                s["move_cards"],
                s["guess_cards"] if separate else s["move_cards"],
                s["attacks"],
                s["to_act"],
                pending,
                s["last_was_pass"],
                s["terminated"],
                ENDS[s["ended_by"]],
                s["returns"],
            )
        )
    return result


def snapshot(oracle: KelpOracle) -> tuple[Any, ...]:
    return (
        oracle.positions,
        oracle.move_cards,
        oracle.guess_cards,
        oracle.attacks,
        oracle.to_act,
        oracle.pending,
        oracle.last_was_pass,
        oracle.terminated,
        oracle.ended_by,
        oracle.returns,
    )


def write_position(oracle: KelpOracle, states: States, index: int) -> None:
    """Sets ``states[index]``, a new game, up as the oracle stands at the start of a turn, with nothing logged."""
    s = states[index : index + 1]
    s["x"], s["y"] = np.array(oracle.positions).T
    s["move_cards"] = oracle.move_cards
    s["cards_left"] = [sum(hand) for hand in oracle.move_cards]
    if oracle.guess_pool == "separate":
        s["guess_cards"] = oracle.guess_cards
    s["attacks"] = oracle.attacks
    s["to_act"] = oracle.to_act
    s["last_was_pass"] = oracle.last_was_pass
