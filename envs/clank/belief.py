"""What a seat of Clank! cannot know, redrawn: how the others' cards split into hand and deck (CLD24).

Hand and deck together are known to all, and so are some cards of a hand: those taken openly, and all that was held when
the deck ran out. Of the rest every choice of single cards for the hand is as likely as any other; what others decided
is not counted as evidence. What is left of market, treasures, dragon cards and tiles is known by kind, in no order.
"""

from __future__ import annotations

from typing import Any

from ..core.decks import redraw_hands
from ..core.kernels import Record, kernel
from ..core.rng import seed_state


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    redraw_hands(s, player)
