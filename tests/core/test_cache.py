"""The cache of machine code, in fresh processes: never stale, never in the way."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from ludarium.envs.core.cache import UNUSED_AFTER_SECONDS, remove_unused

from .processes import finish, run, site_with_tiny, start

pytestmark = pytest.mark.xdist_group("cache")

# Binds some templates of Tiny, banks a sum of 3 from seat 1, and says what was compiled and what came out.
PROBE = """
import json, sys, warnings
import ludarium
from ludarium.envs.core import engine

game = ludarium.make_game("tiny")
names = sys.argv[1:] or ["step_at", "apply_games", "legal_at"]
{edit}
bound = {{name: game.engine[getattr(engine, name)] for name in names}}
states = game.empty_states(1)
states[0] = game.blanks[0]
states["to_act"] = 1
states["pot"] = 3
bound["step_at"](states, 0, 1)
compiled = sorted(name for name, function in bound.items() if not function.stats.cache_hits)
print(json.dumps({{"returns": float(states["returns"][0, 1]), "compiled": compiled}}))
"""
LOOK = PROBE.format(edit="")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return site_with_tiny(tmp_path)


def look(site: Path, *names: str, code: str = LOOK) -> dict[str, Any]:
    out = run(code, *names, PYTHONPATH=str(site), LUDARIUM_CACHE_DIR=str(site.parent / "cache"))
    return json.loads(out)


def rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_an_edit_recompiles_what_uses_it_and_nothing_else(site: Path) -> None:
    tiny = site / "ludarium" / "envs" / "tiny"
    assert look(site) == {"returns": 7.0, "compiled": ["apply_games", "legal_at", "step_at"]}
    assert look(site) == {"returns": 7.0, "compiled": []}
    # A kernel of another file than the one it is called from.
    rewrite(tiny / "bonus.py", "return BONUS", "return BONUS + 10")
    assert look(site) == {"returns": 17.0, "compiled": ["apply_games", "step_at"]}
    # A constant.
    rewrite(tiny / "bonus.py", "BONUS = 1", "BONUS = 2")
    assert look(site, "step_at") == {"returns": 18.0, "compiled": ["step_at"]}
    # A data file.
    (tiny / "factors.json").write_text("[1, 5, 1, 2]")
    assert look(site, "step_at") == {"returns": 27.0, "compiled": ["step_at"]}
    # A kernel of the core.
    rewrite(site / "ludarium" / "envs" / "core" / "engine.py", "s.moves += 1", "s.moves += 2")
    assert look(site) == {"returns": 27.0, "compiled": ["apply_games", "step_at"]}
    # The versions lie side by side: going back compiles nothing.
    rewrite(site / "ludarium" / "envs" / "core" / "engine.py", "s.moves += 2", "s.moves += 1")
    assert look(site, "step_at") == {"returns": 27.0, "compiled": []}


def test_code_of_a_module_that_has_moved_is_compiled_again(site: Path) -> None:
    tiny = site / "ludarium" / "envs" / "tiny"
    assert look(site, "step_at") == {"returns": 7.0, "compiled": ["step_at"]}
    # The bytecode is the same, and so is where it is kept; but what is kept names the module that it came from.
    (tiny / "rules.py").rename(tiny / "rule_book.py")
    rewrite(tiny / "__init__.py", "from . import rules", "from . import rule_book as rules")
    assert look(site, "step_at") == {"returns": 7.0, "compiled": ["step_at"]}
    assert look(site, "step_at") == {"returns": 7.0, "compiled": []}


def test_machine_code_is_kept_under_what_was_imported_not_under_what_lies_on_the_disk(site: Path) -> None:
    bonus = site / "ludarium" / "envs" / "tiny" / "bonus.py"
    edit = f"""
from pathlib import Path
file = Path({str(bonus)!r})
file.write_text(file.read_text().replace("BONUS = 1", "BONUS = 5"))
"""
    assert look(site, "step_at", code=PROBE.format(edit=edit))["returns"] == 7.0
    assert look(site, "step_at") == {"returns": 11.0, "compiled": ["step_at"]}


def test_without_a_place_to_write_all_works_uncached_with_one_warning(site: Path) -> None:
    before = sorted(site.rglob("*"))
    process = start(
        LOOK,
        "step_at",
        "legal_at",
        PYTHONPATH=str(site),
        HOME="/proc/nonexistent",
        XDG_CACHE_HOME=None,
        LUDARIUM_CACHE_DIR=None,
        NUMBA_CACHE_DIR=None,
    )
    out, err = finish(process)
    assert json.loads(out) == {"returns": 7.0, "compiled": ["legal_at", "step_at"]}
    assert err.count("Warning") == 1
    assert "RuntimeWarning: ludarium cannot write to its cache folder /proc/nonexistent" in err
    assert sorted(site.rglob("*")) == before


def test_of_eight_cold_processes_one_compiles_and_all_end_well(site: Path) -> None:
    cache = str(site.parent / "cache")
    processes = [start(LOOK, "step_at", PYTHONPATH=str(site), LUDARIUM_CACHE_DIR=cache) for _ in range(8)]
    found = [json.loads(finish(process)[0]) for process in processes]
    assert [result["returns"] for result in found] == [7.0] * 8
    assert sum(len(result["compiled"]) for result in found) == 1


def test_damaged_files_are_compiled_again(site: Path) -> None:
    cache = site.parent / "cache"
    names = ["apply_games", "legal_at", "observe_at", "step_at"]
    look(site, *names)
    before = sorted(cache.glob("*.kernel"))
    damages = [
        lambda content: content[:-1],
        lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
        lambda content: bytes([content[0] ^ 1]) + content[1:],
        lambda content: b"",
    ]
    for name, damage in zip(names, damages, strict=True):
        (file,) = cache.glob(f"*.{name}[[]tiny[]]-*.kernel")
        file.write_bytes(damage(file.read_bytes()))
    assert look(site, *names) == {"returns": 7.0, "compiled": names}
    assert look(site, *names) == {"returns": 7.0, "compiled": []}
    assert sorted(cache.glob("*.kernel")) == before


def test_other_peoples_functions_keep_numbas_cache(site: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text("from numba import njit\n\n@njit(cache=True)\ndef double(x):\n    return 2 * x\n")
    code = """
import numba
from numba.core import caching
before = {name: value for name, value in vars(numba.config).items() if name.isupper()}
import ludarium
from ludarium.envs.core import engine
game = ludarium.make_game("tiny")
game.engine[engine.legal_at]
import user
assert user.double(4) == 8
assert type(user.double._cache) is caching.FunctionCache
assert user.double.stats.cache_path.startswith(str(__import__("pathlib").Path(__import__("sys").argv[1])))
assert {name: value for name, value in vars(numba.config).items() if name.isupper()} == before
"""
    elsewhere = tmp_path / "numba"
    run(
        code,
        str(elsewhere),
        PYTHONPATH=f"{site}:{tmp_path}",
        LUDARIUM_CACHE_DIR=str(tmp_path / "cache"),
        NUMBA_CACHE_DIR=str(elsewhere),
    )
    assert list(elsewhere.rglob("user.double-*.nbi"))
    assert not list((tmp_path / "cache").glob("user.*"))


def test_a_game_is_a_folder_and_one_line_in_the_registry(site: Path) -> None:
    code = """
import numpy as np
import ludarium
assert "tiny" in ludarium.list_games()
batch = ludarium.make_batch("tiny:short,num_players=4", 8, seed=3)
for _ in range(60):
    batch.step(batch.random_actions())
assert batch.games_finished.min() > 0 and batch.rewards.shape == (8, 4)
game, states = ludarium.load_states(ludarium.save_states(batch.game, batch.states))
assert game == batch.game and states.tobytes() == batch.states.tobytes()
assert "lucky" in game.describe_observation(game.observe(states)[0])
"""
    # Without the compiler: what is tested is that nothing else in the suite has to know of the game.
    run(code, PYTHONPATH=str(site), NUMBA_DISABLE_JIT="1")


def test_unused_machine_code_is_removed_after_a_month(tmp_path: Path) -> None:
    old, new, other = tmp_path / "a.kernel", tmp_path / "b.kernel", tmp_path / "notes.txt"
    for file in (old, new, other):
        file.touch()
    long_ago = time.time() - UNUSED_AFTER_SECONDS - 60
    for file in (old, other):
        os.utime(file, (long_ago, long_ago))
    remove_unused(tmp_path)
    assert [old.exists(), new.exists(), other.exists()] == [False, True, True]


def test_the_copy_is_what_runs(site: Path) -> None:
    found = run("import ludarium.envs.core as c; print(c.__file__)", PYTHONPATH=str(site))
    assert Path(found.strip()).is_relative_to(site)
