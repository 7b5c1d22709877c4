"""The arena: tables, deals and rotations; what the standings say."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludarium.training.arena import arena, tables_of
from ludarium.training.evaluation import evaluate
from ludarium.training.game_table import csv_bytes
from ludarium.training.intervals import difference_interval
from ludarium.training.reports import standings_notes
from ludarium.training.standings import standings
from tests.toys import toy_game
from tests.toys.magpie import COIN, END_TURN, GIFT, SNARE
from tests.training.arena_players import KUHN, RACE, Always, Named, crew, of

# --- tables, deals, rotations -------------------------------------------------------------------------------------


def test_every_set_is_a_table() -> None:
    assert tables_of(["b", "a", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(tables_of("abcde", 3)) == 10
    assert tables_of(["b", "a"], 3, copies=True) == [("a", "a", "b"), ("a", "b", "b")]
    assert tables_of(["b", "a"], 2, copies=True) == [("a", "b")]
    with pytest.raises(ValueError, match="2 agents for 3 seats, expected at least 3; with copies, two are enough"):
        tables_of(["a", "b"], 3)
    with pytest.raises(ValueError, match="1 agent for 3 seats, expected at least 2"):
        tables_of(["a"], 3, copies=True)
    with pytest.raises(ValueError, match="agent 'a' is named twice"):
        tables_of(["a", "b", "a"], 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_sits_everywhere_on_the_same_deals(seats: int) -> None:
    game = toy_game("magpie", num_players=seats)
    names = ["other", "random", "scripted", "third", "wild"][: seats + 1]
    agents = crew(game, *names)
    table = arena(agents, game, 4 * seats, 1).table
    assert len(table) == (seats + 1) * 4 * seats  # every agent stays away from one table
    for k in range(len(names)):
        assert [int((table.agents[:, seat] == k).sum()) for seat in range(seats)] == [4 * seats] * seats
    deals = {}
    for members, deal, rotation, seated in zip(table.members, table.deals, table.rotations, table.agents, strict=True):
        deals.setdefault((tuple(members), deal), []).append((rotation, tuple(seated)))
    assert {deal for _, deal in deals} == {0, 1, 2, 3}
    for played in deals.values():
        assert [rotation for rotation, _ in played] == list(range(seats))
        assert len({seated for _, seated in played}) == seats
    rows = list(csv.DictReader(csv_bytes(table).decode().splitlines()))
    assert {(row["deal"], row["deal_seed"]) for row in rows} == {
        (row["deal"], row["deal_seed"]) for row in rows[: 4 * seats]
    }
    assert len({row["deal_seed"] for row in rows}) == 4


def test_it_counts_what_an_evaluation_counts() -> None:
    game = toy_game("magpie", num_players=3)
    # In the order of their names, as tables are; they draw nothing, since in the arena seats have draws of their own.
    agents = [Always(COIN, "coins"), Always(GIFT, "gifts"), Always(END_TURN, "rests"), Always(SNARE, "snares")]
    expected = evaluate(agents, game, 60, 5)
    found = arena(agents, game, 60, 5)
    for result in expected.agents:
        own = of(found, result.agent).result
        assert (own.wins, own.draws, own.losses, own.seats) == (result.wins, result.draws, result.losses, result.seats)
        assert (own.score, own.mean_return) == (pytest.approx(result.score), pytest.approx(result.mean_return))
        assert own.ci95 == pytest.approx(result.ci95)
        assert own.mean_return_ci95 == pytest.approx(result.mean_return_ci95)
    assert found.standings.truncated == expected.truncated
    assert found.standings.mean_length == pytest.approx(expected.mean_length)


def test_one_against_copies_of_another() -> None:
    game = toy_game("magpie", num_players=4)
    found = arena(crew(game, "scripted", "random"), game, 40, 1, copies=True)
    assert {tuple(row) for row in found.table.members} == {(0, 0, 0, 1), (0, 1, 1, 1)}
    assert [of(found, name).result.games for name in ("random", "scripted")] == [160, 160]
    assert found.standings.comparisons.tolist() == [[0, 240], [240, 0]]
    assert found.standings.shares[0, 1] > 0.5
    assert found.standings.agents[0].agent == "scripted"


def test_games_are_rounded_up_and_it_says_so() -> None:
    found = arena(crew(RACE, "random", "other"), RACE, 7, 1)
    assert (len(found.table), found.played) == (8, 8)
    assert found.note == "7 games rounded up to 8, a multiple of 2 seats"


# --- what the standings say ---------------------------------------------------------------------------------------


def test_differences_are_paired() -> None:
    # On the same cards against the same others agents of one mind do much the same: the luck goes out of a difference.
    game = toy_game("magpie", num_players=2)
    found = arena([*crew(game, "random", "scripted"), Always(SNARE, "snares")], game, 2000, 2)
    (each,) = (each for each in found.standings.differences if set(each.agents) == {"scripted", "snares"})
    table, scores = found.table, found.table.outcomes()[2]
    against_random = []
    for name in each.agents:
        own, other = table.names.index(name), table.names.index("random")
        there = (table.agents == own).any(axis=1) & (table.agents == other).any(axis=1)
        against_random.append((scores[there] * (table.agents[there] == own)).sum(axis=1).reshape(-1, 2).mean(axis=1))
    difference = against_random[0] - against_random[1]
    assert each.deals == len(difference) == 1000
    assert each.value == pytest.approx(difference.mean())
    half = (each.ci95[1] - each.ci95[0]) / 2
    assert half == pytest.approx(1.96 * difference.std(ddof=1) / 1000**0.5, rel=1e-3)
    unpaired = 1.96 * sum(values.var(ddof=1) / 1000 for values in against_random) ** 0.5
    assert half < 0.75 * unpaired


def test_agents_of_one_mind_get_the_same() -> None:
    found = arena(crew(KUHN, "first", "random", "third"), KUHN, 200, 2).standings
    assert [each.value for each in found.differences] == [0, 0, 0]
    # Of deals of which one in 28 were another one, 100 would all be alike with a chance of 2.5 %.
    for each in found.differences:
        assert each.ci95 == pytest.approx((-0.0362, 0.0362), abs=1e-4)
    assert [each.result.score for each in found.agents] == [0.5] * 3


@pytest.mark.parametrize(
    ("deals", "interval"),
    [
        ([0.5], (-np.inf, np.inf)),
        ([1.0, 1.0], (1 - 2 * (1 - 0.025**0.5), 1.0)),
        ([-0.5] * 3, (-0.5 - 0.5 * (1 - 0.025 ** (1 / 3)), -0.5 + 1.5 * (1 - 0.025 ** (1 / 3)))),
        ([0.0, 1.0], (0.5 - 1.96 * 0.5, 0.5 + 1.96 * 0.5)),
    ],
)
def test_few_deals_do_not_make_sure(deals: list[float], interval: tuple[float, float]) -> None:
    assert difference_interval(np.array(deals)) == pytest.approx(interval, abs=1e-4)


def test_without_common_others_there_is_no_difference() -> None:
    assert arena(crew(KUHN, "random", "other"), KUHN, 20, 2).standings.differences == ()


def ring(strengths: list[list[float]], deals: int = 200) -> Any:
    """Standings of made-up games of Race between agents a, b, c …: the chance of each to beat each."""
    names = "abcdefg"[: len(strengths)]
    base = arena([Named(name) for name in names], RACE, 2 * deals, 1).table
    generator = np.random.default_rng(7)
    first, second = base.agents.T
    won = generator.random(len(base)) < np.array(strengths)[first, second]
    returns = np.where(won, 1.0, -1.0)
    return standings(replace(base, returns=np.stack([returns, -returns], axis=1), truncated=base.truncated & False))


def test_a_cycle_is_shown_where_ratings_hide_it() -> None:
    found = ring([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert all(abs(each.rating) < 30 for each in found.agents)
    assert all(each.rating_ci95[0] < each.rating < each.rating_ci95[1] for each in found.agents)
    assert [each.nash for each in found.agents] == pytest.approx([1 / 3] * 3, abs=0.05)
    assert all(each.nash_ci95[0] < 1 / 3 < each.nash_ci95[1] for each in found.agents)
    assert all(each.nash_ci95[0] > 0.2 for each in found.agents)
    (cycle,) = found.cycles
    assert "".join(cycle) in ("abc", "bca", "cab")
    assert f"cycle: {' beats '.join((*cycle, cycle[0]))}" in standings_notes(found)
    names = [each.agent for each in found.agents]
    a, b = names.index("a"), names.index("b")
    assert found.shares[a, b] == pytest.approx(0.9, abs=0.04)
    assert found.low[a, b] < found.shares[a, b] < found.high[a, b]
    assert found.shares[b, a] == pytest.approx(1 - found.shares[a, b])


def test_an_order_is_an_order() -> None:
    found = ring([[0.5, 0.2, 0.1], [0.8, 0.5, 0.3], [0.9, 0.7, 0.5]])
    assert [each.agent for each in found.agents] == ["c", "b", "a"]
    assert [each.nash for each in found.agents] == pytest.approx([1, 0, 0])
    assert found.agents[0].nash_value == pytest.approx(0)
    assert found.agents[2].nash_value == pytest.approx(found.shares[2, 0] - 0.5)
    assert found.cycles == ()


def test_places_behind_the_winner_count_at_larger_tables() -> None:
    game = toy_game("magpie", num_players=3)
    agents = [Always(COIN, "coins"), Always(SNARE, "snares"), Always(GIFT, "gifts"), Always(END_TURN, "rests")]
    found = arena(agents, game, 60, 1)
    table, names = found.table, [each.agent for each in found.standings.agents]
    for i, j in ((0, 1), (1, 2), (3, 0)):
        one, other = table.names.index(names[i]), table.names.index(names[j])
        both = np.flatnonzero((table.agents == one).any(axis=1) & (table.agents == other).any(axis=1))
        mine = table.returns[both][table.agents[both] == one]
        theirs = table.returns[both][table.agents[both] == other]
        expected = ((mine > theirs) + 0.5 * (mine == theirs)).mean()
        assert found.standings.shares[i, j] == pytest.approx(expected)
        assert found.standings.comparisons[i, j] == len(both) == 120
