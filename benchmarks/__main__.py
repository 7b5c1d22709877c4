"""``python -m ludarium.benchmarks``: our speed, that of the peers beside it, and what people wait for."""

from __future__ import annotations

import sys

from ludarium.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["bench", "--peers", *sys.argv[1:]]))
