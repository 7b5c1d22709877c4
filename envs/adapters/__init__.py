"""What the outside world expects: PettingZoo, Gymnasium, Stable-Baselines3, OpenSpiel.

Nothing in this package knows a particular game, an agent or a rule.
"""
