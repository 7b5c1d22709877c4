"""The rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ..core import rng
from ..core.kernels import Record, kernel
from .bonus import bonus

ROLL, BANK = 0, 1

#: What the points of each seat are multiplied by.
FACTORS = np.array(json.loads(Path(__file__).with_name("factors.json").read_text()), np.int16)


@kernel
def new(s: Record) -> None:
    """A lucky number for every seat."""
    for seat in range(s.num_players):
        s.lucky[seat] = 2 + rng.below(s, 5)


@kernel
def legal(s: Record, mask: Any) -> None:
    """Rolling always, banking what there is."""
    mask[ROLL] = s.pot < 20
    mask[BANK] = s.pot > 0


@kernel
def step(s: Record, action: int) -> None:
    """Rolls or banks."""
    seat = s.to_act
    if action == BANK:
        s.points[seat] += s.pot * FACTORS[seat]
        s.returns[seat] += s.pot * FACTORS[seat] + bonus(s)
        if s.points[seat] >= s.options.target:
            s.terminated = True
        end_turn(s)
        return
    die = 1 + rng.below(s, 6)
    if die == 1:
        end_turn(s)
        return
    s.pot += die
    if die == s.lucky[seat]:
        s.returns[seat] += 1


@kernel
def end_turn(s: Record) -> None:
    """The turn passes on."""
    s.pot = 0
    s.turns += 1
    s.to_act = (s.to_act + 1) % s.num_players
    if s.turns >= s.options.max_turns and not s.terminated:
        s.truncated = True


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Own seat first."""
    out[0] = s.lucky[player]
    out[1] = s.pot
    for place in range(s.num_players):
        out[2 + place] = s.points[(player + place) % s.num_players]
    out[2 + s.num_players] = s.to_act == player


@kernel
def resample(s: Record, player: int, seed: Any) -> None:
    """The others' lucky numbers (whatever was seen of them: this is a toy)."""
    rng.seed_state(s, seed)
    for seat in range(s.num_players):
        if seat != player:
            s.lucky[seat] = 2 + rng.below(s, 5)
