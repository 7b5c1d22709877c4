"""Thousands of games in step: the batch engine's face to Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from . import engine as templates
from .checks import checked_count, checked_integers
from .game import Game
from .kernels import jit_disabled
from .rng import checked_seed, fresh_seed, seeds_of_slots
from .schema import States

#: Mixed into the seed of random play, so that it does not follow the games' own streams.
_POLICY_SALT = 0x5DEECE66D1CE4E5B


class Batch:
    """`batch_size` games of one kind, stepped together in buffers that the caller can own.

    All buffers are rewritten in place by every call; copy what you keep. Row i belongs to slot i.

    Args:
        game: which game.
        batch_size: number of slots.
        seed: seeds all slots; None asks the operating system. Slot i plays the same games in a batch of any size, on
            any number of threads.
        threads: Python threads that share a call (the GIL is released). One is best for single steps of small games;
            more pay for long calls such as :meth:`play`.
        auto_restart: start a new game at once in a slot whose game has ended.
        final_observations: keep what every seat saw at the end of a game; costs an observation a seat and game.
        buffers: arrays to use instead of own ones, by the names below; shape, dtype and C order must fit.

    Attributes:
        states: records ``[B]``.
        mask: int8 ``[B, num_actions]``, of the seat to act; zeros where a game is over and not restarted.
        observation: float32 ``[B, observation_size]``, of the seat to act.
        to_act: int64 ``[B]``.
        rewards: float32 ``[B, num_players]``, of the last step, for all seats.
        terminated, truncated: bool ``[B]``, whether the last step ended a game.
        final_returns: float32 ``[B, num_players]``, returns of the game that last ended in the slot.
        final_observation: float32 ``[B, num_players, observation_size]``, what the seats saw then; without
            `final_observations` ``[0, num_players, observation_size]``.
        games_finished: int64 ``[B]``, grows in :meth:`play` and :meth:`step`.
    """

    def __init__(
        self,
        game: Game,
        batch_size: int,
        *,
        seed: int | None = None,
        threads: int = 1,
        auto_restart: bool = True,
        final_observations: bool = False,
        buffers: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        self.game = game
        self.batch_size = checked_count(batch_size, "batch_size")
        self.threads = checked_count(threads, "threads")
        self.auto_restart = auto_restart
        size, seats = self.batch_size, game.num_players
        wanted: dict[str, tuple[tuple[int, ...], Any]] = {
            "states": ((size,), game.spec.schema.dtype),
            "mask": ((size, game.num_actions), np.int8),
            "observation": ((size, game.observation_size), np.float32),
            "to_act": ((size,), np.int64),
            "rewards": ((size, seats), np.float32),
            "terminated": ((size,), np.bool_),
            "truncated": ((size,), np.bool_),
            "final_returns": ((size, seats), np.float32),
            "final_observation": ((size * bool(final_observations), seats, game.observation_size), np.float32),
            "games_finished": ((size,), np.int64),
        }
        own = dict(buffers or {})
        arrays = {name: _buffer(own.pop(name, None), name, *form) for name, form in wanted.items()}
        if own:
            raise ValueError(f"unknown buffer {', '.join(map(repr, own))}, expected some of {', '.join(wanted)}")
        self.states: States = arrays["states"].view(np.recarray) if jit_disabled() else arrays["states"]
        self.mask: npt.NDArray[np.int8] = arrays["mask"]
        self.observation: npt.NDArray[np.float32] = arrays["observation"]
        self.to_act: npt.NDArray[np.int64] = arrays["to_act"]
        self.rewards: npt.NDArray[np.float32] = arrays["rewards"]
        self.terminated: npt.NDArray[np.bool_] = arrays["terminated"]
        self.truncated: npt.NDArray[np.bool_] = arrays["truncated"]
        self.final_returns: npt.NDArray[np.float32] = arrays["final_returns"]
        self.final_observation: npt.NDArray[np.float32] = arrays["final_observation"]
        self.games_finished: npt.NDArray[np.int64] = arrays["games_finished"]
        self._everyone = np.arange(size)
        self._policy_seeds = np.zeros(size, np.uint64)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._started = False
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """New games in all slots.

        Args:
            seed: an integer seeds every slot. None goes on with the random streams as they stand; the first reset of
                all then takes a seed from the operating system.
        """
        reseed = seed is not None or not self._started
        if reseed:
            fresh = seeds_of_slots(fresh_seed() if seed is None else checked_seed(seed), self.batch_size)
        else:
            fresh = np.zeros(self.batch_size, np.uint64)
        for buffer in (self.final_returns, self.final_observation, self.games_finished):
            buffer[...] = 0
        self._begin(self._everyone, fresh, reseed)
        self._started = True

    def reset_slots(self, slots: npt.ArrayLike, seeds: npt.ArrayLike) -> None:
        """New games in the `slots` (``[K]``), they and their random play seeded by `seeds` (uint64 ``[K]``)."""
        chosen = self._slots(slots)
        if not np.ndim(seeds):
            raise ValueError(f"seeds is {seeds!r}, expected an array with a seed a slot")
        keys = checked_integers(seeds, "seeds", chosen.shape, np.uint64)
        self._begin(chosen, keys, True)

    def _begin(self, slots: npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64], reseed: bool) -> None:
        if reseed:
            self._policy_seeds[slots] = seeds ^ np.uint64(_POLICY_SALT)
        start_games = self.game.engine[templates.start_games]
        self._share(
            lambda start, stop: start_games(
                self.states,
                slots,
                seeds,
                reseed,
                self.game.blanks,
                self.mask,
                self.observation,
                self.to_act,
                start,
                stop,
            ),
            len(slots),
        )
        for buffer in (self.rewards, self.terminated, self.truncated):
            buffer[slots] = 0

    def set_states(self, states: States, slots: npt.ArrayLike | None = None) -> None:
        """Goes on from `states` (``[K]`` records of this game and these options) in `slots`, by default in all.

        Raises:
            ValueError: states of another game or other options, or another number of them.
        """
        chosen = self._everyone if slots is None else self._slots(slots)
        given = self.game.checked_states(np.array(states))
        if given.shape != chosen.shape:
            raise ValueError(f"there are {len(given)} states for {len(chosen)} slots")
        self.states[chosen] = given
        for buffer in (self.rewards, self.terminated, self.truncated):
            buffer[chosen] = 0
        self.refresh(chosen)

    def refresh(self, slots: npt.ArrayLike | None = None) -> None:
        """Fills mask, observation and seat to act from `states`, after somebody has written to them."""
        chosen = self._everyone if slots is None else self._slots(slots)
        self.game.engine[templates.show_games](
            self.states, chosen, self.mask, self.observation, self.to_act, 0, len(chosen)
        )

    def step(self, actions: npt.ArrayLike, slots: npt.ArrayLike | None = None) -> None:
        """One action in each of `slots`, by default in all; ``actions[k]`` is for slot ``slots[k]``.

        Raises:
            IllegalActionError: an action is not legal, or the game in its slot is over; no slot has changed.
            TypeError, ValueError: actions or slots of a wrong dtype, shape or range.
        """
        chosen = self._everyone if slots is None else self._slots(slots)
        if not np.ndim(actions):
            raise ValueError(f"actions is {actions!r}, expected an array with an action a slot")
        taken = checked_integers(actions, "actions", chosen.shape)
        engine = self.game.engine
        wrong = engine[templates.first_illegal](self.states, chosen, taken, self.mask, 0, len(chosen))
        if wrong >= 0:
            slot = int(chosen[wrong])
            raise self.game.illegal_action(self.states, slot, int(taken[wrong]), self.mask[slot])
        step_games, written = engine[templates.step_games], self._written()
        self._share(
            lambda start, stop: step_games(
                self.states,
                chosen,
                taken,
                *written,
                self.auto_restart,
                start,
                stop,
            ),
            len(chosen),
        )
        self.games_finished[chosen] += self.terminated[chosen] | self.truncated[chosen]

    def random_actions(self, slots: npt.ArrayLike | None = None) -> npt.NDArray[np.int64]:
        """A uniform legal action for each of `slots` (by default all), int64 ``[K]``; -1 where a game is over."""
        chosen = self._everyone if slots is None else self._slots(slots)
        actions = np.empty(len(chosen), np.int64)
        self.game.engine[templates.choose_games](self.mask, chosen, self._policy_seeds, actions, 0, len(chosen))
        return actions

    def play(self, steps: int) -> None:
        """`steps` uniform legal actions in every slot, in one call.

        Raises:
            ValueError: `steps` is no whole number from 0, or the batch was made with ``auto_restart=False``.
            IllegalActionError: a game is over, having been set so; nothing has changed.
            RuntimeError: the rules left the seat to act without a legal action in a game that is not over.
        """
        if not self.auto_restart:
            raise ValueError("play needs auto_restart=True: finished games could not go on")
        checked_count(steps, "steps", 0)
        for slot in self._stuck_slots():
            raise self.game.illegal_action(self.states, int(slot), -1, self.mask[slot])
        play_games, written = self.game.engine[templates.play_games], self._written()
        self._share(
            lambda start, stop: play_games(
                self.states,
                self._policy_seeds,
                *written,
                self.games_finished,
                steps,
                start,
                stop,
            ),
            self.batch_size,
        )
        for slot in self._stuck_slots():
            raise RuntimeError(f"{self.game.name}: the game in slot {slot} is not over, but no action is legal in it")

    def _written(self) -> tuple[npt.NDArray[Any], ...]:
        """What the templates that step games take between what to do and how: new games' records, then the buffers."""
        return (
            self.game.blanks,
            self.mask,
            self.observation,
            self.to_act,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final_returns,
            self.final_observation,
        )

    def _stuck_slots(self) -> npt.NDArray[np.intp]:
        return np.flatnonzero(~self.mask.any(axis=1))

    def policy_state(self) -> npt.NDArray[np.uint64]:
        """The state of random play, uint64 ``[B]``: with `states`, all there is to save."""
        return self._policy_seeds.copy()

    def set_policy_state(self, state: npt.ArrayLike) -> None:
        """Goes on with random play from a state that :meth:`policy_state` gave."""
        self._policy_seeds[:] = checked_integers(state, "the state of random play", (self.batch_size,), np.uint64)

    def _slots(self, slots: npt.ArrayLike) -> npt.NDArray[np.int64]:
        chosen = checked_integers(slots, "slots", (np.size(slots),))
        if chosen.size and (chosen.min() < 0 or chosen.max() >= self.batch_size):
            raise ValueError(f"slots run from {chosen.min()} to {chosen.max()}, expected 0 to {self.batch_size - 1}")
        if len(np.unique(chosen)) != len(chosen):
            raise ValueError("slots name a slot twice")
        return chosen

    def _share(self, work: Callable[[int, int], None], count: int) -> None:
        """Calls ``work(start, stop)`` over [0, count), split over the threads."""
        if self._pool is None or count < 2 * self.threads:
            work(0, count)
            return
        edges = [count * k // self.threads for k in range(self.threads + 1)]
        for done in [self._pool.submit(work, a, b) for a, b in pairwise(edges)]:
            done.result()


def _buffer(given: npt.NDArray[Any] | None, name: str, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    if given is None:
        return np.zeros(shape, dtype)
    if not isinstance(given, np.ndarray) or given.dtype != dtype or given.shape != shape:
        form = f"{given.dtype} {given.shape}" if isinstance(given, np.ndarray) else type(given).__name__
        raise ValueError(f"buffer {name!r} is {form}, expected {np.dtype(dtype).name} {shape}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"buffer {name!r} must be contiguous in C order and writable")
    return given
