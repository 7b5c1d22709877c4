"""Clank! Catacombs, a deck builder for two to four players on a map of tiles. Rules: `clank_catacombs.md`."""

from __future__ import annotations

from pathlib import Path

from ..core.game import TRAINING_WITH_CHANCE, Chance, GameSpec, Information, Utility
from . import belief, observation, render, rules
from .actions import ACTION_NAMES
from .layout import layout
from .scripted import scripted
from .state import MAX_SEATS, PRESETS, SCHEMA, CatacombsOptions
from .tables import (
    BARBARIAN,
    BARBARIAN_SWORDS,
    BOOT1,
    BOOTS,
    BOOTS_OF,
    CARD_COPIES,
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
)
from .tiles import NUM_CHESTS, NUM_LIBRARIES, NUM_PRISONS, NUM_SHRINES

_ACTIONS_A_MOVE = 4  # the way, then the portal and Swords, or Swords, the orientation and Swords again
_ACTIONS_A_TRASH = 2  # the card and its pile
_ACTIONS_A_DEVICE = 4  # using it, one of two effects, a card to trash and its pile


def _from_texts(effect: int) -> int:
    """How much of an effect all devices and monsters give, once each."""
    amounts = (USE_AMOUNT * (effect == USE_OP)).sum(axis=(1, 2))
    return int((amounts * DUNGEON_COPIES).sum())


def max_actions_a_turn() -> int:
    """Most actions of one turn, apart from those that use something up for the whole game.

    Every card can be played once a turn at most, a step on foot takes a Boot, a Goblin two Swords.
    """
    plays = int((CARD_COPIES * (1 + _ACTIONS_A_TRASH * TRASH_OF + MAY_DISCARD)).sum())
    boots = (BOOTS_OF * CARD_COPIES).sum() + (WAITING_BOOTS * CARD_COPIES[list(WAITING)]).sum() + _from_texts(BOOTS)
    boots += TOKEN_COPIES[BOOT1] * TOKEN_AMOUNT[BOOT1]
    teleports = (TELEPORT_OF * CARD_COPIES).sum() + _from_texts(TELEPORT)
    swords = (SWORDS_OF * CARD_COPIES).sum() + TOKEN_COPIES[SWORD2] * TOKEN_AMOUNT[SWORD2]
    swords += TOKEN_COPIES[BARBARIAN] * BARBARIAN_SWORDS
    moves = _ACTIONS_A_MOVE * int(boots + teleports)
    turning_and_ending = 2
    return plays + moves + int(swords) // GOBLIN_SWORDS + turning_and_ending


def max_actions_once() -> int:
    """Most actions that use something up: cards of the table, tokens, goods, Artifacts, shrines, locked features."""
    table = _ACTIONS_A_DEVICE * DUNGEON_SIZE + int(RESERVE_COPIES.sum())
    tokens = int(TOKEN_COPIES[:NUM_KEPT].sum()) + _ACTIONS_A_TRASH * int(TOKEN_COPIES[SPRING])
    places = NUM_ARTIFACTS + NUM_SHRINES * MAX_SEATS + NUM_CHESTS + NUM_LIBRARIES + NUM_PRISONS
    return table + tokens + int(MARKET_COPIES.sum()) + places


def max_game_length(options: CatacombsOptions) -> int:
    """An upper bound on the actions of a game: every turn the longest that there can be, and everything used up."""
    return max_actions_a_turn() * options.max_turns + max_actions_once()


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
    training=TRAINING_WITH_CHANCE,
    documentation=str(Path(__file__).with_name("clank_catacombs.md")),
)
