"""Writes what a seat of Clank! Catacombs knows, as numbers: own things first, then the other seats' clockwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, seldom, whole
from ..core.records import write_counts
from ..core.seats import clockwise
from ..core.tables import constant
from .actions import NUM_TUNNELS, THROUGH_PORTAL
from .cubes import damage_of
from .dragon import num_draws
from .layout import BY_SEAT, GOALS, MOST_NEARER, NEAR, NUM_LABELS, NUM_POOLS, NUM_WAYS, STEPWISE
from .movement import SAFE_IN_STACK
from .state import CELL_BITS, EFFECT, MAX_SEATS, NEAREST, PHASES, ROOM_BITS, ROW, SEAT_BITS, STATUSES
from .tables import (
    ARTIFACT_POINTS,
    CONDITIONS,
    DEPTHS_FACT,
    HAUNTED_FACT,
    NUM_ARTIFACTS,
    NUM_BLUE,
    NUM_CARDS,
    NUM_DEVICES,
    NUM_DUNGEON,
    NUM_KEPT,
    NUM_MARKET,
    NUM_RAGE,
    NUM_RESERVE,
    NUM_TOKENS,
    NUM_WAITING,
)
from .tiles import (
    ARTIFACT_PLACE_OF,
    CELL_OF_ROOM,
    CHEST_OF,
    FEATURES,
    HAS_FEATURE,
    LIBRARY_OF,
    NUM_ARTIFACT_PLACES,
    NUM_CHESTS,
    NUM_LIBRARIES,
    NUM_LOCKS,
    NUM_PORTALS,
    NUM_PRISONS,
    NUM_REWARDS,
    NUM_SHRINES,
    NUM_SIDES,
    NUM_TILES,
    PORTAL_OF,
    PRISON_OF,
    ROOM_FACTS,
    ROOMS_A_TILE,
    SHRINE_OF,
)
from .tunnels import (
    IS_BARRED,
    IS_NEW,
    boots_of,
    half_to_place,
    locks_of,
    monsters_of,
    room_of,
    stack_left,
    trip,
    tunnel_from,
)

_NUM_PHASES, _NUM_STATUSES, _NUM_FACTS = len(PHASES), len(STATUSES), len(CONDITIONS)
_NUM_PLACED = NUM_TILES - NUM_SIDES
NUM_GOALS = len(GOALS)
_STEPS_UP_TO = 2  # companions and Clank! made matter up to here
_ART0 = FEATURES.index("ART0")
_WAY, _CHEST, _LIB, _PRISON = (FEATURES.index(feature) for feature in ("WAY", "CHEST", "LIB", "PRISON"))
#: Fields that `write_table` copies, in its order, take so many numbers in all.
_zones = np.stack([ROOM_FACTS & DEPTHS_FACT > 0, ROOM_FACTS & HAUNTED_FACT > 0], axis=1)
_ROOM_LABELS_OF = constant(np.concatenate([HAS_FEATURE[:, :_ART0], _zones], axis=1), np.int8)
_POINTS_OF = constant([0, *ARTIFACT_POINTS])  # by 1 + artifact


@seldom
def observe(s: Record, player: int, out: Any) -> None:
    """Writes what `player` knows, in the order of :func:`layout.layout`; `out` arrives zeroed."""
    player &= SEAT_BITS
    n = whole(s.num_players) & (MAX_SEATS | SEAT_BITS)
    actor = whole(s.to_act) & SEAT_BITS
    out[actor - player + n * (actor < player) & SEAT_BITS] = 1
    at = write_questions(s, out, n)
    at = write_turn(s, out, at)
    at = write_table(s, out, at)
    at = write_map(s, player, out, at)
    at = write_ways(s, player, out, at)
    seat = player
    for distance in range(n):
        write_seat(s, player, seat, n, distance & SEAT_BITS, out, at)
        seat = clockwise(s, seat, 1)
    at += n * (BY_SEAT + 2 + _NUM_STATUSES + NUM_TILES + ROOMS_A_TILE)
    at += n * (NUM_ARTIFACTS + NUM_SHRINES + NUM_KEPT + NUM_MARKET + 3 * NUM_CARDS)
    write_counts(s.hand, player * NUM_CARDS, NUM_CARDS, out, at)
    write_counts(s.played, 0, NUM_CARDS, out, at + NUM_CARDS)


@kernel
def write_questions(s: Record, out: Any, at: int) -> int:
    """Writes what is chosen and what for; returns the end."""
    out[at + min(max(whole(s.phase), 0), _NUM_PHASES - 1)] = 1
    at += _NUM_PHASES
    asked = whole(s.asked_tunnel)
    to = max(whole(s.asked_to) - 1, 0)
    turns = at + 2 * NUM_TUNNELS + NUM_PORTALS
    if asked > 0:
        out[at + min(asked - 1, 2 * NUM_TUNNELS - 1)] = 1
        if s.asked_to > 0 and asked == 1 + THROUGH_PORTAL:
            out[at + 2 * NUM_TUNNELS + min(to, NUM_PORTALS - 1)] = 1
    elif s.asked_to > 0:
        out[turns + (to & 3)] = 1
    at = turns + 4
    out[at] = s.asked_monsters
    at += 1
    kind = max(whole(s.asked_kind) - 1, 0)
    if s.asked_kind > 0:
        if s.phase == EFFECT:
            out[at + min(max(kind - NUM_BLUE, 0), NUM_DEVICES - 1)] = 1
        else:
            out[at + NUM_DEVICES + min(kind, NUM_CARDS - 1)] = 1
    return at + NUM_DEVICES + NUM_CARDS


@kernel
def write_pool(value: int, out: Any, at: int, more: int) -> None:
    """Writes a number up to STEPWISE at one place and the rest at another."""
    steps = min(value, STEPWISE)
    out[at] = steps
    out[more] = value - steps


@kernel
def write_turn(s: Record, out: Any, at: int) -> int:
    """Writes the pools and what has happened this turn; returns the end."""
    write_pool(whole(s.skill), out, at, at + NUM_POOLS)
    write_pool(whole(s.swords), out, at + 1, at + NUM_POOLS + 1)
    write_pool(whole(s.boots), out, at + 2, at + NUM_POOLS + 2)
    write_pool(whole(s.teleports), out, at + 3, at + NUM_POOLS + 3)
    write_pool(whole(s.quiet), out, at + 4, at + NUM_POOLS + 4)
    at += 2 * NUM_POOLS
    for fact in range(_NUM_FACTS):
        out[at + fact] = (s.facts >> fact) & 1
    at += _NUM_FACTS
    write_counts(s.waiting, 0, NUM_WAITING, out, at)
    at += NUM_WAITING
    out[at] = s.exhausted
    out[at + 1] = s.mercy_used
    out[at + 2] = s.springs
    out[at + 3] = min(whole(s.companions), _STEPS_UP_TO)
    out[at + 4] = min(whole(s.clank_made), _STEPS_UP_TO)
    at += 5
    if s.rewarded:
        for room in range(NUM_REWARDS):
            out[at + room] = (s.rewarded >> room) & 1
    at += NUM_REWARDS
    out[at] = np.float32(s.turns) / np.float32(s.options.max_turns)
    return at + 1


@kernel
def write_table(s: Record, out: Any, at: int) -> int:
    """Writes the dragon, the stacks and piles, and the Row; returns the end."""
    out[at + min(max(whole(s.rage), 0), NUM_RAGE - 1)] = 1
    at += NUM_RAGE
    out[at] = num_draws(s)
    out[at + 1] = s.black_bag
    out[at + 2] = s.black_aside
    out[at + 3] = s.ghosts_bank
    out[at + 4] = s.ghosts_area
    out[at + 5] = s.ghosts_bag
    out[at + 6] = stack_left(s)
    out[at + 7] = SAFE_IN_STACK - s.safe_revealed
    at += 8
    write_counts(s.tiles_left, NUM_SIDES, _NUM_PLACED, out, at)
    at += _NUM_PLACED
    write_counts(s.artifacts_left, 0, NUM_ARTIFACTS, out, at)
    at += NUM_ARTIFACTS
    out[at] = s.idols_left
    write_counts(s.market_left, 0, NUM_MARKET, out, at + 1)
    at += 1 + NUM_MARKET
    write_counts(s.reserve, 0, NUM_RESERVE, out, at)
    write_counts(s.tokens_left, 0, NUM_TOKENS, out, at + NUM_RESERVE)
    at += NUM_RESERVE + NUM_TOKENS
    size = 0
    for slot in range(ROW):
        if s.row[slot] > 0:
            out[at + min(max(whole(s.row[slot]) - 1, 0), NUM_DUNGEON - 1)] += 1
            size += 1
    write_counts(s.dungeon_deck, 0, NUM_DUNGEON, out, at + NUM_DUNGEON)
    at += 2 * NUM_DUNGEON
    out[at] = size
    out[at + 1] = s.dungeon_left
    return at + 2


@kernel
def write_map(s: Record, player: int, out: Any, at: int) -> int:
    """Writes what is open, what lies where, and the tiles around the own pawn; returns the end."""
    write_counts(s.unlocked, 0, NUM_LOCKS, out, at)
    at += NUM_LOCKS
    write_counts(s.chests_opened, 0, NUM_CHESTS, out, at)
    at += NUM_CHESTS
    write_counts(s.libraries_opened, 0, NUM_LIBRARIES, out, at)
    at += NUM_LIBRARIES
    write_counts(s.prisons_opened, 0, NUM_PRISONS, out, at)
    at += NUM_PRISONS
    for place in range(NUM_ARTIFACT_PLACES):
        out[at + place] = _POINTS_OF[s.lying[place] & 7]
    at += NUM_ARTIFACT_PLACES
    out[at + (s.side & 1)] = 1
    cell = CELL_OF_ROOM[s.room[player] & ROOM_BITS] & CELL_BITS
    east = whole(s.x[cell])
    north = whole(s.y[cell])
    out[at + 2] = -east
    out[at + 3] = -north
    at += 4
    write_counts(s.placed, NUM_SIDES, _NUM_PLACED, out, at)
    at += _NUM_PLACED
    for tile in range(_NUM_PLACED):
        here = np.float32(s.placed[NUM_SIDES + tile])
        out[at + tile] = here * np.float32(s.x[NUM_SIDES + tile] - east)
        out[at + _NUM_PLACED + tile] = here * np.float32(s.y[NUM_SIDES + tile] - north)
    at += 2 * _NUM_PLACED
    for tile in range(_NUM_PLACED):
        out[at + 4 * tile + (s.rotation[NUM_SIDES + tile] & 3)] = s.placed[NUM_SIDES + tile]
    at += 4 * _NUM_PLACED
    if s.revealed > 0:
        out[at + min(max(whole(s.revealed) - NUM_SIDES, 0), _NUM_PLACED - 1)] = 1
        out[at + _NUM_PLACED + (s.reveal_direction & 3)] = 1
    out[at + _NUM_PLACED + 4] = s.reveal_teleport
    return at + _NUM_PLACED + 5


@kernel
def write_ways(s: Record, player: int, out: Any, at: int) -> int:
    """Writes what the ways out of the own room cost and where they lead, and the room itself; returns the end."""
    room = whole(s.room[player]) & ROOM_BITS
    nearer = at + 7 * NUM_WAYS
    rooms = nearer + NUM_GOALS * (NUM_TUNNELS + NUM_PORTALS + 1)
    for number in range(THROUGH_PORTAL):
        tunnel = tunnel_from(s, room, number)
        if tunnel > 0:
            write_way(s, player, tunnel, number, out, at)
            if tunnel & IS_NEW:
                out[nearer + 2 * NUM_TUNNELS + number] = min(NEAREST - whole(s.near_unknown[room]), MOST_NEARER)
            else:
                write_nearer(s, room, room_of(tunnel), out, nearer + number, NUM_TUNNELS)
                write_room(s, player, room_of(tunnel), out, rooms + number * NUM_LABELS, at + 6 * NUM_WAYS + number)
    if PORTAL_OF[room] > 0:
        write_portals(s, room, out, at, nearer)
    near = nearer + NUM_GOALS * (NUM_TUNNELS + NUM_PORTALS)
    out[near] = max(whole(s.near_crypt[room]) - (NEAREST - NEAR), 0)
    out[near + 1] = max(whole(s.near_artifact[room]) - (NEAREST - NEAR), 0)
    out[near + 2] = max(whole(s.near_unknown[room]) - (NEAREST - NEAR), 0)
    if s.revealed > 0 and s.to_act == player:
        write_orientations(s, player, out, at, rooms)
    write_room(s, player, room, out, rooms + NUM_WAYS * NUM_LABELS, rooms + (NUM_WAYS + 1) * NUM_LABELS)
    return rooms + (NUM_WAYS + 1) * NUM_LABELS + 1


@seldom
def write_portals(s: Record, room: int, out: Any, at: int, nearer: int) -> None:
    """Writes whether there is a trip from the portal here, and how near its ends are, the way itself like the best."""
    elsewhere = False
    for portal in range(NUM_PORTALS):
        tunnel = trip(s, room, portal)
        if tunnel > 0:
            elsewhere = True
            end = nearer + NUM_GOALS * NUM_TUNNELS + portal
            write_nearer(s, room, room_of(tunnel), out, end, NUM_PORTALS)
            for goal in range(NUM_GOALS):
                best = nearer + goal * NUM_TUNNELS + THROUGH_PORTAL
                out[best] = max(out[best], out[end + goal * NUM_PORTALS])
    out[at + THROUGH_PORTAL] = elsewhere
    out[at + 2 * NUM_WAYS + THROUGH_PORTAL] = elsewhere


@kernel
def write_nearer(s: Record, here: int, there: int, out: Any, at: int, apart: int) -> None:
    """Writes how much nearer one room is to each goal than another, at places so far apart."""
    out[at] = much_nearer(s.near_crypt, here, there)
    out[at + apart] = much_nearer(s.near_artifact, here, there)
    out[at + 2 * apart] = much_nearer(s.near_unknown, here, there)


@kernel
def much_nearer(near: Any, here: int, there: int) -> int:
    """How much nearer one room is than another, up to a limit either way."""
    return min(max(whole(near[there]) - near[here], -MOST_NEARER), MOST_NEARER)


@seldom
def write_orientations(s: Record, player: int, out: Any, at: int, rooms: int) -> None:
    """Writes what the revealed tile costs and shows, however it is turned."""
    for turns in range(4):
        way = NUM_TUNNELS + turns
        tunnel = half_to_place(s, player, turns)
        write_way(s, player, tunnel, way, out, at)
        write_room(s, player, room_of(tunnel), out, rooms + way * NUM_LABELS, at + 6 * NUM_WAYS + way)


@kernel
def write_way(s: Record, player: int, tunnel: int, way: int, out: Any, at: int) -> None:
    """Writes what one way costs."""
    out[at + way] = 1
    out[at + NUM_WAYS + way] = tunnel & IS_NEW > 0
    out[at + 2 * NUM_WAYS + way] = boots_of(tunnel)
    out[at + 3 * NUM_WAYS + way] = monsters_of(tunnel)
    out[at + 4 * NUM_WAYS + way] = locks_of(tunnel)
    out[at + 5 * NUM_WAYS + way] = tunnel & IS_BARRED > 0


@seldom
def write_room(s: Record, player: int, room: int, out: Any, at: int, artifact: int) -> None:
    """Writes a room's features, those that are left to the observer, and the Artifact that lies in it."""
    write_counts(_ROOM_LABELS_OF, room * NUM_LABELS, NUM_LABELS, out, at)
    if SHRINE_OF[room] > 0:
        out[at + _WAY] = s.marks[player, max(SHRINE_OF[room] - 1, 0)] == 0
    if CHEST_OF[room] > 0:
        out[at + _CHEST] = s.chests_opened[max(CHEST_OF[room] - 1, 0)] == 0
    if LIBRARY_OF[room] > 0:
        out[at + _LIB] = s.libraries_opened[max(LIBRARY_OF[room] - 1, 0)] == 0
    if PRISON_OF[room] > 0:
        out[at + _PRISON] = s.prisons_opened[max(PRISON_OF[room] - 1, 0)] == 0
    if ARTIFACT_PLACE_OF[room] > 0:
        out[artifact] = _POINTS_OF[s.lying[max(ARTIFACT_PLACE_OF[room] - 1, 0)] & 7]


@kernel
def write_seat(s: Record, player: int, seat: int, n: int, distance: int, out: Any, at: int) -> None:
    """Writes what all know of `seat`, which sits `distance` clockwise from the observer."""
    to = at + distance
    room = whole(s.room[seat]) & ROOM_BITS
    out[to] = s.supply[seat]
    out[to + n] = s.area[seat]
    out[to + 2 * n] = s.bag[seat]
    out[to + 3 * n] = damage_of(s, seat)
    out[to + 4 * n] = s.hurt_black[seat]
    out[to + 5 * n] = s.hurt_marker[seat]
    write_pool(whole(s.gold[seat]), out, to + 6 * n, to + 7 * n)
    write_pool(whole(s.lockpicks[seat]), out, to + 8 * n, to + 9 * n)
    out[to + 10 * n] = s.idols[seat]
    out[to + 11 * n] = s.num_artifacts[seat]
    out[to + 12 * n] = s.prisoners[seat]
    out[to + 13 * n] = s.crown_points[seat]
    out[to + 14 * n] = s.card_points[seat]
    out[to + 15 * n] = ROOM_FACTS[room] & DEPTHS_FACT > 0
    out[to + 16 * n] = min(whole(s.hand_size[seat]), STEPWISE)
    out[to + 17 * n] = s.deck_size[seat]
    out[to + 18 * n] = s.discard_size[seat]
    own = CELL_OF_ROOM[s.room[player] & ROOM_BITS] & CELL_BITS
    cell = CELL_OF_ROOM[room] & CELL_BITS
    out[to + BY_SEAT * n] = whole(s.x[cell]) - s.x[own]
    out[to + (BY_SEAT + 1) * n] = whole(s.y[cell]) - s.y[own]
    at += (BY_SEAT + 2) * n
    out[at + distance * _NUM_STATUSES + min(max(whole(s.status[seat]), 0), _NUM_STATUSES - 1)] = 1
    at += n * _NUM_STATUSES
    out[at + distance * NUM_TILES + min(room // ROOMS_A_TILE, NUM_TILES - 1)] = 1
    at += n * NUM_TILES
    out[at + distance * ROOMS_A_TILE + (room & 3)] = 1
    at += n * ROOMS_A_TILE
    write_counts(s.artifacts, seat * NUM_ARTIFACTS, NUM_ARTIFACTS, out, at + distance * NUM_ARTIFACTS)
    at += n * NUM_ARTIFACTS
    write_counts(s.marks, seat * NUM_SHRINES, NUM_SHRINES, out, at + distance * NUM_SHRINES)
    at += n * NUM_SHRINES
    write_counts(s.tokens, seat * NUM_KEPT, NUM_KEPT, out, at + distance * NUM_KEPT)
    at += n * NUM_KEPT
    write_counts(s.bought, seat * NUM_MARKET, NUM_MARKET, out, at + distance * NUM_MARKET)
    at += n * NUM_MARKET + distance * NUM_CARDS
    write_counts(s.held, seat * NUM_CARDS, NUM_CARDS, out, at)
    write_counts(s.known, seat * NUM_CARDS, NUM_CARDS, out, at + n * NUM_CARDS)
    write_counts(s.discard, seat * NUM_CARDS, NUM_CARDS, out, at + 2 * n * NUM_CARDS)
