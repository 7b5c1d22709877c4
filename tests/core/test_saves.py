"""States as bytes: back to the byte, or refused with one clear error."""

import io
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game, IllegalActionError
from ludarium.envs.core.saves import SaveError, read_states
from tests.toys import SPECS, toy_game

from .processes import run


@pytest.fixture(scope="module")
def game() -> Game:
    return toy_game("magpie", num_players=3, max_turns=9)


@pytest.fixture(scope="module")
def states(game: Game) -> Any:
    batch = Batch(game, 5, seed=3)
    batch.play(6)
    return batch.states.copy()


@pytest.fixture(scope="module")
def data(game: Game, states: Any) -> bytes:
    return ludarium.save_states(game, states)


def read(data: Any) -> tuple[Game, Any]:
    def make(name: str, **options: Any) -> Game:
        if name not in SPECS:
            raise KeyError(f"unknown game {name!r}")
        return toy_game(name, **options)

    return read_states(data, make)


def altered(data: bytes, **changes: Any) -> bytes:
    """The save with other entries in its description, or other records."""
    with np.load(io.BytesIO(data)) as archive:
        about, records = json.loads(str(archive["about"])), archive["records"]
    records = changes.pop("records", records)
    about.update(changes)
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array(json.dumps(about)), records=records)
    return buffer.getvalue()


def test_round_trip(game: Game, states: Any, data: bytes) -> None:
    loaded_game, loaded = read(data)
    assert loaded_game == game and loaded.dtype == states.dtype
    assert loaded.tobytes() == states.tobytes()
    game.step(loaded, 3)  # writable


@pytest.mark.parametrize("count", [0, 1])
def test_few_states(game: Game, count: int) -> None:
    assert read(ludarium.save_states(game, game.new_states(1, count)))[1].shape == (count,)


def test_a_save_of_the_suite_is_loaded_in_another_process(tmp_path: Path) -> None:
    batch = ludarium.make_batch("kelp:duel", 3, seed=1)
    batch.play(9)
    file = tmp_path / "states"
    file.write_bytes(ludarium.save_states(batch.game, batch.states))
    code = """
import pathlib, sys
import ludarium
game, states = ludarium.load_states(pathlib.Path(sys.argv[1]).read_bytes())
game.step(states, game.legal(states).argmax(axis=1))
print(game.string, states.tobytes().hex())
"""
    string, content = run(code, str(file)).split()
    batch.game.step(batch.states, batch.game.legal(batch.states).argmax(axis=1))
    assert string == "kelp:board_size=5,copies=2" and content == batch.states.tobytes().hex()


def test_strided_and_read_only_states_can_be_saved(game: Game, states: Any) -> None:
    frozen = states.copy()
    frozen.flags.writeable = False
    assert read(ludarium.save_states(game, frozen))[1].tobytes() == states.tobytes()
    assert read(ludarium.save_states(game, states[::2]))[1].tobytes() == states[::2].tobytes()


def test_states_of_another_game_are_not_saved(game: Game) -> None:
    with pytest.raises(ValueError, match="expected a one-dimensional array of its records"):
        ludarium.save_states(game, toy_game("race").new_states(1))


def test_one_wrong_byte_anywhere_is_refused_or_harmless(states: Any, data: bytes) -> None:
    # Bytes that nobody reads (the time of day in the archive) may change; the states may not.
    refused = 0
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 0xFF
        try:
            _, loaded = read(bytes(damaged))
        except SaveError:
            refused += 1
        else:
            assert loaded.tobytes() == states.tobytes(), position
    assert refused > 0.9 * states.nbytes


def test_a_save_cut_short_is_refused(data: bytes) -> None:
    for length in range(len(data)):
        with pytest.raises(SaveError, match="not a save of states, or a damaged one"):
            read(data[:length])


class Bomb:
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return explode, ()


def explode() -> None:
    exploded.append(True)


exploded: list[bool] = []


def pickled_member() -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array(Bomb(), dtype=object), records=np.zeros(3, np.uint8), allow_pickle=True)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "foreign",
    [
        b"",
        b"hello",
        b"PK\x03\x04",
        pickle.dumps(Bomb()),
        pickle.dumps({"format": "ludarium-states"}),
        pickled_member(),
        "a text",
        None,
        7,
    ],
    ids=lambda value: type(value).__name__,
)
def test_foreign_data_are_refused_and_nothing_of_them_is_executed(foreign: Any) -> None:
    with pytest.raises(SaveError, match="not a save of states, or a damaged one"):
        read(foreign)
    assert not exploded


def test_other_numpy_files_are_refused() -> None:
    for save in (lambda b: np.save(b, np.zeros(3)), lambda b: np.savez(b, x=np.zeros(3))):
        buffer = io.BytesIO()
        save(buffer)
        with pytest.raises(SaveError, match="not a save of states"):
            read(buffer.getvalue())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "a save of format 'other', expected 'ludarium-states'"),
        ({"format_version": 2}, "a save of format version 2, this release reads version 1"),
        ({"game": "chess"}, "a save of a game that is not known here: .*chess"),
        ({"game": ["magpie"]}, "a save of a game that is not known here"),
        ({"options": {"lives": 99}}, "a save of a game that is not known here: .*lives is 99"),
        ({"options": {"colour": 1}}, "a save of a game that is not known here: .*unknown option 'colour'"),
        ({"options": [1]}, "a save of a game that is not known here"),
        ({"options": {"lives": 2}}, "a damaged save: .*made under other options"),
        ({"game_version": 7}, "a save of magpie version 7, this release has version 0"),
        ({"schema": "0123"}, "a save of another magpie: its record has other fields"),
        ({"game": "race", "options": {}}, "a save of another race: its record has other fields"),
        ({"records": np.zeros(13, np.uint8)}, "a save whose records have 13 bytes, expected a multiple of"),
        ({"records": np.zeros((2, 8), np.uint8)}, "a save whose records"),
        ({"records": np.zeros(16, np.int16)}, "a save whose records"),
    ],
)
def test_other_saves_are_refused(data: bytes, changes: dict[str, Any], message: str) -> None:
    read(altered(data))  # only the change is at fault
    with pytest.raises(SaveError, match=message):
        read(altered(data, **changes))


def test_a_seat_that_is_not_there_is_refused(states: Any, data: bytes) -> None:
    wrong = states.copy()
    wrong["to_act"][2] = 3
    with pytest.raises(SaveError, match=r"a damaged save: .*seat to act"):
        read(altered(data, records=wrong.view(np.uint8)))


def test_a_newer_version_of_a_game_is_named(game: Game, states: Any) -> None:
    newer = Game(replace(SPECS["magpie"], name="magpie", version=1), {"num_players": 3, "max_turns": 9})
    with pytest.raises(SaveError, match="a save of magpie version 1, this release has version 0"):
        read(ludarium.save_states(newer, states))


# --- replays ----------------------------------------------------------------------------------------------------------


def test_replay_by_names_and_numbers(game: Game) -> None:
    batch = Batch(game, 1, seed=4)
    actions = []
    for _ in range(5):
        actions.append(int(batch.random_actions()[0]))
        batch.step(np.array(actions[-1:]))
    by_number = ludarium.replay(game, 4, actions)
    assert by_number.tobytes() == batch.states.tobytes()
    for same in (np.array(actions, np.int8), [game.action_names[action] for action in actions]):
        assert ludarium.replay(game, 4, same).tobytes() == by_number.tobytes()
    assert ludarium.replay(game, 4, []).tobytes() == game.new_states(4).tobytes()


def test_replay_says_which_action_is_wrong() -> None:
    race = toy_game("race")
    with pytest.raises(IllegalActionError, match=r"action 1 \(yield\), but the game is over.*\(action 2 of the replay"):
        ludarium.replay(race, 1, ["wait", "take", "yield"])
    with pytest.raises(ValueError, match="there is no action 'fly'"):
        ludarium.replay(race, 1, ["wait", "fly"])
    with pytest.raises(TypeError, match="actions have dtype float64"):
        ludarium.replay(race, 1, [0.5])  # type: ignore[list-item]
