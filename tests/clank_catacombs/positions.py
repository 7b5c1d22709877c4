"""Positions of the plain-Python oracle, arranged by hand: chance obeys, and fields are set directly."""

from __future__ import annotations

from collections import Counter

from tests.arranged import Wishes, played
from tests.clank_catacombs.cards import DUNGEON, RESERVE, START
from tests.clank_catacombs.dungeon import Cell
from tests.clank_catacombs.oracle import CatacombsOracle

#: Cards of the dungeon deck without symbol, Arrive or Danger.
QUIET = ("Candle Stub", "Tiptoe", "Feint", "Ransack", "Crowbar", "Long Stride")


class Arranged(Wishes, CatacombsOracle):
    """An oracle whose chance brings the first of `wishes` for what is asked, otherwise the first candidate."""


def legal(game: CatacombsOracle, *verbs: str) -> list[str]:
    """The legal actions that begin with one of these words."""
    return [action for action in game.legal() if action.split()[0] in verbs]


def wish(game: Arranged, *wishes: tuple[str, str]) -> Arranged:
    game.wishes += wishes
    return game


def fetch(game: CatacombsOracle, name: str) -> None:
    """One card of that name from the dungeon deck, the Row or the Reserve."""
    if name in RESERVE:
        game.reserve[name] -= 1
    elif name in game.deck:
        game.deck.remove(name)
    else:
        game.row[game.row.index(name)] = None


def hold(game: Arranged, *names: str, seat: int = 0) -> Arranged:
    """The hand of `seat` is these cards; its deck takes the rest."""
    own = game.seats[seat]
    own.deck += own.hand
    own.hand = []
    for name in names:
        if name in own.deck:
            own.deck.remove(name)
        else:
            fetch(game, name)
        own.hand.append(name)
    return game


def offer(game: Arranged, *names: str) -> Arranged:
    """The Row is these cards, its other slots empty."""
    game.deck += [name for name in game.row if name is not None]
    game.row = [None] * 6
    for slot, name in enumerate(names):
        game.deck.remove(name)
        game.row[slot] = name
    return game


def on_top(game: Arranged, *names: str) -> Arranged:
    """These cards are the next of the dungeon deck."""
    assert all(name in DUNGEON for name in names)
    return wish(game, *(("row", name) for name in names))


def lay(game: Arranged, cell: Cell, tile: str, turned: int = 0) -> Arranged:
    """A tile lies there, without Artifact."""
    if tile in game.safe:
        game.safe.remove(tile)
        game.safe_to_come -= 1
    else:
        game.depths.remove(tile)
    game.cells[cell] = tile
    game.turned[tile] = turned
    return game


def stand(game: Arranged, room: str, seat: int = 0) -> Arranged:
    """The pawn of `seat` stands there, at the start of the turn of the seat to act."""
    game.seats[seat].room = room
    game.begin_turn(game.to_act)
    return game


def fill(game: Arranged, *area: str, bag: int = 24) -> Arranged:
    """The Clank! area holds these cubes, taken from the supplies, the bag so many black ones and nothing else."""
    for index, seat in enumerate(game.seats):
        seat.supply = 30 - len(seat.meter) - area.count(f"clank {index}")
    game.ghosts = 5 - area.count("ghost")
    game.area = list(area)
    game.bag = ["black"] * bag
    return game


def hurt(game: Arranged, *damage: int) -> Arranged:
    """The seats have so much damage, all of it own cubes."""
    for seat, number in zip(game.seats, damage, strict=True):
        seat.supply += len(seat.meter) - number
        seat.meter = ["own"] * number
    return game


def clear_hand(game: Arranged) -> Arranged:
    """The seat to act has played everything."""
    game.own.played += game.own.hand
    game.own.hand = []
    return game


def end_turn(game: Arranged, *cubes: str) -> Arranged:
    """The seat to act ends its turn, all cards played; these cubes are drawn first if there is an attack."""
    wish(game, *(("cube", cube) for cube in cubes))
    return played(clear_hand(game), "end turn")


def awaken(game: Arranged, *cubes: str) -> Arranged:
    """The seat to act ends its turn, and the dragon attacks: one new card has the symbol."""
    offer(game, *QUIET[:5])
    on_top(game, "Milky Opal")
    return end_turn(game, *cubes)


def full_of_questions() -> Arranged:
    """A turn in which every question about cards can come up: effect, trash, pile, discard and Spring."""
    game = hold(offer(Arranged(), "Offering Bowl"), "Palm the Coin", "Burgle", "Pact Candle")
    own = game.seats[0]
    own.deck, own.played, own.discard = ["Burgle"], ["Stumble", "Scramble"], ["Stumble"]
    game.skill, game.springs = 3, 1
    return game


def damage(game: CatacombsOracle) -> list[int]:
    return [len(seat.meter) for seat in game.seats]


def lefts(game: CatacombsOracle) -> list[str | None]:
    return [seat.left for seat in game.seats]


def clank(game: CatacombsOracle, seat: int = 0) -> int:
    """Cubes of `seat` in the Clank! area."""
    return game.area.count(f"clank {seat}")


# --- what is never lost -----------------------------------------------------------------------------------------------


def cards(game: CatacombsOracle) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    found = Counter(game.deck + game.discarded + game.trashed)
    found.update(name for name in game.row if name is not None)
    found.update(game.reserve)
    for seat in game.seats:
        found.update(seat.deck + seat.hand + seat.discard + seat.played)
    return found


def cubes(game: CatacombsOracle) -> Counter[str]:
    """Every cube of the game, wherever it lies."""
    found = Counter(game.area + game.bag + game.gone)
    found["black"] += game.set_aside
    found["ghost"] += game.ghosts
    for index, seat in enumerate(game.seats):
        found[f"clank {index}"] += seat.supply + seat.meter.count("own")
        found["black"] += seat.meter.count("black")
        for marks in game.marks.values():
            found[f"clank {index}"] += marks.count(index)
    return found


def all_tokens(game: CatacombsOracle) -> Counter[str]:
    """Every secret, prisoner, market item, Crown, idol and Artifact, wherever it lies."""
    found = Counter(game.majors + game.minors + game.captives + game.spent)
    found.update({item: number for item, number in game.market.items() if item != "Crown"})
    found.update(f"Crown {value}" for value in game.crowns)
    found.update(f"Artifact {value}" for value in (*game.artifacts, *game.lying.values()))
    found["idol"] += game.idols
    for seat in game.seats:
        found.update(seat.tokens + seat.prisoners + seat.items)
        found.update(f"Crown {value}" for value in seat.crowns)
        found.update(f"Artifact {value}" for value in seat.artifacts)
        found["idol"] += seat.idols
    return found


def tiles(game: CatacombsOracle) -> Counter[str]:
    """Every tile, wherever it lies."""
    found = Counter(game.safe + game.depths)
    found.update(tile for tile in game.turned if tile != START)
    if game.revealed is not None:
        found[game.revealed.tile] += 1
    return found
