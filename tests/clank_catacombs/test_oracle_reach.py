"""Tests of the plain-Python oracle itself: what can be reached and at what price, on maps by hand and at random."""

from __future__ import annotations

import copy
import random

import pytest

from tests.clank_catacombs.dungeon import STEPS, Cell, numbered
from tests.clank_catacombs.positions import Arranged, lay, legal, offer, stand
from tests.clank_catacombs.reach import prices


@pytest.mark.rule("CC14", "CC46")
def test_prices_on_a_small_map() -> None:
    # South of the Crypt lies S4 (N, S nothing, E m1, W footprints), east of it D05 (N, W to B; E, S m1 to A; A-B L).
    game = offer(lay(lay(Arranged(), (0, -1), "S4"), (1, -1), "D05"))
    stand(game, "START K")
    assert prices(game) == {
        "START K": [(0, 0, 0)],
        "START V": [(1, 0, 0)],
        # K-V-U; nothing leads on from the cave to M or to the portal. V's east edge leads to no tile.
        "START U": [(2, 1, 0)],
        "S4 A": [(1, 0, 0)],
        "D05 B": [(2, 1, 0)],
        "D05 A": [(3, 1, 1)],
    }


@pytest.mark.rule("CC14", "CC46", "CCD17")
def test_prices_through_portals() -> None:
    game = offer(lay(Arranged(), (5, 5), "D22"))
    stand(game, "D22 A")
    assert prices(game)["START U"] == [(2, 2, 0)]  # A-C m1, then the portal to one with a monster
    assert "START V" not in prices(game)  # behind the cave
    game.own.room = "START U"
    assert prices(game)["D22 A"] == [(2, 2, 0)]
    assert prices(game)["START V"] == [(1, 1, 0)]


@pytest.mark.rule("CC14")
def test_prices_that_do_not_undercut_each_other() -> None:
    # D05's rooms: a lock between them; or around by S4 (east edge m1), S1 (A-B, south edge with footprints) and D04
    # (north edge m1, its arrow leads out to the west, where D05 shows m1).
    game = offer(lay(lay(Arranged(), (5, 5), "D05"), (5, 6), "S4"))
    lay(lay(game, (6, 6), "S1"), (6, 5), "D04")
    found = prices(stand(game, "D05 B"))
    assert found["D05 A"] == [(1, 0, 1), (6, 3, 0)]
    assert found["D04 A"] == [(5, 2, 0)]  # against the arrow there is no way
    game.own.tokens = ["MAP"]
    assert prices(game)["D04 A"] == [(2, 1, 1), (5, 2, 0)]


def random_map(seed: int) -> Arranged:
    """Some tiles next to each other at random, the stack empty, no reward that would change what can be paid."""
    draw = random.Random(seed)
    game = offer(Arranged(("side", draw.choice("AB"))))
    for _ in range(draw.randrange(3, 9)):
        free: list[Cell] = sorted(
            {(x + dx, y + dy) for x, y in game.cells for dx, dy in STEPS.values()} - game.cells.keys(),
        )
        lay(game, draw.choice(free), draw.choice([*game.safe[:2], *game.depths]), draw.randrange(4))
    game.safe_to_come, game.depths, game.minors = 0, [], []
    rooms = [room for tile in game.turned if tile != "START" for room in numbered(game, tile)]
    stand(game, draw.choice(["START V", "START M", *rooms]))
    game.own.hand, game.own.supply = [], 0  # every monster asks for a Sword
    game.own.tokens = ["MAP"] * (seed % 3 == 0)
    game.own.artifacts = [5] * (seed % 2)
    game.boots, game.swords, game.own.lockpicks = draw.randrange(1, 5), draw.randrange(4), draw.randrange(3)
    return game


def walked(game: Arranged) -> set[str]:
    """The rooms that legal moves really lead to."""
    seen, rooms, left = set(), {game.own.room}, [game]
    while left:
        position = left.pop()
        for action in legal(position, "move", "come", "spend"):
            after = copy.deepcopy(position)
            after.step(action)
            own = after.own
            state = (own.room, after.boots, after.swords, own.lockpicks, after.exhausted, after.escaping, after.asking)
            key = (*state, frozenset(after.unlocked), str(after.offered))
            if key not in seen:
                seen.add(key)
                rooms.add(own.room)
                left.append(after)
    return rooms


@pytest.mark.rule("CC14", "CC30", "CC46", "CCD13", "CCD17", "CCD22")
def test_what_is_reached_is_what_can_be_paid() -> None:
    sizes = []
    for seed in range(60):
        game = random_map(seed)
        budget = (game.boots, game.swords, game.own.lockpicks)
        payable = {
            room
            for room, options in prices(game).items()
            if any(all(part <= limit for part, limit in zip(price, budget, strict=True)) for price in options)
        }
        assert walked(game) == payable, seed
        sizes.append((len(payable), len(prices(game))))
    assert sum(size for size, _ in sizes) > 3 * len(sizes)  # there was something to find
    assert sum(size for size, _ in sizes) < sum(size for _, size in sizes)  # and something out of reach
