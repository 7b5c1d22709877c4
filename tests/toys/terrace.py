"""Terrace: four choices between left and right, by the seats 0, 0, 1 and 2; all is open, and there is no chance.

What the seats get in the end is a fixed scatter of numbers over the sixteen ways there are, different for every option
`scatter`. The same seat decides twice in a row, and no two seats want the same: each takes what is best for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel, whole
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import integer
from ludarium.envs.core.rng import seed_state
from ludarium.envs.core.schema import PUBLIC, Field, Schema

SEATS = (0, 0, 1, 2)
ACTION_NAMES = ("left", "right")


@dataclass(frozen=True)
class TerraceOptions:
    """Options of Terrace."""

    scatter: int = integer(0, 0, 100, "which numbers lie at the ends")


SCHEMA = Schema("terrace", TerraceOptions, 3, [Field("path", np.int8, (), PUBLIC, "1, then a bit a choice made")])


def payoff(scatter: int, end: int, seat: int) -> float:
    """What a seat gets at one of the ends (0 to 15): a multiple of 1/8 from -1 to 1."""
    return (7 * scatter * (seat + 1) + 5 * end * end + 11 * end * (seat + 2) + 3 * seat) % 17 / 8 - 1


@kernel
def new(s: Record) -> None:
    """Seat 0 begins."""
    s.path = 1


@kernel
def legal(s: Record, mask: Any) -> None:
    """Either way."""
    mask[0] = 1
    mask[1] = 1


@kernel
def step(s: Record, action: int) -> None:
    """Goes left or right; after four choices everybody is paid."""
    path = 2 * whole(s.path) + action
    s.path = path
    if path >= 16:
        s.terminated = True
        end = path - 16
        for seat in range(3):
            s.returns[seat] = (
                7 * s.options.scatter * (seat + 1) + 5 * end * end + 11 * end * (seat + 2) + 3 * seat
            ) % 17 / np.float32(8) - np.float32(1)
        return
    s.to_act = (path >= 4) + (path >= 8)


def layout(options: Any) -> ObservationLayout:
    """The seat to act, relative to the observer, and the way so far."""
    return ObservationLayout(
        [
            Segment("to_act", (3,), "seats after the observer that the one to act sits", one_hot=True),
            Segment("path", (1,), "1, then a bit a choice made", high=31.0),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    out[(s.to_act + 3 - player) % 3] = 1
    out[3] = s.path


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Nothing is hidden but the unused stream."""
    seed_state(s, seed)


def describe(options: Any, s: Any, player: int) -> str:
    """One line."""
    return f"path {int(s['path']):b}"


SPEC = GameSpec(
    name="terrace",
    version=0,
    title="Terrace",
    options=TerraceOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 3,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: len(SEATS),
    chance=Chance.DETERMINISTIC,
    information=Information.PERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(-1.0, 1.0),
    describe=describe,
)
