"""Choosing among legal actions."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from ludarium.envs.core.masks import keep_best


@numba.njit
def kept(mask: np.ndarray, weights: np.ndarray) -> None:
    keep_best(mask, weights)


@pytest.mark.parametrize(
    ("mask", "weights", "best"),
    [
        ([1, 1, 1, 1], [2, 5, 5, -1], [0, 1, 1, 0]),
        ([1, 0, 0, 1], [2, 5, 5, -1], [1, 0, 0, 0]),
        ([0, 0, 0, 1], [2, 5, 5, -1e9], [0, 0, 0, 1]),
        ([0, 1, 1, 0], [9, -3, -3, 9], [0, 1, 1, 0]),
        ([0, 0, 0, 0], [2, 5, 5, -1], [0, 0, 0, 0]),
    ],
)
def test_the_best_legal_actions_are_kept(mask: list[int], weights: list[float], best: list[int]) -> None:
    array = np.array(weights, np.float32)
    kept(np.array(mask, np.int8), array)
    assert array.tolist() == best
