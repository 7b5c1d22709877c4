"""The games, and what turns a game into an environment.

``ludarium.envs.kelp_v0`` and its like are PettingZoo's names for the games: modules with ``env()`` and ``raw_env()``.
"""

from typing import Any

if __name__ != "ludarium.envs":
    raise ImportError(
        f"this folder is the package 'ludarium.envs', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.envs'"
    )

from importlib import import_module

from .versions import install

install()


def __getattr__(name: str) -> Any:
    # `ludarium.envs.kelp_v0` without an import of its own.
    if "_v" in name:
        try:
            return import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
