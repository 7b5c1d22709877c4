"""Tests of the plain-Python oracle itself: set-up, the course of a turn, Clank!, cards bought, used and fought."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tests.arranged import played
from tests.clank_catacombs.cards import ACTIONS
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.positions import (
    QUIET,
    Arranged,
    all_tokens,
    awaken,
    cards,
    clank,
    clear_hand,
    cubes,
    end_turn,
    fill,
    hold,
    legal,
    offer,
    on_top,
    tiles,
)


def test_actions() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 237
    assert ACTIONS[:8] == (
        *("play Burgle", "play Stumble", "play Sidestep", "play Scramble", "play Mercenary", "play Explore"),
        *("play Secret Tome", "play Candle Stub"),
    )
    assert ACTIONS[53:56] == ("play Dragonbone Idol", "acquire Candle Stub", "acquire Chalk Marks")
    assert ACTIONS[100:103] == ("acquire Dragonbone Idol", "use Dripping Font", "use Rusted Lift")
    assert ACTIONS[107:110] == ("use Echo Bell", "fight Crypt Rat", "fight Candle Wisp")
    assert ACTIONS[117:132] == (
        *("fight Hoard Mimic", "acquire Mercenary", "acquire Explore", "acquire Secret Tome", "fight Goblin"),
        *("move north", "move east", "move south", "move west"),
        *("move to room 1", "move to room 2", "move to room 3", "move to room 4", "move through the portal"),
        "teleport north",
    )
    assert ACTIONS[139:165] == (
        "teleport through the portal",
        *(f"come out at {tile}" for tile in ("START", "D04", "D11", "D15", "D18", "D20", "D22")),
        *("spend 0 swords", "spend 1 swords", "spend 2 swords", "spend 3 swords", "spend 4 swords"),
        *("place unturned", "place turned 1", "place turned 2", "place turned 3"),
        *("turn the tile 1", "turn the tile 2", "turn the tile 3"),
        *("take artifact", "mark wayshrine", "open chest", "open library", "open prison"),
        "buy Backpack",
    )
    assert ACTIONS[165:180] == (
        *("buy Blood Amulet", "buy Thief's Kit", "buy Crown", "buy Backpack with the Coupon"),
        *("buy Blood Amulet with the Coupon", "buy Thief's Kit with the Coupon", "buy Crown with the Coupon"),
        *("drink two", "drink one", "use boots", "use swords", "swap puzzle box"),
        *("first effect", "second effect", "choose Burgle"),
    )
    assert ACTIONS[232:] == (
        *("choose Dragonbone Idol", "from the play area", "from the discard pile", "decline", "end turn"),
    )


@pytest.mark.rule("CC2", "CC3", "CC4", "CC5", "CC6", "CC7", "CC8", "CC9", "CC34", "CC35", "CC39", "CC41", "CCD8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    game = Arranged(num_players=players)
    assert len(game.seats) == players
    for index, seat in enumerate(game.seats):
        assert Counter(seat.hand + seat.deck) == {"Burgle": 6, "Stumble": 2, "Sidestep": 1, "Scramble": 1}
        assert (len(seat.hand), seat.discard, seat.played, seat.known) == (5, [], [], [])
        assert (seat.room, seat.lockpicks, seat.gold, seat.meter, seat.left) == ("START K", 3, 0, [], None)
        assert (seat.supply, clank(game, index)) == ((27, 3), (28, 2), (29, 1), (30, 0))[index]
        assert (seat.artifacts, seat.idols, seat.tokens, seat.prisoners) == ([], 0, [], [])
        assert (seat.items, seat.crowns, seat.mastery) == ([], [], False)
    assert (game.side, game.cells) == ("A", {(0, 0): "START", (0, 1): "START"})
    assert (len(game.safe), game.safe_to_come, len(game.depths), game.tiles_left()) == (6, 4, 22, 26)
    assert game.rage_track[game.rage] == {2: 3, 3: 2, 4: 2}[players]
    assert game.rage == {2: 2, 3: 1, 4: 0}[players]
    assert (Counter(game.bag), game.ghosts, game.set_aside) == ({"black": 24}, 5, 0)
    assert (len(game.deck), game.reserve) == (94, {"Mercenary": 15, "Explore": 15, "Secret Tome": 12})
    assert game.artifacts == [5, 7, 10, 12, 15, 17, 20]
    assert (len(game.majors), len(game.minors), len(game.captives), game.idols) == (11, 20, 20, 3)
    assert game.market == {"Backpack": 2, "Blood Amulet": 2, "Thief's Kit": 3, "Crown": 3}
    assert game.crowns == [10, 9, 8]
    assert (game.to_act, game.turns, game.asking, game.ending) == (0, 0, "turn", None)
    assert (game.terminated, game.truncated, game.returns, game.final_scores) == (False, False, [0.0] * players, None)
    assert [what for what, _ in game.asked] == ["side"] + ["row"] * 6 + ["card"] * 5 * players


@pytest.mark.rule("CCD26", "CC7", "CC43")
def test_the_opening_row_has_no_symbol_and_its_arrive_texts_happen() -> None:
    game = Arranged()
    rows = [candidates for what, candidates in game.asked if what == "row"]
    assert [len(candidates) for candidates in rows] == [75, 74, 73, 72, 71, 70]
    assert not {"Milky Opal", "Dripping Font", "Crystal Leech"} & set(rows[0])
    assert {"Echo Bell"}.isdisjoint(rows[0])
    assert {"Lockjaw Ghoul", "Offering Bowl", "Wight Envoy"} <= set(rows[0])
    names = ("Lockjaw Ghoul", "Pale Acolyte", "Wight Envoy", "Pact Candle")
    game = Arranged(*(("row", name) for name in names), num_players=4)
    assert [clank(game, seat) for seat in range(4)] == [6, 5, 4, 3]
    assert (game.set_aside, len(game.bag)) == (0, 24)


def test_the_side_of_the_starting_tile() -> None:
    assert Arranged(("side", "B")).side == "B"


@pytest.mark.rule("CCD3", "CCD6")
@pytest.mark.parametrize(("name", "value"), [("num_players", 1), ("num_players", 5), ("max_turns", 0)])
def test_options_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        CatacombsOracle(random.Random(0), **{name: value})


def test_an_illegal_action_changes_nothing() -> None:
    game = Arranged()
    before = {name: copy.deepcopy(value) for name, value in vars(game).items() if name != "rng"}
    for action in ("end turn", "move north", "acquire Candle Stub", "place unturned", "spend 0 swords", "nonsense"):
        with pytest.raises(ValueError, match=action):
            game.step(action)
    assert {name: value for name, value in vars(game).items() if name != "rng"} == before


def test_chance_must_name_a_candidate() -> None:
    with pytest.raises(ValueError, match="Dragonbone"):
        Arranged(("row", "Dragonbone Idol"))


# --- the turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC10", "CC11", "CC13", "CC16", "CC24", "CCD7", "CCD8")
def test_the_course_of_a_turn() -> None:
    game = offer(hold(Arranged(), "Burgle", "Burgle", "Scramble", "Stumble"), *QUIET[:2])
    assert game.legal() == ["play Burgle", "play Stumble", "play Scramble"]
    played(game, "play Burgle")
    assert game.legal() == ["play Burgle", "play Stumble", "play Scramble", "acquire Candle Stub"]
    played(game, "play Scramble")
    assert (game.skill, game.boots, game.own.played) == (2, 1, ["Burgle", "Scramble"])
    assert game.legal() == [
        *("play Burgle", "play Stumble", "acquire Candle Stub", "acquire Tiptoe", "acquire Mercenary"),
        *("move south", "move to room 2"),
    ]
    played(game, "move to room 2", "acquire Candle Stub")
    assert (game.skill, game.own.room, game.own.discard) == (1, "START V", ["Candle Stub"])
    assert (game.row[:2], game.deck.count("Candle Stub")) == ([None, "Tiptoe"], 1)
    played(game, "play Stumble")
    assert clank(game) == 4
    played(game, "play Burgle")
    assert game.legal() == ["acquire Tiptoe", "acquire Mercenary", "end turn"]
    own = game.own
    played(on_top(game, "Feint", "Feint", "Crowbar", "Crowbar", "Ransack"), "end turn")
    assert (game.to_act, game.turns, game.skill, game.boots) == (1, 1, 0, 0)
    assert Counter(own.discard) == {"Candle Stub": 1, "Burgle": 2, "Scramble": 1, "Stumble": 1}
    assert (len(own.hand), own.played) == (5, [])
    assert game.row == ["Feint", "Tiptoe", "Feint", "Crowbar", "Crowbar", "Ransack"]  # slots keep their places


@pytest.mark.rule("CC9", "CC24")
def test_turns_go_round_and_pass_who_is_out() -> None:
    game = Arranged(num_players=4)
    order = []
    for number in range(7):
        order.append((game.to_act, game.turns))
        if number == 4:
            game.seats[2].left = "knocked out"
        end_turn(game)
    assert order == [(0, 0), (1, 1), (2, 2), (3, 3), (0, 4), (1, 5), (3, 7)]


@pytest.mark.rule("CC12", "CCD11")
def test_an_empty_deck_is_rebuilt_from_the_discards() -> None:
    game = hold(Arranged(), "Twin Paths", "Bone Charm")
    own = game.own
    own.deck, own.discard = [], ["Explore"]
    played(game, "play Twin Paths")
    assert (own.hand, own.deck, own.discard) == (["Bone Charm", "Explore"], [], [])
    assert own.known == ["Bone Charm"]
    played(game, "play Bone Charm")  # the play area is not shuffled in: nothing to draw
    assert (own.hand, own.played, own.known) == (["Explore"], ["Twin Paths", "Bone Charm"], [])
    end_turn(game)
    assert (len(own.hand), own.deck, own.discard, own.known) == (3, [], [], [])


@pytest.mark.rule("CCD9")
def test_what_of_a_hand_is_known() -> None:
    game = clear_hand(Arranged())
    own = game.own
    own.deck, own.discard, own.played = ["Burgle", "Stumble"], ["Explore"] * 9, []
    end_turn(game)
    assert own.hand == ["Burgle", "Stumble", "Explore", "Explore", "Explore"]
    assert own.known == ["Burgle", "Stumble"]
    game.begin_turn(0)
    played(game, "play Burgle")
    assert own.known == ["Stumble"]


# --- Clank!, CC12 and CCD10 -------------------------------------------------------------------------------------------


@pytest.mark.rule("CC12", "CC44", "CCD10")
def test_left_over_silence_works_against_later_clank() -> None:
    game = hold(fill(Arranged(), "clank 0", "clank 1"), "Still the Air", "Ransack", "Stumble", "Stumble", "Burst Purse")
    game.own.deck = []
    played(game, "play Still the Air")
    assert (clank(game), clank(game, 1), game.own.supply, game.quiet) == (0, 1, 30, 2)
    played(game, "play Stumble", "play Ransack")
    assert (clank(game), game.quiet, game.clank_made) == (0, 0, 2)
    played(game, "play Burst Purse")
    assert (clank(game), game.own.supply, game.clank_made) == (2, 28, 4)


@pytest.mark.rule("CC12", "CCD10")
def test_no_clank_is_made_from_an_empty_supply() -> None:
    game = hold(Arranged(), "Loose Flagstone", "Stumble", "Stumble")
    game.own.supply = 1
    played(game, "play Stumble", "play Stumble", "play Loose Flagstone")
    assert (game.own.supply, clank(game), game.clank_made, game.boots) == (0, 4, 1, 0)
    game = hold(fill(Arranged()), "Candle Stub", "Stumble", "Stumble")  # cube by cube: one comes back in between
    game.own.supply = 1
    played(game, "play Candle Stub", "play Stumble", "play Stumble")
    assert (game.own.supply, clank(game), game.clank_made, game.quiet) == (0, 1, 2, 0)


@pytest.mark.rule("CC44", "CCD8")
def test_left_over_silence_is_lost_at_the_end_of_the_turn() -> None:
    game = hold(fill(Arranged()), "Candle Stub")
    played(offer(on_top(game, "Lockjaw Ghoul"), *QUIET[1:]), "play Candle Stub")
    assert game.quiet == 1
    played(game, "end turn")
    assert (clank(game), clank(game, 1), game.quiet) == (1, 1, 0)


# --- Row and Reserve --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC16", "CC35", "CCD12")
@pytest.mark.parametrize(("name", "price"), [("Mercenary", 2), ("Explore", 3), ("Secret Tome", 7)])
def test_the_reserve(name: str, price: int) -> None:
    game = clear_hand(offer(Arranged()))
    game.skill = price - 1
    assert f"acquire {name}" not in game.legal()
    game.skill = 2 * price
    stock = game.reserve[name]
    played(game, f"acquire {name}")
    assert (game.skill, game.own.discard, game.reserve[name]) == (price, [name], stock - 1)
    game.reserve[name] = 0
    assert f"acquire {name}" not in game.legal()


@pytest.mark.rule("CC18", "CC35")
def test_the_goblin_may_be_fought_again_and_again() -> None:
    game = offer(Arranged())
    game.swords = 5
    played(game, "fight Goblin", "fight Goblin")
    assert (game.swords, game.own.gold) == (1, 2)
    assert "fight Goblin" not in game.legal()
    assert "monster_defeated" not in game.facts


def test_the_first_slot_that_holds_the_card() -> None:
    game = offer(Arranged(), "Feint", "Tiptoe", "Feint")
    game.skill = 3
    assert played(game, "acquire Feint").row[:3] == [None, "Tiptoe", "Feint"]


@pytest.mark.rule("CC17", "CC18", "CCD12")
def test_used_and_fought_cards_go_to_the_dungeon_discard() -> None:
    game = offer(Arranged(), "Whirling Stair", "Crypt Rat", "Rattling Sentry")
    game.skill, game.swords = 1, 2
    cards_on_offer = legal(game, "use", "fight", "acquire")
    assert cards_on_offer == ["use Whirling Stair", "fight Crypt Rat", "fight Rattling Sentry", "fight Goblin"]
    played(game, "use Whirling Stair", "fight Crypt Rat")
    assert (game.skill, game.swords, game.boots, game.own.gold) == (0, 1, 1, 1)
    assert (game.discarded, game.row[:3]) == (["Whirling Stair", "Crypt Rat"], [None, None, "Rattling Sentry"])
    assert game.own.discard == []


# --- everything is somewhere ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_lose_nothing(players: int) -> None:
    for seed in range(4):
        draw = random.Random(seed)
        game = CatacombsOracle(random.Random(100 + seed), num_players=players)
        before = [count(game) for count in (cards, cubes, all_tokens, tiles)]
        assert [sum(counter.values()) for counter in before] == [100 + 42 + 10 * players, 24 + 5 + 30 * players, 71, 28]
        while not (game.terminated or game.truncated):
            game.step(draw.choice(game.legal()))
            if draw.random() < 0.9 and not game.terminated:  # counting is slow
                continue
            assert [count(game) for count in (cards, cubes, all_tokens, tiles)] == before
            assert all(len(seat.meter) <= 10 and seat.supply >= 0 for seat in game.seats)
            assert all(not Counter(seat.known) - Counter(seat.hand) for seat in game.seats)
        assert game.legal() == []
        assert sum(game.returns) == pytest.approx(0)


def test_the_dragon_sleeps_while_nobody_takes_a_card_with_a_symbol() -> None:
    game = Arranged()
    for _ in range(10):
        end_turn(game)
    assert "cube" not in {what for what, _ in game.asked}
    awaken(game)
    assert "cube" in {what for what, _ in game.asked}
