"""Counting and choosing legal actions, eight at a time: a random choice must not cost more than the step it chooses."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .kernels import jit_disabled, kernel, whole

_ONES = np.uint64(0x0101010101010101)
_LOW_BYTE = np.uint64(0xFF)
_S8, _S32, _S56 = np.uint64(8), np.uint64(32), np.uint64(56)


@intrinsic
def _read_word(typing_context: Any, mask: Any, start: Any) -> Any:
    """Eight entries of a mask as one number, wherever they lie in memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        word = builder.load(builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(64).as_pointer()))
        word.align = 1
        return word

    return types.uint64(mask, types.int64), generate


#: ``word_at(octets, start)``: eight bytes of ``octets[start:]`` as one number, wherever they lie.
word_at: Any = _read_word


@kernel
def _all_of_them(number: int) -> int:
    return number & -8


@kernel
def _none_of_them(number: int) -> int:
    return 0


#: ``whole_words(number)``: how many of `number` bytes make up words that can be read as such. The compiler alone reads
#: words, and their bytes are taken from the low end: elsewhere there are none.
whole_words: Any = _none_of_them if jit_disabled() or sys.byteorder != "little" else _all_of_them


@kernel
def count_legal(mask: Any) -> int:
    """How many ones `mask` (int8 ``[num_actions]`` of zeros and ones) holds."""
    words = whole_words(mask.shape[0])
    ones = np.uint64(0)
    for start in range(0, words, 8):
        ones += (word_at(mask, start) * _ONES) >> _S56  # the highest byte of the product is the sum of all bytes
    total = whole(ones)
    for action in range(words, mask.shape[0]):
        total += mask[action]
    return total


@kernel
def nth_legal(mask: Any, n: Any) -> int:
    """The action of the `n`-th one (from 0) in `mask`, which holds more than `n` ones."""
    words = whole_words(mask.shape[0])
    left = np.uint64(n)
    action = 0
    while action < words:
        sums = word_at(mask, action) * _ONES  # byte k: how many of bytes 0 to k are ones
        here = sums >> _S56
        if left < here:
            # Counting the actions before it has no branch that chance could mislead.
            for _ in range(8):
                action += (sums & _LOW_BYTE) <= left
                sums >>= _S8
            return action
        left -= here
        action += 8
    wanted = whole(left)
    seen = whole(0)  # without the compiler, a plain 0 would take on the mask's int8
    for candidate in range(words, mask.shape[0]):
        seen += mask[candidate]
        action += seen <= wanted
    return action


@kernel
def random_legal(mask: Any, bits: Any) -> int:
    """A uniform legal action from 64 random bits, -1 if there is none (biased by less than num_actions / 2**32)."""
    n = count_legal(mask)
    if n == 0:
        return -1
    return nth_legal(mask, whole(((bits >> _S32) * np.uint64(n)) >> _S32))


@kernel
def keep_best(mask: Any, weights: Any) -> None:
    """Weight 1 for the legal actions whose weight (float32 ``[num_actions]``) is greatest, and 0 for all others."""
    best = np.float32(-np.inf)
    for action in range(mask.shape[0]):
        if mask[action] and weights[action] > best:
            best = weights[action]
    for action in range(mask.shape[0]):
        weights[action] = (mask[action] > 0) & (weights[action] == best)
