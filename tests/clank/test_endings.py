"""Every way for a game to end and for a player to leave it comes up in random and scripted play, and pays rightly."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank.actions import END_TURN, ESCAPE
from ludarium.envs.clank.state import DEAD, ESCAPED, HALF, INSIDE
from ludarium.envs.core.schema import States
from tests.batch_play import Policy, anything, expected_returns, play, scripted
from tests.clank.play import greedy

SETTINGS = ("clank", "clank:four,inside_at_end=half", "clank:three,max_turns=20")
#: A game in which treasures can run out before the dragon comes.
QUIET = "clank:four,path_length=8,draws=3,skill_cubes_per_player=30,dragon_cubes=0,dragon_limit=10,max_turns=1000"
#: Who plays which games. Pure chance never bought 29 treasures; who takes what can be had sometimes does.
PLAYED: dict[str, tuple[tuple[Policy, str], ...]] = {
    "random": (*((anything, setting) for setting in SETTINGS), (greedy, QUIET)),
    "scripted": tuple((scripted, setting) for setting in (*SETTINGS, QUIET)),
}
ENDS = ("all out", "no treasure left", "last dragon card")
LEFT = ("escaped", "died on the own turn", "died on another's turn", "died of the own cubes", "alive inside at the end")


def ends(after: States, limit: int) -> dict[str, np.ndarray]:
    """Which games have ended in which way, bool ``[B]`` each."""
    n = int(after["num_players"][0])
    over = after["terminated"]
    nobody = (after["status"][:, :n] != INSIDE).all(axis=1)
    return {
        "all out": over & nobody,
        "no treasure left": over & (after["treasures_left"] == 0),
        "last dragon card": over & (after["dragon_revealed"] == limit),
    }


def expected_scores(after: States, half: bool) -> np.ndarray:
    """CL12, CL13, CLD9, CLD23: int64 ``[B, seats]``."""
    points = sum(after[f"{what}_points"].astype(np.int64) for what in ("treasure", "card", "monster"))
    halved = (after["status"] == DEAD) | ((after["status"] == INSIDE) & half)
    return np.where(halved, points // 2, points)


def check_pay(after: States, half: bool) -> None:
    """CLD10: points, then treasure points, then health; who is still equal shares."""
    over = after["terminated"]
    n = int(after["num_players"][0])
    scores = expected_scores(after, half)[:, :n]
    assert (after["scores"][over][:, :n] == scores[over]).all()
    assert not after["scores"][~over].any()
    assert not after["returns"][~over].any()
    ranks = (scores * 1000 + after["treasure_points"][:, :n]) * 100 + after["health"][:, :n]
    assert np.allclose(after["returns"][over][:, :n], expected_returns(ranks)[over], atol=1e-6)


@cache
def counted(players: str) -> Counter[str]:
    """How often each thing happened, and what every step must keep to."""
    counts: Counter[str] = Counter()
    for seed, (policy, string) in enumerate(PLAYED[players]):
        game = make_game(string)
        n, half = game.num_players, bool(game.blanks["options"]["inside_at_end"][0] == HALF)
        seats = np.arange(n)
        for before, actions, after in play(game, 500, 300_000, seed, policy):
            over = after["terminated"]
            found = ends(after, game.options.dragon_limit)
            assert (np.any(list(found.values()), axis=0) == over).all()  # CLD23
            assert (after["truncated"] <= (after["turns"] == game.options.max_turns)).all()
            assert not (over & after["truncated"]).any()
            check_pay(after, half)
            for end, games in found.items():
                counts[end] += int(games.sum())
            counts["cut off"] += int(after["truncated"].sum())
            was_in = before["status"][:, :n] == INSIDE
            own = seats == before["to_act"][:, None]
            died = was_in & (after["status"][:, :n] == DEAD)
            escaped = was_in & (after["status"][:, :n] == ESCAPED)
            assert (escaped == (own & (actions == ESCAPE)[:, None])).all()
            # Nobody dies on another's turn but by the cubes at its end.
            assert not (died & ~own & (actions != END_TURN)[:, None]).any()
            counts["escaped"] += int(escaped.sum())
            counts["died on the own turn"] += int((died & own).sum())
            counts["died of the own cubes"] += int((died & own & (actions == END_TURN)[:, None]).sum())
            counts["died on another's turn"] += int((died & ~own).sum())
            counts["alive inside at the end"] += int((over[:, None] & (after["status"][:, :n] == INSIDE)).sum())
    return counts


@pytest.mark.rule("CL11", "CL12", "CLD9", "CLD10", "CLD21", "CLD22", "CLD23")
@pytest.mark.parametrize("players", PLAYED)
@pytest.mark.parametrize("what", [*ENDS, *LEFT, "cut off"])
def test_it_happens(what: str, players: str) -> None:
    assert counted(players)[what] > 0, f"never {what}"
