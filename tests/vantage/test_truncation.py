"""A game of Vantage that `max_turns` cuts off is cut off for everybody, whatever the environment (VD5, VD8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium import make, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from tests.adapter_play import (
    agent_by_agent,
    at_random,
    check_batch_is_cut_off,
    check_cut_for_all,
    check_gymnasium_is_cut_off,
)

#: Nobody reaches 100 points in so few turns.
SHORT: dict[str, Any] = {"max_turns": 7, "target_score": 100}
pytestmark = pytest.mark.rule("VD5", "VD8")
SEATS = pytest.mark.parametrize("n", [2, 3, 4])


@SEATS
def test_pettingzoo(n: int) -> None:
    env = make("vantage", num_players=n, **SHORT)
    env.reset(seed=n)
    check_cut_for_all(agent_by_agent(env, at_random(n), most=1000), n)


@SEATS
def test_gymnasium_single(n: int) -> None:
    check_gymnasium_is_cut_off("vantage", num_players=n, **SHORT)


@SEATS
def test_gymnasium_batched(n: int) -> None:
    env = BatchedEnv("vantage", 6, num_players=n, **SHORT)
    env.reset(seed=1)
    ends = 0
    for _ in range(40):
        _, rewards, terminated, truncated, info = env.step(env.random_actions())
        assert not terminated.any() and not rewards.any()
        for slot in np.flatnonzero(truncated):
            final = info["final_obs"][slot]
            assert env.game.layout.decode(final["observation"])["turns"] == 7
            assert not final["action_mask"].any()
            assert not info["final_info"]["returns"][slot].any()
            ends += 1
    assert ends > 6


@SEATS
def test_stable_baselines3(n: int) -> None:
    env = SelfPlayVecEnv(make_game("vantage", num_players=n, **SHORT), 6)
    env.seed(1)
    env.reset()
    ends = 0
    for _ in range(40):
        actions = np.array([np.flatnonzero(mask)[-1] for mask in env.action_masks()])
        _, rewards, done, infos = env.step(actions)
        assert not rewards.any()
        for slot in np.flatnonzero(done):
            assert infos[slot]["TimeLimit.truncated"] is True
            assert env.game.layout.decode(infos[slot]["terminal_observation"])["turns"] == 7
            assert infos[slot]["returns"].tolist() == [0.0] * n
            ends += 1
    assert ends > 6


@SEATS
def test_the_batch(n: int) -> None:
    check_batch_is_cut_off("vantage", num_players=n, **SHORT)


@pytest.mark.rule("VD9")
def test_a_regular_end_at_the_cap_is_an_end() -> None:
    """With a target of one point the first score play wins, on the only turn there is."""
    env = SingleAgentEnv("vantage", learner_seat=0, target_score=1, max_turns=1)
    env.reset(seed=0)
    score = int(np.flatnonzero(env.action_masks())[0])
    _, reward, terminated, truncated, info = env.step(score)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["returns"].tolist() == [1.0, -1.0]
