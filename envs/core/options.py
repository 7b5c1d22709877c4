"""Options of a game: one frozen dataclass a game, each field with its range, its default and its line of help.

In the record an option is a small integer: the number itself, the index of a choice, or 0 and 1 for a flag.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

_RECORD_TYPE = np.int16


class OptionError(ValueError):
    """An unknown option, a value out of range, or options that contradict each other."""


def integer(default: int, low: int, high: int, help: str) -> Any:
    """A whole number from `low` to `high`, both included.

    Raises:
        ValueError: the record cannot hold them, or `default` is not among them.
    """
    limits = np.iinfo(_RECORD_TYPE)
    if not limits.min <= low <= default <= high <= limits.max:
        raise ValueError(f"option from {low} to {high} by default {default}: expected low <= default <= high, in int16")
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "help": help})


def choice(default: str, choices: Sequence[str], help: str) -> Any:
    """One of `choices`; the record holds its index.

    Raises:
        ValueError: `default` is not one of them.
    """
    if default not in choices:
        raise ValueError(f"option is {default!r} by default, expected one of {', '.join(choices)}")
    return dataclasses.field(default=default, metadata={"choices": tuple(choices), "help": help})


def flag(default: bool, help: str) -> Any:
    """True or False."""
    return dataclasses.field(default=default, metadata={"flag": True, "help": help})


def real(default: float, low: float, high: float, help: str) -> Any:
    """A number from `low` to `high`, both included. Agents may have such options; the record of a game has no room."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "real": True, "help": help})


def words(default: str, help: str) -> Any:
    """Any text. Agents may have such options; the record of a game has no room."""
    return dataclasses.field(default=default, metadata={"text": True, "help": help})


def expected(field: dataclasses.Field[Any]) -> str:
    """The values that `field` takes, in words: ``"3 to 8"``, ``"shared or separate"``."""
    if "choices" in field.metadata:
        return " or ".join(field.metadata["choices"])
    if "flag" in field.metadata:
        return "true or false"
    if "text" in field.metadata:
        return "a text"
    return f"{field.metadata['low']} to {field.metadata['high']}"


def _checked(game: str, field: dataclasses.Field[Any], value: Any) -> Any:
    """`value` as the field's own type; strings from the command line are read."""
    problem = OptionError(f"{game}: option {field.name} is {value!r}, expected {expected(field)}")
    if "choices" in field.metadata:
        if not isinstance(value, str) or value not in field.metadata["choices"]:
            raise problem
        return str(value)
    if "flag" in field.metadata:
        known = {"true": True, "1": True, "false": False, "0": False}
        if isinstance(value, str) and value.lower() in known:
            return known[value.lower()]
        if isinstance(value, bool | np.bool_):
            return bool(value)
        raise problem
    if "text" in field.metadata:
        if not isinstance(value, str):
            raise problem
        return value
    number = float if "real" in field.metadata else int
    if isinstance(value, str):
        try:
            value = number(value)
        except ValueError:
            raise problem from None
    if isinstance(value, bool) or not isinstance(value, (number, int, np.integer)):
        raise problem
    if not field.metadata["low"] <= value <= field.metadata["high"]:  # which nothing is that is not a number
        raise problem
    return number(value)


def build_options(game: str, kind: type, values: Mapping[str, Any]) -> Any:
    """An instance of the options dataclass `kind` from `values`, every one checked.

    Raises:
        OptionError: unknown name, value out of range, or a combination that the dataclass's ``check`` refuses.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for name in values:
        if name not in fields:
            known = f"expected one of {', '.join(fields)}" if fields else "it has no options"
            raise OptionError(f"{game}: unknown option {name!r}, {known}")
    options = kind(**{name: _checked(game, fields[name], value) for name, value in values.items()})
    check = getattr(options, "check", None)
    if check is not None:
        problem = check()
        if problem:
            raise OptionError(f"{game}: {problem}")
    return options


def options_dtype(kind: type) -> np.dtype[Any]:
    """The nested record that holds the options: one int16 a field."""
    return np.dtype([(field.name, _RECORD_TYPE) for field in dataclasses.fields(kind)])


def options_record(options: Any) -> tuple[int, ...]:
    """The values that go into the nested record, in field order."""
    out: list[int] = []
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        out.append(field.metadata["choices"].index(value) if "choices" in field.metadata else int(value))
    return tuple(out)


def options_from_record(kind: type, record: Any) -> Any:
    """The options dataclass that a nested record stands for (the reverse of :func:`options_record`)."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        number = int(record[field.name])
        if "choices" in field.metadata:
            values[field.name] = field.metadata["choices"][number]
        else:
            values[field.name] = bool(number) if "flag" in field.metadata else number
    return kind(**values)


def changed_options(options: Any) -> dict[str, Any]:
    """The options that differ from their defaults, in field order."""
    return {
        field.name: getattr(options, field.name)
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != field.default
    }
