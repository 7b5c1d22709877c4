"""Any game as a Gymnasium environment: the learner in one seat, opponents in the others.

Importing this module registers every game, with a native vector environment::

    import gymnasium
    import ludarium.envs.adapters.gymnasium

    env = gymnasium.make("ludarium/Kelp-v0", board_size=5)
    envs = gymnasium.make_vec("ludarium/Kelp-v0", 64, "vector_entry_point", game="kelp:duel")
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.game import Game
from ..core.pictures import Shown
from ..core.rng import checked_seed
from ..registry import find_spec, list_games, make_game
from .seats import LearnerSeats, Opponents
from .showing import FRAMES_A_SECOND, RENDER_MODES, InNotebooks, Window, checked_render_mode, pixels
from .spaces import masked_observation, masked_observation_space

Observation = dict[str, Any]

#: Many games at once have no window.
BATCH_RENDER_MODES = ("ansi", "rgb_array")


class SampledAction(np.int64):
    """An action that :meth:`LegalActions.sample` drew without a mask.

    Where it is played in another state and is not legal there, it stands for the next legal action in cyclic order.
    """


class LegalActions(Discrete):
    """``Discrete(num_actions)`` that samples legal actions: those of its environment now, if it is given no mask.

    Code that samples without a mask thus plays by the rules. Gymnasium's ``check_env`` even samples an action, resets
    the environment and plays it then: that is what :class:`SampledAction` is for. An integer stands for itself alone.
    :meth:`contains` knows no state and tells only whether something is one of the game's actions.

    Args:
        mask: int8 ``[num_actions]``, kept up to date by the environment.
    """

    def __init__(self, mask: npt.NDArray[np.int8]) -> None:
        super().__init__(len(mask))
        self._now = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """As ``Discrete.sample``; with neither argument, a uniform action of those legal now (0 if there is none)."""
        if mask is None and probability is None:
            return SampledAction(super().sample(self._now))
        return super().sample(mask, probability)


class SingleAgentEnv(InNotebooks, gymnasium.Env[Observation, "int | np.integer[Any]"]):
    """One game, played from one seat.

    A step is the learner's action and whatever the others do up to its next decision or the end of the game. Its reward
    is what the learner's return changed by meanwhile: what an episode pays adds up to the learner's return in the game,
    a loss as surely as a win. A game that ends before the learner's first turn is no episode: another one is begun.

    Observations are as in :class:`ludarium.envs.adapters.pettingzoo.TurnBasedEnv`; the mask is zero at the end only.
    ``info`` holds ``seat``, the learner's; at the end also ``returns``, float32 ``[num_players]``, of all seats.

    Args:
        game: a game string or a game.
        opponents: see :data:`ludarium.envs.adapters.seats.Opponents`; None plays uniformly at random.
        weights: how often a sequence of opponents is drawn from.
        learner_seat: a seat, or ``"rotate"``: seat 0 first, then the next one at every episode.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``: see :meth:`render`. In the last, every reset and
            every step shows the position by itself.
        options: options of the game, over those of the string.

    Raises:
        UnknownGameError, OptionError: see :func:`ludarium.make_game`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012 - Gymnasium's own convention

    def __init__(
        self,
        game: str | Game,
        opponents: Opponents = None,
        *,
        weights: Sequence[float] | None = None,
        learner_seat: int | Literal["rotate"] = "rotate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = make_game(game, **options)
        self.render_mode = checked_render_mode(render_mode)
        self.seats = LearnerSeats(
            self.game, 1, opponents, weights=weights, learner_seat=learner_seat, auto_restart=False
        )
        self._window: Window | None = None
        self._mask = np.zeros(self.game.num_actions, np.int8)
        self.observation_space = masked_observation_space(self.game)
        self.action_space = LegalActions(self._mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the learner's first decision.

        Args:
            seed: seeds the game, the opponents and the action space, and starts the rotation of seats anew. None goes
                on with the random streams.
            options: ignored; the game's options are chosen when the environment is made.

        Raises:
            ValueError: a seed that is no integer in [0, 2**64).
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        if seed is not None:
            self.action_space.seed(seed)
        self.seats.reset(None if seed is None else [seed])
        if self.render_mode == "human":
            self.render()
        return self._observe(self.seats.observation[0]), {"seat": int(self.seats.seat[0])}

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, and the others' up to its next decision.

        Raises:
            IllegalActionError: not legal, or the game is over; nothing has changed.
            TypeError: not an integer; nothing has changed.
        """
        seats = self.seats
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"{self.game.name}: action is {action!r}, expected an integer") from None
        if isinstance(action, SampledAction) and self._mask.any() and not self._mask[number]:
            legal = np.flatnonzero(self._mask)
            number = int(legal[np.searchsorted(legal, number) % len(legal)])
        seats.step([number])
        terminated, truncated = bool(seats.terminated[0]), bool(seats.truncated[0])
        info: dict[str, Any] = {"seat": int(seats.seat[0])}
        over = terminated or truncated
        if over:
            info["returns"] = seats.final_returns[0].copy()
        observation = self._observe(seats.final_observation[0] if over else seats.observation[0])
        if self.render_mode == "human":
            self.render()
        return observation, float(seats.rewards[0]), terminated, truncated, info

    def _observe(self, observation: npt.NDArray[np.float32]) -> Observation:
        self._mask[:] = self.seats.mask[0]
        return masked_observation(observation, self._mask)

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions now, int8 ``[num_actions]``; through wrappers: ``env.get_wrapper_attr("action_masks")``."""
        return self._mask.copy()

    def render(self) -> Any:
        """The position as the learner knows it.

        Returns:
            By ``render_mode``: ``"ansi"``: in words. ``"rgb_array"``: its picture, uint8 ``[960, 1280, 3]``.
            ``"human"``: None; it is shown in a window. Without one: None.
        """
        if self.render_mode is None:
            return None
        states, seat = self.seats.batch.states, int(self.seats.seat[0])
        if self.render_mode == "ansi":
            return self.game.describe(states, seat)
        if self.render_mode == "rgb_array":
            return pixels(self.game.draw(states, seat))
        if self._window is None:
            self._window = Window(self.game.spec.title, FRAMES_A_SECOND)
        self._window.show(self.game.draw(states, seat))
        return None

    def _shown(self) -> Shown | None:
        if not self.seats.has_started:
            return None
        return Shown(self.game.draw(self.seats.batch.states, int(self.seats.seat[0])))

    def close(self) -> None:
        """Takes the window of ``render_mode="human"`` off the screen."""
        if self._window is not None:
            self._window.close()


class PlainObservation(gymnasium.ObservationWrapper[npt.NDArray[np.float32], "int | np.integer[Any]", Observation]):
    """Only the ``observation`` of a masked environment, float32 ``[observation_size]``.

    For networks that take one array; the mask stays within reach through ``action_masks()``.
    """

    def __init__(self, env: gymnasium.Env[Observation, Any]) -> None:
        super().__init__(env)
        space = env.observation_space
        if not isinstance(space, Dict) or not isinstance(space["observation"], Box):
            raise TypeError(f"the observation space is {space}, expected a Dict with a Box named 'observation'")
        self.observation_space = space["observation"]

    def observation(self, observation: Observation) -> npt.NDArray[np.float32]:
        """The part named ``observation``."""
        return observation["observation"]


class BatchedEnv(VectorEnv[Observation, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """`num_envs` games in step, each played from one seat: :class:`SingleAgentEnv` many times, in one call.

    The autoreset mode is ``SAME_STEP``: where an episode ends, the observation is already that of the next game's first
    decision, and ``info["final_obs"][i]`` is the last one of the game that ended, ``info["final_info"]`` holds its
    ``seat`` and ``returns``. Returned arrays are the caller's.

    Args:
        game: a game string or a game.
        num_envs: number of games.
        opponents, weights: as in :class:`SingleAgentEnv`; opponents are asked for all their decisions at once.
        learner_seat: a seat, or ``"rotate"``: slot i starts in seat i modulo the number of seats.
        threads: see :class:`ludarium.Batch`.
        render_mode: None, ``"ansi"`` or ``"rgb_array"``.
        options: options of the game, over those of the string.
    """

    metadata = {  # noqa: RUF012 - Gymnasium's own convention
        "render_modes": list(BATCH_RENDER_MODES),
        "render_fps": FRAMES_A_SECOND,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponents: Opponents = None,
        *,
        weights: Sequence[float] | None = None,
        learner_seat: int | Literal["rotate"] = "rotate",
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = make_game(game, **options)
        self.render_mode = checked_render_mode(render_mode, BATCH_RENDER_MODES)
        self.seats = LearnerSeats(
            self.game, num_envs, opponents, weights=weights, learner_seat=learner_seat, threads=threads
        )
        self.num_envs = self.seats.num_envs
        self.single_observation_space = masked_observation_space(self.game)
        self.single_action_space = Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games in all slots.

        Args:
            seed: an integer, which stands for itself in the first slot, for the next integer in the second and so on;
                or one integer a slot. Slot i plays what a :class:`SingleAgentEnv` with its seed and seat would. None
                goes on with the random streams.
            options: ignored.

        Raises:
            ValueError: a seed that is no integer in [0, 2**64), or another number of them.
        """
        if isinstance(seed, int | np.integer):
            first = checked_seed(seed)
            super().reset(seed=first)
            seed = [first + slot for slot in range(self.num_envs)]
        self.seats.reset(seed)
        return self._observe(), {"seat": self.seats.seat.copy()}

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """The learner's action in every game, int ``[num_envs]``, and the others' up to its next decision.

        Raises:
            IllegalActionError: an action is not legal; no game has changed.
            TypeError, ValueError: actions of a wrong dtype or shape; no game has changed.
        """
        seats = self.seats
        seats.step(actions)
        info: dict[str, Any] = {"seat": seats.seat.copy()}
        over = seats.terminated | seats.truncated
        if over.any():
            final = np.full(self.num_envs, None, object)
            nothing = np.zeros(self.game.num_actions, np.int8)
            for slot in np.flatnonzero(over):
                final[slot] = masked_observation(seats.final_observation[slot], nothing)
            info["final_obs"], info["_final_obs"] = final, over
            info["final_info"] = {
                "seat": np.where(over, seats.final_seat, 0),
                "_seat": over.copy(),
                "returns": np.where(over[:, None], seats.final_returns, 0),
                "_returns": over.copy(),
            }
            info["_final_info"] = over.copy()
        return self._observe(), seats.rewards.copy(), seats.terminated.copy(), seats.truncated.copy(), info

    def _observe(self) -> Observation:
        return masked_observation(self.seats.observation, self.seats.mask)

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions now, int8 ``[num_envs, num_actions]``; never a row of zeros."""
        return self.seats.mask.copy()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A uniform legal action for each game, int64 ``[num_envs]``, seeded by :meth:`reset`."""
        return self.seats.batch.random_actions()

    def render(self) -> tuple[Any, ...] | None:
        """The positions as the learners know them, one a game: in words, or as pixels uint8 ``[960, 1280, 3]``.

        None if made without a ``render_mode``.
        """
        if self.render_mode is None:
            return None
        states, seats = self.seats.batch.states, self.seats.seat
        show = (
            self.game.describe
            if self.render_mode == "ansi"
            else lambda state, seat: pixels(self.game.draw(state, seat))
        )
        return tuple(show(states[slot : slot + 1], int(seats[slot])) for slot in range(self.num_envs))


def register_games() -> None:
    """Registers every game with Gymnasium as ``ludarium/<Game>-v<version>``; those that are there already stay.

    Importing this module does it for the games of the suite; call it again after :func:`ludarium.register`.
    """
    for name in list_games():
        title = "".join(part.capitalize() for part in name.split("_"))
        known = f"ludarium/{title}-v{find_spec(name).version}"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{__name__}:SingleAgentEnv",
                vector_entry_point=f"{__name__}:BatchedEnv",
                kwargs={"game": name},
            )


register_games()
