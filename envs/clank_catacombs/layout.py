"""What the numbers of an observation mean; `observation.py` writes them in this order."""

from __future__ import annotations

from ..core.layout import ObservationLayout, Segment
from .actions import NUM_TUNNELS, ORIENTATIONS, TUNNELS
from .state import (
    BLACK_CUBES,
    FARTHEST,
    GHOSTS,
    IDOLS,
    PHASES,
    ROW,
    STATUSES,
    SUPPLY,
    CatacombsOptions,
)
from .tables import (
    ARTIFACT_POINTS,
    CARD_COPIES,
    CARD_POINTS,
    CARDS,
    CONDITIONS,
    CROWN_POINTS,
    DANGER,
    DEVICES,
    DUNGEON,
    DUNGEON_COPIES,
    DUNGEON_SIZE,
    HEALTH,
    MARKET,
    MARKET_COPIES,
    NUM_ARTIFACTS,
    NUM_KEPT,
    NUM_RAGE,
    PRISONERS,
    RAGE_DRAWS,
    RESERVE,
    RESERVE_COPIES,
    TOKEN_COPIES,
    TOKENS,
    WAITING,
    WAITING_CARDS,
)
from .tiles import (
    ARTIFACT_PLACES,
    CHESTS,
    DIRECTIONS,
    FEATURES,
    FIRST_DEPTHS,
    LIBRARIES,
    LOCKS,
    MAX_MONSTERS,
    NUM_IN_STACK,
    NUM_REWARDS,
    NUM_SIDES,
    NUM_TILES,
    PORTALS,
    PRISONS,
    REWARD_OF,
    ROOM_LETTERS,
    ROOMS_A_TILE,
    SHRINES,
    TILES,
)

#: Pools, Gold and Lockpicks up to here stand in a number of their own, which networks are shown step by step; more in
#: another.
STEPWISE = 16
POOLS = ("skill", "swords", "boots", "teleports", "left-over -Clank!")
NUM_POOLS = len(POOLS)
#: Ways out of the own room that are described: the nine tunnels, then the orientations of a revealed tile.
WAYS = (*TUNNELS, *ORIENTATIONS)
NUM_WAYS = len(WAYS)
#: What ways are measured against; how much nearer they lead matters up to a distance that is shown step by step.
GOALS = {"crypt": "the Crypt", "artifact": "an Artifact that lies there", "unknown": "a new tile"}
MOST_NEARER, NEAR = 8, 16
#: What is told of a room: its features, those that are left to the observer, and where it lies.
ROOM_LABELS = (*FEATURES[: FEATURES.index("ART0")], "Depths", "haunted")
NUM_LABELS = len(ROOM_LABELS)
PLACED_TILES = TILES[NUM_SIDES:]
TILE_NAMES = ("START A", "START B", *PLACED_TILES)
#: By-seat segments of single numbers; `write_seat` writes them in this order.
BY_SEAT = 19
# More than these nobody can come to: all cards there are print 150 of any pool, and what else gives some is less; in
# one turn they print 90 Gold, and rooms, Wayshrines, secrets and a Goblin for every two Swords give less than 210.
_MOST_POOLED = 500
_MOST_GOLD_A_TURN = 300
_MOST_LOCKPICKS_A_TURN = 30
_MOST_CARDS = int(CARD_COPIES.sum())


def layout(options: CatacombsOptions) -> ObservationLayout:
    """The segments of an observation under `options`."""
    n = options.num_players
    seats = ("own", *(f"seat +{distance}" for distance in range(1, n)))
    copies = float(CARD_COPIES.max())
    dungeon_copies = float(DUNGEON_COPIES.max())
    artifact = float(ARTIFACT_POINTS.max())

    def one(name: str, meaning: str, high: float) -> Segment:
        return Segment(name, (1,), meaning, high=high)

    def many(name: str, meaning: str, labels: tuple[str, ...], high: float = 1) -> Segment:
        return Segment(name, (len(labels),), meaning, high=float(high), labels=labels)

    def one_of(name: str, meaning: str, labels: tuple[str, ...]) -> Segment:
        return Segment(name, (len(labels),), meaning, one_hot=True, labels=labels)

    def away(name: str, meaning: str, labels: tuple[str, ...]) -> Segment:
        return Segment(name, (len(labels),), meaning, low=-FARTHEST, high=FARTHEST, labels=labels)

    def by_seat(name: str, meaning: str, high: float) -> Segment:
        return Segment(name, (n,), meaning, high=float(high), labels=seats)

    def rows(name: str, meaning: str, labels: tuple[str, ...], high: float = 1) -> Segment:
        return Segment(name, (n, len(labels)), f"{meaning}, a row a seat", high=float(high), labels=labels)

    rewards = tuple(f"{TILE_NAMES[room // ROOMS_A_TILE]} {ROOM_LETTERS[room]}" for room in REWARD_OF.nonzero()[0])
    assert len(rewards) == NUM_REWARDS
    return ObservationLayout(
        [
            one_of("to_act", "seat to act", seats),
            one_of("phase", "what is chosen", PHASES),
            one_of("asked_tunnel", "tunnel that is being paid for, on foot", TUNNELS),
            one_of("asked_teleport", "tunnel of a teleport, while its portal is chosen", TUNNELS),
            one_of("asked_portal", "portal of a trip that is being paid for", PORTALS),
            one_of("asked_turns", "orientation that is being paid for", ORIENTATIONS),
            one("asked_monsters", "monsters that Swords are being spent on", MAX_MONSTERS),
            one_of("asked_device", "device whose effect is chosen", DEVICES),
            one_of("asked_card", "card to trash, while its pile is chosen", CARDS),
            many("pools", f"of the seat to act, up to {STEPWISE}", POOLS, STEPWISE),
            many("more_pools", f"beyond {STEPWISE}", POOLS, _MOST_POOLED),
            many("facts", "conditions that have been true this turn", CONDITIONS),
            many(
                "waiting",
                "cards whose condition has not been true",
                WAITING_CARDS,
                float(CARD_COPIES[list(WAITING)].max()),
            ),
            one("exhausted", "1 once a Crystal Cave was entered this turn", 1),
            one("mercy_used", "1 once the own tile was turned this turn", 1),
            one("springs", "Springs found this turn", float(TOKEN_COPIES[TOKENS.index("SPRING")])),
            one("companions", "companions played this turn, up to 2", 2),
            one("clank_made", "Clank! made this turn, up to 2", 2),
            many("rewarded", "rooms that have paid this turn", rewards),
            Segment("turns", (1,), "turns completed, as a share of max_turns", scale=float(options.max_turns)),
            one_of("rage", "space of the Rage Track", tuple(f"draws {draws}" for draws in RAGE_DRAWS)),
            one("draws", "cubes that an attack draws now", float(RAGE_DRAWS.max() + (DANGER * DUNGEON_COPIES).sum())),
            one("black_bag", "black cubes in the bag", BLACK_CUBES),
            one("black_aside", "black cubes set aside", BLACK_CUBES),
            many("ghosts", "Ghosts", ("bank", "area", "bag"), GHOSTS),
            one("stack_left", "tiles in the stack", NUM_IN_STACK),
            one("safe_left", "safe tiles in the stack", NUM_IN_STACK - (NUM_TILES - FIRST_DEPTHS)),
            many("tiles_left", "1 for tiles that are not revealed", PLACED_TILES),
            many("artifacts_left", "1 for Artifacts in the stack", tuple(map(str, ARTIFACT_POINTS))),
            one("idols_left", "Monkey Idols in the Altar", IDOLS),
            many("market_left", "things left at the Market", MARKET, MARKET_COPIES.max()),
            many("reserve", "cards left in the Reserve", RESERVE, RESERVE_COPIES.max()),
            many("tokens_left", "secrets and prisoners that are not revealed", TOKENS, TOKEN_COPIES.max()),
            many("row", "cards of the Row", DUNGEON, dungeon_copies),
            many("dungeon_deck", "cards in the dungeon deck", DUNGEON, dungeon_copies),
            one("row_size", "cards in the Row", ROW),
            one("dungeon_left", "cards in the dungeon deck", DUNGEON_SIZE),
            many("unlocked", "1 for locks that are open", LOCKS),
            many("chests_opened", "1 for Chests opened", CHESTS),
            many("libraries_opened", "1 for Libraries opened", LIBRARIES),
            many("prisons_opened", "1 for Prisons opened", PRISONS),
            many("lying", "points of the Artifact that lies there, 0 for none", ARTIFACT_PLACES, artifact),
            one_of("side", "side of the starting tile", ("A", "B")),
            away("crypt", "cells from the own pawn to the Crypt", ("east", "north")),
            many("placed", "1 for tiles on the map", PLACED_TILES),
            away("east", "cells from the own pawn eastwards to each tile on the map", PLACED_TILES),
            away("north", "cells from the own pawn northwards", PLACED_TILES),
            Segment(
                "rotation",
                (NUM_TILES - NUM_SIDES, 4),
                "how tiles on the map are turned, a row a tile",
                one_hot=True,
                labels=ORIENTATIONS,
            ),
            one_of("revealed", "tile that is revealed and not placed", PLACED_TILES),
            one_of("reveal_direction", "where it goes", DIRECTIONS),
            one("reveal_teleport", "1 if it was found by teleport", 1),
            many("way_leads", "1 for ways out of the own room; orientations lead into the revealed tile", WAYS),
            many("way_new", "1 where a way leads to a new tile", WAYS),
            many("way_boots", "Boots of the way", WAYS, 2),
            many("way_monsters", "monsters of the way", WAYS, MAX_MONSTERS),
            many("way_locks", "closed locks of the way", WAYS, 2),
            many("way_barred", "1 where an arrow stands against it", WAYS),
            many("way_artifact", "points of the Artifact that lies at its end", WAYS, artifact),
            *(
                Segment(
                    f"way_to_{goal}",
                    (NUM_TUNNELS,),
                    f"how much nearer its end is to {words}, up to {MOST_NEARER}; of trips the most, from 0",
                    low=-MOST_NEARER,
                    high=MOST_NEARER,
                    labels=TUNNELS,
                )
                for goal, words in GOALS.items()
            ),
            *(
                Segment(
                    f"portal_to_{goal}",
                    (len(PORTALS),),
                    f"the same for the portals where a trip from here can end: {words}",
                    low=-MOST_NEARER,
                    high=MOST_NEARER,
                    labels=PORTALS,
                )
                for goal, words in GOALS.items()
            ),
            many("near", f"how near the own room is: {NEAR} less the way there, 0 if it is longer", (*GOALS,), NEAR),
            Segment(
                "way_room",
                (NUM_WAYS, NUM_LABELS),
                "the room at its end, a row a way; what is opened or marked by the observer is left out",
                labels=ROOM_LABELS,
            ),
            many("here", "the room of the own pawn, likewise", ROOM_LABELS),
            one("here_artifact", "points of the Artifact that lies here", artifact),
            by_seat("supply", "own cubes in the supply", SUPPLY),
            by_seat("area", "own cubes in the Clank! area", SUPPLY),
            by_seat("bag", "own cubes in the bag", SUPPLY),
            by_seat("damage", "damage", HEALTH),
            by_seat("hurt_black", "of which is marked with black cubes", HEALTH),
            by_seat("hurt_marker", "of which is marked with markers", HEALTH),
            by_seat("gold", f"Gold, up to {STEPWISE}", STEPWISE),
            by_seat("more_gold", f"Gold beyond {STEPWISE}", _MOST_GOLD_A_TURN * options.max_turns),
            by_seat("lockpicks", f"Lockpicks, up to {STEPWISE}", STEPWISE),
            by_seat("more_lockpicks", f"Lockpicks beyond {STEPWISE}", _MOST_LOCKPICKS_A_TURN * options.max_turns),
            by_seat("idols", "Monkey Idols", IDOLS),
            by_seat("num_artifacts", "Artifacts", NUM_ARTIFACTS),
            by_seat("prisoners", "prisoners, the Coupon apart", float(TOKEN_COPIES.sum())),
            by_seat("crown_points", "points of Crowns", float(CROWN_POINTS.sum())),
            by_seat("card_points", "points of own cards", float((CARD_COPIES * CARD_POINTS).sum())),
            by_seat("in_depths", "1 for pawns in the Depths", 1),
            by_seat("hand_size", f"cards in hand, up to {STEPWISE}", STEPWISE),
            by_seat("deck_size", "cards in the deck", _MOST_CARDS),
            by_seat("discard_size", "cards in the discard pile", _MOST_CARDS),
            Segment("pawn_east", (n,), "cells from the own pawn", low=-FARTHEST, high=FARTHEST, labels=seats),
            Segment("pawn_north", (n,), "cells from the own pawn", low=-FARTHEST, high=FARTHEST, labels=seats),
            Segment("status", (n, len(STATUSES)), "in the dungeon or out", one_hot=True, labels=STATUSES),
            Segment("pawn_tile", (n, NUM_TILES), "tile of the pawn", one_hot=True, labels=TILE_NAMES),
            Segment("pawn_room", (n, ROOMS_A_TILE), "room on its tile", one_hot=True, labels=("1", "2", "3", "4")),
            rows("artifacts", "Artifacts taken", tuple(map(str, ARTIFACT_POINTS))),
            rows("marks", "Wayshrines marked", SHRINES),
            rows("tokens", "secrets and prisoners kept", TOKENS[:NUM_KEPT], TOKEN_COPIES[:NUM_KEPT].max()),
            rows("bought", "bought at the Market", MARKET, MARKET_COPIES.max()),
            rows("held", "hand and deck together", CARDS, copies),
            rows("known", "cards of the hand that everybody knows", CARDS, copies),
            rows("discard", "discard piles", CARDS, copies),
            many("hand", "own hand", CARDS, copies),
            many("played", "play area of the seat to act", CARDS, copies),
        ]
    )


assert len(PRISONERS) + TOKENS.index(PRISONERS[0]) == NUM_KEPT and len(RAGE_DRAWS) == NUM_RAGE
