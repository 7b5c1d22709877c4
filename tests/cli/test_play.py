"""Whole games from scripted input; what a human is shown is what the human's seat knows."""

import io
from typing import cast

import numpy as np
import pytest

import ludarium as suite
from ludarium.agents.base import Agent
from ludarium.commands.play import Table, _Leave, players_of
from ludarium.envs.core.decisions import Decisions
from tests.cli.fair import WAIT, fair
from tests.cli.support import Terminal

SECRET = "kelp:board_size=3,illegal_direction=bump,reveal=outcome"

#: Tries every action until one is legal: plays any game to its end.
ANYTHING = "".join(f"{action}\n" for _ in range(60) for action in range(10))


class Plays(Agent):
    """Plays given actions in turn, then the first legal one."""

    def __init__(self, *actions: int) -> None:
        self.name = "plays"
        self._actions = list(actions)

    def policy(self, decisions: Decisions) -> np.ndarray:
        action = self._actions.pop(0) if self._actions else int(decisions.mask[0].argmax())
        return np.eye(decisions.game.num_actions)[[action]]


def test_a_human_plays_a_whole_game(ludarium: Terminal) -> None:
    done = ludarium("play", "kelp", "--players", "human,random", "--seed", "3", typed=ANYTHING)
    assert done.status == 0
    assert "shark to move or attack (turn 1)" in done.out
    assert "octopus: " in done.out
    assert "over after" in done.out
    assert done.out.rstrip().splitlines()[-1].startswith("returns: shark ")
    assert done.err == "seed 3\n"


def test_two_humans_share_the_keyboard(ludarium: Terminal) -> None:
    # The line after a change of seats is the Enter of the one who has taken over.
    typed = "2\n\n4\nmove west\n\n6\n1\n"
    done = ludarium("play", "kelp", "--players", "human,human", "--seed", "3", typed=typed)
    assert done.out.count("octopus, it is your turn. Press Enter") == 1
    # Shown once: the Enter was not taken for an answer.
    assert done.out.count("octopus to guess (turn 1)") == 1
    assert "shark: move south or move east, you cannot see which" in done.out
    assert "The game is left unfinished." in done.out
    assert done.status == 0


def test_agents_alone_show_a_game(ludarium: Terminal) -> None:
    done = ludarium("play", "kelp", "--players", "random,random", "--seed", "5")
    assert done.status == 0
    assert "over after" in done.out
    assert "shark: move " in done.out
    assert ">" not in done.out


def test_the_same_seed_prints_the_same(ludarium: Terminal) -> None:
    argv = ("play", "kelp", "--players", "human,random", "--seed", "11")
    first, second = ludarium(*argv, typed=ANYTHING), ludarium(*argv, typed=ANYTHING)
    assert first == second
    assert first.out != ludarium(*argv[:-1], "12", typed=ANYTHING).out


def test_a_drawn_seed_is_printed_and_repeats_the_game(ludarium: Terminal) -> None:
    first = ludarium("play", "kelp", "--players", "random,random")
    seed = first.err.split()[-1]
    assert ludarium("play", "kelp", "--players", "random,random", "--seed", seed) == first


def test_what_cannot_be_played_is_asked_again(ludarium: Terminal) -> None:
    typed = "move north\ndance\nm\n77\nhelp\nshow\nm e\nquit\n"
    done = ludarium("play", "kelp", "--players", "human,random", "--seed", "1", typed=typed)
    assert done.status == 0
    assert "move north is not legal now" in done.out
    assert "'dance' is not a legal action" in done.out
    assert "'m' could be several actions" in done.out
    assert "'77' is not a legal action" in done.out
    assert "quit  leave the game" in done.out
    assert done.out.count("legal: 1 move south, 2 move east, 8 attack") == 7
    assert "The game is left unfinished." in done.out


@pytest.mark.parametrize("typed", ["", "east", "2\n"])
def test_the_end_of_the_input_ends_the_game(ludarium: Terminal, typed: str) -> None:
    done = ludarium("play", "kelp", "--players", "human,random", "--seed", "1", typed=typed)
    assert done.status == 0
    assert done.out.endswith("\nThe game is left unfinished.\n")


def test_the_result_as_json(ludarium: Terminal) -> None:
    done = ludarium("play", "kelp:duel", "--players", "human,random", "--seed", "3", "--json", typed=ANYTHING)
    data = done.data
    assert data["game"] == "kelp:board_size=5,copies=2"
    assert data["seed"] == 3
    assert data["finished"]
    assert sum(data["returns"]) == 0
    assert "shark to move or attack (turn 1)" in done.err


def told(
    shark: Agent, typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str = SECRET
) -> str:
    """What a human in the octopus's seat reads against `shark` until the end of what is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with pytest.raises(_Leave):
        Table(suite.make_game(game), [shark, None], 1).play()
    return capsys.readouterr().out


def test_a_covered_card_makes_no_difference_to_what_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Guessing north is wrong for all three; the octopus then has a turn of its own without having learnt more.
    shown = [told(Plays(move), "guess north\n", capsys, monkeypatch) for move in (1, 2, 3)]
    assert shown[0] == shown[1] == shown[2]
    assert "shark: move north, move south, move east or move west, you cannot see which" in shown[0]
    assert "octopus to move or attack (turn 2)" in shown[0]


def test_a_card_that_was_turned_up_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    east, south = (told(Plays(move), "guess north\n", capsys, monkeypatch, "kelp") for move in (2, 1))
    assert east.split("octopus> ")[0] == south.split("octopus> ")[0]
    assert "shark   at column 1, row 0" in east
    assert "shark   at column 0, row 1" in south


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_human_among_several_agents_follows_the_game(ludarium: Terminal, magpie: str, num_players: int) -> None:
    players = ",".join(["random", "human", *["scripted"] * (num_players - 2)])
    argv = ("play", f"{magpie}:num_players={num_players}", "--players", players, "--seed", "2", "--json")
    done = ludarium(*argv, typed="3\n1\n0\n2\n" * 60)
    assert done.status == 0
    assert done.data["finished"]
    assert len(done.data["returns"]) == num_players
    for seat in set(range(num_players)) - {1}:
        assert f"\nplayer {seat}: play " in done.err or f"\nplayer {seat}: end turn" in done.err
    assert "you cannot see" not in done.err  # everything is done in the open, though cards are drawn in secret
    assert "\nplayer 1: play " not in done.err  # nobody is told what they did themselves
    returns = done.err.rstrip().splitlines()[-1]
    assert [part.split()[-2] for part in returns.removeprefix("returns: ").split(", ")] == [*"0123"[:num_players]]


def test_several_humans_and_an_agent_with_draws_for_all_to_see(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Player 0 waits, player 1 waits or hides something, the agent waits; Enter where the keyboard changes hands.
    game = fair(num_players=3, max_turns=3)
    for own, deed, words in ((4, 4, "wait"), (4, 2, "hide wool or hide silk, you cannot see which")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{own}\n\n{deed}\n{deed ^ 1}\n"))
        Table(game, [None, None, Plays(WAIT)], 5).play()
        out = capsys.readouterr().out
        assert "player 1, it is your turn. Press Enter" in out
        assert out.count("player 0: wait") == 1
        # At the end everybody hears what nobody has been told yet.
        assert out.count(f"player 1: {words}") == out.count("player 2: wait") == 1
        assert out.index("player 2: wait") < out.index("cut off") < out.index("returns: player 0")


def test_at_the_end_nobody_hears_what_only_another_could_tell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {0: np.array([0]), 1: np.array([0, 1])}
    monkeypatch.setattr("ludarium.commands.sight.possible_actions", lambda game, b, a, seat, seed: told[seat])
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n\n4\n"))
    Table(fair(num_players=3, max_turns=3), [None, None, Plays(WAIT)], 5).play()
    assert "player 2: " not in capsys.readouterr().out.split("player 1> ")[1].partition("prices")[0]


def test_players_may_have_settings_of_their_own() -> None:
    game = suite.make_game("kelp")
    assert players_of("human,ismcts:simulations=10,threads=2", game) == ["human", "ismcts:simulations=10,threads=2"]
    assert players_of("ismcts:simulations=10,human", game) == ["ismcts:simulations=10", "human"]
    assert players_of(None, game) == ["human", "random"]


def test_agents_see_redacted_states_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[Decisions] = []

    class Looks(Plays):
        def policy(self, decisions: Decisions) -> np.ndarray:
            views.append(decisions)
            return cast(np.ndarray, super().policy(decisions))

    told(Looks(2, 8), "guess north\nattack\n", capsys, monkeypatch)
    assert len(views) >= 2
    assert all(not view.states["rng"].any() for view in views)
    assert all(view.states["x"][0, 1] == 0 for view in views), "the octopus starts at column 2, unseen"
