"""The modules ``ludarium.envs.<game>_v<version>``, which PettingZoo's users expect, made from the registry.

``from ludarium.envs import kelp_v0`` gives a module with ``env()`` and ``raw_env()``. There is no file for it, so that
adding a game stays a folder and one line.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_NAME = re.compile(r"ludarium\.envs\.(?P<game>\w+)_v(?P<version>\d+)")


class GameModules(MetaPathFinder, Loader):
    """Finds and fills these modules; imports the game and its adapter only when one is asked for."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's specification; None if it is not named for a game.

        Raises:
            ImportError: the game has another version; the message names it.
        """
        match = _NAME.fullmatch(fullname)
        if match is None:
            return None
        from .registry import find_spec, list_games

        game = match["game"]
        if game not in list_games():
            return None
        version = find_spec(game).version
        if version != int(match["version"]):
            raise ImportError(f"there is no {game}_v{match['version']}: this release has {game}_v{version}")
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The usual kind of module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Puts ``env`` and ``raw_env`` of the game into `module`."""
        from .adapters.pettingzoo import env, raw_env
        from .registry import find_spec

        game = module.__name__.rpartition(".")[2].rpartition("_v")[0]
        module.__doc__ = f"{find_spec(game).title}: a PettingZoo environment."
        module.__dict__.update(env=partial(env, game), raw_env=partial(raw_env, game), __all__=["env", "raw_env"])


def install() -> None:
    """Makes the modules importable; once a process."""
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())
