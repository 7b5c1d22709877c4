"""What the end of a game pays, where several games pay alike."""

from __future__ import annotations

from .kernels import Record, seldom, whole


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
