"""Redraws (VD18, VD19): the cards that a seat has not located, among their places, each single card alike."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.redraws import (
    UNLIKELY,
    check_all_else_stays,
    check_nothing_hidden_is_read,
    check_randomness_is_of_the_seed,
    check_redraw_after_play,
    check_worlds,
    redraws_for,
)
from tests.vantage.oracle import IDS, TABLE, VantageOracle, World
from tests.vantage.positions import play as play_oracle
from tests.vantage.table import check_books, copies, deck, pair, play, position

#: What a redraw may change.
HIDDEN = ("hand", "known", "deck", "rng")


def worlds_of(states: States) -> list[World]:
    """Hands and deck of every record, as the oracle writes them."""
    n = int(states["num_players"][0])
    sizes = [int(size) for size in states["hand_size"][0, :n]]
    keys = np.column_stack([states["deck"], states["hand"].reshape(len(states), -1)]).astype(np.int8)
    rows, which = np.unique(keys, axis=0, return_inverse=True)
    found: list[World] = []
    for row in rows:
        in_deck = tuple(card for card, count in zip(IDS, row[: len(IDS)], strict=True) for _ in range(count))
        hands = row[len(IDS) :].reshape(states["hand"].shape[1:])
        found.append((tuple(tuple(IDS[card - 1] for card in hands[s, : sizes[s]]) for s in range(n)), in_deck))
    return [found[k] for k in which.ravel()]


def check_redraws(
    game: Game,
    states: States,
    oracle: VantageOracle,
    player: int,
    seed: int,
    agrees: Callable[[World], bool] = lambda world: True,
) -> int:
    """Compares redraws of one state with the oracle's worlds that agree; returns how many of those there are."""
    possible = {world: chance for world, chance in oracle.worlds(player).items() if agrees(world)}
    everything = sum(possible.values())
    possible = {world: chance / everything for world, chance in possible.items()}
    many = np.repeat(states, redraws_for(possible))
    game.resample(many, player, seed)
    check_all_else_stays(game, states, many, player, HIDDEN)
    check_books(many[:50])
    check_worlds(Counter(worlds_of(many)), possible)
    return len(possible)


# --- constructed positions ------------------------------------------------------------------------------------------

#: Hands and the rest of each position, the seat that believes, and how many worlds are possible to it.
POSITIONS: dict[str, tuple[list[list[str]], dict[str, Any], int, int]] = {
    "two seats": ([["VR9"], ["VR1", "VR2"]], {"deck": ["VR1", "VR1", "VB1"]}, 0, 7),
    "the other seat believes": ([["VR9", "VB3"], ["VR1"]], {"deck": ["VR1", "VB3", "VG2"]}, 1, 13),
    "a card that the spy saw": ([["VR9"], ["VR1", "VR2 seen by 0"]], {"deck": ["VR1", "VR1", "VB1"]}, 0, 2),
    "the spied seat believes": ([["VR9", "VR1"], ["VR1", "VR2 seen by 0"]], {"deck": ["VB1", "VB2"]}, 1, 12),
    "an open card": ([["VR9"], ["VR1", "VR2 open"]], {"deck": ["VR2", "VB1"]}, 0, 3),
    "all known": ([["VR9"], ["VR1 seen by 0", "VR2 open"]], {"deck": ["VB1", "VB2"]}, 0, 1),
    "an empty deck": ([["VR9"], ["VR1", "VR2"], ["VR1"]], {"deck": []}, 0, 3),
    "three seats": ([["VR9"], ["VR1", "VR2"], ["VB1"]], {"deck": ["VR1", "VG1"]}, 0, 33),
    "three seats, the others know": (
        [["VR9"], ["VR1 seen by 2", "VR2"], ["VB1 seen by 1", "VR1"]],
        {"deck": ["VG1"]},
        0,
        60,
    ),
    "three seats, one of the others knows": (
        [["VR9"], ["VR1 seen by 2", "VR2"], ["VB1 seen by 1", "VR1"]],
        {"deck": ["VG1"]},
        2,
        6,
    ),
    "four seats": (
        [["VR9 seen by 1"], ["VR1 seen by 2 3", "VR2"], ["VB1 open", "VR1"], ["VB2 seen by 0"]],
        {"deck": ["VG1", "VG1"]},
        0,
        18,
    ),
    "four seats, the third believes": (
        [["VR9 seen by 2"], ["VR1 seen by 2 3", "VR2"], ["VB1 open", "VR1"], ["VB2 seen by 0"]],
        {"deck": ["VG1", "VG1"]},
        2,
        7,
    ),
    "two shuffles": (
        [["VR9"], ["VR1 of shuffle 1", "VR2 of shuffle 1", "VB1"]],
        {"deck": ["VR1", "VG1"], "shuffle": 2},
        0,
        6,
    ),
    "three shuffles, spied, three seats": (
        [
            ["VR9", "VB9 of shuffle 1 seen by 2"],
            ["VR1 of shuffle 1", "VR2 of shuffle 1 seen by 0", "VB1 of shuffle 2", "VB2"],
            ["VR3 of shuffle 1", "VR1 of shuffle 2", "VB1 of shuffle 2", "VG1 open"],
        ],
        {"deck": ["VG2"], "shuffle": 3},
        0,
        12,
    ),
    "a kind in several shuffles": (
        [
            ["VR1 of shuffle 1", "VR9"],
            ["VR1 of shuffle 1", "VR2 of shuffle 1", "VR1 of shuffle 2 seen by 0", "VR1"],
            ["VR1 of shuffle 2", "VB1 of shuffle 2", "VR2 of shuffle 1"],
        ],
        {"deck": ["VR1", "VB1"], "shuffle": 3},
        0,
        12,
    ),
    "an earlier shuffle lies with one seat alone": (
        [["VR9"], ["VR1 of shuffle 1"], ["VB1", "VB2"]],
        {"deck": ["VB1"], "shuffle": 2},
        0,
        3,
    ),
    "score areas, pile and penalties stay": (
        [["VR9"], ["VR1", "VB2"]],
        {"deck": ["VR1"], "areas": [["VG3"], ["VB5"]], "pile": ["VR1", "VB2"], "penalties": [0, 3], "shields": [1]},
        0,
        3,
    ),
}


@pytest.mark.rule("VD19")
@pytest.mark.parametrize("name", POSITIONS)
def test_constructed_positions(name: str) -> None:
    hands, rest, player, worlds = POSITIONS[name]
    game, states, oracle = pair(*hands, **rest)
    assert check_redraws(game, states, oracle, player, seed=7) == worlds


@pytest.mark.rule("VD19", "VD12")
def test_in_the_middle_of_an_ability_the_cards_in_play_stay_in_play() -> None:
    hands = [["VY1", "VR1", "VR1 seen by 1"], ["VB1", "VB2"], ["VR1"]]
    game, states, oracle = pair(*hands, deck=["VG1", "VR1"], areas=[[], ["VG3"]])
    actions = ("ability VY1", "choose VR1", "opponent 1")
    play(game, states, *actions)
    play_oracle(oracle, *actions)
    assert [check_redraws(game, states, oracle, player, seed=8) for player in range(3)] == [33, 3, 33]


@pytest.mark.rule("VD15", "VD19")
def test_who_is_asked_what_to_copy_holds_a_card_that_can_be_copied() -> None:
    hands = [["VY1 open", "VR1", "VY2"], ["VB1"], ["VY3", "VY3 seen by 1"]]
    game, states, oracle = pair(*hands, deck=["VY2", "VY2", "VR1"])
    play(game, states, "ability VY1")
    play_oracle(oracle, "ability VY1")

    def can_copy(world: World) -> bool:
        return any(TABLE[card]["ability"] not in ("DUPLICATE", "OVERCLOCK", "FORGER") for card in world[0][0])

    for player in (1, 2):
        check_redraws(game, states, oracle, player, seed=6, agrees=can_copy)
    check_redraws(game, states, oracle, 0, seed=6)


@pytest.mark.rule("VD18", "VD19")
@pytest.mark.parametrize("seed", range(24))
def test_random_small_positions(seed: int) -> None:
    rng = random.Random(seed)
    n, shuffle = 2 + seed % 3, rng.choice((1, 2, 3))
    box = [card for card in ("VR1", "VB1", "VR2", "VG3") for _ in range(TABLE[card]["copies"])]
    rng.shuffle(box)

    def in_words(card: str, seat: int) -> str:
        others = [str(other) for other in range(n) if other != seat and rng.random() < 0.3]
        words = f"{card} of shuffle {rng.randint(1, shuffle)}" + (f" seen by {' '.join(others)}" if others else "")
        return f"{card} open" if rng.random() < 0.1 else words

    hands = [[in_words(box.pop(), seat) for _ in range(rng.randint(0, (4, 3, 2)[n - 2]))] for seat in range(n)]
    game, states, oracle = pair(*hands, deck=[box.pop() for _ in range(rng.randint(0, 3))], shuffle=shuffle)
    for player in range(n):
        if min(oracle.worlds(player).values()) > 1 / 400:
            check_redraws(game, states, oracle, player, seed)


# --- redraws along the game -----------------------------------------------------------------------------------------

#: Positions, and actions in words that do not depend on what is hidden; chance and hidden cards alone decide.
STORIES: dict[str, tuple[list[list[str]], dict[str, Any], list[str]]] = {
    "a spy looks": (
        [["VB3 open"], ["VR1", "VR1", "VR2"], ["VB1"]],
        {"deck": ["VR2", "VB1"]},
        ["ability VB3", "opponent 1"],
    ),
    "two spies look": (
        [["VR8 open"], ["VR9 open", "VR1"], ["VR1", "VR2"]],
        {"deck": ["VR2"]},
        ["ability VR8", "opponent 2", "ability VR9", "opponent 1"],
    ),
    "a thief among spied cards": (
        [["VB1 open"], ["VR9 open", "VR1", "VR2"], ["VR1", "VR2 seen by 1"]],
        {"deck": ["VR1"]},
        ["ability VB1", "opponent 2"],
    ),
    "a hacker, then the discards come back": (
        [["VB2 open", "VG9 open"], ["VG1 open", "VR1", "VR2"], ["VR1"]],
        {"deck": ["VR2"]},
        ["ability VB2", "choose VG9"],
    ),
    "a courier turns the pile over": (
        [["VG1 open"], ["VR9 open", "VR1"], ["VR2"]],
        {"deck": ["VR1"], "pile": ["VR1", "VR2", "VR2"]},
        ["ability VG1", "ability VR9", "opponent 1"],
    ),
}


@pytest.mark.rule("VD18", "VD19")
@pytest.mark.parametrize("name", STORIES)
def test_a_redraw_after_play_is_as_likely_as_what_play_brought_about(name: str) -> None:
    hands, rest, actions = STORIES[name]
    for player in range(len(hands)):
        game, states = position(*hands, **rest)
        check_redraw_after_play(game, copies(game, states, 3000, seed=3), player, actions)


# --- what a redraw leaves alone -------------------------------------------------------------------------------------


@pytest.mark.rule("VD19")
def test_what_other_seats_know_stays_attached_to_the_places() -> None:
    hands = [["VR9"], ["VR1 seen by 2", "VR2", "VB1 seen by 0"], ["VB2", "VG1 seen by 1", "VG2 open"]]
    game, states = position(*hands)
    many = np.repeat(states, 300)
    game.resample(many, 0, 1)
    assert (many["hand_knowers"] == states["hand_knowers"]).all()
    assert (many["hand_shuffle"] == states["hand_shuffle"]).all()
    changed = (many["hand"] != states["hand"]).any(axis=0)
    assert np.argwhere(changed).tolist() == [[1, 0], [1, 1], [2, 0], [2, 1]]


@pytest.mark.rule("VD19")
def test_full_hands_and_deck_at_the_start_of_a_game() -> None:
    game, states = position(["VR9", "VB1"], ["VR1 seen by 0", *["VG1"] * 3], ["VR2"] * 3)
    many = np.repeat(states, 4000)
    game.resample(many, 0, 2)
    unlocated = Counter({card: TABLE[card]["copies"] for card in IDS}) - Counter(["VR9", "VB1", "VR1"])
    for seat, place in ((1, 1), (1, 3), (2, 0), (2, 2)):
        counts = np.bincount(many["hand"][:, seat, place], minlength=37)[1:]
        kinds = [kind for kind, card in enumerate(IDS) if unlocated[card]]
        expected = [unlocated[IDS[kind]] * 4000 / unlocated.total() for kind in kinds]
        assert counts.sum() == counts[kinds].sum()
        assert chisquare(counts[kinds], expected).pvalue > UNLIKELY
    check_books(many[:20])
    assert len(deck(many)) == len(deck(states))


@pytest.mark.rule("VD19")
def test_a_redraw_takes_its_randomness_from_its_seed_and_reseeds_the_future() -> None:
    game, states = position(["VR9"], ["VR1", "VR2"], ["VB1"])
    check_randomness_is_of_the_seed(game, states)


@pytest.mark.rule("VD19")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_redraw_of_a_redacted_state_is_the_same(player: int) -> None:
    hands = [["VR9 seen by 1"], ["VR1 of shuffle 1", "VR2 seen by 0"], ["VB1 open", "VB2 of shuffle 1"]]
    game, states = position(*hands, shuffle=2)
    check_nothing_hidden_is_read(game, states, player)
