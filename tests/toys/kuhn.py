"""Kuhn poker: jack, queen, king; a card and an ante of one each; at most one bet of one. Zero-sum.

The first seat passes or bets; after a bet the other seat folds ("pass") or calls ("bet"); after a pass the other seat
may bet, which the first seat then answers. The higher card takes the pot. Worth −1/18 to the first seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import OWNER, PUBLIC, Field, Schema

CARDS = ("jack", "queen", "king")
PASS, BET = 0, 1
ACTION_NAMES = ("pass", "bet")
MAX_MOVES = 3


@dataclass(frozen=True)
class KuhnOptions:
    """Kuhn poker has none."""


SCHEMA = Schema(
    "kuhn",
    KuhnOptions,
    2,
    [
        Field("card", np.int8, (2,), OWNER, "the seat's card: 1 jack, 2 queen, 3 king"),
        Field("shown", np.int8, (2,), PUBLIC, "the cards after a showdown, 0 before and without one"),
        Field("history", np.int8, (MAX_MOVES,), PUBLIC, "1 pass, 2 bet, 0 not yet"),
    ],
)


@kernel
def new(s: Record) -> None:
    """A card each."""
    s.card[0] = 1 + below(s, 3)
    s.card[1] = 1 + (s.card[0] + below(s, 2)) % 3


@kernel
def legal(s: Record, mask: Any) -> None:
    """Both actions, always."""
    mask[PASS] = 1
    mask[BET] = 1


@kernel
def step(s: Record, action: int) -> None:
    """Notes the action and ends the round where it does."""
    seat = s.to_act
    taken = 0
    while s.history[taken] > 0:
        taken += 1
    s.history[taken] = 1 + action
    s.to_act = 1 - seat
    if taken == 0:
        return
    after_bet = s.history[taken - 1] == 1 + BET
    if after_bet and action == PASS:
        finish(s, 1 - seat, 1)
    elif after_bet or action == PASS:
        s.shown[0] = s.card[0]
        s.shown[1] = s.card[1]
        finish(s, 0 if s.card[0] > s.card[1] else 1, 2 if after_bet else 1)


@kernel
def finish(s: Record, winner: int, stake: int) -> None:
    """`winner` takes the other seat's `stake`."""
    s.terminated = True
    s.returns[winner] = stake
    s.returns[1 - winner] = -stake


def layout(options: Any) -> ObservationLayout:
    """Card and history."""
    return ObservationLayout(
        [
            Segment("seat", (2,), "own seat", one_hot=True),
            Segment("own_card", (3,), "own card", one_hot=True, labels=CARDS),
            Segment("opponent_card", (3,), "the opponent's card after a showdown", one_hot=True, labels=CARDS),
            Segment("history", (MAX_MOVES, 2), "the actions so far", one_hot=True, labels=ACTION_NAMES),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    out[player] = 1
    if s.card[player] > 0:
        out[1 + s.card[player]] = 1
    if s.shown[1 - player] > 0:
        out[4 + s.shown[1 - player]] = 1
    for move in range(MAX_MOVES):
        if s.history[move] > 0:
            out[8 + 2 * move + s.history[move] - 1] = 1


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """One of the two other cards, unless there was a showdown."""
    seed_state(s, seed)
    if s.shown[1 - player] > 0:
        s.card[1 - player] = s.shown[1 - player]
    else:
        s.card[1 - player] = 1 + (s.card[player] + below(s, 2)) % 3


def describe(options: Any, s: Any, player: int) -> str:
    """Cards and history in words."""
    cards = [CARDS[s["card"][seat] - 1] if s["card"][seat] else "unseen" for seat in range(2)]
    said = [ACTION_NAMES[move - 1] for move in s["history"] if move]
    return f"cards: {', '.join(cards)}; so far: {', '.join(said) or 'nothing'}"


SPEC = GameSpec(
    name="kuhn",
    version=0,
    title="Kuhn poker",
    options=KuhnOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: MAX_MOVES,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-2.0, 2.0),
    describe=describe,
)
