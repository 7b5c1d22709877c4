"""What was decided and what it earned: the decisions of an iteration, each linked to its seat's next one.

Seats act in any order, several times in a row, or no more once they are out. Every decision therefore knows which is
the next one of its seat in the same game, and is paid all that its seat earns up to there. Advantages are then
estimated along these links, whatever happened in between.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.envs.core.kernels import bind

#: Instead of the next decision: the game ended after this one, or the next one is not known.
ENDED, OPEN = -1, -2

_DECISIONS, _NUMBERS = types.int64[::1], types.float32[::1]
_TYPES: dict[str, Any] = {
    "latest": types.int64[:, ::1],
    "following": _DECISIONS,
    "earned": _NUMBERS,
    "tail": _NUMBERS,
    "seats": _DECISIONS,
    "first": types.int64,
    "cut_off": _DECISIONS,
    "values": _NUMBERS,
    "advantages": _NUMBERS,
    "usable": types.boolean[::1],
    "size": types.int64,
    "gamma": types.float64,
    "lambda_": types.float64,
}


def link_decisions(indices: Any, seats: Any, latest: Any, following: Any, earned: Any, tail: Any, first: int) -> None:
    """Links new decisions to the ones before of the same seats.

    Args:
        indices: int64 ``[K]``, their tables, each of them once.
        seats: int64 ``[K]``, their seats.
        latest: int64 ``[B, seats]``, the last decision of every seat in the game at hand, -1 for none; written.
        following: int64 ``[N]``, the next decision of the same seat; written.
        earned: float32 ``[N]``, 0 for the new decisions; written.
        tail: float32 ``[N]``, 0 for the new decisions; written.
        first: number of the first of them.
    """
    for k in range(indices.shape[0]):
        before = latest[indices[k], seats[k]]
        if before >= 0:
            following[before] = first + k
        latest[indices[k], seats[k]] = first + k
        following[first + k] = OPEN
        earned[first + k] = 0
        tail[first + k] = 0


def pay_decisions(
    indices: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    latest: Any,
    following: Any,
    earned: Any,
    cut_off: Any,
) -> int:
    """Pays every seat's last decision what the seat got in the step just made, and closes games that are over.

    Args:
        indices: int64 ``[K]``, the tables where a step was made.
        rewards: float32 ``[B, seats]``.
        terminated: bool ``[B]``.
        truncated: bool ``[B]``.
        latest: see :func:`link_decisions`; written.
        following: int64 ``[N]``; written.
        earned: float32 ``[N]``; written.
        cut_off: int64 ``[B × seats]``, written: the last decisions of all seats in games that were cut off, -1 for
            seats without one, in order of the tables.

    Returns:
        How many entries `cut_off` has.
    """
    found = 0
    for k in range(indices.shape[0]):
        i = indices[k]
        over = terminated[i] or truncated[i]
        for seat in range(latest.shape[1]):
            decision = latest[i, seat]
            if decision >= 0:
                earned[decision] += rewards[i, seat]
            if over:
                if decision >= 0:
                    following[decision] = ENDED
                latest[i, seat] = -1
                if truncated[i]:
                    cut_off[found] = decision
                    found += 1
    return found


def estimate_advantages(
    earned: Any,
    values: Any,
    following: Any,
    tail: Any,
    usable: Any,
    advantages: Any,
    size: int,
    gamma: Any,
    lambda_: Any,
) -> None:
    """Generalised advantage estimation along the links.

    Args:
        earned: float32 ``[N]``.
        values: float32 ``[N]``, what was expected at each decision.
        following: int64 ``[N]``.
        tail: float32 ``[N]``, what is expected after a decision without a next one.
        usable: bool ``[N]``: whether what comes after a decision is known; where it is not, the advantage is 0.
        advantages: float32 ``[N]``, written.
        size: N.
        gamma: discount from a seat's decision to its next.
        lambda_: of the estimator.
    """
    for i in range(size - 1, -1, -1):
        after = following[i]
        if not usable[i]:
            advantages[i] = 0
        elif after >= 0:
            change = earned[i] + gamma * values[after] - values[i]
            advantages[i] = change + gamma * lambda_ * advantages[after]
        else:
            advantages[i] = earned[i] + gamma * tail[i] - values[i]


@cache
def compiled(template: Callable[..., Any]) -> Any:
    """A function of this module, compiled for the types of its parameters."""
    return bind(template, "training", {}, _TYPES)


class Experience:
    """The decisions of one iteration, at most `capacity`.

    Args:
        tables: number of games.
        seats: in each.
        actions: number of actions.
        capacity: see above.

    Attributes:
        count: decisions so far.
        masks: int8 ``[capacity, actions]``.
        actions: int64 ``[capacity]``.
        log_probabilities: float32 ``[capacity]``, of the actions, when they were chosen.
        values: float32 ``[capacity]``, what was expected then.
        latest: int64 ``[tables, seats]``, the last decision of every seat in the game at hand, -1 for none.
        following: int64 ``[capacity]``, the next decision of the same seat, ``ENDED`` or ``OPEN``.
        earned: float32 ``[capacity]``, what the seat got from the decision to its next, or to the end.
        tail: float32 ``[capacity]``, what it expects to get after the decision, where that has no next one.
        advantages: float32 ``[capacity]``, see :meth:`estimate`.
    """

    def __init__(self, tables: int, seats: int, actions: int, capacity: int) -> None:
        self.count = 0
        self.masks = np.zeros((capacity, actions), np.int8)
        self.actions = np.zeros(capacity, np.int64)
        self.log_probabilities = np.zeros(capacity, np.float32)
        self.values = np.zeros(capacity, np.float32)
        self.latest = np.full((tables, seats), -1, np.int64)
        self.following = np.zeros(capacity, np.int64)
        self.earned = np.zeros(capacity, np.float32)
        self.tail = np.zeros(capacity, np.float32)
        self.advantages = np.zeros(capacity, np.float32)
        self._cut_off = np.zeros(tables * seats, np.int64)

    def clear(self) -> None:
        """Forgets all decisions; games go on."""
        self.count = 0
        self.latest[:] = -1

    def add(
        self,
        tables: npt.NDArray[np.int64],
        seats: npt.NDArray[np.int64],
        masks: npt.NDArray[np.int8],
        actions: npt.NDArray[np.int64],
        log_probabilities: npt.NDArray[np.float32],
        values: npt.NDArray[np.float32],
    ) -> None:
        """Appends a decision of seat ``seats[k]`` at table ``tables[k]`` for each k; they are on different tables."""
        new = slice(self.count, self.count + len(tables))
        self.masks[new], self.actions[new] = masks, actions
        self.log_probabilities[new], self.values[new] = log_probabilities, values
        compiled(link_decisions)(tables, seats, self.latest, self.following, self.earned, self.tail, self.count)
        self.count += len(tables)

    def pay(
        self,
        tables: npt.NDArray[np.int64],
        rewards: npt.NDArray[np.float32],
        terminated: npt.NDArray[np.bool_],
        truncated: npt.NDArray[np.bool_],
    ) -> npt.NDArray[np.int64]:
        """Every seat's rewards for the step just made, and which games it ended.

        Args:
            tables: where it was made, int64 ``[K]``.
            rewards: float32 ``[tables, seats]``.
            terminated: bool ``[tables]``.
            truncated: bool ``[tables]``.

        Returns:
            For every game that was cut off, in order of the tables, and every seat of it, its last decision, or -1:
            int64 ``[K × seats]``. Their :attr:`tail` is to be set to what the seats would have expected.
        """
        found = compiled(pay_decisions)(
            *(tables, rewards, terminated, truncated, self.latest, self.following, self.earned, self._cut_off)
        )
        return self._cut_off[:found]

    def estimate(self, known: npt.NDArray[np.int64], gamma: float, lambda_: float) -> npt.NDArray[np.int64]:
        """Estimates all advantages.

        Args:
            known: decisions without a next one whose :attr:`tail` says what their seats expect from here on.
            gamma: discount.
            lambda_: of the estimator.

        Returns:
            The decisions to learn from: those of which it is known, or at least estimated, what came after.
        """
        following = self.following[: self.count]
        usable = following != OPEN
        usable[known] = True
        compiled(estimate_advantages)(
            *(self.earned, self.values, self.following, self.tail, usable, self.advantages),
            *(self.count, gamma, lambda_),
        )
        return np.flatnonzero(usable)
