"""Agents that cannot be trusted: illegal actions, crashes and time-outs lose the game instead of ending everything."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from ludarium.agents.base import Agent, Decisions

from .matches import CRASH, ILLEGAL, TIME_OUT, Answers, which_legal, wrong_form

_LONGEST_DETAIL = 200


class Umpire:
    """Asks agents, and turns what goes wrong into faults of single decisions.

    * illegal: the action is not legal, or is none of the game's;
    * crash: the agent raises, or gives something other than integers. Where it does so when asked for several
      decisions at once, these are asked again in halves until it is clear at which of them: a decision that is
      answered when asked for alone is no crash;
    * time-out: a call took longer than the limit allows for the decisions asked for in it. All of them are then out of
      time. A call is not broken off, only measured: an agent that never returns is not stopped.

    Args:
        time_limit: seconds a decision, by the clock on the wall; 0 for none.

    Raises:
        ValueError: `time_limit` is not a finite number from 0.
    """

    def __init__(self, time_limit: float = 0.0) -> None:
        if isinstance(time_limit, bool) or not 0 <= time_limit < float("inf"):
            raise ValueError(f"time_limit is {time_limit!r}, expected a number of seconds from 0 (0 for none)")
        self.time_limit = float(time_limit)

    def ask(self, agent: Agent, decisions: Decisions) -> Answers:
        """The agent's actions with their faults; nothing is raised but what is no :class:`Exception`."""
        count = len(decisions)
        mask = decisions.mask.copy()  # what is legal is not the agent's to change
        began = perf_counter()
        try:
            actions = np.asarray(agent.act(decisions))
            problem = wrong_form(actions, count)
        except Exception as error:
            actions, problem = np.full(count, -1), f"{type(error).__name__}: {error}"
        seconds = perf_counter() - began
        if problem and count > 1:
            return self._ask_in_halves(agent, decisions)
        if problem:
            return Answers(np.full(1, -1), np.full(1, CRASH, np.int8), {0: _line(problem)})
        if 0 < self.time_limit * count < seconds:
            late = f"more than {self.time_limit:g} seconds a decision"  # how much more would differ from run to run
            return Answers(np.full(count, -1), np.full(count, TIME_OUT, np.int8), dict.fromkeys(range(count), late))
        illegal = ~which_legal(actions, mask)
        names = decisions.game.action_names
        details = {int(row): _in_words(int(actions[row]), names) for row in np.flatnonzero(illegal)}
        return Answers(actions.astype(np.int64), np.where(illegal, ILLEGAL, 0).astype(np.int8), details)

    def _ask_in_halves(self, agent: Agent, decisions: Decisions) -> Answers:
        middle = len(decisions) // 2
        halves = [
            self.ask(agent, Decisions.of(decisions.game, decisions.states[part], decisions.seeds[part]))
            for part in (slice(None, middle), slice(middle, None))
        ]
        second = {middle + row: text for row, text in halves[1].details.items()}
        return Answers(
            np.concatenate([half.actions for half in halves]),
            np.concatenate([half.faults for half in halves]),
            {**halves[0].details, **second},
        )


def _in_words(action: int, names: tuple[str, ...]) -> str:
    return f"action {action}" + (f" ({names[action]})" if 0 <= action < len(names) else "")


def _line(text: str) -> str:
    """`text` as one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_DETAIL else line[: _LONGEST_DETAIL - 1] + "…"
