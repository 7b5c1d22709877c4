"""Decisions of a game's scripted player to learn from before self-play: what it saw and did, how its games ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import derived_seeds, seeds_of_slots

#: Games played side by side: few enough that a round's decisions fit in memory, whatever a game's length.
_GAMES = 64


@dataclass(frozen=True)
class Lessons:
    """N decisions.

    Attributes:
        observation: float32 ``[N, observation_size]``, of the seats to act.
        mask: int8 ``[N, num_actions]``.
        action: int64 ``[N]``, what it did.
        outcome: float32 ``[N]``, the return of the seat to act at the end of its game.
    """

    observation: npt.NDArray[np.float32]
    mask: npt.NDArray[np.int8]
    action: npt.NDArray[np.int64]
    outcome: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.action)

    def shuffled(self, seed: int) -> Lessons:
        """The same decisions in a random order, by `seed`."""
        order = np.random.default_rng(seed).permutation(len(self))
        return Lessons(self.observation[order], self.mask[order], self.action[order], self.outcome[order])


def lessons(game: Game, at_least: int, seed: int, first: int) -> Lessons:
    """Decisions of the scripted player in all seats of whole games, as many games as it takes.

    Args:
        game: a game that has one.
        at_least: decisions wanted.
        seed: seeds games and player.
        first: number of the first decision among all that were ever asked for with `seed`: others for every number.
    """
    teacher = ScriptedAgent(game)
    parts: list[Lessons] = []
    count = 0
    round_seed = int(derived_seeds(seeds_of_slots(seed, 1), first)[0])
    while count < at_least:
        parts.append(_played(game, teacher, seeds_of_slots(round_seed, _GAMES, _GAMES * len(parts))))
        count += len(parts[-1])
    names = ("observation", "mask", "action", "outcome")
    return Lessons(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _played(game: Game, teacher: Agent, seeds: npt.NDArray[np.uint64]) -> Lessons:
    """The decisions of one game a seed."""
    batch = Batch(game, len(seeds), seed=0, auto_restart=False)
    active = np.arange(len(seeds))
    batch.reset_slots(active, seeds)
    teacher_seeds = derived_seeds(seeds, 0)
    seen: list[tuple[Any, ...]] = []
    while len(active):
        decisions = Decisions.in_batch(batch, active, derived_seeds(teacher_seeds[active], len(seen) + 1))
        actions = teacher.act(decisions)
        seen.append((decisions.observation, decisions.mask, actions, active, decisions.seats))
        batch.step(actions, active)
        active = active[~(batch.terminated[active] | batch.truncated[active])]
    observation, mask, action, number, seat = (np.concatenate(column) for column in zip(*seen, strict=True))
    return Lessons(observation, mask, action, batch.final_returns[number, seat])
