"""Search in trees: what it finds, what it may not see, and what it may depend on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludarium import make_game
from ludarium.agents.search import Plan, Search
from ludarium.agents.search.tree import ACTING_SEAT, EVERYTHING, RANDOM, SCRIPTED, SEARCHER
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States
from tests.batch_play import scripted_actions
from tests.toys import toy_game
from tests.toys.terrace import SEATS, payoff

#: Ways to search: each observer, and worlds taken for known.
PLANS = {
    "multiple": Plan(120, viewer=ACTING_SEAT),
    "single": Plan(120, viewer=SEARCHER),
    "worlds": Plan(120, viewer=EVERYTHING, worlds=4),
}
GAMES = ("kelp:duel", "vantage", "lockup", "clank")
EVERY_PLAN = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def midway(game: Game, count: int, steps: int, seed: int = 1) -> States:
    """States of games under way, `steps` scripted actions from the start; those that are over are left out."""
    states = game.new_states(seed, count)
    for _ in range(steps):
        masks = game.legal(states)
        states, masks = states[masks.any(axis=1)], masks[masks.any(axis=1)]
        game.step(states, scripted_actions(game, states, masks))
    return states[game.legal(states).any(axis=1)]


def seeds(count: int, seed: int = 7) -> Any:
    return seeds_of_slots(seed, count)


# --- what it finds ----------------------------------------------------------------------------------------------------


def best_of(scatter: int, path: tuple[int, ...] = ()) -> tuple[tuple[float, ...], int]:
    """What the seats get if each takes its best from `path` on, and the first choice: by plain recursion."""
    if len(path) == len(SEATS):
        end = int("".join(map(str, path)), 2)
        return tuple(payoff(scatter, end, seat) for seat in range(3)), -1
    results = [best_of(scatter, (*path, choice))[0] for choice in (0, 1)]
    seat = SEATS[len(path)]
    choice = int(results[1][seat] > results[0][seat])
    return results[choice], choice


@EVERY_PLAN
def test_every_seat_seeks_its_own_also_twice_in_a_row(plan: Plan) -> None:
    tried = 0
    for scatter in range(17):
        game = toy_game("terrace", scatter=scatter)
        value, choice = best_of(scatter)
        others = best_of(scatter, (1 - choice,))[0]
        if value[0] - others[0] < 0.25:  # nearly a tie
            continue
        tried += 1
        found = Search(game, replace(plan, simulations=40_000))(game.new_states(0), seeds(1))
        assert found.visits[0].argmax() == choice
        assert found.values[0, choice] == pytest.approx(value[0], abs=0.15)
    assert tried > 8


@EVERY_PLAN
def test_it_takes_what_wins_at_once(plan: Plan) -> None:
    game = toy_game("race")
    found = Search(game, plan)(game.new_states(0), seeds(1))
    assert game.action_names[found.visits[0].argmax()] == "take"
    assert (found.values[0, :2] == [1, -1]).all()


def test_a_card_that_the_other_may_hold_is_weighed_by_chance() -> None:
    game = toy_game("kuhn")
    states = game.new_states(0)
    states["card"] = [2, 3]
    found = Search(game, Plan(20_000, viewer=ACTING_SEAT))(states, seeds(1))
    # Passing with the queen is worth more than betting: only a king calls.
    assert found.visits[0, 0] > found.visits[0, 1]
    states["card"] = [2, 1]
    again = Search(game, Plan(20_000, viewer=ACTING_SEAT))(states, seeds(1))
    assert (found.visits == again.visits).all()  # the other card is not looked at


# --- what it may not see ----------------------------------------------------------------------------------------------


@EVERY_PLAN
@pytest.mark.parametrize("string", GAMES)
@pytest.mark.parametrize("playout", [RANDOM, SCRIPTED])
def test_what_is_hidden_changes_nothing(string: str, plan: Plan, playout: int) -> None:
    game = make_game(string)
    states = midway(game, 8, 9)
    search = Search(game, replace(plan, simulations=40, playout=playout))
    found = search(states, seeds(len(states)))
    for seed in range(3):
        others = states.copy()
        game.resample(others, others["to_act"], seed)
        assert others.tobytes() != states.tobytes()
        again = search(others, seeds(len(states)))
        assert (found.visits == again.visits).all()
        assert (found.totals == again.totals).all()


# --- what it may depend on --------------------------------------------------------------------------------------------


@EVERY_PLAN
@pytest.mark.parametrize("string", GAMES)
def test_the_same_seeds_find_the_same_in_any_batch_on_any_threads(string: str, plan: Plan) -> None:
    game = make_game(string)
    states = midway(game, 6, 5)
    chosen = seeds(len(states))
    together = Search(game, plan)(states, chosen)
    threaded = Search(game, plan, threads=3)(states, chosen)
    backwards = Search(game, plan)(states[::-1].copy(), chosen[::-1].copy())
    for found, order in ((threaded, slice(None)), (backwards, slice(None, None, -1))):
        assert (found.visits[order] == together.visits).all()
        assert (found.totals[order] == together.totals).all()
        assert (found.steps[order] == together.steps).all()
    other = Search(game, plan)(states, seeds(len(states), seed=8))
    assert (other.totals != together.totals).any()


def test_states_stay_as_they_are() -> None:
    game = make_game("vantage")
    states = midway(game, 4, 6)
    before = states.tobytes()
    Search(game, PLANS["multiple"])(states, seeds(4))
    assert states.tobytes() == before


@pytest.mark.parametrize("nodes", [1, 2, 10])
def test_a_full_tree_goes_on_and_grows_no_more(nodes: int) -> None:
    game = make_game("vantage")
    states = midway(game, 3, 4)
    found = Search(game, Plan(200), max_nodes=nodes)(states, seeds(3))
    assert (found.visits.sum(axis=1) == 199).all()  # the first simulation makes the root
    free = Search(game, Plan(200))(states, seeds(3))
    assert (found.visits != free.visits).any()


@pytest.mark.parametrize("worlds", [0, 3])
def test_time_ends_a_search(worlds: int) -> None:
    game = make_game("kelp:duel")
    plan = Plan(10**9, seconds=0.05, worlds=worlds, viewer=EVERYTHING if worlds else ACTING_SEAT)
    found = Search(game, plan, max_nodes=1000)(game.new_states(1, 2), seeds(2))
    assert ((found.visits.sum(axis=1) > 0) & (found.visits.sum(axis=1) < 10**8)).all()


def test_simulations_are_shared_out_among_the_worlds() -> None:
    game = make_game("vantage")
    found = Search(game, Plan(100, worlds=7, viewer=EVERYTHING))(midway(game, 2, 4), seeds(2))
    assert (found.visits.sum(axis=1) == 100 - 7).all()


@pytest.mark.parametrize(("name", "value"), [("simulations", 0), ("max_nodes", 0), ("threads", 0)])
def test_impossible_sizes(name: str, value: int) -> None:
    game = make_game("vantage")
    with pytest.raises(ValueError, match=f"^{name} is 0, expected a whole number from 1$"):
        Search(
            game,
            Plan(simulations=value) if name == "simulations" else Plan(),
            **({} if name == "simulations" else {name: value}),
        )


def test_a_game_without_a_script_cannot_be_played_out_by_it() -> None:
    with pytest.raises(
        ValueError, match=r"^race has no scripted player that could play games out; expected random playouts$"
    ):
        Search(toy_game("race"), Plan(playout=SCRIPTED))
