"""Race: seats take turns; "take" wins at once, "yield" loses at once, "wait" gives the turn on. No chance, no secrets.

After `max_waits` waits the game is cut off without a winner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import integer
from ludarium.envs.core.rng import seed_state
from ludarium.envs.core.schema import PUBLIC, Field, Schema

TAKE, YIELD, WAIT = 0, 1, 2
ACTION_NAMES = ("take", "yield", "wait")


@dataclass(frozen=True)
class RaceOptions:
    """Options of Race."""

    max_waits: int = integer(6, 1, 20, "waits after which the game is cut off")


SCHEMA = Schema("race", RaceOptions, 2, [Field("waits", np.int16, (), PUBLIC, "waits so far")])


@kernel
def new(s: Record) -> None:
    """Seat 0 begins, and there is nothing to set up."""
    s.to_act = 0


@kernel
def legal(s: Record, mask: Any) -> None:
    """Everything, always."""
    mask[TAKE] = 1
    mask[YIELD] = 1
    mask[WAIT] = 1


@kernel
def step(s: Record, action: int) -> None:
    """Ends the game or gives the turn on."""
    seat = s.to_act
    s.to_act = 1 - seat
    if action == WAIT:
        s.waits += 1
        s.truncated = s.waits >= s.options.max_waits
        return
    s.terminated = True
    winner = seat if action == TAKE else 1 - seat
    s.returns[winner] = 1
    s.returns[1 - winner] = -1


def layout(options: Any) -> ObservationLayout:
    """Seat and length."""
    return ObservationLayout(
        [
            Segment("is_to_act", (1,), "1 if the seat is to act"),
            Segment("seat", (2,), "own seat", one_hot=True),
            Segment("waits", (1,), "waits so far", high=float(options.max_waits)),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    out[0] = s.to_act == player
    out[1 + player] = 1
    out[3] = s.waits


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Nothing is hidden but the unused stream."""
    seed_state(s, seed)


def describe(options: Any, s: Any, player: int) -> str:
    """One line."""
    return f"player {s['to_act']} to act after {s['waits']} waits"


SPEC = GameSpec(
    name="race",
    version=0,
    title="Race",
    options=RaceOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: options.max_waits,
    chance=Chance.DETERMINISTIC,
    information=Information.PERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.0, 1.0),
    describe=describe,
)
