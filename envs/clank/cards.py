"""Cards and cubes: hands, decks and discard piles, what a card does when played, the market row, noise."""

from __future__ import annotations

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


# --- hands ----------------------------------------------------------------------------------------------------------


@kernel
def random_of_deck(s: Record, seat: int, number: int) -> int:
    """The kind of the `number`-th card (from 0) of a seat's deck, which is what the seat holds but not in hand."""
    kind = 0
    left = number - (whole(s.held[seat, 0]) - s.hand[seat, 0])
    # Decks are mostly of the first kinds, so that to stop early is faster than to count on without a branch.
    while left >= 0 and kind < NUM_CARDS - 1:  # a record may hold fewer cards than it says
        kind += 1
        left -= whole(s.held[seat, kind]) - s.hand[seat, kind]
    return kind


@seldom
def draw_cards(s: Record, seat: int, cards: int) -> None:
    """Draws cards; an empty deck is rebuilt from the discard pile (CL9), and if that is empty too, nothing is drawn."""
    missing = cards
    while missing > 0:
        if s.deck_size[seat] == 0:
            if s.discard_size[seat] == 0:
                return  # CLD18
            for kind in range(NUM_CARDS):
                s.held[seat, kind] += s.discard[seat, kind]
                s.discard[seat, kind] = 0
            s.deck_size[seat] = s.discard_size[seat]
            s.discard_size[seat] = 0
        if s.deck_size[seat] > missing:
            s.hand[seat, random_of_deck(s, seat, below(s, s.deck_size[seat]))] += 1
            s.hand_size[seat] += 1
            s.deck_size[seat] -= 1
            missing -= 1
        else:
            for kind in range(NUM_CARDS):  # all that is held is in the hand, as everybody can work out (CLD24)
                s.hand[seat, kind] = s.held[seat, kind]
                s.known[seat, kind] = s.held[seat, kind]
            missing -= s.deck_size[seat]
            s.hand_size[seat] += s.deck_size[seat]
            s.deck_size[seat] = 0


@kernel
def leave_hand(s: Record, seat: int, kind: int) -> None:
    """Takes a card out of the hand: one that all know, where there is one of its kind (CLD24)."""
    s.hand[seat, kind] -= 1
    s.held[seat, kind] -= 1
    s.known[seat, kind] -= s.known[seat, kind] > 0
    s.hand_size[seat] -= 1


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
