"""What a seat can tell of the actions of the others: worked out from what it sees, never from the action itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludarium.envs.core.game import Game
    from ludarium.envs.core.schema import States

#: Guesses at the hidden part of a position. An action that only a rare deal allows can be overlooked: that costs the
#: player a word, and gives no secret away.
GUESSES = 512


def possible_actions(game: Game, before: States, after: States, seat: int, seed: int) -> npt.NDArray[np.int64]:
    """The actions that could have led from what `seat` saw to what it sees now.

    The hidden part of `before` is redrawn :data:`GUESSES` times, every legal action is tried in each, and what `seat`
    would then see is compared with `after`. Where chance has a hand in what an action brings about (a card is drawn, a
    market filled up), what differs from draw to draw is left out of the comparison: no number of guesses would hit
    upon all of it. Nothing but the two views and the seed decides the answer, so it cannot give anything away.

    Args:
        game: the game.
        before: ``[1]`` records redacted for `seat`.
        after: ``[1]`` records redacted for `seat`, one action later.
        seat: who looks.
        seed: of the guesses.

    Returns:
        int64 ``[K]``, sorted; empty where too little can be seen to tell.
    """
    guesses = np.repeat(before, GUESSES)
    game.resample(guesses, seat, seed)
    masks = game.legal(guesses)
    seen = _as_bytes(after)[0]
    return np.array(
        [
            action
            for action in range(game.num_actions)
            if _fits(game, guesses[masks[:, action] != 0], action, seat, seen)
        ],
        dtype=np.int64,
    )


def _fits(game: Game, states: States, action: int, seat: int, seen: npt.NDArray[np.uint8]) -> bool:
    """Whether `action` in one of `states` leads to a view like `seen`, but for what chance decides."""
    if not len(states):
        return False
    # The same position with the future of another guess, which is drawn independently; alone, with that of none.
    twins = states.copy()
    twins["rng"] = np.roll(states["rng"], 1, axis=0) if len(states) > 1 else ~states["rng"]
    views = []
    for each in (states, twins):
        game.step(each, action)
        views.append(_as_bytes(game.redact(each, seat)))
    decided = (views[0] == views[1]).all(axis=0)  # bytes that chance leaves alone in every guess
    return bool(any((view[:, decided] == seen[decided]).all(axis=1).any() for view in views))


def _as_bytes(states: States) -> npt.NDArray[np.uint8]:
    """Records ``[B]`` as bytes ``[B, itemsize]``; they have no holes, so equal records are equal bytes."""
    plain = np.ascontiguousarray(states).view(np.ndarray)
    return plain.view(np.uint8).reshape(len(plain), -1)


def in_words(game: Game, actions: npt.NDArray[np.int64]) -> str:
    """What somebody did who did one of `actions`."""
    names = [game.action_names[action] for action in actions]
    if not names:
        return "acts, you cannot see how"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}, you cannot see which"
