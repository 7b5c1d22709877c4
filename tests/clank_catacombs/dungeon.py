"""The dungeon: where tiles lie and how they are turned, rooms, tunnels and their halves, and what a tunnel asks for.

A cell is (x, y), y growing to the north. The lower half of the starting tile, where the Crypt is, lies in (0, 0), its
upper half in (0, 1). Nothing here changes the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import DIRECTIONS, SIDES, START, TILES, Row

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

Cell = tuple[int, int]
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


@dataclass(frozen=True)
class Half:
    """One half of a tunnel, or a whole inner tunnel, as it is printed.

    `lock` is the name of its padlock, None if it has none or if that is open.
    """

    room: str
    footprints: bool
    monsters: int
    lock: str | None
    outwards: bool


@dataclass(frozen=True)
class Way:
    """One tunnel out of a room, or what is still to be paid of one.

    `name` is what the action says ("north", "to room 2", "through the portal"); `to` is the room it leads to, None
    where no tile lies yet; `cell` is that of the tile there or to come (of edges only); `against` an arrow.
    """

    name: str
    to: str | None
    boots: int
    monsters: int
    locks: tuple[str, ...]
    against: bool
    cell: Cell | None = None
    footprints: bool = False


def tile_of(room: str) -> str:
    return room.split()[0]


def printed(game: CatacombsOracle, tile: str) -> Row:
    """The table's row of a tile; of the starting tile, of the side that lies up."""
    return SIDES[game.side] if tile == START else TILES[tile]


def features(game: CatacombsOracle, room: str) -> list[str]:
    """What is printed in a room, in the order listed."""
    tile, letter = room.split()
    return [feature for feature in printed(game, tile)["rooms"][letter].split("+") if feature != "-"]


def in_depths(game: CatacombsOracle, room: str) -> bool:
    """CC29."""
    tile, letter = room.split()
    row = printed(game, tile)
    return letter in row["depths"] if tile == START else row["zone"] == "depths"


def is_haunted(tile: str) -> bool:
    return tile != START and bool(TILES[tile]["haunted"])


def numbered(game: CatacombsOracle, tile: str) -> list[str]:
    """The rooms of a tile in the order of the table: room 1, room 2 ..."""
    return [f"{tile} {letter}" for letter in printed(game, tile)["rooms"]]


def _read(game: CatacombsOracle, tile: str, text: str, place: str) -> Half:
    """Tunnel text: room, then `f`, `mN`, `L`, `>`; `place` names where on the tile it is."""
    letter, *words = text.split()
    monsters = [int(word[1:]) for word in words if word.startswith("m")]
    lock = f"{tile} {place}" if "L" in words else None
    return Half(
        room=f"{tile} {letter}",
        footprints="f" in words,
        monsters=sum(monsters),
        lock=None if lock in game.unlocked else lock,
        outwards=">" in words,
    )


def edge(game: CatacombsOracle, tile: str, cell: Cell, direction: str, turned: int) -> Half:
    """The half tunnel of a tile that meets the map direction, when the tile lies turned by so many quarters."""
    if tile == START:
        part = "lower" if cell == (0, 0) else "upper"
        letter = direction[0].upper()
        return _read(game, tile, printed(game, tile)[part][letter], f"{part} {letter}")
    # Turning clockwise carries what is printed on the north edge to the east (CCD1).
    letter = DIRECTIONS[(DIRECTIONS.index(direction) - turned) % 4][0].upper()
    return _read(game, tile, TILES[tile]["edges_txt"][letter], letter)


def outer_edges(game: CatacombsOracle, tile: str) -> list[tuple[Cell, str]]:
    """The edges of a placed tile that do not lie inside it: its cell and the map direction."""
    if tile == START:
        return [
            ((0, y), direction)
            for y, part in enumerate(("lower", "upper"))
            for direction in DIRECTIONS
            if direction[0].upper() in printed(game, tile)[part]
        ]
    return [(game.cell_of(tile), direction) for direction in DIRECTIONS]


def beyond(cell: Cell, direction: str) -> Cell:
    x, y = STEPS[direction]
    return cell[0] + x, cell[1] + y


def opposite(direction: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 2) % 4]


def portal(game: CatacombsOracle, tile: str) -> Half | None:
    text = printed(game, tile)["portal"]
    return _read(game, tile, text, "portal") if text else None


def ways(game: CatacombsOracle, room: str) -> list[Way]:
    """Every tunnel out of a room, whatever it costs: edges, inner tunnels, and one for each portal to come out at."""
    return [*_edge_ways(game, room), *_inner_ways(game, room), *_portal_ways(game, room)]


def _edge_ways(game: CatacombsOracle, room: str) -> list[Way]:
    found = []
    tile = tile_of(room)
    for cell, direction in outer_edges(game, tile):
        half = edge(game, tile, cell, direction, game.turned[tile])
        if half.room != room:
            continue
        there = beyond(cell, direction)
        other = game.cells.get(there)
        if other is not None:
            far = edge(game, other, there, opposite(direction), game.turned[other])
            found.append(
                Way(
                    direction,
                    far.room,
                    boots=1 + (half.footprints or far.footprints),  # CC46
                    monsters=half.monsters + far.monsters,
                    locks=_locks(half, far),
                    against=far.outwards,
                    cell=there,
                )
            )
        elif game.tiles_left():  # CC47
            found.append(
                Way(
                    direction,
                    None,
                    boots=1 + half.footprints,
                    monsters=half.monsters,
                    locks=_locks(half),
                    against=False,
                    cell=there,
                    footprints=half.footprints,
                )
            )
    return found


def _inner_ways(game: CatacombsOracle, room: str) -> list[Way]:
    found = []
    tile = tile_of(room)
    for text in printed(game, tile)["inner"]:
        pair, *words = text.split()
        one, other = (f"{tile} {letter}" for letter in (pair[0], pair[2]))
        half = _read(game, tile, " ".join([pair[0], *words]), pair)  # a whole tunnel of its own
        for here, there, against in ((one, other, False), (other, one, pair[1] == ">")):
            if here == room:
                name = f"to room {numbered(game, tile).index(there) + 1}"
                found.append(Way(name, there, 1 + half.footprints, half.monsters, _locks(half), against))
    return found


def _portal_ways(game: CatacombsOracle, room: str) -> list[Way]:
    """CCD17: from a portal to any other one; the trip costs 1 Boot whatever the footprints (CC46)."""
    half = portal(game, tile_of(room))
    if half is None or half.room != room:
        return []
    found = []
    for other in game.turned:
        far = portal(game, other)
        if far is not None and other != tile_of(room):
            found.append(
                Way(
                    "through the portal",
                    far.room,
                    boots=1,
                    monsters=half.monsters + far.monsters,
                    locks=_locks(half, far),
                    against=far.outwards,
                )
            )
    return found


def _locks(*halves: Half) -> tuple[str, ...]:
    return tuple(half.lock for half in halves if half.lock is not None)


def placing(game: CatacombsOracle, quarters: int) -> Way:
    """What the revealed tile asks for when it is placed turned by so many quarters (CCD14)."""
    revealed = game.revealed
    assert revealed is not None
    half = edge(game, revealed.tile, revealed.cell, opposite(revealed.direction), quarters)
    return Way(
        revealed.direction,
        half.room,
        boots=int(half.footprints and not revealed.footprints),
        monsters=half.monsters,
        locks=_locks(half),
        against=half.outwards,
        cell=revealed.cell,
    )


def walled_in(game: CatacombsOracle) -> bool:
    """CCD25: Boots and Swords without end would not take the pawn off its tile, and there is no Lockpick.

    Reading: a Map lets its owner go against arrows here too, so that "no tunnel leads from them" looks at the tunnels
    the player could really use.
    """
    seat = game.own
    if seat.lockpicks or seat.tile == START:
        return False
    reached, left = [seat.room], [seat.room]
    while left:
        for way in ways(game, left.pop()):
            if way.locks or (way.against and "MAP" not in seat.tokens):
                continue
            if way.to is None or (tile_of(way.to) != seat.tile and may_enter(game, way.to)):
                return False
            if tile_of(way.to) == seat.tile and way.to not in reached:
                reached.append(way.to)
                left.append(way.to)
    return True


def may_enter(game: CatacombsOracle, room: str) -> bool:
    """CC30: not the Crypt without an Artifact."""
    return "CRYPT" not in features(game, room) or bool(game.own.artifacts)
