"""How any game works: kernels and their cache, state schema, random numbers, game descriptions and the batch engine.

Nothing in this package knows a particular game, an adapter or an agent.
"""
