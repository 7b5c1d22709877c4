"""The order of seats round the table."""

from __future__ import annotations

from .kernels import Record, kernel

_BITS = 7  # all that a seat can have: the compiler sees that what they leave is not negative


@kernel
def clockwise(s: Record, seat: int, distance: int) -> int:
    """The seat `distance` ≤ num_players places clockwise from `seat`, whether in the game or not."""
    to = seat + distance
    return to - s.num_players * (to >= s.num_players) & _BITS
