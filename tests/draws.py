"""What kernels drew in one step, found in the records before and after it and handed to an oracle card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Unexplained(AssertionError):
    """No draw of the oracle leads to what the kernels did."""


class Draws:
    """What the kernels drew in one step, by what the oracle asks for."""

    def __init__(self, piles: dict[str, list[str]]) -> None:
        self.piles = piles

    def take(self, what: str, candidates: list[str]) -> str:
        """The answer to the oracle's question `what`."""
        pile = self.piles[what]
        for name in pile:  # a deck that runs out is drawn whole, before what it is rebuilt of
            if name in candidates:
                pile.remove(name)
                return name
        raise Unexplained(f"the oracle draws a {what} out of {Counter(candidates)}, the kernels drew {pile}")

    def left(self) -> list[str]:
        """What the kernels drew and the oracle did not."""
        return [name for pile in self.piles.values() for name in pile]

    def check_nothing_left(self) -> None:
        """Raises `Unexplained` where the kernels drew more than the oracle."""
        if self.left():
            raise Unexplained(f"the kernels drew {self.left()} besides")


def gained(order: Iterable[str], less: list[int], more: list[int]) -> list[str]:
    """The names of which `more` counts more than `less`, as often as it does."""
    if less == more:
        return []
    return [name for name, a, b in zip(order, less, more, strict=True) for _ in range(b - a)]
