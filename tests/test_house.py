"""The arrows between the packages point one way, `import ludarium` stays light, and no global generator is used."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"src/ludarium": "ludarium", **{name: f"ludarium.{name}" for name in ("envs", "agents", "training")}}

# The one module that may touch global random state: it saves, sets and restores that of libraries which know no other.
MAY_TOUCH_GLOBAL_GENERATORS = {"ludarium.training.isolation"}

NUMPY_RANDOM_WITHOUT_STATE = {
    "BitGenerator",
    "Generator",
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "SFC64",
    "SeedSequence",
    "default_rng",
}
TORCH_GLOBAL_STATE = {"get_rng_state", "initial_seed", "manual_seed", "manual_seed_all", "seed", "set_rng_state"}
TORCH_SAMPLERS = {"bernoulli", "multinomial", "normal", "poisson", "rand", "randint", "randn", "randperm"}


def shipped() -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the syntax tree of each shipped module; a package goes by `….__init__`."""
    for folder, package in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            inner = path.relative_to(ROOT / folder).with_suffix("").parts
            yield ".".join((package, *inner)), ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(module: str, tree: ast.Module) -> set[str]:
    """Return every name that `module` imports, dotted and absolute: by statement, or as a dotted path in a string."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(filter(None, [*module.split(".")[: -node.level], node.module]))
            names.update(f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = node.value.split(".")
            if parts[0] == "ludarium" and len(parts) > 1 and all(part.isidentifier() for part in parts):
                names.add(node.value)
    return names


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def game_folders() -> set[str]:
    """Return the names of the games: the folders with code beside those that know no game."""
    folders = {path.parent.name for path in (ROOT / "envs").glob("*/__init__.py")}
    return folders - {"core", "adapters"}


def may_import(module: str, name: str, games: set[str]) -> bool:
    """Tell whether the house allows `module` to import `name`, where `games` are the folders of games."""
    if not within(name, "ludarium") or within(module, "ludarium.training"):
        return not within(name, "ludarium.benchmarks")
    if within(module, "ludarium.agents"):
        return not within(name, "ludarium.training", "ludarium.benchmarks")
    if not within(module, "ludarium.envs"):
        return True
    if not within(name, "ludarium.envs"):
        return False
    part = module.split(".")[2]
    if part in games:
        return within(name, "ludarium.envs.core", f"ludarium.envs.{part}")
    if part in ("core", "adapters"):  # they reach games through the registry alone, and name none
        above = {"adapters"} if part == "core" else set()
        return not within(name, *(f"ludarium.envs.{folder}" for folder in games | above))
    return True  # the registry names the games


def wrong_imports(module: str, tree: ast.Module, games: set[str]) -> list[str]:
    return sorted(f"{module} imports {name}" for name in imported(module, tree) if not may_import(module, name, games))


def dotted(node: ast.expr, aliases: dict[str, str]) -> str:
    """Return the absolute dotted name that an expression such as `np.random.seed` stands for, or an empty string."""
    if isinstance(node, ast.Attribute):
        base = dotted(node.value, aliases)
        return f"{base}.{node.attr}" if base else ""
    return aliases.get(node.id, "") if isinstance(node, ast.Name) else ""


def global_generators(module: str, tree: ast.Module) -> list[str]:
    """Return the uses of random generators that belong to the process and not to a game, an agent or a run."""
    aliases: dict[str, str] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                aliases[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            aliases.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})

    # Names imported and never used count too: `aliases` holds them.
    uses = list(aliases.values())
    uses += [dotted(node, aliases) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    for name in uses:
        parts = name.split(".")
        if (
            parts[0] == "random"
            or (parts[:2] == ["numpy", "random"] and len(parts) > 2 and parts[2] not in NUMPY_RANDOM_WITHOUT_STATE)
            or (parts[0] == "torch" and parts[-1] in TORCH_GLOBAL_STATE)
            or name == "stable_baselines3.common.utils.set_random_seed"
        ):
            found.add(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted(node.func, aliases)
            if name in {f"torch.{sampler}" for sampler in TORCH_SAMPLERS} and "generator" not in {
                keyword.arg for keyword in node.keywords
            }:
                found.add(f"{name} without a generator")
    return [f"{module} uses {name}" for name in sorted(found)]


def test_the_arrows_point_one_way() -> None:
    games = game_folders()
    assert [wrong for module, tree in shipped() for wrong in wrong_imports(module, tree, games)] == []


def test_no_global_generator_is_used() -> None:
    found = {module: global_generators(module, tree) for module, tree in shipped()}
    assert [use for module, uses in found.items() if module not in MAY_TOUCH_GLOBAL_GENERATORS for use in uses] == []


def test_import_is_light() -> None:
    code = "import sys, ludarium, ludarium.envs, ludarium.agents; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "ludarium.envs" in loaded
    assert loaded.isdisjoint({"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib", "scipy"})


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        ("ludarium.envs.core.engine", "import ludarium.envs.kelp.rules", "ludarium.envs.kelp.rules"),
        ("ludarium.envs.core.engine", "from ..kelp import rules", "ludarium.envs.kelp.rules"),
        ("ludarium.envs.core.engine", "from .. import kelp", "ludarium.envs.kelp"),
        ("ludarium.envs.core.__init__", "from ..adapters import pettingzoo", "ludarium.envs.adapters.pettingzoo"),
        ("ludarium.envs.core.game", "def f():\n    from ludarium import agents", "ludarium.agents"),
        ("ludarium.envs.core.game", "load('ludarium.envs.kelp')", "ludarium.envs.kelp"),
        ("ludarium.envs.core.game", "import ludarium", "ludarium"),
        ("ludarium.envs.kelp.rules", "from ..registry import find_game", "ludarium.envs.registry.find_game"),
        ("ludarium.envs.registry", "from ..agents import random", "ludarium.agents.random"),
        ("ludarium.envs.kelp.rules", "from ludarium.envs import lockup", "ludarium.envs.lockup"),
        ("ludarium.envs.kelp.rules", "from ..adapters.pettingzoo import env", "ludarium.envs.adapters.pettingzoo.env"),
        ("ludarium.envs.adapters.gymnasium", "from ..kelp.state import KELP", "ludarium.envs.kelp.state.KELP"),
        ("ludarium.envs.adapters.gymnasium", "from ...agents import random", "ludarium.agents.random"),
        ("ludarium.agents.neural", "from ..training.ppo import fit", "ludarium.training.ppo.fit"),
        ("ludarium.training.ppo", "from ..benchmarks import speed", "ludarium.benchmarks.speed"),
    ],
)
def test_a_wrong_import_is_seen(module: str, source: str, name: str) -> None:
    assert wrong_imports(module, ast.parse(source), {"kelp", "lockup"}) == [f"{module} imports {name}"]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("ludarium.envs.core.engine", "import numpy as np\nfrom . import schema\nfrom .game import Game"),
        ("ludarium.envs.core.kernels", "CLASS = 'ludarium.envs.core.kernels.Locator'"),
        ("ludarium.envs.core.game", "from ..registry import find_game"),
        ("ludarium.envs.registry", "from .kelp import KELP"),
        ("ludarium.envs.kelp.__init__", "from ludarium.envs.core import game\nfrom .rules import step"),
        ("ludarium.envs.__init__", "from .kelp import KELP"),
        ("ludarium.envs.adapters.gymnasium", "from .. import find_game\nfrom ..core.game import Game"),
        ("ludarium.agents.random", "from ..envs.core import engine"),
        ("ludarium.training.ppo", "from ..agents import random\nimport torch"),
        ("ludarium.__main__", "from . import training, benchmarks"),
    ],
)
def test_a_right_import_passes(module: str, source: str) -> None:
    assert wrong_imports(module, ast.parse(source), {"kelp", "lockup"}) == []


@pytest.mark.parametrize(
    ("source", "use"),
    [
        ("import random", "random"),
        ("from random import shuffle", "random.shuffle"),
        ("import numpy as np\nnp.random.seed(0)", "numpy.random.seed"),
        ("import numpy\nnumpy.random.rand(3)", "numpy.random.rand"),
        ("from numpy import random as r\nr.choice([1])", "numpy.random.choice"),
        ("from numpy.random import randint", "numpy.random.randint"),
        ("def f():\n    import torch\n    torch.manual_seed(1)", "torch.manual_seed"),
        ("import torch\ntorch.cuda.manual_seed_all(1)", "torch.cuda.manual_seed_all"),
        ("import torch as t\nt.rand(3)", "torch.rand without a generator"),
        (
            "from stable_baselines3.common.utils import set_random_seed",
            "stable_baselines3.common.utils.set_random_seed",
        ),
    ],
)
def test_a_global_generator_is_seen(source: str, use: str) -> None:
    assert global_generators("m", ast.parse(source)) == [f"m uses {use}"]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\ngenerator: np.random.Generator = np.random.default_rng(np.random.SeedSequence(1))",
        "import torch\ntorch.rand(3, generator=torch.Generator())",
        "from ludarium.envs.core import random\nrandom.draw()",
        "from . import random\nrandom.draw()",
    ],
)
def test_a_generator_of_ones_own_passes(source: str) -> None:
    assert global_generators("m", ast.parse(source)) == []
