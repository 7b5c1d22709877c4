"""Tests of the plain-Python oracle itself: the bag, attacks, health, Ghosts, and the turns of players who are out."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.arranged import played
from tests.clank_catacombs.dragon import attack
from tests.clank_catacombs.effects import heal
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.positions import (
    QUIET,
    Arranged,
    awaken,
    clank,
    clear_hand,
    damage,
    end_turn,
    fill,
    hurt,
    lefts,
    offer,
    on_top,
    stand,
    wish,
)


def drawn(game: Arranged) -> int:
    return [what for what, _ in game.asked].count("cube")


@pytest.mark.rule("CC25", "CC37")
@pytest.mark.parametrize("rage", range(7))
def test_an_attack_draws_the_rage_number(rage: int) -> None:
    game = fill(Arranged(num_players=3), *["clank 0"] * 6, *["clank 1"] * 4, *["clank 2"] * 2)
    game.rage = rage
    awaken(game, "clank 0", "clank 2")
    number = (2, 2, 3, 3, 4, 4, 5)[rage]
    assert drawn(game) == number
    assert next(len(candidates) for what, candidates in game.asked if what == "cube") == 36
    assert (damage(game), game.area, game.set_aside) == ([1, 0, 1], [], number - 2)
    assert Counter(game.bag) == {"black": 26 - number, "clank 0": 5, "clank 1": 4, "clank 2": 1}
    assert game.seats[0].meter == ["own"]


@pytest.mark.rule("CC25")
def test_expected_damage() -> None:
    # 24 black cubes and 12 coloured ones, 6 of them its own: 3 cubes bring 3 * 6 / 36.
    assert Fraction(3 * 6, 36) == Fraction(1, 2)
    game, total = CatacombsOracle(random.Random(5)), 0
    for _ in range(1500):
        game.bag, game.area = ["black"] * 24, ["clank 0"] * 6 + ["clank 1"] * 6
        game.seats[0].meter, game.seats[1].meter = [], []
        attack(game, 3)
        total += len(game.seats[0].meter)
    assert total / 1500 == pytest.approx(0.5, abs=0.06)


@pytest.mark.rule("CC43", "CCD23")
def test_danger_cards_in_the_row_add_cubes() -> None:
    # The row as it lies after the refill counts, new cards included.
    game = offer(fill(Arranged()), "Echo Bell", "Jailer of Echoes", *QUIET[:3])
    clear_hand(on_top(game, "Dragonbone Idol"))
    played(game, "end turn")
    assert drawn(game) == 3 + 3
    game = offer(fill(Arranged()), "Echo Bell", *QUIET[:4])
    game.skill = 2
    played(game, "use Echo Bell")
    end_turn(on_top(game, "Milky Opal", "Crypt Rat"))
    assert drawn(game) == 3
    game = offer(fill(Arranged()), "Echo Bell", "Jailer of Echoes", "Dragonbone Idol", *QUIET[:2])
    end_turn(on_top(game, "Crypt Rat"))
    assert drawn(game) == 0  # only a new card wakes the dragon


@pytest.mark.rule("CC24", "CCD23")
def test_one_attack_however_many_symbols_after_all_arrive_texts() -> None:
    game = offer(fill(Arranged(), bag=4), *QUIET[:2])
    game.set_aside = 3
    names = ("Milky Opal", "Lockjaw Ghoul", "Blood Garnet", "Pact Candle")
    end_turn(on_top(game, *names), "clank 1", "black", "clank 0")
    assert (game.row[2:], drawn(game)) == (list(names), 3)
    assert (damage(game), game.bag, game.set_aside) == ([1, 1], ["black"] * 6, 1)


@pytest.mark.rule("CC25", "CCD23")
def test_all_cubes_if_there_are_fewer() -> None:
    game = fill(Arranged(), "clank 0", bag=1)
    awaken(game)
    assert (drawn(game), game.ending, damage(game)) == (2, "bag", [1, 0])


# --- health -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC26", "CC36", "CCD23", "CCD21")
def test_the_tenth_damage_knocks_out_and_several_may_fall_together() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 0", "clank 1", "clank 1"), 9, 8, 9)
    awaken(game, "clank 0", "clank 1")
    assert (damage(game), lefts(game)) == ([10, 9, 9], ["knocked out", None, None])
    game = hurt(fill(Arranged(num_players=3), "clank 0", "clank 1", "clank 1"), 9, 8, 0)
    game.rage = 3
    awaken(game, "clank 1", "clank 0", "clank 1")
    assert (lefts(game), game.to_act, game.terminated) == (["knocked out", "knocked out", None], 2, False)
    assert game.turns == 2  # the turn of seat 1, who is out, has run by itself


@pytest.mark.rule("CCD21")
def test_cubes_beyond_the_tenth_leave_the_game() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 0", "clank 0", "ghost"), 9, 0, 0)
    game.rage = 3
    supply = game.own.supply
    own = game.own
    awaken(game, "clank 0", "clank 0", "ghost")
    assert (own.meter, own.supply, game.gone) == (["own"] * 10, supply, ["clank 0"])
    assert damage(game) == [10, 1, 1]


@pytest.mark.rule("CC25", "CC45", "CCD21")
def test_ghosts_hurt_everybody_and_return() -> None:
    game = fill(Arranged(num_players=4), "ghost", "ghost", "clank 3")
    game.rage = 6
    game.seats[1].supply, game.seats[2].supply, game.seats[3].left = 0, 1, "escaped"
    awaken(game, "ghost", "ghost", "clank 3", "black", "black")
    seats = game.seats
    assert [seat.meter for seat in seats] == [["own"] * 2, ["black"] * 2, ["own", "marker"], []]
    assert (game.set_aside, game.area, game.gone) == (0, ["ghost", "ghost"], ["clank 3"])
    assert seats[3].supply == 29
    game = fill(Arranged(), "ghost", "ghost")
    game.seats[0].supply = game.seats[1].supply = 0
    game.set_aside = 1
    awaken(game, "ghost", "ghost", "black")
    assert [seat.meter for seat in game.seats] == [["black", "black"], ["marker", "marker"]]


@pytest.mark.rule("CC26", "CCD21")
def test_healing_takes_own_cubes_first() -> None:
    game = Arranged()
    own = game.own
    own.meter, own.supply = ["marker", "black", "own", "black"], 20
    for left, supply, set_aside in (
        (["marker", "black", "black"], 21, 0),
        (["marker", "black"], 21, 1),
        (["marker"], 21, 2),
        ([], 21, 2),
        ([], 21, 2),
    ):
        heal(game, own, 1)
        assert (own.meter, own.supply, game.set_aside) == (left, supply, set_aside)


# --- ends by bag and deck ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CC26", "CCD23")
def test_an_empty_bag_ends_the_game() -> None:
    game = fill(Arranged(num_players=3), "clank 1", bag=1)
    game.seats[2].left = "escaped"
    awaken(game)
    assert (game.terminated, game.ending, lefts(game)) == (True, "bag", ["knocked out", "knocked out", "escaped"])
    assert (game.legal(), game.to_act, game.turns) == ([], 0, 0)
    game = fill(Arranged(num_players=3), "ghost", bag=1)  # Ghosts do not lie in the bag
    awaken(game)
    assert (game.ending, game.area) == ("bag", ["ghost"])
    game = fill(Arranged(num_players=3), bag=3)
    assert awaken(game).ending is None  # one is left
    game = fill(Arranged(), bag=0)
    game.area = []
    end_turn(offer(game, *QUIET))
    assert not game.terminated  # only after an attack


@pytest.mark.rule("CC24", "CCD23")
def test_an_empty_deck_ends_the_game_without_an_attack() -> None:
    game = offer(fill(Arranged(), "clank 0"), *QUIET[:4])
    game.deck = ["Milky Opal"]
    clear_hand(game)
    played(game, "end turn")
    assert (game.ending, game.row[4:], drawn(game)) == ("deck", ["Milky Opal", None], 0)
    assert (lefts(game), damage(game), game.area) == (["knocked out", "knocked out"], [0, 0], ["clank 0"])
    game = offer(fill(Arranged()), *QUIET[:5])
    game.deck = ["Milky Opal"]  # laying the last card does not
    end_turn(game)
    assert (game.terminated, drawn(game), game.deck) == (False, 3, [])
    end_turn(game)
    assert not game.terminated
    game = offer(fill(Arranged()), *QUIET[:4])
    game.deck = ["Lockjaw Ghoul"]
    end_turn(game)
    assert (game.ending, clank(game), clank(game, 1)) == ("deck", 1, 1)  # Arrive at once


# --- turns of players who are out -------------------------------------------------------------------------------------


@pytest.mark.rule("CC31", "CCD24")
@pytest.mark.parametrize(("players", "number"), [(2, 6), (3, 4), (4, 4)])
def test_turns_of_players_who_are_out(players: int, number: int) -> None:
    area = ["clank 0", "clank 0", "clank 1", "ghost"]
    game = offer(fill(Arranged(num_players=players), *area), "Echo Bell", "Dragonbone Idol", *QUIET[:3])
    game.seats[1].left, game.rage = "escaped", 6
    own = game.own
    end_turn(on_top(game, "Crypt Rat"), "clank 0", "clank 1", "ghost")
    assert (drawn(game), len(own.meter), game.seats[1].meter) == (number, 2, [])
    assert (game.area, game.gone, game.set_aside) == (["ghost"], ["clank 1"], number - 3)
    assert (game.turns, game.to_act) == (2, 2 % players)
    assert "row" not in [what for what, _ in game.asked[-number:]]


@pytest.mark.rule("CC31", "CCD24", "CC26")
def test_such_a_turn_may_end_the_game() -> None:
    game = offer(fill(Arranged(), bag=6), *QUIET)
    game.seats[1].left = "escaped"
    end_turn(game)
    assert (game.ending, lefts(game)) == ("bag", ["knocked out", "escaped"])
    game = offer(hurt(fill(Arranged(), "clank 0", bag=24), 9, 0), *QUIET)
    game.seats[1].left = "knocked out"
    end_turn(game, "clank 0")
    assert (game.ending, lefts(game), game.to_act) == ("all out", ["knocked out", "knocked out"], 0)


@pytest.mark.rule("CC31", "CCD10")
def test_who_is_out_makes_no_clank_and_is_not_hurt() -> None:
    game = offer(fill(Arranged(num_players=3), "clank 1", "clank 1"), *QUIET[:5])
    game.seats[1].left = "escaped"
    clear_hand(on_top(game, "Pale Acolyte"))
    game.seats[1].supply = 20
    played(wish(game, ("cube", "clank 1")), "end turn")
    assert (game.seats[1].supply, game.seats[1].meter, game.gone) == (20, [], ["clank 1"])


@pytest.mark.rule("CCD3", "CCD24")
def test_the_cap() -> None:
    game = offer(fill(Arranged(max_turns=2)), *QUIET)
    end_turn(game)
    assert not game.truncated
    end_turn(game)
    assert (game.truncated, game.terminated, game.turns, game.returns) == (True, False, 2, [0.0, 0.0])
    assert (game.legal(), game.final_scores, game.ending) == ([], None, None)
    game = offer(fill(Arranged(num_players=3, max_turns=3)), *QUIET)
    game.seats[1].left = game.seats[2].left = "knocked out"
    end_turn(game)  # the two turns that run by themselves count
    assert (game.truncated, game.turns) == (True, 3)


@pytest.mark.rule("CC25")
def test_the_pawn_does_not_matter_to_an_attack() -> None:
    game = stand(fill(Arranged(), "clank 0", "clank 1"), "START M")
    awaken(game, "clank 0", "clank 1")
    assert damage(game) == [1, 1]
