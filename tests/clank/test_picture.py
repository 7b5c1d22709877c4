"""Clank!'s pictures: what is on them, and what is not."""

from __future__ import annotations

from itertools import islice

import pytest

from ludarium import make_game
from ludarium.envs.clank.actions import BUY, END_TURN, FIGHT, MOVE_DEEPER, PLAY
from ludarium.envs.clank.state import DRAGON_CUBES, INSIDE, ROW, SKILL_CUBES
from ludarium.envs.clank.tables import (
    CARDS,
    CUP,
    DRAGON_CARDS,
    EXPLORE_SYMBOL,
    FIRST_OF_MARKET,
    MARKET,
    MONSTER_POWER,
    MONSTERS,
    TILES,
    TREASURES,
)
from ludarium.envs.core.game import SPECTATOR
from ludarium.envs.core.pictures import EVERYBODY
from tests.clank.test_knowledge import random_states
from tests.clank.test_render import a_table
from tests.pictures import check_pictures, drawn, positions, viewers, words_of

GAMES = {
    "clank": 20,
    "clank:three,path_length=4,dragon_cubes=0,skill_cubes_per_player=0,draws=0": 8,
    "clank:four,path_length=12,dragon_limit=10,dragon_cubes=10,draws=5": 8,
    "clank:inside_at_end=half,max_turns=3,dragon_limit=1": 4,
}


@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), GAMES[game])


@pytest.mark.slow
@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("game", GAMES)
def test_many_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), 100, seed=1000)


@pytest.mark.rule("CL2", "CL3", "CL4", "CLD1", "CLD7", "CLD24")
@pytest.mark.parametrize("name", ["clank", "clank:four,path_length=10,dragon_limit=10,dragon_cubes=3"])
def test_all_that_a_viewer_knows_is_there_and_no_other(name: str) -> None:
    game = make_game(name)
    n, length = game.num_players, int(game.options.path_length)
    for states, move in positions(game, 16, seed=5):
        s = states[0]
        for viewer in viewers(game):
            there = words_of(drawn(game, states, viewer, move)).split("\n")
            begun = {line.split(";")[0] for line in there}  # the tooltip of a card begins with its name
            tiles = [int(tile) for tile in s["path"][:length] if tile]
            assert [there.count(TILES[tile - 1]) for tile in tiles] == [1] * len(tiles)
            assert sum(line.endswith(": face down") for line in there) == length - len(tiles)
            assert there.count("explore: a treasure may be bought here") == sum(EXPLORE_SYMBOL[tile] for tile in tiles)
            for position, tile in enumerate(tiles):
                if MONSTER_POWER[tile]:
                    gone = f"{MONSTERS[tile - 1]} defeated" in there
                    assert gone == bool(s["defeated"][position])
            assert any(line.startswith(f"{TREASURES[CUP]}: ") for line in there) == bool(s["treasure_deck"][CUP])
            assert not s["treasure_top"] or TREASURES[s["treasure_top"] - 1] in begun
            for kind, card in enumerate(DRAGON_CARDS):
                assert any(line.startswith(f"{card}: ") for line in there) == (not s["dragon_left"][kind])
            assert {MARKET[kind] for kind in s["market_row"].nonzero()[0]} <= begun
            assert there.count("empty") == ROW - int(s["row_size"])
            for seat in range(n):
                seen = viewer in (seat, EVERYBODY)
                assert {CARDS[kind] for kind in s["hand" if seen else "known"][seat].nonzero()[0]} <= begun
                for pile in (s["discard"][seat], s["played"][seat]):
                    for kind in pile.nonzero()[0]:
                        assert (f"{pile[kind]} {CARDS[kind]}" if pile[kind] > 1 else CARDS[kind]) in there
                assert f"{s['health'][seat]} of 10 health" in there
            pawns = sum(int(s["status"][seat] == INSIDE) for seat in range(n))
            assert sum(line.startswith("player ") and line.count(" ") < 3 for line in there) >= pawns
            for entry, cubes in ((SKILL_CUBES, "skill cubes"), (DRAGON_CUBES, "dragon cubes")):
                assert (f"{cubes}: {s['bag'][entry]}" in there) == (s["bag"][entry] > 0)
            hidden = sum(
                int(s["hand_size"][seat]) - int(s["known"][seat].sum())
                for seat in range(n)
                if viewer not in (seat, EVERYBODY)
            )
            piled = sum(int(s["deck_size"][seat] > 0) for seat in range(n)) + int(s["dragon_left"].any())
            piled += int(s["market_left"] > 0) + int(s["treasures_left"] > (s["treasure_top"] > 0))
            assert there.count("a card face down") == hidden + piled


@pytest.mark.rule("CLD24")
def test_a_table_as_it_is() -> None:
    game, states = a_table()
    words = {viewer: words_of(drawn(game, states, viewer)).split("\n") for viewer in viewers(game)}
    for line in (
        "player 0 - on 1, its monster tried - to act",
        "player 0, has tried the monster",
        "player 1 - back on the Exit",
        "player 2 - dead",
        "7 of 10 health",
        "power 6, damage 2",
        "and a card of cost 3 or less",
        "Skeleton Guard defeated",
        "Cave-in: 1 card fewer next",
        "Bag: 17 cubes",
        "noise cubes of player 0: 3",
        "dragon cubes: 2",
        "2 of 3 cards: the last ends the game",
        "turn 9, player 0 chooses: after the main action",
        "The Cup 30",
        "no Cup",
        "35 points",
    ):
        assert all(line in there for there in words.values()), line
    assert all("draws 4 cubes, the first own one harmless" in there for there in words.values())
    assert "hand (hidden)" in words[0] and "hand (hidden)" in words[SPECTATOR]
    assert "hand (hidden)" not in words[EVERYBODY]
    # The deck alone is told to those who see the hand, else both together.
    assert "deck: Attack, Sword" in words[0] and "deck and hand: Attack, Buy, Sword, 2 Runner" in words[1]


@pytest.mark.parametrize(("action", "marks"), [(MOVE_DEEPER, 1), (FIGHT, 1), (END_TURN, 0)])
def test_the_last_move_is_marked_on_the_path(action: int, marks: int) -> None:
    game = make_game("clank")
    states = game.new_states(3)
    assert game.draw(states, last_move=action, moved=1).count("lu-mark") == game.draw(states).count("lu-mark") + marks


@pytest.mark.rule("CL6", "CLD12")
def test_the_card_that_was_played_or_bought_is_marked() -> None:
    game = make_game("clank")
    checked = 0
    for states, move in positions(game, 120, seed=4):
        if move is not None and (PLAY <= move[0] < MOVE_DEEPER or BUY <= move[0] < FIGHT):
            kind = move[0] - PLAY if move[0] < MOVE_DEEPER else move[0] - BUY + FIRST_OF_MARKET
            svg = drawn(game, states, SPECTATOR, move)
            if states["played" if move[0] < MOVE_DEEPER else "discard"][0, move[1], kind]:
                (marked,) = (part for part in svg.split("<g") if "lu-mark" in part.split("<style")[0])
                assert CARDS[kind] in marked
                checked += 1
    assert checked > 5


def test_long_games_are_drawn_to_their_end() -> None:
    game = make_game("clank:four,max_turns=60")
    for states in islice(random_states(game, 2, seed=6, steps=400), 0, None, 100):
        for slot in range(2):
            assert "player 3" in words_of(drawn(game, states[slot : slot + 1].copy(), 3))
