"""What agents make of a decision: the same as they do, and what they expect of it."""

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.encoding import StepEncoding
from ludarium.agents.exact import solve
from ludarium.agents.neural import NeuralAgent, PolicyNetwork
from ludarium.agents.registry import make_agent
from ludarium.agents.thoughts import think
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots


def decisions(game: Game, count: int, actions: int = 0) -> list[Decisions]:
    states = game.new_states(5, count)
    for _ in range(actions):
        game.step(states, game.legal(states).argmax(axis=1))
    seeds = seeds_of_slots(3, count)
    return [Decisions.of(game, states[i : i + 1], seeds[i : i + 1]) for i in range(count)]


@pytest.mark.parametrize("agent", ["random", "scripted", "exact", "ismcts:simulations=40", "pimc:simulations=40"])
def test_thinking_aloud_changes_nothing(agent: str) -> None:
    game = make_game("kelp:board_size=3")
    made = make_agent(agent, game)
    for decision in decisions(game, 8, actions=1):
        action, thought = think(made, decision)
        assert action == made.act(decision)[0]
        np.testing.assert_array_equal(thought.policy, made.policy(decision)[0])
        assert (thought.value is None) == (agent in ("random", "scripted"))
        assert (thought.visits is not None) == ("simulations" in agent)


def test_a_search_tells_what_it_found() -> None:
    game = make_game("kelp:board_size=3")
    agent = make_agent("ismcts:simulations=100", game)
    (decision,) = decisions(game, 1)
    _, thought = think(agent, decision)
    found = agent.search(decision.states, decision.seeds)
    assert thought.visits is not None and thought.visits.sum() == found.visits.sum() > 50
    assert thought.value == pytest.approx(found.totals.sum() / found.visits.sum())


def test_optimal_play_knows_its_value_from_either_seat() -> None:
    game = make_game("kelp:board_size=3")
    agent, solution = make_agent("exact", game), solve(game)
    for actions, sign in ((0, 1), (1, -1)):
        (decision,) = decisions(game, 1, actions)
        assert decision.seats[0] == actions
        assert think(agent, decision)[1].value == pytest.approx(sign * solution.values_of(decision.states)[0])
    assert think(agent, decisions(game, 1)[0])[1].value == pytest.approx(-0.416667, abs=1e-6)


def test_a_network_of_values_adds_to_what_the_seat_has() -> None:
    game = make_game("vantage")
    (decision,) = decisions(game, 1)
    decision.states["returns"][0] = [0.5, -0.5, 0, 0]
    inputs, zeros = StepEncoding(game.layout).size, np.zeros(game.num_actions, np.float32)
    policy = PolicyNetwork([(np.zeros((inputs, game.num_actions), np.float32), zeros)])
    value = PolicyNetwork([(np.zeros((inputs, 1), np.float32), np.full(1, 0.25, np.float32))])
    thought = think(NeuralAgent(game, policy, value=value), decision)[1]
    assert thought.value == pytest.approx(0.75)
    assert think(NeuralAgent(game, policy), decision)[1].value is None


def test_an_agent_that_chooses_by_itself_is_asked_for_its_choice() -> None:
    class Stubborn(Agent):
        name = "stubborn"

        def policy(self, decisions: Decisions) -> np.ndarray:
            return decisions.mask / decisions.mask.sum(axis=1, keepdims=True)

        def act(self, decisions: Decisions) -> np.ndarray:
            return decisions.mask.shape[1] - 1 - decisions.mask[:, ::-1].argmax(axis=1)

    game = make_game("kelp")
    for decision in decisions(game, 5):
        assert think(Stubborn(), decision)[0] == np.flatnonzero(decision.mask[0])[-1]


def test_it_takes_one_decision() -> None:
    game = make_game("kelp")
    both = Decisions.of(game, game.new_states(1, 2), seeds_of_slots(1, 2))
    with pytest.raises(ValueError, match="2 decisions, expected 1"):
        think(make_agent("random", game), both)
