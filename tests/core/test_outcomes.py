"""What the end of a game pays."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.envs.core.outcomes import share_win
from tests.toys import toy_game


@pytest.mark.parametrize(
    ("n", "winners", "returns"),
    [
        (2, 0b01, [1, -1]),
        (2, 0b11, [0, 0]),
        (3, 0b100, [-1 / 2, -1 / 2, 1]),
        (3, 0b101, [1 / 4, -1 / 2, 1 / 4]),
        (4, 0b0010, [-1 / 3, 1, -1 / 3, -1 / 3]),
        (4, 0b0110, [-1 / 3, 1 / 3, 1 / 3, -1 / 3]),
        (4, 0b1011, [1 / 9, 1 / 9, -1 / 3, 1 / 9]),
        (4, 0b1111, [0, 0, 0, 0]),
    ],
)
def test_winners_share(n: int, winners: int, returns: list[float]) -> None:
    game = toy_game("magpie", num_players=n)
    states = game.new_states(1)
    share_win(states[0], winners)
    np.testing.assert_allclose(states["returns"][0, :n], returns, rtol=1e-6)
