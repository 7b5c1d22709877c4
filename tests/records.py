"""Records of states as plain Python, one dict a record, and what of two of them differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.schema import States

#: The fields of a record by name; arrays are lists.
Row = dict[str, Any]
#: Fields of the record that are no part of the position.
BESIDES = {"rng", "options", "padding"}


class Owner(Protocol):
    """A seat of an oracle: where its cards lie."""

    deck: list[str]
    hand: list[str]
    discard: list[str]
    played: list[str]


def rows_of(states: States) -> list[Row]:
    """Records as plain Python."""
    names = [name for name in states.dtype.names or () if name not in BESIDES]
    columns = [states[name].tolist() for name in names]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def difference(row: Row, expected: Row) -> str:
    """The fields that differ, in words; empty if none does."""
    wrong = sorted(name for name in row.keys() | expected.keys() if not _same(row.get(name), expected.get(name)))
    return "\n".join(f"{name}: {row.get(name)}, the oracle has {expected.get(name)}" for name in wrong)


def _same(value: Any, expected: Any) -> bool:
    if isinstance(value, list) and any(isinstance(each, float) for each in value):  # returns, in single precision
        return all(abs(a - b) < 1e-6 for a, b in zip(value, expected, strict=True))
    return bool(value == expected)


def write_row(row: Row, states: States, index: int) -> None:
    """Sets every field of ``states[index]`` that `row` has."""
    for name, value in row.items():
        states[name][index] = value


# --- an oracle in the fields of a record ------------------------------------------------------------------------------


def order_of(names: Iterable[str]) -> dict[str, int]:
    """The place of each name where the record counts them."""
    return {name: place for place, name in enumerate(names)}


def counts(order: Mapping[str, int], names: Iterable[str]) -> list[int]:
    """How often each name of `order` is among `names`, none of which is missing in it."""
    numbers = [0] * len(order)
    for name in names:
        numbers[order[name]] += 1
    return numbers


def padded(values: list[Any], size: int, nothing: Any = 0) -> list[Any]:
    return values + [nothing] * (size - len(values))


def seats_padded(by_seat: Mapping[str, list[Any]], size: int) -> Row:
    """Fields by seat, with zeros for the seats on which nobody sits."""
    return {name: padded(values, size, zeros(values[0])) for name, values in by_seat.items()}


def zeros(value: Any) -> Any:
    """A value of a row of the same shape, all zeros."""
    if isinstance(value, dict):
        return dict.fromkeys(value, 0)
    return [zeros(each) for each in value] if isinstance(value, list) else 0


def owned(seat: Owner) -> list[str]:
    """The cards of a seat, wherever they lie."""
    return seat.deck + seat.hand + seat.discard + seat.played


# --- many records at once ---------------------------------------------------------------------------------------------


def whole(states: States, name: str) -> npt.NDArray[np.int64]:
    """A field of all records in integers that sums do not overflow."""
    return np.asarray(states[name]).astype(np.int64)
