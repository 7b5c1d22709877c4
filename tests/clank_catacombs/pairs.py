"""Kernels and oracle side by side: an oracle led by what the kernels drew."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

from ludarium.envs.core.game import Game
from tests.clank_catacombs.cards import CARDS, DUNGEON, SIDES, START, TOKENS
from tests.clank_catacombs.dragon import afterlife, strength
from tests.clank_catacombs.fields import CARD_ORDER, TILE_ORDER, TOKEN_ORDER, row_of
from tests.clank_catacombs.oracle import CatacombsOracle
from tests.draws import Draws, Unexplained, gained
from tests.records import Row, difference, zeros


def drawn(before: Row, after: Row, hands: list[list[int]]) -> Draws:
    """What the kernels drew in one step; cubes are found out one attack after another.

    Args:
        before: the record before the step.
        after: the record after it.
        hands: those of the seats before they draw, by kind.
    """
    tokens = gained(TOKEN_ORDER, after["tokens_left"], before["tokens_left"])
    row = zip(before["row"], after["row"], strict=True)
    return Draws(
        {
            "row": [list(DUNGEON)[new - 1] for old, new in row if new and not old],
            "card": [n for seat, hand in enumerate(hands) for n in gained(CARD_ORDER, hand, after["hand"][seat])],
            "tile": gained(TILE_ORDER, after["tiles_left"], before["tiles_left"]),
            "major": [name for name in tokens if name in TOKENS["major"]],
            "minor": [name for name in tokens if name in TOKENS["minor"]],
            "prisoner": [name for name in tokens if name in TOKENS["prisoners"]],
            "cube": [],
        }
    )


class Attacks:
    """The cubes of the attacks at the end of one turn; where several are possible, one `way` after the other.

    What came out of the bag altogether shows in the record, and so do the Ghosts of the last attack; how the cubes were
    shared out among several attacks does not.
    """

    def __init__(self, before: Row, after: Row, way: list[int]) -> None:
        self.first_turn: int = before["turns"]
        #: Attacks of seats that are out: each turn that was passed over had one.
        self.of_the_out: int = max(0, after["turns"] - before["turns"] - (not after["terminated"]))
        self.after = after
        self.way = way
        self.choices: list[int] = []  # how many possibilities there were, attack by attack
        self.begun = -1  # the last turn whose attack began
        self.left: Counter[str] | None = None  # cubes that are still to be drawn, Ghosts apart

    def begin(self, oracle: CatacombsOracle, bag: list[str]) -> list[str] | None:
        """The cubes of an attack whose first is asked for; None if another is asked for."""
        if self.begun == oracle.turns:
            return None
        self.begun = oracle.turns
        passed = oracle.turns - self.first_turn
        inside = Counter(bag)
        if self.left is None:
            kept = {f"clank {seat}": self.after["bag"][seat] for seat in range(oracle.num_players)}
            kept["black"] = self.after["black_bag"]
            self.left = Counter({cube: inside[cube] - number for cube, number in kept.items()})
            if min(self.left.values()) < 0:
                raise Unexplained(f"the bag held {inside}, and afterwards {kept}")
        number = min(afterlife(oracle) if passed else strength(oracle), len(bag))
        ghosts = number - self.left.total()
        if passed == self.of_the_out:
            possible = [self.left] if ghosts == self.after["ghosts_area"] else []
        else:
            possible = list(_parts(self.left, number - inside["ghost"], number))
        if not possible:
            raise Unexplained(f"{number} cubes out of {inside} leave {self.left}")
        step = len(self.choices)
        self.choices.append(len(possible))
        if step == len(self.way):
            self.way.append(0)
        part = possible[self.way[step]]
        self.left = self.left - part
        if (self.left and passed == self.of_the_out) or part.total() + inside["ghost"] < number:
            raise Unexplained(f"{part} are not {number} cubes out of {inside}")
        return [*part.elements(), *["ghost"] * (number - part.total())]

    def next_way(self) -> list[int] | None:
        """The next one to try; None when all have been."""
        for step in reversed(range(len(self.choices))):
            if self.way[step] + 1 < self.choices[step]:
                return [*self.way[:step], self.way[step] + 1]
        return None


def _parts(whole: Counter[str], least: int, most: int) -> Iterator[Counter[str]]:
    """The parts of a multiset of between `least` and `most` elements, those with most first."""
    cubes = [cube for cube, number in whole.items() if number]
    parts = [
        Counter(dict(zip(cubes, numbers, strict=True)))
        for numbers in itertools.product(*(range(whole[cube] + 1) for cube in cubes))
        if least <= sum(numbers) <= most
    ]
    return iter(sorted(parts, key=lambda part: -part.total()))


class Follower(CatacombsOracle):
    """An oracle whose chance is what the kernels drew: the start of a game from the record of a new one."""

    def __init__(self, game: Game, start: Row) -> None:
        self.moves_made = 0
        self.answers: list[tuple[str, str]] = []  # what chance was asked for in the last step, and what came
        self.drawn: Draws | None = None
        self.attacks: Attacks | None = None
        nothing: Row = {name: zeros(value) for name, value in start.items()}
        nothing["tiles_left"] = [int(not name.startswith(START)) for name in TILE_ORDER]
        nothing["tokens_left"] = start["tokens_left"]
        self.drawn = drawn(nothing, start, [[0] * len(CARDS) for _ in range(game.num_players)])
        self.drawn.piles["side"] = [list(SIDES)[start["side"]]]
        super().__init__(random.Random(0), **asdict(game.options))
        del self.rng
        self._end_of_step()

    def _end_of_step(self) -> None:
        assert self.drawn is not None
        self.drawn.check_nothing_left()
        self.drawn = self.attacks = None

    def chance(self, what: str, candidates: list[str]) -> str:
        assert self.drawn is not None
        if what == "cube":
            assert self.attacks is not None
            cubes = self.attacks.begin(self, candidates)
            if cubes is not None:
                self.drawn.piles["cube"] += cubes
        answer = self.drawn.take(what, candidates)
        self.answers.append((what, answer))
        return answer

    def follow(self, action: str, before: Row, after: Row) -> Follower:
        """The game after `action`, which has led the kernels from one record to the other.

        Raises:
            Unexplained: whatever the oracle draws, it does not arrive there.
        """
        attacks = Attacks(before, after, [])
        if attacks.of_the_out == 0:  # at most one attack
            self.attacks = attacks
            self._follow(action, before, after)
            return self
        way: list[int] | None = []
        said = ""
        saved = pickle.dumps(self)  # several times as fast as `deepcopy`
        while way is not None:
            trial: Follower = pickle.loads(saved)
            trial.attacks = attacks = Attacks(before, after, way)
            try:
                trial._follow(action, before, after)
                wrong = difference(after, row_of(trial, trial.moves_made))
                if not wrong:
                    return trial
            except Unexplained as error:
                wrong = str(error)
            said = said or wrong
            way = attacks.next_way()
        raise Unexplained(f"no draw of cubes leads there; the first tried:\n{said}")

    def _follow(self, action: str, before: Row, after: Row) -> None:
        seat = self.to_act
        hands = [after["hand"][index] for index in range(self.num_players)]
        hands[seat] = list(before["hand"][seat])
        verb, _, what = action.partition(" ")
        if verb == "play" or (self.asking == "discard" and verb == "choose"):
            hands[seat][CARD_ORDER[what]] -= 1
        self.drawn = drawn(before, after, hands)
        self.answers = []
        self.step(action)
        self.moves_made += 1
        self._end_of_step()
