"""``ludarium warmup``."""

from __future__ import annotations

import argparse
import time
from typing import Any

from . import Result, add_json, bad_input, say

EXAMPLES = """examples:
  ludarium warmup
  ludarium warmup kelp --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="names of games (default: all)")
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """Compiles, or loads, every function of every game."""
    from ludarium.envs.registry import list_games, parse_game_string

    with bad_input():
        # One set of functions serves all options of a game.
        names = list(dict.fromkeys(parse_game_string(text)[0] for text in args.games)) or list_games()
    rows = [warm_up(name) for name in names]
    lines = [
        f"{row['game']}: "
        + ("compiled" if row["compiled"] else "ready")
        + f", {row['functions']} functions"
        + (f" ({row['compiled']} new)" if row["compiled"] else "")
        for row in rows
    ]
    return Result({"games": rows}, "\n".join(lines))


def warm_up(name: str) -> dict[str, Any]:
    """Compiles what the game `name` lacks; says on standard error how far it is."""
    from ludarium.envs.core.engine import TEMPLATES, weigh_games
    from ludarium.envs.registry import find_spec

    engine = find_spec(name).engine
    templates = [t for t in TEMPLATES if t is not weigh_games or "scripted" in engine.kernels]
    compiled = 0
    began = time.perf_counter()
    for number, template in enumerate(templates, 1):
        new = _newly_compiled(engine[template])
        compiled += new
        if new:
            say(f"{name}: {template.__name__}, {number} of {len(templates)}")
    if compiled:
        say(f"{name}: {time.perf_counter() - began:.1f} s")
    return {"game": name, "functions": len(templates), "compiled": compiled}


def _newly_compiled(function: Any) -> bool:
    """Whether this process has compiled `function` itself, rather than found it in the cache."""
    stats = getattr(function, "stats", None)  # a plain function where the compiler is off
    return stats is not None and bool(sum(stats.cache_misses.values()))
