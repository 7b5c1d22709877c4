"""Timing: subjects take turns, and what is told of each is the median and the spread of its repetitions.

A *subject* is a function ``(seconds) -> Sample`` that works for about that long. Taking turns matters on a machine that
others use as well: a slow minute then falls on all subjects alike.
"""

from __future__ import annotations

import contextlib
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Sample:
    """One repetition.

    Attributes:
        steps: decisions taken, in all games together.
        seconds: on the clock.
        cpu_seconds: of the process, all its threads together; tells more than the clock where others use the machine.
    """

    steps: int
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """Steps per second on the clock."""
        return self.steps / self.seconds

    @property
    def cpu_rate(self) -> float:
        """Steps per second of processor time."""
        return self.steps / max(self.cpu_seconds, 1e-9)


Subject = Callable[[float], Sample]


def timed(work: Callable[[], int], seconds: float) -> Sample:
    """Calls `work`, which returns the steps it took, until `seconds` have passed."""
    steps = 0
    began, began_cpu = time.perf_counter(), time.process_time()
    while True:
        steps += work()
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return Sample(steps, elapsed, time.process_time() - began_cpu)


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
