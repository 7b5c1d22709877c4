"""What the OpenSpiel bridge makes of a game: states as bytes, chance that is asked, and all that led to a state."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.chance import ChanceError, ExplicitChance
from ..core.drawing import DrawByDraw
from ..core.game import Chance, Game, GameSpec, Utility
from ..core.options import build_options, changed_options, choice, integer
from ..core.schema import States
from ..registry import find_spec

#: The action that stands for setting up.
SETUP = -1

_KEPT = 1 << 14  # states whose answers are kept: algorithms come to the same ones again and again
_KEPT_LISTS = 1 << 10
_SUM_TOLERANCE = 1e-6  # single precision

Probabilities = Sequence[float]
Step = Callable[[bytes, int, tuple[int, ...]], "bytes | Probabilities"]


@dataclasses.dataclass(frozen=True)
class BridgeOptions:
    """Parameters of the OpenSpiel game beside the options of ours."""

    chance: str = choice(
        "draws", ("draws", "outcomes"), "a chance node for every draw, or one for all the outcomes of a step"
    )
    max_chance_outcomes: int = integer(1000, 1, 32767, "most outcomes of a chance node")
    rewards: str = choice(
        "final",
        ("final", "running"),
        "everything is paid at the end, or whenever the game pays (no MCTSBot takes that)",
    )


class Rules:
    """A game as OpenSpiel sees it. States are bytes of records here, their random words zeros.

    Copies of a state share it, and its pickle names the game.
    """

    def __init__(self, game: Game, bridge: BridgeOptions) -> None:
        self.game, self.bridge = game, bridge

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.game.name, self.parameters)

    @property
    def parameters(self) -> dict[str, Any]:
        """What differs from OpenSpiel's defaults."""
        return {**changed_options(self.game.options), **changed_options(self.bridge)}

    def record(self, *states: bytes) -> States:
        """``[B]`` records to work on."""
        records = self.game.empty_states(len(states))
        records.view(np.ndarray).view(np.uint8)[:] = np.frombuffer(b"".join(states), np.uint8)
        return records

    @cached_property
    def look(self) -> Callable[[bytes], tuple[int, list[int]]]:
        """``(state)``: the seat to act, -1 where the game is over, and the legal actions in ascending order."""

        def look(state: bytes) -> tuple[int, list[int]]:
            states = self.record(state)
            if (states["terminated"] | states["truncated"])[0]:
                return -1, []
            return int(states["to_act"][0]), np.flatnonzero(self.game.legal(states)[0]).tolist()

        return lru_cache(_KEPT)(look)

    @cached_property
    def hash_view(self) -> Callable[[bytes, bytes, int], bytes]:
        """``(before, state, seat)``: the 16-byte hash `before`, continued by what the seat sees of the state."""

        def hash_view(before: bytes, state: bytes, seat: int) -> bytes:
            view = self.game.redact(self.record(state), seat).tobytes()
            return hashlib.blake2b(before + view, digest_size=16).digest()

        return lru_cache(_KEPT)(hash_view)

    @cached_property
    def step(self) -> Step:
        """``(state, action, picks)``: what comes of an action where chance has picked `picks` so far.

        It gives the state, or the probabilities of what chance picks next; the action :data:`SETUP` needs no state.
        """
        return lru_cache(_KEPT)(self._stepper())

    def _stepper(self) -> Step:
        game, most = self.game, self.bridge.max_chance_outcomes

        def without_chance(state: bytes, action: int, picks: tuple[int, ...]) -> bytes:
            if action == SETUP:
                states = game.new_states(0)
            else:
                states = self.record(state)
                game.step(states, action)
            states["rng"] = 0
            return bytes(states.tobytes())

        if game.spec.chance is Chance.DETERMINISTIC:
            return without_chance
        if self.bridge.chance == "outcomes":
            explicit = ExplicitChance(game, max_outcomes=most)

            def by_outcomes(state: bytes, action: int, picks: tuple[int, ...]) -> bytes | Probabilities:
                if picks:
                    return all_outcomes(state, action)[0][picks[0]]
                records, weights = all_outcomes(state, action)
                return records[0] if len(records) == 1 else weights

            @lru_cache(_KEPT_LISTS)
            def all_outcomes(state: bytes, action: int) -> tuple[list[bytes], list[float]]:
                start = action == SETUP
                try:
                    states, weights = explicit.start() if start else explicit.after(self.record(state), action)
                except ChanceError as error:
                    raise ChanceError(f"{error}; raise max_chance_outcomes, or take chance=draws") from None
                return [bytes(states[k : k + 1].tobytes()) for k in range(len(states))], weights.tolist()

            return by_outcomes
        drawing = DrawByDraw(game)

        def by_draws(state: bytes, action: int, picks: tuple[int, ...]) -> bytes | Probabilities:
            if action == SETUP:
                states, number = drawing.start(picks)
            else:
                states, number = drawing.after(self.record(state), action, picks)
            if not number:
                return bytes(states.tobytes())
            if number > most:
                raise ChanceError(
                    f"{game.string}: a draw has {number:,} results, more than max_chance_outcomes={most:,}; raise it"
                )
            return [1 / number] * number

        return by_draws

    def paid(self, state: bytes) -> npt.NDArray[np.float64]:
        """The returns so far, float64 ``[num_players]``.

        OpenSpiel wants those of zero-sum games to add up to zero in double precision. Where single precision leaves a
        rest, as it does of thirds, seats whose return is inside the range of returns take it.
        """
        game = self.game
        returns = self.record(state)["returns"][0, : game.num_players].astype(np.float64)
        low, high = game.spec.returns_range
        inside = (low < returns) & (returns < high)
        if game.spec.utility is Utility.ZERO_SUM and abs(returns.sum()) < _SUM_TOLERANCE and inside.any():
            returns[inside] -= returns.sum() / inside.sum()
        return returns


class Past:
    """A state and, through its `parent`, all that led to it. Nothing of it changes, and copies share it.

    Attributes:
        state: bytes of the record.
        parent: the state before, None for the one after the set-up.
        seat: who acted then; -1 for the set-up.
        action: what the seat did; see `seat`.
        number: states up to and with this one.
    """

    __slots__ = ("_seen", "action", "number", "parent", "seat", "state")

    def __init__(self, state: bytes, parent: Past | None = None, seat: int = -1, action: int = SETUP) -> None:
        self.state, self.parent, self.seat, self.action = state, parent, seat, action
        self.number: int = 1 if parent is None else parent.number + 1
        self._seen: dict[int, bytes] = {}

    def __copy__(self) -> Past:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _past_of, ([(past.state, past.seat, past.action) for past in self.line()],)

    def line(self) -> list[Past]:
        """All the states from the set-up to this one."""
        found, past = list[Past](), self
        while True:
            found.append(past)
            if past.parent is None:
                return found[::-1]
            past = past.parent

    def seen_by(self, rules: Rules, seat: int) -> bytes:
        """A hash over all that `seat` has seen, state by state: 16 bytes."""
        missing, past, digest = list[Past](), self, b""
        while True:
            if seat in past._seen:
                digest = past._seen[seat]
                break
            missing.append(past)
            if past.parent is None:
                break
            past = past.parent
        for past in reversed(missing):
            digest = past._seen[seat] = rules.hash_view(digest, past.state, seat)
        return digest


def _past_of(line: Sequence[tuple[bytes, int, int]]) -> Past:
    past = None
    for state, seat, action in line:
        past = Past(state, past, seat, action)
    assert past is not None
    return past


#: Games that were given by their descriptions, which need not be in the registry.
known_specs: dict[str, GameSpec] = {}


def rules_of(name: str, parameters: Mapping[str, Any]) -> Rules:
    """The rules of a game under `parameters`, options of the game and of the bridge; the same object while in use.

    Raises:
        UnknownGameError: there is no game of that name.
        OptionError: an unknown or impossible value.
    """
    spec = known_specs[name] if name in known_specs else find_spec(name)
    options = {key: value for key, value in parameters.items() if key not in BRIDGE_PARAMETERS}
    bridge = {key: value for key, value in parameters.items() if key in BRIDGE_PARAMETERS}
    return _rules(Game(spec, options), build_options(name, BridgeOptions, bridge))


@lru_cache(64)
def _rules(game: Game, bridge: BridgeOptions) -> Rules:
    return Rules(game, bridge)


BRIDGE_PARAMETERS = frozenset(field.name for field in dataclasses.fields(BridgeOptions))
