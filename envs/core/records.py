"""Moving plain memory in blocks, where Numba or LLVM would go byte by byte.

Numba assigns a record as one value of hundreds of single bytes, which costs more than a step of a small game, and LLVM
turns a short loop that converts counts to floats into as many single conversions. Both are a few instructions.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from .kernels import jit_disabled


def _copy_in_python(destination: Any, to: int, source: Any, index: int) -> None:
    destination[to] = source[index]


@intrinsic
def _copy_compiled(typing_context: Any, destination: Any, to: Any, source: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = ir.Constant(ir.IntType(64), destination.dtype.size)
        byte = ir.IntType(8).as_pointer()
        places = []
        for kind, array, position in ((destination, arguments[0], arguments[1]), (source, arguments[2], arguments[3])):
            start = builder.bitcast(context.make_array(kind)(context, builder, array).data, byte)
            places.append(builder.gep(start, [builder.mul(position, size)]))
        cgutils.raw_memcpy(builder, places[0], places[1], size, 1, align=1)
        return context.get_dummy_value()

    if destination.dtype != source.dtype:
        return None
    return types.void(destination, types.int64, source, types.int64), generate


#: ``copy_record(destination, to, source, index)``: the record ``source[index]`` into ``destination[to]``.
copy_record: Any = _copy_in_python if jit_disabled() else _copy_compiled


def _write_in_python(counts: Any, first: int, number: int, out: Any, at: int) -> None:
    out[at : at + number] = counts.reshape(-1)[first : first + number]


@intrinsic(prefer_literal=True)
def _write_compiled(typing_context: Any, counts: Any, first: Any, number: Any, out: Any, at: Any) -> Any:
    if not isinstance(number, types.IntegerLiteral):
        raise TypingError(f"write_counts: number is {number}, expected a constant")
    if counts.dtype not in (types.int8, types.int16, types.int32) or out.dtype != types.float32:
        raise TypingError(f"write_counts: counts of {counts.dtype} into {out.dtype}, expected integers into float32")
    whole = types.int64
    signature = types.void(counts, whole, number, out, whole)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        length = number.literal_value

        def vector(kind: Any, array: Any, position: Any, element: Any) -> Any:
            start = builder.gep(context.make_array(kind)(context, builder, array).data, [position])
            return builder.bitcast(start, ir.VectorType(element, length).as_pointer())

        source = builder.load(vector(counts, arguments[0], arguments[1], ir.IntType(counts.dtype.bitwidth)))
        source.align = counts.dtype.bitwidth // 8
        floats = builder.sitofp(source, ir.VectorType(ir.FloatType(), length))
        builder.store(floats, vector(out, arguments[3], arguments[4], ir.FloatType()), align=4)
        return context.get_dummy_value()

    return signature, generate


#: ``write_counts(counts, first, number, out, at)``: `number` integers (a constant) of the record's array `counts`, from
#: its element `first` on as it lies in memory, into ``out[at:]`` (float32). Bounds are the caller's business.
write_counts: Any = _write_in_python if jit_disabled() else _write_compiled


def _mark_in_python(counts: Any, first: int, number: int, mask: Any, at: int) -> None:
    mask[at : at + number] = counts.reshape(-1)[first : first + number] > 0


@intrinsic(prefer_literal=True)
def _mark_compiled(typing_context: Any, counts: Any, first: Any, number: Any, mask: Any, at: Any) -> Any:
    if not isinstance(number, types.IntegerLiteral):
        raise TypingError(f"mark_present: number is {number}, expected a constant")
    if counts.dtype != types.int8 or mask.dtype != types.int8:
        raise TypingError(f"mark_present: counts of {counts.dtype} into {mask.dtype}, expected int8 into int8")
    whole = types.int64
    signature = types.void(counts, whole, number, mask, whole)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = ir.VectorType(ir.IntType(8), number.literal_value)

        def vector(kind: Any, array: Any, position: Any) -> Any:
            start = builder.gep(context.make_array(kind)(context, builder, array).data, [position])
            return builder.bitcast(start, block.as_pointer())

        source = builder.load(vector(counts, arguments[0], arguments[1]))
        source.align = 1
        present = builder.icmp_signed(">", source, ir.Constant(block, None))
        builder.store(builder.zext(present, block), vector(mask, arguments[3], arguments[4]), align=1)
        return context.get_dummy_value()

    return signature, generate


#: ``mark_present(counts, first, number, mask, at)``: 1 into ``mask[at:]`` for each of the `number` int8 (a constant) of
#: `counts` from its element `first` on that is above 0, else 0. Bounds are the caller's business.
mark_present: Any = _mark_in_python if jit_disabled() else _mark_compiled
