"""A player of Clank! Catacombs who explores for a while, for many games at once, and what comes of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludarium import make_game
from ludarium.envs.clank_catacombs.actions import COME_OUT, END_TURN, MOVE, TELEPORT
from ludarium.envs.clank_catacombs.state import ENDINGS, ESCAPED
from ludarium.envs.clank_catacombs.tables import HAS_DRAGON
from ludarium.envs.clank_catacombs.tiles import CELL_OF_ROOM, DIRECTIONS
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import scripted_actions

#: Actions ``[B]`` for states ``[B]``, none of them over, and their masks ``[B, actions]``.
Player = Callable[[Game, States, npt.NDArray[np.int8]], npt.NDArray[np.int64]]

#: So many rounds are spent on exploring, unless so much damage comes before.
_ROUNDS, _HURT = 8, 5
#: By what the record writes for a card of the Row: whether it brings an attack.
_BRINGS_ATTACK = np.concatenate([[0], HAS_DRAGON])


def exploring(game: Game, states: States, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Plays like the scripted player, but walks about first: through a tunnel to a new tile if there is one to pay.

    Then it goes for an Artifact, if it has none yet, and home.
    """
    index, seat = np.arange(len(states)), states["to_act"]
    actions = scripted_actions(game, states, masks)
    hurt = (states["hurt_own"] + states["hurt_black"] + states["hurt_marker"])[index, seat]
    explores = (states["turns"] // states["num_players"] < _ROUNDS) & (hurt < _HURT)
    explores &= (actions == END_TURN) | ((actions >= MOVE) & (actions < COME_OUT))
    unexplored = states["neighbour"][index, CELL_OF_ROOM[states["room"][index, seat]]] == 0
    wishes = np.random.default_rng(int(states["moves"].sum())).random((len(states), TELEPORT - MOVE))
    wishes[:, : len(DIRECTIONS)] += unexplored
    wishes[masks[:, MOVE:TELEPORT] == 0] = -1
    explores &= wishes.max(axis=1) >= 0
    return np.where(explores, MOVE + wishes.argmax(axis=1), actions)


@dataclass
class Played:
    """What came of some games, a row a game."""

    rounds: npt.NDArray[np.int64]  #: ``[games]``: turns begun by the first seat, in or out
    tiles: npt.NDArray[np.int64]  #: ``[games]``: tiles revealed
    attacks: npt.NDArray[np.int64]  #: ``[games]``: attacks that the Row brought
    attacks_of_the_out: npt.NDArray[np.int64]  #: ``[games]``: turns of players who were out (CC31)
    escaped: npt.NDArray[np.bool_]  #: ``[games, seats]``
    scores: npt.NDArray[np.int64]  #: ``[games, seats]``
    ends: dict[str, float]  #: share of the games that ended in each way


def play_games(player: Player, games: int, seed: int, num_players: int) -> Played:
    """Games in which `player` plays all seats."""
    game = make_game("clank_catacombs", num_players=num_players)
    states = game.new_states(seed, games)
    left = np.arange(games)
    attacks, out = np.zeros((2, games), np.int64)
    while left.size:
        running = states[left]
        row, turns = running["row"].copy(), running["turns"].copy()
        game.step(running, player(game, running, game.legal(running)))
        attacks[left] += ((row == 0) & (_BRINGS_ATTACK[running["row"]] > 0)).any(axis=1)
        out[left] += np.maximum(running["turns"] - turns - ~running["terminated"], 0)
        states[left] = running
        left = left[~running["terminated"] & ~running["truncated"]]
    return Played(
        rounds=-(-(states["turns"].astype(int) + 1) // num_players),
        tiles=states["tiles_revealed"].astype(int),
        attacks=attacks,
        attacks_of_the_out=out,
        escaped=states["status"][:, :num_players] == ESCAPED,
        scores=states["scores"][:, :num_players].astype(int),
        ends={"cut off": float(states["truncated"].mean())}
        | {name: float((states["ending"] == number).mean()) for number, name in enumerate(ENDINGS) if number},
    )
