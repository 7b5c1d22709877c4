"""Escape, knock-outs, the turns of players who are out, and how games end (CC27 to CC31, CCD3, CCD5, CCD22, CCD24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.clank_catacombs.positions import QUIET, Arranged, fill, hold, hurt, lay, offer, stand
from tests.clank_catacombs.table import Reading, Table

LEFT = pytest.mark.parametrize("left", ["escaped", "knocked out"])
SIX = QUIET[:6]
PASSED: Reading = {"turns": 1, "to_act": 1}


def ending(game: Arranged, *new: str, row: Iterable[str] = SIX) -> Table:
    """Seat 0, without cards, is about to end its turn; the Row is these cards, the deck is `new`."""
    offer(game, *row)
    game.deck = list(new)
    game.own.hand = game.own.deck = []
    return Table(game)


def by_seat(seats: Iterable[int], **values: Any) -> Reading:
    return {f"{name} {seat}": value for seat in seats for name, value in values.items()}


# --- the turns of players who are out ---------------------------------------------------------------------------------


@LEFT
@pytest.mark.rule("CC31", "CCD24")
@pytest.mark.parametrize("rage", [0, 6])
@pytest.mark.parametrize(("players", "drawn"), [(2, 6), (3, 4), (4, 4)])
def test_four_cubes_are_drawn_or_six_among_two(players: int, drawn: int, rage: int, left: str) -> None:
    """Whatever Rage and Danger say; the Row is as it was, and no card is drawn."""
    game = fill(Arranged(num_players=players))
    game.seats[1].left, game.rage = left, rage
    row = ("Echo Bell", "Dragonbone Idol", *SIX[:4])
    changed = ending(game, "Milky Opal", row=row).turn("end turn")
    passed = {"turns": 2} | ({"to_act": 2} if players > 2 else {})
    assert changed == passed | {"black_bag": 24 - drawn, "black_aside": drawn}


@pytest.mark.rule("CC31", "CC32", "CCD24")
@pytest.mark.parametrize(
    ("out", "following", "turns"), [((1, 2), 3, 3), ((1, 3), 2, 2), ((2, 3), 1, 1), ((1, 2, 3), 0, 4)]
)
def test_each_turn_of_a_player_who_is_out_is_one(out: tuple[int, ...], following: int, turns: int) -> None:
    """Each with the same number of cubes, however many there have been: nothing counts down."""
    game = fill(Arranged(num_players=4))
    for seat in out:
        game.seats[seat].left = "knocked out"
    drawn = 4 * (turns - 1)
    changed = ending(game).turn("end turn")
    black = {"black_bag": 24 - drawn, "black_aside": drawn} if drawn else {}
    assert changed == {"turns": turns} | ({"to_act": following} if following else {}) | black


@pytest.mark.rule("CC24", "CC31", "CCD24")
def test_they_follow_the_attack_of_the_turn_before() -> None:
    game = fill(Arranged())
    game.seats[1].left = "escaped"
    changed = ending(game, "Milky Opal", row=SIX[:5]).turn("end turn")
    row: Reading = {"row": (*SIX[:5], "Milky Opal"), "dungeon": (), "dungeon_left": 0, "turns": 2}
    assert changed == row | {"black_bag": 24 - 3 - 6, "black_aside": 3 + 6}


@LEFT
@pytest.mark.rule("CC25", "CC31", "CCD21", "CCD23", "CCD24")
def test_they_are_attacks_in_all_else(left: str) -> None:
    game = fill(Arranged(num_players=4), "clank 0", "clank 2", "clank 2", "ghost", bag=2)
    game.seats[2].left, game.rage = left, 6
    game.begin_turn(1)
    table = ending(game)
    changed = table.luck(
        "end turn", lambda here: here["bag 2"] == 0 and here["bag 0"] == 0 and here["ghosts_area"] == 1
    )
    assert changed == {
        "turns": 2, "to_act": 3,
        "area 0": 0, "damage 0": (2, 0, 0), "supply 0": 28, "area 2": 0, "gone 2": 2,
    } | by_seat((1, 3), damage=(1, 0, 0), supply=29)  # fmt: skip


@pytest.mark.rule("CC28", "CC31", "CCD24")
def test_whom_such_a_turn_knocks_out_has_such_turns_at_once() -> None:
    # Seat 1 is out and knocks seat 2 out, whose turn it then is; then comes seat 3.
    game = hurt(fill(Arranged(num_players=4), "clank 2", bag=20), 0, 0, 9, 0)
    game.seats[1].left = "escaped"
    changed = ending(game).luck("end turn", lambda here: here["status 2"] == "knocked out" and here["black_aside"] == 7)
    assert changed == {
        "turns": 3, "to_act": 3, "area 2": 0, "damage 2": (10, 0, 0), "status 2": "knocked out",
        "black_bag": 13, "black_aside": 7,
    }  # fmt: skip


@pytest.mark.rule("CC26", "CC27", "CC31", "CCD24")
def test_such_a_turn_may_end_the_game_and_does_not_count_then() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 0", bag=3), 9, 0, 0)
    game.seats[1].left = game.seats[2].left = "knocked out"
    over: Reading = {"terminated": True, "status 0": "knocked out", "turns": 1, "black_bag": 0, "black_aside": 3}
    hit = {"area 0": 0, "damage 0": (10, 0, 0)}
    assert ending(game).turn("end turn") == over | hit | {"ending": "all out"}
    game = fill(Arranged(num_players=3), bag=4)
    game.seats[1].left = game.seats[2].left = "knocked out"
    assert ending(game).turn("end turn") == over | {"ending": "bag", "black_aside": 4}


@pytest.mark.rule("CC26", "CCD24")
@pytest.mark.parametrize(("bag", "ending_", "turns"), [(4, "bag", 1), (5, "bag", 2), (8, "bag", 2), (9, "none", 3)])
def test_the_second_of_two_such_turns_finds_what_the_first_left(bag: int, ending_: str, turns: int) -> None:
    game = fill(Arranged(num_players=4), bag=bag)
    game.seats[1].left = game.seats[2].left = "escaped"
    table = ending(game)
    table.play("end turn")
    assert (table["ending"], table["turns"], table["to_act"]) == (ending_, turns, 3 if turns == 3 else 0)


@LEFT
@pytest.mark.rule("CC12", "CC31", "CC43", "CCD10", "CCD12")
def test_who_is_out_makes_no_clank(left: str) -> None:
    game = fill(Arranged(num_players=3))
    game.seats[1].left, game.skill = left, 2
    table = ending(game, "Lockjaw Ghoul", row=("Echo Bell", *SIX[:5]))
    assert table.turn("use Echo Bell") == {
        "row": ("", *SIX[:5]), "skill": 0, "area 2": 1, "supply 2": 29,
    }  # fmt: skip
    before = table.read()
    table.luck("end turn", lambda here: here["bag 0"] == 1 and here["bag 2"] == 2)
    changed = table.since(before)
    assert {name for name in changed if name.endswith(" 1")} == set()
    assert (changed["supply 0"], changed["supply 2"]) == (29, 28)  # the Ghoul's; the turn of seat 1 put them in the bag


# --- who is out -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC28", "CC31")
def test_who_is_knocked_out_keeps_everything_where_it_is() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 1", bag=30), 0, 9, 0)
    other = game.seats[1]
    other.artifacts, other.gold, other.items, other.tokens = [5], 4, ["Backpack"], ["EGG", "HEAL1"]
    other.discard = ["Explore"]
    stand(game, "START K")
    table = ending(game, "Milky Opal", row=SIX[:5])
    changed = table.luck("end turn", lambda here: here["status 1"] == "knocked out")
    assert {name for name in changed if name.endswith(" 1")} == {"area 1", "damage 1", "status 1"}
    kept = {name: value for name, value in table.read().items() if name.endswith(" 1")}
    for _ in range(2):
        table.play(*[f"play {name}" for name in table[f"hand {table['to_act']}"]], "end turn")
    assert {name: value for name, value in table.read().items() if name.endswith(" 1")} == kept


@pytest.mark.rule("CC28", "CC31")
def test_turns_go_round_those_who_are_in() -> None:
    game = fill(Arranged(num_players=4), bag=120)
    game.seats[2].left = "escaped"
    for seat in game.seats:
        seat.deck, seat.hand = ["Burgle"] * 5, ["Burgle"] * 5
    table = Table(offer(game, *SIX))
    acted = []
    for _ in range(7):
        acted.append(table["to_act"])
        table.play(*["play Burgle"] * 5, "end turn")
    assert acted == [0, 1, 3, 0, 1, 3, 0]
    assert table["turns"] == 7 + 2


# --- escape -----------------------------------------------------------------------------------------------------------


def at_the_crypt(**options: int) -> Arranged:
    """Seat 0 next to the Crypt with an Artifact and one Boot, its hand played."""
    game = fill(Arranged(**options))
    game.own.artifacts, game.artifacts = [7], [5, 10, 12]
    stand(game, "START V").boots = 1
    return game


@pytest.mark.rule("CC23", "CC30")
def test_nobody_enters_the_crypt_without_an_artifact() -> None:
    game = at_the_crypt()
    game.teleports = 1
    ways = {"move to room 1", "teleport to room 1"}
    assert ways <= set(Table(game).legal())
    game.own.artifacts = []
    assert ways.isdisjoint(Table(game).legal())


@pytest.mark.rule("CC30", "CCD22")
@pytest.mark.parametrize("how", ["move", "teleport"])
def test_arriving_at_the_crypt_ends_moving_and_nothing_else(how: str) -> None:
    game = hold(at_the_crypt(), "Burgle", "Stumble")
    game.boots, game.teleports, game.skill, game.swords = 3, 2, 3, 2
    table = Table(offer(game, "Candle Stub", "Crypt Rat"))
    spent = {"boots": 2} if how == "move" else {"teleports": 1}
    assert table.turn(f"{how} to room 1") == {"room 0": "START K"} | spent
    assert table.legal() == [
        *("play Burgle", "play Stumble", "acquire Candle Stub", "fight Crypt Rat"),
        *("acquire Mercenary", "acquire Explore", "fight Goblin"),
    ]
    table.play("play Burgle", "play Stumble", "acquire Explore", "fight Goblin")
    assert (table["status 0"], table["gold 0"], table["area 0"], table["discard 0"]) == ("inside", 1, 1, ("Explore",))
    assert "end turn" in table.legal()


@pytest.mark.rule("CC24", "CC30", "CCD22")
def test_who_escapes_draws_five_cards_first_and_leaves_before_the_refill() -> None:
    game = hold(at_the_crypt(num_players=3), "Burgle")
    game.own.deck, game.own.discard = ["Burgle"] * 6, ["Explore"]
    offer(game, *SIX[:5])
    game.deck = ["Lockjaw Ghoul"]
    table = Table(game).play("move to room 1", "play Burgle")
    assert table.turn("end turn") == PASSED | {
        "status 0": "escaped", "skill": 0, "played": (),
        "hand 0": ("Burgle",) * 5, "deck 0": ("Burgle",), "discard 0": ("Burgle", "Explore"),
        "row": (*SIX[:5], "Lockjaw Ghoul"), "dungeon": (), "dungeon_left": 0,
        **by_seat((1, 2), area=1, supply=29),  # and not seat 0
    }  # fmt: skip


@pytest.mark.rule("CC30", "CC31", "CCD22", "CCD23")
def test_the_attack_does_not_touch_who_escapes() -> None:
    game = hurt(at_the_crypt(num_players=3), 9, 0, 0)
    fill(game, "clank 0", "clank 0", "ghost", bag=3)
    game.rage = 3
    table = ending(game, "Milky Opal", row=SIX[:5])
    table.play("move to room 1")
    changed = table.luck("end turn", lambda here: here["bag 0"] == 0 and here["ghosts_area"] == 1)
    assert changed == PASSED | {
        "status 0": "escaped", "row": (*SIX[:5], "Milky Opal"), "dungeon": (), "dungeon_left": 0,
        "area 0": 0, "gone 0": 2, **by_seat((1, 2), damage=(1, 0, 0), supply=29),
    }  # fmt: skip


@LEFT
@pytest.mark.rule("CC24", "CC27", "CC30", "CCD22")
def test_after_the_last_escape_nothing_is_refilled(left: str) -> None:
    game = at_the_crypt(num_players=2)
    game.seats[1].left, game.own.gold = left, 30
    game.own.hand = []
    game.own.deck = ["Burgle"] * 5
    table = Table(offer(game, *SIX[:5])).play("move to room 1")
    assert table.turn("end turn") == {
        "status 0": "escaped", "terminated": True, "ending": "all out",
        "hand 0": ("Burgle",) * 5, "deck 0": (), "known 0": ("Burgle",) * 5,
        "scores 0": 7 + 30 + 20, "returns 0": 1, "returns 1": -1,
        **({"scores 1": 20} if left == "escaped" else {}),
    }  # fmt: skip
    assert table.legal() == []


@pytest.mark.rule("CC24", "CC30", "CCD22")
@pytest.mark.parametrize("how", ["deck", "bag"])
def test_who_escapes_is_gone_before_deck_or_bag_end_the_game(how: str) -> None:
    game = at_the_crypt(num_players=2)
    if how == "bag":
        fill(game, bag=3)
    table = ending(game, *(["Milky Opal"] if how == "bag" else []), row=SIX[:5])
    table.play("move to room 1", "end turn")
    assert (table["ending"], table["status 0"], table["status 1"]) == (how, "escaped", "knocked out")
    assert (table["scores 0"], table["scores 1"], table["turns"], table["to_act"]) == (27, 0, 0, 0)


@pytest.mark.rule("CC30", "CCD18")
def test_nobody_escapes_without_arriving() -> None:
    game = at_the_crypt()
    table = ending(game)
    assert table.turn("end turn") == PASSED | {"boots": 0}  # with an Artifact, one room away


# --- knocked out: where and with what ---------------------------------------------------------------------------------


@pytest.mark.rule("CC24", "CC26", "CC28", "CC29", "CCD27")
@pytest.mark.parametrize("how", ["attack", "deck", "bag"])
@pytest.mark.parametrize(
    ("room", "artifacts", "score"),
    [
        # The lower half of the starting tile and the safe tiles are outside the Depths.
        *[("START V", [5], 9), ("S1 A", [5], 9), ("S6 B", [5, 20], 29)],
        *[("START U", [5], 0), ("START M", [5, 7], 0), ("D01 A", [20], 0), ("D22 C", [5], 0)],
        *[("START V", [], 0), ("S1 A", [], 0), ("START M", [], 0), ("START K", [], 0)],
    ],
)
def test_the_pawns_room_and_an_artifact_decide(room: str, artifacts: list[int], score: int, how: str) -> None:
    game = fill(Arranged())
    for cell, tile in (((0, -1), "S1"), ((1, 0), "S6"), ((0, 2), "D01"), ((1, 1), "D22")):
        lay(game, cell, tile)
    stand(game, room)
    game.own.artifacts, game.own.gold = artifacts, 4
    if how == "attack":
        hurt(fill(game, "clank 0", "clank 1", bag=1), 9, 9)
        table = ending(game, "Tomb Spider", row=SIX[:5])
    elif how == "deck":
        table = ending(game, row=SIX[:5])
    else:
        table = ending(fill(game, bag=3), "Tomb Spider", row=SIX[:5])
    table.play("end turn")
    assert (table["ending"], table["status 0"], table["room 0"]) == (
        "all out" if how == "attack" else how, "knocked out", room,
    )  # fmt: skip
    assert (table["scores 0"], table["scores 1"]) == (score, 0)  # no Mastery
    assert (table["returns 0"], table["returns 1"]) == ((1, -1) if score else (0, 0))


# --- max_turns --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD3", "CCD5")
def test_the_cap_cuts_the_game_off_without_scores() -> None:
    game = fill(Arranged(max_turns=2))
    game.own.artifacts, game.own.gold = [5], 9
    stand(game, "START V")
    game.seats[1].hand = game.seats[1].deck = []
    table = ending(game)
    assert table.turn("end turn") == PASSED
    assert "end turn" in table.legal()
    assert table.turn("end turn") == {"turns": 2, "truncated": True}  # it is still seat 1
    assert table.legal() == []


@pytest.mark.rule("CCD3", "CCD24")
@pytest.mark.parametrize(
    ("cap", "turns", "drawn", "following"), [(1, 1, 0, 0), (2, 2, 4, 0), (3, 3, 8, 0), (4, 3, 8, 3)]
)
def test_turns_of_players_who_are_out_count_and_none_begins_after_the_cap(
    cap: int, turns: int, drawn: int, following: int
) -> None:
    game = fill(Arranged(num_players=4, max_turns=cap))
    game.seats[1].left = game.seats[2].left = "escaped"
    changed = ending(game).turn("end turn")
    black = {"black_bag": 24 - drawn, "black_aside": drawn} if drawn else {}
    assert changed == {"turns": turns} | black | ({"to_act": 3} if following else {"truncated": True})


@pytest.mark.rule("CC24", "CCD3")
def test_the_last_turn_is_completed_before_the_cut() -> None:
    game = fill(Arranged(num_players=3, max_turns=1))
    game.skill = 2
    changed = ending(game, "Milky Opal", row=SIX[:5]).turn("acquire Mercenary", "end turn")
    assert changed == {
        "turns": 1, "truncated": True, "skill": 0, "reserve": {"Mercenary": 14, "Explore": 15, "Secret Tome": 12},
        "row": (*SIX[:5], "Milky Opal"), "dungeon": (), "dungeon_left": 0, "black_bag": 22, "black_aside": 2,
        "hand 0": ("Mercenary",), "known 0": ("Mercenary",),
    }  # fmt: skip


@pytest.mark.rule("CC27", "CCD3", "CCD24")
@pytest.mark.parametrize("how", ["deck", "attack", "escape", "turn of a player who is out"])
def test_an_end_in_the_last_turn_is_an_end_and_no_cut(how: str) -> None:
    game = at_the_crypt(num_players=2, max_turns=2 if how.startswith("turn") else 1)
    row = SIX[:5] if how != "turn of a player who is out" else SIX
    if how == "attack":
        hurt(fill(game, "clank 0", "clank 1", bag=1), 9, 9)
    elif how == "escape":
        game.seats[1].left = "knocked out"
    elif how == "turn of a player who is out":
        fill(game, bag=6).seats[1].left = "knocked out"
    table = ending(game, *(["Milky Opal"] if how == "attack" else []), row=row)
    table.play(*(["move to room 1"] if how == "escape" else []), "end turn")
    assert (table["terminated"], table["truncated"]) == (True, False)
    assert table["ending"] == {"deck": "deck", "turn of a player who is out": "bag"}.get(how, "all out")
    assert table["turns"] == (1 if how.startswith("turn") else 0)
    assert table["returns 0"] == 1
