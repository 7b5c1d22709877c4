"""Players for the tests of adapters."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.decisions import Decisions


class Prefers:
    """Takes the first legal one of `actions`, else the lowest legal action."""

    def __init__(self, *actions: int) -> None:
        self.actions = actions

    def act(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        return np.array([preferred(mask, *self.actions) for mask in decisions.mask])


class Chancy:
    """Uniform over the legal actions, from the decisions' seeds; keeps the last decisions that it was asked for."""

    last: Decisions | None = None

    def act(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        self.last = decisions
        counts = decisions.mask.sum(axis=1)
        picks = (decisions.uniforms() * counts).astype(np.int64)
        return np.array([np.flatnonzero(mask)[pick] for mask, pick in zip(decisions.mask, picks, strict=True)])


class Answers:
    """Always answers the same thing, whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, decisions: Decisions) -> Any:
        return self.answer


def preferred(mask: npt.NDArray[np.int8], *actions: int) -> int:
    return next((action for action in actions if mask[action]), int(mask.argmax()))


def spread(masks: npt.NDArray[np.int8], turn: int) -> npt.NDArray[np.int64]:
    """A legal action a row that changes from turn to turn and depends on the row's mask alone."""
    return np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in masks])
