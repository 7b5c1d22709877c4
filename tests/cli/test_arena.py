"""The arena from the command line: what it prints and keeps, agents that go wrong, bad input, interruption."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.agents import registry
from ludarium.agents.base import Decisions
from ludarium.agents.random import RandomAgent
from ludarium.training import arena as arena_module
from ludarium.training import standings
from tests.cli.support import Terminal
from tests.cli.test_errors import refused

KELP = ("--game", "kelp:board_size=3", "--games", "20")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "SAMPLES", 10)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an agent that plays an illegal action, raises, or plays at random, as its seeds say."""

    class Broken(RandomAgent):
        def act(self, decisions: Decisions) -> Any:
            actions = super().act(decisions)
            drawn = decisions.uniforms()
            if (drawn < 0.1).any():
                raise RuntimeError("out of ideas")
            return np.where(drawn > 0.9, 77, actions)

    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    registry.register_agent("broken", lambda game: Broken())
    return "broken"


def test_everybody_against_everybody(ludarium: Terminal) -> None:
    argv = ("arena", "random", "scripted", "exact", *KELP, "--seed", "1")
    done = ludarium(*argv)
    assert done.status == 0
    assert "seed 1\n" in done.err
    assert "kelp:board_size=3: 60 games" in done.out
    for title in ("how often the row got more than the column", "scores on the same deals against the same others"):
        assert title in done.out
    assert done == ludarium(*argv)
    data = ludarium(*argv, "--json").data
    assert (data["game"], data["games"], data["seeds"]) == ("kelp:board_size=3", 60, [1])
    assert {agent["agent"] for agent in data["agents"]} == {"random", "scripted", "exact"}
    ratings = [agent["rating"] for agent in data["agents"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=0.01)
    for agent in data["agents"]:
        assert agent["wins"] + agent["draws"] + agent["losses"] == agent["games"] == 40
        assert agent["rating_ci95"][0] < agent["rating"] < agent["rating_ci95"][1]
    assert len(data["differences"]) == 3
    assert data["matrix"]["comparisons"] == [[0, 20, 20], [20, 0, 20], [20, 20, 0]]


def test_the_same_command_goes_on(ludarium: Terminal, tmp_path: Path) -> None:
    argv = ("arena", "random", "scripted", "--game", "kelp:board_size=3")
    ludarium(*argv, "--games", "40", "--seed", "9", "--out", str(tmp_path / "whole"))
    ludarium(*argv, "--games", "20", "--seed", "9", "--out", str(tmp_path / "parts"))
    done = ludarium(*argv, "--games", "40", "--out", str(tmp_path / "parts"), "--json")
    assert "seed 9\n" in done.err  # that of the games which are there
    for name in ("games.csv", "summary.json"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert json.loads((tmp_path / "parts" / "summary.json").read_text()) == done.data
    looked = ludarium("arena", "--game", "kelp:board_size=3", "--out", str(tmp_path / "parts"), "--json")
    assert looked.data == done.data


def test_folders_are_merged(ludarium: Terminal, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        ludarium("arena", "random", "scripted", *KELP, "--seed", seed, "--out", str(tmp_path / seed))
    done = ludarium(
        "arena", "--game", "kelp:board_size=3", "--merge", str(tmp_path / "1"), str(tmp_path / "2"), "--json"
    )
    assert (done.status, done.data["games"], done.data["seeds"]) == (0, 40, [1, 2])


def test_an_agent_that_goes_wrong_is_counted_and_shown(ludarium: Terminal, broken: str) -> None:
    argv = ("arena", "random", broken, *KELP, "--seed", "1")
    done = ludarium(*argv)
    assert done.status == 0
    assert "illegal" in done.out
    assert "broken: first fault: " in done.err
    counted = {agent["agent"]: agent["faults"] for agent in ludarium(*argv, "--json").data["agents"]}
    assert counted["broken"]["illegal"] > 0
    assert counted["broken"]["crash"] > 0
    assert counted["random"] == {"illegal": 0, "crash": 0, "time-out": 0}


def test_a_time_limit(ludarium: Terminal) -> None:
    data = ludarium("arena", "random", "scripted", *KELP, "--seed", "1", "--time-limit", "1e-9", "--json").data
    assert data["time_limit"] == 1e-9
    assert sum(agent["faults"]["time-out"] for agent in data["agents"]) == 20
    data = ludarium("arena", "random", "scripted", *KELP, "--seed", "1", "--time-limit", "1000", "--json").data
    assert sum(agent["faults"]["time-out"] for agent in data["agents"]) == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_larger_tables(ludarium: Terminal, magpie: str, seats: int) -> None:
    game = f"{magpie}:num_players={seats}"
    done = ludarium("arena", "random", "scripted", "--copies", "--game", game, "--games", "12", "--seed", "1", "--json")
    assert done.data["games"] == 24
    assert done.data["even_score"] == 1 / seats
    text = ludarium("arena", "random", "scripted", "--copies", "--game", game, "--games", "12", "--seed", "1").out
    assert f"even score {1 / seats:.3f}" in text


def test_an_interrupted_arena_shows_and_keeps_what_it_has(
    ludarium: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play, calls = arena_module.play_deals, []

    def interrupted(*args: Any, **options: Any) -> Any:
        if calls:
            raise KeyboardInterrupt
        calls.append(args)
        return play(*args, **options)

    monkeypatch.setattr(arena_module, "play_deals", interrupted)
    argv = ("arena", "random", "scripted", "--game", "kelp:board_size=3", "--games", "500", "--seed", "1")
    done = ludarium(*argv, "--out", str(tmp_path), "--json")
    assert done.status == 130
    assert 0 < done.data["games"] < 500
    assert "interrupted after 16 of 500 games" in done.err
    assert json.loads((tmp_path / "summary.json").read_text()) == done.data


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        ("arena --game kelp", ("no AGENT", "--merge")),
        ("arena random --game kelp", ("1 agent for 2 seats", "expected at least 2")),
        ("arena random random --game kelp", ("'random' is named twice",)),
        ("arena random genius --game kelp", ("genius",)),
        ("arena random scripted --game chess", ("'chess'",)),
        ("arena random scripted", ("--game",)),
        ("arena random scripted --game kelp --games 0", ("--games", "'0'")),
        ("arena random scripted --game kelp --time-limit -1", ("--time-limit", "'-1'", "from 0")),
        ("arena random scripted --game kelp --time-limit soon", ("--time-limit", "'soon'")),
        ("arena random scripted --game kelp --merge nothing", ("nothing: there is no such file",)),
        ("arena --game kelp --out nothing", ("no AGENT",)),
        ("arena random scripted --game vantage:num_players=3", ("2 agents for 3 seats", "copies")),
    ],
)
def test_bad_input_is_one_line(ludarium: Terminal, argv: str, parts: tuple[str, ...]) -> None:
    refused(ludarium(*argv.split()), *parts)


def test_a_folder_of_something_else_is_left_alone(ludarium: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    refused(ludarium("arena", "random", "scripted", *KELP, "--out", str(tmp_path)), "'mine.txt'", "games.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_damaged_games_are_told_in_one_line(ludarium: Terminal, tmp_path: Path) -> None:
    ludarium("arena", "random", "scripted", *KELP, "--seed", "1", "--out", str(tmp_path))
    file = tmp_path / "games.csv"
    file.write_bytes(file.read_bytes()[:-20])
    refused(ludarium("arena", "random", "scripted", *KELP, "--out", str(tmp_path)), "games.csv", "damaged, line 21")
