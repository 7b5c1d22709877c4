"""Checks of arrays that callers give: one clear error each, before anything has changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def checked_count(value: Any, what: str, low: int = 1) -> int:
    """`value` as a plain int.

    Raises:
        ValueError: it is not a whole number from `low` on.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise ValueError(f"{what} is {value!r}, expected a whole number from {low}")
    return int(value)


def checked_integers(values: npt.ArrayLike, what: str, shape: tuple[int, ...], dtype: Any = np.int64) -> Any:
    """`values` as a contiguous array of `dtype` and `shape`, a copy where need be; one integer stands for all.

    Raises:
        TypeError: they are not integers.
        ValueError: another shape, or a number that `dtype` cannot hold.
    """
    array = np.asarray(values)
    if array.dtype == dtype and array.shape == shape and array.flags.c_contiguous and array.flags.writeable:
        return array
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{what} have dtype {array.dtype}, expected integers")
    if array.ndim and array.shape != shape:
        raise ValueError(f"{what} have shape {array.shape}, expected {shape}")
    if array.size and not np.can_cast(array.dtype, dtype):
        limits = np.iinfo(dtype)
        if not limits.min <= int(array.min()) <= int(array.max()) <= limits.max:
            raise ValueError(f"{what} run from {array.min()} to {array.max()}, expected {limits.min} to {limits.max}")
    if not array.ndim:
        return np.full(shape, array, dtype)
    return np.require(array, dtype, ["C", "W"])


def checked_seats(players: npt.ArrayLike, game: str, shape: tuple[int, ...], low: int, high: int) -> Any:
    """`players` as int64 of `shape`, each from `low` to `high`; one seat stands for all.

    Raises:
        TypeError: they are not integers.
        ValueError: another shape, or no such seat.
    """
    seats = checked_integers(players, f"{game}: players", shape)
    if seats.size and (seats.min() < low or seats.max() > high):
        spectator = " or -1 for a spectator" if low < 0 else ""
        raise ValueError(f"{game}: player is {players!r}, expected seats 0 to {high}{spectator}")
    return seats
