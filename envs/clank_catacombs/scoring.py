"""Final scores and how a game ends (CC27 to CC33, CCD27)."""

from __future__ import annotations

from ..core.kernels import Record, kernel, seldom, whole
from ..core.outcomes import LOWEST, lead, share_win
from .rooms import num_marks
from .state import ESCAPED, INSIDE, KNOCKED_OUT, ROOM_BITS, SEAT_BITS
from .tables import (
    ARTIFACT_POINTS,
    CONDITIONAL_POINTS,
    CROWN,
    DEPTHS_FACT,
    IDOL_POINTS,
    MARKET_POINTS,
    MASTERY,
    MAYOR,
    MONK,
    MONKEYBOT,
    NUM_ARTIFACTS,
    NUM_KEPT,
    NUM_MARKET,
    PRIMATOLOGIST,
    PRINCE,
    PRINCESS,
    SECRET_TOME,
    SORCERESS,
    TOKEN_POINTS,
    WARRIOR,
)
from .tiles import ROOM_FACTS

_TOMES = 2  # that a Sorceress wants
_ARTIFACT_STEP = 1 << 6  # orders seats by points, then by their best artifact, which is worth at most 20


@kernel
def knock_out_all(s: Record) -> None:
    """All who are still in the dungeon are knocked out (CC24, CC26)."""
    for seat in range(s.num_players):
        if s.status[seat] == INSIDE:
            s.status[seat] = KNOCKED_OUT


@kernel
def scores_nothing(s: Record, seat: int) -> bool:
    """Knocked out without an Artifact or in the Depths (CC29)."""
    lost = (s.num_artifacts[seat] == 0) | (ROOM_FACTS[s.room[seat] & ROOM_BITS] & DEPTHS_FACT > 0)
    return lost & (s.status[seat] != ESCAPED)


@kernel
def points_of(s: Record, seat: int) -> int:
    """All that the seat has, whether it counts or not (CC33)."""
    points = whole(s.gold[seat]) + s.card_points[seat] + s.crown_points[seat] + IDOL_POINTS * whole(s.idols[seat])
    points += MASTERY * (s.status[seat] == ESCAPED)
    for artifact in range(NUM_ARTIFACTS):
        points += s.artifacts[seat, artifact] * ARTIFACT_POINTS[artifact]
    for goods in range(NUM_MARKET):
        points += s.bought[seat, goods] * MARKET_POINTS[goods]
    for token in range(NUM_KEPT):
        points += s.tokens[seat, token] * TOKEN_POINTS[token]
    return points + points_of_prisoners(s, seat)


@kernel
def points_of_prisoners(s: Record, seat: int) -> int:
    """Prisoners whose points depend on something (CC41, CCD27)."""
    tokens = s.tokens[seat]
    crowned = whole(s.bought[seat, CROWN] > 0)
    has_idol = whole(s.idols[seat]) + tokens[MONKEYBOT] > 0
    tomes = whole(s.held[seat, SECRET_TOME]) + s.discard[seat, SECRET_TOME]
    met = whole(tokens[MAYOR]) * (s.status[seat] == ESCAPED) + tokens[PRIMATOLOGIST] * whole(has_idol)
    met += (whole(tokens[PRINCE]) + tokens[PRINCESS]) * crowned + tokens[SORCERESS] * whole(tomes >= _TOMES)
    return CONDITIONAL_POINTS * met + tokens[MONK] * num_marks(s, seat) + tokens[WARRIOR] * whole(s.prisoners[seat])


@kernel
def best_artifact(s: Record, seat: int) -> int:
    """Points of the most valuable Artifact, which decides ties (CC33)."""
    best = 0
    for artifact in range(NUM_ARTIFACTS):
        if s.artifacts[seat, artifact] > 0:
            best = ARTIFACT_POINTS[artifact]
    return best


@seldom
def finish(s: Record, ending: int) -> None:
    """The game ends: scores, ties, returns (CC33, CCD27)."""
    best, winners = LOWEST, 0
    for player in range(s.num_players):
        seat = player & SEAT_BITS
        score = 0 if scores_nothing(s, seat) else points_of(s, seat)
        s.scores[seat] = score
        rank = score * _ARTIFACT_STEP + best_artifact(s, seat) * (score > 0)
        best, winners = lead(best, winners, seat, rank)
    share_win(s, winners)
    s.ending = ending
    s.terminated = True
