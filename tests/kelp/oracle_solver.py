"""Exact figures of Kelp with reveal="cards", by going through every position that any legal play can reach.

Numbers are fractions throughout unless floats are asked for, so small settings come out exact to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.kelp.oracle import KelpOracle

EPSILON = 1e-12  # for floats only: what a simplex step takes for zero


@dataclass
class Position:
    """The start of a turn, or an end of the game.

    Attributes:
        seat: whose turn it is.
        result: the shark's return if the game is over here, else None.
        counted: whether the rule book counts it: all but the ends by an attack or by a second pass.
        guessed: for each playable direction, for each guess, the index of the position that follows.
        public: for each other action (attack, pass, a move that nobody can guess at), the same.
    """

    seat: int
    result: int | None
    counted: bool
    guessed: dict[int, dict[int, int]] = field(default_factory=dict)
    public: dict[int, int] = field(default_factory=dict)


def reachable_positions(**options: Any) -> list[Position]:
    """All positions that can be reached, each after every position that can follow it: the start comes last."""
    found: list[Position] = []
    index: dict[tuple[Any, ...], int] = {}

    def visit(game: KelpOracle) -> int:
        counted = game.ended_by in (None, "cards")
        result = int(game.returns[0]) if game.terminated else None
        key: tuple[Any, ...] = ("end", result)
        if counted:
            hands = (game.move_cards, game.guess_cards)
            key = (
                tuple(game.positions),
                tuple(tuple(hand) for pool in hands for hand in pool),
                tuple(game.attacks),
                game.to_act,
                game.last_was_pass,
            )
        if key in index:
            return index[key]
        position = Position(game.to_act, result, counted)
        for action in game.legal():
            after = game.clone()
            after.step(action)
            after.log.clear()  # what was seen on the way here does not matter when everything is in the open
            if after.pending is None:
                position.public[action] = visit(after)
                continue
            position.guessed[action] = {}
            for guess in after.legal():
                resolved = after.clone()
                resolved.step(guess)
                resolved.log.clear()
                position.guessed[action][guess] = visit(resolved)
        found.append(position)
        index[key] = len(found) - 1
        return index[key]

    visit(KelpOracle(**options))
    return found


def solve(*, exact: bool = True, **options: Any) -> tuple[Fraction | float, int]:
    """The shark's value under optimal play, and the number of positions as the rule book counts them.

    An attack is announced, so at the start of a turn the seat chooses between its public actions and the matrix game
    "lay a card face down, the opponent guesses".
    """
    number = Fraction if exact else float
    positions = reachable_positions(**options)
    values: list[Any] = []
    for position in positions:
        if position.result is not None:
            values.append(number(position.result))
            continue
        sign = 1 if position.seat == 0 else -1
        choices = [sign * values[after] for after in position.public.values()]
        if position.guessed:
            matrix = [[sign * values[after] for after in row.values()] for row in position.guessed.values()]
            choices.append(matrix_game_value(matrix))
        values.append(sign * max(choices))
    return values[-1], sum(position.counted for position in positions)


def random_play(**options: Any) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of (shark wins, draw, octopus wins) when every action is drawn uniformly from the legal ones."""
    chances: list[tuple[Fraction, ...]] = []
    for position in reachable_positions(**options):
        if position.result is not None:
            chances.append(tuple(Fraction(position.result == result) for result in (1, 0, -1)))
            continue
        branches = [chances[after] for after in position.public.values()]
        branches += [_mean([chances[after] for after in row.values()]) for row in position.guessed.values()]
        chances.append(_mean(branches))
    shark, draw, octopus = chances[-1]
    return shark, draw, octopus


def longest_game(**options: Any) -> tuple[int, int]:
    """The most actions, and the most turns, that a game can take (two maxima, not always of the same game)."""
    longest: list[tuple[int, int]] = []
    for position in reachable_positions(**options):
        branches = [(0, 0)]
        branches += [(longest[after][0] + 1, longest[after][1] + 1) for after in position.public.values()]
        branches += [
            (longest[after][0] + 2, longest[after][1] + 1)
            for row in position.guessed.values()
            for after in row.values()
        ]
        longest.append((max(actions for actions, _ in branches), max(turns for _, turns in branches)))
    return longest[-1]


def matrix_game_value(payoff: Sequence[Sequence[Any]]) -> Any:
    """Value of a zero-sum matrix game for the row player, who maximises. Fractions in, fraction out.

    The simplex method on the column player's program (maximise sum y subject to B y <= 1, y >= 0, where B is the
    payoff shifted to be positive; the value of B is then 1 / sum y), with Bland's rule against cycling.
    """
    lower = max(min(row) for row in payoff)
    upper = min(max(column) for column in zip(*payoff, strict=True))
    if lower == upper:  # a saddle point
        return lower
    zero = EPSILON if isinstance(lower, float) else 0
    rows, columns = len(payoff), len(payoff[0])
    shift = 1 - min(min(row) for row in payoff)
    one, nought = lower - lower + 1, lower - lower
    # Columns: y, slack variables, right-hand side. The last row is the goal, its right-hand side the sum reached.
    table = [
        [entry + shift for entry in payoff[i]] + [one * (i == j) for j in range(rows)] + [one] for i in range(rows)
    ]
    goal = [-one] * columns + [nought] * (rows + 1)
    basis = [columns + i for i in range(rows)]
    while True:
        entering = next((j for j in range(columns + rows) if goal[j] < -zero), None)
        if entering is None:
            return 1 / goal[-1] - shift
        ratios = [(table[i][-1] / table[i][entering], basis[i], i) for i in range(rows) if table[i][entering] > zero]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        basis[leaving] = entering
        for line in [*(table[i] for i in range(rows) if i != leaving), goal]:
            factor = line[entering]
            if factor:
                line[:] = [a - factor * b for a, b in zip(line, table[leaving], strict=True)]


def _mean(branches: list[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(sum(column) / len(branches) for column in zip(*branches, strict=True))
