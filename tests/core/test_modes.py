"""The same games with array accesses checked, and without the compiler."""

import json
import zlib
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core import engine
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.registry import make_game
from tests.toys import toy_game

from . import wide
from .processes import run

GAMES: dict[str, Any] = {
    "magpie": lambda: toy_game("magpie", max_turns=5),
    "kuhn": lambda: toy_game("kuhn"),
    "wide": lambda: Game(wide.SPEC, {"num_players": 3}),
    "kelp": lambda: make_game("kelp:board_size=4,reveal=outcome,illegal_direction=bump"),
}

CODE = """
import json, sys
from tests.core.test_modes import GAMES, play
print(json.dumps({name: play(GAMES[name]()) for name in sys.argv[1:]}))
"""


def play(game: Game) -> list[int]:
    """Checksums along play with restarts, observation by every seat, and resampling."""
    batch = Batch(game, 3, seed=11, final_observations=True)
    out = []
    for _ in range(40):
        batch.step(batch.random_actions())
        guessed = batch.states.copy()
        game.resample(guessed, 1, 5)
        seen = [game.observe(batch.states, seat) for seat in range(game.num_players)]
        parts = [batch.states, batch.mask, batch.rewards, batch.final_observation, guessed, *seen]
        out.append(zlib.crc32(b"".join(np.asarray(part).tobytes() for part in parts)))
    assert batch.games_finished.sum() > 0
    return out


@pytest.fixture(scope="module")
def compiled() -> dict[str, list[int]]:
    return {name: play(make()) for name, make in GAMES.items()}


def test_without_the_compiler_kernels_give_the_same_states(compiled: dict[str, list[int]]) -> None:
    # A warning is an error: whatever wraps around without being meant to would warn here.
    found = json.loads(run(CODE, *GAMES, options=("-W", "error"), NUMBA_DISABLE_JIT="1"))
    assert found == compiled


def test_no_array_access_is_out_of_bounds(compiled: dict[str, list[int]]) -> None:
    found = json.loads(run(CODE, "magpie", NUMBA_BOUNDSCHECK="1"))
    assert found["magpie"] == compiled["magpie"]


def test_bounds_are_checked_when_asked_for_even_with_unchecked_code_in_the_cache() -> None:
    code = """
import numpy as np
from ludarium.envs.core import engine
from tests.toys import toy_game
game = toy_game("magpie")
try:
    game.engine[engine.legal_at](game.empty_states(1), 400, np.zeros(game.num_actions, np.int8))
except IndexError as error:
    print("IndexError", error)
"""
    toy_game("magpie").engine[engine.legal_at]
    assert run(code, NUMBA_BOUNDSCHECK="1").startswith("IndexError")


def test_a_random_action_is_uniform_over_more_actions_than_an_int8_counts() -> None:
    code = """
import numpy as np
from ludarium.envs.core import masks
mask = np.zeros(400, np.int8)
mask[50:350] = 1
assert masks.count_legal(mask) == 300
assert [masks.nth_legal(mask, n) for n in (0, 127, 128, 299)] == [50, 177, 178, 349]
assert masks.random_legal(mask, np.uint64(2**64 - 1)) == 349 and masks.random_legal(mask, np.uint64(0)) == 50
assert masks.random_legal(np.zeros(4, np.int8), np.uint64(5)) == -1
"""
    run(code)
    run(code, options=("-W", "error"), NUMBA_DISABLE_JIT="1")
