"""Searching agents by their strings."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.registry import make_agent
from ludarium.agents.search import SearchAgent, check_open
from ludarium.envs.core.game import Game
from ludarium.envs.core.options import OptionError
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.training.evaluation import evaluate
from tests.agents.coins import coins
from tests.toys import toy_game


def decisions(game: Game, count: int) -> Decisions:
    return Decisions.of(game, game.new_states(1, count), seeds_of_slots(2, count))


@pytest.mark.parametrize("text", ["mcts:simulations=30", "ismcts:simulations=30,observer=single", "pimc:worlds=3"])
def test_a_policy_is_all_on_one_legal_action(text: str) -> None:
    game = make_game("kelp:duel")
    agent = make_agent(text, game)
    assert agent.name == text
    due = decisions(game, 5)
    policy = agent.policy(due)
    assert (policy.sum(axis=1) == 1).all() and (policy.max(axis=1) == 1).all()
    assert (due.mask[np.arange(5), policy.argmax(axis=1)] == 1).all()


@pytest.mark.parametrize(
    "text",
    ["ismcts:simulations=1", "mcts:simulations=2", "pimc:simulations=1", "pimc:simulations=20", "pimc:worlds=900"],
)
def test_small_budgets_play_legally(text: str) -> None:
    game = make_game("kelp:duel")
    agent = make_agent(text, game)
    due = decisions(game, 5)
    for _ in range(3):
        policy = agent.policy(due)
        assert policy.sum(axis=1) == pytest.approx(1)
        assert not policy[due.mask == 0].any()
        if text != "ismcts:simulations=1" and text != "pimc:simulations=1":
            assert (policy.max(axis=1) == 1).all()
        else:  # nothing was tried
            assert (policy.max(axis=1) == 1 / due.mask.sum(axis=1)).all()
        states = due.states.copy()
        game.step(states, agent.act(due))
        due = Decisions.of(game, states, due.seeds)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))])
def test_copies_decide_alike(copied: Callable[[Agent], Agent]) -> None:
    game = make_game("kelp:duel")
    agent = make_agent("ismcts:simulations=30,threads=2", game)
    due = decisions(game, 4)
    policy = agent.policy(due)
    assert (copied(agent).policy(due) == policy).all()


def test_what_leaves_no_choice_is_not_searched() -> None:
    game = make_game("clank")
    states = game.new_states(1, 256)
    while not (forced := game.legal(states).sum(axis=1) == 1).any():
        game.step(states, game.legal(states).argmax(axis=1))
    due = Decisions.of(game, states[forced], seeds_of_slots(1, forced.sum()))
    agent = make_agent("ismcts:simulations=100000000", game)
    assert (agent.policy(due) == due.mask).all()


@pytest.mark.parametrize(
    ("game", "why"), [(make_game("vantage"), "starts with"), (coins(fault="stays hidden"), "stays hidden")]
)
def test_plain_tree_search_refuses_hidden_information(game: Game, why: str) -> None:
    with pytest.raises(ValueError, match=f"^agent mcts: .*{why}.*try ismcts$"):
        make_agent("mcts", game)


@pytest.mark.parametrize(
    "game", [make_game("kelp"), make_game("kelp:duel"), toy_game("race"), toy_game("terrace"), coins()]
)
def test_open_games(game: Game) -> None:
    check_open(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ismcts:simulations=0", "agent ismcts: option simulations is '0', expected 1 to 100000000"),
        ("ismcts:seconds=-1", "agent ismcts: option seconds is '-1', expected 0.0 to 86400.0"),
        ("ismcts:trust=nan", "agent ismcts: option trust is 'nan', expected 0.0 to 1.0"),
        ("ismcts:observer=nobody", "agent ismcts: option observer is 'nobody', expected multiple or single"),
        ("mcts:worlds=3", "agent mcts: unknown option 'worlds', expected one of "),
        ("pimc:worlds=x", "agent pimc: option worlds is 'x', expected 1 to 1000000"),
    ],
)
def test_impossible_options(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"^{message}"):
        make_agent(text, make_game("kelp:duel"))


def test_another_game_is_refused() -> None:
    agent = make_agent("ismcts:simulations=5", make_game("kelp:duel"))
    assert isinstance(agent, SearchAgent)
    with pytest.raises(ValueError, match=r"^agent ismcts:simulations=5 plays kelp:board_size=5,copies=2, not kelp$"):
        agent.policy(decisions(make_game("kelp"), 1))


@pytest.mark.parametrize("string", ["kelp:duel", "vantage", "lockup:three"])
def test_search_beats_chance(string: str) -> None:
    game = make_game(string)
    agents = [make_agent("ismcts:simulations=40", game), make_agent("random", game)]
    found = evaluate(agents[:1], game, 60, seed=1, against=agents[1:])
    assert found.agents[0].ci95[0] > 1 / game.num_players
