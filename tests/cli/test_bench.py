"""The bench command, with tiny sizes."""

from pathlib import Path

import pytest

from ludarium.benchmarks import startup
from tests.benchmarks.test_training import make_tiny
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


def test_bench_of_search(ludarium: Terminal) -> None:
    arguments = ("bench", "kelp:duel", *TINY, "--search", "--simulations", "3")
    done = ludarium(*arguments, "--seed", "4", "--json")
    assert [(row["game"], row["agent"], row["threads"], row["unit"]) for row in done.data["search"]] == [
        ("kelp:board_size=5,copies=2", "ismcts:simulations=3,playouts=random", 1, "simulations"),
        ("leduc", "cfr:iterations=1000", 1, "iterations"),
    ]
    assert "peers" not in done.data
    out = ludarium(*arguments).out
    assert "| kelp:board_size=5,copies=2 | ismcts:simulations=3,playouts=random | 1 | simulations |" in out


def test_bench_of_training(ludarium: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(monkeypatch)
    monkeypatch.setattr(startup, "waits", lambda game, solved: {})
    arguments = ("bench", "kelp:duel", *TINY, "--training", "--seed", "4")
    done = ludarium(*arguments, "--peers", "--peers-python", str(tmp_path / "python"), "--json")
    assert list(dict.fromkeys((row["game"], row["trainer"], row["threads"]) for row in done.data["training"])) == [
        ("free", "selfplay", 1),
        ("free", "maskable_ppo", 1),
        ("kelp:board_size=5,copies=2", "selfplay", 1),
        ("kelp:board_size=5,copies=2", "maskable_ppo", 1),
        ("kelp:board_size=5,copies=2", "tutorial", 1),
    ]
    skipped = [row["peer"] for row in done.data["peers"]["comparisons"] if "skipped" in row]
    assert skipped[-2:] == ["pufferlib-1", "pufferlib-4"]
    done = ludarium(*arguments)
    assert "| free | selfplay | recommended |" in done.out


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
    assert done.data["peers"]["game"] == "kelp"
    done = ludarium(
        *("bench", "kelp:duel", "kelp", *TINY, "--search", "--simulations", "3"),
        *("--peers", "--peers-python", str(tmp_path / "python"), "--json"),
    )
    assert done.data["peers"]["game"] == "kelp"
    rows = done.data["peers"]["comparisons"][4:]
    assert [(row["peer"], row["form"]) for row in rows if "skipped" in row] == [
        ("openspiel-mcts-leduc", "kelp search"),
        ("openspiel-playouts-leduc", "kelp playouts"),
        ("openspiel-playouts-leduc", "kelp search"),
        ("openspiel-cfr-plus-leduc", "leduc cfr+"),
    ]
    assert set(done.data["peers"]["ours"]) == {"engine", "aec", "kelp search", "kelp playouts", "leduc cfr+"}
