"""The kernels against the plain-Python oracle, move for move, under drawn options."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core import engine as templates
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import ACTIONS
from tests.clank_catacombs.fields import BESIDES, difference, row_of, rows_of, stock_of, write_position
from tests.clank_catacombs.pairs import Follower
from tests.clank_catacombs.random_positions import scatter

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


def play_out(game: Game, oracles: list[Follower], states: States, rng: random.Random) -> Counter[str]:
    """Plays all games to their ends in step, comparing masks and states after every action; says what came up."""
    met: Counter[str] = Counter()
    histories: list[list[str]] = [[] for _ in oracles]
    tastes = [[rng.choice(TASTES) for _ in oracle.seats] for oracle in oracles]
    stocks = [stock_of(oracle) for oracle in oracles]
    rows = rows_of(states)
    for oracle, row in zip(oracles, rows, strict=True):
        assert not difference(row, row_of(oracle, 0)), f"{game} at the start: {difference(row, row_of(oracle, 0))}"
    while oracles:
        masks = game.legal(states)
        weights = np.zeros(masks.shape, np.float32)
        game.engine[templates.weigh_games](states, masks, weights, 0, len(weights))
        scripted = weights.argmax(axis=1)
        actions = []
        for i, (oracle, history) in enumerate(zip(oracles, histories, strict=True)):
            names = [ACTIONS[action] for action in np.flatnonzero(masks[i])]
            assert names == oracle.legal(), f"{game} after {history}"
            taste = tastes[i][oracle.to_act]
            if taste is None:
                action = rng.choice(names) if rng.random() < _AT_RANDOM else ACTIONS[scripted[i]]
            else:
                action = choose(names, taste, rng)
            met.update([action, action.split()[0]])
            history.append(action)
            actions.append(action)
        game.step(states, [ACTIONS.index(action) for action in actions])
        after = rows_of(states)
        running = []
        for i, history in enumerate(histories):
            try:
                oracle = oracles[i] = oracles[i].follow(actions[i], rows[i], after[i])
            except AssertionError as error:
                raise AssertionError(f"{game} after {history}: {error}") from error
            met["attacks on end"] += after[i]["turns"] > rows[i]["turns"] + 1
            expected = row_of(oracle, oracle.moves_made)
            if after[i] != expected:  # perhaps only by rounding
                wrong = difference(after[i], expected)
                assert not wrong, f"{game} after {history}:\n{wrong}"
            if oracle.terminated or oracle.truncated:
                met[oracle.ending or "cut off"] += 1
                met.update(seat.left for seat in oracle.seats if seat.left is not None)
                scores = oracle.final_scores or [1]
                met["the Artifact decides"] += scores.count(max(scores)) > 1 and max(scores) > 0
                met["nobody scores"] += not any(scores)
                assert stock_of(oracle) == stocks[i]
                assert not game.legal(states[i : i + 1]).any()
                assert not oracle.legal()
            else:
                running.append(i)
        states = states[running]
        oracles, histories, tastes, stocks, rows = (
            [part[i] for i in running] for part in (oracles, histories, tastes, stocks, after)
        )
    return +met


def compare(number: int, seed: int, *, dealt: bool, together: int = 6) -> tuple[int, Counter[str]]:
    """Games played and what came up in them: from the start, or from positions dealt at random."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    games = 0
    while games < number:
        options = {"num_players": 2 + games // together % 3, "max_turns": rng.choice((12, 40, 400, 500))}
        game = make_game("clank_catacombs", **options)
        states = game.new_states(seed + games, together)
        oracles = [Follower(game, row) for row in rows_of(states)]
        if dealt:
            for i, oracle in enumerate(oracles):
                scatter(oracle, rng)
                write_position(oracle, states, i)
        met += play_out(game, oracles, states, rng)
        games += together
    return games, met


def test_the_same_actions_and_every_field() -> None:
    for seats in (2, 3, 4):
        game = make_game("clank_catacombs", num_players=seats)
        assert tuple(game.action_names) == ACTIONS
        states = game.new_states(0)
        row = rows_of(states)[0]
        assert set(row) == set(row_of(Follower(game, row), 0)) == set(states.dtype.names or ()) - BESIDES


#: How games end that nobody wins by points alone.
TIES = {"the Artifact decides", "nobody scores"}
#: What has to come up in a few games: actions by their first word, and how they end.
VERBS = {name.split()[0] for name in ACTIONS} - {"turn", "buy", "swap", "drink", "decline", "from", "second"}


@pytest.mark.rule(
    "CC10", "CC11", "CC12", "CC13", "CC14", "CC15", "CC16", "CC17", "CC18", "CC23", "CC24", "CC25", "CC33"
)
def test_whole_games_move_for_move() -> None:
    games, met = compare(18, seed=3, dealt=False)
    assert games == 18
    missing = {*VERBS, "all out", "cut off", "escaped", "knocked out"} - met.keys()
    assert not missing


@pytest.mark.rule("CC26", "CC27", "CC31", "CC41", "CC43", "CC44", "CCD20", "CCD21", "CCD23", "CCD24", "CCD25")
def test_from_positions_that_are_rare_in_play() -> None:
    games, met = compare(96, seed=3, dealt=True)
    assert games == 96
    missing = {*VERBS, "turn", "buy", "drink", "decline", "from", "deck", "bag", "attacks on end", *TIES} - met.keys()
    assert not missing
