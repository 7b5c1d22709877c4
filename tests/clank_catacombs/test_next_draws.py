"""What a redraw (CCD9) leaves alone, and what comes next: the order of stacks, piles and the bag is nobody's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium.envs.core.schema import States
from tests.clank_catacombs.cards import DUNGEON, TILES, TOKENS
from tests.clank_catacombs.fields import TILE_ORDER, TOKEN_ORDER
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.clank_catacombs.positions import QUIET, Arranged, clear_hand, hold, lay, offer, stand
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.test_belief import HIDDEN, cards_of
from tests.redraws import UNLIKELY, check_nothing_hidden_is_read, check_randomness_is_of_the_seed

SAFE = [name for name, row in TILES.items() if row["zone"] == "safe"]
DEPTHS = [name for name, row in TILES.items() if row["zone"] == "depths"]
_FREED = ("MONK", "MAYOR", "COUPON")


def futures(oracle: CatacombsOracle, action: str, number: int, player: int = 1) -> States:
    """Records after an action, `number` of them, each from a redraw of what `player` sees."""
    table = Table(oracle)
    many = np.repeat(table.game.redact(table.states, player), number)
    table.game.resample(many, player, 17)
    table.game.step(many, table.game.action_number(action))
    return many


def shares(names: list[str], expected: dict[str, Fraction]) -> None:
    """Fails where the frequencies of names are not these chances."""
    counts = Counter(names)
    assert counts.keys() <= expected.keys()
    figures = [float(chance) * len(names) for chance in expected.values()]
    assert chisquare([counts[name] for name in expected], figures).pvalue > UNLIKELY


def tiles_of(states: States) -> list[str]:
    """The revealed tile of each record."""
    return [list(TILE_ORDER)[number] for number in states["revealed"].tolist()]


@pytest.mark.rule("CC3", "CCD9")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("seen", range(4))
def test_the_next_safe_tile_may_be_any_that_has_not_come(seen: int, player: int) -> None:
    """Four of six are in the game; which two are not is nobody's knowledge, down to the last."""
    game = Arranged()
    for number in range(seen):
        lay(game, (3 + 2 * number, 0), SAFE[2 * number % 6 + number // 3])
    left = [tile for tile in SAFE if tile not in game.turned]
    assert len(left) == 6 - seen
    game.boots = 1
    after = futures(game, "move south", 400 * len(left), player)
    shares(tiles_of(after), {tile: Fraction(1, len(left)) for tile in left})
    assert (after["safe_revealed"] == seen + 1).all()


@pytest.mark.rule("CC3", "CCD9")
@pytest.mark.parametrize("player", [0, 1])
def test_after_four_safe_tiles_the_depths_come_each_alike(player: int) -> None:
    game = Arranged()
    for number in range(4):
        lay(game, (3 + 2 * number, 0), SAFE[number + 1])
    lay(game, (0, 5), "D01")
    lay(game, (0, 7), "D22")
    game.boots = 1
    after = futures(game, "move south", 4000, player)
    left = DEPTHS[1:-1]
    shares(tiles_of(after), {tile: Fraction(1, len(left)) for tile in left})


@pytest.mark.rule("CC24", "CCD9")
@pytest.mark.parametrize("player", [0, 1])
def test_the_next_card_of_the_row_may_be_any_of_the_deck(player: int) -> None:
    game = clear_hand(offer(Arranged(), *QUIET[:5]))
    pile = Counter(game.deck)
    after = futures(game, "end turn", 10_000, player)
    cards = [list(DUNGEON)[place - 1] for place in after["row"][:, 5].tolist()]
    shares(cards, {name: Fraction(number, pile.total()) for name, number in pile.items()})


@pytest.mark.rule("CC41", "CCD9")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("pile", "tile", "room", "action"),
    [("minor", "S1", "S1 B", "move to room 1"), ("major", "S6", "S6 A", "open chest")],
)
def test_the_next_secret_may_be_any_of_its_pile(pile: str, tile: str, room: str, action: str, player: int) -> None:
    game = stand(lay(Arranged(), (0, -1), tile), room)
    game.boots = 1
    after = futures(game, action, 4000, player)
    before = Table(game).states
    kinds, taken = np.nonzero((before["tokens_left"] - after["tokens_left"]).T)
    assert (np.sort(taken) == np.arange(len(after))).all()
    size = sum(TOKENS[pile].values())
    names = [list(TOKEN_ORDER)[kind] for kind in kinds]
    shares(names, {name: Fraction(copies, size) for name, copies in TOKENS[pile].items()})


@pytest.mark.rule("CC20", "CC41", "CCD9")
def test_the_next_two_prisoners_may_be_any_pair() -> None:
    game = stand(lay(Arranged(), (0, -1), "S6"), "S6 B")
    game.captives = ["MONK", "MONK", "MAYOR", "COUPON"]
    after = futures(game, "open prison", 4000)
    freed = (Table(game).states["tokens_left"] - after["tokens_left"])[:, [TOKEN_ORDER[name] for name in _FREED]]
    names = [" ".join(name for name, number in zip(_FREED, row, strict=True) for _ in range(number)) for row in freed]
    pairs = {"MONK MONK": 1, "MONK MAYOR": 2, "MONK COUPON": 2, "MAYOR COUPON": 1}
    shares(names, {pair: Fraction(ways, 6) for pair, ways in pairs.items()})


@pytest.mark.rule("CC25", "CCD9")
def test_the_next_cubes_and_cards_come_anew() -> None:
    game = offer(cards_of(([], ["Burgle", "Explore", "Tiptoe", *["Stumble"] * 5])), *QUIET[:5])
    game.deck = ["Milky Opal"]
    game.bag = ["black"] * 10 + ["clank 0"] * 10
    game.seats[0].supply -= 10
    after = futures(game, "end turn", 400)
    assert len(np.unique(after["hand"][:, 0], axis=0)) > 4
    assert set(after["black_aside"].tolist()) == {0, 1, 2, 3}


# --- what a redraw leaves alone ---------------------------------------------------------------------------------------


def a_table() -> Table:
    game = cards_of(
        (["Burgle", "Tiptoe"], ["Explore"] * 3),
        (["Stumble", "Explore"], ["Burgle", "Feint"]),
        (["Explore"], ["Stumble", "Burgle"]),
        known=(["Tiptoe"],),
        discard=("Feint",),
    )
    lay(lay(game, (0, -1), "S1"), (0, 2), "D06", 2)
    game.lying["D06 A"] = 7
    game.artifacts.remove(7)
    game.skill, game.springs = 3, 1
    return Table(hold(game, "Burgle", "Tiptoe"))


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_redraw_of_a_redacted_state_is_the_same(player: int) -> None:
    table = a_table()
    check_nothing_hidden_is_read(table.game, table.states, player)


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_everything_but_hands_and_the_stream_stays(player: int) -> None:
    table = a_table()
    many = np.repeat(table.states, 50)
    table.game.resample(many, player, 3)
    assert {name for name in many.dtype.names or () if (many[name] != table.states[name]).any()} == set(HIDDEN)
    assert (many["hand"][:, player] == table.states["hand"][0, player]).all()


@pytest.mark.rule("CCD9")
def test_a_redraw_takes_its_randomness_from_its_seed_and_reseeds_the_future() -> None:
    table = a_table()
    check_randomness_is_of_the_seed(table.game, table.states)
