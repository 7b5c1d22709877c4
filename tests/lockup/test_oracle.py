"""Tests of the plain-Python oracle itself: rules and decisions by hand-made positions, and play at random."""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.arranged import played
from tests.lockup.cards import ACTIONS, CLASSES, COMMANDERS, MONSTERS, PRICES, ROWS
from tests.lockup.oracle import LockupOracle
from tests.lockup.positions import Arranged, at_the_end, cards, gold, pass_round, pass_to_upkeep

ALL_OPTIONS = [
    {"num_players": n, "upkeep": upkeep, "faction_income": income}
    for n, upkeep, income in itertools.product((2, 3, 4), ("lump", "per_worker"), (True, False))
]


def food(game: LockupOracle) -> list[int]:
    return [seat.food for seat in game.seats]


def test_tables_and_actions() -> None:  # L1, L4, LD3
    assert [len(rows) for rows in ROWS.values()] == [50, 20, 30, 4]
    assert [sum(row["tier"] == tier for row in ROWS["monsters"]) for tier in CLASSES] == [22, 16, 12]
    assert all(row["cost"] == PRICES[row["tier"]] for row in ROWS["monsters"])
    assert len(MONSTERS) == 31
    assert len(ACTIONS) == len(set(ACTIONS)) == 56
    assert ACTIONS[:12] == (
        *("pass", "market gold", "market food", "prison common", "prison rare", "prison legendary"),
        *("arena 1", "arena 2", "arena 3", "hall", "temple", "hire Torch Sneak"),
    )
    assert ACTIONS[41:44] == ("hire The Last Prisoner", "commander Warden Drusk", "commander Captain Ironjaw")
    assert ACTIONS[49:] == (
        *("commander Duelist Vex", "no commander", "accept", "decline", "feed", "pay gold", "lose points"),
    )


def test_setup() -> None:  # L2, LD2, LD9, LD12, LD15
    game = Arranged(num_players=3)
    assert [seat.faction for seat in game.seats] == ["Iron Gang", "Cellar Kin", "Coin Rats"]
    assert (gold(game), food(game)) == ([3 + 2, 3 + 1, 3 + 3], [2 + 2, 2 + 3, 2 + 1])
    assert {seat.workers for seat in game.seats} == {4}
    assert Counter(MONSTERS[name]["tier"] for name in game.display) == {"common": 6, "rare": 3}
    assert [len(game.piles[pile]) for pile in (*CLASSES, "commander", "event")] == [16, 13, 12, 20, 30]
    assert (game.round, game.start, game.to_act, game.phase) == (1, 0, 0, "place")
    assert (game.terminated, game.truncated, game.returns, game.final_scores) == (False, False, [0.0] * 3, None)


def test_chance_is_asked_in_order_and_for_what_is_left() -> None:  # LD12, LD15
    game = Arranged(("display rare", "Gate Breaker"), num_players=2)
    asked = [what for what, _ in game.asked]
    assert asked == ["faction 0", "faction 1", *["display common"] * 4, *["display rare"] * 2]
    assert game.asked[0][1] == ["Iron Gang", "Cellar Kin", "Coin Rats", "Night Shift"]
    assert game.asked[1][1] == ["Cellar Kin", "Coin Rats", "Night Shift"]
    assert len(game.asked[2][1]) == 22
    assert game.asked[7][1].count("Gate Breaker") == 1  # the wish took the other copy
    assert len(game.asked[7][1]) == 15


def test_factions_may_be_blanked() -> None:  # LD9, LD22
    game = Arranged(num_players=4, faction_income=False)
    assert (gold(game), food(game)) == ([3] * 4, [2] * 4)
    assert sorted(seat.faction for seat in game.seats) == ["Cellar Kin", "Coin Rats", "Iron Gang", "Night Shift"]
    played(game, "arena 1")
    assert gold(game) == [3] * 4  # Iron Gang attacks with 0


@pytest.mark.parametrize("options", [{"num_players": 1}, {"num_players": 5}, {"upkeep": "no"}, {"faction_income": 2}])
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        LockupOracle(random.Random(0), **options)


def test_an_illegal_action_changes_nothing() -> None:
    game = Arranged(num_players=2)
    before = copy.deepcopy(game.__dict__)
    for action in ("arena 2", "prison legendary", "hire Ash Duchess", "accept", "no commander", "feed", "nonsense"):
        with pytest.raises(ValueError, match=action):
            game.step(action)
    del before["rng"]
    assert {name: value for name, value in game.__dict__.items() if name != "rng"} == before


def test_chance_must_name_a_candidate() -> None:
    game = Arranged(("temple", "Ash Duchess"))
    with pytest.raises(ValueError, match="Ash Duchess"):
        game.step("temple")


@pytest.mark.parametrize("n", [2, 3, 4])
def test_display_by_round_and_as_far_as_the_piles_reach(n: int) -> None:  # LD2, L8, L11
    game = Arranged(num_players=n)
    left = {"common": 22, "rare": 16, "legendary": 12}
    for number in range(1, 6):
        wanted = {"common": 2 * n if number < 3 else n, "rare": n, "legendary": 0 if number < 3 else n}
        shown = Counter(MONSTERS[name]["tier"] for name in game.display)
        assert shown == Counter({tier: min(wanted[tier], left[tier]) for tier in CLASSES})
        tiers = [CLASSES.index(MONSTERS[name]["tier"]) for name in game.display]
        assert tiers == sorted(tiers)  # LD15: common, rare, legendary
        left = {tier: left[tier] - shown[tier] for tier in CLASSES}
        assert {tier: len(game.piles[tier]) for tier in CLASSES} == left
        unhired = list(game.display)
        pass_round(game)
        assert game.gone[-len(unhired) :] == unhired
    assert game.terminated
    assert game.display == []


def test_turns_go_round_until_nobody_can_or_wants_to_place() -> None:  # LD4, LD10, LD23, L8
    game = Arranged(num_players=3)
    played(game, "market gold", "pass", "hall", "temple")
    assert [seat.out for seat in game.seats] == [False, True, False]
    assert game.to_act == 2  # seat 1 is out
    game.seats[0].workers = 0
    game.step("arena 1")  # seat 2 attacks seat 0, which holds nothing face down
    while game.phase != "place":
        game.step("no commander")
    assert game.to_act == 2  # seat 0 has no worker left
    assert game.seats[2].workers == 2
    for seat in game.seats:
        seat.food = 4
    game.step("pass")
    assert [seat.out for seat in game.seats] == [False] * 3  # everybody is back
    assert (game.round, game.start, game.to_act) == (2, 1, 1)
    assert [seat.workers for seat in game.seats] == [4, 4, 4]
    assert game.places == {}


def test_start_player_rotates_and_income_comes_each_round() -> None:  # LD9, LD10, LD15
    game = Arranged(num_players=4)
    starts, last = [], gold(game)
    while not game.terminated:
        starts.append(game.to_act)
        assert (game.start, game.round) == (game.to_act, len(starts))
        pass_round(game)
        if not game.terminated:
            assert [now - before for now, before in zip(gold(game), last, strict=True)] == [2, 1, 3, 2]
            last = gold(game)
    assert starts == [0, 1, 2, 3, 0]


def test_each_place_takes_one_worker() -> None:  # L5, L11, LD1, LD16, LD23
    game = Arranged(num_players=2)
    game.seats[0].gold = game.seats[1].gold = 50
    first = game.legal()
    assert first == [
        *("pass", "market gold", "market food", "prison common", "prison rare", "arena 1", "hall", "temple"),
        *("hire Torch Sneak", "hire Gutter Knife", "hire Black-Market Boss"),
    ]
    played(game, "market food")
    assert game.legal() == [*first[:1], *first[3:]]
    played(game, "prison common", "arena 1")
    assert not {"prison common", "prison rare", "arena 1"} & set(game.legal())
    played(game, "hire Torch Sneak")
    assert game.display.count("Torch Sneak") == 1
    assert "hire Torch Sneak" in game.legal()  # the other copy is a place of its own
    played(game, "hire Torch Sneak")
    assert "hire Torch Sneak" not in game.legal()
    assert game.places == {"market": 0, "prison": 1, "arena": 0}


def test_a_worker_goes_only_where_the_effect_can_be_paid() -> None:  # LD16, LD23
    game = Arranged(num_players=2)
    own = game.seats[0]
    own.gold, own.food = 1, 1
    assert game.legal() == ["pass", "market gold", "market food", "arena 1", "hall", "temple"]
    own.gold, own.food = 2, 2
    assert game.legal()[3:] == ["prison common", "arena 1", "hall", "temple", "hire Torch Sneak", "hire Gutter Knife"]
    game.piles["commander"], game.piles["event"], game.piles["common"] = [], [], []
    game.seats[1].gold = 0
    assert game.legal()[3:] == ["arena 1", "hire Torch Sneak", "hire Gutter Knife"]  # arena: even for nothing
    game.places = {"market": 1, "prison": 1, "arena": 1, "hall": 1, "temple": 1}
    game.display = []
    assert game.legal() == ["pass"]


def test_market() -> None:  # L6, LD3
    for action, gain in (("market gold", (1, 0)), ("market food", (0, 2))):
        game = played(Arranged(num_players=2), action)
        assert (game.seats[0].gold, game.seats[0].food) == (5 + gain[0], 4 + gain[1])
        assert (game.seats[0].workers, game.to_act) == (3, 1)


def test_prison() -> None:  # L6, LD3, LD16
    for tier, card in (("common", "Sewer Eel"), ("rare", "Moon Stalker"), ("legendary", "Pale Reaper")):
        game = Arranged((f"prison {tier}", card), num_players=2)
        own = game.seats[0]
        own.food, before = 9, len(game.piles[tier])
        assert ("prison legendary" in game.legal()) is False
        game.round = 3
        assert {"prison common", "prison rare", "prison legendary"} <= set(game.legal())
        game.step(f"prison {tier}")
        assert (own.food, own.gold, own.monsters, len(game.piles[tier])) == (9 - PRICES[tier], 5, [card], before - 1)


def test_hiring() -> None:  # L4, LD1, LD3
    game = Arranged(num_players=2)
    game.display = ["Torch Sneak", "Gate Breaker", "Frost Titan"]
    own = game.seats[0]
    game.seats[1].out = True
    for name, cost in (("Torch Sneak", 2), ("Gate Breaker", 4), ("Frost Titan", 6)):
        own.gold = cost - 1
        assert f"hire {name}" not in game.legal()
        own.gold = cost
        game.step(f"hire {name}")
        assert own.gold == 0
    assert own.monsters == ["Torch Sneak", "Gate Breaker", "Frost Titan"]
    assert (own.workers, game.display, game.places) == (1, [], {})


def test_lump_upkeep() -> None:  # L8, LD8, LD19
    game = Arranged(num_players=4)
    for seat, (coins, meals) in zip(game.seats, ((5, 4), (2, 3), (1, 3), (0, 9)), strict=True):
        seat.gold, seat.food = coins, meals
    pass_to_upkeep(game)
    assert food(game) == [0, 3, 3, 9]  # paid at once; seat 3 waits for its turn
    assert (game.to_act, game.legal()) == (1, ["pay gold", "lose points"])
    game.step("pay gold")
    assert (gold(game)[1], food(game)[1], game.seats[1].penalties) == (0, 3, 0)  # the food is kept
    assert (game.to_act, game.legal()) == (2, ["lose points"])
    game.step("lose points")
    assert (game.round, game.seats[2].penalties) == (2, 2)
    assert food(game) == [0 + 2, 3 + 3, 3 + 1, 5 + 2]


def test_upkeep_per_worker() -> None:  # LD8, LD19
    game = Arranged(num_players=2, upkeep="per_worker")
    own = game.seats[0]
    own.gold, own.food = 3, 2
    pass_to_upkeep(game)
    assert (game.to_act, game.to_feed) == (0, 4)
    for action, before in (
        ("feed", ["feed", "pay gold", "lose points"]),
        ("pay gold", ["feed", "pay gold", "lose points"]),
        ("lose points", ["feed", "lose points"]),
        ("feed", ["feed", "lose points"]),
    ):
        assert (game.to_act, game.legal()) == (0, before)
        game.step(action)
    assert (own.gold, own.food, own.penalties) == (1, 0, 2)
    assert (game.to_act, game.to_feed, game.phase) == (1, 4, "upkeep")
    played(game, *["lose points"] * 4)
    assert (game.seats[1].penalties, game.seats[1].food, game.round) == (8, 5 + 3, 2)


def test_upkeep_starts_with_the_start_player_and_comes_in_round_5_too() -> None:  # LD15
    game = Arranged(num_players=3, upkeep="per_worker")
    game.round, game.start, game.to_act = 5, 2, 2
    pass_to_upkeep(game)
    order = []
    while not game.terminated:
        order.append(game.to_act)
        game.step("lose points")
    assert order == [2] * 4 + [0] * 4 + [1] * 4
    assert (game.round, game.phase, game.legal(), game.truncated) == (5, "over", [], False)
    assert game.final_scores == [-8, -8, -8]


def test_scores_and_returns() -> None:  # L11, LD11
    game = at_the_end(Arranged(num_players=4))
    game.seats[0].monsters = ["Frost Titan", "Ledger Imp", "Stone Lout"]  # 3 + 2 + 0
    game.seats[1].monsters, game.seats[1].points = ["Lich Warden"], 1  # 5 + 1
    game.seats[2].monsters, game.seats[2].penalties = ["Lich Warden", "Grave Clerk"], 2  # 8 - 2
    for seat, coins in zip(game.seats, (9, 3, 3, 9), strict=True):
        seat.gold = coins
    pass_round(game)
    assert game.final_scores == [5, 6, 6, 0]
    third = 1 / 3
    assert game.returns == pytest.approx([-third, third, third, -third])  # shared: (4 - 2) / (2 * 3)


@pytest.mark.parametrize(
    ("coins", "returns"),
    [((3, 4), [-1.0, 1.0]), ((3, 3), [0.0, 0.0]), ((1, 0, 1), [0.25, -0.5, 0.25]), ((2, 1, 0), [1.0, -0.5, -0.5])],
)
def test_ties_go_to_more_gold_then_are_shared(coins: tuple[int, ...], returns: list[float]) -> None:  # LD11
    game = at_the_end(Arranged(num_players=len(coins)))
    for seat, number in zip(game.seats, coins, strict=True):
        seat.gold = number
    pass_round(game)
    assert game.returns == pytest.approx(returns)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_play_at_random_keeps_every_card_and_ends(options: dict[str, Any]) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        game = LockupOracle(rng, **options)
        deck = cards(game)
        assert sum(deck.values()) == 100
        placements = 0
        while not game.terminated:
            legal = game.legal()
            assert legal == [action for action in ACTIONS if action in legal]
            assert legal
            assert game.returns == [0.0] * game.num_players
            action = rng.choice(legal)
            placements += game.phase == "place" and action != "pass"
            game.step(action)
            assert cards(game) == deck
            for seat in game.seats:
                assert min(seat.gold, seat.food, seat.penalties, seat.points, seat.workers) >= 0
            assert all(c.face_up for s in game.seats for c in s.commanders if COMMANDERS[c.name]["timing"] == "round")
            assert not any(c.face_up for s in game.seats for c in s.commanders if COMMANDERS[c.name]["timing"] == "end")
        assert placements <= 20 * game.num_players
        assert game.legal() == []
        assert sum(game.returns) == pytest.approx(0)


def test_play_at_random_meets_every_action_and_every_card() -> None:
    met: set[str] = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = LockupOracle(rng, num_players=4, upkeep=("lump", "per_worker")[seed % 2])
        while not game.terminated:
            legal = game.legal()
            met.update(legal)
            game.step(rng.choice([action for action in legal if action != "pass"] or legal))
        met.update(cards(game) - Counter(name for pile in game.piles.values() for name in pile))
    assert met >= set(ACTIONS) | set(cards(game))


def test_without_faction_income_scores_fall_below_zero() -> None:  # the rule book: about -1 / -4 / -5
    for n in (2, 3, 4):
        scores = []
        for seed in range(100):
            rng = random.Random(seed)
            game = LockupOracle(rng, num_players=n, faction_income=False)
            while not game.terminated:
                legal = game.legal()
                game.step(rng.choice([action for action in legal if action != "pass"] or legal))
            scores += game.final_scores or []
        assert sum(scores) / len(scores) == pytest.approx({2: -1, 3: -4, 4: -5}[n], abs=0.8)
