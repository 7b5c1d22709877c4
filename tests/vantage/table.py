"""Vantage at the table: set a position up in words, play actions in words, read the record in words.

A hand is written as it lies, the card longest there first: ``"VR1"`` is a card of the latest shuffle that only its
owner knows, ``"VR1 seen by 1 2"`` one that seats 1 and 2 know too, ``"VR1 of shuffle 1"`` one of an earlier shuffle,
``"VR1 open"`` one that all have seen before it came there (VD18).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.vantage.oracle import IDS, TABLE, Card, VantageOracle
from tests.vantage.positions import position as oracle_position

_CARD = re.compile(r"(V[RBGY][1-9])(?: of shuffle (\d+))?(?: seen by ([\d ]+)| (open))?")
_EVERYBODY = 255
#: `read` tells these apart, seat by seat.
_BY_SEAT = ("hand", "area", "penalty", "shield")


def start(seed: int = 0, **options: Any) -> tuple[Game, States]:
    """A game and its start, as ``[1]`` records."""
    game = make_game("vantage", **options)
    return game, game.new_states(seed)


def position(
    *hands: Sequence[str], shuffle: int = 1, last_round: bool = False, seed: int = 0, **rest: Any
) -> tuple[Game, States]:
    """A game in which a seat has drawn and is to use a card.

    Args:
        hands: one for each seat, in words.
        shuffle: the number of the deck's shuffle.
        last_round: whether the game ends with this round.
        seed: of the game's random stream.
        rest: areas, pile, deck, penalties, shields, seat and turns as for the oracle's positions; other options.
    """
    game, states, _ = pair(*hands, shuffle=shuffle, last_round=last_round, seed=seed, **rest)
    return game, states


def pair(
    *hands: Sequence[str], shuffle: int = 1, last_round: bool = False, seed: int = 0, **rest: Any
) -> tuple[Game, States, VantageOracle]:
    """A position as ``[1]`` records and as the oracle's."""
    cards = [[_card(words, shuffle, len(hands)) for words in hand] for hand in hands]
    oracle = oracle_position(*cards, shuffle=shuffle, **rest)
    oracle.last_round = last_round
    names = ("target_score", "end_rule", "max_turns")
    game = make_game("vantage", num_players=len(hands), **{name: getattr(oracle, name) for name in names})
    return game, record_of(game, oracle, seed), oracle


def _card(words: str, shuffle: int, seats: int) -> Card:
    found = _CARD.fullmatch(words)
    assert found, f"{words!r} is no card"
    kind, of, seen_by, lay_open = found.groups()
    if lay_open:
        return Card(kind, set(range(seats)), 0)
    return Card(kind, {int(seat) for seat in (seen_by or "").split()}, int(of or shuffle))


def record_of(game: Game, oracle: VantageOracle, seed: int = 0) -> States:
    """The oracle's position, in which a card and its use are to be chosen, as ``[1]`` records."""
    assert oracle.phase == "turn"
    states = game.new_states(seed)
    s = states[0]
    for name in ("hand", "hand_knowers", "hand_shuffle", "hand_size", "num_known", "known", "scored"):
        s[name][...] = 0
    for name in ("points", "penalty", "shield", "deck", "fresh", "older", "pile", "pile_count"):
        s[name][...] = 0
    kinds = {kind: number for number, kind in enumerate(IDS)}
    older: list[tuple[int, int]] = []
    for kind, count in oracle.deck.items():
        s["deck"][kinds[kind]] = s["fresh"][kinds[kind]] = count
    s["deck_size"], s["shuffle"] = oracle.deck.total(), oracle.shuffle
    for seat, hand in enumerate(oracle.hands):
        s["hand_size"][seat] = len(hand)
        for place, card in enumerate(hand):
            kind = kinds[card.id]
            s["hand"][seat, place] = 1 + kind
            bits = sum(1 << knower for knower in card.knowers)
            s["hand_knowers"][seat, place] = bits if card.shuffle else _EVERYBODY
            s["hand_shuffle"][seat, place] = card.shuffle
            for knower in card.knowers | {seat}:
                s["known"][seat, knower, kind] += 1
                s["num_known"][seat, knower] += knower != seat
            if card.shuffle == oracle.shuffle:
                s["fresh"][kind] += 1
            elif card.shuffle:
                older.append((kind, card.shuffle))
    first = np.cumsum([0, *(TABLE[kind]["copies"] for kind in IDS)])
    for place, (kind, number) in enumerate(sorted(older)):
        among = place - [k for k, _ in sorted(older)].index(kind)
        s["older"][first[kind] + among] = number
    for seat, area in enumerate(oracle.areas):
        for card_id, count in area.items():
            s["scored"][seat, kinds[card_id]] = count
            s["points"][seat] += count * TABLE[card_id]["number"]
    n = game.num_players
    s["penalty"][:n], s["shield"][:n] = oracle.penalties, oracle.shields
    s["pile_size"] = len(oracle.pile)
    for place, card_id in enumerate(oracle.pile):
        s["pile"][place] = 1 + kinds[card_id]
        s["pile_count"][kinds[card_id]] += 1
    s["to_act"], s["turns"], s["last_round"] = oracle.to_act, oracle.turns, oracle.last_round
    s["phase"] = 0
    check_books(states)
    return states


def play(game: Game, states: States, *actions: str) -> None:
    """Plays actions in words, in place; the rules must allow each, and no card may come or go."""
    for action in actions:
        before = _all_cards(states)
        game.step(states, game.action_number(action))
        check_books(states)
        assert _all_cards(states) == before


def turn(game: Game, states: States, *actions: str) -> dict[str, Any]:
    """Plays actions and says what they changed, as `read` puts it."""
    before = read(states)
    play(game, states, *actions)
    after = read(states)
    return {name: after[name] for name in before if after[name] != before[name]}


def read(states: States) -> dict[str, Any]:
    """Cards and markers of the only record: ``"hand 0"``, ``"area 0"`` …, the pile from the bottom, the deck sorted."""
    readers: dict[str, Any] = {"hand": hand, "area": area, "penalty": penalty, "shield": shield}
    seats = range(int(states["num_players"][0]))
    found = {f"{name} {seat}": readers[name](states, seat) for name in _BY_SEAT for seat in seats}
    return {**found, "pile": pile(states), "deck": deck(states), "in play": in_play(states)}


def hand(states: States, seat: int) -> list[str]:
    """A seat's hand in words, the card longest there first."""
    s = states[0]
    found = []
    for place in range(int(s["hand_size"][seat])):
        words, number = IDS[s["hand"][seat, place] - 1], int(s["hand_shuffle"][seat, place])
        knowers = int(s["hand_knowers"][seat, place])
        assert knowers >> seat & 1, f"seat {seat} does not know its own {words}"
        others = [str(other) for other in range(int(s["num_players"])) if other != seat and knowers >> other & 1]
        assert (number == 0) == (knowers == _EVERYBODY)
        if number == 0:
            words += " open"
        else:
            words += f" of shuffle {number}" if number != s["shuffle"] else ""
            words += f" seen by {' '.join(others)}" if others else ""
        found.append(words)
    return found


def area(states: States, seat: int) -> list[str]:
    """A seat's score cards in the order of the card table."""
    return _repeat(states["scored"][0, seat])


def penalty(states: States, seat: int) -> int:
    return int(states["penalty"][0, seat])


def shield(states: States, seat: int) -> bool:
    return bool(states["shield"][0, seat])


def total(states: States, seat: int) -> int:
    return int(states["points"][0, seat] - states["penalty"][0, seat])


def pile(states: States) -> list[str]:
    """The discard pile, its top card last."""
    return [IDS[card - 1] for card in states["pile"][0, : states["pile_size"][0]]]


def deck(states: States) -> list[str]:
    """The cards of the deck in the order of the card table; they lie there in no order."""
    return _repeat(states["deck"][0])


def in_play(states: States) -> list[str]:
    """The cards set aside: the ability card, then the one that DUPLICATE copies (VD12)."""
    return [IDS[card - 1] for card in (states["played"][0], states["copied"][0]) if card]


def legal(game: Game, states: States) -> set[str]:
    return set(game.legal_names(game.legal(states)[0]))


def value(states: States, name: str) -> Any:
    """A field of the only record, as plain Python."""
    return states[name][0].tolist()


def copies(game: Game, states: States, count: int, seed: int = 1) -> States:
    """``[count]`` records of the same position, each with a random stream of its own."""
    many = np.repeat(states, count)
    many["rng"] = game.new_states(seed, count)["rng"]
    return many


def _repeat(counts: Any) -> list[str]:
    return [kind for kind, count in zip(IDS, counts, strict=True) for _ in range(count)]


def _all_cards(states: States) -> Counter[str]:
    s = states[0]
    lying = [*s["hand"].ravel(), *s["pile"], s["played"], s["copied"]]
    found = Counter(IDS[card - 1] for card in lying if card)
    for counts in (s["deck"], *s["scored"]):
        found.update(_repeat(counts))
    return found


def check_books(states: States) -> None:
    """What a record holds twice agrees: sizes, points, and which cards belong to which shuffle."""
    for s in states:
        assert s["deck_size"] == s["deck"].sum()
        assert s["pile_size"] == np.count_nonzero(s["pile"]) == s["pile_count"].sum()
        assert (np.flatnonzero(s["pile"]) < s["pile_size"]).all()
        assert Counter(_repeat(s["pile_count"])) == Counter(IDS[card - 1] for card in s["pile"] if card)
        shuffles: dict[int, Counter[str]] = {int(s["shuffle"]): Counter(_repeat(s["deck"]))}
        for seat in range(len(s["hand"])):
            size = s["hand_size"][seat]
            assert all((np.flatnonzero(s[name][seat]) < size).all() for name in ("hand", "hand_knowers"))
            assert (s["hand"][seat, :size] > 0).all()
            for other in range(int(s["num_players"])):
                known = int((s["hand_knowers"][seat, :size] >> other & 1).sum())
                assert s["num_known"][seat, other] == (known if other != seat else 0)
                cards = s["hand"][seat, :size][s["hand_knowers"][seat, :size] >> other & 1 > 0]
                assert (s["known"][seat, other] == np.bincount(cards, minlength=len(IDS) + 1)[1:]).all()
            known = [sum(int(bits) >> other & 1 for bits in s["hand_knowers"][seat, :size]) for other in range(4)]
            assert all(s["num_known"][seat, p] == known[p] for p in range(int(s["num_players"])) if p != seat)
            assert s["points"][seat] == sum(TABLE[card]["number"] for card in _repeat(s["scored"][seat]))
            assert s["points"][seat] >= 0 <= s["penalty"][seat]
            for card, number in zip(s["hand"][seat, :size], s["hand_shuffle"][seat, :size], strict=True):
                assert 0 <= number <= s["shuffle"]
                if number:
                    shuffles.setdefault(int(number), Counter())[IDS[card - 1]] += 1
        assert shuffles.pop(int(s["shuffle"])) == Counter(_repeat(s["fresh"]))
        older: dict[int, Counter[str]] = {}
        single_cards = [kind for kind in IDS for _ in range(TABLE[kind]["copies"])]
        for kind, number in zip(single_cards, s["older"], strict=True):
            if number:
                older.setdefault(int(number), Counter())[kind] += 1
        assert older == shuffles
