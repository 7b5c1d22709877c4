"""The games of an arena as a table, a row a game, and the file that keeps it.

The file is CSV, which everything reads and which needs no library; its columns:

game, version          game string, and the version of its rules
time_limit             seconds a decision, 0.0 for none
seed, deal             what the deal comes from
rotation               by how many seats the agents were moved on
deal_seed              the seed of the game itself, the same in every rotation and at every table
agent_0 …              who sat in each seat
return_0 …             the returns of the seats; empty in a game that ended with a fault
score_0 …              a win 1, a draw shares the 1, a loss 0
length, truncated      actions taken; 1 in a game that was cut off
fault, fault_seat      illegal, crash or time-out, and whose; empty in a game without
detail                 a line on the fault

Rows are ordered by the agents at the table, seed, deal and rotation, so the same games make the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.rng import seeds_of_slots

from .matches import FAULTS, Floats, Games, arrangement, outcomes

GAMES_FILE = "games.csv"

Integers = npt.NDArray[np.int64]


class ArenaFileError(ValueError):
    """A file that holds no games of an arena, damaged ones, or ones of another game, version or time limit."""


@dataclass(frozen=True)
class Setting:
    """What all games of a table have in common.

    Attributes:
        game: game string.
        version: version of its rules.
        seats: number of seats.
        time_limit: seconds a decision, 0 for none.
    """

    game: str
    version: int
    seats: int
    time_limit: float

    def __str__(self) -> str:
        limit = f"{self.time_limit:g} seconds a decision" if self.time_limit else "no time limit"
        return f"{self.game}, version {self.version}, {self.seats} seats, {limit}"


@dataclass(frozen=True)
class GameTable:
    """N games, in the order of the file: every deal of a table is there in all rotations.

    Attributes:
        setting: what they have in common.
        names: the agents, sorted.
        agents: int64 ``[N, seats]``, who sat in each seat: places in `names`.
        seeds: uint64 ``[N]``, and
        deals: int64 ``[N]``, what the deals come from.
        rotations: int64 ``[N]``.
        returns: float64 ``[N, seats]``, by seat; NaN in a game that ended with a fault.
        lengths: int64 ``[N]``, actions.
        truncated: bool ``[N]``, which were cut off.
        faults: int8 ``[N]``, numbers of :data:`.matches.FAULTS`.
        at_fault: int64 ``[N]``, seats, -1 for none.
        details: str ``[N]`` (dtype object), a line on the fault, empty without one.
    """

    setting: Setting
    names: tuple[str, ...]
    agents: Integers
    seeds: npt.NDArray[np.uint64]
    deals: Integers
    rotations: Integers
    returns: Floats
    lengths: Integers
    truncated: npt.NDArray[np.bool_]
    faults: npt.NDArray[np.int8]
    at_fault: Integers
    details: npt.NDArray[np.object_]

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def members(self) -> Integers:
        """Who sat at the table, in the order of the names: int64 ``[N, seats]``."""
        return np.sort(self.agents, axis=1)

    def outcomes(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], Floats]:
        """Who won, who drew, and the scores, ``[N, seats]`` by seat (see :func:`.matches.outcomes`)."""
        return outcomes(self.returns, self.at_fault)

    def deals_of(self, members: Sequence[str], seed: int) -> Integers:
        """The numbers of the deals of `seed` that the agents `members` have played at one table."""
        if not set(members) <= set(self.names):
            return np.empty(0, np.int64)
        sought = sorted(self.names.index(name) for name in members)
        return np.unique(self.deals[(self.members == sought).all(axis=1) & (self.seeds == np.uint64(seed))])

    @staticmethod
    def of_games(setting: Setting, members: Sequence[str], seed: int, numbers: Integers, games: Games) -> GameTable:
        """The deals `numbers` (``[D]``) of `seed`, played by `members`, in the order in which they were given.

        Raises:
            ValueError: `members` are not in the order of their names, as every table must be.
        """
        if list(members) != sorted(members):
            raise ValueError(f"members are {list(members)}, expected them sorted")
        names = tuple(dict.fromkeys(members))
        deals, rotations, seats = games.seats.shape
        count = deals * rotations
        in_seat = np.argsort(games.seats, axis=2).reshape(count, seats)
        blamed = games.at_fault.reshape(count)
        seat_of = games.seats.reshape(count, seats)
        details = np.full((deals, rotations), "", dtype=object)
        for place, text in games.details.items():
            details[place] = text
        return GameTable(
            setting,
            names,
            np.array([names.index(name) for name in members])[in_seat],
            np.full(count, seed, np.uint64),
            np.repeat(numbers.astype(np.int64), rotations),
            np.tile(np.arange(rotations), deals),
            np.take_along_axis(games.returns.reshape(count, seats), in_seat, axis=1),
            games.lengths.reshape(count),
            games.truncated.reshape(count),
            games.faults.reshape(count),
            np.where(blamed >= 0, seat_of[np.arange(count), np.maximum(blamed, 0)], -1),
            details.reshape(count),
        )


_COLUMNS = ("agents", "seeds", "deals", "rotations", "returns", "lengths", "truncated", "faults", "at_fault", "details")


def merged(tables: Sequence[GameTable]) -> GameTable:
    """All games of `tables`, at least one, each game once.

    Raises:
        ArenaFileError: they are of different settings, or tell different things of the same game.
    """
    for table in tables[1:]:
        if table.setting != tables[0].setting:
            raise ArenaFileError(f"games of {table.setting} cannot be added to games of {tables[0].setting}")
    names = tuple(sorted({name for table in tables for name in table.names}))
    columns = {name: np.concatenate([getattr(table, name) for table in tables]) for name in _COLUMNS}
    columns["agents"] = np.concatenate(
        [np.array([names.index(name) for name in table.names], np.int64)[table.agents] for table in tables]
    )
    whole = GameTable(tables[0].setting, names, **columns)
    whole = _rows(whole, _order(whole))
    same = np.concatenate([[False], _agree(whole, ("seeds", "deals", "rotations"), whole.members)])
    differing = same[1:] & ~_agree(whole, _COLUMNS[4:], whole.agents)
    if differing.any():
        row = int(np.argmax(differing))
        raise ArenaFileError(
            f"deal {whole.deals[row]} of seed {whole.seeds[row]} between {_titles(whole, row)} has two different "
            "results: an agent has changed under its name, or does not play the same every time"
        )
    return _rows(whole, np.flatnonzero(~same))


def _order(table: GameTable) -> Integers:
    """The rows in the order of the file, int64 ``[N]``; games that are there twice follow each other."""
    return np.lexsort((table.rotations, table.deals, table.seeds, *table.members.T[::-1]))


def _rows(table: GameTable, rows: npt.NDArray[Any]) -> GameTable:
    return replace(table, **{name: getattr(table, name)[rows] for name in _COLUMNS})


def _agree(table: GameTable, columns: Sequence[str], seated: Integers) -> npt.NDArray[np.bool_]:
    """Which rows have the same as the row before them in `columns` and in `seated`: bool ``[N - 1]``."""
    agreed = (seated[1:] == seated[:-1]).all(axis=1)
    for name in columns:
        values = getattr(table, name)
        equal = values[1:] == values[:-1]
        if name == "returns":
            equal = (equal | (np.isnan(values[1:]) & np.isnan(values[:-1]))).all(axis=1)
        agreed &= equal.astype(bool)
    return np.asarray(agreed)


def _titles(table: GameTable, row: int) -> str:
    return ", ".join(table.names[k] for k in table.members[row])


# --- files --------------------------------------------------------------------------------------------------------


def _header(seats: int) -> list[str]:
    by_seat = [f"{name}_{seat}" for name in ("agent", "return", "score") for seat in range(seats)]
    first = ["game", "version", "time_limit", "seed", "deal", "rotation", "deal_seed"]
    return [*first, *by_seat, "length", "truncated", "fault", "fault_seat", "detail"]


def csv_bytes(table: GameTable) -> bytes:
    """The content of the file of `table`."""
    setting = table.setting
    opened = io.StringIO(newline="")
    writer = csv.writer(opened, lineterminator="\n")
    writer.writerow(_header(setting.seats))
    head = [setting.game, setting.version, repr(setting.time_limit)]
    _, _, scores = table.outcomes()
    rows = zip(
        *(column.tolist() for column in (table.seeds, table.deals, table.rotations, _deal_seeds(table))),
        *(column.tolist() for column in (table.agents, table.returns, scores)),
        *(column.tolist() for column in (table.lengths, table.truncated, table.faults, table.at_fault, table.details)),
        strict=True,
    )
    for seed, deal, rotation, deal_seed, agents, returns, score, length, truncated, fault, seat, detail in rows:
        writer.writerow(
            [*head, seed, deal, rotation, deal_seed]
            + [table.names[k] for k in agents]
            + ["" if fault else repr(value) for value in returns]
            + [repr(value) for value in score]
            + [length, int(truncated), FAULTS[fault], seat if fault else "", detail]
        )
    return opened.getvalue().encode()


def read_games(path: str | Path) -> GameTable:
    """The games in the folder of an arena, or in a file of games.

    Raises:
        ArenaFileError: there are none, or the file is damaged or something else; the message names it.
    """
    file = Path(path) / GAMES_FILE if Path(path).is_dir() else Path(path)
    try:
        rows = list(csv.reader(io.StringIO(file.read_bytes().decode(), newline=""), strict=True))
    except FileNotFoundError:
        raise ArenaFileError(f"{file}: there is no such file") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ArenaFileError(f"{file}: not the games of an arena, or damaged ({error})") from None
    seats = sum(name.startswith("agent_") for name in rows[0]) if rows else 0
    if seats < 2 or rows[0] != _header(seats):
        raise ArenaFileError(f"{file}: not the games of an arena (its first line does not name their columns)")
    if len(rows) == 1:
        raise ArenaFileError(f"{file}: there are no games in it")
    try:
        table = _parsed(rows[1:], seats)
        _check(table, rows[1:])
    except _RowError as error:
        raise ArenaFileError(f"{file}: damaged, line {error.row + 2}: {error}") from None
    return table


class _RowError(Exception):
    """Something is wrong in a row, which is counted from 0."""

    def __init__(self, row: int, message: str) -> None:
        super().__init__(message)
        self.row = row


def _parsed(rows: Sequence[Sequence[str]], seats: int) -> GameTable:
    """The table of `rows`, which can be read but need not agree with themselves or each other."""
    setting: Setting | None = None
    seated: list[Sequence[str]] = []
    games: list[tuple[Any, ...]] = []
    columns = len(_header(seats))
    for number, row in enumerate(rows):
        try:
            if len(row) != columns:
                raise ValueError(f"{len(row)} columns, expected {columns}")
            if setting is None or row[:3] != rows[0][:3]:
                found = Setting(row[0], int(row[1]), seats, float(row[2]))
                setting = setting or found
                if found != setting:
                    raise ValueError(f"a game of {found}, expected {setting} as before")
            length, truncated, fault, seat, detail = row[7 + 3 * seats :]
            returns = [np.nan if fault else float(value) for value in row[7 + seats : 7 + 2 * seats]]
            numbers = int(row[3]), int(row[4]), int(row[5])
            at_fault = int(seat) if fault else -1
            if not (0 <= numbers[0] < 2**64 and 0 <= numbers[1] < 2**62):
                raise ValueError(f"seed {row[3]} and deal {row[4]}, expected numbers from 0 to 2**64 and 2**62")
            if not (0 <= numbers[2] < seats and -1 <= at_fault < seats):
                raise ValueError(f"rotation {row[5]} and seat {seat or 0}, expected numbers from 0 to {seats - 1}")
            games.append((*numbers, returns, int(length), truncated == "1", FAULTS.index(fault), at_fault, detail))
        except (ValueError, OverflowError) as error:
            raise _RowError(number, str(error)) from None
        seated.append(row[7 : 7 + seats])
    assert setting is not None
    names = tuple(sorted({name for agents in seated for name in agents}))
    place = {name: k for k, name in enumerate(names)}
    kinds = (np.uint64, np.int64, np.int64, np.float64, np.int64, np.bool_, np.int8, np.int64, object)
    arrays: list[Any] = [np.array(column, kind) for column, kind in zip(zip(*games, strict=True), kinds, strict=True)]
    return GameTable(setting, names, np.array([[place[name] for name in agents] for agents in seated]), *arrays)


def _check(table: GameTable, rows: Sequence[Sequence[str]]) -> None:
    """Raises _RowError unless `table` is what :func:`csv_bytes` writes as `rows`, with every deal in all rotations."""
    seats, members = table.setting.seats, table.members
    written = list(csv.reader(io.StringIO(csv_bytes(table).decode(), newline="")))[1:]
    order = arrangement(table.deals, seats)[np.arange(len(table)), table.rotations]
    first = np.arange(len(table)) // seats * seats  # the row of each that begins its deal
    apart = (table.deals != table.deals[first]) | (table.seeds != table.seeds[first])
    for wrong, what in (
        ([list(row) != again for row, again in zip(rows, written, strict=True)], "its columns do not agree"),
        ((table.agents != np.take_along_axis(members, order, axis=1)).any(axis=1), "agents in wrong seats"),
        (_order(table) != np.arange(len(table)), "not in the order of the table"),
        (apart | (members != members[first]).any(axis=1), "a deal is not there once in every rotation"),
        (table.rotations != np.arange(len(table)) % seats, "a deal is not there once in every rotation"),
        (first + seats > len(table), "the last deal is not there in every rotation"),
    ):
        if np.any(wrong):
            raise _RowError(int(np.argmax(wrong)), what)


def _deal_seeds(table: GameTable) -> npt.NDArray[np.uint64]:
    """The seed of every game, uint64 ``[N]``."""
    out = np.empty(len(table), np.uint64)
    for seed in np.unique(table.seeds):
        rows = np.flatnonzero(table.seeds == seed)
        numbers, place = np.unique(table.deals[rows], return_inverse=True)
        # Numbers mostly follow one another: a call for each run of them.
        edges = [0, *(np.flatnonzero(np.diff(numbers) != 1) + 1).tolist(), len(numbers)]
        parts = [seeds_of_slots(int(seed), b - a, first=int(numbers[a])) for a, b in pairwise(edges)]
        out[rows] = np.concatenate(parts)[place]
    return out
