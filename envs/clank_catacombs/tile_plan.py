"""Where the rooms of a tile are drawn: the table says which tunnels they have, not where on the square they lie.

Lengths are in units of which a cell of the map is :data:`CELL` wide, from the middle of the cell; y grows downwards, as
in pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations

import numpy as np

from .tiles import CELL_OF_ROOM, EDGE_ROOM, INNER, NUM_ROOMS_OF, NUM_SIDES, ROOMS_A_TILE, TILE_OF_CELL

Point = tuple[float, float]
#: Where a tunnel runs.
Course = tuple[Point, ...]

CELL = 200.0
ROOM_WIDTH, ROOM_HEIGHT = 72.0, 48.0
_OFFSET = 49.0
# Corners and the middles between them, from which rooms look best; of equally good plans the first one is taken.
_PLACES: tuple[Point, ...] = tuple(
    (_OFFSET * x, _OFFSET * y) for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
)
_APART = 80.0  # rooms at least so far from each other, east or north, overlap in no orientation
_CLEAR = 42.0  # tunnels at least so far from the middle of a room pass it by
_CROSSING, _UNDER_A_ROOM = 150.0, 1000.0  # what a crossing of tunnels counts, and a room in the way, as lengths
_BEND = 0.35  # tunnels from the edge lead straight towards the middle at first
#: Middles of the edges by direction: north, east, south, west.
EDGES: tuple[Point, ...] = ((0, -CELL / 2), (CELL / 2, 0), (0, CELL / 2), (-CELL / 2, 0))


def turned(point: Point, quarters: int) -> Point:
    """`point` after so many quarter turns clockwise."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def rooms_of(cell: int) -> list[int]:
    """The rooms in a cell; a starting tile has those of the Depths in its upper one."""
    tile = int(TILE_OF_CELL[cell])
    rooms = range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + int(NUM_ROOMS_OF[tile]))
    return [room for room in rooms if int(CELL_OF_ROOM[room]) == cell]


@cache
def plan(cell: int) -> dict[int, Point]:
    """By room of a cell, unturned: its middle. The shortest tunnels with the fewest crossings that can be had."""
    rooms = rooms_of(cell)
    if len(rooms) == 1:
        return {rooms[0]: (0.0, 0.0)}
    plans = [
        dict(zip(rooms, places, strict=True))
        for places in permutations(_PLACES, len(rooms))
        if all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= _APART for a, b in combinations(places, 2))
    ]
    return min(plans, key=lambda places: _cost(cell, places))


def _cost(cell: int, places: dict[int, Point]) -> float:
    ways = list(_ways(cell, places))
    lengths = np.array([sum(math.dist(a, b) for a, b in pairwise(line)) for _, line in ways])
    crossings = sum(_cross(first, second) for (_, first), (_, second) in combinations(ways, 2))
    hidden = sum(_passes(line, places[room]) for ends, line in ways for room in places if room not in ends)
    return float(lengths.sum()) + _CROSSING * crossings + _UNDER_A_ROOM * hidden


def _ways(cell: int, places: dict[int, Point]) -> Iterator[tuple[tuple[int, ...], Course]]:
    """Every tunnel of a cell: the rooms at its ends, and where it runs.

    One to the other half of a starting tile leads over the edge there.
    """
    for room, place in places.items():
        for edge in range(4):
            if EDGE_ROOM[cell, edge] == room % ROOMS_A_TILE:
                yield (room,), to_edge(place, edge)
        for local in range(ROOMS_A_TILE):
            other = room - room % ROOMS_A_TILE + local
            if INNER[room, local] and other in places:
                if other > room:
                    yield (room, other), (place, places[other])
            elif INNER[room, local]:
                yield (room,), to_edge(place, 0 if cell < NUM_SIDES else 2)


def to_edge(room: Point, direction: int) -> Course:
    """The course of a tunnel from the middle of a room to that edge of the tile."""
    end = EDGES[direction]
    control = (end[0] * _BEND, end[1] * _BEND)
    course = []
    for step in range(7):
        t = step / 6
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        course.append((a * room[0] + b * control[0] + c * end[0], a * room[1] + b * control[1] + c * end[1]))
    return tuple(course)


def _passes(line: Course, room: Point) -> bool:
    """Whether a tunnel runs through where a room lies, in whatever orientation."""
    fine = [
        ((a[0] * (4 - i) + b[0] * i) / 4, (a[1] * (4 - i) + b[1] * i) / 4) for a, b in pairwise(line) for i in range(5)
    ]
    return any(max(abs(x - room[0]), abs(y - room[1])) < _CLEAR for x, y in fine)


def _cross(first: Course, second: Course) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return any(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for a, b in pairwise(first)
        for c, d in pairwise(second)
    )


@cache
def ribbon(points: Course, width: float) -> str:
    """The outline of a corridor of that width along `points`, in the words of SVG."""
    line = np.array(points)
    along = np.gradient(line, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None] * width / 2
    outline = np.concatenate([line + across, (line - across)[::-1]])
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z"
