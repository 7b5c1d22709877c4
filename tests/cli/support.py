"""Runs the command line inside the test's process."""

import io
import json
from dataclasses import dataclass
from typing import Any

import pytest

from ludarium.__main__ import main


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output as JSON, which must be all there is."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Terminal:
    """A command line with scripted input."""

    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *argv: str, typed: str = "") -> Done:
        self.capsys.readouterr()
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            status = main(argv)
        except SystemExit as ended:
            status = int(ended.code or 0)
        out, err = self.capsys.readouterr()
        return Done(status, out, err)
