"""The thirteen abilities of Vantage with all their targets and choices (V9, V10, V15, VD11 to VD18)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.vantage.oracle import IDS, TABLE
from tests.vantage.table import copies, hand, in_play, legal, pile, play, position, read, shield, total, turn, value

NO_CHOICE = ("COURIER", "SHIELD", "REPAIR")
ASKING = [card for card in IDS if TABLE[card]["ability"] not in NO_CHOICE]


@pytest.mark.rule("VD11")
@pytest.mark.parametrize("card", ASKING)
def test_without_a_legal_target_nothing_is_asked_and_nothing_happens(card: str) -> None:
    game, states = position([card], [], shields=[1], max_turns=1)
    assert turn(game, states, f"ability {card}") == {"hand 0": [], "pile": [card]}
    assert value(states, "turns") == 1


@pytest.mark.rule("VD11", "VD15")
@pytest.mark.parametrize("card", [c for c in ASKING if TABLE[c]["ability"] not in ("DUPLICATE", "OVERCLOCK", "FORGER")])
def test_a_copied_card_without_a_target_resolves_to_nothing_twice(card: str) -> None:
    game, states = position(["VY1", card], [], shields=[1], max_turns=1)
    assert turn(game, states, "ability VY1", f"choose {card}") == {"hand 0": [], "pile": [card, "VY1"]}


# --- SPY ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("V10", "VD13")
def test_spy_may_look_at_any_opponent_with_cards_shield_or_not() -> None:
    game, states = position(["VR8"], [], ["VR1"], ["VR2"], shields=[2])
    play(game, states, "ability VR8")
    assert legal(game, states) == {"opponent 2", "opponent 3"}


@pytest.mark.rule("VD18")
@pytest.mark.parametrize(("card", "k"), [("VR8", 1), ("VB3", 2)])
def test_spy_sees_any_of_the_cards_that_it_does_not_know_yet_alike(card: str, k: int) -> None:
    theirs = ["VG1", "VG2 seen by 0", "VG3 seen by 2", "VG4 open", "VG5"]
    game, states = position([card], theirs, [], max_turns=1)
    many = copies(game, states, 1500)
    for action in (f"ability {card}", "opponent 1"):
        game.step(many, game.action_number(action))
    newly = (many["hand_knowers"][:, 1, :5] & 1) - (states["hand_knowers"][:, 1, :5] & 1)
    assert (newly.sum(axis=1) == k).all()
    assert not newly[:, [1, 3]].any()
    assert chisquare(newly.sum(axis=0)[[0, 2, 4]]).pvalue > 1e-6
    assert (many["hand_knowers"] & ~np.uint8(1) == states["hand_knowers"] & ~np.uint8(1)).all()  # nobody else learns
    assert (many["hand"][:, 1] == states["hand"][:, 1]).all()


@pytest.mark.rule("VD18")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["VG1 seen by 0", "VG2"], ["VG1 seen by 0", "VG2 seen by 0"]),
        (["VG1 seen by 0", "VG2 open"], ["VG1 seen by 0", "VG2 open"]),
        (["VG1"], ["VG1 seen by 0"]),
    ],
)
def test_spy_sees_fewer_if_fewer_are_unknown(before: list[str], after: list[str]) -> None:
    game, states = position(["VB3"], before, max_turns=1)
    play(game, states, "ability VB3", "opponent 1")
    assert hand(states, 1) == after


# --- HACKER ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("V10", "VD14")
def test_hacker_discards_own_choice_first_then_a_random_card_of_each_other_clockwise() -> None:
    hands = [["VR1", "VR3"], [], ["VB2", "VG1", "VG2"], ["VY4", "VY5"]]
    game, states = position(*hands, pile=["VY9"], seat=2, max_turns=1)
    assert turn(game, states, "ability VB2") == {"hand 2": ["VG1", "VG2"], "in play": ["VB2"]}
    assert legal(game, states) == {"choose VG1", "choose VG2"}
    many = copies(game, states, 800)
    game.step(many, game.action_number("choose VG2"))
    found: dict[tuple[str, ...], int] = {}
    for index in range(len(many)):
        lying = pile(many[index : index + 1])
        found[tuple(lying)] = found.get(tuple(lying), 0) + 1
    assert found.keys() == {("VY9", "VG2", y, r, "VB2") for y in ("VY4", "VY5") for r in ("VR1", "VR3")}
    assert chisquare([*found.values()]).pvalue > 1e-6


@pytest.mark.rule("VD14")
def test_hacker_with_an_empty_hand_still_costs_the_others_and_no_shield_helps() -> None:
    game, states = position(["VB2"], ["VY1"], ["VG9"], shields=[1], max_turns=1)
    changed = turn(game, states, "ability VB2")
    assert changed == {"hand 0": [], "hand 1": [], "hand 2": [], "pile": ["VY1", "VG9", "VB2"]}


# --- DESTROYER ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("V10", "VD13")
def test_destroyer_discards_any_score_card_of_an_unshielded_opponent() -> None:
    areas = [["VR9"], ["VG9", "VB8", "VB3"], [], ["VY9"]]
    game, states = position(["VR1"], [], ["VG1"], [], areas=areas, shields=[3], max_turns=1)
    play(game, states, "ability VR1")
    assert legal(game, states) == {"opponent 1"}
    play(game, states, "opponent 1")
    assert legal(game, states) == {"choose VB3", "choose VB8", "choose VG9"}
    changed = turn(game, states, "choose VB8")
    assert changed == {"area 1": ["VB3", "VG9"], "pile": ["VB8", "VR1"], "in play": []}
    assert total(states, 1) == 12


def test_destroyer_takes_one_copy_of_a_forged_pair() -> None:
    game, states = position(["VR3"], [], areas=[[], ["VG3", "VG3", "VR3"]], max_turns=1)
    assert turn(game, states, "ability VR3", "opponent 1", "choose VG3")["area 1"] == ["VR3", "VG3"]


# --- DUPLICATE ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("V10", "VD15")
def test_duplicate_must_choose_an_eligible_card_if_there_is_one() -> None:
    game, states = position(["VY1", "VY1", "VY2", "VY3", "VY6", "VR2", "VG7"], [])
    play(game, states, "ability VY1")
    assert legal(game, states) == {"choose VR2", "choose VG7"}


@pytest.mark.rule("VD15", "VD11")
def test_duplicate_without_an_eligible_card_asks_nothing() -> None:
    game, states = position(["VY1", "VY1", "VY2", "VY3"], [], max_turns=1)
    assert turn(game, states, "ability VY1") == {"hand 0": ["VY1", "VY2", "VY3"], "pile": ["VY1"]}


@pytest.mark.rule("VD15", "VD12")
def test_each_resolution_has_choices_of_its_own() -> None:
    game, states = position(["VY1", "VR2", "VG9"], [], [], pile=["VY9"], max_turns=1)
    play(game, states, "ability VY1", "choose VR2")
    assert (in_play(states), value(states, "resolutions")) == (["VY1", "VR2"], 2)
    assert turn(game, states, "opponent 2") == {"penalty 2": 2}
    assert (value(states, "resolutions"), legal(game, states)) == (1, {"opponent 1", "opponent 2"})
    assert turn(game, states, "opponent 1") == {"penalty 1": 2, "in play": [], "pile": ["VY9", "VR2", "VY1"]}


#: Every ability that may be copied, on a table where the second resolution finds no target; what it does but for the
#: hand, and what asks.
SECOND_IN_VAIN = {
    "VR8": (["opponent 1"], {"hand 1": ["VG1 seen by 0"]}),
    "VB2": (["choose VY9"], {"hand 0": [], "hand 1": [], "pile": ["VY9", "VG1", "VB2", "VY1"]}),
    "VR1": (["opponent 1", "choose VB8"], {"area 1": [], "pile": ["VB8", "VR1", "VY1"]}),
    "VB1": (["opponent 1"], {"hand 0": ["VY9", "VG1 open"], "hand 1": []}),
    "VG3": (["choose VY4"], {"hand 0": ["VY9", "VY4 open"], "pile": ["VG3", "VY1"]}),
    "VG1": ([], {"hand 0": ["VY9", "VB9", "VG9"], "deck": []}),
    "VY4": ([], {"shield 0": True}),
    "VG4": ([], {"penalty 0": 0}),
}


@pytest.mark.rule("VD15")
@pytest.mark.parametrize("card", SECOND_IN_VAIN)
def test_duplicate_with_nothing_left_for_the_second_resolution(card: str) -> None:
    plays, after = SECOND_IN_VAIN[card]
    game, states = position(
        ["VY1", card, "VY9"],
        ["VG1"],
        areas=[[], ["VB8"]],
        pile=["VY4"] if card == "VG3" else [],
        deck=["VB9", "VG9"],
        penalties=[2],
        max_turns=1,
    )
    changed = turn(game, states, "ability VY1", f"choose {card}", *plays)
    # A spy's second look finds the opponent, but no card that it does not know.
    if legal(game, states):
        assert card == "VR8"
        assert turn(game, states, "opponent 1")["pile"] == [card, "VY1"]
        changed.pop("in play")
        changed["pile"] = [card, "VY1"]
    if card == "VG1":
        changed["hand 0"][1:] = sorted(changed["hand 0"][1:])
    assert changed == {"hand 0": ["VY9"], "pile": [card, "VY1"], **after}
    assert value(states, "turns") == 1


def test_duplicate_of_each_copyable_ability_with_two_resolutions() -> None:
    game, states = position(["VY1", "VB2", "VR3", "VG5"], ["VR4", "VG7"], max_turns=1)
    play(game, states, "ability VY1", "choose VB2", "choose VR3")
    assert legal(game, states) == {"choose VG5"}
    play(game, states, "choose VG5")
    assert pile(states) in [["VR3", a, "VG5", b, "VB2", "VY1"] for a, b in (("VR4", "VG7"), ("VG7", "VR4"))]

    game, states = position(["VY1", "VB1"], ["VR4"], ["VG7"], max_turns=1)
    play(game, states, "ability VY1", "choose VB1", "opponent 2")
    assert legal(game, states) == {"opponent 1"}  # the other has no card left
    assert turn(game, states, "opponent 1")["hand 0"] == ["VG7 open", "VR4 open"]

    game, states = position(["VY1", "VR1"], [], [], areas=[[], ["VR3", "VR4"], ["VR5"]], max_turns=1)
    play(game, states, "ability VY1", "choose VR1", "opponent 2", "choose VR5")
    assert legal(game, states) == {"opponent 1"}
    assert turn(game, states, "opponent 1", "choose VR4")["pile"] == ["VR5", "VR4", "VR1", "VY1"]

    game, states = position(["VY1", "VB3"], ["VR1", "VR2", "VR3", "VR4"], max_turns=1)
    changed = turn(game, states, "ability VY1", "choose VB3", "opponent 1", "opponent 1")
    assert changed["hand 1"] == ["VR1 seen by 0", "VR2 seen by 0", "VR3 seen by 0", "VR4 seen by 0"]

    game, states = position(["VY1", "VB6"], [], areas=[["VR3"], ["VR4", "VR5"]], max_turns=1)
    play(game, states, "ability VY1", "choose VB6", "opponent 1", "choose VR4", "choose VR3")
    assert (legal(game, states), read(states)["area 0"]) == ({"opponent 1"}, ["VR4"])
    assert turn(game, states, "opponent 1", "choose VR5", "choose VR4")["area 0"] == ["VR5"]
    assert read(states)["area 1"] == ["VR3", "VR4"]

    game, states = position(["VY1", "VG1"], [], deck=["VR1"] * 5, max_turns=1)
    assert turn(game, states, "ability VY1", "choose VG1")["hand 0"] == ["VR1"] * 4

    game, states = position(["VY1", "VG4"], [], penalties=[5], max_turns=1)
    assert turn(game, states, "ability VY1", "choose VG4")["penalty 0"] == 1

    game, states = position(["VY1", "VG3"], [], pile=["VR1", "VR2"], max_turns=1)
    changed = turn(game, states, "ability VY1", "choose VG3", "choose VR1", "choose VR2")
    assert (changed["hand 0"], changed["pile"]) == (["VR1 open", "VR2 open"], ["VG3", "VY1"])


# --- COURIER and THIEF ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "drawn"), [("VG1", 2), ("VG2", 2), ("VG6", 1), ("VG7", 1)])
def test_courier_draws(card: str, drawn: int) -> None:
    game, states = position([card, "VR1"], [], deck=["VB2"] * 4, max_turns=1)
    assert turn(game, states, f"ability {card}") == {
        "hand 0": ["VR1", *["VB2"] * drawn],
        "deck": ["VB2"] * (4 - drawn),
        "pile": [card],
    }


@pytest.mark.rule("VD17", "VD12")
def test_courier_recycles_in_the_middle_and_not_itself() -> None:
    game, states = position(["VG1"], [], pile=["VB4", "VB4"], deck=["VG9"], max_turns=1)
    changed = turn(game, states, "ability VG1")
    assert changed == {"hand 0": ["VG9 of shuffle 1", "VB4"], "deck": ["VB4"], "pile": ["VG1"]}
    assert value(states, "shuffle") == 2


@pytest.mark.rule("VD17", "VD9")
def test_courier_draws_fewer_if_nothing_is_left_and_that_ends_nothing() -> None:
    game, states = position(["VG1"], [], deck=["VG9"], max_turns=1)
    assert turn(game, states, "ability VG1") == {"hand 0": ["VG9"], "deck": [], "pile": ["VG1"]}
    assert not value(states, "last_round")


@pytest.mark.rule("VD13", "VD18")
def test_thief_takes_any_card_alike_and_all_know_it() -> None:
    theirs = ["VR2", "VR3 of shuffle 1 seen by 1", "VR4 open"]
    game, states = position(["VB1", "VR1"], [], theirs, shields=[2], shuffle=2, max_turns=1)
    play(game, states, "ability VB1")
    assert legal(game, states) == {"opponent 2"}
    many = copies(game, states, 900)
    game.step(many, game.action_number("opponent 2"))
    found = dict.fromkeys(theirs, 0)
    for index in range(len(many)):
        one = many[index : index + 1]
        stolen = next(words for words in theirs if words not in hand(one, 2))
        assert hand(one, 0) == ["VR1", f"{stolen[:3]} open"]
        assert hand(one, 2) == [words for words in theirs if words != stolen]
        found[stolen] += 1
    assert chisquare([*found.values()]).pvalue > 1e-6


# --- SABOTEUR, SHIELD, REPAIR ---------------------------------------------------------------------------------------


@pytest.mark.rule("VD7", "VD13")
@pytest.mark.parametrize(("card", "points"), [("VR2", 2), ("VR4", 1), ("VR7", 1)])
def test_saboteur_gives_penalties_to_an_unshielded_opponent(card: str, points: int) -> None:
    game, states = position([card], [], [], [], shields=[2], penalties=[0, 1], max_turns=1)
    play(game, states, f"ability {card}")
    assert legal(game, states) == {"opponent 1", "opponent 3"}
    assert turn(game, states, "opponent 1")["penalty 1"] == 1 + points
    assert total(states, 1) == -1 - points


@pytest.mark.rule("VD13")
@pytest.mark.parametrize("card", ["VY4", "VY5"])
def test_a_shield_lasts_until_the_own_next_turn_begins(card: str) -> None:
    game, states = position([card, "VY9"], ["VR2"], ["VR1"], areas=[["VB6"], ["VG1"]], deck=["VR5"] * 3)
    play(game, states, f"ability {card}")
    assert [shield(states, seat) for seat in range(3)] == [True, False, False]
    play(game, states, "ability VR2")
    assert legal(game, states) == {"opponent 1"}  # seat 2; seat 0 is shielded
    play(game, states, "opponent 1", "ability VR1")
    assert legal(game, states) == {"opponent 2"}  # seat 1
    play(game, states, "opponent 2", "choose VG1")
    assert (value(states, "to_act"), shield(states, 0)) == (0, False)


@pytest.mark.rule("VD13")
def test_a_shield_binds_opponents_only() -> None:
    game, states = position(["VR3"], [], areas=[["VB3"]], shields=[0], max_turns=1)
    assert turn(game, states, "score VR3") == {"hand 0": [], "area 0": ["VR3"], "pile": ["VB3"]}
    game, states = position(["VG4"], [], penalties=[1], shields=[0], max_turns=1)
    assert turn(game, states, "ability VG4")["penalty 0"] == 0
    game, states = position(["VB6"], [], areas=[["VB3"], ["VR4"]], shields=[0], max_turns=1)
    assert turn(game, states, "ability VB6", "opponent 1", "choose VR4", "choose VB3")["area 0"] == ["VR4"]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_repair_removes_up_to_two_own_penalties(before: int, after: int) -> None:
    game, states = position(["VG4"], [], penalties=[before, 4], max_turns=1)
    play(game, states, "ability VG4")
    assert value(states, "penalty")[:2] == [after, 4]


# --- OVERCLOCK, FORGER ----------------------------------------------------------------------------------------------


@pytest.mark.rule("VD11", "VD16")
@pytest.mark.parametrize("scored", [0, 1, 2])
def test_overclock_scores_up_to_two_cards_and_may_stop_at_any_point(scored: int) -> None:
    game, states = position(["VY2", "VR3", "VB4", "VG9"], [], areas=[["VG3"]], max_turns=1)
    play(game, states, "ability VY2")
    for choice in ("choose VR3", "choose VB4")[:scored]:
        assert "stop" in legal(game, states)
        play(game, states, choice)
    if scored < 2:
        assert legal(game, states) == {*["choose VR3"][scored:], "choose VB4", "choose VG9", "stop"}
        play(game, states, "stop")
    assert read(states)["area 0"] == [["VG3"], ["VR3"], ["VR3", "VB4"]][scored]
    assert pile(states) == (["VG3", "VY2"] if scored else ["VY2"])  # VD4
    assert value(states, "turns") == 1


def test_overclock_ends_with_the_hand() -> None:
    game, states = position(["VY2", "VR3"], [], max_turns=1)
    assert turn(game, states, "ability VY2", "choose VR3") == {"hand 0": [], "area 0": ["VR3"], "pile": ["VY2"]}


@pytest.mark.rule("VD16")
@pytest.mark.parametrize("scored", ["VR3", "VG3", "VB5"])
def test_forger_scores_any_card_and_discards_nothing(scored: str) -> None:
    game, states = position(["VY3", "VR3", "VG3", "VB5"], [], areas=[["VG3"]], max_turns=1)
    play(game, states, "ability VY3")
    assert legal(game, states) == {"choose VR3", "choose VG3", "choose VB5"}
    changed = turn(game, states, f"choose {scored}")
    assert changed["area 0"] == sorted([scored, "VG3"], key=IDS.index)
    assert pile(states) == ["VY3"]


# --- SALVAGER, SWAPPER ----------------------------------------------------------------------------------------------


@pytest.mark.rule("VD17", "VD18")
def test_salvager_takes_the_topmost_copy_of_any_kind() -> None:
    game, states = position(["VG3", "VR1"], [], pile=["VR1", "VB1", "VR1", "VY1"], max_turns=1)
    play(game, states, "ability VG3")
    assert legal(game, states) == {"choose VR1", "choose VB1", "choose VY1"}
    changed = turn(game, states, "choose VR1")
    assert (changed["hand 0"], changed["pile"]) == (["VR1", "VR1 open"], ["VR1", "VB1", "VY1", "VG3"])


@pytest.mark.rule("VD13", "VD16")
def test_swapper_asks_for_the_opponent_their_card_and_then_yours() -> None:
    areas = [["VR3", "VY5", "VG5"], [], ["VB5", "VG3", "VR3"], ["VR4"]]
    game, states = position(["VB6"], [], [], [], areas=areas, shields=[3], pile=["VY9"], max_turns=1)
    play(game, states, "ability VB6")
    assert legal(game, states) == {"opponent 2"}
    play(game, states, "opponent 2")
    assert legal(game, states) == {"choose VR3", "choose VB5", "choose VG3"}
    play(game, states, "choose VB5")
    assert legal(game, states) == {"choose VR3", "choose VG5", "choose VY5"}
    changed = turn(game, states, "choose VR3")
    # The arriving five pushes out both others, lower id first; then the three does in the opponent's area.
    assert changed["pile"] == ["VY9", "VG5", "VY5", "VR3", "VG3", "VB6"]
    assert (changed["area 0"], changed["area 2"]) == (["VB5"], ["VR3"])


@pytest.mark.rule("VD13")
@pytest.mark.parametrize("areas", [[[], ["VR3"]], [["VR3"], []]])
def test_swapper_needs_a_score_card_on_both_sides(areas: list[list[str]]) -> None:
    game, states = position(["VB6"], [], areas=areas, max_turns=1)
    assert turn(game, states, "ability VB6") == {"hand 0": [], "pile": ["VB6"]}
