"""The decisions of the rule book of Clank! on rooms, fights, limits and leaving (CLD15, CLD16, CLD18, CLD21)."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import IllegalActionError
from tests.clank.table import (
    Seat,
    allows,
    legal,
    luck,
    play,
    position,
    read,
    turn,
    value,
)

#: A path without events; its second room can be explored, its last one holds the Cup.
SHORT = ["Bare Passage", "Looted Tomb", "Rat Larder", "Mirror Room"]


@pytest.mark.rule("CLD15")
def test_whom_the_monster_left_behind_kills_stays_there_and_reveals_nothing() -> None:
    game, states = position(Seat(on=1, health=2), Seat(), path=["Ogre Kitchen"])
    changed = turn(game, states, "move deeper")
    assert changed == {"health 0": 0, "status 0": "dead", "turns": 1, "to act": 1}


@pytest.mark.rule("CLD15")
def test_damage_comes_before_the_event_of_the_room_that_is_entered() -> None:
    game, states = position(Seat(on=1, health=10), path=["Rat Larder", "Glow-moss Cave"])
    play(game, states, "move deeper")
    assert value(states, "health")[0] == 10  # 9, then healed
    game, states = position(Seat(on=1, health=1), path=["Rat Larder", "Glow-moss Cave"])
    play(game, states, "move deeper")
    assert read(states)["status 0"] == "dead"


@pytest.mark.rule("CLD15")
def test_the_noise_of_revealing_comes_before_the_event() -> None:
    for noise, after in ((0, 0), (1, 0), (2, 1), (29, 28), (30, 28)):  # a full bag takes no more
        game, states = position(Seat(noise=noise))
        luck(game, states, "move deeper", path=["Quiet Shrine"])
        assert read(states)["noise 0"] == after


@pytest.mark.rule("CLD15")
def test_events_happen_at_every_entry_to_everybody() -> None:
    game, states = position(Seat(), Seat(), path=["Whispering Stair"], extra_moves=2)
    play(game, states, "move deeper", "extra move back", "extra move deeper")
    assert value(states, "tokens")[0] == 2
    play(game, states, "end turn", "move deeper")
    assert value(states, "tokens")[1] == 1


@pytest.mark.rule("CLD18")
def test_noise_from_an_empty_supply_is_lost() -> None:
    for noise, after in ((28, 29), (29, 30), (30, 30)):
        game, states = position(Seat(hand=["Headsman"], noise=noise))
        play(game, states, "play Headsman")
        assert (read(states)["noise 0"], value(states, "supply")[0]) == (after, 30 - after)


@pytest.mark.rule("CLD18")
def test_quiet_takes_what_is_in_the_bag_of_ones_own() -> None:
    for noise in (0, 1, 2, 3):
        game, states = position(Seat(hand=["Smoke Veil"], noise=noise), Seat(noise=5))
        play(game, states, "play Smoke Veil")
        assert (read(states)["noise 0"], read(states)["noise 1"]) == (max(noise - 2, 0), 5)


@pytest.mark.rule("CLD18")
def test_played_cards_are_not_shuffled_in_before_clean_up() -> None:
    game, states = position(Seat(hand=["Haggle"], played=["Lantern"] * 3, discard=["Sword"]))
    changed = turn(game, states, "play Haggle")
    assert (changed["hand 0"], changed["discard 0"], changed["played 0"]) == (
        ["Sword"],
        [],
        ["Haggle", "Lantern", "Lantern", "Lantern"],
    )
    # With deck and discard pile empty, nothing is drawn.
    game, states = position(Seat(hand=["Haggle"], played=["Lantern"] * 3))
    assert turn(game, states, "play Haggle")["hand 0"] == []
    game, states = position(Seat(played=["Lantern"] * 3), phase="after")
    assert turn(game, states, "end turn")["hand 0"] == ["Lantern"] * 3


@pytest.mark.rule("CLD18")
def test_tokens_are_unlimited() -> None:
    game, states = position(Seat(hand=["Lantern"], tokens=30_000))
    play(game, states, "play Lantern")
    assert value(states, "tokens")[0] == 30_002


@pytest.mark.rule("CLD21")
@pytest.mark.parametrize(("left", "began", "on", "possible"), [(1, 1, 0, 1), (0, 1, 0, 0), (1, 0, 0, 0), (1, 1, 1, 0)])
def test_who_may_escape(left: bool, began: bool, on: int, possible: bool) -> None:
    game, states = position(Seat(on=on, left=left), path=SHORT, began_on_exit=bool(began))
    assert allows(game, states, "escape") == possible


@pytest.mark.rule("CLD21", "CLD4")
def test_the_escape_is_a_main_action() -> None:
    game, states = position(Seat(left=True), path=SHORT, phase="after")
    assert not allows(game, states, "escape")
    # A pawn that began on the Exit, left it and is back by extra moves may escape in that very turn.
    game, states = position(Seat(), path=SHORT, extra_moves=2)
    assert not allows(game, states, "escape")
    play(game, states, "extra move deeper", "extra move back")
    assert allows(game, states, "escape")
    # A pawn that came back this turn may not, but on its next turn it may.
    game, states = position(Seat(on=1, treasures=["Winged Sandals"]), Seat(), path=SHORT, act=1, phase="after")
    play(game, states, "end turn", "extra move back")
    assert not allows(game, states, "escape")
    play(game, states, "move deeper", "end turn", "move deeper", "end turn", "move back", "end turn", "move back")
    play(game, states, "end turn")
    assert allows(game, states, "escape")


@pytest.mark.rule("CLD21")
def test_the_escape_ends_the_turn_with_nothing_but_the_market_refill() -> None:
    own = Seat(left=True, hand=["Buy"], played=["Attack"], deck=["Sword"], noise=2, known=["Buy"])
    game, states = position(own, Seat(), row=["Runner"], market=["Lantern"], dragon=1, skill=1, attack=1)
    assert turn(game, states, "escape") == {
        "status 0": "escaped",
        "row": ["Lantern", "Runner"],
        "market": [],
        "attack": 0,
        "turns": 1,
        "to act": 1,
    }
    with pytest.raises(IllegalActionError, match="escape"):
        play(game, states, "escape")


@pytest.mark.rule("CLD6", "CLD16")
def test_one_try_from_entering_to_leaving_whatever_the_number_of_turns() -> None:
    game, states = position(
        Seat(on=1, hand=["Attack"], deck=["Attack"] * 20, discard=["Buy"]), path=["Rat Larder"], draws=0
    )
    play(game, states, "rest Buy", "play Attack", "fight")
    assert (value(states, "health")[0], allows(game, states, "fight")) == (7, False)
    play(game, states, "end turn", "move deeper", "end turn", "rest Buy", "play Attack")
    assert not allows(game, states, "fight")  # the same visit
    play(game, states, "end turn", "move back", "end turn")
    assert turn(game, states, "move back")["health 0"] == 4  # leaving costs the damage again
    play(game, states, "end turn", "move deeper", "end turn", "move deeper")
    assert allows(game, states, "fight")  # a new visit


@pytest.mark.rule("CLD16")
def test_a_try_is_legal_at_any_attack_and_each_player_has_one() -> None:
    for act, tried, possible in ((0, (0, 1), True), (0, (1, 0), False), (1, (1, 0), True), (1, (0, 1), False)):
        seats = [Seat(on=1, fought=bool(fought)) for fought in tried]
        game, states = position(*seats, path=["Rat Larder"], act=act, phase="after")
        assert allows(game, states, "fight") == possible
        if possible:
            assert turn(game, states, "fight") == {f"health {act}": 9, f"fought {act}": 1}


@pytest.mark.rule("CLD16")
def test_attack_left_after_a_win_serves_the_next_fight_and_a_defeated_monster_is_gone_for_all() -> None:
    game, states = position(
        Seat(on=1), Seat(on=1), path=["Rat Larder", "Spider Gallery"], phase="after", attack=5, extra_moves=1
    )
    play(game, states, "fight")
    assert value(states, "attack") == 3
    play(game, states, "extra move deeper", "fight", "end turn")
    assert (read(states)["defeated"], value(states, "health")) == ([1, 2], [10, 10, 0, 0])
    assert turn(game, states, "move deeper") == {"on 1": 2, "phase": "after"}  # no damage to the other either
    assert not allows(game, states, "fight")


@pytest.mark.rule("CLD16")
def test_the_free_card_may_be_declined_and_is_not_asked_for_where_none_fits() -> None:
    for row, fits in ((["Gold Bar", "Ash Bow"], False), ([], False), (["Gold Bar", "Lantern"], True)):
        game, states = position(Seat(on=1), path=["Ogre Kitchen"], row=row, phase="after", attack=6)
        play(game, states, "fight")
        assert (read(states)["phase"] == "reward") == fits
        if fits:
            assert legal(game, states) == {"take Lantern", "decline"}
            assert turn(game, states, "decline") == {"phase": "after", "free cost": 0}
            assert allows(game, states, "end turn") and not allows(game, states, "fight")
