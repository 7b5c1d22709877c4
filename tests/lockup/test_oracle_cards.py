"""Tests of the plain-Python oracle itself: every commander and event; battles have tests of their own."""

from __future__ import annotations

import pytest

from tests.arranged import played
from tests.lockup.cards import COMMANDERS, EVENTS, MONSTERS, Commander
from tests.lockup.positions import (
    Arranged,
    at_the_end,
    commander,
    drawing,
    gold,
    pass_round,
    pass_to_upkeep,
    with_commanders,
)

TESTED: set[str] = set()  # the cards that a test below names; the last test compares


def named(*names: str) -> pytest.MarkDecorator:
    """Parametrize a test over cards, and note that they are tested."""
    TESTED.update(names)
    return pytest.mark.parametrize("name", names)


# ---------------------------------------------------------------------------------------------------------- commanders


@pytest.mark.parametrize("name", list(COMMANDERS))
def test_hall(name: str) -> None:  # L6, LD13
    game = played(Arranged(("hall", name), num_players=2), "hall")
    assert game.seats[0].commanders == [Commander(name, face_up=COMMANDERS[name]["timing"] == "round")]
    assert (name in game.piles["commander"], len(game.piles["commander"]), game.to_act) == (False, 19, 1)
    assert (game.seats[0].gold, game.seats[0].food, game.seats[0].monsters) == (5, 4, [])  # nothing at once


@named("Recruiter Mop", "Chain Broker")
def test_commanders_that_bring_a_common_monster(name: str) -> None:  # LD15, LD18
    game = with_commanders(name, num_players=2)
    game.wishes = [("recruit 0", "Ember Mite")]
    game.asked = []
    pass_round(game)
    assert game.seats[0].monsters == ["Ember Mite"]
    assert [what for what, _ in game.asked] == [*["display common"] * 4, *["display rare"] * 2, "recruit 0"]
    pass_round(game)
    assert len(game.seats[0].monsters) == 2
    game.piles["common"] = ["Cage Raven", "Stone Lout"]  # round 4 lays out both
    pass_round(game)
    assert len(game.seats[0].monsters) == 2


@named("Paymaster", "Toll Baron")
def test_commanders_that_pay_gold(name: str) -> None:  # LD6
    game = pass_round(with_commanders(name, num_players=2))
    assert gold(game) == [5 + 2 + 1, 4 + 1]


@named("Cook Hobb", "Poacher Wren")
def test_commanders_that_bring_food(name: str) -> None:  # LD6
    game = with_commanders(name, num_players=2)
    game.seats[0].food = 4
    assert pass_round(game).seats[0].food == 2 + 2


def test_round_commanders_act_in_the_order_taken_after_the_income_seat_by_seat() -> None:  # LD15
    game = with_commanders("Chain Broker", "Paymaster", "Recruiter Mop", num_players=2)
    game.piles["commander"].remove("Cook Hobb")
    game.seats[1].commanders.append(commander("Cook Hobb"))
    game.wishes = [("recruit 0", "Sewer Eel"), ("recruit 0", "Cage Raven")]
    pass_round(game)
    assert game.seats[0].monsters == ["Sewer Eel", "Cage Raven"]
    assert gold(game) == [5 + 2 + 1, 4 + 1]


def test_recruits_go_round_from_the_start_player() -> None:  # LD15
    game = with_commanders("Chain Broker", num_players=2)
    game.seats[1].commanders.append(commander("Recruiter Mop"))
    game.asked = []
    pass_round(game)
    assert [what for what, _ in game.asked][-2:] == ["recruit 1", "recruit 0"]


@named("Haggler")
def test_haggler(name: str) -> None:  # LD17
    game = with_commanders(name, num_players=2)
    game.display = ["Torch Sneak", "Gate Breaker", "Bone Knight"]
    own, game.seats[1].out = game.seats[0], True
    own.gold = 3
    assert "hire Gate Breaker" in game.legal()
    game.step("hire Gate Breaker")
    assert (own.gold, own.haggled) == (0, True)
    own.gold = 3
    assert "hire Bone Knight" not in game.legal()  # once a round
    pass_round(game)
    game.display, own.gold = ["Bone Knight"], 3
    game.to_act = 0
    game.step("hire Bone Knight")
    assert own.gold == 0


def test_haggler_waits_for_a_hire_whose_price_it_lowers() -> None:  # LD17
    game = with_commanders("Haggler", num_players=2)
    game.display = ["Torch Sneak", "Gate Breaker"]
    own, game.seats[1].out = game.seats[0], True
    own.events, own.gold = ["Black Ledger"], 20
    game.step("hire Torch Sneak")  # already at 1
    assert (own.gold, own.haggled) == (19, False)
    game.step("hire Gate Breaker")
    assert (own.gold, own.haggled) == (19 - 2, True)


def test_haggler_works_in_the_round_it_is_taken() -> None:  # LD17
    game = Arranged(("hall", "Haggler"), num_players=2)
    game.display = ["Torch Sneak", "Bone Knight", "Gate Breaker"]
    own, game.seats[1].out = game.seats[0], True
    own.gold = 20
    played(game, "hire Gate Breaker", "hall", "hire Bone Knight")
    assert own.gold == 20 - 4 - 3


@named("Key Forger")
def test_key_forger(name: str) -> None:  # LD17
    game = with_commanders(name, num_players=2)
    game.round = 3
    own = game.seats[0]
    for food, open_ in ((0, 0), (1, 1), (2, 1), (3, 2), (5, 3)):
        own.food = food
        assert sum(action.startswith("prison") for action in game.legal()) == open_
    game.step("prison rare")
    assert own.food == 5 - 3


@named("Quartermaster")
def test_quartermaster(name: str) -> None:  # LD17, LD19
    game = with_commanders(name, num_players=2)
    game.seats[0].food = 2
    pass_to_upkeep(game)
    assert (game.round, game.seats[0].food) == (2, 0 + 2)
    game = with_commanders(name, num_players=2, upkeep="per_worker")
    assert pass_to_upkeep(game).to_feed == 2


def test_upkeep_may_fall_to_nothing() -> None:  # LD17, LD19
    for upkeep in ("lump", "per_worker"):
        game = with_commanders("Quartermaster", num_players=2, upkeep=upkeep)
        game.seats[0].events = ["Cellar Stores", "Cellar Stores"]
        game.seats[0].food = 0
        pass_to_upkeep(game)
        if upkeep == "lump":
            assert (game.round, game.seats[0].food) == (2, 0 + 2)
        else:
            assert (game.to_act, game.to_feed) == (1, 4)  # seat 0 has nothing to decide


@named("Chronicler", "Beast Tamer", "Grave Marshal")
def test_scoring_commanders(name: str) -> None:  # LD11, LD13
    game = at_the_end(with_commanders(name, num_players=2))
    game.seats[0].monsters = ["Yard Hound", "Sewer Eel", "Sewer Eel", "Cell Ghoul", "Torch Sneak"]  # 1 each
    assert pass_round(game).final_scores == [5 + {"Beast Tamer": 3, "Grave Marshal": 1, "Chronicler": 3}[name], 0]
    assert game.seats[0].commanders == [Commander(name, face_up=False)]  # never opened
    assert pass_round(at_the_end(with_commanders(name, num_players=2))).final_scores == [0, 0]


# -------------------------------------------------------------------------------------------------------------- events


@named("Loose Purse", "Smuggled Crate", "Kitchen Raid", "Bread Riot", "Bribe the Guard", "Windfall", "Feast Day")
def test_events_that_give(name: str) -> None:  # L10, LD7, LD18
    game = played(drawing(name, num_players=2), "temple")
    gain = {
        "Loose Purse": (2, 0, 0),
        "Smuggled Crate": (3, 0, 0),
        "Kitchen Raid": (0, 3, 0),
        "Bread Riot": (0, 4, 0),
        "Bribe the Guard": (1, 2, 0),
        "Windfall": (1, 0, 1),
        "Feast Day": (1, 2, 0),
    }[name]
    own, other = game.seats
    assert (own.gold - 5, own.food - 4, own.points) == gain
    assert (other.gold, other.food, other.points) == (4, 5 + (2 if name == "Feast Day" else 0), 0)
    assert (game.discards, own.events, own.missions, game.to_act) == ([name], [], [], 1)


@named("Jailbreak")
def test_jailbreak(name: str) -> None:  # LD18
    game = drawing(name, num_players=2)
    game.wishes.append(("jailbreak", "Quarry Brute"))
    assert played(game, "temple").seats[0].monsters == ["Quarry Brute"]
    game = drawing(name, num_players=2)
    game.piles["common"] = []
    assert played(game, "temple").seats[0].monsters == []


@named("Great Escape")
def test_great_escape(name: str) -> None:  # LD18
    for action in ("accept", "decline"):
        game = drawing(name, num_players=2)
        game.wishes.append(("great escape", "Whisper Fiend"))
        own = game.seats[0]
        own.food = 3
        own.events, own.commanders = ["Guild Ties"], [commander("Key Forger")]  # no discount applies
        game.step("temple")
        assert (game.to_act, game.phase, game.legal()) == (0, "escape", ["accept", "decline"])
        game.step(action)
        assert (own.food, own.monsters) == ((0, ["Whisper Fiend"]) if action == "accept" else (3, []))
        assert (game.to_act, game.phase, game.discards) == (1, "place", [name])
    for food, rares in ((2, 1), (3, 0)):
        game = drawing(name, num_players=2)
        game.seats[0].food = food
        game.piles["rare"] = game.piles["rare"][:rares]
        game.step("temple")
        assert (game.to_act, game.phase, game.discards) == (1, "place", [name])


@named("Tax Collector", "Rats in the Larder")
def test_events_that_take_from_every_opponent(name: str) -> None:  # LD18, LD21
    game = drawing(name, num_players=4)
    for seat, number in zip(game.seats, (5, 0, 1, 7), strict=True):
        seat.gold = seat.food = number
    game.step("temple")
    gold_left, food_left = gold(game), [seat.food for seat in game.seats]
    assert (gold_left if name == "Tax Collector" else food_left) == [5, 0, 0, 6]
    assert (food_left if name == "Tax Collector" else gold_left) == [5, 0, 1, 7]


@named("Call to Arms")
def test_call_to_arms(name: str) -> None:  # LD13, LD18
    for card in ("Chronicler", "Paymaster"):
        game = drawing(name, num_players=2)
        game.wishes.append(("call to arms", card))
        assert played(game, "temple").seats[0].commanders == [commander(card)]
        assert (game.seats[0].gold, "hall" in game.legal()) == (5, True)
    game = drawing(name, num_players=2)
    game.piles["commander"] = []
    assert played(game, "temple").seats[0].commanders == []


@named("Royal Pardon")
def test_royal_pardon(name: str) -> None:  # LD18
    for before, after in ((0, 0), (1, 0), (2, 0), (5, 3)):
        game = drawing(name, num_players=2)
        game.seats[0].penalties = game.seats[1].penalties = before
        game.step("temple")
        assert [seat.penalties for seat in game.seats] == [after, before]
        assert game.seats[0].points == 0


@named("Black Ledger", "Guild Ties", "Cellar Stores", "Contraband Route", "Field Kitchen", "Spiked Gate", "War Drums")
def test_permanent_events_stay(name: str) -> None:  # LD7
    game = played(drawing(name, num_players=2), "temple")
    assert (game.seats[0].events, game.seats[0].missions, game.discards) == ([name], [], [])
    assert (game.seats[0].gold, game.seats[0].food) == (5, 4)


def test_hiring_discounts_add_up_and_leave_one_gold_to_pay() -> None:  # LD17
    for events, haggler, prices in (
        (["Black Ledger"], False, (1, 3, 5)),
        (["Guild Ties"], False, (2, 3, 6)),
        (["Black Ledger", "Guild Ties"], False, (1, 2, 5)),
        (["Black Ledger", "Guild Ties"], True, (1, 1, 4)),
    ):
        for monster, price in zip(("Torch Sneak", "Gate Breaker", "Frost Titan"), prices, strict=True):
            game = with_commanders(*["Haggler"] * haggler, num_players=2)
            game.display, game.seats[0].events, game.seats[0].gold = [monster], events, price - 1
            assert f"hire {monster}" not in game.legal()
            game.seats[0].gold = price
            assert played(game, f"hire {monster}").seats[0].gold == 0


def test_the_ledger_works_on_every_hire_in_the_round_it_is_taken() -> None:  # LD17
    game = drawing("Black Ledger", num_players=2)
    game.seats[1].out = True
    played(game, "temple", "hire Torch Sneak", "hire Torch Sneak")
    assert game.seats[0].gold == 5 - 1 - 1


def test_market_bonuses_apply_to_the_good_taken() -> None:  # LD17
    for name, action, gain in (
        ("Contraband Route", "market gold", (2, 0)),
        ("Contraband Route", "market food", (0, 2)),
        ("Field Kitchen", "market gold", (1, 0)),
        ("Field Kitchen", "market food", (0, 3)),
    ):
        game = Arranged(num_players=2)
        game.seats[0].events = [name]
        game.step(action)
        assert (game.seats[0].gold - 5, game.seats[0].food - 4) == gain


def test_cellar_stores() -> None:  # LD17, LD19
    game = Arranged(num_players=2)
    game.seats[0].events, game.seats[0].food = ["Cellar Stores"], 3
    assert pass_round(game).seats[0].food == 0 + 2
    assert game.seats[0].penalties == 0


@named("Mission: Bestiary", "Mission: Warband", "Mission: Hoard", "Mission: Brood")
def test_missions(name: str) -> None:  # LD7, LD20
    reached, missed = {
        "Mission: Bestiary": (
            ["Torch Sneak", "Cell Ghoul", "Yard Hound", "Stone Lout", "Ember Mite"],
            ["Torch Sneak", "Cell Ghoul", "Yard Hound"],
        ),
        "Mission: Warband": (["Stone Lout"] * 4, ["Stone Lout"] * 3 + ["Gutter Knife"]),
        "Mission: Hoard": ([], []),
        "Mission: Brood": (
            ["Yard Hound", "Sewer Eel", "Cage Raven", "Cage Raven"],
            ["Yard Hound", "Yard Hound", "Cell Ghoul", "Cell Ghoul"],
        ),
    }[name]
    for monsters, coins, bonus in ((reached, 6, 3), (missed, 5, 0)):
        game = at_the_end(drawing(name, num_players=2))
        own = game.seats[0]
        own.monsters, own.events = monsters, ["War Drums"]  # only printed power counts
        own.commanders = [Commander("Siege-Mother", face_up=True)]
        game.step("temple")
        assert (own.missions, own.events, game.discards) == ([name], ["War Drums"], [])
        own.gold = coins
        printed = sum(MONSTERS[monster]["points"] for monster in monsters)
        assert pass_round(game).final_scores == [printed + bonus, 0]


def test_hoard_counts_the_gold_after_the_last_upkeep() -> None:  # LD20
    for action, score in (("pay gold", 0), ("lose points", 1)):
        game = at_the_end(Arranged(num_players=2))
        game.seats[0].missions, game.seats[0].gold, game.seats[0].food = ["Mission: Hoard"], 7, 3
        assert played(pass_to_upkeep(game), action).final_scores == [score, 0]


def test_every_commander_and_event_has_its_test() -> None:
    battle = {name for name, row in COMMANDERS.items() if row["timing"] == "battle"}
    assert (set(COMMANDERS) | set(EVENTS)) - battle == TESTED
