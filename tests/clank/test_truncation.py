"""Whatever the environment: `max_turns` cuts Clank! off for everybody, and who is out is paid when the game ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium import make, make_game
from ludarium.envs.adapters.gymnasium import BatchedEnv
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from tests.adapter_play import (
    agent_by_agent,
    at_random,
    check_batch_is_cut_off,
    check_batch_pays_who_is_out,
    check_batched_environment_is_cut_off,
    check_batched_environment_pays_who_is_out,
    check_cut_for_all,
    check_gymnasium_is_cut_off,
    check_gymnasium_pays_who_is_out,
    was_out,
)

SEATS = pytest.mark.parametrize("n", [2, 3, 4])
#: Nobody dies, escapes or ends the game in so few turns: no cube is drawn, and monsters take longer.
SHORT: dict[str, Any] = {"max_turns": 5, "draws": 0}
#: Many die, one after the other, and the game goes on without them.
DEADLY: dict[str, Any] = {"draws": 3, "skill_cubes_per_player": 0, "dragon_limit": 10, "path_length": 5}
CUT = pytest.mark.rule("CLD10")
OUT = pytest.mark.rule("CL11", "CLD10", "CLD22")


# --- cut off ----------------------------------------------------------------------------------------------------------


@CUT
@SEATS
def test_pettingzoo_is_cut_off(n: int) -> None:
    env = make("clank", num_players=n, **SHORT)
    env.reset(seed=n)
    check_cut_for_all(agent_by_agent(env, at_random(n), most=2000), n)


@CUT
@SEATS
def test_gymnasium_is_cut_off(n: int) -> None:
    check_gymnasium_is_cut_off("clank", num_players=n, **SHORT)


@CUT
@SEATS
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
def test_batched_environments_are_cut_off(n: int, kind: Any) -> None:
    check_batched_environment_is_cut_off(kind, 60, "clank", num_players=n, **SHORT)


@CUT
@SEATS
def test_the_batch_is_cut_off(n: int) -> None:
    check_batch_is_cut_off("clank", num_players=n, **SHORT)


# --- out --------------------------------------------------------------------------------------------------------------


@OUT
@pytest.mark.parametrize("n", [3, 4])
def test_pettingzoo_pays_who_is_out(n: int) -> None:
    game = make_game("clank", num_players=n, **DEADLY)
    out = 0
    for seed in range(12):
        env = make(game.string)
        env.reset(seed=seed)
        paid, _, final = agent_by_agent(env, at_random(seed), most=5000)
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
    check_gymnasium_pays_who_is_out("clank", num_players=n, **DEADLY)


@OUT
@pytest.mark.parametrize("kind", [BatchedEnv, SelfPlayVecEnv])
@pytest.mark.parametrize("seat", [0, 2])
def test_batched_environments_pay_who_is_out(kind: Any, seat: int) -> None:
    game = make_game("clank", num_players=3, **DEADLY)
    check_batched_environment_pays_who_is_out(kind, game, seat, slots=8, steps=150)


@OUT
def test_the_batch_pays_who_is_out() -> None:
    check_batch_pays_who_is_out("clank", more_than=30, **DEADLY)
