"""Whole games of Lockup as text: what was played, what changed in the record, what could be played next.

`python -m tests.lockup.golden` writes the files anew. Do that only after a change of the rules that is meant, and read
the difference against the rule book before committing it.
"""

from __future__ import annotations

from pathlib import Path

from ludarium.envs.lockup.tables import (
    COMMANDERS,
    EVENTS,
    MODIFIERS,
    MONSTERS,
    NUM_CONCEALED,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    PLACES,
    TIERS,
)
from tests import golden

FOLDER = Path(__file__).with_name("golden")

LABELS = {
    **dict.fromkeys(("monsters", "display", "pile"), MONSTERS),
    **dict.fromkeys(("face_up", "unopened", "commander_pile"), COMMANDERS),
    "face_down": COMMANDERS[:NUM_CONCEALED],
    "event_pile": EVENTS[:NUM_OPEN_EVENTS],
    "permanents": EVENTS[NUM_NOW:NUM_OPEN_EVENTS],
    **dict.fromkeys(("mission_pile", "missions"), EVENTS[NUM_OPEN_EVENTS:]),
    "modifiers": MODIFIERS,
    "occupied": PLACES,
    "pile_left": TIERS,
}

#: Name of the file: the game string, the seed, and the actions.
GAMES: dict[str, tuple[str, int, str]] = {
    # A rare taken through the Great Escape (LE12), Haggler from the moment it is taken (LD17), battles with and without
    # commanders (LD14), upkeep worker by worker (LD19).
    "two": (
        "lockup:upkeep=per_worker",
        111,
        "hire Cell Ghoul, hire Tusked Alpha, prison common, temple, accept, hall, market gold, hire Torch Sneak, "
        "arena 1, no commander, feed, feed, lose points, lose points, feed, feed, lose points, lose points, hire "
        "Ledger Imp, hire Gutter Knife, hall, temple, market food, arena 1, commander Lady of Knives, no commander, "
        "hire Sewer Eel, prison common, feed, feed, feed, feed, feed, lose points, feed, lose points, market gold, "
        "hall, temple, hire Cage Raven, hire Stone Lout, arena 1, no commander, prison rare, pass, feed, lose points, "
        "feed, lose points, feed, lose points, feed, feed, temple, hire Yard Hound, prison rare, hall, hire Stone "
        "Lout, arena 1, no commander, no commander, market food, pass, feed, feed, lose points, lose points, feed, "
        "lose points, lose points, lose points, temple, hire Cage Raven, hire Wrecking Crew, arena 1, commander "
        "Siege-Mother, hall, prison common, market gold, pass, lose points, feed, lose points, feed, lose points, "
        "lose points, feed, lose points",
    ),
    # Free commons and a commander from an event (LD6, LD18), two missions of which one pays (LD20), upkeep in a lump,
    # legendary monsters from the prison (L11); equal scores, so that gold decides (LD11).
    "three": (
        "lockup:num_players=3",
        133,
        "hire Ledger Imp, pass, prison common, hall, hire Rattle Bones, hire Yard Hound, temple, arena 1, no "
        "commander, hire Grave Clerk, lose points, lose points, temple, arena 2, hire Grave Clerk, hire Sewer Eel, "
        "hire Rattle Bones, hire Cage Raven, prison common, hire Ledger Imp, market food, hall, pass, pass, lose "
        "points, market food, hire Stone Lout, hire Quarry Brute, hall, arena 2, no commander, prison common, temple, "
        "pass, hire Cage Raven, pass, pass, lose points, lose points, temple, hire Torch Sneak, arena 2, hall, prison "
        "legendary, market food, pass, hire Yard Hound, pass, pass, lose points, hall, market gold, hire Tusked "
        "Alpha, arena 1, no commander, prison legendary, temple, accept, hire Gate Breaker, pass, pass, pass, lose "
        "points, lose points",
    ),
    # Blank faction cards (LD22), so that nearly everything is paid with points (LD9); a pardon, taxes and rats (LD18);
    # equal scores, so that gold decides (LD11).
    "four": (
        "lockup:num_players=4,faction_income=false",
        32,
        "hire Ember Mite, hire Yard Hound, arena 2, hall, hire Stone Lout, temple, prison common, hire Cell Ghoul, "
        "hire Quarry Brute, market gold, pass, pass, pass, hire Stone Lout, lose points, lose points, lose points, "
        "lose points, temple, hall, prison common, arena 3, no commander, market gold, pass, pass, pass, pass, lose "
        "points, lose points, lose points, lose points, temple, arena 1, commander Warden Drusk, market food, hall, "
        "pass, pass, pass, hire Torch Sneak, pass, lose points, lose points, lose points, temple, arena 1, pass, "
        "hall, market gold, pass, pass, pass, lose points, lose points, lose points, lose points, hall, arena 1, no "
        "commander, temple, market gold, pass, pass, pass, pass, lose points, lose points, lose points, lose points",
    ),
}


def text_of(name: str) -> str:
    """The game `name` played out, as its file should read."""
    string, seed, actions = GAMES[name]
    return golden.text_of("tests.lockup.golden", string, actions, seed=seed, labels=LABELS)


if __name__ == "__main__":
    golden.write(FOLDER, {name: text_of(name) for name in GAMES})
