"""The map of the dungeon with letters: a grid of tiles, then every tile with its rooms and tunnels as they lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .actions import ORIENTATIONS
from .state import INSIDE
from .tables import ARTIFACT_POINTS, DEPTHS_FACT
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
    REWARD_OF,
    ROOM_FACTS,
    ROOM_LETTERS,
    ROOMS_A_TILE,
    SHRINE_OF,
    TILE_OF_CELL,
    TILE_TITLES,
    TILES,
)

#: Features in words, those of Artifact rooms apart.
FEATURE_WORDS: Mapping[str, str] = {
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
#: Artifact rooms of tiles that are not placed: a plus takes the Artifact one deeper in the stack.
_TO_COME = {"ART0": "Artifact", "ART1": "Artifact +", "ART2": "Artifact ++"}


def map_lines(s: Any, n: int) -> list[str]:
    """The grid, north above, the tiles on it, a few lines each, and a tile that is revealed, as it lies unturned."""
    lines = list(_grid(s, n))
    for tile in range(NUM_TILES):
        if s["placed"][tile]:
            lines += _tile(s, n, tile)
    if s["revealed"]:
        lines += _revealed(s, int(s["revealed"]))
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


def _title(tile: int) -> str:
    return f"{TILES[tile]} {TILE_TITLES[tile]}"


def _tile(s: Any, n: int, tile: int) -> Iterator[str]:
    rooms = range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + int(NUM_ROOMS_OF[tile]))
    notes = ", haunted" if IS_HAUNTED[tile] else ""
    if tile < NUM_SIDES:
        dark = (str(room % ROOMS_A_TILE + 1) for room in rooms if ROOM_FACTS[room] & DEPTHS_FACT)
        notes = f", side {'AB'[tile]}, rooms {' and '.join(dark)} in the Depths"
    yield f"  {_title(tile)} ({s['x'][tile]}, {s['y'][tile]}){notes}"
    for room in rooms:
        ways = [*_inner_ways(s, room), *_edges(s, room), *_portal(s, room)]
        here = _pawns(s, n, {room})
        pawns = f"  <- {', '.join(f'player {seat}' for seat in here)}" if here else ""
        yield f"    {_name(room)} {_room(s, n, room)}: {'; '.join(ways)}{pawns}"


def _revealed(s: Any, tile: int) -> Iterator[str]:
    """The tile as it lies unturned, and where each orientation would let the pawn in."""
    haunted = ", haunted" if IS_HAUNTED[tile] else ""
    direction = int(s["reveal_direction"])
    yield f"  {_title(tile)}{haunted}, revealed, to go {DIRECTIONS[direction]} of player {s['to_act']}; unturned it has"
    for local in range(int(NUM_ROOMS_OF[tile])):
        room = ROOMS_A_TILE * tile + local
        edges = [
            f"{name}{_arrow(tile, edge)}{_brackets(_half(s, tile, edge))}"
            for edge, name in enumerate(DIRECTIONS)
            if EDGE_ROOM[tile, edge] == local
        ]
        ways = [*_inner_ways(s, room), *edges, *_portal(s, room)]
        features = _features(room, {**FEATURE_WORDS, **_TO_COME})
        yield f"    {_name(room)} {', '.join(features) or 'nothing'}: {'; '.join(ways)}"
    ways_in = []
    for turns, orientation in enumerate(ORIENTATIONS):
        edge = (direction + 2 - turns) % 4
        into = _name(ROOMS_A_TILE * tile + int(EDGE_ROOM[tile, edge]))
        against = " against the arrow" if EDGE_OUT[tile, edge] else ""
        ways_in.append(f"{orientation} {into}{against}{_brackets(_half(s, tile, edge))}")
    yield f"    the way in: {'; '.join(ways_in)}"


def room_name(room: int) -> str:
    """A room by its tile and its number there."""
    return f"{TILES[room // ROOMS_A_TILE]} room {room % ROOMS_A_TILE + 1}"


def _name(room: int) -> str:
    return f"room {room % ROOMS_A_TILE + 1} ({ROOM_LETTERS[room]})"


def _features(room: int, words: Mapping[str, str]) -> list[str]:
    return [words[name] for name, has in zip(FEATURES, HAS_FEATURE[room], strict=True) if has and name in words]


def _room(s: Any, n: int, room: int) -> str:
    words = _features(room, FEATURE_WORDS)
    if REWARD_OF[room] and int(s["rewarded"]) >> int(REWARD_OF[room] - 1) & 1:
        words.append("has paid this turn")
    for table, field, name in (
        (CHEST_OF, "chests", "Chest"),
        (LIBRARY_OF, "libraries", "Library"),
        (PRISON_OF, "prisons", "Prison"),
    ):
        if table[room] and s[f"{field}_opened"][table[room] - 1]:
            words[words.index(name)] = f"opened {name}"
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
    return ", ".join(words)


def _brackets(words: str) -> str:
    return f" [{words}]" if words else ""


def _half(s: Any, cell: int, edge: int) -> str:
    """What one half of a tunnel between tiles costs."""
    return _price(s, int(EDGE_FEET[cell, edge]), int(EDGE_MONSTERS[cell, edge]), int(EDGE_LOCK[cell, edge]))


def _arrow(cell: int, edge: int) -> str:
    return " outwards only" if EDGE_OUT[cell, edge] else ""


def _inner_ways(s: Any, room: int) -> Iterator[str]:
    for other in range(ROOMS_A_TILE):
        if INNER[room, other]:
            against = " against the arrow" if INNER[room, other] == 2 else ""
            price = _price(
                s, int(INNER_FEET[room, other]), int(INNER_MONSTERS[room, other]), int(INNER_LOCK[room, other])
            )
            yield f"to room {other + 1}{against}{_brackets(price)}"


def _edges(s: Any, room: int) -> Iterator[str]:
    """The tunnels to neighbouring cells: the own halves, and after *beyond* the others'."""
    cell = int(CELL_OF_ROOM[room])
    for direction, name in enumerate(DIRECTIONS):
        edge = (direction - int(s["rotation"][cell])) % 4
        if EDGE_ROOM[cell, edge] == room % ROOMS_A_TILE:
            price = _half(s, cell, edge)
            to = " unexplored"
            if s["neighbour"][cell][direction]:
                beyond = int(s["neighbour"][cell][direction]) - 1
                facing = (direction + 2 - int(s["rotation"][beyond])) % 4
                against = " against the arrow" if EDGE_OUT[beyond, facing] else ""
                there = ROOMS_A_TILE * int(TILE_OF_CELL[beyond]) + int(EDGE_ROOM[beyond, facing])
                to = f" to {room_name(there)}{against}"
                other = _half(s, beyond, facing)
                price += f"{', ' * bool(price)}beyond {other}" if other else ""
            yield f"{name}{to}{_arrow(cell, edge)}{_brackets(price)}"


def _portal(s: Any, room: int) -> Iterator[str]:
    if PORTAL_OF[room]:
        yield f"portal{_brackets(_price(s, 0, int(PORTAL_MONSTERS[PORTAL_OF[room] - 1, s['side']]), 0))}"
