"""A game that is cut off: every adapter says so, shows the last position and pays what the game has paid by then.

The yardstick is the game itself, played beside the adapter by the same actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States
from tests.toys import toy_game
from tests.toys.magpie import COIN, END_TURN, GIFT

from .players import Prefers, preferred

OWN, OTHERS = (GIFT, END_TURN), (COIN, GIFT, END_TURN)


def cut_off(num_players: int, max_turns: int) -> Game:
    """No snares are played below, so nobody is ever out and every game is cut off in turn `max_turns`."""
    return toy_game("magpie", num_players=num_players, max_turns=max_turns, copies=5)


def played_out(game: Game, seed: int, learner: int) -> States:
    """The end of the first game of `seed`."""
    states = game.new_states(seeds_of_slots(seed, 1))
    while not (states["terminated"][0] or states["truncated"][0]):
        choices = OWN if states["to_act"][0] == learner else OTHERS
        game.step(states, preferred(game.legal(states)[0], *choices))
    assert states["truncated"][0] and not states["terminated"][0]
    return states


# Turns after which the cut comes in the learner's own turn, and in any other seat's.
CASES = [(n, seat, n + extra) for n in (2, 3, 4) for seat in range(n) for extra in range(n)]


@pytest.mark.parametrize(("num_players", "seat", "max_turns"), CASES)
def test_gymnasium(num_players: int, seat: int, max_turns: int) -> None:
    game = cut_off(num_players, max_turns)
    env = SingleAgentEnv(game, Prefers(*OTHERS), learner_seat=seat)
    end = played_out(game, 5, seat)
    observation, _ = env.reset(seed=5)
    paid, over = 0.0, False
    while not over:
        observation, reward, terminated, over, info = env.step(preferred(observation["action_mask"], *OWN))
        paid += reward
        assert not terminated
    np.testing.assert_array_equal(observation["observation"], game.observe(end, seat)[0])
    assert not observation["action_mask"].any()
    np.testing.assert_array_equal(info["returns"], end["returns"][0, :num_players])
    assert paid == end["returns"][0, seat]


@pytest.mark.parametrize(("num_players", "seat", "max_turns"), CASES)
@pytest.mark.parametrize("kind", ["gymnasium", "stable_baselines3"])
def test_batches(kind: str, num_players: int, seat: int, max_turns: int) -> None:
    game = cut_off(num_players, max_turns)
    seeds = [5, 6, 7]
    ends = [played_out(game, seed, seat) for seed in seeds]
    env: Any = (BatchedEnv if kind == "gymnasium" else SelfPlayVecEnv)(game, 3, Prefers(*OTHERS), learner_seat=seat)
    if kind == "gymnasium":
        env.reset(seed=5)
    else:
        env.seed(5)
        env.reset()
    paid, waiting = np.zeros(3), set(range(3))
    while waiting:
        actions = np.array([preferred(mask, *OWN) for mask in env.action_masks()])
        for slot, reward, last, returns in _stepped(kind, env, actions):
            if slot not in waiting:
                continue
            paid[slot] += reward
            if last is not None:
                np.testing.assert_array_equal(last, game.observe(ends[slot], seat)[0])
                np.testing.assert_array_equal(returns, ends[slot]["returns"][0, :num_players])
                assert paid[slot] == ends[slot]["returns"][0, seat]
                waiting.remove(slot)


def _stepped(kind: str, env: Any, actions: npt.NDArray[np.int64]) -> Any:
    """Of every slot: its reward and, where its game was cut off, the last observation and the returns."""
    if kind == "gymnasium":
        _, rewards, terminated, truncated, infos = env.step(actions)
        assert not terminated.any()
        for slot in range(3):
            last = infos["final_obs"][slot]["observation"] if truncated[slot] else None
            yield slot, rewards[slot], last, infos["final_info"]["returns"][slot] if truncated[slot] else None
    else:
        _, rewards, dones, infos = env.step(actions)
        for slot, info in enumerate(infos):
            assert info.get("TimeLimit.truncated", False) == dones[slot]
            yield slot, rewards[slot], info.get("terminal_observation"), info.get("returns")


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_pettingzoo(num_players: int) -> None:
    game = cut_off(num_players, num_players + 1)
    env = TurnBasedEnv(game)
    end = played_out(game, 5, 0)
    env.reset(seed=5)
    paid, final = dict.fromkeys(env.possible_agents, 0.0), {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        assert not termination
        if truncation:
            final[agent] = observation
            env.step(None)
        else:
            env.step(preferred(observation["action_mask"], *(OWN if agent == "player_0" else OTHERS)))
    assert list(final) == env.possible_agents
    for seat, agent in enumerate(env.possible_agents):
        np.testing.assert_array_equal(final[agent]["observation"], game.observe(end, seat)[0])
        assert not final[agent]["action_mask"].any()
        assert paid[agent] == end["returns"][0, seat]


def test_a_learner_who_is_out_waits_for_the_end_and_is_paid_for_it() -> None:
    """Opponents snare the learner; the game goes on without it, and is one episode all the same."""
    game = toy_game("magpie", num_players=4, max_turns=40)

    class SnaresSeatOne:
        def act(self, decisions: Decisions) -> npt.NDArray[np.int64]:
            return np.array(
                [
                    preferred(mask, *((2, END_TURN) if seat == 0 else (COIN, END_TURN)))
                    for mask, seat in zip(decisions.mask, decisions.seats, strict=True)
                ]
            )

    env = SingleAgentEnv(game, SnaresSeatOne(), learner_seat=1)
    out = 0
    for seed in range(30):
        env.reset(seed=seed)
        paid, over = 0.0, False
        while not over:
            _, reward, terminated, truncated, info = env.step(END_TURN)
            paid, over = paid + reward, terminated or truncated
        out += int(env.seats.batch.states["lives"][0, 1] == 0)
        assert paid == info["returns"][1]
        assert env.seats.batch.states["moves"][0] > 4
    assert out > 10
