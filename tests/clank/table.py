"""Clank! at the table: set a position up in words, play actions in words, read the record in words.

Cards, treasures, tiles and dragon cards are called by their names; several of one name stand there several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np

from ludarium import make_game
from ludarium.envs.clank.tables import (
    CARDS,
    DRAGON_CARDS,
    MARKET,
    TILES,
    TREASURES,
)
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States

SPECTATOR = -1
#: What a card of each name is worth at the end, as far as it is worth anything, and so for treasures.
CARD_POINTS = {
    "Silver Sabre": 1,
    "Headsman": 1,
    "Royal Writ": 2,
    "Cracked Idol": 2,
    "Jade Mask": 3,
    "Amber Eye": 4,
    "Obsidian Circlet": 5,
    "Sun Disk": 7,
    "Star Compass": 6,
}
TREASURE_POINTS = {"Gilded Relic": 10, "Dragon Regalia": 20, "The Cup": 30}
#: The treasure deck, which the Cup is no part of.
TREASURE_BOX = (
    *["Copper Hoard"] * 12,
    *["Gilded Relic"] * 9,
    *["Dragon Regalia"] * 4,
    *("Winged Sandals", "Berserker Ring", "Thief's Eye", "Ward Charm"),
)
PHASES = ("before", "after", "paying", "reward")
STATUSES = ("inside", "escaped", "dead")
_SKILL, _DRAGON = 4, 5  # places in the field `bag` after the seats' noise


class Seat(TypedDict, total=False):
    """What a seat has; what is not named is empty, 10 health, on the Exit, in the game."""

    hand: Sequence[str]
    deck: Sequence[str]
    discard: Sequence[str]
    played: Sequence[str]
    known: Sequence[str]  #: cards of the hand that everybody knows
    treasures: Sequence[str]
    on: int
    health: int
    tokens: int
    noise: int  #: own cubes in the bag
    monsters: int  #: points of monsters defeated
    status: str
    left: bool  #: whether the pawn has left the Exit; by default whether it is elsewhere
    fought: bool
    cave_in: int


def start(seed: int = 0, **options: Any) -> tuple[Game, States]:
    """A game and its start, as ``[1]`` records."""
    game = make_game("clank", **options)
    return game, game.new_states(seed)


def position(
    *seats: Seat,
    path: Sequence[str] = (),
    defeated: Sequence[int] = (),
    row: Sequence[str] = (),
    market: Sequence[str] = (),
    treasure: Sequence[str] | None = None,
    revealed: Sequence[str] = (),
    skill: int = 0,
    dragon: int = 0,
    act: int = 0,
    phase: str = "before",
    began_on_exit: bool | None = None,
    cup_works: bool = True,
    attack: int = 0,
    buy: int = 0,
    extra_moves: int = 0,
    turns: int = 0,
    seed: int = 0,
    **options: Any,
) -> tuple[Game, States]:
    """A game in which a seat may play cards and move, as ``[1]`` records.

    Args:
        seats: two at least; seats that are not named have nothing.
        path: the tiles revealed, from the Exit on.
        defeated: places on the path whose monsters are defeated.
        row: the market's face-up cards.
        market: the market's deck.
        treasure: the treasure deck, its face-up card first; by default a Copper Hoard and all that nobody has.
        revealed: dragon cards revealed.
        skill: skill cubes in the bag.
        dragon: dragon cubes in the bag.
        act: the seat to act.
        phase: ``"before"`` or ``"after"`` its main action.
        began_on_exit: whether it began the turn on the Exit; by default whether it stands there.
        cup_works: whether the Cup, if somebody has it, was taken before the holder's present or latest turn.
        attack: attack in its pool, and so on for `buy` and `extra_moves`.
        turns: turns completed.
        seed: of the game's random stream.
        options: of the game, the number of seats apart.
    """
    people = [*seats, *[Seat()] * (2 - len(seats))]
    game = make_game("clank", num_players=len(people), **options)
    states = game.new_states(seed)
    s = states[0]
    kept = ("rng", "options", "num_players")
    for name in states.dtype.names or ():
        if name not in kept:
            s[name] = 0
    taken = [name for seat in people for name in seat.get("treasures", ())]
    if treasure is None:
        treasure = list(TREASURE_BOX)
        for name in taken:
            if name in treasure:
                treasure.remove(name)
    s["treasure_deck"] = _counts(TREASURES, treasure)
    s["treasure_deck"][TREASURES.index("The Cup")] = "The Cup" not in taken
    s["treasures_left"] = len(treasure)
    s["treasure_top"] = 1 + TREASURES.index(treasure[0]) if treasure else 0
    s["market_row"], s["row_size"] = _counts(MARKET, row), len(row)
    s["market_deck"], s["market_left"] = _counts(MARKET, market), len(market)
    s["dragon_left"], s["dragon_revealed"] = 1 - _counts(DRAGON_CARDS, revealed), len(revealed)
    s["tiles_left"], s["revealed"] = 1 - _counts(TILES, path), len(path)
    s["path"][: len(path)] = [1 + TILES.index(name) for name in path]
    s["defeated"][[place - 1 for place in defeated]] = 1
    s["bag"][_SKILL], s["bag"][_DRAGON] = skill, dragon
    for number, seat in enumerate(people):
        _seat(s, number, seat)
    s["to_act"], s["phase"], s["turns"] = act, PHASES.index(phase), turns
    s["attack"], s["buy"], s["extra_moves"] = attack, buy, extra_moves
    s["ward"] = s["treasures"][act, TREASURES.index("Ward Charm")]
    s["cup_works"] = cup_works and "The Cup" in taken
    s["began_on_exit"] = s["position"][act] == 0 if began_on_exit is None else began_on_exit
    check_books(states)
    return game, states


def _counts(names: Sequence[str], cards: Sequence[str]) -> Any:
    unknown = [card for card in cards if card not in names]
    assert not unknown, f"there is no {', '.join(unknown)}"
    return np.array([cards.count(name) for name in names], np.int8)


def _seat(s: Any, number: int, seat: Seat) -> None:
    hand, deck, discard, played = (list(seat.get(name, ())) for name in ("hand", "deck", "discard", "played"))  # type: ignore[attr-defined]
    s["hand"][number], s["held"][number] = _counts(CARDS, hand), _counts(CARDS, [*hand, *deck])
    s["known"][number] = _counts(CARDS, seat.get("known", ()))
    s["discard"][number], s["played"][number] = _counts(CARDS, discard), _counts(CARDS, played)
    s["hand_size"][number], s["deck_size"][number], s["discard_size"][number] = len(hand), len(deck), len(discard)
    s["treasures"][number] = _counts(TREASURES, seat.get("treasures", ()))
    s["treasure_points"][number] = sum(TREASURE_POINTS.get(name, 5) for name in seat.get("treasures", ()))
    s["card_points"][number] = sum(CARD_POINTS.get(name, 0) for name in (*hand, *deck, *discard, *played))
    s["monster_points"][number] = seat.get("monsters", 0)
    s["position"][number] = seat.get("on", 0)
    s["left_exit"][number] = seat.get("left", seat.get("on", 0) > 0)
    s["fought"][number], s["cave_in"][number] = seat.get("fought", False), seat.get("cave_in", 0)
    s["status"][number] = STATUSES.index(seat.get("status", "inside"))
    s["health"][number] = seat.get("health", 0 if s["status"][number] == STATUSES.index("dead") else 10)
    s["tokens"][number] = seat.get("tokens", 0)
    s["bag"][number] = seat.get("noise", 0)
    s["supply"][number] = 30 - seat.get("noise", 0)


# --- playing ----------------------------------------------------------------------------------------------------------


def play(game: Game, states: States, *actions: str) -> None:
    """Plays actions in words, in place; the rules must allow each, and the books must be in order after it."""
    for action in actions:
        game.step(states, game.action_number(action))
        check_books(states)


def turn(game: Game, states: States, *actions: str) -> dict[str, Any]:
    """Plays actions and says what they changed, as `read` puts it."""
    before = read(states)
    play(game, states, *actions)
    after = read(states)
    return {name: after[name] for name in before if after[name] != before[name]}


def luck(game: Game, states: States, action: str, seed: int = 1, **wanted: Any) -> dict[str, Any]:
    """Plays an action with one random stream after the other until what is wanted comes; says what it changed.

    Args:
        game: the game.
        states: ``[1]`` records, changed in place.
        action: in words.
        seed: of the streams.
        wanted: what `read` is to say afterwards; underscores stand for spaces.
    """
    before = read(states)
    for chunk in range(30):
        many = copies(game, states, 100, 1000 * seed + chunk)
        game.step(many, game.action_number(action))
        for index in range(len(many)):
            after = read(many[index : index + 1])
            if all(after[name.replace("_", " ")] == value for name, value in wanted.items()):
                states[:] = many[index : index + 1]
                check_books(states)
                return {name: after[name] for name in before if after[name] != before[name]}
    raise AssertionError(f"{action} never brings {wanted}")


def copies(game: Game, states: States, count: int, seed: int = 1) -> States:
    """``[count]`` records of the same position, each with a random stream of its own."""
    many = np.repeat(states, count)
    many["rng"] = game.new_states(seed, count)["rng"]
    return many


def legal(game: Game, states: States) -> set[str]:
    return set(game.legal_names(game.legal(states)[0]))


def allows(game: Game, states: States, action: str) -> bool:
    return bool(game.legal(states)[0, game.action_number(action)])


# --- reading ----------------------------------------------------------------------------------------------------------


def value(states: States, name: str) -> Any:
    """A field of the only record, as plain Python."""
    return states[name][0].tolist()


def read(states: States) -> dict[str, Any]:
    """The only record in words: ``"hand 0"``, ``"health 1"`` …, the table, and the turn."""
    s = states[0]
    found: dict[str, Any] = {}
    for seat in range(int(s["num_players"])):
        hand = s["hand"][seat]
        for name, counts in (("hand", hand), ("deck", s["held"][seat] - hand)):
            found[f"{name} {seat}"] = _names(CARDS, counts)
        for name in ("known", "discard", "played"):
            found[f"{name} {seat}"] = _names(CARDS, s[name][seat])
        found[f"treasures {seat}"] = _names(TREASURES, s["treasures"][seat])
        found[f"points {seat}"] = tuple(int(s[f"{kind}_points"][seat]) for kind in ("treasure", "card", "monster"))
        found[f"on {seat}"], found[f"noise {seat}"] = int(s["position"][seat]), int(s["bag"][seat])
        found[f"status {seat}"] = STATUSES[s["status"][seat]]
        for name in ("health", "tokens", "left_exit", "fought", "cave_in"):
            found[f"{name.replace('_', ' ')} {seat}"] = int(s[name][seat])
    found["row"], found["market"] = _names(MARKET, s["market_row"]), _names(MARKET, s["market_deck"])
    found["path"] = [TILES[tile - 1] for tile in s["path"] if tile]
    found["defeated"] = [1 + int(place) for place in np.flatnonzero(s["defeated"])]
    found["top"] = TREASURES[s["treasure_top"] - 1] if s["treasure_top"] else None
    found["treasure"] = _names(TREASURES, s["treasure_deck"])
    found["dragon cards"] = _names(DRAGON_CARDS, 1 - s["dragon_left"])
    found["skill cubes"], found["dragon cubes"] = int(s["bag"][_SKILL]), int(s["bag"][_DRAGON])
    for name in ("attack", "buy", "extra_moves", "ward", "cup_works", "free_cost", "turns", "to_act"):
        found[name.replace("_", " ")] = int(s[name])
    found["phase"] = PHASES[s["phase"]]
    found["paying for"] = (None, "deck", "cup")[s["exploring"]]
    found["over"] = "over" if s["terminated"] else "cut off" if s["truncated"] else None
    return found


def _names(names: Sequence[str], counts: Any) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]


def check_books(states: States) -> None:
    """What a record holds twice agrees: sizes, points, what is revealed and what is left."""
    for s in states:
        n = int(s["num_players"])
        assert (s["known"] >= 0).all() and (s["known"] <= s["hand"]).all() and (s["hand"] <= s["held"]).all()
        for name in ("discard", "played", "market_row", "market_deck", "treasure_deck", "bag", "supply", "tokens"):
            assert (s[name] >= 0).all(), name
        assert (s["hand_size"] == s["hand"].sum(axis=1)).all()
        assert (s["deck_size"] == (s["held"] - s["hand"]).sum(axis=1)).all()
        assert (s["discard_size"] == s["discard"].sum(axis=1)).all()
        assert (s["row_size"], s["market_left"]) == (s["market_row"].sum(), s["market_deck"].sum())
        assert s["treasures_left"] == s["treasure_deck"][:-1].sum()
        assert (s["treasure_top"] > 0) == (s["treasures_left"] > 0)
        assert s["treasure_top"] == 0 or s["treasure_deck"][s["treasure_top"] - 1] > 0
        assert s["dragon_revealed"] == len(DRAGON_CARDS) - s["dragon_left"].sum()
        assert s["revealed"] == np.count_nonzero(s["path"]) == len(TILES) - s["tiles_left"].sum()
        assert (np.flatnonzero(s["path"]) < s["revealed"]).all()
        assert not s["tiles_left"][s["path"][: s["revealed"]] - 1].any()
        for seat in range(n):
            inside = s["status"][seat] == 0
            cards = _names(CARDS, s["held"][seat] + s["discard"][seat] + s["played"][seat])
            assert s["card_points"][seat] == sum(CARD_POINTS.get(card, 0) for card in cards)
            treasures = _names(TREASURES, s["treasures"][seat])
            assert s["treasure_points"][seat] == sum(TREASURE_POINTS.get(name, 5) for name in treasures)
            assert s["supply"][seat] + s["bag"][seat] == 30 or not inside
            assert 0 <= s["health"][seat] <= 10
            assert (s["health"][seat] == 0) == (s["status"][seat] == STATUSES.index("dead"))
            assert 0 <= s["position"][seat] <= s["revealed"]
            assert s["left_exit"][seat] or s["position"][seat] == 0
        assert s["terminated"] or s["status"][s["to_act"]] == 0
        assert not s["status"][n:].any() and not s["held"][n:].any()
