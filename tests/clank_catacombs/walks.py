"""Walks over the map: what the tables print on tiles, read anew, and the exact price that the kernels ask.

Tunnel text is a room's letter and its marks: `f` footprints, `mN` monsters, `L` a lock, `>` outwards only (CC14).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from tests.clank_catacombs.cards import SIDES, START, TILES
from tests.clank_catacombs.positions import Arranged, fill, hold, lay, offer, stand
from tests.clank_catacombs.table import Reading, Table

#: Boots, monsters (a Sword each, or damage), Lockpicks.
Price = tuple[int, int, int]
Cell = tuple[int, int]
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
TUNNELS = (*STEPS, *(f"to room {number}" for number in range(1, 5)), "through the portal")
#: Tiles with an edge that nothing is printed on, its letter, and a room behind it that pays nothing and is no cave.
PLAIN = (("D06", "N"), ("D12", "N"), ("D14", "N"), ("D17", "N"), ("D10", "N"), ("D08", "N"), ("D13", "E"))
_PURSES = list(product(range(4), range(6), range(4)))
_BOOTS, _SWORDS, _LOCKPICKS = np.array(_PURSES).T


@dataclass(frozen=True)
class Half:
    """One text of the tables."""

    room: str
    feet: bool = False
    monsters: int = 0
    lock: bool = False
    outwards: bool = False

    @property
    def price(self) -> Price:
        """What it asks for on top of a plain half."""
        return int(self.feet), self.monsters, int(self.lock)


def parse(text: str) -> Half:
    room, *marks = text.split()
    assert set(marks) <= {"f", "m1", "m2", "L", ">"}
    return Half(room, "f" in marks, 2 * ("m2" in marks) + ("m1" in marks), "L" in marks, ">" in marks)


def together(*halves: Half) -> Price:
    """CC46: 1 Boot, 2 if any half has footprints; monsters and locks add up."""
    feet, monsters, locks = zip(*(half.price for half in halves), strict=True)
    return 1 + max(feet), sum(monsters), sum(locks)


def shown(tile: str, turned: int) -> dict[str, tuple[str, Half]]:
    """What a tile turned clockwise shows in each direction of the map: the letter of the edge, and its text (CCD1)."""
    letters = "NESW"[4 - turned :] + "NESW"[: 4 - turned]
    return {way: (letter, parse(TILES[tile]["edges_txt"][letter])) for way, letter in zip(STEPS, letters, strict=True)}


def opposite(way: str) -> str:
    return {"north": "south", "south": "north", "east": "west", "west": "east"}[way]


def inner_tunnels(name: str, side: str = "A") -> Iterator[tuple[str, str, str, Half, bool]]:
    """Both ways through each inner tunnel: from and to which room, its name, its text, whether against its arrow."""
    for text in (SIDES[side] if name == START else TILES[name])["inner"]:
        pair, _, marks = text.partition(" ")
        half = parse(f"{pair[0]} {marks}")
        yield pair[0], pair[2], pair, half, False
        yield pair[2], pair[0], pair, half, pair[1] == ">"


def beside(game: Arranged, cell: Cell, way: str, tile: str, letter: str) -> str:
    """Lays a tile next to a cell, with that edge facing it; returns the room behind the edge."""
    x, y = STEPS[way]
    turned = (list(STEPS).index(opposite(way)) - "NESW".index(letter)) % 4
    lay(game, (cell[0] + x, cell[1] + y), tile, turned)
    half = shown(tile, turned)[opposite(way)][1]
    return f"{tile} {half.room}"


def mover(
    room: str,
    *tiles: tuple[Cell, str, int],
    boots: int = 9,
    swords: int = 0,
    lockpicks: int = 3,
    teleports: int = 0,
    side: str = "A",
) -> Arranged:
    """Seat 0 in that room, with these pools, a full supply and no cards; all Minor Secrets left are puzzle boxes."""
    game = hold(fill(offer(Arranged(("side", side)))))
    for cell, tile, turned in tiles:
        lay(game, cell, tile, turned)
    game.minors = ["PUZZLE"] * 3
    stand(game, room)
    game.boots, game.swords, game.teleports, game.own.lockpicks = boots, swords, teleports, lockpicks
    return game


def finder(tile: str, room: str = "START K", **pools: Any) -> Arranged:
    """Seat 0 in that room; a tile of the Depths is the last of the stack, a safe one among the last three."""
    game = mover(room, **pools)
    if tile.startswith("D"):
        game.safe_to_come, game.depths = 0, [tile]
    else:
        game.safe_to_come, game.safe = 1, [tile, *[name for name in game.safe if name != tile][:2]]
    return game


def found(game: Arranged, tile: str, move: str = "move south") -> Table:
    """The table when that move has revealed the tile."""
    t = Table(game)
    kept = t.states.copy()
    for seed in range(100):
        t.states["rng"] = t.game.new_states(seed)["rng"]
        if t.play(move)["revealed"] == tile:
            return t
        t.states[:] = kept
    raise AssertionError(f"{tile} never comes")


def own(game: Arranged, *artifacts: int) -> Arranged:
    """The seat to act has these Artifacts."""
    for value in artifacts:
        game.artifacts.remove(value)
        game.own.artifacts.append(value)
    return game


def tried(table: Table, *actions: str) -> Reading:
    """What actions would change; the table stays as it is."""
    kept = table.states.copy()
    changed = table.turn(*actions)
    table.states[:] = kept
    return changed


def prices(table: Table, verb: str = "move", tunnels: tuple[str, ...] = TUNNELS) -> dict[str, Price]:
    """The one price that each tunnel asks for: whoever has that much or more may take it, and nobody else.

    Tunnels that nobody may take are left out. No damage is possible meanwhile, so that every monster asks for a Sword
    (CC45).
    """
    states = np.repeat(table.states, len(_PURSES))
    seat = table.states["to_act"][0]
    states["boots"], states["swords"], states["lockpicks"][:, seat] = _BOOTS, _SWORDS, _LOCKPICKS
    states["supply"][:, seat] = 0
    legal = table.game.legal(states)
    found = {}
    for tunnel in tunnels:
        column = legal[:, table.game.action_number(f"{verb} {tunnel}")]
        payable = {_PURSES[number] for number in np.flatnonzero(column)}
        if payable:
            cheapest = (min(p[0] for p in payable), min(p[1] for p in payable), min(p[2] for p in payable))
            assert payable == {p for p in _PURSES if all(have >= ask for have, ask in zip(p, cheapest, strict=True))}
            found[tunnel] = cheapest
    return found


def price(table: Table, action: str) -> Price | None:
    """The same for one action, None if nobody may take it."""
    verb, _, tunnel = action.partition(" ")
    return prices(table, verb, (tunnel,)).get(tunnel)


def entering(before: Reading, room: str, features: str, asked: Price, locks: tuple[str, ...] = ()) -> Reading:
    """What changes when seat 0 pays a price without Swords and enters a room for the first time this turn (CCD13)."""
    boots, monsters, lockpicks = asked
    own_cubes, black, markers = before["damage 0"]
    words = features.split("+")
    healed = min(own_cubes + monsters, int("HEAL" in words))
    after = {
        "room 0": room,
        "boots": before["boots"] - boots,
        "lockpicks 0": before["lockpicks 0"] - lockpicks,
        "unlocked": tuple(sorted((*before["unlocked"], *locks))),
        "damage 0": (own_cubes + monsters - healed, black, markers),
        "supply 0": before["supply 0"] - monsters + healed,
        "exhausted": max(before["exhausted"], int("CAVE" in words)),
        "gold 0": before["gold 0"] + ("GOLD1" in words) + 2 * ("GOLD2" in words),
        "tokens 0": (*before["tokens 0"], *["PUZZLE"] * ("MINOR" in words)),
        "idols 0": before["idols 0"] + ("IDOL" in words),
        "idols_left": before["idols_left"] - ("IDOL" in words),
    }
    return {name: value for name, value in after.items() if value != before[name]}
