"""What machine code depends on: everything that changes it, and nothing that does not."""

import math
import types
from enum import IntEnum
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from ludarium.envs.core.fingerprint import UnknownDependencyError, fingerprint
from ludarium.envs.core.kernels import kernel
from ludarium.envs.core.records import copy_record

SOURCE = """
def f(x):
    return g(x) + CONSTANT
"""


class Suit(IntEnum):
    RED = 1
    BLUE = 2


def function(source: str = SOURCE, name: str = "f", **names: Any) -> FunctionType:
    exec(source, names)
    made = names[name]
    assert isinstance(made, FunctionType)
    return made


def helper(text: str, **names: Any) -> Any:
    return kernel(function(f"def g(x):\n    return {text}\n", "g", **names))


def stamp(constant: Any = 1, g: Any = None, source: str = SOURCE) -> str:
    return fingerprint(function(source, g=helper("x + 1") if g is None else g, CONSTANT=constant))


def test_the_same_code_has_the_same_stamp() -> None:
    assert stamp() == stamp()
    assert len(stamp()) == 24


def test_names_and_lines_elsewhere_do_not_matter() -> None:
    assert stamp(source="\n\n\n# a comment\nUNUSED = 5\n" + SOURCE) == stamp()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1, 1.0),
        (1, True),
        (0.0, -0.0),
        ("a", "b"),
        ((1, 2), (1, 3)),
        (np.int8(1), np.int16(1)),
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([1, 2]), np.array([1, 2], np.int32)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.asarray([[0, 1], [0, 1]]), np.asarray([[0, 0], [1, 1]]).T),
        (Suit.RED, Suit.BLUE),
        (numba.int8, numba.int16),
        (np.dtype(np.int8), np.dtype(np.int16)),
        (math.sin, math.cos),
        (np.sin, np.cos),
        (abs, max),
        (None, False),
    ],
)
def test_constants_matter(one: Any, other: Any) -> None:
    assert stamp(one) != stamp(other)
    assert stamp(one) == stamp(one)


def test_the_body_matters() -> None:
    assert stamp(source=SOURCE.replace("+", "-")) != stamp()
    assert stamp(source=SOURCE.replace("CONSTANT", "CONSTANT + 1")) != stamp()


def test_what_is_called_matters_however_deep() -> None:
    deep = [helper("h(x)", h=kernel(function(f"def h(x):\n    return x + {n}\n", "h"))) for n in (1, 1, 2)]
    assert stamp(g=deep[0]) == stamp(g=deep[1]) != stamp(g=deep[2])


def test_how_it_is_compiled_matters() -> None:
    plain = function("def g(x):\n    return x + 1\n", "g")
    assert len({stamp(g=g) for g in (kernel(plain), numba.njit(plain), numba.njit(fastmath=True)(plain))}) == 3


def test_names_of_modules_matter_by_their_values() -> None:
    source = "def f(x):\n    return m.inner.g(x) + m.CONSTANT\n"

    def module(constant: int, text: str) -> types.ModuleType:
        inner, outer = types.ModuleType("inner"), types.ModuleType("outer")
        inner.g = helper(text)  # type: ignore[attr-defined]
        outer.inner, outer.CONSTANT, outer.OTHER = inner, constant, object()  # type: ignore[attr-defined]
        return outer

    stamps = [fingerprint(function(source, m=module(*m))) for m in ((1, "x"), (1, "x"), (2, "x"), (1, "-x"))]
    assert stamps[0] == stamps[1] and len(set(stamps)) == 3
    assert fingerprint(function("def f(x):\n    return m.sin(x)\n", m=np)) != fingerprint(
        function("def f(x):\n    return m.cos(x)\n", m=np)
    )


def test_defaults_and_enclosing_variables_matter() -> None:
    def closing(over: int) -> FunctionType:
        def f(x: int) -> int:
            return x + over

        return f

    assert fingerprint(closing(1)) != fingerprint(closing(2))
    one, two = (function(f"def f(x, y={n}):\n    return x + y\n") for n in (1, 2))
    assert fingerprint(one) != fingerprint(two)


def test_functions_that_call_each_other_come_to_an_end() -> None:
    names: dict[str, Any] = {}
    exec("def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\n", names)
    assert fingerprint(names["f"]) == fingerprint(names["f"])


def test_intrinsics_matter() -> None:
    assert stamp(g=copy_record) != stamp()
    assert stamp(g=copy_record) == stamp(g=copy_record)


@pytest.mark.parametrize("constant", [object(), {1: 2}, np.array([None])])
def test_what_is_not_understood_is_said(constant: Any) -> None:
    with pytest.raises(UnknownDependencyError, match=r"CONSTANT, a|an array of Python objects"):
        stamp(constant)


def test_a_function_that_is_not_understood_is_compiled_with_a_warning_and_not_kept() -> None:
    strange = kernel(function("def f(x):\n    if TABLE is None:\n        return x\n    return x + 1\n", TABLE=object()))
    with pytest.warns(RuntimeWarning, match=r"f is compiled anew in every process: it uses TABLE, a object"):
        file = strange._cache.file((numba.int64,), strange.targetctx)  # type: ignore[attr-defined]
    assert file is None


def test_settings_of_the_compiler_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamp()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert stamp() != before
