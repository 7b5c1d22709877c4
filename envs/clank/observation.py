"""What a seat of Clank! knows, as numbers: own things first, then the other seats' clockwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import Record, kernel, whole
from ..core.layout import ObservationLayout, Segment
from ..core.records import write_counts
from ..core.seats import clockwise
from ..core.tables import constant
from .dragon import num_draws
from .dungeon import tile_at
from .state import (
    DRAGON_CUBES,
    MAX_HEALTH,
    MAX_SEATS,
    PHASES,
    ROW,
    SEAT_BITS,
    SKILL_CUBES,
    STATUSES,
    SUPPLY,
    ClankOptions,
)
from .tables import (
    CARD_POINTS,
    CARDS,
    CUP,
    DRAGON_CARDS,
    EVENT_DRAW,
    EVENT_HEAL,
    EVENT_MOVES,
    EVENT_NOISE,
    EVENT_QUIET,
    EVENT_TOKENS,
    EXPLORE_SYMBOL,
    FIRST_OF_MARKET,
    MARKET,
    MARKET_COPIES,
    MARKET_SIZE,
    MONSTER_DAMAGE,
    MONSTER_POINTS,
    MONSTER_POWER,
    NUM_CARDS,
    NUM_DRAGON_CARDS,
    NUM_MARKET,
    NUM_TILES,
    NUM_TREASURES,
    REWARD_COST,
    REWARD_TOKENS,
    STARTING_COPIES,
    STARTING_DECK,
    TILES,
    TREASURE_COPIES,
    TREASURE_POINTS,
    TREASURE_SIZE,
    TREASURES,
)

NUM_PHASES, NUM_STATUSES = len(PHASES), len(STATUSES)

#: Pools and tokens up to here stand in a number of their own, which networks are shown step by step; more in another.
STEPWISE = 16
POOLS = ("attack", "buy", "extra moves")
NUM_POOLS = len(POOLS)
# More than these nobody can come to: 96 attack or 90 buy from all cards there are, and tokens by turn (see
# `max_game_length`): 30 from cards, one an entry, two a monster of 12, and one a cube.
_MOST_POOLED = 100
_MOST_TOKENS = 100
_MOST_CARDS = STARTING_DECK + MARKET_SIZE
#: By-seat segments of single numbers before the statuses; `write_seat` writes them in this order.
_BY_SEAT = 15

_FLAGS = ("revealed", "explore", "noise", "heal", "token", "quiet", "draw", "extra move")
_MONSTER = ("power", "damage", "tokens", "free card")
NUM_FLAGS, NUM_MONSTER = len(_FLAGS), len(_MONSTER)


def _rows_of_tiles() -> tuple[Any, Any]:
    """What observations say of a tile: flags ``[1 + tile, 8]``, and its monster ``[1 + tile, 4]``."""
    revealed = np.arange(NUM_TILES + 1) > 0
    events = (EVENT_NOISE, EVENT_HEAL, EVENT_TOKENS, EVENT_QUIET, EVENT_DRAW, EVENT_MOVES)
    flags = np.stack([revealed, EXPLORE_SYMBOL > 0, *(event > 0 for event in events)], axis=1)
    monsters = np.stack([MONSTER_POWER, MONSTER_DAMAGE, REWARD_TOKENS, REWARD_COST], axis=1)
    return constant(flags, np.int8), constant(monsters, np.int8)


_FLAGS_OF, _MONSTER_OF = _rows_of_tiles()


def layout(options: ClankOptions) -> ObservationLayout:
    """The segments of an observation under `options`."""
    n, length = options.num_players, options.path_length
    seats = ("own", *(f"seat +{distance}" for distance in range(1, n)))
    copies = float(max(STARTING_COPIES.max(), MARKET_COPIES.max()))
    treasure_points = float((TREASURE_COPIES * TREASURE_POINTS).sum())
    card_points = float((MARKET_COPIES * CARD_POINTS[FIRST_OF_MARKET:]).sum())

    def by_seat(name: str, meaning: str, high: float) -> Segment:
        return Segment(name, (n,), meaning, high=high, labels=seats)

    def one(name: str, meaning: str, high: float) -> Segment:
        return Segment(name, (1,), meaning, high=high)

    def cards_by_seat(name: str, meaning: str) -> Segment:
        return Segment(name, (n, NUM_CARDS), f"{meaning}, a row a seat", high=copies, labels=CARDS)

    return ObservationLayout(
        [
            Segment("to_act", (n,), "seat to act", one_hot=True, labels=seats),
            Segment("phase", (NUM_PHASES,), "what is chosen", one_hot=True, labels=PHASES),
            Segment("paying_for", (2,), "what a payment is for", one_hot=True, labels=("deck", "cup")),
            one("free_cost", "highest cost of the card that a reward offers", float(REWARD_COST.max())),
            Segment("pools", (NUM_POOLS,), f"of the seat to act, up to {STEPWISE}", high=STEPWISE, labels=POOLS),
            Segment("more_pools", (NUM_POOLS,), f"beyond {STEPWISE}", high=_MOST_POOLED, labels=POOLS),
            one("ward", "1 if a Ward Charm works this turn", 1),
            one("cup_works", "1 once the Cup works for its holder", 1),
            one("began_on_exit", "1 if the seat to act began this turn on the Exit", 1),
            one("draws", "cubes that the seat to act draws at the end of the turn", options.draws + 2),
            Segment("turns", (1,), "turns completed, as a share of max_turns", scale=float(options.max_turns)),
            one("dragon_revealed", "dragon cards revealed", options.dragon_limit),
            Segment("dragon_left", (NUM_DRAGON_CARDS,), "1 for those not revealed", labels=DRAGON_CARDS),
            one("skill_cubes", "skill cubes in the bag", max(1, n * options.skill_cubes_per_player)),
            one("dragon_cubes", "dragon cubes in the bag", options.dragon_cubes + 1),
            by_seat("health", "health", MAX_HEALTH),
            by_seat("position", "tile the pawn stands on, 0 for the Exit", length),
            by_seat("noise", "own noise cubes in the bag", SUPPLY),
            by_seat("supply", "own noise cubes outside the bag", SUPPLY),
            by_seat("tokens", f"skill tokens, up to {STEPWISE}", STEPWISE),
            by_seat("more_tokens", f"skill tokens beyond {STEPWISE}", _MOST_TOKENS * options.max_turns),
            by_seat("left_exit", "1 once the pawn has left the Exit", 1),
            by_seat("fought", "1 if the monster was tried since the pawn came in", 1),
            by_seat("cave_in", "cards that the next hand is short of", 1),
            by_seat("treasure_points", "points of treasures", treasure_points),
            by_seat("card_points", "points of own cards", card_points),
            by_seat("monster_points", "points of monsters", float(MONSTER_POINTS.sum())),
            by_seat("hand_size", f"cards in hand, up to {STEPWISE}", STEPWISE),
            by_seat("deck_size", "cards in the deck", _MOST_CARDS),
            by_seat("discard_size", "cards in the discard pile", _MOST_CARDS),
            Segment("status", (n, NUM_STATUSES), "in the game or out", one_hot=True, labels=STATUSES),
            Segment(
                "treasures",
                (n, NUM_TREASURES),
                "treasures taken, a row a seat",
                high=float(TREASURE_COPIES.max()),
                labels=TREASURES,
            ),
            cards_by_seat("held", "hand and deck together"),
            cards_by_seat("known", "cards of the hand that everybody knows"),
            cards_by_seat("discard", "discard piles"),
            Segment("hand", (NUM_CARDS,), "own hand", high=copies, labels=CARDS),
            Segment("played", (NUM_CARDS,), "cards played by the seat to act this turn", high=copies, labels=CARDS),
            Segment(
                "market_row", (NUM_MARKET,), "face-up market cards", high=float(MARKET_COPIES.max()), labels=MARKET
            ),
            Segment(
                "market_deck",
                (NUM_MARKET,),
                "cards in the market deck",
                high=float(MARKET_COPIES.max()),
                labels=MARKET,
            ),
            one("row_size", "face-up market cards", ROW),
            one("market_left", "cards in the market deck", MARKET_SIZE),
            Segment(
                "treasure_deck",
                (NUM_TREASURES,),
                "treasures in the deck, the face-up one included; the Cup on its tile",
                high=float(TREASURE_COPIES.max()),
                labels=TREASURES,
            ),
            Segment("treasure_top", (CUP,), "the face-up treasure", one_hot=True, labels=TREASURES[:CUP]),
            one("treasures_left", "cards in the treasure deck", TREASURE_SIZE),
            Segment("tiles_left", (NUM_TILES,), "1 for tiles that are not revealed", labels=TILES),
            Segment("here", (NUM_FLAGS,), "the tile of the own pawn; zeros on the Exit", labels=_FLAGS),
            Segment("monster_here", (NUM_MONSTER,), "its undefeated monster", high=8, labels=_MONSTER),
            Segment("path", (length, NUM_FLAGS), "the tiles from the Exit on, a row a tile", labels=_FLAGS),
            Segment(
                "monsters", (length, NUM_MONSTER), "their undefeated monsters, a row a tile", high=8, labels=_MONSTER
            ),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes what `player` knows, in the order of :func:`layout`; `out` arrives zeroed."""
    player &= SEAT_BITS
    n = whole(s.num_players) & (MAX_SEATS | SEAT_BITS)
    actor = whole(s.to_act) & SEAT_BITS
    out[actor - player + n * (actor < player) & SEAT_BITS] = 1
    at = write_turn(s, actor, out, n)
    seat = player
    for distance in range(n):
        write_seat(s, seat, n, distance & SEAT_BITS, out, at)
        seat = clockwise(s, seat, 1)
    at += n * (_BY_SEAT + NUM_STATUSES + NUM_TREASURES + 3 * NUM_CARDS)
    write_counts(s.hand, player * NUM_CARDS, NUM_CARDS, out, at)
    write_counts(s.played, actor * NUM_CARDS, NUM_CARDS, out, at + NUM_CARDS)
    write_table(s, player, out, at + 2 * NUM_CARDS)


@kernel
def write_turn(s: Record, actor: int, out: Any, at: int) -> int:
    """Writes the state of the turn, the dragon and the bag; returns the end."""
    out[at + (s.phase & 3)] = 1
    at += NUM_PHASES
    if s.exploring > 0:
        out[at + max(whole(s.exploring) - 1, 0)] = 1
    out[at + 2] = s.free_cost
    at += 3
    attack = min(whole(s.attack), STEPWISE)
    buy = min(whole(s.buy), STEPWISE)
    moves = min(whole(s.extra_moves), STEPWISE)
    out[at] = attack
    out[at + 1] = buy
    out[at + 2] = moves
    out[at + 3] = s.attack - attack
    out[at + 4] = s.buy - buy
    out[at + 5] = s.extra_moves - moves
    out[at + 6] = s.ward
    out[at + 7] = s.cup_works
    out[at + 8] = s.began_on_exit
    out[at + 9] = num_draws(s, actor)
    out[at + 10] = np.float32(s.turns) / np.float32(s.options.max_turns)
    out[at + 11] = s.dragon_revealed
    write_counts(s.dragon_left, 0, NUM_DRAGON_CARDS, out, at + 12)
    at += 12 + NUM_DRAGON_CARDS
    out[at] = s.bag[SKILL_CUBES]
    out[at + 1] = s.bag[DRAGON_CUBES]
    return at + 2


@kernel
def write_seat(s: Record, seat: int, n: int, distance: int, out: Any, at: int) -> None:
    """Writes what all know of `seat`, which sits `distance` clockwise from the observer."""
    to = at + distance
    tokens = min(whole(s.tokens[seat]), STEPWISE)
    out[to] = s.health[seat]
    out[to + n] = s.position[seat]
    out[to + 2 * n] = s.bag[seat]
    out[to + 3 * n] = s.supply[seat]
    out[to + 4 * n] = tokens
    out[to + 5 * n] = s.tokens[seat] - tokens
    out[to + 6 * n] = s.left_exit[seat]
    out[to + 7 * n] = s.fought[seat]
    out[to + 8 * n] = s.cave_in[seat]
    out[to + 9 * n] = s.treasure_points[seat]
    out[to + 10 * n] = s.card_points[seat]
    out[to + 11 * n] = s.monster_points[seat]
    out[to + 12 * n] = min(whole(s.hand_size[seat]), STEPWISE)
    out[to + 13 * n] = s.deck_size[seat]
    out[to + 14 * n] = s.discard_size[seat]
    at += _BY_SEAT * n
    out[at + distance * NUM_STATUSES + (s.status[seat] & 3)] = 1
    at += n * NUM_STATUSES
    write_counts(s.treasures, seat * NUM_TREASURES, NUM_TREASURES, out, at + distance * NUM_TREASURES)
    at += n * NUM_TREASURES + distance * NUM_CARDS
    write_counts(s.held, seat * NUM_CARDS, NUM_CARDS, out, at)
    write_counts(s.known, seat * NUM_CARDS, NUM_CARDS, out, at + n * NUM_CARDS)
    write_counts(s.discard, seat * NUM_CARDS, NUM_CARDS, out, at + 2 * n * NUM_CARDS)


@kernel
def write_table(s: Record, player: int, out: Any, at: int) -> None:
    """Writes the market, the treasure deck and the path."""
    write_counts(s.market_row, 0, NUM_MARKET, out, at)
    write_counts(s.market_deck, 0, NUM_MARKET, out, at + NUM_MARKET)
    at += 2 * NUM_MARKET
    out[at] = s.row_size
    out[at + 1] = s.market_left
    at += 2
    write_counts(s.treasure_deck, 0, NUM_TREASURES, out, at)
    if s.treasure_top > 0:
        out[at + NUM_TREASURES + max(whole(s.treasure_top) - 1, 0)] = 1
    out[at + NUM_TREASURES + CUP] = s.treasures_left
    at += NUM_TREASURES + CUP + 1
    write_counts(s.tiles_left, 0, NUM_TILES, out, at)
    at += NUM_TILES
    position = whole(s.position[player])
    write_tile(s, tile_at(s, position), max(position - 1, 0), out, at, at + NUM_FLAGS)
    at += NUM_FLAGS + NUM_MONSTER
    monsters = at + s.options.path_length * NUM_FLAGS
    for place in range(s.revealed):
        write_tile(s, whole(s.path[place]), place, out, at + place * NUM_FLAGS, monsters + place * NUM_MONSTER)


@kernel
def write_tile(s: Record, tile: int, place: int, out: Any, flags: int, monster: int) -> None:
    """Writes what is on a tile (1 + its number, 0 for none) at its place on the path."""
    write_counts(_FLAGS_OF, tile * NUM_FLAGS, NUM_FLAGS, out, flags)
    alive = tile * (s.defeated[place] == 0)
    write_counts(_MONSTER_OF, alive * NUM_MONSTER, NUM_MONSTER, out, monster)
