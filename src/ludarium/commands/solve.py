"""``ludarium solve``."""

from __future__ import annotations

import argparse
from typing import Any

from . import Result, add_game, add_json, read_agents, read_game

EXAMPLES = """examples:
  ludarium solve kelp:board_size=3 --json
  ludarium solve kelp:duel --agent runs/demo

The value is what seat 0 gets if both play optimally. The exploitability of an agent is what a
best response gains against it, on the average of the seats: 0 for exact play."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_game(parser)
    parser.add_argument("--agent", metavar="AGENT", help="also compute the exploitability of this agent")
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Solves the game by backward induction."""
    game = read_game(args.game)
    agents = read_agents([] if args.agent is None else [args.agent], game)

    from ludarium.agents.exact import solve

    solution = solve(game)
    data: dict[str, Any] = {
        "game": game.string,
        "value": round(solution.value, 9) + 0.0,  # sums of halves and thirds leave dust, and a negative zero
        "positions": solution.positions,
    }
    lines = [
        f"{game.string}",
        f"value           {data['value']:+.6f} for {game.seat_name(0)}",
        f"positions       {data['positions']:,}",
    ]
    for agent in agents:
        from ludarium.agents.exploitability import exploitability

        found = exploitability(agent, game)
        data["exploitability"] = found.exploitability
        lines.append(f"exploitability  {found.exploitability:.6f} of {args.agent}")
        lines += [
            f"best response   {value:+.6f} in the seat of {game.seat_name(seat)}"
            for seat, value in enumerate(found.best_responses)
        ]
    return Result(data, "\n".join(lines))
