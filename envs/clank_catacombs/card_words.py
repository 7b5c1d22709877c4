"""What a card does, in a line of words."""

from __future__ import annotations

from collections.abc import Iterator

from .tables import (
    ACQUIRE_CLANK,
    ARRIVAL,
    BOOTS_OF,
    CARD_POINTS,
    CLANK_OF,
    COLUMNS,
    CONDITIONS,
    COSTS_LOCKPICK,
    DANGER,
    DISCARD_DRAW,
    DISCARD_GOLD,
    DRAW_OF,
    DUNGEON,
    DUNGEON_COST,
    FIRST_OF_BLUE,
    FIRST_OF_MONSTERS,
    GOLD_OF,
    HAS_DRAGON,
    HEAL_OF,
    IS_COMPANION,
    LIMIT,
    LOCKPICK_OF,
    MAY_DISCARD,
    NUM_BLUE,
    OPS,
    SKILL_OF,
    SWORDS_OF,
    TELEPORT_OF,
    TRASH_OF,
    USE_AMOUNT,
    USE_OP,
    WAITING_BOOTS,
    WAITING_DRAW,
    WAITING_FACT,
    WAITING_GOLD,
    WAITING_HEAL,
    WAITING_OF,
    WAITING_SKILL,
)

_EFFECTS = {
    "skill": "{} Skill",
    "swords": "{} Swords",
    "boots": "{} Boots",
    "gold": "{} Gold",
    "clank": "{:+} Clank!",
    "draw": "draw {}",
    "heal": "heal {}",
    "lockpick": "{} Lockpick",
    "teleport": "teleport {}",
    "trash": "trash {}",
    "major_secret": "{} Major Secret",
    "minor_secret": "{} Minor Secret",
    "secret_tome": "{} Secret Tome",
    "free_prisoner": "free {} Prisoner",
    "each_other_player_clank": "{:+} Clank! for each other player",
}
_TRUTHS = {
    "other_companion": "with another companion",
    "in_depths": "in the Depths",
    "in_crystal_cave": "in a Crystal Cave",
    "on_haunted_tile": "on a haunted tile",
    "portal_used": "after a portal",
    "tile_discovered": "after a discovery",
    "monster_defeated": "after a defeat of a monster",
    "clank_made>=2": "after 2 Clank!",
    "has_artifact": "with an Artifact",
    "prisoners>=2": "with 2 Prisoners",
    "has_tome_in_play_or_discard": "with a Secret Tome in play or discarded",
}
#: Conditions in words, in the order of the bits of `facts`.
CONDITION_WORDS: tuple[str, ...] = tuple(_TRUTHS[condition] for condition in CONDITIONS)
_ARRIVALS = ("", "on arrival 3 black cubes go back into the bag", "on arrival +1 Clank! for everybody")
_LIMITS = ("", "only in the Depths", "only in a Crystal Cave")
_GAINS = (SKILL_OF, SWORDS_OF, BOOTS_OF, GOLD_OF, CLANK_OF, DRAW_OF, HEAL_OF, LOCKPICK_OF, TELEPORT_OF, TRASH_OF)
_LATER = {
    "skill": WAITING_SKILL,
    "boots": WAITING_BOOTS,
    "gold": WAITING_GOLD,
    "draw": WAITING_DRAW,
    "heal": WAITING_HEAL,
}


def _effects(gains: dict[str, int]) -> str:
    return ", ".join(_EFFECTS[word].format(amount) for word, amount in gains.items() if amount)


def card_lines(kind: int) -> list[str]:
    """What a deck card of a kind does when it is played, and its points, a line each."""
    return [line for line in _played(kind) if line]


def _played(kind: int) -> Iterator[str]:
    yield _effects({column: int(gain[kind]) for column, gain in zip(COLUMNS, _GAINS, strict=True)})
    number = int(WAITING_OF[kind]) - 1
    if number >= 0:
        condition = CONDITION_WORDS[int(WAITING_FACT[number]).bit_length() - 1]
        yield f"{condition} {_effects({column: int(gain[number]) for column, gain in _LATER.items()})}"
    if MAY_DISCARD[kind]:
        yield f"for a card discarded {_effects({'draw': DISCARD_DRAW, 'gold': DISCARD_GOLD})}"
    if IS_COMPANION[kind]:
        yield "companion"
    if CARD_POINTS[kind]:
        yield f"{CARD_POINTS[kind]} point{'s' * int(CARD_POINTS[kind] > 1)}"


def card_text(kind: int) -> str:
    """What a deck card of a kind does when it is played, and its points."""
    return "; ".join(card_lines(kind))


def row_text(kind: int) -> str:
    """A card of the Row by its dungeon kind: name, price, what it does there and, if it is acquired, when played."""
    return f"{DUNGEON[kind]} ({_price(kind)}): {'; '.join(filter(None, _in_row(kind)))}"


def row_lines(kind: int) -> list[str]:
    """What a card of the Row does there, and what it does, if it is acquired, when it is played, a line each."""
    return [line for line in _in_row(kind) if line]


def _price(kind: int) -> str:
    price = f"{DUNGEON_COST[kind]} {'Swords' if kind >= FIRST_OF_MONSTERS else 'Skill'}"
    sort = "" if kind < NUM_BLUE else ", monster" if kind >= FIRST_OF_MONSTERS else ", device"
    return price + sort + ", dragon" * int(HAS_DRAGON[kind]) + ", danger" * int(DANGER[kind])


def _in_row(kind: int) -> Iterator[str]:
    if kind < NUM_BLUE:
        yield from card_lines(FIRST_OF_BLUE + kind)
        clank = int(ACQUIRE_CLANK[FIRST_OF_BLUE + kind])
        yield f"acquired, {_effects({'clank': clank})}" if clank else ""
    else:
        yield "costs a Lockpick" if COSTS_LOCKPICK[kind] else ""
        alternatives = [
            _effects({OPS[int(op) - 1]: int(amount) for op, amount in zip(ops, amounts, strict=True) if op})
            for ops, amounts in zip(USE_OP[kind], USE_AMOUNT[kind], strict=True)
        ]
        yield " or ".join(filter(None, alternatives))
        yield _LIMITS[LIMIT[kind]]
    yield _ARRIVALS[ARRIVAL[kind]]
