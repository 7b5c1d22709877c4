"""Kelp in plain Python: slow, short, and written from the rule book alone.

The fast kernels are compared with this class move for move, so it shares no code and no data layout with them. Marks
such as K9 and KD8 name the rules and decisions of the rule book.

Actions: 0..3 move north, south, east, west; 4..7 guess north, south, east, west; 8 attack; 9 pass.
Seat 0 is the shark, which starts at (0, 0); seat 1 is the octopus, which starts at (n - 1, n - 1).
"""

from __future__ import annotations

from typing import Any

STEPS = ((0, -1), (0, 1), (1, 0), (-1, 0))  # KD8: north, south, east, west; north is y - 1
GUESS, ATTACK, PASS = 4, 8, 9

Cell = tuple[int, int]
Hypothesis = tuple[tuple[int, ...], tuple[int, ...], Cell]


class KelpOracle:
    """One game of Kelp, with everything in the open; `consistent_sequences` says what a seat may believe.

    Args:
        board_size: cells along an edge, 3 to 8.
        copies: movement cards per direction and player, 1 to 3.
        attack_cards: attack cards per player, 0 to 4.
        guess_pool: "shared" (guesses are paid from the movement cards) or "separate" (a second set for guessing).
        illegal_direction: "forbidden" or "bump" (KD2).
        reveal: "cards" or "outcome" (KD5).

    Raises:
        ValueError: an option is out of its range, or "outcome" is asked for without "bump".
    """

    def __init__(
        self,
        *,
        board_size: int = 6,
        copies: int = 1,
        attack_cards: int = 2,
        guess_pool: str = "shared",
        illegal_direction: str = "forbidden",
        reveal: str = "cards",
    ) -> None:
        allowed: dict[str, tuple[Any, Any]] = {
            "board_size": (board_size, range(3, 9)),
            "copies": (copies, range(1, 4)),
            "attack_cards": (attack_cards, range(5)),
            "guess_pool": (guess_pool, ("shared", "separate")),
            "illegal_direction": (illegal_direction, ("forbidden", "bump")),
            "reveal": (reveal, ("cards", "outcome")),
        }
        for name, (value, choices) in allowed.items():
            if value not in choices:
                raise ValueError(f"{name}={value!r}: expected one of {list(choices)}")
        if reveal == "outcome" and illegal_direction != "bump":
            raise ValueError("reveal='outcome' requires illegal_direction='bump'")  # KD5
        self.board_size = board_size
        self.copies = copies
        self.attack_cards = attack_cards
        self.guess_pool = guess_pool
        self.illegal_direction = illegal_direction
        self.reveal = reveal

        self.starts: tuple[Cell, Cell] = ((0, 0), (board_size - 1, board_size - 1))  # K2, KD7
        self.positions: list[Cell] = list(self.starts)
        self.move_cards = [[copies] * 4, [copies] * 4]  # K3
        # With one shared pool (KD1) both names stand for the same lists, so a card spent either way is gone from both.
        self.guess_cards = self.move_cards if guess_pool == "shared" else [[copies] * 4, [copies] * 4]
        self.attacks = [attack_cards, attack_cards]
        self.to_act = 0  # K5
        self.pending: int | None = None
        self.last_was_pass = False
        self.terminated = False
        self.ended_by: str | None = None
        self.returns = [0.0, 0.0]
        self.log: list[dict[str, Any]] = []

    def clone(self) -> KelpOracle:
        """An independent copy. The records of the log are shared: nothing ever changes one."""
        copy = object.__new__(KelpOracle)
        copy.__dict__.update(self.__dict__)
        copy.positions = list(self.positions)
        copy.move_cards = [list(hand) for hand in self.move_cards]
        shared = self.guess_pool == "shared"
        copy.guess_cards = copy.move_cards if shared else [list(hand) for hand in self.guess_cards]
        copy.attacks = list(self.attacks)
        copy.returns = list(self.returns)
        copy.log = list(self.log)
        return copy

    def legal(self) -> list[int]:
        """Action numbers open to the seat to act, in rising order; empty when the game is over."""
        if self.terminated:
            return []
        seat = self.to_act
        if self.pending is not None:  # K8
            return [GUESS + d for d in range(4) if self.guess_cards[seat][d]]
        actions = self._playable(seat)
        if self.attacks[seat]:  # K6, K12
            actions.append(ATTACK)
        return actions or [PASS]  # KD3

    def step(self, action: int) -> None:
        """Play one action for the seat to act.

        Raises:
            ValueError: the action is not legal; the game stays as it was.
        """
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal here: expected one of {self.legal()}")
        seat = self.to_act
        if self.pending is not None:
            self._reveal(mover=1 - seat, guess=action - GUESS)
        elif action < GUESS:
            self.pending = action  # K7, KD10: the card stays in the hand until it is resolved
            if any(self.guess_cards[1 - seat]):
                self.to_act = 1 - seat
            else:
                self._reveal(mover=seat, guess=None)  # KD4
        elif action == ATTACK:
            self._attack(seat)
        else:
            self._end_turn({"seat": seat, "kind": "pass"})

    def consistent_sequences(self, player: int) -> list[tuple[int, ...]]:
        """Every sequence of the opponent's face-down directions that agrees with what `player` has seen (KD12).

        With reveal="outcome" a sequence has one direction for each move turn of the opponent so far, a pending one
        last. With reveal="cards" only a pending card is unknown: one-tuples while the opponent has a card lying face
        down, else `[()]`.
        """
        opponent = 1 - player
        opponent_waits = self.pending is not None and self.to_act == player
        if self.reveal == "cards":
            return [(d,) for d in self._playable(opponent)] if opponent_waits else [()]

        stock = [self.copies] * 4
        if self.guess_pool == "shared":  # a guess made later was in the hand earlier too, so all of them count at once
            for turn in self.log:
                if turn["seat"] == player and turn.get("guess") is not None:
                    stock[turn["guess"]] -= 1
        # A hypothesis is what the opponent played, what he has left, and where that puts his pawn.
        hypotheses: list[Hypothesis] = [((), tuple(stock), self.starts[opponent])]
        own = self.starts[player]
        for turn in self.log:
            if turn["kind"] == "move" and turn["seat"] == opponent:
                hypotheses = [
                    (
                        (*sequence, card),
                        _without(left, card),
                        self._step_or_stay(opponent, at, card, own, turn["right"]),
                    )
                    for sequence, left, at in hypotheses
                    for card in range(4)
                    if left[card] and (turn["guess"] is None or (card == turn["guess"]) == turn["right"])
                ]
            elif turn["kind"] == "move":
                # K11: at the edge and at the opponent's start cell the step stays put wherever his pawn is, so
                # comparing the outcome under each hypothesis rules out exactly what the step itself rules out.
                hypotheses = [
                    h
                    for h in hypotheses
                    if self._step_or_stay(player, own, turn["card"], h[2], turn["right"]) == turn["after"]
                ]
                own = turn["after"]
            elif turn["kind"] == "attack":
                hypotheses = [h for h in hypotheses if _touching(own, h[2]) == turn["success"]]
        if opponent_waits:
            hypotheses = [
                ((*sequence, card), _without(left, card), at)
                for sequence, left, at in hypotheses
                for card in range(4)
                if left[card]
            ]
        if self.ended_by in ("cards", "passes"):
            hypotheses = [h for h in hypotheses if self._result(_pair(player, own, h[2])) == self.returns]
        return [sequence for sequence, _, _ in hypotheses]

    def position_of_opponent(self, sequence: tuple[int, ...], player: int) -> Cell:
        """Where the opponent of `player` stands after `sequence`, one of `consistent_sequences(player)`.

        A pending last direction has not been walked yet. With reveal="cards" the position is public anyway.
        """
        opponent = 1 - player
        if self.reveal == "cards":
            return self.positions[opponent]
        own, at = self.starts[player], self.starts[opponent]
        cards = iter(sequence)
        for turn in self.log:
            if turn["kind"] == "move" and turn["seat"] == opponent:
                at = self._step_or_stay(opponent, at, next(cards), own, turn["right"])
            elif turn["kind"] == "move":
                own = turn["after"]
        return at

    def _playable(self, seat: int) -> list[int]:
        """Directions that `seat` may lay face down (KD2)."""
        own, other = self.positions[seat], self.positions[1 - seat]
        held = [d for d in range(4) if self.move_cards[seat][d]]
        if self.illegal_direction == "bump":
            return held
        return [d for d in held if self._walk(seat, own, d, other) != own]

    def _walk(self, seat: int, own: Cell, direction: int, other: Cell) -> Cell:
        """The cell that `seat` reaches from `own` with the other pawn at `other`: `own` itself if it cannot (K11)."""
        x, y = own[0] + STEPS[direction][0], own[1] + STEPS[direction][1]
        inside = 0 <= x < self.board_size and 0 <= y < self.board_size
        return (x, y) if inside and (x, y) not in (other, self.starts[1 - seat]) else own

    def _step_or_stay(self, seat: int, own: Cell, direction: int, other: Cell, cancelled: bool) -> Cell:
        return own if cancelled else self._walk(seat, own, direction, other)

    def _reveal(self, mover: int, guess: int | None) -> None:
        card = self.pending
        assert card is not None
        right = card == guess
        before = self.positions[mover]
        after = self._step_or_stay(mover, before, card, self.positions[1 - mover], right)  # K9
        self.positions[mover] = after
        self.move_cards[mover][card] -= 1  # K10
        if guess is not None:
            self.guess_cards[1 - mover][guess] -= 1  # K10, K13
        self.pending = None
        turn = {"seat": mover, "kind": "move", "card": card, "guess": guess, "right": right}
        self._end_turn({**turn, "before": before, "after": after})

    def _attack(self, seat: int) -> None:
        self.attacks[seat] -= 1
        success = _touching(*self.positions)  # K12
        if success:
            self.terminated = True  # K14(a)
            self.ended_by = "attack"
            self.returns = [1.0, -1.0] if seat == 0 else [-1.0, 1.0]
        self._end_turn({"seat": seat, "kind": "attack", "success": success})

    def _end_turn(self, turn: dict[str, Any]) -> None:
        self.log.append(turn)
        second_pass = turn["kind"] == "pass" and self.last_was_pass
        spent = not any(map(any, self.move_cards)) and not any(self.attacks)
        if not self.terminated and (spent or second_pass):  # K14(b), KD3, KD9
            self.terminated = True
            self.ended_by = "cards" if spent else "passes"
            self.returns = self._result(self.positions)
        self.last_was_pass = turn["kind"] == "pass"
        self.to_act = 1 - turn["seat"]  # K5

    def _result(self, positions: list[Cell]) -> list[float]:
        """K15: nearer to the opponent's start cell wins."""
        shark, octopus = (
            sum(abs(a - b) for a, b in zip(positions[seat], self.starts[1 - seat], strict=True)) for seat in (0, 1)
        )
        if shark == octopus:
            return [0.0, 0.0]
        return [1.0, -1.0] if shark < octopus else [-1.0, 1.0]


def _touching(a: Cell, b: Cell) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1


def _without(stock: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(left - (d == card) for d, left in enumerate(stock))


def _pair(player: int, own: Cell, other: Cell) -> list[Cell]:
    return [own, other] if player == 0 else [other, own]
