"""What a seat of Lockup may believe about the cards that lie face down, by listing every possibility."""

from __future__ import annotations

import itertools
from fractions import Fraction

from tests.lockup.cards import COMMANDERS, EVENTS, Hidden, face_down
from tests.lockup.oracle import LockupOracle


def worlds(game: LockupOracle, player: int) -> dict[tuple[Hidden, ...], Fraction]:
    """What `player` may believe about the cards that lie face down (LD13), with exact probabilities.

    A world gives for each seat (commanders face down, missions), each in the order of the table; the player's own are
    the real ones. The cards are unseen cards of their kind, all deals being equally likely; when the game is over, only
    deals that give the scores announced remain. For small positions: everything is listed.
    """
    own = game.seats[player]
    others = [seat for seat in game.seats if seat is not own]
    unseen_commanders = [name for name in game.piles["commander"] if COMMANDERS[name]["timing"] != "round"]
    unseen_missions = [name for name in game.piles["event"] if EVENTS[name]["timing"] == "end"]
    for seat in others:
        unseen_commanders += face_down(seat)
        unseen_missions += seat.missions
    found = []
    for commanders in _deals(unseen_commanders, [len(face_down(seat)) for seat in others]):
        for missions in _deals(unseen_missions, [len(seat.missions) for seat in others]):
            world = [(_in_order(a), _in_order(b)) for a, b in zip(commanders, missions, strict=True)]
            world.insert(player, (_in_order(face_down(own)), _in_order(own.missions)))
            if not game.terminated or game.scores(world) == game.final_scores:
                found.append(tuple(world))
    return {world: Fraction(1, len(found)) for world in found}


def _in_order(names: list[str]) -> tuple[str, ...]:
    """Names of distinct cards in the order of their tables."""
    return tuple(name for name in (*COMMANDERS, *EVENTS) if name in names)


def _deals(cards: list[str], sizes: list[int]) -> list[list[list[str]]]:
    """All ways to deal hands of these sizes from distinct cards; the order within a hand does not count."""
    if not sizes:
        return [[]]
    deals = []
    for hand in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        deals += [[list(hand), *others] for others in _deals(rest, sizes[1:])]
    return deals
