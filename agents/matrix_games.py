"""Zero-sum matrix games, solved exactly (up to rounding): the value and optimal strategies of both players.

Method: the linear program of the column player (Dantzig 1951), by the dense simplex method. With the payoffs B > 0,
maximise the sum of w ≥ 0 under B w ≤ 1: the value is one over that sum, w and the dual variables are proportional to
the strategies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.envs.core.kernels import bind, kernel

_ZERO = 1e-11  # what is taken for zero: payoffs are scaled to [1, 2]
_CAREFUL_ZERO = 1e-8  # the same where two actions are nearly alike and small pivots spoil everything
_TIE = 1e-14  # relative; ratios that differ by less are equal. More would let small pivots blow the difference up
_REBUILDS = 12
_WIDE_GAP = 1e-13  # relative to the range of the payoffs


@dataclass(frozen=True)
class MatrixSolution:
    """What optimal play of a matrix game gives.

    Attributes:
        value: what the row player gets.
        rows: float64 ``[m]``, an optimal strategy of the row player, who maximises.
        columns: float64 ``[n]``, one of the column player, who minimises.
        gap: what `rows` and `columns` may lack to the optimum, both together: the value is exact to half of it.
    """

    value: float
    rows: npt.NDArray[np.float64]
    columns: npt.NDArray[np.float64]
    gap: float


def solve_matrix_game(payoff: npt.ArrayLike) -> MatrixSolution:
    """Solves one game.

    Args:
        payoff: ``[m, n]`` finite numbers, what the row player gets.

    Raises:
        ValueError: `payoff` has another shape, or holds something else.
    """
    matrix = np.array(payoff, dtype=np.float64, order="C")
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise ValueError(f"payoff is {payoff!r}, expected a matrix of finite numbers")
    m, n = matrix.shape
    rows, columns = np.zeros(m), np.zeros(n)
    scratch = np.zeros((m + 1, m + n + 1)), np.zeros(m, np.int64)
    value, gap = matrix_solver()(matrix, m, n, *scratch, rows, columns)
    return MatrixSolution(float(value), rows, columns, float(gap))


@cache
def matrix_solver() -> Any:
    """:func:`solve_matrix`, compiled."""
    # Not a kernel, which would be compiled anew, at length, into whatever calls it.
    matrix, vector = types.float64[:, ::1], types.float64[::1]
    sizes = {"m": types.int64, "n": types.int64}
    scratch = {"tableau": matrix, "basis": types.int64[::1]}
    return bind(
        solve_matrix,
        "matrix games",
        {},
        {"payoff": matrix, **sizes, **scratch, "row_mix": vector, "column_mix": vector},
    )


def solve_matrix(payoff: Any, m: int, n: int, tableau: Any, basis: Any, row_mix: Any, column_mix: Any) -> Any:
    """Solves the game in the upper left ``m × n`` corner of `payoff`, which stays as it is.

    Args:
        payoff: float64, at least ``[m, n]``.
        m: actions of the row player.
        n: actions of the column player.
        tableau: float64 scratch, at least ``[m + 1, m + n + 1]``.
        basis: int64 scratch, at least ``[m]``.
        row_mix: float64, at least ``[m]``; receives the row player's strategy.
        column_mix: float64, at least ``[n]``; receives the column player's.

    Returns:
        (value, gap), see :class:`MatrixSolution`.
    """
    low, high = extremes(payoff, m, n)
    value = low
    gap = high - low
    best = 1
    narrowest = np.inf
    # 0: pure strategies; 1: the simplex method; 2 and 3: with ever more care about rounding; 4: what of these was best.
    # Nearly always the first or second will do.
    for attempt in range(5):
        method = attempt if attempt < 4 else best
        if method == 0:
            if not find_saddle(payoff, m, n, row_mix, column_mix):
                continue
        else:
            run_simplex(payoff, m, n, low, high, tableau, basis, row_mix, column_mix, method)
        value, gap = security_level(payoff, m, n, row_mix, column_mix)
        if gap <= _WIDE_GAP * (high - low):
            break
        if gap < narrowest:
            narrowest = gap
            best = method
    return value, gap


@kernel
def find_saddle(payoff: Any, m: int, n: int, row_mix: Any, column_mix: Any) -> bool:
    """Whether pure strategies are optimal; writes them if so."""
    best_row = 0
    best_low = -np.inf
    for i in range(m):
        low = np.inf
        for j in range(n):
            low = min(low, payoff[i, j])
        if low > best_low:
            best_low = low
            best_row = i
    best_column = 0
    best_high = np.inf
    for j in range(n):
        high = -np.inf
        for i in range(m):
            high = max(high, payoff[i, j])
        if high < best_high:
            best_high = high
            best_column = j
    if best_low < best_high:
        return False
    for i in range(m):
        row_mix[i] = i == best_row
    for j in range(n):
        column_mix[j] = j == best_column
    return True


@kernel
def extremes(payoff: Any, m: int, n: int) -> Any:
    """Lowest and highest payoff."""
    low = np.inf
    high = -np.inf
    for i in range(m):
        for j in range(n):
            low = min(low, payoff[i, j])
            high = max(high, payoff[i, j])
    return low, high


@kernel
def security_level(payoff: Any, m: int, n: int, row_mix: Any, column_mix: Any) -> Any:
    """The middle between what the strategies secure for either player, and how far apart these are."""
    secured = np.inf
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += row_mix[i] * payoff[i, j]
        secured = min(secured, total)
    conceded = -np.inf
    for i in range(m):
        total = 0.0
        for j in range(n):
            total += column_mix[j] * payoff[i, j]
        conceded = max(conceded, total)
    return (secured + conceded) / 2, conceded - secured


@kernel
def run_simplex(
    payoff: Any,
    m: int,
    n: int,
    low: float,
    high: float,
    tableau: Any,
    basis: Any,
    row_mix: Any,
    column_mix: Any,
    method: int,
) -> None:
    """The simplex method.

    With ``method > 1`` the tableau is rebuilt from the payoffs when it seems to be optimal, and the search goes on:
    where two actions are nearly alike, small pivots blow rounding errors up. ``method == 3`` avoids small pivots.
    """
    width = n + m + 1  # columns: w, slack variables, right-hand side; the last row is the goal
    zero = _CAREFUL_ZERO if method == 3 else _ZERO
    # The steepest column is usually quickest. Where it has not arrived by then, Bland's rule, which cannot cycle,
    # takes over.
    patience = 4 * (m + n)
    for i in range(m):
        basis[i] = n + i
    for _ in range(1 if method == 1 else _REBUILDS):
        fill_tableau(payoff, m, n, low, high, tableau, basis)
        pivots = 0
        while pivots < 16 * patience:
            entering = entering_column(tableau, m, width, zero, pivots >= patience)
            if entering < 0:
                break
            leaving = leaving_row(tableau, basis, m, width, entering, zero, pivots >= patience)
            if leaving < 0:
                break
            eliminate(tableau, m, width, leaving, entering)
            basis[leaving] = entering
            pivots += 1
        if pivots == 0:
            break
    for j in range(n):
        column_mix[j] = 0
    for i in range(m):
        row_mix[i] = max(0.0, tableau[m, n + i])
        if basis[i] < n:
            column_mix[basis[i]] = max(0.0, tableau[i, width - 1])
    normalise(row_mix, m)
    normalise(column_mix, n)


@kernel
def fill_tableau(payoff: Any, m: int, n: int, low: float, high: float, tableau: Any, basis: Any) -> None:
    """The tableau of the variables in `basis`, which it may reorder, from the payoffs."""
    width = n + m + 1
    scale = 1 / (high - low)  # not by 0: else there is a saddle
    for i in range(m):
        for j in range(n):
            tableau[i, j] = (payoff[i, j] - low) * scale + 1
        for j in range(n, width):
            tableau[i, j] = 0
        tableau[i, n + i] = 1
        tableau[i, width - 1] = 1
    for j in range(width):
        tableau[m, j] = -1.0 if j < n else 0.0
    # Slack variables stand in their rows already. The rest take what rows are left, the largest pivot first.
    for i in range(m):
        while basis[i] >= n and basis[i] != n + i:
            there = basis[basis[i] - n]
            basis[basis[i] - n] = basis[i]
            basis[i] = there
    for i in range(m):
        if basis[i] >= n:
            continue
        entering = basis[i]
        leaving = i
        for other in range(i + 1, m):
            if basis[other] < n and abs(tableau[other, entering]) > abs(tableau[leaving, entering]):
                leaving = other
        if leaving != i:
            for j in range(width):
                kept = tableau[i, j]
                tableau[i, j] = tableau[leaving, j]
                tableau[leaving, j] = kept
        eliminate(tableau, m, width, i, entering)


@kernel
def entering_column(tableau: Any, m: int, width: int, zero: float, first: bool) -> int:
    """The steepest column, or the first that leads uphill at all; -1 at the optimum."""
    best = -1
    steepest = -zero
    for j in range(width - 1):
        if tableau[m, j] < steepest:
            best = j
            if first:
                return best
            steepest = tableau[m, j]
    return best


@kernel
def leaving_row(tableau: Any, basis: Any, m: int, width: int, entering: int, zero: float, bland: bool) -> int:
    """The row that first limits the entering variable; among equals the largest pivot, or Bland's choice."""
    best = -1
    lowest = np.inf
    for i in range(m):
        pivot = tableau[i, entering]
        if pivot <= zero:
            continue
        ratio = max(0.0, tableau[i, width - 1]) / pivot
        if best < 0 or ratio < lowest * (1 - _TIE):
            best = i
            lowest = ratio
        elif ratio <= lowest * (1 + _TIE):
            better = basis[i] < basis[best] if bland else pivot > tableau[best, entering]
            if better:
                best = i
                lowest = min(lowest, ratio)
    return best


@kernel
def eliminate(tableau: Any, m: int, width: int, leaving: int, entering: int) -> None:
    """One pivot."""
    factor = 1 / tableau[leaving, entering]
    for j in range(width):
        tableau[leaving, j] *= factor
    tableau[leaving, entering] = 1
    for i in range(m + 1):
        if i != leaving and tableau[i, entering] != 0:
            factor = tableau[i, entering]
            for j in range(width):
                tableau[i, j] -= factor * tableau[leaving, j]
            tableau[i, entering] = 0


@kernel
def normalise(mix: Any, count: int) -> None:
    """Makes the weights of a strategy add up to 1."""
    total = 0.0
    for k in range(count):
        total += mix[k]
    for k in range(count):
        mix[k] /= total
