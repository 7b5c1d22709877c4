"""Tests of the plain-Python oracle itself: the conditions of cards, met and not met, whatever the order (CC44)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.arranged import played
from tests.clank_catacombs.positions import (
    Arranged,
    end_turn,
    fetch,
    hold,
    hurt,
    lay,
    offer,
    stand,
    wish,
)

Act = Callable[[Arranged], object]


def blank(*names: str, room: str = "START K") -> Arranged:
    """Seat 0 with these cards, 5 damage, a few tiles in places where they touch nothing."""
    game = hurt(hold(Arranged(), *names), 5, 0)
    for x, tile in ((10, "D11"), (12, "D15"), (14, "D12")):
        lay(game, (x, 0), tile)
    lay(game, (1, 0), "D10", turned=0)
    return stand(game, room)


def jump(game: Arranged, *ways: str) -> Arranged:
    """Teleports that cost nothing."""
    game.teleports += len(ways)
    return played(game, *(f"teleport {way}" for way in ways))


def by_portal(game: Arranged) -> None:
    game.boots += 1
    played(game, "move through the portal", "come out at D15")


def to_depths_and_back(game: Arranged) -> None:
    jump(game, "to room 3", "to room 2")  # of side A: U, a Crystal Cave, and V


def to_haunted_tile_and_back(game: Arranged) -> None:
    jump(game, "east", "west")


def discover(game: Arranged) -> None:
    played(jump(wish(game, ("tile", "S4")), "south"), "place turned 2")


def make_clank(game: Arranged) -> None:
    played(game, "play Burst Purse")


def defeat(game: Arranged) -> None:
    offer(game, "Crypt Rat").swords += 1
    played(game, "fight Crypt Rat")


def defeat_goblin(game: Arranged) -> None:
    game.swords += 2
    played(game, "fight Goblin")


def free_prisoners(game: Arranged) -> None:
    game.own.lockpicks += 1
    played(wish(game, ("prisoner", "PEASANT"), ("prisoner", "MONKEYBOT")), "open prison")


def free_one_and_the_coupon(game: Arranged) -> None:
    played(wish(game, ("prisoner", "PEASANT"), ("prisoner", "COUPON")), "open prison")


def acquire_tome(game: Arranged) -> None:
    game.skill += 7
    played(game, "acquire Secret Tome")


def play_tome(game: Arranged) -> None:
    played(game, "play Secret Tome")


def take_artifact(game: Arranged) -> None:
    game.lying[game.own.room] = 5
    played(game, "take artifact")


def play_companion(game: Arranged) -> None:
    played(game, "play Rat Catcher")


def play_item(game: Arranged) -> None:
    played(game, "play Crowbar")


def nothing(game: Arranged) -> None:
    pass


def gold(game: Arranged) -> int:
    return game.own.gold


def boots(game: Arranged) -> int:
    return game.boots


def skill(game: Arranged) -> int:
    return game.skill


def drawn(game: Arranged) -> int:
    return len(game.own.hand) + len(game.own.played)


def healed(game: Arranged) -> int:
    return -len(game.own.meter)


#: Card, room at the start, other cards in hand, what meets its condition, what is to be gained, how much.
MET: dict[str, tuple[str, str, tuple[str, ...], Act, Callable[[Arranged], int], int]] = {
    "CB02": ("Chalk Marks", "D11 A", (), by_portal, boots, 1),
    "CB03": ("Street Urchin", "START K", ("Rat Catcher",), play_companion, gold, 1),
    "CB08": ("Grave Digger", "START V", (), to_depths_and_back, gold, 1),
    "CB09": ("Loose Flagstone", "START K", ("Burst Purse",), make_clank, boots, 1),
    "CB15": ("Cutpurse Twins", "START K", ("Rat Catcher",), play_companion, drawn, 1),
    "CB16": ("Iron Lantern", "START V", (), to_depths_and_back, skill, 1),
    "CB19": ("Old Cartographer", "START K", (), discover, gold, 2),
    "CB20": ("Bone Charm", "START V", (), to_haunted_tile_and_back, healed, 1),
    "CB24": ("Night Porter", "START K", ("Rat Catcher",), play_companion, drawn, 1),
    "CB26": ("Hollow Book", "START K", (), acquire_tome, drawn, 1),
    "CB26 played": ("Hollow Book", "START K", ("Secret Tome",), play_tome, drawn, 1),
    "CB34": ("Guild Locksmith", "D12 B", (), free_prisoners, drawn, 1),
    "CB40": ("Grave Champion", "START K", (), defeat, healed, 1),
    "CB45": ("Prince's Ransom", "START V", (), take_artifact, drawn, 2),
}
#: The same with something that comes near to meeting the condition.
NOT_MET: dict[str, tuple[str, str, tuple[str, ...], Act, Callable[[Arranged], int]]] = {
    "CB02": ("Chalk Marks", "START V", (), to_depths_and_back, boots),
    "CB03": ("Street Urchin", "START K", ("Crowbar",), play_item, gold),
    "CB03 in hand": ("Street Urchin", "START K", ("Rat Catcher",), nothing, gold),
    "CB08": ("Grave Digger", "START V", (), nothing, gold),
    "CB09": ("Loose Flagstone", "START K", (), nothing, boots),
    "CB15": ("Cutpurse Twins", "START K", ("Crowbar",), play_item, drawn),
    "CB16": ("Iron Lantern", "START V", (), to_haunted_tile_and_back, skill),
    "CB19": ("Old Cartographer", "START V", (), to_haunted_tile_and_back, gold),
    "CB20": ("Bone Charm", "START V", (), to_depths_and_back, healed),
    "CB24": ("Night Porter", "START K", ("Crowbar",), play_item, drawn),
    "CB26 in hand": ("Hollow Book", "START K", ("Secret Tome",), nothing, drawn),
    "CB34": ("Guild Locksmith", "D12 B", (), free_one_and_the_coupon, drawn),
    "CB40": ("Grave Champion", "START K", (), defeat_goblin, healed),
    "CB45": ("Prince's Ransom", "START V", (), nothing, drawn),
}


def gains(card: str, others: tuple[str, ...], room: str, *acts: Act, of: Callable[[Arranged], int]) -> int:
    """What the acts change when the card is in hand."""
    game = blank(card, *others, room=room)
    before = of(game)
    for act in acts:
        act(game)
    return of(game) - before


@pytest.mark.rule("CC44", "CCD11")
@pytest.mark.parametrize("case", MET)
def test_met(case: str) -> None:
    card, room, others, act, of, number = MET[case]

    def play(game: Arranged) -> None:
        played(game, f"play {card}")

    plain = gains(card, others, room, play, of=of) + gains(card, others, room, act, of=of)
    assert gains(card, others, room, play, act, of=of) == plain + number
    assert gains(card, others, room, act, play, of=of) == plain + number


@pytest.mark.rule("CC44", "CCD11")
@pytest.mark.parametrize("case", NOT_MET)
def test_not_met(case: str) -> None:
    card, room, others, act, of = NOT_MET[case]

    def play(game: Arranged) -> None:
        played(game, f"play {card}")

    plain = gains(card, others, room, play, of=of) + gains(card, others, room, act, of=of)
    assert gains(card, others, room, play, act, of=of) == plain
    assert gains(card, others, room, act, play, of=of) == plain


@pytest.mark.rule("CCD11")
def test_once_for_each_card_played() -> None:
    game = blank("Chalk Marks", "Chalk Marks", room="D11 A")
    played(game, "play Chalk Marks")
    by_portal(game)
    assert game.boots == 2
    played(game, "move through the portal", "come out at D11")  # true again: nothing more
    assert game.boots == 1
    played(game, "play Chalk Marks")
    assert game.boots == 3


@pytest.mark.rule("CCD11")
def test_a_second_copy_is_another_companion() -> None:
    game = blank("Cutpurse Twins", "Cutpurse Twins", "Night Porter")
    game.own.deck = ["Burgle"] * 9
    played(game, "play Cutpurse Twins")
    assert len(game.own.hand) == 2
    played(game, "play Cutpurse Twins")  # the first pays now, and the second
    assert len(game.own.hand) == 1 + 2
    played(game, "play Night Porter")
    assert len(game.own.hand) == 2 + 1


@pytest.mark.rule("CCD11")
def test_the_start_of_the_turn_counts() -> None:
    game = blank("Grave Digger", "Iron Lantern", room="START U")
    jump(game, "to room 2")
    assert (played(game, "play Grave Digger", "play Iron Lantern").own.gold, game.skill) == (1, 4)
    game = stand(blank("Bone Charm"), "D10 B")
    jump(game, "west")
    assert healed(played(game, "play Bone Charm")) == -4
    game = blank("Guild Locksmith", "Prince's Ransom", "Hollow Book")
    game.own.prisoners, game.own.artifacts, game.own.discard = ["PEASANT", "WARRIOR"], [5], ["Secret Tome"]
    game.begin_turn(0)
    game.own.discard = []  # a reshuffle would take it away
    played(game, "play Guild Locksmith", "play Prince's Ransom", "play Hollow Book")
    assert len(game.own.hand) == 2 + 2 + 1


@pytest.mark.rule("CCD11")
def test_another_turn_does_not_count() -> None:
    game = blank("Chalk Marks", "Grave Digger", "Rat Catcher", "Burst Purse", "Old Cartographer", room="D11 A")
    by_portal(game)
    defeat(game)
    played(game, "play Rat Catcher", "play Burst Purse", "play Old Cartographer")
    end_turn(game)
    end_turn(game)
    assert (game.to_act, game.facts) == (0, {"in_depths"})
    game.own.hand = ["Street Urchin", "Chalk Marks"]
    gold_before = game.own.gold
    played(game, "play Street Urchin", "play Chalk Marks")
    assert (game.own.gold, game.boots) == (gold_before, 1)


@pytest.mark.rule("CCD11")
def test_what_others_do_does_not_count() -> None:
    game = blank("Loose Flagstone", "Prince's Ransom", "Guild Locksmith", "Hollow Book")
    other = game.seats[1]
    other.artifacts, other.prisoners, other.discard, other.room = [7], ["PEASANT", "MONK"], ["Secret Tome"], "D10 B"
    game.begin_turn(0)
    game.own.deck = ["Burgle"] * 9
    played(game, "play Loose Flagstone", "play Prince's Ransom", "play Guild Locksmith", "play Hollow Book")
    assert (game.boots, len(game.own.hand)) == (0, 2)


@pytest.mark.rule("CCD10", "CCD11")
def test_clank_made_counts_acquire_and_defeat_and_is_not_reduced() -> None:
    game = blank("Loose Flagstone", "Candle Stub", "Tiptoe")
    offer(game, "Milky Opal", "Candle Wisp")
    game.skill, game.swords = 4, 1
    played(game, "play Loose Flagstone", "play Candle Stub", "acquire Milky Opal", "play Tiptoe")
    assert (game.clank_made, game.boots) == (1, 1)
    played(game, "fight Candle Wisp")
    assert (game.clank_made, game.boots) == (2, 2)


@pytest.mark.rule("CCD11")
def test_trashed_companions_have_been_in_the_play_area() -> None:
    game = blank("Rat Catcher", "Pact Candle", "Street Urchin")
    played(game, "play Rat Catcher", "play Pact Candle", "choose Rat Catcher", "play Street Urchin")
    assert (game.own.gold, game.own.played) == (1, ["Pact Candle", "Street Urchin"])
    game = blank("Rat Catcher", "Pact Candle", "Street Urchin")
    played(game, "play Street Urchin", "play Pact Candle", "choose Street Urchin", "play Rat Catcher")
    assert (game.own.gold, game.trashed) == (1, ["Street Urchin"])


@pytest.mark.rule("CCD11")
def test_a_tome_that_is_discarded_and_drawn_again_was_in_the_discard_pile() -> None:
    game = blank("Hollow Book", "Palm the Coin", "Secret Tome")
    game.own.deck = []
    played(game, "play Hollow Book", "play Palm the Coin", "choose Secret Tome")
    assert game.own.hand == ["Secret Tome"]  # drawn by Palm the Coin or by Hollow Book; for the other nothing is left
    game = blank("Hollow Book", "Palm the Coin", "Secret Tome")
    game.own.deck, game.own.discard = [], ["Burgle"]
    played(wish(game, ("card", "Secret Tome")), "play Palm the Coin", "choose Secret Tome", "play Hollow Book")
    assert sorted(game.own.hand) == ["Burgle", "Secret Tome"]


def test_a_tome_in_the_deck_or_trashed_before_is_none() -> None:
    game = blank("Hollow Book")
    game.own.deck.append("Secret Tome")
    fetch(game, "Secret Tome")
    game.trashed.append("Secret Tome")
    assert played(game, "play Hollow Book").own.hand == []
