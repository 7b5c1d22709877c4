"""``python -m ludarium.benchmarks``: our speed, in search and training too, the peers', and what people wait for."""

from __future__ import annotations

import sys

from ludarium.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["bench", "--search", "--training", "--peers", *sys.argv[1:]]))
