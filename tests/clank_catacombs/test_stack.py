"""The stack of tiles on the kernels, and what is added with a tile: Artifacts and Ghosts (CC3, CC23, CC38, CC47)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.clank_catacombs.cards import TILES
from tests.clank_catacombs.fields import PLACES, TILE_ORDER
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.walks import finder, mover, parse, prices

UNLIKELY = 1e-6


@pytest.mark.rule("CC3", "CC47")
@pytest.mark.parametrize("seed", range(3))
def test_the_whole_stack(seed: int) -> None:
    """Straight south: four safe tiles, then 22 of the Depths, then nothing more, and all Artifacts lie there."""
    t = Table(mover("START K"))
    t.states["rng"] = t.game.new_states(seed)["rng"]
    names: list[str] = []
    for number in range(26):
        t.states["boots"], t.states["exhausted"], t.states["lockpicks"][:, 0] = 9, 0, 9
        t.states["supply"][:, 0], t.states["hurt_own"][:, 0] = 30, 0
        t.play("move south")
        names.append(t["revealed"])
        t.play("place unturned")
        assert t["tiles"][names[-1]] == ((0, -1 - number), 0)
        south = parse(TILES[names[-1]]["edges_txt"]["S"]).room
        t.states["room"][0, 0] = PLACES[f"{names[-1]} {south}"]
    assert sorted(names[4:]) == sorted(name for name in TILES if name.startswith("D"))
    assert len({name for name in names[:4] if name.startswith("S")}) == 4
    t.states["boots"], t.states["exhausted"], t.states["teleports"], t.states["lockpicks"][:, 0] = 9, 0, 1, 9
    t.states["supply"][:, 0], t.states["hurt_own"][:, 0] = 30, 0
    assert "south" not in prices(t)
    assert "teleport south" not in t.legal()
    assert (sorted(t["lying"].values()), t["stack"]) == ([5, 7, 10, 12, 15, 17, 20], ())
    assert (t["ghosts_area"], t["ghosts_bank"]) == (4, 1)
    assert t["tiles_revealed"] == 26


@pytest.mark.rule("CC3", "CCD9")
@pytest.mark.parametrize(
    ("seen", "possible"),
    [
        ([], ["S1", "S2", "S3", "S4", "S5", "S6"]),
        (["S2", "S5", "S6"], ["S1", "S3", "S4"]),
        (["S2", "S5", "S6", "S1"], [name for name in TILES if name.startswith("D")]),
        (["S2", "S5", "S6", "S1", "D07", "D01", "D22"], [n for n in TILES if n[0] == "D" and n[1:] not in "07 01 22"]),
    ],
)
def test_every_tile_that_may_come_is_as_likely(seen: list[str], possible: list[str]) -> None:
    """Nobody knows which two of the safe ones are out of the game."""
    game = mover("START K", *[((5 + number, 5), name, 0) for number, name in enumerate(seen)])
    t = Table(game)
    states = np.repeat(t.states, 4000)
    states["rng"] = t.game.new_states(1, 4000)["rng"]
    t.game.step(states, t.game.action_number("move south"))
    counts = np.bincount(states["revealed"], minlength=len(TILE_ORDER))
    assert [name for name, tile in TILE_ORDER.items() if counts[tile]] == possible
    assert chisquare(counts[counts > 0]).pvalue > UNLIKELY


@pytest.mark.rule("CC23", "CC38")
@pytest.mark.parametrize(
    ("tile", "stack", "taken"),
    [
        *[("D01", [5, 7, 10, 12], 5), ("D06", [5, 7, 10, 12], 7), ("D09", [5, 7, 10, 12], 10)],
        *[("D09", [5, 12, 20], 20), ("D06", [12, 15, 20], 15)],
        *[("D09", [17, 20], 20), ("D06", [20], 20), ("D09", [20], 20), ("D01", [20], 20), ("D01", [], None)],
    ],
)
def test_artifacts_from_deeper_in_the_stack(tile: str, stack: list[int], taken: int | None) -> None:
    game = finder(tile)
    game.artifacts = list(stack)
    t = Table(game).play("move south", "place unturned")
    assert t["lying"] == ({f"{tile} A": taken} if taken else {})
    assert t["stack"] == tuple(value for value in stack if value != taken)


@pytest.mark.rule("CC23", "CCD12")
@pytest.mark.parametrize(("bank", "area"), [(5, 1), (1, 1), (0, 0)])
def test_ghosts_come_as_long_as_there_are_any(bank: int, area: int) -> None:
    game = finder("D08")
    game.ghosts = bank
    t = Table(game).play("move south", "place unturned")
    assert (t["ghosts_area"], t["ghosts_bank"]) == (area, bank - area)
    for way in ("move north", "move south"):
        before = t.read()
        if way in t.legal():
            assert not {"ghosts_area", "ghosts_bank"} & t.turn(way).keys(), before  # only when it is added
