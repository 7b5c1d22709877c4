"""Clank! Catacombs as a picture: map, piles and Row beside it, the turn, and every seat's things as far as seen."""

from __future__ import annotations

from typing import Any

from ..core import deck_pictures
from ..core.game import Game
from ..core.icons import icon
from ..core.pictures import EVERYBODY, LastMove, Picture, table
from ..core.schema import States
from .actions import PLAY, ROW_CARD
from .card_picture import colour, face
from .map_picture import Moved, draw_map, moved_on_map
from .piles_picture import WIDTH as PILES_WIDTH
from .piles_picture import draw_piles
from .render import end_words, question, turn_notes
from .state import INSIDE, STATUSES
from .tables import ARTIFACT_POINTS, CARDS, HEALTH, MARKET, NUM_KEPT, TOKENS

WIDTH = 1700.0
_PAD = 10.0
_MAP = (_PAD, 8.0, WIDTH - PILES_WIDTH - 3 * _PAD - 6, 960.0)
_TURN = 976.0  # y of the line that says whose turn it is
_SEATS, _SEAT = 1014.0, 142.0  # y of the first seat, height of each


def draw(game: Game, states: States, viewer: int, last_move: LastMove | None) -> str:
    """One state as SVG; see :class:`ludarium.envs.core.game.GameSpec`."""
    s, n = states[0], game.num_players
    seat, action = (-1, -1) if last_move is None or last_move.action is None else (last_move.seat, last_move.action)
    picture = table(game, states, viewer, WIDTH, _SEATS + n * (_SEAT + 6), last_move)
    x, y, width, height = _MAP
    picture.rect(x, y, width, height, "well", 10)
    moved = moved_on_map(s, seat, action) if seat >= 0 else Moved()
    draw_map(picture, s, n, (x + 4, y + 4, width - 8, height - 8), moved)
    draw_piles(picture, s, n, x + width + _PAD, y, action)
    over = bool(s["terminated"] or s["truncated"])
    if over:
        picture.text(_PAD + 4, _TURN + 19, end_words(s, n), 14, "bold")
    else:
        _turn(picture, s)
    for other in range(n):
        with picture.group(f"translate({_PAD:g} {_SEATS + other * (_SEAT + 6):g})"):
            seen = viewer in (other, EVERYBODY)
            played = action - PLAY if seat == other and PLAY <= action < ROW_CARD else None
            _seat(picture, s, other, seen, over, played)
    return picture.to_svg()


def _turn(picture: Picture, s: Any) -> None:
    """Whose turn it is, what is chosen, and the pools."""
    y = _TURN + 15
    picture.pawn(_PAD + 14, y, int(s["to_act"]), 11)
    words = f"turn {s['turns'] + 1}, player {s['to_act']} chooses: {question(s)}"
    picture.text(_PAD + 32, y + 5, words, 14, "bold", fit=560)
    x = _PAD + 620
    for sign, name in (("skill", "skill"), ("sword", "swords"), ("boot", "boots"), ("portal", "teleports")):
        words = f"{s[name]} {name.capitalize()}"
        icon(picture, x, y, 20, sign, words)
        picture.text(x + 15, y + 5, words, 13, "ink" if s[name] else "dim")
        x += 112
    picture.text(x, y + 5, "; ".join(turn_notes(s)), 12, "dim", fit=WIDTH - x - _PAD)


# --- the seats ------------------------------------------------------------------------------------------------------


def _seat(picture: Picture, s: Any, seat: int, seen: bool, over: bool, played: int | None) -> None:
    acts = not over and seat == int(s["to_act"])
    width = WIDTH - 2 * _PAD
    picture.rect(0, 0, width, _SEAT, "panel", 8)
    picture.rect(0, 0, 7, _SEAT, f"seat{seat}", 3)
    _person(picture, s, seat, over, acts)
    deck_pictures.hand(picture, s, seat, seen, face, (426, 23, 590, _SEAT - 34), 112)
    deck_pictures.deck(picture, s, seat, CARDS, seen, 1034, 23, 62, 86)
    wide = (width - 1122) / (2 if acts else 1)
    discarded = (1116.0, 6.0, wide - 8, _SEAT - 8)
    deck_pictures.pile(picture, s["discard"][seat], CARDS, colour, discarded, "discard pile")
    if acts:
        area = (1116 + wide, 6.0, wide - 8, _SEAT - 8)
        deck_pictures.pile(picture, s["played"], CARDS, colour, area, "play area", played)


def _person(picture: Picture, s: Any, seat: int, over: bool, acts: bool) -> None:
    """Name and whereabouts, damage, Gold and the like, and what the seat has won."""
    picture.pawn(26, 18, seat, 12)
    status = "" if s["status"][seat] == INSIDE else f" - {STATUSES[s['status'][seat]]}"
    turn = " - to act" if acts else ""
    picture.text(44, 23, f"player {seat}{status}{turn}", 15, "bold", fit=240)
    points = f"{s['scores'][seat]} points" if over else f"{s['card_points'][seat]} points of cards"
    picture.text(408, 22, points, 13, "bold" if over else "dim", "end", fit=130)
    _damage(picture, s, seat)
    x = 20.0
    for sign, text, name, amount in (
        ("coin", "", "Gold", s["gold"][seat]),
        ("lockpick", "", "Lockpicks", s["lockpicks"][seat]),
        ("monkey", "", "Idols", s["idols"][seat]),
    ):
        icon(picture, x + 9, 70, 18, sign, f"{amount} {name}", text)
        picture.text(x + 22, 75, f"{amount} {name}", 12)
        x += 104
    picture.cube(x + 2, 62, 15, f"seat{seat}", f"{s['supply'][seat]} cubes in the supply")
    picture.text(x + 22, 75, f"{s['supply'][seat]} cubes", 12)
    _things(picture, s, seat)


def _damage(picture: Picture, s: Any, seat: int) -> None:
    """The health meter, filled from the left with own cubes, black ones and markers (CCD21)."""
    kinds = [f"seat{seat}"] * int(s["hurt_own"][seat])
    kinds += ["grey"] * int(s["hurt_black"][seat]) + ["red"] * int(s["hurt_marker"][seat])
    with picture.group(title=f"{len(kinds)} of {HEALTH} damage"):
        icon(picture, 29, 45, 18, "heart", "damage")
        for space in range(HEALTH):
            x = 46 + space * 22
            picture.rect(x, 36, 19, 18, "well line", 3)
            if space < len(kinds):
                picture.cube(x + 2.5, 38, 14, kinds[space], "damage")
        picture.text(46 + HEALTH * 22 + 6, 50, f"{len(kinds)} of {HEALTH} damage", 12)


def _things(picture: Picture, s: Any, seat: int) -> None:
    """Artifacts, then what was bought and found as labels, as small as need be."""
    things = [
        (f"Artifact {points}", "teal-soft")
        for points, own in zip(ARTIFACT_POINTS, s["artifacts"][seat], strict=True)
        if own
    ]
    crowns = f" ({s['crown_points'][seat]} points)"
    for name, number in zip(MARKET, s["bought"][seat], strict=True):
        if number:
            words = f"{number} {name}" if number > 1 else name
            things.append((words + (crowns if name == "Crown" else ""), "orange-soft"))
    for name, number in zip(TOKENS[:NUM_KEPT], s["tokens"][seat], strict=True):
        if number:
            things.append((f"{number} {name}" if number > 1 else name, "pink-soft"))
    if things:
        deck_pictures.labels(picture, things, (20.0, 84.0, 392.0, _SEAT - 90))
    else:
        picture.text(20, 98, "no Artifact, nothing bought or found", 11, "dim")
