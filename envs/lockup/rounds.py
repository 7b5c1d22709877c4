"""The order of a round (LD15), upkeep (LD19), and the end of the game (LD11, LD20)."""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, whole
from ..core.outcomes import LOWEST, lead, share_win
from ..core.seats import clockwise
from .actions import FEED, LOSE_POINTS, PAY_GOLD
from .effects import draw_monster, give_monster
from .state import LEGENDARY_ROUND, LUMP, PER_WORKER, PLACING, ROUNDS, UPKEEP, WORKERS
from .tables import (
    COMMON,
    FOOD_INCOME,
    FREE_COMMONS,
    GOLD_INCOME,
    GOLD_LEFT,
    KIN_OF,
    KINS_HELD,
    LEGENDARY,
    MISSION_MEASURE,
    MISSION_NEEDS,
    MISSION_POINTS,
    NUM_CONCEALED,
    NUM_KINS,
    NUM_MISSIONS,
    NUM_MONSTERS,
    PLACES,
    POINTS_PER_KIN,
    POINTS_PER_MONSTER,
    PRINTED_POWER,
    TIERS,
    UPKEEP_CUT,
)

NUM_TIERS = len(TIERS)
NUM_PLACES = len(PLACES)
GOLD_FOR_UPKEEP, POINTS_FOR_UPKEEP = 2, 2  # L8


@kernel
def display_size(s: Record, tier: int) -> int:
    """How many monsters of `tier` are laid out this round, as far as the pile reaches (LD2)."""
    late = s.round_number >= LEGENDARY_ROUND
    if tier == COMMON:
        return s.num_players if late else 2 * s.num_players
    if tier == LEGENDARY:
        return s.num_players if late else 0
    return s.num_players


@kernel
def begin_round(s: Record) -> None:
    """The display, then income in seat order from the start player (LD15)."""
    for tier in range(NUM_TIERS):
        for _ in range(min(display_size(s, tier), s.pile_left[tier])):
            s.display[draw_monster(s, tier)] += 1
    s.haggled = 0
    for distance in range(s.num_players):
        seat = clockwise(s, s.start, distance)
        s.gold[seat] += s.modifiers[seat, GOLD_INCOME]
        s.food[seat] += s.modifiers[seat, FOOD_INCOME]
        for _ in range(min(s.modifiers[seat, FREE_COMMONS], s.pile_left[COMMON])):
            give_monster(s, seat, draw_monster(s, COMMON))
    s.fed = 0
    s.phase = PLACING
    s.to_act = s.start


@kernel
def proceed(s: Record) -> None:
    """Goes on to the next decision after an action of the seat to act: a placement, upkeep, the next round, the end."""
    n = s.num_players
    if s.phase == PLACING:
        for distance in range(1, n + 1):  # LD10, LD23
            seat = clockwise(s, s.to_act, distance)
            if s.workers[seat] > 0 and s.out[seat] == 0:
                s.to_act = seat
                return
        for kind in range(NUM_MONSTERS):  # what nobody hired leaves the game (LD2)
            s.display[kind] = 0
        for place in range(NUM_PLACES):  # workers go home (L8)
            s.occupied[place] = 0
        for seat in range(n):
            s.workers[seat] = WORKERS
            s.out[seat] = 0
        s.phase = UPKEEP
    if s.to_feed > 0:
        return
    while s.fed < n:
        seat = clockwise(s, s.start, s.fed)
        if owes_upkeep(s, seat):
            s.to_act = seat
            return
        s.fed += 1
    if s.round_number == ROUNDS:
        finish(s)
    else:
        s.round_number += 1
        s.start = clockwise(s, s.start, 1)
        begin_round(s)


@kernel
def owes_upkeep(s: Record, seat: int) -> bool:
    """Pays what is paid automatically, and sets `to_feed`; whether a decision is left to `seat` (LD19)."""
    need = max(0, WORKERS - s.modifiers[seat, UPKEEP_CUT])
    if s.options.upkeep == PER_WORKER:
        s.to_feed = need
    elif s.food[seat] >= need:
        s.food[seat] -= need
    else:
        s.to_feed = 1
    return s.to_feed > 0


@kernel
def legal_upkeep(s: Record, seat: int, mask: Any) -> None:
    """Food, worker by worker only; gold where there are 2; points always (LD19)."""
    mask[FEED] = (s.options.upkeep != LUMP) & (s.food[seat] > 0)
    mask[PAY_GOLD] = s.gold[seat] >= GOLD_FOR_UPKEEP
    mask[LOSE_POINTS] = 1


@kernel
def pay_upkeep(s: Record, seat: int, action: int) -> None:
    """One decision of the upkeep (LD19)."""
    if action == FEED:
        s.food[seat] -= 1
    elif action == PAY_GOLD:
        s.gold[seat] -= GOLD_FOR_UPKEEP
    else:
        s.penalty[seat] += POINTS_FOR_UPKEEP
    s.to_feed -= 1
    s.fed += s.to_feed == 0


@kernel
def count_kin(s: Record, seat: int, kin: int) -> int:
    """Monsters of `kin` that `seat` holds."""
    count = 0
    for kind in range(NUM_MONSTERS):
        count += s.monsters[seat, kind] * (KIN_OF[kind] == kin)
    return count


@kernel
def score(s: Record, seat: int) -> int:
    """Monsters, events, commanders that score, missions, less penalties (LD11, LD20)."""
    total = s.points[seat] + s.bonus[seat] - s.penalty[seat]
    kins = 0
    most = 0
    for kin in range(NUM_KINS):
        count = count_kin(s, seat, kin)
        kins += count > 0
        most = max(most, count)
        for commander in range(NUM_CONCEALED):
            held = s.face_down[seat, commander]
            total += held * (POINTS_PER_MONSTER[commander, kin] * count + POINTS_PER_KIN[commander] * (count > 0))
    for mission in range(NUM_MISSIONS):
        measure = MISSION_MEASURE[mission]
        if measure == KINS_HELD:
            reached = kins
        elif measure == PRINTED_POWER:
            reached = s.power[seat]
        elif measure == GOLD_LEFT:
            reached = s.gold[seat]
        else:
            reached = most
        if s.missions[seat, mission] > 0 and reached >= MISSION_NEEDS[mission]:
            total += MISSION_POINTS[mission]
    return total


@kernel
def finish(s: Record) -> None:
    """Scores are announced; most points win, then most gold; those still equal share (LD11)."""
    best, winners = LOWEST, 0
    for seat in range(s.num_players):
        s.scores[seat] = score(s, seat)
        rank = whole(s.scores[seat]) * 256 + s.gold[seat]
        best, winners = lead(best, winners, seat, rank)
    share_win(s, winners)
    s.terminated = True
