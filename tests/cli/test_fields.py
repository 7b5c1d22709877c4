"""Options made from a dataclass."""

import argparse
from dataclasses import dataclass, field

import pytest

from ludarium.commands.fields import add_fields, given_fields


@dataclass(frozen=True)
class Settings:
    game: str = "kelp"
    batch_size: int = field(default=8192, metadata={"help": "steps a batch", "at_least": 1})
    gamma: float = field(default=0.5, metadata={"help": "discount", "at_least": 0, "at_most": 1})
    hidden: tuple[int, ...] = (64, 64)
    out: str = field(default="", metadata={"help": "folder"})
    fast: bool = field(default=False, metadata={"help": "be fast, 100 % of the time"})


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_fields(parser, Settings, skip=("game",))
    return parser


def test_values_get_the_types_of_the_fields(parser: argparse.ArgumentParser) -> None:
    words = ["--batch-size", "64", "--gamma", "1", "--hidden", "32,16,8", "--out", "there", "--fast"]
    given = given_fields(parser.parse_args(words), Settings)
    assert given == {"batch_size": 64, "gamma": 1.0, "hidden": (32, 16, 8), "out": "there", "fast": True}
    assert type(given["gamma"]) is float
    assert Settings(**given).hidden == (32, 16, 8)


def test_what_is_not_given_is_left_to_the_dataclass(parser: argparse.ArgumentParser) -> None:
    assert given_fields(parser.parse_args([]), Settings) == {}
    assert given_fields(parser.parse_args(["--no-fast"]), Settings) == {"fast": False}


def test_help_has_text_range_and_default(parser: argparse.ArgumentParser) -> None:
    text = " ".join(parser.format_help().split())
    assert "steps a batch (from 1; default 8192)" in text
    assert "discount (0 to 1; default 0.5)" in text
    assert "be fast, 100 % of the time" in text
    assert "--game" not in text


@pytest.mark.parametrize("words", [["--batch-size", "x"], ["--gamma", "x"], ["--hidden", "1,x"], ["--hidden", ""]])
def test_what_is_no_value_is_named(parser: argparse.ArgumentParser, words: list[str]) -> None:
    with pytest.raises(argparse.ArgumentError, match=f"{words[1]!r} is not"):
        parser.parse_args(words)


def test_a_field_that_cannot_be_an_option_is_refused() -> None:
    @dataclass
    class Odd:
        callback: object = print

    with pytest.raises(TypeError, match="callback"):
        add_fields(argparse.ArgumentParser(), Odd)
