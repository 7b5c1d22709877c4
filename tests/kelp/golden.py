"""Whole games of Kelp as text: what was played, what changed in the record, what could be played next.

`python -m tests.kelp.golden` writes the files anew. Do that only after a change of the rules that is meant, and read
the difference against the rule book before committing it.
"""

from __future__ import annotations

from pathlib import Path

from tests import golden

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
    return golden.text_of("tests.kelp.golden", *GAMES[name])


if __name__ == "__main__":
    golden.write(FOLDER, {name: text_of(name) for name in GAMES})
