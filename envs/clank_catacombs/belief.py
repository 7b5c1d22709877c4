"""What a seat of Clank! Catacombs cannot know, redrawn: how the others' cards split into hand and deck (CCD9).

Hand and deck together are known to all, and so are some cards of a hand: all that was held when the deck ran out. Of
the rest every choice of single cards for the hand is as likely as any other; what others decided is not counted as
evidence. What is left of the dungeon deck, the tiles and the tokens is known by kind, in no order; the two safe tiles
that are out of the game are among those not revealed, and nobody knows which they are.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, whole
from ..core.rng import below, seed_state
from .cards import random_of_deck
from .state import SEAT_BITS
from .tables import NUM_CARDS


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    for seat in range(s.num_players):
        if seat != player:
            redraw_hand(s, seat & SEAT_BITS)


@kernel
def redraw_hand(s: Record, seat: int) -> None:
    """The known cards, and as many of the others held as fill the hand."""
    unknown = whole(s.hand_size[seat])
    for kind in range(NUM_CARDS):
        s.hand[seat, kind] = s.known[seat, kind]
        unknown -= s.known[seat, kind]
    candidates = unknown + s.deck_size[seat]
    for _ in range(unknown):
        s.hand[seat, random_of_deck(s, seat, below(s, candidates))] += 1
        candidates -= 1
