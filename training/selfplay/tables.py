"""The games of self-play, and who sits where: the learner in every seat, or in one with opponents in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.agents.base import Agent
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind
from ludarium.envs.core.masks import count_legal, nth_legal, random_legal
from ludarium.envs.core.rng import GOLDEN_GAMMA, derived_seeds, next_of_stream, seeds_of_slots, uniforms
from ludarium.envs.core.saves import read_states, save_states
from ludarium.envs.registry import make_game

#: Who decides: the learner, or nobody, where there is one legal action only. Opponents have their places, from 0.
LEARNER, NOBODY = -1, -2

# Streams of derived_seeds; who sits in seat s is drawn from the stream _DRAWS + s.
_DECISIONS, _DRAWS = 0, 1
_TYPES: dict[str, Any] = {"seating": types.int64[:, ::1], "deciders": types.int64[::1], "openings": types.int64[::1]}


def sort_decisions(
    masks: Any, to_act: Any, seating: Any, openings: Any, policy_seeds: Any, actions: Any, deciders: Any
) -> None:
    """Takes the decisions that are none or left to chance, and tells whose the others are.

    Args:
        masks: int8 ``[B, num_actions]``.
        to_act: int64 ``[B]``.
        seating: int64 ``[B, seats]``, who sits where.
        openings: int64 ``[B]``, decisions that are still left to chance; counted down.
        policy_seeds: uint64 ``[B]``, streams of chance.
        actions: int64 ``[B]``, written where nobody decides.
        deciders: int64 ``[B]``, written.
    """
    for i in range(masks.shape[0]):
        if count_legal(masks[i]) == 1:
            actions[i] = nth_legal(masks[i], 0)
            deciders[i] = NOBODY
        elif openings[i] > 0:
            openings[i] -= 1
            actions[i] = random_legal(masks[i], next_of_stream(policy_seeds, i))
            deciders[i] = NOBODY
        else:
            deciders[i] = seating[i, to_act[i]]


@cache
def _sort() -> Any:
    return bind(sort_decisions, "training", {}, _TYPES)


class Tables:
    """`count` games in step. Everything at a table depends on its seed, the learner's actions and the opponents.

    Where there are opponents, one seat, another one in every game, is the learner's in any case; who sits in each of
    the others is drawn, and may be the learner again.

    Args:
        game: which game.
        count: number of games.
        seed: seeds them and the opponents.
        threads: see :class:`Batch`.
        opening_share: share of games whose first decisions are left to chance, so that play is learned from positions
            to which nobody would come by playing well.
        opening: at most so many decisions, each number from 1 as likely as any other.

    Attributes:
        batch: the games.
        seating: int64 ``[B, seats]``, who sits where: ``LEARNER`` or the place of an opponent.
        actions: int64 ``[B]``, what is to be done next.
        deciders: int64 ``[B]``, who decides about it, see :meth:`sort`.
    """

    def __init__(
        self, game: Game, count: int, seed: int, threads: int = 1, opening_share: float = 0.0, opening: int = 1
    ) -> None:
        self.game = game
        self._opening_share, self._opening = opening_share, opening
        self._openings = np.zeros(count, np.int64)  # decisions still left to chance
        self.batch = Batch(game, count, seed=seed, threads=threads, final_observations=True)
        self.seating = np.full((count, game.num_players), LEARNER, np.int64)
        self._everyone = np.arange(count)
        self.actions = np.zeros(count, np.int64)
        self.deciders = np.zeros(count, np.int64)
        self._games = np.zeros(count, np.int64)  # begun so far
        self._random = derived_seeds(seeds_of_slots(seed, count), _DECISIONS)
        self._players: list[Agent] = []
        self._results = np.zeros((2, 0))
        self._cumulative, self._last_drawn = np.ones(1), 0

    # --- opponents ------------------------------------------------------------------------------------------------

    def set_opponents(self, players: Sequence[Agent], weights: Sequence[float]) -> None:
        """Other opponents from now on. New games draw from them; games under way keep the places of theirs.

        A game under way whose opponent's place there is no longer is the learner's in that seat.

        Args:
            players: the opponents; the first is the learner itself, which learns wherever it sits.
            weights: how often each is drawn; they add up to 1.
        """
        self._players = list(players[1:])
        if self._results.shape[1] != len(self._players):
            self._results = np.zeros((2, len(self._players)))
        self._cumulative = np.cumsum(np.asarray(weights, np.float64))
        self._last_drawn = int(np.flatnonzero(weights)[-1])
        if not self._games.any():
            self._seat(np.arange(self.batch.batch_size))
        self.seating[self.seating >= len(self._players)] = LEARNER

    def _seat(self, tables: npt.NDArray[np.int64]) -> None:
        """Who sits where in the games that have begun at `tables`."""
        seats = self.game.num_players
        own = (tables + self._games[tables]) % seats
        self._games[tables] += 1
        self._random[tables] += GOLDEN_GAMMA
        for seat in range(seats):
            numbers = uniforms(derived_seeds(self._random[tables], _DRAWS + seat))
            drawn = np.minimum(np.searchsorted(self._cumulative, numbers, side="right"), self._last_drawn)
            self.seating[tables, seat] = drawn - 1
        self.seating[tables, own] = LEARNER
        numbers = uniforms(derived_seeds(self._random[tables], _DRAWS + seats)) / max(self._opening_share, 1e-9)
        self._openings[tables] = np.where(numbers < 1, 1 + np.floor(numbers * self._opening), 0)

    # --- play -----------------------------------------------------------------------------------------------------

    def sort(self) -> npt.NDArray[np.int64]:
        """Finds out who decides at each table (:attr:`deciders`); the tables where the learner does."""
        _sort()(
            *(self.batch.mask, self.batch.to_act, self.seating, self._openings, self._random),
            *(self.actions, self.deciders),
        )
        return np.flatnonzero(self.deciders == LEARNER)

    def pending(self) -> npt.NDArray[np.int64]:
        """The tables where the learner decides next; nothing changes."""
        batch = self.batch
        free = (batch.mask.sum(axis=1) > 1) & (self._openings == 0)
        return np.flatnonzero(free & (self.seating[self._everyone, batch.to_act] == LEARNER))

    def ask_opponents(self) -> None:
        """Writes the :attr:`actions` that are the opponents' to decide.

        Raises:
            TypeError: an opponent's answer is of another form than one action a decision.
        """
        theirs = self.deciders >= 0
        for place in np.unique(self.deciders[theirs]):
            asked = np.flatnonzero(self.deciders == place)
            self._random[asked] += GOLDEN_GAMMA
            seeds = derived_seeds(self._random[asked], _DECISIONS)
            answer = np.asarray(self._players[place].act(Decisions.in_batch(self.batch, asked, seeds)))
            if answer.shape != asked.shape or answer.dtype.kind not in "iu":
                raise TypeError(
                    f"opponent {self._players[place].name} answered {answer.dtype} {answer.shape}, expected integers "
                    f"{asked.shape}"
                )
            self.actions[asked] = answer

    def step(self, waiting: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Does the :attr:`actions`, but at the tables `waiting`, and seats players where new games have begun.

        Returns:
            The tables where something was done.
        """
        batch = self.batch
        if len(waiting):
            going_on = np.setdiff1d(self._everyone, waiting)
            batch.step(self.actions[going_on], going_on)
        else:
            going_on = self._everyone
            batch.step(self.actions)
        over = going_on[batch.terminated[going_on] | batch.truncated[going_on]]
        if len(over):
            self._note_results(over)
            self._seat(over)
        return going_on

    def _note_results(self, tables: npt.NDArray[np.int64]) -> None:
        """Counts the games against opponents that have ended at `tables`, an opponent's seat as a game."""
        seating, returns = self.seating[tables], self.batch.final_returns[tables]
        learners = seating == LEARNER
        own = (returns * learners).sum(axis=1) / learners.sum(axis=1)  # everywhere at least one seat is the learner's
        game, seat = np.nonzero(~learners)
        scores = 0.5 + 0.5 * np.sign(own[game] - returns[game, seat])
        places, size = seating[game, seat], len(self._players)
        self._results += np.array([np.bincount(places, minlength=size), np.bincount(places, scores, size)])

    def take_results(self) -> dict[int, tuple[int, float]]:
        """Games against opponents since this was last asked and the sum of the scores in them, by place from 1.

        Every seat of an opponent counts as a game. A score is 1 where the learner's seats got more than that one on the
        average, ½ where as much.
        """
        found = {k + 1: (int(games), float(scores)) for k, (games, scores) in enumerate(self._results.T)}
        self._results[:] = 0
        return found

    # --- saving ---------------------------------------------------------------------------------------------------

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """All there is to go on from, except the opponents."""
        saved = np.frombuffer(save_states(self.game, self.batch.states), np.uint8).copy()
        return {"states": saved, **self._kept()}

    def _kept(self) -> dict[str, npt.NDArray[Any]]:
        return {"seating": self.seating, "openings": self._openings, "games": self._games, "random": self._random}

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave, for as many games and the same opponents.

        Raises:
            SaveError: the games in it are damaged or of another version.
        """
        _, states = read_states(state["states"].tobytes(), make_game)
        self.batch.set_states(states)
        for name, array in self._kept().items():
            array[:] = state[name]
