"""Whatever the environment: `max_turns` cuts the game off for everybody, and who is out is paid when it ends.

The yardstick is the game itself, played beside PettingZoo's environment by the same actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make, make_batch, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from tests.batch_play import scripted_actions

SEATS = pytest.mark.parametrize("n", [2, 3, 4])
#: Nobody leaves in so few turns.
SHORT: dict[str, Any] = {"max_turns": 5}
CUT = pytest.mark.rule("CCD3", "CCD5")
OUT = pytest.mark.rule("CC27", "CC31", "CCD5", "CCD24")


def random_action(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def was_out(game: Game, observation: npt.NDArray[np.float32]) -> bool:
    """Whether the observer had left before somebody else's turn brought the end."""
    seen = game.layout.decode(observation)
    return bool(seen["status"][0] > 0 and seen["to_act"] > 0)


def stepped(kind: Any, game: Game, slots: int, steps: int, **options: Any) -> Iterator[tuple[Any, ...]]:
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


def beside(
    game: Game, seed: int, sensible: bool = False
) -> tuple[dict[str, float], dict[str, tuple[bool, bool]], dict[str, Any], Any]:
    """Play in PettingZoo's environment and in the game itself, by the scripted player or at random.

    Returns:
        by agent: what it was paid, how its episode ended (terminated, truncated), and its last observation; and the
        state ``[1]`` at the end.
    """
    env = make(game.string)
    env.reset(seed=seed)
    states = game.new_states(seeds_of_slots(seed, 1))
    rng = np.random.default_rng(seed)
    paid, ends, final = dict.fromkeys(env.agents, 0.0), {}, {}
    for agent in env.agent_iter(max_iter=8000):
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        if termination or truncation:
            ends[agent], final[agent] = (termination, truncation), observation["observation"]
            assert not observation["action_mask"].any()
            assert env.observation_space(agent).contains(observation)
            env.step(None)
            continue
        # Who is out is passed over, and is paid nothing before the end.
        assert agent == f"player_{states['to_act'][0]}" and states["status"][0, states["to_act"][0]] == 0
        assert (reward, env.rewards) == (0, dict.fromkeys(paid, 0))
        np.testing.assert_array_equal(observation["action_mask"], game.legal(states)[0])
        mask = observation["action_mask"]
        action = int(scripted_actions(game, states, mask[None])[0]) if sensible else random_action(mask, rng)
        env.step(action)
        game.step(states, action)
    assert env.agents == []
    for agent, last in final.items():
        np.testing.assert_array_equal(last, game.observe(states, int(agent[-1]))[0])
    return paid, ends, final, states


# --- cut off ----------------------------------------------------------------------------------------------------------


@CUT
@SEATS
def test_pettingzoo_is_cut_off(n: int) -> None:
    paid, ends, _, states = beside(make_game("clank_catacombs", num_players=n, **SHORT), seed=n)
    assert ends == {f"player_{seat}": (False, True) for seat in range(n)}
    assert set(paid.values()) == {0.0}
    assert states["turns"][0] == 5


@CUT
@SEATS
def test_gymnasium_is_cut_off(n: int) -> None:
    env = SingleAgentEnv("clank_catacombs", num_players=n, **SHORT)
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
    game = make_game("clank_catacombs", num_players=n, **SHORT)
    ends = 0
    for _, reward, done, truncated, last, returns in stepped(kind, game, 6, 80):
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
    batch = make_batch("clank_catacombs", 8, seed=2, num_players=n, auto_restart=False, **SHORT)
    while not batch.truncated.all():
        running = np.flatnonzero(~batch.truncated)
        batch.step(batch.random_actions(running), running)
    assert not batch.terminated.any() and not batch.final_returns.any() and not batch.mask.any()
    assert (batch.states["turns"] == 5).all()


@pytest.mark.rule("CC31", "CCD3", "CCD5", "CCD24")
def test_a_cut_pays_nobody_also_not_who_is_out() -> None:
    """Turns of players who are out count: games in which some left are cut off after as many turns as all others."""
    batch = make_batch("clank_catacombs", 80, seed=6, num_players=4, auto_restart=False, max_turns=50)
    while not (over := batch.truncated | batch.terminated).all():
        running = np.flatnonzero(~over)
        batch.step(batch.random_actions(running), running)
    states, cut = batch.states, batch.truncated
    assert not (cut & batch.terminated).any()
    assert (states["turns"][cut] == 50).all() and (states["turns"][~cut] < 50).all()
    assert not batch.final_returns[cut].any() and not states["scores"][cut].any() and not states["ending"][cut].any()
    assert not batch.mask.any()
    left = (states["status"] > 0).sum(axis=1)
    assert (left[cut] > 0).sum() > 5 and (left[cut] < 4).all()
    for seed in (3, 4, 5):
        paid, ends, _, end = beside(make_game("clank_catacombs", num_players=4, max_turns=50), seed)
        if end["truncated"][0]:
            assert set(ends.values()) == {(False, True)} and set(paid.values()) == {0.0}


# --- out --------------------------------------------------------------------------------------------------------------


@OUT
@SEATS
def test_pettingzoo_pays_who_is_out(n: int) -> None:
    game = make_game("clank_catacombs", num_players=n)
    outcomes = []
    for seed in range(10):
        paid, ends, final, states = beside(game, seed, sensible=True)
        assert set(ends.values()) == {(True, False)}
        assert list(paid.values()) == pytest.approx(states["returns"][0, :n].tolist())
        assert sum(paid.values()) == pytest.approx(0, abs=1e-6)
        outcomes += [paid[agent] for agent, last in final.items() if was_out(game, last)]
    assert min(outcomes) < 0 < max(outcomes)


@OUT
@pytest.mark.parametrize("n", [3, 4])
def test_gymnasium_pays_who_is_out(n: int) -> None:
    env = SingleAgentEnv("clank_catacombs", num_players=n)
    outcomes = []
    for episode in range(40):
        env.reset(seed=5 if episode == 0 else None)
        paid, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            paid, over = paid + float(reward), terminated or truncated
        assert terminated and not truncated and not observation["action_mask"].any()
        assert paid == pytest.approx(info["returns"][info["seat"]])
        assert info["returns"].sum() == pytest.approx(0, abs=1e-6)
        if was_out(env.game, observation["observation"]):
            outcomes.append(paid)
    assert min(outcomes) < 0 < max(outcomes)


@OUT
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
@pytest.mark.parametrize("seat", [0, 2])
def test_batched_environments_pay_who_is_out(kind: Any, seat: int) -> None:
    game = make_game("clank_catacombs", num_players=3)
    paid, outcomes = np.zeros(16), []
    for slot, reward, done, truncated, last, returns in stepped(kind, game, 16, 600, learner_seat=seat):
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
    batch = make_batch("clank_catacombs", 60, seed=4, num_players=4, auto_restart=False)
    while not batch.terminated.all():
        running = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(running), running)
        out = batch.states["status"][np.arange(60), batch.states["to_act"]] > 0
        assert not (out & ~batch.terminated).any()  # whose turn it is, is in
        assert not batch.mask[batch.terminated].any()
    states = batch.states
    out = (states["status"] > 0) & (np.arange(4) != states["to_act"][:, None])
    assert out.sum() > 100
    assert np.allclose(batch.final_returns.sum(axis=1), 0, atol=1e-6)
    assert (batch.final_returns == states["returns"]).all()
    # Who is out can win, and who loses is paid a loss.
    assert (batch.final_returns[out] > 0).any() and (batch.final_returns[out] < 0).any()
