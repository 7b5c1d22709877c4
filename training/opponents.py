"""Whom the learner plays against: the current policy, the scripted player, snapshots from a pool on disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.neural import NeuralAgent, PolicyNetwork, load_agent, policy_bytes
from ludarium.agents.registry import make_agent
from ludarium.envs.core.game import Game

from .arguments import TrainingArguments
from .runs import RunFolder, step_name, write_atomically


class ExploringAgent(Agent):
    """Plays as another agent does, except that now and then it takes any legal action.

    Self-play by itself never shows the learner what it has to do after an opponent's mistake, which is just where a
    best response would go.

    Args:
        agent: whom it follows.
        exploration: how often it does not, 0 to 1.
    """

    def __init__(self, agent: Agent, exploration: float) -> None:
        self.name = f"exploring {agent.name}"
        self._agent = agent
        self._exploration = exploration

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """See :meth:`Agent.policy`."""
        legal = (decisions.mask != 0).astype(np.float64)
        uniform = legal / legal.sum(axis=1, keepdims=True)
        return (1 - self._exploration) * self._agent.policy(decisions) + self._exploration * uniform


class Seats(Protocol):
    """The seats opposite the learner, in all games."""

    def set_opponents(self, opponents: list[Agent], weights: list[float]) -> None:
        """Other opponents from now on; `weights` tell how often each is drawn. The first is the learner's policy."""


class Opponents:
    """The opponents of a run. Every snapshot stays on disk, `pool_size` of them are in memory and in play.

    Who sits opposite is drawn for every game: an exploring version of the current policy, the average policy, the
    game's scripted player, or a snapshot (each equally likely), with the shares that the arguments give them; else the
    current policy. While there are no snapshots, their share goes to the current policy as well.

    Args:
        run: where the snapshots are.
        game: which game.
        seats: those to fill.
        arguments: of the run.
        current: the current policy.
        average: the average policy.

    Attributes:
        steps: the steps of the snapshots in play, by their place.
    """

    def __init__(
        self,
        run: RunFolder,
        game: Game,
        seats: Seats,
        arguments: TrainingArguments,
        current: PolicyNetwork,
        average: PolicyNetwork,
    ) -> None:
        self._run = run
        self._game = game
        self._seats = seats
        self._arguments = arguments
        self._current = NeuralAgent(game, current, name="current")
        self._average = NeuralAgent(game, average, name="average")
        self._exploring = ExploringAgent(self._current, arguments.exploration)
        self._scripted = [make_agent("scripted", game)] if arguments.scripted_share else []
        self._snapshots: list[NeuralAgent] = []
        self.steps: list[int] = []
        self._seat()

    def update(self, current: PolicyNetwork, average: PolicyNetwork) -> None:
        """The current and the average policy from now on, in games under way as well."""
        self._current.network = current
        self._average.network = average

    def add_snapshot(self, step: int, network: PolicyNetwork) -> None:
        """Writes `network` to the pool and seats it, if need be in the place of the oldest."""
        write_atomically(self._run.snapshot(step), policy_bytes(self._game, network))
        agent = NeuralAgent(self._game, network, name=step_name(step))
        if len(self._snapshots) < self._arguments.pool_size:
            self.steps.append(step)
            self._snapshots.append(agent)
        else:  # in its place: games under way know their opponents by place
            oldest = self.steps.index(min(self.steps))
            self.steps[oldest] = step
            self._snapshots[oldest] = agent
        self._seat()

    def restore(self, steps: Sequence[int]) -> None:
        """Seats the snapshots of `steps`, by place, from the disk.

        Raises:
            CheckpointError: a file is missing, damaged or for another game.
        """
        self._snapshots = [load_agent(self._run.snapshot(step), self._game) for step in steps]
        self.steps = list(steps)
        self._seat()

    def _seat(self) -> None:
        arguments, count = self._arguments, len(self._snapshots)
        exploring, average = arguments.exploring_share, arguments.average_opponent_share
        snapshots = arguments.snapshot_share if count else 0.0
        scripted = arguments.scripted_share
        players = [self._current, self._exploring, self._average, *self._scripted, *self._snapshots]
        weights = [
            max(0.0, 1 - exploring - average - scripted - snapshots),
            exploring,
            average,
            *[scripted] * len(self._scripted),
            *[snapshots / max(count, 1)] * count,
        ]
        self._seats.set_opponents(players, weights)
