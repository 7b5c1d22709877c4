"""The speed of search with random playouts and of CFR+, alone and beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludarium.agents.cfr import TreeSolution
from ludarium.agents.game_tree import GameTree
from ludarium.agents.search import Search, plan_of
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots

from . import leduc
from .measure import Sample, Subject, spread, take_turns, timed
from .peer_worker import MANY_PLAYOUTS, SIMULATIONS
from .peers import Comparison, compare

#: Decisions searched in one call, one after the other or shared by the threads: the first ones of as many games.
DECISIONS = 8
#: Iterations of CFR+ in one call.
ITERATIONS = 1000

_SOLVER = "leduc cfr+"
#: Our subjects are the game and what works on it: search, playouts alone, or CFR+; see :func:`compare_search`.
COMPARISONS = (
    Comparison("openspiel-mcts-leduc", "kelp search", "OpenSpiel, MCTSBot, Leduc poker", 1.0),
    Comparison(
        "openspiel-playouts-leduc",
        "kelp playouts",
        f"OpenSpiel, MCTSBot, Leduc poker, {MANY_PLAYOUTS} playouts a simulation",
        1.0,
    ),
    Comparison(
        "openspiel-playouts-leduc",
        "kelp search",
        f"OpenSpiel, MCTSBot, Leduc poker, {MANY_PLAYOUTS} playouts a simulation",
        1.0,
    ),
    Comparison("openspiel-ismcts-hearts", "vantage search", "OpenSpiel, ISMCTSBot, hearts", 5.0, "simulations"),
    Comparison("openspiel-mcts-gin-rummy", "clank_catacombs search", "OpenSpiel, MCTSBot, gin rummy", 9.0),
    Comparison("openspiel-mcts-backgammon", "clank_catacombs search", "OpenSpiel, MCTSBot, backgammon", 10.0),
    Comparison("openspiel-cfr-plus-leduc", _SOLVER, "OpenSpiel, CFRPlusSolver, Leduc poker", 20.0, "iterations"),
)


class Searching:
    """A subject: ``ismcts:playouts=random`` at the first decisions of some games; counts simulations or steps.

    Args:
        game: which game.
        seed: of the games and of their search.
        threads: that share the decisions.
        unit: what is counted.
        plan: options of search: ``simulations``, ``max_nodes``.

    Attributes:
        simulations: so far.
        steps: in them.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        threads: int = 1,
        unit: str = "simulations",
        simulations: int = SIMULATIONS,
        max_nodes: int = 100_000,
    ) -> None:
        plan = plan_of(game, playouts="random", observer="multiple", simulations=simulations)
        self._search = Search(game, plan, max_nodes=max_nodes, threads=threads)
        self._decisions = game.new_states(seed, DECISIONS), seeds_of_slots(seed, DECISIONS)
        self._unit = unit
        self.simulations = self.steps = 0
        self._work()  # compiles, and makes the memory
        self._timed = timed(self._work)

    def __call__(self, seconds: float) -> Sample:
        """Searches for so long."""
        return self._timed(seconds)

    @property
    def steps_each(self) -> float:
        """Steps of a simulation on the average."""
        return self.steps / self.simulations

    def _work(self) -> int:
        found = self._search(*self._decisions)
        steps, simulations = int(found.steps.sum()), DECISIONS * self._search.plan.simulations
        self.steps += steps
        self.simulations += simulations
        return steps if self._unit == "steps" else simulations


def cfr_plus() -> Subject:
    """CFR+ on Leduc poker; counts iterations.

    A call begins anew on the same tree and includes what a solution needs beside its iterations: the averages and the
    best responses to them.
    """
    tree = GameTree(Game(leduc.SPEC))

    def work() -> int:
        return TreeSolution(tree, ITERATIONS).iterations

    return timed(work)


def measure_search(
    games: Sequence[Game],
    *,
    threads: Sequence[int] = (1, 2),
    simulations: int = SIMULATIONS,
    repetitions: int = 5,
    seconds: float = 0.2,
    seed: int = 0,
    progress: Callable[[str], None] = lambda text: None,
) -> list[dict[str, Any]]:
    """Simulations and steps per second of search, and iterations per second of CFR+ on Leduc poker.

    Args:
        games: to search.
        threads: numbers of threads that share the decisions of a search.
        simulations: of a decision.
        repetitions: how often everything is measured.
        seconds: for each repetition; it is at least one search of :data:`DECISIONS` decisions.
        seed: of the games and of their search.
        progress: told what is going on.

    Returns:
        Rows with ``game``, ``agent`` (an agent string), ``threads``, ``unit`` (simulations or iterations),
        ``per_second`` (the median), ``low``, ``high`` and ``repetitions``; of search also ``steps_per_second``,
        ``steps_each`` (of a simulation) and, with more threads than one if one is measured too, ``times_one_thread``
        (the spread of what stands beside each other in the repetitions).
    """
    rows: list[dict[str, Any]] = []
    for game in games:
        subjects = {count: Searching(game, seed, threads=count, simulations=simulations) for count in threads}
        named = {f"{game.string} search ×{count}": subject for count, subject in subjects.items()}
        samples = dict(zip(subjects, take_turns(named, repetitions, seconds, progress).values(), strict=True))
        for count, subject in subjects.items():
            row = _row(game, f"ismcts:simulations={simulations},playouts=random", count, "simulations", samples[count])
            row["steps_each"] = subject.steps_each
            row["steps_per_second"] = round(row["per_second"] * subject.steps_each)
            if count > 1 and 1 in samples:
                pairs = zip(samples[count], samples[1], strict=True)
                row["times_one_thread"] = spread([many.rate / one.rate for many, one in pairs])
            rows.append(row)
    samples_of_solver = take_turns({_SOLVER: cfr_plus()}, repetitions, seconds, progress)[_SOLVER]
    rows.append(_row(Game(leduc.SPEC), f"cfr:iterations={ITERATIONS}", 1, "iterations", samples_of_solver))
    return rows


def compare_search(
    games: Sequence[Game], *, simulations: int = SIMULATIONS, seed: int = 0, **how: Any
) -> dict[str, Any]:
    """Measures search and CFR+ beside OpenSpiel's, on one core.

    Either side searches the first decision of a game with one random playout a simulation, if nothing else is said:
    ours as ``ismcts``, always without looking at what is hidden, and eight decisions a call. Our playouts alone are the
    same search with a tree of one node, OpenSpiel's are two simulations with many playouts each. How the steps of
    OpenSpiel are counted says ``peer_worker.openspiel_mcts``.

    Args:
        games: those of them that somebody is held against, under their default options, take part.
        simulations: of our decisions.
        seed: of our games and of their search.
        how: see :func:`~ludarium.benchmarks.peers.compare`.

    Returns:
        As that function.
    """
    known = {game.string: game for game in games}

    def subject(comparison: Comparison) -> Subject:
        if comparison.form == _SOLVER:
            return cfr_plus()
        name, _, what = comparison.form.partition(" ")
        tree = {"max_nodes": 1} if what == "playouts" else {}
        return Searching(known[name], seed, unit=comparison.unit, simulations=simulations, **tree)

    wanted = [one for one in COMPARISONS if one.form == _SOLVER or one.form.partition(" ")[0] in known]
    ours = {form: subject(one) for form, one in {one.form: one for one in wanted}.items()}
    return compare(ours, wanted, **how)


def _row(game: Game, agent: str, threads: int, unit: str, samples: Sequence[Sample]) -> dict[str, Any]:
    found = spread([sample.rate for sample in samples])
    return {
        "game": game.string,
        "agent": agent,
        "threads": threads,
        "unit": unit,
        "per_second": round(found["median"]),
        "low": round(found["low"]),
        "high": round(found["high"]),
        "repetitions": len(samples),
    }
