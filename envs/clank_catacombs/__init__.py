"""Clank! Catacombs, a deck builder for two to four players on a map of tiles. Rules: `clank_catacombs.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.game import MASKABLE_PPO_FROM_IMITATION, SELFPLAY_FROM_IMITATION, Chance, GameSpec, Information, Utility
from ..core.schema import States
from . import belief, observation, picture, render, rules
from .actions import ACTION_NAMES
from .layout import layout
from .scripted import scripted
from .state import ESCAPED, HAND, KNOCKED_OUT, MAX_SEATS, PRESETS, SCHEMA, CatacombsOptions
from .tables import (
    BARBARIAN,
    BARBARIAN_SWORDS,
    BOOT1,
    BOOTS,
    BOOTS_OF,
    CARD_COPIES,
    DISCARD_DRAW,
    DRAW,
    DRAW_OF,
    DUNGEON_COPIES,
    DUNGEON_SIZE,
    GOBLIN_SWORDS,
    MARKET_COPIES,
    MAY_DISCARD,
    NUM_ARTIFACTS,
    NUM_KEPT,
    RESERVE_COPIES,
    SPRING,
    SWORD2,
    SWORDS_OF,
    TELEPORT,
    TELEPORT_OF,
    TOKEN_AMOUNT,
    TOKEN_COPIES,
    TRASH_OF,
    USE_AMOUNT,
    USE_OP,
    WAITING,
    WAITING_BOOTS,
    WAITING_DRAW,
)
from .tiles import NUM_CHESTS, NUM_IN_STACK, NUM_LIBRARIES, NUM_PRISONS, NUM_SHRINES

_ACTIONS_A_MOVE = 3  # the way, the portal, Swords
_ACTIONS_A_TILE = 2  # more for a tile that is discovered: its orientation, and Swords again
_ACTIONS_A_TRASH = 2  # the card and its pile
_ACTIONS_A_DEVICE = 4  # using it, one of two effects, a card to trash and its pile


def _from_texts(effect: int) -> int:
    """How much of an effect all devices and monsters give, once each."""
    amounts = (USE_AMOUNT * (effect == USE_OP)).sum(axis=(1, 2))
    return int((amounts * DUNGEON_COPIES).sum())


def _most_of_a_turn(gains: npt.NDArray[np.int64]) -> int:
    """The most that one turn's cards can give, where a card of each kind gives so much, int64 ``[NUM_CARDS]``.

    Of a hand of five, a card that draws one card makes up for itself; only further draws, and those of monsters, make
    room for cards that draw none.
    """
    draws = DRAW_OF + DISCARD_DRAW * MAY_DISCARD
    draws[list(WAITING)] += WAITING_DRAW
    others = HAND + int((CARD_COPIES * np.maximum(draws - 1, 0)).sum()) + _from_texts(DRAW)
    best = np.sort(np.repeat(gains, np.where(draws == 0, CARD_COPIES, 0)))[::-1][:others]
    return int((gains * CARD_COPIES)[draws > 0].sum() + best.sum())


def max_actions_a_turn() -> int:
    """Most actions of one turn, apart from those that use something up for the whole game.

    Every card can be played once a turn at most, a step on foot takes a Boot, a Goblin two Swords.
    """
    plays = _most_of_a_turn(1 + _ACTIONS_A_TRASH * TRASH_OF + MAY_DISCARD)
    boots_of = BOOTS_OF.copy()
    boots_of[list(WAITING)] += WAITING_BOOTS
    boots = _most_of_a_turn(boots_of) + _from_texts(BOOTS) + int(TOKEN_COPIES[BOOT1] * TOKEN_AMOUNT[BOOT1])
    teleports = _most_of_a_turn(TELEPORT_OF) + _from_texts(TELEPORT)
    swords = _most_of_a_turn(SWORDS_OF) + int(TOKEN_COPIES[SWORD2] * TOKEN_AMOUNT[SWORD2])
    swords += int(TOKEN_COPIES[BARBARIAN]) * BARBARIAN_SWORDS
    turning_and_ending = 2
    return plays + _ACTIONS_A_MOVE * (boots + teleports) + swords // GOBLIN_SWORDS + turning_and_ending


def max_actions_once() -> int:
    """Most actions that use something up: tiles, cards of the table, tokens, goods, Artifacts, shrines, locks."""
    tiles = _ACTIONS_A_TILE * NUM_IN_STACK
    table = _ACTIONS_A_DEVICE * DUNGEON_SIZE + int(RESERVE_COPIES.sum())
    tokens = int(TOKEN_COPIES[:NUM_KEPT].sum()) + _ACTIONS_A_TRASH * int(TOKEN_COPIES[SPRING])
    places = NUM_ARTIFACTS + NUM_SHRINES * MAX_SEATS + NUM_CHESTS + NUM_LIBRARIES + NUM_PRISONS
    return tiles + table + tokens + int(MARKET_COPIES.sum()) + places


def max_game_length(options: CatacombsOptions) -> int:
    """An upper bound on the actions of a game: every turn the longest that there can be, and everything used up."""
    return max_actions_a_turn() * options.max_turns + max_actions_once()


def final_figures(states: States) -> dict[str, npt.NDArray[Any]]:
    """What became of every seat: final score, how it left, what it took along, and how long it took.

    ``[B, MAX_SEATS]`` each; rounds are the turns of all seats by the number of seats, the same for every seat.
    """
    return {
        "score": states["scores"],
        "escaped": states["status"] == ESCAPED,
        "knocked out": states["status"] == KNOCKED_OUT,
        "artifacts": states["num_artifacts"],
        "card points": states["card_points"],
        "rounds": np.repeat((states["turns"] / states["num_players"])[:, None], MAX_SEATS, axis=1),
    }


SPEC = GameSpec(
    name="clank_catacombs",
    version=0,
    title="Clank! Catacombs",
    options=CatacombsOptions,
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
    observation_layout=layout,
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
            "imitation": 2_000_000,
            "entropy": 0.002,
            "final_entropy": 1e-4,
            "learning_rate": 4e-4,
            "final_learning_rate": 3e-5,
        },
        # A game is over a hundred decisions of a seat: what each of them leaves to chance adds up; and what was
        # imitated should not be forgotten at once.
        "selfplay": {
            **SELFPLAY_FROM_IMITATION,
            "imitation": 2_000_000,
            "entropy": 0.002,
            "final_entropy": 1e-4,
            "learning_rate": 4e-4,
            "final_learning_rate": 3e-5,
        },
    },
    documentation=str(Path(__file__).with_name("clank_catacombs.md")),
)
