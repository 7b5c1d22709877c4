"""Whom the learner plays against: the current policy, and snapshots of earlier ones from a pool on disk."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.agents.neural import NeuralAgent, PolicyNetwork, load_agent, policy_bytes
from ludarium.envs.adapters.seats import LearnerSeats
from ludarium.envs.core.game import Game

from .arguments import TrainingArguments
from .runs import RunFolder, step_name, write_atomically


class Opponents:
    """The opponents of a run. Every snapshot stays on disk, `pool_size` of them are in memory and in play.

    A new game is played against the current policy with probability `current_share`, against the average policy with
    `average_opponent_share`, else against one of the snapshots, each equally likely. While there are none, their share
    goes to the current policy.

    Args:
        run: where the snapshots are.
        game: which game.
        learners: the seats to fill.
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
        learners: LearnerSeats,
        arguments: TrainingArguments,
        current: PolicyNetwork,
        average: PolicyNetwork,
    ) -> None:
        self._run = run
        self._game = game
        self._learners = learners
        self._arguments = arguments
        self._current = NeuralAgent(game, current, name="current")
        self._average = NeuralAgent(game, average, name="average")
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
        average, count = self._arguments.average_opponent_share, len(self._snapshots)
        current = self._arguments.current_share if count else 1 - average
        rest = max(0.0, 1 - current - average)
        weights = [current, average, *[rest / count] * count] if count else [current, average]
        self._learners.set_opponents([self._current, self._average, *self._snapshots], weights)
