"""Moving on the kernels: paying with Boots, Swords, damage and Lockpicks, arrows, caves, teleports, the Crypt, rewards.

What each tunnel costs is in `test_tiles.py`, portals are in `test_portals.py`.
"""

from __future__ import annotations

import pytest

from tests.clank_catacombs.positions import Arranged, clear_hand, hold, hurt
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import mover, own, price

#: A chain for damage: D16's B, and east of it D08's A, m1 and m2.
_THREE_MONSTERS = (((5, 5), "D16", 0), ((6, 5), "D08", 1))
#: D13's arrow leads west to S4.
_ARROW = (((5, 5), "D13", 0), ((4, 5), "S4", 1))


# --- paying -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC14", "CCD13")
def test_boots_are_what_limits_moves() -> None:
    for boots, moves in ((0, []), (1, ["move to room 3"]), (2, ["move north", "move to room 3"])):
        assert Table(mover("START M", boots=boots)).legal("move") == moves
    t = Table(mover("START K", boots=5))
    assert t.turn("move to room 2") == {"room 0": "START V", "boots": 4}


@pytest.mark.rule("CC13", "CC14")
def test_moves_may_be_repeated_as_long_as_boots_last() -> None:
    t = Table(mover("S4 A", ((5, 5), "S4", 0), ((5, 6), "D14", 2), boots=3))
    assert t.turn("move north", "move south") == {"boots": 1}
    assert t.turn("move north") == {"boots": 0, "room 0": "D14 A"}
    assert t.legal("move") == []


@pytest.mark.rule("CC14", "CC45", "CCD13")
@pytest.mark.parametrize(
    ("swords", "before", "supply", "choices"),
    [
        *[(0, 0, 30, [0]), (3, 0, 30, [0, 1, 2, 3]), (9, 0, 30, [0, 1, 2, 3]), (1, 0, 30, [0, 1])],
        *[(0, 6, 24, [0]), (0, 7, 23, []), (1, 7, 23, [1]), (2, 7, 23, [1, 2]), (2, 9, 21, []), (3, 9, 21, [3])],
        *[(0, 0, 3, [0]), (0, 0, 2, []), (1, 0, 2, [1]), (3, 0, 1, [2, 3]), (2, 0, 0, []), (3, 0, 0, [3])],
    ],
)
def test_swords_prevent_damage(swords: int, before: int, supply: int, choices: list[int]) -> None:
    """Damage takes cubes of the supply, and never the last health; it is no Clank!."""
    game = hurt(mover("D16 B", *_THREE_MONSTERS, swords=swords), before, 0)
    game.own.supply = supply
    assert ("move east" in Table(game).legal()) == bool(choices)
    for number in choices:
        t = Table(game)
        if len(choices) > 1:
            assert t.turn("move east") == {"phase": "swords"}  # nothing is paid before the last answer
            assert t.legal() == [f"spend {choice} swords" for choice in choices]
        actions = [f"spend {number} swords"] if len(choices) > 1 else ["move east"]
        paid = {"swords": swords - number} if number else {}
        hits = {"damage 0": (before + 3 - number, 0, 0), "supply 0": supply - 3 + number} if number < 3 else {}
        asked = {"phase": "anything"} if len(choices) > 1 else {}
        assert t.turn(*actions) == {"room 0": "D08 A", "boots": 8, **paid, **hits, **asked}


@pytest.mark.rule("CC36", "CC45")
@pytest.mark.parametrize("cube", ["own", "black", "marker"])
def test_any_damage_counts_towards_the_last_health(cube: str) -> None:
    for damage, may in ((6, True), (7, False)):
        game = mover("D16 B", *_THREE_MONSTERS)
        game.own.meter = [cube] * damage
        assert ("move east" in Table(game).legal()) == may


@pytest.mark.rule("CC14", "CCD13")
def test_four_monsters_in_one_tunnel() -> None:
    t = Table(mover("D10 A", ((5, 5), "D10", 0), ((5, 4), "D02", 1), swords=5))  # m2 f and m2
    assert t.turn("move south") == {"phase": "swords"}
    assert t.legal() == [f"spend {number} swords" for number in range(5)]
    expected = {"phase": "anything", "swords": 1, "boots": 7, "room 0": "D02 A"}
    assert t.turn("spend 4 swords") == expected


@pytest.mark.rule("CC14", "CC46")
def test_each_lock_needs_its_own_lockpick_and_stays_open_for_all() -> None:
    tiles = (((5, 5), "D01", 0), ((4, 5), "D06", 2))  # D01's W and D06's W, both with a lock
    t = Table(mover("D01 A", *tiles))
    assert price(t, "move west") == (1, 0, 2)
    opened = {"boots": 8, "room 0": "D06 A", "lockpicks 0": 1, "unlocked": ("D01 W", "D06 W")}
    assert t.turn("move west") == opened
    assert t.turn("move east") == {"boots": 7, "room 0": "D01 A"}
    assert price(t, "move west") == (1, 0, 0)
    for lock in ("D01 W", "D06 W"):
        game = mover("D01 A", *tiles, lockpicks=1)
        game.unlocked = [lock]
        t = Table(game)
        assert price(t, "move west") == (1, 0, 1)
        assert t.turn("move west") == {**opened, "lockpicks 0": 0}


@pytest.mark.rule("CC14", "CCD1")
def test_an_inner_lock_opens_for_good_and_monsters_stay() -> None:
    t = Table(mover("D10 A", ((5, 5), "D10", 0), lockpicks=1))  # A-B L m1
    first = {"boots": 8, "room 0": "D10 B", "lockpicks 0": 0, "unlocked": ("D10 A-B",)}
    assert t.turn("move to room 2") == {**first, "damage 0": (1, 0, 0), "supply 0": 29}
    second = {"boots": 7, "room 0": "D10 A", "damage 0": (2, 0, 0), "supply 0": 28}
    assert t.turn("move to room 1") == second


@pytest.mark.rule("CC14", "CC41", "CC46")
def test_a_one_way_half_may_only_be_left() -> None:
    t = Table(mover("D13 A", *_ARROW))
    assert t.turn("move west") == {"boots": 8, "room 0": "S4 A"}
    assert "move east" not in t.legal()
    game = mover("S4 A", *_ARROW)
    game.own.tokens = ["MAP"]
    assert Table(game).turn("move east") == {"boots": 8, "room 0": "D13 A"}
    game = mover("S4 A", *_ARROW)
    game.seats[1].tokens = ["MAP"]  # of no use to others
    assert "move east" not in Table(game).legal()
    two = (((5, 5), "D13", 0), ((4, 5), "D04", 2))  # arrows against each other: no way through
    assert "move west" not in Table(mover("D13 A", *two)).legal()
    assert "move east" not in Table(mover("D04 A", *two)).legal()


@pytest.mark.rule("CC14", "CC41", "CCD1")
def test_an_inner_arrow() -> None:
    game = mover("D18 A", ((5, 5), "D18", 0))  # A>B
    t = Table(game)
    entered = {"boots": 8, "room 0": "D18 B", "tokens 0": ("PUZZLE",)}
    assert t.turn("move to room 2") == entered
    assert "move to room 1" not in t.legal()
    game = mover("D18 B", ((5, 5), "D18", 0))
    game.own.tokens = ["MAP"]
    assert Table(game).turn("move to room 1") == {"boots": 8, "room 0": "D18 A"}


# --- caves ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC23", "CCD13", "CCD18")
def test_a_crystal_cave_exhausts() -> None:
    """Boots stay in the pool and can be had; they pay for nothing more this turn."""
    game = hold(mover("START V", teleports=1), "Sidestep", "Burgle")
    game.own.tokens = ["BOOT1"]
    t = Table(game)
    entered = {"boots": 8, "room 0": "START U", "exhausted": 1, "damage 0": (1, 0, 0), "supply 0": 29}
    assert t.turn("move to room 3") == entered
    assert t.legal("move") == []
    assert t.turn("play Sidestep", "use boots")["boots"] == 10
    assert t.legal("move") == []
    assert t.turn("teleport to room 2") == {"room 0": "START V", "teleports": 0}
    assert t.legal("move") == []
    t = Table(mover("START U"))  # who starts there is not exhausted
    assert t.turn("move to room 4", "move to room 3")["exhausted"] == 1  # who comes back is
    assert t.legal("move") == []


@pytest.mark.rule("CC23")
def test_the_next_turn_is_another_one() -> None:
    game = clear_hand(hold(mover("START V"), seat=1))
    t = Table(game).play("move to room 3", "end turn")
    t.states["boots"] = 1
    t.states["room"][0, 1] = t.states["room"][0, 0]
    assert (t["to_act"], t["exhausted"]) == (1, 0)
    assert "move to room 4" in t.legal()


# --- teleports --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC43", "CCD8", "CCD16")
def test_a_teleport_asks_for_nothing_and_opens_nothing() -> None:
    game = hurt(mover("D10 A", ((5, 5), "D10", 0), boots=0, lockpicks=0, teleports=2), 9, 0)
    t = Table(game)
    assert t.legal("move") == []
    assert t.legal("teleport") == ["teleport south", "teleport to room 2"]
    assert t.turn("teleport to room 2") == {"room 0": "D10 B", "teleports": 1}
    assert t.turn("teleport to room 1") == {"room 0": "D10 A", "teleports": 0}
    assert t.legal("teleport") == []


@pytest.mark.rule("CC43", "CCD16")
def test_a_teleport_ignores_arrows_and_is_exhausted_by_caves() -> None:
    t = Table(mover("S4 A", *_ARROW, boots=0, teleports=1))
    assert t.turn("teleport east") == {"room 0": "D13 A", "teleports": 0}
    t = Table(mover("D18 B", ((5, 5), "D18", 0), boots=0, teleports=1))
    assert t.turn("teleport to room 1") == {"room 0": "D18 A", "teleports": 0}
    t = Table(mover("START V", teleports=1))
    assert t.turn("teleport to room 3") == {"room 0": "START U", "teleports": 0, "exhausted": 1}
    assert t.legal("move") == []


@pytest.mark.rule("CCD8", "CCD16")
def test_teleports_are_of_cards_and_of_this_turn() -> None:
    game = mover("START K", boots=0, lockpicks=0)
    t = Table(hold(hold(game, "Ossuary Key", "Stumble"), seat=1))
    assert t.legal("teleport") == []
    t.play("play Ossuary Key")
    assert (t["teleports"], t.legal("teleport")) == (1, ["teleport south", "teleport to room 2"])
    t.play("play Stumble", "end turn")
    assert (t["to_act"], t["teleports"]) == (1, 0)


# --- the Crypt --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC1", "CC30", "CCD16", "CCD22")
@pytest.mark.parametrize(("room", "way"), [("START V", "to room 1"), ("S4 A", "north")])
def test_the_crypt_is_for_those_who_have_an_artifact(room: str, way: str) -> None:
    tiles = (((0, -1), "S4", 0),)
    assert not {f"move {way}", f"teleport {way}"} & set(Table(mover(room, *tiles, teleports=1)).legal())
    game = clear_hand(own(mover(room, *tiles, teleports=1), 5))
    assert Table(game).turn(f"teleport {way}") == {"room 0": "START K", "teleports": 0}
    t = Table(game)
    assert t.turn(f"move {way}") == {"room 0": "START K", "boots": 8}
    assert t.legal("move", "teleport", "turn") == []  # nothing but the way out
    t.states["skill"] = 2
    assert t.legal() == ["acquire Mercenary", "end turn"]
    t.play("end turn")
    assert (t["status 0"], t["room 0"], t["to_act"]) == ("escaped", "START K", 1)


@pytest.mark.rule("CC30", "CCD22")
def test_without_an_artifact_the_crypt_may_be_left_and_not_entered_again() -> None:
    t = Table(mover("START K"))
    assert t.turn("move to room 2") == {"room 0": "START V", "boots": 8}
    assert "move to room 1" not in t.legal()


# --- rewards on entry -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC23", "CC47", "CCD18")
def test_rewards_on_entry_once_a_room_and_turn() -> None:
    game = hurt(mover("S2 B", ((5, 5), "S2", 0), swords=9), 5, 0)  # A heals, B gives 1 Gold, A-B m1
    t = Table(game)
    healed = {"boots": 8, "swords": 8, "room 0": "S2 A", "damage 0": (4, 0, 0), "supply 0": 26}
    assert t.turn("move to room 1", "spend 1 swords") == healed
    # A first entry, though the turn began there.
    paid = {"boots": 7, "swords": 7, "room 0": "S2 B", "gold 0": 1}
    assert t.turn("move to room 2", "spend 1 swords") == paid
    assert t.turn("move to room 1", "spend 1 swords", "move to room 2", "spend 1 swords") == {"boots": 5, "swords": 5}
    t = Table(hurt(mover("S2 B", ((5, 5), "S2", 0), boots=1), 5, 0))
    assert t.turn("move to room 1") == {"boots": 0, "room 0": "S2 A"}  # the monster hurts before the room heals


@pytest.mark.rule("CC23", "CC47")
def test_rewards_come_again_next_turn() -> None:
    game = clear_hand(hold(mover("S1 A", ((5, 5), "S1", 0)), seat=1))
    t = Table(game)
    assert t.turn("move to room 2") == {"boots": 8, "room 0": "S1 B", "gold 0": 1}
    t.play("end turn", "end turn")
    assert (t["to_act"], t["room 0"], t["gold 0"]) == (0, "S1 B", 1)  # nothing for starting there
    t.states["boots"] = 2
    assert t.turn("move to room 1", "move to room 2")["gold 0"] == 2


@pytest.mark.rule("CC23", "CCD16")
def test_rewards_by_teleport() -> None:
    t = Table(mover("D16 A", ((5, 5), "D16", 0), teleports=2))
    assert t.turn("teleport to room 3") == {"room 0": "D16 C", "exhausted": 1, "teleports": 1}
    assert t.turn("teleport to room 2") == {"room 0": "D16 B", "gold 0": 2, "teleports": 0}


@pytest.mark.rule("CC5", "CC40", "CCD12")
def test_monkey_idols() -> None:
    def game(left: int) -> Arranged:
        arranged = mover("START U", teleports=4, boots=0)
        arranged.idols, arranged.seats[1].idols = left, 3 - left
        return arranged

    t = Table(game(3))
    assert t.turn("teleport to room 4") == {"room 0": "START M", "teleports": 3, "idols 0": 1, "idols_left": 2}
    assert t.turn("teleport to room 3", "teleport to room 4") == {"teleports": 1, "exhausted": 1}
    assert Table(game(0)).turn("teleport to room 4") == {"room 0": "START M", "teleports": 3}


@pytest.mark.rule("CC23", "CCD12", "CCD21")
def test_a_reward_that_could_do_nothing_has_been_had() -> None:
    game = mover("S2 B", ((5, 5), "S2", 0), boots=9, teleports=9, swords=0)
    t = Table(game)
    assert t.turn("teleport to room 1") == {"room 0": "S2 A", "teleports": 8}  # no damage yet
    t.play("move to room 2")
    assert t["damage 0"] == (1, 0, 0)
    assert t.turn("teleport to room 1") == {"room 0": "S2 A", "teleports": 7}
    game = mover("S3 A", ((5, 5), "S3", 0))
    game.minors = []
    assert Table(game).turn("move to room 2") == {"room 0": "S3 B", "boots": 7}
    game = hurt(mover("S2 B", ((5, 5), "S2", 0), teleports=1), 1, 0)
    game.own.meter = ["black"]
    game.bag.remove("black")
    healed = {"room 0": "S2 A", "teleports": 0, "damage 0": (0, 0, 0), "black_aside": 1}
    assert Table(game).turn("teleport to room 1") == healed
