"""A game as its folder would be: the tests put it beside the suite's own games. It is never imported where it lies.

Pig with a twist: roll a die as often as you dare, bank the sum before a one ends your turn for nothing. What is banked
is multiplied by a table from a data file, and every seat has a secret lucky number that gives a point when rolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Chance, GameSpec, Information, Utility
from ..core.layout import ObservationLayout, Segment
from ..core.options import integer
from ..core.schema import OWNER, PUBLIC, Field, Schema
from . import rules

MAX_SEATS = 4


@dataclass(frozen=True)
class TinyOptions:
    """Options."""

    num_players: int = integer(3, 2, MAX_SEATS, "seats that play")
    target: int = integer(40, 5, 100, "points that win")
    max_turns: int = integer(20, 1, 100, "turns after which the game is cut off")


SCHEMA = Schema(
    "tiny",
    TinyOptions,
    MAX_SEATS,
    [
        Field("lucky", np.int8, (MAX_SEATS,), OWNER, "the seat's lucky number, 2 to 6"),
        Field("pot", np.int16, (), PUBLIC, "sum of the rolls of this turn"),
        Field("points", np.int16, (MAX_SEATS,), PUBLIC, "points banked"),
        Field("turns", np.int16, (), PUBLIC, "turns completed"),
    ],
)


def layout(options: Any) -> ObservationLayout:
    """Own seat first."""
    return ObservationLayout(
        [
            Segment("lucky", (1,), "own lucky number", high=6.0),
            Segment("sum", (1,), "sum of this turn", high=120.0),
            Segment("points", (options.num_players,), "points, own seat first", high=400.0),
            Segment("is_to_act", (1,), "1 for the seat to act"),
        ]
    )


SPEC = GameSpec(
    name="tiny",
    version=3,
    title="Tiny",
    options=TinyOptions,
    presets={"standard": {}, "short": {"max_turns": 4}},
    schema=SCHEMA,
    kernels={
        "new": rules.new,
        "legal": rules.legal,
        "step": rules.step,
        "observe": rules.observe,
        "resample": rules.resample,
    },
    num_players=lambda options: options.num_players,
    action_names=lambda options: ("roll", "bank"),
    observation_layout=layout,
    max_game_length=lambda options: 20 * options.max_turns,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(0.0, 500.0),
    describe=lambda options, s, player: f"player {s['to_act']} to act, sum {s['pot']}",
)
