import pytest

from tests.cli.support import Terminal


@pytest.fixture
def ludarium(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)
