"""Random play with a way back: every state that a check looks at can be reached again from a seed and actions."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import engine as templates
from ..batch import Batch
from ..game import Game
from ..rng import GOLDEN_GAMMA, checked_seed, seeds_of_slots
from ..schema import HIDDEN, OWNER, PAIR, SeenBy, States

_PROBES = 16  #: games
_SHORT = 128  #: actions
_MOST_SLOTS = _PORTION = 8192
_TRIES = 4


class ConformanceError(AssertionError):
    """A game that breaks one of the promises that the rest of the suite relies on.

    Attributes:
        check: name of the check that noticed, such as ``"masks"`` for :func:`check_masks`.
    """

    def __init__(self, game: Game, check: str, message: str) -> None:
        super().__init__(f"{game.string} fails check_{check}: {message}")
        self.check = check


@dataclass(frozen=True)
class Reached:
    """K states that random play has reached, start and end states among them.

    Attributes:
        game: the game.
        states: ``[K]`` records, the caller's to keep.
        masks: int8 ``[K, num_actions]``, as the batch engine gives them.
        earned: float64 ``[K, num_players]``, sum of the rewards since the start of the game.
        drew: bool ``[K]``, the action that led to the state took numbers from the random stream.
        lengths: int64 ``[K]``, actions taken since the start.
        seeds: uint64 ``[K]``, the integers that :func:`ludarium.replay` takes.
        history: int16 ``[K, …]``, the actions taken, of which the first ``lengths`` count.
    """

    game: Game
    states: States
    masks: npt.NDArray[np.int8]
    earned: npt.NDArray[np.float64]
    drew: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int64]
    seeds: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int16]

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over, bool ``[K]``."""
        return np.asarray(self.states["terminated"] | self.states["truncated"])

    def where(self, row: int) -> str:
        """How to reach one of the states."""
        actions = self.history[row, : self.lengths[row]].tolist()
        return f"reached by replay(game, seed={self.seeds[row]}, actions={actions})"

    def first(self, wrong: npt.NDArray[np.bool_], check: str, message: str) -> None:
        """Raises ConformanceError for the first state that `wrong` (bool ``[K]`` or ``[K, …]``) marks, if any."""
        rows = wrong.any(axis=tuple(range(1, wrong.ndim)))
        if rows.any():
            raise ConformanceError(self.game, check, f"{message}; {self.where(int(rows.argmax()))}")


def random_play(game: Game, states: int, seed: int, *, reluctant: bool = False) -> Iterator[Reached]:
    """At least `states` states reached by uniformly random legal play, in portions of some thousands.

    A game that goes on after `max_game_length` actions, or whose mask is empty before its end, is given up and
    replaced by a new one: which check complains of it is not for this function to decide.

    Args:
        game: the game.
        states: how many states at least, counting start and end states.
        seed: seeds the games and the play.
        reluctant: avoid actions that end the game, so that games grow long.
    """
    pending: list[Reached] = []
    for moment in _moments(game, states, seed, reluctant):
        pending.append(moment)
        if len(pending) * len(moment.states) >= _PORTION:
            yield joined(pending)
            pending = []
    if pending:
        yield joined(pending)


def joined(portions: Sequence[Reached]) -> Reached:
    """Several portions as one."""
    if len(portions) == 1:
        return portions[0]
    columns = {
        field.name: np.concatenate([getattr(portion, field.name) for portion in portions])
        for field in dataclasses.fields(Reached)
        if field.name not in ("game", "history")
    }
    longest = max(portion.history.shape[1] for portion in portions)
    columns["history"] = np.concatenate([_widened(portion.history, longest) for portion in portions])
    columns["states"] = columns["states"].view(type(portions[0].states))
    return Reached(portions[0].game, **columns)


def _widened(history: npt.NDArray[np.int16], columns: int) -> npt.NDArray[np.int16]:
    """`history` with zeros behind, up to so many columns."""
    return np.pad(history, ((0, 0), (0, columns - history.shape[1])))


@lru_cache(maxsize=64)
def likely_length(game: Game) -> int:
    """How many actions a game may take: its bound, or what random play takes where the bound is far off that."""
    if game.max_game_length <= _SHORT:
        return game.max_game_length
    batch = Batch(game, _PROBES, seed=0, auto_restart=False)
    for length in range(game.max_game_length):
        running = np.flatnonzero(batch.mask.any(axis=1))
        if 2 * len(running) < _PROBES:
            return max(1, length)
        batch.step(batch.random_actions(running), running)
    return game.max_game_length


def _moments(game: Game, states: int, seed: int, reluctant: bool) -> Iterator[Reached]:
    size = int(np.clip(states // (2 * likely_length(game)), 16, _MOST_SLOTS))
    batch = Batch(game, size, seed=checked_seed(seed), auto_restart=False)
    everyone = np.arange(size)
    started = size
    # `replay` mixes an integer into the seed of a slot; these are the integers behind the seeds of the slots.
    integers = np.uint64(seed) + GOLDEN_GAMMA * everyone.astype(np.uint64)
    lengths = np.zeros(size, np.int64)
    earned = np.zeros((size, game.num_players))
    drew = np.zeros(size, np.bool_)
    history = np.zeros((size, _SHORT), np.int16)  # widens with the games: bounds are far above what play takes
    shown = 0
    while True:
        actions_so_far = history[:, : lengths.max()]
        kept: tuple[npt.NDArray[Any], ...] = (batch.states, batch.mask, earned, drew, lengths, integers, actions_so_far)
        yield Reached(game, *(array.copy() for array in kept))
        shown += size
        if shown >= states:
            return
        over = batch.states["terminated"] | batch.states["truncated"] | ~batch.mask.any(axis=1)
        over |= lengths > game.max_game_length
        running, finished = everyone[~over], everyone[over]
        actions = batch.random_actions(running)
        for _ in range(_TRIES if reluctant else 0):
            ahead = batch.states[running]
            game.step(ahead, actions)
            ends = ahead["terminated"] | ahead["truncated"]
            actions[ends] = batch.random_actions(running[ends])
        if lengths.max() == history.shape[1]:
            history = _widened(history, 2 * history.shape[1])
        history[running, lengths[running]] = actions
        lengths[running] += 1
        streams = batch.states["rng"].copy()
        batch.step(actions, running)
        earned[running] += batch.rewards[running]
        drew[running] = (streams != batch.states["rng"])[running].any(axis=1)
        batch.reset_slots(finished, seeds_of_slots(seed, len(finished), first=started))
        integers[finished] = np.uint64(seed) + GOLDEN_GAMMA * np.arange(
            started, started + len(finished), dtype=np.uint64
        )
        started += len(finished)
        for array in (lengths, earned, drew):
            array[finished] = 0


def as_bytes(states: States) -> npt.NDArray[np.uint8]:
    """Records ``[B]`` as a uint8 ``[B, size]`` view, for comparison byte by byte."""
    plain = np.ascontiguousarray(states).view(np.ndarray)
    return plain.view(np.uint8).reshape(len(plain), plain.dtype.itemsize)


def fingerprints(states: States) -> npt.NDArray[np.uint64]:
    """A hash of every record, uint64 ``[B]``: equal records are equal, others practically never."""
    words = as_bytes(states).view(np.uint64)  # a schema's records are whole multiples of 8 bytes
    hashes = np.zeros(len(words), np.uint64)
    for column in range(words.shape[1]):
        hashes = (hashes ^ words[:, column] ^ (hashes >> np.uint64(31))) * np.uint64(0xD6E8FEB86659FD93) + GOLDEN_GAMMA
        hashes ^= hashes >> np.uint64(32)
    return hashes


def differing_fields(game: Game, left: States, right: States, row: int) -> str:
    """The names of the fields in which two records differ, for messages."""
    names = [f.name for f in game.spec.schema.fields if (left[f.name][row] != right[f.name][row]).any()]
    return ", ".join(names) or "padding between fields"


def scrambled(game: Game, states: States, player: int, seed: int) -> States:
    """A copy of `states` in which all that `player` must not know comes from others of the states."""
    rng = np.random.default_rng(seed)
    out = states.copy()
    strangers = [seat for seat in range(game.spec.schema.max_seats) if seat != player]
    for field in game.spec.schema.fields:
        seen_by = game.spec.schema.visibility(field, game.options)
        donors = rng.permutation(len(states))
        if seen_by is HIDDEN:
            out[field.name] = states[field.name][donors]
        elif seen_by is OWNER:
            out[field.name][:, strangers] = states[field.name][donors][:, strangers]
        elif seen_by is PAIR:
            for seat in strangers:
                out[field.name][:, seat, strangers] = states[field.name][donors][:, seat, strangers]
        elif isinstance(seen_by, SeenBy):
            unseen = seen_by.unseen(states, np.full(len(states), player))
            out[field.name] = np.where(unseen, states[field.name][donors], states[field.name])
    return out


def guarded_masks(game: Game, states: States, guard: int = 4) -> npt.NDArray[np.int8]:
    """Masks with `guard` columns more than the game has actions: what a kernel writes there is out of bounds."""
    masks = np.zeros((len(states), game.num_actions + guard), np.int8)
    game.engine[templates.legal_games](game.checked_states(states), masks, 0, len(states))
    return masks


def guarded_observations(game: Game, states: States, player: int, guard: int = 4) -> npt.NDArray[np.float32]:
    """Observations by `player` with `guard` numbers more than declared."""
    observations = np.zeros((len(states), game.observation_size + guard), np.float32)
    seats = np.full(len(states), player, np.int64)
    game.engine[templates.observe_games](game.checked_states(states), seats, observations, 0, len(states))
    return observations


def scripted_weights(game: Game, states: States, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
    """The scripted player's weights, float32 ``[B, num_actions]``."""
    weights = np.zeros(masks.shape, np.float32)
    game.engine[templates.weigh_games](game.checked_states(states), masks, weights, 0, len(states))
    return weights


def random_legal(masks: npt.NDArray[Any], generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """A uniform legal action a row, int64 ``[B]``; 0 in rows of zeros."""
    order = generator.random(masks.shape) * (masks != 0)
    return np.asarray(order.argmax(axis=1), dtype=np.int64)
