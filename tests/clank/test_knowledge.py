"""Who knows what in Clank! (CLD24): what is public, and what of another's hand cannot be told from anything shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank.table import SPECTATOR, Seat, luck, play, position, read, turn, value
from tests.hidden_hands import check_hands_alone_are_hidden, check_numbers_tell_nothing, check_words_tell_nothing

GAMES = [
    make_game(string)
    for string in (
        "clank:max_turns=60",
        "clank:three,inside_at_end=half,path_length=5,dragon_limit=5,dragon_cubes=3",
        "clank:four,path_length=12,max_turns=100,draws=3",
    )
]
BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)


def random_states(game: Game, games: int, seed: int, steps: int = 150) -> Iterator[States]:
    """Games played at random, ``[games]`` records at a time; finished ones stay."""
    rng = np.random.default_rng(seed)
    states = game.new_states(seed, games)
    yield states
    for _ in range(steps):
        running = np.flatnonzero(~(states["terminated"] | states["truncated"]))
        part = states[running]
        game.step(part, (game.legal(part) * rng.random((len(part), game.num_actions))).argmax(axis=1))
        states[running] = part
        yield states


# --- what is public ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLD24")
def test_hands_and_the_random_stream_alone_are_not_public() -> None:
    seats = [
        Seat(hand=["Buy", "Runner"], deck=["Attack"], known=["Runner"], discard=["Lantern"], treasures=["Ward Charm"]),
        Seat(hand=["Sword"], deck=["Buy"], played=["Haggle"], on=2, noise=4, tokens=3, cave_in=1),
        Seat(status="dead", hand=["Buy"], deck=["Attack"], noise=1),
    ]
    game, states = position(
        *seats, path=["Rat Larder", "Looted Tomb"], row=["Runner"], market=["Haggle"], skill=3, revealed=["Fury"]
    )
    for viewer in (0, 1, 2, SPECTATOR):
        check_hands_alone_are_hidden(game, states, viewer)
    # The sum of hand and deck is public (field `held`), and so are the cards known to be in hand.
    assert read(states)["known 0"] == ["Runner"]
    assert states["held"][0, 0].sum() == 3


@pytest.mark.rule("CLD24")
def test_nothing_is_decided_before_it_is_seen() -> None:
    """No field holds the order of a deck, a face-down tile or the next cube: other random streams bring others."""
    game, states = position(Seat(deck=["Buy", "Attack", *["Sword"] * 5]), skill=5, dragon=1, phase="after", row=[])
    brought = set()
    for seed in range(40):
        one = states.copy()
        one["rng"] = game.new_states(seed)["rng"]
        play(game, one, "end turn")
        found = read(one)
        brought.add((*found["hand 0"], found["tokens 0"]))
    assert len(brought) > 4


# --- what is known of a hand, and how long ----------------------------------------------------------------------------


@pytest.mark.rule("CLD24")
def test_what_rest_takes_is_known_to_all_until_it_is_played() -> None:
    own = Seat(hand=["Buy", "Lantern"], deck=["Sword"] * 7, discard=["Lantern", "Lantern"])
    game, states = position(own)
    assert turn(game, states, "rest Lantern")["known 0"] == ["Lantern"]
    assert "known 0" not in turn(game, states, "play Buy")  # nobody knew of it
    assert turn(game, states, "play Lantern")["known 0"] == []  # of two copies the known one leaves
    assert read(states)["hand 0"] == ["Lantern"]
    assert "known 0" not in turn(game, states, "play Lantern")


@pytest.mark.rule("CLD24")
def test_clean_up_forgets_what_was_known() -> None:
    game, states = position(Seat(hand=["Buy"], deck=["Sword"] * 7, discard=["Lantern"]))
    play(game, states, "rest Lantern")
    assert turn(game, states, "end turn")["known 0"] == []
    assert read(states)["hand 0"] == ["Sword"] * 5


@pytest.mark.rule("CLD24")
def test_where_a_deck_runs_out_during_a_draw_all_that_is_held_is_known_to_be_in_hand() -> None:
    own = Seat(hand=["Haggle", "Haggle", "Buy"], deck=["Sword"], discard=["Runner", "Runner"])
    game, states = position(own)
    changed = turn(game, states, "play Haggle")
    assert changed["known 0"] == changed["hand 0"] == ["Buy", "Sword", "Haggle"]
    # The next draw is from a new deck; what was known stays known, and the card drawn is not.
    changed = turn(game, states, "play Haggle")
    assert (changed["hand 0"], read(states)["known 0"]) == (["Buy", "Sword", "Runner"], ["Buy", "Sword"])


@pytest.mark.rule("CLD24")
def test_at_clean_up_a_deck_of_fewer_than_five_cards_is_known_one_of_more_is_not() -> None:
    for cards, known in ((4, 4), (5, 5), (6, 0)):
        discard = ["Runner"] * 3
        game, states = position(Seat(deck=["Sword"] * cards, discard=discard), phase="after")
        play(game, states, "end turn")
        found = read(states)
        assert len(found["hand 0"]) == 5
        assert found["known 0"] == ["Sword"] * known
    # Where the discard pile is used up as well, everything is known.
    game, states = position(Seat(deck=["Sword"], discard=["Runner"] * 4), phase="after")
    play(game, states, "end turn")
    assert read(states)["known 0"] == read(states)["hand 0"] == ["Sword", *["Runner"] * 4]


@pytest.mark.rule("CLD24")
def test_a_card_drawn_in_a_room_is_known_to_nobody_else() -> None:
    game, states = position(Seat(hand=["Buy"], deck=["Sword", "Attack"]))
    changed = luck(game, states, "move deeper", path=["Cartographer's Nook"])
    assert len(changed["hand 0"]) == 2 and "known 0" not in changed


@pytest.mark.rule("CLD24")
@BY_NAME
def test_only_rest_and_a_deck_that_runs_out_make_a_card_known(game: Game) -> None:
    rng = np.random.default_rng(4)
    states = game.new_states(4, 200)
    rested = ran_out = 0
    for _ in range(120):
        before = states.copy()
        running = np.flatnonzero(~(states["terminated"] | states["truncated"]))
        part = states[running]
        actions = (game.legal(part) * rng.random((len(part), game.num_actions))).argmax(axis=1)
        game.step(part, actions)
        states[running] = part
        for slot, action in zip(running, actions, strict=True):
            gained = states["known"][slot].astype(int) - before["known"][slot]
            if (gained <= 0).all():
                continue
            seat = before["to_act"][slot]
            assert not (np.delete(gained, seat, axis=0) > 0).any()
            name = game.action_names[action]
            if name.startswith("rest"):
                assert gained[seat].sum() == 1
                rested += 1
            else:
                assert states["known"][slot, seat].sum() >= before["deck_size"][slot, seat]
                assert (before["held"][slot, seat] - before["hand"][slot, seat] <= states["known"][slot, seat]).all()
                ran_out += 1
    assert rested and ran_out


# --- what cannot be told ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CLD24")
@BY_NAME
def test_observation_and_mask_tell_nothing_of_how_anothers_cards_split(game: Game) -> None:
    assert check_numbers_tell_nothing(game, random_states(game, 4, seed=2, steps=100)) > 100


@pytest.mark.rule("CLD24")
@BY_NAME
def test_words_tell_a_seat_nothing_that_it_may_not_know(game: Game) -> None:
    check_words_tell_nothing(game, islice(random_states(game, 3, seed=3), 0, None, 10))


@pytest.mark.rule("CLD24")
def test_the_split_does_not_show_in_what_happens_to_others() -> None:
    """Two deals of the same cards: the other seat sees the same in every field but the hand."""
    one, states = position(Seat(), Seat(hand=["Sword", "Buy"], deck=["Runner", "Attack"]))
    other, swapped = position(Seat(), Seat(hand=["Runner", "Attack"], deck=["Sword", "Buy"]))
    assert (one.redact(states, 0) == other.redact(swapped, 0)).all()
    assert (one.observe(states, 0) == other.observe(swapped, 0)).all()
    assert (one.observe(states, 1) != other.observe(swapped, 1)).any()
    assert value(states, "held") == value(swapped, "held")
