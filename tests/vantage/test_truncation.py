"""A game of Vantage that `max_turns` cuts off is cut off for everybody, whatever the environment (VD5, VD8)."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium import make, make_batch, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv

#: Nobody reaches 100 points in so few turns.
SHORT = {"max_turns": 7, "target_score": 100}
pytestmark = pytest.mark.rule("VD5", "VD8")
SEATS = pytest.mark.parametrize("n", [2, 3, 4])


@SEATS
def test_pettingzoo(n: int) -> None:
    env = make("vantage", num_players=n, **SHORT)
    env.reset(seed=n)
    rng = np.random.default_rng(n)
    paid = dict.fromkeys(env.agents, 0.0)
    ends = {}
    for agent in env.agent_iter(max_iter=1000):
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        if termination or truncation:
            ends[agent] = (termination, truncation)
            assert not observation["action_mask"].any()
            assert env.observation_space(agent).contains(observation)
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert env.agents == []
    assert ends == {f"player_{seat}": (False, True) for seat in range(n)}
    assert set(paid.values()) == {0.0}


@SEATS
def test_gymnasium_single(n: int) -> None:
    env = SingleAgentEnv("vantage", num_players=n, **SHORT)
    for episode in range(n):  # the learner's seat rotates
        _, info = env.reset(seed=5 if episode == 0 else None)
        assert info["seat"] == episode
        rewards, terminated, truncated = 0.0, False, False
        while not terminated and not truncated:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            rewards += float(reward)
        assert (terminated, truncated, rewards) == (False, True, 0.0)
        assert not observation["action_mask"].any()
        assert env.game.layout.decode(observation["observation"])["turns"] == 7
        assert info["returns"].tolist() == [0.0] * n


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
    batch = make_batch("vantage", 8, seed=2, num_players=n, auto_restart=False, **SHORT)
    while not batch.truncated.all():
        running = np.flatnonzero(~batch.truncated)
        batch.step(batch.random_actions(running), running)
    assert not batch.terminated.any() and not batch.final_returns.any() and not batch.mask.any()
    assert (batch.states["turns"] == 7).all()


@pytest.mark.rule("VD9")
def test_a_regular_end_at_the_cap_is_an_end() -> None:
    """With a target of one point the first score play wins, on the only turn there is."""
    env = SingleAgentEnv("vantage", learner_seat=0, target_score=1, max_turns=1)
    env.reset(seed=0)
    score = int(np.flatnonzero(env.action_masks())[0])
    _, reward, terminated, truncated, info = env.step(score)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["returns"].tolist() == [1.0, -1.0]
