"""Search in trees, over the kernels of any game."""

from .agent import SearchAgent, check_open, plan_of
from .judged import Judge, JudgedSearch
from .searcher import Found, Plan, Search

__all__ = ["Found", "Judge", "JudgedSearch", "Plan", "Search", "SearchAgent", "check_open", "plan_of"]
