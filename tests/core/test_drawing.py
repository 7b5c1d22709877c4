"""Chance draw by draw, against the list of all outcomes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest

from ludarium.envs.core.chance import ChanceError, ExplicitChance
from ludarium.envs.core.drawing import MAX_DRAWS, DrawByDraw
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.toys import kuhn, toy_game
from tests.toys.changed import changed, draws_bits, draws_until_it_likes_it


def spread_out(take: Callable[[tuple[int, ...]], tuple[States, int]]) -> dict[bytes, float]:
    """Every state that any results lead to, with its probability."""
    found: defaultdict[bytes, float] = defaultdict(float)
    pending: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while pending:
        results, weight = pending.pop()
        states, number = take(results)
        if number:
            assert len(states) == 0
            pending += [((*results, result), weight / number) for result in range(number)]
        else:
            found[states.tobytes()] += weight
    return dict(found)


def listed(found: tuple[States, np.ndarray]) -> dict[bytes, float]:
    states, weights = found
    return {states[k : k + 1].tobytes(): float(weight) for k, weight in enumerate(weights)}


@pytest.mark.parametrize(
    "game", [toy_game("kuhn"), toy_game("leduc"), toy_game("magpie", num_players=2, copies=3)], ids=str
)
def test_all_results_together_are_all_outcomes(game: Game) -> None:
    drawing, chance, generator = DrawByDraw(game), ExplicitChance(game), np.random.default_rng(1)
    assert spread_out(drawing.start) == pytest.approx(listed(chance.start()))
    several = 0
    for seed in range(3):
        state = game.new_states(seed)
        state["rng"] = 0
        while not (state["terminated"] | state["truncated"]).any():
            action = int(generator.choice(np.flatnonzero(game.legal(state)[0])))
            before, outcomes = state.copy(), listed(chance.after(state, action))
            found = spread_out(lambda results, s=state, a=action: drawing.after(s, a, results))  # type: ignore[misc]
            assert found == pytest.approx(outcomes)
            assert (state == before).all()
            several += len(found) > 1
            state = chance.after(state, action)[0][:1].copy()
    assert several > 0 or game.name == "kuhn"


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ChanceError, match=r"^bits: the outcomes of chance cannot be listed: .*next_u64 touches"):
        DrawByDraw(changed(kuhn.SPEC, "bits", new=draws_bits))
    drawing = DrawByDraw(changed(kuhn.SPEC, "endless", new=draws_until_it_likes_it))
    assert drawing.start([1] * MAX_DRAWS)[1] == 3
    assert drawing.start([1] * (MAX_DRAWS - 1) + [0])[1] == 0
    with pytest.raises(ChanceError, match="endless: one step has more than 256 draws"):
        drawing.start([1] * (MAX_DRAWS + 1))
    with pytest.raises(ValueError, match="endless: there are 3 results, but 1 draws"):
        drawing.start([0, 1, 2])
    with pytest.raises(TypeError, match="endless: results have dtype float64, expected integers"):
        drawing.start([0.5])  # type: ignore[list-item]
