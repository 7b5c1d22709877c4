"""Code run in processes of its own, on the installed package or on a copy of it that a test may edit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of this process with `changes`; None takes a variable away."""
    merged: dict[str, str | None] = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **changes}
    return {name: value for name, value in merged.items() if value is not None}


def start(code: str, *arguments: str, options: tuple[str, ...] = (), **changes: str | None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *options, "-c", code, *arguments],
        env=environment(**changes),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out, err


def run(code: str, *arguments: str, options: tuple[str, ...] = (), **changes: str | None) -> str:
    return finish(start(code, *arguments, options=options, **changes))[0]


def site_with_tiny(folder: Path) -> Path:
    """A copy of the package under `folder`, with the game Tiny added: its folder, and one line in the registry."""
    site = folder / "site"
    ignored = shutil.ignore_patterns("__pycache__", "conformance", "adapters", "kelp")
    shutil.copytree(ROOT / "src" / "ludarium", site / "ludarium", ignore=ignored)
    shutil.copytree(ROOT / "envs", site / "ludarium" / "envs", ignore=ignored)
    shutil.copytree(HERE / "tiny", site / "ludarium" / "envs" / "tiny", ignore=ignored)
    registry = site / "ludarium" / "envs" / "registry.py"
    text = registry.read_text()
    line = '    "kelp": "ludarium.envs.kelp",\n'
    assert text.count(line) == 1
    registry.write_text(text.replace(line, line + '    "tiny": "ludarium.envs.tiny",\n'))
    return site
