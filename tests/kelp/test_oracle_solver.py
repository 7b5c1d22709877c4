"""Tests of the exact figures: they are those of the rule book, and the arithmetic behind them holds."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.kelp.oracle import ATTACK, KelpOracle
from tests.kelp.oracle_solver import longest_game, matrix_game_value, random_play, reachable_positions, solve


@pytest.mark.parametrize("guess_pool", ["shared", "separate"])
@pytest.mark.parametrize("illegal_direction", ["forbidden", "bump"])
def test_from_the_start_there_is_always_a_card_to_guess_with(guess_pool: str, illegal_direction: str) -> None:
    # Shared hands stay equally large, separate guess hands never fall behind the moves: KD4 needs a set-up position.
    options: dict[str, Any] = {"guess_pool": guess_pool, "illegal_direction": illegal_direction, "attack_cards": 0}
    for position in reachable_positions(**options):
        assert all(action >= ATTACK for action in position.public)


def test_matrix_games() -> None:
    assert matrix_game_value([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) == 0
    assert matrix_game_value([[Fraction(2), Fraction(-1)], [Fraction(-1), Fraction(1)]]) == Fraction(1, 5)
    rng = random.Random(1)
    for _ in range(300):
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        payoff = [[Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(columns)] for _ in range(rows)]
        value = matrix_game_value(payoff)
        assert value == -matrix_game_value([[-entry for entry in column] for column in zip(*payoff, strict=True)])
        assert matrix_game_value([[float(entry) for entry in row] for row in payoff]) == pytest.approx(float(value))


@pytest.mark.parametrize(
    ("board_size", "attack_cards", "illegal_direction", "value", "positions"),
    [
        (6, 2, "forbidden", 0.0, 1099),
        (4, 2, "forbidden", 0.0, 1099),
        (3, 2, "forbidden", -0.416667, 1072),
        (3, 1, "forbidden", -0.416667, 560),
        (3, 2, "bump", 0.114251, 2042),
        (6, 2, "bump", 0.0, 2068),
    ],
)
def test_values_of_the_rule_book(
    board_size: int, attack_cards: int, illegal_direction: str, value: float, positions: int
) -> None:
    options: dict[str, Any] = {
        "board_size": board_size,
        "attack_cards": attack_cards,
        "illegal_direction": illegal_direction,
    }
    exact, count = solve(**options)
    assert float(exact) == pytest.approx(value, abs=6e-7)
    assert count == positions
    assert solve(exact=False, **options)[0] == pytest.approx(float(exact), abs=1e-9)


def test_random_play() -> None:
    book = (0.362, 0.333, 0.305)
    exact = random_play(illegal_direction="bump")
    assert sum(exact) == 1
    assert [float(chance) for chance in exact] == pytest.approx(book, abs=0.005)

    rng = random.Random(7)
    games, ends = 3000, {1.0: 0, 0.0: 0, -1.0: 0}
    for _ in range(games):
        game = KelpOracle(illegal_direction="bump")
        while not game.terminated:
            game.step(rng.choice(game.legal()))
        ends[game.returns[0]] += 1
    for count, chance in zip(ends.values(), exact, strict=True):
        assert abs(count / games - chance) < 3 * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.parametrize("attack_cards", range(5))
def test_longest_games(attack_cards: int) -> None:  # each action but a pass spends a card
    a = attack_cards
    assert longest_game(attack_cards=a, illegal_direction="bump") == (8 + 3 * a, 4 + 3 * a)
    passes = min(2 + a, 4)
    assert longest_game(attack_cards=a) == (8 + 2 * a + passes, 4 + 2 * a + passes)
    if a == 0:
        assert longest_game(attack_cards=a, guess_pool="separate", illegal_direction="bump") == (16, 8)
