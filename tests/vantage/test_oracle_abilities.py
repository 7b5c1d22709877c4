"""Tests of the plain-Python oracle itself: every ability with its choices, and who knows which card."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from tests.vantage.oracle import IDS, TABLE, Card, World
from tests.vantage.positions import all_cards, hand_of, knowers_of, play, position, spied


def test_v4_vd12_the_ability_card_goes_on_the_pile_after_it_resolves() -> None:
    game = position(["VR2"], ["VB1"], pile=["VY9"])
    play(game, "ability VR2")
    assert (game.aside, game.pile, hand_of(game, 0)) == (["VR2"], ["VY9"], [])
    assert (game.phase, game.resolving) == ("opponent", "VR2")
    play(game, "opponent 1")
    assert (game.aside, game.pile, game.to_act, game.resolving) == ([], ["VY9", "VR2"], 1, "")


@pytest.mark.parametrize("card", [c for c in IDS if TABLE[c]["ability"] not in ("COURIER", "SHIELD", "REPAIR")])
def test_vd11_without_a_target_an_ability_asks_nothing(card: str) -> None:
    game = position([card], [], shields=[1], answers=["VG9" if card != "VG9" else "VG8"])
    before = all_cards(game)
    play(game, f"ability {card}")
    assert (game.turns, game.to_act, game.pile, game.aside) == (1, 1, [card], [])
    assert [what for what, _ in game.asked] == ["draw 1"]
    assert (game.penalties, all_cards(game)) == ([0, 0], before)


def test_v10_vd18_spy_looks_at_random_cards_that_the_spy_does_not_know() -> None:
    game = position(["VB3"], [], ["VR1", spied("VR2", 0), "VR3", spied("VR4", 1)], answers=["VR4", "VR1"])
    play(game, "ability VB3")
    assert game.legal() == ["opponent 2"]  # VD11, VD13: asked with one option; seat 1 has no cards
    play(game, "opponent 2")
    assert game.asked[:2] == [("spy 2", ["VR1", "VR3", "VR4"]), ("spy 2", ["VR1", "VR3"])]
    assert knowers_of(game, 2) == [[0, 2], [0, 2], [2], [0, 1, 2]]
    assert [card.shuffle for card in game.hands[2]] == [1] * 4
    assert game.turns == 1


def test_vd18_spy_sees_fewer_if_fewer_are_unknown() -> None:
    game = position(["VB3", "VR8"], [spied("VR1", 0), "VR2"], answers=["VR2"])
    play(game, "ability VB3", "opponent 1")
    assert knowers_of(game, 1)[:2] == [[0, 1], [0, 1]]
    assert [what for what, _ in game.asked] == ["spy 1", "draw 1"]
    play(game := position(["VR8"], [spied("VR1", 0)]), "ability VR8", "opponent 1")  # a known hand is a target too
    assert [what for what, _ in game.asked] == ["draw 1"]


def test_v10_vd14_hacker_takes_a_card_from_every_hand_own_choice_first() -> None:
    game = position(
        ["VR1"], [], ["VB2", "VG1", "VG1"], ["VY1", "VY2"], pile=["VY9"], seat=2, answers=["VY2", "VR1", "VB8"]
    )
    play(game, "ability VB2")
    assert game.legal() == ["choose VG1"]
    play(game, "choose VG1")
    assert game.pile == ["VY9", "VG1", "VY2", "VR1", "VB2"]
    assert game.asked == [("hacker 3", ["VY1", "VY2"]), ("hacker 0", ["VR1"]), game.asked[2]]
    assert [hand_of(game, seat) for seat in range(4)] == [[], [], ["VG1"], ["VY1", "VB8"]]


def test_vd14_hacker_with_an_empty_hand_still_costs_the_others() -> None:
    game = position(["VB2"], ["VY1"], answers=["VY1", "VB8"])
    play(game, "ability VB2")
    assert (game.pile, hand_of(game, 1), game.turns) == (["VY1", "VB2"], ["VB8"], 1)


def test_v10_vd13_destroyer_discards_a_score_card_of_an_unshielded_opponent() -> None:
    areas = [["VR9"], ["VG9", "VB8"], [], ["VY9"]]
    game = position(["VR1"], [], [], [], areas=areas, shields=[3])
    play(game, "ability VR1")
    assert game.legal() == ["opponent 1"]
    play(game, "opponent 1")
    assert (game.phase, game.legal()) == ("destroyer", ["choose VB8", "choose VG9"])
    play(game, "choose VB8")
    assert (game.areas[1], game.pile) == (Counter(["VG9"]), ["VB8", "VR1"])


def test_v10_vd15_duplicate_applies_the_chosen_ability_twice() -> None:
    game = position(["VY1", "VY1", "VY2", "VY3", "VR2", "VR4"], [], [], pile=["VY9"])
    play(game, "ability VY1")
    assert (game.phase, game.legal()) == ("duplicate", ["choose VR2", "choose VR4"])
    play(game, "choose VR2")
    assert (game.aside, game.resolving, game.phase) == (["VY1", "VR2"], "VR2", "opponent")
    play(game, "opponent 2")
    assert (game.penalties, game.turns, game.legal()) == ([0, 0, 2], 0, ["opponent 1", "opponent 2"])
    play(game, "opponent 1")
    assert (game.penalties, game.turns) == ([0, 2, 2], 1)
    assert (game.pile, game.aside) == (["VY9", "VR2", "VY1"], [])  # VD12
    assert hand_of(game, 0) == ["VY1", "VY2", "VY3", "VR4"]


def test_vd15_duplicate_without_an_eligible_card_asks_nothing() -> None:
    game = position(["VY1", "VY1", "VY2", "VY3", "VY6"], [])
    play(game, "ability VY1")
    assert (game.turns, game.pile, len(game.hands[0])) == (1, ["VY1"], 4)


def test_vd15_the_second_resolution_may_find_no_target() -> None:
    game = position(["VY1", "VR1"], [], areas=[[], ["VB8"]])
    play(game, "ability VY1", "choose VR1", "opponent 1", "choose VB8")
    assert (game.turns, game.pile) == (1, ["VB8", "VR1", "VY1"])


def test_vd12_cards_set_aside_are_in_no_reshuffle() -> None:
    game = position(["VY1", "VG1"], [], pile=["VB4", "VB5"], deck=["VG9"], answers=["VG9", "VB5"])
    play(game, "ability VY1", "choose VG1")  # four draws, three cards
    assert hand_of(game, 0) == ["VG9", "VB5", "VB4"]
    assert [card.shuffle for card in game.hands[0]] == [1, 2, 2]
    # Then the two go on the pile, and the next player's draw turns them over.
    assert game.asked[-1] == ("draw 1", ["VG1", "VY1"])
    assert (game.pile, game.shuffle, game.last_round) == ([], 3, False)  # VD9: COURIER's failed draw ends nothing


def test_vd12_salvager_cannot_take_the_cards_in_play() -> None:
    game = position(["VY1", "VG3"], [], pile=["VB4", "VB5"])
    play(game, "ability VY1", "choose VG3")
    assert game.legal() == ["choose VB4", "choose VB5"]
    play(game, "choose VB4", "choose VB5")
    assert (hand_of(game, 0), game.pile) == (["VB4", "VB5"], ["VG3", "VY1"])


@pytest.mark.parametrize(("card", "drawn"), [("VG1", 2), ("VG6", 1)])
def test_courier_draws(card: str, drawn: int) -> None:
    game = position([card, "VR1"], [], deck=["VB7", "VB8", "VB9", "VG9"], answers=["VB9", "VB7"])
    play(game, f"ability {card}")
    assert hand_of(game, 0) == ["VR1", "VB9", "VB7"][: 1 + drawn]
    assert knowers_of(game, 0) == [[0]] * (1 + drawn)
    assert game.to_act == 1


def test_vd13_vd18_thief_takes_a_random_card_and_shows_it() -> None:
    game = position(["VB1", "VR1"], [], ["VR2", spied("VR3", 1), "VR4"], shields=[2], answers=["VR3"])
    play(game, "ability VB1")
    assert game.legal() == ["opponent 2"]  # VD13: a shield does not protect the hand
    play(game, "opponent 2")
    assert game.asked[0] == ("thief 2", ["VR2", "VR3", "VR4"])
    assert (hand_of(game, 0), hand_of(game, 2)) == (["VR1", "VR3"], ["VR2", "VR4"])
    assert (knowers_of(game, 0), game.hands[0][1].shuffle) == ([[0], [0, 1, 2]], 0)


@pytest.mark.parametrize(("card", "points"), [("VR2", 2), ("VR4", 1), ("VR7", 1)])
def test_v9_vd7_sabotage_gives_penalties(card: str, points: int) -> None:
    game = position([card], [], [], [], shields=[2], penalties=[0, 1])
    play(game, f"ability {card}")
    assert game.legal() == ["opponent 1", "opponent 3"]
    play(game, "opponent 1")
    assert (game.penalties, game.total(1)) == ([0, 1 + points, 0, 0], -1 - points)


def test_v9_vd16_overclock_scores_up_to_two_more_cards() -> None:
    game = position(["VY2", "VR3", "VB3", "VG4"], [], areas=[["VG3"]])
    play(game, "ability VY2")
    assert (game.plays_left, game.legal()) == (2, ["choose VR3", "choose VB3", "choose VG4", "stop"])
    play(game, "choose VB3")
    assert (game.plays_left, game.legal(), game.turns) == (1, ["choose VR3", "choose VG4", "stop"], 0)
    play(game, "choose VR3")  # VD4
    assert (game.areas[0], game.pile, game.turns) == (Counter(["VR3"]), ["VG3", "VB3", "VY2"], 1)


@pytest.mark.parametrize("chosen", [0, 1])
def test_vd11_overclock_may_stop_at_any_point(chosen: int) -> None:
    game = position(["VY2", "VR3", "VB4"], [])
    play(game, "ability VY2", *["choose VR3"][:chosen], "stop")
    assert (game.areas[0].total(), game.pile, game.turns, game.plays_left) == (chosen, ["VY2"], 1, 0)


def test_overclock_ends_with_the_hand() -> None:
    game = play(position(["VY2", "VR3"], []), "ability VY2", "choose VR3")
    assert (game.areas[0], game.pile, game.turns) == (Counter(["VR3"]), ["VY2"], 1)


def test_vd9_the_target_is_not_tested_inside_the_turn() -> None:
    game = position(["VY2", "VR9", "VB9", "VB5"], [], areas=[["VB6"]])
    play(game, "ability VY2", "choose VR9")
    assert (game.total(0), game.terminated) == (15, False)
    assert play(game, "stop").returns == [1.0, -1.0]


def test_vd17_salvager_takes_the_topmost_copy_of_a_kind() -> None:
    game = position(["VG3"], [], pile=["VR1", "VB1", "VR1", "VY1"])
    play(game, "ability VG3")
    assert (game.phase, game.legal()) == ("salvager", ["choose VR1", "choose VB1", "choose VY1"])
    play(game, "choose VR1")
    assert (game.pile, hand_of(game, 0)) == (["VR1", "VB1", "VY1", "VG3"], ["VR1"])
    assert (knowers_of(game, 0), game.hands[0][0].shuffle) == ([[0, 1]], 0)


def test_vd16_forger_scores_beside_the_same_number() -> None:
    game = position(["VY3", "VR3", "VB5"], [], areas=[["VG3"]])
    play(game, "ability VY3")
    assert (game.phase, game.legal()) == ("forger", ["choose VR3", "choose VB5"])
    play(game, "choose VR3")
    assert (game.areas[0], game.total(0), game.pile) == (Counter(["VG3", "VR3"]), 6, ["VY3"])


def test_vd16_forged_pairs_not_concerned_stay() -> None:
    game = position(["VR5"], [], areas=[["VG3", "VR3", "VB5"]])
    play(game, "score VR5")
    assert (game.areas[0], game.pile) == (Counter(["VG3", "VR3", "VR5"]), ["VB5"])


def test_vd13_a_shield_lasts_until_the_own_next_turn() -> None:
    game = position(["VY4", "VY9"], ["VR2"], ["VR1", "VB1"], areas=[["VB6"], ["VG1"]])
    play(game, "ability VY4")
    assert game.shields == [True, False, False]
    play(game, "ability VR2")
    assert game.legal() == ["opponent 1"]  # seat 2; seat 0 is shielded
    play(game, "opponent 1", "ability VR1")
    assert game.legal() == ["opponent 2"]
    play(game, "opponent 2", "choose VG1")
    assert (game.to_act, game.shields) == (0, [False] * 3)


def test_vd13_a_shield_binds_opponents_only() -> None:
    game = position(["VY1", "VY4", "VG4", "VR3"], [], areas=[["VB3"]], penalties=[1], shields=[0])
    play(game, "score VR3")
    assert (game.areas[0], game.pile) == (Counter(["VR3"]), ["VB3"])
    game = position(["VG4"], [], penalties=[1], shields=[0])
    play(game, "ability VG4")
    assert game.penalties == [0, 0]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_repair_removes_up_to_two_penalties(before: int, after: int) -> None:
    game = position(["VG4"], [], penalties=[before, 4])
    play(game, "ability VG4")
    assert (game.penalties, game.turns) == ([after, 4], 1)


def test_vd13_vd16_swapper_swaps_and_the_older_duplicates_are_discarded() -> None:
    areas = [["VR3", "VY5", "VG5"], [], ["VB5", "VG3", "VR3"]]
    game = position(["VB6"], [], [], areas=areas, pile=["VY9"])
    play(game, "ability VB6")
    assert game.legal() == ["opponent 2"]
    play(game, "opponent 2")
    assert (game.phase, game.legal()) == ("swapper theirs", ["choose VR3", "choose VB5", "choose VG3"])
    play(game, "choose VB5")
    assert (game.phase, game.legal()) == ("swapper own", ["choose VR3", "choose VG5", "choose VY5"])
    play(game, "choose VR3")
    assert game.areas == [Counter(["VB5"]), Counter(), Counter(["VR3"])]
    assert game.pile == ["VY9", "VG5", "VY5", "VR3", "VG3", "VB6"]  # the acting player's first, lower id first


def test_vd16_swapper_leaves_forged_pairs_not_concerned() -> None:
    game = position(["VB6"], [], areas=[["VR3", "VB4", "VG4"], ["VR3", "VB7", "VG7"]])
    play(game, "ability VB6", "opponent 1", "choose VR3", "choose VR3")
    assert (game.areas, game.pile) == ([Counter(["VR3", "VB4", "VG4"]), Counter(["VR3", "VB7", "VG7"])], ["VB6"])


@pytest.mark.parametrize("areas", [[[], ["VR3"]], [["VR3"], []]])
def test_vd13_swapper_needs_a_score_card_on_both_sides(areas: list[list[str]]) -> None:
    game = play(position(["VB6"], [], areas=areas), "ability VB6")
    assert (game.turns, game.pile, game.areas) == (1, ["VB6"], [Counter(area) for area in areas])


def test_vd13_swapper_respects_shields() -> None:
    game = position(["VB6"], [], [], areas=[["VR3"], ["VR4"], ["VR5"]], shields=[1])
    assert play(game, "ability VB6").legal() == ["opponent 2"]


@pytest.mark.parametrize(
    ("hand", "pile", "names"),
    [
        (["VR1", spied("VR1", 1)], [], ["score VR1"]),
        (["VR1", spied("VR1", 2), spied("VR1", 1, 2)], [], ["ability VR1"]),
        (["VR1", spied("VR1", 1)], ["VB1"], ["exchange VR1"]),
        (["VR1", spied("VR1", 1), "VB2"], [], ["ability VB2", "choose VR1"]),
        (["VR1", spied("VR1", 1), "VY1"], [], ["ability VY1", "choose VR1"]),
        (["VR1", spied("VR1", 1), "VY2"], [], ["ability VY2", "choose VR1", "stop"]),
        (["VR1", spied("VR1", 1), "VY3"], [], ["ability VY3", "choose VR1"]),
    ],
)
def test_vd19_by_choice_the_copy_known_to_most_others_leaves(
    hand: list[str | Card], pile: list[str], names: list[str]
) -> None:
    game = position(hand, [], [], pile=pile)
    copies = [card for card in game.hands[0] if card.id == "VR1"]
    leaving = max(copies, key=lambda card: len(card.knowers))
    play(game, *names)
    assert [card for card in game.hands[0] if card.id == "VR1"] == [card for card in copies if card is not leaving]


def test_vd19_of_equally_known_copies_the_one_longest_in_the_hand_leaves() -> None:
    game = position([spied("VR1", 1, shuffle=2), "VB1", spied("VR1", 2, shuffle=3)], [], [], shuffle=3)
    play(game, "score VR1")
    assert [(card.id, card.knowers, card.shuffle) for card in game.hands[0]] == [("VB1", {0}, 1), ("VR1", {0, 2}, 3)]


def test_vd18_what_a_spy_saw_goes_with_the_card() -> None:
    game = position(["VR8"], ["VR1", "VR1"], answers=["VR1", "VB9"])
    play(game, "ability VR8", "opponent 1")
    assert knowers_of(game, 1) == [[0, 1], [1], [1]]
    play(game, "score VR1")
    assert (hand_of(game, 1), knowers_of(game, 1)) == (["VR1", "VB9"], [[1], [1]])


def test_vd19_worlds_of_one_shuffle() -> None:
    game = position(["VR9"], ["VR1", "VR2"], deck=["VR1", "VR1", "VB1"])
    worlds = game.worlds(0)
    assert sum(worlds.values()) == 1
    # Five individual cards over two ordered places: VR1 three times, VR2 and VB1 once.
    assert worlds[(("VR9",), ("VR1", "VR1")), ("VR1", "VR2", "VB1")] == Fraction(3 * 2, 5 * 4)
    assert worlds[(("VR9",), ("VB1", "VR1")), ("VR1", "VR1", "VR2")] == Fraction(1 * 3, 5 * 4)
    assert len(worlds) == 7


def test_vd19_worlds_keep_what_is_known_and_the_shuffles_apart() -> None:
    hands: list[list[str | Card]] = [
        ["VR9", spied("VB9", 1, 2)],
        [spied("VR1", 0), spied("VR2", 2), spied("VR3", 2, shuffle=2)],
        [spied("VR4", 1), spied("VR4", 0, 1, shuffle=0)],
    ]
    game = position(*hands, deck=["VB1", "VB1"], shuffle=2)
    assert game.worlds(0) == {
        ((("VR9", "VB9"), ("VR1", old, new), (other, "VR4")), tuple(deck)): Fraction(1, 2) * chance
        for old, other in (("VR2", "VR4"), ("VR4", "VR2"))
        for new, deck, chance in (
            ("VB1", ["VR3", "VB1"], Fraction(2, 3)),
            ("VR3", ["VB1", "VB1"], Fraction(1, 3)),
        )
    }
    # Seat 1 knows its own hand and all of seat 2's; of seat 0's hand only the card it has seen.
    assert game.worlds(1) == {((("VR9", "VB9"), ("VR1", "VR2", "VR3"), ("VR4", "VR4")), ("VB1", "VB1")): Fraction(1)}


@pytest.mark.parametrize("player", [0, 1, 2])
def test_vd19_worlds_are_the_permutations_of_the_individual_cards(player: int) -> None:
    hands: list[list[str | Card]] = [
        ["VR1", spied("VR2", 1)],
        ["VR1", spied("VR3", 0, shuffle=2), "VR2"],
        ["VB1", spied("VR3", 0, shuffle=2)],
    ]
    game = position(*hands, deck=["VR1", "VR3"], shuffle=2)
    hidden = [(seat, place) for seat in range(3) for place in range(len(hands[seat]))]
    hidden = [(seat, place) for seat, place in hidden if player not in game.hands[seat][place].knowers]
    places = {s: [at for at in hidden if game.hands[at[0]][at[1]].shuffle == s] for s in (1, 2)}
    ids = {s: [game.hands[seat][place].id for seat, place in places[s]] for s in (1, 2)}
    in_hands = len(ids[2])
    counted: Counter[World] = Counter()
    for old in itertools.permutations(ids[1]):
        for new in itertools.permutations([*ids[2], *game.deck.elements()]):
            world = [hand_of(game, seat) for seat in range(3)]
            for (seat, place), card_id in zip(places[1] + places[2], old + new[:in_hands], strict=True):
                world[seat][place] = card_id
            counted[tuple(map(tuple, world)), tuple(sorted(new[in_hands:], key=IDS.index))] += 1
    assert game.worlds(player) == {world: Fraction(count, counted.total()) for world, count in counted.items()}


def test_worlds_leave_the_game_as_it_was() -> None:
    game = position(["VR9"], ["VR1", "VR2"], deck=["VR1", "VB1"])
    game.worlds(0)
    assert (hand_of(game, 1), game.deck) == (["VR1", "VR2"], Counter(["VR1", "VB1"]))
