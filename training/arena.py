"""Everybody against everybody: the same deals at every table, kept in a folder that can be continued and merged.

from ludarium.training.arena import arena

found = arena(agents, game, 1000, seed=1, out="runs/arena")
for standing in found.standings.agents:
    print(standing.agent, standing.rating, standing.rating_ci95)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from time import perf_counter

import numpy as np
from filelock import FileLock, Timeout

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.neural import NeuralAgent
from ludarium.envs.core.checks import checked_count
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import checked_seed, fresh_seed, seeds_of_slots

from .faults import Umpire
from .game_table import GAMES_FILE, ArenaFileError, GameTable, Setting, csv_bytes, merged, read_games
from .matches import play_deals
from .reports import standings_json
from .runs import RunBusyError, write_atomically
from .standings import Standings, standings

SUMMARY_FILE = "summary.json"

_GAMES_AT_ONCE = 2048
_FIRST_DEALS = 8
_SECONDS_AT_ONCE = 2.0  # that many an interrupt may cost, or a crash that of _SECONDS_UNSAVED besides
_SECONDS_UNSAVED = 20.0


@dataclass(frozen=True)
class ArenaResult:
    """What :func:`arena` has found.

    Attributes:
        table: all games there are, those played before and elsewhere included.
        standings: what they say.
        seed: of the deals that were asked for.
        played: how many games were played now.
        interrupted: whether games are missing.
        note: what the reader should know.
    """

    table: GameTable
    standings: Standings
    seed: int
    played: int
    interrupted: bool = False
    note: str = ""


def participant(agent: Agent) -> str:
    """The name of an agent in results: its own, and for a trained one what tells its weights apart from later ones."""
    if not isinstance(agent, NeuralAgent):
        return agent.name
    digest = hashlib.blake2b(digest_size=4)
    for weights, bias in agent.network.layers:
        digest.update(weights.tobytes() + bias.tobytes())
    return f"{agent.name}@{digest.hexdigest()}"


def tables_of(names: Sequence[str], seats: int, *, copies: bool = False) -> list[tuple[str, ...]]:
    """The tables at which agents meet: every set of as many as there are seats, each table in the order of the names.

    Args:
        names: the agents, all different.
        seats: of the game.
        copies: instead, each agent with copies of each other one in all the other seats.

    Raises:
        ValueError: too few agents, or one that is named twice.
    """
    for name in names:
        if list(names).count(name) > 1:
            raise ValueError(f"agent {name!r} is named twice, expected different agents")
    least = 2 if copies else seats
    if len(names) < least:
        hint = "" if copies else "; with copies, two are enough"
        count = f"{len(names)} agent" + "s" * (len(names) != 1)
        raise ValueError(f"{count} for {seats} seats, expected at least {least}{hint}")
    if copies:
        pairs = permutations(sorted(names), 2)
        return sorted({tuple(sorted((one, *[other] * (seats - 1)))) for one, other in pairs})
    return list(combinations(sorted(names), seats))


def arena(
    agents: Sequence[Agent],
    game: Game,
    games: int,
    seed: int | None = None,
    *,
    out: str | Path | None = None,
    merge: Sequence[str | Path] = (),
    copies: bool = False,
    time_limit: float = 0.0,
    batch_size: int = _GAMES_AT_ONCE,
    progress: Callable[[int, int], None] | None = None,
) -> ArenaResult:
    """Plays `agents` against each other at every table (:func:`tables_of`), each table the same deals.

    Every deal of a table is played once in every rotation of the seats, each time from the same random stream, and with
    the same draws for whoever sits in a seat; who sits behind whom changes from deal to deal.

    An illegal action, a crash or a time-out ends the game at once: whoever is at fault loses it, the others share the
    win (with two seats the other one wins), and nobody gets a return (:class:`.faults.Umpire` says what a fault is).

    With the same agents and seed the table is the same to the byte, in one go or continued, whatever the batch size; a
    time limit, and agents that watch the clock, are the exception.

    Args:
        agents: different ones, at least as many as the game has seats, or two with `copies`; or none, to look at what
            has been played.
        game: what they play.
        games: games of each table; rounded up, with a note, to a multiple of the number of seats.
        seed: of deals and draws; None takes that of the games in `out`, and asks the operating system where there are
            none or of several seeds.
        out: a folder that keeps the games (``games.csv``, see :mod:`.game_table`) and the standings
            (``summary.json``). What is there already is not played again, and counts as well.
        merge: folders or files of games that are taken over.
        copies: each agent against copies of each other one, instead of all different agents.
        time_limit: seconds a decision, 0 for none. Every agent is asked once before, so that loading does not count.
        batch_size: games played in step, at most.
        progress: called with the number of games played and to be played. A KeyboardInterrupt ends the arena: deals
            that a table has played in all rotations are kept, the rest is dropped, since to keep single games that are
            over would favour short ones.

    Raises:
        ValueError: arguments that make no sense.
        ArenaFileError: `out` or `merge` hold something else than games of this game, its version and this time limit;
            or they disagree about a game.
        RunBusyError: another process plays in `out`.
    """
    games, batch_size = checked_count(games, "games"), checked_count(batch_size, "batch_size")
    umpire = Umpire(time_limit)
    seats = game.num_players
    setting = Setting(game.string, game.spec.version, seats, umpire.time_limit)
    chosen = None if seed is None else checked_seed(seed)
    by_name = {participant(agent): agent for agent in agents}
    tables = tables_of([participant(agent) for agent in agents], seats, copies=copies) if agents else []
    folder = None if out is None else Path(out)
    parts = [_read(path, setting) for path in merge]
    if not tables and not parts and (folder is None or not (folder / GAMES_FILE).exists()):
        raise ValueError("there are no agents and no games, expected agents to play or games to look at")
    with nullcontext() if folder is None else _locked(folder):
        if folder is not None and (folder / GAMES_FILE).exists():
            parts.append(_read(folder, setting))
            if chosen is None and (parts[-1].seeds == parts[-1].seeds[0]).all():
                chosen = int(parts[-1].seeds[0])
        chosen = fresh_seed() if chosen is None else chosen
        parts = [merged(parts)] if parts else []
        deals = -(-games // seats)
        wanted = [
            (members, np.setdiff1d(np.arange(deals), parts[0].deals_of(members, chosen) if parts else []))
            for members in tables
        ]
        total = sum(len(missing) for _, missing in wanted) * seats
        notes = [f"{games} games rounded up to {deals * seats}, a multiple of {seats} seats"] if games % seats else []
        played, interrupted = 0, False
        saved = perf_counter()
        try:
            if umpire.time_limit and total:
                _warm_up(agents, game)
            for members, numbers, seeds in _blocks(wanted, chosen, max(1, batch_size // seats)):
                sitting = [by_name[name] for name in members]
                found = play_deals(sitting, game, seeds, numbers, umpire.ask, common_draws=True)
                parts.append(GameTable.of_games(setting, members, chosen, numbers, found))
                played += len(parts[-1])
                if progress is not None:
                    progress(played, total)
                if folder is not None and perf_counter() - saved > _SECONDS_UNSAVED:
                    parts = [merged(parts)]
                    write_atomically(folder / GAMES_FILE, csv_bytes(parts[0]))
                    saved = perf_counter()
        except KeyboardInterrupt:
            if not parts:
                raise
            interrupted = played < total
        finally:
            # Whatever has ended it: what was played is kept.
            if parts:
                parts = [merged(parts)]
                if folder is not None:
                    write_atomically(folder / GAMES_FILE, csv_bytes(parts[0]))
        if interrupted:
            notes.append(f"interrupted after {played} of {total} games, of which every deal is kept in all rotations")
        result = standings(parts[0])
        if folder is not None:
            text = json.dumps(standings_json(result), indent=2, allow_nan=False) + "\n"
            write_atomically(folder / SUMMARY_FILE, text.encode())
    return ArenaResult(parts[0], result, chosen, played, interrupted, "; ".join(notes))


def _read(path: str | Path, setting: Setting) -> GameTable:
    table = read_games(path)
    if table.setting != setting:
        raise ArenaFileError(f"{path}: games of {table.setting}, expected {setting}")
    return table


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Makes `folder` if it is not there; within it, no other process plays in it."""
    if folder.exists() and not folder.is_dir():
        raise ArenaFileError(f"{folder}: a file, expected a folder to keep the games in")
    if folder.exists() and not (folder / GAMES_FILE).exists():
        foreign = [path.name for path in folder.iterdir() if path.name not in (".lock", f"{GAMES_FILE}.partial")]
        if foreign:
            raise ArenaFileError(
                f"{folder}: holds {min(foreign)!r} but no {GAMES_FILE}, expected a new folder or an arena"
            )
    lock = FileLock(folder / ".lock", timeout=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise RunBusyError(f"{folder}: another process is playing in this arena") from None
    except OSError as error:
        raise ArenaFileError(f"{folder}: no games can be kept there ({error})") from None
    try:
        yield
    finally:
        lock.release()


def _blocks(
    wanted: Sequence[tuple[tuple[str, ...], np.ndarray]], seed: int, most: int
) -> Iterator[tuple[tuple[str, ...], np.ndarray, np.ndarray]]:
    """What to play next: members, numbers of deals and their seeds. All tables get ahead together.

    There are `most` deals at once, or as many as take some seconds: results do not depend on it, but an interrupt
    costs what is under way.
    """
    at_once, first = min(_FIRST_DEALS, most), 0
    last = max((int(missing[-1]) for _, missing in wanted if len(missing)), default=-1)
    while first <= last:
        slowest = 0.0
        for members, missing in wanted:
            numbers = missing[np.searchsorted(missing, first) : np.searchsorted(missing, first + at_once)]
            if len(numbers):
                began = perf_counter()
                yield members, numbers, seeds_of_slots(seed, at_once, first=first)[numbers - first]
                slowest = max(slowest, (perf_counter() - began) / len(numbers))
        first += at_once
        pace = int(_SECONDS_AT_ONCE / slowest) if slowest else most
        at_once = max(1, min(most, 4 * at_once, pace))


def _warm_up(agents: Sequence[Agent], game: Game) -> None:
    """Asks every agent for its first action in some game, so that loading and compiling do not count as thinking."""
    opening = Decisions.of(game, game.new_states(seeds=np.zeros(1, np.uint64)), np.zeros(1, np.uint64))
    for agent in agents:
        Umpire().ask(agent, opening)
