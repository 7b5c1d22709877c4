"""Lockup in plain Python: slow, readable, and written from the rule book alone.

The fast kernels are compared with this class move for move, so it shares no code and no data layout with them; only the
card tables are the same files. Marks such as L8 and LD14 name the rules and decisions of the rule book.

Cards are their names, piles are lists of names in the order of the table: a pile has no order of its own, the draw
decides. Monsters and events of one name are interchangeable.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.lockup.cards import (
    ACTIONS,
    CLASSES,
    COMMANDERS,
    EVENTS,
    FACTIONS,
    MONSTERS,
    PRICES,
    ROUNDS,
    ROWS,
    WORKERS,
    Commander,
    Hidden,
    Seat,
    face_down,
    fits,
    worth,
)
from tests.oracle import Oracle, payout


class LockupOracle(Oracle):
    """One game of Lockup, with everything in the open.

    Readable state: `seats`, `display` (monsters face up), `piles` ("common", "rare", "legendary", "commander",
    "event"), `discards` (used events), `gone` (monsters sold off), `round` (1 to 5), `start` (start player), `places`
    (location taken -> seat), `phase` ("place", "attacker", "defender", "escape", "upkeep" or "over"), `battle` (while
    one is on: attacker, defender, the attacker's commander), `to_feed` (workers of the seat to act still to be fed,
    with upkeep="per_worker"), `to_act`, `terminated`, `truncated` (never), `final_scores` (None before the end) and
    `returns`. At the end `to_act` stays at the seat that acted last.

    Args:
        rng: what `chance` draws from.
        num_players: 2 to 4 (LD12).
        upkeep: "lump" or "per_worker" (LD8).
        faction_income: False blanks the faction cards (LD9, LD22); they are dealt nevertheless.

    Raises:
        ValueError: an option is out of its range.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        num_players: int = 2,
        upkeep: str = "lump",
        faction_income: bool = True,
    ) -> None:
        allowed: dict[str, tuple[Any, Any]] = {
            "num_players": (num_players, (2, 3, 4)),
            "upkeep": (upkeep, ("lump", "per_worker")),
            "faction_income": (faction_income, (False, True)),
        }
        for name, (value, choices) in allowed.items():
            if value not in choices:
                raise ValueError(f"{name}={value!r}: expected one of {list(choices)}")
        self.rng = rng
        self.num_players = num_players
        self.upkeep = upkeep
        self.faction_income = faction_income

        self.piles: dict[str, list[str]] = {
            tier: [row["name"] for row in ROWS["monsters"] if row["tier"] == tier] for tier in CLASSES
        }
        self.piles["commander"] = [row["name"] for row in ROWS["commanders"]]
        self.piles["event"] = [row["name"] for row in ROWS["events"]]
        self.display: list[str] = []
        self.discards: list[str] = []
        self.gone: list[str] = []
        self.places: dict[str, int] = {}
        self.battle: dict[str, Any] | None = None
        self.to_feed = 0
        self.final_scores: list[int] | None = None
        self.terminated = self.truncated = False
        self.returns = [0.0] * num_players

        factions = list(FACTIONS)
        self.seats: list[Seat] = []
        for seat in range(num_players):  # LD12, LD22
            self.seats.append(Seat(self.draw(f"faction {seat}", factions)))
        self.round, self.start = 1, 0  # LD15
        self._start_round()

    def chance(self, what: str, candidates: list[str]) -> str:
        """Decide one random outcome: one of `candidates`, where a name with several copies left stands several times.

        A test may replace this method in a subclass. `what` is, in the order of LD15 where several follow each other:

        - "faction S": the faction card of seat S, for S = 0, 1, ...
        - "display common", "display rare", "display legendary": the next monster laid out, once for each
        - "recruit S": the monster that a `free_common` commander brings seat S at the start of a round
        - "prison common", "prison rare", "prison legendary": the top card of that pile, bought by the seat to act
        - "hall": the commander that the seat to act takes
        - "temple": the event that the seat to act takes
        - "jailbreak": the common monster that the event brings the seat to act
        - "call to arms": the commander that the event brings the seat to act
        - "great escape": the rare monster for which the seat to act has paid food
        """
        return self.rng.choice(candidates)

    def legal(self) -> list[str]:
        """Actions open to the seat to act, in the order of `ACTIONS`; empty when the game is over."""
        options: set[str] = set()
        if self.phase == "place":
            options = self._placements()
        elif self.phase in ("attacker", "defender"):
            side = "atk" if self.phase == "attacker" else "def"
            options = {f"commander {c.name}" for c in self._own().commanders if fits(c, side)} | {"no commander"}
        elif self.phase == "escape":
            options = {"accept", "decline"}
        elif self.phase == "upkeep":  # LD19
            options = {"lose points"}
            if self._own().gold >= 2:
                options.add("pay gold")
            if self.upkeep == "per_worker" and self._own().food >= 1:
                options.add("feed")
        return [action for action in ACTIONS if action in options]

    def _apply(self, action: str) -> None:
        if self.phase == "place":
            self._place(action)
        elif self.phase in ("attacker", "defender"):
            self._use_commander(None if action == "no commander" else action.removeprefix("commander "))
        elif self.phase == "escape":
            self._escape(accepted=action == "accept")
        else:
            self._feed_or_pay(action)

    # ------------------------------------------------------------------------------------------------- the round, LD15

    def _start_round(self) -> None:
        n = self.num_players
        legendary = self.round >= 3  # L11
        for tier, number in zip(CLASSES, (n if legendary else 2 * n, n, n if legendary else 0), strict=True):  # LD2
            for _ in range(min(number, len(self.piles[tier]))):
                self.display.append(self.draw(f"display {tier}", self.piles[tier]))
        for index in self._seat_order():
            seat = self.seats[index]
            seat.haggled = False
            seat.gold += self._faction(seat, "gold")  # LD9
            seat.food += self._faction(seat, "food")
            for commander in seat.commanders:  # LD6
                if COMMANDERS[commander.name]["timing"] == "round":
                    effects = COMMANDERS[commander.name]["op"]
                    seat.gold += effects.get("gold", 0)
                    seat.food += effects.get("food", 0)
                    if "free_common" in effects:
                        self._free_monster(seat, "common", f"recruit {index}")
        self.phase = "place"
        self.to_act = self.start

    def _next_placement(self) -> None:
        """LD10, LD23: the next seat clockwise that is not out and has a worker; with none left, the round ends."""
        self.phase = "place"
        for step in range(1, self.num_players + 1):
            index = (self.to_act + step) % self.num_players
            if self.seats[index].workers and not self.seats[index].out:
                self.to_act = index
                return
        self.gone += self.display  # L8, LD2
        self.display = []
        self.places = {}
        for seat in self.seats:
            seat.workers, seat.out = WORKERS, False
        self._upkeep_from(0)

    def _upkeep_from(self, position: int) -> None:
        """Upkeep for the seats from `position` in the order of the round on, as far as nobody has to choose (LD19)."""
        for index in self._seat_order()[position:]:
            seat = self.seats[index]
            need = max(0, WORKERS - self._standing(seat, "upkeep_cut"))
            if self.upkeep == "lump" and seat.food >= need:
                seat.food -= need
            elif need:
                self.phase, self.to_act = "upkeep", index
                self.to_feed = need if self.upkeep == "per_worker" else 0
                return
        if self.round == ROUNDS:
            self._finish()
            return
        self.round += 1
        self.start = (self.start + 1) % self.num_players  # LD10
        self._start_round()

    def _feed_or_pay(self, action: str) -> None:
        seat = self._own()
        if action == "feed":
            seat.food -= 1
        elif action == "pay gold":
            seat.gold -= 2
        else:
            seat.penalties += 2
        self.to_feed = max(0, self.to_feed - 1)
        if not self.to_feed:
            self._upkeep_from(self._seat_order().index(self.to_act) + 1)

    def _finish(self) -> None:
        self.phase = "over"
        self.terminated = True
        self.final_scores = self.scores([(tuple(face_down(s)), tuple(s.missions)) for s in self.seats])
        standing = [(score, seat.gold) for score, seat in zip(self.final_scores, self.seats, strict=True)]  # LD11
        winners = [place == max(standing) for place in standing]
        self.returns = payout(winners)

    def scores(self, hidden: Sequence[Hidden]) -> list[int]:
        """LD11, LD20: the scores if these were the cards that lie face down."""
        return [
            sum(MONSTERS[name]["points"] for name in seat.monsters)
            + seat.points
            + sum(worth(seat, COMMANDERS[name]["op"]) for name in commanders)
            + sum(worth(seat, EVENTS[name]["op"]) for name in missions)
            - seat.penalties
            for seat, (commanders, missions) in zip(self.seats, hidden, strict=True)
        ]

    # ------------------------------------------------------------------------------------------- places, LD1, LD3, LD16

    def _placements(self) -> set[str]:
        seat = self._own()
        options = {"pass"}  # LD4
        if "market" not in self.places:
            options |= {"market gold", "market food"}
        if "prison" not in self.places:
            for tier in CLASSES:
                open_ = self.piles[tier] and (tier != "legendary" or self.round >= 3)
                if open_ and seat.food >= self._prison_price(seat, tier):
                    options.add(f"prison {tier}")
        if "arena" not in self.places:
            options |= {f"arena {distance}" for distance in range(1, self.num_players)}
        if "hall" not in self.places and self.piles["commander"]:
            options.add("hall")
        if "temple" not in self.places and self.piles["event"]:
            options.add("temple")
        return options | {f"hire {name}" for name in self.display if seat.gold >= self._hire_price(seat, name)[0]}

    def _hire_price(self, seat: Seat, name: str) -> tuple[int, bool]:
        """Gold to pay for a monster on display, and whether Haggler lowers it (LD17)."""
        reduction = sum(EVENTS[event]["op"].get("discount", 0) for event in seat.events)
        if MONSTERS[name]["tier"] == "rare":
            reduction += self._standing(seat, "discount_rare")
        haggling = 0 if seat.haggled else sum(COMMANDERS[c.name]["op"].get("discount", 0) for c in seat.commanders)
        without = max(1, MONSTERS[name]["cost"] - reduction)
        price = max(1, MONSTERS[name]["cost"] - reduction - haggling)
        return price, price < without

    def _prison_price(self, seat: Seat, tier: str) -> int:
        return max(1, PRICES[tier] - self._standing(seat, "prison_discount"))

    def _place(self, action: str) -> None:
        seat = self._own()
        if action == "pass":
            seat.out = True
            self._next_placement()
            return
        seat.workers -= 1
        place, _, which = action.partition(" ")
        if place == "hire":
            price, haggled = self._hire_price(seat, which)
            seat.gold -= price
            seat.haggled = seat.haggled or haggled
            self.display.remove(which)
            seat.monsters.append(which)
        else:
            self.places[place] = self.to_act
        if place == "market" and which == "gold":
            seat.gold += 1 + self._standing(seat, "market_bonus_gold")
        elif place == "market":
            seat.food += 2 + self._standing(seat, "market_bonus_food")
        elif place == "prison":
            seat.food -= self._prison_price(seat, which)
            self._free_monster(seat, which, action)
        elif place == "hall":
            self._take_commander(seat, "hall")
        if place == "arena":
            self.battle = {
                "attacker": self.to_act,
                "defender": (self.to_act + int(which)) % self.num_players,
                "commander": None,
            }
            self._ask("attacker")
        elif not (place == "temple" and self._take_event(seat)):
            self._next_placement()

    def _take_commander(self, seat: Seat, what: str) -> None:
        if self.piles["commander"]:  # LD18
            name = self.draw(what, self.piles["commander"])
            seat.commanders.append(Commander(name, face_up=COMMANDERS[name]["timing"] == "round"))  # LD13

    def _free_monster(self, seat: Seat, tier: str, what: str) -> None:
        if self.piles[tier]:  # LD18
            seat.monsters.append(self.draw(what, self.piles[tier]))

    def _take_event(self, seat: Seat) -> bool:
        """Take the top event (LD7); say whether its taker has something to decide (LE12)."""
        name = self.draw("temple", self.piles["event"])
        if EVENTS[name]["timing"] == "perm":
            seat.events.append(name)
            return False
        if EVENTS[name]["timing"] == "end":
            seat.missions.append(name)
            return False
        self.discards.append(name)
        effects = EVENTS[name]["op"]
        seat.gold += effects.get("gold", 0)
        seat.food += effects.get("food", 0)
        seat.points += effects.get("vp", 0)
        seat.penalties = max(0, seat.penalties - effects.get("clear_penalty", 0))
        for other in self.seats:
            other.food += effects.get("all_food", 0)
            if other is not seat:  # LD18: to the supply; the table's numbers are negative
                other.gold = max(0, other.gold + effects.get("all_opp_gold", 0))
                other.food = max(0, other.food + effects.get("all_opp_food", 0))
        if "free_common" in effects:
            self._free_monster(seat, "common", "jailbreak")
        if "commander" in effects:
            self._take_commander(seat, "call to arms")
        if "free_rare_if_food" in effects and self.piles["rare"] and seat.food >= effects["free_rare_if_food"]:
            self.phase = "escape"
            return True
        return False

    def _escape(self, accepted: bool) -> None:
        if accepted:
            self._own().food -= EVENTS["Great Escape"]["op"]["free_rare_if_food"]
            self._free_monster(self._own(), "rare", "great escape")
        self._next_placement()

    # ----------------------------------------------------------------------------------------------------- battle, LD14

    def _ask(self, side: str) -> None:
        """Let a side of the battle use a commander; it is passed over if all can see that it has none."""
        assert self.battle is not None
        index = self.battle[side]
        key = "atk" if side == "attacker" else "def"
        if any(not c.face_up or fits(c, key) for c in self.seats[index].commanders):
            self.phase, self.to_act = side, index
        elif side == "attacker":
            self._ask("defender")
        else:
            self._fight(None)

    def _use_commander(self, name: str | None) -> None:
        assert self.battle is not None
        for commander in self._own().commanders:
            if commander.name == name:
                commander.face_up = True  # LD13
        if self.phase == "attacker":
            self.battle["commander"] = name
            self._ask("defender")
        else:
            self._fight(name)

    def _fight(self, defending: str | None) -> None:
        """L9, L11, LD5: compare the powers and move the gold."""
        assert self.battle is not None
        attacker, defender = self.seats[self.battle["attacker"]], self.seats[self.battle["defender"]]
        attack = COMMANDERS[self.battle["commander"]]["op"] if self.battle["commander"] else {}
        defence = COMMANDERS[defending]["op"] if defending else {}
        difference = self._power(attacker, "atk", attack) - self._power(defender, "def", defence)
        if difference > 0:
            _move_gold(attacker, defender, 3 + attack.get("loot", 0))
        elif difference < 0:
            _move_gold(defender, attacker, 3 + defence.get("counter", 0))
        self.to_act = self.battle["attacker"]
        self.battle = None
        self._next_placement()

    def _power(self, seat: Seat, side: str, commander: dict[str, int]) -> int:
        events = sum(EVENTS[name]["op"].get(side, 0) for name in seat.events)
        monsters = sum(MONSTERS[name]["power"] for name in seat.monsters)
        return monsters + self._faction(seat, side) + events + commander.get(side, 0)

    # -------------------------------------------------------------------------------------------------------- look-ups

    def _own(self) -> Seat:
        return self.seats[self.to_act]

    def _seat_order(self) -> list[int]:
        return [(self.start + step) % self.num_players for step in range(self.num_players)]

    def _faction(self, seat: Seat, key: str) -> int:
        """LD22: an entry of the seat's faction card, blank with faction_income=False."""
        value: int = FACTIONS[seat.faction][key] if self.faction_income else 0
        return value

    def _standing(self, seat: Seat, key: str) -> int:
        """LD17: the sum of a standing modifier over permanent events and commanders."""
        cards = [EVENTS[name] for name in seat.events] + [COMMANDERS[c.name] for c in seat.commanders]
        return sum(card["op"].get(key, 0) for card in cards)


def _move_gold(winner: Seat, loser: Seat, stake: int) -> None:
    paid = min(stake, loser.gold)
    loser.gold -= paid
    winner.gold += paid
