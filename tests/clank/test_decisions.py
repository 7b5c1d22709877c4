"""The decisions of the rule book of Clank! on a player's turn (CLD1 to CLD5, CLD12 to CLD14, CLD17)."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank.tables import MARKET
from ludarium.envs.core.options import OptionError
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

#: A path without events; its second room can be explored, its last one holds the Cup.
SHORT = ["Bare Passage", "Looted Tomb", "Rat Larder", "Mirror Room"]
BARE_END = ["Looted Tomb", "Mirror Room", "Rat Larder", "Bare Passage"]


@pytest.mark.rule("CLD1")
@pytest.mark.parametrize("length", [4, 12])
def test_the_path_is_a_line_of_path_length_tiles_with_the_cup_on_the_last(length: int) -> None:
    game, states = start(path_length=length)
    names: list[str] = []
    for place in range(1, length + 1):
        game, states = position(Seat(on=place - 1, tokens=8), path=names, path_length=length)
        assert not allows(game, states, "explore cup")
        luck(game, states, "move deeper", on_0=place)
        names = read(states)["path"]
        assert len(names) == len(set(names)) == place
    game, states = position(Seat(on=length, tokens=8), path=names, path_length=length)
    assert not allows(game, states, "move deeper")
    assert allows(game, states, "explore cup")


@pytest.mark.rule("CLD1")
@pytest.mark.parametrize("length", [3, 13])
def test_other_lengths_of_the_path_are_refused(length: int) -> None:
    with pytest.raises(OptionError, match=f"path_length.*{length}.*4.*12"):
        make_game("clank", path_length=length)


@pytest.mark.rule("CLD1", "CLD17")
def test_the_last_tile_is_a_room_for_the_cup_whatever_it_is_but_for_the_deck_it_needs_the_symbol() -> None:
    game, states = position(Seat(on=4, tokens=20), path=BARE_END, path_length=4)
    assert legal(game, states) == {"move back", "explore cup"}
    game, states = position(Seat(on=4, tokens=20), path=SHORT, path_length=4)
    assert legal(game, states) == {"move back", "explore cup", "explore deck"}
    game, states = position(Seat(on=4, tokens=20), Seat(treasures=["The Cup"]), path=SHORT, path_length=4)
    assert legal(game, states) == {"move back", "explore deck"}  # somebody has it


@pytest.mark.rule("CLD2")
def test_starting_cards() -> None:
    game, states = position(Seat(hand=["Attack", "Buy", "Sword"]))
    assert turn(game, states, "play Attack")["attack"] == 1
    assert turn(game, states, "play Buy")["buy"] == 2
    changed = turn(game, states, "play Sword")
    assert (changed["attack"], changed["buy"]) == (2, 3)


@pytest.mark.rule("CLD3")
def test_several_cards_may_be_bought_for_the_sum_of_buy() -> None:
    row = ["Lantern", "Haggle", "Haggle", "Gold Bar"]
    game, states = position(row=row, phase="after", buy=7)
    assert turn(game, states, "buy Haggle", "buy Lantern", "buy Haggle") == {
        "buy": 0,
        "row": ["Gold Bar"],
        "discard 0": ["Haggle", "Haggle", "Lantern"],
    }
    assert not [name for name in legal(game, states) if name.startswith("buy")]
    game, states = position(row=row, phase="after", buy=7)
    play(game, states, "buy Gold Bar")
    assert {name for name in legal(game, states) if name.startswith("buy")} == {"buy Haggle"}


@pytest.mark.rule("CLD3", "CLD18")
def test_the_row_is_refilled_at_the_end_of_each_turn_until_the_deck_is_empty() -> None:
    game, states = position(row=["Runner"] * 6, market=["Lantern"] * 7, phase="after", buy=40)
    play(game, states, *["buy Runner"] * 6)
    assert read(states)["row"] == []  # places bought stay empty until then
    play(game, states, "end turn")
    assert (read(states)["row"], read(states)["market"]) == (["Lantern"] * 6, ["Lantern"])


@pytest.mark.rule("CLD3")
def test_any_card_of_the_market_deck_is_as_likely_as_any_other() -> None:
    game, states = position(row=["Runner"] * 5, market=["Lantern"] * 3 + ["Haggle"], phase="after")
    many = copies(game, states, 4000)
    game.step(many, game.action_number("end turn"))
    assert (many["row_size"] == 6).all() and (many["market_left"] == 3).all()
    lanterns = many["market_row"][:, MARKET.index("Lantern")]
    assert abs(lanterns.mean() - 0.75) < 0.035


@pytest.mark.rule("CLD4")
def test_a_revealed_tile_and_exploring_make_one_noise_each() -> None:
    game, states = position(Seat())
    assert luck(game, states, "move deeper", path=["Bare Passage"])["noise 0"] == 1
    game, states = position(Seat(on=1, tokens=5), path=["Looted Tomb"])
    assert turn(game, states, "explore deck")["noise 0"] == 1
    for action in ("move back", "rest Buy"):
        game, states = position(Seat(on=1, discard=["Buy"]), path=["Looted Tomb"])
        assert "noise 0" not in turn(game, states, action)


@pytest.mark.rule("CLD4", "CLD14")
@pytest.mark.parametrize(("health", "discard", "possible"), [(2, ["Buy"], False), (3, ["Buy"], True), (10, [], False)])
def test_rest_needs_three_health_and_a_card(health: int, discard: list[str], possible: bool) -> None:
    game, states = position(Seat(health=health, discard=discard))
    assert allows(game, states, "rest Buy") == possible


@pytest.mark.rule("CLD14")
def test_the_card_taken_by_resting_may_be_played_and_the_health_is_no_damage() -> None:
    own = Seat(on=1, health=3, discard=["Star Compass"], treasures=["Ward Charm", "The Cup"])
    game, states = position(own, path=["Rat Larder"])
    play(game, states, "rest Star Compass")
    assert (value(states, "health")[0], read(states)["status 0"]) == (1, "inside")
    assert turn(game, states, "play Star Compass")["extra moves"] == 1


@pytest.mark.rule("CLD14")
def test_a_move_is_legal_even_where_it_kills() -> None:
    game, states = position(Seat(on=1, health=1), path=["Rat Larder"])
    assert legal(game, states) == {"move back", "move deeper"}
    play(game, states, "move back")
    assert read(states)["status 0"] == "dead"


@pytest.mark.rule("CLD5", "CLD17")
def test_a_price_is_paid_in_buy_and_tokens_in_every_split_there_is() -> None:
    own = Seat(on=2, tokens=4)
    place = {"path": SHORT, "path_length": 4, "treasure": ["Gilded Relic", "Copper Hoard"]}
    for buy, splits in ((3, None), (4, [4]), (6, [2, 3, 4]), (8, [0, 1, 2, 3, 4]), (20, [0, 1, 2, 3, 4])):
        game, states = position(own, buy=buy, **place)
        assert allows(game, states, "explore deck") == (splits is not None)
        for tokens in splits or []:
            game, states = position(own, buy=buy, **place)
            play(game, states, "explore deck")
            if len(splits or []) > 1:
                assert (read(states)["phase"], read(states)["paying for"]) == ("paying", "deck")
                assert legal(game, states) == {f"pay {n} tokens" for n in splits or []}
                assert read(states)["noise 0"] == 0  # nothing has happened yet
                play(game, states, f"pay {tokens} tokens")
            found = read(states)
            assert (found["tokens 0"], found["buy"]) == (4 - tokens, buy - (8 - tokens))
            assert (found["treasures 0"], found["phase"], found["noise 0"]) == (["Gilded Relic"], "after", 1)


@pytest.mark.rule("CLD5", "CLD17")
def test_more_tokens_than_the_price_and_the_cup_for_eight() -> None:
    place = {"path": SHORT, "path_length": 4, "treasure": ["Dragon Regalia", "Copper Hoard"]}
    game, states = position(Seat(on=4, tokens=30), buy=2, **place)  # type: ignore[arg-type]
    play(game, states, "explore cup")
    assert read(states)["paying for"] == "cup"
    assert legal(game, states) == {f"pay {n} tokens" for n in (6, 7, 8)}
    play(game, states, "pay 7 tokens")
    assert (value(states, "tokens")[0], value(states, "buy"), read(states)["top"]) == (23, 1, "Dragon Regalia")
    game, states = position(Seat(on=4, tokens=30), buy=13, **place)  # type: ignore[arg-type]
    play(game, states, "explore deck")
    assert legal(game, states) == {f"pay {n} tokens" for n in range(13)}


@pytest.mark.rule("CLD5")
def test_tokens_are_kept_from_turn_to_turn_and_buy_no_market_cards() -> None:
    game, states = position(Seat(tokens=9), row=["Haggle"], phase="after", buy=1)
    assert not allows(game, states, "buy Haggle")
    play(game, states, "end turn")
    assert value(states, "tokens")[0] == 9


@pytest.mark.rule("CLD17")
def test_buy_left_over_after_exploring_is_for_the_market() -> None:
    game, states = position(Seat(on=2), path=SHORT, buy=7, row=["Haggle", "Lantern"])
    play(game, states, "explore deck")
    assert (value(states, "buy"), allows(game, states, "buy Haggle")) == (2, True)
    assert not allows(game, states, "buy Lantern")


@pytest.mark.rule("CLD17")
def test_the_next_treasure_is_turned_up_at_once_and_each_is_as_likely() -> None:
    deck = ["Copper Hoard", "Gilded Relic", "Gilded Relic", "Ward Charm"]
    game, states = position(Seat(on=2, tokens=5), path=SHORT, treasure=deck)
    many = copies(game, states, 3000)
    game.step(many, game.action_number("explore deck"))
    tops = np.bincount(many["treasure_top"], minlength=9)
    assert tops[[2, 7]].sum() == 3000 and abs(tops[2] / 3000 - 2 / 3) < 0.045
    assert (many["treasures_left"] == 3).all()


@pytest.mark.rule("CLD12")
def test_playing_is_a_decision_one_card_an_action_and_what_is_not_played_is_discarded() -> None:
    game, states = position(Seat(hand=["War Maul", "War Maul", "Buy"], deck=["Attack"] * 5))
    assert {name for name in legal(game, states) if "play" in name} == {"play War Maul", "play Buy"}
    assert turn(game, states, "play War Maul")["hand 0"] == ["Buy", "War Maul"]
    play(game, states, "move deeper")
    changed = turn(game, states, "end turn")
    assert sorted(changed["discard 0"]) == ["Buy", "War Maul", "War Maul"]
    assert value(states, "attack") == 0  # of two Mauls one was played, and its attack is lost


@pytest.mark.rule("CLD13")
def test_before_the_main_action_cards_and_extra_moves_after_it_all_the_rest() -> None:
    own = Seat(on=1, hand=["Buy", "Pathfinder"], tokens=1)
    game, states = position(own, path=["Rat Larder", "Bare Passage"], buy=9, attack=9, row=["Haggle"])
    mains = {"move deeper", "move back"}
    free = {"play Buy", "play Pathfinder"}
    assert legal(game, states) == mains | free
    play(game, states, "play Pathfinder")
    free = {"play Buy", "extra move deeper", "extra move back"}
    assert legal(game, states) == mains | free
    play(game, states, "move deeper")
    assert legal(game, states) == free | {"buy Haggle", "end turn"}
    play(game, states, "extra move back")
    assert legal(game, states) == {"play Buy", "buy Haggle", "fight", "end turn"}
    play(game, states, "fight", "buy Haggle", "play Buy")  # in any order
    assert value(states, "buy") == 9


@pytest.mark.rule("CLD13")
def test_explore_pays_with_the_buy_gathered_so_far() -> None:
    game, states = position(Seat(on=2, hand=["Silver Pouch", "Buy"], tokens=0), path=SHORT)
    play(game, states, "play Silver Pouch")
    assert not allows(game, states, "explore deck")
    play(game, states, "play Buy", "explore deck")
    assert value(states, "buy") == 0


@pytest.mark.rule("CLD13")
def test_pools_are_lost_at_the_end_of_the_turn() -> None:
    game, states = position(phase="after", attack=3, buy=4, extra_moves=2)
    changed = turn(game, states, "end turn")
    assert changed == {"attack": 0, "buy": 0, "extra moves": 0, "turns": 1, "to act": 1, "phase": "before"}


@pytest.mark.rule("CLD13", "CLD15")
def test_an_extra_move_obeys_every_rule_of_move_but_is_no_main_action() -> None:
    game, states = position(Seat(on=1), path=["Rat Larder"], extra_moves=3)
    expected = {"on 0": 2, "health 0": 9, "noise 0": 2, "path": ["Rat Larder", "Collapsed Hall"], "extra moves": 2}
    assert luck(game, states, "extra move deeper", path=["Rat Larder", "Collapsed Hall"]) == expected
    assert {"move deeper", "move back"} <= legal(game, states)
    assert not allows(game, states, "end turn")
    assert turn(game, states, "extra move back") == {"on 0": 1, "extra moves": 1}
    play(game, states, "extra move back")
    assert value(states, "health")[0] == 8
    assert not allows(game, states, "extra move deeper")  # none left


@pytest.mark.rule("CLD14", "CLD6")
def test_an_undefeated_monster_does_not_forbid_exploring() -> None:
    game, states = position(Seat(on=4, tokens=5), path=SHORT)
    assert "health 0" not in turn(game, states, "explore deck")
