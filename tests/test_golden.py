"""The golden games read as they did when somebody last checked them against the rule book."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

#: The modules ``tests.GAME.golden``, each with its ``FOLDER``, ``GAMES`` and ``text_of``.
MODULES = [
    import_module(f"tests.{path.parent.name}.golden") for path in sorted(Path(__file__).parent.glob("*/golden.py"))
]


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in MODULES for name in module.GAMES])
def test_golden_game(module: Any, name: str) -> None:
    assert module.text_of(name) == (module.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_every_golden_file_has_a_game(module: Any) -> None:
    assert {path.stem for path in module.FOLDER.glob("*.txt")} == set(module.GAMES)


def test_every_game_has_golden_games() -> None:
    assert [module.__name__ for module in MODULES] == [
        "tests.clank.golden",
        "tests.clank_catacombs.golden",
        "tests.kelp.golden",
        "tests.lockup.golden",
        "tests.vantage.golden",
    ]
