"""The arguments of a training run."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class ArgumentError(ValueError):
    """An argument of a run that cannot be."""


def _argument(
    default: Any,
    text: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """A field with its line of help and, for a number, its range, for a word, the ones that there are."""
    about = {"help": text, "at_least": at_least, "at_most": at_most, "choices": choices}
    return field(default=default, metadata=about)


#: As a number of steps: more than any run will take.
NO_LIMIT = 10**15

#: What the games are shared out to; the rest is against the current policy.
SHARES = ("exploring_share", "average_opponent_share", "scripted_share", "opponents_share", "snapshot_share")


@dataclass(frozen=True)
class TrainingArguments:
    """What decides a run. A *step* is a decision of the learner; opponents' decisions are not counted.

    Everything given in steps happens at the end of the first iteration (``num_envs × rollout`` steps) that reaches it.

    Raises:
        ArgumentError: a value of a wrong type or out of its range, or values that contradict each other.
    """

    game: str = _argument("kelp:duel", "game string of the game to learn")
    out: str = _argument("", "folder of the run, which must not exist; by default runs/GAME-SEED")
    trainer: str = _argument(
        "selfplay",
        "who learns: our own PPO in every seat, or Stable-Baselines3's in one",
        choices=("selfplay", "maskable_ppo"),
    )
    seed: int = _argument(0, "seed of everything random in the run", at_least=0, at_most=2**64 - 1)
    steps: int = _argument(5_000_000, "steps of the whole run; the schedules end there", at_least=1)
    minutes: float = _argument(
        0.0, "limit of wall-clock time, 0 for none; the schedules then follow whichever limit is nearer", at_least=0
    )
    imitation: int = _argument(
        0, "decisions of the game's scripted player to learn from before the first step", at_least=0
    )
    num_envs: int = _argument(1_024, "games played side by side", at_least=1)
    rollout: int = _argument(16, "steps of every game in an iteration", at_least=1)
    batch_size: int = _argument(4_096, "steps in a minibatch", at_least=2)
    epochs: int = _argument(2, "passes over the steps of an iteration", at_least=1)
    learning_rate: float = _argument(1e-3, "Adam's learning rate at the start", at_least=0)
    final_learning_rate: float = _argument(5e-5, "learning rate at the end; linear in between", at_least=0)
    entropy: float = _argument(0.03, "weight of the entropy bonus at the start", at_least=0)
    final_entropy: float = _argument(0.005, "weight of the entropy bonus at the end; linear in between", at_least=0)
    magnet: float = _argument(
        0.0,
        "selfplay: weight of the divergence from an earlier policy, the magnet, that updates are held to",
        at_least=0,
    )
    magnet_every: int = _argument(2_000_000, "selfplay: steps after which the magnet moves to the policy", at_least=1)
    clip_range: float = _argument(0.2, "PPO's clip range", at_least=0)
    gamma: float = _argument(1.0, "discount a step", at_least=0, at_most=1)
    gae_lambda: float = _argument(0.95, "lambda of the advantage estimator", at_least=0, at_most=1)
    value_weight: float = _argument(0.5, "weight of the value loss", at_least=0)
    hidden: tuple[int, ...] = _argument((128, 128), "sizes of the hidden layers, of policy and of value network")
    shared_layers: int = _argument(2, "how many of them, from the first, both networks share; at most all", at_least=0)
    average_share: float = _argument(
        0.3, "share of the run that the average policy remembers: 1 all of it, 0 only the last", at_least=0, at_most=1
    )
    opening_share: float = _argument(
        0.0, "selfplay: share of games whose first decisions are left to chance", at_least=0, at_most=1
    )
    opening: int = _argument(10, "selfplay: at most so many of them", at_least=1)
    exploring_share: float = _argument(
        0.2, "share of games against the current policy with random actions strewn in", at_least=0, at_most=1
    )
    exploration: float = _argument(0.1, "how often such an opponent acts at random", at_least=0, at_most=1)
    average_opponent_share: float = _argument(0.2, "share of games against the average policy", at_least=0, at_most=1)
    snapshot_share: float = _argument(0.1, "share of games against snapshots", at_least=0, at_most=1)
    scripted_share: float = _argument(0.0, "share of games against the game's scripted player", at_least=0, at_most=1)
    opponents: str = _argument("", "agent strings of further opponents, with spaces between them")
    opponents_share: float = _argument(0.0, "share of games against these, each as often", at_least=0, at_most=1)
    snapshot_every: int = _argument(200_000, "steps between snapshots of the policy for the pool", at_least=1)
    pool_size: int = _argument(20, "snapshots to play against; a new one takes the place of the oldest", at_least=1)
    pool_choice: str = _argument(
        "uniform",
        "which snapshots: all alike, the latest, or most often those that win most (trainer selfplay)",
        choices=("uniform", "latest", "prioritised"),
    )
    eval_every: int = _argument(500_000, "steps between evaluations; a checkpoint goes with each", at_least=1)
    eval_games: int = _argument(1_000, "games an opponent in an evaluation, seats rotated", at_least=2)
    device: str = _argument("cpu", "torch device of the learner: cpu, cuda, …")
    threads: int = _argument(1, "threads of the learner", at_least=1)
    env_threads: int = _argument(1, "threads of the games", at_least=1)
    normalize: bool = _argument(True, "scale advantages to mean 0 and deviation 1")

    def __post_init__(self) -> None:
        object.__setattr__(self, "hidden", tuple(self.hidden))
        for each in dataclasses.fields(self):
            _check(each, getattr(self, each.name))
        if not self.hidden or any(type(size) is not int or size < 1 for size in self.hidden):
            raise ArgumentError(f"hidden is {self.hidden!r}, expected sizes of layers from 1")
        if self.trainer == "selfplay" and not self.shared_layers:
            raise ArgumentError("shared_layers is 0, expected at least 1 for the trainer selfplay")
        shares = {name: getattr(self, name) for name in SHARES}
        if sum(shares.values()) > 1 + 1e-9:
            raise ArgumentError(
                f"{', '.join(shares)} are {', '.join(map(str, shares.values()))}, expected a sum of at most 1"
            )
        if bool(self.opponents.split()) != bool(self.opponents_share):
            given = f"opponents are {self.opponents!r} and opponents_share is {self.opponents_share:g}"
            raise ArgumentError(f"{given}, expected both or none")
        if self.trainer != "selfplay":
            for name in ("magnet", "opening_share"):
                if getattr(self, name):
                    raise ArgumentError(f"{name} is {getattr(self, name):g}, expected 0 for the trainer {self.trainer}")
            if self.pool_choice == "prioritised":
                raise ArgumentError(f"pool_choice is 'prioritised', expected another for the trainer {self.trainer}")
        if self.batch_size > self.steps_per_iteration:
            raise ArgumentError(
                f"batch_size is {self.batch_size}, expected at most num_envs × rollout = {self.steps_per_iteration}"
            )

    @classmethod
    def for_game(cls, game: str, **given: Any) -> TrainingArguments:
        """The arguments that suit `game`: what is `given`, else what the game recommends, else the defaults.

        The trainer is the one that the game recommends first. With a limit of time and no number of steps, time alone
        ends the run.

        Raises:
            ArgumentError: see the class.
            UnknownGameError, OptionError: no such game.
        """
        from ludarium.envs.registry import make_game  # `--help` should not wait for the games' imports

        recommended = make_game(game).spec.training
        trainer = given.get("trainer", next(iter(recommended), cls.trainer))
        suited = {**recommended.get(trainer, {}), "trainer": trainer}
        timed = {"steps": NO_LIMIT} if given.get("minutes") and "steps" not in given else {}
        return cls(game=game, **{**suited, **given, **timed})

    @property
    def shared(self) -> int:
        """How many hidden layers policy and value network share."""
        return min(self.shared_layers, len(self.hidden))

    @property
    def steps_per_iteration(self) -> int:
        """Steps between two updates of the policy."""
        return self.num_envs * self.rollout

    @property
    def folder(self) -> Path:
        """The folder of the run."""
        name = "".join(sign if sign.isalnum() else "-" for sign in self.game)
        return Path(self.out or f"runs/{name}-{self.seed}")


def _check(each: dataclasses.Field[Any], value: Any) -> None:
    kind = type(each.default)
    fits = type(value) is kind or (kind is float and type(value) is int)
    if not fits or (kind is float and not math.isfinite(value)):
        raise ArgumentError(f"{each.name} is {value!r}, expected {kind.__name__}")
    choices = each.metadata["choices"]
    if choices and value not in choices:
        raise ArgumentError(f"{each.name} is {value!r}, expected {' or '.join(choices)}")
    low, high = each.metadata["at_least"], each.metadata["at_most"]
    if (low is not None and value < low) or (high is not None and value > high):
        limits = f"from {low:g}" + ("" if high is None else f" to {high:g}")
        raise ArgumentError(f"{each.name} is {value!r}, expected a number {limits}")
