"""The oracle told in the fields of the record: what every field should hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludarium.envs.clank_catacombs.state import ENDINGS, MAX_SEATS, PHASES, STATUSES
from ludarium.envs.core.schema import States
from tests import records
from tests.clank_catacombs.cards import (
    CARDS,
    DIRECTIONS,
    DUNGEON,
    ITEMS,
    PORTALS,
    RESERVE,
    SIDES,
    START,
    TILES,
    TOKENS,
)
from tests.clank_catacombs.dungeon import Cell, beyond, tile_of
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.survey import nearness
from tests.records import Row, counts, order_of, owned, seats_padded, write_row, zeros

# --- where the record counts what -------------------------------------------------------------------------------------

CARD_ORDER, DUNGEON_ORDER = order_of(CARDS), order_of(DUNGEON)
_SPENT = ("SKILL5", "GOLD5", "LOCKPICK", "SPRING", "GOLD2")
_KEPT = ("MAP", "CHALICE", "HEAL2", "EGG", "HEAL1", "BOOT1", "SWORD2", "PUZZLE", *TOKENS["prisoners"])
TOKEN_ORDER, KEPT_ORDER = order_of((*_KEPT, *_SPENT)), order_of(_KEPT)
#: Both sides of the starting tile are tiles of their own, and their upper halves are cells behind all others.
_TILES = [("START A", SIDES["A"]), ("START B", SIDES["B"]), *TILES.items()]
TILE_ORDER = order_of(name for name, _ in _TILES)
NUM_CELLS = len(_TILES) + len(SIDES)
PLACES = {f"{name} {letter}": 4 * TILE_ORDER[name] + i for name, row in _TILES for i, letter in enumerate(row["rooms"])}
_FEATURES = {f"{name} {letter}": words.split("+") for name, row in _TILES for letter, words in row["rooms"].items()}


def _rooms_with(*features: str) -> dict[str, int]:
    return order_of(room for room in PLACES if not set(features).isdisjoint(_FEATURES[room]))


SHRINES, CHESTS, LIBRARIES, PRISONS = (_rooms_with(feature) for feature in ("WAY", "CHEST", "LIB", "PRISON"))
ARTIFACT_ROOMS = _rooms_with("ART0", "ART1", "ART2")
PAYING = _rooms_with("MINOR", "IDOL", "GOLD1", "GOLD2", "HEAL")
#: Locks: first those of edges, then those of inner tunnels.
LOCKS = order_of(
    [
        *(
            f"{name} {half} {letter}"
            for name, row in _TILES[:2]
            for half in ("lower", "upper")
            for letter, text in row[half].items()
            if "L" in text.split()
        ),
        *(
            f"{name} {letter}"
            for name, row in _TILES[2:]
            for letter, text in row["edges_txt"].items()
            if "L" in text.split()
        ),
        *(f"{name} {text[:3]}" for name, row in _TILES for text in row["inner"] if "L" in text.split()),
    ]
)
_TUNNELS = order_of((*DIRECTIONS, *(f"to room {number}" for number in range(1, 5)), "through the portal"))
_FACTS = (
    "other_companion",
    "in_depths",
    "in_crystal_cave",
    "on_haunted_tile",
    "portal_used",
    "tile_discovered",
    "monster_defeated",
    "clank_made>=2",
    "has_artifact",
    "prisoners>=2",
    "has_tome_in_play_or_discard",
)
#: Conditions that may come true later in the turn, by the cards that have them. Two cards have the same.
_CONDITIONS = [row["cond"] for row in CARDS.values() if row["cond"] and not row["cond"].startswith("discard_1")]
_ASKING = order_of(PHASES) | {"turn": 0, "over": 0}


# --- the oracle in the fields of the record ---------------------------------------------------------------------------


def row_of(oracle: CatacombsOracle, moves: int) -> Row:
    """What every field of the record should hold after `moves` actions."""
    row = _turn(oracle) | _question(oracle) | _map(oracle) | _table(oracle)
    row |= {"num_players": oracle.num_players, "moves": moves}
    return row | seats_padded(_by_seat(oracle), MAX_SEATS)


def _turn(oracle: CatacombsOracle) -> Row:
    row = {
        "to_act": oracle.to_act,
        "terminated": oracle.terminated,
        "truncated": oracle.truncated,
        "turns": oracle.turns,
        "phase": _phase(oracle),
        "ending": ENDINGS.index(oracle.ending or "none"),
        "skill": oracle.skill,
        "swords": oracle.swords,
        "boots": oracle.boots,
        "teleports": oracle.teleports,
        "quiet": oracle.quiet,
        "played": counts(CARD_ORDER, oracle.own.played),
    }
    waiting = Counter(f"{condition}:{gains}" for condition, gains in oracle.waiting)
    of_turn = {
        "exhausted": int(oracle.exhausted),
        "mercy_used": int(oracle.mercy_used),
        "clank_made": oracle.clank_made,
        "companions": oracle.companions,
        "springs": oracle.springs,
        "facts": sum(1 << _FACTS.index(fact) for fact in oracle.facts),
        "waiting": {text: waiting[text] for text in _CONDITIONS},
        "rewarded": sum(1 << PAYING[room] for room in map(_sided(oracle), oracle.entered) if room in PAYING),
    }
    if oracle.asking == "over":  # a turn is over, and none has begun
        of_turn = {name: zeros(value) for name, value in of_turn.items()}
    return row | of_turn


def _phase(oracle: CatacombsOracle) -> int:
    if oracle.asking == "pile" and oracle.ending_turn:
        return PHASES.index("pile for a spring")
    return _ASKING[oracle.asking]


def _question(oracle: CatacombsOracle) -> Row:
    """What is asked about; with one portal, or none, the first is meant."""
    row = {"asked_tunnel": 0, "asked_to": 0, "asked_monsters": 0, "asked_kind": 0}
    if oracle.asking in ("portal", "swords"):
        way = oracle.offered[0]
        if oracle.revealed is None:
            row["asked_tunnel"] = 1 + _TUNNELS[way.name] + len(_TUNNELS) * (oracle.verb == "teleport")
        if oracle.asking == "swords":
            to = PORTALS.index(tile_of(str(way.to))) if way.name == "through the portal" else 0
            row["asked_to"] = 1 + (to if oracle.revealed is None else oracle.quarters)
            row["asked_monsters"] = way.monsters
    elif oracle.asking == "effect":
        row["asked_kind"] = 1 + next(i for i, card in enumerate(DUNGEON.values()) if card["use"] == oracle.text)
    elif oracle.asking == "pile":
        row["asked_kind"] = 1 + CARD_ORDER[oracle.chosen]
    return row


def _sided(oracle: CatacombsOracle) -> Any:
    """The name of a room, tile or lock with the side of the starting tile that lies up."""
    return lambda name: name.replace(START, f"{START} {oracle.side}")


def _cell_number(oracle: CatacombsOracle, cell: Cell) -> int:
    name = oracle.cells[cell]
    if name != START:
        return TILE_ORDER[name]
    return list(SIDES).index(oracle.side) + (len(_TILES) if cell == (0, 1) else 0)


def _map(oracle: CatacombsOracle) -> Row:
    sided = _sided(oracle)
    revealed = oracle.revealed
    row: Row = {
        "tiles_left": counts(TILE_ORDER, oracle.safe + oracle.depths),
        "tiles_revealed": 4 + 22 - oracle.tiles_left(),
        "safe_revealed": 4 - oracle.safe_to_come,
        "side": list(SIDES).index(oracle.side),
        "revealed": TILE_ORDER[revealed.tile] if revealed else 0,
        "reveal_direction": DIRECTIONS.index(revealed.direction) if revealed else 0,
        "reveal_teleport": int(revealed is not None and revealed.teleported),
        "unlocked": counts(LOCKS, map(sided, oracle.unlocked)),
        "idols_left": oracle.idols,
    }
    for name in ("placed", "x", "y", "rotation"):
        row[name] = [0] * NUM_CELLS
    row["neighbour"] = [[0] * 4 for _ in range(NUM_CELLS)]
    for cell, tile in oracle.cells.items():
        number = _cell_number(oracle, cell)
        row["placed"][number] = 1
        row["x"][number], row["y"][number] = cell
        row["rotation"][number] = oracle.turned[tile]
        for place, direction in enumerate(DIRECTIONS):
            other = beyond(cell, direction)
            if other in oracle.cells and (oracle.cells[other] != START or tile != START):
                row["neighbour"][number][place] = 1 + _cell_number(oracle, other)
    for field, word, order in (
        ("chests_opened", "chest", CHESTS),
        ("libraries_opened", "library", LIBRARIES),
        ("prisons_opened", "prison", PRISONS),
    ):
        opened = [sided(name).removesuffix(f" {word}") for name in oracle.opened if name.endswith(word)]
        row[field] = counts(order, opened)
    for goal, near in nearness(oracle).items():
        row[f"near_{goal}"] = [0] * (4 * NUM_CELLS)
        for room, value in near.items():
            row[f"near_{goal}"][PLACES[sided(room)]] = value
    artifacts: list[int] = TOKENS["artifacts"]
    row["artifacts_left"] = [int(value in oracle.artifacts) for value in artifacts]
    row["lying"] = [0] * len(ARTIFACT_ROOMS)
    for room, value in oracle.lying.items():
        row["lying"][ARTIFACT_ROOMS[sided(room)]] = 1 + artifacts.index(value)
    return row


def _table(oracle: CatacombsOracle) -> Row:
    return {
        "rage": oracle.rage,
        "black_bag": oracle.bag.count("black"),
        "black_aside": oracle.set_aside,
        "ghosts_bank": oracle.ghosts,
        "ghosts_area": oracle.area.count("ghost"),
        "ghosts_bag": oracle.bag.count("ghost"),
        "row": [0 if name is None else 1 + DUNGEON_ORDER[name] for name in oracle.row],
        "dungeon_deck": counts(DUNGEON_ORDER, oracle.deck),
        "dungeon_left": len(oracle.deck),
        "reserve": [oracle.reserve[name] for name in RESERVE],
        "market_left": [oracle.market[item] for item in ITEMS],
        "tokens_left": counts(TOKEN_ORDER, [*oracle.majors, *oracle.minors, *oracle.captives]),
    }


def _by_seat(oracle: CatacombsOracle) -> dict[str, list[Any]]:
    seats, sided = oracle.seats, _sided(oracle)
    artifacts: list[int] = TOKENS["artifacts"]
    own = [f"clank {index}" for index in range(oracle.num_players)]
    marks = {sided(room): those for room, those in oracle.marks.items()}
    return {
        "returns": oracle.returns,
        "scores": oracle.final_scores or [0] * len(seats),
        "marks": [[int(i in marks.get(room, [])) for room in SHRINES] for i in range(len(seats))],
        "bag": [oracle.bag.count(cube) for cube in own],
        "area": [oracle.area.count(cube) for cube in own],
        "gone": [oracle.gone.count(cube) for cube in own],
        "supply": [seat.supply for seat in seats],
        "hurt_own": [seat.meter.count("own") for seat in seats],
        "hurt_black": [seat.meter.count("black") for seat in seats],
        "hurt_marker": [seat.meter.count("marker") for seat in seats],
        "status": [STATUSES.index(seat.left or "inside") for seat in seats],
        "room": [PLACES[sided(seat.room)] for seat in seats],
        "gold": [seat.gold for seat in seats],
        "lockpicks": [seat.lockpicks for seat in seats],
        "idols": [seat.idols for seat in seats],
        "num_artifacts": [len(seat.artifacts) for seat in seats],
        "artifacts": [[int(value in seat.artifacts) for value in artifacts] for seat in seats],
        "tokens": [counts(KEPT_ORDER, seat.tokens + seat.prisoners) for seat in seats],
        "prisoners": [len(seat.prisoners) for seat in seats],
        "bought": [[*map(seat.items.count, ITEMS[:-1]), len(seat.crowns)] for seat in seats],
        "crown_points": [sum(seat.crowns) for seat in seats],
        "card_points": [sum(CARDS[name]["points"] for name in owned(seat)) for seat in seats],
        "hand": [counts(CARD_ORDER, seat.hand) for seat in seats],
        "held": [counts(CARD_ORDER, seat.hand + seat.deck) for seat in seats],
        # With nothing in the deck, what is held is the hand: all of it is known (CCD9).
        "known": [counts(CARD_ORDER, seat.known if seat.deck else seat.hand) for seat in seats],
        "discard": [counts(CARD_ORDER, seat.discard) for seat in seats],
        "hand_size": [len(seat.hand) for seat in seats],
        "deck_size": [len(seat.deck) for seat in seats],
        "discard_size": [len(seat.discard) for seat in seats],
    }


def rows_of(states: States) -> list[Row]:
    """Records as plain Python. Cards that wait are counted by what they wait for and gain."""
    rows = records.rows_of(states)
    for row in rows:
        waiting = dict.fromkeys(_CONDITIONS, 0)
        for text, number in zip(_CONDITIONS, row["waiting"], strict=True):
            waiting[text] += number
        row["waiting"] = waiting
    return rows


def write_position(oracle: CatacombsOracle, states: States, index: int) -> None:
    """Sets ``states[index]`` up as the oracle stands at the start of a turn, no action taken so far."""
    assert not oracle.waiting
    write_row(row_of(oracle, moves=0) | {"waiting": 0}, states, index)


def stock_of(oracle: CatacombsOracle) -> Counter[str]:
    """Everything that no game makes or uses up: cards, tokens, Artifacts, cubes and Ghosts."""
    stock: Counter[str] = Counter()
    for index, seat in enumerate(oracle.seats):
        stock.update(owned(seat) + seat.tokens + seat.prisoners + seat.items)
        stock.update(map(str, [*seat.artifacts, *seat.crowns]))
        stock[f"clank {index}"] += seat.supply + seat.meter.count("own")
        stock["black"] += seat.meter.count("black")
        stock["idol"] += seat.idols
    for marks in oracle.marks.values():
        stock.update(f"clank {index}" for index in marks)
    stock.update(name for name in oracle.row if name is not None)
    for pile in (oracle.deck, oracle.discarded, oracle.trashed, oracle.majors, oracle.minors, oracle.captives):
        stock.update(pile)
    stock.update(oracle.spent + oracle.area + oracle.bag + oracle.gone)
    stock.update(map(str, [*oracle.artifacts, *oracle.lying.values(), *oracle.crowns]))
    stock["black"] += oracle.set_aside
    stock["ghost"] += oracle.ghosts
    stock["idol"] += oracle.idols
    stock += Counter(oracle.reserve)
    stock += Counter({item: number for item, number in oracle.market.items() if item != "Crown"})
    return stock
