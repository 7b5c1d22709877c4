"""How agents do against each other: seats rotated, the same deals in every arrangement, intervals that know of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent, Decisions
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game, IllegalActionError
from ludarium.envs.core.rng import checked_seed, derived_seeds, fresh_seed, seeds_of_slots

from .intervals import mean_interval, score_interval

if TYPE_CHECKING:
    from rich.table import Table

Floats = npt.NDArray[np.float64]

_GAMES_AT_ONCE = 2048


@dataclass(frozen=True)
class SeatResult:
    """Games of one agent in one seat."""

    seat: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class AgentResult:
    """How one agent did.

    A game is won by the seat whose return is the highest alone and lost by those below the highest; where several seats
    share the highest return, it is a draw for these. A win scores 1, a draw 1 through the number of those who share it,
    a loss 0: the scores of a game add up to 1.

    Attributes:
        agent: its name.
        wins, draws, losses: games.
        score: mean score of a game.
        ci95: 95 % interval of the score (see :func:`ludarium.training.intervals.score_interval`).
        mean_return: mean return of a game.
        mean_return_ci95: 95 % interval of it, normal approximation over deals; infinite where there is one deal only.
        seats: the same by seat.
    """

    agent: str
    wins: int
    draws: int
    losses: int
    score: float
    ci95: tuple[float, float]
    mean_return: float
    mean_return_ci95: tuple[float, float]
    seats: tuple[SeatResult, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "agent": self.agent,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "ci95": list(self.ci95),
            "mean_return": self.mean_return,
            "mean_return_ci95": [value if np.isfinite(value) else None for value in self.mean_return_ci95],
            "seats": [
                {"seat": seat.seat, "wins": seat.wins, "draws": seat.draws, "losses": seat.losses}
                for seat in self.seats
            ],
        }


@dataclass(frozen=True)
class Pairing:
    """What one set of agents did, as many as there are seats.

    Attributes:
        games: games played.
        agents: their results, in the order in which they were named.
        mean_length: mean number of actions of a game.
    """

    games: int
    agents: tuple[AgentResult, ...]
    mean_length: float


@dataclass(frozen=True)
class Evaluation:
    """The result of :func:`evaluate`.

    Attributes:
        game: game string.
        seed: what the deals and all the agents' draws come from.
        games: games played, over all pairings.
        agents: every agent over all its games.
        pairings: every set of agents by itself.
        mean_length: mean number of actions of a game.
        note: what the reader should know: that games were rounded up, or that the evaluation was interrupted.
    """

    game: str
    seed: int
    games: int
    agents: tuple[AgentResult, ...]
    pairings: tuple[Pairing, ...]
    mean_length: float
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """As plain data; ``pairings`` only where there is more than one."""
        data: dict[str, Any] = {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "mean_length": self.mean_length,
            "agents": [agent.to_json() for agent in self.agents],
        }
        if len(self.pairings) > 1:
            data["pairings"] = [
                {
                    "games": pairing.games,
                    "mean_length": pairing.mean_length,
                    "agents": [agent.to_json() for agent in pairing.agents],
                }
                for pairing in self.pairings
            ]
        if self.note:
            data["note"] = self.note
        return data

    def tables(self) -> list[Table]:
        """For the terminal: all agents, and below the pairings where there is more than one."""
        several = len(self.pairings) > 1
        out = [_table(f"{self.game}: {self.games:,} games", self.agents)]
        if several:
            for pairing in self.pairings:
                names = " against ".join(agent.agent for agent in pairing.agents)
                out.append(_table(f"{names}: {pairing.games:,} games", pairing.agents))
        return out


def evaluate(
    agents: Sequence[Agent],
    game: Game,
    games: int,
    seed: int | None = None,
    *,
    batch_size: int = _GAMES_AT_ONCE,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Plays `agents` against each other.

    Every set of as many agents as the game has seats is a pairing. Its deals are played once in every rotation of the
    seats, each time from the same random stream; all pairings get the same deals. The result does not depend on
    `batch_size`.

    Args:
        agents: at least as many as there are seats; the same one may stand there twice.
        game: what they play.
        games: games of each pairing; rounded up, with a note, to a multiple of the number of seats.
        seed: of deals and draws; None asks the operating system.
        batch_size: games played in step.
        progress: called with the number of games played and of all games. A KeyboardInterrupt ends the evaluation: the
            result holds what was played by then, and says so; if that is nothing, the interrupt goes on.

    Raises:
        ValueError: too few agents, or not a positive number of games.
        IllegalActionError: an agent chose an illegal action; the message names the agent.
    """
    seats = game.num_players
    if len(agents) < seats:
        raise ValueError(f"there are {len(agents)} agents, expected at least {seats} for {game.string}")
    for name, value in (("games", games), ("batch_size", batch_size)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
            raise ValueError(f"{name} is {value!r}, expected a whole number from 1")
    chosen = fresh_seed() if seed is None else checked_seed(seed)
    sets = list(combinations(range(len(agents)), seats))
    deals = -(-games // seats)
    notes = [f"{games} games rounded up to {deals * seats}, a multiple of {seats} seats"] if games % seats else []
    deals_at_once = max(1, min(deals, batch_size // seats))
    played: list[list[_Games]] = [[] for _ in sets]
    total, done = deals * seats * len(sets), 0
    try:
        for first in range(0, deals, deals_at_once):
            count = min(deals_at_once, deals - first)
            seeds = seeds_of_slots(chosen, count, first=first)
            for place, members in enumerate(sets):
                played[place].append(_play([agents[k] for k in members], game, seeds))
                done += count * seats
                if progress is not None:
                    progress(done, total)
    except KeyboardInterrupt:
        # Games under way are dropped whole rounds at a time: to keep those that are over would favour short ones.
        if done == 0:
            raise
        notes.append(f"interrupted after {done} of {total} games")
    joined = [_Games.joined(parts) if parts else None for parts in played]
    pairings = [
        Pairing(
            found.count,
            tuple(_agent_result(agents[k].name, [(found, m)]) for m, k in enumerate(members)),
            float(found.lengths.mean()),
        )
        for members, found in zip(sets, joined, strict=True)
        if found is not None
    ]
    results = []
    for k, agent in enumerate(agents):
        own = [
            (found, members.index(k))
            for members, found in zip(sets, joined, strict=True)
            if found is not None and k in members
        ]
        if own:
            results.append(_agent_result(agent.name, own))
    lengths = np.concatenate([found.lengths.ravel() for found in joined if found is not None])
    return Evaluation(
        *(game.string, chosen, done, tuple(results), tuple(pairings), float(lengths.mean()), "; ".join(notes))
    )


@dataclass(frozen=True)
class _Games:
    """Games of one pairing: deal d in rotation r, in which member m sits in seat (m + r) mod seats.

    Attributes:
        returns: float64 ``[deals, rotations, members]``.
        lengths: int64 ``[deals, rotations]``, actions.
    """

    returns: Floats
    lengths: npt.NDArray[np.int64]

    @property
    def count(self) -> int:
        return self.lengths.size

    @staticmethod
    def joined(parts: Sequence[_Games]) -> _Games:
        return _Games(np.concatenate([p.returns for p in parts]), np.concatenate([p.lengths for p in parts]))

    def outcomes(self, member: int) -> tuple[Floats, Floats, Floats]:
        """Whether a member won and whether it shared the highest return, and its score: ``[deals, rotations]`` each."""
        highest = self.returns.max(axis=2)
        sharing = (self.returns == highest[:, :, None]).sum(axis=2)
        on_top = self.returns[:, :, member] == highest
        return on_top & (sharing == 1), on_top & (sharing > 1), np.where(on_top, 1 / sharing, 0.0)


def _play(members: Sequence[Agent], game: Game, deal_seeds: npt.NDArray[np.uint64]) -> _Games:
    """Every deal once in every rotation of the seats, all games in step."""
    seats, deals = len(members), len(deal_seeds)
    count = deals * seats
    rotation = np.tile(np.arange(seats), deals)
    # Agents draw differently in each rotation, and never from the stream of the deal.
    draws = np.empty(count, np.uint64)
    for r in range(seats):
        draws[r::seats] = derived_seeds(deal_seeds, r)
    batch = Batch(game, count, seed=0, auto_restart=False)
    batch.reset_slots(np.arange(count), np.repeat(deal_seeds, seats))
    length = 0
    while True:
        active = np.flatnonzero(~(batch.states["terminated"] | batch.states["truncated"]))
        if not len(active):
            break
        member = (batch.to_act[active] - rotation[active]) % seats
        actions = np.empty(len(active), np.int64)
        seeds = derived_seeds(draws[active], length)
        for m in np.unique(member):
            rows = np.flatnonzero(member == m)
            slots = active[rows]
            actions[rows] = _act(
                members[m],
                Decisions(
                    *(game, batch.to_act[slots], batch.mask[slots], batch.observation[slots]),
                    *(seeds[rows], batch.states[slots]),
                ),
            )
        batch.step(actions, active)
        length += 1
    by_seat = batch.final_returns.astype(np.float64)
    seat_of = (np.arange(seats)[None, :] + rotation[:, None]) % seats
    returns = np.take_along_axis(by_seat, seat_of, axis=1)
    return _Games(
        returns.reshape(deals, seats, seats), batch.states["moves"].astype(np.int64).reshape(deals, seats).copy()
    )


def _act(agent: Agent, decisions: Decisions) -> npt.NDArray[np.int64]:
    """The agent's actions, known to be legal."""
    try:
        actions = np.asarray(agent.act(decisions))
    except Exception as error:
        error.add_note(f"agent {agent.name!r} was asked for {len(decisions)} actions in {decisions.game.string}")
        raise
    if actions.shape != decisions.seats.shape or actions.dtype.kind not in "iu":
        raise ValueError(
            f"agent {agent.name!r} gave actions {actions.dtype} {actions.shape}, expected integers "
            f"{decisions.seats.shape}"
        )
    known = (actions >= 0) & (actions < decisions.game.num_actions)
    legal = known & (decisions.mask[np.arange(len(actions)), np.where(known, actions, 0)] != 0)
    if not legal.all():
        row = int(np.argmin(legal))
        wrong = decisions.game.illegal_action(
            decisions.states[row : row + 1], 0, int(actions[row]), decisions.mask[row]
        )
        raise IllegalActionError(f"agent {agent.name!r}: {wrong}")
    return actions.astype(np.int64)


def _agent_result(name: str, own: Sequence[tuple[_Games, int]]) -> AgentResult:
    """The result of an agent that is a member of some pairings, over all of them."""
    wins, draws, scores, returns = [], [], [], []
    seat_counts: list[list[int]] = []
    for found, member in own:
        won, shared, score = found.outcomes(member)
        wins.append(won)
        draws.append(shared)
        scores.append(score)
        returns.append(found.returns[:, :, member])
        seat_counts.append([(member + r) % won.shape[1] for r in range(won.shape[1])])
    num_seats = len(seat_counts[0])
    seats = []
    for seat in range(num_seats):
        columns = [counts.index(seat) for counts in seat_counts]
        won_there = sum(int(w[:, c].sum()) for w, c in zip(wins, columns, strict=True))
        drawn_there = sum(int(d[:, c].sum()) for d, c in zip(draws, columns, strict=True))
        played_there = sum(w.shape[0] for w in wins)
        seats.append(SeatResult(seat, won_there, drawn_there, played_there - won_there - drawn_there))
    won_all, drawn_all = sum(seat.wins for seat in seats), sum(seat.draws for seat in seats)
    total = sum(seat.games for seat in seats)
    deal_scores, deal_returns = _by_deal(scores), _by_deal(returns)
    return AgentResult(
        name,
        won_all,
        drawn_all,
        total - won_all - drawn_all,
        float(np.concatenate([s.ravel() for s in scores]).mean()),
        score_interval(deal_scores),
        float(np.concatenate([r.ravel() for r in returns]).mean()),
        mean_interval(deal_returns),
        tuple(seats),
    )


def _by_deal(figures: Sequence[Floats]) -> Floats:
    """Means over all games of a deal, of all pairings that have played it, ``[deals]``."""
    deals = min(len(figure) for figure in figures)
    if any(len(figure) != deals for figure in figures):  # interrupted: the last round is not complete
        figures = [figure[:deals] for figure in figures]
    return np.asarray(np.concatenate(figures, axis=1).mean(axis=1))


def _table(title: str, agents: Sequence[AgentResult]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    for name in ("wins", "draws", "losses", "score", "95 % interval", "mean return"):
        table.add_column(name, justify="right")
    for seat in range(len(agents[0].seats)):
        table.add_column(f"seat {seat}: W/D/L", justify="right")
    for result in agents:
        table.add_row(
            *(result.agent, f"{result.wins:,}", f"{result.draws:,}", f"{result.losses:,}", f"{result.score:.3f}"),
            *(f"{result.ci95[0]:.3f} to {result.ci95[1]:.3f}", f"{result.mean_return:+.3f}"),
            *(f"{seat.wins:,}/{seat.draws:,}/{seat.losses:,}" for seat in result.seats),
        )
    return table
