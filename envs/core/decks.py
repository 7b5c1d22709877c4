"""Hands and decks of deck builders, counted by kind and drawn lazily.

A game's record has, by seat and kind of card, ``hand`` (the owner's), ``held`` (hand and deck together, public),
``known`` (cards of the hand that everybody knows, public) and ``discard`` (public), and by seat ``hand_size``,
``deck_size`` and ``discard_size``. What a seat holds and does not have in hand is its deck, which has no order: the
draw decides. Where a deck runs out, all that is held is in the hand, as everybody can work out.
"""

from __future__ import annotations

from .kernels import Record, kernel, seldom, whole
from .rng import below


@kernel
def random_of_deck(s: Record, seat: int, number: int) -> int:
    """The kind of the `number`-th card (from 0) of a seat's deck."""
    kind = 0
    left = number - (whole(s.held[seat, 0]) - s.hand[seat, 0])
    # Decks are mostly of the first kinds, so that to stop early is faster than to count on without a branch.
    while left >= 0 and kind < s.hand.shape[1] - 1:  # a record may hold fewer cards than it says
        kind += 1
        left -= whole(s.held[seat, kind]) - s.hand[seat, kind]
    return kind


@seldom
def draw_cards(s: Record, seat: int, cards: int) -> None:
    """Draws cards; an empty deck is made anew from the discard pile, and if that is empty too, nothing is drawn."""
    missing = cards
    while missing > 0:
        if s.deck_size[seat] == 0:
            if s.discard_size[seat] == 0:
                return
            for kind in range(s.hand.shape[1]):
                s.held[seat, kind] += s.discard[seat, kind]
                s.discard[seat, kind] = 0
            s.deck_size[seat] = s.discard_size[seat]
            s.discard_size[seat] = 0
        if s.deck_size[seat] > missing:
            s.hand[seat, random_of_deck(s, seat, below(s, s.deck_size[seat]))] += 1
            s.hand_size[seat] += 1
            s.deck_size[seat] -= 1
            missing -= 1
        else:
            for kind in range(s.hand.shape[1]):
                s.hand[seat, kind] = s.held[seat, kind]
                s.known[seat, kind] = s.held[seat, kind]
            missing -= s.deck_size[seat]
            s.hand_size[seat] += s.deck_size[seat]
            s.deck_size[seat] = 0


@kernel
def leave_hand(s: Record, seat: int, kind: int) -> None:
    """Takes a card out of the hand: one that all know, where there is one of its kind."""
    s.hand[seat, kind] -= 1
    s.held[seat, kind] -= 1
    s.known[seat, kind] -= s.known[seat, kind] > 0
    s.hand_size[seat] -= 1


@kernel
def redraw_hands(s: Record, player: int) -> None:
    """Splits the cards of all but `player` into hand and deck anew: the known ones, and a random choice of the others.

    Every choice of single cards is as likely as any other; what others decided is not counted as evidence.
    """
    for seat in range(s.num_players):
        if seat == player:
            continue
        unknown = whole(s.hand_size[seat])
        for kind in range(s.hand.shape[1]):
            s.hand[seat, kind] = s.known[seat, kind]
            unknown -= s.known[seat, kind]
        candidates = unknown + s.deck_size[seat]
        for _ in range(unknown):
            s.hand[seat, random_of_deck(s, seat, below(s, candidates))] += 1
            candidates -= 1
