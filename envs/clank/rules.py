"""The rules of Clank!, path edition, as kernels: setting up, what is legal, and what an action does.

Rule numbers (CL…) and decisions (CLD…) are those of the documentation page. Actions: see `actions.py`.
"""

from __future__ import annotations

from typing import Any

from ..core.decks import draw_cards
from ..core.kernels import Record, kernel, seldom, whole
from ..core.records import mark_present
from .actions import (
    BUY,
    DECLINE,
    END_TURN,
    ESCAPE,
    EXPLORE_CUP,
    EXPLORE_DECK,
    EXTRA_BACK,
    EXTRA_DEEPER,
    FIGHT,
    MOVE_BACK,
    MOVE_DEEPER,
    PAY,
    PLAY,
    REST,
    TAKE,
)
from .cards import gain_from_row, play_card, refill_row, take_from_discard
from .dragon import draw_cubes
from .dungeon import (
    buy_treasure,
    can_explore,
    explore,
    fewest_tokens,
    fight,
    monster_at,
    most_tokens,
    move,
    treasure_on_offer,
    turn_up_treasure,
)
from .state import (
    AFTER,
    BEFORE,
    CUP_ROOM,
    DECK,
    DRAGON_CUBES,
    ESCAPED,
    HAND,
    INSIDE,
    MAX_HEALTH,
    PAYMENT,
    REST_HEALTH,
    REWARD,
    SEAT_BITS,
    SKILL_CUBES,
    SUPPLY,
)
from .tables import (
    COST,
    FIRST_OF_MARKET,
    MARKET_COPIES,
    MARKET_SIZE,
    NUM_CARDS,
    NUM_DRAGON_CARDS,
    NUM_MARKET,
    NUM_TILES,
    NUM_TREASURES,
    STARTING_COPIES,
    STARTING_DECK,
    TREASURE_COPIES,
    TREASURE_COST,
    TREASURE_SIZE,
)
from .turns import begin_turn, close_turn


@seldom
def new(s: Record) -> None:
    """Everybody on the Exit with 10 health and 5 cards (CL2, CL3); market, treasure and bag; seat 0 begins."""
    for tile in range(NUM_TILES):
        s.tiles_left[tile] = 1
    for card in range(NUM_DRAGON_CARDS):
        s.dragon_left[card] = 1
    for kind in range(NUM_TREASURES):
        s.treasure_deck[kind] = TREASURE_COPIES[kind]
    s.treasures_left = TREASURE_SIZE
    turn_up_treasure(s)
    for kind in range(NUM_MARKET):
        s.market_deck[kind] = MARKET_COPIES[kind]
    s.market_left = MARKET_SIZE
    refill_row(s)
    s.bag[SKILL_CUBES] = s.options.skill_cubes_per_player * s.num_players
    s.bag[DRAGON_CUBES] = s.options.dragon_cubes
    for seat in range(s.num_players):
        s.health[seat] = MAX_HEALTH
        s.supply[seat] = SUPPLY
        for kind in range(FIRST_OF_MARKET):
            s.held[seat, kind] = STARTING_COPIES[kind]
        s.deck_size[seat] = STARTING_DECK
        draw_cards(s, seat, HAND)
    begin_turn(s, 0)


# --- what is legal --------------------------------------------------------------------------------------------------


@kernel
def legal(s: Record, mask: Any) -> None:
    """What the seat to act may do in this phase."""
    seat = whole(s.to_act) & SEAT_BITS
    phase = s.phase
    if phase == PAYMENT:
        price = TREASURE_COST[treasure_on_offer(s, whole(s.exploring))]
        for tokens in range(fewest_tokens(s, price), most_tokens(s, seat, price) + 1):
            mask[PAY + tokens] = 1
    elif phase == REWARD:
        for kind in range(NUM_MARKET):
            mask[TAKE + kind] = (s.market_row[kind] > 0) & (COST[kind] <= s.free_cost)
        mask[DECLINE] = 1
    else:
        mark_present(s.hand, seat * NUM_CARDS, NUM_CARDS, mask, PLAY)
        deeper = s.position[seat] < s.options.path_length
        back = s.position[seat] > 0
        spare = s.extra_moves > 0
        mask[EXTRA_DEEPER] = spare & deeper
        mask[EXTRA_BACK] = spare & back
        if phase == BEFORE:
            mask[MOVE_DEEPER] = deeper
            mask[MOVE_BACK] = back
            mask[EXPLORE_DECK] = can_explore(s, seat, DECK)
            mask[EXPLORE_CUP] = can_explore(s, seat, CUP_ROOM)
            mask[ESCAPE] = (not back) & (s.began_on_exit > 0) & (s.left_exit[seat] > 0)  # CLD21
            if s.health[seat] > REST_HEALTH:  # CLD4
                mark_present(s.discard, seat * NUM_CARDS, NUM_CARDS, mask, REST)
        else:
            for kind in range(NUM_MARKET):
                mask[BUY + kind] = (s.market_row[kind] > 0) & (COST[kind] <= s.buy)
            mask[FIGHT] = (monster_at(s, whole(s.position[seat])) > 0) & (s.fought[seat] == 0)  # CLD16
            mask[END_TURN] = 1


# --- actions --------------------------------------------------------------------------------------------------------


@kernel
def step(s: Record, action: int) -> None:
    """Carries out one legal action of the seat to act, then all that follows without a choice."""
    seat = whole(s.to_act) & SEAT_BITS
    if action < MOVE_DEEPER:
        play_card(s, seat, action - PLAY)
    elif action <= EXTRA_BACK:
        if action >= EXTRA_DEEPER:
            s.extra_moves -= 1
        else:
            s.phase = AFTER
        back = (action == MOVE_BACK) | (action == EXTRA_BACK)
        move(s, seat, s.position[seat] + (-1 if back else 1))
    elif action < PAY:
        explore(s, seat, DECK if action == EXPLORE_DECK else CUP_ROOM)
    elif action < REST:
        buy_treasure(s, seat, action - PAY)
    elif action < ESCAPE:
        s.phase = AFTER
        s.health[seat] -= REST_HEALTH
        take_from_discard(s, seat, action - REST)
    elif action == ESCAPE:
        s.status[seat] = ESCAPED
    elif action < FIGHT:
        s.buy -= COST[action - BUY]
        gain_from_row(s, seat, action - BUY)
    elif action == FIGHT:
        fight(s, seat)
    elif action <= DECLINE:
        s.phase = AFTER
        s.free_cost = 0
        if action < DECLINE:
            gain_from_row(s, seat, action - TAKE)
    else:
        draw_cubes(s, seat)
    if not s.terminated and (action == END_TURN or s.status[seat] != INSIDE):
        close_turn(s, seat)
