"""The decisions LD1 to LD12, by which the rule book of Lockup becomes exact; the others are in
`test_decisions_in_detail.py`, battles in `test_battle.py`, cards in `test_cards.py` and `test_events.py`.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from scipy import stats

from ludarium import make_game
from ludarium.envs.core.options import OptionError
from ludarium.envs.lockup.tables import FACTIONS
from tests.lockup.table import (
    allows,
    display,
    give,
    legal,
    pass_round,
    pass_to_upkeep,
    plain,
    play,
    scores,
    seated,
    show,
    take,
    value,
)


@pytest.mark.rule("LD1")
def test_every_face_up_monster_is_a_place_for_one_worker() -> None:
    game, states = plain()
    show(states, "Torch Sneak", "Torch Sneak", "Yard Hound")
    give(states, gold=[9, 9])
    play(game, states, "hire torch sneak", "hire torch sneak")
    assert (value(states, "workers"), value(states, "occupied")) == ([3, 3], [0] * 5)
    assert not allows(game, states, "hire torch sneak")
    assert allows(game, states, "hire yard hound")
    play(game, states, "hire yard hound")
    assert display(states) == {}


@pytest.mark.rule("LD2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_display_by_round_as_far_as_the_piles_reach(seats: int) -> None:
    game, states = plain(num_players=seats)
    left = {"common": 22, "rare": 16, "legendary": 12}
    for number in range(1, 6):
        late = number >= 3
        wanted = {"common": seats if late else 2 * seats, "rare": seats, "legendary": seats if late else 0}
        shown = {tier: min(wanted[tier], left[tier]) for tier in left}
        assert display(states) == Counter(shown)
        left = {tier: left[tier] - shown[tier] for tier in left}
        assert value(states, "pile_left") == list(left.values())
        pass_round(game, states)
    assert display(states) == {}


@pytest.mark.rule("LD2", "LD15")
def test_the_display_is_drawn_evenly_from_the_pile() -> None:
    shown = make_game("lockup").new_states(3, 4000)["display"].sum(axis=0)
    for kinds, cards in ((shown[:11], 4), (shown[11:19], 2)):
        assert kinds.sum() == 4000 * cards
        assert stats.chisquare(kinds).pvalue > 1e-4
    assert shown[19:].sum() == 0


@pytest.mark.rule("LD4")
def test_passing_is_always_possible_and_lasts_for_the_round() -> None:
    game, states = plain(num_players=3)
    give(states, food=[4, 4, 4])
    assert allows(game, states, "pass")
    play(game, states, "market gold", "pass", "hall")
    assert (value(states, "out"), value(states, "to_act")) == ([0, 1, 0], 0)
    play(game, states, "arena 1")
    assert value(states, "to_act") == 2
    play(game, states, "pass", "pass")
    assert (value(states, "round_number"), value(states, "out")) == (2, [0, 0, 0])


@pytest.mark.rule("LD4", "LD8", "LD19")
def test_who_has_passed_keeps_the_workers_but_feeds_them() -> None:
    game, states = plain()
    give(states, food=[9, 9])
    play(game, states, "pass", "pass")
    assert (value(states, "food"), value(states, "workers")) == ([5, 5], [4, 4])


@pytest.mark.rule("LD6", "LD15")
def test_income_of_commanders_comes_every_round_in_which_they_lie_there() -> None:
    game, states = plain()
    take(game, states, 1, "Paymaster", "Toll Baron", "Cook Hobb")
    give(states, food=[4, 4])
    pass_round(game, states)
    assert (value(states, "gold"), value(states, "food")) == ([3, 5], [0, 2])


@pytest.mark.rule("LD8", "LD19")
def test_lump_upkeep_is_paid_in_food_without_asking_else_by_one_choice() -> None:
    game, states = plain()
    give(states, food=[4, 3], gold=[0, 9])
    pass_to_upkeep(game, states)
    assert (value(states, "to_act"), value(states, "food")) == (1, [0, 3])
    assert legal(game, states) == {"pay gold", "lose points"}
    play(game, states, "pay gold")
    assert (value(states, "gold"), value(states, "food"), value(states, "round_number")) == ([0, 7], [0, 3], 2)


@pytest.mark.rule("LD8", "LD19")
def test_upkeep_by_worker_asks_once_for_every_worker() -> None:
    game, states = plain(upkeep="per_worker")
    give(states, food=[2, 9], gold=[3, 0])
    pass_to_upkeep(game, states)
    for choice, choices in (
        ("feed", {"feed", "pay gold", "lose points"}),
        ("pay gold", {"feed", "pay gold", "lose points"}),
        ("feed", {"feed", "lose points"}),
        ("lose points", {"lose points"}),
    ):
        assert (value(states, "to_act"), legal(game, states)) == (0, choices)
        play(game, states, choice)
    assert [value(states, name) for name in ("food", "gold", "penalty")] == [[0, 9], [1, 0], [2, 0]]
    assert (value(states, "to_act"), legal(game, states)) == (1, {"feed", "lose points"})  # however much there is
    play(game, states, "lose points", "feed", "feed", "lose points")
    assert [value(states, name) for name in ("food", "penalty", "round_number")] == [[0, 7], [2, 4], 2]


@pytest.mark.rule("LD9", "LD22")
def test_factions_pay_at_the_start_of_every_round_unless_they_are_blank() -> None:
    game, states = seated("Cellar Kin", "Iron Gang", "Coin Rats")
    assert (value(states, "gold"), value(states, "food")) == ([4, 5, 6], [5, 4, 3])
    give(states, food=[4, 4, 4], gold=[0, 0, 0])
    pass_round(game, states)
    assert (value(states, "gold"), value(states, "food")) == ([1, 2, 3], [3, 2, 1])
    game, states = plain(num_players=4)
    give(states, food=[4] * 4, gold=[9] * 4, to_act=FACTIONS.index("Iron Gang"))
    for distance in (1, 2, 3):
        after = states.copy()
        play(game, after, f"arena {distance}")
        assert value(after, "gold") == [9] * 4
    pass_round(game, states)
    assert (value(states, "gold"), value(states, "food")) == ([9] * 4, [0] * 4)
    assert not states["modifiers"].any()


@pytest.mark.rule("LD10", "LD15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_rotates_and_seats_place_in_turn(seats: int) -> None:
    game, states = plain(num_players=seats)
    for number in range(5):
        first = number % seats
        assert (value(states, "start"), value(states, "to_act")) == (first, first)
        give(states, food=[9] * seats, gold=[9] * seats)
        show(states, *["Torch Sneak"] * 9)
        turns = []
        while value(states, "round_number") == 1 + number and not value(states, "terminated"):
            turns.append(value(states, "to_act"))
            placed = value(states, "workers")[turns[-1]] < 3
            play(game, states, "pass" if placed else "hire torch sneak")
        assert turns == [(first + turn) % seats for turn in range(3 * seats)]


@pytest.mark.rule("LD11")
@pytest.mark.parametrize(
    ("points", "gold", "returns"),
    [
        ([5, 4], [0, 9], [1, -1]),
        ([5, 5], [0, 9], [-1, 1]),
        ([5, 5], [2, 2], [0, 0]),
        ([-3, -2], [9, 0], [-1, 1]),
        ([5, 4, 5], [1, 9, 2], [-1 / 2, -1 / 2, 1]),
        ([5, 4, 5], [2, 9, 2], [1 / 4, -1 / 2, 1 / 4]),
        ([1, 1, 1], [2, 2, 2], [0, 0, 0]),
        ([0, 7, 0, 0], [9, 9, 9, 9], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([7, 0, 7, 7], [3, 9, 3, 3], [1 / 9, -1 / 3, 1 / 9, 1 / 9]),
        ([7, 0, 7, 7], [3, 9, 3, 2], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
    ],
)
def test_ties_go_to_more_gold_and_are_then_shared(points: list[int], gold: list[int], returns: list[float]) -> None:
    seats = len(points)
    game, states = plain(num_players=seats)
    give(states, round_number=5, food=[4] * seats, gold=gold, bonus=[max(0, p) for p in points])
    give(states, penalty=[max(0, -p) for p in points])
    pass_round(game, states)
    assert value(states, "terminated")
    assert scores(states) == points
    assert value(states, "returns") == pytest.approx(returns)


@pytest.mark.rule("LD11", "LD20")
def test_gold_counts_after_the_last_upkeep() -> None:
    game, states = plain()
    take(game, states, 0, "Mission: Hoard")
    give(states, round_number=5, food=[0, 4], gold=[7, 6])
    assert scores(states) == [3, 0]
    pass_to_upkeep(game, states)
    play(game, states, "pay gold")
    assert (scores(states), value(states, "returns")) == ([0, 0], [-1.0, 1.0])


@pytest.mark.rule("LD12")
@pytest.mark.parametrize("seats", [1, 5, 0, "two", True])
def test_two_to_four_can_play(seats: object) -> None:
    with pytest.raises(OptionError, match="num_players"):
        make_game("lockup", num_players=seats)


@pytest.mark.rule("LD12", "LD22")
def test_factions_are_dealt_at_random_and_openly() -> None:
    assert make_game("lockup").num_players == 2
    for seats in (2, 4):
        game = make_game("lockup", num_players=seats)
        states = game.new_states(1, 2400)
        deals = Counter(map(tuple, states["faction"][:, :seats].tolist()))
        possible = list(itertools.permutations(range(4), seats))
        assert sorted(deals) == sorted(possible)
        assert stats.chisquare([deals[deal] for deal in possible]).pvalue > 1e-4
        assert (game.redact(states, -1)["faction"] == states["faction"]).all()
