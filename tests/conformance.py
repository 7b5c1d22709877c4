"""What several games ask of the conformance kit: checks of any state, and that no seat is special."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ludarium.envs.core.conformance import (
    check_bookkeeping,
    check_ends,
    check_masks,
    check_observations,
    check_redaction,
    check_returns,
)
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import Schema, States

#: Those that are quick enough for many states.
CHECKS = [check_masks, check_bookkeeping, check_ends, check_returns, check_observations, check_redaction]
Rotate = Callable[[States], States]


def fields_by_seat(schema: Schema, *, but: Sequence[str] = (), also: Sequence[str] = ()) -> list[str]:
    """The fields that count seats on their first axis: those as long as there are seats.

    Args:
        schema: the game's.
        but: fields that are as long and count something else, beside the random stream.
        also: longer fields whose first entries count seats.
    """
    return [
        field.name
        for field in schema.fields
        if (field.shape[:1] == (schema.max_seats,) and field.name not in ("rng", *but)) or field.name in also
    ]


def rotation(
    by_seat: Iterable[str], *, seats: Sequence[str] = ("to_act",), seats_or_none: Sequence[str] = ()
) -> Rotate:
    """What gives the same games one seat on: seat p has become seat p + 1, the last one seat 0.

    Args:
        by_seat: the fields that count seats on their first axis.
        seats: the fields that name a seat by its number.
        seats_or_none: the fields that name a seat by one more than its number, with 0 for none.
    """

    def rotate(states: States) -> States:
        out = states.copy()
        n = int(states["num_players"][0])
        for name in by_seat:
            out[name][:, :n] = np.roll(states[name][:, :n], 1, axis=1)
        for name in seats:
            out[name] = (states[name] + 1) % n
        for name in seats_or_none:
            out[name] = np.where(states[name] > 0, states[name] % n + 1, 0)
        return out

    return rotate


def check_rotation(games: Iterable[Game], rotate: Rotate, field: str) -> None:
    """Rotating n times changes nothing; each time in between changes `field` of new states."""
    for game in games:
        states = turned = game.new_states(0, 50)
        for _ in range(game.num_players):
            assert not (turned[field] == rotate(turned)[field]).all()
            turned = rotate(turned)
        assert (turned == states).all()
