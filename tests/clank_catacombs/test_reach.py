"""The kernels' moves against a plain graph search over the map, on maps at random.

The map of a position is read by `dungeon.ways` (what every tunnel leads to and shows); what may be paid, and with how
many Swords, is decided here anew. Positions are dealt by `random_positions.scatter`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import DIRECTIONS, PORTALS, TILES
from tests.clank_catacombs.dungeon import Way, features, numbered, tile_of, ways
from tests.clank_catacombs.effects import notice
from tests.clank_catacombs.fields import LOCKS, PLACES
from tests.clank_catacombs.positions import Arranged, offer
from tests.clank_catacombs.random_positions import scatter
from tests.clank_catacombs.reach import Price, prices
from tests.clank_catacombs.table import Reading, Table
from tests.clank_catacombs.walks import TUNNELS

_VERBS = ("move", "teleport", "turn", "come", "spend", "place")
_MUCH = 60  # more than any path costs
_ROOMS = {place: room.replace("START A", "START").replace("START B", "START") for room, place in PLACES.items()}


def positions(number: int, seed: int, *seats: int) -> Iterator[Arranged]:
    """Positions at random, of so many players; all Minor Secrets that are left do nothing at once.

    Of those where nobody would turn a tile, some are made rich, some get the Map, and in some the pawn stands where a
    lock or an arrow is near.
    """
    rng = random.Random(seed)
    for index in range(number):
        game = Arranged(num_players=seats[index % len(seats)])
        scatter(game, rng)
        game.minors = ["PUZZLE"] * len(game.minors)
        if walled_in(game):
            yield game
            continue
        if rng.random() < 0.5:
            game.boots, game.own.lockpicks, game.swords = 6, 2, game.swords + 1
        if rng.random() < 0.3 and "MAP" in game.majors:
            game.majors.remove("MAP")
            game.own.tokens.append("MAP")
        rooms = [room for tile in game.turned for room in numbered(game, tile)]
        special = [room for room in rooms if any(way.locks or way.against for way in ways(game, room))]
        if rng.random() < 0.4 and special:
            game.own.room = rng.choice(special)
            game.facts = set()
            notice(game)
        yield game


# --- one step ---------------------------------------------------------------------------------------------------------


def payments(game: Arranged, way: Way) -> list[int]:
    """The numbers of Swords that a seat on foot may spend on a tunnel; none if it cannot go there."""
    seat = game.own
    boots = 0 if game.exhausted else game.boots
    into_crypt = way.to is not None and "CRYPT" in features(game, way.to)
    if way.boots > boots or len(way.locks) > seat.lockpicks or (way.against and "MAP" not in seat.tokens):
        return []
    if into_crypt and not seat.artifacts:
        return []
    most_damage = min(seat.supply, 9 - len(seat.meter))
    return [
        n for n in range(min(game.swords, way.monsters) + 1) if n == way.monsters or way.monsters - n <= most_damage
    ]


def may_teleport(game: Arranged, way: Way) -> bool:
    into_crypt = way.to is not None and "CRYPT" in features(game, way.to)
    return game.teleports > 0 and (not into_crypt or bool(game.own.artifacts))


def in_crypt_with_artifact(game: Arranged) -> bool:
    return "CRYPT" in features(game, game.own.room) and bool(game.own.artifacts)


def walled_in(game: Arranged) -> bool:
    """CCD25 in its own words, by a search over the own tile."""
    seat = game.own
    if seat.lockpicks or seat.tile not in TILES:
        return False
    reached = {seat.room}
    while True:
        usable = [
            way
            for room in reached
            for way in ways(game, room)
            if not way.locks and (not way.against or "MAP" in seat.tokens)
        ]
        leads_away = [way for way in usable if way.to is None or tile_of(way.to) != seat.tile]
        if any(way.to is None or "CRYPT" not in features(game, way.to) or seat.artifacts for way in leads_away):
            return False
        inside = {way.to for way in usable if way.to is not None and tile_of(way.to) == seat.tile}
        if inside <= reached:
            return True
        reached |= inside


def paid(before: Reading, way: Way, swords: int, verb: str) -> Reading:
    """The pools, cubes, locks and the pawn after a way has been taken, as far as it leads to a room on the map."""
    seat = before["to_act"]
    own, black, markers = before[f"damage {seat}"]
    if verb == "teleport":
        return {"teleports": before["teleports"] - 1}
    hits = way.monsters - swords
    return {
        "boots": before["boots"] - way.boots,
        "swords": before["swords"] - swords,
        f"lockpicks {seat}": before[f"lockpicks {seat}"] - len(way.locks),
        "unlocked": tuple(sorted((*before["unlocked"], *way.locks), key=_lock_order)),
        f"damage {seat}": (own + hits, black, markers),
        f"supply {seat}": before[f"supply {seat}"] - hits,
    }


def _lock_order(name: str) -> int:
    return LOCKS[name.replace("START", "START B")]  # side A has none


def healed(before: Reading, expected: Reading, game: Arranged, room: str) -> Reading:
    """What the heal of a room does to the damage so far expected: own cubes first, then black ones, then markers."""
    seat, now = before["to_act"], before | expected
    own, black, markers = now[f"damage {seat}"]
    if "HEAL" not in features(game, room) or own + black + markers == 0:
        return expected
    if own:
        return expected | {f"damage {seat}": (own - 1, black, markers), f"supply {seat}": now[f"supply {seat}"] + 1}
    damage = (0, black - 1, markers) if black else (0, 0, markers - 1)
    return expected | {f"damage {seat}": damage, "black_aside": before["black_aside"] + (black > 0)}


def rewards(before: Reading, game: Arranged, room: str) -> Reading:
    """What a room changes on arrival, healing apart."""
    seat, here = before["to_act"], features(game, room)
    found: Reading = {f"room {seat}": room}
    if "CAVE" in here:
        found["exhausted"] = 1
    found[f"gold {seat}"] = before[f"gold {seat}"] + ("GOLD1" in here) + 2 * ("GOLD2" in here)
    if "IDOL" in here and before["idols_left"]:
        found |= {f"idols {seat}": before[f"idols {seat}"] + 1, "idols_left": before["idols_left"] - 1}
    if "MINOR" in here and game.minors:
        found[f"tokens {seat}"] = tuple(sorted((*before[f"tokens {seat}"], "PUZZLE"), key=_token_order))
    return found


def _token_order(name: str) -> int:
    kept = ("MAP", "CHALICE", "HEAL2", "EGG", "HEAL1", "BOOT1", "SWORD2", "PUZZLE")
    return kept.index(name) if name in kept else len(kept)


def follow(table: Table, states: States, game: Arranged, verb: str, tunnel: str, way: Way, swords: list[int]) -> int:
    """Takes one way, answers what is asked, with every number of Swords; returns how often something was asked."""
    asked = 0
    several = sum(other.name == tunnel for other in open_ways(game, verb)) > 1
    for number in swords:
        table.states[:] = states
        before = table.read()
        table.play(f"{verb} {tunnel}")
        if several:
            assert table.since(before) == {"phase": "portal"}
            asked += 1
            table.play(f"come out at {tile_of(str(way.to))}")
        if len(swords) > 1:
            assert table.since(before) == {"phase": "swords"}
            assert table.legal() == [f"spend {choice} swords" for choice in swords]
            asked += 1
            table.play(f"spend {number} swords")
        expected = paid(before, way, number, verb)
        if way.to is None:
            pile = game.safe if game.safe_to_come else game.depths
            assert table["revealed"] in pile
            expected |= {"revealed": table["revealed"], "tiles_revealed": before["tiles_revealed"] + 1}
        else:
            expected = healed(before, expected, game, way.to) | rewards(before, game, way.to)
        assert table.since(before) == {name: value for name, value in expected.items() if value != before[name]}
    return asked


def open_ways(game: Arranged, verb: str) -> list[Way]:
    """The ways that the plain search finds open from where the pawn stands."""
    if in_crypt_with_artifact(game):
        return []
    if verb == "move":
        return [way for way in ways(game, game.own.room) if payments(game, way)]
    return [way for way in ways(game, game.own.room) if may_teleport(game, way)]


@pytest.mark.rule("CC14", "CC23", "CC43", "CC45", "CC46", "CCD13", "CCD16", "CCD17", "CCD25")
def test_every_single_step_from_positions_at_random() -> None:
    """Which are open, what is asked, what is paid with each number of Swords, and where each leads."""
    met: Counter[str] = Counter()
    for game in positions(240, 5, 2, 3, 4):
        table = Table(game)
        states = table.states.copy()
        by_verb = {verb: open_ways(game, verb) for verb in ("move", "teleport")}
        names = {f"{verb} {way.name}" for verb, open_ in by_verb.items() for way in open_}
        expected = [f"{verb} {tunnel}" for verb in by_verb for tunnel in TUNNELS if f"{verb} {tunnel}" in names]
        if walled_in(game) and not in_crypt_with_artifact(game):
            expected += ["turn the tile 1", "turn the tile 2", "turn the tile 3"]
            met["Mercy"] += 1
        assert table.legal(*_VERBS) == expected
        for verb, open_ in by_verb.items():
            for way in open_:
                swords = payments(game, way) if verb == "move" else [0]
                met["asked"] += follow(table, states, game, verb, way.name, way, swords)
                met[verb] += 1
                met["found"] += way.to is None
                met["portal"] += way.name == "through the portal"
                met["lock"] += len(way.locks) > 0 and verb == "move"
                met["monsters"] += way.monsters > 1 and verb == "move"
                met["arrow"] += way.against
    least = {"move": 300, "teleport": 200, "found": 100, "asked": 100, "portal": 40, "lock": 20, "monsters": 20}
    assert all(met[name] >= number for name, number in (least | {"Mercy": 10, "arrow": 5}).items()), met


# --- whole walks ------------------------------------------------------------------------------------------------------

#: By seat to act: the rooms reached with their prices, and the edges that lead to new tiles.
Reached = dict[str, list[Price]]
Edges = set[tuple[str, str]]


def rich(games: list[Arranged]) -> Table:
    """One table for many positions: nothing to be had on the way, and more of everything than a path costs."""
    for game in games:
        offer(game)
        game.minors, game.idols = [], 0
        game.boots = game.swords = game.teleports = game.own.lockpicks = _MUCH
    tables = [Table(game) for game in games]
    joined = tables[0]
    joined.states = np.concatenate([table.states for table in tables])
    return joined


def walk_everywhere(table: Table, games: list[Arranged], verb: str) -> list[tuple[Reached, Edges]]:
    """Every room that legal moves (or teleports) lead to, with the prices that no other undercuts, and all new edges.

    Breadth first, in the kernels. Monsters are met with as many Swords as may be, so that a price is what the pools
    have less than at the start.
    """
    words = [f"{verb} {tunnel}" for tunnel in TUNNELS]
    words += [f"come out at {tile}" for tile in PORTALS] + [f"spend {count} swords" for count in range(5)]
    numbers = np.array([table.game.action_number(word) for word in words])
    found: list[tuple[Reached, Edges]] = [({game.own.room: [(0, 0, 0)]}, set()) for game in games]
    states, owners = table.states.copy(), np.arange(len(games))
    while len(states):
        legal = table.game.legal(states)[:, numbers]
        most = 4 - legal[:, :-6:-1].argmax(axis=1)
        legal[:, -5:] *= np.arange(5) == most[:, None]
        rows, columns = np.nonzero(legal)
        states, owners = states[rows], owners[rows]
        table.game.step(states, numbers[columns])
        kept = []
        for index, owner in enumerate(owners.tolist()):
            state = states[index]
            seat, (reached, edges) = games[owner].to_act, found[owner]
            room = _ROOMS[int(state["room"][seat])]
            if state["revealed"]:
                edges.add((room, DIRECTIONS[state["reveal_direction"]]))
            elif state["phase"] or enters(reached, room, spent(state, seat, verb)):
                kept.append(index)
        states, owners = states[kept], owners[kept]
    return found


def spent(state: Any, seat: int, verb: str) -> Price:
    left = state["teleports"], _MUCH, _MUCH
    if verb == "move":
        left = state["boots"], state["swords"], state["lockpicks"][seat]
    return _MUCH - int(left[0]), _MUCH - int(left[1]), _MUCH - int(left[2])


def enters(reached: Reached, room: str, price: Price) -> bool:
    """Notes the price of a room unless one noted undercuts it; says whether it has."""
    known = reached.setdefault(room, [])
    if any(covers(old, price) for old in known):
        return False
    reached[room] = sorted([price, *(old for old in known if not covers(price, old))])
    return True


def covers(one: Price, other: Price) -> bool:
    return all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def goes_on(game: Arranged, room: str, verb: str) -> bool:
    """Whether who has come to a room may go on from there (CC23, CCD22)."""
    ends = {"CAVE", "CRYPT"} if verb == "move" else {"CRYPT"}
    arrived = room != game.own.room and bool(ends & set(features(game, room)))
    return not arrived and not in_crypt_with_artifact(game)


def teleported(game: Arranged) -> Reached:
    """The rooms that teleports lead to, with their fewest number."""
    found = {game.own.room: [(0, 0, 0)]}
    left = [game.own.room]
    for room in left:
        for way in ways(game, room) if goes_on(game, room, "teleport") else []:
            if way.to is not None and way.to not in found and may_teleport(game, way):
                found[way.to] = [(found[room][0][0] + 1, 0, 0)]
                left.append(way.to)
    return found


@pytest.mark.rule("CC14", "CC23", "CC30", "CC43", "CC46", "CC47", "CCD13", "CCD15", "CCD16", "CCD17", "CCD22")
@pytest.mark.parametrize("verb", ["move", "teleport"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_what_can_be_reached_and_at_what_prices(num_players: int, verb: str) -> None:
    """The rooms that the kernels lead to, all their cheapest prices and all edges to new tiles are the plain ones."""
    games = list(positions(50, 11 + num_players, num_players))
    found = walk_everywhere(rich(games), games, verb)
    for game, (reached, edges) in zip(games, found, strict=True):
        if verb == "teleport":
            plain = teleported(game)
        else:
            plain = {game.own.room: [(0, 0, 0)]} if in_crypt_with_artifact(game) else prices(game)
        assert reached == plain
        open_ends = [room for room in plain if goes_on(game, room, verb)]
        assert edges == {(room, way.name) for room in open_ends for way in ways(game, room) if way.to is None}
    assert sum(len(reached) for reached, _ in found) > 8 * len(games)  # there was something to find
    assert sum(len(edges) for _, edges in found) > 5 * len(games)
    if verb == "move":  # and something to choose
        assert sum(len(options) > 1 for reached, _ in found for options in reached.values()) > 20
