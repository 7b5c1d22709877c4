"""Kernels and oracles side by side: games played with both, and compared after every action."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.records import BESIDES, Row, difference


class Follower(Protocol):
    """An oracle whose chance is what the kernels drew."""

    terminated: bool
    truncated: bool
    moves_made: int

    def legal(self) -> list[str]: ...

    def follow(self, action: str, before: Row, after: Row) -> Self:
        """The game after `action`, which has led the kernels from one record to the other."""
        ...


T = TypeVar("T")
F = TypeVar("F", bound=Follower)
#: One of the legal actions that it is given, for an oracle and the state ``[1]`` of the same game.
Chooser = Callable[[F, list[str], States], str]


@dataclass(frozen=True)
class Comparison(Generic[F]):
    """What a game gives to have its kernels compared with its oracle.

    Attributes:
        actions: the oracle's names of the actions, in the order of the kernels'.
        follower: the oracle of a new game, from the record of that game.
        rows_of: records as plain Python.
        row_of: what the record should hold, by an oracle and the actions taken so far.
        scatter: deals everything of a new game anew.
        write_position: sets one of the states up as an oracle stands, no action taken so far.
        player: who chooses the actions of a game that begins.
        chosen: what came up, told from the oracle, the legal actions, the one chosen and the one before ("" if none).
        led_to: what came up, told from the oracle after an action, that action, and the rows before and after.
        at_the_end: what came up, told from the oracle of a game that is over.
        stock_of: everything that no game makes or uses up.
    """

    actions: Sequence[str]
    follower: Callable[[Game, Row], F]
    rows_of: Callable[[States], list[Row]]
    row_of: Callable[[F, int], Row]
    scatter: Callable[[F, random.Random], None]
    write_position: Callable[[F, States, int], None]
    player: Callable[[Game, F, random.Random], Chooser[F]]
    chosen: Callable[[F, list[str], str, str], Iterable[str]]
    led_to: Callable[[F, str, Row, Row], Iterable[str]]
    at_the_end: Callable[[F], Iterable[str]]
    stock_of: Callable[[F], Counter[str]]


def play_out(sides: Comparison[F], game: Game, oracles: list[F], states: States, rng: random.Random) -> Counter[str]:
    """Plays all games to their ends in step, comparing masks and states after every action; says what came up."""
    met: Counter[str] = Counter()
    histories: list[list[str]] = [[] for _ in oracles]
    players = [sides.player(game, oracle, rng) for oracle in oracles]
    stocks = [sides.stock_of(oracle) for oracle in oracles]
    rows = sides.rows_of(states)
    for oracle, row in zip(oracles, rows, strict=True):
        wrong = difference(row, sides.row_of(oracle, 0))
        assert not wrong, f"{game} at the start: {wrong}"
    while oracles:
        masks = game.legal(states)
        actions = []
        for i, (oracle, history) in enumerate(zip(oracles, histories, strict=True)):
            names = [sides.actions[action] for action in np.flatnonzero(masks[i]).tolist()]
            assert names == oracle.legal(), f"{game} after {history}"
            action = players[i](oracle, names, states[i : i + 1])
            met.update(sides.chosen(oracle, names, action, history[-1] if history else ""))
            history.append(action)
            actions.append(action)
        game.step(states, [sides.actions.index(action) for action in actions])
        after = sides.rows_of(states)
        running = []
        for i, history in enumerate(histories):
            earlier, action = rows[i], actions[i]
            try:
                oracle = oracles[i] = oracles[i].follow(action, earlier, after[i])
            except AssertionError as error:
                raise AssertionError(f"{game} after {history}: {error}") from error
            expected = sides.row_of(oracle, oracle.moves_made)
            if after[i] != expected:  # perhaps only by rounding
                wrong = difference(after[i], expected)
                assert not wrong, f"{game} after {history}:\n{wrong}"
            met.update(sides.led_to(oracle, action, earlier, expected))
            if oracle.terminated or oracle.truncated:
                met.update(sides.at_the_end(oracle))
                assert sides.stock_of(oracle) == stocks[i]
                assert not game.legal(states[i : i + 1]).any()
                assert not oracle.legal()
            else:
                running.append(i)
        states, oracles, histories = states[running], _at(running, oracles), _at(running, histories)
        players, stocks, rows = _at(running, players), _at(running, stocks), _at(running, after)
    return met


def _at(places: list[int], values: list[T]) -> list[T]:
    return [values[place] for place in places]


def compare(
    sides: Comparison[F], games: Iterable[tuple[Game, int]], together: int, rng: random.Random, *, dealt: bool
) -> tuple[int, Counter[str]]:
    """Games played and what came up in them: from the start, or from positions dealt at random.

    Args:
        sides: of the game.
        games: with their options, each with the seed of its states; the next is asked for when those before are over.
        together: how many are played of each, in step.
        rng: of the positions and of the players.
        dealt: whether positions are dealt.
    """
    met: Counter[str] = Counter()
    number = 0
    for game, seed in games:
        states = game.new_states(seed, together)
        oracles = [sides.follower(game, row) for row in sides.rows_of(states)]
        if dealt:
            for i, oracle in enumerate(oracles):
                sides.scatter(oracle, rng)
                sides.write_position(oracle, states, i)
        met += play_out(sides, game, oracles, states, rng)
        number += together
    return number, met


def compare_drawn(
    sides: Comparison[F],
    drawn: Callable[[int, random.Random], Game],
    number: int,
    seed: int,
    *,
    dealt: bool,
    together: int = 6,
) -> tuple[int, Counter[str]]:
    """`compare` under options that are drawn.

    Args:
        sides: of the game.
        drawn: the game with other options, told how many were drawn before.
        number: of the games played, a multiple of `together`.
        seed: of everything.
        dealt: whether positions are dealt.
        together: how many are played under the same options, in step.
    """
    rng = random.Random(seed)
    games = ((drawn(begun // together, rng), seed + begun) for begun in range(0, number, together))
    return compare(sides, games, together, rng, dealt=dealt)


def compare_many(
    sides: Comparison[F], drawn: Callable[[int, random.Random], Game], number: int, seed: int, *, dealt: bool
) -> Counter[str]:
    """What came up in so many games, twenty in step, which is printed too: `compare_drawn` for the slow tests."""
    games, met = compare_drawn(sides, drawn, number, seed, dealt=dealt, together=20)
    assert games == number
    print(games, sorted(met.items()))
    return met


def check_every_field(sides: Comparison[F], game: Game) -> None:
    """Everything in the record that belongs to the position is compared."""
    states = game.new_states(0)
    row = sides.rows_of(states)[0]
    told = sides.row_of(sides.follower(game, row), 0)
    assert set(row) == set(told) == set(states.dtype.names or ()) - BESIDES
