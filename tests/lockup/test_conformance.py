"""Lockup passes the conformance kit under every combination of options, and no seat is special."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ludarium import make_game
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
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.lockup.state import SCHEMA

GAMES = [
    make_game("lockup", num_players=n, upkeep=upkeep, faction_income=income)
    for n, upkeep, income in product((2, 3, 4), ("lump", "per_worker"), (True, False))
]
#: Fields that name a seat: by its number, or by one more than it with 0 for none. All others count seats on their
#: first axis, or do not know of seats.
SEATS, SEATS_OR_NONE = ("to_act", "start"), ("attacker", "defender")
BY_SEAT = [
    field.name
    for field in SCHEMA.fields
    if field.shape[:1] == (SCHEMA.max_seats,) and field.name not in ("rng", "mission_pile")
]


def rotate(states: States) -> States:
    """The same games one seat on: seat p has become seat p + 1, the last one seat 0."""
    out = states.copy()
    n = int(states["num_players"][0])
    for name in BY_SEAT:
        out[name][:, :n] = np.roll(states[name][:, :n], 1, axis=1)
    for name in SEATS:
        out[name] = (states[name] + 1) % n
    for name in SEATS_OR_NONE:
        out[name] = np.where(states[name] > 0, states[name] % n + 1, 0)
    return out


@pytest.mark.rule("LD8", "LD9", "LD12", "LD13", "LD14", "LD22", "LD23")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_lockup_conforms(game: Game) -> None:
    check_game(game, states=20_000, rotate=rotate, extremes=False)


def test_extremes_of_options() -> None:
    check_options(GAMES[0], states=6_000)


@pytest.mark.rule("LD13", "LD23")
@pytest.mark.parametrize(
    "check", [check_masks, check_bookkeeping, check_ends, check_returns, check_observations, check_redaction]
)
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
    for game in GAMES:
        states = turned = game.new_states(0, 50)
        for _ in range(game.num_players):
            assert not (turned["faction"] == rotate(turned)["faction"]).all()
            turned = rotate(turned)
        assert (turned == states).all()
