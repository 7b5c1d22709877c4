"""Vantage's pictures: what is on them, and what is not."""

import pytest

from ludarium import make_game
from ludarium.envs.core.game import SPECTATOR
from ludarium.envs.core.pictures import EVERYBODY
from ludarium.envs.vantage.cards import IDS
from ludarium.envs.vantage.render import card_name
from tests.pictures import check_pictures, drawn, positions, viewers, words_of

GAMES = {"vantage": 25, "vantage:three": 15, "vantage:four": 15, "vantage:end_rule=finish_round,target_score=100": 5}


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), GAMES[game])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_many_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), 100, seed=1000)


@pytest.mark.parametrize("game", ["vantage", "vantage:four"])
def test_every_card_that_a_viewer_knows_is_there_and_no_other(game: str) -> None:
    made = make_game(game)
    for states, move in positions(made, 15, 7):
        s = states[0]
        for viewer in viewers(made):
            lines = words_of(drawn(made, states, viewer, move)).split("\n")
            known = [
                int(s["hand"][seat, place]) - 1
                for seat in range(made.num_players)
                for place in range(s["hand_size"][seat])
                if viewer == EVERYBODY or s["hand_knowers"][seat, place] >> (7 if viewer == SPECTATOR else viewer) & 1
            ]
            for kind, name in enumerate(IDS):
                # Once a card: as letters on it. Of the pile, the cards at the bottom may be in the tooltip alone.
                scored = int(s["scored"][: made.num_players, kind].sum())
                in_play = [s["played"] - 1, s["copied"] - 1].count(kind)
                if s["terminated"] or s["truncated"]:
                    in_play = 0
                least = known.count(kind) + scored + in_play
                on_pile = int(s["pile_count"][kind])
                assert least <= lines.count(name) <= least + on_pile, (name, viewer)
                if on_pile:
                    assert any(card_name(kind) in line for line in lines if line.startswith("from the top"))
            backs = int(s["hand_size"][: made.num_players].sum()) - len(known)
            assert lines.count("a card face down") == backs + (s["deck_size"] > 0)
            assert len(lines) > 10


@pytest.mark.rule("VD18")
def test_who_knows_a_card_is_shown_to_its_owner_alone() -> None:
    game = make_game("vantage")
    for states, _ in positions(game, 200, 3):
        spied = states["hand_knowers"][0, 0] & 0b11 == 0b11
        if spied.any():
            break
    words = {viewer: words_of(game.draw(states, viewer)) for viewer in (0, 1)}
    assert words[0].count("player 1 knows this card") == spied.sum()
    assert words[1].count("player 1 knows this card") == 0
    assert f"player 1 knows {states['num_known'][0, 0, 1]} cards of this hand" in words[1]
