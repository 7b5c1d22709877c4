"""The kernels against the plain-Python oracle, move for move, under drawn options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from tests.clank.cards import ACTIONS
from tests.clank.choices import monster_here
from tests.clank.pairs import Follower, row_of, write_position
from tests.clank.positions import cards, cubes, treasures
from tests.clank.random_positions import drawn_options, scatter
from tests.clank.rarities import EVERYTHING, at_the_end, chosen, led_to
from tests.records import rows_of
from tests.side_by_side import Chooser, Comparison, check_every_field, compare_drawn, compare_many

#: How much a player likes the actions of each verb, others 1: at random; in search of treasure; in hiding; and home.
TASTES: tuple[dict[str, float], ...] = (
    {},
    {"play": 8, "explore": 40, "buy": 6, "rest": 0.1, "escape": 0.05, "end": 0.4, "decline": 0.2, "deeper": 3},
    {"play": 3, "explore": 4, "buy": 3, "rest": 0.3, "escape": 0.05, "end": 2, "deeper": 0.3},
    {"play": 3, "explore": 20, "buy": 3, "rest": 0.1, "escape": 9, "back": 4, "extra": 3},
)
#: A fight that is lost is seldom wanted.
WON, LOST = 20.0, 0.2


def choose(oracle: Follower, names: list[str], taste: dict[str, float], rng: random.Random) -> str:
    """One of the legal actions `names`."""
    if not taste:
        return rng.choice(names)
    weights = []
    for name in names:
        verb, _, what = name.partition(" ")
        weight = taste.get(verb, 1.0) * taste.get(what.removeprefix("move "), 1.0)
        if verb == "fight":
            monster = monster_here(oracle)
            assert monster is not None
            weight = WON if oracle.attack >= monster["power"] else LOST
        weights.append(weight)
    return rng.choices(names, weights)[0]


def player(_: Game, newcomer: Follower, rng: random.Random) -> Chooser[Follower]:
    """Every seat with a taste of its own."""
    tastes = [rng.choice(TASTES) for _ in newcomer.seats]
    return lambda oracle, names, _: choose(oracle, names, tastes[oracle.to_act], rng)


def stock_of(oracle: Follower) -> Counter[str]:
    """Everything that no game makes or uses up; the Cup's cube counts from the start."""
    return cards(oracle) + treasures(oracle) + cubes(oracle) + Counter({"dragon": int(not oracle.cup_taken)})


SIDES = Comparison(
    actions=ACTIONS,
    follower=Follower,
    rows_of=rows_of,
    row_of=row_of,
    scatter=scatter,
    write_position=write_position,
    player=player,
    chosen=chosen,
    led_to=led_to,
    at_the_end=at_the_end,
    stock_of=stock_of,
)


def drawn(_: int, rng: random.Random) -> Game:
    """The game under any options."""
    return make_game("clank", **drawn_options(rng))


def test_the_same_actions_and_every_field() -> None:
    for seats in (2, 3, 4):
        game = make_game("clank", num_players=seats)
        assert tuple(game.action_names) == ACTIONS
        check_every_field(SIDES, game)


#: What play from the start does not bring up in a short while.
SELDOM = {
    "escape after coming back in this turn",
    "hurt by a dragon card before the Cup works",
    "the row stays short",
    "place 12",
    "noise from an empty supply",
    "cut off",
    "several died at once",
    "Hoard Shift ends the game",
    "no card fits the reward",
    "the Ward Charm saves one of several",
    "decline",
    "treasure",
    "treasure points decide",
}


@pytest.mark.rule("CL2", "CL3", "CL4", "CL5", "CL6", "CL7", "CL8", "CL9", "CL10", "CL11", "CL12", "CL13")
def test_whole_games_move_for_move() -> None:
    games, met = compare_drawn(SIDES, drawn, 120, seed=1, dealt=False)
    assert games == 120
    missing = EVERYTHING - SELDOM - met.keys()
    assert not missing


@pytest.mark.rule(
    "CLD6", "CLD7", "CLD8", "CLD15", "CLD16", "CLD17", "CLD18", "CLD19", "CLD20", "CLD21", "CLD22", "CLD23"
)
def test_from_positions_that_are_rare_in_play() -> None:
    games, met = compare_drawn(SIDES, drawn, 480, seed=3, dealt=True)
    assert games == 480
    missing = SELDOM - met.keys()
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize(("number", "dealt"), [(4_000, False), (6_000, True)])
def test_ten_thousand_games_move_for_move(number: int, dealt: bool) -> None:
    met = compare_many(SIDES, drawn, number, seed=5, dealt=dealt)
    missing = EVERYTHING - (set() if dealt else SELDOM) - met.keys()
    assert not missing
