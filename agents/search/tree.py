"""Search in a tree of information states, simulation by simulation: the compiled part, written once for all games.

A *node* is a situation as somebody sees it, found again by the hash of what that viewer sees
(:mod:`ludarium.agents.search.views`), whatever way play came there: whose it is to decide, and what can be told apart,
are in it. Its *edges* are the actions that have been legal there, each with what the deciding seat got after it on the
average.

One simulation takes a world in which the searcher's seat could be, walks down the tree to a node that is new, plays the
game out from there, and tells all edges of its way how it ended, each for the seat that decided there.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from ludarium.envs.core.kernels import Record, kernel, modular, whole
from ludarium.envs.core.masks import count_legal, nth_legal, whole_words, word_at
from ludarium.envs.core.records import copy_record
from ludarium.envs.core.rng import next_of_stream, seed_state, unit

from .views import hash_of_view

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

#: A node: its hash, what its seat got in sum, simulations through it, the seat that decides, its first edge (1 + index,
#: 0: none).
NODE = np.dtype(
    [("key", np.uint64), ("total", np.float64), ("visits", np.int64), ("seat", np.int32), ("edge", np.int32)]
)
#: An edge: what its node's seat got after it in sum, how likely a player is to choose it, its node, the node's next
#: edge (1 + index, 0: none), its action, simulations through it, and simulations in which it was legal.
EDGE = np.dtype(
    [
        *(("total", np.float64), ("prior", np.float32), ("node", np.int32), ("next", np.int32)),
        *(("action", np.int32), ("visits", np.int32), ("available", np.int32)),
    ]
)

#: Who tells situations apart (`viewer` of the templates): the seat to act, the searcher's seat, or one who sees all.
ACTING_SEAT, SEARCHER, EVERYTHING = range(3)
#: How games are played out, and what is likely: the constant `PLAYOUT` that the templates are bound with.
RANDOM, SCRIPTED, EVALUATED = range(3)

_S32 = np.uint64(32)

# Fields of `sizes`: nodes and edges in use, edges on the way of the simulation at hand, and the new node at its end
# (1 + index, 0 for none).
NODES, EDGES, DEPTH, LEAF = range(4)
NUM_SIZES = 4

#: Types of the parameters below, beside the engine's.
SEARCH_TYPES: dict[str, types.Type] = {
    "words": types.uint64[:, ::1],
    "octets": types.uint8[:, ::1],
    "bits": types.uint64[:, ::1],
    "marked": types.int64[:, ::1],
    "table": types.int32[::1],
    "nodes": numba.from_dtype(NODE)[::1],
    "edges": numba.from_dtype(EDGE)[::1],
    "sizes": types.int64[::1],
    "way": types.int32[::1],
    "tables": types.int32[:, ::1],
    "forest": numba.from_dtype(NODE)[:, ::1],
    "branches": numba.from_dtype(EDGE)[:, ::1],
    "extents": types.int64[:, ::1],
    "ways": types.int32[:, ::1],
    "priors": types.float32[:, ::1],
    "judged": types.float64[::1],
    "gains": types.float64[:, ::1],
    "weights": types.float32[::1],
    "streams": types.uint64[::1],
    "viewer": types.int64,
    "simulations": types.int64,
    "fresh": types.boolean,
    "fixed": types.boolean,
    "exploration": types.float64,
    "trust": types.float64,
    "lowest": types.float64,
    "span": types.float64,
    "visits": types.int64[:, ::1],
    "totals": types.float64[:, ::1],
}


# --- the tree ---------------------------------------------------------------------------------------------------------


@kernel
def empty_tree(table: Any, sizes: Any) -> None:
    """Forgets all nodes and edges."""
    table[:] = 0
    sizes[:] = 0


@kernel
@modular
def place_of(table: Any, nodes: Any, key: Any) -> int:
    """Where in `table` the node of that hash stands, or should stand; entries are 1 + index, 0 where none is."""
    last = table.shape[0] - 1  # the length is a power of two
    place = whole(key & np.uint64(last))
    while table[place] != 0 and nodes[table[place] - 1].key != key:
        place = (place + 1) & last
    return place


@kernel
def add_node(table: Any, nodes: Any, sizes: Any, place: int, key: Any, seat: int) -> int:
    """A node for `seat` without edges; its number, or -1 where all nodes are in use."""
    node = sizes[NODES]
    if node == nodes.shape[0]:
        return -1
    nodes[node].key = key
    nodes[node].total = 0.0
    nodes[node].seat = seat
    nodes[node].edge = 0
    nodes[node].visits = 0
    sizes[NODES] += 1
    table[place] = sizes[NODES]
    return node


@kernel
def count_known(nodes: Any, edges: Any, node: int, mask: Any) -> int:
    """How many edges of a node are legal under `mask`; each of them has been available once more."""
    known = 0
    edge = nodes[node].edge
    while edge != 0:
        one = edges[edge - 1]
        if mask[one.action]:
            one.available += 1
            known += 1
        edge = one.next
    return known


@kernel
def add_edges(nodes: Any, edges: Any, sizes: Any, node: int, mask: Any, weights: Any, trust: Any) -> None:
    """Gives a node edges for the legal actions that it has none for, as far as there is room.

    With probability `trust` an edge is as likely as its weight (float32 ``[num_actions]``) says, else as any other.
    """
    legal = 0
    total = 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            legal += 1
            total += weights[action]
    known = nodes[node].edge
    for action in range(mask.shape[0]):
        if not mask[action] or sizes[EDGES] == edges.shape[0]:
            continue
        edge = known
        while edge != 0 and edges[edge - 1].action != action:
            edge = edges[edge - 1].next
        if edge != 0:
            continue
        one = edges[sizes[EDGES]]
        one.total = 0.0
        one.visits = 0
        one.available = 1
        one.action = action
        one.node = node
        one.prior = (1.0 - trust) / legal + (trust * weights[action] / total if total > 0 else trust / legal)
        one.next = nodes[node].edge
        sizes[EDGES] += 1
        nodes[node].edge = sizes[EDGES]


@kernel
def best_edge(nodes: Any, edges: Any, node: int, mask: Any, exploration: Any, lowest: Any, span: Any) -> int:
    """The edge to follow, -1 if none is legal: the one with most of value and of what is not yet known of it.

    What was not tried is valued like the node. The earlier action wins a tie.
    """
    here = nodes[node]
    scale = 1.0 / span
    expected = 0.5 if here.visits == 0 else (here.total / here.visits - lowest) * scale
    best = -1
    highest = -np.inf
    available = -1
    eagerness = 0.0
    edge = here.edge
    while edge != 0:
        one = edges[edge - 1]
        if mask[one.action]:
            if one.available != available:  # for most edges of a node it is the same
                available = one.available
                eagerness = exploration * np.sqrt(np.float64(available))
            value = expected if one.visits == 0 else (one.total / one.visits - lowest) * scale
            score = value + eagerness * one.prior / (1.0 + one.visits)
            if score >= highest:  # edges stand in falling order of actions
                highest = score
                best = edge - 1
        edge = one.next
    return best


@kernel
def none_legal(mask: Any, start: int) -> bool:
    """Whether the eight actions from `start` on are seen at one glance to be illegal; most actions mostly are."""
    return start < whole_words(mask.shape[0]) and word_at(mask, start) == 0


@kernel
def weighted_legal(mask: Any, weights: Any, number: Any) -> int:
    """A legal action drawn by its weight, from a `number` in [0, 1); -1 if there is none of any weight."""
    total = 0.0
    for start in range(0, mask.shape[0], 8):
        if not none_legal(mask, start):
            for action in range(start, min(start + 8, mask.shape[0])):
                if mask[action]:
                    total += weights[action]
    left = number * total
    chosen = -1
    for start in range(0, mask.shape[0], 8):
        if not none_legal(mask, start):
            for action in range(start, min(start + 8, mask.shape[0])):
                if mask[action] and weights[action] > 0:
                    chosen = action
                    left -= weights[action]
                    if left < 0:
                        return chosen
    return chosen


@kernel
def back_up(nodes: Any, edges: Any, sizes: Any, way: Any, returns: Any) -> None:
    """Tells the edges on the way how it ended: `returns` float ``[seats]``."""
    for depth in range(sizes[DEPTH]):
        one = edges[way[depth]]
        node = nodes[one.node]
        gained = returns[node.seat]
        one.total += gained
        one.visits += 1
        node.total += gained
        node.visits += 1


# --- simulations ------------------------------------------------------------------------------------------------------


def _weigh(s: Record, mask: Any, weights: Any) -> None:
    """What the script makes of the legal actions."""
    weights[:] = 0
    scripted(s, mask, weights)


def _weigh_alike(s: Record, mask: Any, weights: Any) -> None:
    """All legal actions are alike."""
    for action in range(mask.shape[0]):
        weights[action] = mask[action]


def _descend(
    states: Any,
    at: int,
    searcher: int,
    words: Any,
    octets: Any,
    bits: Any,
    marked: Any,
    table: Any,
    nodes: Any,
    edges: Any,
    sizes: Any,
    way: Any,
    mask: Any,
    weights: Any,
    streams: Any,
    stream: int,
    viewer: int,
    exploration: Any,
    trust: Any,
    lowest: Any,
    span: Any,
) -> int:
    """Walks down the tree from ``states[at]``, in place; then plays on to the end, or stops at a new node to be valued.

    A situation with one legal action is no node: there is nothing to decide. Returns the number of actions.
    """
    s = states[at]
    sizes[DEPTH] = 0
    sizes[LEAF] = 0
    in_tree = True
    made = 0
    while not (s.terminated or s.truncated):
        legal(s, mask)
        number = count_legal(mask)
        edge = -1
        node = -1
        new = False
        if in_tree and number > 1:
            seat = whole(s.to_act)
            looking = seat if viewer == ACTING_SEAT else (searcher if viewer == SEARCHER else bits.shape[0] - 1)
            key = hash_of_view(words, octets, at, looking, bits, marked)
            place = place_of(table, nodes, key)
            node = table[place] - 1
            new = node < 0
            if new:
                node = add_node(table, nodes, sizes, place, key, seat)
            in_tree = not new and sizes[DEPTH] < way.shape[0]
            if not in_tree and PLAYOUT == EVALUATED:
                sizes[LEAF] = node + 1 if new else 0
                return made
        # Most nodes are never come to again: edges can wait until one is.
        lacking = in_tree and number > 1 and count_known(nodes, edges, node, mask) < number
        if lacking or (number > 1 and PLAYOUT == SCRIPTED and not in_tree):
            weigh(s, mask, weights)
        if lacking:
            add_edges(nodes, edges, sizes, node, mask, weights, trust)
        if in_tree and number > 1:
            edge = best_edge(nodes, edges, node, mask, exploration, lowest, span)
            in_tree = edge >= 0  # else there was no room for edges
        if edge >= 0:
            way[sizes[DEPTH]] = edge
            sizes[DEPTH] += 1
            action = whole(edges[edge].action)
        elif number == 1:
            action = nth_legal(mask, 0)
        else:
            drawn = next_of_stream(streams, stream)
            if PLAYOUT == SCRIPTED:
                action = weighted_legal(mask, weights, unit(drawn))
            else:
                action = nth_legal(mask, whole(((drawn >> _S32) * np.uint64(number)) >> _S32))
        step(s, action)
        made += 1
    return made


def search_games(
    roots: Any,
    players: Any,
    seeds: Any,
    states: Any,
    words: Any,
    octets: Any,
    bits: Any,
    marked: Any,
    table: Any,
    nodes: Any,
    edges: Any,
    sizes: Any,
    way: Any,
    mask: Any,
    weights: Any,
    streams: Any,
    viewer: int,
    exploration: Any,
    trust: Any,
    lowest: Any,
    span: Any,
    fresh: bool,
    fixed: bool,
    simulations: int,
    visits: Any,
    totals: Any,
    counts: Any,
    start: int,
    stop: int,
) -> None:
    """`simulations` of the decisions ``roots[start:stop]``, one decision after the other in the same memory.

    The parameters, beside the usual ones:
        roots: ``[B]`` records, of which nothing is read that the seats `players` do not know.
        players: int64 ``[B]``, the seats to act.
        seeds: uint64 ``[B]``, of all that is drawn.
        states: ``[2]`` records to work on; `words` and `octets` are the same memory.
        bits, marked: see :class:`.views.Views`.
        table, nodes, edges, sizes, way, mask, weights, streams: memory; its size bounds the tree.
        viewer: who tells situations apart.
        exploration: weight of what is not yet known, against values between 0 and 1.
        trust: how far priors follow the script.
        lowest, span: the lowest return of a seat, and what lies between it and the highest.
        fresh: begin with an empty tree and from the seeds; else go on (with one decision).
        fixed: one world for all these simulations, with its future open; else a world for each.
        simulations: how many.
        visits: int64 ``[B, num_actions]``, the simulations in the tree that took each action.
        totals: float64 ``[B, num_actions]``, what the searchers got in these.
        counts: int64 ``[B]``, grows by the actions that were simulated.
    """
    for i in range(start, stop):
        if fresh:
            streams[0] = seeds[i]
            empty_tree(table, sizes)
        if fresh and fixed:
            copy_record(states, 1, roots, i)
            resample(states[1], players[i], next_of_stream(streams, 0))
        for _ in range(simulations):
            seed = next_of_stream(streams, 0)
            if fixed:
                copy_record(states, 0, states, 1)
                seed_state(states[0], seed)
            else:
                copy_record(states, 0, roots, i)
                resample(states[0], players[i], seed)
            counts[i] += descend(
                *(states, 0, players[i], words, octets, bits, marked, table, nodes, edges, sizes, way, mask, weights),
                *(streams, 0, viewer, exploration, trust, lowest, span),
            )
            back_up(nodes, edges, sizes, way, states[0].returns)
        if sizes[NODES] > 0:
            read_root(nodes, edges, visits[i], totals[i])


def descend_games(
    roots: Any,
    players: Any,
    states: Any,
    words: Any,
    octets: Any,
    bits: Any,
    marked: Any,
    tables: Any,
    forest: Any,
    branches: Any,
    extents: Any,
    ways: Any,
    masks: Any,
    weights: Any,
    streams: Any,
    viewer: int,
    exploration: Any,
    trust: Any,
    lowest: Any,
    span: Any,
    observations: Any,
    counts: Any,
    start: int,
    stop: int,
) -> None:
    """One simulation of each of the decisions ``roots[start:stop]``, down to where a network has to judge.

    As :func:`search_games`, with memory of its own for every decision: `tables`, `forest` (nodes), `branches` (edges),
    `extents` (sizes), `ways` and `masks` have a row each, and ``states[i]`` is the state that decision i has come to.
    Where that is not over, ``masks[i]`` and ``observations[i]`` (float32) are those of the seat to act in it.
    """
    for i in range(start, stop):
        copy_record(states, i, roots, i)
        resample(states[i], players[i], next_of_stream(streams, i))
        counts[i] += descend(
            *(states, i, players[i], words, octets, bits, marked, tables[i], forest[i], branches[i], extents[i]),
            *(ways[i], masks[i], weights, streams, i, viewer, exploration, trust, lowest, span),
        )
        if not (states[i].terminated or states[i].truncated):
            observe(states[i], whole(states[i].to_act), observations[i])


def grow_games(
    states: Any,
    forest: Any,
    branches: Any,
    extents: Any,
    ways: Any,
    masks: Any,
    priors: Any,
    judged: Any,
    gains: Any,
    trust: Any,
    visits: Any,
    totals: Any,
    start: int,
    stop: int,
) -> None:
    """What follows from the judgement of the states that :func:`descend_games` came to.

    The parameters, beside those of that function:
        priors: float32 ``[B, num_actions]``, how likely each action is in ``states[i]``.
        judged: float64 ``[B]``, what the seat to act will get from ``states[i]`` on; the others pay for it in equal
            shares. Neither is looked at where the game is over.
        gains: float64 ``[B, seats]``, overwritten: what every seat gets in all.
        trust: how far edges follow the priors.
        visits: int64 ``[B, num_actions]``, the simulations in the tree that took each action.
        totals: float64 ``[B, num_actions]``, what the searchers got in these.
    """
    seats = gains.shape[1]
    for i in range(start, stop):
        over = states[i].terminated or states[i].truncated
        for seat in range(seats):
            gains[i, seat] = states[i].returns[seat]
            if not over:
                gains[i, seat] += judged[i] if seat == states[i].to_act else -judged[i] / max(seats - 1, 1)
        if extents[i, LEAF] > 0:
            add_edges(forest[i], branches[i], extents[i], extents[i, LEAF] - 1, masks[i], priors[i], trust)
        back_up(forest[i], branches[i], extents[i], ways[i], gains[i])
        if extents[i, NODES] > 0:
            read_root(forest[i], branches[i], visits[i], totals[i])


@kernel
def read_root(nodes: Any, edges: Any, visits: Any, totals: Any) -> None:
    """Writes what the first node's edges hold, by action."""
    edge = nodes[0].edge
    while edge != 0:
        one = edges[edge - 1]
        visits[one.action] = one.visits
        totals[one.action] = one.total
        edge = one.next
