"""Vantage, a card game of scores and abilities for two to four players. Rules and options: `vantage.md`."""

from __future__ import annotations

from pathlib import Path

from ..core.game import MASKABLE_PPO_FROM_IMITATION, SELFPLAY_FROM_IMITATION, Chance, GameSpec, Information, Utility
from . import belief, observation, picture, render, rules
from .cards import IDS
from .scripted import scripted
from .state import MAX_SEATS, PRESETS, SCHEMA, VantageOptions

ACTION_NAMES = (
    *(f"score {card}" for card in IDS),
    *(f"ability {card}" for card in IDS),
    *(f"exchange {card}" for card in IDS),
    *(f"choose {card}" for card in IDS),
    *(f"opponent {distance}" for distance in range(1, MAX_SEATS)),
    "stop",
    "pass",
)

# The longest turn is DUPLICATE on a SWAPPER: both cards, then twice an opponent and two cards.
MAX_ACTIONS_A_TURN = 8


SPEC = GameSpec(
    name="vantage",
    version=0,
    title="Vantage",
    options=VantageOptions,
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
    num_players=lambda options: options.num_players,
    action_names=lambda options: ACTION_NAMES,
    observation_layout=observation.layout,
    max_game_length=lambda options: MAX_ACTIONS_A_TURN * options.max_turns,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.0, 1.0),
    describe=render.describe,
    picture=picture.draw,
    final_figures=lambda states: {
        "points": states["points"] - states["penalty"],
        "score cards": states["scored"].sum(axis=2),
    },
    training={
        "maskable_ppo": {
            **MASKABLE_PPO_FROM_IMITATION,
            "learning_rate": 1e-3,
            "final_entropy": 3e-4,
            "gae_lambda": 0.9,
        },
        "selfplay": {**SELFPLAY_FROM_IMITATION, "final_entropy": 3e-4, "gae_lambda": 0.9},
    },
    documentation=str(Path(__file__).with_name("vantage.md")),
)
