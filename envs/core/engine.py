"""The engine's templates: what is done to thousands of games in one call, written once for all games.

A template names the kernels of a game as globals. These are not the game's raw kernels but the prepared ones that
:class:`Engine` makes of them, which share the bookkeeping that no game should have to repeat:

* ``legal(s, mask)`` zeroes the mask first, and leaves it zero where the game is over;
* ``observe(s, player, observation)`` zeroes the observation first;
* ``step(s, action)`` counts the move;
* ``begin(states, i, blanks)`` sets slot i up for a new game: options from ``blanks[0]``, random stream as it stands.

Every array that a template touches belongs to the caller. Games do not touch each other, so any split over threads
gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np

from .kernels import Record, bind, jit_disabled, whole
from .masks import random_legal
from .records import copy_record
from .rng import next_of_stream, seed_state

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821


# --- prepared kernels ---------------------------------------------------------------------------------------------


def _legal(s: Record, mask: Any) -> None:
    """Zeroes `mask` (int8 ``[num_actions]``) and marks the legal actions of the seat to act; none when over."""
    mask[:] = 0
    if not (s.terminated or s.truncated):
        raw_legal(s, mask)


def _observe(s: Record, player: int, observation: Any) -> None:
    """Writes what `player` knows into `observation` (float32 ``[observation_size]``)."""
    observation[:] = 0
    raw_observe(s, player, observation)


def _step(s: Record, action: int) -> None:
    """Applies one legal action and counts it."""
    s.moves += 1
    raw_step(s, action)


# --- one game -----------------------------------------------------------------------------------------------------


def new_at(states: Any, index: int, blanks: Any) -> None:
    """A new game in ``states[index]``, its random stream going on."""
    begin(states, index, blanks)


def seed_at(states: Any, index: int, seed: Any) -> None:
    """Seeds the random stream of ``states[index]``."""
    seed_state(states[index], seed)


def redraw_at(states: Any, index: int, player: int, seed: Any) -> None:
    """Redraws in ``states[index]`` what `player` cannot know, from `seed`."""
    resample(states[index], player, seed)


def legal_at(states: Any, index: int, mask: Any) -> None:
    """The mask of one game."""
    legal(states[index], mask)


def observe_at(states: Any, index: int, player: int, observation: Any) -> None:
    """The observation of one game by `player`."""
    observe(states[index], player, observation)


def step_at(states: Any, index: int, action: int) -> None:
    """One action in one game; the caller has checked that it is legal."""
    step(states[index], action)


# --- many games ---------------------------------------------------------------------------------------------------


def start_games(
    states: Any,
    indices: Any,
    seeds: Any,
    reseed: bool,
    blanks: Any,
    masks: Any,
    observations: Any,
    to_act: Any,
    start: int,
    stop: int,
) -> None:
    """New games in the slots ``indices[start:stop]``; fills the slots' buffers.

    With `reseed` slot ``indices[k]`` is seeded by ``seeds[k]``, else its random stream goes on.
    """
    for k in range(start, stop):
        i = indices[k]
        if reseed:
            seed_state(states[i], seeds[k])
        begin(states, i, blanks)
        show(states, i, masks, observations, to_act)


def new_games(states: Any, seeds: Any, blanks: Any, start: int, stop: int) -> None:
    """New games in the slots [start, stop), seeded by ``seeds[start:stop]``."""
    for i in range(start, stop):
        seed_state(states[i], seeds[i])
        begin(states, i, blanks)


def show_games(states: Any, indices: Any, masks: Any, observations: Any, to_act: Any, start: int, stop: int) -> None:
    """Fills mask, observation of the seat to act and seat to act of the slots ``indices[start:stop]``."""
    for k in range(start, stop):
        show(states, indices[k], masks, observations, to_act)


def first_illegal(states: Any, indices: Any, actions: Any, masks: Any, start: int, stop: int) -> int:
    """The first k in [start, stop) whose action the mask of slot ``indices[k]`` does not allow; -1 if none."""
    for k in range(start, stop):
        action = actions[k]
        i = indices[k]
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return k
    return -1


def step_games(
    states: Any,
    indices: Any,
    actions: Any,
    blanks: Any,
    masks: Any,
    observations: Any,
    to_act: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_returns: Any,
    final_observations: Any,
    restart: bool,
    start: int,
    stop: int,
) -> None:
    """One legal action in each of the slots ``indices[start:stop]``; ``actions[k]`` is for slot ``indices[k]``."""
    for k in range(start, stop):
        advance(
            states,
            indices[k],
            actions[k],
            blanks,
            masks,
            observations,
            to_act,
            rewards,
            terminated,
            truncated,
            final_returns,
            final_observations,
            restart,
        )


def choose_games(masks: Any, indices: Any, policy_seeds: Any, actions: Any, start: int, stop: int) -> None:
    """A uniform legal action for each of the slots ``indices[start:stop]`` into ``actions[k]``; -1 where none is."""
    for k in range(start, stop):
        i = indices[k]
        actions[k] = random_legal(masks[i], next_of_stream(policy_seeds, i))


def play_games(
    states: Any,
    policy_seeds: Any,
    blanks: Any,
    masks: Any,
    observations: Any,
    to_act: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_returns: Any,
    final_observations: Any,
    counts: Any,
    steps: int,
    start: int,
    stop: int,
) -> None:
    """`steps` uniform legal actions in each of the slots [start, stop), restarting finished games.

    ``counts[i]`` grows by the games that slot i finished. A slot without a legal action stops where it is.
    """
    for i in range(start, stop):
        for _ in range(steps):
            action = random_legal(masks[i], next_of_stream(policy_seeds, i))
            if action < 0:
                break
            advance(
                states,
                i,
                action,
                blanks,
                masks,
                observations,
                to_act,
                rewards,
                terminated,
                truncated,
                final_returns,
                final_observations,
                True,
            )
            if terminated[i] or truncated[i]:
                counts[i] += 1


def observe_games(states: Any, players: Any, observations: Any, start: int, stop: int) -> None:
    """The observation of game k by seat ``players[k]`` into row k, for k in [start, stop)."""
    for k in range(start, stop):
        observe(states[k], players[k], observations[k])


def legal_games(states: Any, masks: Any, start: int, stop: int) -> None:
    """The mask of game k into row k, for k in [start, stop)."""
    for k in range(start, stop):
        legal(states[k], masks[k])


def apply_games(states: Any, actions: Any, start: int, stop: int) -> None:
    """``actions[k]``, known to be legal, in game k, for k in [start, stop); finished games stay finished."""
    for k in range(start, stop):
        step(states[k], actions[k])


def resample_games(states: Any, players: Any, seeds: Any, start: int, stop: int) -> None:
    """Redraws in game k what seat ``players[k]`` cannot know, from ``seeds[k]``, for k in [start, stop)."""
    for k in range(start, stop):
        resample(states[k], players[k], seeds[k])


def weigh_games(states: Any, masks: Any, weights: Any, start: int, stop: int) -> None:
    """The scripted player's weight of every action in game k into row k; zero rows where the game is over."""
    for k in range(start, stop):
        weights[k, :] = 0
        if not (states[k].terminated or states[k].truncated):
            scripted(states[k], masks[k], weights[k])


# --- shared by the templates above --------------------------------------------------------------------------------


def _show(states: Any, i: int, masks: Any, observations: Any, to_act: Any) -> None:
    legal(states[i], masks[i])
    seat = whole(states[i].to_act)
    to_act[i] = seat
    observe(states[i], seat, observations[i])


def _advance(
    states: Any,
    i: int,
    action: int,
    blanks: Any,
    masks: Any,
    observations: Any,
    to_act: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_returns: Any,
    final_observations: Any,
    restart: bool,
) -> None:
    seats = rewards.shape[1]
    for seat in range(seats):
        rewards[i, seat] = -states[i].returns[seat]
    step(states[i], action)
    for seat in range(seats):
        rewards[i, seat] += states[i].returns[seat]
    terminated[i] = states[i].terminated
    truncated[i] = states[i].truncated
    if terminated[i] or truncated[i]:
        for seat in range(seats):
            final_returns[i, seat] = states[i].returns[seat]
        if final_observations.shape[0] > 0:
            for seat in range(seats):
                observe(states[i], seat, final_observations[i, seat])
        if restart:
            begin(states, i, blanks)
    show(states, i, masks, observations, to_act)


def _begin(states: Any, i: int, blanks: Any) -> None:
    s = states[i]
    r0 = s.rng[0]
    r1 = s.rng[1]
    r2 = s.rng[2]
    r3 = s.rng[3]
    copy_record(states, i, blanks, 0)
    s.rng[0] = r0
    s.rng[1] = r1
    s.rng[2] = r2
    s.rng[3] = r3
    raw_new(s)


class Engine:
    """The templates bound to one game, each compiled (or loaded from the cache) when first asked for.

    Args:
        owner: the game's name.
        dtype: its record.
        kernels: its raw kernels: ``new``, ``legal``, ``step``, ``observe``, ``resample``, and perhaps ``scripted``.
    """

    def __init__(self, owner: str, dtype: np.dtype[Any], kernels: Mapping[str, Any]) -> None:
        self.owner = owner
        self.dtype = dtype
        self._record = None if jit_disabled() else numba.from_dtype(dtype)
        raw = {
            f"raw_{name}": function for name, function in kernels.items() if name in ("new", "legal", "step", "observe")
        }
        prepared: dict[str, Any] = {name: kernels[name] for name in ("resample", "scripted") if name in kernels}
        for name, template, needs in (
            ("legal", _legal, ("raw_legal",)),
            ("observe", _observe, ("raw_observe",)),
            ("step", _step, ("raw_step",)),
            ("begin", _begin, ("raw_new",)),
        ):
            prepared[name] = bind(template, owner, {need: raw[need] for need in needs})
        prepared["show"] = bind(_show, owner, {name: prepared[name] for name in ("legal", "observe")})
        prepared["advance"] = bind(
            _advance, owner, {name: prepared[name] for name in ("step", "observe", "begin", "show")}
        )
        self.kernels = prepared
        self._bound: dict[Callable[..., Any], Any] = {}

    def __getitem__(self, template: Callable[..., Any]) -> Any:
        """`template` bound to this game: a function for exactly the types in ``kernels.PARAMETER_TYPES``."""
        bound = self._bound.get(template)
        if bound is None:
            bound = self._bound[template] = self.bind(template)
        return bound

    def bind(self, template: Callable[..., Any], parameter_types: Mapping[str, Any] | None = None) -> Any:
        """Binds a template of any module; `parameter_types` names the types of parameters the engine does not know."""
        known = {} if self._record is None else {"states": self._record[::1], "blanks": self._record[::1]}
        return bind(template, self.owner, self.kernels, {**known, **(parameter_types or {})})

    def warm_up(self, templates: tuple[Callable[..., Any], ...] | None = None) -> int:
        """Compiles (or loads) `templates`, by default all of the engine's that the game can use; their number."""
        chosen = TEMPLATES if templates is None else templates
        usable = [t for t in chosen if t is not weigh_games or "scripted" in self.kernels]
        for template in usable:
            self[template]
        return len(usable)


TEMPLATES: tuple[Callable[..., Any], ...] = (
    new_at,
    seed_at,
    redraw_at,
    legal_at,
    observe_at,
    step_at,
    new_games,
    start_games,
    show_games,
    first_illegal,
    step_games,
    choose_games,
    play_games,
    observe_games,
    legal_games,
    apply_games,
    resample_games,
    weigh_games,
)
