"""Conditions of cards of Clank! Catacombs: positions in which each is met, and in which one nearly is."""

from __future__ import annotations

from typing import NamedTuple

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.positions import Arranged
from tests.clank_catacombs.printed import PLAIN, Gains, gains, plain
from tests.clank_catacombs.table import Reading

#: A haunted tile lies east of the Crypt, others where they touch nothing.
TILES = {(1, 0): "D10", (10, 0): "D11", (12, 0): "D15", (14, 0): "D12", (16, 0): "D04"}
_ON = PLAIN | {"skill": 7, "teleports": 2}


def condition_turn(*hand: str, room: str = f"{START} K", prisoners: str = "PEASANT MONKEYBOT") -> Arranged:
    """A plain turn with `_ON` and more on the map, a rat in the Row; one tile and these prisoners are left."""
    game = plain(*hand, room=room, tiles=TILES)
    game.skill, game.teleports = 7, 2
    game.row[0], game.lying = "Crypt Rat", {"D04 A": 5}
    game.safe, game.safe_to_come, game.depths = ["S4"], 1, []
    game.captives = prisoners.split()
    return game


class Case(NamedTuple):
    """A card, where the pawn stands, what is done beside playing it, what all that gives and what else changes.

    Side A is up: U is a Crystal Cave, U and M are in the Depths.
    """

    card: str
    room: str
    acts: tuple[str, ...]
    gives: Gains
    other: Reading

    def start(self) -> Arranged:
        hand = (act.removeprefix("play ") for act in self.acts if act.startswith("play "))
        prisoners = "PEASANT COUPON" if "COUPON" in self.other.get("tokens 0", ()) else "PEASANT MONKEYBOT"
        return condition_turn(self.card, *hand, room=self.room, prisoners=prisoners)

    def orders(self) -> list[tuple[str, ...]]:
        """The card is played before, after and, where nothing else is asked then, amid what is done."""
        play = f"play {self.card}"
        orders = [(play, *self.acts), (*self.acts, play)]
        if len(self.acts) > 1 and not self.acts[1].startswith("come"):
            orders.append((self.acts[0], play, *self.acts[1:]))
        return orders

    def changed(self) -> Reading:
        return {"hand 0": ()} | gains(self.gives, on=_ON) | self.other


_RAT_CATCHER = {"swords": 1, "boots": 1}
K, V = f"{START} K", f"{START} V"
_INTO_CAVE_AND_BACK = "teleport to room 3", "teleport to room 2"
_TO_MONSTERS_AND_BACK = "teleport east", "teleport west"
_RAT_GONE = {"row": ("",) * 6}
_TOME_TAKEN = {"reserve": {"Mercenary": 15, "Explore": 15, "Secret Tome": 11}, "discard 0": ("Secret Tome",)}
_DISCOVERED = {
    "tiles": {name: (cell, 0) for cell, name in TILES.items()} | {"S4": ((0, -1), 0)},
    "tiles_revealed": 26,
    "room 0": "S4 A",
}
_PRISON_OPEN = {"opened": ("D12 B prison",)}

MET: dict[str, Case] = {
    "CB02": Case(
        *("Chalk Marks", "D11 A", ("move through the portal", "come out at D15"), {"boots": 1 + 1 - 1}),
        {"room 0": "D15 A", "played": ("Chalk Marks",)},
    ),
    "CB02 teleport": Case(
        *("Chalk Marks", "D11 A", ("teleport through the portal", "come out at D15"), {"boots": 1 + 1, "teleport": -1}),
        {"room 0": "D15 A", "played": ("Chalk Marks",)},
    ),
    "CB03": Case(
        *("Street Urchin", K, ("play Rat Catcher",), {"skill": 1, "gold": 1} | _RAT_CATCHER),
        {"companions": 2, "played": ("Street Urchin", "Rat Catcher")},
    ),
    "CB08": Case(
        *("Grave Digger", V, _INTO_CAVE_AND_BACK, {"skill": 1, "gold": 1, "teleport": -2}),
        {"exhausted": 1, "companions": 1, "played": ("Grave Digger",)},
    ),
    "CB09": Case(
        *("Loose Flagstone", K, ("play Burst Purse",), {"draw": 1, "boots": 1, "gold": 2, "clank": 2}),
        {"played": ("Burst Purse", "Loose Flagstone")},
    ),
    "CB15": Case(
        *("Cutpurse Twins", K, ("play Rat Catcher",), {"skill": 1, "gold": 1, "draw": 1} | _RAT_CATCHER),
        {"companions": 2, "played": ("Rat Catcher", "Cutpurse Twins")},
    ),
    "CB16": Case(
        *("Iron Lantern", V, _INTO_CAVE_AND_BACK, {"skill": 2 + 1, "teleport": -2}),
        {"exhausted": 1, "played": ("Iron Lantern",)},
    ),
    "CB19": Case(
        *(
            "Old Cartographer",
            K,
            ("teleport south", "place unturned"),
            {"skill": 1, "boots": 1, "gold": 2, "teleport": -1},
        ),
        {"companions": 1, "played": ("Old Cartographer",)} | _DISCOVERED,
    ),
    "CB20": Case(
        *("Bone Charm", V, _TO_MONSTERS_AND_BACK, {"draw": 1, "heal": 1, "teleport": -2}),
        {"played": ("Bone Charm",)},
    ),
    "CB24": Case(
        *("Night Porter", K, ("play Rat Catcher",), {"skill": 1, "lockpick": 1, "draw": 1} | _RAT_CATCHER),
        {"companions": 2, "played": ("Rat Catcher", "Night Porter")},
    ),
    "CB26": Case(
        *("Hollow Book", K, ("acquire Secret Tome",), {"skill": 2 - 7, "draw": 1}),
        {"played": ("Hollow Book",), "card_points 0": 9} | _TOME_TAKEN,
    ),
    "CB26 played": Case(
        *("Hollow Book", K, ("play Secret Tome",), {"skill": 2, "draw": 1}),
        {"played": ("Secret Tome", "Hollow Book")},
    ),
    "CB34": Case(
        *("Guild Locksmith", "D12 B", ("open prison",), {"lockpick": 1 - 1, "draw": 1 + 1}),
        {"companions": 1, "played": ("Guild Locksmith",), "tokens 0": ("MONKEYBOT", "PEASANT"), "prisoners 0": 2}
        | _PRISON_OPEN,
    ),
    "CB40": Case(
        *("Grave Champion", K, ("fight Crypt Rat",), {"skill": 2, "swords": 3 - 1, "gold": 1, "heal": 1}),
        {"companions": 1, "played": ("Grave Champion",)} | _RAT_GONE,
    ),
    "CB45": Case(
        *("Prince's Ransom", "D04 A", ("take artifact",), {"gold": 4, "draw": 2}),
        {"played": ("Prince's Ransom",), "artifacts 0": (5,), "lying": {}, "rage": 3},
    ),
}

#: Something comes near to meeting the condition.
NOT_MET: dict[str, Case] = {
    "CB02": Case(
        *("Chalk Marks", V, _TO_MONSTERS_AND_BACK, {"boots": 1, "teleport": -2}),
        {"played": ("Chalk Marks",)},
    ),
    "CB03": Case(
        *("Street Urchin", K, ("play Crowbar",), {"skill": 1, "swords": 1, "lockpick": 1}),
        {"companions": 1, "played": ("Street Urchin", "Crowbar")},
    ),
    "CB08": Case(
        *("Grave Digger", K, ("teleport to room 2",), {"skill": 1, "teleport": -1}),
        {"companions": 1, "played": ("Grave Digger",), "room 0": V},
    ),
    "CB09": Case(
        *("Loose Flagstone", K, ("play Stumble",), {"draw": 1, "clank": 1}),
        {"played": ("Stumble", "Loose Flagstone")},
    ),
    "CB15": Case(
        *("Cutpurse Twins", K, ("play Crowbar",), {"skill": 1, "gold": 1, "swords": 1, "lockpick": 1}),
        {"companions": 1, "played": ("Cutpurse Twins", "Crowbar")},
    ),
    "CB16": Case(
        *("Iron Lantern", V, _TO_MONSTERS_AND_BACK, {"skill": 2, "teleport": -2}),
        {"played": ("Iron Lantern",)},
    ),
    "CB19": Case(
        *("Old Cartographer", V, ("teleport east",), {"skill": 1, "boots": 1, "teleport": -1}),
        {"companions": 1, "played": ("Old Cartographer",), "room 0": "D10 B"},
    ),
    "CB20": Case(
        *("Bone Charm", V, _INTO_CAVE_AND_BACK, {"draw": 1, "teleport": -2}),
        {"exhausted": 1, "played": ("Bone Charm",)},
    ),
    "CB24": Case(
        *("Night Porter", K, ("play Crowbar",), {"skill": 1, "swords": 1, "lockpick": 1 + 1}),
        {"companions": 1, "played": ("Crowbar", "Night Porter")},
    ),
    "CB26": Case(
        *("Hollow Book", K, ("acquire Explore",), {"skill": 2 - 3}),
        {"reserve": {"Mercenary": 15, "Explore": 14, "Secret Tome": 12}, "discard 0": ("Explore",)}
        | {"played": ("Hollow Book",)},
    ),
    "CB34": Case(
        *("Guild Locksmith", "D12 B", ("open prison",), {"lockpick": 1 - 1, "draw": 1}),
        {"companions": 1, "played": ("Guild Locksmith",), "tokens 0": ("COUPON", "PEASANT"), "prisoners 0": 1}
        | _PRISON_OPEN,
    ),
    "CB40": Case(
        *("Grave Champion", K, (), {"skill": 2, "swords": 3}),
        {"companions": 1, "played": ("Grave Champion",)},
    ),
    "CB45": Case(
        *("Prince's Ransom", "D04 A", (), {"gold": 4}),
        {"played": ("Prince's Ransom",)},
    ),
}
