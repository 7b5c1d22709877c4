"""The rules of Clank! Catacombs as kernels: setting up, what is legal, and what an action does.

Rule numbers (CC…) and decisions (CCD…) are those of the documentation page. Actions: see `actions.py`.
"""

from __future__ import annotations

from typing import Any

from ..core.decks import draw_cards
from ..core.kernels import Record, kernel, seldom, whole
from ..core.records import mark_present
from ..core.rng import below
from .actions import (
    BUY,
    BUY_WITH_COUPON,
    CHEST,
    CHOOSE,
    COME_OUT,
    DECLINE,
    DRINK_ONE,
    DRINK_TWO,
    END_TURN,
    FIRST_EFFECT,
    FROM_PLAY,
    GOBLIN,
    LIBRARY,
    MARK,
    MOVE,
    NUM_TUNNELS,
    PLACE,
    PLAY,
    PRISON,
    RESERVE_CARD,
    ROW_CARD,
    SECOND_EFFECT,
    SPEND,
    SWAP,
    TAKE_ARTIFACT,
    TELEPORT,
    THROUGH_PORTAL,
    TURN_TILE,
    USE_BOOTS,
    USE_SWORDS,
)
from .cards import choose_card, gain_card, play_card, settle, trash_card
from .cubes import damage_of, make_clank, make_own_clank
from .dragon import come_to_row
from .effects import left_in_pile, take_effects, take_reserve_card, use_text
from .movement import (
    ask_for_swords,
    choose_orientation,
    clear_questions,
    has_arrived,
    lay_start,
    spend_swords,
    start_move,
    turn_tile,
)
from .rooms import (
    buy,
    can_mark,
    can_open_chest,
    can_open_library,
    can_open_prison,
    can_swap,
    can_take_artifact,
    mark_goods,
    mark_wayshrine,
    open_chest,
    open_library,
    open_prison,
    take_artifact,
    use_token,
)
from .state import (
    ANYTHING,
    BLACK_CUBES,
    DISCARDED,
    EFFECT,
    FIRST_CUBES,
    GHOSTS,
    HAND,
    IDOLS,
    PILE,
    PORTAL,
    ROOM_BITS,
    ROW,
    SEAT_BITS,
    SPRING_PILE,
    SPRINGS,
    START_LOCKPICKS,
    SUPPLY,
    SWORDS_PAID,
    TRASHED,
)
from .tables import (
    ACQUIRE_CLANK,
    BOOT1,
    CAVE_FACT,
    COSTS_LOCKPICK,
    DEFEATED_FACT,
    DEPTHS_FACT,
    DUNGEON_COPIES,
    DUNGEON_COST,
    DUNGEON_SIZE,
    FIRST_OF_BLUE,
    FIRST_OF_MONSTERS,
    GOBLIN_GOLD,
    GOBLIN_SWORDS,
    HAS_DRAGON,
    HEAL1,
    HEAL2,
    LIMIT,
    MAJOR,
    MARKET_COPIES,
    NUM_ARTIFACTS,
    NUM_BLUE,
    NUM_CARDS,
    NUM_DUNGEON,
    NUM_MARKET,
    NUM_RESERVE,
    NUM_TOKENS,
    PUZZLE,
    RAGE_START,
    RESERVE_COPIES,
    RESERVE_COST,
    STARTING_COPIES,
    STARTING_DECK,
    SWORD2,
    TOKEN_COPIES,
)
from .tiles import NUM_PORTALS, NUM_SIDES, NUM_TILES, ROOM_FACTS
from .tunnels import (
    can_take,
    fewest_swords,
    half_to_place,
    may_turn_tile,
    most_swords,
    trips_to_take,
    tunnel_from,
)
from .turns import begin_turn, end_turn, go_on_ending


@seldom
def new(s: Record) -> None:
    """The starting tile, the Row, hands, cubes (CC2 to CC9, CCD26); seat 0 begins."""
    lay_start(s, below(s, NUM_SIDES))
    for tile in range(NUM_SIDES, NUM_TILES):
        s.tiles_left[tile] = 1
    for artifact in range(NUM_ARTIFACTS):
        s.artifacts_left[artifact] = 1
    for token in range(NUM_TOKENS):
        s.tokens_left[token] = TOKEN_COPIES[token]
    for pile in range(NUM_RESERVE):
        s.reserve[pile] = RESERVE_COPIES[pile]
    for goods in range(NUM_MARKET):
        s.market_left[goods] = MARKET_COPIES[goods]
    s.idols_left = IDOLS
    s.ghosts_bank = GHOSTS
    s.black_bag = BLACK_CUBES
    s.rage = RAGE_START[s.num_players & (SEAT_BITS | 4)]
    deal_row(s)
    for seat in range(s.num_players):
        s.lockpicks[seat] = START_LOCKPICKS
        s.supply[seat] = SUPPLY
        for kind in range(len(STARTING_COPIES)):
            s.held[seat, kind] = STARTING_COPIES[kind]
        s.deck_size[seat] = STARTING_DECK
        draw_cards(s, seat, HAND)
        make_clank(s, seat, max(0, FIRST_CUBES - seat))  # CC9
    for slot in range(ROW):
        come_to_row(s, max(whole(s.row[slot]) - 1, 0))
    begin_turn(s, 0)


@kernel
def deal_row(s: Record) -> None:
    """Six cards without the symbol of the Dragon Attack (CC7, CCD26)."""
    calm = 0
    for kind in range(NUM_DUNGEON):
        s.dungeon_deck[kind] = DUNGEON_COPIES[kind]
        calm += DUNGEON_COPIES[kind] * (HAS_DRAGON[kind] == 0)
    for slot in range(ROW):
        number = below(s, calm - slot)
        for kind in range(NUM_DUNGEON):
            if HAS_DRAGON[kind] == 0:
                if 0 <= number < s.dungeon_deck[kind]:
                    s.row[slot] = 1 + kind
                number -= s.dungeon_deck[kind]
        s.dungeon_deck[max(whole(s.row[slot]) - 1, 0)] -= 1
    s.dungeon_left = DUNGEON_SIZE - ROW


# --- what is legal --------------------------------------------------------------------------------------------------


@seldom
def legal(s: Record, mask: Any) -> None:
    """What the seat to act may do in this phase."""
    seat = whole(s.to_act) & SEAT_BITS
    phase = s.phase
    if phase == ANYTHING:
        list_cards(s, seat, mask)
        list_ways(s, seat, mask)
        list_room(s, seat, mask)
        mask[END_TURN] = (s.hand_size[seat] == 0) & (s.revealed == 0)  # CCD7, CCD14
    elif phase == PORTAL:
        found = trips_to_take(s, seat, s.asked_tunnel > NUM_TUNNELS)
        for portal in range(NUM_PORTALS):
            mask[COME_OUT + portal] = (found >> portal) & 1
    elif phase == SWORDS_PAID:
        monsters = whole(s.asked_monsters)
        for swords in range(fewest_swords(s, seat, monsters), most_swords(s, monsters) + 1):
            mask[SPEND + swords] = 1
    elif phase == EFFECT:
        mask[FIRST_EFFECT] = 1
        mask[SECOND_EFFECT] = 1
    elif phase in (PILE, SPRING_PILE):
        mask[FROM_PLAY] = 1
        mask[FROM_PLAY + 1] = 1
    elif phase == DISCARDED:
        mark_present(s.hand, seat * NUM_CARDS, NUM_CARDS, mask, CHOOSE)
        mask[DECLINE] = 1
    else:
        for kind in range(NUM_CARDS):
            mask[CHOOSE + kind] = (s.played[kind] > 0) | (s.discard[seat, kind] > 0)
        mask[DECLINE] = phase == TRASHED  # CCD20


@kernel
def list_cards(s: Record, seat: int, mask: Any) -> None:
    """Cards to play, and those of the Row and the Reserve that can be paid (CC10, CC16 to CC18)."""
    mark_present(s.hand, seat * NUM_CARDS, NUM_CARDS, mask, PLAY)
    facts = ROOM_FACTS[s.room[seat] & ROOM_BITS]
    for slot in range(ROW):
        kind = max(whole(s.row[slot]) - 1, 0)
        resource = whole(s.swords) if kind >= FIRST_OF_MONSTERS else whole(s.skill)
        limit = LIMIT[kind]
        there = (limit == 0) | ((limit == 1) & (facts & DEPTHS_FACT > 0)) | ((limit == 2) & (facts & CAVE_FACT > 0))
        if (s.row[slot] > 0) & (resource >= DUNGEON_COST[kind]) & there:
            mask[ROW_CARD + kind] = COSTS_LOCKPICK[kind] == 0 or can_open_strongbox(s, seat)
    for pile in range(NUM_RESERVE):
        mask[RESERVE_CARD + pile] = (s.reserve[pile] > 0) & (s.skill >= RESERVE_COST[pile])
    mask[GOBLIN] = s.swords >= GOBLIN_SWORDS


@kernel
def can_open_strongbox(s: Record, seat: int) -> bool:
    """A Lockpick, and a Major Secret left (CCD11)."""
    return s.lockpicks[seat] > 0 and left_in_pile(s, MAJOR) > 0


@seldom
def list_ways(s: Record, seat: int, mask: Any) -> None:
    """Moves and teleports, or the orientations of a revealed tile; Mercy (CCD13, CCD14, CCD16, CCD25)."""
    if s.revealed > 0:
        for turns in range(4):
            free = s.reveal_teleport > 0
            mask[PLACE + turns] = free or can_take(s, seat, half_to_place(s, seat, turns), False)
    elif not has_arrived(s, seat):
        room = whole(s.room[seat]) & ROOM_BITS
        walks = (s.boots > 0) & (s.exhausted == 0)
        teleports = s.teleports > 0
        if walks | teleports:
            for number in range(THROUGH_PORTAL):
                tunnel = tunnel_from(s, room, number)
                mask[MOVE + number] = walks & can_take(s, seat, tunnel, False)
                mask[TELEPORT + number] = teleports & can_take(s, seat, tunnel, True)
            mask[MOVE + THROUGH_PORTAL] = walks & (trips_to_take(s, seat, False) > 0)
            mask[TELEPORT + THROUGH_PORTAL] = teleports & (trips_to_take(s, seat, True) > 0)
        if may_turn_tile(s, seat):
            for quarters in range(3):
                mask[TURN_TILE + quarters] = 1


@seldom
def list_room(s: Record, seat: int, mask: Any) -> None:
    """What the room offers, and tokens to use (CC19 to CC22, CCD18, CCD20)."""
    room = whole(s.room[seat]) & ROOM_BITS
    mask[TAKE_ARTIFACT] = can_take_artifact(s, seat, room)
    mask[MARK] = can_mark(s, seat, room)
    mask[CHEST] = can_open_chest(s, seat, room)
    mask[LIBRARY] = can_open_library(s, seat, room)
    mask[PRISON] = can_open_prison(s, seat, room)
    mark_goods(s, seat, room, mask, BUY, BUY_WITH_COUPON)
    hurt = damage_of(s, seat) > 0
    mask[DRINK_TWO] = hurt & (s.tokens[seat, HEAL2] > 0)
    mask[DRINK_ONE] = hurt & (s.tokens[seat, HEAL1] > 0)
    mask[USE_BOOTS] = s.tokens[seat, BOOT1] > 0
    mask[USE_SWORDS] = s.tokens[seat, SWORD2] > 0
    mask[SWAP] = can_swap(s, seat, room)


# --- actions --------------------------------------------------------------------------------------------------------


@seldom
def step(s: Record, action: int) -> None:
    """Carries out one legal action of the seat to act, then all that follows without a choice."""
    seat = whole(s.to_act) & SEAT_BITS
    if action < ROW_CARD:
        play_card(s, seat, action - PLAY)
        settle(s, seat)
    elif action == END_TURN:
        end_turn(s, seat)
    elif s.phase == SPRINGS or s.phase == SPRING_PILE:
        choose(s, seat, action)
        if s.phase == SPRINGS:
            go_on_ending(s, seat)
    else:
        act(s, seat, action)
        settle(s, seat)


@seldom
def act(s: Record, seat: int, action: int) -> None:
    """All actions but playing a card and ending the turn."""
    room = whole(s.room[seat]) & ROOM_BITS
    if action < RESERVE_CARD:
        take_from_row(s, seat, action - ROW_CARD)
    elif action < GOBLIN:
        s.skill -= RESERVE_COST[action - RESERVE_CARD]
        take_reserve_card(s, seat, action - RESERVE_CARD)
    elif action == GOBLIN:
        s.swords -= GOBLIN_SWORDS
        s.gold[seat] += GOBLIN_GOLD
    elif action < COME_OUT:
        by_teleport = action >= TELEPORT
        start_move(s, seat, action - (TELEPORT if by_teleport else MOVE), by_teleport)
    elif action < SPEND:
        ask_for_swords(s, seat, max(whole(s.asked_tunnel) - 1, 0), action - COME_OUT)
    elif action < PLACE:
        spend_swords(s, seat, action - SPEND)
    elif action < TURN_TILE:
        choose_orientation(s, seat, action - PLACE)
    elif action < TAKE_ARTIFACT:
        turn_tile(s, seat, 1 + action - TURN_TILE)
    elif action == TAKE_ARTIFACT:
        take_artifact(s, seat, room)
    elif action == MARK:
        mark_wayshrine(s, seat, room)
    elif action == CHEST:
        open_chest(s, seat, room)
    elif action == LIBRARY:
        open_library(s, seat, room)
    elif action == PRISON:
        open_prison(s, seat, room)
    elif action < DRINK_TWO:
        with_coupon = action >= BUY_WITH_COUPON
        buy(s, seat, action - (BUY_WITH_COUPON if with_coupon else BUY), with_coupon)
    elif action < FIRST_EFFECT:
        use_token(s, seat, token_used(action))
    elif action < CHOOSE:
        kind = max(whole(s.asked_kind) - 1, 0)
        clear_questions(s)
        take_effects(s, seat, kind, action - FIRST_EFFECT)
    elif action == DECLINE:
        clear_questions(s)
    else:
        choose(s, seat, action)


@kernel
def choose(s: Record, seat: int, action: int) -> None:
    """A card to trash or discard, or the pile from which it is trashed (CCD4)."""
    if action < FROM_PLAY:
        choose_card(s, seat, action - CHOOSE)
    else:
        trash_card(s, seat, max(whole(s.asked_kind) - 1, 0), action == FROM_PLAY)


@kernel
def token_used(action: int) -> int:
    """The token that an action uses."""
    if action == DRINK_TWO:
        return HEAL2
    if action == DRINK_ONE:
        return HEAL1
    if action == USE_BOOTS:
        return BOOT1
    return SWORD2 if action == USE_SWORDS else PUZZLE


@kernel
def take_from_row(s: Record, seat: int, kind: int) -> None:
    """Acquires, uses or fights the first card of that kind in the Row; its place stays empty until the refill."""
    taken = False
    for slot in range(ROW):
        if not taken and s.row[slot] == 1 + kind:
            s.row[slot] = 0
            taken = True
    if kind < NUM_BLUE:
        s.skill -= DUNGEON_COST[kind]
        gain_card(s, seat, FIRST_OF_BLUE + kind)
        make_own_clank(s, seat, ACQUIRE_CLANK[FIRST_OF_BLUE + kind])
    elif kind < FIRST_OF_MONSTERS:
        s.skill -= DUNGEON_COST[kind]
        use_text(s, seat, kind)
    else:
        s.swords -= DUNGEON_COST[kind]
        use_text(s, seat, kind)
        s.facts |= DEFEATED_FACT
