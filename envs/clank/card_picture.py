"""The cards of Clank!, drawn: what they give when they are played, by the sort of card."""

from __future__ import annotations

from ..core.icons import icon
from ..core.pictures import Picture
from ..core.tables import read_table
from .tables import (
    ATTACK_OF,
    BUY_OF,
    CARD_POINTS,
    CARDS,
    COST,
    DRAW_OF,
    FIRST_OF_MARKET,
    HEAL_OF,
    MOVE_OF,
    NOISE_OF,
    QUIET_OF,
    SKILL_OF,
    TREASURE_COST,
    TREASURE_POINTS,
    TREASURES,
)

_SORTS = {"attack": "red", "buy": "yellow", "skill": "blue", "artifact": "teal"}
_market = [str(row["kind"]) for row in read_table(__file__, "market", ("kind",))]
_WORDS = (
    (ATTACK_OF, "{} attack"),
    (BUY_OF, "{} buy"),
    (SKILL_OF, "{} skill token{s}"),
    (MOVE_OF, "{} extra move{s}"),
    (DRAW_OF, "draw {}"),
    (HEAL_OF, "heal {}"),
    (NOISE_OF, "+{} noise"),
    (QUIET_OF, "-{} noise"),
    (CARD_POINTS, "{} point{s}"),
)
_ABILITIES = {
    "move1": "1 extra move each turn",
    "attack1": "1 attack more each turn",
    "buy1": "1 buy more each turn",
    "ward1": "the first own cube does no damage",
    "cup": "angers the dragon",
}
_abilities = [row["ability"] for row in read_table(__file__, "treasure", ("ability",))]


def colour(kind: int) -> str:
    """The colour of a card: grey for those that all start with, else by the sort of market card."""
    return "grey-soft" if kind < FIRST_OF_MARKET else f"{_SORTS[_market[kind - FIRST_OF_MARKET]]}-soft"


def card_lines(kind: int) -> list[str]:
    """What a card gives when it is played, and its points, a line each."""
    return [words.format(amount[kind], s="s" if amount[kind] > 1 else "") for amount, words in _WORDS if amount[kind]]


def face(picture: Picture, kind: int, x: float, y: float, w: float, h: float) -> None:
    """The front of a card; those of the market have a price."""
    picture.card(x, y, w, h, CARDS[kind], card_lines(kind), kind=colour(kind))
    if kind >= FIRST_OF_MARKET:
        cost = int(COST[kind - FIRST_OF_MARKET])
        icon(picture, x + w - 14, y + h - 14, 22, "coin", f"costs {cost}", str(cost))


def treasure_lines(kind: int) -> list[str]:
    """What a treasure is worth and does."""
    ability = _abilities[kind]
    return [f"{TREASURE_POINTS[kind]} points", *([_ABILITIES[ability]] if ability else [])]


def treasure_card(picture: Picture, kind: int, x: float, y: float, w: float, h: float, mark: bool = False) -> None:
    """The front of a treasure, with its price."""
    fill = f"orange-soft{' mark' if mark else ''}"
    picture.card(x, y, w, h, TREASURES[kind], treasure_lines(kind), kind=fill)
    cost = int(TREASURE_COST[kind])
    icon(picture, x + w - 14, y + h - 14, 22, "coin", f"costs {cost} buy or tokens", str(cost))


def treasure_words(kind: int) -> str:
    """A treasure and its points, in short."""
    return f"{TREASURES[kind]} {TREASURE_POINTS[kind]}"
