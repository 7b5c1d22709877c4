"""Positions dealt at random, so that what is rare in play from the start comes up often."""

from __future__ import annotations

import random
from typing import Any

from tests.clank.cards import CUBES, CUP, DRAGON, HAND, HEALTH, MARKET, SLOTS, TILES, Seat, copies, total
from tests.clank.oracle import ClankOracle

#: Tiles whose monsters give a market card.
_GENEROUS = [name for name, row in TILES.items() if "market_free" in str((row["monster"] or {}).get("reward"))]


def drawn_options(rng: random.Random) -> dict[str, Any]:
    """Options of a game, none of which draws so many cubes at once that their order could not be found out."""
    return {
        "num_players": rng.randint(2, 4),
        "path_length": rng.choice((4, 5, 7, 7, 9, 12, 12, 12)),
        "dragon_cubes": rng.choice((0, 1, 1, 2, 3)),
        "skill_cubes_per_player": rng.choice((0, 1, 5, 20, 20, 30)),
        "draws": rng.choice((0, 1, 2, 2, 2, 3, 4)),
        "dragon_limit": rng.choice((1, 3, 3, 4, 6, 10)),
        "inside_at_end": rng.choice(("full", "half")),
        "max_turns": rng.choice((25, 400, 400, 1000)),
    }


def scatter(oracle: ClankOracle, rng: random.Random) -> None:
    """Deals everything of `oracle`, a new game, anew; the turn of a random seat begins."""
    _lay_path(oracle, rng)
    _deal_treasures(oracle, rng)
    _wake_dragon(oracle, rng)
    _deal_market(oracle, rng)
    fit = rng.choice((2, 6, HEALTH, HEALTH))
    for seat in oracle.seats:
        seat.health = rng.randint(1, fit)
        seat.tokens = rng.choice((0, 1, 5, 9, 14))
        seat.position = rng.choice((0, rng.randint(0, _depth(oracle)), _depth(oracle), max(0, _depth(oracle) - 1)))
        seat.has_left_exit = seat.position > 0 or rng.random() < 0.7
        seat.tried = seat.position > 0 and rng.random() < 0.3
        seat.fewer_cards = int("Cave-in" in oracle.revealed and rng.random() < 0.5)
    for seat in rng.sample(oracle.seats, rng.choice((0, 0, 1, oracle.num_players - 1))):
        _leave(seat, rng)
    _fill_bag(oracle, rng)
    if rng.random() < 0.1:
        _level(oracle)
    oracle.turns = rng.choice((rng.randint(0, oracle.max_turns // 2), oracle.max_turns - 4))
    oracle._begin_turn(rng.choice([index for index, seat in enumerate(oracle.seats) if seat.left is None]))
    generous = [place for place, name in enumerate(oracle.path) if name in _GENEROUS and name not in oracle.defeated]
    if generous and rng.random() < 0.5:
        oracle.own.position, oracle.own.has_left_exit, oracle.own.tried = generous[0], True, False
        oracle.main_done = True
    elif rng.random() < 0.15:  # who may be out and in again
        oracle.own.position, oracle.own.has_left_exit, oracle.began_on_exit = 0, False, True
        oracle.moves += 2
    oracle.attack += rng.choice((0, 0, 4, 9))  # as if cards had been played
    oracle.buy += rng.choice((0, 0, 3, 12))
    oracle.moves += rng.choice((0, 0, 2, 3))


def _depth(oracle: ClankOracle) -> int:
    """Tiles turned over."""
    return sum(name is not None for name in oracle.path[1:])


def _lay_path(oracle: ClankOracle, rng: random.Random) -> None:
    face_up = rng.sample(list(TILES), rng.choice((0, rng.randint(0, oracle.path_length), oracle.path_length)))
    oracle.path[1 : 1 + len(face_up)] = face_up
    oracle.tiles = [name for name in TILES if name not in face_up]
    beaten = rng.choice((0.0, 0.2, 0.9))
    for name in face_up:
        if TILES[name]["monster"] and rng.random() < beaten:
            oracle.defeated.append(name)
            rng.choice(oracle.seats).monsters.append(name)


def _deal_treasures(oracle: ClankOracle, rng: random.Random) -> None:
    """One seat gets more than the others. Sometimes few are left, and sometimes the Cup is taken, perhaps just now."""
    deck = [*oracle.treasure_deck, str(oracle.top)]
    rng.shuffle(deck)
    left = rng.choice((1, 2, 3, 5, 15, len(deck)))
    favourite = rng.choice(oracle.seats)
    for name in deck[left:]:
        taker = favourite if rng.random() < 0.4 else rng.choice([*oracle.seats, None])
        if taker is None:
            oracle.removed.append(name)
        else:
            taker.treasures.append(name)
    oracle.top, oracle.treasure_deck = deck[0], deck[1:left]
    if rng.random() < 0.6:
        oracle.cup_taken = True
        oracle.bag.append("dragon")
        rng.choice((favourite, *oracle.seats)).treasures.append(CUP)
    lately = rng.random() < 0.7
    for seat in oracle.seats:
        # Whose turn has come since; the Cup may have been taken in the turn before.
        seat.working = [name for name in seat.treasures if not (lately and name == CUP)]


def _wake_dragon(oracle: ClankOracle, rng: random.Random) -> None:
    """Cards revealed, fewer than would end the game."""
    number = rng.choice((0, min(2, oracle.dragon_limit - 1), oracle.dragon_limit - 1))
    oracle.revealed = rng.sample(list(DRAGON), number)
    oracle.dragon_deck = [name for name in DRAGON if name not in oracle.revealed]
    oracle.fury = int("Fury" in oracle.revealed)


def _deal_market(oracle: ClankOracle, rng: random.Random) -> None:
    """Decks large and small, the rest of the market perhaps used up; some of a hand is known to all."""
    market = copies(MARKET)
    rng.shuffle(market)
    left = rng.choice((0, 3, 10, 60, 94))
    if rng.random() < 0.2:  # a dear row
        dear = [name for name in market if MARKET[name]["cost"] > 4][:SLOTS]
        for name in dear:
            market.remove(name)
        market[left:left] = dear
    taken = market[left + SLOTS :]
    oracle.market, oracle.row = (
        market[:left],
        market[left : left + rng.choice((SLOTS, SLOTS, 2 if left == 0 else SLOTS))],
    )
    taken += market[left + len(oracle.row) : left + SLOTS]
    share = rng.choice((0.1, 0.5, 0.9))
    for name in taken:
        index = 0 if rng.random() < share else rng.randrange(oracle.num_players)
        oracle.seats[index].discard.append(name)
    for seat in oracle.seats:
        cards = seat.deck + seat.hand + seat.discard
        rng.shuffle(cards)
        hand = rng.choice((HAND, HAND, HAND - 1, 2, 9))
        rest = cards[hand:]
        deck = rng.choice((0, 1, 2, len(rest) // 2, len(rest)))
        seat.hand, seat.deck, seat.discard = cards[:hand], rest[:deck], rest[deck:]
        seat.known = [name for name in seat.hand if rng.random() < 0.3] if rng.random() < 0.5 else []


def _level(oracle: ClankOracle) -> None:
    """Everybody has as many points as the richest, and the dragon is about to end the game."""
    for seat in oracle.seats:
        seat.health, seat.left = HEALTH, None
        seat.discard, seat.played = seat.discard + seat.played, []
        while missing := max(map(total, oracle.seats)) - total(seat):
            worth = [name for name in oracle.market if 0 < MARKET[name]["points"] <= missing]
            if not worth:
                break
            best = max(worth, key=lambda name: MARKET[name]["points"])
            oracle.market.remove(best)
            seat.discard.append(best)
    while len(oracle.revealed) < oracle.dragon_limit - 1:
        oracle.revealed.append(oracle.dragon_deck.pop())
    oracle.fury = int("Fury" in oracle.revealed)
    oracle.bag += ["dragon"] * 4


def _leave(seat: Seat, rng: random.Random) -> None:
    seat.left = rng.choice(("escaped", "dead"))
    if seat.left == "dead":
        seat.health = 0
    else:
        seat.position, seat.has_left_exit = 0, True
    played = rng.randint(0, len(seat.hand))
    seat.hand, seat.played, seat.known = seat.hand[played:], seat.hand[:played], []


def _fill_bag(oracle: ClankOracle, rng: random.Random) -> None:
    """Much noise or little, sometimes hardly any skill cubes, sometimes more dragon cubes than the options say."""
    skill = oracle.bag.count("skill")
    kept = rng.choice((0, 1, skill // 4, skill))
    oracle.bag = ["skill"] * min(kept, skill) + ["dragon"] * oracle.bag.count("dragon")
    if rng.random() < 0.5:
        oracle.bag += ["dragon"] * 3
    loud = rng.choice((0, 3, 12, CUBES))
    for index, seat in enumerate(oracle.seats):
        noise = rng.choice((0, rng.randint(0, loud), loud))
        seat.supply = CUBES - noise
        oracle.bag += [f"noise {index}"] * noise
