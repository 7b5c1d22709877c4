"""What several tests of training need."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import ludarium
from ludarium.envs import registry
from ludarium.training import TrainingArguments, standings
from tests.toys import SPECS

SMALL: dict[str, Any] = {
    "game": "kelp:board_size=3",
    "seed": 5,
    "steps": 640,
    "num_envs": 8,
    "rollout": 8,
    "batch_size": 32,
    "epochs": 2,
    "hidden": (8, 6),
    "snapshot_every": 100,
    "pool_size": 2,
    "eval_every": 300,
    "eval_games": 4,
}

Small: TypeAlias = Callable[..., TrainingArguments]


@pytest.fixture(scope="package", params=["selfplay", "maskable_ppo"])
def small(request: pytest.FixtureRequest) -> Small:
    """The arguments of a small run by each of the trainers: ``small(folder, **changes)``."""

    def make(folder: Path, **changes: Any) -> TrainingArguments:
        return TrainingArguments(out=str(folder), **{**SMALL, "trainer": request.param, **changes})

    return make


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> str:
    """Kuhn poker in the registry, while the test lasts."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    ludarium.register(SPECS["kuhn"])
    return "kuhn"


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Error bars of ratings from few samples, for tests that do not look at them."""
    monkeypatch.setattr(standings, "SAMPLES", 10)
