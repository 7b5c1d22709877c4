"""Standings of an arena as plain data and as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .matches import FAULTS, Floats
from .standings import Standing, Standings

if TYPE_CHECKING:
    from rich.table import Table

_DIGITS = 9  # less is rounding, which may differ from machine to machine
_FITTED_DIGITS = 3  # of ratings, in points: they come out of an iteration


def standings_json(found: Standings) -> dict[str, Any]:
    """As plain data; infinite and undefined numbers are None."""
    return {
        "game": found.setting.game,
        "version": found.setting.version,
        "num_players": found.setting.seats,
        "time_limit": found.setting.time_limit,
        "seeds": list(found.seeds),
        "games": found.games,
        "truncated": found.truncated,
        "mean_length": _number(found.mean_length),
        "even_score": 1 / found.setting.seats,
        "agents": [_agent_json(standing) for standing in found.agents],
        "matrix": {
            "share": _matrix_json(found.shares),
            "low": _matrix_json(found.low),
            "high": _matrix_json(found.high),
            "comparisons": found.comparisons.tolist(),
        },
        "differences": [
            {
                "agents": list(each.agents),
                "difference": _number(each.value),
                "ci95": _interval(each.ci95),
                "deals": each.deals,
            }
            for each in found.differences
        ],
        "cycles": [list(cycle) for cycle in found.cycles],
    }


def _agent_json(standing: Standing) -> dict[str, Any]:
    result = standing.result
    return {
        "agent": result.agent,
        "rating": _number(standing.rating, _FITTED_DIGITS),
        "rating_ci95": _interval(standing.rating_ci95, _FITTED_DIGITS),
        "nash": _number(standing.nash, 6),
        "nash_ci95": _interval(standing.nash_ci95, 6),
        "nash_value": _number(standing.nash_value, 6),
        "games": result.games,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": _number(result.score),
        "ci95": _interval(result.ci95),
        "mean_return": _number(result.mean_return),
        "mean_return_ci95": _interval(result.mean_return_ci95),
        "faults": dict(standing.faults),
        **({"first_fault": standing.first_fault} if standing.first_fault else {}),
        "seats": [
            {"seat": seat.seat, "wins": seat.wins, "draws": seat.draws, "losses": seat.losses} for seat in result.seats
        ],
    }


def _number(value: float, digits: int = _DIGITS) -> float | None:
    return round(float(value), digits) + 0.0 if np.isfinite(value) else None  # no negative zero


def _interval(ends: tuple[float, float], digits: int = _DIGITS) -> list[float | None]:
    return [_number(end, digits) for end in ends]


def _matrix_json(matrix: Floats) -> list[list[float | None]]:
    return [[_number(value) for value in row] for row in matrix]


def standings_tables(found: Standings) -> list[Table]:
    """Ratings, results, who beats whom, and the differences on the same deals."""
    tables = [_rating_table(found), _result_table(found), _matrix_table(found)]
    if found.differences:
        tables.append(_difference_table(found))
    return tables


def standings_notes(found: Standings) -> list[str]:
    """What the tables do not show: agents that beat each other in a circle, and what went wrong first."""
    lines = [f"cycle: {' beats '.join((*cycle, cycle[0]))}" for cycle in found.cycles]
    return [*lines, *(f"{each.agent}: first fault: {each.first_fault}" for each in found.agents if each.first_fault)]


def _rating_table(found: Standings) -> Table:
    from rich.table import Table

    seats = found.setting.seats
    title = f"{found.setting.game}: {found.games:,} games"
    title += f", {found.truncated:,} cut off" if found.truncated else ""
    title += f", even score {1 / seats:.3f}" if seats > 2 else ""
    table = Table(title=title, title_justify="left")
    table.add_column("agent", overflow="fold")
    for name in ("rating", "95 % interval", "Nash", "95 % interval"):
        table.add_column(name, justify="right")
    for each in found.agents:
        known = not np.isnan(each.nash)
        table.add_row(
            *(each.agent, _rounded(each.rating), _span(*each.rating_ci95)),
            *((f"{each.nash:.2f}", f"{each.nash_ci95[0]:.2f} to {each.nash_ci95[1]:.2f}") if known else ("–", "–")),
        )
    return table


def _result_table(found: Standings) -> Table:
    from rich.table import Table

    table = Table("agent")
    faulty = any(sum(each.faults.values()) for each in found.agents)
    names = ("wins", "draws", "losses", "score", "95 % interval", "mean return")
    for name in [*names, *(FAULTS[1:] if faulty else ())]:
        table.add_column(name, justify="right")
    for each in found.agents:
        result = each.result
        low, high = result.mean_return_ci95
        half = f" ± {(high - low) / 2:.3f}" if np.isfinite(high - low) else ""
        table.add_row(
            *(each.agent, f"{result.wins:,}", f"{result.draws:,}", f"{result.losses:,}", f"{result.score:.3f}"),
            f"{result.ci95[0]:.3f} to {result.ci95[1]:.3f}",
            "–" if np.isnan(result.mean_return) else f"{result.mean_return:+.3f}{half}",
            *([f"{each.faults[kind]:,}" for kind in FAULTS[1:]] if faulty else []),
        )
    return table


def _rounded(rating: float) -> str:
    return "–" if np.isnan(rating) else f"{rating:+.0f}"


def _span(low: float, high: float) -> str:
    if np.isnan(low) or not (np.isfinite(low) or np.isfinite(high)):
        return "–"
    if not np.isfinite(high):
        return f"above {low:+.0f}"
    return f"{low:+.0f} to {high:+.0f}" if np.isfinite(low) else f"below {high:+.0f}"


def _matrix_table(found: Standings) -> Table:
    from rich.table import Table

    table = Table(title="how often the row got more than the column", title_justify="left")
    table.add_column("agent", overflow="fold")
    for place in range(len(found.agents)):
        table.add_column(f"{place + 1}", justify="right")
    for i, each in enumerate(found.agents):
        cells = [
            ""
            if i == j
            else "–"
            if np.isnan(share)
            else f"{share:.3f} ± {(found.high[i, j] - found.low[i, j]) / 2:.3f}"
            for j, share in enumerate(found.shares[i])
        ]
        table.add_row(f"{i + 1} {each.agent}", *cells)
    return table


def _difference_table(found: Standings) -> Table:
    from rich.table import Table

    table = Table(title="scores on the same deals against the same others", title_justify="left")
    for name in ("agent", "less"):
        table.add_column(name, overflow="fold")
    for name in ("difference", "95 % interval", "deals"):
        table.add_column(name, justify="right")
    for each in found.differences:
        low, high = each.ci95
        span = f"{low:+.3f} to {high:+.3f}" if np.isfinite(high - low) else "–"
        table.add_row(*each.agents, f"{each.value:+.3f}", span, f"{each.deals:,}")
    return table
