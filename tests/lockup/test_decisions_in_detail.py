"""The decisions LD13 and LD15 to LD23 in detail; LD14 is in `test_battle.py`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ludarium.envs.lockup.tables import COMMANDERS
from tests.lockup.table import (
    allows,
    display,
    face_down,
    face_up,
    give,
    leave,
    legal,
    monsters,
    pass_round,
    pass_to_upkeep,
    phase,
    plain,
    play,
    scores,
    show,
    start,
    take,
    value,
)


@pytest.mark.rule("LD13")
@pytest.mark.parametrize(
    ("cards", "seen"),
    [
        (("Warden Drusk", "Grave Marshal"), False),
        (("Mission: Hoard", "Mission: Brood"), False),
        (("Paymaster", "Haggler"), True),
        (("War Drums", "Guild Ties"), True),
        (("Yard Hound", "Moon Stalker"), True),
    ],
)
def test_what_lies_face_down_only_its_owner_sees(cards: tuple[str, str], seen: bool) -> None:
    game, states = plain(num_players=3)
    one, other = states.copy(), states
    take(game, one, 1, cards[0])
    take(game, other, 1, cards[1])
    for seat in (0, 2):
        assert (game.observe(one, seat) == game.observe(other, seat)).all() == (not seen)
        assert (game.redact(one, seat) == game.redact(other, seat)).all() == (not seen)
    assert (game.observe(one, 1) != game.observe(other, 1)).any()
    assert (game.redact(one, -1) == game.redact(other, -1)).all() == (not seen)
    assert (game.legal(one) == game.legal(other)).all()


@pytest.mark.rule("LD13")
def test_a_commander_used_in_battle_is_seen_by_all_from_then_on() -> None:
    game, states = plain(num_players=3)
    take(game, states, 0, "Warden Drusk", "Siege-Mother")
    assert (value(game.redact(states, 2), "face_up"), face_down(game.redact(states, 2), 0)) == ([[0] * 20] * 3, [])
    play(game, states, "arena 1", "commander siege-mother")
    seen = game.redact(states, 2)
    assert (face_up(seen, 0), face_down(seen, 0), value(seen, "num_face_down")) == (["Siege-Mother"], [], [1, 0, 0])


@pytest.mark.rule("LD13")
def test_the_others_face_down_cards_are_redrawn_from_the_unseen_cards_of_their_kinds() -> None:
    game, states = plain(num_players=3)
    take(game, states, 0, "Warden Drusk", "Mission: Hoard", "Haggler")
    take(game, states, 1, "Chronicler", "Mission: Brood", "The Turnkey")
    take(game, states, 2, "Duelist Vex")
    play(game, states, "pass", "pass")
    give(states, to_act=2)
    play(game, states, "arena 1", "no commander")
    many = np.repeat(states, 3000)
    game.resample(many, 0, 1)
    one = many[:1]
    assert (face_down(one, 0), face_up(one, 0)) == (["Warden Drusk", "Mission: Hoard"], ["Haggler"])
    assert (many["face_down"][:, 0] == states["face_down"][0, 0]).all()
    unseen = [number for number, name in enumerate(COMMANDERS[:11]) if name != "Warden Drusk"]
    for seat, held in ((1, 2), (2, 1)):
        drawn = many["face_down"][:, seat].sum(axis=0)
        assert (drawn[COMMANDERS.index("Warden Drusk")], drawn.sum()) == (0, 3000 * held)
        assert stats.chisquare(drawn[unseen]).pvalue > 1e-4
    missions = many["missions"][:, 1].sum(axis=0)
    assert (missions.sum(), missions[2]) == (3000, 0)  # the Hoard is one's own
    assert stats.chisquare(np.delete(missions, 2)).pvalue > 1e-4
    for field in ("pile", "event_pile", "gold", "face_up", "num_face_down", "commanders_left", "events_left"):
        assert (many[field] == states[field]).all()
    everywhere = many["commander_pile"] + many["face_up"].sum(axis=1)
    everywhere[:, :11] += many["face_down"].sum(axis=1)
    assert (everywhere == 1).all()


@pytest.mark.rule("LD15")
def test_the_display_comes_before_recruits() -> None:
    game, states = plain()
    take(game, states, 0, "Recruiter Mop")
    for cards, recruits in ((4, 0), (5, 1)):  # 2n = 4 are laid out in round 2
        after = states.copy()
        leave(after, "common", *["Torch Sneak"] * 2, *["Cage Raven"] * 2, *["Yard Hound"] * (cards - 4))
        pass_round(game, after)
        assert display(after)["common"] == 4
        assert len(monsters(after, 0)) == recruits


@pytest.mark.rule("LD15", "LD18")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_recruits_come_in_seat_order_from_the_start_player(first: int) -> None:
    game, states = plain(num_players=3)
    take(game, states, 0, "Recruiter Mop")
    take(game, states, 2, "Chain Broker")
    leave(states, "common", *["Torch Sneak"] * 2, *["Cage Raven"] * 2, *["Yard Hound"] * 2, "Stone Lout")
    give(states, food=[4, 4, 4], start=(first + 2) % 3)
    pass_round(game, states)
    assert value(states, "start") == first
    winner = {0: 0, 1: 2, 2: 2}[first]  # one common is left for two
    assert [len(monsters(states, seat)) for seat in range(3)] == [int(seat == winner) for seat in range(3)]


@pytest.mark.rule("LD15", "LD19")
@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_upkeep_is_asked_in_seat_order_from_the_start_player_in_every_round(number: int) -> None:
    game, states = plain(num_players=4)
    for _ in range(number - 1):
        pass_round(game, states)
    give(states, food=[0, 0, 4, 3], gold=[0] * 4, penalty=[0] * 4)
    pass_to_upkeep(game, states)
    asked = []
    while phase(game, states) == "upkeep":
        asked.append(value(states, "to_act"))
        play(game, states, "lose points")
    first = (number - 1) % 4
    assert asked == [seat for seat in ((first + step) % 4 for step in range(4)) if seat != 2]
    assert value(states, "penalty") == [2, 2, 0, 2]
    assert value(states, "food") == [0, 0, 0, 3]
    assert value(states, "terminated") == (number == 5)


@pytest.mark.rule("LD15")
def test_unhired_monsters_leave_and_workers_go_home_before_upkeep() -> None:
    game, states = plain()
    play(game, states, "market gold")
    pass_to_upkeep(game, states)
    assert (display(states), value(states, "occupied")) == ({}, [0] * 5)
    assert value(states, "round_number") == 1


@pytest.mark.rule("LD16")
def test_a_worker_goes_only_where_the_effect_can_be_carried_out_and_paid() -> None:
    game, states = plain()
    give(states, gold=[1, 0], food=[1, 0], round_number=3)
    leave(states, "commanders")
    leave(states, "events")
    assert legal(game, states) == {"pass", "market gold", "market food", "arena 1"}
    give(states, gold=[4, 0], food=[4, 0])
    show(states, "Torch Sneak", "Moon Stalker", "Lich Warden")
    assert legal(game, states) == {
        *("pass", "market gold", "market food", "prison common", "prison rare", "arena 1"),
        *("hire torch sneak", "hire moon stalker"),
    }
    leave(states, "common")
    leave(states, "commanders", "Paymaster")
    leave(states, "events", "Loose Purse")
    assert legal(game, states) & {"prison common", "hall", "temple"} == {"hall", "temple"}


@pytest.mark.rule("LD16")
def test_the_arena_is_open_against_an_opponent_without_gold() -> None:
    game, states = plain()
    take(game, states, 0, "Yard Hound")
    give(states, gold=[0, 0])
    play(game, states, "arena 1")
    assert value(states, "gold") == [0, 0]
    assert value(states, "workers") == [3, 4]


@pytest.mark.rule("LD16", "LD21")
def test_piles_are_never_refilled() -> None:
    game, states = plain()
    leave(states, "events", "Loose Purse")
    leave(states, "commanders", "Warden Drusk")
    play(game, states, "temple", "hall")
    pass_round(game, states)
    assert not allows(game, states, "temple")
    assert not allows(game, states, "hall")


@pytest.mark.rule("LD17")
def test_standing_modifiers_work_from_the_moment_they_are_taken() -> None:
    game, states = plain()
    leave(states, "commanders", "Haggler", "Key Forger")
    leave(states, "events", "Contraband Route")
    show(states, "Torch Sneak")
    give(states, gold=[1, 0], food=[1, 0])
    assert legal(game, states) & {"hire torch sneak", "prison common"} == set()
    after = states.copy()
    play(game, after, "hall", "pass")
    card = face_up(after, 0)
    assert legal(game, after) & {"hire torch sneak", "prison common"} == {
        "hire torch sneak" if card == ["Haggler"] else "prison common"
    }
    play(game, states, "temple", "pass", "market gold")
    assert value(states, "gold") == [3, 0]


@pytest.mark.rule("LD17")
def test_haggler_begins_again_every_round() -> None:
    game, states = plain()
    take(game, states, 1, "Haggler")
    for _ in range(3):
        show(states, "Torch Sneak", "Torch Sneak")
        give(states, gold=[2, 1], to_act=1, food=[4, 4])
        play(game, states, "hire torch sneak", "hire torch sneak")
        assert value(states, "gold") == [0, 0]  # the other seat pays 2
        pass_round(game, states)


@pytest.mark.rule("LD21")
def test_a_set_scores_through_cards_alone_and_workers_in_places_score_nothing() -> None:
    game, states = plain()
    take(game, states, 0, "Sewer Eel", "Yard Hound", "Tusked Alpha", "White Behemoth")
    play(game, states, "market gold", "hall", "arena 1")
    assert scores(states)[0] == 1 + 1 + 2 + 4


@pytest.mark.rule("LD21")
def test_one_event_a_round() -> None:
    game, states = plain()
    leave(states, "events", *["Loose Purse"] * 3)
    for left in (2, 1, 0):
        play(game, states, "temple")
        assert value(states, "events_left") == left
        assert not allows(game, states, "temple")
        pass_round(game, states)


@pytest.mark.rule("LD21")
def test_tokens_are_unlimited() -> None:
    game, states = plain()
    give(states, gold=[79, 79], food=[79, 79])  # more than anybody can come to
    play(game, states, "market gold")
    assert value(states, "gold") == [80, 79]


@pytest.mark.rule("LD22")
def test_as_many_factions_are_dealt_as_there_are_seats() -> None:
    for seats in (2, 3, 4):
        _, states = start(num_players=seats)
        assert len(set(value(states, "faction"))) == seats
        assert not states["modifiers"][0, seats:].any()
        assert not states["gold"][0, seats:].any()


@pytest.mark.rule("LD23")
def test_a_choice_of_one_is_an_action_too() -> None:
    game, states = plain()
    give(states, food=[3, 4], gold=[1, 0])
    pass_to_upkeep(game, states)
    assert (legal(game, states), value(states, "to_act")) == ({"lose points"}, 0)
    game, states = plain()
    take(game, states, 1, "Chronicler")
    play(game, states, "arena 1")
    assert (legal(game, states), value(states, "to_act")) == ({"no commander"}, 1)


@pytest.mark.rule("LD23")
def test_a_seat_with_workers_but_no_legal_place_can_only_pass() -> None:
    game, states = plain()
    show(states)
    give(states, occupied=[1] * 5)
    assert legal(game, states) == {"pass"}


@pytest.mark.rule("LD23")
def test_seats_that_are_out_or_without_workers_are_skipped() -> None:
    game, states = plain(num_players=4)
    give(states, workers=[4, 0, 4, 4], out=[0, 0, 1, 0])
    play(game, states, "market gold")
    assert value(states, "to_act") == 3
    play(game, states, "hall")
    assert value(states, "to_act") == 0
    give(states, workers=[4, 0, 4, 0])
    play(game, states, "arena 1")
    assert value(states, "to_act") == 0
    play(game, states, "pass")
    assert phase(game, states) == "upkeep"
