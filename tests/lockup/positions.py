"""Positions of the plain-Python oracle, arranged by hand: chance obeys, and fields are set directly."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.arranged import Wishes
from tests.lockup.cards import COMMANDERS, Commander
from tests.lockup.oracle import LockupOracle


class Arranged(Wishes, LockupOracle):
    """An oracle whose chance brings the first of `wishes` for what is asked, otherwise the first card of the table."""


def commander(name: str) -> Commander:
    """A commander as it lies after it was taken."""
    return Commander(name, face_up=COMMANDERS[name]["timing"] == "round")


def with_commanders(*names: str, seat: int = 0, **options: Any) -> Arranged:
    """A new game in which `seat` has taken these commanders, after the start of round 1."""
    game = Arranged(**options)
    for name in names:
        game.piles["commander"].remove(name)
        game.seats[seat].commanders.append(commander(name))
    return game


def drawing(event: str, **options: Any) -> Arranged:
    """A new game in which seat 0 is to move and the next event is `event`."""
    return Arranged(("temple", event), **options)


def pass_round(game: Arranged) -> Arranged:
    """Everybody passes for the rest of the round; where upkeep asks, points are lost."""
    number = game.round
    while game.round == number and not game.terminated:
        game.step("lose points" if game.phase == "upkeep" else "pass")
    return game


def pass_to_upkeep(game: Arranged) -> Arranged:
    """Everybody passes until upkeep asks something, or asks nothing and the next round begins."""
    number = game.round
    while game.phase == "place" and game.round == number:
        game.step("pass")
    return game


def at_the_end(game: Arranged) -> Arranged:
    """The game in round 5, upkeep before it: what is set now counts after everyone has passed."""
    game.round = 5
    for seat in game.seats:
        seat.food = 4
    return game


def gold(game: LockupOracle) -> list[int]:
    return [seat.gold for seat in game.seats]


def cards(game: LockupOracle) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    found: Counter[str] = Counter(game.display + game.discards + game.gone)
    for pile in game.piles.values():
        found.update(pile)
    for seat in game.seats:
        found.update(seat.monsters + seat.events + seat.missions + [c.name for c in seat.commanders])
    return found
