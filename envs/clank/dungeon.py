"""Moving along the path, exploring for treasure, fighting (CLD4 to CLD6, CLD15 to CLD17)."""

from __future__ import annotations

from ..core.decks import draw_cards
from ..core.kernels import Record, kernel, seldom, whole
from ..core.rng import below, nth_card
from .cards import heal, make_noise, take_back_noise
from .scoring import finish, hurt
from .state import AFTER, CUP_ROOM, DRAGON_CUBES, INSIDE, PAYMENT, REWARD
from .tables import (
    COST,
    CUP,
    EVENT_DRAW,
    EVENT_HEAL,
    EVENT_MOVES,
    EVENT_NOISE,
    EVENT_QUIET,
    EVENT_TOKENS,
    EXPLORE_SYMBOL,
    MONSTER_DAMAGE,
    MONSTER_POINTS,
    MONSTER_POWER,
    NUM_MARKET,
    NUM_TILES,
    REWARD_COST,
    REWARD_TOKENS,
    TREASURE_COST,
    TREASURE_POINTS,
)

_REVEAL_NOISE, _EXPLORE_NOISE = 1, 1  # CLD4


@kernel
def tile_at(s: Record, position: int) -> int:
    """What lies at `position`: 1 + tile, 0 for the Exit or face-down."""
    return whole(s.path[max(position - 1, 0)]) * (position > 0)


@kernel
def monster_at(s: Record, position: int) -> int:
    """The tile (1 + its number) at `position` if an undefeated monster stands there, else 0."""
    tile = tile_at(s, position)
    alive = (s.defeated[max(position - 1, 0)] == 0) & (MONSTER_POWER[tile] > 0)
    return tile * alive


@kernel
def move(s: Record, seat: int, to: int) -> None:
    """Leaves the room and enters the next one, in the order of CLD15."""
    monster = monster_at(s, whole(s.position[seat]))
    if monster > 0:
        hurt(s, seat, MONSTER_DAMAGE[monster])  # CLD6
        if s.status[seat] != INSIDE:
            return
    s.position[seat] = to
    s.fought[seat] = 0
    if to > 0:
        s.left_exit[seat] = 1
        if to > s.revealed:
            reveal(s, to)
            make_noise(s, seat, _REVEAL_NOISE)
        event(s, seat, tile_at(s, to))


@kernel
def reveal(s: Record, position: int) -> None:
    """Turns up the next tile of the path (CL5): any of those not seen yet (CLD1)."""
    tile = min(nth_card(s.tiles_left, 0, NUM_TILES, below(s, NUM_TILES - s.revealed)), NUM_TILES - 1)
    s.tiles_left[tile] = 0
    s.path[max(position - 1, 0)] = 1 + tile
    s.revealed += 1


@kernel
def event(s: Record, seat: int, tile: int) -> None:
    """What happens at every entry (CLD15)."""
    make_noise(s, seat, EVENT_NOISE[tile])
    heal(s, seat, EVENT_HEAL[tile])
    s.tokens[seat] += EVENT_TOKENS[tile]
    take_back_noise(s, seat, EVENT_QUIET[tile])
    s.extra_moves += EVENT_MOVES[tile]
    if EVENT_DRAW[tile] > 0:
        draw_cards(s, seat, EVENT_DRAW[tile])


# --- treasure -------------------------------------------------------------------------------------------------------


@kernel
def treasure_on_offer(s: Record, exploring: int) -> int:
    """The kind of treasure that is explored for: the Cup, or the top of the deck."""
    return CUP if exploring == CUP_ROOM else max(whole(s.treasure_top) - 1, 0)


@kernel
def can_explore(s: Record, seat: int, exploring: int) -> bool:
    """Whether the room offers that treasure and the seat can pay for it (CLD1, CLD5)."""
    position = whole(s.position[seat])
    if exploring == CUP_ROOM:
        offered = (position == s.options.path_length) & (s.treasure_deck[CUP] > 0)
    else:
        offered = (EXPLORE_SYMBOL[tile_at(s, position)] > 0) & (s.treasure_top > 0)
    return offered & (whole(s.buy) + s.tokens[seat] >= TREASURE_COST[treasure_on_offer(s, exploring)])


@kernel
def fewest_tokens(s: Record, price: int) -> int:
    """Tokens that the buy gathered so far leaves to be paid."""
    return max(0, price - whole(s.buy))


@kernel
def most_tokens(s: Record, seat: int, price: int) -> int:
    """Tokens that can be paid."""
    return min(price, whole(s.tokens[seat]))


@kernel
def explore(s: Record, seat: int, exploring: int) -> None:
    """Asks how to pay where there is a choice (CLD17), else pays and takes the treasure."""
    price = TREASURE_COST[treasure_on_offer(s, exploring)]
    fewest = fewest_tokens(s, price)
    s.exploring = exploring
    if fewest < most_tokens(s, seat, price):
        s.phase = PAYMENT
    else:
        buy_treasure(s, seat, fewest)


@seldom
def buy_treasure(s: Record, seat: int, tokens: int) -> None:
    """Pays `tokens` and the rest in buy, and takes the treasure (CLD5, CLD17)."""
    exploring = whole(s.exploring)
    kind = treasure_on_offer(s, exploring)
    s.tokens[seat] -= tokens
    s.buy -= TREASURE_COST[kind] - tokens
    s.exploring = 0
    s.phase = AFTER
    make_noise(s, seat, _EXPLORE_NOISE)
    s.treasures[seat, kind] += 1
    s.treasure_points[seat] += TREASURE_POINTS[kind]
    if exploring == CUP_ROOM:
        s.treasure_deck[CUP] = 0
        s.bag[DRAGON_CUBES] += 1  # CLD8
    else:
        remove_top(s)
        if s.treasures_left == 0:
            finish(s)  # CLD23


@seldom
def remove_top(s: Record) -> None:
    """The face-up treasure leaves the deck, and the next one is turned up at once (CLD17)."""
    s.treasure_deck[max(whole(s.treasure_top) - 1, 0)] -= 1
    s.treasures_left -= 1
    turn_up_treasure(s)


@kernel
def turn_up_treasure(s: Record) -> None:
    """Turns up a random card of the treasure deck, if one is left."""
    s.treasure_top = 0
    if s.treasures_left > 0:
        s.treasure_top = 1 + min(nth_card(s.treasure_deck, 0, CUP, below(s, s.treasures_left)), CUP - 1)


# --- monsters -------------------------------------------------------------------------------------------------------


@kernel
def fight(s: Record, seat: int) -> None:
    """One try at the monster of the room (CLD16)."""
    position = max(whole(s.position[seat]) - 1, 0)
    tile = whole(s.path[position])
    s.fought[seat] = 1
    if s.attack < MONSTER_POWER[tile]:
        s.attack = 0
        hurt(s, seat, MONSTER_DAMAGE[tile])
        return
    s.attack -= MONSTER_POWER[tile]
    s.defeated[position] = 1
    s.monster_points[seat] += MONSTER_POINTS[tile]
    s.tokens[seat] += REWARD_TOKENS[tile]
    if REWARD_COST[tile] > 0 and row_offers(s, REWARD_COST[tile]):
        s.free_cost = REWARD_COST[tile]
        s.phase = REWARD


@kernel
def row_offers(s: Record, cost: int) -> bool:
    """Whether a face-up market card costs no more than `cost`."""
    found = False
    for kind in range(NUM_MARKET):
        found |= (s.market_row[kind] > 0) & (COST[kind] <= cost)
    return found
