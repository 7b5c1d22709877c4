"""What is told of others' actions: everything a seat can work out from what it sees, and nothing else."""

import numpy as np
import pytest

import ludarium as suite
from ludarium.commands import sight
from ludarium.envs.core.game import Game

OPEN = "kelp:board_size=3"
SECRET = "kelp:board_size=3,illegal_direction=bump,reveal=outcome"


def seen_actions(game: Game, seed: int) -> list[tuple[int, list[int], bool]]:
    """Plays a random game; of every action: its number, what the other seat could tell, whether it was a move."""
    draw = np.random.default_rng(seed)
    states = game.new_states(seed)
    told = []
    while not states["terminated"][0]:
        watcher = 1 - int(states["to_act"][0])
        before = game.redact(states, watcher)
        action = int(draw.choice(np.flatnonzero(game.legal(states)[0])))
        game.step(states, action)
        possible = sight.possible_actions(game, before, game.redact(states, watcher), watcher, seed)
        told.append((action, possible.tolist(), game.action_names[action].startswith("move")))
    return told


@pytest.mark.parametrize("string", [OPEN, SECRET])
def test_what_happened_is_always_among_what_is_possible(string: str) -> None:
    game = suite.make_game(string)
    for seed in range(5):
        for action, possible, _ in seen_actions(game, seed):
            assert action in possible


def test_guesses_attacks_and_passes_are_told_apart_and_covered_moves_are_not() -> None:
    game = suite.make_game(SECRET)
    told = [each for seed in range(8) for each in seen_actions(game, seed)]
    assert all(possible == [action] for action, possible, is_move in told if not is_move)
    assert any(len(possible) > 1 for _, possible, is_move in told if is_move)


def test_the_first_covered_card_can_be_any_that_is_playable() -> None:
    game = suite.make_game("kelp")
    states = game.new_states(1)
    before = game.redact(states, 1)
    game.step(states, game.action_number("move east"))
    possible = sight.possible_actions(game, before, game.redact(states, 1), 1, 0)
    assert [game.action_names[action] for action in possible] == ["move south", "move east"]
    assert sight.in_words(game, possible) == "move south or move east, you cannot see which"


def test_words_for_one_and_for_none() -> None:
    game = suite.make_game("kelp")
    assert sight.in_words(game, np.array([8])) == "attack"
    assert sight.in_words(game, np.array([], np.int64)) == "acts, you cannot see how"
