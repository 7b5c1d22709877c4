"""Agents by string, the same everywhere: ``random``, ``exact:max_positions=5000000``, or the path of a trained one.

A path may be followed by options as well: ``runs/duel:deterministic=true``.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludarium.envs.core.game import Game
from ludarium.envs.core.options import OptionError, build_options, choice, flag, real, words

from .base import Agent


class UnknownAgentError(ValueError):
    """There is no agent of that name, and no file or folder either."""


@dataclass(frozen=True)
class NoOptions:
    """For agents that have nothing to choose."""


def _many(default: int, low: int, high: int, help: str) -> Any:
    """A whole number that need not fit into a record."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "help": help})


@dataclass(frozen=True)
class ExactOptions:
    """Options of exact play."""

    max_positions: int = _many(1_000_000, 1, 1_000_000_000, "most states to hold in memory")


@dataclass(frozen=True)
class CFROptions:
    """Options of play by CFR+."""

    iterations: int = _many(1000, 1, 1_000_000_000, "iterations before the first action")
    max_nodes: int = _many(5_000_000, 1, 1_000_000_000, "most nodes of the game's tree to visit")


@dataclass(frozen=True)
class TreeOptions:
    """Options of plain tree search, and of every other search besides."""

    simulations: int = _many(1000, 1, 100_000_000, "games simulated for a decision; with seconds, at most")
    seconds: float = real(0.0, 0.0, 86_400.0, "time for a decision, 0 for no limit")
    playouts: str = choice("auto", ("auto", "scripted", "random"), "who plays games out; auto: the script, if any")
    exploration: float = real(1.0, 0.0, 1000.0, "weight of what is not yet known, against values from 0 to 1")
    trust: float = real(0.25, 0.0, 1.0, "how far the search first tries what the script would do")
    max_nodes: int = _many(100_000, 1, 10_000_000, "most nodes of a tree, about a kilobyte each")
    threads: int = _many(1, 1, 1024, "that share the decisions of a batch")


@dataclass(frozen=True)
class InformationSetOptions(TreeOptions):
    """Options of information-set tree search."""

    observer: str = choice(
        "multiple", ("multiple", "single"), "who tells situations apart: whoever is to act, or the searcher alone"
    )
    network: str = words("", "path of a trained agent that judges situations, instead of playing games out")


@dataclass(frozen=True)
class WorldOptions(TreeOptions):
    """Options of search in worlds that are taken for known."""

    worlds: int = _many(20, 1, 1_000_000, "worlds that a decision is searched in, with equal shares")


@dataclass(frozen=True)
class TrainedOptions:
    """Options of a trained agent."""

    deterministic: bool = flag(False, "play the most probable action instead of drawing one")


@dataclass(frozen=True)
class _Entry:
    make: Callable[..., Agent]
    options: type
    help: str


def _random(game: Game) -> Agent:
    from .random import RandomAgent

    return RandomAgent()


def _scripted(game: Game) -> Agent:
    from .scripted import ScriptedAgent

    return ScriptedAgent(game)


def _exact(game: Game, max_positions: int) -> Agent:
    from .exact import ExactAgent

    return ExactAgent(game, max_positions)


def _cfr(game: Game, iterations: int, max_nodes: int) -> Agent:
    from .cfr import CFRAgent

    return CFRAgent(game, iterations, max_nodes)


def _search(name: str, **fixed: Any) -> Callable[..., Agent]:
    def make(game: Game, *, max_nodes: int, threads: int, network: str = "", **plan: Any) -> Agent:
        from .search import JudgedSearch, Search, SearchAgent, plan_of

        chosen = plan_of(game, **plan, **fixed)
        if not network:
            return SearchAgent(game, Search(game, chosen, max_nodes=max_nodes, threads=threads), name)
        for option, value, expected in (("threads", threads, 1), ("playouts", plan["playouts"], "auto")):
            if value != expected:
                raise OptionError(
                    f"agent {name}: option {option} is {str(value)!r}, expected {expected} with network, which judges "
                    "many situations in one call instead of playing games out"
                )
        from .neural import load_agent

        judge = load_agent(Path(network).expanduser(), game).judge
        return SearchAgent(game, JudgedSearch(game, chosen, judge, max_nodes=max_nodes), name)

    return make


def _tree_search(game: Game, **options: Any) -> Agent:
    from .search import check_open

    check_open(game)
    return _search("mcts", observer="multiple")(game, **options)


_entries: dict[str, _Entry] = {
    "random": _Entry(_random, NoOptions, "every legal action with the same probability"),
    "scripted": _Entry(_scripted, NoOptions, "the sensible player that comes with the game"),
    "exact": _Entry(_exact, ExactOptions, "optimal play, on settings that can be solved"),
    "cfr": _Entry(_cfr, CFROptions, "nearly optimal play by CFR+, on settings with a small tree"),
    "mcts": _Entry(_tree_search, TreeOptions, "tree search, on settings without hidden information"),
    "ismcts": _Entry(_search("ismcts"), InformationSetOptions, "tree search over what each seat knows"),
    "pimc": _Entry(_search("pimc", observer="everything"), WorldOptions, "tree search in worlds taken for known"),
}

#: The agents that come with the suite; others may be registered beside them.
BUILT_IN = tuple(_entries)


def register_agent(name: str, make: Callable[..., Agent], *, options: type = NoOptions, help: str = "") -> None:
    """Makes an agent of one's own known by a name.

    Args:
        name: letters, digits, ``_`` and ``-``.
        make: called with the game, and with the options by name; gives the agent or raises ValueError.
        options: a dataclass whose fields are declared as the options of games are.
        help: one line.

    Raises:
        ValueError: the name is taken, or is none.
    """
    if not name or not name.replace("_", "").replace("-", "").isalnum():
        raise ValueError(f"an agent cannot be named {name!r}: use letters, digits, '_' and '-'")
    if name in _entries:
        raise ValueError(f"an agent named {name!r} is registered already")
    _entries[name] = _Entry(make, options, help)


def list_agents() -> dict[str, str]:
    """The line of help of every agent by name."""
    return {name: entry.help for name, entry in _entries.items()}


def agent_options(name: str) -> type:
    """The dataclass of options of a registered agent."""
    return _entries[name].options


def make_agent(text: str, game: Game) -> Agent:
    """The agent of an agent string, for `game`; nothing long is done before it is first asked.

    Args:
        text: a name, perhaps with options (``exact:max_positions=5000000``), or the path of a run or checkpoint,
            perhaps with options as well (``runs/duel:deterministic=true``).
        game: what it is to play.

    Raises:
        UnknownAgentError: neither a known name nor the path of anything.
        OptionError: an option that the agent does not have, or an impossible value.
        UnsolvableError: `exact` or `cfr`, for a game that cannot be solved.
        CheckpointError: a file or folder that holds no agent for this game.
        ValueError: an agent that cannot play this game.
    """
    name, _, rest = text.partition(":")
    name = name.strip()
    if name in _entries:
        entry, given = _entries[name], _parsed(name, rest)
        options = build_options(f"agent {name}", entry.options, given)
        agent = entry.make(game, **{field.name: getattr(options, field.name) for field in dataclasses.fields(options)})
        agent.name = ":".join(filter(None, [name, ",".join(f"{key}={value}" for key, value in given.items())]))
        return agent
    path, rest = _path_and_options(text)
    if path and Path(path).expanduser().exists():
        from .neural import load_agent

        trained = build_options(f"agent {path}", TrainedOptions, _parsed(path, rest))
        agent = load_agent(Path(path).expanduser(), game, deterministic=trained.deterministic)
        agent.name = text
        return agent
    close = difflib.get_close_matches(name, _entries, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise UnknownAgentError(
        f"unknown agent {text!r}, expected one of {', '.join(_entries)}, or the path of a run or checkpoint.{hint}"
    )


def _path_and_options(text: str) -> tuple[str, str]:
    """What stands before the last colon and behind it; all of it and nothing where the path itself holds the colon."""
    path, colon, rest = text.rpartition(":")
    if not colon or Path(text.strip()).expanduser().exists():
        path, rest = text, ""
    return path.strip(), rest


def _parsed(name: str, rest: str) -> Mapping[str, Any]:
    options: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise OptionError(f"agent {name}: {part!r} is no option, expected option=value")
        if key in options:
            raise OptionError(f"agent {name}: option {key!r} is given twice")
        options[key] = value
    return options
