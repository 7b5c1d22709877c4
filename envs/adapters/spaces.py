"""What the adapters share: the Gymnasium spaces of a game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict

from ..core.game import Game


def observation_box(game: Game) -> Box:
    """What one seat knows: float32 ``[observation_size]``, every number in the range that the game's layout gives."""
    return Box(game.layout.low, game.layout.high, dtype=np.float32)


def masked_observation_space(game: Game) -> Dict:
    """``observation`` as in :func:`observation_box` and ``action_mask``, int8 ``[num_actions]`` of zeros and ones."""
    return Dict({"observation": observation_box(game), "action_mask": Box(0, 1, (game.num_actions,), np.int8)})


def masked_observation(
    observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]
) -> dict[str, npt.NDArray[np.generic]]:
    """Copies of both, as an element of :func:`masked_observation_space`."""
    return {"observation": observation.copy(), "action_mask": mask.copy()}
