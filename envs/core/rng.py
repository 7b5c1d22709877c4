"""Random numbers whose state lies in the record.

A game's stream is xoshiro256++ (Blackman and Vigna), its four words the record's field ``rng``; seeds pass through
SplitMix64, as its authors recommend. Both are published with test vectors, which the tests use. Streams that belong to
a caller and not to a game (which legal action random play takes) are plain SplitMix64 counters.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from .kernels import Record, kernel, modular

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(0x100000000)
_S17, _S19, _S23, _S27, _S30, _S31, _S32, _S41, _S45 = (np.uint64(n) for n in (17, 19, 23, 27, 30, 31, 32, 41, 45))
_S11 = np.uint64(11)
_TO_UNIT = 2.0**-53


@kernel
@modular
def mix64(counter: Any) -> Any:
    """SplitMix64's output function: uint64 to uint64, a bijection."""
    z = counter
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel
@modular
def next_of_stream(counters: Any, stream: int) -> Any:
    """The next 64 random bits of one of the SplitMix64 streams whose states are `counters` (uint64 ``[B]``)."""
    counters[stream] = counters[stream] + GOLDEN_GAMMA
    return mix64(counters[stream])


@kernel
@modular
def seed_state(s: Record, seed: Any) -> None:
    """Sets ``s.rng`` to the first four SplitMix64 outputs from `seed` (uint64)."""
    counter = seed
    for word in range(4):
        counter = counter + GOLDEN_GAMMA
        s.rng[word] = mix64(counter)


@kernel
@modular
def next_u64(s: Record) -> Any:
    """The next 64 random bits of the game's stream (xoshiro256++)."""
    r = s.rng
    r0 = r[0]
    r1 = r[1]
    r2 = r[2]
    r3 = r[3]
    total = r0 + r3
    result = ((total << _S23) | (total >> _S41)) + r0
    shifted = r1 << _S17
    r2 ^= r0
    r3 ^= r1
    r1 ^= r2
    r0 ^= r3
    r2 ^= shifted
    r3 = (r3 << _S45) | (r3 >> _S19)
    r[0] = r0
    r[1] = r1
    r[2] = r2
    r[3] = r3
    return result


@kernel
def below(s: Record, n: Any) -> Any:
    """A uniform integer in [0, n), 0 < n < 2**32, from the game's stream; unbiased (Lemire's rejection)."""
    bound = np.uint64(n)
    product = (next_u64(s) >> _S32) * bound
    low = product & _LOW_32
    if low < bound:
        threshold = (_TWO_32 - bound) % bound
        while low < threshold:
            product = (next_u64(s) >> _S32) * bound
            low = product & _LOW_32
    return np.int64(product >> _S32)


@kernel
def nth_card(counts: Any, first: int, stop: int, n: Any) -> int:
    """The kind of the `n`-th card (from 0), where ``counts[kind]`` cards of each kind in [first, stop) lie in order.

    With ``n = below(s, cards)`` that is a uniformly random card. `stop` where there are no more than `n` cards.
    """
    # Counting the kinds before it has no branch that chance could mislead.
    kind = first
    seen = np.int64(0)  # without the compiler, a plain 0 would take on the counts' narrow type
    for candidate in range(first, stop):
        seen += counts[candidate]
        kind += seen <= n
    return kind


@kernel
def unit(bits: Any) -> Any:
    """64 random bits as a float64 in [0, 1)."""
    return np.float64(bits >> _S11) * _TO_UNIT


def seeds_of_slots(seed: int, slots: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """One seed a slot, independent of how many slots there are: uint64 ``[slots]``.

    Raises:
        ValueError: `seed` is not an integer in [0, 2**64).
    """
    start = np.uint64(checked_seed(seed))
    return _mix_all(start + GOLDEN_GAMMA * np.arange(first, first + slots, dtype=np.uint64))


def uniforms(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
    """A number in [0, 1) for each of `seeds` (uint64 ``[B]``), float64 ``[B]``."""
    return np.asarray((_mix_all(seeds + GOLDEN_GAMMA) >> _S11) * _TO_UNIT)


def derived_seeds(seeds: npt.NDArray[np.uint64], stream: int) -> npt.NDArray[np.uint64]:
    """New seeds from `seeds` (uint64 ``[B]``), independent for every number `stream` ≥ 0."""
    return _mix_all(seeds ^ _mix_all(np.full(1, stream + 1, np.uint64)))


def _mix_all(counters: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """:func:`mix64` of an array; NumPy's integers wrap around, as meant here."""
    z = (counters ^ (counters >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return np.asarray(z ^ (z >> _S31), dtype=np.uint64)


def checked_seed(seed: int) -> int:
    """`seed` as a plain int.

    Raises:
        ValueError: it is not an integer in [0, 2**64).
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= int(seed) < 2**64:
        raise ValueError(f"seed is {seed!r}, expected an integer from 0 to 2**64 - 1")
    return int(seed)


def fresh_seed() -> int:
    """A seed from the operating system's entropy, for runs that ask for none."""
    return secrets.randbits(63)
