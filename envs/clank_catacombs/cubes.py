"""Cubes: Clank! made and taken back, damage, healing, Ghosts; the dragon's anger."""

from __future__ import annotations

from ..core.kernels import Record, kernel, whole
from .state import MOST_HURT
from .tables import NUM_RAGE


@kernel
def make_clank(s: Record, seat: int, cubes: int) -> None:
    """Own cubes from the supply into the Clank! area, as far as the supply reaches (CC12)."""
    moved = min(cubes, whole(s.supply[seat]))
    s.supply[seat] -= moved
    s.area[seat] += moved


@kernel
def make_own_clank(s: Record, seat: int, cubes: int) -> None:
    """Clank! of the own turn: left-over −Clank! takes it back at once; an empty supply makes nothing (CCD10)."""
    if s.supply[seat] > 0:
        taken_back = min(cubes, whole(s.quiet))
        s.quiet -= taken_back
        made = min(cubes - taken_back, whole(s.supply[seat]))
        s.supply[seat] -= made
        s.area[seat] += made
        s.clank_made += made + taken_back


@kernel
def take_back_clank(s: Record, seat: int, cubes: int) -> None:
    """−Clank!: own cubes out of the area; what is left over works against Clank! made later in the turn (CC44)."""
    moved = min(cubes, whole(s.area[seat]))
    s.area[seat] -= moved
    s.supply[seat] += moved
    s.quiet += cubes - moved


@kernel
def damage_of(s: Record, seat: int) -> int:
    """Spaces of the health counter that are full (CC36)."""
    return whole(s.hurt_own[seat]) + s.hurt_black[seat] + s.hurt_marker[seat]


@kernel
def most_damage(s: Record, seat: int) -> int:
    """Damage that may be taken of one's own will (CC45)."""
    return max(0, min(whole(s.supply[seat]), MOST_HURT - damage_of(s, seat)))


@kernel
def heal(s: Record, seat: int, amount: int) -> None:
    """Takes cubes off the counter: own ones, then black ones, then markers (CCD21)."""
    own = min(amount, whole(s.hurt_own[seat]))
    s.hurt_own[seat] -= own
    s.supply[seat] += own
    black = min(amount - own, whole(s.hurt_black[seat]))
    s.hurt_black[seat] -= black
    s.black_aside += black
    s.hurt_marker[seat] -= min(amount - own - black, whole(s.hurt_marker[seat]))


@kernel
def add_ghost(s: Record) -> None:
    """A Ghost from the Bank into the Clank! area, if one is left (CC23, CCD12)."""
    moved = whole(s.ghosts_bank > 0)
    s.ghosts_bank -= moved
    s.ghosts_area += moved


@kernel
def enrage(s: Record) -> None:
    """The Dragon marker goes up one space; it stays on the last one (CC37)."""
    s.rage = min(whole(s.rage) + 1, NUM_RAGE - 1)
