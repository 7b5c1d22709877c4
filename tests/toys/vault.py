"""Vault: a coin lies hidden left or right. Seat 0 stops for a sure half, or has the vault opened: then a seat guesses.

The guesser wins 1 from the other seat if it is right, and else loses 1. Who guesses is an option:

* ``self``: seat 0, which knows nothing; so opening is worth 0, and stopping wins half. Who thinks that it will know
  the coin when it has to guess, since in every single world it would, opens for 1.
* ``other``: seat 1, which knows the coin; so opening is worth -1, and stopping loses only half. Who thinks that the
  other does not know more than itself opens for 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.envs.core.game import Chance, GameSpec, Information, Utility
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.core.options import choice
from ludarium.envs.core.rng import below, seed_state
from ludarium.envs.core.schema import HIDDEN, OWNER, PUBLIC, Field, Schema

LEFT, RIGHT, STOP, OPEN = range(4)
ACTION_NAMES = ("left", "right", "stop", "open")
SELF, OTHER = range(2)


@dataclass(frozen=True)
class VaultOptions:
    """Options of Vault."""

    guesser: str = choice("self", ("self", "other"), "who guesses")


SCHEMA = Schema(
    "vault",
    VaultOptions,
    2,
    [
        Field("coin", np.int8, (), HIDDEN, "where the coin lies: 1 left, 2 right"),
        Field("known", np.int8, (2,), OWNER, "the coin as the seat knows it, 0 if it does not"),
        Field("opened", np.bool_, (), PUBLIC, "a guess is due, or was made"),
        Field("shown", np.int8, (), PUBLIC, "the coin after a guess, 0 before"),
    ],
)


@kernel
def new(s: Record) -> None:
    """Hides the coin."""
    s.coin = 1 + below(s, 2)
    if s.options.guesser == OTHER:
        s.known[1] = s.coin


@kernel
def legal(s: Record, mask: Any) -> None:
    """Stop or open, then left or right."""
    mask[STOP] = not s.opened
    mask[OPEN] = not s.opened
    mask[LEFT] = s.opened
    mask[RIGHT] = s.opened


@kernel
def step(s: Record, action: int) -> None:
    """Pays out, or asks for the guess."""
    if action == OPEN:
        s.opened = True
        s.to_act = s.options.guesser
        return
    s.terminated = True
    guesser = s.to_act
    gain = np.float32(0.5)
    if action == STOP:
        if s.options.guesser == OTHER:
            gain = -gain
    else:
        s.shown = s.coin
        gain = np.float32(1 if s.coin == 1 + action else -1)
    s.returns[guesser] = gain
    s.returns[1 - guesser] = -gain


def layout(options: Any) -> ObservationLayout:
    """Seat, stage and what is known."""
    return ObservationLayout(
        [
            Segment("seat", (2,), "own seat", one_hot=True),
            Segment("opened", (1,), "a guess is due, or was made"),
            Segment("known", (2,), "the coin, if the seat knows it", one_hot=True, labels=("left", "right")),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes the segments of :func:`layout`."""
    out[player] = 1
    out[2] = s.opened
    known = max(s.known[player], s.shown)
    if known > 0:
        out[2 + known] = 1


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """The coin lies anywhere for a seat that does not know it, and then where the other seat knows it to lie."""
    seed_state(s, seed)
    s.coin = max(s.known[player], s.shown)
    if s.coin == 0:
        s.coin = 1 + below(s, 2)
    if s.options.guesser == OTHER:
        s.known[1] = s.coin


SPEC = GameSpec(
    name="vault",
    version=0,
    title="Vault",
    options=VaultOptions,
    presets={"standard": {}},
    schema=SCHEMA,
    kernels={"new": new, "legal": legal, "step": step, "observe": observe, "resample": resample},
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=layout,
    max_game_length=lambda options: 2,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.0, 1.0),
    describe=lambda options, s, player: f"opened: {bool(s['opened'])}; known: {int(s['known'][player])}",
)
