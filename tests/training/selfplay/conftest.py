"""What all tests of the self-play trainer need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ludarium
from ludarium.envs import registry
from ludarium.training.devices import torch_threads
from tests.toys import SPECS


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Torch computes on one thread, as in a run."""
    with torch_threads(1):
        yield


@pytest.fixture
def toys_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """All toys in the registry, while the test lasts: saved games are read by their names."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for spec in SPECS.values():
        ludarium.register(spec)
