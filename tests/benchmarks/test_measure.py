"""Shapes of what the measurements give; how fast anything is, no test says."""

import os

import pytest

import ludarium as suite
from ludarium.benchmarks import measure
from ludarium.benchmarks.engine import measure_games
from ludarium.benchmarks.measure import Sample


def test_rates() -> None:
    sample = Sample(count=10, seconds=2.0, cpu_seconds=0.5)
    assert (sample.rate, sample.cpu_rate) == (5.0, 20.0)
    assert measure.spread([3.0, 1.0, 2.0]) == {"median": 2.0, "low": 1.0, "high": 3.0}


def test_timed_counts_all_steps_and_stops() -> None:
    sample = measure.timed(lambda: 7)(0.001)
    assert sample.count % 7 == 0
    assert sample.count > 0
    assert sample.seconds >= 0.001


def test_subjects_take_turns_after_a_warm_up() -> None:
    calls: list[str] = []

    def subject(name: str) -> measure.Subject:
        def run(seconds: float) -> Sample:
            calls.append(name)
            return Sample(1, seconds, seconds)

        return run

    said: list[str] = []
    samples = measure.take_turns({"a": subject("a"), "b": subject("b")}, 2, 1.0, said.append)
    assert calls == ["a", "b"] * 3
    assert {name: len(found) for name, found in samples.items()} == {"a": 2, "b": 2}
    assert said == ["warming up a", "warming up b", "repetition 1 of 2", "repetition 2 of 2"]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot hold a process on a core")
def test_one_core_is_given_back() -> None:
    before = os.sched_getaffinity(0)
    with measure.one_core() as core:
        assert os.sched_getaffinity(0) == {core}
    assert os.sched_getaffinity(0) == before


def test_games_are_measured_in_every_form_batch_and_number_of_threads() -> None:
    rows = measure_games([suite.make_game("kelp")], batches=(1, 3), threads=(1, 2), repetitions=2, seconds=0.001)
    assert [(row["form"], row["batch"], row["threads"]) for row in rows] == [
        *((form, batch, threads) for form in ("play", "step") for batch in (1, 3) for threads in (1, 2)),
        ("aec", 1, 1),
    ]
    for row in rows:
        assert row["game"] == "kelp"
        assert row["repetitions"] == 2
        assert 0 < row["low"] <= row["steps_per_second"] <= row["high"]


def test_the_machine_is_named() -> None:
    about = measure.machine()
    assert about["processor"]
    assert about["cores"] >= 1
    assert about["versions"]["ludarium"] == suite.__version__
