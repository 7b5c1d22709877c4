"""Lockup passes the conformance kit under every combination of options, and no seat is special."""

from __future__ import annotations

from itertools import product

import pytest

from ludarium import make_game
from ludarium.envs.core.conformance import check_game, check_options, check_resample
from ludarium.envs.core.game import Game
from ludarium.envs.lockup.state import SCHEMA
from tests.conformance import CHECKS, check_rotation, fields_by_seat, rotation

GAMES = [
    make_game("lockup", num_players=n, upkeep=upkeep, faction_income=income)
    for n, upkeep, income in product((2, 3, 4), ("lump", "per_worker"), (True, False))
]
rotate = rotation(
    fields_by_seat(SCHEMA, but=["mission_pile"]), seats=["to_act", "start"], seats_or_none=["attacker", "defender"]
)


@pytest.mark.rule("LD8", "LD9", "LD12", "LD13", "LD14", "LD22", "LD23")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_lockup_conforms(game: Game) -> None:
    check_game(game, states=20_000, rotate=rotate, extremes=False)


def test_extremes_of_options() -> None:
    check_options(GAMES[0], states=6_000)


@pytest.mark.rule("LD13", "LD23")
@pytest.mark.parametrize("check", CHECKS)
def test_many_states(check) -> None:  # type: ignore[no-untyped-def]
    check(make_game("lockup:four,upkeep=per_worker"), states=200_000, seed=1)


@pytest.mark.rule("LD13")
def test_many_states_redrawn() -> None:
    check_resample(make_game("lockup:three"), states=200_000, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_lockup_conforms_at_length(game: Game) -> None:
    check_game(game, states=1_000_000, seed=3, rotate=rotate, extremes=False)


def test_rotating_n_times_changes_nothing() -> None:
    check_rotation(GAMES, rotate, "faction")
