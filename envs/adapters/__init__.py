"""What the outside world expects: PettingZoo, Gymnasium, Stable-Baselines3, OpenSpiel.

Nothing in this package knows a particular game, an agent or a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: Makes a player of an agent string and a game. The adapters know no agents: `ludarium` itself, which does, sets it.
make_player: Callable[[str, Any], Any] | None = None
