"""Tests of the plain-Python oracle itself: escape, knock-outs, scores and returns, and beliefs about hands."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from tests.arranged import played
from tests.clank_catacombs.positions import (
    QUIET,
    Arranged,
    awaken,
    clank,
    clear_hand,
    damage,
    end_turn,
    fill,
    hold,
    hurt,
    lay,
    lefts,
    offer,
    on_top,
    stand,
)


def runner(**options: int) -> Arranged:
    """Seat 0 next to the Crypt with an Artifact."""
    game = offer(fill(Arranged(**options)), *QUIET[:5])
    stand(game, "START V")
    game.own.artifacts, game.boots = [7], 3
    game.artifacts.remove(7)
    return game


@pytest.mark.rule("CC30", "CCD22")
def test_escape() -> None:
    game = clear_hand(hurt(runner(num_players=3), 9, 0, 0))
    own = game.own
    game.area, own.supply = ["clank 0", "clank 2"], 20
    played(game, "move to room 1")
    assert (own.left, own.mastery) == (None, False)
    on_top(game, "Lockjaw Ghoul", "Milky Opal")
    game.row[4] = None
    end_turn(game, "clank 0", "clank 2")
    # Neither the Arrive text nor the attack touches seat 0; its cubes leave the game when drawn.
    assert (own.left, own.mastery, own.supply, damage(game)) == ("escaped", True, 20, [9, 0, 1])
    assert (game.gone, own.played, len(own.hand)) == (["clank 0"], [], 5)
    assert (game.to_act, game.turns, game.terminated) == (1, 1, False)


@pytest.mark.rule("CC27", "CC30", "CCD22")
def test_the_last_escape_ends_the_game_without_refill() -> None:
    game = runner()
    game.seats[1].left = "knocked out"
    end_turn(played(game, "move to room 1"))
    assert (game.ending, lefts(game), game.row[5]) == ("all out", ["escaped", "knocked out"], None)
    assert (game.final_scores, game.returns) == ([7 + 20, 0], [1.0, -1.0])


@pytest.mark.rule("CCD22")
def test_after_arriving_the_turn_goes_on() -> None:
    game = hold(runner(), "Burgle", "Stumble")
    played(game, "move to room 1")
    game.skill, game.teleports, game.swords = 5, 1, 2
    assert game.legal() == [
        *("play Burgle", "play Stumble"),
        *("acquire Candle Stub", "acquire Tiptoe", "acquire Feint", "acquire Ransack", "acquire Crowbar"),
        *("acquire Mercenary", "acquire Explore", "fight Goblin"),
    ]
    played(game, "acquire Explore", "play Burgle", "play Stumble", "fight Goblin")
    assert (clank(game), game.own.gold) == (1, 1)
    end_turn(on_top(game, "Long Stride"))
    assert (lefts(game), game.to_act, "Explore" in game.seats[0].discard) == (["escaped", None], 1, True)


# --- knock-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC28", "CC29", "CCD27")
@pytest.mark.parametrize(
    ("room", "artifacts", "score"),
    [
        *[("START K", [5], 5 + 4), ("START V", [5], 9), ("START U", [5], 0), ("START M", [5], 0)],
        *[("D01 A", [5], 0), ("S1 A", [5], 9), ("S1 A", [], 0), ("START V", [], 0), ("S1 B", [5, 20], 29)],
    ],
)
@pytest.mark.parametrize("ending", ["attack", "deck", "bag"])
def test_where_and_with_what_one_is_knocked_out(room: str, artifacts: list[int], score: int, ending: str) -> None:
    game = hurt(fill(Arranged(), "clank 0"), 9, 0)
    lay(lay(game, (0, -1), "S1"), (5, 5), "D01")
    stand(game, room)
    game.own.artifacts, game.own.gold = artifacts, 4
    if ending == "attack":
        awaken(game, "clank 0")
        assert lefts(game) == ["knocked out", None]
        game.finish("all out")
    elif ending == "deck":
        game.deck = []
        game.row[0] = None
        end_turn(game)
    else:
        game.bag, game.area = ["black"] * 3, []
        awaken(game)
    assert (game.ending, game.seats[0].mastery) == ({"attack": "all out"}.get(ending, ending), False)
    assert game.final_scores == [score, 0]
    assert game.returns == ([1.0, -1.0] if score else [0.0, 0.0])


@pytest.mark.rule("CC28", "CC31")
def test_who_is_knocked_out_keeps_everything_where_it_is() -> None:
    game = hurt(fill(Arranged(num_players=3), "clank 1"), 0, 9, 0)
    other = game.seats[1]
    hand, deck = list(other.hand), list(other.deck)
    awaken(game, "clank 1")
    assert (other.left, other.hand, other.deck, other.room) == ("knocked out", hand, deck, "START K")
    assert (game.to_act, game.turns) == (2, 2)


# --- scores -----------------------------------------------------------------------------------------------------------


def escaped(*others: str | None, **options: int) -> Arranged:
    """Everybody is out; seat 0 has escaped, without Mastery, to be scored."""
    game = Arranged(**options)
    game.own.left = "escaped"
    for seat, left in zip(game.seats[1:], others, strict=False):
        seat.left = left
    return game


@pytest.mark.rule("CC33", "CC39", "CC40", "CC41")
def test_what_counts() -> None:
    game = escaped("knocked out")
    own = game.own
    own.artifacts, own.gold, own.mastery, own.idols = [12, 5], 11, True, 2
    own.items, own.crowns = ["Backpack", "Blood Amulet", "Thief's Kit", "Thief's Kit"], [10, 8]
    own.tokens = ["MAP", "CHALICE", "EGG", "HEAL2", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", "COUPON"]
    own.lockpicks = 9
    own.deck, own.hand, own.discard, own.played = ["Secret Tome"], ["Moonstone"], ["Burgle"], ["Dragonbone Idol"]
    game.finish("all out")
    treasures, items, secrets, cards = 17 + 11 + 20 + 10, 5 + 7 + 2 + 2 + 18, 5 + 7 + 3, 7 + 4 + 0 + 8
    assert game.final_scores == [treasures + items + secrets + cards, 0]


@pytest.mark.rule("CC41", "CCD27")
def test_prisoners() -> None:
    def points(*names: str, **changes: object) -> int:
        game = escaped("knocked out")
        own = game.own
        own.deck, own.hand, own.prisoners = [], [], list(names)
        own.artifacts, own.gold, plain = [5], 2, 7
        for name, value in changes.items():
            setattr(own, name, value)
        plain += 20 * own.mastery + 5 * own.idols + sum(own.crowns)
        plain += 7 * (own.deck + own.hand + own.discard).count("Secret Tome")
        game.marks = {"S4 A": [1, 0], "D06 B": [0], "D14 A": [1]}
        game.finish("all out")
        assert game.final_scores is not None
        return game.final_scores[0] - plain

    assert [points(name) for name in ("ADVENTURER", "MONKEYBOT", "HAUNTED")] == [3, 3, 3]
    assert [points(name) for name in ("BARBARIAN", "CLERIC", "PEASANT")] == [2, 2, 2]
    assert (points("MAYOR"), points("MAYOR", mastery=True)) == (0, 5)
    assert (points("MONK"), points("MONK", "MONK")) == (2, 4)
    assert (points("PRIMATOLOGIST"), points("PRIMATOLOGIST", idols=1), points("PRIMATOLOGIST", idols=3)) == (0, 5, 5)
    assert points("PRIMATOLOGIST", "MONKEYBOT") == 5 + 3
    assert (points("PRINCE"), points("PRINCE", crowns=[8]), points("PRINCESS", crowns=[9, 10])) == (0, 5, 5)
    assert points("PRINCE", "PRINCESS", crowns=[8]) == 10
    assert points("SORCERESS", deck=["Secret Tome"]) == 0
    assert points("SORCERESS", deck=["Secret Tome"], discard=["Secret Tome"]) == 5
    assert points("SORCERESS", hand=["Secret Tome"], discard=["Secret Tome"] * 2) == 5
    assert (points("WARRIOR"), points("WARRIOR", "MONKEYBOT", "PEASANT")) == (1, 3 + 3 + 2)
    assert points("WARRIOR", tokens=["COUPON"]) == 1  # no prisoner


@pytest.mark.rule("CC33", "CCD5", "CCD27")
def test_who_wins() -> None:
    def returns(*standings: tuple[int, int]) -> list[float]:
        """Artifact and Gold of each seat; an Artifact of 0 is none, and its seat has been knocked out."""
        game = escaped(num_players=len(standings))
        for seat, (artifact, gold) in zip(game.seats, standings, strict=True):
            seat.left = "escaped" if artifact else "knocked out"
            seat.artifacts, seat.gold = [artifact] if artifact else [], gold
        game.finish("all out")
        return game.returns

    assert returns((5, 1), (5, 0)) == [1.0, -1.0]
    assert returns((5, 5), (10, 0)) == [-1.0, 1.0]  # tie: the most valuable Artifact
    assert returns((5, 3), (5, 3)) == [0.0, 0.0]
    assert returns((5, 5), (10, 0), (10, 0)) == [-0.5, 0.25, 0.25]
    assert returns((0, 9), (0, 50), (5, 0)) == [-0.5, -0.5, 1.0]
    assert returns((0, 9), (0, 0), (0, 3)) == [0.0, 0.0, 0.0]
    assert returns((20, 0), (5, 0), (5, 0), (7, 0)) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.rule("CCD27")
def test_nobody_who_scores_0_has_a_tie_break() -> None:
    game = escaped("knocked out")
    game.own.left = "knocked out"
    game.own.room, game.own.artifacts = "START M", [20]
    game.finish("all out")
    assert (game.final_scores, game.returns) == ([0, 0], [0.0, 0.0])


# --- beliefs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD9")
def test_worlds() -> None:
    game = hold(Arranged(), "Burgle", "Stumble")
    other = game.seats[1]
    other.hand, other.deck, other.known = ["Burgle", "Burgle", "Explore"], ["Stumble", "Explore"], ["Explore"]
    own = ("Burgle", "Stumble")
    # Two of Burgle, Burgle, Stumble, Explore beside the Explore that everybody knows.
    assert game.worlds(0) == {
        (own, ("Burgle", "Burgle", "Explore")): Fraction(1, 6),
        (own, ("Burgle", "Stumble", "Explore")): Fraction(2, 6),
        (own, ("Burgle", "Explore", "Explore")): Fraction(2, 6),
        (own, ("Stumble", "Explore", "Explore")): Fraction(1, 6),
    }
    other.deck, other.known = [], []  # nothing else to hold
    assert game.worlds(0) == {(own, ("Burgle", "Burgle", "Explore")): Fraction(1)}


@pytest.mark.rule("CCD9")
def test_worlds_are_how_decks_fall() -> None:
    """Five cards of a deck that runs out after two: every order of the new deck, counted."""
    found: Counter[tuple[str, ...]] = Counter()
    discards = ["Burgle", "Burgle", "Sidestep", "Explore"]
    for order in itertools.permutations(range(4), 3):
        pile = list(discards)
        cards = [discards[place] for place in order]
        game = offer(fill(Arranged()), *QUIET)
        own = game.own
        own.deck, own.discard, own.hand = ["Stumble", "Scramble"], pile, []
        game.wishes = [("card", "Stumble"), ("card", "Scramble"), *(("card", name) for name in cards)]
        played(game, "end turn")
        assert own.known == ["Stumble", "Scramble"]
        found[tuple(sorted(own.hand))] += 1
        worlds = {tuple(sorted(world[0])): chance for world, chance in game.worlds(1).items()}
    assert worlds == {hand: Fraction(ways, 24) for hand, ways in found.items()}
    assert len(worlds) == 3
