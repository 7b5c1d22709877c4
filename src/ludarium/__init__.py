"""Ludarium: modern tabletop games as reinforcement-learning environments.

    import ludarium

    env = ludarium.make("kelp:duel")            # a PettingZoo AEC environment
    batch = ludarium.make_batch("kelp", 1024)   # 1,024 games in step
    game = ludarium.make_game("kelp")           # the game itself: states are data

Importing the package imports neither Numba nor torch: what a name needs is imported when the name is used.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ludarium.envs import adapters

if TYPE_CHECKING:
    from ludarium.agents.base import Agent
    from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
    from ludarium.envs.core.batch import Batch
    from ludarium.envs.core.game import Game, GameSpec, IllegalActionError
    from ludarium.envs.core.options import OptionError
    from ludarium.envs.core.saves import SaveError, replay, save_states
    from ludarium.envs.registry import UnknownGameError, list_games, load_states, make_game, register

__version__ = version("ludarium")

_HOMES = {
    "Batch": "ludarium.envs.core.batch",
    "Game": "ludarium.envs.core.game",
    "GameSpec": "ludarium.envs.core.game",
    "IllegalActionError": "ludarium.envs.core.game",
    "OptionError": "ludarium.envs.core.options",
    "SaveError": "ludarium.envs.core.saves",
    "UnknownGameError": "ludarium.envs.registry",
    "list_games": "ludarium.envs.registry",
    "load_states": "ludarium.envs.registry",
    "make_game": "ludarium.envs.registry",
    "register": "ludarium.envs.registry",
    "replay": "ludarium.envs.core.saves",
    "save_states": "ludarium.envs.core.saves",
}

__all__ = [
    "Batch",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "OptionError",
    "SaveError",
    "UnknownGameError",
    "__version__",
    "list_games",
    "load_states",
    "make",
    "make_batch",
    "make_game",
    "register",
    "replay",
    "save_states",
]


def make(game: str | Game, *, render_mode: str | None = None, **options: Any) -> TurnBasedEnv:
    """A PettingZoo AEC environment.

    Args:
        game: a game string (``"kelp"``, ``"kelp:duel"``, ``"kelp:board_size=5,copies=2"``) or a game.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``.
        options: options of the game, over those of the string.

    Raises:
        UnknownGameError, OptionError: see :func:`make_game`.
    """
    from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
    from ludarium.envs.registry import make_game

    return TurnBasedEnv(make_game(game, **options), render_mode=render_mode)


def make_batch(
    game: str | Game,
    batch_size: int,
    *,
    seed: int | None = None,
    threads: int = 1,
    auto_restart: bool = True,
    final_observations: bool = False,
    buffers: dict[str, Any] | None = None,
    **options: Any,
) -> Batch:
    """`batch_size` games in step; see :class:`ludarium.envs.core.batch.Batch` for the arguments and the buffers."""
    from ludarium.envs.core.batch import Batch
    from ludarium.envs.registry import make_game

    return Batch(
        make_game(game, **options),
        batch_size,
        seed=seed,
        threads=threads,
        auto_restart=auto_restart,
        final_observations=final_observations,
        buffers=buffers,
    )


def _make_player(text: str, game: Game) -> Agent:
    from ludarium.agents.registry import make_agent

    return make_agent(text, game)


adapters.make_player = _make_player


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ludarium' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
