"""An oracle of any game whose chance obeys, and play by the names of actions."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from tests.oracle import Oracle

AnyOracle = TypeVar("AnyOracle", bound=Oracle)


class Wishes(Oracle):
    """Mixed in before an oracle: chance brings the first of `wishes` for what is asked, otherwise `unwished`.

    `asked` lists what was asked of chance, each with its candidates.
    """

    def __init__(self, *wishes: tuple[str, str], **options: Any) -> None:
        self.wishes = list(wishes)
        self.asked: list[tuple[str, list[str]]] = []
        super().__init__(random.Random(0), **options)  # type: ignore[call-arg] # that of the oracle mixed in

    def chance(self, what: str, candidates: list[str]) -> str:
        self.asked.append((what, candidates))
        for wish in self.wishes:
            if wish[0] == what:
                self.wishes.remove(wish)
                return wish[1]
        return self.unwished(candidates)

    def unwished(self, candidates: list[str]) -> str:
        """What comes where nothing is wished."""
        return candidates[0]


def played(game: AnyOracle, *actions: str) -> AnyOracle:
    """The game, after these actions."""
    for action in actions:
        game.step(action)
    return game
