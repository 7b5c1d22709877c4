"""Choosing actions, and the gradients of what is learned, over the legal actions alone; compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types

from ludarium.envs.core.kernels import bind
from ludarium.envs.core.rng import next_of_stream, unit

_MATRIX, _VECTOR = types.float32[:, ::1], types.float32[::1]
_TYPES: dict[str, Any] = {
    "logits": _MATRIX,
    "streams": types.uint64[::1],
    "log_probabilities": _VECTOR,
    "rows": types.int64[::1],
    "advantages": _VECTOR,
    "magnets": _MATRIX,
    "magnet_weight": types.float64,
    "entropy_weight": types.float64,
    "clip_range": types.float64,
    "share": types.float64,
    "gradient": _MATRIX,
    "told": types.float64[:, ::1],
    "part": types.int64,
}

#: Columns of `told`: what :func:`push_policy` tells, in sums over its decisions.
SURROGATE, ENTROPY, DIVERGENCE, CLIPPED, MAGNET = range(5)
NUM_TOLD = 5


def choose_actions(
    logits: Any, masks: Any, indices: Any, streams: Any, actions: Any, log_probabilities: Any, start: int, stop: int
) -> None:
    """Draws an action by the softmax of the legal logits, for k in [start, stop).

    Args:
        logits: float32 ``[K, num_actions]``.
        masks: int8 ``[B, num_actions]``; row ``indices[k]`` belongs to decision k.
        indices: int64 ``[K]``.
        streams: uint64 ``[B]``, a SplitMix64 stream each, of which decision k uses number ``indices[k]``.
        actions: int64 ``[K]``, written.
        log_probabilities: float32 ``[K]``, of these; written.
        start: see above.
        stop: see above.
    """
    width = masks.shape[1]
    for k in range(start, stop):
        mask = masks[indices[k]]
        highest = np.float32(-np.inf)
        chosen = -1
        for action in range(width):
            if mask[action] and logits[k, action] > highest:
                highest = logits[k, action]
                chosen = action  # the likeliest, should rounding leave something over
        total = np.float32(0)
        mass = np.float64(0)  # the same, doubly precise: what is as good as impossible would get too much otherwise
        for action in range(width):
            if mask[action]:
                weight = np.exp(logits[k, action] - highest)
                total += weight
                mass += weight
        left = unit(next_of_stream(streams, indices[k])) * mass
        for action in range(width):
            if mask[action]:
                left -= np.exp(logits[k, action] - highest)
                if left < 0:
                    chosen = action
                    break
        actions[k] = chosen
        # In the same order as in :func:`push_policy`: the same logits give the same number to the last bit.
        log_probabilities[k] = logits[k, chosen] - (highest + np.log(total))


def tell_probabilities(logits: Any, masks: Any, indices: Any, start: int, stop: int) -> None:
    """Turns `logits` (float32 ``[K, num_actions]``) into logarithms of the legal actions' probabilities, others 0."""
    width = masks.shape[1]
    for k in range(start, stop):
        mask = masks[indices[k]]
        highest = np.float32(-np.inf)
        for action in range(width):
            if mask[action] and logits[k, action] > highest:
                highest = logits[k, action]
        total = np.float32(0)
        for action in range(width):
            if mask[action]:
                total += np.exp(logits[k, action] - highest)
        shift = highest + np.log(total)
        for action in range(width):
            logits[k, action] = logits[k, action] - shift if mask[action] else np.float32(0)


def push_policy(
    logits: Any,
    masks: Any,
    rows: Any,
    actions: Any,
    log_probabilities: Any,
    advantages: Any,
    magnets: Any,
    magnet_weight: Any,
    entropy_weight: Any,
    clip_range: Any,
    share: Any,
    gradient: Any,
    told: Any,
    part: int,
    start: int,
    stop: int,
) -> None:
    """The gradient of PPO's clipped loss by the logits, with an entropy bonus and a pull to other probabilities.

    Args:
        logits: float32 ``[K, num_actions]``, of decisions ``rows[k]``.
        masks: int8 ``[N, num_actions]``.
        rows: int64 ``[K]``.
        actions: int64 ``[N]``.
        log_probabilities: float32 ``[N]``, of the actions when they were chosen.
        advantages: float32 ``[N]``.
        magnets: float32 ``[N, num_actions]``, logarithms of the probabilities that the policy is pulled to; looked at
            only if it is pulled.
        magnet_weight: of the Kullback-Leibler divergence from these.
        entropy_weight: of the entropy bonus.
        clip_range: PPO's.
        share: weight of a decision, one over the size of the minibatch.
        gradient: float32 ``[K, num_actions]``, written.
        told: float64 ``[parts, NUM_TOLD]``, overwritten in row `part`.
        part: see above.
        start: first decision.
        stop: end of the decisions.
    """
    width = masks.shape[1]
    told[part, :] = 0
    lower, upper = np.float32(1 - clip_range), np.float32(1 + clip_range)
    bonus, pull, each = np.float32(entropy_weight), np.float32(magnet_weight), np.float32(share)
    for k in range(start, stop):
        row = rows[k]
        mask = masks[row]
        highest = np.float32(-np.inf)
        for action in range(width):
            if mask[action] and logits[k, action] > highest:
                highest = logits[k, action]
        total = np.float32(0)
        for action in range(width):
            gradient[k, action] = 0
            if mask[action]:
                gradient[k, action] = np.exp(logits[k, action] - highest)
                total += gradient[k, action]
        shift = highest + np.log(total)
        entropy = np.float32(0)
        distance = np.float32(0)
        for action in range(width):
            if mask[action]:
                probability = gradient[k, action] / total
                log_probability = logits[k, action] - shift
                gradient[k, action] = probability
                entropy -= probability * log_probability
                if pull > 0:
                    distance += probability * (log_probability - magnets[row, action])

        taken = actions[row]
        change = logits[k, taken] - shift - log_probabilities[row]
        ratio = np.exp(change)
        advantage = advantages[row]
        pushed = ratio <= upper if advantage >= 0 else ratio >= lower
        # d(−ratio · advantage)/d(log probability of the action taken), and what follows for every logit.
        push = -advantage * ratio if pushed else np.float32(0)
        for action in range(width):
            if mask[action]:
                probability = gradient[k, action]
                log_probability = logits[k, action] - shift
                slope = -push * probability + bonus * probability * (log_probability + entropy)
                if pull > 0:
                    slope += pull * probability * (log_probability - magnets[row, action] - distance)
                if action == taken:
                    slope += push
                gradient[k, action] = slope * each

        told[part, SURROGATE] -= min(ratio * advantage, min(max(ratio, lower), upper) * advantage)
        told[part, ENTROPY] += entropy
        told[part, DIVERGENCE] += ratio - 1 - change
        told[part, CLIPPED] += abs(ratio - 1) > clip_range
        told[part, MAGNET] += distance


def pull_to_actions(
    logits: Any,
    masks: Any,
    rows: Any,
    actions: Any,
    share: Any,
    gradient: Any,
    told: Any,
    part: int,
    start: int,
    stop: int,
) -> None:
    """The gradient by the logits of minus the logarithm of the probability of given actions.

    The parameters are those of :func:`push_policy`, but for two columns of `told`: sums of the loss, and of the
    probability itself.
    """
    width = masks.shape[1]
    told[part, :] = 0
    each = np.float32(share)
    for k in range(start, stop):
        mask = masks[rows[k]]
        highest = np.float32(-np.inf)
        for action in range(width):
            if mask[action] and logits[k, action] > highest:
                highest = logits[k, action]
        total = np.float32(0)
        for action in range(width):
            gradient[k, action] = 0
            if mask[action]:
                gradient[k, action] = np.exp(logits[k, action] - highest)
                total += gradient[k, action]
        taken = actions[rows[k]]
        likelihood = gradient[k, taken] / total
        for action in range(width):
            if mask[action]:
                gradient[k, action] = gradient[k, action] / total * each
        gradient[k, taken] -= each
        told[part, 0] -= logits[k, taken] - highest - np.log(total)
        told[part, 1] += likelihood


@cache
def compiled(template: Callable[..., Any]) -> Any:
    """A function of this module, compiled for the types of its parameters."""
    return bind(template, "training", {}, _TYPES)
