"""Lockup at the table: start a game, set positions up, play actions in words, read what lies where."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.lockup.rounds import score
from ludarium.envs.lockup.tables import (
    COMMANDERS,
    EVENTS,
    FACTIONS,
    MONSTERS,
    NUM_CONCEALED,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    PLACES,
    TIER_OF,
    TIERS,
)

MARKET, PRISON, ARENA, HALL, TEMPLE = range(len(PLACES))

# What a card changes for the seat that takes it; the rest of a turn is a matter of the round.
_GAINED = (
    *("monsters", "power", "points", "modifiers"),
    *("face_up", "unopened", "face_down", "num_face_down", "permanents", "missions", "num_missions"),
)
_PILES = ("commander_pile", "event_pile", "mission_pile")
# What every placement changes, wherever the worker goes.
_TURN = {"rng", "moves", "to_act", "workers", "occupied"}


# --- starting and playing -------------------------------------------------------------------------------------------


def start(seed: int = 0, **options: Any) -> tuple[Game, States]:
    """A game and its start, as ``[1]`` records."""
    game = make_game("lockup", **options)
    return game, game.new_states(seed)


def plain(**options: Any) -> tuple[Game, States]:
    """A start where faction cards are blank: 3 gold and 2 food each."""
    return start(faction_income=False, **options)


def seated(*factions: str) -> tuple[Game, States]:
    """A start in which the seats have these factions."""
    game = make_game("lockup", num_players=len(factions))
    for seed in range(300):
        states = game.new_states(seed)
        if tuple(FACTIONS[number] for number in value(states, "faction")) == factions:
            return game, states
    raise AssertionError(f"no seed deals {', '.join(factions)}")


def play(game: Game, states: States, *actions: str) -> None:
    """Plays actions in words, in place; the rules must allow each."""
    for action in actions:
        game.step(states, game.action_number(action))


def legal(game: Game, states: States) -> set[str]:
    """The names of the legal actions, in small letters."""
    return {name.lower() for name in game.legal_names(game.legal(states)[0])}


def allows(game: Game, states: States, action: str) -> bool:
    return bool(game.legal(states)[0, game.action_number(action)])


def pass_to_upkeep(game: Game, states: States) -> None:
    """Everybody passes until upkeep asks something, or asks nothing and the next round begins or the game ends."""
    number = value(states, "round_number")
    while phase(game, states) == "placing" and value(states, "round_number") == number:
        play(game, states, "pass")


def pass_round(game: Game, states: States) -> None:
    """Everybody passes for the rest of the round; where upkeep asks, points are lost."""
    number = value(states, "round_number")
    for _ in range(game.max_game_length):
        if value(states, "round_number") != number or value(states, "terminated"):
            return
        play(game, states, "lose points" if phase(game, states) == "upkeep" else "pass")
    raise AssertionError(f"round {number} does not end")


# --- setting positions up -------------------------------------------------------------------------------------------


def give(states: States, **fields: Any) -> None:
    """Sets fields by seat (``gold=[5, 1]``), for as many seats as are named, or for the whole record (``start=1``)."""
    for name, given in fields.items():
        if isinstance(given, list):
            states[name][0, : len(given)] = given
        else:
            states[name][0] = given


def show(states: States, *monsters: str) -> None:
    """The display is these monsters; what lay there is out of the game."""
    states["display"][0] = 0
    for name in monsters:
        states["display"][0, MONSTERS.index(name)] += 1


def leave(states: States, pile: str, *cards: str) -> None:
    """A pile (a class, "commanders" or "events") holds these cards alone; the others are out of the game."""
    if pile in TIERS:
        tier = TIERS.index(pile)
        states["pile"][0, tier == TIER_OF] = 0
        states["pile_left"][0, tier] = 0
    else:
        for field in ("commander_pile",) if pile == "commanders" else ("event_pile", "mission_pile"):
            states[field][0] = 0
        states[f"{pile}_left"][0] = 0
    for card in cards:
        _put_on_pile(states, card, 1)


def _put_on_pile(states: States, card: str, number: int) -> None:
    if card in MONSTERS:
        states["pile"][0, MONSTERS.index(card)] += number
        states["pile_left"][0, TIER_OF[MONSTERS.index(card)]] += number
    elif card in COMMANDERS:
        states["commander_pile"][0, COMMANDERS.index(card)] += number
        states["commanders_left"][0] += number
    else:
        event = EVENTS.index(card)
        mission = event - NUM_OPEN_EVENTS
        states["event_pile" if mission < 0 else "mission_pile"][0, event if mission < 0 else mission] += number
        states["events_left"][0] += number


def take(game: Game, states: States, seat: int, *cards: str) -> None:
    """Gives `seat` monsters, commanders, permanent events or missions, by the moves that bring them.

    Cards come from the piles, monsters from the display where no copy is left there; nothing else changes.
    """
    for card in cards:
        moved = states.copy()
        give(moved, to_act=seat, workers=[4] * game.num_players, out=[0] * game.num_players, occupied=[0] * 5)
        give(moved, food=[6] * game.num_players, round_number=3)
        if card in MONSTERS:
            pile = TIERS[TIER_OF[MONSTERS.index(card)]]
            move = f"prison {pile}"
        else:
            pile, move = ("commanders", "hall") if card in COMMANDERS else ("events", "temple")
        leave(moved, pile, card)
        play(game, moved, move)
        for field in _GAINED:
            states[field] = moved[field]
        if card in MONSTERS and states["pile"][0, MONSTERS.index(card)] == 0:
            states["display"][0, MONSTERS.index(card)] -= 1
        else:
            _put_on_pile(states, card, -1)
        if any((states[field] < 0).any() for field in ("pile", "display", *_PILES)):
            raise ValueError(f"{card!r} cannot be taken: no copy is left")


# --- reading --------------------------------------------------------------------------------------------------------


def value(states: States, name: str) -> Any:
    """A field of the only record, as plain Python; fields by seat for the seats that play."""
    field = states[name][0]
    by_seat = states.dtype[name].shape[:1] == (4,) and name not in ("rng", "mission_pile")
    return (field[: states["num_players"][0]] if by_seat else field).tolist()


def phase(game: Game, states: States) -> str:
    """What is to be decided, told from what is legal; "over" at the end."""
    names = legal(game, states)
    for action, answer in (
        ("pass", "placing"),
        ("no commander", "battle"),
        ("accept", "escape"),
        ("lose points", "upkeep"),
    ):
        if action in names:
            return answer
    return "over"


def monsters(states: States, seat: int) -> list[str]:
    """The monsters that a seat holds, in the order of the table."""
    return _names(MONSTERS, states["monsters"][0, seat])


def display(states: States) -> Counter[str]:
    """How many monsters of each class lie face up."""
    return Counter(TIERS[TIER_OF[MONSTERS.index(name)]] for name in _names(MONSTERS, states["display"][0]))


def face_up(states: States, seat: int) -> list[str]:
    """The commanders and permanent events that lie face up before a seat."""
    return _names(COMMANDERS, states["face_up"][0, seat]) + _names(
        EVENTS[NUM_NOW:NUM_OPEN_EVENTS], states["permanents"][0, seat]
    )


def face_down(states: States, seat: int) -> list[str]:
    """The commanders and missions that lie face down before a seat."""
    commanders = _names(COMMANDERS[:NUM_CONCEALED], states["face_down"][0, seat])
    return commanders + _names(EVENTS[NUM_OPEN_EVENTS:], states["missions"][0, seat])


def _names(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, number in zip(names, counts, strict=True) for _ in range(number)]


def scores(states: States) -> list[int]:
    """What every seat would score if the game ended now."""
    return [int(score(states[0], seat)) for seat in range(states["num_players"][0])]


def changes(before: States, after: States) -> set[str]:
    """The fields in which two records differ, apart from those that every placement changes."""
    return {name for name in before.dtype.names or () if (before[name] != after[name]).any()} - _TURN
