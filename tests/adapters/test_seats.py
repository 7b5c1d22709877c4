"""One learner a game: what it is paid, what it sees, who it plays against, and that a run can go on from a save."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import numpy as np
import pytest

from ludarium import IllegalActionError, SaveError, make_game
from ludarium.agents.registry import make_agent
from ludarium.envs.adapters.seats import LEARNER, LearnerSeats
from ludarium.envs.core.decisions import Decisions
from tests.toys import toy_game
from tests.toys.magpie import COIN, END_TURN, GIFT, SNARE
from tests.toys.race import TAKE, WAIT, YIELD

from .players import Answers, Chancy, Prefers, spread

BUFFERS = (
    *("observation", "mask", "seat", "opponents", "rewards", "terminated", "truncated", "skipped"),
    *("final_observation", "final_returns", "final_seat", "final_length", "final_opponents"),
)


def snapshot(seats: LearnerSeats, rows: Any = slice(None)) -> dict[str, Any]:
    shown = {name: getattr(seats, name)[rows].copy() for name in BUFFERS}
    return {**shown, "states": seats.batch.states[rows].tobytes()}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name, value in one.items():
        np.testing.assert_array_equal(value, other[name], err_msg=name)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("mine", "theirs", "result"), [(TAKE, WAIT, 1), (YIELD, WAIT, -1), (WAIT, TAKE, -1), (WAIT, YIELD, 1)]
)
def test_a_forced_result_is_paid_in_full(seat: int, mine: int, theirs: int, result: int) -> None:
    # Its opponent waits once before it ends the game, so that the learner in seat 1 comes to act.
    class Waits(Prefers):
        def act(self, decisions: Decisions) -> Any:
            return np.where(decisions.observation[:, 3] == 0, WAIT, super().act(decisions))

    seats = LearnerSeats(toy_game("race"), 4, Waits(theirs), learner_seat=seat, seed=1)
    seats.reset()
    paid = np.zeros(4)
    for _ in range(3):
        seats.step(np.full(4, mine))
        paid += seats.rewards
        if seats.terminated.any():
            break
    assert seats.terminated.all() and not seats.truncated.any()
    assert paid.tolist() == [result] * 4
    assert (seats.final_returns[:, seat] == result).all() and (seats.final_returns[:, 1 - seat] == -result).all()


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_what_an_episode_pays_adds_up_to_the_return(num_players: int) -> None:
    game = toy_game("magpie", num_players=num_players, max_turns=8)
    seats = LearnerSeats(game, 8, [None, Chancy(), Prefers(SNARE, GIFT)], seed=3)
    seats.reset()
    paid, lengths, episodes, ended_by = np.zeros(8), np.zeros(8, int), 0, set()
    for turn in range(400):
        assert (seats.batch.to_act == seats.seat).all() and seats.mask.any(axis=1).all()
        np.testing.assert_array_equal(seats.observation, game.observe(seats.batch.states, seats.seat))
        seats.step(spread(seats.mask, turn))
        paid += seats.rewards
        lengths += 1
        for slot in np.flatnonzero(seats.terminated | seats.truncated):
            assert paid[slot] == seats.final_returns[slot, seats.final_seat[slot]]
            assert lengths[slot] == seats.final_length[slot]
            paid[slot], lengths[slot] = 0, 0
            episodes += 1
            ended_by.add((bool(seats.terminated[slot]), bool(seats.truncated[slot])))
    assert episodes > 100 and ended_by == {(True, False), (False, True)}


def test_rewards_on_the_opponents_turns_reach_the_learner() -> None:
    seats = LearnerSeats(toy_game("magpie", num_players=2), 8, Prefers(GIFT), seed=5)
    seats.reset()
    rewards = []
    for _ in range(30):
        seats.step(np.full(8, END_TURN))  # earns nothing itself
        rewards.append(seats.rewards.copy())
    assert np.max(rewards) >= 1


def test_what_happens_before_the_first_decision_is_paid_with_it() -> None:
    seats = LearnerSeats(toy_game("magpie", num_players=2), 32, Prefers(GIFT, END_TURN), learner_seat=1, seed=5)
    seats.reset()
    given = seats.batch.states["returns"][:, 1].copy()
    assert given.max() >= 1 and not seats.rewards.any()
    seats.step(np.full(32, END_TURN))
    assert (seats.rewards >= given).all()


def test_a_seat_may_act_several_times_in_a_row() -> None:
    seats = LearnerSeats(toy_game("magpie"), 16, learner_seat=0, seed=2)
    seats.reset()
    before = seats.batch.states["moves"].copy()
    seats.step(np.where(seats.mask[:, COIN] != 0, COIN, END_TURN))
    again = seats.batch.states["moves"] - before == 1
    assert again.any() and not again.all()


@pytest.mark.parametrize("seat", [0, 1])
def test_truncation_stays_truncation_and_keeps_the_last_observation(seat: int) -> None:
    game = toy_game("race", max_waits=4)
    seats = LearnerSeats(game, 2, Prefers(WAIT), learner_seat=seat)
    seats.reset(seed=1)
    seats.step([WAIT, WAIT])
    assert not seats.truncated.any()
    seats.step([WAIT, WAIT])
    assert seats.truncated.all() and not seats.terminated.any() and not seats.rewards.any()
    end = game.new_states(1)
    for _ in range(4):
        game.step(end, WAIT)
    np.testing.assert_array_equal(seats.final_observation, np.repeat(game.observe(end, seat), 2, axis=0))
    assert (seats.batch.states["waits"] == seat).all()  # the next game is on


def test_games_that_end_before_the_learner_acts_are_no_episodes() -> None:
    seats = LearnerSeats(toy_game("race"), 8, None, learner_seat=1, seed=4)
    seats.reset()
    assert seats.skipped.sum() > 0  # two in three end at once
    assert (seats.batch.states["waits"] == 1).all()
    seats.step(np.full(8, TAKE))
    assert (seats.rewards == 1).all() and (seats.final_length == 1).all()
    assert (seats.seat == 1).all()


def test_a_seat_that_never_acts_is_an_error() -> None:
    seats = LearnerSeats(toy_game("race"), 2, Prefers(TAKE), learner_seat=1)
    with pytest.raises(RuntimeError, match="seat 1 never came to act"):
        seats.reset(seed=1)


def test_the_seat_rotates_with_the_episodes() -> None:
    seats = LearnerSeats(toy_game("magpie", num_players=3), 5, learner_seat="rotate", seed=1)
    seats.reset()
    played: list[list[int]] = [[int(seat)] for seat in seats.seat]
    for turn in range(300):
        seats.step(spread(seats.mask, turn))
        for slot in np.flatnonzero(seats.terminated | seats.truncated):
            assert seats.final_seat[slot] == played[slot][-1]
            played[slot].append(int(seats.seat[slot]))
    for slot, sequence in enumerate(played):
        assert len(sequence) > 6
        assert sequence == [(slot + episode) % 3 for episode in range(len(sequence))]


@pytest.mark.parametrize("opponents", [None, [None, Chancy(), Prefers(SNARE)]])
def test_a_slot_does_not_know_how_many_there_are(opponents: Any) -> None:
    game = toy_game("magpie")
    few, many, other = (LearnerSeats(game, size, opponents, seed=seed) for size, seed in ((2, 6), (7, 6), (7, 8)))
    for seats in (few, many, other):
        seats.reset()
    for turn in range(150):
        assert_same(snapshot(few), snapshot(many, slice(2)))
        for seats in (few, many, other):
            seats.step(spread(seats.mask, turn))
    assert snapshot(many)["states"] != snapshot(other)["states"]


def test_seeds_a_slot_are_those_of_single_games() -> None:
    game = toy_game("magpie")
    pool = [Chancy(), None]
    three = LearnerSeats(game, 3, pool, learner_seat=1)
    singles = [LearnerSeats(game, 1, pool, learner_seat=1) for _ in range(3)]
    three.reset(seed=[11, 12, 13])
    for seed, one in zip((11, 12, 13), singles, strict=True):
        one.reset(seed=seed)
    for turn in range(100):
        for slot, one in enumerate(singles):
            assert_same(snapshot(one), snapshot(three, slice(slot, slot + 1)))
            one.step(spread(one.mask, turn))
        three.step(spread(three.mask, turn))


def test_reset_without_a_seed_goes_on_and_with_one_repeats() -> None:
    seats = LearnerSeats(toy_game("magpie"), 4, [Chancy(), None], seed=9)
    shown = []
    for seed in (None, None, 9, None):
        seats.reset(seed)
        shown.append(snapshot(seats))
    assert_same(shown[0], shown[2])
    assert_same(shown[1], shown[3])
    assert shown[0]["states"] != shown[1]["states"]


def test_opponents_are_drawn_by_weight_for_every_game_and_seat() -> None:
    pool = [Prefers(END_TURN), None, Chancy(), Prefers(COIN)]
    seats = LearnerSeats(toy_game("magpie", num_players=4), 400, pool, weights=[1, 0, 3, 0], seed=1)
    seats.reset()
    rows = np.arange(400)
    assert (seats.opponents[rows, seats.seat] == LEARNER).all()
    others = seats.opponents[seats.opponents != LEARNER]
    assert set(others.tolist()) == {0, 2}
    assert abs((others == 2).mean() - 0.75) < 0.05
    assert len({tuple(sorted(row)) for row in seats.opponents.tolist()}) > 2  # seats are drawn independently
    first, going = seats.opponents.copy(), np.ones(400, bool)
    for turn in range(12):
        seats.step(spread(seats.mask, turn))
        over = going & (seats.terminated | seats.truncated)
        going &= ~over
        np.testing.assert_array_equal(seats.final_opponents[over], first[over])
        np.testing.assert_array_equal(seats.opponents[going], first[going])
    assert not going.all()
    assert (seats.opponents[~going] != first[~going]).any()


def test_opponents_by_seat() -> None:
    waits, takes = Prefers(WAIT), Prefers(TAKE)
    seats = LearnerSeats(toy_game("race"), 6, {0: waits, 1: takes}, seed=1)
    seats.reset()
    assert [seats.players[place] for place in seats.opponents[seats.seat == 0, 1]] == [takes] * 3
    assert [seats.players[place] for place in seats.opponents[seats.seat == 1, 0]] == [waits] * 3


def test_opponents_by_agent_string() -> None:
    game = make_game("vantage:three")
    text = "ismcts:simulations=5"
    found = []
    for opponents in (make_agent(text, game), text, [text]):
        seats = LearnerSeats(game, 2, opponents, learner_seat=0, seed=3)
        seats.reset()
        for _ in range(10):
            seats.step(seats.mask.argmax(axis=1))
        found.append(snapshot(seats))
    for other in found[1:]:
        assert_same(found[0], other)
    again = copy.deepcopy(seats)
    for each in (seats, again):
        each.step(each.mask.argmax(axis=1))
    assert_same(snapshot(seats), snapshot(again))
    by_seat = LearnerSeats(game, 1, {0: None, 1: "scripted", 2: text}, learner_seat=0, seed=3)
    assert [getattr(player, "name", None) for player in by_seat.players] == [None, "scripted", text]


def test_other_opponents_between_steps() -> None:
    old, new = Prefers(WAIT), Prefers(TAKE)
    seats = LearnerSeats(toy_game("race", max_waits=20), 8, [old, old, old], learner_seat=0, seed=1)
    seats.reset()
    places = seats.opponents.copy()
    assert len(set(places[:, 1].tolist())) == 3
    seats.set_opponents([old, new])
    kept = places[:, 1] < 2
    np.testing.assert_array_equal(seats.opponents[kept], places[kept])
    assert (seats.opponents[:, 1] < 2).all() and (seats.opponents[:, 0] == LEARNER).all()
    now = seats.opponents[:, 1].copy()
    seats.step(np.full(8, WAIT))
    np.testing.assert_array_equal(seats.terminated, now == 1)


def test_opponents_see_what_their_seats_know() -> None:
    game, spy = toy_game("magpie"), Chancy()
    seats = LearnerSeats(game, 16, spy, learner_seat=0, seed=1)
    seats.reset()
    times, seeds = 0, set[int]()
    for turn in range(20):
        seats.step(spread(seats.mask, turn))
        asked = spy.last
        if asked is None:
            continue  # the learner is still at its first turn everywhere
        times += 1
        assert (asked.seats != 0).all()
        assert asked.mask.any(axis=1).all()
        assert asked.states.tobytes() == game.redact(asked.states, asked.seats).tobytes()
        np.testing.assert_array_equal(asked.observation, game.observe(asked.states, asked.seats))
        assert not asked.states["rng"].any()
        assert seeds.isdisjoint(asked.seeds.tolist()) and len(set(asked.seeds.tolist())) == len(asked)
        seeds.update(asked.seeds.tolist())
        spy.last = None
    assert times > 10


def test_threads_change_nothing() -> None:
    one, two = (LearnerSeats(toy_game("magpie"), 64, threads=threads, seed=3) for threads in (1, 2))
    one.reset()
    two.reset()
    for turn in range(20):
        assert_same(snapshot(one), snapshot(two))
        one.step(spread(one.mask, turn))
        two.step(spread(two.mask, turn))


@pytest.mark.parametrize("opponents", [None, [Chancy(), None]])
def test_going_on_from_a_state_is_going_on(opponents: Any, tmp_path: Any) -> None:
    game = toy_game("magpie")
    seats, later = LearnerSeats(game, 6, opponents, seed=3), LearnerSeats(game, 6, opponents, seed=77)
    seats.reset()
    for turn in range(33):
        seats.step(spread(seats.mask, turn))
    np.savez(tmp_path / "state.npz", **seats.get_state())
    with np.load(tmp_path / "state.npz", allow_pickle=False) as state:
        later.set_state(dict(state))
    for turn in range(33, 150):
        assert_same({"mask": seats.mask.copy(), "seat": seats.seat.copy()}, {"mask": later.mask, "seat": later.seat})
        seats.step(spread(seats.mask, turn))
        later.step(spread(later.mask, turn))
        for name in ("rewards", "terminated", "truncated", "observation", "opponents", "skipped"):
            np.testing.assert_array_equal(getattr(seats, name), getattr(later, name), err_msg=name)
    assert_same(snapshot(seats), snapshot(later))


def test_a_state_that_does_not_fit_is_refused_and_nothing_changes() -> None:
    game = toy_game("magpie")
    seats = LearnerSeats(game, 3, [None, Chancy()], seed=3)
    seats.reset()
    good, before = seats.get_state(), snapshot(seats)
    other = LearnerSeats(toy_game("magpie", lives=2), 3, [None, Chancy()], seed=3)
    other.reset()
    fewer = LearnerSeats(game, 2, [None, Chancy()], seed=3)
    fewer.reset()
    bad: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({}, ValueError, "the state holds"),
        ({**good, "extra": np.zeros(1)}, ValueError, "extra"),
        ({**good, "seat": good["seat"].astype(np.int32)}, ValueError, "seat in the state is int32"),
        ({**good, "states": good["states"][:-40]}, SaveError, "damaged"),
        ({**good, "states": other.get_state()["states"]}, ValueError, "expected magpie"),
        ({**good, "states": fewer.get_state()["states"]}, ValueError, "2 states for 3 slots"),
        (fewer.get_state(), ValueError, "expected"),
        ({**good, "opponents": good["opponents"] + 5}, ValueError, "names opponent"),
    ]
    for state, error, words in bad:
        with pytest.raises(error, match=words):
            seats.set_state(state)
        assert_same(before, snapshot(seats))


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda seats: pickle.loads(pickle.dumps(seats))], ids=["deepcopy", "pickle"]
)
def test_copies_go_on_alike(copied: Any) -> None:
    seats = LearnerSeats(make_game("kelp:duel"), 4, [Chancy(), None], seed=3)
    seats.reset()
    seats.step(spread(seats.mask, 0))
    twin = copied(seats)
    for turn in range(40):
        assert_same(snapshot(seats), snapshot(twin))
        seats.step(spread(seats.mask, turn))
        twin.step(spread(twin.mask, turn))


def test_without_restart_a_game_stays_at_its_end() -> None:
    seats = LearnerSeats(toy_game("race"), 2, None, learner_seat=1, seed=4, auto_restart=False)
    for _ in range(10):
        seats.reset()
        assert (seats.batch.states["waits"] == 1).all()
        seats.step([TAKE, WAIT])
        assert seats.terminated[0] and not seats.mask[0].any() and seats.batch.states["terminated"][0]
        with pytest.raises(IllegalActionError, match="over"):
            seats.step([TAKE, WAIT])
    assert seats.skipped.sum() > 0


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([4, 0], IllegalActionError, r"illegal action 4 \(guess north\) in game 0; shark is to act, legal: 1 \(move"),
        ([1, 99], IllegalActionError, "illegal action 99 in game 1"),
        ([1.0, 2.0], TypeError, "float"),
        ([1], ValueError, r"\(1,\)"),
        ([[1, 1]], ValueError, "shape"),
    ],
)
def test_a_bad_action_changes_nothing(actions: Any, error: type[Exception], words: str) -> None:
    seats = LearnerSeats(make_game("kelp"), 2, learner_seat=0, seed=1)
    seats.reset()
    before = snapshot(seats)
    with pytest.raises(error, match=words):
        seats.step(actions)
    assert_same(before, snapshot(seats))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"opponents": "scriptet"}, ValueError, "unknown agent 'scriptet', .* Did you mean 'scripted'"),
        ({"opponents": ["random", "ismcts:simulations=x"]}, ValueError, "agent ismcts: option simulations is 'x'"),
        ({"opponents": {0: None, 1: "runs/nobody"}}, ValueError, "unknown agent 'runs/nobody'"),
        ({"opponents": [None, 3]}, TypeError, "opponent 3"),
        ({"opponents": []}, ValueError, "no opponents"),
        ({"opponents": {0: None}}, ValueError, r"seats \[0\]"),
        ({"opponents": [None, None], "weights": [1]}, ValueError, "weights are"),
        ({"opponents": [None, None], "weights": [0, 0]}, ValueError, "weights are"),
        ({"opponents": [None, None], "weights": [1, -1]}, ValueError, "weights are"),
        ({"opponents": [None, None], "weights": [1, float("nan")]}, ValueError, "weights are"),
        ({"learner_seat": 2}, ValueError, "learner_seat is 2, expected 'rotate' or a seat from 0 to 1"),
        ({"learner_seat": True}, ValueError, "learner_seat is True"),
        ({"learner_seat": "rotated"}, ValueError, "learner_seat is 'rotated'"),
        ({"seed": -1}, ValueError, "seed is -1"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LearnerSeats(make_game("kelp"), 2, **arguments)


def test_order_and_number_of_seeds() -> None:
    seats = LearnerSeats(make_game("kelp"), 2)
    for call in (lambda: seats.step([1, 1]), seats.get_state):
        with pytest.raises(RuntimeError, match="before the first reset"):
            call()
    with pytest.raises(ValueError, match="3 seeds for 2 slots"):
        seats.reset(seed=[1, 2, 3])


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (np.zeros(1), TypeError, "answered float64"),
        (np.zeros(5, int), TypeError, r"answered int64 \(5,\)"),
        (np.array([9]), IllegalActionError, r"illegal action 9 \(pass\)"),
    ],
)
def test_an_opponent_that_answers_wrongly_is_named(answer: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LearnerSeats(make_game("kelp"), 1, Answers(answer), learner_seat=1).reset(seed=1)


def test_games_against_random_players_are_those_of_the_rule_book() -> None:
    """Random against random on 6×6 under `bump`: shark 36.2 %, draw 33.3 %, octopus 30.5 %, from either seat."""
    for seat in (0, 1):
        seats = LearnerSeats(make_game("kelp:illegal_direction=bump"), 512, learner_seat=seat, seed=8)
        seats.reset()
        results: list[float] = []
        while len(results) < 8_000:
            seats.step(seats.batch.random_actions())
            results += seats.rewards[seats.terminated].tolist()
        shark = [result if seat == 0 else -result for result in results]
        for result, share in ((1, 0.362), (0, 0.333), (-1, 0.305)):
            assert abs(np.mean(np.equal(shark, result)) - share) < 0.02, (seat, result)


def test_players_are_asked_in_the_order_of_the_slots() -> None:
    asked: list[tuple[int, ...]] = []

    class Notes(Prefers):
        def act(self, decisions: Decisions) -> Any:
            asked.append(tuple(decisions.observation[:, 3].astype(int)))
            return super().act(decisions)

    seats = LearnerSeats(toy_game("race", max_waits=20), 3, Notes(WAIT), learner_seat=0, seed=1)
    seats.reset()
    for _ in itertools.repeat(None, 3):
        seats.step(np.full(3, WAIT))
    assert asked == [(1, 1, 1), (3, 3, 3), (5, 5, 5)]
