"""The figures as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; a column named with a trailing ``>`` is set flush right."""
    names = [name.removesuffix(">") for name in columns]
    rules = ["---:" if name.endswith(">") else "---" for name in columns]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (names, rules, *rows))


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _spread(values: dict[str, float], form: str = ",.1f") -> str:
    return f"{values['median']:{form}} ({values['low']:{form}} to {values['high']:{form}})"


def engine_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of :func:`ludarium.benchmarks.engine.measure_games`."""
    return markdown_table(
        ["game", "form", "batch>", "threads>", "steps/s>", "lowest>", "highest>"],
        [
            [
                row["game"],
                row["form"],
                _count(row["batch"]),
                str(row["threads"]),
                _count(row["steps_per_second"]),
                _count(row["low"]),
                _count(row["high"]),
            ]
            for row in rows
        ],
    )


def search_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of :func:`ludarium.benchmarks.search.measure_search`."""
    return markdown_table(
        ["game", "agent", "threads>", "unit", "a second>", "lowest>", "highest>", "steps/s>", "÷ one thread>"],
        [
            [
                row["game"],
                row["agent"],
                str(row["threads"]),
                row["unit"],
                _count(row["per_second"]),
                _count(row["low"]),
                _count(row["high"]),
                _count(row["steps_per_second"]) if "steps_per_second" in row else "",
                _spread(row["times_one_thread"], ",.2f") if "times_one_thread" in row else "",
            ]
            for row in rows
        ],
    )


def training_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of :func:`ludarium.benchmarks.training.measure_training`."""
    lines = []
    for row in rows:
        shared, layers = row["shared"], "×".join(map(str, row["hidden"]))
        lines.append(
            [
                row["game"],
                row["trainer"],
                row["setting"],
                f"{_count(row['num_envs'])}×{_count(row['rollout'])}",
                _count(row["batch_size"]),
                str(row["epochs"]),
                f"{layers}, {shared} shared" if shared else layers,
                str(row["threads"]),
                _count(row["decisions_per_second"]),
                _count(row["low"]),
                _count(row["high"]),
                "" if row["stepping"] is None else f"{row['stepping']['median']:.1%}",
                "" if row["ratio"] is None else _spread(row["ratio"]),
                "" if row["cpu_ratio"] is None else f"{row['cpu_ratio']['median']:,.1f}",
                "" if row["aim"] is None else f"{row['aim']:g}",
            ]
        )
    return markdown_table(
        [
            *("game", "trainer", "settings", "envs×steps>", "minibatch>", "epochs>", "layers", "threads>"),
            *("decisions/s>", "lowest>", "highest>", "in the games>", "ours ÷ it>", "by processor time>", "aim>"),
        ],
        lines,
    )


def peers_table(data: dict[str, Any]) -> str:
    """The comparisons of :func:`ludarium.benchmarks.peers.compare`."""
    lines = []
    for row in data["comparisons"]:
        if "skipped" in row:
            skipped = f"skipped: {row['skipped']}"
            lines.append([row["title"], row["form"], row["unit"], "", skipped, "", "", f"{row['aim']:g}"])
            continue
        lines.append(
            [
                f"{row['title']} ({', '.join(f'{name} {version}' for name, version in row['versions'].items())})",
                row["form"],
                row["unit"],
                _count(row["ours"]["per_second"]["median"]),
                _count(row["theirs"]["per_second"]["median"]),
                _spread(row["ratio"]),
                f"{row['cpu_ratio']['median']:,.1f}",
                f"{row['aim']:g}",
            ]
        )
    return markdown_table(
        ["peer", "our form", "unit", "ours, a second>", "theirs, a second>", "ratio>", "by processor time>", "aim>"],
        lines,
    )


def waits_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of :func:`ludarium.benchmarks.startup.measure_waits`."""
    return markdown_table(
        ["fresh process", "seconds>"],
        [
            [row["what"], _spread(row["seconds"], ".2f") if "seconds" in row else f"failed: {row['error']}"]
            for row in rows
        ],
    )


def machine_line(about: dict[str, Any]) -> str:
    """What the figures were measured on, as a paragraph."""
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    load = "" if about["load_before"] is None else f", load {about['load_before']:.1f} before"
    return f"{about['processor']}, {about['cores']} cores{load}; Python {about['python']}, {versions}."


def document(data: dict[str, Any]) -> str:
    """Everything that ``ludarium bench`` has measured."""
    parts = [
        f"Steps per second on {machine_line(data['machine'])} Medians of the repetitions, with the lowest and the "
        "highest. A step is a decision of a player, with mask, observation, random legal choice and restart.",
        engine_table(data["results"]),
    ]
    if "search" in data:
        parts += [
            "Search at first decisions, where a step is a decision simulated, in the tree or in a playout; and CFR+:",
            search_table(data["search"]),
        ]
    if "training" in data:
        parts += [
            "Training: decisions learned from, with playing, opponents and updates on the clock; how much of it passes "
            "in the games' steps:",
            training_table(data["training"]),
        ]
    if "peers" in data:
        held = "on one core" if data["peers"]["held_on_one_core"] else "on any core"
        parts += [
            f"Beside the peers (engine and aec with {data['peers']['game']}; {held}, taking turns):",
            peers_table(data["peers"]),
            "From the start of a process to its end, everything compiled before:",
            waits_table(data["waits"]),
        ]
    return "\n\n".join(parts)
