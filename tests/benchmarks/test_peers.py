"""Peers that are there are measured beside us, those that are not are skipped with a word."""

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import ludarium as suite
from ludarium.benchmarks import measure, peers, search, startup, training
from ludarium.benchmarks.peer_worker import PEERS
from ludarium.benchmarks.report import document

FAKE_WORKER = """
import json, sys
name = sys.argv[1]
if name == "pgx":
    print(json.dumps({"error": "ModuleNotFoundError: No module named 'pgx'"}))
    raise SystemExit
if name == "pettingzoo":
    raise SystemExit(3)
print(json.dumps({"ready": True, "versions": {name: "1.0"}}), flush=True)
for line in sys.stdin:
    seconds = float(line)
    print(json.dumps({"count": 10, "seconds": seconds, "cpu_seconds": seconds / 2}), flush=True)
"""


@pytest.fixture
def fake_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(FAKE_WORKER)
    monkeypatch.setattr(peers, "WORKER", worker)


def compared(python: Path | None) -> dict[str, Any]:
    found = peers.compare_play(suite.make_game("kelp"), python=python, repetitions=3, seconds=0.001)
    assert found["game"] == "kelp"
    assert set(found["ours"]) == {"engine", "aec"}
    return {row["peer"]: row for row in found["comparisons"]}


@pytest.mark.usefixtures("fake_worker")
def test_a_peer_is_compared_repetition_by_repetition() -> None:
    rows = compared(Path(sys.executable))
    row = rows["openspiel"]
    assert row["versions"] == {"openspiel": "1.0"}
    assert row["theirs"]["per_second"] == {"median": 10_000.0, "low": 10_000.0, "high": 10_000.0}
    assert row["theirs"]["cpu_per_second"] == 20_000.0
    ours = row["ours"]["per_second"]
    assert row["ratio"] == pytest.approx({name: rate / 10_000 for name, rate in ours.items()})
    assert (row["aim"], row["unit"]) == (40, "steps")


def test_every_peer_is_held_against_something() -> None:
    comparisons = (*peers.COMPARISONS, *search.COMPARISONS, *training.COMPARISONS)
    assert list(dict.fromkeys(comparison.peer for comparison in comparisons)) == list(PEERS)


@pytest.mark.usefixtures("fake_worker")
def test_what_is_compared_stands_beside_each_other_in_the_turns() -> None:
    said: list[str] = []
    ours = {name: measure.timed(lambda: 1) for name in ("one", "two")}
    comparisons = [
        peers.Comparison(peer, form, peer, 1.0, "moves")
        for peer, form in (("a", "two"), ("b", "two"), ("pgx", "one"), ("b", "one"))
    ]
    found = peers.compare(
        ours, comparisons, python=Path(sys.executable), repetitions=1, seconds=0.001, progress=said.append
    )
    assert [text.removeprefix("warming up ") for text in said[:-1]] == ["two", "a", "b", "one"]
    assert [row["unit"] for row in found["comparisons"]] == ["moves"] * 4
    assert ["ratio" in row for row in found["comparisons"]] == [True, True, False, True]


@pytest.mark.usefixtures("fake_worker")
def test_a_peer_that_fails_is_skipped_and_says_why() -> None:
    rows = compared(Path(sys.executable))
    assert rows["pgx"]["skipped"] == "ModuleNotFoundError: No module named 'pgx'"
    assert rows["pettingzoo"]["skipped"] == "its process ended with status 3"
    assert "ratio" in rows["pettingzoo-raw"]


def test_a_peer_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(FAKE_WORKER + "\nimport threading\nthreading.Event().wait()\n")
    monkeypatch.setattr(peers, "WORKER", worker)
    monkeypatch.setattr(peers, "PATIENCE", 0.01)
    peer = peers.Peer(Path(sys.executable), "endless", None)
    assert peer(2.0).rate == 5
    peer.close()
    assert peer._process.returncode == -signal.SIGKILL


def test_without_their_environment_all_peers_are_skipped(tmp_path: Path) -> None:
    assert {row["skipped"] for row in compared(None).values()} == {"no environment of peers: make peers"}
    missing = tmp_path / "python"
    assert {row["skipped"] for row in compared(missing).values()} == {
        f"{missing} does not run: No such file or directory"
    }


def test_where_the_peers_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / ".venv-peers" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(peers.PEERS_VARIABLE, raising=False)
    assert peers.peers_python() == python
    monkeypatch.setenv(peers.PEERS_VARIABLE, "/elsewhere/python")
    assert peers.peers_python() == Path("/elsewhere/python")
    assert peers.peers_python("/chosen/python") == Path("/chosen/python")


@pytest.mark.usefixtures("fake_worker")
def test_waits_and_the_whole_document(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = {
        "nothing": [sys.executable, "-c", "pass"],
        "a failure": [sys.executable, "-c", "raise SystemExit('no such thing')"],
    }
    monkeypatch.setattr(startup, "waits", lambda game, solved: commands)
    rows = startup.measure_waits(repetitions=1)
    assert rows[0]["what"] == "nothing"
    assert rows[0]["seconds"]["median"] > 0
    assert rows[1] == {"what": "a failure", "error": "no such thing"}

    found = peers.compare_play(suite.make_game("kelp"), python=Path(sys.executable), repetitions=1, seconds=0.001)
    about = {"processor": "abacus", "cores": 2, "python": "3", "versions": {"numba": "1"}, "load_before": 0.5}
    engine = {"game": "kelp", "form": "play", "batch": 1024, "threads": 1}
    engine |= {"steps_per_second": 12_345_678, "low": 1, "high": 2}
    text = document({"machine": about, "results": [engine], "peers": found, "waits": rows})
    for part in (
        "abacus, 2 cores, load 0.5 before",
        "| kelp | play | 1,024 | 1 | 12,345,678 | 1 | 2 |",
        "skipped: ModuleNotFoundError: No module named 'pgx'",
        "| a failure | failed: no such thing |",
    ):
        assert part in text
    widths = {line.count("|") for line in text.split("taking turns):")[1].split("From")[0].splitlines() if line}
    assert widths == {9}
