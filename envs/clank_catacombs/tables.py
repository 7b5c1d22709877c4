"""The cards, tokens and prices as constant arrays for kernels, from the JSON tables beside this module.

Everything is counted by *kind*. Kinds of deck cards are the four that players start with, the three of the Reserve,
and the 47 blue ones of the dungeon; the 64 kinds of the dungeon deck are those 47, then 7 devices and 10 monsters. The
map's tables are in `tiles.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.tables import constant, number_of, read_table

Integers = npt.NDArray[np.int64]
Row = dict[str, Any]

#: What a blue card does when it is played, in the order in which it happens (CCD11).
COLUMNS = ("skill", "swords", "boots", "gold", "clank", "draw", "heal", "lockpick", "teleport", "trash")
#: Conditions by number; the bits of the field `facts` are in this order.
CONDITIONS = (
    "other_companion",
    "in_depths",
    "in_crystal_cave",
    "on_haunted_tile",
    "portal_used",
    "tile_discovered",
    "monster_defeated",
    "clank_made>=2",
    "has_artifact",
    "prisoners>=2",
    "has_tome_in_play_or_discard",
)
#: A condition that is a decision: one unplayed card may be discarded.
DISCARD_CONDITION = "discard_1"
#: Effects of devices, monsters and texts by number.
OPS = (
    "skill",
    "swords",
    "boots",
    "gold",
    "clank",
    "draw",
    "heal",
    "lockpick",
    "teleport",
    "trash",
    "major_secret",
    "minor_secret",
    "secret_tome",
    "free_prisoner",
    "each_other_player_clank",
)
ARRIVALS = ("", "dragon_back_3", "all_clank_1")
LIMITS = ("", "depths", "crystal_cave")

#: The cards that everybody starts with (CC8, CC34) and those of the Reserve (CC35, figures from `tokens.json`).
STARTING_CARDS: tuple[Row, ...] = (
    {"name": "Burgle", "copies": 6, "skill": 1},
    {"name": "Stumble", "copies": 2, "clank": 1},
    {"name": "Sidestep", "copies": 1, "boots": 1},
    {"name": "Scramble", "copies": 1, "skill": 1, "boots": 1},
)
_RESERVE = (("mercenary", "Mercenary"), ("explore", "Explore"), ("secret_tome", "Secret Tome"))


def _load_cards() -> list[Row]:
    columns = ("type", "tag", "copies", "cost", *COLUMNS, "points", "dragon", "danger", "arrive", "acquire", "cond")
    rows: list[Row] = read_table(__file__, "cards", (*columns, "use", "limit"))
    types = [row["type"] for row in rows]
    if types != ["blue"] * 47 + ["device"] * 7 + ["monster"] * 10 or len({row["name"] for row in rows}) != len(rows):
        raise ValueError("cards.json: expected 47 blue cards, 7 devices, 10 monsters, with names of their own")
    if sum(row["copies"] for row in rows) != 100:
        raise ValueError("cards.json: expected 100 cards")
    return rows


def _effect(text: str, where: str) -> tuple[int, int]:
    """``gold+2`` as the number of the effect and how much of it; ``trash_1`` as ``trash+1``."""
    found = re.fullmatch(r"(each_other_player )?(\w+?)(?:_(1)|([+-]\d))", text.strip())
    if found is None:
        raise ValueError(f"{where}: {text!r}, expected an effect such as gold+2")
    others, word, one, amount = found.groups()
    name = f"each_other_player_{word}" if others else word
    return number_of(OPS, name, where), int(one or amount)


def _use(text: str, where: str) -> tuple[list[list[tuple[int, int]]], bool]:
    """The alternatives of a USE or DEFEAT text, each a list of effects, and whether it costs a Lockpick."""
    paid, _, rest = text.rpartition("spend lockpick:")
    alternatives = [[_effect(part, where) for part in half.split(",")] for half in rest.split("|")]
    if len(alternatives) > 2 or max(map(len, alternatives)) > 2:
        raise ValueError(f"{where}: {text!r}, expected at most two alternatives of at most two effects")
    return alternatives, "spend lockpick:" in text and not paid.strip()


def _of_dungeon(column: str) -> Integers:
    return constant([row[column] for row in _dungeon])


# --- deck cards and the dungeon ------------------------------------------------------------------------------------

_tokens = read_table(__file__, "tokens")
_dungeon = _load_cards()
_reserve = [{"name": name, "copies": _tokens["reserve"][key]["n"], **_tokens["reserve"][key]} for key, name in _RESERVE]
NUM_BLUE, NUM_DEVICES, NUM_MONSTERS = 47, 7, 10
_blue = _dungeon[:NUM_BLUE]
_cards: list[Row] = [*STARTING_CARDS, *_reserve, *_blue]

#: Names of the 54 kinds of deck cards.
CARDS: tuple[str, ...] = tuple(card["name"] for card in _cards)
NUM_CARDS = len(CARDS)
FIRST_OF_RESERVE = len(STARTING_CARDS)
FIRST_OF_BLUE = FIRST_OF_RESERVE + len(_reserve)
SECRET_TOME = CARDS.index("Secret Tome")
RESERVE: tuple[str, ...] = CARDS[FIRST_OF_RESERVE:FIRST_OF_BLUE]
NUM_RESERVE = len(RESERVE)
STARTING_COPIES: Integers = constant([card["copies"] for card in STARTING_CARDS])
STARTING_DECK = int(STARTING_COPIES.sum())
CARD_COPIES: Integers = constant([card["copies"] for card in _cards])
RESERVE_COPIES: Integers = constant([card["copies"] for card in _reserve])
RESERVE_COST: Integers = constant([card["cost"] for card in _reserve])
SKILL_OF, SWORDS_OF, BOOTS_OF, GOLD_OF, CLANK_OF, DRAW_OF, HEAL_OF, LOCKPICK_OF, TELEPORT_OF, TRASH_OF = (
    constant([card.get(column, 0) for card in _cards]) for column in COLUMNS
)
CARD_POINTS: Integers = constant([card.get("points", 0) for card in _cards])
IS_COMPANION: Integers = constant([card.get("tag") == "companion" for card in _cards])
#: Clank! that a card of the Row makes when it is acquired, by deck kind.
ACQUIRE_CLANK: Integers = constant(
    [_effect(card["acquire"], f"cards.json: {card['name']}")[1] if card.get("acquire") else 0 for card in _cards]
)
if any(card.get("acquire") and not card["acquire"].startswith("clank+") for card in _cards):
    raise ValueError("cards.json: expected acquire texts of Clank! alone")

#: Names of the 64 kinds of the dungeon deck.
DUNGEON: tuple[str, ...] = tuple(row["name"] for row in _dungeon)
NUM_DUNGEON = len(DUNGEON)
DEVICES, MONSTERS = DUNGEON[NUM_BLUE : NUM_BLUE + NUM_DEVICES], DUNGEON[NUM_BLUE + NUM_DEVICES :]
FIRST_OF_MONSTERS = NUM_BLUE + NUM_DEVICES
DUNGEON_COPIES = _of_dungeon("copies")
DUNGEON_SIZE = int(DUNGEON_COPIES.sum())
DUNGEON_COST = _of_dungeon("cost")
HAS_DRAGON = _of_dungeon("dragon")
DANGER = _of_dungeon("danger")
#: What happens when a card is laid into the Row: 0 nothing, 1 `dragon_back_3`, 2 `all_clank_1`.
ARRIVAL: Integers = constant([number_of(ARRIVALS, row["arrive"], f"cards.json: {row['name']}") for row in _dungeon])
DRAGON_BACK, ALL_CLANK = 1, 2
#: Where the pawn has to be to fight: 0 anywhere, 1 the Depths, 2 a Crystal Cave.
LIMIT: Integers = constant([number_of(LIMITS, row["limit"], f"cards.json: {row['name']}") for row in _dungeon])

_uses = [_use(row["use"], f"cards.json: {row['name']}") if row["use"] else ([], False) for row in _dungeon]
#: Effects of devices and monsters: ``[kind, alternative, place]`` is 1 + effect and its amount, 0 for none.
USE_OP: Integers = np.zeros((NUM_DUNGEON, 2, 2), np.int64)
USE_AMOUNT: Integers = np.zeros((NUM_DUNGEON, 2, 2), np.int64)
for _kind, (_alternatives, _) in enumerate(_uses):
    for _number, _effects in enumerate(_alternatives):
        for _place, (_op, _amount) in enumerate(_effects):
            USE_OP[_kind, _number, _place], USE_AMOUNT[_kind, _number, _place] = 1 + _op, _amount
USE_OP.setflags(write=False)
USE_AMOUNT.setflags(write=False)
NUM_ALTERNATIVES: Integers = constant([len(alternatives) for alternatives, _ in _uses])
#: 1 for the device that costs a Lockpick beside its Skill.
COSTS_LOCKPICK: Integers = constant([paid for _, paid in _uses])
(
    SKILL,
    SWORDS,
    BOOTS,
    GOLD,
    CLANK,
    DRAW,
    HEAL,
    LOCKPICK,
    TELEPORT,
    TRASH,
    MAJOR_SECRET,
    MINOR_SECRET,
    TOME,
    FREE_PRISONER,
    OTHERS_CLANK,
) = range(1, 1 + len(OPS))


# --- conditions -----------------------------------------------------------------------------------------------------


def _condition(card: Row) -> tuple[str, dict[str, int]]:
    """The condition of a card and what it gains, by column."""
    where = f"cards.json: {card['name']}"
    condition, _, gains = card["cond"].partition(":")
    if condition != DISCARD_CONDITION:
        number_of(CONDITIONS, condition, where)
    parsed = [_effect(gain, where) for gain in gains.split(",")]
    return condition, {OPS[op]: amount for op, amount in parsed}


_conditions = {FIRST_OF_BLUE + i: _condition(row) for i, row in enumerate(_blue) if row["cond"]}
#: Deck kinds whose condition may come true later in the turn; they are numbered in this order.
WAITING: tuple[int, ...] = tuple(k for k, (condition, _) in _conditions.items() if condition != DISCARD_CONDITION)
NUM_WAITING = len(WAITING)
WAITING_CARDS: tuple[str, ...] = tuple(CARDS[kind] for kind in WAITING)
#: By deck kind: 1 + its number in :data:`WAITING`, 0 for none; 1 for the card with `discard_1`.
WAITING_OF: Integers = constant([1 + WAITING.index(k) if k in WAITING else 0 for k in range(NUM_CARDS)])
MAY_DISCARD: Integers = constant([_conditions.get(k, ("",))[0] == DISCARD_CONDITION for k in range(NUM_CARDS)])
#: By number in :data:`WAITING`: the bit of its condition, and what is gained.
WAITING_FACT: Integers = constant([1 << CONDITIONS.index(_conditions[kind][0]) for kind in WAITING])
WAITING_SKILL, WAITING_BOOTS, WAITING_GOLD, WAITING_DRAW, WAITING_HEAL = (
    constant([_conditions[kind][1].get(column, 0) for kind in WAITING])
    for column in ("skill", "boots", "gold", "draw", "heal")
)
if any(set(gains) - {"skill", "boots", "gold", "draw", "heal"} for _, gains in _conditions.values()):
    raise ValueError("cards.json: expected conditions that gain skill, boots, gold, draw or heal")
_discard = [gains for condition, gains in _conditions.values() if condition == DISCARD_CONDITION]
if len(_discard) != 1 or set(_discard[0]) != {"draw", "gold"}:
    raise ValueError("cards.json: expected one card with discard_1, for draw and gold")
DISCARD_DRAW, DISCARD_GOLD = _discard[0]["draw"], _discard[0]["gold"]
(
    COMPANION_FACT,
    DEPTHS_FACT,
    CAVE_FACT,
    HAUNTED_FACT,
    PORTAL_FACT,
    DISCOVERED_FACT,
    DEFEATED_FACT,
    CLANK_FACT,
    ARTIFACT_FACT,
    PRISONERS_FACT,
    TOME_FACT,
) = (1 << number for number in range(len(CONDITIONS)))

# --- artifacts, tokens, market, dragon ------------------------------------------------------------------------------

ARTIFACT_POINTS: Integers = constant(_tokens["artifacts"])
NUM_ARTIFACTS = len(ARTIFACT_POINTS)
RAGE_DRAWS: Integers = constant(_tokens["rage_track"])
NUM_RAGE = len(RAGE_DRAWS)
#: The marker's first space by number of players (CC37).
RAGE_START: Integers = constant([_tokens["rage_start"].get(str(players), 0) for players in range(5)])
HEALTH, MASTERY, IDOL_POINTS = _tokens["health"], _tokens["mastery"], _tokens["idol"]
GOBLIN_SWORDS, GOBLIN_GOLD = _tokens["reserve"]["goblin"]["swords"], _tokens["reserve"]["goblin"]["gold"]

_MAJOR = ("MAP", "CHALICE", "HEAL2", "SKILL5", "GOLD5")
_MINOR = ("EGG", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "LOCKPICK", "SPRING", "GOLD2")
_KEPT_SECRETS = ("MAP", "CHALICE", "HEAL2", "EGG", "HEAL1", "BOOT1", "SWORD2", "PUZZLE")
_SPENT_SECRETS = ("SKILL5", "GOLD5", "LOCKPICK", "SPRING", "GOLD2")
PRISONERS: tuple[str, ...] = tuple(_tokens["prisoners"])
#: Kinds of tokens: secrets that are kept, prisoners, and secrets that leave the game when they are revealed.
TOKENS: tuple[str, ...] = (*_KEPT_SECRETS, *PRISONERS, *_SPENT_SECRETS)
NUM_TOKENS = len(TOKENS)
FIRST_PRISONER, NUM_KEPT = len(_KEPT_SECRETS), len(_KEPT_SECRETS) + len(PRISONERS)
if sorted(_tokens["major"]) != sorted(_MAJOR) or sorted(_tokens["minor"]) != sorted(_MINOR):
    raise ValueError(f"tokens.json: expected the secrets {', '.join(_MAJOR)} and {', '.join(_MINOR)}")
_copies = {**_tokens["major"], **_tokens["minor"], **_tokens["prisoners"]}
TOKEN_COPIES: Integers = constant([_copies[token] for token in TOKENS])
MAJOR, MINOR, PRISONER = range(3)
#: The pile that a kind lies in: 0 Major Secrets, 1 Minor Secrets, 2 Prisoners.
PILE_OF: Integers = constant([PRISONER if t in PRISONERS else MINOR if t in _MINOR else MAJOR for t in TOKENS])
MAP, CHALICE, HEAL2, EGG, HEAL1, BOOT1, SWORD2, PUZZLE = range(FIRST_PRISONER)
SKILL5, GOLD5, LOCKPICK1, SPRING, GOLD2 = range(NUM_KEPT, NUM_TOKENS)


def _prisoners(names: Iterable[str]) -> list[int]:
    return [FIRST_PRISONER + number_of(PRISONERS, name, "tokens.json") for name in names]


ADVENTURER, BARBARIAN, CLERIC, COUPON, MONKEYBOT, HAUNTED = _prisoners(
    ("ADVENTURER", "BARBARIAN", "CLERIC", "COUPON", "MONKEYBOT", "HAUNTED")
)
MAYOR, MONK, PEASANT, PRIMATOLOGIST, PRINCE, PRINCESS, SORCERESS, WARRIOR = _prisoners(
    ("MAYOR", "MONK", "PEASANT", "PRIMATOLOGIST", "PRINCE", "PRINCESS", "SORCERESS", "WARRIOR")
)
if len(PRISONERS) != 14:
    raise ValueError(f"tokens.json: {len(PRISONERS)} kinds of prisoners, expected 14")
#: The number that a kind's name ends in, 1 without one: how much of its effect it has.
TOKEN_AMOUNT: Integers = constant([int(re.sub(r"\D", "", token) or 1) for token in TOKENS])
BARBARIAN_SWORDS, CLERIC_HEAL = 2, 1  # CC41
#: Points of a kept token without any condition (CC41).
_plain = {"MAP": 5, "CHALICE": 7, "EGG": 3, "ADVENTURER": 3, "BARBARIAN": 2, "CLERIC": 2, "MONKEYBOT": 3}
_plain |= {"HAUNTED": 3, "PEASANT": 2}
TOKEN_POINTS: Integers = constant([_plain.get(token, 0) for token in TOKENS[:NUM_KEPT]])
#: Points of a Mayor, Primatologist, Prince, Princess or Sorceress whose condition holds (CC41).
CONDITIONAL_POINTS = 5

_market = _tokens["market"]
MARKET: tuple[str, ...] = ("Backpack", "Blood Amulet", "Thief's Kit", "Crown")
NUM_MARKET = len(MARKET)
BACKPACK, AMULET, KIT, CROWN = range(NUM_MARKET)
PRICE = _market["price"]
COUPON_VALUE = 5  # CC41
CROWN_POINTS: Integers = constant(_market["crown"])
MARKET_COPIES: Integers = constant(
    [*(_market[key]["n"] for key in ("backpack", "blood_amulet", "thief_kit")), len(CROWN_POINTS)]
)
#: Points of what the market sells; crowns have points of their own.
MARKET_POINTS: Integers = constant([_market[key]["points"] for key in ("backpack", "blood_amulet", "thief_kit")] + [0])
AMULET_DAMAGE, AMULET_HEAL = _market["blood_amulet"]["needs_damage"], _market["blood_amulet"]["heal"]
KIT_LOCKPICKS = _market["thief_kit"]["lockpicks"]
