"""Lockup in words: what a seat, a spectator and everybody may read."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.lockup.table import give, leave, play, seated, show, take
from tests.lockup.test_observation import GAMES, random_states

SPECTATOR = -1


def table() -> tuple[Game, States]:
    """Two seats in the middle of a round, with something of everything."""
    game, states = seated("Coin Rats", "Iron Gang")
    show(states, "Torch Sneak", "Torch Sneak", "Bone Knight")
    take(game, states, 0, "Ledger Imp", "Paymaster", "Field Kitchen", "Beast Tamer", "Siege-Mother")
    take(game, states, 1, "Old Rampart", "Mission: Brood", "Yard Hound", "Yard Hound")
    give(states, gold=[5, 4], food=[1, 2], penalty=[0, 2], bonus=[1, 0])
    return game, states


def test_a_table() -> None:
    game, states = table()
    piles = ", ".join(
        f"{states[field][0].item()} {name}"
        for field, name in (("commanders_left", "commanders"), ("events_left", "events"))
    )
    common, rare, legendary = states["pile_left"][0]
    public = (
        "round 1 of 5, seat 0 starts\n"
        "display: 2 Torch Sneak, Bone Knight\n"
        f"piles: {common} common, {rare} rare, {legendary} legendary, {piles}\n"
        "occupied: none\n"
        "seat 0, Coin Rats: 5 gold, 1 food, 4 workers; 2 points of monsters, 1 of events, 0 negative; power 0\n"
        "  monsters: Ledger Imp\n"
        "  face up: Paymaster; events: Field Kitchen\n"
        "  face down: 2 commanders, 0 missions\n"
        "  modifiers: market_bonus_food +1, gold +4, food +1\n"
        "seat 1, Iron Gang: 4 gold, 2 food, 4 workers; 2 points of monsters, 0 of events, 2 negative; power 4\n"
        "  monsters: 2 Yard Hound\n"
        "  face up: none; events: none\n"
        "  face down: 1 commanders, 1 missions\n"
        "  modifiers: atk +1, gold +2, food +2\n"
        "seat 0 to place a worker"
    )
    first = ("  face down: 2 commanders, 0 missions", "  face down: Siege-Mother, Beast Tamer; missions: none")
    second = ("  face down: 1 commanders, 1 missions", "  face down: Old Rampart; missions: Mission: Brood")
    assert game.describe(states, SPECTATOR) == public
    assert game.describe(states, 0) == public.replace(*first)
    assert game.describe(states, 1) == public.replace(*second)
    assert game.describe(states) == public.replace(*first).replace(*second)


@pytest.mark.rule("LD14")
def test_a_battle() -> None:
    game, states = table()
    play(game, states, "arena 1")
    assert game.describe(states, 1).endswith("seat 0 attacks seat 1; seat 0 may use a commander")
    assert "occupied: arena" in game.describe(states, SPECTATOR)
    without = states.copy()
    play(game, states, "commander Siege-Mother")
    words = game.describe(states, SPECTATOR)
    assert words.endswith("seat 0 attacks seat 1 with Siege-Mother; seat 1 may use a commander")
    assert "face up: Siege-Mother, Paymaster" in words
    assert "face down: 1 commanders, 0 missions" in words
    play(game, without, "no commander")
    assert game.describe(without).endswith("seat 0 attacks seat 1 without a commander; seat 1 may use a commander")


@pytest.mark.rule("LD18", "LD19", "LD20")
def test_other_decisions_and_the_end() -> None:
    game, states = table()
    leave(states, "events", "Great Escape")
    give(states, food=[3, 2])
    play(game, states, "temple")
    assert game.describe(states).endswith("seat 0 may take the top rare monster for food")
    play(game, states, "decline", "pass")
    assert "Iron Gang: 4 gold, 2 food, out;" in game.describe(states)
    play(game, states, "pass")
    assert game.describe(states).endswith("seat 0 pays upkeep, 1 to decide")
    give(states, round_number=5)
    play(game, states, "pay gold", "lose points")
    # 2 points of Ledger Imp and 1 of events; 2 of the hounds less 4, for Brood takes three of a kin.
    for player in (SPECTATOR, 0, 1):
        assert game.describe(states, player).endswith("over: seat 0 won; final scores 3, -2")


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_words_tell_a_seat_nothing_that_it_may_not_know(game: Game) -> None:
    """The renderer is given full states here: what it keeps to itself it keeps without the help of redaction."""
    for states in random_states(game, 2, seed=3):
        for player in (SPECTATOR, *range(game.num_players)):
            redacted = game.redact(states, player)
            for full, seen in zip(states, redacted, strict=True):
                assert game.describe(full, player) == game.describe(seen, player)
                assert game.spec.describe(game.options, full, player) == game.describe(full, player)
