"""``ludarium arena``."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import (
    INTERRUPTED,
    Result,
    UsageError,
    add_json,
    add_seed,
    bad_input,
    chosen_seed,
    drawn,
    games_bar,
    read_agents,
    read_game,
    say,
    whole_number,
)

EXAMPLES = """examples:
  ludarium arena random scripted exact --game kelp:duel --games 2000 --seed 1
  ludarium arena random scripted runs/duel ismcts:simulations=200 --game kelp:duel --out runs/arena
  ludarium arena --game kelp:duel --out runs/arena                          # what has been played there
  ludarium arena --game kelp:duel --merge runs/arena runs/other --out runs/both

Every set of as many agents as there are seats is a table. Every deal is played at every table in every rotation of the
seats. Ratings are Bradley and Terry's on Elo's scale, on average 0. Nash is an agent's weight in the mixture of agents
that none of them beats. An illegal action, a crash or a time-out ends the game: whoever is at fault loses it. The same
command with the same --out goes on where it was ended. Intervals are 95 %."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "agents",
        metavar="AGENT",
        nargs="*",
        help="different agents: random, scripted, exact, a search, a run or a checkpoint; none to look at results",
    )
    parser.add_argument("--game", metavar="GAME", required=True, help="game string: kelp, kelp:duel, …")
    parser.add_argument(
        "--games", type=whole_number(1), metavar="N", default=1000, help="games of each table (default: 1000)"
    )
    parser.add_argument("--out", metavar="FOLDER", help="keep games and standings there, and play only what is missing")
    parser.add_argument(
        "--merge", metavar="FOLDER", nargs="+", default=[], help="take over the games of other folders or files"
    )
    parser.add_argument(
        "--copies",
        action="store_true",
        help="each agent against copies of each other one in all the other seats, instead of all different agents",
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        metavar="SECONDS",
        default=0.0,
        help="time for a decision, on the average of those asked for at once; 0 for none (default: 0)",
    )
    add_seed(parser)
    add_json(parser)


def _seconds(text: str) -> float:
    """Argparse type: a number from 0."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0")
    return value


def run(args: argparse.Namespace) -> Result:
    """Plays what is missing; Ctrl-C gives the result so far."""
    game = read_game(args.game)
    agents = read_agents(args.agents, game)

    from ludarium.training.arena import GAMES_FILE, arena, participant, tables_of
    from ludarium.training.reports import standings_json, standings_notes, standings_tables

    there = args.out is not None and (Path(args.out) / GAMES_FILE).exists()
    if not (agents or args.merge or there):
        raise UsageError("no AGENT and no games, expected agents to play, or --out or --merge with games to look at")
    with bad_input():
        if agents:
            tables_of([participant(agent) for agent in agents], game.num_players, copies=args.copies)
    # To go on means to go on with the deals that are there; which these are is told in the end.
    seed = None if there and args.seed is None else chosen_seed(args)
    with games_bar() as progress:
        found = arena(
            agents,
            game,
            args.games,
            seed,
            out=args.out,
            merge=args.merge,
            copies=args.copies,
            time_limit=args.time_limit,
            progress=progress,
        )
    if seed is None:
        say(f"seed {found.seed}")
    for note in filter(None, (found.note, *standings_notes(found.standings))):
        say(note)
    text = drawn(*standings_tables(found.standings))
    return Result(standings_json(found.standings), text, INTERRUPTED if found.interrupted else 0)
