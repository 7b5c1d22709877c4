"""The map of the dungeon, drawn: tiles as they lie, rooms and tunnels with icons, pawns, and what is unexplored."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..core.icons import icon
from ..core.pictures import Picture
from .actions import MOVE, PLACE, PRISON, TAKE_ARTIFACT, TURN_TILE
from .map_words import FEATURE_WORDS
from .state import INSIDE, KNOCKED_OUT
from .tables import ARTIFACT_POINTS, DEPTHS_FACT
from .tile_plan import CELL, EDGES, ROOM_HEIGHT, ROOM_WIDTH, Point, plan, ribbon, rooms_of, to_edge, turned
from .tiles import (
    ARTIFACT_PLACE_OF,
    CELL_OF_ROOM,
    CHEST_OF,
    DEEPER,
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
    NUM_IN_STACK,
    NUM_SIDES,
    PORTAL_MONSTERS,
    PORTAL_OF,
    PRISON_OF,
    REWARD_OF,
    ROOM_FACTS,
    ROOMS_A_TILE,
    SHRINE_OF,
    TILE_OF_CELL,
    TILE_TITLES,
    TILES,
)

_ICONS = {
    "CRYPT": ("crypt", ""),
    "CAVE": ("crystal", ""),
    "MARKET": ("market", ""),
    "WAY": ("shrine", ""),
    "MINOR": ("minor", "?"),
    "IDOL": ("monkey", ""),
    "GOLD1": ("coin", "1"),
    "GOLD2": ("coin", "2"),
    "HEAL": ("heart", "1"),
    "CHEST": ("chest", ""),
    "LIB": ("book", ""),
    "PRISON": ("bars", ""),
}
_LOCKED = {"CHEST": (CHEST_OF, "chests"), "LIB": (LIBRARY_OF, "libraries"), "PRISON": (PRISON_OF, "prisons")}
_CORRIDOR = 15.0  # how wide tunnels are drawn
_STEP = 15.0  # from one icon of a tunnel to the next
_MARGIN = 0.24  # cells around the map, for tunnels that lead on
_LARGEST = 1.25  # scale of a map that is still small
_PAWN_AT, _PAWN_GROWS = 0.85, 1.5  # below that scale pawns grow against it, up to so much

#: What the icons mean, for the key beside the map: (icon, text on it, words).
KEY: tuple[tuple[str, str, str], ...] = (
    ("footprints", "", "two Boots"),
    ("monster", "", "monster: a Sword or 1 damage"),
    ("lock", "", "lock: a Lockpick"),
    ("open lock", "", "opened"),
    ("arrow", "", "this way only"),
    ("portal", "", "portal"),
    ("white ghost", "", "haunted tile"),
    ("gem", "9", "Artifact"),
)


@dataclass(frozen=True)
class _Item:
    """One thing in a room: its icon, the text on it, what it is called."""

    icon: str
    text: str
    words: str
    locked: bool = False


def draw_map(picture: Picture, s: Any, n: int, box: tuple[float, float, float, float], moved: Moved) -> None:
    """The map as large as it may be in `box` (x, y, width, height), north above."""
    left, top, width, height = box
    cells = [cell for cell in range(NUM_CELLS) if s["placed"][cell]]
    places = {cell: (int(s["x"][cell]), int(s["y"][cell])) for cell in cells}
    pending = _pending(s) if s["revealed"] else None
    across = [x for x, _ in places.values()] + ([pending[0]] if pending else [])
    up = [y for _, y in places.values()] + ([pending[1]] if pending else [])
    columns, rows = max(across) - min(across) + 1, max(up) - min(up) + 1
    scale = min(_LARGEST, width / CELL / (columns + 2 * _MARGIN), height / CELL / (rows + 2 * _MARGIN))
    grown = min(_PAWN_GROWS, max(1.0, _PAWN_AT / scale))
    middle = (left + width / 2, top + height / 2)

    def at(x: int, y: int) -> Point:
        return (CELL * (x - (min(across) + max(across)) / 2), CELL * ((min(up) + max(up)) / 2 - y))

    with picture.group(f"translate({middle[0]:g} {middle[1]:g}) scale({scale:.4g})"):
        for cell in cells:
            with picture.group(_shift(at(*places[cell]))):
                _ground(picture, s, cell, moved.tile == int(TILE_OF_CELL[cell]))
        for cell in cells:
            with picture.group(_shift(at(*places[cell]))):
                _tunnels(picture, s, cell, int(s["rotation"][cell]), pending is not None and _faces(s, cell))
        for cell in cells:
            with picture.group(_shift(at(*places[cell]))):
                _rooms(picture, s, n, cell, int(s["rotation"][cell]), moved.room, grown)
        if pending:
            with picture.group(_shift(at(*pending)), title="revealed, not yet placed: drawn unturned"):
                _revealed(picture, s, n)


def _shift(point: Point) -> str:
    return f"translate({point[0]:g} {point[1]:g})"


# --- what the last move concerned -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved:
    """The room and the tile that the last move concerned, -1 for none."""

    room: int = -1
    tile: int = -1


def moved_on_map(s: Any, seat: int, action: int) -> Moved:
    """What an action of `seat` concerned on the map, seen from the state after it."""
    room = int(s["room"][seat])
    if PLACE <= action < TAKE_ARTIFACT:
        return Moved(room if action < TURN_TILE else -1, room // ROOMS_A_TILE)
    return Moved(room) if MOVE <= action < PLACE or TAKE_ARTIFACT <= action <= PRISON else Moved()


# --- a tile ---------------------------------------------------------------------------------------------------------


def _pending(s: Any) -> tuple[int, int]:
    """Where the revealed tile goes."""
    cell = int(CELL_OF_ROOM[s["room"][s["to_act"]]])
    dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(s["reveal_direction"])]
    return int(s["x"][cell]) + dx, int(s["y"][cell]) + dy


def _faces(s: Any, cell: int) -> bool:
    return cell == int(CELL_OF_ROOM[s["room"][s["to_act"]]])


def _is_dark(cell: int) -> bool:
    return bool(ROOM_FACTS[rooms_of(cell)[0]] & DEPTHS_FACT)


def _ground(picture: Picture, s: Any, cell: int, marked: bool) -> None:
    """The square with its names; a room's zone shows in its colour."""
    half = CELL / 2
    kind = "purple-soft" if _is_dark(cell) else "brown-soft"
    tile = int(TILE_OF_CELL[cell])
    zone = "the Depths" if _is_dark(cell) else "outside the Depths"
    picture.rect(-half + 1, -half + 1, CELL - 2, CELL - 2, kind, 8, title=f"{TILES[tile]} {TILE_TITLES[tile]}, {zone}")
    if marked:
        picture.rect(-half + 3, -half + 3, CELL - 6, CELL - 6, "mark", 7)
    name, title = TILES[tile], TILE_TITLES[tile]
    if tile < NUM_SIDES:
        name, title = f"START {'AB'[tile]}", "Depths" if _is_dark(cell) else "Crypt"
    picture.text(-half + 7, -half + 14, name, 11, "bold", fit=58)
    picture.text(half - 7, -half + 14, title, 10.5, "dim", "end", fit=85)
    if IS_HAUNTED[tile]:
        icon(picture, -half + 16, -half + 27, 18, "white ghost", "haunted: a Ghost came with this tile")


def _signs(s: Any, feet: int, monsters: int, lock: int) -> list[tuple[str, str]]:
    """The icons of half a tunnel: (icon, tooltip)."""
    signs = [("footprints", "footprints: two Boots")] * bool(feet)
    signs += [("monster", "monster: 1 damage or a Sword")] * monsters
    if lock:
        signs += [("open lock", "lock, opened")] if s["unlocked"][lock - 1] else [("lock", "lock: a Lockpick")]
    return signs


def _row(picture: Picture, signs: list[tuple[str, str]], at: Point, upright: bool, arrow: float | None = None) -> None:
    """Icons beside each other around a point, or one below the other; an arrow comes last."""
    number = len(signs) + (arrow is not None)
    for place in range(number):
        along = (place - (number - 1) / 2) * _STEP
        x, y = (at[0], at[1] + along) if upright else (at[0] + along, at[1])
        if place < len(signs):
            icon(picture, x, y, 15, signs[place][0], signs[place][1])
        else:
            icon(picture, x, y, 15, "arrow", "this way only", turn=arrow or 0)


def _tunnels(picture: Picture, s: Any, cell: int, rotation: int, pending: bool) -> None:
    """The tunnels of a tile; those that lead to undiscovered tiles reach over the edge."""
    places = {room: turned(place, rotation) for room, place in plan(cell).items()}
    signs: list[tuple[list[tuple[str, str]], Point, bool, float | None]] = []
    for room, place in places.items():
        for direction in range(4):
            edge = (direction - rotation) % 4
            if EDGE_ROOM[cell, edge] == room % ROOMS_A_TILE:
                picture.path(ribbon(to_edge(place, direction), _CORRIDOR), "panel line")
                beyond = int(s["neighbour"][cell][direction]) if s["placed"][cell] else 1
                if not beyond and not (pending and direction == int(s["reveal_direction"])):
                    _unexplored(picture, direction, int(s["tiles_revealed"]) < NUM_IN_STACK)
                half = _signs(s, int(EDGE_FEET[cell, edge]), int(EDGE_MONSTERS[cell, edge]), int(EDGE_LOCK[cell, edge]))
                arrow = 90.0 * (direction - 1) if EDGE_OUT[cell, edge] else None
                signs.append((half, _near_edge(direction), direction % 2 == 1, arrow))
        for local in range(ROOMS_A_TILE):
            other = room - room % ROOMS_A_TILE + local
            if INNER[room, local] and (other > room or other not in places):
                signs += _inner(picture, s, cell, room, other, places)
    for half, at, upright, arrow in signs:
        _row(picture, half, at, upright, arrow)


def _near_edge(direction: int) -> Point:
    """Where the icons of half a tunnel lie; names stand above those in the north."""
    return ((0.0, -79.0), (91.5, 0.0), (0.0, 91.0), (-91.5, 0.0))[direction]


def _inner(
    picture: Picture, s: Any, cell: int, room: int, other: int, places: dict[int, Point]
) -> Iterator[tuple[list[tuple[str, str]], Point, bool, float | None]]:
    """A tunnel within a tile, and its icons; that between the halves of a starting tile has them below the seam."""
    local = other % ROOMS_A_TILE
    signs = _signs(s, int(INNER_FEET[room, local]), int(INNER_MONSTERS[room, local]), int(INNER_LOCK[room, local]))
    start = places[room]
    if other not in places:
        lower = cell < NUM_SIDES
        picture.path(ribbon(to_edge(start, 0 if lower else 2), _CORRIDOR), "panel line")
        if lower:
            yield signs, _near_edge(0), False, None
        return
    end = places[other]
    picture.path(ribbon((start, end), _CORRIDOR), "panel line")
    dx, dy = end[0] - start[0], end[1] - start[1]
    way = math.degrees(math.atan2(dy, dx)) + (180 if INNER[room, local] == 2 else 0)
    one_way = INNER[room, local] != INNER[other, room % ROOMS_A_TILE]
    yield signs, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), abs(dx) > abs(dy), way if one_way else None


def _unexplored(picture: Picture, direction: int, more: bool) -> None:
    """The mouth of a tunnel to where no tile lies: a question, or a wall when the stack is empty."""
    x, y = EDGES[direction]
    reach = 1.15 if more else 1.04
    title = f"{DIRECTIONS[direction]}: undiscovered" if more else f"{DIRECTIONS[direction]}: no tiles are left"
    with picture.group(title=title):
        picture.path(ribbon(((x * 0.98, y * 0.98), (x * reach, y * reach)), _CORRIDOR), "panel line")
        if more:
            picture.circle(x * 1.15, y * 1.15, 10, "well line")
            picture.text(x * 1.15, y * 1.15 + 4.5, "?", 13, "bold", "middle")
        else:
            across = (14.0, 0.0) if direction % 2 == 0 else (0.0, 14.0)
            at = (x * 1.04, y * 1.04)
            picture.line(at[0] - across[0], at[1] - across[1], at[0] + across[0], at[1] + across[1], "line thick")


def _revealed(picture: Picture, s: Any, n: int) -> None:
    cell = int(s["revealed"])
    _ground(picture, s, cell, True)
    _tunnels(picture, s, cell, 0, False)
    _rooms(picture, s, n, cell, 0, -1, 1.0)
    picture.rect(-62, -117, 124, 16, "glow mark", 4)
    picture.text(0, -105, "revealed; not yet placed", 10, "bold", "middle", fit=118)


# --- rooms ----------------------------------------------------------------------------------------------------------


def _rooms(picture: Picture, s: Any, n: int, cell: int, rotation: int, marked: int, grown: float) -> None:
    for room, place in plan(cell).items():
        with picture.group(_shift(turned(place, rotation))):
            _room(picture, s, n, room, room == marked, grown)


def _items(s: Any, room: int) -> Iterator[_Item]:
    """What a room has, in the order of the features, its portal last."""
    for name, has in zip(FEATURES, HAS_FEATURE[room], strict=True):
        if not has:
            continue
        if name.startswith("ART"):
            lies = int(s["lying"][ARTIFACT_PLACE_OF[room] - 1])
            if not s["placed"][CELL_OF_ROOM[room]]:
                plus = "+" * int(DEEPER[CELL_OF_ROOM[room]])
                yield _Item("gem", plus, f"Artifact {plus}".strip())
            elif lies:
                yield _Item("gem", str(ARTIFACT_POINTS[lies - 1]), f"Artifact {ARTIFACT_POINTS[lies - 1]}")
            else:
                yield _Item("no gem", "", "no Artifact")
        elif name in _LOCKED:
            table, field = _LOCKED[name]
            opened = bool(s[f"{field}_opened"][table[room] - 1])
            words = f"opened {FEATURE_WORDS[name]}" if opened else FEATURE_WORDS[name]
            yield _Item(*_ICONS[name], words, locked=not opened)
        else:
            words = FEATURE_WORDS[name]
            if REWARD_OF[room] and name not in ("CRYPT", "CAVE", "MARKET", "WAY"):
                words += ", paid" if int(s["rewarded"]) >> int(REWARD_OF[room] - 1) & 1 else ""
            sign, text = _ICONS[name]
            yield _Item(sign, str(s["idols_left"]) if name == "IDOL" else text, words)
    if PORTAL_OF[room]:
        yield _Item("portal", "", "Portal")


def _room(picture: Picture, s: Any, n: int, room: int, marked: bool, grown: float) -> None:
    """A room around (0, 0): what it has, what that is called, and who is there, in pawns so much larger."""
    items = list(_items(s, room))
    words = [item.words for item in items]
    here = [seat for seat in range(n) if int(s["room"][seat]) == room and s["status"][seat] in (INSIDE, KNOCKED_OUT)]
    over = bool(s["terminated"] or s["truncated"])
    acts = not over and int(s["to_act"]) in here
    title = f"{TILES[room // ROOMS_A_TILE]} room {room % ROOMS_A_TILE + 1}: {', '.join(words) or 'nothing'}"
    with picture.group(title=title):
        kind = f"card{' glow' if acts else ''}{' mark' if marked else ''}"
        picture.rect(-ROOM_WIDTH / 2, -ROOM_HEIGHT / 2, ROOM_WIDTH, ROOM_HEIGHT, kind, 9)
        monsters = int(PORTAL_MONSTERS[PORTAL_OF[room] - 1, s["side"]]) if PORTAL_OF[room] else 0
        step = 22.0
        number = len(items) + (0.6 * monsters) + (0.8 if SHRINE_OF[room] else 0)
        for place, item in enumerate(items):
            x = (place - (number - 1) / 2) * step + (0.8 * step if SHRINE_OF[room] and place else 0)
            icon(picture, x, -11, 20, item.icon, item.words, item.text)
            if item.locked:
                icon(picture, x + 9, -6, 11, "lock", "locked: a Lockpick opens it")
            if item.icon == "shrine":
                _marks(picture, s, n, int(SHRINE_OF[room]) - 1, x + 11)
        for monster in range(monsters):
            x = (number - 1) / 2 * step - 0.6 * step * monster
            icon(picture, x, -11, 12, "monster", "monster on the way through the portal")
        size, y = (11.0, 13.0) if len(words) < 2 else (9.5, 9.5)
        for line, text in enumerate(words):
            picture.text(0, y + line * 10, text, size, "ink", "middle", fit=ROOM_WIDTH - 4)
        picture.text(-ROOM_WIDTH / 2 + 4, -ROOM_HEIGHT / 2 + 9, str(room % ROOMS_A_TILE + 1), 8, "dim")
    for place, seat in enumerate(here):
        x = -28 + 56 * place / max(1, len(here) - 1)  # from corner to corner, beside what is drawn below the room
        out = s["status"][seat] == KNOCKED_OUT
        with picture.group(f"translate({x:g} 28)" + (" rotate(90)" if out else "")):
            picture.pawn(0, 0, seat, 8.5 * grown, f"player {seat}, knocked out" if out else None)


def _marks(picture: Picture, s: Any, n: int, shrine: int, x: float) -> None:
    """The four spaces of a Wayshrine."""
    seats = [seat for seat in range(n) if s["marks"][seat][shrine]]
    for place in range(4):
        left, top = x + place % 2 * 8, -19 + place // 2 * 8
        if place < len(seats):
            picture.cube(left, top, 7.5, f"seat{seats[place]}", f"marked by player {seats[place]}")
        else:
            picture.rect(left, top, 7, 7, "well line", 1)
