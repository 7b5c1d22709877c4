"""Tests of the plain-Python oracle itself: features of rooms, the Market, Artifacts, shrines, secrets and prisoners."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.arranged import played
from tests.clank_catacombs.cards import tokens
from tests.clank_catacombs.positions import (
    QUIET,
    Arranged,
    clear_hand,
    damage,
    end_turn,
    fill,
    hold,
    hurt,
    lay,
    legal,
    offer,
    on_top,
    stand,
    wish,
)


def visitor(tile: str, room: str, **options: int) -> Arranged:
    game = offer(fill(Arranged(**options)))
    return stand(lay(game, (5, 5), tile), f"{tile} {room}")


@pytest.mark.rule("CC41")
def test_the_piles() -> None:
    assert Counter(tokens("major")) == {"MAP": 2, "CHALICE": 3, "SKILL5": 2, "GOLD5": 2, "HEAL2": 2}
    minor = Counter(EGG=3, LOCKPICK=3, SPRING=2, HEAL1=3, BOOT1=2, SWORD2=2, PUZZLE=2, GOLD2=3)
    assert Counter(tokens("minor")) == minor
    twice = Counter(ADVENTURER=2, BARBARIAN=2, CLERIC=2, HAUNTED=2, MONK=2, PEASANT=2)
    once = ["COUPON", "MONKEYBOT", "MAYOR", "PRIMATOLOGIST", "PRINCE", "PRINCESS", "SORCERESS", "WARRIOR"]
    assert Counter(tokens("prisoners")) == twice + Counter(once)


# --- locked features --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC20", "CCD12", "CCD18")
@pytest.mark.parametrize(
    ("tile", "room", "kind", "pile"),
    [("D14", "B", "chest", "majors"), ("D20", "A", "library", ""), ("D12", "B", "prison", "captives")],
)
def test_locked_features(tile: str, room: str, kind: str, pile: str) -> None:
    game = wish(visitor(tile, room), ("major", "CHALICE"), ("prisoner", "PEASANT"), ("prisoner", "MONK"))
    game.own.lockpicks = 0
    assert not legal(game, "open")
    game.own.lockpicks, game.exhausted = 2, True
    assert legal(game, "open") == [f"open {kind}"]
    played(game, f"open {kind}")
    own = game.own
    assert (own.lockpicks, legal(game, "open")) == (1, [])
    assert own.tokens == ["CHALICE"] * (kind == "chest")
    assert own.prisoners == ["PEASANT", "MONK"] * (kind == "prison")
    assert own.discard == ["Secret Tome"] * (kind == "library")
    game.seats[1].room = own.room
    end_turn(game)
    assert not legal(game, "open")  # once for the whole game
    game = visitor(tile, room)
    if pile:
        setattr(game, pile, [])
    else:
        game.reserve["Secret Tome"] = 0
    assert not legal(game, "open")


@pytest.mark.rule("CCD12")
def test_a_last_prisoner() -> None:
    game = visitor("D12", "B")
    game.captives = ["WARRIOR"]
    assert played(game, "open prison").own.prisoners == ["WARRIOR"]


@pytest.mark.rule("CC20", "CCD18")
def test_features_of_one_room_are_opened_one_by_one() -> None:
    game = visitor("D16", "B")
    game.opened = ["D14 B chest"]
    assert legal(game, "open") == ["open chest"]
    game = visitor("D07", "A")
    game.lying["D07 A"] = 7
    assert legal(game, "take", "open") == ["take artifact", "open library"]


# --- Artifacts, shrines -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CC21", "CC37", "CC39", "CCD19")
def test_artifacts() -> None:
    game = visitor("D01", "A")
    assert "take artifact" not in game.legal()
    game.lying = {"D01 A": 5, "D05 A": 12, "D06 A": 7}
    lay(lay(game, (7, 7), "D05"), (9, 9), "D06")
    played(game, "take artifact")
    assert (game.own.artifacts, game.lying, game.rage) == ([5], {"D05 A": 12, "D06 A": 7}, 3)
    stand(game, "D05 A")
    assert "take artifact" not in game.legal()
    game.own.items = ["Backpack"]
    played(game, "take artifact")
    assert (game.own.artifacts, game.rage) == ([5, 12], 4)
    stand(game, "D06 A")
    assert "take artifact" not in game.legal()
    game.own.items = ["Backpack", "Backpack"]
    assert played(game, "take artifact").own.artifacts == [5, 12, 7]


@pytest.mark.rule("CC22", "CC42")
def test_wayshrines() -> None:
    game = offer(fill(Arranged(num_players=4)))
    gold = 0
    for number, (tile, room) in enumerate((("S4", "A"), ("D06", "B"), ("D14", "A")), 1):
        stand(lay(game, (5, 5 + number), tile), f"{tile} {room}")
        played(game, "mark wayshrine")
        gold += number
        assert (game.own.gold, game.own.supply, game.marks[f"{tile} {room}"]) == (gold, 30 - number, [0])
        assert "mark wayshrine" not in game.legal()
    for seat in (1, 2, 3):
        game.seats[seat].room = "S4 A"
        game.begin_turn(seat)
        played(game, "mark wayshrine")
        assert game.own.gold == 1
    assert game.marks["S4 A"] == [0, 1, 2, 3]
    game = visitor("S4", "A")
    game.own.supply = 0
    assert "mark wayshrine" not in game.legal()
    assert "mark wayshrine" in stand(Arranged(("side", "B")), "START V").legal()


# --- Market -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC19", "CC39", "CCD12")
def test_the_market() -> None:
    game = hurt(visitor("D12", "A"), 6, 0)
    game.own.gold = 6
    assert not legal(game, "buy")
    game.own.gold = 50
    assert legal(game, "buy") == ["buy Backpack", "buy Blood Amulet", "buy Thief's Kit", "buy Crown"]
    played(game, "buy Crown", "buy Crown", "buy Thief's Kit", "buy Blood Amulet")
    own = game.own
    assert (own.gold, own.crowns, game.crowns, own.lockpicks) == (22, [10, 9], [8], 5)
    assert (damage(game)[0], own.items) == (4, ["Thief's Kit", "Blood Amulet"])
    assert "buy Blood Amulet" not in game.legal()  # at least 5 damage
    game.own.meter.append("own")
    game.own.supply -= 1
    assert "buy Blood Amulet" in game.legal()
    played(game, "buy Crown", "buy Backpack", "buy Backpack")
    assert (own.gold, game.market) == (1, {"Backpack": 0, "Blood Amulet": 1, "Thief's Kit": 2, "Crown": 0})
    own.gold = 50
    assert legal(game, "buy") == ["buy Blood Amulet", "buy Thief's Kit"]
    stand(game, "D12 B")
    assert not legal(game, "buy")


@pytest.mark.rule("CC41", "CCD20")
def test_the_coupon() -> None:
    game = visitor("D12", "A")
    game.own.tokens, game.own.gold = ["COUPON"], 1
    assert not legal(game, "buy")
    game.own.gold = 2
    assert legal(game, "buy") == [f"buy {item} with the Coupon" for item in ("Backpack", "Thief's Kit", "Crown")]
    played(game, "buy Crown with the Coupon")
    assert (game.own.gold, game.own.tokens, game.own.crowns, game.spent) == (0, [], [10], ["COUPON"])
    game.own.gold = 6
    assert not legal(game, "buy")
    game = hurt(visitor("D12", "A"), 5, 0)
    game.own.tokens, game.own.gold = ["COUPON"], 9
    assert len(legal(game, "buy")) == 8
    played(game, "buy Blood Amulet with the Coupon")
    assert (damage(game)[0], game.own.gold, game.market["Blood Amulet"]) == (3, 7, 1)


# --- Secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC41", "CCD20")
@pytest.mark.parametrize(
    ("name", "kept", "skill", "gold"),
    [
        *[("MAP", True, 0, 0), ("CHALICE", True, 0, 0), ("SKILL5", False, 5, 0), ("GOLD5", False, 0, 5)],
        ("HEAL2", True, 0, 0),
    ],
)
def test_major_secrets(name: str, kept: bool, skill: int, gold: int) -> None:
    game = hurt(wish(visitor("D14", "B"), ("major", name)), 5, 0)
    played(game, "open chest")
    assert (game.own.tokens, game.spent) == ([name] * kept, [name] * (not kept))
    assert (game.skill, game.own.gold, damage(game)[0]) == (skill, gold, 5)


@pytest.mark.rule("CC41", "CC37")
@pytest.mark.parametrize(
    ("name", "kept", "rage", "lockpicks", "gold", "springs"),
    [
        *[("EGG", True, 3, 3, 0, 0), ("LOCKPICK", False, 2, 4, 0, 0), ("SPRING", False, 2, 3, 0, 1)],
        *[("HEAL1", True, 2, 3, 0, 0), ("BOOT1", True, 2, 3, 0, 0), ("SWORD2", True, 2, 3, 0, 0)],
        *[("PUZZLE", True, 2, 3, 0, 0), ("GOLD2", False, 2, 3, 2, 0)],
    ],
)
def test_minor_secrets(name: str, kept: bool, rage: int, lockpicks: int, gold: int, springs: int) -> None:
    game = hurt(wish(visitor("D11", "A"), ("minor", name)), 5, 0)
    game.teleports = 1
    played(game, "teleport to room 2")
    assert (game.own.tokens, game.spent) == ([name] * kept, [name] * (not kept))
    assert (game.rage, game.own.lockpicks, game.own.gold) == (rage, lockpicks, gold)
    assert (game.springs, game.boots, game.swords, damage(game)[0]) == (springs, 0, 0, 5)


@pytest.mark.rule("CC41", "CCD20")
def test_kept_tokens_are_used_as_free_actions() -> None:
    game = visitor("S4", "A")
    game.own.tokens = ["HEAL2", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "MAP", "EGG", "CHALICE"]
    assert [action for action in game.legal() if action.split()[0] in ("drink", "use", "swap")] == [
        *("use boots", "use swords", "swap puzzle box"),
    ]
    hurt(game, 1, 0)
    played(game, "drink two")
    assert (damage(game)[0], "drink one" in game.legal()) == (0, False)
    hurt(game, 3, 0)
    played(game, "drink one", "use boots", "use swords")
    assert (damage(game)[0], game.boots, game.swords) == (2, 1, 2)
    game.majors = []
    assert "swap puzzle box" not in game.legal()
    game.majors = ["GOLD5"]
    played(game, "swap puzzle box")
    assert (game.own.gold, game.own.tokens) == (5, ["MAP", "EGG", "CHALICE"])
    assert game.spent == ["HEAL2", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "GOLD5"]
    game.own.tokens, game.majors = ["PUZZLE"], ["GOLD5"]
    assert "swap puzzle box" not in stand(game, "START K").legal()


@pytest.mark.rule("CCD20", "CCD4")
def test_springs() -> None:
    game = hold(visitor("D11", "A"), "Burgle", "Stumble")
    game.springs = 2
    game.own.discard = ["Stumble", "Explore"]
    played(game, "play Burgle", "play Stumble")
    game.skill = 0
    assert "decline" not in game.legal()
    played(on_top(offer(game, *QUIET[:5]), "Crowbar"), "end turn")
    assert game.legal() == ["choose Burgle", "choose Stumble", "choose Explore"]
    played(game, "choose Stumble")
    assert game.legal() == ["from the play area", "from the discard pile"]
    played(game, "from the play area")
    assert (game.to_act, game.legal()) == (0, ["choose Burgle", "choose Stumble", "choose Explore"])
    played(game, "choose Explore")
    assert (game.to_act, game.trashed) == (1, ["Stumble", "Explore"])
    own = game.seats[0]
    assert (sorted(own.discard), len(own.hand + own.deck)) == (["Burgle", "Stumble"], 8)  # both before the clean-up
    game = hold(visitor("D11", "A"))
    game.springs = 3
    game.own.discard = ["Stumble"]
    played(offer(game, *QUIET), "end turn", "choose Stumble")
    assert (game.to_act, game.trashed) == (1, ["Stumble"])  # nothing more to trash


# --- Prisoners --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC41", "CC37", "CCD27")
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[("ADVENTURER", {"rage": 3}), ("BARBARIAN", {"swords": 2}), ("CLERIC", {"damage": 4}), ("MONKEYBOT", {})],
        *[("HAUNTED", {"ghosts": 4}), ("MAYOR", {}), ("MONK", {}), ("PEASANT", {}), ("PRIMATOLOGIST", {})],
        *[("PRINCE", {}), ("PRINCESS", {}), ("SORCERESS", {}), ("WARRIOR", {}), ("COUPON", {})],
    ],
)
def test_prisoners(name: str, changes: dict[str, int]) -> None:
    game = hurt(wish(visitor("D12", "B"), ("prisoner", name)), 5, 0)
    game.captives = [name]
    played(game, "open prison")
    assert (game.own.prisoners, game.own.tokens) == (([], [name]) if name == "COUPON" else ([name], []))
    found = {"rage": game.rage, "swords": game.swords, "damage": damage(game)[0], "ghosts": game.ghosts}
    assert found == {"rage": 2, "swords": 0, "damage": 5, "ghosts": 5} | changes
    assert game.area == ["ghost"] * (5 - game.ghosts)


@pytest.mark.rule("CC37", "CCD12")
def test_six_things_add_a_ghost_and_the_rage_track_ends() -> None:
    game = visitor("D12", "B")
    game.captives, game.ghosts, game.rage = ["HAUNTED", "ADVENTURER"], 0, 6
    played(game, "open prison")
    assert (game.area, game.rage, game.rage_track) == ([], 6, [2, 2, 3, 3, 4, 4, 5])


@pytest.mark.rule("CC41", "CCD8", "CCD20")
def test_skill_and_swords_of_tokens_are_of_the_turn() -> None:
    game = clear_hand(wish(visitor("D14", "B"), ("major", "SKILL5")))
    played(game, "open chest")
    end_turn(on_top(offer(game, *QUIET), "Crowbar"))
    assert (game.skill, game.to_act) == (0, 1)
