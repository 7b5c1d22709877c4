"""Clank! in words: what a seat, a spectator and everybody may read."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank.table import SPECTATOR, Seat, play, position


def a_table() -> tuple[Game, States]:
    return position(
        Seat(
            hand=["Buy", "Runner", "Runner"],
            deck=["Attack", "Sword"],
            known=["Runner"],
            discard=["Lantern", "Lantern"],
            played=["Haggle"],
            treasures=["Ward Charm", "The Cup"],
            on=1,
            health=7,
            tokens=2,
            noise=3,
            fought=True,
        ),
        Seat(hand=["Sword"], deck=["Amber Eye"], left=True, cave_in=1, monsters=4),
        Seat(status="dead", treasures=["Copper Hoard"]),
        path=["Ogre Kitchen", "Coin Well", "Bone Arch"],
        defeated=[3],
        row=["Haggle", "Haggle", "Star Compass"],
        market=["Lantern", "Runner"],
        treasure=["Gilded Relic", "Gilded Relic", "Thief's Eye"],
        revealed=["Fury", "Roar"],
        skill=12,
        dragon=2,
        path_length=4,
        phase="after",
        attack=3,
        buy=1,
        turns=8,
    )


WORDS = """\
Exit  <- player 1
   1 Ogre Kitchen; Ogre Cook: power 6, damage 2, 6 points, a market card of cost 3 or less  <- player 0
   2 Coin Well; explore; token 1
   3 Bone Arch; noise 1; Skeleton Guard defeated
   4 face down
market: 2 Haggle (2), Star Compass (8); 2 in the deck
treasure: Gilded Relic for 8, 10 points; 3 left: 2 Gilded Relic, Thief's Eye
bag: 3 of player 0, 0 of player 1, 0 of player 2, 12 skill, 2 dragon; dragon cards: Roar, Fury (2 of 3)
> player 0 on 1, its monster tried: 7 health, 2 tokens, 35 points (35 treasures, 0 cards, 0 monsters)
    treasures: Ward Charm, The Cup
{0}
    discard pile: 2 Lantern
    played: Haggle
  player 1 back on the Exit: 10 health, 0 tokens, 8 points (0 treasures, 4 cards, 4 monsters), 1 card fewer next
    treasures: none
{1}
    discard pile: none
  player 2 dead: 0 health, 0 tokens, 5 points (5 treasures, 0 cards, 0 monsters)
    treasures: Copper Hoard
{2}
    discard pile: none
turn 9, player 0: after the main action; 3 attack, 1 buy, 0 extra moves; draws 4 cubes, the first own one harmless"""


@pytest.mark.rule("CLD24")
def test_a_table_from_every_seats_eyes() -> None:
    game, states = a_table()
    open_hands = [
        "    hand: Buy, 2 Runner; known to all: Runner\n    deck: Attack, Sword",
        "    hand: Sword\n    deck: Amber Eye",
        "    hand: none\n    deck: none",
    ]
    closed = [
        "    hand: 3 cards, of which are known: Runner\n    hand and deck: Attack, Buy, Sword, 2 Runner",
        "    hand: 1 cards, of which are known: none\n    hand and deck: Sword, Amber Eye",
        "    hand: 0 cards, of which are known: none\n    hand and deck: none",
    ]
    for viewer in (0, 1, 2, SPECTATOR, None):
        seen = [open_hands[seat] if viewer in (seat, None) else closed[seat] for seat in range(3)]
        assert game.describe(states, viewer) == WORDS.format(*seen)


def last_line(game: Game, states: States) -> str:
    return game.describe(states, SPECTATOR).splitlines()[-1]


def test_what_is_chosen_next() -> None:
    game, states = position(Seat(on=1, tokens=6), path=["Looted Tomb"], buy=4)
    assert last_line(game, states).startswith("turn 1, player 0: before the main action; 0 attack, 4 buy")
    play(game, states, "explore deck")
    words = "turn 1, player 0: how much of the price is paid in tokens for the top treasure; 0 attack, 4 buy"
    assert last_line(game, states).startswith(words)
    path = ["Bare Passage", "Looted Tomb", "Rat Larder", "Armoury"]
    game, states = position(Seat(on=4, tokens=9), path=path, path_length=4, buy=4)
    assert "Armoury; Animated Armour: power 5, damage 2, 5 points, a market card of cost 4 or less; The Cup for 8" in (
        game.describe(states)
    )
    play(game, states, "explore cup")
    assert "paid in tokens for The Cup;" in last_line(game, states)
    game, states = position(Seat(on=1), path=["Armoury"], row=["Lantern"], phase="after", attack=6)
    play(game, states, "fight")
    assert last_line(game, states).startswith("turn 1, player 0: a market card of cost 4 or less; 1 attack")


def test_rooms_and_rewards() -> None:
    game, states = position(path=["Kobold Den", "Quiet Shrine", "Hanging Bridge", "Glow-moss Cave"], path_length=5)
    words = game.describe(states).splitlines()[1:6]
    assert words == [
        "   1 Kobold Den; explore; Kobold Pack: power 3, damage 1, 3 points, 2 tokens",
        "   2 Quiet Shrine; quiet 2",
        "   3 Hanging Bridge; extra move 1",
        "   4 Glow-moss Cave; heal 1",
        "   5 face down; The Cup for 8",
    ]


@pytest.mark.rule("CLD10")
def test_ends() -> None:
    game, states = position(Seat(left=True, monsters=4), Seat(status="escaped"), Seat(status="dead", monsters=3))
    play(game, states, "escape")
    assert last_line(game, states) == "over: player 0 won; final scores 4, 0, 1"
    assert "> player" not in game.describe(states)
    game, states = position(Seat(left=True, monsters=4), Seat(status="escaped", monsters=4))
    play(game, states, "escape")
    assert last_line(game, states) == "over: player 0 and player 1 won; final scores 4, 4"
    game, states = position(phase="after", max_turns=1)
    play(game, states, "end turn")
    assert last_line(game, states) == "cut off after 1 turns"
