"""The tables of the tiles on the kernels: every tunnel, portal and room of every tile, in all orientations."""

from __future__ import annotations

import pytest

from tests.clank_catacombs.cards import SIDES, START, TILES
from tests.clank_catacombs.positions import Arranged, hold, hurt, stand
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import (
    PLAIN,
    STEPS,
    Half,
    beside,
    entering,
    inner_tunnels,
    mover,
    opposite,
    own,
    parse,
    price,
    prices,
    shown,
    together,
    tried,
)

_HERE = (5, 5)
#: Outer edges of the starting tile: the half and its cell, the directions.
_OUTER = (("lower", (0, 0), ("west", "south", "east")), ("upper", (0, 1), ("west", "north", "east")))


def among_plain_ones(tile: str, turned: int) -> tuple[Arranged, dict[str, str]]:
    """The tile with a neighbour on each side that asks for nothing; the rooms there by direction."""
    game = hurt(mover("START V", (_HERE, tile, turned)), 3, 0)
    names = [plain for plain in PLAIN if plain[0] != tile]
    return game, {way: beside(game, _HERE, way, *plain) for way, plain in zip(STEPS, names, strict=False)}


def standing(game: Arranged, room: str) -> Table:
    """The table with seat 0 in that room, nine Boots, no Swords and three Lockpicks in hand."""
    stand(game, room)
    game.boots = 9
    return Table(game)


@pytest.mark.rule("CC14", "CC46", "CCD1", "CCD15")
@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize("tile", TILES)
def test_every_tunnel_of_every_tile(tile: str, turned: int) -> None:
    game, neighbours = among_plain_ones(tile, turned)
    edges = shown(tile, turned)
    features = TILES[tile]["rooms"]
    tables = {room: standing(game, f"{tile} {room}") for room in features}
    for room, table in tables.items():
        expected = {way: together(half) for way, (_, half) in edges.items() if half.room == room}
        for start, end, _, half, against in inner_tunnels(tile):
            if start == room and not against:
                expected[f"to room {'ABC'.index(end) + 1}"] = together(half)
        portal = TILES[tile]["portal"]
        if portal and portal[0] == room:  # the other portal is that of the starting tile, side A, which has a monster
            expected["through the portal"] = 1, parse(portal).monsters + 1, 0
        assert prices(table) == expected
    for way, (letter, half) in edges.items():
        asked, lock = together(half), (f"{tile} {letter}",) * half.lock
        table, back = tables[half.room], f"move {opposite(way)}"
        assert tried(table, f"move {way}") == entering(table.read(), neighbours[way], "-", asked, lock)
        table = standing(game, neighbours[way])
        if half.outwards:
            assert back not in table.legal()
        else:
            assert price(table, back) == asked
            entered = entering(table.read(), f"{tile} {half.room}", features[half.room], asked, lock)
            assert table.turn(back) == entered
    for start, end, pair, half, against in inner_tunnels(tile):
        if not against:
            lock = (f"{tile} {pair}",) * half.lock
            entered = entering(tables[start].read(), f"{tile} {end}", features[end], together(half), lock)
            assert tried(tables[start], f"move to room {'ABC'.index(end) + 1}") == entered


@pytest.mark.rule("CC5", "CC14", "CC30", "CC46", "CCD1", "CCD15")
@pytest.mark.parametrize("side", SIDES)
def test_every_tunnel_of_the_starting_tile(side: str) -> None:
    row = SIDES[side]
    game = hurt(mover("START V", side=side), 3, 0)
    plain = iter(PLAIN)
    outer: list[tuple[str, Half, str]] = []  # direction, text, room beyond
    for part, cell, directions in _OUTER:
        for way in directions:
            outer.append((way, parse(row[part][way[0].upper()]), beside(game, cell, way, *next(plain))))
    for room in row["rooms"]:
        expected = {way: together(half) for way, half, _ in outer if half.room == room}
        for start, end, _, half, _ in inner_tunnels(START, side):
            if start == room and end != "K":  # nobody has an Artifact
                expected[f"to room {'KVUM'.index(end) + 1}"] = together(half)
        assert prices(standing(game, f"START {room}")) == expected
    for way, half, beyond in outer:
        table = standing(game, f"START {half.room}")
        before = table.read()
        assert table.turn(f"move {way}") == entering(before, beyond, "-", together(half))
    own(game, 5)
    assert prices(standing(game, "START K")) == {}
    for way, half, beyond in outer:
        table = standing(game, beyond)
        assert price(table, f"move {opposite(way)}") == together(half)
        features = row["rooms"][half.room]
        entered = entering(table.read(), f"START {half.room}", features, together(half))
        assert table.turn(f"move {opposite(way)}") == entered
    for start, end, pair, half, _ in inner_tunnels(START, side):
        table = standing(game, f"START {start}")
        if start != "K":
            lock = (f"START {pair}",) * half.lock
            entered = entering(table.read(), f"START {end}", row["rooms"][end], together(half), lock)
            assert table.turn(f"move to room {'KVUM'.index(end) + 1}") == entered


#: What the table prints about the starting tile's two sides, told once more by hand.
BY_HAND = {
    ("A", "K"): {"south": (1, 0, 0), "to room 2": (1, 0, 0)},
    ("A", "V"): {"west": (1, 0, 0), "east": (1, 1, 0), "to room 3": (1, 1, 0)},
    ("A", "U"): {"west": (1, 0, 0), "east": (1, 1, 0), "to room 2": (1, 1, 0), "to room 4": (1, 0, 0)},
    ("A", "M"): {"north": (2, 0, 0), "to room 3": (1, 0, 0)},
    ("B", "K"): {"south": (1, 0, 0), "to room 2": (1, 0, 0)},
    ("B", "V"): {"west": (1, 0, 0), "east": (2, 0, 0), "to room 3": (1, 0, 1)},
    ("B", "U"): {"west": (1, 1, 0), "east": (2, 0, 0), "to room 2": (1, 0, 1), "to room 4": (1, 1, 0)},
    ("B", "M"): {"north": (1, 0, 0), "to room 3": (1, 1, 0)},
}


@pytest.mark.rule("CC14", "CC15", "CCD1")
@pytest.mark.parametrize(("side", "room"), BY_HAND)
def test_the_starting_tile_alone(side: str, room: str) -> None:
    """Its outer edges lead to tiles that are not found yet, at the price of their own half."""
    assert prices(Table(mover(f"START {room}", side=side))) == BY_HAND[side, room]


#: For each thing that can be printed at an edge, tiles that have it and the edge's letter.
SORTS = {
    "nothing": (("D12", "N"), ("D17", "N")),
    "f": (("D12", "E"), ("D14", "E")),
    "m1": (("D12", "S"), ("D14", "S")),
    "m2": (("D07", "S"), ("D08", "S")),
    "L": (("D06", "W"), ("D01", "W")),
    "L m1": (("D09", "S"),),
    "m1 f": (("D06", "S"),),
    "m2 f": (("D10", "S"),),
    ">": (("D13", "W"), ("D04", "W")),
}
PRICES: dict[str, tuple[int, int, int]] = {
    "nothing": (0, 0, 0),
    "f": (1, 0, 0),
    "m1": (0, 1, 0),
    "m2": (0, 2, 0),
    "L": (0, 0, 1),
    "L m1": (0, 1, 1),
    "m1 f": (1, 1, 0),
    "m2 f": (1, 2, 0),
    ">": (0, 0, 0),
}


#: All pairs of those, each with two different tiles; what only one tile has cannot meet itself.
PAIRS = [
    (here, there, *next((one, other) for one in SORTS[here] for other in SORTS[there] if one[0] != other[0]))
    for here in SORTS
    for there in SORTS
    if here != there or len(SORTS[here]) > 1
]


@pytest.mark.rule("CC14", "CC46", "CCD15")
@pytest.mark.parametrize(
    ("way", "here", "there", "one", "other"),
    [(list(STEPS)[number % 4], *pair) for number, pair in enumerate(PAIRS)],
)
def test_two_halves_make_a_tunnel(
    way: str, here: str, there: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    """Whichever lies in whichever direction; only the Map goes against an arrow (CC41)."""
    tile, letter = one
    turned = (list(STEPS).index(way) - "NESW".index(letter)) % 4
    game = mover("START V", (_HERE, tile, turned))
    near = f"{tile} {shown(tile, turned)[way][1].room}"
    far = beside(game, _HERE, way, *other)
    (feet, monsters, locks), (feet_there, monsters_there, locks_there) = PRICES[here], PRICES[there]
    asked = (1 + max(feet, feet_there), monsters + monsters_there, locks + locks_there)
    assert price(standing(game, near), f"move {way}") == (None if there == ">" else asked)
    assert price(standing(game, far), f"move {opposite(way)}") == (None if here == ">" else asked)
    game.own.tokens = ["MAP"]
    assert price(standing(game, near), f"move {way}") == asked
    assert price(standing(game, far), f"move {opposite(way)}") == asked


# --- rooms ------------------------------------------------------------------------------------------------------------

_ROOMS = [(name, "A", room) for name, row in TILES.items() for room in row["rooms"]]
_ROOMS += [(START, side, room) for side, row in SIDES.items() for room in row["rooms"]]


@pytest.mark.rule("CC19", "CC20", "CC21", "CC22", "CC23", "CC29", "CCD18")
@pytest.mark.parametrize(("tile", "side", "room"), _ROOMS)
def test_every_room_of_every_tile(tile: str, side: str, room: str) -> None:
    """What a pawn can do there, and what cards make of it."""
    game = mover(f"{tile} {room}", *([] if tile == START else [(_HERE, tile, 0)]), side=side)
    row = SIDES[side] if tile == START else TILES[tile]
    words = row["rooms"][room].split("+")
    game.own.gold = 7
    if any(word.startswith("ART") for word in words):
        game.artifacts.remove(12)
        game.lying[f"{tile} {room}"] = 12
    hold(hurt(game, 2, 0), "Grave Digger", "Iron Lantern", "Bone Charm")
    table = Table(game)
    table.states["facts"] = 0
    dealings = {
        "MARKET": ["buy Backpack", "buy Thief's Kit", "buy Crown"],
        "WAY": ["mark wayshrine"],
        "CHEST": ["open chest"],
        "LIB": ["open library"],
        "PRISON": ["open prison"],
        **{f"ART{plus}": ["take artifact"] for plus in range(3)},
    }
    expected = [action for word in words for action in dealings.get(word, [])]
    assert sorted(table.legal("buy", "mark", "open", "take")) == sorted(expected)
    dark = room in "UM" if tile == START else tile.startswith("D")
    facts = {
        "in_depths:gold+1": dark,
        "in_crystal_cave:skill+1": "CAVE" in words,
        "on_haunted_tile:heal+1": tile in ("D03", "D08", "D10", "D16"),
    }
    table.play("play Grave Digger", "play Iron Lantern", "play Bone Charm")
    assert table["waiting"] == {fact: 1 for fact, true in facts.items() if not true}
    assert table["gold 0"] == 7 + dark
    assert table["skill"] == 1 + 2 + ("CAVE" in words)
    assert table["damage 0"] == (2 - facts["on_haunted_tile:heal+1"], 0, 0)


@pytest.mark.rule("CC3", "CC4", "CC5", "CC23")
def test_how_much_of_everything_there_is() -> None:
    zones = [row["zone"] for row in TILES.values()]
    assert (zones.count("safe"), zones.count("depths")) == (6, 22)
    rooms = [words for row in TILES.values() for text in row["rooms"].values() for words in text.split("+")]
    assert sum(word.startswith("ART") for word in rooms) == 10  # rooms for seven Artifacts
    assert [name for name, row in TILES.items() if row["haunted"]] == ["D03", "D08", "D10", "D16"]
    assert [name for name, row in TILES.items() if row["portal"]] == ["D04", "D11", "D15", "D18", "D20", "D22"]
