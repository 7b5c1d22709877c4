"""A sensible player of Clank! Catacombs, as weights of actions: it knows what its seat knows.

It explores until an Artifact is within reach, takes it, and goes home by the cheapest way over the map; on the way it
plays all its cards, acquires those that are worth most over the turns to come, fights, opens what it passes and buys
what is worth its price. Every action gets a value, and the best one all the weight.

Ways are found over the whole map: `plan` writes what it takes from every room to the goal into `weights`, which serves
as its scratch paper, since kernels cannot allocate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, seldom, whole
from ..core.tables import constant
from .actions import (
    BUY,
    BUY_WITH_COUPON,
    CHEST,
    CHOOSE,
    COME_OUT,
    DRINK_ONE,
    DRINK_TWO,
    END_TURN,
    FIRST_EFFECT,
    FROM_PLAY,
    GOBLIN,
    MARK,
    MOVE,
    NUM_TUNNELS,
    PLACE,
    PLAY,
    RESERVE_CARD,
    ROW_CARD,
    SECOND_EFFECT,
    SPEND,
    TAKE_ARTIFACT,
    TELEPORT,
    THROUGH_PORTAL,
    TURN_TILE,
    USE_BOOTS,
)
from .cubes import damage_of
from .state import DISCARDED, ROOM_BITS, SEAT_BITS, SPRINGS
from .tables import (
    ACQUIRE_CLANK,
    ARTIFACT_POINTS,
    BOOTS_OF,
    CARD_POINTS,
    CLANK_OF,
    CROWN,
    DRAW_OF,
    FIRST_OF_BLUE,
    FIRST_OF_MONSTERS,
    FIRST_OF_RESERVE,
    GOLD,
    GOLD_OF,
    HEAL_OF,
    KIT,
    LOCKPICK_OF,
    MAP,
    NUM_BLUE,
    SKILL_OF,
    SWORDS_OF,
    TELEPORT_OF,
    TRASH_OF,
    USE_OP,
)
from .tables import BOOTS as BOOTS_EFFECT
from .tables import TELEPORT as TELEPORT_EFFECT
from .tiles import ARTIFACT_PLACE_OF, IS_CAVE, IS_CRYPT, NUM_PORTALS, NUM_ROOMS_OF, NUM_TILES, PORTAL_OF, ROOMS_A_TILE
from .tunnels import IS_BARRED, IS_NEW, boots_of, half_to_place, locks_of, monsters_of, room_of, trip, tunnel_from

_F = np.float32
_FAR = _F(1e6)
#: Rounds that a game lasts, about; a card comes up once in so many turns.
_ROUNDS, _CYCLE = 13, _F(3.0)
# In Boots: what a monster, a lock and a cave are worth avoiding; what a new tile leaves to go to an Artifact, and home.
_MONSTER, _LOCK, _CAVE, _UNKNOWN, _UNKNOWN_HOME = _F(1.4), _F(0.5), _F(1.5), _F(4.0), _F(25.0)
_POINT = _F(0.15)  # a point of an Artifact
_NEARER = _F(0.05)
_DEADLY = 6  # damage at which monsters are not fought with the own blood
#: Points that what a card prints is worth each time it is played, by kind; it takes the place of a starting card.
_REPLACED = 0.7
_PLAYED = constant(
    0.6 * SKILL_OF
    + 0.4 * SWORDS_OF
    + 1.1 * BOOTS_OF
    + 1.0 * GOLD_OF
    + 0.7 * DRAW_OF
    + 0.8 * HEAL_OF
    + 0.9 * LOCKPICK_OF
    + 0.9 * TELEPORT_OF
    + 0.6 * TRASH_OF
    - 0.6 * CLANK_OF
    - _REPLACED,
    np.float32,
)
_NOISE = _F(0.4)  # points that a cube in the Clank! area costs


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Puts all weight on the action of greatest value."""
    seat = whole(s.to_act) & SEAT_BITS
    ways = False
    for action in range(MOVE, TURN_TILE):
        ways |= mask[action] > 0
    if ways:
        plan(s, seat, weights)
    best = _F(-1e9)
    chosen = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            value = value_of(s, seat, action, weights)
            if value > best:
                best = value
                chosen = action
    for action in range(mask.shape[0]):
        weights[action] = 0
    weights[chosen] = 1


# --- ways -----------------------------------------------------------------------------------------------------------


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
    """Writes into `left` what it takes from every room of the map to the goal (Bellman and Ford's relaxation)."""
    for room in range(ROOMS_A_TILE * NUM_TILES):
        left[room] = left_at(s, seat, room) if s.placed[room // ROOMS_A_TILE] > 0 else _FAR
    shorter = True
    while shorter:
        shorter = False
        for tile in range(NUM_TILES):
            if s.placed[tile]:
                for local in range(NUM_ROOMS_OF[tile]):
                    room = ROOMS_A_TILE * tile + local
                    best = best_from(s, seat, room, left)
                    if best < left[room]:
                        left[room] = best
                        shorter = True


@kernel
def best_from(s: Record, seat: int, room: int, left: Any) -> Any:
    """The least that it takes from a room over one of its tunnels."""
    best = _FAR
    for number in range(THROUGH_PORTAL):
        tunnel = tunnel_from(s, room, number)
        if tunnel > 0:
            best = min(best, cost_of(s, seat, tunnel) + left_beyond(s, seat, tunnel, left))
    if PORTAL_OF[room] > 0:
        for portal in range(NUM_PORTALS):
            tunnel = trip(s, room, portal)
            if tunnel > 0:
                best = min(best, cost_of(s, seat, tunnel) + left[room_of(tunnel)])
    return best


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


# --- values ---------------------------------------------------------------------------------------------------------


@kernel
def value_of(s: Record, seat: int, action: int, left: Any) -> Any:
    """The value of a legal action."""
    if action < ROW_CARD:
        return _F(80) + _F(DRAW_OF[action - PLAY])
    if action < MOVE:
        return value_of_card_action(s, seat, action)
    if action < COME_OUT:
        by_teleport = action >= TELEPORT
        return value_of_way(s, seat, action - (TELEPORT if by_teleport else MOVE), by_teleport, left)
    if action < SPEND:
        to = trip(s, whole(s.room[seat]) & ROOM_BITS, action - COME_OUT)
        return -cost_of(s, seat, to) * _F(s.asked_tunnel <= NUM_TUNNELS) - left[room_of(to)]
    if action < PLACE:
        return _F(action - SPEND)  # Swords that are left over are lost
    if action < TURN_TILE:
        return value_of_placing(s, seat, action - PLACE)
    if action < TAKE_ARTIFACT:
        return _F(12)
    return value_of_room_action(s, seat, action)


@kernel
def value_of_room_action(s: Record, seat: int, action: int) -> Any:
    """Artifacts, shrines and locks at once; what is worth its price; potions when they are needed."""
    if action == TAKE_ARTIFACT:
        return _F(100)
    if action == MARK:
        return _F(70)
    if action < BUY:
        spare = s.lockpicks[seat] > 1 or not goes_home(s, seat)
        return _F(65 + (action == CHEST)) if spare else _F(20)
    if action < BUY_WITH_COUPON:
        return _F(60) if action - BUY > 0 and action - BUY != KIT else _F(-1)
    if action < DRINK_TWO:
        return _F(62) + _F(action - BUY_WITH_COUPON == CROWN)
    if action <= DRINK_ONE:
        return _F(60) if damage_of(s, seat) >= 1 + (action == DRINK_TWO) else _F(-1)
    if action == USE_BOOTS:
        return _F(45) if s.exhausted == 0 and s.boots > 0 else _F(-1)
    if action < FIRST_EFFECT:
        return _F(45)
    if action < CHOOSE:
        second = damage_of(s, seat) == 0 and not gains_gold(s)
        return _F((action == SECOND_EFFECT) == second)
    if action < FROM_PLAY:
        return value_of_losing(s, action - CHOOSE)
    if action <= FROM_PLAY + 1:
        return _F(action == FROM_PLAY)
    return _F(5) * _F(action == END_TURN)


@kernel
def gains_gold(s: Record) -> bool:
    """Whether the first of the alternatives asked for is Gold, which it takes."""
    return USE_OP[max(whole(s.asked_kind) - 1, 0), 0, 0] == GOLD


@kernel
def value_of_losing(s: Record, kind: int) -> Any:
    """A card is trashed or discarded if it is one of the poorest; for a Spring the poorest has to go."""
    value = _F(0.2) - _PLAYED[kind] - _F(CARD_POINTS[kind]) - _F(_REPLACED)
    return value + _F(0.7) * _F(s.phase == DISCARDED) + _F(100) * _F(s.phase == SPRINGS)


@kernel
def turns_to_come(s: Record) -> Any:
    """Own turns that may be left after this one."""
    return _F(max(1, _ROUNDS - s.turns // s.num_players))


@kernel
def value_of_deck_card(s: Record, kind: int) -> Any:
    """Points that a card brings more than one of the deck does, over the turns to come."""
    plays = max(_F(0), turns_to_come(s) / _CYCLE - _F(0.5))
    return _F(CARD_POINTS[kind]) + plays * _PLAYED[kind] - _NOISE * _F(ACQUIRE_CLANK[kind])


@kernel
def value_of_card_action(s: Record, seat: int, action: int) -> Any:
    """Cards that promise most, monsters, and devices that do something."""
    if action == GOBLIN:
        return _F(15)
    if action >= RESERVE_CARD or action < ROW_CARD + NUM_BLUE:
        first = FIRST_OF_RESERVE - RESERVE_CARD if action >= RESERVE_CARD else FIRST_OF_BLUE - ROW_CARD
        value = value_of_deck_card(s, action + first)
        return _F(30) + value if value > _F(0.3) else _F(-1)
    kind = action - ROW_CARD
    if kind >= FIRST_OF_MONSTERS:
        return _F(20)
    effect = USE_OP[kind, 0, 0]
    if effect == TELEPORT_EFFECT:
        return _F(-1)
    if effect == BOOTS_EFFECT:
        return _F(31) if s.exhausted == 0 and s.boots > 0 else _F(-1)
    return _F(36)
