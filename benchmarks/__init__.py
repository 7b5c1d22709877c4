"""Speed measurements, alone and against other suites."""

if __name__ != "ludarium.benchmarks":
    raise ImportError(
        f"this folder is the package 'ludarium.benchmarks', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.benchmarks'"
    )
