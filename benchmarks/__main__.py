"""``python -m ludarium.benchmarks``: our speed, also in search, the peers' beside it, and what people wait for."""

from __future__ import annotations

import sys

from ludarium.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["bench", "--search", "--peers", *sys.argv[1:]]))
