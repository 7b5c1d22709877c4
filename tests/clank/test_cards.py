"""Every card, treasure, tile and dragon card of Clank! does what the tables of the rule book print, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank.table import TREASURE_BOX, Seat, allows, legal, luck, play, position, read, start, turn

#: name, copies in a starting deck, what playing it gives.
STARTING: dict[str, tuple[str, int, dict[str, int]]] = {
    "Attack": ("Attack", 6, {"attack": 1}),
    "Buy": ("Buy", 3, {"buy": 2}),
    "Sword": ("Sword", 1, {"attack": 1, "buy": 1}),
}
#: id: name, copies, cost, points at the end, what playing it gives.
MARKET: dict[str, tuple[str, int, int, int, dict[str, int]]] = {
    "CM01": ("Chipped Axe", 4, 2, 0, {"attack": 2, "noise": 1}),
    "CM02": ("Hooked Pike", 4, 3, 0, {"attack": 2}),
    "CM03": ("Twin Daggers", 4, 3, 0, {"attack": 1, "draw": 1}),
    "CM04": ("Ash Bow", 3, 4, 0, {"attack": 3}),
    "CM05": ("War Maul", 4, 4, 0, {"attack": 4, "noise": 1}),
    "CM06": ("Hired Guard", 3, 5, 0, {"attack": 3, "buy": 1}),
    "CM07": ("Silver Sabre", 3, 6, 1, {"attack": 4}),
    "CM08": ("Headsman", 3, 7, 1, {"attack": 6, "noise": 1}),
    "CM09": ("Haggle", 4, 2, 0, {"buy": 1, "draw": 1}),
    "CM10": ("Silver Pouch", 5, 3, 0, {"buy": 3}),
    "CM11": ("Auction Bell", 3, 3, 0, {"buy": 4, "noise": 1}),
    "CM12": ("Fence's Mark", 4, 4, 0, {"buy": 3, "skill": 1}),
    "CM13": ("Trader Ally", 4, 4, 0, {"buy": 2, "draw": 1}),
    "CM14": ("Gold Bar", 4, 5, 0, {"buy": 4}),
    "CM15": ("Royal Writ", 2, 6, 2, {"buy": 4}),
    "CM16": ("Felt Boots", 4, 2, 0, {"skill": 1, "quiet": 1}),
    "CM17": ("Lantern", 4, 3, 0, {"skill": 2}),
    "CM18": ("Pathfinder", 5, 3, 0, {"move": 1}),
    "CM19": ("Field Kit", 4, 3, 0, {"skill": 1, "heal": 1}),
    "CM20": ("Smoke Veil", 3, 4, 0, {"draw": 1, "quiet": 2}),
    "CM21": ("Runner", 3, 5, 0, {"move": 1, "draw": 1}),
    "CM22": ("Master of Locks", 3, 6, 0, {"skill": 2, "move": 1, "quiet": 1}),
    "CM23": ("Cracked Idol", 4, 3, 2, {"buy": 1}),
    "CM24": ("Jade Mask", 4, 4, 3, {"attack": 1}),
    "CM25": ("Amber Eye", 4, 5, 4, {"draw": 1, "noise": 1}),
    "CM26": ("Obsidian Circlet", 4, 6, 5, {"skill": 1}),
    "CM27": ("Sun Disk", 2, 7, 7, {}),
    "CM28": ("Star Compass", 2, 8, 6, {"move": 1}),
}
#: name: copies, cost, points.
TREASURES = {
    "Copper Hoard": (12, 5, 5),
    "Gilded Relic": (9, 8, 10),
    "Dragon Regalia": (4, 12, 20),
    "Winged Sandals": (1, 6, 5),
    "Berserker Ring": (1, 6, 5),
    "Thief's Eye": (1, 6, 5),
    "Ward Charm": (1, 6, 5),
    "The Cup": (1, 8, 30),
}
#: id: name, explore symbol, event, and of a monster power, damage, points and reward.
TILES: dict[str, tuple[str, int, str, tuple[int, int, int, str] | None]] = {
    "T01": ("Bare Passage", 0, "", None),
    "T02": ("Collapsed Hall", 0, "noise1", None),
    "T03": ("Glow-moss Cave", 0, "heal1", None),
    "T04": ("Whispering Stair", 0, "skill1", None),
    "T05": ("Rat Larder", 0, "", (2, 1, 2, "")),
    "T06": ("Spider Gallery", 0, "", (3, 1, 3, "")),
    "T07": ("Bone Arch", 0, "noise1", (4, 1, 4, "")),
    "T08": ("Ogre Kitchen", 0, "", (6, 2, 6, "market_free3")),
    "T09": ("Quiet Shrine", 0, "quiet2", None),
    "T10": ("Armoury", 0, "", (5, 2, 5, "market_free4")),
    "T11": ("Looted Tomb", 1, "", None),
    "T12": ("Coin Well", 1, "skill1", None),
    "T13": ("Sealed Vault", 1, "", (7, 2, 7, "")),
    "T14": ("Mirror Room", 1, "", (4, 1, 4, "")),
    "T15": ("Kobold Den", 1, "", (3, 1, 3, "skill2")),
    "T16": ("Sunken Chapel", 1, "heal1", None),
    "T17": ("Hanging Bridge", 0, "move1", None),
    "T18": ("Dragon Midden", 1, "noise1", (8, 3, 9, "")),
    "T19": ("Cartographer's Nook", 1, "draw1", None),
    "T20": ("Crystal Gallery", 1, "", (5, 1, 5, "skill2")),
}
MONSTERS = [tile for tile, row in TILES.items() if row[3]]
PEACEFUL = "Looted Tomb", "Bare Passage"


# --- cards of players and market --------------------------------------------------------------------------------------


@pytest.mark.rule("CL1", "CL3", "CLD2", "CLD17")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_box_holds_what_the_tables_say(n: int) -> None:
    _, states = start(num_players=n, seed=n)
    found = read(states)
    for seat in range(n):
        own = [*found[f"hand {seat}"], *found[f"deck {seat}"]]
        assert sorted(own) == sorted(name for name, copies, _ in STARTING.values() for _ in range(copies))
    cards = [name for name, copies, *_ in MARKET.values() for _ in range(copies)]
    assert (len(cards), sorted([*found["row"], *found["market"]])) == (100, sorted(cards))
    treasures = [name for name, (copies, _, _) in TREASURES.items() for _ in range(copies)]
    assert (len(treasures), found["treasure"]) == (30, treasures)
    assert sorted([*TREASURE_BOX, "The Cup"]) == sorted(treasures)
    assert (len(TILES), int(states["tiles_left"].sum()), int(states["dragon_left"].sum())) == (20, 20, 10)


@pytest.mark.rule("CL6", "CL7", "CLD12", "CLD18")
@pytest.mark.parametrize("card", [*STARTING, *MARKET])
def test_every_card_gives_what_it_prints_when_it_is_played(card: str) -> None:
    name, *_, gives = (STARTING | MARKET)[card]  # type: ignore[operator]
    own = Seat(hand=[name, "Buy"], deck=["Sword"] * 3, health=5, tokens=3, noise=4, on=1)
    game, states = position(own, Seat(noise=2, on=1), path=PEACEFUL, attack=1, buy=2, extra_moves=3)
    expected: dict[str, Any] = {"hand 0": ["Buy"], "played 0": [name]}
    for what, amount in gives.items():
        expected |= {
            "attack": {"attack": 1 + amount},
            "buy": {"buy": 2 + amount},
            "skill": {"tokens 0": 3 + amount},
            "move": {"extra moves": 3 + amount},
            "heal": {"health 0": 5 + amount},
            "noise": {"noise 0": 4 + amount},
            "quiet": {"noise 0": 4 - amount},
            "draw": {"hand 0": ["Buy", *["Sword"] * amount], "deck 0": ["Sword"] * (3 - amount)},
        }[what]
    assert turn(game, states, f"play {name}") == expected


@pytest.mark.rule("CL6", "CL12", "CLD3")
@pytest.mark.parametrize("card", MARKET)
def test_every_market_card_is_bought_for_its_cost_and_counts_its_points(card: str) -> None:
    name, _, cost, points, _ = MARKET[card]
    game, states = position(Seat(discard=["Buy"]), row=[name, name], phase="after", buy=cost - 1)
    assert not allows(game, states, f"buy {name}")
    game, states = position(Seat(discard=["Buy"]), row=[name, name], phase="after", buy=cost + 1)
    changed = {"row": [name], "discard 0": ["Buy", name], "buy": 1} | ({"points 0": (0, points, 0)} if points else {})
    assert turn(game, states, f"buy {name}") == changed
    # Where the own cards lie does not matter at the end.
    for zone in ("hand", "deck", "discard", "played"):
        own = Seat(treasures=["Copper Hoard"], **{zone: [name]})  # type: ignore[misc]
        game, states = position(own, phase="after", dragon=1, dragon_limit=1)
        play(game, states, "end turn")
        assert states["terminated"][0] and states["scores"][0, 0] == 5 + points


@pytest.mark.rule("CL5", "CLD14")
@pytest.mark.parametrize("card", [*STARTING, *MARKET])
def test_every_card_can_be_taken_back_by_resting(card: str) -> None:
    name = (STARTING | MARKET)[card][0]  # type: ignore[operator]
    game, states = position(Seat(hand=["Buy"], discard=[name, name, "Buy"], health=3))
    changed = turn(game, states, f"rest {name}")
    hand = ["Buy", name] if name != "Attack" else [name, "Buy"]
    discard = {"Attack": ["Attack", "Buy"], "Buy": ["Buy", "Buy"]}.get(name, ["Buy", name])
    assert changed == {"hand 0": hand, "known 0": [name], "discard 0": discard, "health 0": 1, "phase": "after"}
    assert allows(game, states, f"play {name}")


@pytest.mark.rule("CLD16")
@pytest.mark.parametrize("card", MARKET)
@pytest.mark.parametrize(("tile", "most"), [("T08", 3), ("T10", 4)])
def test_a_monsters_card_is_taken_where_its_cost_fits(card: str, tile: str, most: int) -> None:
    name, _, cost, points, _ = MARKET[card]
    own = Seat(on=1)
    game, states = position(own, path=[TILES[tile][0]], row=[name, "Felt Boots"], phase="after", attack=6, buy=1)
    play(game, states, "fight")
    fits = {f"take {name}"} if cost <= most else set()
    assert legal(game, states) == {"decline", "take Felt Boots"} | fits
    if fits:
        changed = {"row": ["Felt Boots"], "discard 0": [name], "phase": "after", "free cost": 0}
        changed |= {"points 0": (0, points, TILES[tile][3][2])} if points else {}  # type: ignore[index]
        assert turn(game, states, f"take {name}") == changed


# --- treasures --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL10", "CLD5", "CLD8", "CLD17")
@pytest.mark.parametrize("name", TREASURES)
def test_every_treasure_is_taken_for_its_cost(name: str) -> None:
    _, cost, points = TREASURES[name]
    cup = name == "The Cup"
    what = "cup" if cup else "deck"
    deck = ["Dragon Regalia"] if cup else [name, "Gilded Relic"]
    place: dict[str, Any] = {"path": ["Bare Passage", "Rat Larder", "Quiet Shrine", "Looted Tomb"]}
    place |= {"path_length": 4, "treasure": deck, "skill": 5, "dragon": 1}
    game, states = position(Seat(on=4, tokens=cost - 1, monsters=2), **place)
    assert not allows(game, states, f"explore {what}")
    game, states = position(Seat(on=4, tokens=cost, monsters=2), **place)
    expected: dict[str, Any] = {"tokens 0": 0, "treasures 0": [name], "noise 0": 1, "phase": "after"}
    expected["points 0"] = (points, 0, 2)
    if cup:
        expected |= {"treasure": ["Dragon Regalia"], "dragon cubes": 2}
    else:
        expected |= {"treasure": ["Gilded Relic", "The Cup"], "top": "Gilded Relic"}
        if name == "Gilded Relic":  # the same kind is turned up again
            del expected["top"]
    assert turn(game, states, f"explore {what}") == expected


@pytest.mark.rule("CL10", "CLD17")
@pytest.mark.parametrize(
    ("name", "gives"),
    [
        ("Copper Hoard", {}),
        ("Gilded Relic", {}),
        ("Dragon Regalia", {}),
        ("Winged Sandals", {"extra moves": 1}),
        ("Berserker Ring", {"attack": 1}),
        ("Thief's Eye", {"buy": 1}),
        ("Ward Charm", {"ward": 1}),
    ],
)
def test_what_a_treasure_gives_it_gives_from_the_owners_next_turn_on(name: str, gives: dict[str, int]) -> None:
    pools = ("attack", "buy", "extra moves", "ward")
    place: dict[str, Any] = {"path": ["Bare Passage", "Rat Larder", "Quiet Shrine", "Looted Tomb"], "path_length": 4}
    game, states = position(Seat(on=4, tokens=12), treasure=[name, *["Copper Hoard"] * 3], draws=0, **place)
    play(game, states, "explore deck")
    assert [read(states)[pool] for pool in pools] == [0] * 4
    play(game, states, "end turn")
    assert [read(states)[pool] for pool in pools] == [0] * 4  # the other seat's turn
    play(game, states, "move deeper", "end turn")
    for _ in range(2):
        assert {pool: read(states)[pool] for pool in pools} == dict.fromkeys(pools, 0) | gives
        play(game, states, "move back", "end turn", "move back" if read(states)["on 1"] else "move deeper", "end turn")


# --- tiles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL4", "CL5", "CLD1", "CLD4", "CLD15")
@pytest.mark.parametrize("revealed", [False, True])
@pytest.mark.parametrize("tile", TILES)
def test_every_tile_does_what_it_prints_when_a_pawn_enters(tile: str, revealed: bool) -> None:
    name, explore, event, _ = TILES[tile]
    own = Seat(hand=["Buy"], deck=["Sword"] * 3, health=5, tokens=3, noise=4)
    game, states = position(own, Seat(noise=2), path=[name] if revealed else [], extra_moves=2)
    noise = 4 if revealed else 5
    expected: dict[str, Any] = {"on 0": 1, "left exit 0": 1, "phase": "after"}
    expected |= {} if revealed else {"path": [name], "noise 0": 5}
    expected |= {
        "": {},
        "noise1": {"noise 0": noise + 1},
        "heal1": {"health 0": 6},
        "skill1": {"tokens 0": 4},
        "quiet2": {"noise 0": noise - 2},
        "draw1": {"hand 0": ["Buy", "Sword"], "deck 0": ["Sword"] * 2},
        "move1": {"extra moves": 3},
    }[event]
    assert luck(game, states, "move deeper", path=[name]) == expected
    # What a room is good for: next turn it is explored, if it has the symbol.
    game, states = position(Seat(on=1, tokens=20), path=[name])
    assert allows(game, states, "explore deck") == bool(explore)


@pytest.mark.rule("CL6", "CLD6", "CLD16")
@pytest.mark.parametrize("tile", MONSTERS)
def test_every_monster_is_beaten_with_its_power_and_hurts_with_its_damage(tile: str) -> None:
    name, _, _, monster = TILES[tile]
    assert monster
    power, damage, points, reward = monster
    own = Seat(on=1, monsters=1)
    game, states = position(own, path=[name], row=["Lantern"], phase="after", attack=power + 1)
    expected: dict[str, Any] = {"attack": 1, "fought 0": 1, "defeated": [1], "points 0": (0, 0, 1 + points)}
    expected |= {
        "": {},
        "skill2": {"tokens 0": 2},
        "market_free3": {"phase": "reward", "free cost": 3},
        "market_free4": {"phase": "reward", "free cost": 4},
    }[reward]
    assert turn(game, states, "fight") == expected
    game, states = position(own, path=[name], row=["Lantern"], phase="after", attack=power - 1)
    assert turn(game, states, "fight") == {"health 0": 10 - damage, "attack": 0, "fought 0": 1}
    game, states = position(own, path=[name, "Bare Passage"])
    assert turn(game, states, "move deeper") == {"on 0": 2, "health 0": 10 - damage, "phase": "after"}


@pytest.mark.rule("CL6")
@pytest.mark.parametrize("tile", [tile for tile in TILES if tile not in MONSTERS])
def test_rooms_without_a_monster_cost_nothing_and_have_nobody_to_fight(tile: str) -> None:
    name = TILES[tile][0]
    game, states = position(Seat(on=1), path=[name, "Bare Passage" if tile != "T01" else "Looted Tomb"], attack=9)
    assert turn(game, states, "move deeper") == {"on 0": 2, "phase": "after"}
    game, states = position(Seat(on=1), path=[name], attack=9, phase="after")
    assert not allows(game, states, "fight")


# --- dragon cards -----------------------------------------------------------------------------------------------------

#: id: name, and what it does on the table below.
DRAGON: dict[str, tuple[str, dict[str, Any]]] = {
    "D1": ("Ember Breath", {"health 1": 9, "health 2": 9, "health 3": 9}),
    "D2": ("Claw Sweep", {"health 1": 8, "health 2": 8}),
    "D3": ("Tail Lash", {"health 2": 8, "health 3": 8}),
    "D4": ("Roar", {"noise 0": 2, "noise 1": 4, "noise 2": 4, "noise 3": 1}),
    "D5": ("Greed", {"health 1": 8, "health 3": 8}),
    "D6": (
        "Cave-in",
        {"hand 0": ["Attack"] * 4, "deck 0": ["Attack"] * 2, "cave in 1": 1, "cave in 2": 1, "cave in 3": 1},
    ),
    "D7": ("Thick Smoke", {"noise 0": 0, "noise 1": 0, "noise 2": 0}),
    "D8": ("Wall of Flame", {"health 2": 9, "health 3": 9}),
    "D9": ("Hoard Shift", {"treasure": ["Dragon Regalia", "The Cup"], "top": "Dragon Regalia"}),
    "D10": ("Fury", {}),
}


@pytest.mark.rule("CL13", "CLD7", "CLD20")
@pytest.mark.parametrize("card", DRAGON)
def test_every_dragon_card_does_what_it_says(card: str) -> None:
    name, does = DRAGON[card]
    game, states = position(
        Seat(deck=["Attack"] * 6, noise=1),
        Seat(on=2, noise=3, treasures=["Copper Hoard", "Gilded Relic"]),
        Seat(on=3, noise=3, treasures=["Dragon Regalia"]),
        Seat(on=3, treasures=["Copper Hoard", "Copper Hoard"]),
        path=["Bare Passage", "Looted Tomb", "Collapsed Hall"],
        treasure=["Gilded Relic", "Dragon Regalia", "Dragon Regalia"],
        dragon=1,
        draws=1,
        phase="after",
    )
    expected = {"hand 0": ["Attack"] * 5, "deck 0": ["Attack"], "turns": 1, "to act": 1, "phase": "before"}
    assert luck(game, states, "end turn", dragon_cards=[name]) == expected | {"dragon cards": [name]} | does
    if name == "Fury":
        states["bag"][0], states["supply"][0] = 0, 30
        states["bag"][0, 4] = 10  # skill cubes alone: two of them are drawn from now on, whoever draws
        for seat in (1, 2, 3):
            play(game, states, "move back")
            assert turn(game, states, "end turn")[f"tokens {seat}"] == 2
