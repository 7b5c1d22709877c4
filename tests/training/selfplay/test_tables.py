"""Who sits where and decides what: seats, weights, decisions that are none, openings, opponents, saving."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.random import RandomAgent
from ludarium.envs.core.game import Game, IllegalActionError
from ludarium.envs.core.saves import SaveError
from ludarium.envs.registry import make_game
from ludarium.training.selfplay.tables import LEARNER, NOBODY, Tables
from tests.toys import toy_game
from tests.toys.race import TAKE, WAIT

NO_TABLES = np.zeros(0, np.int64)


class Answering(Agent):
    """Gives one answer, whatever it is asked; counts the decisions that it was asked for."""

    def __init__(self, name: str, answer: Any) -> None:
        self.name, self._answer, self.asked = name, answer, 0

    def policy(self, decisions: Decisions) -> np.ndarray:
        raise NotImplementedError

    def act(self, decisions: Decisions) -> np.ndarray:
        self.asked += len(decisions)
        if callable(self._answer):
            return np.asarray(self._answer(decisions))
        return np.full(len(decisions), self._answer)


def go_on(tables: Tables, steps: int, waiting: np.ndarray = NO_TABLES) -> list[np.ndarray]:
    """So many steps, the learner taking its first legal action; what was done in each."""
    found = []
    for _ in range(steps):
        own = tables.sort()
        tables.actions[own] = tables.batch.mask[own].argmax(axis=1)
        tables.ask_opponents()
        found.append(tables.actions.copy())
        tables.step(waiting)
    return found


def with_opponents(game: Game, count: int, weights: list[float], **options: Any) -> Tables:
    """Tables with random opponents, of which ``weights[0]`` is the learner itself."""
    tables = Tables(game, count, seed=4, **options)
    tables.set_opponents([RandomAgent() for _ in weights], weights)
    return tables


def test_without_opponents_all_seats_are_the_learners() -> None:
    tables = Tables(toy_game("magpie"), 5, seed=1)
    for _ in range(60):
        assert (tables.seating == LEARNER).all()
        go_on(tables, 1)
        assert ((tables.deciders == LEARNER) | (tables.deciders == NOBODY)).all()
    assert tables.batch.games_finished.min() > 0
    tables = with_opponents(toy_game("magpie"), 5, [1.0, 0.0])
    go_on(tables, 60)
    assert (tables.seating == LEARNER).all()


def test_one_seat_is_the_learners_and_goes_round() -> None:
    tables = with_opponents(toy_game("terrace"), 6, [0.0, 1.0])
    for number in range(7):  # all games of Terrace are of four steps
        own = (np.arange(6) + number) % 3
        wanted = np.zeros((6, 3), int)
        wanted[np.arange(6), own] = LEARNER
        np.testing.assert_array_equal(tables.seating, wanted)
        go_on(tables, 4)
    assert (tables.batch.games_finished == 7).all()


def test_who_decides_is_who_sits_there() -> None:
    tables = with_opponents(toy_game("terrace"), 40, [0.2, 0.5, 0.3])
    seen = set()
    for _ in range(30):
        own = tables.sort()
        wanted = tables.seating[np.arange(40), tables.batch.to_act]
        np.testing.assert_array_equal(tables.deciders, wanted)
        np.testing.assert_array_equal(own, np.flatnonzero(wanted == LEARNER))
        np.testing.assert_array_equal(tables.pending(), own)
        seen |= set(wanted.tolist())
        go_on(tables, 1)
    assert seen == {LEARNER, 0, 1}


def test_opponents_are_drawn_by_their_weights() -> None:
    weights = [0.3, 0.1, 0.0, 0.4, 0.2]
    tables = with_opponents(toy_game("terrace"), 300, weights)
    drawn, together = Counter(), Counter()
    for _ in range(10):
        own = (tables.seating == LEARNER).sum(axis=1)
        assert own.min() >= 1
        games = np.arange(300)
        rotated = (games + tables._games - 1) % 3  # the seat that is the learner's in any case
        others = [(rotated + 1) % 3, (rotated + 2) % 3]
        for seat in others:
            drawn.update(tables.seating[games, seat].tolist())
        together.update(zip(*(tables.seating[games, seat].tolist() for seat in others), strict=True))
        go_on(tables, 4)
    assert drawn[1] == 0
    places = [LEARNER, 0, 2, 3]
    chances = np.array([0.3, 0.1, 0.4, 0.2])
    assert chisquare([drawn[place] for place in places], 6000 * chances).pvalue > 1e-6
    pairs = [together[a, b] for a in places for b in places]  # one seat is drawn as if the other were not there
    assert chisquare(pairs, 3000 * np.outer(chances, chances).ravel()).pvalue > 1e-6


def test_weights_that_add_up_to_a_little_less_than_1_draw_nobody_else() -> None:
    tables = with_opponents(toy_game("race"), 4, [0.0, 0.25, 0.0])
    tables._cumulative[:] = 0.0, 1e-9, 1e-9  # nearly all numbers are beyond the last
    tables._seat(np.arange(4))
    assert set(tables.seating.ravel().tolist()) == {LEARNER, 0}


def test_opponents_decide_their_decisions_and_no_others() -> None:
    tables = Tables(toy_game("race"), 6, seed=1)
    taking, waiting = Answering("taking", TAKE), Answering("waiting", WAIT)
    tables.set_opponents([RandomAgent(), taking, waiting], [0.0, 0.5, 0.5])
    asked = Counter[int]()
    for _ in range(40):
        own = tables.sort()
        deciders = tables.deciders.copy()
        tables.actions[own] = WAIT
        tables.ask_opponents()
        assert (tables.actions == np.where(deciders == 0, TAKE, WAIT)).all()
        asked.update(deciders.tolist())
        tables.step(NO_TABLES)
    assert (taking.asked, waiting.asked) == (asked[0], asked[1])
    assert min(asked[0], asked[1], asked[LEARNER]) > 10


def test_opponents_get_another_seed_for_every_decision() -> None:
    seeds: list[int] = []

    def note(decisions: Decisions) -> np.ndarray:
        seeds.extend(decisions.seeds.tolist())
        return np.zeros(len(decisions), int)

    tables = Tables(toy_game("terrace"), 10, seed=1)
    tables.set_opponents([RandomAgent(), Answering("noting", note)], [0.2, 0.8])
    go_on(tables, 40)
    assert len(seeds) > 150 and len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("opponents", [0, 1])
def test_what_is_forced_is_nobodys_decision(opponents: int) -> None:
    tables = with_opponents(toy_game("magpie"), 30, [0.5, 0.5] if opponents else [1.0])
    forced = 0
    for _ in range(50):
        legal = tables.batch.mask.sum(axis=1)
        own = tables.sort()
        assert ((tables.deciders == NOBODY) == (legal == 1)).all()
        assert (legal[own] > 1).all()
        alone = tables.deciders == NOBODY
        assert (tables.batch.mask[alone, tables.actions[alone]] == 1).all()
        np.testing.assert_array_equal(tables.pending(), own)
        forced += alone.sum()
        go_on(tables, 1)
    assert forced > 50


def test_openings_are_left_to_chance_as_often_and_as_long_as_asked_for() -> None:
    share, longest, games = 0.4, 3, 400
    tables = with_opponents(toy_game("terrace"), games, [1.0], opening_share=share, opening=longest)
    lengths, drawn = Counter[int](), Counter[int]()
    for _ in range(6):
        opened = np.zeros(games, int)
        for step in range(4):
            left = tables._openings.copy()
            np.testing.assert_array_equal(tables.pending(), np.flatnonzero(left == 0))
            own = tables.sort()
            np.testing.assert_array_equal(own, np.flatnonzero(left == 0))
            np.testing.assert_array_equal(tables._openings, np.maximum(left - 1, 0))
            nobody = tables.deciders == NOBODY
            drawn.update(tables.actions[nobody].tolist())
            assert (opened[nobody] == step).all()  # the first decisions of a game, not any
            opened += nobody
            tables.actions[own] = 0
            tables.step(NO_TABLES)
        lengths.update(opened.tolist())
    chances = [1 - share, *[share / longest] * longest]
    assert sorted(lengths) == [0, 1, 2, 3]
    assert chisquare([lengths[length] for length in range(4)], 6 * games * np.array(chances)).pvalue > 1e-6
    assert chisquare([drawn[0], drawn[1]]).pvalue > 1e-6


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0), (1.0, 40)])
def test_no_game_or_every_game_is_opened_by_chance(share: float, expected: int) -> None:
    tables = with_opponents(toy_game("terrace"), 40, [1.0], opening_share=share, opening=1)
    for _ in range(3):
        assert tables._openings.tolist() == [int(share)] * 40
        go_on(tables, 1)
        assert (tables.deciders == NOBODY).sum() == expected
        go_on(tables, 3)


def test_an_opening_does_not_count_what_is_forced() -> None:
    tables = with_opponents(toy_game("magpie"), 30, [1.0], opening_share=1.0, opening=5)
    for _ in range(30):
        left, legal, over = tables._openings.copy(), tables.batch.mask.sum(axis=1), tables.batch.games_finished.copy()
        tables.sort()
        np.testing.assert_array_equal(tables._openings, np.where(legal > 1, np.maximum(left - 1, 0), left))
        tables.actions[tables.deciders == LEARNER] = 3  # end the turn
        tables.step(NO_TABLES)
        assert (over <= tables.batch.games_finished).all()


def test_tables_that_wait_are_left_as_they_are() -> None:
    tables = with_opponents(toy_game("race"), 5, [1.0])
    tables.sort()
    tables.actions[:] = TAKE
    states, seating = tables.batch.states.copy(), tables._games.copy()
    going_on = tables.step(np.array([1, 4]))
    assert going_on.tolist() == [0, 2, 3]
    assert tables.batch.states[[1, 4]].tobytes() == states[[1, 4]].tobytes()
    assert (tables._games - seating).tolist() == [1, 0, 1, 1, 0]
    assert tables.batch.games_finished.tolist() == [1, 0, 1, 1, 0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda decisions: np.zeros((len(decisions), 2), int), r"opponent odd answered int64 \(\d, 2\), expected int"),
        (lambda decisions: np.zeros(len(decisions)), r"opponent odd answered float64 \(\d,\), expected integers"),
        (lambda decisions: np.zeros(len(decisions) + 1, int), r"opponent odd answered int64 .*, expected integers"),
        (lambda decisions: 0, r"opponent odd answered int64 \(\), expected integers"),
    ],
)
def test_answers_of_another_form_are_refused(answer: Any, words: str) -> None:
    tables = Tables(toy_game("race"), 4, seed=1)
    tables.set_opponents([RandomAgent(), Answering("odd", answer)], [0.0, 1.0])
    states = tables.batch.states.copy()
    tables.actions[tables.sort()] = WAIT
    with pytest.raises(TypeError, match=words):
        tables.ask_opponents()
    assert tables.batch.states.tobytes() == states.tobytes()


def test_illegal_answers_are_refused() -> None:
    tables = Tables(toy_game("race"), 4, seed=1)
    tables.set_opponents([RandomAgent(), Answering("odd", 3)], [0.0, 1.0])
    states = tables.batch.states.copy()
    tables.actions[tables.sort()] = WAIT
    tables.ask_opponents()
    with pytest.raises(IllegalActionError, match="3"):
        tables.step(NO_TABLES)
    assert tables.batch.states.tobytes() == states.tobytes()


def test_other_opponents_in_games_under_way() -> None:
    tables = with_opponents(toy_game("terrace"), 60, [0.1, 0.3, 0.3, 0.3])
    go_on(tables, 2)
    before = tables.seating.copy()
    tables.set_opponents([RandomAgent(), RandomAgent()], [0.0, 1.0])
    np.testing.assert_array_equal(tables.seating, np.where(before > 0, LEARNER, before))
    go_on(tables, 2)
    assert ((tables.seating == 0).sum(axis=1) == 2).all()  # new games


def test_results_count_every_seat_of_an_opponent() -> None:
    """The learner's seats together, on the average, against each of the others."""
    tables = with_opponents(toy_game("terrace"), 50, [0.3, 0.5, 0.2])
    wanted = {1: [0, 0.0], 2: [0, 0.0]}
    kinds = Counter[float]()
    for _ in range(5):
        seating = tables.seating.copy()
        go_on(tables, 4)
        for sitting, returns in zip(seating, tables.batch.final_returns, strict=True):
            own = returns[sitting == LEARNER].mean()
            for place, other in zip(sitting, returns, strict=True):
                if place != LEARNER:
                    score = 1.0 if own > other else 0.5 if own == other else 0.0
                    kinds[score] += 1
                    wanted[place + 1][0] += 1
                    wanted[place + 1][1] += score
    assert tables.take_results() == {place: tuple(figures) for place, figures in wanted.items()}
    assert len(kinds) == 3 and min(wanted[1][0], wanted[2][0]) > 40
    assert tables.take_results() == {1: (0, 0.0), 2: (0, 0.0)}
    assert Tables(toy_game("race"), 3, seed=1).take_results() == {}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ["magpie", "lockup"])
@pytest.mark.usefixtures("toys_by_name")
def test_tables_go_on_from_where_they_were_saved(name: str, threads: int) -> None:
    game = toy_game("magpie") if name == "magpie" else make_game(name)
    options: dict[str, Any] = {"opening_share": 0.6, "opening": 4}
    tables = with_opponents(game, 12, [0.4, 0.3, 0.3], **options)
    go_on(tables, 17)
    state = {key: array.copy() for key, array in tables.get_state().items()}
    other = Tables(game, 12, seed=99, threads=threads, **options)
    other.set_opponents([RandomAgent() for _ in range(3)], [0.4, 0.3, 0.3])
    go_on(other, 5)
    other.set_state(state)
    for a, b in zip(go_on(tables, 60), go_on(other, 60), strict=True):
        np.testing.assert_array_equal(a, b)
    assert tables.batch.states.tobytes() == other.batch.states.tobytes()
    np.testing.assert_array_equal(tables.seating, other.seating)


@pytest.mark.usefixtures("toys_by_name")
def test_a_damaged_state_is_refused() -> None:
    tables = with_opponents(toy_game("race"), 3, [1.0])
    state = tables.get_state()
    state["states"] = state["states"][: len(state["states"]) // 2]
    with pytest.raises(SaveError):
        tables.set_state(state)


def test_a_table_depends_on_its_own_seed_alone() -> None:
    """More tables, or threads, change nothing at the others; another seed changes all."""

    def played(count: int, seed: int, threads: int = 1) -> list[np.ndarray]:
        tables = Tables(toy_game("magpie"), count, seed, threads, 0.5, 3)
        tables.set_opponents([RandomAgent() for _ in range(3)], [0.4, 0.3, 0.3])
        return [np.stack([actions[:9] for actions in go_on(tables, 50)]), tables.seating[:9].copy()]

    wanted = played(9, 1)
    for other in (played(30, 1), played(9, 1, threads=2), played(30, 1, threads=3)):
        np.testing.assert_array_equal(wanted[0], other[0])
        np.testing.assert_array_equal(wanted[1], other[1])
    assert (played(9, 2)[0] != wanted[0]).any(axis=0).all()
