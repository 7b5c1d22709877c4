"""Game strings, presets, and games of one's own."""

from dataclasses import replace
from typing import Any

import pytest

import ludarium
from ludarium.envs import registry
from ludarium.envs.core.game import Game
from ludarium.envs.core.options import OptionError
from ludarium.envs.registry import UnknownGameError, find_spec, parse_game_string
from tests.toys import SPECS, toy_game


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})


@pytest.mark.parametrize(
    ("text", "string"),
    [
        ("kelp", "kelp"),
        (" kelp ", "kelp"),
        ("kelp:", "kelp"),
        ("kelp:standard", "kelp"),
        ("kelp:duel", "kelp:board_size=5,copies=2"),
        ("kelp:board_size=5,copies=2", "kelp:board_size=5,copies=2"),
        ("kelp: copies = 2 , board_size = 5", "kelp:board_size=5,copies=2"),
        ("kelp:duel,board_size=4", "kelp:board_size=4,copies=2"),
        ("kelp:board_size=4,duel", "kelp:board_size=5,copies=2"),
        ("kelp:illegal_direction=bump,reveal=outcome", "kelp:illegal_direction=bump,reveal=outcome"),
    ],
)
def test_game_strings(text: str, string: str) -> None:
    game = ludarium.make_game(text)
    assert game.string == string
    assert ludarium.make_game(game.string) == game


def test_options_go_over_the_string() -> None:
    assert ludarium.make_game("kelp:duel", copies=3).string == "kelp:board_size=5,copies=3"
    duel = ludarium.make_game("kelp:duel")
    assert ludarium.make_game(duel) is duel
    assert ludarium.make_game(duel, board_size=6).string == "kelp:copies=2"
    assert ludarium.make_game(toy_game("magpie", lives=2), copies=5).string == "magpie:copies=5,lives=2"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("klep", UnknownGameError, "unknown game 'klep', expected one of kelp. Did you mean 'kelp'?"),
        ("kelp2:duel", UnknownGameError, "unknown game 'kelp2', expected one of kelp. Did you mean 'kelp'?"),
        ("zzzzzz", UnknownGameError, "unknown game 'zzzzzz', expected one of kelp."),
        ("", UnknownGameError, "unknown game '', expected one of kelp."),
        ("kelp:duell", OptionError, "kelp: unknown preset 'duell' in 'kelp:duell', expected one of standard, duel or"),
        ("kelp:size=5", OptionError, "kelp: unknown option 'size', expected one of board_size, copies"),
        ("kelp:board_size=9", OptionError, "kelp: option board_size is '9', expected 3 to 8"),
        ("kelp:board_size=", OptionError, "kelp: option board_size is '', expected 3 to 8"),
        ("kelp:=5", OptionError, "kelp: unknown option ''"),
        ("kelp:copies=1,copies=2", OptionError, "kelp: option 'copies' is given twice in 'kelp:copies=1,copies=2'"),
        ("kelp:reveal=outcome", OptionError, "kelp: reveal='outcome' contradicts illegal_direction='forbidden'"),
    ],
)
def test_wrong_game_strings(
    text: str, error: type[Exception], message: str, own_registry: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES", {"kelp": registry.GAMES["kelp"]})
    with pytest.raises(error) as caught:
        ludarium.make_game(text)
    assert str(caught.value).startswith(message)
    if "Did you mean" not in message:
        assert "Did you mean" not in str(caught.value)


@pytest.mark.parametrize("game", [5, None, b"kelp", ["kelp"]])
def test_what_is_no_game(game: Any) -> None:
    with pytest.raises(TypeError, match=r"game is .*expected a game string such as 'kelp' or a Game"):
        ludarium.make_game(game)


def test_an_unknown_game_is_a_key_error_without_quotes_around_its_message() -> None:
    error = UnknownGameError("unknown game 'x'")
    assert isinstance(error, KeyError) and str(error) == "unknown game 'x'"


def test_registering_a_game(own_registry: None) -> None:
    spec = SPECS["race"]
    with pytest.raises(UnknownGameError):
        find_spec("race")
    ludarium.register(spec)
    ludarium.register(spec)  # once more does no harm
    assert ludarium.list_games() == sorted({*registry.GAMES, "race"})
    assert ludarium.make_game("race:max_waits=3") == Game(spec, {"max_waits": 3})
    with pytest.raises(ValueError, match="a game named 'race' is registered already"):
        ludarium.register(replace(spec, name="race"))
    with pytest.raises(ValueError, match="a game named 'kelp' is registered already"):
        ludarium.register(replace(spec, name="kelp"))
    assert find_spec("race") is spec


def test_every_game_of_the_list_can_be_made_with_every_preset() -> None:
    for name in registry.GAMES:
        spec = find_spec(name)
        assert spec.name == name
        for preset in spec.presets:
            game = ludarium.make_game(f"{name}:{preset}")
            assert len(game.action_names) == len({label.lower() for label in game.action_names})
            assert all(label == " ".join(label.split()) for label in game.action_names)


def test_parse_gives_options_as_they_stand() -> None:
    assert parse_game_string("kelp:duel,copies=3") == ("kelp", {"board_size": 5, "copies": "3"})
