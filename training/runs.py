"""A run is a folder: its arguments, what it ran on, its metrics, its checkpoints, its pool.

arguments.json   the arguments
manifest.json    versions, threads and machine, of every session that worked on the run
metrics.jsonl    a line an iteration and a line an evaluation
tensorboard/     the same for TensorBoard; the x axis counts steps
pool/            snapshots of the policy to play against
checkpoints/     step_XXXXXXXXXXXX/ with policy.safetensors (an agent) and state.safetensors (all it takes to go on)
"""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy.typing as npt
from filelock import FileLock, Timeout

from ludarium.agents.files import Arrays, CheckpointError
from ludarium.agents.neural import CHECKPOINTS, POLICY_FILE, list_checkpoints
from ludarium.envs.core.game import Game

from .arguments import TrainingArguments

STATE_FILE = "state.safetensors"
_LIBRARIES = ("ludarium", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "safetensors")


class RunExistsError(FileExistsError):
    """The folder of a new run is there already."""


def step_name(step: int) -> str:
    """How files and folders that belong to a step are named."""
    return f"step_{step:012d}"


def write_atomically(file: Path, content: bytes) -> None:
    """Writes a file so that a crash leaves the old content or the new, never a part."""
    partial = file.with_name(file.name + ".partial")
    with partial.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    partial.replace(file)


class RunBusyError(RuntimeError):
    """Another process works on the run."""


def named(name: str, arrays: Arrays) -> dict[str, npt.NDArray[Any]]:
    """`arrays` under names that begin with ``name/``."""
    return {f"{name}/{key}": array for key, array in arrays.items()}


def part(arrays: Arrays, name: str) -> dict[str, npt.NDArray[Any]]:
    """Those of `arrays` whose names begin with ``name/``, without it."""
    return {key.removeprefix(f"{name}/"): array for key, array in arrays.items() if key.startswith(f"{name}/")}


class RunFolder:
    """The files of one run.

    Args:
        path: the folder.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def create(self, arguments: TrainingArguments) -> None:
        """Makes the folder of a new run.

        Raises:
            RunExistsError: it exists.
        """
        try:
            self.path.mkdir(parents=True)
        except FileExistsError:
            raise RunExistsError(
                f"{self.path} exists; go on with that run (resume), name another folder (out), or delete it"
            ) from None
        for name in (CHECKPOINTS, "pool"):
            (self.path / name).mkdir()
        self.write_arguments(arguments)

    def write_arguments(self, arguments: TrainingArguments) -> None:
        """Notes the arguments of the run."""
        text = json.dumps(dataclasses.asdict(arguments), indent=2)
        write_atomically(self.path / "arguments.json", text.encode())

    def arguments(self) -> TrainingArguments:
        """The arguments of a run that exists.

        Raises:
            CheckpointError: there is no run here, or its arguments cannot be read.
        """
        file = self.path / "arguments.json"
        if not file.is_file():
            raise CheckpointError(f"{self.path}: no run to go on with, {file.name} is missing")
        try:
            return TrainingArguments(**json.loads(file.read_bytes()))
        except (ValueError, TypeError) as error:
            raise CheckpointError(f"{file}: not the arguments of a run ({error})") from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Within it, no other process works on the run.

        Raises:
            RunBusyError: another one does.
        """
        try:
            with FileLock(self.path / ".lock", timeout=0):
                yield
        except Timeout:
            raise RunBusyError(f"{self.path}: another process is working on this run") from None

    def note_session(self, game: Game, arguments: TrainingArguments, step: int) -> None:
        """Adds to the manifest what the session that begins at `step` runs on."""
        file = self.path / "manifest.json"
        try:
            sessions = json.loads(file.read_bytes())["sessions"] if file.is_file() else []
        except (ValueError, KeyError, TypeError) as error:
            raise CheckpointError(f"{file}: not the manifest of a run ({error})") from None
        sessions.append(
            {
                "from_step": step,
                "seed": arguments.seed,
                "game": game.string,
                "game_version": game.spec.version,
                "python": platform.python_version(),
                "versions": {name: version(name) for name in _LIBRARIES},
                "machine": platform.machine(),
                "system": platform.platform(),
                "cpus": os.cpu_count(),
                "device": arguments.device,
                "threads": {
                    "torch": arguments.threads,
                    **{name: os.environ.get(name) for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS")},
                },
            }
        )
        write_atomically(file, json.dumps({"sessions": sessions}, indent=2).encode())

    # --- metrics ----------------------------------------------------------------------------------------------

    def add_metrics(self, line: Mapping[str, Any]) -> None:
        """Appends a line to the metrics."""
        with (self.path / "metrics.jsonl").open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(line) + "\n")

    def metrics(self) -> list[dict[str, Any]]:
        """The lines of the metrics; a last one that a crash cut short is left out."""
        file = self.path / "metrics.jsonl"
        lines = file.read_text(encoding="utf-8").split("\n") if file.is_file() else []
        found = []
        for number, line in enumerate(lines[:-1]):
            try:
                found.append(json.loads(line))
            except ValueError:
                raise CheckpointError(f"{file}: line {number + 1} is damaged") from None
        return found

    def forget_after(self, step: int, taught: int) -> None:
        """Deletes the metrics and checkpoints of later steps, or of more imitated decisions: they will come again."""
        kept = [line for line in self.metrics() if line["step"] <= step and line.get("taught", 0) <= taught]
        content = "".join(json.dumps(line) + "\n" for line in kept)
        write_atomically(self.path / "metrics.jsonl", content.encode())
        for folder in list_checkpoints(self.path):
            if folder.name > step_name(step):
                shutil.rmtree(folder)

    # --- checkpoints and pool ---------------------------------------------------------------------------------

    def write_checkpoint(self, step: int, policy: bytes, state: bytes) -> Path:
        """Writes a checkpoint, whole or not at all; one of the same step is replaced.

        Returns:
            Its folder.
        """
        folder = self.path / CHECKPOINTS / step_name(step)
        partial = folder.with_name(folder.name + ".partial")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        write_atomically(partial / POLICY_FILE, policy)
        write_atomically(partial / STATE_FILE, state)
        shutil.rmtree(folder, ignore_errors=True)
        partial.rename(folder)
        return folder

    def last_checkpoint(self) -> Path:
        """The folder of the latest checkpoint.

        Raises:
            CheckpointError: there is none.
        """
        saved = list_checkpoints(self.path)
        if not saved:
            raise CheckpointError(f"{self.path}: a run without a checkpoint, there is nothing to go on from")
        return saved[-1]

    def snapshot(self, step: int) -> Path:
        """The file of the pool's snapshot of `step`."""
        return self.path / "pool" / f"{step_name(step)}.safetensors"
