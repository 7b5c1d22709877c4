"""Play of many games at once, with every state before and after an action at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from ludarium.envs.core import engine as templates
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States

#: Actions ``[slots]`` for the games of a batch, none of which is over.
Policy = Callable[[Batch], npt.NDArray[np.int64]]
Step = tuple[States, npt.NDArray[np.int64], States]


def anything(batch: Batch) -> npt.NDArray[np.int64]:
    """Any legal action."""
    return np.asarray(batch.random_actions())


def scripted(batch: Batch) -> npt.NDArray[np.int64]:
    """What the scripted player does in every slot."""
    return scripted_actions(batch.game, batch.states, batch.mask)


def scripted_actions(game: Game, states: States, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """What the scripted player does in every state, the first of equally good actions."""
    weights = np.zeros(masks.shape, np.float32)
    game.engine[templates.weigh_games](states, masks, weights, 0, len(weights))
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


def expected_returns(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The returns ``[B, seats]`` of games in which the seats of the highest rank share the win."""
    n = ranks.shape[1]
    won = ranks == ranks.max(axis=1, keepdims=True)
    winners = won.sum(axis=1, keepdims=True)
    return np.where(won, (n - winners) / (winners * (n - 1)), -1 / (n - 1))
