"""The command line: ``ludarium COMMAND …``, also ``python -m ludarium``."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from .commands import COMMANDS, Result, UsageError, is_ours, one_line

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, printed where all other complaints are."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The parser of the command line, with the arguments of `command` alone.

    The arguments of the other commands are left out: reading them would import what they need.
    """
    from . import __version__

    parser = _Parser(
        prog="ludarium",
        description="Modern tabletop games as reinforcement-learning environments.",
        epilog="A game is a string such as kelp, kelp:duel or kelp:board_size=5,copies=2. An agent is random, "
        "scripted, exact, or the path of a training run or of a checkpoint. Results go to standard output, everything "
        "else to standard error. Exit status: 0 good, 1 something is wrong, 2 bad input, 130 interrupted.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ludarium {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", required=True)
    for name, summary in COMMANDS.items():
        chosen = commands.add_parser(name, help=summary, description=_sentence(summary), allow_abbrev=False)
        if name == command:
            module = import_module(f"{__package__}.commands.{name}")
            chosen.formatter_class = argparse.RawDescriptionHelpFormatter
            chosen.epilog = module.EXAMPLES
            module.add_arguments(chosen)
            chosen.set_defaults(run=module.run)
    return parser


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _execute(args: argparse.Namespace) -> int:
    as_json = getattr(args, "json", False)
    # With --json, whatever a library prints on the way must not mix with the result.
    with contextlib.redirect_stdout(sys.stderr) if as_json else contextlib.nullcontext():
        result: Result = args.run(args)
    if as_json:
        print(json.dumps(result.data, indent=2, allow_nan=False))
    elif result.text:
        print(result.text)
    sys.stdout.flush()
    return result.status


def _complain(message: str) -> None:
    print(f"ludarium: error: {one_line(message)}", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        argv: its arguments, by default those of the process.

    Returns:
        The exit status: 0 good, 1 something is wrong, 2 bad input, 130 interrupted.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in given if not word.startswith("-")), None)
    try:
        return _execute(parser_for(command).parse_args(given))
    except UsageError as error:
        _complain(str(error))
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("ludarium: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; Python must not complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if not is_ours(error):
            raise
        _complain(str(error))
        return EXIT_BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
