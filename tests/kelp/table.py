"""Kelp at the table: start a game, set a position up, play actions in words."""

from __future__ import annotations

from typing import Any

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States

SHARK, OCTOPUS = 0, 1
OUTCOME: dict[str, Any] = {"illegal_direction": "bump", "reveal": "outcome"}


def start(**options: Any) -> tuple[Game, States]:
    """A game and its start, as ``[1]`` records."""
    game = make_game("kelp", **options)
    return game, game.new_states(0)


def position(game: Game, **fields: Any) -> States:
    """A position set up by hand; counts of cards follow from the hands."""
    states = game.new_states(0)
    for name, value in fields.items():
        states[name][0] = value
    states["cards_left"] = states["move_cards"].sum(axis=2)
    return states


def play(game: Game, states: States, *actions: str) -> None:
    """Plays actions in words, in place; the rules must allow each."""
    for action in actions:
        game.step(states, game.action_number(action))


def legal(game: Game, states: States) -> set[str]:
    return set(game.legal_names(game.legal(states)[0]))


def pawn(states: States, seat: int) -> tuple[int, int]:
    return int(states["x"][0, seat]), int(states["y"][0, seat])


def value(states: States, name: str) -> Any:
    """A field of the only record, as plain Python."""
    return states[name][0].tolist()
