"""Tests of the plain-Python oracle itself: moving, its price, portals, caves, teleports, rewards and the Crypt."""

from __future__ import annotations

import pytest

from tests.arranged import played
from tests.clank_catacombs.positions import Arranged, damage, hurt, lay, legal, offer, stand, wish


def mover(room: str, *tiles: tuple[tuple[int, int], str, int], boots: int = 9, side: str = "A") -> Arranged:
    """Seat 0 in that room, with Boots, full supply and no Swords."""
    game = offer(Arranged(("side", side)))
    for cell, tile, turned in tiles:
        lay(game, cell, tile, turned)
    stand(game, room)
    game.boots = boots
    return game


@pytest.mark.rule("CC14", "CC46", "CCD13")
def test_a_tunnel_costs_one_boot_and_two_with_footprints() -> None:
    # Side A: the inner tunnels K-V, U-M have nothing on them, the edge south of K neither.
    game = mover("START K")
    game.boots = 0
    assert legal(game, "move") == []
    game.boots = 1
    assert legal(game, "move") == ["move south", "move to room 2"]
    played(game, "move to room 2")
    assert (game.own.room, game.boots) == ("START V", 0)
    # The north edge of M has footprints (CC46: the half being left).
    game = mover("START M", boots=1)
    assert legal(game, "move") == ["move to room 3"]
    game.boots = 2
    assert legal(game, "move") == ["move north", "move to room 3"]
    assert played(game, "move north").boots == 0


def test_a_tunnel_asks_for_what_both_halves_show() -> None:
    # S4 below has nothing on its north edge; D14 above shows S (one monster), E (footprints), N or W (nothing).
    for quarters, boots, monsters, room in ((0, 1, 1, "B"), (1, 2, 0, "A"), (2, 1, 0, "A"), (3, 1, 0, "B")):
        tiles = (((5, 5), "S4", 0), ((5, 6), "D14", quarters))
        assert "move north" not in mover("S4 A", *tiles, boots=boots - 1).legal()
        game = played(mover("S4 A", *tiles, boots=boots), "move north")
        assert (game.own.room, game.boots, damage(game)) == (f"D14 {room}", 0, [monsters, 0])
        game = mover(f"D14 {room}", *tiles, boots=boots)  # and the same the other way
        played(game, "move south")
        assert (game.own.room, game.boots, damage(game)) == ("S4 A", 0, [monsters, 0])
    # Two halves with footprints are 2 Boots, not 3: S1's south edge on D14's turned east edge.
    game = mover("S1 B", ((5, 5), "S1", 0), ((5, 4), "D14", 3), boots=2)
    assert played(game, "move south").boots == 0
    game = mover("D16 B", ((5, 5), "D16", 0), ((6, 5), "D08", 1))  # m1 and m2
    assert damage(played(game, "move east")) == [3, 0]


@pytest.mark.rule("CC14", "CC45", "CCD13")
@pytest.mark.parametrize(
    ("swords", "before", "supply", "choices"),
    [
        *[(0, 0, 30, [0]), (3, 0, 30, [0, 1, 2, 3]), (9, 0, 30, [0, 1, 2, 3]), (1, 0, 30, [0, 1])],
        *[(0, 6, 24, [0]), (0, 7, 23, []), (1, 7, 23, [1]), (2, 7, 23, [1, 2]), (2, 9, 21, []), (3, 9, 21, [3])],
        *[(0, 0, 2, []), (1, 0, 2, [1]), (3, 0, 1, [2, 3]), (2, 0, 0, []), (3, 0, 0, [3])],
    ],
)
def test_swords_prevent_damage(swords: int, before: int, supply: int, choices: list[int]) -> None:
    def arranged() -> Arranged:
        game = hurt(mover("D16 B", ((5, 5), "D16", 0), ((6, 5), "D08", 1)), before, 0)
        game.swords, game.own.supply = swords, supply
        return game

    if not choices:
        assert "move east" not in arranged().legal()
    for number in choices:
        game = played(arranged(), "move east")
        if len(choices) > 1:
            assert game.legal() == [f"spend {choice} swords" for choice in choices]
            assert (game.own.room, game.boots, game.swords) == ("D16 B", 9, swords)
            played(game, f"spend {number} swords")
        assert (game.own.room, game.swords, game.boots) == ("D08 A", swords - number, 8)
        assert (damage(game)[0], game.own.supply) == (before + 3 - number, supply - 3 + number)
        assert game.clank_made == 0


@pytest.mark.rule("CC14")
def test_four_monsters_in_one_tunnel() -> None:
    game = mover("D10 A", ((5, 5), "D10", 0), ((5, 4), "D02", 1))  # m2 f and m2
    game.swords = 5
    played(game, "move south")
    assert game.legal() == [f"spend {number} swords" for number in range(5)]
    assert (played(game, "spend 4 swords").swords, game.boots) == (1, 7)


@pytest.mark.rule("CC14", "CC46")
def test_each_lock_needs_its_own_lockpick_and_stays_open() -> None:
    tiles = (((5, 5), "D01", 0), ((4, 5), "D06", 2))  # both show L, D06 turned by half
    for lockpicks in (0, 1):
        game = mover("D01 A", *tiles)
        game.own.lockpicks = lockpicks
        assert "move west" not in game.legal()
    game = mover("D01 A", *tiles)
    played(game, "move west")
    assert (game.own.room, game.own.lockpicks, sorted(game.unlocked)) == ("D06 A", 1, ["D01 W", "D06 W"])
    assert played(game, "move east", "move west").own.lockpicks == 1
    game = mover("D01 A", *tiles)
    game.unlocked = ["D06 W"]  # one of both lies open
    game.own.lockpicks = 1
    assert played(game, "move west").own.lockpicks == 0
    # A lock on the far half alone.
    game = mover("S4 A", ((5, 5), "S4", 0), ((6, 5), "D06", 0))
    game.own.lockpicks = 0
    assert "move east" not in game.legal()


@pytest.mark.rule("CC14", "CCD1")
def test_inner_tunnels() -> None:
    game = mover("D10 A", ((5, 5), "D10", 0))  # A-B L m1
    game.own.lockpicks = 0
    assert "move to room 2" not in game.legal()
    game.own.lockpicks = 1
    played(game, "move to room 2")
    assert (game.own.room, damage(game), game.unlocked, game.own.lockpicks) == ("D10 B", [1, 0], ["D10 A-B"], 0)
    assert damage(played(game, "move to room 1")) == [2, 0]  # monsters stay
    game = mover("S3 A", ((5, 5), "S3", 0), boots=1)  # A-B f
    assert "move to room 2" not in game.legal()
    game.boots = 2
    assert played(game, "move to room 2").boots == 0
    game = mover("D18 A", ((5, 5), "D18", 0))  # A>B
    assert "move to room 1" not in played(game, "move to room 2").legal()
    game.own.tokens = ["MAP"]
    assert played(game, "move to room 1").own.room == "D18 A"
    game = mover("D08 C", ((5, 5), "D08", 0))  # rooms in the order of the table
    assert legal(game, "move") == ["move north", "move to room 1", "move to room 2"]
    game = mover("D22 B", ((5, 5), "D22", 0))
    assert legal(game, "move") == ["move east", "move to room 1"]


@pytest.mark.rule("CC14", "CC41", "CC46", "CCD13")
def test_a_one_way_half_may_only_be_left() -> None:
    tiles = (((5, 5), "D13", 0), ((4, 5), "S4", 0))
    game = mover("D13 A", *tiles)
    played(game, "move west")
    assert game.own.room == "S4 A"
    assert "move east" not in game.legal()
    game.own.tokens = ["MAP"]
    assert played(game, "move east").own.room == "D13 A"
    two = (((5, 5), "D13", 0), ((4, 5), "D04", 2))  # arrows against each other: no way through
    assert "move west" not in mover("D13 A", *two).legal()
    assert "move east" not in mover("D04 A", *two).legal()


# --- portals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC23", "CC46", "CCD17")
def test_portals() -> None:
    game = mover("D11 A", ((5, 5), "D11", 0))
    played(game, "move through the portal")  # the one of the starting tile, side A: room U, one monster
    assert (game.own.room, game.boots, damage(game), game.exhausted) == ("START U", 8, [1, 0], True)
    tiles = (((5, 5), "D11", 0), ((7, 5), "D04", 0), ((9, 5), "D20", 3), ((11, 5), "D15", 1))
    game = mover("D04 A", *tiles, boots=1)
    assert legal(game, "move")[-1] == "move through the portal"
    played(game, "move through the portal")
    assert game.legal() == [f"come out at {tile}" for tile in ("START", "D11", "D15", "D20")]
    assert (game.boots, game.own.room) == (1, "D04 A")
    played(game, "come out at D20")  # m1 and m1
    assert (game.own.room, game.boots, damage(game)) == ("D20 B", 0, [2, 0])
    assert "portal_used" in game.facts


@pytest.mark.rule("CCD13", "CCD17")
def test_only_payable_portals_are_open() -> None:
    tiles = (((5, 5), "D11", 0), ((9, 5), "D20", 0))
    game = hurt(mover("D11 A", *tiles), 9, 0)
    assert "move through the portal" not in game.legal()  # both other portals have a monster
    game.teleports = 1
    assert played(game, "teleport through the portal").legal() == ["come out at START", "come out at D20"]
    game = hurt(mover("D11 A", *tiles, ((13, 5), "D22", 0)), 9, 0)
    assert played(game, "move through the portal").own.room == "D22 C"  # the only one that can be paid
    game = hurt(mover("D11 A", *tiles, ((13, 5), "D22", 0)), 9, 0)
    game.swords = 1
    played(game, "move through the portal")
    assert game.legal() == ["come out at START", "come out at D20", "come out at D22"]
    assert (played(game, "come out at START").swords, damage(game)[0]) == (0, 9)
    game = mover("D11 A", *tiles)
    game.swords = 1
    played(game, "move through the portal", "come out at D20")
    assert game.legal() == ["spend 0 swords", "spend 1 swords"]


@pytest.mark.rule("CCD17")
def test_a_lone_portal_leads_nowhere() -> None:
    assert "move through the portal" not in mover("START U").legal()
    game = mover("START U", ((5, 5), "D22", 0))
    assert "move through the portal" in game.legal()
    game.boots = 0
    assert "move through the portal" not in game.legal()
    assert "move through the portal" not in mover("START V", ((5, 5), "D22", 0)).legal()
    game = mover("START V", ((5, 5), "D22", 0), side="B")  # side B: room V
    assert played(game, "move through the portal").own.room == "D22 C"


# --- caves, teleports -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC23", "CCD18")
def test_a_crystal_cave_exhausts() -> None:
    game = mover("START V")
    played(game, "move to room 3")
    assert (game.exhausted, game.boots) == (True, 8)
    assert legal(game, "move") == []
    game.boots += 5
    game.teleports = 1
    assert legal(game, "move") == []
    assert "teleport to room 2" in game.legal()
    assert "move to room 1" not in played(game, "teleport to room 2").legal()
    game = mover("START U")  # who starts there is not exhausted
    assert "move to room 2" in game.legal()


@pytest.mark.rule("CC43", "CCD16", "CCD8")
def test_teleports() -> None:
    game = mover("D10 A", ((5, 5), "D10", 0), boots=0)
    game.own.lockpicks, game.teleports = 0, 2
    assert legal(game, "teleport") == ["teleport south", "teleport to room 2"]
    played(game, "teleport to room 2")
    assert (game.own.room, game.teleports, game.unlocked, damage(game)) == ("D10 B", 1, [], [0, 0])
    game = mover("S4 A", ((5, 5), "S4", 0), ((4, 5), "D13", 2), boots=0)  # D13's arrow points at S4
    game.teleports = 1
    assert played(game, "teleport west").own.room == "D13 A"
    assert legal(game, "teleport") == []
    game = mover("START V", boots=0)
    game.teleports = 1
    assert played(game, "teleport to room 3").exhausted
    game = mover("D04 A", ((5, 5), "D04", 0), ((7, 5), "D15", 0), boots=0)
    game.teleports = 1
    played(game, "teleport through the portal")
    assert game.legal() == ["come out at START", "come out at D15"]
    assert game.teleports == 1
    played(game, "come out at D15")
    assert (game.own.room, game.teleports, damage(game), game.facts >= {"portal_used"}) == ("D15 A", 0, [0, 0], True)


# --- the Crypt --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC30", "CCD16", "CCD22")
def test_the_crypt_may_not_be_entered_without_an_artifact() -> None:
    tiles = (((0, -1), "S4", 0),)
    for room, way in (("START V", "to room 1"), ("S4 A", "north")):
        game = mover(room, *tiles)
        game.teleports = 1
        assert not {f"move {way}", f"teleport {way}"} & set(game.legal())
        game.own.artifacts = [5]
        assert {f"move {way}", f"teleport {way}"} <= set(game.legal())
        played(game, f"move {way}")
        assert (game.own.room, game.escaping, game.own.left) == ("START K", True, None)
        assert legal(game, "move", "teleport") == []
        game.skill = 2
        assert "acquire Mercenary" in game.legal()  # all else goes on
    game = mover("START V")
    game.teleports, game.own.artifacts = 2, [5]
    played(game, "teleport to room 1")
    assert (game.escaping, legal(game, "teleport")) == (True, [])


# --- rewards on entry -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC23", "CC40", "CC47", "CCD18")
def test_rewards_on_entry_once_a_room_and_turn() -> None:
    game = hurt(mover("S2 B", ((5, 5), "S2", 0)), 5, 0)  # A heals, B gives 1 Gold, A-B m1
    game.swords = 9
    assert game.own.gold == 0  # starting there is not entering
    played(game, "move to room 1", "spend 1 swords", "move to room 2", "spend 1 swords")
    assert (damage(game)[0], game.own.gold) == (4, 1)  # a first entry, though the turn began there
    played(game, "move to room 1", "spend 1 swords", "move to room 2", "spend 1 swords")
    assert (damage(game)[0], game.own.gold) == (4, 1)
    game.begin_turn(0)
    game.boots = 1
    assert damage(played(game, "move to room 1"))[0] == 4  # the monster hurts before the room heals
    game = mover("D16 A", ((5, 5), "D16", 0))
    game.teleports = 2
    played(game, "teleport to room 3", "teleport to room 2")
    assert game.own.gold == 2


@pytest.mark.rule("CC40", "CCD12")
def test_monkey_idols() -> None:
    game = mover("START U")
    for number, left in ((1, 2), (2, 1), (3, 0), (3, 0)):
        game.begin_turn(0)
        game.own.room, game.boots = "START U", 3
        played(game, "move to room 4", "move to room 3")
        assert (game.own.idols, game.idols) == (number, left)
    game = mover("START U")
    game.teleports = 4
    played(game, *["teleport to room 4", "teleport to room 3"] * 2)
    assert game.own.idols == 1


@pytest.mark.rule("CC23", "CCD12")
def test_a_reward_that_does_nothing_has_been_had() -> None:
    game = mover("S2 B", ((5, 5), "S2", 0))
    game.teleports = 9
    played(game, "teleport to room 1")
    hurt(game, 5, 0)
    assert damage(played(game, "teleport to room 2", "teleport to room 1"))[0] == 5
    game = mover("S3 A", ((5, 5), "S3", 0))
    game.minors = []
    assert played(game, "move to room 2").own.tokens == []
    game = mover("S3 A", ((5, 5), "S3", 0))
    played(wish(game, ("minor", "PUZZLE")), "move to room 2")
    assert (game.own.tokens, len(game.minors)) == (["PUZZLE"], 19)
