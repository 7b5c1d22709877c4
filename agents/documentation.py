"""The table of agents on their documentation page; ``python -m ludarium.agents.documentation`` brings it up to date."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from ludarium.envs.core.documentation import filled_page, markdown_table
from ludarium.envs.core.options import expected

from .registry import BUILT_IN, agent_options, list_agents

_PLACE = "<!-- generated: agents -->"


def agents_table() -> str:
    """Every agent of the suite with its options."""
    rows = []
    meanings = list_agents()
    for name in BUILT_IN:
        rows.append({"agent": f"`{name}`", "option": "", "values": "", "default": "", "meaning": meanings[name]})
        for field in dataclasses.fields(agent_options(name)):
            rows.append(
                {
                    "agent": "",
                    "option": f"`{field.name}`",
                    "values": expected(field),
                    "default": str(field.default).lower(),
                    "meaning": field.metadata["help"],
                }
            )
    return markdown_table(rows)


def generated_page(text: str) -> str:
    """The page with its table as it should be.

    Raises:
        ValueError: the page has no place for one.
    """
    number = text.count(_PLACE)
    if number != 1:
        raise ValueError(f"the page has {number} places for the table of agents, expected one")
    return filled_page(text, "agents", {"agents": lambda _: agents_table()})


def main() -> None:
    """Writes ``docs/agents.md`` of the repository that one stands in."""
    path = Path("docs/agents.md")
    path.write_text(generated_page(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
