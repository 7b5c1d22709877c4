"""Clank! in a path edition, a deck builder for two to four players. Rules and options: `clank.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy.typing as npt

from ..core.game import MASKABLE_PPO_FROM_IMITATION, SELFPLAY_FROM_IMITATION, Chance, GameSpec, Information, Utility
from ..core.schema import States
from . import belief, observation, picture, render, rules
from .actions import ACTION_NAMES
from .scripted import scripted
from .state import DEAD, ESCAPED, HAND, MAX_PATH, PRESETS, SCHEMA, ClankOptions
from .tables import CARD_COPIES, DRAW_OF, MARKET_SIZE, MOVE_OF


def max_actions_a_turn() -> int:
    """Most actions of one turn, market cards gained apart.

    Every card can be played once a turn at most, so that cards give no more extra moves and draws than they print
    altogether; Winged Sandals give another move. Of the rooms entered, at most every other one is the Hanging Bridge,
    which gives its move back, or the one that gives a card, or one with a monster to fight; no room is two of these,
    and one more fight may be had before the first step.
    """
    moves_of_cards, draws_of_cards = (int((column * CARD_COPIES).sum()) for column in (MOVE_OF, DRAW_OF))
    moves = 1 + moves_of_cards + 1  # the main action, cards, Sandals
    bridges = moves + 1  # b of b + moves steps, every other one at most
    plays_and_fights = HAND + draws_of_cards + moves + 1  # steps that are no bridges: each a card more, or a fight
    explore_or_rest = 2  # with its payment, or with the card that it takes
    return moves + bridges + plays_and_fights + explore_or_rest + 1


def max_game_length(options: ClankOptions) -> int:
    """An upper bound on the actions of a game: turns, every market card gained once, a reward declined a monster."""
    return max_actions_a_turn() * options.max_turns + MARKET_SIZE + MAX_PATH


def final_figures(states: States) -> dict[str, npt.NDArray[Any]]:
    """What became of every seat: final score, how it left, and what it took along, ``[B, MAX_SEATS]`` each."""
    return {
        "score": states["scores"],
        "dead": states["status"] == DEAD,
        "escaped": states["status"] == ESCAPED,
        "treasures": states["treasures"].sum(axis=2),
        "monster points": states["monster_points"],
        "card points": states["card_points"],
    }


SPEC = GameSpec(
    name="clank",
    version=0,
    title="Clank! (path edition)",
    options=ClankOptions,
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
    final_figures=final_figures,
    training={
        "maskable_ppo": {
            **MASKABLE_PPO_FROM_IMITATION,
            "imitation": 1_500_000,
            "entropy": 0.003,
            "final_entropy": 1e-4,
        },
        # A game is a hundred decisions of a seat: what each of them leaves to chance adds up.
        "selfplay": {**SELFPLAY_FROM_IMITATION, "imitation": 1_500_000, "entropy": 0.003, "final_entropy": 1e-4},
    },
    documentation=str(Path(__file__).with_name("clank.md")),
)
