"""Checks of what the rules do: masks, returns, ends, the header, and what the game says about itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..engine import seed_at
from ..game import Chance, Game, IllegalActionError, Information, Utility
from ..options import OptionError, changed_options, options_from_record
from ..rng import seeds_of_slots
from .play import (
    ConformanceError,
    Reached,
    as_bytes,
    guarded_masks,
    guarded_observations,
    likely_length,
    random_legal,
    random_play,
)

_TOLERANCE = 1e-4
_REFUSALS = 3
_GAMES = 64  #: games that all options are tried with, about


def check_masks(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Masks hold zeros and ones; some action is legal before the end and none after.

    Raises:
        ConformanceError: also where the kernel writes beyond the last action.
    """
    for reached in random_play(game, states, seed):
        wide = guarded_masks(game, reached.states)
        masks = wide[:, : game.num_actions]
        reached.first(wide[:, game.num_actions :] != 0, "masks", f"a mask is wider than {game.num_actions} actions")
        reached.first((masks != 0) & (masks != 1), "masks", "a mask holds other numbers than 0 and 1")
        reached.first(~reached.over & ~masks.any(axis=1), "masks", "no action is legal, but the game is not over")
        reached.first(reached.over & masks.any(axis=1), "masks", "an action is legal, but the game is over")
        reached.first(masks != reached.masks, "masks", "two calls give two masks")


def check_returns(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Rewards add up to the returns; final returns lie in the declared range and have the declared sum.

    A constant sum is the same number in every game that ends, whatever it is.
    """
    seats = game.num_players
    low, high = game.spec.returns_range
    constant: float | None = 0.0 if game.spec.utility is Utility.ZERO_SUM else None
    for reached in random_play(game, states, seed):
        returns = reached.states["returns"].astype(np.float64)
        reached.first(~np.isfinite(returns), "returns", "a return is not finite")
        reached.first(returns[:, seats:] != 0, "returns", f"a seat beyond the {seats} that play has a return")
        off = np.abs(reached.earned - returns[:, :seats]) > _TOLERANCE * np.maximum(1, np.abs(returns[:, :seats]))
        reached.first(off, "returns", "the rewards since the start do not add up to the returns")
        ended = reached.over[:, None]
        outside = (returns[:, :seats] < low) | (returns[:, :seats] > high)
        reached.first(ended & outside, "returns", f"a final return is outside the declared range {low:g} to {high:g}")
        if game.spec.utility is not Utility.GENERAL_SUM and reached.over.any():
            sums = returns.sum(axis=1)
            constant = float(sums[reached.over][0]) if constant is None else constant
            kind = game.spec.utility.value
            wrong = reached.over & (np.abs(sums - constant) > _TOLERANCE)
            reached.first(wrong, "returns", f"final returns do not add up to {constant:g}, but the game is {kind}")


def check_ends(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Every game ends within `max_game_length` actions, in one way, and refuses to go on.

    Half of the play avoids actions that end the game, so that games grow long.
    """
    finished = 0
    for reluctant in (False, True):
        for reached in random_play(game, states // 2, seed, reluctant=reluctant):
            header = reached.states
            both = header["terminated"] & header["truncated"]
            reached.first(both, "ends", "a game is both terminated and truncated")
            late = ~reached.over & (reached.lengths >= game.max_game_length)
            reached.first(late, "ends", f"a game goes on after {game.max_game_length} actions, its declared length")
            over = np.flatnonzero(reached.over)
            finished += len(over)
            _refuses(game, reached, over[:_REFUSALS] if finished <= len(over) else over[:0])
    if not finished:
        raise ConformanceError(game, "ends", f"no game ended in {states} states of random play")


def _refuses(game: Game, reached: Reached, rows: Any) -> None:
    for row in rows:
        state = reached.states[row : row + 1].copy()
        for action in range(game.num_actions):
            with_hope = state.copy()
            try:
                game.step(with_hope, action)
            except IllegalActionError:
                if (as_bytes(with_hope) == as_bytes(state)).all():
                    continue
            message = f"a finished game takes action {action} ({game.action_names[action]})"
            raise ConformanceError(game, "ends", f"{message}; {reached.where(int(row))}")


def check_bookkeeping(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """The header that every record starts with tells the truth, and rules leave the rest of it alone."""
    blank = game.blanks["options"][0]
    for reached in random_play(game, states, seed):
        s: Any = reached.states
        n = game.num_players
        reached.first(
            (s["to_act"] < 0) | (s["to_act"] >= n), "bookkeeping", f"to_act is not one of the seats 0 to {n - 1}"
        )
        reached.first(s["moves"] != reached.lengths, "bookkeeping", "moves is not the number of actions taken")
        reached.first(s["num_players"] != n, "bookkeeping", f"num_players is not {n}")
        reached.first(s["options"] != blank, "bookkeeping", "a rule has changed the options")
        reached.first(
            ~s["rng"].any(axis=1), "bookkeeping", "the random stream is all zeros, from which it cannot recover"
        )
        if "padding" in (s.dtype.names or ()):
            reached.first(s["padding"] != 0, "bookkeeping", "the padding is written to, so equal states may differ")


def check_declarations(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """What the specification says of chance and of information is what happens.

    A deterministic game never draws from its stream; one with chance does, in `new` or later. With perfect information
    nothing but the stream is hidden from anybody; with imperfect information something is, sooner or later.
    """
    chance, information = game.spec.chance, game.spec.information
    drew = _draws_at_start(game, seed)
    if drew and chance is Chance.DETERMINISTIC:
        raise ConformanceError(game, "declarations", f"{_DETERMINISTIC} when it was set up")
    hid = False
    for reached in random_play(game, states, seed):
        drew |= bool(reached.drew.any())
        if chance is Chance.DETERMINISTIC:
            reached.first(reached.drew, "declarations", _DETERMINISTIC)
        for player in range(game.num_players):
            seen = game.redact(reached.states, player)
            seen["rng"] = reached.states["rng"]
            hidden = (as_bytes(seen) != as_bytes(reached.states)).any(axis=1)
            hid |= bool(hidden.any())
            if information is Information.PERFECT:
                reached.first(hidden, "declarations", f"information is declared perfect, but seat {player} lacks some")
    if chance is Chance.SAMPLED and not drew:
        raise ConformanceError(game, "declarations", "chance is declared sampled, but nothing was drawn")
    if information is Information.IMPERFECT and not hid:
        raise ConformanceError(game, "declarations", "information is declared imperfect, but nothing was ever hidden")


def _draws_at_start(game: Game, seed: int) -> bool:
    seeds = seeds_of_slots(seed, 16)
    seeded = game.empty_states(len(seeds))
    for slot, each in enumerate(seeds):
        game.engine[seed_at](seeded, slot, each)
    return bool((game.new_states(seeds)["rng"] != seeded["rng"]).any())


_DETERMINISTIC = "the game is declared deterministic, but drew from its random stream"


def check_counters(game: Game, *, states: int = 100_000, seed: int = 0) -> None:
    """Nothing depends on ``moves`` and on the fields that the game calls counters: states are compared without them."""
    names = ["moves", *game.spec.counters(game.options)]
    generator = np.random.default_rng(seed)
    for reached in random_play(game, states, seed):
        other = reached.states.copy()
        for name in names:
            other[name] = reached.states[name][generator.permutation(len(other))]
        masks = guarded_masks(game, reached.states)
        reached.first(guarded_masks(game, other) != masks, "counters", f"the mask depends on {', '.join(names)}")
        for player in range(game.num_players):
            seen, same = (guarded_observations(game, each, player) for each in (reached.states, other))
            reached.first(seen != same, "counters", f"what seat {player} observes depends on {', '.join(names)}")
        rows = np.flatnonzero(~reached.over)
        actions = random_legal(masks[rows], generator)
        one, two = reached.states[rows], other[rows]
        game.step(one, actions)
        game.step(two, actions)
        for name in names:
            one[name] = two[name] = 0
        wrong = np.zeros(len(other), np.bool_)
        wrong[rows] = (as_bytes(one) != as_bytes(two)).any(axis=1)
        reached.first(wrong, "counters", f"what an action does depends on {', '.join(names)}")


def check_actions(game: Game) -> None:
    """Every action has a name of its own, whatever the case of letters, from which its number can be found again."""
    names = game.action_names
    if not names:
        raise ConformanceError(game, "actions", "there are no actions")
    folded = [name.lower() for name in names]
    for number, name in enumerate(names):
        if not name.strip() or name.isdecimal():
            raise ConformanceError(game, "actions", f"action {number} is named {name!r}, expected words")
        first = folded.index(folded[number])
        if first != number:
            raise ConformanceError(game, "actions", f"actions {first} and {number} are both named {name!r}")
        if name != " ".join(name.split()):
            raise ConformanceError(game, "actions", f"action {number} is named {name!r}, expected single blanks")


def check_options(game: Game, *, states: int = 1_000, seed: int = 0) -> None:
    """Every preset, and every option at both ends of its range, makes a game that can be played to its end.

    An extreme that contradicts the defaults is tried together with one other option at an extreme of its own; if
    no such pair fits, the option's range promises too much.

    Args:
        game: any game of the specification; its own options do not matter.
        states: states of random play for each setting, at least; more where games would not come to their ends.
        seed: seeds the play.
    """
    for name, preset in game.spec.presets.items():
        try:
            chosen = Game(game.spec, preset)
        except OptionError as error:
            raise ConformanceError(game, "options", f"preset {name!r} is impossible: {error}") from None
        _playable(chosen, states, seed)
    extremes = [(field.name, value) for field in dataclasses.fields(game.spec.options) for value in _extremes(field)]
    for name, value in extremes:
        settings: Iterator[dict[str, Any]] = iter(
            [{name: value}, *({n: v, name: value} for n, v in extremes if n != name)]
        )
        for setting in settings:
            try:
                chosen = Game(game.spec, setting)
            except OptionError:
                continue
            _playable(chosen, states, seed)
            break
        else:
            raise ConformanceError(game, "options", f"{name}={value!r} contradicts every other setting tried")


def _extremes(field: Any) -> tuple[Any, ...]:
    if "choices" in field.metadata:
        return tuple(field.metadata["choices"])
    if "flag" in field.metadata:
        return (False, True)
    return (field.metadata["low"], field.metadata["high"])


def _playable(game: Game, states: int, seed: int) -> None:
    from .knowledge import check_observations  # which looks at rules no more than this does

    stored = options_from_record(game.spec.options, game.blanks["options"][0])
    if stored != game.options or Game(game.spec, changed_options(game.options)) != game:
        raise ConformanceError(game, "options", f"the record stores {stored}, not {game.options}")
    enough = max(states, _GAMES * likely_length(game))
    try:
        for check in (check_masks, check_bookkeeping, check_returns, check_ends, check_observations):
            check(game, states=enough, seed=seed)
    except ConformanceError as error:
        raise ConformanceError(game, "options", f"these options do not make a playable game: {error}") from error
