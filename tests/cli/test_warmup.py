"""What ``ludarium warmup`` leaves to be compiled: nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium.agents.registry import BUILT_IN

SMALL = {"ismcts": "simulations=3", "mcts": "simulations=3", "pimc": "simulations=4", "cfr": "iterations=2"}
COMMANDS = (
    "evaluate AGENTS --game kelp:board_size=3 --games 2",
    "arena AGENTS --game kelp:board_size=3 --games 2",
    "play kelp:board_size=3 --players ismcts:simulations=3,playouts=random,exact",
    "solve kelp:board_size=3 --agent scripted",
    "solve kelp:board_size=3 --method cfr --iterations 2 --agent scripted",
)


@pytest.mark.slow
def test_after_warming_up_nothing_is_compiled(tmp_path: Path) -> None:
    def ludarium(text: str) -> str:
        environment = {**os.environ, "LUDARIUM_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-m", "ludarium", *text.split()]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stderr

    assert "kelp: search, scripted playouts (" in ludarium("warmup kelp")
    agents = " ".join(f"{name}:{SMALL[name]}" if name in SMALL else name for name in BUILT_IN)
    for command in COMMANDS:
        assert "compiling" not in ludarium(command.replace("AGENTS", agents)), command
