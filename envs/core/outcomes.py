"""What the end of a game pays, where several games pay alike."""

from __future__ import annotations

from .kernels import Record, kernel, seldom, whole

#: Below every rank: what to begin with where the best is sought.
LOWEST = -(1 << 62)


@kernel
def lead(best: int, leaders: int, seat: int, rank: int) -> tuple[int, int]:
    """Counts `seat` in, whose rank is `rank`: the best rank so far, and the seats that have it, bit p for seat p."""
    leaders = leaders if rank <= best else 0
    best = max(best, rank)
    return best, leaders | (rank == best) << seat


@seldom
def share_win(s: Record, winners: int) -> None:
    """Writes zero-sum returns: of n seats, w winners get (n − w) / (w (n − 1)) each, the others −1 / (n − 1).

    That is +1 for a single winner, and for several what drawing lots would be worth. `winners` has bit p for seat p.
    """
    n = whole(s.num_players)
    w = 0
    for seat in range(n):
        w += (winners >> seat) & 1
    for seat in range(n):
        won = (winners >> seat) & 1 == 1
        s.returns[seat] = (n - w) / (w * (n - 1)) if won else -1 / (n - 1)
