"""Kelp as a picture: the board with its start cells, the pawns and hands that the viewer knows, and the log."""

from __future__ import annotations

from typing import Any

from ..core.game import Game
from ..core.pictures import EVERYBODY, LastMove, Picture, table
from ..core.schema import States
from .state import ATTACK_TURN, BY_ATTACK, DIRECTIONS, MAX_TURNS, NUM_DIRECTIONS, PASS_TURN, KelpOptions

SEATS = ("shark", "octopus")
_STEPS = ((0, -1), (0, 1), (1, 0), (-1, 0))

CELL, MARGIN = 52, 16
CARD_W, CARD_H, GAP = 40, 54, 6
PANEL_W = MARGIN + 6 * (CARD_W + GAP) + MARGIN
ROW = 20
MIDDLE = 92  # height of the strip between the two players' panels

# Within a circle of radius 10 around (0, 0).
_SHARK = "M -9 7 C -6 -2 -1 -8 7 -10 C 3 -4 3 2 6 7 Z"
_OCTOPUS = (
    "M -7 3 C -9 -6 -4 -10 0 -10 C 4 -10 9 -6 7 3 C 7 6 10 6 10 9 C 6 11 5 7 4 6 C 4 10 1 11 0 7 "
    "C -1 11 -4 10 -4 6 C -5 7 -6 11 -10 9 C -10 6 -7 6 -7 3 Z"
)


def draw(game: Game, states: States, viewer: int, last_move: LastMove | None) -> str:
    """One state as SVG; see :class:`ludarium.envs.core.game.GameSpec`."""
    options, s = game.options, states[0]
    n = options.board_size
    seen = [seat for seat in range(2) if options.reveal == "cards" or viewer in (seat, EVERYBODY)]
    logged = min(int(s["turns"]), MAX_TURNS) if options.reveal == "outcome" else 0
    rows = 2 if options.guess_pool == "separate" else 1
    panel = 52 + rows * (CARD_H + 22)
    side = CELL * n + 2 * MARGIN + 14
    body = max(side, 2 * panel + MIDDLE)
    log = ROW * ((logged + 1) // 2) + 26 if logged else 0
    picture = table(game, states, viewer, side + PANEL_W + MARGIN, body + log, last_move)
    with picture.group(f"translate(0 {(body - side) / 2})"):
        _board(picture, options, s, seen, last_move)
    left = side
    for seat in range(2):
        y = (body - panel - 6) * seat + 6 * (1 - seat)
        with picture.group(f"translate({left} {y})"):
            _player(picture, options, s, seat, seat in seen, panel - 6, last_move)
    with picture.group(f"translate({left} {body / 2})"):
        _between(picture, s, viewer, last_move)
    if logged:
        with picture.group(f"translate({MARGIN} {body + 4})"):
            _log(picture, s, viewer, logged, side + PANEL_W - MARGIN)
    return picture.to_svg()


def _pawn(picture: Picture, x: float, y: float, seat: int, scale: float = 1.0) -> None:
    with picture.group(f"translate({x} {y}) scale({scale})", title=SEATS[seat]):
        picture.circle(0, 0, 15, f"seat{seat} rim")
        picture.path((_SHARK, _OCTOPUS)[seat], "pale")
        picture.text(0, 7 if seat == 0 else 1, "SO"[seat], 9, f"seat{seat}-fixed bold", "middle")


def _board(picture: Picture, options: KelpOptions, s: Any, seen: list[int], last_move: LastMove | None) -> None:
    """The grid with letters and numbers at its edge as the text for the terminal counts: column, row."""
    n = options.board_size
    left, top = MARGIN + 14, MARGIN + 10
    for row in range(n):
        picture.text(left - 9, top + CELL * (row + 0.5) + 4, str(row), 10, "dim", "middle")
        picture.text(left + CELL * (row + 0.5), top - 6, str(row), 10, "dim", "middle")
        for column in range(n):
            shade = "blue-soft bare" if (row + column) % 2 else "teal-soft bare"
            name = f"column {column}, row {row}"
            picture.rect(left + CELL * column, top + CELL * row, CELL, CELL, shade, title=name)
    picture.rect(left, top, CELL * n, CELL * n, "line")
    for seat, corner in enumerate((0, n - 1)):
        x, y = left + CELL * corner, top + CELL * corner
        picture.rect(x + 3, y + 3, CELL - 6, CELL - 6, f"seat{seat}-line", 5, f"start of the {SEATS[seat]}")
        picture.text(x + CELL / 2, y + CELL - 6, "start", 9, f"seat{seat}-ink", "middle")
    for seat in seen:
        at_x, at_y = (float(origin + CELL * (s[axis][seat] + 0.5)) for origin, axis in ((left, "x"), (top, "y")))
        for place_x, place_y in _trail(options, s, seat):
            picture.circle(left + CELL * (place_x + 0.5), top + CELL * (place_y + 0.5), 4, f"seat{seat}")
        if last_move is not None and _moved_last(s, seat, last_move):
            picture.circle(at_x, at_y - 3, 20, "mark")
        _pawn(picture, at_x, at_y - 3, seat, 1.1)


def _trail(options: KelpOptions, s: Any, seat: int) -> set[tuple[int, int]]:
    """The cells where the seat stood before, as far as the log says it."""
    if options.reveal == "cards" or not s["turns"]:
        return set()
    last = (int(s["x"][seat]), int(s["y"][seat]))
    turns = range(min(int(s["turns"]), MAX_TURNS))
    return {(int(s["log_x"][seat, turn]), int(s["log_y"][seat, turn])) for turn in turns} - {last}


def _moved_last(s: Any, seat: int, last_move: LastMove) -> bool:
    """Whether the last action was what `seat` moved or attacked by: its own, or the guess at its card (K9)."""
    if "guess" in last_move.words:
        return last_move.seat != seat
    return last_move.seat == seat and not s["guessing"]


def _player(
    picture: Picture, options: KelpOptions, s: Any, seat: int, seen: bool, height: float, last_move: LastMove | None
) -> None:
    width = PANEL_W - 4
    over = s["terminated"] or s["truncated"]
    picture.rect(0, 0, width, height, "panel", 8)
    if not over and s["to_act"] == seat:
        picture.rect(0, 0, width, height, f"seat{seat}-line", 8)
    _pawn(picture, 26, 21, seat)
    picture.text(50, 26, SEATS[seat], 16, "bold")
    where = f"column {s['x'][seat]}, row {s['y'][seat]}" if seen else "position secret"
    picture.text(width - 12, 25, where, 11, "dim", "end")
    attacked = last_move is not None and last_move.seat == seat and last_move.words.endswith("attack")
    with picture.group("translate(12 42)"):
        _hand(picture, s, seat, seen, attacked)
    if options.guess_pool == "separate":
        with picture.group(f"translate(12 {42 + CARD_H + 22})"):
            _cards(picture, s["guess_cards"][seat])
            picture.text(0, CARD_H + 13, "cards to guess with", 10, "dim")


def _hand(picture: Picture, s: Any, seat: int, seen: bool, attacked: bool) -> None:
    if seen:
        _cards(picture, s["move_cards"][seat])
    else:
        step = min(CARD_W + GAP, (4 * CARD_W + 3 * GAP - CARD_W) / max(int(s["cards_left"][seat]) - 1, 1))
        for place in range(int(s["cards_left"][seat])):
            picture.card(place * step, 0, CARD_W, CARD_H, face_up=False)
    picture.text(0, CARD_H + 13, f"movement cards: {s['cards_left'][seat]}", 10, "dim")
    x = 4 * (CARD_W + GAP) + 10
    count = int(s["attacks"][seat])
    for place in range(count):
        _attack_card(picture, x + place * ((CARD_W + GAP) / max(count - 1, 1)), 0)
    if not count:
        picture.rect(x, 0, CARD_W, CARD_H, "ghost", 4)
    if attacked:
        picture.rect(x - 4, -4, 2 * CARD_W + GAP + 8, CARD_H + 8, "mark", 6)
    picture.text(x, CARD_H + 13, f"attack cards: {count}", 10, "dim")


def _cards(picture: Picture, counts: Any) -> None:
    """A place a direction, with its cards and, where there are more than one, their number."""
    for direction in range(NUM_DIRECTIONS):
        x, count = direction * (CARD_W + GAP), int(counts[direction])
        if not count:
            picture.rect(x, 0, CARD_W, CARD_H, "ghost", 4)
            continue
        for below in range(count - 1, 0, -1):
            picture.rect(x + 3 * below, 2 * below, CARD_W - 4, CARD_H - 2, "card", 4)
        _direction_card(picture, x, 0, direction, aside=5 * (count > 1))
        if count > 1:
            picture.text(x + CARD_W - 4, 12, f"×{count}", 10, "bold", "end")


def _direction_card(picture: Picture, x: float, y: float, direction: int, aside: float = 0) -> None:
    name, (dx, dy) = DIRECTIONS[direction], _STEPS[direction]
    with picture.group(f"translate({x} {y})", title=name):
        picture.rect(0, 0, CARD_W, CARD_H, "card", 4)
        middle, centre = CARD_W / 2 - aside, 21 + aside / 4
        picture.arrow(middle - 10 * dx, centre - 11 * dy, middle + 10 * dx, centre + 11 * dy, "blue-line", 7)
        picture.text(4, CARD_H - 5, name, 10, "bold", fit=CARD_W - 6)


def _attack_card(picture: Picture, x: float, y: float) -> None:
    with picture.group(f"translate({x} {y})", title="attack"):
        picture.rect(0, 0, CARD_W, CARD_H, "red-soft", 4)
        for tip in (-1, 1):
            middle = CARD_W / 2
            picture.line(middle - 11 * tip, 9, middle + 9 * tip, 29, "red-line")
            picture.line(middle + 4 * tip, 29, middle + 9 * tip, 24, "red-line")
        picture.text(CARD_W / 2, CARD_H - 6, "attack", 10, "bold", "middle", CARD_W - 4)


def _between(picture: Picture, s: Any, viewer: int, last_move: LastMove | None) -> None:
    """The card that lies face down, and what is to be done about it."""
    top = -CARD_H / 2 - 1
    if not s["guessing"]:
        if last_move is not None and last_move.action is not None and "guess" in last_move.words:
            _direction_card(picture, 12, top, last_move.action - NUM_DIRECTIONS)
            picture.rect(8, top - 4, CARD_W + 8, CARD_H + 8, "mark", 6)
            picture.text(CARD_W + 26, 5, f"guessed by the {SEATS[last_move.seat]}", 12, "dim")
        return
    mover = 1 - int(s["to_act"])
    card = int(s["face_down"][mover])
    if card and viewer in (mover, EVERYBODY):
        _direction_card(picture, 12, top, card - 1)
    else:
        picture.card(12, top, CARD_W, CARD_H, face_up=False)
    picture.rect(8, top - 4, CARD_W + 8, CARD_H + 8, "mark", 6)
    picture.text(CARD_W + 26, -3, f"face-down card of the {SEATS[mover]}", 12)
    picture.text(CARD_W + 26, 14, f"{SEATS[1 - mover]} to guess its direction", 12, "dim")


def _log(picture: Picture, s: Any, viewer: int, logged: int, width: float) -> None:
    """Turn by turn, what the table knows of it and what the viewer knows besides (KD11, KD12)."""
    picture.text(0, 14, "log", 12, "bold")
    for turn in range(logged):
        mover, kind = turn % 2, int(s["log_kind"][turn])
        x, y = (width / 2) * (turn % 2), 30 + ROW * (turn // 2)
        hit = s["ended_by"] == BY_ATTACK and turn == s["turns"] - 1
        words = "attacked" if hit else "attacked in vain" if kind == ATTACK_TURN else "moved"
        words = "passed" if kind == PASS_TURN else words
        if s["log_guess"][turn]:
            words += f", guess {DIRECTIONS[s['log_guess'][turn] - 1]} {'right' if s['log_right'][turn] else 'wrong'}"
        if s["log_card"][mover, turn] and viewer in (mover, EVERYBODY):
            words += f", card {DIRECTIONS[s['log_card'][mover, turn] - 1]}"
        picture.text(x + 4, y, str(turn + 1), 10, "dim")
        picture.pawn(x + 30, y - 4, mover, 7, SEATS[mover], "SO"[mover])
        picture.text(x + 42, y, words, 11, fit=width / 2 - 50)
