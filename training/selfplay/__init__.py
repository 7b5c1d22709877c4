"""Self-play in which every seat learns: our own PPO for games, with compiled sampling, losses and advantages.

The parts, in the order in which a decision meets them: :mod:`.tables` (the games, and who sits where), :mod:`.inputs`
(what a network is shown, and its first layer), :mod:`.network`, :mod:`.losses` (choosing, and the gradients of what is
learned), :mod:`.experience` (what was decided and what it earned), and :mod:`.learner`, which joins them.
"""
