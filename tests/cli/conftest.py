import pytest

import ludarium as suite
from ludarium.envs import registry
from tests.cli.support import Terminal
from tests.toys import SPECS


@pytest.fixture
def ludarium(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


@pytest.fixture
def magpie(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a toy for two to four seats with chance and truncation, known during the test."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    suite.register(SPECS["magpie"])
    return "magpie"
