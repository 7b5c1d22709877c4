"""The map of the dungeon with letters: a grid of tiles, then every tile with its rooms and tunnels as they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .state import INSIDE
from .tables import ARTIFACT_POINTS
from .tiles import (
    ARTIFACT_PLACE_OF,
    CELL_OF_ROOM,
    CHEST_OF,
    DIRECTIONS,
    EDGE_FEET,
    EDGE_LOCK,
    EDGE_MONSTERS,
    EDGE_OUT,
    EDGE_ROOM,
    FEATURES,
    HAS_FEATURE,
    INNER,
    INNER_FEET,
    INNER_LOCK,
    INNER_MONSTERS,
    IS_HAUNTED,
    LIBRARY_OF,
    NUM_CELLS,
    NUM_ROOMS_OF,
    NUM_SIDES,
    NUM_TILES,
    PORTAL_MONSTERS,
    PORTAL_OF,
    PRISON_OF,
    ROOM_LETTERS,
    ROOMS_A_TILE,
    SHRINE_OF,
    TILE_OF_CELL,
    TILE_TITLES,
    TILES,
)

_WORDS = {
    "CRYPT": "Crypt",
    "CAVE": "Crystal Cave",
    "MARKET": "Market",
    "WAY": "Wayshrine",
    "MINOR": "Minor Secret",
    "IDOL": "Monkey Altar",
    "GOLD1": "1 Gold",
    "GOLD2": "2 Gold",
    "HEAL": "heal 1",
    "CHEST": "Chest",
    "LIB": "Library",
    "PRISON": "Prison",
}


def map_lines(s: Any, n: int) -> list[str]:
    """The grid, north above, and the tiles on it, a few lines each."""
    lines = list(_grid(s, n))
    for tile in range(NUM_TILES):
        if s["placed"][tile]:
            lines += _tile(s, n, tile)
    return lines


def _pawns(s: Any, n: int, rooms: set[int]) -> list[int]:
    return [seat for seat in range(n) if s["status"][seat] == INSIDE and int(s["room"][seat]) in rooms]


def _grid(s: Any, n: int) -> Iterator[str]:
    """A box a cell: name and pawns, the halves of the starting tile as Crypt and Depths."""
    cells = {(int(s["x"][cell]), int(s["y"][cell])): cell for cell in range(NUM_CELLS) if s["placed"][cell]}
    if not cells:
        return
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)
    line = "  " + "+-------" * (east - west + 1) + "+"
    for y in range(north, south - 1, -1):
        yield line
        row = [_cell(s, n, cells.get((x, y), -1)) for x in range(west, east + 1)]
        yield "  |" + "|".join(name for name, _ in row) + "|"
        yield "  |" + "|".join(pawns for _, pawns in row) + "|"
    yield line


def _cell(s: Any, n: int, cell: int) -> tuple[str, str]:
    if cell < 0:
        return " " * 7, " " * 7
    name = TILES[cell] if NUM_SIDES <= cell < NUM_TILES else "crypt" if cell < NUM_SIDES else "altar"
    rooms = {room for room in range(ROOMS_A_TILE * NUM_TILES) if int(CELL_OF_ROOM[room]) == cell}
    return f" {name:<6}", f" {''.join(str(seat) for seat in _pawns(s, n, rooms)):<6}"


def _tile(s: Any, n: int, tile: int) -> Iterator[str]:
    place = f"({s['x'][tile]}, {s['y'][tile]})"
    haunted = ", haunted" if IS_HAUNTED[tile] else ""
    yield f"  {TILES[tile]} {TILE_TITLES[tile]} {place}{haunted}"
    for local in range(int(NUM_ROOMS_OF[tile])):
        room = ROOMS_A_TILE * tile + local
        ways = [*_inner_ways(s, room), *_edges(s, room), *_portal(s, room)]
        here = _pawns(s, n, {room})
        pawns = f"  <- {', '.join(f'player {seat}' for seat in here)}" if here else ""
        yield f"    room {local + 1} ({ROOM_LETTERS[room]}) {_room(s, n, room)}: {'; '.join(ways)}{pawns}"


def _room(s: Any, n: int, room: int) -> str:
    words = [_WORDS[name] for name, has in zip(FEATURES, HAS_FEATURE[room], strict=True) if has and name in _WORDS]
    for table, field in ((CHEST_OF, "chests"), (LIBRARY_OF, "libraries"), (PRISON_OF, "prisons")):
        if table[room] and s[f"{field}_opened"][table[room] - 1]:
            words.append("opened")
    if SHRINE_OF[room]:
        marks = [str(seat) for seat in range(n) if s["marks"][seat][SHRINE_OF[room] - 1]]
        words += [f"marked by {' '.join(marks)}"] if marks else []
    if ARTIFACT_PLACE_OF[room]:
        lies = int(s["lying"][ARTIFACT_PLACE_OF[room] - 1])
        words.append(f"Artifact {ARTIFACT_POINTS[lies - 1]}" if lies else "no Artifact")
    return ", ".join(words) or "nothing"


def _price(s: Any, feet: int, monsters: int, lock: int) -> str:
    words = ["footprints"] * bool(feet)
    words += [f"{monsters} monster{'s' * (monsters > 1)}"] * bool(monsters)
    if lock:
        words.append("open lock" if s["unlocked"][lock - 1] else "lock")
    return f" [{', '.join(words)}]" if words else ""


def _inner_ways(s: Any, room: int) -> Iterator[str]:
    for other in range(ROOMS_A_TILE):
        if INNER[room, other]:
            against = " against the arrow" if INNER[room, other] == 2 else ""
            price = _price(
                s, int(INNER_FEET[room, other]), int(INNER_MONSTERS[room, other]), int(INNER_LOCK[room, other])
            )
            yield f"to room {other + 1}{against}{price}"


def _edges(s: Any, room: int) -> Iterator[str]:
    """The own halves of the tunnels to neighbouring cells."""
    cell = int(CELL_OF_ROOM[room])
    for direction, name in enumerate(DIRECTIONS):
        edge = (direction - int(s["rotation"][cell])) % 4
        if EDGE_ROOM[cell, edge] == room % ROOMS_A_TILE:
            price = _price(s, int(EDGE_FEET[cell, edge]), int(EDGE_MONSTERS[cell, edge]), int(EDGE_LOCK[cell, edge]))
            out = " outwards only" if EDGE_OUT[cell, edge] else ""
            beyond = int(s["neighbour"][cell][direction])
            to = f" to {TILES[TILE_OF_CELL[beyond - 1]]}" if beyond else " unexplored"
            yield f"{name}{to}{out}{price}"


def _portal(s: Any, room: int) -> Iterator[str]:
    if PORTAL_OF[room]:
        yield f"portal{_price(s, 0, int(PORTAL_MONSTERS[PORTAL_OF[room] - 1, s['side']]), 0)}"
