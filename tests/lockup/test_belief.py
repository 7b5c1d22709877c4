"""Redraws (LD13): face-down cards are drawn from what a seat has not seen, each deal as likely as any other."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.lockup.beliefs import worlds
from tests.lockup.cards import ACTIONS, COMMANDERS, EVENTS, Commander, Hidden, face_down
from tests.lockup.oracle import LockupOracle
from tests.lockup.pairs import (
    CONCEALED,
    MISSIONS,
    Follower,
    all_games,
    row_of,
    write_position,
)
from tests.lockup.positions import Arranged, at_the_end, commander, pass_round
from tests.lockup.random_positions import scatter
from tests.records import difference, rows_of

#: Redraws for every deal that is possible: chi-square wants a handful, more make it sharper.
DRAWS_EACH = 40
#: Redrawn records compared field by field.
ROWS_EACH = 8
#: One test in a million would fail by chance if seeds were not fixed.
UNLIKELY = 1e-6

World = tuple[Hidden, ...]


# --- the comparison ---------------------------------------------------------------------------------------------------


def drawn_worlds(states: States, seats: int) -> list[World]:
    """What lies face down in every record, by seat."""
    return [
        tuple(
            (
                tuple(name for name, held in zip(CONCEALED, commanders[seat], strict=True) if held),
                tuple(name for name, held in zip(MISSIONS, missions[seat], strict=True) if held),
            )
            for seat in range(seats)
        )
        for commanders, missions in zip(states["face_down"].tolist(), states["missions"].tolist(), strict=True)
    ]


def in_world(oracle: LockupOracle, world: World) -> LockupOracle:
    """The game as it would be if these cards lay face down."""
    other = copy.deepcopy(oracle)
    for pile, table in (("commander", COMMANDERS), ("event", EVENTS)):
        concealed = CONCEALED if pile == "commander" else MISSIONS
        dealt = {name for hidden in world for name in hidden[pile == "event"]}
        kept = [name for name in other.piles[pile] if name not in concealed]
        unseen = {*other.piles[pile], *(n for s in other.seats for n in (*face_down(s), *s.missions))} & set(concealed)
        other.piles[pile] = sorted([*kept, *(unseen - dealt)], key=list(table).index)
    for seat, (commanders, missions) in zip(other.seats, world, strict=True):
        seat.commanders = [c for c in seat.commanders if c.face_up] + [Commander(n, False) for n in commanders]
        seat.missions = list(missions)
    return other


def check_redraws(game: Game, oracle: LockupOracle, states: States, player: int, seed: int) -> int:
    """Compares redraws of one state with the oracle's worlds; returns how many of those there are."""
    possible = worlds(oracle, player)
    assert len(set(possible.values())) == 1  # all deals are equally likely
    many = np.repeat(states, DRAWS_EACH * len(possible))
    game.resample(many, player, seed)
    assert (game.redact(many, player) == game.redact(states, player)).all()  # what the seat sees never changes
    counts = dict.fromkeys(possible, 0)
    first: dict[World, int] = {}
    for index, world in enumerate(drawn_worlds(many, oracle.num_players)):
        assert world in counts, f"{world} is impossible"
        counts[world] += 1
        first.setdefault(world, index)
    assert all(counts.values())
    if len(possible) > 1:
        assert chisquare(list(counts.values())).pvalue > UNLIKELY
    for world, index in list(first.items())[:ROWS_EACH]:  # the piles fit what was dealt, and all else is as it was
        row = rows_of(many[index : index + 1])[0]
        wrong = difference(row, row_of(in_world(oracle, world), int(states["moves"][0])))
        assert not wrong, wrong
    return len(possible)


def record_of(oracle: LockupOracle) -> tuple[Game, States]:
    game = make_game(
        "lockup", num_players=oracle.num_players, upkeep=oracle.upkeep, faction_income=oracle.faction_income
    )
    states = game.new_states(0)
    write_position(oracle, states, 0)
    return game, states


# --- constructed positions --------------------------------------------------------------------------------------------


def table(num_players: int, face_down: list[list[str]], face_up: list[str], missions: list[list[str]]) -> Arranged:
    """A position with these commanders and missions before the seats; those face up lie before the last seat."""
    game = Arranged(num_players=num_players)
    for seat, names in zip(game.seats, face_down, strict=True):
        seat.commanders = [commander(name) for name in names]
    game.seats[-1].commanders += [Commander(name, face_up=True) for name in face_up]
    for seat, names in zip(game.seats, missions, strict=True):
        seat.missions = list(names)
    for seat in game.seats:
        game.piles["commander"] = [n for n in game.piles["commander"] if n not in [c.name for c in seat.commanders]]
        game.piles["event"] = [name for name in game.piles["event"] if name not in seat.missions]
    return game


BATTLES = ["Warden Drusk", "Captain Ironjaw", "Lady of Knives", "Siege-Mother", "Shield Sergeant", "The Turnkey"]
BESTIARY, WARBAND, HOARD, BROOD = MISSIONS

POSITIONS: dict[str, tuple[Callable[[], Arranged], list[int]]] = {
    # The number of worlds for every seat: nothing that another seat could know.
    "the start": (lambda: Arranged(num_players=3), [1, 1, 1]),
    "one commander": (lambda: table(2, [["Old Rampart"], []], [], [[], []]), [1, 11]),
    "one each": (lambda: table(2, [["Old Rampart"], ["Chronicler"]], [], [[], []]), [10, 10]),
    "what lies face up is out": (
        lambda: table(2, [["Old Rampart"], ["Chronicler"]], [*BATTLES, "Paymaster", "Haggler"], [[], []]),
        [4, 4],
    ),
    "missions": (lambda: table(2, [[], []], [], [[HOARD], [BROOD, WARBAND]]), [3, 2]),
    "commanders and missions": (
        lambda: table(2, [["Old Rampart", "Grave Marshal"], ["Chronicler"]], BATTLES, [[HOARD], [BROOD]]),
        [3 * 3, 6 * 3],
    ),
    "three seats": (
        lambda: table(3, [["Old Rampart"], ["Chronicler"], ["Duelist Vex"]], BATTLES, [[HOARD], [], [BROOD]]),
        # Two of four commanders to two seats in order; a mission to one seat, or to two.
        [4 * 3 * 3, 4 * 3 * 4 * 3, 4 * 3 * 3],
    ),
    "three seats, one of them with nothing hidden": (
        lambda: table(3, [["Old Rampart", "Chronicler"], [], ["Duelist Vex"]], BATTLES, [[], [BROOD, HOARD], []]),
        [3 * 6, 10 * 3, 6 * 6],
    ),
    "four seats": (
        lambda: table(
            4,
            [["Old Rampart"], ["Chronicler"], ["Duelist Vex"], ["Beast Tamer"]],
            BATTLES,
            [[HOARD], [], [], [BROOD]],
        ),
        [4 * 3 * 2 * 3, 24 * 12, 24 * 12, 4 * 3 * 2 * 3],
    ),
    "four seats and nothing left in the piles": (
        lambda: table(
            4,
            [["Old Rampart", "Grave Marshal"], ["Chronicler"], ["Duelist Vex"], ["Beast Tamer"]],
            BATTLES,
            [[HOARD], [WARBAND], [BESTIARY], [BROOD]],
        ),
        [6 * 6, 12 * 6, 12 * 6, 12 * 6],
    ),
}


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("name", POSITIONS)
def test_constructed_positions(name: str) -> None:
    make, expected = POSITIONS[name]
    oracle = make()
    game, states = record_of(oracle)
    found = [check_redraws(game, oracle, states, player, seed=7 + player) for player in range(oracle.num_players)]
    assert found == expected


@pytest.mark.rule("LD13")
def test_drawing_cards_in_play_leaves_the_same_to_believe() -> None:
    """Commanders and events taken by the kernels themselves, the top cards unseen."""
    for seed in range(6):
        game = make_game("lockup", num_players=3)
        states = game.new_states(seed)
        oracle = Follower(game, rows_of(states)[0])
        for action in ("hall", "temple", "pass", "pass", "market food", "market gold"):
            if action not in oracle.legal():
                continue
            before = rows_of(states)[0]
            game.step(states, [ACTIONS.index(action)])
            oracle.follow(action, before, rows_of(states)[0])
            for player in range(3):
                check_redraws(game, oracle, states, player, seed)


# --- battles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LD14")
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_being_asked_betrays_nothing(side: str) -> None:
    """Whatever lies face down before a side, the others see the same battle as long as it is not used."""
    holder = 0 if side == "attacker" else 1
    views: set[tuple[bytes, ...]] = set()
    for name in CONCEALED:
        hands = [[name], []] if side == "attacker" else [[], [name]]
        oracle = table(3, [*hands, []], [], [[], [], []])
        game, states = record_of(oracle)
        seen = []
        for action in ("arena 1", "no commander"):
            assert game.legal(states)[0][ACTIONS.index(action)]
            for state in (states, oracle):
                game.step(states, [ACTIONS.index(action)]) if state is states else oracle.step(action)
            states["rng"] = 0
            seen += [game.redact(states, player).tobytes() for player in (*{0, 1, 2} - {holder}, -1)]
        assert states["attacker"][0] == 0  # the battle is over, with one question
        views.add(tuple(seen))
    assert len(views) == 1


@pytest.mark.rule("LD13", "LD14")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_battle_leaves_all_deals_as_likely_as_before(player: int) -> None:
    """A commander that was used is known, one that was not used may still be any."""
    oracle = table(3, [["Siege-Mother", "Old Rampart"], ["Chronicler"], ["Duelist Vex"]], BATTLES[4:], [[], [], []])
    game, states = record_of(oracle)
    sizes = [check_redraws(game, oracle, states, player, 1)]
    for action in ("arena 2", "commander Siege-Mother", "no commander"):
        oracle.step(action)
        game.step(states, [ACTIONS.index(action)])
        sizes.append(check_redraws(game, oracle, states, player, 2))
    # Nine commanders were not seen by all; two, one and one lie face down. Then one of the two is opened.
    first, later = {0: (7 * 6, 7 * 6), 1: (28 * 6, 7 * 6), 2: (28 * 6, 7 * 6)}[player]
    assert sizes == [first, first, later, later]


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LD11", "LD13", "LD20")
@pytest.mark.parametrize(("coins", "possible"), [(6, 2), (5, 3)])
def test_final_scores_are_announced_and_count_as_evidence(coins: int, possible: int) -> None:
    """A hoard of 6 gold pays as much as three beasts; with 5 gold it pays nothing, like two missions more."""
    oracle = at_the_end(Arranged(num_players=2))
    oracle.seats[1].missions, oracle.seats[1].gold = [HOARD], coins
    oracle.seats[1].monsters = ["Yard Hound", "Sewer Eel", "Cage Raven"]
    oracle.piles["event"] = [BROOD, WARBAND, BESTIARY]
    game, states = record_of(oracle)
    assert check_redraws(game, oracle, states, 0, seed=3) == 4
    pass_round(oracle)
    while not states["terminated"][0]:
        assert not states["scores"].any()
        game.step(states, [ACTIONS.index("pass")])
    assert states["scores"][0].tolist()[:2] == oracle.final_scores
    assert check_redraws(game, oracle, states, 0, seed=4) == possible
    assert check_redraws(game, oracle, states, 1, seed=5) == 1


@pytest.mark.rule("LD13", "LD20")
def test_scores_may_leave_one_deal_in_thousands() -> None:
    """All scoring cards lie before four seats, and every seat's score tells which are its own."""
    hands = [["Old Rampart"], ["Chronicler"], ["Beast Tamer"], ["Grave Marshal"]]
    oracle = at_the_end(table(4, hands, [], [[], [BESTIARY], [BROOD], []]))
    oracle.seats[1].monsters = ["Torch Sneak", "Rattle Bones", "Yard Hound", "Stone Lout", "Ember Mite"]
    oracle.seats[2].monsters = ["Yard Hound", "Sewer Eel", "Cage Raven", "Moon Stalker"]
    oracle.seats[3].monsters = ["Cell Ghoul", "Bone Knight"]
    for seat in oracle.seats:
        seat.gold = 0
    game, states = record_of(oracle)
    before = len(worlds(oracle, 0))
    pass_round(oracle)
    while not states["terminated"][0]:
        game.step(states, [ACTIONS.index("pass")])
    assert before == 10 * 9 * 8 * 12
    assert check_redraws(game, oracle, states, 0, seed=6) == 1


# --- random positions -------------------------------------------------------------------------------------------------


def number_of_deals(oracle: LockupOracle, player: int) -> int:
    """How many deals there are before any of them is listed."""
    others = [seat for seat in oracle.seats if seat is not oracle.seats[player]]
    deals = 1
    for pile, sizes in (
        ("commander", [len(face_down(seat)) for seat in others]),
        ("event", [len(seat.missions) for seat in others]),
    ):
        unseen = sum(sizes) + sum(name in (*CONCEALED, *MISSIONS) for name in oracle.piles[pile])
        for size in sizes:
            deals *= math.comb(unseen, size)
            unseen -= size
    return deals


def check_random_positions(games_each: int, most: int, seed: int) -> dict[str, int]:
    """Redraws at random moments of games from random positions, where there are at most `most` deals.

    Returns how many redraws were compared where there was something to draw, by the kind of moment.
    """
    rng = random.Random(seed)
    compared: dict[str, int] = {}
    for game in all_games():
        for number in range(games_each):
            states = game.new_states(number)
            oracle = Follower(game, rows_of(states)[0])
            scatter(oracle, rng)
            write_position(oracle, states, 0)
            while not oracle.terminated:
                action = rng.choice(oracle.legal())
                before = rows_of(states)[0]
                game.step(states, [ACTIONS.index(action)])
                oracle.follow(action, before, rows_of(states)[0])
                if not oracle.terminated and rng.random() > (0.6 if oracle.battle else 0.04):
                    continue
                for player in range(game.num_players):
                    if number_of_deals(oracle, player) <= most:
                        found = check_redraws(game, oracle, states, player, seed=number)
                        moment = f"{game.num_players} {oracle.phase}"
                        compared[moment] = compared.get(moment, 0) + (found > 1)
    return compared


@pytest.mark.rule("LD13", "LD14")
def test_random_positions() -> None:
    compared = check_random_positions(games_each=4, most=60, seed=1)
    for seats in (2, 3, 4):
        for phase in ("place", "attacker", "defender", "over"):
            assert compared.get(f"{seats} {phase}", 0) > 3, compared


@pytest.mark.slow
@pytest.mark.rule("LD13", "LD14")
def test_many_random_positions() -> None:
    compared = check_random_positions(games_each=40, most=400, seed=2)
    print(sorted(compared.items()))
    assert sum(compared.values()) > 2000


# --- the seed ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LD13")
def test_a_redraw_takes_its_randomness_from_its_seed_and_reads_nothing_hidden() -> None:
    oracle = table(3, [["Old Rampart"], ["Chronicler"], ["Duelist Vex"]], BATTLES, [[HOARD], [], [BROOD]])
    game, states = record_of(oracle)
    for player in range(3):
        one, other = states.copy(), game.redact(states, player)  # which has lost the stream, too
        for record in (one, other):
            game.resample(record, player, np.array([11], np.uint64))
        assert one.tobytes() == other.tobytes()
        many = np.repeat(states, 20)
        game.resample(many, player, 11)
        assert len(np.unique(many["rng"], axis=0)) == 20
