"""The tree against one in plain Python, against published sizes, and refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium import list_games, make_game
from ludarium.agents import tree_growth
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.cfr import best_responses
from ludarium.agents.game_tree import GameTree, game_tree
from ludarium.agents.positions import UnsolvableError, words_of
from ludarium.agents.random import RandomAgent
from ludarium.agents.search.views import Views
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import Record, kernel
from tests.agents import trees
from tests.agents.coins import coins
from tests.toys import kuhn, toy_game
from tests.toys.changed import changed, draws_bits

HIDDEN = "illegal_direction=bump,reveal=outcome"
GAMES = [
    toy_game("kuhn"),
    toy_game("leduc"),
    toy_game("race"),
    toy_game("terrace"),
    toy_game("magpie", num_players=2, copies=3, max_turns=2),
    toy_game("magpie", num_players=3, copies=3, max_turns=2),
    make_game(f"kelp:board_size=3,attack_cards=0,{HIDDEN}"),
    make_game("kelp:board_size=3,attack_cards=0"),
    coins(rounds=2),
]


class Seen(Agent):
    """Probabilities that depend on all that the seat sees, and on nothing else."""

    name = "seen"

    def policy(self, decisions: Decisions) -> np.ndarray:
        states = decisions.states.copy()
        states["moves"] = 0
        keys = [sum(bytes(states[k : k + 1].tobytes())[i::7][0] for i in range(7)) for k in range(len(states))]
        keys = [key + sum(states[k : k + 1].tobytes()) for k, key in enumerate(keys)]
        weights = decisions.mask * (1.0 + (np.arange(decisions.mask.shape[1]) * 3 + np.array(keys)[:, None]) % 5)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def reach(tree: GameTree, strategy: np.ndarray) -> np.ndarray:
    """How likely the owners of sequences make them, from the definition."""
    found = np.ones(tree.num_sequences)
    for infoset in range(tree.num_infosets):
        part = slice(tree.infoset_start[infoset], tree.infoset_start[infoset + 1])
        found[part] = found[tree.infoset_past[infoset]] * strategy[part]
    return found


def in_words(tree: GameTree) -> dict[int, trees.Infoset]:
    """Every information set as :mod:`tests.agents.trees` names it."""
    seats, views = tree.game.num_players, tree.views.copy()
    for name in ("moves", *tree.game.spec.counters(tree.game.options)):
        views[name] = 0
    owner = np.repeat(np.arange(tree.num_infosets), np.diff(tree.infoset_start))
    named: dict[int, trees.Infoset] = {}
    for infoset in range(tree.num_infosets):
        past = int(tree.infoset_past[infoset])
        before = () if past < seats else (named[int(owner[past - seats])], int(tree.sequence_action[past]))
        view = int(tree.infoset_view[infoset])
        named[infoset] = views[view : view + 1].tobytes(), before
    return named


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_the_tree_of_plain_python(game: Game) -> None:
    tree, census = GameTree(game), trees.Census().count(trees.grown(game))
    assert (tree.num_decisions, tree.num_chances, tree.num_leaves) == (census.decisions, census.chances, census.leaves)
    assert tree.num_nodes == census.decisions + census.chances + census.leaves
    named = in_words(tree)
    assert len(set(named.values())) == len(named) == len(census.infosets)
    for infoset, name in named.items():
        part = slice(tree.infoset_start[infoset], tree.infoset_start[infoset + 1])
        assert tuple(tree.sequence_action[part]) == census.infosets[name]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
@pytest.mark.parametrize("agent", [RandomAgent(), Seen()], ids=lambda agent: agent.name)
def test_values_and_best_responses_by_brute_force(game: Game, agent: Agent) -> None:
    tree, children = GameTree(game), trees.grown(game)
    strategy = tree.strategy_of(agent)
    named, seats = in_words(tree), range(game.num_players)
    policy: dict[Any, dict[int, float]] = {}
    for infoset, name in named.items():
        part = slice(tree.infoset_start[infoset], tree.infoset_start[infoset + 1])
        policy[name] = dict(zip(tree.sequence_action[part].tolist(), strategy[part].tolist(), strict=True))
        assert sum(policy[name].values()) == pytest.approx(1)
    found = best_responses(tree, strategy)
    expected = [
        (trees.best_response(children, policy.__getitem__, p), trees.value(children, policy.__getitem__, p))
        for p in seats
    ]
    assert found == pytest.approx(np.array(expected), abs=1e-9)
    # All ends of the game together are certain.
    made = reach(tree, strategy)
    assert (tree.leaf_chance * made[tree.leaf_sequences].prod(axis=1)).sum() == pytest.approx(1, abs=1e-9)


def test_published_sizes() -> None:
    tree = GameTree(toy_game("kuhn"))
    assert (tree.num_decisions, tree.num_leaves, tree.num_infosets) == (24, 30, 12)
    tree = GameTree(toy_game("leduc"))
    # With every card dealt on its own there are six chance nodes more.
    assert (tree.num_nodes, tree.num_decisions, tree.num_leaves) == (9457 - 6, 3780, 5520)
    assert tree.num_infosets == len(tree.views) == 936


def test_order_of_the_arrays() -> None:
    tree = GameTree(make_game("kelp:board_size=3,attack_cards=1"))
    assert (np.diff(tree.infoset_seat) >= 0).all()
    assert tree.seat_start.tolist() == [0, int((tree.infoset_seat == 0).sum()), tree.num_infosets]
    assert (tree.infoset_past < tree.infoset_start[:-1]).all()
    assert (tree.views["to_act"][tree.infoset_view] == tree.infoset_seat).all()
    assert (tree.sequence_action[:2] == -1).all()
    assert tree.infoset_start[-1] == tree.num_sequences == len(tree.sequence_action)


@pytest.mark.parametrize("name", list_games())
def test_a_view_is_what_redaction_leaves(name: str) -> None:
    game = make_game(name)
    states = game.new_states(1, 40)
    generator = np.random.default_rng(3)
    for _ in range(60):
        masks = game.legal(states)
        going = masks.any(axis=1)
        actions = (generator.random(masks.shape) * masks).argmax(axis=1)
        some = states[going].copy()
        game.step(some, actions[going])
        states[going] = some
    views = Views.of(game)
    scratch = game.empty_states(3)
    octets = scratch.view(np.ndarray).view(np.uint8).reshape(3, -1)
    for k in range(len(states)):
        for seat in range(game.num_players):
            scratch[:1] = states[k : k + 1]
            tree_growth.look(words_of(scratch), octets, seat, views.bits, views.marked)
            assert scratch[2:].tobytes() == game.redact(states[k : k + 1], seat).tobytes()


def test_views_are_found_again() -> None:
    game = toy_game("leduc")
    tree = GameTree(game)
    assert tree.find_views(tree.views).tolist() == list(range(len(tree.views)))
    later = tree.views.copy()
    later["moves"] += 1
    assert tree.find_views(later).tolist() == list(range(len(tree.views)))
    later["paid"] += 1
    assert (tree.find_views(later) == -1).all()


def test_the_limit_of_nodes() -> None:
    game = make_game("kelp:board_size=3")
    size = GameTree(game).num_nodes
    assert GameTree(game, max_nodes=size).num_nodes == size
    with pytest.raises(UnsolvableError, match=rf"^kelp:board_size=3: its tree has more than max_nodes={size - 1:,} "):
        GameTree(game, max_nodes=size - 1)
    for wrong in (0, 2.5, True):
        with pytest.raises(ValueError, match=f"max_nodes is {wrong!r}, expected a whole number from 1"):
            GameTree(game, max_nodes=wrong)  # type: ignore[arg-type]


def test_play_without_end_runs_into_the_limit() -> None:
    with pytest.raises(UnsolvableError, match="more than max_nodes=20,000 nodes"):
        GameTree(coins(fault="cycle"), max_nodes=20_000)


@kernel
def cut_by_moves(s: Record, action: int) -> None:
    kuhn.step(s, action)
    if s.moves == 2 and not s.terminated:
        s.truncated = True


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (coins(fault="uneven"), "legal actions depend on what the seat to act cannot see, in the state\n"),
        (coins(fault="stuck"), "a state that is not over has no legal action, in the state\n"),
        (
            changed(kuhn.SPEC, "other", step=cut_by_moves),
            "cut off by a cap on its length that counts what no seat sees, in the state\n",
        ),
        (changed(kuhn.SPEC, "other", new=draws_bits), "^other: the outcomes of chance cannot be listed: .*next_u64"),
        (make_game("vantage"), "has no tree .*more sequences of draws than could be gone through, when it is set up"),
    ],
)
def test_what_a_tree_cannot_hold_is_refused(game: Game, problem: str) -> None:
    with pytest.raises(UnsolvableError, match=problem):
        GameTree(game)


def test_a_cap_that_seats_see_is_an_end_like_others() -> None:
    tree = GameTree(toy_game("magpie", num_players=2, copies=3, max_turns=1))
    assert tree.num_leaves > 0


def test_progress_is_told_and_trees_are_kept() -> None:
    told: list[int] = []
    game = make_game("kelp:board_size=3,attack_cards=1,illegal_direction=bump")
    tree = game_tree(game, progress=told.append)
    assert told[-1] == tree.num_nodes
    assert told == sorted(told)
    assert len(told) > 1
    assert game_tree(game) is tree
    with pytest.raises(UnsolvableError, match="max_nodes=1,000"):
        game_tree(game, 1000)
    assert game_tree(game) is tree
