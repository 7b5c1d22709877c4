"""``ludarium train``."""

from __future__ import annotations

import argparse
from typing import Any

from . import Result, UsageError, add_json, add_seed, bad_input, chosen_seed, read_game
from .fields import add_fields, given_fields

EXAMPLES = """examples:
  ludarium train kelp:duel --minutes 4 --out runs/demo --seed 1
  ludarium train --resume runs/demo
  ludarium train --resume runs/demo --minutes 8

A run is a folder, and is itself an agent: ludarium evaluate runs/demo random --game kelp:duel. Ctrl-C ends it with a
checkpoint; --resume goes on from there as if nothing had happened."""

#: What a run that exists may be given anew.
LIMITS = ("steps", "minutes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    from ludarium.training.arguments import TrainingArguments

    parser.add_argument("game", metavar="GAME", nargs="?", help="game string; the run that --resume names has its own")
    parser.add_argument("--resume", metavar="RUN", help="go on with a run; --steps and --minutes give it new limits")
    parser.add_argument("--checkpoint", metavar="PATH", help="with --resume: go on from this checkpoint, not the last")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    add_seed(parser)
    add_json(parser)
    add_fields(parser, TrainingArguments, skip=("game", "seed"))


def run(args: argparse.Namespace) -> Result:
    """Trains until the run is finished or somebody stops it."""
    from ludarium.training.arguments import TrainingArguments

    options = given_fields(args, TrainingArguments)
    for name in ("game", "seed"):
        options.pop(name)
    summary = _resumed(args, options) if args.resume is not None else _new(args, options)
    data: dict[str, Any] = {
        "run": str(summary.run),
        "step": summary.step,
        "seconds": round(summary.seconds, 3),
        "finished": summary.finished,
        "evaluation": summary.evaluation,
    }
    text = f"{summary.run}: step {summary.step:,}, {'finished' if summary.finished else 'not finished'}"
    return Result(data, text, summary.exit_status)


def _new(args: argparse.Namespace, options: dict[str, Any]) -> Any:
    from ludarium.training.arguments import TrainingArguments

    if args.game is None:
        raise UsageError("train needs a game, or --resume and a run (see ludarium train --help)")
    if args.checkpoint is not None:
        raise UsageError("--checkpoint goes with --resume")
    game = read_game(args.game)
    seed = chosen_seed(args)
    with bad_input():
        arguments = TrainingArguments.for_game(game.string, seed=seed, **options)

    from ludarium.training.ppo import train

    return train(arguments, quiet=args.quiet)


def _resumed(args: argparse.Namespace, options: dict[str, Any]) -> Any:
    kept = [f"--{name.replace('_', '-')}" for name in options if name not in LIMITS]
    kept += ["a game"] * (args.game is not None) + ["--seed"] * (args.seed is not None)
    if kept:
        raise UsageError(f"--resume keeps what the run was started with, and takes no {', '.join(kept)}")

    from ludarium.training.ppo import resume

    return resume(args.resume, checkpoint=args.checkpoint, quiet=args.quiet, **options)
