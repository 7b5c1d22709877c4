"""A sensible player of Lockup, as weights of actions: it knows what its seat knows."""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel


@kernel
def scripted(s: Record, mask: Any, weights: Any) -> None:
    """Placeholder while the rules settle."""
    for action in range(mask.shape[0]):
        weights[action] = mask[action]
