"""What is printed on the cards, by the id of the rule book's tables, and a plain turn on which to see it happen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.dungeon import Cell
from tests.clank_catacombs.positions import Arranged, fill, hurt, lay, offer, stand
from tests.clank_catacombs.table import Reading

#: What a card or a text gives: `skill`, `swords`, `boots`, `teleport`, `gold`, `lockpick`, `clank`, `draw`, `heal`.
Gains = dict[str, int]


class Blue(NamedTuple):
    """A blue card: what it gives when it is played, and `CONDITION:gains`."""

    name: str
    copies: int
    cost: int
    points: int
    gives: Gains
    condition: str = ""


class Monster(NamedTuple):
    """A monster: its Swords, what its DEFEAT text gives, and where alone it can be fought."""

    name: str
    copies: int
    swords: int
    gives: Gains
    limit: str = ""


class Device(NamedTuple):
    """A device: its Skill, and what each alternative of its USE text gives."""

    name: str
    copies: int
    cost: int
    gives: tuple[Gains, ...]


BLUE: dict[str, Blue] = {
    "CB01": Blue("Candle Stub", 2, 1, 0, {"skill": 1, "clank": -1}),
    "CB02": Blue("Chalk Marks", 2, 1, 1, {"boots": 1}, "portal_used:boots+1"),
    "CB03": Blue("Street Urchin", 1, 1, 1, {"skill": 1}, "other_companion:gold+1"),
    "CB04": Blue("Burst Purse", 1, 1, 0, {"gold": 2, "clank": 2}),
    "CB05": Blue("Tiptoe", 2, 2, 1, {"boots": 1, "clank": -1}),
    "CB06": Blue("Crooked Dagger", 2, 2, 1, {"swords": 2}),
    "CB07": Blue("Light Fingers", 2, 2, 0, {"skill": 1, "gold": 1}),
    "CB08": Blue("Grave Digger", 2, 2, 1, {"skill": 1}, "in_depths:gold+1"),
    "CB09": Blue("Loose Flagstone", 1, 2, 1, {"draw": 1}, "clank_made>=2:boots+1"),
    "CB10": Blue("Rat Catcher", 1, 2, 1, {"swords": 1, "boots": 1}),
    "CB11": Blue("Long Stride", 2, 3, 1, {"boots": 2}),
    "CB12": Blue("Feint", 2, 3, 1, {"skill": 1, "swords": 2}),
    "CB13": Blue("Ransack", 2, 3, 1, {"skill": 2, "gold": 1, "clank": 1}),
    "CB14": Blue("Muffled Boots", 2, 3, 1, {"boots": 1, "clank": -2}),
    "CB15": Blue("Cutpurse Twins", 2, 3, 1, {"skill": 1, "gold": 1}, "other_companion:draw+1"),
    "CB16": Blue("Iron Lantern", 2, 3, 1, {"skill": 2}, "in_crystal_cave:skill+1"),
    "CB17": Blue("Crowbar", 2, 3, 1, {"swords": 1, "lockpick": 1}),
    "CB18": Blue("Bar the Door", 2, 3, 1, {"swords": 2, "boots": 1, "clank": 1}),
    "CB19": Blue("Old Cartographer", 1, 3, 1, {"skill": 1, "boots": 1}, "tile_discovered:gold+2"),
    "CB20": Blue("Bone Charm", 1, 3, 1, {"draw": 1}, "on_haunted_tile:heal+1"),
    "CB21": Blue("Whistle in the Dark", 2, 3, 1, {"skill": 1, "clank": 1, "draw": 1}),
    "CB22": Blue("Stone Runner", 2, 4, 1, {"skill": 1, "boots": 2}),
    "CB23": Blue("Hooked Spear", 2, 4, 2, {"swords": 3}),
    "CB24": Blue("Night Porter", 2, 4, 1, {"skill": 1, "lockpick": 1}, "other_companion:draw+1"),
    "CB25": Blue("Palm the Coin", 2, 4, 1, {"skill": 1}, "discard_1:draw+1,gold+2"),
    "CB26": Blue("Hollow Book", 2, 4, 2, {"skill": 2}, "has_tome_in_play_or_discard:draw+1"),
    "CB27": Blue("Milky Opal", 2, 4, 3, {"draw": 1}),
    "CB28": Blue("Hedge Witch", 1, 4, 1, {"skill": 1, "clank": -1, "heal": 1}),
    "CB29": Blue("Still the Air", 1, 4, 1, {"clank": -3, "draw": 1}),
    "CB30": Blue("Pact Candle", 1, 4, 1, {"skill": 1, "trash": 1}),
    "CB31": Blue("Veteran Delver", 2, 5, 2, {"skill": 1, "swords": 2, "boots": 1}),
    "CB32": Blue("Twin Paths", 1, 5, 2, {"boots": 2, "draw": 1}),
    "CB33": Blue("Moonstone", 2, 5, 4, {"gold": 1, "draw": 1}),
    "CB34": Blue("Guild Locksmith", 1, 5, 2, {"draw": 1, "lockpick": 1}, "prisoners>=2:draw+1"),
    "CB35": Blue("Breach", 2, 5, 2, {"swords": 3, "boots": 1, "clank": 1}),
    "CB36": Blue("Silent Bargain", 1, 5, 2, {"skill": 3, "clank": -1}),
    "CB37": Blue("Ossuary Key", 1, 5, 2, {"skill": 1, "teleport": 1}),
    "CB38": Blue("Blood Garnet", 2, 6, 5, {"draw": 1}),
    "CB39": Blue("Cracksman's Notes", 1, 6, 2, {"skill": 3, "lockpick": 1}),
    "CB40": Blue("Grave Champion", 1, 6, 2, {"skill": 2, "swords": 3}, "monster_defeated:heal+1"),
    "CB41": Blue("Seven-League Sandals", 1, 6, 2, {"boots": 3}),
    "CB42": Blue("Coffin Market", 1, 6, 2, {"skill": 2, "gold": 3}),
    "CB43": Blue("Echo Walk", 1, 6, 3, {"clank": -1, "draw": 1, "teleport": 1}),
    "CB44": Blue("Wight Envoy", 1, 6, 2, {"skill": 2, "draw": 1}),
    "CB45": Blue("Prince's Ransom", 1, 7, 4, {"gold": 4}, "has_artifact:draw+2"),
    "CB46": Blue("Sunlit Paladin", 1, 7, 3, {"skill": 2, "swords": 3, "heal": 1}),
    "CB47": Blue("Dragonbone Idol", 1, 8, 8, {"draw": 2}),
}
#: Further gains: `major`, `minor` and `prisoner` reveal so many, `tome` is a card, `others` the Clank! of the others.
DEVICES: dict[str, Device] = {
    "CD01": Device("Dripping Font", 2, 2, ({"heal": 1}, {"clank": -2})),
    "CD02": Device("Rusted Lift", 1, 3, ({"teleport": 1},)),
    "CD03": Device("Offering Bowl", 2, 3, ({"gold": 2}, {"trash": 1})),
    "CD04": Device("Strongbox", 1, 4, ({"lockpick": -1, "major": 1},)),
    "CD05": Device("Bone Library", 1, 5, ({"tome": 1},)),
    "CD06": Device("Whirling Stair", 1, 1, ({"boots": 1},)),
    "CD07": Device("Echo Bell", 1, 2, ({"others": 1},)),
}
MONSTERS: dict[str, Monster] = {
    "CX01": Monster("Crypt Rat", 3, 1, {"gold": 1}),
    "CX02": Monster("Candle Wisp", 2, 1, {"skill": 2, "clank": 1}),
    "CX03": Monster("Rattling Sentry", 3, 2, {"gold": 2}),
    "CX04": Monster("Lockjaw Ghoul", 2, 2, {"lockpick": 1}),
    "CX05": Monster("Pale Acolyte", 2, 2, {"heal": 1, "clank": 1}),
    "CX06": Monster("Tomb Spider", 2, 3, {"draw": 2}),
    "CX07": Monster("Bone Colossus", 1, 4, {"gold": 4, "skill": 2}, "depths"),
    "CX08": Monster("Jailer of Echoes", 1, 3, {"prisoner": 1, "gold": 1}, "depths"),
    "CX09": Monster("Crystal Leech", 1, 2, {"skill": 3}, "crystal_cave"),
    "CX10": Monster("Hoard Mimic", 2, 3, {"minor": 1, "gold": 1}),
}
COMPANIONS = {
    *("CB03", "CB08", "CB10", "CB15", "CB19", "CB22", "CB24", "CB28", "CB31", "CB34", "CB40", "CB44", "CB46"),
}
#: With the symbol of the Dragon Attack.
SYMBOLS = {
    *("CB27", "CB28", "CB33", "CB38", "CB45", "CB46", "CB47", "CD01", "CD02", "CD04", "CD05", "CD07"),
    *("CX02", "CX06", "CX07", "CX08", "CX09", "CX10"),
}
DANGER = {"CB47", "CD07", "CX08"}
#: Set-aside black cubes go back into the bag, and each player makes a Clank!.
DRAGON_BACK, ALL_CLANK = {"CB30", "CD03"}, {"CB44", "CX04", "CX05"}
#: Clank! of the acquire texts.
ACQUIRE = {"CB27": 1, "CB33": 2, "CB38": 2, "CB47": 3}
#: Other kinds of decks: how many there are (of the starting cards, in each deck), points, what playing one gives.
STARTING: dict[str, tuple[int, int, Gains]] = {
    "Burgle": (6, 0, {"skill": 1}),
    "Stumble": (2, 0, {"clank": 1}),
    "Sidestep": (1, 0, {"boots": 1}),
    "Scramble": (1, 0, {"skill": 1, "boots": 1}),
}
RESERVE: dict[str, tuple[int, int, Gains]] = {
    "Mercenary": (15, 0, {"skill": 1, "swords": 2}),
    "Explore": (15, 0, {"skill": 2, "boots": 1}),
    "Secret Tome": (12, 7, {}),
}
RESERVE_COSTS = {"Mercenary": 2, "Explore": 3, "Secret Tome": 7}

NAMES = {card: row.name for card, row in (BLUE | DEVICES | MONSTERS).items()}
#: What playing a card gives, without its condition, and its points: of every kind that can be in a deck.
PLAYED: dict[str, Gains] = {name: gives for name, (_, _, gives) in (STARTING | RESERVE).items()}
PLAYED |= {row.name: row.gives for row in BLUE.values()}
POINTS = {name: points for name, (_, points, _) in (STARTING | RESERVE).items()}
POINTS |= {row.name: row.points for row in BLUE.values()}


# --- a plain turn -----------------------------------------------------------------------------------------------------

#: Of seat 0 on a plain turn.
PLAIN: Reading = {
    "skill": 2,
    "swords": 1,
    "boots": 1,
    "teleports": 1,
    "gold 0": 3,
    "lockpicks 0": 3,
    "area 0": 4,
    "supply 0": 21,
    "damage 0": (5, 0, 0),
    "clank_made": 0,
    "deck 0": ("Burgle",) * 4,
}


def plain(
    *hand: str,
    room: str = f"{START} K",
    players: int = 2,
    side: str = "A",
    tiles: Mapping[Cell, str] = MappingProxyType({}),
) -> Arranged:
    """A turn of seat 0 with something of everything (see `PLAIN`), 2 Clank! of seat 1, an empty Row.

    The tiles lie unturned; that of `room` lies far away unless it is one of them.
    """
    game = fill(Arranged(("side", side), num_players=players), *["clank 0"] * 4, *["clank 1"] * 2)
    hurt(game, 5, *[0] * (players - 1))
    offer(game)
    for cell, tile in tiles.items():
        lay(game, cell, tile)
    tile = room.split()[0]
    if tile != START and tile not in tiles.values():
        lay(game, (9, 9), tile)
    stand(game, room)
    game.own.hand, game.own.deck, game.own.gold = list(hand), ["Burgle"] * 4, 3
    game.skill, game.swords, game.boots, game.teleports = 2, 1, 1, 1
    return game


def gains(gives: Gains, *hand: str, on: Reading = PLAIN) -> Reading:
    """What a plain turn is like after such gains, as far as it is not as it was; `hand` stays in hand."""
    amount = (
        dict.fromkeys(("skill", "swords", "boots", "teleport", "gold", "lockpick", "clank", "draw", "heal"), 0) | gives
    )
    clank, draw, heal = amount["clank"], amount["draw"], amount["heal"]
    after: Reading = {name: on[name] + amount[name] for name in ("skill", "swords", "boots")}
    after["teleports"] = on["teleports"] + amount["teleport"]
    after["gold 0"], after["lockpicks 0"] = on["gold 0"] + amount["gold"], on["lockpicks 0"] + amount["lockpick"]
    after["area 0"], after["supply 0"] = on["area 0"] + clank, on["supply 0"] - clank + heal
    after["damage 0"], after["clank_made"] = (on["damage 0"][0] - heal, 0, 0), on["clank_made"] + max(clank, 0)
    changed = {name: value for name, value in after.items() if value != on[name]}
    if draw:
        changed["deck 0"], changed["hand 0"] = on["deck 0"][draw:], ("Burgle",) * draw + hand
    return changed
