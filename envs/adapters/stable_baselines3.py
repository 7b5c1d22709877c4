"""Stable-Baselines3: a batch of games as one native ``VecEnv``, with a learner in one seat of each.

    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", SelfPlayVecEnv(make_game("kelp:duel"), 64, seed=1))

No sub-process and no environment object a game: one call of the engine steps them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from ..core.game import Game
from ..core.rng import checked_seed, fresh_seed
from ..registry import make_game
from .seats import LearnerSeats, Opponents
from .showing import Pixels, checked_render_mode, pixels

Indices = int | Iterable[int] | None


class SelfPlayVecEnv(VecEnv):
    """`num_envs` games of one kind; the learner's return in a game is delivered to it in full, the loser's -1 included.

    Observations are float32 ``[num_envs, observation_size]``, what the learner's seat knows at its decision; actions
    are integers ``[num_envs]``; rewards float32 ``[num_envs]``. A game that has ended is followed by a new one within
    the same step. Its ``info`` then holds, beside SB3's ``terminal_observation`` and ``TimeLimit.truncated``,
    ``seat`` (the learner's), ``returns`` (of all seats, float32 ``[num_players]``), ``opponents`` (who sat where:
    place in the list of opponents, -1 for the learner, int64 ``[num_players]``) and ``skipped`` (games of this slot so
    far that were over before the learner's first turn). The info of a game that goes on is empty.

    Legal actions come from :meth:`action_masks`, or through ``env_method("action_masks")``, where sb3-contrib's
    ``MaskablePPO``, ``get_action_masks`` and ``evaluate_policy`` look for them.

    Args:
        game: a game or a game string.
        num_envs: number of games.
        opponents, weights, learner_seat, threads: see :class:`LearnerSeats`.
        seed: seeds the first :meth:`reset`; None asks the operating system. :meth:`seed` overrides it.
        render_mode: None or ``"rgb_array"``; with the latter ``render()`` gives the games beside each other, uint8
            ``[H, W, 3]``, ``render("human")`` shows them, and SB3's ``VecVideoRecorder`` can film them.

    Attributes:
        learners: the games and their seats.
        game: which game.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponents: Opponents = None,
        *,
        weights: Sequence[float] | None = None,
        learner_seat: int | Literal["rotate"] = "rotate",
        seed: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.game = make_game(game)
        self.learners = LearnerSeats(
            self.game,
            num_envs,
            opponents,
            weights=weights,
            learner_seat=learner_seat,
            seed=seed,
            threads=threads,
        )
        self._attributes: list[dict[str, Any]] = [{} for _ in range(self.learners.num_envs)]
        self._actions: npt.NDArray[Any] | None = None
        self.render_mode = checked_render_mode(render_mode, ("rgb_array",))  # before the base class asks for it
        layout = self.game.layout
        super().__init__(
            self.learners.num_envs,
            spaces.Box(layout.low, layout.high, dtype=np.float32),
            spaces.Discrete(self.game.num_actions),
        )

    # --- playing ----------------------------------------------------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seeds the games at the next :meth:`reset`: game i with ``seed + i``; None draws a seed.

        Returns:
            The seeds of the games.
        """
        # Not the base class's: that one draws from NumPy's global generator.
        first = fresh_seed() if seed is None else checked_seed(seed)
        self._seeds = [(first + i) % 2**64 for i in range(self.num_envs)]
        return self._seeds

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Refuses options: a game's are chosen when it is made.

        Raises:
            ValueError: there are any.
        """
        if any(options if isinstance(options, list) else [options or {}]):
            raise ValueError(f"reset takes no options, but was given {options!r}; options belong in the game string")

    def reset(self) -> npt.NDArray[np.float32]:
        """New games in all slots; without :meth:`seed` before it, the random streams go on where they are."""
        self.learners.reset(None if self._seeds[0] is None else [seed for seed in self._seeds if seed is not None])
        self._reset_seeds()
        self._actions = None
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.learners.observation.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Takes the learner's action in every game, integers ``[num_envs]``; :meth:`step_wait` applies them."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        """Applies the actions, lets the opponents play, and starts new games where games have ended.

        Returns:
            Observations, rewards, whether games have ended, and infos (see the class).

        Raises:
            IllegalActionError: an action is not legal; no game has changed.
            RuntimeError: there are no actions to apply.
        """
        actions, self._actions = self._actions, None
        if actions is None:
            raise RuntimeError("step_wait before step_async: there are no actions")
        seats = self.learners
        seats.step(actions)
        done = seats.terminated | seats.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for slot in np.flatnonzero(done):
            infos[slot] = {
                "terminal_observation": seats.final_observation[slot].copy(),
                "TimeLimit.truncated": bool(seats.truncated[slot] and not seats.terminated[slot]),
                "seat": int(seats.final_seat[slot]),
                "returns": seats.final_returns[slot].copy(),
                "opponents": seats.final_opponents[slot].copy(),
                "skipped": int(seats.skipped[slot]),
            }
        # Copies: SB3 keeps what it is given beyond the next step, and adds to rewards in place.
        return seats.observation.copy(), seats.rewards.copy(), done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The learner's legal actions in every game, bool ``[num_envs, num_actions]``."""
        return self.learners.mask != 0

    def get_images(self) -> Sequence[Pixels | None]:
        """The games as their learners know them, one picture each, uint8 ``[960, 1280, 3]``."""
        states, seats = self.learners.batch.states, self.learners.seat
        return [pixels(self.game.draw(states[i : i + 1], int(seats[i]))) for i in range(self.num_envs)]

    def close(self) -> None:
        """Nothing to release: the games are arrays."""

    # --- single games, as wrappers and callbacks ask for them ---------------------------------------------------

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of each game: ``action_masks`` (a method), ``seat``, ``game``, the spaces, ``render_mode``, or
        whatever :meth:`set_attr` has set.

        Raises:
            AttributeError: there is none of that name.
        """
        return [self._attribute(attr_name, slot) for slot in self._get_indices(indices)]

    def _attribute(self, name: str, slot: int) -> Any:
        own: dict[str, Callable[[], Any]] = {
            "action_masks": lambda: lambda: self.learners.mask[slot] != 0,
            "seat": lambda: int(self.learners.seat[slot]),
            "game": lambda: self.game,
            "observation_space": lambda: self.observation_space,
            "action_space": lambda: self.action_space,
            "render_mode": lambda: self.render_mode,
        }
        if name in own:
            return own[name]()
        if name in self._attributes[slot]:
            return self._attributes[slot][name]
        raise AttributeError(f"{type(self).__name__}: a game has no attribute {name!r}, expected {', '.join(own)}")

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Attaches an attribute to games; what the environment itself says about them cannot be set.

        Raises:
            AttributeError: the name is one of the environment's own.
        """
        for slot in self._get_indices(indices):
            if attr_name not in self._attributes[slot] and self._has(attr_name, slot):
                raise AttributeError(f"{type(self).__name__}: {attr_name!r} of a game cannot be set")
            self._attributes[slot][attr_name] = value

    def _has(self, name: str, slot: int) -> bool:
        try:
            self._attribute(name, slot)
        except AttributeError:
            return False
        return True

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Calls a method of each game: ``action_masks``, which gives bool ``[num_actions]``, or one set as attribute.

        Raises:
            AttributeError: there is none of that name.
        """
        if method_name == "action_masks" and indices is None:  # every step asks: all rows at once
            return list(self.action_masks())
        return [method(*method_args, **method_kwargs) for method in self.get_attr(method_name, indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """False for each game: no Gymnasium wrapper can sit around one of them."""
        return [False for _ in self._get_indices(indices)]
