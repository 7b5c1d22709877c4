"""What cards, tokens and rooms do: the words of the tables, Clank!, healing, and the conditions of a turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.clank_catacombs.cards import CARDS, TOME, Seat
from tests.clank_catacombs.dungeon import features, in_depths, is_haunted

if TYPE_CHECKING:
    from tests.clank_catacombs.oracle import CatacombsOracle

#: What a played card prints, in the order written (CCD11).
PRINTED = ("skill", "swords", "boots", "gold", "clank", "draw", "heal", "lockpick", "teleport", "trash")


def play(game: CatacombsOracle, name: str) -> None:
    """CCD11: first to the play area, then its effects."""
    seat, card = game.own, CARDS[name]
    seat.hand.remove(name)
    if name in seat.known:  # a copy known to all leaves before one that is not
        seat.known.remove(name)
    seat.played.append(name)
    game.companions += card["tag"] == "companion"
    for word in PRINTED:
        gain(game, word, card[word])
    if card["cond"]:
        condition, gains = card["cond"].split(":")
        if condition != "discard_1":
            game.waiting.append((condition, gains))
        elif seat.hand:
            game.asking, game.text = "discard", gains
    notice(game)


def do(game: CatacombsOracle, text: str) -> None:
    """A USE, DEFEAT, acquire or Arrive text without alternatives, or the gains of a condition."""
    text = text.removeprefix("spend lockpick: ")  # paid by the caller
    for words in text.split(","):
        word = words.strip()
        if word == "trash_1":
            gain(game, "trash", 1)
        elif word == "dragon_back_3":
            number = min(3, game.set_aside)
            game.set_aside -= number
            game.bag += ["black"] * number
        elif word in ("each_other_player clank+1", "all_clank_1"):
            for index, seat in enumerate(game.seats):
                # CC31: only players still in
                if seat.left is None and (word == "all_clank_1" or index != game.to_act):
                    make_clank(game, index)
        else:
            match = re.fullmatch(r"([a-z_]+)([+-]\d+)", word)
            if match is None:
                raise ValueError(f"{word!r}: expected a word of the tables")
            gain(game, match[1], int(match[2]))


def gain(game: CatacombsOracle, what: str, number: int) -> None:
    """One word of the tables, for the seat to act. What cannot be done is lost (CCD11, CCD12)."""
    seat = game.own
    if what == "skill":
        game.skill += number
    elif what == "swords":
        game.swords += number
    elif what == "boots":
        game.boots += number
    elif what == "teleport":
        game.teleports += number
    elif what == "gold":
        seat.gold += number
    elif what == "lockpick":
        seat.lockpicks += number
    elif what == "clank":
        for _ in range(number):
            own_clank(game)
        for _ in range(-number):
            take_back_clank(game)
    elif what == "draw":
        game.draw_cards(seat, number)
    elif what == "heal":
        heal(game, seat, number)
    elif what == "trash":
        if number and (seat.played or seat.discard):
            game.asking = "trash"
    elif what == "major_secret":
        for _ in range(min(number, len(game.majors))):
            major_secret(game, game.draw("major", game.majors))
    elif what == "minor_secret":
        for _ in range(min(number, len(game.minors))):
            minor_secret(game, game.draw("minor", game.minors))
    elif what == "secret_tome":
        for _ in range(min(number, game.reserve[TOME])):
            game.reserve[TOME] -= 1
            seat.discard.append(TOME)
    elif what == "free_prisoner":
        for _ in range(min(number, len(game.captives))):
            prisoner(game, game.draw("prisoner", game.captives))
    else:
        raise ValueError(f"{what!r}: expected a word of the tables")


# --- Clank! and health ------------------------------------------------------------------------------------------------


def make_clank(game: CatacombsOracle, index: int) -> bool:
    """CC12: one cube from the supply to the Clank! area; from an empty supply nothing is made (CCD10)."""
    seat = game.seats[index]
    if not seat.supply:
        return False
    seat.supply -= 1
    game.area.append(f"clank {index}")
    return True


def own_clank(game: CatacombsOracle) -> None:
    """CCD10: made, and taken back at once while −Clank! is left over."""
    if make_clank(game, game.to_act):
        game.clank_made += 1
        if game.quiet:
            game.quiet -= 1
            take_back_clank(game)


def take_back_clank(game: CatacombsOracle) -> None:
    """CC12; without an own cube in the area the −Clank! is left over (CC44)."""
    cube = f"clank {game.to_act}"
    if cube in game.area:
        game.area.remove(cube)
        game.own.supply += 1
    else:
        game.quiet += 1


def heal(game: CatacombsOracle, seat: Seat, number: int) -> None:
    """CCD21: own cubes first, then black ones. Reading: markers, which are no cubes, last."""
    for _ in range(min(number, len(seat.meter))):
        cube = next(cube for cube in ("own", "black", "marker") if cube in seat.meter)
        seat.meter.remove(cube)
        seat.supply += cube == "own"
        game.set_aside += cube == "black"


def add_ghost(game: CatacombsOracle) -> None:
    if game.ghosts:  # CCD12
        game.ghosts -= 1
        game.area.append("ghost")


def rage(game: CatacombsOracle) -> None:
    game.rage = min(game.rage + 1, len(game.rage_track) - 1)  # CC37


# --- tokens, CC41 -----------------------------------------------------------------------------------------------------


def major_secret(game: CatacombsOracle, name: str) -> None:
    if name == "SKILL5":
        gain(game, "skill", 5)
        game.spent.append(name)
    elif name == "GOLD5":
        gain(game, "gold", 5)
        game.spent.append(name)
    else:  # MAP, CHALICE, HEAL2
        game.own.tokens.append(name)


def minor_secret(game: CatacombsOracle, name: str) -> None:
    if name == "EGG":
        rage(game)
        game.own.tokens.append(name)
    elif name in ("LOCKPICK", "GOLD2", "SPRING"):
        if name == "SPRING":
            game.springs += 1
        else:
            gain(game, "lockpick" if name == "LOCKPICK" else "gold", 1 if name == "LOCKPICK" else 2)
        game.spent.append(name)
    else:  # HEAL1, BOOT1, SWORD2, PUZZLE
        game.own.tokens.append(name)


def prisoner(game: CatacombsOracle, name: str) -> None:
    if name == "COUPON":  # CCD27: no prisoner
        game.own.tokens.append(name)
        return
    game.own.prisoners.append(name)
    if name == "ADVENTURER":
        rage(game)
    elif name == "BARBARIAN":
        gain(game, "swords", 2)
    elif name == "CLERIC":
        gain(game, "heal", 1)
    elif name == "HAUNTED":
        add_ghost(game)


def use_token(game: CatacombsOracle, name: str) -> None:
    """CCD20: a kept token is used and leaves the game."""
    game.own.tokens.remove(name)
    game.spent.append(name)
    if name == "PUZZLE":
        gain(game, "major_secret", 1)
    else:
        gain(game, *{"HEAL2": ("heal", 2), "HEAL1": ("heal", 1), "BOOT1": ("boots", 1), "SWORD2": ("swords", 2)}[name])


# --- conditions, CC44 and CCD11 ---------------------------------------------------------------------------------------


def notice(game: CatacombsOracle) -> None:
    """What has been true at some moment of this turn pays, once for each card played.

    Readings. A companion that was played and trashed was "another companion card in the own play area" at a moment of
    this turn; and a card played pays even when it has been trashed since.
    """
    seat = game.own
    game.facts |= {
        fact
        for fact, true in {
            "other_companion": game.companions >= 2,  # cards with this condition are companions themselves
            "in_depths": in_depths(game, seat.room),
            "in_crystal_cave": "CAVE" in features(game, seat.room),
            "on_haunted_tile": is_haunted(seat.tile),
            "clank_made>=2": game.clank_made >= 2,
            "has_artifact": bool(seat.artifacts),
            "prisoners>=2": len(seat.prisoners) >= 2,
            "has_tome_in_play_or_discard": TOME in seat.played + seat.discard,
        }.items()
        if true
    }
    due = [gains for condition, gains in game.waiting if condition in game.facts]
    game.waiting = [(condition, gains) for condition, gains in game.waiting if condition not in game.facts]
    for gains in due:
        do(game, gains)
