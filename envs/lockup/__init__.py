"""Lockup: A Roll Player Tale, worker placement for two to four players. Rules and options: `lockup.md`."""

from __future__ import annotations

from pathlib import Path

from ..core.game import MASKABLE_PPO_WITH_CHANCE, SELFPLAY_FROM_IMITATION, Chance, GameSpec, Information, Utility
from . import belief, observation, picture, render, rules
from .actions import ACTION_NAMES
from .scripted import scripted
from .state import PRESETS, ROUNDS, SCHEMA, WORKERS, LockupOptions


def max_game_length(options: LockupOptions) -> int:
    """Most actions of a game.

    In every round a seat places four workers or passes before; one battle asks both sides, one upkeep asks every seat
    once, or once for every worker. One event of the game asks besides (LE12).
    """
    upkeep = options.num_players * (WORKERS if options.upkeep == "per_worker" else 1)
    return ROUNDS * (options.num_players * WORKERS + 2 + upkeep) + 1


SPEC = GameSpec(
    name="lockup",
    version=0,
    title="Lockup: A Roll Player Tale",
    options=LockupOptions,
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
    max_game_length=max_game_length,
    chance=Chance.SAMPLED,
    information=Information.IMPERFECT,
    utility=Utility.ZERO_SUM,
    returns_range=(-1.0, 1.0),
    describe=render.describe,
    picture=picture.draw,
    final_figures=lambda states: {"score": states["scores"], "monsters": states["monsters"].sum(axis=2)},
    training={
        "maskable_ppo": MASKABLE_PPO_WITH_CHANCE,
        "selfplay": {**SELFPLAY_FROM_IMITATION, "imitation": 0, "scripted_share": 0.3, "snapshot_share": 0.2},
    },
    documentation=str(Path(__file__).with_name("lockup.md")),
)
