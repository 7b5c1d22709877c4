"""A game with its options: states are data, errors are clear, and nothing is changed by them."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.envs.core.game import Game, IllegalActionError
from tests.toys import SPECS, magpie, toy_game


@pytest.fixture(scope="module")
def game() -> Game:
    return toy_game("magpie", num_players=3)


@pytest.fixture
def states(game: Game) -> Any:
    return game.new_states(7, 4)


def test_one_seed_is_that_of_a_batch(game: Game, states: Any) -> None:
    batch = ludarium.make_batch(game, 4, seed=7)
    assert states.tobytes() == batch.states.tobytes()
    np.testing.assert_array_equal(game.legal(states), batch.mask)
    np.testing.assert_array_equal(game.observe(states), batch.observation)


def test_a_seed_a_game(game: Game) -> None:
    states = game.new_states(np.array([5, 2**64 - 1, 5], np.uint64))
    assert states.shape == (3,)
    assert states[0].tobytes() == states[2].tobytes() != states[1].tobytes()
    assert game.new_states([]).shape == (0,)
    assert game.new_states(3).shape == (1,)
    assert game.new_states(3, 0).shape == (0,)


@pytest.mark.parametrize(
    ("seeds", "count", "error", "message"),
    [
        (-1, None, ValueError, "seed is -1, expected an integer from 0"),
        (1.5, None, ValueError, "seed is 1.5"),
        ("1", None, ValueError, "seed is '1'"),
        (None, None, ValueError, "seed is None"),
        ([1.0], None, TypeError, "seeds have dtype float64"),
        ([-1], None, ValueError, "seeds run from -1"),
        ([[1, 2]], None, ValueError, r"seeds have shape \(1, 2\)"),
        ([1, 2], 2, ValueError, "count is 2, but there is a seed for every game"),
        (1, -1, ValueError, "count is -1, expected a whole number from 0"),
        (1, 2.0, ValueError, "count is 2.0"),
    ],
)
def test_wrong_seeds(game: Game, seeds: Any, count: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        game.new_states(seeds, count)


def test_step_takes_one_action_for_all_or_one_each(game: Game, states: Any) -> None:
    each = states.copy()
    game.step(states, magpie.END_TURN)
    game.step(each, np.full(4, magpie.END_TURN, np.int8))
    assert states.tobytes() == each.tobytes()
    assert (states["moves"] == 1).all()


def test_an_illegal_action_changes_nothing_and_is_named(game: Game, states: Any) -> None:
    masks = game.legal(states)
    wrong = int(np.flatnonzero(masks[:, magpie.COIN] == 0)[0])
    actions = np.full(4, magpie.END_TURN)
    actions[wrong] = magpie.COIN
    before = states.tobytes()
    with pytest.raises(IllegalActionError) as caught:
        game.step(states, actions)
    assert states.tobytes() == before
    legal = ", ".join(f"{a} ({game.action_names[a]})" for a in np.flatnonzero(masks[wrong]))
    assert str(caught.value) == (
        f"magpie: illegal action 0 (play coin) in game {wrong}; player 0 is to act, legal: {legal}"
    )
    with pytest.raises(IllegalActionError, match=r"^magpie: illegal action 9; player 0 is to act"):
        game.step(states[:1], 9)
    assert states.tobytes() == before


def test_a_finished_game_takes_no_action() -> None:
    game = toy_game("race")
    states = game.new_states(1)
    game.step(states, 0)
    before = states.tobytes()
    with pytest.raises(IllegalActionError, match=r"race: action 2 \(wait\), but the game is over: reset it first"):
        game.step(states, 2)
    assert states.tobytes() == before
    assert not game.legal(states).any()
    assert game.observe(states, 1).shape == (1, game.observation_size)


@pytest.mark.parametrize(
    ("actions", "error"),
    [(1.0, TypeError), ("end turn", TypeError), ([3, 3], ValueError), (None, TypeError), ([[3] * 4], ValueError)],
)
def test_wrong_actions(game: Game, states: Any, actions: Any, error: type[Exception]) -> None:
    before = states.tobytes()
    with pytest.raises(error, match="magpie: actions have"):
        game.step(states, actions)
    assert states.tobytes() == before


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        (3, ValueError, "player is 3, expected seats 0 to 2"),
        (-1, ValueError, "player is -1, expected seats 0 to 2"),
        ([0, 1], ValueError, r"players have shape \(2,\), expected \(4,\)"),
        ([0, 1, 2, 3], ValueError, "expected seats 0 to 2"),
        (0.5, TypeError, "players have dtype float64"),
        (True, TypeError, "players have dtype bool"),
        ("0", TypeError, "players have dtype <U1"),
    ],
)
def test_wrong_players(game: Game, states: Any, players: Any, error: type[Exception], message: str) -> None:
    before = states.tobytes()
    with pytest.raises(error, match=message):
        game.observe(states, players)
    with pytest.raises(error, match=message):
        game.resample(states, players, 1)
    assert states.tobytes() == before


def test_wrong_states_are_named(game: Game, states: Any) -> None:
    for wrong, message in [
        (states.view(np.uint8), r"states are uint8 \(\d+,\), expected a one-dimensional array of its records"),
        (states.reshape(2, 2), "expected a one-dimensional"),
        (states[0], "states are void, expected"),
        (states[::2], "must be contiguous and writable"),
        (None, "states are NoneType"),
        (toy_game("magpie", num_players=4).new_states(1), "made under other options than magpie"),
    ]:
        with pytest.raises(ValueError, match=message):
            game.legal(wrong)
    states.flags.writeable = False
    with pytest.raises(ValueError, match="must be contiguous and writable"):
        game.observe(states)


def test_observe_is_by_whoever_is_asked(game: Game, states: Any) -> None:
    by_one = game.observe(states, 1)
    np.testing.assert_array_equal(game.observe(states, [1, 1, 1, 1]), by_one)
    np.testing.assert_array_equal(game.observe(states, [0, 1, 2, 1])[1], by_one[1])
    np.testing.assert_array_equal(game.observe(states), game.observe(states, states["to_act"]))


def test_resample_keeps_what_the_player_knows_and_takes_its_chance_from_the_seed(game: Game, states: Any) -> None:
    first, again, other = states.copy(), states.copy(), states.copy()
    first["rng"][0] = 99  # the game's own stream has no part in it
    game.resample(first, 1, 5)
    game.resample(again, 1, 5)
    game.resample(other, 1, 6)
    assert first.tobytes() == again.tobytes() != other.tobytes()
    assert game.redact(first, 1).tobytes() == game.redact(states, 1).tobytes()
    # Every slot has a seed of its own.
    alike = np.repeat(states[:1], 30)
    game.resample(alike, 1, 5)
    assert len({state.tobytes() for state in alike}) > 10
    with pytest.raises(ValueError, match=r"seeds have shape \(2,\), expected \(4,\)"):
        game.resample(states, 1, [1, 2])


def test_redact(game: Game, states: Any) -> None:
    seen = game.redact(states, 1)
    assert not seen["deck"].any() and not seen["rng"].any()
    assert not seen["hand"][:, [0, 2, 3]].any()
    np.testing.assert_array_equal(seen["hand"][:, 1], states["hand"][:, 1])
    assert not game.redact(states, -1)["hand"].any()
    mixed = game.redact(states, [0, 1, 2, -1])
    np.testing.assert_array_equal(mixed[1:2], seen[1:2])
    for wrong in (4, -2):
        with pytest.raises(ValueError, match="expected seats 0 to 3 or -1 for a spectator"):
            game.redact(states, wrong)


def test_a_copy_of_a_state_is_a_clone(game: Game, states: Any) -> None:
    clone = states.copy()
    for _ in range(5):
        game.step(states, magpie.END_TURN)
        game.step(clone, magpie.END_TURN)
    assert clone.tobytes() == states.tobytes()


def test_action_numbers_and_names(game: Game) -> None:
    assert game.action_number("Play  Snare") == 2
    assert game.action_number("3") == 3
    for wrong in ("4", "-1", "play ace", "", "²"):
        with pytest.raises(ValueError, match=r"there is no action .*expected a name or 0 to 3"):
            game.action_number(wrong)
    assert game.legal_names(np.array([0, 1, 0, 1])) == ["play gift", "end turn"]


def test_describe(game: Game, states: Any) -> None:
    assert game.describe(states[:1]) == game.describe(states[0])
    everything, own, public = (game.describe(states[0], player) for player in (None, 1, -1))
    assert everything.count("2 cards") == 0 and own.count("2 cards") == 2 and public.count("2 cards") == 3
    for wrong in (states[:2], states[:0], 5, states.view(np.uint8)):
        with pytest.raises(ValueError, match=r"magpie: state is .*expected one record of the game"):
            game.describe(wrong)
    with pytest.raises(ValueError, match="expected seats"):
        game.describe(states[0], 9)


def test_describe_observation(game: Game, states: Any) -> None:
    assert "own_hand" in game.describe_observation(game.observe(states)[0])
    with pytest.raises(ValueError, match=r"observation has shape \(3,\), expected \(\d+,\)"):
        game.describe_observation(np.zeros(3))


def test_games_are_values() -> None:
    one, two = ludarium.make_game("kelp:duel"), ludarium.make_game("kelp", board_size=5, copies=2)
    assert one == two and hash(one) == hash(two) and one is not two
    assert one != ludarium.make_game("kelp") and one != "kelp:duel"
    assert repr(one) == "Game('kelp:board_size=5,copies=2')"
    assert {one: 1}[two] == 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_games_can_be_pickled(protocol: int) -> None:
    game = ludarium.make_game("kelp:duel")
    assert game.engine is not None
    data = pickle.dumps(game, protocol)
    assert len(data) < 300 and pickle.loads(data) == game


def test_games_can_be_copied_even_without_the_registry() -> None:
    game = Game(replace(SPECS["race"], name="unregistered"))
    assert copy.copy(game) == game and copy.deepcopy({"game": game})["game"] == game


def test_a_changed_description_has_an_engine_of_its_own() -> None:
    spec = SPECS["race"]
    assert replace(spec, name="race_2").engine is not spec.engine
    assert spec.engine is spec.engine


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "Ra ce"}, "game name 'Ra ce', expected lower-case"),
        ({"kernels": {}}, "kernels lacks new, legal, step, observe, resample"),
        ({"kernels": {**SPECS["race"].kernels, "observ": None}}, "kernels has unknown observ"),
    ],
)
def test_wrong_descriptions(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(SPECS["race"], **changes)


def test_more_seats_than_the_record_holds() -> None:
    game = Game(replace(SPECS["race"], name="crowd", num_players=lambda options: 3))
    with pytest.raises(ValueError, match="crowd: 3 seats, but its record is made for 1 to 2"):
        game.new_states(1)
