"""Vantage as a picture: score areas by number, the hands as far as the viewer knows them, deck and pile."""

from __future__ import annotations

from typing import Any

from ..core.game import SPECTATOR, Game
from ..core.pictures import EVERYBODY, LastMove, Picture, table
from ..core.schema import SPECTATOR_BIT, States
from .cards import CARDS, IDS, NUM_KINDS, NUM_NUMBERS, NUMBER_OF
from .render import card_name
from .state import PHASES, VantageOptions

CARD_W, CARD_H, GAP = 56, 76, 4
AREA_W = NUM_NUMBERS * (CARD_W + GAP) - GAP
PANEL_W, PANEL_H = AREA_W + 24, 2 * CARD_H + 78
MARGIN, MIDDLE = 10, CARD_H + 54


def draw(game: Game, states: States, viewer: int, last_move: LastMove | None) -> str:
    """One state as SVG; see :class:`ludarium.envs.core.game.GameSpec`."""
    s, n = states[0], game.num_players
    columns = 1 if n == 2 else 2
    width = MARGIN + columns * (PANEL_W + MARGIN)
    height = MARGIN + 2 * (PANEL_H + MARGIN) + MIDDLE
    picture = table(game, states, viewer, width, height, last_move)
    marks = _marks(s, n, last_move)
    for seat in range(n):
        row, column = divmod(seat, columns)
        y = MARGIN + row * (PANEL_H + MIDDLE + MARGIN)
        with picture.group(f"translate({MARGIN + column * (PANEL_W + MARGIN)} {y})"):
            _player(picture, game.options, s, seat, viewer, n, marks)
    with picture.group(f"translate({MARGIN} {MARGIN + PANEL_H + MARGIN})"):
        _centre(picture, s, viewer, width - 2 * MARGIN, marks)
    return picture.to_svg()


def _marks(s: Any, n: int, last_move: LastMove | None) -> set[tuple[str, int, int]]:
    """Where the last move shows: ``("score", seat, kind)``, ``("seat", seat, 0)``, ``("pile", 0, 0)``, …"""
    if last_move is None:
        return set()
    seat, verb, *what = last_move.seat, *last_move.words.partition(": ")[2].split()
    if verb == "opponent":
        return {("seat", (seat + int(what[0])) % n, 0)}
    if verb in ("stop", "pass"):
        return {("seat", seat, 0)}
    kind = IDS.index(what[0])
    if s["played"] and kind in (s["played"] - 1, s["copied"] - 1):
        return {("play", 0, kind)}
    if verb == "score" or (verb == "choose" and s["scored"][seat, kind]):
        return {("score", seat, kind)}
    if verb == "exchange":
        return {("pile", 0, 0), ("hand", seat, int(s["hand_size"][seat]) - 1)}
    return {("pile", 0, 0)}


def _card(picture: Picture, x: float, y: float, kind: int, marked: bool = False) -> None:
    """A card with its number, its ability and its id."""
    colour, ability = str(CARDS[kind]["colour"]), card_name(kind).removeprefix(f"{IDS[kind]} ")
    with picture.group(f"translate({x:g} {y:g})", title=f"{card_name(kind)}: {colour} {NUMBER_OF[kind]}"):
        picture.rect(0, 0, CARD_W, CARD_H, f"{colour}-soft", 5)
        picture.text(6, 23, str(NUMBER_OF[kind]), 22, f"{colour}-ink bold")
        picture.text(CARD_W - 5, 15, IDS[kind], 9, "dim", "end")
        picture.circle(CARD_W - 14, 28, 6, colour)
        picture.line(5, 44, CARD_W - 5, 44, f"{colour}-line")
        word, _, amount = ability.partition(" ")
        picture.text(CARD_W / 2, 58, word.capitalize(), 10, "bold", "middle", CARD_W - 6)
        if amount:
            picture.text(CARD_W / 2, 71, amount, 11, "bold", "middle")
        if marked:
            picture.rect(-2, -2, CARD_W + 4, CARD_H + 4, "mark", 6)


def _player(
    picture: Picture,
    options: VantageOptions,
    s: Any,
    seat: int,
    viewer: int,
    n: int,
    marks: set[tuple[str, int, int]],
) -> None:
    picture.rect(0, 0, PANEL_W, PANEL_H, "panel", 8)
    if s["to_act"] == seat and not s["terminated"] and not s["truncated"]:
        picture.rect(0, 0, PANEL_W, PANEL_H, f"seat{seat}-line", 8)
    if ("seat", seat, 0) in marks:
        picture.rect(3, 3, PANEL_W - 6, 30, "mark", 7)
    picture.pawn(22, 18, seat, 11)
    total = int(s["points"][seat]) - int(s["penalty"][seat])
    picture.text(40, 23, f"{total} of {options.target_score} points", 15, "bold")
    if s["penalty"][seat]:
        picture.text(190, 23, f"{s['points'][seat]} − {s['penalty'][seat]} penalty", 12, "red-ink")
    if s["shield"][seat]:
        picture.path("M 300 8 L 316 8 L 316 19 C 316 25 311 28 308 30 C 305 28 300 25 300 19 Z", "teal rim")
        picture.text(322, 23, "shielded", 12, "teal-ink bold")
    for place, other in enumerate(p for p in range(n) if p != seat and s["num_known"][seat, p]):
        known, x = int(s["num_known"][seat, other]), PANEL_W - 100 + 34 * place
        if place == 0:
            picture.text(x - 14, 23, "known to", 11, "dim", "end")
        with picture.group(title=f"player {other} knows {known} cards of this hand"):
            picture.pawn(x, 19, other, 7)
            picture.text(x + 9, 23, str(known), 11)
    with picture.group("translate(12 38)"):
        for number in range(NUM_NUMBERS):
            _scored(picture, s, seat, number, marks)
    with picture.group(f"translate(12 {38 + CARD_H + 22})"):
        picture.text(0, -6, f"hand: {s['hand_size'][seat]}", 10, "dim")
        _hand(picture, s, seat, viewer, n, marks)


def _scored(picture: Picture, s: Any, seat: int, number: int, marks: set[tuple[str, int, int]]) -> None:
    """The place of one number in a score area; several cards lie there only where FORGER put them (VD16)."""
    x = number * (CARD_W + GAP)
    cards = [kind for kind in range(number, NUM_KINDS, NUM_NUMBERS) for _ in range(s["scored"][seat, kind])]
    if not cards:
        picture.rect(x, 0, CARD_W, CARD_H, "ghost", 5)
        picture.text(x + CARD_W / 2, CARD_H / 2 + 8, str(number + 1), 20, "dim", "middle")
    for place, kind in enumerate(cards):
        _card(picture, x, 14.0 * place / max(len(cards) - 1, 1), kind, ("score", seat, kind) in marks)
    if len(cards) > 1:
        picture.text(x + CARD_W / 2, CARD_H + 24, f"×{len(cards)}", 10, "bold", "middle")


def _hand(picture: Picture, s: Any, seat: int, viewer: int, n: int, marks: set[tuple[str, int, int]]) -> None:
    size = int(s["hand_size"][seat])
    step = min(CARD_W + GAP, (AREA_W - CARD_W) / max(size - 1, 1))
    bit = SPECTATOR_BIT if viewer == SPECTATOR else viewer
    for place in range(size):
        knowers, x = int(s["hand_knowers"][seat, place]), step * place
        if viewer == EVERYBODY or knowers >> bit & 1:
            _card(picture, x, 0, int(s["hand"][seat, place]) - 1, ("hand", seat, place) in marks)
        else:
            picture.card(x, 0, CARD_W, CARD_H, face_up=False)
        if viewer in (seat, EVERYBODY):  # who else knows which of the cards is theirs to know (VD18)
            for dot, other in enumerate(p for p in range(n) if p != seat and knowers >> p & 1):
                where = f"player {other} knows this card"
                picture.pawn(x + 7 + 11 * dot, CARD_H + 6, other, 5, where)


def _centre(picture: Picture, s: Any, viewer: int, width: float, marks: set[tuple[str, int, int]]) -> None:
    """Deck, discard pile, card in play, and what is to be chosen."""
    picture.stack(4, 8, CARD_W, CARD_H, int(s["deck_size"]), "deck")
    if viewer == EVERYBODY:
        inside = ", ".join(f"{s['deck'][kind]} {card_name(kind)}" for kind in range(NUM_KINDS) if s["deck"][kind])
        picture.rect(4, 8, CARD_W, CARD_H, "bare", 5, f"deck: {inside}")
    pile = [int(card) - 1 for card in s["pile"][: s["pile_size"]]]
    x = CARD_W + 30
    if not pile:
        picture.rect(x, 8, CARD_W, CARD_H, "ghost", 5)
    # As much of the pile as there is room for, each card with its number to be seen under the next.
    room = int((width - x - CARD_W - 300) / 24) + 1
    shown = pile[-room:]
    for place, kind in enumerate(shown):
        _card(picture, x + 24 * place, 8, kind, place == len(shown) - 1 and ("pile", 0, 0) in marks)
    words = f"discard pile: {len(pile)}" + (", the top card at the right" if len(pile) > 1 else "")
    all_cards = ", ".join(card_name(kind) for kind in pile[::-1])
    picture.text(x, CARD_H + 22, words, 11, "dim", title=f"from the top: {all_cards}" if pile else None)
    left = x + (room - 1) * 24 + CARD_W + 24
    with picture.group(f"translate({left} 8)"):
        _in_play(picture, s, width - left, marks)


def _in_play(picture: Picture, s: Any, width: float, marks: set[tuple[str, int, int]]) -> None:
    if s["terminated"] or s["truncated"]:
        picture.text(0, 20, f"after {s['turns']} turns", 13)
        return
    cards = [int(card) - 1 for card in (s["played"], s["copied"]) if card]
    for place, kind in enumerate(cards):
        _card(picture, place * (CARD_W + GAP), 0, kind, ("play", 0, kind) in marks)
    x = len(cards) * (CARD_W + GAP) + (8 if cards else 0)
    lines = [f"turn {s['turns'] + 1}", f"player {s['to_act']} chooses: {PHASES[s['phase']]}"]
    if s["copied"]:
        lines.append(f"{s['resolutions']} times to resolve")
    if s["target"]:
        taken = f", taking {IDS[s['their_card'] - 1]}" if s["their_card"] else ""
        lines.append(f"against player {s['target'] - 1}{taken}")
    if s["plays_left"]:
        lines.append(f"plays left: {s['plays_left']}")
    if s["last_round"]:
        lines.append("this is the last round")
    for number, line in enumerate(lines):
        picture.text(x, 14 + 17 * number, line, 12, "ink" if number else "dim", fit=width - x)
