"""A game that costs next to nothing, so that training on it measures the trainer.

One seat; a situation of random bits is shown as 200 numbers, none of which is zero, and about half of the 60 actions
are legal, two of them always. An action of the situation's parity earns a share of the return. Fifty decisions a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.rng import next_u64, seed_state
from ludarium.envs.core.schema import PUBLIC, Field, Schema

NUMBERS = 200
ACTIONS = 60
LENGTH = 50
_WORDS = 4
_BITS = NUMBERS // _WORDS  # of a word, that are shown
#: Actions that are always legal, so that every decision is one.
_ALWAYS = np.uint64(0b11)
_ONE = np.uint64(1)


@dataclass(frozen=True)
class FreeOptions:
    """The game has none."""


SCHEMA = Schema(
    "free",
    FreeOptions,
    1,
    [
        Field("situation", np.uint64, (_WORDS,), PUBLIC, "random bits: what is shown"),
        Field("left", np.int8, (), PUBLIC, "decisions that are left"),
        Field("allowed", np.uint64, (), PUBLIC, "a bit for each action: whether it is legal"),
    ],
)


@kernel
def draw(s: Record) -> None:
    """Another situation, and other legal actions."""
    for word in range(_WORDS):
        s.situation[word] = next_u64(s)
    s.allowed = next_u64(s) | _ALWAYS


@kernel
def new(s: Record) -> None:
    """A first situation."""
    s.left = LENGTH
    draw(s)


@kernel
def legal(s: Record, mask: Any) -> None:
    """The allowed ones."""
    allowed = s.allowed
    for action in range(ACTIONS):
        mask[action] = (allowed >> np.uint64(action)) & _ONE


@kernel
def step(s: Record, action: int) -> None:
    """Pays an action that has the parity of the situation; the next situation has nothing to do with it."""
    if np.uint64(action) & _ONE == s.situation[0] & _ONE:
        s.returns[0] += np.float32(1 / LENGTH)
    s.left -= 1
    if s.left == 0:
        s.terminated = True
    else:
        draw(s)


def layout(options: Any) -> ObservationLayout:
    """Halves, as a scale of 1 would make counts of them, which a network is shown in several inputs each."""
    return ObservationLayout([Segment("numbers", (NUMBERS,), "½ or -½ by bits", scale=2, low=-0.5, high=0.5)])


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segment of :func:`layout`."""
    for word in range(_WORDS):
        bits = s.situation[word]
        for bit in range(_BITS):
            out[word * _BITS + bit] = np.float32((bits >> np.uint64(bit)) & _ONE) - np.float32(0.5)


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Nothing is hidden but what will be drawn."""
    seed_state(s, seed)


def describe(options: Any, s: Any, player: int) -> str:
    """The situation as a number."""
    return f"situation {' '.join(f'{int(word):016x}' for word in s['situation'])}"


SPEC = GameSpec(
    name="free",
    version=0,
    title="Free",
    options=FreeOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 1,
    action_names=lambda options: tuple(f"action {number}" for number in range(ACTIONS)),
    observation_layout=layout,
    max_game_length=lambda options: LENGTH,
    chance=Chance.SAMPLED,
    information=Information.PERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(0.0, 1.0),
    describe=describe,
)
