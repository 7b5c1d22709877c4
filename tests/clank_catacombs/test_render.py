"""Clank! Catacombs in words: what a seat, a spectator and everybody may read."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank_catacombs.positions import Arranged, fill, full_of_questions, hold, hurt, lay, offer, stand
from tests.clank_catacombs.table import Table

SPECTATOR = -1


def a_table() -> Table:
    game = Arranged(num_players=3)
    for cell, tile, turned in (((0, -1), "S1", 0), ((-1, 0), "D03", 1), ((1, 0), "S6", 3), ((-1, 1), "D18", 2)):
        lay(game, cell, tile, turned)
    game.lying["D03 A"] = 7
    game.artifacts = [10, 12, 15, 20]
    game.opened = ["S6 A chest"]
    game.marks = {"D18 A": [0, 2]}
    offer(game, "Milky Opal", "Offering Bowl", "Jailer of Echoes", "Night Porter", "Lockjaw Ghoul")
    hold(game, "Burgle", "Burgle", "Grave Digger", "Palm the Coin")
    own, other, out = game.seats
    own.known = ["Burgle", "Grave Digger"]
    own.deck, own.played, own.discard = ["Sidestep", "Stumble"], ["Burgle", "Burgle", "Stumble"], ["Scramble", "Burgle"]
    own.artifacts, own.items, own.crowns, own.tokens, own.prisoners = [17], ["Backpack"], [10, 9], ["MAP"], ["MONK"]
    own.gold, own.lockpicks, own.idols = 4, 0, 1
    game.crowns, game.market["Crown"], game.market["Backpack"], game.idols = [8], 1, 1, 2
    game.majors.remove("MAP")
    game.captives.remove("MONK")
    other.artifacts = [5]
    out.left = "knocked out"
    fill(game, "clank 0", "clank 0", "clank 1", "ghost", bag=21)
    hurt(game, 4, 0, 10)
    own.meter = ["own", "own", "black", "marker"]
    game.bag.append("clank 1")
    game.set_aside, game.rage, game.turns = 2, 4, 7
    stand(game, "D03 B")
    stand(game, "START V", 1)
    stand(game, "D18 B", 2)
    game.entered, game.mercy_used, game.exhausted, game.springs = ["D03 B"], True, True, 1
    game.skill, game.swords, game.quiet = 3, 1, 2
    return Table(game)


MAP = """\
  +-------+-------+-------+
  | D18   | altar |       |
  |       |       |       |
  +-------+-------+-------+
  | D03   | crypt | S6    |
  | 0     | 1     |       |
  +-------+-------+-------+
  |       | S1    |       |
  |       |       |       |
  +-------+-------+-------+
  START Start (0, 0), side A, rooms 3 and 4 in the Depths
    room 1 (K) Crypt: to room 2; south to S1 room 1
    room 2 (V) nothing: to room 1; to room 3 [1 monster]; east to S6 room 1 [1 monster, beyond 1 monster]; \
west to D03 room 1 [beyond 1 monster]  <- player 1
    room 3 (U) Crystal Cave: to room 2 [1 monster]; to room 4; east unexplored [1 monster]; west to D18 room 2; \
portal [1 monster]
    room 4 (M) Monkey Altar: to room 3; north unexplored [footprints]
  S1 Antechamber (0, -1)
    room 1 (A) Minor Secret: to room 2; north to START room 1; west unexplored
    room 2 (B) 1 Gold: to room 1; east unexplored; south unexplored [footprints]
  S6 Toll Gate (1, 0)
    room 1 (A) opened Chest: to room 2 [1 monster]; south unexplored [footprints]; \
west to START room 2 [1 monster, beyond 1 monster]
    room 2 (B) Prison: to room 1 [1 monster]; north unexplored; east unexplored
  D03 Weeping Chapel (-1, 0), haunted
    room 1 (A) Artifact 7: to room 2 [1 monster]; east to START room 2 [1 monster]
    room 2 (B) heal 1, Prison, has paid this turn: to room 1 [1 monster]; \
north to D18 room 1 [footprints, beyond footprints]; south unexplored; west unexplored  <- player 0
  D18 Sliding Shrine (-1, 1)
    room 1 (A) Wayshrine, marked by 0 2: to room 2; south to D03 room 2 [footprints, beyond footprints]; west unexplored
    room 2 (B) Minor Secret: to room 1 against the arrow; north unexplored [1 monster]; east to START room 3; portal
"""
PILES = """\
Row (93 cards in the deck):
    Milky Opal (4 Skill, dragon): draw 1; 3 points; acquired, +1 Clank!
    Offering Bowl (3 Skill, device): 2 Gold or trash 1; on arrival 3 black cubes go back into the bag
    Jailer of Echoes (3 Swords, monster, dragon, danger): free 1 Prisoner, 1 Gold; only in the Depths
    Night Porter (4 Skill): 1 Skill, 1 Lockpick; with another companion draw 1; companion; 1 point
    Lockjaw Ghoul (2 Swords, monster): 1 Lockpick; on arrival +1 Clank! for everybody
    (empty)
Reserve: Mercenary (2 Skill) x15, Explore (3 Skill) x15, Secret Tome (7 Skill) x12, Goblin (2 Swords)
Market: Backpack x1, Blood Amulet x2, Thief's Kit x3, Crown x1 (the best for 8 points), 7 Gold each
left: 22 tiles; Artifacts 10 12 15 20; 2 Idols
    10 Major Secrets: MAP, 3 CHALICE, 2 HEAL2, 2 SKILL5, 2 GOLD5
    20 Minor Secrets: 3 EGG, 3 HEAL1, 2 BOOT1, 2 SWORD2, 2 PUZZLE, 3 LOCKPICK, 2 SPRING, 3 GOLD2
    19 Prisoners: 2 ADVENTURER, 2 BARBARIAN, 2 CLERIC, COUPON, MONKEYBOT, 2 HAUNTED, MAYOR, MONK, 2 PEASANT, \
PRIMATOLOGIST, PRINCE, PRINCESS, SORCERESS, WARRIOR
dragon: space 5 of 7, an attack draws 5
Clank! area: 2 of player 0, 1 of player 1, 0 of player 2, 1 Ghosts; \
bag: 0 of player 0, 1 of player 1, 0 of player 2, 21 black, 0 Ghosts; set aside: 2 black, 4 Ghosts in the Bank
"""
SEATS = """\
> player 0: 4 of 10 damage (1 black cubes, 1 markers), 4 Gold, 0 Lockpicks, 24 cubes, 2 points of cards
    has: Artifact 17; 1 Idols; Backpack, 2 Crown; Crowns for 19 points; MAP, MONK
{0}
    discard pile: Burgle, Scramble
    played: 2 Burgle, Stumble
  player 1: 0 of 10 damage, 0 Gold, 3 Lockpicks, 29 cubes, 0 points of cards
    has: Artifact 5
{1}
    discard pile: none
  player 2 knocked out in D18 room 2: 10 of 10 damage, 0 Gold, 3 Lockpicks, 20 cubes, 0 points of cards
    has: nothing
{2}
    discard pile: none
turn 8, player 0: anything; 3 skill, 1 swords, 0 boots, 0 teleports; 2 left-over -Clank!; exhausted; \
the own tile has been turned; 1 Springs; true: in the Depths, on a haunted tile, with an Artifact"""
_OPEN = "    hand: 5 Burgle\n      Burgle: 1 Skill\n    deck: Burgle, 2 Stumble, Sidestep, Scramble"
_CLOSED = "    hand: 5 cards, of which are known: none\n    hand and deck: 6 Burgle, 2 Stumble, Sidestep, Scramble"
OPEN = [
    "    hand: 2 Burgle, Grave Digger, Palm the Coin; known to all: Burgle, Grave Digger\n"
    "      Burgle: 1 Skill\n"
    "      Grave Digger: 1 Skill; in the Depths 1 Gold; companion; 1 point\n"
    "      Palm the Coin: 1 Skill; for a card discarded draw 1, 2 Gold; 1 point\n"
    "    deck: Stumble, Sidestep",
    _OPEN,
    _OPEN,
]
CLOSED = [
    "    hand: 4 cards, of which are known: Burgle, Grave Digger\n"
    "    hand and deck: 2 Burgle, Stumble, Sidestep, Grave Digger, Palm the Coin",
    _CLOSED,
    _CLOSED,
]


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR, None])
def test_a_table_from_every_seats_eyes(viewer: int | None) -> None:
    table = a_table()
    seen = [OPEN[seat] if viewer in (seat, None) else CLOSED[seat] for seat in range(3)]
    assert table.game.describe(table.states, viewer) == MAP + PILES + SEATS.format(*seen)
    if viewer is not None:  # of full states, too, nobody reads another's hand
        words = table.game.spec.describe(table.game.options, table.states[0], viewer)
        assert words == MAP + PILES + SEATS.format(*seen)


def lines(table: Table, viewer: int = 0) -> list[str]:
    return table.game.describe(table.states, viewer).splitlines()


def last_line(game: Game, states: States) -> str:
    return game.describe(states, SPECTATOR).splitlines()[-1]


def discover(tile: str) -> Table:
    """That tile is revealed west of the starting tile, with another Boot and a Sword to place it."""
    game = stand(Arranged(), "START V")
    game.boots, game.swords, game.safe_to_come = 2, 1, 0
    table = Table(game)
    table.luck("move west", lambda after: bool(after["revealed"] == tile))
    return table


# --- the map ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC15", "CCD1", "CCD14")
def test_a_revealed_tile_is_told_with_its_rooms_and_the_ways_in() -> None:
    table = discover("D06")
    start = next(number for number, line in enumerate(lines(table)) if "revealed" in line)
    assert lines(table)[start : start + 4] == [
        "  D06 Pilgrim Stair, revealed, to go west of player 0; unturned it has",
        "    room 1 (A) Artifact +: to room 2 [2 monsters]; south [footprints, 1 monster]; west [lock]",
        "    room 2 (B) Wayshrine: to room 1 [2 monsters]; north; east",
        "    the way in: unturned room 2 (B); turned 1 room 2 (B); turned 2 room 1 (A) [lock]; "
        "turned 3 room 1 (A) [footprints, 1 monster]",
    ]
    words = (
        "turn 1, player 0: D06 Pilgrim Stair is revealed, to be placed west of the own tile; 0 skill, 1 swords, 1 boots"
    )
    assert lines(table)[-1].startswith(words)


@pytest.mark.rule("CC14", "CC23", "CCD1")
@pytest.mark.parametrize(
    ("tile", "turned", "words"),
    [
        (
            "D04",
            0,
            [
                "  D04 Severed Bridge (0, -1)",
                "    room 1 (A) no Artifact: north to START room 1 [1 monster]; east unexplored; "
                "south unexplored [footprints]; west unexplored outwards only; portal [1 monster]",
            ],
        ),
        (
            "D04",
            1,
            [
                "  D04 Severed Bridge (0, -1)",
                "    room 1 (A) no Artifact: north to START room 1 outwards only; east unexplored [1 monster]; "
                "south unexplored; west unexplored [footprints]; portal [1 monster]",
            ],
        ),
        (
            "D10",
            2,
            [
                "  D10 Hollow King (0, -1), haunted",
                "    room 1 (A) no Artifact: to room 2 [1 monster, lock]; "
                "north to START room 1 [footprints, 2 monsters]",
                "    room 2 (B) Prison: to room 1 [1 monster, lock]; east unexplored; south unexplored; "
                "west unexplored [1 monster]",
            ],
        ),
        (
            "D22",
            0,
            [
                "  D22 Warm Spring (0, -1)",
                "    room 1 (A) heal 1: to room 2; to room 3 [1 monster]; north to START room 1; "
                "west unexplored [footprints]",
                "    room 2 (B) Minor Secret: to room 1; east unexplored",
                "    room 3 (C) 1 Gold: to room 1 [1 monster]; south unexplored [1 monster]; portal",
            ],
        ),
    ],
)
def test_tiles_as_they_lie(tile: str, turned: int, words: list[str]) -> None:
    table = Table(lay(Arranged(), (0, -1), tile, turned))
    start = lines(table).index(words[0])
    assert lines(table)[start : start + len(words)] == words


@pytest.mark.rule("CC14", "CC20")
def test_locks_arrows_and_features_change_their_words() -> None:
    game = lay(lay(Arranged(("side", "B")), (0, -1), "D04", 1), (1, 0), "D07", 3)
    game.unlocked, game.opened = ["START V-U"], ["D07 A library"]
    found = "\n".join(lines(Table(game)))
    assert "START Start (0, 0), side B, rooms 3 and 4 in the Depths" in found
    assert "room 1 (K) Crypt: to room 2; south to D04 room 1 against the arrow  <- player 0, player 1" in found
    assert "room 2 (V) Wayshrine: to room 1; to room 3 [open lock]; east to D07 room 2 [footprints];" in found
    assert "room 1 (A) opened Library, no Artifact: to room 2 [1 monster]; east unexplored [2 monsters];" in found


def test_pawns_of_players_who_are_out_are_not_on_the_map() -> None:
    game = Arranged(num_players=4)
    stand(game, "START M", 0)
    game.seats[1].left, game.seats[1].mastery = "escaped", True
    game.seats[2].left = "knocked out"
    found = lines(Table(game))
    assert found[1:6:3] == ["  | altar |", "  | crypt |"]
    assert found[2:6:3] == ["  | 0     |", "  | 3     |"]
    assert [line for line in found if "<-" in line] == [
        "    room 1 (K) Crypt: to room 2; south unexplored  <- player 3",
        "    room 4 (M) Monkey Altar: to room 3; north unexplored [footprints]  <- player 0",
    ]
    assert [line.split(":")[0] for line in found if line[2:8] == "player"] == [
        "> player 0",
        "  player 1 escaped",
        "  player 2 knocked out in START room 1",
        "  player 3",
    ]


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC35", "CCD11")
@pytest.mark.parametrize(
    "words",
    [
        "Dragonbone Idol (8 Skill, dragon, danger): draw 2; 8 points; acquired, +3 Clank!",
        "Wight Envoy (6 Skill): 2 Skill, draw 1; companion; 2 points; on arrival +1 Clank! for everybody",
        "Pact Candle (4 Skill): 1 Skill, trash 1; 1 point; on arrival 3 black cubes go back into the bag",
        "Prince's Ransom (7 Skill, dragon): 4 Gold; with an Artifact draw 2; 4 points",
        "Loose Flagstone (2 Skill): draw 1; after 2 Clank! 1 Boots; 1 point",
        "Hollow Book (4 Skill): 2 Skill; with a Secret Tome in play or discarded draw 1; 2 points",
        "Dripping Font (2 Skill, device, dragon): heal 1 or -2 Clank!",
        "Strongbox (4 Skill, device, dragon): costs a Lockpick; 1 Major Secret",
        "Echo Bell (2 Skill, device, dragon, danger): +1 Clank! for each other player",
        "Bone Colossus (4 Swords, monster, dragon): 4 Gold, 2 Skill; only in the Depths",
        "Crystal Leech (2 Swords, monster, dragon): 3 Skill; only in a Crystal Cave",
        "Candle Wisp (1 Swords, monster, dragon): 2 Skill, +1 Clank!",
        "Ossuary Key (5 Skill): 1 Skill, teleport 1; 2 points",
        "Hedge Witch (4 Skill, dragon): 1 Skill, -1 Clank!, heal 1; companion; 1 point",
    ],
)
def test_cards_of_the_row(words: str) -> None:
    table = Table(offer(Arranged(), words.split(" (")[0]))
    assert f"    {words}" in lines(table)


def test_what_has_run_out() -> None:
    game = offer(Arranged())
    game.market = dict.fromkeys(game.market, 0)
    game.crowns, game.artifacts, game.captives = [], [], []
    found = lines(Table(game))
    assert found.count("    (empty)") == 6
    assert "Market: Backpack x0, Blood Amulet x0, Thief's Kit x0, Crown x0, 7 Gold each" in found
    assert "left: 26 tiles; Artifacts none; 3 Idols" in found
    assert "    0 Prisoners: none" in found


# --- what is chosen ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD4", "CCD13", "CCD17")
def test_what_is_chosen_about_moves() -> None:
    game = stand(lay(lay(Arranged(), (3, 0), "D11"), (5, 0), "D04"), "START U")
    game.boots, game.swords = 2, 2
    table = Table(game).play("move through the portal")
    words = "turn 1, player 0: at which portal to come out (START, D04, D11, D15, D18, D20, D22); 0 skill, 2 swords"
    assert last_line(table.game, table.states).startswith(words)
    table.play("come out at D04")
    assert ": Swords to spend on 2 monsters (through the portal); " in last_line(table.game, table.states)
    game = stand(Arranged(), "START V")
    game.boots, game.swords = 2, 1
    table = Table(game).play("move to room 3")
    assert ": Swords to spend on 1 monsters (to room 3); " in last_line(table.game, table.states)
    table = discover("D03").play("place turned 1")
    assert ": Swords to spend on 1 monsters (the tile turned 1); " in last_line(table.game, table.states)


@pytest.mark.rule("CCD4", "CCD11", "CCD20")
def test_what_is_chosen_about_cards() -> None:
    table = Table(full_of_questions())

    def asked(*actions: str) -> str:
        table.play(*actions)
        return last_line(table.game, table.states).split(": ")[1].split("; ")[0]

    assert asked("use Offering Bowl") == "which effect of Offering Bowl"
    assert asked("second effect") == "a card to trash"
    assert asked("choose Stumble") == "from where to trash Stumble"
    assert asked("from the play area", "play Palm the Coin") == "a card to discard"
    assert asked("choose Burgle") == "anything"
    assert asked("play Pact Candle", "decline", "play Burgle", "end turn") == "a card to trash for a Spring"
    assert "1 Springs" in last_line(table.game, table.states)


@pytest.mark.rule("CCD11")
def test_cards_that_wait_for_their_condition() -> None:
    table = Table(hold(Arranged(), "Grave Digger", "Street Urchin", "Burgle")).play("play Grave Digger")
    assert last_line(table.game, table.states).endswith("; Grave Digger waiting")
    table.play("play Street Urchin")
    words = last_line(table.game, table.states)
    assert words.endswith("; Grave Digger waiting; true: with another companion")


# --- ends -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC27", "CC33")
def test_ends() -> None:
    game = stand(hold(Arranged()), "START K")
    game.seats[0].artifacts, game.escaping = [5], True
    game.seats[1].left, game.seats[1].gold = "knocked out", 4
    stand(game, "START U", 1)
    table = Table(game).play("end turn")
    assert last_line(table.game, table.states) == "over (all out): player 0 won; final scores 25, 0"
    assert not [line for line in lines(table) if line.startswith(">")]
    table = Table(hold(Arranged(max_turns=1))).play("end turn")
    assert last_line(table.game, table.states) == "cut off after 1 turns"
