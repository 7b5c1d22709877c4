"""What people wait for: a fresh process until its first step, the help, and an exact solution."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from .measure import spread

FIRST_STEP = """
import ludarium
env = ludarium.make({game!r})
env.reset(seed=1)
observation, *_ = env.last()
env.step(int(observation["action_mask"].nonzero()[0][0]))
"""


def waits(game: str, solved: str) -> dict[str, list[str]]:
    """Command lines by what they are called."""
    return {
        f"import, make({game!r}), reset, step": [sys.executable, "-c", FIRST_STEP.format(game=game)],
        "ludarium --help": [sys.executable, "-m", "ludarium", "--help"],
        f"ludarium solve {solved}": [sys.executable, "-m", "ludarium", "solve", solved],
    }


def measure_waits(
    game: str = "kelp",
    solved: str = "kelp:duel",
    repetitions: int = 5,
    progress: Callable[[str], None] = lambda text: None,
) -> list[dict[str, Any]]:
    """Seconds on the clock of fresh processes, everything compiled before; rows with ``what`` and ``seconds``.

    A command that fails has ``error`` instead of ``seconds``.
    """
    rows: list[dict[str, Any]] = []
    for what, command in waits(game, solved).items():
        progress(what)
        seconds: list[float] = []
        failure = ""
        for _ in range(repetitions + 1):  # the first run compiles what is not in the cache, and does not count
            began = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            seconds.append(time.perf_counter() - began)
            if done.returncode:
                failure = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
                break
        rows.append({"what": what} | ({"error": failure} if failure else {"seconds": spread(seconds[1:])}))
    return rows
