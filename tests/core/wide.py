"""A game as large as they come: 300 actions, a record of more than 4 KiB, two to four seats, a cap on its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import integer
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema

NUM_ACTIONS, CARDS, DEALT = 300, 4000, 50


@dataclass(frozen=True)
class WideOptions:
    """Options."""

    num_players: int = integer(4, 2, 4, "seats that play")
    max_turns: int = integer(15, 1, 1000, "turns after which the game is cut off")


SCHEMA = Schema(
    "wide",
    WideOptions,
    4,
    [
        Field("deck", np.int8, (CARDS,), HIDDEN, "cards by kind"),
        Field("hand", np.int16, (4, 10), OWNER, "cards in hand"),
        Field("used", np.int8, (NUM_ACTIONS,), PUBLIC, "actions taken already"),
    ],
)


@kernel
def new(s: Record) -> None:
    """A shuffle of sorts."""
    for card in range(DEALT):
        s.deck[card] = below(s, 100)


@kernel
def legal(s: Record, mask: Any) -> None:
    """What has not been done."""
    for action in range(NUM_ACTIONS):
        mask[action] = s.used[action] == 0


@kernel
def step(s: Record, action: int) -> None:
    """Draws from the deck."""
    s.used[action] = 1
    drawn = s.deck[below(s, DEALT)]
    s.hand[s.to_act, drawn % 10] += 1
    s.returns[s.to_act] += drawn
    s.to_act = (s.to_act + 1) % s.num_players
    s.truncated = s.moves >= s.options.max_turns


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """The hand."""
    for kind in range(10):
        out[kind] = s.hand[player, kind] / np.float32(100)


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """Another deck."""
    seed_state(s, seed)
    for card in range(DEALT):
        s.deck[card] = below(s, 100)


SPEC = GameSpec(
    name="wide",
    version=0,
    title="Wide",
    options=WideOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: options.num_players,
    action_names=lambda options: [f"take {action}" for action in range(NUM_ACTIONS)],
    observation_layout=lambda options: ObservationLayout([Segment("hand", (10,), "hand", scale=100.0)]),
    max_game_length=lambda options: options.max_turns,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.GENERAL_SUM,
    returns_range=(0.0, 99_000.0),
    describe=lambda options, s, player: f"{s['moves']} actions",
)
