"""An observation of Lockup rebuilds everything that the seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.lockup.observation import STEPWISE
from ludarium.envs.lockup.tables import COMMANDERS, EVENTS, MONSTERS, NUM_BATTLE, NUM_CONCEALED, NUM_OPEN_EVENTS
from tests.lockup.table import allows, play, start

GAMES = [make_game("lockup", num_players=n, upkeep=upkeep) for n, upkeep in product((2, 3, 4), ("lump", "per_worker"))]
FIELDS_BY_SEAT = ("penalty", "bonus", "points", "power", "workers", "out", "num_missions", "faction", "monsters")


def random_states(game: Game, games: int, seed: int) -> Iterator[States]:
    """Games played at random, ``[games]`` records at a time, until all are over; finished ones stay."""
    rng = np.random.default_rng(seed)
    states = game.new_states(seed, games)
    yield states
    while not states["terminated"].all():
        running = np.flatnonzero(~states["terminated"])
        part = states[running]
        game.step(part, (game.legal(part) * rng.random((len(part), game.num_actions))).argmax(axis=1))
        states[running] = part
        yield states


def expected(s: Any, player: int, n: int) -> dict[str, Any]:
    """What the seat may see of the record `s`, by segment, without looking at anybody else's face-down cards."""
    seats = [(player + distance) % n for distance in range(n)]
    unseen = s["unopened"].astype(int)
    unseen[:NUM_CONCEALED] -= s["face_down"][player]
    gold, food = s["gold"][seats].astype(int), s["food"][seats].astype(int)
    in_battle = s["attacker"] > 0
    return {
        "to_act": seats.index(s["to_act"]),
        "start": seats.index(s["start"]),
        "attacker": seats.index(s["attacker"] - 1) if in_battle else -1,
        "defender": seats.index(s["defender"] - 1) if in_battle else -1,
        "gold": np.minimum(gold, STEPWISE),
        "food": np.minimum(food, STEPWISE),
        "more_gold": np.maximum(gold - STEPWISE, 0),
        "more_food": np.maximum(food - STEPWISE, 0),
        **{name: s[name][seats] for name in FIELDS_BY_SEAT},
        "face_down": s["num_face_down"][seats],
        "modifiers": s["modifiers"][seats, :8],
        "income": s["modifiers"][seats, 8:],
        "open_battle_commanders": s["face_up"][seats, :NUM_BATTLE],
        "display": s["display"],
        "pile": s["pile"],
        "unseen_commanders": unseen,
        "unseen_events": [*s["event_pile"], *(1 - s["missions"][player])],
        "own_face_down": s["face_down"][player],
        "own_missions": s["missions"][player],
        "piles_left": [*s["pile_left"], s["commanders_left"], s["events_left"]],
        "occupied": s["occupied"],
        "round": s["round_number"] - 1,
        "phase": s["phase"],
        "attack_commander": s["attack_commander"] - 1,
        "to_feed": [s["to_feed"]],
        "haggled": [s["haggled"]],
    }


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_an_observation_decodes_to_what_the_seat_may_see(game: Game) -> None:
    n = game.num_players
    for states in random_states(game, 12, seed=1):
        for player in range(n):
            observations = game.observe(states, player)
            assert observations.dtype == np.float32
            assert (observations >= game.layout.low).all()
            assert (observations <= game.layout.high).all()
            for state, observation in zip(states, observations, strict=True):
                seen = {name: value.tolist() for name, value in game.layout.decode(observation).items()}
                wanted = {name: np.asarray(value).tolist() for name, value in expected(state, player, n).items()}
                assert seen == wanted


@pytest.mark.rule("LD13", "LD14")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.string)
def test_an_observation_holds_nothing_that_the_seat_may_not_see(game: Game) -> None:
    for states in random_states(game, 12, seed=2):
        for player in range(game.num_players):
            redacted = game.redact(states, player)
            assert (game.observe(redacted, player) == game.observe(states, player)).all()
            mine = states["to_act"] == player
            assert (game.legal(redacted)[mine] == game.legal(states)[mine]).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_own_things_come_first_and_the_others_clockwise(n: int) -> None:
    game, states = start(num_players=n)
    states["gold"][0, :n] = np.arange(n) + 20
    for player in range(n):
        seen = game.layout.decode(game.observe(states, player)[0])
        order = [(player + distance) % n for distance in range(n)]
        assert seen["more_gold"].tolist() == [seat + 4 for seat in order]
        assert seen["gold"].tolist() == [16] * n
        assert seen["faction"].tolist() == states["faction"][0][order].tolist()
        assert order[int(seen["start"])] == order[int(seen["to_act"])] == 0


@pytest.mark.rule("LD13")
def test_what_a_seat_has_seen_is_not_unseen() -> None:
    """A face-down commander is unseen to all but its owner; a mission likewise; what lies open is unseen to nobody."""
    game, states = start(num_players=3)
    tamer, mission, opened = COMMANDERS.index("Beast Tamer"), EVENTS.index("Mission: Brood"), 0
    states["face_down"][0, 1, tamer] = states["num_face_down"][0, 1] = 1
    states["missions"][0, 1, mission - NUM_OPEN_EVENTS] = states["num_missions"][0, 1] = 1
    states["face_up"][0, 2, opened] = 1
    states["unopened"][0, opened] = 0
    for player in range(3):
        seen = game.layout.decode(game.observe(states, player)[0])
        owner = player == 1
        assert seen["unseen_commanders"][tamer] == seen["unseen_events"][mission] == int(not owner)
        assert seen["own_face_down"][tamer] == seen["own_missions"][mission - NUM_OPEN_EVENTS] == int(owner)
        assert seen["unseen_commanders"][opened] == 0
        assert seen["unseen_commanders"].sum() == len(COMMANDERS) - 1 - int(owner)
        assert seen["open_battle_commanders"][(2 - player) % 3, opened] == 1
        assert seen["open_battle_commanders"].sum() == 1


@pytest.mark.rule("LD13")
def test_a_spectator_sees_what_is_public() -> None:
    game, states = start(num_players=2)
    for name in ("face_down", "missions"):
        states[name][0, :, 0] = 1
    seen = game.redact(states, -1)
    for name in ("face_down", "missions", "commander_pile", "mission_pile", "rng"):
        assert states[name].any()
        assert not seen[name].any()
    for name in ("gold", "display", "pile", "unopened", "event_pile", "num_face_down", "faction", "modifiers"):
        assert (seen[name] == states[name]).all()


def test_a_hire_moves_a_monster_from_the_display_to_the_first_row() -> None:
    game, states = start()
    kind = next(kind for kind, name in enumerate(MONSTERS) if allows(game, states, f"hire {name}"))
    before = game.layout.decode(game.observe(states, 0)[0])
    play(game, states, f"hire {MONSTERS[kind]}")
    after = game.layout.decode(game.observe(states, 0)[0])
    assert after["display"][kind] == before["display"][kind] - 1
    assert after["monsters"][0, kind] == 1
    assert game.layout.decode(game.observe(states, 1)[0])["monsters"][1, kind] == 1
