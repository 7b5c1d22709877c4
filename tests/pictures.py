"""What must hold of the pictures of every game; a game's own test adds what must be on them."""

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.palette import STYLE
from ludarium.envs.core.pictures import EVERYBODY, text_width

SVG = "{http://www.w3.org/2000/svg}"
STYLED = {*re.findall(r"\.(lu-[a-z0-9-]+)", STYLE), "ludarium"}

Move = tuple[int, int]  # action and seat
Matrix = tuple[float, float, float, float, float, float]  # a to f, as in SVG's matrix(...)


def positions(game: Game, count: int, seed: int) -> Iterator[tuple[Any, Move | None]]:
    """Yield `count` states ``[1]`` from games of uniformly random actions, each with the move that led to it."""
    random = np.random.default_rng(seed)
    found, number = 0, 0
    while found < count:
        states, move = game.new_states([seed + number]), None
        number += 1
        while found < count:
            # Long games show themselves as well in a part of their positions, the last one always among them.
            legal = np.flatnonzero(game.legal(states)[0])
            if not len(legal) or random.random() < max(0.05, 1 / (1 + int(states["moves"][0]))):
                yield states.copy(), move
                found += 1
            if not len(legal):
                break
            action = int(random.choice(legal))
            move = (action, int(states["to_act"][0]))
            game.step(states, [action])


def viewers(game: Game) -> range:
    """Every seat, everybody's view and the view of all."""
    return range(EVERYBODY, game.num_players)


def drawn(game: Game, states: Any, viewer: int, move: Move | None = None) -> str:
    action, seat = move or (None, None)
    return game.draw(states, viewer, last_move=action, moved=seat)


def words_of(svg: str) -> str:
    """All that can be read in a picture, tooltips included."""
    root = ElementTree.fromstring(svg)
    return "\n".join(
        "".join(element.itertext()) for element in root.iter() if element.tag in (f"{SVG}text", f"{SVG}title")
    )


def check_picture(svg: str) -> None:
    """Well-formed, self-contained, sized, described, without ids; every text inside and of known kinds."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert "id=" not in svg and "href" not in svg and "url(" not in svg and svg.count("http") == 1
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (width, height)
    assert root[0].tag == f"{SVG}title" and root[0].text
    for element, (a, b, c, d, e, f) in _placed(root, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)):
        assert set(element.attrib.get("class", "").split()) <= STYLED, element.attrib
        if element.tag == f"{SVG}text":
            for corner_x, corner_y in _corners(element):
                at_x, at_y = a * corner_x + c * corner_y + e, b * corner_x + d * corner_y + f
                assert x - 1 <= at_x <= x + width + 1, ("".join(element.itertext()), at_x, width)
                assert y - 1 <= at_y <= y + height + 1, ("".join(element.itertext()), at_y, height)


def check_pictures(game: Game, count: int, seed: int = 1) -> None:
    """:func:`check_picture` for `count` random states in everybody's eyes, and that hidden things are not drawn."""
    for number, (states, move) in enumerate(positions(game, count, seed)):
        before = states.tobytes()
        pictures = {viewer: drawn(game, states, viewer, move) for viewer in viewers(game)}
        assert states.tobytes() == before
        for svg in pictures.values():
            check_picture(svg)
        for seat in range(game.num_players):
            other = states.copy()
            game.resample(other, [seat], [number])
            assert drawn(game, other, seat, move) == pictures[seat]
            assert drawn(game, other, SPECTATOR, move) == pictures[SPECTATOR]


def _placed(element: ElementTree.Element, outer: Matrix) -> Iterator[tuple[ElementTree.Element, Matrix]]:
    transform = element.attrib.get("transform")
    matrix = outer if transform is None else _inside(outer, transform)
    yield element, matrix
    for child in element:
        yield from _placed(child, matrix)


def _inside(outer: Matrix, transform: str) -> Matrix:
    """The matrix of what stands inside `transform` inside `outer`."""
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(part) for part in re.split(r"[ ,]+", inside.strip())]
        if name == "translate":
            outer = _product(outer, (1, 0, 0, 1, numbers[0], [*numbers, 0][1]))
        elif name == "scale":
            outer = _product(outer, (numbers[0], 0, 0, numbers[-1], 0, 0))
        elif name == "rotate":
            cos, sin = math.cos(math.radians(numbers[0])), math.sin(math.radians(numbers[0]))
            x, y = numbers[1:] or (0, 0)
            outer = _product(outer, (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y))
        else:
            raise AssertionError(f"transform {name}")
    return outer


def _product(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def _corners(text: ElementTree.Element) -> list[tuple[float, float]]:
    x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
    # What is read: the title, where there is one, is a tooltip.
    shown = (text.text or "") + "".join(child.tail or "" for child in text)
    width = text_width(shown, size, "lu-bold" in text.attrib["class"].split())
    left = x - width * {"middle": 0.5, "end": 1.0}.get(text.attrib.get("text-anchor", ""), 0.0)
    return [(left, y - size * 0.8), (left + width, y + size * 0.2)]


def same_looks(game: Game, count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Yield what is told of pairs of legal actions whose results another seat cannot tell apart.

    It must be the same of both, unless the actions are open to all and just come to the same.
    """
    for states, _ in positions(game, count, seed):
        seat, legal = int(states["to_act"][0]), np.flatnonzero(game.legal(states)[0])
        after = np.repeat(states, len(legal))
        game.step(after, legal)
        for viewer in viewers(game):
            if viewer in (seat, EVERYBODY):
                continue
            seen = [one.tobytes() for one in game.redact(after, viewer)]
            for (i, first), (j, second) in pairwise(sorted(enumerate(legal), key=lambda pair: seen[pair[0]])):
                if seen[i] == seen[j]:
                    told = [game.last_move(int(action), seat, viewer).words for action in (first, second)]
                    yield told[0], told[1]
