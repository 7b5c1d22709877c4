"""A rule in a file of its own."""

from __future__ import annotations

from ..core.kernels import Record, kernel

BONUS = 1


@kernel
def bonus(s: Record) -> int:
    """Points on top for banking."""
    return BONUS
