"""What the measurements of training count and compare; how fast anything is, no test says."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ludarium as suite
from ludarium.agents.encoding import StepEncoding
from ludarium.benchmarks import free, training, tutorial
from ludarium.benchmarks.report import training_table
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.conformance import check_game
from ludarium.envs.core.game import Game
from ludarium.training.arguments import TrainingArguments

FREE = Game(free.SPEC)
TINY: dict[str, Any] = {"num_envs": 8, "rollout": 3, "batch_size": 8, "epochs": 1, "hidden": (4,)}


# --- the free environment ---------------------------------------------------------------------------------------------


def test_the_free_environment_is_a_game_like_any_other() -> None:
    check_game(FREE, states=2_000, extremes=False)


def test_the_free_environment_has_a_choice_everywhere_and_no_zeros() -> None:
    batch = Batch(FREE, 64, seed=1)
    assert (FREE.observation_size, FREE.num_actions, StepEncoding(FREE.layout).size) == (200, 60, 200)
    for moves in range(1, 2 * free.LENGTH + 1):
        assert set(np.unique(np.abs(batch.observation))) == {0.5}
        assert batch.mask[:, :2].all()
        assert 0.3 < batch.mask.mean() < 0.7
        even = batch.observation[:, 0] < 0
        actions = batch.random_actions()
        batch.step(actions)
        assert batch.rewards[:, 0] == pytest.approx(np.where(actions % 2 == ~even, 0.02, 0), abs=1e-6)
        assert batch.terminated.all() == batch.terminated.any() == (moves % free.LENGTH == 0)


# --- who is held against whom -----------------------------------------------------------------------------------------


def differing(one: TrainingArguments, other: TrainingArguments) -> set[str]:
    return {field.name for field in dataclasses.fields(one) if getattr(one, field.name) != getattr(other, field.name)}


def test_the_same_settings_are_the_same_but_for_the_trainer() -> None:
    own, same, *others = training.settings_on_free(2)
    assert (own.arguments.trainer, own.aim, same.aim) == ("selfplay", None, 1.2)
    assert differing(own.arguments, same.arguments) == {"trainer"}
    assert own.arguments.shared == 2
    assert {setting.arguments.hidden for setting in (own, same, *others)} == {(64, 64)}
    assert {setting.arguments.threads for setting in (own, same, *others)} == {2}
    assert {setting.arguments.trainer for setting in others} == {"maskable_ppo"}
    for setting in others:
        if setting.title == "its defaults":
            shown = setting.arguments.rollout, setting.arguments.batch_size, setting.arguments.epochs, setting.aim
            assert shown == (2048, 64, 10, 20)
    for name in ("kelp:duel", "vantage", "clank_catacombs"):
        own, same, theirs = training.settings_on_game(suite.make_game(name), 1)
        assert own.arguments == TrainingArguments.for_game(own.arguments.game, trainer="selfplay")
        assert differing(own.arguments, same.arguments) <= {"trainer", "opening_share"}
        assert theirs.arguments == TrainingArguments.for_game(own.arguments.game, trainer="maskable_ppo")


def test_ours_has_what_pufferlib_has() -> None:
    ours = training.puffer_arguments(4)
    assert (ours.num_envs, ours.rollout, ours.batch_size, ours.epochs) == (2048, 32, 8192, 4)
    assert (ours.hidden, ours.shared, ours.threads, ours.env_threads) == ((64, 64), 2, 1, 1)


# --- what is counted --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trainer", ["selfplay", "maskable_ppo"])
def test_an_iteration_on_the_free_environment_learns_from_all_its_decisions(trainer: str) -> None:
    subject = training.Training(FREE, TrainingArguments(game="free", trainer=trainer, **TINY), 3)
    assert subject(0).count == 24
    assert len(subject.shares) == 1
    assert 0 < subject.shares[0] < 1


def test_a_decision_after_which_an_iteration_ends_too_early_is_not_learned_from() -> None:
    game = suite.make_game("kelp:duel")
    arguments = TrainingArguments(game="kelp:duel", exploring_share=0.0, average_opponent_share=0.0, **TINY)
    # Each seat's last decision waits for its next one; only the seat to act knows what to expect.
    assert 0 < training.Training(game, arguments, 3)(0).count < 24


def test_the_time_in_steps_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([1.0, 3.5, 10.0, 10.25])
    monkeypatch.setattr(training, "perf_counter", lambda: next(moments))
    batch = Batch(FREE, 2, seed=0)
    stepping = training._Stepping(batch)
    batch.step(np.array([0, 1]))
    batch.step([1], [1])
    assert stepping.seconds == 2.75
    assert batch.states["moves"].tolist() == [1, 2]


# --- the tutorial path ------------------------------------------------------------------------------------------------


def test_a_single_agent_is_every_seat_in_turn() -> None:
    game = suite.make_game("vantage")
    env, aec = tutorial.EverySeatInTurn(game), suite.make(game)
    generator = np.random.default_rng(5)
    observation, _ = env.reset(seed=5)
    aec.reset(seed=5)
    paid, ended, truncated = 0, False, False
    while not (ended or truncated):
        agent = aec.agent_selection
        seen = aec.observe(agent)
        assert (observation == seen["observation"]).all()
        assert (env.action_masks() == seen["action_mask"]).all()
        action = int(generator.choice(seen["action_mask"].nonzero()[0]))
        observation, reward, ended, truncated, _ = env.step(np.int64(action))
        aec.step(action)
        assert (reward, ended, truncated) == (aec.rewards[agent], aec.terminations[agent], aec.truncations[agent])
        paid += reward != 0
    assert paid


def small_tutorial(game: Game, seed: int) -> Any:
    return tutorial.tutorial_model(game, seed, n_steps=6, batch_size=3)


def test_the_tutorial_path_counts_decisions_and_leaves_global_generators_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "tutorial_model", small_tutorial)
    before = np.random.get_state()[1].copy(), torch.get_rng_state()  # noqa: NPY002
    subject = training.tutorial(suite.make_game("kelp:duel"), 2, 1)
    assert subject(0).count == 6
    assert (before[0] == np.random.get_state()[1]).all()  # noqa: NPY002
    assert (before[1] == torch.get_rng_state()).all()


def test_what_is_shown_of_the_tutorial_path_are_its_defaults() -> None:
    model = tutorial.tutorial_model(suite.make_game("kelp:duel"), 2)
    shown = training.TUTORIAL
    assert (model.n_envs, model.n_steps) == (shown["num_envs"], shown["rollout"])
    assert (model.batch_size, model.n_epochs) == (shown["batch_size"], shown["epochs"])
    layers = [layer.out_features for layer in model.policy.mlp_extractor.policy_net if hasattr(layer, "out_features")]
    assert tuple(layers) == shown["hidden"]


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(monkeypatch)


def make_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training by as little as can be; who trains and on what stays."""

    def shrunk(settings: Callable[..., list[training.Setting]]) -> Callable[..., list[training.Setting]]:
        return lambda *about: [
            dataclasses.replace(setting, arguments=dataclasses.replace(setting.arguments, **TINY))
            for setting in settings(*about)
        ]

    for name in ("settings_on_free", "settings_on_game"):
        monkeypatch.setattr(training, name, shrunk(getattr(training, name)))
    monkeypatch.setattr(training, "tutorial_model", small_tutorial)
    ours = training.puffer_arguments
    monkeypatch.setattr(training, "puffer_arguments", lambda epochs: dataclasses.replace(ours(epochs), **TINY))


@pytest.mark.usefixtures("tiny")
def test_ours_comes_first_and_the_others_are_compared_with_it() -> None:
    rows = training.measure_training([suite.make_game("kelp:duel")], threads=(1, 2), repetitions=2, seconds=0.001)
    kelp, best = "kelp:board_size=5,copies=2", ("free", "maskable_ppo", "its best")
    defaults = "free", "maskable_ppo", "its defaults"
    assert [(row["game"], row["trainer"], row["setting"]) for row in rows] == 2 * [
        ("free", "selfplay", "recommended"),
        ("free", "maskable_ppo", "the same"),
        *[best] * 4,
        *[defaults] * 2,
        (kelp, "selfplay", "the game's"),
        (kelp, "maskable_ppo", "the same"),
        (kelp, "maskable_ppo", "the game's for it"),
        (kelp, "tutorial", "its defaults"),
    ]
    assert [row["threads"] for row in rows] == [1] * 12 + [2] * 12
    for row in rows:
        assert 0 <= row["low"] <= row["decisions_per_second"] <= row["high"]
        assert row["repetitions"] == 2
        assert (row["ratio"] is None) == (row["cpu_ratio"] is None) == (row["trainer"] == "selfplay")
        assert (row["stepping"] is None) == (row["trainer"] == "tutorial")
    text = training_table(rows)
    assert "| free | selfplay | recommended | 8×3 | 8 | 1 | 4, 1 shared | 1 |" in text
    assert f"| {kelp} | tutorial | its defaults | 1×2,048 | 64 | 10 | 64×64 | 2 |" in text
    assert {line.count("|") for line in text.splitlines()} == {16}


def test_ratios_are_of_what_stands_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"selfplay": iter([300, 100]), "maskable_ppo": iter([100, 50])}

    class Timed:
        def __init__(self, game: Game, arguments: TrainingArguments, seed: int) -> None:
            self.trainer, self.shares = arguments.trainer, [0.25] * 3

        def __call__(self, seconds: float) -> training.Sample:
            return training.Sample(next(rates[self.trainer]), 1.0, 0.5)

    def in_turns(subjects: dict[str, Any], *how: Any) -> dict[str, list[training.Sample]]:
        return {name: [subject(0), subject(0)] for name, subject in subjects.items()}

    monkeypatch.setattr(training, "Training", Timed)
    monkeypatch.setattr(training, "take_turns", in_turns)
    monkeypatch.setattr(training, "settings_on_free", lambda threads, free=training.settings_on_free: free(threads)[:2])
    ours, theirs = training.measure_training([], threads=(1,), repetitions=2)
    assert (ours["decisions_per_second"], ours["low"], ours["high"]) == (200, 100, 300)
    assert theirs["ratio"] == theirs["cpu_ratio"] == {"median": 2.5, "low": 2.0, "high": 3.0}


@pytest.mark.usefixtures("tiny")
def test_beside_pufferlib_that_is_not_there(tmp_path: Path) -> None:
    found = training.compare_training(repetitions=1, seconds=0.001, python=tmp_path / "python")
    assert [(row["peer"], row["form"], row["unit"], row["aim"]) for row in found["comparisons"]] == [
        ("pufferlib-1", "free training ×1", "decisions", 1),
        ("pufferlib-4", "free training ×4", "decisions", 1),
    ]
    assert all("does not run" in row["skipped"] for row in found["comparisons"])
    assert list(found["ours"]) == ["free training ×1", "free training ×4"]
