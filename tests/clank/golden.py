"""Whole games of Clank! as text: what was played, what it did to cards, cubes and path, what could be played next.

`python -m tests.clank.golden` writes the files anew. Do that only after a change of the rules that is meant, and read
the difference against the rule book before committing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludarium.envs.clank.state import MAX_PATH, PHASES, STATUSES
from ludarium.envs.clank.tables import CARDS, DRAGON_CARDS, MARKET, TILES, TREASURES
from ludarium.envs.core.schema import States
from tests import golden

FOLDER = Path(__file__).with_name("golden")

#: Name of the file: the game string, the seed, and the actions.
GAMES: dict[str, tuple[str, int, str]] = {
    # Everybody is out: one escapes and keeps all points, one dies on an extra move and loses half of the Cup and four
    # more treasures (CLD21, CLD23). Wall of Flame, Tail Lash, payments in tokens and buy, a fight won, the Cup at work
    # from its holder's next turn on (CLD17), and a cube of a player who is out.
    "two": (
        "clank:path_length=4",
        1281,
        "move deeper, play Attack, play Attack, play Buy, play Buy, play Sword, play Buy, buy Jade Mask, buy "
        "Hooked Pike, end turn, play Attack, play Attack, play Buy, play Buy, play Buy, move deeper, play Sword, "
        "buy Master of Locks, end turn, play Attack, play Attack, play Attack, move deeper, play Jade Mask, extra "
        "move back, play Buy, play Attack, buy Haggle, end turn, play Attack, play Attack, play Attack, play "
        "Attack, play Sword, move deeper, extra move deeper, end turn, rest Jade Mask, play Attack, play Buy, play "
        "Buy, play Sword, play Jade Mask, play Hooked Pike, buy Hired Guard, end turn, play Attack, play Attack, "
        "play Buy, explore deck, pay 3 tokens, play Buy, end turn, play Haggle, play Attack, move back, play "
        "Attack, play Attack, play Buy, play Jade Mask, buy Felt Boots, end turn, play Attack, play Master of "
        "Locks, play Attack, play Attack, play Buy, move deeper, fight, end turn, play Buy, escape, rest Buy, play "
        "Attack, play Attack, play Sword, play Attack, play Buy, play Buy, buy Fence's Mark, end turn, play "
        "Attack, play Attack, explore cup, play Attack, play Attack, play Buy, end turn, play Fence's Mark, play "
        "Buy, play Buy, play Sword, play Master of Locks, extra move back, explore deck, pay 0 tokens, end turn, "
        "explore deck, play Attack, play Attack, play Attack, play Attack, play Buy, end turn, play Attack, play "
        "Attack, play Buy, play Fence's Mark, play Master of Locks, explore deck, pay 0 tokens, extra move back",
    ),
    # The third dragon card ends the game unresolved (CLD7). A fight lost and the same monster beaten by the other, who
    # takes a market card (CLD16); Thick Smoke, and Cave-in at each player's next clean-up (CLD20).
    "two_by_dragon": (
        "clank:path_length=4",
        1001,
        "play Attack, move deeper, play Attack, fight, play Attack, play Buy, play Buy, buy Silver Pouch, end "
        "turn, play Attack, play Attack, move deeper, play Attack, play Attack, play Attack, fight, take Smoke "
        "Veil, end turn, play Attack, play Attack, rest Attack, play Attack, play Attack, play Sword, play Buy, "
        "buy Twin Daggers, end turn, play Attack, play Buy, play Buy, play Buy, move deeper, play Sword, end turn, "
        "play Twin Daggers, play Attack, play Attack, play Attack, play Buy, move back, play Silver Pouch, buy "
        "Hired Guard, end turn, play Smoke Veil, play Attack, move deeper, play Buy, play Buy, play Sword, play "
        "Buy, buy Jade Mask, end turn, play Attack, play Sword, play Attack, rest Attack, play Attack, play Buy, "
        "play Buy, end turn, play Attack, play Attack, play Attack, play Attack, play Attack, explore deck, end "
        "turn, play Attack, play Attack, play Buy, move deeper, play Sword, play Hired Guard, buy War Maul, end "
        "turn, move deeper, play Sword, play Attack, play Attack, play Buy, play Jade Mask, fight, end turn",
    ),
    # Half for those inside (CLD9). The Cup's holder draws three and is hurt one more by Wall of Flame (CLD8); a room
    # left after a fight lost (CLD6), deck and Cup on offer at once, no Rest at 2 health (CLD4), Berserker Ring.
    "three": (
        "clank:num_players=3,path_length=5,dragon_cubes=2,inside_at_end=half",
        1232,
        "play Attack, play Attack, play Attack, play Attack, play Attack, move deeper, extra move deeper, fight, "
        "end turn, play Attack, play Attack, play Attack, play Attack, play Buy, move deeper, buy Haggle, extra "
        "move deeper, end turn, play Attack, play Attack, play Buy, play Sword, play Buy, move deeper, extra move "
        "deeper, buy Felt Boots, buy Lantern, end turn, play Attack, play Buy, play Buy, play Buy, move back, play "
        "Sword, buy Gold Bar, extra move back, end turn, move deeper, play Attack, play Attack, play Sword, play "
        "Buy, play Buy, buy Fence's Mark, end turn, rest Sword, play Attack, play Attack, play Sword, play Attack, "
        "play Attack, play Buy, buy Silver Pouch, end turn, escape, play Attack, play Attack, play Attack, move "
        "deeper, play Buy, play Buy, buy Chipped Axe, end turn, play Attack, play Attack, play Attack, play "
        "Attack, play Buy, move deeper, end turn, play Attack, rest Attack, play Attack, play Attack, play Attack, "
        "play Fence's Mark, play Buy, buy Trader Ally, end turn, play Lantern, play Attack, play Attack, play Buy, "
        "play Sword, move deeper, buy Lantern, end turn, play Haggle, play Buy, play Attack, move deeper, play "
        "Attack, play Sword, play Attack, buy Silver Pouch, end turn, play Felt Boots, play Buy, play Attack, play "
        "Buy, play Silver Pouch, move back, buy Obsidian Circlet, end turn, play Trader Ally, play Attack, play "
        "Attack, explore cup, pay 6 tokens, play Attack, play Fence's Mark, fight, buy Field Kit, end turn, play "
        "Sword, play Attack, rest Felt Boots, play Attack, play Buy, end turn, play Buy, play Buy, play Silver "
        "Pouch, explore deck, pay 7 tokens, play Field Kit, end turn, play Attack, play Attack, play Attack, play "
        "Felt Boots, play Lantern, move deeper, end turn, play Haggle, play Trader Ally, explore deck, play "
        "Attack, play Attack, play Sword, play Attack, end turn, play Attack, play Attack, play Buy, play Silver "
        "Pouch, play Lantern, move back, buy Fence's Mark, end turn, play Attack, play Attack, play Attack, play "
        "Fence's Mark, explore deck, pay 2 tokens, end turn",
    ),
    # The treasure deck runs out (CLD23), and health decides between two with equal points (CLD10). All 29 treasures,
    # their abilities among them; an empty bag, and a death of the cubes of the own draw (CLD22).
    "four": (
        "clank:num_players=4,path_length=4,dragon_cubes=0,skill_cubes_per_player=30,draws=10,dragon_limit=10",
        13,
        "play Attack, play Attack, play Attack, play Buy, play Sword, move deeper, buy Silver Pouch, end turn, "
        "play Attack, play Attack, play Attack, play Buy, play Sword, move deeper, buy Silver Pouch, end turn, "
        "play Buy, play Attack, play Buy, play Buy, play Sword, move deeper, buy Fence's Mark, buy Field Kit, end "
        "turn, play Attack, play Attack, play Attack, play Attack, play Sword, move deeper, end turn, play Attack, "
        "play Attack, play Attack, play Buy, play Buy, explore deck, pay 1 tokens, end turn, play Attack, play "
        "Attack, play Attack, play Buy, play Buy, explore deck, pay 1 tokens, end turn, play Attack, play Attack, "
        "play Attack, play Attack, play Attack, explore deck, end turn, play Attack, play Attack, move deeper, "
        "play Buy, play Buy, play Buy, buy Silver Pouch, fight, end turn, play Attack, play Attack, play Buy, play "
        "Buy, play Sword, explore deck, pay 7 tokens, end turn, play Attack, play Attack, play Buy, play Sword, "
        "play Silver Pouch, explore deck, pay 2 tokens, end turn, play Attack, play Attack, play Buy, play Fence's "
        "Mark, play Field Kit, explore deck, pay 7 tokens, end turn, play Attack, play Attack, play Buy, explore "
        "deck, pay 6 tokens, play Buy, play Sword, buy Lantern, end turn, play Attack, play Attack, play Attack, "
        "play Attack, play Silver Pouch, explore deck, pay 2 tokens, end turn, explore deck, play Attack, play "
        "Attack, play Attack, play Attack, play Buy, buy Felt Boots, end turn, play Attack, play Attack, play Buy, "
        "play Buy, play Sword, explore deck, pay 7 tokens, end turn, play Attack, play Attack, play Attack, play "
        "Buy, explore deck, pay 8 tokens, play Silver Pouch, end turn, play Attack, play Attack, play Buy, play "
        "Buy, play Silver Pouch, explore deck, pay 0 tokens, end turn, play Attack, play Attack, play Buy, play "
        "Buy, play Silver Pouch, explore deck, pay 0 tokens, end turn, play Attack, play Attack, play Buy, play "
        "Attack, play Buy, explore deck, pay 8 tokens, end turn, play Attack, play Lantern, play Attack, play Buy, "
        "play Sword, explore deck, pay 5 tokens, end turn, play Attack, play Attack, play Attack, play Attack, "
        "play Sword, explore deck, pay 7 tokens, end turn, play Attack, play Attack, play Buy, play Sword, play "
        "Felt Boots, explore deck, pay 3 tokens, end turn, play Attack, play Attack, play Sword, play Fence's "
        "Mark, move deeper, play Field Kit, end turn, play Attack, play Attack, play Attack, play Buy, play Silver "
        "Pouch, explore deck, pay 3 tokens, end turn, play Attack, play Attack, play Buy, play Buy, play Silver "
        "Pouch, explore deck, pay 0 tokens, end turn, play Attack, play Attack, play Attack, play Buy, play Sword, "
        "explore deck, pay 2 tokens, extra move deeper, end turn, play Attack, play Buy, play Buy, play Buy, play "
        "Field Kit, explore deck, pay 0 tokens, end turn, play Attack, play Attack, play Buy, explore deck, pay 4 "
        "tokens, play Buy, play Lantern, end turn, play Attack, play Attack, play Attack, play Buy, play Sword, "
        "explore deck, pay 5 tokens, end turn, play Attack, explore deck, play Attack, play Attack, play Buy, play "
        "Silver Pouch, buy Amber Eye, extra move deeper, end turn, play Attack, play Attack, play Attack, play "
        "Fence's Mark, play Sword, explore deck, pay 1 tokens, end turn, play Attack, play Attack, play Attack, "
        "play Sword, play Silver Pouch, explore deck, pay 1 tokens, end turn, play Attack, play Attack, play Buy, "
        "play Buy, play Silver Pouch, explore deck, pay 1 tokens, end turn, play Buy, play Attack, play Attack, "
        "play Attack, play Attack, move deeper, end turn, play Attack, play Attack, play Attack, play Buy, play "
        "Buy, explore deck, pay 3 tokens, end turn, play Attack, play Attack, play Attack, explore deck",
    ),
    # Cut off after four turns, each of them brought to its end (CLD10).
    "cut_off": (
        "clank:path_length=12,max_turns=4",
        3,
        "play Attack, play Attack, play Attack, play Buy, play Sword, move deeper, buy Silver Pouch, end turn, "
        "play Attack, play Attack, play Attack, play Buy, play Sword, move deeper, end turn, play Attack, play "
        "Attack, play Attack, play Buy, rest Buy, play Buy, play Buy, fight, buy Master of Locks, end turn, play "
        "Attack, play Attack, play Attack, play Buy, play Buy, explore deck, pay 1 tokens, end turn",
    ),
}

_CUBES = ("noise of player 0", "noise of player 1", "noise of player 2", "noise of player 3", "skill", "dragon")
#: Piles that all share: name, field, what it counts.
_SHARED: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("bag", "bag", _CUBES),
    ("market row", "market_row", MARKET),
    ("treasures and Cup left", "treasure_deck", TREASURES),
    ("dragon cards left", "dragon_left", DRAGON_CARDS),
)
#: Piles of a seat, of which the deck is what is held and not in hand.
_OWN: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("hand", "hand", CARDS),
    ("known of the hand", "known", CARDS),
    ("deck", "held", CARDS),
    ("discard pile", "discard", CARDS),
    ("played", "played", CARDS),
    ("treasures", "treasures", TREASURES),
)
_TOLD = ("bag", "market_row", "treasure_deck", "dragon_left", *(field for _, field, _ in _OWN))
#: What follows from the piles, or from the number of actions above.
_FOLLOWS = (
    "market_deck",
    "market_left",
    "row_size",
    "treasures_left",
    "dragon_revealed",
    "tiles_left",
    "revealed",
    "hand_size",
    "deck_size",
    "discard_size",
    "moves",
)
_NAMED = ("path", "treasure_top", "phase", "status")


def text_of(name: str) -> str:
    """The game `name` played out, as its file should read."""
    string, seed, actions = GAMES[name]
    return golden.text_of("tests.clank.golden", string, actions, seed=seed, told=changes)


def changes(before: States, after: States) -> Iterator[str]:
    """What has changed: piles with what they hold now, the rest of the record as it is written."""
    for name, field, kinds in _SHARED:
        yield from _pile(name, _names(kinds, before[field][0]), _names(kinds, after[field][0]))
    for seat in range(int(after["num_players"][0])):
        for name, field, kinds in _OWN:
            old, new = ([int(count) for count in states[field][0, seat]] for states in (before, after))
            if name == "deck":
                old = [held - int(hand) for held, hand in zip(old, before["hand"][0, seat], strict=True)]
                new = [held - int(hand) for held, hand in zip(new, after["hand"][0, seat], strict=True)]
            yield from _pile(f"{name} of player {seat}", _names(kinds, old), _names(kinds, new))
        yield from _named(f"status of player {seat}", STATUSES, before["status"][0, seat], after["status"][0, seat])
    for place in range(MAX_PATH):
        tiles = ("face-down", *TILES)
        yield from _named(f"tile {place + 1}", tiles, before["path"][0, place], after["path"][0, place])
    tops = ("none", *TREASURES)
    yield from _named("face-up treasure", tops, before["treasure_top"][0], after["treasure_top"][0])
    yield from golden.changes(before, after, {}, skipped=(*_TOLD, *_FOLLOWS, *_NAMED))
    yield from _named("phase", PHASES, before["phase"][0], after["phase"][0])


def _names(kinds: Sequence[str], counts: Sequence[int]) -> list[str]:
    return [name for name, count in zip(kinds, counts, strict=True) for _ in range(count)]


def _pile(name: str, old: list[str], new: list[str]) -> Iterator[str]:
    if old != new:
        was, now = Counter(old), Counter(new)
        yield f"  {name}: {golden.moved(was, now)} = {golden.counted(now) or 'nothing'}"


def _named(what: str, names: Sequence[str], old: int, new: int) -> Iterator[str]:
    if old != new:
        yield f"  {what}: {names[old]} -> {names[new]}"


if __name__ == "__main__":
    golden.write(FOLDER, {name: text_of(name) for name in GAMES})
