"""Search in trees, over the kernels of any game."""

from .agent import SearchAgent, check_open, plan_of
from .searcher import Found, Plan, Search

__all__ = ["Found", "Plan", "Search", "SearchAgent", "check_open", "plan_of"]
