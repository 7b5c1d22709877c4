"""The conformance kit passes right games, and each of its checks notices what it is there for."""

import dataclasses
import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core import conformance
from ludarium.envs.core.conformance import ConformanceError
from ludarium.envs.core.conformance.hidden import chi_square_survival
from ludarium.envs.core.conformance.play import as_bytes, joined
from ludarium.envs.core.game import Chance, Game, Information, Utility
from ludarium.envs.core.saves import replay
from ludarium.envs.registry import make_game
from tests.toys import SPECS, magpie, toy_game
from tests.toys.broken import FAULTS, broken_game

# What notices each fault, and a part of what it says.
NOTICED = {
    "mask of twos": ("masks", "other numbers than 0 and 1"),
    "mask empty": ("masks", "no action is legal, but the game is not over"),
    "mask too wide": ("masks", "wider than 4 actions"),
    "mask changes state": ("purity", "(field spare)"),
    "mask leaks": ("redaction", "its mask changes"),
    "mask counts moves": ("counters", "the mask depends on moves"),
    "step counts moves": ("counters", "what an action does depends on moves"),
    "returns at start": ("returns", "do not add up to the returns"),
    "returns of an absent seat": ("returns", "beyond the 3 that play"),
    "returns not finite": ("returns", "not finite"),
    "terminated and truncated": ("ends", "both terminated and truncated"),
    "never ends": ("ends", "goes on after 24 actions"),
    "to_act of an absent seat": ("bookkeeping", "to_act is not one of the seats 0 to 2"),
    "moves reset": ("bookkeeping", "moves is not the number of actions"),
    "num_players changed": ("bookkeeping", "num_players is not 3"),
    "options changed": ("bookkeeping", "changed the options"),
    "padding written": ("bookkeeping", "padding"),
    "stream cleared": ("bookkeeping", "all zeros"),
    "global generator in new": ("determinism", "the second time"),
    "global generator in step": ("determinism", "the second time"),
    "observation out of range": ("observations", "leaves its range in segment own_hand"),
    "observation not finite": ("observations", "not finite in segment own_hand"),
    "observation of two ones": ("observations", "several ones in one-hot segment last_played"),
    "observation of fractions": ("observations", "not a whole number"),
    "observation too long": ("observations", "goes on after its 22 numbers"),
    "observation changes state": ("purity", "(field spare)"),
    "observation leaks a hand": ("redaction", "its observation changes"),
    "observation leaks at the end": ("redaction", "its observation changes"),
    "observation leaks the stream": ("redaction", "its observation changes"),
    "observation counts moves": ("counters", "observes depends on moves"),
    "observation of absolute seats": ("seats", "observes something else"),
    "scripted leaks": ("redaction", "scripted player changes its mind"),
    "scripted negative": ("scripted", "negative"),
    "scripted illegal": ("scripted", "an illegal action has a weight"),
    "scripted idle": ("scripted", "no legal action has a weight"),
    "resample returns the truth": ("resample", "depends on what is hidden (field rng, hand, deck)"),
    "resample peeks": ("resample", "depends on what is hidden"),
    "resample changes the table": ("resample", "what seat 0 sees changes (field last_played)"),
    "resample changes the own hand": ("resample", "what seat 0 sees changes (field hand)"),
    "resample keeps the stream": ("resample", "depends on what is hidden (field rng)"),
    "resample ignores the seed": ("resample", "another seed gives the same random stream"),
    "resample draws one deal": ("resample", "draws are all the same"),
    "resample misses deals": ("resample", "draws miss a state that play has reached"),
    "resample prefers deals": ("resample_distribution", "came up"),
    "resample deals impossible hands": ("resample", "leaves its range in segment own_hand"),
    "resample stops the game": ("resample", "without a legal action"),
    "resample never ends": ("resample", "leads to more than 24 actions"),
}
STATES = 3_000


def hand_of_next_seat(states: Any) -> list[tuple[int, ...]]:
    return [tuple(hand) for hand in states["hand"][:, 1].tolist()]


def chances_of_next_hand(state: Any) -> dict[Any, float]:
    """The multivariate hypergeometric chances of the second seat's hand, as the first seat knows them."""
    unseen = int(state["options"]["copies"]) - state["pile"].astype(int) - state["hand"][0]
    size = int(state["hand_size"][1])
    return {
        hand: math.prod(math.comb(int(n), k) for n, k in zip(unseen, hand, strict=True)) / math.comb(unseen.sum(), size)
        for hand in product(range(size + 1), repeat=3)
        if sum(hand) == size and all(k <= n for n, k in zip(unseen, hand, strict=True))
    }


def run_check(game: Game, check: str, states: int = STATES) -> None:
    if check == "seats":
        conformance.check_seats(game, magpie.rotate_seats, states=states)
    elif check == "resample_distribution":
        positions = game.new_states(1, 2)
        conformance.check_resample_distribution(game, positions, 0, chances_of_next_hand, hand_of_next_seat)
    elif check == "actions":
        conformance.check_actions(game)
    else:
        getattr(conformance, f"check_{check}")(game, states=states)


def test_every_fault_is_listed() -> None:
    assert set(NOTICED) == set(FAULTS) - {"none"}


@pytest.mark.parametrize("fault", NOTICED)
def test_a_fault_is_noticed(fault: str) -> None:
    check, words = NOTICED[fault]
    with pytest.raises(ConformanceError) as caught:
        run_check(broken_game(fault), check)
    assert caught.value.check == check
    assert words in str(caught.value)


@pytest.mark.parametrize("check", sorted({check for check, _ in NOTICED.values()}))
def test_without_a_fault_nothing_is_noticed(check: str) -> None:
    run_check(broken_game("none"), check)


def test_the_message_leads_to_the_state() -> None:
    game = broken_game("mask empty")
    with pytest.raises(ConformanceError, match=r"reached by replay\(game, seed=\d+, actions=\[.*\]\)$") as caught:
        run_check(game, "masks")
    text = str(caught.value).rpartition("reached by replay(game, ")[2]
    found: dict[str, Any] = eval(f"dict({text}", {"__builtins__": {}, "dict": dict})
    state = replay(game, found["seed"], found["actions"])
    assert not state["terminated"][0]
    assert not game.legal(state).any()


def test_the_faults_of_global_generators_show_in_copies_too() -> None:
    with pytest.raises(ConformanceError, match="check_copies: a copy goes on otherwise than the original"):
        run_check(broken_game("global generator in step"), "copies")


ZERO_SUM = {"utility": Utility.ZERO_SUM}
SPECIFICATIONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("magpie", "returns", ZERO_SUM, "do not add up to 0, but the game is zero-sum"),
    ("magpie", "returns", {"utility": Utility.CONSTANT_SUM}, "but the game is constant-sum"),
    ("magpie", "returns", {"returns_range": (-1.0, 13.0)}, "outside the declared range -1 to 13"),
    ("magpie", "ends", {"max_game_length": lambda options: 15}, "goes on after 15 actions"),
    ("magpie", "declarations", {"chance": Chance.DETERMINISTIC}, "declared deterministic"),
    ("magpie", "declarations", {"information": Information.PERFECT}, "declared perfect, but seat 0 lacks some"),
    ("kuhn", "declarations", {"chance": Chance.DETERMINISTIC}, "declared deterministic"),
    ("race", "declarations", {"chance": Chance.SAMPLED}, "nothing was drawn"),
    ("race", "declarations", {"information": Information.IMPERFECT}, "nothing was ever hidden"),
    ("magpie", "counters", {"counters": lambda options: ("turns",)}, "depends on moves, turns"),
    ("kuhn", "actions", {"action_names": lambda options: ("pass", "pass")}, "actions 0 and 1 are both named 'pass'"),
    ("kuhn", "actions", {"action_names": lambda options: ("pass", " ")}, "action 1 is named ' ', expected words"),
    ("kuhn", "actions", {"action_names": lambda options: ("pass", "0")}, "action 1 is named '0', expected words"),
    ("kuhn", "actions", {"action_names": lambda options: ("pass", "Pass")}, "actions 0 and 1 are both named 'Pass'"),
    ("kuhn", "actions", {"action_names": lambda options: ("pass", "a  bet")}, "'a  bet', expected single blanks"),
    ("kuhn", "actions", {"action_names": lambda options: ()}, "there are no actions"),
    ("kuhn", "redaction", {"describe": lambda options, s, player: ""}, "description for -1 is empty"),
    ("race", "options", {"presets": {"long": {"max_waits": 99}}}, "preset 'long' is impossible"),
    # Right by default, wrong at the far end of an option.
    (
        "race",
        "options",
        {"max_game_length": lambda options: min(10, options.max_waits)},
        "max_waits=20 fails check_ends",
    ),
]


@pytest.mark.parametrize(("name", "check", "changes", "words"), SPECIFICATIONS)
def test_a_wrong_specification_is_noticed(name: str, check: str, changes: dict[str, Any], words: str) -> None:
    run_check(toy_game(name), check)
    with pytest.raises(ConformanceError) as caught:
        run_check(Game(dataclasses.replace(SPECS[name], **changes)), check)
    assert caught.value.check == check
    assert words in str(caught.value)


@dataclasses.dataclass(frozen=True)
class Contradictory(magpie.MagpieOptions):
    def check(self) -> str | None:
        return "two lives are too many" if self.lives == 2 else None


def test_an_option_that_contradicts_all_others_is_noticed() -> None:
    with pytest.raises(ConformanceError, match="check_options: lives=2 contradicts every other setting tried"):
        run_check(Game(dataclasses.replace(magpie.SPEC, options=Contradictory)), "options", states=500)


@pytest.mark.parametrize(
    ("name", "options", "rotate"),
    [
        ("magpie", {}, magpie.rotate_seats),
        ("magpie", {"num_players": 4, "lives": 2, "max_turns": 40}, magpie.rotate_seats),
        ("magpie", {"num_players": 2}, magpie.rotate_seats),
        ("kuhn", {}, None),
        ("race", {}, None),
        ("vault", {}, None),
    ],
)
def test_right_games_pass(name: str, options: dict[str, Any], rotate: Callable[[Any], Any] | None) -> None:
    conformance.check_game(toy_game(name, **options), states=10_000, rotate=rotate, extremes=len(options) <= 1)


def test_check_game_raises_what_a_check_finds() -> None:
    with pytest.raises(ConformanceError, match="check_masks"):
        conformance.check_game(broken_game("mask of twos"), states=STATES)


def test_chances_that_do_not_add_up_are_refused() -> None:
    game = toy_game("kuhn")
    with pytest.raises(ValueError, match="add up to 0"):
        conformance.check_resample_distribution(
            game, game.new_states(1), 0, {2: 0.5}, lambda s: s["card"][:, 1].tolist()
        )


def test_an_impossible_draw_is_noticed() -> None:
    game = toy_game("kuhn")
    with pytest.raises(ConformanceError, match=r"has \d, which is impossible"):
        conformance.check_resample_distribution(
            game, game.new_states(1), 0, {7: 1.0}, lambda s: s["card"][:, 1].tolist()
        )


def test_chi_square_survival_against_tables() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    for freedom, statistic in product((1, 2, 3, 4, 7, 30, 101), (0.0, 0.5, 3.84, 20.0, 150.0)):
        expected = float(scipy_stats.chi2.sf(statistic, freedom))
        assert chi_square_survival(statistic, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_random_play_shows_starts_and_ends_and_the_way_to_each() -> None:
    game = toy_game("magpie")
    reached = joined(list(conformance.random_play(game, 4_000, seed=5)))
    assert len(reached.states) >= 4_000
    assert (reached.lengths == 0).any()
    assert reached.states["terminated"].any()
    assert reached.states["truncated"].any()
    for row in np.linspace(0, len(reached.states) - 1, 40).astype(int):
        actions = reached.history[row, : reached.lengths[row]]
        assert replay(game, int(reached.seeds[row]), actions).tobytes() == reached.states[row].tobytes()


def test_the_way_to_a_state_is_told_however_long_it_is() -> None:
    game = make_game("vantage:target_score=100,max_turns=200")
    portions = list(conformance.random_play(game, 20_000, seed=5))
    assert len({portion.history.shape[1] for portion in portions}) > 1  # no wider than need be
    reached = joined(portions)
    assert reached.lengths.max() > 256
    for row in np.argsort(reached.lengths)[:: len(reached.lengths) // 40]:
        actions = reached.history[row, : reached.lengths[row]]
        assert replay(game, int(reached.seeds[row]), actions).tobytes() == reached.states[row].tobytes()


def test_reluctant_play_is_longer() -> None:
    game = toy_game("race")
    lengths = [
        joined(list(conformance.random_play(game, 4_000, seed=5, reluctant=reluctant))).lengths.mean()
        for reluctant in (False, True)
    ]
    assert lengths[1] > lengths[0] + 0.5


def test_no_records_are_no_bytes() -> None:
    """A check may find nothing to compare in a stretch of play."""
    game = toy_game("kuhn")
    assert as_bytes(game.empty_states(0)).shape == (0, game.spec.schema.dtype.itemsize)
    assert as_bytes(game.new_states(1, 3)).shape == (3, game.spec.schema.dtype.itemsize)
