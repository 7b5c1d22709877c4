"""One learner a game, opponents in the other seats: what every single-agent adapter stands on.

Between two calls every game waits for its learner. A step applies the learners' actions and lets the opponents play,
in batches, until every game is at its learner's decision again; games that end are recorded and followed by new ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from .. import adapters
from ..core import engine as templates
from ..core.batch import Batch
from ..core.decisions import Decisions
from ..core.game import Game
from ..core.rng import GOLDEN_GAMMA, checked_seed, derived_seeds, fresh_seed, seeds_of_slots, uniforms
from ..core.saves import read_states, save_states

#: Entry of :attr:`LearnerSeats.opponents` for the learner's own seat.
LEARNER = -1

# Streams of derived_seeds. Drawing who sits in seat s uses the stream _DRAWS + s.
_DECISIONS, _DRAWS = 0, 1

_GIVE_UP_AFTER = 1_000


class Player(Protocol):
    """Whoever can sit in a seat: any :class:`ludarium.agents.base.Agent`, or an object of one's own."""

    def act(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """A legal action for each of B decisions, int64 ``[B]``."""


#: Who sits in a seat: a player, the agent string of one, or None for uniformly random legal play.
Opponent: TypeAlias = "Player | str | None"

#: Who sits in the seats that are not the learner's: one opponent in all of them; a sequence of opponents, from which
#: every new game draws for each seat; or a mapping from every seat to an opponent.
Opponents: TypeAlias = "Opponent | Sequence[Opponent] | Mapping[int, Opponent]"


class LearnerSeats:
    """`num_envs` games in step, each with one seat for the learner and opponents in the others.

    An episode is a game in which the learner acted at least once: games that end before its first turn are played over
    with the same seat (:attr:`skipped` counts them). What an episode pays adds up to the learner's return in the game,
    also for what happens before its first turn or after it is out.

    Everything of slot i depends on its seed, the learner's actions in it and the opponents alone, not on `num_envs`.

    Args:
        game: which game.
        num_envs: number of slots.
        opponents: see :data:`Opponents`.
        weights: how often a sequence of opponents is drawn from, one number ≥ 0 each; equally by default.
        learner_seat: a seat, or ``"rotate"``: slot i starts in seat i modulo the number of seats, and every episode
            moves it on by one.
        seed: used by the first :meth:`reset` that is given none; None asks the operating system.
        threads: see :class:`Batch`.
        auto_restart: begin a new game at once where an episode has ended. Without it such a slot stays at the end of
            its game, its mask zero, until the next :meth:`reset`.

    Attributes:
        observation: float32 ``[B, observation_size]``, what the learner knows at its decision. This and the following
            are rewritten in place by every call; copy what you keep.
        mask: int8 ``[B, num_actions]``, its legal actions; all zero only where a game is over and not followed.
        seat: int64 ``[B]``, the learner's seat.
        opponents: int64 ``[B, num_players]``, who sits where: place in :attr:`players`, -1 for the learner.
        rewards: float32 ``[B]``, what the learner's return changed by since its last decision.
        terminated, truncated: bool ``[B]``, whether the last step ended an episode, and how.
        final_observation: float32 ``[B, observation_size]``, what the learner knew at the end of its last episode.
        final_returns: float32 ``[B, num_players]``, the returns of all seats in it.
        final_seat: int64 ``[B]``, the seat that the learner had in it.
        final_length: int64 ``[B]``, the learner's decisions in it.
        final_opponents: int64 ``[B, num_players]``, who sat where in it.
        skipped: int64 ``[B]``, games that ended before the learner's first turn.
        has_started: whether :meth:`reset` has been called.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents = None,
        *,
        weights: Sequence[float] | None = None,
        learner_seat: int | Literal["rotate"] = "rotate",
        seed: int | None = None,
        threads: int = 1,
        auto_restart: bool = True,
    ) -> None:
        seats = game.num_players
        if learner_seat != "rotate" and (
            isinstance(learner_seat, bool)
            or not isinstance(learner_seat, int | np.integer)
            or not 0 <= learner_seat < seats
        ):
            raise ValueError(f"learner_seat is {learner_seat!r}, expected 'rotate' or a seat from 0 to {seats - 1}")
        self.game = game
        self.learner_seat = learner_seat
        self._first_seed = fresh_seed() if seed is None else checked_seed(seed)
        self.auto_restart = auto_restart
        self.batch = Batch(
            game,
            num_envs,
            seed=self._first_seed,
            threads=threads,
            auto_restart=auto_restart,
            final_observations=True,
        )
        self.num_envs = size = self.batch.batch_size
        self.observation = self.batch.observation
        self.mask = self.batch.mask
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self.final_observation = np.zeros((size, game.observation_size), np.float32)
        self.final_returns = np.zeros((size, seats), np.float32)
        self.final_seat = np.zeros(size, np.int64)
        self.final_length = np.zeros(size, np.int64)
        self.final_opponents = np.zeros((size, seats), np.int64)
        self.skipped = np.zeros(size, np.int64)
        self._everyone = np.arange(size)
        self._start()
        self.set_opponents(opponents, weights)

    def _start(self) -> None:
        """What a slot remembers from step to step, beside its game."""
        size = self.num_envs
        self.seat = np.zeros(size, np.int64)
        self.opponents = np.full((size, self.game.num_players), LEARNER, np.int64)
        self._episodes = np.zeros(size, np.int64)  # begun so far
        self._lengths = np.zeros(size, np.int64)  # learner's decisions in the current game
        self._paid = np.zeros(size, np.float32)  # learner's return handed out so far in the current game
        self._random = np.zeros(size, np.uint64)  # the slot's random stream for opponents
        self.has_started = False

    # --- opponents --------------------------------------------------------------------------------------------

    def set_opponents(self, opponents: Opponents, weights: Sequence[float] | None = None) -> None:
        """Other opponents from now on. New games draw from them; games under way keep the place of theirs.

        A game under way whose opponent's place there is no longer goes on with a newly drawn one.

        Raises:
            TypeError: something that is no player.
            ValueError: no players, weights that do not fit or are all zero, or a mapping without some seat; or an agent
                string that makes no agent of this game.
        """
        seats = self.game.num_players
        players: list[Opponent]
        if isinstance(opponents, Mapping):
            if sorted(opponents) != list(range(seats)):
                raise ValueError(f"opponents are given for seats {sorted(opponents)}, expected every one of {seats}")
            players, chances = [opponents[seat] for seat in range(seats)], np.eye(seats)
        else:
            if isinstance(opponents, Sequence) and not isinstance(opponents, str):
                players = list(opponents)
            else:
                players = [opponents]
            if not players:
                raise ValueError("there are no opponents in the list, expected at least one")
            chances = np.ones((seats, len(players)))
        made = [self._player(player) for player in players]
        if weights is not None:
            given = np.asarray(weights, dtype=np.float64)
            fits = given.shape == (len(players),) and not isinstance(opponents, Mapping)
            if not fits or not np.isfinite(given).all() or (given < 0).any() or given.sum() == 0:
                raise ValueError(f"weights are {weights!r}, expected a number ≥ 0 for each of {len(players)} opponents")
            chances = chances * given
        self.players = made
        self._cumulative = np.cumsum(chances / chances.sum(axis=1, keepdims=True), axis=1)
        self._last_drawn = [int(np.flatnonzero(row)[-1]) for row in chances]
        if self.has_started:
            orphans = np.flatnonzero((self.opponents >= len(players)).any(axis=1))
            self._draw_opponents(orphans)

    def _player(self, opponent: Opponent) -> Player | None:
        if isinstance(opponent, str) and adapters.make_player is not None:
            made: Player = adapters.make_player(opponent, self.game)
            return made
        if opponent is not None and not callable(getattr(opponent, "act", None)):
            raise TypeError(
                f"opponent {opponent!r} has no method act(decisions), expected a player, an agent string or None"
            )
        return cast("Player | None", opponent)

    def _draw_opponents(self, slots: npt.NDArray[np.int64]) -> None:
        if len(self.players) == 1:
            self.opponents[slots] = 0
            self.opponents[slots, self.seat[slots]] = LEARNER
            return
        self._random[slots] += GOLDEN_GAMMA
        for seat in range(self.game.num_players):
            numbers = uniforms(derived_seeds(self._random[slots], _DRAWS + seat))
            # The first player whose cumulative weight exceeds the number: one of weight zero never is.
            drawn = np.searchsorted(self._cumulative[seat], numbers, side="right")
            self.opponents[slots, seat] = np.minimum(drawn, self._last_drawn[seat])
        self.opponents[slots, self.seat[slots]] = LEARNER

    def _play_opponents(self, slots: npt.NDArray[np.int64]) -> None:
        """One action in each of `slots`, where opponents are to act."""
        batch, to_act = self.batch, self.batch.to_act
        actions = np.empty(len(slots), np.int64)
        places = self.opponents[slots, to_act[slots]]
        for place in np.unique(places) if len(self.players) > 1 else (0,):
            chosen = np.flatnonzero(places == place)
            asked = slots[chosen]
            player = self.players[place]
            if player is None:
                drawn = np.empty(len(asked), np.int64)
                choose_games = self.game.engine[templates.choose_games]
                choose_games(batch.mask, asked, self._random, drawn, 0, len(asked))
                actions[chosen] = drawn
                continue
            self._random[asked] += GOLDEN_GAMMA
            seeds = derived_seeds(self._random[asked], _DECISIONS)
            decisions = Decisions.in_batch(batch, asked, seeds)
            answer = np.asarray(player.act(decisions))
            if answer.shape != asked.shape or answer.dtype.kind not in "iu":
                raise TypeError(
                    f"opponent {player!r} answered {answer.dtype} {answer.shape}, expected integers {asked.shape}"
                )
            actions[chosen] = answer
        batch.step(actions, slots)

    # --- games ------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """New games in all slots, each up to the learner's first decision.

        Args:
            seed: one integer for all slots, or one a slot, with which slot i plays what the only slot of a
                LearnerSeats would with that seed. A seed also starts the rotation of seats and :attr:`skipped` anew.
                None goes on with the random streams and the rotation as they stand.
        """
        if seed is None and not self.has_started:
            seed = self._first_seed
        if seed is None:
            self.batch.reset()
        else:
            if isinstance(seed, Sequence | np.ndarray):
                if len(seed) != self.num_envs:
                    raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} slots")
                keys = np.concatenate([seeds_of_slots(one, 1) for one in seed])
            else:
                keys = seeds_of_slots(seed, self.num_envs)
            self._start()
            self._random[:] = derived_seeds(keys, _DECISIONS)
            self.skipped[:] = 0
            self.batch.reset_slots(self._everyone, keys)
        self.has_started = True
        for buffer in (self.rewards, self.terminated, self.truncated):
            buffer[:] = 0
        self._begin_episodes(self._everyone)
        self._settle(self._everyone)

    def step(self, actions: npt.ArrayLike) -> None:
        """One action of the learner in every slot (``[B]``), and whatever the opponents do up to its next decision.

        Raises:
            IllegalActionError: an action of the learner is not legal; nothing has changed.
            TypeError, ValueError: actions of a wrong dtype or shape; nothing has changed.
            RuntimeError: no reset yet.

        What an opponent raises, or an illegal answer of one, comes through and leaves games between two decisions:
        then reset, or go on from a saved state.
        """
        if not self.has_started:
            raise RuntimeError("step before the first reset")
        self.batch.step(actions)
        self._lengths += 1
        self.terminated[:] = False
        self.truncated[:] = False
        self._settle(self._everyone)
        # Slots whose episode ended were paid when it did; their new game pays with the learner's first action in it.
        on = ~(self.terminated | self.truncated)
        returns = self.batch.states["returns"][self._everyone, self.seat]
        self.rewards[on] = (returns - self._paid)[on]
        self._paid[on] = returns[on]

    def _settle(self, slots: npt.NDArray[np.int64]) -> None:
        """Lets opponents play in `slots`, which were stepped or begun just now, until all wait for the learner."""
        batch = self.batch
        skipped_before = self.skipped.copy()
        while len(slots):
            over = slots[batch.terminated[slots] | batch.truncated[slots]]
            if len(over):
                acted = self._lengths[over] > 0
                ended, again = over[acted], over[~acted]
                self._end_episodes(ended)
                self.skipped[again] += 1
                if self.auto_restart:
                    self._begin_episodes(ended)
                else:
                    self._restart(again)
                    slots = slots[~np.isin(slots, ended)]
                self._draw_opponents(again)
                hopeless = again[self.skipped[again] - skipped_before[again] >= _GIVE_UP_AFTER]
                if len(hopeless):
                    raise RuntimeError(
                        f"{self.game.string}: seat {self.seat[hopeless[0]]} never came to act in {_GIVE_UP_AFTER} games"
                    )
            slots = slots[batch.to_act[slots] != self.seat[slots]]
            if len(slots):
                self._play_opponents(slots)

    def _end_episodes(self, slots: npt.NDArray[np.int64]) -> None:
        batch, seat = self.batch, self.seat[slots]
        self.terminated[slots] = batch.terminated[slots]
        self.truncated[slots] = batch.truncated[slots]
        self.rewards[slots] = batch.final_returns[slots, seat] - self._paid[slots]
        self.final_observation[slots] = batch.final_observation[slots, seat]
        self.final_returns[slots] = batch.final_returns[slots]
        self.final_seat[slots] = seat
        self.final_length[slots] = self._lengths[slots]
        self.final_opponents[slots] = self.opponents[slots]

    def _begin_episodes(self, slots: npt.NDArray[np.int64]) -> None:
        """Seats and opponents for the games that have begun in `slots`."""
        if self.learner_seat == "rotate":
            self.seat[slots] = (slots + self._episodes[slots]) % self.game.num_players
        else:
            self.seat[slots] = self.learner_seat
        self._episodes[slots] += 1
        self._lengths[slots] = 0
        self._paid[slots] = 0
        self._draw_opponents(slots)

    def _restart(self, slots: npt.NDArray[np.int64]) -> None:
        """New games in `slots`, their random streams going on."""
        batch = self.batch
        start_games = self.game.engine[templates.start_games]
        unused = np.zeros(len(slots), np.uint64)
        start_games(
            *(batch.states, slots, unused, False, self.game.blanks),
            *(batch.mask, batch.observation, batch.to_act, 0, len(slots)),
        )
        batch.terminated[slots] = False
        batch.truncated[slots] = False

    # --- saving -----------------------------------------------------------------------------------------------

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """All there is to go on from, except the players: arrays by name, ready for ``np.savez`` or safetensors."""
        if not self.has_started:
            raise RuntimeError("there is no state before the first reset")
        saved = np.frombuffer(save_states(self.game, self.batch.states), np.uint8).copy()
        return {"states": saved, **{name: array.copy() for name, array in self._kept().items()}}

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave for as many slots and as many players.

        Raises:
            SaveError: the games in it are damaged or of another version.
            ValueError: it belongs to another game, other options, another number of slots or other players.
        """
        kept = self._kept()
        if set(state) != {"states", *kept}:
            raise ValueError(f"the state holds {sorted(state)}, expected {sorted({'states', *kept})}")
        for name, array in kept.items():
            given = np.asarray(state[name])
            if given.shape != array.shape or given.dtype != array.dtype:
                raise ValueError(
                    f"{name} in the state is {given.dtype} {given.shape}, expected {array.dtype} {array.shape}"
                )
        if (np.asarray(state["opponents"]) >= len(self.players)).any():
            raise ValueError(f"the state names opponent {np.max(state['opponents'])}, of {len(self.players)}")
        _, states = read_states(np.asarray(state["states"]).tobytes(), self._same_game)
        self.batch.set_states(states)
        for name, array in kept.items():
            array[:] = state[name]
        for buffer in (self.rewards, self.terminated, self.truncated):
            buffer[:] = 0
        self.has_started = True

    def _same_game(self, name: str, **options: Any) -> Game:
        if name != self.game.name or Game(self.game.spec, options) != self.game:
            raise ValueError(f"the state is one of {name} with {options}, expected {self.game.string}")
        return self.game

    def _kept(self) -> dict[str, npt.NDArray[Any]]:
        return {
            "seat": self.seat,
            "opponents": self.opponents,
            "episodes": self._episodes,
            "lengths": self._lengths,
            "paid": self._paid,
            "random": self._random,
            "skipped": self.skipped,
        }
