"""The 237 actions of Clank! Catacombs: their numbers and names."""

from __future__ import annotations

from .tables import CARDS, DEVICES, DUNGEON, MARKET, MONSTERS, NUM_BLUE, NUM_CARDS, NUM_DUNGEON, RESERVE
from .tiles import DIRECTIONS, MAX_MONSTERS, NUM_PORTALS, PORTALS, ROOMS_A_TILE

#: The tunnels out of a room: to the four neighbouring cells, to a room of the same tile, through the portal.
TUNNELS = (*DIRECTIONS, *(f"to room {room + 1}" for room in range(ROOMS_A_TILE)), "through the portal")
NUM_TUNNELS = len(TUNNELS)
TO_ROOM, THROUGH_PORTAL = len(DIRECTIONS), NUM_TUNNELS - 1
ORIENTATIONS = ("unturned", "turned 1", "turned 2", "turned 3")

ACTION_NAMES = (
    *(f"play {name}" for name in CARDS),
    *(f"acquire {name}" for name in DUNGEON[:NUM_BLUE]),
    *(f"use {name}" for name in DEVICES),
    *(f"fight {name}" for name in MONSTERS),
    *(f"acquire {name}" for name in RESERVE),
    "fight Goblin",
    *(f"move {tunnel}" for tunnel in TUNNELS),
    *(f"teleport {tunnel}" for tunnel in TUNNELS),
    *(f"come out at {portal}" for portal in PORTALS),
    *(f"spend {swords} swords" for swords in range(MAX_MONSTERS + 1)),
    *(f"place {orientation}" for orientation in ORIENTATIONS),
    *(f"turn the tile {quarters}" for quarters in (1, 2, 3)),
    "take artifact",
    "mark wayshrine",
    "open chest",
    "open library",
    "open prison",
    *(f"buy {name}" for name in MARKET),
    *(f"buy {name} with the Coupon" for name in MARKET),
    "drink two",
    "drink one",
    "use boots",
    "use swords",
    "swap puzzle box",
    "first effect",
    "second effect",
    *(f"choose {name}" for name in CARDS),
    "from the play area",
    "from the discard pile",
    "decline",
    "end turn",
)

PLAY = 0
ROW_CARD = PLAY + NUM_CARDS  # a card of the Row by its kind: acquired, used or fought
RESERVE_CARD = ROW_CARD + NUM_DUNGEON
GOBLIN = RESERVE_CARD + len(RESERVE)
MOVE = GOBLIN + 1
TELEPORT = MOVE + NUM_TUNNELS
COME_OUT = TELEPORT + NUM_TUNNELS
SPEND = COME_OUT + NUM_PORTALS
PLACE = SPEND + MAX_MONSTERS + 1
TURN_TILE = PLACE + 4
TAKE_ARTIFACT = TURN_TILE + 3
MARK = TAKE_ARTIFACT + 1
CHEST = MARK + 1
LIBRARY = CHEST + 1
PRISON = LIBRARY + 1
BUY = PRISON + 1
BUY_WITH_COUPON = BUY + len(MARKET)
DRINK_TWO = BUY_WITH_COUPON + len(MARKET)
DRINK_ONE = DRINK_TWO + 1
USE_BOOTS = DRINK_ONE + 1
USE_SWORDS = USE_BOOTS + 1
SWAP = USE_SWORDS + 1
FIRST_EFFECT = SWAP + 1
SECOND_EFFECT = FIRST_EFFECT + 1
CHOOSE = SECOND_EFFECT + 1
FROM_PLAY = CHOOSE + NUM_CARDS
FROM_DISCARD = FROM_PLAY + 1
DECLINE = FROM_DISCARD + 1
END_TURN = DECLINE + 1
