"""Cards: what a card does when played, conditions that come true (CC44, CCD11), clean-up (CC24), choosing cards."""

from __future__ import annotations

from ..core.decks import draw_cards, leave_hand
from ..core.kernels import Record, kernel, seldom, whole
from .cubes import heal, make_own_clank, take_back_clank
from .state import ANYTHING, DISCARDED, HAND, PILE, ROOM_BITS, SPRING_PILE, SPRINGS, TRASHED
from .tables import (
    ARTIFACT_FACT,
    BOOTS_OF,
    CARD_POINTS,
    CLANK_FACT,
    CLANK_OF,
    COMPANION_FACT,
    DISCARD_DRAW,
    DISCARD_GOLD,
    DRAW_OF,
    GOLD_OF,
    HEAL_OF,
    IS_COMPANION,
    LOCKPICK_OF,
    MAY_DISCARD,
    NUM_CARDS,
    NUM_WAITING,
    PRISONERS_FACT,
    SECRET_TOME,
    SKILL_OF,
    SWORDS_OF,
    TELEPORT_OF,
    TOME_FACT,
    TRASH_OF,
    WAITING_BOOTS,
    WAITING_DRAW,
    WAITING_FACT,
    WAITING_GOLD,
    WAITING_HEAL,
    WAITING_OF,
    WAITING_SKILL,
)
from .tiles import ROOM_FACTS

_COMPANIONS, _CLANK, _PRISONERS = 2, 2, 2  # as many make the conditions true


# --- hands ----------------------------------------------------------------------------------------------------------


@kernel
def gain_card(s: Record, seat: int, kind: int) -> None:
    """A card comes to the seat's discard pile (CC16)."""
    s.discard[seat, kind] += 1
    s.discard_size[seat] += 1
    s.card_points[seat] += CARD_POINTS[kind]


@kernel
def clean_up(s: Record, seat: int) -> None:
    """The play area goes to the discard pile, and five cards are drawn (CC24); the hand is empty by then."""
    for kind in range(NUM_CARDS):
        s.discard[seat, kind] += s.played[kind]
        s.discard_size[seat] += s.played[kind]
        s.played[kind] = 0
    draw_cards(s, seat, HAND)


# --- playing --------------------------------------------------------------------------------------------------------


@kernel
def play_card(s: Record, seat: int, kind: int) -> None:
    """Lays the card into the play area and does what it prints, in the order of the table (CCD11)."""
    leave_hand(s, seat, kind)
    s.played[kind] += 1
    s.companions += IS_COMPANION[kind]
    s.skill += SKILL_OF[kind]
    s.swords += SWORDS_OF[kind]
    s.boots += BOOTS_OF[kind]
    s.gold[seat] += GOLD_OF[kind]
    if CLANK_OF[kind] > 0:
        make_own_clank(s, seat, CLANK_OF[kind])
    elif CLANK_OF[kind] < 0:
        take_back_clank(s, seat, -CLANK_OF[kind])
    if DRAW_OF[kind] > 0:
        draw_cards(s, seat, DRAW_OF[kind])
    heal(s, seat, HEAL_OF[kind])
    s.lockpicks[seat] += LOCKPICK_OF[kind]
    s.teleports += TELEPORT_OF[kind]
    if TRASH_OF[kind] > 0:
        ask_for_trash(s, seat)
    if WAITING_OF[kind] > 0:
        s.waiting[max(WAITING_OF[kind] - 1, 0)] += 1
    elif MAY_DISCARD[kind] > 0 and s.hand_size[seat] > 0:
        s.phase = DISCARDED


@kernel
def facts_now(s: Record, seat: int) -> int:
    """Bits of the conditions that are true now or have been this turn."""
    facts = whole(s.facts) | ROOM_FACTS[s.room[seat] & ROOM_BITS]
    facts |= COMPANION_FACT * (s.companions >= _COMPANIONS)
    facts |= CLANK_FACT * (s.clank_made >= _CLANK)
    facts |= ARTIFACT_FACT * (s.num_artifacts[seat] > 0)
    facts |= PRISONERS_FACT * (s.prisoners[seat] >= _PRISONERS)
    return facts | TOME_FACT * (whole(s.played[SECRET_TOME]) + s.discard[seat, SECRET_TOME] > 0)


@kernel
def settle(s: Record, seat: int) -> None:
    """Cards whose condition has come true pay (CC44)."""
    s.facts = facts_now(s, seat)
    due = whole(0)
    for number in range(NUM_WAITING):
        due |= WAITING_FACT[number] * (s.waiting[number] > 0)
    if due & s.facts:
        pay_waiting(s, seat)


@seldom
def pay_waiting(s: Record, seat: int) -> None:
    """Every card that waits for one of the facts pays once."""
    for number in range(NUM_WAITING):
        times = whole(s.waiting[number])
        if times > 0 and s.facts & WAITING_FACT[number]:
            s.waiting[number] = 0
            s.skill += times * WAITING_SKILL[number]
            s.boots += times * WAITING_BOOTS[number]
            s.gold[seat] += times * WAITING_GOLD[number]
            heal(s, seat, times * WAITING_HEAL[number])
            draw_cards(s, seat, times * WAITING_DRAW[number])


# --- choosing cards -------------------------------------------------------------------------------------------------


@kernel
def has_card_to_trash(s: Record, seat: int) -> bool:
    """Whether a card lies in the play area or in the discard pile."""
    lies = s.discard_size[seat] > 0
    for kind in range(NUM_CARDS):
        lies |= s.played[kind] > 0
    return lies


@kernel
def ask_for_trash(s: Record, seat: int) -> None:
    """Asks for a card to trash, if there is one."""
    if has_card_to_trash(s, seat):
        s.phase = TRASHED


@kernel
def choose_card(s: Record, seat: int, kind: int) -> None:
    """Discards the card, or trashes it once it is clear from where (CCD4)."""
    if s.phase == DISCARDED:
        s.phase = ANYTHING
        discard_card(s, seat, kind)
    elif s.played[kind] > 0 and s.discard[seat, kind] > 0:
        s.asked_kind = 1 + kind
        s.phase = PILE if s.phase == TRASHED else SPRING_PILE
    else:
        trash_card(s, seat, kind, s.played[kind] > 0)


@kernel
def discard_card(s: Record, seat: int, kind: int) -> None:
    """An unplayed card goes to the discard pile, and what that pays is had; facts are looked at before the draws."""
    leave_hand(s, seat, kind)
    s.discard[seat, kind] += 1
    s.discard_size[seat] += 1
    settle(s, seat)
    s.gold[seat] += DISCARD_GOLD
    draw_cards(s, seat, DISCARD_DRAW)


@kernel
def trash_card(s: Record, seat: int, kind: int, from_play: bool) -> None:
    """A card of the play area or of the discard pile leaves the game (CC43)."""
    if from_play:
        s.played[kind] -= 1
    else:
        s.discard[seat, kind] -= 1
        s.discard_size[seat] -= 1
    s.card_points[seat] -= CARD_POINTS[kind]
    s.asked_kind = 0
    if s.phase == SPRINGS or s.phase == SPRING_PILE:
        s.springs -= 1
        s.phase = SPRINGS
    else:
        s.phase = ANYTHING
