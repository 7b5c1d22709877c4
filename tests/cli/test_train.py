"""The train command: tiny runs."""

import json
from pathlib import Path

from tests.cli.support import Terminal

TINY = (
    *("--steps", "64", "--num-envs", "8", "--rollout", "4", "--batch-size", "16", "--hidden", "8"),
    *("--eval-games", "4", "--quiet"),
)


def test_a_run_from_start_to_resumption(ludarium: Terminal, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = ludarium("train", "kelp:board_size=3", "--seed", "7", "--out", str(run), *TINY, "--json")
    assert done.status == 0
    assert done.data["run"] == str(run)
    assert (done.data["step"], done.data["finished"]) == (64, True)
    assert "exploitability" in done.data["evaluation"]
    assert done.err == "seed 7\n"
    arguments = json.loads((run / "arguments.json").read_text())
    assert (arguments["seed"], arguments["hidden"], arguments["game"]) == (7, [8], "kelp:board_size=3")

    finished = ludarium("train", "--resume", str(run))
    assert finished.status == 2
    assert "has reached its end" in finished.err
    again = ludarium("train", "--resume", str(run), "--steps", "128", "--quiet")
    assert again.status == 0
    assert again.out == f"{run}: step 128, finished\n"

    played = ludarium("evaluate", str(run), "random", "--game", "kelp:board_size=3", "--games", "4", "--json")
    assert [agent["agent"] for agent in played.data["agents"]] == [str(run), "random"]
    wrong = ludarium("evaluate", str(run), "random", "--game", "kelp", "--games", "4")
    assert wrong.status == 2
    assert len(wrong.err.splitlines()) == 1


def test_without_a_seed_one_is_drawn_and_kept(ludarium: Terminal, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = ludarium("train", "kelp:board_size=3", "--out", str(run), *TINY)
    assert done.status == 0
    seed = int(done.err.split()[-1])
    assert json.loads((run / "arguments.json").read_text())["seed"] == seed
