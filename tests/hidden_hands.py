"""What games keep to themselves in which hands are hidden and nothing else: from records, from numbers and from words.

The field ``hand`` counts, by seat, the cards in hand; whatever else the record holds is public, but for ``rng``.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States

SPECTATOR = -1


def check_hands_alone_are_hidden(game: Game, states: States, viewer: int) -> None:
    """Of a record ``[1]`` in which all seats hold cards, a viewer sees all but the stream and the hands of others."""
    seen = game.redact(states, viewer)
    assert {name for name in states.dtype.names or () if (seen[name] != states[name]).any()} == {"hand", "rng"}
    assert not seen["rng"].any()
    for seat in range(game.num_players):
        own = states["hand"][0, seat] if seat == viewer else 0
        assert (seen["hand"][0, seat] == own).all()


def check_numbers_tell_nothing(game: Game, positions: Iterable[States]) -> int:
    """Others' hands redrawn at random, or wiped: what a seat is shown stays the same to the last number.

    Returns:
        How often a redraw changed hands: once at most for each of the `positions` and each seat.
    """
    differed = 0
    for states in positions:
        for player in range(game.num_players):
            redacted = game.redact(states, player)
            redrawn = states.copy()
            game.resample(redrawn, player, 9)
            differed += int((redrawn["hand"] != states["hand"]).any())
            mine = states["to_act"] == player
            for other in (redacted, redrawn):
                assert (game.observe(other, player) == game.observe(states, player)).all()
                assert (game.legal(other)[mine] == game.legal(states)[mine]).all()
    return differed


def check_words_tell_nothing(game: Game, positions: Iterable[States]) -> None:
    """The renderer is given full states here: what it keeps to itself it keeps without the help of redaction."""
    for states in positions:
        for player in (*range(game.num_players), SPECTATOR):
            redrawn = states.copy()
            if player != SPECTATOR:
                game.resample(redrawn, player, 8)
            for full, seen, other in zip(states, game.redact(states, player), redrawn, strict=True):
                words = game.describe(full, player)
                assert words == game.describe(seen, player)
                assert words == game.describe(other, player)
                assert game.spec.describe(game.options, full, player) == words
