"""The rule book of Lockup, rule by rule (L1 to L11); its decisions are in `test_decisions.py`, its cards in
`test_cards.py`, battles in `test_battle.py`.
"""

from __future__ import annotations

import pytest

from tests.lockup.table import (
    allows,
    changes,
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
    seated,
    show,
    start,
    take,
    value,
)

NAMED_PLACES = {"market gold", "market food", "arena 1", "hall", "temple"}


@pytest.mark.rule("L1")
def test_the_box_holds_50_monsters_20_commanders_30_events_4_factions_and_16_workers() -> None:
    _, states = start(num_players=4)
    in_display_and_piles = states["display"][0] + states["pile"][0]
    assert in_display_and_piles.sum() == 50
    assert (states["pile"][0].sum(), value(states, "pile_left")) == (50 - 12, [22 - 8, 16 - 4, 12])
    assert (states["commander_pile"].sum(), states["commanders_left"][0]) == (20, 20)
    assert (states["event_pile"].sum() + states["mission_pile"].sum(), states["events_left"][0]) == (30, 30)
    assert sorted(value(states, "faction")) == [0, 1, 2, 3]
    assert value(states, "workers") == [4, 4, 4, 4]


@pytest.mark.rule("L2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_a_faction_four_workers_three_gold_and_two_food(seats: int) -> None:
    _, states = plain(num_players=seats)
    assert value(states, "gold") == [3] * seats
    assert value(states, "food") == [2] * seats
    assert value(states, "workers") == [4] * seats
    assert len(set(value(states, "faction"))) == seats
    for name in ("penalty", "bonus", "points", "power"):
        assert value(states, name) == [0] * seats
    assert all(monsters(states, s) + face_up(states, s) + face_down(states, s) == [] for s in range(seats))


@pytest.mark.rule("L2")
def test_cards_come_in_an_order_that_is_shuffled() -> None:
    game, _ = plain()
    shown, held = set(), set()
    for seed in range(40):
        states = game.new_states(seed)
        shown.add(tuple(value(states, "display")))
        play(game, states, "hall")
        held.add(tuple(face_up(states, 0) + face_down(states, 0)))
    assert len(shown) > 30
    assert len(held) > 10


@pytest.mark.rule("L3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_lasts_five_rounds(seats: int) -> None:
    game, states = start(num_players=seats)
    for number in range(1, 6):
        assert (value(states, "round_number"), value(states, "terminated")) == (number, False)
        pass_round(game, states)
    assert (value(states, "terminated"), value(states, "truncated")) == (True, False)
    assert legal(game, states) == set()


@pytest.mark.rule("L3", "L5", "L11", "LD1")
@pytest.mark.parametrize(
    ("first", "closed"),
    [
        ("market gold", {"market gold", "market food"}),
        ("market food", {"market gold", "market food"}),
        ("prison common", {"prison common", "prison rare", "prison legendary"}),
        ("arena 1", {"arena 1", "arena 2"}),
        ("hall", {"hall"}),
        ("temple", {"temple"}),
    ],
)
def test_a_location_takes_one_worker_a_round(first: str, closed: set[str]) -> None:
    game, states = plain(num_players=3)
    give(states, round_number=3, food=[6, 6, 6], gold=[9, 9, 9])
    show(states, "Torch Sneak")
    leave(states, "events", "Loose Purse", "Loose Purse")
    everything = legal(game, states)
    assert closed <= everything
    play(game, states, first)
    assert legal(game, states) == everything - closed
    play(game, states, "pass", "pass")
    assert legal(game, states) & closed == set()  # nor can the same seat come again
    pass_round(game, states)
    assert value(states, "occupied") == [0] * 5
    give(states, food=[6, 6, 6])
    leave(states, "events", "Loose Purse", "Loose Purse")
    assert closed <= legal(game, states)


@pytest.mark.rule("L3", "L11")
def test_most_points_win() -> None:
    game, states = plain()
    take(game, states, 1, "Torch Sneak")
    give(states, round_number=5, food=[4, 4], gold=[9, 0])
    pass_round(game, states)
    assert value(states, "terminated")
    assert value(states, "returns") == [-1.0, 1.0]


@pytest.mark.rule("L4", "LD3")
@pytest.mark.parametrize(("name", "price"), [("Torch Sneak", 2), ("Grave Clerk", 4), ("Lich Warden", 6)])
def test_hiring_costs_gold_by_class(name: str, price: int) -> None:
    game, states = plain()
    show(states, name, "Yard Hound")
    give(states, gold=[price - 1, 9])
    assert not allows(game, states, f"hire {name}")
    give(states, gold=[price, 9], food=[0, 0])
    before = states.copy()
    play(game, states, f"hire {name}")
    assert value(states, "gold") == [0, 9]
    assert monsters(states, 0) == [name]
    assert display(states) == {"common": 1}  # it is not replaced
    assert value(states, "workers") == [3, 4]
    assert changes(before, states) == {"gold", "monsters", "display", "points", "power"} - (
        {"power"} if value(states, "power")[0] == 0 else set()
    )


@pytest.mark.rule("L4")
def test_what_is_not_on_display_cannot_be_hired() -> None:
    game, states = plain()
    give(states, gold=[9, 9])
    show(states, "Torch Sneak", "Torch Sneak", "Grave Clerk")
    assert {name for name in legal(game, states) if name.startswith("hire")} == {"hire torch sneak", "hire grave clerk"}
    play(game, states, "hire torch sneak", "hire torch sneak")  # each copy is a place of its own
    assert {name for name in legal(game, states) if name.startswith("hire")} == {"hire grave clerk"}


@pytest.mark.rule("L5", "LD10")
def test_a_turn_places_one_worker() -> None:
    game, states = plain(num_players=3)
    for seat, action in enumerate(("market gold", "hall", "prison common")):
        assert value(states, "to_act") == seat
        workers = value(states, "workers")
        play(game, states, action)
        workers[seat] -= 1
        assert value(states, "workers") == workers
    assert value(states, "to_act") == 0


@pytest.mark.rule("L5")
def test_the_five_locations() -> None:
    game, states = plain()
    show(states)
    assert legal(game, states) == NAMED_PLACES | {"pass", "prison common"}


@pytest.mark.rule("L6", "LD3")
@pytest.mark.parametrize(("action", "gold", "food"), [("market gold", 4, 2), ("market food", 3, 4)])
def test_the_market_gives_a_gold_or_two_food(action: str, gold: int, food: int) -> None:
    game, states = plain()
    before = states.copy()
    play(game, states, action)
    assert (value(states, "gold"), value(states, "food")) == ([gold, 3], [food, 2])
    assert changes(before, states) == ({"gold"} if gold > 3 else {"food"})


@pytest.mark.rule("L6", "LD3")
@pytest.mark.parametrize(
    ("pile", "card", "price"),
    [("common", "Cage Raven", 2), ("rare", "Bone Knight", 4), ("legendary", "Frost Titan", 6)],
)
def test_the_prison_sells_the_top_card_of_a_pile_for_food(pile: str, card: str, price: int) -> None:
    game, states = plain()
    leave(states, pile, card)
    give(states, round_number=3, gold=[0, 0], food=[price - 1, 0])
    shown = value(states, "display")
    assert not allows(game, states, f"prison {pile}")
    give(states, food=[price, 0])
    play(game, states, f"prison {pile}")
    assert (value(states, "gold"), value(states, "food")) == ([0, 0], [0, 0])
    assert monsters(states, 0) == [card]
    assert value(states, "display") == shown
    assert sum(value(states, "pile_left")) == states["pile"].sum()
    leave(states, pile, card)
    give(states, occupied=[0] * 5, food=[0, 6])
    play(game, states, f"prison {pile}")
    assert value(states, "food") == [0, 6 - price]


@pytest.mark.rule("L6", "L9")
def test_the_arena_is_an_attack_on_another_player() -> None:
    game, states = plain()
    take(game, states, 0, "Yard Hound")
    play(game, states, "arena 1")
    assert value(states, "gold") == [6, 0]


@pytest.mark.rule("L6")
def test_the_hall_gives_one_commander() -> None:
    game, states = plain()
    leave(states, "commanders", "Paymaster")
    before = states.copy()
    play(game, states, "hall")
    assert face_up(states, 0) == ["Paymaster"]
    assert value(states, "commanders_left") == 0
    assert changes(before, states) == {"commander_pile", "commanders_left", "face_up", "unopened", "modifiers"}


@pytest.mark.rule("L6", "L10", "LD7")
@pytest.mark.parametrize(
    ("card", "gold", "kept"), [("Loose Purse", 5, []), ("Black Ledger", 3, ["Black Ledger"])], ids=["now", "permanent"]
)
def test_the_temple_gives_one_event_that_works_at_once_or_stays(card: str, gold: int, kept: list[str]) -> None:
    game, states = plain()
    leave(states, "events", card)
    play(game, states, "temple")
    assert value(states, "gold") == [gold, 3]
    assert face_up(states, 0) == kept
    assert value(states, "events_left") == 0


@pytest.mark.rule("L7")
def test_there_is_no_limit_to_what_a_seat_holds() -> None:
    game, states = plain()
    take(game, states, 0, *["Torch Sneak"] * 2, *["Cell Ghoul"] * 2, *["Lich Warden", "Pale Reaper", "Frost Titan"])
    for place, cards in (("hall", 20), ("temple", 30)):
        for _ in range(cards):
            give(states, to_act=0, workers=[4, 4], occupied=[0] * 5)
            play(game, states, place)
            if phase(game, states) == "escape":
                play(game, states, "decline")
    assert len(monsters(states, 0)) >= 7
    assert len(face_up(states, 0)) == 9 + 8
    assert len(face_down(states, 0)) == 11 + 4
    assert [value(states, name) for name in ("commanders_left", "events_left")] == [0, 0]


@pytest.mark.rule("L7", "LD21")
def test_gold_food_and_commanders_without_a_scoring_effect_are_worth_nothing() -> None:
    game, states = plain()
    take(game, states, 0, "Queen of Thieves", "Cage Raven", "Siege-Mother", "Key Forger", "War Drums")
    give(states, gold=[50, 0], food=[50, 0])
    assert scores(states) == [5 + 2, 0]


@pytest.mark.rule("L8", "LD2")
def test_a_round_ends_when_all_workers_are_placed() -> None:
    game, states = plain()
    give(states, gold=[20, 20], food=[20, 20])
    show(states, *["Torch Sneak"] * 2, "Yard Hound", "Cage Raven", "Gate Breaker")
    take(game, states, 0, "Lich Warden")

    play(game, states, "hire torch sneak", "hire torch sneak", "hire yard hound", "market gold")
    leave(states, "commanders", "Paymaster")
    leave(states, "events", "Loose Purse")
    play(game, states, "hall", "temple")
    assert value(states, "workers") == [1, 1]
    play(game, states, "hire cage raven")
    assert (value(states, "round_number"), value(states, "workers")) == (1, [0, 1])
    play(game, states, "prison common")  # the last worker
    assert (value(states, "round_number"), value(states, "workers")) == (2, [4, 4])
    assert value(states, "occupied") == [0] * 5
    assert value(states, "food") == [20 - 4, 20 - 2 - 4]
    assert display(states) == {"common": 4, "rare": 2}


@pytest.mark.rule("L8", "LD2")
def test_unhired_monsters_are_sold_off_and_new_ones_laid_out() -> None:
    game, states = plain()
    give(states, food=[4, 4])
    show(states, "Torch Sneak", "Gate Breaker")
    leave(states, "common", "Yard Hound", "Cage Raven", "Stone Lout")
    leave(states, "rare", "Moon Stalker")
    pass_round(game, states)
    assert display(states) == {"common": 3, "rare": 1}
    assert not any(allows(game, states, f"hire {name}") for name in ("Torch Sneak", "Gate Breaker"))
    assert value(states, "pile_left")[:2] == [0, 0]
    assert monsters(states, 0) + monsters(states, 1) == []


@pytest.mark.rule("L8", "L11")
@pytest.mark.parametrize(
    ("food", "gold", "choices"),
    [(4, 0, set()), (5, 9, set()), (3, 2, {"pay gold", "lose points"}), (0, 1, {"lose points"})],
)
def test_four_workers_eat_four_food_or_cost_two_gold_or_two_points(food: int, gold: int, choices: set[str]) -> None:
    game, states = plain()
    give(states, food=[food, 9], gold=[gold, 0])
    pass_to_upkeep(game, states)
    if not choices:
        assert value(states, "round_number") == 2
        assert value(states, "food") == [food - 4, 5]
        assert value(states, "gold") == [gold, 0]
        return
    assert (value(states, "round_number"), value(states, "to_act")) == (1, 0)
    assert legal(game, states) == choices
    for choice, left, lost in (("pay gold", gold - 2, 0), ("lose points", gold, 2)):
        if choice in choices:
            after = states.copy()
            play(game, after, choice)
            assert value(after, "round_number") == 2
            assert value(after, "food") == [food, 5]  # what is not enough is kept
            assert (value(after, "gold"), value(after, "penalty")) == ([left, 0], [lost, 0])
            assert scores(after) == [-lost, 0]


@pytest.mark.rule("L9", "L11")
@pytest.mark.parametrize(
    ("own", "other", "gold"),
    [
        (["Torch Sneak", "Yard Hound"], ["Gutter Knife"], [12, 6]),
        (["Torch Sneak", "Ledger Imp"], ["Gutter Knife"], [6, 12]),
        (["Frost Titan"], ["Gate Breaker", "Gutter Knife"], [12, 6]),
        (["Ledger Imp"], ["Cage Raven"], [9, 9]),
    ],
)
def test_the_power_of_the_monsters_decides_a_battle(own: list[str], other: list[str], gold: list[int]) -> None:
    game, states = plain()
    take(game, states, 0, *own)
    take(game, states, 1, *other)
    give(states, gold=[9, 9])
    before = states.copy()
    play(game, states, "arena 1")
    assert value(states, "gold") == gold
    assert changes(before, states) <= {"gold"}  # "is damaged" costs no monsters


@pytest.mark.rule("L10", "L11", "LD14")
def test_a_battle_commander_adds_power_once_in_every_round() -> None:
    game, states = plain()
    take(game, states, 0, "Warden Drusk")
    take(game, states, 1, "Torch Sneak")
    for number in (1, 2):
        give(states, gold=[9, 9], to_act=0)
        play(game, states, "arena 1")
        assert legal(game, states) == {"commander warden drusk", "no commander"}
        play(game, states, "commander warden drusk")
        assert value(states, "gold") == [12, 6]
        assert not allows(game, states, "arena 1")
        pass_round(game, states)
        assert value(states, "round_number") == number + 1


@pytest.mark.rule("L11", "LD3")
@pytest.mark.parametrize("number", range(1, 6))
def test_legendary_monsters_appear_from_round_three(number: int) -> None:
    game, states = plain(num_players=3)
    for _ in range(1, number):
        pass_round(game, states)
    give(states, food=[9, 9, 9])
    assert display(states)["legendary"] == (3 if number >= 3 else 0)
    assert allows(game, states, "prison legendary") == (number >= 3)
    assert allows(game, states, "prison rare")


@pytest.mark.rule("L11", "LD2", "LD16")
def test_a_pile_that_has_run_out_stays_out() -> None:
    game, states = plain()
    leave(states, "rare", "Moon Stalker")
    give(states, food=[9, 9], gold=[9, 9])
    play(game, states, "prison rare")
    for _ in range(4):
        pass_round(game, states)
        give(states, food=[9, 9])
        assert display(states)["rare"] == 0
        assert not allows(game, states, "prison rare")
        assert allows(game, states, "prison common")
    assert value(states, "round_number") == 5


@pytest.mark.rule("L11", "LD11", "LD20")
def test_the_final_score_adds_monsters_events_commanders_and_missions_and_takes_penalties_off() -> None:
    game, states = seated("Iron Gang", "Coin Rats")
    take(game, states, 0, "Queen of Thieves", "Moon Stalker", "Moon Stalker", "Yard Hound")
    assert scores(states) == [5 + 3 + 3 + 1, 0]
    take(game, states, 0, "Chronicler", "Beast Tamer", "Mission: Warband", "Mission: Bestiary", "Mission: Brood")
    assert scores(states) == [12 + 2 + 3 + 3 + 0 + 3, 0]
    give(states, bonus=[1, 0], penalty=[4, 6])
    assert scores(states) == [23 + 1 - 4, -6]
