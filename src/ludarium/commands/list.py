"""``ludarium list``."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING, Any

from . import Result, add_json, table

if TYPE_CHECKING:
    from ludarium.envs.core.game import Game

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
                "seats": _seats(game),
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
                *(row["game"], row["title"], " to ".join(map(str, dict.fromkeys(row["seats"]))), row["num_actions"]),
                ", ".join(row["presets"]),
                *(row[key] for key in ("chance", "information", "utility")),
            ]
            for row in games
        ],
        numbers=["seats", "actions"],
    )
    return Result({"games": games}, text)


def _seats(game: Game) -> list[int]:
    """The fewest and the most seats that the game can have, by its option ``num_players`` where it has one."""
    for field in dataclasses.fields(game.options):
        if field.name == "num_players":
            return [field.metadata["low"], field.metadata["high"]]
    return [game.num_players, game.num_players]
