"""Counterfactual regret minimisation (CFR+) on the whole tree of a small game, and best responses there.

It serves two-seat zero-sum games of any kind, with chance and with secrets that last, as long as the tree is small:
see :mod:`ludarium.agents.game_tree`. What it finds is as near to optimal play as it says itself, by exact best
responses. Where every state is public, :mod:`ludarium.agents.exact` is exact and quicker.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.checks import checked_count
from ludarium.envs.core.game import Game, Utility
from ludarium.envs.core.kernels import bind
from ludarium.envs.core.schema import States

from . import game_tree as game_tree_module
from . import sequences as templates
from .base import Agent, Decisions
from .exact import Progress, shown_progress
from .exploitability import Exploitability
from .game_tree import MAX_NODES, GameTree, Reals, game_tree
from .positions import UnsolvableError

ITERATIONS = 1000
_WORK_A_CALL = 1 << 23  # entries and sequences gone through, so that Ctrl-C is not kept waiting
_KEPT_SOLUTIONS = 4


class TreeSolution:
    """Nearly optimal play of one game: the average strategy of CFR+.

    Made by :func:`solve_with_cfr`.

    Attributes:
        game: the game.
        tree: its tree.
        iterations: how many were run.
        strategy: float64 ``[S]``, the probability of the last action of every sequence of the tree.
        measured: value, best responses and exploitability of the strategy.
    """

    def __init__(self, tree: GameTree, iterations: int = ITERATIONS, progress: Progress | None = None) -> None:
        self.iterations = checked_count(iterations, "iterations")
        check_tree(tree)
        self.game, self.tree = tree.game, tree
        self.strategy, self._policy = self._run(progress)
        self.measured = measure_on_tree(tree, self.strategy)

    @property
    def value(self) -> float:
        """What seat 0 gets if both play the strategy."""
        return self.measured.value

    @property
    def value_range(self) -> tuple[float, float]:
        """What the strategy secures for seat 0, and what it concedes: the value of optimal play lies there for sure."""
        return -self.measured.best_responses[1], self.measured.best_responses[0]

    def _run(self, progress: Progress | None) -> tuple[Reals, Reals]:
        tree, size = self.tree, self.tree.num_sequences
        sizes = np.diff(tree.infoset_start)
        uniform = np.concatenate([np.ones(2), np.repeat(1.0 / sizes, sizes)])
        strategy, regrets, totals = uniform.copy(), np.zeros(size), np.zeros(size)
        entries = _payoff_matrix(tree)
        shape = (tree.infoset_past, tree.infoset_start, tree.seat_start)
        reach, values = np.ones(size), np.zeros(size)
        pace = max(1, _WORK_A_CALL // (len(entries[1]) + 4 * size))
        for first in range(1, self.iterations + 1, pace):
            last = min(first + pace - 1, self.iterations)
            _bound(templates.run_cfr_plus)(*(*entries, *shape, regrets, strategy, reach, totals, values, first, last))
            if progress is not None:
                progress("iterations", last)
        return self._averages(totals)

    def _averages(self, totals: Reals) -> tuple[Reals, Reals]:
        """The average strategy by sequence and, float64 ``[V, num_actions]``, by view.

        Where one view stands for several information sets, because the record does not tell what the seat did before,
        they count by how likely the seat gets there.
        """
        tree = self.tree
        infoset = np.repeat(np.arange(tree.num_infosets), np.diff(tree.infoset_start))
        policy = np.zeros((len(tree.views), self.game.num_actions))
        np.add.at(policy, (tree.infoset_view[infoset], tree.sequence_action[2:]), totals[2:])
        # No sum is zero: the first iteration plays everything.
        policy /= policy.sum(axis=1, keepdims=True)
        strategy = np.ones(tree.num_sequences)
        strategy[2:] = totals[2:] / np.bincount(infoset, totals[2:], tree.num_infosets)[infoset]
        return strategy, policy

    def policy(self, states: States) -> npt.NDArray[np.float64]:
        """The average strategy of the seats to act, float64 ``[B, num_actions]``.

        Args:
            states: ``[B]`` records of games that are not over, full or redacted for the seats to act; what those seats
                cannot know has no influence.

        Raises:
            ValueError: a game is over, or in a state that play cannot reach from the start; states of another game or
                other options.
        """
        checked = self.game.checked_states(np.array(states, ndmin=1))
        seen = self.game.redact(checked, checked["to_act"].astype(np.int64))
        found = self.tree.find_views(seen)
        missing = np.flatnonzero((found < 0) | checked["terminated"] | checked["truncated"])
        if len(missing):
            first = int(missing[0])
            over = checked["terminated"][first] or checked["truncated"][first]
            problem = "is over, there is nothing to decide" if over else "cannot come about in play from the start"
            raise ValueError(f"{self.game.string}: game {first} {problem}:\n{self.game.describe(seen[first])}")
        return np.asarray(self._policy[found])


def check_tree(tree: GameTree) -> None:
    """Refuses trees that CFR+ does not solve.

    Raises:
        UnsolvableError: not two seats, or returns that do not add up to zero.
    """
    check_seats(tree.game)
    if not tree.is_zero_sum:
        raise UnsolvableError(f"{tree.game.string} cannot be solved by CFR+: returns do not add up to zero at the end")


def check_seats(game: Game) -> None:
    """Refuses at once what no tree is needed for.

    Raises:
        UnsolvableError: the game has more than two seats, or says that it is not zero-sum.
    """
    if game.num_players != 2:
        raise UnsolvableError(f"{game.string} cannot be solved by CFR+: it has {game.num_players} seats, not two")
    if game.spec.utility is not Utility.ZERO_SUM:
        raise UnsolvableError(f"{game.string} cannot be solved by CFR+: it is {game.spec.utility.value}, not zero-sum")


def measure_on_tree(tree: GameTree, strategy: Reals) -> Exploitability:
    """How much best responses gain against a strategy, exactly.

    Args:
        tree: of a two-seat zero-sum game.
        strategy: float64 ``[S]``, see :meth:`GameTree.strategy_of`.

    Raises:
        UnsolvableError: the tree is of another kind of game.
    """
    check_tree(tree)
    results = best_responses(tree, strategy)
    best = float(results[0, 0]), float(results[1, 0])
    return Exploitability((best[0] + best[1]) / 2, best, float(results[0, 1]))


def best_responses(tree: GameTree, strategy: Reals) -> Reals:
    """What the seats get against a strategy, float64 ``[seats, 2]``, for any number of seats and any returns.

    The first column is each seat's best response to all others, who follow the strategy; the second is what the seat
    gets if it follows the strategy as well. Arguments as for :func:`measure_on_tree`.
    """
    if np.shape(strategy) != (tree.num_sequences,):
        raise ValueError(f"strategy has shape {np.shape(strategy)}, expected ({tree.num_sequences},)")
    scratch, results = np.zeros((2, tree.num_sequences)), np.zeros((tree.game.num_players, 2))
    _bound(templates.respond)(
        *(tree.leaf_sequences, tree.leaf_payoffs, tree.infoset_past, tree.infoset_start, tree.seat_start),
        *(np.ascontiguousarray(strategy, np.float64), scratch[0], scratch[1], results),
    )
    return results


def tree_exploitability(
    agent: Agent, game: Game, *, max_nodes: int = MAX_NODES, progress: bool | None = None
) -> Exploitability:
    """Measures an agent on the whole tree of a game; best responses remember all that they have seen and done.

    Args:
        agent: any agent for `game`; it is asked once for everything that a seat can see when it decides.
        game: a two-seat zero-sum game with a small tree.
        max_nodes: see :class:`GameTree`.
        progress: see :func:`solve_with_cfr`.

    Raises:
        UnsolvableError: the game has a tree that is too large, or of another kind.
        ValueError: the agent does not give probabilities of legal actions.
    """
    check_seats(game)
    with shown_progress(f"measuring {agent.name} on {game.string}", progress) as show:
        tree = game_tree(game, max_nodes, lambda count: show("nodes visited", count))
        return measure_on_tree(tree, tree.strategy_of(agent))


_solutions: OrderedDict[tuple[Game, int], TreeSolution] = OrderedDict()
_solving = RLock()


def solve_with_cfr(
    game: Game, *, iterations: int = ITERATIONS, max_nodes: int = MAX_NODES, progress: bool | None = None
) -> TreeSolution:
    """Solves a game by CFR+, or gives the solution if this process has it already.

    Args:
        game: a two-seat zero-sum game with a small tree.
        iterations: of CFR+; the exploitability falls about as fast as their number grows, or faster.
        max_nodes: most nodes of the tree.
        progress: show on standard error how far it is, if it takes long; by default where that is a terminal.

    Raises:
        UnsolvableError: the game has a tree that is too large, or of another kind.
    """
    check_seats(game)
    key = game, iterations
    with _solving:
        kept = _solutions.get(key)
        if kept is None or kept.tree.num_nodes > max_nodes:
            with shown_progress(f"solving {game.string}", progress) as show:
                tree = game_tree(game, max_nodes, lambda count: show("nodes visited", count))
                kept = _solutions[key] = TreeSolution(tree, iterations, show)
            while len(_solutions) > _KEPT_SOLUTIONS:
                _solutions.popitem(last=False)
        _solutions.move_to_end(key)
        return kept


class CFRAgent(Agent):
    """Plays the average strategy of CFR+.

    Args:
        game: the game; it is solved when the agent is first asked.
        iterations: see :func:`solve_with_cfr`.
        max_nodes: see there.

    Raises:
        UnsolvableError: the game has not two seats, or is not zero-sum.
    """

    def __init__(self, game: Game, iterations: int = ITERATIONS, max_nodes: int = MAX_NODES) -> None:
        check_seats(game)
        self.name = "cfr"
        self.game = game
        self.iterations = iterations
        self.max_nodes = max_nodes

    @property
    def solution(self) -> TreeSolution:
        """The solution of the game.

        Raises:
            UnsolvableError: the tree is too large, or turns out to be of another kind.
        """
        return solve_with_cfr(self.game, iterations=self.iterations, max_nodes=self.max_nodes)

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """The average strategy, float64 ``[B, num_actions]``."""
        return self.solution.policy(decisions.states)


def _payoff_matrix(tree: GameTree) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Reals]:
    """The leaves by sequence, for either seat: ``entry_start``, ``entry_sequence`` and ``entry_payoff`` of CFR+."""
    paying = np.flatnonzero(tree.leaf_payoffs[:, 0])
    own = np.concatenate([tree.leaf_sequences[paying, 0], tree.leaf_sequences[paying, 1]])
    other = np.concatenate([tree.leaf_sequences[paying, 1], tree.leaf_sequences[paying, 0]])
    payoff = np.concatenate([tree.leaf_payoffs[paying, 0], -tree.leaf_payoffs[paying, 0]])
    order = np.lexsort((other, own))
    start = np.searchsorted(own[order], np.arange(tree.num_sequences + 1))
    return start.astype(np.int64), np.ascontiguousarray(other[order]), np.ascontiguousarray(payoff[order])


@cache
def _bound(template: Callable[..., Any]) -> Any:
    return bind(template, "game trees", {}, templates.SEQUENCE_TYPES)


def compile_shared() -> None:
    """Compiles, or loads, the functions that serve the trees of all games."""
    game_tree_module.compile_shared()
    for template in (templates.run_cfr_plus, templates.respond):
        _bound(template)
