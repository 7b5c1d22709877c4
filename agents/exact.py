"""Exact play: backward induction over all reachable states, with a matrix game wherever a choice is held back.

Which games this serves is said in :mod:`ludarium.agents.positions`; Kelp with ``reveal="cards"`` is one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States

from . import values as templates
from .base import Agent
from .matrix_games import matrix_solver, solve_matrix_game
from .positions import PositionGraph, UnsolvableError, check_solvable

MAX_POSITIONS = 1_000_000
_CHUNK = 1 << 15  # states a call, so that Ctrl-C is not kept waiting
_WIDEST_GAP = 1e-9
_RESAMPLES = 64  # a round; rounds go on until one brings nothing new
_KEPT_SOLUTIONS = 4
_SILENT_SECONDS = 1.0

Progress = Callable[[str, int], None]


class Solution:
    """Optimal play of one game, from the start and from any other state.

    Made by :func:`solve`. Strategies are optimal everywhere, also where optimal play does not lead.

    Attributes:
        game: the game.
        value: what seat 0 gets if both play optimally.
        positions: how many distinct positions play can reach (see ``GameSpec.is_position``).
        graph: all states, actions and where they lead; of ``graph.states`` the first `num_reachable` are those that
            play can reach from the start.
        values: float64 ``[N]``, of the graph's states, for seat 0.
        view_values: float64 ``[V]``, of the graph's views, for seat 0.
        row_probability: float64 ``[R]``, how the seat to act mixes.
        answer_probability: float64 ``[A]``, how the seat that answers mixes.
    """

    def __init__(self, game: Game, max_positions: int = MAX_POSITIONS, progress: Progress | None = None) -> None:
        self.game = game
        self._lock = RLock()
        found = None if progress is None else lambda count: progress("states found", count)
        self.graph = PositionGraph(game, max_positions, found)
        self.num_reachable = self.graph.num_states
        self.values = self.view_values = self.row_probability = self.answer_probability = np.zeros(0)
        self._solve_new(progress)
        self.value = float(self.values[0])
        self.positions = int(count_positions(game, self.graph.states).sum())
        self._set_up_views: dict[bytes, tuple[npt.NDArray[np.float64], float]] = {}

    def _solve_new(self, progress: Progress | None = None) -> None:
        """Solves the states that the graph has more than there are values."""
        graph, known, actions = self.graph, len(self.values), self.game.num_actions
        values = np.concatenate([self.values, graph.states["returns"][known:, 0].astype(np.float64)])
        view_values, rows, answers = (
            np.concatenate([old, np.zeros(count - len(old))])
            for old, count in (
                (self.view_values, graph.num_views),
                (self.row_probability, len(graph.row_action)),
                (self.answer_probability, len(graph.answer_action)),
            )
        )
        movers = graph.states["to_act"].astype(np.int64)
        scratch = (
            *(np.zeros((actions, actions)), np.zeros((actions + 1, 2 * actions + 1)), np.zeros(actions, np.int64)),
            *(np.zeros(actions), np.zeros(actions)),
        )
        for start in range(known, graph.num_states, _CHUNK):
            stop = min(start + _CHUNK, graph.num_states)
            gap = bound(templates.solve_states)(
                *(graph.order, graph.row_start, graph.row_view, graph.row_next, graph.view_start),
                *(graph.answer_start, graph.answer_next, movers, values, view_values, rows, answers),
                *(*scratch, start, stop),
            )
            if not gap <= _WIDEST_GAP:
                raise UnsolvableError(f"{self.game.string}: a matrix game is solved to {gap:.1e} only")
            if progress is not None:
                progress("states solved", stop)
        self.values, self.view_values, self.row_probability, self.answer_probability = (
            values,
            view_values,
            rows,
            answers,
        )

    def policy(self, states: States) -> npt.NDArray[np.float64]:
        """Optimal strategies of the seats to act, float64 ``[B, num_actions]``.

        Args:
            states: ``[B]`` records of games that are not over, full or redacted for the seats to act; what those seats
                cannot know has no influence. They need not be reachable: what they lead to is then solved, and kept.

        Raises:
            UnsolvableError: a state that somebody set up leads to more than the solver can handle.
            ValueError: a game is over; states of another game or other options.
        """
        seen = self._as_seen(states)
        over = seen["terminated"] | seen["truncated"]
        if over.any():
            raise ValueError(f"{self.game.string}: game {int(np.argmax(over))} is over, there is nothing to decide")
        with self._lock:
            entries, set_up = self._located(seen)
            probabilities = np.zeros((len(seen), self.game.num_actions))
            usual = np.flatnonzero(entries)
            chosen = np.zeros((len(usual), self.game.num_actions))
            graph = self.graph
            bound(templates.write_policy)(
                *(entries[usual], graph.row_start, graph.row_action, self.row_probability),
                *(graph.answer_start, graph.answer_action, self.answer_probability, chosen),
            )
            probabilities[usual] = chosen
            for k, (mix, _) in set_up.items():
                probabilities[k] = mix
        return probabilities

    def values_of(self, states: States) -> npt.NDArray[np.float64]:
        """What seat 0 gets from `states` on if both play optimally, float64 ``[B]``; where a choice is held back, as
        the seat sees it that has to answer. Arguments and errors as for :meth:`policy`; games may be over.
        """
        seen = self._as_seen(states)
        with self._lock:
            out = seen["returns"][:, 0].astype(np.float64)
            going_on = np.flatnonzero(~(seen["terminated"] | seen["truncated"]))
            entries, set_up = self._located(seen[going_on])
            is_state, is_view = entries > 0, entries < 0
            out[going_on[is_state]] = self.values[entries[is_state] - 1]
            out[going_on[is_view]] = self.view_values[-1 - entries[is_view]]
            for k, (_, value) in set_up.items():
                out[going_on[k]] = value
        return out

    def _as_seen(self, states: States) -> States:
        checked = self.game.checked_states(np.array(states, ndmin=1))
        return self.game.redact(checked, checked["to_act"].astype(np.int64))

    def _located(self, seen: States) -> tuple[npt.NDArray[np.int64], dict[int, tuple[npt.NDArray[np.float64], float]]]:
        """What `seen` are in the graph, and strategy and value of the views among them that no play leads to."""
        entries = self.graph.locate(seen)
        missing = np.flatnonzero(entries == 0)
        set_up: dict[int, tuple[npt.NDArray[np.float64], float]] = {}
        if not len(missing):
            return entries, set_up
        possible = self._redrawn(seen[missing])
        public = self.graph.is_public(possible).reshape(len(missing), -1).all(axis=1)
        if public.any():
            self._add(seen[missing[public]])
            entries[missing] = self.graph.locate(seen[missing])
        for k in missing[~public]:
            if entries[k] == 0:
                set_up[int(k)] = self._solve_view(seen[k : k + 1])
        return entries, set_up

    def _redrawn(self, seen: States, round: int = 0) -> States:
        """``_RESAMPLES`` full states that agree with each of `seen`."""
        full = np.repeat(seen, _RESAMPLES)
        seats = full["to_act"].astype(np.int64)
        self.game.resample(full, seats, seeds_of_slots(0, len(full), first=round * len(full)))
        return full

    def _solve_view(self, seen: States) -> tuple[npt.NDArray[np.float64], float]:
        """Strategy and value of a view that no play leads to: all that may be held back is a row of the matrix."""
        key = self.graph.key_of(seen)
        if key not in self._set_up_views:
            held = self._redrawn(seen)
            held = held[self.graph.distinct(held)]
            for round in range(1, 1000):
                more = np.concatenate([held, self._redrawn(seen, round)])
                more = more[self.graph.distinct(more)]
                if len(more) == len(held):
                    break
                held = more
            answers = np.flatnonzero(self.game.legal(seen)[0])
            after = np.repeat(held, len(answers))
            self.game.step(after, np.tile(answers, len(held)))
            if not self.graph.is_public(after).all():
                raise UnsolvableError(
                    f"{self.game.string} cannot be solved from here: something stays hidden after the answer, in\n"
                    f"{self.game.describe(seen, int(seen['to_act'][0]))}"
                )
            payoff = self.values_of(after).reshape(len(held), len(answers))
            mover_sign = -1.0 if seen["to_act"][0] == 0 else 1.0
            solved = solve_matrix_game(mover_sign * payoff)
            mix = np.zeros(self.game.num_actions)
            mix[answers] = solved.columns
            self._set_up_views[key] = mix, mover_sign * solved.value
        return self._set_up_views[key]

    def _add(self, states: States) -> None:
        self.graph.add(states)
        self._solve_new()


def count_positions(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """Which of public `states` count as positions (see ``GameSpec.is_position``)."""
    if game.spec.is_position is not None:
        return game.spec.is_position(states)
    return np.asarray(~(states["terminated"] | states["truncated"]))


@cache
def bound(template: Callable[..., Any]) -> Any:
    """A template of :mod:`ludarium.agents.values`, compiled."""
    kernels = {"solve_matrix": matrix_solver()} if template is templates.solve_states else {}
    return bind(template, "positions", kernels, templates.VALUE_TYPES)


_solutions: OrderedDict[Game, Solution] = OrderedDict()
_solving = RLock()


def solve(game: Game, *, max_positions: int = MAX_POSITIONS, progress: bool | None = None) -> Solution:
    """Solves a game, or gives the solution if this process has it already.

    Args:
        game: which game.
        max_positions: most states to hold in memory.
        progress: show on standard error how far it is, if it takes long; by default where that is a terminal.

    Raises:
        UnsolvableError: the game is not of the kind that can be solved, or has too many states.
    """
    check_solvable(game)
    with _solving:
        if game not in _solutions:
            with shown_progress(f"solving {game.string}", progress) as show:
                _solutions[game] = Solution(game, max_positions, show)
            while len(_solutions) > _KEPT_SOLUTIONS:
                _solutions.popitem(last=False)
        _solutions.move_to_end(game)
        return _solutions[game]


@contextmanager
def shown_progress(title: str, wanted: bool | None) -> Iterator[Progress]:
    """A line on standard error that says how far a long piece of work is; it comes late and goes at the end."""
    from rich.console import Console

    console = Console(stderr=True)
    if not (console.is_terminal if wanted is None else wanted):
        yield lambda what, count: None
        return
    status = console.status(title)
    begun = monotonic()

    def show(what: str, count: int) -> None:
        if monotonic() - begun >= _SILENT_SECONDS:
            status.update(f"{title}: {count:,} {what}")
            status.start()

    try:
        yield show
    finally:
        status.stop()


class ExactAgent(Agent):
    """Plays optimally.

    Args:
        game: the game; it is solved when the agent is first asked.
        max_positions: see :func:`solve`.

    Raises:
        UnsolvableError: the game is evidently not of the kind that can be solved.
    """

    def __init__(self, game: Game, max_positions: int = MAX_POSITIONS) -> None:
        check_solvable(game)
        self.name = "exact"
        self.game = game
        self.max_positions = max_positions

    @property
    def solution(self) -> Solution:
        """The solution of the game.

        Raises:
            UnsolvableError: the game turns out not to be of the kind that can be solved, or has too many states.
        """
        return solve(self.game, max_positions=self.max_positions)

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """Optimal strategies, float64 ``[B, num_actions]``."""
        return self.solution.policy(decisions.states)
