"""Chance spelled out, against probabilities that can be worked out and against games that are played."""

from __future__ import annotations

from collections import Counter
from math import comb, prod
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludarium import IllegalActionError, make_game
from ludarium.envs.core import rng
from ludarium.envs.core.chance import ChanceError, ExplicitChance
from ludarium.envs.core.conformance.hidden import chi_square_survival
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import Record, kernel, seldom
from ludarium.envs.core.rng import below, seeds_of_slots
from ludarium.envs.core.schema import States
from tests.toys import SPECS, kuhn, toy_game
from tests.toys.changed import changed, draws_bits, draws_until_it_likes_it


def key(state: Any) -> bytes:
    """A record without its random stream."""
    copy = state.copy()
    copy["rng"] = 0
    return bytes(copy.tobytes())


def probabilities(found: tuple[States, np.ndarray]) -> dict[bytes, float]:
    states, weights = found
    assert not states["rng"].any()
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    listed = {key(states[k : k + 1]): float(weight) for k, weight in enumerate(weights)}
    assert len(listed) == len(states)
    return listed


def check_against_play(game: Game, found: tuple[States, np.ndarray], played: States) -> None:
    """Chi-square of what came of `played` games against the probabilities; rare outcomes go together."""
    expected = {state: len(played) * weight for state, weight in probabilities(found).items()}
    seen = Counter(key(played[k : k + 1]) for k in range(len(played)))
    assert seen.keys() <= expected.keys()
    usual = [state for state, count in expected.items() if count >= 10]
    cells = [(expected[state], seen[state]) for state in usual]
    rest = len(played) - sum(count for count, _ in cells)
    if rest >= 10:
        cells.append((rest, len(played) - sum(count for _, count in cells)))
    chi_square = sum((count - wanted) ** 2 / wanted for wanted, count in cells)
    assert len(cells) > 1
    assert chi_square_survival(chi_square, len(cells) - 1) > 1e-4


def after_play(game: Game, state: States, action: int, games: int) -> States:
    """`action` in so many copies of `state`, each with a random stream of its own."""
    copies = np.repeat(state, games)
    copies["rng"] = game.new_states(seeds_of_slots(5, games))["rng"]
    game.step(copies, action)
    return copies


def test_deals_of_kuhn_poker() -> None:
    states, weights = ExplicitChance(toy_game("kuhn")).start()
    assert sorted(map(tuple, states["card"].tolist())) == [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    assert weights == pytest.approx(1 / 6)
    assert (states["num_players"] == 2).all()


def test_outcomes_that_are_the_same_state_are_one() -> None:
    game = toy_game("magpie", num_players=2, copies=3)
    states, weights = ExplicitChance(game).start()
    hands = states["hand"][:, :2].astype(int)
    assert len(states) == len(np.unique(hands, axis=0)) == 33
    # Two cards for a seat and two for the other, out of three of each kind: which cards they are, as sets of cards.
    ways = [
        prod(comb(3, a) for a in first) * prod(comb(3 - a, b) for a, b in zip(first, second, strict=True))
        for first, second in hands
    ]
    assert weights == pytest.approx(np.array(ways) / (comb(9, 2) * comb(7, 2)), abs=1e-12)


def test_an_action_without_chance_has_one_outcome() -> None:
    game = make_game("kelp")
    state = game.new_states(3)
    before = state.copy()
    states, weights = ExplicitChance(game).after(state, 1)
    assert weights.tolist() == [1.0]
    assert (state == before).all()
    game.step(state, 1)
    assert key(states) == key(state)


@pytest.mark.parametrize("game", [toy_game("leduc"), toy_game("magpie", num_players=3, max_turns=5), toy_game("kuhn")])
def test_every_step_of_some_games(game: Game) -> None:
    chance, generator = ExplicitChance(game), np.random.default_rng(1)
    check_against_play(game, chance.start(), game.new_states(7, 4000))
    several = 0
    for seed in range(4):
        state = game.new_states(seed)
        while not (state["terminated"] | state["truncated"]).any():
            action = int(generator.choice(np.flatnonzero(game.legal(state)[0])))
            found = chance.after(state, action)
            if len(found[1]) > 1:
                several += 1
                check_against_play(game, found, after_play(game, state, action, 2000))
            game.step(state, action)
            assert key(state) in probabilities(found)
    assert several > 2 or game.name == "kuhn"


@pytest.mark.parametrize(
    "name", ["vantage", pytest.param("clank", marks=pytest.mark.slow), pytest.param("lockup", marks=pytest.mark.slow)]
)
def test_steps_of_large_games(name: str) -> None:
    game = make_game(name)
    chance, generator = ExplicitChance(game, max_ways=20_000), np.random.default_rng(2)
    state, several = game.new_states(1), 0
    while several < 4:
        if (state["terminated"] | state["truncated"]).any():
            state = game.new_states(int(generator.integers(1 << 30)))
        action = int(generator.choice(np.flatnonzero(game.legal(state)[0])))
        try:
            found = chance.after(state, action)
        except ChanceError:
            found = state[:0], np.zeros(0)
        if len(found[1]) > 1:
            several += 1
            check_against_play(game, found, after_play(game, state, action, 1000 + 20 * len(found[1])))
        game.step(state, action)


# --- rules that draw in other ways ----------------------------------------------------------------------------------

in_a_module = ModuleType("in_a_module")
in_a_module.draw_there = kernel(lambda s: below(s, 3))  # type: ignore[attr-defined]


@kernel
def draws_by_module(s: Record) -> None:
    s.card[0] = 1 + in_a_module.draw_there(s)


@kernel
def draws_by_dots(s: Record) -> None:
    s.card[0] = 1 + rng.below(s, 3)


@kernel
def reads_stream(s: Record) -> None:
    s.card[0] = 1 + s.rng[0] % np.uint64(3)


def make_enclosed() -> Any:
    draw = below

    def new(s: Record) -> None:
        s.card[0] = 1 + draw(s, 3)

    return kernel(new)


@kernel
def draws_many(s: Record) -> None:
    s.card[0] = below(s, 100)
    s.card[1] = below(s, 100)


@seldom
def one_card(s: Record, seat: int) -> None:
    s.card[seat] = 1 + below(s, 1 + below(s, 1) + 2 * below(s, 2))


@kernel
def draws_where_others_draw(s: Record) -> None:
    one_card(s, 0)


@pytest.mark.parametrize(
    ("new", "problem"),
    [
        (draws_bits, r"next_u64 touches the random stream itself; rules draw by rng\.below"),
        (reads_stream, "reads_stream touches the random stream itself"),
        (draws_by_dots, "draws_by_dots touches the random stream itself; .*imported by its name"),
        (draws_by_module, "draws_by_module draws by way of in_a_module"),
        (make_enclosed(), "new draws by way of a variable of an enclosing function"),
    ],
)
def test_rules_that_draw_otherwise_are_refused(new: Any, problem: str) -> None:
    with pytest.raises(ChanceError, match=f"^other: the outcomes of chance cannot be listed: .*{problem}"):
        ExplicitChance(changed(kuhn.SPEC, "other", new=new))


def test_functions_that_are_not_inlined_and_ranges_that_chance_decides() -> None:
    # 1 with range 1, else one of three: 1/2 + 1/6, 1/6, 1/6.
    states, weights = ExplicitChance(changed(kuhn.SPEC, "seldom", new=draws_where_others_draw)).start()
    assert dict(zip(states["card"][:, 0].tolist(), weights.tolist(), strict=True)) == pytest.approx(
        {1: 4 / 6, 2: 1 / 6, 3: 1 / 6}
    )


def test_the_rules_themselves_still_draw() -> None:
    game = changed(kuhn.SPEC, "seldom", new=draws_where_others_draw)
    ExplicitChance(game).start()
    assert set(game.new_states(1, 200)["card"][:, 0].tolist()) == {1, 2, 3}


def test_too_many_outcomes() -> None:
    game = changed(kuhn.SPEC, "many", new=draws_many)
    assert len(ExplicitChance(game, max_outcomes=10_000).start()[1]) == 10_000
    with pytest.raises(ChanceError, match=r"^many: setting up has more than max_outcomes=9,999 outcomes"):
        ExplicitChance(game, max_outcomes=9_999).start()
    with pytest.raises(ValueError, match="max_outcomes is 0, expected a whole number from 1"):
        ExplicitChance(game, max_outcomes=0)


def test_chance_without_end_is_refused() -> None:
    with pytest.raises(ChanceError, match=r"^endless: one step has more sequences of draws"):
        ExplicitChance(changed(kuhn.SPEC, "endless", new=draws_until_it_likes_it)).start()


def test_bad_input_is_refused() -> None:
    game = toy_game("leduc")
    chance = ExplicitChance(game)
    with pytest.raises(IllegalActionError, match=r"illegal action 0 \(fold\)"):
        chance.after(game.new_states(1), 0)
    with pytest.raises(IllegalActionError, match="illegal action 9"):
        chance.after(game.new_states(1), 9)
    with pytest.raises(ValueError, match="there are 2 states, expected one"):
        chance.after(game.new_states(1, 2), 1)
    with pytest.raises(ValueError, match="action is 'call', expected a whole number"):
        chance.after(game.new_states(1), "call")  # type: ignore[arg-type]


def test_the_toys_are_all_there() -> None:
    for name in SPECS:
        assert ExplicitChance(toy_game(name)).start()[1].sum() == pytest.approx(1)
