"""Tests of the plain-Python oracle itself: leaving the game, scores, ends, and play at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.arranged import played
from tests.clank.cards import ACTIONS, DRAGON, MARKET, TILES, TREASURES
from tests.clank.choices import monster_here
from tests.clank.oracle import ClankOracle
from tests.clank.positions import (
    Arranged,
    cards,
    cubes,
    end_by_dragon,
    end_turn,
    fill,
    hold,
    lay,
    lefts,
    out,
    stand,
    treasure,
    treasures,
)

# --- leaving the game -------------------------------------------------------------------------------------------------


def test_who_may_escape() -> None:  # CL11, CLD21
    game = Arranged()
    assert "escape" not in game.legal()  # has not left it
    game.own.has_left_exit = True
    assert "escape" in game.legal()
    game.main_done = True
    assert "escape" not in game.legal()  # it takes the place of the main action
    game = stand(lay(Arranged(), "Bare Passage"), 1, 0)
    end_turn(end_turn(game))
    game.moves = 1
    played(game, "extra move back")
    assert "escape" not in game.legal()  # began elsewhere
    played(game, "move deeper", "end turn", "move deeper", "end turn", "move back", "end turn", "move back", "end turn")
    assert "escape" in game.legal()
    game = hold(lay(Arranged(), "Bare Passage"), "Pathfinder", "Pathfinder")
    game.own.has_left_exit = True
    played(game, "play Pathfinder", "play Pathfinder", "extra move deeper")
    assert "escape" not in game.legal()  # stands elsewhere
    played(game, "extra move back")
    assert "escape" in game.legal()
    game = hold(lay(Arranged(), "Bare Passage"), "Pathfinder", "Pathfinder")
    played(game, "play Pathfinder", "play Pathfinder", "extra move deeper", "extra move back")
    assert "escape" in game.legal()  # reading: left it earlier in this very turn


def test_an_escape_ends_the_turn_at_once() -> None:  # CL11, CLD21
    game = hold(Arranged(), "Buy", "Chipped Axe")
    own, own_cards = game.own, list(game.own.deck)
    own.has_left_exit = True
    game.row = game.row[:4]
    played(game, "play Buy")
    asked = len(game.asked)
    played(game, "escape")
    assert (own.left, own.health, game.to_act, game.terminated) == ("escaped", 10, 1, False)
    assert [what for what, _ in game.asked[asked:]] == ["market", "market"]
    assert (own.hand, own.played, own.discard, own.deck) == (["Chipped Axe"], ["Buy"], [], own_cards)
    end_turn(game)
    assert game.to_act == 1  # alone


def test_the_last_player_out_ends_the_game() -> None:  # CL12, CLD23
    game = treasure(Arranged(num_players=3), "Copper Hoard", seat=1)
    out(game.seats[0], "escaped")
    out(game.seats[1], "dead")
    game.to_act, game.row = 2, []
    game.own.has_left_exit = True
    asked = len(game.asked)
    played(game, "escape")
    assert (game.terminated, game.ending, game.to_act) == (True, "all out", 2)
    assert (lefts(game), game.final_scores) == (["escaped", "dead", "escaped"], [0, 2, 0])
    assert (len(game.asked), game.row) == (asked, [])  # nothing further is resolved


def test_noise_may_kill_the_last_players_together() -> None:  # CLD19, CLD23
    game = fill(Arranged(), "noise 0", "noise 1")
    game.seats[0].health = game.seats[1].health = 1
    end_turn(game, "noise 0", "noise 1")
    assert (lefts(game), game.ending, [seat.supply for seat in game.seats]) == (["dead"] * 2, "all out", [30, 30])


def test_what_a_dead_player_leaves() -> None:  # CL13, CLD8, CLD22
    game = treasure(stand(lay(Arranged(), "Armoury"), 1, 0), "The Cup", "Gilded Relic")
    game.own.health = 1
    fill(game, "dragon", "dragon", "noise 0")
    played(game, "move back")
    assert (game.bag, game.cup_taken) == (["dragon", "dragon", "noise 0"], True)
    assert game.seats[0].treasures == ["The Cup", "Gilded Relic"]


# --- scores and ends --------------------------------------------------------------------------------------------------


def test_scores() -> None:  # CL12, CL13, CLD9, CLD22, CLD23
    for inside, expected in (("full", [25, 12, 25]), ("half", [25, 12, 12])):
        game = Arranged(num_players=3, inside_at_end=inside)
        for index, how in enumerate(("escaped", "dead", None)):
            treasure(game, "Gilded Relic", seat=index)
            game.seats[index].monsters = ["Ogre Kitchen"]
            game.seats[index].discard += ["Sun Disk", "Cracked Idol"]
            if how:
                out(game.seats[index], how)
        game.to_act = 2
        end_by_dragon(game)
        assert lefts(game) == ["escaped", "dead", "inside"]
        assert game.final_scores == expected  # 10 + 6 + 7 + 2, halved last and rounded down
        assert game.returns == pytest.approx([0.25, -0.5, 0.25] if inside == "full" else [1.0, -0.5, -0.5])


@pytest.mark.parametrize(
    ("treasure_points", "other_points", "lives", "returns"),
    [
        ((10, 5), (0, 4), (1, 9), [1, -1]),  # points
        ((10, 5), (0, 5), (1, 9), [1, -1]),  # more treasure points
        ((5, 5), (2, 2), (8, 9), [-1, 1]),  # more health
        ((5, 5), (2, 2), (9, 9), [0, 0]),  # shared
        ((5, 5, 0), (2, 2, 6), (9, 9, 9), [0.25, 0.25, -0.5]),
        ((5, 5, 5, 0), (2, 2, 2, 7), (9, 9, 9, 10), [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
    ],
)
def test_ties(
    treasure_points: tuple[int, ...], other_points: tuple[int, ...], lives: tuple[int, ...], returns: list[float]
) -> None:  # CLD10
    names = {0: [], 5: ["Copper Hoard"], 10: ["Gilded Relic"]}
    monsters = {0: [], 2: ["Rat Larder"], 4: ["Bone Arch"], 5: ["Armoury"], 6: ["Ogre Kitchen"], 7: ["Sealed Vault"]}
    game = Arranged(num_players=len(lives))
    for index, seat in enumerate(game.seats):
        treasure(game, *names[treasure_points[index]], seat=index)
        seat.monsters, seat.health = monsters[other_points[index]], lives[index]
    assert end_by_dragon(game).returns == pytest.approx(returns)


def test_ties_use_unhalved_treasure_points_and_the_health_at_leaving() -> None:  # CLD23
    game = treasure(Arranged(num_players=2), "Gilded Relic", "Copper Hoard")  # dead: 15 // 2 = 7
    treasure(game, "Copper Hoard", seat=1)
    game.seats[1].monsters = ["Rat Larder"]  # 7
    out(game.seats[0], "dead")
    game.to_act = 1
    end_by_dragon(game)
    assert (game.final_scores, game.returns) == ([7, 7], [1.0, -1.0])
    game = Arranged(num_players=2)
    out(game.seats[0], "escaped")
    game.seats[0].health, game.seats[1].health, game.to_act = 4, 3, 1
    assert end_by_dragon(game).returns == [1.0, -1.0]


def test_truncation() -> None:  # CLD10, CLD23
    game = Arranged(num_players=3, max_turns=4)
    for number in range(4):
        assert (game.truncated, game.turns) == (False, number)
        played(game, "move deeper" if game.own.position == 0 else "move back", "end turn")
    assert (game.truncated, game.terminated, game.ending) == (True, False, None)
    assert (game.legal(), game.returns, game.final_scores, game.to_act) == ([], [0.0] * 3, None, 0)
    assert lefts(game) == [None] * 3
    game = Arranged(max_turns=1)
    assert (end_by_dragon(game).terminated, game.truncated) == (True, False)  # a regular end takes precedence
    game = stand(lay(Arranged(max_turns=1), "Armoury"), 1, 0)
    game.own.health = 1
    played(game, "move back")  # a turn that death ends counts
    assert (game.truncated, lefts(game)) == (True, ["dead", None])


# --- play at random ---------------------------------------------------------------------------------------------------

SETTINGS: list[dict[str, Any]] = [
    *[{"num_players": n} for n in (2, 3, 4)],
    {"num_players": 2, "path_length": 4, "skill_cubes_per_player": 2, "inside_at_end": "half"},
    {"num_players": 3, "path_length": 12, "dragon_cubes": 0, "draws": 4, "max_turns": 60},
    {"num_players": 4, "dragon_cubes": 3, "draws": 1, "dragon_limit": 10, "skill_cubes_per_player": 0},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_play_at_random_keeps_every_card_and_cube_and_ends(options: dict[str, Any]) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        game = ClankOracle(rng, **options)
        n = game.num_players
        all_cards, all_treasures, dragons = cards(game), treasures(game), game.bag.count("dragon")
        assert (sum(all_cards.values()), sum(all_treasures.values())) == (100 + 10 * n, 29)
        all_cubes = cubes(game)
        while not (game.terminated or game.truncated):
            legal = game.legal()
            assert legal == [action for action in ACTIONS if action in legal]
            assert legal
            assert game.returns == [0.0] * n
            assert game.own.left is None
            game.step(rng.choice(legal))
            assert (cards(game), treasures(game)) == (all_cards, all_treasures)
            assert cubes(game) == all_cubes + Counter({"dragon": int(game.cup_taken)})
            assert game.bag.count("dragon") == dragons + game.cup_taken
            for seat in game.seats:
                assert (seat.health == 0) == (seat.left == "dead")
                assert 0 <= seat.health <= 10
                assert 0 <= seat.position <= game.path_length
                assert min(seat.tokens, seat.supply) >= 0
                assert not Counter(seat.known) - Counter(seat.hand)
            assert min(game.attack, game.buy, game.moves) >= 0
        assert game.legal() == []
        assert sum(game.returns) == pytest.approx(0)
        assert (None in lefts(game)) <= game.truncated


def test_play_at_random_meets_every_action_and_everything_there_is() -> None:
    met: set[str] = set()
    preferred = ("play", "explore", "buy", "escape", "pay")
    for seed in range(150):
        rng = random.Random(seed)
        game = ClankOracle(rng, num_players=2 + seed % 3, path_length=(4, 7)[seed % 2], inside_at_end="half")
        while not (game.terminated or game.truncated):
            legal = game.legal()
            met.update(legal)
            liked = [action for action in legal if action.startswith(preferred)]
            monster = monster_here(game)
            if "fight" in legal and monster and game.attack >= monster["power"]:
                liked = ["fight"]
            game.step(rng.choice(liked if liked and rng.random() < 0.8 else legal))
        met.update([*game.revealed, *map(str, game.path), *map(str, lefts(game)), str(game.ending)])
        met.update(name for seat in game.seats for name in seat.treasures)
    assert met >= {*DRAGON, *TILES, *TREASURES, "escaped", "dead", "inside", "all out", "dragon"}
    too_dear = {f"take {name}" for name, row in MARKET.items() if row["cost"] > 4}  # no reward allows it
    assert len(too_dear) == 11
    assert met >= {action for action in ACTIONS if not action.startswith("take")}
    assert not met & too_dear
