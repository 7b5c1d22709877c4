"""Kelp in words: what a seat, a spectator and everybody may read."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from tests.kelp.table import OCTOPUS, OUTCOME, SHARK, play, position, start
from tests.kelp.test_observation import FAMILIES, random_states

SPECTATOR = -1


def test_open_cards() -> None:
    game, states = start()
    play(game, states, "move east", "guess north", "move west")
    board = "s S . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . O\n"
    shark = "shark   at column 1, row 0; cards N1 S1 E0 W1; attacks 2"
    octopus = "octopus at column 5, row 5; cards N0 S1 E1 W1; attacks 2"
    table = f"{board}\n{shark}\n{octopus}\nshark to guess (turn 2)"
    assert game.describe(states, SHARK) == table
    assert game.describe(states, SPECTATOR) == table
    assert game.describe(states, OCTOPUS) == f"{table}\nface down: west"
    assert game.describe(states) == f"{table}\nface down: west"


def test_hidden_cards() -> None:
    game, states = start(guess_pool="separate", board_size=3, **OUTCOME)
    play(game, states, "move east", "guess north", "attack", "move south", "guess south", "move north")
    public = (
        "shark   position unknown; cards 2 unseen, guesses N1 S1 E1 W1; attacks 2\n"
        "octopus position unknown; cards 4 unseen, guesses N0 S0 E1 W1; attacks 1\n"
        "turn 1: shark moved, guess north wrong\n"
        "turn 2: octopus attacked in vain\n"
        "turn 3: shark moved, guess south right\n"
        "shark to guess (turn 4)"
    )
    shark = (
        public.replace("shark   position unknown; cards 2 unseen", "shark   at column 1, row 0; cards N1 S0 E0 W1")
        .replace("guess north wrong", "guess north wrong (card east)")
        .replace("guess south right", "guess south right (card south)")
    )
    octopus = public.replace(
        "octopus position unknown; cards 4 unseen", "octopus at column 2, row 2; cards N1 S1 E1 W1"
    )
    assert game.describe(states, SPECTATOR) == f"s . .\n. . .\n. . o\n\n{public}"
    assert game.describe(states, SHARK) == f"s S .\n. . .\n. . o\n\n{shark}"
    assert game.describe(states, OCTOPUS) == f"s . .\n. . .\n. . O\n\n{octopus}\nface down: north"
    everything = game.describe(states)
    assert everything.startswith("s S .\n. . .\n. . O\n")
    assert "unknown" not in everything
    assert "unseen" not in everything
    assert everything.endswith("face down: north")


def test_ends() -> None:
    game, states = start(board_size=3, **OUTCOME)
    play(game, states, "attack", "move north", "guess south", "move east", "guess south", "attack")
    words = game.describe(states)
    assert "turn 1: shark attacked in vain" in words  # though the last attack of the game succeeded
    assert "turn 4: octopus attacked\n" in words
    assert words.endswith("over after 4 turns: an attack succeeded, octopus wins")
    game, _ = start()
    states = position(game, move_cards=[[0] * 4, [0] * 4], attacks=[1, 0])
    play(game, states, "attack")
    assert game.describe(states).endswith("over after 1 turns: all cards are spent, draw")
    states = position(game, y=[0, 4], move_cards=[[1, 0, 0, 0], [0, 0, 0, 0]], attacks=[0, 0])
    play(game, states, "pass", "pass")
    assert game.describe(states).endswith("over after 2 turns: two passes in a row, octopus wins")


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_words_tell_a_seat_nothing_that_it_may_not_know(game: Game) -> None:
    """The renderer is given full states here: what it keeps to itself it keeps without the help of redaction."""
    for states in random_states(game, 3, seed=3):
        for player in (SHARK, OCTOPUS, SPECTATOR):
            redacted = game.redact(states, player)
            for full, seen in zip(states, redacted, strict=True):
                assert game.describe(full, player) == game.describe(seen, player)
                assert game.spec.describe(game.options, full, player) == game.describe(full, player)


def test_an_observation_in_words() -> None:
    game, states = start()
    play(game, states, "move east")
    words = game.describe_observation(game.observe(states, SHARK)[0])
    assert "own_face_down        east" in words
    assert "own_move_cards       north:1 south:1 east:1 west:1" in words
    assert "attacks              own:2 opponent:2" in words
