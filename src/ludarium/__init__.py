"""Ludarium: modern tabletop games as reinforcement-learning environments."""

from importlib.metadata import version

__version__ = version("ludarium")
