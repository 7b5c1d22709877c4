"""What is told of others' actions: everything a seat can work out from what it sees, and nothing else."""

import numpy as np
import pytest

import ludarium as suite
from ludarium.commands import sight
from ludarium.envs.core.game import Game
from tests.cli.fair import fair
from tests.toys import toy_game

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


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_public_draws_do_not_hide_what_was_done_and_tell_nothing_more(num_players: int) -> None:
    game = fair(num_players=num_players)
    told = set()
    for seed in range(2):
        draw = np.random.default_rng(seed)
        states = game.new_states(seed)
        while not states["truncated"][0]:
            seat = int(states["to_act"][0])
            watcher = (seat + 1 + int(draw.integers(num_players - 1))) % num_players
            before = game.redact(states, watcher)
            action = int(draw.choice(np.flatnonzero(game.legal(states)[0])))
            game.step(states, action)
            possible = sight.possible_actions(game, before, game.redact(states, watcher), watcher, seed).tolist()
            hidden = action in (2, 3)
            assert possible == ([2, 3] if hidden else [action])
            told.add(hidden)
    assert told == {False, True}


@pytest.mark.parametrize("num_players", [3, 4])
def test_draws_into_other_hands_and_into_the_own(num_players: int) -> None:
    game = toy_game("magpie", num_players=num_players)
    draw, states = np.random.default_rng(1), game.new_states(1)
    for _ in range(80):
        seat = int(states["to_act"][0])
        before = [game.redact(states, watcher) for watcher in range(num_players)]
        action = int(draw.choice(np.flatnonzero(game.legal(states)[0])))
        game.step(states, action)
        for watcher in set(range(num_players)) - {seat}:
            after = game.redact(states, watcher)
            assert sight.possible_actions(game, before[watcher], after, watcher, 5).tolist() == [action]
        if states["terminated"][0] or states["truncated"][0]:
            states = game.new_states(int(draw.integers(2**32)))


def test_nothing_hidden_has_a_say_in_what_is_told() -> None:
    # The same two views from two true positions: the answer is worked out from the views.
    game = fair()
    answers = []
    for action in (2, 3):
        states = game.new_states(3)
        states["goods"][0] = 2
        before = game.redact(states, 1)
        game.step(states, action)
        answers.append(sight.possible_actions(game, before, game.redact(states, 1), 1, 7).tolist())
    assert answers == [[2, 3], [2, 3]]


def test_words_for_one_and_for_none() -> None:
    game = suite.make_game("kelp")
    assert sight.in_words(game, np.array([8])) == "attack"
    assert sight.in_words(game, np.array([], np.int64)) == "acts, you cannot see how"
