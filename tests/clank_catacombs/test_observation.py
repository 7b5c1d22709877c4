"""An observation of Clank! Catacombs rebuilds all that the seat may know, own things first, and tells nothing else.

Two halves: the fields of the record are rebuilt from the observation alone; what an observation says over and above
(what ways cost and where they lead, what a room has) is worked out in plain Python from what was rebuilt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.actions import COME_OUT, TAKE_ARTIFACT, TELEPORT
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import DIRECTIONS, DUNGEON, PORTALS, START, TOKENS
from tests.clank_catacombs.dungeon import Cell, Way, beyond, edge, features, in_depths, is_haunted, placing, ways
from tests.clank_catacombs.fields import (
    ARTIFACT_ROOMS,
    CHESTS,
    LIBRARIES,
    LOCKS,
    NUM_CELLS,
    PAYING,
    PLACES,
    PRISONS,
    SHRINES,
    TILE_ORDER,
    write_position,
)
from tests.clank_catacombs.movement import Revealed
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.random_positions import scatter
from tests.clank_catacombs.survey import NEAREST, nearness
from tests.clank_catacombs.test_knowledge import BY_NAME, positions

Integers = npt.NDArray[np.int64]
UPPER = len(TILE_ORDER)  # the cells of the upper halves come after all tiles
SIDED = {name: name.replace(f"{START} A", START).replace(f"{START} B", START) for name in (*PLACES, *LOCKS)}
#: What is told of a room.
LABELS = ("CRYPT", "CAVE", "MARKET", "WAY", "MINOR", "IDOL", "GOLD1", "GOLD2", "HEAL", "CHEST", "LIB", "PRISON")
WAYS = (*DIRECTIONS, *(f"to room {number}" for number in (1, 2, 3, 4)), "through the portal")
#: What ways are measured against.
GOALS = ("crypt", "artifact", "unknown")
#: Segments that are seldom anything but zero in play; there are positions made for them.
RARE = {"asked_tunnel", "asked_teleport", "asked_portal", "asked_turns", "asked_monsters", "asked_device", "asked_card"}
RARE |= {"more_pools", "more_lockpicks", "mercy_used", "reveal_teleport", "way_barred", "here_artifact"}
#: Public fields that an observation does not give back: the options, a counter, and results that decide nothing more.
NOT_REBUILT = {"options", "moves", "returns", "scores", "ending", "padding"}


class Seen(dict[str, Any]):
    """A decoded observation that notes what of it was looked at."""

    def __init__(self, game: Game, observation: npt.NDArray[np.float32]) -> None:
        super().__init__(game.layout.decode(observation))
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.used.add(name)
        return super().__getitem__(name)

    def number(self, name: str) -> int:
        return int(np.asarray(self[name]).item())


def all_states(game: Game, seed: int) -> Iterator[States]:
    """Records of play from the start and from positions dealt at random, a few at a time."""
    for step, states in enumerate(positions(game, 3, 270, seed)):
        if step % 15 == 0:
            yield states
    rng = random.Random(seed)
    scattered = game.new_states(seed, 40)
    for index in range(len(scattered)):
        oracle = CatacombsOracle(rng, num_players=game.num_players, max_turns=game.options.max_turns)
        scatter(oracle, rng)
        write_position(oracle, scattered, index)
    generator = np.random.default_rng(seed)
    for step in range(16):
        if step % 4 == 0:
            yield scattered
        part = scattered[~(scattered["terminated"] | scattered["truncated"])]
        wanted = game.legal(part) * generator.random((len(part), game.num_actions))
        wanted[:, COME_OUT:TAKE_ARTIFACT] *= 9  # questions, and turning of tiles
        wanted[:, TELEPORT:COME_OUT] *= 3
        game.step(part, wanted.argmax(axis=1))
        scattered = part


# --- the record, rebuilt ----------------------------------------------------------------------------------------------


def rebuilt(game: Game, seen: Seen, player: int) -> dict[str, Any]:
    """The public fields of the record, from what one seat observes and the options; a Row without its order."""
    n = game.num_players
    found = _questions(seen) | _turn(seen) | _piles(seen) | _map(seen)
    by_seat = _by_seat(seen, [(seat - player) % n for seat in range(n)])
    for name, rows in by_seat.items():
        found[name] = np.concatenate([rows, np.zeros((4 - n, *rows.shape[1:]), int)])
    found["num_players"] = n
    found["terminated"] = bool((by_seat["status"] > 0).all())
    found["truncated"] = not found["terminated"] and found["turns"] == game.options.max_turns
    found["to_act"] = (player + seen.number("to_act")) % n
    dungeon = dungeon_of(found)
    for goal, near in nearness(dungeon).items():
        found[f"near_{goal}"] = np.zeros(4 * NUM_CELLS, int)
        for room, value in near.items():
            found[f"near_{goal}"][PLACES[room.replace(START, f"{START} {dungeon.side}")]] = value
    return found


def _questions(seen: Seen) -> dict[str, int]:
    phase, on_foot, by_teleport = seen.number("phase"), seen.number("asked_tunnel"), seen.number("asked_teleport")
    portal, turns = seen.number("asked_portal"), seen.number("asked_turns")
    device, card = seen.number("asked_device"), seen.number("asked_card")
    about_swords = phase == 2
    devices = sum(row["type"] == "blue" for row in DUNGEON.values())  # come after the blue cards
    return {
        "phase": phase,
        "asked_tunnel": 1 + on_foot if on_foot >= 0 else 10 + by_teleport if by_teleport >= 0 else 0,
        "asked_to": 1 + max(portal, turns, 0) if about_swords else 0,
        "asked_monsters": seen.number("asked_monsters"),
        "asked_kind": 1 + devices + device if device >= 0 else 1 + card,
    }


def _bits(flags: Integers) -> int:
    return sum(1 << place for place, flag in enumerate(flags.tolist()) if flag)


def _turn(seen: Seen) -> dict[str, Any]:
    pools = (seen["pools"] + seen["more_pools"]).tolist()
    found: dict[str, Any] = dict(zip(("skill", "swords", "boots", "teleports", "quiet"), pools, strict=True))
    found |= {name: seen.number(name) for name in ("exhausted", "mercy_used", "springs", "companions", "clank_made")}
    found |= {"facts": _bits(seen["facts"]), "rewarded": _bits(seen["rewarded"]), "waiting": seen["waiting"]}
    return found | {"turns": seen.number("turns"), "played": seen["played"]}


def _piles(seen: Seen) -> dict[str, Any]:
    copied = ("artifacts_left", "market_left", "reserve", "tokens_left", "dungeon_deck")
    found: dict[str, Any] = {name: seen[name] for name in copied}
    found |= {name: seen.number(name) for name in ("rage", "black_bag", "black_aside", "idols_left", "dungeon_left")}
    found |= dict(zip(("ghosts_bank", "ghosts_area", "ghosts_bag"), seen["ghosts"].tolist(), strict=True))
    found["row"] = sorted(np.repeat(np.arange(1, 65), seen["row"]).tolist())
    found["tiles_left"] = np.concatenate([[0, 0], seen["tiles_left"]])
    return found | {"tiles_revealed": 26 - seen.number("stack_left"), "safe_revealed": 4 - seen.number("safe_left")}


def _map(seen: Seen) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: seen[name] for name in ("unlocked", "chests_opened", "libraries_opened", "prisons_opened")
    }
    artifacts = [0, *TOKENS["artifacts"]]
    found["lying"] = [artifacts.index(points) for points in seen["lying"].tolist()]
    side = found["side"] = seen.number("side")
    place = {name: np.zeros(NUM_CELLS, int) for name in ("placed", "x", "y", "rotation")}
    tiles = slice(2, UPPER)
    place["placed"][tiles] = seen["placed"]
    east, north = (-seen["crypt"]).tolist()
    place["x"][tiles] = (seen["east"] + east) * seen["placed"]
    place["y"][tiles] = (seen["north"] + north) * seen["placed"]
    place["rotation"][tiles] = np.maximum(seen["rotation"], 0)
    place["placed"][[side, UPPER + side]] = 1
    place["y"][UPPER + side] = 1
    neighbour = np.zeros((NUM_CELLS, 4), int)
    cells = {(int(place["x"][cell]), int(place["y"][cell])): cell for cell in np.flatnonzero(place["placed"])}
    for spot, cell in cells.items():
        for number, direction in enumerate(DIRECTIONS):
            other = cells.get(beyond(spot, direction), -1)
            within = {cell, other} == {side, UPPER + side}
            neighbour[cell, number] = 0 if within else 1 + other
    revealed = seen.number("revealed")
    return (
        found
        | place
        | {
            "neighbour": neighbour,
            "revealed": 2 + revealed if revealed >= 0 else 0,
            "reveal_direction": max(seen.number("reveal_direction"), 0),
            "reveal_teleport": seen.number("reveal_teleport"),
        }
    )


def _by_seat(seen: Seen, back: list[int]) -> dict[str, Any]:
    copied = (
        *("supply", "area", "bag", "hurt_black", "hurt_marker", "idols", "num_artifacts", "prisoners", "status"),
        *("crown_points", "card_points", "deck_size", "discard_size"),
        *("artifacts", "marks", "tokens", "bought", "held", "known", "discard"),
    )
    found = {name: seen[name][back] for name in copied}
    for name in ("gold", "lockpicks"):
        found[name] = (seen[name] + seen[f"more_{name}"])[back]
    found["hurt_own"] = seen["damage"][back] - found["hurt_black"] - found["hurt_marker"]
    found["gone"] = 30 - sum(found[name] for name in ("supply", "area", "bag", "hurt_own")) - found["marks"].sum(axis=1)
    found["room"] = (4 * seen["pawn_tile"] + seen["pawn_room"])[back]
    found["hand_size"] = found["held"].sum(axis=1) - found["deck_size"]
    return found


# --- what is said over and above --------------------------------------------------------------------------------------


@dataclass
class Dungeon:
    """What `tests.clank_catacombs.dungeon` looks at, from rebuilt fields."""

    side: str
    cells: dict[Cell, str] = field(default_factory=dict)
    turned: dict[str, int] = field(default_factory=dict)
    unlocked: list[str] = field(default_factory=list)
    lying: list[str] = field(default_factory=list)
    stack: int = 0
    revealed: Revealed | None = None

    def tiles_left(self) -> int:
        return self.stack

    def cell_of(self, tile: str) -> Cell:
        return next(cell for cell, name in self.cells.items() if name == tile)


#: Rooms by number.
ROOMS = {number: SIDED[name] for name, number in PLACES.items()}


def dungeon_of(found: dict[str, Any]) -> Any:
    """The map, and what is revealed next to the pawn of the seat to act."""
    room = ROOMS[int(found["room"][found["to_act"]])]
    game: Any = Dungeon("AB"[found["side"]], {(0, 0): START, (0, 1): START}, {START: 0})
    for name, cell in list(TILE_ORDER.items())[2:]:
        if found["placed"][cell]:
            game.cells[int(found["x"][cell]), int(found["y"][cell])] = name
            game.turned[name] = int(found["rotation"][cell])
    game.unlocked = [SIDED[name] for name, is_open in zip(LOCKS, found["unlocked"], strict=True) if is_open]
    game.lying = [SIDED[name] for name, artifact in zip(ARTIFACT_ROOMS, found["lying"], strict=True) if artifact]
    game.stack = 26 - found["tiles_revealed"]
    if found["revealed"]:
        tile, direction = list(TILE_ORDER)[found["revealed"]], DIRECTIONS[found["reveal_direction"]]
        own = room.split()[0]
        here = {START: (0, int(in_depths(game, room)))}.get(own) or game.cell_of(own)
        left = edge(game, own, here, direction, game.turned[own])
        game.revealed = Revealed(tile, beyond(here, direction), direction, left.footprints, False)
    return game


def room_words(game: Any, found: dict[str, Any], room: str, player: int) -> list[int]:
    """A room by `LABELS`, whether it lies in the Depths, and whether its tile is haunted."""
    sided = room.replace(START, f"{START} {game.side}")
    left = set(features(game, room))
    for word, order, gone in (
        ("WAY", SHRINES, found["marks"][player]),
        ("CHEST", CHESTS, found["chests_opened"]),
        ("LIB", LIBRARIES, found["libraries_opened"]),
        ("PRISON", PRISONS, found["prisons_opened"]),
    ):
        if sided in order and gone[order[sided]]:
            left.remove(word)
    return [*(int(word in left) for word in LABELS), int(in_depths(game, room)), int(is_haunted(room.split()[0]))]


def points_in(game: Any, found: dict[str, Any], room: str) -> int:
    """Points of the Artifact that lies in a room."""
    place = ARTIFACT_ROOMS.get(room.replace(START, f"{START} {game.side}"))
    return [0, *TOKENS["artifacts"]][found["lying"][place]] if place is not None else 0


def over_and_above(found: dict[str, Any], player: int, n: int) -> dict[str, Any]:
    """What else an observation says, worked out from the fields."""
    room = ROOMS[found["room"][player]]
    game = dungeon_of(found)
    blank = [0] * (len(LABELS) + 2)
    told: dict[str, list[Any]] = {f"way_{name}": [0] * 13 for name in ("leads", "new", "boots", "monsters", "locks")}
    told |= {"way_barred": [0] * 13, "way_artifact": [0] * 13, "way_room": [blank] * 13}

    def tell(number: int, way: Way) -> None:
        costs = {"leads": 1, "new": int(way.to is None), "boots": way.boots, "monsters": way.monsters}
        costs |= {"locks": len(way.locks), "barred": int(way.against)}
        for name, value in costs.items():
            told[f"way_{name}"][number] = value
        if way.to is not None:
            told["way_artifact"][number] = points_in(game, found, way.to)
            told["way_room"][number] = room_words(game, found, way.to, player)

    told |= {f"way_to_{goal}": [0] * 9 for goal in GOALS} | {f"portal_to_{goal}": [0] * len(PORTALS) for goal in GOALS}
    near = nearness(game)

    def nearer(goal: str, end: str | None) -> int:
        """How much nearer than here, where a new tile is the goal itself."""
        there = near[goal].get(end, 0) if end is not None else NEAREST * (goal == "unknown")
        return min(max(there - near[goal].get(room, 0), -8), 8)

    trips = []
    for way in ways(game, room):
        if way.name == WAYS[-1]:  # where it leads is chosen afterwards
            told["way_leads"][8] = told["way_boots"][8] = 1
            trips.append(str(way.to))
        else:
            tell(WAYS.index(way.name), way)
            for goal in GOALS if way.to is not None else ["unknown"]:
                told[f"way_to_{goal}"][WAYS.index(way.name)] = nearer(goal, way.to)
    for goal in GOALS:
        for end in trips:
            told[f"portal_to_{goal}"][PORTALS.index(end.split()[0])] = nearer(goal, end)
        told[f"way_to_{goal}"][8] = max([0, *(nearer(goal, end) for end in trips)])  # the best, if any brings nearer
    told["near"] = [max(near[goal].get(room, 0) - (NEAREST - 16), 0) for goal in GOALS]
    if game.revealed and found["to_act"] == player:
        for quarters in range(4):
            tell(9 + quarters, placing(game, quarters))
    seats = [(player + distance) % n for distance in range(n)]
    pawns = [ROOMS[found["room"][seat]] for seat in seats]
    spots = [(0, int(in_depths(game, r))) if r.startswith(START) else game.cell_of(r.split()[0]) for r in pawns]
    danger = sum(list(DUNGEON.values())[kind - 1]["danger"] for kind in found["row"])
    return told | {
        "draws": TOKENS["rage_track"][found["rage"]] + danger,
        "row_size": len(found["row"]),
        "here": room_words(game, found, room, player),
        "here_artifact": points_in(game, found, room),
        "in_depths": [int(in_depths(game, pawn)) for pawn in pawns],
        "hand_size": [min(found["hand_size"][seat], 16) for seat in seats],
        "pawn_east": [spot[0] - spots[0][0] for spot in spots],
        "pawn_north": [spot[1] - spots[0][1] for spot in spots],
    }


# --- both -------------------------------------------------------------------------------------------------------------


def check(game: Game, states: States, player: int) -> Counter[str]:
    """Compares the observations of one seat with records and with what follows from them; returns what there was."""
    met: Counter[str] = Counter()
    observations = game.observe(states, player)
    assert observations.dtype == np.float32
    assert (observations >= game.layout.low).all()
    assert (observations <= game.layout.high).all()
    names = set(states.dtype.names or ()) - {"hand", "rng"} - NOT_REBUILT
    for s, observation in zip(states, observations, strict=True):
        seen = Seen(game, observation)
        found = rebuilt(game, seen, player)
        assert found.keys() == names
        for name in names:
            expected = s[name]
            if name == "row":
                expected = sorted(place for place in s[name].tolist() if place)
            elif name in ("companions", "clank_made"):  # more than two change nothing
                expected = min(int(s[name]), 2)
            assert np.array_equal(expected, found[name]), name
        assert np.array_equal(seen["hand"], s["hand"][player])
        for name, value in over_and_above(found, player, game.num_players).items():
            assert np.array_equal(np.ravel(seen[name]), np.ravel(value)), name
        assert seen.used == seen.keys()
        met.update(name for name in seen if np.any(seen[name] > 0))
    return met


@pytest.mark.rule("CCD9", "CC46", "CCD1", "CCD15")
@BY_NAME
def test_all_that_is_public_and_the_own_hand_can_be_rebuilt_from_the_observation_of_any_seat(game: Game) -> None:
    met: Counter[str] = Counter()
    for step, states in enumerate(all_states(game, seed=4)):
        met += check(game, states, step % game.num_players)
    assert set(game.layout.segments) - met.keys() <= RARE  # no other segment was compared at zero alone


@pytest.mark.parametrize(
    ("segment", "rooms"),
    [
        ("marks", SHRINES),
        ("lying", ARTIFACT_ROOMS),
        ("rewarded", PAYING),
        ("chests_opened", CHESTS),
        ("libraries_opened", LIBRARIES),
        ("prisons_opened", PRISONS),
    ],
)
def test_rooms_are_counted_as_the_labels_say(segment: str, rooms: dict[str, int]) -> None:
    labels = make_game("clank_catacombs").layout.segments[segment].labels
    assert [label.replace("START A", START).replace("START B", START) for label in labels] == list(
        map(SIDED.get, rooms)
    )
