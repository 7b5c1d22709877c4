"""What the tunnels of the map cost and where they lead (CC14, CC46, CCD15 to CCD17).

A tunnel is one number: where it leads, Boots, monsters, and up to two closed locks, so that it can be looked at by what
lists moves, pays them, observes and plans. No tunnel is 0.
"""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from .actions import TO_ROOM
from .cubes import most_damage
from .state import CELL_BITS, ROOM_BITS
from .tables import MAP
from .tiles import (
    CELL_OF_ROOM,
    EDGE_FEET,
    EDGE_LOCK,
    EDGE_MONSTERS,
    EDGE_OUT,
    EDGE_ROOM,
    INNER,
    INNER_FEET,
    INNER_LOCK,
    INNER_MONSTERS,
    IS_CRYPT,
    NUM_IN_STACK,
    NUM_PORTALS,
    NUM_SIDES,
    PORTAL_MONSTERS,
    PORTAL_OF,
    PORTAL_ROOM,
    ROOMS_A_TILE,
    TILE_OF_CELL,
)

# Bits of a tunnel: the room it leads to, whether it is one, leads to a new tile, is against an arrow; costs.
LEADS, IS_NEW, IS_BARRED = 1 << 7, 1 << 8, 1 << 9
_BOOTS, _MONSTERS, _LOCK, _SECOND_LOCK = 10, 12, 15, 19
_TWO_BITS, _THREE_BITS, _FOUR_BITS = 3, 7, 15
LOCAL = ROOMS_A_TILE - 1  # bits of a room that count the rooms of its tile


@kernel
def pack(boots: int, monsters: int, lock: int, second_lock: int) -> int:
    """The costs of a tunnel as its bits; locks are 1 + their number, 0 for none or an open one."""
    return (boots << _BOOTS) + (monsters << _MONSTERS) + (lock << _LOCK) + (second_lock << _SECOND_LOCK)


@kernel
def room_of(tunnel: int) -> int:
    """The room that a tunnel leads to; means nothing if that is a new tile."""
    return tunnel & ROOM_BITS


@kernel
def boots_of(tunnel: int) -> int:
    """Boots of a tunnel."""
    return (tunnel >> _BOOTS) & _TWO_BITS


@kernel
def monsters_of(tunnel: int) -> int:
    """Monsters of a tunnel."""
    return (tunnel >> _MONSTERS) & _THREE_BITS


@kernel
def lock_of(tunnel: int) -> int:
    """1 + the first closed lock of a tunnel, 0 for none."""
    return (tunnel >> _LOCK) & _FOUR_BITS


@kernel
def second_lock_of(tunnel: int) -> int:
    """1 + the second closed lock of a tunnel, 0 for none."""
    return (tunnel >> _SECOND_LOCK) & _FOUR_BITS


@kernel
def locks_of(tunnel: int) -> int:
    """Closed locks of a tunnel, each of which takes a Lockpick."""
    return whole(lock_of(tunnel) > 0) + (second_lock_of(tunnel) > 0)


@kernel
def closed(s: Record, lock: int) -> int:
    """`lock` (1 + its number) if there is one and it is not open, else 0."""
    return lock * ((lock > 0) & (s.unlocked[max(lock - 1, 0)] == 0))


@kernel
def edge_in(s: Record, cell: int, direction: int) -> int:
    """The edge that a cell's tile shows in a direction."""
    return (direction - s.rotation[cell]) & 3


@kernel
def stack_left(s: Record) -> int:
    """Tiles left in the stack (CC3)."""
    return NUM_IN_STACK - whole(s.tiles_revealed)


@seldom
def tunnel_from(s: Record, room: int, number: int) -> int:
    """The tunnel `number` (see `actions.TUNNELS`, the portal apart) out of `room`."""
    if number >= TO_ROOM:
        other = (number - TO_ROOM) & LOCAL
        kind = INNER[room, other]
        if kind == 0:
            return 0
        lock = closed(s, INNER_LOCK[room, other])
        barred = IS_BARRED * (kind == 2)
        costs = pack(1 + INNER_FEET[room, other], INNER_MONSTERS[room, other], lock, 0)
        return costs + LEADS + barred + (room & ~LOCAL) + other
    cell = CELL_OF_ROOM[room] & CELL_BITS
    edge = edge_in(s, cell, number)
    if EDGE_ROOM[cell, edge] != room & LOCAL:
        return 0
    feet = EDGE_FEET[cell, edge]
    monsters = EDGE_MONSTERS[cell, edge]
    lock = closed(s, EDGE_LOCK[cell, edge])
    if s.neighbour[cell, number & 3] == 0:
        if stack_left(s) == 0:
            return 0
        return pack(1 + feet, monsters, lock, 0) + LEADS + IS_NEW
    beyond = (whole(s.neighbour[cell, number & 3]) - 1) & CELL_BITS
    facing = edge_in(s, beyond, number + 2)
    costs = pack(
        1 + max(feet, EDGE_FEET[beyond, facing]),
        monsters + EDGE_MONSTERS[beyond, facing],
        lock,
        closed(s, EDGE_LOCK[beyond, facing]),
    )
    to = ROOMS_A_TILE * TILE_OF_CELL[beyond] + max(EDGE_ROOM[beyond, facing], 0)
    return costs + LEADS + IS_BARRED * EDGE_OUT[beyond, facing] + to


@kernel
def portal_on_map(s: Record, portal: int) -> bool:
    """Whether that portal has been found."""
    return s.placed[PORTAL_ROOM[portal, s.side & 1] // ROOMS_A_TILE] > 0


@kernel
def trip(s: Record, room: int, portal: int) -> int:
    """The trip from the portal of `room` to another one (CC46, CCD17)."""
    own = PORTAL_OF[room]
    if own == 0 or own == 1 + portal or not portal_on_map(s, portal):
        return 0
    side = s.side & 1
    monsters = PORTAL_MONSTERS[max(own - 1, 0), side] + PORTAL_MONSTERS[portal, side]
    return pack(1, monsters, 0, 0) + LEADS + PORTAL_ROOM[portal, side]


@kernel
def half_to_place(s: Record, seat: int, turns: int) -> int:
    """What placing the revealed tile so turned costs on top of the half that was left, as a tunnel (CCD14)."""
    cell = CELL_OF_ROOM[s.room[seat] & ROOM_BITS] & CELL_BITS
    left = EDGE_FEET[cell, edge_in(s, cell, whole(s.reveal_direction))]
    tile = whole(s.revealed) & CELL_BITS
    edge = (s.reveal_direction + 2 - turns) & 3
    costs = pack(EDGE_FEET[tile, edge] * (1 - left), EDGE_MONSTERS[tile, edge], closed(s, EDGE_LOCK[tile, edge]), 0)
    return costs + LEADS + IS_BARRED * EDGE_OUT[tile, edge] + ROOMS_A_TILE * tile + max(EDGE_ROOM[tile, edge], 0)


# --- what a seat can pay --------------------------------------------------------------------------------------------


@kernel
def may_enter(s: Record, seat: int, tunnel: int) -> bool:
    """Whether there is that tunnel and it does not lead into the Crypt without an Artifact (CC30)."""
    into_crypt = (IS_CRYPT[room_of(tunnel)] > 0) & (tunnel & IS_NEW == 0)
    return (tunnel > 0) & (not into_crypt or s.num_artifacts[seat] > 0)


@kernel
def may_walk(s: Record, seat: int, tunnel: int) -> bool:
    """The same, and no arrow stands against it, or the Map goes against it (CC14, CC41)."""
    return may_enter(s, seat, tunnel) & ((tunnel & IS_BARRED == 0) | (s.tokens[seat, MAP] > 0))


@kernel
def fewest_swords(s: Record, seat: int, monsters: int) -> int:
    """Swords that have to be spent on monsters, since no more damage may be taken (CC45)."""
    return max(0, monsters - most_damage(s, seat))


@kernel
def most_swords(s: Record, monsters: int) -> int:
    """Swords that can be spent on monsters."""
    return min(whole(s.swords), monsters)


@kernel
def can_pay(s: Record, seat: int, tunnel: int) -> bool:
    """Whether Boots, Lockpicks, Swords and health suffice (CCD13)."""
    boots = whole(s.boots) * (s.exhausted == 0)
    monsters = monsters_of(tunnel)
    fights = fewest_swords(s, seat, monsters) <= most_swords(s, monsters)
    return (boots_of(tunnel) <= boots) & (locks_of(tunnel) <= s.lockpicks[seat]) & fights


@kernel
def can_take(s: Record, seat: int, tunnel: int, by_teleport: bool) -> bool:
    """Whether the seat may go that way, on foot or by teleport (CC43)."""
    return may_enter(s, seat, tunnel) if by_teleport else may_walk(s, seat, tunnel) and can_pay(s, seat, tunnel)


@seldom
def trips_to_take(s: Record, seat: int, by_teleport: bool) -> int:
    """Bits of the portals that the seat may come out at."""
    room = whole(s.room[seat]) & ROOM_BITS
    found = 0
    if PORTAL_OF[room] > 0:
        for portal in range(NUM_PORTALS):
            found |= whole(can_take(s, seat, trip(s, room, portal), by_teleport)) << portal
    return found


@seldom
def is_walled_in(s: Record, seat: int) -> bool:
    """CCD25: no tunnel out of the rooms that can be reached on the own tile, without Lockpicks, leads anywhere."""
    first = whole(s.room[seat]) & ROOM_BITS & ~LOCAL
    reached = rooms_in_reach(s, seat)
    for local in range(ROOMS_A_TILE):
        if (reached >> local) & 1:
            for direction in range(TO_ROOM):
                tunnel = tunnel_from(s, first + local, direction)
                if may_walk(s, seat, tunnel) and locks_of(tunnel) == 0:
                    return False
            for portal in range(NUM_PORTALS):
                if trip(s, first + local, portal) > 0:
                    return False
    return True


@kernel
def rooms_in_reach(s: Record, seat: int) -> int:
    """Bits of the rooms of the own tile that inner tunnels lead to, without opening a lock or against an arrow."""
    room = whole(s.room[seat]) & ROOM_BITS
    first = room & ~LOCAL
    reached = 1 << (room & LOCAL)
    for _ in range(ROOMS_A_TILE - 1):
        for start in range(ROOMS_A_TILE):
            if (reached >> start) & 1:
                for end in range(ROOMS_A_TILE):
                    kind = INNER[first + start, end]
                    open_way = (kind == 1) | ((kind == 2) & (s.tokens[seat, MAP] > 0))
                    passes = open_way & (closed(s, INNER_LOCK[first + start, end]) == 0)
                    reached |= whole(passes) << end
    return reached


@kernel
def may_turn_tile(s: Record, seat: int) -> bool:
    """Mercy (CCD2, CCD25): once a turn, without Lockpicks, not on the starting tile."""
    room = whole(s.room[seat]) & ROOM_BITS
    may = (s.lockpicks[seat] == 0) & (s.mercy_used == 0) & (room >= NUM_SIDES * ROOMS_A_TILE)
    return may and is_walled_in(s, seat)
