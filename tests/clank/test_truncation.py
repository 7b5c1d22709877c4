"""Whatever the environment: `max_turns` cuts Clank! off for everybody, and who is out is paid when the game ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make, make_batch, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.game import Game

SEATS = pytest.mark.parametrize("n", [2, 3, 4])
#: Nobody dies, escapes or ends the game in so few turns: no cube is drawn, and monsters take longer.
SHORT: dict[str, Any] = {"max_turns": 5, "draws": 0}
#: Many die, one after the other, and the game goes on without them.
DEADLY: dict[str, Any] = {"draws": 3, "skill_cubes_per_player": 0, "dragon_limit": 10, "path_length": 5}
CUT = pytest.mark.rule("CLD10")
OUT = pytest.mark.rule("CL11", "CLD10", "CLD22")


def random_action(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def was_out(game: Game, observation: npt.NDArray[np.float32]) -> bool:
    """Whether the observer had left before somebody else's turn brought the end."""
    seen = game.layout.decode(observation)
    return bool(seen["status"][0] > 0 and seen["to_act"] > 0)


# --- cut off ----------------------------------------------------------------------------------------------------------


@CUT
@SEATS
def test_pettingzoo_is_cut_off(n: int) -> None:
    env = make("clank", num_players=n, **SHORT)
    env.reset(seed=n)
    rng = np.random.default_rng(n)
    paid, ends = dict.fromkeys(env.agents, 0.0), {}
    for agent in env.agent_iter(max_iter=2000):
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        if termination or truncation:
            ends[agent] = (termination, truncation)
            assert not observation["action_mask"].any()
            assert env.observation_space(agent).contains(observation)
            env.step(None)
        else:
            env.step(random_action(observation["action_mask"], rng))
    assert env.agents == []
    assert ends == {f"player_{seat}": (False, True) for seat in range(n)}
    assert set(paid.values()) == {0.0}


@CUT
@SEATS
def test_gymnasium_is_cut_off(n: int) -> None:
    env = SingleAgentEnv("clank", num_players=n, **SHORT)
    for episode in range(n):  # the learner's seat rotates
        _, info = env.reset(seed=5 if episode == 0 else None)
        assert info["seat"] == episode
        rewards, terminated, truncated = 0.0, False, False
        while not terminated and not truncated:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            rewards += float(reward)
        assert (terminated, truncated, rewards) == (False, True, 0.0)
        assert not observation["action_mask"].any()
        assert env.game.layout.decode(observation["observation"])["turns"] == 5
        assert info["returns"].tolist() == [0.0] * n


@CUT
@SEATS
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
def test_batched_environments_are_cut_off(n: int, kind: Any) -> None:
    game = make_game("clank", num_players=n, **SHORT)
    ends = 0
    for _, reward, done, truncated, last, returns in stepped(kind, game, 6, 60):
        assert reward == 0.0
        assert done == truncated
        if done:
            assert game.layout.decode(last)["turns"] == 5
            assert returns.tolist() == [0.0] * n
            ends += 1
    assert ends >= 6


@CUT
@SEATS
def test_the_batch_is_cut_off(n: int) -> None:
    batch = make_batch("clank", 8, seed=2, num_players=n, auto_restart=False, **SHORT)
    while not batch.truncated.all():
        running = np.flatnonzero(~batch.truncated)
        batch.step(batch.random_actions(running), running)
    assert not batch.terminated.any() and not batch.final_returns.any() and not batch.mask.any()
    assert (batch.states["turns"] == 5).all()


def stepped(kind: Any, game: Game, slots: int, steps: int, **options: Any) -> Any:
    """Random play in a batched environment.

    Yields:
        of every slot at every step its number, the learner's reward, whether the game ended and whether it was cut
        off; then, where it ended, the last observation and the returns of the seats.
    """
    env = kind(game, slots, **options)
    rng = np.random.default_rng(3)
    if kind is BatchedEnv:
        env.reset(seed=1)
    else:
        env.seed(1)
        env.reset()
    for _ in range(steps):
        actions = np.array([random_action(mask, rng) for mask in env.action_masks()])
        if kind is BatchedEnv:
            _, rewards, terminated, truncated, infos = env.step(actions)
            for slot in range(slots):
                done = bool(terminated[slot] or truncated[slot])
                last = infos["final_obs"][slot]["observation"] if done else None
                returns = infos["final_info"]["returns"][slot] if done else None
                yield slot, float(rewards[slot]), done, bool(truncated[slot]), last, returns
        else:
            _, rewards, dones, infos = env.step(actions)
            for slot, info in enumerate(infos):
                cut = info.get("TimeLimit.truncated", False)
                last = info.get("terminal_observation")
                yield slot, float(rewards[slot]), bool(dones[slot]), cut, last, info.get("returns")


# --- out --------------------------------------------------------------------------------------------------------------


@OUT
@pytest.mark.parametrize("n", [3, 4])
def test_pettingzoo_pays_who_is_out(n: int) -> None:
    game = make_game("clank", num_players=n, **DEADLY)
    out = 0
    for seed in range(12):
        env = make(game.string)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        paid, final = dict.fromkeys(env.agents, 0.0), {}
        for agent in env.agent_iter(max_iter=5000):
            observation, reward, termination, truncation, _ = env.last()
            paid[agent] += reward
            if termination or truncation:
                final[agent] = observation["observation"]
                env.step(None)
            else:
                env.step(random_action(observation["action_mask"], rng))
        assert len(final) == n
        out += sum(was_out(game, last) for last in final.values())
        assert sum(paid.values()) == pytest.approx(0, abs=1e-6)
        # What each is paid follows from what all see at the end.
        seen = game.layout.decode(final["player_0"])
        points = seen["treasure_points"] + seen["card_points"] + seen["monster_points"]
        scores = np.where(seen["status"] == 2, points // 2, points)
        best = [seat for seat in range(n) if paid[f"player_{seat}"] == max(paid.values())]
        assert (scores[best] == scores.max()).all()
    assert out > 4


@OUT
@pytest.mark.parametrize("n", [3, 4])
def test_gymnasium_pays_who_is_out(n: int) -> None:
    env = SingleAgentEnv("clank", num_players=n, **DEADLY)
    outcomes = []
    for episode in range(40):
        env.reset(seed=5 if episode == 0 else None)
        paid, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            paid, over = paid + float(reward), terminated or truncated
        assert terminated and not truncated
        assert paid == pytest.approx(info["returns"][info["seat"]])
        assert info["returns"].sum() == pytest.approx(0, abs=1e-6)
        if was_out(env.game, observation["observation"]):
            outcomes.append(paid)
    assert min(outcomes) < 0 < max(outcomes)


@OUT
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
@pytest.mark.parametrize("seat", [0, 2])
def test_batched_environments_pay_who_is_out(kind: Any, seat: int) -> None:
    game = make_game("clank", num_players=3, **DEADLY)
    paid, outcomes = np.zeros(8), []
    for slot, reward, done, truncated, last, returns in stepped(kind, game, 8, 150, learner_seat=seat):
        paid[slot] += reward
        if done:
            assert not truncated
            assert paid[slot] == pytest.approx(returns[seat])
            if was_out(game, last):
                outcomes.append(paid[slot])
            paid[slot] = 0
    assert min(outcomes) < 0 < max(outcomes)


@OUT
def test_the_batch_pays_who_is_out() -> None:
    batch = make_batch("clank", 60, seed=4, num_players=4, auto_restart=False, **DEADLY)
    while not batch.terminated.all():
        running = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(running), running)
    states = batch.states
    out = (states["status"] > 0) & (np.arange(4) != states["to_act"][:, None])
    assert out.sum() > 30
    assert np.allclose(batch.final_returns.sum(axis=1), 0, atol=1e-6)
    assert (batch.final_returns == states["returns"]).all()
    # Who is out can win, and who loses is paid a loss.
    assert (batch.final_returns[out] > 0).any() and (batch.final_returns[out] < 0).any()
