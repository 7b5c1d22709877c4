"""Growing a game tree: the compiled part of :mod:`ludarium.agents.game_tree`.

The tree is walked depth first and no node is kept: what remains of it are the information sets, and the leaves with
the sequences of decisions that led there. Only nodes that are still to be visited lie in memory, on a stack.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ludarium.envs.core.kernels import kernel, modular, whole
from ludarium.envs.core.records import copy_record
from ludarium.envs.core.rng import GOLDEN_GAMMA, mix64
from ludarium.envs.core.spreading import CHANCE_TYPES, find_row

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

# Fields of `counts`.
PENDING, DECISIONS, CHANCES, LEAVES, VIEWS, INFOSETS, SEQUENCES, STATUS, BEGUN = range(9)
NUM_COUNTS = 9

# Values of ``counts[STATUS]``, beside FULL, ENDLESS and HIDDEN_CAP.
RUNNING, CRAMPED, NO_ACTION, UNEVEN = range(4)

_numbers = types.int32[::1]

#: Types of the parameters below, beside the engine's.
GROWTH_TYPES: dict[str, types.Type] = {
    **CHANCE_TYPES,
    "words": types.uint64[:, ::1],
    "chances": types.float64[::1],
    "pasts": types.int32[:, ::1],
    "past": _numbers,
    "scratch_words": types.uint64[:, ::1],
    "octets": types.uint8[:, ::1],
    "key": types.uint64[::1],
    "bits": types.uint64[:, ::1],
    "marked": types.int64[:, ::1],
    "view_keys": types.uint64[:, ::1],
    "view_table": types.int64[::1],
    "infoset_view": _numbers,
    "infoset_past": _numbers,
    "infoset_start": _numbers,
    "infoset_table": types.int64[::1],
    "sequence_action": _numbers,
    "leaf_sequences": types.int32[:, ::1],
    "leaf_chances": types.float64[::1],
    "leaf_returns": types.float64[:, ::1],
}


def grow_tree(
    states: Any,
    words: Any,
    chances: Any,
    pasts: Any,
    max_ways: int,
    slots: Any,
    merging: Any,
    tapes: Any,
    past: Any,
    scratch: Any,
    scratch_words: Any,
    octets: Any,
    blanks: Any,
    counters: Any,
    key: Any,
    bits: Any,
    marked: Any,
    views: Any,
    view_keys: Any,
    view_table: Any,
    infoset_view: Any,
    infoset_past: Any,
    infoset_start: Any,
    infoset_table: Any,
    sequence_action: Any,
    leaf_sequences: Any,
    leaf_chances: Any,
    leaf_returns: Any,
    mask: Any,
    counts: Any,
    steps: int,
) -> None:
    """Visits up to `steps` of the nodes that are pending, the newest first; their children become pending.

    The very first node stands for a game that is not set up yet. Stops early with a status in `counts`: FULL asks for a
    longer stack, CRAMPED for more room elsewhere, others say what cannot be handled, in the state ``scratch[0]``.

    Nodes that are pending: `states` (as uint64: `words`), the probabilities `chances` that chance plays as it must to
    get there, the last sequences `pasts` (int32 ``[·, seats]``) of all seats on the way. Scratch: `slots`, `merging`
    and `tapes` of :func:`spread`, `past` ``[seats]``, `mask` ``[num_actions]``, and in `scratch` (as uint64
    `scratch_words`, as bytes `octets`) the node, an outcome, and what the seat to act sees. Given: `blanks`, what a
    new game starts from; uint64 words with ones where a record only counts what has happened (`counters`), and where
    two views may not differ if they are to be one (`key`); who sees what (`bits`, `marked`, see
    :class:`ludarium.agents.search.views.Views`). Found: `views` and the same where `key` has ones (`view_keys`),
    information sets, each a view and the own sequence that led there, with the first of their own sequences, the
    action of each sequence, and the leaves. `counts` says how many there are of everything.
    """
    seats = pasts.shape[1]
    actions = mask.shape[0]
    for _ in range(steps):
        top = counts[PENDING] - 1
        if top < 0:
            return
        if (
            counts[LEAVES] >= leaf_chances.shape[0]
            or counts[VIEWS] >= view_keys.shape[0]
            or counts[INFOSETS] + 1 >= infoset_start.shape[0]
            or counts[SEQUENCES] + actions > sequence_action.shape[0]
        ):
            counts[STATUS] = CRAMPED
            return
        begun = counts[BEGUN] != 0
        copy_record(scratch, 0, states, top)
        chance = chances[top]
        for seat in range(seats):
            past[seat] = pasts[top, seat]
        if begun and (scratch[0].terminated or scratch[0].truncated):
            leaf = counts[LEAVES]
            leaf_chances[leaf] = chance
            for seat in range(seats):
                leaf_sequences[leaf, seat] = past[seat]
                leaf_returns[leaf, seat] = scratch[0].returns[seat]
            counts[LEAVES] += 1
            counts[PENDING] = top
            continue
        mover = whole(-1)
        sequence = whole(0)
        if begun:
            legal(scratch[0], mask)
            mover = whole(scratch[0].to_act)
            look(scratch_words, octets, mover, bits, marked)
            view = find_view(scratch, scratch_words, key, views, view_keys, view_table, counts)
            infoset = find_infoset(
                view,
                past[mover],
                mask,
                infoset_view,
                infoset_past,
                infoset_start,
                infoset_table,
                sequence_action,
                counts,
            )
            if counts[STATUS] != RUNNING:
                return
            sequence = whole(infoset_start[infoset])
        children = top
        chance_nodes = 0
        for action in range(-1, actions):
            if begun:
                if action < 0 or mask[action] == 0:
                    continue
            elif action >= 0:
                break
            number = spread(
                scratch,
                0,
                action,
                blanks,
                counters,
                states,
                words,
                chances,
                children,
                max_ways,
                slots,
                merging,
                tapes,
                scratch,
                scratch_words,
                1,
            )
            if number < 0:
                copy_record(states, top, scratch, 0)
                chances[top] = chance
                for seat in range(seats):
                    pasts[top, seat] = past[seat]
                counts[STATUS] = number
                return
            for child in range(children, children + number):
                chances[child] *= chance
                for seat in range(seats):
                    pasts[child, seat] = past[seat]
                if begun:
                    pasts[child, mover] = sequence
            chance_nodes += number > 1
            children += number
            sequence += 1
        counts[PENDING] = children
        counts[CHANCES] += chance_nodes
        counts[DECISIONS] += begun
        counts[BEGUN] = 1


@kernel
def look(words: Any, octets: Any, seat: int, bits: Any, marked: Any) -> None:
    """Record 2 becomes what `seat` sees of record 0."""
    for w in range(words.shape[1]):
        words[2, w] = words[0, w] & bits[seat, w]
    for field in range(marked.shape[0]):
        size = marked[field, 2]
        for element in range(marked[field, 1]):
            if (octets[0, marked[field, 3] + element] >> np.uint8(seat)) & 1:
                start = marked[field, 0] + element * size
                for octet in range(start, start + size):
                    octets[2, octet] = octets[0, octet]


@kernel
def find_view(
    scratch: Any, scratch_words: Any, key: Any, views: Any, view_keys: Any, view_table: Any, counts: Any
) -> int:
    """The number of the view in scratch record 2; a new one joins `views`."""
    copy_record(scratch, 1, scratch, 2)
    for w in range(key.shape[0]):
        scratch_words[1, w] &= key[w]
    slot = find_row(scratch_words, 1, view_table, view_keys, 0)
    if view_table[slot] > 0:
        return view_table[slot] - 1
    view = counts[VIEWS]
    copy_record(views, view, scratch, 2)
    for w in range(key.shape[0]):
        view_keys[view, w] = scratch_words[1, w]
    view_table[slot] = view + 1
    counts[VIEWS] += 1
    return view


@kernel
def find_infoset(
    view: int,
    past: int,
    mask: Any,
    infoset_view: Any,
    infoset_past: Any,
    infoset_start: Any,
    infoset_table: Any,
    sequence_action: Any,
    counts: Any,
) -> int:
    """The number of the information set of a seat that sees `view` after its own sequence `past`; perhaps a new one.

    The legal actions in `mask` become its sequences, or are compared with those that it has.
    """
    slot = infoset_slot(view, past, infoset_view, infoset_past, infoset_table)
    infoset = infoset_table[slot] - 1
    if infoset < 0:
        infoset = counts[INFOSETS]
        first = counts[SEQUENCES]
        for action in range(mask.shape[0]):
            if mask[action] != 0:
                sequence_action[counts[SEQUENCES]] = action
                counts[SEQUENCES] += 1
        if counts[SEQUENCES] == first:
            counts[STATUS] = NO_ACTION
            return -1
        infoset_view[infoset] = view
        infoset_past[infoset] = past
        infoset_start[infoset + 1] = counts[SEQUENCES]
        infoset_table[slot] = infoset + 1
        counts[INFOSETS] += 1
        return infoset
    number = 0
    for action in range(mask.shape[0]):
        number += mask[action] != 0
    same = number == infoset_start[infoset + 1] - infoset_start[infoset]
    if same:
        for sequence in range(infoset_start[infoset], infoset_start[infoset + 1]):
            same = same & (mask[sequence_action[sequence]] != 0)
    if not same:
        counts[STATUS] = UNEVEN
    return infoset


@kernel
@modular
def infoset_slot(view: int, past: int, infoset_view: Any, infoset_past: Any, infoset_table: Any) -> Any:
    """The slot of the hash table with the information set of `view` and `past`, or the empty one where it belongs."""
    last = np.uint64(infoset_table.shape[0] - 1)
    slot = mix64(np.uint64(view) * GOLDEN_GAMMA + np.uint64(past)) & last
    while True:
        entry = infoset_table[slot]
        if entry == 0 or (infoset_view[entry - 1] == view and infoset_past[entry - 1] == past):
            return np.int64(slot)
        slot = (slot + np.uint64(1)) & last


def fill_tables(
    view_keys: Any, view_table: Any, infoset_view: Any, infoset_past: Any, infoset_table: Any, counts: Any
) -> None:
    """Fills empty hash tables with all views and information sets."""
    for view in range(counts[VIEWS]):
        view_table[find_row(view_keys, view, view_table, view_keys, 0)] = view + 1
    for infoset in range(counts[INFOSETS]):
        slot = infoset_slot(
            whole(infoset_view[infoset]), whole(infoset_past[infoset]), infoset_view, infoset_past, infoset_table
        )
        infoset_table[slot] = infoset + 1


def find_views(words: Any, view_keys: Any, view_table: Any, slots: Any) -> None:
    """The number of the view in each row of `words`, which have zeros where a key has, into `slots`; -1 for none."""
    for k in range(words.shape[0]):
        slots[k] = view_table[find_row(words, k, view_table, view_keys, 0)] - 1
