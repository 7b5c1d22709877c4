"""``ludarium list``."""

from __future__ import annotations

import argparse
from typing import Any

from . import Result, add_json, table

EXAMPLES = """examples:
  ludarium list
  ludarium list --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """A row a game."""
    from ludarium.envs.registry import find_spec, list_games, make_game

    games: list[dict[str, Any]] = []
    for name in list_games():
        spec, game = find_spec(name), make_game(name)
        games.append(
            {
                "game": name,
                "version": spec.version,
                "title": spec.title,
                "num_players": game.num_players,
                "num_actions": game.num_actions,
                "presets": list(spec.presets),
                "chance": spec.chance.value,
                "information": spec.information.value,
                "utility": spec.utility.value,
            }
        )
    text = table(
        ["game", "title", "seats", "actions", "presets", "chance", "information", "utility"],
        [
            [
                *(row[key] for key in ("game", "title", "num_players", "num_actions")),
                ", ".join(row["presets"]),
                *(row[key] for key in ("chance", "information", "utility")),
            ]
            for row in games
        ],
        numbers=["seats", "actions"],
    )
    return Result({"games": games}, text)
