"""Tests of the plain-Python oracle itself: each rule and decision by hand, beliefs against a full replay."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.kelp.oracle import ATTACK, GUESS, PASS, KelpOracle

N, S, E, W = range(4)
GUESS_N, GUESS_S, GUESS_E, GUESS_W = range(GUESS, GUESS + 4)
OUTCOME: dict[str, Any] = {"illegal_direction": "bump", "reveal": "outcome"}


def played(*actions: int, **options: Any) -> KelpOracle:
    game = KelpOracle(**options)
    for action in actions:
        game.step(action)
    return game


def test_setup() -> None:  # K1, K2, K3, K5, KD7
    game = KelpOracle()
    assert game.positions == [(0, 0), (5, 5)]
    assert game.move_cards == game.guess_cards == [[1, 1, 1, 1], [1, 1, 1, 1]]
    assert game.attacks == [2, 2]
    assert (game.to_act, game.pending, game.terminated, game.returns) == (0, None, False, [0.0, 0.0])


def test_options_change_the_setup() -> None:  # KD6
    game = KelpOracle(board_size=3, copies=3, attack_cards=0)
    assert game.positions == [(0, 0), (2, 2)]
    assert game.move_cards == [[3] * 4, [3] * 4]
    assert game.legal() == [S, E]


@pytest.mark.parametrize(
    "options",
    [
        {"board_size": 2},
        {"board_size": 9},
        {"copies": 0},
        {"copies": 4},
        {"attack_cards": -1},
        {"attack_cards": 5},
        {"guess_pool": "none"},
        {"illegal_direction": "wrap"},
        {"reveal": "nothing"},
        {"reveal": "outcome"},  # KD5: only with "bump"
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:  # KD5, KD6
    with pytest.raises(ValueError, match=next(iter(options))):
        KelpOracle(**options)


def test_a_turn_is_a_move_or_an_attack_and_never_a_free_pass() -> None:  # K6, K12
    assert KelpOracle(illegal_direction="bump").legal() == [N, S, E, W, ATTACK]


def test_an_illegal_action_changes_nothing() -> None:
    game = KelpOracle()
    before = game.clone().__dict__
    for action in (N, W, GUESS_E, PASS, 10, -1):
        with pytest.raises(ValueError, match=str(action)):
            game.step(action)
    assert game.__dict__ == before


def test_the_opponent_guesses_from_the_own_hand() -> None:  # K7, K8, KD10
    game = played(E)
    assert (game.to_act, game.pending, game.positions) == (1, E, [(0, 0), (5, 5)])
    assert game.move_cards[0] == [1, 1, 1, 1]  # the card lying face down still counts
    assert game.legal() == [GUESS_N, GUESS_S, GUESS_E, GUESS_W]
    game.step(GUESS_N)
    game.step(W)
    assert game.legal() == [GUESS_N, GUESS_S, GUESS_W]  # the shark has spent its east


def test_a_right_guess_cancels_and_a_wrong_one_does_not() -> None:  # K9, K10, K13, KD1
    for guess, position in ((GUESS_E, (0, 0)), (GUESS_N, (1, 0))):
        game = played(E, guess)
        assert game.positions == [position, (5, 5)]
        assert game.move_cards[0] == [1, 1, 0, 1]
        assert game.move_cards[1] == [int(d != guess - GUESS) for d in range(4)]
        assert (game.to_act, game.pending) == (1, None)


def test_a_cancelled_move_may_be_tried_again() -> None:  # K11
    game = played(E, GUESS_E, N, GUESS_N, copies=2)
    assert E in game.legal()


def test_separate_guess_cards() -> None:  # KD1
    game = played(E, GUESS_N, guess_pool="separate")
    assert game.move_cards == [[1, 1, 0, 1], [1, 1, 1, 1]]
    assert game.guess_cards == [[1, 1, 1, 1], [0, 1, 1, 1]]
    game.step(N)
    assert game.legal() == [GUESS_N, GUESS_S, GUESS_E, GUESS_W]


@pytest.mark.parametrize(("direction", "cell"), [(N, (2, 1)), (S, (2, 3)), (E, (3, 2)), (W, (1, 2))])
def test_compass(direction: int, cell: tuple[int, int]) -> None:  # KD8
    game = KelpOracle()
    game.positions[0] = (2, 2)
    game.step(direction)
    game.step(next(guess for guess in game.legal() if guess != GUESS + direction))
    assert game.positions[0] == cell


@pytest.mark.parametrize(
    ("shark", "octopus", "blocked"),
    [
        ((0, 0), (5, 5), {N, W}),  # the edge
        ((2, 2), (3, 2), {E}),  # the opponent's pawn
        ((5, 4), (2, 2), {S, E}),  # the opponent's start cell, empty, and the edge
        ((0, 1), (3, 3), {W}),  # the own start cell may be entered again (KD9)
    ],
)
def test_where_a_pawn_cannot_go(shark: tuple[int, int], octopus: tuple[int, int], blocked: set[int]) -> None:
    game = KelpOracle()  # K11, KD2
    game.positions = [shark, octopus]
    assert game.legal() == [d for d in range(4) if d not in blocked] + [ATTACK]

    for direction in range(4):
        bumping = KelpOracle(illegal_direction="bump")
        bumping.positions = [shark, octopus]
        bumping.step(direction)
        bumping.step(next(guess for guess in bumping.legal() if guess != GUESS + direction))
        assert (bumping.positions[0] == shark) == (direction in blocked)
        assert bumping.move_cards[0][direction] == 0


def test_an_unwalkable_direction_can_still_be_a_guess() -> None:  # KD2
    game = played(S, GUESS_S)
    assert game.legal() == [N, W, ATTACK]
    game.step(W)
    assert game.legal() == [GUESS_N, GUESS_E, GUESS_W]  # north and west leave the board for the shark


@pytest.mark.parametrize(
    ("octopus", "success"),
    [((3, 3), True), ((1, 2), True), ((2, 3), True), ((4, 2), False), ((4, 3), False), ((0, 0), False)],
)
def test_attack(octopus: tuple[int, int], success: bool) -> None:  # K12, K14(a)
    game = KelpOracle()
    game.positions = [(2, 2), octopus]
    game.step(ATTACK)
    assert game.attacks == [1, 2]
    assert game.positions == [(2, 2), octopus]
    assert (game.terminated, game.ended_by) == (success, "attack" if success else None)
    assert game.returns == ([1.0, -1.0] if success else [0.0, 0.0])
    assert game.to_act == 1
    assert bool(game.legal()) is not success


def test_the_octopus_wins_by_its_attack() -> None:  # K12, KD7
    game = played(E, GUESS_N, ATTACK, S, GUESS_E, ATTACK, board_size=3)
    assert (game.positions, game.returns, game.ended_by) == ([(1, 1), (2, 2)], [-1.0, 1.0], "attack")


def test_a_success_with_the_last_card_of_all_is_an_attack() -> None:  # K14
    game = KelpOracle(board_size=3)
    game.move_cards[:] = [[0] * 4, [0] * 4]
    game.attacks = [1, 0]
    game.positions[0] = (1, 1)
    game.step(ATTACK)
    assert (game.ended_by, game.returns) == ("attack", [1.0, -1.0])


@pytest.mark.parametrize(
    ("shark", "octopus", "returns"),
    [
        ((1, 1), (5, 5), [1.0, -1.0]),
        ((0, 0), (5, 4), [-1.0, 1.0]),
        ((2, 0), (4, 4), [0.0, 0.0]),  # equal by |dx| + |dy| only
        ((3, 0), (4, 4), [1.0, -1.0]),
    ],
)
def test_the_nearer_pawn_wins_when_all_cards_are_spent(
    shark: tuple[int, int], octopus: tuple[int, int], returns: list[float]
) -> None:  # K14(b), K15
    game = KelpOracle()
    game.positions = [shark, octopus]
    game.move_cards[:] = [[0] * 4, [0] * 4]
    game.attacks = [1, 1]
    game.step(ATTACK)
    assert not game.terminated  # the octopus still has an attack card
    game.step(ATTACK)
    assert (game.terminated, game.ended_by, game.returns) == (True, "cards", returns)


def test_guess_cards_do_not_keep_a_game_alive() -> None:  # KD9
    game = KelpOracle(guess_pool="separate", attack_cards=0)
    game.move_cards[:] = [[0, 0, 1, 0], [0] * 4]
    game.step(E)
    game.step(GUESS_E)
    assert (game.ended_by, game.returns) == ("cards", [0.0, 0.0])


def test_only_the_stuck_pass_and_they_keep_their_cards() -> None:  # KD3, KD13
    game = KelpOracle(attack_cards=1)
    game.move_cards[:] = [[1, 0, 0, 1], [1, 0, 0, 1]]
    assert game.legal() == [ATTACK]  # a forced choice is an action; not stuck yet
    game.step(ATTACK)
    game.step(N)
    game.step(GUESS_W)
    assert game.legal() == [PASS]
    game.step(PASS)
    assert game.move_cards[0] == [1, 0, 0, 0]
    assert (game.last_was_pass, game.to_act, game.terminated) == (True, 1, False)
    game.step(ATTACK)
    assert not game.last_was_pass
    game.step(PASS)
    game.step(W)
    assert not game.terminated
    game.step(GUESS_N)
    assert (game.ended_by, game.returns) == ("cards", [-1.0, 1.0])


def test_the_second_pass_in_a_row_ends_the_game() -> None:  # KD3
    game = KelpOracle(attack_cards=0)
    game.positions[1] = (4, 5)
    game.move_cards[:] = [[1, 0, 0, 0], [0, 1, 0, 0]]
    game.step(PASS)
    assert not game.terminated
    game.step(PASS)
    assert (game.ended_by, game.returns, game.legal()) == ("passes", [-1.0, 1.0], [])


def test_a_move_that_nobody_can_guess_at() -> None:  # KD4, KD10
    game = KelpOracle()
    game.guess_cards[1] = [0] * 4
    game.step(E)
    assert (game.positions[0], game.to_act, game.pending) == ((1, 0), 1, None)
    assert game.move_cards[0] == [1, 1, 0, 1]


def test_a_clone_goes_its_own_way() -> None:
    for guess_pool in ("shared", "separate"):
        game = played(E, guess_pool=guess_pool)
        before = game.clone()
        copy = game.clone()
        for action in (GUESS_N, W, GUESS_N, ATTACK):
            copy.step(action)
        assert game.__dict__ == before.__dict__
        assert (copy.guess_cards is copy.move_cards) == (guess_pool == "shared")


def test_open_cards_leave_only_the_face_down_card_unknown() -> None:  # K4, KD5, KD12
    game = KelpOracle()
    assert game.consistent_sequences(0) == game.consistent_sequences(1) == [()]
    game.step(E)
    assert game.consistent_sequences(1) == [(S,), (E,)]
    assert game.consistent_sequences(0) == [()]
    game.step(GUESS_N)
    assert game.consistent_sequences(1) == [()]
    assert game.position_of_opponent((), 1) == (1, 0)
    assert played(E, illegal_direction="bump").consistent_sequences(1) == [(N,), (S,), (E,), (W,)]


def test_hidden_cards_wrong_right_and_spent_guesses() -> None:  # K4, KD11, KD12
    for guess_pool, possible in (("shared", [(N,), (S,)]), ("separate", [(N,), (S,), (E,)])):
        game = played(N, GUESS_E, S, guess_pool=guess_pool, **OUTCOME)
        pending = [(N,), (S,), (W,)] if guess_pool == "shared" else [(N,), (S,), (E,), (W,)]
        assert game.consistent_sequences(0) == pending
        assert game.position_of_opponent((N,), 0) == (5, 5)  # not walked yet
        right = game.clone()
        right.step(GUESS_S)
        assert right.consistent_sequences(0) == [(S,)]
        assert right.position_of_opponent((S,), 0) == (5, 5)
        game.step(GUESS_W)
        assert game.consistent_sequences(0) == possible
        assert game.position_of_opponent((N,), 0) == (5, 4)


def test_failed_and_successful_attacks_tell() -> None:  # KD11, KD12
    options: dict[str, Any] = {"board_size": 3, **OUTCOME}
    shark = (E, GUESS_S)  # to (1, 0), so of the cells (2, 1), (2, 2), (1, 2) an attack reaches the first alone
    miss = played(*shark, E, GUESS_S, **options)
    assert miss.consistent_sequences(0) == [(N,), (E,), (W,)]
    miss.step(ATTACK)
    assert miss.consistent_sequences(0) == [(E,), (W,)]
    hit = played(*shark, N, GUESS_S, ATTACK, **options)
    assert hit.ended_by == "attack"
    assert hit.consistent_sequences(0) == [(N,)]

    # The octopus goes to (2, 1), which touches (1, 0) and (1, 1): either seat's failed attack tells where not to look.
    met = (S, GUESS_W, N, GUESS_W)
    assert played(*met, **options).consistent_sequences(1) == [(N,), (S,), (E,)]
    assert played(*met, ATTACK, **options).consistent_sequences(1) == [(N,), (S,)]
    own = played(*met, N, GUESS_S, **options)
    assert own.consistent_sequences(1) == [(N, E), (S, N), (S, E), (E, N)]
    own.step(ATTACK)
    assert own.consistent_sequences(1) == [(S, N)]


def test_a_step_tells_only_what_the_pawn_in_the_way_decides() -> None:  # K11, KD11, KD12
    options: dict[str, Any] = {"board_size": 3, "copies": 2, "attack_cards": 0, **OUTCOME}
    way = [E, GUESS_S, N, GUESS_W, E, GUESS_N, W, GUESS_N, S, GUESS_W, S, GUESS_N]
    game = played(*way, **options)
    assert game.positions == [(2, 1), (1, 2)]
    before = game.consistent_sequences(0)
    into_start = game.clone()
    into_start.step(S)
    into_start.step(GUESS_E)
    assert into_start.positions[0] == (2, 1)  # the octopus' start cell, empty or not
    afterwards = [s for s in before if s.count(E) < 2]  # one of the octopus' two easts went as a guess
    assert into_start.consistent_sequences(0) == afterwards
    game.step(W)
    game.step(GUESS_E)
    assert game.positions[0] == (1, 1)
    after = game.consistent_sequences(0)
    assert after == [s for s in afterwards if game.position_of_opponent(s, 0) != (1, 1)] != afterwards


def seen_by(game: KelpOracle, player: int) -> list[Any]:
    """Everything that KD11 lets a player know, in one list that can be compared."""
    public = ("seat", "kind", "guess", "right", "success")
    private = ("card", "after")
    seen: list[Any] = [game.terminated, game.returns, game.to_act, game.pending is None]
    for turn in game.log:
        seen.append([turn.get(key) for key in public + (private if turn["seat"] == player else ())])
    return seen


def sequences_by_replay(game: KelpOracle, actions: list[int], player: int, **options: Any) -> list[tuple[int, ...]]:
    """Play the game again with every sequence in the opponent's place, and keep those that look the same."""
    replay, places = KelpOracle(**options), []
    for place, action in enumerate(actions):
        if action < GUESS and replay.to_act != player:
            places.append(place)
        replay.step(action)
    kept = []
    for sequence in itertools.product(range(4), repeat=len(places)):
        changed = list(actions)
        for place, card in zip(places, sequence, strict=True):
            changed[place] = card
        try:
            replay = played(*changed, **options)
        except ValueError:
            continue
        if seen_by(replay, player) == seen_by(game, player):
            kept.append(sequence)
    return kept


@pytest.mark.parametrize("guess_pool", ["shared", "separate"])
@pytest.mark.parametrize(("board_size", "copies", "length"), [(3, 1, 99), (3, 2, 14), (4, 1, 99)])
def test_consistent_sequences_are_those_that_replay_alike(
    guess_pool: str, board_size: int, copies: int, length: int
) -> None:  # KD11, KD12
    options: dict[str, Any] = {"board_size": board_size, "copies": copies, "guess_pool": guess_pool, **OUTCOME}
    rng = random.Random(board_size + copies)
    several = 0
    for _ in range(12):
        game = KelpOracle(**options)
        actions: list[int] = []
        while not game.terminated and len(actions) < length:
            actions.append(rng.choice(game.legal()))
            game.step(actions[-1])
            if rng.random() < 0.15 or game.terminated:
                for player in (0, 1):
                    found = game.consistent_sequences(player)
                    assert found == sequences_by_replay(game, actions, player, **options)
                    truth = tuple(t["card"] for t in game.log if t["kind"] == "move" and t["seat"] != player)
                    truth += (game.pending,) if game.pending is not None and game.to_act == player else ()
                    assert truth in found
                    assert game.position_of_opponent(truth, player) == game.positions[1 - player]
                    several += len(found) > 1
    assert several > 10
