"""What deck builders have on the table, drawn: hand, deck, discard pile (see :mod:`.decks`), labels, and cubes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing as npt

from .pictures import Picture, fitted, text_width
from .words import counted

#: Draws the face of a kind of card: ``(picture, kind, x, y, width, height)``.
Face = Callable[[Picture, int, float, float, float, float], None]
#: Draws one cube, as :meth:`.Picture.cube` does: ``(picture, x, y, size, kind, tooltip)``.
Cube = Callable[[Picture, float, float, float, str, str | None], None]
Box = tuple[float, float, float, float]

_GAP, _CHIP = 6.0, 17.0


def badge(picture: Picture, x: float, y: float, count: int) -> None:
    """How many there are of what lies at (x, y), where it is more than one."""
    if count > 1:
        picture.rect(x - 13, y - 8, 26, 16, "grey rim", 8)
        picture.text(x, y + 4, f"x{count}", 11, "white bold", "middle")


def hand(picture: Picture, s: Any, seat: int, seen: bool, face: Face, box: Box, card: float) -> None:
    """A hand: the cards by kind with their numbers; of a hidden one those that all know, and backs for the others.

    Args:
        picture: what is drawn on.
        s: one record with ``hand``, ``known`` and ``hand_size``.
        seat: whose hand.
        seen: whether the viewer sees it.
        face: draws the front of a card.
        box: x, y, width and height of the space for it; a line above says what it is.
        card: how wide a card is where there is room enough.
    """
    x, y, width, height = box
    counts = s["hand" if seen else "known"][seat]
    words = "hand" if seen else "hand (hidden)" if not counts.any() else "hand, as far as all know it"
    picture.text(x, y - 6, words, 11, "dim", fit=width)
    kinds = [int(kind) for kind in counts.nonzero()[0]]
    backs = int(s["hand_size"][seat]) - int(counts.sum())
    if not kinds and backs <= 0:
        picture.text(x, y + height / 2, "no cards in hand", 11, "dim")
        return
    step = card + _GAP
    packed = 0.3 * step  # from one back to the next
    needed = len(kinds) * step + (card + (backs - 1) * packed if backs > 0 else 0)
    shrink = min(1.0, width / needed)
    step, packed, card = step * shrink, packed * shrink, card * shrink
    for place, kind in enumerate(kinds):
        face(picture, kind, x + place * step, y, card, height)
        badge(picture, x + place * step + card / 2, y + height - 2, int(counts[kind]))
    with picture.group(title=f"{backs} cards of the hand face down" if backs > 0 else None):
        for back in range(backs):
            picture.card(x + len(kinds) * step + back * packed, y, card, height, face_up=False)
    if backs > 0:
        badge(picture, x + len(kinds) * step + (card + (backs - 1) * packed) / 2, y + height - 2, backs)


def deck(
    picture: Picture, s: Any, seat: int, cards: Sequence[str], seen: bool, x: float, y: float, w: float, h: float
) -> None:
    """A deck face down with its number; its tooltip says what is in it (with the hand, if that is hidden): all know."""
    inside = s["held"][seat] - s["hand"][seat] if seen else s["held"][seat]
    with picture.group(title=f"{'deck' if seen else 'deck and hand'}: {counted(cards, inside)}"):
        picture.stack(x, y, w, h, int(s["deck_size"][seat]))
        picture.text(x + w / 2, y + h + 20, "deck", 11, "dim", "middle")


def pile(
    picture: Picture,
    counts: npt.NDArray[Any],
    cards: Sequence[str],
    kind_of: Callable[[int], str],
    box: Box,
    title: str,
    marked: int | None = None,
) -> None:
    """Cards lying open, by kind: their names with their numbers in columns, below a line that says what they are.

    Args:
        picture: what is drawn on.
        counts: by kind.
        cards: names of the kinds.
        kind_of: the colour of a kind, a kind of shape.
        box: x, y, width and height of the space for it.
        title: what the cards are.
        marked: the kind that the last move concerned.
    """
    x, y, width, height = box
    picture.text(x, y + 10, f"{title}: {int(counts.sum())}", 11, "dim", fit=width)
    kinds = [int(kind) for kind in counts.nonzero()[0]]
    rows = max(1, int((height - 14) // _CHIP))
    columns = max(2, -(-len(kinds) // rows))
    wide = width / columns
    for place, kind in enumerate(kinds):
        left, top = x + place // rows * wide, y + 15 + place % rows * _CHIP
        words = f"{int(counts[kind])} {cards[kind]}" if counts[kind] > 1 else cards[kind]
        with picture.group(title=words):
            picture.rect(left, top, wide - 3, _CHIP - 2, f"{kind_of(kind)}{' mark' if kind == marked else ''}", 3)
            shown, size = fitted(words, 10.5, wide - 11, 8)
            picture.text(left + 4, top + 11.5, shown, size)


def labels(picture: Picture, things: Sequence[tuple[str, str]], box: Box) -> None:
    """Words with frames, line by line, as small as need be.

    Args:
        picture: what is drawn on.
        things: (words, the kind of their frame).
        box: x, y, width and height of the space for them.
    """
    left, top, width, height = box
    size = 11.0
    while len(lines := _in_lines(things, size, width)) * (size + 7) > height and size > 4:
        size -= 0.5
    for number, line in enumerate(lines):
        x = left
        for words, kind in line:
            wide = min(text_width(words, size) + 9, width)
            picture.rect(x, top + number * (size + 7), wide, size + 5, kind, 4)
            picture.text(x + 4.5, top + number * (size + 7) + size, words, size, fit=wide - 8)
            x += wide + 4


def _in_lines(things: Sequence[tuple[str, str]], size: float, width: float) -> list[list[tuple[str, str]]]:
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for thing in things:
        wide = text_width(thing[0], size) + 13
        if used + wide > width and lines[-1]:
            lines.append([])
            used = 0.0
        lines[-1].append(thing)
        used += wide
    return lines


def heap(picture: Picture, things: Sequence[tuple[str, int, str]], box: Box, cube: Cube = Picture.cube) -> None:
    """Cubes, every one of them, a line a kind, with their number.

    Args:
        picture: what is drawn on.
        things: (kind, how many, tooltip).
        box: x, y, width and height of the space for them.
        cube: draws one of them.
    """
    x, y, width, height = box
    shown = [thing for thing in things if thing[1]]
    if not shown:
        picture.text(x, y + 14, "empty", 11, "dim")
        return
    high = min(15.0, height / len(shown))
    size = min(12.0, high - 1.5)
    for line, (kind, count, title) in enumerate(shown):
        picture.text(x + 14, y + line * high + size - 1.5, str(count), 11, "bold", "end")
        step = min(size + 1, (width - 22 - size) / max(1, count - 1))
        for place in range(count):
            cube(picture, x + 20 + place * step, y + line * high, size, kind, title)
