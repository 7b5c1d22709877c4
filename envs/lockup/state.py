"""Lockup's options and its record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.options import choice, flag, integer
from ..core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema
from .tables import (
    MODIFIERS,
    NUM_COMMANDERS,
    NUM_CONCEALED,
    NUM_MISSIONS,
    NUM_MONSTERS,
    NUM_OPEN_EVENTS,
    NUM_PERMANENT,
    PLACES,
    TIERS,
)

MAX_SEATS = 4
#: All bits that a seat can have. Numba tests at every use whether an index is negative, unless the compiler can see
#: that it is not; `seat & SEAT_BITS` shows it, and changes nothing.
SEAT_BITS = MAX_SEATS - 1
ROUNDS = 5  # L3
WORKERS = 4  # L1
LEGENDARY_ROUND = 3  # L11
START_GOLD, START_FOOD = 3, 2  # L2

# Values of the option `upkeep` in the record (LD8).
LUMP, PER_WORKER = 0, 1

# Field `phase`.
PHASES = ("placing", "attack", "defence", "escape", "upkeep")
PLACING, ATTACK, DEFENCE, ESCAPE, UPKEEP = range(5)


@dataclass(frozen=True)
class LockupOptions:
    """Options of Lockup (LD8, LD9, LD12)."""

    num_players: int = integer(2, 2, MAX_SEATS, "seats that play (LD12)")
    upkeep: str = choice(
        "lump", ("lump", "per_worker"), "upkeep is paid for all workers together, or decided worker by worker (LD8)"
    )
    faction_income: bool = flag(True, "faction cards pay every round and add power, or are blank (LD9, LD22)")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "three": {"num_players": 3},
    "four": {"num_players": 4},
}

_SEATS = (MAX_SEATS,)

SCHEMA = Schema(
    "lockup",
    LockupOptions,
    max_seats=MAX_SEATS,
    fields=[
        Field("round_number", np.int8, (), PUBLIC, "1 to 5"),
        Field("phase", np.int8, (), PUBLIC, "0 placing, 1 attack, 2 defence (LD14), 3 escape (LE12), 4 upkeep (LD19)"),
        Field("start", np.int8, (), PUBLIC, "seat that starts the round (LD10)"),
        Field("fed", np.int8, (), PUBLIC, "seats that are through with this round's upkeep"),
        Field("to_feed", np.int8, (), PUBLIC, "upkeep decisions that the seat to act has still to take"),
        Field("attacker", np.int8, (), PUBLIC, "1 + seat that attacks, 0 outside battles"),
        Field("defender", np.int8, (), PUBLIC, "1 + seat that is attacked, 0 outside battles"),
        Field("attack_commander", np.int8, (), PUBLIC, "1 + commander that the attacker has used, 0 for none"),
        Field("haggled", np.int8, (), PUBLIC, "Haggler has lowered a price this round (LD17)"),
        Field(
            "occupied", np.int8, (len(PLACES),), PUBLIC, "a worker stands there: market, prison, arena, hall, temple"
        ),
        Field("workers", np.int8, _SEATS, PUBLIC, "workers still to be placed this round"),
        Field("out", np.int8, _SEATS, PUBLIC, "the seat has passed and is out for the rest of the round (LD4)"),
        Field("gold", np.int8, _SEATS, PUBLIC, "gold"),
        Field("food", np.int8, _SEATS, PUBLIC, "food"),
        Field("penalty", np.int8, _SEATS, PUBLIC, "negative points (L8)"),
        Field("bonus", np.int8, _SEATS, PUBLIC, "points that events have given"),
        Field("points", np.int16, _SEATS, PUBLIC, "points of the monsters held"),
        Field("power", np.int16, _SEATS, PUBLIC, "printed power of the monsters held"),
        Field("faction", np.int8, _SEATS, PUBLIC, "faction card (LD22)"),
        Field(
            "modifiers",
            np.int8,
            (MAX_SEATS, len(MODIFIERS)),
            PUBLIC,
            "sums over faction, face-up commanders and permanent events: " + ", ".join(MODIFIERS),
        ),
        Field("monsters", np.int8, (MAX_SEATS, NUM_MONSTERS), PUBLIC, "monsters held, by kind"),
        Field("display", np.int8, (NUM_MONSTERS,), PUBLIC, "monsters on display, by kind (LD2)"),
        Field("pile", np.int8, (NUM_MONSTERS,), PUBLIC, "monsters in the piles, by kind; all others have been seen"),
        Field("pile_left", np.int8, (len(TIERS),), PUBLIC, "cards in the common, rare and legendary pile"),
        Field("face_up", np.int8, (MAX_SEATS, NUM_COMMANDERS), PUBLIC, "commanders that lie face up before the seat"),
        Field("unopened", np.int8, (NUM_COMMANDERS,), PUBLIC, "commanders that lie face up before nobody"),
        Field("face_down", np.int8, (MAX_SEATS, NUM_CONCEALED), OWNER, "battle and end commanders that lie face down"),
        Field("num_face_down", np.int8, _SEATS, PUBLIC, "commanders that lie face down"),
        Field("commander_pile", np.int8, (NUM_COMMANDERS,), HIDDEN, "commanders in the pile"),
        Field("commanders_left", np.int8, (), PUBLIC, "cards in the pile of commanders"),
        Field("event_pile", np.int8, (NUM_OPEN_EVENTS,), PUBLIC, "events in the pile but missions, by kind"),
        Field("mission_pile", np.int8, (NUM_MISSIONS,), HIDDEN, "missions in the pile"),
        Field("events_left", np.int8, (), PUBLIC, "cards in the pile of events"),
        Field("permanents", np.int8, (MAX_SEATS, NUM_PERMANENT), PUBLIC, "permanent events held, by kind"),
        Field("missions", np.int8, (MAX_SEATS, NUM_MISSIONS), OWNER, "missions held"),
        Field("num_missions", np.int8, _SEATS, PUBLIC, "missions held, which lie face down"),
        Field("scores", np.int16, _SEATS, PUBLIC, "final scores, announced when the game is over; 0 before (LD20)"),
    ],
)
