"""Clank! Catacombs in plain Python: slow, readable, and written from the rule book alone.

The fast kernels are compared with this class move for move, so it shares no code and no data layout with them; only the
tables are the same files. Marks such as CC15 and CCD14 name the rules and decisions of the rule book; "Reading" marks
the places where its words leave a choice.

Everything is its name, piles are lists of names: a pile has no order of its own, the draw decides.
"""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import prod

from tests.clank_catacombs.cards import (
    ACTIONS,
    BLACK_CUBES,
    DUNGEON,
    GHOSTS,
    HAND,
    RESERVE,
    SLOTS,
    START,
    TILES,
    TOKENS,
    USES,
    Seat,
    copies,
    in_order,
    possible_hands,
    tokens,
)
from tests.clank_catacombs.choices import open_choices
from tests.clank_catacombs.deeds import acquire, buy, fight, mark, open_feature, take_artifact, use_device
from tests.clank_catacombs.dragon import afterlife, attack, strength
from tests.clank_catacombs.dungeon import Cell, Way, tile_of
from tests.clank_catacombs.effects import do, make_clank, notice, play, use_token
from tests.clank_catacombs.movement import Revealed, go, pay, place, set_out, turn_tile
from tests.clank_catacombs.scoring import score, standing
from tests.oracle import Oracle, payout

# What each seat holds in its hand, in the order of the actions.
World = tuple[tuple[str, ...], ...]


class CatacombsOracle(Oracle):
    """One game of Clank! Catacombs with everything in the open.

    Readable state. The map: `side` of the starting tile ("A" or "B"), `cells` (tile by cell), `turned` (quarter turns
    by tile), `unlocked` (padlocks), `opened` (features, "S6 A chest"), `lying` (Artifact by room), `marks` (seats by
    Wayshrine room), `safe` (safe tiles not seen, `safe_to_come` of which are in the stack), `depths` (the rest of the
    stack), `revealed` (a tile not yet placed). Supplies: `row` (six slots, None where empty), `deck` and `discarded` of
    the dungeon, `trashed`, `reserve`, `market` and `crowns`, `artifacts` in the stack, `idols`, `majors`, `minors`,
    `captives`, `spent` (tokens that left the game). The dragon: `rage` (place on `rage_track`), `area` and `bag`
    ("clank S" for seat S, "black", "ghost"), `set_aside` (black cubes), `ghosts` (in the Bank), `gone` (cubes that left
    the game). `seats`; `turns` (completed), `to_act`, `terminated`, `truncated`, `ending` ("all out", "deck", "bag" or
    None), `final_scores` (None unless terminated) and `returns`.
    Of the turn: the pools `skill`, `swords`, `boots`, `teleports`, `quiet` (left-over −Clank!); `clank_made`,
    `companions` (played), `facts` (conditions that have been true), `waiting` (conditions of cards played that have
    not), `entered` (rooms), `exhausted`, `escaping`, `mercy_used`, `springs`.
    Of the decision: `asking` ("turn", "portal", "swords", "effect", "trash", "pile", "discard", "spring" or "over"),
    `verb` ("move" or "teleport"), `offered` (tunnels asked about), `quarters`, `text` (effects asked about), `chosen`
    (the card whose pile is asked for). At the end `to_act` stays at the seat that acted last.

    Args:
        rng: what `chance` draws from.
        num_players: 2 to 4 (CCD6).
        max_turns: turns of all players together, those of players who are out included, after which the game is
            truncated (CCD3).

    Raises:
        ValueError: an option is out of its range.
    """

    def __init__(self, rng: random.Random, *, num_players: int = 2, max_turns: int = 400) -> None:
        if not 2 <= num_players <= 4:
            raise ValueError(f"num_players={num_players!r}: expected 2 to 4")
        if max_turns < 1:
            raise ValueError(f"max_turns={max_turns!r}: expected 1 or more")
        self.rng = rng
        self.num_players = num_players
        self.max_turns = max_turns

        self.side = ""
        self.cells: dict[Cell, str] = {(0, 0): START, (0, 1): START}
        self.turned = {START: 0}
        self.unlocked: list[str] = []
        self.opened: list[str] = []
        self.lying: dict[str, int] = {}
        self.marks: dict[str, list[int]] = {}
        self.safe = [name for name, tile in TILES.items() if tile["zone"] == "safe"]
        self.safe_to_come = 4  # CC3
        self.depths = [name for name, tile in TILES.items() if tile["zone"] == "depths"]
        self.revealed: Revealed | None = None

        self.row: list[str | None] = [None] * SLOTS
        self.deck = copies(DUNGEON)
        self.discarded: list[str] = []
        self.trashed: list[str] = []
        self.reserve = {name: row["copies"] for name, row in RESERVE.items()}
        market = TOKENS["market"]
        self.crowns: list[int] = list(market["crown"])
        self.market = {
            "Backpack": market["backpack"]["n"],
            "Blood Amulet": market["blood_amulet"]["n"],
            "Thief's Kit": market["thief_kit"]["n"],
            "Crown": len(self.crowns),
        }
        self.artifacts: list[int] = list(TOKENS["artifacts"])
        self.idols = 3
        self.majors, self.minors, self.captives = tokens("major"), tokens("minor"), tokens("prisoners")
        self.spent: list[str] = []

        self.rage_track: list[int] = TOKENS["rage_track"]
        self.rage: int = TOKENS["rage_start"][str(num_players)]
        self.bag = ["black"] * BLACK_CUBES
        self.area: list[str] = []
        self.set_aside = 0
        self.ghosts = GHOSTS
        self.gone: list[str] = []

        self.turns = 0
        self.terminated = self.truncated = False
        self.ending: str | None = None
        self.final_scores: list[int] | None = None
        self.returns = [0.0] * num_players
        self.seats = [Seat() for _ in range(num_players)]
        self.to_act = 0
        self._clear_turn()
        self._set_up()

    def _set_up(self) -> None:
        self.side = self.draw("side", ["A", "B"])
        for slot in range(SLOTS):  # CCD26
            card = self.draw("row", [name for name in self.deck if not DUNGEON[name]["dragon"]])
            self.deck.remove(card)
            self.row[slot] = card
        for index, seat in enumerate(self.seats):
            self.draw_cards(seat, HAND)
            for _ in range(max(0, 3 - index)):  # CC9
                make_clank(self, index)
        for name in self.row:
            self._arrive_text(str(name))
        self.begin_turn(0)

    def chance(self, what: str, candidates: list[str]) -> str:
        """Decide one random outcome: one of `candidates`, where a name with several copies stands several times.

        A test may replace this method in a subclass. `what` is

        - "side": of the starting tile, before anything else
        - "row": the next card of the dungeon deck; at the start six of those without the symbol, after the side
        - "card": the card that a seat draws: at the start five for each seat in turn, after the Row; later the seat to
          act's
        - "tile": the tile revealed
        - "cube": the next of the cubes drawn from the bag
        - "major", "minor", "prisoner": the token taken
        """
        return self.rng.choice(candidates)

    def legal(self) -> list[str]:
        """Actions open to the seat to act, in the order of `ACTIONS`; empty when the game is over."""
        options = open_choices(self)
        return [action for action in ACTIONS if action in options]

    def _apply(self, action: str) -> None:
        verb, _, what = action.partition(" ")
        if verb == "play":
            play(self, what)
        elif verb == "acquire":
            acquire(self, what)
        elif verb == "use" and what in DUNGEON:
            use_device(self, what)
        elif verb == "fight":
            fight(self, what)
        elif verb in ("move", "teleport"):
            set_out(self, verb, what)
        elif verb == "come":
            go(self, next(way for way in self.offered if tile_of(str(way.to)) == action.split()[-1]))
        elif verb == "spend":
            pay(self, int(action.split()[1]))
        elif verb == "place":
            place(self, 0 if what == "unturned" else int(what.split()[-1]))
        elif verb == "turn":
            turn_tile(self, int(what.split()[-1]))
        elif action == "take artifact":
            take_artifact(self)
        elif action == "mark wayshrine":
            mark(self)
        elif verb == "open":
            open_feature(self, what)
        elif verb == "buy":
            buy(self, what)
        elif action in USES:
            use_token(self, USES[action])
        elif verb in ("first", "second"):
            self.asking = "turn"
            do(self, self.text.split(" | ")[verb == "second"])
        elif verb == "choose":
            self._choose(what)
        elif verb == "from":
            self._trash(self.chosen, self.own.played if what == "the play area" else self.own.discard)
        elif verb == "decline":
            self.asking = "turn"
        else:
            self._end_turn()
        if self.asking == "turn":
            notice(self)

    @property
    def own(self) -> Seat:
        """The seat to act."""
        return self.seats[self.to_act]

    def tiles_left(self) -> int:
        """Tiles of the stack, the four safe ones included."""
        return self.safe_to_come + len(self.depths)

    def cell_of(self, tile: str) -> Cell:
        return next(cell for cell, name in self.cells.items() if name == tile)

    def worlds(self, player: int) -> dict[World, Fraction]:
        """What `player` may believe about the hands of the other seats (CCD9), with exact probabilities.

        The part of a hand that is not known to all is a random part of what else the seat holds in hand and deck, all
        cards being equally likely, the seats independent of each other. For small positions: everything is listed.
        """
        by_seat = [
            {in_order(seat.hand): Fraction(1)} if index == player else possible_hands(seat)
            for index, seat in enumerate(self.seats)
        ]
        return {
            tuple(hand for hand, _ in world): prod((probability for _, probability in world), start=Fraction(1))
            for world in itertools.product(*(hands.items() for hands in by_seat))
        }

    # --- decisions inside effects, CCD4 -------------------------------------------------------------------------------

    def _choose(self, name: str) -> None:
        """The card to discard, or the kind to trash."""
        seat = self.own
        if self.asking == "discard":
            seat.hand.remove(name)
            if name in seat.known:
                seat.known.remove(name)
            seat.discard.append(name)
            self.asking = "turn"
            notice(self)  # before the draws, which may shuffle it in
            do(self, self.text)
        elif name in seat.played and name in seat.discard:
            self.asking, self.chosen = "pile", name
        else:
            self._trash(name, seat.played if name in seat.played else seat.discard)

    def _trash(self, name: str, pile: list[str]) -> None:
        pile.remove(name)
        self.trashed.append(name)
        self.asking = "turn"
        if self.ending_turn:
            self.springs -= 1
            self._next_spring()

    # --- the end of a turn and of the game ----------------------------------------------------------------------------

    def _clear_turn(self) -> None:
        """CCD8: pools are of the turn."""
        self.skill = self.swords = self.boots = self.teleports = self.quiet = 0
        self.clank_made = self.companions = self.springs = self.quarters = 0
        self.facts: set[str] = set()
        self.waiting: list[tuple[str, str]] = []
        self.entered: list[str] = []
        self.exhausted = self.escaping = self.mercy_used = self.ending_turn = False
        self.asking, self.verb, self.text, self.chosen = "turn", "", "", ""
        self.offered: list[Way] = []

    def begin_turn(self, index: int) -> None:
        self.to_act = index
        self._clear_turn()
        notice(self)  # the start of the turn counts (CCD11)

    def _end_turn(self) -> None:
        self.skill = self.swords = self.boots = self.teleports = self.quiet = 0  # CCD8
        self.ending_turn = True
        self._next_spring()

    def _next_spring(self) -> None:
        """CCD20: one card for each Spring of this turn, before the clean-up."""
        if self.springs and (self.own.played or self.own.discard):
            self.asking = "spring"
            return
        seat = self.own
        seat.discard += seat.played  # CC24 (1)
        seat.played = []
        self.draw_cards(seat, HAND)
        if self.escaping:  # CCD22
            seat.left, seat.mastery = "escaped", True
        if all(other.left is not None for other in self.seats):
            self.finish("all out")
        else:
            self._refill()
        if not self.terminated:
            self._pass_on()

    def _refill(self) -> None:
        """CCD23: slot by slot, each Arrive at once, then at most one attack."""
        awake = False
        for slot in range(SLOTS):
            if self.row[slot] is not None:
                continue
            if not self.deck:
                self.finish("deck")
                return
            name = self.draw("row", self.deck)
            self.row[slot] = name
            self._arrive_text(name)
            awake = awake or bool(DUNGEON[name]["dragon"])
        if awake:
            attack(self, strength(self))

    def _arrive_text(self, name: str) -> None:
        if DUNGEON[name]["arrive"]:
            do(self, DUNGEON[name]["arrive"])

    def _pass_on(self) -> None:
        """The next turn of a player who is in, after those of players who are out (CCD24)."""
        following = self.to_act
        while True:
            self.turns += 1
            if self.turns == self.max_turns:  # CCD3
                self.truncated, self.asking = True, "over"
                return
            following = (following + 1) % self.num_players
            if self.seats[following].left is None:
                self.begin_turn(following)
                return
            attack(self, afterlife(self))
            if self.terminated:
                return

    def draw_cards(self, seat: Seat, number: int) -> None:
        """CC12, one by one; when the deck has run out, all that is in hand is known (CCD9)."""
        for _ in range(number):
            if not seat.deck and seat.discard:
                seat.deck, seat.discard = seat.discard, []
                seat.known = list(seat.hand)
            if seat.deck:
                seat.hand.append(self.draw("card", seat.deck))

    def finish(self, ending: str) -> None:
        """The end comes at once; who is still in is knocked out (CC24, CC26).

        Reading: `turns` does not count a turn that the end cuts off.
        """
        self.terminated, self.ending, self.asking = True, ending, "over"
        for seat in self.seats:
            seat.left = seat.left or "knocked out"
        places = range(self.num_players)
        self.final_scores = [score(self, index) for index in places]
        standings = [standing(self, index) for index in places]
        winners = [place == max(standings) for place in standings]
        self.returns = payout(winners)
