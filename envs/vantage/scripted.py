"""A sensible player of Vantage, as weights of actions: it looks one turn ahead and knows what its seat knows.

Everything is counted in points: what a play adds to the own total, what it takes from an opponent, more if that stops
one who is about to win, and what cards and knowledge may be worth later.
"""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, whole
from ..core.seats import clockwise
from .cards import (
    ABILITY_OF,
    AMOUNT_OF,
    COURIER,
    DESTROYER,
    DUPLICATE,
    FORGER,
    HACKER,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_NUMBERS,
    OVERCLOCK,
    REPAIR,
    SABOTEUR,
    SALVAGER,
    SHIELD,
    SPY,
    THIEF,
)
from .cards_in_play import number_of
from .rules import (
    ABILITY,
    CHOOSE,
    EXCHANGE,
    OPPONENTS,
    PASS,
    SCORE,
    STOP,
    ability_in_play,
    amount_in_play,
    can_be_copied,
    is_copying,
    total,
)
from .state import ACTION, HAND_CARD, OPPONENT, OWN_SCORE

#: What a seat may add in a turn: who is nearer to the target than that is about to win.
_REACH = 9
#: Worth of winning at once, of a point that an opponent loses, and of stopping one who is about to win.
_WIN, _HARM, _STOP = 1000.0, 0.7, 6.0
#: Worth of things that no score shows: a card drawn, stolen, discarded from another hand, seen; a shield.
_DRAWN, _STOLEN, _HACKED, _SEEN, _SHIELDED = 0.8, 1.5, 0.7, 0.1, 1.0


@kernel
def gain_of(s: Record, seat: int, kind: int) -> int:
    """What scoring a card adds to the own total, the older cards of its number gone (VD16)."""
    older = 0
    for colour in range(NUM_COLOURS):
        older += s.scored[seat, colour * NUM_NUMBERS + kind % NUM_NUMBERS]
    return number_of(kind) * (1 - older)


@kernel
def best_of_area(s: Record, seat: int) -> int:
    """The highest number in a score area, 0 if it is empty."""
    best = 0
    for kind in range(NUM_KINDS):
        if s.scored[seat, kind] > 0:
            best = max(best, number_of(kind))
    return best


@kernel
def worst_of_area(s: Record, seat: int) -> int:
    """The lowest number in a score area, 0 if it is empty."""
    worst = 0
    for kind in range(NUM_KINDS):
        if s.scored[seat, kind] > 0 and (worst == 0 or number_of(kind) < worst):
            worst = number_of(kind)
    return worst


@kernel
def harm(s: Record, opponent: int, points: int) -> float:
    """Worth of `points` that an opponent loses, more if that is what keeps it from winning in the next turn."""
    before = s.options.target_score - total(s, opponent)
    worth = _HARM * points
    if before <= _REACH:
        worth += _STOP * min(points, _REACH + 1 - before) / (_REACH + 1 - before)
    return worth


@kernel
def worth_against(s: Record, seat: int, opponent: int, ability: int, amount: int) -> float:
    """Worth of an ability that is aimed at an opponent; -1 where it cannot be."""
    if ability == SPY:
        return _SEEN * min(amount, s.hand_size[opponent]) if s.hand_size[opponent] > 0 else -1.0
    if ability == THIEF:
        return _STOLEN if s.hand_size[opponent] > 0 else -1.0
    if s.shield[opponent] > 0:
        return -1.0
    if ability == SABOTEUR:
        return harm(s, opponent, amount)
    best = best_of_area(s, opponent)
    if best == 0:
        return -1.0
    if ability == DESTROYER:
        return harm(s, opponent, best)
    worst = worst_of_area(s, seat)
    return -1.0 if worst == 0 else best - worst + harm(s, opponent, best - worst)


@kernel
def best_gains(s: Record, seat: int, without: int, plays: int) -> int:
    """What up to `plays` score plays add, of cards with different numbers; one card of the kind `without` stays out."""
    added = 0
    below = NUM_NUMBERS + 1  # numbers from here on are used
    for _ in range(plays):
        best = 0
        number = 0
        skipped = False
        for place in range(s.hand_size[seat]):
            kind = whole(s.hand[seat, place]) - 1
            if kind == without and not skipped:
                skipped = True
                continue
            if number_of(kind) < below:
                gain = gain_of(s, seat, kind)
                if gain > best:
                    best = gain
                    number = number_of(kind)
        if best == 0:
            break
        added += best
        below = number
    return added


@kernel
def highest_in_hand(s: Record, seat: int, without: int) -> int:
    """The highest number in the hand, one card of the kind `without` left out; 0 for none."""
    highest = 0
    skipped = False
    for place in range(s.hand_size[seat]):
        kind = whole(s.hand[seat, place]) - 1
        if kind == without and not skipped:
            skipped = True
        else:
            highest = max(highest, number_of(kind))
    return highest


@kernel
def worth_of_points(s: Record, seat: int, points: int) -> float:
    """Worth of `points` on the own total: they win, or they count."""
    return _WIN if total(s, seat) + points >= s.options.target_score else 1.0 * points


@kernel
def worth_of_ability(s: Record, seat: int, kind: int) -> float:
    """Worth of playing a card's ability; DUPLICATE's is found elsewhere."""
    ability = ABILITY_OF[kind]
    amount = AMOUNT_OF[kind]
    if ability == OVERCLOCK:
        return worth_of_points(s, seat, best_gains(s, seat, kind, amount))
    if ability == FORGER:
        return worth_of_points(s, seat, highest_in_hand(s, seat, kind))
    if ability == REPAIR:
        return worth_of_points(s, seat, min(amount, s.penalty[seat]))
    if ability == COURIER:
        return _DRAWN * amount
    if ability == SALVAGER:
        return _STOLEN if s.pile_size > 0 else 0.0
    if ability == SHIELD:
        return _SHIELDED * total(s, seat) / s.options.target_score
    if ability == HACKER:
        return _HACKED * (s.num_players - 2)
    if ability == DUPLICATE:
        return 0.0
    best = 0.0
    for opponent in range(s.num_players):
        if opponent != seat:
            best = max(best, worth_against(s, seat, opponent, ability, amount))
    return best


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Plays the card and the use of greatest worth; inside an ability, what the ability was played for."""
    seat = s.to_act
    if s.phase == ACTION:
        weigh_cards(s, seat, weights)
    elif s.phase == OPPONENT:
        weigh_opponents(s, seat, mask, weights)
    else:
        weigh_choices(s, seat, mask, weights)


@kernel
def weigh_cards(s: Record, seat: int, weights: Any) -> None:
    """Weighs which card to use for what: all weight on the best use."""
    chosen = PASS
    best = -1000.0
    copies = 0.0  # worth of the best ability to copy
    duplicate = -1
    for place in range(s.hand_size[seat]):
        kind = whole(s.hand[seat, place]) - 1
        gain = gain_of(s, seat, kind)
        worth = worth_of_points(s, seat, gain) if gain > 0 else gain - 1.0
        # Among equals the higher number is scored first: what is left may serve for its ability.
        worth += 0.01 * number_of(kind)
        if worth > best:
            best = worth
            chosen = SCORE + kind
        worth = worth_of_ability(s, seat, kind)
        if can_be_copied(kind):
            copies = max(copies, worth)
        if ABILITY_OF[kind] == DUPLICATE:
            duplicate = kind
        # A card used for its ability is a card that will not score.
        worth -= 0.1 * number_of(kind)
        if worth > best:
            best = worth
            chosen = ABILITY + kind
        if s.pile_size > 0:
            worth = 0.3 * (number_of(s.pile[s.pile_size - 1] - 1) - number_of(kind)) - 0.5
            if worth > best:
                best = worth
                chosen = EXCHANGE + kind
    if duplicate >= 0 and 2 * copies - 0.5 > best:
        chosen = ABILITY + duplicate
    weights[chosen] = 1


@kernel
def weigh_opponents(s: Record, seat: int, mask: Any, weights: Any) -> None:
    """Weighs whom to aim at: where it is worth most, among equals the one with the highest total."""
    ability = ability_in_play(s)
    amount = amount_in_play(s)
    best = -1.0e9
    chosen = OPPONENTS
    for distance in range(1, s.num_players):
        if mask[OPPONENTS + distance - 1]:
            opponent = clockwise(s, seat, distance)
            worth = worth_against(s, seat, opponent, ability, amount) + 0.001 * total(s, opponent)
            if worth > best:
                best = worth
                chosen = OPPONENTS + distance - 1
    weights[chosen] = 1


@kernel
def weigh_choices(s: Record, seat: int, mask: Any, weights: Any) -> None:
    """Weighs which card to choose inside an ability."""
    ability = ability_in_play(s)
    copying = is_copying(s) and s.phase == HAND_CARD
    best = 0.0 if mask[STOP] else -1.0e9  # OVERCLOCK stops rather than lose points
    chosen = STOP
    for kind in range(NUM_KINDS):
        if not mask[CHOOSE + kind]:
            continue
        if copying:
            worth = worth_of_ability(s, seat, kind)
        elif s.phase == OWN_SCORE or ability == HACKER:
            worth = -1.0 * number_of(kind)
        elif ability == OVERCLOCK:
            worth = 1.0 * gain_of(s, seat, kind)
        elif ability == SALVAGER:
            worth = gain_of(s, seat, kind) + 0.01 * number_of(kind)
        else:  # the highest of an opponent's score cards, or of the hand with FORGER
            worth = 1.0 * number_of(kind)
        if worth > best:
            best = worth
            chosen = CHOOSE + kind
    weights[chosen] = 1
