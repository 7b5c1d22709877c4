"""Random and scripted agents, and agents by string."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ludarium import OptionError, make_batch, make_game
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.random import RandomAgent
from ludarium.agents.registry import UnknownAgentError, list_agents, make_agent, register_agent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from tests.agents.coins import coins
from tests.kelp.table import OUTCOME, play, start
from tests.toys import toy_game


def decisions_of(game: Game, steps: int, count: int = 200) -> Decisions:
    batch = make_batch(game, count, seed=3)
    batch.play(steps)
    return Decisions.of(game, batch.states.copy(), seeds_of_slots(4, count))


@pytest.mark.parametrize("game", [make_game("kelp:duel"), make_game("kelp", **OUTCOME), toy_game("magpie")])
def test_random_is_uniform_over_the_mask(game: Game) -> None:
    for steps in (0, 3, 7):
        decisions = decisions_of(game, steps)
        policy = RandomAgent().policy(decisions)
        assert policy.sum(axis=1) == pytest.approx(1)
        assert ((policy > 0) == (decisions.mask == 1)).all()
        assert (policy.max(axis=1) == 1 / decisions.mask.sum(axis=1)).all()


@pytest.mark.parametrize("game", [make_game("kelp:duel"), make_game("kelp", **OUTCOME)])
def test_scripted_plays_legally_and_the_same_alone_or_in_a_batch(game: Game) -> None:
    agent = ScriptedAgent(game)
    for steps in (0, 3, 7, 8):
        decisions = decisions_of(game, steps)
        policy = agent.policy(decisions)
        assert policy.sum(axis=1) == pytest.approx(1)
        assert not policy[decisions.mask == 0].any()
        alone = [
            agent.policy(Decisions.of(game, decisions.states[k : k + 1].copy(), decisions.seeds[k : k + 1]))[0]
            for k in range(0, len(decisions), 20)
        ]
        assert (policy[::20] == alone).all()


@pytest.mark.rule("K4", "KD10")
def test_scripted_does_not_see_the_face_down_card() -> None:
    game, states = start(board_size=4)
    play(game, states, "move east")
    other = states.copy()
    other["face_down"][0, 0] = 2
    agent, seeds = ScriptedAgent(game), seeds_of_slots(1, 1)
    assert (agent.policy(Decisions.of(game, states, seeds)) == agent.policy(Decisions.of(game, other, seeds))).all()


@pytest.mark.parametrize(
    "text", ["random", "scripted", "exact", "exact:max_positions=70000", " exact : max_positions = 5 "]
)
def test_agents_by_string(text: str) -> None:
    agent = make_agent(text, make_game("kelp:duel"))
    assert isinstance(agent, Agent)
    assert agent.name == text.replace(" ", "")
    assert text.split(":")[0].strip() in list_agents()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exakt", "unknown agent 'exakt'.*random, scripted, exact.*Did you mean 'exact'"),
        ("", "unknown agent ''"),
        ("no/such/folder", "unknown agent 'no/such/folder'.*path of a run or checkpoint"),
    ],
)
def test_unknown_agents(text: str, message: str) -> None:
    with pytest.raises(UnknownAgentError, match=message):
        make_agent(text, make_game("kelp"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exact:positions=3", "agent exact: unknown option 'positions', expected one of max_positions"),
        ("exact:max_positions=0", "max_positions is '0', expected 1 to"),
        ("exact:max_positions=many", "max_positions is 'many', expected 1 to"),
        ("exact:fast", "'fast' is no option"),
        ("exact:max_positions=3,max_positions=4", "given twice"),
        ("random:seed=1", "agent random: unknown option 'seed'"),
    ],
)
def test_bad_options(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_agent(text, make_game("kelp"))


def test_agents_that_cannot_play_a_game() -> None:
    with pytest.raises(ValueError, match="agent 'scripted': coins has no scripted player"):
        make_agent("scripted", coins())
    with pytest.raises(ValueError, match="cannot be solved exactly: not all is public"):
        make_agent("exact", make_game("kelp", **OUTCOME))


def test_a_folder_without_an_agent(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="neither a run with a checkpoint"):
        make_agent(str(tmp_path), make_game("kelp"))


def test_agents_of_ones_own() -> None:
    class First(Agent):
        def __init__(self) -> None:
            self.name = "first"

        def policy(self, decisions: Decisions) -> np.ndarray:
            return np.eye(decisions.mask.shape[1])[decisions.mask.argmax(axis=1)]

    register_agent("first", lambda game: First(), help="the first legal action")
    assert list_agents()["first"] == "the first legal action"
    game = make_game("kelp")
    agent = make_agent("first", game)
    assert agent.act(Decisions.of(game, game.new_states(1), seeds_of_slots(1, 1))).tolist() == [1]
    with pytest.raises(ValueError, match="registered already"):
        register_agent("first", lambda game: First())
    with pytest.raises(ValueError, match="cannot be named 'a:b'"):
        register_agent("a:b", lambda game: First())
