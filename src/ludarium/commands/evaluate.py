"""``ludarium evaluate``."""

from __future__ import annotations

import argparse

from . import (
    INTERRUPTED,
    Result,
    UsageError,
    add_json,
    add_seed,
    chosen_seed,
    drawn,
    games_bar,
    read_agents,
    read_game,
    say,
    whole_number,
)

EXAMPLES = """examples:
  ludarium evaluate random scripted --game kelp --games 2000
  ludarium evaluate runs/demo random scripted exact --game kelp:duel --json
  ludarium evaluate runs/demo --against random scripted --game kelp:duel

Every deal is played in every rotation of the seats. With more agents than seats, every set of as many agents as there
are seats plays --games games. With --against, each agent plays --games games against each opponent, whose copies fill
all the other seats. A win scores 1, a draw shares the 1, a loss scores 0; intervals are 95 %."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "agents",
        metavar="AGENT",
        nargs="+",
        help="random, scripted, exact, a run or a checkpoint (RUN:deterministic=true plays its likeliest actions)",
    )
    parser.add_argument(
        "--against",
        metavar="AGENT",
        nargs="+",
        default=[],
        help="opponents, of which each fills all seats but one (default: the agents play each other)",
    )
    parser.add_argument("--game", metavar="GAME", required=True, help="game string: kelp, kelp:duel, …")
    parser.add_argument(
        "--games", type=whole_number(1), metavar="N", default=1000, help="games of each pairing (default: 1000)"
    )
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Plays; Ctrl-C gives the result so far."""
    game = read_game(args.game)
    seats, number = game.num_players, len(args.agents)
    if number < seats and not args.against:
        named = f"{number} agent" + "s" * (number != 1)
        raise UsageError(
            f"{named} for {game.string}, expected at least {seats}; --against AGENT fills the other seats with copies"
        )
    agents = read_agents([*args.agents, *args.against], game)
    seed = chosen_seed(args)

    from ludarium.training.evaluation import evaluate

    with games_bar() as progress:
        found = evaluate(agents[:number], game, args.games, seed, against=agents[number:], progress=progress)
    if found.note:
        say(found.note)
    return Result(found.to_json(), drawn(*found.tables()), INTERRUPTED if found.interrupted else 0)
