"""Every event of Lockup does what is printed on it (L10, LD7, LD17, LD18, LD20)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lockup.printed import (
    MISSIONS,
    NOW,
    OF_KIN,
    PERMANENT,
)
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
    phase,
    plain,
    play,
    scores,
    take,
    value,
)


@pytest.mark.rule("L10", "LD7", "LD18")
@pytest.mark.parametrize("name", NOW)
def test_events_that_resolve_at_once(name: str) -> None:
    _, own, others = NOW[name]
    game, states = plain(num_players=3)
    leave(states, "rare", *["Moon Stalker"] * 2 * (name != "Great Escape"))
    leave(states, "common", *["Torch Sneak"] * 2 * (name != "Jailbreak"))
    leave(states, "commanders", *["Paymaster"] * (name != "Call to Arms"))
    give(states, gold=[4] * 3, food=[4] * 3, penalty=[5] * 3, to_act=1)
    before = states.copy()
    leave(states, "events", name)
    play(game, states, "temple")
    for field in ("gold", "food", "penalty", "bonus"):
        gains = [others.get(field, 0), own.get(field, 0), others.get(field, 0)]
        assert value(states, field) == [held + gain for held, gain in zip(value(before, field), gains, strict=True)], (
            field
        )
    assert changes(before, states) == own.keys() | others.keys() | {"event_pile", "mission_pile", "events_left"}
    assert (phase(game, states), value(states, "to_act")) == ("placing", 2)
    assert value(states, "events_left") == 0  # used, and gone


@pytest.mark.rule("LD18")
@pytest.mark.parametrize("name", ["Jailbreak", "Call to Arms"])
def test_events_that_bring_a_card(name: str) -> None:
    game, states = plain()
    leave(states, "events", name)
    leave(states, "common", "Cage Raven")
    leave(states, "commanders", "Paymaster")
    shown = display(states)
    play(game, states, "temple")
    jailbreak = name == "Jailbreak"
    assert monsters(states, 0) == ["Cage Raven"] * jailbreak
    assert face_up(states, 0) == ["Paymaster"] * (not jailbreak)
    assert (value(states, "gold"), value(states, "food"), display(states)) == ([3, 3], [2, 2], shown)
    assert not states["occupied"][0, 3]  # the Hall is still free
    assert allows(game, states, "hall") == jailbreak


@pytest.mark.rule("LD18")
@pytest.mark.parametrize(("name", "field"), [("Tax Collector", "gold"), ("Rats in the Larder", "food")])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_the_others_lose_goes_to_the_supply_and_never_below_zero(name: str, field: str, seats: int) -> None:
    game, states = plain(num_players=seats)
    leave(states, "events", name)
    give(states, **{field: [0, 5, 1, 0][:seats]})
    give(states, to_act=1)
    play(game, states, "temple")
    assert value(states, field) == [0, 5, 0, 0][:seats]


@pytest.mark.rule("LD18")
@pytest.mark.parametrize(("penalty", "left"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_a_pardon_lowers_penalties_but_not_below_zero(penalty: int, left: int) -> None:
    game, states = plain()
    leave(states, "events", "Royal Pardon")
    give(states, penalty=[penalty, 7], bonus=[1, 0])
    play(game, states, "temple")
    assert value(states, "penalty") == [left, 7]
    assert scores(states) == [1 - left, -7]


@pytest.mark.rule("LD18", "LD23")
@pytest.mark.parametrize(("food", "rares", "asked"), [(3, 1, True), (9, 1, True), (2, 1, False), (3, 0, False)])
def test_great_escape_asks_only_who_has_three_food_while_a_rare_is_left(food: int, rares: int, asked: bool) -> None:
    game, states = plain()
    take(game, states, 0, "Key Forger", "Guild Ties", "Black Ledger")  # no discount applies
    leave(states, "events", "Great Escape")
    leave(states, "rare", *["Moon Stalker"] * rares)
    give(states, food=[food, 9])
    play(game, states, "temple")
    assert (phase(game, states) == "escape") == asked
    assert (value(states, "food"), monsters(states, 0)) == ([food, 9], [])
    if not asked:
        assert value(states, "to_act") == 1
        return
    assert (legal(game, states), value(states, "to_act")) == ({"accept", "decline"}, 0)
    for answer, paid, gained in (("accept", 3, ["Moon Stalker"]), ("decline", 0, [])):
        after = states.copy()
        play(game, after, answer)
        assert (value(after, "food"), monsters(after, 0)) == ([food - paid, 9], gained)
        assert value(after, "pile_left")[1] == 1 - len(gained)
        assert (phase(game, after), value(after, "to_act"), value(after, "events_left")) == ("placing", 1, 0)


@pytest.mark.rule("LD7", "LD13")
@pytest.mark.parametrize("name", [*PERMANENT, *MISSIONS])
def test_permanent_events_stay_face_up_and_missions_face_down(name: str) -> None:
    game, states = plain()
    leave(states, "events", name)
    play(game, states, "temple")
    up = name in PERMANENT
    assert (face_up(states, 0), face_down(states, 0)) == ([name] * up, [name] * (not up))
    assert value(states, "num_missions") == [int(not up), 0]
    for _ in range(4):
        pass_round(game, states)
    assert face_up(states, 0) + face_down(states, 0) == [name]


@pytest.mark.rule("LD17")
@pytest.mark.parametrize(
    ("cards", "gold", "food"),
    [
        ((), 1, 2),
        (("Contraband Route",), 2, 2),
        (("Field Kitchen",), 1, 3),
        (("Contraband Route", "Field Kitchen"), 2, 3),
    ],
)
def test_market_bonuses_apply_to_the_good_taken(cards: tuple[str, ...], gold: int, food: int) -> None:
    game, states = plain()
    take(game, states, 0, *cards)
    for action, gained in (("market gold", (gold, 0)), ("market food", (0, food))):
        after = states.copy()
        play(game, after, action)
        assert (value(after, "gold"), value(after, "food")) == ([3 + gained[0], 3], [2 + gained[1], 2])
    give(states, to_act=1)
    play(game, states, "market gold")
    assert value(states, "gold") == [3, 4]


@pytest.mark.rule("LD20")
@pytest.mark.parametrize(
    ("mission", "held", "fields", "points"),
    [
        ("Bestiary", ["Ledger Imp", "Rattle Bones", "Sewer Eel"], {}, 0),
        ("Bestiary", ["Ledger Imp", "Rattle Bones", "Sewer Eel", "Sewer Eel", "Yard Hound"], {}, 0),
        ("Bestiary", ["Ledger Imp", "Rattle Bones", "Sewer Eel", "Ember Mite"], {}, 3),
        ("Bestiary", [*OF_KIN.values()], {}, 3),
        ("Warband", ["Frost Titan", "Stone Lout"], {}, 0),
        ("Warband", ["Frost Titan", "Stone Lout", "War Drums", "Siege-Mother"], {}, 0),  # printed power alone
        ("Warband", ["Frost Titan", "Stone Lout", "Torch Sneak"], {}, 3),
        ("Warband", ["Frost Titan", "Pale Reaper", "Gate Breaker"], {}, 3),
        ("Hoard", [], {"gold": [5, 9]}, 0),
        ("Hoard", [], {"gold": [6, 0]}, 3),
        ("Hoard", [], {"gold": [20, 0]}, 3),
        ("Brood", ["Sewer Eel", "Sewer Eel", "Ember Mite", "Ember Mite"], {}, 0),
        ("Brood", ["Sewer Eel", "Yard Hound", "White Behemoth"], {}, 3),
        ("Brood", [*["Sewer Eel"] * 2, "Yard Hound", *["Ember Mite"] * 2, "Pit Sovereign"], {}, 3),
    ],
)
def test_missions_pay_once_if_their_condition_holds(
    mission: str, held: list[str], fields: dict[str, Any], points: int
) -> None:
    game, states = plain()
    take(game, states, 0, *held)
    give(states, gold=[0, 0])
    give(states, **fields)
    without = scores(states)
    take(game, states, 0, f"Mission: {mission}")
    assert scores(states) == [without[0] + points, without[1]]
