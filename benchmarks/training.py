"""The speed of training: our own trainer beside MaskablePPO, and beside PufferLib's where that is installed.

What is counted are decisions that are learned from. Playing, the opponents and the update are on the clock, with what a
run does between iterations (averaging the policy, handing it to the opponents); imitation, evaluation and checkpoints
are not. Everything plays from untrained networks, in single precision.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.training.arguments import TrainingArguments
from ludarium.training.averaging import RunningAverage
from ludarium.training.devices import torch_threads
from ludarium.training.isolation import OwnGenerators
from ludarium.training.opponents import Opponents
from ludarium.training.ppo import make_learner
from ludarium.training.runs import RunFolder

from . import free
from .measure import Sample, Subject, spread, take_turns, timed
from .peer_worker import PUFFER_BATCH, PUFFER_ENVS, PUFFER_HIDDEN, PUFFER_ROLLOUT
from .peers import Comparison, compare
from .tutorial import tutorial_model

_PUFFER_EPOCHS = (1, 4)
#: The arguments that rows show.
_SHOWN = ("num_envs", "rollout", "batch_size", "epochs", "hidden", "shared")
#: The same of the tutorial path: what MaskablePPO does by itself.
TUTORIAL = {
    "num_envs": 1,
    "rollout": 2_048,
    "batch_size": 64,
    "epochs": 10,
    "hidden": (64, 64),
    "shared": 0,
}

#: Our subjects are the epochs of an update; see :func:`compare_training`.
COMPARISONS = tuple(
    Comparison(
        f"pufferlib-{epochs}",
        f"free training ×{epochs}",
        f"PufferLib, the same network and batch, {epochs} epoch{'s' * (epochs > 1)}, no masks",
        1.0,
        "decisions",
    )
    for epochs in _PUFFER_EPOCHS
)


@dataclass(frozen=True)
class Setting:
    """Who learns, and how.

    Attributes:
        title: what is special about it.
        arguments: of the run.
        aim: how many times as fast ours should be, None for no aim.
    """

    title: str
    arguments: TrainingArguments
    aim: float | None = None


class Training:
    """A subject: iterations of a run; counts decisions learned from.

    Args:
        game: which game; it need not be in the registry.
        arguments: of the run.
        seed: of the games and the learner.

    Attributes:
        shares: what part of its time every call has spent in ``Batch.step``.
    """

    def __init__(self, game: Game, arguments: TrainingArguments, seed: int) -> None:
        self._arguments = arguments
        games_seed, learner_seed = (int(one) for one in seeds_of_slots(seed, 2))
        self._learner = make_learner(game, arguments, games_seed, learner_seed)
        network = self._learner.network()
        self._average = RunningAverage(network, arguments.average_share)
        # No snapshot is ever taken, so that nothing is written to the folder.
        run, seats = RunFolder(arguments.folder), self._learner.seats
        self._opponents = Opponents(run, game, seats, arguments, network, self._average.network)
        seats_of_games: Any = seats  # both learners have the games there
        self._stepping = _Stepping(seats_of_games.batch)
        self.shares: list[float] = []
        self._timed = timed(self._work)
        with torch_threads(arguments.threads):
            self._work()  # compiles, and makes the memory

    def __call__(self, seconds: float) -> Sample:
        """Trains for so long, at least an iteration."""
        self._stepping.seconds = 0.0
        with torch_threads(self._arguments.threads):
            sample = self._timed(seconds)
        self.shares.append(self._stepping.seconds / sample.seconds)
        return sample

    def _work(self) -> float:
        figures = self._learner.iterate(self._arguments.learning_rate, self._arguments.entropy)
        network = self._learner.network()
        self._average.add(network)
        self._opponents.update(network, self._average.network)
        return figures.get("decisions", self._arguments.steps_per_iteration)


class _Stepping:
    """Stands in for ``batch.step`` and adds up the seconds in it."""

    def __init__(self, batch: Batch) -> None:
        self.seconds = 0.0
        self._step = batch.step
        batch.step = self  # type: ignore[method-assign, assignment]

    def __call__(self, *given: Any) -> None:
        began = perf_counter()
        self._step(*given)
        self.seconds += perf_counter() - began


def tutorial(game: Game, seed: int, threads: int) -> Subject:
    """PettingZoo's tutorial path on our own environment, see :func:`tutorial_model`; counts decisions."""
    generators = OwnGenerators(seed % 2**32)
    with generators.installed():
        model = tutorial_model(game, seed)

    def work() -> int:
        with generators.installed():
            model.learn(model.n_steps, reset_num_timesteps=False)
        return model.n_steps

    run = timed(work)

    def subject(seconds: float) -> Sample:
        with torch_threads(threads):
            return run(seconds)

    subject(0)
    return subject


def settings_on_free(threads: int) -> list[Setting]:
    """Our recommended settings on the free environment, and what they are held against; two layers of 64.

    MaskablePPO at the same settings; at its best, which is separate networks (its default), four epochs, and as many
    environments and as large a batch as make it fastest: a few candidates stand side by side; and at its defaults, with
    one environment and with eight.
    """
    own = TrainingArguments(game="free", hidden=(64, 64), threads=threads)
    theirs = dataclasses.replace(own, trainer="maskable_ppo")
    separate = dataclasses.replace(theirs, shared_layers=0)
    found = [Setting("recommended", own), Setting("the same", theirs, 1.2)]
    for envs, batch in ((64, 4_096), (512, 4_096), (512, 16_384), (2_048, 16_384)):
        how: dict[str, Any] = {"num_envs": envs, "rollout": 16_384 // envs, "batch_size": batch, "epochs": 4}
        found.append(Setting("its best", dataclasses.replace(separate, **how), 4.0))
    for envs in (1, 8):
        how = {"num_envs": envs, "rollout": 2_048, "batch_size": 64, "epochs": 10}
        found.append(Setting("its defaults", dataclasses.replace(separate, **how), 20.0))
    return found


def settings_on_game(game: Game, threads: int) -> list[Setting]:
    """Our settings for `game`, and what they are held against: MaskablePPO at the same and at its own."""
    own = TrainingArguments.for_game(game.string, trainer="selfplay", threads=threads)
    # What MaskablePPO does not have, it goes without.
    same = dataclasses.replace(own, trainer="maskable_ppo", magnet=0.0, opening_share=0.0, pool_choice="uniform")
    theirs = TrainingArguments.for_game(game.string, trainer="maskable_ppo", threads=threads)
    return [Setting("the game's", own), Setting("the same", same, 1.2), Setting("the game's for it", theirs)]


def measure_training(
    games: Sequence[Game],
    *,
    threads: Sequence[int] = (1, 2),
    repetitions: int = 5,
    seconds: float = 0.2,
    seed: int = 0,
    progress: Callable[[str], None] = lambda text: None,
) -> list[dict[str, Any]]:
    """Decisions learned from per second, on the free environment and on `games`, ours and MaskablePPO's.

    Args:
        games: what to train on, beside the free environment.
        threads: numbers of threads of the learner; the games are stepped by one.
        repetitions: how often everything is measured.
        seconds: for each repetition; it is at least one iteration.
        seed: of everything.
        progress: told what is going on.

    Returns:
        Rows with ``game``, ``trainer`` (selfplay, maskable_ppo or tutorial), ``setting`` (a title), ``num_envs``,
        ``rollout``, ``batch_size``, ``epochs``, ``hidden``, ``shared`` (how many of these layers), ``threads``,
        ``decisions_per_second`` (the median), ``low``, ``high``, ``repetitions``, ``stepping`` (spread of the share of
        the time that is spent in ``Batch.step``, None for the tutorial), ``ratio`` and ``cpu_ratio`` (spreads of ours ÷
        theirs over the repetitions, on the clock and by processor time, None for ours) and ``aim`` (of the ratio, None
        for none).
    """
    how: dict[str, Any] = {"repetitions": repetitions, "seconds": seconds, "seed": seed, "progress": progress}
    rows: list[dict[str, Any]] = []
    for count in threads:
        rows += _measured(Game(free.SPEC), settings_on_free(count), False, **how)
        for game in games:
            rows += _measured(game, settings_on_game(game, count), True, **how)
    return rows


def _measured(
    game: Game,
    settings: Sequence[Setting],
    with_tutorial: bool,
    *,
    repetitions: int,
    seconds: float,
    seed: int,
    progress: Callable[[str], None],
) -> list[dict[str, Any]]:
    """Rows of `settings`, the first of which is ours, and of the tutorial path."""
    threads = settings[0].arguments.threads
    subjects: dict[str, Subject] = {}
    abouts: list[dict[str, Any]] = []
    for number, setting in enumerate(settings):
        progress(f"{game.string}, {setting.arguments.trainer}, {setting.title}: first iteration")
        subjects[f"{game.string} {setting.arguments.trainer} {number}"] = Training(game, setting.arguments, seed)
        about = {name: getattr(setting.arguments, name) for name in ("trainer", *_SHOWN)}
        abouts.append(about | {"setting": setting.title, "aim": setting.aim})
    if with_tutorial:
        progress(f"{game.string}, tutorial: first iteration")
        subjects[f"{game.string} tutorial"] = tutorial(game, seed, threads)
        abouts.append({"trainer": "tutorial", "setting": "its defaults", "aim": None, **TUTORIAL})
    samples = take_turns(subjects, repetitions, seconds, progress)
    ours, *_ = samples.values()
    rows: list[dict[str, Any]] = []
    for about, (name, subject) in zip(abouts, subjects.items(), strict=True):
        found = spread([sample.rate for sample in samples[name]])
        pairs = list(zip(ours, samples[name], strict=True))
        figures = {
            "decisions_per_second": round(found["median"]),
            "low": round(found["low"]),
            "high": round(found["high"]),
            "repetitions": repetitions,
            "stepping": spread(subject.shares[-repetitions:]) if isinstance(subject, Training) else None,
            "ratio": spread([own.rate / other.rate for own, other in pairs]) if rows else None,
            "cpu_ratio": spread([own.cpu_rate / other.cpu_rate for own, other in pairs]) if rows else None,
        }
        rows.append({"game": game.string} | about | {"threads": threads} | figures)
    return rows


def compare_training(*, seed: int = 0, **how: Any) -> dict[str, Any]:
    """Measures our trainer on the free environment beside PufferLib's on one like it, on one core.

    Both have as many environments, steps of each in an iteration, network, minibatch, epochs and threads; theirs has no
    masks, ours has. Both compute in single precision, each with the torch that its version asks for.

    Args:
        seed: of ours.
        how: see :func:`~ludarium.benchmarks.peers.compare`.

    Returns:
        As that function.
    """
    ours: Mapping[str, Subject] = {
        comparison.form: Training(Game(free.SPEC), puffer_arguments(epochs), seed)
        for comparison, epochs in zip(COMPARISONS, _PUFFER_EPOCHS, strict=True)
    }
    return compare(ours, COMPARISONS, **how)


def puffer_arguments(epochs: int) -> TrainingArguments:
    """Our settings that are those of ``peer_worker.pufferlib``."""
    return TrainingArguments(
        game="free",
        num_envs=PUFFER_ENVS,
        rollout=PUFFER_ROLLOUT,
        batch_size=PUFFER_BATCH,
        epochs=epochs,
        hidden=(PUFFER_HIDDEN, PUFFER_HIDDEN),
    )
