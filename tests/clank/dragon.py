"""The bag and the dragon: what the cubes do that are drawn at the end of a turn (CL8, CLD7, CLD19, CLD20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tests.clank.cards import CUP, DRAGON, ability

if TYPE_CHECKING:
    from tests.clank.oracle import ClankOracle


def draw_cubes(game: ClankOracle) -> None:
    """CLD19 (1): noise cubes, then skill cubes, then dragon cubes one by one.

    Reading: a death of the active player "ends that turn at once" (CLD22), here too, and so does the end of the game
    (CLD23). What is drawn but not resolved then goes back into the bag: a skill cube leaves the game only by giving a
    token, and dragon cubes always go back.
    """
    drawer = game.own
    number = game.draws + game.fury + (CUP in drawer.working)  # CLD8
    cubes = [game.draw("cube", game.bag) for _ in range(min(number, len(game.bag)))]  # CL13: all if fewer
    _noise(game, cubes)
    skill, dragons = cubes.count("skill"), cubes.count("dragon")
    if drawer.left is None:
        drawer.tokens += skill
        game.gone += ["skill"] * skill
        skill = 0
        for _ in range(dragons):
            if drawer.left is None:
                _reveal(game)
    game.bag += ["skill"] * skill + ["dragon"] * dragons


def hurt(game: ClankOracle, damage: dict[int, int]) -> None:
    """Damage by seat, taken at the same time; who has no health left is out (CL11)."""
    for index, amount in damage.items():
        seat = game.seats[index]
        seat.health = max(0, seat.health - amount)
        if seat.health == 0:
            seat.left = "dead"
    game.end_if_nobody_is_left()


def _noise(game: ClankOracle, cubes: list[str]) -> None:
    """All noise cubes hurt at once and go home; those of players who are out leave the game (CLD22)."""
    damage = {}
    for index, seat in enumerate(game.seats):
        number = cubes.count(f"noise {index}")
        if seat.left is not None:
            game.gone += [f"noise {index}"] * number
        elif number:
            seat.supply += number
            warded = index == game.to_act and any(ability(name) == "ward1" for name in seat.working)
            damage[index] = number - warded
    hurt(game, damage)


def _reveal(game: ClankOracle) -> None:
    """The next dragon card; the one that reaches the limit ends the game unresolved (CLD7)."""
    card = game.draw("dragon", game.dragon_deck)
    game.revealed.append(card)
    if len(game.revealed) == game.dragon_limit:
        game.finish("dragon")
    else:
        EFFECTS[card](game)


def _playing(game: ClankOracle) -> list[int]:
    return [index for index, seat in enumerate(game.seats) if seat.left is None]


def _strike(game: ClankOracle, victims: Iterable[int], amount: int) -> None:
    """Damage by a dragon card: 1 more for the holder of the Cup (CLD8)."""
    hurt(game, {index: amount + (CUP in game.seats[index].working) for index in victims})


def _most(game: ClankOracle, number: Callable[[int], int]) -> list[int]:
    """CLD20: the players with the highest number, all who tie, nobody if it is 0.

    Reading: dragon cards "touch only players still in the game", so only these are compared.
    """
    highest = max(number(index) for index in _playing(game))
    return [index for index in _playing(game) if number(index) == highest > 0]


def _ember_breath(game: ClankOracle) -> None:
    _strike(game, [index for index in _playing(game) if game.seats[index].position > 0], 1)


def _claw_sweep(game: ClankOracle) -> None:
    _strike(game, _most(game, lambda index: game.bag.count(f"noise {index}")), 2)


def _tail_lash(game: ClankOracle) -> None:
    deepest = max(game.seats[index].position for index in _playing(game))  # the Exit counts as tile 0
    _strike(game, [index for index in _playing(game) if game.seats[index].position == deepest], 2)


def _roar(game: ClankOracle) -> None:
    for index in _playing(game):  # on the Exit too
        game.make_noise(index, 1)


def _greed(game: ClankOracle) -> None:
    _strike(game, _most(game, lambda index: len(game.seats[index].treasures)), 2)


def _cave_in(game: ClankOracle) -> None:
    for index in _playing(game):
        game.seats[index].fewer_cards = 1


def _thick_smoke(game: ClankOracle) -> None:
    for index, seat in enumerate(game.seats):  # everybody's, also of players who are out
        seat.supply += game.bag.count(f"noise {index}")
    game.bag = [cube for cube in game.bag if not cube.startswith("noise")]


def _wall_of_flame(game: ClankOracle) -> None:
    _strike(game, [index for index in _playing(game) if game.seats[index].position >= 3], 1)


def _hoard_shift(game: ClankOracle) -> None:
    for _ in range(2):
        if game.top is not None:
            game.removed.append(game.top)
            game.turn_up_treasure()


def _fury(game: ClankOracle) -> None:
    game.fury += 1  # this turn's cubes are drawn already


_BY_ID = {
    "D1": _ember_breath,
    "D2": _claw_sweep,
    "D3": _tail_lash,
    "D4": _roar,
    "D5": _greed,
    "D6": _cave_in,
    "D7": _thick_smoke,
    "D8": _wall_of_flame,
    "D9": _hoard_shift,
    "D10": _fury,
}
EFFECTS = {name: _BY_ID[row["id"]] for name, row in DRAGON.items()}
