"""``ludarium evaluate``."""

from __future__ import annotations

import argparse

from . import Result, UsageError, add_json, add_seed, chosen_seed, read_agents, read_game, whole_number

EXAMPLES = """examples:
  ludarium evaluate random scripted --game kelp --games 2000
  ludarium evaluate runs/demo random scripted exact --game kelp:duel --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="agent strings")
    parser.add_argument("--game", metavar="GAME", required=True, help="game string")
    parser.add_argument(
        "--games", type=whole_number(1), metavar="N", default=1000, help="games of each pairing (default: 1000)"
    )
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Plays."""
    game = read_game(args.game)
    if len(args.agents) < game.num_players:
        raise UsageError(
            f"{len(args.agents)} agent{'s' * (len(args.agents) != 1)} named, expected at least {game.num_players} for "
            f"{game.string}"
        )
    agents = read_agents(args.agents, game)
    seed = chosen_seed(args)
    raise NotImplementedError
