"""The learner: sb3-contrib's MaskablePPO, driven an iteration at a time, with a state that can be saved exactly."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.utils import update_learning_rate

from ludarium.agents.encoding import StepEncoding
from ludarium.agents.neural import PolicyNetwork
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.game import Game

from .arguments import TrainingArguments
from .imitation import Lessons
from .isolation import OwnGenerators
from .opponents import Results
from .runs import named, part


class SharedLayers(BaseFeaturesExtractor):
    """:class:`~ludarium.agents.encoding.StepEncoding` in torch, and the layers that policy and value network share."""

    scale: torch.Tensor
    columns: torch.Tensor
    steps: torch.Tensor

    def __init__(self, observation_space: spaces.Box, encoding: StepEncoding, sizes: Sequence[int]) -> None:
        super().__init__(observation_space, [encoding.size, *sizes][-1])
        self.layers = torch.nn.Sequential()
        for before, after in pairwise([encoding.size, *sizes]):
            self.layers.extend([torch.nn.Linear(before, after), torch.nn.ReLU()])
        for name in ("scale", "columns", "steps"):
            self.register_buffer(name, torch.from_numpy(getattr(encoding, name)), persistent=False)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """What the shared layers make, ``[B, features_dim]``, of observations ``[B, observation_size]``."""
        reached = observations[:, self.columns] >= self.steps
        inputs = torch.cat([observations * self.scale, reached.to(observations.dtype)], dim=1)
        return torch.as_tensor(self.layers(inputs))


def _copied(modules: Sequence[torch.nn.Module]) -> PolicyNetwork:
    """The linear layers among `modules`."""
    layers = []
    for layer in modules:
        if isinstance(layer, torch.nn.Linear):
            weights = layer.weight.detach().cpu().numpy().T.copy()
            layers.append((weights, layer.bias.detach().cpu().numpy().copy()))
    return PolicyNetwork(layers)


class MaskablePPOLearner:
    """MaskablePPO in one seat of each of many games, with random generators of its own.

    Args:
        game: which game.
        arguments: of the run.
        games_seed: seeds the games and the opponents.
        seed: seeds initial weights, sampled actions and minibatches.

    Attributes:
        seats: where the opponents are seated.
    """

    def __init__(self, game: Game, arguments: TrainingArguments, games_seed: int, seed: int) -> None:
        env = SelfPlayVecEnv(game, arguments.num_envs, seed=games_seed, threads=arguments.env_threads)
        self.seats = env.learners
        self._env = env
        self._arguments = arguments
        self._learning_rate = arguments.learning_rate
        shared = arguments.shared
        self._generators = OwnGenerators(seed % 2**32, cuda=torch.device(arguments.device).type == "cuda")
        with self._generators.installed():
            self._model = MaskablePPO(
                "MlpPolicy",
                env,
                learning_rate=lambda _: self._learning_rate,
                n_steps=arguments.rollout,
                batch_size=arguments.batch_size,
                n_epochs=arguments.epochs,
                gamma=arguments.gamma,
                gae_lambda=arguments.gae_lambda,
                clip_range=arguments.clip_range,
                vf_coef=arguments.value_weight,
                policy_kwargs={
                    "net_arch": list(arguments.hidden[shared:]),
                    "activation_fn": torch.nn.ReLU,
                    "features_extractor_class": SharedLayers,
                    "features_extractor_kwargs": {
                        "encoding": StepEncoding(env.learners.game.layout),
                        "sizes": arguments.hidden[:shared],
                    },
                },
                device=arguments.device,
            )
        self._model.set_logger(Logger(folder=None, output_formats=[]))

    def iterate(self, learning_rate: float, entropy: float) -> dict[str, float]:
        """Plays one rollout and updates the networks on it.

        Args:
            learning_rate: of this update.
            entropy: weight of the entropy bonus in this update.

        Returns:
            What PPO says about the update, by name.
        """
        self._learning_rate = learning_rate
        self._model.ent_coef = entropy
        with self._generators.installed():
            # A call of `learn` that asks for as many steps as a rollout has is one iteration of PPO.
            self._model.learn(self._arguments.steps_per_iteration, log_interval=sys.maxsize, reset_num_timesteps=False)
        told = self._model.logger.name_to_value
        figures = {
            name.removeprefix("train/"): float(value) for name, value in told.items() if name.startswith("train/")
        }
        self._model.logger.dump()
        return figures

    def imitate(self, taught: Lessons, learning_rate: float) -> dict[str, float]:
        """Updates the networks once by every decision of `taught`: the policy to act so, the value to expect that end.

        Args:
            taught: the decisions, which are cut into minibatches as they come.
            learning_rate: of this update.

        Returns:
            ``likelihood``, the mean probability that the policy gave the teacher's actions, and both losses.
        """
        model: Any = self._model
        policy = model.policy
        policy.set_training_mode(True)
        update_learning_rate(policy.optimizer, learning_rate)
        sums = np.zeros(3)
        for start in range(0, len(taught), self._arguments.batch_size):
            chosen = slice(start, start + self._arguments.batch_size)
            observation = torch.as_tensor(taught.observation[chosen], device=model.device)
            action = torch.as_tensor(taught.action[chosen], device=model.device)
            outcome = torch.as_tensor(taught.outcome[chosen], device=model.device)
            values, log_probabilities, _ = policy.evaluate_actions(observation, action, taught.mask[chosen])
            policy_loss = -log_probabilities.mean()
            value_loss = torch.nn.functional.mse_loss(values.flatten(), outcome)
            policy.optimizer.zero_grad()
            (policy_loss + self._arguments.value_weight * value_loss).backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
            policy.optimizer.step()
            likelihood = log_probabilities.detach().exp().mean()
            sums += len(action) * np.array([float(likelihood), policy_loss.item(), value_loss.item()])
        names = ("likelihood", "policy_loss", "value_loss")
        return {name: float(total) / len(taught) for name, total in zip(names, sums, strict=True)}

    def results(self) -> Results:
        """Nothing: Stable-Baselines3 does not tell who sat opposite."""
        return {}

    def network(self) -> PolicyNetwork:
        """A copy of the policy as it is now."""
        policy: Any = self._model.policy
        return _copied([*policy.features_extractor.layers, *policy.mlp_extractor.policy_net, policy.action_net])

    def value_network(self) -> PolicyNetwork:
        """A copy of the network of values as it is now: of what the seat to act will still get."""
        policy: Any = self._model.policy
        return _copied([*policy.features_extractor.layers, *policy.mlp_extractor.value_net, policy.value_net])

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """All there is to go on from, as arrays by name: networks, optimiser, generators, games."""
        model = self._model
        state: dict[str, npt.NDArray[Any]] = {}
        for name, tensor in model.policy.state_dict().items():
            state[f"networks/{name}"] = tensor.detach().cpu().numpy()
        for place, moments in model.policy.optimizer.state_dict()["state"].items():
            for name, tensor in moments.items():
                state[f"optimizer/{place}/{name}"] = tensor.detach().cpu().numpy()
        state |= named("generators", self._generators.get_state())
        if model._last_obs is not None:  # else no game has begun: the networks have only imitated so far
            state |= named("games", self._env.learners.get_state())
            state["episode_starts"] = np.asarray(model._last_episode_starts, np.bool_)
        state["counts"] = np.array([model.num_timesteps, model._n_updates], np.int64)
        return {name: array.copy() for name, array in state.items()}

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave; the opponents in `env` have to be in their places already."""
        model = self._model
        model.policy.load_state_dict({n: torch.from_numpy(a.copy()) for n, a in part(state, "networks").items()})
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, array in part(state, "optimizer").items():
            place, kind = name.split("/")
            moments.setdefault(int(place), {})[kind] = torch.from_numpy(array.copy())
        groups = model.policy.optimizer.state_dict()["param_groups"]
        model.policy.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        self._generators.set_state(part(state, "generators"))
        if "episode_starts" in state:
            self._env.learners.set_state(part(state, "games"))
            # SB3 has no public way to go on in the middle of games.
            model._last_obs = self._env.learners.observation.copy()
            model._last_episode_starts = state["episode_starts"].copy()
        model.num_timesteps, model._n_updates = (int(count) for count in state["counts"])
