"""What several tests of training need."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.envs import registry
from ludarium.training import standings
from tests.toys import SPECS


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
