"""Every way for a game to end and for a player to leave it comes up in random and scripted play, and pays rightly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.actions import CHOOSE, END_TURN, FROM_DISCARD
from ludarium.envs.clank_catacombs.state import (
    ALL_OUT,
    BAG_OUT,
    DECK_OUT,
    ENDINGS,
    ESCAPED,
    INSIDE,
    KNOCKED_OUT,
    NOT_OVER,
)
from ludarium.envs.clank_catacombs.tables import ARTIFACT_POINTS, DEPTHS_FACT, HEALTH, MASTERY
from ludarium.envs.clank_catacombs.tiles import IS_CRYPT, ROOM_FACTS
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import Policy, anything, expected_returns, play, scripted
from tests.clank_catacombs.play import greedy

SETTINGS = ("clank_catacombs", "clank_catacombs:four", "clank_catacombs:three,max_turns=20")
PLAYED: dict[str, tuple[tuple[Policy, str], ...]] = {
    "random": (*((anything, setting) for setting in SETTINGS), (greedy, "clank_catacombs:three")),
    "scripted": tuple((scripted, setting) for setting in SETTINGS),
}
LEFT = ("escaped", "knocked out in the Depths", "knocked out with points", "knocked out without an Artifact")
#: What pure chance and the scripted player come to.
HAPPENS = {
    "random": ("all out", "cut off", "escaped", "knocked out in the Depths", "knocked out without an Artifact"),
    "scripted": ("all out", "bag", "cut off", *LEFT),
}


def zeroed(after: States) -> npt.NDArray[np.bool_]:
    """CC29: who scores nothing, bool ``[B, seats]``."""
    in_depths = (ROOM_FACTS[after["room"]] & DEPTHS_FACT) > 0
    return (after["status"] != ESCAPED) & (in_depths | (after["num_artifacts"] == 0))


def check_pay(after: States) -> None:
    """CC29, CC33, CCD27: who scores nothing has no points, an Artifact decides ties, the rest is shared."""
    over = after["terminated"]
    n = int(after["num_players"][0])
    scores = after["scores"][:, :n].astype(np.int64)
    assert not scores[~over].any()
    assert not after["returns"][~over].any()
    nothing = zeroed(after)[:, :n]
    assert not scores[over][nothing[over]].any()
    counted = over[:, None] & ~nothing
    artifacts = (after["artifacts"] @ ARTIFACT_POINTS)[:, :n]
    least = artifacts + after["gold"][:, :n] + after["card_points"][:, :n]
    least += MASTERY * (after["status"][:, :n] == ESCAPED)
    assert (scores >= least)[counted].all()
    best = (after["artifacts"] * ARTIFACT_POINTS).max(axis=2)[:, :n]
    ranks = scores * 100 + best * (scores > 0)
    assert np.allclose(after["returns"][over][:, :n], expected_returns(ranks)[over], atol=1e-6)


def check_endings(before: States, actions: npt.NDArray[np.int64], after: States) -> None:
    """CC24 to CC27, CC30: what an ending says, and that players leave at the end of a turn alone."""
    n = int(after["num_players"][0])
    over = after["terminated"]
    status, was_in = after["status"][:, :n], before["status"][:, :n] == INSIDE
    assert ((after["ending"] != NOT_OVER) == over).all()
    assert ((status != INSIDE).all(axis=1) == over).all()
    damage = (after["hurt_own"].astype(int) + after["hurt_black"] + after["hurt_marker"])[:, :n]
    alive = (status == KNOCKED_OUT) & (damage < HEALTH)
    assert not alive[(after["ending"] == ALL_OUT) | ~over].any()
    in_bag = after["bag"].sum(axis=1) + after["black_bag"] + after["ghosts_bag"]
    assert (alive.any(axis=1) & (in_bag == 0))[after["ending"] == BAG_OUT].all()
    assert (after["dungeon_left"] == 0)[after["ending"] == DECK_OUT].all()
    assert (after["turns"] == after["options"]["max_turns"])[after["truncated"]].all()
    assert (after["turns"] <= after["options"]["max_turns"]).all()
    assert not (over & after["truncated"]).any()
    ends = (actions == END_TURN) | ((actions >= CHOOSE) & (actions <= FROM_DISCARD))  # a Spring comes before the end
    assert not (was_in & (status != INSIDE) & ~ends[:, None]).any()
    escaped = was_in & (status == ESCAPED)
    own = np.arange(n) == before["to_act"][:, None]
    assert (own & (IS_CRYPT[after["room"][:, :n]] == 1) & (after["num_artifacts"][:, :n] > 0))[escaped].all()


@cache
def counted(players: str) -> Counter[str]:
    """How often each thing happened, and what every step must keep to."""
    counts: Counter[str] = Counter()
    for seed, (policy, string) in enumerate(PLAYED[players]):
        for before, actions, after in play(make_game(string), 250, 60_000, seed, policy):
            check_endings(before, actions, after)
            check_pay(after)
            n = int(after["num_players"][0])
            for number, name in enumerate(ENDINGS[1:], 1):
                counts[name] += int((after["ending"] == number).sum())
            counts["cut off"] += int(after["truncated"].sum())
            left = (before["status"][:, :n] == INSIDE) & (after["status"][:, :n] != INSIDE)
            escaped = after["status"][:, :n] == ESCAPED
            nothing, has = zeroed(after)[:, :n], after["num_artifacts"][:, :n] > 0
            counts["escaped"] += int((left & escaped).sum())
            counts["knocked out in the Depths"] += int((left & nothing & has).sum())
            counts["knocked out with points"] += int((left & ~escaped & ~nothing).sum())
            counts["knocked out without an Artifact"] += int((left & ~escaped & ~has).sum())
    return counts


@pytest.mark.rule("CC24", "CC26", "CC27", "CC29", "CC30", "CC33", "CCD3", "CCD22", "CCD24", "CCD27")
@pytest.mark.parametrize(("players", "what"), [(players, what) for players in HAPPENS for what in HAPPENS[players]])
def test_it_happens(players: str, what: str) -> None:
    assert counted(players)[what] > 0, f"never {what}"


def go_on(game: Game, states: States, seed: int) -> Iterator[tuple[States, npt.NDArray[np.int64], States]]:
    """Random play from `states` until all games are over: states before, actions, states after."""
    batch = Batch(game, len(states), seed=seed, auto_restart=False)
    batch.set_states(states)
    running = np.arange(len(states))
    while running.size:
        before = batch.states[running].copy()
        actions = np.asarray(batch.random_actions())[running]
        batch.step(actions, running)
        after = batch.states[running].copy()
        yield before, actions, after
        running = running[~(after["terminated"] | after["truncated"])]


@pytest.mark.rule("CC24", "CCD23")
def test_the_deck_ends_a_game_in_which_the_dragon_finds_nobody() -> None:
    """Players without cubes are not hurt, so that the deck ends their game; laying its last card does not."""
    game = make_game("clank_catacombs:three,max_turns=500")
    states = game.new_states(1, 100)
    states["dungeon_left"] = 5
    states["dungeon_deck"] = 0
    states["dungeon_deck"][:, 0] = 5
    for name in ("supply", "area", "bag"):
        states[name] = 0
    ended = full = 0
    for before, actions, after in go_on(game, states, 1):
        check_endings(before, actions, after)
        check_pay(after)
        ended += int((after["ending"] == DECK_OUT).sum())
        full += int(((after["dungeon_left"] == 0) & (after["row"] > 0).all(axis=1) & ~after["terminated"]).sum())
    assert ended > 50
    assert full > 0
