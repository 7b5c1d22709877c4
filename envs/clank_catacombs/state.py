"""Options and record of Clank! Catacombs.

The map is a list of cells, one for every tile there is (see `tiles.py`): where it lies relative to the Crypt, how it is
turned, and which cells are its neighbours. There is no grid: at most 26 tiles are placed, one beside the other, so that
coordinates stay within 27 of the Crypt, and neighbours are found when a tile is placed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.options import integer
from ..core.schema import OWNER, PUBLIC, Field, Schema
from .tables import (
    HEALTH,
    NUM_ARTIFACTS,
    NUM_CARDS,
    NUM_DUNGEON,
    NUM_KEPT,
    NUM_MARKET,
    NUM_RESERVE,
    NUM_TOKENS,
    NUM_WAITING,
)
from .tiles import (
    NUM_ARTIFACT_PLACES,
    NUM_CELLS,
    NUM_CHESTS,
    NUM_IN_STACK,
    NUM_LIBRARIES,
    NUM_LOCKS,
    NUM_PRISONS,
    NUM_ROOMS,
    NUM_SHRINES,
    NUM_TILES,
)

MAX_SEATS = 4
#: All bits that a seat can have. Numba tests at every use whether an index is negative, unless the compiler can see
#: that it is not; `seat & SEAT_BITS` shows it, and changes nothing. Cells and rooms have bits of their own.
SEAT_BITS = MAX_SEATS - 1
CELL_BITS = NUM_CELLS - 1
ROOM_BITS = 127
assert NUM_CELLS == 32
HAND = 5  # CC8
ROW = 6  # CC7
SUPPLY = 30  # CC8
BLACK_CUBES = 24  # CC4
GHOSTS = 5  # CC4
IDOLS = 3  # CC5
START_LOCKPICKS = 3  # CC8
FIRST_CUBES = 3  # CC9: that many in the Clank! area for the first player, one fewer for each one after
MOST_HURT = HEALTH - 1  # CC45
NEAREST = 100  # what `near_crypt` and its like hold at the goal itself
FARTHEST = NUM_IN_STACK + 1  # from the Crypt: the upper half and all other tiles in a line

# Field `phase`: what the seat to act chooses.
PHASES = ("anything", "portal", "swords", "effect", "trash", "pile", "discard", "spring", "pile for a spring")
ANYTHING, PORTAL, SWORDS_PAID, EFFECT, TRASHED, PILE, DISCARDED, SPRINGS, SPRING_PILE = range(len(PHASES))

# Field `status`.
STATUSES = ("inside", "escaped", "knocked out")
INSIDE, ESCAPED, KNOCKED_OUT = range(len(STATUSES))

# Field `ending`.
ENDINGS = ("none", "all out", "deck", "bag")
NOT_OVER, ALL_OUT, DECK_OUT, BAG_OUT = range(len(ENDINGS))


@dataclass(frozen=True)
class CatacombsOptions:
    """Options of Clank! Catacombs (CCD3, CCD6)."""

    num_players: int = integer(2, 2, MAX_SEATS, "seats that play (CCD6)")
    max_turns: int = integer(400, 1, 1000, "turns of all seats together after which the game is cut off (CCD3)")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "three": {"num_players": 3},
    "four": {"num_players": 4},
}

_SEATS = (MAX_SEATS,)
_CARDS = (MAX_SEATS, NUM_CARDS)


def _public(name: str, meaning: str, shape: tuple[int, ...] = (), dtype: type = np.int8) -> Field:
    return Field(name, dtype, shape, PUBLIC, meaning)


def _numbered(words: tuple[str, ...]) -> str:
    return ", ".join(f"{number} {word}" for number, word in enumerate(words))


SCHEMA = Schema(
    "clank_catacombs",
    CatacombsOptions,
    max_seats=MAX_SEATS,
    fields=[
        # --- the turn
        _public("turns", "turns completed, by all seats", dtype=np.int16),
        _public("phase", "what is chosen: " + _numbered(PHASES)),
        _public("ending", "how the game has ended: " + _numbered(ENDINGS)),
        _public("skill", "Skill of the seat to act, lost at End Turn (CCD8)", dtype=np.int16),
        _public("swords", "Swords of the seat to act", dtype=np.int16),
        _public("boots", "Boots of the seat to act", dtype=np.int16),
        _public("teleports", "teleports of the seat to act", dtype=np.int16),
        _public("quiet", "left-over −Clank! of the seat to act (CC44)", dtype=np.int16),
        _public("exhausted", "1 once a Crystal Cave was entered this turn: Boots pay for nothing (CC23)"),
        _public("mercy_used", "1 once the own tile was turned this turn (CCD25)"),
        _public("clank_made", "Clank! made this turn by the seat to act (CCD10)", dtype=np.int16),
        _public("companions", "companions played this turn"),
        _public("springs", "Springs found this turn and not yet used (CCD20)"),
        _public("facts", "bits of the conditions that have been true this turn (CCD11)", dtype=np.int16),
        _public("waiting", "cards played whose condition has not been true yet, by kind", (NUM_WAITING,)),
        _public("rewarded", "bits of the rooms that have paid this turn (CC23)", dtype=np.int32),
        _public("asked_tunnel", "1 + tunnel that is being paid for, nine more for a teleport, 0 for none"),
        _public("asked_to", "1 + portal, or 1 + orientation, that is being paid for, 0 for none"),
        _public("asked_monsters", "monsters that Swords are being spent on"),
        _public("asked_kind", "1 + device whose effect, or 1 + card whose pile is chosen, 0 for none"),
        # --- the map
        _public("tiles_left", "1 for tiles that are not revealed, two safe ones of which are out (CC3)", (NUM_TILES,)),
        _public("tiles_revealed", "tiles revealed"),
        _public("safe_revealed", "safe tiles revealed, of the four in the game"),
        _public("side", "side of the starting tile, 0 A or 1 B"),
        _public("revealed", "tile that is revealed and not placed (CCD14), 0 for none"),
        _public("reveal_direction", "direction from the pawn in which it goes"),
        _public("reveal_teleport", "1 if it was found by teleport"),
        _public("placed", "1 for cells of the map", (NUM_CELLS,)),
        _public("x", "cells east of the Crypt", (NUM_CELLS,)),
        _public("y", "cells north of the Crypt", (NUM_CELLS,)),
        _public("rotation", "quarter turns clockwise", (NUM_CELLS,)),
        _public("neighbour", "1 + neighbouring cell by direction, 0 for none", (NUM_CELLS, 4)),
        _public("near_crypt", f"how near every room is to the Crypt (see `survey`), {NEAREST} there", (NUM_ROOMS,)),
        _public("near_artifact", "how near it is to an Artifact that lies somewhere", (NUM_ROOMS,)),
        _public("near_unknown", "how near it is to what lies beyond the edge of the map", (NUM_ROOMS,)),
        _public("unlocked", "1 for locks that are open", (NUM_LOCKS,)),
        _public("chests_opened", "1 for Chests opened", (NUM_CHESTS,)),
        _public("libraries_opened", "1 for Libraries opened", (NUM_LIBRARIES,)),
        _public("prisons_opened", "1 for Prisons opened", (NUM_PRISONS,)),
        _public("lying", "1 + artifact that lies in a room, 0 for none, by artifact room", (NUM_ARTIFACT_PLACES,)),
        _public("artifacts_left", "1 for artifacts in the stack", (NUM_ARTIFACTS,)),
        _public("marks", "1 for Wayshrines that a seat has marked (CC22)", (MAX_SEATS, NUM_SHRINES)),
        _public("idols_left", "Monkey Idols in the Altar"),
        # --- dragon and cubes
        _public("rage", "space of the Rage Track, from 0 (CC37)"),
        _public("bag", "own cubes in the bag", _SEATS),
        _public("area", "own cubes in the Clank! area", _SEATS),
        _public("supply", "own cubes in the supply", _SEATS),
        _public("hurt_own", "damage marked with own cubes (CCD21)", _SEATS),
        _public("hurt_black", "damage marked with black cubes", _SEATS),
        _public("hurt_marker", "damage marked with markers", _SEATS),
        _public("gone", "own cubes that have left the game", _SEATS),
        _public("black_bag", "black cubes in the bag"),
        _public("black_aside", "black cubes set aside (CC25)"),
        _public("ghosts_bank", "Ghosts in the Bank"),
        _public("ghosts_area", "Ghosts in the Clank! area"),
        _public("ghosts_bag", "Ghosts in the bag"),
        # --- seats
        _public("status", _numbered(STATUSES), _SEATS),
        _public("room", "room of the pawn: 4 times its tile and the number on the tile", _SEATS),
        _public("gold", "Gold", _SEATS, np.int32),
        _public("lockpicks", "Lockpicks", _SEATS, np.int16),
        _public("idols", "Monkey Idols", _SEATS),
        _public("num_artifacts", "artifacts taken", _SEATS),
        _public("artifacts", "1 for artifacts taken", (MAX_SEATS, NUM_ARTIFACTS)),
        _public("tokens", "secrets and prisoners kept, by kind", (MAX_SEATS, NUM_KEPT)),
        _public("prisoners", "prisoners freed, the Coupon apart", _SEATS),
        _public("bought", "bought at the market, by kind", (MAX_SEATS, NUM_MARKET)),
        _public("crown_points", "points of the own Crowns", _SEATS),
        _public("card_points", "points of the own cards, wherever they are", _SEATS, np.int16),
        _public("scores", "final scores when the game has ended, 0 before", _SEATS, np.int32),
        # --- cards and tokens on the table
        _public("row", "the Row: 1 + kind, 0 for an empty place (CCD12)", (ROW,)),
        _public("dungeon_deck", "cards in the dungeon deck by kind; its order is nobody's", (NUM_DUNGEON,)),
        _public("dungeon_left", "cards in the dungeon deck"),
        _public("reserve", "cards left in the Reserve", (NUM_RESERVE,)),
        _public("market_left", "things left at the market", (NUM_MARKET,)),
        _public("tokens_left", "secrets and prisoners that are not revealed, by kind", (NUM_TOKENS,)),
        # --- the seats' cards
        Field("hand", np.int8, _CARDS, OWNER, "cards in hand by kind"),
        _public("held", "hand and deck together by kind (CCD9); what is not in the hand is in the deck", _CARDS),
        _public("known", "cards of the hand that everybody knows, by kind (CCD9)", _CARDS),
        _public("discard", "discard piles by kind", _CARDS),
        _public("played", "play area of the seat to act by kind", (NUM_CARDS,)),
        _public("hand_size", "cards in hand", _SEATS),
        _public("deck_size", "cards in the deck", _SEATS),
        _public("discard_size", "cards in the discard pile", _SEATS),
    ],
)
