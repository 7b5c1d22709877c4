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
    TURN_TILE,
)
from ludarium.envs.clank_catacombs.state import ESCAPED
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
