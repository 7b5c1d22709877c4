"""Observations in named segments, and back."""

from typing import Any

import numpy as np
import pytest

from ludarium.envs.core.layout import ObservationLayout, Segment

LAYOUT = ObservationLayout(
    [
        Segment("seat", (2,), "own seat", one_hot=True),
        Segment("cards", (2, 3), "cards by suit", scale=4.0, labels=("red", "green", "blue")),
        Segment("shown", (2, 3), "cards shown", one_hot=True, labels=("red", "green", "blue")),
        Segment("returns", (), "return", low=-5.0, high=5.0),
    ]
)


def test_segments_lie_one_after_the_other() -> None:
    assert LAYOUT.offsets == {"seat": 0, "cards": 2, "shown": 8, "returns": 14}
    assert LAYOUT.size == 15
    assert LAYOUT.low.dtype == LAYOUT.high.dtype == np.float32
    assert LAYOUT.low.tolist() == [0.0] * 14 + [-5.0] and LAYOUT.high.tolist() == [1.0] * 14 + [5.0]


def observation() -> Any:
    out = np.zeros(15, np.float32)
    out[1] = 1
    out[2:8] = np.array([0, 1, 2, 3, 4, 0]) / 4
    out[9] = 1
    out[14] = -3
    return out


def test_decode() -> None:
    found = LAYOUT.decode(observation())
    assert found["seat"] == 1
    assert found["cards"].tolist() == [[0, 1, 2], [3, 4, 0]]
    assert found["shown"].tolist() == [1, -1]
    assert found["returns"] == -3


def test_scales_that_do_not_divide_evenly_decode_to_whole_values() -> None:
    for scale in range(1, 251):
        segment = Segment("x", (scale + 1,), "counts", scale=float(scale))
        values = (np.arange(scale + 1) * np.float32(1 / scale)).astype(np.float32)
        assert segment.decode(values).tolist() == list(range(scale + 1))


def test_part_is_a_view_of_one_or_many() -> None:
    many = np.stack([observation(), observation()])
    part = LAYOUT.part(many, "cards")
    assert part.shape == (2, 2, 3) and np.shares_memory(part, many)


def test_describe() -> None:
    assert LAYOUT.describe(observation()).splitlines() == [
        "seat     1",
        "cards    red:0 green:1 blue:2 | red:3 green:4 blue:0",
        "shown    green -",
        "returns  -3",
    ]


def test_table() -> None:
    rows = {row["name"]: row for row in LAYOUT.table()}
    assert rows["cards"] == {
        "from": "2",
        "name": "cards",
        "shape": "2 × 3",
        "range": "0 to 1, times 4",
        "meaning": "cards by suit",
    }
    assert rows["seat"]["range"] == "0 to 1, one-hot"
    assert rows["returns"]["range"] == "-5 to 5"


def test_an_empty_layout() -> None:
    empty = ObservationLayout([])
    assert empty.size == 0 and empty.low.shape == (0,) and empty.describe(np.zeros(0)) == ""


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: ObservationLayout([Segment("a", (1,), ""), Segment("a", (2,), "")]), "segment a is declared twice"),
        (lambda: Segment("a", (), "", one_hot=True), "a one-hot segment has an axis"),
        (lambda: Segment("a", (2,), "", labels=("x",)), "1 labels for the last axis"),
        (lambda: Segment("a", (2,), "", low=1.0, high=0.0), "segment a: range"),
        (lambda: Segment("a", (2,), "", scale=0.0), "segment a: range"),
    ],
)
def test_wrong_declarations(declare: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        declare()
