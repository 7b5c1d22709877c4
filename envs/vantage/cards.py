"""Vantage's card table as constants for kernels."""

from __future__ import annotations

import numpy as np

from ..core.tables import read_table

#: The abilities; a kind's entry in ``ABILITY_OF`` is the index here.
ABILITIES = (
    "SPY",
    "HACKER",
    "DESTROYER",
    "DUPLICATE",
    "COURIER",
    "THIEF",
    "SABOTEUR",
    "OVERCLOCK",
    "SALVAGER",
    "FORGER",
    "SHIELD",
    "REPAIR",
    "SWAPPER",
)
(
    SPY,
    HACKER,
    DESTROYER,
    DUPLICATE,
    COURIER,
    THIEF,
    SABOTEUR,
    OVERCLOCK,
    SALVAGER,
    FORGER,
    SHIELD,
    REPAIR,
    SWAPPER,
) = range(len(ABILITIES))

#: One entry a kind, in the order of the table: four colours of nine numbers each.
CARDS: tuple[dict[str, object], ...] = tuple(read_table(__file__, "cards"))
NUM_KINDS = len(CARDS)
NUM_COLOURS = 4
NUM_NUMBERS = NUM_KINDS // NUM_COLOURS
IDS = tuple(str(card["id"]) for card in CARDS)


def _column(name: str) -> np.ndarray:
    return np.array([card[name] for card in CARDS], np.int64)


#: By kind: int64 ``[36]``.
NUMBER_OF = _column("number")
COPIES_OF = _column("copies")
AMOUNT_OF = _column("amount")
ABILITY_OF = np.array([ABILITIES.index(str(card["ability"])) for card in CARDS], np.int64)

NUM_CARDS = int(COPIES_OF.sum())
#: Single cards 0 … 119 lie sorted by kind: the kind of each, and where each kind starts.
KIND_OF_CARD = np.repeat(np.arange(NUM_KINDS), COPIES_OF)
FIRST_CARD = np.concatenate([[0], COPIES_OF.cumsum()[:-1]])

# The kernels find the cards of a number at every NUM_NUMBERS-th kind.
assert all(NUMBER_OF[kind] == kind % NUM_NUMBERS + 1 for kind in range(NUM_KINDS))
