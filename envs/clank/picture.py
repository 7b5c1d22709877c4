"""Clank! as a picture: the path, what lies on the table, the turn, and every seat's things as far as they are seen."""

from __future__ import annotations

from typing import Any

from ..core import deck_pictures
from ..core.game import Game
from ..core.icons import icon
from ..core.pictures import EVERYBODY, LastMove, Picture, table
from ..core.schema import States
from .actions import BUY, DECLINE, FIGHT, MOVE_DEEPER, PLAY, TAKE
from .board_picture import TABLE_HEIGHT, TILE_HEIGHT, WIDTH, draw_path, draw_table, lines_of_path, where_marked
from .card_picture import colour, face, treasure_words
from .render import draws, end_words, question, whereabouts
from .state import INSIDE, MAX_HEALTH, STATUSES, ClankOptions
from .tables import CARDS, FIRST_OF_MARKET

_PAD, _SEAT = 10.0, 142.0


def draw(game: Game, states: States, viewer: int, last_move: LastMove | None) -> str:
    """One state as SVG; see :class:`ludarium.envs.core.game.GameSpec`."""
    options, s, n = game.options, states[0], game.num_players
    seat, action = (-1, -1) if last_move is None or last_move.action is None else (last_move.seat, last_move.action)
    path = lines_of_path(options) * (TILE_HEIGHT + 20)
    seats = path + TABLE_HEIGHT + 62
    picture = table(game, states, viewer, WIDTH, seats + n * (_SEAT + 6), last_move)
    draw_path(picture, options, s, n, 8, where_marked(s, seat, action) if seat >= 0 else -1)
    draw_table(picture, options, s, n, path + 8)
    over = bool(s["terminated"] or s["truncated"])
    with picture.group(f"translate({_PAD:g} {path + TABLE_HEIGHT + 36:g})"):
        if over:
            picture.text(4, 5, end_words(s, n), 14, "bold")
        else:
            _turn(picture, options, s)
    for other in range(n):
        with picture.group(f"translate({_PAD:g} {seats + other * (_SEAT + 6):g})"):
            _seat(picture, s, other, viewer in (other, EVERYBODY), over, action if seat == other else -1)
    return picture.to_svg()


def _turn(picture: Picture, options: ClankOptions, s: Any) -> None:
    """Whose turn it is, what is chosen, the pools, and what will be drawn from the bag."""
    picture.pawn(14, 0, int(s["to_act"]), 11)
    words = f"turn {s['turns'] + 1}, player {s['to_act']} chooses: {question(s)}"
    picture.text(32, 5, words, 14, "bold", fit=690)
    x = 760.0
    for sign, name in (("sword", "attack"), ("coin", "buy"), ("boot", "extra_moves")):
        words = f"{s[name]} {name.replace('_', ' ')}"
        icon(picture, x, 0, 20, sign, words)
        picture.text(x + 15, 5, words, 13, "ink" if s[name] else "dim")
        x += 130
    picture.text(x, 5, draws(options, s), 12, "dim", fit=WIDTH - 2 * _PAD - x)


# --- the seats --------------------------------------------------------------------------------------------------------


def _seat(picture: Picture, s: Any, seat: int, seen: bool, over: bool, action: int) -> None:
    acts = not over and seat == int(s["to_act"])
    width = WIDTH - 2 * _PAD
    picture.rect(0, 0, width, _SEAT, "panel", 8)
    picture.rect(0, 0, 7, _SEAT, f"seat{seat}", 3)
    _person(picture, s, seat, over, acts)
    deck_pictures.hand(picture, s, seat, seen, face, (486, 23, 540, _SEAT - 34), 102)
    deck_pictures.deck(picture, s, seat, CARDS, seen, 1044, 23, 62, 86)
    shown = bool(s["played"][seat].any())
    wide = (width - 1132) / (2 if shown else 1)
    box = (1126.0, 6.0, wide - 8, _SEAT - 8)
    deck_pictures.pile(picture, s["discard"][seat], CARDS, colour, box, "discard pile", _gained(action))
    if shown:
        area = (1126 + wide, 6.0, wide - 8, _SEAT - 8)
        played = action - PLAY if PLAY <= action < MOVE_DEEPER else None
        deck_pictures.pile(picture, s["played"][seat], CARDS, colour, area, "played", played)


def _gained(action: int) -> int | None:
    """The kind of card that an action has laid on the discard pile."""
    if BUY <= action < FIGHT:
        return action - BUY + FIRST_OF_MARKET
    return action - TAKE + FIRST_OF_MARKET if TAKE <= action < DECLINE else None


def _person(picture: Picture, s: Any, seat: int, over: bool, acts: bool) -> None:
    """Name and whereabouts, health, tokens and cubes, points, and the treasures taken."""
    picture.pawn(26, 18, seat, 12)
    where = whereabouts(s, seat) if s["status"][seat] == INSIDE else STATUSES[s["status"][seat]]
    picture.text(44, 23, f"player {seat} - {where}{' - to act' if acts else ''}", 15, "bold", fit=300)
    points = [int(s[f"{kind}_points"][seat]) for kind in ("treasure", "card", "monster")]
    total = f"{s['scores'][seat]} points" if over else f"{sum(points)} points"
    picture.text(468, 22, total, 13, "bold", "end", fit=116)
    health = int(s["health"][seat])
    with picture.group(title=f"{health} of {MAX_HEALTH} health"):
        for space in range(MAX_HEALTH):
            if space < health:
                icon(picture, 30 + space * 22, 46, 18, "heart", "health")
            else:
                picture.circle(30 + space * 22, 46, 7, "well line")
        picture.text(30 + MAX_HEALTH * 22, 50, f"{health} of {MAX_HEALTH} health", 12)
    icon(picture, 29, 71, 18, "skill", f"{s['tokens'][seat]} skill tokens")
    picture.text(42, 76, f"{s['tokens'][seat]} tokens", 12)
    picture.cube(136, 63, 15, f"seat{seat}", f"{s['supply'][seat]} noise cubes in the supply")
    picture.text(156, 76, f"{s['supply'][seat]} cubes", 12)
    words = f"treasures {points[0]}, cards {points[1]}, monsters {points[2]}"
    picture.text(468, 76, words, 11.5, "dim", "end", fit=220)
    things = [
        (treasure_words(kind) if count == 1 else f"{count} {treasure_words(kind)}", "orange-soft")
        for kind, count in enumerate(s["treasures"][seat])
        if count
    ]
    if s["cave_in"][seat]:
        things.append((f"Cave-in: {s['cave_in'][seat]} card fewer next", "red-soft"))
    if things:
        deck_pictures.labels(picture, things, (20, 86, 452, _SEAT - 92))
    else:
        picture.text(20, 100, "no treasures", 11, "dim")
