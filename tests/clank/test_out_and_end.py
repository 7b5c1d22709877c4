"""The decisions of the rule book of Clank! on who is out, and how the game ends (CLD9, CLD10, CLD22, CLD23)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clank.table import Seat, luck, play, position, read, turn, value

PATH = ["Bare Passage", "Looted Tomb", "Collapsed Hall", "Whispering Stair"]
#: What every end of the first seat's turn changes.
NEXT = {"turns": 1, "to act": 1, "phase": "before"}


@pytest.mark.rule("CLD22")
@pytest.mark.parametrize("how", ["leaving", "fighting"])
def test_a_death_on_the_own_turn_ends_it_with_nothing_but_the_market_refill(how: str) -> None:
    own = Seat(on=1, health=1, hand=["Buy"], played=["Attack"], deck=["Sword"], known=["Buy"], noise=2)
    place: dict[str, Any] = {"path": ["Rat Larder"], "row": ["Runner"], "market": ["Lantern"], "skill": 1, "attack": 1}
    game, states = position(own, Seat(), phase="after" if how == "fighting" else "before", **place)
    changed = turn(game, states, "fight" if how == "fighting" else "move deeper")
    changed.pop("phase", None)
    fought = {"fought 0": 1} if how == "fighting" else {}
    assert changed == {
        "health 0": 0,
        "status 0": "dead",
        "row": ["Lantern", "Runner"],
        "market": [],
        "attack": 0,
        "turns": 1,
        "to act": 1,
        **fought,
    }


@pytest.mark.rule("CLD22")
@pytest.mark.parametrize("status", ["dead", "escaped"])
def test_cubes_of_players_who_are_out_do_nothing_and_leave_the_game_when_drawn(status: str) -> None:
    game, states = position(Seat(), Seat(), Seat(noise=3, status=status), phase="after")
    assert turn(game, states, "end turn") == {"noise 2": 1} | NEXT
    assert value(states, "supply")[2] == 27


@pytest.mark.rule("CLD22", "CLD24")
def test_a_player_who_is_out_keeps_the_cards_where_they_are() -> None:
    own = Seat(on=1, health=1, hand=["Buy", "Sword"], played=["Attack"], deck=["Sword"], discard=["Runner"])
    game, states = position(own, Seat(on=1), path=["Rat Larder", *PATH[:1]])
    play(game, states, "move deeper")
    before = read(states)
    play(game, states, "move back", "end turn", "move deeper", "end turn")
    after = read(states)
    for name in ("hand 0", "deck 0", "discard 0", "played 0", "known 0", "on 0"):
        assert after[name] == before[name]


@pytest.mark.rule("CLD9")
@pytest.mark.parametrize(("option", "scores"), [("full", [11, 11, 5]), ("half", [5, 11, 5])])
def test_who_is_inside_at_the_end_keeps_all_or_half(option: str, scores: list[int]) -> None:
    seats = [Seat(monsters=11), Seat(monsters=11, status="escaped"), Seat(monsters=11, status="dead")]
    game, states = position(*seats, dragon=1, dragon_limit=1, inside_at_end=option, phase="after")
    play(game, states, "end turn")
    assert value(states, "scores")[:3] == scores


@pytest.mark.rule("CLD10", "CLD23")
@pytest.mark.parametrize(
    ("seats", "returns"),
    [
        ([Seat(monsters=10), Seat(treasures=["Copper Hoard"])], [1, -1]),
        # Ties: more treasure points …
        ([Seat(monsters=10), Seat(treasures=["Gilded Relic"], health=1)], [-1, 1]),
        # … which are not halved …
        ([Seat(monsters=5), Seat(treasures=["Gilded Relic"], status="dead")], [-1, 1]),
        # … then more health, as it was on leaving …
        ([Seat(treasures=["Gilded Relic"], health=3), Seat(treasures=["Gilded Relic"], health=4)], [-1, 1]),
        (
            [Seat(treasures=["Gilded Relic"], health=3), Seat(treasures=["Gilded Relic"], health=9, status="escaped")],
            [-1, 1],
        ),
        ([Seat(monsters=3), Seat(monsters=7, status="dead")], [1, -1]),
        # … then shared.
        ([Seat(monsters=4), Seat(monsters=4)], [0, 0]),
        ([Seat(monsters=4), Seat(monsters=4), Seat(monsters=3)], [0.25, 0.25, -0.5]),
        ([Seat(monsters=4)] * 4, [0, 0, 0, 0]),
        ([Seat(monsters=4), *[Seat(monsters=5)] * 3], [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
    ],
)
def test_ties(seats: list[Seat], returns: list[float]) -> None:
    game, states = position(*seats, dragon=1, dragon_limit=1, phase="after")
    play(game, states, "end turn")
    assert value(states, "terminated")
    assert value(states, "returns")[: len(seats)] == pytest.approx(returns)


@pytest.mark.rule("CLD10")
def test_rewards_come_at_the_end_only_and_max_turns_cuts_the_game_off() -> None:
    game, states = position(Seat(monsters=9, deck=["Buy"] * 6), turns=6, max_turns=8, skill=9)
    play(game, states, "move deeper", "end turn")
    assert read(states)["over"] is None
    play(game, states, "move deeper", "end turn")
    assert (read(states)["over"], value(states, "turns")) == ("cut off", 8)
    assert not states["returns"].any() and not states["scores"].any()
    assert not game.legal(states).any()


@pytest.mark.rule("CLD10", "CLD23")
@pytest.mark.parametrize("how", ["escape", "move back", "end turn"])
def test_max_turns_counts_all_turns_and_a_turn_is_completed_before_the_cut(how: str) -> None:
    own = Seat(on=int(how == "move back"), left=True, health=1, hand=["Buy"], deck=["Sword"] * 6)
    place: dict[str, Any] = {"path": ["Rat Larder"], "row": ["Runner"], "market": ["Lantern"], "turns": 4}
    game, states = position(own, Seat(), max_turns=5, phase="after" if how == "end turn" else "before", **place)
    changed = turn(game, states, how)
    assert (changed["over"], changed["turns"], changed["row"]) == ("cut off", 5, ["Lantern", "Runner"])
    assert changed.get("hand 0") == (["Sword"] * 5 if how == "end turn" else None)


@pytest.mark.rule("CLD10", "CLD23")
def test_an_end_in_the_last_turn_is_an_end_and_no_cut() -> None:
    game, states = position(Seat(left=True), Seat(status="dead"), turns=4, max_turns=5)
    play(game, states, "escape")
    assert (value(states, "terminated"), value(states, "truncated")) == (True, False)


@pytest.mark.rule("CLD23")
def test_the_end_comes_at_once_and_the_cup_does_not_matter() -> None:
    # The last treasure, the Cup still on its tile.
    own = Seat(on=2, tokens=9, hand=["Buy"], deck=["Sword"])
    game, states = position(own, Seat(), path=PATH, treasure=["Copper Hoard"], row=["Runner"], market=["Lantern"])
    assert turn(game, states, "explore deck") == {
        "tokens 0": 4,
        "treasures 0": ["Copper Hoard"],
        "points 0": (5, 0, 0),
        "noise 0": 1,
        "treasure": ["The Cup"],
        "top": None,
        "phase": "after",
        "over": "over",
    }
    # The last player out: no refill.
    game, states = position(Seat(left=True), Seat(status="escaped"), row=["Runner"], market=["Lantern"])
    assert turn(game, states, "escape") == {"status 0": "escaped", "over": "over"}


@pytest.mark.rule("CLD23")
def test_a_dragon_card_that_kills_the_last_players_ends_the_game_at_once() -> None:
    game, states = position(
        Seat(on=3, health=1, hand=["Buy"], deck=["Sword"]), Seat(on=3, health=1, monsters=3),
        path=PATH, dragon=2, draws=2, row=["Runner"], market=["Lantern"], phase="after",
    )  # fmt: skip
    changed = luck(game, states, "end turn", dragon_cards=["Ember Breath"])
    assert changed == {
        **{f"{what} {seat}": value for seat in (0, 1) for what, value in (("health", 0), ("status", "dead"))},
        "dragon cards": ["Ember Breath"],
        "over": "over",
    }
    assert value(states, "scores")[:2] == [0, 1]
    assert read(states)["dragon cubes"] == 2


@pytest.mark.rule("CLD23")
def test_halving_is_applied_last_to_the_total() -> None:
    seat = Seat(on=1, health=1, treasures=["Copper Hoard"], monsters=3, hand=["Jade Mask"])
    game, states = position(seat, Seat(status="escaped"), path=["Rat Larder"])
    play(game, states, "move back")
    assert value(states, "scores")[0] == 5  # 5 + 3 + 3 = 11, and not 2 + 1 + 1
