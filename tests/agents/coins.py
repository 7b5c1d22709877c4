"""Coins: a small game with hidden choices, and what an exact solver must refuse, one fault at a time.

In each round the seats take turns to be the one who hides a coin of 1 to 3 under a hand, which the other seat guesses,
or who skips the round. A wrong guess earns the hider the coin, a right one costs 1. Returns are tenths of the balance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, Game, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import choice, integer
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema

SKIP = 3
ACTION_NAMES = ("one", "two", "three", "skip")
FAULTS = (
    *("none", "chance", "stays hidden", "not answered", "not zero-sum", "cycle", "cap", "looks alike", "uneven"),
    *("stuck", "counts moves", "deck", "hidden start"),
)
(NONE, CHANCE, STAYS, UNANSWERED, UNBALANCED, CYCLE, CAP, ALIKE, UNEVEN, STUCK, COUNTS, DECK, START) = range(
    len(FAULTS)
)


@dataclass(frozen=True)
class CoinsOptions:
    """Options of Coins."""

    rounds: int = integer(2, 1, 4, "rounds")
    fault: str = choice("none", FAULTS, "what is wrong")


SCHEMA = Schema(
    "coins",
    CoinsOptions,
    2,
    [
        Field("balance", np.int8, (), PUBLIC, "what seat 0 has won from seat 1"),
        Field("turn", np.int8, (), PUBLIC, "rounds played"),
        Field("hidden", np.int8, (2,), OWNER, "the coin under the seat's hand, 0 for none"),
        Field("kept", np.int8, (2,), OWNER, "a fault's memory"),
        Field("deck", np.int8, (), HIDDEN, "a fault's deck"),
        Field("guessing", np.bool_, (), PUBLIC, "a guess is due"),
    ],
)


@kernel
def new(s: Record) -> None:
    if s.options.fault == START:
        s.kept[1] = 5


@kernel
def legal(s: Record, mask: Any) -> None:
    for coin in range(3):
        mask[coin] = 1
    mask[SKIP] = not s.guessing
    fault = s.options.fault
    if fault == UNEVEN and s.guessing and s.hidden[1 - s.to_act] == 2:
        mask[0] = 0
    if fault == COUNTS and s.moves % 2 == 1:
        mask[SKIP] = 0
    if fault == STUCK and s.turn == 1:
        mask[:] = 0


@kernel
def step(s: Record, action: int) -> None:
    seat = s.to_act
    fault = s.options.fault
    if fault == DECK:
        s.deck = 1
    if s.guessing:
        hider = 1 - seat
        gain = -1 if s.hidden[hider] == action + 1 else s.hidden[hider]
        if fault == CHANCE and below(s, 2) == 0:
            gain = 0
        if fault == ALIKE:
            s.balance = s.kept[hider]
            s.kept[hider] = 0
        s.balance += gain if hider == 0 else -gain
        if fault != STAYS:
            s.hidden[hider] = 0
        s.guessing = False
        if fault == CYCLE and gain == -1:
            s.balance = 0
            s.to_act = 0
            s.turn = 0
            return
        end_round(s, seat)
    elif action == SKIP:
        end_round(s, 1 - seat)
    else:
        s.hidden[seat] = action + 1
        s.guessing = True
        if fault != UNANSWERED:
            s.to_act = 1 - seat
        if fault == ALIKE:
            s.kept[seat] = s.balance
            s.balance = 0


@kernel
def end_round(s: Record, next_seat: int) -> None:
    s.turn += 1
    s.to_act = next_seat
    if s.options.fault == CAP and s.turn == 1:
        s.truncated = True
    elif s.turn == s.options.rounds:
        s.terminated = True
        s.returns[0] = s.balance / np.float32(10)
        s.returns[1] = s.returns[0] if s.options.fault == UNBALANCED else -s.returns[0]


def layout(options: Any) -> ObservationLayout:
    return ObservationLayout(
        [
            Segment("seat", (2,), "own seat", one_hot=True),
            Segment("round", (1,), "rounds played", high=4.0),
            Segment("balance", (1,), "own winnings", low=-12.0, high=12.0),
            Segment("guessing", (1,), "a guess is due"),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    out[player] = 1
    out[2] = s.turn
    out[3] = s.balance if player == 0 else -s.balance
    out[4] = s.guessing


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    seed_state(s, seed)
    if s.guessing and s.to_act == player:
        s.hidden[1 - player] = 1 + below(s, 3)


SPEC = GameSpec(
    name="coins",
    version=0,
    title="Coins",
    options=CoinsOptions,
    presets={},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: 2 * options.rounds,
    chance=Chance.DETERMINISTIC,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.2, 1.2),
    describe=lambda options, s, player: f"round {s['turn']}, balance {s['balance']}",
)


def coins(**options: Any) -> Game:
    return Game(SPEC, options)
