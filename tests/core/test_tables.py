"""Tables of cards beside a game's modules."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ludarium.envs.core.tables import constant, number_of, read_table


def test_a_table_is_read_from_beside_a_module(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text('[{"name": "Ö", "cost": 2}, {"name": "B", "cost": 3}]', encoding="utf-8")
    module = str(tmp_path / "tables.py")
    assert [row["cost"] for row in read_table(module, "cards", ("name", "cost"))] == [2, 3]
    with pytest.raises(ValueError, match=r"cards\.json: Ö lacks points, copies"):
        read_table(module, "cards", ("cost", "points", "copies"))
    with pytest.raises(FileNotFoundError, match="tiles"):
        read_table(module, "tiles")


def test_words_have_numbers() -> None:
    assert number_of(("gold", "food"), "food", "cards.json: B") == 1
    with pytest.raises(ValueError, match=r"cards\.json: B: 'wood', expected one of 'gold', 'food'"):
        number_of(("gold", "food"), "wood", "cards.json: B")


def test_constants_cannot_be_written_to() -> None:
    array = constant([True, False], np.int8)
    assert array.dtype == np.int8 and constant([1]).dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 3
    source = np.arange(3)
    constant(source)
    source[0] = 5  # what it was made of stays as it was
