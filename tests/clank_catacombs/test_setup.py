"""Setting up Clank! Catacombs: what lies where, the opening Row, the first hands (CC2 to CC9, CC37, CCD6, CCD26)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chi2_contingency, chisquare

from ludarium import make_game
from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import DUNGEON
from tests.clank_catacombs.fields import KEPT_ORDER, TILE_ORDER, TOKEN_ORDER, rows_of
from tests.clank_catacombs.table import Reading, read

SEATS = pytest.mark.parametrize("n", [2, 3, 4])
#: Less likely than this is wrong.
UNLIKELY = 1e-6
#: CC43: cards that make each player one Clank! as they come, copies in the deck.
LOUD = {"Lockjaw Ghoul": 2, "Pale Acolyte": 2, "Wight Envoy": 1}
#: The symbol of the Dragon Attack, copies in the deck: 25 of the 100 cards.
SYMBOL = {
    "Milky Opal": 2, "Hedge Witch": 1, "Moonstone": 2, "Blood Garnet": 2, "Prince's Ransom": 1,
    "Sunlit Paladin": 1, "Dragonbone Idol": 1, "Dripping Font": 2, "Rusted Lift": 1, "Strongbox": 1,
    "Bone Library": 1, "Echo Bell": 1, "Candle Wisp": 2, "Tomb Spider": 2, "Bone Colossus": 1,
    "Jailer of Echoes": 1, "Crystal Leech": 1, "Hoard Mimic": 2,
}  # fmt: skip
STARTING = Counter({"Burgle": 6, "Stumble": 2, "Sidestep": 1, "Scramble": 1})
#: What no set-up varies.
TABLE: Reading = {
    **dict.fromkeys(("to_act", "turns", "skill", "swords", "boots", "teleports", "quiet", "exhausted"), 0),
    **dict.fromkeys(("mercy_used", "clank_made", "springs", "companions", "tiles_revealed"), 0),
    "ghosts_area": 0, "ghosts_bag": 0, "ghosts_bank": 5, "black_bag": 24, "black_aside": 0, "idols_left": 3,
    "terminated": False, "truncated": False, "ending": "none", "phase": "anything", "dungeon_left": 94,
    "played": (), "waiting": {}, "tiles": {}, "revealed": "", "unlocked": (), "opened": (), "lying": {},
    "reserve": {"Mercenary": 15, "Explore": 15, "Secret Tome": 12},
    "market": {"Backpack": 2, "Blood Amulet": 2, "Thief's Kit": 3, "Crown": 3},
    "stack": (5, 7, 10, 12, 15, 17, 20),
}  # fmt: skip
SEAT: Reading = {
    **dict.fromkeys(("gold", "idols", "bag", "gone", "scores", "returns", "card_points", "prisoners", "crowns"), 0),
    **dict.fromkeys(("known", "discard", "tokens", "items", "artifacts", "marks"), ()),
    "lockpicks": 3, "room": "START K", "status": "inside", "damage": (0, 0, 0),
}  # fmt: skip


@cache
def dealt(n: int, games: int = 6000) -> States:
    """Many games as they begin."""
    return make_game("clank_catacombs", num_players=n).new_states(n, games)


@cache
def readings(n: int) -> list[Reading]:
    return [read(row) for row in rows_of(dealt(n)[:300])]


def fits(counts: npt.NDArray[np.int64], weights: Any) -> bool:
    """Whether counts may have come about with chances in these proportions."""
    expected = np.asarray(weights, float)
    return bool(chisquare(counts, expected * counts.sum() / expected.sum()).pvalue > UNLIKELY)


@pytest.mark.rule("CC2", "CC4", "CC5", "CC6", "CC7", "CC8", "CC9", "CC37", "CC43", "CCD6", "CCD8", "CCD26")
@SEATS
def test_everything_lies_where_it_should(n: int) -> None:
    for found in readings(n):
        here = dict(found)
        row, dungeon = here.pop("row"), here.pop("dungeon")
        assert Counter((*row, *dungeon)) == Counter({name: card["copies"] for name, card in DUNGEON.items()})
        loud = sum(name in LOUD for name in row)
        expected = TABLE | {"rage": {2: 2, 3: 1, 4: 0}[n]}
        for seat, first in zip(range(n), (3, 2, 1, 0), strict=False):
            hand = here.pop(f"hand {seat}")
            assert len(hand) == 5
            assert Counter((*hand, *here.pop(f"deck {seat}"))) == STARTING
            expected |= {f"{name} {seat}": value for name, value in SEAT.items()}
            expected |= {f"area {seat}": first + loud, f"supply {seat}": 30 - first - loud}
        assert here == expected
    # Row cards that speak as they come: none, one and several.
    assert {0, 1, 2} <= {sum(name in LOUD for name in found["row"]) for found in readings(n)}


@pytest.mark.rule("CC3", "CC4", "CC5", "CCD1")
@SEATS
def test_tiles_and_tokens_lie_face_down(n: int) -> None:
    states = dealt(n)
    tiles = [name for name, place in TILE_ORDER.items() if states["tiles_left"][0, place]]
    assert tiles == [*(f"S{number}" for number in range(1, 7)), *(f"D{number:02d}" for number in range(1, 23))]
    assert (states["tiles_left"] == states["tiles_left"][0]).all() and not states["safe_revealed"].any()
    left = {name: int(states["tokens_left"][0, place]) for name, place in TOKEN_ORDER.items()}
    assert left == {
        "MAP": 2, "CHALICE": 3, "SKILL5": 2, "GOLD5": 2, "HEAL2": 2,
        "EGG": 3, "LOCKPICK": 3, "SPRING": 2, "HEAL1": 3, "BOOT1": 2, "SWORD2": 2, "PUZZLE": 2, "GOLD2": 3,
        "ADVENTURER": 2, "BARBARIAN": 2, "CLERIC": 2, "COUPON": 1, "MONKEYBOT": 1, "HAUNTED": 2, "MAYOR": 1,
        "MONK": 2, "PEASANT": 2, "PRIMATOLOGIST": 1, "PRINCE": 1, "PRINCESS": 1, "SORCERESS": 1, "WARRIOR": 1,
    }  # fmt: skip
    assert (sum(left.values()), len(KEPT_ORDER)) == (11 + 20 + 20, 22)
    assert (states["tokens_left"] == states["tokens_left"][0]).all()
    # Nothing but the two halves of the starting tile lies on the table, one north of the other.
    assert (states["placed"].sum(axis=1) == 2).all() and not states["rotation"].any()
    lower, upper = states["side"], len(TILE_ORDER) + states["side"]
    every = np.arange(len(states))
    for cell, north in ((lower, 0), (upper, 1)):
        assert (states["placed"][every, cell] == 1).all()
        assert (states["x"][every, cell] == 0).all() and (states["y"][every, cell] == north).all()
    assert not states["neighbour"].any()  # the way between the halves is a tunnel of the tile


@pytest.mark.rule("CC8", "CC9", "CCD6")
@SEATS
def test_nothing_lies_where_nobody_sits(n: int) -> None:
    states = dealt(n)
    for name in ("supply", "area", "lockpicks", "hand", "held", "hand_size", "deck_size", "room", "hurt_own"):
        assert not states[name][:, n:].any(), name
    assert (states["hand_size"][:, :n] == 5).all() and (states["deck_size"][:, :n] == 5).all()


@pytest.mark.rule("CC5", "CCD8")
@SEATS
def test_either_side_of_the_starting_tile_is_as_likely(n: int) -> None:
    assert fits(np.bincount(dealt(n)["side"], minlength=2), [1, 1])


# --- the opening Row --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC7", "CCD26")
def test_the_tables_symbols() -> None:
    assert {name: card["copies"] for name, card in DUNGEON.items() if card["dragon"]} == SYMBOL
    assert (sum(SYMBOL.values()), sum(card["copies"] for card in DUNGEON.values())) == (25, 100)


def calm() -> npt.NDArray[np.int64]:
    """Copies of the cards without the symbol, none of the others."""
    return np.array([0 if name in SYMBOL else card["copies"] for name, card in DUNGEON.items()])


@pytest.mark.rule("CC7", "CCD26")
@SEATS
def test_each_slot_holds_any_of_the_75_cards_without_the_symbol(n: int) -> None:
    weights, row = calm(), dealt(n)["row"].astype(int) - 1
    assert weights.sum() == 75
    for slot in range(6):
        counts = np.bincount(row[:, slot], minlength=len(weights))
        assert not counts[weights == 0].any()
        assert fits(counts[weights > 0], weights[weights > 0]), slot


@pytest.mark.rule("CC7", "CCD26")
def test_the_opening_row_is_dealt_without_replacement() -> None:
    """How often two slots hold the same kind, and how many kinds a Row has, as physical cards have it."""
    weights, row = calm(), dealt(4)["row"]
    same = sum(int(copies) * (int(copies) - 1) for copies in weights)
    for first, second in [*pairwise(range(6)), (0, 5), (1, 4)]:
        met = int((row[:, first] == row[:, second]).sum())
        assert fits(np.array([met, len(row) - met]), [same, 75 * 74 - same]), (first, second)
    # Both copies of a kind come with chance 6 * 5 / (75 * 74), all three with 6 * 5 * 4 / (75 * 74 * 73).
    for copies, chance in ((2, 30 / (75 * 74)), (3, 120 / (75 * 74 * 73))):
        kinds = np.flatnonzero(weights == copies)
        full = int(((row[:, :, None] == 1 + kinds).sum(axis=1) == copies).sum())
        pairs = len(row) * len(kinds)
        assert not ((row[:, :, None] == 1 + kinds).sum(axis=1) > copies).any()
        assert abs(full - pairs * chance) < 5 * np.sqrt(pairs * chance), copies


@pytest.mark.rule("CC7", "CCD26")
def test_the_places_of_the_opening_row_do_not_hang_together() -> None:
    weights, row = calm(), dealt(2)["row"].astype(int) - 1
    # Blue cards, devices and monsters, whatever their kinds.
    group = np.array([("blue", "device", "monster").index(card["type"]) for card in DUNGEON.values()])
    sizes = [int(weights[group == number].sum()) for number in range(3)]
    assert sum(sizes) == 75
    for first, second in ((0, 1), (2, 5)):
        counts = np.zeros((3, 3), int)
        np.add.at(counts, (group[row[:, first]], group[row[:, second]]), 1)
        chances = [sizes[a] * (sizes[b] - (a == b)) for a, b in product(range(3), repeat=2)]
        assert fits(counts.ravel(), chances)


# --- the first hands --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC8")
@SEATS
def test_first_hands_are_five_of_ten_cards(n: int) -> None:
    hand = dealt(n)["hand"]
    for seat in range(n):
        # Burgles: 6 of 10 cards, Stumbles 2; then Sidestep and Scramble.
        ways = [comb(6, k) * comb(4, 5 - k) for k in range(1, 6)]
        assert fits(np.bincount(hand[:, seat, 0], minlength=6)[1:], ways), seat
        ways = [comb(2, k) * comb(8, 5 - k) for k in range(3)]
        assert fits(np.bincount(hand[:, seat, 1], minlength=3), ways), seat
        both = np.bincount(hand[:, seat, 2] * 2 + hand[:, seat, 3], minlength=4)
        assert fits(both, [comb(8, 5), comb(8, 4), comb(8, 4), comb(8, 3)]), seat


@pytest.mark.rule("CC8")
def test_hands_do_not_depend_on_each_other_nor_on_the_row() -> None:
    states = dealt(4)
    burgles = states["hand"][:, :, 0]
    blue = (states["row"] <= 47).sum(axis=1) >= 5
    for one, other in [(burgles[:, 0] - 1, burgles[:, 1] - 1), (burgles[:, 2] - 1, burgles[:, 3] - 1),
                       (burgles[:, 0] - 1, blue.astype(int))]:  # fmt: skip
        counts = np.zeros((5, int(other.max()) + 1), int)
        np.add.at(counts, (one, other), 1)
        assert chi2_contingency(counts[1:4]).pvalue > UNLIKELY


@pytest.mark.rule("CCD3", "CCD6")
def test_options() -> None:
    options = make_game("clank_catacombs").options
    assert (options.num_players, options.max_turns) == (2, 400)
    for wrong in (1, 5):
        with pytest.raises(ValueError, match=f"num_players is {wrong}, expected 2 to 4"):
            make_game("clank_catacombs", num_players=wrong)
