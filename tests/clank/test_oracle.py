"""Tests of the plain-Python oracle itself: rules and decisions by hand-made positions."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tests.arranged import played
from tests.clank.cards import ACTIONS
from tests.clank.oracle import ClankOracle
from tests.clank.positions import (
    Arranged,
    end_turn,
    fill,
    health,
    hold,
    lay,
    lefts,
    noise,
    out,
    stand,
)


def test_actions() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 141
    assert ACTIONS[:4] == ("play Attack", "play Buy", "play Sword", "play Chipped Axe")
    assert ACTIONS[30:38] == (
        *("play Star Compass", "move deeper", "move back", "extra move deeper", "extra move back"),
        *("explore deck", "explore cup", "pay 0 tokens"),
    )
    assert ACTIONS[49:53] == ("pay 12 tokens", "rest Attack", "rest Buy", "rest Sword")
    assert ACTIONS[80:84] == ("rest Star Compass", "escape", "buy Chipped Axe", "buy Hooked Pike")
    assert ACTIONS[109:112] == ("buy Star Compass", "fight", "take Chipped Axe")
    assert ACTIONS[138:] == ("take Star Compass", "decline", "end turn")


def test_setup() -> None:  # CL2, CL3, CLD1, CLD2, CLD3, CLD5, CLD7, CLD11
    game = Arranged(num_players=3)
    for seat in game.seats:
        assert Counter(seat.hand + seat.deck) == {"Attack": 6, "Buy": 3, "Sword": 1}
        assert (len(seat.hand), seat.discard, seat.played, seat.known) == (5, [], [], [])
        assert (seat.health, seat.tokens, seat.supply, seat.position) == (10, 0, 30, 0)
        assert (seat.treasures, seat.monsters, seat.left) == ([], [], None)
    assert (game.path, len(game.tiles)) == (["Exit"] + [None] * 7, 20)
    assert (len(game.row), len(game.market), game.top, len(game.treasure_deck)) == (6, 94, "Copper Hoard", 28)
    assert Counter(game.bag) == {"dragon": 1, "skill": 60}
    assert (len(game.dragon_deck), game.to_act, game.phase, game.turns) == (10, 0, "turn", 0)
    assert (game.terminated, game.truncated, game.returns, game.final_scores) == (False, False, [0.0] * 3, None)
    assert [what for what, _ in game.asked] == ["market"] * 6 + ["treasure"] + ["card"] * 15
    assert [len(candidates) for _, candidates in game.asked[:8]] == [100, 99, 98, 97, 96, 95, 29, 10]


def test_options() -> None:  # CLD1, CLD7
    game = Arranged(num_players=4, path_length=12, dragon_cubes=3, skill_cubes_per_player=5)
    assert (len(game.path), Counter(game.bag)) == (13, {"dragon": 3, "skill": 20})
    game = Arranged(path_length=4, dragon_cubes=0, skill_cubes_per_player=0)
    assert (len(game.path), game.bag) == (5, [])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("num_players", 1), ("num_players", 5), ("path_length", 3), ("path_length", 13), ("dragon_cubes", -1)],
        *[("skill_cubes_per_player", -1), ("draws", -1), ("dragon_limit", 0), ("dragon_limit", 11)],
        *[("inside_at_end", "no"), ("max_turns", 0)],
    ],
)
def test_options_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        ClankOracle(random.Random(0), **{name: value})


def test_an_illegal_action_changes_nothing() -> None:
    game = Arranged()
    before = {name: copy.deepcopy(value) for name, value in vars(game).items() if name != "rng"}
    for action in ("end turn", "move back", "extra move deeper", "buy Haggle", "fight", "escape", "nonsense"):
        with pytest.raises(ValueError, match=action):
            game.step(action)
    assert {name: value for name, value in vars(game).items() if name != "rng"} == before


def test_chance_must_name_a_candidate() -> None:
    game = Arranged(("tile", "Exit"))
    with pytest.raises(ValueError, match="Exit"):
        game.step("move deeper")


# --- the turn ---------------------------------------------------------------------------------------------------------


def test_the_course_of_a_turn() -> None:  # CL5, CL6, CL9, CLD12, CLD13
    game = hold(Arranged(), "Attack", "Buy", "Buy", "Haggle", "Pathfinder")
    game.row = ["Haggle", "Lantern", "Silver Pouch", "Gold Bar", "Sun Disk", "Sun Disk"]
    assert game.legal() == ["play Attack", "play Buy", "play Haggle", "play Pathfinder", "move deeper"]
    played(game, "play Buy", "play Pathfinder")
    assert (game.buy, game.moves, game.own.played) == (2, 1, ["Buy", "Pathfinder"])
    assert game.legal() == ["play Attack", "play Buy", "play Haggle", "move deeper", "extra move deeper"]
    played(game, "move deeper")
    assert game.legal() == [
        *("play Attack", "play Buy", "play Haggle", "extra move deeper", "extra move back", "buy Haggle", "end turn"),
    ]
    played(game, "extra move deeper", "play Buy", "buy Silver Pouch")
    assert (game.buy, game.moves, game.own.position, game.own.discard) == (1, 0, 2, ["Silver Pouch"])
    assert game.legal() == ["play Attack", "play Haggle", "end turn"]
    own = game.own
    played(game, "end turn")
    assert (game.to_act, game.buy, game.moves, game.attack, game.main_done) == (1, 0, 0, 0, False)
    assert Counter(own.discard) == Counter(["Silver Pouch", "Buy", "Pathfinder", "Buy", "Attack", "Haggle"])
    assert (len(own.hand), own.played, len(game.row)) == (5, [], 6)


def test_everything_but_the_main_action_may_be_left_out() -> None:  # CL5, CL6
    game = played(Arranged(), "move deeper", "end turn")
    assert game.to_act == 1
    assert "end turn" not in game.legal()


def test_turns_go_round_and_skip_who_is_out() -> None:  # CLD19, CLD22
    game = Arranged(num_players=4)
    order = []
    for number in range(8):
        order.append(game.to_act)
        if number == 4:
            out(game.seats[2], "dead")
        end_turn(game)
    assert order == [0, 1, 2, 3, 0, 1, 3, 0]


def test_an_empty_deck_is_rebuilt_from_the_discards() -> None:  # CL9, CLD18
    game = hold(Arranged(), "Haggle", "Haggle")
    own = game.own
    own.deck, own.discard = [], ["Buy"]
    played(game, "play Haggle")
    assert (own.hand, own.deck, own.discard, own.played) == (["Haggle", "Buy"], [], [], ["Haggle"])
    played(game, "play Haggle")  # cards played are not shuffled in: nothing to draw
    assert (own.hand, own.played) == (["Buy"], ["Haggle", "Haggle"])
    end_turn(game)
    assert (len(own.hand), own.deck, own.discard) == (3, [], [])


def test_a_bought_card_may_be_drawn_in_the_same_turn() -> None:  # CL6, CLD18
    game = hold(Arranged(), "Haggle")
    game.own.deck, game.row, game.buy, game.main_done = [], ["Sun Disk"], 7, True
    assert played(game, "buy Sun Disk", "play Haggle").own.hand == ["Sun Disk"]


def test_the_market_row_is_refilled_until_the_deck_is_empty() -> None:  # CLD3, CL13
    game = Arranged()
    game.row, game.market = ["Haggle"], ["Lantern", "Lantern"]
    end_turn(game)
    assert (game.row, game.market) == (["Haggle", "Lantern", "Lantern"], [])


def test_unused_attack_is_lost_and_tokens_are_kept() -> None:  # CLD13, CLD5
    game = hold(Arranged(), "Attack", "Lantern")
    played(game, "play Attack", "play Lantern", "move deeper", "end turn")
    assert (game.attack, game.seats[0].tokens) == (0, 2 + 2)


# --- moving -----------------------------------------------------------------------------------------------------------


def test_where_a_pawn_may_go() -> None:  # CL4, CL13, CLD1, CLD14
    for position, ways in ((0, ["deeper"]), (2, ["deeper", "back"]), (4, ["back"])):
        game = stand(Arranged(path_length=4), position, 0)
        game.own.hand, game.moves = [], 1
        game.path[position] = "Exit" if not position else "Bare Passage"
        assert game.legal() == [f"{kind}move {way}" for kind in ("", "extra ") for way in ways]


def test_entering_in_order() -> None:  # CLD15
    game = stand(lay(Arranged(("tile", "Quiet Shrine")), "Bone Arch"), 1, 0)
    played(game, "move deeper")
    assert (health(game)[0], game.own.position, game.path[2]) == (9, 2, "Quiet Shrine")
    assert (noise(game), game.own.supply) == (0, 30)  # 1 noise for the tile, and then the event takes it back
    game = stand(lay(Arranged(("tile", "Cartographer's Nook")), "Rat Larder"), 1, 0)
    played(game, "move deeper")
    assert [what for what, _ in game.asked[-2:]] == ["tile", "card"]
    assert (health(game)[0], len(game.own.hand), noise(game)) == (9, 6, 1)


def test_a_face_up_tile_makes_no_noise() -> None:  # CLD4, CL5
    game = played(lay(Arranged(), "Bare Passage"), "move deeper")
    assert (game.own.position, noise(game)) == (1, 0)


def test_an_event_happens_at_every_entry() -> None:  # CLD15
    game = hold(lay(Arranged(), "Collapsed Hall", "Whispering Stair"), "Pathfinder", "Pathfinder", "Pathfinder")
    played(game, "play Pathfinder", "play Pathfinder", "play Pathfinder", "move deeper")
    played(game, "extra move deeper", "extra move back", "extra move deeper")
    assert (noise(game), game.own.tokens) == (2, 2)


def test_an_undefeated_monster_hurts_who_leaves_it() -> None:  # CL13, CLD6, CLD15
    game = hold(lay(Arranged(), "Armoury", "Bare Passage"), "Pathfinder")
    played(game, "play Pathfinder", "move deeper")
    assert health(game)[0] == 10  # not who enters
    played(game, "extra move deeper")
    assert health(game)[0] == 8
    game.defeated = ["Armoury"]
    game.moves = 2
    played(game, "extra move back", "extra move back")
    assert (health(game)[0], game.own.position) == (8, 0)


def test_who_dies_of_the_monster_left_behind_stays_there() -> None:  # CLD14, CLD15, CLD22
    for kind in ("", "extra "):
        game = stand(lay(Arranged(), "Armoury"), 1, 0)
        own, game.moves, own.health = game.own, 1, 2
        hand, asked = list(own.hand), len(game.asked)
        game.row = game.row[1:]
        game.step(f"{kind}move deeper")
        assert (own.left, own.health, own.position, game.path[2]) == ("dead", 0, 1, None)
        assert [what for what, _ in game.asked[asked:]] == ["market"]  # no cubes, no new hand; the refill alone
        assert (own.hand, own.discard, game.to_act, game.turns) == (hand, [], 1, 1)
        assert health(game) == [0, 10]


def test_extra_moves_obey_every_rule_of_move_and_are_no_main_action() -> None:  # CLD13
    game = hold(Arranged(("tile", "Collapsed Hall")), "Pathfinder")
    played(game, "play Pathfinder", "extra move deeper")
    assert (noise(game), game.own.position, game.moves, game.main_done) == (2, 1, 0, False)
    assert "end turn" not in game.legal()
    assert {"move deeper", "move back"} <= set(game.legal())
    assert not {"extra move deeper", "extra move back"} & set(game.legal())


def test_noise_from_an_empty_supply_is_lost() -> None:  # CLD18
    game = hold(Arranged(("tile", "Collapsed Hall")), "Chipped Axe")
    game.own.supply = 1
    played(game, "play Chipped Axe", "move deeper")
    assert (game.own.supply, noise(game)) == (0, 1)


def test_healing_stops_at_10_and_quiet_at_what_is_in_the_bag() -> None:  # CLD18, CL13
    game = hold(fill(Arranged(), "noise 0", "noise 1"), "Field Kit", "Smoke Veil")
    played(game, "play Field Kit", "play Smoke Veil")
    assert (health(game)[0], noise(game), game.own.supply, noise(game, 1)) == (10, 0, 30, 1)


# --- exploring and resting --------------------------------------------------------------------------------------------


def explorer(*, buy: int, tokens: int, top: str = "Gilded Relic") -> Arranged:
    """Seat 0 in an explore room at the end of the path, where the Cup lies."""
    game = stand(lay(Arranged(path_length=4), "Bare Passage", "Rat Larder", "Collapsed Hall", "Looted Tomb"), 4, 0)
    game.treasure_deck.append(str(game.top))
    game.treasure_deck.remove(top)
    game.top, game.buy, game.own.tokens = top, buy, tokens
    return game


@pytest.mark.parametrize(
    ("buy", "tokens", "numbers"),
    [
        *[(0, 7, []), (7, 0, []), (4, 3, [])],
        *[(0, 8, [8]), (8, 0, [0]), (5, 3, [3]), (0, 20, [8])],
        *[(1, 8, [7, 8]), (8, 1, [0, 1]), (5, 5, [3, 4, 5]), (20, 20, [*range(9)])],
    ],
)
def test_explore_splits(buy: int, tokens: int, numbers: list[int]) -> None:  # CLD5, CLD17
    for action, name in (("explore deck", "Gilded Relic"), ("explore cup", "The Cup")):
        if not numbers:
            assert action not in explorer(buy=buy, tokens=tokens).legal()
        for number in numbers:
            game = played(explorer(buy=buy, tokens=tokens), action)
            if len(numbers) > 1:
                assert (game.legal(), game.own.treasures) == ([f"pay {n} tokens" for n in numbers], [])
                game.step(f"pay {number} tokens")
            assert (game.buy, game.own.tokens, game.own.treasures) == (buy - 8 + number, tokens - number, [name])
            assert (noise(game), game.main_done, game.phase) == (1, True, "turn")
            assert not {"explore deck", "explore cup", "move back"} & set(game.legal())


def test_the_dearest_treasure_may_be_split_to_the_end() -> None:  # CLD17
    game = played(explorer(buy=12, tokens=12, top="Dragon Regalia"), "explore deck")
    assert game.legal() == [f"pay {number} tokens" for number in range(13)]
    game = played(game, "pay 12 tokens")
    assert (game.buy, game.own.tokens) == (12, 0)
    game.row = ["Sun Disk"]
    assert "buy Sun Disk" in game.legal()  # left-over buy stays for the market


def test_a_new_top_treasure_is_turned_up_at_once() -> None:  # CLD17
    game = explorer(buy=8, tokens=0)
    game.wishes = [("treasure", "Ward Charm")]
    played(game, "explore deck")
    assert (game.top, len(game.treasure_deck)) == ("Ward Charm", 27)
    assert "Ward Charm" not in game.treasure_deck


def test_where_one_may_explore() -> None:  # CLD1, CLD14
    game = explorer(buy=20, tokens=0)
    assert {"explore deck", "explore cup"} <= set(game.legal())
    game.path[4] = "Crystal Gallery"
    assert {"explore deck", "explore cup"} <= set(game.legal())  # an undefeated monster does not forbid it
    game.path[4] = "Bare Passage"
    assert [action for action in game.legal() if "explore" in action] == ["explore cup"]
    game.cup_taken = True
    assert not [action for action in game.legal() if "explore" in action]
    game.path[4], game.main_done = "Looted Tomb", True
    assert not [action for action in game.legal() if "explore" in action]
    assert not [action for action in Arranged().legal() if "explore" in action]


def test_the_last_treasure_ends_the_game_at_once() -> None:  # CL12, CLD23
    game = explorer(buy=20, tokens=0)
    game.treasure_deck = []
    played(game, "explore cup")
    assert not game.terminated  # the Cup does not matter
    game.main_done = False
    played(game, "explore deck")
    assert (game.terminated, game.ending, game.to_act, game.legal()) == (True, "treasure", 0, [])
    assert (game.final_scores, lefts(game)) == ([40, 0], ["inside", "inside"])


def test_rest() -> None:  # CL5, CLD4, CLD14
    game = Arranged()
    own = game.own
    own.discard = ["Lantern", "Buy", "Lantern"]
    own.health = 2
    assert not [action for action in game.legal() if "rest" in action]
    own.health = 3
    assert [action for action in game.legal() if "rest" in action] == ["rest Buy", "rest Lantern"]
    played(game, "rest Lantern")
    assert (own.health, own.discard, own.hand[-1], own.known) == (1, ["Buy", "Lantern"], "Lantern", ["Lantern"])
    assert (game.main_done, noise(game)) == (True, 0)
    played(game, "play Lantern")  # this turn
    assert (own.tokens, own.known) == (2, [])
    assert not [action for action in game.legal() if "rest" in action]


# --- fighting ---------------------------------------------------------------------------------------------------------


def fighter(*, attack: int, health: int = 10) -> Arranged:
    """Seat 0 beside a monster of power 5 and damage 2, its main action done."""
    game = stand(lay(Arranged(), "Armoury", "Bare Passage"), 1, 0)
    game.main_done, game.attack, game.own.health = True, attack, health
    game.row = ["Sun Disk"]
    return game


def test_a_win_uses_up_the_power_and_a_failure_all() -> None:  # CL6, CLD16
    for attack, left, health_, won in ((7, 2, 10, True), (5, 0, 10, True), (4, 0, 8, False), (0, 0, 8, False)):
        game = played(fighter(attack=attack), "fight")
        assert (game.attack, health(game)[0], game.own.monsters) == (left, health_, ["Armoury"] * won)


def test_one_try_a_visit_over_any_number_of_turns() -> None:  # CLD6, CLD16
    game = played(fighter(attack=0), "fight")
    game.attack = 9
    assert "fight" not in game.legal()
    end_turn(game)
    end_turn(game)
    game.own.discard = ["Buy"]
    played(game, "rest Buy")
    assert "fight" not in game.legal()
    game.main_done = False
    played(game, "move back")
    assert health(game)[0] == 10 - 2 - 2 - 2  # the try, the rest, and leaving costs it again
    game.moves = 1
    played(game, "extra move deeper")
    assert "fight" in game.legal()


def test_everybody_has_a_try_of_their_own() -> None:  # CLD16
    game = stand(fighter(attack=0), 1, 1)
    played(game, "fight")
    end_turn(game)
    game.main_done, game.attack = True, 5
    played(game, "fight", "decline", "end turn")
    assert (game.seats[1].monsters, game.defeated) == (["Armoury"], ["Armoury"])
    played(game, "move back")
    assert health(game) == [8, 10]  # gone for all


def test_who_dies_fighting_ends_the_turn() -> None:  # CLD22
    game = fighter(attack=4, health=2)
    asked = len(game.asked)
    played(game, "fight")
    assert (lefts(game), game.to_act) == (["dead", None], 1)
    assert [what for what, _ in game.asked[asked:]] == ["market"] * 5


def test_a_free_card_is_chosen_or_declined() -> None:  # CLD16
    game = fighter(attack=6)
    game.row, game.buy = ["Lantern", "Gold Bar", "War Maul", "Lantern"], 1
    played(game, "fight")
    assert game.legal() == ["take War Maul", "take Lantern", "decline"]
    played(game, "take Lantern")
    assert (game.own.discard, game.row, game.buy) == (["Lantern"], ["Gold Bar", "War Maul", "Lantern"], 1)
    assert played(fighter(attack=6), "fight").phase == "turn"  # Sun Disk does not fit


def test_cards_may_be_played_between_purchases_and_fights() -> None:  # CLD13
    game = hold(fighter(attack=4), "Attack", "Buy")
    game.row = ["Haggle"]
    played(game, "play Attack", "fight", "take Haggle", "play Buy")
    assert (game.attack, game.buy, game.own.discard) == (0, 2, ["Haggle"])
