"""Checks that a game depends on its record alone: the same seed, copy or save gives the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..batch import Batch
from ..engine import apply_games as apply
from ..game import Game
from ..rng import seeds_of_slots
from ..saves import read_states, save_states
from ..schema import States
from .play import (
    ConformanceError,
    as_bytes,
    differing_fields,
    guarded_masks,
    guarded_observations,
    random_legal,
    random_play,
    scripted_weights,
)

_SINGLES = 8


def _moments(game: Game, seeds: npt.NDArray[np.uint64], seed: int) -> list[tuple[States, npt.NDArray[np.int64]]]:
    """Games of `seeds` played at random to the end: all states on the way, and what was done in them (-1: over)."""
    generator = np.random.default_rng(seed)
    states = game.new_states(seeds)
    moments = []
    for _ in range(game.max_game_length + 1):
        masks = game.legal(states)
        running = masks.any(axis=1)
        actions = np.where(running, random_legal(masks, generator), -1)
        moments.append((states.copy(), actions))
        if not running.any():
            break
        ahead = states[running]
        game.step(ahead, actions[running])
        states[running] = ahead
    return moments


def check_determinism(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """The same seeds and actions give the same bytes: again, in a batch, on two threads, and one game at a time."""
    count = max(_SINGLES, states // max(1, game.max_game_length))
    seeds = seeds_of_slots(seed, count)
    moments = _moments(game, seeds, seed)
    again = _moments(game, seeds, seed)
    for (one, _), (two, _) in zip(moments, again, strict=False):
        _same(game, "determinism", one, two, "the same seeds and actions give other states the second time")
    batch = Batch(game, count, seed=seed, threads=2, auto_restart=False)
    for one, actions in moments:
        _same(game, "determinism", one, batch.states, "a batch on two threads plays other games than single calls")
        running = np.flatnonzero(actions >= 0)
        batch.step(actions[running], running)
    for slot in range(min(_SINGLES, count)):
        single = game.new_states(seeds[slot : slot + 1])
        for one, actions in moments:
            _same(game, "determinism", one[slot : slot + 1], single, "a game alone goes otherwise than among others")
            if actions[slot] < 0:
                break
            game.step(single, actions[slot : slot + 1])


def check_purity(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Looking changes nothing: games played without asking for masks and observations go as those that were asked.

    The scripted player is asked as well, where there is one.
    """
    apply_games = game.engine[apply]
    for reached in random_play(game, states, seed):
        looked = reached.states
        masks = guarded_masks(game, looked)[:, : game.num_actions].copy()
        for player in range(game.num_players):
            guarded_observations(game, looked, player)
        if "scripted" in game.engine.kernels:
            scripted_weights(game, looked, masks)
        blind = game.new_states(np.concatenate([seeds_of_slots(int(each), 1) for each in reached.seeds]))
        for move in range(int(reached.lengths.max())):
            rows = np.flatnonzero(reached.lengths > move)
            ahead = game.checked_states(blind[rows])
            apply_games(ahead, reached.history[rows, move].astype(np.int64), 0, len(rows))
            blind[rows] = ahead
        wrong = as_bytes(blind) != as_bytes(looked)
        if wrong.any():
            fields = differing_fields(game, blind, looked, int(wrong.any(axis=1).argmax()))
            reached.first(wrong, "purity", f"asking for masks and observations changes the game (field {fields})")


def check_copies(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """A copy, a save read back, and a batch set to the states all go on like the original, byte for byte."""
    for reached in random_play(game, min(states, 20_000), seed):
        rows = np.flatnonzero(~reached.over)
        original = reached.states[rows]
        copy = original.copy()
        read, saved = read_states(save_states(game, original), lambda name, **options: Game(game.spec, options))
        if read != game:
            raise ConformanceError(game, "copies", f"a save comes back as {read.string}")
        _same(game, "copies", original, saved, "a save comes back changed")
        batch = Batch(game, max(1, len(rows)), seed=seed, auto_restart=False)
        if not len(rows):
            continue
        batch.set_states(original)
        generator = np.random.default_rng(seed)
        for _ in range(_SINGLES):
            masks = game.legal(original)
            running = np.flatnonzero(masks.any(axis=1))
            actions = random_legal(masks[running], generator)
            for each in (original, copy, saved):
                ahead = each[running]
                game.step(ahead, actions)
                each[running] = ahead
            batch.step(actions, running)
            for other, what in ((copy, "a copy"), (saved, "a save"), (batch.states, "a batch")):
                _same(game, "copies", original, other, f"{what} goes on otherwise than the original")


def _same(game: Game, check: str, left: States, right: Any, message: str) -> None:
    wrong = (as_bytes(left) != as_bytes(right)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        fields = differing_fields(game, left, right, row)
        raise ConformanceError(
            game, check, f"{message} (field {fields}, game {row} after {left['moves'][row]} actions)"
        )
