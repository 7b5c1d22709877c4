"""What a seat of Lockup cannot know, redrawn (LD13).

A commander that lies face down is known to be a battle or an end one, a face-down event to be a mission. Among the
cards of these kinds that a seat has not seen, every deal to the face-down places and the piles is as likely as any
other; what others decided is not counted as evidence. When the game is over the final scores have been announced, and
only the deals that give them are left (LD20: end cards are scored, but never opened). Monsters and all other cards are
turned up when they are taken, so that what is left in their piles is known to all; its order to nobody.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel
from ..core.rng import below, nth_card, seed_state
from .rounds import score
from .tables import NUM_COMMANDERS, NUM_CONCEALED, NUM_MISSIONS

# What was dealt gives the scores announced, and where it matters (3 commanders and 4 missions score) it comes up once
# in 23,760 deals or more often: the limit is for records that contradict themselves, of which no deal is right.
_MOST_DEALS = 1 << 19


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    for _ in range(_MOST_DEALS):
        deal(s, player)
        if not s.terminated or gives_scores(s):
            return


@kernel
def deal(s: Record, player: int) -> None:
    """Deals the others' face-down cards from those that `player` has not seen; the rest are the piles."""
    n = s.num_players
    for commander in range(NUM_COMMANDERS):
        s.commander_pile[commander] = s.unopened[commander]
    for commander in range(NUM_CONCEALED):
        s.commander_pile[commander] -= s.face_down[player, commander]
    for mission in range(NUM_MISSIONS):
        s.mission_pile[mission] = 1 - s.missions[player, mission]
    for distance in range(1, n):
        other = (player + distance) % n
        for commander in range(NUM_CONCEALED):
            s.face_down[other, commander] = 0
        for _ in range(s.num_face_down[other]):
            s.face_down[other, draw(s, s.commander_pile, NUM_CONCEALED)] = 1
        for mission in range(NUM_MISSIONS):
            s.missions[other, mission] = 0
        for _ in range(s.num_missions[other]):
            s.missions[other, draw(s, s.mission_pile, NUM_MISSIONS)] = 1


@kernel
def gives_scores(s: Record) -> bool:
    """Whether the cards that lie face down give the final scores."""
    agrees = True
    for seat in range(s.num_players):
        agrees &= score(s, seat) == s.scores[seat]
    return agrees


@kernel
def draw(s: Record, pile: Any, kinds: int) -> int:
    """Takes one of the first `kinds` cards of `pile` (ones and zeros) at random; returns which."""
    left = 0
    for card in range(kinds):
        left += pile[card]
    chosen = nth_card(pile, 0, kinds, below(s, left))
    pile[chosen] = 0
    return chosen
