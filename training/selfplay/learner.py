"""Our own PPO: every seat's decisions go into one update; choices, losses and advantages are compiled."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ludarium.agents.encoding import StepEncoding
from ludarium.agents.neural import PolicyNetwork
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import derived_seeds, seeds_of_slots

from ..arguments import TrainingArguments
from ..imitation import Lessons
from ..opponents import Results
from ..runs import named, part
from . import losses
from .experience import Experience
from .inputs import DenseInputs, Inputs, ListedInputs, Workers
from .losses import CLIPPED, DIVERGENCE, ENTROPY, MAGNET, NUM_TOLD, SURROGATE
from .network import ActorCritic
from .tables import Tables

#: Inputs are listed if this share of them at most would be: linear algebra makes up for a few times as many products.
_SPARSE = 0.24
_PROBED_GAMES, _PROBED_STEPS = 64, 50
_MAX_GRADIENT = 0.5


class SelfPlayLearner:
    """Plays and learns, an iteration at a time.

    Args:
        game: which game.
        arguments: of the run.
        games_seed: seeds the games and the opponents.
        seed: seeds initial weights, the learner's actions and minibatches.

    Attributes:
        seats: the games, where opponents are seated.
    """

    def __init__(self, game: Game, arguments: TrainingArguments, games_seed: int, seed: int) -> None:
        self._arguments = arguments
        weights, choices, self._orders = (int(derived_seeds(seeds_of_slots(seed, 1), k)[0]) for k in range(3))
        self.seats = Tables(
            *(game, arguments.num_envs, games_seed, arguments.env_threads),
            *(arguments.opening_share, arguments.opening),
        )
        self._encoding = StepEncoding(game.layout)
        self._workers = Workers(arguments.threads)
        self._network = ActorCritic(
            self._encoding.size, game.num_actions, arguments.hidden, arguments.shared, weights % 2**63
        ).to(arguments.device)
        self._optimizer = torch.optim.Adam(self._network.parameters(), eps=1e-5, fused=True)
        self._streams = seeds_of_slots(choices, arguments.num_envs)
        self._updates = 0  # iterations and lessons so far
        capacity = arguments.steps_per_iteration
        self._listed = _density(game, self._encoding) < _SPARSE
        self._inputs = self._empty_inputs(capacity)
        self._ends = self._empty_inputs(arguments.num_envs * game.num_players)
        self._experience = Experience(arguments.num_envs, game.num_players, game.num_actions, capacity)
        self._magnet = copy.deepcopy(self._network) if arguments.magnet else None
        self._moved = 0  # decisions since the magnet was last moved

    def _empty_inputs(self, capacity: int) -> Inputs:
        if self._listed:
            return ListedInputs(self._encoding, capacity, self._workers)
        return DenseInputs(self._encoding, capacity)

    # --- play -----------------------------------------------------------------------------------------------------

    def iterate(self, learning_rate: float, entropy: float) -> dict[str, float]:
        """Plays until there are enough decisions, and updates the networks on them.

        Args:
            learning_rate: of this update.
            entropy: weight of the entropy bonus in this update.

        Returns:
            Figures about the update, by name.
        """
        e, arguments = self._experience, self._arguments
        e.clear()
        self._inputs.clear()
        with torch.inference_mode():
            while e.count < arguments.steps_per_iteration:
                self._play()
            known = self._look_ahead()
        usable = e.estimate(known, arguments.gamma, arguments.gae_lambda)
        figures = self._update(usable, learning_rate, entropy)
        self._updates += 1
        if self._magnet is not None:
            self._moved += e.count
            if self._moved >= arguments.magnet_every:
                self._moved = 0
                self._magnet.load_state_dict(self._network.state_dict())
        return figures

    def _play(self) -> None:
        """One action at every table, but for those whose decision would be one too many: they wait."""
        e, tables, batch = self._experience, self.seats, self.seats.batch
        own, waiting = np.split(tables.sort(), [self._arguments.steps_per_iteration - e.count])
        if len(own):
            self._inputs.add(batch.observation, own)
            logits, values = self._run(self._inputs, np.arange(e.count, e.count + len(own)))
            chosen, log_probabilities = np.empty(len(own), np.int64), np.empty(len(own), np.float32)
            choose = losses.compiled(losses.choose_actions)
            self._workers(
                lambda start, stop: choose(
                    logits, batch.mask, own, self._streams, chosen, log_probabilities, start, stop
                ),
                len(own),
            )
            e.add(own, batch.to_act[own], batch.mask[own], chosen, log_probabilities, values)
            tables.actions[own] = chosen
        tables.ask_opponents()
        going_on = tables.step(waiting)
        # Opponents' seats have no decisions here, and so are paid nothing.
        cut_off = e.pay(going_on, batch.rewards, batch.terminated, batch.truncated)
        if len(cut_off):
            self._expect_ends(going_on[batch.truncated[going_on]], cut_off)

    def _run(self, inputs: Inputs, rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Logits and values of `rows`, float32 ``[K, num_actions]`` and ``[K]``."""
        logits, values = self._network(inputs, rows)
        return np.ascontiguousarray(logits.cpu().numpy()), values.cpu().numpy()

    def _expect_ends(self, tables: npt.NDArray[np.int64], cut_off: npt.NDArray[np.int64]) -> None:
        """Games that were cut off might have gone on: their seats expect what they would have expected to get then."""
        e, batch = self._experience, self.seats.batch
        decided = np.flatnonzero(cut_off >= 0)
        ends = batch.final_observation[tables].reshape(len(cut_off), -1)
        self._ends.clear()
        self._ends.add(ends, decided)
        _, values = self._run(self._ends, np.arange(len(decided)))
        e.tail[cut_off[decided]] = values

    def _look_ahead(self) -> npt.NDArray[np.int64]:
        """What the seats to act expect where play stops for the update; their last decisions."""
        e, tables = self._experience, self.seats
        own = tables.pending()
        last = e.latest[own, tables.batch.to_act[own]]
        own, last = own[last >= 0], last[last >= 0]
        self._ends.clear()
        self._ends.add(tables.batch.observation, own)
        _, values = self._run(self._ends, np.arange(len(own)))
        e.tail[last] = values
        return last

    # --- learn ----------------------------------------------------------------------------------------------------

    def _minibatches(self, rows: npt.NDArray[np.int64], epoch: int) -> Iterator[npt.NDArray[np.int64]]:
        """`rows` in a random order, cut into equal parts of about the minibatch's size."""
        order = np.random.default_rng([self._orders, self._updates, epoch]).permutation(len(rows))
        yield from np.array_split(rows[order], max(1, round(len(rows) / self._arguments.batch_size)))

    def _update(self, usable: npt.NDArray[np.int64], learning_rate: float, entropy: float) -> dict[str, float]:
        e, arguments = self._experience, self._arguments
        returns = e.advantages[: e.count] + e.values[: e.count]
        advantages = e.advantages.copy()
        if arguments.normalize:
            chosen = advantages[usable]
            advantages = (advantages - chosen.mean()) / (chosen.std() + 1e-8)
        magnets = self._magnets()
        sums, value_loss, minibatches = np.zeros(NUM_TOLD), 0.0, 0
        push = losses.compiled(losses.push_policy)
        for epoch in range(arguments.epochs):
            for rows in self._minibatches(usable, epoch):
                fixed = (e.masks, rows, e.actions, e.log_probabilities, advantages, magnets)
                weights = (arguments.magnet, entropy, arguments.clip_range, 1 / len(rows))
                told, loss = self._learn(push, rows, returns, (*fixed, *weights), learning_rate)
                sums += told / len(rows)
                value_loss += loss
                minibatches += 1
        sums /= minibatches
        expected = returns[usable]
        spread = float(expected.var())
        return {
            "policy_loss": float(sums[SURROGATE]),
            "value_loss": value_loss / minibatches,
            "entropy": float(sums[ENTROPY]),
            "approx_kl": float(sums[DIVERGENCE]),
            "clip_fraction": float(sums[CLIPPED]),
            "magnet_kl": float(sums[MAGNET]),
            "decisions": float(len(usable)),
            "explained_variance": 1 - float((expected - e.values[usable]).var()) / spread if spread else float("nan"),
        }

    def _magnets(self) -> npt.NDArray[np.float32]:
        """What the policy is pulled to at every decision: logarithms of probabilities, float32 ``[N, num_actions]``."""
        e = self._experience
        if self._magnet is None:
            return np.zeros((1, e.masks.shape[1]), np.float32)
        found = np.empty((e.count, e.masks.shape[1]), np.float32)
        tell = losses.compiled(losses.tell_probabilities)
        with torch.inference_mode():
            for start in range(0, e.count, self._arguments.batch_size):
                rows = np.arange(start, min(e.count, start + self._arguments.batch_size))
                logits = np.ascontiguousarray(self._magnet(self._inputs, rows)[0].cpu().numpy())
                tell(logits, e.masks, rows, 0, len(rows))
                found[rows] = logits
        return found

    def _learn(
        self,
        kernel: Any,
        rows: npt.NDArray[np.int64],
        returns: npt.NDArray[np.float32],
        fixed: tuple[Any, ...],
        learning_rate: float,
        inputs: Inputs | None = None,
    ) -> tuple[npt.NDArray[np.float64], float]:
        """One step of the optimiser.

        Args:
            kernel: gives the gradient by the logits, from these and `fixed`.
            rows: the minibatch.
            returns: float32 ``[N]``, what the values should have been.
            fixed: see above.
            learning_rate: of the step.
            inputs: what `rows` are rows of, by default those of this iteration.

        Returns:
            What `kernel` tells, in sum, and the loss of the values.
        """
        network, weight = self._network, self._arguments.value_weight
        logits, values = network(self._inputs if inputs is None else inputs, rows)
        given = np.ascontiguousarray(logits.detach().cpu().numpy())
        gradient = np.empty_like(given)
        parts = self._workers.threads
        told = np.zeros((parts, NUM_TOLD))
        edges = [len(rows) * k // parts for k in range(parts + 1)]
        self._workers.each(
            lambda part: kernel(given, *fixed, gradient, told, part, edges[part], edges[part + 1]), parts
        )
        errors = values - torch.from_numpy(returns[rows]).to(values.device)
        self._optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(
            [logits, values],
            [torch.from_numpy(gradient).to(logits.device), errors.detach() * (2 * weight / len(rows))],
        )
        torch.nn.utils.clip_grad_norm_(network.parameters(), _MAX_GRADIENT)
        self._optimizer.param_groups[0]["lr"] = learning_rate
        self._optimizer.step()
        return told.sum(axis=0), float((errors.detach() ** 2).mean())

    def imitate(self, taught: Lessons, learning_rate: float) -> dict[str, float]:
        """Updates the networks once by every decision of `taught`: the policy to act so, the value to expect that end.

        Args:
            taught: the decisions, which are cut into minibatches as they come.
            learning_rate: of this update.

        Returns:
            ``likelihood``, the mean probability that the policy gave the teacher's actions, and both losses.
        """
        inputs = self._empty_inputs(len(taught))
        inputs.add(taught.observation, np.arange(len(taught)))
        sums, value_loss = np.zeros(NUM_TOLD), 0.0
        pull = losses.compiled(losses.pull_to_actions)
        for rows in np.array_split(np.arange(len(taught)), max(1, round(len(taught) / self._arguments.batch_size))):
            fixed = (taught.mask, rows, taught.action, 1 / len(rows))
            told, loss = self._learn(pull, rows, taught.outcome, fixed, learning_rate, inputs)
            sums += told
            value_loss += loss * len(rows)
        if self._magnet is not None:  # what was imitated is not to be unlearned again
            self._magnet.load_state_dict(self._network.state_dict())
        count = len(taught)
        return {
            "likelihood": float(sums[1]) / count,
            "policy_loss": float(sums[0]) / count,
            "value_loss": value_loss / count,
        }

    # --- results --------------------------------------------------------------------------------------------------

    def results(self) -> Results:
        """Games against opponents since this was last asked, and the learner's scores in them."""
        return self.seats.take_results()

    def network(self) -> PolicyNetwork:
        """A copy of the policy as it is now."""
        return self._network.policy_network()

    def value_network(self) -> PolicyNetwork:
        """A copy of the network of values as it is now: of what the seat to act will still get."""
        return self._network.value_network()

    def _networks(self) -> dict[str, ActorCritic]:
        """What learns, and the magnet if there is one, by the names under which they are saved."""
        found = {"networks": self._network}
        if self._magnet is not None:
            found["magnet"] = self._magnet
        return found

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """All there is to go on from, as arrays by name: networks, magnet, optimiser, random streams, games."""
        state = {"updates": np.array([self._updates, self._moved], np.int64), "streams": self._streams.copy()}
        for kind, network in self._networks().items():
            for name, tensor in network.state_dict().items():
                state[f"{kind}/{name}"] = tensor.detach().cpu().numpy().copy()
        for place, moments in self._optimizer.state_dict()["state"].items():
            for name, tensor in moments.items():
                state[f"optimizer/{place}/{name}"] = tensor.detach().cpu().numpy().copy()
        return state | named("games", {name: array.copy() for name, array in self.seats.get_state().items()})

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave; the opponents have to be in their places already."""
        self._updates, self._moved = (int(count) for count in state["updates"])
        self._streams[:] = state["streams"]
        for kind, network in self._networks().items():
            network.load_state_dict({n: torch.from_numpy(a.copy()) for n, a in part(state, kind).items()})
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, array in part(state, "optimizer").items():
            place, kind = name.split("/")
            moments.setdefault(int(place), {})[kind] = torch.from_numpy(array.copy())
        groups = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": moments, "param_groups": groups})
        self.seats.set_state(part(state, "games"))


def _density(game: Game, encoding: StepEncoding) -> float:
    """Which share of the inputs would be listed in random play."""
    batch = Batch(game, _PROBED_GAMES, seed=0)
    nothing = encoding(np.zeros((1, game.observation_size), np.float32))
    found = []
    for _ in range(_PROBED_STEPS // 10):
        batch.play(10)
        found.append(np.mean(encoding(batch.observation) != nothing))
    return float(np.mean(found))
