"""Whole games of Kelp as text: what was played, what changed in the record, what could be played next.

`python -m tests.kelp.golden` writes the files anew. Do that only after a change of the rules that is meant, and read
the difference against the rule book before committing it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ludarium import make_game
from ludarium.envs.core.schema import States

FOLDER = Path(__file__).with_name("golden")

#: Name of the file: the game string, and the actions.
GAMES: dict[str, tuple[str, str]] = {
    # A right guess (K9), attacks in vain (K12), and two stuck players (KD3).
    "standard": (
        "kelp",
        "move south, guess south, move west, guess west, move east, guess north, attack, attack, attack, attack, "
        "pass, pass",
    ),
    # The same cards twice, a forbidden edge, and an attack that succeeds (K14a).
    "duel": (
        "kelp:duel",
        "move east, guess south, move north, guess west, move east, guess south, move west, guess north, "
        "move west, guess west, move north, guess north, move south, guess east, attack, "
        "move south, guess east, attack",
    ),
    # Hidden moves (KD11): a right guess, a collision that only the mover notices, an attack in vain and one
    # that succeeds.
    "outcome": (
        "kelp:board_size=5,copies=2,guess_pool=separate,illegal_direction=bump,reveal=outcome",
        "move south, guess west, move north, guess south, move west, guess west, attack, move south, guess north, "
        "move west, guess east, move east, guess south, move north, guess east, move east, guess south, "
        "move west, guess south, attack",
    ),
}


def text_of(name: str) -> str:
    """The game `name` played out, as its file should read."""
    string, actions = GAMES[name]
    game = make_game(string)
    states = game.new_states(0)
    lines = [
        f"# {game.string}",
        "# An action, what it changed in the record, and what may be played next.",
        "# Written by `python -m tests.kelp.golden`; compare a change with the rule book before committing it.",
        "",
        *changes(game.empty_states(1), states),
    ]
    for action in actions.split(", "):
        before = states.copy()
        lines += ["", f"{game.seat_name(int(states['to_act'][0]))}: {action}"]
        game.step(states, game.action_number(action))
        lines += changes(before, states)
        lines.append(f"  legal: {', '.join(game.legal_names(game.legal(states)[0])) or 'nothing, the game is over'}")
    return "\n".join([*lines, "", game.describe(states), ""])


def changes(before: States, after: States) -> list[str]:
    """The entries of the record that differ, but for the options and the random stream, which no action touches."""
    lines = []
    for field in sorted(before.dtype.names or ()):
        if field in ("options", "rng"):
            continue
        old, new = before[field][0], after[field][0]
        for place in np.argwhere(np.atleast_1d(old != new)).tolist():
            entry = tuple(place) if np.ndim(old) else ()
            where = str(place) if entry else ""
            lines.append(f"  {field}{where}: {old[entry]} -> {new[entry]}")
    return lines


if __name__ == "__main__":
    for name in GAMES:
        path = FOLDER / f"{name}.txt"
        path.write_text(text_of(name), encoding="utf-8")
        print(f"wrote {path}")
