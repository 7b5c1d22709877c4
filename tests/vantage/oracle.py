"""Vantage in plain Python: slow, readable, and written from the rule book alone.

The fast kernels are compared with this class move for move, so it shares no code and no data layout with them. Marks
such as V7 and VD16 name the rules and decisions of the rule book.

Actions are named: "score ID", "ability ID", "exchange ID" (the card and its use), "choose ID" (a card inside an
ability), "opponent D" (D seats clockwise of the acting one), "stop" (OVERCLOCK) and "pass" (VD10).
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle import Oracle, payout

HAND_SIZE = 7  # V2
CARDS = Path(__file__).resolve().parents[2] / "envs" / "vantage" / "cards.json"
# Kinds in the order of the table; of two cards, the one earlier in this order has the "lower id" of VD16.
TABLE: dict[str, dict[str, Any]] = {card["id"]: card for card in json.loads(CARDS.read_text(encoding="utf-8"))}
IDS = list(TABLE)
NEVER_COPIED = ("DUPLICATE", "OVERCLOCK", "FORGER")

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


@dataclass(eq=False)
class Card:
    """One card in a hand; two copies of a kind are two individuals (VD19).

    Attributes:
        id: its kind, such as "VR1".
        knowers: the seats that know it, its owner among them.
        shuffle: the shuffle it was drawn from; 0 if it lay open before it came to the hand.
    """

    id: str
    knowers: set[int] = field(default_factory=set)
    shuffle: int = 0


class VantageOracle(Oracle):
    """One game of Vantage, with everything in the open; `worlds` says what a seat may believe.

    Args:
        rng: decides all that is random, through `chance`.
        num_players: 2 to 4.
        target_score: 1 to 100.
        end_rule: "immediate" or "finish_round" (VD1).
        max_turns: turns of all players together until the game is cut off, 1 to 1000 (VD5).

    Attributes:
        hands: a row of cards for each seat, the card that has been there longest first.
        areas: the score cards of each seat, how many of each kind.
        penalties: the penalty points of each seat.
        shields: whether each seat is shielded.
        pile: the discard pile, its top card last.
        deck: the draw deck, how many of each kind.
        aside: the ability card in play, and after it the card that DUPLICATE copies (VD12).
        shuffle: the number of the shuffle that made the deck; the first is 1.
        turns: turns that have ended.
        phase: what is asked of `to_act`: "turn", "opponent", "hacker", "destroyer", "duplicate", "overclock",
            "salvager", "forger", "swapper theirs" or "swapper own"; "over" when nothing is.
        last_round: whether the game ends with the turn of the last seat (VD9).
        resolving: the card whose ability is carried out, or "".
        resolutions: how often that ability is still to be carried out after the present time (VD15).
        plays_left: how many cards OVERCLOCK may still score.
        opponent: the opponent chosen for DESTROYER or SWAPPER, or -1.
        their_card: the opponent's card chosen for SWAPPER, or "".
        to_act: the seat that acts; when the game is over, the seat that acted last.
        returns: zeros until the game ends.

    Raises:
        ValueError: an option is out of its range.
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        num_players: int = 2,
        target_score: int = 15,
        end_rule: str = "immediate",
        max_turns: int = 200,
    ) -> None:
        allowed: dict[str, tuple[Any, Any]] = {
            "num_players": (num_players, range(2, 5)),
            "target_score": (target_score, range(1, 101)),
            "end_rule": (end_rule, ("immediate", "finish_round")),
            "max_turns": (max_turns, range(1, 1001)),
        }
        for name, (value, choices) in allowed.items():
            if value not in choices:
                expected = f"{choices[0]} to {choices[-1]}" if isinstance(choices, range) else f"one of {choices}"
                raise ValueError(f"{name}={value!r}: expected {expected}")
        self.rng = rng or random.Random(0)
        self.num_players = num_players
        self.target_score = target_score
        self.end_rule = end_rule
        self.max_turns = max_turns

        seats = range(num_players)
        self.hands: list[list[Card]] = [[] for _ in seats]
        self.areas: list[Counter[str]] = [Counter() for _ in seats]
        self.penalties = [0 for _ in seats]
        self.shields = [False for _ in seats]
        self.pile: list[str] = []
        self.deck = Counter({card_id: card["copies"] for card_id, card in TABLE.items()})
        self.aside: list[str] = []
        self.shuffle = 1
        self.turns = 0
        self.last_round = False
        self.resolving = ""
        self.resolutions = 0
        self.plays_left = 0
        self.opponent = -1
        self.their_card = ""
        self.terminated = False
        self.truncated = False
        self.returns = [0.0 for _ in seats]
        for seat in seats:  # V2
            for _ in range(HAND_SIZE):
                self._draw(seat)
        self._begin_turn(0)  # VD6

    def chance(self, what: str, candidates: list[Any]) -> Any:
        """Decides a random outcome: one of `candidates`, each equally likely.

        Args:
            what: "draw S": seat S takes a card of the deck; "spy S", "hacker S", "thief S": a card of seat S's hand is
                looked at, discarded, or stolen.
            candidates: for a draw, the ids of all cards of the deck, a copy an entry, in the order of the table; else
                the `Card`s in question in the order of the hand.
        """
        return self.rng.choice(candidates)

    def total(self, seat: int) -> int:
        """The score of a seat: the numbers of its score cards less its penalties (V7, VD7)."""
        return sum(TABLE[card_id]["number"] for card_id in self.areas[seat].elements()) - self.penalties[seat]

    def legal(self) -> list[str]:
        """Names of the actions open to the seat to act, in the order of the action numbers; empty at the end."""
        if self.phase == "over":
            return []
        if self.phase == "opponent":
            return [f"opponent {(seat - self.to_act) % self.num_players}" for seat in self._targets()]
        hand = _in_order(card.id for card in self.hands[self.to_act])
        if self.phase == "turn":
            if not hand:
                return ["pass"]  # VD10
            uses = ("score", "ability", "exchange") if self.pile else ("score", "ability")  # V6, VD3
            return [f"{use} {card_id}" for use in uses for card_id in hand]
        choices = hand
        if self.phase == "duplicate":
            choices = [card_id for card_id in hand if TABLE[card_id]["ability"] not in NEVER_COPIED]
        elif self.phase == "salvager":
            choices = _in_order(self.pile)
        elif self.phase in ("destroyer", "swapper theirs"):
            choices = _in_order(self.areas[self.opponent])
        elif self.phase == "swapper own":
            choices = _in_order(self.areas[self.to_act])
        return [f"choose {card_id}" for card_id in choices] + (["stop"] if self.phase == "overclock" else [])

    def _apply(self, action: str) -> None:
        verb, _, what = action.partition(" ")
        seat = self.to_act
        if verb == "pass":
            self._end_turn()
        elif verb == "score":
            self._score(what)
            self._end_turn()  # V12
        elif verb == "exchange":
            top = self.pile.pop()  # V11
            self._take_from_hand(seat, what)  # VD17: before taking
            self.pile.append(what)
            self._add_open_card(seat, top)
            self._end_turn()
        elif verb == "ability":
            self._take_from_hand(seat, what)
            self.aside.append(what)  # VD12
            self.resolving, self.resolutions = what, 1
            self._resolve()
        elif verb == "opponent":
            self._aim_at((seat + int(what)) % self.num_players)
        elif verb == "stop":
            self._resolve()
        else:
            self._choose(what)

    def worlds(self, player: int) -> dict[World, Fraction]:
        """All that may be hidden from `player`, with its probability (VD19).

        The individual cards that the player does not know are permuted among their places, those of each shuffle
        separately, and each permutation is equally likely. A world is the hands of all seats, card by card in the order
        of their places, and the deck as sorted in the order of the table. For small positions: all worlds are listed.
        """
        pools: dict[int, Counter[str]] = {self.shuffle: Counter(self.deck)}
        places: list[tuple[int, int]] = []
        for seat, hand in enumerate(self.hands):
            for place, card in enumerate(hand):
                if player not in card.knowers:
                    places.append((seat, place))
                    pools.setdefault(card.shuffle, Counter())[card.id] += 1

        found: dict[World, Fraction] = {}

        def fill(hands: list[list[str]], done: int, probability: Fraction) -> None:
            if done == len(places):
                deck = tuple(card_id for card_id in IDS for _ in range(pools[self.shuffle][card_id]))
                found[tuple(map(tuple, hands)), deck] = probability
                return
            seat, place = places[done]
            pool = pools[self.hands[seat][place].shuffle]
            size = pool.total()
            for card_id, copies in list(pool.items()):
                if copies:
                    pool[card_id] -= 1
                    hands[seat][place] = card_id
                    fill(hands, done + 1, probability * Fraction(copies, size))
                    pool[card_id] += 1

        fill([[card.id for card in hand] for hand in self.hands], 0, Fraction(1))
        return found

    # Turns and the end of the game

    def _begin_turn(self, seat: int) -> None:
        self.to_act = seat
        self.phase = "turn"
        self.shields[seat] = False  # VD13: before the draw
        if not self._draw(seat):  # V5, VD9
            self.last_round = True  # VD2, V14(b)

    def _end_turn(self) -> None:
        seat = self.to_act
        self.turns += 1
        reached = self.total(seat) >= self.target_score  # VD9: tested here alone
        if reached and self.end_rule == "immediate":
            self._finish([seat])  # V14(a)
            return
        if reached:
            self.last_round = True  # V13
        if self.last_round and seat == self.num_players - 1:
            ranks = [(self.total(s), -len(self.hands[s])) for s in range(self.num_players)]  # V14(b)
            self._finish([s for s, rank in enumerate(ranks) if rank == max(ranks)])
        elif self.turns >= self.max_turns:  # VD5, after a regular end (VD9)
            self.truncated = True
            self.phase = "over"
        else:
            self._begin_turn((seat + 1) % self.num_players)  # V3

    def _finish(self, winners: list[int]) -> None:
        """Ends the game; the winners share (VD8)."""
        self.returns = payout([seat in winners for seat in range(self.num_players)])
        self.terminated = True
        self.phase = "over"

    # Moving cards

    def _draw(self, seat: int) -> bool:
        """The seat draws one card; returns False if there is none (VD2)."""
        if not self.deck.total() and self.pile:
            self.deck, self.pile = Counter(self.pile), []  # V5, VD17; cards set aside stay there (VD12)
            self.shuffle += 1
        if not self.deck.total():
            return False
        card_id = self.chance(f"draw {seat}", [i for i in IDS for _ in range(self.deck[i])])
        self.deck -= Counter([card_id])
        self.hands[seat].append(Card(card_id, {seat}, self.shuffle))
        return True

    def _take_from_hand(self, seat: int, card_id: str) -> None:
        """A card leaves by choice: the copy known to most others, of several the one longest there (VD19)."""
        copies = [card for card in self.hands[seat] if card.id == card_id]
        most = max(len(card.knowers) for card in copies)
        self.hands[seat].remove(next(card for card in copies if len(card.knowers) == most))

    def _add_open_card(self, seat: int, card_id: str) -> None:
        self.hands[seat].append(Card(card_id, set(range(self.num_players)), 0))  # VD18

    def _score(self, card_id: str) -> None:
        """An ordinary score play (V7)."""
        self._take_from_hand(self.to_act, card_id)
        self._put_in_area(self.to_act, card_id)

    def _put_in_area(self, seat: int, card_id: str) -> None:
        """A score card arrives, and all older ones of its number are discarded, lower id first (V8, VD4, VD16)."""
        for older in _in_order(self.areas[seat].elements()):
            if TABLE[older]["number"] == TABLE[card_id]["number"]:
                self.pile += [older] * self.areas[seat].pop(older)
        self.areas[seat][card_id] += 1

    # Abilities (V9, V10, V15)

    def _resolve(self) -> None:
        """Carries the ability out as often as is left, up to the next choice; after the last time ends the turn."""
        self.opponent, self.their_card = -1, ""
        while self.resolutions:
            self.resolutions -= 1
            question = self._start_ability()
            if question:
                self.phase = question
                return
        self.pile += reversed(self.aside)  # VD12: DUPLICATE above the copied card
        self.aside = []
        self.resolving = ""
        self.plays_left = 0
        self._end_turn()

    def _start_ability(self) -> str | None:
        """Does all of the ability that needs no choice; returns the phase of the first choice, or None."""
        ability, amount = TABLE[self.resolving]["ability"], TABLE[self.resolving]["amount"]
        seat = self.to_act
        hand = self.hands[seat]
        if ability in ("SPY", "THIEF", "SABOTEUR", "DESTROYER", "SWAPPER"):
            return "opponent" if self._targets() else None  # VD11
        if ability == "HACKER":
            if hand:
                return "hacker"
            self._hack_the_others()
        elif ability == "DUPLICATE":
            return "duplicate" if any(TABLE[card.id]["ability"] not in NEVER_COPIED for card in hand) else None  # VD15
        elif ability == "COURIER":
            for _ in range(amount):
                self._draw(seat)  # VD17; VD9: a failed draw ends nothing
        elif ability == "OVERCLOCK":
            self.plays_left = amount
            return "overclock" if hand else None
        elif ability == "SALVAGER":
            return "salvager" if self.pile else None
        elif ability == "FORGER":
            return "forger" if hand else None
        elif ability == "SHIELD":
            self.shields[seat] = True
        else:
            assert ability == "REPAIR", ability
            self.penalties[seat] -= min(amount, self.penalties[seat])
        return None

    def _targets(self) -> list[int]:
        """Opponents at whom the ability may be aimed, clockwise (VD13)."""
        ability, seat = TABLE[self.resolving]["ability"], self.to_act
        opponents = [(seat + distance) % self.num_players for distance in range(1, self.num_players)]
        if ability in ("SPY", "THIEF"):
            return [o for o in opponents if self.hands[o]]
        unshielded = [o for o in opponents if not self.shields[o]]
        if ability == "SABOTEUR":
            return unshielded
        if ability == "SWAPPER" and not self.areas[seat]:
            return []
        return [o for o in unshielded if self.areas[o]]

    def _aim_at(self, opponent: int) -> None:
        ability, amount = TABLE[self.resolving]["ability"], TABLE[self.resolving]["amount"]
        seat = self.to_act
        if ability in ("DESTROYER", "SWAPPER"):
            self.opponent = opponent
            self.phase = "destroyer" if ability == "DESTROYER" else "swapper theirs"
            return
        if ability == "SPY":
            for _ in range(amount):
                unknown = [card for card in self.hands[opponent] if seat not in card.knowers]
                if unknown:  # VD18
                    self.chance(f"spy {opponent}", unknown).knowers.add(seat)
        elif ability == "THIEF":
            stolen = self.chance(f"thief {opponent}", list(self.hands[opponent]))
            self.hands[opponent].remove(stolen)
            self._add_open_card(seat, stolen.id)
        else:
            assert ability == "SABOTEUR", ability
            self.penalties[opponent] += amount
        self._resolve()

    def _choose(self, card_id: str) -> None:
        seat = self.to_act
        if self.phase == "hacker":
            self._take_from_hand(seat, card_id)
            self.pile.append(card_id)
            self._hack_the_others()
        elif self.phase == "duplicate":
            self._take_from_hand(seat, card_id)
            self.aside.append(card_id)
            self.resolving, self.resolutions = card_id, 2  # VD15
        elif self.phase == "overclock":
            self._score(card_id)
            self.plays_left -= 1
            if self.plays_left and self.hands[seat]:
                return
        elif self.phase == "salvager":
            topmost = max(place for place, lying in enumerate(self.pile) if lying == card_id)
            self._add_open_card(seat, self.pile.pop(topmost))  # VD17
        elif self.phase == "forger":
            self._take_from_hand(seat, card_id)
            self.areas[seat][card_id] += 1
        elif self.phase == "destroyer":
            self.areas[self.opponent] -= Counter([card_id])
            self.pile.append(card_id)
        elif self.phase == "swapper theirs":
            self.their_card = card_id
            self.phase = "swapper own"
            return
        else:
            assert self.phase == "swapper own", self.phase
            self.areas[self.opponent] -= Counter([self.their_card])
            self.areas[seat] -= Counter([card_id])
            self._put_in_area(seat, self.their_card)  # VD16: the acting player's area first
            self._put_in_area(self.opponent, card_id)
        self._resolve()

    def _hack_the_others(self) -> None:
        for distance in range(1, self.num_players):  # VD14
            other = (self.to_act + distance) % self.num_players
            if self.hands[other]:
                lost = self.chance(f"hacker {other}", list(self.hands[other]))
                self.hands[other].remove(lost)
                self.pile.append(lost.id)


def _in_order(card_ids: Iterable[str]) -> list[str]:
    """The kinds among `card_ids`, each once, in the order of the table."""
    present = set(card_ids)
    return [card_id for card_id in IDS if card_id in present]
