"""Search in trees: what it finds, what it may not see, and what it may depend on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.search import Plan, Search, searcher
from ludarium.agents.search.searcher import EDGES_A_NODE
from ludarium.agents.search.tree import ACTING_SEAT, EVERYTHING, RANDOM, SCRIPTED, SEARCHER
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States
from tests.batch_play import play, scripted_actions
from tests.toys import toy_game
from tests.toys.magpie import COIN, SNARE
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
    """States of games under way that leave a choice, `steps` scripted actions from the start, or the few more that lead
    on from where there is none. Those that are over by then are left out.
    """
    states = game.new_states(seed, count)
    due = np.full(count, steps)
    while len(states) and (due > 0).any():
        going_on = due > 0
        part = states[going_on].copy()
        game.step(part, scripted_actions(game, part, game.legal(part)))
        states[going_on] = part
        due[going_on] -= 1
        choices = game.legal(states).sum(axis=1)
        due[choices == 1] = np.maximum(due[choices == 1], 1)
        states, due = states[choices > 0], due[choices > 0]
    return states


def positions(game: Game, count: int, seed: int, choices: int = 2) -> States:
    """Decisions with at least so many choices, from all over some random games."""
    seen = np.concatenate([before.copy() for before, *_ in play(game, 16, 16 * 24, seed)])
    open_ = seen[game.legal(seen).sum(axis=1) >= choices]
    return open_[np.random.default_rng(seed).permutation(len(open_))[:count]].copy()


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


@pytest.mark.parametrize(
    ("guesser", "plan", "action", "worth"),
    [
        ("self", "multiple", "stop", 0.0),
        ("self", "single", "stop", 0.0),
        ("self", "worlds", "open", 1.0),  # believes that it will know
        ("other", "multiple", "stop", -1.0),
        ("other", "single", "open", 0.0),  # believes that the other does not know
        ("other", "worlds", "stop", -1.0),
    ],
)
def test_what_each_way_to_search_believes_of_those_who_guess(
    guesser: str, plan: str, action: str, worth: float
) -> None:
    game = toy_game("vault", guesser=guesser)
    found = Search(game, replace(PLANS[plan], simulations=4000))(game.new_states(0, 3), seeds(3))
    assert (found.visits.argmax(axis=1) == game.action_number(action)).all()
    assert found.values[:, game.action_number("open")] == pytest.approx(worth, abs=0.2)


@EVERY_PLAN
@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_that_plays_on_where_others_are_out(plan: Plan, seats: int) -> None:
    game = toy_game("magpie", num_players=seats)
    states = game.new_states(0)
    states["hand"], states["hand_size"] = 0, 0
    states["hand"][0, 0, [COIN, SNARE]], states["hand_size"][0, 0] = 1, 2
    states["hand"][0, seats - 1, COIN], states["hand_size"][0, seats - 1] = 1, 1
    states["lives"][0, :seats] = [1, *[0] * (seats - 2), 1]
    states["deck"], states["deck_size"] = 0, 0
    states["pile"] = states["options"]["copies"] - states["hand"].sum(axis=1)
    # The coin, and then the snare that ends the game: the next seat that is in has but one life.
    for action in (COIN, SNARE):
        found = Search(game, replace(plan, simulations=2000))(states, seeds(1))
        assert found.visits[0].argmax() == action
        assert found.values[0, action] == pytest.approx(4, abs=0.2)
        game.step(states, [action])
    assert states["terminated"].all() and states["returns"][0].tolist()[:seats] == [4, *[0] * (seats - 2), -2]


def test_four_simulations_by_hand() -> None:
    # Take wins (1), yield loses (0), wait ends it without a winner (½); each is as likely, 1/3, and what was not tried
    # is worth what the situation is. The first simulation makes the tree. The second takes: all are alike, and it is
    # the first. The third yields, of take 1 + √2/6 and the others 1 + √2/3. The fourth takes, of 1 + √3/6, 0 + √3/6 and
    # ½ + √3/3. The fifth waits, of 1 + 2/9, 0 + 2/6 and ⅔ + ⅔.
    game = toy_game("race", max_waits=1)
    for simulations, visits in ((1, [0, 0, 0]), (2, [1, 0, 0]), (3, [1, 1, 0]), (4, [2, 1, 0]), (5, [2, 1, 1])):
        found = Search(game, Plan(simulations))(game.new_states(0), seeds(1))
        assert found.visits[0].tolist() == visits
        assert (found.totals[0] == np.array(visits) * [1, -1, 0]).all()


# --- what it may not see ----------------------------------------------------------------------------------------------


@EVERY_PLAN
@pytest.mark.parametrize("string", [*GAMES, "clank_catacombs"])
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
    Search(game, PLANS["multiple"])(states, seeds(len(states)))
    assert states.tobytes() == before


@pytest.mark.parametrize("nodes", [1, 2, 10])
def test_a_full_tree_goes_on_and_grows_no_more(nodes: int) -> None:
    game = make_game("vantage")
    states = midway(game, 3, 4)
    found = Search(game, Plan(200), max_nodes=nodes)(states, seeds(len(states)))
    assert (found.visits.sum(axis=1) == 199).all()  # the first simulation makes the root
    free = Search(game, Plan(200))(states, seeds(len(states)))
    assert (found.visits != free.visits).any()


@pytest.mark.parametrize("worlds", [0, 3])
def test_time_ends_a_search(worlds: int) -> None:
    game = make_game("kelp:duel")
    plan = Plan(10**9, seconds=0.05, worlds=worlds, viewer=EVERYTHING if worlds else ACTING_SEAT)
    found = Search(game, plan, max_nodes=1000)(game.new_states(1, 2), seeds(2))
    assert ((found.visits.sum(axis=1) > 0) & (found.visits.sum(axis=1) < 10**8)).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_is_not_kept_waiting(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy_game("race")
    states, plan = game.new_states(0, 4), Plan(searcher._CHUNK * 2)
    search = Search(game, plan, threads=threads)
    found = search(states, seeds(4))
    calls = []

    def bound(*names: Any) -> Any:
        calls.append(names)
        if len(calls) > 3:
            raise KeyboardInterrupt
        return original(*names)

    original = searcher.bound
    with monkeypatch.context() as patch:
        patch.setattr(searcher, "bound", bound)
        with pytest.raises(KeyboardInterrupt):
            search(states, seeds(4))
    assert len(calls) < 8  # all that there are
    again = search(states, seeds(4))
    assert (again.visits == found.visits).all()
    monkeypatch.setattr(searcher, "_CHUNK", 1000)
    assert (search(states, seeds(4)).visits == found.visits).all()


def test_memory_is_used_again() -> None:
    game = toy_game("race")
    for threads in (1, 3):
        search = Search(game, Plan(50), threads=threads)
        for _ in range(5):
            search(game.new_states(0, 8), seeds(8))
        assert 1 <= search._free.qsize() <= threads


def test_simulations_are_shared_out_among_the_worlds() -> None:
    game = make_game("vantage")
    states = midway(game, 4, 4)
    for worlds, simulations, tried in ((7, 100, 93), (20, 20, 10), (20, 1, 0)):
        found = Search(game, Plan(simulations, worlds=worlds, viewer=EVERYTHING))(states, seeds(len(states)))
        assert (found.visits.sum(axis=1) == tried).all()


def test_the_first_situation_has_room_for_all_its_actions() -> None:
    game = make_game("vantage")
    states = positions(game, 4, seed=1, choices=EDGES_A_NODE + 5)
    found = Search(game, Plan(1000, exploration=1000.0), max_nodes=1)(states, seeds(len(states)))
    assert ((found.visits > 0) == game.legal(states)).all()


@EVERY_PLAN
def test_what_leaves_no_choice_is_not_searched(plan: Plan) -> None:
    game = make_game("clank")
    states = game.new_states(1, 256)
    while not (forced := game.legal(states).sum(axis=1) == 1).any():
        game.step(states, game.legal(states).argmax(axis=1))
    states = np.concatenate([states[forced][:2], midway(game, 2, 5), states[forced][:1]])
    states["terminated"][-1] = True
    one = game.legal(states).sum(axis=1) > 1
    found = Search(game, plan)(states, seeds(len(states)))
    assert one.any()
    assert (found.visits.any(axis=1) == one).all() and ((found.steps > 0) == one).all()
    assert not (found.visits * (1 - game.legal(states))).any()
    alone = Search(game, plan)(states[one], seeds(len(states))[one])
    assert (alone.visits == found.visits[one]).all()


def test_a_seed_for_every_decision() -> None:
    game = toy_game("race")
    with pytest.raises(ValueError, match=r"^seeds have shape \(3,\), expected \(2,\)$"):
        Search(game, Plan(5))(game.new_states(0, 2), seeds(3))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"worlds": -1}, "worlds is -1, expected a whole number from 0"),
        ({"seconds": float("nan")}, "seconds is nan, expected a number from 0"),
        ({"exploration": float("inf")}, "exploration is inf, expected a number from 0"),
        ({"trust": 1.5}, "trust is 1.5, expected a number from 0 to 1"),
        ({"viewer": 3}, r"viewer is 3, expected one of \(0, 1, 2\)"),
        ({"playout": 2}, r"playout is 2, expected one of \(0, 1\)"),
        ({"viewer": EVERYTHING}, "viewer is EVERYTHING and worlds is 0, expected worlds from 1, in which all is known"),
    ],
)
def test_plans_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Plan(**changes)


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
