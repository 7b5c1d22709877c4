"""The seats round the table: their order, and who is still in the game."""

from __future__ import annotations

from .kernels import Record, kernel

_BITS = 7  # all that a seat can have: the compiler sees that what they leave is not negative


@kernel
def clockwise(s: Record, seat: int, distance: int) -> int:
    """The seat `distance` ≤ num_players places clockwise from `seat`, whether in the game or not."""
    to = seat + distance
    return to - s.num_players * (to >= s.num_players) & _BITS


@kernel
def num_inside(s: Record) -> int:
    """Seats still in the game, where a record says so: a field ``status`` a seat, 0 as long as it is in."""
    inside = 0
    for seat in range(s.num_players):
        inside += s.status[seat] == 0
    return inside
