"""The table of agents on their documentation page; ``python -m ludarium.agents.documentation`` brings it up to date."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from ludarium.envs.core.documentation import markdown_table
from ludarium.envs.core.options import expected

from .registry import BUILT_IN, agent_options, list_agents

_TABLE = re.compile(r"(<!-- generated: agents -->\n).*?(\n<!-- end -->)", re.DOTALL)


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
    page, number = _TABLE.subn(lambda found: f"{found[1]}\n{agents_table()}\n{found[2]}", text)
    if number != 1:
        raise ValueError(f"the page has {number} places for the table of agents, expected one")
    return page


def main() -> None:
    """Writes ``docs/agents.md`` of the repository that one stands in."""
    path = Path("docs/agents.md")
    path.write_text(generated_page(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
