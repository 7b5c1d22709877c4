"""Cards and cubes: what a card does when played, clean-up, the market row, noise (CL7, CL9, CLD3, CLD18, CLD24)."""

from __future__ import annotations

from ..core.decks import draw_cards, leave_hand
from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, nth_card
from .state import HAND, MAX_HEALTH, ROW
from .tables import (
    ATTACK_OF,
    BUY_OF,
    CARD_POINTS,
    DRAW_OF,
    FIRST_OF_MARKET,
    HEAL_OF,
    MOVE_OF,
    NOISE_OF,
    NUM_CARDS,
    NUM_MARKET,
    QUIET_OF,
    SKILL_OF,
)

# --- noise and health -----------------------------------------------------------------------------------------------


@kernel
def make_noise(s: Record, seat: int, cubes: int) -> None:
    """Noise cubes from the supply into the bag (CL7), as far as the supply reaches (CLD18)."""
    moved = min(cubes, whole(s.supply[seat]))
    s.supply[seat] -= moved
    s.bag[seat] += moved


@kernel
def take_back_noise(s: Record, seat: int, cubes: int) -> None:
    """Own noise cubes back out of the bag, as far as there are any (CLD18)."""
    moved = min(cubes, whole(s.bag[seat]))
    s.bag[seat] -= moved
    s.supply[seat] += moved


@kernel
def heal(s: Record, seat: int, amount: int) -> None:
    """Health, up to 10 (CL13)."""
    s.health[seat] = min(MAX_HEALTH, whole(s.health[seat]) + amount)


# --- cards ----------------------------------------------------------------------------------------------------------


@kernel
def play_card(s: Record, seat: int, kind: int) -> None:
    """Does what the card prints (CLD12); it lies before the player until clean-up."""
    leave_hand(s, seat, kind)
    s.played[seat, kind] += 1
    s.attack += ATTACK_OF[kind]
    s.buy += BUY_OF[kind]
    s.extra_moves += MOVE_OF[kind]
    s.tokens[seat] += SKILL_OF[kind]
    heal(s, seat, HEAL_OF[kind])
    make_noise(s, seat, NOISE_OF[kind])
    take_back_noise(s, seat, QUIET_OF[kind])
    if DRAW_OF[kind] > 0:
        draw_cards(s, seat, DRAW_OF[kind])


@kernel
def take_from_discard(s: Record, seat: int, kind: int) -> None:
    """A card of the open discard pile into the hand (CLD14), which everybody sees."""
    s.discard[seat, kind] -= 1
    s.discard_size[seat] -= 1
    s.hand[seat, kind] += 1
    s.held[seat, kind] += 1
    s.known[seat, kind] += 1
    s.hand_size[seat] += 1


@kernel
def clean_up(s: Record, seat: int) -> None:
    """Cards played and cards left in hand go to the discard pile; a new hand is drawn (CL9)."""
    for kind in range(NUM_CARDS):
        in_hand = s.hand[seat, kind]
        s.discard[seat, kind] += s.played[seat, kind] + in_hand
        s.held[seat, kind] -= in_hand
        s.hand[seat, kind] = 0
        s.known[seat, kind] = 0
        s.discard_size[seat] += s.played[seat, kind] + in_hand
        s.played[seat, kind] = 0
    s.hand_size[seat] = 0
    cards = HAND - whole(s.cave_in[seat])
    s.cave_in[seat] = 0
    draw_cards(s, seat, cards)


# --- the market -----------------------------------------------------------------------------------------------------


@seldom
def refill_row(s: Record) -> None:
    """Fills the market row from the deck, as far as it reaches (CLD3)."""
    for _ in range(min(ROW - s.row_size, whole(s.market_left))):
        kind = min(nth_card(s.market_deck, 0, NUM_MARKET, below(s, s.market_left)), NUM_MARKET - 1)
        s.market_deck[kind] -= 1
        s.market_left -= 1
        s.market_row[kind] += 1
        s.row_size += 1


@kernel
def gain_from_row(s: Record, seat: int, kind: int) -> None:
    """A card of the row goes to the seat's discard pile (CL6); its place stays empty until the refill (CLD18)."""
    s.market_row[kind] -= 1
    s.row_size -= 1
    s.discard[seat, FIRST_OF_MARKET + kind] += 1
    s.discard_size[seat] += 1
    s.card_points[seat] += CARD_POINTS[FIRST_OF_MARKET + kind]
