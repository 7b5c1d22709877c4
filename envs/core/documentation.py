"""The tables on a game's documentation page, written from its description so that they cannot go out of date.

On the page, the lines between two markers belong to this module::

    <!-- generated: observation illegal_direction=bump,reveal=outcome -->
    <!-- end -->

The first word names the table (a key of :data:`TABLES`); options of the game may follow. Everything else on the page is
written by hand. ``python -m ludarium.envs.core.documentation GAME`` brings the page of a game up to date.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .game import Game, GameSpec
from .options import OptionError, expected

_START = re.compile(r"<!-- generated: (\w+)(?: (\S+))? -->")
_END = "<!-- end -->"


def markdown_table(rows: Sequence[Mapping[str, str]]) -> str:
    """`rows`, which all have the same keys, as a Markdown table with the keys as its head."""
    lines = [list(rows[0]), ["---"] * len(rows[0]), *([*row.values()] for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def summary_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """The kind of game, and its sizes under `options`."""
    game = Game(spec, options)
    low, high = spec.returns_range
    facts = {
        "name, version": f"`{spec.name}`, {spec.version}",
        "seats": ", ".join(f"{seat} {game.seat_name(seat)}" for seat in range(game.num_players)),
        "chance": spec.chance.value,
        "information": spec.information.value,
        "utility": f"{spec.utility.value}, returns from {low:g} to {high:g}",
        "actions": str(game.num_actions),
        "numbers in an observation": str(game.observation_size),
        "actions in a game": f"at most {game.max_game_length}",
        "bytes in a record": str(spec.schema.dtype.itemsize),
    }
    return markdown_table([{"": name, f"`{game.string}`": text} for name, text in facts.items()])


def options_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """Every option with its values, its default and what it means."""
    return markdown_table(
        [
            {
                "option": f"`{field.name}`",
                "values": expected(field),
                "default": str(field.default).lower(),
                "meaning": field.metadata["help"],
            }
            for field in dataclasses.fields(spec.options)
        ]
    )


def presets_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """Every preset with the options that it sets."""
    return markdown_table(
        [
            {
                "game string": f"`{spec.name}:{name}`",
                "sets": ", ".join(f"`{option}={str(value).lower()}`" for option, value in values.items())
                or "nothing: all defaults",
                "longest game": f"{Game(spec, values).max_game_length} actions",
            }
            for name, values in spec.presets.items()
        ]
    )


def actions_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """The number and the name of every action under `options`."""
    return markdown_table(
        [{"number": str(n), "action": name} for n, name in enumerate(Game(spec, options).action_names)]
    )


def observation_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """The segments of an observation under `options`."""
    return markdown_table(Game(spec, options).layout.table())


def record_table(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """The fields of the record: type, shape, who sees them, meaning."""
    return markdown_table(spec.schema.table())


#: The tables by name. Each takes a game and options; a table that depends on no options ignores them.
TABLES: dict[str, Callable[[GameSpec, Mapping[str, Any]], str]] = {
    "summary": summary_table,
    "options": options_table,
    "presets": presets_table,
    "actions": actions_table,
    "observation": observation_table,
    "record": record_table,
}


def filled_page(page: str, subject: str, tables: Mapping[str, Callable[[str | None], str]]) -> str:
    """`page` with what stands between its markers written anew.

    Args:
        page: its text.
        subject: what it is about, for errors.
        tables: by name; each takes what follows the name in a marker.

    Raises:
        ValueError: a marker names no table, or has no end.
    """
    parts = []
    at = 0
    while (start := _START.search(page, at)) is not None:
        kind, given = start.groups()
        if kind not in tables:
            raise ValueError(f"{subject}: {start[0]!r} names no table, expected one of {', '.join(tables)}")
        end = page.find(_END, start.end())
        following = _START.search(page, start.end())
        if end < 0 or (following is not None and following.start() < end):
            raise ValueError(f"{subject}: {start[0]!r} has no {_END!r}")
        parts += [page[at : start.end()], "\n\n", tables[kind](given), "\n\n", _END]
        at = end + len(_END)
    return "".join([*parts, page[at:]])


def generated_page(spec: GameSpec, page: str) -> str:
    """A game's page with what stands between its markers written anew.

    Raises:
        ValueError: a marker names no table, names impossible options, or has no end.
    """

    def filled(table: Callable[[GameSpec, Mapping[str, Any]], str]) -> Callable[[str | None], str]:
        return lambda given: table(spec, _parsed(spec, given))

    return filled_page(page, spec.name, {name: filled(table) for name, table in TABLES.items()})


def _parsed(spec: GameSpec, text: str | None) -> dict[str, str]:
    values = {}
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{spec.name}: {part!r} in a marker, expected option=value")
        values[name.strip()] = value.strip()
    return values


def update_page(spec: GameSpec) -> bool:
    """Brings the generated parts of the game's page up to date; whether anything changed.

    Raises:
        ValueError: the game has no page, or a marker is wrong; the page stays as it was.
    """
    if not spec.documentation:
        raise ValueError(f"{spec.name}: there is no documentation page")
    path = Path(spec.documentation)
    page = path.read_text(encoding="utf-8")
    updated = generated_page(spec, page)
    if updated != page:
        path.write_text(updated, encoding="utf-8")
    return updated != page


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line: updates the pages of the games named, by default of all."""
    from ..registry import find_spec, list_games

    parser = argparse.ArgumentParser(prog="python -m ludarium.envs.core.documentation", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of games")
    for name in parser.parse_args(arguments).games or list_games():
        spec = find_spec(name)
        sys.stdout.write(f"{spec.documentation}: {'updated' if update_page(spec) else 'up to date'}\n")


if __name__ == "__main__":
    main()
