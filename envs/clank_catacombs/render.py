"""Clank! Catacombs in words: the map, its tiles, the Row and the piles, every seat's things, what is chosen."""

from __future__ import annotations

from typing import Any

from ..core.words import counted, deck_lines, winners
from .actions import NUM_TUNNELS, ORIENTATIONS, TUNNELS
from .card_words import CONDITION_WORDS, card_text, row_text
from .map_words import map_lines, room_name
from .state import (
    ANYTHING,
    DISCARDED,
    EFFECT,
    ENDINGS,
    INSIDE,
    KNOCKED_OUT,
    PILE,
    PORTAL,
    SPRING_PILE,
    SPRINGS,
    STATUSES,
    SWORDS_PAID,
    CatacombsOptions,
)
from .tables import (
    ARTIFACT_POINTS,
    CARDS,
    CROWN,
    CROWN_POINTS,
    DANGER,
    DUNGEON,
    HEALTH,
    MARKET,
    NUM_KEPT,
    PILE_OF,
    PRICE,
    RAGE_DRAWS,
    RESERVE,
    RESERVE_COST,
    TOKENS,
    WAITING_CARDS,
)
from .tiles import NUM_IN_STACK, PORTALS, TILE_TITLES, TILES

EVERYTHING = -2  # the view of nobody at the table
_POOLS = ("skill", "swords", "boots", "teleports")


def describe(options: CatacombsOptions, s: Any, player: int) -> str:
    """One state as `player` (a seat, -1 for the public, -2 for everything) sees it; `s` is redacted accordingly."""
    n = options.num_players
    over = bool(s["terminated"] or s["truncated"])
    lines = [*map_lines(s, n), *_table(s), _cubes(s, n)]
    for seat in range(n):
        lines += _seat(s, seat, player in (seat, EVERYTHING), not over and seat == s["to_act"])
    return "\n".join([*lines, end_words(s, n) if over else _due(s)])


# --- the table ------------------------------------------------------------------------------------------------------


def _table(s: Any) -> list[str]:
    draws = int(RAGE_DRAWS[s["rage"]]) + sum(int(DANGER[place - 1]) for place in s["row"] if place)
    reserve = [
        f"{name} ({cost} Skill) x{left}" for name, cost, left in zip(RESERVE, RESERVE_COST, s["reserve"], strict=True)
    ]
    crowns = CROWN_POINTS[len(CROWN_POINTS) - s["market_left"][CROWN] :]
    goods = [f"{name} x{left}" for name, left in zip(MARKET, s["market_left"], strict=True)]
    stack = [str(points) for points, left in zip(ARTIFACT_POINTS, s["artifacts_left"], strict=True) if left]
    return [
        f"Row ({s['dungeon_left']} cards in the deck):",
        *(f"    {row_text(int(place) - 1) if place else '(empty)'}" for place in s["row"]),
        f"Reserve: {', '.join(reserve)}, Goblin (2 Swords)",
        f"Market: {', '.join(goods)}"
        + (f" (the best for {crowns[0]} points)" if len(crowns) else "")
        + f", {PRICE} Gold each",
        f"left: {NUM_IN_STACK - s['tiles_revealed']} tiles; Artifacts {' '.join(stack) or 'none'}; "
        f"{s['idols_left']} Idols",
        *(_pile(s, pile, name) for pile, name in enumerate(("Major Secrets", "Minor Secrets", "Prisoners"))),
        f"dragon: space {s['rage'] + 1} of {len(RAGE_DRAWS)}, an attack draws {draws}",
    ]


def _pile(s: Any, pile: int, name: str) -> str:
    left = [int(number) * int(of == pile) for number, of in zip(s["tokens_left"], PILE_OF, strict=True)]
    return f"    {sum(left)} {name}: {counted(TOKENS, left)}"


def _cubes(s: Any, n: int) -> str:
    def place(name: str, black: int, ghosts: int) -> str:
        parts = [f"{s[name][seat]} of player {seat}" for seat in range(n)]
        parts += [f"{black} black"] * (name == "bag") + [f"{ghosts} Ghosts"]
        return ", ".join(parts)

    return (
        f"Clank! area: {place('area', 0, s['ghosts_area'])}; bag: {place('bag', s['black_bag'], s['ghosts_bag'])}; "
        f"set aside: {s['black_aside']} black, {s['ghosts_bank']} Ghosts in the Bank"
    )


# --- the seats ------------------------------------------------------------------------------------------------------


def _seat(s: Any, seat: int, seen: bool, acts: bool) -> list[str]:
    damage = int(s["hurt_own"][seat]) + int(s["hurt_black"][seat]) + int(s["hurt_marker"][seat])
    where = "" if s["status"][seat] == INSIDE else f" {STATUSES[s['status'][seat]]}"
    where += f" in {room_name(int(s['room'][seat]))}" if s["status"][seat] == KNOCKED_OUT else ""
    taken = [str(points) for points, own in zip(ARTIFACT_POINTS, s["artifacts"][seat], strict=True) if own]
    things = [
        f"Artifact {' '.join(taken)}" if taken else "",
        f"{s['idols'][seat]} Idols" if s["idols"][seat] else "",
        counted(MARKET, s["bought"][seat]) if s["bought"][seat].any() else "",
        f"Crowns for {s['crown_points'][seat]} points" if s["crown_points"][seat] else "",
        counted(TOKENS[:NUM_KEPT], s["tokens"][seat]) if s["tokens"][seat].any() else "",
    ]
    others = {"black cubes": s["hurt_black"][seat], "markers": s["hurt_marker"][seat]}
    marked = ", ".join(f"{number} {kind}" for kind, number in others.items() if number)
    of_which = f" ({marked})" if marked else ""
    lines = [
        f"{'>' if acts else ' '} player {seat}{where}: {damage} of {HEALTH} damage{of_which}, {s['gold'][seat]} Gold, "
        f"{s['lockpicks'][seat]} Lockpicks, {s['supply'][seat]} cubes, {s['card_points'][seat]} points of cards",
        f"    has: {'; '.join(filter(None, things)) or 'nothing'}",
    ]
    lines += [f"    {line}" for line in deck_lines(s, seat, CARDS, seen)]
    if seen:
        lines[3:3] = [f"      {CARDS[kind]}: {card_text(kind)}" for kind in s["hand"][seat].nonzero()[0]]
    if acts and s["played"].any():
        lines.append(f"    played: {counted(CARDS, s['played'])}")
    return lines


# --- the turn -------------------------------------------------------------------------------------------------------


def _due(s: Any) -> str:
    pools = ", ".join(f"{s[name]} {name}" for name in _POOLS)
    return "; ".join([f"turn {s['turns'] + 1}, player {s['to_act']}: {question(s)}", pools, *turn_notes(s)])


def turn_notes(s: Any) -> list[str]:
    """What holds for the rest of the turn, pools apart, and which conditions of cards have been true in it."""
    notes = [
        f"{s['quiet']} left-over -Clank!" if s["quiet"] else "",
        "exhausted" if s["exhausted"] else "",
        "the own tile has been turned" if s["mercy_used"] else "",
        f"{s['springs']} Springs" if s["springs"] else "",
        counted((f"{name} waiting" for name in WAITING_CARDS), s["waiting"]) if s["waiting"].any() else "",
    ]
    facts = [word for bit, word in enumerate(CONDITION_WORDS) if int(s["facts"]) >> bit & 1]
    return [*filter(None, notes), *([f"true: {', '.join(facts)}"] if facts else [])]


def question(s: Any) -> str:
    """What the seat to act chooses."""
    phase = int(s["phase"])
    asked = int(s["asked_tunnel"])
    if phase == ANYTHING:
        if s["revealed"]:
            tile = int(s["revealed"])
            direction = TUNNELS[s["reveal_direction"]]
            return f"{TILES[tile]} {TILE_TITLES[tile]} is revealed, to be placed {direction} of the own tile"
        return "anything"
    if phase == PORTAL:
        return f"at which portal to come out ({', '.join(PORTALS)})"
    if phase == SWORDS_PAID:
        what = TUNNELS[(asked - 1) % NUM_TUNNELS] if asked else f"the tile {ORIENTATIONS[s['asked_to'] - 1]}"
        return f"Swords to spend on {s['asked_monsters']} monsters ({what})"
    if phase == EFFECT:
        return f"which effect of {DUNGEON[s['asked_kind'] - 1]}"
    if phase in (PILE, SPRING_PILE):
        return f"from where to trash {CARDS[s['asked_kind'] - 1]}"
    return {DISCARDED: "a card to discard", SPRINGS: "a card to trash for a Spring"}.get(phase, "a card to trash")


def end_words(s: Any, n: int) -> str:
    """How the game has ended."""
    if s["truncated"]:
        return f"cut off after {s['turns']} turns"
    scores = ", ".join(str(score) for score in s["scores"][:n])
    return f"over ({ENDINGS[s['ending']]}): {winners(s, n)} won; final scores {scores}"
