"""Options: checked, readable from strings, small in the record, and back."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core import options
from ludarium.envs.core.options import OptionError, build_options, choice, flag, integer, real, words


@dataclass(frozen=True)
class Options:
    size: int = integer(3, 1, 9, "size")
    show: str = choice("cards", ("cards", "outcome"), "what is shown")
    bonus: bool = flag(False, "with a bonus")

    def check(self) -> str | None:
        return "size 9 contradicts bonus=True" if self.size == 9 and self.bonus else None


@dataclass(frozen=True)
class NoOptions:
    pass


def test_defaults_and_values() -> None:
    assert build_options("game", Options, {}) == Options(3, "cards", False)
    assert build_options("game", Options, {"size": 5, "bonus": True, "show": "outcome"}) == Options(5, "outcome", True)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("size", "9", 9),
        ("size", np.int8(1), 1),
        ("bonus", "true", True),
        ("bonus", "False", False),
        ("bonus", "1", True),
        ("bonus", "0", False),
        ("bonus", np.True_, True),
    ],
)
def test_what_is_read(name: str, given: Any, value: Any) -> None:
    found = getattr(build_options("game", Options, {name: given}), name)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"sise": 3}, "game: unknown option 'sise', expected one of size, show, bonus"),
        ({"size": 0}, "game: option size is 0, expected 1 to 9"),
        ({"size": 10}, "game: option size is 10, expected 1 to 9"),
        ({"size": 2.0}, "game: option size is 2.0, expected 1 to 9"),
        ({"size": "many"}, "game: option size is 'many', expected 1 to 9"),
        ({"size": True}, "game: option size is True, expected 1 to 9"),
        ({"size": None}, "game: option size is None, expected 1 to 9"),
        ({"show": "card"}, "game: option show is 'card', expected cards or outcome"),
        ({"show": 0}, "game: option show is 0, expected cards or outcome"),
        ({"show": np.zeros(2)}, "game: option show is"),
        ({"bonus": "yes"}, "game: option bonus is 'yes', expected true or false"),
        ({"bonus": 1}, "game: option bonus is 1, expected true or false"),
        ({"size": 9, "bonus": True}, "game: size 9 contradicts bonus=True"),
    ],
)
def test_what_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        build_options("game", Options, values)
    assert str(caught.value).startswith(message)


def test_a_game_without_options() -> None:
    assert build_options("game", NoOptions, {}) == NoOptions()
    with pytest.raises(OptionError, match="game: unknown option 'size', it has no options"):
        build_options("game", NoOptions, {"size": 1})


def test_the_record_and_back() -> None:
    for made in (Options(), Options(8, "outcome", True)):
        record = np.zeros(1, options.options_dtype(Options))
        record[0] = options.options_record(made)
        assert options.options_from_record(Options, record[0]) == made
    assert options.options_record(Options(8, "outcome", True)) == (8, 1, 1)


def test_what_has_changed() -> None:
    assert options.changed_options(Options()) == {}
    assert options.changed_options(Options(bonus=True, size=4)) == {"size": 4, "bonus": True}


@pytest.mark.parametrize(
    "declare",
    [
        lambda: integer(5, 6, 9, ""),
        lambda: integer(1, 1, 40_000, ""),
        lambda: integer(1, 9, 1, ""),
        lambda: choice("c", ("a", "b"), ""),
    ],
)
def test_wrong_declarations(declare: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        declare()


@dataclass(frozen=True)
class Rates:
    rate: float = real(0.5, 0.0, 2.0, "a rate")


@pytest.mark.parametrize(("value", "read"), [("1.5", 1.5), (2, 2.0), ("2e-1", 0.2), (np.int64(1), 1.0), (0.25, 0.25)])
def test_a_number_may_have_a_fraction(value: Any, read: float) -> None:
    rate = build_options("rates", Rates, {"rate": value}).rate
    assert (rate, type(rate)) == (read, float)


@pytest.mark.parametrize("value", ["fast", "", "nan", "inf", -0.1, 2.1, True, None])
def test_numbers_that_are_none_or_out_of_range(value: Any) -> None:
    with pytest.raises(OptionError, match=r"^rates: option rate is .*, expected 0\.0 to 2\.0$"):
        build_options("rates", Rates, {"rate": value})


@dataclass(frozen=True)
class Named:
    path: str = words("", "a path")


def test_a_text_is_taken_as_it_is() -> None:
    assert build_options("named", Named, {"path": "runs/1"}).path == "runs/1"
    with pytest.raises(OptionError, match=r"^named: option path is 3, expected a text$"):
        build_options("named", Named, {"path": 3})
