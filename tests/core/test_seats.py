"""The order of seats, and who leads."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from ludarium.envs.core.outcomes import LOWEST, lead
from ludarium.envs.core.seats import clockwise

TABLE = np.zeros(1, np.dtype([("num_players", np.int8)]))


@numba.njit
def seat_after(table: np.ndarray, seat: int, distance: int) -> int:
    return clockwise(table[0], seat, distance)


@numba.njit
def leaders(ranks: np.ndarray) -> tuple[int, int]:
    best, seats = LOWEST, 0
    for seat in range(len(ranks)):
        best, seats = lead(best, seats, seat, ranks[seat])
    return best, seats


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_seats_go_round(n: int) -> None:
    table = TABLE.copy().view(np.recarray)
    table["num_players"] = n
    for seat in range(n):
        assert [seat_after(table, seat, away) for away in range(n + 1)] == [(seat + away) % n for away in range(n + 1)]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [([3], (3, 1)), ([3, 7, 7], (7, 0b110)), ([7, 3, 7], (7, 0b101)), ([-5, -9], (-5, 1)), ([1, 2, 3], (3, 0b100))],
)
def test_the_highest_ranks_lead(ranks: list[int], expected: tuple[int, int]) -> None:
    assert leaders(np.array(ranks)) == expected
