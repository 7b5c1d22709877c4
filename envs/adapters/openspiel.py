"""Any game as an OpenSpiel game, for its algorithms, its bots and its tests.

It needs OpenSpiel: ``pip install 'ludarium[openspiel]'``. Importing this module registers nothing::

    from ludarium.envs.adapters import openspiel

    game = openspiel.load_game("kelp:duel")          # registers Kelp, and loads it with options
    openspiel.register()                             # or all games, for pyspiel.load_game("ludarium_kelp(copies=2)")

What OpenSpiel calls an information state is all that a seat has seen and done. Chance is explicit: either draw by draw,
which serves games of any size, or outcome by outcome, which makes small trees.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.drawing import MAX_DRAWS
from ..core.game import Chance, Game, GameSpec, Information, Utility
from ..core.options import build_options, changed_options
from ..registry import find_spec, list_games, make_game
from .openspiel_rules import BRIDGE_PARAMETERS, SETUP, BridgeOptions, Past, Probabilities, Rules, known_specs, rules_of

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("this adapter needs OpenSpiel: pip install 'ludarium[openspiel]'") from missing

#: What the names of our games begin with among OpenSpiel's.
PREFIX = "ludarium_"

#: Most numbers of an information state's tensor; games that would need more have none.
MAX_TENSOR_SIZE = 1 << 16

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def has_tensor(rules: Rules) -> bool:
    """Whether there is a tensor of all that a seat has seen and done."""
    width = 1 + rules.game.observation_size + rules.game.num_actions
    return (rules.game.max_game_length + 1) * width <= MAX_TENSOR_SIZE


def game_type(rules: Rules) -> Any:
    """The ``pyspiel.GameType``."""
    kinds, spec = pyspiel.GameType, rules.game.spec
    seats: Mapping[str, int] = next(
        (f.metadata for f in dataclasses.fields(spec.options) if f.name == "num_players"), {}
    )
    chances, knowledge, utilities, models = kinds.ChanceMode, kinds.Information, kinds.Utility, kinds.RewardModel
    with_chance, imperfect = spec.chance is not Chance.DETERMINISTIC, spec.information is Information.IMPERFECT
    parameters = [*dataclasses.fields(spec.options), *dataclasses.fields(BridgeOptions)]
    return kinds(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chances.EXPLICIT_STOCHASTIC if with_chance else chances.DETERMINISTIC,
        information=knowledge.IMPERFECT_INFORMATION if imperfect else knowledge.PERFECT_INFORMATION,
        # OpenSpiel wants to know which constant a constant sum is; games of ours do not say.
        utility=utilities.ZERO_SUM if spec.utility is Utility.ZERO_SUM else utilities.GENERAL_SUM,
        reward_model=models.TERMINAL if rules.bridge.rewards == "final" else models.REWARDS,
        max_num_players=seats.get("high", rules.game.num_players),
        min_num_players=seats.get("low", rules.game.num_players),
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensor(rules),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={field.name: field.default for field in parameters},
    )


def game_info(rules: Rules) -> Any:
    """The ``pyspiel.GameInfo``."""
    game = rules.game
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=0 if game.spec.chance is Chance.DETERMINISTIC else rules.bridge.max_chance_outcomes,
        num_players=game.num_players,
        min_utility=game.spec.returns_range[0],
        max_utility=game.spec.returns_range[1],
        utility_sum=0.0 if game.spec.utility is Utility.ZERO_SUM else None,
        max_game_length=game.max_game_length,
    )


class BridgeGame(pyspiel.Game):
    """A game of ours; made by :func:`load_game` or ``pyspiel.load_game``.

    Attributes:
        rules: our game and the parameters of the bridge.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        super().__init__(game_type(rules), game_info(rules), rules.parameters)

    def new_initial_state(self) -> BridgeState:
        """The state before the set-up if that has chance, else after it."""
        return BridgeState(self, self.rules)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound."""
        if self.rules.game.spec.chance is Chance.DETERMINISTIC:
            return 0
        return (1 + self.max_game_length()) * (1 if self.rules.bridge.chance == "outcomes" else MAX_DRAWS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What a seat knows now or, with ``perfect_recall``, all that it has seen and done.

        Raises:
            ValueError: parameters, or an observation of other than public and own information.
        """
        name = self.rules.game.string
        if params:
            raise ValueError(f"{name}: observation parameters are {dict(params)!r}, expected none")
        if iig_obs_type is None:
            return Observer(self.rules)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(f"{name}: observations of kind {iig_obs_type}, expected public and own information")
        return InformationStateObserver(self.rules) if iig_obs_type.perfect_recall else Observer(self.rules)


class BridgeState(pyspiel.State):
    """A state of a game of ours, with all the states that led to it.

    While chance decides, an action (or the set-up) is in progress, and what seats see is what they saw before.
    """

    # OpenSpiel copies and saves whatever attributes there are: rules and past take care of themselves.
    def __init__(self, game: BridgeGame, rules: Rules) -> None:
        super().__init__(game)
        self.rules = rules
        self.past: Past | None = None
        self.in_progress: int | None = SETUP
        self.picks: tuple[int, ...] = ()
        self._advance(SETUP, ())

    def _chances(self, action: int, picks: tuple[int, ...]) -> bytes | Probabilities:
        return self.rules.step(b"" if self.past is None else self.past.state, action, picks)

    def _advance(self, action: int, picks: tuple[int, ...]) -> None:
        found = self._chances(action, picks)
        if isinstance(found, bytes):
            seat = -1 if self.past is None else self.rules.look(self.past.state)[0]
            self.past = Past(found, self.past, seat, action)
            self.in_progress, self.picks = None, ()
        else:
            self.in_progress, self.picks = action, picks

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.current_player() == _TERMINAL

    def current_player(self) -> int:
        """The seat to act, or ``pyspiel.PlayerId.CHANCE`` or ``TERMINAL``."""
        if self.in_progress is not None or self.past is None:
            return _CHANCE
        seat = self.rules.look(self.past.state)[0]
        return _TERMINAL if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.past is not None
        return self.rules.look(self.past.state)[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can pick, with the probabilities.

        Raises:
            ValueError: it is not for chance to decide.
        """
        found = b"" if self.in_progress is None else self._chances(self.in_progress, self.picks)
        if isinstance(found, bytes):
            raise ValueError(f"{self.rules.game.string}: chance has nothing to decide here")
        return [*enumerate(found)]

    def _apply_action(self, action: int) -> None:
        game = self.rules.game
        if self.in_progress is not None:
            number = len(self.chance_outcomes())
            if not 0 <= action < number:
                raise ValueError(f"{game.string}: chance picks {action}, expected 0 to {number - 1}")
            self._advance(self.in_progress, (*self.picks, action))
            return
        assert self.past is not None
        if action not in self.rules.look(self.past.state)[1]:
            states = self.rules.record(self.past.state)
            raise game.illegal_action(states, 0, action, game.legal(states)[0])
        self._advance(action, ())

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE:
            return self.rules.game.action_names[action]
        return (
            f"outcome {action}" if self.rules.bridge.chance == "outcomes" else f"draw {1 + len(self.picks)}: {action}"
        )

    def returns(self) -> list[float]:
        """What the seats have got so far; zeros before the end where rewards are final."""
        if self.past is not None and (self.is_terminal() or self.rules.bridge.rewards == "running"):
            return self.rules.paid(self.past.state).tolist()
        return [0.0] * self.rules.game.num_players

    def rewards(self) -> list[float]:
        """What the last action has paid; nothing while chance decides."""
        if self.rules.bridge.rewards == "final":
            return self.returns()
        if self.in_progress is not None or self.past is None or self.past.parent is None:
            return [0.0] * self.rules.game.num_players
        return (self.rules.paid(self.past.state) - self.rules.paid(self.past.parent.state)).tolist()

    def __str__(self) -> str:
        game = self.rules.game
        words = "not set up" if self.past is None else game.describe(self.rules.record(self.past.state))
        if self.in_progress is None:
            return words
        what = "setting up" if self.in_progress == SETUP else game.action_names[self.in_progress]
        return f"{words}\nchance decides: {what}, so far {list(self.picks)}"


class Observer:
    """What a seat knows now: the observation, with its segments by name, and the position in words."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        layout = rules.game.layout
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {name: layout.part(self.tensor, name) for name in layout.segments}

    def set_from(self, state: BridgeState, player: int) -> None:
        """Writes the observation of `player`; zeros before the set-up."""
        self.tensor[:] = 0
        if state.past is not None:
            self.tensor[:] = self.rules.game.observe(self.rules.record(state.past.state), player)[0]

    def string_from(self, state: BridgeState, player: int) -> str:
        """The position as `player` knows it."""
        if state.past is None:
            return "not set up"
        return self.rules.game.describe(self.rules.record(state.past.state), player)


class InformationStateObserver:
    """All that a seat has seen and done.

    The tensor has a row for every state so far: a one, what the seat observed, and what it then did itself.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        game = rules.game
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.tensor: npt.NDArray[np.float32] | None = None
        if has_tensor(rules):
            rows = game.max_game_length + 1
            widths = {"seen": 1, "observations": game.observation_size, "own_actions": game.num_actions}
            self.tensor = np.zeros(rows * sum(widths.values()), np.float32)
            parts = np.split(self.tensor, np.cumsum([rows * width for width in widths.values()])[:-1])
            self.dict = {name: part.reshape(rows, -1) for name, part in zip(widths, parts, strict=True)}

    def set_from(self, state: BridgeState, player: int) -> None:
        """Writes what `player` has seen and done; zeros before the set-up."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        if state.past is not None:
            line = state.past.line()
            records = self.rules.record(*(past.state for past in line))
            self.dict["seen"][: len(line)] = 1
            self.dict["observations"][: len(line)] = self.rules.game.observe(records, player)
            for row, past in enumerate(line[1:]):
                self.dict["own_actions"][row, past.action] = past.seat == player

    def string_from(self, state: BridgeState, player: int) -> str:
        """The seat, its own actions in words, and a hash over all that it has seen, in order."""
        game, past = self.rules.game, state.past
        if past is None:
            return f"{game.seat_name(player)}; not set up"
        own = ", ".join(game.action_names[each.action] for each in past.line() if each.seat == player)
        digest = past.seen_by(self.rules, player).hex()
        return f"{game.seat_name(player)}; did: {own or 'nothing'}; saw {past.number} states: {digest}"


def register(*games: str | GameSpec) -> None:
    """Registers games with OpenSpiel as ``ludarium_<name>``, by name or by description; without arguments, all.

    Options of a game become parameters, beside those of :class:`BridgeOptions`. What is registered already stays.

    Raises:
        UnknownGameError: there is no game of that name.
        ValueError: another game is registered by that name, or an option has the name of a bridge's parameter.
    """
    for game in games or list_games():
        spec = find_spec(game) if isinstance(game, str) else game
        if known_specs.get(spec.name, spec) is not spec:
            raise ValueError(f"another game named {spec.name!r} is registered with OpenSpiel already")
        if spec.name in known_specs:
            continue
        taken = {field.name for field in dataclasses.fields(spec.options)} & BRIDGE_PARAMETERS
        if taken:
            raise ValueError(f"{spec.name}: option {', '.join(sorted(taken))} has the name of a bridge's parameter")
        creator = partial(_create, spec.name)
        # OpenSpiel drops its reference after the interpreter has gone, which must not be the last one.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(creator))
        pyspiel.register_game(game_type(Rules(Game(spec), BridgeOptions())), creator)
        known_specs[spec.name] = spec


def _create(name: str, parameters: Mapping[str, Any]) -> BridgeGame:
    return BridgeGame(rules_of(name, parameters))


def load_game(game: str | Game, /, **parameters: Any) -> BridgeGame:
    """A game of ours as an OpenSpiel game; registers it if need be.

    Args:
        game: a game string such as ``"kelp:duel"``, or a game.
        parameters: options of the game over those, and the fields of :class:`BridgeOptions`.

    Raises:
        UnknownGameError, OptionError: unknown game or option, or an impossible value.
        ValueError: see :func:`register`.
    """
    bridge = {name: value for name, value in parameters.items() if name in BRIDGE_PARAMETERS}
    made = make_game(game, **{name: value for name, value in parameters.items() if name not in bridge})
    chosen = build_options(made.name, BridgeOptions, bridge)
    register(made.spec)
    return pyspiel.load_game(PREFIX + made.name, {**changed_options(made.options), **changed_options(chosen)})
