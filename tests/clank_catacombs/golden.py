"""Whole games of Clank! Catacombs as text: what was played, what it changed at the table, what could be played next.

`python -m tests.clank_catacombs.golden` writes the files anew. Do that only after a change of the rules that is meant,
and read the difference against the rule book before committing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludarium.envs.clank_catacombs.tables import CONDITIONS
from ludarium.envs.core.schema import States
from tests import golden
from tests.clank_catacombs.fields import PAYING, TOKEN_ORDER, rows_of
from tests.clank_catacombs.table import Reading, read

FOLDER = Path(__file__).with_name("golden")

#: Name of the file: the game string, the seed, and the actions.
GAMES: dict[str, tuple[str, int, str]] = {
    # One escapes with a Crown, a Princess and a Sorceress without enough Tomes (CC33, CC41), the other is hunted by the
    # turns of the one who is out until it is knocked out in the Depths (CC29, CC31). The Coupon, the Thief's Kit, two
    # Puzzle Boxes, three Prisons, a Library, Haunted tiles, the portal, Swords spent on monsters or not, known hands.
    "two": (
        "clank_catacombs",
        104179,
        "play Burgle, play Stumble, play Burgle, play Burgle, play Burgle, acquire Explore, end turn, play Burgle, "
        "play Stumble, play Burgle, acquire Mercenary, play Burgle, play Burgle, acquire Mercenary, end turn, play "
        "Burgle, play Burgle, play Stumble, play Sidestep, play Scramble, move south, place unturned, mark wayshrine, "
        "move south, place unturned, acquire Explore, end turn, play Scramble, move to room 2, play Burgle, play "
        "Sidestep, move to room 3, play Burgle, play Stumble, end turn, play Burgle, play Burgle, play Stumble, play "
        "Scramble, play Explore, move west, place unturned, open prison, move south, place unturned, open library, "
        "acquire Breach, end turn, play Mercenary, play Burgle, play Burgle, play Burgle, acquire Explore, fight "
        "Goblin, play Sidestep, move to room 2, mark wayshrine, end turn, play Burgle, play Sidestep, play Burgle, "
        "play Burgle, play Explore, move west, place turned 1, open prison, move north, place unturned, drink one, "
        "acquire Breach, end turn, play Mercenary, fight Goblin, play Stumble, play Stumble, play Burgle, acquire "
        "Mercenary, play Burgle, end turn, play Explore, play Burgle, play Burgle, play Burgle, play Stumble, acquire "
        "Moonstone, end turn, play Mercenary, play Scramble, move through the portal, spend 0 swords, fight Goblin, "
        "play Burgle, play Burgle, play Burgle, acquire Explore, acquire Mercenary, end turn, play Stumble, play "
        "Sidestep, play Explore, play Breach, play Breach, move to room 1, fight Hoard Mimic, buy Crown with the "
        "Coupon, move north, place turned 2, spend 1 swords, take artifact, move south, spend 1 swords, move through "
        "the portal, spend 1 swords, mark wayshrine, swap puzzle box, swap puzzle box, end turn, play Sidestep, move "
        "to room 2, play Explore, move to room 1, play Stumble, play Stumble, play Burgle, acquire Mercenary, end "
        "turn, play Burgle, play Burgle, play Scramble, play Burgle, play Secret Tome, move to room 1, acquire Stone "
        "Runner, end turn, play Burgle, play Mercenary, acquire Mercenary, play Mercenary, play Burgle, play "
        "Mercenary, acquire Tiptoe, fight Goblin, fight Goblin, fight Goblin, buy Thief's Kit, end turn, play "
        "Stumble, play Explore, move north, play Mercenary, acquire Crowbar, play Burgle, fight Goblin, acquire "
        "Candle Stub, play Sidestep, move to room 2, open prison, end turn",
    ),
    # Equal points, and the more valuable Artifact wins (CC33): one has escaped, the other is knocked out outside the
    # Depths with an Artifact (CC29), by an attack that also empties the bag. A tile that is placed only after other
    # actions (CCD14), an Arrive text that brings black cubes back, a card trashed, Springs and their pile, Strongbox,
    # Bone Library, conditions that come true late (CC44), a lock on the tile that is discovered.
    "two_tied": (
        "clank_catacombs",
        702608,
        "play Burgle, play Burgle, play Burgle, play Stumble, play Scramble, move south, place unturned, mark "
        "wayshrine, acquire Explore, end turn, play Scramble, move south, play Burgle, play Burgle, use Whirling "
        "Stair, play Burgle, acquire Mercenary, move south, play Burgle, mark wayshrine, acquire Mercenary, place "
        "turned 1, end turn, play Burgle, play Stumble, play Burgle, play Burgle, play Sidestep, move south, acquire "
        "Explore, end turn, play Sidestep, move east, play Burgle, play Stumble, play Stumble, play Burgle, acquire "
        "Mercenary, place turned 3, end turn, play Burgle, play Explore, play Burgle, play Burgle, play Explore, move "
        "to room 2, move south, place unturned, acquire Explore, acquire Explore, end turn, play Burgle, play "
        "Stumble, play Sidestep, move to room 2, play Burgle, play Burgle, acquire Cutpurse Twins, drink one, end "
        "turn, play Burgle, play Burgle, play Stumble, acquire Loose Flagstone, play Stumble, play Scramble, move "
        "south, place turned 1, take artifact, end turn, play Stumble, play Burgle, play Mercenary, acquire Grave "
        "Digger, play Mercenary, play Mercenary, fight Crypt Rat, fight Crypt Rat, fight Goblin, fight Goblin, "
        "acquire Mercenary, end turn, play Burgle, play Scramble, play Burgle, play Stumble, play Sidestep, move "
        "north, move north, acquire Muffled Boots, end turn, play Burgle, play Grave Digger, play Burgle, play "
        "Scramble, move east, acquire Pact Candle, place unturned, take artifact, play Burgle, end turn, play Burgle, "
        "play Burgle, play Stumble, play Explore, play Explore, move to room 1, move north, acquire Stone Runner, "
        "acquire Mercenary, end turn, choose Stumble, from the play area, play Mercenary, play Burgle, play "
        "Mercenary, play Cutpurse Twins, play Sidestep, move west, acquire Explore, fight Goblin, fight Goblin, end "
        "turn, play Loose Flagstone, play Burgle, play Burgle, play Burgle, play Explore, play Explore, acquire Guild "
        "Locksmith, move north, acquire Mercenary, end turn, play Mercenary, play Stumble, play Stumble, play Burgle, "
        "play Burgle, acquire Crowbar, fight Goblin, end turn, play Stumble, play Cutpurse Twins, play Mercenary, "
        "play Grave Digger, play Mercenary, use Strongbox, play Burgle, fight Goblin, fight Goblin, use Bone Library, "
        "end turn, play Pact Candle, choose Grave Digger, play Stumble, play Crowbar, play Burgle, play Sidestep, "
        "move to room 1, spend 1 swords, acquire Mercenary, end turn, play Mercenary, play Burgle, play Mercenary, "
        "play Scramble, move west, acquire Night Porter, play Explore, move north, fight Goblin, fight Goblin, end "
        "turn, choose Burgle, from the discard pile, play Stumble, play Burgle, play Night Porter, play Burgle, "
        "acquire Burst Purse, play Burgle, acquire Explore, end turn",
    ),
    # The bag ends the game (CC26), with one still inside; two escape. Idols, once a turn (CC40), the Crystal Cave, both
    # effects of devices, left-over -Clank! (CC44), a Ghost that hurts, a Chest, Adventurer and Barbarian.
    "three": (
        "clank_catacombs:num_players=3",
        201883,
        "play Burgle, play Burgle, play Burgle, play Stumble, play Stumble, acquire Muffled Boots, end turn, play "
        "Burgle, play Stumble, play Burgle, play Burgle, play Stumble, acquire Explore, end turn, play Stumble, play "
        "Burgle, play Burgle, acquire Chalk Marks, play Burgle, play Stumble, acquire Tiptoe, end turn, play Burgle, "
        "play Burgle, play Burgle, play Sidestep, play Scramble, move south, place unturned, move west, place turned "
        "1, mark wayshrine, use Offering Bowl, first effect, end turn, play Burgle, play Burgle, play Burgle, play "
        "Sidestep, play Scramble, move to room 2, move west, place unturned, open prison, acquire Explore, fight "
        "Rattling Sentry, end turn, play Sidestep, play Scramble, play Burgle, acquire Mercenary, play Burgle, play "
        "Burgle, acquire Mercenary, end turn, play Burgle, play Burgle, play Stumble, play Stumble, play Scramble, "
        "move west, place unturned, use swords, acquire Bar the Door, fight Goblin, end turn, play Burgle, play "
        "Burgle, play Stumble, play Burgle, play Sidestep, move east, acquire Explore, end turn, play Mercenary, "
        "fight Goblin, play Stumble, play Tiptoe, play Burgle, acquire Rat Catcher, move to room 2, play Burgle, use "
        "Whirling Stair, move to room 3, end turn, play Burgle, play Burgle, play Burgle, play Sidestep, play Muffled "
        "Boots, move west, place turned 3, take artifact, move east, acquire Whistle in the Dark, end turn, play "
        "Burgle, play Explore, play Burgle, play Stumble, play Scramble, move east, place unturned, take artifact, "
        "move west, acquire Veteran Delver, end turn, play Chalk Marks, play Scramble, play Burgle, move to room 4, "
        "play Mercenary, fight Goblin, use Dripping Font, second effect, play Burgle, move to room 3, acquire Grave "
        "Digger, end turn, play Burgle, play Burgle, play Stumble, play Scramble, move east, play Bar the Door, move "
        "east, use Dripping Font, first effect, fight Goblin, end turn, choose Burgle, play Burgle, play Burgle, play "
        "Stumble, acquire Mercenary, play Sidestep, play Explore, move to room 1, acquire Mercenary, end turn, play "
        "Burgle, play Tiptoe, play Burgle, play Sidestep, play Stumble, move to room 4, acquire Mercenary, move to "
        "room 3, end turn, play Burgle, play Burgle, play Stumble, play Sidestep, play Muffled Boots, move north, "
        "acquire Mercenary, end turn, play Grave Digger, play Burgle, play Mercenary, acquire Explore, play Rat "
        "Catcher, move to room 4, play Scramble, move to room 3, fight Goblin, end turn, play Burgle, play Chalk "
        "Marks, play Burgle, move west, play Stumble, acquire Mercenary, play Burgle, place turned 1, end turn, play "
        "Rat Catcher, play Mercenary, move to room 2, play Chalk Marks, drink one, play Burgle, fight Goblin, play "
        "Burgle, acquire Mercenary, move south, spend 0 swords, open chest, end turn",
    ),
    # One escapes early, and three are knocked out in the Depths: by Ghost and cubes, by more cubes than the counter has
    # spaces (CCD21), and by the turns of those who are out. A tile found by teleport (CCD16), Echo Bell, an Arrive text
    # after an escape, Danger in the Row, footprints on the tile that is discovered, Jailer of Echoes, a Tome acquired.
    "four": (
        "clank_catacombs:num_players=4",
        304548,
        "play Burgle, play Stumble, play Burgle, play Sidestep, play Scramble, move south, place unturned, acquire "
        "Explore, move to room 2, end turn, play Burgle, play Burgle, play Burgle, acquire Mercenary, play Burgle, "
        "acquire Light Fingers, play Sidestep, move to room 2, end turn, play Burgle, play Burgle, play Burgle, play "
        "Stumble, play Sidestep, move to room 2, acquire Explore, end turn, play Burgle, play Burgle, play Burgle, "
        "play Sidestep, play Scramble, acquire Iron Lantern, end turn, play Burgle, play Burgle, play Burgle, play "
        "Burgle, play Stumble, acquire Explore, end turn, play Burgle, play Burgle, play Stumble, play Stumble, play "
        "Scramble, move west, place unturned, open prison, acquire Explore, fight Crypt Rat, end turn, play Burgle, "
        "play Burgle, play Burgle, play Stumble, play Scramble, acquire Explore, move west, end turn, play Burgle, "
        "play Burgle, play Burgle, play Stumble, play Stumble, use Echo Bell, end turn, play Burgle, play Burgle, "
        "play Stumble, play Scramble, play Explore, move south, place unturned, mark wayshrine, move south, place "
        "unturned, open library, acquire Veteran Delver, end turn, play Burgle, play Burgle, play Sidestep, play "
        "Mercenary, play Explore, move east, move west, acquire Veteran Delver, fight Goblin, end turn, play Burgle, "
        "play Burgle, play Scramble, play Explore, use Rusted Lift, play Explore, teleport south, place turned 2, "
        "take artifact, move north, move east, move to room 1, acquire Explore, end turn, play Burgle, play Burgle, "
        "play Burgle, play Stumble, play Scramble, move south, acquire Explore, end turn, play Burgle, play Burgle, "
        "play Stumble, play Sidestep, play Explore, move west, place turned 3, take artifact, acquire Explore, end "
        "turn, play Burgle, play Stumble, play Stumble, play Scramble, play Light Fingers, move east, acquire "
        "Explore, end turn, play Sidestep, play Burgle, play Burgle, move to room 2, play Burgle, acquire Explore, "
        "play Iron Lantern, acquire Tiptoe, end turn, play Burgle, play Burgle, play Scramble, play Explore, play "
        "Explore, acquire Moonstone, move to room 2, move north, mark wayshrine, place unturned, acquire Mercenary, "
        "end turn, play Burgle, play Stumble, play Burgle, play Burgle, acquire Bar the Door, play Mercenary, fight "
        "Crypt Rat, end turn, play Stumble, play Scramble, play Explore, play Explore, play Iron Lantern, move south, "
        "mark wayshrine, move east, place turned 1, open prison, move to room 1, mark wayshrine, acquire Secret Tome, "
        "end turn, play Burgle, play Burgle, play Stumble, play Sidestep, play Explore, move to room 2, open chest, "
        "drink two, acquire Explore, end turn, play Burgle, play Burgle, play Sidestep, play Explore, acquire Grave "
        "Digger, play Light Fingers, move west, move east, acquire Explore, end turn, play Stumble, play Burgle, play "
        "Burgle, play Burgle, acquire Explore, play Sidestep, move north, place turned 1, end turn, play Burgle, play "
        "Stumble, play Scramble, play Explore, play Veteran Delver, move east, spend 1 swords, place turned 3, spend "
        "1 swords, take artifact, acquire Explore, acquire Light Fingers, end turn, play Tiptoe, play Burgle, play "
        "Burgle, play Burgle, play Explore, acquire Mercenary, move to room 1, move east, place unturned, acquire Rat "
        "Catcher, end turn, play Burgle, play Explore, play Light Fingers, play Bar the Door, play Veteran Delver, "
        "fight Jailer of Echoes, acquire Hooked Spear, fight Crypt Rat, end turn",
    ),
}

#: Piles of more cards than these are told by their number.
_FEW = 12
#: Fields that `Table` reads, or that follow from what it reads and the number of actions above.
_TOLD = (
    *("near_crypt", "near_artifact", "near_unknown"),  # follow from the map
    *("to_act", "turns", "skill", "swords", "boots", "teleports", "quiet", "exhausted", "mercy_used", "clank_made"),
    *("springs", "companions", "rage", "idols_left", "black_bag", "black_aside", "ghosts_bank", "ghosts_area"),
    *("ghosts_bag", "terminated", "truncated", "dungeon_left", "ending", "phase", "played", "waiting", "row"),
    *("dungeon_deck", "reserve", "market_left", "artifacts_left", "lying", "placed", "x", "y", "rotation", "revealed"),
    *("unlocked", "chests_opened", "libraries_opened", "prisons_opened", "gold", "lockpicks", "idols", "supply"),
    *("area", "bag", "gone", "scores", "returns", "card_points", "prisoners", "hand", "known", "discard", "held"),
    *(
        "tiles_revealed",
        "tokens",
        "bought",
        "artifacts",
        "crown_points",
        "marks",
        "room",
        "status",
        "hurt_own",
        "hurt_black",
    ),
    *("hurt_marker", "facts", "rewarded", "tokens_left"),
    *("neighbour", "num_artifacts", "hand_size", "deck_size", "discard_size", "moves", "tiles_left"),
)


def text_of(name: str) -> str:
    """The game `name` played out, as its file should read."""
    string, seed, actions = GAMES[name]
    return golden.text_of("tests.clank_catacombs.golden", string, actions, seed=seed, told=changes)


def changes(before: States, after: States) -> Iterator[str]:
    """What has changed: the table in words, the rest of the record as it is written."""
    old, new = _table(before), _table(after)
    for entry, value in new.items():
        was = old.get(entry, _nothing(value))
        if value != was:
            what, _, seat = entry.rpartition(" ")
            name = f"{what} of player {seat}" if seat.isdigit() else entry
            yield from (f"  {name}: {words}" for words in _told(what or entry, was, value))
    yield from golden.changes(before, after, {}, skipped=_TOLD)


def _table(states: States) -> Reading:
    """What `read` says, and three fields more in words."""
    row = rows_of(states)[0]
    return read(row) | {
        "true this turn": tuple(word for bit, word in enumerate(CONDITIONS) if row["facts"] >> bit & 1),
        "rooms that have paid": tuple(room for bit, room in enumerate(PAYING) if row["rewarded"] >> bit & 1),
        "secrets and prisoners left": tuple(
            name for name, number in zip(TOKEN_ORDER, row["tokens_left"], strict=True) for _ in range(number)
        ),
    }


def _nothing(value: Any) -> Any:
    """What stands for a value of that kind before a game has begun."""
    return (0, 0, 0) if value == (0, 0, 0) else type(value)()


def _told(what: str, old: Any, new: Any) -> Iterator[str]:
    """A change of one entry, in as few words as tell it."""
    if what == "row":
        yield " | ".join(
            f"{was or 'nothing'} -> {now or 'nothing'}" if was != now else now or "-"
            for was, now in zip(old or [""] * len(new), new, strict=True)
        )
    elif what == "damage":
        yield f"{sum(old)} -> {sum(new)}, with own cubes {new[0]}, black ones {new[1]}, markers {new[2]}"
    elif isinstance(new, tuple):
        yield _pile(Counter(map(str, old)), Counter(map(str, new)))
    elif isinstance(new, dict):
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                yield f"{key} {old.get(key, 0)} -> {new.get(key, 0)}"
    else:
        yield f"{_word(old)} -> {_word(new)}"


def _pile(old: Counter[str], new: Counter[str]) -> str:
    holds = golden.counted(new) or "nothing" if new.total() <= _FEW else new.total()
    return f"{golden.moved(old, new)} = {holds}"


def _word(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else "none" if value == "" else value


if __name__ == "__main__":
    golden.write(FOLDER, {name: text_of(name) for name in GAMES})
