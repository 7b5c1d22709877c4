"""What is open to the seat to act: the choices of a position, by the names of the actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import DUNGEON, RESERVE, SPACES, TOKENS, TOME, USES, Row
from tests.clank_catacombs.dungeon import features, in_depths, placing, tile_of, walled_in
from tests.clank_catacombs.movement import moves, numbers_of_swords, teleports

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle


def open_choices(game: CatacombsOracle) -> set[str]:
    seat = game.own
    if game.asking == "over":
        return set()
    if game.asking == "portal":
        return {f"come out at {tile_of(str(way.to))}" for way in game.offered}
    if game.asking == "swords":
        return {f"spend {number} swords" for number in numbers_of_swords(game, game.offered[0])}
    if game.asking == "effect":
        return {"first effect", "second effect"}
    if game.asking == "discard":
        return {f"choose {name}" for name in seat.hand} | {"decline"}
    if game.asking in ("trash", "spring"):
        options = {f"choose {name}" for name in seat.played + seat.discard}
        return options | {"decline"} if game.asking == "trash" else options
    if game.asking == "pile":
        return {"from the play area", "from the discard pile"}
    return (
        {f"play {name}" for name in seat.hand}
        | {offer for name in game.row if name is not None for offer in _row_card(game, DUNGEON[name])}
        | {f"acquire {name}" for name, left in game.reserve.items() if left and game.skill >= RESERVE[name]["cost"]}
        | ({"fight Goblin"} if game.swords >= TOKENS["reserve"]["goblin"]["swords"] else set())
        | _map_choices(game)
        | _room_choices(game)
        | _token_choices(game)
    )


def _row_card(game: CatacombsOracle, card: Row) -> set[str]:
    """CC16 to CC18."""
    name = card["name"]
    if card["type"] == "monster":
        here = {
            "": True,
            "depths": in_depths(game, game.own.room),
            "crystal_cave": "CAVE" in features(game, game.own.room),
        }[card["limit"]]
        return {f"fight {name}"} if here and game.swords >= card["cost"] else set()
    if game.skill < card["cost"]:
        return set()
    if card["type"] == "blue":
        return {f"acquire {name}"}
    if card["use"].startswith("spend lockpick") and not (game.own.lockpicks and game.majors):  # CCD11
        return set()
    return {f"use {name}"}


def _map_choices(game: CatacombsOracle) -> set[str]:
    if game.revealed is not None:  # CCD14: only what finishes the discovery
        return {
            "place unturned" if quarters == 0 else f"place turned {quarters}"
            for quarters in range(4)
            if game.revealed.teleported or numbers_of_swords(game, placing(game, quarters))
        }
    options = {f"move {way.name}" for way in moves(game)} | {f"teleport {way.name}" for way in teleports(game)}
    # Reading: Mercy asks for no Boots, so it is open to the exhausted, too.
    if not game.mercy_used and walled_in(game):
        options |= {f"turn the tile {quarters}" for quarters in (1, 2, 3)}
    if not game.own.hand:  # CC10
        options.add("end turn")
    return options


def _room_choices(game: CatacombsOracle) -> set[str]:
    """CC19 to CC22, CCD18, CCD19."""
    seat = game.own
    here = features(game, seat.room)
    options = set()
    if seat.room in game.lying and len(seat.artifacts) < 1 + seat.items.count("Backpack"):
        options.add("take artifact")
    if "WAY" in here and seat.supply:
        marks = game.marks.get(seat.room, [])
        if len(marks) < SPACES and game.to_act not in marks:
            options.add("mark wayshrine")
    for feature, name, left in (
        ("CHEST", "chest", len(game.majors)),
        ("LIB", "library", game.reserve[TOME]),
        ("PRISON", "prison", len(game.captives)),
    ):
        if feature in here and left and seat.lockpicks and f"{seat.room} {name}" not in game.opened:
            options.add(f"open {name}")
    if "MARKET" in here:
        price = TOKENS["market"]["price"]
        for item, stock in game.market.items():
            hurt_enough = item != "Blood Amulet" or len(seat.meter) >= TOKENS["market"]["blood_amulet"]["needs_damage"]
            if stock and hurt_enough:
                if seat.gold >= price:
                    options.add(f"buy {item}")
                if "COUPON" in seat.tokens and seat.gold >= price - 5:
                    options.add(f"buy {item} with the Coupon")
    return options


def _token_choices(game: CatacombsOracle) -> set[str]:
    """CCD20."""
    seat = game.own
    options = set()
    for action, token in USES.items():
        usable = {
            "HEAL2": bool(seat.meter),
            "HEAL1": bool(seat.meter),
            "PUZZLE": "WAY" in features(game, seat.room) and bool(game.majors),
        }.get(token, True)
        if token in seat.tokens and usable:
            options.add(action)
    return options
