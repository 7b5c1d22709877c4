"""Self-play training, evaluation and ratings.

    from ludarium.training import TrainingArguments, train

    train(TrainingArguments.for_game("kelp:duel", minutes=4))

Importing the package does not import torch: what a name needs is imported when the name is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ != "ludarium.training":
    raise ImportError(
        f"this folder is the package 'ludarium.training', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.training'"
    )

if TYPE_CHECKING:
    from .arguments import ArgumentError, TrainingArguments
    from .ppo import RunSummary, resume, train
    from .runs import RunBusyError, RunExistsError

_HOMES = {
    "ArgumentError": "arguments",
    "RunBusyError": "runs",
    "RunExistsError": "runs",
    "RunSummary": "ppo",
    "TrainingArguments": "arguments",
    "resume": "ppo",
    "train": "ppo",
}

__all__ = [
    "ArgumentError",
    "RunBusyError",
    "RunExistsError",
    "RunSummary",
    "TrainingArguments",
    "resume",
    "train",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ludarium.training' has no attribute {name!r}")
    return getattr(import_module(f"ludarium.training.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
