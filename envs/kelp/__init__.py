"""Kelp: Shark vs Octopus, a duel of hidden directions for two players. Rules and options: `kelp.md`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..core.game import Chance, GameSpec, Information, Utility
from ..core.schema import States
from . import belief, observation, picture, render, rules
from .scripted import scripted
from .state import BY_CARDS, DIRECTIONS, NUM_DIRECTIONS, PRESETS, RUNNING, SCHEMA, KelpOptions

ACTION_NAMES = (
    *(f"move {direction}" for direction in DIRECTIONS),
    *(f"guess {direction}" for direction in DIRECTIONS),
    "attack",
    "pass",
)


def max_game_length(options: KelpOptions) -> int:
    """Most actions of a game.

    Every action but a pass spends a card, and a second pass in a row ends the game. Under "bump" only a seat without
    cards passes; under "forbidden" a seat can be stuck with cards in hand.
    """
    cards, attacks = NUM_DIRECTIONS * options.copies, options.attack_cards
    if options.illegal_direction == "bump":
        return 2 * cards + 3 * attacks if options.guess_pool == "shared" else 4 * cards + 2 * attacks
    return 3 * cards + 2 * attacks if options.guess_pool == "shared" else 6 * cards + 2 * attacks


def is_position(states: States) -> npt.NDArray[np.bool_]:
    """Starts of turns, and ends by spent cards: what the rule book counts when it counts positions."""
    at_start = ~states["guessing"] & (states["ended_by"] == RUNNING)
    return np.asarray(at_start | (states["ended_by"] == BY_CARDS))


SPEC = GameSpec(
    name="kelp",
    version=0,
    title="Kelp: Shark vs Octopus",
    options=KelpOptions,
    presets=PRESETS,
    schema=SCHEMA,
    kernels={
        "new": rules.new,
        "legal": rules.legal,
        "step": rules.step,
        "observe": observation.observe,
        "resample": belief.resample,
        "scripted": scripted,
    },
    num_players=lambda options: 2,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=observation.layout,
    max_game_length=max_game_length,
    chance=Chance.DETERMINISTIC,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.0, 1.0),
    describe=render.describe,
    seat_names=render.SEATS,
    picture=picture.draw,
    untold=lambda options: {f"move {direction}": "plays a card face down" for direction in DIRECTIONS},  # K7, KD10
    is_position=is_position,
    counters=lambda options: ("turns",) if options.reveal == "cards" else (),  # with "outcome" it dates the log
    # A game of hidden choice: the policy has to stay mixed, and to meet opponents that do not play as it does.
    training={
        # The choices of both sides are hidden from each other: without much entropy they chase one another in circles,
        # and only positions that have been seen are played well.
        "selfplay": {
            "entropy": 0.25,
            "final_entropy": 0.06,
            "final_learning_rate": 2e-5,
            "opening_share": 0.4,
            "exploring_share": 0.0,
            "average_opponent_share": 0.0,
            "snapshot_share": 0.0,
            "eval_every": 2_000_000,
        },
        "maskable_ppo": {
            "num_envs": 256,
            "rollout": 64,
            "batch_size": 1_024,
            "epochs": 4,
            "shared_layers": 0,
            "entropy": 0.25,
            "final_entropy": 0.12,
            "exploring_share": 0.5,
            "exploration": 0.25,
        },
    },
    documentation=str(Path(__file__).with_name("kelp.md")),
)
