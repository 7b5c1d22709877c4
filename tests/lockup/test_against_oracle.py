"""The kernels against the plain-Python oracle, move for move, under every combination of options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests import side_by_side
from tests.lockup.cards import ACTIONS, COMMANDERS, ROWS, WORKERS
from tests.lockup.pairs import Follower, all_games, row_of, write_position
from tests.lockup.positions import cards
from tests.lockup.random_positions import scatter
from tests.records import Row, rows_of
from tests.side_by_side import Chooser, Comparison, check_every_field

ALL_CARDS = Counter(row["name"] for table in ("monsters", "commanders", "events") for row in ROWS[table])


def player(_: Game, __: Follower, rng: random.Random) -> Chooser[Follower]:
    """Any action, but seldom to pass: else most places would stay empty."""

    def choose(_: Follower, names: list[str], __: States) -> str:
        action = rng.choice(names)
        return rng.choice(names) if action == "pass" and rng.random() < 0.7 else action

    return choose


def features(oracle: Follower, names: list[str], action: str, _: str) -> list[str]:
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


def outcome(oracle: Follower, action: str, before: Row, _: Row) -> list[str]:
    """What is special about what `action` led to."""
    gold = before["gold"]
    fought = oracle.battle is None and action.startswith(("arena", "commander", "no commander"))
    unmoved = [seat.gold for seat in oracle.seats] == gold[: oracle.num_players]
    found = [*oracle.discarded]
    if fought and unmoved and all(gold[: oracle.num_players]):
        found.append("equal powers")
    if oracle.phase == "upkeep" and any(oracle._standing(seat, "upkeep_cut") >= WORKERS for seat in oracle.seats):
        found.append("nobody to feed")
    return found


def ending(oracle: Follower) -> list[str]:
    """What is special about a finished game."""
    assert cards(oracle) == ALL_CARDS
    assert oracle.final_scores is not None
    best = max(oracle.final_scores)
    found = [what for what in oracle.asked if what in ("jailbreak", "call to arms", "great escape")]
    found += ["recruit" for what in oracle.asked if what.startswith("recruit")]
    if oracle.returns.count(max(oracle.returns)) > 1:
        found.append("shared victory")
    elif oracle.final_scores.count(best) > 1:
        found.append("gold decides")
    return found


SIDES = Comparison(
    actions=ACTIONS,
    follower=Follower,
    rows_of=rows_of,
    row_of=row_of,
    scatter=scatter,
    write_position=write_position,
    player=player,
    chosen=features,
    led_to=outcome,
    at_the_end=ending,
    stock_of=cards,
)


def compare(games_each: int, seed: int, *, dealt: bool) -> tuple[int, Counter[str]]:
    """Games played and what came up in them: from the start, or from positions dealt at random."""
    games = ((game, seed) for game in all_games())
    return side_by_side.compare(SIDES, games, games_each, random.Random(seed), dealt=dealt)


BATTLE_COMMANDERS = {f"commander {name}" for name, row in COMMANDERS.items() if row["timing"] == "battle"}
NOW_EVENTS = {row["name"] for row in ROWS["events"] if row["timing"] == "now"}
USUAL = {"pass", "market", "prison", "arena", "hall", "temple", "hire", "no", "feed", "pay", "lose"}


def test_the_same_actions_and_every_field() -> None:
    for game in all_games():
        assert [name.lower() for name in game.action_names] == [name.lower() for name in ACTIONS]
        check_every_field(SIDES, game)


@pytest.mark.rule("L3", "L4", "L5", "L6", "L8", "L9", "L11", "LD1", "LD2", "LD3", "LD4", "LD10", "LD12", "LD15", "LD23")
def test_whole_games_move_for_move() -> None:
    games, met = compare(20, seed=1, dealt=False)
    assert games == 240
    assert not (USUAL | BATTLE_COMMANDERS | NOW_EVENTS | {"recruit", "lost points"}) - met.keys()


@pytest.mark.slow
def test_ten_thousand_games_move_for_move() -> None:
    games, met = compare(840, seed=2, dealt=False)
    assert games >= 10_000
    print(games, sorted(met.items()))


@pytest.mark.rule("LD5", "LD6", "LD7", "LD11", "LD14", "LD16", "LD17", "LD18", "LD19", "LD20")
def test_from_positions_that_are_rare_in_play() -> None:
    games, met = compare(25, seed=3, dealt=True)
    assert games == 300
    rare = {"haggled", "hired for 1 gold", "asked in vain", "accept", "decline", "great escape", "call to arms"}
    rare |= {"nothing but to pass", "jailbreak", "recruit", "shared victory", "gold decides", "an empty pile of cards"}
    rare |= {"equal powers", "nobody to feed"}
    missing = (rare | USUAL | BATTLE_COMMANDERS | NOW_EVENTS) - met.keys()
    assert not missing


@pytest.mark.slow
def test_from_many_positions() -> None:
    games, met = compare(250, seed=4, dealt=True)
    print(games, sorted(met.items()))
