"""Choosing actions, and the gradients of what is learned: against torch's, worked out from the plain formulas."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from scipy.stats import chisquare

from ludarium.envs.core.rng import GOLDEN_GAMMA, seeds_of_slots, uniforms
from ludarium.training.selfplay.losses import (
    CLIPPED,
    DIVERGENCE,
    ENTROPY,
    MAGNET,
    NUM_TOLD,
    SURROGATE,
    choose_actions,
    compiled,
    pull_to_actions,
    push_policy,
    tell_probabilities,
)

DECISIONS, ACTIONS, WIDTH = 50, 80, 7
CLIP = 0.25


class Sample(NamedTuple):
    """Decisions, of which `rows` are learned from; shapes as in the module."""

    logits: np.ndarray
    masks: np.ndarray
    rows: np.ndarray
    actions: np.ndarray
    log_probabilities: np.ndarray
    advantages: np.ndarray
    magnets: np.ndarray


def legal_log_softmax(logits: torch.Tensor, masks: np.ndarray) -> torch.Tensor:
    """The plain formula; 0 where an action is illegal."""
    legal = torch.from_numpy(masks != 0)
    found = torch.log_softmax(logits.masked_fill(~legal, -torch.inf), dim=1)
    return torch.where(legal, found, torch.zeros_like(found))


def sample(seed: int, spread: float, shift: float) -> Sample:
    """Random decisions: legal actions from one to all, old policies around the new one, any advantages.

    Args:
        seed: of all that is random.
        spread: standard deviation of the logits.
        shift: of the change of the policy since, in logarithms of the probabilities.
    """
    random = np.random.default_rng(seed)
    logits = (spread * random.normal(size=(DECISIONS, WIDTH))).astype(np.float32)
    masks = (random.random((ACTIONS, WIDTH)) < random.random((ACTIONS, 1))).astype(np.int8)
    masks[np.arange(ACTIONS), random.integers(WIDTH, size=ACTIONS)] = 1
    rows = random.permutation(ACTIONS)[:DECISIONS]
    legal = masks[rows] != 0
    logits[~legal] += 100  # what is illegal must not be looked at
    found = legal_log_softmax(torch.from_numpy(logits.astype(np.float64)), masks[rows]).numpy()
    actions = np.zeros(ACTIONS, np.int64)
    log_probabilities = np.full(ACTIONS, np.nan, np.float32)
    weights = random.random((DECISIONS, WIDTH)) * np.exp(np.maximum(found, -5)) * legal  # likely ones more often
    actions[rows] = weights.argmax(axis=1)
    changes = shift * random.normal(size=DECISIONS)
    log_probabilities[rows] = found[np.arange(DECISIONS), actions[rows]] - changes
    advantages = random.normal(size=ACTIONS).astype(np.float32)
    magnets = (spread * random.normal(size=(ACTIONS, WIDTH))).astype(np.float32)
    magnets = legal_log_softmax(torch.from_numpy(magnets), masks).numpy()
    return Sample(logits, masks, rows, actions, log_probabilities, advantages, magnets)


def pushed(given: Sample, magnet: float, entropy: float, parts: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Gradient and sums by the compiled function, worked out in so many parts."""
    gradient = np.full((DECISIONS, WIDTH), np.nan, np.float32)
    told = np.full((parts, NUM_TOLD), np.nan)
    edges = [DECISIONS * k // parts for k in range(parts + 1)]
    for part in range(parts):
        weights = (magnet, entropy, CLIP, 1 / DECISIONS)
        compiled(push_policy)(*given, *weights, gradient, told, part, edges[part], edges[part + 1])
    return gradient, told


def plain(given: Sample, magnet: float, entropy: float) -> tuple[np.ndarray, dict[int, float], np.ndarray]:
    """The same by torch in double precision: gradient, sums by column, and the ratios."""
    logits = torch.from_numpy(given.logits.astype(np.float64)).requires_grad_()
    rows = given.rows
    found = legal_log_softmax(logits, given.masks[rows])
    legal = torch.from_numpy(given.masks[rows] != 0)
    probabilities = torch.where(legal, torch.exp(found), torch.zeros_like(found))
    chosen = found[torch.arange(DECISIONS), torch.from_numpy(given.actions[rows])]
    ratio = torch.exp(chosen - torch.from_numpy(given.log_probabilities[rows].astype(np.float64)))
    advantages = torch.from_numpy(given.advantages[rows].astype(np.float64))
    surrogate = -torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).sum()
    entropies = -(probabilities * found).sum()
    distance = (probabilities * (found - torch.from_numpy(given.magnets[rows].astype(np.float64)))).sum()
    ((surrogate - entropy * entropies + magnet * distance) / DECISIONS).backward()
    assert logits.grad is not None
    told = {
        SURROGATE: surrogate.item(),
        ENTROPY: entropies.item(),
        DIVERGENCE: (ratio - 1 - torch.log(ratio)).sum().item(),
        CLIPPED: ((ratio - 1).abs() > CLIP).sum().item(),
        MAGNET: distance.item() if magnet else 0.0,
    }
    return logits.grad.numpy(), told, ratio.detach().numpy()


@pytest.mark.parametrize(("magnet", "entropy"), [(0.0, 0.0), (0.0, 0.3), (0.4, 0.0), (0.7, 0.1)])
@pytest.mark.parametrize(("spread", "shift"), [(1.0, 0.4), (0.01, 0.0), (60.0, 0.4)])
def test_the_gradient_is_that_of_the_plain_formula(spread: float, shift: float, magnet: float, entropy: float) -> None:
    for seed in range(3):
        given = sample(seed, spread, shift)
        gradient, told = pushed(given, magnet, entropy)
        wanted, sums, ratios = plain(given, magnet, entropy)
        largest = max(1.0, 100 * magnet * (spread > 10))  # distances from a magnet are as large as the logits
        np.testing.assert_allclose(gradient, wanted, atol=2e-7 * largest, rtol=1e-4)
        assert told.shape == (1, NUM_TOLD)
        for column, value in sums.items():
            assert told[0, column] == pytest.approx(value, rel=1e-5, abs=3e-5 * largest), column
        assert (gradient[given.masks[given.rows] == 0] == 0).all()
        if shift:  # all that the clipping tells apart is there
            positive = given.advantages[given.rows] >= 0
            assert len({(a, b) for a, b in zip(positive, np.digitize(ratios, [1 - CLIP, 1 + CLIP]), strict=True)}) == 6


def test_one_legal_action_teaches_nothing() -> None:
    given = sample(1, 1.0, 0.0)
    alone = given.masks[given.rows].sum(axis=1) == 1
    assert alone.any() and not alone.all()
    gradient, _ = pushed(given, 0.3, 0.2)
    np.testing.assert_allclose(gradient[alone], 0, atol=1e-8)
    assert np.abs(gradient[~alone]).max(axis=1).min() > 1e-6


def test_sums_of_nothing_changed() -> None:
    given = sample(2, 1.0, 0.0)
    _, told = pushed(given, 0.0, 0.1)
    assert told[0, CLIPPED] == 0
    assert told[0, DIVERGENCE] == pytest.approx(0, abs=1e-5)
    assert told[0, SURROGATE] == pytest.approx(-given.advantages[given.rows].sum(), rel=1e-5)


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_the_split_in_parts_changes_nothing(parts: int) -> None:
    given = sample(4, 1.0, 0.4)
    gradient, told = pushed(given, 0.3, 0.1)
    others, in_parts = pushed(given, 0.3, 0.1, parts)
    assert others.tobytes() == gradient.tobytes()
    np.testing.assert_allclose(in_parts.sum(axis=0), told[0], rtol=1e-12)
    assert (np.abs(in_parts[:, ENTROPY]) < told[0, ENTROPY]).all()


@pytest.mark.parametrize("spread", [0.01, 1.0, 60.0])
@pytest.mark.parametrize("parts", [1, 3])
def test_imitation_pulls_to_the_actions(spread: float, parts: int) -> None:
    given = sample(5, spread, 0.0)
    logits = torch.from_numpy(given.logits.astype(np.float64)).requires_grad_()
    found = legal_log_softmax(logits, given.masks[given.rows])
    chosen = found[torch.arange(DECISIONS), torch.from_numpy(given.actions[given.rows])]
    (-chosen.sum() / DECISIONS).backward()
    assert logits.grad is not None
    gradient, told = np.full((DECISIONS, WIDTH), np.nan, np.float32), np.full((parts, NUM_TOLD), np.nan)
    edges = [DECISIONS * k // parts for k in range(parts + 1)]
    fixed: tuple[Any, ...] = (given.logits, given.masks, given.rows, given.actions, 1 / DECISIONS, gradient, told)
    for part in range(parts):
        compiled(pull_to_actions)(*fixed, part, edges[part], edges[part + 1])
    np.testing.assert_allclose(gradient, logits.grad.numpy(), atol=1e-7)
    sums = told.sum(axis=0)
    assert sums[0] == pytest.approx(-chosen.sum().item(), rel=1e-5, abs=1e-5)
    assert sums[1] == pytest.approx(torch.exp(chosen).sum().item(), rel=1e-5)
    assert (sums[2:] == 0).all()


def chosen_by(
    logits: np.ndarray, masks: np.ndarray, indices: np.ndarray, streams: np.ndarray, parts: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Actions and the logarithms of their probabilities."""
    actions, told = np.full(len(indices), -1), np.full(len(indices), np.nan, np.float32)
    edges = [len(indices) * k // parts for k in range(parts + 1)]
    for part in range(parts):
        compiled(choose_actions)(logits, masks, indices, streams, actions, told, edges[part], edges[part + 1])
    return actions, told


def test_actions_are_drawn_as_often_as_the_softmax_says() -> None:
    count = 40_000
    one = np.array([0.3, 5.0, -1.0, 0.0, 1.2, 7.0, 0.3], np.float32)
    mask = np.array([1, 0, 1, 1, 1, 0, 1], np.int8)
    logits, masks, indices = np.tile(one, (count, 1)), np.tile(mask, (count, 1)), np.arange(count)
    actions, told = chosen_by(logits, masks, indices, seeds_of_slots(3, count))
    wanted = legal_log_softmax(torch.from_numpy(one[None].astype(np.float64)), mask[None])[0].numpy()
    legal = np.flatnonzero(mask)
    drawn = np.bincount(actions, minlength=WIDTH)
    assert drawn.sum() == drawn[legal].sum() == count
    assert chisquare(drawn[legal], count * np.exp(wanted[legal])).pvalue > 1e-6
    np.testing.assert_allclose(told, wanted[actions], atol=1e-6)


@pytest.mark.parametrize("spread", [0.01, 1.0, 60.0])
def test_any_logits_and_masks(spread: float) -> None:
    given = sample(6, spread, 0.0)
    actions, told = chosen_by(given.logits, given.masks, given.rows, seeds_of_slots(1, ACTIONS))
    assert (given.masks[given.rows, actions] == 1).all()
    wanted = legal_log_softmax(torch.from_numpy(given.logits.astype(np.float64)), given.masks[given.rows]).numpy()
    np.testing.assert_allclose(told, wanted[np.arange(DECISIONS), actions], atol=2e-5 if spread > 10 else 1e-6)
    logits = given.logits.copy()
    compiled(tell_probabilities)(logits, given.masks, given.rows, 0, DECISIONS)
    np.testing.assert_allclose(logits, wanted, atol=2e-5 if spread > 10 else 1e-6)
    assert (logits[given.masks[given.rows] == 0] == 0).all()


def test_every_decision_takes_one_number_of_its_stream() -> None:
    """The action is the first at which the cumulative probability exceeds the number."""
    given = sample(7, 1.0, 0.0)
    streams = seeds_of_slots(2, ACTIONS)
    before = streams.copy()
    actions, _ = chosen_by(given.logits, given.masks, given.rows, streams)
    expected = before.copy()
    expected[given.rows] += GOLDEN_GAMMA
    np.testing.assert_array_equal(streams, expected)
    found = legal_log_softmax(torch.from_numpy(given.logits.astype(np.float64)), given.masks[given.rows]).numpy()
    cumulative = np.cumsum(np.where(given.masks[given.rows] != 0, np.exp(found), 0), axis=1)
    wanted = (cumulative <= uniforms(before[given.rows])[:, None]).sum(axis=1)
    np.testing.assert_array_equal(actions, wanted)
    again = chosen_by(given.logits, given.masks, given.rows, before.copy(), parts=3)[0]
    np.testing.assert_array_equal(again, actions)


def stream_before(output: int) -> np.uint64:
    """The state of a SplitMix64 stream whose next output is `output`: every step of the mixing can be undone."""
    z, every = output, 2**64 - 1
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        whole = z
        for _ in range(64 // shift + 1):
            whole = z ^ (whole >> shift)
        z = whole * pow(factor, -1, 2**64) & every
    return np.uint64((z - int(GOLDEN_GAMMA)) & every)


@pytest.mark.parametrize("last", [-20.0, -60.0, -300.0])
def test_an_action_that_is_as_good_as_impossible_does_not_get_what_rounding_leaves_over(last: float) -> None:
    stream = stream_before(2**64 - 2**38)
    assert uniforms(np.array([stream]))[0] == 1 - 2.0**-26
    logits = np.random.default_rng(1).normal(size=(200, 4)).astype(np.float32)
    logits[:, -1] = last
    actions, _ = chosen_by(logits, np.ones((200, 4), np.int8), np.arange(200), np.full(200, stream))
    assert (actions == 2).all()


@pytest.mark.parametrize("shift", [-1000.0, 1000.0])
def test_only_differences_of_logits_count(shift: float) -> None:
    given = sample(8, 1.0, 0.0)
    logits = np.round(given.logits * 16) / 16  # so that the shift rounds nothing off
    one = chosen_by(logits, given.masks, given.rows, seeds_of_slots(1, ACTIONS))
    other = chosen_by(logits + np.float32(shift), given.masks, given.rows, seeds_of_slots(1, ACTIONS))
    np.testing.assert_array_equal(one[0], other[0])
    np.testing.assert_allclose(one[1], other[1], atol=2e-4)


def test_the_same_logits_are_no_change_to_the_last_bit() -> None:
    """The ratio of the first update is exactly 1."""
    given = sample(9, 3.0, 0.0)
    actions, told = chosen_by(given.logits, given.masks, given.rows, seeds_of_slots(1, ACTIONS))
    taken, log_probabilities = given.actions.copy(), given.log_probabilities.copy()
    taken[given.rows], log_probabilities[given.rows] = actions, told
    _, sums = pushed(given._replace(actions=taken, log_probabilities=log_probabilities), 0.0, 0.0)
    assert sums[0, DIVERGENCE] == sums[0, CLIPPED] == 0
    assert sums[0, SURROGATE] == pytest.approx(-given.advantages[given.rows].sum(dtype=np.float64), rel=1e-12)


@pytest.mark.parametrize("number", [0, 2**40])
def test_the_smallest_numbers_do_not_either(number: int) -> None:
    logits = np.array([[-300.0, 0.1, 0.7]], np.float32)
    actions, _ = chosen_by(logits, np.ones((1, 3), np.int8), np.array([0]), np.array([stream_before(number)]))
    assert actions[0] == 1
