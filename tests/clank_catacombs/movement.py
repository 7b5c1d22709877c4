"""Moving, discovering and arriving (CC14, CC15, CC23, CC46, CC47): what happens to pawn and map, and its price.

Nothing is paid, turned or placed before the last question of a move (portal, Swords) is answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import HEALTH, TILES
from tests.clank_catacombs.dungeon import Cell, Way, features, is_haunted, may_enter, placing, tile_of, ways
from tests.clank_catacombs.effects import add_ghost, gain, notice

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

REWARDS = {"MINOR": ("minor_secret", 1), "GOLD1": ("gold", 1), "GOLD2": ("gold", 2), "HEAL": ("heal", 1)}


@dataclass(frozen=True)
class Revealed:
    """A tile that is revealed and not yet placed: its cell, the way there, and how it was found."""

    tile: str
    cell: Cell
    direction: str
    footprints: bool  # of the half left, paid for already
    teleported: bool


def numbers_of_swords(game: CatacombsOracle, way: Way) -> list[int]:
    """CCD13, CC45: how many Swords may be spent on a tunnel; none at all where it cannot be paid."""
    seat = game.own
    if (
        way.boots > game.boots
        or len(way.locks) > seat.lockpicks
        or (way.against and "MAP" not in seat.tokens)
        or (way.to is not None and not may_enter(game, way.to))
    ):
        return []
    return [
        swords
        for swords in range(min(game.swords, way.monsters) + 1)
        if swords == way.monsters
        or (way.monsters - swords <= seat.supply and len(seat.meter) + way.monsters - swords < HEALTH)
    ]


def moves(game: CatacombsOracle) -> list[Way]:
    """The tunnels that the pawn can pay for. Reading: who is exhausted keeps Boots, which pay for nothing."""
    if game.exhausted or game.escaping:
        return []
    return [way for way in ways(game, game.own.room) if numbers_of_swords(game, way)]


def teleports(game: CatacombsOracle) -> list[Way]:
    """CC43, CCD16: any tunnel, whatever its icons, locks and arrows."""
    if game.escaping or not game.teleports:
        return []
    return [way for way in ways(game, game.own.room) if way.to is None or may_enter(game, way.to)]


def set_out(game: CatacombsOracle, verb: str, name: str) -> None:
    """A move or a teleport by the tunnel of that name; of several portals one is to be chosen."""
    game.verb = verb
    game.offered = [way for way in (moves if verb == "move" else teleports)(game) if way.name == name]
    if len(game.offered) > 1:
        game.asking = "portal"
    else:
        go(game, game.offered[0])


def go(game: CatacombsOracle, way: Way) -> None:
    if game.verb == "teleport":
        game.teleports -= 1
        _follow(game, way)
    else:
        _ask_swords(game, way)


def place(game: CatacombsOracle, quarters: int) -> None:
    """CCD14 (2): the orientation of the revealed tile."""
    assert game.revealed is not None
    game.quarters = quarters
    way = placing(game, quarters)
    if game.revealed.teleported:
        _settle(game)
    else:
        _ask_swords(game, way)


def _ask_swords(game: CatacombsOracle, way: Way) -> None:
    numbers = numbers_of_swords(game, way)
    game.offered = [way]
    if len(numbers) > 1:
        game.asking = "swords"
    else:
        pay(game, numbers[0])


def pay(game: CatacombsOracle, swords: int) -> None:
    """CCD13: all at once, and what follows."""
    (way,) = game.offered
    seat = game.own
    game.asking, game.offered = "turn", []
    game.boots -= way.boots
    game.swords -= swords
    seat.lockpicks -= len(way.locks)
    game.unlocked += way.locks
    seat.supply -= way.monsters - swords
    seat.meter += ["own"] * (way.monsters - swords)  # CC45
    if game.revealed is not None:
        _settle(game)
    else:
        _follow(game, way)


def _follow(game: CatacombsOracle, way: Way) -> None:
    game.asking, game.offered = "turn", []
    if way.to is not None:
        if way.name == "through the portal":
            game.facts.add("portal_used")
        arrive(game, way.to)
        return
    assert way.cell is not None
    pile = game.safe if game.safe_to_come else game.depths
    tile = game.draw("tile", pile)
    game.safe_to_come -= pile is game.safe
    game.revealed = Revealed(tile, way.cell, way.name, way.footprints, game.verb == "teleport")


def _settle(game: CatacombsOracle) -> None:
    """The revealed tile is placed, Artifact and Ghost are added, the pawn arrives (CCD14).

    Reading: the tile counts as discovered from here on, not from its reveal.
    """
    revealed, to = game.revealed, placing(game, game.quarters).to
    assert revealed is not None
    assert to is not None
    game.revealed, tile = None, revealed.tile
    game.cells[revealed.cell] = tile
    game.turned[tile] = game.quarters
    for letter, words in TILES[tile]["rooms"].items():
        for word in words.split("+"):
            if word.startswith("ART") and game.artifacts:
                deeper = min(int(word[3:]), len(game.artifacts) - 1)  # CC38
                game.lying[f"{tile} {letter}"] = game.artifacts.pop(deeper)
    if is_haunted(tile):
        add_ghost(game)
    game.facts.add("tile_discovered")
    arrive(game, to)


def arrive(game: CatacombsOracle, room: str) -> None:
    """CC23, CCD13, CCD22. Reading: a reward that could do nothing has been had for this turn all the same."""
    seat = game.own
    seat.room = room
    here = features(game, room)
    if "CAVE" in here:
        game.exhausted = True
    if "CRYPT" in here:
        game.escaping = True
    if room not in game.entered:  # CC47
        game.entered.append(room)
        for feature in here:
            if feature == "IDOL" and game.idols:  # CC40
                game.idols -= 1
                seat.idols += 1
            elif feature in REWARDS:
                gain(game, *REWARDS[feature])
    notice(game)


def turn_tile(game: CatacombsOracle, quarters: int) -> None:
    """Mercy (CCD25): the own tile turns, with all that is on it."""
    tile = tile_of(game.own.room)
    game.turned[tile] = (game.turned[tile] + quarters) % 4
    game.mercy_used = True
