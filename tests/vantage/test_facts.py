"""Facts about Vantage that no single rule states: how long simple bots play and which seats win.

The rule book gives figures over 4,000 games of bots that it does not spell out; ours are in `bots.py`. Over 10,000 to
30,000 games ours give 2.5 turns a player and 65.5 % to the first of two scoring seats (rule book: 2.5 and 64 %); the
blocking bot 4 turns and 60.0 % (4 and 59 %), and in a finished round 49 % and 42 % to the last of three and four seats
(45 % and 41 %; 47 % and 40 % if it begins to block at 8 points, or blocks with DESTROYER alone).

A tolerance is three standard errors of the rule book's figure and three of ours. For the blocking bot, whose details
matter, there are three points more.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from ludarium import make_batch
from tests.vantage.bots import Bot, blocking, play_games, scoring

BOOK_GAMES = 4000
UNKNOWN_DETAILS = 0.03


def tolerance(share: float, games: int) -> float:
    error = (share * (1 - share)) ** 0.5
    return 3 * error * (1 / games**0.5 + 1 / BOOK_GAMES**0.5)


@pytest.mark.parametrize("games", [1000, pytest.param(4000, marks=pytest.mark.slow)])
def test_scoring_bots_take_two_and_a_half_turns_and_the_first_seat_wins(games: int) -> None:
    results = play_games(scoring, games, seed=1)
    assert np.median(results.turns) / 2 == 2.5
    assert abs(results.share(0) - 0.64) < tolerance(0.64, games)


@pytest.mark.parametrize("games", [1000, pytest.param(4000, marks=pytest.mark.slow)])
def test_blocking_bots_take_four_turns_and_the_first_seat_wins_less(games: int) -> None:
    results = play_games(blocking, games, seed=2)
    assert abs(np.median(results.turns) / 2 - 4) <= 0.5
    assert abs(results.share(0) - 0.59) < tolerance(0.59, games) + UNKNOWN_DETAILS
    assert results.turns.mean() > play_games(scoring, games, seed=2).turns.mean() + 2


@pytest.mark.parametrize(("n", "share"), [(3, 0.45), (4, 0.41)])
@pytest.mark.parametrize("games", [1000, pytest.param(4000, marks=pytest.mark.slow)])
def test_in_a_finished_round_the_last_of_the_blocking_bots_wins_most(n: int, share: float, games: int) -> None:
    results = play_games(blocking, games, seed=3, num_players=n, end_rule="finish_round")
    assert abs(results.share(n - 1) - share) < tolerance(share, games) + UNKNOWN_DETAILS
    assert results.share(n - 1) == max(results.share(seat) for seat in range(n))


@pytest.mark.slow
@pytest.mark.parametrize("danger", [8, 9, 10])
def test_the_seats_do_not_hang_on_when_a_bot_begins_to_block(danger: int) -> None:
    bot: Bot = partial(blocking, danger=danger)
    assert 0.56 < play_games(bot, 4000, seed=4).share(0) < 0.64


@pytest.mark.rule("VD2")
def test_the_deck_never_runs_out_in_normal_play() -> None:
    for n in (2, 3, 4):
        batch = make_batch("vantage", 200, seed=n, num_players=n, auto_restart=False)
        running = np.arange(200)
        while running.size:
            batch.step(scoring(batch, running), running)
            running = running[~batch.terminated[running]]
        assert (batch.states["shuffle"] == 1).all()
        assert (batch.states["deck_size"] > 0).all()
