"""What a player is shown when it has to decide: never more than its seat knows, and always the mask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .batch import Batch
from .game import Game
from .rng import uniforms
from .schema import States


@dataclass(frozen=True)
class Decisions:
    """B decisions, each of the seat to act in a game that is not over.

    Attributes:
        game: the game.
        seats: int64 ``[B]``, seats to act.
        mask: int8 ``[B, num_actions]``, legal actions.
        observation: float32 ``[B, observation_size]``, what the seats know.
        seeds: uint64 ``[B]``, all the randomness an agent may use: the same seeds, the same actions.
        states: ``[B]`` records, redacted for the seats to act (see :attr:`Game.redact`).
    """

    game: Game
    seats: npt.NDArray[np.int64]
    mask: npt.NDArray[np.int8]
    observation: npt.NDArray[np.float32]
    seeds: npt.NDArray[np.uint64]
    _states: States

    @classmethod
    def of(cls, game: Game, states: States, seeds: npt.NDArray[np.uint64]) -> Decisions:
        """The decisions that are due in `states` (``[B]`` records, full or redacted)."""
        return cls(game, states["to_act"].astype(np.int64), game.legal(states), game.observe(states), seeds, states)

    @classmethod
    def in_batch(
        cls, batch: Batch, slots: npt.NDArray[np.intp] | npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64]
    ) -> Decisions:
        """The decisions that are due in `slots` of `batch`, whose masks and observations are there already."""
        return cls(
            batch.game, batch.to_act[slots], batch.mask[slots], batch.observation[slots], seeds, batch.states[slots]
        )

    @cached_property
    def states(self) -> States:
        """The states as the seats to act know them; made when first asked for."""
        return self.game.redact(self._states, self.seats)

    def uniforms(self) -> npt.NDArray[np.float64]:
        """A number in [0, 1) a decision, from the seeds, float64 ``[B]``."""
        return uniforms(self.seeds)

    def __len__(self) -> int:
        return len(self.seats)
