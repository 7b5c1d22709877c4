"""What a game is to the rest of the suite: one typed description, and the same with options chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import engine as templates
from .checks import checked_count, checked_integers, checked_seats
from .engine import Engine
from .kernels import jit_disabled
from .layout import ObservationLayout
from .options import build_options, changed_options, options_record
from .pictures import EVERYBODY, LastMove, draw_words
from .rng import checked_seed, seeds_of_slots
from .schema import Schema, States

#: The kernels that every game has.
KERNELS = ("new", "legal", "step", "observe", "resample")

#: The player of views that no seat owns: who sees only what is public.
SPECTATOR = -1


class IllegalActionError(ValueError):
    """An action that the rules do not allow in this state. The state is unchanged."""


class Chance(Enum):
    """How chance enters a game."""

    DETERMINISTIC = "deterministic"
    SAMPLED = "sampled"  #: drawn inside ``step`` from the state's own stream


class Information(Enum):
    """Whether seats know different things."""

    PERFECT = "perfect"
    IMPERFECT = "imperfect"


class Utility(Enum):
    """What the returns of the seats add up to."""

    ZERO_SUM = "zero-sum"
    CONSTANT_SUM = "constant-sum"
    GENERAL_SUM = "general-sum"


#: Arguments of training with the trainer maskable_ppo for games with much chance: small batches learn more from a game,
#: and the scripted player asks for more than early self-play does.
MASKABLE_PPO_WITH_CHANCE: Mapping[str, Any] = {
    "num_envs": 256,
    "epochs": 4,
    "shared_layers": 0,
    "rollout": 32,
    "batch_size": 512,
    "entropy": 0.01,
    "final_entropy": 0.001,
    "scripted_share": 0.3,
    "exploring_share": 0.1,
    "average_opponent_share": 0.1,
    "snapshot_share": 0.2,
    "pool_size": 8,
}


#: The same where the network begins by imitating the scripted player, which then stays its main opponent.
MASKABLE_PPO_FROM_IMITATION: Mapping[str, Any] = {
    **MASKABLE_PPO_WITH_CHANCE,
    "imitation": 1_000_000,
    "hidden": (256, 128),
    "shared_layers": 1,
    "batch_size": 1_024,
    "scripted_share": 0.6,
    "exploring_share": 0.0,
    "snapshot_share": 0.1,
}


#: Arguments of training with the trainer selfplay for games with much chance, where the network begins by imitating the
#: scripted player, which then stays its main opponent.
SELFPLAY_FROM_IMITATION: Mapping[str, Any] = {
    "imitation": 1_000_000,
    "num_envs": 256,
    "rollout": 32,
    "batch_size": 1_024,
    "epochs": 4,
    "hidden": (256, 128),
    "entropy": 0.01,
    "final_entropy": 0.001,
    "scripted_share": 0.5,
    "exploring_share": 0.0,
    "average_opponent_share": 0.1,
    "snapshot_share": 0.1,
    "pool_size": 8,
    "eval_every": 1_000_000,
}


@dataclass(frozen=True)
class GameSpec:
    """Everything the suite needs to know about a game. A game's folder defines one; nothing else of the suite changes.

    Attributes:
        name: as in game strings (``kelp``).
        version: raised whenever the same actions can lead to other states, masks, observations or returns.
        title: for people.
        options: dataclass of options (see :mod:`ludarium.envs.core.options`).
        presets: named sets of options.
        schema: the record.
        kernels: ``new``, ``legal``, ``step``, ``observe``, ``resample``, and optionally ``scripted(s, mask, weights)``,
            which gives every legal action a weight ≥ 0 (not all zero) for a sensible player who knows what the seat to
            act knows.
        num_players: seats under given options.
        action_names: names of the actions in words under given options; their number is the width of masks.
        observation_layout: what an observation holds under given options.
        max_game_length: an upper bound on the number of actions in a game under given options.
        chance, information, utility: the kind of game.
        returns_range: lowest and highest return of a seat.
        seat_names: what the rule book calls the seats.
        describe: ``(options, state, player) -> str``: a position in words or drawn with letters; `state` is one record,
            already redacted for `player`.
        picture: ``(game, states, viewer, last_move) -> str``: a position as SVG, drawn with
            :mod:`ludarium.envs.core.pictures`; `states` is ``[1]`` record already redacted for `viewer` (a seat,
            ``SPECTATOR`` or ``EVERYBODY``), `last_move` a :class:`~ludarium.envs.core.pictures.LastMove` or None. None
            draws what `describe` says.
        untold: ``(options) -> {action name: words}``: actions that are made secretly, and what the other seats are told
            instead, such as ``plays a card face down``.
        is_position: ``(states) -> bool [B]``: the states that the exact solver counts as positions; by default those
            that are not over and in which no seat holds anything back.
        counters: fields that under given options, like the header's ``moves``, only count what has happened: no rule,
            mask, observation or return depends on them, so states that differ in nothing else are one position.
        final_figures: ``(states) -> {name: [B, seats]}``: what became of every seat in finished games beyond who won,
            such as its points; an evaluation shows the means.
        training: arguments of training that suit the game better than the defaults, by trainer and name; the trainer
            that suits it best comes first.
        documentation: path of the documentation page.
    """

    name: str
    version: int
    title: str
    options: type
    presets: Mapping[str, Mapping[str, Any]]
    schema: Schema
    kernels: Mapping[str, Any]
    num_players: Callable[[Any], int]
    action_names: Callable[[Any], Sequence[str]]
    observation_layout: Callable[[Any], ObservationLayout]
    max_game_length: Callable[[Any], int]
    chance: Chance
    information: Information
    utility: Utility
    returns_range: tuple[float, float]
    describe: Callable[[Any, Any, int], str]
    seat_names: Sequence[str] = ()
    picture: Callable[[Any, States, int, LastMove | None], str] | None = None
    untold: Callable[[Any], Mapping[str, str]] = lambda options: {}
    is_position: Callable[[States], npt.NDArray[np.bool_]] | None = None
    counters: Callable[[Any], Sequence[str]] = lambda options: ()
    final_figures: Callable[[States], Mapping[str, npt.NDArray[Any]]] = lambda states: {}
    training: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    documentation: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            raise ValueError(f"game name {self.name!r}, expected lower-case letters, digits and underscores")
        missing = [name for name in KERNELS if name not in self.kernels]
        unknown = [name for name in self.kernels if name not in (*KERNELS, "scripted")]
        if missing or unknown:
            wrong = f"lacks {', '.join(missing)}" if missing else f"has unknown {', '.join(unknown)}"
            raise ValueError(f"{self.name}: kernels {wrong}; expected {', '.join(KERNELS)} and perhaps scripted")

    @cached_property
    def engine(self) -> Engine:
        """The engine bound to this game; one for all options."""
        return Engine(self.name, self.schema.dtype, self.kernels)


class Game:
    """A game with its options chosen. Immutable; states are data that it works on.

    Args:
        spec: the game.
        options: values by name; what is not named keeps its default.

    Raises:
        OptionError: an unknown, impossible or contradictory option.
    """

    def __init__(self, spec: GameSpec, options: Mapping[str, Any] | None = None) -> None:
        self.spec = spec
        self.options = build_options(spec.name, spec.options, options or {})

    def __reduce__(self) -> tuple[Any, ...]:
        from ..registry import rebuild_game  # core knows no game; a pickle names one, and the registry finds it

        return rebuild_game, (self.spec.name, changed_options(self.options))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        # Immutable, and a game that is not in the registry cannot be pickled.
        return self

    def __repr__(self) -> str:
        return f"Game({self.string!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec is other.spec and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.spec.name, tuple(changed_options(self.options).items())))

    @property
    def name(self) -> str:
        """The game's name, without options."""
        return self.spec.name

    @cached_property
    def string(self) -> str:
        """The game string that makes this game: ``kelp:board_size=5,copies=2``."""
        changed = changed_options(self.options)
        if not changed:
            return self.spec.name
        return f"{self.spec.name}:" + ",".join(f"{k}={str(v).lower()}" for k, v in changed.items())

    @cached_property
    def num_players(self) -> int:
        """Seats that play."""
        seats = self.spec.num_players(self.options)
        if not 1 <= seats <= self.spec.schema.max_seats:
            raise ValueError(
                f"{self.name}: {seats} seats, but its record is made for 1 to {self.spec.schema.max_seats}"
            )
        return seats

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """The actions in words, by number."""
        return tuple(self.spec.action_names(self.options))

    @cached_property
    def _folded_names(self) -> tuple[str, ...]:
        """The names as people may type them: case does not matter."""
        return tuple(name.lower() for name in self.action_names)

    @property
    def num_actions(self) -> int:
        """Width of masks."""
        return len(self.action_names)

    @cached_property
    def layout(self) -> ObservationLayout:
        """What an observation holds."""
        return self.spec.observation_layout(self.options)

    @property
    def observation_size(self) -> int:
        """Numbers in an observation."""
        return self.layout.size

    @cached_property
    def max_game_length(self) -> int:
        """An upper bound on the number of actions in a game."""
        return self.spec.max_game_length(self.options)

    @property
    def engine(self) -> Engine:
        """The compiled templates; shared by all options of the game."""
        return self.spec.engine

    # --- states -----------------------------------------------------------------------------------------------

    @cached_property
    def blanks(self) -> States:
        """``[1]`` records: the options and nothing else. What a new game starts from; do not write to it."""
        blanks = self.empty_states(1)
        blanks["options"][0] = options_record(self.options)
        blanks["num_players"] = self.num_players
        return blanks

    def empty_states(self, count: int) -> States:
        """``[count]`` records of zeros, in the form that kernels take."""
        states = np.zeros(count, self.spec.schema.dtype)
        # Without the compiler, kernels read fields as attributes, which only record arrays have.
        return states.view(np.recarray) if jit_disabled() else states

    def new_states(self, seeds: int | npt.ArrayLike, count: int | None = None) -> States:
        """New games.

        Args:
            seeds: one seed an own game, uint64 ``[B]``; or one integer for `count` games, seeded as the slots of a
                batch are.
            count: number of games where `seeds` is one integer; 1 by default.

        Returns:
            ``[B]`` records.
        """
        if np.ndim(seeds) == 0:
            number = 1 if count is None else checked_count(count, f"{self.name}: count", 0)
        elif count is None:
            number = len(np.asarray(seeds))
        else:
            raise ValueError(f"{self.name}: count is {count!r}, but there is a seed for every game")
        keys = _checked_seeds(seeds, number)
        states = self.empty_states(len(keys))
        self.engine[templates.new_games](states, keys, self.blanks, 0, len(states))
        return states

    def checked_states(self, states: States) -> States:
        """`states` if they are a contiguous array of this game's records under these options.

        Raises:
            ValueError: another dtype, shape, memory order, other options, or no seat to act.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.spec.schema.dtype or states.ndim != 1:
            kind = f"{states.dtype} {states.shape}" if isinstance(states, np.ndarray) else type(states).__name__
            raise ValueError(f"{self.name}: states are {kind}, expected a one-dimensional array of its records")
        if not states.flags.c_contiguous or not states.flags.writeable:
            raise ValueError(f"{self.name}: states must be contiguous and writable; pass a copy")
        head = states.view(np.ndarray).view(self._head)
        if (head["options"] != self.blanks.view(np.ndarray).view(self._head)["options"][0]).any():
            raise ValueError(f"{self.name}: states were made under other options than {self.string}")
        # Kernels index arrays by these two without looking.
        if (head["num_players"] != self.num_players).any():
            raise ValueError(f"{self.name}: states are not of {self.num_players} players")
        seats = head["to_act"]
        if ((seats < 0) | (seats >= self.num_players)).any():
            raise ValueError(f"{self.name}: states whose seat to act is not one of 0 to {self.num_players - 1}")
        return states.view(np.recarray) if jit_disabled() else states

    @cached_property
    def _head(self) -> np.dtype[Any]:
        """The record with its options as plain numbers, which NumPy compares ten times faster than a nested record."""
        whole = self.spec.schema.dtype
        places: Any = whole.fields
        formats = {name: places[name][0] for name in ("num_players", "to_act")}
        nested = places["options"][0]
        formats["options"] = np.dtype((np.int16, (len(nested.names),)))
        offsets = [places[name][1] for name in formats]
        return np.dtype(
            {"names": [*formats], "formats": [*formats.values()], "offsets": offsets, "itemsize": whole.itemsize}
        )

    def legal(self, states: States) -> npt.NDArray[np.int8]:
        """Masks of the seats to act, int8 ``[B, num_actions]``; zeros where a game is over."""
        states = self.checked_states(states)
        masks = np.zeros((len(states), self.num_actions), np.int8)
        self.engine[templates.legal_games](states, masks, 0, len(states))
        return masks

    def observe(self, states: States, players: npt.ArrayLike | None = None) -> npt.NDArray[np.float32]:
        """What `players` (``[B]`` or one seat; by default the seats to act) know, float32 ``[B, observation_size]``."""
        states = self.checked_states(states)
        seats = self._seats(states, states["to_act"] if players is None else players)
        observations = np.zeros((len(states), self.observation_size), np.float32)
        self.engine[templates.observe_games](states, seats, observations, 0, len(states))
        return observations

    def step(self, states: States, actions: npt.ArrayLike) -> None:
        """Applies ``actions`` (``[B]`` or one for all) to `states`, in place.

        Raises:
            IllegalActionError: an action is not legal; no state has changed.
        """
        states = self.checked_states(states)
        chosen = checked_integers(actions, f"{self.name}: actions", states.shape)
        masks = self.legal(states)
        everyone = np.arange(len(states))
        wrong = self.engine[templates.first_illegal](states, everyone, chosen, masks, 0, len(states))
        if wrong >= 0:
            raise self.illegal_action(states, int(wrong), int(chosen[wrong]), masks[wrong])
        self.engine[templates.apply_games](states, chosen, 0, len(states))

    def resample(self, states: States, players: npt.ArrayLike, seeds: int | npt.ArrayLike) -> None:
        """Redraws in place what `players` cannot know, uniformly over the deals that agree with what they have seen.

        Args:
            states: ``[B]`` records; redacted ones do as well as full ones.
            players: ``[B]`` seats or one for all.
            seeds: uint64 ``[B]``, or one integer that seeds all slots differently.
        """
        states = self.checked_states(states)
        keys = _checked_seeds(seeds, len(states))
        self.engine[templates.resample_games](states, self._seats(states, players), keys, 0, len(states))

    def redact(self, states: States, players: npt.ArrayLike) -> States:
        """A copy of `states` without what `players` (``[B]`` or one; -1 for a spectator) must not know."""
        return self.spec.schema.redact(states, players, self.options)

    def _seats(self, states: States, players: npt.ArrayLike) -> npt.NDArray[np.int64]:
        return checked_seats(players, self.name, states.shape, 0, self.num_players - 1)

    # --- words ------------------------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """What the rule book calls a seat, else ``player 0`` …"""
        return self.spec.seat_names[seat] if self.spec.seat_names else f"player {seat}"

    def action_number(self, action: str) -> int:
        """The number of an action from its name in words or its number as text.

        Raises:
            ValueError: there is no such action.
        """
        text = " ".join(action.lower().split())
        if text in self._folded_names:
            return self._folded_names.index(text)
        if text.isdecimal() and int(text) < self.num_actions:
            return int(text)
        raise ValueError(f"{self.name}: there is no action {action!r}, expected a name or 0 to {self.num_actions - 1}")

    def legal_names(self, mask: npt.NDArray[Any]) -> list[str]:
        """The names of the actions that `mask` (``[num_actions]``) allows."""
        return [self.action_names[action] for action in np.flatnonzero(mask)]

    def illegal_action(self, states: States, index: int, action: int, mask: npt.NDArray[Any]) -> IllegalActionError:
        """The error that says what is wrong with `action` in ``states[index]``, whose mask is `mask`."""
        where = f" in game {index}" if len(states) > 1 else ""
        named = f"{action} ({self.action_names[action]})" if 0 <= action < self.num_actions else f"{action}"
        if states["terminated"][index] or states["truncated"][index]:
            return IllegalActionError(f"{self.name}: action {named}{where}, but the game is over: reset it first")
        seat = self.seat_name(int(states["to_act"][index]))
        legal = ", ".join(f"{a} ({self.action_names[a]})" for a in np.flatnonzero(mask))
        return IllegalActionError(f"{self.name}: illegal action {named}{where}; {seat} is to act, legal: {legal}")

    def describe(self, state: Any, player: int | None = None) -> str:
        """One state in words.

        Args:
            state: ``[1]`` records or one record.
            player: the seat whose knowledge it shows, -1 for what is public, None for everything.
        """
        one = self._one(state)
        seen = one if player is None else self.redact(one, player)
        return self.spec.describe(self.options, seen[0], EVERYBODY if player is None else player)

    def draw(
        self, state: Any, viewer: int = SPECTATOR, *, last_move: int | None = None, moved: int | None = None
    ) -> str:
        """One state as SVG, seen through the eyes of `viewer`: what it does not know is not in it.

        Args:
            state: ``[1]`` records or one record.
            viewer: a seat, ``SPECTATOR`` for what is public, ``EVERYBODY`` for everything.
            last_move: the action that led here, if it shall be marked and named.
            moved: the seat that took it; to be given with `last_move`.

        Raises:
            ValueError: something else than one state; no such viewer, action or seat; one of the last two alone.
        """
        one = self._one(state)
        self._check_viewer(viewer)
        if (last_move is None) != (moved is None):
            raise ValueError(
                f"{self.name}: last_move is {last_move!r} and moved is {moved!r}, expected both or neither"
            )
        move = None if last_move is None or moved is None else self.last_move(last_move, moved, viewer)
        seen = one.copy() if viewer == EVERYBODY else self.redact(one, viewer)
        return (self.spec.picture or draw_words)(self, seen, viewer, move)

    def last_move(self, action: int, seat: int, viewer: int = SPECTATOR) -> LastMove:
        """What `viewer` is told of an `action` of `seat`: its name, or what a secret one looks like to others.

        Raises:
            ValueError: there is no such action, seat or viewer.
        """
        self._check_viewer(viewer)
        checked_seats(seat, self.name, (), 0, self.num_players - 1)
        if not 0 <= action < self.num_actions:
            raise ValueError(f"{self.name}: action is {action!r}, expected 0 to {self.num_actions - 1}")
        name = self.action_names[action]
        if viewer not in (seat, EVERYBODY) and name in (told := self.spec.untold(self.options)):
            return LastMove(seat, None, f"{self.seat_name(seat)}: {told[name]}")
        return LastMove(seat, action, f"{self.seat_name(seat)}: {name}")

    def _check_viewer(self, viewer: int) -> None:
        if not EVERYBODY <= viewer < self.num_players:
            raise ValueError(
                f"{self.name}: viewer is {viewer!r}, expected a seat from 0 to {self.num_players - 1}, {SPECTATOR} for "
                f"what everybody sees or {EVERYBODY} for everything"
            )

    def _one(self, state: Any) -> States:
        """`state` as ``[1]`` records of this game."""
        one = np.atleast_1d(np.asarray(state))
        if one.dtype != self.spec.schema.dtype or one.shape != (1,):
            raise ValueError(f"{self.name}: state is {one.dtype} {one.shape}, expected one record of the game")
        return one

    def describe_observation(self, observation: npt.NDArray[Any]) -> str:
        """One observation ``[observation_size]`` in words, a line a segment of the layout."""
        if np.shape(observation) != (self.observation_size,):
            raise ValueError(
                f"{self.name}: observation has shape {np.shape(observation)}, expected ({self.observation_size},)"
            )
        return self.layout.describe(observation)


def _checked_seeds(seeds: int | npt.ArrayLike, count: int) -> npt.NDArray[np.uint64]:
    """`count` seeds: `seeds` themselves, or what one integer gives to the slots of a batch."""
    if np.ndim(seeds) == 0:
        return seeds_of_slots(checked_seed(seeds), count)  # type: ignore[arg-type]
    return checked_integers(seeds, "seeds", (count,), np.uint64)
