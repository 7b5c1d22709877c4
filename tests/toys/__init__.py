"""Small games for tests, written exactly as the suite's own games are.

* ``magpie``: two to four seats, chance, hidden hands, several actions in a row by one seat, rewards on other seats'
  turns, seats that are out before the end, a cap on turns that truncates. Its seats are interchangeable.
* ``kuhn``: Kuhn poker, zero-sum, worth −1/18 to the first seat.
* ``leduc``: Leduc poker, zero-sum, worth −0.0856 to the first seat; chance also in mid-game. It belongs to the
  benchmarks, which measure solvers on it.
* ``terrace``: three seats, one of which decides twice in a row; all is open, no chance, and no two want the same.
* ``vault``: a hidden coin that one seat may know, and which a seat must not believe that it, or nobody, knows.
* ``race``: the seat to act wins at once by "take" and loses at once by "yield"; no chance, nothing hidden.

They are not in the registry: ``toy_game("magpie", num_players=3)`` makes one, ``ludarium.register(SPECS["magpie"])``
makes its name known to game strings (twice does no harm).
"""

from __future__ import annotations

from typing import Any

from ludarium.benchmarks import leduc
from ludarium.envs.core.game import Game, GameSpec

from . import kuhn, magpie, race, terrace, vault

_MODULES = (magpie, kuhn, leduc, race, terrace, vault)
SPECS: dict[str, GameSpec] = {module.SPEC.name: module.SPEC for module in _MODULES}


def toy_game(name: str, **options: Any) -> Game:
    """The toy `name` with `options`."""
    return Game(SPECS[name], options)
