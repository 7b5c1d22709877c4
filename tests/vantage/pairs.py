"""Kernels and oracle side by side: an oracle that follows what the kernels drew, and what of both must be equal."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests import records
from tests.records import Row
from tests.vantage.oracle import IDS, TABLE, Card, VantageOracle

NUM_CARDS = sum(card["copies"] for card in TABLE.values())
MAX_SEATS = 4
NUMBER = {card_id: 1 + kind for kind, card_id in enumerate(IDS)}  # a card as records write it
PHASES = {
    "turn": 0,
    "over": 0,
    "opponent": 1,
    "hacker": 2,
    "duplicate": 2,
    "overclock": 2,
    "forger": 2,
    "destroyer": 3,
    "swapper theirs": 3,
    "swapper own": 4,
    "salvager": 5,
}
_FIRST_CARD = np.cumsum([0, *(card["copies"] for card in TABLE.values())]).tolist()


class Follower(VantageOracle):
    """An oracle that answers what it asks of chance by what a record shows after the same action.

    Args:
        row: the record of the new game, as `rows_of` gives it.
        options: those of the oracle.

    Attributes:
        moves: actions taken.
        seen: how often things happened that the tests want to have seen.
    """

    def __init__(self, row: Row, **options: Any) -> None:
        self.row = row
        self.moves = 0
        self.seen: Counter[str] = Counter()
        super().__init__(**options)

    def follow(self, name: str, row: Row) -> None:
        """Plays an action that has led the kernels to `row`."""
        self.row = row
        self.moves += 1
        self.seen[name.partition(" ")[0]] += 1
        self._hacked = 0
        self.step(name)
        self.seen["both hacks in one action"] += self._hacked >= self.num_players
        self.seen["cut off"] += self.truncated
        self.seen["won"] += self.terminated
        self.seen["won together"] += self.terminated and max(self.returns) < 1
        self.seen["ended by the rules where the cap is"] += self.terminated and self.turns == self.max_turns

    def chance(self, what: str, candidates: list[Any]) -> Any:
        verb, _, number = what.partition(" ")
        seat = int(number)
        if verb == "draw":
            return self._drawn(seat)
        if verb == "spy":
            return next(card for card in candidates if self._is_known_afterwards(card, seat))
        further = 0
        kind = 0
        if verb == "hacker":
            self._hacked += 1
            # Both of DUPLICATE's resolutions are one action where the acting player has no card to choose (VD15).
            further = self.resolutions if not self.hands[self.to_act] else 0
            if len(self.pile) < len(self.row["pile"]):
                kind = self.row["pile"][len(self.pile)]
        lost = self._lost(seat, min(1 + further, len(candidates)))
        self.seen["a spied card taken at random"] += 1 < len(lost[0].knowers) < self.num_players
        return next((card for card in lost if NUMBER[card.id] == kind), lost[0])

    def _drawn(self, seat: int) -> str:
        place = len(self.hands[seat])  # nothing leaves a hand between a draw and the end of an action
        hand = self.row["hand"][seat]
        assert place < len(hand), f"player {seat} should draw, but the hand has {len(hand)} cards"
        return IDS[hand[place] - 1]

    def _is_known_afterwards(self, card: Card, seat: int) -> bool:
        place = next(place for place, held in enumerate(self.hands[seat]) if held is card)
        return bool(self.row["hand_knowers"][seat][place] >> self.to_act & 1)

    def _lost(self, seat: int, count: int) -> list[Card]:
        """The `count` cards that leave a hand in this action, of which only the rest is seen."""
        hand = self.hands[seat]
        shown = list(
            zip(*(self.row[name][seat] for name in ("hand", "hand_knowers", "hand_shuffle")), strict=True),
        )[: len(hand) - count]
        for places in combinations(range(len(hand)), count):
            if [as_written(card, self.num_players) for i, card in enumerate(hand) if i not in places] == shown:
                return [hand[place] for place in places]
        raise AssertionError(f"player {seat} should lose {count} of {[card.id for card in hand]}, but has {shown}")

    def _draw(self, seat: int) -> bool:
        courier = bool(self.resolving) and TABLE[self.resolving]["ability"] == "COURIER"
        self.seen["recycled in COURIER"] += courier and not self.deck.total() and bool(self.pile)
        self.seen["recycled"] += not self.deck.total() and bool(self.pile)
        drawn = super()._draw(seat)
        self.seen["nothing for COURIER"] += courier and not drawn
        self.seen["nothing to draw"] += not drawn and not courier
        return drawn

    def _start_ability(self) -> str | None:
        question = super()._start_ability()
        copied = "twice " if len(self.aside) == 2 else ""
        self.seen[copied + TABLE[self.resolving]["ability"]] += 1
        return question

    def _take_from_hand(self, seat: int, card_id: str) -> None:
        copies = [len(card.knowers) for card in self.hands[seat] if card.id == card_id]
        self.seen["a choice of copies"] += len(set(copies)) > 1
        super()._take_from_hand(seat, card_id)

    def _put_in_area(self, seat: int, card_id: str) -> None:
        older = [held for held in self.areas[seat].elements() if TABLE[held]["number"] == TABLE[card_id]["number"]]
        self.seen["a forged pair pushed out"] += len(older) > 1
        super()._put_in_area(seat, card_id)


def as_written(card: Card, num_players: int) -> tuple[int, int, int]:
    """A card in hand as a record writes it: kind, knowers as bits (all bits where the card came openly), shuffle."""
    knowers = sum(1 << seat for seat in card.knowers)
    if card.shuffle == 0:
        assert card.knowers == set(range(num_players))
        knowers = 0xFF
    return NUMBER[card.id], knowers, card.shuffle


def rows_of(states: States) -> list[Row]:
    """Records as plain Python, a dict a record: hands and piles cut off at their sizes, where zeros must follow."""
    states = states.view(np.ndarray)
    places = np.arange(NUM_CARDS)
    beyond = places >= states["hand_size"][..., None]
    for name in ("hand", "hand_knowers", "hand_shuffle"):
        assert not states[name][beyond].any(), f"{name} beyond the hand"
    assert not states["pile"][places >= states["pile_size"][:, None]].any(), "pile above its top"
    assert not states["padding"].any()
    rows = records.rows_of(states)
    for row in rows:
        for name in ("hand", "hand_knowers", "hand_shuffle"):
            row[name] = [places[:size] for places, size in zip(row[name], row["hand_size"], strict=True)]
        row["pile"] = row["pile"][: row["pile_size"]]
        # Where a kind's entries stand does not matter.
        older = row["older"]
        row["older"] = {
            card_id: found
            for kind, card_id in enumerate(IDS)
            if (found := sorted(filter(None, older[_FIRST_CARD[kind] : _FIRST_CARD[kind + 1]])))
        }
    return rows


def row_of(oracle: Follower) -> Row:
    """What the record of the same game must hold, in the form of `rows_of`."""
    n = oracle.num_players
    hands = [[as_written(card, n) for card in hand] for hand in oracle.hands]
    by_place = [[list(column) for column in zip(*hand, strict=True)] or [[], [], []] for hand in hands]
    by_place += [[[], [], []]] * (MAX_SEATS - n)
    fresh = Counter(oracle.deck)
    older: dict[str, list[int]] = {}
    for hand in oracle.hands:
        for card in hand:
            if card.shuffle == oracle.shuffle:
                fresh[card.id] += 1
            elif card.shuffle:
                older[card.id] = sorted([*older.get(card.id, []), card.shuffle])
    played, copied = ([NUMBER[card_id] for card_id in oracle.aside] + [0, 0])[:2]
    unused = [0] * (MAX_SEATS - n)
    return {
        "returns": np.float32([*oracle.returns, *unused]).tolist(),
        "moves": oracle.moves,
        "num_players": n,
        "to_act": oracle.to_act,
        "terminated": oracle.terminated,
        "truncated": oracle.truncated,
        "hand": [columns[0] for columns in by_place],
        "hand_knowers": [columns[1] for columns in by_place],
        "hand_shuffle": [columns[2] for columns in by_place],
        "hand_size": [len(hand) for hand in hands] + unused,
        "num_known": [
            [sum(other in card.knowers for card in hand) if other != seat else 0 for other in range(n)] + unused
            for seat, hand in enumerate(oracle.hands)
        ]
        + [[0] * MAX_SEATS] * len(unused),
        "known": [
            [
                _by_kind(Counter(card.id for card in hand if other in card.knowers))
                for other, hand in ((other, hand) for other in range(MAX_SEATS))
            ]
            for hand in [*oracle.hands, *([[]] * len(unused))]
        ],
        "scored": [_by_kind(area) for area in oracle.areas] + [_by_kind(Counter())] * len(unused),
        "points": [oracle.total(seat) + oracle.penalties[seat] for seat in range(n)] + unused,
        "penalty": oracle.penalties + unused,
        "shield": [int(shield) for shield in oracle.shields] + unused,
        "deck": _by_kind(oracle.deck),
        "deck_size": oracle.deck.total(),
        "shuffle": oracle.shuffle,
        "fresh": _by_kind(fresh),
        "older": {card_id: older[card_id] for card_id in IDS if card_id in older},
        "pile": [NUMBER[card_id] for card_id in oracle.pile],
        "pile_count": _by_kind(Counter(oracle.pile)),
        "pile_size": len(oracle.pile),
        "phase": PHASES[oracle.phase],
        "played": played,
        "copied": copied,
        "resolutions": oracle.resolutions + 1 if oracle.resolving else 0,
        "plays_left": oracle.plays_left,
        "target": oracle.opponent + 1,
        "their_card": NUMBER.get(oracle.their_card, 0),
        "last_round": oracle.last_round,
        "turns": oracle.turns,
    }


def differences(row: Row, expected: Row) -> list[str]:
    """The fields in which a record differs from what the oracle says, in words; none if they agree."""
    return [
        f"{name} is {row.get(name)}, expected {expected.get(name)}"
        for name in [*row, *(name for name in expected if name not in row)]
        if row.get(name) != expected.get(name)
    ]


def options_of(game: Game) -> dict[str, Any]:
    """The options of `game` as the oracle takes them."""
    return asdict(game.options)


def write_position(oracle: Follower, states: States, index: int) -> None:
    """Sets ``states[index]``, a new game, up as the oracle stands at the start of a turn's action."""
    assert oracle.phase == "turn" and not oracle.aside
    row = row_of(oracle)
    s = states[index : index + 1]
    for name in ("hand", "hand_knowers", "hand_shuffle"):
        s[name] = 0
        for seat, places in enumerate(row[name]):
            s[name][0, seat, : len(places)] = places
    s["pile"] = row["pile"] + [0] * (NUM_CARDS - len(row["pile"]))
    s["older"] = 0
    for card_id, shuffles in row["older"].items():
        first = _FIRST_CARD[NUMBER[card_id] - 1]
        s["older"][0, first : first + len(shuffles)] = shuffles
    for name, value in row.items():
        if name not in ("hand", "hand_knowers", "hand_shuffle", "pile", "older"):
            s[name] = value


def _by_kind(cards: Counter[str]) -> list[int]:
    counts = [0] * len(IDS)
    for card_id, count in cards.items():
        counts[NUMBER[card_id] - 1] = count
    return counts
