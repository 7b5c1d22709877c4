"""Kelp passes the conformance kit, whatever its options."""

import pytest

from ludarium.envs.core.conformance import (
    check_bookkeeping,
    check_ends,
    check_game,
    check_masks,
    check_observations,
    check_redaction,
    check_resample,
    check_returns,
)
from ludarium.envs.registry import make_game

OUTCOME = "illegal_direction=bump,reveal=outcome"
GAMES = [
    "kelp",
    "kelp:duel",
    "kelp:illegal_direction=bump",
    "kelp:guess_pool=separate",
    f"kelp:{OUTCOME}",
    f"kelp:{OUTCOME},guess_pool=separate",
    f"kelp:duel,{OUTCOME}",
    "kelp:board_size=3",
    f"kelp:board_size=3,attack_cards=4,{OUTCOME}",
    "kelp:board_size=8,copies=3,attack_cards=0",
]


@pytest.mark.rule("KD1", "KD2", "KD5", "KD6", "KD10", "KD11", "KD12", "KD13")
@pytest.mark.parametrize("game", GAMES)
def test_kelp_conforms(game: str) -> None:
    check_game(make_game(game), states=20_000, extremes=game == GAMES[0])


@pytest.mark.rule("KD3", "KD11", "KD13")
@pytest.mark.parametrize(
    "check", [check_masks, check_bookkeeping, check_ends, check_returns, check_observations, check_redaction]
)
def test_a_million_states(check) -> None:  # type: ignore[no-untyped-def]
    check(make_game(f"kelp:duel,{OUTCOME}"), states=1_000_000, seed=1)


@pytest.mark.rule("KD12")
def test_a_million_states_redrawn() -> None:
    check_resample(make_game("kelp:duel"), states=1_000_000, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_kelp_conforms_at_length(game: str) -> None:
    check_game(make_game(game), states=1_000_000, seed=3, extremes=False)
