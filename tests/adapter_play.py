"""Play through environments and batches alike, and what every game owes in them.

A game that `max_turns` cuts off is truncated for everybody and pays nothing; who is out before the end is paid at it.
Games are made by name and options, as users make them; in the checks of who is out, the field ``status`` of a game is
0 for the seats that are in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make_batch, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game

#: The action of an agent, by its name, its observation and the reward that came with it.
Chooser = Callable[[str, Any, float], int]


class Episode(NamedTuple):
    """A game in PettingZoo's environment, by agent."""

    #: What it was paid in all.
    paid: dict[str, float]
    #: Whether the end was one (terminated) and whether it was a cut (truncated).
    ends: dict[str, tuple[bool, bool]]
    #: The last observation, float32.
    final: dict[str, npt.NDArray[np.float32]]


def random_action(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def at_random(seed: int) -> Chooser:
    """Any legal action."""
    rng = np.random.default_rng(seed)
    return lambda agent, observation, reward: random_action(observation["action_mask"], rng)


def agent_by_agent(env: TurnBasedEnv, choose: Chooser, most: int) -> Episode:
    """Plays an environment that is reset to its end, in `most` steps, those of agents that leave included."""
    paid, ends, final = dict.fromkeys(env.agents, 0.0), {}, {}
    for agent in env.agent_iter(max_iter=most):
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        if termination or truncation:
            ends[agent], final[agent] = (termination, truncation), observation["observation"]
            assert not observation["action_mask"].any()
            assert env.observation_space(agent).contains(observation)
            env.step(None)
        else:
            env.step(choose(agent, observation, reward))
    assert env.agents == []
    return Episode(paid, ends, final)


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


def step_running(batch: Batch) -> bool:
    """A random action in every game that is not over; whether there was one."""
    running = np.flatnonzero(~(batch.terminated | batch.truncated))
    batch.step(batch.random_actions(running), running)
    return bool(len(running))


# --- cut off ----------------------------------------------------------------------------------------------------------


def check_cut_for_all(episode: Episode, num_players: int) -> None:
    """Everybody's episode was truncated, and nobody was paid."""
    assert episode.ends == {f"player_{seat}": (False, True) for seat in range(num_players)}
    assert set(episode.paid.values()) == {0.0}


def check_gymnasium_is_cut_off(name: str, *, num_players: int, max_turns: int, **options: Any) -> None:
    env = SingleAgentEnv(name, num_players=num_players, max_turns=max_turns, **options)
    for episode in range(num_players):  # the learner's seat rotates
        _, info = env.reset(seed=5 if episode == 0 else None)
        assert info["seat"] == episode
        rewards, terminated, truncated = 0.0, False, False
        while not terminated and not truncated:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            rewards += float(reward)
        assert (terminated, truncated, rewards) == (False, True, 0.0)
        assert not observation["action_mask"].any()
        assert env.game.layout.decode(observation["observation"])["turns"] == max_turns
        assert info["returns"].tolist() == [0.0] * num_players


def check_batched_environment_is_cut_off(
    kind: Any, steps: int, name: str, *, num_players: int, max_turns: int, **options: Any
) -> None:
    """Six games at once, at least six of which are cut off in so many steps."""
    game = make_game(name, num_players=num_players, max_turns=max_turns, **options)
    ends = 0
    for _, reward, done, truncated, last, returns in stepped(kind, game, 6, steps):
        assert reward == 0.0
        assert done == truncated
        if done:
            assert game.layout.decode(last)["turns"] == max_turns
            assert returns.tolist() == [0.0] * num_players
            ends += 1
    assert ends >= 6


def check_batch_is_cut_off(name: str, *, max_turns: int, **options: Any) -> None:
    batch = make_batch(name, 8, seed=2, auto_restart=False, max_turns=max_turns, **options)
    while step_running(batch):
        pass
    assert batch.truncated.all()
    assert not batch.terminated.any() and not batch.final_returns.any() and not batch.mask.any()
    assert (batch.states["turns"] == max_turns).all()


# --- out --------------------------------------------------------------------------------------------------------------


def was_out(game: Game, observation: npt.NDArray[np.float32]) -> bool:
    """Whether the observer had left before somebody else's turn brought the end."""
    seen = game.layout.decode(observation)
    return bool(seen["status"][0] > 0 and seen["to_act"] > 0)


def check_gymnasium_pays_who_is_out(name: str, **options: Any) -> None:
    """In forty games a learner that was out has won and lost."""
    env = SingleAgentEnv(name, **options)
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


def check_batched_environment_pays_who_is_out(kind: Any, game: Game, seat: int, slots: int, steps: int) -> None:
    """A learner in `seat` that was out has won and lost in so many games at once, so many steps of each."""
    paid, outcomes = np.zeros(slots), []
    for slot, reward, done, truncated, last, returns in stepped(kind, game, slots, steps, learner_seat=seat):
        paid[slot] += reward
        if done:
            assert not truncated
            assert paid[slot] == pytest.approx(returns[seat])
            if was_out(game, last):
                outcomes.append(paid[slot])
            paid[slot] = 0
    assert min(outcomes) < 0 < max(outcomes)


def check_batch_pays_who_is_out(name: str, more_than: int, **options: Any) -> None:
    """In sixty games of four more seats than `more_than` were out at another's end, some of them winners."""
    batch = make_batch(name, 60, seed=4, num_players=4, auto_restart=False, **options)
    while step_running(batch):
        out = batch.states["status"][np.arange(60), batch.states["to_act"]] > 0
        assert not (out & ~batch.terminated).any()  # whose turn it is, is in
        assert not batch.mask[batch.terminated].any()
    assert batch.terminated.all() and not batch.truncated.any()
    states = batch.states
    out = (states["status"] > 0) & (np.arange(4) != states["to_act"][:, None])
    assert out.sum() > more_than
    assert np.allclose(batch.final_returns.sum(axis=1), 0, atol=1e-6)
    assert (batch.final_returns == states["returns"]).all()
    # Who is out can win, and who loses is paid a loss.
    assert (batch.final_returns[out] > 0).any() and (batch.final_returns[out] < 0).any()
