"""How agents do against each other: seats rotated, the same deals in every arrangement, intervals that know of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent
from ludarium.envs.core.checks import checked_count
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import checked_seed, fresh_seed, seeds_of_slots

from .intervals import mean_interval, score_interval
from .matches import Games, ask_strictly, play_deals
from .results import AgentResult, Evaluation, Pairing, SeatResult

Floats = npt.NDArray[np.float64]

_GAMES_AT_ONCE = 2048


def evaluate(
    agents: Sequence[Agent],
    game: Game,
    games: int,
    seed: int | None = None,
    *,
    against: Sequence[Agent] = (),
    batch_size: int = _GAMES_AT_ONCE,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Plays `agents` against each other, or each of them against copies of others.

    Every set of as many agents as the game has seats is a pairing. With `against`, the pairings are each of `agents` in
    one seat with each of `against` in all the other seats.

    The deals of a pairing are played once in every rotation of the seats, each time from the same random stream; which
    agent sits behind which changes from deal to deal, through all circular orders. All pairings get the same deals. The
    result does not depend on `batch_size`.

    Args:
        agents: at least as many as there are seats, or with `against` at least one; the same one may stand there twice.
        game: what they play.
        games: games of each pairing; rounded up, with a note, to a multiple of the number of seats.
        seed: of deals and draws; None asks the operating system.
        against: opponents, of which each fills all seats but one.
        batch_size: games played in step.
        progress: called with the number of games played and of all games. A KeyboardInterrupt ends the evaluation: the
            result holds what was played by then, and says so; if that is nothing, the interrupt goes on.

    Raises:
        ValueError: too few agents, or not a positive number of games.
        IllegalActionError: an agent chose an illegal action; the message names the agent.
    """
    seats, number = game.num_players, len(agents)
    least = 1 if against else seats
    if number < least:
        raise ValueError(f"there are {number} agents, expected at least {least} for {game.string}")
    games, batch_size = checked_count(games, "games"), checked_count(batch_size, "batch_size")
    chosen = fresh_seed() if seed is None else checked_seed(seed)
    players = [*agents, *against]
    if against:
        others = range(number, len(players))
        sets: list[tuple[int, ...]] = [(k, *[other] * (seats - 1)) for k in range(number) for other in others]
    else:
        sets = list(combinations(range(number), seats))
    deals = -(-games // seats)
    notes = [f"{games} games rounded up to {deals * seats}, a multiple of {seats} seats"] if games % seats else []
    deals_at_once = max(1, min(deals, batch_size // seats))
    played: list[list[Games]] = [[] for _ in sets]
    total, done = deals * seats * len(sets), 0
    interrupted = False
    try:
        for first in range(0, deals, deals_at_once):
            count = min(deals_at_once, deals - first)
            seeds, numbers = seeds_of_slots(chosen, count, first=first), np.arange(first, first + count)
            for place, members in enumerate(sets):
                played[place].append(play_deals([players[k] for k in members], game, seeds, numbers, ask_strictly))
                done += count * seats
                if progress is not None:
                    progress(done, total)
    except KeyboardInterrupt:
        # Games under way are dropped whole rounds at a time: to keep those that are over would favour short ones.
        if done == 0:
            raise
        interrupted = done < total
        if interrupted:
            notes.append(f"interrupted after {done} of {total} games")
    found = [(members, Games.joined(parts)) for members, parts in zip(sets, played, strict=True) if parts]
    pairings = [
        Pairing(
            joined.lengths.size,
            int(joined.truncated.sum()),
            tuple(_result_of(players[k].name, k, [(members, joined)]) for k in dict.fromkeys(members)),
            float(joined.lengths.mean()),
        )
        for members, joined in found
    ]
    results = [
        _result_of(player.name, k, [(members, joined) for members, joined in found if k in members])
        for k, player in enumerate(agents)
        if any(k in members for members, _ in found)
    ]
    return Evaluation(game.string, seats, chosen, tuple(results), tuple(pairings), interrupted, "; ".join(notes))


def _result_of(name: str, player: int, found: Sequence[tuple[tuple[int, ...], Games]]) -> AgentResult:
    """The result of a player (by number) over all games of the pairings `found`, of which it is a member."""
    own = [(games, m) for members, games in found for m, member in enumerate(members) if member == player]
    seat = np.concatenate([games.seats[:, :, m].ravel() for games, m in own])
    outcomes = [games.outcomes(m) for games, m in own]
    wins = np.concatenate([won.ravel() for won, _, _ in outcomes])
    draws = np.concatenate([shared.ravel() for _, shared, _ in outcomes])
    score = [scored for _, _, scored in outcomes]
    returns = [games.returns[:, :, m] for games, m in own]
    num_seats = own[0][0].seats.shape[2]
    seats = tuple(
        SeatResult(
            place,
            int((wins & (seat == place)).sum()),
            int((draws & (seat == place)).sum()),
            int((~wins & ~draws & (seat == place)).sum()),
        )
        for place in range(num_seats)
    )
    return AgentResult(
        name,
        len(own) // len(found),
        int(wins.sum()),
        int(draws.sum()),
        int((~wins & ~draws).sum()),
        float(np.concatenate([s.ravel() for s in score]).mean()),
        score_interval(_by_deal(score)),
        float(np.concatenate([r.ravel() for r in returns]).mean()),
        mean_interval(_by_deal(returns)),
        seats,
        {
            name: float(np.concatenate([games.figures[name][:, :, m].ravel() for games, m in own]).mean())
            for name in own[0][0].figures
        },
    )


def _by_deal(figures: Sequence[Floats]) -> Floats:
    """Means over all games of a deal, of all pairings that have played it, ``[deals]``."""
    deals = min(len(figure) for figure in figures)
    if any(len(figure) != deals for figure in figures):  # interrupted: the last round is not complete
        figures = [figure[:deals] for figure in figures]
    return np.asarray(np.concatenate(figures, axis=1).mean(axis=1))
