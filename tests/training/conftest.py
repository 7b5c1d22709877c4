"""What several tests of training need."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.envs import registry
from tests.toys import SPECS


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> str:
    """Kuhn poker in the registry, while the test lasts."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    ludarium.register(SPECS["kuhn"])
    return "kuhn"
