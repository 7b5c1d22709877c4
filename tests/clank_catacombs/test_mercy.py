"""Mercy on the kernels: who is walled in may turn the own tile (CCD2, CCD25)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank_catacombs.positions import Arranged, clear_hand, hold, hurt
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import mover, own, price

TURNS = ["turn the tile 1", "turn the tile 2", "turn the tile 3"]
#: D05: A with E, S, both m1; B with N, W; A-B L. D13's arrow stands in the east, D04's in the south.
WALLS = (((5, 5), "D05", 0), ((6, 5), "D13", 0), ((5, 4), "D04", 1))


def walled_in(room: str = "D05 A", **pools: Any) -> Arranged:
    return mover(room, *WALLS, **{"lockpicks": 0, "boots": 0, **pools})


def with_stack_empty(room: str, *tiles: tuple[tuple[int, int], str, int]) -> Arranged:
    """Nowhere is there a new tile to find, and nobody has a Lockpick."""
    game = mover(room, *tiles, lockpicks=0)
    game.safe_to_come, game.depths = 0, []
    return game


def mercy(game: Arranged) -> bool:
    """Whether the seat to act may turn its tile."""
    turns = Table(game).legal("turn")
    assert turns in ([], TURNS)
    return bool(turns)


@pytest.mark.rule("CCD2", "CCD25")
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_pawn_walled_in_may_turn_its_tile(quarters: int) -> None:
    """Free of charge; pawns and what is on the tile turn with it, and it is no move."""
    game = walled_in(boots=9)
    game.artifacts.remove(5)
    game.lying["D05 A"] = 5
    game.seats[1].room = "D05 B"
    t = Table(game)
    assert t.legal("move", "teleport", "turn") == TURNS
    turned = {"D05": ((5, 5), quarters), "D13": ((6, 5), 0), "D04": ((5, 4), 1)}
    assert t.turn(f"turn the tile {quarters}") == {"tiles": turned, "mercy_used": 1}
    assert t.legal("turn") == []


@pytest.mark.rule("CCD1", "CCD25")
@pytest.mark.parametrize(
    ("quarters", "moves"),
    [
        (1, {"west": (1, 1, 0)}),  # S has come to the west; E to the south, against the arrow of D04
        (2, {"north": (1, 1, 0), "west": (1, 1, 0)}),
        (3, {"north": (1, 1, 0)}),  # E has come to the north; S to the east, against the arrow of D13
    ],
)
def test_afterwards_the_player_moves_as_usual(quarters: int, moves: dict[str, tuple[int, int, int]]) -> None:
    t = Table(walled_in()).play(f"turn the tile {quarters}")
    found = {way: price(t, f"move {way}") for way in ("north", "east", "south", "west")}
    assert {way: asked for way, asked in found.items() if asked} == moves
    assert price(t, "move to room 2") == (1, 0, 1)


@pytest.mark.rule("CCD25")
def test_neighbours_meet_the_tile_as_it_lies_now() -> None:
    game = walled_in()
    game.seats[1].room = "D13 A"
    t = Table(clear_hand(hold(game, seat=1)))
    t.play("turn the tile 2", "end turn")
    assert t["to_act"] == 1
    assert price(t, "move west") == (1, 0, 0)  # D13's arrow leads to D05's W now, in the east
    t.states["boots"] = 1
    assert t.turn("move west") == {"boots": 0, "room 1": "D05 B", "gold 1": 2}


@pytest.mark.rule("CCD25")
def test_turns_add_up_and_are_one_a_turn() -> None:
    tile = (((5, 5), "D19", 3),)
    game = clear_hand(hold(with_stack_empty("D19 A", *tile), seat=1))
    t = Table(game).play("turn the tile 3")
    assert t["tiles"]["D19"] == ((5, 5), 2)
    assert t.legal("turn") == []
    t.play("end turn", "end turn")
    assert (t["to_act"], t["mercy_used"]) == (0, 0)
    assert t.legal("turn") == TURNS
    t.play("turn the tile 2")
    assert t["tiles"]["D19"] == ((5, 5), 0)


@pytest.mark.rule("CCD2", "CCD25")
def test_a_lockpick_is_a_way_out() -> None:
    assert mercy(walled_in())
    assert not mercy(walled_in(lockpicks=1))
    game = walled_in()
    game.seats[1].lockpicks = 5  # those of others are not
    assert mercy(game)


@pytest.mark.rule("CC41", "CCD25")
def test_the_map_is_a_way_out_where_arrows_are_the_wall() -> None:
    game = walled_in()
    game.own.tokens = ["MAP"]
    assert not mercy(game)


@pytest.mark.rule("CCD25")
def test_rooms_in_reach_of_the_pawn_count() -> None:
    assert not mercy(walled_in(room="D05 B"))  # N and W are open
    game = walled_in()
    game.unlocked = ["D05 A-B"]
    assert not mercy(game)
    game.safe_to_come, game.depths = 0, []  # there is no new tile for B
    assert mercy(game)
    game.own.room = "D05 B"
    assert mercy(game)
    # Three rooms in a row: A-C m1, B-C; only B's east edge leads on.
    tiles = (((5, 5), "D08", 0), ((6, 5), "D14", 0))
    for room in "ABC":
        assert not mercy(with_stack_empty(f"D08 {room}", *tiles))
        assert mercy(with_stack_empty(f"D08 {room}", *tiles[:1]))


@pytest.mark.rule("CCD25")
def test_closed_locks_of_edges_wall_in_and_open_ones_do_not() -> None:
    # D01: A with E m1, W L; D06 in the west shows its own lock too (W, turned by half).
    tiles = (((5, 5), "D01", 0), ((4, 5), "D06", 2))
    for unlocked, may in (([], True), (["D01 W"], True), (["D06 W"], True), (["D01 W", "D06 W"], False)):
        game = with_stack_empty("D01 A", *tiles)
        game.unlocked = list(unlocked)
        assert mercy(game) == may
    game = with_stack_empty("D01 A", *tiles)
    game.safe_to_come, game.depths = 0, ["D22"]  # a new tile for the other edges
    assert not mercy(game)


@pytest.mark.rule("CCD25")
def test_neither_monsters_nor_boots_nor_supply_wall_in() -> None:
    game = hurt(mover("D05 A", *WALLS[:2], ((5, 4), "D04", 0), lockpicks=0, boots=0), 9, 0)
    game.own.supply = 0
    t = Table(game)
    assert t.legal("move", "turn") == []


@pytest.mark.rule("CC30", "CCD25")
def test_the_crypt_is_a_way_out_with_an_artifact() -> None:
    tiles = (((0, -1), "D01", 0), ((1, -1), "D13", 0))  # B's north edge leads to the Crypt, an arrow stands in the east
    assert mercy(with_stack_empty("D01 A", *tiles))
    assert mercy(with_stack_empty("D01 B", *tiles))
    assert not mercy(own(with_stack_empty("D01 A", *tiles), 5))


@pytest.mark.rule("CCD17", "CCD25")
def test_a_portal_is_a_way_out() -> None:
    for name, room in (("D04", "A"), ("D11", "B"), ("D15", "B"), ("D18", "A"), ("D20", "A"), ("D22", "B")):
        assert not mercy(with_stack_empty(f"{name} {room}", ((5, 5), name, 0)))
    assert mercy(with_stack_empty("D12 A", ((5, 5), "D12", 0)))


@pytest.mark.rule("CCD25")
@pytest.mark.parametrize("side", ["A", "B"])
def test_the_starting_tile_does_not_turn(side: str) -> None:
    for room in "KVUM":
        game = mover(f"START {room}", lockpicks=0, side=side)
        game.safe_to_come, game.depths = 0, []
        assert not mercy(game)


@pytest.mark.rule("CC23", "CCD25")
def test_mercy_is_open_to_the_exhausted_and_whatever_teleports_are_left() -> None:
    game = with_stack_empty("D16 A", ((5, 5), "D16", 0))
    game.teleports = 2
    t = Table(game).play("move to room 3")
    assert (t["exhausted"], t["teleports"]) == (1, 2)
    assert t.legal("move", "teleport", "turn") == ["teleport to room 1", "teleport to room 2", *TURNS]


@pytest.mark.rule("CCD14", "CCD25")
def test_mercy_is_closed_while_a_tile_is_revealed() -> None:
    """The teleport reveals the last tile, after which nothing else leads away."""
    game = mover("D19 A", ((5, 5), "D19", 0), lockpicks=0, boots=0, teleports=1)
    game.safe_to_come, game.depths = 0, ["D13"]
    t = Table(game)
    assert t.legal("turn") == []  # there is a new tile
    t.play("teleport north")
    assert t.legal() == ["place unturned", "place turned 1", "place turned 2", "place turned 3"]


@pytest.mark.rule("CC46", "CCD25")
@pytest.mark.parametrize(("unlocked", "asked"), [([], (1, 0, 2)), (["D01 W"], (1, 0, 1))])
def test_locks_turn_with_the_tile(unlocked: list[str], asked: tuple[int, int, int]) -> None:
    """Locks of D06 in the west and of D07 in the north wall D01 in; its own lock comes to the north."""
    game = with_stack_empty("D01 A", ((5, 5), "D01", 0), ((4, 5), "D06", 2), ((5, 6), "D07", 3))
    game.unlocked = list(unlocked)
    t = Table(game)
    assert price(t, "move north") is None
    assert t.play("turn the tile 1")["unlocked"] == tuple(unlocked)
    assert price(t, "move north") == asked
