"""What play of many games at once wants of the game: options, and a player who takes what can be had."""

from __future__ import annotations

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
from ludarium.envs.core.batch import Batch


def drawn_options(generator: np.random.Generator) -> dict[str, Any]:
    """Options of Clank! Catacombs at random."""
    return {
        "num_players": int(generator.integers(2, 5)),
        "max_turns": int(generator.choice([5, 60, 400, 500])),
    }


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
