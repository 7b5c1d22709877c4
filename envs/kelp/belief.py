"""What a seat of Kelp cannot know, redrawn (KD12).

With ``reveal="cards"`` that is at most the opponent's card that lies face down. With ``reveal="outcome"`` it is every
card that the opponent has moved with and that was not guessed. All sequences of directions count alike that agree with
what the seat has seen: the guesses, the opponent's stock of cards, failed attacks, own collisions, own unhindered
steps, and how the game ended.

The opponent's rows of the log serve as the search's stack, so that nothing is allocated.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel
from ..core.rng import below, seed_state
from .rules import STEP_X, STEP_Y, can_play, nearer_seat, on_board_outside_start
from .state import ATTACK_TURN, BY_ATTACK, MOVE_TURN, NUM_DIRECTIONS, OUTCOME, SEPARATE

# Guessing whole sequences is quick where most of them agree, counting them all is sure. A mixture of the two is as
# uniform as each of them.
_QUICK_TRIES = 64


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Redraws what `player` cannot know and reseeds the game's stream, all from `seed`."""
    seed_state(s, seed)
    opponent = 1 - player
    pending = s.guessing and s.to_act == player
    if s.options.reveal != OUTCOME:
        if pending:
            redraw_face_down(s, opponent)
        return
    s.face_down[opponent] = 0
    for _ in range(_QUICK_TRIES):
        if try_sequence(s, player, pending):
            return
    total = walk_sequences(s, player, pending, -1)
    walk_sequences(s, player, pending, below(s, total))


@kernel
def redraw_face_down(s: Record, mover: int) -> None:
    """Each card that `mover` could have played is as likely as any other (KD12)."""
    playable = 0
    for direction in range(NUM_DIRECTIONS):
        if can_play(s, mover, direction):
            playable += 1
    left = below(s, playable)
    for direction in range(NUM_DIRECTIONS):
        if can_play(s, mover, direction):
            if left == 0:
                s.face_down[mover] = 1 + direction
                return
            left -= 1


@kernel
def restock(s: Record, opponent: int) -> None:
    """Gives `opponent` the movement cards that moves can have been made with: all but the guesses (K13, KD1)."""
    for direction in range(NUM_DIRECTIONS):
        s.move_cards[opponent, direction] = s.options.copies
    if s.options.guess_pool == SEPARATE:
        return
    for turn in range(s.turns):
        if turn % 2 != opponent and s.log_guess[turn] > 0:
            s.move_cards[opponent, s.log_guess[turn] - 1] -= 1


@kernel
def is_unknown(s: Record, opponent: int, turn: int) -> bool:
    """Whether `turn` was a move of `opponent` whose card the guess did not give away."""
    return turn % 2 == opponent and s.log_kind[turn] == MOVE_TURN and not s.log_right[turn]


@kernel
def replay_turn(s: Record, player: int, turn: int) -> bool:
    """Writes where the opponent stands after `turn`, given its card; False if `player` saw what contradicts it."""
    opponent = 1 - player
    last = s.options.board_size - 1
    if turn == 0:  # K2
        own_x = 0 if player == 0 else last
        x = last - own_x
        own_y = own_x
        y = x
    else:
        own_x = s.log_x[player, turn - 1]
        own_y = s.log_y[player, turn - 1]
        x = s.log_x[opponent, turn - 1]
        y = s.log_y[opponent, turn - 1]
    kind = s.log_kind[turn]
    agrees = True
    if kind == MOVE_TURN and not s.log_right[turn]:
        if turn % 2 == opponent:
            direction = s.log_card[opponent, turn] - 1
            to_x = x + STEP_X[direction]
            to_y = y + STEP_Y[direction]
            if on_board_outside_start(s, opponent, to_x, to_y) and (to_x != own_x or to_y != own_y):
                x = to_x
                y = to_y
        else:
            direction = s.log_card[player, turn] - 1
            to_x = own_x + STEP_X[direction]
            to_y = own_y + STEP_Y[direction]
            if on_board_outside_start(s, player, to_x, to_y):  # elsewhere the pawn stays whoever stands where
                hindered = s.log_x[player, turn] != to_x or s.log_y[player, turn] != to_y
                agrees = hindered == (x == to_x and y == to_y)
    elif kind == ATTACK_TURN:
        within_reach = abs(own_x - x) <= 1 and abs(own_y - y) <= 1
        succeeded = s.ended_by == BY_ATTACK and turn == s.turns - 1
        agrees = within_reach == succeeded
    s.log_x[opponent, turn] = x
    s.log_y[opponent, turn] = y
    return agrees


@kernel
def place_opponent(s: Record, opponent: int) -> bool:
    """Puts the opponent's pawn where the log says; False if the game ended otherwise than it would from there."""
    if s.turns == 0:
        last = s.options.board_size - 1
        s.x[opponent] = 0 if opponent == 0 else last
        s.y[opponent] = s.x[opponent]
    else:
        s.x[opponent] = s.log_x[opponent, s.turns - 1]
        s.y[opponent] = s.log_y[opponent, s.turns - 1]
    if not s.terminated or s.ended_by == BY_ATTACK:
        return True
    nearer = nearer_seat(s)
    if nearer < 0:
        return s.returns[0] == 0
    return s.returns[nearer] > 0


@kernel
def try_sequence(s: Record, player: int, pending: bool) -> bool:
    """Draws every unknown card on its own; True if the sequence agrees with all that `player` has seen."""
    opponent = 1 - player
    restock(s, opponent)
    for turn in range(s.turns):
        s.log_card[opponent, turn] = 0
        if turn % 2 == opponent and s.log_kind[turn] == MOVE_TURN:
            if s.log_right[turn]:
                direction = s.log_guess[turn] - 1
            elif s.log_guess[turn] > 0:
                direction = (s.log_guess[turn] + below(s, NUM_DIRECTIONS - 1)) % NUM_DIRECTIONS
            else:
                direction = below(s, NUM_DIRECTIONS)
            if s.move_cards[opponent, direction] == 0:
                return False
            s.move_cards[opponent, direction] -= 1
            s.log_card[opponent, turn] = 1 + direction
        if not replay_turn(s, player, turn):
            return False
    if pending:
        direction = below(s, NUM_DIRECTIONS)
        if s.move_cards[opponent, direction] == 0:
            return False
        s.face_down[opponent] = 1 + direction
    return place_opponent(s, opponent)


@kernel
def walk_sequences(s: Record, player: int, pending: bool, target: int) -> int:
    """Goes through the sequences that agree with what `player` has seen, in order, and counts them.

    With ``target >= 0`` it stops at the sequence of that number and leaves it in the record.
    """
    opponent = 1 - player
    restock(s, opponent)
    s.log_card[opponent, :] = 0
    for turn in range(s.turns):
        if turn % 2 == opponent and s.log_kind[turn] == MOVE_TURN and s.log_right[turn]:
            direction = s.log_guess[turn] - 1
            s.log_card[opponent, turn] = 1 + direction
            s.move_cards[opponent, direction] -= 1
    count = 0
    turn = 0
    while turn >= 0:
        if turn == s.turns:
            found = count_ends(s, opponent, pending)
            if target >= 0 and count + found > target:
                if pending:
                    lay_face_down(s, opponent, target - count)
                return count
            count += found
            turn = step_back(s, opponent, turn)
        elif not is_unknown(s, opponent, turn):
            turn = turn + 1 if replay_turn(s, player, turn) else step_back(s, opponent, turn)
        elif not next_card(s, opponent, turn):
            turn = step_back(s, opponent, turn)
        elif replay_turn(s, player, turn):
            turn += 1
    return count


@kernel
def count_ends(s: Record, opponent: int, pending: bool) -> int:
    """How many complete sequences the cards chosen so far stand for: one, or one a card that may lie face down."""
    if not place_opponent(s, opponent):
        return 0
    if not pending:
        return 1
    kinds = 0
    for direction in range(NUM_DIRECTIONS):
        kinds += s.move_cards[opponent, direction] > 0
    return kinds


@kernel
def lay_face_down(s: Record, opponent: int, number: int) -> None:
    """Lays the `number`-th kind of card that the opponent holds face down."""
    for direction in range(NUM_DIRECTIONS):
        if s.move_cards[opponent, direction] > 0:
            if number == 0:
                s.face_down[opponent] = 1 + direction
                return
            number -= 1


@kernel
def next_card(s: Record, opponent: int, turn: int) -> bool:
    """Takes back the card tried at `turn` and tries the next one in stock; False, with none tried, after the last."""
    tried = s.log_card[opponent, turn]
    if tried > 0:
        s.move_cards[opponent, tried - 1] += 1
    for direction in range(tried, NUM_DIRECTIONS):
        if s.move_cards[opponent, direction] > 0 and s.log_guess[turn] != 1 + direction:
            s.move_cards[opponent, direction] -= 1
            s.log_card[opponent, turn] = 1 + direction
            return True
    s.log_card[opponent, turn] = 0
    return False


@kernel
def step_back(s: Record, opponent: int, turn: int) -> int:
    """The last turn before `turn` at which another card can be tried; -1 if there is none."""
    turn -= 1
    while turn >= 0 and not is_unknown(s, opponent, turn):
        turn -= 1
    return turn
