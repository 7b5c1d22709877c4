"""A game's tree in plain Python, from the definitions: what the compiled tree and its solvers are compared with.

Shares chance with them (tested apart) and nothing else: nodes are objects, information sets are found by what
`Game.redact` leaves and by the own past, and best responses come from the definition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludarium.envs.core.chance import ExplicitChance
from ludarium.envs.core.game import Game

Past = tuple[Any, ...]  # own information set and action before, with theirs; () at the start
Infoset = tuple[bytes, Past]
Policy = Callable[[Infoset], dict[int, float]]


@dataclass
class Node:
    """A state; the chance nodes between states are the lists of weighted children."""

    returns: tuple[float, ...] = ()
    seat: int = -1  # -1 when the game is over
    infoset: Infoset = (b"", ())
    children: dict[int, list[tuple[float, Node]]] = field(default_factory=dict)


def grown(game: Game) -> list[tuple[float, Node]]:
    """The starts of the game, each with all that can follow."""
    chance = ExplicitChance(game)
    counters = ("moves", *game.spec.counters(game.options))

    def node(state: Any, pasts: tuple[Past, ...]) -> Node:
        if (state["terminated"] | state["truncated"]).any():
            return Node(tuple(map(float, state["returns"][0][: game.num_players])))
        seat = int(state["to_act"][0])
        seen = game.redact(state, seat)
        for name in counters:
            seen[name] = 0
        infoset = seen.tobytes(), pasts[seat]
        made = Node(seat=seat, infoset=infoset)
        for action in map(int, np.flatnonzero(game.legal(state)[0])):
            own = *pasts[:seat], (infoset, action), *pasts[seat + 1 :]
            made.children[action] = outcomes(*chance.after(state, action), own)
        return made

    def outcomes(states: Any, weights: Any, pasts: tuple[Past, ...]) -> list[tuple[float, Node]]:
        return [(float(w), node(states[k : k + 1].copy(), pasts)) for k, w in enumerate(weights)]

    return outcomes(*chance.start(), ((),) * game.num_players)


@dataclass
class Census:
    """How many there are of everything."""

    decisions: int = 0
    chances: int = 0
    leaves: int = 0
    infosets: dict[Infoset, tuple[int, ...]] = field(default_factory=dict)

    def count(self, children: list[tuple[float, Node]]) -> Census:
        self.chances += len(children) > 1
        for _, node in children:
            if node.seat < 0:
                self.leaves += 1
                continue
            self.decisions += 1
            actions = tuple(node.children)
            assert self.infosets.setdefault(node.infoset, actions) == actions
            for following in node.children.values():
                self.count(following)
        return self


def value(children: list[tuple[float, Node]], policy: Policy, seat: int) -> float:
    """What `seat` gets if all follow `policy`."""
    total = 0.0
    for weight, node in children:
        if node.seat < 0:
            total += weight * node.returns[seat]
        else:
            chosen = policy(node.infoset)
            total += weight * sum(chosen[a] * value(node.children[a], policy, seat) for a in node.children)
    return total


def best_response(children: list[tuple[float, Node]], policy: Policy, seat: int) -> float:
    """What `seat` gets at most if the others follow `policy`: each of its information sets at once, over all nodes."""
    waiting: dict[Infoset, list[tuple[float, Node]]] = defaultdict(list)
    total = 0.0
    pending = list(children)
    while pending:
        weight, node = pending.pop()
        if node.seat < 0:
            total += weight * node.returns[seat]
        elif node.seat == seat:
            waiting[node.infoset].append((weight, node))
        else:
            for action, share in policy(node.infoset).items():
                pending += [(weight * share * w, child) for w, child in node.children[action]]
    for nodes in waiting.values():
        after = {
            action: [(weight * w, child) for weight, node in nodes for w, child in node.children[action]]
            for action in nodes[0][1].children
        }
        total += max(best_response(following, policy, seat) for following in after.values())
    return total


def cfr_plus(children: list[tuple[float, Node]], iterations: int) -> dict[Infoset, dict[int, float]]:
    """The average strategy of CFR+, node by node as published (Tammelin 2014), the seats in turn."""
    actions = Census().count(children).infosets
    regrets = {i: dict.fromkeys(legal, 0.0) for i, legal in actions.items()}
    totals = {i: dict.fromkeys(legal, 0.0) for i, legal in actions.items()}

    def current(infoset: Infoset) -> dict[int, float]:
        total = sum(regrets[infoset].values())
        count = len(regrets[infoset])
        return {a: r / total if total > 0 else 1 / count for a, r in regrets[infoset].items()}

    for iteration in range(1, iterations + 1):
        for seat in range(2):
            strategy = {i: current(i) for i in actions}
            gained = {i: dict.fromkeys(legal, 0.0) for i, legal in actions.items()}
            average = {i: dict.fromkeys(legal, 0.0) for i, legal in actions.items()}

            def walk(node: Node, own: float, others: float) -> float:
                if node.seat < 0:
                    return node.returns[seat]  # noqa: B023
                chosen = strategy[node.infoset]  # noqa: B023
                mine = node.seat == seat  # noqa: B023
                worth = {}
                for action, share in chosen.items():
                    scale = (share, 1.0) if mine else (1.0, share)
                    worth[action] = sum(
                        w * walk(child, own * scale[0], others * scale[1] * w) for w, child in node.children[action]
                    )
                mean = sum(chosen[a] * worth[a] for a in chosen)
                if mine:
                    for action in chosen:
                        gained[node.infoset][action] += others * (worth[action] - mean)  # noqa: B023
                        average[node.infoset][action] = own * chosen[action]  # noqa: B023
                return mean

            for weight, node in children:
                walk(node, 1.0, weight)
            for infoset, legal in actions.items():
                for action in legal:
                    regrets[infoset][action] = max(0.0, regrets[infoset][action] + gained[infoset][action])
                    totals[infoset][action] += iteration * average[infoset][action]
    averages = {}
    for infoset, weights in totals.items():
        total = sum(weights.values())
        averages[infoset] = {a: w / total if total > 0 else current(infoset)[a] for a, w in weights.items()}
    return averages
