"""Nothing appears or disappears: cubes, cards, tokens, gold, artifacts and tiles are counted after every action."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.actions import (
    BUY,
    BUY_WITH_COUPON,
    CHEST,
    CHOOSE,
    DECLINE,
    DRINK_TWO,
    FIRST_EFFECT,
    FROM_PLAY,
    LIBRARY,
    PRISON,
    ROW_CARD,
    TAKE_ARTIFACT,
    TURN_TILE,
)
from ludarium.envs.clank_catacombs.state import (
    BLACK_CUBES,
    DISCARDED,
    GHOSTS,
    IDOLS,
    INSIDE,
    KNOCKED_OUT,
    SUPPLY,
)
from ludarium.envs.clank_catacombs.tables import (
    BACKPACK,
    CARD_COPIES,
    CARD_POINTS,
    COUPON,
    COUPON_VALUE,
    CROWN,
    CROWN_POINTS,
    DUNGEON_COPIES,
    FIRST_OF_BLUE,
    FIRST_OF_RESERVE,
    FIRST_PRISONER,
    HEALTH,
    MARKET_COPIES,
    NUM_BLUE,
    NUM_DUNGEON,
    NUM_KEPT,
    NUM_RAGE,
    PRICE,
    STARTING_COPIES,
    TOKEN_COPIES,
)
from ludarium.envs.clank_catacombs.tiles import (
    CELL_OF_ROOM,
    FIRST_DEPTHS,
    NUM_CELLS,
    NUM_ROOMS_OF,
    NUM_SIDES,
    NUM_TILES,
)
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import Policy, Step, anything, play, scripted
from tests.clank_catacombs.play import drawn_options, greedy
from tests.records import whole

Counts = npt.NDArray[np.int64]
STEP_EAST, STEP_NORTH = np.array([0, 1, 0, -1]), np.array([1, 0, -1, 0])


def owned(game: Game, states: States) -> Counts:
    """Cards by kind that the seats have, ``[B, seats, kinds]``; the play area belongs to the seat to act."""
    n = game.num_players
    own = whole(states, "held")[:, :n] + states["discard"][:, :n]
    own[np.arange(len(states)), states["to_act"]] += states["played"]
    return own


def in_row(states: States) -> Counts:
    """Cards of the Row by kind, ``[B, kinds]``."""
    row = np.zeros((len(states), NUM_DUNGEON + 1), np.int64)
    np.add.at(row, (np.arange(len(states))[:, None], states["row"]), 1)
    return row[:, 1:]


def everywhere(game: Game, states: States) -> tuple[Counts, Counts, Counts]:
    """Starting cards, cards of the Reserve, and cards of the dungeon that are in the game, by kind."""
    own = owned(game, states).sum(axis=1)
    dungeon = in_row(states) + states["dungeon_deck"]
    dungeon[:, :NUM_BLUE] += own[:, FIRST_OF_BLUE:]
    return own[:, :FIRST_OF_RESERVE], own[:, FIRST_OF_RESERVE:FIRST_OF_BLUE] + states["reserve"], dungeon


def check_cards(game: Game, step: Step) -> None:
    """CCD9, CCD11, CCD12: every card is in one place until it is trashed, used or fought; sizes are told rightly."""
    before, actions, after = step
    n = game.num_players
    counted = [np.concatenate(everywhere(game, states), axis=1) for states in (before, after)]
    lost = counted[0] - counted[1]
    trashed = (actions >= CHOOSE) & (actions < DECLINE) & (before["phase"] != DISCARDED)
    asked = (actions < FROM_PLAY) & (after["asked_kind"] > 0)  # from which pile
    used = (actions >= ROW_CARD + NUM_BLUE) & (actions < ROW_CARD + NUM_DUNGEON)
    assert (lost >= 0).all()
    assert (lost.sum(axis=1) == (trashed & ~asked) + used).all()
    starting, _, dungeon = everywhere(game, after)
    assert (starting <= n * STARTING_COPIES).all()
    assert (dungeon <= DUNGEON_COPIES).all()
    own = owned(game, after)
    assert (own.sum(axis=1)[:, FIRST_OF_RESERVE:] <= CARD_COPIES[FIRST_OF_RESERVE:]).all()
    hand, held, known, discard = (after[name][:, :n] for name in ("hand", "held", "known", "discard"))
    for part in (known, hand - known, held - hand, discard, after["played"], after["dungeon_deck"], after["reserve"]):
        assert (part >= 0).all()
    assert (hand.sum(axis=2) == after["hand_size"][:, :n]).all()
    assert ((held - hand).sum(axis=2) == after["deck_size"][:, :n]).all()
    assert (discard.sum(axis=2) == after["discard_size"][:, :n]).all()
    assert (after["dungeon_deck"].sum(axis=1) == after["dungeon_left"]).all()
    assert (own @ CARD_POINTS == after["card_points"][:, :n]).all()
    for name in ("hand", "held", "known", "discard", "supply", "gold"):
        assert not after[name][:, n:].any()


def check_cubes(game: Game, after: States) -> None:
    """CC25, CCD21, CCD23: cubes of a colour, black ones and Ghosts are somewhere; the counter is not overfull."""
    n = game.num_players
    own = sum(whole(after, name)[:, :n] for name in ("supply", "area", "bag", "hurt_own", "gone"))
    assert (own + after["marks"][:, :n].sum(axis=2) == SUPPLY).all()
    black = whole(after, "black_bag") + after["black_aside"] + after["hurt_black"].sum(axis=1)
    assert (black == BLACK_CUBES).all()
    assert (whole(after, "ghosts_bank") + after["ghosts_area"] + after["ghosts_bag"] == GHOSTS).all()
    for name in ("supply", "area", "bag", "hurt_own", "hurt_black", "hurt_marker", "gone", "black_bag", "black_aside"):
        assert (after[name] >= 0).all()
    damage = (whole(after, "hurt_own") + after["hurt_black"] + after["hurt_marker"])[:, :n]
    assert (damage <= HEALTH).all()
    assert ((damage == HEALTH) <= (after["status"][:, :n] == KNOCKED_OUT)).all()


def check_tokens(game: Game, step: Step) -> None:
    """CC4, CC41, CCD12: tokens, Artifacts, Idols and what the Market sells; Gold goes at the Market alone."""
    before, actions, after = step
    n = game.num_players
    left = [whole(states, "tokens_left") for states in (before, after)]
    kept = [whole(states, "tokens").sum(axis=1) for states in (before, after)]
    taken = left[0] - left[1]
    assert (taken >= 0).all()
    assert (left[1][:, :NUM_KEPT] + kept[1] <= TOKEN_COPIES[:NUM_KEPT]).all()
    lost = kept[0] + taken[:, :NUM_KEPT] - kept[1]
    with_coupon = (actions >= BUY_WITH_COUPON) & (actions < DRINK_TWO)
    used = with_coupon | ((actions >= DRINK_TWO) & (actions < FIRST_EFFECT))
    assert (lost >= 0).all()
    assert (lost.sum(axis=1) == used).all()
    prisoners = whole(after, "tokens")[:, :, FIRST_PRISONER:].sum(axis=2) - after["tokens"][:, :, COUPON]
    assert (prisoners == after["prisoners"]).all()
    bought = whole(after, "bought")
    assert (bought.sum(axis=1) + after["market_left"] == MARKET_COPIES).all()
    sold = bought[:, :, CROWN].sum(axis=1)
    assert (after["crown_points"].sum(axis=1) == np.cumsum([0, *CROWN_POINTS])[sold]).all()
    lying = np.zeros((len(after), len(after["artifacts_left"][0]) + 1), np.int64)
    np.add.at(lying, (np.arange(len(after))[:, None], after["lying"]), 1)
    assert (lying[:, 1:] + after["artifacts_left"] + after["artifacts"].sum(axis=1) == 1).all()
    assert (after["artifacts"].sum(axis=2) == after["num_artifacts"]).all()
    assert (after["num_artifacts"] <= 1 + bought[:, :, BACKPACK]).all()  # CCD19
    assert (after["idols_left"] + after["idols"].sum(axis=1) == IDOLS).all()
    paid = (whole(before, "gold") - after["gold"])[:, :n].max(axis=1)
    buying = (actions >= BUY) & (actions < BUY_WITH_COUPON)
    assert (paid[buying] == PRICE).all()
    assert (paid[with_coupon] == PRICE - COUPON_VALUE).all()
    assert (paid[~buying & ~with_coupon] <= 0).all()
    for name in ("gold", "lockpicks", "skill", "swords", "boots", "teleports", "quiet", "springs", "waiting"):
        assert (after[name] >= 0).all()
    assert ((after["rage"] >= before["rage"]) & (after["rage"] < NUM_RAGE)).all()


def check_map(game: Game, step: Step) -> None:
    """CC3, CC15, CC20, CCD15: tiles are on the map or still to come, one a cell, and know their neighbours."""
    before, actions, after = step
    n = game.num_players
    tiles = np.arange(NUM_TILES)
    placed = after["placed"].astype(bool)
    revealed = after["revealed"][:, None] == tiles
    revealed[:, 0] = False
    come = placed[:, :NUM_TILES].astype(int) + revealed + after["tiles_left"]
    assert (come[:, NUM_SIDES:] == 1).all()
    assert (after["tiles_revealed"] == (1 - after["tiles_left"])[:, NUM_SIDES:].sum(axis=1)).all()
    assert (after["safe_revealed"] == (1 - after["tiles_left"])[:, NUM_SIDES:FIRST_DEPTHS].sum(axis=1)).all()
    assert (after["safe_revealed"] == np.minimum(after["tiles_revealed"], 4)).all()
    starts = placed[:, :NUM_SIDES], placed[:, NUM_TILES:]
    for start in starts:
        assert (start == (np.arange(NUM_SIDES) == after["side"][:, None])).all()
    x, y = whole(after, "x"), whole(after, "y")
    both = placed[:, :, None] & placed[:, None, :]
    east, north = x[:, None, :] - x[:, :, None], y[:, None, :] - y[:, :, None]
    assert ((east == 0) & (north == 0) & both == both & np.eye(NUM_CELLS, dtype=bool)).all()
    halves = np.zeros((NUM_CELLS, NUM_CELLS), bool)
    for side in range(NUM_SIDES):
        halves[side, NUM_TILES + side] = halves[NUM_TILES + side, side] = True
    for direction in range(4):
        beside = both & (east == STEP_EAST[direction]) & (north == STEP_NORTH[direction]) & ~halves
        expected = np.where(beside.any(axis=2), 1 + beside.argmax(axis=2), 0)
        assert (after["neighbour"][:, :, direction] == expected).all()
    for name in ("unlocked", "placed", "marks"):
        assert (after[name] >= before[name]).all()
    for name, action in (("chests", CHEST), ("libraries", LIBRARY), ("prisons", PRISON)):
        opened = whole(after, f"{name}_opened") - before[f"{name}_opened"]
        assert ((opened.sum(axis=1) == (actions == action)) & (opened >= 0).all(axis=1)).all()
    turned = (after["rotation"] != before["rotation"]) & before["placed"].astype(bool)
    assert (turned.sum(axis=1) == ((actions >= TURN_TILE) & (actions < TAKE_ARTIFACT))).all()
    rooms = whole(after, "room")[:, :n]
    assert np.take_along_axis(placed, CELL_OF_ROOM[rooms], axis=1).all()
    assert (rooms % 4 < NUM_ROOMS_OF[rooms // 4]).all()


def check_players(game: Game, step: Step) -> None:
    """CC28, CC31: what becomes of players who are out, and who has a turn."""
    before, _, after = step
    n = game.num_players
    out = before["status"][:, :n] != INSIDE
    for name in ("status", "gold", "room", "held", "discard", "hand", "hurt_own", "supply", "tokens", "artifacts"):
        assert (after[name][:, :n][out] == before[name][:, :n][out]).all()
    running = ~(after["terminated"] | after["truncated"])
    assert (after["status"][np.arange(len(after)), after["to_act"]][running] == INSIDE).all()
    assert (after["turns"] >= before["turns"]).all()


def check(game: Game, step: Step) -> None:
    check_cards(game, step)
    check_cubes(game, step[2])
    check_tokens(game, step)
    check_map(game, step)
    check_players(game, step)


def check_play(policy: Policy, steps: int, games: int) -> None:
    generator = np.random.default_rng(steps)
    checked = 0
    for seed in range(games):
        game = make_game("clank_catacombs", **{**drawn_options(generator), "num_players": 2 + seed % 3})
        for step in play(game, 250, steps // games, seed, policy):
            check(game, step)
            checked += len(step[1])
    assert checked >= steps


@pytest.mark.rule("CC4", "CC12", "CC25", "CCD9", "CCD10", "CCD11", "CCD12", "CCD19", "CCD21", "CCD23")
@pytest.mark.parametrize("policy", [anything, greedy, scripted])
def test_everything_is_conserved(policy: Policy) -> None:
    check_play(policy, 30_000, 3)


@pytest.mark.slow
@pytest.mark.rule("CC4", "CC12", "CC25", "CCD9", "CCD10", "CCD11", "CCD12", "CCD19", "CCD21", "CCD23")
@pytest.mark.parametrize(("policy", "steps"), [(anything, 1_000_000), (greedy, 500_000), (scripted, 500_000)])
def test_everything_is_conserved_at_length(policy: Policy, steps: int) -> None:
    check_play(policy, steps, 12)
