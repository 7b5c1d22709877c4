"""``ludarium info``."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING, Any

from . import Result, add_game, add_json, read_game, table

if TYPE_CHECKING:
    from ludarium.envs.core.game import Game

EXAMPLES = """examples:
  ludarium info kelp
  ludarium info kelp:duel --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_game(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Everything that the game's description says, under the options of the game string."""
    game = read_game(args.game)
    data = describe(game)
    return Result(data, _in_words(data))


def describe(game: Game) -> dict[str, Any]:
    """The typed description of `game` as plain data."""
    from ludarium.envs.core.options import expected

    spec, layout = game.spec, game.layout
    return {
        "game": game.string,
        "name": spec.name,
        "version": spec.version,
        "title": spec.title,
        "chance": spec.chance.value,
        "information": spec.information.value,
        "utility": spec.utility.value,
        "returns_range": list(spec.returns_range),
        "max_game_length": game.max_game_length,
        "num_players": game.num_players,
        "seats": [game.seat_name(seat) for seat in range(game.num_players)],
        "options": [
            {
                "name": field.name,
                "value": getattr(game.options, field.name),
                "default": field.default,
                "expected": expected(field),
                "meaning": field.metadata["help"],
            }
            for field in dataclasses.fields(game.options)
        ],
        "presets": {name: dict(options) for name, options in spec.presets.items()},
        "num_actions": game.num_actions,
        "actions": list(game.action_names),
        "observation_size": game.observation_size,
        "observation": [
            {
                "from": layout.offsets[segment.name],
                "name": segment.name,
                "shape": list(segment.shape),
                "low": segment.low,
                "high": segment.high,
                "one_hot": segment.one_hot,
                "scale": segment.scale,
                "meaning": segment.meaning,
            }
            for segment in layout.segments.values()
        ],
        "documentation": spec.documentation,
    }


def _in_words(data: dict[str, Any]) -> str:
    low, high = data["returns_range"]
    presets = [
        f"  {name}: {', '.join(f'{key}={value}' for key, value in options.items()) or 'all default'}"
        for name, options in data["presets"].items()
    ]
    return "\n".join(
        [
            f"{data['title']} ({data['game']}, version {data['version']})",
            "",
            f"kind          {data['chance']}, {data['information']} information, {data['utility']}",
            f"seats         {data['num_players']}: {', '.join(data['seats'])}",
            f"returns       {low:g} to {high:g} for each seat",
            f"longest game  {data['max_game_length']} actions",
            "",
            "Options",
            table(
                ["option", "value", "default", "range", "meaning"],
                [[o["name"], o["value"], o["default"], o["expected"], o["meaning"]] for o in data["options"]],
            ),
            "",
            "Presets",
            *presets,
            "",
            f"Actions ({data['num_actions']})",
            *(f"  {number:>3}  {name}" for number, name in enumerate(data["actions"])),
            "",
            f"Observation ({data['observation_size']} numbers)",
            table(
                ["from", "name", "shape", "range", "meaning"],
                [
                    [
                        segment["from"],
                        segment["name"],
                        " × ".join(map(str, segment["shape"])),
                        f"{segment['low']:g} to {segment['high']:g}" + (", one-hot" if segment["one_hot"] else ""),
                        segment["meaning"],
                    ]
                    for segment in data["observation"]
                ],
                numbers=["from"],
            ),
            *(["", f"Rules: {data['documentation']}"] if data["documentation"] else []),
        ]
    )
