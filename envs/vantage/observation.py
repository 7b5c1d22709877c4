"""What a seat of Vantage knows, as numbers: own things first, then the other seats clockwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, whole
from ..core.layout import ObservationLayout, Segment
from ..core.records import write_counts
from ..core.seats import clockwise
from .cards import ABILITIES, COPIES_OF, IDS, NUM_CARDS, NUM_KINDS, NUMBER_OF
from .rules import ability_in_play, total
from .state import ACTION, MAX_SEATS, PHASES, SEAT_BITS, VantageOptions

_ALL_POINTS = int((COPIES_OF * NUMBER_OF).sum())
#: Cards in hand, cards on a pile and turns are written divided by these.
HAND_SCALE, PILE_SCALE = 10, NUM_CARDS
#: More points than these nobody gains in a turn or two; so few, networks are shown point by point.
MOST_MISSING = 16
_NUM_PHASES = len(PHASES)
_NUM_ABILITIES = len(ABILITIES)


def layout(options: VantageOptions) -> ObservationLayout:
    """The segments of an observation under `options`."""
    n, target = options.num_players, float(options.target_score)
    seats = ("own", *(f"opponent {distance}" for distance in range(1, n)))
    most = float(COPIES_OF.max())
    # No game lasts long enough for more: a resolution gives at most 2 points, a turn has two.
    penalties = 4.0 * options.max_turns / target

    def by_kind(name: str, rows: int, meaning: str, high: float = most) -> Segment:
        return Segment(name, (rows, NUM_KINDS) if rows else (NUM_KINDS,), meaning, high=high, labels=IDS)

    return ObservationLayout(
        [
            Segment("seat", (n,), "place in the round, 0 first (VD9)", one_hot=True),
            Segment("is_to_act", (1,), "1 if the seat is to act"),
            Segment("last_round", (1,), "1 if the game ends with this round (VD9)"),
            Segment("turns", (1,), "turns completed, as a share of max_turns (VD5)", scale=float(options.max_turns)),
            Segment("phase", (_NUM_PHASES,), "what is to be chosen", one_hot=True, labels=PHASES),
            Segment("ability", (_NUM_ABILITIES,), "the ability being resolved", one_hot=True, labels=ABILITIES),
            Segment("resolutions", (1,), "resolutions of it to come, this one included (VD15)", high=2),
            Segment("plays_left", (1,), "score plays that OVERCLOCK still allows", high=2),
            Segment("target", (n,), "the seat whose card is being chosen", one_hot=True, labels=seats),
            by_kind("in_play", 0, "cards set aside: the ability card and the one that DUPLICATE copies (VD12)"),
            Segment("their_card", (NUM_KINDS,), "the card that SWAPPER takes", one_hot=True, labels=IDS),
            Segment(
                "missing",
                (n,),
                f"points missing to the target, cards minus penalties, as far as 0 to {MOST_MISSING}",
                high=MOST_MISSING,
                labels=seats,
            ),
            Segment("points", (n,), "score cards", scale=target, high=_ALL_POINTS / target, labels=seats),
            Segment("penalty", (n,), "penalty points", scale=target, high=penalties, labels=seats),
            Segment("shield", (n,), "1 while the seat's SHIELD holds", labels=seats),
            Segment(
                "hand_size",
                (n,),
                "cards in hand",
                scale=float(HAND_SCALE),
                high=NUM_CARDS / HAND_SCALE,
                labels=seats,
            ),
            Segment(
                "num_known",
                (n, n),
                "row by row: how many cards of the seat's hand each seat knows (VD18)",
                scale=float(HAND_SCALE),
                high=NUM_CARDS / HAND_SCALE,
                labels=seats,
            ),
            Segment("deck_size", (1,), "cards in the deck", scale=float(PILE_SCALE)),
            Segment("pile_size", (1,), "cards on the discard pile", scale=float(PILE_SCALE)),
            by_kind("own_hand", 0, "own cards"),
            by_kind("known_to", n - 1, "own cards that each opponent knows"),
            by_kind("known_of", n - 1, "cards known of each opponent's hand"),
            by_kind("scored", n, "score areas"),
            by_kind("pile", 0, "discard pile"),
            Segment("top", (NUM_KINDS,), "top of the discard pile", one_hot=True, labels=IDS),
            by_kind(
                "fresh", 0, "cards of the latest shuffle that have not been seen by all since: in the deck or in hands"
            ),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    player &= SEAT_BITS
    n = whole(s.num_players) & (MAX_SEATS | SEAT_BITS)
    out[player] = 1
    out[n] = s.to_act == player
    out[n + 1] = s.last_round
    out[n + 2] = np.float32(s.turns) / np.float32(s.options.max_turns)
    at = n + 3
    out[at + (s.phase & 7)] = 1
    at += _NUM_PHASES
    in_play = at + _NUM_ABILITIES + 2 + n
    if s.phase != ACTION:
        out[at + ability_in_play(s)] = 1
        out[at + _NUM_ABILITIES] = s.resolutions
        out[at + _NUM_ABILITIES + 1] = s.plays_left
        if s.target > 0:
            away = s.target - 1 - player
            out[at + _NUM_ABILITIES + 2 + ((away if away >= 0 else away + n) & SEAT_BITS)] = 1
        out[in_play + max(s.played - 1, 0)] = 1
        if s.copied > 0:
            out[in_play + max(s.copied - 1, 0)] = 1
        if s.their_card > 0:
            out[in_play + NUM_KINDS + max(s.their_card - 1, 0)] = 1
    at = in_play + 2 * NUM_KINDS
    num_known = at + 5 * n
    piles = num_known + n * n
    own_hand = piles + 2
    known_of = own_hand + n * NUM_KINDS  # behind the own cards that each opponent knows
    scored = known_of + (n - 1) * NUM_KINDS
    pile = scored + n * NUM_KINDS
    write_counts(s.pile_count, 0, NUM_KINDS, out, pile)
    write_counts(s.fresh, 0, NUM_KINDS, out, pile + 2 * NUM_KINDS)
    per_point = np.float32(1) / np.float32(s.options.target_score)
    per_card = np.float32(1) / np.float32(HAND_SCALE)
    seat = player
    for distance in range(n):
        size = s.hand_size[seat]
        out[at + distance] = min(max(s.options.target_score - total(s, seat), 0), MOST_MISSING)
        out[at + n + distance] = s.points[seat] * per_point
        out[at + 2 * n + distance] = s.penalty[seat] * per_point
        out[at + 3 * n + distance] = s.shield[seat]
        out[at + 4 * n + distance] = size * per_card
        write_counts(s.scored, seat * NUM_KINDS, NUM_KINDS, out, scored + distance * NUM_KINDS)
        own_cards = (player * MAX_SEATS + seat) * NUM_KINDS
        write_counts(s.known, own_cards, NUM_KINDS, out, own_hand + distance * NUM_KINDS)
        if distance > 0:
            their_cards = (seat * MAX_SEATS + player) * NUM_KINDS
            write_counts(s.known, their_cards, NUM_KINDS, out, known_of + (distance - 1) * NUM_KINDS)
        other = player
        for away in range(n):
            known = size if away == distance else s.num_known[seat, other]
            out[num_known + distance * n + away] = known * per_card
            other = clockwise(s, other, 1)
        seat = clockwise(s, seat, 1)
    per_pile_card = np.float32(1) / np.float32(PILE_SCALE)
    out[piles] = s.deck_size * per_pile_card
    out[piles + 1] = s.pile_size * per_pile_card
    if s.pile_size > 0:
        out[pile + NUM_KINDS + max(s.pile[s.pile_size - 1] - 1, 0)] = 1
