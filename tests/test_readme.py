"""The README's code runs, and its commands are commands."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from ludarium.__main__ import main

TEXT = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHELL = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True) for block in SHELL for line in block.splitlines() if line.startswith("ludarium ")
]


@pytest.mark.parametrize("number", range(len(PYTHON)))
def test_python_runs(number: int) -> None:
    names: dict[str, Any] = {}
    exec(compile(PYTHON[number], f"README.md, block {number}", "exec"), names)
    assert len(PYTHON) >= 3


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_run(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(COMMANDS) >= 5
    if command[1] != "train":
        # What a trained agent is asked for, the scripted one is asked here.
        command = ["scripted" if word.startswith("runs/") else word for word in command]
    if command[1] == "play":
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    if command[1] == "train":
        command = [*command, "--steps", "64", "--num-envs", "8", "--rollout", "8", "--batch-size", "8"]
        command += ["--eval-games", "2", "--hidden", "4", "--shared-layers", "0", "--imitation", "64", "--seed", "1"]
    monkeypatch.chdir(tmp_path)
    assert main(command[1:]) in (0, None), capsys.readouterr().err
