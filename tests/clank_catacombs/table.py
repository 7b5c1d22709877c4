"""Clank! Catacombs at the table: a position arranged in words, played by the kernels, read in words.

Positions are arranged as for the plain-Python oracle (`positions.py`), which plays no part once they are written into a
record. Cards, tiles, tokens and rooms are called by the names of `cards.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from ludarium import make_game
from ludarium.envs.clank_catacombs.state import ENDINGS, PHASES, STATUSES, CatacombsOptions
from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import DUNGEON, ITEMS, RESERVE, START, TOKENS
from tests.clank_catacombs.fields import (
    ARTIFACT_ROOMS,
    CARD_ORDER,
    CHESTS,
    KEPT_ORDER,
    LIBRARIES,
    LOCKS,
    PLACES,
    PRISONS,
    SHRINES,
    TILE_ORDER,
    rows_of,
    write_position,
)
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.records import Row

#: What `Table.read` says, by name.
Reading = dict[str, Any]
_DUNGEON = list(DUNGEON)
_ROOMS = {place: room.replace(f"{START} A", START).replace(f"{START} B", START) for room, place in PLACES.items()}
#: Numbers of the turn and of the table that are read as they are.
_NUMBERS = (
    *("to_act", "turns", "skill", "swords", "boots", "teleports", "quiet", "exhausted", "mercy_used", "clank_made"),
    *("springs", "companions", "rage", "idols_left", "black_bag", "black_aside", "ghosts_bank", "ghosts_area"),
    *("ghosts_bag", "terminated", "truncated", "tiles_revealed", "dungeon_left"),
)
#: Numbers of a seat that are read as they are.
_OF_SEAT = (
    "gold",
    "lockpicks",
    "idols",
    "supply",
    "area",
    "bag",
    "gone",
    "scores",
    "returns",
    "card_points",
    "prisoners",
)


class Table:
    """One game on the kernels, `states` ``[1]``.

    Args:
        oracle: the position, at a moment when no card waits for its condition; its options are the game's.
    """

    def __init__(self, oracle: CatacombsOracle) -> None:
        names = asdict(CatacombsOptions())
        self.game = make_game("clank_catacombs", **{name: getattr(oracle, name) for name in names})
        self.states = self.game.new_states(0)
        write_position(oracle, self.states, 0)

    def legal(self, *verbs: str) -> list[str]:
        """The legal actions, those that begin with one of these words if any are given."""
        names = self.game.legal_names(self.game.legal(self.states)[0])
        return [name for name in names if not verbs or name.split()[0] in verbs]

    def play(self, *actions: str) -> Table:
        """Plays actions in words, in place; the rules must allow each."""
        for action in actions:
            self.game.step(self.states, self.game.action_number(action))
        return self

    def turn(self, *actions: str) -> Reading:
        """Plays actions and says what they changed, as `read` puts it."""
        before = self.read()
        return self.play(*actions).since(before)

    def since(self, before: Reading) -> Reading:
        """What is not as it was, as `read` puts it."""
        return {name: value for name, value in self.read().items() if value != before[name]}

    def many(self, action: str, count: int, seed: int = 1) -> list[Reading]:
        """What the table is like after an action, with so many random streams; the table itself stays as it is."""
        return [read(row) for row in rows_of(self.records(action, count, seed))]

    def records(self, action: str, count: int, seed: int = 1) -> States:
        """What `many` reads, as it stands in the records ``[count]``: quicker where there are thousands."""
        states = self._copies(count, seed)
        self.game.step(states, self.game.action_number(action))
        return states

    def luck(self, action: str, wanted: Callable[[Reading], bool], seed: int = 1) -> Reading:
        """Plays an action with one random stream after the other until what is wanted comes; says what it changed.

        Args:
            action: in words.
            wanted: whether a reading of the table after it will do.
            seed: of the streams.

        Raises:
            AssertionError: it never comes.
        """
        before = self.read()
        for chunk in range(40):
            states = self._copies(250, 1000 * seed + chunk)
            self.game.step(states, self.game.action_number(action))
            for index, row in enumerate(rows_of(states)):
                if wanted(read(row)):
                    self.states[:] = states[index : index + 1]
                    return self.since(before)
        raise AssertionError(f"{action} never brings that")

    def _copies(self, count: int, seed: int) -> States:
        states = np.repeat(self.states, count)
        states["rng"] = self.game.new_states(seed, count)["rng"]
        return states

    def read(self) -> Reading:
        return read(rows_of(self.states)[0])

    def __getitem__(self, name: str) -> Any:
        """One entry of what `read` says."""
        return self.read()[name]


def read(row: Row) -> Reading:
    """A record in words. Piles are tuples in the order of the tables; what belongs to a seat has its number behind.

    Of seats: `hand 0`, `deck 0`, `discard 0`, `known 0`, `tokens 0` (secrets and prisoners kept), `items 0`,
    `artifacts 0` (values), `crowns 0` (points), `marks 0` (rooms), `room 0`, `status 0`, `damage 0` (own cubes, black
    ones, markers), and the numbers of `_OF_SEAT`. Of the table: `row` (six places, "" where empty), `dungeon`,
    `reserve`, `market`, `lying` (Artifact by room), `stack` (Artifacts), `tiles` (cell and quarter turns by tile),
    `revealed`, `unlocked`, `opened`, `ending`, `phase`, `played`, `waiting` (by condition and gain), and `_NUMBERS`.
    """
    found: Reading = {name: row[name] for name in _NUMBERS}
    found |= {
        "ending": ENDINGS[row["ending"]],
        "phase": PHASES[row["phase"]],
        "played": _names(CARD_ORDER, row["played"]),
    }
    found["waiting"] = {text: number for text, number in row["waiting"].items() if number}
    found["row"] = tuple(_DUNGEON[place - 1] if place else "" for place in row["row"])
    found["dungeon"] = _names(_DUNGEON, row["dungeon_deck"])
    found["reserve"] = dict(zip(RESERVE, row["reserve"], strict=True))
    found["market"] = dict(zip(ITEMS, row["market_left"], strict=True))
    found["stack"] = _names(TOKENS["artifacts"], row["artifacts_left"])
    found["lying"] = {
        _plain(room): TOKENS["artifacts"][number - 1]
        for room, number in zip(ARTIFACT_ROOMS, row["lying"], strict=True)
        if number
    }
    found["tiles"] = {
        name: ((row["x"][cell], row["y"][cell]), row["rotation"][cell])
        for name, cell in TILE_ORDER.items()
        if row["placed"][cell] and not name.startswith(START)
    }
    found["revealed"] = list(TILE_ORDER)[row["revealed"]] if row["revealed"] else ""
    found["unlocked"] = tuple(map(_plain, _names(LOCKS, row["unlocked"])))
    found["opened"] = tuple(
        f"{_plain(room)} {word}"
        for word, rooms, field in (
            ("chest", CHESTS, "chests_opened"),
            ("library", LIBRARIES, "libraries_opened"),
            ("prison", PRISONS, "prisons_opened"),
        )
        for room in _names(rooms, row[field])
    )
    for seat in range(row["num_players"]):
        found |= {f"{name} {seat}": value for name, value in _of_seat(row, seat).items()}
    return found


def _of_seat(row: Row, seat: int) -> Reading:
    hand = row["hand"][seat]
    found = {name: row[name][seat] for name in _OF_SEAT}
    found |= {name: _names(CARD_ORDER, row[name][seat]) for name in ("hand", "known", "discard")}
    found["deck"] = _names(CARD_ORDER, [all_ - own for all_, own in zip(row["held"][seat], hand, strict=True)])
    found["tokens"] = _names(KEPT_ORDER, row["tokens"][seat])
    found["items"] = _names(ITEMS, row["bought"][seat])
    found["artifacts"] = _names(TOKENS["artifacts"], row["artifacts"][seat])
    found["crowns"] = row["crown_points"][seat]
    found["marks"] = tuple(map(_plain, _names(SHRINES, row["marks"][seat])))
    found["room"], found["status"] = _ROOMS[row["room"][seat]], STATUSES[row["status"][seat]]
    found["damage"] = tuple(row[f"hurt_{kind}"][seat] for kind in ("own", "black", "marker"))
    return found


def _plain(name: str) -> str:
    """The name of a room or lock without the side of the starting tile."""
    return name.replace(f"{START} A", START).replace(f"{START} B", START)


def _names(order: Any, counts: list[int]) -> tuple[Any, ...]:
    """What is counted, each as often as it is there."""
    return tuple(name for name, number in zip(order, counts, strict=True) for _ in range(number))
