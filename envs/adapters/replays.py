"""A game that was played, and the one HTML file in which it can be looked through: offline, by anybody, on anything."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.game import SPECTATOR, Game
from ..core.pictures import EVERYBODY, seen_by
from ..core.schema import States

#: Most actions that are listed with their probabilities.
_MOST_LISTED = 12

#: Where pictures are cut into pieces, of which most are the same from one to the next: before and after groups.
_SEAMS = re.compile(r"(?=<g[ >])|(?<=</g>)")


@dataclass(frozen=True)
class Replay:
    """One game, finished or not.

    Attributes:
        game: the game.
        states: ``[T + 1]`` records, from the set-up to the last position.
        actions: ``[T]``, what was done in each but the last.
        players: who sat in the seats, one name each.
        policies: ``[T]``: for each action the probabilities of all actions (``[num_actions]``) that its player gave
            them, or None where they were not recorded. An empty list stands for none at all.
        values: ``[T]``: the return that the player expected for its seat, or None; or an empty list.
        about: what else is worth telling, by name, such as the seed.

    Raises:
        ValueError: numbers of states, actions, players, policies and values that do not go together.
    """

    game: Game
    states: States
    actions: npt.NDArray[np.int64]
    players: Sequence[str]
    policies: Sequence[npt.NDArray[np.float64] | None] = ()
    values: Sequence[float | None] = ()
    about: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game, count = self.game, len(self.actions)
        self.game.checked_states(np.array(self.states))
        if len(self.states) != count + 1:
            raise ValueError(f"{game.name}: {len(self.states)} states and {count} actions, expected one state more")
        if len(self.players) != game.num_players:
            raise ValueError(f"{game.name}: {len(self.players)} players, expected {game.num_players}")
        for what, given in (("policies", self.policies), ("values", self.values)):
            if len(given) not in (0, count):
                raise ValueError(f"{game.name}: {len(given)} {what}, expected one for each of {count} actions, or none")

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return bool(self.states["terminated"][-1] or self.states["truncated"][-1])

    def to_html(self, viewers: Sequence[int] | None = None, progress: Callable[[int, int], None] | None = None) -> str:
        """The replay as one HTML document that needs nothing else.

        What a viewer may not know is not in the document unless another viewer, who may, is in it as well.

        Args:
            viewers: through whose eyes it can be seen: seats, ``SPECTATOR`` and ``EVERYBODY``, the first one to begin
                with. By default, of a finished game through all, of one that is going on only through those of a
                spectator.
            progress: called with the number of positions drawn and of all.

        Raises:
            ValueError: no viewer, or one that there is not.
        """
        if viewers is None:
            viewers = [EVERYBODY, *range(self.game.num_players), SPECTATOR] if self.is_over else [SPECTATOR]
        if not viewers or len(set(viewers)) < len(viewers):
            raise ValueError(f"{self.game.name}: viewers are {list(viewers)}, expected one or more different ones")
        data = self._content(viewers, progress)
        packed = base64.b64encode(gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 9, mtime=0))
        page = Path(__file__).with_name("replay.html").read_text(encoding="utf-8")
        title = f"{self.game.spec.title}: {' – '.join(self.players)}"
        return page.replace("{{title}}", html.escape(title)).replace("{{data}}", packed.decode())

    def _content(self, viewers: Sequence[int], progress: Callable[[int, int], None] | None) -> dict[str, Any]:
        """All that the document shows. Pictures are lists of numbers of pieces, since most pieces come again."""
        game, count = self.game, len(self.actions)
        movers = self.states["to_act"][:-1].astype(int).tolist()
        actions = [int(action) for action in self.actions]
        pieces: dict[str, int] = {}
        views, total = [], len(viewers) * (count + 1)
        for place, viewer in enumerate(viewers):
            frames, told = [], []
            for move in range(count + 1):
                made = {} if not move else {"last_move": actions[move - 1], "moved": movers[move - 1]}
                svg = game.draw(self.states[move : move + 1], viewer, **made)
                frames.append([pieces.setdefault(piece, len(pieces)) for piece in _SEAMS.split(svg)])
                if move:
                    told.append(game.last_move(actions[move - 1], movers[move - 1], viewer).words)
                if progress is not None:
                    progress(place * (count + 1) + move + 1, total)
            knows = [viewer in (mover, EVERYBODY) for mover in movers]
            thoughts = [self._thought(move) if knows[move] else None for move in range(count)]
            views.append({"name": seen_by(game, viewer), "frames": frames, "moves": told, "thoughts": thoughts})
        last = self.states[-1]
        over = "cut off" if last["truncated"] else "over" if last["terminated"] else "going on"
        returns = [f"{float(value):+g}" for value in last["returns"][: game.num_players]]
        seats = [
            {"seat": game.seat_name(seat), "player": player, "return": returns[seat]}
            for seat, player in enumerate(self.players)
        ]
        about = {"game": game.string, **self.about, "moves": str(count), "state": over}
        return {"pieces": [*pieces], "views": views, "seats": seats, "about": about, "movers": movers}

    def _thought(self, move: int) -> dict[str, Any] | None:
        """What the player of a move thought of it: the likeliest actions, the chosen one among them."""
        policy = self.policies[move] if self.policies else None
        value = self.values[move] if self.values else None
        if policy is None and value is None:
            return None
        listed: list[list[Any]] = []
        if policy is not None:
            chosen = int(self.actions[move])
            likely = [int(action) for action in np.argsort(-policy, kind="stable") if policy[action] > 0]
            shown = likely[:_MOST_LISTED]
            if chosen not in shown:
                shown = [*shown[: _MOST_LISTED - 1], chosen]
            listed = [
                [self.game.action_names[action], round(float(policy[action]), 4), action == chosen] for action in shown
            ]
        return {"policy": listed, "value": None if value is None else round(float(value), 4)}
