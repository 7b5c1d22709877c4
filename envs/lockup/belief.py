"""What a seat of Lockup cannot know, redrawn (LD13).

A commander that lies face down is known to be a battle or an end one, a face-down event to be a mission. Among the
cards of these kinds that a seat has not seen, every deal to the face-down places and the piles is as likely as any
other; what others decided, and the returns of a game that is over, are not counted as evidence. Monsters and all other
cards are turned up when they are taken, so that what is left in their piles is known to all; its order to nobody.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel
from ..core.rng import below, seed_state
from .tables import NUM_COMMANDERS, NUM_CONCEALED, NUM_MISSIONS


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    n = s.num_players
    # First all unseen cards go to the piles, then the others draw their face-down ones.
    for commander in range(NUM_COMMANDERS):
        s.commander_pile[commander] = s.open_commanders[commander] == 0
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
def draw(s: Record, pile: Any, kinds: int) -> int:
    """Takes one of the first `kinds` cards of `pile` (ones and zeros) at random; returns which."""
    left = 0
    for card in range(kinds):
        left += pile[card]
    number = below(s, left)
    chosen = 0
    seen = 0
    for card in range(kinds):
        seen += pile[card]
        chosen += seen <= number
    pile[chosen] = 0
    return chosen
