"""What a seat of Vantage cannot know, redrawn (VD19): the cards it has not located, among their places.

Hidden cards only ever move from the deck to a hand, so where a card can be depends on nothing but the shuffle it came
from: the cards of the latest shuffle lie in the deck and in hands, those of earlier ones in hands alone. What other
seats know belongs to the places and stays.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, seed_state
from .cards import FIRST_CARD, KIND_OF_CARD, NUM_CARDS, NUM_KINDS
from .cards_in_play import knows, random_card
from .rules import holds_copyable, is_copying
from .state import HAND_CARD


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    redraw(s, player)
    if s.to_act != player and s.phase == HAND_CARD and is_copying(s):
        # That the seat to act is asked which card to copy tells that it holds one that can be copied (VD15).
        while not holds_copyable(s, s.to_act):
            redraw(s, player)


@seldom
def redraw(s: Record, player: int) -> None:
    """Puts the cards that `player` has not located in their places anew."""
    # The deck is filled with all cards that `player` has not located, then the places in hands draw from it.
    for kind in range(NUM_KINDS):
        s.deck[kind] = s.fresh[kind]
    unlocated = s.deck_size
    for seat in range(s.num_players):
        for place in range(s.hand_size[seat]):
            shuffle = s.hand_shuffle[seat, place]
            if not knows(s, player, seat, place):
                unlocated += shuffle == s.shuffle
            elif shuffle == s.shuffle:
                s.deck[s.hand[seat, place] - 1] -= 1
            elif shuffle > 0:
                set_aside(s, s.hand[seat, place] - 1, shuffle)
    deck_size = s.deck_size
    s.deck_size = unlocated
    for seat in range(s.num_players):
        for place in range(s.hand_size[seat]):
            if knows(s, player, seat, place):
                continue
            shuffle = s.hand_shuffle[seat, place]
            if shuffle == s.shuffle:
                kind = random_card(s)
                s.deck[kind] -= 1
                s.deck_size -= 1
            else:
                kind = random_older(s, shuffle)
                set_aside(s, kind, shuffle)
            s.hand[seat, place] = 1 + kind
    s.deck_size = deck_size
    for card in range(NUM_CARDS):
        s.older[card] = abs(s.older[card])
    for seat in range(s.num_players):
        if seat != player:
            count_known(s, player, seat)


@kernel
def count_known(s: Record, player: int, seat: int) -> None:
    """Counts by kind what all but `player` know of a hand whose places have been filled anew."""
    for other in range(s.num_players):
        if other != player:
            for kind in range(NUM_KINDS):
                s.known[seat, other, kind] = 0
            for place in range(s.hand_size[seat]):
                s.known[seat, other, max(whole(s.hand[seat, place]) - 1, 0)] += knows(s, other, seat, place)


@kernel
def set_aside(s: Record, kind: int, shuffle: int) -> None:
    """Marks a card of an earlier shuffle as placed, by the sign of its entry."""
    card = FIRST_CARD[kind]
    while card < NUM_CARDS - 1 and s.older[card] != shuffle:
        card += 1
    s.older[card] = -shuffle


@kernel
def random_older(s: Record, shuffle: int) -> int:
    """The kind of a uniformly random card of an earlier `shuffle` that is not placed yet."""
    count = 0
    for card in range(NUM_CARDS):
        count += s.older[card] == shuffle
    left = below(s, count)
    card = 0
    while card < NUM_CARDS - 1 and (s.older[card] != shuffle or left > 0):
        left -= s.older[card] == shuffle
        card += 1
    return KIND_OF_CARD[card]
