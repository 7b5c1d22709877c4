"""How near every room of the map is to what a thief looks for, along the tunnels that are known.

This is no rule: it is the reading of the map that a person does at a glance, kept in the record because it changes only
where the map does. Observations show it; nothing that the rules do depends on it.

A tunnel is as long as it takes Boots, monsters and closed locks; arrows are obeyed. What a particular seat has (Boots,
Lockpicks, the Map, teleports) does not enter.
"""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from .actions import THROUGH_PORTAL
from .state import NEAREST, ROOM_BITS
from .tiles import ARTIFACT_PLACE_OF, IS_CRYPT, NUM_PORTALS, NUM_ROOMS_OF, NUM_TILES, PORTAL_OF, ROOMS_A_TILE
from .tunnels import IS_BARRED, IS_NEW, boots_of, locks_of, monsters_of, room_of, trip, tunnel_from


@kernel
def length_of(tunnel: int) -> int:
    """Boots, monsters and closed locks of a tunnel."""
    return boots_of(tunnel) + monsters_of(tunnel) + locks_of(tunnel)


@seldom
def survey(s: Record) -> None:
    """Writes how near all rooms are: `NEAREST` less the length of the shortest way to the goal, 0 without one."""
    for tile in range(NUM_TILES):
        if s.placed[tile]:
            for room in range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + NUM_ROOMS_OF[tile]):
                place = ARTIFACT_PLACE_OF[room]
                s.near_crypt[room] = NEAREST * IS_CRYPT[room]
                s.near_artifact[room] = NEAREST * ((place > 0) & (s.lying[max(place - 1, 0)] > 0))
                s.near_unknown[room] = 0
    nearer = True
    while nearer:
        nearer = False
        for tile in range(NUM_TILES):
            if s.placed[tile]:
                for room in range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + NUM_ROOMS_OF[tile]):
                    nearer |= look_around(s, room)


@kernel
def look_around(s: Record, room: int) -> bool:
    """Compares a room with those that its tunnels lead to; whether it turned out to be nearer to anything."""
    crypt = whole(s.near_crypt[room])
    artifact = whole(s.near_artifact[room])
    unknown = whole(s.near_unknown[room])
    before = crypt + artifact + unknown
    for number in range(THROUGH_PORTAL + NUM_PORTALS * (PORTAL_OF[room] > 0)):
        if number < THROUGH_PORTAL:
            tunnel = tunnel_from(s, room, number)
        else:
            tunnel = trip(s, room, number - THROUGH_PORTAL)
        if tunnel > 0 and tunnel & IS_BARRED == 0:
            length = length_of(tunnel)
            if tunnel & IS_NEW:
                unknown = max(unknown, NEAREST - length)
            else:
                end = room_of(tunnel) & ROOM_BITS
                crypt = max(crypt, s.near_crypt[end] - length)
                artifact = max(artifact, s.near_artifact[end] - length)
                unknown = max(unknown, s.near_unknown[end] - length)
    s.near_crypt[room] = crypt
    s.near_artifact[room] = artifact
    s.near_unknown[room] = unknown
    return crypt + artifact + unknown > before
