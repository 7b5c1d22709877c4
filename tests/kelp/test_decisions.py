"""The decisions KD1 to KD13, by which the rule book of Kelp becomes exact."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.options import OptionError
from ludarium.envs.core.schema import States
from tests.kelp.table import OCTOPUS, OUTCOME, SHARK, legal, pawn, play, position, start, value

MOVES = {"move north", "move south", "move east", "move west"}
GUESSES = {"guess north", "guess south", "guess east", "guess west"}
NO_CARDS = [0, 0, 0, 0]


@pytest.mark.rule("KD1")
def test_a_shared_pool_pays_guesses_from_the_movement_cards() -> None:
    game, states = start()
    play(game, states, "move east", "guess north")
    assert value(states, "move_cards") == [[1, 1, 0, 1], [0, 1, 1, 1]]
    assert "move north" not in legal(game, states)


@pytest.mark.rule("KD1")
def test_a_separate_pool_has_a_second_set_for_guessing_only() -> None:
    game, states = start(guess_pool="separate", copies=2)
    assert value(states, "guess_cards") == [[2, 2, 2, 2], [2, 2, 2, 2]]
    play(game, states, "move east", "guess north", "move north", "guess north", "move east")
    assert value(states, "move_cards") == [[2, 2, 1, 2], [1, 2, 2, 2]]  # the card face down still counts (KD10)
    assert value(states, "guess_cards") == [[1, 2, 2, 2], [1, 2, 2, 2]]
    play(game, states, "guess north", "move west")
    assert legal(game, states) == GUESSES  # the shark's moves have cost no guess card
    play(game, states, "guess east", "move west")
    assert legal(game, states) == GUESSES - {"guess north"}


@pytest.mark.rule("KD2")
def test_forbidden_directions_cannot_be_played_but_guessed_with() -> None:
    game, states = start()
    assert legal(game, states) == {"move south", "move east", "attack"}
    play(game, states, "move south")
    assert legal(game, states) == GUESSES


@pytest.mark.rule("KD2")
@pytest.mark.parametrize(
    ("shark", "octopus", "direction"),
    [
        ((0, 0), (5, 5), "north"),  # off the board
        ((2, 2), (3, 2), "east"),  # the opponent's cell
        ((5, 4), (2, 2), "south"),  # the opponent's start cell
    ],
)
def test_bump_spends_the_card_and_the_pawn_stays(
    shark: tuple[int, int], octopus: tuple[int, int], direction: str
) -> None:
    game, _ = start(illegal_direction="bump")
    states = position(game, x=[shark[0], octopus[0]], y=[shark[1], octopus[1]])
    assert legal(game, states) == {*MOVES, "attack"}
    wrong_guess = "guess west"
    play(game, states, f"move {direction}", wrong_guess)
    assert (pawn(states, SHARK), pawn(states, OCTOPUS)) == (shark, octopus)
    assert value(states, "cards_left") == [3, 3]
    assert value(states, "to_act") == OCTOPUS


@pytest.mark.rule("KD3")
def test_only_who_is_stuck_passes_and_keeps_the_cards() -> None:
    game, _ = start(attack_cards=1)
    stuck = [1, 0, 0, 1]  # north and west, at the north-west corner
    states = position(game, move_cards=[stuck, stuck])
    assert legal(game, states) == {"attack"}
    play(game, states, "attack", "move north", "guess west")
    assert legal(game, states) == {"pass"}
    play(game, states, "pass")
    assert value(states, "move_cards")[SHARK] == [1, 0, 0, 0]
    assert value(states, "to_act") == OCTOPUS
    assert not value(states, "terminated")


@pytest.mark.rule("KD3")
def test_two_passes_in_a_row_end_the_game_by_distance() -> None:
    game, _ = start(attack_cards=0)
    states = position(game, x=[0, 4], y=[0, 5], move_cards=[[1, 0, 0, 0], [0, 1, 0, 0]])
    play(game, states, "pass")
    assert value(states, "last_was_pass")
    assert not value(states, "terminated")
    play(game, states, "pass")
    assert value(states, "terminated")
    assert value(states, "returns") == [-1.0, 1.0]
    assert value(states, "move_cards") == [[1, 0, 0, 0], [0, 1, 0, 0]]


@pytest.mark.rule("KD3")
@pytest.mark.parametrize("between", [["attack"], ["move west", "guess north"]])
def test_passes_with_something_in_between_do_not_end_the_game(between: list[str]) -> None:
    game, _ = start()
    states = position(game, move_cards=[[1, 0, 0, 1], [0, 0, 0, 1]], attacks=[0, 1])
    play(game, states, "pass", *between)
    assert not value(states, "last_was_pass")
    play(game, states, "pass")
    assert not value(states, "terminated")


@pytest.mark.rule("KD4")
@pytest.mark.parametrize("pool", ["shared", "separate"])
def test_nobody_to_guess_lets_the_move_happen_at_once(pool: str) -> None:
    game, _ = start(guess_pool=pool)
    if pool == "shared":
        states = position(game, move_cards=[[1, 1, 1, 1], NO_CARDS])
    else:
        states = position(game, guess_cards=[[1, 1, 1, 1], NO_CARDS])
    play(game, states, "move east")
    assert pawn(states, SHARK) == (1, 0)
    assert value(states, "move_cards")[SHARK] == [1, 1, 0, 1]
    assert value(states, "to_act") == OCTOPUS
    assert not value(states, "guessing")
    assert "attack" in legal(game, states)  # a turn of its own


@pytest.mark.rule("KD5")
def test_open_cards_leave_nothing_hidden_between_turns() -> None:
    game, states = start(illegal_direction="bump")
    play(game, states, "move east", "guess north", "move west", "guess west")
    for player in (SHARK, OCTOPUS, -1):
        redacted = game.redact(states, player)
        for name in ("x", "y", "move_cards", "cards_left", "attacks"):
            assert (redacted[name] == states[name]).all()


@pytest.mark.rule("KD5", "KD11")
def test_outcome_opens_the_guess_and_whether_it_was_right() -> None:
    game, states = start(**OUTCOME)
    play(game, states, "move east", "guess north", "move west", "guess west")
    for player in (SHARK, OCTOPUS, -1):
        seen = game.redact(states, player)
        assert seen["log_kind"][0, :3].tolist() == [1, 1, 0]
        assert seen["log_guess"][0, :3].tolist() == [1, 4, 0]
        assert seen["log_right"][0, :3].tolist() == [0, 1, 0]
        assert seen["cards_left"][0].tolist() == [2, 2]
        for seat in (SHARK, OCTOPUS):
            if player == seat:
                assert (seen["move_cards"][0, seat] == states["move_cards"][0, seat]).all()
                assert (seen["x"][0, seat], seen["y"][0, seat]) == pawn(states, seat)
            else:
                for name in ("x", "y", "move_cards", "log_card", "log_x", "log_y"):
                    assert not seen[name][0, seat].any()


@pytest.mark.rule("KD5")
def test_outcome_requires_bump() -> None:
    with pytest.raises(OptionError, match=r"outcome.*forbidden.*bump"):
        make_game("kelp:reveal=outcome")


@pytest.mark.rule("KD5")
def test_a_collision_stays_put_silently() -> None:
    game, _ = start(**OUTCOME)
    seen = []
    for octopus in ((3, 2), (4, 2)):  # in the way, and not
        states = position(game, x=[2, octopus[0]], y=[2, octopus[1]])
        play(game, states, "move east", "guess north")
        seen.append(game.redact(states, OCTOPUS)[["log_kind", "log_guess", "log_right", "cards_left", "attacks"]])
        assert pawn(states, SHARK) == ((2, 2) if octopus == (3, 2) else (3, 2))
    assert seen[0] == seen[1]


@pytest.mark.rule("KD6")
@pytest.mark.parametrize(("option", "low", "high"), [("board_size", 3, 8), ("copies", 1, 3), ("attack_cards", 0, 4)])
def test_sizes_and_their_ranges(option: str, low: int, high: int) -> None:
    for number in (low, high):
        game, states = start(**{option: number})
        if option == "board_size":
            assert pawn(states, OCTOPUS) == (number - 1, number - 1)
        elif option == "copies":
            assert value(states, "move_cards") == [[number] * 4, [number] * 4]
        else:
            assert value(states, "attacks") == [number, number]
            assert ("attack" in legal(game, states)) == (number > 0)
    for number in (low - 1, high + 1):
        with pytest.raises(OptionError, match=f"{option} is {number}, expected {low} to {high}"):
            make_game("kelp", **{option: number})


@pytest.mark.rule("KD6")
def test_the_defaults() -> None:
    options = make_game("kelp").options
    assert (options.board_size, options.copies, options.attack_cards) == (6, 1, 2)
    assert (options.guess_pool, options.illegal_direction, options.reveal) == ("shared", "forbidden", "cards")
    assert make_game("kelp:standard") == make_game("kelp")


@pytest.mark.rule("KD7")
def test_seats_and_rewards() -> None:
    game, states = start(board_size=3)
    assert game.seat_name(0) == "shark"
    assert pawn(states, 0) == (0, 0)
    assert game.seat_name(1) == "octopus"
    assert pawn(states, 1) == (2, 2)
    assert value(states, "to_act") == 0
    for action in ("move east", "guess north", "attack", "move south", "guess west"):
        play(game, states, action)
        assert value(states, "returns") == [0.0, 0.0]  # nothing before the end
    play(game, states, "attack")
    assert value(states, "returns") == [-1.0, 1.0]
    drawn = position(game, move_cards=[NO_CARDS, NO_CARDS], attacks=[1, 0])
    play(game, drawn, "attack")
    assert value(drawn, "terminated")
    assert value(drawn, "returns") == [0.0, 0.0]


@pytest.mark.rule("KD8", "KD7")
@pytest.mark.parametrize(
    ("direction", "cell"), [("north", (2, 1)), ("south", (2, 3)), ("east", (3, 2)), ("west", (1, 2))]
)
@pytest.mark.parametrize("seat", [SHARK, OCTOPUS])
def test_the_compass(direction: str, cell: tuple[int, int], seat: int) -> None:
    game, _ = start()
    x, y = [4, 4], [4, 4]
    x[seat] = y[seat] = 2
    states = position(game, x=x, y=y, to_act=seat)
    wrong = "north" if direction != "north" else "south"
    play(game, states, f"move {direction}", f"guess {wrong}")
    assert pawn(states, seat) == cell


@pytest.mark.rule("KD8")
def test_the_preset_duel() -> None:
    assert make_game("kelp:duel") == make_game("kelp", board_size=5, copies=2)


@pytest.mark.rule("KD9")
def test_separate_guess_cards_do_not_keep_the_game_going() -> None:
    game, _ = start(guess_pool="separate", attack_cards=0)
    states = position(game, move_cards=[[0, 0, 1, 0], NO_CARDS])
    play(game, states, "move east", "guess east")
    assert states["guess_cards"].sum() == 7
    assert value(states, "terminated")


@pytest.mark.rule("KD9")
def test_the_end_is_tested_after_the_turn_is_resolved() -> None:
    game, _ = start()
    states = position(game, move_cards=[[0, 0, 1, 0], [0, 0, 1, 0]], attacks=[0, 0])
    play(game, states, "move east")
    assert not value(states, "terminated")
    play(game, states, "guess east")
    assert value(states, "terminated")
    assert pawn(states, SHARK) == (0, 0)


@pytest.mark.rule("KD9")
def test_ones_own_start_may_be_entered_again() -> None:
    game, states = start()
    play(game, states, "move east", "guess north", "move west", "guess north", "move west", "guess south")
    assert pawn(states, SHARK) == (0, 0)


@pytest.mark.rule("KD10")
def test_the_face_down_card_counts_as_in_hand_until_it_is_resolved() -> None:
    for options in ({}, OUTCOME):
        game, states = start(**options)
        play(game, states, "move east")
        assert value(states, "move_cards")[SHARK] == [1, 1, 1, 1]
        assert value(states, "cards_left") == [4, 4]
        assert value(states, "face_down") == [3, 0]
        assert game.redact(states, SHARK)["face_down"][0].tolist() == [3, 0]
        for other in (OCTOPUS, -1):
            assert game.redact(states, other)["face_down"][0].tolist() == [0, 0]
        play(game, states, "guess north")
        assert value(states, "cards_left") == [3, 3]
        assert value(states, "face_down") == [0, 0]


@pytest.mark.rule("KD10", "KD4")
def test_an_unguessed_card_is_turned_up_only_where_cards_are_open() -> None:
    for options, open_ in (({"illegal_direction": "bump"}, True), (OUTCOME, False)):
        game, _ = start(**options)
        seen = []
        for action in ("move east", "move south"):
            states = position(game, move_cards=[[1, 1, 1, 1], NO_CARDS])
            play(game, states, action)
            assert value(states, "cards_left") == [3, 0]
            seen.append(game.observe(states, OCTOPUS))
        assert (seen[0] != seen[1]).any() == open_


@pytest.mark.rule("KD11")
def test_a_right_guess_gives_the_move_card_away_and_a_wrong_one_excludes_one() -> None:
    game, states = start(**OUTCOME)
    wrong = states.copy()
    play(game, states, "move east", "guess east")
    play(game, wrong, "move south", "guess east")
    assert drawn_cards(game, states, OCTOPUS).keys() == {(3,)}
    assert drawn_cards(game, wrong, OCTOPUS).keys() == {(1,), (2,), (4,)}


@pytest.mark.rule("KD11")
def test_the_mover_notices_a_collision_and_the_opponent_does_not() -> None:
    game, states = start(board_size=3, copies=2, **OUTCOME)
    play(game, states, "move east", "guess south", "move north", "guess west", "move south", "guess north")
    assert (pawn(states, SHARK), pawn(states, OCTOPUS)) == ((1, 1), (2, 1))
    elsewhere = states.copy()
    play(game, states, "move west", "guess north")
    play(game, elsewhere, "move south", "guess north")
    assert (pawn(states, OCTOPUS), pawn(elsewhere, OCTOPUS)) == ((2, 1), (2, 2))
    assert believed_cells(game, states, OCTOPUS) == {(1, 1)}
    assert len(believed_cells(game, elsewhere, OCTOPUS)) > 1
    assert (game.redact(states, SHARK) == game.redact(elsewhere, SHARK)).all()


@pytest.mark.rule("KD11")
def test_attack_is_legal_while_an_attack_card_is_left_whoever_stands_where() -> None:
    game, _ = start(**OUTCOME)
    masks = []
    for octopus in ((1, 1), (4, 4), (0, 1)):
        states = position(game, x=[0, octopus[0]], y=[0, octopus[1]])
        masks.append(game.legal(states)[0].tolist())
    assert masks[0] == masks[1] == masks[2]
    assert legal(game, position(game, attacks=[0, 2])) == MOVES


@pytest.mark.rule("KD11")
def test_guess_hands_are_public_in_separate() -> None:
    game, states = start(guess_pool="separate", **OUTCOME)
    play(game, states, "move east", "guess north")
    assert game.redact(states, SHARK)["guess_cards"][0].tolist() == [[1, 1, 1, 1], [0, 1, 1, 1]]


@pytest.mark.rule("KD11")
def test_the_end_opens_nothing() -> None:
    game, _ = start(**OUTCOME)
    states = position(game, x=[2, 3], y=[2, 3], attacks=[1, 0])
    play(game, states, "attack")
    assert value(states, "terminated")
    for other in (OCTOPUS, -1):
        assert game.redact(states, other)["x"][0, SHARK] == 0
        assert game.redact(states, other)["y"][0, SHARK] == 0


def believed_cells(game: Game, states: States, player: int) -> set[tuple[int, int]]:
    """Where `player` takes the opponent's pawn to be, in a thousand redraws."""
    many = np.repeat(states, 1000)
    game.resample(many, player, 2)
    return set(zip(many["x"][:, 1 - player].tolist(), many["y"][:, 1 - player].tolist(), strict=True))


def drawn_cards(game: Game, states: States, player: int, count: int = 2000) -> Counter[tuple[int, ...]]:
    """What `player` takes the opponent's logged move cards and the card face down for, in `count` redraws."""
    many = np.repeat(states, count)
    game.resample(many, player, 1)
    opponent = 1 - player
    cards = np.column_stack([many["log_card"][:, opponent], many["face_down"][:, opponent]])
    return Counter(tuple(card for card in row if card) for row in cards.tolist())


@pytest.mark.rule("KD12")
def test_a_redraw_in_cards_is_each_playable_direction_alike() -> None:
    game, states = start()
    play(game, states, "move east")
    drawn = drawn_cards(game, states, OCTOPUS)
    assert drawn.keys() == {(2,), (3,)}  # south and east; the corner forbids the others
    assert all(900 < number < 1100 for number in drawn.values())
    assert drawn_cards(game, states, SHARK).keys() == {()}


@pytest.mark.rule("KD12")
def test_a_redraw_in_outcome_is_each_sequence_alike() -> None:
    game, states = start(**OUTCOME)
    play(game, states, "move east", "guess south", "attack", "move north")
    # One card a direction: the first was not the south that was guessed, and the second is another one.
    drawn = drawn_cards(game, states, OCTOPUS, 9000)
    assert drawn.keys() == {(a, b) for a in (1, 3, 4) for b in (1, 2, 3, 4) if a != b}
    assert all(850 < number < 1150 for number in drawn.values())


@pytest.mark.rule("KD12")
def test_a_seat_observes_the_log_of_public_facts_and_its_own_cards_and_cells() -> None:
    game, states = start(**OUTCOME)
    play(game, states, "move east", "guess south", "attack", "move west", "guess west")
    labels = game.layout.segments["log"].labels
    rows = {}
    for seat in (SHARK, OCTOPUS):
        seen = game.layout.decode(game.observe(states, seat)[0])
        rows[seat] = [{label for label, on in zip(labels, row, strict=True) if on} for row in seen["log"]]
        assert seen["log_position"][:4].tolist() == ([[1, 0]] * 3 if seat == SHARK else [[5, 5]] * 3) + [[0, 0]]
    assert rows[SHARK][:4] == [
        {"own turn", "move", "guess south", "own card east"},
        {"attack"},
        {"own turn", "move", "guess west", "guess right", "own card west"},
        set(),
    ]
    assert rows[OCTOPUS][:4] == [
        {"move", "guess south"},
        {"own turn", "attack"},
        {"move", "guess west", "guess right"},
        set(),
    ]


@pytest.mark.rule("KD13")
def test_forced_choices_are_actions() -> None:
    game, _ = start()
    last_card = position(game, move_cards=[[0, 0, 1, 0], [0, 0, 1, 0]], attacks=[0, 0])
    assert legal(game, last_card) == {"move east"}
    play(game, last_card, "move east")
    assert legal(game, last_card) == {"guess east"}
    play(game, last_card, "guess east")
    assert value(last_card, "moves") == 2
    stuck = position(game, move_cards=[[1, 0, 0, 0], [1, 0, 0, 0]], attacks=[0, 0])
    play(game, stuck, "pass")
    assert value(stuck, "moves") == 1
    assert value(stuck, "to_act") == OCTOPUS
