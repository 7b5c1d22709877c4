"""What the machine code of a kernel depends on, as one hash.

Numba stamps a cached function with the file it is written in and nothing else, so an edit to a helper or a table in
another file leaves callers running old machine code. A stamp over all source files would cure that, but it would say
what is on the disk *now*, not what this process imported before somebody edited it, and any edit would invalidate
everything. So the stamp is taken from what Numba really compiles: the bytecode of the function and of every function
that it reaches, and the values of the global constants that they name, which Numba freezes into machine code.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.extending import _Intrinsic

#: Packages whose functions count by name: their versions are part of every stamp.
STAMPED_PACKAGES = frozenset({"_operator", "builtins", "llvmlite", "math", "numba", "numpy", "operator"})


class UnknownDependencyError(Exception):
    """A kernel names a global whose effect on the machine code is not known."""


def fingerprint(function: FunctionType) -> str:
    """Hash over all that the machine code of `function` depends on but the types of its arguments: 24 hex digits.

    Raises:
        UnknownDependencyError: a global is neither a function, a module, a type nor a constant.
    """
    digest = hashlib.blake2b(repr(_environment()).encode(), digest_size=12)
    reached = {function: 0}
    pending = [function]
    for current in pending:  # grows on the way
        own, callees = _own_part(current)
        digest.update(own)
        for callee in callees:
            if callee not in reached:
                reached[callee] = len(pending)
                pending.append(callee)
            digest.update(reached[callee].to_bytes(4, "little"))
    return digest.hexdigest()


def _environment() -> tuple[Any, ...]:
    """Versions and settings that change what is compiled; the processor is part of Numba's own key."""
    settings: Any = numba.config
    return (
        *(package.__version__ for package in (numba, np, llvmlite)),
        sys.implementation.cache_tag,
        settings.BOUNDSCHECK,
        settings.DEBUGINFO_DEFAULT,
        str(settings.OPT),
    )


@cache
def _own_part(function: FunctionType) -> tuple[bytes, tuple[FunctionType, ...]]:
    """The hash of one function without those that it calls, and these in the order in which it names them."""
    callees: list[FunctionType] = []
    parts = [_code(function.__code__), _constant(function.__defaults__, "its defaults", callees)]
    for cell in function.__closure__ or ():
        parts.append(_constant(cell.cell_contents, "a variable of an enclosing function", callees))
    for name, value in _named_globals(function):
        parts.append(f"{name}={_constant(value, name, callees)}")
    return hashlib.blake2b("\n".join(parts).encode()).digest(), tuple(callees)


def _code(code: CodeType) -> str:
    constants = [_code(c) if isinstance(c, CodeType) else f"{type(c).__name__} {c!r}" for c in code.co_consts]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return repr((code.co_code, constants, names, code.co_argcount, code.co_flags, code.co_exceptiontable))


def _named_globals(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that `function` loads, those of modules by their dotted names."""
    scope = function.__globals__
    pending = [function.__code__]
    while pending:
        code = pending.pop()
        pending += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        instructions = [i for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]
        for position, instruction in enumerate(instructions):
            if instruction.opname not in ("LOAD_GLOBAL", "LOAD_NAME"):
                continue
            name = instruction.argval
            value = scope.get(name, vars(builtins).get(name, _MISSING))
            for following in instructions[position + 1 :]:
                if not isinstance(value, ModuleType) or following.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                    break
                name = f"{name}.{following.argval}"
                if _root(value.__name__) in STAMPED_PACKAGES:
                    value = _MISSING  # the name says it all
                else:
                    value = getattr(value, following.argval, _MISSING)
            yield name, value


class _Missing:
    """Stands for a name without a value that matters."""


_MISSING = _Missing()


def _root(module: str | None) -> str:
    return (module or "").partition(".")[0]


def _constant(value: Any, name: str, callees: list[FunctionType]) -> str:
    """`value` as text that is the same in every process; functions are added to `callees`."""
    if isinstance(value, Dispatcher):
        callees.append(value.py_func)
        return f"compiled with {sorted(value.targetoptions.items())!r}"
    if isinstance(value, _Intrinsic):
        callees.append(value._defn)
        return "intrinsic"
    for kinds, text in _TEXTS:
        if isinstance(value, kinds):
            return text(value)
    if isinstance(value, tuple | list | frozenset):
        items = sorted(value, key=repr) if isinstance(value, frozenset) else value
        return f"{type(value).__name__}({', '.join(_constant(item, name, callees) for item in items)})"
    if isinstance(value, type) and issubclass(value, Enum):
        return f"enumeration {[(member.name, member.value) for member in value]!r}"
    if _root(getattr(value, "__module__", None)) in STAMPED_PACKAGES and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, FunctionType):
        callees.append(value)
        return "function"
    raise UnknownDependencyError(f"{name}, a {type(value).__name__}")


def _array(value: np.ndarray[Any, Any]) -> str:
    if value.dtype.hasobject:
        raise UnknownDependencyError("an array of Python objects")
    return f"array {value.dtype.descr!r} {value.shape} {value.flags.f_contiguous} {value.tobytes().hex()}"


_TEXTS: tuple[tuple[Any, Callable[[Any], str]], ...] = (
    (_Missing, lambda value: "-"),
    (np.ndarray, _array),
    (np.generic, lambda value: f"{value.dtype.descr!r} {value.tobytes().hex()}"),
    (np.dtype, lambda value: repr(value.descr)),
    (np.ufunc, lambda value: f"ufunc {value.__name__}"),
    (types.Type, repr),
    (Enum, lambda value: f"{type(value).__name__}.{value.name} {value.value!r}"),
    ((bool, int, float, complex, str, bytes, type(None), type(Ellipsis)), lambda v: f"{type(v).__name__} {v!r}"),
    (BuiltinFunctionType, lambda value: f"{value.__module__}.{value.__qualname__}"),
)
