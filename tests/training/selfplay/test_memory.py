"""Memory does not grow with the number of games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

#: A run in a process of its own, whose peaks nothing else has raised: after so many games, so much memory.
SCRIPT = """
import json, resource, sys
import ludarium
from ludarium.training import TrainingArguments, ppo, resume, train
from tests.toys import SPECS

ludarium.register(SPECS["kuhn"])
seated, games, steps, peaks = [], 0, 0, {}
make = ppo.make_learner

def noted(*arguments):
    seated[:] = [make(*arguments)]
    return seated[0]

ppo.make_learner = noted
arguments = TrainingArguments(
    game="kuhn", trainer="selfplay", out=sys.argv[1], steps=10**9, eval_every=10**8, eval_games=10,
    snapshot_every=20_000, pool_size=4,
    num_envs=512, rollout=8, batch_size=2_048, hidden=(16,), shared_layers=1, magnet=0.1, magnet_every=100_000,
)
for wanted in (100_000, 1_000_000):
    while games < wanted:
        steps += 40_960
        train(arguments, pause_at=steps, quiet=True) if not seated else resume(sys.argv[1], pause_at=steps, quiet=True)
        games += int(seated[0].seats.batch.games_finished.sum())
    peaks[wanted] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([games, *peaks.values()]))
"""


@pytest.mark.slow
def test_memory_stays_flat(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path / "run")], check=True, stdout=subprocess.PIPE)
    games, early, late = json.loads(done.stdout)
    assert games >= 1_000_000
    assert late < 1.05 * early
