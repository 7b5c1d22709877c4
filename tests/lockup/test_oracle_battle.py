"""Tests of the plain-Python oracle itself: battles (L9, L11, LD5, LD14), and who is asked for a commander."""

from __future__ import annotations

import pytest

from tests.arranged import played
from tests.lockup.cards import COMMANDERS, Commander
from tests.lockup.positions import Arranged, commander, gold, pass_round

ATTACKING = ["Warden Drusk", "Captain Ironjaw", "Lady of Knives", "Siege-Mother", "Duelist Vex"]
DEFENDING = ["Shield Sergeant", "The Turnkey", "Old Rampart", "Duelist Vex"]


def battle(
    attack: list[str], defence: list[str], *, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = (), **options: bool
) -> Arranged:
    """Seat 0 against seat 1 with 9 gold each, blank factions, and these monsters and commanders, before the attack."""
    game = Arranged(num_players=2, **{"faction_income": False, **options})
    for seat, monsters, names in zip(game.seats, (attack, defence), (mine, theirs), strict=True):
        seat.gold, seat.monsters, seat.commanders = 9, monsters, [commander(name) for name in names]
        for name in names:
            game.piles["commander"].remove(name)
    return game


def test_the_stronger_takes_three_gold() -> None:  # L9, L11, LD5
    for attack, defence, expected in (
        (["Gutter Knife"], ["Torch Sneak"], [12, 6]),
        (["Torch Sneak"], ["Gutter Knife"], [6, 12]),
        (["Torch Sneak", "Torch Sneak"], ["Gutter Knife"], [9, 9]),
        ([], [], [9, 9]),
    ):
        game = played(battle(attack, defence), "arena 1")
        assert (gold(game), game.phase, game.to_act, game.battle) == (expected, "place", 1, None)
        assert game.places == {"arena": 0}
        assert game.seats[0].workers == 3


@pytest.mark.parametrize(("coins", "moved"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_nobody_loses_more_than_there_is(coins: int, moved: int) -> None:  # L11, LD5
    game = battle(["Gutter Knife"], [])
    game.seats[1].gold = coins
    assert gold(played(game, "arena 1")) == [9 + moved, coins - moved]
    game = battle([], ["Gutter Knife"])
    game.seats[0].gold = coins
    assert gold(played(game, "arena 1")) == [coins - moved, 9 + moved]


def test_arena_names_the_opponent_clockwise() -> None:  # LD14
    for distance, opponent in ((1, 3), (2, 0), (3, 1)):
        game = Arranged(num_players=4, faction_income=False)
        game.to_act = 2
        game.seats[2].monsters = ["Gutter Knife"]
        game.step(f"arena {distance}")
        assert gold(game) == [0 if seat == opponent else 6 if seat == 2 else 3 for seat in range(4)]
        assert game.to_act == 3


def test_factions_add_power() -> None:  # LD9
    game = Arranged(("faction 0", "Iron Gang"), ("faction 1", "Coin Rats"), num_players=2)
    assert gold(played(game, "arena 1")) == [5 + 3, 6 - 3]
    game = Arranged(("faction 0", "Coin Rats"), ("faction 1", "Night Shift"), num_players=2)
    assert gold(played(game, "arena 1")) == [6 - 3, 5 + 3]
    game = Arranged(("faction 0", "Night Shift"), ("faction 1", "Iron Gang"), num_players=2)
    assert gold(played(game, "arena 1")) == [5, 5]  # each on the wrong side


@pytest.mark.parametrize("name", ATTACKING)
def test_attacking_commanders(name: str) -> None:  # LD14
    power = COMMANDERS[name]["op"]["atk"]
    loot = 4 if name == "Lady of Knives" else 3
    for strength, expected in ((power - 1, [9 + loot, 9 - loot]), (power, [9, 9]), (power + 1, [6, 12])):
        game = battle([], ["Torch Sneak"] * strength, mine=(name,))
        game.step("arena 1")
        assert (game.phase, game.to_act) == ("attacker", 0)
        assert game.legal() == [f"commander {name}", "no commander"]
        game.step(f"commander {name}")
        assert gold(game) == expected
        assert game.seats[0].commanders == [Commander(name, face_up=True)]


@pytest.mark.parametrize("name", DEFENDING)
def test_defending_commanders(name: str) -> None:  # LD14
    power = COMMANDERS[name]["op"]["def"]
    loot = 4 if name == "Old Rampart" else 3
    for strength, expected in ((power - 1, [9 - loot, 9 + loot]), (power, [9, 9]), (power + 1, [12, 6])):
        game = battle(["Torch Sneak"] * strength, [], theirs=(name,))
        game.step("arena 1")
        assert (game.phase, game.to_act) == ("defender", 1)
        assert game.legal() == [f"commander {name}", "no commander"]
        game.step(f"commander {name}")
        assert (gold(game), game.to_act) == (expected, 1)
        assert game.seats[1].commanders == [Commander(name, face_up=True)]


def test_declining_leaves_the_commander_face_down() -> None:  # LD13, LD14
    game = played(battle([], ["Torch Sneak"], mine=("Siege-Mother",)), "arena 1", "no commander")
    assert (gold(game), game.seats[0].commanders) == ([6, 12], [Commander("Siege-Mother", face_up=False)])


def test_larger_stakes_are_bounded_by_the_gold_there_is() -> None:  # LD14
    for coins in (2, 4, 9):
        game = battle(["Stone Lout"], [], mine=("Lady of Knives",))
        game.seats[1].gold = coins
        assert gold(played(game, "arena 1", "commander Lady of Knives"))[1] == coins - min(4, coins)
        game = battle([], ["Stone Lout"], theirs=("Old Rampart",))
        game.seats[0].gold = coins
        assert gold(played(game, "arena 1", "commander Old Rampart"))[0] == coins - min(4, coins)


def test_a_stake_is_raised_by_the_winner_only() -> None:  # LD14
    game = battle([], ["Stone Lout"], mine=("Lady of Knives",))
    assert gold(played(game, "arena 1", "commander Lady of Knives")) == [6, 12]
    game = battle(["Frost Titan"], [], theirs=("Old Rampart",))
    assert gold(played(game, "arena 1", "commander Old Rampart")) == [12, 6]


def test_the_defender_answers_the_attacker() -> None:  # LD14
    game = battle(["Torch Sneak"], [], mine=("Warden Drusk",), theirs=("The Turnkey", "Shield Sergeant"))
    played(game, "arena 1", "commander Warden Drusk")
    assert game.battle == {"attacker": 0, "defender": 1, "commander": "Warden Drusk"}
    assert game.legal() == ["commander Shield Sergeant", "commander The Turnkey", "no commander"]
    game.step("commander The Turnkey")
    assert (gold(game), game.to_act) == ([9, 9], 1)  # 1 + 2 against 3
    assert [c.face_up for c in game.seats[1].commanders] == [True, False]


def test_who_is_asked_depends_on_what_all_can_see() -> None:  # LD13, LD14
    # Cards face down: asked, whatever they are. Face up: asked only if one fits. "round" commanders never count.
    cases: list[tuple[str, bool, list[str] | None, list[str] | None]] = [
        ("Chronicler", False, ["no commander"], ["no commander"]),
        ("The Turnkey", False, ["no commander"], ["commander The Turnkey", "no commander"]),
        ("Siege-Mother", False, ["commander Siege-Mother", "no commander"], ["no commander"]),
        ("The Turnkey", True, None, ["commander The Turnkey", "no commander"]),
        ("Siege-Mother", True, ["commander Siege-Mother", "no commander"], None),
        ("Duelist Vex", True, ["commander Duelist Vex", "no commander"], ["commander Duelist Vex", "no commander"]),
        ("Paymaster", True, None, None),
    ]
    for name, face_up, attacking, defending in cases:
        game = battle([], [], mine=(name,))
        game.seats[0].commanders[0].face_up = face_up
        game.step("arena 1")
        assert (game.legal() if game.phase == "attacker" else None) == attacking
        game = battle([], [], theirs=(name,))
        game.seats[1].commanders[0].face_up = face_up
        game.step("arena 1")
        assert (game.legal() if game.phase == "defender" else None) == defending


def test_a_commander_works_again_in_the_next_round() -> None:  # L10, LD6
    game = battle([], [], mine=("Siege-Mother",))
    pass_round(played(game, "arena 1", "commander Siege-Mother"))
    game.to_act = 0
    game.step("arena 1")
    assert game.legal() == ["commander Siege-Mother", "no commander"]


def test_permanent_events_in_battle() -> None:  # LD14
    for mine, theirs, expected in (
        (["War Drums"], [], [12, 6]),
        ([], ["Spiked Gate"], [6, 12]),
        (["War Drums"], ["Spiked Gate"], [9, 9]),
        (["Spiked Gate"], ["War Drums"], [9, 9]),
    ):
        game = battle([], [])
        game.seats[0].events, game.seats[1].events = mine, theirs
        assert gold(played(game, "arena 1")) == expected


def test_every_battle_commander_is_tested() -> None:
    assert {name for name, row in COMMANDERS.items() if row["timing"] == "battle"} == {*ATTACKING, *DEFENDING}
