"""Vantage in words: what a seat, a spectator and everybody may read."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from tests.vantage.table import play, position
from tests.vantage.test_observation import FAMILIES, random_states

SPECTATOR = -1
HANDS = [["VR1", "VB1 seen by 1"], ["VG1 open", "VB3"], ["VB3", "VB3 seen by 0 1"]]


def test_a_table() -> None:
    game, states = position(
        *HANDS,
        areas=[["VR9"], ["VB4", "VB4", "VG1"]],
        pile=["VY4", "VG2"],
        deck=["VR1", "VR1"],
        penalties=[0, 3],
        shields=[2],
        turns=6,
        last_round=True,
    )
    words = (
        "> player 0: 9 points\n"
        "    score  VR9 SPY 1\n"
        "    hand   {0}  [player 1 knows 1]\n"
        "  player 1: 6 points (9 - 3 penalty)\n"
        "    score  VB4 THIEF ×2, VG1 COURIER 2\n"
        "    hand   {1}  [player 0 knows 1, player 2 knows 1]\n"
        "  player 2: 0 points, shielded\n"
        "    score  -\n"
        "    hand   {2}  [player 0 knows 1, player 1 knows 1]\n"
        "{3}; discard pile 2, from the top: VG2 VY4\n"
        "turn 7, player 0 chooses: action\n"
        "this is the last round"
    )
    hands = {
        0: ["VR1 DESTROYER, VB1 THIEF", "VG1 COURIER 2 and 1 unseen", "VB3 SPY 2 and 1 unseen"],
        1: ["VB1 THIEF and 1 unseen", "VB3 SPY 2, VG1 COURIER 2", "VB3 SPY 2 and 1 unseen"],
        2: ["2 unseen", "VG1 COURIER 2 and 1 unseen", "VB3 SPY 2 ×2"],
        SPECTATOR: ["2 unseen", "VG1 COURIER 2 and 1 unseen", "2 unseen"],
        None: ["VR1 DESTROYER, VB1 THIEF", "VB3 SPY 2, VG1 COURIER 2", "VB3 SPY 2 ×2"],
    }
    for viewer, seen in hands.items():
        deck = "deck 2 (VR1 DESTROYER ×2)" if viewer is None else "deck 2"
        assert game.describe(states, viewer) == words.format(*seen, deck)


def last_line(game: Game, states: object) -> str:
    return game.describe(states, SPECTATOR).splitlines()[-1]


def test_what_is_chosen_next() -> None:
    game, states = position(["VY1", "VB6", "VG9"], [], [], areas=[["VR3"], ["VR4"], ["VR5"]])
    for action, words in (
        ("ability VY1", "turn 1, player 0 chooses: hand card; in play: VY1 DUPLICATE"),
        ("choose VB6", "turn 1, player 0 chooses: opponent; in play: VY1 DUPLICATE on VB6 SWAPPER, 2 to resolve"),
        (
            "opponent 2",
            "turn 1, player 0 chooses: opponent's score card; in play: VY1 DUPLICATE on VB6 SWAPPER, 2 to resolve, "
            "against player 2",
        ),
        (
            "choose VR5",
            "turn 1, player 0 chooses: own score card; in play: VY1 DUPLICATE on VB6 SWAPPER, 2 to resolve, "
            "against player 2, taking VR5",
        ),
        ("choose VR3", "turn 1, player 0 chooses: opponent; in play: VY1 DUPLICATE on VB6 SWAPPER, 1 to resolve"),
    ):
        play(game, states, action)
        assert last_line(game, states) == words
    game, states = position(["VY2", "VR1", "VR2"], [])
    play(game, states, "ability VY2")
    assert last_line(game, states) == "turn 1, player 0 chooses: hand card; in play: VY2 OVERCLOCK 2, 2 plays left"
    game, states = position(["VG3"], [], pile=["VR1"])
    play(game, states, "ability VG3")
    assert last_line(game, states) == "turn 1, player 0 chooses: discard; in play: VG3 SALVAGER"


def test_ends() -> None:
    game, states = position(["VR9"], ["VB1"], areas=[["VB6"]])
    play(game, states, "score VR9")
    assert last_line(game, states) == "over after 1 turns: player 0 wins"
    assert "> player" not in game.describe(states)
    game, states = position([], [], [], areas=[["VR3"], ["VB3"]], deck=[], last_round=True)
    play(game, states, "pass", "pass", "pass")
    assert last_line(game, states) == "over after 3 turns: player 0 and player 1 win"
    game, states = position(["VR9"], ["VB1"], max_turns=1)
    play(game, states, "score VR9")
    assert last_line(game, states) == "cut off after 1 turns"


@pytest.mark.rule("VD18")
@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_words_tell_a_seat_nothing_that_it_may_not_know(game: Game) -> None:
    """The renderer is given full states here: what it keeps to itself it keeps without the help of redaction."""
    for step, states in enumerate(random_states(game, 3, seed=3)):
        if step % 5:
            continue
        for player in (*range(game.num_players), SPECTATOR):
            redacted = game.redact(states, player)
            for full, seen in zip(states, redacted, strict=True):
                assert game.describe(full, player) == game.describe(seen, player)
                assert game.spec.describe(game.options, full, player) == game.describe(full, player)
