"""``ludarium watch``."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import Result, UsageError, add_json, add_seed, bad_input, chosen_seed, games_bar, read_agents, read_game

EXAMPLES = """examples:
  ludarium watch scripted random --game lockup -o game.html
  ludarium watch exact runs/duel --game kelp:duel --seed 7 -o game.html

The file is all there is to it: any browser shows it, without a network. Step with the arrow keys, play with the space
bar, and look through the eyes of a seat, of a spectator or at everything. Beside each position stands what the player
to act thought of it: its policy, and where it has an idea of that, the return it expected."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="agent strings, one a seat, in order")
    parser.add_argument("--game", required=True, metavar="GAME", help="game string")
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FILE", help="the HTML file to write; one there is replaced"
    )
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Plays one game and writes the replay."""
    game = read_game(args.game)
    if len(args.agents) != game.num_players:
        named = f"{len(args.agents)} agent" + "s" * (len(args.agents) != 1)
        raise UsageError(f"{named} named, expected {game.num_players} for {game.string}")
    agents = read_agents(args.agents, game)
    with bad_input():
        # Before the game is played, which may take long.
        if args.out.is_dir() or not args.out.resolve().parent.is_dir():
            raise UsageError(f"--out {args.out}: expected a file in a folder that exists")
    from ludarium.training.watching import watch_game

    replay = watch_game(agents, game, chosen_seed(args), names=args.agents)
    with games_bar("pictures") as progress:
        page = replay.to_html(progress=progress)
    with bad_input():
        args.out.write_text(page, encoding="utf-8")
    returns = [float(value) for value in replay.states["returns"][-1, : game.num_players]]
    data = {
        "game": game.string,
        "seed": int(replay.about["seed"]),
        "agents": list(args.agents),
        "actions": len(replay.actions),
        "returns": returns,
        "file": str(args.out),
    }
    told = ", ".join(f"{game.seat_name(seat)} ({args.agents[seat]}) {value:+g}" for seat, value in enumerate(returns))
    return Result(data, f"{len(replay.actions)} actions; {told}\nreplay in {args.out}")
