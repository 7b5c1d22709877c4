"""The rules of Kelp as kernels. Rule numbers (K…) and decisions (KD…) are those of the documentation page.

Actions: 0–3 play a movement card face down (north, south, east, west), 4–7 guess, 8 attack, 9 pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel
from .state import (
    ATTACK_TURN,
    BUMP,
    BY_ATTACK,
    BY_CARDS,
    BY_PASSES,
    MAX_TURNS,
    MOVE_TURN,
    NUM_DIRECTIONS,
    OUTCOME,
    PASS_TURN,
    SEPARATE,
)

MOVE, GUESS, ATTACK, PASS = 0, 4, 8, 9

#: Columns east and rows south that a step in each direction goes (KD8).
STEP_X = np.array([0, 0, 1, -1])
STEP_Y = np.array([-1, 1, 0, 0])


@kernel
def new(s: Record) -> None:
    """Pawns on opposite corners (K2, KD7), all cards in hand (K3, KD6), the shark to begin (K5)."""
    s.x[0] = 0
    s.y[0] = 0
    s.x[1] = s.options.board_size - 1
    s.y[1] = s.options.board_size - 1
    for seat in range(2):
        s.attacks[seat] = s.options.attack_cards
        s.cards_left[seat] = NUM_DIRECTIONS * s.options.copies
        for direction in range(NUM_DIRECTIONS):
            s.move_cards[seat, direction] = s.options.copies
            if s.options.guess_pool == SEPARATE:  # KD1
                s.guess_cards[seat, direction] = s.options.copies


@kernel
def on_board_outside_start(s: Record, seat: int, x: int, y: int) -> bool:
    """Whether (x, y) is a cell that `seat` may enter if no pawn stands there (K11)."""
    # `&` and `|` instead of `and` and `or`: in random play a branch here would be mispredicted every other time.
    last = s.options.board_size - 1
    corner = last * (1 - seat)  # the opponent's start cell
    return (x >= 0) & (y >= 0) & (x <= last) & (y <= last) & ((x != corner) | (y != corner))


@kernel
def can_walk(s: Record, seat: int, direction: int) -> bool:
    """Whether a step of `seat` in `direction` is possible (K11)."""
    x = s.x[seat] + STEP_X[direction]
    y = s.y[seat] + STEP_Y[direction]
    return ((x != s.x[1 - seat]) | (y != s.y[1 - seat])) & on_board_outside_start(s, seat, x, y)


@kernel
def can_play(s: Record, seat: int, direction: int) -> bool:
    """Whether `seat` may play a card of `direction` as a move (KD2)."""
    free = (s.options.illegal_direction == BUMP) | can_walk(s, seat, direction)
    return (s.move_cards[seat, direction] > 0) & free


@kernel
def can_guess(s: Record, seat: int) -> bool:
    """Whether `seat` holds a card to guess with (KD1, KD4)."""
    if s.options.guess_pool == SEPARATE:
        held = 0
        for direction in range(NUM_DIRECTIONS):
            held += s.guess_cards[seat, direction]
        return held > 0
    return s.cards_left[seat] > 0


@kernel
def legal(s: Record, mask: Any) -> None:
    """Guess with a card one holds (K8, K13); else move or attack (K6); pass only if neither is possible (KD3)."""
    seat = s.to_act
    if s.guessing:
        separate = s.options.guess_pool == SEPARATE
        for direction in range(NUM_DIRECTIONS):
            held = s.guess_cards[seat, direction] if separate else s.move_cards[seat, direction]
            mask[GUESS + direction] = held > 0
        return
    mask[ATTACK] = s.attacks[seat] > 0  # K12, KD11
    choices = mask[ATTACK]
    for direction in range(NUM_DIRECTIONS):
        mask[MOVE + direction] = can_play(s, seat, direction)
        choices += mask[MOVE + direction]
    mask[PASS] = choices == 0


@kernel
def step(s: Record, action: int) -> None:
    """Carries out one legal action of the seat to act."""
    seat = s.to_act
    if action < GUESS:
        s.face_down[seat] = 1 + action  # K7
        if can_guess(s, 1 - seat):
            s.guessing = True
            s.to_act = 1 - seat
        else:
            resolve_move(s, seat, -1)  # KD4
    elif action < ATTACK:
        resolve_move(s, 1 - seat, action - GUESS)
    elif action == ATTACK:
        attack(s, seat)
    else:
        take_pass(s, seat)


@kernel
def resolve_move(s: Record, mover: int, guess: int) -> None:
    """Turns up the face-down card of `mover` against the `guess` (-1: none, KD4); both are spent (K9, K10)."""
    direction = s.face_down[mover] - 1
    right = guess == direction
    if not right and can_walk(s, mover, direction):  # under KD2's "bump" the step may be impossible
        s.x[mover] += STEP_X[direction]
        s.y[mover] += STEP_Y[direction]
    s.move_cards[mover, direction] -= 1
    s.cards_left[mover] -= 1
    if guess >= 0:
        guesser = 1 - mover
        if s.options.guess_pool == SEPARATE:
            s.guess_cards[guesser, guess] -= 1
        else:
            s.move_cards[guesser, guess] -= 1
            s.cards_left[guesser] -= 1
    s.face_down[mover] = 0
    s.guessing = False
    s.last_was_pass = False
    write_log(s, mover, MOVE_TURN, 1 + direction, 1 + guess, right)
    end_turn(s, mover)


@kernel
def distance_between(s: Record) -> int:
    """Chebyshev distance of the pawns (K12)."""
    return max(abs(s.x[0] - s.x[1]), abs(s.y[0] - s.y[1]))


@kernel
def attack(s: Record, seat: int) -> None:
    """Wins if the pawns are within one cell of each other, else the card is spent and the turn is over (K12)."""
    s.attacks[seat] -= 1
    s.last_was_pass = False
    write_log(s, seat, ATTACK_TURN, 0, 0, False)
    if distance_between(s) <= 1:
        s.turns += 1
        s.to_act = 1 - seat
        finish(s, BY_ATTACK, seat)
    else:
        end_turn(s, seat)


@kernel
def take_pass(s: Record, seat: int) -> None:
    """A stuck player keeps the cards; a second pass in a row ends the game (KD3)."""
    second = s.last_was_pass
    s.last_was_pass = True
    write_log(s, seat, PASS_TURN, 0, 0, False)
    if second:
        s.turns += 1
        s.to_act = 1 - seat
        finish(s, BY_PASSES, nearer_seat(s))
    else:
        end_turn(s, seat)


@kernel
def end_turn(s: Record, seat: int) -> None:
    """The turn passes (K5), unless both players are out of movement and attack cards (K14b, KD9)."""
    s.turns += 1
    s.to_act = 1 - seat
    if s.cards_left[0] == 0 and s.cards_left[1] == 0 and s.attacks[0] == 0 and s.attacks[1] == 0:
        finish(s, BY_CARDS, nearer_seat(s))


@kernel
def nearer_seat(s: Record) -> int:
    """The seat whose pawn is nearer the opponent's start cell, |dx| + |dy|; -1 where they are equally near (K15)."""
    last = s.options.board_size - 1
    shark = (last - s.x[0]) + (last - s.y[0])
    octopus = s.x[1] + s.y[1]
    if shark < octopus:
        return 0
    if octopus < shark:
        return 1
    return -1


@kernel
def finish(s: Record, ended_by: int, winner: int) -> None:
    """Ends the game: +1 to the winner, -1 to the loser, 0 to both in a draw (KD7)."""
    s.terminated = True
    s.ended_by = ended_by
    if winner >= 0:
        s.returns[winner] = 1
        s.returns[1 - winner] = -1


@kernel
def write_log(s: Record, seat: int, kind: int, card: int, guess: int, right: bool) -> None:
    """Logs the turn that is being completed (KD11, KD12); with reveal=cards there is nothing to remember."""
    turn = s.turns
    if s.options.reveal != OUTCOME or turn >= MAX_TURNS:  # the latter only where somebody set up a state
        return
    s.log_kind[turn] = kind
    s.log_guess[turn] = guess
    s.log_right[turn] = right
    s.log_card[seat, turn] = card
    for player in range(2):
        s.log_x[player, turn] = s.x[player]
        s.log_y[player, turn] = s.y[player]
