"""The folders at the top of the repository, installed under one import name; everything else is in `pyproject.toml`."""

from setuptools import find_namespace_packages, setup

PACKAGE_DIR = {
    "ludarium": "src/ludarium",
    "ludarium.envs": "envs",
    "ludarium.agents": "agents",
    "ludarium.training": "training",
    "ludarium.benchmarks": "benchmarks",
}


def packages() -> list[str]:
    """Return every package, among them the folders that hold data alone."""
    found = []
    for name, folder in PACKAGE_DIR.items():
        below = find_namespace_packages(folder, exclude=["__pycache__", "*.__pycache__"])
        found += [name, *(f"{name}.{package}" for package in below)]
    return found


setup(package_dir=PACKAGE_DIR, packages=packages())
