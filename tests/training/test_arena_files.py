"""What the arena keeps: continued, merged, interrupted, damaged."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.agents.base import Decisions
from ludarium.training import arena as arena_module
from ludarium.training.arena import GAMES_FILE, SUMMARY_FILE, arena
from ludarium.training.game_table import ArenaFileError, csv_bytes, merged, read_games
from ludarium.training.reports import standings_json, standings_tables
from ludarium.training.runs import RunBusyError
from tests.toys import toy_game
from tests.toys.race import TAKE, WAIT, YIELD
from tests.training.arena_players import KUHN, RACE, Always, Named, contents, crew

pytestmark = pytest.mark.usefixtures("few_samples")


def test_the_same_bytes_whatever_the_batch_size_and_the_order_of_the_agents(tmp_path: Path) -> None:
    game = toy_game("magpie", num_players=3)
    names = ["random", "scripted", "cheat", "broken"]
    for size in (1, 50, 2048):
        arena(crew(game, *names), game, 30, 3, out=tmp_path / str(size), batch_size=size)
        names.reverse()
    assert contents(tmp_path / "1") == contents(tmp_path / "50") == contents(tmp_path / "2048")


def test_continued_is_as_in_one_go(tmp_path: Path) -> None:
    names = ("random", "other", "cheat")
    arena(crew(KUHN, *names), KUHN, 60, 3, out=tmp_path / "whole")
    arena(crew(KUHN, *names[:2]), KUHN, 20, 3, out=tmp_path / "parts")
    arena(crew(KUHN, *names), KUHN, 40, 3, out=tmp_path / "parts")
    assert contents(tmp_path / "parts") != contents(tmp_path / "whole")
    found = arena(crew(KUHN, *names), KUHN, 60, 3, out=tmp_path / "parts")
    assert found.played == 60  # the last twenty of three tables
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    again = arena(crew(KUHN, *names), KUHN, 60, 3, out=tmp_path / "parts")
    assert again.played == 0
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert {path.name for path in (tmp_path / "parts").iterdir()} <= {GAMES_FILE, SUMMARY_FILE, ".lock"}


def test_without_a_seed_it_goes_on_with_that_of_the_folder(tmp_path: Path) -> None:
    agents = crew(KUHN, "random", "other")
    first = arena(agents, KUHN, 20, out=tmp_path)
    found = arena(agents, KUHN, 30, out=tmp_path)
    assert (found.seed, found.played, found.standings.seeds) == (first.seed, 10, (first.seed,))
    arena(agents, KUHN, 20, 5, out=tmp_path)
    assert arena(agents, KUHN, 20, out=tmp_path).seed not in (first.seed, 5)
    assert arena(agents, KUHN, 20).seed != first.seed


def test_merged_is_as_in_one_go(tmp_path: Path) -> None:
    names = ("random", "other", "cheat")
    arena(crew(KUHN, *names), KUHN, 60, 3, out=tmp_path / "whole")
    arena(crew(KUHN, *names[:2]), KUHN, 60, 3, out=tmp_path / "a")
    arena(crew(KUHN, *names[1:]), KUHN, 60, 3, out=tmp_path / "b")
    arena(crew(KUHN, "random", "cheat"), KUHN, 30, 3, out=tmp_path / "c")
    parts = [tmp_path / "a" / GAMES_FILE, tmp_path / "b", tmp_path / "c", tmp_path / "b"]
    found = arena(crew(KUHN, *names), KUHN, 60, 3, out=tmp_path / "all", merge=parts)
    assert found.played == 30
    assert contents(tmp_path / "all") == contents(tmp_path / "whole")
    looked = arena([], KUHN, 1, out=tmp_path / "looked", merge=[tmp_path / "all"])
    assert looked.played == 0
    assert contents(tmp_path / "looked") == contents(tmp_path / "whole")


def test_deals_of_different_seeds_add_up(tmp_path: Path) -> None:
    for seed in (1, 2):
        arena(crew(KUHN, "random", "other"), KUHN, 20, seed, out=tmp_path / str(seed))
    found = arena([], KUHN, 1, merge=[tmp_path / "1", tmp_path / "2"])
    assert len(found.table) == 40
    assert found.standings.seeds == (1, 2)


def test_a_file_says_what_the_table_says(tmp_path: Path) -> None:
    game = toy_game("magpie", num_players=4)
    agents = [*crew(game, "random", "cheat", "broken"), Named('odd, "name"')]
    found = arena(agents, game, 60, 3, out=tmp_path)
    assert csv_bytes(read_games(tmp_path)) == (tmp_path / GAMES_FILE).read_bytes() == csv_bytes(found.table)
    assert json.loads((tmp_path / SUMMARY_FILE).read_text()) == standings_json(found.standings)
    with (tmp_path / GAMES_FILE).open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == 60
    assert {row["fault"] for row in rows} == {"", "illegal", "crash"}
    for row in rows:
        assert row["game"] == game.string
        scores = [float(row[f"score_{seat}"]) for seat in range(4)]
        if row["fault"]:
            seat = int(row["fault_seat"])
            assert row[f"agent_{seat}"] == {"illegal": "cheat", "crash": "broken"}[row["fault"]]
            assert scores == [0.0 if other == seat else 1 / 3 for other in range(4)]
            assert row["return_0"] == ""
        else:
            returns = [float(row[f"return_{seat}"]) for seat in range(4)]
            assert scores[int(np.argmax(returns))] == 1 / returns.count(max(returns))


def spoilt(text: str, how: str) -> str:
    lines = text.splitlines(keepends=True)
    fields = lines[3].split(",")
    if how == "cut short":
        return text[:-30]
    if how == "a round torn":
        return "".join(lines[:-1])
    if how == "a row missing":
        return "".join([*lines[:3], *lines[4:]])
    if how == "rows swapped":
        return "".join([*lines[:3], *lines[5:7], *lines[3:5], *lines[7:]])
    if how == "a round twice":
        return "".join([*lines, *lines[-2:]])
    if how == "empty":
        return ""
    if how == "no games":
        return lines[0]
    place = {"deal seed": 6, "score": 11, "return": 9, "version": 1, "agent": 7, "fault": 15, "rotation": 5}[how]
    fields[place] = {"agent": "third", "fault": "tired"}.get(how, "7")
    return "".join([*lines[:3], ",".join(fields), *lines[4:]])


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("cut short", "damaged, line"),
        ("a round torn", "rotation"),
        ("a row missing", "damaged, line"),
        ("rows swapped", "not in the order"),
        ("a round twice", "rotation|order"),
        ("empty", "not the games of an arena"),
        ("no games", "there are no games"),
        ("deal seed", "line 4: its columns do not agree"),
        ("score", "line 4: its columns do not agree"),
        ("return", "line 4: its columns do not agree"),
        ("version", "line 4: a game of kuhn, version 7"),
        ("agent", "line 4: agents in wrong seats|rotation|order"),
        ("fault", "damaged, line 4"),
        ("rotation", "line 4: rotation 7 and seat 0, expected numbers from 0 to 1"),
    ],
)
def test_damaged_games_are_refused(tmp_path: Path, how: str, message: str) -> None:
    arena(crew(KUHN, "random", "other", "third"), KUHN, 20, 3, out=tmp_path)
    file = tmp_path / GAMES_FILE
    file.write_text(spoilt(file.read_text(), how))
    before = contents(tmp_path)
    with pytest.raises(ArenaFileError, match=message) as caught:
        arena(crew(KUHN, "random", "other"), KUHN, 40, 3, out=tmp_path)
    assert str(caught.value).startswith(str(file))
    assert contents(tmp_path) == before


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    agents = crew(KUHN, "random", "other")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(ArenaFileError, match=r"picture\.png: not the games of an arena"):
        arena(agents, KUHN, 2, 1, merge=[picture])
    with pytest.raises(ArenaFileError, match="nothing: there is no such file"):
        arena(agents, KUHN, 2, 1, merge=[tmp_path / "nothing"])
    with pytest.raises(ArenaFileError, match=r"holds 'picture\.png' but no games\.csv"):
        arena(agents, KUHN, 2, 1, out=tmp_path)
    with pytest.raises(ArenaFileError, match=r"picture\.png: a file, expected a folder"):
        arena(agents, KUHN, 2, 1, out=picture)
    with pytest.raises(ArenaFileError, match="no games can be kept there"):
        arena(agents, KUHN, 2, 1, out=picture / "below")
    arena(agents, KUHN, 2, 1, out=tmp_path / "kuhn")
    message = "games of kuhn, version 0, 2 seats, no time limit, expected race, version 0, 2 seats, no time limit"
    with pytest.raises(ArenaFileError, match=message):
        arena(crew(RACE, "random", "other"), RACE, 2, 1, out=tmp_path / "kuhn")
    with pytest.raises(ArenaFileError, match="expected kuhn, version 0, 2 seats, 5 seconds a decision"):
        arena(agents, KUHN, 2, 1, merge=[tmp_path / "kuhn"], time_limit=5)


def test_an_agent_that_changed_under_its_name_is_noticed(tmp_path: Path) -> None:
    arena([Always(TAKE, "it"), *crew(RACE, "random")], RACE, 20, 1, out=tmp_path / "a")
    arena([Always(WAIT, "it"), *crew(RACE, "random")], RACE, 20, 1, out=tmp_path / "b")
    with pytest.raises(ArenaFileError, match="of seed 1 between it, random has two different results"):
        arena([], RACE, 1, merge=[tmp_path / "a", tmp_path / "b"])


def test_nobody_else_plays_in_the_folder(tmp_path: Path) -> None:
    def intrude(done: int, total: int) -> None:
        with pytest.raises(RunBusyError, match="another process is playing"):
            arena(crew(RACE, "random", "other"), RACE, 4, 1, out=tmp_path)
        tried.append(done)

    tried: list[int] = []
    arena(crew(RACE, "random", "other"), RACE, 4, 1, out=tmp_path, progress=intrude)
    assert tried == [4]


def test_an_interrupt_keeps_whole_deals(tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 16:
            raise KeyboardInterrupt

    class Impatient(Named):
        calls = 0

        def act(self, decisions: Decisions) -> np.ndarray:
            self.calls += 1
            if self.calls == 4:
                raise KeyboardInterrupt
            return super().act(decisions)

    told: list[tuple[int, int]] = []
    names = ("random", "other", "third")
    found = arena(crew(KUHN, *names), KUHN, 100, 2, out=tmp_path / "a", batch_size=8, progress=interrupt)
    assert told == [(8, 300), (16, 300)]
    assert found.interrupted
    assert found.note == "interrupted after 16 of 300 games, of which every deal is kept in all rotations"
    assert len(read_games(tmp_path / "a")) == 16
    # In the middle of a block: what was under way is dropped.
    with_it = [*crew(KUHN, "random", "other"), Impatient("third")]
    found = arena(with_it, KUHN, 100, 2, out=tmp_path / "b", batch_size=8)
    assert found.interrupted
    assert 0 < len(found.table) < 300
    assert len(found.table) % 2 == 0
    for folder in ("a", "b"):
        arena(crew(KUHN, *names), KUHN, 100, 2, out=tmp_path / folder)
    arena(crew(KUHN, *names), KUHN, 100, 2, out=tmp_path / "whole")
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == contents(tmp_path / "whole")
    early = Impatient("third")
    early.calls = 3
    with pytest.raises(KeyboardInterrupt):
        arena([early, *crew(KUHN, "random")], KUHN, 100, 2)


def test_a_crash_of_the_arena_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play, calls = arena_module.play_deals, []

    def breaks(*args: Any, **options: Any) -> Any:
        calls.append(args)
        if len(calls) == 3:
            raise MemoryError
        return play(*args, **options)

    monkeypatch.setattr(arena_module, "play_deals", breaks)
    with pytest.raises(MemoryError):
        arena(crew(KUHN, "random", "other", "third"), KUHN, 100, 2, out=tmp_path, batch_size=8)
    assert len(read_games(tmp_path)) == 16


def test_games_are_saved_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(done: int, total: int) -> None:
        saved.append(len(read_games(tmp_path)) if (tmp_path / GAMES_FILE).exists() else 0)

    saved: list[int] = []
    monkeypatch.setattr(arena_module, "_SECONDS_UNSAVED", 0.0)
    arena(crew(KUHN, "random", "other"), KUHN, 40, 2, out=tmp_path, batch_size=10, progress=look)
    assert saved == [0, 10, 20, 30]


def test_tables_that_never_met_are_told_apart(tmp_path: Path) -> None:
    arena([Named("a"), Named("b")], KUHN, 20, 1, out=tmp_path / "1")
    arena([Named("c"), Named("d")], KUHN, 20, 1, out=tmp_path / "2")
    found = arena([], KUHN, 1, merge=[tmp_path / "1", tmp_path / "2"]).standings
    data = json.loads(json.dumps(standings_json(found), allow_nan=False))
    assert [agent["rating"] for agent in data["agents"]] == [None] * 4
    assert [agent["nash"] for agent in data["agents"]] == [None] * 4
    assert sum(share is None for row in data["matrix"]["share"] for share in row) == 4 + 8
    standings_tables(found)


def test_a_trained_agent_goes_by_its_weights() -> None:
    from ludarium.agents.encoding import StepEncoding
    from ludarium.agents.neural import NeuralAgent, PolicyNetwork

    def trained(bias: float) -> NeuralAgent:
        shape = (StepEncoding(KUHN.layout).size, KUHN.num_actions)
        layer = np.zeros(shape, np.float32), np.array([bias, 0], np.float32)
        return NeuralAgent(KUHN, PolicyNetwork([layer]), name="runs/kuhn")

    found = arena([trained(0.0), trained(1.0)], KUHN, 20, 1)
    names = found.table.names
    assert len(names) == 2
    assert all(name.startswith("runs/kuhn@") for name in names)
    assert arena_module.participant(trained(0.0)) in names


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games is 0, expected a whole number from 1"),
        ({"games": True}, "games is True"),
        ({"batch_size": 0}, "batch_size is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"time_limit": -1}, "time_limit is -1, expected a number of seconds from 0"),
        ({"time_limit": float("nan")}, "time_limit is nan"),
        ({"agents": []}, "no agents and no games"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    given = {"agents": crew(RACE, "random", "other"), "games": 4, "seed": 1, **arguments}
    with pytest.raises(ValueError, match=message):
        arena(given.pop("agents"), RACE, given.pop("games"), given.pop("seed"), **given)


def test_nothing_is_left_behind_where_nothing_was_played(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no agents and no games"):
        arena([], RACE, 4, out=tmp_path / "out")
    with pytest.raises(ArenaFileError, match="there is no such file"):
        arena(crew(RACE, "random", "other"), RACE, 4, out=tmp_path / "out", merge=[tmp_path / "nothing"])
    assert list(tmp_path.iterdir()) == []


def test_merging_needs_one_setting() -> None:
    tables = [arena(crew(game, "random", "other"), game, 4, 1).table for game in (RACE, KUHN)]
    with pytest.raises(ArenaFileError, match=r"games of kuhn.*cannot be added to games of race"):
        merged(tables)


def test_takers_beat_givers() -> None:
    found = arena([Always(YIELD, "giver"), Always(TAKE, "taker")], RACE, 20, 1).standings
    taker, giver = found.agents
    assert (taker.agent, taker.result.wins, giver.result.losses) == ("taker", 20, 20)
    assert taker.rating_ci95[1] == np.inf
    assert giver.rating_ci95[0] == -np.inf
    assert (taker.nash, giver.nash) == (1, 0)
