"""The score sheet item by item, who scores nothing, and who wins (CC29, CC33, CC38 to CC41, CCD5, CCD27)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank_catacombs.positions import QUIET, Arranged, fill, hold, lay, offer, stand
from tests.clank_catacombs.table import Table

STARTING = ["Burgle"] * 6 + ["Stumble"] * 2 + ["Sidestep", "Scramble"]
#: Points of blue cards and of the Reserve, by what they are worth.
POINTS: dict[int, tuple[str, ...]] = {
    0: ("Candle Stub", "Burst Purse", "Light Fingers", "Mercenary", "Explore"),
    1: (
        *("Chalk Marks", "Street Urchin", "Tiptoe", "Crooked Dagger", "Grave Digger", "Loose Flagstone", "Rat Catcher"),
        *("Long Stride", "Feint", "Ransack", "Muffled Boots", "Cutpurse Twins", "Iron Lantern", "Crowbar"),
        *("Bar the Door", "Old Cartographer", "Bone Charm", "Whistle in the Dark", "Stone Runner", "Night Porter"),
        *("Palm the Coin", "Hedge Witch", "Still the Air", "Pact Candle"),
    ),
    2: (
        *("Hooked Spear", "Hollow Book", "Veteran Delver", "Twin Paths", "Guild Locksmith", "Breach", "Silent Bargain"),
        *("Ossuary Key", "Cracksman's Notes", "Grave Champion", "Seven-League Sandals", "Coffin Market", "Wight Envoy"),
    ),
    3: ("Milky Opal", "Echo Walk", "Sunlit Paladin"),
    4: ("Moonstone", "Prince's Ransom"),
    5: ("Blood Garnet",),
    7: ("Secret Tome",),
    8: ("Dragonbone Idol",),
}


def score_of(status: str = "escaped", seat: int = 1, **owns: Any) -> int:
    """Final score of a seat with the Artifact of 5, beyond that Artifact and the Mastery; seat 0 ends the game.

    Args:
        status: "escaped", or "knocked out" on the lower half of the starting tile.
        seat: of three.
        owns: fields of the seat, and `marks`, its Wayshrines.
    """
    game = fill(Arranged(num_players=3))
    own = game.seats[seat]
    own.left, own.room, own.artifacts = status, "START K" if status == "escaped" else "START V", [5]
    own.mastery = status == "escaped"
    game.marks = {room: [2, seat] for room in owns.pop("marks", ())} | {"D17 A": [0]}
    for name, value in owns.items():
        setattr(own, name, value)
    offer(game, *QUIET[:5])
    game.deck = []
    game.own.played, game.own.hand = game.own.hand, []
    table = Table(game).play("end turn")
    assert table["ending"] == "deck"
    return int(table[f"scores {seat}"]) - 5 - 20 * (status == "escaped")


#: What a seat has, and its points. An Artifact of 5 is always there.
ITEMS: list[tuple[dict[str, Any], int]] = [
    ({}, 0),
    ({"artifacts": [5, 7, 10, 12, 15, 17, 20]}, 81),
    *[({"artifacts": [5, value]}, value) for value in (7, 10, 12, 15, 17, 20)],
    ({"gold": 1}, 1),
    ({"gold": 300}, 300),
    ({"idols": 1}, 5),
    ({"idols": 3}, 15),
    ({"items": ["Backpack"]}, 5),
    ({"items": ["Backpack"] * 2}, 10),
    ({"items": ["Blood Amulet"]}, 7),
    ({"items": ["Blood Amulet"] * 2}, 14),
    ({"items": ["Thief's Kit"]}, 2),
    ({"items": ["Thief's Kit"] * 3}, 6),
    ({"crowns": [10]}, 10),
    ({"crowns": [8]}, 8),
    ({"crowns": [10, 9, 8]}, 27),
    ({"lockpicks": 9}, 0),
    ({"meter": ["own"] * 3, "supply": 3}, 0),
    # secrets
    ({"tokens": ["MAP"]}, 5),
    ({"tokens": ["MAP", "MAP"]}, 10),
    ({"tokens": ["CHALICE"]}, 7),
    ({"tokens": ["CHALICE"] * 3}, 21),
    ({"tokens": ["EGG"]}, 3),
    ({"tokens": ["EGG"] * 3}, 9),
    *[({"tokens": [name]}, 0) for name in ("HEAL2", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "COUPON")],
    # prisoners
    *[({"prisoners": [name]}, 3) for name in ("ADVENTURER", "MONKEYBOT", "HAUNTED")],
    *[({"prisoners": [name]}, 2) for name in ("BARBARIAN", "CLERIC", "PEASANT")],
    *[({"prisoners": [name] * 2}, 6) for name in ("ADVENTURER", "HAUNTED")],
    *[({"prisoners": [name] * 2}, 4) for name in ("BARBARIAN", "CLERIC", "PEASANT")],
    ({"prisoners": ["MONK"]}, 0),
    ({"prisoners": ["MONK"], "marks": ["S4 A"]}, 1),
    ({"prisoners": ["MONK"], "marks": ["S4 A", "D06 B", "D14 A", "D15 A"]}, 4),
    ({"prisoners": ["MONK", "MONK"], "marks": ["S4 A", "D06 B", "D14 A"]}, 6),
    ({"marks": ["S4 A", "D06 B"]}, 0),
    ({"prisoners": ["PRIMATOLOGIST"]}, 0),
    ({"prisoners": ["PRIMATOLOGIST"], "idols": 1}, 5 + 5),
    ({"prisoners": ["PRIMATOLOGIST"], "idols": 2}, 5 + 10),
    ({"prisoners": ["PRIMATOLOGIST", "MONKEYBOT"]}, 5 + 3),
    ({"prisoners": ["PRIMATOLOGIST", "MONKEYBOT"], "idols": 1}, 5 + 3 + 5),
    ({"prisoners": ["PRINCE"]}, 0),
    ({"prisoners": ["PRINCESS"]}, 0),
    ({"prisoners": ["PRINCE"], "crowns": [8]}, 5 + 8),
    ({"prisoners": ["PRINCESS"], "crowns": [10, 9]}, 5 + 19),
    ({"prisoners": ["PRINCE", "PRINCESS"], "crowns": [9]}, 5 + 5 + 9),
    ({"prisoners": ["SORCERESS"]}, 0),
    ({"prisoners": ["SORCERESS"], "discard": ["Secret Tome"]}, 7),
    ({"prisoners": ["SORCERESS"], "discard": ["Secret Tome"] * 2}, 5 + 14),
    ({"prisoners": ["SORCERESS"], "discard": ["Secret Tome"] * 3}, 5 + 21),
    ({"prisoners": ["SORCERESS"], "hand": ["Secret Tome"], "deck": ["Secret Tome"]}, 5 + 14),
    ({"prisoners": ["SORCERESS"], "deck": ["Secret Tome"], "discard": ["Secret Tome"]}, 5 + 14),
    ({"prisoners": ["SORCERESS"], "hand": ["Secret Tome"], "discard": ["Secret Tome"]}, 5 + 14),
    ({"prisoners": ["WARRIOR"]}, 1),
    ({"prisoners": ["WARRIOR", "PEASANT"]}, 2 + 2),
    ({"prisoners": ["WARRIOR", "MONKEYBOT", "MONK", "PRINCE"]}, 4 + 3),
    ({"prisoners": ["WARRIOR"], "tokens": ["COUPON"]}, 1),
    ({"prisoners": ["WARRIOR"], "idols": 2}, 1 + 10),
    # cards, wherever they lie
    *[({pile: ["Moonstone"]}, 4) for pile in ("hand", "deck", "discard")],
    ({"hand": ["Moonstone"], "deck": ["Secret Tome"], "discard": ["Dragonbone Idol", "Candle Stub"]}, 4 + 7 + 8),
    ({"hand": STARTING[:5], "deck": STARTING[5:]}, 0),
]


@pytest.mark.rule("CC29", "CC33", "CC38", "CC39", "CC40", "CC41", "CCD27")
@pytest.mark.parametrize("status", ["escaped", "knocked out"])
@pytest.mark.parametrize(("owns", "points"), ITEMS)
def test_what_counts(owns: dict[str, Any], points: int, status: str) -> None:
    assert score_of(status, **{name: list(v) if isinstance(v, list) else v for name, v in owns.items()}) == points


@pytest.mark.rule("CC29", "CC30", "CC41")
def test_the_mayor_wants_mastery() -> None:
    assert score_of("escaped", prisoners=["MAYOR"]) == 5
    assert score_of("knocked out", prisoners=["MAYOR"]) == 0


@pytest.mark.rule("CC30", "CC33")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_all_of_it_together_in_each_seat(seat: int) -> None:
    game = fill(Arranged(num_players=4))
    own = game.seats[seat]
    own.artifacts, own.gold, own.idols, own.crowns = [5, 12], 11, 2, [10, 8]
    own.items, own.room = ["Backpack", "Blood Amulet", "Thief's Kit", "Thief's Kit"], "START V"
    own.tokens = ["MAP", "CHALICE", "EGG", "HEAL2", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "COUPON"]
    own.prisoners = ["MAYOR", "MONK", "PRIMATOLOGIST", "PRINCE", "SORCERESS", "WARRIOR"]
    own.deck, own.hand, own.discard = ["Secret Tome"], [], ["Moonstone", "Burgle", "Secret Tome"]
    own.left = "escaped" if seat else None
    game.marks = {"S4 A": [seat, 3], "D06 B": [seat]}
    treasures, items, secrets, cards = 17 + 11 + 10, 5 + 7 + 2 + 2 + 18, 5 + 7 + 3, 7 + 4 + 7
    prisoners = 2 + 5 + 5 + 5 + 6  # Monk, Primatologist, Prince, Sorceress, Warrior
    offer(game, *QUIET[:5])
    game.deck, game.own.hand = [], []
    table = Table(game).play("end turn")
    mastery = 20 + 5 if seat else 0  # with the Mayor's
    assert table[f"scores {seat}"] == treasures + items + secrets + cards + prisoners + mastery
    assert [table[f"scores {other}"] for other in range(4) if other != seat] == [0, 0, 0]


# --- points of cards during the game ----------------------------------------------------------------------------------


@pytest.mark.rule("CC16", "CC33", "CC35")
@pytest.mark.parametrize(("points", "name"), [(points, name) for points, names in POINTS.items() for name in names])
def test_cards_acquired_are_points(points: int, name: str) -> None:
    game = Arranged()
    game.skill = 8
    if name not in ("Mercenary", "Explore", "Secret Tome"):
        offer(game, name)
    table = Table(game).play(f"acquire {name}")
    assert (table["card_points 0"], table["card_points 1"], table["discard 0"]) == (points, 0, (name,))


def test_no_card_is_missing() -> None:
    assert sum(map(len, POINTS.values())) == 47 + 3


@pytest.mark.rule("CC20", "CC33")
def test_a_tome_of_a_library_is_points() -> None:
    game = stand(lay(Arranged(), (0, -1), "S5"), "S5 A")
    assert Table(game).turn("open library") == {
        "lockpicks 0": 2, "opened": ("S5 A library",), "discard 0": ("Secret Tome",), "card_points 0": 7,
        "reserve": {"Mercenary": 15, "Explore": 15, "Secret Tome": 11},
    }  # fmt: skip


@pytest.mark.rule("CC17", "CC33", "CC43")
def test_a_card_trashed_is_no_points() -> None:
    game = offer(hold(Arranged(), "Moonstone"), "Offering Bowl")
    game.own.discard, game.own.deck, game.skill = ["Secret Tome"], ["Burgle"], 3
    table = Table(game).play("play Moonstone", "use Offering Bowl", "second effect")
    assert table["card_points 0"] == 11
    table.play("choose Secret Tome")
    assert table["card_points 0"] == 4
    assert (table["discard 0"], table["played"]) == ((), ("Moonstone",))


@pytest.mark.rule("CC24", "CC33")
def test_moving_cards_about_changes_no_points() -> None:
    game = hold(fill(Arranged()), "Moonstone", "Tiptoe")
    game.own.deck, game.own.discard = ["Secret Tome"], ["Long Stride", "Hooked Spear"]
    table = Table(offer(game, *QUIET[:2], *QUIET[3:6], "Crypt Rat"))
    assert table["card_points 0"] == 4 + 1 + 7 + 1 + 2
    assert "card_points 0" not in table.turn("play Moonstone", "play Tiptoe", "play Secret Tome", "end turn")


# --- who wins ---------------------------------------------------------------------------------------------------------


def returns(*seats: tuple[tuple[int, ...], int], room: str = "START V") -> list[float]:
    """Of seats that are knocked out there, each with these Artifacts and so much Gold."""
    game = fill(lay(Arranged(num_players=len(seats)), (0, -1), "S1"))
    for seat, (artifacts, gold) in zip(game.seats, seats, strict=True):
        seat.artifacts, seat.gold, seat.room = list(artifacts), gold, room
    offer(game, *QUIET[:5])
    game.deck, game.own.hand = [], []
    table = Table(game).play("end turn")
    assert table["terminated"]
    return [table[f"returns {seat}"] for seat in range(len(seats))]


@pytest.mark.rule("CC33", "CCD5", "CCD27")
@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([((5,), 1), ((5,), 0)], [1, -1]),
        ([((5,), 0), ((5,), 1)], [-1, 1]),
        ([((20,), 0), ((5,), 16)], [-1, 1]),  # points first
        # Ties: the most valuable Artifact …
        ([((5,), 5), ((10,), 0)], [-1, 1]),
        ([((20,), 0), ((5,), 15)], [1, -1]),
        ([((5, 7), 0), ((12,), 0)], [-1, 1]),
        ([((5, 17), 0), ((10, 12), 0)], [1, -1]),  # and not all of them
        ([((5, 17), 0), ((7, 15), 0)], [1, -1]),
        ([((5,), 7), ((12,), 0), ((7,), 5), ((10,), 2)], [-1 / 3, 1, -1 / 3, -1 / 3]),
        # … then shared, which no real game comes to: there is one Artifact of each value.
        ([((5,), 5), ((10,), 0), ((10,), 0)], [-0.5, 0.25, 0.25]),
        ([((5,), 3), ((5,), 3)], [0, 0]),
        ([((5,), 3)] * 3, [0, 0, 0]),
        ([((5,), 3)] * 4, [0, 0, 0, 0]),
        ([((5,), 4), ((5,), 4), ((5,), 3), ((5,), 2)], [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([((5,), 4), *[((5,), 5)] * 3], [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
        # Who scores nothing has no say.
        ([((), 50), ((5,), 0)], [-1, 1]),
        ([((), 50), ((), 9), ((5,), 0)], [-0.5, -0.5, 1]),
    ],
)
def test_most_points_then_the_best_artifact(seats: list[tuple[tuple[int, ...], int]], expected: list[float]) -> None:
    assert returns(*seats) == pytest.approx(expected)
    assert returns(*seats, room="S1 B") == pytest.approx(expected)


@pytest.mark.rule("CC29", "CCD27")
def test_a_game_in_which_nobody_scores_is_shared_whatever_artifacts_they_hold() -> None:
    assert returns(((), 9), ((), 0), ((), 3)) == [0, 0, 0]
    assert returns(((20,), 9), ((5,), 0), room="START M") == [0, 0]
    assert returns(((20, 17), 9), ((), 0), ((5,), 50), ((7,), 1), room="START U") == [0, 0, 0, 0]


@pytest.mark.rule("CC29", "CCD27")
def test_artifacts_in_the_depths_break_no_tie() -> None:
    game = fill(Arranged(num_players=3))
    for seat, (room, artifacts) in zip(
        game.seats, (("START M", [20]), ("START V", [5]), ("START V", [5])), strict=True
    ):
        seat.room, seat.artifacts = room, artifacts
    offer(game, *QUIET[:5])
    game.deck, game.own.hand = [], []
    table = Table(game).play("end turn")
    assert [table[f"scores {seat}"] for seat in range(3)] == [0, 5, 5]
    assert [table[f"returns {seat}"] for seat in range(3)] == [-0.5, 0.25, 0.25]


@pytest.mark.rule("CC30", "CC31", "CCD5")
def test_who_is_out_can_win_and_who_plays_on_can_lose() -> None:
    game = fill(Arranged())
    game.seats[1].left, game.seats[1].artifacts = "escaped", [5]
    game.own.artifacts, game.own.room = [20], "START V"
    offer(game, *QUIET[:5])
    game.deck, game.own.hand = [], []
    table = Table(game).play("end turn")
    assert (table["scores 0"], table["scores 1"]) == (20, 25)
    assert (table["returns 0"], table["returns 1"]) == (-1, 1)


@pytest.mark.rule("CCD5")
def test_nothing_is_paid_before_the_end() -> None:
    game = fill(Arranged(num_players=3))
    game.seats[2].left, game.seats[2].artifacts = "escaped", [20]
    for seat in game.seats[:2]:
        seat.hand = seat.deck = []
    table = Table(offer(game, *QUIET[:6]))
    for _ in range(4):
        changed = table.turn("end turn")
        assert not [name for name in changed if name.startswith(("scores", "returns"))]
