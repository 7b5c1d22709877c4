"""Self-play training, evaluation and ratings."""

if __name__ != "ludarium.training":
    raise ImportError(
        f"this folder is the package 'ludarium.training', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.training'"
    )
