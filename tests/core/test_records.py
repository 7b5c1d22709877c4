"""Blocks of numbers moved at once: the same as element by element."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from ludarium.envs.core.kernels import jit_disabled
from ludarium.envs.core.records import mark_present, write_counts

COUNTS = [np.int8, np.int16, np.int32]


@numba.njit
def write(counts: Any, first: int, out: Any, at: int) -> None:
    write_counts(counts, first, 5, out, at)


@numba.njit
def mark(counts: Any, first: int, mask: Any, at: int) -> None:
    mark_present(counts, first, 5, mask, at)


@pytest.mark.parametrize("dtype", COUNTS)
def test_counts_are_written_as_floats(dtype: Any) -> None:
    counts = np.array([[3, -1, 100, 0], [7, 1, 0, -128], [2, 2, 127, 5]], dtype)
    out = np.full(9, -9, np.float32)
    write(counts, 3, out, 2)
    assert out.tolist() == [-9, -9, 0, 7, 1, 0, -128, -9, -9]


def test_what_is_there_is_marked() -> None:
    counts = np.array([[3, -1, 100, 0], [7, 1, 0, -128], [2, 2, 127, 5]], np.int8)
    mask = np.full(9, 5, np.int8)
    mark(counts, 3, mask, 2)
    assert mask.tolist() == [5, 5, 0, 1, 1, 0, 0, 5, 5]


@pytest.mark.skipif(jit_disabled(), reason="types are the compiler's business")
def test_types_that_do_not_fit() -> None:
    five, floats = np.zeros(5, np.int64), np.zeros(5, np.float32)
    with pytest.raises(numba.TypingError, match="counts of int64 into float32, expected integers into float32"):
        write(five, 0, floats, 0)
    with pytest.raises(numba.TypingError, match="counts of int64 into int8, expected int8 into int8"):
        mark(five, 0, np.zeros(5, np.int8), 0)

    @numba.njit
    def variable(counts: Any, number: int, mask: Any) -> None:
        mark_present(counts, 0, number, mask, 0)

    with pytest.raises(numba.TypingError, match="expected a constant"):
        variable(np.zeros(5, np.int8), 5, np.zeros(5, np.int8))
