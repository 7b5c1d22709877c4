"""Devices and monsters of Clank! Catacombs on the kernels: every kind used and fought, choices, what cannot be done."""

from __future__ import annotations

import pytest

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.positions import Arranged, fill
from tests.clank_catacombs.printed import DEVICES, MONSTERS, RESERVE, Gains, gains, plain
from tests.clank_catacombs.table import Reading, Table

_ROW = ("", "", "Feint", "", "", "")
_USES = [(card, number) for card, row in DEVICES.items() for number in range(len(row.gives))]
#: Rooms by what they are good for: Crypt, Depths and a Crystal Cave at once, Depths alone, a Crystal Cave alone.
_CRYPT, _DEEP_CAVE, _DEEP, _CAVE = f"{START} K", f"{START} U", f"{START} M", "S5 B"


def _offered(name: str, room: str = _CRYPT, players: int = 2) -> Arranged:
    """The card lies in the second place of the Row; one token of each pile is left."""
    game = plain(room=room, players=players)
    game.row = [None, name, "Feint", None, None, None]
    game.majors, game.minors, game.captives = ["CHALICE"], ["HEAL1"], ["PEASANT"]
    return game


def _changes(gives: Gains) -> Reading:
    """What a text changes on a plain turn."""
    changed: Reading = {}
    for what, number in gives.items():
        if what in ("major", "minor", "prisoner"):
            changed["tokens 0"] = ({"major": "CHALICE", "minor": "HEAL1", "prisoner": "PEASANT"}[what],) * number
        elif what == "tome":
            changed |= {"discard 0": ("Secret Tome",) * number, "card_points 0": 7 * number}
            changed["reserve"] = {name: row[0] for name, row in RESERVE.items()} | {"Secret Tome": 12 - number}
        elif what == "others":
            changed |= {"area 1": 2 + number, "supply 1": 28 - number}
    changed |= {"prisoners 0": gives["prisoner"]} if "prisoner" in gives else {}
    return changed | gains({what: number for what, number in gives.items() if what not in ("trash", "tome", "others")})


# --- every kind -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC17", "CC43", "CCD11")
@pytest.mark.parametrize(("card", "number"), _USES)
def test_every_device_is_used_for_its_skill(card: str, number: int) -> None:
    name, _, cost, gives = DEVICES[card]
    game = _offered(name)
    game.skill = cost - 1
    assert f"use {name}" not in Table(game).legal("use")
    game.skill = cost + 2
    t = Table(game)
    assert t.legal("use") == [f"use {name}"]
    if len(gives) == 1:
        assert t.turn(f"use {name}") == _changes(gives[0]) | {"skill": 2, "row": _ROW}
        return
    assert t.turn(f"use {name}") == {"skill": 2, "row": _ROW, "phase": "effect"}
    assert t.legal() == ["first effect", "second effect"]
    action = ("first effect", "second effect")[number]
    assert t.turn(action) == _changes(gives[number]) | {"phase": "anything"}


@pytest.mark.rule("CC18", "CC43", "CCD11")
@pytest.mark.parametrize("card", MONSTERS)
def test_every_monster_is_fought_with_its_swords(card: str) -> None:
    name, _, swords, gives, _ = MONSTERS[card]
    game = _offered(name, _DEEP_CAVE)
    game.swords = swords - 1
    assert f"fight {name}" not in Table(game).legal("fight")
    game.swords = swords + 1
    t = Table(game)
    assert f"fight {name}" in t.legal("fight")
    assert t.turn(f"fight {name}") == _changes(gives) | {"swords": 1, "row": _ROW}


@pytest.mark.rule("CC18", "CC43")
@pytest.mark.parametrize("card", MONSTERS)
def test_where_monsters_can_be_fought(card: str) -> None:
    limit = {
        "": (_CRYPT, _DEEP, _CAVE, _DEEP_CAVE, "S4 A", "D04 A", "D19 A"),
        "depths": (_DEEP, _DEEP_CAVE, "D04 A", "D19 A"),
        "crystal_cave": (_CAVE, _DEEP_CAVE, "D19 A"),
    }[MONSTERS[card].limit]
    for room in (_CRYPT, _DEEP, _CAVE, _DEEP_CAVE, "S4 A", "D04 A", "D19 A"):
        game = _offered(MONSTERS[card].name, room)
        game.swords = 9
        assert (f"fight {MONSTERS[card].name}" in Table(game).legal("fight")) == (room in limit)


@pytest.mark.rule("CC6", "CC18", "CC35")
def test_the_goblin_is_fought_as_often_as_there_are_swords() -> None:
    game = plain()
    game.swords = 5
    t = Table(game)
    assert t.turn("fight Goblin") == {"swords": 3, "gold 0": 4}
    assert t.turn("fight Goblin") == {"swords": 1, "gold 0": 5}
    assert t.legal("fight") == []


@pytest.mark.rule("CC17", "CC18", "CCD12")
def test_of_two_copies_the_first_goes_and_places_stay_empty() -> None:
    game = plain()
    game.row, game.skill, game.swords = (
        ["Feint", "Crypt Rat", "Whirling Stair", "Crypt Rat", "Whirling Stair", None],
        2,
        2,
    )
    t = Table(game)
    assert t.turn("fight Crypt Rat")["row"] == ("Feint", "", "Whirling Stair", "Crypt Rat", "Whirling Stair", "")
    assert t.turn("use Whirling Stair")["row"] == ("Feint", "", "", "Crypt Rat", "Whirling Stair", "")
    t.play("fight Crypt Rat", "use Whirling Stair")
    assert (t["row"], t["gold 0"], t["boots"], t.legal("use", "fight")) == (("Feint", *[""] * 5), 5, 3, [])


@pytest.mark.rule("CC17", "CC18", "CCD12")
def test_devices_and_monsters_are_gone_and_are_nobodys() -> None:
    game = plain()
    game.row[:2], game.skill, game.swords = ["Whirling Stair", "Crypt Rat"], 1, 1
    game.deck = []
    t = Table(game).play("use Whirling Stair", "fight Crypt Rat")
    assert (t["discard 0"], t["played"], t["dungeon"], t["card_points 0"]) == ((), (), (), 0)
    assert t.play("end turn")["ending"] == "deck"  # the Dungeon discard is not shuffled


# --- A | B ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD11", "CCD4")
def test_one_of_two_effects_is_always_chosen_even_if_it_does_nothing() -> None:
    game = fill(_offered("Dripping Font"))
    game.own.meter, game.skill = [], 2
    t = Table(game).play("use Dripping Font")
    assert t.legal() == ["first effect", "second effect"]
    assert t.turn("first effect") == {"phase": "anything"}  # no damage to heal
    t = Table(game).play("use Dripping Font")
    assert t.turn("second effect") == {"phase": "anything", "quiet": 2}


@pytest.mark.rule("CCD11", "CCD4", "CC43")
def test_a_trash_is_asked_only_if_there_is_a_card_and_may_be_declined() -> None:
    game = _offered("Offering Bowl")
    game.skill = 3
    assert Table(game).play("use Offering Bowl").turn("second effect") == {"phase": "anything"}
    game.own.played, game.own.discard = ["Burgle", "Explore"], ["Burgle", "Feint"]
    t = Table(game).play("use Offering Bowl")
    assert t.turn("second effect") == {"phase": "trash"}
    assert t.legal() == ["choose Burgle", "choose Explore", "choose Feint", "decline"]
    assert t.turn("decline") == {"phase": "anything"}


@pytest.mark.rule("CCD11", "CCD4", "CC43")
@pytest.mark.parametrize(
    ("action", "changed"),
    [
        ("from the play area", {"played": ("Stumble", "Pact Candle")}),
        ("from the discard pile", {"discard 0": ("Feint",)}),
    ],
)
def test_a_card_to_trash_that_lies_in_both_piles(action: str, changed: Reading) -> None:
    game = plain("Pact Candle")
    game.own.played, game.own.discard = ["Burgle", "Stumble"], ["Burgle", "Feint"]
    t = Table(game).play("play Pact Candle")
    assert t.turn("choose Burgle") == {"phase": "pile"}
    assert t.legal() == ["from the play area", "from the discard pile"]
    assert t.turn(action) == changed | {"phase": "anything"}


@pytest.mark.rule("CCD11", "CC43")
def test_a_card_may_trash_itself_but_no_card_in_hand() -> None:
    t = Table(plain("Pact Candle", "Burgle")).play("play Pact Candle")
    assert t.legal() == ["choose Pact Candle", "decline"]
    assert t.turn("choose Pact Candle") == {"phase": "anything", "played": (), "card_points 0": 0}
    assert t.legal("play", "end") == ["play Burgle"]


# --- what cannot be done ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD11", "CCD12")
@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("Bone Library", {"skill": 0}),
        ("Echo Bell", {"skill": 3}),
        ("Jailer of Echoes", {"swords": 0, "gold 0": 4}),
        ("Hoard Mimic", {"swords": 0, "gold 0": 4}),
        ("Pale Acolyte", {"swords": 1}),
        ("Tomb Spider", {"swords": 0}),
    ],
)
def test_what_cannot_be_done_is_lost(name: str, changed: Reading) -> None:
    game = _offered(name, _DEEP)
    game.skill, game.swords = 5, 3
    game.reserve["Secret Tome"], game.majors, game.minors, game.captives = 0, [], [], []
    game.own.meter, game.own.supply, game.seats[1].supply, game.own.deck = [], 0, 0, []
    t = Table(game)
    verb = "use" if name in ("Bone Library", "Echo Bell") else "fight"
    assert t.turn(f"{verb} {name}") == changed | {"row": _ROW}


@pytest.mark.rule("CCD11", "CCD12")
@pytest.mark.parametrize(("lockpicks", "majors", "usable"), [(1, 1, True), (0, 1, False), (1, 0, False), (0, 0, False)])
def test_strongbox_needs_a_lockpick_and_a_major_secret(lockpicks: int, majors: int, usable: bool) -> None:
    game = _offered("Strongbox")
    game.skill, game.own.lockpicks, game.majors = 4, lockpicks, ["CHALICE"] * majors
    assert Table(game).legal("use") == ["use Strongbox"] * usable


@pytest.mark.rule("CC31", "CC43")
def test_echo_bell_rings_for_every_other_player_who_is_in() -> None:
    game = _offered("Echo Bell", players=4)
    game.seats[2].left, game.skill = "escaped", 2
    changed = {"area 1": 3, "supply 1": 27, "area 3": 1, "supply 3": 29}
    assert Table(game).turn("use Echo Bell") == changed | {"skill": 0, "row": _ROW}


@pytest.mark.rule("CC31", "CC43")
def test_all_players_who_are_in_make_clank_as_a_card_is_turned_up() -> None:
    game = fill(plain(players=4))
    game.row, game.deck, game.seats[2].left = ["Feint"] * 5 + [None], ["Lockjaw Ghoul"], "escaped"
    t = Table(game).play("end turn")
    assert [t[f"area {seat}"] for seat in range(4)] == [1, 1, 0, 1]


@pytest.mark.rule("CC43", "CCD12")
@pytest.mark.parametrize(("aside", "back"), [(0, 0), (1, 1), (3, 3), (4, 3)])
@pytest.mark.parametrize("name", ["Pact Candle", "Offering Bowl"])
def test_up_to_three_black_cubes_go_back(name: str, aside: int, back: int) -> None:
    game = fill(plain(), bag=24 - aside)
    game.row, game.deck, game.set_aside = ["Feint"] * 5 + [None], [name], aside
    t = Table(game).play("end turn")
    assert (t["black_aside"], t["black_bag"]) == (aside - back, 24 - aside + back)
