"""Our speed beside that of the peers: same machine, same run, taking turns."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludarium.envs.core.game import Game

from .engine import aec_form, play_form
from .measure import Sample, Subject, one_core, spread, take_turns
from .peer_worker import PGX_BATCH

#: Environment variable that names the peers' Python.
PEERS_VARIABLE = "LUDARIUM_PEERS_PYTHON"

#: Seconds that a peer has to end once nothing more is asked of it.
PATIENCE = 10.0
WORKER = Path(__file__).with_name("peer_worker.py")


@dataclass(frozen=True)
class Comparison:
    """What is held against what.

    Attributes:
        peer: as in ``peer_worker.PEERS``.
        form: the name of our own subject.
        title: what the peer does.
        aim: the ratio aimed at.
        unit: what both sides count.
    """

    peer: str
    form: str
    title: str
    aim: float
    unit: str = "steps"


#: Random play: the engine and PettingZoo's loop, see :func:`compare_play`.
COMPARISONS = (
    Comparison("openspiel", "engine", "OpenSpiel, Leduc poker, from Python", 40.0),
    Comparison("pgx", "engine", f"Pgx, Leduc poker, compiled scan, batch {PGX_BATCH:,}", 8.0),
    Comparison("pettingzoo", "aec", "PettingZoo, Leduc, AEC, env()", 5.0),
    Comparison("pettingzoo-raw", "aec", "PettingZoo, Leduc, AEC, raw_env()", 5.0),
)


class PeerMissingError(RuntimeError):
    """A peer cannot be measured; the message says why."""


def peers_python(chosen: str | None = None) -> Path | None:
    """The Python of the peers' environment: `chosen`, else what the environment names, else ``.venv-peers``."""
    name = chosen or os.environ.get(PEERS_VARIABLE)
    if name:
        return Path(name)
    for folder in (Path.cwd(), Path(__file__).resolve().parents[1]):
        candidate = folder / ".venv-peers" / "bin" / "python"
        if candidate.exists():
            return candidate
    return None


class Peer:
    """A peer in a process of its own, compiled and warm, that waits to be measured.

    Args:
        python: the interpreter of its environment.
        name: as in ``peer_worker.PEERS``.
        core: the core it is held on, None for any.

    Raises:
        PeerMissingError: it does not start.
    """

    def __init__(self, python: Path, name: str, core: int | None) -> None:
        try:
            self._process = subprocess.Popen(
                [str(python), "-P", str(WORKER), name, "any" if core is None else str(core)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                # The peers' interpreter must not see our packages.
                env={key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")},
            )
        except OSError as error:
            raise PeerMissingError(f"{python} does not run: {error.strerror}") from None
        hello = self._answer()
        if "error" in hello:
            self.close()
            raise PeerMissingError(hello["error"])
        self.versions: dict[str, str] = hello["versions"]

    def __call__(self, seconds: float) -> Sample:
        """A :data:`~ludarium.benchmarks.measure.Subject`."""
        assert self._process.stdin is not None
        print(seconds, file=self._process.stdin, flush=True)
        return Sample(**self._answer())

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise PeerMissingError(f"its process ended with status {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Ends the process, by force if a thread of the peer keeps it from ending."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextlib.contextmanager
def _opened(
    names: Iterable[str], python: Path | None, core: int | None, missing: dict[str, str]
) -> Iterator[dict[str, Peer]]:
    """The peers that can be measured, by name; why the others cannot goes to `missing`."""
    peers: dict[str, Peer] = {}
    with contextlib.ExitStack() as stack:
        for name in names:
            if python is None:
                missing[name] = "no environment of peers: make peers"
                continue
            try:
                peers[name] = Peer(python, name, core)
                stack.callback(peers[name].close)
            except PeerMissingError as error:
                missing[name] = str(error)
        yield peers


def compare(
    ours: Mapping[str, Subject],
    comparisons: Sequence[Comparison],
    *,
    python: Path | None = None,
    repetitions: int = 7,
    seconds: float = 1.0,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Measures subjects of ours and the peers in turns, all of them on one core.

    Args:
        ours: our subjects by the name of their form, on one thread.
        comparisons: which of them is held against whom; none of ours may be left out.
        python: the interpreter of the peers' environment, see :func:`peers_python`.
        repetitions: how often everything is measured.
        seconds: for each repetition.
        progress: told what is going on.

    Returns:
        ``held_on_one_core``, ``repetitions`` and ``seconds``; ``ours``: the rates of our subjects; ``comparisons``: a
        row for each with the rates of both sides (``per_second`` and ``cpu_per_second``), ``ratio`` and ``cpu_ratio``
        (spreads over the repetitions: each of ours against the peer's beside it), ``versions``, ``unit`` and ``aim``,
        or ``skipped`` with the reason.
    """
    missing: dict[str, str] = {}
    names = dict.fromkeys(comparison.peer for comparison in comparisons)
    with one_core() as core, _opened(names, python, core, missing) as peers:
        subjects: dict[str, Subject] = {**ours, **peers}
        # What is compared stands beside each other in the turns.
        order = dict.fromkeys(name for one in comparisons for name in (one.form, one.peer) if name in subjects)
        samples = take_turns({name: subjects[name] for name in order}, repetitions, seconds, progress)
        versions = {name: peer.versions for name, peer in peers.items()}
    rows: list[dict[str, Any]] = []
    for comparison in comparisons:
        row, name = asdict(comparison), comparison.peer
        if name in missing:
            rows.append(row | {"skipped": missing[name]})
            continue
        pairs = list(zip(samples[comparison.form], samples[name], strict=True))
        rows.append(
            row
            | {
                "versions": versions[name],
                "ours": _rates(samples[comparison.form]),
                "theirs": _rates(samples[name]),
                "ratio": spread([mine.rate / other.rate for mine, other in pairs]),
                "cpu_ratio": spread([mine.cpu_rate / other.cpu_rate for mine, other in pairs]),
            }
        )
    return {
        "held_on_one_core": core is not None,
        "repetitions": repetitions,
        "seconds": seconds,
        "ours": {form: _rates(samples[form]) for form in ours},
        "comparisons": rows,
    }


def compare_play(game: Game, *, seed: int = 0, **how: Any) -> dict[str, Any]:
    """Measures random play of `game`, in the engine and through PettingZoo's loop, beside that of the peers.

    Args:
        game: which game.
        seed: of our random play.
        how: see :func:`compare`.

    Returns:
        As :func:`compare`, and ``game``.
    """
    ours = {"engine": play_form(game, PGX_BATCH, 1, seed), "aec": aec_form(game, seed)}
    return {"game": game.string} | compare(ours, COMPARISONS, **how)


def _rates(samples: list[Sample]) -> dict[str, Any]:
    return {
        "per_second": spread([sample.rate for sample in samples]),
        "cpu_per_second": statistics.median(sample.cpu_rate for sample in samples),
    }
