"""Redraws of what a seat cannot see, held against the worlds that are possible to it and against play itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2_contingency, chisquare

from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States

World = TypeVar("World", bound=Hashable)

#: Redraws for the rarest world: chi-square wants a handful, more make it sharper.
DRAWS_OF_THE_RAREST = 20
#: One test in a million would fail by chance if seeds were not fixed.
UNLIKELY = 1e-6
#: The action that stands for a random card of the hand.
ANY_CARD = "play any"


# --- against worlds ---------------------------------------------------------------------------------------------------


def redraws_for(possible: Mapping[World, Fraction]) -> int:
    """How many redraws bring the rarest of these worlds `DRAWS_OF_THE_RAREST` times on average."""
    return int(DRAWS_OF_THE_RAREST / min(possible.values()))


def check_all_else_stays(game: Game, states: States, redrawn: States, player: int, hidden: Collection[str]) -> None:
    """What the seat sees is the same in all records, and so is every field beside `hidden`."""
    assert (game.redact(redrawn, player) == game.redact(states, player)).all()
    for name in states.dtype.names or ():
        assert name in hidden or (redrawn[name] == states[name]).all(), name


def check_worlds(drawn: Counter[World], possible: Mapping[World, Fraction]) -> None:
    """Of `redraws_for` the worlds none brought an impossible one, and as many brought each as its chance says."""
    assert drawn.keys() <= possible.keys()
    if len(possible) > 1:
        count = redraws_for(possible)
        expected = [float(chance) * count for chance in possible.values()]
        assert chisquare([drawn[world] for world in possible], expected).pvalue > UNLIKELY


# --- against play -----------------------------------------------------------------------------------------------------


def any_card(states: States, seat: int, seed: int) -> npt.NDArray[np.int64]:
    """A random card of the hand in each record, where hands are counts by kind: the action that plays it."""
    hands = states["hand"][:, seat].astype(float)
    edges = hands.cumsum(axis=1) / hands.sum(axis=1, keepdims=True)
    thrown = np.random.default_rng(seed).random((len(states), 1))
    return np.asarray((edges > thrown).argmax(axis=1), np.int64)


def outcomes_of(states: States) -> Counter[bytes]:
    """What is seen together with what is hidden, in every record, but for the random streams."""
    without = states.copy()
    without["rng"] = 0
    return Counter(one.tobytes() for one in without)


def check_redraw_after_play(game: Game, many: States, player: int, actions: Sequence[str]) -> bool:
    """Plays on from random deals, then redraws: pairs of what is seen and what is hidden stay as frequent as they were.

    That is the posterior by definition, whatever the worlds of an oracle take it to be.

    Args:
        game: of the records.
        many: copies of one record with different random streams, in which seat 0 is to act; they are played on.
        player: the seat that believes.
        actions: legal whatever is hidden; `ANY_CARD` is another one in each record.

    Returns:
        Whether there was anything to compare: more than one outcome that is common enough.
    """
    count = len(many)
    game.resample(many, player, 4)  # a random deal of what the seat does not know at the start
    for action in actions:
        game.step(many, any_card(many, 0, 6) if action == ANY_CARD else game.action_number(action))
    redrawn = many.copy()
    game.resample(redrawn, player, 5)
    assert (game.redact(redrawn, player) == game.redact(many, player)).all()
    real, drawn = outcomes_of(many), outcomes_of(redrawn)
    common = [outcome for outcome, times in (real + drawn).items() if times >= 20]
    table = [[part[outcome] for outcome in common] for part in (real, drawn)]
    for row in table:
        row.append(count - sum(row))
    if sum(row[-1] for row in table) < 20:
        table = [row[:-1] for row in table]
    if len(table[0]) < 2:
        return False
    assert chi2_contingency(table).pvalue > UNLIKELY
    return True


# --- what a redraw depends on -----------------------------------------------------------------------------------------


def check_randomness_is_of_the_seed(game: Game, states: States) -> None:
    """A redraw for seat 1 takes its randomness from its seed alone, and gives each record another future."""
    again = states.copy()
    again["rng"] = 7  # the game's own stream does not matter
    for record in (states, again):
        game.resample(record, 1, np.array([11], np.uint64))
    assert states.tobytes() == again.tobytes()
    many = np.repeat(states, 20)
    game.resample(many, 1, 11)
    assert len(np.unique(many["rng"], axis=0)) == 20


def check_nothing_hidden_is_read(game: Game, states: States, player: int) -> None:
    """A redraw for the seat is the same where everything that it cannot see was wiped before."""
    redacted = game.redact(states, player)
    assert redacted.tobytes() != states.tobytes()
    seeds = seeds_of_slots(5, 1)
    for record in (states, redacted):
        game.resample(record, player, seeds)
    assert states.tobytes() == redacted.tobytes()
