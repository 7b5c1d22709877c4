"""What play of many games at once wants of the game: options, and a player who takes what can be had."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.clank.actions import ESCAPE, EXPLORE_DECK, MOVE_DEEPER, PAY, PLAY, REST
from ludarium.envs.core.batch import Batch


def drawn_options(generator: np.random.Generator) -> dict[str, Any]:
    """Options of Clank! at random, each anywhere in its range."""
    return {
        "num_players": int(generator.integers(2, 5)),
        "path_length": int(generator.integers(4, 13)),
        "dragon_cubes": int(generator.choice([0, 1, 1, 2, 4, 10])),
        "skill_cubes_per_player": int(generator.choice([0, 5, 20, 30])),
        "draws": int(generator.choice([0, 1, 2, 2, 3, 10])),
        "dragon_limit": int(generator.choice([1, 3, 3, 5, 10])),
        "inside_at_end": str(generator.choice(["full", "half"])),
        "max_turns": int(generator.choice([5, 60, 400, 1000])),
    }


def greedy(batch: Batch) -> npt.NDArray[np.int64]:
    """A card to play, else a treasure to be had, else any legal action that does not cost health or end the game."""
    wanted = batch.mask.copy()
    wanted[:, REST : ESCAPE + 1] = 0
    for first, stop in ((EXPLORE_DECK, PAY), (PLAY, MOVE_DEEPER)):
        possible = wanted[:, first:stop].any(axis=1)
        wanted[possible, :first] = 0
        wanted[possible, stop:] = 0
    generator = np.random.default_rng(int(batch.states["moves"].sum()))
    return np.asarray((generator.random(wanted.shape) * wanted).argmax(axis=1), dtype=np.int64)
