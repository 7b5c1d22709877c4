"""The page on agents: its table is the registry's."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.agents.documentation import agents_table, generated_page
from ludarium.agents.random import RandomAgent
from ludarium.agents.registry import BUILT_IN, list_agents, register_agent

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"


def test_the_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert generated_page(text) == text, "run: python -m ludarium.agents.documentation"


def test_every_agent_of_the_suite_is_in_the_table_and_no_other() -> None:
    if "guest" not in list_agents():
        register_agent("guest", lambda game: RandomAgent())
    table = agents_table()
    assert all((f"| `{name}` |" in table) == (name in BUILT_IN) for name in list_agents())
    assert "| `simulations` | 1 to 100000000 | 1000 |" in table


@pytest.mark.parametrize("text", ["", 2 * "<!-- generated: agents -->\n\n<!-- end -->\n"])
def test_a_page_without_one_place_for_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"places for the table of agents, expected one$"):
        generated_page(text)
