"""Moving, teleporting, discovering tiles, and what happens on arrival (CC14, CC15, CC23, CCD13 to CCD18, CCD25)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below
from .actions import NUM_TUNNELS, THROUGH_PORTAL
from .cubes import add_ghost, heal
from .effects import take_token
from .state import ANYTHING, CELL_BITS, PORTAL, ROOM_BITS, SWORDS_PAID
from .survey import survey
from .tables import DISCOVERED_FACT, MINOR, NUM_ARTIFACTS, PORTAL_FACT
from .tiles import (
    ARTIFACT_PLACE_OF_TILE,
    CELL_OF_ROOM,
    DEEPER,
    FIRST_DEPTHS,
    GIVES_GOLD,
    GIVES_HEAL,
    GIVES_IDOL,
    GIVES_MINOR,
    IS_CAVE,
    IS_CRYPT,
    IS_HAUNTED,
    NUM_CELLS,
    NUM_IN_STACK,
    NUM_PORTALS,
    NUM_SIDES,
    NUM_TILES,
    REWARD_OF,
    ROOMS_A_TILE,
)
from .tunnels import (
    IS_NEW,
    boots_of,
    fewest_swords,
    half_to_place,
    lock_of,
    locks_of,
    monsters_of,
    most_swords,
    room_of,
    second_lock_of,
    stack_left,
    trip,
    trips_to_take,
    tunnel_from,
)

SAFE_IN_STACK = NUM_IN_STACK - (NUM_TILES - FIRST_DEPTHS)


@kernel
def has_arrived(s: Record, seat: int) -> bool:
    """Whether the pawn is in the Crypt with an Artifact, which ends its moves (CCD22)."""
    return (IS_CRYPT[s.room[seat] & ROOM_BITS] > 0) & (s.num_artifacts[seat] > 0)


@kernel
def start_move(s: Record, seat: int, tunnel: int, by_teleport: bool) -> None:
    """Goes that way, after asking for a portal where several are possible (CC23)."""
    asked = tunnel + NUM_TUNNELS * by_teleport
    portals = trips_to_take(s, seat, by_teleport) if tunnel == THROUGH_PORTAL else 0
    if portals & (portals - 1):
        s.asked_tunnel = 1 + asked
        s.phase = PORTAL
    else:
        portal = 0
        for number in range(NUM_PORTALS):
            portal += number * ((portals >> number) & 1)
        ask_for_swords(s, seat, asked, portal)


@seldom
def ask_for_swords(s: Record, seat: int, asked: int, portal: int) -> None:
    """Asks how many Swords are spent on monsters where there is a choice, else pays and goes (CCD13)."""
    by_teleport = asked >= NUM_TUNNELS
    monsters = 0 if by_teleport else monsters_of(tunnel_asked(s, seat, asked, portal))
    fewest = fewest_swords(s, seat, monsters)
    if fewest < most_swords(s, monsters):
        s.asked_tunnel = 1 + asked
        s.asked_to = 1 + portal
        s.asked_monsters = monsters
        s.phase = SWORDS_PAID
    else:
        go(s, seat, asked, portal, fewest)


@kernel
def tunnel_asked(s: Record, seat: int, asked: int, portal: int) -> int:
    """The tunnel that was asked for, on foot or by teleport."""
    number = asked - NUM_TUNNELS * (asked >= NUM_TUNNELS)
    room = whole(s.room[seat]) & ROOM_BITS
    return trip(s, room, portal) if number == THROUGH_PORTAL else tunnel_from(s, room, number)


@seldom
def spend_swords(s: Record, seat: int, swords: int) -> None:
    """What was asked for is paid with so many Swords."""
    asked = whole(s.asked_tunnel)
    to = max(whole(s.asked_to) - 1, 0)
    if asked > 0:
        go(s, seat, asked - 1, to, swords)
    else:
        place_tile(s, seat, to, swords)


@kernel
def pay(s: Record, seat: int, tunnel: int, swords: int) -> None:
    """Boots, Swords, damage for the other monsters, Lockpicks; locks stay open (CC14)."""
    s.boots -= boots_of(tunnel)
    s.swords -= swords
    damage = monsters_of(tunnel) - swords
    s.supply[seat] -= damage
    s.hurt_own[seat] += damage
    s.lockpicks[seat] -= locks_of(tunnel)
    if locks_of(tunnel) > 0:
        unlock(s, tunnel)


@seldom
def unlock(s: Record, tunnel: int) -> None:
    """Opens the locks of a tunnel for good."""
    if lock_of(tunnel) > 0:
        s.unlocked[max(lock_of(tunnel) - 1, 0)] = 1
    if second_lock_of(tunnel) > 0:
        s.unlocked[max(second_lock_of(tunnel) - 1, 0)] = 1
    survey(s)


@seldom
def go(s: Record, seat: int, asked: int, portal: int, swords: int) -> None:
    """Pays and goes through the tunnel, or reveals the tile beyond it."""
    tunnel = tunnel_asked(s, seat, asked, portal)
    by_teleport = asked >= NUM_TUNNELS
    number = asked - NUM_TUNNELS * by_teleport
    clear_questions(s)
    if by_teleport:
        s.teleports -= 1
    else:
        pay(s, seat, tunnel, swords)
    if tunnel & IS_NEW:
        reveal_tile(s, number, by_teleport)
    else:
        s.facts |= PORTAL_FACT * (number == THROUGH_PORTAL)
        arrive(s, seat, room_of(tunnel))


@kernel
def clear_questions(s: Record) -> None:
    """Nothing is asked any more."""
    s.phase = ANYTHING
    s.asked_tunnel = 0
    s.asked_to = 0
    s.asked_monsters = 0
    s.asked_kind = 0


# --- new tiles ------------------------------------------------------------------------------------------------------


@kernel
def reveal_tile(s: Record, direction: int, by_teleport: bool) -> None:
    """Turns up the next tile of the stack: four of the six safe ones, then the Depths, in no order (CC3, CC15)."""
    safe = s.safe_revealed < SAFE_IN_STACK
    first = NUM_SIDES if safe else FIRST_DEPTHS
    left = FIRST_DEPTHS - NUM_SIDES - whole(s.safe_revealed) if safe else NUM_IN_STACK - whole(s.tiles_revealed)
    number = below(s, left)
    tile = first
    for candidate in range(NUM_SIDES, NUM_TILES):
        if candidate >= first and s.tiles_left[candidate] > 0:
            if number == 0:
                tile = candidate
            number -= 1
    s.tiles_left[tile & CELL_BITS] = 0
    s.tiles_revealed += 1
    s.safe_revealed += safe
    s.revealed = tile
    s.reveal_direction = direction
    s.reveal_teleport = by_teleport
    if stack_left(s) == 0:
        survey(s)  # nothing lies beyond the edge any more


@seldom
def choose_orientation(s: Record, seat: int, turns: int) -> None:
    """Asks for Swords where there is a choice, else places the tile (CCD14)."""
    monsters = 0 if s.reveal_teleport else monsters_of(half_to_place(s, seat, turns))
    fewest = fewest_swords(s, seat, monsters)
    if fewest < most_swords(s, monsters):
        s.asked_to = 1 + turns
        s.asked_monsters = monsters
        s.phase = SWORDS_PAID
    else:
        place_tile(s, seat, turns, fewest)


@seldom
def place_tile(s: Record, seat: int, turns: int, swords: int) -> None:
    """Pays for the tile's half, lays the tile, adds what belongs to it, and the pawn arrives (CC15, CCD14)."""
    half = half_to_place(s, seat, turns)
    if s.reveal_teleport == 0:
        pay(s, seat, half, swords)
    clear_questions(s)
    tile = whole(s.revealed) & CELL_BITS
    lay_tile(s, tile, CELL_OF_ROOM[s.room[seat] & ROOM_BITS] & CELL_BITS, whole(s.reveal_direction) & 3, turns)
    s.revealed = 0
    s.reveal_direction = 0
    s.reveal_teleport = 0
    s.facts |= DISCOVERED_FACT
    if ARTIFACT_PLACE_OF_TILE[tile] > 0:
        add_artifact(s, max(ARTIFACT_PLACE_OF_TILE[tile] - 1, 0), DEEPER[tile])
    survey(s)
    if IS_HAUNTED[tile] > 0:
        add_ghost(s)
    arrive(s, seat, room_of(half))


@kernel
def lay_tile(s: Record, tile: int, beside: int, direction: int, turns: int) -> None:
    """Writes the tile into the map, and who is whose neighbour (CCD15)."""
    s.placed[tile] = 1
    s.rotation[tile] = turns
    s.x[tile] = whole(s.x[beside]) + (direction == 1) - (direction == 3)
    s.y[tile] = whole(s.y[beside]) + (direction == 0) - (direction == 2)
    for cell in range(NUM_CELLS):
        if s.placed[cell]:
            east = whole(s.x[cell]) - s.x[tile]
            north = whole(s.y[cell]) - s.y[tile]
            if abs(east) + abs(north) == 1:
                towards = (1 - north) * (east == 0) + (2 - east) * (north == 0)
                s.neighbour[tile, towards & 3] = 1 + cell
                s.neighbour[cell, (towards + 2) & 3] = 1 + tile


@kernel
def add_artifact(s: Record, place: int, deeper: int) -> None:
    """The artifact so much deeper in the stack than the top, else the last one, if any is left (CC38)."""
    left = whole(0)
    for artifact in range(NUM_ARTIFACTS):
        left += s.artifacts_left[artifact]
    number = min(deeper, left - 1)
    for artifact in range(NUM_ARTIFACTS):
        if s.artifacts_left[artifact] > 0:
            if number == 0:
                s.lying[place] = 1 + artifact
            number -= 1
    if left > 0:
        s.artifacts_left[max(whole(s.lying[place]) - 1, 0)] = 0


@kernel
def turn_tile(s: Record, seat: int, quarters: int) -> None:
    """Mercy: the own tile turns, with all that is on it (CCD25)."""
    cell = CELL_OF_ROOM[s.room[seat] & ROOM_BITS] & CELL_BITS
    s.rotation[cell] = (s.rotation[cell] + quarters) & 3
    s.mercy_used = 1
    survey(s)


# --- arriving -------------------------------------------------------------------------------------------------------


@kernel
def arrive(s: Record, seat: int, room: int) -> None:
    """The pawn enters the room: a cave exhausts, and the room pays once a turn (CC23, CCD13)."""
    s.room[seat] = room
    s.exhausted |= IS_CAVE[room]
    bit = 1 << max(REWARD_OF[room] - 1, 0)
    if REWARD_OF[room] > 0 and s.rewarded & bit == 0:
        s.rewarded |= bit
        s.gold[seat] += GIVES_GOLD[room]
        heal(s, seat, GIVES_HEAL[room])
        idols = min(whole(s.idols_left), GIVES_IDOL[room])
        s.idols_left -= idols
        s.idols[seat] += idols
        if GIVES_MINOR[room] > 0:
            take_token(s, seat, MINOR)


@kernel
def lay_start(s: Record, side: int) -> None:
    """The starting tile: two halves, the one with the Crypt at the origin, all pawns in the Crypt (CC5, CCD1)."""
    s.side = side
    s.placed[side & CELL_BITS] = 1
    s.placed[(NUM_TILES + side) & CELL_BITS] = 1
    s.y[(NUM_TILES + side) & CELL_BITS] = 1
    survey(s)
    for seat in range(s.num_players):
        s.room[seat] = ROOMS_A_TILE * side
