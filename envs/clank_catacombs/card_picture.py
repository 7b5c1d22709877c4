"""The cards of Clank! Catacombs, drawn: those of the Row with prices, dragon and danger, and those of the seats."""

from __future__ import annotations

from ..core.icons import icon
from ..core.pictures import Picture
from .card_words import card_lines, row_lines
from .tables import (
    CARDS,
    DANGER,
    DUNGEON,
    DUNGEON_COST,
    FIRST_OF_BLUE,
    FIRST_OF_MONSTERS,
    FIRST_OF_RESERVE,
    HAS_DRAGON,
    NUM_BLUE,
    RESERVE_COST,
)

_FOOT = 19.0  # height of the strip with the price


def colour(kind: int) -> str:
    """The colour of a deck card: those that all start with, those of the Reserve, those of the dungeon."""
    return "grey-soft" if kind < FIRST_OF_RESERVE else "yellow-soft" if kind < FIRST_OF_BLUE else "blue-soft"


def face(picture: Picture, kind: int, x: float, y: float, w: float, h: float, mark: bool = False) -> None:
    """The front of a deck card."""
    picture.card(x, y, w, h, CARDS[kind], card_lines(kind), kind=f"{colour(kind)}{' mark' if mark else ''}")


def row_card(picture: Picture, kind: int, x: float, y: float, w: float, h: float) -> None:
    """A card of the Row by its dungeon kind: blue ones are acquired, purple devices used, red monsters fought."""
    fought = kind >= FIRST_OF_MONSTERS
    sort = "blue" if kind < NUM_BLUE else "red" if fought else "purple"
    picture.rect(x, y, w, h, f"{sort}-soft", 8)
    picture.card(x, y, w, h - _FOOT + 4, DUNGEON[kind], row_lines(kind), kind="bare")
    foot = y + h - _FOOT / 2 - 1
    price(picture, x + w - 12, foot, int(DUNGEON_COST[kind]), fought)
    words = "monster" if fought else "device" if sort == "purple" else ""
    picture.text(x + 7, foot + 4, words, 10, f"{sort}-ink italic")
    right = x + w - (44 if fought else 35)
    if HAS_DRAGON[kind]:
        icon(picture, right, foot, 18, "dragon", "dragon attack when it is turned up")
    if DANGER[kind]:
        icon(picture, right - 21, foot, 17, "danger", "Danger: one cube more in every attack while it lies here")


def price(picture: Picture, x: float, y: float, cost: int, swords: bool = False) -> None:
    """What a card costs: Skill on a diamond, Swords beside a sword."""
    if swords:
        icon(picture, x, y, 17, "sword", f"{cost} Swords")
        picture.text(x - 10, y + 5, str(cost), 14, "bold", "end")
    else:
        icon(picture, x, y - 1, 24, "skill", f"{cost} Skill", str(cost))


def reserve_card(picture: Picture, place: int, left: int, x: float, y: float, w: float, h: float) -> None:
    """A pile of the Reserve, which has its number of cards below the price."""
    kind = FIRST_OF_RESERVE + place
    if left:
        face(picture, kind, x, y, w, h)
    else:
        picture.rect(x, y, w, h, "ghost", 8)
        picture.text(x + w / 2, y + 20, CARDS[kind], 11, "dim", "middle", fit=w - 8)
    price(picture, x + w - 12, y + h - 11, int(RESERVE_COST[place]))
    picture.text(x + 8, y + h - 6, f"{left} left", 10, "dim")
