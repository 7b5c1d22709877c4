"""What the numbers of an observation mean: named segments with shapes, ranges and a way back to whole values.

A game lays its observation out once, from its options; the kernel ``observe`` writes at the same places. Gymnasium
spaces, descriptions in words and the documentation tables come from the layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Segment:
    """A named run of numbers in an observation.

    Attributes:
        name: what it is, own seat first (``own_attacks``).
        shape: of the segment; a one-hot segment's last axis counts the values.
        meaning: one line, with what particular values stand for.
        one_hot: last axis has at most one 1; all zeros stand for "none" or "unknown".
        scale: a value times `scale` is a whole number (a count, a coordinate).
        low, high: range of the numbers as written.
        labels: names along the last axis.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    one_hot: bool = False
    scale: float = 1.0
    low: float = 0.0
    high: float = 1.0
    labels: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.one_hot and not self.shape:
            raise ValueError(f"segment {self.name}: a one-hot segment has an axis that counts its values")
        if self.labels and self.shape[-1:] != (len(self.labels),):
            raise ValueError(f"segment {self.name}: {len(self.labels)} labels for the last axis of shape {self.shape}")
        if not self.low <= self.high or self.scale <= 0:
            raise ValueError(f"segment {self.name}: range {self.low} to {self.high} times {self.scale}")

    @property
    def size(self) -> int:
        """Numbers in the segment."""
        return prod(self.shape)

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Whole values from the numbers: positions of ones (-1 for none) of a one-hot segment, else value × scale."""
        block = np.asarray(values).reshape(self.shape)
        if self.one_hot:
            return np.where(block.any(axis=-1), block.argmax(axis=-1), -1)
        return np.rint(block * self.scale).astype(np.int64)


class ObservationLayout:
    """The segments of an observation, one after the other.

    Attributes:
        segments: by name, in order.
        offsets: where each starts.
        size: numbers in all.
        low, high: float32 ``[size]``, range of every number.
    """

    def __init__(self, segments: Iterable[Segment]) -> None:
        self.segments: dict[str, Segment] = {}
        self.offsets: dict[str, int] = {}
        self.size = 0
        for segment in segments:
            if segment.name in self.segments:
                raise ValueError(f"segment {segment.name} is declared twice")
            self.segments[segment.name] = segment
            self.offsets[segment.name] = self.size
            self.size += segment.size
        everything = self.segments.values()
        self.low = np.concatenate([np.full(s.size, s.low, np.float32) for s in everything] or [np.zeros(0, np.float32)])
        self.high = np.concatenate(
            [np.full(s.size, s.high, np.float32) for s in everything] or [np.zeros(0, np.float32)]
        )

    def part(self, observation: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
        """The numbers of segment `name`: a view ``[..., *shape]`` of `observation` ``[..., size]``."""
        segment, start = self.segments[name], self.offsets[name]
        return observation[..., start : start + segment.size].reshape((*observation.shape[:-1], *segment.shape))

    def decode(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[np.int64]]:
        """Every segment of one observation ``[size]`` as whole values."""
        return {name: segment.decode(self.part(observation, name)) for name, segment in self.segments.items()}

    def describe(self, observation: npt.NDArray[Any]) -> str:
        """One observation ``[size]`` in words, a line a segment."""
        width = max((len(name) for name in self.segments), default=0)
        return "\n".join(
            f"{name:<{width}}  {_in_words(self.segments[name], values)}"
            for name, values in self.decode(observation).items()
        )

    def table(self) -> list[dict[str, str]]:
        """The layout as rows (offset, name, shape, range, meaning) for the documentation."""
        return [
            {
                "from": str(self.offsets[s.name]),
                "name": s.name,
                "shape": " × ".join(map(str, s.shape)),
                "range": f"{s.low:g} to {s.high:g}"
                + (", one-hot" if s.one_hot else f", times {s.scale:g}" * (s.scale != 1)),
                "meaning": s.meaning,
            }
            for s in self.segments.values()
        ]


def _in_words(segment: Segment, values: npt.NDArray[np.int64]) -> str:
    if segment.one_hot:
        names: Sequence[str] = segment.labels or [str(i) for i in range(segment.shape[-1])]
        flat = ["-" if v < 0 else names[int(v)] for v in np.atleast_1d(values).ravel()]
        return " ".join(flat)
    if segment.labels:
        rows = values.reshape(-1, len(segment.labels))
        return " | ".join(" ".join(f"{n}:{v}" for n, v in zip(segment.labels, row, strict=True)) for row in rows)
    return " ".join(str(v) for v in values.ravel())
