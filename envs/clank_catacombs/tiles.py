"""The tiles as constant arrays for kernels, from `tiles.json` beside this module.

*Tiles* are numbered: 0 and 1 are the two sides of the starting tile, then come the six safe ones and the 22 of the
Depths. Room r (from 0) of tile t is room 4 t + r. *Cells* are the squares of the map that tiles fill: cell t for tile
t, where that of a starting tile is its lower half, and two more for the upper halves. Directions and edges count north,
east, south, west; a tile turned by q quarter turns clockwise shows edge (d − q) mod 4 in direction d. Locks, locked
features, artifact rooms, Wayshrines and rooms with rewards are numbered over the whole game.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.tables import constant, number_of, read_table
from .tables import CAVE_FACT, DEPTHS_FACT, HAUNTED_FACT, Integers

DIRECTIONS = ("north", "east", "south", "west")
_LETTERS = "NESW"
ROOMS_A_TILE = 4
_REWARDS = ("MINOR", "IDOL", "GOLD1", "GOLD2", "HEAL")
_LOCKED = ("CHEST", "LIB", "PRISON")
FEATURES = ("CRYPT", "CAVE", "MARKET", "WAY", *_REWARDS, *_LOCKED, "ART0", "ART1", "ART2")

_table = read_table(__file__, "tiles")
_tiles = _table["tiles"]
_sides = (_table["start"]["A"], _table["start"]["B"])
#: Names of the 30 tiles: both sides of the starting tile, S1 to S6, D01 to D22.
TILES: tuple[str, ...] = ("START", "START", *_tiles)
TILE_TITLES: tuple[str, ...] = ("Start", "Start", *(tile["name"] for tile in _tiles.values()))
NUM_TILES = len(TILES)
NUM_SIDES = 2
NUM_SAFE = sum(tile["zone"] == "safe" for tile in _tiles.values())
NUM_DEPTHS = len(_tiles) - NUM_SAFE
NUM_IN_STACK = 4 + NUM_DEPTHS  # CC3: two of the safe ones are out of the game
FIRST_DEPTHS = NUM_SIDES + NUM_SAFE
NUM_CELLS = NUM_TILES + NUM_SIDES
NUM_ROOMS = ROOMS_A_TILE * NUM_CELLS  # those of the last two cells do not exist
if [tile["zone"] for tile in _tiles.values()] != ["safe"] * 6 + ["depths"] * 22:
    raise ValueError("tiles.json: expected six safe tiles and then 22 of the Depths")


def _rows() -> list[dict[str, Any]]:
    """Every tile as its rooms, inner tunnels and portal, whatever the table says beside."""
    return [*_sides, *_tiles.values()]


def _half(text: str, rooms: list[str], where: str) -> tuple[int, int, int, int, int]:
    """A tunnel text as the number of its room, footprints, monsters, lock, whether it leads outwards only."""
    room, *words = text.split()
    footprints, monsters, lock, outwards = 0, 0, 0, 0
    for word in words:
        if re.fullmatch(r"m\d", word):
            monsters = int(word[1])
        else:
            mark = number_of(("f", "L", ">"), word, where)
            footprints, lock, outwards = footprints | (mark == 0), lock | (mark == 1), outwards | (mark == 2)
    return number_of(rooms, room, where), footprints, monsters, lock, outwards


# --- tunnels to neighbouring cells ----------------------------------------------------------------------------------

#: ``[cell, edge]``: number of the room it leads from, -1 where there is no tunnel; footprints, monsters; whether it may
#: only be left; 1 + number of its lock, 0 for none.
EDGE_ROOM = np.full((NUM_CELLS, 4), -1, np.int64)
EDGE_FEET, EDGE_MONSTERS, EDGE_LOCK, EDGE_OUT = (np.zeros((NUM_CELLS, 4), np.int64) for _ in range(4))
_locks: list[str] = []


def _number_lock(name: str) -> int:
    _locks.append(name)
    return len(_locks)


def _write_edge(cell: int, edge: int, text: str, rooms: list[str], name: str) -> None:
    room, feet, monsters, lock, outwards = _half(text, rooms, f"tiles.json: {name}")
    EDGE_ROOM[cell, edge], EDGE_FEET[cell, edge], EDGE_MONSTERS[cell, edge] = room, feet, monsters
    EDGE_OUT[cell, edge] = outwards
    EDGE_LOCK[cell, edge] = _number_lock(f"{name} {DIRECTIONS[edge]}") if lock else 0


for _number, _side in enumerate(_sides):
    for _half_name, _cell in (("lower", _number), ("upper", NUM_TILES + _number)):
        for _letter, _text in _side[_half_name].items():
            _write_edge(_cell, _LETTERS.index(_letter), _text, list(_side["rooms"]), "START")
for _number, (_name, _tile) in enumerate(_tiles.items(), NUM_SIDES):
    if sorted(_tile["edges_txt"]) != sorted(_LETTERS):
        raise ValueError(f"tiles.json: {_name}: expected a tunnel at each of the four edges")
    for _letter, _text in _tile["edges_txt"].items():
        _write_edge(_number, _LETTERS.index(_letter), _text, list(_tile["rooms"]), _name)
        _parsed = _tile["edges"][_letter]
        _cost = (EDGE_FEET + 1)[_number, _LETTERS.index(_letter)]
        if _parsed["boots"] != _cost or (_parsed["dir"] == "out") != EDGE_OUT[_number, _LETTERS.index(_letter)]:
            raise ValueError(f"tiles.json: {_name} {_letter}: {_text!r} and its parts differ")

# --- tunnels within a tile, and portals -----------------------------------------------------------------------------

#: ``[room, number of another room]``: 1 where a tunnel leads there, 2 where one does against its arrow; the rest alike.
INNER, INNER_FEET, INNER_MONSTERS, INNER_LOCK = (np.zeros((NUM_ROOMS, ROOMS_A_TILE), np.int64) for _ in range(4))
#: The places that portals lead to: ``PORTAL_ROOM[portal, side]`` is a room; ``PORTAL_MONSTERS[portal, side]``.
_portal_tiles = [number for number, row in enumerate(_rows()) if number != 1 and row["portal"]]
PORTALS: tuple[str, ...] = tuple(TILES[number] for number in _portal_tiles)
NUM_PORTALS = len(PORTALS)
PORTAL_ROOM, PORTAL_MONSTERS = (np.zeros((NUM_PORTALS, NUM_SIDES), np.int64) for _ in range(2))
#: By room: 1 + number of its portal, 0 for none.
PORTAL_OF = np.zeros(NUM_ROOMS, np.int64)

for _number, _row in enumerate(_rows()):
    _rooms = list(_row["rooms"])
    if len(_rooms) > ROOMS_A_TILE:
        raise ValueError(f"tiles.json: {TILES[_number]}: {len(_rooms)} rooms, expected at most {ROOMS_A_TILE}")
    for _text in _row["inner"]:
        _from, _sign, _to = _text[0], _text[1], _text[2]
        number_of(("-", ">"), _sign, f"tiles.json: {TILES[_number]}")
        _a, _feet, _monsters, _locked, _ = _half(_from + _text[3:], _rooms, f"tiles.json: {TILES[_number]}")
        _b = number_of(_rooms, _to, f"tiles.json: {TILES[_number]}")
        _lock = _number_lock(f"{TILES[_number]} {_text[:3]}") if _locked else 0
        for _start, _end, _leads in ((_a, _b, 1), (_b, _a, 1 if _sign == "-" else 2)):
            _room = ROOMS_A_TILE * _number + _start
            INNER[_room, _end], INNER_FEET[_room, _end] = _leads, _feet
            INNER_MONSTERS[_room, _end], INNER_LOCK[_room, _end] = _monsters, _lock
    if _row["portal"]:
        _a, _feet, _monsters, _locked, _outwards = _half(_row["portal"], _rooms, f"tiles.json: {TILES[_number]}")
        if _locked or _outwards:
            raise ValueError(f"tiles.json: {TILES[_number]}: expected a portal without lock and arrow")
        _portal = 0 if _number < NUM_SIDES else _portal_tiles.index(_number)
        PORTAL_OF[ROOMS_A_TILE * _number + _a] = 1 + _portal
        for _side_number in range(NUM_SIDES) if _number >= NUM_SIDES else (_number,):
            PORTAL_ROOM[_portal, _side_number] = ROOMS_A_TILE * _number + _a
            PORTAL_MONSTERS[_portal, _side_number] = _monsters

LOCKS: tuple[str, ...] = tuple(_locks)
NUM_LOCKS = len(LOCKS)

# --- rooms ----------------------------------------------------------------------------------------------------------

#: ``[room, feature]`` is 1 where the room has the feature, in the order of :data:`FEATURES`.
HAS_FEATURE = np.zeros((NUM_ROOMS, len(FEATURES)), np.int8)
#: By tile: number of rooms. By room: the bits of `facts` that being there makes true.
NUM_ROOMS_OF = constant([*(len(row["rooms"]) for row in _rows()), 0, 0])
ROOM_FACTS = np.zeros(NUM_ROOMS, np.int64)
#: By room: the cell it lies in, the letter on the tile. By cell: the tile it belongs to.
CELL_OF_ROOM = np.arange(NUM_ROOMS) // ROOMS_A_TILE
TILE_OF_CELL = constant([*range(NUM_TILES), *range(NUM_SIDES)])
ROOM_LETTERS: list[str] = [""] * NUM_ROOMS
IS_HAUNTED = constant([*(row.get("haunted", 0) for row in _rows()), 0, 0])

for _number, _row in enumerate(_rows()):
    _dark = list(_row["rooms"]) if _row.get("zone") == "depths" else _row.get("depths", [])
    for _place, (_letter, _text) in enumerate(_row["rooms"].items()):
        _room = ROOMS_A_TILE * _number + _place
        ROOM_LETTERS[_room] = _letter
        for _word in () if _text == "-" else _text.split("+"):
            HAS_FEATURE[_room, number_of(FEATURES, _word, f"tiles.json: {TILES[_number]}")] = 1
        ROOM_FACTS[_room] = DEPTHS_FACT * (_letter in _dark) + HAUNTED_FACT * int(IS_HAUNTED[_number])
        if _number < NUM_SIDES and _letter in _dark:
            CELL_OF_ROOM[_room] = NUM_TILES + _number  # the upper half is the one in the Depths (CC29)


def _rooms_with(*features: str) -> Integers:
    """By room: 1 where it has one of `features`."""
    return constant(HAS_FEATURE[:, [FEATURES.index(feature) for feature in features]].any(axis=1))


def _numbered(flags: Integers) -> Integers:
    """By room: 1 + its number among those flagged, 0 for the others."""
    return constant(np.where(flags > 0, np.cumsum(flags), 0))


IS_CRYPT, IS_CAVE, IS_MARKET = (_rooms_with(feature) for feature in ("CRYPT", "CAVE", "MARKET"))
ROOM_FACTS += CAVE_FACT * IS_CAVE
#: By room: 1 + number of its Wayshrine, its artifact, its chest, library or prison; 0 for none.
SHRINE_OF = _numbered(_rooms_with("WAY"))
ARTIFACT_PLACE_OF = _numbered(_rooms_with("ART0", "ART1", "ART2"))
CHEST_OF, LIBRARY_OF, PRISON_OF = (_numbered(_rooms_with(feature)) for feature in _LOCKED)
NUM_CHESTS, NUM_LIBRARIES, NUM_PRISONS = (int(table.max()) for table in (CHEST_OF, LIBRARY_OF, PRISON_OF))
NUM_SHRINES, NUM_ARTIFACT_PLACES = int(SHRINE_OF.max()), int(ARTIFACT_PLACE_OF.max())
_deeper = constant(HAS_FEATURE[:, FEATURES.index("ART1")] + 2 * HAS_FEATURE[:, FEATURES.index("ART2")])


def _names_of(table: Integers) -> tuple[str, ...]:
    return tuple(f"{TILES[room // ROOMS_A_TILE]} {ROOM_LETTERS[room]}" for room in np.flatnonzero(table))


CHESTS, LIBRARIES, PRISONS, SHRINES, ARTIFACT_PLACES = map(
    _names_of, (CHEST_OF, LIBRARY_OF, PRISON_OF, SHRINE_OF, ARTIFACT_PLACE_OF)
)
#: By tile: 1 + number of its artifact room, 0 for none; how much deeper in the stack its artifact lies.
ARTIFACT_PLACE_OF_TILE = constant(ARTIFACT_PLACE_OF.reshape(NUM_CELLS, ROOMS_A_TILE).max(axis=1))
DEEPER = constant(_deeper.reshape(NUM_CELLS, ROOMS_A_TILE).max(axis=1))
#: Rooms that pay on entry: number of the room among them plus 1, and what they pay (CC23).
REWARD_OF = _numbered(_rooms_with(*_REWARDS))
NUM_REWARDS = int(REWARD_OF.max())
GIVES_MINOR, GIVES_IDOL, _one_gold, _two_gold, GIVES_HEAL = (_rooms_with(feature) for feature in _REWARDS)
GIVES_GOLD = constant(_one_gold + 2 * _two_gold)
if (HAS_FEATURE[:, [FEATURES.index(feature) for feature in _REWARDS]].sum(axis=1) > 1).any() or NUM_REWARDS > 31:
    raise ValueError("tiles.json: expected at most one reward a room, and at most 31 such rooms")
if (np.count_nonzero(ARTIFACT_PLACE_OF.reshape(NUM_CELLS, ROOMS_A_TILE), axis=1) > 1).any():
    raise ValueError("tiles.json: expected at most one artifact room a tile")
if any(_row.get("depths", ["U", "M"]) != ["U", "M"] or list(_row["rooms"]) != ["K", "V", "U", "M"] for _row in _sides):
    raise ValueError("tiles.json: expected starting tiles of the rooms K, V, U, M, of which U and M are the Depths")
#: Every tile can be entered for one Boot and nothing else at some edge, so that a revealed tile can be placed (CCD14).
_plain = (EDGE_FEET + EDGE_MONSTERS + EDGE_LOCK + EDGE_OUT)[NUM_SIDES:NUM_TILES] == 0
if not _plain.any(axis=1).all():
    raise ValueError("tiles.json: expected a tunnel for one Boot alone on every tile")
_written: list[npt.NDArray[Any]] = [EDGE_ROOM, EDGE_FEET, EDGE_MONSTERS, EDGE_LOCK, EDGE_OUT, INNER, INNER_FEET]
_written += [INNER_MONSTERS, INNER_LOCK, PORTAL_ROOM, PORTAL_MONSTERS, PORTAL_OF, HAS_FEATURE, ROOM_FACTS, CELL_OF_ROOM]
for _array in _written:
    _array.setflags(write=False)
MAX_MONSTERS = 4  # of one tunnel: there are actions for so many swords
if 2 * max(EDGE_MONSTERS.max(), PORTAL_MONSTERS.max(), 0) > MAX_MONSTERS or INNER_MONSTERS.max() > MAX_MONSTERS:
    raise ValueError(f"tiles.json: expected at most {MAX_MONSTERS} monsters in a tunnel")
