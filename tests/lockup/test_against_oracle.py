"""The kernels against the plain-Python oracle, move for move, under every combination of options."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.lockup.cards import ACTIONS, COMMANDERS, ROWS, WORKERS
from tests.lockup.oracle import LockupOracle
from tests.lockup.pairs import BESIDES, Follower, all_games, difference, row_of, rows_of, write_position
from tests.lockup.positions import cards
from tests.lockup.random_positions import scatter

ALL_CARDS = Counter(row["name"] for table in ("monsters", "commanders", "events") for row in ROWS[table])


def play_out(game: Game, oracles: list[Follower], states: States, rng: random.Random) -> Counter[str]:
    """Plays all games to their ends in step, comparing masks and states after every action; says what came up."""
    met: Counter[str] = Counter()
    histories: list[list[str]] = [[] for _ in oracles]
    rows = rows_of(states)
    for oracle, row in zip(oracles, rows, strict=True):
        assert not difference(row, row_of(oracle, 0)), f"{game} at the start: {difference(row, row_of(oracle, 0))}"
    while oracles:
        actions = []
        for oracle, mask, history in zip(oracles, game.legal(states), histories, strict=True):
            names = [ACTIONS[action] for action in np.flatnonzero(mask)]
            assert names == oracle.legal(), f"{game} after {history}"
            action = rng.choice(names)
            if action == "pass" and rng.random() < 0.7:  # else most places would stay empty
                action = rng.choice(names)
            met.update(features(oracle, names, action))
            history.append(action)
            actions.append(action)
        game.step(states, [ACTIONS.index(action) for action in actions])
        after = rows_of(states)
        running = []
        for i, (oracle, history) in enumerate(zip(oracles, histories, strict=True)):
            used = len(oracle.discards)
            oracle.follow(actions[i], rows[i], after[i])
            met.update(oracle.discards[used:])
            met.update(outcome(oracle, actions[i], rows[i]["gold"]))
            expected = row_of(oracle, oracle.moves)
            if after[i] != expected:  # perhaps only by rounding
                wrong = difference(after[i], expected)
                assert not wrong, f"{game} after {history}:\n{wrong}"
            if oracle.terminated:
                met.update(ending(oracle))
                assert cards(oracle) == ALL_CARDS
                assert not game.legal(states[i : i + 1]).any()
                assert not oracle.legal()
            else:
                running.append(i)
        states = states[running]
        oracles, histories, rows = ([part[i] for i in running] for part in (oracles, histories, after))
    return met


def features(oracle: LockupOracle, names: list[str], action: str) -> list[str]:
    """What is special about playing `action`, one of the legal `names`."""
    seat = oracle.seats[oracle.to_act]
    found = [action if action.startswith(("commander", "accept", "decline", "feed")) else action.partition(" ")[0]]
    if action == "pass" and names == ["pass"]:
        found.append("nothing but to pass")
    if action.startswith("hire"):
        price, haggled = oracle._hire_price(seat, action.removeprefix("hire "))
        if price == 1:
            found.append("hired for 1 gold")
        if haggled:
            found.append("haggled")
    if oracle.phase in ("attacker", "defender") and names == ["no commander"]:
        found.append("asked in vain")
    if not oracle.piles["event"] or not oracle.piles["commander"]:
        found.append("an empty pile of cards")
    if oracle.phase == "upkeep" and action == "lose points":
        found.append("lost points")
    return found


def outcome(oracle: Follower, action: str, gold: list[int]) -> list[str]:
    """What is special about what `action` led to, where the seats had so much `gold` before."""
    fought = oracle.battle is None and action.startswith(("arena", "commander", "no commander"))
    unmoved = [seat.gold for seat in oracle.seats] == gold[: oracle.num_players]
    found = ["equal powers"] if fought and unmoved and all(gold[: oracle.num_players]) else []
    if oracle.phase == "upkeep" and any(oracle._standing(seat, "upkeep_cut") >= WORKERS for seat in oracle.seats):
        found.append("nobody to feed")
    return found


def ending(oracle: Follower) -> list[str]:
    """What is special about a finished game."""
    assert oracle.final_scores is not None
    best = max(oracle.final_scores)
    found = [what for what in oracle.asked if what in ("jailbreak", "call to arms", "great escape")]
    found += ["recruit" for what in oracle.asked if what.startswith("recruit")]
    if oracle.returns.count(max(oracle.returns)) > 1:
        found.append("shared victory")
    elif oracle.final_scores.count(best) > 1:
        found.append("gold decides")
    return found


def compare_from_the_start(games_each: int, seed: int) -> tuple[int, Counter[str]]:
    """Games played and what came up in them."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for game in all_games():
        states = game.new_states(seed, games_each)
        met += play_out(game, [Follower(game, row) for row in rows_of(states)], states, rng)
    return 12 * games_each, met


def compare_positions(games_each: int, seed: int) -> tuple[int, Counter[str]]:
    """Games played from positions dealt at random, and what came up in them."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for game in all_games():
        states = game.new_states(seed, games_each)
        oracles = [Follower(game, row) for row in rows_of(states)]
        for i, oracle in enumerate(oracles):
            scatter(oracle, rng)
            write_position(oracle, states, i)
        met += play_out(game, oracles, states, rng)
    return 12 * games_each, met


BATTLE_COMMANDERS = {f"commander {name}" for name, row in COMMANDERS.items() if row["timing"] == "battle"}
NOW_EVENTS = {row["name"] for row in ROWS["events"] if row["timing"] == "now"}
USUAL = {"pass", "market", "prison", "arena", "hall", "temple", "hire", "no", "feed", "pay", "lose"}


def test_the_same_actions_and_every_field() -> None:
    for game in all_games():
        assert [name.lower() for name in game.action_names] == [name.lower() for name in ACTIONS]
        states = game.new_states(0)
        row = rows_of(states)[0]
        assert set(row) == set(row_of(Follower(game, row), 0)) == set(states.dtype.names or ()) - BESIDES


@pytest.mark.rule("L3", "L4", "L5", "L6", "L8", "L9", "L11", "LD1", "LD2", "LD3", "LD4", "LD10", "LD12", "LD15", "LD23")
def test_whole_games_move_for_move() -> None:
    games, met = compare_from_the_start(20, seed=1)
    assert games == 240
    assert not (USUAL | BATTLE_COMMANDERS | NOW_EVENTS | {"recruit", "lost points"}) - met.keys()


@pytest.mark.slow
def test_ten_thousand_games_move_for_move() -> None:
    games, met = compare_from_the_start(840, seed=2)
    assert games >= 10_000
    print(games, sorted(met.items()))


@pytest.mark.rule("LD5", "LD6", "LD7", "LD11", "LD14", "LD16", "LD17", "LD18", "LD19", "LD20")
def test_from_positions_that_are_rare_in_play() -> None:
    games, met = compare_positions(25, seed=3)
    assert games == 300
    rare = {"haggled", "hired for 1 gold", "asked in vain", "accept", "decline", "great escape", "call to arms"}
    rare |= {"nothing but to pass", "jailbreak", "recruit", "shared victory", "gold decides", "an empty pile of cards"}
    rare |= {"equal powers", "nobody to feed"}
    missing = (rare | USUAL | BATTLE_COMMANDERS | NOW_EVENTS) - met.keys()
    assert not missing


@pytest.mark.slow
def test_from_many_positions() -> None:
    games, met = compare_positions(250, seed=4)
    print(games, sorted(met.items()))
