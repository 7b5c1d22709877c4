"""A simple player of Clank! for many games at once, and what comes of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium import make_batch
from ludarium.envs.clank.actions import (
    BUY,
    DECLINE,
    END_TURN,
    ESCAPE,
    EXPLORE_CUP,
    EXPLORE_DECK,
    EXTRA_BACK,
    EXTRA_DEEPER,
    FIGHT,
    MOVE_BACK,
    MOVE_DEEPER,
    PAY,
    PLAY,
    REST,
    TAKE,
)
from ludarium.envs.clank.state import AFTER
from ludarium.envs.clank.tables import COST, CUP, MONSTER_POWER
from ludarium.envs.core.batch import Batch
from tests.batch_play import Policy

#: With so little health the walker turns back.
_WEAK = 3


def walking(batch: Batch) -> npt.NDArray[np.int64]:
    """Plays all cards, buys what costs most, takes every treasure that it can pay, and fights where it wins.

    It walks to the Cup, then to and fro; with little health it walks home and escapes.
    """
    states = batch.states
    rows, seat = np.arange(len(states)), states["to_act"]
    position, weak = states["position"][rows, seat], states["health"][rows, seat] <= _WEAK
    deeper = np.where(states["treasure_deck"][:, CUP] > 0, True, (states["turns"] // states["num_players"]) % 4 < 2)
    deeper &= ~weak & (position < states["options"]["path_length"])
    tile = np.where(position > 0, states["path"][rows, position - 1], 0)
    values = np.zeros(batch.mask.shape)
    values[:, PLAY:MOVE_DEEPER] = 100
    values[:, MOVE_DEEPER], values[:, MOVE_BACK] = 20 * deeper, 20 * ~deeper
    late = states["phase"] == AFTER
    values[:, EXTRA_DEEPER], values[:, EXTRA_BACK] = 5 * (deeper & late), 5 * (weak & late)
    values[:, EXPLORE_CUP], values[:, EXPLORE_DECK] = 95, 90
    values[:, PAY:REST] = np.arange(REST - PAY)[::-1]  # buy that is left over is lost, tokens are kept
    values[:, REST:ESCAPE] = -1
    values[:, ESCAPE] = np.where(weak, 99, -1)
    values[:, BUY:FIGHT] = values[:, TAKE:DECLINE] = 30 + COST
    values[:, FIGHT] = np.where(states["attack"] >= MONSTER_POWER[tile], 50, -1)
    values[:, END_TURN] = 1
    return np.where(batch.mask == 1, values, -np.inf).argmax(axis=1)


@dataclass
class Played:
    """What came of some games, a row a game."""

    rounds: npt.NDArray[np.int64]  #: ``[games]``: turns begun by the first seat
    treasures: npt.NDArray[np.int64]  #: ``[games, seats]``
    scores: npt.NDArray[np.int64]  #: ``[games, seats]``
    ends: dict[str, float]  #: share of the games that ended in each way
    left: dict[str, float]  #: share of the seats that left in each way, or stayed


def play_games(policy: Policy, games: int, seed: int, **options: Any) -> Played:
    """One game a slot, all seats played by `policy`."""
    batch = make_batch("clank", games, seed=seed, auto_restart=False, **options)
    slots = np.arange(games)
    while slots.size:
        batch.step(policy(batch)[slots], slots)
        slots = slots[~batch.terminated[slots] & ~batch.truncated[slots]]
    n, states = batch.game.num_players, batch.states
    status = states["status"][:, :n]
    ends = {
        "all out": (status > 0).all(axis=1),
        "no treasure left": states["treasures_left"] == 0,
        "last dragon card": states["dragon_revealed"] == batch.game.options.dragon_limit,
        "cut off": states["truncated"],
    }
    return Played(
        rounds=-(-(states["turns"].astype(int) + 1) // n),
        treasures=states["treasures"][:, :n].sum(axis=2).astype(int),
        scores=states["scores"][:, :n].astype(int),
        ends={name: float(np.mean(found)) for name, found in ends.items()},
        left={name: float((status == number).mean()) for number, name in enumerate(("inside", "escaped", "dead"))},
    )
