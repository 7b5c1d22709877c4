"""Simple players of Lockup for many games at once, and what comes of their games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium import make_batch
from ludarium.envs.core.batch import Batch
from ludarium.envs.lockup.actions import (
    ACCEPT,
    ARENA,
    COMMANDER,
    FEED,
    HALL,
    HIRE,
    LOSE_POINTS,
    MARKET_FOOD,
    MARKET_GOLD,
    NO_COMMANDER,
    PASS,
    PAY_GOLD,
    PRISON,
    TEMPLE,
)
from ludarium.envs.lockup.state import ATTACK
from ludarium.envs.lockup.tables import ATTACK_BONUS, BATTLE_POWER, DEFENCE_BONUS, POINTS

#: Values ``[K, num_actions]`` of the actions in these slots ``[K]`` of a batch; the legal one of most value is taken.
Bot = Callable[[Batch, npt.NDArray[Any]], npt.NDArray[np.float64]]


def anything(batch: Batch, slots: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Any legal action is as good as any other."""
    return np.zeros((len(slots), batch.game.num_actions))


def busy(batch: Batch, slots: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The same, except that passing is for when nothing else is left."""
    values = anything(batch, slots)
    values[:, PASS] = -1
    return values


def greedy(*order: str) -> Bot:
    """A bot that likes hiring, prison, arena, market, temple and hall in this order.

    Of monsters it takes the one with most points. It attacks whom it surpasses in power and where there is gold to be
    had, else only before passing; takes food while it has less than upkeep needs; uses the strongest commander that
    fits, takes the Great Escape, and pays upkeep in food, gold and points in this order.
    """
    rank = {place: 10 * (len(order) - number) for number, place in enumerate(order)}

    def bot(batch: Batch, slots: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        states, n = batch.states[slots], batch.game.num_players
        seat, row = states["to_act"], np.arange(len(slots))
        values = anything(batch, slots)
        values[:, PASS] = -100
        values[:, HIRE:COMMANDER] = rank["hire"] + POINTS
        values[:, PRISON:ARENA] = rank["prison"] + np.arange(ARENA - PRISON)
        attack = states["power"][row, seat] + states["modifiers"][row, seat, ATTACK_BONUS]
        for distance in range(1, n):
            other = (seat + distance) % n
            defence = states["power"][row, other] + states["modifiers"][row, other, DEFENCE_BONUS]
            stake = np.minimum(3, states["gold"][row, other])
            wins = (attack > defence) & (stake > 0)
            values[:, ARENA + distance - 1] = np.where(wins, rank["arena"] + stake, -50)
        values[:, HALL], values[:, TEMPLE] = rank["hall"], rank["temple"]
        values[:, MARKET_GOLD] = rank["market"]
        values[:, MARKET_FOOD] = rank["market"] + np.where(states["food"][row, seat] < 4, 1, -1)
        values[:, COMMANDER:NO_COMMANDER] = np.where((states["phase"] == ATTACK)[:, None], *BATTLE_POWER[:, 1:])
        values[:, [NO_COMMANDER, ACCEPT, FEED, PAY_GOLD, LOSE_POINTS]] = [-1, 1, 3, 2, 1]
        return values

    return bot


@dataclass
class Played:
    """What came of some games, a row a game."""

    scores: npt.NDArray[np.int64]  #: ``[games, seats]``
    shares: npt.NDArray[np.float64]  #: ``[games, seats]``: 1 for a win, parts of it for a shared one
    factions: npt.NDArray[np.int64]  #: ``[games, seats]``
    actions: npt.NDArray[np.int64]  #: ``[games, 5, num_actions]``: how often each was taken, by round
    truncated: bool  #: whether any game was

    @property
    def placed(self) -> npt.NDArray[np.int64]:
        """Workers placed in each game."""
        return self.actions[:, :, PASS + 1 : COMMANDER].sum(axis=(1, 2))


def play(bot: Bot, games: int, seed: int, **options: Any) -> Played:
    """One game a slot, all seats played by `bot`; ties between its values are broken at random."""
    batch = make_batch("lockup", games, seed=seed, auto_restart=False, **options)
    generator = np.random.default_rng(seed)
    actions = np.zeros((games, 5, batch.game.num_actions), int)
    slots = np.arange(games)
    while slots.size:
        values = bot(batch, slots) + generator.random((len(slots), batch.game.num_actions)) / 2
        chosen = np.where(batch.mask[slots] == 1, values, -np.inf).argmax(axis=1)
        actions[slots, batch.states["round_number"][slots] - 1, chosen] += 1
        batch.step(chosen, slots)
        assert (batch.states["moves"][slots] <= batch.game.max_game_length).all()
        slots = slots[~batch.terminated[slots] & ~batch.truncated[slots]]
    n = batch.game.num_players
    won = batch.final_returns == batch.final_returns.max(axis=1, keepdims=True)
    return Played(
        batch.states["scores"][:, :n].astype(int),
        won / won.sum(axis=1, keepdims=True),
        batch.states["faction"][:, :n].astype(int),
        actions,
        bool(batch.truncated.any()),
    )
