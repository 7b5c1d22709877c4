"""What is built and installed is the tree, at its mapped places, and works away from the repository."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    "src/ludarium": "ludarium",
    "envs": "ludarium/envs",
    "agents": "ludarium/agents",
    "training": "ludarium/training",
    "benchmarks": "ludarium/benchmarks",
}

pytestmark = pytest.mark.xdist_group("packaging")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked_files() -> list[PurePosixPath]:
    """Return the files under version control that are there now; a working tree's leftovers do not count."""
    listing = run("git", "ls-files", "-z", cwd=ROOT)
    return [PurePosixPath(name) for name in listing.split("\0") if name and (ROOT / name).is_file()]


def mapped(files: Sequence[PurePosixPath]) -> set[str]:
    """Return the places inside the wheel at which `files` belong; files outside the shipped folders have none."""
    return {
        f"{package}/{file.relative_to(folder)}"
        for file in files
        for folder, package in FOLDERS.items()
        if file.is_relative_to(folder)
    }


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert len(names) == len(set(names)), "a file is in the wheel twice"
    return {name for name in names if not PurePosixPath(name).parts[0].endswith(".dist-info")}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the files under version control."""
    copy = tmp_path_factory.mktemp("tree")
    for file in tracked_files():
        target = copy / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, target)
    return copy


def build(tree: Path, out: Path, *options: str) -> Path:
    run(sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", out, tree, cwd=out)
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel built by way of a source distribution, as releases are."""
    return build(tree, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the wheel alone is installed."""
    target = tmp_path_factory.mktemp("site")
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel, cwd=target)
    return target


def test_every_shipped_folder_holds_files() -> None:
    places = mapped(tracked_files())
    for package in FOLDERS.values():
        assert f"{package}/__init__.py" in places


def test_wheel_from_source_distribution_is_the_tree(wheel: Path) -> None:
    assert contents(wheel) == mapped(tracked_files())


def test_wheel_built_directly_is_the_tree(tree: Path, tmp_path: Path) -> None:
    assert contents(build(tree, tmp_path, "--wheel")) == mapped(tracked_files())


def test_data_in_a_folder_without_code_is_shipped(tree: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy)
    extra = ["envs/toy/__init__.py", "envs/toy/cards/deck.json", "envs/toy/README.md", "agents/weights/toy.safetensors"]
    for name in extra:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).touch()
    out = tmp_path / "dist"
    out.mkdir()
    assert contents(build(copy, out)) == mapped([*tracked_files(), *map(PurePosixPath, extra)])


def test_installed_wheel_imports_away_from_the_repository(site: Path, tmp_path: Path) -> None:
    code = (
        "import importlib.resources, ludarium, ludarium.agents, ludarium.benchmarks, ludarium.envs, ludarium.training\n"
        "assert importlib.resources.files('ludarium').joinpath('py.typed').is_file()\n"
        "print(ludarium.__version__)\n"
        "for package in (ludarium, ludarium.envs, ludarium.agents, ludarium.training, ludarium.benchmarks):\n"
        "    print(package.__file__)"
    )
    version, *files = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(site)).splitlines()
    assert version == tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert [Path(file) for file in files] == [site / package / "__init__.py" for package in FOLDERS.values()]


@pytest.mark.parametrize("name", ["envs", "agents", "training", "benchmarks"])
def test_folder_refuses_any_other_name(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: this folder is the package 'ludarium.{name}'")
    assert f"imported as '{name}'" in last
