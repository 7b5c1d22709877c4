"""Whom the learner plays against: agents by their strings, and how often each snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.neural import PolicyNetwork
from ludarium.training import ArgumentError, TrainingArguments, resume, train
from ludarium.training.opponents import Opponents
from ludarium.training.runs import RunFolder
from ludarium.training.selfplay.network import ActorCritic
from tests.training.conftest import Small
from tests.training.test_runs import content

KELP = make_game("kelp:board_size=3")


def network() -> PolicyNetwork:
    from ludarium.agents.encoding import StepEncoding

    return ActorCritic(StepEncoding(KELP.layout).size, KELP.num_actions, (4,), 1, 1).policy_network()


class Seats:
    """Remembers who was seated, and how often each is to be drawn."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.weights: list[float] = []

    def set_opponents(self, opponents: Any, weights: Any) -> None:
        self.names, self.weights = [player.name for player in opponents], list(weights)


def seated(folder: Path, **arguments: Any) -> tuple[Opponents, Seats]:
    """The opponents of a run, with snapshots of the steps 100, 200 and 300."""
    given = TrainingArguments(game=KELP.string, out=str(folder), pool_size=3, **arguments)
    run = RunFolder(folder)
    run.create(given)
    seats = Seats()
    opponents = Opponents(run, KELP, seats, given, network(), network())
    for step in (100, 200, 300):
        opponents.add_snapshot(step, network())
    return opponents, seats


def shares(seats: Seats) -> list[float]:
    """The weights of the snapshots."""
    assert sum(seats.weights) == pytest.approx(1)
    return seats.weights[-3:]


def test_everybody_has_the_share_that_the_arguments_give(tmp_path: Path) -> None:
    _, seats = seated(
        tmp_path / "run",
        scripted_share=0.1,
        exploring_share=0.05,
        average_opponent_share=0.15,
        snapshot_share=0.3,
        opponents="random  ismcts:simulations=2",
        opponents_share=0.2,
    )
    assert seats.names[:6] == ["current", "exploring current", "average", "scripted", "random", "ismcts:simulations=2"]
    np.testing.assert_allclose(seats.weights, [0.2, 0.05, 0.15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])


def test_the_pool_can_be_its_latest_snapshot(tmp_path: Path) -> None:
    opponents, seats = seated(tmp_path / "run", pool_choice="latest", snapshot_share=0.4)
    assert shares(seats) == [0, 0, 0.4]
    opponents.add_snapshot(400, network())  # in the place of the oldest
    assert shares(seats) == [0.4, 0, 0]


def test_snapshots_that_win_are_played_more(tmp_path: Path) -> None:
    opponents, seats = seated(tmp_path / "run", pool_choice="prioritised", snapshot_share=0.4)
    np.testing.assert_allclose(shares(seats), [0.4 / 3] * 3)
    # The places count from the current policy: current, exploring, average, then the snapshots.
    opponents.note_results({1: (50, 50.0), 3: (1_000, 1_000.0), 4: (1_000, 0.0), 5: (0, 0.0)})
    np.testing.assert_allclose(opponents.scores, [1, 0, 0.5], atol=1e-4)
    weights = np.array([0.0, 1.0, 0.25]) + 0.01
    np.testing.assert_allclose(shares(seats), 0.4 * weights / weights.sum(), rtol=1e-3)
    opponents.note_results({4: (69, 69.0)})  # about half of what is known gives way to the new games
    assert opponents.scores[1] == pytest.approx(1 - 0.99**69, abs=1e-4)
    opponents.add_snapshot(400, network())
    assert opponents.scores == [0.5, pytest.approx(1 - 0.99**69, abs=1e-4), 0.5]


def test_a_uniform_pool_does_not_follow_results(tmp_path: Path) -> None:
    opponents, seats = seated(tmp_path / "run", snapshot_share=0.3)
    opponents.note_results({3: (1_000, 1_000.0)})
    np.testing.assert_allclose(shares(seats), [0.1] * 3)


def test_a_run_against_a_search_and_a_pool_by_results_goes_on_exactly(tmp_path: Path) -> None:
    changes: dict[str, Any] = {
        "game": KELP.string,
        "seed": 5,
        "steps": 512,
        "num_envs": 8,
        "rollout": 8,
        "batch_size": 32,
        "hidden": (8,),
        "snapshot_every": 100,
        "pool_size": 2,
        "eval_every": 300,
        "eval_games": 4,
        "pool_choice": "prioritised",
        "opponents": "ismcts:simulations=2",
        "opponents_share": 0.2,
        "snapshot_share": 0.4,
    }
    train(TrainingArguments(out=str(tmp_path / "whole"), **changes), quiet=True)
    train(TrainingArguments(out=str(tmp_path / "broken"), **changes), pause_at=256, quiet=True)
    resume(tmp_path / "broken", quiet=True)
    broken, unbroken = content(tmp_path / "broken"), content(tmp_path / "whole")
    broken.pop("checkpoints/step_000000000256/policy.safetensors")
    assert broken == unbroken


def test_an_opponent_that_cannot_be_is_named_before_there_is_a_run(small: Small, tmp_path: Path) -> None:
    for text, words in (("gambler", "gambler"), ("ismcts:simulations=0", "simulations"), ("exact:x=1", "x")):
        with pytest.raises(ArgumentError, match=f"opponents are '{text}': .*{words}"):
            train(small(tmp_path / "run", opponents=text, opponents_share=0.1), quiet=True)
        assert not (tmp_path / "run").exists()
