"""The kernels against the plain-Python oracle, move for move, whatever the options and however rare the position."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.vantage import SPEC
from tests.records import BESIDES, Row
from tests.vantage.oracle import IDS, TABLE, Card
from tests.vantage.pairs import Follower, differences, options_of, row_of, rows_of, write_position

SEATS = (2, 3, 4)
END_RULES = ("immediate", "finish_round")
COPYABLE = ("SPY", "HACKER", "DESTROYER", "COURIER", "THIEF", "SABOTEUR", "SALVAGER", "SHIELD", "REPAIR", "SWAPPER")


def games(targets: tuple[int, ...], caps: tuple[int, ...]) -> Iterator[Game]:
    """A game for every combination of seats, end rule, target and cap."""
    for n, end_rule, target, cap in itertools.product(SEATS, END_RULES, targets, caps):
        yield Game(SPEC, {"num_players": n, "end_rule": end_rule, "target_score": target, "max_turns": cap})


def start(game: Game, seed: int, count: int) -> tuple[States, list[Follower]]:
    """New games and their oracles."""
    states = game.new_states(seed, count)
    return states, [Follower(row, **options_of(game)) for row in rows_of(states)]


def play_out(game: Game, states: States, oracles: list[Follower], rng: random.Random) -> Counter[str]:
    """Plays all games to their ends in step, comparing masks and records after every action; what was seen."""
    seen: Counter[str] = Counter()
    histories: list[list[str]] = [[] for _ in oracles]
    rows = rows_of(states)
    for _ in range(game.max_game_length + 1):
        masks = game.legal(states)
        names = []
        for oracle, mask, row, history in zip(oracles, masks, rows, histories, strict=True):
            compare(game, oracle, mask, row, history)
            names.append(choose(oracle.legal(), rng))
        running = [i for i, oracle in enumerate(oracles) if oracle.phase != "over"]
        for oracle in oracles:
            if oracle.phase == "over":
                seen += oracle.seen
        if not running:
            return seen
        oracles, histories, names = ([some[i] for i in running] for some in (oracles, histories, names))
        states = states[running]
        game.step(states, [game.action_number(name) for name in names])
        rows = rows_of(states)
        for oracle, name, row, history in zip(oracles, names, rows, histories, strict=True):
            history.append(name)
            try:
                oracle.follow(name, row)
            except (AssertionError, StopIteration, ValueError) as error:
                raise AssertionError(f"{game} after {history}: the oracle cannot follow: {error!r}") from error
    raise AssertionError(f"{game}: still running after {histories[0]}")


def choose(legal: list[str], rng: random.Random) -> str:
    """An action at random, abilities and "stop" more often than others; "" where nothing is legal."""
    preferred = [name for name in legal if name.startswith("ability") or name == "stop"]
    return rng.choice(preferred if preferred and rng.random() < 0.4 else legal or [""])


def compare(game: Game, oracle: Follower, mask: np.ndarray, row: Row, history: list[str]) -> None:
    found = differences(row, row_of(oracle))
    assert not found, f"{game} after {history}: {'; '.join(found)}"
    legal = [game.action_names[action] for action in np.flatnonzero(mask)]
    assert legal == oracle.legal(), f"{game} after {history}"


def test_everything_in_the_record_is_compared() -> None:
    game = Game(SPEC)
    states, (oracle,) = start(game, 0, 1)
    assert set(row_of(oracle)) == set(states.dtype.names) - BESIDES


# Whole games


def compare_from_the_start(games_each: int, seed: int) -> tuple[int, Counter[str]]:
    rng = random.Random(seed)
    played = 0
    seen: Counter[str] = Counter()
    for game in games(targets=(1, 15, 30, 100), caps=(8, 200)):
        states, oracles = start(game, seed, games_each)
        seen += play_out(game, states, oracles, rng)
        played += games_each
    return played, seen


@pytest.mark.rule("V2", "V3", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14", "VD1", "VD5", "VD8")
def test_whole_games_move_for_move() -> None:
    played, seen = compare_from_the_start(4, seed=1)
    assert played == 192
    assert seen["won"] > 50
    assert seen["cut off"] > 50
    assert seen["won together"] > 0


@pytest.mark.slow
@pytest.mark.rule("V2", "V3", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14", "VD1", "VD5", "VD8")
def test_ten_thousand_games_move_for_move() -> None:
    played, _ = compare_from_the_start(210, seed=2)
    assert played >= 10_000


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    options=st.fixed_dictionaries(
        {
            "num_players": st.integers(2, 4),
            "target_score": st.integers(1, 100),
            "end_rule": st.sampled_from(END_RULES),
            "max_turns": st.one_of(st.integers(1, 60), st.integers(1, 300)),
        }
    ),
    seed=st.integers(0, 2**32 - 1),
    set_up=st.booleans(),
)
def test_any_options(options: dict[str, object], seed: int, set_up: bool) -> None:
    game = Game(SPEC, options)
    states, oracles = start(game, seed, 2)
    rng = random.Random(seed)
    if set_up:
        put_in_positions(states, oracles, rng)
    play_out(game, states, oracles, rng)


# Positions that somebody set up


def put_in_positions(states: States, oracles: list[Follower], rng: random.Random) -> None:
    for i, oracle in enumerate(oracles):
        set_up_at_random(oracle, rng)
        write_position(oracle, states, i)


def set_up_at_random(oracle: Follower, rng: random.Random) -> None:
    """Any position before an action, also such as no game from the start reaches.

    Often only some cards of the box are in the game, so that the deck runs out again and again; else what is over is
    in the hands. Hands hold cards of several shuffles, known to some, and areas hold forged pairs.
    """
    n = oracle.num_players
    box = [card_id for card_id in IDS for _ in range(TABLE[card_id]["copies"])]
    favourites = {"DUPLICATE", rng.choice((*COPYABLE, "OVERCLOCK", "FORGER"))}
    double_hack = ["VY1", "VB2"] if rng.random() < 0.1 else []
    for card_id in double_hack:
        box.remove(card_id)
    rng.shuffle(box)
    box.sort(key=lambda card_id: TABLE[card_id]["ability"] in favourites and rng.random() < 0.7)  # these come first

    def cards(*sizes: int) -> list[str]:
        return [box.pop() for _ in range(min(rng.choice(sizes), len(box)))]

    oracle.deck = Counter(cards(0, 0, 0, 1, 2, 10))
    oracle.pile = cards(0, 0, 1, 1, 2, 8)
    oracle.areas = [Counter(cards(0, 1, 3, 8)) for _ in range(n)]
    hands = [cards(0, 1, 2, 3, 6, 10) for _ in range(n)]
    if rng.random() < 0.2:
        while box:
            rng.choice(hands).append(box.pop())
    oracle.turns = rng.randrange(oracle.max_turns)
    oracle.to_act = oracle.turns % n
    if double_hack:  # and at most one card that the acting player could choose
        hands[oracle.to_act] = double_hack + hands[oracle.to_act][: rng.randint(0, 1)]
    oracle.shuffle = rng.choice((1, 2, 5, 900))
    oracle.hands = [[a_card(card_id, seat, oracle, rng) for card_id in hand] for seat, hand in enumerate(hands)]
    oracle.penalties = [rng.choice((0, 0, 1, 3, 9)) for _ in range(n)]
    oracle.shields = [seat != oracle.to_act and rng.random() < 0.2 for seat in range(n)]
    oracle.last_round = rng.random() < 0.1
    if not double_hack and rng.random() < 0.1:
        make_equal(oracle)


def make_equal(oracle: Follower) -> None:
    """The last turn of a game in which nobody has scored and all will hold two cards."""
    n = oracle.num_players
    oracle.last_round = True
    oracle.to_act = oracle.turns = n - 1
    oracle.turns = min(oracle.turns, oracle.max_turns - 1)
    oracle.shields = [False] * n
    oracle.penalties = [2] * n
    oracle.areas = [Counter() for _ in range(n)]
    oracle.hands = [hand[: 3 if seat == oracle.to_act else 2] for seat, hand in enumerate(oracle.hands)]


def a_card(card_id: str, owner: int, oracle: Follower, rng: random.Random) -> Card:
    everyone = set(range(oracle.num_players))
    shuffle = rng.randint(max(0, oracle.shuffle - 3), oracle.shuffle)
    knowers = {seat for seat in everyone if seat == owner or rng.random() < 0.3}
    return Card(card_id, knowers if shuffle else everyone, shuffle)


def compare_from_positions(positions_each: int, seed: int) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for game in games(targets=(1, 15, 40, 100), caps=(1, 2, 5, 20, 120)):
        states, oracles = start(game, seed, positions_each)
        put_in_positions(states, oracles, rng)
        seen += play_out(game, states, oracles, rng)
    return seen


@pytest.mark.rule("VD2", "VD9", "VD10", "VD11", "VD12", "VD13", "VD14", "VD15", "VD16", "VD17", "VD18", "VD19")
def test_from_positions_that_somebody_set_up() -> None:
    seen = compare_from_positions(7, seed=3)
    for what in (
        *(f"twice {ability}" for ability in COPYABLE),
        "recycled in COURIER",
        "nothing for COURIER",
        "nothing to draw",
        "pass",
        "stop",
        "won together",
        "cut off",
        "ended by the rules where the cap is",
        "both hacks in one action",
        "a spied card taken at random",
        "a choice of copies",
        "a forged pair pushed out",
    ):
        assert seen[what] >= 5, f"{what}: seen {seen[what]} times"


@pytest.mark.slow
@pytest.mark.rule("VD2", "VD9", "VD10", "VD11", "VD12", "VD13", "VD14", "VD15", "VD16", "VD17", "VD18", "VD19")
def test_ten_thousand_positions() -> None:
    seen = compare_from_positions(84, seed=4)
    assert seen["won"] + seen["cut off"] >= 10_000
