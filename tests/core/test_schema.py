"""Records from declarations."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core.options import choice, integer
from ludarium.envs.core.schema import HIDDEN, OWNER, PAIR, PUBLIC, DependsOn, Field, Schema, SeenBy


@dataclass(frozen=True)
class Options:
    width: int = integer(3, 1, 9, "width")
    show: str = choice("cards", ("cards", "outcome", "both"), "what is shown")


SHOWN = DependsOn(("show",), {("outcome",): OWNER, ("both",): HIDDEN}, otherwise=PUBLIC)
FIELDS = [
    Field("flag", np.bool_, (), PUBLIC, "a flag"),
    Field("hand", np.int8, (3, 5), OWNER, "cards in hand"),
    Field("deck", np.int16, (5,), HIDDEN, "cards in the deck"),
    Field("total", np.int64, (), PUBLIC, "a wide one"),
    Field("place", np.int8, (3,), SHOWN, "depends"),
]


@pytest.fixture
def schema() -> Schema:
    return Schema("game", Options, 3, FIELDS)


def test_the_record_has_header_options_and_fields_and_no_holes(schema: Schema) -> None:
    names = {field.name for field in schema.fields}
    header = {"rng", "returns", "moves", "num_players", "to_act", "terminated", "truncated", "options"}
    assert header | {field.name for field in FIELDS} <= names
    assert set(schema.dtype.names or ()) == names
    assert schema.dtype.itemsize % 8 == 0
    covered = np.zeros(schema.dtype.itemsize, int)
    for _, (kind, offset) in (schema.dtype.fields or {}).items():
        covered[offset : offset + kind.itemsize] += 1
        assert offset % kind.base.alignment == 0
    assert (covered == 1).all()
    assert schema.dtype["options"].names == ("width", "show")
    assert schema.dtype["returns"].shape == (3,)


@pytest.mark.parametrize("count", range(9))
def test_padding_is_a_field_of_zeros(count: int) -> None:
    schema = Schema("game", Options, 2, [Field(f"f{i}", np.int8, (), PUBLIC, "x") for i in range(count)])
    assert schema.dtype.itemsize % 8 == 0
    assert schema.dtype.itemsize == sum(schema.dtype[name].itemsize for name in schema.dtype.names or ())


def filled(schema: Schema, count: int) -> Any:
    states = np.zeros(count, schema.dtype)
    for name in schema.dtype.names or ():
        if name != "options":
            states[name] = 1
    return states


def test_redact_zeroes_exactly_what_is_not_to_be_known(schema: Schema) -> None:
    states = filled(schema, 4)
    before = states.copy()
    seen = schema.redact(states, [0, 1, 2, -1], Options())
    assert states.tobytes() == before.tobytes()
    for name in ("rng", "deck"):
        assert not seen[name].any()
    for row, player in enumerate([0, 1, 2, -1]):
        for seat in range(3):
            assert seen["hand"][row, seat].all() == (seat == player)
            assert seen["hand"][row, seat].any() == (seat == player)
    for name in ("returns", "moves", "to_act", "flag", "total", "place"):
        np.testing.assert_array_equal(seen[name], states[name])


def test_visibility_can_depend_on_options(schema: Schema) -> None:
    states = filled(schema, 1)
    assert schema.redact(states, 1, Options())["place"].tolist() == [[1, 1, 1]]
    assert schema.redact(states, 1, Options(show="outcome"))["place"].tolist() == [[0, 1, 0]]
    assert schema.redact(states, 1, Options(show="both"))["place"].tolist() == [[0, 0, 0]]
    two = DependsOn(("show", "width"), {("cards", 3): HIDDEN}, otherwise=PUBLIC)
    assert two.resolve(Options()) is HIDDEN and two.resolve(Options(width=4)) is PUBLIC
    assert str(two) == "hidden if show=cards, width=3; else public"


@pytest.mark.parametrize("players", [3, -2, [0, 5, 0, 0]])
def test_redact_for_nobody(schema: Schema, players: Any) -> None:
    with pytest.raises(ValueError, match="expected seats 0 to 2 or -1 for a spectator"):
        schema.redact(filled(schema, 4), players, Options())


def test_elements_that_only_some_seats_have_seen() -> None:
    seen = Field("seen", np.uint8, (2, 3), PUBLIC, "who has seen the cards")
    schema = Schema("game", Options, 3, [Field("cards", np.int8, (2, 3), SeenBy("seen"), "cards"), seen])
    states = np.zeros(2, schema.dtype)
    states["cards"] = 7
    states["seen"][0] = [[0b001, 0b110, 0b010], [0xFF, 0, 0b10000000]]
    expected = {  # row 1 has been seen by nobody
        0: [[7, 0, 0], [7, 0, 0]],
        1: [[0, 7, 7], [7, 0, 0]],
        2: [[0, 7, 0], [7, 0, 0]],
        -1: [[0, 0, 0], [7, 0, 7]],
    }
    for player, cards in expected.items():
        out = schema.redact(states, player, Options())
        assert out["cards"].tolist() == [cards, [[0, 0, 0], [0, 0, 0]]], player
    both = schema.redact(states[[0, 0]], [1, -1], Options())["cards"].tolist()
    assert both == [expected[1], expected[-1]]
    assert {row["field"]: row["seen by"] for row in schema.table()}["cards"] == "seats in seen"


def test_what_two_seats_share() -> None:
    field = Field("cards", np.int8, (3, 3, 2), PAIR, "cards of a seat that another knows")
    schema = Schema("game", Options, 3, [field])
    states = np.zeros(2, schema.dtype)
    states["cards"] = 7
    out = schema.redact(states, [1, -1], Options())["cards"][..., 0].tolist()
    assert out == [[[0, 7, 0], [7, 7, 7], [0, 7, 0]], [[0, 0, 0]] * 3]
    assert {row["field"]: row["seen by"] for row in schema.table()}["cards"] == "either of two seats"


@pytest.mark.parametrize(
    "seen",
    [
        Field("seen", np.int8, (2, 3), PUBLIC, "signed"),
        Field("seen", np.uint8, (3, 2), PUBLIC, "another shape"),
        Field("seen", np.uint8, (2, 3), HIDDEN, "not public"),
    ],
)
def test_who_has_seen_what_is_public_and_element_by_element(seen: Field) -> None:
    with pytest.raises(ValueError, match="expected a public uint8 field"):
        Schema("game", Options, 2, [Field("cards", np.int8, (2, 3), SeenBy("seen"), "x"), seen])


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (Field("moves", np.int8, (), PUBLIC, "x"), "field moves is declared twice"),
        (Field("options", np.int8, (), PUBLIC, "x"), "field options is declared twice"),
        (Field("cards", np.int8, (2, 3), OWNER, "x"), "field cards belongs to its owner"),
        (Field("cards", np.int8, (), DependsOn(("width",), {(1,): OWNER}, PUBLIC), "x"), "belongs to its owner"),
        (Field("cards", np.int8, (), DependsOn(("width",), {(1,): PUBLIC}, OWNER), "x"), "belongs to its owner"),
        (Field("cards", np.int8, (3, 2), PAIR, "x"), "its first two axes must be 3 seats"),
        (Field("sum", np.int8, (), PUBLIC, "x"), "sum: NumPy's records have an attribute of that name"),
        (Field("marks", np.bool_, (3,), PUBLIC, "x"), "array of bools"),
        (Field("cards", np.int8, (2, 3), SeenBy("seen"), "x"), "seats in 'seen', expected a public uint8 field"),
    ],
)
def test_wrong_declarations(field: Field, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Schema("game", Options, 3, [field])


def test_options_named_like_attributes_of_records() -> None:
    @dataclass(frozen=True)
    class Sized:
        size: int = integer(3, 1, 9, "size")

    with pytest.raises(ValueError, match="size: NumPy's records have an attribute of that name"):
        Schema("game", Sized, 3, [])


def test_the_table_has_a_row_a_field(schema: Schema) -> None:
    rows = {row["field"]: row for row in schema.table()}
    assert list(rows) == [field.name for field in schema.fields]
    assert rows["hand"] == {
        "field": "hand",
        "type": "int8",
        "shape": "3 × 5",
        "seen by": "owner",
        "meaning": "cards in hand",
    }
    assert rows["place"]["seen by"] == "owner if show=outcome; hidden if show=both; else public"
    assert rows["options"]["type"] == "record"
