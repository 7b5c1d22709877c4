"""Tables of cards and tiles: JSON files beside a game's modules, made constant arrays for its kernels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def read_table(module: str, name: str, columns: Iterable[str] = ()) -> Any:
    """What ``NAME.json`` holds.

    Args:
        module: ``__file__`` of a module in the same folder.
        name: of the file, without its ending.
        columns: what every row of the table must have.

    Raises:
        ValueError: a row lacks a column.
    """
    table = json.loads(Path(module).with_name(f"{name}.json").read_text(encoding="utf-8"))
    wanted = tuple(columns)
    for row in table if wanted else ():
        missing = [column for column in wanted if column not in row]
        if missing:
            raise ValueError(f"{name}.json: {row['name']} lacks {', '.join(missing)}")
    return table


def number_of(words: Sequence[str], word: str, where: str) -> int:
    """The place of `word` in `words`.

    Raises:
        ValueError: a word that no rule explains; the message begins with `where` it stands.
    """
    if word not in words:
        raise ValueError(f"{where}: {word!r}, expected one of {', '.join(map(repr, words))}")
    return words.index(word)


def constant(values: Any, dtype: Any = np.int64) -> npt.NDArray[Any]:
    """`values` as a read-only array, which kernels freeze into their code."""
    array: npt.NDArray[Any] = np.array(values, dtype)
    array.setflags(write=False)
    return array
