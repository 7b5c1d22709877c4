"""Positions dealt at random, so that what is rare in play from the start comes up often."""

from __future__ import annotations

import random

from tests.clank_catacombs.cards import BLACK_CUBES, BLUE, CARDS, CUBES, HEALTH, START, Seat
from tests.clank_catacombs.dungeon import beyond, features, numbered, outer_edges, walled_in
from tests.clank_catacombs.effects import heal, notice
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.scoring import score

#: Most blue cards and Minor Secrets that are dealt to a seat.
_CARDS, _TOKENS = 12, 4


def scatter(oracle: CatacombsOracle, rng: random.Random) -> None:
    """Deals everything of `oracle`, a new game, anew; the turn of a random seat begins, cards having been played."""
    _lay_tiles(oracle, rng)
    oracle.rage = rng.randrange(len(oracle.rage_track))
    out = rng.sample(oracle.seats, rng.choice((0, 0, 0, 1, oracle.num_players - 1)))
    for seat in oracle.seats:
        _deal(oracle, seat, rng)
        _place(oracle, seat, rng)
        seat.left = rng.choice(("escaped", "knocked out")) if any(seat is other for other in out) else None
        if seat.left == "escaped":
            seat.room, seat.mastery = f"{START} K", True
    _deal_cubes(oracle, rng)
    _open_and_mark(oracle, rng)
    _thin(oracle, rng)
    oracle.turns = rng.choice((rng.randint(0, oracle.max_turns // 2), oracle.max_turns - rng.randint(1, 6)))
    oracle.begin_turn(rng.choice([index for index, seat in enumerate(oracle.seats) if seat.left is None]))
    oracle.skill += rng.choice((0, 0, 4, 12))
    oracle.swords += rng.choice((0, 0, 2, 5))
    oracle.boots += rng.choice((0, 0, 3, 8))
    oracle.teleports += rng.choice((0, 0, 1, 3))
    oracle.quiet += rng.choice((0, 0, 0, 2))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        if "SPRING" in oracle.minors:
            oracle.minors.remove("SPRING")
            oracle.spent.append("SPRING")
            oracle.springs += 1
    if rng.random() < 0.3:
        _wall_in(oracle, rng)
    elif rng.random() < 0.15:
        _level(oracle, rng)


def _some(pile: list[str], number: int, rng: random.Random) -> list[str]:
    """Takes so many out of a pile, as far as it reaches."""
    taken = rng.sample(pile, min(number, len(pile)))
    for name in taken:
        pile.remove(name)
    return taken


def _lay_tiles(oracle: CatacombsOracle, rng: random.Random) -> None:
    for _ in range(rng.choice((0, 3, 8, 15, 24, 26))):
        pile = oracle.safe if oracle.safe_to_come else oracle.depths
        (tile,) = _some(pile, 1, rng)
        oracle.safe_to_come -= pile is oracle.safe
        free = {
            beyond(cell, direction)
            for placed in oracle.turned
            for cell, direction in outer_edges(oracle, placed)
            if beyond(cell, direction) not in oracle.cells
        }
        oracle.cells[rng.choice(sorted(free))] = tile
        oracle.turned[tile] = rng.randrange(4)
        for room in numbered(oracle, tile):
            if any(word.startswith("ART") for word in features(oracle, room)) and oracle.artifacts:
                oracle.lying[room] = oracle.artifacts.pop(rng.randrange(len(oracle.artifacts)))


def _deal(oracle: CatacombsOracle, seat: Seat, rng: random.Random) -> None:
    """Cards, tokens, goods and Artifacts of one seat."""
    cards = _some(seat.deck, len(seat.deck), rng) + _some(seat.hand, len(seat.hand), rng)
    blue = [name for name in oracle.deck if name in BLUE]
    for name in _some(blue, rng.randint(0, _CARDS), rng):
        oracle.deck.remove(name)
        cards.append(name)
    for name in oracle.reserve:
        number = rng.randint(0, min(3, oracle.reserve[name]))
        oracle.reserve[name] -= number
        cards += [name] * number
    rng.shuffle(cards)
    if rng.random() < 0.5:
        cards.sort(key=lambda name: not (CARDS[name]["cond"] or CARDS[name]["trash"] or CARDS[name]["teleport"]))
    hand, deck = rng.choice((1, 3, 5, 8)), rng.choice((0, 1, 3, len(cards)))
    seat.hand, seat.deck, seat.discard = cards[:hand], cards[hand : hand + deck], cards[hand + deck :]
    seat.known = [name for name in seat.hand if rng.random() < 0.3]
    secrets = _some(oracle.majors, rng.randint(0, 2), rng) + _some(oracle.minors, rng.randint(0, _TOKENS), rng)
    kept = ("SKILL5", "GOLD5", "LOCKPICK", "GOLD2", "SPRING")
    oracle.spent += [name for name in secrets if name in kept]
    captives = _some(oracle.captives, rng.choice((0, 0, 1, 3)), rng)
    seat.tokens = [name for name in secrets if name not in kept] + [name for name in captives if name == "COUPON"]
    seat.prisoners = [name for name in captives if name != "COUPON"]
    seat.gold, seat.lockpicks = rng.choice((0, 3, 7, 20)), rng.choice((0, 0, 1, 3))
    for item in oracle.market:
        if oracle.market[item] and rng.random() < 0.2:
            oracle.market[item] -= 1
            if item == "Crown":
                seat.crowns.append(oracle.crowns.pop(0))
            else:
                seat.items.append(item)
    for _ in range(rng.choice((0, 0, 1, 1 + seat.items.count("Backpack")))):
        if oracle.artifacts:
            seat.artifacts.append(oracle.artifacts.pop(rng.randrange(len(oracle.artifacts))))
    taken = rng.randint(0, min(1, oracle.idols))
    oracle.idols -= taken
    seat.idols += taken


def _place(oracle: CatacombsOracle, seat: Seat, rng: random.Random) -> None:
    """The pawn anywhere on the map; with an Artifact not in the Crypt, where it would be on its way out."""
    rooms = [room for tile in oracle.turned for room in numbered(oracle, tile)]
    near = [room for room in rooms if room.startswith(START)]
    market = [room for room in rooms if "MARKET" in features(oracle, room)]
    rooms = [
        room
        for room in rng.choice((rooms, rooms, near, market or rooms))
        if not (seat.artifacts and "CRYPT" in features(oracle, room))
    ]
    seat.room = rng.choice(rooms)


def _wall_in(oracle: CatacombsOracle, rng: random.Random) -> None:
    """The seat to act is where Mercy is needed, if there is such a room."""
    seat = oracle.own
    room, lockpicks = seat.room, seat.lockpicks
    seat.lockpicks = 0
    rooms = []
    for tile in oracle.turned:
        for seat.room in numbered(oracle, tile):
            if walled_in(oracle):
                rooms.append(seat.room)
    seat.room, seat.lockpicks = (rng.choice(rooms), 0) if rooms else (room, lockpicks)
    oracle.facts = set()
    notice(oracle)


def _level(oracle: CatacombsOracle, rng: random.Random) -> None:
    """If nobody does anything more, the deck ends the game in a tie, which the best Artifact may decide."""
    oracle.discarded += _some(oracle.deck, len(oracle.deck), rng)
    taken = oracle.row[0]
    if taken is not None:
        oracle.row[0] = None
        oracle.discarded.append(taken)
    for seat in oracle.seats:
        seat.left, seat.mastery, seat.room = None, False, f"{START} V"
        if not seat.artifacts and oracle.artifacts:
            seat.artifacts.append(oracle.artifacts.pop())
        seat.discard += seat.hand
        seat.hand, seat.known = [], []
        heal(oracle, seat, 1)
    points = [score(oracle, index) for index in range(oracle.num_players)]
    for seat, own in zip(oracle.seats, points, strict=True):
        seat.gold += max(points) - own
    oracle.begin_turn(oracle.to_act)


def _deal_cubes(oracle: CatacombsOracle, rng: random.Random) -> None:
    """Own cubes, black ones and Ghosts: in the area and the bag, as damage, out of the game."""
    oracle.area, oracle.bag, oracle.gone = [], [], []
    black = BLACK_CUBES
    for index, seat in enumerate(oracle.seats):
        cube = f"clank {index}"
        seat.meter = []
        damage = HEALTH if seat.left == "knocked out" else rng.choice((0, 0, 3, 7, 9, 9))
        left = CUBES
        for _ in range(damage):
            kind = rng.choice(("own", "own", "own", "black" if black else "marker", "marker"))
            seat.meter.append(kind)
            left -= kind == "own"
            black -= kind == "black"
        for pile, most in ((oracle.area, 8), (oracle.bag, 8), (oracle.gone, left if rng.random() < 0.3 else 0)):
            number = rng.randint(0, min(most, left))
            pile += [cube] * number
            left -= number
        seat.supply = left
    oracle.set_aside = rng.choice((0, black, rng.randint(0, black)))
    oracle.bag += ["black"] * (black - oracle.set_aside)
    if rng.random() < 0.15:  # the bag is nearly empty
        oracle.gone += _some(oracle.area, len(oracle.area), rng)
        spare = _some(oracle.bag, max(0, len(oracle.bag) - rng.randint(1, 6)), rng)
        oracle.set_aside += spare.count("black")
        oracle.gone += [cube for cube in spare if cube != "black"]
    ghosts = rng.choice((0, 0, 2, oracle.ghosts))
    in_area = rng.randint(0, ghosts)
    oracle.ghosts -= ghosts
    oracle.area += ["ghost"] * in_area
    oracle.bag += ["ghost"] * (ghosts - in_area)


def _open_and_mark(oracle: CatacombsOracle, rng: random.Random) -> None:
    """Locked features and Wayshrines of the map."""
    for tile in oracle.turned:
        for room in numbered(oracle, tile):
            here = features(oracle, room)
            for feature, name in (("CHEST", "chest"), ("LIB", "library"), ("PRISON", "prison")):
                if feature in here and rng.random() < 0.3:
                    oracle.opened.append(f"{room} {name}")
            if "WAY" in here:
                for index, seat in enumerate(oracle.seats):
                    if seat.supply and rng.random() < 0.3:
                        seat.supply -= 1
                        oracle.marks.setdefault(room, []).append(index)


def _thin(oracle: CatacombsOracle, rng: random.Random) -> None:
    """The supplies of the table are nearly used up, now and then."""
    if rng.random() < 0.3:
        oracle.discarded += _some(oracle.deck, max(0, len(oracle.deck) - rng.randint(0, 12)), rng)
    if rng.random() < 0.15:
        for pile in (oracle.majors, oracle.minors, oracle.captives):
            oracle.spent += _some(pile, max(0, len(pile) - rng.randint(0, 2)), rng)
