"""The conformance kit: whoever adds a game runs it, and knows that the rest of the suite can rely on the game.

    from ludarium.envs.core.conformance import check_game

    check_game(game)                        # all checks, 100,000 states of random play each
    check_game(game, states=1_000_000)

Every check is also a function of its own, plays at random through the batch engine, and raises
:class:`ConformanceError` with one message: what is wrong, and the seed and actions that lead there. What it takes more
than a game to know is given as an argument: which deals are how likely (:func:`check_resample_distribution`), and how
seats are exchanged where they are alike (:func:`check_seats`).
"""

from __future__ import annotations

from collections.abc import Callable

from ..game import Game
from ..schema import States
from .hidden import check_resample, check_resample_distribution
from .knowledge import check_observations, check_redaction, check_scripted, check_seats
from .play import ConformanceError, Reached, random_play
from .repeat import check_copies, check_determinism, check_purity
from .rules import (
    check_actions,
    check_bookkeeping,
    check_counters,
    check_declarations,
    check_ends,
    check_masks,
    check_options,
    check_returns,
)

__all__ = [
    "ConformanceError",
    "Reached",
    "check_actions",
    "check_bookkeeping",
    "check_copies",
    "check_counters",
    "check_declarations",
    "check_determinism",
    "check_ends",
    "check_game",
    "check_masks",
    "check_observations",
    "check_options",
    "check_purity",
    "check_redaction",
    "check_resample",
    "check_resample_distribution",
    "check_returns",
    "check_scripted",
    "check_seats",
    "random_play",
]


def check_game(
    game: Game,
    *,
    states: int = 100_000,
    seed: int = 0,
    rotate: Callable[[States], States] | None = None,
    extremes: bool = True,
) -> None:
    """Runs all checks on `game` under its options, and :func:`check_options` on the extremes of all options.

    Args:
        game: the game.
        states: states of random play a check looks at, at least; a million takes a small game seconds a check.
        seed: seeds the play.
        rotate: for games whose seats are alike: see :func:`check_seats`.
        extremes: False leaves out :func:`check_options`, which is the same for all options of a game.

    Raises:
        ConformanceError: the first check that fails.
    """
    check_actions(game)
    # In this order: what comes later relies on the header, masks and ends.
    for check in (
        check_bookkeeping,
        check_masks,
        check_ends,
        check_returns,
        check_declarations,
        check_observations,
        check_counters,
        check_redaction,
        check_scripted,
        check_resample,
        check_purity,
        check_determinism,
        check_copies,
    ):
        check(game, states=states, seed=seed)
    if rotate is not None:
        check_seats(game, rotate, states=states, seed=seed)
    if extremes:
        check_options(game, states=min(states, 1_000), seed=seed)
