"""Search with a network: it asks for priors and values, and finds what they and the rules imply."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make_game
from ludarium.agents.encoding import StepEncoding
from ludarium.agents.files import CheckpointError
from ludarium.agents.neural import NeuralAgent, PolicyNetwork, load_agent, policy_bytes
from ludarium.agents.registry import make_agent
from ludarium.agents.search import JudgedSearch, Plan
from ludarium.agents.search.tree import SEARCHER
from ludarium.envs.core.game import Game
from ludarium.envs.core.options import OptionError
from tests.agents.search.test_search import midway, seeds
from tests.toys import toy_game


def networks(game: Game, seed: int = 1) -> tuple[PolicyNetwork, PolicyNetwork]:
    """Random networks of policy and value for `game`."""
    rng = np.random.default_rng(seed)
    inputs = StepEncoding(game.layout).size
    sizes = ((inputs, 16), (16, game.num_actions)), ((inputs, 16), (16, 1))
    policy, value = (
        PolicyNetwork([(rng.normal(0, 0.3, pair).astype(np.float32), np.zeros(pair[1], np.float32)) for pair in pairs])
        for pairs in sizes
    )
    return policy, value


def alike(observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """A judge who knows nothing: all actions alike, every situation even."""
    return mask / mask.sum(axis=1, keepdims=True), np.zeros(len(mask))


def test_the_rules_alone_find_a_win_at_once() -> None:
    game = toy_game("race")
    found = JudgedSearch(game, Plan(60), alike)(game.new_states(0), seeds(1))
    assert game.action_names[found.visits[0].argmax()] == "take"
    assert (found.values[0, :2] == [1, -1]).all()


def test_a_value_is_that_of_the_seat_to_act() -> None:
    # Whoever is to act is said to win: so one should give the turn away neither here nor there, but "wait" does.
    game = toy_game("race", max_waits=20)

    def sure(observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return alike(observation, mask)[0], np.ones(len(mask))

    found = JudgedSearch(game, Plan(4, exploration=100.0), sure)(game.new_states(0), seeds(1))
    assert found.visits[0].tolist() == [1, 1, 1]
    assert found.values[0].tolist() == [1.0, -1.0, -1.0]


@pytest.mark.parametrize("players", [2, 3])
def test_the_others_pay_in_equal_shares(players: int) -> None:
    game = make_game("vantage", num_players=players)

    def judge(observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return alike(observation, mask)[0], np.full(len(mask), 0.5)

    found = JudgedSearch(game, Plan(30, exploration=100.0), judge)(game.new_states(1), seeds(1))
    assert set(np.unique(found.values[found.visits == 1])) <= {0.5, -0.5 / (players - 1)}
    assert -0.5 / (players - 1) in found.values[found.visits == 1]


def test_what_is_likely_is_tried_first() -> None:
    game = make_game("kelp:duel")

    def last(observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        best = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        return np.eye(mask.shape[1])[best], np.zeros(len(mask))

    states = midway(game, 5, 3)
    found = JudgedSearch(game, Plan(2, trust=1.0), last)(states, seeds(len(states)))
    masks = game.legal(states)
    assert (found.visits.argmax(axis=1) == masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)).all()


@pytest.mark.parametrize("plan", [Plan(40), Plan(40, viewer=SEARCHER)], ids=["multiple", "single"])
@pytest.mark.parametrize("string", ["kelp:duel", "vantage", "vantage:three"])
def test_seeds_alone_decide_and_what_is_hidden_does_not(string: str, plan: Plan) -> None:
    game = make_game(string)
    policy, value = networks(game)
    judge = NeuralAgent(game, policy, value=value).judge
    states = midway(game, 7, 5)
    chosen = seeds(len(states))
    found = JudgedSearch(game, plan, judge)(states, chosen)
    assert (found.visits.sum(axis=1) == 39).all()
    others = states.copy()
    game.resample(others, others["to_act"], 3)
    few = JudgedSearch(game, plan, judge, memory=1)  # one decision at a time
    for again in (few(states, chosen), JudgedSearch(game, plan, judge)(others, chosen)):
        assert (again.visits == found.visits).all()
        assert (again.totals == found.totals).all()
        assert (again.steps == found.steps).all()


def test_time_and_full_trees() -> None:
    game = make_game("kelp:duel")
    found = JudgedSearch(game, Plan(10**9, seconds=0.05), alike, max_nodes=50)(game.new_states(1, 2), seeds(2))
    assert ((found.visits.sum(axis=1) > 0) & (found.visits.sum(axis=1) < 10**8)).all()
    found = JudgedSearch(game, Plan(100), alike, max_nodes=2)(game.new_states(1, 2), seeds(2))
    assert (found.visits.sum(axis=1) == 99).all()


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"^terrace is general-sum, expected a zero-sum game for a network$"):
        JudgedSearch(toy_game("terrace"), Plan(), alike)
    with pytest.raises(ValueError, match=r"^worlds is 3, expected 0 for search with a network$"):
        JudgedSearch(toy_game("race"), Plan(worlds=3), alike)
    with pytest.raises(ValueError, match=r"^simulations is 0, expected a whole number from 1$"):
        JudgedSearch(toy_game("race"), replace(Plan(), simulations=0), alike)


def test_a_trained_agent_judges_by_its_file(tmp_path: Path) -> None:
    game = make_game("kelp:duel")
    policy, value = networks(game)
    file = tmp_path / "policy.safetensors"
    file.write_bytes(policy_bytes(game, policy, value))
    loaded = load_agent(file, game)
    states = midway(game, 4, 2)
    observation, mask = game.observe(states), game.legal(states)
    for own, read in zip(
        NeuralAgent(game, policy, value=value).judge(observation, mask), loaded.judge(observation, mask), strict=True
    ):
        assert (own == read).all()
    agent = make_agent(f"ismcts:simulations=20,network={file}", game)
    assert agent.name.startswith("ismcts:simulations=20,network=")
    file.write_bytes(policy_bytes(game, policy))
    with pytest.raises(ValueError, match="has no value network"):
        load_agent(file, game).judge(observation, mask)
    with pytest.raises(CheckpointError, match="there is no such file"):
        make_agent("ismcts:network=/nowhere", game)


@pytest.mark.parametrize(
    ("options", "message"), [("threads=2", "threads is '2', expected 1"), ("playouts=random", "playouts is 'random'")]
)
def test_what_a_network_makes_meaningless_is_refused(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"^agent ismcts: option {message}.* with network"):
        make_agent(f"ismcts:network=/nowhere,{options}", make_game("kelp:duel"))


def test_a_value_network_of_another_shape_is_refused() -> None:
    game = make_game("kelp:duel")
    policy, _ = networks(game)
    with pytest.raises(ValueError, match=r"^a value network from .* outputs, expected .* and 1 for kelp"):
        NeuralAgent(game, policy, value=policy)
