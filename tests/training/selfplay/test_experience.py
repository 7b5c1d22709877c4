"""What decisions earned and what came after them, by hand: advantages of games in which seats act in any order."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.training.selfplay.experience import ENDED, OPEN, Experience

# Powers of two, so that all expected numbers are exact.
GAMMA, LAMBDA = 0.5, 0.25


class Played:
    """Games written down step by step.

    Args:
        tables: number of games.
        seats: in each.
    """

    def __init__(self, tables: int = 1, seats: int = 2) -> None:
        self.experience = Experience(tables, seats, 2, 32)
        self._rewards = np.zeros((tables, seats), np.float32)

    def decide(self, seat: int, value: float, table: int = 0) -> int:
        """A decision of `seat`, which expected `value`; its number."""
        e = self.experience
        number = e.count
        one = np.array([table]), np.array([seat]), np.ones((1, 2), np.int8), np.array([seat])
        e.add(*one, np.array([-0.5], np.float32), np.array([value], np.float32))
        return number

    def get(self, *rewards: float, over: str = "", table: int = 0) -> list[int]:
        """A step that gave the seats `rewards`, and ended the game or not; the decisions that it cut off."""
        self._rewards[:] = 99  # those of other tables are not to be looked at
        self._rewards[table] = rewards
        ended = np.ones(len(self._rewards), bool)
        ended[table] = over == "terminated"
        cut = np.ones(len(self._rewards), bool)
        cut[table] = over == "truncated"
        return self.experience.pay(np.array([table]), self._rewards, ended, cut).tolist()

    def learn_from(self, *known: int, gamma: float = GAMMA, lambda_: float = LAMBDA) -> tuple[list[int], list[float]]:
        """Which decisions are learned from, and the advantages of all."""
        usable = self.experience.estimate(np.array(known, np.int64), gamma, lambda_)
        return usable.tolist(), self.experience.advantages[: self.experience.count].tolist()


def test_alternating_seats() -> None:
    g = Played()
    g.decide(0, 1.0)
    g.get(0, 0)
    g.decide(1, 3.0)
    g.get(1, 0)  # paid to seat 0 after seat 1's move
    g.decide(0, 2.0)
    g.get(0, 0)
    g.decide(1, -1.0)
    g.get(4, -4, over="terminated")
    usable, advantages = g.learn_from()
    assert usable == [0, 1, 2, 3]
    last = [4 - 2.0, -4 + 1.0]
    first = 1 + 0.5 * 2 - 1.0 + 0.125 * last[0], 0 + 0.5 * -1 - 3.0 + 0.125 * last[1]
    assert advantages == [first[0], first[1], *last]


def test_a_seat_that_acts_several_times_in_a_row() -> None:
    g = Played()
    g.decide(0, 1.0)
    g.get(2, -1)  # nothing for seat 1, which has not decided anything yet
    g.decide(0, 0.0)
    g.get(0, 0)
    g.decide(0, 4.0)
    g.get(0, 0)
    g.decide(1, 1.0)
    g.get(1, 8, over="terminated")
    usable, advantages = g.learn_from()
    assert usable == [0, 1, 2, 3]
    third = 1 - 4.0
    second = 0 + 0.5 * 4 - 0 + 0.125 * third
    first = 2 + 0.5 * 0 - 1 + 0.125 * second
    assert advantages == [first, second, third, 7.0]


def test_a_seat_that_is_out_is_paid_to_the_end() -> None:
    g = Played(seats=3)
    g.decide(0, 1.0)
    g.get(0, 0, 0)
    g.decide(1, 0.0)
    g.get(-2, 0, 0)  # seat 0 is out: its last decision was its first
    for value in (1.0, 2.0):
        g.decide(1, value)
        g.get(0, 0, 0)
    g.decide(2, 0.5)
    g.get(5, 1, 2, over="terminated")
    usable, advantages = g.learn_from()
    assert usable == [0, 1, 2, 3, 4]
    assert advantages[0] == -2 + 5 - 1.0
    assert advantages[3:] == [1 - 2.0, 2 - 0.5]
    assert g.experience.following.tolist()[:5] == [ENDED, 2, 3, ENDED, ENDED]


def test_a_game_that_was_cut_off_goes_on_in_expectation() -> None:
    g = Played(seats=3)
    g.decide(0, 1.0)
    g.get(0, 0, 0)
    g.decide(2, 2.0)
    cut = g.get(1, 7, 0, over="truncated")
    assert cut == [0, -1, 1]  # seat 1 never decided
    g.experience.tail[[0, 1]] = 8.0, -4.0
    usable, advantages = g.learn_from()
    assert usable == [0, 1]
    assert advantages == [1 + 0.5 * 8 - 1, 0.5 * -4 - 2]


def test_a_game_that_ended_is_not_expected_to_go_on() -> None:
    g = Played()
    g.experience.tail[:] = 100  # from earlier iterations
    g.decide(0, 1.0)
    assert g.get(3, -3, over="terminated") == []
    assert g.learn_from() == ([0], [2.0])


def test_play_that_stops_in_mid_game() -> None:
    """The seat to act expects what it would next; what comes after the other seats' last decisions is not known."""
    g = Played(seats=3)
    for seat, value in ((0, 1.0), (1, 2.0), (2, 3.0), (0, 4.0), (1, 5.0)):
        g.decide(seat, value)
        g.get(0.5, 0, 0)
    assert g.experience.following.tolist()[:5] == [3, 4, OPEN, OPEN, OPEN]
    g.experience.tail[2] = 16.0  # seat 2 is to act
    usable, advantages = g.learn_from(2)
    assert usable == [0, 1, 2]
    # Seat 0's first decision is followed by one that says no more than its own value.
    assert advantages == [1.5 + 0.5 * 4 - 1, 0.5 * 5 - 2, 0.5 * 16 - 3, 0, 0]


def test_several_decisions_before_play_stops() -> None:
    g = Played()
    for value in (1.0, 2.0, 4.0):
        g.decide(0, value)
        g.get(1, 0)
    assert g.learn_from() == ([0, 1], [1 + 0.5 * 2 - 1 + 0.125 * (1 + 0.5 * 4 - 2), 1 + 0.5 * 4 - 2, 0])


def test_the_next_iteration_begins_without_the_last() -> None:
    g = Played()
    g.decide(0, 1.0)
    g.get(1, 0)
    g.experience.clear()
    assert g.experience.count == 0
    g.get(5, 5)  # for a decision that is forgotten
    g.decide(1, 2.0)
    g.get(2, 3)  # 2 for the same
    g.decide(0, 1.0)
    g.get(7, 1, over="terminated")
    assert g.learn_from() == ([0, 1], [3 + 1 - 2.0, 6.0])


def test_a_new_game_at_the_same_table_is_another_game() -> None:
    g = Played()
    g.decide(0, 1.0)
    g.get(2, 0, over="terminated")
    g.decide(0, 3.0)
    g.get(4, 0, over="truncated")
    g.decide(0, 5.0)
    g.get(1, 0, over="terminated")
    assert g.experience.following.tolist()[:3] == [ENDED] * 3
    assert g.learn_from() == ([0, 1, 2], [1.0, 1.0, -4.0])


def test_tables_do_not_mix() -> None:
    g = Played(tables=3)
    g.decide(0, 1.0, table=2)
    g.decide(0, 2.0, table=0)
    g.get(3, 0, table=2)
    g.decide(1, 4.0, table=0)
    g.get(1, 0, table=0, over="terminated")
    g.decide(0, 0.0, table=2)
    assert g.get(5, 0, table=2, over="truncated") == [3, -1]
    assert g.learn_from() == ([0, 1, 2, 3], [3 + 0.5 * 0 - 1 + 0.125 * 5, 1 - 2.0, -4.0, 5.0])


def test_games_that_are_cut_off_together_come_in_order_of_the_tables() -> None:
    g = Played(tables=3)
    for table, seat in ((2, 1), (0, 0), (1, 0), (2, 0)):
        g.decide(seat, 0.0, table)
    everyone, none = np.arange(3), np.zeros(3, bool)
    found = g.experience.pay(everyone, np.zeros((3, 2), np.float32), none, np.array([True, False, True]))
    assert found.tolist() == [1, -1, 3, 0]
    assert g.experience.latest.tolist() == [[-1, -1], [2, -1], [-1, -1]]


@pytest.mark.parametrize(
    ("gamma", "lambda_", "wanted"),
    [
        (1.0, 1.0, [7 - 1.0, 6 - 2.0, 4 - 4.0]),  # all that is earned later, less what was expected
        (1.0, 0.0, [1 + 2 - 1.0, 2 + 4 - 2.0, 4 - 4.0]),  # one decision ahead
        (0.5, 1.0, [1 + 0.5 * (2 + 0.5 * 4) - 1, 2 + 0.5 * 4 - 2, 0.0]),
        (0.5, 0.0, [1 + 0.5 * 2 - 1, 2 + 0.5 * 4 - 2, 0.0]),
        (0.0, 1.0, [0.0, 0.0, 0.0]),
    ],
)
def test_discount_and_lambda(gamma: float, lambda_: float, wanted: list[float]) -> None:
    g = Played(seats=1)
    for value, reward, over in ((1.0, 1, ""), (2.0, 2, ""), (4.0, 4, "terminated")):
        g.decide(0, value)
        g.get(reward, over=over)
    assert g.learn_from(gamma=gamma, lambda_=lambda_) == ([0, 1, 2], wanted)


def test_what_was_decided_is_kept() -> None:
    e = Experience(4, 2, 3, 8)
    masks = np.array([[1, 0, 1], [0, 1, 1]], np.int8)
    numbers = np.array([-0.25, -0.5], np.float32), np.array([1.5, 2.5], np.float32)
    e.add(np.array([3, 1]), np.array([0, 1]), masks, np.array([2, 1]), *numbers)
    e.add(np.array([0]), np.array([1]), masks[:1], np.array([0]), numbers[0][:1], numbers[1][:1])
    assert e.count == 3
    assert e.masks[:3].tolist() == [[1, 0, 1], [0, 1, 1], [1, 0, 1]]
    assert e.actions[:3].tolist() == [2, 1, 0]
    assert e.log_probabilities[:3].tolist() == [-0.25, -0.5, -0.25]
    assert e.values[:3].tolist() == [1.5, 2.5, 1.5]
    assert e.latest.tolist() == [[-1, 2], [-1, 1], [-1, -1], [0, -1]]
