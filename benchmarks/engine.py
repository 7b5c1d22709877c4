"""Our own speed: the batch engine in both forms, and the PettingZoo loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ludarium
from ludarium.envs.core.game import Game

from .measure import Subject, as_subject, spread, take_turns, timed
from .peer_worker import aec_steps

BATCHES = (1, 64, 1024, 8192)
THREADS = (1, 2)
#: Steps in all that one call of ``Batch.play`` takes: some milliseconds, so that the call itself weighs nothing.
STEPS_A_CALL = 1 << 17


def play_form(game: Game, batch: int, threads: int, seed: int) -> Subject:
    """Many steps a call: mask, observation, random legal choice and restart, all in the engine."""
    games = ludarium.make_batch(game, batch, seed=seed, threads=threads)
    steps = max(1, STEPS_A_CALL // batch)

    def work() -> int:
        games.play(steps)
        return steps * batch

    return timed(work)


def step_form(game: Game, batch: int, threads: int, seed: int) -> Subject:
    """A call for the choice and a call for the step, as a learner would do it."""
    games = ludarium.make_batch(game, batch, seed=seed, threads=threads)

    def work() -> int:
        games.step(games.random_actions())
        return batch

    return timed(work)


def aec_form(game: Game, seed: int) -> Subject:
    """One game through PettingZoo's loop: ``last``, a legal action drawn in Python, ``step``."""
    return as_subject(aec_steps(ludarium.make(game), seed))


def measure_games(
    games: Sequence[Game],
    *,
    batches: Sequence[int] = BATCHES,
    threads: Sequence[int] = THREADS,
    repetitions: int = 5,
    seconds: float = 0.2,
    seed: int = 0,
    progress: Callable[[str], None] = lambda text: None,
) -> list[dict[str, Any]]:
    """Steps per second of `games`.

    Args:
        games: which games.
        batches: numbers of games in step.
        threads: numbers of threads.
        repetitions: how often everything is measured.
        seconds: for each repetition.
        seed: of the random play.
        progress: told what is going on.

    Returns:
        Rows with ``game``, ``form`` (play, step or aec), ``batch``, ``threads``, ``steps_per_second`` (the median),
        ``low``, ``high`` and ``repetitions``.
    """
    rows: list[dict[str, Any]] = []
    for game in games:
        forms: dict[str, tuple[dict[str, Any], Subject]] = {}
        for form, make in (("play", play_form), ("step", step_form)):
            for batch in batches:
                for count in threads:
                    about = {"game": game.string, "form": form, "batch": batch, "threads": count}
                    forms[f"{game.string} {form} {batch}×{count}"] = about, make(game, batch, count, seed)
        forms[f"{game.string} aec"] = (
            {"game": game.string, "form": "aec", "batch": 1, "threads": 1},
            aec_form(game, seed),
        )
        samples = take_turns({name: subject for name, (_, subject) in forms.items()}, repetitions, seconds, progress)
        for name, (about, _) in forms.items():
            found = spread([sample.rate for sample in samples[name]])
            rows.append(
                about
                | {
                    "steps_per_second": round(found["median"]),
                    "low": round(found["low"]),
                    "high": round(found["high"]),
                    "repetitions": repetitions,
                }
            )
    return rows
