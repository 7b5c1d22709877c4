"""The code of the README and of the page on training runs, and the README's commands are commands."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from ludarium.__main__ import main

ROOT = Path(__file__).resolve().parents[1]
TEXT, PAGE = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/training.md"))
PYTHON, ON_PAGE = (re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) for text in (TEXT, PAGE))
SHELL = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True) for block in SHELL for line in block.splitlines() if line.startswith("ludarium ")
]


@pytest.mark.parametrize("number", range(len(PYTHON)))
def test_python_runs(number: int) -> None:
    names: dict[str, Any] = {}
    exec(compile(PYTHON[number], f"README.md, block {number}", "exec"), names)
    assert len(PYTHON) >= 3


def test_python_on_training_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = ON_PAGE
    exec(compile(block, "docs/training.md", "exec"), {})
    assert (tmp_path / "runs" / "small").is_dir()


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
        command += ["--eval-games", "2", "--hidden", "4", "--imitation", "64", "--seed", "1"]
    monkeypatch.chdir(tmp_path)
    assert main(command[1:]) in (0, None), capsys.readouterr().err
