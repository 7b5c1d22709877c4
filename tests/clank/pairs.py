"""Kernels and oracle side by side: the oracle told in the fields of the record, and led by what the kernels drew."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ludarium.envs.clank.state import MAX_PATH, MAX_SEATS
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank.cards import CARDS, CUP, DRAGON, MARKET, TILES, TREASURES, ability, copies
from tests.clank.oracle import ClankOracle
from tests.draws import Draws, Unexplained, gained
from tests.records import Row, counts, difference, order_of, owned, padded, seats_padded, write_row, zeros

_CUBES = [*(f"noise {index}" for index in range(MAX_SEATS)), "skill", "dragon"]
#: Where the record counts what.
CARD_ORDER, MARKET_ORDER, TREASURE_ORDER, DRAGON_ORDER, TILE_ORDER, CUBE_ORDER = map(
    order_of, (CARDS, MARKET, TREASURES, DRAGON, TILES, _CUBES)
)
_STATUSES = {None: 0, "inside": 0, "escaped": 1, "dead": 2}
_PHASES = {"pay": 2, "reward": 3}
#: Dragon cards after which the bag does not say what was drawn from it.
_ROAR, _SMOKE = "Roar", "Thick Smoke"


# --- the oracle in the fields of the record ---------------------------------------------------------------------------


def row_of(oracle: ClankOracle, moves: int) -> Row:
    """What every field of the record should hold after `moves` actions."""
    n = oracle.num_players
    own = oracle.own
    face_up = [name for name in oracle.path[1:] if name is not None]
    top = [oracle.top] if oracle.top is not None else []
    deck = [*oracle.treasure_deck, *top, *([] if oracle.cup_taken else [CUP])]
    row: Row = {
        "num_players": n,
        "moves": moves,
        "to_act": oracle.to_act,
        "terminated": oracle.terminated,
        "truncated": oracle.truncated,
        "turns": oracle.turns,
        "phase": _PHASES.get(oracle.phase, int(oracle.main_done)),
        "exploring": {None: 0, CUP: 2}.get(oracle.offered, 1),
        "free_cost": oracle.free_cost if oracle.phase == "reward" else 0,
        "attack": oracle.attack,
        "buy": oracle.buy,
        "extra_moves": oracle.moves,
        "ward": sum(ability(name) == "ward1" for name in own.working),
        "cup_works": int(any(CUP in seat.working for seat in oracle.seats)),
        "began_on_exit": int(oracle.began_on_exit),
        "bag": counts(CUBE_ORDER, oracle.bag),
        "treasure_deck": counts(TREASURE_ORDER, deck),
        "treasures_left": len(oracle.treasure_deck) + len(top),
        "treasure_top": 1 + TREASURE_ORDER[top[0]] if top else 0,
        "dragon_left": counts(DRAGON_ORDER, oracle.dragon_deck),
        "dragon_revealed": len(oracle.revealed),
        "tiles_left": counts(TILE_ORDER, oracle.tiles),
        "revealed": len(face_up),
        "path": padded([1 + TILE_ORDER[name] for name in face_up], MAX_PATH),
        "defeated": padded([int(name in oracle.defeated) for name in face_up], MAX_PATH),
        "market_row": counts(MARKET_ORDER, oracle.row),
        "row_size": len(oracle.row),
        "market_deck": counts(MARKET_ORDER, oracle.market),
        "market_left": len(oracle.market),
    }
    seats = oracle.seats
    by_seat: dict[str, list[Any]] = {
        "returns": oracle.returns,
        "scores": oracle.final_scores or [0] * n,
        "status": [_STATUSES[seat.left] for seat in seats],
        "health": [seat.health for seat in seats],
        "tokens": [seat.tokens for seat in seats],
        "position": [seat.position for seat in seats],
        "left_exit": [int(seat.has_left_exit) for seat in seats],
        "fought": [int(seat.tried) for seat in seats],
        "cave_in": [seat.fewer_cards for seat in seats],
        "treasure_points": [sum(TREASURES[name]["points"] for name in seat.treasures) for seat in seats],
        "card_points": [sum(CARDS[name]["points"] for name in owned(seat)) for seat in seats],
        "monster_points": [sum(TILES[name]["monster"]["points"] for name in seat.monsters) for seat in seats],
        "supply": [seat.supply for seat in seats],
        "treasures": [counts(TREASURE_ORDER, seat.treasures) for seat in seats],
        "hand": [counts(CARD_ORDER, seat.hand) for seat in seats],
        "held": [counts(CARD_ORDER, seat.hand + seat.deck) for seat in seats],
        # With nothing in the deck, what is held is the hand: all of it is known (CLD24).
        "known": [counts(CARD_ORDER, seat.known if seat.deck else seat.hand) for seat in seats],
        "discard": [counts(CARD_ORDER, seat.discard) for seat in seats],
        "played": [counts(CARD_ORDER, seat.played) for seat in seats],
        "hand_size": [len(seat.hand) for seat in seats],
        "deck_size": [len(seat.deck) for seat in seats],
        "discard_size": [len(seat.discard) for seat in seats],
    }
    return row | seats_padded(by_seat, MAX_SEATS)


def write_position(oracle: ClankOracle, states: States, index: int) -> None:
    """Sets ``states[index]`` up as the oracle stands, no action taken so far."""
    write_row(row_of(oracle, moves=0), states, index)


# --- chance -----------------------------------------------------------------------------------------------------------


def drawn(before: Row, after: Row, hands: dict[int, list[int]]) -> Draws:
    """What the kernels drew in one step.

    What was drawn of cards, tiles, treasures and the market shows in the record. Cubes may have gone back, and dragon
    cards are only known as a set: these are one of `ways_to_end`.

    Args:
        before: the record before the step.
        after: the record after it.
        hands: those of the seats that may draw, before they do and by kind.
    """
    faces = [None, *TREASURE_ORDER]
    old, new = ([name for name in [faces[row["treasure_top"]]] if name] for row in (before, after))
    gone = gained(TREASURE_ORDER, after["treasure_deck"], before["treasure_deck"])
    turned_up = [name for name in gone if name != CUP] or not old
    return Draws(
        {
            "card": [name for seat, hand in hands.items() for name in gained(CARD_ORDER, hand, after["hand"][seat])],
            "tile": gained(TILE_ORDER, after["tiles_left"], before["tiles_left"]),
            "market": gained(MARKET_ORDER, after["market_deck"], before["market_deck"]),
            "treasure": [*_without(gone, [*old, CUP]), *new] if turned_up else [],
            "cube": [],
            "dragon": [],
        }
    )


def _without(names: list[str], others: list[str]) -> list[str]:
    rest = list(names)
    for name in others:
        if name in rest:
            rest.remove(name)
    return rest


def ways_to_end(oracle: ClankOracle, before: Row, after: Row) -> Iterator[tuple[list[str], list[str]]]:
    """The cubes and the dragon cards, in their order, that may have been drawn at the end of a turn."""
    revealed = gained(DRAGON_ORDER, after["dragon_left"], before["dragon_left"])
    number = min(oracle.draws + oracle.fury + (CUP in oracle.own.working), len(oracle.bag))
    lived = bool(after["status"][oracle.to_act] == _STATUSES[None])
    resolved = lived or bool(revealed)  # what followed the noise cubes
    choices = [_numbers_of_noise(seat, before, after, revealed, number) for seat in range(oracle.num_players)]
    skill = before["bag"][-2] - after["bag"][-2]
    for noise in itertools.product(*choices):
        rest = number - sum(noise)
        for dragons in range(len(revealed), 1 + min(rest, before["bag"][-1])):
            skills = rest - dragons
            if skills > before["bag"][-2] or (resolved and skills != skill):
                continue
            if lived and not after["terminated"] and dragons != len(revealed):
                continue
            cubes = [name for name, count in zip(CUBE_ORDER, noise, strict=False) for _ in range(count)]
            cubes += ["skill"] * skills + ["dragon"] * dragons
            for order in itertools.permutations(revealed):
                yield cubes, list(order)


def _numbers_of_noise(seat: int, before: Row, after: Row, revealed: list[str], number: int) -> range:
    """How many noise cubes of `seat` may have been among the `number` drawn."""
    fewer = before["bag"][seat] - after["bag"][seat]
    if before["status"][seat] != _STATUSES[None]:  # they left the game
        lost = fewer + before["supply"][seat] - after["supply"][seat]
        return range(lost, lost + 1)
    if _SMOKE in revealed:
        most = min(before["bag"][seat], number)
        if after["status"][seat] == _STATUSES[None]:
            most = min(most, before["health"][seat] - after["health"][seat] + 1)  # a Ward Charm may have saved one
        return range(most + 1)
    return range(max(fewer, 0), fewer + 1 + (_ROAR in revealed))


class Follower(ClankOracle):
    """An oracle whose chance is what the kernels drew: the start of a game from the record of a new one."""

    def __init__(self, game: Game, start: Row) -> None:
        self.moves_made = 0
        self.answers: list[tuple[str, str]] = []  # what chance was asked for in the last step, and what came
        nothing = {name: zeros(value) for name, value in start.items()}
        nothing["tiles_left"] = [1] * len(TILE_ORDER)
        nothing["market_deck"] = counts(MARKET_ORDER, copies(MARKET))
        self.drawn = drawn(nothing, start, {seat: [0] * len(CARDS) for seat in range(game.num_players)})
        super().__init__(random.Random(0), **asdict(game.options))
        self.drawn.check_nothing_left()

    def chance(self, what: str, candidates: list[str]) -> str:
        self.answers.append((what, self.drawn.take(what, candidates)))
        return self.answers[-1][1]

    def follow(self, action: str, before: Row, after: Row) -> Follower:
        """The game after `action`, which has led the kernels from one record to the other.

        Raises:
            Unexplained: whatever the oracle draws, it does not arrive there.
        """
        if action != "end turn":
            self._follow(action, before, after, [], [])
            return self
        ways = list(ways_to_end(self, before, after))
        if not ways:
            raise Unexplained("no draw of cubes explains the bag")
        for way in ways[:-1]:
            trial = copy.deepcopy(self)
            try:
                trial._follow(action, before, after, *way)
            except Unexplained:
                continue
            if not difference(after, row_of(trial, trial.moves_made)):
                return trial
        self._follow(action, before, after, *ways[-1])
        return self

    def _follow(self, action: str, before: Row, after: Row, cubes: list[str], dragon: list[str]) -> None:
        seat = self.to_act
        hand = list(before["hand"][seat])
        verb, _, what = action.partition(" ")
        if verb in ("play", "rest"):
            hand[CARD_ORDER[what]] += 1 if verb == "rest" else -1
        if after["turns"] > before["turns"] and after["status"][seat] == _STATUSES[None]:  # cleaned up
            hand = [0] * len(hand)
        self.drawn = drawn(before, after, {seat: hand})
        self.drawn.piles |= {"cube": list(cubes), "dragon": list(dragon)}
        self.answers = []
        self.step(action)
        self.moves_made += 1
        self.drawn.check_nothing_left()
        if self.truncated:  # the record of a game that is cut off stands at the start of the next turn
            following = [(self.to_act + step) % self.num_players for step in range(1, self.num_players + 1)]
            self._begin_turn(next(index for index in following if self.seats[index].left is None))
            self.phase = "over"
