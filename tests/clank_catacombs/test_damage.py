"""Damage and healing (CC26, CC36, CC45, CCD13, CCD21): cubes drawn, Ghosts, monsters of tunnels, the tenth damage."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank_catacombs.positions import QUIET, Arranged, fill, hold, hurt, lay, offer, stand
from tests.clank_catacombs.table import Reading, Table

#: What the end of seat 0's turn changes in the position of `attacked`, whoever is hurt.
ROW: Reading = {"row": (*QUIET[:5], "Milky Opal"), "dungeon": (), "dungeon_left": 0}
PASSED: Reading = {"turns": 1, "to_act": 1}


def attacked(game: Arranged) -> Table:
    """Seat 0, without cards, is about to end its turn and to wake the dragon."""
    offer(game, *QUIET[:5])
    game.deck = ["Milky Opal"]
    game.own.hand = game.own.deck = []
    return Table(game)


def out_of_supply(game: Arranged, *seats: int) -> Arranged:
    for seat in seats:
        game.seats[seat].supply = 0
    return game


# --- own cubes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC25", "CCD21")
def test_a_drawn_cube_is_damage_to_its_player_alone() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 1", "clank 1", bag=3), 2, 3, 4)
    changed = attacked(game).luck("end turn", lambda here: here["bag 1"] == 0)
    assert changed == ROW | PASSED | {"area 1": 0, "damage 1": (5, 0, 0)}


@pytest.mark.rule("CC26", "CC36")
@pytest.mark.parametrize(("before", "out"), [(0, False), (7, False), (8, False), (9, True)])
def test_the_tenth_damage_knocks_out(before: int, out: bool) -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 2", bag=12), 0, 0, before)
    changed = attacked(game).luck("end turn", lambda here: here["bag 2"] == 0)
    hit: Reading = {"area 2": 0, "damage 2": (before + 1, 0, 0), "black_bag": 11, "black_aside": 1}
    assert changed == ROW | PASSED | hit | ({"status 2": "knocked out"} if out else {})


@pytest.mark.rule("CC26", "CC36", "CCD21")
def test_black_cubes_and_markers_fill_the_counter_too() -> None:
    game = fill(Arranged(num_players=3), "clank 2", bag=12)
    game.seats[2].meter = [*["own"] * 2, *["black"] * 4, *["marker"] * 3]
    changed = attacked(game).luck("end turn", lambda here: here["bag 2"] == 0)
    assert (changed["damage 2"], changed["status 2"]) == ((3, 4, 3), "knocked out")


@pytest.mark.rule("CC26", "CCD23")
def test_several_may_fall_together_the_one_whose_turn_it_is_among_them() -> None:
    # 0 and 2 fall; 1 goes on.
    game = hurt(fill(Arranged(num_players=3), "clank 0", "clank 2", bag=8), 9, 0, 9)
    changed = attacked(game).luck("end turn", lambda here: here["bag 0"] + here["bag 2"] == 0)
    fallen = {f"{name} {seat}": value for seat in (0, 2) for name, value in
              (("area", 0), ("damage", (10, 0, 0)), ("status", "knocked out"))}  # fmt: skip
    assert changed == ROW | PASSED | fallen
    # 0 and 1 fall: the turn of seat 1 runs by itself, and draws four black cubes.
    game = hurt(fill(Arranged(num_players=3), "clank 0", "clank 1", bag=8), 9, 9, 0)
    changed = attacked(game).luck("end turn", lambda here: here["bag 0"] + here["bag 1"] == 0)
    fallen = {f"{name} {seat}": value for seat in (0, 1) for name, value in
              (("area", 0), ("damage", (10, 0, 0)), ("status", "knocked out"))}  # fmt: skip
    assert changed == ROW | fallen | {"turns": 2, "to_act": 2, "black_bag": 4, "black_aside": 4}


@pytest.mark.rule("CCD21")
def test_drawn_cubes_beyond_the_tenth_damage_leave_the_game() -> None:
    game = hurt(fill(Arranged(num_players=3), *["clank 2"] * 3, bag=4), 0, 0, 9)
    game.rage = 3
    changed = attacked(game).luck("end turn", lambda here: here["bag 2"] == 0)
    hit = {"area 2": 0, "gone 2": 2, "damage 2": (10, 0, 0), "status 2": "knocked out"}
    assert changed == ROW | PASSED | hit


# --- Ghosts -----------------------------------------------------------------------------------------------------------


def haunted(game: Arranged, ghosts: int, black: int = 0) -> Reading:
    """What changes when so many Ghosts and black cubes are drawn, and nothing else."""
    changed = attacked(game).luck(
        "end turn", lambda here: here["ghosts_area"] == ghosts and here["black_bag"] == game.bag.count("black") - black
    )
    assert {name: changed.pop(name) for name in (*ROW, *PASSED)} == ROW | PASSED
    return changed


@pytest.mark.rule("CC25", "CCD21")
def test_a_ghost_hurts_everybody_with_an_own_cube_and_returns() -> None:
    game = fill(Arranged(num_players=4), "ghost", "ghost", bag=3)
    everybody = {f"{name} {seat}": value for seat in range(4) for name, value in
                 (("damage", (2, 0, 0)), ("supply", 28))}  # fmt: skip
    assert haunted(game, ghosts=2) == everybody  # both back in the area
    game = fill(Arranged(num_players=4), "ghost", "ghost", bag=3)
    everybody = {f"{name} {seat}": value for seat in range(4) for name, value in
                 (("damage", (1, 0, 0)), ("supply", 29))}  # fmt: skip
    one = {"ghosts_area": 1, "ghosts_bag": 1, "black_bag": 2, "black_aside": 1}  # who is not drawn stays in the bag
    assert haunted(game, ghosts=1, black=1) == everybody | one


@pytest.mark.rule("CC23", "CC25")
def test_ghosts_of_the_bag_come_out_again() -> None:
    game = fill(Arranged(), bag=4)
    game.bag += ["ghost"] * 3
    game.ghosts -= 3
    changed = haunted(game, ghosts=3)
    assert changed == {
        "ghosts_area": 3, "ghosts_bag": 0,
        "damage 0": (3, 0, 0), "supply 0": 27, "damage 1": (3, 0, 0), "supply 1": 27,
    }  # fmt: skip


@pytest.mark.rule("CC31", "CC25")
@pytest.mark.parametrize("left", ["escaped", "knocked out"])
def test_a_ghost_does_not_hurt_who_is_out(left: str) -> None:
    game = fill(Arranged(num_players=3), "ghost", "ghost", bag=3)
    game.seats[2].left = left
    both = {f"{name} {seat}": value for seat in (0, 1) for name, value in (("damage", (2, 0, 0)), ("supply", 28))}
    assert haunted(game, ghosts=2) == both


@pytest.mark.rule("CC45", "CCD21")
def test_without_a_supply_a_black_cube_marks_ghost_damage_then_a_marker() -> None:
    """Seats are served in their order, each with all its damage; black cubes are those set aside."""
    game = out_of_supply(fill(Arranged(num_players=4), "ghost", "ghost", bag=3), 0, 2, 3)
    game.set_aside, game.seats[2].supply = 3, 1
    assert haunted(game, ghosts=2) == {
        "damage 0": (0, 2, 0),
        "damage 1": (2, 0, 0), "supply 1": 28,
        "damage 2": (1, 1, 0), "supply 2": 0,
        "damage 3": (0, 0, 2),
        "black_aside": 0,
    }  # fmt: skip


@pytest.mark.rule("CC45", "CCD21")
def test_the_seats_order_decides_whoever_acts() -> None:
    game = out_of_supply(fill(Arranged(num_players=3), "ghost", "ghost", bag=3), 0, 1, 2)
    game.begin_turn(2)
    game.set_aside = 1
    changed = attacked(game).luck("end turn", lambda here: here["ghosts_area"] == 2)
    assert [changed[f"damage {seat}"] for seat in range(3)] == [(0, 1, 1), (0, 0, 2), (0, 0, 2)]


@pytest.mark.rule("CC25", "CC45")
def test_black_cubes_of_the_same_draw_are_set_aside_before() -> None:
    game = out_of_supply(fill(Arranged(), "ghost", bag=5), 0)
    assert haunted(game, ghosts=1, black=2) == {
        "damage 0": (0, 1, 0), "damage 1": (1, 0, 0), "supply 1": 29, "black_bag": 3, "black_aside": 1,
    }  # fmt: skip


@pytest.mark.rule("CCD21")
@pytest.mark.parametrize(("supply", "aside"), [(20, 5), (0, 5), (0, 0)])
def test_ghost_damage_beyond_the_tenth_takes_no_cube(supply: int, aside: int) -> None:
    game = hurt(fill(Arranged(num_players=3), *["ghost"] * 3, bag=4), 0, 0, 8)
    game.rage, game.set_aside, game.seats[2].supply = 3, aside, supply
    others = {f"{name} {seat}": value for seat in (0, 1) for name, value in (("damage", (3, 0, 0)), ("supply", 27))}
    hit: Reading = {"status 2": "knocked out"}
    if supply:
        hit |= {"damage 2": (10, 0, 0), "supply 2": 18}
    elif aside:
        hit |= {"damage 2": (8, 2, 0), "black_aside": 3}
    else:
        hit |= {"damage 2": (8, 0, 2)}
    assert haunted(game, ghosts=3) == others | hit


@pytest.mark.rule("CCD21")
def test_own_cubes_come_before_ghosts() -> None:
    game = hurt(fill(Arranged(num_players=3), "ghost", "clank 2", bag=3), 0, 0, 9)
    changed = attacked(game).luck("end turn", lambda here: here["ghosts_area"] == 1 and here["bag 2"] == 0)
    both = {f"{name} {seat}": value for seat in (0, 1) for name, value in (("damage", (1, 0, 0)), ("supply", 29))}
    hit = {"area 2": 0, "damage 2": (10, 0, 0), "status 2": "knocked out"}  # no cube of the supply, none gone
    assert changed == ROW | PASSED | both | hit


# --- healing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC26", "CC41", "CCD20", "CCD21")
@pytest.mark.parametrize(
    ("token", "action", "before", "after", "own", "black"),
    [
        ("HEAL1", "drink one", (2, 1, 1), (1, 1, 1), 1, 0),
        ("HEAL2", "drink two", (2, 1, 1), (0, 1, 1), 2, 0),
        ("HEAL2", "drink two", (1, 2, 1), (0, 1, 1), 1, 1),
        ("HEAL2", "drink two", (0, 2, 1), (0, 0, 1), 0, 2),
        ("HEAL2", "drink two", (0, 1, 2), (0, 0, 1), 0, 1),
        ("HEAL1", "drink one", (0, 0, 2), (0, 0, 1), 0, 0),
        ("HEAL2", "drink two", (1, 0, 0), (0, 0, 0), 1, 0),  # what heals more than there is
        ("HEAL2", "drink two", (0, 1, 0), (0, 0, 0), 0, 1),
        ("HEAL2", "drink two", (0, 0, 1), (0, 0, 0), 0, 0),
    ],
)
def test_healing_takes_own_cubes_then_black_ones_then_markers(
    token: str, action: str, before: tuple[int, int, int], after: tuple[int, int, int], own: int, black: int
) -> None:
    game = fill(Arranged())
    game.own.tokens, game.own.supply, game.set_aside = [token], 20, 4
    game.own.meter = [
        kind for kind, number in zip(("own", "black", "marker"), before, strict=True) for _ in range(number)
    ]
    back = ({"supply 0": 20 + own} if own else {}) | ({"black_aside": 4 + black} if black else {})
    assert Table(game).turn(action) == {"tokens 0": (), "damage 0": after} | back


@pytest.mark.rule("CCD20", "CCD21")
def test_healing_at_no_damage_does_nothing_and_no_potion_is_drunk() -> None:
    game = hold(Arranged(), "Hedge Witch")
    game.own.tokens = ["HEAL1", "HEAL2"]
    table = Table(game)
    assert table.legal("drink") == []
    assert table.turn("play Hedge Witch") == {
        "hand 0": (), "played": ("Hedge Witch",), "skill": 1, "companions": 1, "area 0": 2, "supply 0": 28,
    }  # fmt: skip
    game = hurt(hold(Arranged(), "Hedge Witch"), 1, 0)
    game.own.tokens = ["HEAL1", "HEAL2"]
    table = Table(game)
    assert table.legal("drink") == ["drink two", "drink one"]
    assert table.turn("play Hedge Witch")["damage 0"] == (0, 0, 0)
    assert table.legal("drink") == []


# --- damage that does not come from the bag ---------------------------------------------------------------------------


def at_monsters(number: int, *, supply: int, damage: int, swords: int) -> Table:
    """Seat 0 stands at an inner tunnel with so many monsters, which leads to its room 2."""
    tile = {1: "S6", 2: "D06"}[number]
    game = stand(lay(fill(Arranged()), (0, -1), tile), f"{tile} A")
    game.boots, game.swords, game.own.lockpicks = 1, swords, 0
    game.own.meter, game.own.supply = ["own"] * damage, supply
    return Table(game)


@pytest.mark.rule("CC14", "CC45", "CCD13")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("supply", [0, 1, 2, 9])
@pytest.mark.parametrize("damage", [0, 7, 8, 9])
@pytest.mark.parametrize("swords", [0, 1, 2])
def test_monsters_may_hurt_as_far_as_there_are_cubes_and_the_counter_is_not_filled(
    number: int, supply: int, damage: int, swords: int
) -> None:
    table = at_monsters(number, supply=supply, damage=damage, swords=swords)
    allowed = [k for k in range(min(number, swords) + 1) if number - k <= min(supply, 9 - damage)]
    assert ("move to room 2" in table.legal()) == bool(allowed)
    if not allowed:
        return
    changed = table.turn("move to room 2")
    if len(allowed) > 1:
        assert changed == {"phase": "swords"}
        assert table.legal() == [f"spend {k} swords" for k in allowed]
    spent = allowed[0]
    if len(allowed) > 1:
        changed = table.turn(f"spend {spent} swords")
    hits = number - spent
    room = {1: "S6 B", 2: "D06 B"}[number]
    expected: dict[str, Any] = {"room 0": room, "boots": 0}
    expected |= {"swords": swords - spent} if spent else {}
    expected |= {"damage 0": (damage + hits, 0, 0), "supply 0": supply - hits} if hits else {}
    expected |= {"phase": "anything"} if len(allowed) > 1 else {}
    assert changed == expected


@pytest.mark.rule("CC45")
@pytest.mark.parametrize("supply", [0, 1])
def test_black_cubes_set_aside_do_not_pay_for_damage_of_ones_own_will(supply: int) -> None:
    game = stand(lay(fill(Arranged()), (0, -1), "S6"), "S6 A")
    game.boots, game.set_aside, game.own.supply = 1, 9, supply
    assert ("move to room 2" in Table(game).legal()) == (supply == 1)


@pytest.mark.rule("CC36", "CC45", "CCD21")
def test_black_cubes_and_markers_count_for_the_nine() -> None:
    for meter, free in ((["black"] * 5 + ["marker"] * 4, False), (["black"] * 5 + ["marker"] * 3, True)):
        game = stand(lay(fill(Arranged()), (0, -1), "S6"), "S6 A")
        game.boots, game.own.meter = 1, meter
        assert ("move to room 2" in Table(game).legal()) == free
