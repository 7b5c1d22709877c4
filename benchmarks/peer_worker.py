"""Drives one peer on request. Run as a script by the interpreter of the peers' environment, which lacks ludarium.

Protocol, a line each way: the worker says ``{"ready": true, "versions": {…}}`` once it has compiled and warmed up (or
``{"error": …}``); then every number of seconds on standard input is answered by
``{"count": …, "seconds": …, "cpu_seconds": …}``. What is counted are steps, or a search's simulations, or a solver's
iterations, or decisions that a trainer learns from. Steps are decisions of players: what chance decides is not counted,
for anybody. Outside search and training, all games are played by uniform legal choice, with what a learner needs at
each decision: the observation of the seat to act and its legal actions.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any

Run = Callable[[float], tuple[float, float, float]]

PGX_BATCH = 1024
PGX_SCAN = 256
#: Simulations of a decision in search, and playouts in each of them where the tree is to weigh next to nothing.
SIMULATIONS = 1000
MANY_PLAYOUTS = 500
#: Playouts that are counted, apart from the clock, to know how long they are.
COUNTED_PLAYOUTS = 400
#: Environments of PufferLib's trainer, steps of each in an iteration, decisions in a minibatch, width of both layers.
PUFFER_ENVS, PUFFER_ROLLOUT, PUFFER_BATCH, PUFFER_HIDDEN = 2048, 32, 8192, 64


def repeated(work: Callable[[], float]) -> Run:
    """Calls `work`, which returns a count, until the seconds have passed."""

    def run(seconds: float) -> tuple[float, float, float]:
        count = 0.0
        began, began_cpu = time.perf_counter(), time.process_time()
        while True:
            count += work()
            elapsed = time.perf_counter() - began
            if elapsed >= seconds:
                return count, elapsed, time.process_time() - began_cpu

    return run


# --- steps -----------------------------------------------------------------------------------------------------------


def aec_steps(env: Any, seed: int) -> Run:
    """PettingZoo's loop over `env`; shared by its environments and ours."""
    draw = random.Random(seed).random
    env.reset(seed=seed)

    def game() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            steps += 1
        return steps

    return repeated(game)


def pass_chance(state: Any, draw: Callable[[], float]) -> None:
    """Lets chance decide what it has to, in a state of OpenSpiel."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        left = draw()
        chosen = outcomes[-1][0]
        for outcome, probability in outcomes:
            left -= probability
            if left < 0:
                chosen = outcome
                break
        state.apply_action(chosen)


def openspiel(game_name: str = "leduc_poker") -> Run:
    """OpenSpiel from Python, a state a game: legal actions as a list, observation as a list, no conversion."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    draw = random.Random(0).random

    def play() -> int:
        steps = 0
        state = game.new_initial_state()
        pass_chance(state, draw)
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            pass_chance(state, draw)
            steps += 1
        state.returns()
        return steps

    return repeated(play)


def pgx(game_name: str = "leduc_holdem") -> Run:
    """Pgx on the CPU: a compiled scan over batched steps with automatic restart, observations and rewards used."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    env = import_module("pgx").make(game_name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)
    act_randomly = import_module("pgx.experimental.utils").act_randomly

    def one(carry: Any, _: Any) -> Any:
        state, key, total = carry
        key, of_action, of_step = jax.random.split(key, 3)
        action = act_randomly(of_action, state.legal_action_mask)
        state = jax.vmap(step)(state, action, jax.random.split(of_step, PGX_BATCH))
        # What nobody reads the compiler would leave out.
        total = total + state.observation.astype(jnp.float32).sum() + state.rewards.sum()
        return (state, key, total), None

    scan = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=PGX_SCAN)[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), PGX_BATCH))
    carry = jax.block_until_ready(scan((start, jax.random.PRNGKey(1), jnp.float32(0))))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(scan(carry))
        return PGX_BATCH * PGX_SCAN

    return repeated(work)


def pettingzoo(form: str = "env") -> Run:
    """PettingZoo's Leduc through the loop that its documentation shows; `form` is ``env`` or ``raw_env``."""
    return aec_steps(getattr(import_module("pettingzoo.classic.leduc_holdem_v4"), form)(), seed=0)


# --- search and solvers ----------------------------------------------------------------------------------------------


def first_decision(game: Any, draw: Callable[[], float]) -> Any:
    """The first state of a game of OpenSpiel in which a player has a choice."""
    state = game.new_initial_state()
    pass_chance(state, draw)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
        pass_chance(state, draw)
    return state


def playout_steps(state: Any, draw: Callable[[], float]) -> int:
    """The decisions of one random game on from `state`."""
    steps = 0
    state = state.clone()
    pass_chance(state, draw)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        pass_chance(state, draw)
        steps += 1
    return steps


def steps_and_playouts(node: Any, state: Any, playouts: int, draw: Callable[[], float]) -> tuple[int, int]:
    """The decisions that a finished search with the tree `node` has simulated, and how often it played out.

    Those in the tree are known: every visit of a node is an action that led there. Of every node that is no end the
    search has played out exactly once, on its first visit, `playouts` times; how long that was it does not tell, so as
    many playouts from the same state are counted here instead.
    """
    if state.is_terminal():
        return 0, 0
    steps, played = sum(playout_steps(state, draw) for _ in range(playouts)), playouts
    for child in node.children:
        if child.explore_count:
            below, more = steps_and_playouts(child, state.child(child.action), playouts, draw)
            steps += below + (child.explore_count if child.player >= 0 else 0)
            played += more
    return steps, played


def openspiel_mcts(game_name: str, simulations: int = SIMULATIONS, playouts: int = 1) -> Run:
    """OpenSpiel's MCTSBot in C++ with random playouts in C++, at the first decision of a game; counts steps.

    Nothing in C++ counts them, and what counts in Python would slow it down. So how many steps a search takes on the
    average is found out before, apart from the clock, see :func:`steps_and_playouts`; under the clock, searches count.
    """
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    draw = random.Random(0).random
    state = first_decision(game, draw)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=playouts, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 256, False, 1, False)
    steps = played = searches = 0
    while played < COUNTED_PLAYOUTS:
        more, of_these = steps_and_playouts(bot.mcts_search(state), state, playouts, draw)
        steps, played, searches = steps + more, played + of_these, searches + 1

    def search() -> float:
        bot.step(state)
        return steps / searches

    return repeated(search)


def openspiel_ismcts(game_name: str, simulations: int = SIMULATIONS) -> Run:
    """OpenSpiel's ISMCTSBot in C++ with random playouts and a new world a simulation; counts simulations."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    state = first_decision(game, random.Random(0).random)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, simulations, -1, most_visits, False, False)

    def search() -> int:
        bot.step(state)
        return simulations

    return repeated(search)


def openspiel_cfr_plus(game_name: str) -> Run:
    """OpenSpiel's CFRPlusSolver in C++; counts iterations, in each of which both players learn."""
    pyspiel = import_module("pyspiel")
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game_name))

    def iteration() -> int:
        solver.evaluate_and_update_policy()
        return 1

    return repeated(iteration)


# --- training --------------------------------------------------------------------------------------------------------


def pufferlib(epochs: int) -> Run:
    """PufferLib's PPO with a shared trunk and its fastest vectorisation; counts decisions.

    Its environment costs a copy a step: the rows of a table of random observations, a little further every time. Like
    ours, it shows 200 numbers that are ½ or -½, and a game has 50 decisions of 60 actions; all are legal, as PufferLib
    knows no masks.
    """
    numpy, torch, gymnasium = import_module("numpy"), import_module("torch"), import_module("gymnasium")
    library, vector = import_module("pufferlib"), import_module("pufferlib.vector")
    trainer_module = import_module("pufferlib.pufferl")
    if not trainer_module._C_AVAILABLE:
        raise RuntimeError("the compiled part of PufferLib does not load, and without it nothing is to be measured")
    torch.set_num_threads(1)
    torch.manual_seed(0)
    numbers, actions, length = 200, 60, 50
    table = numpy.random.default_rng(0).choice(numpy.float32([-0.5, 0.5]), (2 * PUFFER_ENVS, numbers))

    class Free(library.PufferEnv):  # type: ignore[name-defined]
        def __init__(self, buf: Any = None, seed: int = 0) -> None:
            self.single_observation_space = gymnasium.spaces.Box(-0.5, 0.5, (numbers,), numpy.float32)
            self.single_action_space = gymnasium.spaces.Discrete(actions)
            self.num_agents = PUFFER_ENVS
            super().__init__(buf)
            self._moves = numpy.arange(PUFFER_ENVS) % length
            self._first = 0

        def _show(self) -> None:
            self._first = (self._first + 1) % PUFFER_ENVS
            self.observations[:] = table[self._first : self._first + PUFFER_ENVS]

        def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
            self._show()
            return self.observations, []

        def step(self, taken: Any) -> tuple[Any, ...]:
            parity = self.observations[:, 0] > 0
            self.rewards[:] = (taken.reshape(-1) % 2 == parity) / length
            self._moves += 1
            self.terminals[:] = self._moves == length
            self._moves[self.terminals] = 0
            self._show()
            return self.observations, self.rewards, self.terminals, self.truncations, []

        def close(self) -> None:
            pass

    class Network(torch.nn.Module):  # type: ignore[name-defined]
        def __init__(self) -> None:
            super().__init__()
            layers = torch.nn.Linear(numbers, PUFFER_HIDDEN), torch.nn.Linear(PUFFER_HIDDEN, PUFFER_HIDDEN)
            self.trunk = torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1], torch.nn.ReLU())
            self.policy, self.value = torch.nn.Linear(PUFFER_HIDDEN, actions), torch.nn.Linear(PUFFER_HIDDEN, 1)

        def forward(self, observation: Any, state: Any = None) -> tuple[Any, Any]:
            seen = self.trunk(observation)
            return self.policy(seen), self.value(seen)

        forward_eval = forward

    trainer_module.PuffeRL.print_dashboard = lambda *_, **__: None
    never = 10**9
    settings: dict[str, Any] = {
        "env": "free",
        "seed": 0,
        "torch_deterministic": True,
        "device": "cpu",
        "cpu_offload": False,
        "precision": "float32",
        "use_rnn": False,
        "compile": False,
        "compile_mode": "default",
        "compile_fullgraph": False,
        "batch_size": "auto",
        "bptt_horizon": PUFFER_ROLLOUT,
        "minibatch_size": PUFFER_BATCH,
        "max_minibatch_size": PUFFER_BATCH,
        "update_epochs": epochs,
        "optimizer": "adam",
        "learning_rate": 1e-3,
        "adam_beta1": 0.9,
        "adam_beta2": 0.999,
        "adam_eps": 1e-5,
        "anneal_lr": False,
        "gamma": 1.0,
        "gae_lambda": 0.95,
        "clip_coef": 0.2,
        "vf_coef": 0.5,
        "vf_clip_coef": 0.2,
        "ent_coef": 0.03,
        "max_grad_norm": 0.5,
        "prio_alpha": 0.8,
        "prio_beta0": 0.2,
        "vtrace_rho_clip": 1.0,
        "vtrace_c_clip": 1.0,
        "total_timesteps": never,
        "checkpoint_interval": never,
        "data_dir": os.devnull,
    }
    trainer = trainer_module.PuffeRL(
        settings, vector.make(Free, num_envs=1, backend=library.PufferEnv, env_kwargs={}), Network()
    )
    trainer.utilization.stop()  # a thread that watches the machine, and that a process would wait for at its end

    def iteration() -> int:
        trainer.evaluate()
        trainer.train()
        return PUFFER_ENVS * PUFFER_ROLLOUT

    return repeated(iteration)


#: Peers by name: how to make them, and the distributions whose versions belong to the figures.
PEERS: dict[str, tuple[Callable[[], Run], tuple[str, ...]]] = {
    "openspiel": (openspiel, ("open-spiel",)),
    "pgx": (pgx, ("pgx", "jax", "jaxlib")),
    "pettingzoo": (pettingzoo, ("pettingzoo", "rlcard")),
    "pettingzoo-raw": (lambda: pettingzoo("raw_env"), ("pettingzoo", "rlcard")),
    "openspiel-mcts-leduc": (lambda: openspiel_mcts("leduc_poker"), ("open-spiel",)),
    "openspiel-playouts-leduc": (lambda: openspiel_mcts("leduc_poker", 2, MANY_PLAYOUTS), ("open-spiel",)),
    "openspiel-ismcts-hearts": (lambda: openspiel_ismcts("hearts"), ("open-spiel",)),
    "openspiel-mcts-gin-rummy": (lambda: openspiel_mcts("gin_rummy", 50), ("open-spiel",)),
    "openspiel-mcts-backgammon": (lambda: openspiel_mcts("backgammon", 50), ("open-spiel",)),
    "openspiel-cfr-plus-leduc": (lambda: openspiel_cfr_plus("leduc_poker"), ("open-spiel",)),
    "pufferlib-1": (lambda: pufferlib(1), ("pufferlib-core", "torch")),
    "pufferlib-4": (lambda: pufferlib(4), ("pufferlib-core", "torch")),
}


def main() -> None:
    """Serves the peer that the command line names, on the core that it names (if it names one)."""
    name, core = sys.argv[1], sys.argv[2]
    # Whatever a library prints must not mix with the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    if core != "any":
        os.sched_setaffinity(0, {int(core)})
    make, distributions = PEERS[name]
    try:
        run = make()
        run(0.1)
        versions = {distribution: metadata.version(distribution) for distribution in distributions}
        hello: dict[str, Any] = {"ready": True, "versions": versions}
    except Exception as error:  # the peer is absent or broken, and its absence is what we report
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), file=answers, flush=True)
        return
    print(json.dumps(hello), file=answers, flush=True)
    for line in sys.stdin:
        count, seconds, cpu_seconds = run(float(line))
        print(json.dumps({"count": count, "seconds": seconds, "cpu_seconds": cpu_seconds}), file=answers, flush=True)


if __name__ == "__main__":
    main()
