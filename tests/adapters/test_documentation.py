"""The examples on the documentation pages run, in order, as one program a page."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs" / "adapters"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


OPENSPIEL = pytest.mark.skipif(find_spec("pyspiel") is None, reason="needs ludarium[openspiel]")


@pytest.mark.parametrize(
    "page", ["pettingzoo.md", "gymnasium.md", "stable_baselines3.md", pytest.param("openspiel.md", marks=OPENSPIEL)]
)
def test_examples_run(page: str) -> None:
    text = (PAGES / page).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) >= 3
    names: dict[str, Any] = {}
    for block in blocks:
        line = text[: block.start(1)].count("\n")
        exec(compile("\n" * line + block[1], str(PAGES / page), "exec"), names)
