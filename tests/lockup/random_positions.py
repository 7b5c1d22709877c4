"""Positions dealt at random, so that what is rare in play from the start comes up often."""

from __future__ import annotations

import random

from tests.lockup.cards import CLASSES, COMMANDERS, EVENTS, ROUNDS, ROWS, WORKERS, Commander, Seat
from tests.lockup.oracle import LockupOracle


def scatter(oracle: LockupOracle, rng: random.Random) -> None:
    """Deals all cards of `oracle`, a new game, anew: any holdings, empty piles, any stocks, within a round."""
    n = oracle.num_players
    favourite = rng.choice(oracle.seats)  # half of the time gets what is dealt, so that modifiers add up

    def taker() -> Seat:
        return favourite if rng.random() < 0.5 else rng.choice(oracle.seats)

    oracle.round = rng.choice((1, 2, 3, 4, 5, 5, 5))
    oracle.start = rng.randrange(n)
    oracle.display = []
    for tier in CLASSES:
        cards = [row["name"] for row in ROWS["monsters"] if row["tier"] == tier]
        rng.shuffle(cards)
        held, laid_out = rng.choice((0, 1, n, 2 * n)), rng.choice((0, 1, n, 2 * n))
        for name in cards[:held]:
            taker().monsters.append(name)
        oracle.display += cards[held : held + laid_out]
        _pile(oracle, tier, cards[held + laid_out :], oracle.gone, rng)
    commanders = list(COMMANDERS)
    rng.shuffle(commanders)
    held = rng.choice((0, 2, 6, 14, 20))
    for name in commanders[:held]:
        timing = COMMANDERS[name]["timing"]
        face_up = timing == "round" or (timing == "battle" and rng.random() < 0.5)
        taker().commanders.append(Commander(name, face_up))
    oracle.piles["commander"] = [name for name in COMMANDERS if name in commanders[held:]]
    events = [row["name"] for row in ROWS["events"]]
    rng.shuffle(events)
    if rng.random() < 0.6:  # there is one of it, and it asks (LE12)
        events.sort(key="Great Escape".__ne__)
    stays = [name for name in events if EVENTS[name]["timing"] != "now"]
    kept = rng.choice((0, 3, 8, len(stays)))
    for name in stays[:kept]:
        seat = taker()
        (seat.missions if EVENTS[name]["timing"] == "end" else seat.events).append(name)
        events.remove(name)
    _pile(oracle, "event", events, oracle.discards, rng)
    rich = rng.choice((0, 3, 15))
    for seat in oracle.seats:
        seat.gold, seat.food = rng.randint(0, rich), rng.randint(0, rich)
        seat.points, seat.penalties = rng.choice((0, 0, 1)), rng.choice((0, 0, 1, 2, 8))
        seat.workers, seat.out = rng.randint(0, WORKERS), rng.random() < 0.1
        seat.haggled = any(c.name == "Haggler" for c in seat.commanders) and rng.random() < 0.3
    oracle.places = {place: 0 for place in ("market", "prison", "arena", "hall", "temple") if rng.random() < 0.25}
    oracle.to_act = rng.randrange(n)
    mover = oracle.seats[oracle.to_act]
    mover.workers, mover.out = max(1, mover.workers), False
    assert 1 <= oracle.round <= ROUNDS


def _pile(oracle: LockupOracle, name: str, cards: list[str], elsewhere: list[str], rng: random.Random) -> None:
    """Some of `cards` stay in a pile, perhaps none; missions do, since they are never thrown away."""
    left = rng.choice((0, 1, 3, len(cards)))
    discarded = [card for card in cards[left:] if name != "event" or EVENTS[card]["timing"] == "now"]
    for card in discarded:
        cards.remove(card)
    order = [row["name"] for row in ROWS["events" if name == "event" else "monsters"]]
    oracle.piles[name] = sorted(cards, key=order.index)
    elsewhere += discarded
