"""Kelp's pictures: what is on them, and what is not."""

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import SPECTATOR
from ludarium.envs.core.pictures import EVERYBODY
from tests.pictures import check_pictures, same_looks, words_of

GAMES = {
    "kelp": 60,
    "kelp:duel": 60,
    "kelp:board_size=8,copies=3,attack_cards=4,guess_pool=separate": 20,
    "kelp:board_size=3,attack_cards=0,illegal_direction=bump": 10,
    "kelp:reveal=outcome,illegal_direction=bump,board_size=4,copies=2": 60,
    "kelp:reveal=outcome,illegal_direction=bump,guess_pool=separate,copies=3,attack_cards=4": 20,
}


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), GAMES[game])


@pytest.mark.parametrize("game", GAMES)
def test_moves_that_look_the_same_are_told_in_the_same_words(game: str) -> None:
    pairs = list(same_looks(make_game(game), 40))
    assert len(pairs) > 10
    assert all(first == second for first, second in pairs)


@pytest.mark.rule("K7")
def test_the_face_down_card_is_open_to_its_owner_alone() -> None:
    game = make_game("kelp")
    states = game.new_states(1)
    east = game.action_number("move east")
    game.step(states, [east])
    told = {}
    for viewer in (0, 1, SPECTATOR, EVERYBODY):
        words = words_of(game.draw(states, viewer, last_move=east, moved=0))
        told[viewer] = "shark: move east" in words
        assert ("a card face down" in words) != told[viewer]
        assert "face-down card of the shark" in words
    assert told == {0: True, 1: False, SPECTATOR: False, EVERYBODY: True}


@pytest.mark.rule("KD5")
def test_positions_and_hands_are_secret_where_only_the_outcome_is_told() -> None:
    game = make_game("kelp:reveal=outcome,illegal_direction=bump")
    states = game.new_states(1)
    for name in ("move east", "guess north", "attack"):
        game.step(states, [game.action_number(name)])
    seen = {viewer: words_of(game.draw(states, viewer)) for viewer in (0, 1, SPECTATOR, EVERYBODY)}
    assert "column 1, row 0\n" in seen[0] and seen[0].count("position secret") == 1
    assert seen[SPECTATOR].count("position secret") == 2
    assert seen[EVERYBODY].count("position secret") == 0
    assert "moved, guess north wrong, card east" in seen[0]
    assert "moved, guess north wrong" in seen[1] and "card east" not in seen[1]
    assert all("attacked in vain" in words for words in seen.values())


def test_hands_are_drawn_as_they_are() -> None:
    game = make_game("kelp:duel")
    states = game.new_states(1)
    states["move_cards"][0, 0] = [2, 1, 0, 0]
    states["cards_left"][0, 0] = 3
    words = words_of(game.draw(states, SPECTATOR)).split("\n")
    # All hands are open here: the shark's two directions and the octopus's four.
    assert [words.count(name) // 2 for name in ("north", "south", "east", "west")] == [2, 2, 1, 1]
    assert words.count("×2") == 5
    assert "shark to act" in words


def test_the_end_says_who_won() -> None:
    game = make_game("kelp:board_size=3")
    states = game.new_states(1)
    states["x"], states["y"] = np.array([[1, 1]]), np.array([[1, 2]])
    game.step(states, [game.action_number("attack")])
    assert "over: shark wins" in words_of(game.draw(states))
