"""Copying records as the plain bytes they are.

Numba assigns a record as one value of hundreds of single bytes, which costs more than a step of a small game. A copy of
memory takes a few nanoseconds.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
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
