"""The parts of training by themselves: arguments, global generators, the average, signals, run folders."""

from __future__ import annotations

import dataclasses
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ludarium.agents.files import CheckpointError
from ludarium.agents.neural import PolicyNetwork
from ludarium.envs.registry import list_games, make_game
from ludarium.training import ArgumentError, RunBusyError, RunExistsError, TrainingArguments
from ludarium.training.averaging import RunningAverage
from ludarium.training.interrupts import StopRequest
from ludarium.training.isolation import OwnGenerators
from ludarium.training.runs import RunFolder


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"steps": 0}, "steps is 0, expected a number from 1"),
        ({"steps": 1.5}, "steps is 1.5, expected int"),
        ({"steps": True}, "steps is True, expected int"),
        ({"game": 3}, "game is 3, expected str"),
        ({"minutes": float("nan")}, "minutes is nan, expected float"),
        ({"minutes": -1.0}, "minutes is -1.0, expected a number from 0"),
        ({"gamma": 1.01}, "gamma is 1.01, expected a number from 0 to 1"),
        ({"seed": -1}, "seed is -1, expected"),
        ({"seed": 2**64}, "expected a number from 0 to 1.84467e\\+19"),
        ({"hidden": ()}, "hidden is"),
        ({"hidden": (64, 0)}, "hidden is \\(64, 0\\), expected sizes of layers from 1"),
        ({"shared_layers": 0}, "shared_layers is 0, expected at least 1 for the trainer selfplay"),
        ({"trainer": "ppo"}, "trainer is 'ppo', expected selfplay or maskable_ppo"),
        ({"trainer": "maskable_ppo", "magnet": 0.1}, "magnet is 0.1, expected 0 for the trainer maskable_ppo"),
        ({"trainer": "maskable_ppo", "opening_share": 1.0}, "opening_share is 1, expected 0 for the trainer"),
        ({"trainer": "maskable_ppo", "pool_choice": "prioritised"}, "pool_choice is 'prioritised', expected another"),
        ({"pool_choice": "worst"}, "pool_choice is 'worst', expected uniform or latest or prioritised"),
        ({"opponents": "random"}, "opponents are 'random' and opponents_share is 0, expected both or none"),
        ({"opponents_share": 0.1}, "opponents are '' and opponents_share is 0.1, expected both or none"),
        ({"num_envs": 2, "rollout": 8, "batch_size": 17}, "batch_size is 17, expected at most num_envs × rollout = 16"),
        (
            {"snapshot_share": 0.6, "average_opponent_share": 0.3},
            "are 0.2, 0.3, 0.0, 0.0, 0.6, expected a sum of at most 1",
        ),
    ],
)
def test_impossible_arguments_are_named(values: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        TrainingArguments(**values)


@pytest.mark.parametrize("trainer", ["selfplay", "maskable_ppo"])
@pytest.mark.parametrize("game", list_games())
def test_what_a_game_recommends_can_be(game: str, trainer: str) -> None:
    recommended = make_game(game).spec.training[trainer]
    arguments = TrainingArguments.for_game(game, trainer=trainer)
    assert all(getattr(arguments, name) == value for name, value in recommended.items())


def test_what_is_given_counts_more_than_what_the_game_recommends() -> None:
    recommended = make_game("kelp").spec.training["selfplay"]
    assert recommended["entropy"] != TrainingArguments.entropy
    assert TrainingArguments.for_game("kelp:duel").entropy == recommended["entropy"]
    assert TrainingArguments.for_game("kelp:duel").game == "kelp:duel"
    assert TrainingArguments.for_game("kelp", entropy=0.5).entropy == 0.5
    with pytest.raises(ArgumentError, match="entropy is -1"):
        TrainingArguments.for_game("kelp", entropy=-1.0)


def test_the_trainer_that_a_game_recommends_first_is_the_one_that_trains() -> None:
    for game in list_games():
        assert TrainingArguments.for_game(game).trainer == next(iter(make_game(game).spec.training))


def test_a_limit_of_time_alone_is_the_only_limit() -> None:
    assert TrainingArguments.for_game("kelp", minutes=1.0).steps > 10**12
    assert TrainingArguments.for_game("kelp", minutes=1.0, steps=70_000).steps == 70_000
    assert TrainingArguments.for_game("kelp").steps == TrainingArguments.steps


def test_every_argument_has_its_line_of_help_and_survives_json() -> None:
    arguments = TrainingArguments(hidden=[32, 16], minutes=4)  # type: ignore[arg-type]
    assert arguments.hidden == (32, 16)
    assert all(len(each.metadata["help"]) > 10 for each in dataclasses.fields(arguments))
    assert arguments.folder == Path("runs/kelp-duel-0")


def test_global_generators_are_left_alone() -> None:
    np.random.seed(7), torch.manual_seed(7)  # noqa: NPY002
    np.random.normal()  # noqa: NPY002 (leaves a second number waiting)
    expected = np.random.get_state(), torch.get_rng_state()  # noqa: NPY002

    def drawn(own: OwnGenerators) -> list[float]:
        with own.installed():
            return [np.random.rand(), np.random.normal(), float(torch.rand(1))]  # noqa: NPY002

    own = OwnGenerators(3)
    first, state = drawn(own), own.get_state()
    second = drawn(own)
    assert first != second
    assert drawn(OwnGenerators(3)) == first != drawn(OwnGenerators(4))
    other = OwnGenerators(5)
    other.set_state(state)
    assert drawn(other) == second
    with pytest.raises(KeyError), own.installed():
        raise KeyError
    for before, after in zip(expected[0], np.random.get_state(), strict=True):  # noqa: NPY002
        np.testing.assert_array_equal(before, after)
    assert torch.equal(expected[1], torch.get_rng_state())


def single(value: float) -> PolicyNetwork:
    return PolicyNetwork([(np.full((1, 1), value, np.float32), np.full(1, -value, np.float32))])


@pytest.mark.parametrize(
    ("share", "expected"),
    [(1.0, [2, 3, 14 / 3, 7]), (0.0, [2, 4, 8, 14]), (0.5, [2, 4, 4 + 2 / 3 * 4, 4 + 8 / 3 + 0.5 * (14 - 20 / 3)])],
)
def test_the_average(share: float, expected: list[float]) -> None:
    average = RunningAverage(single(100), share)
    for value, mean in zip((2, 4, 8, 14), expected, strict=True):
        average.add(single(value))
        weights, bias = average.network.layers[0]
        assert weights.dtype == bias.dtype == np.float32
        np.testing.assert_allclose([weights.item(), -bias.item()], mean, rtol=1e-6)
        again = RunningAverage(single(0), share)
        again.set_state(average.get_state())
        average = again


@pytest.mark.parametrize("before", [signal.default_int_handler, signal.SIG_IGN], ids=["usual", "ignored"])
def test_the_first_signal_is_noted_and_the_second_acts(before: Any) -> None:
    outside = signal.signal(signal.SIGINT, before)
    try:
        _first_and_second_signal(before)
    finally:
        signal.signal(signal.SIGINT, outside)


def _first_and_second_signal(before: Any) -> None:
    stop = StopRequest()
    with pytest.raises(KeyboardInterrupt), stop.listening():
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.signal is signal.SIGINT
        os.kill(os.getpid(), signal.SIGINT)
        pytest.fail("the second signal did nothing")
    assert signal.getsignal(signal.SIGINT) is before
    with stop.listening():
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.signal is signal.SIGTERM


def test_a_run_folder_is_made_once_and_worked_on_by_one(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "a" / "run")
    arguments = TrainingArguments(game="kelp", hidden=(8,))
    run.create(arguments)
    assert run.arguments() == arguments
    with pytest.raises(RunExistsError, match="run exists; go on with that run"):
        run.create(arguments)
    with run.locked(), pytest.raises(RunBusyError, match="another process"), RunFolder(run.path).locked():
        pass
    (run.path / "arguments.json").write_text('{"steps": -3}')
    with pytest.raises(CheckpointError, match="steps is -3"):
        run.arguments()


def test_a_checkpoint_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = RunFolder(tmp_path / "run")
    run.create(TrainingArguments())
    run.write_checkpoint(5, b"policy", b"state")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError("power cut")))
        with pytest.raises(OSError, match="power cut"):
            run.write_checkpoint(6, b"policy", b"state")
    assert run.last_checkpoint().name == "step_000000000005"
    run.write_checkpoint(6, b"new", b"state")
    assert (run.last_checkpoint() / "policy.safetensors").read_bytes() == b"new"


def test_metrics_are_read_up_to_a_cut_and_forgotten_after_a_step(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    for step in (1, 2, 3):
        run.add_metrics({"step": step})
    with (tmp_path / "metrics.jsonl").open("a") as opened:
        opened.write('{"step": 4')
    assert [line["step"] for line in run.metrics()] == [1, 2, 3]
    (tmp_path / "checkpoints" / "step_000000000003").mkdir(parents=True)
    (tmp_path / "checkpoints" / "step_000000000002").mkdir()
    run.forget_after(2, 0)
    assert [line["step"] for line in run.metrics()] == [1, 2]
    assert run.last_checkpoint().name == "step_000000000002"
    (tmp_path / "metrics.jsonl").write_text('{"step": 1}\nnonsense\n{"step": 2}\n')
    with pytest.raises(CheckpointError, match="line 2 is damaged"):
        run.metrics()
