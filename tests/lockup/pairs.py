"""Kernels and oracle side by side: the oracle told in the fields of the record, and led by what the kernels drew."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.lockup import SPEC
from ludarium.envs.lockup.state import PHASES
from ludarium.envs.lockup.tables import MODIFIERS
from tests.draws import gained
from tests.lockup.cards import CLASSES, COMMANDERS, EVENTS, FACTIONS, MONSTERS, ROWS, Seat
from tests.lockup.oracle import LockupOracle
from tests.records import Row, seats_padded, write_row, zeros

MAX_SEATS = 4
PLACES = ("market", "prison", "arena", "hall", "temple")
#: Phases of the oracle as the record names them; a game that is over stays in its last upkeep.
PHASE_NAMES = {"place": "placing", "attacker": "attack", "defender": "defence", "over": "upkeep"}
#: The record counts cards by kind: commanders and events by timing, and in the order of the table.
COMMANDER_ORDER = [n for timing in ("battle", "end", "round") for n, c in COMMANDERS.items() if c["timing"] == timing]
CONCEALED = [name for name in COMMANDER_ORDER if COMMANDERS[name]["timing"] != "round"]
EVENT_ORDER = [name for timing in ("now", "perm", "end") for name, row in EVENTS.items() if row["timing"] == timing]
PERMANENT = [name for name in EVENT_ORDER if EVENTS[name]["timing"] == "perm"]
MISSIONS = [name for name in EVENT_ORDER if EVENTS[name]["timing"] == "end"]
OPEN_EVENTS = [name for name in EVENT_ORDER if name not in MISSIONS]
MONSTER_ORDER = list(MONSTERS)


def all_games() -> Iterator[Game]:
    """Every combination of options: 12 games."""
    for seats, upkeep, income in itertools.product((2, 3, 4), ("lump", "per_worker"), (True, False)):
        yield Game(SPEC, {"num_players": seats, "upkeep": upkeep, "faction_income": income})


# --- the oracle in the fields of the record ---------------------------------------------------------------------------


def row_of(oracle: LockupOracle, moves: int) -> Row:
    """What every field of the record should hold after `moves` actions."""
    n = oracle.num_players
    battle = oracle.battle or {}
    attack_commander = battle.get("commander")
    asked_for_upkeep = oracle.phase == "upkeep"
    commanders, events = oracle.piles["commander"], oracle.piles["event"]
    face_up = [[c.name for c in seat.commanders if c.face_up] for seat in oracle.seats]
    face_down = [[c.name for c in seat.commanders if not c.face_up] for seat in oracle.seats]
    opened = set(itertools.chain.from_iterable(face_up))
    missions = [seat.missions for seat in oracle.seats]
    row: Row = {
        "num_players": n,
        "moves": moves,
        "to_act": oracle.to_act,
        "terminated": oracle.terminated,
        "truncated": oracle.truncated,
        "round_number": oracle.round,
        "phase": PHASES.index(PHASE_NAMES.get(oracle.phase, oracle.phase)),
        "start": oracle.start,
        "fed": (oracle.to_act - oracle.start) % n if asked_for_upkeep else n * oracle.terminated,
        "to_feed": (oracle.to_feed or 1) * asked_for_upkeep,
        "attacker": 1 + battle.get("attacker", -1),
        "defender": 1 + battle.get("defender", -1),
        "attack_commander": 1 + COMMANDER_ORDER.index(attack_commander) if attack_commander else 0,
        "haggled": int(any(seat.haggled for seat in oracle.seats)),
        "occupied": [int(place in oracle.places) for place in PLACES],
        "display": _counts(MONSTER_ORDER, oracle.display),
        "pile": _counts(MONSTER_ORDER, [name for tier in CLASSES for name in oracle.piles[tier]]),
        "pile_left": [len(oracle.piles[tier]) for tier in CLASSES],
        "unopened": [int(name not in opened) for name in COMMANDER_ORDER],
        "commander_pile": _counts(COMMANDER_ORDER, commanders),
        "commanders_left": len(commanders),
        "event_pile": _counts(OPEN_EVENTS, events),
        "mission_pile": _counts(MISSIONS, events),
        "events_left": len(events),
    }
    by_seat: dict[str, list[Any]] = {
        "returns": oracle.returns,
        "scores": oracle.final_scores or [0] * n,
        "workers": [seat.workers for seat in oracle.seats],
        "out": [int(seat.out) for seat in oracle.seats],
        "gold": [seat.gold for seat in oracle.seats],
        "food": [seat.food for seat in oracle.seats],
        "penalty": [seat.penalties for seat in oracle.seats],
        "bonus": [seat.points for seat in oracle.seats],
        "points": [sum(MONSTERS[name]["points"] for name in seat.monsters) for seat in oracle.seats],
        "power": [sum(MONSTERS[name]["power"] for name in seat.monsters) for seat in oracle.seats],
        "faction": [list(FACTIONS).index(seat.faction) for seat in oracle.seats],
        "modifiers": [[_modifier(oracle, seat, name) for name in MODIFIERS] for seat in oracle.seats],
        "monsters": [_counts(MONSTER_ORDER, seat.monsters) for seat in oracle.seats],
        "face_up": [_counts(COMMANDER_ORDER, names) for names in face_up],
        "face_down": [_counts(CONCEALED, names) for names in face_down],
        "num_face_down": [len(names) for names in face_down],
        "permanents": [_counts(PERMANENT, seat.events) for seat in oracle.seats],
        "missions": [_counts(MISSIONS, names) for names in missions],
        "num_missions": [len(names) for names in missions],
    }
    return row | seats_padded(by_seat, MAX_SEATS)


def _counts(order: list[str], names: list[str]) -> list[int]:
    counts = Counter(names)
    return [counts[name] for name in order]


def _modifier(oracle: LockupOracle, seat: Seat, key: str) -> int:
    """What faction, face-up commanders and permanent events add up to (LD17)."""
    commanders = [COMMANDERS[c.name]["op"] for c in seat.commanders if COMMANDERS[c.name]["timing"] == "round"]
    events = [EVENTS[name]["op"] for name in seat.events]
    if key == "haggler":  # a discount once a round; all other discounts are events
        return sum(op.get("discount", 0) for op in commanders)
    if key == "discount":
        return sum(op.get("discount", 0) for op in events)
    faction = FACTIONS[seat.faction] if oracle.faction_income else {}
    return faction.get(key, 0) + sum(op.get(key, 0) for op in commanders + events)


def write_position(oracle: LockupOracle, states: States, index: int) -> None:
    """Sets ``states[index]`` up as the oracle stands, no action taken so far."""
    write_row(row_of(oracle, moves=0), states, index)


# --- chance -----------------------------------------------------------------------------------------------------------


class Drawn:
    """The cards that the kernels drew in one step, to be handed to the oracle one by one."""

    def __init__(self, before: Row, after: Row, hired: str | None, seat: int) -> None:
        """`hired` is the monster that `seat` took from the display, which nobody drew."""
        self.gained = [
            gained(MONSTER_ORDER, *sides) for sides in zip(before["monsters"], after["monsters"], strict=True)
        ]
        if hired:
            self.gained[seat].remove(hired)
        new_round = after["round_number"] > before["round_number"]
        self.display = gained(MONSTER_ORDER, [0] * len(MONSTER_ORDER), after["display"]) if new_round else []
        self.commanders = gained(COMMANDER_ORDER, after["commander_pile"], before["commander_pile"])
        self.events = [
            *gained(OPEN_EVENTS, after["event_pile"], before["event_pile"]),
            *gained(MISSIONS, after["mission_pile"], before["mission_pile"]),
        ]
        self.factions = [list(FACTIONS)[number] for number in after["faction"]]

    def take(self, what: str, seat: int) -> str:
        """The card that answers the oracle's question `what`, asked while it is the turn of `seat`."""
        kind, _, rest = what.partition(" ")
        if kind == "faction":
            return self.factions[int(rest)]
        if kind == "display":
            return _take(self.display, what, rest)
        if kind == "recruit":
            return _take(self.gained[int(rest)], what, "common")
        if kind == "prison":
            return _take(self.gained[seat], what, rest)
        if what in ("jailbreak", "great escape"):
            return _take(self.gained[seat], what, "common" if what == "jailbreak" else "rare")
        return _take(self.events if what == "temple" else self.commanders, what)

    def left(self) -> list[str]:
        """What the kernels drew and the oracle did not."""
        return [*itertools.chain.from_iterable(self.gained), *self.display, *self.commanders, *self.events]


def _take(cards: list[str], what: str, tier: str | None = None) -> str:
    for card in cards:
        if tier is None or MONSTERS[card]["tier"] == tier:
            cards.remove(card)
            return card
    raise AssertionError(f"the oracle draws for {what!r}, the kernels drew no such card; left are {cards}")


class Follower(LockupOracle):
    """An oracle whose chance is what the kernels drew: the start of a game from the record of a new one."""

    def __init__(self, game: Game, start: Row) -> None:
        self.asked: list[str] = []
        self.moves_made = 0
        self.discarded: list[str] = []  # in the last step
        nothing = {name: zeros(value) for name, value in start.items()}
        nothing["commander_pile"] = [1] * len(COMMANDER_ORDER)
        nothing["event_pile"] = _counts(OPEN_EVENTS, [row["name"] for row in ROWS["events"]])
        nothing["mission_pile"] = [1] * len(MISSIONS)
        self.drawn = Drawn(nothing, start, None, 0)
        super().__init__(random.Random(0), **asdict(game.options))
        assert not self.drawn.left(), f"the kernels drew {self.drawn.left()} besides"

    def chance(self, what: str, candidates: list[str]) -> str:
        self.asked.append(what)
        return self.drawn.take(what, getattr(self, "to_act", 0))

    def follow(self, action: str, before: Row, after: Row) -> Follower:
        """The game after `action`, which has led the kernels from one record to the other."""
        place, _, which = action.partition(" ")
        self.drawn = Drawn(before, after, which if place == "hire" else None, self.to_act)
        used = len(self.discards)
        self.step(action)
        self.discarded = self.discards[used:]
        self.moves_made += 1
        assert not self.drawn.left(), f"the kernels drew {self.drawn.left()} besides"
        return self
