"""Whole runs, small ones: they learn, stop, go on exactly, and refuse what they cannot go on from."""

from __future__ import annotations

import dataclasses
import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium import make_game
from ludarium.agents.base import Decisions
from ludarium.agents.files import CheckpointError
from ludarium.agents.neural import list_checkpoints, load_agent
from ludarium.envs import registry
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.training import ArgumentError, RunExistsError, RunSummary, TrainingArguments, resume, train
from tests.toys import SPECS
from tests.toys.kuhn import BET
from tests.training.conftest import SMALL, Small


def content(run: Path) -> dict[str, Any]:
    """All that has to be equal in equal runs: checkpoints and pool to the byte, metrics without the clock."""
    files = [*(run / "checkpoints").rglob("*.safetensors"), *(run / "pool").iterdir()]
    found: dict[str, Any] = {str(file.relative_to(run)): file.read_bytes() for file in files if "policy" in file.name}
    found |= {str(file.relative_to(run)): file.read_bytes() for file in files if file.parent.name == "pool"}
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    found["metrics"] = [{key: value for key, value in line.items() if key != "seconds"} for line in lines]
    return found


@pytest.fixture(scope="module")
def whole(small: Small, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without a break."""
    run = tmp_path_factory.mktemp("whole") / "run"
    summary = train(small(run), quiet=True)
    assert summary.finished and summary.step == 640 and summary.exit_status == 0
    return run


def test_what_a_run_leaves_behind(whole: Path) -> None:
    assert [folder.name[-4:] for folder in list_checkpoints(whole)] == ["0320", "0640"]
    assert sorted(file.name[-16:-12] for file in (whole / "pool").iterdir()) == [
        "0128",
        "0256",
        "0320",
        "0448",
        "0512",
        "0640",
    ]
    manifest = json.loads((whole / "manifest.json").read_text())["sessions"]
    assert len(manifest) == 1 and manifest[0]["threads"]["torch"] == 1 and manifest[0]["versions"]["torch"]
    assert json.loads((whole / "arguments.json").read_text())["seed"] == 5
    assert list((whole / "tensorboard").iterdir())
    lines = content(whole)["metrics"]
    training = [line for line in lines if line["kind"] == "training"]
    assert [line["step"] for line in training] == list(range(64, 641, 64))
    # Nothing that the learner earns against itself passes for progress.
    assert not any("rew" in name for line in lines for name in line)


def test_everything_given_in_steps_happens_in_steps(whole: Path) -> None:
    lines = content(whole)["metrics"]
    evaluations = [line for line in lines if line["kind"] == "evaluation"]
    assert [line["step"] for line in evaluations] == [320, 640]  # the first iterations to reach 300 and 600
    assert all(0 <= line["exploitability"] <= 1 for line in evaluations)
    assert (
        evaluations[0]["random"]["wins"] + evaluations[0]["random"]["draws"] + evaluations[0]["random"]["losses"] == 4
    )
    rates = [line["learning_rate"] for line in lines if line["kind"] == "training"]
    arguments = TrainingArguments()
    expected = np.linspace(arguments.learning_rate, arguments.final_learning_rate, 11)[:-1]
    np.testing.assert_allclose(rates, expected)


@pytest.mark.parametrize("pause", [256, 300])  # between checkpoints and snapshots, and between iterations
def test_a_resumed_run_is_the_same_as_one_without_a_break(
    small: Small, whole: Path, tmp_path: Path, pause: int
) -> None:
    summary = train(small(tmp_path / "run"), pause_at=pause, quiet=True)
    assert not summary.finished and summary.step == -(-pause // 64) * 64
    summary = resume(tmp_path / "run", quiet=True)
    assert summary.finished
    broken, unbroken = content(tmp_path / "run"), content(whole)
    broken.pop(f"checkpoints/step_{-(-pause // 64) * 64:012d}/policy.safetensors", None) if pause == 256 else None
    assert broken == unbroken
    assert len(json.loads((tmp_path / "run" / "manifest.json").read_text())["sessions"]) == 2


def test_a_run_can_go_on_from_an_earlier_checkpoint(small: Small, whole: Path, tmp_path: Path) -> None:
    train(small(tmp_path / "run"), quiet=True)
    with pytest.raises(ArgumentError, match="has reached its end at step 640"):
        resume(tmp_path / "run", quiet=True)
    resume(tmp_path / "run", checkpoint=list_checkpoints(tmp_path / "run")[0], quiet=True)
    assert content(tmp_path / "run") == content(whole)
    assert resume(tmp_path / "run", steps=704, quiet=True).step == 704


def test_games_against_the_scripted_player(small: Small, whole: Path, kuhn: str, tmp_path: Path) -> None:
    shares = {"scripted_share": 1.0, "exploring_share": 0.0, "average_opponent_share": 0.0, "snapshot_share": 0.0}
    train(small(tmp_path / "run", **shares), pause_at=64, quiet=True)
    train(small(tmp_path / "other", **shares), quiet=True)
    resume(tmp_path / "run", quiet=True)
    broken, unbroken = content(tmp_path / "run"), content(tmp_path / "other")
    broken.pop("checkpoints/step_000000000064/policy.safetensors", None)
    assert broken == unbroken
    assert unbroken["metrics"] != content(whole)["metrics"]
    with pytest.raises(ArgumentError, match=r"scripted_share is 0\.5, but kuhn has no scripted player"):
        train(small(tmp_path / "none", game=kuhn, scripted_share=0.5, exploring_share=0.0))
    assert not (tmp_path / "none").exists()


def test_another_seed_is_another_run_and_another_process_the_same(small: Small, whole: Path, tmp_path: Path) -> None:
    train(small(tmp_path / "other", seed=6), quiet=True)
    assert content(tmp_path / "other")["metrics"] != content(whole)["metrics"]
    code = "import sys, json; from ludarium.training import *; train(TrainingArguments(**json.loads(sys.argv[1])))"
    arguments = dataclasses.asdict(small(tmp_path / "same"))
    subprocess.run([sys.executable, "-c", code, json.dumps(arguments)], check=True, capture_output=True)
    assert content(tmp_path / "same") == content(whole)


def test_the_clock_can_end_a_run(small: Small, tmp_path: Path) -> None:
    summary = train(small(tmp_path / "run", steps=10**9, minutes=0.02), quiet=True)
    assert summary.finished and 0 < summary.step < 10**9
    rates = [line["learning_rate"] for line in content(tmp_path / "run")["metrics"] if line["kind"] == "training"]
    assert rates[-1] < rates[0]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_and_the_run_goes_on_as_if_nothing_had_been(
    small: Small, whole: Path, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    run = tmp_path / "run"
    code = (
        "import sys, json; from ludarium.training import *; "
        "sys.exit(train(TrainingArguments(**json.loads(sys.argv[1]))).exit_status)"
    )
    arguments = json.dumps(dataclasses.asdict(small(run, eval_every=10**6, steps=10**7)))
    process = subprocess.Popen([sys.executable, "-c", code, arguments], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (run / "metrics.jsonl").exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert process.returncode == status
    assert "finishing this iteration" in told and "to go on: ludarium train --resume" in told
    step = int(list_checkpoints(run)[-1].name[-12:])
    assert step >= 64 and step % 64 == 0
    lines = content(run)["metrics"]
    assert lines[-1]["step"] == step
    summary = resume(run, pause_at=step + 64, quiet=True)
    assert summary.step == step + 64
    same = train(small(tmp_path / "same", eval_every=10**6, steps=10**7), pause_at=step + 64, quiet=True)
    assert content(tmp_path / "same")["metrics"] == content(run)["metrics"]
    name = f"checkpoints/step_{same.step:012d}/policy.safetensors"
    assert content(run)[name] == content(tmp_path / "same")[name]


def test_the_pool_is_bounded_and_renewed(
    small: Small, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludarium.training.opponents import Opponents

    kept: list[list[int]] = []
    seated: list[int] = []
    add = Opponents.add_snapshot

    def watched(self: Any, *arguments: Any) -> None:
        add(self, *arguments)
        kept.append(list(self.steps))
        seated.append(len(self._snapshots))

    monkeypatch.setattr(Opponents, "add_snapshot", watched)
    train(small(tmp_path / "run"), quiet=True)
    assert kept == [[128], [128, 256], [320, 256], [320, 448], [512, 448], [512, 640]]
    assert max(seated) == SMALL["pool_size"]


def test_what_cannot_be_gone_on_with_is_refused(small: Small, whole: Path, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no run to go on with, arguments\.json is missing"):
        resume(tmp_path / "nowhere", quiet=True)
    with pytest.raises(RunExistsError, match="exists"):
        train(small(whole), quiet=True)
    run = tmp_path / "run"
    train(small(run, steps=704), pause_at=640, quiet=True)
    state = list_checkpoints(run)[-1] / "state.safetensors"
    original = state.read_bytes()
    for damaged in (original[: len(original) // 2], original[:-1] + bytes([original[-1] ^ 1]), b""):
        state.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=r"state\.safetensors.*an earlier checkpoint can be chosen: .*0320"):
            resume(run, quiet=True)
    state.write_bytes(original)
    snapshot = run / "pool" / "step_000000000640.safetensors"
    snapshot.rename(snapshot.with_suffix(".gone"))
    with pytest.raises(CheckpointError, match="step_000000000640"):
        resume(run, quiet=True)
    snapshot.with_suffix(".gone").rename(snapshot)
    assert resume(run, quiet=True).finished
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "arguments.json").write_bytes((run / "arguments.json").read_bytes())
    with pytest.raises(CheckpointError, match="a run without a checkpoint"):
        resume(tmp_path / "empty", quiet=True)


def test_bad_arguments_leave_no_folder_behind(small: Small, tmp_path: Path) -> None:
    for changes, words in (
        ({"game": "gomoku"}, "gomoku"),
        ({"game": "kelp:board_size=99"}, "board_size"),
        ({"device": "abacus"}, "device is 'abacus', expected one that torch can use"),
    ):
        with pytest.raises(Exception, match=words):
            train(small(tmp_path / "run", **changes), quiet=True)
        assert not (tmp_path / "run").exists()


def test_it_learns_what_is_to_be_learned(small: Small, kuhn: str, tmp_path: Path) -> None:
    arguments = small(
        tmp_path / "run",
        game=kuhn,
        steps=6_400,
        num_envs=16,
        rollout=20,
        epochs=4,
        hidden=(16,),
        shared_layers=1,
        learning_rate=0.01,
    )
    assert "scripted" not in train(arguments, quiet=True).evaluation
    agent = load_agent(tmp_path / "run")
    states = make_game(kuhn).new_states(1, count=60)
    agent.game.step(states, BET)
    call = agent.policy(Decisions.of(agent.game, states, seeds_of_slots(1, 60)))[:, BET]
    card = states["card"][:, 1]  # jack, queen, king
    assert (call[card == 3] > 0.9).all() and (call[card == 1] < 0.1).all()


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_any_number_of_seats_chance_and_a_cut(
    small: Small, num_players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    ludarium.register(SPECS["magpie"])
    changes = {
        "game": f"magpie:num_players={num_players},max_turns=4",
        "steps": 384,
        "eval_games": 24,
        "eval_every": 10_000,
    }
    whole = train(small(tmp_path / "whole", **changes), quiet=True)
    assert whole.finished
    assert "exploitability" not in whole.evaluation
    for name in ("random", "scripted"):
        figures = whole.evaluation[name]
        assert figures["even_score"] == 1 / num_players
        assert figures["wins"] + figures["draws"] + figures["losses"] == 24
        assert [sum(seat[key] for key in ("wins", "draws", "losses")) for seat in figures["seats"]] == [
            24 / num_players
        ] * num_players
        assert 0 < figures["truncated"] <= 24
    train(small(tmp_path / "broken", **changes), pause_at=192, quiet=True)
    resume(tmp_path / "broken", quiet=True)
    one, other = content(tmp_path / "whole"), content(tmp_path / "broken")
    other.pop("checkpoints/step_000000000192/policy.safetensors")
    assert one == other
    other_game = f"magpie:num_players={6 - num_players if num_players != 3 else 2}"
    agent = load_agent(tmp_path / "whole")
    with pytest.raises(CheckpointError, match=f"not for {other_game}"):
        load_agent(tmp_path / "whole", other_game)
    assert agent.game.num_players == num_players


@pytest.mark.slow
def test_memory_stays_flat(small: Small, tmp_path: Path) -> None:
    def peak(steps: int) -> RunSummary:
        return resume(tmp_path / "run", pause_at=steps, quiet=True)

    train(small(tmp_path / "run", steps=10**9, eval_every=10**8), pause_at=20_000, quiet=True)
    peak(60_000)
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak(200_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1.05 * first
