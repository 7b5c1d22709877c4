"""CFR+: published values and courses, plain Python, exact play where both apply, and refusals."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.base import Decisions
from ludarium.agents.cfr import (
    CFRAgent,
    TreeSolution,
    best_responses,
    measure_on_tree,
    solve_with_cfr,
    tree_exploitability,
)
from ludarium.agents.exact import ExactAgent, solve
from ludarium.agents.exploitability import exploitability
from ludarium.agents.game_tree import GameTree
from ludarium.agents.positions import UnsolvableError
from ludarium.agents.random import RandomAgent
from ludarium.agents.registry import make_agent
from ludarium.envs.core.game import Game, Utility
from ludarium.envs.core.options import OptionError
from ludarium.envs.core.rng import seeds_of_slots
from tests.agents import trees
from tests.agents.coins import coins
from tests.agents.given import Fixed, noting
from tests.agents.test_game_tree import HIDDEN, in_words
from tests.toys import kuhn, toy_game

SMALL_HIDDEN = f"kelp:board_size=3,attack_cards=1,{HIDDEN}"


@pytest.mark.parametrize(
    ("name", "course", "value"),
    [
        # The course is that of OpenSpiel's CFRPlusSolver, to the last digit but rounding.
        ("kuhn", {1: 0.4583333333, 10: 0.0326870907, 100: 0.0011944041}, -1 / 18),
        ("leduc", {1: 2.3736111111, 10: 0.6104389016, 100: 0.0134159950}, -0.0856),
    ],
)
def test_published_courses_and_values(name: str, course: dict[int, float], value: float) -> None:
    tree = GameTree(toy_game(name))
    for iterations, expected in course.items():
        assert TreeSolution(tree, iterations).measured.exploitability == pytest.approx(expected, abs=1e-9)
    solution = TreeSolution(tree, 2000)
    assert 0 < solution.measured.exploitability < 1e-4
    assert solution.value == pytest.approx(value, abs=5e-5)
    low, high = solution.value_range
    assert low <= value + 1e-5
    assert high >= value - 1e-5
    assert high - low == pytest.approx(2 * solution.measured.exploitability)


@pytest.mark.parametrize(
    ("game", "iterations"),
    [
        (toy_game("kuhn"), 20),
        (make_game(f"kelp:board_size=3,attack_cards=0,{HIDDEN}"), 6),
        (make_game("kelp:board_size=3,attack_cards=0"), 6),
        (coins(rounds=2), 6),
    ],
    ids=str,
)
def test_plain_python_finds_the_same_strategy(game: Game, iterations: int) -> None:
    tree = GameTree(game)
    solution, expected = TreeSolution(tree, iterations), trees.cfr_plus(trees.grown(game), iterations)
    for infoset, name in in_words(tree).items():
        part = slice(tree.infoset_start[infoset], tree.infoset_start[infoset + 1])
        found = dict(zip(tree.sequence_action[part].tolist(), solution.strategy[part].tolist(), strict=True))
        assert found == pytest.approx(expected[name], abs=1e-9)


@pytest.mark.parametrize(
    "text", ["kelp:board_size=3", "kelp:board_size=3,illegal_direction=bump", "kelp:board_size=4,attack_cards=1"]
)
def test_exact_play_where_both_apply(text: str) -> None:
    game = make_game(text)
    solution, exact = solve_with_cfr(game, iterations=500), solve(game)
    low, high = solution.value_range
    assert low - 1e-9 <= exact.value <= high + 1e-9
    assert high - low < 0.01
    assert solution.value == pytest.approx(exact.value, abs=1e-3)
    # Either method measures agents the same, and finds nothing to gain against exact play.
    for agent in (RandomAgent(), make_agent("scripted", game)):
        on_tree, on_graph = tree_exploitability(agent, game), exploitability(agent, game)
        assert on_tree.best_responses == pytest.approx(on_graph.best_responses, abs=1e-9)
        assert on_tree.value == pytest.approx(on_graph.value, abs=1e-9)
    assert tree_exploitability(ExactAgent(game), game).exploitability == pytest.approx(0, abs=1e-9)


@pytest.mark.rule("KD5")
def test_kelp_with_hidden_positions() -> None:
    game = make_game(SMALL_HIDDEN)
    courses = [solve_with_cfr(game, iterations=n).measured.exploitability for n in (1, 10, 100, 1000)]
    assert courses == sorted(courses, reverse=True)
    assert courses[-1] < 1e-3
    solution = solve_with_cfr(game, iterations=1000)
    assert solution.value == pytest.approx(0.12902, abs=1e-3)  # pinned; the method is checked above
    # What the agent plays is what was measured.
    found = tree_exploitability(make_agent("cfr:iterations=1000", game), game)
    assert found.best_responses == pytest.approx(solution.measured.best_responses, abs=1e-9)
    assert found.value == pytest.approx(solution.value, abs=1e-9)


@pytest.mark.parametrize("game", [toy_game("leduc"), make_game(SMALL_HIDDEN)], ids=str)
def test_what_holds_for_any_strategy(game: Game) -> None:
    solution = solve_with_cfr(game, iterations=1000)
    tree, generator = solution.tree, np.random.default_rng(1)
    low, high = solution.value_range
    for _ in range(5):
        policy = generator.exponential(size=(len(tree.views), game.num_actions)) ** 2 * game.legal(tree.views.copy())
        found = measure_on_tree(tree, tree.strategy_from(policy / policy.sum(axis=1, keepdims=True)))
        best_0, best_1 = found.best_responses
        assert -best_1 <= found.value <= best_0
        assert -best_1 <= high
        assert low <= best_0
        assert found.exploitability > 0


@pytest.mark.parametrize("game", [toy_game("leduc"), make_game(SMALL_HIDDEN), make_game("kelp:board_size=3")], ids=str)
def test_the_agent_plays_legally_and_knows_only_what_its_seat_knows(game: Game) -> None:
    agent = CFRAgent(game, iterations=20)
    states, generator = game.new_states(1, 60), np.random.default_rng(2)
    for _ in range(6):
        going = ~(states["terminated"] | states["truncated"])
        states = states[going].copy()
        decisions = Decisions.of(game, states, seeds_of_slots(1, len(states)))
        policy = agent.policy(decisions)
        assert policy.sum(axis=1) == pytest.approx(1)
        assert not policy[decisions.mask == 0].any()
        other = states.copy()
        game.resample(other, other["to_act"].astype(np.int64), 5)
        assert (agent.solution.policy(other) == policy).all()
        game.step(states, (generator.random(policy.shape) * decisions.mask).argmax(axis=1))


def test_strategies_of_views_with_several_pasts_are_weighed_by_how_likely_they_are() -> None:
    game = make_game("kelp:board_size=3,attack_cards=0")
    solution = solve_with_cfr(game, iterations=30)
    tree = solution.tree
    assert len(tree.views) < tree.num_infosets
    policy = solution.policy(tree.views.copy())
    assert policy.sum(axis=1) == pytest.approx(1)
    for view in range(len(tree.views)):
        infosets = np.flatnonzero(tree.infoset_view == view)
        mixes = np.zeros((len(infosets), game.num_actions))
        for k, infoset in enumerate(infosets):
            part = slice(tree.infoset_start[infoset], tree.infoset_start[infoset + 1])
            mixes[k, tree.sequence_action[part]] = solution.strategy[part]
        assert (policy[view] >= mixes.min(axis=0) - 1e-12).all()
        assert (policy[view] <= mixes.max(axis=0) + 1e-12).all()
        if len(infosets) == 1:
            assert policy[view] == pytest.approx(mixes[0])


def test_chunks_of_iterations_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = GameTree(toy_game("kuhn"))
    told: list[tuple[str, int]] = []
    whole = TreeSolution(tree, 50)
    monkeypatch.setattr("ludarium.agents.cfr._WORK_A_CALL", 1)
    pieces = TreeSolution(tree, 50, lambda what, count: told.append((what, count)))
    assert (whole.strategy == pieces.strategy).all()
    assert told == [("iterations", count) for count in range(1, 51)]


def test_solutions_are_kept() -> None:
    game = make_game(SMALL_HIDDEN)
    solution = solve_with_cfr(game, iterations=10)
    assert solve_with_cfr(make_game(SMALL_HIDDEN), iterations=10) is solution
    assert solve_with_cfr(game, iterations=11) is not solution
    assert solve_with_cfr(game, iterations=11).tree is solution.tree


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (toy_game("magpie", num_players=3), "cannot be solved by CFR.: it has 3 seats, not two"),
        (toy_game("magpie", num_players=2), "cannot be solved by CFR.: it is general-sum, not zero-sum"),
        (coins(fault="not zero-sum"), "returns do not add up to zero at the end"),
        (Game(dataclasses.replace(kuhn.SPEC, utility=Utility.CONSTANT_SUM), {}), "it is constant-sum, not zero-sum"),
    ],
)
def test_games_of_other_kinds_are_refused(game: Game, problem: str) -> None:
    with pytest.raises(UnsolvableError, match=problem):
        solve_with_cfr(game, iterations=1)
    with pytest.raises(UnsolvableError, match=problem):
        tree_exploitability(RandomAgent(), game)


def test_agents_by_string() -> None:
    game = toy_game("kuhn")
    agent = make_agent("cfr:iterations=5,max_nodes=60", game)
    assert isinstance(agent, CFRAgent)
    assert (agent.name, agent.iterations, agent.max_nodes) == ("cfr:iterations=5,max_nodes=60", 5, 60)
    with pytest.raises(UnsolvableError, match="max_nodes=20 nodes"):
        _ = make_agent("cfr:max_nodes=20", toy_game("leduc")).solution  # type: ignore[attr-defined]
    with pytest.raises(OptionError, match="iterations"):
        make_agent("cfr:iterations=0", game)
    with pytest.raises(UnsolvableError, match="3 seats"):
        make_agent("cfr", toy_game("magpie", num_players=3))


def test_bad_input_is_refused() -> None:
    game = toy_game("kuhn")
    tree = GameTree(game)
    for wrong in (0, 1.5, True):
        with pytest.raises(ValueError, match=f"iterations is {wrong!r}, expected a whole number from 1"):
            TreeSolution(tree, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"strategy has shape \(3,\), expected"):
        best_responses(tree, np.ones(3))
    solution = TreeSolution(tree, 3)
    states = game.new_states(1, 2)
    game.step(states[1:], 0)
    states[1]["history"][1] = 2  # no play leads there
    states[1]["history"][2] = 2
    with pytest.raises(ValueError, match="game 1 cannot come about in play from the start:\ncards"):
        solution.policy(states)
    over = game.new_states(1)
    for _ in range(2):
        game.step(over, 0)
    with pytest.raises(ValueError, match="game 0 is over, there is nothing to decide"):
        solution.policy(over)


@pytest.mark.parametrize("spoil", [lambda p: p[:, :-1], lambda p: p * 0.99, lambda p: np.full_like(p, 0.1)])
def test_what_are_no_probabilities_is_refused(spoil: Any) -> None:
    random = RandomAgent()
    with pytest.raises(ValueError, match=r"^fixed: (no probabilities of legal actions in decision|policy has shape)"):
        tree_exploitability(Fixed(lambda decisions: spoil(random.policy(decisions))), toy_game("leduc"))


def test_agents_are_asked_once_and_never_beyond_what_their_seats_know() -> None:
    game = make_game(SMALL_HIDDEN)
    asked: list[Decisions] = []
    tree_exploitability(noting(asked), game)
    states = np.concatenate([decisions.states for decisions in asked])
    assert len(states) == len(GameTree(game).views)
    opponents = 1 - states["to_act"].astype(int)
    rows = np.arange(len(states))
    for field in ("x", "y", "move_cards", "face_down", "log_card"):
        assert not states[field][rows, opponents].any()
