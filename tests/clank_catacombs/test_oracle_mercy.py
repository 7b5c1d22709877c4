"""Tests of the plain-Python oracle itself: Mercy for a pawn that is walled in."""

from __future__ import annotations

import pytest

from tests.arranged import played
from tests.clank_catacombs.positions import Arranged, lay, legal, offer, stand


def walled_in(*, room: str = "D05 A", boots: int = 0) -> Arranged:
    """D05's room A, the tunnel to B locked, arrows against it in the east (D13) and in the south (D04)."""
    game = offer(lay(lay(lay(Arranged(), (5, 5), "D05"), (6, 5), "D13"), (5, 4), "D04", turned=1))
    game.own.lockpicks = 0
    stand(game, room)
    game.boots = boots
    return game


@pytest.mark.rule("CCD2", "CCD25")
def test_mercy() -> None:
    game = walled_in()
    assert legal(game, "move", "teleport", "turn") == ["turn the tile 1", "turn the tile 2", "turn the tile 3"]
    game.lying["D05 A"] = 5
    game.seats[1].room = "D05 B"
    played(game, "turn the tile 1")
    assert (game.turned["D05"], game.own.room, game.boots, game.seats[1].room) == (1, "D05 A", 0, "D05 B")
    assert not legal(game, "turn")
    game.boots = 1
    assert legal(game, "move") == ["move west"]  # S has come to the west; E to the south, against the arrow of D04
    game = played(walled_in(), "turn the tile 2")
    assert (game.turned["D05"], game.mercy_used) == (2, True)


@pytest.mark.rule("CCD25")
def test_mercy_is_for_who_is_really_walled_in() -> None:
    game = walled_in()
    game.own.lockpicks = 1
    assert not legal(game, "turn")
    game = walled_in()
    game.own.tokens = ["MAP"]
    assert not legal(game, "turn")
    game = walled_in()
    game.unlocked = ["D05 A-B"]  # B leads to the open
    assert not legal(game, "turn")
    assert not legal(walled_in(room="D05 B"), "turn")
    game = walled_in()
    game.turned["D04"] = 0
    game.own.meter = ["own"] * 9  # a monster does not wall anybody in
    game.own.supply = 21
    game.boots = 9
    assert not legal(game, "move", "turn")
    game = walled_in()
    game.unlocked = ["D05 A-B"]
    game.safe_to_come, game.depths = 0, []  # no new tile for B
    assert legal(game, "turn")
    game.own.room = "D05 B"
    assert legal(game, "turn")


@pytest.mark.rule("CCD25", "CC46")
def test_mercy_and_locks_portals_and_the_crypt() -> None:
    game = offer(Arranged())
    lay(lay(game, (0, -1), "D01", 0), (1, -1), "D13", 0)
    game.own.lockpicks, game.safe_to_come, game.depths = 0, 0, []
    stand(game, "D01 A")  # D01: N to B and E to A; south and west nothing comes; north lies the Crypt
    assert legal(game, "turn")
    game.own.artifacts = [5]
    assert not legal(game, "turn")  # B's north edge leads to the Crypt
    game = offer(lay(Arranged(), (5, 5), "D20"))
    game.own.lockpicks, game.safe_to_come, game.depths = 0, 0, []
    assert not legal(stand(game, "D20 A"), "turn")  # by room B to a portal exit, the starting tile's
    game = offer(lay(Arranged(), (5, 5), "D12"))
    game.own.lockpicks, game.safe_to_come, game.depths = 0, 0, []
    assert legal(stand(game, "D12 A"), "turn")
    assert not legal(stand(game, "START K"), "turn")  # the starting tile does not turn


@pytest.mark.rule("CCD25")
def test_mercy_once_a_turn_and_exhausted_too() -> None:
    game = offer(lay(Arranged(), (5, 5), "D19"))
    game.own.lockpicks, game.safe_to_come, game.depths = 0, 0, []
    stand(game, "D19 A")
    game.exhausted = True
    played(game, "turn the tile 3")
    assert not legal(game, "turn")
    game.begin_turn(0)
    assert (legal(game, "turn"), game.turned["D19"]) == (["turn the tile 1", "turn the tile 2", "turn the tile 3"], 3)
    played(game, "turn the tile 2")
    assert game.turned["D19"] == 1
