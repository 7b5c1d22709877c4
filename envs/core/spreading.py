"""Spreading chance out: the compiled part of listing the outcomes of a step (see :mod:`.chance`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from .kernels import Record, kernel, modular, whole
from .records import copy_record
from .rng import GOLDEN_GAMMA, mix64

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

# What the words of ``rng`` hold: draws that the tape still answers, their results, the range of the first draw that it
# does not answer (0: none), and a counter.
_ANSWERS, _TAPE, _ASKED, _COUNTER = range(4)
_NONE, _ONE = np.uint64(0), np.uint64(1)
_S32 = np.uint64(32)
_MOST_WAYS = np.uint64(1) << np.uint64(62)

# What :func:`spread` gives instead of a number of outcomes.
FULL, ENDLESS, HIDDEN_CAP = -1, -2, -3

#: Types of the parameters below, beside the engine's.
CHANCE_TYPES: dict[str, types.Type] = {
    "found_words": types.uint64[:, ::1],
    "weights": types.float64[::1],
    "slots": types.int64[::1],
    "merging": types.int64[::1],
    "tapes": types.uint64[:, ::1],
    "counters": types.uint64[::1],
    "work_words": types.uint64[:, ::1],
    "first": types.int64,
    "max_ways": types.int64,
}


@kernel
@modular
def ask(s: Record, bound: Any) -> Any:
    """Notes the range of the first draw that has no answer, and answers anything."""
    if s.rng[_ASKED] == _NONE:
        s.rng[_ASKED] = bound
    # What becomes of this step does not matter any more, but it has to end, also where rules draw until they like it.
    s.rng[_COUNTER] += GOLDEN_GAMMA
    return np.int64(mix64(s.rng[_COUNTER]) % bound)


@kernel
@modular
def below_by_tape(s: Record, n: Any) -> Any:
    """What stands in for :func:`.rng.below`: the next result on the tape in the record's random words."""
    bound = np.uint64(n)
    if bound <= _ONE:
        return np.int64(0)
    if s.rng[_ANSWERS] > _NONE:
        s.rng[_ANSWERS] -= _ONE
        answer = s.rng[_TAPE] % bound
        s.rng[_TAPE] //= bound
        return np.int64(answer)
    return ask(s, bound)


def spread(
    states: Any,
    index: int,
    action: int,
    blanks: Any,
    counters: Any,
    found: Any,
    found_words: Any,
    weights: Any,
    first: int,
    max_ways: int,
    slots: Any,
    merging: Any,
    tapes: Any,
    work: Any,
    work_words: Any,
    at: int,
) -> int:
    """Every outcome of `action` in ``states[index]``, or of setting up a game where `action` is negative.

    Args:
        states: records; only ``states[index]`` is read.
        index: which of them.
        action: a legal one.
        blanks: ``[1]``, what a new game starts from.
        counters: uint64 ``[words]``, ones where a record only counts what has happened.
        found: receives the outcomes from `first` on, their random words zeros; may be the array `states`.
        found_words: the same memory as uint64 ``[F, words]``.
        weights: float64, at least ``[F]``; receives their probabilities.
        first: see `found`.
        max_ways: most sequences of results that chance may have in one step.
        slots: int64 scratch, at least ``[F]``.
        merging: int64 scratch, zeros, a power of two of at least ``2 F`` elements; zeros again in the end.
        tapes: uint64 scratch ``[T, 3]``.
        work: records, of which ``work[at]`` is scratch.
        work_words: the same memory as uint64.
        at: see `work`.

    Returns:
        The number of outcomes; FULL if `found` or `tapes` are too short, ENDLESS if there are more than
        `max_ways`, HIDDEN_CAP if an outcome is truncated only because of what `counters` marks.
    """
    number = 0
    seen_ways = whole(1)
    waiting = 1
    for word in range(3):  # draws, their results, the number of ways
        tapes[0, word] = word == 2
    problem = 0
    while waiting > 0 and problem == 0:
        waiting -= 1
        draws = tapes[waiting, 0]
        tape = tapes[waiting, 1]
        ways = tapes[waiting, 2]
        asked = _NONE
        cut = False
        for attempt in range(2):
            # A second time without counters where play was cut off: does the cap count what nobody sees?
            if action >= 0:
                copy_record(work, at, states, index)
            if attempt == 1:
                for w in range(counters.shape[0]):
                    work_words[at, w] &= ~counters[w]
            work[at].rng[_ANSWERS] = draws
            work[at].rng[_TAPE] = tape
            work[at].rng[_ASKED] = _NONE
            work[at].rng[_COUNTER] = tape + draws
            if action < 0:
                begin(work, at, blanks)
            else:
                step(work[at], action)
            asked = work[at].rng[_ASKED]
            if cut and not work[at].truncated:
                problem = HIDDEN_CAP
            cut = work[at].truncated
            if asked > _NONE or not cut:
                break
        if problem < 0:
            break
        if asked > _NONE:
            seen_ways += whole(asked) - 1
            if ways > _MOST_WAYS // asked or seen_ways > max_ways:
                problem = ENDLESS
                break
            if waiting + whole(asked) > tapes.shape[0]:
                problem = FULL
                break
            for k in range(asked):  # the last result first, so that the first one is the next
                tapes[waiting, 0] = draws + _ONE
                tapes[waiting, 1] = tape + (asked - _ONE - np.uint64(k)) * ways
                tapes[waiting, 2] = ways * asked
                waiting += 1
            continue
        for word in range(4):
            work[at].rng[word] = _NONE
        weight = 1.0 / np.float64(ways)
        slot = whole(0)
        if ways > _ONE:
            slot = find_row(work_words, at, merging, found_words, first)
            if merging[slot] > 0:
                weights[first + merging[slot] - 1] += weight
                continue
        if first + number >= found.shape[0]:
            problem = FULL
            break
        copy_record(found, first + number, work, at)
        weights[first + number] = weight
        slots[first + number] = slot
        number += 1
        if ways > _ONE:
            merging[slot] = number
    for k in range(first, first + number):
        merging[slots[k]] = 0
    return whole(number if problem == 0 else problem)


@kernel
@modular
def find_row(rows: Any, i: int, table: Any, kept: Any, first: int) -> Any:
    """The slot of a hash table that holds row `i` of `rows`, or the empty one where it belongs.

    The table's entries are 1 + k for row ``kept[first + k]``; it must have an empty slot, and a power of two of them.
    """
    hashed = GOLDEN_GAMMA
    for w in range(rows.shape[1]):
        hashed = (hashed ^ rows[i, w]) * GOLDEN_GAMMA
        hashed ^= hashed >> _S32
    last = np.uint64(table.shape[0] - 1)
    slot = mix64(hashed) & last
    while True:
        entry = table[slot]
        if entry == 0:
            return np.int64(slot)
        same = True
        for w in range(rows.shape[1]):
            if rows[i, w] != kept[first + entry - 1, w]:
                same = False
                break
        if same:
            return np.int64(slot)
        slot = (slot + _ONE) & last


def spread_at(
    states: Any,
    index: int,
    action: int,
    blanks: Any,
    counters: Any,
    found: Any,
    found_words: Any,
    weights: Any,
    max_ways: int,
    slots: Any,
    merging: Any,
    tapes: Any,
    work: Any,
    work_words: Any,
) -> int:
    """:func:`spread` for one state, from the start of `found` on."""
    return spread(
        states,
        index,
        action,
        blanks,
        counters,
        found,
        found_words,
        weights,
        0,
        max_ways,
        slots,
        merging,
        tapes,
        work,
        work_words,
        0,
    )
