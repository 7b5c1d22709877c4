"""Magpie, a toy with everything that a game can do to an environment.

There are coins, gifts and snares, `copies` of each, in one deck. Every seat starts with two cards. The seat to act
plays as many of its cards as it likes, one action each, and then ends its turn, for which it draws a card:

* a coin is a point for the seat;
* a gift is a point for the next seat that is in;
* a snare takes a life of the next seat that is in; without a life left that seat is out, loses two points, and its
  cards are laid open.

The last seat in gets three points, and the game is over. It also is when the deck and all hands are empty. After
`max_turns` turns it is cut off. Played cards lie open; hands are known to their owners, the deck to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import integer
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema, States

MAX_SEATS = 4
KINDS = ("coin", "gift", "snare")
NUM_KINDS = 3
COIN, GIFT, SNARE = 0, 1, 2
END_TURN = 3
ACTION_NAMES = (*(f"play {kind}" for kind in KINDS), "end turn")
STARTING_HAND = 2


@dataclass(frozen=True)
class MagpieOptions:
    """Options of Magpie."""

    num_players: int = integer(3, 2, MAX_SEATS, "seats that play")
    copies: int = integer(4, 3, 5, "cards of each kind in the deck")
    lives: int = integer(1, 1, 2, "lives of a seat")
    max_turns: int = integer(12, 1, 40, "turns after which the game is cut off")


FIELDS = [
    Field("hand", np.int8, (MAX_SEATS, NUM_KINDS), OWNER, "cards in hand by kind (coin, gift, snare)"),
    Field("deck", np.int8, (NUM_KINDS,), HIDDEN, "cards still to be drawn by kind"),
    Field("pile", np.int8, (NUM_KINDS,), PUBLIC, "cards that lie open by kind"),
    Field("hand_size", np.int8, (MAX_SEATS,), PUBLIC, "number of cards in hand"),
    Field("deck_size", np.int8, (), PUBLIC, "number of cards still to be drawn"),
    Field("lives", np.int8, (MAX_SEATS,), PUBLIC, "lives left, 0 for a seat that is out"),
    Field("last_played", np.int8, (), PUBLIC, "1 + kind of the card played last, 0 for none"),
    Field("turns", np.int8, (), PUBLIC, "turns completed"),
]
SCHEMA = Schema("magpie", MagpieOptions, MAX_SEATS, FIELDS)


@kernel
def draw_kind(s: Record) -> int:
    """Takes a uniform card of the deck, which is not empty: its kind."""
    left = below(s, s.deck_size)
    kind = 0
    while left >= s.deck[kind]:
        left -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    s.deck_size -= 1
    return kind


@kernel
def draw(s: Record, seat: int) -> None:
    """`seat` draws a card if there is one."""
    if s.deck_size > 0:
        s.hand[seat, draw_kind(s)] += 1
        s.hand_size[seat] += 1


@kernel
def new(s: Record) -> None:
    """Two cards and all lives for every seat."""
    for kind in range(NUM_KINDS):
        s.deck[kind] = s.options.copies
    s.deck_size = NUM_KINDS * s.options.copies
    for seat in range(s.num_players):
        s.lives[seat] = s.options.lives
        for _ in range(STARTING_HAND):
            draw(s, seat)


@kernel
def legal(s: Record, mask: Any) -> None:
    """Cards in hand may be played; a turn may always end."""
    for kind in range(NUM_KINDS):
        mask[kind] = s.hand[s.to_act, kind] > 0
    mask[END_TURN] = 1


@kernel
def next_seat(s: Record, seat: int) -> int:
    """The next seat that is in."""
    following = (seat + 1) % s.num_players
    while s.lives[following] == 0:
        following = (following + 1) % s.num_players
    return following


@kernel
def step(s: Record, action: int) -> None:
    """Plays a card or ends the turn."""
    seat = s.to_act
    if action == END_TURN:
        end_turn(s, seat)
    else:
        s.hand[seat, action] -= 1
        s.hand_size[seat] -= 1
        s.pile[action] += 1
        s.last_played = 1 + action
        if action == COIN:
            s.returns[seat] += 1
        elif action == GIFT:
            s.returns[next_seat(s, seat)] += 1
        else:
            spring_snare(s, next_seat(s, seat))
    end_if_spent(s)


@kernel
def end_turn(s: Record, seat: int) -> None:
    """Draws, and gives the turn on."""
    draw(s, seat)
    s.turns += 1
    s.to_act = next_seat(s, seat)


@kernel
def spring_snare(s: Record, victim: int) -> None:
    """Takes a life; a seat without one is out, and the last seat in wins."""
    s.lives[victim] -= 1
    if s.lives[victim] > 0:
        return
    s.returns[victim] -= 2
    for kind in range(NUM_KINDS):
        s.pile[kind] += s.hand[victim, kind]
        s.hand[victim, kind] = 0
    s.hand_size[victim] = 0
    if next_seat(s, s.to_act) == s.to_act:
        s.returns[s.to_act] += 3
        s.terminated = True


@kernel
def end_if_spent(s: Record) -> None:
    """Over without cards; cut off after the last turn allowed."""
    cards = s.deck_size
    for seat in range(s.num_players):
        cards += s.hand_size[seat]
    if cards == 0:
        s.terminated = True
    if not s.terminated and s.turns >= s.options.max_turns:
        s.truncated = True


def layout(options: Any) -> ObservationLayout:
    """Own seat first, then the others in the order of play."""
    n, copies = options.num_players, float(options.copies)
    return ObservationLayout(
        [
            Segment("own_hand", (NUM_KINDS,), "cards in the own hand", high=copies, labels=KINDS),
            Segment("pile", (NUM_KINDS,), "cards that lie open", high=copies, labels=KINDS),
            Segment("last_played", (NUM_KINDS,), "kind of the card played last", one_hot=True, labels=KINDS),
            Segment("to_act", (n,), "seat to act, own seat first", one_hot=True),
            Segment("hand_sizes", (n,), "cards in hand, own seat first", high=3 * copies),
            Segment("lives", (n,), "lives left, own seat first", high=float(options.lives)),
            Segment("returns", (n,), "reward so far, own seat first", low=-2.0, high=13.0),
            Segment("turns_left", (1,), "turns until the cut, in hundreds", scale=100.0),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    n = s.num_players
    for kind in range(NUM_KINDS):
        out[kind] = s.hand[player, kind]
        out[NUM_KINDS + kind] = s.pile[kind]
    if s.last_played > 0:
        out[2 * NUM_KINDS + s.last_played - 1] = 1
    at = 3 * NUM_KINDS
    for place in range(n):
        seat = (player + place) % n
        out[at + place] = s.to_act == seat
        out[at + n + place] = s.hand_size[seat]
        out[at + 2 * n + place] = s.lives[seat]
        out[at + 3 * n + place] = s.returns[seat]
    out[at + 4 * n] = (s.options.max_turns - s.turns) * np.float32(0.01)


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Shuffles what `player` has not seen and deals the others' hands from it; the rest is the deck."""
    seed_state(s, seed)
    deck_size = s.deck_size
    unseen = 0
    for kind in range(NUM_KINDS):
        s.deck[kind] = s.options.copies - s.pile[kind] - s.hand[player, kind]
        unseen += s.deck[kind]
    s.deck_size = unseen
    for seat in range(s.num_players):
        if seat != player:
            for kind in range(NUM_KINDS):
                s.hand[seat, kind] = 0
            for _ in range(s.hand_size[seat]):
                s.hand[seat, draw_kind(s)] += 1
    s.deck_size = deck_size


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Plays coins, then snares, keeps gifts."""
    if mask[COIN]:
        weights[COIN] = 1
    elif mask[SNARE]:
        weights[SNARE] = 1
    else:
        weights[END_TURN] = 1


def describe(options: Any, s: Any, player: int) -> str:
    """What `player` sees, a line a seat."""
    lines = [f"open: {_cards(s['pile'])}; deck of {s['deck_size']}"]
    for seat in range(options.num_players):
        seen = _cards(s["hand"][seat]) if player in (seat, -2) else f"{s['hand_size'][seat]} cards"
        lines.append(f"player {seat}: {seen}, lives {s['lives'][seat]}, returns {s['returns'][seat]:g}")
    over = "over" if s["terminated"] else "cut off" if s["truncated"] else f"player {s['to_act']} to act"
    return "\n".join([*lines, over])


def _cards(counts: Any) -> str:
    return " ".join(f"{count} {kind}" for kind, count in zip(KINDS, counts, strict=True))


def rotate_seats(states: States) -> States:
    """The same games with every seat moved on by one place."""
    out = states.copy()
    n = int(states["num_players"][0]) if len(states) else 1
    for name in ("hand", "hand_size", "lives", "returns"):
        out[name][:, :n] = np.roll(states[name][:, :n], 1, axis=1)
    out["to_act"] = (states["to_act"] + 1) % n
    return out


SPEC = GameSpec(
    name="magpie",
    version=0,
    title="Magpie",
    options=MagpieOptions,
    presets={"standard": {}, "pair": {"num_players": 2}, "short": {"max_turns": 4}},
    schema=SCHEMA,
    kernels={
        "new": new,
        "legal": legal,
        "step": step,
        "observe": observe,
        "resample": resample,
        "scripted": scripted,
    },
    num_players=lambda options: options.num_players,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: NUM_KINDS * options.copies + options.max_turns,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(-2.0, 13.0),
    describe=describe,
)
