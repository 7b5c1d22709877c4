"""The start of a game, and what is paid for with Skill, Swords and Gold (CC1 to CC9, CC16 to CC19, CC39)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import binomtest

from ludarium import make_game
from tests.clank_catacombs.cards import DUNGEON
from tests.clank_catacombs.fields import rows_of
from tests.clank_catacombs.positions import Arranged, hold, hurt, offer
from tests.clank_catacombs.table import Table, read
from tests.clank_catacombs.walks import mover

UNLIKELY = 1e-6


# --- setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC1", "CC2", "CC3", "CC4", "CC5", "CC6", "CC8", "CC37")
@pytest.mark.parametrize(("num_players", "space"), [(2, 2), (3, 1), (4, 0)])
def test_the_table_at_the_start(num_players: int, space: int) -> None:
    """The marker stands on the third, second or first of the spaces that draw 2, 2, 3, 3, 4, 4, 5."""
    states = make_game("clank_catacombs", num_players=num_players).new_states(3, 20)
    for row in rows_of(states):
        found = read(row)
        assert (found["rage"], found["turns"], found["to_act"]) == (space, 0, 0)
        assert (found["tiles"], found["tiles_revealed"], found["revealed"]) == ({}, 0, "")
        assert (found["stack"], found["lying"]) == ((5, 7, 10, 12, 15, 17, 20), {})
        assert (found["idols_left"], found["ghosts_bank"]) == (3, 5)
        assert found["market"] == {"Backpack": 2, "Blood Amulet": 2, "Thief's Kit": 3, "Crown": 3}
        assert found["reserve"] == {"Mercenary": 15, "Explore": 15, "Secret Tome": 12}
        assert (found["unlocked"], found["opened"]) == ((), ())
        for seat in range(num_players):
            assert (found[f"room {seat}"], found[f"lockpicks {seat}"], found[f"gold {seat}"]) == ("START K", 3, 0)
            assert (found[f"status {seat}"], found[f"damage {seat}"]) == ("inside", (0, 0, 0))
            deck = Counter([*found[f"hand {seat}"], *found[f"deck {seat}"]])
            assert deck == {"Burgle": 6, "Stumble": 2, "Sidestep": 1, "Scramble": 1}
            assert len(found[f"hand {seat}"]) == 5


@pytest.mark.rule("CC5", "CCD8")
def test_either_side_of_the_starting_tile_may_lie_up() -> None:
    sides = make_game("clank_catacombs").new_states(1, 2000)["side"]
    assert set(np.unique(sides).tolist()) == {0, 1}
    assert binomtest(int(sides.sum()), 2000).pvalue > UNLIKELY


# --- acquiring --------------------------------------------------------------------------------------------------------

ROW = ("Candle Stub", "Tiptoe", "Feint", "Tiptoe", "Crypt Rat", "Whirling Stair")


def shopper(*row: str, skill: int = 0, swords: int = 0) -> Arranged:
    game = offer(mover("START V", swords=swords), *row)
    game.skill = skill
    return game


@pytest.mark.rule("CC16")
@pytest.mark.parametrize("name", [name for name, row in DUNGEON.items() if row["type"] == "blue"])
def test_every_blue_card_of_the_row(name: str) -> None:
    """It goes to the discard pile without its effects, its place stays empty; an acquire text makes its Clank!."""
    card = DUNGEON[name]
    cost = card["cost"]
    assert f"acquire {name}" not in Table(shopper(name, skill=cost - 1)).legal()
    t = Table(shopper(name, skill=cost + 1))
    expected = {"skill": 1, "row": ("",) * 6, "discard 0": (name,)}
    if card["points"]:
        expected["card_points 0"] = card["points"]
    if card["acquire"]:
        made = int(card["acquire"].removeprefix("clank+"))
        expected |= {"clank_made": made, "area 0": made, "supply 0": 30 - made}
    assert t.turn(f"acquire {name}") == expected


@pytest.mark.rule("CC13", "CC16")
def test_the_row_is_not_refilled_at_once() -> None:
    t = Table(shopper(*ROW, skill=20))
    left = ("Candle Stub", "", "Feint", "Tiptoe", "Crypt Rat", "Whirling Stair")
    assert t.turn("acquire Tiptoe")["row"] == left  # the first of both
    assert t.turn("acquire Tiptoe")["row"] == ("Candle Stub", "", "Feint", "", "Crypt Rat", "Whirling Stair")
    assert "acquire Tiptoe" not in t.legal()
    assert not {"use Crypt Rat", "acquire Crypt Rat", "fight Crypt Rat"} & set(t.legal())  # no Swords


@pytest.mark.rule("CC6", "CC16", "CC35")
@pytest.mark.parametrize(("name", "cost", "copies"), [("Mercenary", 2, 15), ("Explore", 3, 15), ("Secret Tome", 7, 12)])
def test_cards_of_the_reserve(name: str, cost: int, copies: int) -> None:
    assert f"acquire {name}" not in Table(shopper(skill=cost - 1)).legal()
    t = Table(shopper(skill=cost))
    piles = {"Mercenary": 15, "Explore": 15, "Secret Tome": 12} | {name: copies - 1}
    points = {"card_points 0": 7} if name == "Secret Tome" else {}
    assert t.turn(f"acquire {name}") == {"skill": 0, "reserve": piles, "discard 0": (name,), **points}
    game = shopper(skill=cost)
    game.reserve[name] = 0
    assert f"acquire {name}" not in Table(game).legal()


# --- devices and monsters ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CC17")
def test_a_device_is_paid_with_skill_and_used_at_once() -> None:
    assert "use Whirling Stair" not in Table(shopper("Whirling Stair", skill=0, swords=9)).legal()
    t = Table(shopper("Tiptoe", "Whirling Stair", skill=1))
    assert t.turn("use Whirling Stair") == {"skill": 0, "boots": 10, "row": ("Tiptoe", "", "", "", "", "")}
    t = Table(shopper("Rusted Lift", skill=3))
    assert t.turn("use Rusted Lift") == {"skill": 0, "teleports": 1, "row": ("",) * 6}
    assert t.turn("teleport to room 3")["room 0"] == "START U"


@pytest.mark.rule("CC18")
def test_a_monster_is_paid_with_swords() -> None:
    assert "fight Rattling Sentry" not in Table(shopper("Rattling Sentry", skill=9, swords=1)).legal()
    t = Table(shopper("Rattling Sentry", "Rattling Sentry", swords=5))
    assert t.turn("fight Rattling Sentry") == {"swords": 3, "gold 0": 2, "row": ("", "Rattling Sentry", "", "", "", "")}
    assert t.turn("fight Rattling Sentry") == {"swords": 1, "gold 0": 4, "row": ("",) * 6}


@pytest.mark.rule("CC18", "CC35")
def test_the_goblin_is_never_gone() -> None:
    t = Table(shopper(swords=7))
    for number in (1, 2, 3):
        assert t.turn("fight Goblin") == {"swords": 7 - 2 * number, "gold 0": number}
    assert "fight Goblin" not in t.legal()


@pytest.mark.rule("CC18")
@pytest.mark.parametrize(
    ("monster", "swords", "rooms"),
    [
        *[("Bone Colossus", 4, {"START U", "START M", "D12 A", "D16 C"}), ("Crypt Rat", 1, None)],
        *[("Jailer of Echoes", 3, {"START U", "START M", "D12 A", "D16 C"})],
        *[("Crystal Leech", 2, {"START U", "D16 C", "S5 B"})],
    ],
)
def test_where_monsters_may_be_fought(monster: str, swords: int, rooms: set[str] | None) -> None:
    """Some only in the Depths, which the starting tile's upper half belongs to, or in a Crystal Cave."""
    tiles = (((5, 5), "D12", 0), ((7, 5), "D16", 0), ((9, 5), "S5", 0))
    everywhere = {"START K", "START V", "START U", "START M", "D12 A", "D16 C", "S5 A", "S5 B"}
    open_in = {
        room
        for room in everywhere
        if f"fight {monster}" in Table(offer(mover(room, *tiles, swords=swords), monster)).legal()
    }
    assert open_in == (everywhere if rooms is None else rooms)
    assert f"fight {monster}" not in Table(offer(mover("START U", swords=swords - 1), monster)).legal()


# --- the market -------------------------------------------------------------------------------------------------------


def buyer(gold: int, room: str = "D12 A", damage: int = 5) -> Arranged:
    game = hurt(mover(room, ((5, 5), "D12", 0)), damage, 0)
    game.own.gold = gold
    return game


@pytest.mark.rule("CC19", "CC39")
def test_everything_costs_seven_gold_in_a_market_room() -> None:
    goods = ["buy Backpack", "buy Blood Amulet", "buy Thief's Kit", "buy Crown"]
    assert Table(buyer(7)).legal("buy") == goods
    assert Table(buyer(6)).legal("buy") == []
    assert Table(buyer(99, room="D12 B")).legal("buy") == []
    assert Table(buyer(7, damage=4)).legal("buy") == [name for name in goods if name != "buy Blood Amulet"]


@pytest.mark.rule("CC13", "CC19", "CC39")
def test_several_may_be_bought_also_of_one_kind() -> None:
    def left(**gone: int) -> dict[str, int]:
        return {
            "Backpack": 2 - gone.get("backpacks", 0),
            "Blood Amulet": 2 - gone.get("amulets", 0),
            "Thief's Kit": 3 - gone.get("kits", 0),
            "Crown": 3 - gone.get("crowns", 0),
        }

    t = Table(buyer(70))
    for number, points in ((1, 10), (2, 19), (3, 27)):
        assert t.turn("buy Crown") == {
            "gold 0": 70 - 7 * number,
            "market": left(crowns=number),
            "items 0": ("Crown",) * number,
            "crowns 0": points,
        }
    assert "buy Crown" not in t.legal()
    kit = t.turn("buy Thief's Kit")
    assert (kit["lockpicks 0"], kit["gold 0"], kit["market"]) == (5, 42, left(crowns=3, kits=1))
    amulet = t.turn("buy Blood Amulet")
    assert (amulet["damage 0"], amulet["supply 0"], amulet["gold 0"]) == ((3, 0, 0), 27, 35)
    assert "buy Blood Amulet" not in t.legal()  # three damage are not enough
    for number in (1, 2):
        assert t.turn("buy Backpack")["market"] == left(crowns=3, kits=1, amulets=1, backpacks=number)
    assert "buy Backpack" not in t.legal()
    assert t["gold 0"] == 21


@pytest.mark.rule("CC19", "CCD18")
def test_the_market_is_open_before_and_after_moves_and_to_the_exhausted() -> None:
    t = Table(hold(buyer(14), "Burgle"))
    t.states["exhausted"] = 1
    assert t.turn("buy Crown")["gold 0"] == 7
    assert t.turn("play Burgle", "buy Crown")["gold 0"] == 0
