"""Magpie with a fault: every fault breaks one promise that a conformance check tests.

The fault is an option, so that one compiled engine serves all of them. Faults outside the kernels (in names, ranges
and the like) are changes of the specification: see ``tests/core/test_conformance.py``.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.options import choice, integer
from ludarium.envs.core.rng import below
from ludarium.envs.core.schema import PUBLIC, Field, Schema

from . import magpie
from .magpie import COIN, END_TURN, GIFT, MAX_SEATS, NUM_KINDS, SNARE

FAULTS = (
    "none",
    "mask of twos",
    "mask empty",
    "mask too wide",
    "mask changes state",
    "mask leaks",
    "mask counts moves",
    "step counts moves",
    "returns at start",
    "returns of an absent seat",
    "returns not finite",
    "terminated and truncated",
    "never ends",
    "to_act of an absent seat",
    "moves reset",
    "num_players changed",
    "options changed",
    "padding written",
    "stream cleared",
    "global generator in new",
    "global generator in step",
    "observation out of range",
    "observation not finite",
    "observation of two ones",
    "observation of fractions",
    "observation too long",
    "observation changes state",
    "observation leaks a hand",
    "observation leaks at the end",
    "observation leaks the stream",
    "observation counts moves",
    "observation of absolute seats",
    "scripted leaks",
    "scripted negative",
    "scripted illegal",
    "scripted idle",
    "resample returns the truth",
    "resample peeks",
    "resample changes the table",
    "resample changes the own hand",
    "resample keeps the stream",
    "resample ignores the seed",
    "resample draws one deal",
    "resample misses deals",
    "resample prefers deals",
    "resample deals impossible hands",
    "resample stops the game",
    "resample never ends",
)
(
    _NONE,
    MASK_TWOS,
    MASK_EMPTY,
    MASK_WIDE,
    MASK_WRITES,
    MASK_LEAKS,
    MASK_COUNTS,
    STEP_COUNTS,
    RETURNS_START,
    RETURNS_ABSENT,
    RETURNS_NAN,
    BOTH_ENDS,
    NO_END,
    ABSENT_TO_ACT,
    MOVES_RESET,
    SEATS_CHANGED,
    OPTIONS_CHANGED,
    PADDING,
    STREAM_CLEARED,
    GLOBAL_NEW,
    GLOBAL_STEP,
    OBSERVATION_RANGE,
    OBSERVATION_NAN,
    OBSERVATION_ONES,
    OBSERVATION_FRACTION,
    OBSERVATION_LONG,
    OBSERVATION_WRITES,
    OBSERVATION_HAND,
    OBSERVATION_END,
    OBSERVATION_STREAM,
    OBSERVATION_COUNTS,
    OBSERVATION_SEATS,
    SCRIPTED_LEAKS,
    SCRIPTED_NEGATIVE,
    SCRIPTED_ILLEGAL,
    SCRIPTED_IDLE,
    TRUTH,
    PEEKS,
    TABLE,
    OWN_HAND,
    STREAM_KEPT,
    SEED_IGNORED,
    ONE_DEAL,
    MISSES,
    PREFERS,
    IMPOSSIBLE,
    STOPS,
    ENDLESS,
) = range(len(FAULTS))
TRIPPING = 100


@dataclass(frozen=True)
class BrokenOptions:
    """Magpie's options and the fault."""

    num_players: int = integer(3, 2, MAX_SEATS, "seats that play")
    copies: int = integer(4, 3, 5, "cards of each kind in the deck")
    lives: int = integer(1, 1, 2, "lives of a seat")
    max_turns: int = integer(12, 1, 40, "turns after which the game is cut off")
    fault: str = choice("none", FAULTS, "what is broken")


_SPARE = Field("spare", np.uint8, (5,), PUBLIC, "makes the record's size odd, so that there is padding")
SCHEMA = Schema("broken", BrokenOptions, MAX_SEATS, [*magpie.FIELDS, _SPARE])
assert "padding" in SCHEMA.dtype.names


@kernel
def new(s: Record) -> None:
    """Magpie's `new` and the faults."""
    magpie.new(s)
    fault = s.options.fault
    if fault == RETURNS_START:
        s.returns[0] = 1
    elif fault == GLOBAL_NEW:
        s.last_played = np.random.randint(0, 4)  # noqa: NPY002, the fault


@kernel
def legal(s: Record, mask: Any) -> None:
    """Magpie's `legal` and the faults."""
    magpie.legal(s, mask)
    fault = s.options.fault
    if fault == MASK_TWOS:
        mask[END_TURN] = 2
    elif fault == MASK_EMPTY:
        if s.turns == 3:
            mask[:] = 0
    elif fault == MASK_WIDE:
        if mask.shape[0] > END_TURN + 1:
            mask[END_TURN + 1] = 1
    elif fault == MASK_WRITES:
        s.spare[0] = 1
    elif fault == MASK_LEAKS:
        other = (s.to_act + 1) % s.num_players
        if s.hand[other, SNARE] > 1:
            mask[SNARE] = 0
    elif fault == MASK_COUNTS:
        if s.moves % 2 == 1:
            mask[GIFT] = 0
    elif fault == STOPS:
        if s.deck[COIN] > TRIPPING // 2:
            mask[:] = 0


@kernel
def step(s: Record, action: int) -> None:
    """Magpie's `step` and the faults."""
    fault = s.options.fault
    endless = fault == NO_END or (fault == ENDLESS and s.deck[COIN] > TRIPPING // 2)
    if endless:
        s.turns = 0
    magpie.step(s, action)
    if fault == STEP_COUNTS:
        if s.moves == 5:
            s.returns[0] -= 1
    elif fault == RETURNS_ABSENT:
        s.returns[MAX_SEATS - 1] += 1
    elif fault == RETURNS_NAN:
        s.returns[0] = np.float32(np.nan)
    elif fault == BOTH_ENDS:
        s.truncated = s.terminated
    elif endless:
        s.terminated = False
        s.truncated = False
        for seat in range(s.num_players):
            s.lives[seat] = s.options.lives
    elif fault == ABSENT_TO_ACT:
        if s.turns == 2:
            s.to_act = s.num_players
    elif fault == MOVES_RESET:
        if action == END_TURN:
            s.moves = 0
    elif fault == SEATS_CHANGED:
        if s.terminated:  # earlier, and the rules above could look for the next seat for ever
            s.num_players = 2
    elif fault == OPTIONS_CHANGED:
        s.options.copies += 1
    elif fault == PADDING:
        s.padding[0] = 1
    elif fault == STREAM_CLEARED:
        if s.terminated:  # earlier, and a draw would go on for ever
            s.rng[:] = 0
    elif fault == GLOBAL_STEP:
        s.last_played = np.random.randint(0, 4)  # noqa: NPY002, the fault


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Magpie's `observe` and the faults."""
    magpie.observe(s, player, out)
    fault = s.options.fault
    n = s.num_players
    other = (player + 1) % n
    if fault == OBSERVATION_RANGE:
        out[0] -= 1
    elif fault == OBSERVATION_NAN:
        out[0] = np.float32(np.inf)
    elif fault == OBSERVATION_ONES:
        out[2 * NUM_KINDS] = 1
    elif fault == OBSERVATION_FRACTION:
        out[0] *= np.float32(0.5)
    elif fault == OBSERVATION_LONG:
        if out.shape[0] > 3 * NUM_KINDS + 4 * n + 1:
            out[3 * NUM_KINDS + 4 * n + 1] = 1
    elif fault == OBSERVATION_WRITES:
        s.spare[0] = 1
    elif fault == OBSERVATION_HAND:
        out[0] = s.hand[other, 0]
    elif fault == OBSERVATION_END:
        if s.terminated:
            out[0] = s.deck[0]
    elif fault == OBSERVATION_STREAM:
        out[0] = s.rng[0] % np.uint64(3)
    elif fault == OBSERVATION_COUNTS:
        out[0] = s.moves % 2
    elif fault == OBSERVATION_SEATS:
        at = 3 * NUM_KINDS
        for seat in range(n):
            out[at + n + seat] = s.hand_size[seat]


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Magpie's `scripted` and the faults."""
    magpie.scripted(s, mask, weights)
    fault = s.options.fault
    if fault == SCRIPTED_LEAKS:
        weights[END_TURN] = s.deck[COIN] + 1
    elif fault == SCRIPTED_NEGATIVE:
        weights[END_TURN] = -1
    elif fault == SCRIPTED_ILLEGAL:
        weights[GIFT] = 1
    elif fault == SCRIPTED_IDLE:
        if s.turns == 3:
            weights[:] = 0


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Magpie's `resample` and the faults."""
    fault = s.options.fault
    other = (player + 1) % s.num_players
    r0 = s.rng[0]
    r1 = s.rng[1]
    r2 = s.rng[2]
    r3 = s.rng[3]
    peeked = s.deck[COIN] == 0
    if fault == TRUTH:
        below(s, 2)
        return
    if fault == SEED_IGNORED:
        seed = np.uint64(1)
    magpie.resample(s, player, seed)
    if fault == PEEKS:
        if peeked and s.deck[COIN] > 0:
            magpie.resample(s, player, seed + np.uint64(1))
    elif fault == TABLE:
        s.last_played = 0
    elif fault == OWN_HAND:
        s.hand[player, COIN] += 1
    elif fault == STREAM_KEPT:
        s.rng[0] = r0
        s.rng[1] = r1
        s.rng[2] = r2
        s.rng[3] = r3
    elif fault == ONE_DEAL:
        magpie.resample(s, player, np.uint64(7))
        s.rng[0] = seed
    elif fault == MISSES:
        for more in range(1000):
            if s.hand[other, COIN] != 1:
                break
            magpie.resample(s, player, seed + np.uint64(1 + more))
    elif fault == PREFERS:
        if s.hand[other, COIN] > 0:
            magpie.resample(s, player, seed + np.uint64(1))
    elif fault == IMPOSSIBLE:
        s.hand[other, COIN] = -1
    elif fault in (STOPS, ENDLESS):
        # A deck that no game can have: the rules below trip over it, in redrawn states alone.
        s.deck[COIN] = TRIPPING


def broken_game(fault: str, **options: Any) -> Game:
    """Magpie with the fault of that name."""
    return Game(SPEC, {"fault": fault, **options})


SPEC = dataclasses.replace(
    magpie.SPEC,
    name="broken",
    options=BrokenOptions,
    presets={},
    schema=SCHEMA,
    kernels={
        "new": new,
        "legal": legal,
        "step": step,
        "observe": observe,
        "resample": resample,
        "scripted": scripted,
    },
)
