"""CFR+ and best responses in sequence form: the compiled part of :mod:`ludarium.agents.cfr`.

Arrays are those of :class:`ludarium.agents.game_tree.GameTree`. With the opponent's sequences weighed by how likely the
opponent makes them (`reach`), what a seat's sequences are worth is a sparse matrix times a vector; the rest is a pass
over the seat's own information sets. No node of the tree is visited.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ludarium.envs.core.kernels import kernel, whole

_numbers = types.float64[::1]

#: Types of the parameters below.
SEQUENCE_TYPES: dict[str, types.Type] = {
    "entry_start": types.int64[::1],
    "entry_sequence": types.int32[::1],
    "entry_payoff": _numbers,
    "leaf_sequences": types.int32[:, ::1],
    "leaf_payoffs": types.float64[:, ::1],
    "infoset_past": types.int32[::1],
    "infoset_start": types.int32[::1],
    "seat_start": types.int64[::1],
    "regrets": _numbers,
    "strategy": _numbers,
    "reach": _numbers,
    "totals": _numbers,
    "values": _numbers,
    "results": types.float64[:, ::1],
    "first": types.int64,
    "last": types.int64,
}


def run_cfr_plus(
    entry_start: Any,
    entry_sequence: Any,
    entry_payoff: Any,
    infoset_past: Any,
    infoset_start: Any,
    seat_start: Any,
    regrets: Any,
    strategy: Any,
    reach: Any,
    totals: Any,
    values: Any,
    first: int,
    last: int,
) -> None:
    """Iterations `first` up to and with `last` of CFR+ (Tammelin 2014) for two seats that play for opposite returns.

    The seats are updated in turn, regrets below zero become zero, and iteration t counts t times in the average.

    Args:
        entry_start: int64 ``[S + 1]``: the entries of sequence q are ``entry_start[q]`` up to ``entry_start[q + 1]``.
        entry_sequence: int32 ``[E]``, a sequence of the other seat with which q ends the game.
        entry_payoff: float64 ``[E]``, what the seat of q then gets, times the probability of chance.
        infoset_past: see the tree.
        infoset_start: see the tree.
        seat_start: see the tree.
        regrets: float64 ``[S]``, regrets of sequences, never below zero; zeros before the first iteration.
        strategy: float64 ``[S]``, current probabilities of the sequences' last actions; uniform before the first.
        reach: float64 ``[S]``, the probability that the sequences' owner makes them, which follows from `strategy`; 1
            for the empty ones.
        totals: float64 ``[S]``, what `reach` was in all iterations, weighed; zeros before the first.
        values: float64 scratch ``[S]``.
        first: from 1 on.
        last: see `first`.
    """
    spread_reach(whole(0), seat_start[2], infoset_past, infoset_start, strategy, reach)
    for iteration in range(first, last + 1):
        for seat in range(2):
            low = seat_start[seat]
            high = seat_start[seat + 1]
            for sequence in range(infoset_start[low], infoset_start[high]):
                totals[sequence] += iteration * reach[sequence]
                value = 0.0
                for entry in range(entry_start[sequence], entry_start[sequence + 1]):
                    value += entry_payoff[entry] * reach[entry_sequence[entry]]
                values[sequence] = value
            for infoset in range(high - 1, low - 1, -1):
                start = infoset_start[infoset]
                stop = infoset_start[infoset + 1]
                value = 0.0
                for sequence in range(start, stop):
                    value += strategy[sequence] * values[sequence]
                values[infoset_past[infoset]] += value
                regret = 0.0
                for sequence in range(start, stop):
                    regrets[sequence] = max(regrets[sequence] + values[sequence] - value, 0.0)
                    regret += regrets[sequence]
                match_regrets(start, stop, regret, regrets, strategy)
            spread_reach(low, high, infoset_past, infoset_start, strategy, reach)


@kernel
def match_regrets(start: int, stop: int, regret: float, regrets: Any, strategy: Any) -> None:
    """The strategy of one information set in proportion to its regrets, `regret` in sum; uniform if there is none."""
    if regret > 0.0:
        factor = 1.0 / regret
        for sequence in range(start, stop):
            strategy[sequence] = regrets[sequence] * factor
    else:
        for sequence in range(start, stop):
            strategy[sequence] = 1.0 / (stop - start)


@kernel
def spread_reach(low: int, high: int, infoset_past: Any, infoset_start: Any, strategy: Any, reach: Any) -> None:
    """How likely the sequences of the information sets from `low` up to `high` are made by their owner."""
    for infoset in range(low, high):
        own = reach[infoset_past[infoset]]
        for sequence in range(infoset_start[infoset], infoset_start[infoset + 1]):
            reach[sequence] = own * strategy[sequence]


def respond(
    leaf_sequences: Any,
    leaf_payoffs: Any,
    infoset_past: Any,
    infoset_start: Any,
    seat_start: Any,
    strategy: Any,
    reach: Any,
    values: Any,
    results: Any,
) -> None:
    """What each seat gets with a best response to the others' `strategy`, and if it follows the strategy itself.

    ``results[p]`` receives both; any number of seats, any returns. `reach` and `values` are scratch ``[S]``.
    """
    seats = leaf_sequences.shape[1]
    for seat in range(seats):
        reach[seat] = 1.0
        results[seat, 0] = 0.0
        results[seat, 1] = 0.0
    spread_reach(whole(0), seat_start[seats], infoset_past, infoset_start, strategy, reach)
    for seat in range(seats):
        values[:] = 0.0
        for leaf in range(leaf_sequences.shape[0]):
            others = leaf_payoffs[leaf, seat]
            for other in range(seats):
                if other != seat:
                    others *= reach[leaf_sequences[leaf, other]]
            values[leaf_sequences[leaf, seat]] += others
            results[seat, 1] += others * reach[leaf_sequences[leaf, seat]]
        for infoset in range(seat_start[seat + 1] - 1, seat_start[seat] - 1, -1):
            best = -np.inf
            for sequence in range(infoset_start[infoset], infoset_start[infoset + 1]):
                best = max(best, values[sequence])
            values[infoset_past[infoset]] += best
        results[seat, 0] = values[seat]
