"""Timing: subjects take turns, and what is told of each is the median and the spread of its repetitions.

A *subject* is a function ``(seconds) -> Sample`` that works for about that long. Taking turns matters on a machine that
others use as well: a slow minute then falls on all subjects alike.
"""

from __future__ import annotations

import contextlib
import os
import platform
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from .peer_worker import Run, repeated


@dataclass(frozen=True)
class Sample:
    """One repetition.

    Attributes:
        count: of what is measured: decisions taken in all games together, simulations of a search, iterations.
        seconds: on the clock.
        cpu_seconds: of the process, all its threads together; tells more than the clock where others use the machine.
    """

    count: float
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """The count per second on the clock."""
        return self.count / self.seconds

    @property
    def cpu_rate(self) -> float:
        """The count per second of processor time."""
        return self.count / max(self.cpu_seconds, 1e-9)


Subject = Callable[[float], Sample]


def as_subject(run: Run) -> Subject:
    """What the peers' worker measures with, as a subject."""
    return lambda seconds: Sample(*run(seconds))


def timed(work: Callable[[], float]) -> Subject:
    """A subject that calls `work`, which returns a count, until the seconds have passed."""
    return as_subject(repeated(work))


def take_turns(
    subjects: Mapping[str, Subject],
    repetitions: int,
    seconds: float,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, list[Sample]]:
    """Measures every subject `repetitions` times for `seconds` each, in turns, after a short warm-up of each."""
    for name, subject in subjects.items():
        progress(f"warming up {name}")
        subject(min(seconds, 0.1))
    samples: dict[str, list[Sample]] = {name: [] for name in subjects}
    for repetition in range(repetitions):
        progress(f"repetition {repetition + 1} of {repetitions}")
        for name, subject in subjects.items():
            samples[name].append(subject(seconds))
    return samples


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, lowest and highest."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def usable_cores() -> list[int]:
    """The cores that this process may use; a guess where the system cannot tell."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@contextlib.contextmanager
def one_core() -> Iterator[int | None]:
    """Holds this process on one core, where the system can do that; gives its number."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": len(usable_cores()),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "versions": {name: metadata.version(name) for name in ("ludarium", "numba", "numpy", "pettingzoo")},
        "load_before": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
