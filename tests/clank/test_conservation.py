"""Nothing appears or disappears: cubes, cards, treasures and tiles are counted after every action of random play."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank.actions import END_TURN
from ludarium.envs.clank.state import DEAD, DRAGON_CUBES, INSIDE, MAX_HEALTH, ROW, SKILL_CUBES, SUPPLY
from ludarium.envs.clank.tables import (
    CARD_POINTS,
    CUP,
    DRAGON_CARDS,
    FIRST_OF_MARKET,
    FURY,
    HOARD_SHIFT,
    MARKET_COPIES,
    NUM_TILES,
    STARTING_COPIES,
    TREASURE_COPIES,
    TREASURE_POINTS,
    TREASURE_SIZE,
)
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.batch_play import Policy, Step, anything, play, scripted
from tests.clank.play import drawn_options
from tests.records import whole


def check_cards(game: Game, after: States) -> None:
    """CLD3, CLD24: every card is in one place, and the sizes of the piles are told rightly."""
    seats = slice(0, game.num_players)
    hand, held, known, discard, played = (
        after[name][:, seats] for name in ("hand", "held", "known", "discard", "played")
    )
    own = held + discard + played
    assert (own[:, :, :FIRST_OF_MARKET] == STARTING_COPIES).all()
    everywhere = own.sum(axis=1)[:, FIRST_OF_MARKET:] + after["market_row"] + after["market_deck"]
    assert (everywhere == MARKET_COPIES).all()
    for part in (discard, played, known, hand - known, held - hand, after["market_row"], after["market_deck"]):
        assert (part >= 0).all()
    assert (hand.sum(axis=2) == after["hand_size"][:, seats]).all()
    assert ((held - hand).sum(axis=2) == after["deck_size"][:, seats]).all()
    assert (discard.sum(axis=2) == after["discard_size"][:, seats]).all()
    assert (after["market_row"].sum(axis=1) == after["row_size"]).all()
    assert (after["market_deck"].sum(axis=1) == after["market_left"]).all()
    assert (after["row_size"] <= ROW).all()
    assert (own.astype(np.int64) @ CARD_POINTS == after["card_points"][:, seats]).all()
    for name in ("hand", "held", "known", "discard", "played"):
        assert not after[name][:, game.num_players :].any()
    others = np.arange(game.num_players) != after["to_act"][:, None]
    assert not played[others & (after["status"][:, seats] == INSIDE)].any()


def check_treasures(after: States) -> None:
    """CLD17, CLD20 (D9), CLD23: treasures lie in the deck or before a player, or went with Hoard Shift."""
    taken = whole(after, "treasures").sum(axis=1)
    gone = TREASURE_COPIES - taken - after["treasure_deck"]
    assert (gone >= 0).all()
    assert (gone[:, CUP] == 0).all()
    removed = gone.sum(axis=1)
    shifted = after["dragon_left"][:, HOARD_SHIFT] == 0
    unresolved = after["dragon_revealed"] >= after["options"]["dragon_limit"]
    assert (removed[~shifted] == 0).all()
    assert (removed[shifted & ~unresolved & (after["treasures_left"] > 0)] == 2).all()
    assert (removed <= 2).all()
    assert (after["treasure_deck"][:, :CUP].sum(axis=1) == after["treasures_left"]).all()
    assert (taken[:, :CUP].sum(axis=1) + removed + after["treasures_left"] == TREASURE_SIZE).all()
    rows = np.arange(len(after))
    top = after["treasure_top"]
    assert ((top > 0) == (after["treasures_left"] > 0)).all()
    assert (after["treasure_deck"][rows, np.maximum(top - 1, 0)][top > 0] > 0).all()
    assert (whole(after, "treasures") @ TREASURE_POINTS == after["treasure_points"]).all()
    over = after["terminated"]
    assert (over | (after["treasures_left"] > 0)).all()


def check_tiles(game: Game, after: States) -> None:
    """CLD1: each tile is on the path or still to come; those revealed are the first ones, and pawns stand on them."""
    path = after["path"]
    places = np.arange(path.shape[1])
    assert ((path > 0) == (places < after["revealed"][:, None])).all()
    on_path = np.zeros((len(after), NUM_TILES + 1), np.int64)
    np.add.at(on_path, (np.arange(len(after))[:, None], path), 1)
    assert (on_path[:, 1:] + after["tiles_left"] == 1).all()
    assert (after["revealed"] <= game.options.path_length).all()
    assert (after["position"] <= after["revealed"][:, None]).all()
    assert (after["position"] >= 0).all()
    assert ((after["position"] > 0) <= (after["left_exit"] > 0)).all()
    assert (after["defeated"] <= (path > 0)).all()


def check_cubes(game: Game, step: Step) -> None:
    """CLD7, CLD8, CLD19, CLD22: noise goes home or, of players who are out, leaves the game; skill becomes tokens."""
    before, actions, after = step
    n = game.num_players
    rows, actor = np.arange(len(after)), before["to_act"]
    assert (after["bag"] >= 0).all()
    assert (after["supply"] >= 0).all()
    noise = whole(after, "bag")[:, :n] + after["supply"][:, :n]
    earlier = whole(before, "bag")[:, :n] + before["supply"][:, :n]
    was_in = before["status"][:, :n] == INSIDE
    assert (noise[after["status"][:, :n] == INSIDE] == SUPPLY).all()
    assert (earlier[was_in] == SUPPLY).all()
    # Whoever dies this turn still took home what hurt; only who was out before loses cubes.
    assert (noise[was_in] == SUPPLY).all()
    lost = earlier - noise
    assert (lost >= 0).all()
    ends = actions == END_TURN
    cup = before["cup_works"] * before["treasures"][rows, actor, CUP]
    draws = game.options.draws + (before["dragon_left"][:, FURY] == 0) + cup
    assert (lost.sum(axis=1) <= np.where(ends, draws, 0)).all()
    drawn = whole(before, "bag")[:, SKILL_CUBES] - after["bag"][:, SKILL_CUBES]
    assert (drawn >= 0).all()
    assert (drawn[~ends] == 0).all()
    gained = whole(after, "tokens")[rows, actor] - before["tokens"][rows, actor]
    assert (gained[ends] == drawn[ends]).all()
    taken = whole(after, "treasures")[:, :, CUP].sum(axis=1)
    assert (after["bag"][:, DRAGON_CUBES] == game.options.dragon_cubes + taken).all()
    assert (taken + after["treasure_deck"][:, CUP] == 1).all()
    total = whole(before, "bag").sum(axis=1)
    come_out = lost.sum(axis=1) + drawn
    assert (come_out <= np.minimum(draws, total)).all()
    assert (after["dragon_revealed"] == len(DRAGON_CARDS) - after["dragon_left"].sum(axis=1)).all()
    assert (after["dragon_revealed"] <= game.options.dragon_limit).all()


def check_players(game: Game, step: Step) -> None:
    """CL13, CLD22, CLD23: health, the dead, and who has a turn."""
    before, _, after = step
    n = game.num_players
    health, status = after["health"][:, :n], after["status"][:, :n]
    assert ((health >= 0) & (health <= MAX_HEALTH)).all()
    assert ((health == 0) == (status == DEAD)).all()
    out = before["status"][:, :n] != INSIDE
    for name in ("status", "health", "tokens", "position", "treasures", "held", "discard", "monster_points"):
        assert (after[name][:, :n][out] == before[name][:, :n][out]).all()
    running = ~(after["terminated"] | after["truncated"])
    rows = np.arange(len(after))
    assert (after["status"][rows, after["to_act"]][running] == INSIDE).all()
    assert (after["tokens"] >= 0).all()
    for name in ("attack", "buy", "extra_moves"):
        assert (after[name] >= 0).all()


def check(game: Game, step: Step) -> None:
    check_cards(game, step[2])
    check_treasures(step[2])
    check_tiles(game, step[2])
    check_cubes(game, step)
    check_players(game, step)


@pytest.mark.rule("CL7", "CL8", "CL9", "CLD1", "CLD3", "CLD7", "CLD8", "CLD17", "CLD18", "CLD19", "CLD22", "CLD24")
@pytest.mark.parametrize(("policy", "steps"), [(anything, 1_000_000), (scripted, 200_000)])
def test_everything_is_conserved_under_drawn_options(policy: Policy, steps: int) -> None:
    generator = np.random.default_rng(steps)
    checked = 0
    for seed in range(20):
        game = make_game("clank", **drawn_options(generator))
        for step in play(game, 500, steps // 20, seed, policy):
            check(game, step)
            checked += len(step[1])
    assert checked >= steps
