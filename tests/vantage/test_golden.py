"""The golden games read as they did when somebody last checked them against the rule book."""

from __future__ import annotations

import pytest

from tests.vantage.golden import FOLDER, GAMES, text_of


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    assert text_of(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_file_has_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
