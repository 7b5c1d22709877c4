"""The cubes drawn at the end of a turn and the dragon's cards (CLD7, CLD8, CLD19, CLD20)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, nth_card
from ..core.seats import clockwise
from .cards import make_noise, take_back_noise
from .dungeon import remove_top
from .scoring import finish, hurt
from .state import DRAGON_CUBES, INSIDE, MAX_SEATS, SKILL_CUBES, SUPPLY
from .tables import (
    CAVE_IN,
    CLAW_SWEEP,
    CUP,
    EMBER_BREATH,
    FURY,
    GREED,
    HOARD_SHIFT,
    NUM_DRAGON_CARDS,
    NUM_TREASURES,
    ROAR,
    TAIL_LASH,
    THICK_SMOKE,
    WALL_OF_FLAME,
)

# Drawn cubes of one owner are counted in so many bits of a number: at most 30 of them are in the bag.
_BITS, _COUNT = 5, 31
_DEEP = 3  # D8: tiles from the Exit
_SHIFTED = 2  # D9: treasures


@kernel
def has_cup(s: Record, seat: int) -> int:
    """1 for the holder of the Cup, once it works."""
    return whole(s.treasures[seat, CUP]) * s.cup_works


@kernel
def num_draws(s: Record, seat: int) -> int:
    """Cubes that `seat` draws at the end of a turn: Fury (D10) and the Cup (CLD8) are one more each."""
    return whole(s.options.draws) + (s.dragon_left[FURY] == 0) + has_cup(s, seat)


@seldom
def draw_cubes(s: Record, seat: int) -> None:
    """Step (1) of the end of a turn (CLD19). What a death or the end leaves unresolved goes back into the bag."""
    left = whole(0)
    for place in range(MAX_SEATS + 2):
        left += s.bag[place]
    noise = whole(0)
    skill = 0
    dragon = 0
    for _ in range(min(num_draws(s, seat), left)):
        number = below(s, left)
        left -= 1
        owner = owner_of_cube(s, seat, number)
        if owner < SKILL_CUBES:
            noise += 1 << _BITS * owner
        else:
            skill += owner == SKILL_CUBES
            dragon += owner == DRAGON_CUBES
        s.bag[owner] -= 1
    if noise > 0:
        resolve_noise(s, seat, noise)
    if s.status[seat] == INSIDE:
        s.tokens[seat] += skill
        skill = 0
        for _ in range(dragon):
            if s.terminated or s.status[seat] != INSIDE:
                break  # CLD22, CLD23
            reveal_dragon_card(s, seat)
    s.bag[SKILL_CUBES] += skill
    s.bag[DRAGON_CUBES] += dragon


@kernel
def owner_of_cube(s: Record, seat: int, number: int) -> int:
    """Where in the field `bag` the `number`-th cube is counted, own noise first, then the others' clockwise."""
    found = -1
    owner = seat
    for _ in range(s.num_players):
        if found < 0:
            if number < s.bag[owner]:
                found = owner
            number -= s.bag[owner]
        owner = clockwise(s, owner, 1)
    if found < 0:
        found = SKILL_CUBES if number < s.bag[SKILL_CUBES] else DRAGON_CUBES
    return found


@kernel
def resolve_noise(s: Record, seat: int, noise: int) -> None:
    """All noise cubes hurt their owners at once and go home (CLD7); those of players who are out leave the game."""
    for owner in range(s.num_players):
        cubes = (noise >> _BITS * owner) & _COUNT
        if cubes > 0 and s.status[owner] == INSIDE:
            s.supply[owner] += cubes
            hurt(s, owner, cubes - ((owner == seat) & (s.ward > 0)))


@kernel
def reveal_dragon_card(s: Record, seat: int) -> None:
    """Reveals and resolves the next dragon card; the last one allowed ends the game instead (CLD7)."""
    left = NUM_DRAGON_CARDS - s.dragon_revealed
    card = min(nth_card(s.dragon_left, 0, NUM_DRAGON_CARDS, below(s, left)), NUM_DRAGON_CARDS - 1)
    s.dragon_left[card] = 0
    s.dragon_revealed += 1
    if s.dragon_revealed >= s.options.dragon_limit:
        finish(s)
        return
    if card == HOARD_SHIFT:
        for _ in range(_SHIFTED):
            if s.treasures_left > 0:
                remove_top(s)
        if s.treasures_left == 0:
            finish(s)
        return
    most = most_concerned(s, card)
    for player in range(s.num_players):
        if s.status[player] == INSIDE:
            concern = concern_of(s, card, player)
            if card == ROAR:
                make_noise(s, player, 1)
            elif card == CAVE_IN:
                s.cave_in[player] += 1
            elif concern > 0 and concern == most:
                damage = 1 if card in (EMBER_BREATH, WALL_OF_FLAME) else 2
                hurt(s, player, damage + has_cup(s, player))  # CLD8
        if card == THICK_SMOKE:
            take_back_noise(s, player, SUPPLY)


@kernel
def concern_of(s: Record, card: int, player: int) -> int:
    """How much a card that hurts concerns a player: it hurts those whom it concerns most, if at all."""
    if card == EMBER_BREATH:
        return s.position[player] > 0
    if card == CLAW_SWEEP:
        return s.bag[player]
    if card == TAIL_LASH:
        return 1 + whole(s.position[player])  # the Exit counts as a tile (CLD20)
    if card == WALL_OF_FLAME:
        return s.position[player] >= _DEEP
    treasures = whole(0)
    for kind in range(NUM_TREASURES):
        treasures += s.treasures[player, kind]
    return treasures * (card == GREED)


@kernel
def most_concerned(s: Record, card: int) -> int:
    """The highest concern among the players still in the game (CLD20)."""
    most = whole(0)
    for player in range(s.num_players):
        if s.status[player] == INSIDE:
            most = max(most, whole(concern_of(s, card, player)))
    return most
