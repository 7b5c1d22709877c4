"""Help comes without the libraries that take seconds to import."""

import json
import subprocess
import sys

import pytest

from ludarium.commands import COMMANDS
from tests.cli.support import Terminal

HEAVY = {
    "gymnasium",
    "llvmlite",
    "matplotlib",
    "numba",
    "numpy",
    "pettingzoo",
    "rich",
    "safetensors",
    "sb3_contrib",
    "scipy",
    "stable_baselines3",
    "tensorboard",
    "torch",
}

ASK_FOR_HELP = """
import contextlib, io, json, sys
from ludarium.__main__ import main
found = {}
for argv in json.loads(sys.argv[1]):
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()) as said:
        main(argv)
    found[" ".join(argv)] = [said.getvalue(), sorted(sys.modules)]
print(json.dumps(found))
"""


def test_help_imports_nothing_heavy() -> None:
    asked = [["--help"], ["--version"], *([command, "--help"] for command in COMMANDS)]
    done = subprocess.run(
        [sys.executable, "-c", ASK_FOR_HELP, json.dumps(asked)], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    for argv, (said, modules) in found.items():
        assert said, argv
        assert HEAVY.isdisjoint(modules), f"ludarium {argv} imports {HEAVY.intersection(modules)}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(ludarium: Terminal, command: str) -> None:
    done = ludarium(command, "--help")
    assert done.status == 0
    assert f"usage: ludarium {command}" in done.out
    assert f"  ludarium {command}" in done.out
    assert done.err == ""


def test_help_names_every_command(ludarium: Terminal) -> None:
    done = ludarium("--help")
    assert done.status == 0
    assert all(f"\n    {command}" in done.out for command in COMMANDS)


def test_the_module_and_the_script_are_the_same_program() -> None:
    for program in ([sys.executable, "-m", "ludarium"], [f"{sys.prefix}/bin/ludarium"]):
        done = subprocess.run([*program, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("ludarium ")
