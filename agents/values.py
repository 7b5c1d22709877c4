"""Values by backward induction over a graph of positions: the compiled part of solver and best response.

Every value is seat 0's. Arrays are those of :class:`ludarium.agents.positions.PositionGraph`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from ludarium.envs.core.kernels import kernel

from .exploration import EXPLORATION_TYPES, edges_of

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

_numbers = types.float64[::1]
_matrix = types.float64[:, ::1]

#: Types of the parameters below.
VALUE_TYPES: dict[str, types.Type] = {
    **EXPLORATION_TYPES,
    "movers": types.int64[::1],
    "values": _numbers,
    "view_values": _numbers,
    "row_probability": _numbers,
    "answer_probability": _numbers,
    "payoff": _matrix,
    "tableau": _matrix,
    "basis": types.int64[::1],
    "row_mix": _numbers,
    "column_mix": _numbers,
    "against": _matrix,
    "entries": types.int64[::1],
    "probabilities": _matrix,
}

# What a choice must gain to be preferred to an earlier one: less is rounding.
_TIE = 1e-12


def solve_states(
    order: Any,
    row_start: Any,
    row_view: Any,
    row_next: Any,
    view_start: Any,
    answer_start: Any,
    answer_next: Any,
    movers: Any,
    values: Any,
    view_values: Any,
    row_probability: Any,
    answer_probability: Any,
    payoff: Any,
    tableau: Any,
    basis: Any,
    row_mix: Any,
    column_mix: Any,
    start: int,
    stop: int,
) -> Any:
    """Values and optimal strategies of the states ``order[start:stop]``; the values of what is over are given.

    Each view is a matrix game between the seat to act, who chooses a row that leads to the view, and the seat that
    answers. The seat to act takes the best of these games and of the actions that lead on openly.

    Returns:
        The widest gap that a matrix game left open.
    """
    widest = 0.0
    for k in range(start, stop):
        i = order[k]
        first = row_start[i]
        last = row_start[i + 1]
        if first == last:
            continue
        sign = 1.0 - 2.0 * movers[i]
        best = -np.inf
        for row in range(first, last):
            row_probability[row] = 0
            if row_view[row] < 0:
                best = max(best, sign * values[row_next[row]])
        for view in range(view_start[i], view_start[i + 1]):
            answers = answer_start[view + 1] - answer_start[view]
            m = 0
            for row in range(first, last):
                if row_view[row] == view:
                    for j in range(answers):
                        payoff[m, j] = sign * values[answer_next[row_next[row] + j]]
                    m += 1
            value, gap = solve_matrix(payoff, np.int64(m), np.int64(answers), tableau, basis, row_mix, column_mix)
            widest = max(widest, gap)
            view_values[view] = sign * value
            best = max(best, value)
            for j in range(answers):
                answer_probability[answer_start[view] + j] = column_mix[j]
            m = 0
            for row in range(first, last):
                if row_view[row] == view:
                    row_probability[row] = row_mix[m]
                    m += 1
        values[i] = sign * best
        # The first choice that is as good as any keeps its mixture; the others are not played.
        chosen = first
        while sign * value_of(chosen, row_view, row_next, values, view_values) < best - _TIE:
            chosen += 1
        for row in range(first, last):
            if row_view[chosen] < 0:
                row_probability[row] = row == chosen
            elif row_view[row] != row_view[chosen]:
                row_probability[row] = 0
    return widest


@kernel
def value_of(row: int, row_view: Any, row_next: Any, values: Any, view_values: Any) -> Any:
    """The value of the state or the view that a row leads to."""
    if row_view[row] < 0:
        return values[row_next[row]]
    return view_values[row_view[row]]


def respond_to_policy(
    order: Any,
    row_start: Any,
    row_view: Any,
    row_next: Any,
    view_start: Any,
    answer_start: Any,
    answer_next: Any,
    movers: Any,
    row_probability: Any,
    answer_probability: Any,
    against: Any,
    start: int,
    stop: int,
) -> None:
    """Values of the states ``order[start:stop]`` where somebody follows a policy.

    ``against[i, 0]``: seat 0 plays its best response to seat 1's policy; ``against[i, 1]``: seat 1 plays its best
    response to seat 0's; ``against[i, 2]``: both follow the policy. The values of what is over are given.
    """
    for k in range(start, stop):
        i = order[k]
        first = row_start[i]
        last = row_start[i + 1]
        if first == last:
            continue
        mover = movers[i]
        sign = 1.0 - 2.0 * mover
        # Seat to act: the best row against the answers' policy. Its own policy, answered by policy: the mean of rows.
        best = -np.inf
        mean = 0.0
        answered = 0.0
        for row in range(first, last):
            edges, edge = edges_of(row, row_view, row_next, answer_start)
            if row_view[row] < 0:
                after = row_next[row]
                best = max(best, sign * against[after, mover])
                mean += row_probability[row] * against[after, 2]
                answered += row_probability[row] * sign * against[after, 1 - mover]
                continue
            at = answer_start[row_view[row]]
            reply = 0.0
            follow = 0.0
            for j in range(edges):
                reply += answer_probability[at + j] * against[answer_next[edge + j], mover]
                follow += answer_probability[at + j] * against[answer_next[edge + j], 2]
            best = max(best, sign * reply)
            mean += row_probability[row] * follow
        # Seat that answers: to each view the best answer against the mixture of rows that may have led there.
        for view in range(view_start[i], view_start[i + 1]):
            worst = np.inf
            for j in range(answer_start[view + 1] - answer_start[view]):
                total = 0.0
                for row in range(first, last):
                    if row_view[row] == view:
                        total += row_probability[row] * against[answer_next[row_next[row] + j], 1 - mover]
                worst = min(worst, sign * total)
            answered += worst
        against[i, mover] = sign * best
        against[i, 1 - mover] = sign * answered
        against[i, 2] = mean


def write_policy(
    entries: Any,
    row_start: Any,
    row_action: Any,
    row_probability: Any,
    answer_start: Any,
    answer_action: Any,
    answer_probability: Any,
    probabilities: Any,
) -> None:
    """The strategy at each of `entries` (as :meth:`PositionGraph.locate` gives them, none 0) into `probabilities`."""
    for k in range(entries.shape[0]):
        entry = entries[k]
        if entry > 0:
            for row in range(row_start[entry - 1], row_start[entry]):
                probabilities[k, row_action[row]] = row_probability[row]
        else:
            view = -1 - entry
            for at in range(answer_start[view], answer_start[view + 1]):
                probabilities[k, answer_action[at]] = answer_probability[at]
