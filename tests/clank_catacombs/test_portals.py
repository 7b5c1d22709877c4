"""Portals on the kernels: which are open, what a trip costs, and where it leads (CC23, CC46, CCD16, CCD17)."""

from __future__ import annotations

import itertools

import pytest

from tests.clank_catacombs.cards import SIDES, START, TILES
from tests.clank_catacombs.positions import Arranged, hold, hurt
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import entering, mover, parse, price, prices, tried

#: Rooms with a portal, and the monsters there.
PORTALS = {"D04": ("A", 1), "D11": ("A", 0), "D15": ("A", 0), "D18": ("B", 0), "D20": ("B", 1), "D22": ("C", 0)}
OF_THE_START = {"A": ("U", 1), "B": ("V", 1)}


def far_apart(*names: str) -> list[tuple[tuple[int, int], str, int]]:
    """Those tiles, none beside another, turned differently."""
    return [((5 + 2 * number, 5), name, number % 4) for number, name in enumerate(names)]


def test_the_portals_of_the_tables() -> None:
    printed = {name: parse(row["portal"]) for name, row in TILES.items() if row["portal"]}
    assert {name: (half.room, half.monsters) for name, half in printed.items()} == PORTALS
    start = {side: parse(row["portal"]) for side, row in SIDES.items()}
    assert {side: (half.room, half.monsters) for side, half in start.items()} == OF_THE_START
    halves = [*printed.values(), *start.values()]
    assert not any(half.lock or half.feet or half.outwards for half in halves)


@pytest.mark.rule("CC23", "CC46", "CCD17")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", PORTALS)
def test_between_the_starting_tile_and_another(side: str, name: str) -> None:
    (room, monsters), (room_of_start, more) = PORTALS[name], OF_THE_START[side]
    asked = (1, monsters + more, 0)
    there, start = f"{name} {room}", f"START {room_of_start}"
    for here, to, features in (
        (there, start, SIDES[side]["rooms"][room_of_start]),
        (start, there, TILES[name]["rooms"][room]),
    ):
        t = Table(hurt(mover(here, *far_apart(name), side=side), 3, 0))
        assert price(t, "move through the portal") == asked
        assert tried(t, "move through the portal") == entering(t.read(), to, features, asked)
        t.states["teleports"] = 1
        moved = entering(t.read(), to, features, (0, 0, 0))
        assert t.turn("teleport through the portal") == {**moved, "teleports": 0}


@pytest.mark.rule("CC23", "CC46", "CCD17")
@pytest.mark.parametrize("name", [START, *PORTALS])
def test_from_any_portal_to_any_other(name: str) -> None:
    all_portals = {START: OF_THE_START["A"], **PORTALS}
    room, monsters = all_portals[name]
    t = Table(hurt(mover(f"{name} {room}", *far_apart(*PORTALS)), 3, 0))
    assert t.turn("move through the portal") == {"phase": "portal"}  # nothing is paid before the last answer
    expected = {f"out at {to}": (1, monsters + there[1], 0) for to, there in all_portals.items() if to != name}
    assert prices(t, "come", tuple(f"out at {to}" for to in all_portals)) == expected
    for to, (letter, more) in all_portals.items():
        if to != name:
            features = SIDES["A"]["rooms"][letter] if to == START else TILES[to]["rooms"][letter]
            moved = entering(t.read(), f"{to} {letter}", features, (1, monsters + more, 0))
            assert tried(t, f"come out at {to}") == {**moved, "phase": "anything"}


@pytest.mark.rule("CCD17")
def test_a_portal_needs_another_on_the_map() -> None:
    for side, (room, _) in OF_THE_START.items():
        assert "through the portal" not in prices(Table(mover(f"START {room}", side=side)))
        lone = Table(mover(f"START {room}", side=side, teleports=1))
        assert "teleport through the portal" not in lone.legal()
        found = prices(Table(mover(f"START {room}", *far_apart("D12"), side=side)))
        assert "through the portal" not in found


@pytest.mark.rule("CCD17")
def test_only_the_room_with_the_portal_leads_through_it() -> None:
    for name, (portal, _) in PORTALS.items():
        for room in TILES[name]["rooms"]:
            t = Table(mover(f"{name} {room}", *far_apart(name), teleports=1))
            assert ("move through the portal" in t.legal()) == (room == portal)
            assert ("teleport through the portal" in t.legal()) == (room == portal)


def with_damage(*names: str, swords: int = 0, teleports: int = 0) -> Arranged:
    """In D11's portal with nine damage: no monster may be left."""
    return hurt(mover("D11 A", *far_apart("D11", *names), swords=swords, teleports=teleports), 9, 0)


@pytest.mark.rule("CCD13", "CCD17")
def test_only_portals_that_can_be_paid_are_asked_about() -> None:
    t = Table(with_damage("D20"))
    assert "move through the portal" not in t.legal()  # there is a monster at both others
    t = Table(with_damage("D20", "D22"))
    # The only one that can be paid is not asked about.
    assert t.turn("move through the portal") == {"room 0": "D22 C", "boots": 8, "gold 0": 1}
    t = Table(with_damage("D20", "D15", "D22"))
    t.play("move through the portal")
    assert t.legal() == ["come out at D15", "come out at D22"]
    t = Table(with_damage("D20", "D22", swords=1))
    t.play("move through the portal")
    assert t.legal() == ["come out at START", "come out at D20", "come out at D22"]
    won = {"phase": "anything", "room 0": "START U", "boots": 8, "swords": 0, "exhausted": 1}
    assert t.turn("come out at START") == won


@pytest.mark.rule("CCD16", "CCD17")
def test_a_teleport_asks_about_every_portal_on_the_map() -> None:
    t = Table(with_damage("D20", teleports=2))
    assert t.turn("teleport through the portal") == {"phase": "portal"}
    assert t.legal() == ["come out at START", "come out at D20"]
    assert t.turn("come out at D20") == {"phase": "anything", "room 0": "D20 B", "teleports": 1}


@pytest.mark.rule("CC14", "CCD13")
def test_swords_are_asked_about_after_the_portal() -> None:
    t = Table(mover("D04 A", *far_apart("D04", "D20"), swords=5))
    t.play("move through the portal")
    assert t.turn("come out at D20") == {"phase": "swords"}
    assert t.legal() == ["spend 0 swords", "spend 1 swords", "spend 2 swords"]
    paid = {"phase": "anything", "room 0": "D20 B", "boots": 8, "swords": 4}
    assert t.turn("spend 1 swords") == {**paid, "damage 0": (1, 0, 0), "supply 0": 29}
    t = Table(mover("D11 A", *far_apart("D11"), swords=5))  # one portal: only Swords are asked about
    assert t.turn("move through the portal") == {"phase": "swords"}
    paid = {"phase": "anything", "room 0": "START U", "boots": 8, "swords": 4, "exhausted": 1}
    assert t.turn("spend 1 swords") == paid


@pytest.mark.rule("CC46", "CCD17")
def test_footprints_of_the_tile_do_not_count_and_boots_do() -> None:
    t = Table(mover("D15 A", *far_apart("D15", "D22"), boots=0))
    assert "move through the portal" not in t.legal()
    t.states["boots"] = 1
    t.play("move through the portal")
    assert t.turn("come out at D22") == {"phase": "anything", "room 0": "D22 C", "boots": 0, "gold 0": 1}
    t.states["boots"], t.states["exhausted"] = 9, 1
    assert "move through the portal" not in t.legal()


@pytest.mark.rule("CC44", "CCD11", "CCD16")
@pytest.mark.parametrize("verb", ["move", "teleport"])
def test_cards_notice_that_a_portal_was_used(verb: str) -> None:
    """Chalk Marks: one Boot more once a portal was used this turn, before or after."""
    game = hold(mover("D11 A", *far_apart("D11", "D22"), teleports=1), "Chalk Marks", "Chalk Marks")
    t = Table(game).play("play Chalk Marks")
    assert (t["boots"], t["waiting"]) == (10, {"portal_used:boots+1": 1})
    t.play(f"{verb} through the portal")
    assert t["boots"] == 10
    t.play("come out at D22")
    assert (t["boots"], t["waiting"]) == (10 + (verb == "teleport"), {})
    assert t.turn("play Chalk Marks")["boots"] == 12 + (verb == "teleport")
    t = Table(game).play("move north", "place unturned")  # any other way is no portal
    assert t.turn("play Chalk Marks")["waiting"] == {"portal_used:boots+1": 1}


@pytest.mark.rule("CCD17")
def test_every_pair_of_portals_makes_the_same_trip_both_ways() -> None:
    for one, other in itertools.combinations(PORTALS, 2):
        asked = []
        for here, there in ((one, other), (other, one)):
            t = Table(mover(f"{here} {PORTALS[here][0]}", *far_apart(one, other)))
            t.play("move through the portal")
            asked.append(prices(t, "come", (f"out at {there}",)))
        assert [*asked[0].values()] == [*asked[1].values()] == [(1, PORTALS[one][1] + PORTALS[other][1], 0)]
