"""The rule book of Vantage, rule by rule (V1 to V16); decisions and abilities have files of their own."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium import make_game
from ludarium.envs.core.game import IllegalActionError
from tests.vantage.table import (
    area,
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

#: The card table by colour, numbers 1 to 9: ability and amount; copies of each.
CARDS = {
    "R": "DESTROYER SABOTEUR-2 DESTROYER SABOTEUR-1 HACKER DESTROYER SABOTEUR-1 SPY-1 SPY-1",
    "B": "THIEF HACKER SPY-2 THIEF SPY-2 SWAPPER SPY-1 SPY-1 SPY-1",
    "G": "COURIER-2 COURIER-2 SALVAGER REPAIR-2 SALVAGER COURIER-1 COURIER-1 SPY-1 SPY-1",
    "Y": "DUPLICATE OVERCLOCK-2 FORGER SHIELD SHIELD FORGER SPY-1 SPY-1 SPY-1",
}
COPIES = [7, 6, 5, 4, 3, 2, 1, 1, 1]
ABILITY = {
    f"V{colour}{number}": words for colour, row in CARDS.items() for number, words in enumerate(row.split(), start=1)
}
BOX = Counter({card: COPIES[int(card[2]) - 1] for card in ABILITY})


@pytest.mark.rule("V1")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_box_holds_120_cards_of_four_colours_and_nine_numbers(n: int) -> None:
    assert (len(BOX), BOX.total()) == (36, 120)
    _, states = start(num_players=n)
    dealt = [card for seat in range(n) for card in hand(states, seat)]
    assert Counter([*deck(states), *dealt]) == BOX


@pytest.mark.rule("V2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_everybody_starts_at_zero_with_seven_cards_and_the_rest_is_the_deck(n: int) -> None:
    game, states = start(num_players=n, seed=n)
    assert game.num_players == n
    assert [total(states, seat) for seat in range(n)] == [0] * n
    assert value(states, "hand_size") == [8] + [7] * (n - 1) + [0] * (4 - n)  # seat 0 has drawn for its turn
    assert (value(states, "deck_size"), pile(states), in_play(states)) == (119 - 7 * n, [], [])
    assert not states["scored"].any() and not states["penalty"].any() and not states["shield"].any()


@pytest.mark.rule("V2")
def test_all_cards_are_shuffled_before_the_deal() -> None:
    games = 2000
    states = make_game("vantage", num_players=4).new_states(3, games)
    for seat, place in ((0, 0), (0, 7), (1, 3), (3, 6)):
        counts = np.bincount(states["hand"][:, seat, place] - 1, minlength=36)
        assert chisquare(counts, np.array([*BOX.values()]) * games / 120).pvalue > 1e-6
    # Two cards of one hand are different single cards: a pair of the seven-fold kinds has chance 7 × 6 / (120 × 119).
    pairs = sum((states["hand"][:, 1, 0] == kind) & (states["hand"][:, 1, 1] == kind) for kind in (1, 10, 19, 28))
    assert abs(int(pairs.sum()) - games * 4 * 7 * 6 / (120 * 119)) < 5 * (games * 0.0118) ** 0.5


@pytest.mark.rule("V3", "V12")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_seat_0_begins_and_play_goes_clockwise_one_action_a_turn(n: int) -> None:
    game, states = start(num_players=n, target_score=100)
    turns = []
    for number in range(2 * n):
        assert value(states, "turns") == number
        turns.append(value(states, "to_act"))
        play(game, states, f"score {hand(states, turns[-1])[0]}")
    assert turns == [*range(n)] * 2


@pytest.mark.rule("V4", "V7")
@pytest.mark.parametrize("card", BOX)
def test_every_card_can_be_scored(card: str) -> None:
    game, states = position([card, "VR1"], [], max_turns=1)
    assert turn(game, states, f"score {card}") == {"hand 0": ["VR1"], "area 0": [card]}
    assert total(states, 0) == int(card[2])


@pytest.mark.rule("V4", "V9")
@pytest.mark.parametrize("card", BOX)
def test_every_card_can_be_played_for_its_ability(card: str) -> None:
    """On one and the same table; the files on abilities go into their choices."""
    before = {"hand 0": ["VR4"], "hand 1": ["VB2"], "hand 2": ["VG2", "VG2"], "pile": ["VY2", "VY1"]}
    game, states = position(
        [card, "VR4"],
        ["VB2"],
        ["VG2", "VG2"],
        areas=[["VB4"], ["VG5"], ["VY5", "VR2"]],
        pile=before["pile"],
        penalties=[3],
        deck=["VR1", "VR1"],
        max_turns=1,
    )
    ability, _, amount = ABILITY[card].partition("-")
    k = int(amount or 0)
    plays, after = {
        "SPY": (["opponent 2"], {"hand 2": ["VG2 seen by 0"] * k + ["VG2"] * (2 - k)}),
        "HACKER": (["choose VR4"], {"hand 0": [], "hand 1": [], "hand 2": ["VG2"], "+": ["VR4", "VB2", "VG2"]}),
        "DESTROYER": (["opponent 2", "choose VR2"], {"area 2": ["VY5"], "+": ["VR2"]}),
        "DUPLICATE": (
            ["choose VR4", "opponent 2", "opponent 1"],
            {"hand 0": [], "penalty 1": 1, "penalty 2": 1, "+": ["VR4"]},
        ),
        "COURIER": ([], {"hand 0": ["VR4", *["VR1"] * k], "deck": ["VR1"] * (2 - k)}),
        "THIEF": (["opponent 1"], {"hand 0": ["VR4", "VB2 open"], "hand 1": []}),
        "SABOTEUR": (["opponent 2"], {"penalty 2": k}),
        "OVERCLOCK": (["choose VR4"], {"hand 0": [], "area 0": ["VR4"], "+": ["VB4"]}),
        "SALVAGER": (["choose VY2"], {"hand 0": ["VR4", "VY2 open"], "pile": ["VY1"]}),
        "FORGER": (["choose VR4"], {"hand 0": [], "area 0": ["VR4", "VB4"]}),
        "SHIELD": ([], {"shield 0": True}),
        "REPAIR": ([], {"penalty 0": 1}),
        "SWAPPER": (["opponent 2", "choose VY5", "choose VB4"], {"area 0": ["VY5"], "area 2": ["VR2", "VB4"]}),
    }[ability]
    changed = turn(game, states, f"ability {card}", *plays)
    if ability == "SPY":
        changed["hand 2"].sort(reverse=True)  # which of the two is random
    expected = {"hand 0": before["hand 0"], "pile": before["pile"], **after}
    expected["pile"] = [*expected["pile"], *expected.pop("+", []), card]
    assert changed == expected


@pytest.mark.rule("V5")
def test_a_turn_begins_with_drawing_one_card() -> None:
    game, states = position(["VR1", "VG3"], ["VR2"], deck=["VB1"])
    assert turn(game, states, "score VR1") == {
        "hand 0": ["VG3"],
        "area 0": ["VR1"],
        "hand 1": ["VR2", "VB1"],
        "deck": [],
    }
    assert value(states, "to_act") == 1


@pytest.mark.rule("V5")
def test_with_the_deck_empty_the_discards_become_the_deck() -> None:
    game, states = position(["VR4"], ["VG9"], pile=["VB1", "VB1"], deck=[])
    changed = turn(game, states, "ability VR4", "opponent 1")
    drawn = changed["hand 1"][1]
    assert changed["pile"] == []
    assert Counter([drawn, *changed["deck"]]) == Counter({"VB1": 2, "VR4": 1})
    assert value(states, "shuffle") == 2
    assert hand(states, 1) == ["VG9 of shuffle 1", drawn]


@pytest.mark.rule("V6")
def test_a_turn_is_a_score_an_ability_or_an_exchange() -> None:
    game, states = position(["VR1", "VG9", "VR1"], ["VR2"], pile=["VY1"])
    uses = ("score", "ability", "exchange")
    assert legal(game, states) == {f"{use} {card}" for use in uses for card in ("VR1", "VG9")}


@pytest.mark.rule("V7")
def test_the_score_is_the_sum_of_the_numbers_in_front_of_a_player() -> None:
    game, states = position(["VR5", "VG2"], ["VB9"], areas=[["VB3", "VY4"]], max_turns=3)
    assert total(states, 0) == 7
    play(game, states, "score VR5")
    assert (area(states, 0), total(states, 0), total(states, 1)) == (["VR5", "VB3", "VY4"], 12, 0)
    for viewer in (0, 1, -1):  # face up
        assert (game.redact(states, viewer)["scored"] == states["scored"]).all()


@pytest.mark.rule("V8")
@pytest.mark.parametrize("played", ["VR3", "VB3", "VG3"])
def test_of_two_cards_with_the_same_number_the_earlier_goes(played: str) -> None:
    game, states = position([played], [], areas=[["VB3", "VY4", "VG5"], ["VB3"]], pile=["VY1"], max_turns=1)
    play(game, states, f"score {played}")
    assert (hand(states, 0), pile(states), total(states, 0)) == ([], ["VY1", "VB3"], 12)
    assert area(states, 0) == sorted([played, "VY4", "VG5"], key=[*BOX].index)
    assert area(states, 1) == ["VB3"]


@pytest.mark.rule("V9")
def test_an_ability_card_is_taken_from_the_hand_carried_out_then_discarded() -> None:
    game, states = position(["VR2", "VG9"], [], pile=["VY1"], max_turns=1)
    assert turn(game, states, "ability VR2") == {"hand 0": ["VG9"], "in play": ["VR2"]}
    assert turn(game, states, "opponent 1") == {"penalty 1": 2, "in play": [], "pile": ["VY1", "VR2"]}


@pytest.mark.rule("V9")
def test_the_kinds_of_abilities_draw_steal_punish_and_play_more() -> None:
    for card, plays, what, after in (
        ("VG1", [], "hand 0", ["VR3", "VB2", "VB2"]),
        ("VB1", ["opponent 1"], "hand 0", ["VR3", "VY6 open"]),
        ("VR2", ["opponent 1"], "penalty 1", 2),
        ("VY2", ["choose VR3"], "area 0", ["VR3"]),
    ):
        game, states = position([card, "VR3"], ["VY6"], deck=["VB2"] * 2, max_turns=1)
        assert turn(game, states, f"ability {card}", *plays)[what] == after


@pytest.mark.rule("V10")
def test_the_named_examples() -> None:
    game, states = position(["VR9"], ["VG1"], max_turns=1)
    assert turn(game, states, "ability VR9", "opponent 1")["hand 1"] == ["VG1 seen by 0"]  # Spy
    game, states = position(["VB2", "VG1"], ["VR3"], ["VR4"], max_turns=1)
    assert turn(game, states, "ability VB2", "choose VG1")["pile"] == ["VG1", "VR3", "VR4", "VB2"]  # Hacker
    game, states = position(["VR1"], [], areas=[[], ["VR3", "VR4"]], max_turns=1)
    assert turn(game, states, "ability VR1", "opponent 1", "choose VR3")["area 1"] == ["VR4"]  # Destroyer
    game, states = position(["VY1", "VR4"], [], max_turns=1)
    assert turn(game, states, "ability VY1", "choose VR4", "opponent 1", "opponent 1")["penalty 1"] == 2  # Duplicate


@pytest.mark.rule("V11")
def test_an_exchange_swaps_a_card_for_the_top_discard() -> None:
    game, states = position(["VR3", "VB1", "VR9"], [], pile=["VY9", "VG4"], max_turns=1)
    assert turn(game, states, "exchange VB1") == {"hand 0": ["VR3", "VR9", "VG4 open"], "pile": ["VY9", "VB1"]}


@pytest.mark.rule("V12", "V11")
@pytest.mark.parametrize("action", ["score VR3", "ability VY4", "exchange VR3"])
def test_after_the_action_the_turn_ends(action: str) -> None:
    game, states = position(["VR3", "VY4"], ["VB1"], pile=["VG4"])
    play(game, states, action)
    assert (value(states, "turns"), value(states, "to_act")) == (1, 1)
    assert len(hand(states, 1)) == 2  # and has drawn


@pytest.mark.rule("V13")
def test_who_reaches_the_target_lets_the_round_be_completed() -> None:
    game, states = position(["VR9"], ["VB9"], [], areas=[["VB6"], ["VG7"]], end_rule="finish_round", deck=["VR1"])
    play(game, states, "score VR9")
    assert (value(states, "terminated"), value(states, "last_round")) == (False, True)
    play(game, states, "score VB9")
    assert not value(states, "terminated")
    play(game, states, "pass")
    assert (value(states, "terminated"), value(states, "turns")) == (True, 3)
    assert value(states, "returns")[:3] == [-0.5, 1.0, -0.5]  # 15, 16, 0


@pytest.mark.rule("V14")
def test_a_reached_target_wins_at_once() -> None:
    game, states = position(["VR9"], ["VB9"], [], areas=[["VB6"], ["VG9", "VG8"]])
    play(game, states, "score VR9")
    assert value(states, "terminated") and not value(states, "truncated")
    assert value(states, "returns")[:3] == [1.0, -0.5, -0.5]  # 15 against 17, which was not tested yet
    assert [len(hand(states, seat)) for seat in range(3)] == [0, 1, 0]  # nobody draws any more
    assert legal(game, states) == set()
    with pytest.raises(IllegalActionError, match="over"):
        play(game, states, "pass")


@pytest.mark.rule("V14")
@pytest.mark.parametrize(
    ("hands", "returns"),
    [
        ((["VR1"], ["VB3"]), [-1.0, 1.0]),  # more points
        ((["VR3", "VR9"], ["VB3"]), [-1.0, 1.0]),  # as many, with fewer cards left
        ((["VR3", "VR9"], ["VB3", "VB9"]), [0.0, 0.0]),
    ],
)
def test_an_empty_deck_ends_the_game_after_the_round(hands: tuple[list[str], list[str]], returns: list[float]) -> None:
    game, states = position(*hands, deck=[])
    play(game, states, f"score {hands[0][0]}")
    assert (value(states, "last_round"), value(states, "terminated")) == (True, False)
    play(game, states, f"score {hands[1][0]}")
    assert value(states, "terminated")
    assert value(states, "returns")[:2] == returns


@pytest.mark.rule("V15")
def test_abilities_override_rules() -> None:
    game, states = position(["VY3", "VR3"], [], areas=[["VG3"]], max_turns=1)
    assert turn(game, states, "ability VY3", "choose VR3")["area 0"] == ["VR3", "VG3"]  # against V8
    game, states = position(["VY2", "VR3", "VR4"], [], max_turns=1)
    assert turn(game, states, "ability VY2", "choose VR3", "choose VR4")["area 0"] == ["VR3", "VR4"]  # against V12


@pytest.mark.rule("V16")
def test_discards_come_back_and_hands_have_no_limit() -> None:
    game, states = position(["VG1", *["VR1"] * 7], ["VR2"], pile=["VB9"], deck=["VY9"], max_turns=1)
    play(game, states, "ability VG1")
    assert hand(states, 0)[-2:] == ["VY9 of shuffle 1", "VB9"]
    cards = [card for card in BOX for _ in range(BOX[card])]
    game, states = position(cards[:100], [], pile=cards[100:], deck=[])
    play(game, states, "exchange VR1")
    assert value(states, "hand_size")[0] == 100
