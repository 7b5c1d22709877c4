"""Kelp's options and its record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.options import choice, integer
from ..core.schema import OWNER, PUBLIC, DependsOn, Field, Schema

DIRECTIONS = ("north", "south", "east", "west")
NUM_DIRECTIONS = 4

# Values of the options in the record: the index of the choice (KD1, KD2, KD5).
SHARED, SEPARATE = 0, 1
FORBIDDEN, BUMP = 0, 1
CARDS, OUTCOME = 0, 1

# Field `ended_by`.
RUNNING, BY_ATTACK, BY_CARDS, BY_PASSES = 0, 1, 2, 3

# Field `log_kind`.
NO_TURN, MOVE_TURN, ATTACK_TURN, PASS_TURN = 0, 1, 2, 3

# Most turns that the log has to hold; see KelpOptions.max_logged_turns.
MAX_TURNS = 32


@dataclass(frozen=True)
class KelpOptions:
    """Options of Kelp (KD1, KD2, KD5, KD6)."""

    board_size: int = integer(6, 3, 8, "cells along a side of the board (KD6)")
    copies: int = integer(1, 1, 3, "movement cards of each direction that a player holds (KD6)")
    attack_cards: int = integer(2, 0, 4, "attack cards that a player holds (KD6)")
    guess_pool: str = choice(
        "shared", ("shared", "separate"), "guesses are paid from the movement cards, or from a second set (KD1)"
    )
    illegal_direction: str = choice(
        "forbidden", ("forbidden", "bump"), "cards that cannot be walked may not be played, or are spent in vain (KD2)"
    )
    reveal: str = choice(
        "cards", ("cards", "outcome"), "the table sees both cards, or only the guess and whether it was right (KD5)"
    )

    def max_logged_turns(self) -> int:
        """Most turns of a game under illegal_direction=bump.

        Every turn but a pass spends a card, and a seat passes only when it has none left. In "shared" the movement
        cards go in pairs, so at most 4 × copies turns are moves, and beside each of the passer's attacks or passes
        stands at most one more turn; in "separate" every movement card is a turn and nobody passes before the last.
        """
        if self.guess_pool == "shared":
            return NUM_DIRECTIONS * self.copies + 3 * self.attack_cards
        return 2 * (NUM_DIRECTIONS * self.copies + self.attack_cards)

    def check(self) -> str | None:
        """What contradicts what, if anything does."""
        if self.reveal == "outcome" and self.illegal_direction == "forbidden":
            return (
                "reveal='outcome' contradicts illegal_direction='forbidden', whose mask would tell where the opponent "
                "stands (KD5); choose illegal_direction='bump'"
            )
        return None


PRESETS = {
    "standard": {},
    "duel": {"board_size": 5, "copies": 2},  # KD8
}

_POSITION = DependsOn(("reveal",), {("outcome",): OWNER}, PUBLIC)  # KD5, KD11
_LOGGED = (2, MAX_TURNS)

SCHEMA = Schema(
    "kelp",
    KelpOptions,
    max_seats=2,
    fields=[
        Field("x", np.int8, (2,), _POSITION, "column of the pawn, 0 is west"),
        Field("y", np.int8, (2,), _POSITION, "row of the pawn, 0 is north"),
        Field(
            "move_cards", np.int8, (2, NUM_DIRECTIONS), _POSITION, "movement cards in hand by direction (N, S, E, W)"
        ),
        Field("guess_cards", np.int8, (2, NUM_DIRECTIONS), PUBLIC, "guess cards in hand, with guess_pool=separate"),
        Field("cards_left", np.int8, (2,), PUBLIC, "number of movement cards in hand, a face-down one included (KD10)"),
        Field("attacks", np.int8, (2,), PUBLIC, "attack cards in hand"),
        Field("face_down", np.int8, (2,), OWNER, "the seat's card that lies face down: 1 + direction, 0 for none (K7)"),
        Field("guessing", np.bool_, (), PUBLIC, "a card lies face down and the seat to act guesses (K8)"),
        Field("last_was_pass", np.bool_, (), PUBLIC, "the turn before was a pass (KD3)"),
        Field(
            "ended_by", np.int8, (), PUBLIC, "0 running, 1 attack (K14a), 2 all cards spent (K14b), 3 two passes (KD3)"
        ),
        Field("turns", np.int16, (), PUBLIC, "turns completed"),
        # The log of KD11 and KD12, kept with reveal=outcome, where it holds what nobody could work out from the table.
        Field("log_kind", np.int8, (MAX_TURNS,), PUBLIC, "turn by turn: 0 none yet, 1 move, 2 attack, 3 pass"),
        Field("log_guess", np.int8, (MAX_TURNS,), PUBLIC, "the guess: 1 + direction, 0 for none"),
        Field("log_right", np.int8, (MAX_TURNS,), PUBLIC, "the guess was right"),
        Field("log_card", np.int8, _LOGGED, OWNER, "the seat's face-down card of that turn: 1 + direction, 0 for none"),
        Field("log_x", np.int8, _LOGGED, OWNER, "the seat's column after that turn"),
        Field("log_y", np.int8, _LOGGED, OWNER, "the seat's row after that turn"),
    ],
)
