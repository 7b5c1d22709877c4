"""Whether a game's kernels also compile for an NVIDIA GPU. No GPU is needed to find out.

Needs the extra ``ludarium[cuda]``. The kernels are compiled as they are, each called from an entry point that takes
arrays as the engine does, to PTX. A kernel that allocates, raises, or touches a Python object does not get that far.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numba

from ..game import Game
from ..kernels import PARAMETER_TYPES, jit_disabled
from .play import ConformanceError

#: The extra that this module needs, for messages.
EXTRA = "ludarium[cuda]"


@dataclass(frozen=True)
class CudaReport:
    """What became of one kernel.

    Attributes:
        kernel: its name.
        ptx: the text of the PTX module.
        stack_bytes: local memory the module sets aside a thread, for arrays and what the compiler could not keep in
            registers; 0 is best.
        calls: calls left in the code; 0 where everything was inlined.
    """

    kernel: str
    ptx: str
    stack_bytes: int
    calls: int


def cuda_available() -> bool:
    """Whether the compiler for CUDA is installed (not whether there is a GPU)."""
    return find_spec("numba_cuda") is not None


def check_cuda(game: Game, *, compute_capability: tuple[int, int] = (9, 0)) -> list[CudaReport]:
    """Compiles the five kernels, and the scripted player where there is one, to PTX.

    Args:
        game: any game of the specification; options do not matter.
        compute_capability: of the GPU to compile for; (9, 0) is sm_90.

    Returns:
        One report a kernel.

    Raises:
        ConformanceError: a kernel does not compile.
        RuntimeError: the extra is not installed, or Numba's compiler is switched off.
    """
    if jit_disabled():
        raise RuntimeError("NUMBA_DISABLE_JIT is set: nothing can be compiled for CUDA")
    if not cuda_available():
        raise RuntimeError(f"compiling for CUDA needs an extra: pip install '{EXTRA}'")
    from numba import cuda

    records = numba.from_dtype(game.spec.schema.dtype)[::1]
    reports = []
    for name, (entry, parameters) in _entries().items():
        if name not in game.spec.kernels:
            continue
        signature = (records, *(PARAMETER_TYPES[parameter] for parameter in parameters))
        try:
            with _without_device(compute_capability):
                ptx, _ = cuda.compile_ptx(entry(game.spec.kernels[name]), signature, cc=compute_capability)
        except Exception as error:
            reason = str(error).strip().splitlines()
            text = " ".join(line.strip() for line in reason[:3])
            raise ConformanceError(game, "cuda", f"kernel {name} does not compile for CUDA: {text}") from error
        stack = sum(int(size) for size in re.findall(r"\.local[^;\[]*\[(\d+)\]", ptx))
        reports.append(CudaReport(name, ptx, stack, len(re.findall(r"\bcall(?:\.uni)?\b", ptx))))
    return reports


def _entries() -> dict[str, tuple[Callable[[Any], Any], tuple[str, ...]]]:
    """For every kernel: what makes its entry point, one thread a game, and the entry point's further parameters."""
    from numba import cuda as numba_cuda

    cuda: Any = numba_cuda  # its stubs take intrinsics for what they are in Python

    def of_state(kernel: Any) -> Any:
        def entry(states: Any) -> None:
            i = cuda.grid(1)
            if i < states.shape[0]:
                kernel(states[i])

        return entry

    def of_one(kernel: Any) -> Any:
        def entry(states: Any, first: Any) -> None:
            i = cuda.grid(1)
            if i < states.shape[0]:
                kernel(states[i], first[i])

        return entry

    def of_two(kernel: Any) -> Any:
        def entry(states: Any, first: Any, second: Any) -> None:
            i = cuda.grid(1)
            if i < states.shape[0]:
                kernel(states[i], first[i], second[i])

        return entry

    return {
        "new": (of_state, ()),
        "legal": (of_one, ("masks",)),
        "step": (of_one, ("actions",)),
        "observe": (of_two, ("players", "observations")),
        "resample": (of_two, ("players", "seeds")),
        "scripted": (of_two, ("masks", "weights")),
    }


@contextmanager
def _without_device(compute_capability: tuple[int, int]) -> Iterator[None]:
    """Answers the one question that compiling has for the current device, which there may not be: what it can do."""
    from numba.cuda import dispatcher

    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=compute_capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real
