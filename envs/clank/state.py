"""Options and record of Clank!, path edition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.options import choice, integer
from ..core.schema import OWNER, PUBLIC, Field, Schema
from .tables import NUM_CARDS, NUM_DRAGON_CARDS, NUM_MARKET, NUM_TILES, NUM_TREASURES

MAX_SEATS = 4
#: All bits that a seat can have. Numba tests at every use whether an index is negative, unless the compiler can see
#: that it is not; `seat & SEAT_BITS` shows it, and changes nothing.
SEAT_BITS = MAX_SEATS - 1
MAX_PATH = 12  # CLD1
MAX_HEALTH = 10  # CL13
HAND = 5  # CL3
ROW = 6  # CLD3
SUPPLY = 30  # noise cubes of a seat, CLD7
REST_HEALTH = 2  # what Rest costs, CL5

# Values of the option `inside_at_end` in the record (CLD9).
FULL, HALF = 0, 1

# Field `phase`: what the seat to act chooses.
PHASES = ("before the main action", "after the main action", "payment", "reward")
BEFORE, AFTER, PAYMENT, REWARD = range(len(PHASES))

# Field `status`.
STATUSES = ("inside", "escaped", "dead")
INSIDE, ESCAPED, DEAD = range(len(STATUSES))

# Field `exploring`.
NOTHING, DECK, CUP_ROOM = range(3)

# The bag holds noise cubes by owner, then skill and dragon cubes.
SKILL_CUBES = MAX_SEATS
DRAGON_CUBES = MAX_SEATS + 1


@dataclass(frozen=True)
class ClankOptions:
    """Options of Clank!, path edition (CLD1, CLD7, CLD9 to CLD11)."""

    num_players: int = integer(2, 2, MAX_SEATS, "seats that play (CLD11)")
    path_length: int = integer(7, 4, MAX_PATH, "tiles on the path, the Exit apart (CLD1)")
    dragon_cubes: int = integer(1, 0, 10, "dragon cubes in the bag at the start (CLD7)")
    skill_cubes_per_player: int = integer(20, 0, 30, "skill cubes in the bag at the start, a seat (CLD7)")
    draws: int = integer(2, 0, 10, "cubes drawn at the end of a turn (CL8, CLD7)")
    dragon_limit: int = integer(3, 1, NUM_DRAGON_CARDS, "the dragon card that ends the game, unresolved (CLD7)")
    inside_at_end: str = choice(
        "full", ("full", "half"), "whether those who live inside at the end keep their points, or half of them (CLD9)"
    )
    max_turns: int = integer(400, 1, 1000, "turns of all seats together after which the game is cut off (CLD10)")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "three": {"num_players": 3},
    "four": {"num_players": 4},
}

_SEATS = (MAX_SEATS,)
_CARDS = (MAX_SEATS, NUM_CARDS)

SCHEMA = Schema(
    "clank",
    ClankOptions,
    max_seats=MAX_SEATS,
    fields=[
        Field("turns", np.int16, (), PUBLIC, "turns completed, by all seats"),
        Field("phase", np.int8, (), PUBLIC, "what is chosen: " + ", ".join(f"{i} {p}" for i, p in enumerate(PHASES))),
        Field("exploring", np.int8, (), PUBLIC, "what a payment is for: 1 top of the treasure deck, 2 the Cup, else 0"),
        Field("free_cost", np.int8, (), PUBLIC, "highest cost of the card that a reward offers, 0 without one (CLD16)"),
        Field("attack", np.int16, (), PUBLIC, "attack of the seat to act, lost at the end of the turn (CLD13)"),
        Field("buy", np.int16, (), PUBLIC, "buy of the seat to act, lost at the end of the turn"),
        Field("extra_moves", np.int8, (), PUBLIC, "extra moves of the seat to act, lost at the end of the turn"),
        Field("ward", np.int8, (), PUBLIC, "1 if a Ward Charm works for the seat to act (CLD17)"),
        Field("cup_works", np.int8, (), PUBLIC, "1 from the next turn of who took the Cup on (CLD8, CLD17)"),
        Field("began_on_exit", np.int8, (), PUBLIC, "1 if the seat to act began this turn on the Exit (CLD21)"),
        Field("status", np.int8, _SEATS, PUBLIC, "0 in the game, 1 escaped, 2 dead"),
        Field("health", np.int8, _SEATS, PUBLIC, "health, as it was on leaving for those who are out"),
        Field("tokens", np.int32, _SEATS, PUBLIC, "skill tokens"),
        Field("position", np.int8, _SEATS, PUBLIC, "tile the pawn stands on, from 1; 0 for the Exit"),
        Field("left_exit", np.int8, _SEATS, PUBLIC, "1 once the pawn has left the Exit (CLD21)"),
        Field("fought", np.int8, _SEATS, PUBLIC, "1 if the monster was tried since the pawn came in (CLD16)"),
        Field("cave_in", np.int8, _SEATS, PUBLIC, "cards that the next hand is short of (CLD20)"),
        Field("treasure_points", np.int16, _SEATS, PUBLIC, "points of the treasures taken"),
        Field("card_points", np.int16, _SEATS, PUBLIC, "points of the own cards, wherever they are"),
        Field("monster_points", np.int16, _SEATS, PUBLIC, "points of the monsters defeated"),
        Field("supply", np.int8, _SEATS, PUBLIC, "noise cubes not in the bag (CLD7)"),
        Field(
            "bag", np.int8, (MAX_SEATS + 2,), PUBLIC, "cubes in the bag: noise cubes of each seat, skill, dragon cubes"
        ),
        Field("treasures", np.int8, (MAX_SEATS, NUM_TREASURES), PUBLIC, "treasures taken, by kind"),
        Field(
            "treasure_deck",
            np.int8,
            (NUM_TREASURES,),
            PUBLIC,
            "treasures in the deck by kind, the face-up one included; the last entry is the Cup on its tile",
        ),
        Field("treasures_left", np.int8, (), PUBLIC, "cards in the treasure deck, the face-up one included"),
        Field("treasure_top", np.int8, (), PUBLIC, "the face-up treasure: 1 + kind, 0 for none"),
        Field("dragon_left", np.int8, (NUM_DRAGON_CARDS,), PUBLIC, "1 for dragon cards that are not revealed yet"),
        Field("dragon_revealed", np.int8, (), PUBLIC, "dragon cards revealed"),
        Field("tiles_left", np.int8, (NUM_TILES,), PUBLIC, "1 for tiles that are not revealed"),
        Field("revealed", np.int8, (), PUBLIC, "tiles of the path revealed, which are its first ones"),
        Field("path", np.int8, (MAX_PATH,), PUBLIC, "the path from the Exit: 1 + tile, 0 for face-down"),
        Field("defeated", np.int8, (MAX_PATH,), PUBLIC, "1 if the monster of the tile on the path is defeated"),
        Field("market_row", np.int8, (NUM_MARKET,), PUBLIC, "face-up market cards by kind (CLD3)"),
        Field("row_size", np.int8, (), PUBLIC, "face-up market cards"),
        Field("market_deck", np.int8, (NUM_MARKET,), PUBLIC, "cards in the market deck by kind; its order is nobody's"),
        Field("market_left", np.int8, (), PUBLIC, "cards in the market deck"),
        Field("hand", np.int8, _CARDS, OWNER, "cards in hand by kind"),
        Field(
            "held",
            np.int8,
            _CARDS,
            PUBLIC,
            "hand and deck together by kind (CLD24); what is not in the hand is in the deck, which has no order",
        ),
        Field("known", np.int8, _CARDS, PUBLIC, "cards of the hand that everybody knows, by kind (CLD24)"),
        Field("discard", np.int8, _CARDS, PUBLIC, "discard piles by kind"),
        Field("played", np.int8, _CARDS, PUBLIC, "cards played this turn by kind; stay where a turn ends in leaving"),
        Field("hand_size", np.int8, _SEATS, PUBLIC, "cards in hand"),
        Field("deck_size", np.int8, _SEATS, PUBLIC, "cards in the deck"),
        Field("discard_size", np.int8, _SEATS, PUBLIC, "cards in the discard pile"),
        Field("scores", np.int16, _SEATS, PUBLIC, "final scores when the game has ended, 0 before"),
    ],
)
