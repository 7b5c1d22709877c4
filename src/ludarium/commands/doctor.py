"""``ludarium doctor``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

from . import Result, add_json, one_line

EXAMPLES = """examples:
  ludarium doctor
  ludarium doctor --json

The exit status is 1 if something is wrong."""

#: Environment variables that decide how fast things run, or whether they run compiled at all.
VARIABLES = (
    "LUDARIUM_CACHE_DIR",
    "NUMBA_DISABLE_JIT",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_OPT",
    "NUMBA_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "CUDA_VISIBLE_DEVICES",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    """What the suite runs on, and what is wrong with it."""
    problems: list[str] = []
    data: dict[str, Any] = {
        "versions": _versions(problems),
        "installation": _installation(problems),
        "cache": _cache(problems),
        "environment": {name: os.environ[name] for name in VARIABLES if name in os.environ},
        "compiler": _compiler(problems),
    }
    data |= _threads_and_devices(problems)
    data["games"] = _games(problems)
    data["problems"] = problems
    return Result(data, _in_words(data), 1 if problems else 0)


def _versions(problems: list[str]) -> dict[str, str | None]:
    """Versions of Python, of ludarium and of what it requires, checked against the ranges it declares."""
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet

    found: dict[str, str | None] = {"python": platform.python_version(), "ludarium": metadata.version("ludarium")}
    wanted = str(metadata.metadata("ludarium")["Requires-Python"])
    if not SpecifierSet(wanted).contains(platform.python_version(), prereleases=True):
        problems.append(f"Python is {platform.python_version()}, expected {wanted}")
    for text in metadata.requires("ludarium") or []:
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            version = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            found[requirement.name] = None
            problems.append(f"{requirement.name} is not installed, expected {requirement.name}{requirement.specifier}")
            continue
        found[requirement.name] = version
        if not requirement.specifier.contains(version, prereleases=True):
            problems.append(f"{requirement.name} is {version}, expected {requirement.specifier}")
    return found


def _installation(problems: list[str]) -> dict[str, Any]:
    """Where this copy lies, and whether there are others that another process might import."""
    import ludarium

    here = Path(ludarium.__file__).resolve().parent
    copies = {here}
    for entry in sys.path:
        candidate = Path(entry or ".") / "ludarium" / "__init__.py"
        if candidate.is_file():
            copies.add(candidate.resolve().parent)
    if len(copies) > 1:
        listed = ", ".join(map(str, sorted(copies)))
        problems.append(f"there are {len(copies)} copies of ludarium on the path ({listed}); this is {here}")
    installed = {distribution.version for distribution in metadata.distributions(name="ludarium")}
    if len(installed) > 1:
        problems.append(f"ludarium is installed in several versions: {', '.join(sorted(installed))}")
    return {"folder": str(here), "executable": sys.executable, "platform": platform.platform()}


def _cache(problems: list[str]) -> dict[str, Any]:
    """The folder of compiled kernels: whether it can be written, and its size."""
    import platformdirs

    from ludarium.envs.core.cache import cache_root

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        root = cache_root()
    folder = root or Path(os.environ.get("LUDARIUM_CACHE_DIR") or platformdirs.user_cache_path("ludarium"))
    if root is None:
        problems.append(
            one_line(str(caught[0].message))
            if caught
            else f"the cache folder {folder} cannot be written: kernels are compiled anew in every process"
        )
    files = [path for path in folder.rglob("*") if path.is_file()] if root is not None else []
    return {
        "folder": str(folder),
        "writable": root is not None,
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in files),
    }


def _compiler(problems: list[str]) -> dict[str, Any]:
    """Settings of Numba that change what it compiles."""
    import numba
    from llvmlite import binding

    settings: Any = numba.config
    if settings.DISABLE_JIT:
        problems.append("NUMBA_DISABLE_JIT is set: nothing is compiled, and games run a thousand times slower")
    if settings.BOUNDSCHECK:
        problems.append("NUMBA_BOUNDSCHECK is set: every array access is checked, and games run slower")
    return {
        "disable_jit": bool(settings.DISABLE_JIT),
        "boundscheck": bool(settings.BOUNDSCHECK),
        "cpu": settings.CPU_NAME or str(binding.get_host_cpu_name()),
    }


def _threads_and_devices(problems: list[str]) -> dict[str, Any]:
    """How many threads the libraries would use, and what torch could compute on."""
    import numba

    # Not every system can tell which of its cores a process may use.
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    settings: Any = numba.config
    threads: dict[str, Any] = {"cores": os.cpu_count(), "usable_cores": usable, "numba": settings.NUMBA_NUM_THREADS}
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        text = os.environ.get(name, "")
        if text and not text.replace(",", "").isdecimal():
            problems.append(f"{name} is {text!r}, expected a whole number")
    devices: list[dict[str, str]] = [{"device": "cpu", "name": platform.processor() or platform.machine()}]
    try:
        import torch
    except Exception as error:  # a broken installation can fail in any way
        problems.append(f"torch cannot be imported: {type(error).__name__}: {one_line(str(error))}")
    else:
        threads["torch"] = torch.get_num_threads()
        try:
            for index in range(torch.cuda.device_count()):
                devices.append({"device": f"cuda:{index}", "name": torch.cuda.get_device_name(index)})
            if torch.backends.mps.is_available():
                devices.append({"device": "mps", "name": "Apple GPU"})
        except Exception as error:  # a driver that does not fit
            problems.append(f"torch cannot list its devices: {type(error).__name__}: {one_line(str(error))}")
    for name in ("numba", "torch"):
        if threads.get(name, 0) > usable:
            problems.append(f"{name} would use {threads[name]} threads on {usable} cores, and run slower than with one")
    return {"threads": threads, "devices": devices}


def _games(problems: list[str]) -> list[str]:
    """The games whose modules can be imported."""
    from ludarium.envs.registry import find_spec, list_games

    good = []
    for name in list_games():
        try:
            find_spec(name)
        except Exception as error:
            problems.append(f"the game {name} cannot be imported: {type(error).__name__}: {one_line(str(error))}")
        else:
            good.append(name)
    return good


def _in_words(data: dict[str, Any]) -> str:
    cache = data["cache"]
    lines = [
        "Versions",
        *(f"  {name:<18} {version or 'missing'}" for name, version in data["versions"].items()),
        "Installation",
        *(f"  {name:<18} {value}" for name, value in data["installation"].items()),
        "Compiled kernels",
        f"  {'folder':<18} {cache['folder']}" + ("" if cache["writable"] else " (cannot be written)"),
        f"  {'size':<18} {cache['bytes'] / 2**20:.1f} MiB in {cache['files']} files",
        *(f"  {name:<18} {value}" for name, value in data["compiler"].items()),
        "Threads",
        *(f"  {name:<18} {value}" for name, value in data["threads"].items()),
        *(f"  {name:<18} {value}" for name, value in data["environment"].items()),
        "Devices",
        *(f"  {row['device']:<18} {row['name']}" for row in data["devices"]),
        "Games",
        *(f"  {name}" for name in data["games"]),
        "Problems" if data["problems"] else "No problems found.",
        *(f"  {problem}" for problem in data["problems"]),
    ]
    return "\n".join(lines)
