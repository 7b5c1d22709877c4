"""Tests of the plain-Python oracle itself: what every card prints, by the id of the rule book's tables."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.arranged import played
from tests.clank_catacombs.cards import DUNGEON, RESERVE, STARTING
from tests.clank_catacombs.positions import (
    QUIET,
    Arranged,
    clank,
    clear_hand,
    damage,
    end_turn,
    fill,
    hold,
    hurt,
    offer,
    on_top,
    stand,
    wish,
)

NAMES = {row["id"]: name for name, row in DUNGEON.items()}

#: Id of a blue card: name, copies, cost, what playing it changes without its condition, points.
BLUE_CARDS: dict[str, tuple[str, int, int, dict[str, int], int]] = {
    "CB01": ("Candle Stub", 2, 1, {"skill": 1, "clank": -1}, 0),
    "CB02": ("Chalk Marks", 2, 1, {"boots": 1}, 1),
    "CB03": ("Street Urchin", 1, 1, {"skill": 1}, 1),
    "CB04": ("Burst Purse", 1, 1, {"gold": 2, "clank": 2}, 0),
    "CB05": ("Tiptoe", 2, 2, {"boots": 1, "clank": -1}, 1),
    "CB06": ("Crooked Dagger", 2, 2, {"swords": 2}, 1),
    "CB07": ("Light Fingers", 2, 2, {"skill": 1, "gold": 1}, 0),
    "CB08": ("Grave Digger", 2, 2, {"skill": 1}, 1),
    "CB09": ("Loose Flagstone", 1, 2, {"draw": 1}, 1),
    "CB10": ("Rat Catcher", 1, 2, {"swords": 1, "boots": 1}, 1),
    "CB11": ("Long Stride", 2, 3, {"boots": 2}, 1),
    "CB12": ("Feint", 2, 3, {"skill": 1, "swords": 2}, 1),
    "CB13": ("Ransack", 2, 3, {"skill": 2, "gold": 1, "clank": 1}, 1),
    "CB14": ("Muffled Boots", 2, 3, {"boots": 1, "clank": -2}, 1),
    "CB15": ("Cutpurse Twins", 2, 3, {"skill": 1, "gold": 1}, 1),
    "CB16": ("Iron Lantern", 2, 3, {"skill": 2}, 1),
    "CB17": ("Crowbar", 2, 3, {"swords": 1, "lockpicks": 1}, 1),
    "CB18": ("Bar the Door", 2, 3, {"swords": 2, "boots": 1, "clank": 1}, 1),
    "CB19": ("Old Cartographer", 1, 3, {"skill": 1, "boots": 1}, 1),
    "CB20": ("Bone Charm", 1, 3, {"draw": 1}, 1),
    "CB21": ("Whistle in the Dark", 2, 3, {"skill": 1, "clank": 1, "draw": 1}, 1),
    "CB22": ("Stone Runner", 2, 4, {"skill": 1, "boots": 2}, 1),
    "CB23": ("Hooked Spear", 2, 4, {"swords": 3}, 2),
    "CB24": ("Night Porter", 2, 4, {"skill": 1, "lockpicks": 1}, 1),
    "CB25": ("Palm the Coin", 2, 4, {"skill": 1}, 1),
    "CB26": ("Hollow Book", 2, 4, {"skill": 2}, 2),
    "CB27": ("Milky Opal", 2, 4, {"draw": 1}, 3),
    "CB28": ("Hedge Witch", 1, 4, {"skill": 1, "clank": -1, "damage": -1}, 1),
    "CB29": ("Still the Air", 1, 4, {"clank": -3, "draw": 1}, 1),
    "CB30": ("Pact Candle", 1, 4, {"skill": 1}, 1),
    "CB31": ("Veteran Delver", 2, 5, {"skill": 1, "swords": 2, "boots": 1}, 2),
    "CB32": ("Twin Paths", 1, 5, {"boots": 2, "draw": 1}, 2),
    "CB33": ("Moonstone", 2, 5, {"gold": 1, "draw": 1}, 4),
    "CB34": ("Guild Locksmith", 1, 5, {"draw": 1, "lockpicks": 1}, 2),
    "CB35": ("Breach", 2, 5, {"swords": 3, "boots": 1, "clank": 1}, 2),
    "CB36": ("Silent Bargain", 1, 5, {"skill": 3, "clank": -1}, 2),
    "CB37": ("Ossuary Key", 1, 5, {"skill": 1, "teleports": 1}, 2),
    "CB38": ("Blood Garnet", 2, 6, {"draw": 1}, 5),
    "CB39": ("Cracksman's Notes", 1, 6, {"skill": 3, "lockpicks": 1}, 2),
    "CB40": ("Grave Champion", 1, 6, {"skill": 2, "swords": 3}, 2),
    "CB41": ("Seven-League Sandals", 1, 6, {"boots": 3}, 2),
    "CB42": ("Coffin Market", 1, 6, {"skill": 2, "gold": 3}, 2),
    "CB43": ("Echo Walk", 1, 6, {"clank": -1, "draw": 1, "teleports": 1}, 3),
    "CB44": ("Wight Envoy", 1, 6, {"skill": 2, "draw": 1}, 2),
    "CB45": ("Prince's Ransom", 1, 7, {"gold": 4}, 4),
    "CB46": ("Sunlit Paladin", 1, 7, {"skill": 2, "swords": 3, "damage": -1}, 3),
    "CB47": ("Dragonbone Idol", 1, 8, {"draw": 2}, 8),
}
#: Name of another card of decks: what playing it changes, points.
OTHER_CARDS: dict[str, tuple[dict[str, int], int]] = {
    "Burgle": ({"skill": 1}, 0),
    "Stumble": ({"clank": 1}, 0),
    "Sidestep": ({"boots": 1}, 0),
    "Scramble": ({"skill": 1, "boots": 1}, 0),
    "Mercenary": ({"skill": 1, "swords": 2}, 0),
    "Explore": ({"skill": 2, "boots": 1}, 0),
    "Secret Tome": ({}, 7),
}
#: Id of a monster: name, copies, Swords, what its defeat changes.
MONSTERS: dict[str, tuple[str, int, int, dict[str, int]]] = {
    "CX01": ("Crypt Rat", 3, 1, {"gold": 1}),
    "CX02": ("Candle Wisp", 2, 1, {"skill": 2, "clank": 1}),
    "CX03": ("Rattling Sentry", 3, 2, {"gold": 2}),
    "CX04": ("Lockjaw Ghoul", 2, 2, {"lockpicks": 1}),
    "CX05": ("Pale Acolyte", 2, 2, {"damage": -1, "clank": 1}),
    "CX06": ("Tomb Spider", 2, 3, {"draw": 2}),
    "CX07": ("Bone Colossus", 1, 4, {"gold": 4, "skill": 2}),
    "CX08": ("Jailer of Echoes", 1, 3, {"prisoners": 1, "gold": 1}),
    "CX09": ("Crystal Leech", 1, 2, {"skill": 3}),
    "CX10": ("Hoard Mimic", 2, 3, {"tokens": 1, "gold": 1}),
}
#: Id of a device: name, copies, Skill, the actions that follow, what it changes.
DEVICE_USES: list[tuple[str, str, int, int, tuple[str, ...], dict[str, int]]] = [
    ("CD01", "Dripping Font", 2, 2, ("first effect",), {"damage": -1}),
    ("CD01", "Dripping Font", 2, 2, ("second effect",), {"clank": -2}),
    ("CD02", "Rusted Lift", 1, 3, (), {"teleports": 1}),
    ("CD03", "Offering Bowl", 2, 3, ("first effect",), {"gold": 2}),
    ("CD03", "Offering Bowl", 2, 3, ("second effect", "choose Burgle"), {"trashed": 1, "cards": -1}),
    ("CD03", "Offering Bowl", 2, 3, ("second effect", "decline"), {}),
    ("CD04", "Strongbox", 1, 4, (), {"lockpicks": -1, "tokens": 1}),
    ("CD05", "Bone Library", 1, 5, (), {"tomes": 1, "cards": 1}),
    ("CD06", "Whirling Stair", 1, 1, (), {"boots": 1}),
    ("CD07", "Echo Bell", 1, 2, (), {"others": 2}),
]


def measure(game: Arranged) -> Counter[str]:
    """Everything that a card may change, of seat 0."""
    own = game.seats[0]
    return Counter(
        skill=game.skill,
        swords=game.swords,
        boots=game.boots,
        teleports=game.teleports,
        gold=own.gold,
        lockpicks=own.lockpicks,
        clank=clank(game),
        supply=-own.supply,
        damage=len(own.meter),
        draw=len(own.hand) + len(own.played) - len(game.trashed),
        cards=len(own.deck + own.hand + own.played + own.discard),
        tomes=own.discard.count("Secret Tome"),
        tokens=len(own.tokens),
        prisoners=len(own.prisoners),
        trashed=len(game.trashed),
        others=sum(clank(game, seat) for seat in range(1, game.num_players)),
    )


def change(game: Arranged, *actions: str) -> dict[str, int]:
    before = measure(game)
    played(game, *actions)
    after = measure(game)
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def ready(*names: str, players: int = 3) -> Arranged:
    """Seat 0 at the Crypt with these cards, 4 damage, and Clank! of everybody in the area."""
    game = fill(Arranged(num_players=players), *["clank 0"] * 4, "clank 1")
    hurt(game, 4, *[0] * (players - 1))
    hold(game, *names)
    return game


def with_supply(changes: dict[str, int]) -> dict[str, int]:
    """Cubes come from the supply and go back to it."""
    supply = changes.get("clank", 0) + changes.get("damage", 0)
    return changes | ({"supply": supply} if supply else {})


def test_the_tables_are_complete() -> None:
    kinds = BLUE_CARDS.keys() | MONSTERS.keys() | {row[0] for row in DEVICE_USES}
    assert kinds == NAMES.keys()
    assert (len(NAMES), sum(row["copies"] for row in DUNGEON.values())) == (64, 100)
    assert OTHER_CARDS.keys() == STARTING.keys() | RESERVE.keys()
    symbols = {row["id"] for row in DUNGEON.values() if row["dragon"]}
    assert symbols == {
        *("CB27", "CB28", "CB33", "CB38", "CB45", "CB46", "CB47", "CD01", "CD02", "CD04", "CD05", "CD07"),
        *("CX02", "CX06", "CX07", "CX08", "CX09", "CX10"),
    }
    assert sum(row["copies"] for row in DUNGEON.values() if row["dragon"]) == 25


@pytest.mark.rule("CC43", "CCD11")
@pytest.mark.parametrize("card", BLUE_CARDS)
def test_blue_cards(card: str) -> None:
    name, copies, cost, changes, points = BLUE_CARDS[card]
    game = ready(name)
    assert (NAMES[card], DUNGEON[name]["copies"]) == (name, copies)
    assert change(game, f"play {name}") == with_supply(changes)
    assert game.own.played == [name]
    game = clear_hand(offer(ready(), name))
    game.skill = cost - 1
    assert f"acquire {name}" not in game.legal()
    game.skill = cost
    acquire = {"CB27": 1, "CB33": 2, "CB38": 2, "CB47": 3}.get(card, 0)
    assert change(game, f"acquire {name}") == with_supply(
        {"skill": -cost, "cards": 1} | ({"clank": acquire} if acquire else {}),
    )
    assert (game.own.discard, game.clank_made) == ([name], acquire)
    worth = Arranged()
    worth.own.left, worth.own.deck, worth.own.hand = "escaped", [name], []
    worth.finish("all out")
    assert worth.final_scores == [points, 0]


@pytest.mark.rule("CC34", "CC35")
@pytest.mark.parametrize("name", OTHER_CARDS)
def test_other_cards(name: str) -> None:
    changes, points = OTHER_CARDS[name]
    assert change(ready(name), f"play {name}") == with_supply(changes)
    game = Arranged()
    game.own.left, game.own.deck, game.own.hand = "escaped", [name], []
    game.finish("all out")
    assert game.final_scores == [points, 0]


@pytest.mark.rule("CC18", "CC43")
@pytest.mark.parametrize("card", MONSTERS)
def test_monsters(card: str) -> None:
    name, copies, swords, changes = MONSTERS[card]
    game = offer(ready(), name)
    assert (NAMES[card], DUNGEON[name]["copies"]) == (name, copies)
    limited = {"CX07": ("START U", "START M"), "CX08": ("START U", "START M"), "CX09": ("START U",)}.get(card)
    for room in ("START K", "START V", "START U", "START M"):  # of side A; its upper half is in the Depths, U a cave
        stand(game, room)
        game.swords = swords - 1
        assert f"fight {name}" not in game.legal()
        game.swords = swords
        assert (f"fight {name}" in game.legal()) == (limited is None or room in limited)
    stand(game, "START U")
    game.swords = swords
    wish(game, ("prisoner", "PEASANT"), ("minor", "PUZZLE"))
    assert change(game, f"fight {name}") == with_supply({"swords": -swords} | changes)
    assert (game.discarded, game.row[0]) == ([name], None)


@pytest.mark.rule("CC17", "CCD11")
@pytest.mark.parametrize("row", DEVICE_USES)
def test_devices(row: tuple[str, str, int, int, tuple[str, ...], dict[str, int]]) -> None:
    card, name, copies, cost, follow, changes = row
    assert (NAMES[card], DUNGEON[name]["copies"]) == (name, copies)
    game = offer(ready(), name)
    game.own.discard = ["Burgle"]
    game.own.deck.remove("Burgle")
    game.skill = cost - 1
    assert f"use {name}" not in game.legal()
    game.skill = cost
    wish(game, ("major", "MAP"))
    changes = {"skill": -cost} | changes
    changes.update({"draw": -1} if "trashed" in changes else {})  # of the discard pile, which `measure` does not count
    assert change(game, f"use {name}", *follow) == with_supply(changes)
    assert (game.discarded, game.row[0], game.asking) == ([name], None, "turn")


@pytest.mark.rule("CCD11")
def test_a_device_may_be_used_for_nothing() -> None:
    game = offer(fill(Arranged()), "Dripping Font", "Dripping Font", "Offering Bowl", "Bone Library", "Echo Bell")
    game.skill = 20
    for seat in game.seats:
        seat.supply = 0
    played(game, "use Dripping Font", "first effect", "use Dripping Font", "second effect")
    assert (damage(game), game.quiet) == ([0, 0], 2)
    played(game, "use Offering Bowl", "second effect")  # nothing to trash, nothing asked
    assert game.asking == "turn"
    game.reserve["Secret Tome"] = 0
    played(game, "use Bone Library", "use Echo Bell")
    assert (game.own.discard, game.area) == ([], [])


@pytest.mark.rule("CCD11")
def test_strongbox_needs_a_lockpick_and_a_secret() -> None:
    for lockpicks, majors, usable in ((1, 1, True), (0, 1, False), (1, 0, False)):
        game = offer(Arranged(), "Strongbox")
        game.skill, game.own.lockpicks, game.majors = 4, lockpicks, ["CHALICE"] * majors
        assert ("use Strongbox" in game.legal()) == usable
    game.own.lockpicks, game.majors = 1, ["CHALICE"]
    played(game, "use Strongbox")
    assert (game.own.tokens, game.own.lockpicks, game.majors) == (["CHALICE"], 0, [])


@pytest.mark.rule("CC31", "CC43")
def test_echo_bell_and_arrive_texts_pass_players_who_are_out() -> None:
    game = offer(fill(Arranged(num_players=4)), "Echo Bell")
    game.seats[2].left = "escaped"
    game.skill = 2
    played(game, "use Echo Bell")
    assert [clank(game, seat) for seat in range(4)] == [0, 1, 0, 1]
    game = offer(fill(Arranged(num_players=4)), *QUIET[:5])
    game.seats[1].left = "knocked out"
    game.seats[0].supply = 0
    clear_hand(on_top(game, "Wight Envoy"))
    game.bag = ["black"] * 24
    played(game, "end turn")
    # The turn of seat 1, who is out, has shaken everything into the bag.
    assert Counter(game.bag) + Counter(game.gone) == {"black": 20, "clank 2": 1, "clank 3": 1}


@pytest.mark.rule("CC43", "CCD12")
@pytest.mark.parametrize(
    ("name", "set_aside", "left", "clank_made"),
    [
        *[("Pact Candle", 5, 2, 0), ("Pact Candle", 2, 0, 0), ("Offering Bowl", 3, 0, 0), ("Offering Bowl", 0, 0, 0)],
        *[("Wight Envoy", 5, 5, 1), ("Lockjaw Ghoul", 5, 5, 1), ("Pale Acolyte", 5, 5, 1), ("Crowbar", 5, 5, 0)],
    ],
)
def test_arrive(name: str, set_aside: int, left: int, clank_made: int) -> None:
    game = on_top(offer(fill(Arranged()), *QUIET[:5]), name)
    game.set_aside = set_aside
    end_turn(game)
    assert (game.row[5], game.set_aside, len(game.bag)) == (name, left, 24 + set_aside - left)
    assert (clank(game), clank(game, 1)) == (clank_made, clank_made)


# --- trash and discard ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC43", "CCD4", "CCD11")
def test_trash() -> None:
    game = hold(Arranged(), "Pact Candle", "Burgle", "Stumble")
    game.own.discard = ["Burgle", "Explore"]
    played(game, "play Burgle", "play Pact Candle")
    assert game.legal() == ["choose Burgle", "choose Explore", "choose Pact Candle", "decline"]
    played(game, "choose Burgle")
    assert game.legal() == ["from the play area", "from the discard pile"]
    played(game, "from the discard pile")
    assert (game.own.played, game.own.discard, game.trashed) == (["Burgle", "Pact Candle"], ["Explore"], ["Burgle"])
    assert game.legal()[0] == "play Stumble"
    for action, trashed, in_play in (
        ("choose Pact Candle", ["Pact Candle"], []),  # also the card itself
        ("choose Explore", ["Explore"], ["Pact Candle"]),
        ("decline", [], ["Pact Candle"]),
    ):
        game = hold(Arranged(), "Pact Candle")
        game.own.discard = ["Explore"]
        played(game, "play Pact Candle", action)
        assert (game.trashed, game.own.played, game.asking) == (trashed, in_play, "turn")


@pytest.mark.rule("CC43", "CCD11")
def test_discard() -> None:
    game = hold(Arranged(), "Palm the Coin", "Burgle", "Stumble")
    played(game, "play Palm the Coin")
    assert game.legal() == ["choose Burgle", "choose Stumble", "decline"]
    played(game, "choose Stumble")
    assert (game.own.discard, len(game.own.hand), game.own.gold, clank(game)) == (["Stumble"], 2, 2, 3)
    game = played(hold(Arranged(), "Palm the Coin", "Burgle"), "play Palm the Coin", "decline")
    assert (game.own.hand, game.own.gold, game.own.discard) == (["Burgle"], 0, [])
    game = played(hold(Arranged(), "Palm the Coin"), "play Palm the Coin")
    assert (game.asking, game.own.gold) == ("turn", 0)


@pytest.mark.rule("CCD9", "CCD11")
def test_a_discarded_card_may_be_drawn_at_once() -> None:
    game = hold(Arranged(), "Palm the Coin", "Burgle", "Burgle")
    game.own.deck, game.own.known = [], ["Burgle"]
    played(game, "play Palm the Coin", "choose Burgle")
    assert (game.own.hand, game.own.discard, game.own.known) == (["Burgle", "Burgle"], [], ["Burgle"])
