"""Tests of what a seat may believe about the hands of others (CLD24): by counting every order of small decks."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from tests.arranged import played
from tests.clank.cards import in_order
from tests.clank.oracle import ClankOracle, World
from tests.clank.positions import Arranged, end_turn, hold

Hands = tuple[tuple[str, ...], ...]


class Told(ClankOracle):
    """An oracle whose chance takes the candidates with these numbers, and notes how many there were each time."""

    def __init__(self) -> None:
        self.numbers: list[int] | None = None
        self.sizes: list[int] = []
        super().__init__(random.Random(0))

    def chance(self, what: str, candidates: list[str]) -> str:
        if self.numbers is None or what != "card":
            return "skill" if what == "cube" else candidates[0]
        return candidates[self.choose(len(candidates))]

    def choose(self, among: int) -> int:
        assert self.numbers is not None
        if len(self.sizes) == len(self.numbers):
            self.numbers.append(0)
        self.sizes.append(among)
        return self.numbers[len(self.sizes) - 1]

    def follow(self, numbers: list[int]) -> None:
        self.numbers, self.sizes = numbers, []


def every_course(play: Callable[[Told], object]) -> Iterator[tuple[Told, object, Fraction]]:
    """Every course that chance may take in `play`: the game after it, what was seen, and the probability."""
    numbers: list[int] = []
    while True:
        game = Told()
        game.follow(numbers)
        seen = play(game)
        probability = Fraction(1)
        for size in game.sizes:
            probability /= size
        yield game, seen, probability
        while numbers and numbers[-1] + 1 == game.sizes[len(numbers) - 1]:
            numbers.pop()
        if not numbers:
            return
        numbers[-1] += 1


def check(play: Callable[[Told], object]) -> int:
    """Given what seat 1 sees, its worlds are the posterior; returns how many different things may be seen."""
    weights: dict[object, dict[Hands, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    believed: dict[object, dict[World, Fraction]] = {}
    for game, seen, probability in every_course(play):
        weights[seen][tuple(in_order(seat.hand) for seat in game.seats)] += probability
        worlds = game.worlds(1)
        assert believed.setdefault(seen, worlds) == worlds
        assert sum(worlds.values()) == 1
    for seen, hands in weights.items():
        total = sum(hands.values())
        assert believed[seen] == {world: weight / total for world, weight in hands.items()}, seen
    return len(weights)


def deal(game: Told, deck: list[str], number: int) -> None:
    """Seat 0 draws its hand from this deck; seat 1 holds nothing that matters."""
    own = game.seats[0]
    own.deck, own.hand, own.discard = list(deck), [], []
    game._draw_cards(own, number)


def play_any_card(game: Told, cards: list[str]) -> str:
    """Seat 0 plays one of these, every card as likely as another."""
    name = cards[game.choose(len(cards))]
    game.step(f"play {name}")
    return name


def test_a_fresh_hand_is_any_part_of_hand_and_deck() -> None:
    def play(game: Told) -> object:
        deal(game, ["Attack", "Attack", "Buy", "Haggle", "Buy"], 3)
        return None

    assert check(play) == 1


def test_cards_played_are_seen() -> None:
    def play(game: Told) -> object:
        deal(game, ["Attack", "Attack", "Buy", "Haggle", "Buy"], 3)
        return play_any_card(game, list(game.own.hand)), play_any_card(game, list(game.own.hand))

    assert check(play) == 8  # all but twice Haggle


def test_a_card_taken_by_rest_is_known_until_it_is_played() -> None:
    def play(game: Told) -> object:
        deal(game, ["Attack", "Buy", "Lantern"], 2)
        game.own.discard = ["Attack", "Silver Pouch"]
        game.step("rest Attack")
        return None

    def and_play_it(game: Told) -> object:
        play(game)
        return game.step("play Attack")

    assert check(play) == 1
    assert check(and_play_it) == 1


def test_where_a_deck_runs_out_its_last_cards_are_known() -> None:
    def play(game: Told) -> object:
        deal(game, ["Attack", "Haggle", "Buy"], 2)
        game.own.discard = ["Lantern", "Lantern", "Sword", "Attack"]
        game._draw_cards(game.own, 2)  # the last card of the deck, and one of the new deck
        return None

    def and_play_them(game: Told) -> object:
        play(game)
        game.step("play Haggle")  # draws one more
        return play_any_card(game, list(game.own.known))

    for game, _, _ in every_course(play):
        assert sorted(game.own.known) == ["Attack", "Buy", "Haggle"]
    assert check(play) == 1
    assert check(and_play_them) == 2


def test_a_clean_up_through_an_empty_deck() -> None:
    def play(game: Told) -> object:
        deal(game, ["Attack", "Buy", "Lantern"], 1)
        game.own.played = ["Sword", "Sword", "Haggle"]
        thrown = tuple(game.own.hand)  # the clean-up shows it
        game.main_done = True
        game.step("end turn")
        return thrown

    for game, _, _ in every_course(play):
        assert len(game.seats[0].known) == 2  # what was left of the deck
        assert len(game.seats[0].hand) == 5
    assert check(play) == 3


def test_the_own_hand_is_certain_and_other_hands_are_independent() -> None:
    game = Arranged(num_players=3)
    dealt = ((["Attack"], ["Buy", "Buy"]), (["Sword"], ["Attack"]), (["Haggle", "Sword"], ["Sword"]))
    for seat, (hand, deck) in zip(game.seats, dealt, strict=True):
        seat.hand, seat.deck = hand, deck
    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    assert game.worlds(0) == {
        (("Attack",), (own,), hand): Fraction(1, 2) * chance
        for own in ("Attack", "Sword")
        for hand, chance in ((("Sword", "Haggle"), two_thirds), (("Sword", "Sword"), third))
    }
    assert sum(game.worlds(2).values()) == 1
    assert game.worlds(2)[("Buy",), ("Sword",), ("Sword", "Haggle")] == two_thirds / 2


def test_known_cards_are_forgotten_at_clean_up() -> None:
    game = Arranged()
    game.own.discard = ["Buy"]
    played(game, "rest Buy")
    assert game.own.known == ["Buy"]
    end_turn(game)
    assert game.seats[0].known == []


def test_the_copy_known_to_all_leaves_first() -> None:
    game = hold(Arranged(), "Attack", "Attack")
    game.own.discard = ["Attack"]
    played(game, "rest Attack", "play Attack")
    assert (game.own.known, game.own.hand) == ([], ["Attack", "Attack"])
    played(game, "play Attack")
    assert (game.own.known, game.own.hand) == ([], ["Attack"])
