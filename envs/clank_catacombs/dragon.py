"""The Row's refill and the dragon's attacks (CC24 to CC26, CC31, CCD21, CCD23, CCD24)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, nth_card
from ..core.seats import clockwise, num_inside
from .cubes import damage_of, make_clank
from .scoring import finish, knock_out_all
from .state import ALL_OUT, BAG_OUT, DECK_OUT, INSIDE, KNOCKED_OUT, ROW, SEAT_BITS
from .tables import ALL_CLANK, ARRIVAL, DANGER, DRAGON_BACK, HAS_DRAGON, HEALTH, NUM_DUNGEON, RAGE_DRAWS

# Drawn cubes of one owner are counted in so many bits of a number: at most 30 of them are in the bag.
_BITS, _COUNT = 5, 31
_BLACK_BACK = 3  # cubes that `dragon_back_3` puts into the bag
_DRAWS_OF_THE_OUT, _DRAWS_OF_TWO_PLAYERS = 4, 6  # CC31


@kernel
def num_draws(s: Record) -> int:
    """Cubes that an attack draws: the Rage number, and one for each Danger card of the Row (CC25, CCD23)."""
    draws = RAGE_DRAWS[min(max(whole(s.rage), 0), len(RAGE_DRAWS) - 1)]
    for slot in range(ROW):
        draws += DANGER[max(whole(s.row[slot]) - 1, 0)] * (s.row[slot] > 0)
    return draws


@seldom
def refill_row(s: Record) -> None:
    """Fills the Row slot by slot, each Arrive text at once, then at most one attack; or the deck ends the game."""
    dragon = 0
    for slot in range(ROW):
        if s.row[slot] == 0:
            if s.dungeon_left == 0:
                knock_out_all(s)
                finish(s, DECK_OUT)
                return
            kind = min(nth_card(s.dungeon_deck, 0, NUM_DUNGEON, below(s, s.dungeon_left)), NUM_DUNGEON - 1)
            s.dungeon_deck[kind] -= 1
            s.dungeon_left -= 1
            s.row[slot] = 1 + kind
            come_to_row(s, kind)
            dragon |= HAS_DRAGON[kind]
    if dragon > 0:
        attack(s, num_draws(s))


@kernel
def come_to_row(s: Record, kind: int) -> None:
    """The Arrive text of a card (CC43)."""
    if ARRIVAL[kind] == DRAGON_BACK:
        moved = min(_BLACK_BACK, whole(s.black_aside))
        s.black_aside -= moved
        s.black_bag += moved
    elif ARRIVAL[kind] == ALL_CLANK:
        for seat in range(s.num_players):
            if s.status[seat] == INSIDE:
                make_clank(s, seat, 1)


@seldom
def attack(s: Record, draws: int) -> None:
    """All cubes of the area into the bag, some out of it, damage to all at once; then what may end the game (CC25)."""
    left = whole(s.black_bag) + s.ghosts_bag + s.ghosts_area
    s.ghosts_bag += s.ghosts_area
    s.ghosts_area = 0
    for seat in range(s.num_players):
        s.bag[seat] += s.area[seat]
        s.area[seat] = 0
        left += s.bag[seat]
    drawn = whole(0)
    black = 0
    ghosts = 0
    in_bag = left
    for _ in range(min(draws, left)):
        number = below(s, in_bag)
        in_bag -= 1
        owner = owner_of_cube(s, number)
        if owner >= 0:
            drawn += 1 << _BITS * owner
            s.bag[owner] -= 1
        elif number < whole(s.black_bag):
            black += 1
            s.black_bag -= 1
        else:
            ghosts += 1
            s.ghosts_bag -= 1
    s.black_aside += black
    for seat in range(s.num_players):
        mark_damage(s, seat, (drawn >> _BITS * seat) & _COUNT, ghosts)
    for seat in range(s.num_players):
        if s.status[seat] == INSIDE and damage_of(s, seat) >= HEALTH:
            s.status[seat] = KNOCKED_OUT
    s.ghosts_area += ghosts
    if num_inside(s) == 0:
        finish(s, ALL_OUT)
    elif in_bag == 0:
        knock_out_all(s)
        finish(s, BAG_OUT)


@kernel
def owner_of_cube(s: Record, number: int) -> int:
    """The seat whose cube is the `number`-th in the bag; black cubes come first, then Ghosts, and are nobody's (-1).

    Cubes of the seat to act come next, then the others' clockwise, so that no seat is special.
    """
    owner = -1
    number -= whole(s.black_bag) + s.ghosts_bag
    seat = whole(s.to_act) & SEAT_BITS
    for _ in range(s.num_players):
        if 0 <= number < s.bag[seat]:
            owner = seat
        number -= s.bag[seat]
        seat = clockwise(s, seat, 1)
    return owner


@kernel
def mark_damage(s: Record, seat: int, own: int, ghosts: int) -> None:
    """Own cubes drawn, then Ghosts, on the health counter as far as it has space (CCD21)."""
    if s.status[seat] != INSIDE:
        s.gone[seat] += own  # CCD23
        return
    marked = min(own, HEALTH - damage_of(s, seat))
    s.hurt_own[seat] += marked
    s.gone[seat] += own - marked
    for _ in range(min(ghosts, HEALTH - damage_of(s, seat))):
        if s.supply[seat] > 0:
            s.supply[seat] -= 1
            s.hurt_own[seat] += 1
        elif s.black_aside > 0:
            s.black_aside -= 1
            s.hurt_black[seat] += 1
        else:
            s.hurt_marker[seat] += 1


@kernel
def attack_for_the_out(s: Record) -> None:
    """The turn of a player who is out (CC31, CCD24)."""
    attack(s, _DRAWS_OF_TWO_PLAYERS if s.num_players == 2 else _DRAWS_OF_THE_OUT)
