"""The games, and what turns a game into an environment."""

if __name__ != "ludarium.envs":
    raise ImportError(
        f"this folder is the package 'ludarium.envs', but it was imported as {__name__!r}: "
        "install the project (pip install -e .) and write 'import ludarium.envs'"
    )
