"""Play of many games at once, with every state before and after an action at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.clank.actions import ESCAPE, EXPLORE_DECK, MOVE_DEEPER, PAY, PLAY, REST
from ludarium.envs.core import engine as templates
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States

#: Actions ``[slots]`` for the games of a batch, none of which is over.
Policy = Callable[[Batch], npt.NDArray[np.int64]]
Step = tuple[States, npt.NDArray[np.int64], States]


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


def anything(batch: Batch) -> npt.NDArray[np.int64]:
    """Any legal action."""
    return np.asarray(batch.random_actions())


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
