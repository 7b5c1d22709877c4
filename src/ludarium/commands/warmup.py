"""``ludarium warmup``."""

from __future__ import annotations

import argparse
import contextlib
import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import Result, add_json, bad_input, say

if TYPE_CHECKING:
    from ludarium.agents.base import Decisions
    from ludarium.envs.core.game import Game

#: Enough to run every function of the solver, and soon done with.
SOLVED_POSITIONS = 20_000
TREE_NODES = 1_000

EXAMPLES = """examples:
  ludarium warmup
  ludarium warmup kelp --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="names of games (default: all)")
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Compiles, or loads, every function of every game, and those of the agents."""
    from ludarium.envs.registry import list_games, parse_game_string

    with bad_input():
        # One set of functions serves all options of a game.
        names = list(dict.fromkeys(parse_game_string(text)[0] for text in args.games)) or list_games()
    rows = [{"game": name, "compiled": _count_compiled(name)} for name in names]
    lines = [
        f"{row['game']}: ready" + (f", {row['compiled']} functions compiled" if row["compiled"] else "") for row in rows
    ]
    return Result({"games": rows}, "\n".join(lines))


def _count_compiled(name: str) -> int:
    """Warms up one game; how many functions were not in the cache."""
    from numba.core import event

    began = time.perf_counter()
    with event.install_recorder("numba:compile") as recorder:
        for place, (what, work) in enumerate(parts := _parts(name), 1):
            before = len(recorder.buffer)
            work()
            if len(recorder.buffer) > before:
                say(f"{name}: {what} ({place} of {len(parts)}, {time.perf_counter() - began:.0f} s)")
    return sum(happened.is_start for _, happened in recorder.buffer)


def _parts(name: str) -> list[tuple[str, Callable[[], object]]]:
    """What there is to compile for a game, with the work that compiles it."""
    from ludarium.envs.core.engine import TEMPLATES, weigh_games
    from ludarium.envs.registry import make_game

    game = make_game(name)
    engine = game.engine
    parts: list[tuple[str, Callable[[], object]]] = [
        (template.__name__, functools.partial(engine.__getitem__, template))
        for template in TEMPLATES
        if template is not weigh_games or "scripted" in engine.kernels
    ]
    return [
        *parts,
        ("solver", lambda: _solve(game)),
        ("solver of trees", lambda: _solve_tree(game)),
        ("networks", lambda: _ask_network(game)),
        *((what, functools.partial(_search, game, what)) for what in _searches(game)),
    ]


def _searches(game: Game) -> list[str]:
    """The ways to search a game, each of which has functions of its own."""
    from ludarium.envs.core.game import Utility

    scripted = ["search, scripted playouts"] if "scripted" in game.engine.kernels else []
    judged = ["search, with a network"] if game.spec.utility is Utility.ZERO_SUM else []
    return ["search, random playouts", *scripted, *judged]


def _search(game: Game, what: str) -> None:
    """Two simulations of the first decision."""
    import numpy as np

    from ludarium.agents.search import JudgedSearch, Plan, Search, plan_of

    due = _opening(game)
    if what == "search, with a network":
        JudgedSearch(game, Plan(2), lambda observation, mask: (mask / mask.sum(axis=1), np.zeros(1)))(
            due.states, due.seeds
        )
    else:
        playouts = "scripted" if "scripted" in what else "random"
        Search(game, plan_of(game, playouts=playouts, observer="multiple", simulations=2))(due.states, due.seeds)


def _solve(game: Game) -> None:
    """Runs the solver for a moment, if the game is one for it."""
    from ludarium.agents.exact import ExactAgent
    from ludarium.agents.exploitability import exploitability
    from ludarium.agents.positions import UnsolvableError
    from ludarium.agents.random import RandomAgent

    with contextlib.suppress(UnsolvableError):
        exploitability(RandomAgent(), game, max_positions=SOLVED_POSITIONS, progress=False)
        ExactAgent(game, SOLVED_POSITIONS).policy(_opening(game))


def _solve_tree(game: Game) -> None:
    """Grows a tree for CFR+ until it is too large. With chance, or with hands, the trees of games are so at once."""
    from ludarium.agents.cfr import compile_shared, solve_with_cfr
    from ludarium.agents.positions import UnsolvableError
    from ludarium.envs.core.game import Chance

    if game.spec.chance is not Chance.DETERMINISTIC:
        return
    compile_shared()
    with contextlib.suppress(UnsolvableError):
        solve_with_cfr(game, iterations=1, max_nodes=TREE_NODES)


def _opening(game: Game) -> Decisions:
    """The first decision of some game."""
    import numpy as np

    from ludarium.agents.base import Decisions

    return Decisions.of(game, game.new_states(0, 1), np.zeros(1, np.uint64))


def _ask_network(game: Game) -> None:
    """Runs an empty policy network once."""
    import numpy as np

    from ludarium.agents.encoding import StepEncoding
    from ludarium.agents.neural import PolicyNetwork

    encoding = StepEncoding(game.layout)
    weights = np.zeros((encoding.size, game.num_actions), np.float32)
    network = PolicyNetwork([(weights, np.zeros(game.num_actions, np.float32))])
    states = game.new_states(0)
    network.probabilities(encoding(game.observe(states)), game.legal(states))
