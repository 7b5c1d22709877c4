"""Tests of the plain-Python oracle itself: the bag, the order of its cubes, and every dragon card."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.clank.cards import DRAGON, ROWS
from tests.clank.positions import (
    Arranged,
    end_turn,
    fill,
    health,
    hold,
    lefts,
    meet,
    noise,
    out,
    stand,
    treasure,
)

NAMES = {row["id"]: row["name"] for row in ROWS["dragon"]}


def card(id_: str) -> str:
    """The name of a dragon card; the last test looks in this file for every card's call."""
    return NAMES[id_]


# --- the bag ----------------------------------------------------------------------------------------------------------


def test_a_noise_cube_hurts_its_owner_and_goes_home() -> None:  # CL8, CLD7
    game = fill(Arranged(num_players=3), "noise 0", "noise 1", "noise 1", "skill", "skill")
    end_turn(game, "noise 1", "noise 0")  # whoever drew
    assert health(game) == [9, 9, 10]
    assert [seat.supply for seat in game.seats] == [30, 29, 30]
    assert sorted(game.bag) == ["noise 1", "skill", "skill"]
    end_turn(game, "noise 1", "skill")
    assert health(game) == [9, 8, 10]


def test_a_skill_cube_gives_the_drawer_a_token_and_leaves_the_game() -> None:  # CLD7, CL13
    game = fill(Arranged(), "skill", "skill", "dragon")
    end_turn(game, "skill", "skill")
    assert [seat.tokens for seat in game.seats] == [2, 0]
    assert (game.gone, game.bag) == (["skill", "skill"], ["dragon"])


@pytest.mark.parametrize(("draws", "in_bag", "drawn"), [(2, 5, 2), (3, 5, 3), (2, 1, 1), (2, 0, 0), (0, 5, 0)])
def test_how_many_cubes_are_drawn(draws: int, in_bag: int, drawn: int) -> None:  # CL8, CL13, CLD7
    game = fill(Arranged(draws=draws), *["skill"] * in_bag)
    end_turn(game)
    assert (game.seats[0].tokens, len(game.bag)) == (drawn, in_bag - drawn)


def test_cubes_are_drawn_together_and_asked_for_one_by_one() -> None:  # CLD19
    game = fill(Arranged(draws=3), "noise 0", "skill", "dragon")
    game.asked = []
    game.wishes = [("dragon", NAMES["D10"])]
    end_turn(game, "dragon", "skill", "noise 0")
    assert game.asked[:4] == [
        ("cube", ["noise 0", "skill", "dragon"]),
        ("cube", ["noise 0", "skill"]),
        ("cube", ["noise 0"]),
        ("dragon", list(DRAGON)),
    ]
    assert game.bag == ["dragon"]  # it went back only after the draw


def test_noise_cubes_hurt_and_go_home_before_the_dragon_looks() -> None:  # CLD19
    game = fill(Arranged(draws=3), *["noise 0"] * 2, "noise 1", *["dragon"] * 2)
    game.wishes = [("dragon", NAMES["D2"])]
    end_turn(game, "dragon", "noise 0", "noise 0")
    assert health(game) == [8, 8]  # seat 1 has most cubes in the bag now


def test_dragon_cubes_are_resolved_one_by_one() -> None:  # CLD19
    game = stand(fill(Arranged(), "dragon", "dragon", *["noise 0"] * 3), 2, 0)
    game.wishes = [("dragon", NAMES["D4"]), ("dragon", NAMES["D7"])]
    end_turn(game, "dragon", "dragon")
    assert game.revealed == [NAMES["D4"], NAMES["D7"]]
    assert (game.bag, [seat.supply for seat in game.seats]) == (["dragon", "dragon"], [30, 30])


def test_who_dies_of_noise_resolves_nothing_more() -> None:  # CLD22; reading
    game = fill(Arranged(draws=4), *["noise 0"] * 2, "skill", "dragon")
    game.seats[0].health = 1
    end_turn(game, "noise 0", "noise 0", "skill", "dragon")
    assert (lefts(game), health(game)) == (["dead", None], [0, 10])
    assert (game.seats[0].tokens, game.seats[0].supply, game.revealed) == (0, 30, [])
    assert (sorted(game.bag), game.gone) == (["dragon", "skill"], [])
    assert (game.to_act, game.seats[0].hand == [], game.turns) == (1, False, 1)  # no clean-up


def test_who_dies_of_the_first_dragon_card_meets_no_second() -> None:  # CLD22; reading
    game = stand(fill(Arranged(), "dragon", "dragon"), 1, 0)
    game.seats[0].health = 1
    game.wishes = [("dragon", NAMES["D1"])]
    end_turn(game, "dragon", "dragon")
    assert (lefts(game), game.revealed, game.bag) == (["dead", None], [NAMES["D1"]], ["dragon", "dragon"])


def test_the_death_of_another_player_stops_nothing() -> None:  # CLD22
    game = fill(Arranged(draws=3), "noise 1", "skill", "dragon")
    game.seats[1].health = 1
    game.wishes = [("dragon", NAMES["D10"])]
    end_turn(game, "noise 1", "skill", "dragon")
    assert (lefts(game), game.seats[0].tokens, game.revealed) == ([None, "dead"], 1, [NAMES["D10"]])
    assert game.seats[1].supply == 30  # the cube goes home
    assert game.to_act == 0


def test_cubes_of_players_who_are_out_do_nothing_and_leave_the_game() -> None:  # CLD22
    for how in ("dead", "escaped"):
        game = fill(Arranged(num_players=3), *["noise 1"] * 3, "skill")
        out(game.seats[1], how)
        before = health(game)
        end_turn(game, "noise 1", "noise 1")
        assert (health(game), game.seats[1].supply) == (before, 27)
        assert (game.gone, sorted(game.bag)) == (["noise 1"] * 2, ["noise 1", "skill"])
        assert game.to_act == 2


def test_the_limit_ends_the_game_at_once_and_unresolved() -> None:  # CL12, CLD7, CLD23
    for limit in (1, 3):
        game = stand(fill(Arranged(dragon_limit=limit, draws=3), "dragon", "dragon", "skill", "noise 1"), 5, 5)
        game.revealed = list(DRAGON)[5:][: limit - 1]
        game.wishes = [("dragon", NAMES["D1"])]
        asked = len(game.asked)
        end_turn(game, "dragon", "dragon", "noise 1")
        assert (game.terminated, game.ending, lefts(game)) == (True, "dragon", ["inside", "inside"])
        assert health(game) == [10, 9]  # the noise cube came first; the card and a second cube do nothing
        assert (len(game.revealed), game.legal(), game.to_act) == (limit, [], 0)
        assert [what for what, _ in game.asked[asked:]] == ["cube"] * 3 + ["dragon"]  # no refill, no new hand


def test_resolved_cards_do_not_come_back() -> None:  # CLD20
    game = Arranged(dragon_limit=10)
    for number, name in enumerate(reversed(DRAGON)):
        assert name in game.dragon_deck
        assert not game.terminated
        meet(name, game)
        assert len(game.dragon_deck) == 9 - number
    assert game.ending == "dragon"


# --- dragon cards -----------------------------------------------------------------------------------------------------


def test_d1_everybody_off_the_exit() -> None:  # CLD20
    game = meet(card("D1"), stand(Arranged(num_players=3), 1, 0, 7))
    assert health(game) == [9, 10, 9]


def test_d2_most_noise_cubes_in_the_bag() -> None:  # CLD20
    game = fill(Arranged(num_players=4), *["noise 0"] * 3, "noise 1", *["noise 2"] * 3)
    assert health(meet(card("D2"), game)) == [8, 10, 8, 10]
    assert health(meet(NAMES["D2"], fill(Arranged(), "skill"))) == [10, 10]  # highest number 0
    game = fill(Arranged(num_players=3), *["noise 0"] * 3, "noise 1")
    out(game.seats[0], "escaped")
    game.to_act = 1
    assert health(meet(NAMES["D2"], game)) == [10, 8, 10]  # reading: only players still in the game are compared


def test_d3_the_deepest_occupied_tile() -> None:  # CLD20
    assert health(meet(card("D3"), stand(Arranged(num_players=3), 2, 5, 5))) == [10, 8, 8]
    assert health(meet(NAMES["D3"], stand(Arranged(), 0, 0))) == [8, 8]  # the Exit counts as tile 0
    game = stand(Arranged(num_players=3), 2, 5, 1)
    out(game.seats[1], "dead")
    assert health(meet(NAMES["D3"], game)) == [8, 0, 10]


def test_d4_everybody_makes_noise() -> None:  # CLD20, CLD18
    game = stand(Arranged(num_players=4), 2, 0, 3, 1)
    out(game.seats[2], "dead")
    game.seats[3].supply = 0
    meet(card("D4"), game)
    assert [noise(game, seat) for seat in range(4)] == [1, 1, 0, 0]
    assert [seat.supply for seat in game.seats] == [29, 29, 30, 0]


def test_d5_most_treasure_cards() -> None:  # CLD20
    game = treasure(Arranged(num_players=3), "Copper Hoard", "Copper Hoard", seat=1)
    treasure(game, "Dragon Regalia", "Winged Sandals", seat=2)
    assert health(meet(card("D5"), treasure(game, "Gilded Relic"))) == [10, 8, 8]
    assert health(meet(NAMES["D5"], Arranged())) == [10, 10]
    game = treasure(treasure(Arranged(num_players=3), "Copper Hoard"), "Gilded Relic", "Gilded Relic", seat=2)
    out(game.seats[2], "escaped")
    assert health(meet(NAMES["D5"], game)) == [8, 10, 10]  # reading, as for D2


def test_d6_one_card_fewer_once() -> None:  # CLD20
    game = meet(card("D6"), Arranged())
    assert [len(seat.hand) for seat in game.seats] == [4, 5]  # the drawer's clean-up is that of this turn
    end_turn(game, "skill")
    assert [len(seat.hand) for seat in game.seats] == [4, 4]
    end_turn(game, "skill")
    end_turn(game, "skill")
    assert [len(seat.hand) for seat in game.seats] == [5, 5]


def test_d7_every_noise_cube_goes_home() -> None:  # CLD20
    game = fill(Arranged(num_players=3), *["noise 0"] * 3, "noise 1", *["noise 2"] * 2, "skill")
    out(game.seats[2], "dead")
    meet(card("D7"), game)
    assert [seat.supply for seat in game.seats] == [30, 30, 30]
    assert sorted(game.bag) == ["dragon", "skill"]


def test_d8_three_tiles_from_the_exit() -> None:  # CLD20
    assert health(meet(card("D8"), stand(Arranged(num_players=4), 2, 3, 4, 0))) == [10, 9, 9, 10]


def test_d9_the_top_two_treasures() -> None:  # CLD20, CLD17
    game = Arranged(("treasure", "Dragon Regalia"))
    game.wishes = [("treasure", "Winged Sandals"), ("treasure", "Thief's Eye")]
    meet(card("D9"), game)
    assert (game.removed, game.top) == (["Dragon Regalia", "Winged Sandals"], "Thief's Eye")
    assert (len(game.treasure_deck), game.terminated) == (26, False)


@pytest.mark.parametrize("under", [0, 1])
def test_d9_may_empty_the_treasure_deck(under: int) -> None:  # CLD23
    game = Arranged()
    game.treasure_deck = ["Gilded Relic"] * under
    meet(NAMES["D9"], game)
    assert game.removed == ["Copper Hoard", *["Gilded Relic"] * under]
    assert (game.terminated, game.ending, game.top) == (True, "treasure", None)


def test_d10_one_more_cube_from_the_next_turn_on() -> None:  # CLD20
    game = fill(Arranged(), "dragon", *["skill"] * 20)
    game.wishes = [("dragon", card("D10"))]
    end_turn(game, "dragon")
    assert game.seats[0].tokens == 1  # two cubes in all
    end_turn(game)
    end_turn(game)
    assert [seat.tokens for seat in game.seats] == [1 + 3, 3]


@pytest.mark.parametrize(("id_", "amount"), [("D1", 1), ("D2", 2), ("D3", 2), ("D5", 2), ("D8", 1)])
def test_the_cup_hurts_its_holder_one_more(id_: str, amount: int) -> None:  # CLD8, CLD20
    for turns, more in ((0, 0), (1, 1)):  # reading: from its next turn on
        game = stand(Arranged(), 5, 5)
        fill(treasure(game, "The Cup"), "noise 0", "noise 1", "dragon")
        treasure(game, "Copper Hoard", seat=1)
        if not turns:
            game.seats[0].working = []
        assert health(meet(NAMES[id_], game)) == [10 - amount - more, 10 - amount]
        game = stand(Arranged(), 5, 5)  # on another's turn just so
        game.to_act = 1
        fill(treasure(game, "The Cup"), "noise 0", "noise 1", "dragon")
        treasure(game, "Copper Hoard", seat=1)
        if not turns:
            game.seats[0].working = []
        assert health(meet(NAMES[id_], game)) == [10 - amount - more, 10 - amount]


def test_the_cup_does_not_draw_the_dragon_to_who_is_not_hurt() -> None:  # CLD8
    game = treasure(stand(Arranged(), 0, 5), "The Cup")
    assert health(meet(NAMES["D8"], game)) == [10, 9]


def test_dragon_cards_touch_only_players_still_in_the_game() -> None:  # CLD20
    for name in (*DRAGON,):
        game = stand(fill(Arranged(num_players=3), *["noise 1"] * 5, "dragon"), 3, 5, 3)
        treasure(game, "Gilded Relic", "The Cup", seat=1)
        out(game.seats[1], "escaped")
        before = game.seats[1].supply
        meet(name, game)
        assert (game.seats[1].health, game.seats[1].left, game.seats[1].fewer_cards) == (10, "escaped", 0)
        assert game.seats[1].supply == before + 5 * (name == NAMES["D7"])


def test_a_dragon_card_may_kill_several_and_end_the_game() -> None:  # CL12, CLD22
    game = stand(Arranged(num_players=3), 5, 5, 5)
    for seat, points in zip(game.seats, (1, 2, 1), strict=True):
        seat.health = points
    hold(game, "Attack")
    meet(NAMES["D1"], game)
    assert (lefts(game), game.to_act) == (["dead", None, "dead"], 1)
    assert game.seats[0].hand == ["Attack"]
    meet(NAMES["D8"], game)
    assert (lefts(game), game.ending) == (["dead"] * 3, "all out")


def test_every_dragon_card_has_its_test() -> None:
    assert set(NAMES) == set(re.findall(r'card\("(D\d+)"\)', Path(__file__).read_text()))
