"""Clank!, path edition, in plain Python: slow, readable, and written from the rule book alone.

The fast kernels are compared with this class move for move, so it shares no code and no data layout with them; only the
tables are the same files. Marks such as CL8 and CLD19 name the rules and decisions of the rule book; "Reading" marks
the places where its words leave a choice.

Everything is its name, piles are lists of names: a pile has no order of its own, the draw decides.
"""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import prod

from tests.clank.cards import (
    ACTIONS,
    CARDS,
    CUP,
    DRAGON,
    HAND,
    HEALTH,
    MARKET,
    SLOTS,
    TILES,
    TREASURES,
    Seat,
    ability,
    copies,
    in_order,
    possible_hands,
    total,
    treasure_points,
)
from tests.clank.choices import free_cards, monster_here, open_choices, splits, tile_here
from tests.clank.dragon import draw_cubes, hurt
from tests.oracle import Oracle, payout

# What each seat holds in its hand, in the order of the actions.
World = tuple[tuple[str, ...], ...]


class ClankOracle(Oracle):
    """One game of Clank!, path edition, with everything in the open.

    Readable state: `seats`, `path` (names of the tiles by place; "Exit" first, None where the tile lies face down),
    `tiles` (not yet turned over), `defeated` (tiles whose monster is gone), `row` (market cards face up), `market`
    (the market deck), `top` (treasure face up), `treasure_deck` (without it), `removed` (treasures taken away by the
    dragon), `cup_taken`, `dragon_deck`, `revealed` (dragon cards so far), `bag` and `gone` (cubes that left the game):
    "noise S" for seat S, "skill" and "dragon", `fury` (cubes drawn more for D10), `turns` (completed), `to_act`,
    `terminated`, `truncated`, `ending` ("all out", "treasure", "dragon", or None), `final_scores` (None unless
    terminated) and `returns`. Of the turn: `phase` ("turn", "pay", "reward" or "over"), `attack`, `buy` and `moves`
    (pools), `main_done`, `began_on_exit`, `offered` (the treasure to pay for), `free_cost` (the highest cost of the
    card to take as a reward). At the end `to_act` stays at the seat that acted last.

    Args:
        rng: what `chance` draws from.
        num_players: 2 to 4 (CLD11).
        path_length: tiles on the path, 4 to 12 (CLD1).
        dragon_cubes: dragon cubes in the bag at the start (CLD7).
        skill_cubes_per_player: skill cubes in the bag at the start, for each player (CLD7).
        draws: cubes drawn at the end of a turn (CLD7).
        dragon_limit: the dragon card that ends the game, 1 to 10 (CLD7).
        inside_at_end: "full" or "half" of the points for who is inside when the game ends (CLD9).
        max_turns: turns of all players together after which the game is truncated (CLD10).

    Raises:
        ValueError: an option is out of its range.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        num_players: int = 2,
        path_length: int = 7,
        dragon_cubes: int = 1,
        skill_cubes_per_player: int = 20,
        draws: int = 2,
        dragon_limit: int = 3,
        inside_at_end: str = "full",
        max_turns: int = 400,
    ) -> None:
        for name, value, low, high in (
            ("num_players", num_players, 2, 4),
            ("path_length", path_length, 4, 12),
            ("dragon_cubes", dragon_cubes, 0, None),
            ("skill_cubes_per_player", skill_cubes_per_player, 0, None),
            ("draws", draws, 0, None),
            ("dragon_limit", dragon_limit, 1, len(DRAGON)),
            ("max_turns", max_turns, 1, None),
        ):
            if value < low or (high is not None and value > high):
                raise ValueError(f"{name}={value!r}: expected {low} to {high or 'any number'}")
        if inside_at_end not in ("full", "half"):
            raise ValueError(f"inside_at_end={inside_at_end!r}: expected 'full' or 'half'")
        self.rng = rng
        self.num_players = num_players
        self.path_length = path_length
        self.draws = draws
        self.dragon_limit = dragon_limit
        self.inside_at_end = inside_at_end
        self.max_turns = max_turns

        self.path: list[str | None] = ["Exit", *[None] * path_length]
        self.tiles = list(TILES)
        self.defeated: list[str] = []
        self.row: list[str] = []
        self.market = copies(MARKET)
        self.treasure_deck = [name for name in copies(TREASURES) if name != CUP]  # CLD17
        self.top: str | None = None
        self.removed: list[str] = []
        self.cup_taken = False
        self.dragon_deck = list(DRAGON)
        self.revealed: list[str] = []
        self.bag = ["dragon"] * dragon_cubes + ["skill"] * (skill_cubes_per_player * num_players)
        self.gone: list[str] = []
        self.fury = 0
        self.turns = 0
        self.terminated = self.truncated = False
        self.ending: str | None = None
        self.final_scores: list[int] | None = None
        self.returns = [0.0] * num_players

        self.seats = [Seat() for _ in range(num_players)]
        self._refill()
        self.turn_up_treasure()
        for seat in self.seats:
            self._draw_cards(seat, HAND)  # CL3
        self._begin_turn(0)

    def chance(self, what: str, candidates: list[str]) -> str:
        """Decide one random outcome: one of `candidates`, where a name with several copies stands several times.

        A test may replace this method in a subclass. `what` is

        - "market": the next card of the market row; at the start six of them, before anything else
        - "treasure": the treasure turned up next; at the start one, after the market row
        - "card": the card that a seat draws: at the start five for each seat in turn, later the seat to act's
        - "tile": the tile turned over
        - "cube": the next of the cubes drawn from the bag
        - "dragon": the dragon card revealed
        """
        return self.rng.choice(candidates)

    def legal(self) -> list[str]:
        """Actions open to the seat to act, in the order of `ACTIONS`; empty when the game is over."""
        options = open_choices(self)
        return [action for action in ACTIONS if action in options]

    def _apply(self, action: str) -> None:
        verb, _, what = action.partition(" ")
        seat = self.own
        if verb == "play":
            self._play(what)
        elif verb == "move":
            self.main_done = True
            self._move(what)
        elif verb == "extra":
            self.moves -= 1
            self._move(what.removeprefix("move "))
        elif verb == "explore":
            self._explore(CUP if what == "cup" else str(self.top))
        elif verb == "pay":
            self._pay(int(what.removesuffix(" tokens")))
        elif verb == "rest":
            self.main_done = True
            seat.health -= 2  # CLD14: a payment
            seat.discard.remove(what)
            seat.hand.append(what)
            seat.known.append(what)  # it lay open
        elif verb == "escape":
            seat.left = "escaped"
            self.end_if_nobody_is_left()
            self._close_turn()
        elif verb == "buy":
            self.buy -= MARKET[what]["cost"]
            self._acquire(what)
        elif verb == "fight":
            self._fight()
        elif verb in ("take", "decline"):
            self.phase, self.free_cost = "turn", 0
            if verb == "take":
                self._acquire(what)
        else:
            draw_cubes(self)
            self._close_turn()

    def worlds(self, player: int) -> dict[World, Fraction]:
        """What `player` may believe about the hands of the other seats (CLD24), with exact probabilities.

        The part of a hand that is not known to all is a random part of what else the seat holds in hand and deck, all
        cards being equally likely, the seats independent of each other. For small positions: everything is listed.
        """
        by_seat = [
            {in_order(seat.hand): Fraction(1)} if index == player else possible_hands(seat)
            for index, seat in enumerate(self.seats)
        ]
        return {
            tuple(hand for hand, _ in world): prod(probability for _, probability in world)
            for world in itertools.product(*(hands.items() for hands in by_seat))
        }

    # --- the turn, CLD13 ----------------------------------------------------------------------------------------------

    @property
    def own(self) -> Seat:
        """The seat to act."""
        return self.seats[self.to_act]

    def _begin_turn(self, index: int) -> None:
        self.to_act, self.phase = index, "turn"
        seat = self.own
        # CLD17. Reading: "abilities work from the owner's next turn on" holds for every treasure with an ability: the
        # Cup's holder draws one more and is hurt more from its next turn on. The Cup's cube goes in when it is taken.
        seat.working = list(seat.treasures)
        abilities = [ability(name) for name in seat.working]
        self.attack = abilities.count("attack1")
        self.buy = abilities.count("buy1")
        self.moves = abilities.count("move1")
        self.main_done = False
        self.began_on_exit = seat.position == 0
        self.offered: str | None = None
        self.free_cost = 0

    def _play(self, name: str) -> None:
        """One card, for all that it prints (CLD12); it is no longer in hand when it makes its player draw."""
        seat, card = self.own, CARDS[name]
        seat.hand.remove(name)
        if name in seat.known:  # a copy known to all leaves before one that is not
            seat.known.remove(name)
        seat.played.append(name)
        self.attack += card["attack"]
        self.buy += card["buy"]
        self.moves += card["move"]
        self._gain("skill", card["skill"])
        self._gain("heal", card["heal"])
        self._gain("noise", card["noise"])
        self._gain("quiet", card["quiet"])
        self._gain("draw", card["draw"])

    def _gain(self, what: str, number: int) -> None:
        """The words of the tables, for the seat to act."""
        seat = self.own
        if what == "skill":
            seat.tokens += number
        elif what == "heal":
            seat.health = min(HEALTH, seat.health + number)  # CLD18
        elif what == "noise":
            self.make_noise(self.to_act, number)
        elif what == "quiet":
            for _ in range(min(number, self.bag.count(f"noise {self.to_act}"))):  # CLD18
                self.bag.remove(f"noise {self.to_act}")
                seat.supply += 1
        elif what == "draw":
            self._draw_cards(seat, number)
        elif what == "move":
            self.moves += number
        else:
            raise ValueError(f"{what!r}: expected a word of the tables")

    def make_noise(self, index: int, number: int) -> None:
        """CL7: cubes from the supply into the bag; from an empty supply nothing comes (CLD18)."""
        seat = self.seats[index]
        number = min(number, seat.supply)
        seat.supply -= number
        self.bag += [f"noise {index}"] * number

    def _move(self, way: str) -> None:
        """CLD15."""
        seat = self.own
        monster = monster_here(self)
        if monster:
            hurt(self, {self.to_act: monster["damage"]})
            if seat.left is not None:  # it stays there
                self._close_turn()
                return
        seat.position += 1 if way == "deeper" else -1
        seat.has_left_exit = True
        seat.tried = False
        if self.path[seat.position] is None:
            self.path[seat.position] = self.draw("tile", self.tiles)
            self._gain("noise", 1)  # CLD4
        event = tile_here(self).get("event")
        if event:
            self._gain(event[:-1], int(event[-1]))

    def _explore(self, treasure: str) -> None:
        self.offered = treasure
        numbers = splits(self, treasure)
        if len(numbers) == 1:  # CLD17
            self._pay(numbers[0])
        else:
            self.phase = "pay"

    def _pay(self, tokens: int) -> None:
        """Explore makes 1 noise (CLD4); the treasure is then taken, which may end the game."""
        treasure, self.offered = str(self.offered), None
        self.phase, self.main_done = "turn", True
        self.own.tokens -= tokens
        self.buy -= TREASURES[treasure]["cost"] - tokens
        self._gain("noise", 1)
        self.own.treasures.append(treasure)
        if treasure == CUP:
            self.cup_taken = True
            self.bag.append("dragon")  # CLD8
        else:
            self.turn_up_treasure()

    def turn_up_treasure(self) -> None:
        """CLD17: the next card of the treasure deck; with none left the game ends (CLD23)."""
        self.top = self.draw("treasure", self.treasure_deck) if self.treasure_deck else None
        if self.top is None:
            self.finish("treasure")

    def _acquire(self, name: str) -> None:
        """A face-up market card goes to the discard pile; its slot stays empty until the refill (CL6, CLD18)."""
        self.row.remove(name)
        self.own.discard.append(name)

    def _fight(self) -> None:
        """CLD6, CLD16."""
        seat, monster = self.own, monster_here(self)
        assert monster is not None
        seat.tried = True
        if self.attack < monster["power"]:
            self.attack = 0
            hurt(self, {self.to_act: monster["damage"]})
            if seat.left is not None:
                self._close_turn()
            return
        self.attack -= monster["power"]
        tile = str(self.path[seat.position])
        self.defeated.append(tile)
        seat.monsters.append(tile)
        reward = monster["reward"]
        if reward == "skill2":
            self._gain("skill", 2)
        elif reward:
            self.free_cost = int(reward.removeprefix("market_free"))
            if free_cards(self):
                self.phase = "reward"

    # --- the end of a turn and of the game, CLD19, CLD23 --------------------------------------------------------------

    def _close_turn(self) -> None:
        """Whatever ended the turn: the market refill, the clean-up of a player still in the game, the next turn."""
        if self.terminated:
            return
        self._refill()
        seat = self.own
        if seat.left is None:  # CLD21, CLD22
            seat.discard += seat.played + seat.hand
            seat.played, seat.hand, seat.known = [], [], []
            number, seat.fewer_cards = HAND - seat.fewer_cards, 0
            self._draw_cards(seat, number)
        self.attack = self.buy = self.moves = 0  # CLD13
        self.turns += 1
        if self.turns == self.max_turns:  # CLD10
            self.truncated, self.phase = True, "over"
            return
        following = [(self.to_act + step) % self.num_players for step in range(1, self.num_players + 1)]
        self._begin_turn(next(index for index in following if self.seats[index].left is None))

    def _refill(self) -> None:
        while len(self.row) < SLOTS and self.market:
            self.row.append(self.draw("market", self.market))

    def _draw_cards(self, seat: Seat, number: int) -> None:
        """CL9, CLD18: one by one; when the deck has run out, all that is in hand is known (CLD24)."""
        for _ in range(number):
            if not seat.deck and seat.discard:
                seat.deck, seat.discard = seat.discard, []
                seat.known = list(seat.hand)
            if seat.deck:
                seat.hand.append(self.draw("card", seat.deck))

    def end_if_nobody_is_left(self) -> None:
        if all(seat.left is not None for seat in self.seats):
            self.finish("all out")

    def finish(self, ending: str) -> None:
        """The end comes at once (CLD23)."""
        self.terminated, self.ending, self.phase = True, ending, "over"
        standing = []
        self.final_scores = []
        for seat in self.seats:
            seat.left = seat.left or "inside"
            halved = seat.left == "dead" or (seat.left == "inside" and self.inside_at_end == "half")  # CL11, CLD9
            self.final_scores.append(total(seat) // 2 if halved else total(seat))
            standing.append((self.final_scores[-1], treasure_points(seat), seat.health))  # CLD10
        winners = [place == max(standing) for place in standing]
        self.returns = payout(winners)
