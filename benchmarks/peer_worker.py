"""Drives one peer on request. Run as a script by the interpreter of the peers' environment, which lacks ludarium.

Protocol, a line each way: the worker says ``{"ready": true, "versions": {…}}`` once it has compiled and warmed up (or
``{"error": …}``); then every number of seconds on standard input is answered by
``{"steps": …, "seconds": …, "cpu_seconds": …}``. Steps are decisions of players: what chance decides is not counted,
for anybody. All games are played by uniform legal choice, with what a learner needs at each decision: the observation
of the seat to act and its legal actions.
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

Run = Callable[[float], tuple[int, float, float]]

PGX_BATCH = 1024
PGX_SCAN = 256


def aec_steps(env: Any, seed: int) -> Run:
    """PettingZoo's loop over `env`; shared by its environments and ours."""
    draw = random.Random(seed).random
    env.reset(seed=seed)

    def run(seconds: float) -> tuple[int, float, float]:
        steps = 0
        began, began_cpu = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(draw() * len(legal))]))
                steps += 1
        return steps, time.perf_counter() - began, time.process_time() - began_cpu

    return run


def openspiel(game_name: str = "leduc_poker") -> Run:
    """OpenSpiel from Python, a state a game: legal actions as a list, observation as a list, no conversion."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    draw = random.Random(0).random

    def run(seconds: float) -> tuple[int, float, float]:
        steps = 0
        began, began_cpu = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    left = draw()
                    chosen = outcomes[-1][0]
                    for outcome, probability in outcomes:
                        left -= probability
                        if left < 0:
                            chosen = outcome
                            break
                    state.apply_action(chosen)
                    continue
                state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
            state.returns()
        return steps, time.perf_counter() - began, time.process_time() - began_cpu

    return run


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

    def run(seconds: float) -> tuple[int, float, float]:
        nonlocal carry
        steps = 0
        began, began_cpu = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            carry = jax.block_until_ready(scan(carry))
            steps += PGX_BATCH * PGX_SCAN
        return steps, time.perf_counter() - began, time.process_time() - began_cpu

    return run


def pettingzoo(form: str = "env") -> Run:
    """PettingZoo's Leduc through the loop that its documentation shows; `form` is ``env`` or ``raw_env``."""
    return aec_steps(getattr(import_module("pettingzoo.classic.leduc_holdem_v4"), form)(), seed=0)


#: Peers by name: how to make them, and the distributions whose versions belong to the figures.
PEERS: dict[str, tuple[Callable[[], Run], tuple[str, ...]]] = {
    "openspiel": (openspiel, ("open-spiel",)),
    "pgx": (pgx, ("pgx", "jax", "jaxlib")),
    "pettingzoo": (pettingzoo, ("pettingzoo", "rlcard")),
    "pettingzoo-raw": (lambda: pettingzoo("raw_env"), ("pettingzoo", "rlcard")),
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
        hello: dict[str, Any] = {"ready": True, "versions": {d: metadata.version(d) for d in distributions}}
    except Exception as error:  # the peer is absent or broken, and its absence is what we report
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), file=answers, flush=True)
        return
    print(json.dumps(hello), file=answers, flush=True)
    for line in sys.stdin:
        steps, seconds, cpu_seconds = run(float(line))
        print(json.dumps({"steps": steps, "seconds": seconds, "cpu_seconds": cpu_seconds}), file=answers, flush=True)


if __name__ == "__main__":
    main()
