"""The scripted player of Clank! Catacombs is sensible: it beats random play, takes an Artifact and comes home."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.random import RandomAgent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.clank_catacombs.actions import (
    DRINK_ONE,
    DRINK_TWO,
    MARK,
    MOVE,
    PLACE,
    TAKE_ARTIFACT,
    TELEPORT,
    THROUGH_PORTAL,
    TURN_TILE,
)
from ludarium.envs.clank_catacombs.scripted_ways import cost_of, left_at, left_beyond, plan
from ludarium.envs.clank_catacombs.state import ESCAPED
from ludarium.envs.clank_catacombs.tiles import NUM_PORTALS, NUM_ROOMS_OF, NUM_TILES, PORTAL_OF, ROOMS_A_TILE
from ludarium.envs.clank_catacombs.tunnels import trip, tunnel_from
from ludarium.training.evaluation import evaluate
from tests.batch_play import play, scripted


@pytest.mark.parametrize(
    ("string", "least"), [("clank_catacombs", 0.96), ("clank_catacombs:three", 0.94), ("clank_catacombs:four", 0.92)]
)
def test_it_beats_random_play(string: str, least: float) -> None:
    game = make_game(string)
    result = evaluate([ScriptedAgent(game)], game, 400, 1, against=[RandomAgent()]).agents[0]
    assert result.score > least


def test_what_it_does_and_never_does() -> None:
    game = make_game("clank_catacombs:three")
    taken = np.zeros(game.num_actions, np.int64)
    for before, actions, _ in play(game, 250, 50_000, 1, scripted):
        np.add.at(taken, actions, 1)
        rows = np.arange(len(before))
        offered = game.legal(before)
        takes = offered[:, TAKE_ARTIFACT] == 1
        assert ((actions[takes] == TAKE_ARTIFACT) | (actions[takes] < MOVE)).all()  # a card first, or the Artifact
        drinks = (actions == DRINK_ONE) | (actions == DRINK_TWO)
        assert (before["hurt_own"][rows, before["to_act"]] > 0)[drinks].all()
    assert taken[MOVE:TELEPORT].sum() > 0
    assert taken[PLACE:TURN_TILE].sum() > 0
    assert taken[MARK] > 0


@pytest.mark.rule("CC30")
@pytest.mark.parametrize("string", ["clank_catacombs", "clank_catacombs:four"])
def test_most_of_it_comes_home(string: str) -> None:
    over = escaped = knocked_out = 0
    for _, _, after in play(make_game(string), 250, 60_000, 2, scripted):
        n = int(after["num_players"][0])
        over += n * int(after["terminated"].sum())
        escaped += int((after["status"][after["terminated"]] == ESCAPED).sum())
        knocked_out += int((after["status"][:, :n][after["terminated"]] > ESCAPED).sum())
    assert escaped + knocked_out == over
    assert escaped > 0.6 * over


def test_its_plans_hold_in_every_room() -> None:
    """What a room takes is what it takes in itself, or by the best of its tunnels; no tunnel makes it less."""
    game = make_game("clank_catacombs:three")
    rooms_planned = ways_taken = 0
    for before, _, _ in list(play(game, 20, 3000, 3, scripted))[::15]:
        for s in before.view(np.recarray):
            seat = int(s["to_act"])
            left = np.zeros(game.num_actions, np.float32)
            plan(s, seat, left)
            for tile in np.flatnonzero(s["placed"][:NUM_TILES]):
                for room in range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + NUM_ROOMS_OF[tile]):
                    tunnels = [tunnel_from(s, room, number) for number in range(THROUGH_PORTAL)]
                    tunnels += [trip(s, room, portal) for portal in range(NUM_PORTALS) if PORTAL_OF[room] > 0]
                    over = [cost_of(s, seat, one) + left_beyond(s, seat, one, left) for one in tunnels if one > 0]
                    assert left[room] == min(left_at(s, seat, room), *over)
                    rooms_planned += 1
                    ways_taken += left[room] < left_at(s, seat, room)
    assert rooms_planned > 1000
    assert ways_taken > 0.5 * rooms_planned
