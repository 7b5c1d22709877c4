"""Discovering tiles on the kernels: the two steps, the price of both halves, what a tile brings, and neighbours."""

from __future__ import annotations

import pytest

from tests.clank_catacombs.cards import SIDES, TILES
from tests.clank_catacombs.fields import PLACES
from tests.clank_catacombs.positions import hold, hurt, lay
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import (
    STEPS,
    entering,
    finder,
    found,
    mover,
    opposite,
    parse,
    price,
    prices,
    shown,
    together,
    tried,
)

ORIENTATIONS = ("unturned", "turned 1", "turned 2", "turned 3")
#: The Artifact that a tile with so many plus icons brings from a full stack.
FROM_THE_STACK = {"ART0": 5, "ART1": 7, "ART2": 10}


def ghost(haunted: bool) -> dict[str, int]:
    return {"ghosts_bank": 4, "ghosts_area": 1} if haunted else {}


def treasure(tile: str) -> dict[str, object]:
    """The Artifact that a tile brings from a full stack of seven (CC38)."""
    for room, features in TILES[tile]["rooms"].items():
        for word in features.split("+"):
            if word in FROM_THE_STACK:
                value = FROM_THE_STACK[word]
                left = tuple(other for other in (5, 7, 10, 12, 15, 17, 20) if other != value)
                return {"lying": {f"{tile} {room}": value}, "stack": left}
    return {}


# --- every tile -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC3", "CC15", "CC23", "CC38", "CC46", "CCD14")
@pytest.mark.parametrize("tile", TILES)
def test_every_tile_in_every_orientation(tile: str) -> None:
    """South of the Crypt, whose own half is plain: everything that changes."""
    t = found(hurt(finder(tile), 3, 0), tile)
    assert (t["boots"], t["room 0"], t["revealed"], t["tiles"]) == (8, "START K", tile, {})
    for turned, orientation in enumerate(ORIENTATIONS):
        letter, half = shown(tile, turned)["north"]
        if half.outwards:
            assert price(t, f"place {orientation}") is None
            continue
        assert price(t, f"place {orientation}") == half.price
        lock = (f"{tile} {letter}",) * half.lock
        features = TILES[tile]["rooms"][half.room]
        assert tried(t, f"place {orientation}") == {
            **entering(t.read(), f"{tile} {half.room}", features, half.price, lock),
            **ghost(tile in ("D03", "D08", "D10", "D16")),
            **treasure(tile),
            "revealed": "",
            "tiles": {tile: ((0, -1), turned)},
        }


@pytest.mark.rule("CC15", "CCD15")
@pytest.mark.parametrize("side", SIDES)
def test_each_edge_of_the_starting_tile_leads_to_a_cell(side: str) -> None:
    cells = {
        ("lower", "W"): (-1, 0),
        ("lower", "S"): (0, -1),
        ("lower", "E"): (1, 0),
        ("upper", "W"): (-1, 1),
        ("upper", "N"): (0, 2),
        ("upper", "E"): (1, 1),
    }
    for (part, letter), cell in cells.items():
        way = next(way for way in STEPS if way[0].upper() == letter)
        half = parse(SIDES[side][part][letter])
        game = finder("D14", f"START {half.room}", side=side)
        before = Table(game).read()
        t = found(game, "D14", f"move {way}")
        paid = together(half)
        assert (t["boots"], t["damage 0"]) == (9 - paid[0], (paid[1], 0, 0))
        assert t["tiles_revealed"] == before["tiles_revealed"] + 1
        turned = (list(STEPS).index(opposite(way)) - "NESW".index("W")) % 4  # D14's W is plain
        t.play(f"place {ORIENTATIONS[turned]}")
        assert (t["tiles"], t["room 0"]) == ({"D14": (cell, turned)}, "D14 B")


@pytest.mark.rule("CC15", "CC47", "CCD1")
@pytest.mark.parametrize("turned", range(4))
def test_each_edge_of_a_turned_tile_leads_to_a_cell(turned: int) -> None:
    for way, step in STEPS.items():
        letter, half = shown("D19", turned)[way]
        game = lay(mover("START V"), (5, 5), "D19", turned)
        game.own.room, game.safe_to_come, game.depths = "D19 A", 0, ["D14"]
        t = found(game, "D14", f"move {way}")
        assert (half.room, t["boots"], t["damage 0"][0]) == ("A", 9 - together(half)[0], half.monsters)
        again = (list(STEPS).index(opposite(way)) - "NESW".index("N")) % 4  # D14's N is plain
        t.play(f"place {ORIENTATIONS[again]}")
        assert t["tiles"]["D14"] == ((5 + step[0], 5 + step[1]), again), letter
        assert prices(t)[opposite(way)] == together(half)


# --- the two steps ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC15", "CCD14")
def test_discovering_has_two_steps() -> None:
    """S4: N nothing, E a monster, S nothing, W footprints."""
    t = found(finder("S4", boots=1), "S4")
    assert (t["boots"], t["tiles"], t["room 0"]) == (0, {}, "START K")
    assert t.legal() == ["place unturned", "place turned 2", "place turned 3"]  # footprints ask for one more Boot
    t.states["boots"] = 1
    assert t.legal("place") == [f"place {orientation}" for orientation in ORIENTATIONS]
    arrived = {"room 0": "S4 A", "revealed": "", "tiles": {"S4": ((0, -1), 1)}, "boots": 0}
    assert t.turn("place turned 1") == arrived


@pytest.mark.rule("CC46", "CCD14")
def test_footprints_are_paid_once() -> None:
    t = found(finder("S4", "START M", boots=2), "S4", "move north")
    assert t["boots"] == 0
    assert len(t.legal("place")) == 4
    arrived = {"room 0": "S4 A", "revealed": "", "tiles": {"S4": ((0, 2), 3)}}
    assert t.turn("place turned 3") == arrived  # W, with footprints, looks south
    assert "move north" not in Table(finder("S4", "START M", boots=1)).legal()


@pytest.mark.rule("CC15", "CC46", "CCD13", "CCD14")
def test_the_new_half_has_its_own_price() -> None:
    """D09: N nothing, E m1, S L m1, W footprints."""
    t = found(finder("D09", boots=1, lockpicks=0), "D09")
    assert t.legal() == ["place unturned", "place turned 3"]
    t.states["lockpicks"][:, 0], t.states["swords"] = 1, 1
    assert t.legal() == ["place unturned", "place turned 2", "place turned 3"]
    assert t.turn("place turned 2") == {"phase": "swords"}  # nothing is paid or placed before the last answer
    assert t.legal() == ["spend 0 swords", "spend 1 swords"]
    placed = {"phase": "anything", "revealed": "", "tiles": {"D09": ((0, -1), 2)}, "room 0": "D09 A", "swords": 0}
    lock = {"lockpicks 0": 0, "unlocked": ("D09 S",)}
    assert tried(t, "spend 1 swords") == {**placed, **lock, **treasure("D09")}
    hit = {"damage 0": (1, 0, 0), "supply 0": 29}
    del placed["swords"]
    assert t.turn("spend 0 swords") == {**placed, **lock, **treasure("D09"), **hit}


@pytest.mark.rule("CC45", "CCD14")
def test_damage_limits_orientations() -> None:
    for before, supply, may in ((8, 22, True), (9, 21, False), (0, 0, False), (0, 1, True)):
        game = hurt(finder("S4", boots=1), before, 0)
        game.own.supply = supply
        t = found(game, "S4")
        assert ("place turned 3" in t.legal()) == may  # E, with a monster, looks north


@pytest.mark.rule("CCD13", "CCD14")
def test_the_half_left_is_paid_before_the_tile_is_revealed() -> None:
    game = finder("D14", "START V", boots=1, swords=1)  # the lower east edge has a monster
    t = Table(game)
    assert t.turn("move east") == {"phase": "swords"}
    assert t.legal() == ["spend 0 swords", "spend 1 swords"]
    revealed = {"phase": "anything", "revealed": "D14", "tiles_revealed": 26, "boots": 0}
    hit = {"damage 0": (1, 0, 0), "supply 0": 29}
    assert tried(t, "spend 0 swords") == {**revealed, **hit}
    assert t.turn("spend 1 swords") == {**revealed, "swords": 0}
    locked = {"revealed": "D12", "tiles_revealed": 26, "boots": 8, "lockpicks 0": 2, "unlocked": ("D01 W",)}
    for lockpicks in (0, 3):  # D01's W has a lock
        game = mover("D01 A", ((5, 5), "D01", 0), lockpicks=lockpicks)
        game.safe_to_come, game.depths = 0, ["D12"]
        assert ("move west" in Table(game).legal()) == (lockpicks == 3)
    assert Table(game).turn("move west") == locked


@pytest.mark.rule("CC14", "CC41", "CCD14")
def test_not_against_an_arrow_without_the_map() -> None:
    game = finder("D13")  # D13: W outwards only
    assert found(game, "D13").legal("place") == ["place unturned", "place turned 2", "place turned 3"]
    game.own.tokens = ["MAP"]
    t = found(game, "D13")
    assert t.turn("place turned 1") == {"revealed": "", "tiles": {"D13": ((0, -1), 1)}, "room 0": "D13 A"}
    # The half left may be an arrow: it leads outwards.
    game = mover("D13 A", ((5, 5), "D13", 0))
    game.safe_to_come, game.depths = 0, ["D12"]
    assert Table(game).turn("move west") == {"revealed": "D12", "tiles_revealed": 26, "boots": 8}


@pytest.mark.rule("CC15", "CC47", "CCD14")
def test_an_interrupted_move() -> None:
    """Everything but moves, teleports, Mercy and End Turn is open until the tile is placed."""
    game = hold(finder("D04", "START M", boots=2), "Ossuary Key", "Crowbar", "Sidestep")
    hurt(game, 2, 0)
    game.own.tokens = ["BOOT1", "SWORD2", "HEAL1"]
    t = found(game, "D04", "move north")
    plays = ["play Sidestep", "play Crowbar", "play Ossuary Key"]
    assert sorted(t.legal("play")) == sorted(plays)
    assert t.legal("move", "teleport", "turn", "end", "come", "spend") == []
    assert len(t.legal("place")) == 3  # one orientation would be against the arrow
    t.play("play Ossuary Key", "use boots", "use swords", "drink one", "play Crowbar", "fight Goblin")
    assert t.legal("move", "teleport", "turn", "end") == []
    t.play("play Sidestep")
    assert (t["boots"], t["teleports"], t["lockpicks 0"], t["gold 0"], t["hand 0"]) == (2, 1, 4, 1, ())
    assert t.legal("end", "teleport", "move", "turn") == []  # not even with an empty hand
    assert (t["revealed"], t["room 0"], t["tiles"]) == ("D04", "START M", {})
    t.play("place turned 1")
    assert t["room 0"] == "D04 A"
    assert {"end turn", "move south", "teleport south"} <= set(t.legal())


@pytest.mark.rule("CC15", "CC47")
def test_an_interrupted_move_is_resumed_when_it_can_be_paid() -> None:
    game = hold(finder("S4", boots=1), "Sidestep")
    t = found(game, "S4")
    assert "place turned 1" not in t.legal()
    t.play("play Sidestep")
    assert t.turn("place turned 1")["boots"] == 0


@pytest.mark.rule("CCD11", "CCD14")
@pytest.mark.parametrize("verb", ["move", "teleport"])
def test_a_tile_counts_as_discovered_when_it_is_placed(verb: str) -> None:
    """Old Cartographer: 2 Gold once a tile was discovered this turn."""
    t = Table(hold(finder("D14", teleports=1), "Old Cartographer")).play("play Old Cartographer", f"{verb} south")
    assert (t["gold 0"], t["waiting"], t["revealed"]) == (0, {"tile_discovered:gold+2": 1}, "D14")
    t.play("place unturned")
    assert (t["gold 0"], t["waiting"]) == (2, {})
    t = Table(hold(finder("D14", teleports=1), "Old Cartographer")).play(f"{verb} south", "place unturned")
    assert t.turn("play Old Cartographer")["gold 0"] == 2


# --- by teleport ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC43", "CCD16")
@pytest.mark.parametrize("tile", ["D04", "D07", "D09", "D10", "D13"])
def test_a_teleport_discovers_in_any_orientation_for_nothing(tile: str) -> None:
    game = hurt(finder(tile, boots=0, lockpicks=0, teleports=1), 9, 0)
    t = Table(game)
    assert t.turn("teleport south") == {"teleports": 0, "revealed": tile, "tiles_revealed": 26}
    assert t.legal() == [f"place {orientation}" for orientation in ORIENTATIONS]
    for turned, orientation in enumerate(ORIENTATIONS):
        _, half = shown(tile, turned)["north"]
        assert tried(t, f"place {orientation}") == {
            **entering(t.read(), f"{tile} {half.room}", TILES[tile]["rooms"][half.room], (0, 0, 0)),
            **ghost(tile == "D10"),
            **treasure(tile),
            "revealed": "",
            "tiles": {tile: ((0, -1), turned)},
        }


@pytest.mark.rule("CCD14", "CCD16")
def test_a_discovery_by_teleport_may_be_interrupted_too() -> None:
    t = Table(hold(finder("D14", teleports=2), "Sidestep")).play("teleport south", "play Sidestep")
    assert t.legal() == [f"place {orientation}" for orientation in ORIENTATIONS]
    t.states["swords"] = 5  # a teleport asks for no Swords
    placed = {"revealed": "", "tiles": {"D14": ((0, -1), 2)}, "room 0": "D14 B"}
    assert t.turn("place turned 2") == placed


@pytest.mark.rule("CC23", "CCD16")
def test_a_teleport_goes_on_from_a_cave_and_finds_tiles() -> None:
    t = Table(finder("D14", "START V", teleports=2)).play("teleport to room 3")
    assert (t["exhausted"], t.legal("move")) == (1, [])
    t.play("teleport west", "place unturned")
    assert (t["tiles"], t["room 0"], t["teleports"]) == ({"D14": ((-1, 1), 0)}, "D14 A", 0)


# --- neighbours -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC46", "CCD15")
@pytest.mark.parametrize("turned", [0, 2, 3])
def test_only_the_tunnel_used_restricts_and_all_edges_meet(turned: int) -> None:
    """D14 comes between the Crypt's south edge and three other tiles, one of which shows it an arrow and locks."""
    around = (((-1, -1), "D13", 2), ((1, -1), "D06", 0), ((0, -2), "D09", 2))
    game = mover("START K", *around, boots=9)
    game.safe_to_come, game.depths = 0, ["D14"]
    t = Table(game).play("move south", f"place {ORIENTATIONS[turned]}")
    facing = {  # D13's W in the east, outwards; D06's W, a lock; D09's S in the north, a lock and a monster
        "west": ("D13 A", parse("A >")),
        "east": ("D06 A", parse("A L")),
        "south": ("D09 A", parse("A L m1")),
    }
    edges = shown("D14", turned)
    for way, (_, half) in edges.items():
        t.states["room"][0, 0] = PLACES[f"D14 {half.room}"]
        if way == "north":
            assert way not in prices(t)  # the Crypt
        elif facing[way][1].outwards:
            assert way not in prices(t)
        else:
            assert prices(t)[way] == together(half, facing[way][1])
    for way, (room, other) in facing.items():
        t.states["room"][0, 0] = PLACES[room]
        assert prices(t)[opposite(way)] == together(edges[way][1], other)
