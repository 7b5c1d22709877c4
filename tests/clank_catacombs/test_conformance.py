"""Clank! Catacombs passes the conformance kit, whatever its options, and no seat is special."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.state import SCHEMA
from ludarium.envs.core.conformance import check_game, check_masks, check_options, check_resample
from tests.conformance import CHECKS, check_rotation, fields_by_seat, rotation

#: All numbers of seats, short and longer games.
GAMES = [
    "clank_catacombs:max_turns=12",
    "clank_catacombs:num_players=3,max_turns=12",
    "clank_catacombs:num_players=4,max_turns=12",
    "clank_catacombs:num_players=4,max_turns=1",
]
rotate = rotation(fields_by_seat(SCHEMA, but=["libraries_opened", "market_left"]))


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
    check_game(make_game(game), states=15_000, seed=3, rotate=rotate, extremes=False)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_many_states(check: Callable[..., None]) -> None:
    check(make_game("clank_catacombs:num_players=4,max_turns=200"), states=100_000, seed=4)


def test_rotating_n_times_changes_nothing() -> None:
    check_rotation(map(make_game, GAMES), rotate, "hand")
