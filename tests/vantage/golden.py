"""Whole games of Vantage as text: what was played, what it did to hands, areas and pile, what could be played next.

`python -m tests.vantage.golden` writes the files anew. Do that only after a change of the rules that is meant, and read
the difference against the rule book before committing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from ludarium.envs.core.schema import States
from ludarium.envs.vantage.cards import IDS
from ludarium.envs.vantage.state import PHASES, SCHEMA
from tests import golden

FOLDER = Path(__file__).with_name("golden")

#: Name of the file: the game string, the seed, and the actions.
GAMES: dict[str, tuple[str, int, str]] = {
    # All thirteen abilities; who reaches the target wins at once.
    "two": (
        "vantage",
        202,
        "ability VY5, ability VR3, ability VG4, ability VY1, choose VG6, ability VB5, opponent 1, ability VB1, "
        "opponent 1, score VB4, exchange VR1, score VB5, score VG1, ability VG2, ability VR4, opponent 1, ability VB2, "
        "choose VY4, ability VY3, choose VG1, ability VB6, opponent 1, choose VG1, choose VB5, score VR2, ability VY2, "
        "choose VY8, choose VB1, score VY3, ability VG5, choose VB2, score VR9",
    ),
    # All thirteen abilities; player 1 reaches the target, the round is played out, and player 2 wins it.
    "three": (
        "vantage:num_players=3,end_rule=finish_round",
        412,
        "score VY5, score VY1, score VY3, ability VG2, score VR5, exchange VB6, ability VR2, opponent 2, exchange "
        "VG1, ability VB1, opponent 2, ability VB3, opponent 2, ability VY2, stop, score VR2, ability VR5, choose "
        "VG1, ability VY3, choose VR1, ability VY4, ability VB6, opponent 1, choose VR5, choose VY5, ability VR6, "
        "opponent 2, choose VR5, score VB8, ability VG3, choose VB6, score VR4, ability VY1, choose VG1, score VY6, "
        "score VB2, ability VG4, exchange VR2, score VY3, score VR7",
    ),
    # All but SABOTEUR; DUPLICATE on a THIEF with two victims.
    "four": (
        "vantage:num_players=4",
        185,
        "ability VG4, score VR3, ability VY4, score VR6, ability VB5, opponent 1, ability VR5, choose VR1, "
        "ability VB1, opponent 3, score VY2, exchange VG2, score VR6, ability VY1, choose VB4, opponent 2, opponent 1, "
        "ability VG2, score VB1, ability VY3, choose VY2, ability VY2, choose VB3, choose VB1, ability VR1, "
        "opponent 1, choose VB1, ability VB6, ability VG3, choose VR5, score VR4, score VG4, exchange VY4, score VG7",
    ),
    # All thirteen abilities, DUPLICATE on a SPY; the last seat reaches the target, so that no turn is left.
    "four_round": (
        "vantage:num_players=4,target_score=8,end_rule=finish_round",
        28,
        "ability VR2, opponent 3, score VR3, ability VB3, opponent 2, ability VB6, ability VG2, ability VG5, "
        "choose VB6, ability VR5, choose VB2, ability VY1, choose VB8, opponent 3, opponent 1, ability VG4, "
        "ability VY5, ability VY2, choose VB2, stop, ability VY6, choose VB3, ability VB1, opponent 2, score VG1, "
        "ability VR1, opponent 3, choose VR3, score VR8",
    ),
}

_TOLD = ("hand", "hand_knowers", "hand_shuffle", "hand_size", "scored", "points", "pile", "pile_count", "pile_size")
_FOLLOWS = ("deck", "fresh", "older", "num_known", "known", "moves")  # from the rest
_CARDS = ("played", "copied", "their_card")


def text_of(name: str) -> str:
    """The game `name` played out, as its file should read."""
    string, seed, actions = GAMES[name]
    return golden.text_of("tests.vantage.golden", string, actions, seed=seed, told=changes)


def changes(before: States, after: States) -> Iterator[str]:
    """What has changed: hands, score areas and pile with what they hold now, the rest of the record as it is written.

    A card in hand is followed by who knows it beside its owner: ``VB3(0)`` is known to player 0, ``VB3(all)`` to all.
    """
    for seat in range(int(after["num_players"][0])):
        yield from _row(f"hand of player {seat}", _hand(before, seat), _hand(after, seat))
        points = f" ({after['points'][0, seat]} points)"
        yield from _row(f"score area of player {seat}", _area(before, seat), _area(after, seat), points)
    old, new = _pile(before), _pile(after)
    kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))
    yield from _row("discard pile", old[kept:], new[kept:], f" ({len(new)} cards)" if kept else "", whole=not kept)
    yield from golden.changes(before, after, {}, skipped=(*_TOLD, *_FOLLOWS, *_CARDS, "phase"))
    for field in _CARDS:
        if before[field][0] != after[field][0]:
            yield f"  {field}: {_card(before[field][0])} -> {_card(after[field][0])}"
    if before["phase"][0] != after["phase"][0]:
        yield f"  to be chosen: {PHASES[before['phase'][0]]} -> {PHASES[after['phase'][0]]}"


def _row(name: str, old: list[str], new: list[str], more: str = "", *, whole: bool = True) -> Iterator[str]:
    if old == new:
        return
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    signs = [f"- {card}" for card in gone.elements()] + [f"+ {card}" for card in come.elements()]
    yield f"  {name}: {' '.join(signs)}" + (f" = {' '.join(new) or 'nothing'}" if whole else "") + more


def _hand(states: States, seat: int) -> list[str]:
    cards = []
    for place in range(int(states["hand_size"][0, seat])):
        knowers, shuffle = int(states["hand_knowers"][0, seat, place]), int(states["hand_shuffle"][0, seat, place])
        others = [str(other) for other in range(SCHEMA.max_seats) if other != seat and knowers >> other & 1]
        known = "(all)" if shuffle == 0 else f"({','.join(others)})" if others else ""
        cards.append(_card(states["hand"][0, seat, place]) + known)
    return cards


def _area(states: States, seat: int) -> list[str]:
    return [card for kind, card in enumerate(IDS) for _ in range(states["scored"][0, seat, kind])]


def _pile(states: States) -> list[str]:
    return [_card(card) for card in states["pile"][0, : states["pile_size"][0]]]


def _card(written: int) -> str:
    return IDS[written - 1] if written else "none"


if __name__ == "__main__":
    golden.write(FOLDER, {name: text_of(name) for name in GAMES})
