"""The cards, treasures, dragon cards and tiles as constant arrays for kernels, from the JSON tables beside this module.

Everything is counted by *kind*, in the order of the tables. Kinds of cards are the three that players start with and
then the 28 of the market; the last kind of treasure is the Cup. A tile in a room is written ``1 + tile``, 0 for none,
and what :data:`TILES` and the arrays behind it say of tile 0 is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.tables import constant, number_of, read_table

Integers = npt.NDArray[np.int64]
Row = dict[str, Any]

#: What a card does when it is played, and what it is worth at the end.
CARD_COLUMNS = ("attack", "buy", "skill", "move", "draw", "heal", "noise", "quiet", "points")
ABILITIES = ("move1", "attack1", "buy1", "ward1", "cup")
EVENTS = ("noise1", "heal1", "skill1", "quiet2", "draw1", "move1")
REWARDS = ("skill2", "market_free3", "market_free4")
_DRAGON_CARDS = ("D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10")

#: The cards that everybody starts with (CL3, CLD2), rows as those of the market.
STARTING_CARDS: tuple[Row, ...] = (
    {"name": "Attack", "copies": 6, "attack": 1},
    {"name": "Buy", "copies": 3, "buy": 2},
    {"name": "Sword", "copies": 1, "attack": 1, "buy": 1},
)


def _load(name: str, size: int, columns: Iterable[str]) -> list[Row]:
    """The rows of a table, `size` of them, with names of their own and at least these columns."""
    rows: list[Row] = read_table(__file__, name, columns)
    if len(rows) != size or len({row["name"] for row in rows}) != size:
        raise ValueError(f"{name}.json: {len(rows)} rows, expected {size} with names of their own")
    return rows


def _number_or_none(words: Sequence[str], word: str | None, where: str) -> int:
    """The place of `word` in `words`, -1 for None."""
    return -1 if word is None else number_of(words, word, where)


# --- cards --------------------------------------------------------------------------------------------------------

_market = _load("market", 28, ("copies", "cost", *CARD_COLUMNS))
_cards: list[Row] = [*STARTING_CARDS, *_market]

#: Names of the 31 kinds of cards, of which the last 28 are the market's.
CARDS: tuple[str, ...] = tuple(card["name"] for card in _cards)
NUM_CARDS = len(CARDS)
FIRST_OF_MARKET = len(STARTING_CARDS)
NUM_MARKET = len(_market)
STARTING_COPIES: Integers = constant([card["copies"] for card in STARTING_CARDS])
STARTING_DECK = int(STARTING_COPIES.sum())
#: Copies of each kind that there are of one player's starting deck and of the market.
CARD_COPIES: Integers = constant([card["copies"] for card in _cards])

ATTACK_OF, BUY_OF, SKILL_OF, MOVE_OF, DRAW_OF, HEAL_OF, NOISE_OF, QUIET_OF, CARD_POINTS = (
    constant([card.get(column, 0) for card in _cards]) for column in CARD_COLUMNS
)
#: By kind of the market; costs are as narrow as the record's counts, which the compiler compares many at a time.
MARKET: tuple[str, ...] = CARDS[FIRST_OF_MARKET:]
MARKET_COPIES: Integers = constant([card["copies"] for card in _market])
MARKET_SIZE = int(MARKET_COPIES.sum())
COST: npt.NDArray[np.int8] = constant([card["cost"] for card in _market], np.int8)

# --- treasures ----------------------------------------------------------------------------------------------------

_treasures = _load("treasure", 8, ("copies", "cost", "points", "ability"))
_abilities = [_number_or_none(ABILITIES, row["ability"], f"treasure.json: {row['name']}") for row in _treasures]
if _abilities[-1] != ABILITIES.index("cup") or sorted(a for a in _abilities if a >= 0) != [*range(len(ABILITIES))]:
    raise ValueError("treasure.json: expected one treasure of each ability, the Cup last")

#: Names of the 8 kinds of treasures, the Cup last.
TREASURES: tuple[str, ...] = tuple(row["name"] for row in _treasures)
NUM_TREASURES = len(TREASURES)
CUP = NUM_TREASURES - 1
SANDALS, RING, EYE, CHARM = (_abilities.index(ability) for ability in range(len(ABILITIES) - 1))
TREASURE_COPIES: Integers = constant([row["copies"] for row in _treasures])
#: Cards in the treasure deck, which the Cup is no part of (CLD17).
TREASURE_SIZE = int(TREASURE_COPIES[:CUP].sum())
TREASURE_COST: Integers = constant([row["cost"] for row in _treasures])
TREASURE_POINTS: Integers = constant([row["points"] for row in _treasures])
MOST_EXPENSIVE = int(TREASURE_COST.max())

# --- dragon cards -------------------------------------------------------------------------------------------------

_dragon = _load("dragon", len(_DRAGON_CARDS), ("id",))
if tuple(row["id"] for row in _dragon) != _DRAGON_CARDS:
    raise ValueError(f"dragon.json: expected the cards {', '.join(_DRAGON_CARDS)} in this order")

#: Names of the 10 dragon cards; what each does is told by rules, by these numbers.
DRAGON_CARDS: tuple[str, ...] = tuple(row["name"] for row in _dragon)
NUM_DRAGON_CARDS = len(DRAGON_CARDS)
(
    EMBER_BREATH,
    CLAW_SWEEP,
    TAIL_LASH,
    ROAR,
    GREED,
    CAVE_IN,
    THICK_SMOKE,
    WALL_OF_FLAME,
    HOARD_SHIFT,
    FURY,
) = range(NUM_DRAGON_CARDS)

# --- tiles --------------------------------------------------------------------------------------------------------

_tiles = _load("tiles", 20, ("explore", "monster", "event"))

#: Names of the 20 tiles.
TILES: tuple[str, ...] = tuple(row["name"] for row in _tiles)
NUM_TILES = len(TILES)
#: Names of their monsters, empty where there is none.
MONSTERS: tuple[str, ...] = tuple(row["monster"]["name"] if row["monster"] else "" for row in _tiles)


def _of_tiles(value: Any) -> Integers:
    """``[1 + tile]``: `value` of every tile's row, 0 for no tile."""
    return constant([0, *(value(row) for row in _tiles)])


def _of_monsters(column: str) -> Integers:
    return _of_tiles(lambda row: row["monster"][column] if row["monster"] else 0)


def _amount(words: Sequence[str], stem: str, word: str | None, where: str) -> int:
    """The number at the end of `word` if it starts with `stem`, else 0."""
    _number_or_none(words, word, where)
    return int(word[len(stem) :]) if word is not None and word.startswith(stem) else 0


def _of_events(stem: str) -> Integers:
    return _of_tiles(lambda row: _amount(EVENTS, stem, row["event"], f"tiles.json: {row['name']}"))


def _of_rewards(stem: str) -> Integers:
    return _of_tiles(
        lambda row: _amount(REWARDS, stem, (row["monster"] or {}).get("reward"), f"tiles.json: {row['name']}")
    )


EXPLORE_SYMBOL = _of_tiles(lambda row: row["explore"])
MONSTER_POWER = _of_monsters("power")
MONSTER_DAMAGE = _of_monsters("damage")
MONSTER_POINTS = _of_monsters("points")
REWARD_TOKENS = _of_rewards("skill")
#: Highest cost of the card that a defeated monster gives, 0 for none.
REWARD_COST = _of_rewards("market_free")
EVENT_NOISE, EVENT_HEAL, EVENT_TOKENS, EVENT_QUIET, EVENT_DRAW, EVENT_MOVES = (
    _of_events(stem) for stem in ("noise", "heal", "skill", "quiet", "draw", "move")
)
if (MONSTER_POWER[MONSTER_DAMAGE > 0] == 0).any() or (MONSTER_DAMAGE[MONSTER_POWER > 0] == 0).any():
    raise ValueError("tiles.json: expected monsters with power and damage")
