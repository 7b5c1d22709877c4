"""An observation of Vantage tells a seat what it may know, its own things first, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from ludarium.envs.vantage.state import VantageOptions
from tests.vantage.oracle import IDS, TABLE
from tests.vantage.table import copies, play, position

FAMILIES = [
    make_game("vantage", **options)
    for options in (
        {"num_players": 2},
        {"num_players": 3, "end_rule": "finish_round", "target_score": 30},
        {"num_players": 4, "target_score": 100, "max_turns": 90},
    )
]
ABILITIES = [
    *("SPY", "HACKER", "DESTROYER", "DUPLICATE", "COURIER", "THIEF", "SABOTEUR", "OVERCLOCK", "SALVAGER"),
    *("FORGER", "SHIELD", "REPAIR", "SWAPPER"),
]


def random_states(game: Game, games: int, seed: int, steps: int = 150) -> Iterator[States]:
    """Games played at random, ``[games]`` records at a time; finished ones stay."""
    rng = np.random.default_rng(seed)
    states = game.new_states(seed, games)
    yield states
    for _ in range(steps):
        running = np.flatnonzero(~(states["terminated"] | states["truncated"]))
        part = states[running]
        game.step(part, (game.legal(part) * rng.random((len(part), game.num_actions))).argmax(axis=1))
        states[running] = part
        yield states


@pytest.mark.rule("VD18")
@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_an_observation_decodes_to_what_the_seat_may_know(game: Game) -> None:
    for step, states in enumerate(random_states(game, 4, seed=1, steps=120)):
        player = step % game.num_players
        observations = game.observe(states, player)
        assert observations.dtype == np.float32
        assert (observations >= game.layout.low).all()
        assert (observations <= game.layout.high).all()
        for seen, observation in zip(game.redact(states, player), observations, strict=True):
            decoded = {name: part.tolist() for name, part in game.layout.decode(observation).items()}
            # From the redacted record: what is hidden from the seat cannot be in the observation.
            assert decoded == expected_of(game, seen, player)


def expected_of(game: Game, s: Any, player: int) -> dict[str, Any]:
    """The observation as whole values, in plain Python from the record."""
    n = game.num_players
    seats = [(player + distance) % n for distance in range(n)]
    hands = [[int(card) - 1 for card in s["hand"][seat, : s["hand_size"][seat]]] for seat in range(n)]
    knowers = [[int(bits) for bits in s["hand_knowers"][seat, : s["hand_size"][seat]]] for seat in range(n)]

    def known(seat: int, to: int) -> list[int]:
        counts = [0] * len(IDS)
        for kind, bits in zip(hands[seat], knowers[seat], strict=True):
            counts[kind] += bits >> to & 1
        return counts

    in_play = [int(card) - 1 for card in (s["played"], s["copied"]) if card]
    resolving = in_play[-1:] if s["phase"] else []
    return {
        "seat": player,
        "is_to_act": [int(s["to_act"] == player)],
        "last_round": [int(s["last_round"])],
        "turns": [int(s["turns"])],
        "phase": int(s["phase"]),
        "ability": ABILITIES.index(TABLE[IDS[resolving[0]]]["ability"]) if resolving else -1,
        "resolutions": [int(s["resolutions"])],
        "plays_left": [int(s["plays_left"])],
        "target": seats.index(int(s["target"]) - 1) if s["target"] else -1,
        "in_play": [in_play.count(kind) for kind in range(len(IDS))],
        "their_card": int(s["their_card"]) - 1,
        "missing": [
            min(max(game.options.target_score - int(s["points"][seat]) + int(s["penalty"][seat]), 0), 16)
            for seat in seats
        ],
        "points": [int(s["points"][seat]) for seat in seats],
        "penalty": [int(s["penalty"][seat]) for seat in seats],
        "shield": [int(s["shield"][seat]) for seat in seats],
        "hand_size": [len(hands[seat]) for seat in seats],
        "num_known": [[sum(bits >> other & 1 for bits in knowers[seat]) for other in seats] for seat in seats],
        "deck_size": [int(s["deck_size"])],
        "pile_size": [int(s["pile_size"])],
        "own_hand": known(player, player),
        "known_to": [known(player, other) for other in seats[1:]],
        "known_of": [known(other, player) for other in seats[1:]],
        "scored": s["scored"][seats].tolist(),
        "pile": [[int(card) - 1 for card in s["pile"] if card].count(kind) for kind in range(len(IDS))],
        "top": int(s["pile"][s["pile_size"] - 1]) - 1 if s["pile_size"] else -1,
        "fresh": s["fresh"].tolist(),
    }


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_the_cards_of_the_deck_follow_up_to_what_the_seat_cannot_know(game: Game) -> None:
    """`fresh` less the located cards of the latest shuffle are the deck and the unseen cards of others."""
    for step, states in enumerate(random_states(game, 3, seed=5, steps=50)):
        player = step % game.num_players
        for s, observation in zip(states, game.observe(states, player), strict=True):
            if s["shuffle"] > 1:
                continue
            seen = game.layout.decode(observation)
            unlocated = int(s["deck_size"])
            located_openly = 0
            for seat in range(game.num_players):
                for place in range(int(s["hand_size"][seat])):
                    knows = int(s["hand_knowers"][seat, place]) >> player & 1
                    unlocated += not knows
                    located_openly += bool(knows) and s["hand_shuffle"][seat, place] == 0
            located = seen["own_hand"].sum() + seen["known_of"].sum() - located_openly
            assert seen["fresh"].sum() - located == unlocated


@pytest.mark.rule("VD18")
@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.string)
def test_an_observation_and_a_mask_hold_nothing_that_the_seat_may_not_know(game: Game) -> None:
    for states in random_states(game, 4, seed=2, steps=80):
        for player in range(game.num_players):
            redacted = game.redact(states, player)
            redrawn = states.copy()
            game.resample(redrawn, player, 9)
            mine = states["to_act"] == player
            for other in (redacted, redrawn):
                assert (game.observe(other, player) == game.observe(states, player)).all()
                assert (game.legal(other)[mine] == game.legal(states)[mine]).all()


@pytest.mark.parametrize("player", [0, 1, 2])
def test_own_things_come_first_then_the_others_clockwise(player: int) -> None:
    game, states = position(
        ["VR1", "VR2 seen by 1"],
        ["VB1 seen by 0 2"],
        ["VG1 open", "VG2", "VG3 seen by 1"],
        areas=[["VR4"], ["VB5"], ["VG6"]],
        penalties=[1, 2, 3],
        shields=[1],
    )
    seen = game.layout.decode(game.observe(states, player)[0])
    order = [player, (player + 1) % 3, (player + 2) % 3]
    assert seen["seat"] == player
    assert seen["is_to_act"] == (player == 0)
    assert seen["points"].tolist() == [[4, 5, 6][seat] for seat in order]
    assert seen["penalty"].tolist() == [[1, 2, 3][seat] for seat in order]
    assert seen["shield"].tolist() == [[0, 1, 0][seat] for seat in order]
    assert seen["hand_size"].tolist() == [[2, 1, 3][seat] for seat in order]
    knows = [[2, 1, 0], [1, 1, 1], [1, 2, 3]]  # of each hand, each seat
    assert seen["num_known"].tolist() == [[knows[seat][other] for other in order] for seat in order]

    def words(counts: np.ndarray) -> list[str]:
        return [IDS[kind] for kind in np.flatnonzero(counts)]

    own = [["VR1", "VR2"], ["VB1"], ["VG1", "VG2", "VG3"]]
    assert words(seen["own_hand"]) == own[player]
    assert [words(row) for row in seen["scored"]] == [[["VR4"], ["VB5"], ["VG6"]][seat] for seat in order]
    known = {  # of whom, to whom
        (0, 1): ["VR2"],
        (0, 2): [],
        (1, 0): ["VB1"],
        (1, 2): ["VB1"],
        (2, 0): ["VG1"],
        (2, 1): ["VG1", "VG3"],
    }
    assert [words(row) for row in seen["known_to"]] == [known[player, other] for other in order[1:]]
    assert [words(row) for row in seen["known_of"]] == [known[other, player] for other in order[1:]]


def test_choices_inside_an_ability_are_seen() -> None:
    game, states = position(["VY1", "VB6"], [], [], areas=[["VR3"], ["VR4"], ["VR5"]], pile=["VB1", "VB2"])
    play(game, states, "ability VY1", "choose VB6", "opponent 2", "choose VR5")
    for player, target in ((0, 2), (1, 1), (2, 0)):
        seen = game.layout.decode(game.observe(states, player)[0])
        assert (seen["ability"], seen["resolutions"].item(), seen["target"]) == (ABILITIES.index("SWAPPER"), 2, target)
        assert IDS[seen["their_card"]] == "VR5"
        assert [IDS[kind] for kind in np.flatnonzero(seen["in_play"])] == ["VB6", "VY1"]
        assert IDS[seen["top"]] == "VB2"
    words = game.describe_observation(game.observe(states, 0)[0])
    assert "ability      SWAPPER" in words
    assert "target       opponent 2" in words


def test_the_spectator_sees_what_is_public() -> None:
    game, states = position(["VR1", "VR2 seen by 1"], ["VB1 open"], pile=["VG1"])
    many = copies(game, states, 1)
    seen = game.redact(many, -1)
    assert seen["hand"][0, :2, :2].tolist() == [[0, 0], [1 + IDS.index("VB1"), 0]]
    assert not seen["deck"].any() and not seen["rng"].any()
    for name in ("hand_size", "hand_knowers", "num_known", "pile", "scored", "deck_size", "fresh"):
        assert (seen[name] == states[name]).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_ranges_hold_at_the_extremes(n: int) -> None:
    """All cards of the box but one in one hand, one area, or on the pile; nearly the greatest penalties of any game.

    No play brings the very last card there: at least one lies with the card that put the others there.
    """
    _, *box = [card for card in IDS for _ in range(TABLE[card]["copies"])]
    nothing: list[list[str]] = [[] for _ in range(n - 1)]
    turns = VantageOptions().max_turns
    for hands, rest in (
        ([box, *nothing], {}),
        ([[], *nothing], {"areas": [box]}),
        ([[], *nothing], {"pile": box}),
        ([[f"{card} open" for card in box], *nothing], {"penalties": [0, 4 * turns - 1], "turns": turns - 1}),
    ):
        game, states = position(*hands, deck=[], **rest)
        for player in range(n):
            observation = game.observe(states, player)[0]
            assert (observation >= game.layout.low).all()
            assert (observation <= game.layout.high).all()
