"""Points at the end (CC28 to CC33, CCD27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import CARDS, TOKENS, TOME, Seat
from tests.clank_catacombs.dungeon import in_depths

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

MARKET_KEYS = {"Backpack": "backpack", "Blood Amulet": "blood_amulet", "Thief's Kit": "thief_kit"}


def score(game: CatacombsOracle, index: int) -> int:
    """0 for who was knocked out without an Artifact or in the Depths."""
    seat = game.seats[index]
    if seat.left == "knocked out" and (not seat.artifacts or in_depths(game, seat.room)):
        return 0
    cards = seat.deck + seat.hand + seat.discard + seat.played
    return (
        sum(seat.artifacts)
        + seat.gold
        + TOKENS["idol"] * seat.idols
        + TOKENS["mastery"] * seat.mastery
        + sum({"MAP": 5, "CHALICE": 7, "EGG": 3}.get(token, 0) for token in seat.tokens)
        + sum(prisoner_points(game, index, name) for name in seat.prisoners)
        + sum(TOKENS["market"][MARKET_KEYS[item]]["points"] for item in seat.items)
        + sum(seat.crowns)
        + sum(CARDS[name]["points"] for name in cards)
    )


def prisoner_points(game: CatacombsOracle, index: int, name: str) -> int:
    """CC41. Reading: the Monkey Bot, an idol for the Primatologist, is a prisoner too."""
    seat = game.seats[index]
    if name in ("ADVENTURER", "MONKEYBOT", "HAUNTED"):
        return 3
    if name in ("BARBARIAN", "CLERIC", "PEASANT"):
        return 2
    if name == "MONK":
        return sum(index in marks for marks in game.marks.values())
    if name == "WARRIOR":
        return len(seat.prisoners)
    return 5 * _pays(seat, name)


def _pays(seat: Seat, name: str) -> bool:
    if name == "MAYOR":
        return seat.mastery
    if name == "PRIMATOLOGIST":
        return seat.idols > 0 or "MONKEYBOT" in seat.prisoners
    if name in ("PRINCE", "PRINCESS"):
        return bool(seat.crowns)
    if name == "SORCERESS":
        return (seat.deck + seat.hand + seat.discard + seat.played).count(TOME) >= 2
    raise ValueError(f"{name!r}: expected a prisoner of the table")


def standing(game: CatacombsOracle, index: int) -> tuple[int, int]:
    """What decides: the points, then the most valuable Artifact; 0 points have no tie-break (CC33, CCD27)."""
    points = score(game, index)
    return points, max(game.seats[index].artifacts, default=0) if points else 0
