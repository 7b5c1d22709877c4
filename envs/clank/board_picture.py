"""The board of Clank!, path edition, drawn: the path of tiles, market, treasures, dragon cards, and the bag."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..core.icons import icon
from ..core.pictures import Picture, wrapped
from ..core.tables import read_table
from ..core.words import counted
from .actions import EXPLORE_CUP, EXPLORE_DECK, FIGHT, MOVE_DEEPER
from .card_picture import face, treasure_card
from .state import DECK, DRAGON_CUBES, INSIDE, ROW, SKILL_CUBES, ClankOptions
from .tables import (
    CUP,
    DRAGON_CARDS,
    EVENT_DRAW,
    EVENT_HEAL,
    EVENT_MOVES,
    EVENT_NOISE,
    EVENT_QUIET,
    EVENT_TOKENS,
    EXPLORE_SYMBOL,
    FIRST_OF_MARKET,
    MARKET,
    MONSTER_DAMAGE,
    MONSTER_POINTS,
    MONSTER_POWER,
    MONSTERS,
    REWARD_COST,
    REWARD_TOKENS,
    TILES,
    TREASURE_COST,
    TREASURE_POINTS,
    TREASURES,
)

WIDTH = 1700.0
_PAD = 10.0
_MOST_IN_A_LINE = 8
TILE_HEIGHT, _ABOVE = 164.0, 12.0
TABLE_HEIGHT = 178.0
_dragon_texts = [str(row["text"]) for row in read_table(__file__, "dragon", ("text",))]
_EVENTS = (
    (EVENT_NOISE, "danger", "+{} noise"),
    (EVENT_HEAL, "heart", "heal {}"),
    (EVENT_TOKENS, "skill", "{} skill token"),
    (EVENT_QUIET, "footprints", "-{} noise"),
    (EVENT_DRAW, "book", "draw {}"),
    (EVENT_MOVES, "boot", "{} extra move"),
)


def lines_of_path(options: ClankOptions) -> int:
    """Lines that the path takes: two where it is long, there and back."""
    return 1 if options.path_length < _MOST_IN_A_LINE else 2


def draw_path(picture: Picture, options: ClankOptions, s: Any, n: int, y: float, marked: int) -> None:
    """The Exit and the tiles in their order, joined by lines; `marked` is where the last move led, -1 for nowhere."""
    rooms = options.path_length + 1
    lines = lines_of_path(options)
    columns = -(-rooms // lines)
    step = (WIDTH - 2 * _PAD) / columns
    width = min(step - 22, 215)
    places = []
    for position in range(rooms):
        line, column = position // columns, position % columns
        if line % 2:
            column = columns - 1 - column
        places.append((_PAD + column * step + (step - width) / 2, y + line * (TILE_HEIGHT + 20)))
    for (x1, y1), (x2, y2) in pairwise(places):
        middle = (x1 + width / 2, y1 + TILE_HEIGHT / 2), (x2 + width / 2, y2 + TILE_HEIGHT / 2)
        dx, dy = (0.0, 7.0) if y1 == y2 else (7.0, 0.0)
        (ax, ay), (bx, by) = middle
        picture.path(
            f"M{ax - dx:g} {ay - dy:g}L{bx - dx:g} {by - dy:g}L{bx + dx:g} {by + dy:g}L{ax + dx:g} {ay + dy:g}Z",
            "well line",
        )
    for position, (x, top) in enumerate(places):
        with picture.group(f"translate({x:g} {top:g})"):
            _tile(picture, options, s, n, position, width, position == marked)


def where_marked(s: Any, seat: int, action: int) -> int:
    """The place on the path that an action of `seat` concerned, seen from the state after it; -1 for none."""
    on_board = MOVE_DEEPER <= action < EXPLORE_DECK or action in (EXPLORE_CUP, FIGHT)
    return int(s["position"][seat]) if on_board else -1


def _tile(picture: Picture, options: ClankOptions, s: Any, n: int, position: int, width: float, marked: bool) -> None:
    height = TILE_HEIGHT
    tile = int(s["path"][position - 1]) if position else 0
    here = [seat for seat in range(n) if s["position"][seat] == position and s["status"][seat] == INSIDE]
    hidden = position > 0 and not tile
    mark = " mark" if marked else ""
    kind = "green-soft" if not position else "back" if hidden else "teal-soft" if EXPLORE_SYMBOL[tile] else "brown-soft"
    picture.rect(0, 0, width, height, f"{kind}{mark}", 10)
    if hidden:
        with picture.group(title=f"tile {position}: face down"):
            picture.rect(9, 9, width - 18, height - 18, "backline", 7)
            picture.text(width / 2, height / 2 + 10, "?", 30, "white bold", "middle")
            picture.text(18, 29, str(position), 13, "white bold")
    elif not position:
        icon(picture, width / 2, 66, 54, "crypt", "Exit: escape from here")
        picture.text(width / 2, 24, "Exit", 16, "bold", "middle")
    else:
        picture.text(10, 21, str(position), 12, "dim bold")
        left = 26 if position < 10 else 33
        picture.text(left, 21, TILES[tile - 1], 14, "bold", fit=width - left - (36 if EXPLORE_SYMBOL[tile] else 10))
        if EXPLORE_SYMBOL[tile]:
            icon(picture, width - 20, 18, 22, "explore", "explore: a treasure may be bought here")
        for amount, sign, words in _EVENTS:
            if amount[tile]:
                text = words.format(amount[tile])
                icon(picture, 19, 40, 17, sign, f"on entry: {text}")
                picture.text(33, 44, f"on entry: {text}", 11.5, fit=width - 40)
        if MONSTER_POWER[tile]:
            _monster(picture, tile, bool(s["defeated"][position - 1]), width)
    if position == options.path_length:
        _cup(picture, s, width, hidden)
    for place, seat in enumerate(here):
        tried = s["fought"][seat] and position and not s["defeated"][position - 1] and MONSTER_POWER[tile]
        words = f"player {seat}" + (", has tried the monster" if tried else "")
        picture.pawn(20 + place * 27, height - 19, seat, 12, words)


def _monster(picture: Picture, tile: int, defeated: bool, width: float) -> None:
    """The monster of a room as a small card; a defeated one has gone."""
    name = MONSTERS[tile - 1]
    if defeated:
        picture.rect(8, 54, width - 16, 68, "ghost", 6)
        picture.text(width / 2, 92, f"{name} defeated", 11, "dim", "middle", fit=width - 24)
        return
    with picture.group(title=f"{name}: fight it with {MONSTER_POWER[tile]} attack, or take {MONSTER_DAMAGE[tile]}"):
        picture.rect(8, 54, width - 16, 68, "red-soft", 6)
        icon(picture, 25, 73, 24, "monster", name)
        picture.text(42, 72, name, 12, "bold", fit=width - 54)
        words = f"power {MONSTER_POWER[tile]}, damage {MONSTER_DAMAGE[tile]}"
        picture.text(42, 88, words, 11, fit=width - 54)
        picture.text(42, 102, f"{MONSTER_POINTS[tile]} points", 11, fit=width - 54)
        reward = f"and {REWARD_TOKENS[tile]} skill tokens" if REWARD_TOKENS[tile] else ""
        reward += f"and a card of cost {REWARD_COST[tile]} or less" if REWARD_COST[tile] else ""
        if reward:
            picture.text(42, 115, reward, 10.5, "dim", fit=width - 54)


def _cup(picture: Picture, s: Any, width: float, hidden: bool) -> None:
    """The Cup on the last tile, or that it is gone."""
    ink = "white" if hidden else "ink"
    if s["treasure_deck"][CUP]:
        words = f"{TREASURES[CUP]}: {TREASURE_POINTS[CUP]} points for {TREASURE_COST[CUP]} buy or tokens"
        with picture.group(title=words):
            icon(picture, width - 24, TILE_HEIGHT - 23, 34, "gem", words, str(TREASURE_POINTS[CUP]))
            picture.text(width - 44, TILE_HEIGHT - 18, f"{TREASURES[CUP]} ({TREASURE_COST[CUP]})", 11, ink, "end")
    else:
        picture.text(width - 12, TILE_HEIGHT - 14, "no Cup", 11, ink, "end")


# --- the table ------------------------------------------------------------------------------------------------------


def draw_table(picture: Picture, options: ClankOptions, s: Any, n: int, y: float) -> None:
    """Market, treasures, dragon cards and bag in a line."""
    for x, part in (
        (_PAD, lambda: _market(picture, s)),
        (846.0, lambda: _treasures(picture, s)),
        (1082.0, lambda: _dragon(picture, options, s)),
        (1392.0, lambda: _bag(picture, s, n)),
    ):
        with picture.group(f"translate({x:g} {y:g})"):
            part()


def _market(picture: Picture, s: Any) -> None:
    picture.text(0, 13, "Market", 13, "bold")
    with picture.group(title=f"market deck: {counted(MARKET, s['market_deck'])}"):
        picture.stack(2, 24, 66, 94, int(s["market_left"]))
        picture.text(37, 142, "market deck", 10, "dim", "middle")
    kinds = [int(kind) for kind in s["market_row"].nonzero()[0] for _ in range(s["market_row"][kind])]
    width, height = 118.0, 150.0
    for place in range(max(ROW, len(kinds))):
        x = 86 + place * (width + 6)
        if place < len(kinds):
            face(picture, FIRST_OF_MARKET + kinds[place], x, 22, width, height)
        else:
            picture.rect(x, 22, width, height, "ghost", 8)
            picture.text(x + width / 2, 22 + height / 2, "empty", 11, "dim", "middle")


def _treasures(picture: Picture, s: Any) -> None:
    picture.text(0, 13, "Treasures", 13, "bold")
    below = int(s["treasures_left"]) - int(s["treasure_top"] > 0)
    with picture.group(title=f"with the face-up one: {counted(TREASURES[:CUP], s['treasure_deck'][:CUP])}"):
        picture.stack(2, 24, 66, 94, below)
        picture.text(37, 142, "treasure deck", 10, "dim", "middle")
    if s["treasure_top"]:
        chosen = int(s["exploring"]) == DECK
        treasure_card(picture, int(s["treasure_top"]) - 1, 86, 22, 130, 150, chosen)
    else:
        picture.rect(86, 22, 130, 150, "ghost", 8)
        picture.text(151, 100, "none left", 11, "dim", "middle")


def _dragon(picture: Picture, options: ClankOptions, s: Any) -> None:
    """The dragon deck, how near its cards have brought the end, and those revealed."""
    picture.text(0, 13, "Dragon", 13, "bold")
    seen = int(s["dragon_revealed"])
    picture.text(
        296, 13, f"{seen} of {options.dragon_limit} cards: the last ends the game", 10.5, "dim", "end", fit=230
    )
    with picture.group(title=f"dragon cards still face down: {counted(DRAGON_CARDS, s['dragon_left'])}"):
        picture.stack(2, 24, 66, 94, int(s["dragon_left"].sum()))
        picture.text(37, 142, "dragon deck", 10, "dim", "middle")
    step = min(24.0, 206 / options.dragon_limit)
    for place in range(options.dragon_limit):
        x = 98 + place * step
        if place < seen:
            icon(picture, x, 32, min(22.0, step), "dragon", f"dragon card {place + 1} has come")
        else:
            picture.circle(x, 32, min(9.0, step / 2 - 1), "well line", f"dragon card {place + 1}")
    kinds = [kind for kind in range(len(DRAGON_CARDS)) if not s["dragon_left"][kind]]
    columns = 1 if len(kinds) < 5 else 2
    high, wide = min(43.0, 128 / max(1, -(-len(kinds) // columns))), 213 / columns - 3
    for place, kind in enumerate(kinds):
        left, top = 86 + place % columns * (wide + 3), 48 + place // columns * high
        with picture.group(title=f"{DRAGON_CARDS[kind]}: {_dragon_texts[kind]}"):
            picture.rect(left, top, wide, high - 3, "red-soft", 5)
            size = min(11.5, high - 4)
            picture.text(left + 6, top + size + 0.5, DRAGON_CARDS[kind], size, "bold", fit=wide - 12)
            lines = wrapped(_dragon_texts[kind], 9, wide - 12)
            if high > 17 + 11 * len(lines):
                for number, line in enumerate(lines):
                    picture.text(left + 6, top + 25 + 11 * number, line, 9, "dim", fit=wide - 12)
    if not kinds:
        picture.text(88, 66, "none revealed", 11, "dim")


def _bag(picture: Picture, s: Any, n: int) -> None:
    total = int(s["bag"].sum())
    picture.rect(0, 2, WIDTH - _PAD - 1392, 170, "well", 30)
    picture.text(20, 22, f"Bag: {total} cube{'s' * (total != 1)}", 13, "bold")
    things = [(f"seat{seat}", int(s["bag"][seat]), f"noise cubes of player {seat}") for seat in range(n)]
    things += [
        ("yellow", int(s["bag"][SKILL_CUBES]), "skill cubes"),
        ("red", int(s["bag"][DRAGON_CUBES]), "dragon cubes"),
    ]
    for line, (kind, count, words) in enumerate(thing for thing in things if thing[1]):
        top = 32 + line * 22
        picture.text(20, top + 9, f"{words}: {count}", 9.5, "dim", fit=260)
        with picture.group(title=f"{words}: {count}"):
            step = min(11.0, 248 / max(1, count - 1))
            for place in range(count):
                picture.cube(20 + place * step, top + 11, 10, kind)
