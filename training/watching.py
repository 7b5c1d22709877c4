"""One game between agents, recorded with what they thought."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.thoughts import think
from ludarium.envs.adapters.replays import Replay
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import checked_seed, derived_seeds, fresh_seed


def watch_game(
    agents: Sequence[Agent], game: Game, seed: int | None = None, *, names: Sequence[str] | None = None
) -> Replay:
    """Plays one game and records positions, actions, and the players' policies and values.

    It is the game that ``ludarium play --seed`` plays with the same agents.

    Args:
        agents: one a seat.
        game: what they play.
        seed: of the deal and of the agents; None asks the operating system.
        names: what the agents are called in the replay, one a seat; by default their own names.

    Raises:
        ValueError: another number of agents than seats, or a seed that is no integer in [0, 2**64).
        IllegalActionError: an agent chose an illegal action.
    """
    if len(agents) != game.num_players:
        raise ValueError(f"there are {len(agents)} agents, expected {game.num_players} for {game.string}")
    seed = fresh_seed() if seed is None else checked_seed(seed)
    states = game.new_states(seed)
    positions, actions, thoughts = [states.copy()], [], []
    while not (states["terminated"][0] or states["truncated"][0]):
        seeds = derived_seeds(np.array([seed], np.uint64), 2 * int(states["moves"][0]))
        decision = Decisions.of(game, states, seeds)
        action, thought = think(agents[int(decision.seats[0])], decision)
        game.step(states, action)
        positions.append(states.copy())
        actions.append(action)
        thoughts.append(thought)
    return Replay(
        game,
        np.concatenate(positions),
        np.array(actions, np.int64),
        list(names) if names is not None else [agent.name for agent in agents],
        [thought.policy for thought in thoughts],
        [thought.value for thought in thoughts],
        {"seed": str(seed)},
    )
