"""Tests of the plain-Python oracle itself: every tile by its id, discovery, and Mercy."""

from __future__ import annotations

import pytest

from tests.arranged import played
from tests.clank_catacombs.cards import TILES
from tests.clank_catacombs.dungeon import Way, edge, numbered
from tests.clank_catacombs.movement import moves
from tests.clank_catacombs.positions import (
    Arranged,
    all_tokens,
    damage,
    fill,
    hold,
    hurt,
    lay,
    legal,
    offer,
    stand,
    wish,
)

DIRECTIONS = ("north", "east", "south", "west")
#: Id of a tile: the features of its rooms, the tunnels between them, its edges N E S W, its portal, haunted.
PRINTED: dict[str, tuple[str, str, str, str, bool]] = {
    "S1": ("MINOR / GOLD1", "A-B", "A, B, B f, A", "", False),
    "S2": ("HEAL / GOLD1", "A-B m1", "A, A f, B, B", "", False),
    "S3": ("MARKET / MINOR", "A-B f", "A, B, A, B m1", "", False),
    "S4": ("WAY", "", "A, A m1, A, A f", "", False),
    "S5": ("LIB / CAVE", "A-B", "A, B, B, A m1", "", False),
    "S6": ("CHEST / PRISON", "A-B m1", "A m1, B, B, A f", "", False),
    "D01": ("ART0 / MINOR", "A-B m1", "B, A m1, B f, A L", "", False),
    "D02": ("ART0 / CAVE+CHEST", "A-B", "B, B m1, A f, A m2", "", False),
    "D03": ("ART0 / HEAL+PRISON", "A-B m1", "A m1, B, B, B f", "", True),
    "D04": ("ART0", "", "A m1, A, A f, A >", "A m1", False),
    "D05": ("ART0 / GOLD2", "A-B L", "B, A m1, A m1, B", "", False),
    "D06": ("ART1 / WAY", "A-B m2", "B, B, A m1 f, A L", "", False),
    "D07": ("ART1+LIB / CAVE", "A-B m1", "B, B f, A m2, A L", "", False),
    "D08": ("ART1 / MINOR / -", "A-C m1, B-C", "C, B, A m2, B f", "", True),
    "D09": ("ART2 / CAVE", "A-B m2", "B, B m1, A L m1, B f", "", False),
    "D10": ("ART2 / PRISON", "A-B L m1", "B, B m1, A m2 f, B", "", True),
    "D11": ("MARKET / MINOR", "A-B", "A, B m1, B, A f", "A", False),
    "D12": ("MARKET / PRISON", "A-B m1", "A, B f, B m1, A", "", False),
    "D13": ("MARKET / CHEST", "A-B f", "A m1, B, B, A >", "", False),
    "D14": ("WAY / CHEST", "A-B m1", "A, A f, B m1, B", "", False),
    "D15": ("WAY / LIB+HEAL", "A-B", "A m1, B, B f, A", "A", False),
    "D16": ("WAY / GOLD2+CHEST / CAVE", "A-C, B-C m1", "C, B m1, A, C f", "", True),
    "D17": ("WAY / PRISON", "A-B L", "A, B m1, B, A m1", "", False),
    "D18": ("WAY / MINOR", "A>B", "A f, A, B m1, B", "B", False),
    "D19": ("CAVE / CHEST+MINOR", "A-B", "A, A m1, A f, A", "", False),
    "D20": ("LIB / PRISON", "A-B m1", "A, B f, B, A m2", "B m1", False),
    "D21": ("CHEST / GOLD1", "A-B L", "B, B, A m2, A f", "", False),
    "D22": ("HEAL / MINOR / GOLD1", "A-B, A-C m1", "A, B, C m1, A f", "C", False),
}
#: Side: the rooms K V U M, the inner tunnels, lower W S E, upper W N E, the portal.
STARTING_TILE = {
    "A": ("CRYPT / - / CAVE / IDOL", "K-V, V-U m1, U-M", "V, K, V m1, U, M f, U m1", "U m1"),
    "B": ("CRYPT / WAY / - / IDOL", "K-V, V-U L, U-M m1", "V, K, V f, U m1, M, U f", "V m1"),
}


def price(text: str) -> tuple[int, int, int]:
    """Boots, monsters and locks of tunnel text."""
    words = text.split()[1:]
    return 1 + ("f" in words), 2 * ("m2" in words) + ("m1" in words), int("L" in words)


def test_the_tables_are_complete() -> None:
    assert PRINTED.keys() == TILES.keys()
    assert [tile[0] for tile in PRINTED].count("S") == 6
    assert {name for name, row in PRINTED.items() if row[4]} == {"D03", "D08", "D10", "D16"}
    for name, row in TILES.items():  # the table's own reading of its texts
        for letter, half in row["edges"].items():
            words = PRINTED[name][2].split(", ")["NESW".index(letter)].split()
            assert (half["to"], half["dir"] == "out", half["lock"] > 0) == (words[0], ">" in words, "L" in words)
            assert (half["boots"], half["mon"]) == price(" ".join(words))[:2]


@pytest.mark.rule("CC3", "CC14", "CC15", "CC23", "CC38", "CC46", "CCD1", "CCD14")
@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("quarters", range(4))
def test_tiles(name: str, quarters: int) -> None:
    """The tile is found from the Crypt, whose south edge shows nothing, and placed turned by so many quarters."""
    rooms, inner, edges, portal, haunted = PRINTED[name]
    by_direction = dict(zip(DIRECTIONS, edges.split(", "), strict=True))
    shown = [DIRECTIONS[(place - quarters) % 4] for place in range(4)]  # on the map's north, east, south, west
    game = hurt(offer(fill(wish(Arranged(), ("tile", name), ("minor", "PUZZLE")))), 3, 0)
    game.safe_to_come = 4 * name.startswith("S")
    game.boots = 9
    played(game, "move south")
    text = by_direction[shown[0]]
    action = f"place turned {quarters}" if quarters else "place unturned"
    if ">" in text:
        assert action not in game.legal()
        return
    boots, monsters, locks = price(text)
    features = dict(zip("ABC", rooms.split(" / "), strict=False))
    here = features[text[0]]
    played(game, action)
    own = game.own
    assert (own.room, game.turned[name], game.cells[0, -1]) == (f"{name} {text[0]}", quarters, name)
    assert (9 - game.boots, 3 - own.lockpicks) == (boots, locks)
    assert damage(game)[0] == 3 + monsters - ("HEAL" in here)
    assert own.gold == (1 if "GOLD1" in here else 2 if "GOLD2" in here else 0)
    assert own.tokens == ["PUZZLE"] * ("MINOR" in here)
    assert game.exhausted == ("CAVE" in here)
    assert ("in_crystal_cave" in game.facts, "on_haunted_tile" in game.facts) == ("CAVE" in here, haunted)
    assert ("in_depths" in game.facts) == name.startswith("D")
    assert (game.area, game.ghosts) == (["ghost"] * haunted, 5 - haunted)
    treasure = {f"{name} {room}": (5, 7, 10)[int(words[3])] for room, words in features.items() if "ART" in words}
    assert game.lying == treasure
    # What can be done in each room, and where its tunnels lead.
    for room, words in features.items():
        stand(game, f"{name} {room}")
        own.gold, own.lockpicks = 7, 1
        assert ("buy Crown" in game.legal()) == ("MARKET" in words)
        assert ("mark wayshrine" in game.legal()) == ("WAY" in words)
        assert ("take artifact" in game.legal()) == ("ART" in words)
        for feature, kind in (("CHEST", "chest"), ("LIB", "library"), ("PRISON", "prison")):
            assert (f"open {kind}" in game.legal()) == (feature in words)
        game.boots, game.swords, own.lockpicks = 9, 9, 9
        expected = {
            direction: price(by_direction[shown[place]])
            for place, direction in enumerate(DIRECTIONS)
            if direction != "north" and by_direction[shown[place]][0] == room
        }
        for tunnel in inner.split(", ") if inner else ():
            for one, other in ((tunnel[0], tunnel[2]), (tunnel[2], tunnel[0])):
                if one == room and (tunnel[1] == "-" or one == tunnel[0]):
                    expected[f"to room {'ABC'.index(other) + 1}"] = price(tunnel)
        if portal and portal[0] == room:
            expected["through the portal"] = (1, price(portal)[1] + 1, 0)  # the starting tile, side A, has a monster
        found = {way.name: (way.boots, way.monsters, len(way.locks)) for way in moves(game) if way.name != "north"}
        assert found == expected


@pytest.mark.rule("CCD1", "CCD15", "CC29")
@pytest.mark.parametrize("side", ["A", "B"])
def test_starting_tile(side: str) -> None:
    rooms, inner, edges, portal = STARTING_TILE[side]
    game = offer(lay(Arranged(("side", side)), (9, 9), "D11"))
    game.own.artifacts = [5]
    lower_west, lower_south, lower_east, upper_west, upper_north, upper_east = edges.split(", ")
    outer = [
        *[("west", lower_west), ("south", lower_south), ("east", lower_east)],
        *[("west", upper_west), ("north", upper_north), ("east", upper_east)],
    ]
    for number, (room, words) in enumerate(zip("KVUM", rooms.split(" / "), strict=True)):
        stand(game, f"START {room}")
        game.boots, game.swords, game.own.lockpicks = 9, 9, 9
        expected = {direction: price(text) for direction, text in outer if text[0] == room}
        for tunnel in inner.split(", "):
            for one, other in ((tunnel[0], tunnel[2]), (tunnel[2], tunnel[0])):
                if one == room:
                    expected[f"to room {'KVUM'.index(other) + 1}"] = price(tunnel)
        if portal[0] == room:
            expected["through the portal"] = (1, 1, 0)
        assert {way.name: (way.boots, way.monsters, len(way.locks)) for way in moves(game)} == expected
        assert ("in_depths" in game.facts) == (number >= 2)
        assert ("mark wayshrine" in game.legal()) == (words == "WAY")
        assert numbered(game, "START")[number] == f"START {room}"
    cells = {direction: way.cell for room in "VUMK" for direction, way in _edges(game, room)}
    assert cells["north"] == (0, 2)
    assert cells["south"] == (0, -1)
    assert {way.cell for room in "VU" for _, way in _edges(game, room)} == {(-1, 0), (1, 0), (-1, 1), (1, 1)}


def _edges(game: Arranged, room: str) -> list[tuple[str, Way]]:
    stand(game, f"START {room}")
    game.boots, game.swords, game.own.lockpicks = 9, 9, 9
    return [(way.name, way) for way in moves(game) if way.name in DIRECTIONS]


@pytest.mark.rule("CCD1")
def test_quarter_turns_carry_north_to_east() -> None:
    game = Arranged()  # D04: N m1, E nothing, S footprints, W arrow
    for quarters, expected in ((0, "m.f>"), (1, ">m.f"), (2, "f>m."), (3, ".f>m")):
        found = ""
        for direction in DIRECTIONS:
            half = edge(game, "D04", (0, 9), direction, quarters)
            found += "m" if half.monsters else "f" if half.footprints else ">" if half.outwards else "."
        assert found == expected


# --- discovery --------------------------------------------------------------------------------------------------------


def discoverer(tile: str, *cards: str, boots: int = 1, room: str = "START K", safe: bool = True) -> Arranged:
    game = offer(hold(wish(Arranged(), ("tile", tile)), *cards))
    game.safe_to_come = 4 if safe else 0
    stand(game, room)
    game.boots = boots
    return game


@pytest.mark.rule("CC15", "CCD14")
def test_discovering_has_two_steps() -> None:
    game = played(discoverer("S4"), "move south")  # S4: N nothing, E monster, S nothing, W footprints
    assert (game.boots, game.own.room, game.tiles_left()) == (0, "START K", 25)
    assert game.revealed is not None
    assert (game.revealed.tile, game.revealed.cell, "S4" in game.turned) == ("S4", (0, -1), False)
    assert game.legal() == ["place unturned", "place turned 2", "place turned 3"]  # footprints ask for one more Boot
    played(game, "place turned 3")
    assert (game.own.room, damage(game), game.revealed, game.turned["S4"]) == ("S4 A", [1, 0], None, 3)
    assert "tile_discovered" in game.facts
    game = played(discoverer("S4", boots=2), "move south")
    assert len(legal(game, "place")) == 4
    assert played(game, "place turned 1").boots == 0


@pytest.mark.rule("CC46", "CCD14")
def test_footprints_are_paid_once() -> None:
    game = played(discoverer("S4", boots=2, room="START M"), "move north")
    assert game.boots == 0
    assert len(legal(game, "place")) == 4
    played(game, "place turned 3")  # W, with footprints, looks south
    assert (game.own.room, game.boots) == ("S4 A", 0)
    assert "move north" not in discoverer("S4", boots=1, room="START M").legal()


@pytest.mark.rule("CC15", "CC46", "CCD14")
def test_the_new_half_has_its_own_price() -> None:
    game = played(discoverer("D09", safe=False), "move south")  # D09: N nothing, E m1, S L m1, W footprints
    game.own.lockpicks = 0
    assert game.legal() == ["place unturned", "place turned 3"]
    game.own.lockpicks, game.swords = 1, 3
    assert game.legal() == ["fight Goblin", "place unturned", "place turned 2", "place turned 3"]
    played(game, "place turned 2")
    assert game.legal() == ["spend 0 swords", "spend 1 swords"]
    assert game.revealed is not None  # nothing is placed before the last answer
    played(game, "spend 1 swords")
    assert (game.own.room, game.own.lockpicks, game.unlocked, game.swords) == ("D09 A", 0, ["D09 S"], 2)
    assert damage(game) == [0, 0]


@pytest.mark.rule("CCD13", "CCD14")
def test_the_half_left_is_paid_first() -> None:
    game = discoverer("S4", room="START V")  # its east edge has a monster
    game.swords = 1
    played(game, "move east")
    assert (game.legal(), game.tiles_left()) == (["spend 0 swords", "spend 1 swords"], 26)
    played(game, "spend 0 swords")
    assert (damage(game), game.swords, game.tiles_left(), game.boots) == ([1, 0], 1, 25, 0)
    for lockpicks in (0, 1):  # and a lock of the half left
        game = stand(lay(discoverer("S4"), (5, 5), "D01"), "D01 A")
        game.boots, game.own.lockpicks = 1, lockpicks
        assert ("move west" in game.legal()) == (lockpicks == 1)
    assert played(game, "move west").unlocked == ["D01 W"]


@pytest.mark.rule("CC14", "CCD14")
def test_not_against_an_arrow_without_the_map() -> None:
    game = played(discoverer("D13", safe=False), "move south")  # D13: N m1, E, S nothing, W outwards only
    assert game.legal() == ["place unturned", "place turned 2", "place turned 3"]
    game.own.tokens = ["MAP"]
    assert played(game, "place turned 1").own.room == "D13 A"


@pytest.mark.rule("CC15", "CC47", "CCD14")
def test_interruption() -> None:
    game = discoverer("S4", "Sidestep", "Ossuary Key", "Crowbar", "Palm the Coin", "Burgle", boots=2, room="START M")
    hurt(game, 2, 0)
    game.own.tokens = ["BOOT1", "SWORD2", "HEAL1"]
    played(game, "move north", "play Ossuary Key", "play Crowbar", "use boots", "use swords", "drink one")
    assert (game.teleports, game.boots, game.swords, game.own.lockpicks) == (1, 1, 3, 4)
    assert not legal(game, "move", "teleport", "turn", "end")
    assert len(legal(game, "place")) == 4
    played(game, "play Palm the Coin", "choose Burgle", "fight Goblin")
    while game.own.hand:
        played(game, game.legal()[0])
    assert "end turn" not in game.legal()
    played(game, "place unturned")
    assert {"end turn", "move east"} <= set(game.legal())


@pytest.mark.rule("CCD16", "CC43")
def test_a_teleport_discovers_in_any_orientation() -> None:
    for tile, quarters, room in (("D13", 1, "A"), ("D09", 2, "A"), ("D04", 2, "A")):
        game = discoverer(tile, boots=0, safe=False)
        game.own.lockpicks, game.teleports = 0, 1
        hurt(game, 9, 0)
        played(game, "teleport south")
        assert (len(legal(game, "place")), game.teleports) == (4, 0)
        played(game, f"place turned {quarters}")
        assert (game.own.room, damage(game)[0], game.unlocked) == (f"{tile} {room}", 9, [])
        assert "tile_discovered" in game.facts
    game = discoverer("D07", boots=0, safe=False)
    game.teleports = 1
    assert played(game, "teleport south", "place unturned").exhausted  # a cave


@pytest.mark.rule("CC3", "CC47")
def test_the_stack() -> None:
    game = discoverer("S4", boots=99)
    depths: list[int] = []
    safe: list[int] = []
    for number in range(26):
        played(game, "move south", "place unturned")
        (safe if game.own.room.startswith("S") else depths).append(number)
        game.begin_turn(0)
        game.boots, game.own.lockpicks = 99, 9
        # Every tile has the south edge of a room that its north edge may not lead to.
        south = edge(game, game.own.tile, game.cell_of(game.own.tile), "south", 0)
        stand(game, south.room)
        game.boots, game.own.meter, game.own.supply = 99, [], 30
    assert (safe, len(depths), len(game.safe), game.tiles_left()) == ([0, 1, 2, 3], 22, 2, 0)
    assert "move south" not in game.legal()  # no discovery
    game.teleports = 1
    assert "teleport south" not in game.legal()
    assert [len(asked) for what, asked in game.asked if what == "tile"] == [6, 5, 4, 3, *range(22, 0, -1)]
    assert (len(game.lying), game.artifacts) == (7, [])
    assert all_tokens(game)["Artifact 20"] == 1


@pytest.mark.rule("CC38", "CC23")
@pytest.mark.parametrize(
    ("tile", "stack", "taken"),
    [
        *[("D01", [5, 7, 10, 12], 5), ("D06", [5, 7, 10, 12], 7), ("D09", [5, 7, 10, 12], 10)],
        *[("D09", [17, 20], 20), ("D06", [20], 20), ("D09", [20], 20), ("D01", [20], 20), ("D01", [], None)],
    ],
)
def test_artifacts_from_deeper_in_the_stack(tile: str, stack: list[int], taken: int | None) -> None:
    game = discoverer(tile, safe=False, boots=9)
    game.artifacts = list(stack)
    played(game, "move south", "place unturned")
    assert game.lying == ({f"{tile} A": taken} if taken else {})
    assert game.artifacts == [value for value in stack if value != taken]


@pytest.mark.rule("CC23", "CCD12")
def test_no_ghost_left() -> None:
    game = discoverer("D08", safe=False)
    game.ghosts = 0
    played(game, "move south", "place unturned")
    assert (game.area.count("ghost"), game.ghosts) == (0, 0)
