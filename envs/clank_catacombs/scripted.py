"""A sensible player of Clank! Catacombs, as weights of actions: it knows what its seat knows.

It explores until an Artifact is within reach, takes it, and goes home by the cheapest way over the map; on the way it
plays all its cards, acquires those that are worth most over the turns to come, fights, opens what it passes and buys
what is worth its price. Every action gets a value, and the best one all the weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, whole
from ..core.masks import whole_words, word_at
from ..core.tables import constant
from .actions import (
    BUY,
    BUY_WITH_COUPON,
    CHEST,
    CHOOSE,
    DRINK_ONE,
    DRINK_TWO,
    END_TURN,
    FIRST_EFFECT,
    FROM_PLAY,
    GOBLIN,
    MARK,
    MOVE,
    PLACE,
    PLAY,
    RESERVE_CARD,
    ROW_CARD,
    SECOND_EFFECT,
    SPEND,
    TAKE_ARTIFACT,
    TURN_TILE,
    USE_BOOTS,
)
from .cubes import damage_of
from .scripted_ways import BEST_WAY, goes_home, plan, value_of_going, value_of_placing
from .state import DISCARDED, SEAT_BITS, SPRINGS
from .tables import (
    ACQUIRE_CLANK,
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
    NUM_BLUE,
    SKILL_OF,
    SWORDS_OF,
    TELEPORT_OF,
    TRASH_OF,
    USE_OP,
)
from .tables import BOOTS as BOOTS_EFFECT
from .tables import TELEPORT as TELEPORT_EFFECT

_F = np.float32
#: Rounds that a game lasts, about; a card comes up once in so many turns.
_ROUNDS, _CYCLE = 13, _F(3.0)
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
    """Puts all weight on the action of greatest value, the first of equally good ones."""
    seat = whole(s.to_act) & SEAT_BITS
    best = _F(-1e9)
    chosen = 0
    ways = False
    words = whole_words(mask.shape[0])
    for start in range(0, mask.shape[0], 8):
        if start < words and word_at(mask, start) == 0:
            continue  # most actions are illegal
        for action in range(start, min(start + 8, mask.shape[0])):
            if mask[action]:
                if (action >= MOVE) & (action < SPEND):
                    ways = True
                else:
                    value = value_of(s, seat, action)
                    if value > best:
                        best = value
                        chosen = action
    if ways and best <= BEST_WAY:  # to look for ways takes longer than all the rest
        plan(s, seat, weights)
        for action in range(MOVE, SPEND):
            if mask[action]:
                value = value_of_going(s, seat, action, weights)
                if value > best or (value == best and action < chosen):
                    best = value
                    chosen = action
    for action in range(mask.shape[0]):
        weights[action] = 0
    weights[chosen] = 1


@kernel
def value_of(s: Record, seat: int, action: int) -> Any:
    """The value of a legal action that is no way."""
    if action < ROW_CARD:
        return _F(80) + _F(DRAW_OF[action - PLAY])
    if action < MOVE:
        return value_of_card_action(s, seat, action)
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
