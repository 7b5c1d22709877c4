"""Trained agents: a policy network, and the files that hold one.

A policy file holds the weights and says which game, options and version they are for (see :mod:`.files`). A run folder
of the trainer has one for every checkpoint, ``checkpoints/step_XXXXXXXXXXXX/policy.safetensors``.

Playing needs no torch. The network is run by a compiled function of our own: at the batch sizes of play it is about as
fast as a linear-algebra library, it never starts threads (which stall a process as soon as the cores are busy), and a
decision gets the same probabilities, to the last bit, in a batch of any size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind
from ludarium.envs.core.options import OptionError
from ludarium.envs.registry import UnknownGameError, make_game

from .base import Agent, Decisions, check_game
from .encoding import StepEncoding
from .files import CheckpointError, pack, unpack

FORMAT = "ludarium-policy"
FORMAT_VERSION = 1
POLICY_FILE = "policy.safetensors"
CHECKPOINTS = "checkpoints"
STEP_FOLDER = re.compile(r"step_(\d{12})")

ACTIVATION = "relu"
ENCODING = "steps"


def dense_layer(inputs: Any, weights: Any, bias: Any, outputs: Any, rectify: bool) -> None:
    """``outputs = inputs @ weights + bias``, and max(0, ·) of it if `rectify`; a row at a time, in a fixed order.

    Args:
        inputs: float32 ``[B, K]``.
        weights: float32 ``[K, N]``.
        bias: float32 ``[N]``.
        outputs: float32 ``[B, N]``, overwritten.
        rectify: whether negative outputs become 0.
    """
    size, width = weights.shape
    whole = size - size % 8
    # Most of what a large game shows is zero: cards that are elsewhere, places that nobody is at. Small layers are
    # better off without the question.
    sparse = size > 2 * width
    for row in range(inputs.shape[0]):
        x, y = inputs[row], outputs[row]
        for j in range(width):
            y[j] = bias[j]
        # Eight inputs a pass: y is loaded and stored once for eight products, which is what the time goes into.
        for i in range(0, whole, 8):
            x0, x1, x2, x3, x4, x5, x6, x7 = x[i], x[i + 1], x[i + 2], x[i + 3], x[i + 4], x[i + 5], x[i + 6], x[i + 7]
            if sparse and (abs(x0) + abs(x1) + abs(x2) + abs(x3)) + (abs(x4) + abs(x5) + abs(x6) + abs(x7)) == 0:
                continue
            w0, w1, w2, w3 = weights[i], weights[i + 1], weights[i + 2], weights[i + 3]
            w4, w5, w6, w7 = weights[i + 4], weights[i + 5], weights[i + 6], weights[i + 7]
            for j in range(width):
                first = (x0 * w0[j] + x1 * w1[j]) + (x2 * w2[j] + x3 * w3[j])
                y[j] += first + ((x4 * w4[j] + x5 * w5[j]) + (x6 * w6[j] + x7 * w7[j]))
        for i in range(whole, size):
            for j in range(width):
                y[j] += x[i] * weights[i, j]
        if rectify:
            for j in range(width):
                y[j] = max(y[j], np.float32(0))


@cache
def _dense_layer() -> Any:
    matrix = types.float32[:, ::1]
    kinds = {"inputs": matrix, "weights": matrix, "bias": types.float32[::1], "outputs": matrix}
    return bind(dense_layer, "networks", {}, {**kinds, "rectify": types.boolean})


@dataclass(frozen=True)
class PolicyNetwork:
    """A multi-layer perceptron from encoded observations to logits of the actions, rectified between its layers.

    Attributes:
        layers: weights float32 ``[inputs, outputs]`` and biases float32 ``[outputs]``, first layer first.
    """

    layers: Sequence[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]

    @property
    def sizes(self) -> list[int]:
        """Inputs, numbers in the hidden layers, and actions."""
        return [self.layers[0][0].shape[0], *(len(bias) for _, bias in self.layers)]

    def logits(self, inputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Logits of all actions, float32 ``[B, num_actions]``, from inputs ``[B, K]``."""
        values = np.ascontiguousarray(inputs, np.float32)
        for place, (weights, bias) in enumerate(self.layers):
            outputs = np.empty((len(values), len(bias)), np.float32)
            _dense_layer()(values, weights, bias, outputs, place < len(self.layers) - 1)
            values = outputs
        return values

    def probabilities(self, inputs: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> npt.NDArray[np.float64]:
        """Softmax over the legal actions, float64 ``[B, num_actions]``; an illegal action has exactly 0.

        Args:
            inputs: float32 ``[B, K]``.
            mask: int8 ``[B, num_actions]``, at least one legal action a row.
        """
        legal = mask != 0
        logits = np.where(legal, self.logits(inputs), -np.inf).astype(np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        weights = np.exp(logits)
        return weights / weights.sum(axis=1, keepdims=True)


class NeuralAgent(Agent):
    """Plays one game by a policy network, always over the legal actions alone.

    Args:
        game: the game, with its options, that the network was made for.
        network: takes its observations, encoded by :class:`.encoding.StepEncoding`, and gives its actions.
        name: the agent string.
        deterministic: play the most probable action, instead of drawing one; among equals, any of them.
        value: takes the same inputs and gives one number, what the seat to act will still get; None if there is none.

    Raises:
        ValueError: a network has other numbers of inputs or outputs than the game's observations and actions.
    """

    def __init__(
        self,
        game: Game,
        network: PolicyNetwork,
        name: str = "neural",
        *,
        deterministic: bool = False,
        value: PolicyNetwork | None = None,
    ) -> None:
        inputs, outputs = network.sizes[0], network.sizes[-1]
        self._encoding = StepEncoding(game.layout)
        if (inputs, outputs) != (self._encoding.size, game.num_actions):
            raise ValueError(
                f"a network from {inputs} inputs to {outputs} outputs, expected {self._encoding.size} and "
                f"{game.num_actions} for {game.string}"
            )
        if value is not None and (value.sizes[0], value.sizes[-1]) != (self._encoding.size, 1):
            raise ValueError(
                f"a value network from {value.sizes[0]} inputs to {value.sizes[-1]} outputs, expected "
                f"{self._encoding.size} and 1 for {game.string}"
            )
        self.game = game
        self.network = network
        self.value = value
        self.name = name
        self.deterministic = deterministic

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """See :meth:`Agent.policy`.

        Raises:
            ValueError: decisions of another game, or under other options.
        """
        check_game(self.name, self.game, decisions)
        probabilities = self.network.probabilities(self._encoding(decisions.observation), decisions.mask)
        if not self.deterministic:
            return probabilities
        best = probabilities == probabilities.max(axis=1, keepdims=True)
        return best / best.sum(axis=1, keepdims=True)

    def judge(
        self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """What it makes of situations: probabilities ``[B, num_actions]``, and what the seats to act will get, ``[B]``.

        Args:
            observation: float32 ``[B, observation_size]``, of the seats to act.
            mask: int8 ``[B, num_actions]``.

        Raises:
            ValueError: it has no value network.
        """
        if self.value is None:
            raise ValueError(f"agent {self.name} has no value network; expected one that was trained by this release")
        inputs = self._encoding(observation)
        return self.network.probabilities(inputs, mask), self.value.logits(inputs)[:, 0].astype(np.float64)


# --- files --------------------------------------------------------------------------------------------------------


def policy_bytes(game: Game, network: PolicyNetwork, value: PolicyNetwork | None = None) -> bytes:
    """`network`, which plays `game`, and perhaps the network of its values, as the content of a policy file."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for kind, one in (("layer", network), ("value", value)):
        for place, (weights, bias) in enumerate(one.layers if one is not None else ()):
            arrays[f"{kind}_{place}.weights"] = weights
            arrays[f"{kind}_{place}.bias"] = bias
    about = {
        "game": game.string,
        "game_version": game.spec.version,
        "observation_size": game.observation_size,
        "actions": list(game.action_names),
        "encoding": ENCODING,
        "sizes": network.sizes,
        "value_sizes": value.sizes if value is not None else [],
        "activation": ACTIVATION,
    }
    return pack(FORMAT, FORMAT_VERSION, about, arrays)


def load_agent(path: str | Path, game: Game | str | None = None, *, deterministic: bool = False) -> NeuralAgent:
    """The agent of a policy file, of the folder of a checkpoint, or of a run folder (its latest checkpoint).

    Args:
        path: where.
        game: the game it is to play; by default the one that it was made for.
        deterministic: see :class:`NeuralAgent`.

    Raises:
        CheckpointError: there is none, or it is damaged, foreign, of a newer format, or for another game, other
            options or another version of the game.
    """
    file = find_policy(path)
    about, arrays = unpack(file, FORMAT, FORMAT_VERSION)
    try:
        own = make_game(about["game"])
    except (UnknownGameError, OptionError) as error:
        raise CheckpointError(f"{file}: made for {about['game']!r}, which is not known here: {error}") from None
    if game is not None and make_game(game) != own:
        raise CheckpointError(f"{file}: an agent for {own.string}, not for {make_game(game).string}")
    if about["game_version"] != own.spec.version:
        raise CheckpointError(
            f"{file}: made for version {about['game_version']} of {own.name}, this release has {own.spec.version}"
        )
    if about["observation_size"] != own.observation_size or about["actions"] != list(own.action_names):
        raise CheckpointError(
            f"{file}: made for {about['observation_size']} numbers in an observation and {len(about['actions'])} "
            f"actions, {own.string} has {own.observation_size} and {own.num_actions}"
        )
    network, value = _networks(file, about, arrays, StepEncoding(own.layout).size)
    return NeuralAgent(own, network, name=str(path), deterministic=deterministic, value=value)


def _networks(
    file: Path, about: dict[str, Any], arrays: dict[str, npt.NDArray[Any]], inputs: int
) -> tuple[PolicyNetwork, PolicyNetwork | None]:
    sizes = {"layer": about["sizes"], "value": about.get("value_sizes", [])}
    expected: dict[str, tuple[int, ...]] = {}
    for kind, widths in sizes.items():
        for place, (before, after) in enumerate(pairwise(widths)):
            expected |= {f"{kind}_{place}.weights": (before, after), f"{kind}_{place}.bias": (after,)}
    found = {name: array.shape for name, array in arrays.items()}
    ends = [(widths[0], widths[-1]) for widths in sizes.values() if widths]
    if found != expected or ends != [(inputs, len(about["actions"])), (inputs, 1)][: len(ends)] or not sizes["layer"]:
        raise CheckpointError(f"{file}: weights of shapes {found}, expected {expected}")
    if about["encoding"] != ENCODING:
        raise CheckpointError(f"{file}: encoding {about['encoding']!r}, expected {ENCODING!r}")
    if about["activation"] != ACTIVATION:
        raise CheckpointError(f"{file}: activation {about['activation']!r}, expected {ACTIVATION!r}")
    if any(array.dtype != np.float32 or not np.isfinite(array).all() for array in arrays.values()):
        raise CheckpointError(f"{file}: weights that are no finite float32 numbers")
    networks = [
        PolicyNetwork(
            [(arrays[f"{kind}_{k}.weights"], arrays[f"{kind}_{k}.bias"]) for k in range(len(sizes[kind]) - 1)]
        )
        for kind in sizes
    ]
    return networks[0], networks[1] if sizes["value"] else None


def find_policy(path: str | Path) -> Path:
    """The policy file that `path` means: itself, the one in a checkpoint's folder, or that of a run's last checkpoint.

    Raises:
        CheckpointError: there is none.
    """
    where = Path(path)
    if where.is_file():
        return where
    if not where.exists():
        raise CheckpointError(f"{where}: there is no such file or folder")
    if (where / POLICY_FILE).is_file():
        return where / POLICY_FILE
    saved = list_checkpoints(where)
    if not saved:
        raise CheckpointError(f"{where}: neither a run with a checkpoint nor the folder of one")
    return saved[-1] / POLICY_FILE


def list_checkpoints(run: Path) -> list[Path]:
    """The folders of the checkpoints of a run, earliest first."""
    folders = (run / CHECKPOINTS).glob("step_*")
    return sorted(folder for folder in folders if STEP_FOLDER.fullmatch(folder.name) and folder.is_dir())
