"""Clank! in words: the path with pawns and monsters, market, treasure, every seat's things, and what is chosen."""

from __future__ import annotations

from typing import Any

from ..core.words import counted, deck_lines, winners
from .state import DRAGON_CUBES, PAYMENT, PHASES, REWARD, SKILL_CUBES, STATUSES, ClankOptions
from .tables import (
    CARDS,
    COST,
    CUP,
    DRAGON_CARDS,
    EVENT_DRAW,
    EVENT_HEAL,
    EVENT_MOVES,
    EVENT_NOISE,
    EVENT_QUIET,
    EVENT_TOKENS,
    EXPLORE_SYMBOL,
    FURY,
    MARKET,
    MONSTER_DAMAGE,
    MONSTER_POINTS,
    MONSTER_POWER,
    MONSTERS,
    REWARD_COST,
    REWARD_TOKENS,
    TILES,
    TREASURE_COST,
    TREASURE_POINTS,
    TREASURES,
)

EVERYTHING = -2  # the view of nobody at the table
_EVENTS = (
    (EVENT_NOISE, "noise"),
    (EVENT_HEAL, "heal"),
    (EVENT_TOKENS, "token"),
    (EVENT_QUIET, "quiet"),
    (EVENT_DRAW, "card"),
    (EVENT_MOVES, "extra move"),
)


def describe(options: ClankOptions, s: Any, player: int) -> str:
    """One state as `player` (a seat, -1 for the public, -2 for everything) sees it; `s` is redacted accordingly."""
    n = options.num_players
    over = bool(s["terminated"] or s["truncated"])
    lines = [_room(options, s, position) for position in range(options.path_length + 1)]
    lines += [_market(s), _treasure(s), _dragon(options, s, n)]
    for seat in range(n):
        lines += _seat(s, seat, player in (seat, EVERYTHING), not over and seat == s["to_act"])
    return "\n".join([*lines, end_words(s, n) if over else _due(options, s)])


def _room(options: ClankOptions, s: Any, position: int) -> str:
    seats = range(options.num_players)
    here = [f"player {seat}" for seat in seats if s["position"][seat] == position and s["status"][seat] == 0]
    pawns = f"  <- {', '.join(here)}" if here else ""
    if position == 0:
        return f"Exit{pawns}"
    tile = int(s["path"][position - 1])
    parts = [TILES[tile - 1] if tile else "face down"]
    if EXPLORE_SYMBOL[tile]:
        parts.append("explore")
    parts += [f"{name} {table[tile]}" for table, name in _EVENTS if table[tile]]
    if MONSTER_POWER[tile]:
        parts.append(_monster(tile, bool(s["defeated"][position - 1])))
    if position == options.path_length and s["treasure_deck"][CUP]:
        parts.append(f"The Cup for {TREASURE_COST[CUP]}")
    return f"{position:>4} {'; '.join(parts)}{pawns}"


def _monster(tile: int, defeated: bool) -> str:
    name = MONSTERS[tile - 1]
    if defeated:
        return f"{name} defeated"
    reward = f", {REWARD_TOKENS[tile]} tokens" if REWARD_TOKENS[tile] else ""
    reward += f", a market card of cost {REWARD_COST[tile]} or less" if REWARD_COST[tile] else ""
    return f"{name}: power {MONSTER_POWER[tile]}, damage {MONSTER_DAMAGE[tile]}, {MONSTER_POINTS[tile]} points{reward}"


def _market(s: Any) -> str:
    row = [f"{name} ({cost})" for name, cost in zip(MARKET, COST, strict=True)]
    return f"market: {counted(row, s['market_row'])}; {s['market_left']} in the deck"


def _treasure(s: Any) -> str:
    top = int(s["treasure_top"]) - 1
    words = f"{TREASURES[top]} for {TREASURE_COST[top]}, {TREASURE_POINTS[top]} points" if top >= 0 else "none"
    deck = counted(TREASURES[:CUP], s["treasure_deck"][:CUP])
    return f"treasure: {words}; {s['treasures_left']} left: {deck}"


def _dragon(options: ClankOptions, s: Any, n: int) -> str:
    bag = [f"{s['bag'][seat]} of player {seat}" for seat in range(n)]
    bag += [f"{s['bag'][SKILL_CUBES]} skill", f"{s['bag'][DRAGON_CUBES]} dragon"]
    seen = counted(DRAGON_CARDS, 1 - s["dragon_left"])
    return f"bag: {', '.join(bag)}; dragon cards: {seen} ({s['dragon_revealed']} of {options.dragon_limit})"


def _seat(s: Any, seat: int, seen: bool, acts: bool) -> list[str]:
    where = STATUSES[s["status"][seat]] if s["status"][seat] else whereabouts(s, seat)
    points = [s[f"{kind}_points"][seat] for kind in ("treasure", "card", "monster")]
    cave_in = f", {s['cave_in'][seat]} card fewer next" if s["cave_in"][seat] else ""
    lines = [
        f"{'>' if acts else ' '} player {seat} {where}: {s['health'][seat]} health, {s['tokens'][seat]} tokens, "
        f"{sum(map(int, points))} points ({points[0]} treasures, {points[1]} cards, {points[2]} monsters){cave_in}",
        f"    treasures: {counted(TREASURES, s['treasures'][seat])}",
    ]
    lines += [f"    {line}" for line in deck_lines(s, seat, CARDS, seen)]
    if s["played"][seat].any():
        lines.append(f"    played: {counted(CARDS, s['played'][seat])}")
    return lines


def whereabouts(s: Any, seat: int) -> str:
    """Where the pawn of a seat in the game stands."""
    position = s["position"][seat]
    if position == 0:
        return "back on the Exit" if s["left_exit"][seat] else "on the Exit"
    tried = s["fought"][seat] and not s["defeated"][position - 1]
    return f"on {position}, its monster tried" if tried else f"on {position}"


def _due(options: ClankOptions, s: Any) -> str:
    pools = f"{s['attack']} attack, {s['buy']} buy, {s['extra_moves']} extra moves"
    return f"turn {s['turns'] + 1}, player {s['to_act']}: {question(s)}; {pools}; {draws(options, s)}"


def draws(options: ClankOptions, s: Any) -> str:
    """What the seat to act draws from the bag at the end of its turn."""
    number = options.draws + (s["dragon_left"][FURY] == 0) + s["treasures"][s["to_act"], CUP] * s["cup_works"]
    return f"draws {number} cubes" + (", the first own one harmless" if s["ward"] else "")


def question(s: Any) -> str:
    """What the seat to act chooses."""
    if s["phase"] == PAYMENT:
        return f"how much of the price is paid in tokens for {('the top treasure', 'The Cup')[s['exploring'] - 1]}"
    if s["phase"] == REWARD:
        return f"a market card of cost {s['free_cost']} or less"
    return PHASES[s["phase"]]


def end_words(s: Any, n: int) -> str:
    """How the game has ended."""
    if s["truncated"]:
        return f"cut off after {s['turns']} turns"
    return f"over: {winners(s, n)} won; final scores {', '.join(str(score) for score in s['scores'][:n])}"
