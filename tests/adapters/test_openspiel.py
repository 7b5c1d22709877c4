"""Our games in OpenSpiel: its own simulation test, and its numbers against those of our solvers."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludarium import IllegalActionError, OptionError, UnknownGameError, make_game
from ludarium.agents.base import Agent, Decisions
from ludarium.agents.cfr import TreeSolution, best_responses, tree_exploitability
from ludarium.agents.exact import ExactAgent, solve
from ludarium.agents.exploitability import exploitability
from ludarium.agents.game_tree import GameTree
from ludarium.agents.random import RandomAgent
from ludarium.envs.core.chance import ChanceError
from ludarium.envs.core.game import Game
from ludarium.envs.core.options import choice
from tests.toys import SPECS, kuhn, toy_game

pyspiel = pytest.importorskip("pyspiel", reason="needs ludarium[openspiel]")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score  # noqa: E402
from open_spiel.python.algorithms import exploitability as measures  # noqa: E402

from ludarium.envs.adapters import openspiel  # noqa: E402
from ludarium.envs.adapters.openspiel_rules import Past, rules_of  # noqa: E402

HIDDEN = "illegal_direction=bump,reveal=outcome"
SMALL = "kelp:board_size=3,attack_cards=0"
TOYS = [*(toy_game(name) for name in SPECS), toy_game("magpie", num_players=2, copies=3, max_turns=3)]


def walk(state: Any) -> Iterator[Any]:
    """All states of a small game, in depth-first order."""
    yield state
    for action in state.legal_actions():
        yield from walk(state.child(action))


def first_decision(game: Any, *picks: int) -> Any:
    state = game.new_initial_state()
    for pick in picks:
        state.apply_action(pick)
    while state.is_chance_node():
        state.apply_action(0)
    return state


class OfAgent(policies.Policy):
    """The policy of an agent of ours, asked as OpenSpiel asks."""

    def __init__(self, game: Any, agent: Agent) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.ours, self.agent = game.rules.game, agent

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        states = state.rules.record(state.past.state)
        given = self.agent.policy(Decisions.of(self.ours, states, np.zeros(1, np.uint64)))[0]
        return {action: float(given[action]) for action in state.legal_actions()}


# --- OpenSpiel's own test -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", [{}, {"chance": "outcomes"}, {"rewards": "running"}], ids=str)
@pytest.mark.parametrize("game", TOYS, ids=str)
def test_simulations_of_toys(game: Game, parameters: dict[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(openspiel.load_game(game, **parameters), num_sims=4, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game",
    [
        "kelp",
        "kelp:duel",
        f"kelp:board_size=4,{HIDDEN}",
        "vantage",
        "lockup:num_players=3",
        pytest.param("clank:num_players=4", marks=pytest.mark.slow),
        pytest.param("clank_catacombs:num_players=3", marks=pytest.mark.slow),
    ],
)
def test_simulations_of_games(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(openspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


# --- OpenSpiel's numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        (toy_game("kuhn"), {}),
        (toy_game("leduc"), {"chance": "outcomes"}),
        (make_game(SMALL), {}),
        (make_game(f"{SMALL},{HIDDEN}"), {}),
    ],
    ids=str,
)
def test_exploitability_of_uniform_play(game: Game, parameters: dict[str, str]) -> None:
    theirs = openspiel.load_game(game, **parameters)
    found = measures.nash_conv(theirs, policies.UniformRandomPolicy(theirs)) / 2
    assert found == pytest.approx(tree_exploitability(RandomAgent(), game).exploitability, abs=1e-9)
    if game.name == "kelp" and HIDDEN not in game.string:
        assert found == pytest.approx(exploitability(RandomAgent(), game).exploitability, abs=1e-9)


def test_best_responses_where_returns_do_not_add_up_to_zero() -> None:
    game = toy_game("magpie", num_players=2, copies=3, max_turns=1)
    theirs, tree = openspiel.load_game(game, chance="outcomes"), GameTree(game)
    uniform = policies.UniformRandomPolicy(theirs)
    found = measures.nash_conv(theirs, uniform, return_only_nash_conv=False).player_improvements
    best = best_responses(tree, tree.strategy_of(RandomAgent()))
    assert found == pytest.approx(best[:, 0] - best[:, 1], abs=1e-9)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [uniform, uniform])
    assert values == pytest.approx(best[:, 1], abs=1e-9)


@pytest.mark.parametrize(
    ("game", "most"), [(toy_game("kuhn"), 6), (make_game(SMALL), 5), (make_game(f"{SMALL},{HIDDEN}"), 2)], ids=str
)
def test_courses_of_cfr_plus(game: Game, most: int) -> None:
    theirs, tree = openspiel.load_game(game), GameTree(game)
    solver, course = cfr.CFRPlusSolver(theirs), [tree_exploitability(RandomAgent(), game).exploitability]
    for iterations in range(1, most + 1):
        solver.evaluate_and_update_policy()
        course.append(measures.exploitability(theirs, solver.average_policy()))
        assert course[-1] == pytest.approx(TreeSolution(tree, iterations).measured.exploitability, abs=1e-9)
    assert course[-1] < course[0] / 2


def test_exact_play_is_exact() -> None:
    game, theirs = make_game(SMALL), openspiel.load_game(SMALL)
    exact = OfAgent(theirs, ExactAgent(game))
    assert measures.exploitability(theirs, exact) == pytest.approx(0, abs=1e-6)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [exact, exact])
    assert values == pytest.approx([solve(game).value, -solve(game).value], abs=1e-6)


# --- what seats know ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [toy_game("kuhn"), make_game(f"{SMALL},{HIDDEN}")], ids=str)
def test_information_states_are_what_our_tree_says(game: Game) -> None:
    theirs = openspiel.load_game(game)
    names: dict[str, set[bytes]] = {}
    for state in walk(theirs.new_initial_state()):
        if state.is_player_node():
            seat = state.current_player()
            tensor = np.array(state.information_state_tensor(seat), np.float32)
            names.setdefault(state.information_state_string(seat), set()).add(tensor.tobytes())
    assert len(names) == GameTree(game).num_infosets
    assert {len(tensors) for tensors in names.values()} == {1}  # the tensor says neither more …
    assert len(set.union(*names.values())) == len(names)  # … nor less


def test_what_a_seat_cannot_see_has_no_influence() -> None:
    game = openspiel.load_game(toy_game("kuhn"))
    deals = [first_decision(game, first, second) for first in range(3) for second in range(2)]
    for state in deals:
        state.apply_action(0)
    cards = [state.rules.record(state.past.state)["card"][0].tolist() for state in deals]
    for seat in range(2):
        for what in ("information_state_string", "observation_string", "observation_tensor"):
            seen: dict[int, set[str]] = {}
            for state, dealt in zip(deals, cards, strict=True):
                seen.setdefault(dealt[seat], set()).add(str(getattr(state, what)(seat)))
            assert [len(values) for values in seen.values()] == [1, 1, 1]
            assert len(set.union(*seen.values())) == 3


def test_what_was_seen_before_is_not_forgotten() -> None:
    rules = rules_of("kelp", {})
    first, second, now = (rules.step(rules.step(b"", -1, ()), action, ()) for action in (1, 2, 8))
    pasts = [Past(now, Past(before)).seen_by(rules, 0) for before in (first, second, first)]
    assert pasts[0] == pasts[2] != pasts[1]


def test_words() -> None:
    game = openspiel.load_game("kelp:board_size=3")
    state = game.new_initial_state()
    state.apply_action(1)
    assert state.action_to_string(1, 4) == "guess north"
    assert state.information_state_string(0).startswith("shark; did: move south; saw 2 states: ")
    assert state.information_state_string(1).startswith("octopus; did: nothing; saw 2 states: ")
    assert "face down: south" in state.observation_string(0)
    assert "face down: south" not in state.observation_string(1)
    deal = openspiel.load_game(toy_game("kuhn")).new_initial_state()
    assert str(deal) == "not set up\nchance decides: setting up, so far []"
    assert deal.action_to_string(deal.current_player(), 2) == "draw 1: 2"
    assert deal.information_state_string(0) == "player 0; not set up"
    assert not any(deal.observation_tensor(0))


def test_observations_are_ours() -> None:
    game = openspiel.load_game("kelp:duel")
    state = game.new_initial_state()
    for action in (1, 4, 0):
        state.apply_action(action)
    for seat in range(2):
        ours = game.rules.game.observe(state.rules.record(state.past.state), seat)[0]
        assert np.array(state.observation_tensor(seat), np.float32).tolist() == ours.tolist()
        observer = game.make_py_observer()
        observer.set_from(state, seat)
        assert (observer.tensor == ours).all()
        layout = game.rules.game.layout
        assert [*observer.dict] == [*layout.segments]
        for name, part in observer.dict.items():
            assert (part == layout.part(ours, name)).all()
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match=r"kelp:board_size=5,copies=2: observations of kind .*expected public and own"):
        game.make_py_observer(public)
    with pytest.raises(ValueError, match=r"observation parameters are \{'a': 1\}, expected none"):
        game.make_py_observer(None, {"a": 1})


def test_tensors_of_long_games_are_not_offered() -> None:
    game = openspiel.load_game("vantage")
    assert not game.get_type().provides_information_state_tensor
    assert game.get_type().provides_information_state_string
    assert openspiel.load_game("kelp").get_type().provides_information_state_tensor


# --- the game's description -----------------------------------------------------------------------------------------


def test_descriptions() -> None:
    kinds = pyspiel.GameType
    game = openspiel.load_game("kelp:duel")
    assert str(game) == "ludarium_kelp(board_size=5,copies=2)"
    assert (game.num_distinct_actions(), game.num_players(), game.max_chance_outcomes()) == (10, 2, 0)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.max_game_length() == make_game("kelp:duel").max_game_length
    assert game.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert game.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert game.get_type().reward_model == kinds.RewardModel.TERMINAL
    assert pyspiel.load_game(str(game)).rules is game.rules
    magpie = openspiel.load_game(toy_game("magpie", num_players=4), rewards="running", max_chance_outcomes=12)
    kind = magpie.get_type()
    assert (kind.min_num_players, kind.max_num_players, magpie.num_players()) == (2, 4, 4)
    assert kind.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert (kind.utility, kind.reward_model) == (kinds.Utility.GENERAL_SUM, kinds.RewardModel.REWARDS)
    assert magpie.utility_sum() is None
    assert magpie.max_chance_outcomes() == 12


def test_saves_and_copies() -> None:
    state = first_decision(openspiel.load_game(toy_game("magpie"), chance="outcomes"))
    for _ in range(5):
        state.apply_action(state.legal_actions()[-1])
    for other in (state.clone(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert other.history() == state.history()
        assert str(other) == str(state)
        for seat in range(3):
            assert other.information_state_string(seat) == state.information_state_string(seat)
        other.apply_action(other.legal_actions()[0])
        assert other.history() != state.history()
    assert state.clone().past is state.past


def test_rewards() -> None:
    game = openspiel.load_game(toy_game("magpie"), rewards="running")
    state, total, before = game.new_initial_state(), np.zeros(3), 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        total += state.rewards()
        assert state.returns() == pytest.approx(total)
        before += any(state.rewards()) and not state.is_terminal()
    assert before > 0
    final = openspiel.load_game(toy_game("magpie")).new_initial_state()
    for action in state.history():
        assert not any(final.returns())
        final.apply_action(action)
    assert final.returns() == final.rewards() == pytest.approx(total)


def test_thirds_add_up_to_zero() -> None:
    rules = rules_of("lockup", {"num_players": 4})
    states = rules.game.new_states(1)
    states["returns"][0, :4] = [-1 / 3, 1, -1 / 3, -1 / 3]
    found = rules.paid(states.tobytes())
    assert abs(found.sum()) < 1e-15
    assert found[1] == 1
    assert found == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3], abs=1e-7)


def test_what_is_past_is_long_and_shared() -> None:
    past = Past(b"0")
    for number in range(20_000):
        past = Past(b"%d" % number, past, number % 2, number)
    assert copy.deepcopy(past) is past
    other = pickle.loads(pickle.dumps(past))
    assert [(each.state, each.seat, each.action) for each in other.line()] == [
        (each.state, each.seat, each.action) for each in past.line()
    ]
    assert other.number == past.number == 20_001


# --- bad input ------------------------------------------------------------------------------------------------------


def test_what_is_unknown_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownGameError, match="unknown game 'klep'"):
        openspiel.load_game("klep")
    with pytest.raises(UnknownGameError, match="unknown game 'klep'"):
        openspiel.register("klep")
    with pytest.raises(OptionError, match="kelp: option board_size is '99', expected 3 to 8"):
        openspiel.load_game("kelp:board_size=99")
    with pytest.raises(OptionError, match="kelp: option chance is 'no', expected draws or outcomes"):
        openspiel.load_game("kelp", chance="no")
    openspiel.register("kelp")
    with pytest.raises(OptionError, match="kelp: option board_size is 99, expected 3 to 8"):
        pyspiel.load_game("ludarium_kelp(board_size=99)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'size'"):
        pyspiel.load_game("ludarium_kelp(size=3)")


def test_what_cannot_be_played_changes_nothing() -> None:
    state = first_decision(openspiel.load_game(toy_game("leduc")))
    before = str(state), state.history()
    with pytest.raises(IllegalActionError, match=r"illegal action 0 \(fold\)"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="chance has nothing to decide"):
        state.chance_outcomes()
    assert (str(state), state.history()) == before
    deal = openspiel.load_game(toy_game("leduc")).new_initial_state()
    with pytest.raises(ValueError, match="leduc: chance picks 6, expected 0 to 5"):
        deal.apply_action(6)
    assert deal.history() == []


@pytest.mark.parametrize(
    ("chance", "problem"),
    [
        ("draws", "a draw has 9 results, more than max_chance_outcomes=5; raise it"),
        (
            "outcomes",
            "setting up has more than max_outcomes=5 outcomes; raise max_chance_outcomes, or take chance=draws",
        ),
    ],
)
def test_too_many_outcomes(chance: str, problem: str) -> None:
    game = openspiel.load_game(toy_game("magpie", num_players=2, copies=3), chance=chance, max_chance_outcomes=5)
    with pytest.raises(ChanceError, match=problem):
        game.new_initial_state()


@dataclasses.dataclass(frozen=True)
class Named:
    chance: str = choice("a", ("a", "b"), "a name that the bridge has taken")


def test_other_games_of_a_name_are_refused() -> None:
    openspiel.register(kuhn.SPEC)
    with pytest.raises(ValueError, match="another game named 'kuhn' is registered with OpenSpiel already"):
        openspiel.register(dataclasses.replace(kuhn.SPEC, version=9))
    with pytest.raises(ValueError, match="chancy: option chance has the name of a bridge's parameter"):
        openspiel.register(dataclasses.replace(kuhn.SPEC, name="chancy", options=Named))


def test_the_import_registers_nothing_and_the_process_ends_well() -> None:
    code = (
        "import pyspiel\n"
        "from ludarium.envs.adapters import openspiel\n"
        "assert not any('ludarium' in name for name in pyspiel.registered_names())\n"
        "openspiel.register()\n"
        "print(*(name for name in pyspiel.registered_names() if 'ludarium' in name))\n"
        "state = pyspiel.load_game('ludarium_kelp(copies=2)').new_initial_state()\n"
        "state.apply_action(1)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [
        f"ludarium_{name}" for name in ("clank", "clank_catacombs", "kelp", "lockup", "vantage")
    ]
