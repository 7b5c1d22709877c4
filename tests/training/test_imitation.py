"""Learning from the scripted player before self-play."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.neural import list_checkpoints
from ludarium.training import ArgumentError, TrainingArguments, resume, train
from ludarium.training.devices import torch_threads
from ludarium.training.imitation import lessons
from ludarium.training.maskable_ppo import MaskablePPOLearner
from ludarium.training.ppo import make_learner
from ludarium.training.selfplay.learner import SelfPlayLearner
from tests.training.conftest import Small
from tests.training.test_runs import content

KELP = make_game("kelp:board_size=3")


def test_lessons_are_what_the_scripted_player_does_and_where_that_leads() -> None:
    taught = lessons(KELP, 500, 3, 0)
    assert len(taught) >= 500
    assert taught.observation.shape == (len(taught), KELP.observation_size) and taught.observation.dtype == np.float32
    assert taught.mask.shape == (len(taught), KELP.num_actions) and taught.mask.dtype == np.int8
    assert (taught.mask[np.arange(len(taught)), taught.action] == 1).all()
    assert set(np.unique(taught.outcome)) <= {-1.0, 0.0, 1.0} and (taught.outcome != 0).any()
    low, high = KELP.layout.low, KELP.layout.high
    assert ((taught.observation >= low) & (taught.observation <= high)).all()


def test_the_outcome_is_that_of_the_seat_that_decided() -> None:
    # The first decisions of 64 games are seat 0's, the second ones seat 1's, and what one seat wins the other loses.
    taught = lessons(KELP, 100, 3, 0)
    first, second = taught.outcome[:64], taught.outcome[64:128]
    assert (taught.observation[:64, 0] != taught.observation[64:128, 0]).all()  # the one-hot of the seat
    assert (first == -second).all() and {-1.0, 1.0} <= set(first)


def test_lessons_follow_from_the_seed_and_their_number() -> None:
    one, same, later, other = (lessons(KELP, 300, *of) for of in ((3, 0), (3, 0), (3, 300), (4, 0)))
    for name in ("observation", "mask", "action", "outcome"):
        assert (getattr(one, name) == getattr(same, name)).all()
    mixed, again = one.shuffled(7), one.shuffled(7)
    assert (mixed.action == again.action).all() and (mixed.action != one.action).any()
    rows = [sorted(zip(map(bytes, part.observation), part.action, part.outcome, strict=True)) for part in (one, mixed)]
    assert rows[0] == rows[1]
    assert len({part.observation.tobytes() for part in (one, later, other)}) == 3


@pytest.mark.parametrize("trainer", ["selfplay", "maskable_ppo"])
def test_a_learner_comes_to_act_as_it_is_taught(trainer: str) -> None:
    arguments = TrainingArguments(trainer=trainer, hidden=(64, 64), num_envs=8, rollout=64, batch_size=256)
    learner = make_learner(KELP, arguments, 1, 2)
    with torch_threads(1):
        figures = [learner.imitate(lessons(KELP, 4_000, 1, first), 3e-3) for first in range(0, 40_000, 4_000)]
    assert figures[-1]["likelihood"] > figures[0]["likelihood"] + 0.1
    assert figures[-1]["policy_loss"] < figures[0]["policy_loss"]
    assert figures[-1]["value_loss"] < 0.8 * figures[0]["value_loss"]


@pytest.fixture
def taught(small: Small, tmp_path: Path) -> Path:
    """A run that imitates before it plays, without a break."""
    train(small(tmp_path / "taught", imitation=700, steps=128), quiet=True)
    return tmp_path / "taught"


def test_imitation_comes_before_the_first_step(small: Small, taught: Path, tmp_path: Path) -> None:
    lines = content(taught)["metrics"]
    kinds = [line["kind"] for line in lines]
    assert kinds[: kinds.index("training")] == ["imitation"] * kinds.count("imitation")
    numbers = [line["taught"] for line in lines if line["kind"] == "imitation"]
    assert numbers[-1] >= 700 > numbers[-2]
    assert [line["step"] for line in lines if line["kind"] == "training"] == [64, 128]
    train(small(tmp_path / "plain", steps=128), quiet=True)
    plain = [line for line in content(tmp_path / "plain")["metrics"] if line["kind"] == "training"]
    assert plain != [line for line in lines if line["kind"] == "training"]


def test_a_run_stopped_while_it_imitates_goes_on_exactly(
    small: Small, taught: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    learner: Any = SelfPlayLearner if small(run).trainer == "selfplay" else MaskablePPOLearner
    plain = learner.imitate

    def stop_here(self: Any, *of: Any) -> dict[str, float]:
        os.kill(os.getpid(), signal.SIGINT)
        figures: dict[str, float] = plain(self, *of)
        return figures

    with monkeypatch.context() as patch:
        patch.setattr(learner, "imitate", stop_here)
        summary = train(small(run, imitation=700, steps=128), quiet=True)
        assert summary.stopped_by == signal.SIGINT and summary.step == 0
        # Once more: what has come since that checkpoint is in the next one.
        assert resume(run, quiet=True).step == 0
    lines = content(run)["metrics"]
    assert [line["kind"] for line in lines] == ["imitation"] * 2
    assert [folder.name for folder in list_checkpoints(run)] == ["step_000000000000"]
    assert resume(run, quiet=True).finished
    broken, unbroken = content(run), content(taught)
    broken.pop("checkpoints/step_000000000000/policy.safetensors")
    assert broken == unbroken


def test_a_game_without_a_scripted_player_has_nothing_to_imitate(small: Small, kuhn: str, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="imitation is 5, but kuhn has no scripted player"):
        train(small(tmp_path / "none", game=kuhn, imitation=5))
    assert not (tmp_path / "none").exists()
