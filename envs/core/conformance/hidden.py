"""Checks of the resampler: it keeps what a seat knows, reads nothing else, and draws what there is to draw, rightly."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..batch import Batch
from ..game import Game
from ..rng import derived_seeds, seeds_of_slots
from ..schema import States
from .knowledge import observation_faults
from .play import (
    ConformanceError,
    Reached,
    as_bytes,
    differing_fields,
    fingerprints,
    guarded_observations,
    joined,
    random_play,
)

# Portions of play whose redrawn states are played on, and that are searched for several worlds behind one view.
_PLAYED_ON = 2
_GATHERED = 6
_GROUPS = 24
_DRAWS = 4096
_MANY_DRAWS = 200_000


def check_resample(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """`resample` redraws what a seat cannot know, and that alone, from the given seed alone.

    * What the seat sees stays as it is, byte for byte, and so does its mask.
    * The result is the same, byte for byte, with and without what the seat must not know. (A resampler that returns
      the truth, or part of it, cannot do that.)
    * The random stream is another one, and another one for another seed.
    * The redrawn states are states of the game: observations stay in range for all seats, and play goes on to an end.
    * What is hidden varies where play has shown that it can, and no state that play has reached is out of reach of
      the resampler, as far as it can be told from a few thousand draws.

    For the probabilities see :func:`check_resample_distribution`.
    """
    gathered: list[Reached] = []
    for number, reached in enumerate(random_play(game, states, seed)):
        seeds = derived_seeds(seeds_of_slots(seed, len(reached.states)), number)
        for player in range(game.num_players):
            drawn = _check_one_draw(reached, player, seeds)
            if number < _PLAYED_ON:
                _check_future(reached, player, drawn, seed)
        if number < _GATHERED:
            gathered.append(reached)
    everything = joined(gathered).states
    for player in range(game.num_players):
        _check_worlds(game, everything, player, seed)


def _check_one_draw(reached: Reached, player: int, seeds: npt.NDArray[np.uint64]) -> States:
    game = reached.game
    known = game.redact(reached.states, player)
    drawn = reached.states.copy()
    game.resample(drawn, player, seeds)
    wrong = as_bytes(game.redact(drawn, player)) != as_bytes(known)
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        fields = differing_fields(game, game.redact(drawn, player), known, row)
        reached.first(wrong, "resample", f"what seat {player} sees changes (field {fields})")
    other = known.copy()
    game.resample(other, player, seeds)
    wrong = as_bytes(other) != as_bytes(drawn)
    if wrong.any():
        fields = differing_fields(game, other, drawn, int(wrong.any(axis=1).argmax()))
        reached.first(wrong, "resample", f"what is drawn for seat {player} depends on what is hidden (field {fields})")
    streams = drawn["rng"]
    reached.first(
        (streams == reached.states["rng"]).all(axis=1), "resample", "the random stream is the game's own still"
    )
    again = known.copy()
    game.resample(again, player, derived_seeds(seeds, 1))
    reached.first((streams == again["rng"]).all(axis=1), "resample", "another seed gives the same random stream")
    return drawn


def _check_future(reached: Reached, player: int, drawn: States, seed: int) -> None:
    """Redrawn states can be observed by all and played to an end."""
    game = reached.game
    batch = Batch(game, len(drawn), seed=seed, auto_restart=False)
    batch.set_states(drawn)
    lengths = reached.lengths.copy()
    _check_views(reached, batch.states, f"in a state redrawn for seat {player}")
    while True:
        over = batch.states["terminated"] | batch.states["truncated"]
        stuck = ~over & ~batch.mask.any(axis=1)
        reached.first(stuck, "resample", f"a state redrawn for seat {player} leads to one without a legal action")
        late = ~over & (lengths >= game.max_game_length)
        longest = game.max_game_length
        reached.first(late, "resample", f"a state redrawn for seat {player} leads to more than {longest} actions")
        running = np.flatnonzero(~over)
        if not len(running):
            break
        batch.step(batch.random_actions(running), running)
        lengths[running] += 1
    _check_views(reached, batch.states, f"at an end played from a state redrawn for seat {player}")


def _check_views(reached: Reached, states: States, where: str) -> None:
    for seat in range(reached.game.num_players):
        observations = guarded_observations(reached.game, states, seat)
        for wrong, words in observation_faults(reached.game, observations):
            reached.first(wrong, "resample", f"{where}, what seat {seat} observes {words}")


def _worlds(states: States) -> npt.NDArray[np.uint64]:
    """A number for all of a record but its random stream, uint64 ``[B]``."""
    bare = states.copy()
    bare["rng"] = 0
    return fingerprints(bare)


def _check_worlds(game: Game, states: States, player: int, seed: int) -> None:
    """Compares the worlds that play has shown behind the same view with those that the resampler draws."""
    views = fingerprints(game.redact(states, player))
    worlds = _worlds(states)
    order = np.argsort(views, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(views[order]) != 0])
    groups = np.split(order, starts[1:])
    telling = sorted((g for g in groups if len(np.unique(worlds[g])) > 1), key=len, reverse=True)[:_GROUPS]
    for group in telling:
        view = game.redact(states[group[:1]], player)
        drawn, often = np.unique(_worlds(_draws(game, view, player, _DRAWS, seed)), return_counts=True)
        where = f"seat {player} sees\n{game.describe(view, player)}\n"
        seen, counts = np.unique(worlds[group], return_counts=True)
        unlike = counts[seen != drawn[0]].sum()
        if len(drawn) == 1 and unlike >= max(5, len(group) // 50):
            message = f"{_DRAWS} draws are all the same, but play has shown {len(seen)} different states, where {where}"
            raise ConformanceError(game, "resample", message)
        # Where every world came up more than once, as good as all of them have come up.
        if often.min() > 1 and not np.isin(seen, drawn).all():
            many = np.unique(_worlds(_draws(game, view, player, _MANY_DRAWS, seed + 1)))
            missing = ~np.isin(seen, many)
            if missing.any():
                true = states[group[np.flatnonzero(worlds[group] == seen[missing][0])[0]]]
                message = f"{_MANY_DRAWS} draws miss a state that play has reached, where {where}and the state is\n"
                raise ConformanceError(game, "resample", message + game.describe(true))


def _draws(game: Game, view: States, player: int, count: int, seed: int) -> States:
    drawn = np.repeat(view, count)
    game.resample(drawn, player, seed)
    return drawn


def check_resample_distribution(
    game: Game,
    states: States,
    player: int,
    expected: Mapping[Hashable, float] | Callable[[Any], Mapping[Hashable, float]],
    key: Callable[[States], Iterable[Hashable]],
    *,
    samples: int = 20_000,
    seed: int = 0,
    significance: float = 1e-6,
) -> None:
    """The resampler draws with the right probabilities (Pearson's chi-square test).

    Args:
        game: the game.
        states: ``[B]`` records, each tested for itself.
        player: the seat from whose view they are redrawn.
        expected: the probabilities of what `key` gives, adding up to 1; or a function of one record that gives them.
        key: ``(states) -> [samples] hashable``: the part of a redrawn state that is counted, such as a hand as a
            tuple.
        samples: draws a state.
        seed: seeds the draws.
        significance: the test fails where the counts are less likely than this.

    Raises:
        ConformanceError: also where a key comes up that is not expected.
    """
    for row in range(len(states)):
        probabilities = expected(states[row]) if callable(expected) else expected
        if abs(math.fsum(probabilities.values()) - 1) > 1e-9:
            raise ValueError(f"expected probabilities add up to {math.fsum(probabilities.values())}, not to 1")
        counts = dict.fromkeys(probabilities, 0)
        for each in key(_draws(game, states[row : row + 1], player, samples, seed + row)):
            if probabilities.get(each, 0.0) <= 0:
                message = f"state {row} redrawn for seat {player} has {each!r}, which is impossible"
                raise ConformanceError(game, "resample_distribution", message)
            counts[each] += 1
        chance = _chi_square_chance(counts, probabilities, samples)
        if chance < significance:
            worst = max(counts, key=lambda each: abs(counts[each] - samples * probabilities[each]))
            message = (
                f"state {row} redrawn for seat {player}: {worst!r} came up {counts[worst]} times in {samples}, "
                f"expected {samples * probabilities[worst]:.1f}; all counts together have a chance of {chance:.1g}"
            )
            raise ConformanceError(game, "resample_distribution", message)


def _chi_square_chance(counts: Mapping[Hashable, int], probabilities: Mapping[Hashable, float], samples: int) -> float:
    """The chance of counts at least this far from their expectation; rare keys are counted together."""
    cells: list[tuple[float, float]] = []
    rare_count = rare_expected = 0.0
    for each, probability in probabilities.items():
        if samples * probability >= 5:
            cells.append((counts[each], samples * probability))
        else:
            rare_count += counts[each]
            rare_expected += samples * probability
    if rare_expected > 0:
        cells.append((rare_count, rare_expected))
    statistic = math.fsum((count - mean) ** 2 / mean for count, mean in cells)
    return chi_square_survival(statistic, len(cells) - 1)


def chi_square_survival(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable of `freedom` degrees exceeds `statistic`; 1 without any freedom.

    The finite sums of Abramowitz and Stegun, 26.4.4 and 26.4.5.
    """
    if freedom < 1 or statistic <= 0:
        return 1.0
    half = statistic / 2
    logs = [
        (k - 1 + freedom % 2 / 2) * math.log(half) - half - math.lgamma(k + freedom % 2 / 2)
        for k in range(1, freedom // 2 + 1)
    ]
    tail = math.fsum(math.exp(each) for each in logs)
    return min(1.0, tail + (math.erfc(math.sqrt(half)) if freedom % 2 else 0.0))
