"""Which games there are. Adding a game means adding its folder and one line here."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from .core.game import Game, GameSpec
from .core.options import OptionError, changed_options
from .core.saves import read_states
from .core.schema import States

#: Module of every game by name; the module defines ``SPEC``. Modules are imported when the game is first asked for.
GAMES: dict[str, str] = {
    "clank": "ludarium.envs.clank",
    "clank_catacombs": "ludarium.envs.clank_catacombs",
    "kelp": "ludarium.envs.kelp",
    "lockup": "ludarium.envs.lockup",
    "vantage": "ludarium.envs.vantage",
}

_registered: dict[str, GameSpec] = {}


class UnknownGameError(KeyError):
    """There is no game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


def register(spec: GameSpec) -> None:
    """Makes a game of one's own known by its name.

    Raises:
        ValueError: another game has that name already.
    """
    if spec.name in GAMES or _registered.get(spec.name, spec) is not spec:
        raise ValueError(f"a game named {spec.name!r} is registered already")
    _registered[spec.name] = spec


def list_games() -> list[str]:
    """Names of all games, sorted."""
    return sorted({*GAMES, *_registered})


def find_spec(name: str) -> GameSpec:
    """The description of the game `name`.

    Raises:
        UnknownGameError: there is none; the message names those that there are.
    """
    if name in _registered:
        return _registered[name]
    if name not in GAMES:
        close = difflib.get_close_matches(name, list_games(), 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise UnknownGameError(f"unknown game {name!r}, expected one of {', '.join(list_games())}.{hint}")
    spec: GameSpec = import_module(GAMES[name]).SPEC
    return spec


def parse_game_string(text: str) -> tuple[str, dict[str, Any]]:
    """Name and options of a game string: ``kelp``, ``kelp:duel`` (a preset), ``kelp:board_size=5,copies=2``.

    Presets and options may stand together, separated by commas; what comes later wins.

    Raises:
        UnknownGameError: unknown game.
        OptionError: unknown preset or option, or a part that is neither.
    """
    name, _, rest = text.strip().partition(":")
    spec = find_spec(name)
    options: dict[str, Any] = {}
    named: set[str] = set()
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            if key in named:
                raise OptionError(f"{name}: option {key!r} is given twice in {text!r}")
            named.add(key)
            options[key] = value
        elif key in spec.presets:
            options.update(spec.presets[key])
        else:
            raise OptionError(
                f"{name}: unknown preset {key!r} in {text!r}, expected one of {', '.join(spec.presets)} or option=value"
            )
    return name, options


def make_game(game: str | Game, /, **options: Any) -> Game:
    """The game of a game string, with further `options` over it.

    Raises:
        UnknownGameError: unknown game.
        OptionError: unknown preset or option, impossible value, or contradiction.
    """
    if isinstance(game, Game):
        return Game(game.spec, {**changed_options(game.options), **options}) if options else game
    if not isinstance(game, str):
        raise TypeError(f"game is {game!r}, expected a game string such as 'kelp' or a Game")
    name, parsed = parse_game_string(game)
    return Game(find_spec(name), {**parsed, **options})


def load_states(data: bytes) -> tuple[Game, States]:
    """The game and the ``[B]`` records that :func:`ludarium.save_states` made into `data`.

    Raises:
        SaveError: damaged, truncated or foreign bytes, a newer format, or another version of the game.
    """
    return read_states(data, lambda name, **options: Game(find_spec(name), options))


def rebuild_game(name: str, options: Mapping[str, Any]) -> Game:
    """The game that a pickle names."""
    return Game(find_spec(name), options)
