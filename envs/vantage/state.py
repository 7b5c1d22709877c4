"""Vantage's options and its record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.options import choice, integer
from ..core.schema import HIDDEN, PAIR, PUBLIC, Field, Schema, SeenBy
from .cards import NUM_CARDS, NUM_KINDS

MAX_SEATS = 4
#: All bits that a seat can have. Numba tests at every use whether an index is negative, unless the compiler can see
#: that it is not; `seat & SEAT_BITS` shows it, and changes nothing.
SEAT_BITS = MAX_SEATS - 1
MAX_TURNS = 1000

# Values of the option `end_rule` in the record (VD1).
IMMEDIATE, FINISH_ROUND = 0, 1

# Field `phase`: what the seat to act chooses.
PHASES = ("action", "opponent", "hand card", "opponent's score card", "own score card", "discard")
ACTION, OPPONENT, HAND_CARD, THEIR_SCORE, OWN_SCORE, DISCARD = range(len(PHASES))

#: A card that everybody has seen, spectators included: all bits of a place's ``hand_knowers``.
EVERYBODY = 0xFF


@dataclass(frozen=True)
class VantageOptions:
    """Options of Vantage (VD1, VD5, VD6)."""

    num_players: int = integer(2, 2, MAX_SEATS, "seats that play (VD6)")
    target_score: int = integer(15, 1, 100, "points that end the game (VD1)")
    end_rule: str = choice(
        "immediate",
        ("immediate", "finish_round"),
        "who reaches the target wins at once, or the round is played out and the highest score wins (VD1)",
    )
    max_turns: int = integer(200, 1, MAX_TURNS, "turns of all seats together after which the game is cut off (VD5)")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "three": {"num_players": 3},
    "four": {"num_players": 4},
}

_PLACES = (MAX_SEATS, NUM_CARDS)

SCHEMA = Schema(
    "vantage",
    VantageOptions,
    max_seats=MAX_SEATS,
    fields=[
        # Hands are rows of places (VD19): new cards come to the end, a card that leaves closes the gap.
        Field("hand", np.int8, _PLACES, SeenBy("hand_knowers"), "cards in hand as they came: 1 + kind, 0 for no card"),
        Field("hand_knowers", np.uint8, _PLACES, PUBLIC, "bit p: seat p knows the card in that place (VD18); 255: all"),
        Field("hand_shuffle", np.int16, _PLACES, PUBLIC, "the shuffle that the card came from, 0 if it came openly"),
        Field("hand_size", np.int8, (MAX_SEATS,), PUBLIC, "cards in hand"),
        Field(
            "num_known",
            np.int8,
            (MAX_SEATS, MAX_SEATS),
            PUBLIC,
            "how many cards of the hand (row) each other seat (column) knows (VD18)",
        ),
        Field(
            "known",
            np.int8,
            (MAX_SEATS, MAX_SEATS, NUM_KINDS),
            PAIR,
            "the same by kind, and of the seat's own hand all: what `hand` and `hand_knowers` say place by place",
        ),
        Field("scored", np.int8, (MAX_SEATS, NUM_KINDS), PUBLIC, "score areas: cards by kind (V7)"),
        Field("points", np.int16, (MAX_SEATS,), PUBLIC, "sum of the numbers of the score cards (V7)"),
        Field("penalty", np.int16, (MAX_SEATS,), PUBLIC, "penalty points on the marker (VD7)"),
        Field("shield", np.int8, (MAX_SEATS,), PUBLIC, "1 while the seat's SHIELD holds (VD13)"),
        Field("deck", np.int8, (NUM_KINDS,), HIDDEN, "cards in the deck by kind; which comes next is drawn when drawn"),
        Field("deck_size", np.int8, (), PUBLIC, "cards in the deck"),
        Field("shuffle", np.int16, (), PUBLIC, "number of the shuffle that made the deck, from 1 (VD2)"),
        Field("fresh", np.int8, (NUM_KINDS,), PUBLIC, "cards of this shuffle by kind, in the deck or drawn from it"),
        Field(
            "older",
            np.int16,
            (NUM_CARDS,),
            PUBLIC,
            "the same for earlier shuffles: a shuffle's number for each such card, sorted by kind",
        ),
        Field("pile", np.int8, (NUM_CARDS,), PUBLIC, "discard pile from the bottom: 1 + kind, 0 above the top"),
        Field("pile_count", np.int8, (NUM_KINDS,), PUBLIC, "discard pile by kind"),
        Field("pile_size", np.int8, (), PUBLIC, "cards on the discard pile"),
        Field("phase", np.int8, (), PUBLIC, "what is chosen: " + ", ".join(f"{i} {p}" for i, p in enumerate(PHASES))),
        Field("played", np.int8, (), PUBLIC, "ability card in play, set aside (VD12): 1 + kind, 0 for none"),
        Field("copied", np.int8, (), PUBLIC, "the card that DUPLICATE copies, set aside: 1 + kind, 0 for none"),
        Field(
            "resolutions", np.int8, (), PUBLIC, "resolutions of the ability to come, the present one included (VD15)"
        ),
        Field("plays_left", np.int8, (), PUBLIC, "score plays that OVERCLOCK still allows"),
        Field("target", np.int8, (), PUBLIC, "the opponent chosen: 1 + seat, 0 for none"),
        Field("their_card", np.int8, (), PUBLIC, "the opponent's card that SWAPPER takes: 1 + kind, 0 for none"),
        Field("last_round", np.bool_, (), PUBLIC, "the game ends with this round (VD9)"),
        Field("turns", np.int16, (), PUBLIC, "turns completed, by all seats"),
    ],
)
