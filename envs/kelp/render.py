"""Kelp in words: the board with letters, the hands, and what the seat in question knows of the log."""

from __future__ import annotations

from typing import Any

import numpy as np

from .state import BY_ATTACK, DIRECTIONS, MAX_TURNS, KelpOptions

SEATS = ("shark", "octopus")
EVERYTHING = -2  # the view of nobody at the table
_LETTERS = "NSEW"
_ENDS = ("", "an attack succeeded", "all cards are spent", "two passes in a row")


def describe(options: KelpOptions, s: Any, player: int) -> str:
    """One state as `player` (a seat, -1 for the public, -2 for everything) sees it; `s` is redacted accordingly."""
    open_table = options.reveal == "cards" or player == EVERYTHING
    seen = [seat for seat in range(2) if open_table or seat == player]
    lines = [_board(options, s, seen), ""]
    lines += [_hand(options, s, seat, seat in seen) for seat in range(2)]
    lines += _log(options, s, player)
    if s["terminated"]:
        returns = s["returns"]
        winner = "draw" if returns[0] == returns[1] else f"{SEATS[int(np.argmax(returns))]} wins"
        lines.append(f"over after {s['turns']} turns: {_ENDS[s['ended_by']]}, {winner}")
    else:
        lines.append(
            f"{SEATS[s['to_act']]} to {'guess' if s['guessing'] else 'move or attack'} (turn {s['turns'] + 1})"
        )
        for seat in range(2):
            if s["face_down"][seat] and player in (seat, EVERYTHING):
                lines.append(f"face down: {DIRECTIONS[s['face_down'][seat] - 1]}")
    return "\n".join(lines)


def _board(options: KelpOptions, s: Any, seen: list[int]) -> str:
    n = options.board_size
    cells = np.full((n, n), ".")
    cells[0, 0], cells[n - 1, n - 1] = "s", "o"  # start cells
    for seat in seen:
        cells[s["y"][seat], s["x"][seat]] = "SO"[seat]
    return "\n".join(" ".join(row) for row in cells)


def _cards(counts: Any) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip(_LETTERS, counts, strict=True))


def _hand(options: KelpOptions, s: Any, seat: int, seen: bool) -> str:
    moves = _cards(s["move_cards"][seat]) if seen else f"{s['cards_left'][seat]} unseen"
    guesses = f", guesses {_cards(s['guess_cards'][seat])}" if options.guess_pool == "separate" else ""
    where = f"at column {s['x'][seat]}, row {s['y'][seat]}" if seen else "position unknown"
    return f"{SEATS[seat]:<8}{where}; cards {moves}{guesses}; attacks {s['attacks'][seat]}"


def _log(options: KelpOptions, s: Any, player: int) -> list[str]:
    lines = []
    for turn in range(min(s["turns"], MAX_TURNS) if options.reveal == "outcome" else 0):
        mover = turn % 2
        kind = ("", "moved", "attacked", "passed")[s["log_kind"][turn]]
        if kind == "attacked" and not (s["ended_by"] == BY_ATTACK and turn == s["turns"] - 1):
            kind = "attacked in vain"
        text = f"turn {turn + 1}: {SEATS[mover]} {kind}"
        if s["log_guess"][turn]:
            text += f", guess {DIRECTIONS[s['log_guess'][turn] - 1]} {'right' if s['log_right'][turn] else 'wrong'}"
        if s["log_card"][mover, turn] and player in (mover, EVERYTHING):
            text += f" (card {DIRECTIONS[s['log_card'][mover, turn] - 1]})"
        lines.append(text)
    return lines
