"""Search in trees in plain Python, from its description: what the compiled search has to agree with to the last visit.

Situations are told apart by the bytes of the redacted record instead of a hash, trees are dictionaries without bounds,
and numbers are Python's. It shares the rules of the games with the compiled search (these are tested elsewhere), and
the random numbers, so that both draw the same worlds and the same playouts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from ludarium.agents.search import Found, Plan
from ludarium.agents.search.tree import ACTING_SEAT, SCRIPTED, SEARCHER
from ludarium.envs.core import engine as templates
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import derived_seeds

#: ``(observation [size], mask [num_actions]) -> (probabilities [num_actions], value)``, of the seat to act.
Judge = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, float]]


class Stream:
    """SplitMix64."""

    def __init__(self, state: int) -> None:
        self.state = state

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)


@dataclass
class Edge:
    """An action of a situation."""

    prior: float
    available: int = 0
    visits: int = 0
    total: float = 0.0


@dataclass
class Node:
    """A situation as somebody sees it."""

    seat: int
    edges: dict[int, Edge] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0


class Oracle:
    """Searches one decision after the other.

    Args:
        game: which game.
        plan: as for the compiled search; time is not looked at.
        judge: values new situations instead of playing games out.
    """

    def __init__(self, game: Game, plan: Plan, judge: Judge | None = None) -> None:
        self.game, self.plan, self.judge = game, plan, judge
        low, high = game.spec.returns_range
        self.low, self.scale = low, 1.0 / (high - low)

    def __call__(self, states: Any, seeds: Any) -> Found:
        shape = (len(states), self.game.num_actions)
        found = Found(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(len(states), np.int64))
        for row in range(len(states)):
            self.steps = 0
            for number in range(self.plan.worlds or 1):
                share = (self.plan.simulations + number) // (self.plan.worlds or 1)
                stream = Stream(int(derived_seeds(seeds[row : row + 1], number)[0]))
                root = self.tree(states[row : row + 1], stream, share)
                for action, edge in root.edges.items():
                    found.visits[row, action] += edge.visits
                    found.totals[row, action] += edge.total
            found.steps[row] = self.steps
        return found

    def tree(self, root: Any, stream: Stream, simulations: int) -> Node:
        """The first node of a tree after so many simulations."""
        self.nodes: dict[bytes, Node] = {}
        self.searcher = int(root["to_act"][0])
        engine, fixed = self.game.engine, self.plan.worlds > 0

        def redrawn() -> Any:
            state = root.copy()
            engine[templates.redraw_at](state, 0, self.searcher, np.uint64(stream.next()))
            return state

        world = redrawn() if fixed else None
        for _ in range(simulations):
            if world is None:
                self.simulate(redrawn(), stream)
            else:
                state = world.copy()
                engine[templates.seed_at](state, 0, np.uint64(stream.next()))
                self.simulate(state, stream)
        return next(iter(self.nodes.values()))

    def simulate(self, state: Any, stream: Stream) -> None:
        """Down the tree, on to the end, and back up."""
        way: list[tuple[Node, Edge]] = []
        in_tree = True
        judged: np.ndarray = np.zeros(self.game.num_players)
        while not self.over(state):
            actions = [int(action) for action in np.flatnonzero(self.game.legal(state)[0])]
            chosen = None
            if len(actions) == 1:
                chosen = actions[0]
            elif in_tree:
                key, seat = self.seen(state), int(state["to_act"][0])
                if key in self.nodes:
                    node = self.nodes[key]
                    self.unfold(node, actions, lambda state=state: self.weights(state))
                    for action in actions:
                        node.edges[action].available += 1
                    chosen = self.best(node, actions)
                    way.append((node, node.edges[chosen]))
                else:
                    in_tree = False
                    node = self.nodes[key] = Node(seat)
                    if self.judge is not None:
                        likely, value = self.judge(self.game.observe(state)[0], self.game.legal(state)[0])
                        likely = likely.astype(np.float32)
                        self.unfold(node, actions, lambda likely=likely: likely)
                        for edge in node.edges.values():
                            edge.available += 1
                        others = max(self.game.num_players - 1, 1)
                        judged = np.where(np.arange(self.game.num_players) == seat, value, -value / others)
                        break
            if chosen is None:
                chosen = self.played_out(state, actions, stream.next())
            self.game.step(state, [chosen])
            self.steps += 1
        gains = state["returns"][0][: self.game.num_players].astype(float) + judged
        for node, edge in way:
            node.visits, node.total = node.visits + 1, node.total + float(gains[node.seat])
            edge.visits, edge.total = edge.visits + 1, edge.total + float(gains[node.seat])

    @staticmethod
    def over(state: Any) -> bool:
        return bool(state["terminated"][0] or state["truncated"][0])

    def seen(self, state: Any) -> bytes:
        """What the one who tells situations apart sees."""
        if self.plan.viewer in (ACTING_SEAT, SEARCHER):
            seat = int(state["to_act"][0]) if self.plan.viewer == ACTING_SEAT else self.searcher
            return self.game.redact(state, seat).tobytes()
        everything = state.copy()
        everything["rng"] = 0
        return everything.tobytes()

    def weights(self, state: Any) -> np.ndarray:
        """How much the script, if it is asked, is for each action."""
        masks = self.game.legal(state)
        if self.plan.playout != SCRIPTED:
            return masks[0]
        weights = np.zeros(masks.shape, np.float32)
        self.game.engine[templates.weigh_games](state, masks, weights, 0, 1)
        return weights[0]

    def unfold(self, node: Node, actions: list[int], weights: Callable[[], np.ndarray]) -> None:
        """Edges for the legal actions that have none yet."""
        new = [action for action in actions if action not in node.edges]
        if not new:
            return
        trust = self.plan.trust
        given = [float(weight) for weight in weights()]
        whole = sum(given[action] for action in actions)
        for action in new:
            likely = trust * given[action] / whole if whole > 0 else trust / len(actions)
            node.edges[action] = Edge(float(np.float32((1.0 - trust) / len(actions) + likely)))

    def best(self, node: Node, actions: list[int]) -> int:
        """The legal action of the highest bound; in a tie the one that has been known longest, then the lowest."""

        def scaled(total: float, visits: int) -> float:
            return (total / visits - self.low) * self.scale

        expected = scaled(node.total, node.visits) if node.visits else 0.5
        scores = {}
        for action, edge in node.edges.items():
            if action in actions:
                value = scaled(edge.total, edge.visits) if edge.visits else expected
                bonus = self.plan.exploration * sqrt(edge.available) * edge.prior / (1.0 + edge.visits)
                scores[action] = value + bonus
        return max(scores, key=lambda action: scores[action])

    def played_out(self, state: Any, actions: list[int], drawn: int) -> int:
        """What is played beyond the tree, by a number of 64 bits."""
        if self.plan.playout != SCRIPTED:
            return actions[(drawn >> 32) * len(actions) >> 32]
        weights = self.weights(state)
        actions = [action for action in actions if weights[action] > 0]
        left = (drawn >> 11) * 2.0**-53 * sum(float(weights[action]) for action in actions)
        for action in actions:
            left -= float(weights[action])
            if left < 0:
                return action
        return actions[-1]
