"""Tests of what a seat may believe (LD13): against a replay of every order of small piles, and by hand."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from fractions import Fraction

from tests.lockup.beliefs import worlds
from tests.lockup.cards import COMMANDERS, EVENTS, Commander, face_down
from tests.lockup.oracle import LockupOracle
from tests.lockup.positions import Arranged, at_the_end, commander, pass_round

VIEWER = 1
COMMANDER_PILE = ["Siege-Mother", "Paymaster", "The Turnkey", "Chronicler"]
EVENT_PILE = ["Loose Purse", "Mission: Hoard", "Mission: Brood", "Mission: Warband"]


def hidden(game: LockupOracle) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    return tuple(
        (
            tuple(sorted(face_down(seat), key=list(COMMANDERS).index)),
            tuple(sorted(seat.missions, key=list(EVENTS).index)),
        )
        for seat in game.seats
    )


def test_beliefs_are_the_posterior_over_all_orders_of_the_piles() -> None:
    """Seats 0, 1, 0 take a commander and 2, 1, 0 an event; what seat 1 sees of it must leave exactly its worlds."""
    counted: dict[object, Counter[object]] = defaultdict(Counter)
    believed: dict[object, object] = {}
    for commanders in itertools.permutations(COMMANDER_PILE):
        for events in itertools.permutations(EVENT_PILE):
            game = Arranged(num_players=3)
            game.piles["commander"], game.piles["event"] = list(COMMANDER_PILE), list(EVENT_PILE)
            game.wishes = [("hall", name) for name in commanders] + [("temple", name) for name in events]
            for place, seat in zip(("hall", "temple") * 3, (0, 2, 1, 1, 0, 0), strict=True):
                game.places, game.to_act = {}, seat
                game.step(place)
            seen: list[tuple[object, ...]] = []
            for index, seat_ in enumerate(game.seats):
                own = index == VIEWER
                seen.append(tuple(c.name if own or c.face_up else "?" for c in seat_.commanders))
                seen.append(tuple(seat_.missions) if own else (len(seat_.missions),))
                seen.append((seat_.gold,))
            counted[tuple(seen)][hidden(game)] += 1
            assert believed.setdefault(tuple(seen), worlds(game, VIEWER)) == worlds(game, VIEWER)
    assert len(counted) > 20
    for view, counts in counted.items():
        total = sum(counts.values())
        assert believed[view] == {world: Fraction(number, total) for world, number in counts.items()}, view


def test_what_lies_open_is_believed_nowhere_else() -> None:
    game = Arranged(num_players=2)
    game.piles["commander"] = ["Haggler", "Old Rampart"]
    game.piles["event"] = ["Bread Riot"]
    game.seats[0].commanders = [commander("Chronicler"), Commander("Siege-Mother", face_up=True)]
    game.seats[0].missions = ["Mission: Hoard"]
    game.seats[1].commanders = [commander("Duelist Vex"), Commander("The Turnkey", face_up=True), commander("Haggler")]
    mine = (("Chronicler",), ("Mission: Hoard",))
    half = Fraction(1, 2)
    assert worlds(game, 0) == {(mine, (("Old Rampart",), ())): half, (mine, (("Duelist Vex",), ())): half}
    theirs = (("Duelist Vex",), ())
    assert worlds(game, 1) == {
        ((("Chronicler",), ("Mission: Hoard",)), theirs): half,
        ((("Old Rampart",), ("Mission: Hoard",)), theirs): half,
    }


def test_two_opponents_draw_from_the_same_cards() -> None:
    game = Arranged(num_players=3)
    game.piles["commander"] = ["Beast Tamer"]
    game.piles["event"] = []
    game.seats[1].commanders = [commander("Warden Drusk")]
    game.seats[2].commanders = [commander("Captain Ironjaw"), commander("Shield Sergeant")]
    believed = worlds(game, 0)
    assert len(believed) == 12  # 4 cards for seat 1, 2 of the 3 others for seat 2
    assert set(believed.values()) == {Fraction(1, 12)}
    assert hidden(game) in believed


def test_the_scores_announced_tell_about_missions() -> None:
    for coins, possible in ((6, ["Mission: Hoard"]), (5, ["Mission: Bestiary", "Mission: Warband", "Mission: Hoard"])):
        game = at_the_end(Arranged(num_players=2))
        game.piles["event"] = ["Mission: Brood", "Mission: Warband", "Mission: Bestiary"]
        own = game.seats[1]
        own.missions, own.gold, own.monsters = ["Mission: Hoard"], coins, ["Yard Hound", "Sewer Eel", "Cage Raven"]
        assert len(worlds(game, 0)) == 4
        pass_round(game)
        assert game.final_scores == [0, 4 + (3 if coins == 6 else 0)]
        if coins == 6:  # the three beasts complete a brood, which gives as much
            possible.append("Mission: Brood")
        expected = {(((), ()), ((), (name,))): Fraction(1, len(possible)) for name in possible}
        assert worlds(game, 0) == expected
