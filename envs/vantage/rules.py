"""The rules of Vantage as kernels. Rule numbers (V…) and decisions (VD…) are those of the documentation page.

Actions: 0–35 score a card of that kind, 36–71 play its ability, 72–107 exchange it, 108–143 choose it inside an
ability, then three for opponents by their distance clockwise, stop (OVERCLOCK), and pass.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, seldom, whole
from ..core.outcomes import LOWEST, lead, share_win
from ..core.records import mark_present
from ..core.rng import below
from ..core.seats import clockwise
from .cards import (
    ABILITY_OF,
    AMOUNT_OF,
    COURIER,
    DESTROYER,
    DUPLICATE,
    FORGER,
    HACKER,
    NUM_KINDS,
    OVERCLOCK,
    REPAIR,
    SABOTEUR,
    SALVAGER,
    SHIELD,
    SPY,
    SWAPPER,
    THIEF,
)
from .cards_in_play import (
    deal,
    discard,
    discard_older,
    draw,
    lay_in_area,
    place_that_leaves,
    show_random,
    take_from_hand,
    take_from_pile,
    take_into_hand_openly,
)
from .state import (
    ACTION,
    DISCARD,
    HAND_CARD,
    IMMEDIATE,
    MAX_SEATS,
    OPPONENT,
    OWN_SCORE,
    SEAT_BITS,
    THEIR_SCORE,
)

SCORE, ABILITY, EXCHANGE, CHOOSE = 0, NUM_KINDS, 2 * NUM_KINDS, 3 * NUM_KINDS
OPPONENTS = 4 * NUM_KINDS
STOP = OPPONENTS + MAX_SEATS - 1
PASS = STOP + 1

_HAND_AT_START = 7  # V2

# How far the turn has come, inside `step`.
_WAITING, _RESOLVING, _RESOLVED, _TURN_OVER = 0, 1, 2, 3


@seldom
def new(s: Record) -> None:
    """Seven cards each (V2); seat 0 begins (VD6)."""
    deal(s, _HAND_AT_START)
    begin_turn(s, 0)


@kernel
def begin_turn(s: Record, seat: int) -> None:
    """The shield ends (VD13), a card is drawn (V5, VD9)."""
    s.to_act = seat
    s.shield[seat] = 0
    s.phase = ACTION
    if not draw(s, seat):
        s.last_round = True  # V14b


@kernel
def card_in_play(s: Record) -> int:
    """The kind of the card whose ability is being resolved: the copied one, if DUPLICATE copies one (V10)."""
    return (s.played if s.copied == 0 else s.copied) - 1


@kernel
def ability_in_play(s: Record) -> int:
    """The ability that is being resolved."""
    return ABILITY_OF[card_in_play(s)]


@kernel
def amount_in_play(s: Record) -> int:
    """The amount of the card whose ability is being resolved."""
    return AMOUNT_OF[card_in_play(s)]


@kernel
def is_target(s: Record, ability: int, seat: int, opponent: int) -> bool:
    """Whether `opponent` can be chosen for `ability` by `seat` (VD13); every score card has at least one point."""
    if ability in (SPY, THIEF):
        return s.hand_size[opponent] > 0
    if s.shield[opponent] > 0:
        return False
    if ability == SABOTEUR:
        return True
    if ability == DESTROYER:
        return s.points[opponent] > 0
    return s.points[opponent] > 0 and s.points[seat] > 0  # SWAPPER


@kernel
def can_be_copied(kind: int) -> bool:
    """Whether DUPLICATE may copy a card (VD15)."""
    ability = ABILITY_OF[kind]
    return (ability != DUPLICATE) & (ability != OVERCLOCK) & (ability != FORGER)


@kernel
def holds_copyable(s: Record, seat: int) -> bool:
    """Whether a hand holds a card that DUPLICATE may copy."""
    found = False
    for place in range(s.hand_size[seat]):
        found |= can_be_copied(s.hand[seat, place] - 1)
    return found


@kernel
def is_copying(s: Record) -> bool:
    """Whether the hand card to choose is the one that DUPLICATE copies."""
    return s.copied == 0 and ABILITY_OF[s.played - 1] == DUPLICATE


@kernel
def legal(s: Record, mask: Any) -> None:
    """A card and its use (V6, VD3); inside an ability the opponent or the card asked for (VD11)."""
    seat = s.to_act & SEAT_BITS
    phase = s.phase
    if phase == ACTION:
        own = (seat * MAX_SEATS + seat) * NUM_KINDS
        mark_present(s.known, own, NUM_KINDS, mask, SCORE)
        mark_present(s.known, own, NUM_KINDS, mask, ABILITY)
        if s.pile_size > 0:  # VD3
            mark_present(s.known, own, NUM_KINDS, mask, EXCHANGE)
        mask[PASS] = s.hand_size[seat] == 0  # VD10
    elif phase == OPPONENT:
        ability = ability_in_play(s)
        for distance in range(1, s.num_players):
            opponent = clockwise(s, seat, distance)
            mask[OPPONENTS + distance - 1] = is_target(s, ability, seat, opponent)
    elif phase == HAND_CARD:
        copying = is_copying(s)
        for place in range(s.hand_size[seat]):
            kind = max(whole(s.hand[seat, place]) - 1, 0)
            mask[CHOOSE + kind] = not copying or can_be_copied(kind)
        mask[STOP] = s.plays_left > 0  # OVERCLOCK may stop at any point (VD11)
    else:
        if phase == DISCARD:
            mark_present(s.pile_count, 0, NUM_KINDS, mask, CHOOSE)
        else:
            area = seat if phase == OWN_SCORE else max(s.target - 1, 0)
            mark_present(s.scored, area * NUM_KINDS, NUM_KINDS, mask, CHOOSE)


@kernel
def step(s: Record, action: int) -> None:
    """Carries out one legal action of the seat to act, then all that follows without a choice."""
    seat = s.to_act & SEAT_BITS
    phase = s.phase
    kind = action % NUM_KINDS
    if action >= OPPONENTS:
        progress = act_without_card(s, seat, action)
    elif phase in (ACTION, HAND_CARD):
        take_from_hand(s, seat, place_that_leaves(s, seat, kind))
        progress = use_hand_card(s, seat, action, kind)
    elif phase == DISCARD:
        take_from_pile(s, kind)
        take_into_hand_openly(s, seat, kind)
        progress = _RESOLVED
    elif phase == OWN_SCORE:
        swap(s, seat, kind)
        progress = _RESOLVED
    elif ability_in_play(s) == SWAPPER:
        s.their_card = 1 + kind
        s.phase = OWN_SCORE
        progress = _WAITING
    else:  # DESTROYER
        lay_in_area(s, s.target - 1, kind, -1)
        discard(s, kind)
        progress = _RESOLVED
    while progress in (_RESOLVING, _RESOLVED):
        if progress == _RESOLVING:
            progress = resolve(s, seat)
        else:
            progress = end_resolution(s)
    if progress == _TURN_OVER:
        end_turn(s, seat)


@seldom
def act_without_card(s: Record, seat: int, action: int) -> int:
    """An opponent chosen, OVERCLOCK stopped, or a pass."""
    if action == PASS:
        return _TURN_OVER
    if action == STOP:
        return _RESOLVED
    opponent = clockwise(s, seat, 1 + action - OPPONENTS)
    ability = ability_in_play(s)
    if ability == SPY:
        show_random(s, seat, opponent, amount_in_play(s))
    elif ability == SABOTEUR:
        s.penalty[opponent] += amount_in_play(s)
    elif ability == THIEF:
        # The stolen card is shown to everybody (VD18).
        take_into_hand_openly(s, seat, take_from_hand(s, opponent, below(s, s.hand_size[opponent])))
    else:
        s.target = 1 + opponent
        s.phase = THEIR_SCORE
        return _WAITING
    return _RESOLVED


@kernel
def use_hand_card(s: Record, seat: int, action: int, kind: int) -> int:
    """Puts a card that has just left the hand to its use."""
    if action >= EXCHANGE and action < CHOOSE:  # V11; laid down before the other is taken (VD17)
        top = s.pile[s.pile_size - 1] - 1
        take_from_pile(s, top)
        discard(s, kind)
        take_into_hand_openly(s, seat, top)
        return _TURN_OVER
    if action >= ABILITY and action < EXCHANGE:  # V9
        s.played = 1 + kind
        s.resolutions = 1
        return _RESOLVING
    ability = -1 if action < ABILITY else ability_in_play(s)
    if ability == HACKER:
        discard(s, kind)
        hack(s, seat)
        return _RESOLVED
    if ability == DUPLICATE:
        s.copied = 1 + kind
        s.resolutions = 2  # VD15
        return _RESOLVING
    if ability != FORGER:
        discard_older(s, seat, kind)  # VD4
    lay_in_area(s, seat, kind, 1)  # V7
    if ability < 0:
        return _TURN_OVER
    if ability == OVERCLOCK:
        s.plays_left -= 1
        if s.plays_left > 0 and s.hand_size[seat] > 0:
            return _WAITING
    return _RESOLVED


@seldom
def hack(s: Record, seat: int) -> None:
    """Every other player with cards loses a random one, clockwise (VD14)."""
    for distance in range(1, s.num_players):
        opponent = clockwise(s, seat, distance)
        if s.hand_size[opponent] > 0:
            discard(s, take_from_hand(s, opponent, below(s, s.hand_size[opponent])))


@seldom
def swap(s: Record, seat: int, own: int) -> None:
    """SWAPPER: both cards change areas and push out their numbers there, in the own area first (VD16)."""
    opponent = s.target - 1
    theirs = s.their_card - 1
    lay_in_area(s, seat, own, -1)
    lay_in_area(s, opponent, theirs, -1)
    for side in range(2):
        area = opponent if side == 1 else seat
        arriving = own if side == 1 else theirs
        discard_older(s, area, arriving)
        lay_in_area(s, area, arriving, 1)


@seldom
def resolve(s: Record, seat: int) -> int:
    """Begins a resolution of the ability in play: asks for what is to be chosen, else carries it out (VD11)."""
    ability = ability_in_play(s)
    amount = amount_in_play(s)
    if ability == COURIER:
        for _ in range(amount):
            if not draw(s, seat):
                break
    elif ability == SHIELD:
        s.shield[seat] = 1
    elif ability == REPAIR:
        s.penalty[seat] -= min(amount, s.penalty[seat])
    elif ability == SALVAGER:
        if s.pile_size > 0:
            s.phase = DISCARD
            return _WAITING
    elif ability in (HACKER, DUPLICATE, OVERCLOCK, FORGER):
        if holds_copyable(s, seat) if ability == DUPLICATE else s.hand_size[seat] > 0:
            s.phase = HAND_CARD
            s.plays_left = amount if ability == OVERCLOCK else 0
            return _WAITING
        if ability == HACKER:
            hack(s, seat)
    else:
        targets = 0
        for opponent in range(s.num_players):
            targets += opponent != seat and is_target(s, ability, seat, opponent)
        if targets > 0:
            s.phase = OPPONENT
            return _WAITING
    return _RESOLVED


@kernel
def end_resolution(s: Record) -> int:
    """One resolution is done; after the last one the cards in play go on the pile, DUPLICATE on top (VD12)."""
    s.target = 0
    s.their_card = 0
    s.plays_left = 0
    s.resolutions -= 1
    if s.resolutions > 0:
        return _RESOLVING
    if s.copied > 0:
        discard(s, s.copied - 1)
    discard(s, s.played - 1)
    s.copied = 0
    s.played = 0
    return _TURN_OVER


@kernel
def end_turn(s: Record, seat: int) -> None:
    """Tests for the end of the game (VD9), else the next seat's turn begins (V3)."""
    s.turns += 1
    s.phase = ACTION
    if total(s, seat) >= s.options.target_score:
        if s.options.end_rule == IMMEDIATE:  # V14a
            s.terminated = True
            share_win(s, 1 << seat)
            return
        s.last_round = True  # V13
    if s.last_round and seat == s.num_players - 1:
        s.terminated = True
        share_win(s, leaders(s))
    elif s.turns >= s.options.max_turns:
        s.truncated = True  # VD5; 0 for all (VD8)
    else:
        begin_turn(s, clockwise(s, seat, 1))


@kernel
def total(s: Record, seat: int) -> int:
    """Cards minus penalties (VD7)."""
    return s.points[seat] - s.penalty[seat]


@seldom
def leaders(s: Record) -> int:
    """The bits of the seats with the highest total and, among these, the fewest cards in hand (V14b)."""
    best, winners = LOWEST, 0
    for seat in range(s.num_players):
        # Hands hold fewer than 256 cards, so this orders by total, then by fewer cards.
        rank = whole(total(s, seat)) * 256 - s.hand_size[seat]
        best, winners = lead(best, winners, seat, rank)
    return winners
