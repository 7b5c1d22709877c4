"""The rule book of Clank!, rule by rule (CL2 to CL13); decisions and tables have files of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium import make_game
from ludarium.envs.core.game import IllegalActionError
from tests.clank.table import (
    Seat,
    allows,
    copies,
    legal,
    luck,
    play,
    position,
    read,
    start,
    turn,
    value,
)

#: Rooms where nothing happens, and one more with the symbol.
QUIET_PATH = ["Bare Passage", "Looted Tomb"]
UNLIKELY = 1e-6


# --- setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL2", "CL4")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_everybody_starts_on_the_exit_with_ten_health_and_no_tokens(n: int) -> None:
    game, states = start(num_players=n, seed=n)
    found = read(states)
    assert game.options.path_length == 7
    assert found["path"] == found["defeated"] == []
    for seat in range(n):
        assert [found[f"{what} {seat}"] for what in ("health", "tokens", "on", "noise")] == [10, 0, 0, 0]
        assert found[f"status {seat}"] == "inside"
        assert found[f"treasures {seat}"] == []
        assert found[f"points {seat}"] == (0, 0, 0)


@pytest.mark.rule("CL2", "CLD1")
@pytest.mark.parametrize("seen", [[], ["Bare Passage", "Rat Larder", "Looted Tomb"]])
def test_any_tile_that_is_not_on_the_path_yet_is_as_likely_as_any_other(seen: list[str]) -> None:
    game, states = position(Seat(on=len(seen)), path=seen)
    many = copies(game, states, 4000)
    game.step(many, game.action_number("move deeper"))
    counts = Counter(many["path"][:, len(seen)].tolist())
    assert len(counts) == 20 - len(seen)
    assert chisquare([*counts.values()]).pvalue > UNLIKELY
    known = set(states["path"][0].tolist()) - {0}
    assert not known & counts.keys()


@pytest.mark.rule("CL3", "CLD2", "CLD7")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_ten_cards_five_of_them_in_hand_six_in_the_market_and_cubes_in_the_bag(n: int) -> None:
    _, states = start(num_players=n, seed=1)
    found = read(states)
    for seat in range(n):
        assert (len(found[f"hand {seat}"]), len(found[f"deck {seat}"])) == (5, 5)
        own = Counter([*found[f"hand {seat}"], *found[f"deck {seat}"]])
        assert own == {"Attack": 6, "Buy": 3, "Sword": 1}
    assert (len(found["row"]), len(found["market"])) == (6, 94)
    assert found["top"] in found["treasure"]
    assert (found["skill cubes"], found["dragon cubes"]) == (20 * n, 1)


@pytest.mark.rule("CL3")
def test_hands_are_drawn_from_shuffled_decks_and_the_market_from_shuffled_cards() -> None:
    games = 4000
    states = make_game("clank").new_states(3, games)
    for seat in (0, 1):  # 5 of 10 cards: how many of the three Buy are in hand
        counts = np.bincount(states["hand"][:, seat, 1], minlength=4)
        assert chisquare(counts, games * np.array([21, 105, 105, 21]) / 252).pvalue > UNLIKELY
    shares = states["market_row"].sum(axis=0) / (6 * games)
    copies_of = states["market_row"][0] + states["market_deck"][0]
    assert np.allclose(shares, copies_of / 100, atol=0.008)
    tops = np.bincount(states["treasure_top"], minlength=8)[1:]
    assert chisquare(tops, games * np.array([12, 9, 4, 1, 1, 1, 1]) / 29).pvalue > UNLIKELY


# --- a turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CL4", "CL5", "CL13")
def test_a_move_goes_to_a_neighbouring_room_and_reveals_it_to_all() -> None:
    game, states = position(Seat(on=1), Seat(), path=QUIET_PATH)
    assert {"move deeper", "move back"} <= legal(game, states)
    back = states.copy()
    assert turn(game, back, "move back") == {"on 0": 0, "phase": "after"}
    assert turn(game, states, "move deeper") == {"on 0": 2, "phase": "after"}
    play(game, states, "end turn")
    play(game, states, "move deeper")  # to a tile that has been revealed: no noise
    assert (read(states)["noise 1"], read(states)["on 1"]) == (0, 1)
    for viewer in (0, 1, -1):
        assert (game.redact(states, viewer)["path"] == states["path"]).all()


@pytest.mark.rule("CL5", "CL13")
def test_nobody_moves_beyond_the_ends_of_the_path() -> None:
    game, states = position(Seat(on=0))
    assert not allows(game, states, "move back")
    path = ["Bare Passage", "Looted Tomb", "Rat Larder", "Quiet Shrine"]
    game, states = position(Seat(on=4), path=path, path_length=4, extra_moves=1)
    assert legal(game, states) == {"move back", "extra move back"}


@pytest.mark.rule("CL5", "CLD13")
@pytest.mark.parametrize("action", ["move deeper", "explore deck", "rest Buy"])
def test_exactly_one_main_action_a_turn(action: str) -> None:
    game, states = position(Seat(on=2, tokens=5, discard=["Buy"]), path=QUIET_PATH)
    mains = {"move deeper", "move back", "explore deck", "rest Buy"}
    assert legal(game, states) == mains
    play(game, states, action)
    assert not legal(game, states) & mains
    assert allows(game, states, "end turn")


@pytest.mark.rule("CL5", "CL10")
def test_exploring_buys_the_treasure_on_top_where_the_room_has_the_symbol() -> None:
    game, states = position(Seat(on=1, tokens=9), path=QUIET_PATH)
    assert not allows(game, states, "explore deck")  # Bare Passage
    game, states = position(Seat(on=2, tokens=9), path=QUIET_PATH, treasure=["Copper Hoard", "Gilded Relic"])
    assert turn(game, states, "explore deck") == {
        "tokens 0": 4,
        "treasures 0": ["Copper Hoard"],
        "points 0": (5, 0, 0),
        "noise 0": 1,
        "treasure": ["Gilded Relic", "The Cup"],
        "top": "Gilded Relic",
        "phase": "after",
    }


@pytest.mark.rule("CL5", "CLD4", "CLD14")
def test_resting_costs_two_health_for_a_card_of_the_own_discard_pile() -> None:
    game, states = position(Seat(discard=["Lantern", "Sword"]), Seat(discard=["Runner"]))
    assert {name for name in legal(game, states) if "rest" in name} == {"rest Lantern", "rest Sword"}
    assert turn(game, states, "rest Sword") == {
        "health 0": 8,
        "hand 0": ["Sword"],
        "known 0": ["Sword"],
        "discard 0": ["Lantern"],
        "phase": "after",
    }


@pytest.mark.rule("CL6")
def test_buy_adds_up_and_buys_cards_for_the_discard_pile() -> None:
    game, states = position(
        Seat(hand=["Buy", "Silver Pouch"], on=1), path=QUIET_PATH, row=["Gold Bar", "Felt Boots", "Felt Boots"]
    )
    play(game, states, "play Buy", "play Silver Pouch", "move deeper")
    assert {"buy Gold Bar", "buy Felt Boots"} <= legal(game, states)
    changed = turn(game, states, "buy Gold Bar")
    assert changed == {"buy": 0, "row": ["Felt Boots"] * 2, "discard 0": ["Gold Bar"]}


@pytest.mark.rule("CL6")
def test_the_example_of_a_fight_four_attack_beat_a_monster_of_power_three() -> None:
    hand = ["Hooked Pike", "Attack", "Attack"]
    game, states = position(Seat(hand=hand), path=["Spider Gallery"])
    play(game, states, "play Hooked Pike", "play Attack", "play Attack", "move deeper")
    expected = {"attack": 1, "defeated": [1], "points 0": (0, 0, 3), "fought 0": 1}
    assert turn(game, states, "fight") == expected
    # Less hurts.
    game, states = position(Seat(hand=hand), path=["Spider Gallery"])
    play(game, states, "play Hooked Pike", "move deeper")
    assert turn(game, states, "fight") == {"attack": 0, "health 0": 9, "fought 0": 1}


@pytest.mark.rule("CL7")
def test_noise_puts_own_cubes_from_the_supply_into_the_bag() -> None:
    game, states = position(Seat(hand=["War Maul"]), Seat(noise=3))
    assert turn(game, states, "play War Maul") == {
        "hand 0": [],
        "played 0": ["War Maul"],
        "attack": 4,
        "noise 0": 1,
    }
    assert value(states, "supply")[:2] == [29, 27]


@pytest.mark.rule("CL8", "CL13")
def test_two_cubes_are_drawn_at_the_end_of_a_turn_all_if_fewer() -> None:
    for bag, drawn in ((5, 2), (2, 2), (1, 1), (0, 0)):
        game, states = position(skill=bag, phase="after")
        play(game, states, "end turn")
        assert (value(states, "tokens")[0], read(states)["skill cubes"]) == (drawn, bag - drawn)


@pytest.mark.rule("CL8", "CL13", "CLD7")
def test_each_own_cube_drawn_is_one_damage() -> None:
    """The rule book's example: with three own cubes in the bag, two are drawn, and one of them may be one's own."""
    game, states = position(Seat(noise=3), Seat(), skill=3, phase="after")
    many = copies(game, states, 6000)
    game.step(many, game.action_number("end turn"))
    damage = 10 - many["health"][:, 0]
    assert (many["bag"][:, 0] == 3 - damage).all()
    assert (many["tokens"][:, 0] == 2 - damage).all()
    counts = np.bincount(damage)  # 2 of 3 + 3 cubes without replacement
    assert chisquare(counts, 6000 * np.array([3, 9, 3]) / 15).pvalue > UNLIKELY


@pytest.mark.rule("CL13", "CLD7")
def test_skill_cubes_are_tokens_for_who_draws_them() -> None:
    game, states = position(Seat(), Seat(tokens=4), act=1, skill=2, phase="after")
    assert turn(game, states, "end turn") == {
        "tokens 1": 6,
        "skill cubes": 0,
        "turns": 1,
        "to act": 0,
        "phase": "before",
    }


@pytest.mark.rule("CL9")
def test_clean_up_discards_everything_and_draws_five() -> None:
    own = Seat(hand=["Buy", "Attack"], played=["Lantern"], deck=["Sword"] * 6, discard=["Runner"])
    game, states = position(own, Seat(hand=["Buy"]), phase="after")
    assert turn(game, states, "end turn") == {
        "hand 0": ["Sword"] * 5,
        "deck 0": ["Sword"],
        "discard 0": ["Attack", "Buy", "Lantern", "Runner"],
        "played 0": [],
        "turns": 1,
        "to act": 1,
        "phase": "before",
    }


@pytest.mark.rule("CL9")
def test_an_empty_deck_is_made_anew_from_the_shuffled_discard_pile() -> None:
    game, states = position(Seat(hand=["Buy"] * 3, deck=["Sword"] * 2, discard=["Lantern"] * 6), phase="after")
    many = copies(game, states, 3000)
    game.step(many, game.action_number("end turn"))
    lanterns = many["hand"][:, 0].sum(axis=1) - many["hand"][:, 0, 1] - 2
    assert (many["hand_size"][:, 0] == 5).all() and (many["hand"][:, 0, 2] == 2).all()
    assert (many["deck_size"][:, 0] == 6).all() and not many["discard"][:, 0].any()
    counts = np.bincount(lanterns, minlength=4)  # 3 of 6 Lantern and 3 Buy
    assert chisquare(counts, 3000 * np.array([1, 18, 45, 20]) / 84).pvalue > UNLIKELY


@pytest.mark.rule("CL10", "CLD8")
def test_taking_the_cup_makes_the_dragon_angry() -> None:
    path = ["Rat Larder", "Looted Tomb", "Quiet Shrine", "Bare Passage"]
    game, states = position(Seat(on=4, tokens=8), path=path, path_length=4, dragon=1)
    assert turn(game, states, "explore cup") == {
        "tokens 0": 0,
        "treasures 0": ["The Cup"],
        "points 0": (30, 0, 0),
        "noise 0": 1,
        "dragon cubes": 2,
        "treasure": read(position(Seat(treasures=["The Cup"]))[1])["treasure"],
        "phase": "after",
    }


# --- leaving and ending -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CL11", "CL13", "CLD21")
def test_who_is_back_at_the_exit_may_escape_on_a_later_turn_and_keeps_the_points() -> None:
    game, states = position(Seat(on=1, treasures=["Gilded Relic"]), Seat(on=2), path=QUIET_PATH)
    play(game, states, "move back")
    assert not allows(game, states, "escape")
    play(game, states, "end turn", "move back", "end turn")
    assert allows(game, states, "escape")
    play(game, states, "escape")
    assert read(states)["status 0"] == "escaped"
    play(game, states, "move back", "end turn")  # the other seat has all turns now
    assert value(states, "to_act") == 1
    play(game, states, "escape")
    assert value(states, "terminated")
    assert value(states, "scores")[:2] == [10, 0]
    assert value(states, "returns")[:2] == [1.0, -1.0]


@pytest.mark.rule("CL11", "CL13", "CLD22")
def test_who_dies_is_out_and_counts_half_rounded_down() -> None:
    own = Seat(on=1, health=1, treasures=["Copper Hoard"], monsters=4, discard=["Royal Writ"])
    game, states = position(own, Seat(on=1, status="escaped"), path=["Rat Larder"])
    play(game, states, "move back")
    assert read(states)["status 0"] == "dead"
    assert value(states, "terminated")
    assert value(states, "scores")[:2] == [5, 0]  # 5 + 4 + 2 = 11


@pytest.mark.rule("CL12")
def test_the_game_ends_when_all_are_out() -> None:
    game, states = position(Seat(left=True), Seat(status="dead"), Seat(status="escaped", treasures=["Copper Hoard"]))
    play(game, states, "escape")
    assert value(states, "terminated") and not value(states, "truncated")
    assert legal(game, states) == set()
    with pytest.raises(IllegalActionError, match="over"):
        play(game, states, "end turn")


@pytest.mark.rule("CL12")
def test_the_game_ends_when_the_treasure_deck_is_empty() -> None:
    game, states = position(Seat(on=2, tokens=9), path=QUIET_PATH, treasure=["Gilded Relic"])
    play(game, states, "explore deck")
    assert value(states, "terminated")
    assert value(states, "scores")[:2] == [10, 0]
    game, states = position(Seat(on=2, tokens=9), path=QUIET_PATH, treasure=["Gilded Relic", "Copper Hoard"])
    play(game, states, "explore deck")
    assert not value(states, "terminated")


@pytest.mark.rule("CL12")
def test_the_game_ends_with_the_third_dragon_card() -> None:
    revealed = ["Fury", "Roar"]
    for cards in (0, 1, 2):
        game, states = position(dragon=1, draws=1, revealed=revealed[:cards], phase="after")
        play(game, states, "end turn")
        assert len(read(states)["dragon cards"]) == cards + 1
        assert value(states, "terminated") == (cards == 2)


@pytest.mark.rule("CL12", "CL13")
def test_treasures_own_cards_and_monsters_count() -> None:
    seats = [
        Seat(treasures=["The Cup"], hand=["Sun Disk"], deck=["Jade Mask"], discard=["Amber Eye"], monsters=9),
        Seat(treasures=["Dragon Regalia", "Dragon Regalia"], played=["Star Compass", "Sword"], monsters=5),
        Seat(status="escaped", treasures=["Copper Hoard", "Winged Sandals"], discard=["Headsman", "Silver Sabre"]),
        Seat(status="dead", treasures=["Gilded Relic"], monsters=5),
    ]
    game, states = position(*seats, dragon=1, dragon_limit=1, phase="after")
    play(game, states, "end turn")
    assert value(states, "scores") == [53, 51, 12, 7]
    assert value(states, "returns") == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.rule("CL13")
def test_health_is_ten_at_most() -> None:
    for health, after in ((8, 9), (9, 10), (10, 10)):
        game, states = position(Seat(hand=["Field Kit"], health=health))
        play(game, states, "play Field Kit")
        assert value(states, "health")[0] == after
        game, states = position(Seat(health=health), path=["Glow-moss Cave"])
        play(game, states, "move deeper")
        assert value(states, "health")[0] == after


@pytest.mark.rule("CL13", "CL6")
def test_a_monster_stays_until_it_is_defeated_and_may_be_passed_for_its_damage() -> None:
    game, states = position(Seat(), Seat(), path=["Rat Larder", "Bare Passage"])
    play(game, states, "move deeper", "end turn", "move deeper", "end turn")  # both are in the room
    for seat in (0, 1):
        assert turn(game, states, "move deeper")[f"health {seat}"] == 9
        play(game, states, "end turn")
    assert read(states)["defeated"] == []
    play(game, states, "move back")  # into the room it comes for nothing
    assert (value(states, "health")[0], read(states)["on 0"]) == (9, 1)


@pytest.mark.rule("CL13", "CLD3")
def test_bought_market_cards_come_back_from_the_deck_alone() -> None:
    game, states = position(row=["Lantern"] * 3 + ["Runner"] * 3, market=["Haggle"], phase="after", buy=6)
    play(game, states, "buy Lantern", "buy Lantern")
    changed: dict[str, Any] = turn(game, states, "end turn")
    assert (changed["row"], changed["market"]) == (["Haggle", "Lantern", "Runner", "Runner", "Runner"], [])
    play(game, states, "move deeper", "end turn")
    assert len(read(states)["row"]) == 5


@pytest.mark.rule("CL11", "CL13")
def test_a_dead_players_treasures_stay_before_the_player() -> None:
    game, states = position(Seat(on=1, health=1, treasures=["Copper Hoard"]), Seat(), path=["Rat Larder"])
    changed = turn(game, states, "move back")
    assert changed == {"health 0": 0, "status 0": "dead", "turns": 1, "to act": 1}
    luck(game, states, "move deeper")
    assert read(states)["treasures 0"] == ["Copper Hoard"]
