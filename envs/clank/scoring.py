"""Damage and death, and how a game ends (CLD22, CLD23)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.outcomes import LOWEST, lead, share_win
from .state import DEAD, HALF, INSIDE

# Orders seats by points, then treasure points (at most 280), then health (at most 10).
_POINTS_STEP, _TREASURE_STEP = 1 << 16, 1 << 4


@kernel
def hurt(s: Record, seat: int, damage: int) -> None:
    """Takes health; at 0 the player is dead and out (CL11)."""
    left = max(0, whole(s.health[seat]) - damage)
    s.health[seat] = left
    if left == 0:
        s.status[seat] = DEAD


@kernel
def total_points(s: Record, seat: int) -> int:
    """Treasures, own cards and monsters (CL12), nothing halved."""
    return whole(s.treasure_points[seat]) + s.card_points[seat] + s.monster_points[seat]


@seldom
def finish(s: Record) -> None:
    """The game ends here: halved where that is due, then points, treasure points, health decide (CLD10, CLD23)."""
    best, winners = LOWEST, 0
    for seat in range(s.num_players):
        score = total_points(s, seat)
        if s.status[seat] == DEAD or (s.status[seat] == INSIDE and s.options.inside_at_end == HALF):
            score //= 2  # CL13, CLD9
        s.scores[seat] = score
        rank = score * _POINTS_STEP + whole(s.treasure_points[seat]) * _TREASURE_STEP + s.health[seat]
        best, winners = lead(best, winners, seat, rank)
    share_win(s, winners)
    s.terminated = True
