"""Words that several games' descriptions share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def counted(names: Iterable[str], counts: Iterable[Any]) -> str:
    """The things that there are, with their number where it is not one: ``2 Lantern, Runner``; else ``none``."""
    words = [name if count == 1 else f"{count} {name}" for name, count in zip(names, counts, strict=True) if count]
    return ", ".join(words) or "none"


def winners(s: Any, num_players: int, called: str = "player") -> str:
    """The seats with the highest return in a finished game: ``player 0 and player 2``."""
    returns = s["returns"][:num_players]
    return " and ".join(f"{called} {seat}" for seat in range(num_players) if returns[seat] == returns.max())


def deck_lines(s: Any, seat: int, cards: Sequence[str], seen: bool) -> list[str]:
    """Hand, deck and discard pile of a seat of a deck builder (see :mod:`.decks`).

    Args:
        s: one record.
        seat: whose cards.
        cards: names of the kinds.
        seen: whether the hand is shown, or what all know of it.
    """
    hand, held, known = (s[name][seat] for name in ("hand", "held", "known"))
    if seen:
        shown = f"; known to all: {counted(cards, known)}" if known.any() else ""
        lines = [f"hand: {counted(cards, hand)}{shown}", f"deck: {counted(cards, held - hand)}"]
    else:
        lines = [f"hand: {s['hand_size'][seat]} cards, of which are known: {counted(cards, known)}"]
        lines.append(f"hand and deck: {counted(cards, held)}")
    return [*lines, f"discard pile: {counted(cards, s['discard'][seat])}"]
