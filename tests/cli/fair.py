"""Fair, a toy for two to four seats where chance speaks up in public after every action.

Every seat has four goods, each wool or silk, which only it knows. It sells one openly, hides one face down, or waits.
Then five prices are drawn for all to see. After `max_turns` actions the fair is cut off; whoever has sold the most has
the highest return.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, Game, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import integer
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import OWNER, PUBLIC, Field, Schema

MAX_SEATS = 4
ACTION_NAMES = ("sell wool", "sell silk", "hide wool", "hide silk", "wait")
WAIT = 4


@dataclass(frozen=True)
class FairOptions:
    """Options of Fair."""

    num_players: int = integer(3, 2, MAX_SEATS, "seats that play")
    max_turns: int = integer(8, 1, 40, "actions after which the fair is cut off")


SCHEMA = Schema(
    "fair",
    FairOptions,
    MAX_SEATS,
    [
        Field("goods", np.int8, (MAX_SEATS, 2), OWNER, "goods in hand (wool, silk)"),
        Field("hidden", np.int8, (MAX_SEATS, 2), OWNER, "goods face down (wool, silk)"),
        Field("sold", np.int8, (MAX_SEATS, 2), PUBLIC, "goods sold (wool, silk)"),
        Field("face_down", np.int8, (MAX_SEATS,), PUBLIC, "number of goods face down"),
        Field("prices", np.int8, (5,), PUBLIC, "prices, 0 to 99"),
    ],
)


@kernel
def new(s: Record) -> None:
    """Four goods for every seat."""
    for seat in range(s.num_players):
        for _ in range(4):
            s.goods[seat, below(s, 2)] += 1


@kernel
def legal(s: Record, mask: Any) -> None:
    """What is in hand can be sold and hidden."""
    for kind in range(2):
        mask[kind] = mask[2 + kind] = s.goods[s.to_act, kind] > 0
    mask[WAIT] = 1


@kernel
def step(s: Record, action: int) -> None:
    """The deed, new prices, the next seat."""
    seat = s.to_act
    if action < 2:
        s.goods[seat, action] -= 1
        s.sold[seat, action] += 1
        s.returns[seat] += 1
    elif action < WAIT:
        s.goods[seat, action - 2] -= 1
        s.hidden[seat, action - 2] += 1
        s.face_down[seat] += 1
    for place in range(5):
        s.prices[place] = below(s, 100)
    s.to_act = (seat + 1) % s.num_players
    s.truncated = s.moves >= s.options.max_turns


def layout(options: Any) -> ObservationLayout:
    """The own goods."""
    return ObservationLayout([Segment("goods", (2,), "own goods", high=4.0)])


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the own goods."""
    out[0] = s.goods[player, 0]
    out[1] = s.goods[player, 1]


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Draws the others' unsold goods anew."""
    seed_state(s, seed)
    for seat in range(s.num_players):
        if seat != player:
            for kind in range(2):
                s.goods[seat, kind] = 0
                s.hidden[seat, kind] = 0
            for _ in range(s.face_down[seat]):
                s.hidden[seat, below(s, 2)] += 1
            for _ in range(4 - s.face_down[seat] - s.sold[seat, 0] - s.sold[seat, 1]):
                s.goods[seat, below(s, 2)] += 1


def describe(options: Any, s: Any, player: int) -> str:
    """A line a seat."""
    lines = [f"prices {s['prices'].tolist()}"]
    for seat in range(options.num_players):
        own = f", holds {s['goods'][seat].tolist()}" if player in (seat, -2) else ""
        lines.append(f"player {seat}: sold {s['sold'][seat].tolist()}, hides {s['face_down'][seat]}{own}")
    return "\n".join([*lines, "cut off" if s["truncated"] else f"player {s['to_act']} to act"])


SPEC = GameSpec(
    name="fair",
    version=0,
    title="Fair",
    options=FairOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: options.num_players,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: options.max_turns,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(0.0, 4.0),
    describe=describe,
)


def fair(**options: Any) -> Game:
    """The toy with `options`."""
    return Game(SPEC, options)
