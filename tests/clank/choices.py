"""What is open to the seat to act (CLD13): the choices of a position, by the names of the actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.clank.cards import CUP, MARKET, TILES, TREASURES

if TYPE_CHECKING:
    from tests.clank.oracle import ClankOracle


def open_choices(game: ClankOracle) -> set[str]:
    if game.phase == "pay":
        return {f"pay {number} tokens" for number in splits(game, game.offered)}
    if game.phase == "reward":
        return {f"take {name}" for name in free_cards(game)} | {"decline"}
    if game.phase == "over":
        return set()
    options = {f"play {name}" for name in game.own.hand}
    if game.moves:
        options |= {f"extra move {way}" for way in _ways(game)}
    return options | (_after_main_action(game) if game.main_done else _main_actions(game))


def splits(game: ClankOracle, treasure: str | None) -> list[int]:
    """The numbers of tokens with which the treasure can be paid, the rest in buy (CLD5, CLD17)."""
    if treasure is None:
        return []
    price = TREASURES[treasure]["cost"]
    return list(range(max(0, price - game.buy), min(price, game.own.tokens) + 1))


def free_cards(game: ClankOracle) -> list[str]:
    """The face-up cards that fit the reward to be taken (CLD16)."""
    return [name for name in game.row if MARKET[name]["cost"] <= game.free_cost]


def tile_here(game: ClankOracle) -> dict[str, Any]:
    """The tile on which the seat to act stands; nothing is printed on the Exit."""
    return TILES.get(str(game.path[game.own.position]), {})


def monster_here(game: ClankOracle) -> dict[str, Any] | None:
    """The undefeated monster in the room of the seat to act."""
    tile = tile_here(game)
    return tile["monster"] if tile and tile["name"] not in game.defeated else None


def _ways(game: ClankOracle) -> list[str]:
    """The directions in which the path goes on."""
    position = game.own.position
    return ["deeper"] * (position < game.path_length) + ["back"] * (position > 0)


def _main_actions(game: ClankOracle) -> set[str]:
    """CL5, CLD14: the main action, or the escape in its place."""
    seat = game.own
    options = {f"move {way}" for way in _ways(game)}
    if tile_here(game).get("explore") and splits(game, game.top):
        options.add("explore deck")
    # CLD1: the last tile is an explore room for the Cup, and for the deck only if it has the symbol.
    if seat.position == game.path_length and not game.cup_taken and splits(game, CUP):
        options.add("explore cup")
    if seat.health >= 3:  # CLD4, CLD14
        options |= {f"rest {name}" for name in seat.discard}
    # CLD21. Reading: a pawn that left the Exit for the first time in this very turn and came back by extra moves "began
    # this turn on the Exit, stands there, and has left it earlier in the game".
    if game.began_on_exit and seat.position == 0 and seat.has_left_exit:
        options.add("escape")
    return options


def _after_main_action(game: ClankOracle) -> set[str]:
    """CL6, CLD13: what needs the main action done."""
    options = {f"buy {name}" for name in game.row if MARKET[name]["cost"] <= game.buy} | {"end turn"}
    if monster_here(game) and not game.own.tried:
        options.add("fight")
    return options
