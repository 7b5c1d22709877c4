"""An observation of Kelp rebuilds everything that the seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.kelp.state import ATTACK_TURN, MOVE_TURN, PASS_TURN
from tests.kelp.pairs import TABLES
from tests.kelp.table import OCTOPUS, OUTCOME, SHARK, play, position, start

FAMILIES = [
    make_game("kelp", guess_pool=pool, illegal_direction=direction, reveal=reveal, **size)
    for pool, (direction, reveal), size in product(
        ("shared", "separate"),
        TABLES,
        ({}, {"board_size": 3, "copies": 3, "attack_cards": 0}, {"board_size": 8, "copies": 2, "attack_cards": 4}),
    )
]


def random_states(game: Game, games: int, seed: int) -> Iterator[States]:
    """Games played at random, ``[games]`` records at a time, until all are over; finished ones stay."""
    rng = np.random.default_rng(seed)
    states = game.new_states(seed, games)
    yield states
    while not states["terminated"].all():
        running = np.flatnonzero(~states["terminated"])
        part = states[running]
        game.step(part, (game.legal(part) * rng.random((len(part), game.num_actions))).argmax(axis=1))
        states[running] = part
        yield states


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_an_observation_decodes_to_what_the_seat_may_see(game: Game) -> None:
    for states in random_states(game, 6, seed=1):
        for player in (SHARK, OCTOPUS):
            observations = game.observe(states, player)
            assert observations.dtype == np.float32
            assert (observations >= game.layout.low).all()
            assert (observations <= game.layout.high).all()
            for state, observation in zip(states, observations, strict=True):
                check_decoded(game, state, player, observation)


def check_decoded(game: Game, s: np.void, player: int, observation: np.ndarray) -> None:
    seen = {name: value.tolist() for name, value in game.layout.decode(observation).items()}
    other = 1 - player
    pairs = [player, other]
    expected = {
        "is_octopus": [player],
        "is_to_act": [int(s["to_act"] == player)],
        "guessing": [int(s["guessing"])],
        "last_was_pass": [int(s["last_was_pass"])],
        "own_x": s["x"][player],
        "own_y": s["y"][player],
        "own_face_down": s["face_down"][player] - 1,
        "own_move_cards": s["move_cards"][player].tolist(),
        "attacks": s["attacks"][pairs].tolist(),
    }
    if game.options.reveal == "cards":
        expected |= {
            "opponent_x": s["x"][other],
            "opponent_y": s["y"][other],
            "opponent_move_cards": s["move_cards"][other].tolist(),
        }
    if game.options.guess_pool == "separate":
        expected |= {
            "own_guess_cards": s["guess_cards"][player].tolist(),
            "opponent_guess_cards": s["guess_cards"][other].tolist(),
        }
    if game.options.reveal == "outcome":
        expected["cards_left"] = s["cards_left"][pairs].tolist()
        rows, turns = game.options.max_logged_turns(), int(s["turns"])
        blank = [0] * 13
        expected["log"] = [log_row(s, player, turn) if turn < turns else blank for turn in range(rows)]
        expected["log_position"] = [
            [s["log_x"][player, turn], s["log_y"][player, turn]] if turn < turns else [0, 0] for turn in range(rows)
        ]
    assert seen == expected


def log_row(s: np.void, player: int, turn: int) -> list[int]:
    """One row of the log in the order of its labels."""
    one_hot = np.eye(5, dtype=int)[:, 1:]  # 0 is none
    kind = s["log_kind"][turn]
    return [
        int(turn % 2 == player),
        *(int(kind == wanted) for wanted in (MOVE_TURN, ATTACK_TURN, PASS_TURN)),
        *one_hot[s["log_guess"][turn]].tolist(),
        int(s["log_right"][turn]),
        *one_hot[s["log_card"][player, turn]].tolist(),
    ]


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_an_observation_holds_nothing_that_the_seat_may_not_see(game: Game) -> None:
    for states in random_states(game, 6, seed=2):
        for player in (SHARK, OCTOPUS):
            redacted = game.redact(states, player)
            assert (game.observe(redacted, player) == game.observe(states, player)).all()
            mine = states["to_act"] == player
            assert (game.legal(redacted)[mine] == game.legal(states)[mine]).all()


def test_own_things_come_first() -> None:
    game, _ = start(guess_pool="separate")
    states = position(
        game,
        x=[1, 4],
        y=[2, 3],
        move_cards=[[1, 0, 0, 0], [0, 1, 1, 0]],
        guess_cards=[[0, 0, 0, 1], [1, 1, 0, 0]],
        attacks=[2, 1],
    )
    own, other = (game.layout.decode(game.observe(states, player)[0]) for player in (SHARK, OCTOPUS))
    for mine, theirs in (("own", "opponent"),):
        for name in ("x", "y", "move_cards", "guess_cards"):
            assert own[f"{mine}_{name}"].tolist() == other[f"{theirs}_{name}"].tolist()
            assert own[f"{theirs}_{name}"].tolist() == other[f"{mine}_{name}"].tolist()
            assert own[f"{mine}_{name}"].tolist() != own[f"{theirs}_{name}"].tolist()
    assert own["attacks"].tolist() == other["attacks"].tolist()[::-1] == [2, 1]


def test_a_spectator_sees_what_is_public() -> None:
    game, states = start(**OUTCOME)
    play(game, states, "move east", "guess north", "move west", "guess west", "move south")
    seen = game.redact(states, -1)
    for name in ("x", "y", "move_cards", "face_down", "log_card", "log_x", "log_y", "rng"):
        assert states[name].any()
        assert not seen[name].any()
    for name in ("cards_left", "attacks", "guessing", "turns", "log_kind", "log_guess", "log_right", "to_act"):
        assert (seen[name] == states[name]).all()
    game, states = start()
    play(game, states, "move east")
    seen = game.redact(states, -1)
    assert not seen["face_down"].any()
    assert (seen["move_cards"] == states["move_cards"]).all()


def test_a_log_longer_than_the_observation_is_cut_off() -> None:
    """Only a state that somebody set up has more turns than the longest game."""
    game, _ = start(**OUTCOME)
    states = position(game, turns=30)
    rows = game.options.max_logged_turns()
    assert rows < 30
    assert game.layout.decode(game.observe(states, SHARK)[0])["log"].shape == (rows, 13)
