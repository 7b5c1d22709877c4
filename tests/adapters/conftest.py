"""Toys whose names are known for the length of a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import gymnasium
import pettingzoo
import pytest

import ludarium
from ludarium.envs import registry
from tests.toys import SPECS


@pytest.fixture
def registered_toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Game strings, PettingZoo and Gymnasium know the toys during the test, and forget them after it."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for spec in SPECS.values():
        ludarium.register(spec)
    known = {id(names): set(names) for names in (pettingzoo.aec_registry, gymnasium.registry)}
    yield
    for names in (pettingzoo.aec_registry, gymnasium.registry):
        for name in set(names) - known[id(names)]:
            del names[name]
    for name in SPECS:
        sys.modules.pop(f"ludarium.envs.{name}_v0", None)
