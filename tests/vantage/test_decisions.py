"""The decisions VD1 to VD17, by which the rule book of Vantage becomes exact (VD18, VD19: `test_knowledge.py`)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import IllegalActionError
from ludarium.envs.core.options import OptionError
from tests.vantage.oracle import IDS, TABLE
from tests.vantage.table import (
    area,
    copies,
    deck,
    hand,
    in_play,
    legal,
    pile,
    play,
    position,
    start,
    total,
    turn,
    value,
)


def returns(states: np.ndarray, n: int) -> list[float]:
    """Rounded to 32 bits, as the record holds them."""
    return [float(pay) for pay in states["returns"][0, :n]]


# --- the end of the game --------------------------------------------------------------------------------------------


@pytest.mark.rule("VD1")
@pytest.mark.parametrize(("target", "over"), [(9, True), (10, False)])
@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_at_least_the_target_at_the_end_of_the_own_turn(target: int, over: bool, end_rule: str) -> None:
    game, states = position(["VR9"], [], target_score=target, end_rule=end_rule)
    play(game, states, "score VR9")
    assert value(states, "terminated") == (over and end_rule == "immediate")
    assert value(states, "last_round") == (over and end_rule == "finish_round")


@pytest.mark.rule("VD1")
@pytest.mark.parametrize(
    ("seat_1", "cards_left", "paid"),
    [
        ("VB9", 1, [-1.0, 1.0]),  # 15 against 16
        ("VB7", 1, [1.0, -1.0]),  # 15 against 14
        ("VB8", 2, [1.0, -1.0]),  # as many points, one card less
        ("VB8", 0, [-1.0, 1.0]),
        ("VB8", 1, [0.0, 0.0]),
    ],
)
def test_a_finished_round_is_won_by_points_then_by_fewer_cards_then_shared(
    seat_1: str, cards_left: int, paid: list[float]
) -> None:
    hands = ["VR9", "VG1"], [seat_1, *["VG1"] * cards_left]
    game, states = position(*hands, areas=[["VB6"], ["VG7"]], end_rule="finish_round", deck=[])
    play(game, states, "score VR9", f"score {seat_1}")
    assert value(states, "terminated")
    assert returns(states, 2) == paid


@pytest.mark.rule("VD2", "VD9")
@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_with_nothing_to_draw_the_game_ends_after_the_round(end_rule: str) -> None:
    game, states = position(["VR1"], ["VB2", "VG1"], ["VG3"], deck=[], end_rule=end_rule)
    play(game, states, "score VR1")
    assert (value(states, "last_round"), value(states, "terminated"), value(states, "shuffle")) == (True, False, 1)
    assert hand(states, 1) == ["VB2", "VG1"]
    play(game, states, "score VB2")  # who could not draw still acts
    assert not value(states, "terminated")
    play(game, states, "score VG3")
    assert value(states, "terminated")
    assert returns(states, 3) == [-0.5, -0.5, 1.0]


@pytest.mark.rule("VD2")
def test_recycling_waits_until_a_card_must_be_drawn_and_shuffles() -> None:
    pile_of = ["VB4", "VB4", "VB5", "VG4"]
    game, states = position(["VR1", "VG7"], ["VR2"], pile=pile_of, deck=["VG9"])
    play(game, states, "score VR1")
    assert (deck(states), pile(states), value(states, "shuffle")) == ([], pile_of, 1)
    many = copies(game, states, 400)
    game.step(many, game.action_number("score VR2"))
    drawn = Counter(IDS[card - 1] for card in many["hand"][:, 0, 1])
    assert drawn.keys() == {*pile_of}
    assert 150 < drawn["VB4"] < 250 and 60 < drawn["VB5"] < 140  # half and a quarter of 400
    assert (many["pile_size"] == 0).all() and (many["shuffle"] == 2).all() and (many["deck_size"] == 3).all()


@pytest.mark.rule("VD3", "VD10")
def test_an_action_is_mandatory_and_an_exchange_needs_a_pile() -> None:
    game, states = position(["VR1", "VG9"], ["VR2"])
    assert legal(game, states) == {"score VR1", "score VG9", "ability VR1", "ability VG9"}
    for action in ("pass", "stop", "exchange VR1", "choose VR1", "opponent 1", "score VR2"):
        before = states.copy()
        with pytest.raises(IllegalActionError, match="illegal action"):
            play(game, states, action)
        assert (states == before).all()


@pytest.mark.rule("VD4")
def test_the_new_card_stays_and_the_older_of_its_number_goes() -> None:
    game, states = position(["VR3"], [], areas=[["VB3", "VG5"], ["VG3"]], pile=["VY9"], max_turns=1)
    changed = turn(game, states, "score VR3")
    assert changed == {"hand 0": [], "area 0": ["VR3", "VG5"], "pile": ["VY9", "VB3"]}


@pytest.mark.rule("VD5")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_cap_counts_the_turns_of_all_players_and_truncates(n: int) -> None:
    game, states = start(num_players=n, max_turns=n + 1, target_score=100)
    for _ in range(n + 1):
        assert not value(states, "truncated")
        play(game, states, f"score {hand(states, value(states, 'to_act'))[0]}")
    assert value(states, "truncated") and not value(states, "terminated")
    assert (value(states, "turns"), returns(states, n), legal(game, states)) == (n + 1, [0.0] * n, set())
    with pytest.raises(IllegalActionError, match="over"):
        play(game, states, "score VR1")


@pytest.mark.rule("VD5")
def test_the_cap_waits_for_the_end_of_a_turn() -> None:
    game, states = position(["VR1"], [], areas=[[], ["VB8"]], max_turns=1)
    play(game, states, "ability VR1", "opponent 1")
    assert not value(states, "truncated")
    play(game, states, "choose VB8")
    assert value(states, "truncated")


@pytest.mark.rule("VD9", "VD5")
@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_a_regular_end_takes_precedence_over_the_cap(end_rule: str) -> None:
    game, states = position(["VG1"], ["VR9"], areas=[[], ["VB6"]], seat=1, turns=9, max_turns=10, end_rule=end_rule)
    play(game, states, "score VR9")
    assert value(states, "terminated") and not value(states, "truncated")
    assert returns(states, 2) == [-1.0, 1.0]


@pytest.mark.rule("VD5", "VD9")
def test_the_cap_cuts_off_a_round_that_was_to_be_finished() -> None:
    game, states = position(["VR9"], ["VG1"], areas=[["VB6"]], turns=8, max_turns=9, end_rule="finish_round")
    play(game, states, "score VR9")
    assert value(states, "truncated") and not value(states, "terminated")
    assert returns(states, 2) == [0.0, 0.0]


@pytest.mark.rule("VD5", "VD6")
@pytest.mark.parametrize(
    ("option", "low", "high"), [("num_players", 2, 4), ("target_score", 1, 100), ("max_turns", 1, 1000)]
)
def test_numbers_and_their_ranges(option: str, low: int, high: int) -> None:
    for number in (low, high):
        assert getattr(make_game("vantage", **{option: number}).options, option) == number
    for number in (low - 1, high + 1):
        with pytest.raises(OptionError, match=f"{option} is {number}, expected {low} to {high}"):
            make_game("vantage", **{option: number})


@pytest.mark.rule("VD1", "VD5", "VD6")
def test_the_defaults() -> None:
    options = make_game("vantage").options
    assert (options.num_players, options.target_score, options.end_rule, options.max_turns) == (2, 15, "immediate", 200)
    with pytest.raises(OptionError, match=r"end_rule.*immediate.*finish_round"):
        make_game("vantage", end_rule="later")


@pytest.mark.rule("VD6")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_winner_gets_one_and_the_others_share_the_loss(n: int) -> None:
    game, states = position(["VR9"], *[["VG1"]] * (n - 1), areas=[["VB6"]])
    assert value(states, "to_act") == 0
    assert returns(states, n) == [0.0] * n
    play(game, states, "score VR9")
    assert returns(states, n) == pytest.approx([1.0] + [-1 / (n - 1)] * (n - 1))


@pytest.mark.rule("VD7")
def test_penalties_sit_apart_and_a_total_may_be_negative() -> None:
    game, states = position(["VR2"], ["VB9"], penalties=[0, 3], max_turns=2)
    play(game, states, "ability VR2", "opponent 1")
    assert (total(states, 1), area(states, 1)) == (-5, [])
    play(game, states, "score VB9")
    assert (total(states, 1), value(states, "points")[1]) == (4, 9)


@pytest.mark.rule("VD8", "VD6")
@pytest.mark.parametrize(
    ("points", "paid"),
    [
        ([3, 3], [0, 0]),
        ([3, 3, 1], [1 / 4, 1 / 4, -1 / 2]),
        ([3, 3, 3], [0, 0, 0]),
        ([1, 3, 1, 1], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([3, 1, 3, 1], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
        ([3, 3, 1, 3], [1 / 9, 1 / 9, -1 / 3, 1 / 9]),
        ([3, 3, 3, 3], [0, 0, 0, 0]),
    ],
)
def test_winners_share(points: list[int], paid: list[float]) -> None:
    colours = "RBGY"
    areas = [[f"V{colours[seat]}{number}"] for seat, number in enumerate(points)]
    hands: list[list[str]] = [[] for _ in points]
    game, states = position(*hands, areas=areas, deck=[], last_round=True)
    play(game, states, *["pass"] * len(points))
    assert value(states, "terminated")
    assert returns(states, len(points)) == pytest.approx(paid, abs=1e-6)
    assert sum(returns(states, len(points))) == pytest.approx(0, abs=1e-6)


@pytest.mark.rule("VD9")
def test_the_target_is_tested_on_cards_minus_penalties() -> None:
    game, states = position(["VR9"], [], areas=[["VB6"]], penalties=[1])
    play(game, states, "score VR9")
    assert (total(states, 0), value(states, "terminated")) == (14, False)


@pytest.mark.rule("VD9")
def test_the_target_is_not_tested_inside_a_turn_nor_in_others_turns() -> None:
    game, states = position(["VY2", "VR9", "VB9", "VB5"], ["VG1"], areas=[["VB6"], ["VG9", "VB8"]])
    play(game, states, "ability VY2", "choose VR9")
    assert (total(states, 0), value(states, "terminated")) == (15, False)
    # A second nine gives 6 + 9 as before; then the test comes.
    play(game, states, "choose VB9")
    assert returns(states, 2) == [1.0, -1.0]
    game, states = position(["VR1"], ["VB1"], areas=[[], ["VG9", "VB8"]])
    play(game, states, "score VR1")
    assert not value(states, "terminated")
    play(game, states, "score VB1")
    assert returns(states, 2) == [-1.0, 1.0]


@pytest.mark.rule("VD9")
def test_a_reached_target_ends_a_finished_round_even_if_undone() -> None:
    game, states = position(["VR9"], ["VR2"], ["VG9"], areas=[["VB6"]], end_rule="finish_round")
    play(game, states, "score VR9", "ability VR2", "opponent 2", "score VG9")
    assert (total(states, 0), value(states, "terminated")) == (13, True)
    assert returns(states, 3) == [1.0, -0.5, -0.5]


@pytest.mark.rule("VD9")
def test_a_failed_draw_ends_the_game_even_if_cards_come_back() -> None:
    game, states = position(["VR1"], ["VR4"], ["VG3"], areas=[[], [], ["VB3"]], deck=[])
    play(game, states, "score VR1", "ability VR4", "opponent 1")
    assert hand(states, 2) == ["VG3 of shuffle 1", "VR4"]
    play(game, states, "score VG3")
    assert value(states, "terminated")


@pytest.mark.rule("VD9")
def test_a_target_reached_in_the_last_round_wins_at_once_if_immediate() -> None:
    game, states = position(["VR1"], ["VB6"], ["VG1"], areas=[[], ["VB9"], ["VG8", "VG9"]], deck=[])
    play(game, states, "score VR1")
    assert value(states, "last_round")
    play(game, states, "score VB6")
    assert value(states, "terminated")
    assert returns(states, 3) == [-0.5, 1.0, -0.5]  # seat 2 would have had 18


@pytest.mark.rule("VD9")
def test_a_target_reached_by_the_last_seat_ends_the_round_with_its_turn() -> None:
    game, states = position(["VG1"], ["VR9"], areas=[["VG9", "VY8"], ["VB6"]], seat=1, end_rule="finish_round")
    play(game, states, "score VR9")
    assert value(states, "terminated")
    assert returns(states, 2) == [1.0, -1.0]  # 17 against 15


@pytest.mark.rule("VD9")
def test_nothing_is_once_a_turn_because_the_turn_ends() -> None:
    game, states = position(["VY2", "VY2", "VR1"], ["VG1"], areas=[["VB4"]])
    play(game, states, "ability VY2")
    assert legal(game, states) == {"choose VY2", "choose VR1", "stop"}  # a second OVERCLOCK can only be scored
    play(game, states, "choose VY2", "stop")
    assert area(states, 0) == ["VB4", "VY2"]


# --- choices --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VD10")
def test_pass_is_for_the_empty_hand_alone_and_always_legal_there() -> None:
    game, states = position([], ["VR1"], deck=["VB1"], pile=["VB2"])
    assert legal(game, states) == {"pass"}
    assert turn(game, states, "pass") == {"hand 1": ["VR1", "VB1"], "deck": []}
    assert "pass" not in legal(game, states)


@pytest.mark.rule("VD11")
def test_a_choice_is_an_action_even_with_one_option() -> None:
    game, states = position(["VB6"], [], areas=[["VR3"], ["VR4"]], max_turns=1)
    for action in ("ability VB6", "opponent 1", "choose VR4", "choose VR3"):
        assert action in legal(game, states)
        assert action == "ability VB6" or legal(game, states) == {action}
        play(game, states, action)
    assert (value(states, "moves"), value(states, "turns")) == (4, 1)


@pytest.mark.rule("VD11")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_opponents_are_named_by_their_distance_clockwise(n: int) -> None:
    for seat in range(n):
        for distance in range(1, n):
            game, states = position(*[["VR2"]] * n, seat=seat, max_turns=1)
            play(game, states, "ability VR2")
            assert legal(game, states) == {f"opponent {away}" for away in range(1, n)}
            other = (seat + distance) % n
            assert turn(game, states, f"opponent {distance}")[f"penalty {other}"] == 2


@pytest.mark.rule("VD12")
def test_cards_in_play_are_in_no_hand_no_pile_and_no_reshuffle() -> None:
    game, states = position(["VY1", "VG1"], ["VR1"], pile=["VB4", "VB4"], deck=["VG9"], max_turns=1)
    play(game, states, "ability VY1")
    assert (in_play(states), hand(states, 0), pile(states)) == (["VY1"], ["VG1"], ["VB4", "VB4"])
    # Four draws find three cards; then the copied card goes on the pile and DUPLICATE above it.
    changed = turn(game, states, "choose VG1")
    assert changed["hand 0"] == ["VG9 of shuffle 1", "VB4", "VB4"]
    assert (changed["pile"], deck(states), value(states, "last_round")) == (["VG1", "VY1"], [], False)


@pytest.mark.rule("VD12")
def test_salvager_does_not_find_the_cards_in_play() -> None:
    game, states = position(["VY1", "VG3"], [], max_turns=1)
    assert turn(game, states, "ability VY1", "choose VG3") == {"hand 0": [], "pile": ["VG3", "VY1"]}


@pytest.mark.rule("VD13", "VD14", "VD15")
def test_targets_of_every_ability_at_one_table() -> None:
    """Seat 1 has a hand and a shield, seat 2 score cards, seat 3 both and no shield."""
    expected = {
        "SPY": {1, 3},
        "THIEF": {1, 3},
        "SABOTEUR": {2, 3},
        "DESTROYER": {2, 3},
        "SWAPPER": {2, 3},
    }
    for card in IDS:
        ability = TABLE[card]["ability"]
        game, states = position(
            [card], ["VG1"], [], ["VG1"], areas=[["VY3"], ["VG2"], ["VG2"], ["VG2"]], shields=[1], max_turns=1
        )
        play(game, states, f"ability {card}")
        asked = {int(action[-1]) for action in legal(game, states) if action.startswith("opponent")}
        assert asked == expected.get(ability, set()), card
        if ability == "HACKER":  # neither shield nor choice
            assert [hand(states, seat) for seat in (1, 3)] == [[], []]


@pytest.mark.rule("VD16")
def test_an_ordinary_score_play_discards_all_older_cards_of_its_number_lower_id_first() -> None:
    areas = [["VY3", "VR3", "VB3", "VY3", "VG5", "VB5"]]
    game, states = position(["VB3", "VR9"], [], areas=areas, max_turns=1)
    assert turn(game, states, "score VB3") == {
        "hand 0": ["VR9"],
        "area 0": ["VB3", "VB5", "VG5"],
        "pile": ["VR3", "VB3", "VY3", "VY3"],
    }


@pytest.mark.rule("VD16")
def test_a_swapped_card_discards_both_cards_of_a_forged_pair_and_spares_others() -> None:
    areas = [["VR3", "VB4", "VG4"], ["VR4", "VB7", "VG7"]]
    game, states = position(["VB6"], [], areas=areas, max_turns=1)
    changed = turn(game, states, "ability VB6", "opponent 1", "choose VR4", "choose VR3")
    assert changed == {
        "hand 0": [],
        "area 0": ["VR4"],
        "area 1": ["VR3", "VB7", "VG7"],
        "pile": ["VB4", "VG4", "VB6"],
    }


@pytest.mark.rule("VD16")
def test_swapping_one_card_of_a_forged_pair_leaves_the_other() -> None:
    areas = [["VR3", "VB3"], ["VG3", "VY3"]]
    game, states = position(["VB6"], [], areas=areas, pile=["VY9"], max_turns=1)
    changed = turn(game, states, "ability VB6", "opponent 1", "choose VG3", "choose VR3")
    # Each arriving three pushes out the three that stayed behind.
    assert (changed["area 0"], changed["area 1"]) == (["VG3"], ["VR3"])
    assert changed["pile"] == ["VY9", "VB3", "VY3", "VB6"]


@pytest.mark.rule("VD17")
def test_an_exchange_lays_down_before_taking_even_the_same_kind() -> None:
    game, states = position(["VG4", "VR9"], [], pile=["VG4"], max_turns=1)
    assert turn(game, states, "exchange VG4") == {"hand 0": ["VR9", "VG4 open"]}
    assert pile(states) == ["VG4"]


@pytest.mark.rule("VD17", "VD19")
def test_recycling_takes_the_whole_pile_and_begins_a_new_shuffle() -> None:
    game, states = position(["VR1"], ["VG9 seen by 0"], pile=["VB1", "VB2", "VB3"], deck=[])
    play(game, states, "score VR1")
    drawn = hand(states, 1)[1]
    assert hand(states, 1)[0] == "VG9 of shuffle 1 seen by 0"
    assert Counter([drawn, *deck(states)]) == Counter(["VB1", "VB2", "VB3"])
    assert pile(states) == []
