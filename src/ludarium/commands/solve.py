"""``ludarium solve``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import Result, UsageError, add_game, add_json, bad_input, read_agents, read_game, whole_number

if TYPE_CHECKING:
    from ludarium.agents.exploitability import Exploitability
    from ludarium.envs.core.game import Game

#: What ``--method`` takes.
METHODS = ("auto", "exact", "cfr")

EXAMPLES = """examples:
  ludarium solve kelp:board_size=3 --json
  ludarium solve kelp:duel --agent runs/demo
  ludarium solve kelp:illegal_direction=bump,reveal=outcome --iterations 10000

The value is what seat 0 gets if both play optimally. Backward induction gives it exactly where every
state is public, as in Kelp with reveal=cards. Elsewhere CFR+ walks the whole tree of the game and
comes near it; how near is what it says itself, as an exploitability: what a best response gains, on
the average of the seats. The exploitability of an agent is exact by either method; 0 is optimal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_game(parser)
    parser.add_argument("--agent", metavar="AGENT", help="also compute the exploitability of this agent")
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="auto",
        help="exact: backward induction; cfr: CFR+ on the tree; auto: exact where it serves (default: %(default)s)",
    )
    parser.add_argument(
        "--iterations", type=whole_number(1), default=1000, metavar="N", help="of CFR+ (default: %(default)s)"
    )
    parser.add_argument(
        "--max-nodes",
        type=whole_number(1),
        default=5_000_000,
        metavar="N",
        help="largest tree for CFR+ (default: %(default)s)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Solves the game by backward induction, or by CFR+ where that does not serve."""
    from ludarium.agents.positions import UnsolvableError

    game = read_game(args.game)
    agents = read_agents([] if args.agent is None else [args.agent], game)
    refused = ""
    if args.method != "cfr":
        try:
            data, lines = _solve_exactly(game)
        except UnsolvableError as error:
            if args.method == "exact":
                raise
            refused = str(error)
    if args.method == "cfr" or refused:
        try:
            data, lines = _solve_with_cfr(game, args)
        except UnsolvableError as error:
            raise UsageError("; and ".join(filter(None, [refused, str(error)]))) from None
    for agent in agents:
        with bad_input():
            found = _measure(agent, game, args.max_nodes, on_tree="nodes" in data)
        data["exploitability"] = found.exploitability
        lines.append(f"exploitability  {found.exploitability:.6f} of {args.agent}")
        lines += [
            f"best response   {value:+.6f} in the seat of {game.seat_name(seat)}"
            for seat, value in enumerate(found.best_responses)
        ]
    return Result(data, "\n".join(lines))


def _solve_exactly(game: Game) -> tuple[dict[str, Any], list[str]]:
    from ludarium.agents.exact import solve

    solution = solve(game)
    data: dict[str, Any] = {
        "game": game.string,
        "method": "exact",
        "value": round(solution.value, 9) + 0.0,  # sums of halves and thirds leave dust, and a negative zero
        "positions": solution.positions,
    }
    return data, [
        f"{game.string}",
        "method          backward induction, exact",
        f"value           {data['value']:+.6f} for {game.seat_name(0)}",
        f"positions       {data['positions']:,}",
    ]


def _solve_with_cfr(game: Game, args: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    from ludarium.agents.cfr import solve_with_cfr

    solution = solve_with_cfr(game, iterations=args.iterations, max_nodes=args.max_nodes)
    tree, (low, high) = solution.tree, solution.value_range
    data: dict[str, Any] = {
        "game": game.string,
        "method": "cfr",
        "iterations": solution.iterations,
        "value": solution.value,
        "value_range": [low, high],
        "solution_exploitability": solution.measured.exploitability,
        "nodes": tree.num_nodes,
        "infosets": tree.num_infosets,
    }
    return data, [
        f"{game.string}",
        f"method          CFR+, {solution.iterations:,} iterations",
        f"value           {solution.value:+.6f} for {game.seat_name(0)}; surely from {low:+.6f} to {high:+.6f}",
        f"exploitability  {solution.measured.exploitability:.6f} of the solution",
        f"tree            {tree.num_nodes:,} nodes, {tree.num_infosets:,} information sets",
    ]


def _measure(agent: Any, game: Game, max_nodes: int, on_tree: bool) -> Exploitability:
    if on_tree:
        from ludarium.agents.cfr import tree_exploitability

        return tree_exploitability(agent, game, max_nodes=max_nodes)
    from ludarium.agents.exploitability import exploitability

    return exploitability(agent, game)
