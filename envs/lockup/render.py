"""Lockup in words: the table, every seat's things, and what the seat in question knows of the face-down cards."""

from __future__ import annotations

from typing import Any

from ..core.words import counted, winners
from .state import ATTACK, DEFENCE, ESCAPE, ROUNDS, UPKEEP, LockupOptions
from .tables import (
    COMMANDERS,
    EVENTS,
    FACTIONS,
    MODIFIERS,
    MONSTERS,
    NUM_CONCEALED,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    PLACES,
    TIERS,
)

EVERYTHING = -2  # the view of nobody at the table


def describe(options: LockupOptions, s: Any, player: int) -> str:
    """One state as `player` (a seat, -1 for the public, -2 for everything) sees it; `s` is redacted accordingly."""
    n = options.num_players
    lines = [
        f"round {s['round_number']} of {ROUNDS}, seat {s['start']} starts",
        f"display: {counted(MONSTERS, s['display'])}",
        f"piles: {_piles(s)}",
        f"occupied: {counted(PLACES, s['occupied'])}",
    ]
    for seat in range(n):
        lines += _seat(s, seat, player in (seat, EVERYTHING))
    lines.append(_end(s, n) if s["terminated"] else _due(s))
    return "\n".join(lines)


def _piles(s: Any) -> str:
    names = (*TIERS, "commanders", "events")
    counts = (*s["pile_left"], s["commanders_left"], s["events_left"])
    return ", ".join(f"{count} {name}" for name, count in zip(names, counts, strict=True))


def _seat(s: Any, seat: int, seen: bool) -> list[str]:
    goods = f"{s['gold'][seat]} gold, {s['food'][seat]} food, {_workers(s, seat)}"
    points = f"{s['points'][seat]} points of monsters, {s['bonus'][seat]} of events, {s['penalty'][seat]} negative"
    open_commanders = counted(COMMANDERS, s["face_up"][seat])
    events = EVENTS[NUM_NOW:NUM_OPEN_EVENTS]
    modifiers = [f"{name} +{sum_}" for name, sum_ in zip(MODIFIERS, s["modifiers"][seat], strict=True) if sum_]
    return [
        f"seat {seat}, {FACTIONS[s['faction'][seat]]}: {goods}; {points}; power {s['power'][seat]}",
        f"  monsters: {counted(MONSTERS, s['monsters'][seat])}",
        f"  face up: {open_commanders}; events: {counted(events, s['permanents'][seat])}",
        f"  face down: {_face_down(s, seat, seen)}",
        f"  modifiers: {', '.join(modifiers) or 'none'}",
    ]


def _workers(s: Any, seat: int) -> str:
    return "out" if s["out"][seat] else f"{s['workers'][seat]} workers"


def _face_down(s: Any, seat: int, seen: bool) -> str:
    if seen:
        commanders = counted(COMMANDERS[:NUM_CONCEALED], s["face_down"][seat])
        return f"{commanders}; missions: {counted(EVENTS[NUM_OPEN_EVENTS:], s['missions'][seat])}"
    return f"{s['num_face_down'][seat]} commanders, {s['num_missions'][seat]} missions"


def _due(s: Any) -> str:
    seat = f"seat {s['to_act']}"
    if s["phase"] in (ATTACK, DEFENCE):
        battle = f"seat {s['attacker'] - 1} attacks seat {s['defender'] - 1}"
        if s["phase"] == DEFENCE:
            used = s["attack_commander"]
            battle += f" with {COMMANDERS[used - 1]}" if used else " without a commander"
        return f"{battle}; {seat} may use a commander"
    if s["phase"] == ESCAPE:
        return f"{seat} may take the top rare monster for food"
    if s["phase"] == UPKEEP:
        return f"{seat} pays upkeep, {s['to_feed']} to decide"
    return f"{seat} to place a worker"


def _end(s: Any, n: int) -> str:
    scores = ", ".join(str(score) for score in s["scores"][:n])
    return f"over: {winners(s, n, 'seat')} won; final scores {scores}"
