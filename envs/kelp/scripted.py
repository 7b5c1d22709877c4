"""A sensible player of Kelp, as weights of actions: it knows what its seat knows, and mixes so as not to be read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel
from .rules import ATTACK, GUESS, PASS, STEP_X, STEP_Y, distance_between, on_board_outside_start
from .state import MOVE_TURN, NUM_DIRECTIONS, OUTCOME

_FORWARD, _BACKWARD, _DANGER, _UNLIKELY = np.float32(1), np.float32(0.1), np.float32(0.01), np.float32(0.02)


@kernel
def is_forward(seat: int, direction: int) -> bool:
    """Whether a step in `direction` brings `seat` nearer the opponent's start cell (K15)."""
    away = STEP_X[direction] + STEP_Y[direction]
    return away > 0 if seat == 0 else away < 0


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Attacks what is within reach, walks towards the opponent's start cell and out of the opponent's reach, and
    guesses the steps that would help the opponent most.
    """
    seat = s.to_act
    if s.guessing:
        weigh_guesses(s, seat, mask, weights)
        return
    if mask[ATTACK] and thinks_within_reach(s, seat):
        weights[ATTACK] = 1
        return
    moves = 0
    for direction in range(NUM_DIRECTIONS):
        if mask[direction]:
            moves += 1
            weights[direction] = _FORWARD if is_forward(seat, direction) else _BACKWARD
            if leads_into_reach(s, seat, direction):
                weights[direction] *= _DANGER
    if moves == 0:
        weights[ATTACK] = mask[ATTACK]
        weights[PASS] = mask[PASS]


@kernel
def thinks_within_reach(s: Record, seat: int) -> bool:
    """Whether the opponent is known to stand within one cell: seen, or bumped into in the last own turn."""
    if s.options.reveal != OUTCOME:
        return distance_between(s) <= 1
    turn = s.turns - 2
    if turn < 0 or s.log_kind[turn] != MOVE_TURN or s.log_right[turn]:
        return False
    direction = s.log_card[seat, turn] - 1
    before_x = s.log_x[seat, turn - 1] if turn > 0 else (0 if seat == 0 else s.options.board_size - 1)
    before_y = s.log_y[seat, turn - 1] if turn > 0 else before_x
    to_x = before_x + STEP_X[direction]
    to_y = before_y + STEP_Y[direction]
    stayed = s.log_x[seat, turn] != to_x or s.log_y[seat, turn] != to_y
    return stayed and on_board_outside_start(s, seat, to_x, to_y)


@kernel
def leads_into_reach(s: Record, seat: int, direction: int) -> bool:
    """Whether a step ends where the opponent, seen and still armed, can attack at once."""
    opponent = 1 - seat
    if s.options.reveal == OUTCOME or s.attacks[opponent] == 0:
        return False
    dx = s.x[seat] + STEP_X[direction] - s.x[opponent]
    dy = s.y[seat] + STEP_Y[direction] - s.y[opponent]
    return abs(dx) <= 1 and abs(dy) <= 1


@kernel
def weigh_guesses(s: Record, seat: int, mask: Any, weights: Any) -> None:
    """Weighs the cards to guess with by how much the step would help the mover, if the mover can make it at all."""
    mover = 1 - seat
    seen = s.options.reveal != OUTCOME
    for direction in range(NUM_DIRECTIONS):
        if not mask[GUESS + direction]:
            continue
        weights[GUESS + direction] = _FORWARD if is_forward(mover, direction) else _BACKWARD
        if seen:
            x = s.x[mover] + STEP_X[direction]
            y = s.y[mover] + STEP_Y[direction]
            free = on_board_outside_start(s, mover, x, y) and (x != s.x[seat] or y != s.y[seat])
            if s.move_cards[mover, direction] == 0 or not free:
                weights[GUESS + direction] *= _UNLIKELY
