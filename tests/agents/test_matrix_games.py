"""Matrix games against a linear-programming library, games with known solutions, and degenerate ones."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from ludarium.agents.matrix_games import solve_matrix_game

# Where actions differ by as little as a library's tolerance, rounding costs more.
TOLERANCES = {"nearly twins": 1e-9}


def value_by_library(payoff: np.ndarray) -> float:
    m, n = payoff.shape
    done = linprog(
        np.r_[np.zeros(m), -1],
        A_ub=np.c_[-payoff.T, np.ones(n)],
        b_ub=np.zeros(n),
        A_eq=[[1] * m + [0]],
        b_eq=[1],
        bounds=[(0, None)] * m + [(None, None)],
    )
    assert done.success
    return float(-done.fun)


def random_payoff(generator: np.random.Generator, kind: str, largest: int) -> np.ndarray:
    m, n = generator.integers(1, largest + 1, 2)
    if kind == "signs":  # many ties
        return generator.integers(-1, 2, (m, n)).astype(float)
    if kind == "sparse":
        return (generator.random((m, n)) < 0.2).astype(float)
    payoff = generator.normal(size=(m, n))
    if kind == "twins":  # equal rows and columns
        return np.repeat(np.repeat(payoff, 2, axis=0), 2, axis=1)
    if kind == "nearly twins":
        return np.repeat(payoff, 2, axis=0) + 1e-10 * generator.normal(size=(2 * m, n))
    if kind == "skew":  # symmetric games are worth 0
        return payoff @ payoff.T - payoff.T[:m, :1] if m == 1 else payoff[:, :1] - payoff[:, :1].T
    return payoff


def check_optimal(payoff: np.ndarray, tolerance: float = 1e-12) -> float:
    """Checks that the strategies are optimal, and returns the value: no library needed."""
    solved = solve_matrix_game(payoff)
    scale = np.ptp(payoff) or 1.0
    for mix, length in ((solved.rows, payoff.shape[0]), (solved.columns, payoff.shape[1])):
        assert mix.shape == (length,)
        assert (mix >= 0).all()
        assert mix.sum() == pytest.approx(1, abs=1e-12)
    assert (solved.rows @ payoff).min() >= solved.value - tolerance * scale
    assert (payoff @ solved.columns).max() <= solved.value + tolerance * scale
    assert solved.gap == pytest.approx(
        (payoff @ solved.columns).max() - (solved.rows @ payoff).min(), abs=1e-12 * scale
    )
    return solved.value


@pytest.mark.parametrize("kind", ["normal", "signs", "sparse", "twins", "nearly twins", "skew"])
def test_random_games(kind: str) -> None:
    generator = np.random.default_rng(1)
    for _ in range(150):
        payoff = random_payoff(generator, kind, 8)
        assert check_optimal(payoff, TOLERANCES.get(kind, 1e-12)) == pytest.approx(value_by_library(payoff), abs=1e-8)


@pytest.mark.parametrize("kind", ["normal", "signs", "sparse", "nearly twins"])
def test_strategies_secure_each_other_in_thousands_of_games(kind: str) -> None:
    generator = np.random.default_rng(2)
    for _ in range(1000):
        check_optimal(random_payoff(generator, kind, 6), TOLERANCES.get(kind, 1e-12))


@pytest.mark.parametrize("kind", ["normal", "signs", "sparse"])
def test_large_games(kind: str) -> None:
    generator = np.random.default_rng(3)
    for _ in range(10):
        check_optimal(random_payoff(generator, kind, 64))
    payoff = generator.normal(size=(64, 64))
    assert check_optimal(payoff - payoff.T) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("size", [3, 5, 31, 63])
def test_rock_paper_scissors_of_any_size(size: int) -> None:
    ahead = (np.arange(size)[None, :] - np.arange(size)[:, None]) % size
    payoff = np.where(ahead == 0, 0.0, np.where(ahead <= size // 2, 1.0, -1.0))
    solved = solve_matrix_game(payoff)
    assert solved.value == pytest.approx(0, abs=1e-12)
    assert solved.rows == pytest.approx(np.full(size, 1 / size))
    assert solved.columns == pytest.approx(np.full(size, 1 / size))


@pytest.mark.parametrize("scale", [1e-12, 1e-6, 1.0, 1e9])
@pytest.mark.parametrize("shift", [0.0, 5.0])
def test_scale_and_shift_do_not_matter(scale: float, shift: float) -> None:
    payoff = np.array([[2.0, -1.0], [-1.0, 1.0]])
    solved = solve_matrix_game(scale * (payoff + shift))
    assert solved.value == pytest.approx(scale * (0.2 + shift))
    assert solved.rows == pytest.approx([0.4, 0.6], abs=1e-3 if scale < 1e-9 else 1e-9)


def test_saddle_points_are_pure_and_to_the_last_digit() -> None:
    solved = solve_matrix_game([[0.1, 0.3], [0.1 + 0.2, 0.7], [0.3, 0.9]])
    assert solved.value == 0.1 + 0.2
    assert solved.rows.tolist() == [0, 1, 0]
    assert solved.columns.tolist() == [1, 0]
    assert solved.gap == 0


@pytest.mark.parametrize("payoff", [[], [[]], [1.0, 2.0], [[np.nan]], [[np.inf, 1]], np.zeros((2, 2, 2))])
def test_what_is_no_matrix_is_refused(payoff: object) -> None:
    with pytest.raises(ValueError, match="expected a matrix of finite numbers"):
        solve_matrix_game(payoff)  # type: ignore[arg-type]
