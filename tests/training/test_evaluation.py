"""Evaluation: what is counted, pairing and rotation, the same for any batch size, interruption, and intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from ludarium import IllegalActionError, make_game
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.exact import ExactAgent, solve
from ludarium.agents.exploitability import exploitability
from ludarium.agents.random import RandomAgent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.core.game import Game
from ludarium.training.evaluation import Evaluation, evaluate
from ludarium.training.intervals import Z, mean_interval, score_interval
from tests.toys import toy_game
from tests.toys.magpie import END_TURN, GIFT
from tests.toys.race import TAKE, WAIT, YIELD


class Always(Agent):
    """Plays one action, legal or not, and notes what it was shown."""

    def __init__(self, action: int, name: str = "") -> None:
        self.action = action
        self.name = name or f"always {action}"
        self.shown: list[Decisions] = []

    def policy(self, decisions: Decisions) -> np.ndarray:
        return np.eye(decisions.mask.shape[1])[[self.action] * len(decisions)]

    def act(self, decisions: Decisions) -> np.ndarray:
        self.shown.append(decisions)
        return np.full(len(decisions), self.action)


def numbers(result: Evaluation) -> list[tuple[int, int, int]]:
    return [(agent.wins, agent.draws, agent.losses) for agent in result.agents]


RACE = toy_game("race")


def test_wins_and_losses_from_both_seats() -> None:
    result = evaluate([Always(TAKE, "taker"), Always(YIELD, "giver")], RACE, 20, 1)
    assert numbers(result) == [(20, 0, 0), (0, 0, 20)]
    assert result.games == 20
    taker, giver = result.agents
    assert (taker.score, giver.score) == (1, 0)
    assert (taker.mean_return, giver.mean_return) == (1, -1)
    assert [(s.seat, s.wins, s.draws, s.losses) for s in taker.seats] == [(0, 10, 0, 0), (1, 10, 0, 0)]
    assert result.mean_length == 1
    low, high = taker.ci95
    assert low == pytest.approx(10 / (10 + Z**2))  # ten deals are what there is to go by
    assert high == 1
    assert giver.ci95 == pytest.approx((1 - high, 1 - low))


def test_seats_are_rotated() -> None:
    result = evaluate([Always(TAKE, "one"), Always(TAKE, "other")], RACE, 20, 1)  # who starts wins
    assert numbers(result) == [(10, 0, 10), (10, 0, 10)]
    one, other = result.agents
    assert [(s.wins, s.losses) for s in one.seats] == [(10, 0), (0, 10)]
    assert [(s.wins, s.losses) for s in other.seats] == [(10, 0), (0, 10)]


def test_cut_off_games_are_draws() -> None:
    result = evaluate([Always(WAIT, "one"), Always(WAIT, "other")], RACE, 8, 1)
    assert numbers(result) == [(0, 8, 0), (0, 8, 0)]
    assert result.agents[0].score == 0.5
    assert result.mean_length == 6
    assert (result.truncated, result.to_json()["truncated"]) == (8, 8)
    assert result.tables()[0].title == "race: 8 games, 8 cut off"
    assert result.agents[0].ci95[0] < 0.5 < result.agents[0].ci95[1]


def test_what_a_game_tells_of_seats_is_averaged_by_agent() -> None:
    def figures(states: Any) -> dict[str, Any]:
        return {"return": states["returns"], "seat": np.arange(2) + 0 * states["returns"]}

    game = Game(replace(RACE.spec, final_figures=figures), {})
    result = evaluate([Always(TAKE, "taker"), RandomAgent(), Always(YIELD, "giver")], game, 6, 1)
    for agent in (*result.agents, *(agent for pairing in result.pairings for agent in pairing.agents)):
        assert agent.figures == {"return": pytest.approx(agent.mean_return), "seat": 0.5}
    assert result.agents[0].figures["return"] > result.agents[2].figures["return"]
    assert result.to_json()["agents"][0]["figures"]["seat"] == 0.5
    tables = result.tables()
    assert [column.header for column in tables[1].columns] == ["agent", "return", "seat"] and tables[1].row_count == 3
    assert len(tables) == 2 * (1 + len(result.pairings))
    assert "figures" not in evaluate([RandomAgent(), RandomAgent()], RACE, 4, 1).to_json()["agents"][0]


def test_games_are_rounded_up_and_it_says_so() -> None:
    result = evaluate([RandomAgent(), RandomAgent()], make_game("kelp"), 7, 1)
    assert result.games == 8
    assert result.note == "7 games rounded up to 8, a multiple of 2 seats"
    assert result.to_json()["note"] == result.note
    assert evaluate([RandomAgent(), RandomAgent()], make_game("kelp"), 8, 1).note == ""


def test_every_set_of_agents_is_a_pairing() -> None:
    agents = [Always(TAKE, "a"), Always(YIELD, "b"), Always(TAKE, "c")]
    result = evaluate(agents, RACE, 4, 1)
    assert [[a.agent for a in pairing.agents] for pairing in result.pairings] == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert result.games == 12
    assert numbers(result) == [(6, 0, 2), (0, 0, 8), (6, 0, 2)]
    data = result.to_json()
    assert [pairing["games"] for pairing in data["pairings"]] == [4, 4, 4]
    assert data["pairings"][0]["agents"][0]["wins"] == 4


def test_more_than_two_seats() -> None:
    game = toy_game("magpie", num_players=3)
    result = evaluate([RandomAgent(), RandomAgent(), RandomAgent()], game, 300, 1)
    assert result.games == 300
    assert sum(agent.score for agent in result.agents) == pytest.approx(1)
    for agent in result.agents:
        assert agent.wins + agent.draws + agent.losses == 300
        assert [seat.games for seat in agent.seats] == [100, 100, 100]
        assert agent.ci95[0] < 1 / 3 < agent.ci95[1]  # the same player thrice


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_one_against_copies_of_another(num_players: int) -> None:
    game = toy_game("magpie", num_players=num_players, max_turns=40)
    scripted = ScriptedAgent(game)
    result = evaluate([scripted, RandomAgent()], game, 1200, 1, against=[RandomAgent(), scripted])
    assert result.games == 4 * 1200
    assert result.even_score == 1 / num_players
    named = [[agent.title for agent in pairing.agents] for pairing in result.pairings]
    copies = "" if num_players == 2 else f"{num_players - 1} × "
    assert named == [[a, f"{copies}{b}"] for a in ("scripted", "random") for b in ("random", "scripted")]
    for pairing in result.pairings:
        one, others = pairing.agents
        assert (one.copies, others.copies) == (1, num_players - 1)
        assert one.score + (num_players - 1) * others.score == pytest.approx(1)
        assert [seat.games for seat in one.seats] == [1200 / num_players] * num_players
        assert [seat.games for seat in others.seats] == [1200 / num_players * (num_players - 1)] * num_players
        assert others.ci95[0] < others.score < others.ci95[1]
    assert [agent.agent for agent in result.agents] == ["scripted", "random"]
    better, even, also_even, worse = (pairing.agents[0] for pairing in result.pairings)
    assert better.mean_return_ci95[0] > even.mean_return > worse.mean_return_ci95[1]
    for agent in (even, also_even):
        assert agent.ci95[0] < 1 / num_players < agent.ci95[1]  # against itself
    assert result.agents[0].games == result.agents[1].games == 2400
    assert result.agents[0].score == pytest.approx((better.score + even.score) / 2)


def test_a_single_pairing_tells_of_both_sides() -> None:
    game = toy_game("magpie", num_players=3)
    result = evaluate([RandomAgent()], game, 30, 1, against=[ScriptedAgent(game)])
    data = result.to_json()
    assert [agent["agent"] for agent in data["agents"]] == ["random"]
    assert [agent["copies"] for agent in data["pairings"][0]["agents"]] == [1, 2]
    table, by_seat = result.tables()
    assert (table.row_count, by_seat.row_count) == (2, 2)


def test_everybody_sits_behind_everybody() -> None:
    class Gives(Agent):
        def __init__(self, action: int) -> None:
            self.action, self.name = action, "gives"

        def policy(self, decisions: Decisions) -> np.ndarray:
            chosen = np.where(decisions.mask[:, self.action] != 0, self.action, END_TURN)
            return np.eye(decisions.mask.shape[1])[chosen]

    # Gifts go to the next seat: with the same order at every table, one agent would get them all.
    agents = [Gives(GIFT), Gives(END_TURN), Gives(END_TURN), Gives(END_TURN)]
    game = toy_game("magpie", num_players=4)
    giver, *others = evaluate(agents, game, 600, 1).agents
    returns = [other.mean_return for other in others]
    assert giver.mean_return == 0
    assert min(returns) > 0.7 * max(returns) > 0
    assert evaluate(agents, game, 600, 1, batch_size=28).agents == (giver, *others)  # 7 deals at once, 6 orders


def test_tables_of_four_seats_fit_a_terminal() -> None:
    game = toy_game("magpie", num_players=4)
    agents = [RandomAgent() for _ in range(4)]
    found = evaluate(agents, game, 4000, 1)
    first, second = found.tables()
    assert first.title == f"{game.string}: 4,000 games, {found.truncated:,} cut off, even score 0.250"
    console = Console(width=100)
    with console.capture() as captured:
        console.print(first, second)
    assert "seat 3: W/D/L" in captured.get()
    assert "…" not in captured.get()
    assert all("random" in line for line in captured.get().splitlines() if line.startswith("│"))  # nothing is folded


def test_the_same_for_any_batch_size_and_again() -> None:
    game = toy_game("magpie", num_players=3)
    agents: list[Agent] = [RandomAgent(), RandomAgent(), ScriptedAgent(game), ScriptedAgent(game)]
    results = [evaluate(agents, game, 60, 5, batch_size=size) for size in (1, 7, 60, 1000)]
    assert all(result == results[0] for result in results)
    assert evaluate(agents, game, 60, 6) != results[0]


def test_every_arrangement_gets_the_same_deals() -> None:
    game = toy_game("kuhn")
    agents = [Always(0, "one"), Always(0, "other"), Always(0, "third")]
    evaluate(agents, game, 40, 3)

    def cards(agent: Always, call: int) -> np.ndarray:
        return agent.shown[call].states["card"][:, 0]

    one, other, third = agents
    # One and other: 20 deals, each twice, so that either agent begins each deal once and both get the same first card.
    assert len(one.shown[0]) == 20
    assert (cards(one, 0) == cards(other, 0)).all()
    assert len(set(cards(one, 0).tolist())) == 3
    # The next pairing, one and third, gets the same deals again.
    assert (cards(third, 0) == cards(one, 0)).all()


def test_draws_of_agents_are_their_own_in_every_game() -> None:
    agents = [Always(WAIT, "one"), Always(WAIT, "other")]
    evaluate(agents, RACE, 50, 3)
    seeds = np.concatenate([decisions.seeds for agent in agents for decisions in agent.shown])
    assert len(seeds) == 50 * 6
    assert len(np.unique(seeds)) == len(seeds)


def test_agents_see_what_their_seat_knows() -> None:
    game = make_game("kelp")
    shown: list[Decisions] = []

    class Watcher(RandomAgent):
        def act(self, decisions: Decisions) -> np.ndarray:
            shown.append(decisions)
            return super().act(decisions)

    evaluate([Watcher(), RandomAgent()], game, 10, 1)
    states = np.concatenate([decisions.states for decisions in shown])
    assert states["guessing"].any()
    assert not states["face_down"].any()
    assert not states["rng"].any()


def test_an_illegal_action_names_the_agent() -> None:
    message = (
        r"^agent 'cheat': kelp: illegal action 9 \(pass\).*legal: 1 \(move south\), 2 \(move east\), 8 \(attack\)$"
    )
    with pytest.raises(IllegalActionError, match=message):
        evaluate([RandomAgent(), Always(9, "cheat")], make_game("kelp"), 2, 1)
    for action in (-1, 10):
        with pytest.raises(IllegalActionError, match=f"agent 'cheat': kelp: illegal action {action};"):
            evaluate([Always(action, "cheat"), RandomAgent()], make_game("kelp"), 2, 1)


def test_what_goes_wrong_in_an_agent_is_not_silent() -> None:
    class Broken(Always):
        def act(self, decisions: Decisions) -> Any:
            if self.action:
                raise RuntimeError("no idea")
            return np.zeros(1)

    with pytest.raises(RuntimeError, match="no idea") as caught:
        evaluate([Broken(1, "broken"), RandomAgent()], RACE, 6, 1)
    assert caught.value.__notes__ == ["agent 'broken' was asked for 3 actions in race"]
    with pytest.raises(ValueError, match=r"agent 'broken' gave actions float64 \(1,\), expected integers \(3,\)"):
        evaluate([Broken(0, "broken"), RandomAgent()], RACE, 6, 1)


def test_an_interrupt_keeps_what_was_played() -> None:
    def interrupt(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 50:
            raise KeyboardInterrupt

    told: list[tuple[int, int]] = []
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    result = evaluate(agents, RACE, 100, 2, batch_size=10, progress=interrupt)
    assert told == [(10, 300), (20, 300), (30, 300), (40, 300), (50, 300)]
    assert result.games == 50
    assert [pairing.games for pairing in result.pairings] == [20, 20, 10]
    assert result.note == "interrupted after 50 of 300 games"
    whole = evaluate(agents, RACE, 20, 2)
    assert result.pairings[0] == whole.pairings[0]

    class Impatient(RandomAgent):
        def act(self, decisions: Decisions) -> np.ndarray:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate([Impatient(), RandomAgent()], RACE, 100, 2)


@pytest.mark.parametrize(
    ("agents", "games", "seed", "message"),
    [
        (1, 10, 1, "there are 1 agents, expected at least 2 for race"),
        (2, 0, 1, "games is 0, expected a whole number from 1"),
        (0, 10, 1, "there are 0 agents, expected at least 2 for race"),
        (2, True, 1, "games is True"),
        (2, 10, -1, "seed is -1"),
    ],
)
def test_bad_arguments(agents: int, games: int, seed: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate([RandomAgent()] * agents, RACE, games, seed)


def test_opponents_need_somebody_to_oppose() -> None:
    with pytest.raises(ValueError, match="there are 0 agents, expected at least 1 for race"):
        evaluate([], RACE, 10, 1, against=[RandomAgent()])


def test_json_and_tables() -> None:
    result = evaluate([RandomAgent(), ScriptedAgent(make_game("kelp"))], make_game("kelp"), 100, 1)
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert list(data) == [*("game", "num_players", "games", "truncated", "seed", "mean_length", "even_score", "agents")]
    assert (data["num_players"], data["even_score"], data["truncated"]) == (2, 0.5, 0)
    for agent in data["agents"]:
        assert {"agent", "wins", "draws", "losses", "score", "ci95", "mean_return", "seats"} <= set(agent)
        assert agent["copies"] == 1
        assert agent["wins"] + agent["draws"] + agent["losses"] == 100
        assert agent["score"] == pytest.approx((agent["wins"] + agent["draws"] / 2) / 100)
        assert agent["ci95"][0] < agent["score"] < agent["ci95"][1]
    json.dumps(evaluate([RandomAgent(), RandomAgent()], RACE, 2, 1).to_json(), allow_nan=False)
    console = Console(width=160)
    with console.capture() as captured:
        for table in result.tables():
            console.print(table)
    assert "scripted" in captured.get()
    assert "kelp: 100 games" in captured.get()


def test_mean_returns_agree_with_what_can_be_computed() -> None:
    game = make_game("kelp:board_size=3")
    exact, scripted = ExactAgent(game), ScriptedAgent(game)
    against_itself = evaluate([exact, exact], game, 8000, 1).agents[0]
    first, second = (seat.wins - seat.losses for seat in against_itself.seats)
    value = solve(game).value
    assert (first - second) / 8000 == pytest.approx(value, abs=4 / 8000**0.5)
    # Nobody does better against an agent than a best response does.
    found = exploitability(scripted, game)
    low = evaluate([exact, scripted], game, 4000, 2).agents[0].mean_return_ci95[0]
    assert low < sum(found.best_responses) / 2


def test_the_interval_of_a_score_covers_it() -> None:
    generator = np.random.default_rng(1)
    for chance, together in ((0.5, 0.0), (0.8, 0.5), (0.95, 0.0), (0.3, 1.0)):
        covered = 0
        for _ in range(2000):
            first = generator.random(60) < chance
            second = np.where(generator.random(60) < together, first, generator.random(60) < chance)
            low, high = score_interval((first.astype(float) + second) / 2)
            covered += low <= chance <= high
        assert 0.93 < covered / 2000 < 0.98


def test_the_interval_of_a_score_with_four_seats_and_shared_wins_covers_it() -> None:
    generator = np.random.default_rng(2)
    for chances in ([0.7, 0.0, 0.0, 0.3], [0.5, 0.2, 0.1, 0.2], [0.03, 0.0, 0.02, 0.95]):
        outcomes = np.array([0, 1 / 3, 1 / 2, 1])
        covered = 0
        for _ in range(2000):
            first = generator.choice(outcomes, (100, 1), p=chances)
            games = generator.choice(outcomes, (100, 4), p=chances)
            games = np.where(generator.random((100, 4)) < 0.4, first, games)  # games of one deal resemble each other
            low, high = score_interval(games.mean(axis=1))
            covered += low <= outcomes @ chances <= high
        assert 0.93 < covered / 2000 < 0.98


def test_pairing_narrows_the_interval() -> None:
    # Who gets the good cards wins: the second game of each deal undoes the first.
    generator = np.random.default_rng(1)
    luck = (generator.random(400) < 0.5).astype(float)
    edge = generator.random(400) < 0.1
    paired = (luck + np.where(edge, 1.0, 1 - luck)) / 2
    low, high = score_interval(paired)
    alone_low, alone_high = score_interval(luck)
    assert high - low < (alone_high - alone_low) / 3


def test_intervals_at_the_edges() -> None:
    assert score_interval(np.ones(20)) == pytest.approx((20 / (20 + Z**2), 1))
    assert score_interval(np.zeros(20)) == pytest.approx((0, 1 - 20 / (20 + Z**2)))
    low, high = score_interval(np.full(1, 0.5))
    assert 0 < low < 0.15
    assert 0.85 < high < 1
    assert mean_interval(np.ones(1)) == (-np.inf, np.inf)
    assert mean_interval(np.array([0.0, 2.0, 0.0, 2.0])) == pytest.approx((1 - Z / 3**0.5, 1 + Z / 3**0.5))
