"""Redraws (CLD24): what a seat of Clank! cannot see of hands and decks, each choice of single cards alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank.table import Seat, check_books, copies, play, position, read, start, value
from tests.redraws import (
    ANY_CARD,
    UNLIKELY,
    check_all_else_stays,
    check_nothing_hidden_is_read,
    check_randomness_is_of_the_seed,
    check_redraw_after_play,
    check_worlds,
    redraws_for,
)

#: What a redraw may change.
HIDDEN = ("hand", "rng")

#: The hands of all seats, sorted.
World = tuple[tuple[str, ...], ...]


def worlds(seats: Sequence[Seat], player: int) -> dict[World, Fraction]:
    """What `player` may believe: every other hand holds its known cards and any others, single cards being alike."""
    choices: list[Counter[tuple[str, ...]]] = []
    for number, seat in enumerate(seats):
        hand, deck, known = (list(seat.get(zone, ())) for zone in ("hand", "deck", "known"))  # type: ignore[attr-defined]
        if number == player:
            choices.append(Counter([tuple(sorted(hand))]))
            continue
        rest = [*hand, *deck]
        for card in known:
            rest.remove(card)
        unknown = len(hand) - len(known)
        choices.append(Counter(tuple(sorted([*known, *others])) for others in combinations(rest, unknown)))
    ways = {}
    for world in product(*choices):
        ways[world] = np.prod([count[hand] for count, hand in zip(choices, world, strict=True)], dtype=int)
    everything = int(sum(ways.values()))
    return {world: Fraction(int(number), everything) for world, number in ways.items()}


def hands_of(states: States) -> Counter[World]:
    """How often each hands of all seats occur in records."""
    n = int(states["num_players"][0])
    rows, counts = np.unique(states["hand"].reshape(len(states), -1), axis=0, return_counts=True)
    found: Counter[World] = Counter()
    one = states[:1].copy()
    for row, count in zip(rows, counts, strict=True):
        one["hand"][0] = row.reshape(one["hand"].shape[1:])
        words = read(one)
        found[tuple(tuple(sorted(words[f"hand {seat}"])) for seat in range(n))] += int(count)
    return found


def check_redraws(game: Game, states: States, seats: Sequence[Seat], player: int, seed: int) -> int:
    """Compares redraws of one state with the worlds that are possible; returns how many of those there are."""
    possible = worlds(seats, player)
    many = np.repeat(states, redraws_for(possible))
    game.resample(many, player, seed)
    check_all_else_stays(game, states, many, player, HIDDEN)
    check_books(many[:50])
    check_worlds(hands_of(many), possible)
    return len(possible)


# --- constructed positions --------------------------------------------------------------------------------------------

#: The seats of each position, the seat that believes, and how many worlds are possible to it.
POSITIONS: dict[str, tuple[list[Seat], int, int]] = {
    "two seats": ([Seat(hand=["Buy"]), Seat(hand=["Attack", "Buy"], deck=["Attack", "Sword"])], 0, 4),
    "the other seat believes": ([Seat(hand=["Buy", "Buy"], deck=["Attack"] * 3), Seat(hand=["Sword"])], 1, 3),
    "copies count": ([Seat(), Seat(hand=["Attack"], deck=["Attack"] * 5 + ["Buy"] * 3 + ["Sword"])], 0, 3),
    "a known card": ([Seat(), Seat(hand=["Attack", "Buy"], deck=["Attack", "Sword"], known=["Buy"])], 0, 2),
    "one of two copies is known": (
        [Seat(), Seat(hand=["Runner", "Runner", "Buy"], deck=["Runner", "Sword"], known=["Runner"])],
        0,
        4,
    ),
    "two known cards of one kind": (
        [Seat(), Seat(hand=["Runner", "Runner", "Buy"], deck=["Runner", "Sword"], known=["Runner"] * 2)],
        0,
        3,
    ),
    "all known": ([Seat(), Seat(hand=["Buy", "Runner"], deck=["Buy"], known=["Buy", "Runner"])], 0, 1),
    "an empty hand": ([Seat(), Seat(deck=["Attack", "Buy"])], 0, 1),
    "an empty deck": ([Seat(), Seat(hand=["Attack", "Buy"], known=["Attack", "Buy"])], 0, 1),
    "own cards stay": (
        [Seat(hand=["Buy"], deck=["Attack"], known=["Buy"]), Seat(hand=["Attack"], deck=["Buy"])],
        0,
        2,
    ),
    "discard pile and cards played do not come back": (
        [Seat(), Seat(hand=["Attack"], deck=["Buy"], discard=["Runner"], played=["Lantern"])],
        0,
        2,
    ),
    "three seats": (
        [
            Seat(hand=["Sword"], deck=["Buy"]),
            Seat(hand=["Attack", "Buy"], deck=["Attack", "Sword"]),
            Seat(hand=["Runner"], deck=["Haggle", "Haggle"]),
        ],
        0,
        8,
    ),
    "three seats, the last believes": (
        [
            Seat(hand=["Sword"], deck=["Buy"]),
            Seat(hand=["Attack", "Buy"], deck=["Attack", "Sword"], known=["Attack"]),
            Seat(hand=["Runner"], deck=["Haggle", "Haggle"]),
        ],
        2,
        6,
    ),
    "four seats, one of them out": (
        [
            Seat(hand=["Attack"], deck=["Buy"]),
            Seat(hand=["Sword"], deck=["Attack", "Buy"]),
            Seat(hand=["Lantern", "Buy"], deck=["Attack"], known=["Lantern"], status="dead"),
            Seat(hand=["Attack"] * 2, deck=["Attack"] * 3),
        ],
        1,
        4,
    ),
}


@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("name", POSITIONS)
def test_constructed_positions(name: str) -> None:
    seats, player, number = POSITIONS[name]
    game, states = position(*seats)
    assert check_redraws(game, states, seats, player, seed=7) == number


@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("seed", range(12))
def test_random_positions(seed: int) -> None:
    generator = np.random.default_rng(seed)
    seats = []
    for _ in range(2 + seed % 3):
        cards = list(generator.choice(["Attack", "Attack", "Buy", "Sword", "Runner"], generator.integers(0, 5)))
        hand, deck = cards[: len(cards) // 2], cards[len(cards) // 2 :]
        seats.append(Seat(hand=hand, deck=deck, known=hand[: generator.integers(0, len(hand) + 1)]))
    game, states = position(*seats)
    for player in range(len(seats)):
        check_redraws(game, states, seats, player, seed)


@pytest.mark.rule("CLD24")
def test_the_start_of_a_game() -> None:
    game, states = start(seed=5, num_players=3)
    many = np.repeat(states, 10_000)
    game.resample(many, 1, 2)
    assert (many["hand"][:, 1] == states["hand"][0, 1]).all()
    for seat in (0, 2):  # 5 of 6 Attack, 3 Buy and a Sword
        counts = np.bincount(many["hand"][:, seat, 1], minlength=4)
        assert chisquare(counts, 10_000 * np.array([21, 105, 105, 21]) / 252).pvalue > UNLIKELY
        assert abs(many["hand"][:, seat, 2].mean() - 0.5) < 0.025
        assert (many["hand"][:, seat].sum(axis=1) == 5).all()


@pytest.mark.rule("CLD24")
def test_after_the_deck_ran_out_in_the_middle_of_a_draw() -> None:
    """Two cards are drawn, the last of the deck and one of the new deck: that one may be any."""
    own = Seat(hand=["Haggle", "Haggle"], deck=["Sword"], discard=["Buy", "Runner", "Runner"], known=["Haggle"])
    game, states = position(own, Seat())
    play(game, states, "play Haggle", "play Haggle")
    drawn = [card for card in read(states)["hand 0"] if card != "Sword"]
    deck = ["Buy", "Runner", "Runner"]
    for card in drawn:
        deck.remove(card)
    after = Seat(hand=["Sword", *drawn], deck=deck, known=["Sword"])
    assert len(drawn) == 1
    assert check_redraws(game, states, [after, Seat()], 1, seed=3) == 2
    # At clean-up nobody knows the new hand; if the deck is just used up, everybody does.
    for cards, size in ((6, 6), (5, 1)):
        game, states = position(Seat(deck=["Buy"] * 3 + ["Attack"] * (cards - 3)), Seat(), phase="after")
        play(game, states, "end turn")
        after = Seat(
            hand=read(states)["hand 0"],
            deck=read(states)["deck 0"],
            known=read(states)["hand 0"] if size == 1 else [],
        )
        assert check_redraws(game, states, [after, Seat()], 1, seed=4) == (1 if size == 1 else 2)


@pytest.mark.rule("CLD24", "CLD14")
def test_after_rest_the_card_taken_is_known_until_it_leaves() -> None:
    own = Seat(hand=["Buy"], deck=["Buy", "Lantern", "Lantern"], discard=["Lantern"])
    game, states = position(own, Seat())
    play(game, states, "rest Lantern")
    after = Seat(hand=["Buy", "Lantern"], deck=["Buy", "Lantern", "Lantern"], known=["Lantern"])
    assert check_redraws(game, states, [after, Seat()], 1, seed=5) == 2
    play(game, states, "play Lantern")
    after = Seat(hand=["Buy"], deck=["Buy", "Lantern", "Lantern"])
    assert check_redraws(game, states, [after, Seat()], 1, seed=6) == 2


# --- redraws along the game -------------------------------------------------------------------------------------------

#: The first seat's cards, and what it does; it is legal whatever is hidden, and chance alone decides.
STORIES: dict[str, tuple[Seat, list[str]]] = {
    "a card is drawn": (
        Seat(hand=["Haggle", "Buy"], deck=["Buy", "Attack", "Attack", "Sword"], known=["Haggle"]),
        ["play Haggle"],
    ),
    "the deck runs out, the discard pile comes back": (
        Seat(
            hand=["Haggle", "Twin Daggers", "Buy"],
            deck=["Attack"],
            discard=["Buy", "Sword", "Sword"],
            known=["Haggle", "Twin Daggers"],
        ),
        ["play Haggle", "play Twin Daggers"],
    ),
    "a card is taken back and another is drawn": (
        Seat(hand=["Buy"], deck=["Attack", "Haggle", "Buy"], discard=["Haggle"]),
        ["rest Haggle", "play Haggle"],
    ),
    "clean-up with a new deck": (
        Seat(hand=["Buy", "Attack"], deck=["Attack", "Sword", "Buy"], discard=["Runner", "Attack", "Runner"]),
        ["move back", "end turn"],
    ),
    "a random card is played": (
        Seat(hand=["Buy", "Attack", "Attack"], deck=["Attack", "Sword", "Buy", "Buy"]),
        [ANY_CARD],
    ),
}


@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("name", STORIES)
def test_a_redraw_after_play_is_as_likely_as_what_play_brought_about(name: str) -> None:
    own, actions = STORIES[name]
    game, states = position(Seat(**own, on=1), Seat(on=1), path=["Bare Passage"])
    assert check_redraw_after_play(game, copies(game, states, 6000, seed=3), 1, actions)


# --- what a redraw leaves alone ---------------------------------------------------------------------------------------


def a_table() -> tuple[Game, States]:
    seats = [
        Seat(hand=["Buy", "Runner"], deck=["Attack"] * 3, known=["Runner"]),
        Seat(hand=["Sword", "Attack"], deck=["Buy", "Lantern"], discard=["Haggle"]),
        Seat(hand=["Attack"], deck=["Sword", "Buy"]),
    ]
    place: dict[str, Any] = {"row": ["Haggle"], "market": ["Lantern", "Runner"], "skill": 3, "dragon": 1}
    return position(*seats, **place)


@pytest.mark.rule("CLD24")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_redraw_of_a_redacted_state_is_the_same(player: int) -> None:
    game, states = a_table()
    check_nothing_hidden_is_read(game, states, player)


@pytest.mark.rule("CLD24")
def test_a_redraw_takes_its_randomness_from_its_seed_and_reseeds_the_future() -> None:
    game, states = a_table()
    check_randomness_is_of_the_seed(game, states)


@pytest.mark.rule("CLD24")
def test_what_comes_next_from_decks_and_bag_is_drawn_anew() -> None:
    """The order of decks is nobody's: after a redraw, other cards come than would have come."""
    game, states = position(Seat(deck=["Buy", "Attack", "Runner", *["Sword"] * 5]), Seat(), phase="after", skill=4)
    states["bag"][0, 0], states["supply"][0, 0] = 4, 26
    many = np.repeat(states, 200)
    game.resample(many, 1, 3)
    game.step(many, game.action_number("end turn"))
    assert len(np.unique(many["hand"][:, 0], axis=0)) > 4
    assert set(many["tokens"][:, 0].tolist()) == {0, 1, 2}
    assert value(states, "turns") == 0
