"""What agents do wrong in the arena: illegal actions, crashes and time-outs are losses that are counted."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludarium.agents.base import Decisions
from ludarium.training import faults
from ludarium.training.arena import arena
from ludarium.training.game_table import csv_bytes
from ludarium.training.matches import FAULTS
from ludarium.training.reports import standings_json, standings_notes, standings_tables
from tests.toys import toy_game
from tests.toys.magpie import END_TURN, GIFT
from tests.training.arena_players import KUHN, RACE, Always, Named, Sometimes, crew, of

pytestmark = pytest.mark.usefixtures("few_samples")


@pytest.mark.parametrize(("name", "kind", "text"), [("cheat", "illegal", "action 99"), ("broken", "crash", "no idea")])
def test_what_an_agent_does_wrong_it_loses(name: str, kind: str, text: str) -> None:
    found = arena(crew(KUHN, "random", "other", name), KUHN, 200, 1)
    own = of(found, name)
    assert own.faults[kind] == sum(own.faults.values())
    assert 40 < own.faults[kind] < own.result.games
    assert own.first_fault.startswith(f"{kind}: ")
    assert text in own.first_fault
    assert "\n" not in own.first_fault
    assert all(sum(each.faults.values()) == 0 for each in found.standings.agents if each.agent != name)
    table = found.table
    faulty = table.faults != 0
    won, drawn, scores = table.outcomes()
    blamed = table.agents[faulty, table.at_fault[faulty]]
    assert {table.names[k] for k in blamed} == {name}
    assert (scores[faulty, table.at_fault[faulty]] == 0).all()
    assert (scores[faulty].sum(axis=1) == 1).all()
    assert (won[faulty].sum(axis=1) == 1).all()
    assert not drawn[faulty].any()
    assert np.isnan(table.returns[faulty]).all()
    assert np.isfinite(table.returns[~faulty]).all()
    assert (table.lengths[faulty] < 3).all()
    assert own.result.losses >= own.faults[kind]
    whole = (table.agents == table.names.index(name)) & ~faulty[:, None]
    assert own.result.mean_return == pytest.approx(table.returns[whole].mean())
    assert [column.header for column in standings_tables(found.standings)[1].columns][-3:] == list(FAULTS[1:])
    assert f"{name}: first fault: {own.first_fault}" in standings_notes(found.standings)


def test_the_rest_of_a_table_shares_what_one_has_thrown_away() -> None:
    game = toy_game("magpie", num_players=4)
    found = arena([*(Always(END_TURN, name) for name in "xyz"), Sometimes("cheat", lambda: -1, 1)], game, 24, 1)
    table = found.table
    assert set(table.faults.tolist()) == {FAULTS.index("illegal")}
    assert (np.sort(table.outcomes()[2], axis=1) == [0, 1 / 3, 1 / 3, 1 / 3]).all()
    assert of(found, "cheat").result.losses == 24
    assert np.isnan(of(found, "cheat").result.mean_return)
    others = [each for each in found.standings.agents if each.agent != "cheat"]
    assert all((each.result.wins, each.result.draws) == (0, 24) for each in others)
    # Who of the others was ahead nobody knows.
    assert found.standings.comparisons[:3, :3].sum() == 0
    assert (found.standings.shares[:3, 3] == 1).all()
    data = json.loads(json.dumps(standings_json(found.standings), allow_nan=False))
    assert data["agents"][3]["mean_return"] is None
    assert data["matrix"]["share"][0][1] is None
    assert data["agents"][0]["nash"] is None


@pytest.mark.parametrize("wrong", [lambda: 1.5, lambda: "take"])
def test_no_integers_are_a_crash(wrong: Callable[[], Any]) -> None:
    class Odd(Named):
        def act(self, decisions: Decisions) -> Any:
            return np.array([wrong()] * len(decisions))

    found = arena([Odd("odd"), *crew(RACE, "random")], RACE, 8, 1)
    assert 0 < of(found, "odd").faults["crash"] <= 8
    assert "expected integers (1,)" in of(found, "odd").first_fault


def test_one_bad_decision_does_not_spoil_the_others() -> None:
    sizes = [arena(crew(KUHN, "random", "broken"), KUHN, 100, 1, batch_size=size).table for size in (2, 7, 1000)]
    assert csv_bytes(sizes[0]) == csv_bytes(sizes[1]) == csv_bytes(sizes[2])


def test_agents_cannot_declare_an_action_legal() -> None:
    class Forger(Named):
        def act(self, decisions: Decisions) -> np.ndarray:
            decisions.mask[:] = 1
            return np.full(len(decisions), GIFT)

    game = toy_game("magpie", num_players=2)
    assert of(arena([Forger("forger"), *crew(game, "random")], game, 20, 1), "forger").faults["illegal"] > 0


def test_thinking_too_long_is_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Named):
        def act(self, decisions: Decisions) -> np.ndarray:
            clock[0] += 3.0 * len(decisions)
            return super().act(decisions)

    clock = [0.0]
    monkeypatch.setattr(faults, "perf_counter", lambda: clock[0])
    agents = [Slow("slow"), *crew(RACE, "random")]
    found = arena(agents, RACE, 20, 1, time_limit=2.9)
    assert of(found, "slow").faults["time-out"] > 9
    assert of(found, "slow").first_fault == "time-out: more than 2.9 seconds a decision"
    assert sum(of(found, "random").faults.values()) == 0
    for limit in (3.1, 0.0):
        assert sum(of(arena(agents, RACE, 20, 1, time_limit=limit), "slow").faults.values()) == 0


def test_loading_is_not_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loads(Named):
        loaded = False

        def act(self, decisions: Decisions) -> np.ndarray:
            clock[0] += 0 if self.loaded else 1e9
            self.loaded = True
            return super().act(decisions)

    clock = [0.0]
    monkeypatch.setattr(faults, "perf_counter", lambda: clock[0])
    found = arena([Loads("loads"), *crew(RACE, "random")], RACE, 20, 1, time_limit=1.0)
    assert sum(of(found, "loads").faults.values()) == 0


def test_a_real_clock_is_read() -> None:
    class Sleepy(Named):
        def act(self, decisions: Decisions) -> np.ndarray:
            time.sleep(0.02 * len(decisions))
            return super().act(decisions)

    found = arena([Sleepy("sleepy"), *crew(RACE, "random")], RACE, 4, 1, time_limit=0.01)
    assert of(found, "sleepy").faults["time-out"] > 0
