"""Who knows which card of a hand, and for how long (VD18, VD19). What follows for redraws is in `test_belief.py`."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.vantage.oracle import IDS, TABLE
from tests.vantage.table import copies, hand, pile, play, position, start, turn, value

SPECTATOR = -1


@pytest.mark.rule("VD18")
def test_what_is_public() -> None:
    game, states = position(
        ["VR1", "VB3 seen by 1"],
        ["VR2 open", "VG3"],
        ["VY4"],
        areas=[["VG5"], ["VR9"]],
        pile=["VB1", "VR1", "VB1"],
        penalties=[0, 4],
        shields=[2],
    )
    for viewer in (0, 1, 2, SPECTATOR):
        seen = game.redact(states, viewer)
        for name in ("scored", "points", "penalty", "shield", "pile", "pile_size", "hand_size", "deck_size"):
            assert (seen[name] == states[name]).all(), name
        assert not seen["deck"].any()
        cards = [[IDS[card - 1] if card else "?" for card in seen["hand"][0, seat, :2]] for seat in range(3)]
        assert (
            cards
            == {
                0: [["VR1", "VB3"], ["VR2", "?"], ["?", "?"]],
                1: [["?", "VB3"], ["VR2", "VG3"], ["?", "?"]],
                2: [["?", "?"], ["VR2", "?"], ["VY4", "?"]],
                SPECTATOR: [["?", "?"], ["VR2", "?"], ["?", "?"]],
            }[viewer]
        )


@pytest.mark.rule("VD18")
@pytest.mark.parametrize(
    ("card", "plays"),
    [("VG9", ["exchange VG9"]), ("VG3", ["ability VG3", "choose VB1"]), ("VB4", ["ability VB4", "opponent 1"])],
)
def test_a_card_that_comes_openly_is_known_to_all_while_it_stays(card: str, plays: list[str]) -> None:
    game, states = position([card], ["VB1"], ["VR3"], pile=["VB1"], deck=["VR5"] * 6)
    play(game, states, *plays)
    assert hand(states, 0) == ["VB1 open"]
    play(game, states, "exchange VR5", "exchange VR3")  # seats 1 and 2 do something else
    assert hand(states, 0)[0] == "VB1 open"
    play(game, states, "score VB1")
    assert not [words for words in hand(states, 0) if "open" in words]


@pytest.mark.rule("VD19")
@pytest.mark.parametrize(
    "plays",
    [
        ["score VR1"],
        ["ability VR1"],
        ["exchange VR1"],
        ["ability VB2", "choose VR1"],
        ["ability VY1", "choose VR1"],
        ["ability VY2", "choose VR1", "stop"],
        ["ability VY3", "choose VR1"],
    ],
)
@pytest.mark.parametrize(
    ("held", "left"),
    [
        (["VR1", "VR1 seen by 1"], ["VR1"]),
        (["VR1 seen by 1 2", "VR1", "VR1 seen by 2"], ["VR1", "VR1 seen by 2"]),
        (["VR1 seen by 1", "VR1 open"], ["VR1 seen by 1"]),
        # Known to equally many others: the copy that has been there longest.
        (["VR1", "VR1 of shuffle 1"], ["VR1 of shuffle 1"]),
        (["VR1 of shuffle 1 seen by 2", "VR1 seen by 1"], ["VR1 seen by 1"]),
        (["VR1 seen by 2", "VR1 of shuffle 2 seen by 1", "VR1"], ["VR1 of shuffle 2 seen by 1", "VR1"]),
    ],
)
def test_by_choice_the_copy_known_to_most_others_leaves(plays: list[str], held: list[str], left: list[str]) -> None:
    game, states = position(
        [*held, "VB2", "VY1", "VY2", "VY3"], [], [], pile=["VG9"], deck=["VG8"], shuffle=3, max_turns=1
    )
    play(game, states, *plays)
    assert [words for words in hand(states, 0) if words.startswith("VR1")] == left


@pytest.mark.rule("VD19")
@pytest.mark.parametrize("thief", [True, False])
def test_at_random_every_copy_leaves_alike(thief: bool) -> None:
    game, states = position(["VB1" if thief else "VB2"], ["VR1", "VR1 seen by 0", "VR1 open"], max_turns=1)
    many = copies(game, states, 900)
    for action in ("ability VB1", "opponent 1") if thief else ("ability VB2",):
        game.step(many, game.action_number(action))
    left = Counter(tuple(hand(many[index : index + 1], 1)) for index in range(len(many)))
    words = ["VR1", "VR1 seen by 0", "VR1 open"]
    assert left.keys() == {tuple(word for word in words if word != gone) for gone in words}
    assert all(230 < count < 370 for count in left.values())


# --- what a spy saw is remembered exactly as long as it is true -----------------------------------------------------


@pytest.mark.rule("VD18")
def test_what_a_spy_saw_stays_known_while_the_card_stays() -> None:
    game, states = position(["VR8"], ["VR1"], [], deck=["VR5"] * 2, pile=["VG9"] * 10)
    play(game, states, "ability VR8", "opponent 1")
    for _ in range(4):  # the deck is recycled meanwhile, the card of the spy's own place goes round
        for seat in (1, 2, 0):
            play(game, states, f"exchange {hand(states, seat)[-1][:3]}" if pile(states) else "score VG9")
        assert hand(states, 1)[0].removeprefix("VR1") in (" seen by 0", " of shuffle 1 seen by 0")
    assert value(states, "shuffle") > 1


@pytest.mark.rule("VD18", "VD19")
@pytest.mark.parametrize("action", ["score VR1", "exchange VR1", "ability VR1"])
def test_a_card_that_leaves_takes_what_was_known_of_it_along(action: str) -> None:
    game, states = position(
        ["VG9"], ["VB1", "VR1 seen by 0", "VR1", "VB2 seen by 0"], seat=1, pile=["VY9"], max_turns=1
    )
    play(game, states, action)
    taken = ["VY9 open"] if action.startswith("exchange") else []
    assert hand(states, 1) == ["VB1", "VR1", "VB2 seen by 0", *taken]
    # Of a kind that nobody has seen, any copy is like any other.
    game, states = position(["VG9"], ["VR1", "VB2 seen by 0", "VR1"], seat=1, pile=["VY9"], max_turns=1)
    play(game, states, action)
    assert hand(states, 1) == ["VB2 seen by 0", "VR1", *taken]


@pytest.mark.rule("VD18", "VD19")
def test_a_known_card_that_is_drawn_again_is_as_unknown_as_any() -> None:
    # The spy's card is played, turned over with the discards and drawn again by the same seat.
    game, states = position(["VG9"], ["VR4 seen by 0"], seat=1, deck=["VG1"])
    play(game, states, "ability VR4", "opponent 1")  # seat 0 draws the VG1
    play(game, states, "score VG9")
    assert hand(states, 1) == ["VR4"]
    assert value(states, "shuffle") == 2
    # So is one that lay openly before: it belongs to a shuffle again.
    game, states = position(["VG9"], ["VR4 open"], seat=1, deck=["VG1"])
    play(game, states, "ability VR4", "opponent 1", "score VG9")
    assert hand(states, 1) == ["VR4"]


@pytest.mark.rule("VD18", "VD19")
def test_a_stolen_card_is_known_to_all_and_the_rest_stays_as_it_was() -> None:
    theirs = ["VR1 seen by 2", "VR1", "VB3 of shuffle 1 seen by 0 2", "VG5 open"]
    outcomes = set()
    for seed in range(40):
        game, states = position(["VB1"], theirs, [], shuffle=2, max_turns=1, seed=seed)
        changed = turn(game, states, "ability VB1", "opponent 1")
        (gone,) = Counter(theirs) - Counter(changed["hand 1"])
        assert changed["hand 1"] == [words for words in theirs if words != gone]  # in their order
        assert changed["hand 0"] == [f"{gone[:3]} open"]
        outcomes.add(gone)
    assert outcomes == {*theirs}


@pytest.mark.rule("VD18")
def test_a_hacked_card_is_gone_and_the_rest_stays_as_it_was() -> None:
    theirs = ["VR1 seen by 2", "VR1", "VB3 of shuffle 1 seen by 0 2", "VG5 open"]
    outcomes = set()
    for seed in range(40):
        game, states = position(["VB2"], theirs, [], shuffle=2, max_turns=1, seed=seed)
        changed = turn(game, states, "ability VB2")
        (gone,) = Counter(theirs) - Counter(changed["hand 1"])
        assert changed["hand 1"] == [words for words in theirs if words != gone]
        assert changed["pile"] == [gone[:3], "VB2"]
        outcomes.add(gone)
    assert outcomes == {*theirs}


@pytest.mark.rule("VD18")
def test_recycling_changes_nothing_that_is_known_of_hands() -> None:
    game, states = position(
        ["VR1 seen by 1", "VG1"], ["VB1 open", "VB2 seen by 0"], pile=["VG5"] * 2, deck=[], max_turns=2
    )
    play(game, states, "score VG1")
    assert hand(states, 0) == ["VR1 of shuffle 1 seen by 1"]
    assert hand(states, 1) == ["VB1 open", "VB2 of shuffle 1 seen by 0", "VG5"]


@pytest.mark.rule("VD18")
def test_only_the_ways_of_the_rule_book_make_a_card_known() -> None:
    """Random games: a card of a hand is known to others only if it came openly or a spy has just looked."""
    spied = opened = 0
    for seed in range(6):
        game, states = start(seed=seed, num_players=2 + seed % 3, target_score=60)
        rng = np.random.default_rng(seed)
        for _ in range(250):
            if value(states, "terminated"):
                break
            s = states[0].copy()
            action = int(rng.choice(np.flatnonzero(game.legal(states)[0])))
            game.step(states, action)
            name = game.action_names[action]
            before, after = (_known_cards(one) for one in (s, states[0]))
            card = s["copied"] or s["played"]
            ability = TABLE[IDS[card - 1]]["ability"] if card else name.split()[0]
            for seat, _, shuffle, knowers in after - before:
                if shuffle == 0:
                    assert knowers == 255 and seat == s["to_act"]
                    assert ability in ("exchange", "SALVAGER", "THIEF")
                    opened += 1
                elif knowers != 1 << seat:
                    assert ability == "SPY" and knowers >> s["to_act"] & 1
                    spied += 1
    assert spied and opened


def _known_cards(s: np.void) -> Counter[tuple[int, int, int, int]]:
    """Seat, kind, shuffle and knowers of all cards in hands."""
    return Counter(
        (seat, int(s["hand"][seat, place]), int(s["hand_shuffle"][seat, place]), int(s["hand_knowers"][seat, place]))
        for seat in range(int(s["num_players"]))
        for place in range(int(s["hand_size"][seat]))
    )
