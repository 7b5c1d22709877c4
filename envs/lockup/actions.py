"""The 56 actions of Lockup: their numbers and names."""

from __future__ import annotations

from .state import MAX_SEATS
from .tables import COMMANDERS, MONSTERS, NUM_BATTLE, NUM_MONSTERS, TIERS

ACTION_NAMES = (
    "pass",
    "market gold",
    "market food",
    *(f"prison {tier}" for tier in TIERS),
    *(f"arena {distance}" for distance in range(1, MAX_SEATS)),
    "hall",
    "temple",
    *(f"hire {name}" for name in MONSTERS),
    *(f"commander {name}" for name in COMMANDERS[:NUM_BATTLE]),
    "no commander",
    "accept",
    "decline",
    "feed",
    "pay gold",
    "lose points",
)

PASS, MARKET_GOLD, MARKET_FOOD, PRISON = 0, 1, 2, 3
ARENA = PRISON + len(TIERS)
HALL = ARENA + MAX_SEATS - 1
TEMPLE = HALL + 1
HIRE = TEMPLE + 1
COMMANDER = HIRE + NUM_MONSTERS
NO_COMMANDER = COMMANDER + NUM_BATTLE
ACCEPT = NO_COMMANDER + 1
DECLINE = ACCEPT + 1
FEED = DECLINE + 1
PAY_GOLD = FEED + 1
LOSE_POINTS = PAY_GOLD + 1
