"""``ludarium watch`` writes one file, and says what it has written."""

from pathlib import Path

import pytest

from tests.cli.support import Terminal


def test_a_game_is_written_into_a_file(ludarium: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    done = ludarium("watch", "scripted", "random", "--game", "kelp:duel", "--seed", "3", "-o", str(file))
    assert done.status == 0 and done.err == "seed 3\n"
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "<title>Kelp: Shark vs Octopus: scripted – random</title>" in page
    first, second = done.out.splitlines()
    assert second == f"replay in {file}"
    again = ludarium("watch", "scripted", "random", "--game", "kelp:duel", "--seed", "3", "-o", str(file), "--json")
    assert file.read_text(encoding="utf-8") == page
    data = again.data
    assert data["file"] == str(file) and data["seed"] == 3 and data["agents"] == ["scripted", "random"]
    assert data["game"] == "kelp:board_size=5,copies=2" and len(data["returns"]) == 2
    assert first.startswith(f"{data['actions']} actions; shark (scripted) {data['returns'][0]:+g}, octopus (random) ")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("random",), "1 agent named, expected 2 for kelp"),
        (("random", "random", "random"), "3 agents named, expected 2 for kelp"),
        (("random", "nobody"), "nobody"),
    ],
)
def test_bad_input_is_one_line(argv: tuple[str, ...], words: str, ludarium: Terminal, tmp_path: Path) -> None:
    done = ludarium("watch", *argv, "--game", "kelp", "--seed", "1", "-o", str(tmp_path / "game.html"))
    assert done.status == 2 and done.out == "" and len(done.err.splitlines()) == 1 and words in done.err
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_known_before_the_game(ludarium: Terminal, tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "no" / "game.html"):
        done = ludarium("watch", "random", "random", "--game", "kelp", "--seed", "1", "-o", str(out))
        assert done.status == 2 and done.err.count("\n") == 1, done.err
        assert f"--out {out}: expected a file in a folder that exists" in done.err
