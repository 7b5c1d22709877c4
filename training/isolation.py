"""Global random generators, kept apart.

Stable-Baselines3 draws from the global generators of NumPy and torch. This module keeps states of our own for them,
puts them in place around SB3's code, and restores whatever was there before: no run touches the program around it, and
the states belong to the run's checkpoints.
"""

# ruff: noqa: NPY002 (this is the one module that may touch NumPy's global generator)
from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import torch


class OwnGenerators:
    """States for the global generators of NumPy and torch, used within :meth:`installed`.

    Args:
        seed: seeds both, 0 to 2**32 - 1.
        cuda: keep the state of torch's generator on the current CUDA device as well.
    """

    def __init__(self, seed: int, *, cuda: bool = False) -> None:
        self._cuda = cuda
        outer = self._capture()
        np.random.seed(seed)
        torch.manual_seed(seed)
        self._own = self._capture()
        self._put(outer)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Within it, the global generators are ours and go on where they last were; afterwards they are as before."""
        outer = self._capture()
        self._put(self._own)
        try:
            yield
        finally:
            self._own = self._capture()
            self._put(outer)

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """The states, as arrays by name."""
        return {name: array.copy() for name, array in self._own.items()}

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave."""
        if set(state) != set(self._own):
            raise ValueError(f"the state of generators holds {sorted(state)}, expected {sorted(self._own)}")
        self._own = {name: array.copy() for name, array in state.items()}

    def _capture(self) -> dict[str, npt.NDArray[Any]]:
        kind, keys, position, has_gauss, gauss = np.random.get_state(legacy=True)
        if kind != "MT19937":
            raise RuntimeError(f"NumPy's global generator is a {kind}, expected MT19937")
        state: dict[str, npt.NDArray[Any]] = {
            "numpy_keys": np.asarray(keys, np.uint32),
            "numpy_place": np.array([position, has_gauss], np.int64),
            "numpy_gauss": np.array([gauss], np.float64),
            "torch": torch.get_rng_state().numpy().copy(),
        }
        if self._cuda:
            state["torch_cuda"] = torch.cuda.get_rng_state().numpy().copy()
        return state

    def _put(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        position, has_gauss = (int(number) for number in state["numpy_place"])
        np.random.set_state(("MT19937", state["numpy_keys"], position, has_gauss, float(state["numpy_gauss"][0])))
        torch.set_rng_state(torch.from_numpy(state["torch"].copy()))
        if self._cuda:
            torch.cuda.set_rng_state(torch.from_numpy(state["torch_cuda"].copy()))
