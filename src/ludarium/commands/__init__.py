"""The commands, a module each, and what they share.

A module defines ``EXAMPLES`` (shown below its help), ``add_arguments(parser)`` and ``run(args) -> Result``. At its top
it imports nothing heavy: help must come at once, so what a command works with is imported when it runs.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

    from ludarium.agents.base import Agent
    from ludarium.envs.core.game import Game

#: The commands in the order of the help, with a line on each.
COMMANDS = {
    "list": "list the games",
    "info": "describe a game: options, presets, seats, actions, observation",
    "play": "play a game in the terminal, or watch one",
    "watch": "let agents play a game, and write it into a file to look through in a browser",
    "train": "train an agent by self-play",
    "evaluate": "let agents play each other and count wins, draws and losses",
    "arena": "rate agents: everybody against everybody, kept in a folder that can be continued",
    "solve": "compute the exact value of a game, and how far an agent is from it",
    "warmup": "compile everything that games need, so that later processes start at once",
    "doctor": "show versions, cache, threads and devices, and what is wrong with them",
    "bench": "measure steps per second on this machine",
}


#: Exit status of a command that Ctrl-C has ended early.
INTERRUPTED = 130


class UsageError(Exception):
    """Input that a command cannot work with; the message says what and what was expected."""


@dataclass(frozen=True)
class Result:
    """What a command has found out.

    Attributes:
        data: printed with ``--json``.
        text: printed without; empty where the command has said everything on the way.
        status: exit status.
    """

    data: Any
    text: str
    status: int = 0


def one_line(text: str) -> str:
    """`text` without line breaks."""
    return " ".join(text.split())


def is_ours(error: BaseException) -> bool:
    """Whether the library itself has raised `error` as one of its own kinds, and so has said all there is to say."""
    return any(kind.__module__.partition(".")[0] == "ludarium" for kind in type(error).__mro__)


@contextlib.contextmanager
def bad_input() -> Iterator[None]:
    """Errors in here are the fault of what was typed: they become one line instead of a traceback.

    Only code that reads input belongs in here, or a mistake of ours would pass for one of the user's.
    """
    try:
        yield
    except UsageError:
        raise
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise UsageError(str(error) or type(error).__name__) from error


def say(text: str) -> None:
    """Prints a line that is not part of the result."""
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def games_bar(what: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, where that is a terminal: called with how many are done and how many there are.

    Args:
        what: is counted.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with Progress(what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console) as bar:
        task = bar.add_task(what)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# --- arguments ----------------------------------------------------------------------------------------------------


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Argparse type: an integer from `low` to `high`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            limit = f"from {low}" + ("" if high is None else f" to {high}")
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {limit}")
        return value

    return read


def positive(text: str) -> float:
    """Argparse type: a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument ``GAME``."""
    parser.add_argument("game", metavar="GAME", help="game string: kelp, kelp:duel, kelp:board_size=5,copies=2")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option ``--json``."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON, alone on standard output")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """The option ``--seed``."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        metavar="N",
        help="seed of everything random; the same seed prints the same (default: drawn, and printed)",
    )


def chosen_seed(args: argparse.Namespace) -> int:
    """The seed that was given, else a fresh one; said on standard error either way."""
    from ludarium.envs.core.rng import fresh_seed

    seed: int = fresh_seed() if args.seed is None else args.seed
    say(f"seed {seed}")
    return seed


# --- games and agents ---------------------------------------------------------------------------------------------


def read_game(text: str) -> Game:
    """The game of a game string."""
    from ludarium.envs.registry import make_game

    with bad_input():
        return make_game(text)


def read_agents(texts: Sequence[str], game: Game) -> list[Agent]:
    """The agents of agent strings."""
    if not texts:
        return []
    from ludarium.agents.registry import make_agent

    with bad_input():
        return [make_agent(text, game) for text in texts]


# --- tables -------------------------------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, numbers: Sequence[str] = ()) -> str:
    """A table for the terminal; the columns in `numbers` are set flush right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in columns:
        made.add_column(name, justify="right" if name in numbers else "left", overflow="fold")
    for row in rows:
        made.add_row(*(str(cell) for cell in row))
    return drawn(made)


def drawn(*tables: Table) -> str:
    """Tables as text, below each other."""
    from rich.console import Console

    # A pipe has no width: rows stay whole. Colours would only get into the way of what reads the pipe.
    console = Console(width=None if sys.stdout.isatty() else 240, color_system=None, highlight=False, markup=False)
    with console.capture() as captured:
        for place, each in enumerate(tables):
            if place:
                console.print()
            console.print(each)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
