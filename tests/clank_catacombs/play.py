"""Play of many games at once, with every state before and after an action at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.clank_catacombs.actions import (
    COME_OUT,
    END_TURN,
    MOVE,
    PLAY,
    ROW_CARD,
    SPEND,
    TAKE_ARTIFACT,
    TURN_TILE,
)
from ludarium.envs.core import engine as templates
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States

#: Actions ``[slots]`` for the games of a batch, none of which is over.
Policy = Callable[[Batch], npt.NDArray[np.int64]]
Step = tuple[States, npt.NDArray[np.int64], States]


def drawn_options(generator: np.random.Generator) -> dict[str, Any]:
    """Options of Clank! Catacombs at random."""
    return {
        "num_players": int(generator.integers(2, 5)),
        "max_turns": int(generator.choice([5, 60, 400, 500])),
    }


def anything(batch: Batch) -> npt.NDArray[np.int64]:
    """Any legal action."""
    return np.asarray(batch.random_actions())


def greedy(batch: Batch) -> npt.NDArray[np.int64]:
    """A card to play, else any legal action but the end of the turn, and now and then that.

    It goes far, has what there is to be had, and turns tiles and takes Artifacts where it can.
    """
    wanted = batch.mask.astype(np.float64)
    generator = np.random.default_rng(int(batch.states["moves"].sum()))
    alone = wanted.sum(axis=1) == wanted[:, END_TURN]
    wanted[~alone, END_TURN] *= 0.5
    wanted[:, MOVE:COME_OUT] *= 3
    wanted[:, SPEND : SPEND + 5] *= np.arange(1, 6)
    wanted[:, TURN_TILE : TAKE_ARTIFACT + 1] *= 30
    playing = wanted[:, PLAY:ROW_CARD].any(axis=1)
    wanted[playing, ROW_CARD:] = 0
    return np.asarray((generator.random(wanted.shape) ** (1 / np.maximum(wanted, 1e-9)) * batch.mask).argmax(axis=1))


def scripted(batch: Batch) -> npt.NDArray[np.int64]:
    """What the scripted player does in every slot, the first of equally good actions."""
    weights = np.zeros(batch.mask.shape, np.float32)
    batch.game.engine[templates.weigh_games](batch.states, batch.mask, weights, 0, len(weights))
    return np.asarray(weights.argmax(axis=1), dtype=np.int64)


def play(game: Game, slots: int, steps: int, seed: int, policy: Policy = anything) -> Iterator[Step]:
    """At least `steps` actions, all slots at once: the states ``[slots]`` before, the actions, the states after.

    Games that are over start anew.
    """
    batch = Batch(game, slots, seed=seed, auto_restart=False)
    started = slots
    for _ in range(0, steps, slots):
        before = batch.states.copy()
        actions = policy(batch)
        batch.step(actions)
        yield before, actions, batch.states.copy()
        over = np.flatnonzero(batch.states["terminated"] | batch.states["truncated"])
        batch.reset_slots(over, seeds_of_slots(seed, len(over), first=started))
        started += len(over)
