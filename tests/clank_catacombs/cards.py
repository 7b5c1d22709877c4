"""Clank! Catacombs' tables for the plain-Python oracle, the names of its actions, and what lies in front of a seat.

Cards, tiles, tokens and cubes are their names; copies of one name are interchangeable. A room is "D01 A": its tile and
its letter. The starting tile is "START".
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

TABLES = Path(__file__).resolve().parents[2] / "envs" / "clank_catacombs"


def _table(name: str) -> Any:
    return json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))


Row = dict[str, Any]

#: The 64 kinds of the dungeon deck.
DUNGEON: dict[str, Row] = {row["name"]: row for row in _table("cards")}
TILES: dict[str, Row] = _table("tiles")["tiles"]
SIDES: dict[str, Row] = _table("tiles")["start"]
TOKENS: Row = _table("tokens")

BLUE, DEVICES, MONSTERS = (
    [name for name, row in DUNGEON.items() if row["type"] == kind] for kind in ("blue", "device", "monster")
)

_BLANK: Row = {word: "" if isinstance(value, str) else 0 for word, value in next(iter(DUNGEON.values())).items()}
_WORTH = {
    name: {word: value for word, value in TOKENS["reserve"][key].items() if word != "n"}
    for name, key in (("Mercenary", "mercenary"), ("Explore", "explore"), ("Secret Tome", "secret_tome"))
}
#: CC8, CC34: a starting deck.
STARTING: dict[str, Row] = {
    "Burgle": _BLANK | {"skill": 1, "copies": 6},
    "Stumble": _BLANK | {"clank": 1, "copies": 2},
    "Sidestep": _BLANK | {"boots": 1, "copies": 1},
    "Scramble": _BLANK | {"skill": 1, "boots": 1, "copies": 1},
}
#: CC35: the piles of the Reserve.
RESERVE: dict[str, Row] = {
    name: _BLANK | worth | {"copies": TOKENS["reserve"][key]["n"]}
    for (name, worth), key in zip(_WORTH.items(), ("mercenary", "explore", "secret_tome"), strict=True)
}
TOME = "Secret Tome"
#: Every kind that can be in a deck.
CARDS: dict[str, Row] = STARTING | RESERVE | {name: DUNGEON[name] for name in BLUE}

START = "START"
DIRECTIONS = ("north", "east", "south", "west")
ROOMS_OF_A_TILE = max(len(tile["rooms"]) for tile in (*TILES.values(), *SIDES.values()))
PORTALS = [START, *(name for name, tile in TILES.items() if tile["portal"])]
ITEMS = ("Backpack", "Blood Amulet", "Thief's Kit", "Crown")
#: CCD20: kept tokens that are used as free actions.
USES = {
    "drink two": "HEAL2",
    "drink one": "HEAL1",
    "use boots": "BOOT1",
    "use swords": "SWORD2",
    "swap puzzle box": "PUZZLE",
}
#: CC8, CC24, CC36, CC7, CC42, CC4
CUBES, HAND, HEALTH, SLOTS, SPACES, GHOSTS, BLACK_CUBES = 30, 5, TOKENS["health"], 6, 4, 5, 24

_WAYS = (
    *DIRECTIONS,
    *(f"to room {number}" for number in range(1, ROOMS_OF_A_TILE + 1)),
    "through the portal",
)
_MOST_MONSTERS = 4

ACTIONS = (
    *(f"play {name}" for name in CARDS),
    *(f"acquire {name}" for name in BLUE),
    *(f"use {name}" for name in DEVICES),
    *(f"fight {name}" for name in MONSTERS),
    *(f"acquire {name}" for name in RESERVE),
    "fight Goblin",
    *(f"move {way}" for way in _WAYS),
    *(f"teleport {way}" for way in _WAYS),
    *(f"come out at {tile}" for tile in PORTALS),
    *(f"spend {number} swords" for number in range(_MOST_MONSTERS + 1)),
    "place unturned",
    *(f"place turned {quarters}" for quarters in (1, 2, 3)),
    *(f"turn the tile {quarters}" for quarters in (1, 2, 3)),
    "take artifact",
    "mark wayshrine",
    "open chest",
    "open library",
    "open prison",
    *(f"buy {item}" for item in ITEMS),
    *(f"buy {item} with the Coupon" for item in ITEMS),
    *USES,
    "first effect",
    "second effect",
    *(f"choose {name}" for name in CARDS),
    "from the play area",
    "from the discard pile",
    "decline",
    "end turn",
)


@dataclass
class Seat:
    """What belongs to one player. Piles are lists without an order of their own: the draw decides."""

    deck: list[str] = field(default_factory=lambda: copies(STARTING))
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)  # the play area
    known: list[str] = field(default_factory=list)  # the part of the hand that everybody knows (CCD9)
    supply: int = CUBES
    meter: list[str] = field(default_factory=list)  # damage: "own" and "black" cubes and "marker"s (CCD21)
    gold: int = 0
    lockpicks: int = 3
    room: str = f"{START} K"
    artifacts: list[int] = field(default_factory=list)
    idols: int = 0
    tokens: list[str] = field(default_factory=list)  # kept secrets, and the Coupon
    prisoners: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)  # from the Market, without Crowns
    crowns: list[int] = field(default_factory=list)
    mastery: bool = False
    left: str | None = None  # "escaped" or "knocked out"; None while it plays

    @property
    def tile(self) -> str:
        return self.room.split()[0]


def copies(table: dict[str, Row]) -> list[str]:
    """Every card of a table."""
    return [name for name, row in table.items() for _ in range(row["copies"])]


def tokens(kind: str) -> list[str]:
    """Every token of a pile: "major", "minor" or "prisoners"."""
    return [name for name, number in TOKENS[kind].items() for _ in range(number)]


def in_order(names: list[str]) -> tuple[str, ...]:
    """Cards in the order of the actions."""
    return tuple(sorted(names, key=list(CARDS).index))


def possible_hands(seat: Seat) -> dict[tuple[str, ...], Fraction]:
    """CCD9: what the hand may be to the others. The part that is not known is a random part of hand and deck."""
    unknown = seat.hand + seat.deck
    for name in seat.known:
        unknown.remove(name)
    size = len(seat.hand) - len(seat.known)
    deals = Counter(in_order(seat.known + list(part)) for part in itertools.combinations(unknown, size))
    return {hand: Fraction(ways, comb(len(unknown), size)) for hand, ways in deals.items()}
