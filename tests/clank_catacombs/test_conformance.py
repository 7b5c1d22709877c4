"""Clank! Catacombs passes the conformance kit, whatever its options, and no seat is special."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.state import SCHEMA
from ludarium.envs.core.conformance import (
    check_bookkeeping,
    check_ends,
    check_game,
    check_masks,
    check_observations,
    check_options,
    check_redaction,
    check_resample,
    check_returns,
)
from ludarium.envs.core.schema import States

#: All numbers of seats, short and longer games.
GAMES = [
    "clank_catacombs:max_turns=12",
    "clank_catacombs:num_players=3,max_turns=12",
    "clank_catacombs:num_players=4,max_turns=12",
    "clank_catacombs:num_players=4,max_turns=1",
]
CHECKS = [check_masks, check_bookkeeping, check_ends, check_returns, check_observations, check_redaction]
#: Fields that count seats on their first axis; two others are as long as there are seats.
BY_SEAT = [
    field.name
    for field in SCHEMA.fields
    if field.shape[:1] == (SCHEMA.max_seats,) and field.name not in ("rng", "libraries_opened", "market_left")
]


def rotate(states: States) -> States:
    """The same games one seat on: seat p has become seat p + 1, the last one seat 0."""
    out = states.copy()
    n = int(states["num_players"][0])
    for name in BY_SEAT:
        out[name][:, :n] = np.roll(states[name][:, :n], 1, axis=1)
    out["to_act"] = (states["to_act"] + 1) % n
    return out


@pytest.mark.rule("CCD3", "CCD4", "CCD5", "CCD6", "CCD9")
@pytest.mark.parametrize("game", GAMES)
def test_catacombs_conforms(game: str) -> None:
    check_game(make_game(game), states=6_000, rotate=rotate, extremes=False)


@pytest.mark.rule("CCD4", "CCD14")
def test_many_masks() -> None:
    check_masks(make_game("clank_catacombs:num_players=3,max_turns=100"), states=50_000, seed=1)


@pytest.mark.rule("CCD9")
def test_many_states_redrawn() -> None:
    check_resample(make_game("clank_catacombs:num_players=3,max_turns=12"), states=4_000, seed=2)


@pytest.mark.slow
def test_extremes_of_options() -> None:
    check_options(make_game("clank_catacombs"), states=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["clank_catacombs", "clank_catacombs:three", "clank_catacombs:four", *GAMES])
def test_catacombs_conforms_at_length(game: str) -> None:
    check_game(make_game(game), states=15_000, seed=3, extremes=False)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_many_states(check: Callable[..., None]) -> None:
    check(make_game("clank_catacombs:num_players=4,max_turns=200"), states=100_000, seed=4)


def test_rotating_n_times_changes_nothing() -> None:
    for game in GAMES:
        states = turned = make_game(game).new_states(0, 50)
        for _ in range(int(states["num_players"][0])):
            assert not (turned["hand"] == rotate(turned)["hand"]).all()
            turned = rotate(turned)
        assert (turned == states).all()
