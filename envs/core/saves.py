"""States as bytes, and games as lists of actions.

A save is a NumPy ``.npz`` archive: its members carry checksums, it holds nothing executable, and other tools read it.
Beside the records lies a JSON text with format, game, version and options, so that a save says what it is.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import checked_integers
from .game import Game, IllegalActionError
from .options import OptionError, changed_options
from .schema import States

FORMAT = "ludarium-states"
FORMAT_VERSION = 1


class SaveError(ValueError):
    """Bytes that are no save of ours, or one that this version cannot read."""


def schema_fingerprint(game: Game) -> str:
    """Hash over the names, types and places of the record's fields: 16 hex digits."""
    return hashlib.blake2b(repr(game.spec.schema.dtype.descr).encode(), digest_size=8).hexdigest()


def save_states(game: Game, states: States) -> bytes:
    """`states` (``[B]`` records of `game`) as bytes."""
    states = np.asarray(game.checked_states(np.array(states)))
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": game.name,
        "game_version": game.spec.version,
        "options": changed_options(game.options),
        "schema": schema_fingerprint(game),
    }
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array(json.dumps(about)), records=states.view(np.uint8))
    return buffer.getvalue()


def read_states(data: bytes, make_game: Callable[..., Game]) -> tuple[Game, States]:
    """The game and the ``[B]`` records that :func:`save_states` made into `data`.

    Args:
        data: the bytes.
        make_game: ``(name, **options) -> Game``.

    Raises:
        SaveError: damaged, truncated or foreign bytes, a newer format, or another version of the game.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            about = json.loads(str(archive["about"]))
            raw = archive["records"]
    except Exception as error:  # what zip and npy readers raise on damaged bytes is not documented
        raise SaveError(f"not a save of states, or a damaged one ({str(error) or type(error).__name__})") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        kind = about.get("format") if isinstance(about, dict) else about
        raise SaveError(f"a save of format {kind!r}, expected {FORMAT!r}")
    if about.get("format_version") != FORMAT_VERSION:
        raise SaveError(
            f"a save of format version {about.get('format_version')!r}, this release reads version {FORMAT_VERSION}"
        )
    try:
        game = make_game(about["game"], **about["options"])
    except (KeyError, TypeError, OptionError) as error:
        raise SaveError(f"a save of a game that is not known here: {error}") from None
    if about.get("game_version") == game.spec.version and about.get("schema") != schema_fingerprint(game):
        raise SaveError(f"a save of another {game.name}: its record has other fields")
    if about.get("game_version") != game.spec.version:
        raise SaveError(
            f"a save of {game.name} version {about.get('game_version')!r}, this release has version {game.spec.version}"
        )
    size = game.spec.schema.dtype.itemsize
    if raw.dtype != np.uint8 or raw.ndim != 1 or raw.size % size:
        raise SaveError(f"a save whose records have {raw.size} bytes, expected a multiple of {size}")
    states = game.empty_states(raw.size // size)
    states.view(np.ndarray)[:] = raw.view(game.spec.schema.dtype)
    try:
        return game, game.checked_states(states)
    except ValueError as error:
        raise SaveError(f"a damaged save: {error}") from None


def replay(game: Game, seed: int, actions: Sequence[int | str] | npt.NDArray[Any]) -> States:
    """The state ``[1]`` that `actions` (numbers or names) lead to from a new game of `seed`.

    Raises:
        IllegalActionError: names the first illegal action; ValueError: an unknown action name.
    """
    states = game.new_states(seed)
    for move, action in enumerate(actions):
        number = game.action_number(action) if isinstance(action, str) else action
        try:
            game.step(states, checked_integers(number, "actions", (1,)))
        except IllegalActionError as error:
            raise IllegalActionError(f"{error} (action {move} of the replay, counted from 0)") from None
    return states
