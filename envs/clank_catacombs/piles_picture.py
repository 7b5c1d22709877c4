"""What lies beside the map, drawn: the dragon and the cubes, the Row, the Reserve, the Market, the piles, and a key."""

from __future__ import annotations

from typing import Any

from ..core import deck_pictures
from ..core.icons import icon
from ..core.pictures import Picture
from ..core.words import counted
from .actions import BUY, BUY_WITH_COUPON, GOBLIN
from .card_picture import price, reserve_card, row_card
from .map_picture import KEY
from .state import ROW
from .tables import (
    AMULET_DAMAGE,
    AMULET_HEAL,
    ARTIFACT_POINTS,
    CROWN,
    CROWN_POINTS,
    DANGER,
    GOBLIN_GOLD,
    GOBLIN_SWORDS,
    KIT_LOCKPICKS,
    MARKET,
    MARKET_POINTS,
    NUM_RAGE,
    PILE_OF,
    PRICE,
    RAGE_DRAWS,
    RESERVE,
    TOKENS,
)
from .tiles import NUM_IN_STACK, NUM_SIDES, TILES

WIDTH = 534.0
_GAP = 8.0
_PILES = (("Major Secrets", "orange"), ("Minor Secrets", "pink"), ("Prisoners", "grey"))


def draw_piles(picture: Picture, s: Any, n: int, x: float, y: float, action: int) -> None:
    """The column beside the map, :data:`WIDTH` wide and 960 high; `action` is the last move, -1 for none."""
    with picture.group(f"translate({x:g} {y:g})"):
        _dragon(picture, s, n)
        with picture.group("translate(0 186)"):
            _row(picture, s)
        with picture.group("translate(0 466)"):
            _reserve(picture, s, action)
        with picture.group("translate(0 582)"):
            _market(picture, s, action)
        with picture.group("translate(0 684)"):
            _stacks(picture, s)
        with picture.group("translate(0 834)"):
            _key(picture)


def _heading(picture: Picture, text: str, right: str = "") -> None:
    picture.text(0, 13, text, 13, "bold")
    if right:
        picture.text(WIDTH, 13, right, 11, "dim", "end", fit=WIDTH - 170)


# --- dragon and cubes -------------------------------------------------------------------------------------------------


def _dragon(picture: Picture, s: Any, n: int) -> None:
    danger = sum(int(DANGER[place - 1]) for place in s["row"] if place)
    rage = int(RAGE_DRAWS[s["rage"]])
    words = f"an attack draws {rage + danger} cubes" + (f" ({rage} + {danger} Danger)" if danger else "")
    _heading(picture, "Rage Track", words)
    step = 60.0
    for space in range(NUM_RAGE):
        here = space == s["rage"]
        x = 28 + space * step
        if space:
            picture.line(x - step + 17, 42, x - 17, 42, "line")
        picture.circle(x, 42, 17, "glow line" if here else "well line", f"space {space + 1}: {RAGE_DRAWS[space]} cubes")
        picture.text(x, 47, str(RAGE_DRAWS[space]), 14, "bold" if here else "dim", "middle")
        if here:
            icon(picture, x + 19, 31, 22, "dragon", "Dragon marker")
    aside = [
        ("grey", int(s["black_aside"]), "black cubes set aside"),
        ("", int(s["ghosts_bank"]), "Ghosts in the Bank"),
    ]
    picture.text(WIDTH, 32, "set aside", 10, "dim", "end")
    _cubes(picture, aside, WIDTH - 74, 40, 38)
    seats = [(f"seat{seat}", "own cubes of player") for seat in range(n)]
    for place, (name, title, black, ghosts) in enumerate(
        (
            ("area", "Clank! area", 0, int(s["ghosts_area"])),
            ("bag", "Dragon bag", int(s["black_bag"]), int(s["ghosts_bag"])),
        )
    ):
        left = place * (WIDTH + _GAP) / 2
        width = (WIDTH - _GAP) / 2
        picture.rect(left, 70, width, 104, "well", 22 if name == "bag" else 6)
        counts = [
            (kind, int(s[name][seat]), f"{words} {seat}: {s[name][seat]}") for seat, (kind, words) in enumerate(seats)
        ]
        total = sum(count for _, count, _ in counts) + black + ghosts
        picture.text(left + 14, 87, f"{title}: {total} cube{'s' * (total != 1)}", 11.5, "bold")
        everything = [*counts, ("grey", black, f"black cubes: {black}"), ("", ghosts, f"Ghosts: {ghosts}")]
        deck_pictures.heap(picture, everything, (left + 14, 96, width - 28, 76), _cube)


def _cubes(picture: Picture, things: list[tuple[str, int, str]], x: float, y: float, step: float) -> None:
    """Cubes by kind with their numbers; no kind is the Ghost."""
    for place, (kind, count, title) in enumerate(things):
        _cube(picture, x + place * step, y, 14, kind, f"{title}: {count}")
        picture.text(x + place * step + 18, y + 11.5, str(count), 11)


def _cube(picture: Picture, x: float, y: float, size: float, kind: str, title: str | None) -> None:
    """A cube; no kind is the Ghost."""
    if kind:
        picture.cube(x, y, size, kind, title)
    else:
        icon(picture, x + size / 2, y + size / 2, size * 1.1, "white ghost", title)


# --- cards for sale ---------------------------------------------------------------------------------------------------


def _row(picture: Picture, s: Any) -> None:
    _heading(picture, "Dungeon Row")
    picture.stack(2, 26, 62, 86, int(s["dungeon_left"]))
    picture.text(35, 134, "dungeon deck", 10, "dim", "middle")
    left, columns = 84.0, 3
    width, height = (WIDTH - left - (columns - 1) * 6) / columns, 122.0
    for place in range(ROW):
        x, y = left + place % columns * (width + 6), 22 + place // columns * (height + 6)
        if s["row"][place]:
            row_card(picture, int(s["row"][place]) - 1, x, y, width, height)
        else:
            picture.rect(x, y, width, height, "ghost", 8)
            picture.text(x + width / 2, y + height / 2, "empty", 11, "dim", "middle")


def _reserve(picture: Picture, s: Any, action: int) -> None:
    _heading(picture, "Reserve")
    width, height = (WIDTH - 3 * 6) / 4, 84.0
    for place in range(len(RESERVE)):
        reserve_card(picture, place, int(s["reserve"][place]), place * (width + 6), 20, width, height)
    x = 3 * (width + 6)
    marked = " mark" if action == GOBLIN else ""
    picture.card(x, 20, width, height, "Goblin", [f"{GOBLIN_GOLD} Gold", "again and again"], kind=f"red-soft{marked}")
    price(picture, x + width - 12, 20 + height - 11, GOBLIN_SWORDS, True)


def _market(picture: Picture, s: Any, action: int) -> None:
    _heading(picture, "Market", f"{PRICE} Gold each")
    left = int(s["market_left"][CROWN])
    crown = f"{CROWN_POINTS[len(CROWN_POINTS) - left]} points" if left else ""
    points = [f"{number} points" for number in MARKET_POINTS]
    lines = (
        ["1 Artifact more", points[0]],
        [f"at {AMULET_DAMAGE} damage heal {AMULET_HEAL}", points[1]],
        [f"{KIT_LOCKPICKS} Lockpicks", points[2]],
        [crown],
    )
    width, height = (WIDTH - 3 * 6) / 4, 72.0
    for place, name in enumerate(MARKET):
        x = place * (width + 6)
        bought = action in (BUY + place, BUY_WITH_COUPON + place)
        sold = not s["market_left"][place]
        kind = f"{'ghost' if sold else 'orange-soft'}{' mark' if bought else ''}"
        picture.card(x, 20, width, height, name, [] if sold else [line for line in lines[place] if line], kind=kind)
        picture.text(x + 7, 20 + height - 6, f"{s['market_left'][place]} left", 10, "dim")


# --- piles ------------------------------------------------------------------------------------------------------------


def _stacks(picture: Picture, s: Any) -> None:
    """Face-down piles; what may be in them is known to all, and in their tooltips."""
    _heading(picture, "Piles")
    safe = 4 - int(s["safe_revealed"])
    tiles = NUM_IN_STACK - int(s["tiles_revealed"])
    words = f"{safe} safe, then {tiles - safe} Depths" if safe else f"{tiles} Depths" if tiles else "none"
    left = [TILES[tile] for tile in range(NUM_SIDES, len(TILES)) if s["tiles_left"][tile]]
    with picture.group(title=f"tiles: {words}; not yet seen: {', '.join(left) or 'none'}"):
        picture.stack(2, 24, 60, 60, tiles)
        picture.text(34, 104, "tiles", 10, "dim", "middle")
        picture.text(0, 117, words, 10, "dim", fit=112)
    for pile, (name, hue) in enumerate(_PILES):
        x = 118 + pile * 78
        kinds = [int(number) * int(of == pile) for number, of in zip(s["tokens_left"], PILE_OF, strict=True)]
        with picture.group(title=f"{name} face down: {counted(TOKENS, kinds)}"):
            picture.token(x + 28, 54, 28, str(sum(kinds)), hue)
            picture.text(x + 28, 98, name, 10, "dim", "middle", fit=76)
    stack = [int(points) for points, left in zip(ARTIFACT_POINTS, s["artifacts_left"], strict=True) if left]
    with picture.group(title=f"Artifacts in the stack, from the top: {' '.join(map(str, stack)) or 'none'}"):
        for place, points in reversed(list(enumerate(stack))):
            icon(picture, 376 + place * 24, 54, 26, "gem", f"Artifact {points}", str(points))
        picture.text(446, 98, "Artifacts" if stack else "no Artifacts", 10, "dim", "middle")
        if len(stack) > 1:
            picture.text(446, 110, "deeper: to the right", 9, "dim", "middle")


def _key(picture: Picture) -> None:
    _heading(picture, "Key")
    for place, (name, text, words) in enumerate(KEY):
        x, y = place % 3 * 182, 34 + place // 3 * 27
        icon(picture, x + 10, y, 19, name, words, text)
        picture.text(x + 26, y + 4, words, 11, fit=150)
    for place, (kind, words) in enumerate((("brown-soft", "outside the Depths"), ("purple-soft", "the Depths"))):
        picture.rect(place * 182 + 2, 34 + 3 * 27 - 9, 18, 18, kind, 4)
        picture.text(place * 182 + 26, 34 + 3 * 27 + 4, words, 11)
    picture.text(364, 34 + 2 * 27 + 4, "? undiscovered", 11, fit=160)
