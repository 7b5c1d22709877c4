"""Players: random, scripted, searching, exact and trained."""

if __name__ != "ludarium.agents":
    raise ImportError(
        f"this folder is the package 'ludarium.agents', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.agents'"
    )
