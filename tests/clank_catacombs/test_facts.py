"""Facts about Clank! Catacombs that no single rule states: how long games take, who comes home, what players get.

The rule book's author measured a simple bot that is not described, 300 games a setting: 9 to 16 rounds, 49 to 70 % of
the thieves escape, scores other than 0 are 54 to 61 on average, and with 2, 3 and 4 players 15, 18 and 21 tiles are
found and 2.9, 4.1 and 6.5 attacks come. In as many games the player of `bots.py`, who explores for eight rounds, comes
near: 8 to 17 rounds in 98 games of 100; 69, 57 and 43 % escape; scores other than 0 are 60, 57 and 54; 13.3, 17.1 and
19.8 tiles are found, and 3.1, 5.2 and 7.1 attacks come.

What differs hangs on how long thieves stay, as the scripted player shows. It goes straight for an Artifact and home:
nine rounds; 88, 85 and 76 % escape, with 44 points; 8.2, 10.4 and 12.4 tiles, 1.7, 2.6 and 4.1 attacks. Who stays
longer finds more tiles, wakes the dragon more often, and comes home less often but richer.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.batch_play import scripted_actions
from tests.clank_catacombs.bots import Played, Player, exploring, play_games

PLAYERS: dict[str, Player] = {"exploring": exploring, "scripted": scripted_actions}
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
#: By number of players: what the rule book gives.
TILES, ATTACKS = {2: 15, 3: 18, 4: 21}, {2: 2.9, 3: 4.1, 4: 6.5}


@cache
def played(player: str, seats: int) -> Played:
    return play_games(PLAYERS[player], 300, seed=1, num_players=seats)


def points(games: Played) -> float:
    """The average of the scores other than 0."""
    return float(games.scores[games.scores > 0].mean())


@SEATS
def test_games_take_nine_to_sixteen_rounds(seats: int) -> None:
    games = played("exploring", seats)
    assert ((games.rounds >= 9) & (games.rounds <= 16)).mean() > 0.95
    assert 11 <= np.median(games.rounds) <= 13
    assert games.ends["cut off"] == 0


def test_about_half_of_the_thieves_escape_the_fewer_the_more_there_are() -> None:
    two, three, four = (played("exploring", seats).escaped.mean() for seats in (2, 3, 4))
    assert 0.75 > two > three > four > 0.40


@SEATS
def test_who_scores_has_more_than_fifty_points(seats: int) -> None:
    assert 53 < points(played("exploring", seats)) < 63


@SEATS
def test_tiles_found(seats: int) -> None:
    assert TILES[seats] - 2.5 < played("exploring", seats).tiles.mean() < TILES[seats] + 1


@SEATS
def test_attacks(seats: int) -> None:
    assert ATTACKS[seats] - 0.5 < played("exploring", seats).attacks.mean() < ATTACKS[seats] + 1.5


@SEATS
def test_who_stays_longer_finds_more_and_risks_more(seats: int) -> None:
    stays, leaves = played("exploring", seats), played("scripted", seats)
    assert np.median(leaves.rounds) <= 10
    assert leaves.tiles.mean() < stays.tiles.mean() - 3
    assert leaves.attacks.mean() < stays.attacks.mean() - 1
    assert leaves.escaped.mean() > stays.escaped.mean() + 0.1
    assert points(leaves) < points(stays) - 8


@pytest.mark.rule("CC31")
@SEATS
def test_the_last_thieves_are_hunted(seats: int) -> None:
    """Players who are out have their turns: the more there are, the more attacks those left inside see."""
    assert played("exploring", seats).attacks_of_the_out.mean() > 0.4 * (seats - 1)


@pytest.mark.rule("CCD23", "CCD24")
def test_most_games_end_with_everybody_out() -> None:
    for player in PLAYERS:
        for seats in (2, 3, 4):
            ends = played(player, seats).ends
            assert ends["all out"] > 0.9
            assert ends["deck"] == 0
    assert any(played("scripted", seats).ends["bag"] > 0 for seats in (2, 3, 4))
