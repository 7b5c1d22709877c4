"""Vantage in words: hands as far as a seat knows them, score areas, discard pile, and what is to be chosen."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..core.schema import SPECTATOR_BIT
from .cards import ABILITIES, ABILITY_OF, AMOUNT_OF, IDS
from .state import PHASES, VantageOptions

EVERYTHING = -2  # the view of nobody at the table
_WITH_AMOUNT = ("SPY", "COURIER", "SABOTEUR", "OVERCLOCK", "REPAIR")


def card_name(kind: int) -> str:
    """A card in words: ``VB3 SPY 2``; the amount only where it means something."""
    ability = ABILITIES[ABILITY_OF[kind]]
    return f"{IDS[kind]} {ability}" + (f" {AMOUNT_OF[kind]}" if ability in _WITH_AMOUNT else "")


def describe(options: VantageOptions, s: Any, player: int) -> str:
    """One state as `player` (a seat, -1 for the public, -2 for everything) sees it; `s` is redacted accordingly."""
    n = options.num_players
    lines = []
    for seat in range(n):
        mark = ">" if seat == s["to_act"] and not s["terminated"] and not s["truncated"] else " "
        total = s["points"][seat] - s["penalty"][seat]
        penalty = f" ({s['points'][seat]} - {s['penalty'][seat]} penalty)" if s["penalty"][seat] else ""
        shield = ", shielded" if s["shield"][seat] else ""
        lines.append(f"{mark} player {seat}: {total} points{penalty}{shield}")
        lines.append(f"    score  {_by_count(_repeat(s['scored'][seat]))}")
        lines.append(f"    hand   {_hand(s, seat, player, n)}")
    deck = f"deck {s['deck_size']}"
    if player == EVERYTHING:
        deck += f" ({_by_count(_repeat(s['deck']))})"
    pile = [IDS[card - 1] for card in s["pile"][: s["pile_size"]]]
    lines.append(f"{deck}; discard pile {s['pile_size']}" + (f", from the top: {' '.join(pile[::-1])}" if pile else ""))
    lines += _what_next(options, s, n)
    return "\n".join(lines)


def _repeat(counts: Any) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _by_count(kinds: list[int]) -> str:
    counted = sorted(Counter(kinds).items())
    return ", ".join(card_name(kind) + (f" ×{count}" if count > 1 else "") for kind, count in counted) or "-"


def _hand(s: Any, seat: int, player: int, n: int) -> str:
    size = int(s["hand_size"][seat])
    knowers = [int(bits) for bits in s["hand_knowers"][seat][:size]]
    bit = SPECTATOR_BIT if player == -1 else player
    seen = [player == EVERYTHING or bool(bits >> bit & 1) for bits in knowers]
    kinds = [int(s["hand"][seat][place]) - 1 for place in range(size) if seen[place]]
    words = _by_count(kinds) if kinds else ""
    if len(kinds) < size:
        words = f"{words}{' and ' if words else ''}{size - len(kinds)} unseen"
    # How many cards of a hand each seat knows is public; which ones is not (VD18).
    others = [f"player {p} knows {k}" for p in range(n) if p != seat and (k := sum(bits >> p & 1 for bits in knowers))]
    return (words or "-") + (f"  [{', '.join(others)}]" if others else "")


def _what_next(options: VantageOptions, s: Any, n: int) -> list[str]:
    if s["terminated"]:
        returns = [float(value) for value in s["returns"][:n]]
        winners = [f"player {seat}" for seat in range(n) if returns[seat] == max(returns)]
        return [f"over after {s['turns']} turns: {' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"]
    if s["truncated"]:
        return [f"cut off after {s['turns']} turns"]
    line = f"turn {s['turns'] + 1}, player {s['to_act']} chooses: {PHASES[s['phase']]}"
    if s["played"]:
        line += f"; in play: {card_name(s['played'] - 1)}"
        line += f" on {card_name(s['copied'] - 1)}, {s['resolutions']} to resolve" if s["copied"] else ""
        line += f", against player {s['target'] - 1}" if s["target"] else ""
        line += f", taking {IDS[s['their_card'] - 1]}" if s["their_card"] else ""
        line += f", {s['plays_left']} plays left" if s["plays_left"] else ""
    return [line, "this is the last round"] if s["last_round"] else [line]
