"""Facts about Clank! that no single rule states: how long games take, what players get, and how games end.

The rule book's author measured a simple bot that took some liberties over 500 games a setting, and calls the figures
approximate: 6 to 21 rounds with a median of 12 to 13, about 4 treasures and 35 to 45 points a player, and every ending.
Over 500 games a setting the walker of `bots.py` and the scripted player give medians of 11 to 12 rounds, 4.4 to 4.8 and
4.7 to 5.8 treasures, and 40 to 41 and 43 to 47 points.

A few games in a hundred end before the sixth round. The bag alone brings that about: with one dragon cube among some 42
cubes a dragon card comes every twentieth turn at first, and three of them in the first ten turns in about one game of
fifty. More noise in the bag makes that rarer.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from tests.batch_play import Policy, anything, scripted
from tests.clank.bots import Played, play_games, walking

POLICIES: dict[str, Policy] = {"walking": walking, "scripted": scripted, "random": anything}
GAMES = 1000
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
PLAYERS = pytest.mark.parametrize("player", ["walking", "scripted"])


@cache
def played(player: str, seats: int, inside_at_end: str = "full") -> Played:
    return play_games(POLICIES[player], GAMES, seed=seats, num_players=seats, inside_at_end=inside_at_end)


@SEATS
@PLAYERS
def test_games_take_a_dozen_rounds(player: str, seats: int) -> None:
    rounds = played(player, seats).rounds
    assert 11 <= np.median(rounds) <= 13
    assert rounds.max() <= 22
    assert (rounds < 6).mean() < 0.05


@SEATS
@PLAYERS
def test_players_take_about_four_treasures(player: str, seats: int) -> None:
    assert 3.5 < played(player, seats).treasures.mean() < (5 if player == "walking" else 6)


@SEATS
@PLAYERS
def test_players_get_about_forty_points(player: str, seats: int) -> None:
    # A sensible player gets somewhat more than a simple one.
    assert 35 < played(player, seats).scores.mean() < (45 if player == "walking" else 50)


@pytest.mark.rule("CL12")
@PLAYERS
def test_every_ending_occurs(player: str) -> None:
    ends: Counter[str] = Counter()
    for seats in (2, 3, 4):
        games = played(player, seats)
        assert games.ends["cut off"] == 0  # max_turns is far away
        ends.update(games.ends)
    assert all(ends[end] > 0 for end in ("all out", "no treasure left", "last dragon card"))
    assert all(played(player, 2).left[how] > 0 for how in ("inside", "escaped", "dead"))


@pytest.mark.rule("CLD9")
@PLAYERS
def test_under_full_escaping_only_insures_against_death(player: str) -> None:
    """Those inside keep everything, and most stay inside; under "half" the same games are worth much less."""
    full, half = played(player, 2), played(player, 2, "half")
    assert full.left["inside"] > 20 * full.left["escaped"]
    assert half.scores.mean() < 0.75 * full.scores.mean()


@SEATS
def test_random_players_get_little(seats: int) -> None:
    random, walker = played("random", seats), played("walking", seats)
    assert random.scores.mean() < walker.scores.mean() / 3
    assert random.treasures.mean() < 1
