"""The scripted player of Clank! is sensible: it beats random play, fights only to win, and goes home when it should."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.random import RandomAgent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.clank.actions import ESCAPE, EXPLORE_CUP, FIGHT, REST
from ludarium.envs.clank.state import ESCAPED
from ludarium.training.evaluation import evaluate
from tests.batch_play import play, scripted


@pytest.mark.parametrize("string", ["clank", "clank:four", "clank:path_length=12,inside_at_end=half"])
def test_it_beats_random_play(string: str) -> None:
    game = make_game(string)
    result = evaluate([ScriptedAgent(game)], game, 400, 1, against=[RandomAgent()]).agents[0]
    assert result.score > 0.95


def test_what_it_does_and_never_does() -> None:
    game = make_game("clank:three")
    taken = np.zeros(game.num_actions, np.int64)
    for before, actions, after in play(game, 500, 100_000, 1, scripted):
        np.add.at(taken, actions, 1)
        fights = actions == FIGHT
        assert (after["defeated"].sum(axis=1) == before["defeated"].sum(axis=1) + 1)[fights].all()
        takes_cup = game.legal(before)[:, EXPLORE_CUP] == 1
        plays = actions < REST
        assert plays[takes_cup].all()  # a card first, or the Cup
    assert taken[FIGHT] > 0
    assert taken[EXPLORE_CUP] > 0
    assert taken[REST:ESCAPE].sum() > 0


@pytest.mark.rule("CLD9")
def test_it_escapes_more_often_where_those_inside_lose_half() -> None:
    escaped = {}
    for option in ("full", "half"):
        over = 0
        out = 0
        for _, _, after in play(make_game("clank", inside_at_end=option), 500, 200_000, 2, scripted):
            over += int(after["terminated"].sum())
            out += int((after["status"][after["terminated"]] == ESCAPED).sum())
        escaped[option] = out / over
    assert escaped["half"] > 4 * escaped["full"] > 0
