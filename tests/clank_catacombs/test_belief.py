"""Redraws (CCD9): what a seat cannot see of hands and decks, each choice of single cards alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium.envs.core.schema import States
from tests.arranged import played
from tests.clank_catacombs.cards import in_order
from tests.clank_catacombs.fields import CARD_ORDER
from tests.clank_catacombs.oracle import CatacombsOracle, World
from tests.clank_catacombs.positions import QUIET, Arranged, offer, stand
from tests.clank_catacombs.table import Table
from tests.redraws import ANY_CARD, UNLIKELY, check_all_else_stays, check_redraw_after_play, check_worlds, redraws_for

#: What a redraw may change.
HIDDEN = ("hand", "rng")


def cards_of(
    *hands_and_decks: tuple[list[str], list[str]], known: tuple[list[str], ...] = (), discard: tuple[str, ...] = ()
) -> Arranged:
    """Seats with these hands and decks and nothing else; `discard` is the first seat's discard pile."""
    game = Arranged(num_players=max(2, len(hands_and_decks)))
    for seat in game.seats:
        seat.hand, seat.deck = [], []
    for seat, (hand, deck) in zip(game.seats, hands_and_decks, strict=False):
        seat.hand, seat.deck = list(hand), list(deck)
    for seat, names in zip(game.seats, known, strict=False):
        seat.known = list(names)
    game.seats[0].discard = list(discard)
    return game


def worlds_of(states: States) -> Counter[World]:
    """How often each hands of all seats occur in records."""
    n = int(states["num_players"][0])
    rows, counts = np.unique(states["hand"][:, :n], axis=0, return_counts=True)
    names = list(CARD_ORDER)
    found: Counter[World] = Counter()
    for hands, count in zip(rows.tolist(), counts, strict=True):
        words = ([name for name, number in zip(names, hand, strict=True) for _ in range(number)] for hand in hands)
        found[tuple(in_order(hand) for hand in words)] += int(count)
    return found


def check_redraws(oracle: CatacombsOracle, player: int, seed: int) -> int:
    """Compares redraws of a position with the worlds that are possible; returns how many of those there are."""
    table = Table(oracle)
    game, states = table.game, table.states
    possible = oracle.worlds(player)
    many = np.repeat(game.redact(states, player), redraws_for(possible))
    game.resample(many, player, seed)
    check_all_else_stays(game, states, many, player, HIDDEN)
    assert (many["hand"] <= many["held"]).all()
    assert (many["known"] <= many["hand"]).all()
    assert (many["hand"].sum(axis=2) == many["hand_size"]).all()
    check_worlds(worlds_of(many), possible)
    return len(possible)


# --- constructed positions --------------------------------------------------------------------------------------------

_NONE: tuple[list[str], list[str]] = ([], [])
#: The position, the seat that believes, and how many worlds are possible to it.
POSITIONS: dict[str, tuple[Callable[[], CatacombsOracle], int, int]] = {
    "two seats": (lambda: cards_of((["Burgle"], []), (["Explore", "Burgle"], ["Explore", "Stumble"])), 0, 4),
    "the other seat believes": (
        lambda: cards_of((["Burgle", "Burgle"], ["Explore"] * 3), (["Stumble"], [])),
        1,
        3,
    ),
    "copies count": (
        lambda: cards_of(_NONE, (["Explore"], ["Explore"] * 5 + ["Burgle"] * 3 + ["Stumble"])),
        0,
        3,
    ),
    "a known card": (
        lambda: cards_of(_NONE, (["Explore", "Burgle"], ["Explore", "Stumble"]), known=([], ["Burgle"])),
        0,
        2,
    ),
    "one of two copies is known": (
        lambda: cards_of(_NONE, (["Tiptoe", "Tiptoe", "Burgle"], ["Tiptoe", "Stumble"]), known=([], ["Tiptoe"])),
        0,
        4,
    ),
    "two known cards of one kind": (
        lambda: cards_of(_NONE, (["Tiptoe", "Tiptoe", "Burgle"], ["Tiptoe", "Stumble"]), known=([], ["Tiptoe"] * 2)),
        0,
        3,
    ),
    "all known": (lambda: cards_of(_NONE, (["Burgle", "Tiptoe"], ["Burgle"]), known=([], ["Burgle", "Tiptoe"])), 0, 1),
    "an empty hand": (lambda: cards_of(_NONE, ([], ["Explore", "Burgle"])), 0, 1),
    "an empty deck": (lambda: cards_of(_NONE, (["Explore", "Burgle"], [])), 0, 1),
    "own cards stay": (
        lambda: cards_of((["Burgle"], ["Explore"]), (["Explore"], ["Burgle"]), known=(["Burgle"],)),
        0,
        2,
    ),
    "kinds at both ends of the table": (
        lambda: cards_of(_NONE, (["Burgle", "Dragonbone Idol"], ["Stumble", "Sunlit Paladin"])),
        0,
        6,
    ),
    "three seats": (
        lambda: cards_of(
            (["Stumble"], ["Burgle"]),
            (["Explore", "Burgle"], ["Explore", "Stumble"]),
            (["Tiptoe"], ["Feint", "Feint"]),
        ),
        0,
        8,
    ),
    "three seats, the last believes": (
        lambda: cards_of(
            (["Stumble"], ["Burgle"]),
            (["Explore", "Burgle"], ["Explore", "Stumble"]),
            (["Tiptoe"], ["Feint", "Feint"]),
            known=([], ["Explore"]),
        ),
        2,
        6,
    ),
    "four seats, the second believes": (
        lambda: cards_of(
            (["Explore"], ["Burgle"]),
            (["Stumble"], ["Explore", "Burgle"]),
            (["Feint", "Burgle"], ["Explore"]),
            (["Explore"] * 2, ["Explore"] * 3),
            known=([], [], ["Feint"]),
        ),
        1,
        4,
    ),
}


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("name", POSITIONS)
def test_constructed_positions(name: str) -> None:
    position, player, number = POSITIONS[name]
    assert check_redraws(position(), player, seed=7) == number


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("seed", range(12))
def test_random_positions_for_every_seat(seed: int) -> None:
    generator = np.random.default_rng(seed)
    seats, known = [], []
    for _ in range(2 + seed % 3):
        cards = generator.choice(["Explore", "Explore", "Burgle", "Stumble", "Tiptoe"], generator.integers(0, 5))
        names = [str(name) for name in cards]
        seats.append((names[: len(names) // 2], names[len(names) // 2 :]))
        known.append(seats[-1][0][: generator.integers(0, len(names) // 2 + 1)])
    game = cards_of(*seats, known=tuple(known))
    for player in range(len(seats)):
        check_redraws(game, player, seed)


@pytest.mark.rule("CCD9", "CC31")
@pytest.mark.parametrize("left", ["escaped", "knocked out"])
def test_who_is_out_believes_the_same_and_has_cards_that_others_cannot_see(left: str) -> None:
    game = cards_of(
        (["Stumble"], ["Burgle"]),
        (["Explore", "Burgle"], ["Explore", "Stumble"]),
        (["Tiptoe"], ["Feint", "Feint"]),
        known=([], ["Burgle"]),
    )
    game.seats[2].left = left
    assert check_redraws(game, 2, seed=8) == 4  # two hands of seat 0, two of seat 1
    assert check_redraws(game, 0, seed=9) == 4
    assert check_redraws(game, 1, seed=10) == 4


@pytest.mark.rule("CCD9")
def test_a_spectator_has_no_seat_to_redraw_for() -> None:
    table = Table(cards_of((["Stumble"], ["Burgle"]), _NONE))
    before = table.states.tobytes()
    with pytest.raises(ValueError, match="player is -1, expected seats 0 to 1"):
        table.game.resample(table.states, -1, 1)
    assert table.states.tobytes() == before


@pytest.mark.rule("CC8", "CCD9")
def test_the_start_of_a_game() -> None:
    table = Table(Arranged(num_players=3))
    states = table.game.new_states(5)
    many = np.repeat(states, 10_000)
    table.game.resample(many, 1, 2)
    assert (many["hand"][:, 1] == states["hand"][0, 1]).all()
    for seat in (0, 2):  # 5 of 6 Burgle, 2 Stumble, a Sidestep and a Scramble
        counts = np.bincount(many["hand"][:, seat, CARD_ORDER["Burgle"]], minlength=6)
        assert chisquare(counts[1:], 10_000 * np.array([6, 60, 120, 60, 6]) / 252).pvalue > UNLIKELY
        for name in ("Sidestep", "Scramble"):
            assert abs(many["hand"][:, seat, CARD_ORDER[name]].mean() - 0.5) < 0.025
        assert (many["hand"][:, seat].sum(axis=1) == 5).all()


# --- in the middle of a turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("CC12", "CCD9")
def test_after_the_deck_ran_out_in_the_middle_of_a_draw() -> None:
    """Two cards are drawn, the last of the deck and one of the new deck: that one may be any."""
    own = (["Twin Paths", "Still the Air"], ["Stumble"])
    game = cards_of(own, _NONE, discard=("Burgle", "Tiptoe", "Tiptoe"))
    game.seats[0].known = ["Twin Paths"]
    offer(game, *QUIET)
    game.wishes = [("card", "Stumble"), ("card", "Tiptoe")]
    played(game, "play Twin Paths", "play Still the Air")
    assert (game.seats[0].hand, game.seats[0].known) == (["Stumble", "Tiptoe"], ["Stumble"])
    assert check_redraws(game, 1, seed=3) == 2
    assert check_redraws(game, 0, seed=3) == 1


@pytest.mark.rule("CC12", "CC24", "CCD9")
@pytest.mark.parametrize(("deck", "worlds"), [(3, 2), (5, 1), (6, 2)])
def test_after_the_draw_at_the_end_of_a_turn(deck: int, worlds: int) -> None:
    """Of five cards three are known and two are of the new deck; five of five are known; of six none is."""
    game = cards_of(([], ["Burgle"] * 3 + ["Explore"] * (deck - 3)), _NONE, discard=("Tiptoe", "Stumble", "Stumble"))
    offer(game, *QUIET)
    played(game, "end turn")
    assert len(game.seats[0].hand) == 5
    assert check_redraws(game, 1, seed=4) == worlds


def _asking_what_to_trash() -> CatacombsOracle:
    game = cards_of((["Pact Candle", "Burgle"], ["Explore", "Stumble"]), _NONE)
    return played(game, "play Pact Candle")


def _asking_what_to_discard() -> CatacombsOracle:
    game = cards_of((["Palm the Coin", "Burgle", "Stumble"], ["Explore", "Stumble"]), _NONE)
    game.seats[0].known = ["Stumble"]
    return played(game, "play Palm the Coin")


def _asking_for_the_pile() -> CatacombsOracle:
    game = cards_of((["Pact Candle", "Burgle"], ["Explore", "Stumble"]), _NONE, discard=("Pact Candle",))
    return played(game, "play Pact Candle", "choose Pact Candle")


def _asking_which_effect() -> CatacombsOracle:
    game = offer(cards_of((["Tiptoe", "Burgle"], ["Explore", "Stumble"]), _NONE), "Offering Bowl")
    game.skill = 3
    return played(game, "use Offering Bowl")


def _a_tile_is_revealed() -> CatacombsOracle:
    game = cards_of((["Tiptoe", "Burgle"], ["Explore", "Stumble"]), _NONE)
    game.boots = 3
    return played(game, "move south")


def _asking_how_many_swords() -> CatacombsOracle:
    game = cards_of((["Tiptoe", "Burgle"], ["Explore", "Stumble"]), _NONE)
    stand(game, "START V")
    game.boots, game.swords = 1, 1
    return played(game, "move to room 3")


def _asking_for_a_spring() -> CatacombsOracle:
    game = cards_of(([], ["Explore", "Stumble"]), (["Tiptoe", "Burgle"], ["Burgle"]), discard=("Burgle",))
    game.springs = 1
    return played(game, "end turn")


@pytest.mark.rule("CCD4", "CCD9")
@pytest.mark.parametrize(
    ("position", "asking", "worlds"),
    [
        (_asking_what_to_trash, "trash", (1, 3)),
        (_asking_what_to_discard, "discard", (1, 3)),
        (_asking_for_the_pile, "pile", (1, 3)),
        (_asking_which_effect, "effect", (1, 6)),
        (_a_tile_is_revealed, "turn", (1, 6)),
        (_asking_how_many_swords, "swords", (1, 6)),
        (_asking_for_a_spring, "spring", (2, 1)),
    ],
)
def test_in_the_middle_of_a_turn(position: Callable[[], CatacombsOracle], asking: str, worlds: tuple[int, int]) -> None:
    """Whoever acts knows its own hand, and the other seat knows what it knew before."""
    game = position()
    assert game.asking == asking
    assert (check_redraws(game, 0, seed=5), check_redraws(game, 1, seed=6)) == worlds


# --- redraws along the game -------------------------------------------------------------------------------------------

#: The first seat's hand, deck, discard pile and known cards, and what it does; it is legal whatever is hidden, and
#: chance alone decides.
STORIES: dict[str, tuple[tuple[list[str], list[str], list[str], list[str]], list[str]]] = {
    "a card is drawn": (
        (["Still the Air", "Burgle"], ["Burgle", "Explore", "Explore", "Stumble"], [], ["Still the Air"]),
        ["play Still the Air"],
    ),
    "the deck runs out, the discard pile comes back": (
        (
            ["Still the Air", "Twin Paths", "Burgle"],
            ["Explore"],
            ["Burgle", "Stumble", "Stumble"],
            ["Still the Air", "Twin Paths"],
        ),
        ["play Still the Air", "play Twin Paths"],
    ),
    "a known card is discarded and two others are drawn": (
        (
            ["Palm the Coin", "Tiptoe", "Burgle"],
            ["Explore", "Burgle", "Stumble"],
            [],
            ["Palm the Coin", "Tiptoe"],
        ),
        ["play Palm the Coin", "choose Tiptoe"],
    ),
    "the last card is drawn, and a known one is put into the new deck": (
        (["Palm the Coin", "Still the Air", "Tiptoe"], [], ["Stumble", "Burgle", "Burgle"], []),
        ["play Palm the Coin", "choose Tiptoe", "play Still the Air"],
    ),
    "clean-up with a new deck": (
        (["Burgle", "Burgle"], ["Explore", "Stumble", "Burgle"], ["Tiptoe", "Explore", "Tiptoe"], ["Burgle", "Burgle"]),
        ["play Burgle", "play Burgle", "end turn"],
    ),
    "a random card is played": (
        (["Burgle", "Explore", "Explore"], ["Explore", "Stumble", "Burgle", "Burgle"], [], []),
        [ANY_CARD],
    ),
}


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("name", STORIES)
def test_a_redraw_after_play_is_as_likely_as_what_play_brought_about(name: str) -> None:
    (hand, deck, discard, known), actions = STORIES[name]
    position = offer(cards_of((hand, deck), _NONE, known=(known,), discard=tuple(discard)), *QUIET)
    table = Table(position)
    assert check_redraw_after_play(table.game, np.repeat(table.states, 6000), 1, actions)
