"""The dragon's attacks and the turns of players who are out (CC25, CC26, CC31, CCD21, CCD23, CCD24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import DUNGEON, HEALTH, Seat

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle


def strength(game: CatacombsOracle) -> int:
    """CC25, CC43: the cubes of an attack at the end of a turn."""
    return game.rage_track[game.rage] + sum(DUNGEON[name]["danger"] for name in game.row if name is not None)


def afterlife(game: CatacombsOracle) -> int:
    """CC31: the cubes drawn when the turn of a player comes who is out."""
    return 6 if game.num_players == 2 else 4


def attack(game: CatacombsOracle, number: int) -> None:
    """All cubes of the Clank! area into the bag, then so many drawn together; all damage at the same time.

    Readings. Black cubes drawn are set aside before Ghosts look for one. Seats mark their damage in the order of the
    seats, their own cubes before Ghosts. Drawn cubes that the counter has no room for leave the game; Ghost damage that
    it has no room for takes no cube.
    """
    game.bag += game.area
    game.area = []
    cubes = [game.draw("cube", game.bag) for _ in range(min(number, len(game.bag)))]
    game.set_aside += cubes.count("black")
    ghosts = cubes.count("ghost")
    for index, seat in enumerate(game.seats):
        own = cubes.count(f"clank {index}")
        room = HEALTH - len(seat.meter) if seat.left is None else 0
        seat.meter += ["own"] * min(own, room)
        game.gone += [f"clank {index}"] * max(0, own - room)
        if seat.left is None:
            for _ in range(min(ghosts, HEALTH - len(seat.meter))):
                _mark_ghost(game, seat)
    for seat in game.seats:
        if seat.left is None and len(seat.meter) == HEALTH:  # CC36
            seat.left = "knocked out"
    game.area += ["ghost"] * ghosts
    if all(seat.left is not None for seat in game.seats):  # CC27
        game.finish("all out")
    elif not game.bag:  # CC26
        game.finish("bag")


def _mark_ghost(game: CatacombsOracle, seat: Seat) -> None:
    if seat.supply:
        seat.supply -= 1
        seat.meter.append("own")
    elif game.set_aside:
        game.set_aside -= 1
        seat.meter.append("black")
    else:
        seat.meter.append("marker")
