"""Lockup's card tables for the plain-Python oracle, what lies in front of a seat, and what cards are worth.

Cards are their names; monsters and events of one name are interchangeable.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TABLES = Path(__file__).resolve().parents[2] / "envs" / "lockup"


def _table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))
    return rows


ROWS = {name: _table(name) for name in ("monsters", "commanders", "events", "factions")}
MONSTERS, COMMANDERS, EVENTS, FACTIONS = ({row["name"]: row for row in rows} for rows in ROWS.values())

CLASSES = ("common", "rare", "legendary")
PRICES = {"common": 2, "rare": 4, "legendary": 6}  # LD3: in gold at the display, in food in the prison
ROUNDS, WORKERS = 5, 4  # L3, L2

ACTIONS = (
    "pass",
    "market gold",
    "market food",
    *(f"prison {tier}" for tier in CLASSES),
    *(f"arena {distance}" for distance in (1, 2, 3)),
    "hall",
    "temple",
    *(f"hire {name}" for name in MONSTERS),
    *(f"commander {name}" for name, row in COMMANDERS.items() if row["timing"] == "battle"),
    "no commander",
    "accept",
    "decline",
    "feed",
    "pay gold",
    "lose points",
)

# What lies face down before a seat: commanders and missions.
Hidden = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class Commander:
    """A commander in front of a seat; face down, only its owner knows it (LD13)."""

    name: str
    face_up: bool


@dataclass
class Seat:
    """What lies in front of one player. Cards are in the order in which they were taken."""

    faction: str
    gold: int = 3  # L2
    food: int = 2  # L2
    points: int = 0  # taken during the game, by `vp`
    penalties: int = 0  # how many points upkeep has cost, as a positive number
    monsters: list[str] = field(default_factory=list)
    commanders: list[Commander] = field(default_factory=list)
    events: list[str] = field(default_factory=list)  # permanent ones
    missions: list[str] = field(default_factory=list)  # always face down
    workers: int = WORKERS
    out: bool = False  # has passed (LD4)
    haggled: bool = False  # Haggler has lowered a price in this round


def fits(commander: Commander, side: str) -> bool:
    """LD14: a battle commander that has `atk` or `def`, face up or down."""
    return COMMANDERS[commander.name]["timing"] == "battle" and side in COMMANDERS[commander.name]["op"]


def face_down(seat: Seat) -> list[str]:
    return [commander.name for commander in seat.commanders if not commander.face_up]


def worth(seat: Seat, effects: dict[str, Any]) -> int:
    """LD20: the points of an `end` card; 0 for a card that has no scoring effect."""
    kins = [MONSTERS[name]["kin"] for name in seat.monsters]
    reached = {
        "vp_if_kins": len(set(kins)),
        "vp_if_power": sum(MONSTERS[name]["power"] for name in seat.monsters),
        "vp_if_gold": seat.gold,
        "vp_if_same_kin": max((kins.count(kin) for kin in kins), default=0),
    }
    points = 0
    for key, value in effects.items():
        if key == "vp_per_kin_distinct":
            points += value * len(set(kins))
        elif key == "vp_per_kin":
            points += value[1] * kins.count(value[0])
        elif key in reached and reached[key] >= value[0]:
            points += value[1]
    return points
