"""What the commands print: tables for people, and JSON alone on standard output for programs."""

import sys
from importlib import metadata
from typing import Any

import numba
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


def test_list_says_how_many_can_play(ludarium: Terminal, magpie: str) -> None:
    seats = {row["game"]: (row["num_players"], row["seats"]) for row in ludarium("list", "--json").data["games"]}
    assert (seats["kelp"], seats[magpie]) == ((2, [2, 2]), (3, [2, 4]))
    assert " 2 to 4 " in next(line for line in ludarium("list").out.splitlines() if line.startswith(magpie))


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
    assert done.data == {"games": [{"game": "kelp", "compiled": 0}]}


def test_warmup_takes_all_games_where_none_is_named(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.commands import warmup

    monkeypatch.setattr(warmup, "_parts", lambda name: [("nothing", int)])
    assert ludarium("warmup").out == "".join(f"{name}: ready\n" for name in suite.list_games())


def test_warmup_compiles_every_search_of_a_game() -> None:
    from ludarium.commands import warmup

    parts = [what for what, _ in warmup._parts("vantage")]
    assert parts[-3:] == ["search, random playouts", "search, scripted playouts", "search, with a network"]


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


def test_warmup_counts_what_it_compiles(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.commands import warmup

    @numba.njit
    def one() -> int:
        return 1

    monkeypatch.setattr(warmup, "_parts", lambda name: [("nothing", int), ("one", one)])
    done = ludarium("warmup", "kelp")
    assert done.out == "kelp: ready, 1 functions compiled\n"
    assert "kelp: one (2 of 2" in done.err
    assert "nothing" not in done.err


def test_evaluate_two_agents(ludarium: Terminal) -> None:
    argv = ("evaluate", "random", "scripted", "--game", "kelp:duel", "--games", "40", "--seed", "5")
    data = ludarium(*argv, "--json").data
    assert data["game"] == "kelp:board_size=5,copies=2"
    assert data["games"] == 40
    assert data["seed"] == 5
    assert [agent["agent"] for agent in data["agents"]] == ["random", "scripted"]
    for agent in data["agents"]:
        assert agent["wins"] + agent["draws"] + agent["losses"] == 40
        low, high = agent["ci95"]
        assert 0 <= low <= agent["score"] <= high <= 1
    assert data["agents"][0]["wins"] == data["agents"][1]["losses"]
    assert "pairings" not in data

    first, second = ludarium(*argv), ludarium(*argv)
    assert first == second
    assert "random" in first.out
    assert "95 % interval" in first.out


def test_searches_by_agent_string_everywhere(ludarium: Terminal) -> None:
    kelp, search = ("--game", "kelp:board_size=3", "--games", "2", "--seed", "1", "--json"), "ismcts:simulations=5"
    for command in ("evaluate", "arena"):
        found = ludarium(command, search, "pimc:simulations=4,worlds=2", *kelp).data["agents"]
        assert {each["agent"] for each in found} == {search, "pimc:simulations=4,worlds=2"}
    assert (
        ludarium("play", "kelp:board_size=3", "--players", f"{search},scripted", "--json").data["players"][0] == search
    )
    found = ludarium("solve", "kelp:board_size=3", "--agent", search, "--json").data
    assert 0 < found["exploitability"] <= 1


def test_evaluate_more_agents_than_seats_plays_every_pairing(ludarium: Terminal) -> None:
    argv = ("evaluate", "random", "scripted", "exact", "--game", "kelp:board_size=3", "--games", "11", "--seed", "1")
    done = ludarium(*argv, "--json")
    assert done.status == 0
    assert done.data["games"] == 36
    assert len(done.data["pairings"]) == 3
    assert "11 games rounded up to 12" in done.err
    assert ludarium(*argv).out.count(" against ") == 3


@pytest.mark.parametrize("seats", [2, 4])
def test_evaluate_one_agent_against_copies_of_others(ludarium: Terminal, magpie: str, seats: int) -> None:
    game = f"{magpie}:num_players={seats}"
    argv = ("evaluate", "scripted", "--against", "random", "scripted", "--game", game, "--games", "400", "--seed", "3")
    done = ludarium(*argv, "--json")
    assert done.status == 0
    assert done.data["even_score"] == 1 / seats
    assert 0 < done.data["truncated"] < done.data["games"] == 800
    against = [pairing["agents"] for pairing in done.data["pairings"]]
    assert [[agent["agent"] for agent in agents] for agents in against] == [
        ["scripted", "random"],
        ["scripted", "scripted"],
    ]
    assert all([agent["copies"] for agent in agents] == [1, seats - 1] for agents in against)
    text = ludarium(*argv).out
    assert ("scripted against 3 × random: 400 games" if seats == 4 else "scripted against random: 400 games") in text
    assert ("even score 0.250" in text) == (seats == 4)
    assert text.count("games") == 2  # one agent: nothing to add up


def test_an_interrupted_evaluation_shows_what_it_has(ludarium: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.training import evaluation

    play = evaluation.play_deals
    calls = []

    def interrupted(*args: Any) -> Any:
        if calls:
            raise KeyboardInterrupt
        calls.append(args)
        return play(*args)

    monkeypatch.setattr(evaluation, "play_deals", interrupted)
    done = ludarium("evaluate", "random", "random", "--game", "kelp", "--games", "5000", "--seed", "1", "--json")
    assert done.status == 130
    assert 0 < done.data["games"] < 5000
    assert "interrupted after" in done.err


def test_solve(ludarium: Terminal) -> None:
    done = ludarium("solve", "kelp:board_size=3", "--json")
    assert list(done.data) == ["game", "method", "value", "positions"]
    assert done.data["method"] == "exact"
    assert done.data["game"] == "kelp:board_size=3"
    assert done.data["value"] == pytest.approx(-5 / 12)
    assert done.data["positions"] == 1072
    assert "value           -0.416667 for shark" in ludarium("solve", "kelp:board_size=3").out


def test_solve_gives_the_exploitability_of_an_agent(ludarium: Terminal) -> None:
    exact = ludarium("solve", "kelp:board_size=3", "--agent", "exact", "--json").data
    assert exact["exploitability"] == pytest.approx(0, abs=1e-9)
    done = ludarium("solve", "kelp:board_size=3", "--agent", "random", "--json")
    assert 0 < done.data["exploitability"] <= 1
    assert done == ludarium("solve", "kelp:board_size=3", "--agent", "random", "--json")


HIDDEN_KELP = "kelp:board_size=3,attack_cards=1,illegal_direction=bump,reveal=outcome"


def test_solve_takes_cfr_where_backward_induction_does_not_serve(ludarium: Terminal) -> None:
    done = ludarium("solve", HIDDEN_KELP, "--iterations", "100", "--agent", "cfr:iterations=100", "--json").data
    keys = ["game", "method", "iterations", "value", "value_range", "solution_exploitability", "nodes", "infosets"]
    assert list(done) == [*keys, "exploitability"]
    assert (done["method"], done["iterations"], done["nodes"], done["infosets"]) == ("cfr", 100, 25931, 13010)
    low, high = done["value_range"]
    assert low < done["value"] < high
    assert 0 < done["solution_exploitability"] == pytest.approx((high - low) / 2)
    assert done["exploitability"] == pytest.approx(done["solution_exploitability"])
    text = ludarium("solve", HIDDEN_KELP, "--iterations", "100").out
    assert "method          CFR+, 100 iterations" in text
    assert "of the solution" in text
    assert "25,931 nodes, 13,010 information sets" in text


def test_solve_by_the_method_asked_for(ludarium: Terminal) -> None:
    exact = ludarium("solve", "kelp:board_size=3", "--method", "exact", "--json").data
    near = ludarium("solve", "kelp:board_size=3", "--method", "cfr", "--json").data
    assert near["method"] == "cfr"
    assert near["value"] == pytest.approx(exact["value"], abs=1e-3)
    assert near["value_range"][0] <= exact["value"] <= near["value_range"][1]
