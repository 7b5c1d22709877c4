"""What every card of Clank! Catacombs prints, on the kernels: played, acquired, trashed, discarded, turned up."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.positions import QUIET, Arranged, fill, offer
from tests.clank_catacombs.printed import (
    ACQUIRE,
    ALL_CLANK,
    BLUE,
    COMPANIONS,
    DANGER,
    DEVICES,
    DRAGON_BACK,
    MONSTERS,
    NAMES,
    PLAYED,
    POINTS,
    RESERVE,
    RESERVE_COSTS,
    STARTING,
    SYMBOLS,
    gains,
    plain,
)
from tests.clank_catacombs.table import Reading, Table

#: The Row is full, so that ending a turn turns nothing up.
_OVER = {"to_act": 1, "turns": 1, "skill": 0, "swords": 0, "boots": 0, "teleports": 0}
_NEW_HAND = {"hand 0": ("Burgle",) * 4, "known 0": ("Burgle",) * 4, "deck 0": ()}


@pytest.mark.rule("CC4", "CC6", "CC7", "CC8", "CC34", "CC35")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box_holds_what_the_tables_say(players: int) -> None:
    t = Table(Arranged(num_players=players))
    t.states = t.game.new_states(players)
    dungeon = [*(name for name in t["row"]), *t["dungeon"]]
    copies = {row.name: row.copies for row in (BLUE | DEVICES | MONSTERS).values()}
    assert (len(copies), len(dungeon)) == (64, 100)
    assert {name: dungeon.count(name) for name in copies} == copies
    assert t["reserve"] == {name: number for name, (number, _, _) in RESERVE.items()}
    for seat in range(players):
        own = [*t[f"hand {seat}"], *t[f"deck {seat}"]]
        assert (len(t[f"hand {seat}"]), len(own)) == (5, 10)
        assert {name: own.count(name) for name in STARTING} == {name: row[0] for name, row in STARTING.items()}


@pytest.mark.rule("CC8", "CC34", "CC35")
def test_every_kind_has_its_actions() -> None:
    names = list(Table(Arranged()).game.action_names)
    blue, devices, monsters = ([row.name for row in table.values()] for table in (BLUE, DEVICES, MONSTERS))
    expected = [f"play {name}" for name in (*STARTING, *RESERVE, *blue)]
    expected += [f"acquire {name}" for name in blue] + [f"use {name}" for name in devices]
    expected += [f"fight {name}" for name in monsters] + [f"acquire {name}" for name in RESERVE] + ["fight Goblin"]
    assert names[: len(expected)] == expected
    assert [name for name in names if name.startswith("choose")] == [f"choose {name}" for name in PLAYED]


# --- every kind -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC10", "CC11", "CC12", "CC34", "CC35", "CC43", "CCD11")
@pytest.mark.parametrize("name", PLAYED)
def test_every_card_gives_what_it_prints_when_it_is_played(name: str) -> None:
    t = Table(plain("Stumble", name))
    gives = dict(PLAYED[name])
    trash = gives.pop("trash", 0)
    expected: Reading = {"hand 0": ("Stumble",)} | gains(gives, "Stumble") | {"played": (name,)}
    condition = {row.name: row.condition for row in BLUE.values()}.get(name, "")
    if condition.startswith("discard_1"):
        expected["phase"] = "discard"
    elif condition:
        expected["waiting"] = {condition: 1}
    if trash:
        expected["phase"] = "trash"
    if name in {NAMES[card] for card in COMPANIONS}:
        expected["companions"] = 1
    assert t.turn(f"play {name}") == expected


@pytest.mark.rule("CC11", "CC16", "CC43", "CCD12")
@pytest.mark.parametrize("card", BLUE)
def test_every_blue_card_is_acquired_from_the_row_for_its_skill(card: str) -> None:
    name, _, cost, points, *_ = BLUE[card]
    game = plain()
    game.row, game.skill = ["Dripping Font", name, None, name, None, None], cost - 1
    assert Table(game).legal("acquire", "use") == [
        *(["use Dripping Font"] if cost > 2 else []),
        *(f"acquire {other}" for other in RESERVE if RESERVE_COSTS[other] < cost),
    ]
    game.skill = cost + 2
    expected = gains({"clank": ACQUIRE.get(card, 0)}) | {"skill": 2, "discard 0": (name,)}
    expected["row"] = ("Dripping Font", "", "", name, "", "")
    expected |= {"card_points 0": points} if points else {}
    t = Table(game)
    assert t.turn(f"acquire {name}") == expected
    assert (f"acquire {name}" in t.legal("acquire")) == (cost <= 2)  # the second copy, for the Skill that is left


@pytest.mark.rule("CC35", "CC16", "CCD12")
@pytest.mark.parametrize("name", RESERVE)
def test_every_pile_of_the_reserve_is_bought_until_it_is_empty(name: str) -> None:
    number, points, _ = RESERVE[name]
    cost = RESERVE_COSTS[name]
    game = plain()
    game.skill = cost - 1
    assert f"acquire {name}" not in Table(game).legal("acquire")
    game.skill = cost * number + 50
    t = Table(game)
    for bought in range(1, number + 1):
        left = {other: row[0] for other, row in RESERVE.items()} | {name: number - bought}
        expected = {"skill": cost * (number - bought) + 50, "reserve": left, "discard 0": (name,) * bought}
        assert t.turn(f"acquire {name}") == expected | ({"card_points 0": points * bought} if points else {})
    assert t.legal("acquire") == [f"acquire {other}" for other in RESERVE if other != name]


@pytest.mark.rule("CC43", "CCD11", "CC33")
@pytest.mark.parametrize("pile", ["played", "discard 0"])
@pytest.mark.parametrize("name", PLAYED)
def test_every_card_can_be_trashed(name: str, pile: str) -> None:
    game = plain()
    game.row[0], game.skill = "Offering Bowl", 3
    game.own.played, game.own.discard = ([name], []) if pile == "played" else ([], [name])
    t = Table(game).play("use Offering Bowl", "second effect")
    assert t.legal() == [f"choose {name}", "decline"]
    expected = {pile: (), "phase": "anything"} | ({"card_points 0": 0} if POINTS[name] else {})
    assert t.turn(f"choose {name}") == expected


@pytest.mark.rule("CC33")
@pytest.mark.parametrize("name", PLAYED)
def test_every_card_counts_its_points_at_the_end_wherever_it_lies(name: str) -> None:
    for pile in ("hand", "deck", "discard", "played"):
        game = plain()
        game.own.gold, game.own.artifacts, game.seats[1].left = 0, [5], "escaped"
        getattr(game.own, pile).append(name)
        t = Table(offer(game, *QUIET))
        if pile == "hand":
            t.play(f"play {name}")
        if "decline" in t.legal():
            t.play("decline")
        t.play(*(f"play {drawn}" for drawn in t["hand 0"]))
        gold = t["gold 0"]
        t.play("end turn")
        assert (t["ending"], t["scores 0"]) == ("all out", 5 + 20 + gold + POINTS[name])


@pytest.mark.rule("CC43", "CCD11")
@pytest.mark.parametrize("name", PLAYED)
def test_every_card_can_be_discarded(name: str) -> None:
    t = Table(plain("Palm the Coin", "Stumble", name)).play("play Palm the Coin")
    assert sorted(t.legal()) == sorted({"choose Stumble", f"choose {name}", "decline"})
    expected = {"phase": "anything", "discard 0": (name,), "gold 0": 5, "deck 0": ("Burgle",) * 3}
    if name != "Burgle":  # which is drawn anew
        expected["hand 0"] = ("Burgle", "Stumble")
    assert t.turn(f"choose {name}") == expected


@pytest.mark.rule("CC44")
@pytest.mark.parametrize("name", PLAYED)
def test_which_cards_are_companions(name: str) -> None:
    companion = name in {NAMES[card] for card in COMPANIONS}
    both = 2 if name == "Street Urchin" else int(companion)  # two Urchins are each other's companions
    for order in (name, "Street Urchin"), ("Street Urchin", name):
        t = Table(plain("Street Urchin", name)).play(f"play {order[0]}")
        if "decline" in t.legal():
            t.play("decline")
        t.play(f"play {order[1]}")
        assert (t["gold 0"], t["companions"]) == (3 + PLAYED[name].get("gold", 0) + both, 1 + companion)


# --- turned up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC24", "CC25", "CC37", "CC43")
@pytest.mark.parametrize("card", NAMES)
def test_what_every_card_does_when_it_is_turned_up(card: str) -> None:
    game = fill(offer(plain(), *QUIET[:5]), bag=19)
    game.deck, game.set_aside = [NAMES[card]], 5
    expected = _OVER | _NEW_HAND | {"row": (*QUIET[:5], NAMES[card]), "dungeon": (), "dungeon_left": 0}
    if card in DRAGON_BACK:
        expected |= {"black_aside": 2, "black_bag": 22}
    if card in ALL_CLANK:
        expected |= {"area 0": 1, "supply 0": 24, "area 1": 1, "supply 1": 29}
    if card in SYMBOLS:  # the bag holds black cubes alone; with two players the dragon starts with 3
        expected |= {"black_aside": 8 + (card in DANGER), "black_bag": 16 - (card in DANGER)}
    assert Table(game).turn("end turn") == expected


@pytest.mark.rule("CC43", "CC25", "CCD23")
@pytest.mark.parametrize("card", NAMES)
def test_danger_of_every_card_that_lies_in_the_row(card: str) -> None:
    game = fill(offer(plain(), *QUIET[:5]))
    game.row[0], game.deck = NAMES[card], ["Milky Opal"]
    t = Table(game).play("end turn")
    assert (t["black_aside"], t["black_bag"]) == (3 + (card in DANGER), 21 - (card in DANGER))


@pytest.mark.rule("CC43", "CCD23")
def test_each_card_with_danger_counts() -> None:
    game = fill(offer(plain(), *QUIET[:3]))
    game.row[3:5], game.deck = ["Echo Bell", "Jailer of Echoes"], ["Dragonbone Idol"]
    assert Table(game).turn("end turn")["black_aside"] == 6


# --- a turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC10", "CCD7", "CCD11")
def test_all_cards_must_be_played_in_any_order() -> None:
    hand = ("Burgle", "Stumble", "Stumble", "Sidestep")
    reached = []
    for order in sorted(set(permutations(hand))):
        t = Table(plain(*hand))
        for place, name in enumerate(order):
            assert t.legal("play", "end") == [f"play {kind}" for kind in dict.fromkeys(hand) if kind in order[place:]]
            t.play(f"play {name}")
        assert t.legal("play", "end") == ["end turn"]
        reached.append(t.since(Table(plain(*hand)).read()))
    changed = {"skill": 3, "boots": 2, "area 0": 6, "supply 0": 19, "clank_made": 2, "hand 0": (), "played": hand}
    assert reached == [changed] * 12


@pytest.mark.rule("CC10", "CC11", "CC24", "CCD8")
def test_what_is_unused_is_lost_and_played_cards_go_to_the_discard_pile() -> None:
    game = offer(plain("Muffled Boots"), *QUIET)
    game.own.discard, game.quiet = ["Stumble"], 2
    t = Table(game).play("play Muffled Boots")
    expected = _OVER | {"quiet": 0, "played": ()} | _NEW_HAND
    expected |= {"hand 0": ("Burgle",) * 4 + ("Muffled Boots",)}
    # Four cards are in the deck; the fifth is one of the two of the discard pile, which holds the card played by then.
    kept = t.luck("end turn", lambda after: "Muffled Boots" in after["hand 0"])
    assert kept == expected | {"discard 0": (), "deck 0": ("Stumble",)}


@pytest.mark.rule("CC11", "CC13")
def test_pools_may_be_split_and_actions_repeated_between_cards() -> None:
    game = plain("Explore", "Mercenary", "Burgle")
    game.skill = game.swords = 0
    game.row = ["Crypt Rat", "Candle Stub", "Whirling Stair", "Candle Stub", None, None]
    t = Table(game).play("play Explore")
    assert t.legal("acquire", "use", "fight") == ["acquire Candle Stub", "use Whirling Stair", "acquire Mercenary"]
    t.play("acquire Candle Stub", "use Whirling Stair")
    assert (t["skill"], t.legal("acquire", "use", "fight")) == (0, [])
    t.play("play Mercenary", "acquire Candle Stub", "fight Crypt Rat")
    assert (t["skill"], t["swords"], t["boots"], t["row"]) == (0, 1, 3, ("",) * 6)
    t.play("play Burgle")
    assert (t["discard 0"], t["played"]) == (("Candle Stub",) * 2, ("Burgle", "Mercenary", "Explore"))


@pytest.mark.rule("CC12", "CCD11")
@pytest.mark.parametrize(
    ("deck", "discard", "drawn", "deck_after", "known"),
    [
        *[(("Burgle",) * 3, ("Stumble",), ("Burgle",) * 2, ("Burgle",), ())],
        *[(("Burgle",) * 2, ("Stumble",), ("Burgle",) * 2, (), ("Burgle", "Burgle", "Scramble"))],
        *[(("Burgle",), ("Stumble",) * 2, ("Burgle", "Stumble"), ("Stumble",), ("Burgle", "Scramble"))],
        *[((), ("Stumble",) * 3, ("Stumble",) * 2, ("Stumble",), ("Scramble",))],
        *[((), ("Stumble",), ("Stumble",), (), ("Stumble", "Scramble")), ((), (), (), (), ("Scramble",))],
    ],
)
def test_drawing_shuffles_the_discard_pile_when_the_deck_is_empty(
    deck: tuple[str, ...],
    discard: tuple[str, ...],
    drawn: tuple[str, ...],
    deck_after: tuple[str, ...],
    known: tuple[str, ...],
) -> None:
    game = plain("Dragonbone Idol", "Scramble")
    game.own.deck, game.own.discard = list(deck), list(discard)
    t = Table(game).play("play Dragonbone Idol")
    left = () if len(deck) < 2 else discard
    assert (t["hand 0"], t["deck 0"], t["discard 0"]) == ((*drawn, "Scramble"), deck_after, left)
    assert (t["known 0"], t["played"]) == (known, ("Dragonbone Idol",))  # the play area is not shuffled in


# --- Clank! -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC12", "CCD10")
@pytest.mark.parametrize(
    ("name", "supply", "area", "quiet", "after"),
    [
        # Nothing comes from an empty supply, and nothing is made that could be taken back.
        *[
            ("Stumble", 0, 4, 0, (0, 4, 0, 0)),
            ("Stumble", 0, 0, 2, (0, 0, 2, 0)),
            ("Burst Purse", 1, 4, 0, (0, 5, 0, 1)),
        ],
        # What is left over takes back at once what is made, cube by cube, out of a small supply too.
        *[
            ("Stumble", 9, 0, 1, (9, 0, 0, 1)),
            ("Burst Purse", 9, 0, 1, (8, 1, 0, 2)),
            ("Burst Purse", 9, 0, 3, (9, 0, 1, 2)),
        ],
        *[("Burst Purse", 1, 0, 1, (0, 1, 0, 2)), ("Burst Purse", 1, 0, 2, (1, 0, 0, 2))],
        # Only own cubes of the area are taken back; the rest is left over.
        *[("Muffled Boots", 9, 4, 0, (11, 2, 0, 0)), ("Muffled Boots", 9, 1, 0, (10, 0, 1, 0))],
        *[("Muffled Boots", 9, 0, 1, (9, 0, 3, 0)), ("Still the Air", 0, 1, 0, (1, 0, 2, 0))],
    ],
)
def test_clank_and_what_is_left_over(
    name: str, supply: int, area: int, quiet: int, after: tuple[int, int, int, int]
) -> None:
    game = fill(plain(name), *["clank 0"] * area, *["clank 1"] * 3)
    game.own.supply, game.quiet = supply, quiet
    t = Table(game).play(f"play {name}")
    assert tuple(t[reading] for reading in ("supply 0", "area 0", "quiet", "clank_made")) == after
    assert (t["area 1"], t["supply 1"]) == (3, 27)


@pytest.mark.rule("CC44", "CCD10")
def test_what_is_left_over_works_against_acquire_and_defeat_texts_of_the_turn() -> None:
    game = fill(plain("Still the Air"))
    game.row, game.skill, game.swords = ["Moonstone", "Candle Wisp", None, None, None, None], 5, 1
    t = Table(game).play("play Still the Air")
    changed = {"skill": 0, "row": ("", "Candle Wisp", "", "", "", ""), "discard 0": ("Moonstone",), "card_points 0": 5}
    assert t.turn("acquire Moonstone") == changed | {"quiet": 1, "clank_made": 2}
    changed = {"skill": 2, "swords": 0, "row": ("",) * 6, "quiet": 0, "clank_made": 3}
    assert t.turn("fight Candle Wisp") == changed


@pytest.mark.rule("CC44", "CCD8", "CCD10")
def test_what_is_left_over_is_lost_before_the_row_is_filled() -> None:
    game = fill(offer(plain(), *QUIET[:5]))
    game.deck, game.quiet = ["Wight Envoy"], 3
    t = Table(game).play("end turn")
    assert (t["area 0"], t["area 1"], t["quiet"], t["clank_made"]) == (1, 1, 0, 0)


@pytest.mark.rule("CCD10")
def test_clank_of_somebody_elses_turn_is_not_made_in_ones_own() -> None:
    game = fill(plain(room=f"{START} V"))
    game.row[0], game.skill, game.quiet = "Echo Bell", 2, 1
    t = Table(game)
    assert t.turn("use Echo Bell") == {"skill": 0, "row": ("",) * 6, "area 1": 1, "supply 1": 29}
