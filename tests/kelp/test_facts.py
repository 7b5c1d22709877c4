"""Facts about Kelp that no single rule states: chances of random play, lengths of games, and what attacks can reach."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from ludarium import make_batch, make_game
from ludarium.envs.kelp.state import BY_ATTACK, BY_CARDS
from tests.kelp.oracle_solver import longest_game, random_play
from tests.kelp.pairs import TABLES

BUMP = {"illegal_direction": "bump"}


def first_games(games: int, seed: int, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Returns ``[games, 2]`` and lengths ``[games]`` of one random game a slot.

    Counting every game that ends in some span would count short games too often.
    """
    batch = make_batch("kelp", games, seed=seed, **options)
    returns, lengths = np.zeros((games, 2)), np.zeros(games, int)
    for length in range(1, batch.game.max_game_length + 1):
        batch.play(1)
        ended = batch.terminated & (lengths == 0)
        returns[ended] = batch.final_returns[ended]
        lengths[ended] = length
    return returns, lengths


def test_random_play() -> None:
    exact = [float(chance) for chance in random_play(**BUMP)]
    assert exact == pytest.approx([0.36520, 0.33102, 0.30378], abs=5e-6)  # shark, draw, octopus
    games = 250_000
    returns, lengths = first_games(games, seed=1, **BUMP)
    assert (lengths > 0).all()
    assert (returns.sum(axis=1) == 0).all()
    for result, chance in zip((1, 0, -1), exact, strict=True):
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs((returns[:, 0] == result).mean() - chance) < 4 * error


@pytest.mark.parametrize("reveal", ["cards", "outcome"])
def test_what_is_hidden_does_not_change_random_play(reveal: str) -> None:
    returns, lengths = first_games(5000, seed=2, reveal=reveal, **BUMP)
    other_returns, other_lengths = first_games(5000, seed=2, **BUMP)
    assert (returns == other_returns).all()
    assert (lengths == other_lengths).all()


@pytest.mark.parametrize("attack_cards", range(5))
def test_the_longest_game_is_the_bound_where_the_bound_is_exact(attack_cards: int) -> None:
    for direction, exact in (("bump", True), ("forbidden", attack_cards >= 2)):
        options: dict[str, Any] = {"attack_cards": attack_cards, "illegal_direction": direction}
        bound = make_game("kelp", **options).max_game_length
        longest = longest_game(**options)[0]
        assert longest == bound if exact else longest < bound


def test_the_longest_game_with_separate_guess_cards() -> None:
    options: dict[str, Any] = {"board_size": 3, "attack_cards": 0, "guess_pool": "separate"}
    bump = {**options, **BUMP}
    assert longest_game(**bump)[0] == make_game("kelp", **bump).max_game_length
    assert longest_game(**options)[0] <= make_game("kelp", **options).max_game_length


@pytest.mark.parametrize(("direction", "reveal"), TABLES)
@pytest.mark.parametrize("pool", ["shared", "separate"])
def test_no_game_is_longer_than_the_bound_and_no_log_overflows(pool: str, direction: str, reveal: str) -> None:
    for size, copies, attacks in product((3, 8), (1, 2, 3), (0, 1, 4)):
        game = make_game(
            "kelp",
            board_size=size,
            copies=copies,
            attack_cards=attacks,
            guess_pool=pool,
            illegal_direction=direction,
            reveal=reveal,
        )
        batch = make_batch(game, 500, seed=size, auto_restart=False)
        running = np.arange(500)
        while running.size:
            batch.step(batch.random_actions(running), running)
            assert batch.states["moves"].max() <= game.max_game_length
            running = running[~batch.terminated[running]]
        if reveal == "outcome":
            assert batch.states["turns"].max() <= game.options.max_logged_turns()


def ends(**options: Any) -> tuple[set[int], int]:
    """How games can end, by going through every state that any legal play reaches; and the number of positions."""
    game = make_game("kelp", **options)
    frontier = game.new_states(0)
    found: set[int] = set()
    positions: set[bytes] = set()
    while len(frontier):
        masks = game.legal(frontier)
        parents, actions = np.nonzero(masks)
        children = frontier[parents]
        game.step(children, actions)
        children["moves"] = children["turns"] = 0  # what does not matter for the rest of the game
        keys = children.view(f"V{children.dtype.itemsize}")
        children = children[np.unique(keys, return_index=True)[1]]
        found |= set(children["ended_by"][children["terminated"]].tolist())
        # The random stream is never used; an end by spent cards is the same position whatever it pays.
        counted = children[game.spec.is_position(children)]
        positions |= {state.tobytes() for state in counted}
        frontier = children[~children["terminated"]]
    return found, 1 + len(positions)


@pytest.mark.parametrize("direction", ["forbidden", "bump"])
@pytest.mark.parametrize("pool", ["shared", "separate"])
@pytest.mark.parametrize("size", [5, 6])
def test_with_one_card_a_direction_no_attack_on_a_large_board_can_succeed(size: int, pool: str, direction: str) -> None:
    found, _ = ends(board_size=size, guess_pool=pool, illegal_direction=direction)
    assert BY_CARDS in found
    assert BY_ATTACK not in found


@pytest.mark.parametrize("options", [{"board_size": 4}, {"board_size": 5, "copies": 2, "attack_cards": 1}])
def test_on_a_smaller_board_or_with_more_cards_it_can(options: dict[str, Any]) -> None:
    assert BY_ATTACK in ends(**options)[0]


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        ({}, 1099),
        ({"board_size": 4}, 1099),
        ({"board_size": 3}, 1072),
        ({"board_size": 3, "attack_cards": 1}, 560),
        ({"board_size": 3, **BUMP}, 2042),
        (BUMP, 2068),
        ({"guess_pool": "separate"}, 15467),
        ({"board_size": 3, "guess_pool": "separate"}, 15115),
        pytest.param({"board_size": 4, "copies": 2}, 62969, marks=pytest.mark.slow),
        pytest.param({"board_size": 5, "copies": 2}, 63037, marks=pytest.mark.slow),
        pytest.param({"board_size": 5, "copies": 2, **BUMP}, 114413, marks=pytest.mark.slow),
    ],
)
def test_the_number_of_positions_that_can_be_reached(options: dict[str, Any], positions: int) -> None:
    assert ends(**options)[1] == positions
