"""Small signs as games print them on boards and cards, drawn rather than written.

Each is a few outlines in a square from -12 to 12, with the kinds of :mod:`.pictures` that colour them.
"""

from __future__ import annotations

from collections.abc import Mapping

from .pictures import Picture


def _round(x: float, y: float, across: float, down: float | None = None) -> str:
    """A circle or ellipse around (x, y) by its radii."""
    high = across if down is None else down
    return f"M{x - across} {y}a{across} {high} 0 1 0 {2 * across} 0a{across} {high} 0 1 0 {-2 * across} 0Z"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y}h{width}v{height}h{-width}Z"


_LID = "M-5 0V-5a5 5 0 0 1 10 0"
_LOCK = (_box(-8, 0, 16, 11), _round(0, 4.5, 1.8) + "M-1 5h2v4h-2Z")

#: Outlines by the name of the sign, the lowest first: (what is drawn, its kinds).
ICONS: Mapping[str, tuple[tuple[str, str], ...]] = {
    # --- tunnels
    "footprints": (
        (_round(-5, 0, 3.4, 5) + _round(-4.6, 8.4, 2.4) + _round(5, -5, 3.4, 5) + _round(4.6, 3.4, 2.4), "brown"),
    ),
    "monster": (
        ("M-10 -11L-9 1A9 10 0 0 0 9 1L10 -11L4.5 -6.5A10 10 0 0 0 -4.5 -6.5Z", "red rim"),
        ("M-6 -1l4.5 2.5l-4.5 1.5ZM6 -1l-4.5 2.5l4.5 1.5ZM-4.5 6h9l-2 3l-2.5 -2l-2.5 2Z", "panel bare"),
    ),
    "lock": ((f"{_LID}V0", "yellow-line thick"), (_LOCK[0], "yellow rim"), (_LOCK[1], "panel bare")),
    "open lock": (("M-5 0V-7a5 5 0 0 1 10 -1", "green-line"), (_LOCK[0], "green-soft")),
    "arrow": (("M-10 -3.5H1V-10L11 0L1 10V3.5H-10Z", "orange rim"),),
    "portal": (
        (_round(0, 0, 10.5), "teal-soft thick"),
        ("M1 1a2.5 2.5 0 0 0 -4 -3a5 5 0 0 0 8 6a7 7 0 0 0 -9 -10", "teal-line"),
    ),
    # --- rooms
    "crypt": (
        ("M-10 11V-1a10 10 0 0 1 20 0V11Z", "grey rim"),
        ("M-5.5 11V1a5.5 5.5 0 0 1 11 0V11Z", "panel bare"),
    ),
    "crystal": (
        ("M-3 11L-6 -2L-1 -11L4 -2L2 11Z", "purple rim"),
        ("M3 11L4 2L8 -4L11 2L8 11ZM-4 11L-10 3L-9 11Z", "purple-soft"),
    ),
    "market": (
        ("M-9 0H9V11H-9Z", "brown-soft"),
        ("M-12 1L-9 -10H9L12 1Z", "orange rim"),
        ("M-7 1L-5 -10h4v11ZM5 1L3 -10h4l2 11Z", "panel bare"),
    ),
    "shrine": (
        ("M-11 11V7h3V-2L0 -11L8 -2V7h3v4Z", "blue rim"),
        ("M0 -5C5 1 4 6 0 6C-4 6 -5 1 0 -5Z", "panel bare"),
    ),
    "minor": ((_round(0, 0, 10.5), "pink rim"),),
    "major": (("M-9 -9H9V9H-9Z", "orange rim"),),
    "monkey": (
        (_round(-9, 0, 3.4) + _round(9, 0, 3.4), "brown"),
        (_round(0, 0, 9.5), "brown rim"),
        (_round(-3.2, -2, 3) + _round(3.2, -2, 3) + _round(0, 4, 5, 3.6), "orange-soft bare"),
        (_round(-3, -2, 1.2) + _round(3, -2, 1.2), "brown"),
    ),
    "coin": ((_round(0, 0, 10.5), "yellow rim"),),
    "heart": (("M0 11C-14 1 -12 -9 -5.5 -9C-2 -9 0 -6 0 -4C0 -6 2 -9 5.5 -9C12 -9 14 1 0 11Z", "red rim"),),
    "chest": (
        ("M-11 11V-3a7 7 0 0 1 7 -6H4a7 7 0 0 1 7 6V11Z", "brown rim"),
        ("M-11 -1H11V1.5H-11ZM-2 -2.5h4v6h-4Z", "yellow-soft bare"),
    ),
    "book": (
        ("M-11 -8Q-5 -10 0 -7Q5 -10 11 -8V8Q5 6 0 9Q-5 6 -11 8Z", "green rim"),
        ("M0 -7V9", "green-soft"),
    ),
    "bars": (
        ("M-10 -10H10V10H-10Z", "grey rim"),
        ("M-6.5 -7h3v14h-3ZM-1.5 -7h3v14h-3ZM3.5 -7h3v14h-3Z", "panel bare"),
    ),
    "gem": (("M-12 -4L-7 -11H7L12 -4L8 6L0 12L-8 6Z", "teal rim"),),
    "no gem": (("M-12 -4L-7 -11H7L12 -4L8 6L0 12L-8 6Z", "ghost"),),
    # --- others
    "white ghost": (
        ("M-9 11V-1a9 9 0 0 1 18 0V11l-3 -3.5l-3 3.5l-3 -3.5l-3 3.5l-3 -3.5Z", "card thick"),
        (_round(-3.3, -2, 1.6) + _round(3.3, -2, 1.6), "grey"),
    ),
    "dragon": (
        ("M-11 9C-7 8 -7 3 -8 -1L-12 -4L-6 -5L-3 -11L0 -6L9 -4L12 1L8 3L3 2C4 6 1 10 -3 11Z", "red rim"),
        (_round(2, -2, 1.5), "panel bare"),
    ),
    "danger": (("M0 -11L11 9H-11Z", "yellow rim"), ("M-1.2 -5h2.4l-.6 7h-1.2Z" + _round(0, 5, 1.4), "panel bare")),
    "sword": (
        ("M11 -11L10 -5L-2 7L-5 4L7 -8Z", "grey rim"),
        ("M-8 2L0 10L-2 11L-9 4ZM-6 6L-10 11L-12 9L-7 5Z", "brown"),
    ),
    "boot": (("M-7 -11H3V1L11 5V10H-7Z", "brown rim"),),
    "skill": (("M0 -11L10 0L0 11L-10 0Z", "blue rim"),),
    "lockpick": (
        (_round(-6, -5, 5), "yellow-line thick"),
        ("M-2 -2L9 9M5 5l-3 3M8 8l-3 3", "yellow-line thick"),
    ),
    "explore": (
        (_round(-2, -2, 8), "teal-line thick"),
        ("M4 4L11 11", "teal-line thick"),
    ),
}


def icon(
    picture: Picture,
    x: float,
    y: float,
    size: float,
    name: str,
    title: str | None = None,
    text: str = "",
    turn: float = 0,
) -> None:
    """The sign `name` of :data:`ICONS` around (x, y).

    Args:
        picture: what is drawn on.
        x: of its middle.
        y: of its middle.
        size: its width and height.
        name: which one.
        title: its tooltip; its name by default.
        text: a number or letter on it, in white.
        turn: degrees clockwise.
    """
    turned = f" rotate({turn:g})" if turn else ""
    with picture.group(f"translate({x:g} {y:g}) scale({size / 24:.3g}){turned}", title=title or name):
        for outline, kind in ICONS[name]:
            picture.path(outline, kind)
        if text:
            picture.text(0, 5, text, 14 if len(text) < 2 else 12.5, "white bold", "middle")
