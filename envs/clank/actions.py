"""The 141 actions of Clank!: their numbers and names."""

from __future__ import annotations

from .tables import CARDS, MARKET, MOST_EXPENSIVE, NUM_CARDS, NUM_MARKET

ACTION_NAMES = (
    *(f"play {name}" for name in CARDS),
    "move deeper",
    "move back",
    "extra move deeper",
    "extra move back",
    "explore deck",
    "explore cup",
    *(f"pay {tokens} tokens" for tokens in range(MOST_EXPENSIVE + 1)),
    *(f"rest {name}" for name in CARDS),
    "escape",
    *(f"buy {name}" for name in MARKET),
    "fight",
    *(f"take {name}" for name in MARKET),
    "decline",
    "end turn",
)

PLAY = 0
MOVE_DEEPER = PLAY + NUM_CARDS
MOVE_BACK = MOVE_DEEPER + 1
EXTRA_DEEPER = MOVE_BACK + 1
EXTRA_BACK = EXTRA_DEEPER + 1
EXPLORE_DECK = EXTRA_BACK + 1
EXPLORE_CUP = EXPLORE_DECK + 1
PAY = EXPLORE_CUP + 1
REST = PAY + MOST_EXPENSIVE + 1
ESCAPE = REST + NUM_CARDS
BUY = ESCAPE + 1
FIGHT = BUY + NUM_MARKET
TAKE = FIGHT + 1
DECLINE = TAKE + NUM_MARKET
END_TURN = DECLINE + 1
