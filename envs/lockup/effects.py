"""What cards do when they are taken: monsters, commanders, events."""

from __future__ import annotations

from ..core.kernels import Record, kernel
from ..core.rng import below, nth_card
from .state import ESCAPE
from .tables import (
    COMMANDER_MODIFIERS,
    ESCAPE_FOOD,
    EVENT_ALL_FOOD,
    EVENT_ESCAPE,
    EVENT_FOOD,
    EVENT_GOLD,
    EVENT_MODIFIERS,
    EVENT_OTHERS_FOOD,
    EVENT_OTHERS_GOLD,
    EVENT_PARDON,
    EVENT_POINTS,
    MODIFIERS,
    NUM_COMMANDERS,
    NUM_CONCEALED,
    NUM_MISSIONS,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    POINTS,
    POWER,
    RARE,
    TIER_START,
)

NUM_MODIFIERS = len(MODIFIERS)


@kernel
def draw_monster(s: Record, tier: int) -> int:
    """Turns up the top card of a pile that has one: any of its cards with the same chance; returns its kind."""
    kind = nth_card(s.pile, TIER_START[tier], TIER_START[tier + 1], below(s, s.pile_left[tier]))
    s.pile[kind] -= 1
    s.pile_left[tier] -= 1
    return kind


@kernel
def give_monster(s: Record, seat: int, kind: int) -> None:
    """`seat` gets a monster of `kind`."""
    s.monsters[seat, kind] += 1
    s.power[seat] += POWER[kind]
    s.points[seat] += POINTS[kind]


@kernel
def take_commander(s: Record, seat: int) -> None:
    """`seat` takes the top commander, if there is one (LD18); battle and end ones stay face down (LD13)."""
    if s.commanders_left == 0:
        return
    commander = nth_card(s.commander_pile, 0, NUM_COMMANDERS, below(s, s.commanders_left))
    s.commander_pile[commander] = 0
    s.commanders_left -= 1
    if commander < NUM_CONCEALED:
        s.face_down[seat, commander] = 1
        s.num_face_down[seat] += 1
    else:
        s.face_up[seat, commander] = 1
        s.unopened[commander] = 0
        for modifier in range(NUM_MODIFIERS):
            s.modifiers[seat, modifier] += COMMANDER_MODIFIERS[commander, modifier]


@kernel
def draw_event(s: Record) -> int:
    """Takes the top event, any card with the same chance; returns its kind."""
    number = below(s, s.events_left)
    event = 0
    seen = 0
    for candidate in range(NUM_OPEN_EVENTS):
        seen += s.event_pile[candidate]
        event += seen <= number
    for mission in range(NUM_MISSIONS):
        seen += s.mission_pile[mission]
        event += seen <= number
    s.events_left -= 1
    if event < NUM_OPEN_EVENTS:
        s.event_pile[event] -= 1
    else:
        s.mission_pile[event - NUM_OPEN_EVENTS] = 0
    return event


@kernel
def keep_or_resolve_event(s: Record, seat: int, event: int) -> None:
    """Missions stay face down (LD13), permanent events stay, the others resolve and are gone (LD7, LD18).

    What an event brings in cards (a common monster, a commander) is up to the caller.
    """
    if event >= NUM_OPEN_EVENTS:
        s.missions[seat, event - NUM_OPEN_EVENTS] = 1
        s.num_missions[seat] += 1
    elif event >= NUM_NOW:
        s.permanents[seat, event - NUM_NOW] += 1
        for modifier in range(NUM_MODIFIERS):
            s.modifiers[seat, modifier] += EVENT_MODIFIERS[event, modifier]
    else:
        for other in range(s.num_players):
            if other != seat:  # LE13, LE14: to the supply, never below 0
                s.gold[other] = max(0, s.gold[other] + EVENT_OTHERS_GOLD[event])
                s.food[other] = max(0, s.food[other] + EVENT_OTHERS_FOOD[event])
            s.food[other] += EVENT_ALL_FOOD[event]
        s.gold[seat] += EVENT_GOLD[event]
        s.food[seat] += EVENT_FOOD[event]
        s.bonus[seat] += EVENT_POINTS[event]
        s.penalty[seat] = max(0, s.penalty[seat] - EVENT_PARDON[event])
        if EVENT_ESCAPE[event] > 0 and s.food[seat] >= ESCAPE_FOOD and s.pile_left[RARE] > 0:
            s.phase = ESCAPE  # LE12 asks
