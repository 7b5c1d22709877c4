"""Tests of the plain-Python oracle itself: the setup, turns, score plays, exchanges and the end, rule by rule."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.vantage.oracle import IDS, TABLE, VantageOracle
from tests.vantage.positions import Scripted, all_cards, hand_of, knowers_of, play, position

BOX = Counter({card_id: card["copies"] for card_id, card in TABLE.items()})


def test_v1_the_box() -> None:
    assert BOX.total() == 120
    assert [(card["colour"], card["number"]) for card in TABLE.values()] == [
        (colour, number) for colour in ("red", "blue", "green", "yellow") for number in range(1, 10)
    ]
    assert ["V" + colour + str(number) for colour in "RBGY" for number in range(1, 10)] == IDS


@pytest.mark.parametrize("n", [2, 3, 4])
def test_v2_seven_cards_each_then_the_first_draw(n: int) -> None:
    game = Scripted(num_players=n)
    assert [what for what, _ in game.asked] == [f"draw {seat}" for seat in range(n) for _ in range(7)] + ["draw 0"]
    assert [len(hand) for hand in game.hands] == [8] + [7] * (n - 1)
    assert knowers_of(game, 0) == [[0]] * 8
    assert {card.shuffle for hand in game.hands for card in hand} == {1}
    assert [len(ids) for _, ids in game.asked] == list(range(120, 120 - 7 * n - 1, -1))
    assert game.asked[0][1] == [card_id for card_id in IDS for _ in range(BOX[card_id])]
    assert (game.to_act, game.phase, game.turns, game.pile) == (0, "turn", 0, [])
    assert game.areas == [Counter()] * n
    assert game.penalties == game.returns == [0] * n


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_players", 1),
        ("num_players", 5),
        ("target_score", 0),
        ("target_score", 101),
        ("end_rule", "later"),
        ("max_turns", 0),
        ("max_turns", 1001),
    ],
)
def test_options_out_of_range_are_refused(name: str, value: Any) -> None:
    options: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name}={value!r}: expected"):
        VantageOracle(**options)


def test_an_illegal_action_leaves_the_game_as_it_was() -> None:
    game = position(["VR1"], ["VR2"])
    for name in ("score VR2", "exchange VR1", "choose VR1", "pass", "stop", "opponent 1", "nonsense"):
        with pytest.raises(ValueError, match=f"'{name}' is not legal here"):
            game.step(name)
    assert (hand_of(game, 0), game.turns, game.legal()) == (["VR1"], 0, ["score VR1", "ability VR1"])


def test_v3_v5_v12_play_is_clockwise_and_each_turn_begins_with_a_draw() -> None:
    game = position(["VR1", "VG7"], ["VR2"], ["VR3"], answers=["VB1", "VB2", "VB3"])
    play(game, "score VR1")
    assert (game.to_act, game.turns, hand_of(game, 1)) == (1, 1, ["VR2", "VB1"])
    play(game, "score VR2")
    assert (game.to_act, hand_of(game, 2)) == (2, ["VR3", "VB2"])
    play(game, "score VR3")
    assert (game.to_act, game.turns, hand_of(game, 0)) == (0, 3, ["VG7", "VB3"])


def test_v5_vd2_vd17_the_whole_pile_becomes_the_deck_when_a_card_must_be_drawn() -> None:
    game = position(["VR1", "VG7"], ["VR2"], pile=["VB4", "VB5", "VB4"], deck=["VG9"], answers=["VG9", "VB5"])
    play(game, "score VR1")
    assert (game.deck, game.pile, game.shuffle) == (Counter(), ["VB4", "VB5", "VB4"], 1)  # not before it must
    play(game, "score VR2")
    assert (game.deck, game.pile, game.shuffle) == (Counter({"VB4": 2}), [], 2)
    assert hand_of(game, 0) == ["VG7", "VB5"]
    assert [card.shuffle for card in game.hands[0]] == [1, 2]
    assert game.asked[-1] == ("draw 0", ["VB4", "VB4", "VB5"])
    assert not game.last_round


def test_v6_vd3_the_uses_of_a_card() -> None:
    game = position(["VY9", "VR1", "VG3", "VR1"], ["VR2"])
    kinds = ["VR1", "VG3", "VY9"]
    assert game.legal() == [f"{use} {kind}" for use in ("score", "ability") for kind in kinds]
    game.pile = ["VB1"]
    assert game.legal() == [f"{use} {kind}" for use in ("score", "ability", "exchange") for kind in kinds]


def test_v7_vd7_a_total_is_the_numbers_less_the_penalties() -> None:
    game = position(["VR9"], [], areas=[["VB3", "VG5", "VG3"]], penalties=[4, 3])
    assert [game.total(0), game.total(1)] == [7, -3]
    play(game, "score VR9")
    assert (game.total(0), game.areas[0]) == (16, Counter(["VR9", "VB3", "VG5", "VG3"]))


def test_v8_vd4_the_older_card_of_the_number_is_discarded() -> None:
    game = position(["VR3"], [], areas=[["VB3", "VG5"], ["VG3"]], pile=["VY9"])
    play(game, "score VR3")
    assert (game.areas, game.pile) == ([Counter(["VR3", "VG5"]), Counter(["VG3"])], ["VY9", "VB3"])


def test_vd16_all_older_cards_of_the_number_are_discarded_lower_id_first() -> None:
    game = position(["VB3", "VR9"], [], areas=[["VY3", "VR3", "VB3", "VY3", "VG5", "VB5"]])
    play(game, "score VB3")
    assert (game.areas[0], game.pile) == (Counter(["VB3", "VG5", "VB5"]), ["VR3", "VB3", "VY3", "VY3"])


def test_v11_vd17_vd18_an_exchange_lays_down_a_card_and_takes_the_top() -> None:
    game = position(["VR3", "VB1", "VR9"], [], pile=["VY9", "VG4"])
    play(game, "exchange VB1")
    assert (game.pile, hand_of(game, 0)) == (["VY9", "VB1"], ["VR3", "VR9", "VG4"])
    assert knowers_of(game, 0) == [[0], [0], [0, 1]]
    assert [card.shuffle for card in game.hands[0]] == [1, 1, 0]
    assert game.to_act == 1  # V12


def test_vd17_an_exchange_for_the_same_kind() -> None:
    game = position(["VG4", "VR9"], [], pile=["VG4"])
    play(game, "exchange VG4")
    assert (game.pile, hand_of(game, 0), knowers_of(game, 0)) == (["VG4"], ["VR9", "VG4"], [[0], [0, 1]])


def test_vd10_pass_is_for_the_empty_hand_alone() -> None:
    game = position([], ["VR1"], deck=["VB1"], pile=["VB2"])
    assert game.legal() == ["pass"]
    play(game, "pass")
    assert (game.turns, game.to_act, "pass" in game.legal()) == (1, 1, False)


def test_vd10_who_has_nothing_and_cannot_draw_passes_too() -> None:
    game = position([], [], [], areas=[["VR1"], ["VB9"]], deck=[])
    play(game, "pass", "pass")
    assert (game.legal(), game.last_round, game.terminated) == (["pass"], True, False)
    play(game, "pass")
    assert (game.terminated, game.turns, game.returns) == (True, 3, [-0.5, 1.0, -0.5])


def test_vd1_v14_immediate_wins_at_the_end_of_the_own_turn() -> None:
    game = position(["VR9"], ["VB9"], [], areas=[["VB6"], ["VG9", "VG8"]])
    play(game, "score VR9")  # 15 against 17
    assert (game.terminated, game.truncated, game.returns) == (True, False, [1.0, -0.5, -0.5])
    assert (game.legal(), game.phase, game.to_act, game.turns) == ([], "over", 0, 1)
    assert [len(hand) for hand in game.hands] == [0, 1, 0]  # nobody draws any more


def test_vd9_penalties_count_for_the_target() -> None:
    game = position(["VR9"], [], areas=[["VB6"]], penalties=[1])
    play(game, "score VR9")
    assert not game.terminated


@pytest.mark.parametrize(("target", "over"), [(9, True), (10, False)])
def test_target_score(target: int, over: bool) -> None:
    assert play(position(["VR9"], [], target_score=target), "score VR9").terminated == over


def test_vd9_the_target_is_tested_only_at_the_end_of_the_own_turn() -> None:
    game = position(["VR1", "VR2"], ["VB1"], areas=[[], ["VG9", "VB8"]])
    play(game, "score VR1")
    assert not game.terminated  # seat 1 has 17, but it is seat 0's turn that ended
    play(game, "score VB1")
    assert (game.terminated, game.returns) == (True, [-1.0, 1.0])


def test_vd1_v13_finish_round_completes_the_round_and_the_highest_score_wins() -> None:
    game = position(["VR9"], ["VB9"], areas=[["VB6"], ["VG7"]], end_rule="finish_round")
    play(game, "score VR9")
    assert (game.terminated, game.last_round, game.to_act) == (False, True, 1)
    play(game, "score VB9")
    assert (game.terminated, game.returns) == (True, [-1.0, 1.0])


def test_vd9_finish_round_ends_even_if_the_target_is_undone() -> None:
    game = position(["VR9"], ["VR2"], ["VG9"], areas=[["VB6"]], end_rule="finish_round")
    play(game, "score VR9", "ability VR2", "opponent 2", "score VG9")  # 15 - 2 = 13
    assert (game.terminated, game.total(0), game.returns) == (True, 13, [1.0, -0.5, -0.5])


@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_vd2_vd9_v14_a_failed_draw_ends_the_game_after_the_last_seat(end_rule: str) -> None:
    game = position(["VR1"], ["VB2", "VG1"], ["VG3"], deck=[], seat=0, end_rule=end_rule)
    play(game, "score VR1")
    assert game.last_round and not game.terminated
    assert (hand_of(game, 1), game.shuffle) == (["VB2", "VG1"], 1)
    play(game, "score VB2")  # who could not draw still acts
    assert not game.terminated
    play(game, "score VG3")
    assert (game.terminated, game.returns) == (True, [-0.5, -0.5, 1.0])


def test_vd9_a_failed_draw_ends_the_game_even_if_cards_come_back() -> None:
    game = position(["VR1"], ["VR4"], ["VG3"], areas=[[], [], ["VB3"]], deck=[])
    play(game, "score VR1", "ability VR4", "opponent 1", "score VG3")  # seat 2 draws the VR4
    assert hand_of(game, 2) == ["VR4"]
    assert (game.terminated, game.returns) == (True, [-0.5, -0.5, 1.0])


def test_vd9_the_target_still_wins_at_once_in_the_last_round() -> None:
    game = position(["VG1"], ["VR9"], ["VG9"], areas=[[], ["VB6"], ["VG8"]], deck=[])
    play(game, "score VG1")
    assert game.last_round
    play(game, "score VR9")
    assert (game.terminated, game.returns) == (True, [-0.5, 1.0, -0.5])


def test_vd9_no_round_is_cut_short_by_the_first_draw_of_the_next() -> None:
    game = position(["VR1"], ["VB2", "VB3"], deck=[], seat=1)
    play(game, "score VB2")
    assert (game.last_round, game.terminated, game.to_act) == (True, False, 0)
    play(game, "score VR1")
    assert not game.terminated
    play(game, "score VB3")
    assert game.terminated


def test_v14_v16_a_tie_goes_to_fewer_cards_then_is_shared() -> None:
    def end(*hands: list[str], areas: list[list[str]]) -> list[float]:
        game = position(*hands, areas=areas, deck=[], seat=len(hands) - 1)
        game.last_round = True
        return play(game, f"score {hands[-1][0]}").returns

    assert end(["VR1"], ["VR5"], areas=[["VB5"], []]) == [-1.0, 1.0]
    assert end(["VR1"], ["VR5", "VR6"], areas=[["VB5"], []]) == [0.0, 0.0]
    assert end([], ["VR1"], ["VR5"], areas=[["VB5"], ["VB5"], []]) == [0.25, -0.5, 0.25]
    assert end([], ["VR1"], ["VR4"], areas=[["VB5"], ["VB6"], []]) == [-0.5, 1.0, -0.5]
    assert end([], [], ["VR1"], ["VR5"], areas=[["VB5"], ["VY5"], ["VG5"], []]) == pytest.approx(
        [1 / 9, 1 / 9, -1 / 3, 1 / 9]  # VD8: (4 - 3) / (3 * 3)
    )
    assert end([], [], ["VR1"], ["VR5"], areas=[["VB5"], [], ["VG5"], []]) == pytest.approx(
        [1 / 3, -1 / 3, -1 / 3, 1 / 3]
    )
    assert end([], [], [], ["VR5"], areas=[["VB5"], ["VY5"], ["VG5"], []]) == [0.0] * 4


def test_vd5_vd8_the_cap_truncates() -> None:
    game = position(["VR1", "VR2"], ["VB1"], turns=198)
    play(game, "score VR1")
    assert not game.truncated
    play(game, "score VB1")
    assert (game.truncated, game.terminated, game.returns, game.legal()) == (True, False, [0.0, 0.0], [])
    assert (game.to_act, game.turns, game.phase) == (1, 200, "over")


@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_vd9_a_regular_end_takes_precedence_over_the_cap(end_rule: str) -> None:
    game = position([], ["VR9"], areas=[[], ["VB6"]], seat=1, turns=9, max_turns=10, end_rule=end_rule)
    play(game, "score VR9")
    assert (game.truncated, game.terminated, game.returns) == (False, True, [-1.0, 1.0])


def test_vd5_the_cap_cuts_a_last_round_off() -> None:
    game = position(["VR9"], ["VR8"], areas=[["VB6"]], turns=9, max_turns=10, end_rule="finish_round")
    play(game, "score VR9")
    assert (game.truncated, game.terminated, game.last_round, game.returns) == (True, False, True, [0.0, 0.0])


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("end_rule", ["immediate", "finish_round"])
def test_random_play_keeps_the_120_cards_and_the_invariants(n: int, end_rule: str) -> None:
    played: Counter[tuple[str, str]] = Counter()
    recyclings = ends = 0
    for seed in range(24):
        rng = random.Random(1000 * n + seed)
        # A high target and plays that put no cards in areas make games long enough to recycle.
        long = seed % 3 == 0
        game = VantageOracle(rng, num_players=n, end_rule=end_rule, target_score=45 if long else 15)
        while names := game.legal():
            assert names == sorted(set(names), key=action_order)
            before, turns, phase, ability = game.shuffle, game.turns, game.phase, TABLE.get(game.resolving, {})
            name = rng.choice([name for name in names if not (long and name.startswith("score"))] or names)
            played[ability.get("ability", "none"), phase] += 1
            game.step(name)
            assert all_cards(game) == BOX
            assert all(seat in card.knowers for seat, hand in enumerate(game.hands) for card in hand)
            assert all((len(c.knowers) == n) or c.shuffle for hand in game.hands for c in hand)
            assert min(game.penalties) >= 0
            assert game.turns - turns == (not game.aside)
            assert game.phase in ("turn", "over") or game.aside
            assert abs(sum(game.returns)) < 1e-9
            recyclings += game.shuffle - before
        assert game.terminated != game.truncated
        ends += game.terminated
    assert ends > 10 and recyclings > 5
    assert set(played) >= {
        ("none", "turn"),
        *((ability, "opponent") for ability in ("SPY", "THIEF", "SABOTEUR", "DESTROYER", "SWAPPER")),
        ("HACKER", "hacker"),
        ("DESTROYER", "destroyer"),
        ("DUPLICATE", "duplicate"),
        ("OVERCLOCK", "overclock"),
        ("SALVAGER", "salvager"),
        ("FORGER", "forger"),
        ("SWAPPER", "swapper theirs"),
        ("SWAPPER", "swapper own"),
    }


def action_order(name: str) -> tuple[int, int]:
    verb, _, what = name.partition(" ")
    verbs = ["score", "ability", "exchange", "choose", "opponent", "stop", "pass"]
    return verbs.index(verb), IDS.index(what) if what in TABLE else int(what or 0)


def test_the_same_seed_gives_the_same_game() -> None:
    def log(seed: int) -> list[Any]:
        rng = random.Random(seed)
        game = VantageOracle(rng, num_players=3)
        names = []
        while legal := game.legal():
            names.append(rng.choice(legal))
            game.step(names[-1])
        return [names, game.pile, game.deck, game.returns]

    assert log(5) == log(5) != log(6)
