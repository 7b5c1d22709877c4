"""What is special about a step of a game: comparisons say which of it came up."""

from __future__ import annotations

from collections.abc import Iterator

from tests.clank.cards import CARDS, CUP, DRAGON, HAND, HEALTH, SLOTS, TILES, TREASURES, treasure_points
from tests.clank.choices import monster_here
from tests.clank.pairs import Follower
from tests.records import Row

_HURTING = ("Ember Breath", "Claw Sweep", "Tail Lash", "Greed", "Wall of Flame")
_ENDINGS = ("all out", "treasure", "dragon")

#: Whatever a comparison must have met, by where it comes from.
VERBS = frozenset(
    ("play", "move", "extra", "explore", "pay", "rest", "escape", "buy", "fight", "take", "decline", "end")
)
CHOSEN = frozenset(
    (
        *(f"explore for {name}" for name in TREASURES),
        *(f"fight against {row['monster']['name']}" for row in TILES.values() if row["monster"]),
        "deck and Cup on offer",
        "many splits",
        "fight won",
        "fight lost",
        "another try not allowed",
        "left a monster",
        "left a monster after a failed try",
        "extra move before the main action",
        "escape after coming back in this turn",
        "noise from an empty supply",
        "nothing to quiet",
        "healing stops at 10",
    )
)
LED_TO = frozenset(
    (
        *(f"entered {name}" for name in TILES),
        *(f"carried out {name}" for name in DRAGON),
        "place 12",
        "died in a fight",
        "died of a monster left behind",
        "died of the own draw",
        "died on another's turn",
        "several died at once",
        "no card fits the reward",
        "drew from a rebuilt deck",
        "drew from a deck rebuilt within the turn",
        "nothing left to draw",
        "a short hand after Cave-in",
        "the row stays short",
        "a seat was passed over",
        "alone in the game",
        "two dragon cards at once",
        "what a death left unresolved",
        "all cubes drawn",
        "an empty bag",
        "a cube of a player who is out",
        "the Ward Charm saves one",
        "the Ward Charm saves one of several",
        "the Cup draws one more",
        "the Cup does not work yet",
        "hurt by a dragon card as the Cup's holder",
        "hurt by a dragon card before the Cup works",
        "Fury draws one more",
    )
)
ENDINGS = frozenset(
    (
        *_ENDINGS,
        "escaped",
        "dead",
        "inside",
        "cut off",
        "Hoard Shift ends the game",
        "shared victory",
        "treasure points decide",
        "health decides",
        "halved inside",
    )
)
EVERYTHING = VERBS | CHOSEN | LED_TO | ENDINGS


def chosen(oracle: Follower, names: list[str], action: str, previous: str) -> Iterator[str]:
    """What is special about playing `action`, one of the legal `names`, after the action `previous`."""
    seat, index = oracle.own, oracle.to_act
    verb, _, what = action.partition(" ")
    monster = monster_here(oracle)
    yield verb
    if verb == "explore":
        yield f"explore for {CUP if what == 'cup' else oracle.top}"
        if {"explore deck", "explore cup"} <= set(names):
            yield "deck and Cup on offer"
    if verb == "pay" and len(names) > 3:
        yield "many splits"
    if verb == "fight" and monster:
        yield f"fight against {monster['name']}"
        yield "fight won" if oracle.attack >= monster["power"] else "fight lost"
    if monster and seat.tried and oracle.main_done and oracle.attack:
        yield "another try not allowed"
    if verb in ("move", "extra") and monster:
        yield "left a monster"
        if seat.tried:
            yield "left a monster after a failed try"
    if verb == "extra" and not oracle.main_done:
        yield "extra move before the main action"
    if verb == "escape" and previous == "extra move back":
        yield "escape after coming back in this turn"
    card = CARDS[what] if verb == "play" else {"noise": verb == "explore", "quiet": 0, "heal": 0}
    if card["noise"] and not seat.supply:
        yield "noise from an empty supply"
    if card["quiet"] and f"noise {index}" not in oracle.bag:
        yield "nothing to quiet"
    if card["heal"] and seat.health == HEALTH:
        yield "healing stops at 10"


def led_to(oracle: Follower, action: str, before: Row, after: Row) -> Iterator[str]:
    """What is special about the step by `action` that has brought `oracle` from one record to the other."""
    actor, n = before["to_act"], oracle.num_players
    seat, verb = oracle.seats[actor], action.partition(" ")[0]
    died = [index for index in range(n) if before["health"][index] > 0 == after["health"][index]]
    if after["position"][actor] != before["position"][actor]:
        yield f"entered {oracle.path[seat.position]}"
        yield f"place {seat.position}"
    if died and action == "fight":
        yield "died in a fight"
    if died and verb in ("move", "extra"):
        yield "died of a monster left behind"
    if action == "fight" and after["phase"] == 1 and oracle.free_cost:
        yield "no card fits the reward"
    drawn = [name for what, name in oracle.answers if what == "card"]
    if len(drawn) > before["deck_size"][actor]:
        yield (
            "drew from a rebuilt deck"
            if after["turns"] > before["turns"]
            else "drew from a deck rebuilt within the turn"
        )
    if after["turns"] > before["turns"]:
        if seat.left is None and len(drawn) < HAND - before["cave_in"][actor]:
            yield "nothing left to draw"
        if seat.left is None and before["cave_in"][actor]:
            yield "a short hand after Cave-in"
        if after["row_size"] < SLOTS:
            yield "the row stays short"
        if after["to_act"] == actor:
            yield "alone in the game"
        elif after["to_act"] != (actor + 1) % n:
            yield "a seat was passed over"
    if action == "end turn":
        yield from _of_the_bag(oracle, before, after, died)


def _of_the_bag(oracle: Follower, before: Row, after: Row, died: list[int]) -> Iterator[str]:
    actor = before["to_act"]
    cubes = [name for what, name in oracle.answers if what == "cube"]
    revealed = [name for what, name in oracle.answers if what == "dragon"]
    own_noise = cubes.count(f"noise {actor}")
    limit = len(oracle.revealed) == oracle.dragon_limit
    carried_out = revealed[:-1] if limit and revealed else revealed
    holders = [index for index in range(oracle.num_players) if CUP in oracle.seats[index].treasures]
    yield from (f"carried out {name}" for name in carried_out)
    if len(revealed) > 1:
        yield "two dragon cards at once"
    if oracle.seats[actor].left == "dead":
        yield "died of the own draw"
        if len(revealed) < cubes.count("dragon") or (not revealed and "skill" in cubes):
            yield "what a death left unresolved"
    if any(index != actor for index in died):
        yield "died on another's turn"
    if len(died) > 1:
        yield "several died at once"
    if not cubes and oracle.draws:
        yield "an empty bag"
    elif len(cubes) == sum(before["bag"]):
        yield "all cubes drawn"
    if any(before["status"][index] and f"noise {index}" in cubes for index in range(oracle.num_players)):
        yield "a cube of a player who is out"
    if before["ward"] and own_noise:
        yield "the Ward Charm saves one" if own_noise == 1 else "the Ward Charm saves one of several"
    if actor in holders:
        yield "the Cup draws one more" if before["cup_works"] else "the Cup does not work yet"
    if len(cubes) > oracle.draws and actor not in holders:
        yield "Fury draws one more"
    for index in holders:
        noise = cubes.count(f"noise {index}")
        lost = before["health"][index] - after["health"][index]
        if set(carried_out) & set(_HURTING) and lost > noise and before["status"][index] == 0:
            when = "as the Cup's holder" if before["cup_works"] else "before the Cup works"
            yield f"hurt by a dragon card {when}"
    if oracle.ending == "treasure":
        yield "Hoard Shift ends the game"


def at_the_end(oracle: Follower) -> Iterator[str]:
    """What is special about a game that is over."""
    if not oracle.terminated:
        yield "cut off"
        return
    yield from (str(oracle.ending), *(str(seat.left) for seat in oracle.seats))
    scores = oracle.final_scores
    assert scores is not None
    best = [seat for seat, score in zip(oracle.seats, scores, strict=True) if score == max(scores)]
    if oracle.inside_at_end == "half" and any(seat.left == "inside" for seat in oracle.seats):
        yield "halved inside"
    if oracle.returns.count(max(oracle.returns)) > 1:
        yield "shared victory"
    elif len(best) > 1:
        points = [treasure_points(seat) for seat in best]
        yield "treasure points decide" if points.count(max(points)) == 1 else "health decides"
