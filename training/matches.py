"""Deals played by the agents of one table: every deal once in every rotation of the seats, all games in step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent, Decisions
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game, IllegalActionError
from ludarium.envs.core.rng import derived_seeds

Floats = npt.NDArray[np.float64]

#: Kinds of faults by number, 0 for none.
FAULTS = ("", "illegal", "crash", "time-out")
ILLEGAL, CRASH, TIME_OUT = 1, 2, 3


@dataclass(frozen=True)
class Answers:
    """What an agent has said to B decisions.

    Attributes:
        actions: int64 ``[B]``, legal wherever there is no fault.
        faults: int8 ``[B]``, numbers of :data:`FAULTS`; a game ends at once with a fault of the seat that was to act.
        details: one line on each fault, by row.
    """

    actions: npt.NDArray[np.int64]
    faults: npt.NDArray[np.int8]
    details: Mapping[int, str]


#: Asks an agent and looks at what it says: :func:`ask_strictly`, or :meth:`.faults.Umpire.ask`.
Ask = Callable[[Agent, Decisions], Answers]


@dataclass(frozen=True)
class Games:
    """Games of one table: deal d in rotation r.

    Attributes:
        returns: float64 ``[deals, rotations, members]``; NaN in games that ended with a fault.
        seats: int64 ``[deals, rotations, members]``, where each member sat.
        lengths: int64 ``[deals, rotations]``, actions.
        truncated: bool ``[deals, rotations]``, which games were cut off.
        faults: int8 ``[deals, rotations]``, how games ended that ended with a fault: numbers of :data:`FAULTS`.
        at_fault: int64 ``[deals, rotations]``, whose fault it was (a member), -1 without one.
        details: a line on the fault in each game that has one, by (deal, rotation).
        figures: what the game tells of every seat at the end, by name: float64 ``[deals, rotations, members]``.
    """

    returns: Floats
    seats: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    truncated: npt.NDArray[np.bool_]
    faults: npt.NDArray[np.int8]
    at_fault: npt.NDArray[np.int64]
    details: Mapping[tuple[int, int], str]
    figures: Mapping[str, Floats]

    @staticmethod
    def joined(parts: Sequence[Games]) -> Games:
        """The deals of all `parts` of one table, in order."""
        details: dict[tuple[int, int], str] = {}
        before = 0
        for part in parts:
            details |= {(before + deal, rotation): text for (deal, rotation), text in part.details.items()}
            before += len(part.returns)
        return Games(
            np.concatenate([part.returns for part in parts]),
            np.concatenate([part.seats for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            np.concatenate([part.truncated for part in parts]),
            np.concatenate([part.faults for part in parts]),
            np.concatenate([part.at_fault for part in parts]),
            details,
            {name: np.concatenate([part.figures[name] for part in parts]) for name in parts[0].figures},
        )

    def outcomes(self, member: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], Floats]:
        """Whether a member won and whether it shared the highest return, and its score: ``[deals, rotations]`` each."""
        won, shared, scores = outcomes(self.returns, self.at_fault)
        return won[:, :, member], shared[:, :, member], scores[:, :, member]


def outcomes(
    returns: Floats, at_fault: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], Floats]:
    """Who won, who shared the highest return, and the scores.

    The highest return, alone, wins and scores 1; those who share it draw and share the 1; the rest lose. Whoever is at
    fault loses, and the others share the win of that game, whatever they had.

    Args:
        returns: float64 ``[..., seats]``.
        at_fault: int64 ``[...]``, a seat in the order of `returns`, -1 for none.

    Returns:
        (won, shared, scores): bool, bool and float64 ``[..., seats]``.
    """
    blame = np.arange(returns.shape[-1]) == at_fault[..., None]
    standing = np.where((at_fault >= 0)[..., None], np.where(blame, 0.0, 1.0), returns)
    on_top = standing == standing.max(axis=-1, keepdims=True)
    sharing = on_top.sum(axis=-1, keepdims=True)
    return on_top & (sharing == 1), on_top & (sharing > 1), np.where(on_top, 1 / sharing, 0.0)


def arrangement(numbers: npt.NDArray[np.int64], seats: int) -> npt.NDArray[np.int64]:
    """Who sits where: the member in every seat, int64 ``[deals, rotations, seats]``, in the deals `numbers` (``[D]``).

    Who sits behind whom matters as much as who begins: deal d takes the circular order d of all there are.
    """
    orders = np.array([(0, *rest) for rest in permutations(range(1, seats))])
    places = (np.arange(seats)[None, :] - np.arange(seats)[:, None]) % seats  # [rotations, seats]
    return np.asarray(orders[numbers % len(orders)][:, places], dtype=np.int64)


def play_deals(
    members: Sequence[Agent],
    game: Game,
    deal_seeds: npt.NDArray[np.uint64],
    numbers: npt.NDArray[np.int64],
    ask: Ask,
    *,
    common_draws: bool = False,
) -> Games:
    """Plays every deal once in every rotation of the seats, each time from the same random stream.

    Args:
        members: an agent a seat; the same one may stand there several times.
        game: what they play.
        deal_seeds: uint64 ``[D]``.
        numbers: int64 ``[D]``, the numbers of the deals, which say who sits behind whom (:func:`arrangement`).
        ask: who asks the agents and decides what a fault is.
        common_draws: whoever sits in a seat gets the same draws for its decisions, in every rotation and at every
            table, so that luck with one's own draws goes round as that of the deal does. Else every rotation has its
            own.
    """
    seats, deals = len(members), len(deal_seeds)
    count = deals * seats
    in_seat = arrangement(numbers, seats).reshape(count, seats)
    seat_of = np.argsort(in_seat, axis=1)  # [count, members]
    # Copies of one agent are asked together.
    asked = np.array([next(m for m, other in enumerate(members) if other is agent) for agent in members])
    # Agents never draw from the stream of the deal.
    draws = np.empty(count, np.uint64)
    for r in range(seats):
        draws[r::seats] = derived_seeds(deal_seeds, 0 if common_draws else r)
    batch = Batch(game, count, seed=0, auto_restart=False)
    batch.reset_slots(np.arange(count), np.repeat(deal_seeds, seats))
    faults, at_fault = np.zeros(count, np.int8), np.full(count, -1)
    details: dict[tuple[int, int], str] = {}
    length = 0
    while True:
        active = np.flatnonzero(~(batch.states["terminated"] | batch.states["truncated"] | (faults != 0)))
        if not len(active):
            break
        sitting = in_seat[active, batch.to_act[active]]
        member = asked[sitting]
        actions = np.empty(len(active), np.int64)
        seeds = derived_seeds(draws[active], length)
        for m in np.unique(member):
            chosen = np.flatnonzero(member == m)
            slots = active[chosen]
            answers = ask(members[m], Decisions.in_batch(batch, slots, seeds[chosen]))
            actions[chosen] = answers.actions
            faults[slots] = answers.faults
            at_fault[slots] = np.where(answers.faults != 0, sitting[chosen], -1)
            for row, text in answers.details.items():
                deal, rotation = divmod(int(slots[row]), seats)
                details[deal, rotation] = text
        going_on = faults[active] == 0
        batch.step(actions[going_on], active[going_on])
        length += 1

    def by_member(figure: npt.NDArray[Any]) -> Floats:
        """A figure of seats ``[count, seats]`` as one of members ``[deals, rotations, members]``."""
        return np.take_along_axis(figure.astype(np.float64), seat_of, axis=1).reshape(deals, seats, seats)

    return Games(
        by_member(np.where((faults != 0)[:, None], np.nan, batch.final_returns)),
        seat_of.reshape(deals, seats, seats),
        batch.states["moves"].astype(np.int64).reshape(deals, seats),
        batch.states["truncated"].copy().reshape(deals, seats),
        faults.reshape(deals, seats),
        at_fault.reshape(deals, seats),
        details,
        {name: by_member(figure[:, :seats]) for name, figure in game.spec.final_figures(batch.states).items()},
    )


def ask_strictly(agent: Agent, decisions: Decisions) -> Answers:
    """Asks an agent of which nothing but legal actions is expected.

    Raises:
        IllegalActionError: an action is not legal; the message names the agent.
        ValueError: it gave something other than an integer a decision.
        Exception: whatever the agent itself raises, with a note that names it.
    """
    try:
        actions = np.asarray(agent.act(decisions))
    except Exception as error:
        error.add_note(f"agent {agent.name!r} was asked for {len(decisions)} actions in {decisions.game.string}")
        raise
    problem = wrong_form(actions, len(decisions))
    if problem:
        raise ValueError(f"agent {agent.name!r} {problem}")
    legal = which_legal(actions, decisions.mask)
    if not legal.all():
        row = int(np.argmin(legal))
        wrong = decisions.game.illegal_action(
            decisions.states[row : row + 1], 0, int(actions[row]), decisions.mask[row]
        )
        raise IllegalActionError(f"agent {agent.name!r}: {wrong}")
    return Answers(actions.astype(np.int64), np.zeros(len(actions), np.int8), {})


def wrong_form(actions: npt.NDArray[Any], count: int) -> str:
    """What is wrong with the form of an agent's `actions`, of which `count` integers were asked; empty if nothing."""
    if actions.shape == (count,) and actions.dtype.kind in "iu":
        return ""
    return f"gave actions {actions.dtype} {actions.shape}, expected integers ({count},)"


def which_legal(actions: npt.NDArray[Any], mask: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """Which of `actions` (``[B]``) the `mask` (``[B, num_actions]``) allows, bool ``[B]``."""
    known = (actions >= 0) & (actions < mask.shape[1])
    return known & (mask[np.arange(len(actions)), np.where(known, actions, 0)] != 0)
