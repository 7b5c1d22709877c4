"""The rule book of Kelp, rule by rule (K1 to K15); its decisions are in `test_decisions.py`."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.envs.core.game import IllegalActionError
from tests.kelp.table import OCTOPUS, OUTCOME, SHARK, legal, pawn, play, position, start, value

MOVES = {"move north", "move south", "move east", "move west"}
GUESSES = {"guess north", "guess south", "guess east", "guess west"}


@pytest.mark.rule("K1")
def test_the_box_holds_a_board_two_pawns_eight_movement_cards_and_four_attack_cards() -> None:
    game, states = start()
    assert game.options.board_size == 6
    assert game.num_players == 2
    assert [game.seat_name(seat) for seat in (0, 1)] == ["shark", "octopus"]
    assert states["move_cards"].sum() == 8
    assert states["guess_cards"].sum() == 0
    assert states["attacks"].sum() == 4


@pytest.mark.rule("K1", "K4")
def test_each_seat_has_a_panel_of_its_own() -> None:
    game, states = start(**OUTCOME)
    play(game, states, "move east", "guess north", "move west", "guess north")
    for seat, cells in ((SHARK, [[1, 0], [1, 0]]), (OCTOPUS, [[5, 5], [4, 5]])):
        panel = game.layout.decode(game.observe(states, seat)[0])
        assert (panel["own_x"], panel["own_y"]) == pawn(states, seat)
        assert panel["log_position"][:2].tolist() == cells


@pytest.mark.rule("K2")
@pytest.mark.parametrize("size", range(3, 9))
def test_pawns_start_in_opposite_corners(size: int) -> None:
    _, states = start(board_size=size)
    assert pawn(states, SHARK) == (0, 0)
    assert pawn(states, OCTOPUS) == (size - 1, size - 1)


@pytest.mark.rule("K3")
def test_each_player_gets_one_card_of_each_direction_and_two_attacks() -> None:
    _, states = start()
    assert value(states, "move_cards") == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert value(states, "cards_left") == [4, 4]
    assert value(states, "attacks") == [2, 2]


@pytest.mark.rule("K4")
def test_the_opponent_does_not_see_the_panel() -> None:
    game, states = start(**OUTCOME)
    other = states.copy()
    play(game, states, "move east", "guess north")
    play(game, other, "move south", "guess north")
    assert pawn(states, SHARK) != pawn(other, SHARK)
    assert (game.observe(states, OCTOPUS) == game.observe(other, OCTOPUS)).all()
    assert (game.legal(states) == game.legal(other)).all()
    assert (game.redact(states, OCTOPUS) == game.redact(other, OCTOPUS)).all()


@pytest.mark.rule("K5")
def test_the_shark_begins_and_turns_alternate() -> None:
    game, states = start(illegal_direction="bump")
    turns = []
    for turn in (("move east", "guess east"), ("attack",), ("move south", "guess south"), ("move west", "guess north")):
        turns.append(value(states, "to_act"))
        play(game, states, *turn)
    assert [*turns, value(states, "to_act")] == [SHARK, OCTOPUS, SHARK, OCTOPUS, SHARK]


@pytest.mark.rule("K6")
def test_a_turn_is_a_move_or_an_attack() -> None:
    game, states = start(illegal_direction="bump")
    assert legal(game, states) == {*MOVES, "attack"}
    play(game, states, "move east", "guess north")
    assert legal(game, states) == {*MOVES - {"move north"}, "attack"}


@pytest.mark.rule("K6")
def test_moving_is_mandatory_for_who_cannot_attack() -> None:
    game, states = start(attack_cards=0)
    assert legal(game, states) == {"move south", "move east"}
    with pytest.raises(IllegalActionError, match="pass"):
        play(game, states, "pass")


@pytest.mark.rule("K7", "KD10")
def test_the_movement_card_is_laid_face_down() -> None:
    game, states = start()
    other = states.copy()
    play(game, states, "move east")
    play(game, other, "move south")
    assert pawn(states, SHARK) == (0, 0)
    assert value(states, "guessing")
    for seat, same in ((SHARK, False), (OCTOPUS, True)):
        assert (game.observe(states, seat) == game.observe(other, seat)).all() == same


@pytest.mark.rule("K8")
def test_the_opponent_guesses_with_a_card_of_the_own_hand() -> None:
    game, states = start()
    play(game, states, "move east")
    assert value(states, "to_act") == OCTOPUS
    assert legal(game, states) == GUESSES
    play(game, states, "guess north", "move west")
    assert value(states, "to_act") == SHARK
    assert legal(game, states) == GUESSES - {"guess east"}  # the shark moved with it


@pytest.mark.rule("K9")
@pytest.mark.parametrize(("guess", "cell"), [("east", (0, 0)), ("north", (1, 0)), ("south", (1, 0)), ("west", (1, 0))])
def test_a_right_guess_cancels_the_move_and_a_wrong_one_lets_it_happen(guess: str, cell: tuple[int, int]) -> None:
    game, states = start()
    play(game, states, "move east", f"guess {guess}")
    assert pawn(states, SHARK) == cell
    assert pawn(states, OCTOPUS) == (5, 5)


@pytest.mark.rule("K10")
@pytest.mark.parametrize(("guess", "hand"), [("east", [1, 1, 0, 1]), ("north", [0, 1, 1, 1])])
def test_both_cards_leave_the_game_even_when_the_move_is_cancelled(guess: str, hand: list[int]) -> None:
    game, states = start()
    play(game, states, "move east", f"guess {guess}")
    assert value(states, "move_cards") == [[1, 1, 0, 1], hand]
    assert value(states, "cards_left") == [3, 3]


@pytest.mark.rule("K11")
@pytest.mark.parametrize(
    ("shark", "octopus", "blocked"),
    [
        ((0, 0), (5, 5), {"north", "west"}),  # the edge
        ((5, 0), (3, 3), {"north", "east"}),
        ((2, 2), (3, 2), {"east"}),  # the opponent's pawn
        ((2, 2), (2, 1), {"north"}),
        ((5, 4), (2, 2), {"south", "east"}),  # the opponent's start cell, though empty
        ((4, 5), (2, 2), {"south", "east"}),
        ((2, 2), (4, 4), set()),
    ],
)
def test_a_pawn_enters_only_empty_cells_of_the_board_but_not_the_opponents_start(
    shark: tuple[int, int], octopus: tuple[int, int], blocked: set[str]
) -> None:
    game, _ = start()
    states = position(game, x=[shark[0], octopus[0]], y=[shark[1], octopus[1]])
    assert legal(game, states) == MOVES - {f"move {direction}" for direction in blocked} | {"attack"}


@pytest.mark.rule("K11")
def test_the_octopus_may_not_enter_the_sharks_start_either() -> None:
    game, _ = start()
    states = position(game, x=[3, 1], y=[3, 0], to_act=OCTOPUS)
    assert legal(game, states) == {"move south", "move east", "attack"}


@pytest.mark.rule("K11")
def test_a_cancelled_move_may_be_tried_again_next_turn() -> None:
    game, states = start(copies=2)
    play(game, states, "move east", "guess east", "move north", "guess north")
    assert pawn(states, SHARK) == (0, 0)
    play(game, states, "move east", "guess south")
    assert pawn(states, SHARK) == (1, 0)


@pytest.mark.rule("K12")
@pytest.mark.parametrize("dx", range(-2, 3))
@pytest.mark.parametrize("dy", range(-2, 3))
@pytest.mark.parametrize("attacker", [SHARK, OCTOPUS])
def test_an_attack_reaches_the_eight_cells_around_the_pawn(dx: int, dy: int, attacker: int) -> None:
    if (dx, dy) == (0, 0):
        return  # two pawns never share a cell (K11)
    game, _ = start()
    states = position(game, x=[2, 2 + dx], y=[2, 2 + dy], to_act=attacker)
    play(game, states, "attack")
    succeeded = abs(dx) <= 1 and abs(dy) <= 1
    assert value(states, "terminated") == succeeded
    won = [1.0, -1.0] if attacker == SHARK else [-1.0, 1.0]
    assert value(states, "returns") == (won if succeeded else [0.0, 0.0])


@pytest.mark.rule("K12")
def test_a_failed_attack_costs_the_card_and_the_turn_and_nobody_guesses() -> None:
    game, states = start()
    play(game, states, "attack")
    assert value(states, "attacks") == [1, 2]
    assert value(states, "move_cards") == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert pawn(states, SHARK) == (0, 0)
    assert not value(states, "guessing")
    assert legal(game, states) == {"move north", "move west", "attack"}  # the octopus' turn
    play(game, states, "attack", "attack", "attack")
    assert "attack" not in legal(game, states)


@pytest.mark.rule("K13")
def test_moves_and_guesses_come_from_the_same_four_cards() -> None:
    game, states = start(illegal_direction="bump", attack_cards=0)
    moves, guesses = [0, 0], [0, 0]
    while not value(states, "terminated"):
        action = np.flatnonzero(game.legal(states)[0])[0]
        (guesses if value(states, "guessing") else moves)[value(states, "to_act")] += 1
        game.step(states, action)
    assert [a + b for a, b in zip(moves, guesses, strict=True)] == [4, 4]


@pytest.mark.rule("K13")
def test_without_movement_cards_one_can_only_attack() -> None:
    game, _ = start()
    hands = [[0, 0, 0, 0], [1, 1, 1, 1]]
    assert legal(game, position(game, move_cards=hands)) == {"attack"}
    assert legal(game, position(game, move_cards=hands, attacks=[0, 2])) == {"pass"}


@pytest.mark.rule("K14")
def test_a_successful_attack_ends_the_game_at_once() -> None:
    game, states = start(board_size=3)
    play(game, states, "move east", "guess north", "attack", "move south", "guess west", "attack")
    assert (pawn(states, SHARK), pawn(states, OCTOPUS)) == ((1, 1), (2, 2))
    assert value(states, "terminated")
    assert value(states, "returns") == [-1.0, 1.0]
    assert legal(game, states) == set()
    with pytest.raises(IllegalActionError, match="over"):
        play(game, states, "attack")


@pytest.mark.rule("K14")
def test_the_game_ends_when_both_players_have_used_all_cards() -> None:
    game, _ = start()
    states = position(game, move_cards=[[0, 1, 0, 0], [1, 0, 0, 0]], attacks=[1, 0])
    play(game, states, "move south", "guess north")
    assert not value(states, "terminated")  # the shark has an attack card left
    play(game, states, "pass", "attack")
    assert value(states, "terminated")


@pytest.mark.rule("K14")
def test_success_counts_before_the_last_card_does() -> None:
    game, _ = start()
    states = position(game, x=[4, 5], y=[4, 5], move_cards=np.zeros((2, 4)), attacks=[0, 1], to_act=OCTOPUS)
    play(game, states, "attack")
    assert value(states, "returns") == [-1.0, 1.0]  # by distance the shark would have won


@pytest.mark.rule("K15")
@pytest.mark.parametrize(
    ("shark", "octopus", "returns"),
    [
        ((1, 1), (5, 5), [1.0, -1.0]),  # 8 against 10
        ((0, 0), (5, 4), [-1.0, 1.0]),  # 10 against 9
        ((2, 0), (4, 4), [0.0, 0.0]),  # 8 against 8, though not by the greater of both axes
        ((3, 0), (4, 4), [1.0, -1.0]),  # 7 against 8
        ((5, 4), (1, 0), [0.0, 0.0]),  # 1 against 1
    ],
)
def test_the_pawn_nearer_the_opponents_start_wins(
    shark: tuple[int, int], octopus: tuple[int, int], returns: list[float]
) -> None:
    game, _ = start()
    hands = [[0, 0, 0, 0], [0, 0, 0, 0]]
    states = position(game, x=[shark[0], octopus[0]], y=[shark[1], octopus[1]], move_cards=hands, attacks=[1, 0])
    # Far enough apart for the last attack to fail, so that distance decides.
    assert max(abs(shark[0] - octopus[0]), abs(shark[1] - octopus[1])) > 1
    play(game, states, "attack")
    assert value(states, "terminated")
    assert value(states, "returns") == returns
