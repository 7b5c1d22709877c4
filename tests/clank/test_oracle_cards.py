"""Tests of the plain-Python oracle itself: every card, treasure and tile, by the id of the rule book's tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arranged import played
from tests.clank.cards import CARDS, MARKET, ROWS, STARTING, TREASURES, copies, total
from tests.clank.positions import Arranged, end_turn, fill, hold, lay, noise, stand, treasure

#: Id of a market card: copies, cost, what playing it changes, points.
MARKET_CARDS: dict[str, tuple[int, int, dict[str, int], int]] = {
    "CM01": (4, 2, {"attack": 2, "noise": 1}, 0),
    "CM02": (4, 3, {"attack": 2}, 0),
    "CM03": (4, 3, {"attack": 1, "draw": 1}, 0),
    "CM04": (3, 4, {"attack": 3}, 0),
    "CM05": (4, 4, {"attack": 4, "noise": 1}, 0),
    "CM06": (3, 5, {"attack": 3, "buy": 1}, 0),
    "CM07": (3, 6, {"attack": 4}, 1),
    "CM08": (3, 7, {"attack": 6, "noise": 1}, 1),
    "CM09": (4, 2, {"buy": 1, "draw": 1}, 0),
    "CM10": (5, 3, {"buy": 3}, 0),
    "CM11": (3, 3, {"buy": 4, "noise": 1}, 0),
    "CM12": (4, 4, {"buy": 3, "tokens": 1}, 0),
    "CM13": (4, 4, {"buy": 2, "draw": 1}, 0),
    "CM14": (4, 5, {"buy": 4}, 0),
    "CM15": (2, 6, {"buy": 4}, 2),
    "CM16": (4, 2, {"tokens": 1, "noise": -1}, 0),
    "CM17": (4, 3, {"tokens": 2}, 0),
    "CM18": (5, 3, {"moves": 1}, 0),
    "CM19": (4, 3, {"tokens": 1, "health": 1}, 0),
    "CM20": (3, 4, {"draw": 1, "noise": -2}, 0),
    "CM21": (3, 5, {"moves": 1, "draw": 1}, 0),
    "CM22": (3, 6, {"tokens": 2, "moves": 1, "noise": -1}, 0),
    "CM23": (4, 3, {"buy": 1}, 2),
    "CM24": (4, 4, {"attack": 1}, 3),
    "CM25": (4, 5, {"draw": 1, "noise": 1}, 4),
    "CM26": (4, 6, {"tokens": 1}, 5),
    "CM27": (2, 7, {}, 7),
    "CM28": (2, 8, {"moves": 1}, 6),
}
#: CL3, CLD2
STARTING_CARDS: dict[str, tuple[int, dict[str, int]]] = {
    "Attack": (6, {"attack": 1}),
    "Buy": (3, {"buy": 2}),
    "Sword": (1, {"attack": 1, "buy": 1}),
}
#: Name of a treasure: copies, price, points, ability.
TREASURE_CARDS: dict[str, tuple[int, int, int, str | None]] = {
    "Copper Hoard": (12, 5, 5, None),
    "Gilded Relic": (9, 8, 10, None),
    "Dragon Regalia": (4, 12, 20, None),
    "Winged Sandals": (1, 6, 5, "move1"),
    "Berserker Ring": (1, 6, 5, "attack1"),
    "Thief's Eye": (1, 6, 5, "buy1"),
    "Ward Charm": (1, 6, 5, "ward1"),
    "The Cup": (1, 8, 30, "cup"),
}
#: Id of a tile: whether it has the explore symbol, and what entering it changes.
TILE_EVENTS: dict[str, tuple[bool, dict[str, int]]] = {
    "T01": (False, {}),
    "T02": (False, {"noise": 1}),
    "T03": (False, {"health": 1}),
    "T04": (False, {"tokens": 1}),
    "T05": (False, {}),
    "T06": (False, {}),
    "T07": (False, {"noise": 1}),
    "T08": (False, {}),
    "T09": (False, {"noise": -2}),
    "T10": (False, {}),
    "T11": (True, {}),
    "T12": (True, {"tokens": 1}),
    "T13": (True, {}),
    "T14": (True, {}),
    "T15": (True, {}),
    "T16": (True, {"health": 1}),
    "T17": (False, {"moves": 1}),
    "T18": (True, {"noise": 1}),
    "T19": (True, {"draw": 1}),
    "T20": (True, {}),
}
#: Id of a tile with a monster: power, damage, points, reward.
MONSTERS: dict[str, tuple[int, int, int, str | None]] = {
    "T05": (2, 1, 2, None),
    "T06": (3, 1, 3, None),
    "T07": (4, 1, 4, None),
    "T08": (6, 2, 6, "market_free3"),
    "T10": (5, 2, 5, "market_free4"),
    "T13": (7, 2, 7, None),
    "T14": (4, 1, 4, None),
    "T15": (3, 1, 3, "skill2"),
    "T18": (8, 3, 9, None),
    "T20": (5, 1, 5, "skill2"),
}
MARKET_NAMES = {row["id"]: row["name"] for row in ROWS["market"]}
TILE_NAMES = {row["id"]: row["name"] for row in ROWS["tiles"]}


def standing(game: Arranged) -> dict[str, int]:
    own = game.seats[0]
    return {
        "attack": game.attack,
        "buy": game.buy,
        "moves": game.moves,
        "tokens": own.tokens,
        "health": own.health,
        "draw": 10 - len(own.deck),
        "noise": noise(game),
        "supply": own.supply,
    }


def changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


def with_supply(expected: dict[str, int]) -> dict[str, int]:
    """What goes into the bag leaves the supply."""
    return expected | ({"supply": -expected["noise"]} if "noise" in expected else {})


def test_the_tables_have_the_cards_of_the_rule_book() -> None:  # CL1, CLD17
    assert (list(MARKET_CARDS), list(TILE_EVENTS)) == (list(MARKET_NAMES), list(TILE_NAMES))
    assert {id_: (MARKET[name]["copies"], MARKET[name]["cost"]) for id_, name in MARKET_NAMES.items()} == {
        id_: row[:2] for id_, row in MARKET_CARDS.items()
    }
    assert {name: row["copies"] for name, row in STARTING.items()} == {n: row[0] for n, row in STARTING_CARDS.items()}
    assert {row["name"]: (row["copies"], row["cost"], row["points"], row["ability"]) for row in ROWS["treasure"]} == (
        TREASURE_CARDS
    )
    assert {row["id"] for row in ROWS["tiles"] if row["monster"]} == set(MONSTERS)
    assert [len(copies(table)) for table in (STARTING, MARKET, TREASURES)] == [10, 100, 30]
    assert list(CARDS) == ["Attack", "Buy", "Sword", *MARKET_NAMES.values()]


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(CARDS))
def test_playing_a_card(name: str) -> None:  # CL7, CLD12, words in the tables
    ids = {name: id_ for id_, name in MARKET_NAMES.items()}
    expected = STARTING_CARDS[name][1] if name in STARTING else MARKET_CARDS[ids[name]][2]
    game = fill(hold(Arranged(), name, "Attack"), *["noise 0"] * 3, *["noise 1"] * 3)
    own = game.seats[0]
    own.health, own.tokens = 5, 1
    own.deck = own.deck[:9] + ["Buy"] * (9 - len(own.deck))
    before = standing(game)
    game.step(f"play {name}")
    assert changes(before, standing(game)) == with_supply(expected)
    assert own.played == [name]
    assert len(own.hand) == 1 + expected.get("draw", 0)
    assert noise(game, 1) == 3
    assert game.main_done is False


@pytest.mark.parametrize("id_", list(MARKET_CARDS))
def test_buying_a_card(id_: str) -> None:  # CL6, CLD3, CLD13, CLD18
    name, (_, cost, _, points) = MARKET_NAMES[id_], MARKET_CARDS[id_]
    game = Arranged()
    game.row = [name, name]
    game.buy = cost
    assert f"buy {name}" not in game.legal()  # the main action first
    game.main_done, game.buy = True, cost - 1
    assert f"buy {name}" not in game.legal()
    game.buy = 2 * cost + 1
    own, before = game.seats[0], total(game.seats[0])
    played(game, f"buy {name}", f"buy {name}")  # several cards
    assert (own.discard, game.row, game.buy) == ([name, name], [], 1)
    assert total(own) - before == 2 * points
    asked = len(game.asked)
    end_turn(game)
    assert [what for what, _ in game.asked[asked:]] == ["cube", "cube", *["market"] * 6, *["card"] * 5]
    assert len(game.row) == 6


# --- treasures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(TREASURE_CARDS))
def test_taking_a_treasure(name: str) -> None:  # CL5, CLD1, CLD5, CLD17
    _, price, points, _ = TREASURE_CARDS[name]
    game = stand(lay(Arranged(path_length=4), "Bare Passage", "Rat Larder", "Collapsed Hall", "Looted Tomb"), 4, 0)
    own, cup = game.seats[0], name == "The Cup"
    action = "explore cup" if cup else "explore deck"
    if not cup:
        game.treasure_deck.append(str(game.top))
        game.treasure_deck.remove(name)
        game.top = name
    game.buy = price - 1
    assert action not in game.legal()
    game.buy, own.tokens = price + 2, 0
    before, points_before, left = list(game.bag), total(own), len(game.treasure_deck)
    game.step(action)
    assert (own.treasures, game.buy, own.tokens) == ([name], 2, 0)
    assert total(own) - points_before == points
    assert game.bag == [*before, "noise 0", *["dragon"] * cup]
    assert (len(game.treasure_deck), game.cup_taken) == (left - (not cup), cup)
    assert game.main_done
    assert (game.attack, game.moves) == (0, 0)  # abilities wait


@pytest.mark.parametrize(
    ("name", "pool"), [("Winged Sandals", "moves"), ("Berserker Ring", "attack"), ("Thief's Eye", "buy")]
)
def test_abilities_that_fill_a_pool_work_from_the_next_turn_on(name: str, pool: str) -> None:  # CLD17
    game = stand(lay(Arranged(), "Looted Tomb"), 1, 0)
    game.top, game.buy = name, 6
    played(game, "explore deck")
    assert getattr(game, pool) == 0
    for _ in range(2):
        end_turn(game)
        assert getattr(game, pool) == 0  # the other seat's turn
        end_turn(game)
        assert {n: getattr(game, n) for n in ("moves", "attack", "buy")} == {
            n: int(n == pool) for n in ("moves", "attack", "buy")
        }


def test_the_ward_charm_stops_the_first_own_cube_of_each_own_turn() -> None:  # CLD17, words in the tables
    game = stand(lay(Arranged(), "Looted Tomb"), 1, 0)
    game.top, game.buy = "Ward Charm", 6
    played(game, "explore deck")
    fill(game, *["noise 0"] * 6, *["skill"] * 9)
    end_turn(game, "noise 0", "skill")
    assert game.seats[0].health == 9  # not yet
    end_turn(game, "noise 0", "skill")
    assert game.seats[0].health == 8  # not on another's turn
    end_turn(game, "noise 0", "noise 0")
    assert game.seats[0].health == 7  # the first only
    assert (game.seats[0].supply, noise(game)) == (28, 2)  # it goes home too
    end_turn(game)
    end_turn(game, "noise 0", "skill")
    assert game.seats[0].health == 7
    fill(game, *["noise 0"] * 6, *["skill"] * 9)
    end_turn(game, "noise 0", "skill")
    assert game.seats[0].health == 6  # nor on another's turn later on
    game.seats[0].health = 1
    end_turn(game, "noise 0", "skill")
    assert (game.seats[0].health, game.seats[0].left) == (1, None)


def test_the_cup_draws_one_more_from_its_holders_next_turn_on() -> None:  # CLD8; reading of CLD17
    game = stand(Arranged(path_length=4), 4, 0)
    lay(game, "Bare Passage", "Rat Larder", "Collapsed Hall", "Spider Gallery")
    game.buy, drawn = 8, []
    assert "explore deck" not in game.legal()  # no symbol: an explore room for the Cup alone
    played(game, "explore cup")
    assert game.bag.count("dragon") == 2
    for _ in range(4):
        before = len(game.asked)
        end_turn(game)
        drawn.append([what for what, _ in game.asked[before:]].count("cube"))
    assert drawn == [2, 2, 3, 2]


# --- tiles ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", list(TILE_EVENTS))
def test_entering_a_tile(id_: str) -> None:  # CL5, CLD4, CLD15
    """First face down, which makes 1 noise before the event; then by the other seat, and again."""
    name, (explore, event) = TILE_NAMES[id_], TILE_EVENTS[id_]
    game = fill(Arranged(("tile", name)), *["noise 0"] * 3, *["noise 1"] * 3)
    own = game.seats[0]
    own.health = 5
    before = standing(game)
    game.step("move deeper")
    revealed = event | {"noise": event.get("noise", 0) + 1}
    assert changes(before, standing(game)) == with_supply(revealed)
    assert (game.path[1], name in game.tiles, len(game.tiles)) == (name, False, 19)
    if "moves" in event:
        game.step("extra move back")
        assert own.position == 0
        game.moves = 1
        game.step("extra move deeper")
        assert game.moves == 1  # spent, and gained again
    game.main_done, game.buy = False, 20
    assert ("explore deck" in game.legal()) is explore

    other = game.seats[1]
    game.to_act, other.health = 1, 5
    game.moves, supply = 0, other.supply
    game.step("move deeper")
    assert other.supply == supply - event.get("noise", 0)  # it is known: no noise for that
    assert other.health == 5 + event.get("health", 0)
    assert other.tokens == event.get("tokens", 0)
    assert len(other.hand) == 5 + event.get("draw", 0)
    assert game.moves == event.get("moves", 0)


@pytest.mark.parametrize("id_", list(MONSTERS))
def test_fighting_a_monster(id_: str) -> None:  # CL6, CLD6, CLD16
    name, (power, damage, points, reward) = TILE_NAMES[id_], MONSTERS[id_]
    game = stand(lay(Arranged(), name), 1, 1)
    own = game.seats[0]
    game.attack = power
    assert "fight" not in game.legal()  # the main action first
    game.main_done, game.attack = True, power - 1
    game.step("fight")
    assert (own.health, game.attack, own.monsters, own.tokens) == (10 - damage, 0, [], 0)
    assert "fight" not in game.legal()  # once a visit
    own.tried, game.attack, before = False, power + 1, total(own)
    game.row = []
    game.step("fight")
    assert (own.health, game.attack, own.monsters) == (10 - damage, 1, [name])
    assert total(own) - before == points
    assert own.tokens == (2 if reward == "skill2" else 0)
    assert game.phase == "turn"  # no card to take
    assert "fight" not in game.legal()
    end_turn(game)
    game.main_done = True
    assert "fight" not in game.legal()  # gone for all
    game.main_done = False
    played(game, "move back")
    assert game.seats[1].health == 10


@pytest.mark.parametrize(("id_", "limit"), [("T08", 3), ("T10", 4)])
def test_rewards_of_a_free_card(id_: str, limit: int) -> None:  # CLD16
    fitting = [MARKET_NAMES[card] for card, row in MARKET_CARDS.items() if row[1] <= limit]
    for chosen in (*fitting, None):
        game = stand(lay(Arranged(), TILE_NAMES[id_]), 1, 0)
        game.row, game.attack, game.main_done = [*MARKET], 9, True
        played(game, "fight")
        assert game.legal() == [*(f"take {card}" for card in fitting), "decline"]
        game.step(f"take {chosen}" if chosen else "decline")
        assert game.seats[0].discard == ([chosen] if chosen else [])
        assert game.row == [card for card in MARKET if card != chosen]
        assert (game.phase, game.buy) == ("turn", 0)
        assert "end turn" in game.legal()


def test_every_card_is_worth_its_points_in_every_zone() -> None:  # CLD23
    for zone in ("hand", "deck", "discard", "played"):
        game = Arranged()
        seat: Any = game.seats[0]
        getattr(seat, zone).extend(MARKET_NAMES.values())
        assert total(seat) == sum(row[3] for row in MARKET_CARDS.values()) == 31
    treasure(game, "Gilded Relic", "The Cup")
    assert total(game.seats[0]) == 31 + 40
