"""Effects of devices and monsters, and the tokens: secrets and prisoners (CC17, CC18, CC41)."""

from __future__ import annotations

from ..core.decks import draw_cards
from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below
from .cards import ask_for_trash, gain_card
from .cubes import add_ghost, enrage, heal, make_clank, make_own_clank, take_back_clank
from .state import EFFECT, INSIDE
from .tables import (
    ADVENTURER,
    BARBARIAN,
    BARBARIAN_SWORDS,
    BOOTS,
    CLANK,
    CLERIC,
    CLERIC_HEAL,
    COSTS_LOCKPICK,
    COUPON,
    DRAW,
    EGG,
    FIRST_OF_RESERVE,
    FIRST_PRISONER,
    FREE_PRISONER,
    GOLD,
    GOLD2,
    GOLD5,
    HAUNTED,
    HEAL,
    LOCKPICK,
    LOCKPICK1,
    MAJOR,
    MAJOR_SECRET,
    MINOR,
    MINOR_SECRET,
    NUM_ALTERNATIVES,
    NUM_KEPT,
    NUM_TOKENS,
    OTHERS_CLANK,
    PILE_OF,
    PRISONER,
    SECRET_TOME,
    SKILL,
    SKILL5,
    SPRING,
    SWORDS,
    TELEPORT,
    TOKEN_AMOUNT,
    TOME,
    TRASH,
    USE_AMOUNT,
    USE_OP,
)


@seldom
def left_in_pile(s: Record, pile: int) -> int:
    """Tokens left in a pile."""
    left = whole(0)
    for kind in range(NUM_TOKENS):
        left += s.tokens_left[kind] * (PILE_OF[kind] == pile)
    return left


@seldom
def take_token(s: Record, seat: int, pile: int) -> None:
    """Reveals a random token of the pile, if one is left, and does what happens at once (CC41)."""
    left = left_in_pile(s, pile)
    if left == 0:
        return
    number = below(s, left)
    token = 0
    for kind in range(NUM_TOKENS):
        if PILE_OF[kind] == pile:
            if 0 <= number < s.tokens_left[kind]:
                token = kind
            number -= s.tokens_left[kind]
    s.tokens_left[token] -= 1
    if token < NUM_KEPT:
        s.tokens[seat, token] += 1
        s.prisoners[seat] += (token >= FIRST_PRISONER) & (token != COUPON)  # CCD27
        if token in (EGG, ADVENTURER):
            enrage(s)
        elif token == BARBARIAN:
            s.swords += BARBARIAN_SWORDS
        elif token == CLERIC:
            heal(s, seat, CLERIC_HEAL)
        elif token == HAUNTED:
            add_ghost(s)
    elif token == SKILL5:
        s.skill += TOKEN_AMOUNT[token]
    elif token in (GOLD5, GOLD2):
        s.gold[seat] += TOKEN_AMOUNT[token]
    elif token == LOCKPICK1:
        s.lockpicks[seat] += TOKEN_AMOUNT[token]
    elif token == SPRING:
        s.springs += TOKEN_AMOUNT[token]


@kernel
def take_reserve_card(s: Record, seat: int, pile: int) -> None:
    """A card of a Reserve pile to the discard pile, if one is left (CC35, CCD12)."""
    if s.reserve[pile] > 0:
        s.reserve[pile] -= 1
        gain_card(s, seat, FIRST_OF_RESERVE + pile)


@seldom
def use_text(s: Record, seat: int, kind: int) -> None:
    """The USE or DEFEAT text of a card of the Row; asks where there are two alternatives (CCD11)."""
    if COSTS_LOCKPICK[kind] > 0:
        s.lockpicks[seat] -= 1
    if NUM_ALTERNATIVES[kind] > 1:
        s.asked_kind = 1 + kind
        s.phase = EFFECT
    else:
        take_effects(s, seat, kind, 0)


@seldom
def take_effects(s: Record, seat: int, kind: int, alternative: int) -> None:
    """The effects of one alternative, in the order written."""
    for place in range(2):
        if USE_OP[kind, alternative, place] > 0:
            take_effect(s, seat, USE_OP[kind, alternative, place], USE_AMOUNT[kind, alternative, place])


@kernel
def take_effect(s: Record, seat: int, effect: int, amount: int) -> None:
    """One effect; what cannot be done is lost."""
    if effect == SKILL:
        s.skill += amount
    elif effect == SWORDS:
        s.swords += amount
    elif effect == BOOTS:
        s.boots += amount
    elif effect == GOLD:
        s.gold[seat] += amount
    elif effect == CLANK:
        if amount > 0:
            make_own_clank(s, seat, amount)
        else:
            take_back_clank(s, seat, -amount)
    elif effect == DRAW:
        draw_cards(s, seat, amount)
    elif effect == HEAL:
        heal(s, seat, amount)
    elif effect == LOCKPICK:
        s.lockpicks[seat] += amount
    elif effect == TELEPORT:
        s.teleports += amount
    elif effect == TRASH:
        ask_for_trash(s, seat)
    elif effect in (MAJOR_SECRET, MINOR_SECRET, FREE_PRISONER):
        pile = MAJOR if effect == MAJOR_SECRET else MINOR if effect == MINOR_SECRET else PRISONER
        for _ in range(amount):
            take_token(s, seat, pile)
    elif effect == TOME:
        take_reserve_card(s, seat, SECRET_TOME - FIRST_OF_RESERVE)
    elif effect == OTHERS_CLANK:
        for other in range(s.num_players):
            if other != seat and s.status[other] == INSIDE:
                make_clank(s, other, amount)
