"""The Row's refill and the dragon's attacks (CC24 to CC26, CC37, CC43, CCD23); what they do to players: test_damage.py.

Seat 0 has no cards in these positions, so that the end of its turn changes nothing but what is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.clank_catacombs.cards import DUNGEON
from tests.clank_catacombs.positions import QUIET, Arranged, fill, hurt, lay, offer, stand
from tests.clank_catacombs.table import Reading, Table

#: Less likely than this is wrong.
UNLIKELY = 1e-6
OPAL = "Milky Opal"  # a card with the symbol, without any other text
FIVE = QUIET[:5]


def ending(game: Arranged, *new: str, row: Iterable[str] = FIVE) -> Table:
    """Seat 0 is about to end its turn; the Row is these cards, then empty places, the deck is `new`."""
    offer(game, *row)
    game.deck = list(new)
    for seat in game.seats:
        seat.hand = seat.deck = []
    return Table(game)


def ended(*new: str, row: Iterable[str] = FIVE, **more: Any) -> Reading:
    """What the end of seat 0's turn changes, if no more cards than these were in the deck."""
    return {"row": (*row, *new), "dungeon": (), "dungeon_left": 0, "turns": 1, "to_act": 1} | more


def fits(found: Counter[Any], ways: dict[Any, int]) -> bool:
    """Whether outcomes may have come about that happen in so many ways."""
    assert found.keys() <= ways.keys()
    total = sum(found.values()) / sum(ways.values())
    return bool(chisquare([found[key] for key in ways], [total * way for way in ways.values()]).pvalue > UNLIKELY)


# --- the refill -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC24", "CCD12", "CCD23")
def test_empty_places_are_filled_and_cards_keep_theirs() -> None:
    game = fill(Arranged(), "clank 0")
    offer(game, *FIVE[:4])
    game.row = [None, *FIVE[:2], None, *FIVE[2:4]]
    game.deck, game.own.hand, game.own.deck = ["Crypt Rat", "Crypt Rat"], [], []
    row = ("Crypt Rat", *FIVE[:2], "Crypt Rat", *FIVE[2:4])
    assert Table(game).turn("end turn") == ended() | {"row": row}


@pytest.mark.rule("CC24", "CCD23")
def test_a_full_row_is_left_alone_and_wakes_nobody() -> None:
    row = (OPAL, "Moonstone", "Tomb Spider", "Lockjaw Ghoul", "Echo Bell", "Pact Candle")
    game = fill(Arranged(), "clank 0", "clank 1")
    game.set_aside = 3
    assert ending(game, "Rusted Lift", row=row).turn("end turn") == {"turns": 1, "to_act": 1}


@pytest.mark.rule("CC24", "CC25", "CCD23")
def test_only_new_cards_wake_the_dragon() -> None:
    row = (OPAL, "Moonstone", "Tomb Spider", "Echo Bell", "Strongbox")
    game = fill(Arranged(), "clank 0", "clank 1")
    assert ending(game, "Crypt Rat", row=row).turn("end turn") == ended("Crypt Rat", row=row)


@pytest.mark.rule("CC7", "CC24", "CC25")
@pytest.mark.parametrize("card", [name for name, row in DUNGEON.items() if row["dragon"]])
def test_every_card_with_the_symbol_wakes_the_dragon(card: str) -> None:
    drawn = 3 + (card in ("Dragonbone Idol", "Jailer of Echoes", "Echo Bell"))
    changed = ending(fill(Arranged()), card).turn("end turn")
    assert changed == ended(card, black_bag=24 - drawn, black_aside=drawn)


@pytest.mark.rule("CC24", "CC43", "CCD23")
@pytest.mark.parametrize("card", [name for name, row in DUNGEON.items() if not row["dragon"]])
def test_every_card_without_the_symbol_lets_it_sleep(card: str) -> None:
    game = fill(Arranged(), bag=20)
    game.set_aside = 4
    loud = card in ("Lockjaw Ghoul", "Pale Acolyte", "Wight Envoy")
    back = card in ("Pact Candle", "Offering Bowl")
    arrived: Reading = {"area 0": 1, "area 1": 1, "supply 0": 29, "supply 1": 29} if loud else {}
    arrived |= {"black_bag": 23, "black_aside": 1} if back else {}
    assert ending(game, card, row=QUIET[1:6]).turn("end turn") == ended(card, row=QUIET[1:6], **arrived)


@pytest.mark.rule("CC7", "CC24")
def test_the_next_card_is_any_of_the_deck() -> None:
    deck = {"Crypt Rat": 3, "Candle Stub": 2, "Whirling Stair": 1, "Light Fingers": 2}
    table = ending(fill(Arranged()), *[name for name, number in deck.items() for _ in range(number)], row=FIVE[1:])
    kinds = list(deck)
    places = {1 + list(DUNGEON).index(name): name for name in kinds}
    found = Counter((places[a], places[b]) for a, b in table.records("end turn", 4000)["row"][:, 4:].tolist())
    ways = {(a, b): deck[a] * deck[b] for a, b in permutations(kinds, 2)}
    ways |= {(a, a): deck[a] * (deck[a] - 1) for a in kinds if deck[a] > 1}
    assert sum(ways.values()) == 8 * 7
    assert fits(found, ways)


@pytest.mark.rule("CC43", "CCD23")
@pytest.mark.parametrize("aside", [0, 1, 2, 3, 5])
def test_black_cubes_come_back_as_far_as_there_are_any(aside: int) -> None:
    game = fill(Arranged(), bag=10)
    game.set_aside = aside
    back = min(3, aside)
    moved = {"black_bag": 10 + back, "black_aside": aside - back} if aside else {}
    assert ending(game, "Offering Bowl").turn("end turn") == ended("Offering Bowl", **moved)


@pytest.mark.rule("CC12", "CC24", "CC43", "CC44", "CCD10")
def test_arrive_makes_clank_as_far_as_supplies_reach_and_left_over_quiet_is_lost() -> None:
    game = fill(Arranged(num_players=3))
    game.seats[1].supply, game.quiet = 0, 5
    table = ending(game, "Lockjaw Ghoul", "Lockjaw Ghoul", row=FIVE[:4])
    moved: Reading = {"area 0": 2, "area 2": 2, "supply 0": 28, "supply 2": 28, "quiet": 0}
    assert table.turn("end turn") == ended("Lockjaw Ghoul", "Lockjaw Ghoul", row=FIVE[:4]) | moved


# --- the attack -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC25", "CC37")
@pytest.mark.parametrize(("rage", "drawn"), list(enumerate([2, 2, 3, 3, 4, 4, 5])))
def test_an_attack_draws_the_rage_number(rage: int, drawn: int) -> None:
    game = fill(Arranged())
    game.rage = rage
    assert ending(game, OPAL).turn("end turn") == ended(OPAL, black_bag=24 - drawn, black_aside=drawn)


@pytest.mark.rule("CC25", "CC43", "CCD23")
@pytest.mark.parametrize(
    ("row", "new", "danger"),
    [
        (("Echo Bell", *FIVE[:4]), OPAL, 1),
        ((*FIVE[:4], "Jailer of Echoes"), OPAL, 1),
        (("Echo Bell", "Jailer of Echoes", "Dragonbone Idol", *FIVE[:2]), OPAL, 3),
        (FIVE, "Echo Bell", 1),  # the new cards are in the Row by then
        (("Echo Bell", "Jailer of Echoes", *FIVE[:3]), "Dragonbone Idol", 3),
    ],
)
def test_each_danger_card_of_the_row_adds_a_cube(row: tuple[str, ...], new: str, danger: int) -> None:
    changed = ending(fill(Arranged()), new, row=row).turn("end turn")
    assert changed == ended(new, row=row, black_bag=21 - danger, black_aside=3 + danger)


@pytest.mark.rule("CC17", "CC25", "CC43")
def test_a_danger_card_that_has_left_the_row_adds_none() -> None:
    game = fill(Arranged())
    game.skill = 2
    table = ending(game, OPAL, OPAL, row=("Echo Bell", *FIVE[:4]))
    changed = table.turn("use Echo Bell", "end turn")
    assert (changed["black_aside"], changed["row"]) == (3, (OPAL, *FIVE[:4], OPAL))
    assert (table["area 1"], table["bag 1"] + table["damage 1"][0]) == (0, 1)  # the Bell's Clank! went into the bag


@pytest.mark.rule("CC24", "CCD23")
def test_one_attack_however_many_symbols() -> None:
    new = ("Moonstone", "Moonstone", OPAL, OPAL)
    for here in ending(fill(Arranged()), *new, row=FIVE[:2]).many("end turn", 20):
        assert (here["black_aside"], here["black_bag"], here["turns"]) == (3, 21, 1)
        assert sorted(here["row"][2:]) == sorted(new)


@pytest.mark.rule("CC43", "CCD23")
def test_arrive_texts_come_before_the_attack_wherever_they_lie() -> None:
    """Also behind the card with the symbol: Clank! goes into the bag with the rest, black cubes can be drawn."""
    game = fill(Arranged(), bag=0)
    game.set_aside, game.rage = 2, 6
    table = ending(game, OPAL, "Pact Candle", "Lockjaw Ghoul", row=FIVE[:3])
    orders = set()
    for here in table.many("end turn", 60):
        orders.add(here["row"][3:])
        # Two black cubes and one of each player, all drawn.
        assert (here["damage 0"], here["damage 1"]) == ((1, 0, 0), (1, 0, 0))
        assert (here["black_aside"], here["black_bag"], here["ending"]) == (2, 0, "bag")
    assert len(orders) == 6


@pytest.mark.rule("CC25")
def test_all_cubes_of_the_area_go_into_the_bag() -> None:
    game = fill(Arranged(num_players=3), *["clank 0"] * 3, *["clank 2"] * 2, "ghost", bag=20)
    game.bag += ["clank 1", "clank 2", "ghost"]
    game.ghosts -= 1
    changed = ending(game, OPAL).luck("end turn", lambda here: here["black_aside"] == 2)
    assert changed == ended(OPAL, black_bag=18, black_aside=2, ghosts_area=0, ghosts_bag=2) | {
        "area 0": 0, "bag 0": 3, "area 2": 0, "bag 2": 3,
    }  # fmt: skip


@pytest.mark.rule("CC25")
def test_six_of_36_cubes_and_three_draws_bring_half_a_damage() -> None:
    game = fill(Arranged(), *["clank 0"] * 6, *["clank 1"] * 6, bag=24)
    many = ending(game, OPAL).records("end turn", 6000)
    one, two = many["hurt_own"][:, :2].T
    assert (many["bag"][:, 0] == 6 - one).all() and (many["bag"][:, 1] == 6 - two).all()
    assert (many["black_aside"] == 3 - one - two).all() and (many["black_bag"] == 21 + one + two).all()
    found = Counter(zip(one.tolist(), two.tolist(), strict=True))
    ways = {
        (one, two): comb(6, one) * comb(6, two) * comb(24, 3 - one - two) for one in range(4) for two in range(4 - one)
    }
    assert sum(ways.values()) == comb(36, 3)
    assert fits(found, ways)
    assert one.mean() == pytest.approx(0.5, abs=0.05)  # a standard deviation is 0.008
    assert two.mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.rule("CC25")
@pytest.mark.parametrize("acting", [0, 2, 3])
def test_every_cube_is_as_likely_whoever_acts(acting: int) -> None:
    """Some of each player's lie in the bag already, the others in the area."""
    numbers = {"clank 0": 2, "clank 1": 5, "clank 2": 3, "clank 3": 4, "black": 6, "ghost": 2}
    game = fill(Arranged(num_players=4), "ghost", *[f"clank {seat}" for seat in range(4) for _ in range(2)], bag=6)
    game.begin_turn(acting)
    game.bag += [*["clank 1"] * 3, "clank 2", *["clank 3"] * 2, "ghost"]
    game.ghosts -= 1
    many = ending(game, OPAL).records("end turn", 4000, seed=acting)
    own = np.array([numbers[f"clank {seat}"] for seat in range(4)]) - many["bag"]
    assert (many["hurt_own"] == own + many["ghosts_area"][:, None]).all()
    drawn = np.column_stack([own, many["black_aside"], many["ghosts_area"]])
    found = Counter(tuple(name for name, k in zip(numbers, row, strict=True) for _ in range(k)) for row in drawn)
    ways = {
        pair: prod(comb(numbers[name], number) for name, number in Counter(pair).items())
        for pair in combinations_with_replacement(numbers, 2)
    }
    assert sum(ways.values()) == comb(22, 2)
    assert fits(found, ways)


@pytest.mark.rule("CC25", "CC26", "CCD23")
@pytest.mark.parametrize("rage", [2, 6])
def test_all_cubes_are_drawn_if_there_are_no_more(rage: int) -> None:
    game = fill(Arranged(), "clank 0", bag=2)
    game.rage = rage
    left = {"terminated": True, "ending": "bag", "status 0": "knocked out", "status 1": "knocked out"}
    found = ended(OPAL, black_bag=0, black_aside=2, **{"area 0": 0, "damage 0": (1, 0, 0)}, **left)
    del found["turns"], found["to_act"]
    assert ending(game, OPAL).turn("end turn") == found


# --- ends by bag and deck ---------------------------------------------------------------------------------------------


def cut_off(changed: Reading, **more: Any) -> Reading:
    """The same end of a turn, but with the game over: the turn does not count."""
    return {name: value for name, value in changed.items() if name not in ("turns", "to_act")} | more


@pytest.mark.rule("CC26", "CCD23")
@pytest.mark.parametrize("left", ["escaped", "knocked out"])
def test_an_empty_bag_ends_the_game_and_knocks_out_who_is_left(left: str) -> None:
    game = fill(Arranged(num_players=4), "clank 3", bag=1)
    game.seats[2].left = left
    changed = ending(game, OPAL).turn("end turn")
    out = {f"status {seat}": "knocked out" for seat in (0, 1, 3)}
    hit = {"black_bag": 0, "black_aside": 1, "area 3": 0, "damage 3": (1, 0, 0)}
    points = {"scores 2": 20, "returns 2": 1, **{f"returns {seat}": pytest.approx(-1 / 3) for seat in (0, 1, 3)}}
    scored = points if left == "escaped" else {}
    assert changed == cut_off(ended(OPAL), terminated=True, ending="bag", **out, **hit, **scored)


@pytest.mark.rule("CC26", "CCD23")
def test_ghosts_have_gone_back_when_the_bag_is_looked_at() -> None:
    game = fill(Arranged(), "ghost", bag=1)
    table = ending(game, OPAL)
    table.play("end turn")
    assert (table["ending"], table["ghosts_area"], table["ghosts_bag"]) == ("bag", 1, 0)
    assert (table["damage 0"], table["damage 1"]) == ((1, 0, 0), (1, 0, 0))


@pytest.mark.rule("CC26", "CCD23")
def test_one_cube_left_is_enough_and_without_an_attack_none_is_needed() -> None:
    assert ending(fill(Arranged(), bag=4), OPAL).turn("end turn") == ended(OPAL, black_bag=1, black_aside=3)
    assert ending(fill(Arranged(), bag=0), "Crypt Rat").turn("end turn") == ended("Crypt Rat")


@pytest.mark.rule("CC26", "CC27", "CCD23")
def test_an_attack_that_leaves_nobody_and_nothing_ends_the_game_as_all_out() -> None:
    game = hurt(fill(Arranged(), "clank 0", "clank 1", bag=1), 9, 9)
    changed = ending(game, OPAL).turn("end turn")
    out = {f"status {seat}": "knocked out" for seat in (0, 1)}
    hit = {f"{name} {seat}": value for seat in (0, 1) for name, value in (("area", 0), ("damage", (10, 0, 0)))}
    black = {"black_bag": 0, "black_aside": 1}
    assert changed == cut_off(ended(OPAL), terminated=True, ending="all out", **out, **hit, **black)


@pytest.mark.rule("CC24", "CCD23")
def test_a_place_that_cannot_be_filled_ends_the_game_without_an_attack() -> None:
    game = fill(Arranged(num_players=3), "clank 0")
    game.seats[1].left = "knocked out"
    changed = ending(game, OPAL, row=FIVE[:4]).turn("end turn")
    out = {f"status {seat}": "knocked out" for seat in (0, 2)}
    row = (*FIVE[:4], OPAL, "")
    assert changed == cut_off(ended(), row=row, terminated=True, ending="deck", **out)


@pytest.mark.rule("CC24", "CC43", "CCD23")
def test_the_cards_laid_before_the_deck_ran_out_have_spoken() -> None:
    game = fill(Arranged())
    changed = ending(game, "Lockjaw Ghoul", row=FIVE[:3]).turn("end turn")
    out: Reading = {f"status {seat}": "knocked out" for seat in (0, 1)}
    out |= {f"{name} {seat}": value for seat in (0, 1) for name, value in (("area", 1), ("supply", 29))}
    row = (*FIVE[:3], "Lockjaw Ghoul", "", "")
    assert changed == cut_off(ended(), row=row, terminated=True, ending="deck", **out)


@pytest.mark.rule("CC24", "CCD23")
def test_laying_the_last_card_ends_nothing() -> None:
    table = ending(fill(Arranged()), OPAL)
    assert table.turn("end turn") == ended(OPAL, black_bag=21, black_aside=3)
    assert table.turn("end turn") == {"turns": 2, "to_act": 0}  # nor does an empty deck, as long as the Row is full


@pytest.mark.rule("CC24", "CC27")
@pytest.mark.parametrize("how", ["deck", "bag"])
def test_nothing_is_legal_afterwards(how: str) -> None:
    table = ending(fill(Arranged(), bag=3), *([OPAL] if how == "bag" else []))
    table.play("end turn")
    assert (table["ending"], table.legal()) == (how, [])


# --- the Rage Track ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC21", "CC37")
@pytest.mark.parametrize(("rage", "after"), [(0, 1), (4, 5), (5, 6), (6, 6)])
def test_an_artifact_taken_enrages_the_dragon(rage: int, after: int) -> None:
    game = lay(Arranged(), (0, 2), "D01")
    game.lying, game.artifacts, game.rage = {"D01 A": 5}, [7, 10], rage
    changed = Table(stand(game, "D01 A")).turn("take artifact")
    assert changed == {"artifacts 0": (5,), "lying": {}} | ({"rage": after} if after > rage else {})


@pytest.mark.rule("CC37", "CC41")
@pytest.mark.parametrize(("rage", "after"), [(0, 1), (5, 6), (6, 6)])
def test_a_dragon_egg_enrages_the_dragon(rage: int, after: int) -> None:
    game = offer(Arranged(), "Hoard Mimic")
    game.minors, game.swords, game.rage = ["EGG"], 3, rage
    changed = Table(game).turn("fight Hoard Mimic")
    fought = {"swords": 0, "row": ("",) * 6, "tokens 0": ("EGG",), "gold 0": 1}
    assert changed == fought | ({"rage": after} if after > rage else {})


@pytest.mark.rule("CC37", "CC41")
@pytest.mark.parametrize(("rage", "after"), [(0, 2), (4, 6), (5, 6)])
def test_each_adventurer_enrages_the_dragon(rage: int, after: int) -> None:
    game = lay(Arranged(), (0, -1), "S6")
    game.captives, game.rage = ["ADVENTURER", "ADVENTURER"], rage
    changed = Table(stand(game, "S6 B")).turn("open prison")
    freed = {"tokens 0": ("ADVENTURER", "ADVENTURER"), "prisoners 0": 2, "lockpicks 0": 2, "opened": ("S6 B prison",)}
    assert changed == freed | {"rage": after}


@pytest.mark.rule("CC25", "CC37")
def test_the_attack_of_this_turn_already_draws_more() -> None:
    game = lay(fill(Arranged()), (0, 2), "D01")
    game.lying, game.artifacts, game.rage = {"D01 A": 5}, [7, 10], 3
    stand(game, "D01 A")
    table = ending(game, OPAL)
    table.play("take artifact", "end turn")
    assert (table["rage"], table["black_aside"]) == (4, 4)
