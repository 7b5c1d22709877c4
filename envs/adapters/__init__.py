"""What the outside world expects: PettingZoo, Gymnasium and Stable-Baselines3 faces of any game.

Nothing in this package knows a particular game, an agent or a rule.
"""
