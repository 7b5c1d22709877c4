"""How a network is shown an observation: as it is, and counts step by step besides.

What follows from a hand of cards changes by the card, not in proportion to their number, and a small network finds that
out sooner if every step of a count has an input of its own ("at least one", "at least two" …).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.layout import ObservationLayout

#: Counts that go through more steps than this are left as they are.
MAX_STEPS = 16
#: Segments of more counts than this are long.
MANY = 16


class StepEncoding:
    """The inputs of a network that plays by the observations of `layout`.

    Steps at most double the number of inputs. Where all of them would be more, as for a large deck with many copies of
    each card, the counts of long segments are shown by the step only up to a height that is the same for all of them,
    the highest that fits; then, if need be, those of short ones.

    Attributes:
        columns: int64 ``[S]``, the places of counts in an observation, once a step.
        steps: float32 ``[S]``, the steps; input ``observation_size + k`` is 1 where
            ``observation[columns[k]] >= steps[k]``, else 0.
        scale: float32 ``[observation_size]``, one over the largest absolute value of every number.
        size: inputs in all, ``observation_size + S``.
    """

    def __init__(self, layout: ObservationLayout) -> None:
        counts: list[tuple[int, int, int, bool]] = []  # place, lowest value, steps, whether among many
        for name, segment in layout.segments.items():
            low, high = float(segment.low), float(segment.high)  # a layout may say them as integers
            is_count = segment.scale == 1 and not segment.one_hot and low.is_integer() and high.is_integer()
            if is_count and 2 <= high - low <= MAX_STEPS:
                first, many = layout.offsets[name], segment.size > MANY
                counts += [(place, int(low), int(high - low), many) for place in range(first, first + segment.size)]
        highest = {True: MAX_STEPS, False: MAX_STEPS}
        while sum(min(steps, highest[many]) for _, _, steps, many in counts) > layout.size:
            highest[highest[True] > 0] -= 1
        columns: list[int] = []
        reached: list[int] = []
        for place, low_value, steps, many in counts:
            shown = min(steps, highest[many])
            columns += [place] * shown
            reached += range(low_value + 1, low_value + shown + 1)
        self.columns = np.array(columns, np.int64)
        self.steps = np.array(reached, np.float32)
        reach = np.maximum(np.abs(layout.low), np.abs(layout.high))
        self.scale = (1 / np.where(reach > 0, reach, 1)).astype(np.float32)
        self.size = layout.size + len(columns)

    def __call__(self, observation: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The inputs, float32 ``[B, size]``, for observations ``[B, observation_size]``."""
        return np.concatenate([observation * self.scale, observation[:, self.columns] >= self.steps], axis=1).astype(
            np.float32, copy=False
        )
