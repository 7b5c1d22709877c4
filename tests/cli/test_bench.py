"""The bench command, with tiny sizes."""

from pathlib import Path

import pytest

from ludarium.benchmarks import startup
from tests.cli.support import Terminal

TINY = ("--repetitions", "1", "--seconds", "0.001", "--batch", "2", "--threads", "1")


def test_bench_as_json(ludarium: Terminal) -> None:
    done = ludarium("bench", "kelp", "kelp:duel", *TINY, "--seed", "4", "--json")
    assert done.status == 0
    rows = done.data["results"]
    assert [(row["game"], row["form"], row["batch"], row["threads"]) for row in rows] == [
        (game, form, batch, 1)
        for game in ("kelp", "kelp:board_size=5,copies=2")
        for form, batch in (("play", 2), ("step", 2), ("aec", 1))
    ]
    assert all(row["steps_per_second"] > 0 for row in rows)
    assert "peers" not in done.data
    assert "seed 4\n" in done.err


def test_bench_as_a_table(ludarium: Terminal) -> None:
    out = ludarium("bench", *TINY).out
    assert "| game | form | batch | threads | steps/s | lowest | highest |" in out
    assert "| kelp | play | 2 | 1 |" in out


def test_bench_beside_peers_that_are_not_there(
    ludarium: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(startup, "waits", lambda game, solved: {})
    done = ludarium("bench", "kelp", *TINY, "--peers", "--peers-python", str(tmp_path / "python"), "--json")
    assert [row["peer"] for row in done.data["peers"]["comparisons"] if "skipped" in row] == [
        "openspiel",
        "pgx",
        "pettingzoo",
        "pettingzoo-raw",
    ]
