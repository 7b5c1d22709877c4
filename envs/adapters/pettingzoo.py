"""Any game as a PettingZoo AEC environment.

Environments are made by ``ludarium.make("kelp")``, by ``ludarium.envs.kelp_v0.env()``, or by PettingZoo's registry::

    import ludarium.envs.adapters.pettingzoo  # registers the games
    env = pettingzoo.make("aec", "ludarium/kelp_v0", board_size=5)
"""

from __future__ import annotations

import operator
from typing import Any, NoReturn

import gymnasium
import numpy as np
import numpy.typing as npt
import pettingzoo
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..core import engine as templates
from ..core.game import SPECTATOR, Game, IllegalActionError
from ..core.pictures import Shown
from ..core.rng import checked_seed, derived_seeds, fresh_seed, seeds_of_slots
from ..core.saves import read_states, save_states
from ..core.schema import States
from ..registry import find_spec, list_games, make_game
from .showing import FRAMES_A_SECOND, RENDER_MODES, InNotebooks, Pixels, Window, checked_render_mode, pixels
from .spaces import masked_observation_space

Observation = dict[str, npt.NDArray[Any]]

# What __getstate__ leaves out and __setstate__ makes again: compiled functions, views into the record, the window.
_BOUND = ("_step_at", "_legal_at", "_observe_at", "_returns", "_to_act", "_terminated", "_truncated", "_window")


class TurnBasedEnv(InNotebooks, AECEnv[str, Observation, "int | None"]):
    """One game, its seats as the agents ``player_0`` … in the order of the rule book.

    An observation is a dict of ``observation``, float32 ``[observation_size]``, what that agent knows, and
    ``action_mask``, int8 ``[num_actions]``, its legal actions: zeros for whoever is not to act, and at the end. The
    arrays are the caller's. The same agent may act several times in a row, and all agents live until the game is over,
    also those that are out before.

    ``copy.deepcopy`` and ``pickle`` copy a running game exactly, random streams included.

    Notebooks show an environment as the picture of its game.

    Args:
        game: the game with its options; :meth:`reset` keeps them.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``: see :meth:`render`. In the last, every reset and
            every step shows the position by itself.

    Attributes:
        game: the game.
        states: the record ``[1]`` that is played on.
        state_space: of :meth:`state`.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = checked_render_mode(render_mode)
        self.metadata = {
            "name": f"{game.name}_v{game.spec.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": FRAMES_A_SECOND,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: masked_observation_space(game) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(game.num_actions) for agent in self.possible_agents}
        seats = game.num_players
        self.state_space = Box(np.tile(game.layout.low, seats), np.tile(game.layout.high, seats), dtype=np.float32)
        self.states = game.empty_states(1)
        self._mask = np.zeros(game.num_actions, np.int8)
        self._no_mask = np.zeros(game.num_actions, np.int8)
        self._observation_size = game.observation_size
        self._has_stream = False
        self._last_move: tuple[int, int] | tuple[None, None] = None, None  # action and seat
        self._bind()

    def _bind(self) -> None:
        engine, states = self.game.engine, self.states
        self._step_at = engine[templates.step_at]
        self._legal_at = engine[templates.legal_at]
        self._observe_at = engine[templates.observe_at]
        self._returns = np.asarray(states["returns"])[0, : self.game.num_players]
        self._to_act = np.asarray(states["to_act"])
        self._terminated = np.asarray(states["terminated"])
        self._truncated = np.asarray(states["truncated"])
        self._window: Window | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    # --- PettingZoo's interface -------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Dict:
        """What `agent` observes; the same object at each call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions, ``Discrete(num_actions)``, of which masks say the legal ones; the same object at each call."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game.

        Args:
            seed: seeds the game and all action spaces: the same seed, the same games from there on. It is also the
                game of ``make_batch(game, 1, seed=seed)``. None goes on with the random stream, at the first reset
                with one from the operating system.
            options: ignored; PettingZoo passes it. The game's options are chosen when the environment is made.

        Raises:
            ValueError: a seed that is no integer in [0, 2**64).
        """
        engine = self.game.engine
        if seed is not None or not self._has_stream:
            keys = seeds_of_slots(fresh_seed() if seed is None else checked_seed(seed), 1)
            engine[templates.seed_at](self.states, 0, keys[0])
            self._has_stream = True
            if seed is not None:
                for seat, space in enumerate(self._action_spaces.values()):
                    space.seed(int(derived_seeds(keys, seat)[0] >> np.uint64(1)))
        engine[templates.new_at](self.states, 0, self.game.blanks)
        self._meet_state()

    def _meet_state(self) -> None:
        """Agents, rewards and flags as they stand before anybody has acted in `states`."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = self._returns.tolist()
        self._has_rewards = False
        self._is_over = False
        self._last_move = None, None
        self._look()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Mask, seat to act and end of the game, from the record."""
        self._legal_at(self.states, 0, self._mask)
        self._seat = self._to_act.item(0)
        terminated, truncated = self._terminated.item(0), self._truncated.item(0)
        if terminated or truncated:
            self._is_over = True
            self.terminations = dict.fromkeys(self.agents, terminated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._seat]

    def step(self, action: int | None) -> None:
        """The action of the agent to act; None, and only None, for one whose game is over.

        ``rewards`` then holds what the step changed each agent's return by.

        Raises:
            IllegalActionError: not legal, or None from an agent that is to act; nothing has changed.
            ValueError: something other than None from an agent whose game is over; nothing has changed.
            TypeError: not an integer; nothing has changed.
            RuntimeError: no reset yet, or all agents are gone.
        """
        if not self.agents:
            raise RuntimeError(f"{self.metadata['name']}: there is no game to step: call reset() first")
        if self._is_over:
            self._was_dead_step(action)
            return
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            self._refuse(action)
        mask = self._mask
        if not (0 <= number < len(mask) and mask[number]):
            raise self.game.illegal_action(self.states, 0, number, mask)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._step_at(self.states, 0, number)
        self._last_move = number, self._seat
        returns = self._returns.tolist()
        if returns != self._paid:
            for agent, new, old in zip(self.possible_agents, returns, self._paid, strict=True):
                self.rewards[agent] = new - old
                self._cumulative_rewards[agent] += new - old
            self._paid = returns
            self._has_rewards = True
        elif self._has_rewards:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._has_rewards = False
        self._look()
        if self.render_mode == "human":
            self.render()

    def _refuse(self, action: Any) -> NoReturn:
        who = f"{self.agent_selection} ({self.game.seat_name(self._seat)})"
        if action is None:
            legal = ", ".join(self.game.legal_names(self._mask))
            raise IllegalActionError(f"{self.game.name}: action None, but {who} is to act, legal: {legal}")
        raise TypeError(f"{self.game.name}: action {action!r} of {who}, expected an integer")

    def observe(self, agent: str) -> Observation:
        """What `agent` knows and may do, at any time after the first reset, also at the end."""
        if not self._has_stream:
            raise RuntimeError(f"{self.metadata['name']}: there is no game to observe: call reset() first")
        seat = self._seats.get(agent)
        if seat is None:
            raise ValueError(f"agent is {agent!r}, expected one of {', '.join(self.possible_agents)}")
        observation = np.empty(self._observation_size, np.float32)
        self._observe_at(self.states, 0, seat, observation)
        mask = self._mask if seat == self._seat else self._no_mask
        return {"observation": observation, "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """What all agents know together, for critics that may see it: their observations in a row, by seat.

        float32 ``[num_players * observation_size]``. What nobody knows is not in it.
        """
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self) -> str | Pixels | None:
        """The position as the agent to act knows it; at the end, what is public.

        Returns:
            By ``render_mode``: ``"ansi"``: in words. ``"rgb_array"``: its picture, uint8 ``[960, 1280, 3]``.
            ``"human"``: None; it is shown in a window. Without one: None, with a warning.

        Raises:
            RuntimeError: no reset yet.
        """
        if self.render_mode is None:
            modes = " or ".join(RENDER_MODES)
            gymnasium.logger.warn(f"render() without a render_mode: make the environment with one, {modes}")
            return None
        if not self._has_stream:
            raise RuntimeError(f"{self.metadata['name']}: there is no game to render: call reset() first")
        if self.render_mode == "ansi":
            return self.game.describe(self.states, SPECTATOR if self._is_over else self._seat)
        picture = self._draw()
        if self.render_mode == "rgb_array":
            return pixels(picture)
        if self._window is None:
            self._window = Window(self.game.spec.title, FRAMES_A_SECOND)
        self._window.show(picture)
        return None

    def _draw(self) -> str:
        action, seat = self._last_move
        viewer = SPECTATOR if self._is_over else self._seat
        return self.game.draw(self.states, viewer, last_move=action, moved=seat)

    def _shown(self) -> Shown | None:
        return Shown(self._draw()) if self._has_stream else None

    def close(self) -> None:
        """Takes the window of ``render_mode="human"`` off the screen."""
        if self._window is not None:
            self._window.close()

    # --- beyond it --------------------------------------------------------------------------------------------

    def get_state(self) -> bytes:
        """The game as bytes that say which game, version and options they are of; see :func:`ludarium.save_states`."""
        if not self._has_stream:
            raise RuntimeError(f"{self.metadata['name']}: there is no game to save: call reset() first")
        return save_states(self.game, self.states)

    def set_state(self, state: bytes | States) -> None:
        """Goes on from a state: bytes of :meth:`get_state`, or a record ``[1]`` of this game under these options.

        All agents are there again, and no reward waits for any of them.

        Raises:
            SaveError: damaged bytes, or of another version.
            ValueError: another game or other options, or more than one state.
        """
        if isinstance(state, bytes):
            game, given = read_states(state, lambda name, **options: make_game(name, **options))
            if game != self.game:
                raise ValueError(f"the state is of {game.string}, expected {self.game.string}")
        else:
            given = self.game.checked_states(np.ascontiguousarray(state))
        if len(given) != 1:
            raise ValueError(f"there are {len(given)} states, expected 1")
        self.states[:] = given
        self._has_stream = True
        self._meet_state()

    def clone(self) -> TurnBasedEnv:
        """An exact copy, cheaper than ``copy.deepcopy`` since it shares the space objects."""
        state = self.__getstate__()
        for name, value in state.items():
            if isinstance(value, np.ndarray | list | dict) and not name.endswith("_spaces"):
                state[name] = value.copy()
        if self._has_stream:
            state["infos"] = {agent: info.copy() for agent, info in self.infos.items()}
        twin = TurnBasedEnv.__new__(type(self))
        twin.__setstate__(state)
        return twin


def raw_env(game: str | Game, render_mode: str | None = None, **options: Any) -> TurnBasedEnv:
    """The environment without PettingZoo's wrappers: what :func:`ludarium.make` gives.

    Raises:
        UnknownGameError, OptionError: see :func:`ludarium.make_game`.
    """
    return TurnBasedEnv(make_game(game, **options), render_mode)


def env(game: str | Game, render_mode: str | None = None, **options: Any) -> OrderEnforcingWrapper[str, Any, Any]:
    """The environment in PettingZoo's wrapper that checks the order of calls.

    PettingZoo's other usual wrappers are left out on purpose: the environment itself refuses actions outside the space
    and illegal ones, by a message in words and with the game unchanged, instead of ending the game.
    """
    return OrderEnforcingWrapper(raw_env(game, render_mode, **options))


def register_games() -> None:
    """Registers every game with PettingZoo as ``ludarium/<game>_v<version>``; those that are there already stay.

    Importing this module does it for the games of the suite; call it again after :func:`ludarium.register`.
    """
    for name in list_games():
        spec = find_spec(name)
        known = f"ludarium/{name}-v{spec.version}"
        if known not in pettingzoo.aec_registry:
            pettingzoo.register("aec", known, f"{__name__}:env", kwargs={"game": name})


register_games()
