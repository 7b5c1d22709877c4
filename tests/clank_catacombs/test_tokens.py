"""Secrets and Prisoners of Clank! Catacombs on the kernels: every kind, at once, used, and at the end (CC41)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.positions import QUIET, Arranged, fill, offer
from tests.clank_catacombs.printed import Gains, gains, plain
from tests.clank_catacombs.table import Reading, Table

Row = tuple[int, Gains, Reading, int | None]
#: By kind: how many, what it gives at once, what else changes, and points at the end by itself, of one that is kept.
MAJOR: dict[str, Row] = {
    "MAP": (2, {}, {}, 5),
    "CHALICE": (3, {}, {}, 7),
    "SKILL5": (2, {"skill": 5}, {}, None),
    "GOLD5": (2, {"gold": 5}, {}, None),
    "HEAL2": (2, {}, {}, 0),
}
MINOR: dict[str, Row] = {
    "EGG": (3, {}, {"rage": 3}, 3),
    "LOCKPICK": (3, {"lockpick": 1}, {}, None),
    "SPRING": (2, {}, {"springs": 1}, None),
    "HEAL1": (3, {}, {}, 0),
    "BOOT1": (2, {}, {}, 0),
    "SWORD2": (2, {}, {}, 0),
    "PUZZLE": (2, {}, {}, 0),
    "GOLD2": (3, {"gold": 2}, {}, None),
}
PRISONERS: dict[str, Row] = {
    "ADVENTURER": (2, {}, {"rage": 3}, 3),
    "BARBARIAN": (2, {"swords": 2}, {}, 2),
    "CLERIC": (2, {"heal": 1}, {}, 2),
    "COUPON": (1, {}, {"prisoners 0": 0}, 0),
    "MONKEYBOT": (1, {}, {}, 3),
    "HAUNTED": (2, {}, {"ghosts_bank": 4, "ghosts_area": 1}, 3),
    "MAYOR": (1, {}, {}, 5),
    "MONK": (2, {}, {}, 0),
    "PEASANT": (2, {}, {}, 2),
    "PRIMATOLOGIST": (1, {}, {}, 0),
    "PRINCE": (1, {}, {}, 0),
    "PRINCESS": (1, {}, {}, 0),
    "SORCERESS": (1, {}, {}, 0),
    "WARRIOR": (1, {}, {}, 1),
}
KEPT = [name for name, row in (MAJOR | MINOR | PRISONERS).items() if row[3] is not None]
_USES = {
    "HEAL2": ("drink two", {"heal": 2}),
    "HEAL1": ("drink one", {"heal": 1}),
    "BOOT1": ("use boots", {"boots": 1}),
    "SWORD2": ("use swords", {"swords": 2}),
    "PUZZLE": ("swap puzzle box", {}),
}


def _give(game: Arranged, *names: str, seat: int = 0) -> Arranged:
    """The seat has these tokens."""
    own = game.seats[seat]
    own.prisoners = [name for name in names if name in PRISONERS and name != "COUPON"]
    own.tokens = [name for name in names if name not in own.prisoners]
    return game


@pytest.mark.rule("CC4", "CC41")
def test_the_piles_hold_what_the_table_says() -> None:
    new = Table(Arranged())
    new.states = new.game.new_states(5)
    order = [*KEPT[:2], "HEAL2", *[name for name in MINOR if name in KEPT], *PRISONERS]
    assert order == KEPT
    counts = [
        (MAJOR | MINOR | PRISONERS)[name][0] for name in (*KEPT, "SKILL5", "GOLD5", "LOCKPICK", "SPRING", "GOLD2")
    ]
    assert new.states["tokens_left"][0].tolist() == counts
    assert [sum(row[0] for row in pile.values()) for pile in (MAJOR, MINOR, PRISONERS)] == [11, 20, 20]


# --- revealed ---------------------------------------------------------------------------------------------------------


def _revealed(name: str, row: Row) -> Reading:
    _, gives, other, points = row
    return gains(gives) | other | ({} if points is None else {"tokens 0": (name,)})


def _check_reveals_one(game: Arranged, action: str, changed: Reading) -> None:
    """The action changes this, and one token fewer lies hidden."""
    t = Table(game)
    left = int(t.states["tokens_left"].sum())
    assert t.turn(action) == changed
    assert int(t.states["tokens_left"].sum()) == left - 1


@pytest.mark.rule("CC20", "CC41", "CCD20")
@pytest.mark.parametrize("name", MAJOR)
def test_every_major_secret_is_revealed(name: str) -> None:
    game = plain(room="D14 B")
    game.majors, game.own.lockpicks = [name], 4
    # One of the four Lockpicks is spent, so that the plain three are left.
    changed = {"opened": ("D14 B chest",), "lockpicks 0": 3} | _revealed(name, MAJOR[name])
    _check_reveals_one(game, "open chest", changed)


@pytest.mark.rule("CC23", "CC37", "CC41", "CCD20")
@pytest.mark.parametrize("name", MINOR)
def test_every_minor_secret_is_revealed(name: str) -> None:
    game = plain(room="D11 A")
    game.minors = [name]
    changed = {"room 0": "D11 B", "teleports": 0} | _revealed(name, MINOR[name])
    _check_reveals_one(game, "teleport to room 2", changed)


@pytest.mark.rule("CC20", "CC37", "CC41", "CCD12", "CCD20")
@pytest.mark.parametrize("name", PRISONERS)
def test_every_prisoner_is_freed(name: str) -> None:
    game = plain(room="D12 B")
    game.captives, game.own.lockpicks = [name], 4
    changed = {"opened": ("D12 B prison",), "lockpicks 0": 3, "prisoners 0": 1} | _revealed(name, PRISONERS[name])
    changed = {key: value for key, value in changed.items() if (key, value) != ("prisoners 0", 0)}
    _check_reveals_one(game, "open prison", changed)


@pytest.mark.rule("CC37", "CCD12", "CCD21")
@pytest.mark.parametrize("name", ["ADVENTURER", "HAUNTED", "CLERIC"])
def test_prisoners_whose_effect_is_lost(name: str) -> None:
    """The marker stays on the last space, no Ghost is left, nothing is to heal."""
    game = fill(plain(room="D12 B"))
    game.captives, game.rage, game.ghosts, game.own.meter = [name], 6, 0, []
    expected = {"opened": ("D12 B prison",), "lockpicks 0": 2, "prisoners 0": 1, "tokens 0": (name,)}
    assert Table(game).turn("open prison") == expected


@pytest.mark.rule("CC37")
def test_an_egg_leaves_the_marker_on_the_last_space() -> None:
    game = plain(room="D11 A")
    game.minors, game.rage = ["EGG"], 6
    assert Table(game).turn("teleport to room 2") == {"room 0": "D11 B", "teleports": 0, "tokens 0": ("EGG",)}


@pytest.mark.rule("CCD21", "CC41")
def test_healing_takes_own_cubes_first_then_black_ones_then_markers() -> None:
    game = plain()
    game.own.meter, game.own.tokens = ["marker", "black", "black", "own"], ["HEAL1", "HEAL1", "HEAL2"]
    t = Table(game)
    assert t.turn("drink one") == {"damage 0": (0, 2, 1), "supply 0": 22, "tokens 0": ("HEAL2", "HEAL1")}
    assert t.turn("drink one") == {"damage 0": (0, 1, 1), "black_aside": 1, "tokens 0": ("HEAL2",)}
    assert t.turn("drink two") == {"damage 0": (0, 0, 0), "black_aside": 2, "tokens 0": ()}


# --- random -----------------------------------------------------------------------------------------------------------


def _shares(t: Table, action: str, count: int, names: Any) -> list[float]:
    drawn = [after["tokens 0"] for after in t.many(action, count)]
    return [sum(tokens.count(name) for tokens in drawn) / count for name in names]


@pytest.mark.rule("CC20", "CC41")
def test_a_secret_is_a_random_one_of_those_left() -> None:
    t = Table(plain(room="D14 B"))
    # Eleven are left; 2, 3 and 2 of them are kept. Six standard deviations of 2000 draws are below 0.06.
    assert _shares(t, "open chest", 2000, ("MAP", "CHALICE", "HEAL2")) == pytest.approx(
        [2 / 11, 3 / 11, 2 / 11], abs=0.05
    )
    t = Table(plain(room="D11 A"))
    minors = _shares(t, "teleport to room 2", 2000, ("EGG", "HEAL1", "BOOT1", "SWORD2", "PUZZLE"))
    assert minors == pytest.approx([0.15, 0.15, 0.1, 0.1, 0.1], abs=0.06)


@pytest.mark.rule("CC20", "CC41")
def test_prisoners_are_two_different_tokens_at_random() -> None:
    t = Table(plain(room="D12 B"))
    shares = _shares(t, "open prison", 2000, PRISONERS)
    assert shares == pytest.approx([row[0] / 10 for row in PRISONERS.values()], abs=0.06)
    for after in t.many("open prison", 300, seed=2):
        assert after["tokens 0"].count("COUPON") < 2
        assert (len(after["tokens 0"]), after["prisoners 0"]) == (2, 2 - after["tokens 0"].count("COUPON"))


# --- kept and used ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC41", "CCD20")
@pytest.mark.parametrize("name", KEPT)
def test_every_kept_token_is_used_once_or_never(name: str) -> None:
    game = _give(plain(room="S4 A"), name)
    game.majors = ["CHALICE"]
    t = Table(game)
    uses = t.legal("drink", "use", "swap")
    assert uses == ([_USES[name][0]] if name in _USES else [])
    if uses:
        changed = gains(_USES[name][1]) | {"tokens 0": ("CHALICE",) if name == "PUZZLE" else ()}
        assert t.turn(*uses) == changed
        assert t.legal("drink", "use", "swap") == []


@pytest.mark.rule("CCD20", "CCD21")
def test_potions_need_damage_and_what_is_too_much_is_lost() -> None:
    game = _give(fill(plain()), "HEAL2", "HEAL1")
    game.own.meter, game.own.supply = [], 30
    assert Table(game).legal("drink") == []
    game.own.meter, game.own.supply = ["own"], 29
    t = Table(game)
    assert t.legal("drink") == ["drink two", "drink one"]
    assert t.turn("drink two") == {"damage 0": (0, 0, 0), "supply 0": 30, "tokens 0": ("HEAL1",)}
    assert t.legal("drink") == []


@pytest.mark.rule("CCD20")
def test_tokens_are_used_in_ones_own_turn_alone() -> None:
    game = _give(offer(plain(room="S4 A"), *QUIET), *_USES)
    game.seats[1].meter, game.seats[1].room, game.seats[1].hand = ["own"], "S4 A", []
    t = Table(game)
    assert len(t.legal("drink", "use", "swap")) == 5
    assert t.play("end turn").legal("drink", "use", "swap") == []
    assert len(t.play("end turn").legal("drink", "use", "swap")) == 5  # kept until used


@pytest.mark.rule("CC41", "CCD20", "CCD12")
@pytest.mark.parametrize(
    ("room", "majors", "open_to"),
    [
        *[("S4 A", ["GOLD5"], True), ("D16 A", ["GOLD5"], True), ("D18 A", ["GOLD5"], True)],
        *[("S4 A", [], False), (f"{START} V", ["GOLD5"], False), ("D14 B", ["GOLD5"], False)],
    ],
)
def test_a_puzzle_box_is_swapped_at_a_wayshrine_for_a_major_secret(room: str, majors: list[str], open_to: bool) -> None:
    game = _give(plain(room=room), "PUZZLE", "PUZZLE")
    game.majors = majors
    t = Table(game)
    assert t.legal("swap") == ["swap puzzle box"] * open_to
    if open_to:
        assert t.turn("swap puzzle box") == {"gold 0": 8, "tokens 0": ("PUZZLE",)}
        assert t.legal("swap") == []  # no secret is left


@pytest.mark.rule("CCD20", "CC41", "CCD18")
def test_a_shrine_that_is_marked_by_all_will_do_for_a_puzzle_box() -> None:
    game = _give(plain(room="S4 A", players=4), "PUZZLE")
    game.marks["S4 A"] = [0, 1, 2, 3]
    assert Table(game).legal("mark", "swap") == ["swap puzzle box"]


@pytest.mark.rule("CC41", "CCD20")
def test_a_map_goes_against_arrows_from_now_on() -> None:
    game = plain(room="D18 B")
    assert "to room 1" not in " ".join(Table(game).legal("move"))
    t = Table(_give(game, "MAP"))
    assert t.turn("move to room 1") == {"boots": 0, "room 0": "D18 A"}
    assert t.turn("teleport to room 2")["room 0"] == "D18 B"  # it is kept


@pytest.mark.rule("CCD8", "CCD20", "CC41")
def test_skill_boots_and_swords_of_tokens_are_of_the_turn() -> None:
    game = _give(offer(plain(room="D14 B"), *QUIET), "BOOT1", "SWORD2")
    game.majors = ["SKILL5"]
    t = Table(game).play("open chest", "use boots", "use swords")
    assert [t[pool] for pool in ("skill", "boots", "swords")] == [7, 2, 3]
    t.play("end turn")
    assert [t[pool] for pool in ("skill", "boots", "swords", "tokens 0")] == [0, 0, 0, ()]


# --- Springs ----------------------------------------------------------------------------------------------------------


def _sprung(springs: int, played: tuple[str, ...], discard: tuple[str, ...]) -> Table:
    """Springs were found; the Row is full, the deck holds ten cards."""
    game = offer(plain(), *QUIET)
    game.own.played, game.own.discard, game.own.deck = list(played), list(discard), ["Burgle"] * 10
    game.springs = springs
    return Table(game)


_CLEANED = {"to_act": 1, "turns": 1, "hand 0": ("Burgle",) * 5, "deck 0": ("Burgle",) * 5}
_POOLS_LOST = {"skill": 0, "swords": 0, "boots": 0, "teleports": 0}


@pytest.mark.rule("CC41", "CCD4", "CCD20")
def test_a_spring_trashes_a_card_before_the_clean_up() -> None:
    t = _sprung(1, ("Burgle", "Sidestep"), ("Explore",))
    assert t.turn("end turn") == _POOLS_LOST | {"phase": "spring"}
    assert t.legal() == ["choose Burgle", "choose Sidestep", "choose Explore"]  # declining is not free
    changed = {"phase": "anything", "springs": 0, "played": (), "discard 0": ("Burgle", "Explore")}
    assert t.turn("choose Sidestep") == _CLEANED | changed


@pytest.mark.rule("CCD4", "CCD20")
@pytest.mark.parametrize("pile", ["from the play area", "from the discard pile"])
def test_a_spring_and_a_kind_in_both_piles(pile: str) -> None:
    t = _sprung(1, ("Burgle", "Sidestep"), ("Burgle", "Explore")).play("end turn")
    assert t.turn("choose Burgle") == {"phase": "pile for a spring"}
    assert t.legal() == ["from the play area", "from the discard pile"]
    changed = {"phase": "anything", "springs": 0, "played": (), "discard 0": ("Burgle", "Sidestep", "Explore")}
    assert t.turn(pile) == _CLEANED | changed


@pytest.mark.rule("CCD20")
def test_each_spring_trashes_a_card() -> None:
    t = _sprung(2, ("Burgle",), ("Burgle", "Explore")).play("end turn", "choose Burgle")
    assert t.turn("from the play area") == {"phase": "spring", "springs": 1, "played": ()}
    assert t.legal() == ["choose Burgle", "choose Explore"]
    assert t.turn("choose Burgle") == _CLEANED | {"phase": "anything", "springs": 0, "discard 0": ("Explore",)}


@pytest.mark.rule("CCD20", "CCD11")
@pytest.mark.parametrize(("springs", "discard"), [(1, ()), (2, ("Secret Tome",)), (3, ("Secret Tome",))])
def test_a_spring_with_nothing_left_to_trash_is_lost(springs: int, discard: tuple[str, ...]) -> None:
    t = _sprung(springs, (), discard)
    changed = _CLEANED | _POOLS_LOST | {"springs": 0, "discard 0": (), "card_points 0": 0}
    assert t.turn("end turn", *(f"choose {name}" for name in discard)) == {
        name: value for name, value in changed.items() if discard or name not in ("discard 0", "card_points 0")
    }


@pytest.mark.rule("CC41", "CCD20")
def test_a_spring_is_of_the_turn_in_which_it_was_found() -> None:
    game = offer(plain(room="D11 A"), *QUIET)
    game.minors, game.own.played, game.seats[1].hand = ["SPRING"], ["Stumble", "Burgle"], []
    game.own.deck = ["Burgle"] * 10
    t = Table(game).play("teleport to room 2", "end turn", "choose Stumble")
    assert (t["to_act"], t["springs"], t["discard 0"]) == (1, 0, ("Burgle",))
    t.play("end turn", *["play Burgle"] * 5)
    assert t.play("end turn")["to_act"] == 1  # nothing is asked


# --- points at the end ------------------------------------------------------------------------------------------------


def _score(*names: str, **of_seat: Any) -> int:
    """What seat 0, who escapes with an Artifact of 5, scores beyond that, the Mastery and its Gold."""
    game = _give(offer(plain(), *QUIET), *names)
    game.own.artifacts, game.own.gold, game.seats[1].left = [5], 0, "escaped"
    game.marks.update(of_seat.pop("marks", {}))
    for name, value in of_seat.items():
        setattr(game.own, name, value)
    t = Table(game).play("end turn")
    assert t["status 0"] == "escaped"
    return int(t["scores 0"]) - 5 - 20


@pytest.mark.rule("CC33", "CC41", "CCD27")
@pytest.mark.parametrize("name", KEPT)
def test_points_of_every_kept_token(name: str) -> None:
    copies, _, _, points = (MAJOR | MINOR | PRISONERS)[name]
    assert points is not None
    assert _score(*[name] * copies) == copies * points


@pytest.mark.rule("CC33", "CC41", "CCD27")
@pytest.mark.parametrize(
    ("names", "of_seat", "points"),
    [
        # One for each own mark; marks of others do not count.
        (("MONK",), {"marks": {"S4 A": [0, 1], "D06 B": [1], "D14 A": [0]}}, 2),
        (("MONK", "MONK"), {"marks": {"S4 A": [0, 1], "D06 B": [0], "D14 A": [0]}}, 6),
        (("PRIMATOLOGIST",), {"idols": 1}, 5 + 5),
        (("PRIMATOLOGIST",), {"idols": 3}, 15 + 5),
        (("PRIMATOLOGIST", "MONKEYBOT"), {}, 5 + 3),
        (("PRINCE",), {"crowns": [8]}, 8 + 5),
        (("PRINCESS",), {"crowns": [10, 9]}, 19 + 5),
        (("PRINCE", "PRINCESS"), {"crowns": [10]}, 10 + 5 + 5),
        (("PRINCE", "PRINCESS"), {"items": ["Backpack", "Blood Amulet", "Thief's Kit"]}, 5 + 7 + 2),
        (("SORCERESS",), {"hand": [], "deck": ["Secret Tome"]}, 7),
        (("SORCERESS",), {"deck": ["Secret Tome"], "discard": ["Secret Tome"]}, 14 + 5),
        (("SORCERESS",), {"deck": ["Burgle"] * 9, "played": ["Secret Tome"] * 2}, 14 + 5),
        (("SORCERESS",), {"deck": ["Secret Tome"] * 9}, 63 + 5),
        # One for each prisoner, the Monkey Bot and the Warrior included, the Coupon and secrets not.
        (("WARRIOR", "PEASANT", "MONKEYBOT"), {}, 3 + 2 + 3),
        (("WARRIOR", "COUPON", "CHALICE", "EGG"), {}, 1 + 7 + 3),
        (("WARRIOR", "PEASANT", "PEASANT", "CLERIC", "BARBARIAN"), {}, 5 + 2 + 2 + 2 + 2),
    ],
)
def test_points_that_depend_on_something(names: tuple[str, ...], of_seat: dict[str, Any], points: int) -> None:
    assert _score(*names, **of_seat) == points


@pytest.mark.rule("CC29", "CC41")
def test_a_mayor_wants_the_mastery() -> None:
    game = _give(plain(room="S4 A"), "MAYOR", "PEASANT")
    game.own.artifacts, game.own.gold, game.deck = [5], 0, []
    t = Table(game).play("end turn")
    assert (t["ending"], t["status 0"], t["scores 0"]) == ("deck", "knocked out", 5 + 2)
