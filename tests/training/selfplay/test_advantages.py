"""Advantages in whole games as they are played, against plain Python that follows every seat by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from ludarium.agents.encoding import StepEncoding
from ludarium.envs.core.game import Game
from ludarium.envs.registry import make_game
from ludarium.training.selfplay.learner import SelfPlayLearner
from tests.toys import toy_game
from tests.training.selfplay.learners import small_learner


@dataclass
class Decision:
    """What one seat decided at one moment, and what it got until its next decision."""

    number: int
    value: float
    returns_before: float
    earned: float = 0.0


@dataclass
class Seat:
    """The decisions of one seat in one game, and what it expects after the last, if anybody knows."""

    decisions: list[Decision] = field(default_factory=list)
    tail: float | None = None
    returns: float | None = None  # in the end

    def advantages(self, gamma: float, lambda_: float) -> dict[int, float]:
        """By the definition, a sum of all changes of what is expected; without the decisions of which nobody knows."""
        changes = []
        for place, decision in enumerate(self.decisions):
            after = self.decisions[place + 1].value if place + 1 < len(self.decisions) else self.tail
            if after is not None:
                changes.append(decision.earned + gamma * after - decision.value)
        weights = (gamma * lambda_) ** np.arange(len(changes))
        return {
            self.decisions[place].number: float(weights[: len(changes) - place] @ changes[place:])
            for place in range(len(changes))
        }


class Watched:
    """Watches a learner play an iteration; it does not learn."""

    def __init__(self, learner: SelfPlayLearner) -> None:
        self.learner: Any = learner
        self.seats: list[Seat] = []  # of games that are over
        self.ends: Counter[str] = Counter()
        self.usable: list[int] = []
        self._count = 0
        self._tables: list[dict[int, Seat]] = [{} for _ in range(learner.seats.batch.batch_size)]
        self._values = learner.value_network()
        self._encoding = StepEncoding(learner.seats.game.layout)
        experience, tables = self.learner._experience, self.learner.seats
        self._step, self._add = tables.step, experience.add
        tables.step, experience.add, self.learner._update = self.step, self.add, self.update

    def value(self, observation: np.ndarray) -> float:
        return float(self._values.logits(self._encoding(observation[None]))[0, 0])

    def add(self, tables: np.ndarray, seats: np.ndarray, *others: Any) -> None:
        batch = self.learner.seats.batch
        for table, seat, value in zip(tables, seats, others[-1], strict=True):
            assert seat == batch.to_act[table]
            assert value == pytest.approx(self.value(batch.observation[table]), abs=1e-5)
            before = float(batch.states["returns"][table, seat])
            self._tables[table].setdefault(seat, Seat()).decisions.append(Decision(self._count, value, before))
            self._count += 1
        self._add(tables, seats, *others)

    def step(self, waiting: np.ndarray) -> np.ndarray:
        going_on: np.ndarray = self._step(waiting)
        batch = self.learner.seats.batch
        assert sorted([*going_on, *waiting]) == list(range(batch.batch_size))
        for table in going_on:
            for number, seat in self._tables[table].items():
                seat.decisions[-1].earned += float(batch.rewards[table, number])
                if batch.truncated[table]:
                    seat.tail = self.value(batch.final_observation[table, number])
                elif batch.terminated[table]:
                    seat.tail = 0.0
                seat.returns = float(batch.final_returns[table, number])
            if batch.terminated[table] or batch.truncated[table]:
                self.ends["truncated" if batch.truncated[table] else "terminated"] += 1
                self.seats += self._tables[table].values()
                self._tables[table] = {}
        return going_on

    def update(self, usable: np.ndarray, *others: float) -> dict[str, float]:
        self.usable = usable.tolist()
        return {}

    def iterate(self) -> list[Seat]:
        """Plays an iteration; all seats, with those of games that are not over at the end."""
        self._tables = [{} for _ in self._tables]
        self._count, self.seats = 0, []
        self.learner.iterate(0.0, 0.0)
        tables, batch = self.learner.seats, self.learner.seats.batch
        found = list(self.seats)
        for table, seats in enumerate(self._tables):
            to_act = int(batch.to_act[table])
            theirs = tables.seating[table, to_act] == -1 and batch.mask[table].sum() > 1 and not tables._openings[table]
            if theirs and to_act in seats:
                seats[to_act].tail = self.value(batch.observation[table])
                self.ends["stopped where it was known"] += 1
            self.ends["stopped where it was not"] += sum(seat.tail is None for seat in seats.values())
            found += seats.values()
        return found


GAMES: dict[str, Callable[[], Game]] = {
    "race": lambda: toy_game("race", max_waits=4),
    "magpie of 3": lambda: toy_game("magpie", num_players=3, max_turns=5),
    "magpie of 4": lambda: toy_game("magpie", num_players=4, lives=1),
    "terrace": lambda: toy_game("terrace"),
    "kuhn": lambda: toy_game("kuhn"),
    "lockup": lambda: make_game("lockup"),
    "vantage": lambda: make_game("vantage"),
}


@pytest.mark.parametrize("opponents", [0, 2])
@pytest.mark.parametrize(("gamma", "lambda_"), [(1.0, 0.95), (0.9, 0.5)])
@pytest.mark.parametrize("name", GAMES)
def test_advantages_are_those_of_every_seat_by_itself(name: str, gamma: float, lambda_: float, opponents: int) -> None:
    options = {"gamma": gamma, "gae_lambda": lambda_, "num_envs": 6, "rollout": 11, "opening_share": 0.5, "opening": 3}
    watched = Watched(small_learner(GAMES[name](), opponents, **options))
    for _ in range(3):
        seats = watched.iterate()
        assert sum(len(seat.decisions) for seat in seats) == 66 == watched.learner._experience.count
        wanted: dict[int, float] = {}
        for seat in seats:
            wanted |= seat.advantages(gamma, lambda_)
        assert watched.usable == sorted(wanted)
        found = watched.learner._experience.advantages
        for number, advantage in wanted.items():
            assert found[number] == pytest.approx(advantage, abs=2e-5), number
    assert watched.ends["stopped where it was not"]
    assert watched.ends["stopped where it was known"] or (name == "race" and opponents)  # a seat seldom acts twice
    assert watched.ends["terminated"] or name in ("lockup", "vantage")  # one iteration is short
    assert watched.ends["truncated"] or name not in ("race", "magpie of 3")


@pytest.mark.parametrize("name", ["race", "magpie of 3", "magpie of 4", "terrace", "kuhn"])
def test_what_a_seat_earns_is_its_return_less_what_came_before_its_first_decision(name: str) -> None:
    watched = Watched(small_learner(GAMES[name](), 1, num_envs=4, rollout=40))
    watched.iterate()
    earned = watched.learner._experience.earned
    games = 0
    for seat in watched.seats:
        wanted = seat.returns - seat.decisions[0].returns_before
        assert sum(float(earned[decision.number]) for decision in seat.decisions) == pytest.approx(wanted, abs=1e-5)
        games += 1
    assert games > 5
