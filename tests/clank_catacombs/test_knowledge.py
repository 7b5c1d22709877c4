"""Who knows what in Clank! Catacombs (CCD9): what is public, and what of another's hand nothing shown can tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import Policy, anything, play, scripted
from tests.clank_catacombs.fields import CARD_ORDER
from tests.clank_catacombs.play import greedy
from tests.clank_catacombs.positions import QUIET, Arranged, lay, offer, stand
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.test_belief import cards_of
from tests.hidden_hands import (
    SPECTATOR,
    check_hands_alone_are_hidden,
    check_numbers_tell_nothing,
    check_words_tell_nothing,
)

GAMES = [
    make_game(string)
    for string in ("clank_catacombs:max_turns=60", "clank_catacombs:three", "clank_catacombs:four,max_turns=100")
]
BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
POLICIES: tuple[Policy, ...] = (anything, greedy, scripted)


def positions(game: Game, slots: int, steps: int, seed: int) -> Iterator[States]:
    """Records ``[slots]`` of random, greedy and scripted play, so many steps of each; those of the end included."""
    yield game.new_states(seed, slots)
    for number, policy in enumerate(POLICIES):
        for _, _, after in play(game, slots, slots * steps, seed + number, policy):
            yield after


# --- what is public ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("left", ["inside", "escaped", "knocked out"])
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_hands_and_the_random_stream_alone_are_not_public(viewer: int, left: str) -> None:
    game = cards_of(
        (["Burgle", "Tiptoe"], ["Explore"]),
        (["Stumble"], ["Burgle"]),
        (["Feint"], ["Explore", "Tiptoe"]),
        known=(["Tiptoe"],),
        discard=("Feint",),
    )
    lay(lay(game, (0, -1), "S1"), (0, 2), "D06", 2)
    game.seats[2].left = None if left == "inside" else left
    game.springs, game.skill = 1, 3
    table = Table(stand(game, "S1 A"))
    states = table.states
    check_hands_alone_are_hidden(table.game, states, viewer)
    # The sum of hand and deck is public (field `held`), and so are the cards known to be in hand.
    assert table["known 0"] == ("Tiptoe",)
    assert states["held"][0, :3].sum(axis=1).tolist() == [3, 2, 3]


@pytest.mark.rule("CC3", "CC25", "CCD9")
def test_nothing_is_decided_before_it_is_seen() -> None:
    """No field holds the order of a deck, a face-down tile, token, cube or card: other random streams bring others."""
    game = offer(cards_of(([], ["Burgle", "Explore", *["Stumble"] * 5]), ([], [])), *QUIET[:5])
    game.deck = ["Milky Opal", "Moonstone"]
    game.bag = ["black"] * 10 + ["clank 0"] * 10
    game.seats[0].supply = 17
    found = Table(game).many("end turn", 60)
    for name in ("hand 0", "row", "black_aside"):
        assert len({str(reading[name]) for reading in found}) > 1, name
    game = Arranged()
    game.boots = 1
    assert len({reading["revealed"] for reading in Table(game).many("move south", 60)}) == 6
    stand(lay(game, (0, -1), "S1"), "S1 B").boots = 1
    assert len({reading["tokens 0"] for reading in Table(game).many("move to room 1", 60)}) > 4


# --- what is known of a hand, and how long ----------------------------------------------------------------------------


@pytest.mark.rule("CCD9")
def test_of_two_copies_the_known_one_is_played_first() -> None:
    table = Table(cards_of((["Burgle", "Burgle", "Tiptoe"], ["Stumble"]), ([], []), known=(["Burgle"],)))
    assert "known 0" not in table.turn("play Tiptoe")  # nobody knew of it
    assert table.turn("play Burgle")["known 0"] == ()
    assert table["hand 0"] == ("Burgle",)
    assert "known 0" not in table.turn("play Burgle")


@pytest.mark.rule("CCD9", "CCD11")
@pytest.mark.parametrize(
    ("known", "left"), [(["Tiptoe"], ()), (["Tiptoe", "Tiptoe"], ("Tiptoe",)), (["Burgle"], ("Burgle",)), ([], ())]
)
def test_of_two_copies_the_known_one_is_discarded_first(known: list[str], left: tuple[str, ...]) -> None:
    deck = ["Explore", "Explore", "Stumble"]
    own = (["Palm the Coin", "Tiptoe", "Tiptoe", "Burgle"], deck)
    table = Table(cards_of(own, ([], []), known=(known,))).play("play Palm the Coin", "choose Tiptoe")
    assert table["known 0"] == left
    assert table["discard 0"] == ("Tiptoe",)
    assert len(table["hand 0"]) == 3


@pytest.mark.rule("CC12", "CCD9")
def test_where_a_deck_runs_out_during_a_draw_all_that_is_held_is_known_to_be_in_hand() -> None:
    own = (["Still the Air", "Still the Air", "Burgle"], ["Stumble"])
    table = Table(cards_of(own, ([], []), discard=("Tiptoe", "Tiptoe")))
    changed = table.turn("play Still the Air")
    assert changed["known 0"] == changed["hand 0"] == ("Burgle", "Stumble", "Still the Air")
    # The next draw is from a new deck; what was known stays known, and the card drawn is not.
    changed = table.turn("play Still the Air")
    assert (changed["hand 0"], changed["known 0"]) == (("Burgle", "Stumble", "Tiptoe"), ("Burgle", "Stumble"))


@pytest.mark.rule("CC12", "CCD9")
def test_what_is_drawn_beyond_the_last_card_of_a_deck_is_not_known() -> None:
    own = (["Twin Paths", "Twin Paths"], ["Stumble", "Burgle"])
    table = Table(cards_of(own, ([], []), discard=("Tiptoe", "Tiptoe", "Feint")))
    assert "known 0" not in table.turn("play Twin Paths")  # one of the two that were left
    changed = table.turn("play Twin Paths")
    assert changed["known 0"] == changed["hand 0"] == ("Burgle", "Stumble")


@pytest.mark.rule("CC12", "CCD9", "CCD11")
def test_a_card_that_is_discarded_and_comes_back_with_the_new_deck_is_not_known() -> None:
    own: tuple[list[str], list[str]] = (["Palm the Coin", "Tiptoe", "Burgle"], [])
    table = Table(cards_of(own, ([], []), discard=("Stumble", "Stumble")))
    assert table["known 0"] == ("Burgle", "Tiptoe", "Palm the Coin")
    table.play("play Palm the Coin")
    after = {reading["hand 0"]: reading["known 0"] for reading in table.many("choose Tiptoe", 60)}
    assert after == {("Burgle", "Tiptoe"): ("Burgle",), ("Burgle", "Stumble"): ("Burgle",)}


@pytest.mark.rule("CC24", "CCD9")
@pytest.mark.parametrize(("deck", "known"), [(4, 4), (5, 5), (6, 0)])
def test_at_clean_up_a_deck_of_up_to_five_cards_is_known_one_of_more_is_not(deck: int, known: int) -> None:
    own: tuple[list[str], list[str]] = ([], ["Stumble"] * deck)
    table = Table(offer(cards_of(own, ([], []), discard=("Tiptoe",) * 3), *QUIET)).play("end turn")
    assert len(table["hand 0"]) == 5
    assert table["known 0"] == ("Stumble",) * known


@pytest.mark.rule("CC24", "CCD9")
def test_where_the_discard_pile_is_used_up_as_well_everything_is_known() -> None:
    table = Table(offer(cards_of(([], ["Stumble"]), ([], []), discard=("Tiptoe",) * 4), *QUIET)).play("end turn")
    assert table["known 0"] == table["hand 0"] == ("Stumble", *["Tiptoe"] * 4)


@pytest.mark.rule("CC10", "CCD9")
def test_no_card_is_known_after_clean_up_of_those_known_before() -> None:
    own = (["Burgle", "Tiptoe"], ["Stumble"] * 7)
    table = Table(offer(cards_of(own, ([], []), known=(["Burgle", "Tiptoe"],)), *QUIET))
    changed = table.turn("play Burgle", "play Tiptoe", "end turn")
    assert changed["hand 0"] == ("Stumble",) * 5
    assert changed["known 0"] == ()


@pytest.mark.rule("CC30", "CCD9", "CCD22")
def test_who_escapes_has_drawn_cards_as_everybody_does() -> None:
    own: tuple[list[str], list[str]] = ([], ["Stumble"] * 5)
    game = offer(cards_of(own, (["Burgle"], ["Explore"]), discard=("Tiptoe",)), *QUIET)
    game.seats[0].artifacts = [5]
    lay(stand(game, "START V"), (0, -1), "S1").boots = 1
    table = Table(game).play("move to room 1", "end turn")
    assert table["status 0"] == "escaped"
    assert table["hand 0"] == table["known 0"] == ("Stumble",) * 5


@pytest.mark.rule("CCD9")
@BY_NAME
def test_only_a_deck_that_runs_out_makes_a_card_known(game: Game) -> None:
    ran_out = 0
    for number, policy in enumerate(POLICIES):
        for before, _, after in play(game, 100, 12_000, number, policy):
            known, hand, held = (after[name].astype(int) for name in ("known", "hand", "held"))
            assert (known <= hand).all()
            assert (hand <= held).all()
            assert (hand.sum(axis=2) == after["hand_size"]).all()
            assert ((held - hand).sum(axis=2) == after["deck_size"]).all()
            assert (known == held)[after["deck_size"] == 0].all()
            gained = (known - before["known"] > 0).any(axis=2)
            others = np.arange(4) != before["to_act"][:, None]
            assert not (gained & others).any()
            for slot in np.flatnonzero(gained.any(axis=1)):
                seat = before["to_act"][slot]
                deck = before["held"][slot, seat].astype(int) - before["hand"][slot, seat]
                assert (deck <= known[slot, seat]).all()  # all that was left of the deck is in the hand
                ran_out += 1
    assert ran_out > 100


# --- what cannot be told ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CCD9")
@BY_NAME
def test_observation_and_mask_tell_nothing_of_how_anothers_cards_split(game: Game) -> None:
    assert check_numbers_tell_nothing(game, positions(game, 8, 120, seed=2)) > 300


@pytest.mark.rule("CCD9")
@BY_NAME
def test_words_tell_a_seat_nothing_that_it_may_not_know(game: Game) -> None:
    check_words_tell_nothing(game, islice(positions(game, 2, 150, seed=3), 0, None, 30))


@pytest.mark.rule("CCD9")
def test_the_split_does_not_show_to_others() -> None:
    """Two deals of the same cards: the other seat sees the same in every field but the hand."""
    one = Table(cards_of(([], []), (["Stumble", "Burgle"], ["Tiptoe", "Explore"])))
    other = Table(cards_of(([], []), (["Tiptoe", "Explore"], ["Stumble", "Burgle"])))
    assert (one.game.redact(one.states, 0)["hand"] == 0).all()
    for name in one.states.dtype.names or ():
        assert name in ("hand", "rng") or (one.states[name] == other.states[name]).all(), name
    assert (one.game.observe(one.states, 0) == one.game.observe(other.states, 0)).all()
    assert (one.game.observe(one.states, 1) != one.game.observe(other.states, 1)).any()
    assert one.states["hand"][0, 1, CARD_ORDER["Tiptoe"]] == 0
