"""Policy networks and their files: legal always, whole or refused."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load, save

from ludarium import OptionError, make_batch, make_game
from ludarium.agents.base import Decisions
from ludarium.agents.encoding import StepEncoding
from ludarium.agents.files import CheckpointError, pack, unpack
from ludarium.agents.neural import (
    CHECKPOINTS,
    FORMAT,
    FORMAT_VERSION,
    POLICY_FILE,
    NeuralAgent,
    PolicyNetwork,
    load_agent,
    policy_bytes,
)
from ludarium.agents.registry import make_agent
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots

GAME = make_game("kelp:duel")


def network(game: Game = GAME, seed: int = 1, hidden: tuple[int, ...] = (12, 9)) -> PolicyNetwork:
    generator = np.random.default_rng(seed)
    sizes = [StepEncoding(game.layout).size, *hidden, game.num_actions]
    return PolicyNetwork(
        [
            (generator.normal(size=(a, b)).astype(np.float32), generator.normal(size=b).astype(np.float32))
            for a, b in itertools.pairwise(sizes)
        ]
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / POLICY_FILE
    path.write_bytes(policy_bytes(GAME, network()))
    return path


def reached(game: Game, count: int) -> Any:
    """Positions some way into random games, none of them over."""
    batch = make_batch(game, count, seed=4)
    batch.play(5)
    return batch.states


def test_logits_are_those_of_the_formula_in_any_batch() -> None:
    net = network(hidden=(21, 16))
    observation = np.random.default_rng(0).normal(size=(40, network().sizes[0])).astype(np.float32)
    expected = observation.astype(np.float64)
    for place, (weights, bias) in enumerate(net.layers):
        expected = expected @ weights + bias
        if place < 2:
            expected = np.maximum(expected, 0)
    together = net.logits(observation)
    assert together.dtype == np.float32
    np.testing.assert_allclose(together, expected, rtol=1e-4, atol=1e-4)
    one_by_one = np.concatenate([net.logits(observation[i : i + 1]) for i in range(40)])
    np.testing.assert_array_equal(together, one_by_one)
    np.testing.assert_array_equal(net.logits(observation[:, ::-1][:, ::-1]), together)


@pytest.mark.parametrize("density", [0.0, 0.02, 0.1, 1.0])
def test_zeros_of_wide_inputs_may_be_skipped_and_nothing_else(density: float) -> None:
    generator = np.random.default_rng(3)
    weights, bias = generator.normal(size=(203, 9)).astype(np.float32), generator.normal(size=9).astype(np.float32)
    inputs = generator.normal(size=(300, 203)) * (generator.random((300, 203)) < density)
    inputs[:200] -= np.eye(200, 203)  # some are alone in their block, wherever in it, and below zero
    logits = PolicyNetwork([(weights, bias)]).logits(inputs.astype(np.float32))
    np.testing.assert_allclose(logits, inputs @ weights.astype(np.float64) + bias, rtol=1e-4, atol=1e-4)


def test_illegal_actions_have_probability_zero() -> None:
    net = network()
    huge = [(weights * 40, bias * 40) for weights, bias in net.layers]
    agent = NeuralAgent(GAME, PolicyNetwork(huge))
    states = reached(GAME, 200)
    decisions = Decisions.of(GAME, states, seeds_of_slots(1, len(states)))
    policy = agent.policy(decisions)
    assert policy.shape == (200, GAME.num_actions) and policy.dtype == np.float64
    assert (policy[decisions.mask == 0] == 0).all()
    assert np.isfinite(policy).all()
    np.testing.assert_allclose(policy.sum(axis=1), 1, rtol=1e-12)


def test_a_loaded_agent_plays_ten_thousand_legal_moves(file: Path) -> None:
    agent = load_agent(file)
    assert agent.game == GAME
    batch = make_batch(GAME, 500, seed=9)
    for turn in range(60):
        seeds = seeds_of_slots(turn, 500)
        # The engine refuses illegal actions.
        batch.step(agent.act(Decisions.of(GAME, batch.states, seeds)))
    assert batch.games_finished.sum() > 100


def test_loading_gives_the_same_policy(file: Path) -> None:
    saved, loaded = network(), load_agent(file).network
    assert loaded.sizes == saved.sizes == [StepEncoding(GAME.layout).size, 12, 9, GAME.num_actions]
    for ours, theirs in zip(saved.layers, loaded.layers, strict=True):
        np.testing.assert_array_equal(ours[0], theirs[0])
        np.testing.assert_array_equal(ours[1], theirs[1])


def test_loading_does_not_import_torch(file: Path) -> None:
    code = f"import sys; from ludarium.agents.neural import load_agent; load_agent({str(file)!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "torch" not in done.stdout.split()


def test_a_run_folder_means_its_latest_checkpoint(tmp_path: Path) -> None:
    for step in (200, 1_000, 30):
        folder = tmp_path / CHECKPOINTS / f"step_{step:012d}"
        folder.mkdir(parents=True)
        (folder / POLICY_FILE).write_bytes(policy_bytes(GAME, network(seed=step)))
    (tmp_path / CHECKPOINTS / "step_000000009999.partial").mkdir()
    for path, seed in ((tmp_path, 1_000), (tmp_path / CHECKPOINTS / "step_000000000030", 30)):
        np.testing.assert_array_equal(load_agent(path).network.layers[0][0], network(seed=seed).layers[0][0])


@pytest.mark.parametrize(
    ("game", "words"),
    [("kelp", "for kelp:board_size=5,copies=2, not for kelp"), ("kelp:board_size=5", "not for kelp:board_size=5")],
)
def test_another_game_or_other_options_are_refused(file: Path, game: str, words: str) -> None:
    with pytest.raises(CheckpointError, match=words):
        load_agent(file, game)


def test_a_network_for_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="12 inputs"):
        NeuralAgent(GAME, PolicyNetwork(network().layers[1:]))
    agent = NeuralAgent(GAME, network())
    other = make_game("kelp:board_size=5,copies=3")
    states = other.new_states(1)
    with pytest.raises(ValueError, match="plays kelp:board_size=5,copies=2, not"):
        agent.policy(Decisions.of(other, states, seeds_of_slots(1, 1)))


def test_a_deterministic_agent_plays_the_likeliest_action(file: Path) -> None:
    states = GAME.new_states(4, 60)
    decisions = Decisions.of(GAME, states, seeds_of_slots(1, 60))
    drawn, played = make_agent(str(file), GAME), make_agent(f"{file}:deterministic=true", GAME)
    assert played.name == f"{file}:deterministic=true"
    policy = drawn.policy(decisions)
    assert ((policy > 0).sum(axis=1) > 1).all()
    assert (played.policy(decisions) == np.eye(GAME.num_actions)[policy.argmax(axis=1)]).all()
    assert (played.act(decisions) == policy.argmax(axis=1)).all()
    even = NeuralAgent(
        GAME, PolicyNetwork([(np.zeros_like(w), b * 0) for w, b in network().layers]), deterministic=True
    )
    assert (even.policy(decisions) == decisions.mask / decisions.mask.sum(axis=1, keepdims=True)).all()


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (":greedy=true", "unknown option 'greedy', expected one of deterministic"),
        (":deterministic=perhaps", "deterministic is 'perhaps', expected true or false"),
        (":deterministic", "'deterministic' is no option, expected option=value"),
    ],
)
def test_options_of_a_trained_agent(file: Path, rest: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make_agent(f"{file}{rest}", GAME)


def rewritten(file: Path, **changes: Any) -> None:
    """Writes the policy again with other things said about it, and a right checksum."""
    about, arrays = unpack(file, FORMAT, FORMAT_VERSION)
    version = changes.pop("format_version", FORMAT_VERSION)
    kind = changes.pop("format", FORMAT)
    about = {k: v for k, v in about.items() if k not in ("format", "format_version", "ludarium")}
    arrays |= {name: changes.pop(name) for name in list(changes) if name.startswith("layer_")}
    file.write_bytes(pack(kind, version, {**about, **changes}, arrays))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format_version": FORMAT_VERSION + 1}, r"format version 2, this release reads version 1"),
        ({"format": "ludarium-run-state"}, "of format 'ludarium-run-state', expected 'ludarium-policy'"),
        ({"game_version": 77}, "made for version 77 of kelp"),
        ({"game": "gomoku"}, "made for 'gomoku', which is not known here"),
        ({"game": "kelp:board_size=99"}, "board_size"),
        ({"observation_size": 5}, "made for 5 numbers"),
        ({"actions": ["a", "b"]}, "2 actions"),
        ({"sizes": [38, 12, 10]}, "weights of shapes"),
        ({"encoding": "raw"}, "encoding 'raw', expected 'steps'"),
        ({"activation": "tanh"}, "activation 'tanh', expected 'relu'"),
        ({"layer_0.bias": np.full(12, np.nan, np.float32)}, "no finite float32"),
        ({"layer_0.bias": np.zeros(12, np.float64)}, "no finite float32"),
        ({"layer_0.bias": np.zeros(11, np.float32)}, "weights of shapes"),
    ],
)
def test_what_does_not_fit_is_refused(file: Path, changes: dict[str, Any], words: str) -> None:
    rewritten(file, **changes)
    with pytest.raises(CheckpointError, match=words) as caught:
        load_agent(file)
    assert str(file) in str(caught.value)


def test_damage_is_found_wherever_it_is(file: Path) -> None:
    whole = file.read_bytes()
    for place in np.linspace(0, len(whole) - 1, 60).astype(int):
        bent = bytearray(whole)
        bent[place] ^= 0x10
        file.write_bytes(bent)
        with pytest.raises(CheckpointError):
            load_agent(file)
    for length in (0, 4, 8, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(CheckpointError):
            load_agent(file)


def test_foreign_files_and_empty_folders_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(save({"a": np.zeros(3, np.float32)}))
    assert set(load(foreign.read_bytes())) == {"a"}
    noise = tmp_path / "noise"
    noise.write_bytes(b"no network at all")
    odd = tmp_path / "odd"
    odd.write_bytes(save({"a": np.zeros(3, np.float32)}, metadata={"ludarium": json.dumps([1])}))
    for path, words in (
        (foreign, "of format None"),
        (odd, "of format None"),
        (noise, "not a file of format"),
        (tmp_path / "nowhere", "there is no such file or folder"),
        (tmp_path, "neither a run with a checkpoint"),
    ):
        with pytest.raises(CheckpointError, match=words):
            load_agent(path)
