"""The kernels against the plain-Python oracle, move for move, under drawn options."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import scripted_actions
from tests.clank_catacombs.cards import ACTIONS
from tests.clank_catacombs.fields import row_of, rows_of, stock_of, write_position
from tests.clank_catacombs.pairs import Follower
from tests.clank_catacombs.random_positions import scatter
from tests.records import Row
from tests.side_by_side import Chooser, Comparison, check_every_field, compare_drawn, compare_many

#: How much a player likes the actions of each verb, others 1: at random; to go far; to fight and to gather; to linger.
#: None: what the scripted player does, now and then at random.
TASTES: tuple[dict[str, float] | None, ...] = (
    {},
    {"play": 8, "move": 30, "teleport": 20, "place": 1, "turn": 10, "take": 30, "end": 0.3, "open": 5, "mark": 5},
    {"play": 20, "acquire": 5, "fight": 9, "use": 9, "open": 9, "buy": 9, "mark": 9, "take": 9, "move": 2, "end": 0.3},
    {"play": 4, "acquire": 0.3, "use": 0.3, "fight": 0.3, "end": 2, "teleport": 9, "turn": 30, "take": 5},
    None,
    None,
)
_AT_RANDOM = 0.1


def choose(names: list[str], taste: dict[str, float], rng: random.Random) -> str:
    """One of the legal actions `names`."""
    if not taste:
        return rng.choice(names)
    return rng.choices(names, [taste.get(name.split()[0], 1.0) for name in names])[0]


def player(game: Game, newcomer: Follower, rng: random.Random) -> Chooser[Follower]:
    """Every seat with a taste of its own."""
    tastes = [rng.choice(TASTES) for _ in newcomer.seats]

    def choose_for(oracle: Follower, names: list[str], states: States) -> str:
        taste = tastes[oracle.to_act]
        if taste is not None:
            return choose(names, taste, rng)
        if rng.random() < _AT_RANDOM:
            return rng.choice(names)
        return ACTIONS[scripted_actions(game, states, game.legal(states))[0]]

    return choose_for


def chosen(_: Follower, __: list[str], action: str, ___: str) -> list[str]:
    return [action, action.split()[0]]


def led_to(_: Follower, __: str, before: Row, after: Row) -> list[str]:
    return ["attacks on end"] if after["turns"] > before["turns"] + 1 else []


def at_the_end(oracle: Follower) -> Iterator[str]:
    """What is special about a game that is over."""
    yield oracle.ending or "cut off"
    yield from (seat.left for seat in oracle.seats if seat.left is not None)
    scores = oracle.final_scores or [1]
    if scores.count(max(scores)) > 1 and max(scores) > 0:
        yield "the Artifact decides"
    if not any(scores):
        yield "nobody scores"


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


def drawn(before: int, rng: random.Random) -> Game:
    """The game for each number of players in turn, cut off after any number of turns."""
    return make_game("clank_catacombs", num_players=2 + before % 3, max_turns=rng.choice((12, 40, 400, 500)))


def test_the_same_actions_and_every_field() -> None:
    for seats in (2, 3, 4):
        game = make_game("clank_catacombs", num_players=seats)
        assert tuple(game.action_names) == ACTIONS
        check_every_field(SIDES, game)


#: How games end that nobody wins by points alone.
TIES = {"the Artifact decides", "nobody scores"}
ALL_VERBS = {name.split()[0] for name in ACTIONS}
#: Actions that come up some twenty times or more in a thousand games from positions that are dealt.
COMMON = {name for name in ACTIONS if name.split()[0] in ("play", "move", "teleport", "come", "place", "drink", "swap")}
#: What has to come up in a few games: actions by their first word, and how they end.
VERBS = ALL_VERBS - {"turn", "buy", "swap", "drink", "decline", "from", "second"}


@pytest.mark.rule(
    "CC10", "CC11", "CC12", "CC13", "CC14", "CC15", "CC16", "CC17", "CC18", "CC23", "CC24", "CC25", "CC33"
)
def test_whole_games_move_for_move() -> None:
    games, met = compare_drawn(SIDES, drawn, 18, seed=3, dealt=False)
    assert games == 18
    missing = {*VERBS, "all out", "cut off", "escaped", "knocked out"} - met.keys()
    assert not missing


@pytest.mark.rule("CC26", "CC27", "CC31", "CC41", "CC43", "CC44", "CCD20", "CCD21", "CCD23", "CCD24", "CCD25")
def test_from_positions_that_are_rare_in_play() -> None:
    games, met = compare_drawn(SIDES, drawn, 96, seed=3, dealt=True)
    assert games == 96
    missing = {*VERBS, "turn", "buy", "drink", "decline", "from", "deck", "bag", "attacks on end", *TIES} - met.keys()
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(11, 13))
def test_a_thousand_whole_games_move_for_move(seed: int) -> None:
    met = compare_many(SIDES, drawn, 500, seed, dealt=False)
    missing = {*VERBS, "buy", "drink", "second", "all out", "cut off", "escaped", "knocked out"} - met.keys()
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(21, 27))
def test_nine_thousand_games_from_dealt_positions(seed: int) -> None:
    met = compare_many(SIDES, drawn, 1500, seed, dealt=True)
    missing = {*ALL_VERBS, *COMMON, "all out", "deck", "bag", "cut off", *TIES, "attacks on end"} - met.keys()
    assert not missing
