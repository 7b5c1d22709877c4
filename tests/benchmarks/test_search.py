"""What the measurements of search count, on our side and on OpenSpiel's; how fast anything is, no test says."""

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ludarium as suite
from ludarium.benchmarks import peer_worker, search
from ludarium.benchmarks.report import search_table
from ludarium.envs.core.rng import seeds_of_slots

TINY: dict[str, Any] = {"simulations": 4, "repetitions": 2, "seconds": 0.001}


def test_searches_are_measured_on_every_number_of_threads_and_the_solver_on_leduc() -> None:
    rows = search.measure_search([suite.make_game("kelp:duel")], threads=(1, 2), **TINY)
    kelp = "kelp:board_size=5,copies=2", "ismcts:simulations=4,playouts=random"
    assert [(row["game"], row["agent"], row["threads"], row["unit"]) for row in rows] == [
        (*kelp, 1, "simulations"),
        (*kelp, 2, "simulations"),
        ("leduc", "cfr:iterations=1000", 1, "iterations"),
    ]
    for row in rows:
        assert row["repetitions"] == 2
        assert 0 < row["low"] <= row["per_second"] <= row["high"]
        assert ("steps_per_second" in row) == (row["unit"] == "simulations")
        assert ("times_one_thread" in row) == (row["threads"] == 2)
    for row in rows[:2]:
        assert row["steps_per_second"] == pytest.approx(row["per_second"] * row["steps_each"], rel=0.01)
        assert row["steps_each"] > 1
    text = search_table(rows)
    assert "| kelp:board_size=5,copies=2 | ismcts:simulations=4,playouts=random | 2 | simulations |" in text
    assert {line.count("|") for line in text.splitlines()} == {10}


def test_without_a_single_thread_nothing_is_compared_with_it() -> None:
    rows = search.measure_search([suite.make_game("kelp:duel")], threads=(2,), **TINY)
    assert not any("times_one_thread" in row for row in rows)


def test_either_unit_is_counted_as_the_search_tells() -> None:
    game = suite.make_game("kelp:duel")
    for nodes in (1, 100):  # with and without a tree worth the name
        in_simulations = search.Searching(game, 3, simulations=5, max_nodes=nodes)
        in_steps = search.Searching(game, 3, unit="steps", simulations=5, max_nodes=nodes)
        calls = in_simulations(0.001).count / (5 * search.DECISIONS)
        assert calls == int(calls)
        plan = search.plan_of(game, playouts="random", observer="multiple", simulations=5)
        states, seeds = game.new_states(3, search.DECISIONS), seeds_of_slots(3, search.DECISIONS)
        steps = int(search.Search(game, plan, max_nodes=nodes)(states, seeds).steps.sum())
        assert in_steps(0.001).count % steps == 0
        assert in_simulations.steps_each == in_steps.steps_each == steps / (5 * search.DECISIONS)


def test_the_games_given_say_who_is_held_against_whom(tmp_path: Path) -> None:
    games = [suite.make_game("vantage"), suite.make_game("kelp:duel")]
    found = search.compare_search(games, simulations=2, repetitions=1, seconds=0.001, python=tmp_path / "python")
    assert [row["form"] for row in found["comparisons"]] == ["vantage search", "leduc cfr+"]
    assert list(found["ours"]) == ["vantage search", "leduc cfr+"]
    assert all("does not run" in row["skipped"] for row in found["comparisons"])


# --- how the steps of OpenSpiel are counted ---------------------------------------------------------------------------


class Track:
    """A state as OpenSpiel has them, of a game without choice: decisions ("d") and chance ("c") that are to come."""

    def __init__(self, left: str) -> None:
        self.left = left

    def clone(self) -> "Track":
        return Track(self.left)

    def child(self, action: int) -> "Track":
        return Track(self.left[1:])

    def is_terminal(self) -> bool:
        return not self.left

    def is_chance_node(self) -> bool:
        return self.left[:1] == "c"

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def legal_actions(self) -> list[int]:
        return [0]

    def apply_action(self, action: int) -> None:
        self.left = self.left[1:]


def node(player: int, visits: int, *children: Any) -> Any:
    return SimpleNamespace(player=player, action=0, explore_count=visits, children=children)


def test_steps_in_the_tree_are_read_and_those_of_playouts_played_again() -> None:
    # Four simulations: from the start, from behind the decision, from behind the chance, and to the end of the game.
    tree = node(-4, 4, node(0, 3, node(-1, 2, node(1, 1, node(0, 0)))))
    draw = random.Random(0).random
    assert peer_worker.steps_and_playouts(tree, Track("dcd"), 1, draw) == (2 + (1 + 1) + (1 + 1) + 2, 3)
    # Two playouts in each: 2·2 from the start, then the way and 2·1, and so on; the end has none.
    assert peer_worker.steps_and_playouts(tree, Track("dcd"), 2, draw) == (4 + (1 + 2) + (1 + 2) + 2, 6)


@pytest.mark.parametrize(
    ("simulations", "playouts", "steps"),
    [
        (60, 1, 60 * 2),
        (2, 50, 50 * 2 + 1 + 50 * 1),  # playouts of both decisions; then one in the tree, and playouts of the other
    ],
)
def test_a_game_that_is_always_of_the_same_length(
    simulations: int, playouts: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(peer_worker, "repeated", lambda work: work)
    # Tiny Hanabi is chance, and then a decision of each of the two players.
    assert peer_worker.openspiel_mcts("tiny_hanabi", simulations, playouts)() == steps  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("make", "each"),
    [
        (lambda: peer_worker.openspiel_ismcts("kuhn_poker", 7), 7),
        (lambda: peer_worker.openspiel_cfr_plus("kuhn_poker"), 1),
    ],
    ids=["search", "solver"],
)
def test_openspiels_simulations_and_iterations(make: Callable[[], peer_worker.Run], each: int) -> None:
    pytest.importorskip("pyspiel")
    count, seconds, cpu_seconds = make()(0.001)
    assert count >= each
    assert count % each == 0
    assert seconds > 0
    assert cpu_seconds >= 0
