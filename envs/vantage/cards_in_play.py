"""Moving cards between deck, hands, score areas and discard pile, with what the seats know of them (V2, VD17–VD19)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, nth_card
from .cards import COPIES_OF, FIRST_CARD, KIND_OF_CARD, NUM_CARDS, NUM_COLOURS, NUM_KINDS, NUM_NUMBERS
from .state import EVERYBODY

# A single card of all is drawn and put back until one of the deck comes up, which takes one or two tries while the deck
# is deep; after that the deck is counted. A mixture of two uniform draws is uniform.
_TRIES = 6


@kernel
def random_card(s: Record) -> int:
    """The kind of a uniformly random card of the deck, which is not empty."""
    for _ in range(_TRIES):
        card = below(s, NUM_CARDS)
        kind = KIND_OF_CARD[card]
        if card - FIRST_CARD[kind] < s.deck[kind]:
            return kind
    # The last kind where a record holds fewer cards than it says.
    return min(nth_card(s.deck, 0, NUM_KINDS, below(s, s.deck_size)), NUM_KINDS - 1)


@seldom
def recycle(s: Record) -> None:
    """The discard pile becomes a new deck (V5, VD2); cards of the shuffle before are left in hands alone (VD17)."""
    for kind in range(NUM_KINDS):
        card = FIRST_CARD[kind]
        for _ in range(s.fresh[kind]):
            while card < NUM_CARDS - 1 and s.older[card] > 0:
                card += 1
            s.older[card] = s.shuffle
        s.fresh[kind] = s.pile_count[kind]
        s.deck[kind] = s.pile_count[kind]
        s.pile_count[kind] = 0
    for place in range(s.pile_size):
        s.pile[place] = 0
    s.deck_size = s.pile_size
    s.pile_size = 0
    s.shuffle += 1


@kernel
def add_to_hand(s: Record, seat: int, kind: int, knowers: int, shuffle: int) -> None:
    """Puts a card at the end of a hand; counting who knows it is the caller's business."""
    place = whole(s.hand_size[seat])
    s.hand[seat, place] = 1 + kind
    s.hand_knowers[seat, place] = knowers
    s.hand_shuffle[seat, place] = shuffle
    s.hand_size[seat] = place + 1


@kernel
def draw(s: Record, seat: int) -> bool:
    """Draws a card, from the recycled pile if need be; False if there is none anywhere (VD2)."""
    if s.deck_size == 0:
        if s.pile_size == 0:
            return False
        recycle(s)
    kind = random_card(s)
    s.deck[kind] -= 1
    s.deck_size -= 1
    add_to_hand(s, seat, kind, 1 << seat, s.shuffle)
    s.known[seat, seat, kind] += 1
    return True


@seldom
def take_from_hand(s: Record, seat: int, place: int) -> int:
    """Takes the card in `place` out of a hand for all to see; its kind."""
    kind = max(whole(s.hand[seat, place]) - 1, 0)
    shuffle = s.hand_shuffle[seat, place]
    if shuffle == s.shuffle:
        s.fresh[kind] -= 1
    elif shuffle > 0:
        card = FIRST_CARD[kind]
        while card < NUM_CARDS - 1 and s.older[card] != shuffle:
            card += 1
        s.older[card] = 0
    knowers = s.hand_knowers[seat, place]
    for other in range(s.num_players):
        knew = (knowers >> other) & 1
        s.num_known[seat, other] -= (other != seat) & knew
        s.known[seat, other, kind] -= knew
    last = s.hand_size[seat] - 1
    for i in range(place, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
        s.hand_knowers[seat, i] = s.hand_knowers[seat, i + 1]
        s.hand_shuffle[seat, i] = s.hand_shuffle[seat, i + 1]
    s.hand[seat, last] = 0
    s.hand_knowers[seat, last] = 0
    s.hand_shuffle[seat, last] = 0
    s.hand_size[seat] = last
    return kind


@kernel
def num_knowers(s: Record, seat: int, place: int) -> int:
    """How many seats know the card in `place`."""
    knowers = s.hand_knowers[seat, place]
    count = 0
    for other in range(s.num_players):
        count += (knowers >> other) & 1
    return count


@kernel
def place_that_leaves(s: Record, seat: int, kind: int) -> int:
    """Where the copy of `kind` is that leaves by choice: known to most, then held longest (VD19); `seat` has one."""
    best = -1
    most = 0
    left = s.known[seat, seat, kind]
    place = 0
    while left > 0 and place < s.hand_size[seat]:
        if s.hand[seat, place] == 1 + kind:
            left -= 1
            count = num_knowers(s, seat, place)
            if count > most:
                most = count
                best = place
        place += 1
    return best


@kernel
def discard(s: Record, kind: int) -> None:
    """Lays a card on top of the discard pile."""
    s.pile[s.pile_size] = 1 + kind
    s.pile_size += 1
    s.pile_count[kind] += 1


@seldom
def take_from_pile(s: Record, kind: int) -> None:
    """Takes the topmost card of `kind` out of the pile, where there is one; the rest keeps its order (VD17)."""
    top = s.pile_size - 1
    place = top
    while place > 0 and s.pile[place] != 1 + kind:
        place -= 1
    for i in range(place, top):
        s.pile[i] = s.pile[i + 1]
    s.pile[top] = 0
    s.pile_size = top
    s.pile_count[kind] -= 1


@kernel
def number_of(kind: int) -> int:
    """The number on a card."""
    return kind % NUM_NUMBERS + 1


@kernel
def lay_in_area(s: Record, seat: int, kind: int, change: int) -> None:
    """Adds a card to a score area (`change` 1) or takes one away (-1)."""
    s.scored[seat, kind] += change
    s.points[seat] += change * number_of(kind)


@kernel
def discard_older(s: Record, seat: int, kind: int) -> None:
    """Discards the cards that have the number of the new card `kind` in that area, lower id first (V8, VD16).

    The new card itself is not in the area yet.
    """
    number = kind % NUM_NUMBERS
    for colour in range(NUM_COLOURS):
        older = colour * NUM_NUMBERS + number
        while s.scored[seat, older] > 0:
            lay_in_area(s, seat, older, -1)
            discard(s, older)


@seldom
def deal(s: Record, cards_each: int) -> None:
    """A fresh deck of all cards (V2), `cards_each` of them to every seat."""
    for kind in range(NUM_KINDS):
        s.deck[kind] = COPIES_OF[kind]
        s.fresh[kind] = COPIES_OF[kind]
    s.deck_size = NUM_CARDS
    s.shuffle = 1
    for seat in range(s.num_players):
        for _ in range(cards_each):
            draw(s, seat)


@kernel
def knows(s: Record, player: int, seat: int, place: int) -> bool:
    """Whether `player` knows the card in `place` of the hand of `seat` (VD18)."""
    return (s.hand_knowers[seat, place] >> player) & 1 == 1


@seldom
def show_random(s: Record, player: int, seat: int, count: int) -> None:
    """Shows `player` up to `count` random cards of another hand that `player` does not know yet (VD18)."""
    for _ in range(min(count, s.hand_size[seat] - s.num_known[seat, player])):
        left = below(s, s.hand_size[seat] - s.num_known[seat, player])
        s.num_known[seat, player] += 1
        for place in range(s.hand_size[seat]):
            if not knows(s, player, seat, place):
                if left == 0:
                    s.hand_knowers[seat, place] |= 1 << player
                    s.known[seat, player, max(whole(s.hand[seat, place]) - 1, 0)] += 1
                    break
                left -= 1


@kernel
def take_into_hand_openly(s: Record, seat: int, kind: int) -> None:
    """A card that all have seen comes to a hand: known to all, and of no shuffle any more (VD18)."""
    add_to_hand(s, seat, kind, EVERYBODY, 0)
    for other in range(s.num_players):
        s.num_known[seat, other] += other != seat
        s.known[seat, other, kind] += 1
