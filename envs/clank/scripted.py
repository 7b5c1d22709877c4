"""A sensible player of Clank!, as weights of actions: it knows what its seat knows.

It goes for the Cup, then from one explore room to the next, buys treasures and the cards that are worth most to it in
the turns to come, and fights where it wins. When its health is low, or when those inside at the end lose half and the
end is near, it turns back and escapes. Every action gets a value; the best has weight 1, several equals have it all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, seldom, whole
from ..core.masks import keep_best
from .actions import (
    BUY,
    DECLINE,
    END_TURN,
    ESCAPE,
    EXPLORE_CUP,
    EXPLORE_DECK,
    EXTRA_BACK,
    EXTRA_DEEPER,
    FIGHT,
    MOVE_BACK,
    MOVE_DEEPER,
    PAY,
    REST,
    TAKE,
)
from .dungeon import monster_at, treasure_on_offer
from .state import BEFORE, CUP_ROOM, DECK, HALF
from .tables import (
    ATTACK_OF,
    BUY_OF,
    CARD_POINTS,
    CUP,
    DRAW_OF,
    EXPLORE_SYMBOL,
    FIRST_OF_MARKET,
    HEAL_OF,
    MONSTER_DAMAGE,
    MONSTER_POWER,
    MOVE_OF,
    NOISE_OF,
    NUM_CARDS,
    QUIET_OF,
    SKILL_OF,
    TREASURE_COST,
)

_F = np.float32
#: Rounds that a game lasts, about; and fewer to come once one more dragon card ends it.
_ROUNDS, _LAST_ROUNDS = 13, 5
#: A card comes up once in so many turns; it takes the place of a starting card, worth so much.
_CYCLE, _REPLACED = _F(3.0), _F(0.8)
# Points that what a card prints is worth each time it is played.
_ATTACK, _BUY, _TOKEN, _MOVE, _DRAW, _HEAL, _NOISE, _QUIET = (_F(x) for x in (0.35, 0.9, 0.9, 0.5, 0.9, 0.4, 0.4, 0.2))
#: With so little health it turns back, and up to this much it does not rest.
_LOW_HEALTH, _REST_HEALTH = 3, 6


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Puts all weight on the actions of greatest value."""
    seat = whole(s.to_act)
    turns = turns_to_come(s)
    goal = goal_of(s, seat, turns)
    for action in range(mask.shape[0]):
        if mask[action]:
            weights[action] = value_of(s, seat, action, goal, turns)
    keep_best(mask, weights)


@kernel
def turns_to_come(s: Record) -> int:
    """Own turns that may be left after this one."""
    left = max(1, _ROUNDS - s.turns // s.num_players)
    return min(left, _LAST_ROUNDS) if s.dragon_revealed + 1 >= s.options.dragon_limit else left


@kernel
def turns_back(s: Record, seat: int, turns: int) -> bool:
    """Whether it is time to go home: out of health, or, where those inside lose half, out of time."""
    weak = s.health[seat] <= _LOW_HEALTH
    late = (s.options.inside_at_end == HALF) & (turns <= s.position[seat] + 1)
    return weak | late


@seldom
def goal_of(s: Record, seat: int, turns: int) -> int:
    """Where it wants to be: on the Exit, at the Cup, in the nearest explore room, or where nobody has been."""
    if turns_back(s, seat, turns):
        return 0
    if s.treasure_deck[CUP] > 0:
        return s.options.path_length
    goal = min(whole(s.revealed) + 1, whole(s.options.path_length))
    nearest = 1 << 8
    for place in range(s.revealed):
        away = abs(place + 1 - s.position[seat])
        if EXPLORE_SYMBOL[s.path[place]] > 0 and away < nearest:
            nearest = away
            goal = place + 1
    return goal


@kernel
def value_of(s: Record, seat: int, action: int, goal: int, turns: int) -> Any:
    """The value of a legal action."""
    if action < MOVE_DEEPER:
        return value_of_play(s, seat, action)
    if action <= EXTRA_BACK:
        return value_of_move(s, seat, action, goal)
    if action == EXPLORE_CUP:
        return _F(60)
    if action == EXPLORE_DECK:
        return _F(40)
    if action < REST:
        return _F(PAY - action)  # buy that is left over is lost, tokens are kept
    if action < ESCAPE:
        stays = (s.position[seat] == goal) & (s.health[seat] >= _REST_HEALTH)
        return _F(15 + BUY_OF[action - REST]) if stays else _F(-1)
    if action == ESCAPE:
        return _F(100) if goal == 0 else _F(-1)
    if action < FIGHT:
        return value_if_wanted(s, action - BUY, turns)
    if action == FIGHT:
        return _F(30) if s.attack >= MONSTER_POWER[monster_at(s, whole(s.position[seat]))] else _F(-1)
    if action < DECLINE:
        return value_if_wanted(s, action - TAKE, turns)
    return _F(5) if action == END_TURN else _F(0)


@kernel
def value_if_wanted(s: Record, kind: int, turns: int) -> Any:
    """More than ending the turn where a card of the market is worth having."""
    value = value_of_card(FIRST_OF_MARKET + kind, turns)
    return _F(10) + value if value > 0 else _F(-1)


@kernel
def value_of_card(kind: int, turns: int) -> Any:
    """Points that a card brings more than one of the deck does, over the turns to come."""
    plays = max(_F(0), _F(turns) / _CYCLE - _F(0.5))
    gain = _BUY * _F(BUY_OF[kind]) + _ATTACK * _F(ATTACK_OF[kind]) + _TOKEN * _F(SKILL_OF[kind])
    gain += _MOVE * _F(MOVE_OF[kind]) + _DRAW * _F(DRAW_OF[kind]) + _HEAL * _F(HEAL_OF[kind])
    gain += _QUIET * _F(QUIET_OF[kind]) - _NOISE * _F(NOISE_OF[kind])
    return _F(CARD_POINTS[kind]) + plays * (gain - _REPLACED)


@kernel
def value_of_play(s: Record, seat: int, kind: int) -> Any:
    """Cards without noise are played at once, loud ones where they decide something."""
    if NOISE_OF[kind] == 0:
        return _F(80 + DRAW_OF[kind])
    if ATTACK_OF[kind] > 0:
        if s.phase == BEFORE or s.fought[seat] > 0:
            return _F(-1)
        power = MONSTER_POWER[monster_at(s, whole(s.position[seat]))]
        return _F(50) if s.attack < power and power <= attack_at_hand(s, seat) else _F(-1)
    return _F(70) if s.health[seat] > _REST_HEALTH - 1 else _F(-1)


@kernel
def attack_at_hand(s: Record, seat: int) -> int:
    """Attack in the pool and on the cards in hand."""
    attack = whole(s.attack)
    for kind in range(NUM_CARDS):
        attack += s.hand[seat, kind] * ATTACK_OF[kind]
    return attack


@kernel
def value_of_move(s: Record, seat: int, action: int, goal: int) -> Any:
    """Towards the goal; extra moves before the main action only where they bring a treasure within reach."""
    position = whole(s.position[seat])
    deeper = (action == MOVE_DEEPER) | (action == EXTRA_DEEPER)
    nearer = position < goal if deeper else position > goal
    damage = MONSTER_DAMAGE[monster_at(s, position)]
    if action <= MOVE_BACK:
        return _F(20) if nearer else _F(10) - _F(0.1) * _F(damage) + _F(0.05) * _F(deeper)
    if not nearer or damage >= s.health[seat]:
        return _F(-1)
    if s.phase != BEFORE:
        return _F(9)
    exploring = CUP_ROOM if s.treasure_deck[CUP] > 0 else DECK
    offered = (goal > 0) & ((exploring == CUP_ROOM) | (s.treasure_top > 0))
    payable = whole(s.buy) + s.tokens[seat] >= TREASURE_COST[treasure_on_offer(s, exploring)]
    return _F(45) if offered and payable and abs(goal - position) <= s.extra_moves else _F(-1)
