"""What the plain-Python oracles of several games have in common: legal actions alone are played, winners share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any


class Oracle(ABC):
    """One game whose actions are names, and whose random outcomes all come from `chance`."""

    @abstractmethod
    def chance(self, what: str, candidates: list[Any]) -> Any:
        """Decide one random outcome: one of `candidates`; `what` tells which."""

    @abstractmethod
    def legal(self) -> list[str]:
        """Actions open to the seat to act; empty when the game is over."""

    def step(self, action: str) -> None:
        """Play one action for the seat to act.

        Raises:
            ValueError: the action is not legal; the game stays as it was.
        """
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal here: expected one of {self.legal()}")
        self._apply(action)

    @abstractmethod
    def _apply(self, action: str) -> None:
        """Play an action that is legal."""

    def draw(self, what: str, pile: list[str]) -> str:
        """Take one random element out of a pile."""
        drawn: str = self.chance(what, list(pile))
        if drawn not in pile:
            raise ValueError(f"chance({what!r}) gave {drawn!r}: expected one of {pile}")
        pile.remove(drawn)
        return drawn


def payout(won: Sequence[bool]) -> list[float]:
    """The returns of the seats, which add up to 0: winners share one win, everybody else pays alike."""
    n, w = len(won), sum(won)
    return [(n - w) / (w * (n - 1)) if one else -1 / (n - 1) for one in won]
