"""Ctrl-C and SIGTERM as wishes: a run ends at its next boundary and saves."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_DEFAULTS: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


class StopRequest:
    """Whether somebody has asked the run to stop.

    Attributes:
        signal: the signal that asked, None so far.
    """

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within it, the first Ctrl-C or SIGTERM is noted in :attr:`signal`; a second one acts at once, as ever.

        Outside the main thread, where Python delivers no signals, it changes nothing.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before: dict[signal.Signals, Any] = {}

        def note(number: int, frame: FrameType | None) -> None:
            self.signal = signal.Signals(number)
            for sort, handler in before.items():
                # In the background of a script Ctrl-C is ignored; who sends it all the same means it.
                signal.signal(sort, _DEFAULTS[sort] if handler is signal.SIG_IGN else handler)
            print("\nfinishing this iteration, then saving; once more to stop at once", file=sys.stderr)  # noqa: T201

        for sort in _DEFAULTS:
            before[sort] = signal.signal(sort, note)
        try:
            yield
        finally:
            for sort, handler in before.items():
                signal.signal(sort, handler)
