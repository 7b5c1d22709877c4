"""What networks are shown, decision by decision, and the layer that reads it.

Most of what a large game shows is zero: cards that are elsewhere, places that nobody is at. Such inputs are kept as
lists of what is not zero, and the first layer, by far the widest, multiplies nothing else, forward or backward. Small
and dense observations are kept as they are, and left to torch.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from numba import types

from ludarium.agents.encoding import StepEncoding
from ludarium.envs.core.kernels import bind

_GRAIN = 64  # rows that are not worth sharing out

_MATRIX, _VECTOR = types.float32[:, ::1], types.float32[::1]
_TYPES: dict[str, Any] = {
    "first_step": types.int64[::1],
    "step_inputs": types.int32[::1],
    "steps": _VECTOR,
    "scale": _VECTOR,
    "bounds": types.int64[:, ::1],
    "columns": types.int32[::1],
    "numbers": _VECTOR,
    "first_row": types.int64,
    "used": types.int64,
    "rows": types.int64[::1],
    "matrix": _MATRIX,
    "bias": _VECTOR,
    "outputs": _MATRIX,
    "turned_bounds": types.int64[:, ::1],
    "turned_rows": types.int32[::1],
    "turned_numbers": _VECTOR,
    "dense": _MATRIX,
}


def list_inputs(
    observations: Any,
    indices: Any,
    scale: Any,
    first_step: Any,
    steps: Any,
    step_inputs: Any,
    bounds: Any,
    columns: Any,
    numbers: Any,
    first_row: int,
    used: int,
) -> int:
    """Lists what the inputs of the observations ``indices`` differ by from those of zeros, as rows `first_row` and on.

    That is what is not zero itself, steps above zero that are reached, and steps up to zero that are not.

    Args:
        observations: float32 ``[B, observation_size]``.
        indices: int64 ``[K]``, rows of these.
        scale: see :class:`StepEncoding`.
        first_step: int64 ``[observation_size + 1]``: number i has the steps from ``first_step[i]`` on.
        steps: float32 ``[S]``, in this order.
        step_inputs: int32 ``[S]``, the input that says whether a step is reached.
        bounds: int64 ``[N, 2]``, where the list of a row begins and ends; written.
        columns: int32 ``[M]``, which input; written.
        numbers: float32 ``[M]``, how much; written.
        first_row: see above.
        used: entries of `columns` and `numbers` that are in use before.

    Returns:
        The entries in use afterwards.
    """
    for k in range(indices.shape[0]):
        x = observations[indices[k]]
        bounds[first_row + k, 0] = used
        for i in range(scale.shape[0]):
            value = x[i]
            if value == 0:
                continue
            columns[used] = i
            numbers[used] = value * scale[i]
            used += 1
            for step in range(first_step[i], first_step[i + 1]):
                if steps[step] > 0 and value >= steps[step]:
                    columns[used] = step_inputs[step]
                    numbers[used] = 1
                    used += 1
                if steps[step] <= 0 and value < steps[step]:
                    columns[used] = step_inputs[step]
                    numbers[used] = -1
                    used += 1
        bounds[first_row + k, 1] = used
    return used


def read_lists(
    bounds: Any, columns: Any, numbers: Any, rows: Any, matrix: Any, bias: Any, outputs: Any, start: int, stop: int
) -> None:
    """``outputs[k] = inputs[rows[k]] @ matrix + bias`` for k in [start, stop), of listed inputs.

    Every row is worked out in an order of its own list alone, so that it is the same to the last bit in any company.
    """
    width = matrix.shape[1]
    for k in range(start, stop):
        y = outputs[k]
        for j in range(width):
            y[j] = bias[j]
        place = bounds[rows[k], 0]
        end = bounds[rows[k], 1]
        # Eight inputs a pass: y is loaded and stored once for eight products, which is what the time goes into.
        while place + 8 <= end:
            x0, x1, x2, x3 = numbers[place], numbers[place + 1], numbers[place + 2], numbers[place + 3]
            x4, x5, x6, x7 = numbers[place + 4], numbers[place + 5], numbers[place + 6], numbers[place + 7]
            w0, w1 = matrix[columns[place]], matrix[columns[place + 1]]
            w2, w3 = matrix[columns[place + 2]], matrix[columns[place + 3]]
            w4, w5 = matrix[columns[place + 4]], matrix[columns[place + 5]]
            w6, w7 = matrix[columns[place + 6]], matrix[columns[place + 7]]
            for j in range(width):
                first = (x0 * w0[j] + x1 * w1[j]) + (x2 * w2[j] + x3 * w3[j])
                y[j] += first + ((x4 * w4[j] + x5 * w5[j]) + (x6 * w6[j] + x7 * w7[j]))
            place += 8
        while place < end:
            x = numbers[place]
            w = matrix[columns[place]]
            for j in range(width):
                y[j] += x * w[j]
            place += 1


def turn_lists(
    bounds: Any, columns: Any, numbers: Any, rows: Any, turned_bounds: Any, turned_rows: Any, turned_numbers: Any
) -> None:
    """Lists the same inputs the other way round: for every input, in which of `rows` it is, and how much.

    Args:
        bounds: int64 ``[N, 2]``, see :func:`list_inputs`.
        columns: int32 ``[M]``.
        numbers: float32 ``[M]``.
        rows: int64 ``[K]``.
        turned_bounds: int64 ``[size, 2]``, where the list of an input begins and ends; written.
        turned_rows: int32 ``[M]``, k for ``rows[k]``; written.
        turned_numbers: float32 ``[M]``; written.
    """
    turned_bounds[:, 1] = 0
    for k in range(rows.shape[0]):
        for place in range(bounds[rows[k], 0], bounds[rows[k], 1]):
            turned_bounds[columns[place], 1] += 1
    begin = 0
    for column in range(turned_bounds.shape[0]):
        count = turned_bounds[column, 1]
        turned_bounds[column, 0] = begin
        turned_bounds[column, 1] = begin  # moves on to the end while the list is filled
        begin += count
    for k in range(rows.shape[0]):
        for place in range(bounds[rows[k], 0], bounds[rows[k], 1]):
            entry = turned_bounds[columns[place], 1]
            turned_rows[entry] = k
            turned_numbers[entry] = numbers[place]
            turned_bounds[columns[place], 1] = entry + 1


def fill_dense(bounds: Any, columns: Any, numbers: Any, rows: Any, dense: Any) -> None:
    """Writes the listed inputs of `rows` out, float32 ``[K, size]``, zeros included."""
    dense[:, :] = 0
    for k in range(rows.shape[0]):
        for place in range(bounds[rows[k], 0], bounds[rows[k], 1]):
            dense[k, columns[place]] = numbers[place]


@cache
def compiled(template: Callable[..., Any]) -> Any:
    """A function of this module, compiled for the types of its parameters."""
    return bind(template, "training", {}, _TYPES)


class Workers:
    """Shares ranges out to threads that run compiled code."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __call__(self, work: Callable[[int, int], None], count: int) -> None:
        """Calls ``work(start, stop)`` over ``[0, count)``, split over the threads if that is worth while."""
        if self._pool is None or count < _GRAIN * self.threads:
            work(0, count)
            return
        edges = [count * k // self.threads for k in range(self.threads + 1)]
        for done in [self._pool.submit(work, a, b) for a, b in pairwise(edges)]:
            done.result()

    def each(self, work: Callable[[int], None], count: int) -> None:
        """Calls ``work(k)`` for every k in ``[0, count)``."""
        if self._pool is None or count == 1:
            for k in range(count):
                work(k)
            return
        for done in [self._pool.submit(work, k) for k in range(count)]:
            done.result()


class ListedInputs:
    """Inputs of up to `capacity` decisions, as lists of what differs from the inputs of an observation of zeros.

    Args:
        encoding: makes inputs of observations.
        capacity: most rows.
        workers: who computes.

    Attributes:
        count: rows in use.
    """

    def __init__(self, encoding: StepEncoding, capacity: int, workers: Workers) -> None:
        self._encoding = encoding
        self._workers = workers
        order = np.argsort(encoding.columns, kind="stable")
        self._steps = np.ascontiguousarray(encoding.steps[order])
        self._step_inputs = (len(encoding.scale) + order).astype(np.int32)
        places = np.arange(len(encoding.scale) + 1)
        self._first_step = np.searchsorted(encoding.columns[order], places).astype(np.int64)
        self._always = torch.from_numpy(self._step_inputs[self._steps <= 0].astype(np.int64))  # 1 for zeros, too
        self._bounds = np.zeros((capacity, 2), np.int64)
        self._columns, self._numbers = np.zeros(0, np.int32), np.zeros(0, np.float32)
        self._used = 0
        self.count = 0

    def clear(self) -> None:
        """Forgets all rows."""
        self._used = self.count = 0

    def add(self, observations: npt.NDArray[np.float32], indices: npt.NDArray[np.int64]) -> None:
        """Appends a row for each of the observations (``[B, observation_size]``) at `indices`."""
        most = self._used + len(indices) * self._encoding.size
        if most > len(self._columns):
            more = max(most, len(self._columns) * 3 // 2) - len(self._columns)
            self._columns = np.concatenate([self._columns, np.zeros(more, np.int32)])
            self._numbers = np.concatenate([self._numbers, np.zeros(more, np.float32)])
        self._used = compiled(list_inputs)(
            *(observations, indices, self._encoding.scale, self._first_step, self._steps, self._step_inputs),
            *(self._bounds, self._columns, self._numbers, self.count, self._used),
        )
        self.count += len(indices)

    def read(self, layer: FirstLayer, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """What `layer` makes of `rows`, ``[K, width]``."""
        bias = layer.bias + layer.matrix[self._always].sum(dim=0) if len(self._always) else layer.bias
        if layer.matrix.device.type == "cpu":
            return _ReadLists.apply(layer.matrix, bias, self, rows)
        dense = np.empty((len(rows), self._encoding.size), np.float32)
        compiled(fill_dense)(*self._lists(), rows, dense)
        return torch.addmm(bias, torch.from_numpy(dense).to(layer.matrix.device), layer.matrix)

    def _lists(self) -> tuple[npt.NDArray[Any], ...]:
        return self._bounds, self._columns, self._numbers

    def forward(self, matrix: torch.Tensor, bias: torch.Tensor, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """The lists of `rows` times `matrix`, and `bias`, without a gradient."""
        outputs = np.empty((len(rows), matrix.shape[1]), np.float32)
        given = (*self._lists(), rows, matrix.detach().numpy(), bias.detach().numpy(), outputs)
        self._workers(lambda start, stop: compiled(read_lists)(*given, start, stop), len(rows))
        return torch.from_numpy(outputs)

    def backward(self, gradient: torch.Tensor, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """The gradient of the matrix, from that of the outputs."""
        # Read the other way round, inputs are the rows of a product with the outputs' gradient.
        bounds, (begin, end) = np.empty((self._encoding.size, 2), np.int64), self._bounds[rows].T
        entries = int((end - begin).sum())
        turned = (bounds, np.empty(entries, np.int32), np.empty(entries, np.float32))
        compiled(turn_lists)(*self._lists(), rows, *turned)
        found = np.empty((self._encoding.size, gradient.shape[1]), np.float32)
        nothing = np.zeros(gradient.shape[1], np.float32)
        given = (*turned, np.arange(len(found)), np.ascontiguousarray(gradient.numpy()), nothing, found)
        self._workers(lambda start, stop: compiled(read_lists)(*given, start, stop), len(found))
        return torch.from_numpy(found)


class _ReadLists(torch.autograd.Function):
    @staticmethod
    def forward(
        context: Any, matrix: torch.Tensor, bias: torch.Tensor, inputs: ListedInputs, rows: npt.NDArray[np.int64]
    ) -> torch.Tensor:
        context.inputs, context.rows = inputs, rows
        return inputs.forward(matrix, bias, rows)

    @staticmethod
    def backward(context: Any, *gradients: torch.Tensor) -> Any:
        (gradient,) = gradients
        return context.inputs.backward(gradient, context.rows), gradient.sum(0), None, None


class DenseInputs:
    """Inputs of up to `capacity` decisions, as a matrix; otherwise like :class:`ListedInputs`."""

    def __init__(self, encoding: StepEncoding, capacity: int) -> None:
        self._encoding = encoding
        self._matrix = np.zeros((capacity, encoding.size), np.float32)
        self.count = 0

    def clear(self) -> None:
        """Forgets all rows."""
        self.count = 0

    def add(self, observations: npt.NDArray[np.float32], indices: npt.NDArray[np.int64]) -> None:
        """Appends a row for each of the observations (``[B, observation_size]``) at `indices`."""
        self._matrix[self.count : self.count + len(indices)] = self._encoding(observations[indices])
        self.count += len(indices)

    def read(self, layer: FirstLayer, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """What `layer` makes of `rows`, ``[K, width]``."""
        chosen = torch.from_numpy(self._matrix[rows]).to(layer.matrix.device)
        return torch.addmm(layer.bias, chosen, layer.matrix)


Inputs = ListedInputs | DenseInputs


class FirstLayer(torch.nn.Module):
    """A linear layer from inputs to `width` numbers, its matrix ``[size, width]``."""

    def __init__(self, size: int, width: int, generator: torch.Generator) -> None:
        super().__init__()
        matrix = torch.empty(width, size)
        torch.nn.init.orthogonal_(matrix, 2**0.5, generator=generator)
        self.matrix = torch.nn.Parameter(matrix.T.contiguous())
        self.bias = torch.nn.Parameter(torch.zeros(width))

    def forward(self, inputs: Inputs, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """Reads `rows` of `inputs`."""
        return inputs.read(self, rows)
