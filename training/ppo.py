"""Self-play training by PPO: a run from its arguments to its last checkpoint, whichever learner does the work.

    from ludarium.training import TrainingArguments, train, resume

    summary = train(TrainingArguments.for_game("kelp:duel", minutes=4, out="runs/first"))
    resume("runs/first", minutes=8)

One iteration plays ``num_envs × rollout`` steps and updates the policy on them. A run that was stopped, by Ctrl-C
or otherwise, goes on from its last checkpoint exactly as if it had not been: same weights, same metrics, same pool.
"""

from __future__ import annotations

import dataclasses
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy.typing as npt

from ludarium.agents.files import CheckpointError, pack, unpack
from ludarium.agents.neural import NeuralAgent, PolicyNetwork, list_checkpoints, policy_bytes
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.registry import make_game

from .arguments import ArgumentError, TrainingArguments
from .averaging import RunningAverage
from .devices import check_device, torch_threads
from .display import Display
from .imitation import Lessons, lessons
from .interrupts import StopRequest
from .measures import Measures
from .opponents import Opponents, Results, Seats, named_opponents
from .runs import STATE_FILE, RunFolder, named, part

STATE_FORMAT = "ludarium-run-state"
STATE_VERSION = 2


class Learner(Protocol):
    """What plays and learns. Everything in it can be saved, so that a run goes on to the byte."""

    @property
    def seats(self) -> Seats:
        """Where opponents are seated."""

    def iterate(self, learning_rate: float, entropy: float) -> dict[str, float]:
        """Plays the steps of an iteration and updates once; figures by name."""

    def imitate(self, taught: Lessons, learning_rate: float) -> dict[str, float]:
        """Updates once by every decision of `taught`; figures by name."""

    def results(self) -> Results:
        """What came of games against opponents since this was last asked."""

    def network(self) -> PolicyNetwork:
        """A copy of the policy as it is now."""

    def value_network(self) -> PolicyNetwork:
        """A copy of the network of values as it is now."""

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """All there is to go on from, as arrays by name."""

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave."""


@dataclass(frozen=True)
class RunSummary:
    """How a session of a run ended.

    Attributes:
        run: the folder of the run.
        step: steps so far.
        seconds: wall-clock time of all sessions, without start-up.
        finished: whether the run has reached its end.
        stopped_by: the signal that ended the session early, if one did.
        evaluation: figures of the last evaluation, empty before the first.
    """

    run: Path
    step: int
    seconds: float
    finished: bool
    stopped_by: signal.Signals | None
    evaluation: dict[str, Any]

    @property
    def exit_status(self) -> int:
        """For the shell: 0, or 128 and the number of the signal (130 after Ctrl-C)."""
        return 128 + self.stopped_by if self.stopped_by is not None else 0


def train(arguments: TrainingArguments, *, pause_at: int | None = None, quiet: bool = False) -> RunSummary:
    """Starts a run.

    Args:
        arguments: what decides it.
        pause_at: end the session, with a checkpoint, at the first iteration that reaches this step.
        quiet: nothing on standard error.

    Raises:
        RunExistsError: the folder exists.
        UnknownGameError, OptionError: no such game.
        ArgumentError: the device is not there, or a scripted player is wanted and the game has none.
    """
    run = RunFolder(arguments.folder)
    game = make_game(arguments.game)
    for name in ("scripted_share", "imitation"):
        if getattr(arguments, name) and "scripted" not in game.spec.kernels:
            raise ArgumentError(f"{name} is {getattr(arguments, name)}, but {game.name} has no scripted player")
    named_opponents(game, arguments)
    check_device(arguments.device)
    run.create(arguments)
    return _session(run, arguments, None, pause_at, quiet)


def resume(
    folder: str | Path,
    *,
    steps: int | None = None,
    minutes: float | None = None,
    checkpoint: str | Path | None = None,
    pause_at: int | None = None,
    quiet: bool = False,
) -> RunSummary:
    """Goes on with a run.

    Args:
        folder: of the run.
        steps: another limit for the whole run than it had; the schedules stretch to it.
        minutes: the same for its time.
        checkpoint: the folder of the checkpoint to go on from, by default the last. Later ones are deleted.
        pause_at: see :func:`train`.
        quiet: see :func:`train`.

    Raises:
        CheckpointError: there is no run, or its checkpoint is damaged, or made for another version.
        ArgumentError: impossible limits, or the run has reached its limits already.
    """
    run = RunFolder(folder)
    arguments = run.arguments()
    limits: dict[str, Any] = {
        name: value for name, value in (("steps", steps), ("minutes", minutes)) if value is not None
    }
    arguments = dataclasses.replace(arguments, **limits)
    check_device(arguments.device)
    source = run.last_checkpoint() if checkpoint is None else Path(checkpoint)
    try:
        state = unpack(source / STATE_FILE, STATE_FORMAT, STATE_VERSION)
    except CheckpointError as error:
        earlier = [str(folder) for folder in list_checkpoints(run.path) if folder.name < source.name]
        hint = f"; an earlier checkpoint can be chosen: {earlier[-1]}" if earlier else ""
        raise CheckpointError(f"{error}{hint}") from None
    if _progress(arguments, state[0]["step"], state[0]["seconds"]) >= 1:
        raise ArgumentError(
            f"{run.path} has reached its end at step {state[0]['step']}; give it more steps or minutes to go on"
        )
    run.write_arguments(arguments)
    return _session(run, arguments, state, pause_at, quiet)


def _session(
    run: RunFolder,
    arguments: TrainingArguments,
    saved: tuple[dict[str, Any], dict[str, Any]] | None,
    pause_at: int | None,
    quiet: bool,
) -> RunSummary:
    """Works on a run until it is finished, somebody stops it, or `pause_at` is reached."""
    with run.locked(), torch_threads(arguments.threads):
        # Who plays. Everything random hangs on four seeds, which are those of four slots of the run's seed.
        game = make_game(arguments.game)
        seeds = (int(seed) for seed in seeds_of_slots(arguments.seed, 4))
        games_seed, learner_seed, evaluation_seed, lessons_seed = seeds
        learner = make_learner(game, arguments, games_seed, learner_seed)
        average = RunningAverage(learner.network(), arguments.average_share)
        opponents = Opponents(run, game, learner.seats, arguments, learner.network(), average.network)
        measures = Measures(game, arguments.eval_games, evaluation_seed)

        # Where the run stands.
        step, taught, seconds, evaluation = 0, 0, 0.0, {}
        if saved is not None:
            about, arrays = saved
            step, seconds, evaluation = about["step"], about["seconds"], about["evaluation"]
            taught = about.get("taught", 0)
            opponents.restore(about["pool"], about["pool_scores"])
            average.set_state(part(arrays, "average"))
            learner.set_state(part(arrays, "learner"))
            opponents.update(learner.network(), average.network)
            run.forget_after(step, taught)
        run.note_session(game, arguments, step)

        def save() -> None:
            about: dict[str, Any] = {"step": step, "taught": taught, "seconds": seconds, "evaluation": evaluation}
            about |= {
                "pool": opponents.steps,
                "pool_scores": opponents.scores,
                "game": game.string,
                "game_version": game.spec.version,
            }
            arrays = named("learner", learner.get_state()) | named("average", average.get_state())
            packed = pack(STATE_FORMAT, STATE_VERSION, about, arrays)
            run.write_checkpoint(step, policy_bytes(game, average.network, learner.value_network()), packed)

        saved_at = None if saved is None else (step, taught)
        began = time.monotonic() - seconds
        progress = _progress(arguments, step, seconds)
        stop = StopRequest()
        with Display(run, step, quiet=quiet) as display, stop.listening():
            while taught < arguments.imitation and progress < 1 and stop.signal is None:
                # Before the first step: learn from the scripted player.
                examples = lessons(game, arguments.steps_per_iteration, lessons_seed, taught)
                examples = examples.shuffled(lessons_seed + taught)
                figures = learner.imitate(examples, arguments.learning_rate)
                taught += len(examples)
                network = learner.network()
                average = RunningAverage(network, arguments.average_share)
                opponents.update(network, average.network)
                seconds = time.monotonic() - began
                progress = _progress(arguments, step, seconds)
                display.record(step, "imitation", {"taught": taught, **figures}, seconds)
                display.imitate(taught, arguments.imitation)
            while progress < 1 and stop.signal is None and (pause_at is None or step < pause_at):
                # One iteration: play, learn.
                learning_rate = _between(arguments.learning_rate, arguments.final_learning_rate, progress)
                entropy_weight = _between(arguments.entropy, arguments.final_entropy, progress)
                figures = learner.iterate(learning_rate, entropy_weight)
                before, step = step, step + arguments.steps_per_iteration

                # The others follow.
                network = learner.network()
                average.add(network)
                opponents.update(network, average.network)
                opponents.note_results(learner.results())
                if _passed(arguments.snapshot_every, before, step):
                    opponents.add_snapshot(step, network)

                # Books.
                seconds = time.monotonic() - began
                progress = _progress(arguments, step, seconds)
                figures |= {"learning_rate": learning_rate, "entropy_weight": entropy_weight}
                display.record(step, "training", figures, seconds)
                if _passed(arguments.eval_every, before, step) or progress >= 1:
                    evaluation = measures.take(NeuralAgent(game, average.network, name="learner"), step)
                    seconds = time.monotonic() - began
                    display.record(step, "evaluation", evaluation, seconds)
                    save()
                    saved_at = (step, taught)
                display.advance(step, progress, seconds)
            if saved_at != (step, taught):
                save()
            finished = progress >= 1
            if not finished:
                display.say(f"stopped at step {step:,}; to go on: ludarium train --resume {run.path}")
        return RunSummary(run.path, step, seconds, finished, stop.signal, evaluation)


def make_learner(game: Game, arguments: TrainingArguments, games_seed: int, seed: int) -> Learner:
    """The learner that the arguments name; only what it needs is imported.

    Args:
        game: which game.
        arguments: of the run.
        games_seed: seeds the games and the opponents.
        seed: seeds the learner.
    """
    if arguments.trainer == "selfplay":
        from .selfplay.learner import SelfPlayLearner

        return SelfPlayLearner(game, arguments, games_seed, seed)
    from .maskable_ppo import MaskablePPOLearner

    return MaskablePPOLearner(game, arguments, games_seed, seed)


def _progress(arguments: TrainingArguments, step: int, seconds: float) -> float:
    """How much of the run is done, 0 to 1, by whichever of its limits is nearer."""
    by_time = seconds / (60 * arguments.minutes) if arguments.minutes else 0.0
    return min(1.0, max(step / arguments.steps, by_time))


def _between(start: float, end: float, progress: float) -> float:
    return start + (end - start) * progress


def _passed(every: int, before: int, now: int) -> bool:
    """Whether a multiple of `every` steps lies in (before, now]."""
    return now // every > before // every
