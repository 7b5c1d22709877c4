"""Redraws (KD12): the sequences drawn are those that agree with what a seat has seen, each as likely as any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chisquare

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import below, seed_state, seeds_of_slots
from ludarium.envs.core.schema import States
from ludarium.envs.kelp import SPEC
from ludarium.envs.kelp.belief import _QUICK_TRIES, try_sequence, walk_sequences
from ludarium.envs.kelp.state import MOVE_TURN
from tests.kelp.oracle import ATTACK, KelpOracle
from tests.kelp.pairs import oracle_of
from tests.kelp.table import OCTOPUS, OUTCOME, SHARK

#: Redraws for every sequence that is possible: chi-square wants a handful, more make it sharper.
DRAWS_EACH = 40
#: One test in a million would fail by chance if seeds were not fixed.
UNLIKELY = 1e-6

Redraw = Callable[[Game, States, int, int], None]


# --- the two branches of a redraw, each on its own ------------------------------------------------------------------


def walk_games(states: Any, players: Any, seeds: Any, start: int, stop: int) -> None:
    """Redraws by counting all sequences."""
    for k in range(start, stop):
        s = states[k]
        player = players[k]
        seed_state(s, seeds[k])
        s.face_down[1 - player] = 0
        pending = s.guessing and s.to_act == player
        total = walk_sequences(s, player, pending, -1)
        walk_sequences(s, player, pending, below(s, total))


def try_games(states: Any, players: Any, seeds: Any, counts: Any, start: int, stop: int) -> None:
    """Redraws by guessing whole sequences; ``counts[k]`` are the guesses that it took."""
    for k in range(start, stop):
        s = states[k]
        player = players[k]
        seed_state(s, seeds[k])
        s.face_down[1 - player] = 0
        pending = s.guessing and s.to_act == player
        counts[k] = 1
        while not try_sequence(s, player, pending):
            counts[k] += 1


@cache
def bound(template: Callable[..., Any]) -> Any:
    return SPEC.engine.bind(template)


def redraw(game: Game, states: States, player: int, seed: int) -> None:
    game.resample(states, player, seed)


def redraw_by_walking(game: Game, states: States, player: int, seed: int) -> None:
    players = np.full(len(states), player)
    bound(walk_games)(states, players, seeds_of_slots(seed, len(states)), 0, len(states))


def redraw_by_trying(game: Game, states: States, player: int, seed: int) -> None:
    tries(game, states, player, seed)


def tries(game: Game, states: States, player: int, seed: int) -> npt.NDArray[np.int64]:
    counts = np.zeros(len(states), np.int64)
    players = np.full(len(states), player)
    bound(try_games)(states, players, seeds_of_slots(seed, len(states)), counts, 0, len(states))
    return counts


# --- the comparison -------------------------------------------------------------------------------------------------


def drawn_sequences(states: States, player: int) -> list[tuple[int, ...]]:
    """The opponent's face-down directions in every record, a pending one last."""
    opponent = 1 - player
    turns = int(states["turns"][0])
    moves = [t for t in range(turns) if t % 2 == opponent and states["log_kind"][0, t] == MOVE_TURN]
    cards = states["log_card"][:, opponent][:, moves]
    if states["guessing"][0] and states["to_act"][0] == player:
        cards = np.column_stack([cards, states["face_down"][:, opponent]])
    return [tuple(row) for row in (cards.astype(int) - 1).tolist()]


def check_redraws(game: Game, oracle: KelpOracle, states: States, player: int, how: Redraw, seed: int) -> int:
    """Compares redraws of one state with the oracle's sequences; returns how many of those there are."""
    possible = oracle.consistent_sequences(player)
    many = np.repeat(states, DRAWS_EACH * len(possible))
    how(game, many, player, seed)
    assert (game.redact(many, player) == game.redact(states, player)).all()  # what the seat sees never changes
    drawn = drawn_sequences(many, player)
    counts = dict.fromkeys(possible, 0)
    first: dict[tuple[int, ...], int] = {}
    for index, sequence in enumerate(drawn):
        counts[sequence] += 1  # a KeyError names a sequence that contradicts what the seat has seen
        first.setdefault(sequence, index)
    assert all(counts.values())
    if len(possible) > 1:
        assert chisquare(list(counts.values())).pvalue > UNLIKELY
    for sequence, index in first.items():
        check_derived(oracle, sequence, many[index], player)
    return len(possible)


def check_derived(oracle: KelpOracle, sequence: tuple[int, ...], state: np.void, player: int) -> None:
    """Pawn, hand and rows of the log follow from the sequence, as in the oracle's replay."""
    opponent = 1 - player
    assert (state["x"][opponent], state["y"][opponent]) == oracle.position_of_opponent(sequence, player)
    part = oracle.clone()
    spent = [0] * 4
    moves = 0
    for turn, fact in enumerate(oracle.log):
        card = 0
        if fact["kind"] == "move" and fact["seat"] == opponent:
            card = 1 + sequence[moves]
            spent[sequence[moves]] += 1
            moves += 1
        elif fact["kind"] == "move" and fact["guess"] is not None and oracle.guess_pool == "shared":
            spent[fact["guess"]] += 1
        part.log = oracle.log[: turn + 1]
        cell = part.position_of_opponent(sequence[:moves], player)
        assert state["log_card"][opponent, turn] == card
        assert (state["log_x"][opponent, turn], state["log_y"][opponent, turn]) == cell
    assert state["move_cards"][opponent].tolist() == [oracle.copies - number for number in spent]
    pending = len(sequence) > moves
    assert state["face_down"][opponent] == (1 + sequence[-1] if pending else 0)
    assert not state["log_card"][opponent, len(oracle.log) :].any()


def played(options: dict[str, Any], *actions: str) -> tuple[Game, KelpOracle, States]:
    game = make_game("kelp", **options)
    oracle, states = oracle_of(game), game.new_states(1)
    for action in actions:
        oracle.step(game.action_number(action))
        game.step(states, game.action_number(action))
    return game, oracle, states


# --- constructed positions ------------------------------------------------------------------------------------------

SMALL = {"board_size": 3, **OUTCOME}
POSITIONS: dict[str, tuple[dict[str, Any], tuple[str, ...], int]] = {
    "the start": (OUTCOME, (), 1),
    "a pending card alone": (OUTCOME, ("move east",), 4),
    "a wrong guess": (OUTCOME, ("move east", "guess south"), 3),
    "a right guess": (OUTCOME, ("move east", "guess east"), 1),
    "a right guess and a pending card": (OUTCOME, ("move east", "guess east", "attack", "move south"), 3),
    "guess cards cannot have been moves": (
        OUTCOME,
        ("move east", "guess south", "move north", "guess west", "move south"),
        4,
    ),
    "in separate they can": (
        {"guess_pool": "separate", **OUTCOME},
        ("move east", "guess south", "move north", "guess west", "move south"),
        9,
    ),
    "a failed attack": (SMALL, ("move east", "guess south", "move east", "guess south", "attack"), 2),
    "a collision": (
        {"copies": 2, **SMALL},
        (
            *("move east", "guess south", "move north", "guess west", "move south", "guess north"),
            *("move west", "guess north"),
        ),
        1,
    ),
}


@pytest.mark.rule("KD12")
@pytest.mark.parametrize("how", [redraw, redraw_by_walking, redraw_by_trying])
@pytest.mark.parametrize("name", POSITIONS)
def test_constructed_positions(name: str, how: Redraw) -> None:
    options, actions, sequences = POSITIONS[name]
    game, oracle, states = played(options, *actions)
    player = SHARK if name == "a failed attack" else OCTOPUS
    assert check_redraws(game, oracle, states, player, how, seed=7) == sequences


# --- random positions -----------------------------------------------------------------------------------------------


def features(oracle: KelpOracle, player: int) -> set[str]:
    """What there is about a position that a redraw must mind."""
    dx_dy = ((0, -1), (0, 1), (1, 0), (-1, 0))
    found = {f"over by {oracle.ended_by}" if oracle.terminated else "running"}
    if oracle.pending is not None:
        found.add("pending" if oracle.to_act == player else "own card pending")
    for fact in oracle.log:
        if fact["kind"] == "attack" and not fact["success"]:
            found.add("failed attack")
        if fact["kind"] == "move" and fact["right"]:
            found.add("right guess")
        if fact["kind"] == "move" and fact["seat"] == player and not fact["right"]:
            x, y = fact["before"]
            dx, dy = dx_dy[fact["card"]]
            inside = 0 <= x + dx < oracle.board_size and 0 <= y + dy < oracle.board_size
            blocked = (x + dx, y + dy) == oracle.starts[1 - player]
            if fact["after"] == fact["before"] and inside and not blocked:
                found.add("collision")
    return found


def unknown_moves(oracle: KelpOracle, player: int) -> int:
    return sum(fact["kind"] == "move" and fact["seat"] != player and not fact["right"] for fact in oracle.log)


def check_random_positions(copies: int, pool: str, games: int, moves: int, seed: int) -> set[str]:
    """Redraws at random moments of random games on small boards, while at most `moves` cards are unknown.

    Returns the features met.
    """
    rng = random.Random(f"{seed} {copies} {pool}")
    met: set[str] = set()
    for number in range(games):
        options = {"board_size": rng.choice((3, 3, 4)), "copies": copies, "guess_pool": pool, **OUTCOME}
        game = make_game("kelp", **options)
        oracle, states = oracle_of(game), game.new_states(number)
        while not oracle.terminated:
            legal = oracle.legal()
            # Attacks at random would spend all attack cards at the start.
            action = rng.choice([a for a in legal if a != ATTACK] or legal) if rng.random() < 0.9 else rng.choice(legal)
            oracle.step(action)
            game.step(states, action)
            if oracle.terminated or rng.random() < 0.15:
                for player in (SHARK, OCTOPUS):
                    if unknown_moves(oracle, player) <= moves:
                        check_redraws(game, oracle, states, player, redraw, seed=number)
                        met |= features(oracle, player)
    return met


@pytest.mark.rule("KD12")
@pytest.mark.parametrize("pool", ["shared", "separate"])
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_random_positions(copies: int, pool: str) -> None:
    met = check_random_positions(copies, pool, games=20, moves=4, seed=1)
    assert {"running", "pending", "own card pending", "failed attack", "right guess"} <= met


@pytest.mark.slow
@pytest.mark.rule("KD12")
def test_many_random_positions() -> None:
    met: set[str] = set()
    for copies in (1, 2, 3):
        for pool in ("shared", "separate"):
            met |= check_random_positions(copies, pool, games=60, moves=5, seed=2)
    assert {"collision", "over by attack", "over by cards"} <= met


@pytest.mark.rule("KD12")
def test_both_branches_of_a_redraw_are_taken() -> None:
    """A position of which few random sequences agree with what was seen, but some do."""
    options = {"board_size": 3, "copies": 2, "attack_cards": 1, "guess_pool": "separate", **OUTCOME}
    game, oracle, states = played(
        options,
        *("move south", "guess north", "move east", "guess north", "move west", "guess north"),
        *("move east", "guess south", "move east", "guess west", "move west", "guess west"),
        *("move west", "guess east", "move north", "guess west", "move south", "guess east"),
        *("move west", "guess south", "move east", "guess south", "move south", "guess east", "move north"),
    )
    player = OCTOPUS
    counts = tries(game, np.repeat(states, 2000), player, 3)
    assert (counts <= _QUICK_TRIES).sum() > 200
    assert (counts > _QUICK_TRIES).sum() > 200
    for how in (redraw, redraw_by_walking, redraw_by_trying):
        assert check_redraws(game, oracle, states, player, how, seed=5) == 30


# --- open cards -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD12")
@pytest.mark.parametrize("direction", ["forbidden", "bump"])
@pytest.mark.parametrize("pool", ["shared", "separate"])
def test_open_cards_leave_the_pending_card_alone_to_redraw(direction: str, pool: str) -> None:
    rng = random.Random(direction + pool)
    game = make_game("kelp", board_size=4, copies=2, guess_pool=pool, illegal_direction=direction)
    redrawn = set()
    for number in range(10):
        oracle, states = oracle_of(game), game.new_states(number)
        while not oracle.terminated:
            for player in (SHARK, OCTOPUS):
                possible = [sequence[0] for sequence in oracle.consistent_sequences(player) if sequence]
                many = np.repeat(states, 400)
                game.resample(many, player, number)
                assert (game.redact(many, player) == game.redact(states, player)).all()
                expected = states.copy()
                if possible:
                    cards, counts = np.unique(many["face_down"][:, 1 - player], return_counts=True)
                    assert (cards - 1).tolist() == possible
                    assert len(cards) == 1 or chisquare(counts).pvalue > UNLIKELY
                    redrawn.add(len(possible))
                    many["face_down"][:, 1 - player] = states["face_down"][0, 1 - player]
                many["rng"] = expected["rng"]
                assert (many == expected).all()  # nothing else changes
            action = rng.choice(oracle.legal())
            oracle.step(action)
            game.step(states, action)
    assert redrawn >= {1, 2, 3}


@pytest.mark.rule("KD12")
def test_a_redraw_takes_its_randomness_from_its_seed_and_reseeds_the_future() -> None:
    game, _, states = played(OUTCOME, "move east", "guess south", "attack", "move north")
    again = states.copy()
    other = np.repeat(states, 20)
    again["rng"] = 7  # the game's own stream does not matter
    for record in (states, again):
        game.resample(record, OCTOPUS, np.array([11], np.uint64))
    assert states.tobytes() == again.tobytes()
    game.resample(other, OCTOPUS, 11)
    assert len(np.unique(other["rng"], axis=0)) == 20


@pytest.mark.rule("KD12")
def test_a_redraw_of_a_redacted_state_is_the_same() -> None:
    game, _, states = played(OUTCOME, "move east", "guess south", "attack", "move north")
    redacted = game.redact(states, OCTOPUS)
    for record in (states, redacted):
        game.resample(record, OCTOPUS, 3)
    assert states.tobytes() == redacted.tobytes()
