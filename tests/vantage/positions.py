"""Hand-made positions of Vantage, and an oracle whose chance is written down beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.vantage.oracle import IDS, TABLE, Card, VantageOracle


class Scripted(VantageOracle):
    """An oracle that takes its random outcomes from `answers` (ids of cards), and after them the first candidate.

    `asked` lists what was asked of chance, each with the ids of the candidates.
    """

    def __init__(self, answers: Sequence[str] = (), **options: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, list[str]]] = []
        super().__init__(**options)

    def chance(self, what: str, candidates: list[Any]) -> Any:
        ids = [candidate.id if isinstance(candidate, Card) else candidate for candidate in candidates]
        self.asked.append((what, ids))
        return candidates[ids.index(self.answers.pop(0)) if self.answers else 0]


def spied(card_id: str, *seats: int, shuffle: int = 1) -> Card:
    """A card for `position` that `seats` know beside its owner."""
    return Card(card_id, set(seats), shuffle)


def position(
    *hands: Sequence[str | Card],
    areas: Sequence[Sequence[str]] = (),
    pile: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    penalties: Sequence[int] = (),
    shields: Sequence[int] = (),
    seat: int = 0,
    turns: int = 0,
    shuffle: int = 1,
    answers: Sequence[str] = (),
    **options: Any,
) -> Scripted:
    """A game in which `seat` has drawn and is to use a card.

    Args:
        hands: a hand for each seat; ids stand for cards of the first shuffle that only their owner knows.
        areas: score cards of the first seats, as far as given.
        pile: the discards, top last.
        deck: the draw deck; without it, the rest of the box.
        penalties: penalty points of the first seats, as far as given.
        shields: the seats that are shielded.
        seat: the seat to act.
        turns: turns that have ended.
        shuffle: the number of the deck's shuffle.
        answers: what chance will say, see `Scripted`.
        options: those of the oracle; `num_players` follows from the hands.
    """
    game = Scripted(num_players=len(hands), **options)
    game.hands = [
        [
            Card(card.id, card.knowers | {owner}, card.shuffle) if isinstance(card, Card) else Card(card, {owner}, 1)
            for card in hand
        ]
        for owner, hand in enumerate(hands)
    ]
    for owner, area in enumerate(areas):
        game.areas[owner] = Counter(area)
    game.pile = list(pile)
    for owner, points in enumerate(penalties):
        game.penalties[owner] = points
    game.shields = [owner in shields for owner in range(len(hands))]
    game.shuffle, game.turns = shuffle, turns
    game.to_act, game.phase, game.last_round = seat, "turn", False
    if deck is None:
        placed = all_cards(game) - game.deck
        game.deck = Counter({card_id: TABLE[card_id]["copies"] for card_id in IDS})
        game.deck.subtract(placed)
        assert all(left >= 0 for left in game.deck.values()), f"more copies than there are: {game.deck}"
        game.deck = +game.deck
    else:
        game.deck = Counter(deck)
    game.answers, game.asked = list(answers), []
    return game


def all_cards(game: VantageOracle) -> Counter[str]:
    """All cards of the game, wherever they are."""
    cards = game.deck + Counter(game.pile) + Counter(game.aside)
    for hand, area in zip(game.hands, game.areas, strict=True):
        cards += Counter(card.id for card in hand) + area
    return cards


def hand_of(game: VantageOracle, seat: int) -> list[str]:
    """The kinds of a seat's hand in the order of its places."""
    return [card.id for card in game.hands[seat]]


def knowers_of(game: VantageOracle, seat: int) -> list[list[int]]:
    """Who knows each card of a seat's hand, in the order of its places."""
    return [sorted(card.knowers) for card in game.hands[seat]]


def play(game: VantageOracle, *names: str) -> VantageOracle:
    """Plays the actions in turn."""
    for name in names:
        game.step(name)
    return game
