"""What the commands print: tables for people, and JSON alone on standard output for programs."""

import sys

import pytest

import ludarium as suite
from ludarium.envs.core.layout import ObservationLayout
from tests.cli.support import Terminal


def test_list_has_every_game(ludarium: Terminal) -> None:
    done = ludarium("list", "--json")
    assert done.status == 0
    assert [row["game"] for row in done.data["games"]] == suite.list_games()
    text = ludarium("list").out
    assert all(name in text for name in suite.list_games())


def test_info_describes_the_game_under_its_options(ludarium: Terminal) -> None:
    game = suite.make_game("kelp:duel")
    data = ludarium("info", "kelp:duel", "--json").data
    assert data["game"] == game.string
    assert data["actions"] == list(game.action_names)
    assert data["max_game_length"] == game.max_game_length
    assert {option["name"]: option["value"] for option in data["options"]} == {
        "board_size": 5,
        "copies": 2,
        "attack_cards": 2,
        "guess_pool": "shared",
        "illegal_direction": "forbidden",
        "reveal": "cards",
    }
    assert data["observation_size"] == game.observation_size
    layout: ObservationLayout = game.layout
    assert [(part["name"], part["from"]) for part in data["observation"]] == list(layout.offsets.items())


def test_info_in_words_names_options_actions_and_segments(ludarium: Terminal) -> None:
    game = suite.make_game("kelp")
    text = ludarium("info", "kelp").out
    for word in ("3 to 8", "shared or separate", "duel", "zero-sum", *game.action_names, *game.layout.segments):
        assert word in text


def test_a_table_is_not_cut_to_the_width_of_no_terminal(ludarium: Terminal) -> None:
    meanings = [option["meaning"] for option in ludarium("info", "kelp", "--json").data["options"]]
    lines = ludarium("info", "kelp").out.splitlines()
    assert all(any(meaning in line for line in lines) for meaning in meanings)


def test_warmup_is_ready_the_second_time(ludarium: Terminal) -> None:
    ludarium("warmup", "kelp")
    done = ludarium("warmup", "kelp:duel", "kelp", "--json")
    (row,) = done.data["games"]
    assert row["game"] == "kelp"
    assert row["functions"] > 10
    assert "kelp: " in ludarium("warmup").out


def test_json_stands_alone_whatever_is_printed_on_the_way(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.commands import Result

    def noisy(args: object) -> Result:
        print("a library says hello")
        return Result({"value": 1}, "one")

    monkeypatch.setattr("ludarium.commands.list.run", noisy)
    done = ludarium("list", "--json")
    assert done.data == {"value": 1}
    assert done.err == "a library says hello\n"


def test_doctor_tells_versions_cache_threads_and_devices(ludarium: Terminal) -> None:
    done = ludarium("doctor", "--json")
    data = done.data
    assert done.status == (1 if data["problems"] else 0)
    assert data["versions"]["ludarium"] == suite.__version__
    assert {"numba", "numpy", "torch", "pettingzoo"} <= set(data["versions"])
    assert data["installation"]["executable"] == sys.executable
    assert data["cache"]["writable"] in (True, False)
    assert data["threads"]["usable_cores"] >= 1
    assert data["devices"][0]["device"] == "cpu"
    assert data["games"] == suite.list_games()


def test_doctor_finds_what_is_wrong(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    from importlib import metadata

    import numba

    from ludarium.envs.core import cache

    true_version = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "1.0" if name == "numpy" else true_version(name))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    monkeypatch.setenv("LUDARIUM_CACHE_DIR", "/dev/null/cache")
    cache.cache_root.cache_clear()
    try:
        done = ludarium("doctor")
    finally:
        cache.cache_root.cache_clear()
    assert done.status == 1
    problems = done.out.partition("Problems\n")[2]
    assert "numpy is 1.0, expected" in problems
    assert "NUMBA_DISABLE_JIT is set" in problems
    assert "cannot write to its cache folder /dev/null/cache" in problems
