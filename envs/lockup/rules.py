"""The rules of Lockup as kernels: setting up, placing workers, and what an action sets off.

Rule numbers (L…) and decisions (LD…) are those of the documentation page. Actions: see `actions.py`.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel
from ..core.rng import below
from ..core.seats import clockwise
from .actions import (
    ACCEPT,
    ARENA,
    COMMANDER,
    DECLINE,
    HALL,
    HIRE,
    MARKET_FOOD,
    MARKET_GOLD,
    NO_COMMANDER,
    PASS,
    PRISON,
    TEMPLE,
)
from .battle import ASK_ATTACKER, ASK_DEFENDER, ASK_NOBODY, can_use, continue_battle, use_commander
from .effects import (
    NUM_MODIFIERS,
    draw_event,
    draw_monster,
    give_monster,
    keep_or_resolve_event,
    take_commander,
)
from .rounds import NUM_TIERS, begin_round, legal_upkeep, pay_upkeep, proceed
from .state import ATTACK, ESCAPE, LEGENDARY_ROUND, PLACING, SEAT_BITS, START_FOOD, START_GOLD, UPKEEP, WORKERS
from .tables import (
    ARENA_PLACE,
    COMMON,
    COPIES,
    DISCOUNT,
    DISCOUNT_RARE,
    ESCAPE_FOOD,
    EVENT_COMMANDER,
    EVENT_COPIES,
    EVENT_FREE_COMMON,
    FACTION_MODIFIERS,
    HAGGLER,
    HALL_PLACE,
    LEGENDARY,
    MARKET_BONUS_FOOD,
    MARKET_BONUS_GOLD,
    MARKET_PLACE,
    NUM_BATTLE,
    NUM_COMMANDERS,
    NUM_EVENTS,
    NUM_FACTIONS,
    NUM_MISSIONS,
    NUM_MONSTERS,
    NUM_OPEN_EVENTS,
    PRICES,
    PRISON_DISCOUNT,
    PRISON_PLACE,
    RARE,
    TEMPLE_PLACE,
    TIER_OF,
    TIER_START,
)

_MARKET_GOLD, _MARKET_FOOD = 1, 2  # LD3
_NO_TIER, _NO_STEP = -1, -1
_FIRST_RARE, _FIRST_LEGENDARY = int(TIER_START[RARE]), int(TIER_START[LEGENDARY])


@kernel
def new(s: Record) -> None:
    """Full piles, a faction card, 3 gold and 2 food a seat (L2); seat 0 starts the first round (LD15)."""
    for kind in range(NUM_MONSTERS):
        s.pile[kind] = COPIES[kind]
        s.pile_left[TIER_OF[kind]] += COPIES[kind]
    for commander in range(NUM_COMMANDERS):
        s.commander_pile[commander] = 1
        s.unopened[commander] = 1
    s.commanders_left = NUM_COMMANDERS
    for event in range(NUM_OPEN_EVENTS):
        s.event_pile[event] = EVENT_COPIES[event]
        s.events_left += EVENT_COPIES[event]
    for mission in range(NUM_MISSIONS):
        s.mission_pile[mission] = 1
    s.events_left += NUM_EVENTS - NUM_OPEN_EVENTS
    dealt = 0
    for seat in range(s.num_players):
        s.workers[seat] = WORKERS
        s.gold[seat] = START_GOLD
        s.food[seat] = START_FOOD
        number = below(s, NUM_FACTIONS - seat)  # LD22
        faction = 0
        for candidate in range(NUM_FACTIONS):
            if dealt & (1 << candidate) == 0:
                if number == 0:
                    faction = candidate
                number -= 1
        dealt |= 1 << faction
        s.faction[seat] = faction
        if s.options.faction_income:
            for modifier in range(NUM_MODIFIERS):
                s.modifiers[seat, modifier] = FACTION_MODIFIERS[faction, modifier]
    s.round_number = 1
    begin_round(s)


# --- where a worker may go ------------------------------------------------------------------------------------------


@kernel
def price_without_haggler(s: Record, seat: int, tier: int) -> int:
    """Gold for a hire after permanent discounts, at least 1 (LD17)."""
    rare = tier == RARE
    return max(1, PRICES[tier] - s.modifiers[seat, DISCOUNT] - rare * s.modifiers[seat, DISCOUNT_RARE])


@kernel
def haggles(s: Record, seat: int, price: int) -> bool:
    """Whether Haggler lowers `price`: on the round's first hire where that is possible (LD17)."""
    return (s.modifiers[seat, HAGGLER] > 0) & (s.haggled == 0) & (price > 1)


@kernel
def hire_price(s: Record, seat: int, tier: int) -> int:
    """Gold for a hire of `tier` (LD3, LD17)."""
    price = price_without_haggler(s, seat, tier)
    return price - haggles(s, seat, price)


@kernel
def prison_price(s: Record, seat: int, tier: int) -> int:
    """Food for the top card of the pile of `tier` (LD3, LD17)."""
    return max(1, PRICES[tier] - s.modifiers[seat, PRISON_DISCOUNT])


@kernel
def legal(s: Record, mask: Any) -> None:
    """What the seat to act may do in this phase."""
    seat = s.to_act & SEAT_BITS
    if s.phase == PLACING:
        legal_places(s, seat, mask)
    elif s.phase == UPKEEP:
        legal_upkeep(s, seat, mask)
    elif s.phase == ESCAPE:
        mask[ACCEPT] = 1
        mask[DECLINE] = 1
    else:
        side = 0 if s.phase == ATTACK else 1
        for commander in range(NUM_BATTLE):
            mask[COMMANDER + commander] = can_use(s, seat, commander, side)
        mask[NO_COMMANDER] = 1


@kernel
def legal_places(s: Record, seat: int, mask: Any) -> None:
    """Free places whose effect can be carried out and paid (LD16), and passing (LD4)."""
    mask[PASS] = 1
    mask[MARKET_GOLD] = s.occupied[MARKET_PLACE] == 0
    mask[MARKET_FOOD] = s.occupied[MARKET_PLACE] == 0
    free = s.occupied[ARENA_PLACE] == 0
    for distance in range(1, s.num_players):
        mask[ARENA - 1 + distance] = free
    mask[HALL] = (s.occupied[HALL_PLACE] == 0) & (s.commanders_left > 0)
    mask[TEMPLE] = (s.occupied[TEMPLE_PLACE] == 0) & (s.events_left > 0)
    for tier in range(NUM_TIERS):
        early = (tier == LEGENDARY) & (s.round_number < LEGENDARY_ROUND)
        payable = s.food[seat] >= prison_price(s, seat, tier)
        mask[PRISON + tier] = (s.occupied[PRISON_PLACE] == 0) & payable & (not early) & (s.pile_left[tier] > 0)
    legal_hires(s, seat, COMMON, 0, _FIRST_RARE, mask)
    legal_hires(s, seat, RARE, _FIRST_RARE, _FIRST_LEGENDARY, mask)
    legal_hires(s, seat, LEGENDARY, _FIRST_LEGENDARY, NUM_MONSTERS, mask)


@kernel
def legal_hires(s: Record, seat: int, tier: int, first: int, stop: int, mask: Any) -> None:
    """The kinds from `first` to `stop`, which are of one `tier`, if they are on display and can be paid (LD1)."""
    affordable = s.gold[seat] >= hire_price(s, seat, tier)
    for kind in range(first, stop):
        mask[HIRE + kind] = affordable & (s.display[kind] > 0)


# --- actions --------------------------------------------------------------------------------------------------------


@kernel
def step(s: Record, action: int) -> None:
    """Carries out one legal action of the seat to act."""
    seat = s.to_act & SEAT_BITS
    gift = _NO_TIER  # pile whose top card the seat gets
    battle = _NO_STEP
    defence_commander = 0
    if action < COMMANDER:
        if action == PASS:
            s.out[seat] = 1
        else:
            s.workers[seat] -= 1
            if action >= HIRE:
                hire(s, seat, action - HIRE)
            elif action >= HALL:
                gift = visit_hall_or_temple(s, seat, action == TEMPLE)
            elif action >= ARENA:
                s.occupied[ARENA_PLACE] = 1
                s.attacker = 1 + seat
                s.defender = 1 + clockwise(s, seat, action - ARENA + 1)
                battle = ASK_ATTACKER
            elif action >= PRISON:
                s.occupied[PRISON_PLACE] = 1
                gift = action - PRISON
                s.food[seat] -= prison_price(s, seat, gift)
            else:
                visit_market(s, seat, action)
    elif action <= NO_COMMANDER:
        chosen = 0
        if action < NO_COMMANDER:
            use_commander(s, seat, action - COMMANDER)
            chosen = 1 + action - COMMANDER
        if s.phase == ATTACK:
            s.attack_commander = chosen
            battle = ASK_DEFENDER
        else:
            defence_commander = chosen
            battle = ASK_NOBODY
    elif action <= DECLINE:
        s.phase = PLACING
        if action == ACCEPT:
            s.food[seat] -= ESCAPE_FOOD
            gift = RARE
    else:
        pay_upkeep(s, seat, action)
    if gift >= 0:
        give_monster(s, seat, draw_monster(s, gift))
    if battle >= 0:
        continue_battle(s, battle, defence_commander)
    if s.phase == PLACING or s.phase == UPKEEP:
        proceed(s)


@kernel
def hire(s: Record, seat: int, kind: int) -> None:
    """A worker on a face-up monster, which is paid for and taken (LD1)."""
    price = price_without_haggler(s, seat, TIER_OF[kind])
    haggled = haggles(s, seat, price)
    s.gold[seat] -= price - haggled
    s.haggled |= haggled
    s.display[kind] -= 1
    give_monster(s, seat, kind)


@kernel
def visit_market(s: Record, seat: int, action: int) -> None:
    """1 gold or 2 food, and the bonus for the good taken (LD3, LD17)."""
    s.occupied[MARKET_PLACE] = 1
    if action == MARKET_GOLD:
        s.gold[seat] += _MARKET_GOLD + s.modifiers[seat, MARKET_BONUS_GOLD]
    else:
        s.food[seat] += _MARKET_FOOD + s.modifiers[seat, MARKET_BONUS_FOOD]


@kernel
def visit_hall_or_temple(s: Record, seat: int, temple: bool) -> int:
    """The top commander, or the top event with what it sets off; returns the pile that it gives a monster of, or -1."""
    gift = _NO_TIER
    recruits = not temple
    if temple:
        s.occupied[TEMPLE_PLACE] = 1
        event = draw_event(s)
        keep_or_resolve_event(s, seat, event)
        recruits = EVENT_COMMANDER[event] > 0
        if EVENT_FREE_COMMON[event] > 0 and s.pile_left[COMMON] > 0:
            gift = COMMON
    else:
        s.occupied[HALL_PLACE] = 1
    if recruits:
        take_commander(s, seat)
    return gift
