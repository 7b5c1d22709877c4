"""Checks of what seats get to know: observations, leaks, the scripted player, and whether seats are alike."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..game import SPECTATOR, Game
from ..schema import States
from .play import (
    ConformanceError,
    Reached,
    as_bytes,
    guarded_masks,
    guarded_observations,
    random_legal,
    random_play,
    scrambled,
    scripted_weights,
)

_WORDS = 3
_WHOLE = 1e-3  # what rounding to float32 may leave of a whole number


def observation_faults(game: Game, observations: npt.NDArray[np.float32]) -> list[tuple[npt.NDArray[np.bool_], str]]:
    """What is wrong with observations ``[B, size + guard]``: pairs of marks ``[B]`` and words; empty if nothing is."""
    layout, size = game.layout, game.observation_size
    inside = observations[:, :size]
    scales = np.concatenate([np.full(s.size, s.scale, np.float32) for s in layout.segments.values()])
    with np.errstate(invalid="ignore"):  # of what is not finite the first test below tells
        rest = np.abs(inside * scales - np.rint(inside * scales))
    wrong = {
        "is not finite": ~np.isfinite(inside),
        "leaves its range": (inside < layout.low) | (inside > layout.high),
        "is not a whole number once multiplied by its scale": rest > _WHOLE,
    }
    faults = [
        (marks.any(axis=1), f"{words} in segment {_segment(game, marks)}")
        for words, marks in wrong.items()
        if marks.any()
    ]
    for name, segment in layout.segments.items():
        if segment.one_hot:
            many = (layout.part(inside, name).sum(axis=-1) > 1).reshape(len(inside), -1).any(axis=1)
            if many.any():
                faults.append((many, f"has several ones in one-hot segment {name}"))
    beyond = (observations[:, size:] != 0).any(axis=1)
    return [*faults, (beyond, f"goes on after its {size} numbers")] if beyond.any() else faults


def _segment(game: Game, marks: npt.NDArray[np.bool_]) -> str:
    """The segment of the first number that `marks` (``[B, size]``) marks."""
    column = int(marks[marks.any(axis=1).argmax()].argmax())
    return [name for name, start in game.layout.offsets.items() if start <= column][-1]


def check_observations(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Every seat can observe at any time, the end included, within the ranges that the layout declares.

    One-hot segments hold at most one 1 along the last axis, other numbers are whole once multiplied by their scale,
    and observations can be put into words.
    """
    described = 0
    for reached in random_play(game, states, seed):
        for player in range(game.num_players):
            observations = guarded_observations(game, reached.states, player)
            for wrong, words in observation_faults(game, observations):
                reached.first(wrong, "observations", f"what seat {player} observes {words}")
            while described < _WORDS:
                game.describe_observation(observations[-1 - described, : game.observation_size])
                described += 1


def check_redaction(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """What a seat must not know changes nothing that it is given: observation, mask, scripted player, description.

    All of it is first zeroed, then replaced by what other states hold there.
    """
    has_script = "scripted" in game.engine.kernels
    for number, reached in enumerate(random_play(game, states, seed)):
        full_masks = guarded_masks(game, reached.states)
        masks = full_masks[:, : game.num_actions].copy()
        for player in range(game.num_players):
            seen = guarded_observations(game, reached.states, player)
            mover = reached.states["to_act"] == player
            weights = scripted_weights(game, reached.states, masks) if has_script else None
            ways = {
                "without": game.redact(reached.states, player),
                "with other values for": scrambled(game, reached.states, player, seed + number),
            }
            for way, other in ways.items():
                secret = f"{way} what seat {player} must not know"
                _unchanged(
                    reached, guarded_observations(game, other, player), seen, f"its observation changes {secret}"
                )
                moved = mover[:, None] & (guarded_masks(game, other) != full_masks)
                reached.first(moved, "redaction", f"its mask changes {secret}")
                if weights is not None:
                    moved = mover[:, None] & (scripted_weights(game, other, masks) != weights)
                    reached.first(moved, "redaction", f"the scripted player changes its mind {secret}")
        for row in range(_WORDS if number == 0 else 0):
            for player in (SPECTATOR, *range(game.num_players), None):
                if not game.describe(reached.states[row], player).strip():
                    raise ConformanceError(game, "redaction", f"the description for {player} is empty")


def _unchanged(reached: Reached, other: npt.NDArray[np.float32], seen: npt.NDArray[np.float32], message: str) -> None:
    wrong = other != seen
    if wrong.any():
        reached.first(wrong, "redaction", f"{message} (segment {_segment(reached.game, wrong)})")


def check_scripted(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """The scripted player, where there is one, gives legal actions weights ≥ 0, not all zero, and illegal ones none."""
    if "scripted" not in game.engine.kernels:
        return
    for reached in random_play(game, states, seed):
        weights = scripted_weights(game, reached.states, reached.masks)
        reached.first(~(np.isfinite(weights) & (weights >= 0)), "scripted", "a weight is negative or not finite")
        reached.first((weights > 0) & (reached.masks == 0), "scripted", "an illegal action has a weight")
        reached.first(~reached.over & ~(weights > 0).any(axis=1), "scripted", "no legal action has a weight")


def check_seats(game: Game, rotate: Callable[[States], States], *, states: int = 100_000, seed: int = 0) -> None:
    """Seats are interchangeable: in a game turned by one seat, the next seat has the same view, choices and future.

    This is a claim that a game makes by giving `rotate`; a game whose seats differ (other roles, other start cells)
    cannot be checked for it. What holds for every game, that all seats can observe at any time and get nothing that
    belongs to others, is the business of :func:`check_observations` and :func:`check_redaction`.

    Args:
        game: the game.
        rotate: ``(states) -> states``, a copy of ``[B]`` records in which seat p of the n seats has become seat
            ``(p + 1) % n``, the random stream and everything else left alone.
        states: how many states at least.
        seed: seeds the play.
    """
    generator = np.random.default_rng(seed)
    n = game.num_players
    for reached in random_play(game, states, seed):
        turned = rotate(reached.states)
        masks = guarded_masks(game, reached.states)
        reached.first(guarded_masks(game, turned) != masks, "seats", "the next seat in a turned game has another mask")
        for player in range(n):
            seen = guarded_observations(game, reached.states, player)
            same = guarded_observations(game, turned, (player + 1) % n)
            reached.first(same != seen, "seats", f"seat {player}, moved on by one, observes something else")
        rows = np.flatnonzero(~reached.over)
        actions = random_legal(masks[rows], generator)
        straight, around = reached.states[rows], turned[rows]
        game.step(straight, actions)
        game.step(around, actions)
        wrong = np.zeros(len(reached.states), np.bool_)
        wrong[rows] = (as_bytes(rotate(straight)) != as_bytes(around)).any(axis=1)
        reached.first(wrong, "seats", "the same action in a turned game does not give the turned result")
