"""Positions of the plain-Python oracle, arranged by hand: chance obeys, and fields are set directly."""

from __future__ import annotations

from collections import Counter

from tests.arranged import Wishes, played
from tests.clank.cards import DRAGON, Seat
from tests.clank.oracle import ClankOracle


class Arranged(Wishes, ClankOracle):
    """An oracle whose chance brings the first of `wishes` for what is asked, otherwise the first candidate.

    Of cubes it brings a skill cube where nothing is wished, as long as there is one.
    """

    def unwished(self, candidates: list[str]) -> str:
        return "skill" if "skill" in candidates else candidates[0]


def hold(game: Arranged, *names: str, seat: int = 0) -> Arranged:
    """The hand of `seat` is these cards; market cards come from the market, and the deck takes the rest."""
    own = game.seats[seat]
    own.deck += own.hand
    own.hand = []
    for name in names:
        if name not in own.deck and name not in game.market and name in game.row:
            game.row.remove(name)
        elif name in own.deck:
            own.deck.remove(name)
        else:
            game.market.remove(name)
        own.hand.append(name)
    return game


def lay(game: Arranged, *tiles: str) -> Arranged:
    """These tiles lie face up from place 1 on."""
    for place, name in enumerate(tiles, 1):
        game.tiles.remove(name)
        game.path[place] = name
    return game


def stand(game: Arranged, *positions: int) -> Arranged:
    """The pawns of the seats stand there, and the turn of the seat to act began there."""
    for seat, position in zip(game.seats, positions, strict=True):
        seat.position = position
        seat.has_left_exit = position > 0
    game.began_on_exit = game.own.position == 0
    return game


def fill(game: Arranged, *cubes: str) -> Arranged:
    """The bag holds these cubes: noise cubes come from the supplies, other cubes are what they are."""
    for index, seat in enumerate(game.seats):
        seat.supply = 30 - cubes.count(f"noise {index}")
    game.bag = list(cubes)
    return game


def treasure(game: Arranged, *names: str, seat: int = 0) -> Arranged:
    """`seat` took these treasures in an earlier turn: their abilities work, save what a turn's start brings."""
    own = game.seats[seat]
    for name in names:
        if name == "The Cup":
            game.cup_taken = True
            game.bag.append("dragon")
        else:
            game.treasure_deck.remove(name)
        own.treasures.append(name)
        own.working.append(name)
    return game


def end_turn(game: Arranged, *cubes: str) -> Arranged:
    """The seat to act ends its turn, its main action done, and draws these cubes."""
    game.main_done = True
    game.wishes = [("cube", cube) for cube in cubes] + game.wishes
    return played(game, "end turn")


def meet(card: str, game: Arranged) -> Arranged:
    """The seat to act ends its turn by drawing one dragon cube, which reveals `card`."""
    if "dragon" not in game.bag:
        game.bag.append("dragon")
    game.draws = 1 - ("The Cup" in game.own.working)
    game.wishes.append(("dragon", card))
    return end_turn(game, "dragon")


def end_by_dragon(game: Arranged) -> Arranged:
    """The seat to act reveals the last dragon card, which ends the game."""
    game.revealed = list(DRAGON)[: game.dragon_limit - 1]
    return meet(list(DRAGON)[game.dragon_limit - 1], game)


def out(seat: Seat, how: str) -> None:
    seat.left = how
    if how == "dead":
        seat.health = 0


def health(game: ClankOracle) -> list[int]:
    return [seat.health for seat in game.seats]


def lefts(game: ClankOracle) -> list[str | None]:
    return [seat.left for seat in game.seats]


def noise(game: ClankOracle, seat: int = 0) -> int:
    """Noise cubes of `seat` in the bag."""
    return game.bag.count(f"noise {seat}")


def cards(game: ClankOracle) -> Counter[str]:
    """Every market and starting card of the game, wherever it lies."""
    found = Counter(game.market + game.row)
    for seat in game.seats:
        found.update(seat.deck + seat.hand + seat.discard + seat.played)
    return found


def treasures(game: ClankOracle) -> Counter[str]:
    """Every treasure card but the Cup, wherever it lies."""
    found = Counter(game.treasure_deck + game.removed)
    if game.top is not None:
        found[game.top] += 1
    for seat in game.seats:
        found.update(name for name in seat.treasures if name != "The Cup")
    return found


def cubes(game: ClankOracle) -> Counter[str]:
    """Every cube of the game, wherever it lies."""
    found = Counter(game.bag + game.gone)
    for index, seat in enumerate(game.seats):
        found[f"noise {index}"] += seat.supply
    return found
