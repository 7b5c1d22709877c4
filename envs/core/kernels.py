"""The decorator for rule kernels, and the binding of engine templates to a game.

A *kernel* is a scalar function over one record of state: no allocation, no exceptions, no Python objects (so that it
also compiles for CUDA). A *template* is a function of the engine that names kernels (``step``, ``legal`` …) as globals
which do not exist until the template is bound to a game.

A closure over kernels would read better, but Numba never finds one in its cache again: the key of a closure contains
an id that is unique to the process. A function with globals of its own is found.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba import types

from .cache import KernelCache, cache_root, locked

Function = TypeVar("Function", bound=Callable[..., Any])

#: One element of an array of states. What its fields are is known to Numba and to the game's schema, not to a checker.
Record: TypeAlias = Any

#: A number of a record as a plain integer: without the compiler, arithmetic in a record's narrow types would overflow.
whole: Callable[[Any], Any] = np.int64

#: Types of template parameters by name: a name means the same thing in every template.
PARAMETER_TYPES: dict[str, types.Type] = {
    "index": types.int64,
    "start": types.int64,
    "stop": types.int64,
    "steps": types.int64,
    "player": types.int64,
    "action": types.int64,
    "seed": types.uint64,
    "restart": types.boolean,
    "reseed": types.boolean,
    "indices": types.int64[::1],
    "actions": types.int64[::1],
    "players": types.int64[::1],
    "seeds": types.uint64[::1],
    "policy_seeds": types.uint64[::1],
    "mask": types.int8[::1],
    "masks": types.int8[:, ::1],
    "observation": types.float32[::1],
    "observations": types.float32[:, ::1],
    "weights": types.float32[:, ::1],
    "to_act": types.int64[::1],
    "rewards": types.float32[:, ::1],
    "terminated": types.boolean[::1],
    "truncated": types.boolean[::1],
    "final_returns": types.float32[:, ::1],
    "final_observations": types.float32[:, :, ::1],
    "counts": types.int64[::1],
}


def _import_without_scipy() -> None:
    """Imports what Numba imports at the first compilation, but not scipy's linear algebra along with it.

    Numba loads that to see whether it is there, which takes a fifth of the time to the first step of a process. Whether
    scipy is there can be seen without loading it, and a function that needs it loads it later.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    from numba.np import linalg

    load = linalg.ensure_blas

    def look() -> None:
        if importlib.util.find_spec("scipy") is None:
            raise ImportError("scipy is not installed")

    linalg.ensure_blas = look
    try:
        from numba.np import arraymath

        arraymath.ensure_blas = load
    finally:
        linalg.ensure_blas = load


def jit_disabled() -> bool:
    """Whether Numba compiles nothing in this process (``NUMBA_DISABLE_JIT=1``)."""
    return bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def _compile(function: FunctionType, inline: bool = False, from_python: bool = True) -> Any:
    if jit_disabled():
        return function
    _import_without_scipy()
    dispatcher: Any = _njit(function, forceinline=inline, no_cpython_wrapper=not from_python)
    dispatcher._cache = KernelCache(function)
    return dispatcher


# Without Numba's runtime a function cannot allocate, which is what a kernel promises, and arrays passed from function
# to function are not reference-counted, which halves the time of a step.
# Nobody takes a kernel's address from C, and the wrapper for that is a fifth of the time of compiling.
_njit: Any = functools.partial(numba.njit, nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True)


def kernel(function: Function) -> Function:
    """Marks `function` as a rule kernel: compiled on first use, cached for later processes, callable from kernels.

    It becomes part of whatever calls it.
    """
    return _compile(function, inline=True)  # type: ignore[arg-type]


def seldom(function: Function) -> Function:
    """Marks `function` as a rule kernel that play seldom comes to.

    It stays a function of its own, unless the compiler finds that not worth while: code that is rarely run should not
    stand between what is run all the time, and takes long to compile wherever it is called.
    """
    return _compile(function, inline=False)  # type: ignore[arg-type]


def modular(function: Function) -> Function:
    """Says that integers are meant to wrap around in `function`, of which NumPy would warn without the compiler."""
    return np.errstate(over="ignore")(function) if jit_disabled() else function


def bind(
    template: Callable[..., Any],
    owner: str,
    bindings: Mapping[str, Any],
    parameter_types: Mapping[str, Any] | None = None,
) -> Any:
    """Binds an engine template to a game's kernels.

    Args:
        template: plain function whose globals `bindings` supplies.
        owner: name of the game; it becomes part of the function's qualified name, hence of its cache entry.
        bindings: kernels and constants by the names that the template uses.
        parameter_types: Numba types by parameter name, beside :data:`PARAMETER_TYPES`. None: the function is a kernel
            itself, compiled for whatever calls it.

    Returns:
        With `parameter_types` a function compiled for exactly these types (or loaded from the cache): it takes arrays
        of these types alone, and whatever Numba converts to the scalars among them. Compiling says so on the terminal.
    """
    code = template.__code__
    bound = FunctionType(code, {**template.__globals__, **bindings}, template.__name__, template.__defaults__)
    bound.__module__ = template.__module__
    bound.__qualname__ = f"{template.__qualname__}[{owner}]"
    bound.__doc__ = template.__doc__
    if parameter_types is None:
        return _compile(bound, inline=True, from_python=False)
    if jit_disabled():
        return bound
    known = {**PARAMETER_TYPES, **parameter_types}
    signature = tuple(known[name] for name in code.co_varnames[: code.co_argcount])
    return _compile_eagerly(bound, owner, signature)


def _compile_eagerly(function: FunctionType, owner: str, signature: tuple[Any, ...]) -> Any:
    dispatcher = _compile(function)
    file = dispatcher._cache.file(signature, dispatcher.targetctx)
    if file is not None and file.exists():
        dispatcher.compile(signature)
    else:
        # One process compiles, the others wait here and load.
        with locked(owner):
            if file is None or not file.exists():
                _say_what_is_compiled(function, owner)
            dispatcher.compile(signature)
            _wipe_line()
    dispatcher.disable_compile()
    return dispatcher


def _say_what_is_compiled(function: FunctionType, owner: str) -> None:
    kept = "in every process" if cache_root() is None else "once, kept for next time"
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[Kludarium: compiling {owner}: {function.__name__} ({kept})")
        sys.stderr.flush()
    elif owner not in _announced:
        # A log file wants one line a game, not one a function.
        _announced.add(owner)
        sys.stderr.write(f"ludarium: compiling {owner} ({kept})\n")


def _wipe_line() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


_announced: set[str] = set()
