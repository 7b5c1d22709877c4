"""What a seat of Kelp knows, as numbers: own things first, then the opponent's."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel
from ..core.layout import ObservationLayout, Segment
from .state import ATTACK_TURN, DIRECTIONS, MOVE_TURN, NUM_DIRECTIONS, OUTCOME, PASS_TURN, SEPARATE, KelpOptions

_FACTS = (
    *("own turn", "move", "attack", "pass"),
    *(f"guess {direction}" for direction in DIRECTIONS),
    "guess right",
    *(f"own card {direction}" for direction in DIRECTIONS),
)
_NUM_FACTS = 13


def layout(options: KelpOptions) -> ObservationLayout:
    """The segments of an observation under `options`."""
    n, copies, public = options.board_size, float(options.copies), options.reveal == "cards"
    attack_scale = float(max(1, options.attack_cards))
    segments = [
        Segment("is_octopus", (1,), "1 if the seat is the octopus, 0 if it is the shark"),
        Segment("is_to_act", (1,), "1 if the seat is to act"),
        Segment("guessing", (1,), "1 if a card lies face down and a guess is due"),
        Segment("last_was_pass", (1,), "1 if the turn before was a pass"),
        Segment("own_x", (n,), "column of the own pawn", one_hot=True),
        Segment("own_y", (n,), "row of the own pawn", one_hot=True),
        Segment("own_face_down", (4,), "own card that lies face down", one_hot=True, labels=DIRECTIONS),
        Segment("own_move_cards", (4,), "movement cards in hand", high=copies, labels=DIRECTIONS),
        Segment("attacks", (2,), "attack cards in hand", high=attack_scale, labels=("own", "opponent")),
    ]
    if public:
        segments += [
            Segment("opponent_x", (n,), "column of the opponent's pawn", one_hot=True),
            Segment("opponent_y", (n,), "row of the opponent's pawn", one_hot=True),
            Segment("opponent_move_cards", (4,), "the opponent's movement cards", high=copies, labels=DIRECTIONS),
        ]
    if options.guess_pool == "separate":
        segments += [
            Segment("own_guess_cards", (4,), "guess cards in hand", high=copies, labels=DIRECTIONS),
            Segment("opponent_guess_cards", (4,), "the opponent's guess cards", high=copies, labels=DIRECTIONS),
        ]
    if not public:
        turns = options.max_logged_turns()
        segments += [
            Segment("cards_left", (2,), "movement cards left", high=4 * copies, labels=("own", "opponent")),
            # One row a turn in each (KD12); zeros for turns to come.
            Segment(
                "log", (turns, len(_FACTS)), "turn by turn: what was played, as far as the seat knows", labels=_FACTS
            ),
            Segment(
                "log_position",
                (turns, 2),
                "turn by turn: column and row of the own pawn afterwards",
                scale=float(n - 1),
                labels=("column", "row"),
            ),
        ]
    return ObservationLayout(segments)


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes what `player` knows, in the order of :func:`layout`; `out` arrives zeroed."""
    n = s.options.board_size
    opponent = 1 - player
    out[0] = player
    out[1] = s.to_act == player
    out[2] = s.guessing
    out[3] = s.last_was_pass
    at = 4
    out[at + s.x[player]] = 1
    out[at + n + s.y[player]] = 1
    at += 2 * n
    if s.face_down[player] > 0:
        out[at + s.face_down[player] - 1] = 1
    at += 4
    at = write_hand(s.move_cards[player], out, at)
    out[at] = s.attacks[player]
    out[at + 1] = s.attacks[opponent]
    at += 2
    if s.options.reveal != OUTCOME:
        out[at + s.x[opponent]] = 1
        out[at + n + s.y[opponent]] = 1
        at += 2 * n
        at = write_hand(s.move_cards[opponent], out, at)
    if s.options.guess_pool == SEPARATE:
        at = write_hand(s.guess_cards[player], out, at)
        at = write_hand(s.guess_cards[opponent], out, at)
    if s.options.reveal == OUTCOME:
        out[at] = s.cards_left[player]
        out[at + 1] = s.cards_left[opponent]
        at += 2
        rows = (out.shape[0] - at) // (_NUM_FACTS + 2)
        positions = at + rows * _NUM_FACTS
        # A state that somebody set up may claim more turns than there is room for.
        for turn in range(min(s.turns, rows)):
            write_turn(s, player, turn, out, at + turn * _NUM_FACTS, positions + turn * 2)


@kernel
def write_hand(cards: Any, out: Any, at: int) -> int:
    """Writes the counts of a hand by direction; returns where they end."""
    for direction in range(NUM_DIRECTIONS):
        out[at + direction] = cards[direction]
    return at + NUM_DIRECTIONS


@kernel
def write_turn(s: Record, player: int, turn: int, out: Any, at: int, position: int) -> None:
    """Writes one turn of the log: the public facts and what `player` adds of its own (KD12)."""
    scale = np.float32(1) / np.float32(s.options.board_size - 1)
    kind = s.log_kind[turn]
    out[at] = turn % 2 == player  # turns alternate (K5)
    out[at + 1] = kind == MOVE_TURN
    out[at + 2] = kind == ATTACK_TURN
    out[at + 3] = kind == PASS_TURN
    if s.log_guess[turn] > 0:
        out[at + 3 + s.log_guess[turn]] = 1
    out[at + 8] = s.log_right[turn]
    if s.log_card[player, turn] > 0:
        out[at + 8 + s.log_card[player, turn]] = 1
    out[position] = s.log_x[player, turn] * scale
    out[position + 1] = s.log_y[player, turn] * scale
