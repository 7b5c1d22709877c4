"""How networks are shown observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium.spaces import Box

from ludarium import make_batch, make_game
from ludarium.agents.encoding import MANY, MAX_STEPS, StepEncoding
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.training.maskable_ppo import SharedLayers

LAYOUT = ObservationLayout(
    [
        Segment("flag", (1,), "no count"),
        Segment("hand", (2,), "counts up to 3", high=3.0),
        Segment("place", (4,), "no count", one_hot=True),
        Segment("share", (1,), "in quarters", scale=4.0),
        Segment("gold", (1,), "counts too high to be shown by the step", high=MAX_STEPS + 1.0),
        Segment("lead", (1,), "may be below 0", low=-2.0, high=2.0),
        Segment("flags", (3,), "no counts"),
    ]
)


def test_counts_get_an_input_a_step() -> None:
    encoding = StepEncoding(LAYOUT)
    assert encoding.columns.tolist() == [1, 1, 1, 2, 2, 2, 9, 9, 9, 9]
    assert encoding.steps.tolist() == [1, 2, 3, 1, 2, 3, -1, 0, 1, 2]
    assert encoding.size == LAYOUT.size + 10
    row = np.array([[1, 0, 2, 0, 0, 1, 0, 0.5, 17, -1, 0, 1, 0]], np.float32)
    inputs = encoding(row)
    assert inputs.dtype == np.float32 and inputs.shape == (1, encoding.size)
    np.testing.assert_allclose(inputs[0, :13], [1, 0, 2 / 3, 0, 0, 1, 0, 0.5, 1, -0.5, 0, 1, 0], rtol=1e-6)
    assert inputs[0, 13:].tolist() == [0, 0, 0, 1, 1, 0, 1, 0, 0, 0]


def test_a_layout_may_give_its_ranges_as_integers() -> None:
    whole = StepEncoding(ObservationLayout([Segment("hand", (2,), "counts", low=0, high=3), Segment("f", (4,), "")]))
    assert whole.steps.tolist() == [1, 2, 3, 1, 2, 3]


@pytest.mark.parametrize(
    ("others", "columns", "steps"),
    [
        (0, [0, 1, 2, 3], [1, 1, 1, 0]),
        (1, [0, 1, 2, 3], [1, 1, 1, 0]),
        (5, [0, 0, 1, 1, 2, 2, 3, 3], [1, 2, 1, 2, 1, 2, 0, 1]),
        (7, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3], [1, 2, 3, 1, 2, 3, 1, 2, 3, 0, 1]),
        (99, [0] * 7 + [1] * 7 + [2] * 7 + [3, 3], [*range(1, 8), *range(1, 8), *range(1, 8), 0, 1]),
    ],
)
def test_steps_at_most_double_the_inputs(others: int, columns: list[int], steps: list[int]) -> None:
    segments = [Segment("deck", (3,), "counts", high=7.0), Segment("lead", (1,), "a count", low=-1.0, high=1.0)]
    segments += [Segment("others", (others,), "no counts")] * bool(others)
    encoding = StepEncoding(ObservationLayout(segments))
    assert encoding.columns.tolist() == columns
    assert encoding.steps.tolist() == steps


def test_short_segments_keep_their_steps_where_long_ones_have_to_give_way() -> None:
    deck = Segment("deck", (MANY + 1,), "many counts", high=7.0)
    missing = Segment("missing", (2,), "few counts", high=float(MAX_STEPS))
    others = Segment("others", (2 * MANY,), "no counts")
    encoding = StepEncoding(ObservationLayout([deck, missing, others]))
    shown = np.bincount(encoding.columns)
    assert shown[: MANY + 1].tolist() == [1] * (MANY + 1)
    assert shown[MANY + 1 :].tolist() == [MAX_STEPS] * 2
    alone = StepEncoding(ObservationLayout([deck, missing]))  # no room for both: the long one gives way first
    assert np.bincount(alone.columns)[: MANY + 1].tolist() == [0] * (MANY + 1)
    assert np.bincount(alone.columns)[MANY + 1 :].tolist() == [9, 9]


def test_torch_encodes_alike() -> None:
    game = make_game("kelp:duel")
    batch = make_batch(game, 64, seed=1)
    batch.play(9)
    encoding = StepEncoding(game.layout)
    space = _box(game.layout)
    with torch.no_grad():
        ours = SharedLayers(space, encoding, ())(torch.from_numpy(batch.observation)).numpy()
    assert (ours == encoding(batch.observation)).all()
    assert len(np.unique(ours[:, game.observation_size :])) == 2  # both values occur


def _box(layout: ObservationLayout) -> Any:
    return Box(layout.low, layout.high, dtype=np.float32)
