"""A game declares the fields of its record once: name, type, shape, who may see them, what they mean.

From the declaration come the NumPy dtype, :meth:`Schema.redact`, and the tables in the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import checked_seats
from .options import options_dtype

States = npt.NDArray[Any]


class Visibility(Enum):
    """Who may know the content of a field."""

    PUBLIC = "public"  #: everybody
    OWNER = "owner"  #: the seat that the field's first axis counts
    PAIR = "either of two seats"  #: the seats that the field's first and second axis count
    HIDDEN = "hidden"  #: nobody


PUBLIC, OWNER, PAIR, HIDDEN = Visibility.PUBLIC, Visibility.OWNER, Visibility.PAIR, Visibility.HIDDEN


@dataclass(frozen=True)
class DependsOn:
    """Visibility that options decide: ``DependsOn(("reveal",), {("outcome",): OWNER}, otherwise=PUBLIC)``.

    It is looked up in `table` by the tuple of the options' values; `otherwise` serves the rest.
    """

    options: tuple[str, ...]
    table: Mapping[tuple[Any, ...], Visibility]
    otherwise: Visibility

    def resolve(self, options: Any) -> Visibility:
        """The visibility under given options."""
        return self.table.get(tuple(getattr(options, name) for name in self.options), self.otherwise)

    def __str__(self) -> str:
        cases = [
            f"{case.value} if " + ", ".join(f"{n}={v}" for n, v in zip(self.options, values, strict=True))
            for values, case in self.table.items()
        ]
        return "; ".join([*cases, f"else {self.otherwise.value}"])


@dataclass(frozen=True)
class SeenBy:
    """Visibility element by element, written down in the record itself: cards that some of the seats have seen.

    `field` names a public uint8 field of the same shape: bit p says that seat p knows the element, bit 7 that
    spectators do. Nobody knows an element without being named there, its owner neither.
    """

    field: str

    def __str__(self) -> str:
        return f"seats in {self.field}"

    def unseen(self, states: States, seats: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which elements ``[B, *shape]`` of `states` ``[B]`` the `seats` ``[B]`` (-1: spectator) do not know."""
        knowers = states[self.field]
        bits = np.where(seats < 0, SPECTATOR_BIT, seats).reshape(-1, *(1,) * (knowers.ndim - 1)).astype(np.uint8)
        return np.asarray((knowers >> bits) & 1 == 0)


#: The bit of a :class:`SeenBy` field that stands for everybody who watches.
SPECTATOR_BIT = 7


@dataclass(frozen=True)
class Field:
    """One field of a record.

    Attributes:
        name: as kernels name it.
        dtype: NumPy scalar type.
        shape: of the sub-array; ``()`` for a scalar. An OWNER field's first axis counts seats, and so do the first two
            of a PAIR field.
        visibility: who may see it.
        meaning: one line for the documentation, with units and what particular values stand for.
    """

    name: str
    dtype: Any
    shape: tuple[int, ...]
    visibility: Visibility | DependsOn | SeenBy
    meaning: str


def header(max_seats: int) -> list[Field]:
    """The fields that every record starts with, so that the core can work without knowing the game."""
    return [
        Field("rng", np.uint64, (4,), HIDDEN, "state of the game's random stream (xoshiro256++)"),
        Field("returns", np.float32, (max_seats,), PUBLIC, "reward so far, a seat"),
        Field("moves", np.int32, (), PUBLIC, "actions taken so far, by all seats"),
        Field("num_players", np.int8, (), PUBLIC, "seats that play"),
        Field("to_act", np.int8, (), PUBLIC, "seat to act"),
        Field("terminated", np.bool_, (), PUBLIC, "the game has ended by its rules"),
        Field("truncated", np.bool_, (), PUBLIC, "the game was cut off by its cap on length"),
    ]


class Schema:
    """The record of one game.

    Args:
        game: its name.
        options: the game's options dataclass; it becomes the nested record ``options``.
        max_seats: most seats the game can have.
        fields: the game's own fields.

    Attributes:
        dtype: the record as a NumPy dtype, without padding.
        fields: header, options and own fields in the order of the record.
    """

    def __init__(self, game: str, options: type, max_seats: int, fields: Sequence[Field]) -> None:
        self.game = game
        self.max_seats = max_seats
        nested = options_dtype(options)
        declared = [
            *header(max_seats),
            Field("options", nested, (), PUBLIC, "the game's options"),
            *fields,
        ]
        names = [field.name for field in declared]
        if len(set(names)) != len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"{game}: field {', '.join(twice)} is declared twice")
        taken = [name for name in [*names, *(nested.names or ())] if hasattr(np.record, name)]
        if taken:
            # Without the compiler, kernels read fields as attributes of NumPy's records, which have some of their own.
            raise ValueError(f"{game}: {', '.join(taken)}: NumPy's records have an attribute of that name; use another")
        for field in declared:
            cases = [field.visibility]
            if isinstance(field.visibility, DependsOn):
                cases = [*field.visibility.table.values(), field.visibility.otherwise]
            if OWNER in cases and field.shape[:1] != (max_seats,):
                raise ValueError(
                    f"{game}: field {field.name} belongs to its owner, so its first axis must be {max_seats} seats, "
                    f"not shape {field.shape}"
                )
            if PAIR in cases and field.shape[:2] != (max_seats, max_seats):
                raise ValueError(
                    f"{game}: field {field.name} is seen by either of two seats, so its first two axes must be "
                    f"{max_seats} seats, not shape {field.shape}"
                )
            if isinstance(field.visibility, SeenBy):
                self._check_knowers(field, field.visibility, declared)
            if field.shape and np.dtype(field.dtype) == np.bool_:
                raise ValueError(
                    f"{game}: field {field.name} is an array of bools, which Numba's records lack; use int8"
                )
        # Wide types first: aligned without holes, so that equal states are equal bytes.
        declared.sort(key=lambda field: -_alignment(field.dtype))
        size = sum(np.dtype((field.dtype, field.shape)).itemsize for field in declared)
        if size % 8:
            declared.append(Field("padding", np.uint8, (-size % 8,), PUBLIC, "zeros up to a multiple of 8 bytes"))
        self.fields: tuple[Field, ...] = tuple(declared)
        self.dtype = np.dtype([(f.name, f.dtype, f.shape) for f in self.fields], align=True)
        assert self.dtype.itemsize == sum(np.dtype((f.dtype, f.shape)).itemsize for f in self.fields)

    def _check_knowers(self, field: Field, seen_by: SeenBy, declared: Sequence[Field]) -> None:
        expected = (np.dtype(np.uint8), field.shape, PUBLIC)
        if expected not in [(np.dtype(f.dtype), f.shape, f.visibility) for f in declared if f.name == seen_by.field]:
            raise ValueError(
                f"{self.game}: field {field.name} is seen by the seats in {seen_by.field!r}, expected a public uint8 "
                f"field of that name and shape {field.shape}"
            )
        if self.max_seats > SPECTATOR_BIT:
            raise ValueError(
                f"{self.game}: {self.max_seats} seats, but a field of knowers has bits for {SPECTATOR_BIT}"
            )

    def visibility(self, field: Field, options: Any) -> Visibility | SeenBy:
        """Who may see `field` under `options`."""
        return field.visibility.resolve(options) if isinstance(field.visibility, DependsOn) else field.visibility

    def redact(self, states: States, players: npt.ArrayLike, options: Any) -> States:
        """A copy of `states` in which everything is zero that the seat in `players` must not know.

        Args:
            states: ``[B]`` records, all under `options`.
            players: a seat for all or ``[B]`` seats; -1 is a spectator, who sees what is public.
            options: the options dataclass that decides :class:`DependsOn` visibilities.
        """
        seats = checked_seats(players, self.game, states.shape, -1, self.max_seats - 1)
        out = states.copy()
        strangers = np.arange(self.max_seats) != seats[..., None]
        for field in self.fields:
            seen_by = self.visibility(field, options)
            if seen_by is HIDDEN:
                out[field.name] = 0
            elif seen_by is OWNER:
                out[field.name][strangers] = 0
            elif seen_by is PAIR:
                out[field.name][strangers[..., :, None] & strangers[..., None, :]] = 0
            elif isinstance(seen_by, SeenBy):
                out[field.name][seen_by.unseen(states, seats)] = 0
        return out

    def table(self) -> list[dict[str, str]]:
        """The record as rows (name, type, shape, who sees it, meaning) for the documentation."""
        return [
            {
                "field": f.name,
                "type": "record" if f.name == "options" else np.dtype(f.dtype).name,
                "shape": "" if not f.shape else " × ".join(map(str, f.shape)),
                "seen by": f.visibility.value if isinstance(f.visibility, Visibility) else str(f.visibility),
                "meaning": f.meaning,
            }
            for f in self.fields
        ]


def words_of(states: States) -> npt.NDArray[np.uint64]:
    """Contiguous records ``[B]`` as uint64 ``[B, words]``; the same memory."""
    return states.view(np.ndarray).view(np.uint64).reshape(len(states), states.dtype.itemsize // 8)


def octets_of(states: States) -> npt.NDArray[np.uint8]:
    """Contiguous records ``[B]`` as bytes ``[B, size]``; the same memory."""
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), states.dtype.itemsize)


def _alignment(kind: Any) -> int:
    return np.dtype(kind).alignment if np.dtype(kind).names is None else 2
