"""How turns begin and end (CLD13, CLD19, CLD22)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom
from ..core.seats import clockwise, num_inside
from .cards import clean_up, refill_row
from .scoring import finish
from .state import BEFORE, INSIDE
from .tables import CHARM, CUP, EYE, RING, SANDALS


@kernel
def begin_turn(s: Record, seat: int) -> None:
    """Pools hold what treasures give each own turn; only treasures taken before this turn do (CLD17)."""
    s.to_act = seat
    s.phase = BEFORE
    s.attack = s.treasures[seat, RING]
    s.buy = s.treasures[seat, EYE]
    s.extra_moves = s.treasures[seat, SANDALS]
    s.ward = s.treasures[seat, CHARM]
    s.cup_works |= s.treasures[seat, CUP]
    s.began_on_exit = s.position[seat] == 0


@seldom
def close_turn(s: Record, seat: int) -> None:
    """What follows the cubes: the market, a new hand, the next seat; the first alone where the seat is out (CLD22)."""
    if num_inside(s) == 0:
        finish(s)
        return
    refill_row(s)
    if s.status[seat] == INSIDE:
        clean_up(s, seat)
    s.turns += 1
    following = clockwise(s, seat, 1)
    for _ in range(s.num_players):
        if s.status[following] != INSIDE:
            following = clockwise(s, following, 1)
    begin_turn(s, following)
    s.truncated = s.turns >= s.options.max_turns
