"""What a seat of Lockup knows, as numbers: own things first, then the other seats' clockwise."""

from __future__ import annotations

from typing import Any

from ..core.kernels import Record, kernel, whole
from ..core.layout import ObservationLayout, Segment
from ..core.records import write_counts
from .state import LEGENDARY_ROUND, MAX_SEATS, PHASES, ROUNDS, SEAT_BITS, WORKERS, LockupOptions
from .tables import (
    COMMANDERS,
    COPIES,
    EVENT_COPIES,
    EVENTS,
    FACTIONS,
    MODIFIERS,
    MONSTERS,
    NUM_BATTLE,
    NUM_COMMANDERS,
    NUM_CONCEALED,
    NUM_FACTIONS,
    NUM_MISSIONS,
    NUM_MONSTERS,
    NUM_OPEN_EVENTS,
    PLACES,
    POINTS,
    POWER,
    TIERS,
)

NUM_PHASES, NUM_PLACES, NUM_TIERS, NUM_MODIFIERS = len(PHASES), len(PLACES), len(TIERS), len(MODIFIERS)

#: Gold and food up to here stand in a number of their own, which networks are shown step by step; the rest in another.
STEPWISE = 16
# More than these nobody can come to: 73 gold and 70 food, however the cards fall and whatever the others do.
_MOST_GOODS = 80
_FIRST_MODIFIERS = 8  # those that stay below 3
_LAST_MODIFIERS = NUM_MODIFIERS - _FIRST_MODIFIERS


def layout(options: LockupOptions) -> ObservationLayout:
    """The segments of an observation under `options`."""
    n = options.num_players
    copies = float(COPIES.max())
    seats = ("own", *(f"seat +{distance}" for distance in range(1, n)))
    penalty = 2.0 * ROUNDS * (WORKERS if options.upkeep == "per_worker" else 1)

    def by_seat(name: str, meaning: str, high: float) -> Segment:
        return Segment(name, (n,), meaning, high=high, labels=seats)

    return ObservationLayout(
        [
            Segment("to_act", (n,), "seat to act", one_hot=True, labels=seats),
            Segment("start", (n,), "seat that starts the round", one_hot=True, labels=seats),
            Segment("attacker", (n,), "seat that attacks, in a battle", one_hot=True, labels=seats),
            Segment("defender", (n,), "seat that is attacked, in a battle", one_hot=True, labels=seats),
            by_seat("gold", f"gold, up to {STEPWISE}", STEPWISE),
            by_seat("food", f"food, up to {STEPWISE}", STEPWISE),
            by_seat("more_gold", f"gold beyond {STEPWISE}", _MOST_GOODS - STEPWISE),
            by_seat("more_food", f"food beyond {STEPWISE}", _MOST_GOODS - STEPWISE),
            by_seat("penalty", "negative points", penalty),
            by_seat("bonus", "points that events have given", 1),
            by_seat("points", "points of the monsters held", float((POINTS * COPIES).sum())),
            by_seat("power", "printed power of the monsters held", float((POWER * COPIES).sum())),
            by_seat("workers", "workers still to be placed this round", WORKERS),
            by_seat("out", "1 if the seat has passed", 1),
            by_seat("face_down", "commanders that lie face down", NUM_CONCEALED),
            by_seat("num_missions", "missions held", NUM_MISSIONS),
            Segment("faction", (n, NUM_FACTIONS), "faction card, a row a seat", one_hot=True, labels=FACTIONS),
            Segment(
                "modifiers",
                (n, _FIRST_MODIFIERS),
                "what faction, face-up commanders and permanent events add up to, a row a seat",
                high=2,
                labels=MODIFIERS[:_FIRST_MODIFIERS],
            ),
            Segment(
                "income",
                (n, _LAST_MODIFIERS),
                "the same for upkeep and for what every round brings",
                high=7,
                labels=MODIFIERS[_FIRST_MODIFIERS:],
            ),
            Segment("monsters", (n, NUM_MONSTERS), "monsters held, a row a seat", high=copies, labels=MONSTERS),
            Segment(
                "open_battle_commanders",
                (n, NUM_BATTLE),
                "1 for battle commanders that lie face up, a row a seat",
                labels=COMMANDERS[:NUM_BATTLE],
            ),
            Segment("display", (NUM_MONSTERS,), "monsters on display", high=copies, labels=MONSTERS),
            Segment("pile", (NUM_MONSTERS,), "monsters in the piles", high=copies, labels=MONSTERS),
            Segment("unseen_commanders", (NUM_COMMANDERS,), "1 for those the seat has not seen", labels=COMMANDERS),
            Segment(
                "unseen_events",
                (len(EVENTS),),
                "cards that the seat has not seen",
                high=float(EVENT_COPIES.max()),
                labels=EVENTS,
            ),
            Segment(
                "own_face_down",
                (NUM_CONCEALED,),
                "own commanders that lie face down",
                labels=COMMANDERS[:NUM_CONCEALED],
            ),
            Segment("own_missions", (NUM_MISSIONS,), "own missions", labels=EVENTS[NUM_OPEN_EVENTS:]),
            Segment(
                "piles_left",
                (NUM_TIERS + 2,),
                "cards in the piles",
                high=float(EVENT_COPIES.sum()),
                labels=(*TIERS, "commanders", "events"),
            ),
            Segment("occupied", (NUM_PLACES,), "1 if a worker stands there", labels=PLACES),
            Segment(
                "round",
                (ROUNDS,),
                f"the round, legendary from the {LEGENDARY_ROUND}rd on",
                one_hot=True,
                labels=tuple(str(number) for number in range(1, ROUNDS + 1)),
            ),
            Segment("phase", (NUM_PHASES,), "what is decided", one_hot=True, labels=PHASES),
            Segment(
                "attack_commander",
                (NUM_BATTLE,),
                "commander that the attacker has used, in a battle",
                one_hot=True,
                labels=COMMANDERS[:NUM_BATTLE],
            ),
            Segment("to_feed", (1,), "upkeep decisions that the seat to act has still to take", high=WORKERS),
            Segment("haggled", (1,), "1 if Haggler has lowered a price this round"),
        ]
    )


@kernel
def observe(s: Record, player: int, out: Any) -> None:
    """Writes what `player` knows, in the order of :func:`layout`; `out` arrives zeroed."""
    # See SEAT_BITS; and without the compiler int8 would overflow below.
    player &= SEAT_BITS
    n = whole(s.num_players) & (MAX_SEATS | SEAT_BITS)
    out[distance_from(player, s.to_act, n)] = 1
    out[n + distance_from(player, s.start, n)] = 1
    if s.attacker > 0:
        out[2 * n + distance_from(player, s.attacker - 1, n)] = 1
        out[3 * n + distance_from(player, s.defender - 1, n)] = 1
    at = 4 * n
    seat = player
    for distance in range(n):
        write_seat(s, seat, n, distance & SEAT_BITS, out, at)
        seat = seat + 1 - n * (seat == n - 1) & SEAT_BITS  # a branch would be mispredicted every other time
    at += n * (12 + NUM_FACTIONS + NUM_MODIFIERS + NUM_MONSTERS + NUM_BATTLE)
    at = write_table(s, player, out, at)
    write_counts(s.pile_left, 0, NUM_TIERS, out, at)
    out[at + NUM_TIERS] = s.commanders_left
    out[at + NUM_TIERS + 1] = s.events_left
    at += NUM_TIERS + 2
    write_counts(s.occupied, 0, NUM_PLACES, out, at)
    at += NUM_PLACES
    out[at + s.round_number - 1] = 1
    out[at + ROUNDS + s.phase] = 1
    at += ROUNDS + NUM_PHASES
    if s.attack_commander > 0:
        out[at + s.attack_commander - 1] = 1
    out[at + NUM_BATTLE] = s.to_feed
    out[at + NUM_BATTLE + 1] = s.haggled


@kernel
def distance_from(player: int, seat: int, n: int) -> int:
    """How far clockwise from `player` the `seat` sits."""
    return seat - player + n * (seat < player) & SEAT_BITS


@kernel
def write_seat(s: Record, seat: int, n: int, distance: int, out: Any, at: int) -> None:
    """Writes what lies openly before `seat`, which sits `distance` clockwise from the observer."""
    to = at + distance
    gold = min(whole(s.gold[seat]), STEPWISE)
    food = min(whole(s.food[seat]), STEPWISE)
    out[to] = gold
    out[to + n] = food
    out[to + 2 * n] = s.gold[seat] - gold
    out[to + 3 * n] = s.food[seat] - food
    out[to + 4 * n] = s.penalty[seat]
    out[to + 5 * n] = s.bonus[seat]
    out[to + 6 * n] = s.points[seat]
    out[to + 7 * n] = s.power[seat]
    out[to + 8 * n] = s.workers[seat]
    out[to + 9 * n] = s.out[seat]
    out[to + 10 * n] = s.num_face_down[seat]
    out[to + 11 * n] = s.num_missions[seat]
    at += 12 * n
    out[at + distance * NUM_FACTIONS + s.faction[seat]] = 1
    at += n * NUM_FACTIONS
    first = seat * NUM_MODIFIERS
    write_counts(s.modifiers, first, _FIRST_MODIFIERS, out, at + distance * _FIRST_MODIFIERS)
    at += n * _FIRST_MODIFIERS
    write_counts(s.modifiers, first + _FIRST_MODIFIERS, _LAST_MODIFIERS, out, at + distance * _LAST_MODIFIERS)
    at += n * _LAST_MODIFIERS
    write_counts(s.monsters, seat * NUM_MONSTERS, NUM_MONSTERS, out, at + distance * NUM_MONSTERS)
    at += n * NUM_MONSTERS
    write_counts(s.face_up, seat * NUM_COMMANDERS, NUM_BATTLE, out, at + distance * NUM_BATTLE)


@kernel
def write_table(s: Record, player: int, out: Any, at: int) -> int:
    """Writes the display, the piles, what `player` has not seen, and its own face-down cards; returns the end."""
    write_counts(s.display, 0, NUM_MONSTERS, out, at)
    at += NUM_MONSTERS
    write_counts(s.pile, 0, NUM_MONSTERS, out, at)
    at += NUM_MONSTERS
    write_counts(s.unopened, 0, NUM_COMMANDERS, out, at)
    for commander in range(NUM_CONCEALED):
        out[at + commander] = s.unopened[commander] - s.face_down[player, commander]
    at += NUM_COMMANDERS
    write_counts(s.event_pile, 0, NUM_OPEN_EVENTS, out, at)
    at += NUM_OPEN_EVENTS
    for mission in range(NUM_MISSIONS):
        out[at + mission] = 1 - s.missions[player, mission]
    at += NUM_MISSIONS
    write_counts(s.face_down, player * NUM_CONCEALED, NUM_CONCEALED, out, at)
    at += NUM_CONCEALED
    write_counts(s.missions, player * NUM_MISSIONS, NUM_MISSIONS, out, at)
    return at + NUM_MISSIONS
