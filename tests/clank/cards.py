"""Clank!'s tables for the plain-Python oracle, the names of its actions, and what lies in front of a seat.

Cards, treasures, tiles, monsters and cubes are their names; copies of one name are interchangeable.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

TABLES = Path(__file__).resolve().parents[2] / "envs" / "clank"


def _table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))
    return rows


ROWS = {name: _table(name) for name in ("market", "treasure", "dragon", "tiles")}
MARKET, TREASURES, DRAGON, TILES = ({row["name"]: row for row in rows} for rows in ROWS.values())
CUP = "The Cup"

_BLANK = dict.fromkeys(
    ("attack", "buy", "skill", "move", "draw", "heal", "noise", "quiet", "points"),
    0,
)
#: CL3, CLD2: the cards of a starting deck, and how many of each.
STARTING: dict[str, dict[str, Any]] = {
    "Attack": _BLANK | {"attack": 1, "copies": 6},
    "Buy": _BLANK | {"buy": 2, "copies": 3},
    "Sword": _BLANK | {"attack": 1, "buy": 1, "copies": 1},
}
CARDS: dict[str, dict[str, Any]] = STARTING | MARKET

HEALTH, HAND, CUBES = 10, 5, 30  # CL2, CL3, CLD7
SLOTS = 6  # CLD3
HIGHEST_PRICE = max(row["cost"] for row in TREASURES.values())

ACTIONS = (
    *(f"play {name}" for name in CARDS),
    "move deeper",
    "move back",
    "extra move deeper",
    "extra move back",
    "explore deck",
    "explore cup",
    *(f"pay {number} tokens" for number in range(HIGHEST_PRICE + 1)),
    *(f"rest {name}" for name in CARDS),
    "escape",
    *(f"buy {name}" for name in MARKET),
    "fight",
    *(f"take {name}" for name in MARKET),
    "decline",
    "end turn",
)


@dataclass
class Seat:
    """What belongs to one player. Piles are lists without an order of their own: the draw decides."""

    deck: list[str] = field(default_factory=lambda: copies(STARTING))
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)  # this turn; to the discard pile at clean-up (CL9)
    known: list[str] = field(default_factory=list)  # the part of the hand that everybody knows (CLD24)
    health: int = HEALTH
    tokens: int = 0  # skill tokens
    supply: int = CUBES  # noise cubes
    position: int = 0  # 0 is the Exit
    has_left_exit: bool = False  # CLD21
    tried: bool = False  # has fought since it entered its room (CLD16)
    treasures: list[str] = field(default_factory=list)
    working: list[str] = field(default_factory=list)  # the treasures whose abilities work already (CLD17)
    monsters: list[str] = field(default_factory=list)  # the tiles whose monsters it has defeated
    fewer_cards: int = 0  # for the next hand (D6)
    left: str | None = None  # "escaped", "dead", or "inside" when the game ended; None while it plays


def copies(table: dict[str, dict[str, Any]]) -> list[str]:
    """Every card of a table."""
    return [name for name, row in table.items() for _ in range(row["copies"])]


def in_order(names: list[str]) -> tuple[str, ...]:
    """Cards in the order of the actions."""
    return tuple(sorted(names, key=list(CARDS).index))


def ability(treasure: str) -> str | None:
    word: str | None = TREASURES[treasure]["ability"]
    return word


def possible_hands(seat: Seat) -> dict[tuple[str, ...], Fraction]:
    """CLD24: what the hand may be to the others. The part that is not known is a random part of hand and deck."""
    unknown = seat.hand + seat.deck
    for name in seat.known:
        unknown.remove(name)
    size = len(seat.hand) - len(seat.known)
    deals = Counter(in_order(seat.known + list(part)) for part in itertools.combinations(unknown, size))
    return {hand: Fraction(ways, comb(len(unknown), size)) for hand, ways in deals.items()}


def treasure_points(seat: Seat) -> int:
    return sum(TREASURES[name]["points"] for name in seat.treasures)


def total(seat: Seat) -> int:
    """CL12, CLD23: treasures, own cards in every zone, and defeated monsters, before any halving."""
    cards = seat.deck + seat.hand + seat.discard + seat.played
    return (
        treasure_points(seat)
        + sum(CARDS[name]["points"] for name in cards)
        + sum(TILES[tile]["monster"]["points"] for tile in seat.monsters)
    )
