"""The fields of a dataclass as options of a command line, with types, defaults and help from the fields."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Collection
from typing import Any


def add_fields(parser: argparse.ArgumentParser, kind: type, skip: Collection[str] = ()) -> None:
    """An option for every field of the dataclass `kind` that is not in `skip`.

    ``batch_size: int = 64`` becomes ``--batch-size N``. Metadata: ``help``, for numbers ``at_least`` and ``at_most``,
    and for words ``choices``, which the help shows and the dataclass itself checks. Options that are not
    given leave no trace in the parsed arguments.

    Raises:
        TypeError: a field whose default is no int, float, str, bool or tuple of ints.
    """
    for field in dataclasses.fields(kind):
        if field.name in skip:
            continue
        flag = "--" + field.name.replace("_", "-")
        text = _help(field)
        if isinstance(field.default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=text)
            continue
        read, shown = _reader(field)
        parser.add_argument(flag, dest=field.name, type=read, metavar=shown, default=argparse.SUPPRESS, help=text)


def given_fields(args: argparse.Namespace, kind: type) -> dict[str, Any]:
    """The values that the command line gives to fields of `kind`."""
    return {field.name: getattr(args, field.name) for field in dataclasses.fields(kind) if hasattr(args, field.name)}


def _help(field: dataclasses.Field[Any]) -> str:
    text = str(field.metadata.get("help", ""))
    low, high = field.metadata.get("at_least"), field.metadata.get("at_most")
    notes = [" or ".join(field.metadata.get("choices", ()))] * bool(field.metadata.get("choices"))
    if high is not None:
        notes.append(f"{low:g} to {high:g}")
    elif low is not None:
        notes.append(f"from {low:g}")
    if field.default not in ("", None):
        notes.append(f"default {_shown(field.default)}")
    note = f" ({'; '.join(notes)})" if notes else ""
    return f"{text}{note}".replace("%", "%%")


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return f"{value:,}".replace(",", "_") if isinstance(value, int) and value >= 10_000 else str(value)


def _reader(field: dataclasses.Field[Any]) -> tuple[Callable[[str], Any], str]:
    """What reads the value of `field`, and what stands for it in the help."""
    default = field.default
    if isinstance(default, int):
        return _number(int, "a whole number"), "N"
    if isinstance(default, float):
        return _number(float, "a number"), "X"
    if isinstance(default, str):
        return str, "TEXT"
    if isinstance(default, tuple) and all(isinstance(part, int) for part in default):
        return _numbers, "N,N"
    raise TypeError(f"no option can be made of the field {field.name}, whose default is {default!r}")


def _number(kind: type[int] | type[float], expected: str) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not {expected}") from None

    return read


def _numbers(text: str) -> tuple[int, ...]:
    read = _number(int, "a list of whole numbers separated by commas")
    try:
        return tuple(read(part) for part in text.split(","))
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of whole numbers separated by commas") from None
