"""Leduc poker (Southey et al. 2005): jack, queen and king in two suits; two rounds of bets. Zero-sum.

Each seat antes one and gets a card; after the first round of bets a third card is laid open. A bet, or a raise of it,
adds 2 in the first round and 4 in the second; there are at most two of them a round. The first seat begins either
round. At the end a pair with the open card wins, else the higher rank; with equal ranks nobody wins. Worth about
−0.0856 to the first seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.rng import below, nth_card, seed_state
from ludarium.envs.core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema

RANKS = ("jack", "queen", "king")
SUITS = ("clubs", "hearts")
CARDS = tuple(f"{rank} of {suit}" for rank in RANKS for suit in SUITS)
NUM_CARDS, NUM_SUITS = len(CARDS), len(SUITS)
FOLD, CALL, RAISE = 0, 1, 2
ACTION_NAMES = ("fold", "call", "raise")
ROUNDS, MOVES_A_ROUND, RAISES_A_ROUND = 2, 4, 2
RAISE_BY = 2  # times the number of the round


@dataclass(frozen=True)
class LeducOptions:
    """Leduc poker has none."""


SCHEMA = Schema(
    "leduc",
    LeducOptions,
    2,
    [
        Field("card", np.int8, (2,), OWNER, "the seat's card: 1 + its number"),
        Field("shown", np.int8, (2,), PUBLIC, "the cards after a showdown, 0 before and without one"),
        Field("open", np.int8, (), PUBLIC, "the open card: 1 + its number, 0 in the first round"),
        Field("deck", np.int8, (NUM_CARDS,), HIDDEN, "1 for each card that is left"),
        Field("paid", np.int8, (2,), PUBLIC, "what each seat has put into the pot"),
        Field("stage", np.int8, (), PUBLIC, "the round of bets, from 0"),
        Field("raises", np.int8, (), PUBLIC, "bets and raises in this round"),
        Field("taken", np.int8, (), PUBLIC, "actions in this round"),
        Field("history", np.int8, (ROUNDS, MOVES_A_ROUND), PUBLIC, "1 + action by round, 0 not yet"),
    ],
)


@kernel
def draw(s: Record) -> int:
    """Takes a random card of those that are left."""
    left = 0
    for card in range(NUM_CARDS):
        left += s.deck[card]
    card = nth_card(s.deck, 0, NUM_CARDS, below(s, left))
    s.deck[card] = 0
    return 1 + card


@kernel
def new(s: Record) -> None:
    """An ante and a card each."""
    for card in range(NUM_CARDS):
        s.deck[card] = 1
    for seat in range(2):
        s.paid[seat] = 1
        s.card[seat] = draw(s)


@kernel
def legal(s: Record, mask: Any) -> None:
    """To fold there must be something to call, and a round has two raises."""
    mask[FOLD] = s.paid[s.to_act] < s.paid[1 - s.to_act]
    mask[CALL] = 1
    mask[RAISE] = s.raises < RAISES_A_ROUND


@kernel
def step(s: Record, action: int) -> None:
    """Notes the action; ends the round where it does."""
    seat = s.to_act
    s.history[s.stage, s.taken] = 1 + action
    s.taken += 1
    s.to_act = 1 - seat
    if action == FOLD:
        finish(s, 1 - seat)
        return
    s.paid[seat] = s.paid[1 - seat]
    if action == RAISE:
        s.paid[seat] += RAISE_BY * (1 + s.stage)
        s.raises += 1
    elif s.taken > 1:
        end_round(s)


@kernel
def end_round(s: Record) -> None:
    """Lays the third card open, or all of them."""
    s.to_act = 0
    if s.stage == 0:
        s.open = draw(s)
        s.stage = 1
        s.raises = 0
        s.taken = 0
        return
    for seat in range(2):
        s.shown[seat] = s.card[seat]
    first = strength(s, 0)
    second = strength(s, 1)
    finish(s, -1 if first == second else 0 if first > second else 1)


@kernel
def strength(s: Record, seat: int) -> int:
    """The rank, more with a pair."""
    rank = (s.card[seat] - 1) // NUM_SUITS
    return rank + 10 * (rank == (s.open - 1) // NUM_SUITS)


@kernel
def finish(s: Record, winner: int) -> None:
    """`winner` takes what the other seat has paid; -1 for nobody."""
    s.terminated = True
    if winner >= 0:
        s.returns[winner] = s.paid[1 - winner]
        s.returns[1 - winner] = -s.paid[1 - winner]


def layout(options: Any) -> ObservationLayout:
    """Cards and history."""
    return ObservationLayout(
        [
            Segment("seat", (2,), "own seat", one_hot=True),
            Segment("own_card", (NUM_CARDS,), "own card", one_hot=True, labels=CARDS),
            Segment("opponent_card", (NUM_CARDS,), "the opponent's card after a showdown", one_hot=True, labels=CARDS),
            Segment("open_card", (NUM_CARDS,), "the open card", one_hot=True, labels=CARDS),
            Segment("history", (ROUNDS * MOVES_A_ROUND, 3), "the actions by round", one_hot=True, labels=ACTION_NAMES),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    out[player] = 1
    if s.card[player] > 0:
        out[1 + s.card[player]] = 1
    if s.shown[1 - player] > 0:
        out[1 + NUM_CARDS + s.shown[1 - player]] = 1
    if s.open > 0:
        out[1 + 2 * NUM_CARDS + s.open] = 1
    for move in range(ROUNDS * MOVES_A_ROUND):
        noted = s.history[move // MOVES_A_ROUND, move % MOVES_A_ROUND]
        if noted > 0:
            out[2 + 3 * NUM_CARDS + 3 * move + noted - 1] = 1


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Any card that the seat has not seen for the opponent, unless there was a showdown."""
    seed_state(s, seed)
    opponent = 1 - player
    for card in range(NUM_CARDS):
        s.deck[card] = (1 + card != s.card[player]) & (1 + card != s.open) & (1 + card != s.shown[opponent])
    s.card[opponent] = s.shown[opponent] if s.shown[opponent] > 0 else draw(s)


def describe(options: Any, s: Any, player: int) -> str:
    """Cards and history in words."""
    cards = [CARDS[card - 1] if card else "unseen" for card in (*s["card"], s["open"])]
    rounds = [", ".join(ACTION_NAMES[move - 1] for move in said if move) for said in s["history"]]
    return f"cards: {', '.join(cards[:2])}; open: {cards[2]}; so far: {' / '.join(filter(None, rounds)) or 'nothing'}"


SPEC = GameSpec(
    name="leduc",
    version=0,
    title="Leduc poker",
    options=LeducOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: ROUNDS * MOVES_A_ROUND,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-13.0, 13.0),
    describe=describe,
)
