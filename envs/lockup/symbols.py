"""What is printed on Lockup's cards, in symbols and few words: for pictures, not for the rules."""

from __future__ import annotations

import re
from typing import Any

from ..core.pictures import Picture, text_width
from ..core.tables import read_table
from .tables import KIN_OF, KINS, MONSTERS, POINTS, POWER, TIER_OF, TIERS

# Outlines in a square of 24 units; what turns the other way round cuts a hole.
_OUTLINES = {
    "Goblin": "M1 7L7 9C8 4 16 4 17 9L23 7L18 14C17 19 14 22 12 22C10 22 7 19 6 14Z"
    "M7.5 10.5L8.5 14.5L11.2 13.8ZM16.5 10.5L12.8 13.8L15.5 14.5ZM10 17L12 18.5L14 17Z",
    "Undead": "M12 2C6.5 2 3.5 6 3.5 10.5C3.5 13.5 4.8 15.5 7 16.7V21H17V16.7C19.2 15.5 20.5 13.5 20.5 10.5"
    "C20.5 6 17.5 2 12 2ZM6.3 10.8a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1 -4.8 0Z"
    "M12.9 10.8a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1 -4.8 0ZM12 13.6L13.2 16.2H10.8Z",
    "Beast": "M12 11.5C8.5 11.5 5.5 15.5 5.5 18.5C5.5 22 9.5 21 12 21C14.5 21 18.5 22 18.5 18.5"
    "C18.5 15.5 15.5 11.5 12 11.5ZM1.6 11a2.3 2.9 0 1 1 4.6 0a2.3 2.9 0 1 1 -4.6 0Z"
    "M6.2 5.8a2.4 3.1 0 1 1 4.8 0a2.4 3.1 0 1 1 -4.8 0ZM13 5.8a2.4 3.1 0 1 1 4.8 0a2.4 3.1 0 1 1 -4.8 0Z"
    "M17.8 11a2.3 2.9 0 1 1 4.6 0a2.3 2.9 0 1 1 -4.6 0Z",
    "Giant": "M8.5 5.2a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1 -7 0ZM8 9.5H16C20 9.5 22.5 11.5 22.5 15V20H18.8V15.5H17.2V22.5"
    "H12.8V19H11.2V22.5H6.8V15.5H5.2V20H1.5V15C1.5 11.5 4 9.5 8 9.5Z",
    "Demon": "M4.5 1C3 5.5 5 8 7.2 8.6C9.5 7.2 14.5 7.2 16.8 8.6C19 8 21 5.5 19.5 1C23 5 23 9.5 19.8 12.6"
    "C19.4 18 15.5 22 12 23.5C8.5 22 4.6 18 4.2 12.6C1 9.5 1 5 4.5 1ZM7 11.5L8.5 15L11 14Z M17 11.5L13 14L15.5 15Z",
    "power": "M22 2L21 8L11.5 16.5L14 19L12 20.5L8.5 17L4 22.5L1.5 20L7 15.5L3.5 12L5 10L7.5 12.5L16 3Z",
    "defence": "M12 1.5L21 4.5V11C21 16.5 17.5 20.5 12 22.5C6.5 20.5 3 16.5 3 11V4.5Z",
    "gold": "M1.5 12a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1 -21 0ZM4.2 12a7.8 7.8 0 0 0 15.6 0a7.8 7.8 0 0 0 -15.6 0Z"
    "M9 8H15V16H9Z",
    "food": "M8 3C14 0 20 6 18 11C17 15 13 16 11 17L9 19C9 23 4 23 5 20C1 20 2 15 5 16L7 13C5 9 5 5 8 3Z",
    "points": "M12 1L15.2 8.4L23.2 9.1L17.1 14.4L19 22.2L12 18L5 22.2L6.9 14.4L.8 9.1L8.8 8.4Z",
    # The five places.
    "market": "M3 2H21L23.5 9C23.5 12 19.5 12 19.2 9.5C19 12 14.6 12 14.4 9.5C14.2 12 9.8 12 9.6 9.5"
    "C9.4 12 5 12 4.8 9.5C4.5 12 .5 12 .5 9ZM2.5 13.5H21.5V22.5H2.5ZM5 16V20H19V16Z",
    "prison": "M1.5 1.5H22.5V22.5H1.5ZM4 4V20H6.3V4ZM8.6 4V20H10.9V4ZM13.2 4V20H15.4V4ZM17.7 4V20H20V4Z",
    "arena": "M22.5 1.5L21.5 6L14.2 12.8L17 15.6L18.8 13.8L20.2 15.2L18.4 17L22.5 21L21 22.5L17 18.4L15.2 20.2"
    "L13.8 18.8L15.6 17L12 13.5L8.4 17L10.2 18.8L8.8 20.2L7 18.4L3 22.5L1.5 21L5.6 17L3.8 15.2L5.2 13.8L7 15.6"
    "L9.8 12.8L2.5 6L1.5 1.5L6 2.5L12 9.2L18 2.5Z",
    "hall": "M2 18.5L.8 6L7 11L12 2.5L17 11L23.2 6L22 18.5ZM2.5 20H21.5V22.5H2.5Z",
    "temple": "M12 1L23 7V9.5H1V7ZM3 11H6.5V18H3ZM10.2 11H13.8V18H10.2ZM17.5 11H21V18H17.5ZM1 19.5H23V22.5H1Z",
}
_HUES = {
    **dict(zip(KINS, ("green", "purple", "brown", "teal", "red"), strict=True)),
    "power": "grey",
    "defence": "blue",
    "gold": "yellow",
    "food": "brown",
    "points": "orange",
}
#: Hues of the kins, in the order of the tables.
KIN_HUES = tuple(_HUES[kin] for kin in KINS)


#: Hues of the classes of monsters.
TIER_HUES = ("grey", "blue", "orange")

_SYMBOL = re.compile("(:[a-z]+:)")


def draw_symbol(picture: Picture, x: float, y: float, size: float, name: str, kind: str = "") -> None:
    """A symbol (a kin, a place, ``power``, ``defence``, ``gold``, ``food``, ``points``) from its upper left corner."""
    with picture.group(f"translate({x:.2f} {y:.2f}) scale({size / 24:.4f})"):
        picture.path(_OUTLINES[name], kind or _HUES.get(name, "grey"))


def write(
    picture: Picture,
    x: float,
    y: float,
    words: str,
    size: float = 11,
    kind: str = "ink",
    anchor: str = "start",
    fit: float | None = None,
) -> None:
    """One line in which ``:gold:`` and the like stand for symbols.

    Args:
        picture: what it is written on.
        x: as for :meth:`.Picture.text`, like the others.
        y: the base line.
        words: the line.
        size: of the letters.
        kind: of the letters.
        anchor: what `x` is.
        fit: the width that it must not exceed; it gets smaller.
    """
    parts = [part for part in _SYMBOL.split(words) if part]
    bold = "bold" in kind.split()

    def width_of(part: str) -> float:
        return 1.25 * size if _SYMBOL.fullmatch(part) else text_width(part, size, bold)

    total = sum(map(width_of, parts))
    if fit is not None and total > fit:
        size *= fit / total
        total = fit
    x -= total * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    for part in parts:
        if _SYMBOL.fullmatch(part):
            draw_symbol(picture, x + 0.05 * size, y - 0.92 * size, 1.1 * size, part[1:-1])
        else:  # spaces at the start would not be shown
            text = part.lstrip()
            picture.text(x + text_width(part[: len(part) - len(text)], size), y, text, size, kind)
        x += width_of(part)


# --- what cards say ---------------------------------------------------------------------------------------------------

_SHORT = {
    "atk": ":power:+{0}",
    "def": ":defence:+{0}",
    "loot": "loot :gold:+{0}",
    "counter": "loot :gold:+{0}",
    "gold": ":gold:+{0} a round",
    "food": ":food:+{0} a round",
    "free_common": "+{0} common a round",
    "prison_discount": "prison −{0}:food:",
    "upkeep_cut": "upkeep −{0}:food:",
    "discount_rare": "rares −{0}:gold:",
    "market_bonus_gold": "market +{0}:gold:",
    "market_bonus_food": "market +{0}:food:",
    "vp_per_kin_distinct": "{0}:points: per kin",
    "vp_per_kin": "{1}:points: per {0}",
    "vp_if_kins": "{0} kins: {1}:points:",
    "vp_if_power": "{0}:power:: {1}:points:",
    "vp_if_gold": "{0}:gold:: {1}:points:",
    "vp_if_same_kin": "{0} of a kin: {1}:points:",
}
_LONG = {
    "atk": "+{0} power as attacker",
    "def": "+{0} power as defender",
    "loot": "+{0} gold when an attack is won",
    "counter": "+{0} gold when an attack is beaten off",
    "gold": "+{0} gold at the start of every round",
    "food": "+{0} food at the start of every round",
    "free_common": "{0} common monster for nothing at the start of every round",
    "prison_discount": "the prison asks for {0} food less",
    "upkeep_cut": "{0} food less for upkeep",
    "discount_rare": "rare monsters cost {0} gold less",
    "market_bonus_gold": "{0} gold more from the market",
    "market_bonus_food": "{0} food more from the market",
    "vp_per_kin_distinct": "at the end {0} point for every kin held",
    "vp_per_kin": "at the end {1} point for every {0} held",
    "vp_if_kins": "at the end {1} points for monsters of {0} kins or more",
    "vp_if_power": "at the end {1} points for monsters of power {0} or more together",
    "vp_if_gold": "at the end {1} points for {0} gold or more",
    "vp_if_same_kin": "at the end {1} points for {0} monsters of one kin or more",
}
# A discount means one hire a round to a commander, every hire to an event (LD17).
_DISCOUNTS = {"round": ("1st hire −{0}:gold:", "the first hire of a round costs {0} gold less")}
_DISCOUNT = ("hires −{0}:gold:", "hiring costs {0} gold less")


def monster_in_words(kind: int) -> str:
    """A monster with all that is printed on it."""
    points = f"{POINTS[kind]} point{'' if POINTS[kind] == 1 else 's'}"
    return f"{MONSTERS[kind]}: {TIERS[TIER_OF[kind]]} {KINS[KIN_OF[kind]]}, power {POWER[kind]}, {points}"


def _printed(card: dict[str, Any]) -> tuple[str, str]:
    short, long = [], []
    for key, number in card["op"].items():
        numbers = number if isinstance(number, list) else [number]
        words = _DISCOUNTS.get(card["timing"], _DISCOUNT) if key == "discount" else (_SHORT[key], _LONG[key])
        short.append(words[0].format(*numbers))
        long.append(words[1].format(*numbers))
    return " ".join(short), ", ".join(long)


#: What is printed on a commander, a permanent event or a mission, by name: in symbols, and in words.
PRINTED = {
    card["name"]: _printed(card)
    for name in ("commanders", "events")
    for card in read_table(__file__, name)
    if card["timing"] != "now"
}
