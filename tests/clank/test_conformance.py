"""Clank! passes the conformance kit, whatever its options, and no seat is special."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank.state import SCHEMA
from ludarium.envs.core.conformance import check_game, check_masks, check_options, check_resample
from tests.clank.play import drawn_options
from tests.conformance import CHECKS, check_rotation, fields_by_seat, rotation

#: All numbers of seats, and options that make games short, long, loud and sudden.
GAMES = [
    "clank:max_turns=60",
    "clank:num_players=3,max_turns=60,inside_at_end=half",
    "clank:num_players=4,max_turns=60,path_length=12,dragon_cubes=4",
    "clank:num_players=3,max_turns=40,path_length=4,draws=10,dragon_limit=10,dragon_cubes=10",
    "clank:num_players=4,max_turns=1,skill_cubes_per_player=0",
    "clank:max_turns=100,draws=0,dragon_limit=1,dragon_cubes=0,skill_cubes_per_player=30",
]
rotate = rotation(fields_by_seat(SCHEMA, also=["bag"]))


@pytest.mark.rule("CLD7", "CLD9", "CLD10", "CLD11", "CLD14", "CLD24")
@pytest.mark.parametrize("game", GAMES)
def test_clank_conforms(game: str) -> None:
    check_game(make_game(game), states=4_000, rotate=rotate, extremes=False)


@pytest.mark.rule("CLD14")
def test_many_masks() -> None:
    check_masks(make_game("clank:num_players=3,max_turns=100"), states=200_000, seed=1)


@pytest.mark.rule("CLD24")
def test_many_states_redrawn() -> None:
    check_resample(make_game("clank:num_players=3,max_turns=50"), states=20_000, seed=2)


def test_drawn_options_conform() -> None:
    generator = np.random.default_rng(5)
    for _ in range(5):
        game = make_game("clank", **{**drawn_options(generator), "max_turns": 20})
        for check in CHECKS:
            check(game, states=8_000)


@pytest.mark.slow
def test_extremes_of_options() -> None:
    check_options(make_game("clank"), states=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["clank", "clank:three,inside_at_end=half", "clank:four", *GAMES])
def test_clank_conforms_at_length(game: str) -> None:
    check_game(make_game(game), states=20_000, seed=3, rotate=rotate, extremes=False)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_many_states(check: Callable[..., None]) -> None:
    check(make_game("clank:num_players=4,max_turns=200"), states=200_000, seed=4)


def test_rotating_n_times_changes_nothing() -> None:
    check_rotation(map(make_game, GAMES), rotate, "hand")
