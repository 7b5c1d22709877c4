"""The cards as constant arrays for kernels, loaded from the JSON tables beside this module.

Monsters and events that are the same in name and effect are one *kind* with a number of copies; commanders and factions
are individuals. Kinds and cards keep the order of the tables, except that commanders and events are sorted by timing:
commanders battle, end, round, so that those that lie face down (LD13) come first; events now, permanent, missions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.tables import constant, read_table

Integers = npt.NDArray[np.int64]

TIERS = ("common", "rare", "legendary")
COMMON, RARE, LEGENDARY = 0, 1, 2
PLACES = ("market", "prison", "arena", "hall", "temple")
MARKET_PLACE, PRISON_PLACE, ARENA_PLACE, HALL_PLACE, TEMPLE_PLACE = range(5)

# Standing modifiers (LD17, LD7, LD9): what a seat's faction card, face-up commanders and permanent events add up to.
MODIFIERS = (
    "discount",
    "discount_rare",
    "haggler",
    "prison_discount",
    "market_bonus_gold",
    "market_bonus_food",
    "atk",
    "def",
    "upkeep_cut",
    "gold",
    "food",
    "free_common",
)
(
    DISCOUNT,
    DISCOUNT_RARE,
    HAGGLER,
    PRISON_DISCOUNT,
    MARKET_BONUS_GOLD,
    MARKET_BONUS_FOOD,
    ATTACK_BONUS,
    DEFENCE_BONUS,
    UPKEEP_CUT,
    GOLD_INCOME,
    FOOD_INCOME,
    FREE_COMMONS,
) = range(len(MODIFIERS))


def _kinds(cards: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[int]]:
    """The cards that differ in more than their id, in order, and the number of copies of each."""
    kinds: list[dict[str, Any]] = []
    copies: list[int] = []
    for card in cards:
        bare = {key: value for key, value in card.items() if key != "id"}
        if bare in kinds:
            copies[kinds.index(bare)] += 1
        else:
            kinds.append(bare)
            copies.append(1)
    return kinds, copies


def _by_timing(cards: list[dict[str, Any]], timings: tuple[str, ...]) -> list[dict[str, Any]]:
    return sorted(cards, key=lambda card: timings.index(card["timing"]))


def _numbers(cards: list[dict[str, Any]], key: str) -> list[int]:
    """The number that each card's effect `key` has, 0 where it has none."""
    return [card["op"].get(key, 0) for card in cards]


# --- monsters -----------------------------------------------------------------------------------------------------

_monsters, _copies = _kinds(read_table(__file__, "monsters"))
if [card["tier"] for card in _monsters] != sorted((card["tier"] for card in _monsters), key=TIERS.index):
    raise ValueError("monsters.json: expected common, rare and legendary monsters in this order")

#: Names of the 31 kinds of monsters.
MONSTERS = tuple(card["name"] for card in _monsters)
NUM_MONSTERS = len(MONSTERS)
#: The kinds of tier t are those from TIER_START[t] up to TIER_START[t + 1].
TIER_START = constant([sum(TIERS.index(card["tier"]) < tier for card in _monsters) for tier in range(len(TIERS) + 1)])
TIER_OF = constant([TIERS.index(card["tier"]) for card in _monsters])
COPIES = constant(_copies)
POWER = constant([card["power"] for card in _monsters])
POINTS = constant([card["points"] for card in _monsters])
#: Gold for a hire, and food in the prison, by tier (LD3).
PRICES = constant([next(card["cost"] for card in _monsters if card["tier"] == tier) for tier in TIERS])
KINS = tuple(dict.fromkeys(card["kin"] for card in _monsters))
NUM_KINS = len(KINS)
KIN_OF = constant([KINS.index(card["kin"]) for card in _monsters])

# --- commanders ---------------------------------------------------------------------------------------------------

_commanders = _by_timing(read_table(__file__, "commanders"), ("battle", "end", "round"))

#: Names of the 20 commanders: 8 for battles, 3 that score at the end, 9 that act every round or stand.
COMMANDERS = tuple(card["name"] for card in _commanders)
NUM_COMMANDERS = len(COMMANDERS)
NUM_BATTLE = sum(card["timing"] == "battle" for card in _commanders)
#: Commanders that are taken face down: the battle and the end ones (LD13).
NUM_CONCEALED = sum(card["timing"] != "round" for card in _commanders)

#: Power and additional stake of "no commander" and of every battle commander, ``[side, 1 + commander]``; side 0 is the
#: attacker's, 1 the defender's (LD14).
BATTLE_POWER = constant([[0, *_numbers(_commanders[:NUM_BATTLE], key)] for key in ("atk", "def")])
BATTLE_STAKE = constant([[0, *_numbers(_commanders[:NUM_BATTLE], key)] for key in ("loot", "counter")])

#: What a commander adds to its owner's modifiers when taken, ``[commander, modifier]``; battle and end ones nothing.
COMMANDER_MODIFIERS = constant(
    [
        [card["op"].get("discount" if key == "haggler" else "" if key == "discount" else key, 0) for key in MODIFIERS]
        if card["timing"] == "round"
        else [0] * len(MODIFIERS)
        for card in _commanders
    ]
)
#: Points at the end (LD20): for each kin held, and for each monster of a kin (``[commander, kin]``).
POINTS_PER_KIN = constant(_numbers(_commanders, "vp_per_kin_distinct"))
POINTS_PER_MONSTER = constant(
    [
        [
            card["op"]["vp_per_kin"][1] * (card["op"]["vp_per_kin"][0] == kin) if "vp_per_kin" in card["op"] else 0
            for kin in KINS
        ]
        for card in _commanders
    ]
)

# --- events -------------------------------------------------------------------------------------------------------

_events, _event_copies = _kinds(_by_timing(read_table(__file__, "events"), ("now", "perm", "end")))

#: Names of the 24 kinds of events: 13 that resolve at once, 7 that stay, 4 missions.
EVENTS = tuple(card["name"] for card in _events)
NUM_EVENTS = len(EVENTS)
NUM_NOW = sum(card["timing"] == "now" for card in _events)
NUM_OPEN_EVENTS = sum(card["timing"] != "end" for card in _events)
NUM_PERMANENT = NUM_OPEN_EVENTS - NUM_NOW
NUM_MISSIONS = NUM_EVENTS - NUM_OPEN_EVENTS
EVENT_COPIES = constant(_event_copies)

EVENT_GOLD = constant([card["op"].get("gold", 0) for card in _events])
EVENT_FOOD = constant([card["op"].get("food", 0) for card in _events])
EVENT_POINTS = constant(_numbers(_events, "vp"))
EVENT_OTHERS_GOLD = constant(_numbers(_events, "all_opp_gold"))
EVENT_OTHERS_FOOD = constant(_numbers(_events, "all_opp_food"))
EVENT_ALL_FOOD = constant(_numbers(_events, "all_food"))
EVENT_PARDON = constant(_numbers(_events, "clear_penalty"))
EVENT_FREE_COMMON = constant(_numbers(_events, "free_common"))
EVENT_COMMANDER = constant(_numbers(_events, "commander"))
#: Food that the top rare may be had for; 0 where the event offers none (LE12).
EVENT_ESCAPE = constant(_numbers(_events, "free_rare_if_food"))
ESCAPE_FOOD = int(EVENT_ESCAPE.max())
#: What a permanent event adds to its owner's modifiers, ``[event, modifier]``.
EVENT_MODIFIERS = constant(
    [[card["op"].get(key, 0) if card["timing"] == "perm" else 0 for key in MODIFIERS] for card in _events]
)
#: Missions (LD20): what is counted, how much of it is needed, and what it pays; by number of the mission.
MISSION_MEASURES = ("vp_if_kins", "vp_if_power", "vp_if_gold", "vp_if_same_kin")
KINS_HELD, PRINTED_POWER, GOLD_LEFT, SAME_KIN = range(4)
_missions = [next(iter(card["op"].items())) for card in _events[NUM_OPEN_EVENTS:]]
MISSION_MEASURE = constant([MISSION_MEASURES.index(key) for key, _ in _missions])
MISSION_NEEDS = constant([needed for _, (needed, _) in _missions])
MISSION_POINTS = constant([points for _, (_, points) in _missions])

# --- factions -----------------------------------------------------------------------------------------------------

_factions = read_table(__file__, "factions")
FACTIONS = tuple(card["name"] for card in _factions)
NUM_FACTIONS = len(FACTIONS)
#: What a faction adds to its owner's modifiers (LD9), ``[faction, modifier]``.
FACTION_MODIFIERS = constant([[card.get(key, 0) for key in MODIFIERS] for card in _factions])
