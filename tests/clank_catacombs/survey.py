"""How near every room is to the Crypt, to an Artifact and to what is unknown: a plain search over the map."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from tests.clank_catacombs.dungeon import features, numbered, ways

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

NEAREST = 100
#: The last map that was surveyed, and what came of it: maps change seldom.
_last: tuple[object, dict[str, dict[str, int]]] = (None, {})


def nearness(game: CatacombsOracle) -> dict[str, dict[str, int]]:
    """By "crypt", "artifact" and "unknown": 100 less the length of the shortest way, for the rooms that have one.

    A tunnel is as long as its Boots, monsters and closed locks; nobody goes against an arrow.
    """
    global _last
    known = (
        *(game.side, tuple(game.cells.items()), tuple(game.turned.items()), tuple(game.unlocked)),
        *(tuple(game.lying), game.tiles_left() > 0),
    )
    if _last[0] != known:
        _last = (known, _survey(game))
    return _last[1]


def _survey(game: CatacombsOracle) -> dict[str, dict[str, int]]:
    rooms = [room for tile in game.turned for room in numbered(game, tile)]
    into: dict[str, list[tuple[str, int]]] = {room: [] for room in rooms}  # whence, and how long the tunnel is
    edge: dict[str, int] = {}  # the shortest tunnel from a room to a new tile
    for room in rooms:
        for way in ways(game, room):
            length = way.boots + way.monsters + len(way.locks)
            if way.to is None:
                edge[room] = min(length, edge.get(room, length))
            elif not way.against:
                into[way.to].append((room, length))
    goals = {
        "crypt": {room: 0 for room in rooms if "CRYPT" in features(game, room)},
        "artifact": {room: 0 for room in game.lying if room in into},
        "unknown": edge,
    }
    return {goal: _shortest(into, starts) for goal, starts in goals.items()}


def _shortest(into: dict[str, list[tuple[str, int]]], starts: dict[str, int]) -> dict[str, int]:
    """Dijkstra's search, from the goals backwards."""
    found: dict[str, int] = {}
    waiting = [(length, room) for room, length in starts.items()]
    heapq.heapify(waiting)
    while waiting:
        length, room = heapq.heappop(waiting)
        if room not in found:
            found[room] = length
            for before, more in into[room]:
                heapq.heappush(waiting, (length + more, before))
    return {room: NEAREST - length for room, length in found.items()}
