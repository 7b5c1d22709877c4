"""How turns begin and end (CC24, CC30, CC31, CCD8, CCD22, CCD24)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom
from ..core.seats import clockwise, num_inside
from .cards import clean_up, facts_now, has_card_to_trash
from .dragon import attack_for_the_out, refill_row
from .movement import has_arrived
from .scoring import finish
from .state import ALL_OUT, ANYTHING, ESCAPED, INSIDE, SPRINGS
from .tables import NUM_WAITING


@kernel
def begin_turn(s: Record, seat: int) -> None:
    """The facts that hold as the turn begins (CCD11)."""
    s.to_act = seat
    s.facts = facts_now(s, seat)


@kernel
def end_turn(s: Record, seat: int) -> None:
    """Pools are lost; then a card is trashed for every Spring found, as long as there is one (CCD8, CCD20)."""
    s.skill = 0
    s.swords = 0
    s.boots = 0
    s.teleports = 0
    s.quiet = 0
    s.phase = SPRINGS
    go_on_ending(s, seat)


@kernel
def go_on_ending(s: Record, seat: int) -> None:
    """Ends the turn unless another Spring asks for a card."""
    if s.springs == 0 or not has_card_to_trash(s, seat):
        close_turn(s, seat)


@kernel
def clear_turn(s: Record) -> None:
    """What counts within a turn starts anew."""
    s.phase = ANYTHING
    s.exhausted = 0
    s.mercy_used = 0
    s.clank_made = 0
    s.companions = 0
    s.springs = 0
    s.facts = 0
    s.rewarded = 0
    for number in range(NUM_WAITING):
        s.waiting[number] = 0


@seldom
def close_turn(s: Record, seat: int) -> None:
    """Clean-up, escape, refill and attack, then the next player's turn; those who are out have theirs in passing."""
    clear_turn(s)
    clean_up(s, seat)
    if has_arrived(s, seat):
        s.status[seat] = ESCAPED  # CCD22
        if num_inside(s) == 0:
            finish(s, ALL_OUT)
            return
    refill_row(s)
    if s.terminated:
        return
    s.turns += 1
    following = clockwise(s, seat, 1)
    while s.turns < s.options.max_turns and s.status[following] != INSIDE:
        attack_for_the_out(s)
        if s.terminated:
            return
        s.turns += 1
        following = clockwise(s, following, 1)
    if s.turns < s.options.max_turns:
        begin_turn(s, following)
    else:
        s.truncated = True  # CCD3
