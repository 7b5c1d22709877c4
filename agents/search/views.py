"""What a seat sees of a state, as a number: states that look the same to it have the same hash."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import kernel, modular, whole
from ludarium.envs.core.masks import whole_words, word_at
from ludarium.envs.core.rng import mix64
from ludarium.envs.core.schema import OWNER, PAIR, PUBLIC, SeenBy

from ..positions import bits_of

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_S31 = np.uint64(31)
_ONES, _BYTE = np.uint64(0x0101010101010101), np.uint64(0xFF)


@dataclass(frozen=True)
class Views:
    """Which bits of a record each viewer sees.

    The viewers are the seats and, last, one who sees everything but the random stream.

    Attributes:
        bits: uint64 ``[seats + 1, words]``, ones where the viewer sees the record whatever stands there.
        marked: int64 ``[K, 4]``, the fields whose elements are seen by the seats that the record itself names: first
            byte, number of elements, bytes of an element, and first byte of the field that names the seats.
    """

    bits: npt.NDArray[np.uint64]
    marked: npt.NDArray[np.int64]

    @classmethod
    def of(cls, game: Game) -> Views:
        """The views of `game` under its options."""
        schema, options = game.spec.schema, game.options
        visibility = {field.name: schema.visibility(field, options) for field in schema.fields}
        shapes = {field.name: field.shape for field in schema.fields}

        def seen(name: str, seat: int) -> Any:
            kind = visibility[name]
            own = np.arange(schema.max_seats) == seat
            if kind is OWNER:
                return 255 * own.reshape(-1, *[1] * (len(shapes[name]) - 1))
            if kind is PAIR:
                return 255 * (own[:, None] | own[None, :]).reshape(*own.shape * 2, *[1] * (len(shapes[name]) - 2))
            return 255 * (kind is PUBLIC)

        by_seat = [bits_of(game, partial(seen, seat=seat)) for seat in range(game.num_players)]
        places: Any = schema.dtype.fields
        marked = [
            (
                places[name][1],
                int(np.prod(shapes[name], dtype=np.int64)),
                places[name][0].base.itemsize,
                places[kind.field][1],
            )
            for name, kind in visibility.items()
            if isinstance(kind, SeenBy)
        ]
        everything = bits_of(game, lambda name: 255 * (name != "rng"))
        return cls(np.stack([*by_seat, everything]), np.array(marked, np.int64).reshape(-1, 4))


@kernel
@modular
def hash_of_view(words: Any, octets: Any, at: int, viewer: int, bits: Any, marked: Any) -> Any:
    """What `viewer` sees of a record, as 64 bits.

    Args:
        words: records as uint64 ``[B, words]``.
        octets: the same memory as uint8 ``[B, bytes]``.
        at: which record.
        viewer: a row of `bits`.
        bits: :attr:`Views.bits`.
        marked: :attr:`Views.marked`.
    """
    number = words.shape[1]
    first = np.uint64(viewer + 1)
    second = first + _ONES
    third = second + _ONES
    fourth = third + _ONES
    # Four chains of multiplications run side by side.
    for w in range(0, number & ~3, 4):
        first = (first ^ (words[at, w] & bits[viewer, w])) * _MULTIPLIER
        second = (second ^ (words[at, w + 1] & bits[viewer, w + 1])) * _MULTIPLIER
        third = (third ^ (words[at, w + 2] & bits[viewer, w + 2])) * _MULTIPLIER
        fourth = (fourth ^ (words[at, w + 3] & bits[viewer, w + 3])) * _MULTIPLIER
        first ^= first >> _S31
        second ^= second >> _S31
        third ^= third >> _S31
        fourth ^= fourth >> _S31
    for w in range(number & ~3, number):
        first = (first ^ (words[at, w] & bits[viewer, w])) * _MULTIPLIER
        first ^= first >> _S31
    if viewer < bits.shape[0] - 1:
        for field in range(marked.shape[0]):
            second = _with_marked(octets[at], viewer, marked[field], second)
    return mix64(first ^ mix64(second ^ mix64(third ^ mix64(fourth))))


@kernel
@modular
def _with_marked(octets: Any, viewer: int, marked: Any, start: Any) -> Any:
    """The hash `start` with what a viewer sees of one field whose elements name their seats."""
    values = marked[0]
    number = marked[1]
    size = marked[2]
    seats = marked[3]
    found = start
    element = whole(0)
    if size == 1:
        # Eight elements at once: a byte of ones for each that the viewer sees.
        shift = np.uint64(viewer)
        for first in range(0, whole_words(number), 8):
            seen = ((word_at(octets, seats + first) >> shift) & _ONES) * _BYTE
            found = (found ^ (word_at(octets, values + first) & seen)) * _MULTIPLIER
            found ^= found >> _S31
        element = whole_words(number)
    while element < number:
        if (octets[seats + element] >> np.uint8(viewer)) & 1:
            for byte in range(size):
                found = (found ^ np.uint64(octets[values + element * size + byte])) * _MULTIPLIER
                found ^= found >> _S31
        found = found * _MULTIPLIER + _ONES
        element += 1
    return found
