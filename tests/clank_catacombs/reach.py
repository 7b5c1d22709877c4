"""A plain search over the map: which rooms a pawn can walk to this turn, and at what prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.clank_catacombs.dungeon import features, may_enter, ways

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

#: Boots, monsters to be met (by Swords or with damage) and Lockpicks.
Price = tuple[int, int, int]


def prices(game: CatacombsOracle) -> dict[str, list[Price]]:
    """Every room on the map that the seat to act could walk to with enough Boots, Swords and Lockpicks.

    Of the prices of a room those are kept, in order, that no other one undercuts. A Crystal Cave and the Crypt can be
    reached, and nothing behind them (CC23, CCD22). Tiles that are not placed yet are no part of it, and neither are
    teleports.
    """
    here = game.own.room
    found: dict[str, list[Price]] = {here: [(0, 0, 0)]}
    if game.exhausted or game.escaping or game.revealed is not None:
        return found
    left = [(here, (0, 0, 0))]
    while left:
        room, price = left.pop()
        if room != here and {"CAVE", "CRYPT"} & set(features(game, room)):
            continue
        for way in ways(game, room):
            if way.to is None or not may_enter(game, way.to) or (way.against and "MAP" not in game.own.tokens):
                continue
            # No path without a detour comes to the same lock twice.
            new = (price[0] + way.boots, price[1] + way.monsters, price[2] + len(way.locks))
            known = found.setdefault(way.to, [])
            if not any(_covers(old, new) for old in known):
                found[way.to] = sorted([new, *(old for old in known if not _covers(new, old))])
                left.append((way.to, new))
    return found


def _covers(one: Price, other: Price) -> bool:
    return all(mine <= theirs for mine, theirs in zip(one, other, strict=True))
