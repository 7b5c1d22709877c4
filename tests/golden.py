"""Whole games as text: what was played, what it changed in the record, what could be played next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ludarium import make_game
from ludarium.envs.core.schema import States

#: The names of what the last axis of a field counts, by field.
Labels = Mapping[str, Sequence[str]]
#: What differs between two records, as lines: ``(before, after) -> lines``.
Changes = Callable[[States, States], Iterable[str]]


def text_of(
    module: str,
    string: str,
    actions: str,
    *,
    seed: int = 0,
    labels: Labels | None = None,
    told: Changes | None = None,
) -> str:
    """A game played out, as its file should read.

    Args:
        module: the module whose command writes the file.
        string: the game and its options.
        actions: in words, between commas.
        seed: of the game.
        labels: words for the last index of fields; the others show numbers.
        told: says what has changed, instead of `changes`.
    """
    told = told or (lambda before, after: changes(before, after, labels or {}))
    game = make_game(string)
    states = game.new_states(seed)
    lines = [
        f"# {game.string}" + (f", seed {seed}" if seed else ""),
        "# An action, what it changed in the record, and what may be played next.",
        f"# Written by `python -m {module}`; compare a change with the rule book before committing it.",
        "",
        *told(game.empty_states(1), states),
    ]
    for action in actions.split(", "):
        before = states.copy()
        lines += ["", f"{game.seat_name(int(states['to_act'][0]))}: {action}"]
        game.step(states, game.action_number(action))
        lines += told(before, states)
        lines.append(f"  legal: {', '.join(game.legal_names(game.legal(states)[0])) or 'nothing, the game is over'}")
    return "\n".join([*lines, "", game.describe(states), ""])


def changes(before: States, after: States, labels: Labels, skipped: Sequence[str] = ()) -> Iterator[str]:
    """The entries of the record that differ, but for the options and the random stream, which no player sees."""
    for field in sorted(before.dtype.names or ()):
        if field in ("options", "rng", *skipped):
            continue
        old, new = before[field][0], after[field][0]
        for place in np.argwhere(np.atleast_1d(old != new)).tolist():
            entry = tuple(place) if np.ndim(old) else ()
            names = [*map(str, place[:-1]), labels[field][place[-1]] if field in labels else str(place[-1])]
            where = f"[{', '.join(names)}]" if entry else ""
            yield f"  {field}{where}: {old[entry]} -> {new[entry]}"


def moved(old: Counter[str], new: Counter[str]) -> str:
    """What has left a pile and what has come to it: "- 2 Attack + Sword"."""
    signs = (("-", counted(old - new)), ("+", counted(new - old)))
    return " ".join(f"{sign} {cards}" for sign, cards in signs if cards)


def counted(pile: Counter[str]) -> str:
    """What a pile holds: "2 Attack, Sword"."""
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in pile.items())


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Writes the files anew, on purpose."""
    for name, text in texts.items():
        path = folder / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path}")
