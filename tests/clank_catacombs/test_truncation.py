"""Whatever the environment: `max_turns` cuts the game off for everybody, and who is out is paid when it ends.

The yardstick is the game itself, played beside PettingZoo's environment by the same actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium import make, make_batch, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States
from tests.adapter_play import (
    Episode,
    agent_by_agent,
    check_batch_is_cut_off,
    check_batch_pays_who_is_out,
    check_batched_environment_is_cut_off,
    check_batched_environment_pays_who_is_out,
    check_cut_for_all,
    check_gymnasium_is_cut_off,
    check_gymnasium_pays_who_is_out,
    random_action,
    step_running,
    was_out,
)
from tests.batch_play import scripted_actions

SEATS = pytest.mark.parametrize("n", [2, 3, 4])
#: Nobody leaves in so few turns.
SHORT: dict[str, Any] = {"max_turns": 5}
CUT = pytest.mark.rule("CCD3", "CCD5")
OUT = pytest.mark.rule("CC27", "CC31", "CCD5", "CCD24")


def beside(game: Game, seed: int, sensible: bool = False) -> tuple[Episode, States]:
    """Play in PettingZoo's environment and in the game itself, by the scripted player or at random.

    Returns:
        the episode, and the state ``[1]`` at the end.
    """
    env = make(game.string)
    env.reset(seed=seed)
    states = game.new_states(seeds_of_slots(seed, 1))
    agents = list(env.agents)
    rng = np.random.default_rng(seed)

    def choose(agent: str, observation: Any, reward: float) -> int:
        # Who is out is passed over, and is paid nothing before the end.
        assert agent == f"player_{states['to_act'][0]}" and states["status"][0, states["to_act"][0]] == 0
        assert (reward, env.rewards) == (0, dict.fromkeys(agents, 0))
        mask = observation["action_mask"]
        np.testing.assert_array_equal(mask, game.legal(states)[0])
        action = int(scripted_actions(game, states, mask[None])[0]) if sensible else random_action(mask, rng)
        game.step(states, action)
        return action

    episode = agent_by_agent(env, choose, most=8000)
    for agent, last in episode.final.items():
        np.testing.assert_array_equal(last, game.observe(states, int(agent[-1]))[0])
    return episode, states


# --- cut off ----------------------------------------------------------------------------------------------------------


@CUT
@SEATS
def test_pettingzoo_is_cut_off(n: int) -> None:
    episode, states = beside(make_game("clank_catacombs", num_players=n, **SHORT), seed=n)
    check_cut_for_all(episode, n)
    assert states["turns"][0] == 5


@CUT
@SEATS
def test_gymnasium_is_cut_off(n: int) -> None:
    check_gymnasium_is_cut_off("clank_catacombs", num_players=n, **SHORT)


@CUT
@SEATS
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
def test_batched_environments_are_cut_off(n: int, kind: Any) -> None:
    check_batched_environment_is_cut_off(kind, 80, "clank_catacombs", num_players=n, **SHORT)


@CUT
@SEATS
def test_the_batch_is_cut_off(n: int) -> None:
    check_batch_is_cut_off("clank_catacombs", num_players=n, **SHORT)


@pytest.mark.rule("CC31", "CCD3", "CCD5", "CCD24")
def test_a_cut_pays_nobody_also_not_who_is_out() -> None:
    """Turns of players who are out count: games in which some left are cut off after as many turns as all others."""
    batch = make_batch("clank_catacombs", 80, seed=6, num_players=4, auto_restart=False, max_turns=50)
    while step_running(batch):
        pass
    states, cut = batch.states, batch.truncated
    assert not (cut & batch.terminated).any()
    assert (states["turns"][cut] == 50).all() and (states["turns"][~cut] < 50).all()
    assert not batch.final_returns[cut].any() and not states["scores"][cut].any() and not states["ending"][cut].any()
    assert not batch.mask.any()
    left = (states["status"] > 0).sum(axis=1)
    assert (left[cut] > 0).sum() > 5 and (left[cut] < 4).all()
    for seed in (3, 4, 5):
        episode, end = beside(make_game("clank_catacombs", num_players=4, max_turns=50), seed)
        if end["truncated"][0]:
            check_cut_for_all(episode, 4)


# --- out --------------------------------------------------------------------------------------------------------------


@OUT
@SEATS
def test_pettingzoo_pays_who_is_out(n: int) -> None:
    game = make_game("clank_catacombs", num_players=n)
    outcomes = []
    for seed in range(10):
        (paid, ends, final), states = beside(game, seed, sensible=True)
        assert set(ends.values()) == {(True, False)}
        assert list(paid.values()) == pytest.approx(states["returns"][0, :n].tolist())
        assert sum(paid.values()) == pytest.approx(0, abs=1e-6)
        outcomes += [paid[agent] for agent, last in final.items() if was_out(game, last)]
    assert min(outcomes) < 0 < max(outcomes)


@OUT
@pytest.mark.parametrize("n", [3, 4])
def test_gymnasium_pays_who_is_out(n: int) -> None:
    check_gymnasium_pays_who_is_out("clank_catacombs", num_players=n)


@OUT
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
@pytest.mark.parametrize("seat", [0, 2])
def test_batched_environments_pay_who_is_out(kind: Any, seat: int) -> None:
    game = make_game("clank_catacombs", num_players=3)
    check_batched_environment_pays_who_is_out(kind, game, seat, slots=16, steps=600)


@OUT
def test_the_batch_pays_who_is_out() -> None:
    check_batch_pays_who_is_out("clank_catacombs", more_than=100)
