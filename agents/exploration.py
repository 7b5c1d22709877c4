"""Exploring: the compiled part of finding every state that play can reach (see :mod:`ludarium.agents.positions`).

States are compared as 64-bit words. `key` has ones where two states may not differ if they are to be one position;
`seen` has, a seat, ones where that seat may look; `secret` has ones where only some may look.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ludarium.envs.core.kernels import kernel
from ludarium.envs.core.rng import GOLDEN_GAMMA, mix64

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

# Fields of `counts`.
STATES, VIEWS, ROWS, ANSWERS, EDGES, EXPANDED, STATUS, CULPRIT, ACTION, ANSWER = range(10)
NUM_COUNTS = 10

# Values of ``counts[STATUS]``.
RUNNING, FULL, CHANCE, UNANSWERED, STAYS_HIDDEN, LOOKS_ALIKE, UNEVEN, NOT_ZERO_SUM, TRUNCATED, NO_ACTION = range(10)

_words = types.uint64[:, ::1]
_numbers = types.int32[::1]

#: Types of the parameters below, beside the engine's.
EXPLORATION_TYPES: dict[str, types.Type] = {
    "words": _words,
    "view_words": _words,
    "scratch_words": _words,
    "wanted": _words,
    "key": types.uint64[::1],
    "secret": types.uint64[::1],
    "random_words": types.uint64[::1],
    "canonical": types.uint64[::1],
    "seen": _words,
    "table": types.int64[::1],
    "row_start": _numbers,
    "row_action": _numbers,
    "row_view": _numbers,
    "row_next": _numbers,
    "view_start": _numbers,
    "view_state": _numbers,
    "answer_start": _numbers,
    "answer_action": _numbers,
    "answer_next": _numbers,
    "found": types.int64[::1],
    "degree": _numbers,
    "order": _numbers,
    "first": types.int64,
}


def expand_states(
    states: Any,
    words: Any,
    view_words: Any,
    scratch: Any,
    scratch_words: Any,
    key: Any,
    secret: Any,
    random_words: Any,
    canonical: Any,
    seen: Any,
    table: Any,
    row_start: Any,
    row_action: Any,
    row_view: Any,
    row_next: Any,
    view_start: Any,
    view_state: Any,
    answer_start: Any,
    answer_action: Any,
    answer_next: Any,
    masks: Any,
    counts: Any,
    stop: int,
) -> None:
    """Finds what can follow the states ``counts[EXPANDED]`` up to `stop`, in order; new ones join the end.

    Row by row: an action of the seat to act in a state, which leads to a state, or to a view with one edge an answer.
    Stops early with a status in `counts`: FULL asks for larger arrays, others say what the solver cannot handle.
    """
    actions = masks.shape[1]
    while counts[EXPANDED] < stop and counts[EXPANDED] < counts[STATES]:
        i = counts[EXPANDED]
        most = actions * actions + actions
        if (
            counts[STATES] + most > words.shape[0] - 1
            or counts[VIEWS] + actions > view_words.shape[0] - 1
            or counts[ROWS] + actions > row_action.shape[0]
            or counts[ANSWERS] + most > answer_action.shape[0]
            or counts[EDGES] + most > answer_next.shape[0]
            or 2 * (counts[STATES] + counts[VIEWS] + most + actions) > table.shape[0]
        ):
            counts[STATUS] = FULL
            return
        counts[CULPRIT] = i
        counts[ANSWER] = -1
        legal(states[i], masks[0])
        if states[i].truncated:
            counts[STATUS] = TRUNCATED
        elif states[i].terminated:
            if abs(states[i].returns[0] + states[i].returns[1]) > 1e-6:
                counts[STATUS] = NOT_ZERO_SUM
        elif not masks[0].any():
            counts[STATUS] = NO_ACTION
        if counts[STATUS] != RUNNING:
            return
        mover = states[i].to_act
        first_view = counts[VIEWS]
        row_start[i] = counts[ROWS]
        view_start[i] = first_view
        for action in range(actions):
            if masks[0, action] == 0:
                continue
            counts[ACTION] = action
            scratch[0] = states[i]
            step(scratch[0], action)
            if differ(scratch_words, 0, words, i, random_words):
                counts[STATUS] = CHANCE
                return
            row = counts[ROWS]
            row_action[row] = action
            if not has_any(scratch_words, 0, secret):
                row_view[row] = -1
                row_next[row] = add_state(scratch_words, 0, key, canonical, table, words, view_words, counts)
                if counts[STATUS] != RUNNING:
                    return
                counts[ROWS] += 1
                continue
            if scratch[0].terminated or scratch[0].truncated or scratch[0].to_act != 1 - mover:
                counts[STATUS] = UNANSWERED
                return
            legal(scratch[0], masks[1])
            views = counts[VIEWS]
            view = add_view(
                scratch_words, seen, 1 - mover, key, canonical, table, words, view_words, view_state, counts, i
            )
            if counts[STATUS] != RUNNING:
                return
            if counts[VIEWS] > views:
                for answer in range(actions):
                    if masks[1, answer] != 0:
                        answer_action[counts[ANSWERS]] = answer
                        counts[ANSWERS] += 1
                answer_start[view + 1] = counts[ANSWERS]
            row_view[row] = view
            row_next[row] = counts[EDGES]
            at = answer_start[view]
            for answer in range(actions):
                if masks[1, answer] == 0:
                    continue
                if at == answer_start[view + 1] or answer_action[at] != answer:
                    counts[STATUS] = UNEVEN
                    return
                at += 1
                counts[ANSWER] = answer
                scratch[1] = scratch[0]
                step(scratch[1], answer)
                if differ(scratch_words, 1, words, i, random_words):
                    counts[STATUS] = CHANCE
                elif has_any(scratch_words, 1, secret):
                    counts[STATUS] = STAYS_HIDDEN
                if counts[STATUS] != RUNNING:
                    return
                answer_next[counts[EDGES]] = add_state(
                    scratch_words, 1, key, canonical, table, words, view_words, counts
                )
                if counts[STATUS] != RUNNING:
                    return
                counts[EDGES] += 1
            if at != answer_start[view + 1]:
                counts[STATUS] = UNEVEN
                return
            counts[ANSWER] = -1
            counts[ROWS] += 1
        counts[EXPANDED] = i + 1
        row_start[i + 1] = counts[ROWS]
        view_start[i + 1] = counts[VIEWS]


@kernel
def differ(left: Any, i: int, right: Any, j: int, mask: Any) -> bool:
    """Whether rows `i` and `j` differ where `mask` has ones."""
    for w in range(mask.shape[0]):  # noqa: SIM110 - kernels have no generators
        if (left[i, w] ^ right[j, w]) & mask[w]:
            return True
    return False


@kernel
def has_any(rows: Any, i: int, mask: Any) -> bool:
    """Whether row `i` has ones where `mask` has."""
    for w in range(mask.shape[0]):  # noqa: SIM110
        if rows[i, w] & mask[w]:
            return True
    return False


@kernel
def find_slot(rows: Any, i: int, key: Any, table: Any, words: Any, view_words: Any) -> Any:
    """The slot of the hash table that holds row `i`, or the empty one where it belongs."""
    hashed = GOLDEN_GAMMA
    for w in range(key.shape[0]):
        hashed = (hashed ^ (rows[i, w] & key[w])) * GOLDEN_GAMMA
        hashed ^= hashed >> np.uint64(32)
    last = np.uint64(table.shape[0] - 1)
    slot = mix64(hashed) & last
    while True:
        entry = table[slot]
        if entry == 0:
            return np.int64(slot)
        if entry > 0:
            if not differ(rows, i, words, entry - 1, key):
                return np.int64(slot)
        elif not differ(rows, i, view_words, -1 - entry, key):
            return np.int64(slot)
        slot = (slot + np.uint64(1)) & last


@kernel
def add_state(rows: Any, i: int, key: Any, canonical: Any, table: Any, words: Any, view_words: Any, counts: Any) -> int:
    """The number of the state in row `i`; a new one joins `words`, with its counters at zero."""
    slot = find_slot(rows, i, key, table, words, view_words)
    if table[slot] > 0:
        return table[slot] - 1
    if table[slot] < 0:
        counts[STATUS] = LOOKS_ALIKE
        return -1
    number = counts[STATES]
    for w in range(key.shape[0]):
        words[number, w] = rows[i, w] & canonical[w]
    counts[STATES] += 1
    table[slot] = number + 1
    return number


@kernel
def add_view(
    scratch_words: Any,
    seen: Any,
    seat: int,
    key: Any,
    canonical: Any,
    table: Any,
    words: Any,
    view_words: Any,
    view_state: Any,
    counts: Any,
    state: int,
) -> int:
    """The number of what `seat` sees of scratch record 0, which follows `state`."""
    for w in range(key.shape[0]):
        scratch_words[2, w] = scratch_words[0, w] & seen[seat, w] & canonical[w]
    slot = find_slot(scratch_words, 2, key, table, words, view_words)
    if table[slot] < 0 and view_state[-1 - table[slot]] == state:
        return -1 - table[slot]
    if table[slot] != 0:
        counts[STATUS] = LOOKS_ALIKE
        return -1
    number = counts[VIEWS]
    for w in range(key.shape[0]):
        view_words[number, w] = scratch_words[2, w]
    view_state[number] = state
    counts[VIEWS] += 1
    table[slot] = -1 - number
    return number


def add_roots(
    wanted: Any, key: Any, canonical: Any, table: Any, words: Any, view_words: Any, counts: Any, found: Any
) -> None:
    """The number of each state in the rows of `wanted` into `found`; there must be room for all of them."""
    for k in range(wanted.shape[0]):
        found[k] = add_state(wanted, k, key, canonical, table, words, view_words, counts)


def fill_table(key: Any, table: Any, words: Any, view_words: Any, counts: Any) -> None:
    """Fills an empty hash table with all states and views."""
    for i in range(counts[STATES]):
        table[find_slot(words, i, key, table, words, view_words)] = i + 1
    for i in range(counts[VIEWS]):
        table[find_slot(view_words, i, key, table, words, view_words)] = -1 - i


def locate(wanted: Any, key: Any, table: Any, words: Any, view_words: Any, found: Any) -> None:
    """What the rows of `wanted` are: a state's number + 1, -1 - a view's number, 0 for neither."""
    for k in range(wanted.shape[0]):
        found[k] = table[find_slot(wanted, k, key, table, words, view_words)]


def sort_states(
    row_start: Any,
    row_view: Any,
    row_next: Any,
    answer_start: Any,
    answer_next: Any,
    degree: Any,
    order: Any,
    first: int,
    stop: int,
) -> int:
    """The states [first, stop) in `order`, each before all that can follow it (Kahn 1962); the number sorted.

    Fewer than ``stop - first`` if play can return to a state. `degree` is scratch, zeros at first, as is `order`.
    """
    for row in range(row_start[first], row_start[stop]):
        edges, edge = edges_of(row, row_view, row_next, answer_start)
        for k in range(edge, edge + edges):
            after = row_next[row] if row_view[row] < 0 else answer_next[k]
            if after >= first:
                degree[after - first] += 1
    sorted_states = 0
    for i in range(first, stop):
        if degree[i - first] == 0:
            order[sorted_states] = i
            sorted_states += 1
    done = 0
    while done < sorted_states:
        i = order[done]
        done += 1
        for row in range(row_start[i], row_start[i + 1]):
            edges, edge = edges_of(row, row_view, row_next, answer_start)
            for k in range(edge, edge + edges):
                after = row_next[row] if row_view[row] < 0 else answer_next[k]
                if after >= first:
                    degree[after - first] -= 1
                    if degree[after - first] == 0:
                        order[sorted_states] = after
                        sorted_states += 1
    return sorted_states


@kernel
def edges_of(row: int, row_view: Any, row_next: Any, answer_start: Any) -> Any:
    """How many edges a row has, and where they start."""
    if row_view[row] < 0:
        return np.int64(1), np.int64(0)
    view = row_view[row]
    return np.int64(answer_start[view + 1] - answer_start[view]), np.int64(row_next[row])
