"""``ludarium bench``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import Result, add_json, add_seed, chosen_seed, positive, read_game, say, whole_number

if TYPE_CHECKING:
    from ludarium.envs.core.game import Game

EXAMPLES = """examples:
  ludarium bench kelp
  ludarium bench kelp:duel --batch 1024 --threads 1 --json
  ludarium bench --search --peers
  ludarium bench kelp:duel vantage --training --threads 1

The forms: "play" takes many steps in one call; "step" calls for every choice and every step; "aec" is PettingZoo's loop
over one game. A step has mask, observation, random legal choice and restart. --search adds search with random playouts
and CFR+. --training adds training, by our trainer and by MaskablePPO; it takes minutes. --peers needs the environment
that `make peers` installs in the repository; a peer that is not there is skipped. Tables are Markdown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="game strings (default: all games)")
    parser.add_argument(
        "--batch", type=whole_number(1), nargs="+", metavar="B", default=[1, 64, 1024, 8192], help="games in step"
    )
    parser.add_argument(
        "--threads", type=whole_number(1, 256), nargs="+", metavar="T", default=[1, 2], help="numbers of threads"
    )
    parser.add_argument("--repetitions", type=whole_number(1), metavar="N", default=5, help="repetitions (default: 5)")
    parser.add_argument(
        "--seconds", type=positive, metavar="S", default=0.2, help="length of a repetition (default: 0.2)"
    )
    parser.add_argument("--search", action="store_true", help="also measure search of the games, and CFR+")
    parser.add_argument(
        "--simulations", type=whole_number(1), metavar="N", default=1000, help="of a search (default: 1000)"
    )
    parser.add_argument(
        "--training", action="store_true", help="also measure training on a free environment and on the games"
    )
    parser.add_argument(
        "--peers",
        action="store_true",
        help="also measure OpenSpiel, Pgx and PettingZoo (with --training PufferLib), and what people wait for",
    )
    parser.add_argument("--peers-python", metavar="PATH", help="the peers' Python (default: .venv-peers/bin/python)")
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Measures, warm, in turns."""
    from ludarium.benchmarks.engine import measure_games
    from ludarium.benchmarks.measure import machine
    from ludarium.benchmarks.report import document
    from ludarium.envs.registry import list_games

    games = [read_game(text) for text in args.games or list_games()]
    data: dict[str, Any] = {"machine": machine()}
    how = {"repetitions": args.repetitions, "seconds": args.seconds, "seed": chosen_seed(args), "progress": say}
    threads = list(dict.fromkeys(args.threads))
    data["results"] = measure_games(games, batches=list(dict.fromkeys(args.batch)), threads=threads, **how)
    if args.search:
        from ludarium.benchmarks.search import measure_search

        data["search"] = measure_search(games, threads=threads, simulations=args.simulations, **how)
    if args.training:
        from ludarium.benchmarks.training import measure_training

        data["training"] = measure_training(games, threads=threads, **how)
    if args.peers:
        data |= _with_peers(args, games, how)
    return Result(data, document(data))


def _with_peers(args: argparse.Namespace, games: Sequence[Game], how: dict[str, Any]) -> dict[str, Any]:
    from ludarium.benchmarks.peers import compare_play, peers_python
    from ludarium.benchmarks.startup import measure_waits

    python = peers_python(args.peers_python)
    # Kelp is nearest to the peers' Leduc poker, and what the aims are meant for.
    game = next((game for game in games if game.string == "kelp"), games[0])
    found = compare_play(game, python=python, **how)
    if args.search:
        from ludarium.benchmarks.search import compare_search

        more = compare_search(games, simulations=args.simulations, python=python, **how)
        found["ours"] |= more["ours"]
        found["comparisons"] += more["comparisons"]
    if args.training:
        from ludarium.benchmarks.training import compare_training

        more = compare_training(python=python, **how)
        found["ours"] |= more["ours"]
        found["comparisons"] += more["comparisons"]
    return {"peers": found, "waits": measure_waits(game.string, repetitions=args.repetitions, progress=say)}
