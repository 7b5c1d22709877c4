"""Pictures: what games draw their positions with, as SVG that needs nothing from outside.

A game draws on a :class:`Picture`, most simply the one that :func:`table` lays out, and says of every shape and text
what *kind* of thing it is; one style sheet for all games gives kinds their colours, in light and in dark. Several kinds
may be named at once (``"panel mark"``); where they contradict each other, the one further down in the style sheet wins.

Kinds of shapes: ``paper`` (ground), ``panel`` (an area on it), ``well`` (a place where something may lie), ``card``
(front of a card), ``back`` (back of one), ``line`` (an outline or a way), ``ghost`` (a dashed outline), ``pale``
(white), ``bare`` (no outline), ``mark`` (the last move, as an outline), ``glow`` (the same, filled), ``thick`` and
``rim`` (outlines), ``seat0`` … ``seat6``, ``seat0-line`` …; and for each hue of :data:`.palette.HUES` the hue itself
(``red``, for white text), a light one (``red-soft``, for ink) and an outline (``red-line``).

Kinds of texts: ``ink`` (the default), ``dim``, ``white``, ``bold``, ``mono``, ``italic``, ``seat0-ink`` …, and
``red-ink`` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from .palette import STYLE
from .schema import States

if TYPE_CHECKING:
    from .game import Game

#: The viewer who sees every seat's things and what nobody at the table knows: a whole record.
EVERYBODY = -2

# --- widths of texts --------------------------------------------------------------------------------------------------

# In parts of the size, those of a wide typeface, so that what fits here fits wherever it is shown.
_NARROW = {**dict.fromkeys("ijlI|.,:;'!’", 0.34), **dict.fromkeys(" ", 0.33), **dict.fromkeys('ft()[]r-/\\"', 0.43)}
_WIDE = {**dict.fromkeys("mMW@%—…", 0.98), **dict.fromkeys("wOQGND", 0.82)}
_WIDTHS = _NARROW | _WIDE


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide `text` is, in units of the picture; rather too wide than too narrow."""
    width = sum(_WIDTHS.get(letter, 0.7 if letter.isupper() else 0.64) for letter in text) * size
    return width * 1.1 if bold else width


def fitted(
    text: str, size: float, width: float, smallest: float | None = None, bold: bool = False
) -> tuple[str, float]:
    """`text` and the size in which it is at most `width` wide: smaller, and where that is not enough, cut with ``…``.

    Args:
        text: the text.
        size: the size wished for.
        width: in units of the picture.
        smallest: the smallest size; three quarters of `size` by default.
        bold: whether it is shown in bold.
    """
    needed = text_width(text, size, bold)
    if needed <= width:
        return text, size
    least = 0.75 * size if smallest is None else min(smallest, size)
    if needed * least <= width * size:
        return text, size * width / needed
    short = text
    while short and text_width(short.rstrip() + "…", least, bold) > width:
        short = short[:-1]
    return short.rstrip() + "…", least


def wrapped(text: str, size: float, width: float, most: int | None = None) -> list[str]:
    """`text` in lines at most `width` wide; no more than `most` of them, the last one cut with ``…`` if need be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, size, width, size)[0] for line in lines]


# --- drawing ----------------------------------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


# XML knows no control characters, not even escaped ones.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Picture:
    """An SVG in the making. All lengths are in units of the picture, at 100 % one pixel each; y grows downwards.

    Args:
        width: of the whole picture.
        height: of the whole picture.
        title: what it shows, for readers that cannot see it.
        top: y of the upper edge; :func:`table` starts above 0, where it writes its head.
    """

    def __init__(self, width: float, height: float, title: str, top: float = 0) -> None:
        self.width, self.height, self.top = width, height, top
        box = f"0 {_number(top)} {_number(width)} {_number(height)}"
        # No ids at all, so that any number of pictures can be on one page.
        self._root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "class": "ludarium",
                "width": _number(width),
                "height": _number(height),
                "viewBox": box,
                "role": "img",
            },
        )
        self._into = self._root
        self._label(self._root, title)
        ElementTree.SubElement(self._root, "style").text = STYLE
        self.rect(0, top, width, height, kind="paper")

    def _label(self, element: ElementTree.Element, title: str | None) -> None:
        if title:
            ElementTree.SubElement(element, "title").text = _CONTROL.sub(" ", title)

    def _add(self, tag: str, kind: str, title: str | None, **attributes: Any) -> ElementTree.Element:
        base = "text" if tag == "text" else "" if tag == "g" else "shape"
        classes = " ".join(f"lu-{word}" for word in [base, *kind.split()] if word)
        written = {
            name.replace("_", "-"): _number(value) if isinstance(value, int | float) else str(value)
            for name, value in attributes.items()
            if value is not None
        }
        if classes:
            written["class"] = classes
        element = ElementTree.SubElement(self._into, tag, written)
        self._label(element, title)
        return element

    @contextmanager
    def group(self, transform: str | None = None, kind: str = "", title: str | None = None) -> Iterator[None]:
        """All that is drawn inside belongs together.

        Args:
            transform: an SVG transform, such as ``"translate(10 20) rotate(90)"``.
            kind: kinds for the group itself.
            title: shown as a tooltip over any part of it.
        """
        outer = self._into
        self._into = self._add("g", kind, title, transform=transform)
        try:
            yield
        finally:
            self._into = outer

    def rect(
        self, x: float, y: float, w: float, h: float, kind: str = "panel", round: float = 0, title: str | None = None
    ) -> None:
        """A rectangle from its upper left corner, with corners of radius `round`."""
        self._add("rect", kind, title, x=x, y=y, width=w, height=h, rx=round or None)

    def circle(self, x: float, y: float, r: float, kind: str = "panel", title: str | None = None) -> None:
        """A circle around (x, y)."""
        self._add("circle", kind, title, cx=x, cy=y, r=r)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str = "line", title: str | None = None) -> None:
        """A straight line."""
        self._add("line", kind, title, x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="round")

    def path(self, d: str, kind: str = "line", title: str | None = None) -> None:
        """Any outline, in the words of SVG: ``"M 0 0 L 10 10"``."""
        self._add("path", kind, title, d=d, stroke_linejoin="round")

    def arrow(self, x1: float, y1: float, x2: float, y2: float, kind: str = "line", head: float = 8) -> None:
        """A straight line with an open head at (x2, y2)."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        dx, dy = (x2 - x1) / length * head, (y2 - y1) / length * head
        left, right = (x2 - dx - dy / 2, y2 - dy + dx / 2), (x2 - dx + dy / 2, y2 - dy - dx / 2)
        points = " ".join(
            f"{letter} {_number(x)} {_number(y)}"
            for letter, (x, y) in zip("MLMLL", ((x1, y1), (x2, y2), left, (x2, y2), right), strict=True)
        )
        self.path(points, kind)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        kind: str = "ink",
        anchor: str = "start",
        fit: float | None = None,
        title: str | None = None,
    ) -> None:
        """One line of text, whose letters stand on y.

        Args:
            x: where it starts, has its middle or ends, as `anchor` says.
            y: the base line; for text centred on y, add about a third of `size`.
            text: without line breaks.
            size: of the letters.
            kind: see the head of this module.
            anchor: ``"start"``, ``"middle"`` or ``"end"``.
            fit: the width that it must not exceed: it gets smaller, or is cut, and then the tooltip has all of it.
            title: a tooltip.
        """
        text = _CONTROL.sub(" ", text)
        shown = text
        if fit is not None:
            shown, size = fitted(text, size, fit, bold="bold" in kind.split())
            if shown != text:
                title = f"{text}: {title}" if title else text
        element = self._add("text", kind, title, x=x, y=y, font_size=size, text_anchor=_ANCHORS[anchor])
        if len(element):  # the tooltip comes first in the element, what is read behind it
            element[0].tail = shown
        else:
            element.text = shown

    def card(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        title: str = "",
        lines: Sequence[str] = (),
        face_up: bool = True,
        kind: str = "card",
    ) -> None:
        """A card: with its name and further lines, or its back, which shows neither.

        Args:
            x: its left edge.
            y: its upper edge.
            w: its width.
            h: its height.
            title: its name, in bold, made smaller or broken where it is too long; all of it is in the tooltip.
            lines: what else is printed on it, in small letters; as much as there is room for, all of it in the tooltip.
            face_up: False for the back.
            kind: of the front: ``card``, or a hue such as ``red-soft``.
        """
        round = min(w, h) * 0.09
        if not face_up:
            with self.group(title="a card face down"):
                self.rect(x, y, w, h, "back", round)
                inset = min(w, h) * 0.13
                self.rect(x + inset, y + inset, w - 2 * inset, h - 2 * inset, "backline", round / 2)
                middle, centre, r = x + w / 2, y + h / 2, min(w, h) * 0.17
                points = [(middle, centre - r), (middle + r, centre), (middle, centre + r), (middle - r, centre)]
                self.path("M " + " L ".join(f"{_number(a)} {_number(b)}" for a, b in points) + " Z", "backline")
            return
        with self.group(title="; ".join([title, *lines])):
            self.rect(x, y, w, h, kind, round)
            pad, size = max(3.0, w * 0.06), min(13.0, max(7.0, h * 0.15))
            room, down = w - 2 * pad, y + pad
            names = wrapped(title, size * 1.1, room, 2) if text_width(title, size, True) > room / 0.75 else [title]
            for name in names if title else ():
                down += size * 1.05
                self.text(x + pad, down, name, size, "bold", fit=room)
            small = size * 0.84
            for line in lines:
                for part in wrapped(line, small, room):
                    if down + small * 1.2 > y + h - pad / 2:
                        return
                    down += small * 1.2
                    self.text(x + pad, down, part, small, "dim", fit=room)

    def stack(self, x: float, y: float, w: float, h: float, count: int, label: str = "") -> None:
        """A face-down pile of `count` cards with their number on it; an empty place for none.

        Args:
            x: left edge of its top card.
            y: upper edge of its top card.
            w: width of a card.
            h: height of a card.
            count: cards in it.
            label: what it is, below it (20 units more).
        """
        with self.group(title=f"{label or 'pile'}: {count} cards face down"):
            if count > 0:
                for below in range(min(count - 1, 3), 0, -1):
                    self.rect(x + 2 * below, y + 2 * below, w, h, "back", min(w, h) * 0.09)
                self.card(x, y, w, h, face_up=False)
                r = min(w, h) * 0.24
                self.circle(x + w / 2, y + h / 2, r, "back")
                self.text(x + w / 2, y + h / 2 + r * 0.38, str(count), r * 1.05, "white bold", "middle", 1.8 * r)
            else:
                self.rect(x, y, w, h, "ghost", min(w, h) * 0.09)
                self.text(x + w / 2, y + h / 2 + 4, "0", 12, "dim", "middle")
            if label:
                self.text(x + w / 2, y + h + 19, label, 11, "dim", "middle")

    def pawn(self, x: float, y: float, seat: int, r: float = 12, title: str | None = None, letter: str = "") -> None:
        """A seat's pawn around (x, y): its colour, and its number or `letter` besides."""
        with self.group(title=title or f"player {seat}"):
            self.circle(x, y, r, f"seat{seat} rim")
            self.text(x, y + r * 0.38, letter or str(seat), r * 1.05, "white bold", "middle")

    def cube(self, x: float, y: float, size: float, kind: str, title: str | None = None) -> None:
        """A cube, seen from above, from its upper left corner."""
        self.rect(x, y, size, size, f"{kind} rim", size * 0.18, title)

    def token(self, x: float, y: float, r: float, text: str, kind: str = "grey", title: str | None = None) -> None:
        """A round token with a few letters on it, white on a strong hue."""
        with self.group(title=title or text):
            self.circle(x, y, r, f"{kind} rim")
            self.text(x, y + r * 0.36, text, r, "white bold", "middle", 1.75 * r)

    def to_svg(self) -> str:
        """The picture as SVG: one self-contained ``<svg>`` element."""
        return ElementTree.tostring(self._root, encoding="unicode")


_ANCHORS = {"start": None, "middle": "middle", "end": "end"}


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LastMove:
    """The move before a position, as a viewer may know it.

    Attributes:
        seat: who made it.
        action: its number; None where the viewer is not told which one it was.
        words: the sentence below the picture: ``octopus: guess north``.
    """

    seat: int
    action: int | None
    words: str


HEAD, FOOT = 40, 34


def table(
    game: Game, states: States, viewer: int, width: float, height: float, last_move: LastMove | None = None
) -> Picture:
    """A picture with its head and foot written: a game draws between them, from (0, 0) to (`width`, `height`).

    The head says which game it is, and through whose eyes it is seen; the foot says what the last move was and who is
    to act, or how the game ended.

    Args:
        game: the game.
        states: ``[1]`` records as the viewer sees them.
        viewer: a seat, ``SPECTATOR`` or :data:`EVERYBODY`.
        width: of the picture, at least 360.
        height: of what the game draws.
        last_move: as a game's ``picture`` is given it.
    """
    seen = seen_by(game, viewer)
    picture = Picture(width, HEAD + height + FOOT, f"{game.spec.title}, {seen}", top=-HEAD)
    picture.text(12, -14, game.spec.title, 17, "bold", fit=width / 2)
    picture.text(width - 12, -14, seen, 12, "dim", "end", fit=width / 2 - 36)
    picture.line(12, -3, width - 12, -3, "line")
    s, y = states[0], height + 22
    if last_move is not None:
        picture.pawn(20, y - 4, last_move.seat, 8, letter=_letter(game, last_move.seat))
        picture.text(33, y, f"last: {last_move.words}", 12, fit=width * 0.56 - 40)
    if s["terminated"] or s["truncated"]:
        picture.text(width - 12, y, _ending(game, s), 12, "bold", "end", fit=width * 0.42)
    else:
        seat = int(s["to_act"])
        picture.pawn(width - 20, y - 4, seat, 8, letter=_letter(game, seat))
        picture.text(width - 33, y, f"{game.seat_name(seat)} to act", 12, "bold", "end", fit=width * 0.42 - 33)
    return picture


def seen_by(game: Game, viewer: int) -> str:
    """Through whose eyes, in words."""
    if viewer == EVERYBODY:
        return "everything open"
    return f"as {game.seat_name(viewer)} sees it" if viewer >= 0 else "what everybody sees"


def _letter(game: Game, seat: int) -> str:
    """What stands on a seat's pawn: the initial of its name where that tells it from the others, else its number."""
    names = [game.seat_name(other)[:1].upper() for other in range(game.num_players)]
    return names[seat] if len(set(names)) == len(names) > 1 else str(seat)


def _ending(game: Game, s: Any) -> str:
    if s["truncated"]:
        return "cut off"
    returns = s["returns"][: game.num_players]
    best = [game.seat_name(seat) for seat in range(game.num_players) if returns[seat] == returns.max()]
    if len(best) == game.num_players > 1:
        return "over: a draw"
    return f"over: {' and '.join(best)} {'win' if len(best) > 1 else 'wins'}"


def draw_words(game: Game, states: States, viewer: int, last_move: LastMove | None = None) -> str:
    """The picture of a game that draws none of its own: its description in words."""
    lines = game.spec.describe(game.options, states[0], viewer).splitlines()
    size, step = 13, 18
    # Letters of a fixed width, in all typefaces for it, are at most 0.62 of the size wide.
    width = max(480.0, 24 + 0.62 * size * max(map(len, lines), default=0))
    picture = table(game, states, viewer, width, step * len(lines) + 16, last_move)
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        line = "\u00a0" * indent + line[indent:]  # SVG drops spaces at the start
        picture.text(12, step * (number + 1), line, size, "mono")
    return picture.to_svg()


@dataclass(frozen=True)
class Shown:
    """A picture that notebooks show by itself; ``str`` of it is the SVG."""

    svg: str

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Shown(<{len(self.svg)} characters of SVG>)"

    def _repr_html_(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg
