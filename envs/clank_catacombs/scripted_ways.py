"""The ways that the sensible player of Clank! Catacombs takes: to the best Artifact, then home.

Ways are found over the whole map: `plan` writes what it takes from every room to the goal into the weights, which serve
as its scratch paper, since kernels cannot allocate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, seldom, whole
from .actions import COME_OUT, MOVE, NUM_TUNNELS, TELEPORT, THROUGH_PORTAL, TO_ROOM
from .cubes import damage_of
from .state import CELL_BITS, ROOM_BITS
from .tables import ARTIFACT_POINTS, MAP
from .tiles import (
    ARTIFACT_PLACE_OF,
    CELL_OF_ROOM,
    EDGE_ROOM,
    INNER,
    IS_CAVE,
    IS_CRYPT,
    NUM_CELLS,
    NUM_PORTALS,
    NUM_ROOMS_OF,
    NUM_TILES,
    PORTAL_OF,
    PORTAL_ROOM,
    ROOMS_A_TILE,
    TILE_OF_CELL,
)
from .tunnels import (
    IS_BARRED,
    IS_NEW,
    LOCAL,
    boots_of,
    edge_in,
    half_to_place,
    locks_of,
    monsters_of,
    portal_on_map,
    room_of,
    trip,
    tunnel_from,
)

_F = np.float32
_FAR = _F(1e6)
# In Boots: what a monster, a lock and a cave are worth avoiding; what a new tile leaves to go to an Artifact, and home.
_MONSTER, _LOCK, _CAVE, _UNKNOWN, _UNKNOWN_HOME = _F(1.4), _F(0.5), _F(1.5), _F(4.0), _F(25.0)
_POINT = _F(0.15)  # a point of an Artifact
_NEARER = _F(0.05)
_DEADLY = 6  # damage at which monsters are not fought with the own blood
#: No way is worth more than that.
BEST_WAY = _F(51)


@kernel
def goes_home(s: Record, seat: int) -> bool:
    """With an Artifact it goes home."""
    return s.num_artifacts[seat] > 0


@kernel
def left_at(s: Record, seat: int, room: int) -> Any:
    """What is left to do in a room, in Boots: nothing at the goal, very much where it is no goal."""
    if goes_home(s, seat):
        return _F(0) if IS_CRYPT[room] > 0 else _FAR
    place = ARTIFACT_PLACE_OF[room]
    artifact = whole(s.lying[max(place - 1, 0)])
    if place == 0 or artifact == 0:
        return _FAR
    return _F(3) - _POINT * _F(ARTIFACT_POINTS[max(artifact - 1, 0)])


@kernel
def cost_of(s: Record, seat: int, tunnel: int) -> Any:
    """A tunnel's cost in Boots, whatever the pools hold."""
    barred = (tunnel & IS_BARRED > 0) & (s.tokens[seat, MAP] == 0)
    new = tunnel & IS_NEW > 0
    shut = (IS_CRYPT[room_of(tunnel)] > 0) & (s.num_artifacts[seat] == 0) & (not new)
    if tunnel == 0 or barred or shut or locks_of(tunnel) > s.lockpicks[seat]:
        return _FAR
    cost = _F(boots_of(tunnel)) + _MONSTER * _F(monsters_of(tunnel)) + _LOCK * _F(locks_of(tunnel))
    return cost if new else cost + _CAVE * _F(IS_CAVE[room_of(tunnel)])


@kernel
def left_beyond(s: Record, seat: int, tunnel: int, left: Any) -> Any:
    """What is left to do beyond a tunnel."""
    if tunnel & IS_NEW:
        return _UNKNOWN_HOME if goes_home(s, seat) else _UNKNOWN
    return left[room_of(tunnel)]


@seldom
def plan(s: Record, seat: int, left: Any) -> None:
    """Writes into `left` what it takes from every room of the map to the goal.

    Every room tells those that have a tunnel into it, and tells them again when it has come nearer itself.
    """
    for room in range(ROOMS_A_TILE * NUM_TILES):
        left[room] = _FAR
    for cell in range(NUM_CELLS):
        if s.placed[cell]:
            look_beyond(s, seat, cell, left)
    waiting = whole(0)  # bits of tiles
    for tile in range(NUM_TILES):
        waiting |= whole(s.placed[tile] > 0) << tile
    while waiting > 0:
        for tile in range(NUM_TILES):
            if (waiting >> tile) & 1:
                waiting &= ~(1 << tile)
                for room in range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + NUM_ROOMS_OF[tile]):
                    if left[room] < _FAR:
                        waiting |= tell_others(s, seat, room, left)


@kernel
def look_beyond(s: Record, seat: int, cell: int, left: Any) -> None:
    """What is left to do in a cell's rooms themselves, and beyond its tunnels to new tiles."""
    first = ROOMS_A_TILE * TILE_OF_CELL[cell]
    for room in range(first, first + NUM_ROOMS_OF[cell]):
        left[room] = min(left[room], left_at(s, seat, room))
    for direction in range(TO_ROOM):
        local = EDGE_ROOM[cell, edge_in(s, cell, direction)]
        if s.neighbour[cell, direction] == 0 and local >= 0:
            tunnel = tunnel_from(s, first + local, direction)
            if tunnel > 0:
                nearer(first + local, cost_of(s, seat, tunnel) + left_beyond(s, seat, tunnel, left), left)


@kernel
def nearer(room: int, least: Any, left: Any) -> int:
    """Notes what it takes from a room if that is less than known; the bit of its tile if it is, else 0."""
    known = left[room]
    left[room] = min(known, least)
    return whole(least < known) << (room // ROOMS_A_TILE)


@kernel
def tell_others(s: Record, seat: int, room: int, left: Any) -> int:
    """Passes on what it takes from a room to those with tunnels into it; bits of the tiles that have come nearer."""
    told = whole(0)
    cell = CELL_OF_ROOM[room] & CELL_BITS
    first = room & ~LOCAL
    local = room & LOCAL
    for direction in range(TO_ROOM):
        if EDGE_ROOM[cell, edge_in(s, cell, direction)] == local and s.neighbour[cell, direction] > 0:
            beyond = (whole(s.neighbour[cell, direction]) - 1) & CELL_BITS
            back = (direction + 2) & 3
            other = ROOMS_A_TILE * TILE_OF_CELL[beyond] + max(EDGE_ROOM[beyond, edge_in(s, beyond, back)], 0)
            told |= nearer(other, cost_of(s, seat, tunnel_from(s, other, back)) + left[room], left)
    for other in range(first, first + ROOMS_A_TILE):
        if INNER[room, other & LOCAL] > 0:
            told |= nearer(other, cost_of(s, seat, tunnel_from(s, other, TO_ROOM + local)) + left[room], left)
    if PORTAL_OF[room] > 0:
        for portal in range(NUM_PORTALS):
            other = PORTAL_ROOM[portal, s.side & 1]
            if portal_on_map(s, portal) and other != room:
                told |= nearer(other, cost_of(s, seat, trip(s, other, PORTAL_OF[room] - 1)) + left[room], left)
    return told


@kernel
def value_of_way(s: Record, seat: int, number: int, by_teleport: bool, left: Any) -> Any:
    """A move that comes nearer is worth taking, the shortest way first; one that costs too much blood is not."""
    room = whole(s.room[seat]) & ROOM_BITS
    here = left[room]
    total = _FAR
    beyond = _FAR
    monsters = 0
    for portal in range(NUM_PORTALS if number == THROUGH_PORTAL else 1):
        tunnel = trip(s, room, portal) if number == THROUGH_PORTAL else tunnel_from(s, room, number)
        if tunnel > 0:
            cost = _F(0) if by_teleport else cost_of(s, seat, tunnel)
            rest = left_beyond(s, seat, tunnel, left)
            if cost + rest < total:
                total = cost + rest
                beyond = rest
                monsters = 0 if by_teleport else monsters_of(tunnel)
    bloody = damage_of(s, seat) + max(0, monsters - s.swords) >= _DEADLY and monsters > s.swords
    if beyond + _NEARER >= here or bloody:
        return _F(-1)
    return _F(50) - _F(0.1) * min(total, _F(400))


@kernel
def value_of_placing(s: Record, seat: int, turns: int) -> Any:
    """The cheapest way in, rather into the room with the Artifact."""
    half = half_to_place(s, seat, turns)
    wanted = (ARTIFACT_PLACE_OF[room_of(half)] > 0) & (not goes_home(s, seat))
    return _F(50) - cost_of(s, seat, half) * _F(s.reveal_teleport == 0) + _F(2) * _F(wanted)


@kernel
def value_of_going(s: Record, seat: int, action: int, left: Any) -> Any:
    """The value of a legal action that is a way, given what `plan` has written; never more than `BEST_WAY`."""
    if action < COME_OUT:
        by_teleport = action >= TELEPORT
        return value_of_way(s, seat, action - (TELEPORT if by_teleport else MOVE), by_teleport, left)
    to = trip(s, whole(s.room[seat]) & ROOM_BITS, action - COME_OUT)
    return -cost_of(s, seat, to) * _F(s.asked_tunnel <= NUM_TUNNELS) - left[room_of(to)]
