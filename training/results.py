"""What an evaluation found: by agent and seat, by pairing, as plain data and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from rich.table import Table


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
    a loss 0: the scores of a game add up to 1, and agents that are equally good all score 1 through the number of
    seats.

    Attributes:
        agent: its name.
        copies: how many seats of each game it fills; each copy's games are counted.
        wins, draws, losses: games.
        score: mean score of a game.
        ci95: 95 % interval of the score (see :func:`ludarium.training.intervals.score_interval`).
        mean_return: mean return of a game.
        mean_return_ci95: 95 % interval of it, normal approximation over deals; infinite where there is one deal only.
        seats: the same by seat.
        figures: means of what the game tells of a seat at the end (:attr:`GameSpec.final_figures`), by name.
    """

    agent: str
    copies: int
    wins: int
    draws: int
    losses: int
    score: float
    ci95: tuple[float, float]
    mean_return: float
    mean_return_ci95: tuple[float, float]
    seats: tuple[SeatResult, ...]
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses

    @property
    def title(self) -> str:
        """The name, with the number of copies where there are several."""
        return self.agent if self.copies == 1 else f"{self.copies} × {self.agent}"

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "agent": self.agent,
            "copies": self.copies,
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
            **({"figures": dict(self.figures)} if self.figures else {}),
        }


@dataclass(frozen=True)
class Pairing:
    """What one set of agents did, as many as there are seats.

    Attributes:
        games: games played.
        truncated: how many of them were cut off.
        agents: their results, in the order in which they were named; copies of one together.
        mean_length: mean number of actions of a game.
    """

    games: int
    truncated: int
    agents: tuple[AgentResult, ...]
    mean_length: float


@dataclass(frozen=True)
class Evaluation:
    """The result of :func:`ludarium.training.evaluation.evaluate`.

    Attributes:
        game: game string.
        num_players: seats.
        seed: what the deals and all the agents' draws come from.
        agents: every agent over all its games; those that only played against them are in the pairings.
        pairings: every set of agents by itself.
        interrupted: whether games are missing.
        note: what the reader should know: that games were rounded up, or that the evaluation was interrupted.
    """

    game: str
    num_players: int
    seed: int
    agents: tuple[AgentResult, ...]
    pairings: tuple[Pairing, ...]
    interrupted: bool = False
    note: str = ""

    @property
    def games(self) -> int:
        """Games played, over all pairings."""
        return sum(pairing.games for pairing in self.pairings)

    @property
    def truncated(self) -> int:
        """How many of them were cut off."""
        return sum(pairing.truncated for pairing in self.pairings)

    @property
    def mean_length(self) -> float:
        """Mean number of actions of a game."""
        return sum(pairing.mean_length * pairing.games for pairing in self.pairings) / self.games

    @property
    def even_score(self) -> float:
        """The score of agents that are equally good, 1 / num_players."""
        return 1 / self.num_players

    def to_json(self) -> dict[str, Any]:
        """As plain data; ``pairings`` only where they say more than ``agents``."""
        data: dict[str, Any] = {
            "game": self.game,
            "num_players": self.num_players,
            "games": self.games,
            "truncated": self.truncated,
            "seed": self.seed,
            "mean_length": self.mean_length,
            "even_score": self.even_score,
            "agents": [agent.to_json() for agent in self.agents],
        }
        if [pairing.agents for pairing in self.pairings] != [self.agents]:
            data["pairings"] = [
                {
                    "games": pairing.games,
                    "truncated": pairing.truncated,
                    "mean_length": pairing.mean_length,
                    "agents": [agent.to_json() for agent in pairing.agents],
                }
                for pairing in self.pairings
            ]
        if self.note:
            data["note"] = self.note
        return data

    def tables(self) -> list[Table]:
        """For the terminal: all agents where there are several over several pairings, and every pairing."""
        even = f", even score {self.even_score:.3f}" if self.num_players > 2 else ""
        out = []
        if len(self.pairings) > 1 and len(self.agents) > 1:
            out += _tables(f"{self.game}: {_games(self.games, self.truncated)}{even}", self.agents)
        for pairing in self.pairings:
            names = self.game if len(self.pairings) == 1 else " against ".join(agent.title for agent in pairing.agents)
            out += _tables(f"{names}: {_games(pairing.games, pairing.truncated)}{even}", pairing.agents)
        return out


def _games(games: int, truncated: int) -> str:
    return f"{games:,} games" + (f", {truncated:,} cut off" if truncated else "")


def _tables(title: str, agents: Sequence[AgentResult]) -> list[Table]:
    """A table; with more than two seats they have one to themselves, or the lines would get too long."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column("agent")
    for name in ("wins", "draws", "losses", "score", "95 % interval", "mean return"):
        table.add_column(name, justify="right")
    several = len(agents[0].seats) > 2
    by_seat = Table() if several else table
    if several:
        by_seat.add_column("agent")
    for seat in range(len(agents[0].seats)):
        by_seat.add_column(f"seat {seat}: W/D/L", justify="right")
    for result in agents:
        low, high = result.mean_return_ci95
        half = f" ± {(high - low) / 2:.3f}" if np.isfinite(high) else ""
        row = [
            *(result.title, f"{result.wins:,}", f"{result.draws:,}", f"{result.losses:,}", f"{result.score:.3f}"),
            *(f"{result.ci95[0]:.3f} to {result.ci95[1]:.3f}", f"{result.mean_return:+.3f}{half}"),
        ]
        seats = [f"{seat.wins:,}/{seat.draws:,}/{seat.losses:,}" for seat in result.seats]
        if several:
            table.add_row(*row)
            by_seat.add_row(result.title, *seats)
        else:
            table.add_row(*row, *seats)
    tables = [table, by_seat] if several else [table]
    if agents[0].figures:
        tables.append(Table("agent", title="at the end, means over games", title_justify="left"))
        for name in agents[0].figures:
            tables[-1].add_column(name, justify="right")
        for result in agents:
            tables[-1].add_row(result.title, *(f"{mean:.2f}" for mean in result.figures.values()))
    return tables
