"""Lockup's pictures: what is on them for whom, what is marked, and that the board says what the rules do."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.pictures import EVERYBODY
from ludarium.envs.core.schema import States
from ludarium.envs.lockup import battle, picture
from ludarium.envs.lockup.rounds import display_size
from ludarium.envs.lockup.state import ROUNDS, WORKERS
from ludarium.envs.lockup.symbols import PRINTED, monster_in_words
from ludarium.envs.lockup.tables import (
    COMMANDERS,
    EVENTS,
    MONSTERS,
    NUM_CONCEALED,
    NUM_NOW,
    NUM_OPEN_EVENTS,
    TIERS,
)
from tests.lockup.table import give, leave, play, seated, show, start, take, value
from tests.pictures import SVG, check_picture, check_pictures, drawn, positions, viewers, words_of

GAMES = {
    "lockup": 20,
    "lockup:num_players=3,upkeep=per_worker": 15,
    "lockup:num_players=4": 10,
    "lockup:num_players=4,upkeep=per_worker,faction_income=false": 5,
}


def titles(svg: str) -> Counter[str]:
    """How often every tooltip occurs."""
    return Counter(element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}title"))


def marked(svg: str) -> list[str]:
    """The classes of what is marked as the last move."""
    classes = (element.attrib.get("class", "") for element in ElementTree.fromstring(svg).iter())
    return [found for found in classes if "lu-mark" in found.split()]


def table() -> tuple[Game, States]:
    """Two seats in the middle of a round, with something of everything."""
    game, states = seated("Coin Rats", "Iron Gang")
    show(states, "Torch Sneak", "Torch Sneak", "Bone Knight")
    take(game, states, 0, "Ledger Imp", "Paymaster", "Field Kitchen", "Beast Tamer", "Siege-Mother")
    take(game, states, 1, "Old Rampart", "Mission: Brood", "Yard Hound", "Yard Hound")
    give(states, gold=[5, 4], food=[1, 2], penalty=[0, 2], bonus=[1, 0])
    return game, states


# --- what is drawn, and for whom --------------------------------------------------------------------------------------


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), GAMES[game])


@pytest.mark.slow
@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES)
def test_many_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), 100, seed=1000)


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES)
def test_a_picture_keeps_secrets_without_the_help_of_redaction(game: str) -> None:
    made = make_game(game)
    assert made.spec.picture is not None
    for states, _ in positions(made, 15, seed=2):
        for viewer in viewers(made):
            assert made.spec.picture(made, states, viewer, None) == drawn(made, states, viewer)


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("game", GAMES)
def test_every_card_in_sight_is_there_and_no_other(game: str) -> None:
    made = make_game(game)
    n = made.num_players
    for states, move in positions(made, 15, seed=3):
        s = states[0]
        monsters = {monster_in_words(kind): kind for kind in range(len(MONSTERS))}
        for viewer in viewers(made):
            svg = drawn(made, states, viewer, move)
            seen = titles(svg)
            for words, kind in monsters.items():  # every copy on display is a card; what a seat holds is one a kind
                assert seen[words] == s["display"][kind] + (s["monsters"][:n, kind] > 0).sum()
            open_to_viewer = [seat for seat in range(n) if viewer in (seat, EVERYBODY)]
            for what, names, held in (
                ("commander", COMMANDERS, s["face_up"][:n].sum(axis=0)),
                ("event", EVENTS[NUM_NOW:NUM_OPEN_EVENTS], s["permanents"][:n].sum(axis=0)),
                ("commander", COMMANDERS[:NUM_CONCEALED], s["face_down"][open_to_viewer].sum(axis=0)),
                ("event", EVENTS[NUM_OPEN_EVENTS:], s["missions"][open_to_viewer].sum(axis=0)),
            ):
                down = ", face down" if len(names) in (NUM_CONCEALED, len(EVENTS) - NUM_OPEN_EVENTS) else ""
                for name, count in zip(names, held, strict=True):
                    assert seen[f"{what} {name}{down}: {PRINTED[name][1]}"] == count, (name, viewer)
            strangers = [seat for seat in range(n) if seat not in open_to_viewer]
            assert seen["a commander face down"] == s["num_face_down"][strangers].sum()
            assert seen["a mission face down"] == s["num_missions"][strangers].sum()


def test_goods_piles_and_scores_are_there() -> None:
    game, states = table()
    common, rare, legendary = states["pile_left"][0]
    words = words_of(game.draw(states))
    for tier, left in zip(TIERS, (common, rare, legendary), strict=True):
        assert f"{left} {tier} monsters face down, in unknown order" in words
    assert f"{states['commanders_left'][0]} commanders face down" in words
    assert f"{states['events_left'][0]} events face down" in words
    assert "monsters 2, events 1" in words
    assert "monsters 2, penalties −2" in words
    assert words.count("start player") == 1
    give(states, round_number=5, gold=[5, 4], food=[4, 4])
    play(game, states, "pass", "pass")
    assert value(states, "scores") == [3, 0]
    words = words_of(game.draw(states))
    assert "final score" in words
    assert words.count("wins") == 2  # before the seat, and below the picture
    assert ", face down 3" not in words


@pytest.mark.rule("LD20")
def test_what_face_down_cards_have_scored_is_told_at_the_end_and_not_before() -> None:
    game, states = table()
    take(game, states, 1, "Sewer Eel")
    give(states, round_number=5, food=[4, 4])
    assert ", face down 3" not in words_of(game.draw(states, EVERYBODY))
    play(game, states, "pass", "pass")
    assert "monsters 3, penalties −2, face down 3" in words_of(game.draw(states))


@pytest.mark.rule("LD14", "LD18", "LD19")
def test_what_is_to_be_decided_is_said() -> None:
    game, states = table()
    assert "player 0 places a worker" in words_of(game.draw(states))
    battle_on = states.copy()
    play(game, battle_on, "arena 1")
    assert "player 0 attacks player 1 and may use a commander" in words_of(game.draw(battle_on))
    without = battle_on.copy()
    play(game, battle_on, "commander Siege-Mother")
    with_commander = "player 1 is attacked by player 0 with Siege-Mother and may use a commander"
    assert with_commander in words_of(game.draw(battle_on))
    play(game, without, "no commander")
    assert "is attacked by player 0 without a commander" in words_of(game.draw(without))
    leave(states, "events", "Great Escape")
    give(states, food=[3, 2])
    play(game, states, "temple")
    assert "player 0 may take the top rare monster for 3 food" in words_of(game.draw(states))
    play(game, states, "decline", "pass", "pass")
    assert "player 0 cannot feed all workers" in words_of(game.draw(states))
    game, states = start(upkeep="per_worker")
    play(game, states, "pass", "pass")
    assert "player 0 pays upkeep: 4 workers to feed" in words_of(game.draw(states))
    play(game, states, "feed", "feed", "feed")
    assert "player 0 pays upkeep: 1 worker to feed" in words_of(game.draw(states))


def test_more_monsters_on_display_than_a_round_lays_out_still_find_room() -> None:
    game, states = start()
    show(states, *(name for name in MONSTERS if name not in ("Torch Sneak",)))
    check_picture(game.draw(states))
    assert words_of(game.draw(states)).count("Hunger of the Deep: ") == 1


# --- the last move ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_move_in_a_round_that_goes_on_is_marked_where_it_was_made(game: str) -> None:
    made = make_game(game)
    moves: Counter[str] = Counter()
    for states, move in positions(made, 40, seed=5):
        assert not marked(drawn(made, states, SPECTATOR))
        if move is None:
            continue
        name = made.action_names[move[0]]
        moves[name.split()[0]] += 1
        goes_on = states["workers"][0, move[1]] < WORKERS
        # A hire is marked with what was hired and, as long as the round goes on, where it lay.
        expected = {"hire": 1 + goes_on, "market": 2, "pass": int(states["out"][0, move[1]]), "commander": 2}
        assert len(marked(drawn(made, states, SPECTATOR, move))) == expected.get(name.split()[0], 1), name
    assert len(moves) > 5


def test_workers_stand_in_their_colours_where_the_position_tells() -> None:
    game, states = start()
    play(game, states, "market gold")
    assert titles(game.draw(states))["taken: a worker of player 0 stands here"] == 1  # nobody else has placed any
    play(game, states, "hall")
    without = titles(game.draw(states))
    assert without["taken: a worker stands here"] == 2
    seen = titles(game.draw(states, last_move=game.action_number("hall"), moved=1))
    assert seen["taken: a worker of player 1 stands here"] == seen["taken: a worker of player 0 stands here"] == 1
    play(game, states, "arena 1")
    seen = titles(game.draw(states, last_move=game.action_number("arena 1"), moved=0))
    assert seen["taken: a worker of player 0 stands here"] == 1
    assert seen["taken: a worker stands here"] == 2
    assert seen["free for a worker"] == 2


def test_who_was_attacked_is_said() -> None:
    game, states = start(num_players=4)
    play(game, states, "pass")
    seat = int(states["to_act"][0])
    play(game, states, "arena 3")
    words = words_of(game.draw(states, last_move=game.action_number("arena 3"), moved=seat))
    assert f"player {seat} attacked\nplayer {(seat + 3) % 4}\n" in words


# --- what the board says ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LD2", "LD3", "LD5")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_board_says_what_the_rules_do(n: int) -> None:
    game, states = start(num_players=n)
    gold, food = value(states, "gold"), value(states, "food")
    for action, change in (("market gold", (picture.MARKET_GOLD, 0)), ("market food", (0, picture.MARKET_FOOD))):
        after = states.copy()
        play(game, after, action)
        gained: Any = np.subtract([value(after, "gold"), value(after, "food")], [gold, food])
        assert tuple(gained[:, 0]) == change
    assert battle.STAKE == picture.STAKE
    for number in range(1, ROUNDS + 1):
        give(states, round_number=number)
        ghosts = 0
        for tier in range(len(TIERS)):
            assert display_size(states[0], tier) == picture.laid_out(states[0], tier, n)
            ghosts += display_size(states[0], tier)
    show(states)
    assert game.draw(states).count('class="lu-shape lu-ghost"') == ghosts + 5  # empty places of cards, free places
