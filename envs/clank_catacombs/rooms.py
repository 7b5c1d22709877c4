"""What a room offers: Artifacts, Wayshrines, locked features, the Market; and tokens that were kept (CC19 to CC22)."""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, seldom, whole
from .cubes import damage_of, enrage, heal
from .effects import left_in_pile, take_reserve_card, take_token
from .survey import survey
from .tables import (
    AMULET,
    AMULET_DAMAGE,
    AMULET_HEAL,
    BACKPACK,
    BOOT1,
    COUPON,
    COUPON_VALUE,
    CROWN,
    CROWN_POINTS,
    FIRST_OF_RESERVE,
    HEAL1,
    HEAL2,
    KIT,
    KIT_LOCKPICKS,
    MAJOR,
    NUM_MARKET,
    PRICE,
    PRISONER,
    PUZZLE,
    SECRET_TOME,
    SWORD2,
    TOKEN_AMOUNT,
)
from .tiles import ARTIFACT_PLACE_OF, CHEST_OF, IS_MARKET, LIBRARY_OF, NUM_SHRINES, PRISON_OF, SHRINE_OF

_FREED = 2  # prisoners, CC20


@kernel
def can_take_artifact(s: Record, seat: int, room: int) -> bool:
    """Whether an Artifact lies there and the seat can carry one more (CC21, CCD19)."""
    place = ARTIFACT_PLACE_OF[room]
    lies = (place > 0) & (s.lying[max(place - 1, 0)] > 0)
    return lies & (s.num_artifacts[seat] < 1 + s.bought[seat, BACKPACK])


@kernel
def take_artifact(s: Record, seat: int, room: int) -> None:
    """The Artifact of the room; the Dragon grows angrier (CC21)."""
    place = max(ARTIFACT_PLACE_OF[room] - 1, 0)
    s.artifacts[seat, max(whole(s.lying[place]) - 1, 0)] = 1
    s.num_artifacts[seat] += 1
    s.lying[place] = 0
    survey(s)
    enrage(s)


@kernel
def can_mark(s: Record, seat: int, room: int) -> bool:
    """Whether there is a Wayshrine that the seat has not marked, and a cube in its supply (CC22)."""
    shrine = SHRINE_OF[room]
    return (shrine > 0) & (s.marks[seat, max(shrine - 1, 0)] == 0) & (s.supply[seat] > 0)


@kernel
def num_marks(s: Record, seat: int) -> int:
    """Wayshrines that the seat has marked."""
    marks = whole(0)
    for shrine in range(NUM_SHRINES):
        marks += s.marks[seat, shrine]
    return marks


@kernel
def mark_wayshrine(s: Record, seat: int, room: int) -> None:
    """A cube on the shrine, and Gold for all that the seat has marked (CC22)."""
    s.supply[seat] -= 1
    s.marks[seat, max(SHRINE_OF[room] - 1, 0)] = 1
    s.gold[seat] += num_marks(s, seat)


@kernel
def can_open_chest(s: Record, seat: int, room: int) -> bool:
    """CC20, CCD12: a Lockpick, a Chest that is closed, a Major Secret left."""
    chest = CHEST_OF[room]
    shut = (chest > 0) & (s.chests_opened[max(chest - 1, 0)] == 0)
    return shut & (s.lockpicks[seat] > 0) and left_in_pile(s, MAJOR) > 0


@kernel
def can_open_library(s: Record, seat: int, room: int) -> bool:
    """CC20, CCD12: a Lockpick, a Library that is closed, a Secret Tome left."""
    library = LIBRARY_OF[room]
    shut = (library > 0) & (s.libraries_opened[max(library - 1, 0)] == 0)
    return shut & (s.lockpicks[seat] > 0) & (s.reserve[SECRET_TOME - FIRST_OF_RESERVE] > 0)


@kernel
def can_open_prison(s: Record, seat: int, room: int) -> bool:
    """CC20, CCD12: a Lockpick, a Prison that is closed, a Prisoner left."""
    prison = PRISON_OF[room]
    shut = (prison > 0) & (s.prisons_opened[max(prison - 1, 0)] == 0)
    return shut & (s.lockpicks[seat] > 0) and left_in_pile(s, PRISONER) > 0


@kernel
def open_chest(s: Record, seat: int, room: int) -> None:
    """A random Major Secret."""
    s.lockpicks[seat] -= 1
    s.chests_opened[max(CHEST_OF[room] - 1, 0)] = 1
    take_token(s, seat, MAJOR)


@kernel
def open_library(s: Record, seat: int, room: int) -> None:
    """A Secret Tome of the Reserve."""
    s.lockpicks[seat] -= 1
    s.libraries_opened[max(LIBRARY_OF[room] - 1, 0)] = 1
    take_reserve_card(s, seat, SECRET_TOME - FIRST_OF_RESERVE)


@kernel
def open_prison(s: Record, seat: int, room: int) -> None:
    """Two random Prisoners, or the last one."""
    s.lockpicks[seat] -= 1
    s.prisons_opened[max(PRISON_OF[room] - 1, 0)] = 1
    for _ in range(_FREED):
        take_token(s, seat, PRISONER)


# --- the market -----------------------------------------------------------------------------------------------------


@kernel
def list_goods(s: Record, seat: int, room: int, goods: int) -> bool:
    """Whether the seat stands at a Market that has left what it may have (CC19, CC39)."""
    wounded = (goods != AMULET) | (damage_of(s, seat) >= AMULET_DAMAGE)
    return (IS_MARKET[room] > 0) & (s.market_left[goods] > 0) & wounded


@kernel
def mark_goods(s: Record, seat: int, room: int, mask: Any, at: int, with_coupon: int) -> None:
    """Writes into `mask` from `at` on what the seat can buy (CC19), and behind it what it can with the Coupon."""
    if IS_MARKET[room] > 0:
        has_coupon = s.tokens[seat, COUPON] > 0
        for goods in range(NUM_MARKET):
            offered = list_goods(s, seat, room, goods)
            mask[at + goods] = offered & (s.gold[seat] >= PRICE)
            mask[with_coupon + goods] = offered & has_coupon & (s.gold[seat] >= PRICE - COUPON_VALUE)


@seldom
def buy(s: Record, seat: int, goods: int, with_coupon: bool) -> None:
    """Pays the price, less what the Coupon is worth, and has what was bought (CC39, CC41, CCD20)."""
    s.gold[seat] -= PRICE - COUPON_VALUE * with_coupon
    s.tokens[seat, COUPON] -= with_coupon
    if goods == CROWN:
        s.crown_points[seat] += CROWN_POINTS[len(CROWN_POINTS) - max(whole(s.market_left[CROWN]), 1)]
    elif goods == AMULET:
        heal(s, seat, AMULET_HEAL)
    elif goods == KIT:
        s.lockpicks[seat] += KIT_LOCKPICKS
    s.market_left[goods] -= 1
    s.bought[seat, goods] += 1


# --- kept tokens ----------------------------------------------------------------------------------------------------


@kernel
def can_swap(s: Record, seat: int, room: int) -> bool:
    """A puzzle box in a Wayshrine room, while Major Secrets are left (CCD20)."""
    return (SHRINE_OF[room] > 0) & (s.tokens[seat, PUZZLE] > 0) and left_in_pile(s, MAJOR) > 0


@seldom
def use_token(s: Record, seat: int, token: int) -> None:
    """A token that was kept is used and leaves the game (CCD20)."""
    s.tokens[seat, token] -= 1
    if token in (HEAL2, HEAL1):
        heal(s, seat, TOKEN_AMOUNT[token])
    elif token == BOOT1:
        s.boots += TOKEN_AMOUNT[token]
    elif token == SWORD2:
        s.swords += TOKEN_AMOUNT[token]
    else:
        take_token(s, seat, MAJOR)
