"""Vantage passes the conformance kit, whatever its options."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from ludarium.envs.registry import make_game
from ludarium.envs.vantage import SPEC

# Every option at both ends of its range, and all numbers of seats.
GAMES = [
    "vantage",
    "vantage:num_players=3",
    "vantage:num_players=4",
    "vantage:end_rule=finish_round",
    "vantage:num_players=3,end_rule=finish_round,target_score=30",
    "vantage:num_players=4,end_rule=finish_round,target_score=1",
    "vantage:num_players=3,max_turns=1",
    "vantage:num_players=4,target_score=100,max_turns=20",
]
LONG = "vantage:target_score=100,max_turns=1000"  # the deck is recycled many times
CHECKS = [check_bookkeeping, check_returns, check_observations, check_redaction]


@pytest.mark.rule("VD1", "VD2", "VD5", "VD6", "VD8", "VD10", "VD18", "VD19")
@pytest.mark.parametrize("game", GAMES)
def test_vantage_conforms(game: str) -> None:
    check_game(make_game(game), states=2_000, extremes=False)


@pytest.mark.rule("VD10", "VD11")
def test_a_million_masks() -> None:
    check_masks(make_game("vantage:num_players=3"), states=1_000_000, seed=1)


@pytest.mark.rule("VD5", "VD8", "VD18")
@pytest.mark.parametrize("check", CHECKS)
def test_many_recycled_decks(check: Callable[..., None]) -> None:
    check(make_game(LONG), states=20_000, seed=1)


@settings(max_examples=12, deadline=None, derandomize=True, database=None)
@given(
    st.fixed_dictionaries(
        {
            "num_players": st.integers(2, 4),
            "target_score": st.integers(1, 100),
            "end_rule": st.sampled_from(["immediate", "finish_round"]),
            "max_turns": st.integers(1, 1000),
        }
    )
)
def test_any_options_conform(options: dict[str, object]) -> None:
    for check in (check_masks, *CHECKS):
        check(Game(SPEC, options), states=1_000)


@pytest.mark.slow
def test_extremes_of_options() -> None:
    # Few games end in less: all are cut off after some 300 actions where the target is out of reach.
    check_options(make_game("vantage"), states=12_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES, LONG])
def test_vantage_conforms_at_length(game: str) -> None:
    check_game(make_game(game), states=100_000, seed=3, extremes=False)


@pytest.mark.slow
@pytest.mark.rule("VD5", "VD8", "VD18", "VD19")
@pytest.mark.parametrize("check", [check_ends, check_resample, *CHECKS])
def test_a_million_states(check: Callable[..., None]) -> None:
    check(make_game("vantage:num_players=3"), states=1_000_000, seed=1)
