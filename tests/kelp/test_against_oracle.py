"""The kernels against the plain-Python oracle, move for move, under every combination of options."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.kelp.oracle import KelpOracle
from tests.kelp.pairs import all_games, oracle_of, snapshot, snapshots, write_position

KINDS = {"move": 1, "attack": 2, "pass": 3}


def play_out(game: Game, oracles: list[KelpOracle], states: States, rng: random.Random, *, logged: bool) -> None:
    """Plays all games to their ends in step, comparing masks and states after every action."""
    histories: list[list[str]] = [[] for _ in oracles]
    for _ in range(game.max_game_length + 1):
        masks = game.legal(states)
        actions = []
        for oracle, mask, seen, history in zip(oracles, masks, snapshots(states), histories, strict=True):
            assert seen == snapshot(oracle), f"{game} after {history}"
            assert np.flatnonzero(mask).tolist() == oracle.legal(), f"{game} after {history}"
            actions.append(rng.choice(oracle.legal() or [-1]))
        if logged:
            for oracle, state in zip(oracles, states, strict=True):
                check_log(game, oracle, state)
        running = [i for i, oracle in enumerate(oracles) if not oracle.terminated]
        if not running:
            return
        oracles, histories = [oracles[i] for i in running], [histories[i] for i in running]
        actions = [actions[i] for i in running]
        states = states[running]
        for oracle, action, history in zip(oracles, actions, histories, strict=True):
            oracle.step(action)
            history.append(game.action_names[action])
        game.step(states, actions)
    raise AssertionError(f"{game}: still running after {histories[0]}")


def check_log(game: Game, oracle: KelpOracle, state: np.void) -> None:
    """The record's log (KD11, KD12) is the oracle's; with reveal=cards it stays empty."""
    assert state["turns"] == len(oracle.log)
    if oracle.reveal == "cards":
        assert not any(state[name].any() for name in state.dtype.names if name.startswith("log_"))
        return
    positions = list(oracle.starts)
    for turn, fact in enumerate(oracle.log):
        seat = fact["seat"]
        positions[seat] = fact.get("after", positions[seat])
        assert seat == turn % 2
        assert state["log_kind"][turn] == KINDS[fact["kind"]]
        guess = fact.get("guess")
        assert state["log_guess"][turn] == (0 if guess is None else 1 + guess)
        assert bool(state["log_right"][turn]) == fact.get("right", False)
        assert state["log_card"][seat, turn] == 1 + fact.get("card", -1)
        assert state["log_card"][1 - seat, turn] == 0
        assert list(zip(state["log_x"][:, turn], state["log_y"][:, turn], strict=True)) == positions
    for name in ("log_kind", "log_guess", "log_right"):
        assert not state[name][len(oracle.log) :].any()


def compare_from_the_start(games_each: int, seed: int) -> int:
    rng = random.Random(seed)
    games = 0
    for game in all_games():
        oracles = [oracle_of(game) for _ in range(games_each)]
        play_out(game, oracles, game.new_states(seed, games_each), rng, logged=True)
        games += games_each
    return games


def test_whole_games_move_for_move() -> None:
    assert compare_from_the_start(1, seed=1) == 540


@pytest.mark.slow
def test_ten_thousand_games_move_for_move() -> None:
    assert compare_from_the_start(20, seed=2) >= 10_000


def random_position(game: Game, rng: random.Random) -> KelpOracle:
    """Any pawns on different cells, any hands: also positions that no game from the start reaches."""
    oracle = oracle_of(game)
    n = oracle.board_size
    cells = [(x, y) for x in range(n) for y in range(n)]
    free = [[cell for cell in cells if cell != oracle.starts[1 - seat]] for seat in (0, 1)]  # K11
    while True:
        oracle.positions = [rng.choice(free[0]), rng.choice(free[1])]
        if oracle.positions[0] != oracle.positions[1]:
            break
    for pool in {id(pool): pool for pool in (oracle.move_cards, oracle.guess_cards)}.values():
        for hand in pool:
            empty = rng.random() < 0.3  # so that KD3 and KD4 come up
            hand[:] = [0 if empty else rng.randint(0, oracle.copies) for _ in range(4)]
    oracle.attacks = [rng.randint(0, oracle.attack_cards) for _ in (0, 1)]
    oracle.to_act = rng.randint(0, 1)
    spent = not any(map(any, oracle.move_cards)) and not any(oracle.attacks)
    oracle.last_was_pass = not spent and rng.random() < 0.2
    return oracle


def test_from_positions_that_somebody_set_up() -> None:
    rng = random.Random(3)
    unguessed = passes = 0
    for game in all_games():
        oracles = [random_position(game, rng) for _ in range(3)]
        states = game.new_states(4, len(oracles))
        for i, oracle in enumerate(oracles):
            write_position(oracle, states, i)
        play_out(game, oracles, states, rng, logged=False)
        log = [fact for oracle in oracles for fact in oracle.log]
        unguessed += sum(fact["kind"] == "move" and fact["guess"] is None for fact in log)  # KD4
        passes += sum(fact["kind"] == "pass" for fact in log)  # KD3
    assert unguessed > 100
    assert passes > 100
