"""One game with what the agents thought of it."""

import numpy as np
import pytest

from ludarium import make_game
from ludarium.agents.registry import make_agent
from ludarium.commands.play import Table
from ludarium.training.watching import watch_game


def test_the_record_is_the_game_that_play_plays(capsys: pytest.CaptureFixture[str]) -> None:
    game = make_game("vantage")
    agents = [make_agent(text, game) for text in ("ismcts:simulations=20", "random")]
    replay = watch_game(agents, game, 7)
    assert replay.is_over and replay.players == [agent.name for agent in agents]
    states = game.new_states(7)
    for move, action in enumerate(replay.actions):
        assert states.tobytes() == replay.states[move : move + 1].tobytes()
        policy, seat = replay.policies[move], int(states["to_act"][0])
        assert policy is not None and policy[action] > 0 and policy.sum() == pytest.approx(1)
        assert (replay.values[move] is None) == (seat == 1)
        game.step(states, [action])
    assert states.tobytes() == replay.states[-1:].tobytes()
    table = Table(game, list(agents), 7)
    table.play()
    capsys.readouterr()
    assert np.asarray(table.states).tobytes() == states.tobytes()
    again = watch_game(agents, game, 7, names=["one", "two"])
    assert again.states.tobytes() == replay.states.tobytes() and list(again.players) == ["one", "two"]
    assert watch_game(agents, game, 8).states.tobytes() != replay.states.tobytes()


def test_every_seat_has_an_agent() -> None:
    game = make_game("kelp")
    with pytest.raises(ValueError, match="there are 1 agents, expected 2 for kelp"):
        watch_game([make_agent("random", game)], game, 1)
