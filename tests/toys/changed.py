"""Toys with other rules, and ways to set up Kuhn poker of which there is no list of outcomes."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ludarium.envs.core.game import Game, GameSpec
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.core.rng import below, next_u64


def changed(spec: GameSpec, name: str, **kernels: Any) -> Game:
    """The game `name`: that of `spec`, but for these kernels."""
    return Game(dataclasses.replace(spec, name=name, kernels={**spec.kernels, **kernels}), {})


@kernel
def draws_bits(s: Record) -> None:
    """Draws from the random stream itself."""
    s.card[0] = 1 + next_u64(s) % np.uint64(3)


@kernel
def draws_until_it_likes_it(s: Record) -> None:
    """Draws without end, if chance has it so."""
    while below(s, 3) > 0:
        s.card[0] = 1
