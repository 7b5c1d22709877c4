"""The simple bots behind the rule book's figures, over many games at once: NumPy over the records of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium import make_batch
from ludarium.envs.core.batch import Batch
from tests.vantage.oracle import IDS, TABLE

Ints = npt.NDArray[np.int64]
Bot = Callable[[Batch, Ints], Ints]
Scores = npt.NDArray[np.float64]

NUMBER = np.array([TABLE[card]["number"] for card in IDS])
AMOUNT = np.array([TABLE[card]["amount"] for card in IDS])
ABILITY = np.array([TABLE[card]["ability"] for card in IDS])
#: Where actions begin that play an ability, choose a card, name an opponent; scores come first.
USE, CHOOSE, OPPONENTS = 36, 108, 144


@dataclass(frozen=True)
class Results:
    """Games played to the end, one a row.

    Attributes:
        winners: bool ``[games, seats]``.
        turns: int ``[games]``, of all seats together.
    """

    winners: npt.NDArray[np.bool_]
    turns: Ints

    def share(self, seat: int) -> float:
        """Part of the games that a seat wins; a shared win counts in part."""
        return float((self.winners[:, seat] / self.winners.sum(axis=1)).mean())


def score_values(batch: Batch, slots: Ints) -> Scores:
    """For each score action its number if that is new in the own area, else a little less than nothing."""
    states = batch.states[slots]
    own = states["scored"][np.arange(len(slots)), states["to_act"]]
    new = np.stack([own[:, number == NUMBER].sum(axis=1) == 0 for number in NUMBER], axis=1)
    return np.where(new, NUMBER, NUMBER / 100 - 1)


def scoring(batch: Batch, slots: Ints) -> Ints:
    """Always scores the best new number; where there is none, the best old one."""
    values = np.full((len(slots), batch.game.num_actions), -5.0)
    values[:, :USE] = score_values(batch, slots)
    return _best(batch.mask[slots], values)


def blocking(batch: Batch, slots: Ints, danger: int = 9) -> Ints:
    """Scores as `scoring` does, but blocks who is about to win.

    Where it cannot reach the target itself this turn and the leading opponent without a shield has `danger` points or
    more (9: a six, the best card of which there is more than one a colour, away from 15), it plays DESTROYER against
    that opponent's highest card or SABOTEUR, whichever costs more points.
    """
    states, masks, n = batch.states[slots], batch.mask[slots], batch.game.num_players
    rows, seats = np.arange(len(slots)), states["to_act"].astype(np.int64)
    total = (states["points"] - states["penalty"])[:, :n].astype(np.int64)
    others = (seats[:, None] + np.arange(1, n)) % n
    theirs = np.where(states["shield"][rows[:, None], others] > 0, -100, total[rows[:, None], others])
    leader = theirs.argmax(axis=1)

    gains = score_values(batch, slots)
    wins = (gains > 0) & (gains + total[rows, seats][:, None] >= batch.game.options.target_score)
    can_win = (wins & (masks[:, :USE] == 1)).any(axis=1)
    blocks = ~can_win & (theirs[rows, leader] >= danger)

    area = states["scored"][rows, others[rows, leader]]
    highest = np.where(area > 0, NUMBER, 0).max(axis=1)[:, None]
    harm = np.where(ABILITY == "DESTROYER", highest, np.where(ABILITY == "SABOTEUR", AMOUNT, -np.inf))
    values = np.full((len(slots), batch.game.num_actions), -5.0)
    values[:, :USE] = gains
    # Of cards that do the same harm it gives away the lowest.
    values[:, USE : 2 * USE] = np.where(blocks[:, None], 100 + harm - NUMBER / 100, -np.inf)
    values[:, CHOOSE:OPPONENTS] = NUMBER
    values[rows, OPPONENTS + leader] = 1
    return _best(masks, values)


def _best(masks: npt.NDArray[np.int8], values: Scores) -> Ints:
    return np.where(masks == 1, values, -np.inf).argmax(axis=1)


def play_games(bot: Bot, games: int, seed: int, **options: Any) -> Results:
    """`games` games of copies of one bot against each other."""
    batch = make_batch("vantage", games, seed=seed, auto_restart=False, **options)
    n = batch.game.num_players
    running = np.arange(games)
    while running.size:
        batch.step(bot(batch, running), running)
        running = running[~(batch.terminated | batch.truncated)[running]]
    assert not batch.truncated.any()
    returns = batch.final_returns[:, :n]
    return Results(returns == returns.max(axis=1, keepdims=True), batch.states["turns"].astype(np.int64))
