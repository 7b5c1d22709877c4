"""What rooms of Clank! Catacombs offer, on the kernels: Artifacts, Wayshrines, locks, the Market, Monkey Idols."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.positions import QUIET, Arranged, lay, offer
from tests.clank_catacombs.printed import RESERVE, gains, plain
from tests.clank_catacombs.table import Reading, Table

#: The rooms of all tiles, and where there is what.
ROOMS = [
    f"{tile} {letter}"
    for tiles, letters in (
        ("S4 D04", "A"),
        ("S1 S2 S3 S5 S6 D01 D02 D03 D05 D06 D07 D09 D10 D11 D12 D13 D14 D15 D17 D18 D19 D20 D21", "AB"),
        ("D08 D16 D22", "ABC"),
        (START, "KVUM"),
    )
    for tile in tiles.split()
    for letter in letters
]
ARTIFACTS = {f"D{number:02} A" for number in range(1, 11)}
SHRINES = {"S4 A", "D06 B", "D14 A", "D15 A", "D16 A", "D17 A", "D18 A"}
CHESTS = {"S6 A", "D02 B", "D13 B", "D14 B", "D16 B", "D19 B", "D21 A"}
LIBRARIES = {"S5 A", "D07 A", "D15 B", "D20 A"}
PRISONS = {"S6 B", "D03 B", "D10 B", "D12 B", "D17 B", "D20 B"}
MARKETS = {"S3 A", "D11 A", "D12 A", "D13 A"}
_GOODS = ["buy Backpack", "buy Blood Amulet", "buy Thief's Kit", "buy Crown"]
_FEATURES = "take", "mark", "open", "buy"


def _opened(room: str, kind: str, lockpicks: int = 2) -> Reading:
    return {"opened": (f"{room} {kind}",), "lockpicks 0": lockpicks}


def _rich(room: str, **options: Any) -> Arranged:
    """A plain turn there with 50 Gold and an Artifact of 5 where one may lie; one token of each pile is left."""
    game = plain(room=room, **options)
    game.own.gold = 50
    game.majors, game.minors, game.captives = ["CHALICE"], ["HEAL1"], ["PEASANT", "MONK"]
    if room in ARTIFACTS:
        game.lying = {room: 5}
    return game


@pytest.mark.rule("CC19", "CC20", "CC21", "CC22", "CCD18")
@pytest.mark.parametrize("exhausted", [False, True])
@pytest.mark.parametrize("room", ROOMS)
def test_what_every_room_offers(room: str, exhausted: bool) -> None:
    game = _rich(room)
    game.exhausted = exhausted
    offers = [
        *(["take artifact"] if room in ARTIFACTS else []),
        *(["mark wayshrine"] if room in SHRINES else []),
        *(["open chest"] if room in CHESTS else []),
        *(["open library"] if room in LIBRARIES else []),
        *(["open prison"] if room in PRISONS else []),
        *(_GOODS if room in MARKETS else []),
    ]
    assert Table(game).legal(*_FEATURES) == offers


@pytest.mark.rule("CC5", "CC22")
@pytest.mark.parametrize(("letter", "offers"), [("K", []), ("V", ["mark wayshrine"]), ("U", []), ("M", [])])
def test_what_the_other_side_of_the_start_offers(letter: str, offers: list[str]) -> None:
    assert Table(_rich(f"{START} {letter}", side="B")).legal(*_FEATURES) == offers


# --- locked features --------------------------------------------------------------------------------------------------

_TOME = {
    "reserve": {name: row[0] for name, row in RESERVE.items()} | {"Secret Tome": 11},
    "discard 0": ("Secret Tome",),
    "card_points 0": 7,
}
_LOCKED: list[tuple[str, str, Reading]] = [
    *((room, "chest", {"tokens 0": ("CHALICE",)}) for room in sorted(CHESTS)),
    *((room, "library", _TOME) for room in sorted(LIBRARIES)),
    *((room, "prison", {"tokens 0": ("MONK", "PEASANT"), "prisoners 0": 2}) for room in sorted(PRISONS)),
]


@pytest.mark.rule("CC20", "CCD12", "CCD18")
@pytest.mark.parametrize(("room", "kind", "changed"), _LOCKED)
def test_every_lock_is_opened_with_a_lockpick_once_for_all(room: str, kind: str, changed: Reading) -> None:
    game = offer(_rich(room), *QUIET)
    game.seats[1].room, game.seats[1].hand = room, []
    game.own.lockpicks = 0
    assert Table(game).legal("open") == []
    game.own.lockpicks = 3
    t = Table(game)
    assert t.turn(f"open {kind}") == changed | _opened(room, kind)
    t.states["tokens_left"] = 1  # that the pile is empty is not why
    assert t.legal("open") == []
    assert t.play("end turn").legal("open") == []


@pytest.mark.rule("CC20", "CCD12")
@pytest.mark.parametrize("room", ["D14 B", "D20 A", "D12 B"])
def test_nothing_is_opened_for_an_empty_pile(room: str) -> None:
    game = _rich(room)
    game.majors, game.captives, game.reserve["Secret Tome"] = [], [], 0
    assert Table(game).legal("open") == []


@pytest.mark.rule("CC20", "CCD12")
def test_each_feature_wants_its_own_pile_alone() -> None:
    for room, kind in (("D14 B", "majors"), ("D12 B", "captives")):
        game = _rich(room)
        game.majors, game.minors, game.captives, game.reserve["Secret Tome"] = [], [], [], 0
        setattr(game, kind, ["CHALICE" if kind == "majors" else "PEASANT"])
        assert len(Table(game).legal("open")) == 1
    game = _rich("D20 A")
    game.majors, game.minors, game.captives, game.reserve["Secret Tome"] = [], [], [], 1
    assert Table(game).legal("open") == ["open library"]


@pytest.mark.rule("CCD12")
def test_a_prison_frees_the_last_prisoner() -> None:
    game = _rich("D12 B")
    game.captives = ["WARRIOR"]
    changed = {"tokens 0": ("WARRIOR",), "prisoners 0": 1}
    assert Table(game).turn("open prison") == changed | _opened("D12 B", "prison")


# --- Artifacts --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC21", "CC37", "CCD18")
@pytest.mark.parametrize("room", sorted(ARTIFACTS))
@pytest.mark.parametrize("value", [5, 20])
def test_every_artifact_is_taken(room: str, value: int) -> None:
    game = _rich(room)
    game.lying = {room: value}
    t = Table(game)
    assert t.turn("take artifact") == {"artifacts 0": (value,), "lying": {}, "rage": 3}
    assert t.legal("take") == []
    game.lying = {"D02 A" if room == "D01 A" else "D01 A": 7}
    assert Table(game).legal("take") == []  # it lies elsewhere


@pytest.mark.rule("CC21", "CC39", "CCD19")
@pytest.mark.parametrize(
    ("backpacks", "artifacts", "more"),
    [(0, [], 1), (0, [7], 0), (1, [7], 1), (1, [7, 20], 0), (2, [7, 20], 1), (2, [7, 10, 20], 0)],
)
def test_how_many_artifacts_may_be_carried(backpacks: int, artifacts: list[int], more: int) -> None:
    game = _rich("D04 A")
    game.own.items, game.own.artifacts, game.seats[1].items = ["Backpack"] * backpacks, artifacts, ["Backpack"]
    game.lying["D05 A"] = 12
    t = Table(game)
    assert t.legal("take") == ["take artifact"] * more
    if more:
        t.play("take artifact")
        assert (t["artifacts 0"], t["lying"]) == ((5, *artifacts), {"D05 A": 12})


@pytest.mark.rule("CC21", "CC37", "CCD19")
def test_each_artifact_enrages_the_dragon_as_far_as_the_track_goes() -> None:
    game = _rich("D04 A")
    game.rage = 6
    assert Table(game).turn("take artifact") == {"artifacts 0": (5,), "lying": {}}


@pytest.mark.rule("CC23", "CC38")
@pytest.mark.parametrize(
    ("tile", "stack", "laid"),
    [
        *[("D01", [5, 7, 10, 12, 15, 17, 20], 5), ("D06", [5, 7, 10, 12, 15, 17, 20], 7)],
        *[("D09", [5, 7, 10, 12, 15, 17, 20], 10), ("D01", [7, 12, 20], 7), ("D06", [7, 12, 20], 12)],
        *[("D09", [7, 12, 20], 20), ("D09", [12, 20], 20), ("D06", [12, 20], 20), ("D06", [17], 17)],
        *[("D09", [17], 17), ("D01", [20], 20), ("D01", [], None), ("D09", [], None)],
        *[("D11", [5, 7], None), ("D08", [5, 7], 7), ("D10", [5, 7, 10], 10)],
    ],
)
def test_which_artifact_is_laid_into_a_room(tile: str, stack: list[int], laid: int | None) -> None:
    game = plain()
    game.safe, game.safe_to_come, game.depths, game.artifacts, game.minors = [], 0, [tile], stack, []
    t = Table(game).play("teleport south", "place unturned")
    assert t["lying"] == ({} if laid is None else {f"{tile} A": laid})
    assert t["stack"] == tuple(value for value in stack if value != laid)


# --- Wayshrines -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC22", "CCD18")
@pytest.mark.parametrize("marked", range(5))
@pytest.mark.parametrize("room", sorted(SHRINES))
def test_a_mark_pays_for_all_own_marks(room: str, marked: int) -> None:
    game = _rich(room)
    others = [shrine for shrine in sorted(SHRINES) if shrine != room]
    for cell, shrine in enumerate(others[:marked]):
        lay(game, (9, cell), shrine.split()[0])
        game.marks[shrine] = [0, 1]
    t = Table(game)
    before = t["marks 0"]
    changed = t.turn("mark wayshrine")
    assert sorted(changed.pop("marks 0")) == sorted((*before, room))
    assert changed == {"gold 0": 51 + marked, "supply 0": 20}
    assert t.legal("mark") == []


@pytest.mark.rule("CC22", "CC42")
def test_a_shrine_has_a_space_for_each_player() -> None:
    game = offer(_rich("S4 A", players=4), *QUIET)
    for own in game.seats:
        own.room, own.hand, own.deck = "S4 A", [], []
    t = Table(game)
    for seat in range(4):
        assert t.turn("mark wayshrine") == {
            f"gold {seat}": 51 if seat == 0 else 1,
            f"supply {seat}": (20, 27, 29, 29)[seat],
            f"marks {seat}": ("S4 A",),
        }
        assert t.legal("mark") == []
        t.play("end turn")
    assert t.legal("mark") == []


@pytest.mark.rule("CC22")
def test_a_mark_wants_a_cube_of_the_supply() -> None:
    game = _rich("S4 A")
    game.own.supply = 0
    assert Table(game).legal("mark") == []


# --- the Market -------------------------------------------------------------------------------------------------------

#: What is bought: how many, what it gives at once, what else changes, points.
_BOUGHT: dict[str, tuple[int, dict[str, int], Reading, int]] = {
    "Backpack": (2, {}, {}, 5),
    "Blood Amulet": (2, {"heal": 2}, {}, 7),
    "Thief's Kit": (3, {"lockpick": 2}, {}, 2),
    "Crown": (3, {}, {"crowns 0": 10}, 10),
}
_FULL = {item: row[0] for item, row in _BOUGHT.items()}


@pytest.mark.rule("CC19", "CC39", "CC41", "CCD12", "CCD20")
@pytest.mark.parametrize("coupon", [False, True])
@pytest.mark.parametrize("item", _BOUGHT)
def test_every_item_is_bought(item: str, coupon: bool) -> None:
    _, gives, other, _ = _BOUGHT[item]
    action, price = (f"buy {item} with the Coupon", 2) if coupon else (f"buy {item}", 7)
    game = _rich("D12 A")
    game.own.tokens, game.own.gold = ["COUPON"] * coupon, price - 1
    assert action not in Table(game).legal("buy")
    game.own.gold = price
    t = Table(game)
    assert t.legal("buy") == [offered + " with the Coupon" * coupon for offered in _GOODS]
    changed = gains(gives) | other | {"gold 0": 0, "items 0": (item,), "market": _FULL | {item: _FULL[item] - 1}}
    assert t.turn(action) == changed | ({"tokens 0": ()} if coupon else {})
    assert t.legal("buy") == []


@pytest.mark.rule("CC41", "CCD20")
def test_the_coupon_is_a_choice_and_pays_once() -> None:
    game = _rich("D12 A")
    game.own.tokens, game.own.gold = ["COUPON"], 16
    t = Table(game)
    assert t.legal("buy") == [*_GOODS, *(f"{goods} with the Coupon" for goods in _GOODS)]
    assert (t.play("buy Crown")["gold 0"], t["tokens 0"]) == (9, ("COUPON",))
    assert (t.play("buy Crown with the Coupon")["gold 0"], t["tokens 0"], t["crowns 0"]) == (7, (), 19)
    assert t.legal("buy") == _GOODS


@pytest.mark.rule("CC19", "CC39", "CCD12")
@pytest.mark.parametrize("item", _BOUGHT)
def test_an_item_is_bought_until_it_is_sold_out(item: str) -> None:
    game = _rich("D12 A")
    game.own.meter, game.own.supply, game.own.tokens = ["own"] * 9, 17, ["COUPON"]
    t = Table(game)
    for bought in range(1, _FULL[item] + 1):
        t.play(f"buy {item}")
        assert (t["gold 0"], t["items 0"], t["market"][item]) == (
            50 - 7 * bought,
            (item,) * bought,
            _FULL[item] - bought,
        )
    others = [goods for goods in _GOODS if goods != f"buy {item}"]
    assert t.legal("buy") == [*others, *(f"{goods} with the Coupon" for goods in others)]


@pytest.mark.rule("CC4", "CC39")
def test_the_best_crown_left_is_bought() -> None:
    game = _rich("D12 A")
    game.seats[1].crowns, game.crowns, game.market["Crown"] = [10], [9, 8], 2
    t = Table(game)
    assert [t.play("buy Crown")["crowns 0"] for _ in range(2)] == [9, 17]


@pytest.mark.rule("CC39")
@pytest.mark.parametrize(
    ("meter", "sold"), [(["own"] * 4, False), (["own"] * 5, True), (["own", "black", "marker"], False)]
)
def test_an_amulet_is_for_those_with_five_damage(meter: list[str], sold: bool) -> None:
    game = _rich("D12 A")
    game.own.meter, game.own.tokens = meter, ["COUPON"]
    offered = Table(game).legal("buy")
    assert [action for action in offered if "Amulet" in action] == [
        *("buy Blood Amulet", "buy Blood Amulet with the Coupon"),
    ] * sold


@pytest.mark.rule("CC39", "CCD21")
def test_an_amulet_counts_and_heals_cubes_of_all_kinds() -> None:
    game = _rich("D12 A")
    game.own.meter = ["own", "black", "black", "marker", "marker"]
    changed = {"damage 0": (0, 1, 2), "black_aside": 1, "supply 0": 22, "gold 0": 43, "items 0": ("Blood Amulet",)}
    assert Table(game).turn("buy Blood Amulet") == changed | {"market": _FULL | {"Blood Amulet": 1}}


@pytest.mark.rule("CC33", "CC39", "CC40")
@pytest.mark.parametrize(
    ("of_seat", "points"),
    [
        *[({"items": [item]}, row[3]) for item, row in _BOUGHT.items() if item != "Crown"],
        *[({"items": ["Backpack", "Backpack", "Thief's Kit"]}, 12), ({"crowns": [8]}, 8), ({"crowns": [10, 9]}, 19)],
        *[({"idols": 1}, 5), ({"idols": 3}, 15), ({"gold": 4}, 4), ({"lockpicks": 9}, 0), ({"artifacts": [7, 20]}, 22)],
    ],
)
def test_points_at_the_end(of_seat: dict[str, Any], points: int) -> None:
    game = offer(plain(), *QUIET)
    game.own.artifacts, game.own.gold, game.seats[1].left = [5], 0, "escaped"
    for name, value in of_seat.items():
        setattr(game.own, name, value)
    t = Table(game).play("end turn")
    assert (t["ending"], t["scores 0"]) == ("all out", 5 + 20 + points)


# --- Monkey Idols -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC5", "CC23", "CC40", "CCD18")
@pytest.mark.parametrize("left", range(4))
@pytest.mark.parametrize("action", ["move to room 4", "teleport to room 4"])
def test_an_idol_for_entering_the_altar(action: str, left: int) -> None:
    game = plain(room=f"{START} U")
    game.idols = left
    changed = {"room 0": f"{START} M"} | ({"boots": 0} if action.startswith("move") else {"teleports": 0})
    assert Table(game).turn(action) == changed | ({"idols 0": 1, "idols_left": left - 1} if left else {})


@pytest.mark.rule("CC23", "CC40", "CCD18")
def test_an_idol_once_a_turn_and_none_for_standing_there() -> None:
    game = offer(plain(room=f"{START} M"), *QUIET)
    game.teleports, game.own.deck, game.seats[1].hand = 9, ["Ossuary Key"] * 5, []
    t = Table(game)
    assert (t["idols 0"], t["idols_left"]) == (0, 3)
    t.play("teleport to room 3")
    assert t["idols 0"] == 0
    t.play("teleport to room 4")  # where the turn began: now it is entered
    assert (t["idols 0"], t["idols_left"]) == (1, 2)
    t.play("teleport to room 3", "teleport to room 4")
    assert (t["idols 0"], t["idols_left"]) == (1, 2)
    t.play("end turn", "end turn", *["play Ossuary Key"] * 5, "teleport to room 3", "teleport to room 4")
    assert (t["idols 0"], t["idols_left"]) == (2, 1)


# --- features of one room work together -------------------------------------------------------------------------------


@pytest.mark.rule("CCD18", "CC20", "CC23")
@pytest.mark.parametrize(
    ("room", "way", "entered", "actions", "done"),
    [
        ("D19 A", "to room 2", {"tokens 0": ("HEAL1",)}, ("open chest",), {"tokens 0": ("CHALICE", "HEAL1")}),
        ("D16 C", "to room 2", {"gold 0": 52}, ("open chest",), {"tokens 0": ("CHALICE",)}),
        ("D02 A", "to room 2", {"exhausted": 1}, ("open chest",), {"tokens 0": ("CHALICE",)}),
        ("D15 A", "to room 2", {"damage 0": (4, 0, 0), "supply 0": 22}, ("open library",), _TOME),
        (
            *("D03 A", "to room 2", {"damage 0": (4, 0, 0), "supply 0": 22}, ("open prison",)),
            {"tokens 0": ("MONK", "PEASANT"), "prisoners 0": 2},
        ),
        (
            "D07 B",
            "to room 1",
            {},
            ("take artifact", "open library"),
            _TOME | {"artifacts 0": (5,), "lying": {}, "rage": 3},
        ),
    ],
)
def test_features_of_one_room(room: str, way: str, entered: Reading, actions: tuple[str, ...], done: Reading) -> None:
    game = _rich(room)
    there = f"{room[:3]} {'B' if way.endswith('2') else 'A'}"
    if there in ARTIFACTS:
        game.lying = {there: 5}
    t = Table(game)
    assert t.turn(f"teleport {way}") == {"room 0": there, "teleports": 0} | entered
    kind = actions[-1].removeprefix("open ")
    assert t.turn(*actions) == done | _opened(there, kind)
