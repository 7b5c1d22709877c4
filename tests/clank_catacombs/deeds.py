"""What the seat to act takes, uses, fights and opens: the Row, the Reserve and the features of rooms (CC16 to CC22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import DUNGEON, RESERVE, TOKENS
from tests.clank_catacombs.effects import do, gain, heal, rage

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle


def acquire(game: CatacombsOracle, name: str) -> None:
    """CC16. Acquire texts belong to cards of the Row (CC43)."""
    if name in RESERVE:
        game.reserve[name] -= 1
        game.skill -= RESERVE[name]["cost"]
        game.own.discard.append(name)
        return
    game.row[game.row.index(name)] = None
    game.skill -= DUNGEON[name]["cost"]
    game.own.discard.append(name)
    if DUNGEON[name]["acquire"]:
        do(game, DUNGEON[name]["acquire"])


def use_device(game: CatacombsOracle, name: str) -> None:
    """CC17."""
    card = DUNGEON[name]
    game.row[game.row.index(name)] = None
    game.discarded.append(name)
    game.skill -= card["cost"]
    if " | " in card["use"]:
        game.asking, game.text = "effect", card["use"]
        return
    game.own.lockpicks -= card["use"].startswith("spend lockpick")
    do(game, card["use"])


def fight(game: CatacombsOracle, name: str) -> None:
    """CC18; the Goblin counts as no monster of the Row (`monster_defeated`)."""
    if name == "Goblin":
        goblin = TOKENS["reserve"]["goblin"]
        game.swords -= goblin["swords"]
        game.own.gold += goblin["gold"]
        return
    game.row[game.row.index(name)] = None
    game.discarded.append(name)
    game.swords -= DUNGEON[name]["cost"]
    do(game, DUNGEON[name]["use"])
    game.facts.add("monster_defeated")


def mark(game: CatacombsOracle) -> None:
    """CC22."""
    game.own.supply -= 1
    game.marks.setdefault(game.own.room, []).append(game.to_act)
    game.own.gold += sum(game.to_act in marks for marks in game.marks.values())


def open_feature(game: CatacombsOracle, name: str) -> None:
    """CC20."""
    game.own.lockpicks -= 1
    game.opened.append(f"{game.own.room} {name}")
    word, number = {"chest": ("major_secret", 1), "library": ("secret_tome", 1), "prison": ("free_prisoner", 2)}[name]
    gain(game, word, number)


def buy(game: CatacombsOracle, what: str) -> None:
    """CC19, CC39, CCD20."""
    item = what.removesuffix(" with the Coupon")
    game.own.gold -= TOKENS["market"]["price"]
    if item != what:
        game.own.gold += 5
        game.own.tokens.remove("COUPON")
        game.spent.append("COUPON")
    game.market[item] -= 1
    if item == "Crown":
        game.own.crowns.append(game.crowns.pop(0))
        return
    game.own.items.append(item)
    if item == "Thief's Kit":
        game.own.lockpicks += TOKENS["market"]["thief_kit"]["lockpicks"]
    elif item == "Blood Amulet":
        heal(game, game.own, TOKENS["market"]["blood_amulet"]["heal"])


def take_artifact(game: CatacombsOracle) -> None:
    """CC21."""
    game.own.artifacts.append(game.lying.pop(game.own.room))
    rage(game)
