"""A sensible player of Lockup, as weights of actions: it knows what its seat knows.

Every action gets a value in points: what it brings, less what it costs. The best action has weight 1; where several are
equally good, so have they all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, whole
from ..core.masks import keep_best
from ..core.seats import clockwise
from .actions import ACCEPT, ARENA, COMMANDER, FEED, HALL, HIRE, MARKET_FOOD, MARKET_GOLD, PASS, PAY_GOLD, PRISON
from .battle import STAKE, can_use
from .rounds import GOLD_FOR_UPKEEP, NUM_TIERS, POINTS_FOR_UPKEEP, count_kin
from .rules import hire_price, prison_price
from .state import ATTACK, DEFENCE, PER_WORKER, PLACING, ROUNDS, UPKEEP, WORKERS
from .tables import (
    ATTACK_BONUS,
    BATTLE_POWER,
    BATTLE_STAKE,
    DEFENCE_BONUS,
    ESCAPE_FOOD,
    GOLD_LEFT,
    KIN_OF,
    KINS_HELD,
    MARKET_BONUS_FOOD,
    MARKET_BONUS_GOLD,
    MISSION_MEASURE,
    MISSION_NEEDS,
    MISSION_POINTS,
    NUM_BATTLE,
    NUM_CONCEALED,
    NUM_MISSIONS,
    POINTS,
    POINTS_PER_KIN,
    POINTS_PER_MONSTER,
    POWER,
    PRINTED_POWER,
    RARE,
    TIER_OF,
    TIER_START,
    UPKEEP_CUT,
)

_F = np.float32
# Points that a coin and a ration are worth after the upkeep of round 1, 2, 3, 4, 5.
_GOLD_WORTH = np.array([0.6, 0.6, 0.6, 0.55, 0.05], np.float32)
_FOOD_WORTH = np.array([0.35, 0.35, 0.35, 0.3, 0.0], np.float32)
_POWER_WORTH = np.array([0.15, 0.14, 0.12, 0.08, 0.03], np.float32)  # of a monster, for battles to come
_HALL_WORTH = np.array([2.2, 1.8, 1.4, 1.0, 0.5], np.float32)
_TEMPLE_WORTH = np.array([1.6, 1.6, 1.5, 1.4, 0.8], np.float32)
_MISSION_STEP = _F(0.7)  # for a step towards a mission that is held
_THEIR_LOSS = _F(0.5)  # what an opponent's lost coin is worth, in a game of two
_HIDDEN_DEFENCE = 3  # the most that a face-down commander can add
_CHANCE_UNSEEN = _F(0.7)  # of winning against a face-down commander by no more than that


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Hires by value for money, keeps the upkeep, attacks when it pays, visits the market, hall and temple between."""
    seat = s.to_act
    for action in range(mask.shape[0]):
        if mask[action]:
            weights[action] = value_of(s, seat, action)
    keep_best(mask, weights)


@kernel
def value_of(s: Record, seat: int, action: int) -> Any:
    """The value of a legal action in points, against doing nothing."""
    if s.phase == PLACING:
        if action >= HIRE:
            kind = action - HIRE
            price = hire_price(s, seat, TIER_OF[kind])
            return value_of_monster(s, seat, kind) + value_of_goods(s, seat, -price, 0)
        return value_of_place(s, seat, action)
    if s.phase == UPKEEP:
        return value_of_upkeep(s, seat, action)
    if s.phase == ATTACK:
        return value_in_attack(action)
    if s.phase == DEFENCE:
        return value_in_defence(s, seat, action)
    return value_of_top(s, seat, RARE) + value_of_goods(s, seat, 0, -ESCAPE_FOOD) if action == ACCEPT else _F(0)


@kernel
def worth(s: Record, seat: int, gold: int, food: int) -> Any:
    """What `gold` and `food` are worth before this round's upkeep."""
    need = max(0, WORKERS - s.modifiers[seat, UPKEEP_CUT])
    lost = 0
    if s.options.upkeep == PER_WORKER:
        fed = min(food, need)
        paid = min(need - fed, gold // GOLD_FOR_UPKEEP)
        food -= fed
        gold -= paid * GOLD_FOR_UPKEEP
        lost = (need - fed - paid) * POINTS_FOR_UPKEEP
    elif food >= need:
        food -= need
    elif gold >= GOLD_FOR_UPKEEP:
        gold -= GOLD_FOR_UPKEEP
    else:
        lost = POINTS_FOR_UPKEEP
    value = _GOLD_WORTH[s.round_number - 1] * gold + _FOOD_WORTH[s.round_number - 1] * food - lost
    if s.round_number == ROUNDS:
        for mission in range(NUM_MISSIONS):
            hoards = (s.missions[seat, mission] > 0) & (MISSION_MEASURE[mission] == GOLD_LEFT)
            if hoards and gold >= MISSION_NEEDS[mission]:
                value += MISSION_POINTS[mission]
    return _F(value)


@kernel
def value_of_goods(s: Record, seat: int, gold: int, food: int) -> Any:
    """The value of so much more (or less) gold and food."""
    held_gold = whole(s.gold[seat])
    held_food = whole(s.food[seat])
    return worth(s, seat, held_gold + gold, held_food + food) - worth(s, seat, held_gold, held_food)


@kernel
def value_of_monster(s: Record, seat: int, kind: int) -> Any:
    """Its points and power, and what it adds to commanders and missions that the seat holds."""
    kin = KIN_OF[kind]
    held = count_kin(s, seat, kin)
    value = POINTS[kind] + _POWER_WORTH[s.round_number - 1] * POWER[kind]
    for commander in range(NUM_CONCEALED):
        if s.face_down[seat, commander] > 0:
            value += POINTS_PER_MONSTER[commander, kin] + POINTS_PER_KIN[commander] * (held == 0)
    for mission in range(NUM_MISSIONS):
        if s.missions[seat, mission] > 0:
            measure = MISSION_MEASURE[mission]
            needed = MISSION_NEEDS[mission]
            if measure == KINS_HELD:
                value += _MISSION_STEP * (held == 0)
            elif measure == PRINTED_POWER:
                missing = max(0, needed - s.power[seat])
                value += MISSION_POINTS[mission] * _F(min(missing, POWER[kind])) / _F(needed)
            elif measure != GOLD_LEFT:
                value += _MISSION_STEP * (held > 0) * (held < needed)
    return _F(value)


@kernel
def value_of_top(s: Record, seat: int, tier: int) -> Any:
    """The value of the top monster of a pile, whose cards are known though not their order."""
    total = _F(0)
    for kind in range(TIER_START[tier], TIER_START[tier + 1]):
        total += s.pile[kind] * (POINTS[kind] + _POWER_WORTH[s.round_number - 1] * POWER[kind])
    return _F(total / s.pile_left[tier])


@kernel
def value_of_place(s: Record, seat: int, action: int) -> Any:
    """The value of passing, or of a worker on one of the five places."""
    turn = s.round_number - 1
    if action == PASS:
        return _F(0)
    if action == MARKET_GOLD:
        return value_of_goods(s, seat, 1 + s.modifiers[seat, MARKET_BONUS_GOLD], 0) + _F(0.1)
    if action == MARKET_FOOD:
        return value_of_goods(s, seat, 0, 2 + s.modifiers[seat, MARKET_BONUS_FOOD]) + _F(0.1)
    if action < PRISON + NUM_TIERS:
        tier = action - PRISON
        return value_of_top(s, seat, tier) + value_of_goods(s, seat, 0, -prison_price(s, seat, tier))
    if action < HALL:
        return value_of_attack(s, seat, clockwise(s, seat, action - ARENA + 1))
    return _HALL_WORTH[turn] if action == HALL else _TEMPLE_WORTH[turn]


@kernel
def value_of_attack(s: Record, seat: int, opponent: int) -> Any:
    """What attacking `opponent` brings, considering the commanders on both sides that the seat knows of."""
    attack = s.power[seat] + s.modifiers[seat, ATTACK_BONUS]
    defence = s.power[opponent] + s.modifiers[opponent, DEFENCE_BONUS]
    own = 0
    theirs = 0
    for commander in range(NUM_BATTLE):
        if can_use(s, seat, commander, 0):
            own = max(own, BATTLE_POWER[0, 1 + commander])
        if s.face_up[opponent, commander] > 0:
            theirs = max(theirs, BATTLE_POWER[1, 1 + commander])
    margin = attack + own - defence - theirs
    chance = _F(1)
    if s.num_face_down[opponent] > 0 and margin <= _HIDDEN_DEFENCE:
        chance = _CHANCE_UNSEEN
    if margin < 0 or (margin == 0 and s.num_face_down[opponent] > 0):
        return _F(-1)
    if margin == 0:
        return _F(-0.1)
    won = min(STAKE, s.gold[opponent])
    lost = min(STAKE, s.gold[seat])
    harm = _THEIR_LOSS / _F(s.num_players - 1)
    success = value_of_goods(s, seat, won, 0) + harm * won
    return chance * success + (_F(1) - chance) * value_of_goods(s, seat, -lost, 0)


@kernel
def value_of_upkeep(s: Record, seat: int, action: int) -> Any:
    """Food before gold before points, unless the gold is worth more (LD19)."""
    if action == FEED:
        return _F(2)
    if action == PAY_GOLD:
        spent = _GOLD_WORTH[s.round_number - 1] * GOLD_FOR_UPKEEP
        if s.round_number == ROUNDS:
            for mission in range(NUM_MISSIONS):
                hoards = (s.missions[seat, mission] > 0) & (MISSION_MEASURE[mission] == GOLD_LEFT)
                missed = s.gold[seat] - GOLD_FOR_UPKEEP < MISSION_NEEDS[mission]
                if hoards and missed and s.gold[seat] >= MISSION_NEEDS[mission]:
                    spent += MISSION_POINTS[mission]
        return -_F(spent)
    return _F(-POINTS_FOR_UPKEEP)


@kernel
def value_in_attack(action: int) -> Any:
    """The strongest commander; the loot decides between equals."""
    commander = 1 + action - COMMANDER if action < COMMANDER + NUM_BATTLE else 0
    return _F(BATTLE_POWER[0, commander]) + _F(0.5) * BATTLE_STAKE[0, commander]


@kernel
def value_in_defence(s: Record, seat: int, action: int) -> Any:
    """Gold that the outcome brings, which the defender can foresee; a commander that changes nothing stays hidden."""
    commander = 1 + action - COMMANDER if action < COMMANDER + NUM_BATTLE else 0
    attacker = s.attacker - 1
    attack = s.power[attacker] + s.modifiers[attacker, ATTACK_BONUS] + BATTLE_POWER[0, s.attack_commander]
    defence = s.power[seat] + s.modifiers[seat, DEFENCE_BONUS] + BATTLE_POWER[1, commander]
    kept_hidden = _F(0.1) * (commander == 0)
    if attack > defence:
        return kept_hidden - _F(min(STAKE + BATTLE_STAKE[0, s.attack_commander], s.gold[seat]))
    if defence > attack:
        return kept_hidden + _F(min(STAKE + BATTLE_STAKE[1, commander], s.gold[attacker]))
    return kept_hidden
