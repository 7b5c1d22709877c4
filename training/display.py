"""What a run shows while it goes on: a progress bar on standard error, TensorBoard, and the lines of its metrics."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from torch.utils.tensorboard import SummaryWriter

from .runs import RunFolder


class Display:
    """Shows and records the metrics of one session; a context manager.

    Args:
        run: where they are recorded.
        step: the step that the session begins at; later ones that TensorBoard has are forgotten.
        quiet: no progress bar and no lines on standard error.
    """

    def __init__(self, run: RunFolder, step: int, *, quiet: bool = False) -> None:
        self._run = run
        self._first_step = step
        self._console = Console(stderr=True, quiet=quiet, highlight=False)
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[pace]}"),
            console=self._console,
        )
        self._writer = SummaryWriter(str(run.path / "tensorboard"), purge_step=step + 1 if step else None)
        self._began = time.monotonic()

    def __enter__(self) -> Display:
        self._progress.start()
        self._task = self._progress.add_task(str(self._run.path), total=1.0, pace="starting")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        self._writer.close()

    def advance(self, step: int, progress: float, seconds: float) -> None:
        """The run is at `step`, `progress` of its way (0 to 1), after `seconds` of work in all sessions."""
        rate = (step - self._first_step) / max(time.monotonic() - self._began, 1e-9)
        left = seconds / progress - seconds if progress > 0 else 0.0
        pace = f"{step:,} steps, {rate:,.0f} steps/s, {_clock(left)} left"
        self._progress.update(self._task, completed=progress, pace=pace)

    def imitate(self, taught: int, of: int) -> None:
        """`taught` decisions have been learned from, out of the `of` that come before the first step."""
        self._progress.update(self._task, pace=f"imitating, {min(taught, of):,} of {of:,} decisions")

    def record(self, step: int, kind: str, figures: dict[str, Any], seconds: float) -> None:
        """Adds the metrics of `step` to the run's file and to TensorBoard.

        `kind` is training or evaluation, or imitation, whose figures TensorBoard shows by decisions taught.
        """
        self._run.add_metrics({"step": step, "kind": kind, **figures, "seconds": round(seconds, 3)})
        at = figures["taught"] if kind == "imitation" else step
        for name, value in figures.items():
            for part, number in value.items() if isinstance(value, dict) else [("", value)]:
                if isinstance(number, int | float):
                    self._writer.add_scalar(f"{kind}/{name}{'/' * bool(part)}{part}", number, at)
        if kind == "evaluation":
            self._writer.flush()
            told = [f"{name}: {_in_words(value)}" for name, value in figures.items()]
            self.say(f"step {step:,} after {_clock(seconds)}: {'; '.join(told)}")

    def say(self, text: str) -> None:
        """A line above the progress bar."""
        self._console.print(text, markup=False, soft_wrap=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _in_words(value: Any) -> str:
    if not isinstance(value, dict):
        return f"{value:.4f}"
    low, high = value["ci95"]
    even = "" if value["even_score"] == 0.5 else f", even {value['even_score']:.3f}"
    return f"score {value['score']:.3f} ({low:.3f} to {high:.3f}{even}), return {value['mean_return']:+.3f}"
