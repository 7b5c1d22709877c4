"""Battles of Lockup, step by step (L9, LD5, LD13, LD14), with every commander and card that has a part in them."""

from __future__ import annotations

import pytest

from ludarium.envs.core.game import Game
from ludarium.envs.core.schema import States
from tests.lockup.printed import BATTLE_COMMANDERS
from tests.lockup.table import (
    allows,
    face_down,
    face_up,
    give,
    legal,
    pass_round,
    phase,
    plain,
    play,
    seated,
    take,
    value,
)

#: Monsters of this power together.
OF_POWER = {0: [], 1: ["Torch Sneak"], 2: ["Gutter Knife"], 3: ["Stone Lout"], 4: ["Gutter Knife", "Cell Ghoul"]}


def battle(powers: tuple[int, int], *, own: tuple[str, ...] = (), other: tuple[str, ...] = ()) -> tuple[Game, States]:
    """Seat 0, about to attack seat 1: monsters of these powers, 9 gold each, blank factions, and these cards."""
    game, states = plain()
    for seat, cards in enumerate((own, other)):
        take(game, states, seat, *OF_POWER[powers[seat]], *cards)
    give(states, gold=[9, 9])
    return game, states


@pytest.mark.rule("L9", "L10", "LD14")
@pytest.mark.parametrize("name", [name for name, (attack, _, _) in BATTLE_COMMANDERS.items() if attack])
def test_commanders_that_attack(name: str) -> None:
    power, _, loot = BATTLE_COMMANDERS[name]
    for margin, moved in ((1, 3 + loot), (0, 0), (-1, -3)):
        game, states = battle((0, power - margin), own=(name,))
        play(game, states, "arena 1")
        assert legal(game, states) == {f"commander {name.lower()}", "no commander"}
        play(game, states, f"commander {name}")
        assert value(states, "gold") == [9 + moved, 9 - moved]
        assert (face_up(states, 0), face_down(states, 0)) == ([name], [])
        assert value(states, "num_face_down") == [0, 0]


@pytest.mark.rule("L9", "L10", "LD14")
@pytest.mark.parametrize("name", [name for name, (_, defence, _) in BATTLE_COMMANDERS.items() if defence])
def test_commanders_that_defend(name: str) -> None:
    _, power, counter = BATTLE_COMMANDERS[name]
    for margin, moved in ((1, 3 + counter), (0, 0), (-1, -3)):
        game, states = battle((power - margin, 0), other=(name,))
        play(game, states, "arena 1")
        assert value(states, "to_act") == 1
        assert legal(game, states) == {f"commander {name.lower()}", "no commander"}
        play(game, states, f"commander {name}")
        assert value(states, "gold") == [9 - moved, 9 + moved]
        assert (face_up(states, 1), face_down(states, 1)) == ([name], [])


@pytest.mark.rule("LD14")
@pytest.mark.parametrize("name", [name for name, (a, d, _) in BATTLE_COMMANDERS.items() if not (a and d)])
def test_a_commander_serves_its_own_side_alone(name: str) -> None:
    attacks = BATTLE_COMMANDERS[name][0] > 0
    game, states = battle((0, 0), **{"other" if attacks else "own": (name,)})
    play(game, states, "arena 1")
    assert value(states, "to_act") == int(attacks)
    assert legal(game, states) == {"no commander"}  # asked all the same, since it lies face down
    play(game, states, "no commander")
    assert value(states, "gold") == [9, 9]
    assert len(face_down(states, int(attacks))) == 1


@pytest.mark.rule("LD5", "LD14")
@pytest.mark.parametrize(("coins", "three", "four"), [(0, 0, 0), (1, 1, 1), (3, 3, 3), (4, 3, 4), (5, 3, 4)])
def test_the_stake_is_three_or_four_with_loot_or_counter_and_never_more_than_there_is(
    coins: int, three: int, four: int
) -> None:
    for name, stake in (("Duelist Vex", three), ("Lady of Knives", four)):
        game, states = battle((0, 0), own=(name,))
        give(states, gold=[9, coins])
        play(game, states, "arena 1", f"commander {name}")
        assert value(states, "gold") == [9 + stake, coins - stake]
    for name, stake in (("Duelist Vex", three), ("Old Rampart", four)):
        game, states = battle((0, 0), other=(name,))
        give(states, gold=[coins, 9])
        play(game, states, "arena 1", f"commander {name}")
        assert value(states, "gold") == [coins - stake, 9 + stake]


@pytest.mark.rule("LD14")
def test_loot_and_counter_pay_the_winner_alone() -> None:
    game, states = battle((0, 4), own=("Lady of Knives",), other=("Old Rampart",))
    play(game, states, "arena 1", "commander lady of knives", "no commander")
    assert value(states, "gold") == [6, 12]  # the attacker loses 3, loot or not
    game, states = battle((4, 0), own=("Lady of Knives",), other=("Old Rampart",))
    play(game, states, "arena 1", "no commander", "commander old rampart")
    assert value(states, "gold") == [12, 6]


@pytest.mark.rule("LD14")
def test_the_defender_answers_after_having_seen_the_attackers_commander() -> None:
    game, states = battle((0, 0), own=("Siege-Mother",), other=("The Turnkey",))
    play(game, states, "arena 1")
    assert (value(states, "to_act"), phase(game, states)) == (0, "battle")
    assert (face_up(states, 0), value(states, "attack_commander")) == ([], 0)
    play(game, states, "commander siege-mother")
    assert (value(states, "to_act"), phase(game, states)) == (1, "battle")
    assert face_up(states, 0) == ["Siege-Mother"]
    seen = game.layout.decode(game.observe(states, 1)[0])
    other = states.copy()
    other["attack_commander"] = 0
    assert str(seen) != str(game.layout.decode(game.observe(other, 1)[0]))
    assert value(states, "gold") == [9, 9]
    play(game, states, "commander the turnkey")
    assert value(states, "gold") == [9, 9]  # 3 against 3
    assert (value(states, "to_act"), phase(game, states)) == (1, "placing")  # seat 0 has had its turn
    assert [value(states, name) for name in ("attacker", "defender", "attack_commander")] == [0, 0, 0]


@pytest.mark.rule("LD14")
def test_one_commander_a_side() -> None:
    game, states = battle((0, 4), own=("Warden Drusk", "Captain Ironjaw"))
    play(game, states, "arena 1")
    assert legal(game, states) == {"commander warden drusk", "commander captain ironjaw", "no commander"}
    play(game, states, "commander warden drusk")
    assert phase(game, states) == "placing"
    assert value(states, "gold") == [6, 12]  # 2 against 4
    assert (face_up(states, 0), face_down(states, 0)) == (["Warden Drusk"], ["Captain Ironjaw"])


@pytest.mark.rule("LD14", "LD23")
@pytest.mark.parametrize(
    ("cards", "used", "asked_attacking", "asked_defending"),
    [
        ((), False, False, False),
        (("Paymaster",), False, False, False),  # face up, for no battle
        (("Mission: Hoard",), False, False, False),  # no commander
        (("Chronicler",), False, True, True),  # face down: it could be one
        (("Warden Drusk",), False, True, True),
        (("Warden Drusk",), True, True, False),
        (("The Turnkey",), False, True, True),
        (("The Turnkey",), True, False, True),
        (("Duelist Vex",), True, True, True),
        (("Warden Drusk", "Grave Marshal"), True, True, True),
    ],
)
def test_a_side_is_asked_exactly_if_all_can_see_that_it_may_have_a_commander_that_fits(
    cards: tuple[str, ...], used: bool, asked_attacking: bool, asked_defending: bool
) -> None:
    for seat, asked in ((0, asked_attacking), (1, asked_defending)):
        game, states = battle((0, 0), **{("own", "other")[seat]: cards})
        if used:
            turn_up(game, states, seat, cards[0])
        play(game, states, "arena 1")
        assert (phase(game, states) == "battle") == asked
        if asked:
            assert value(states, "to_act") == seat
            play(game, states, "no commander")
        assert (phase(game, states), value(states, "to_act")) == ("placing", 1)


def turn_up(game: Game, states: States, seat: int, name: str) -> None:
    """Uses the battle commander `name` in a battle of its own, of which nothing else is left."""
    moved = states.copy()
    attacks = BATTLE_COMMANDERS[name][0] > 0
    give(moved, to_act=seat if attacks else 1 - seat)
    play(game, moved, "arena 1", f"commander {name}")
    for field in ("face_up", "face_down", "num_face_down", "unopened"):
        states[field] = moved[field]


@pytest.mark.rule("L10", "LD6", "LD13")
def test_a_used_commander_lies_face_up_and_may_be_used_again_next_round() -> None:
    game, states = battle((0, 1), own=("Warden Drusk",))
    play(game, states, "arena 1", "commander warden drusk")
    assert face_up(states, 0) == ["Warden Drusk"]
    pass_round(game, states)
    give(states, gold=[9, 9], to_act=0)
    play(game, states, "arena 1", "commander warden drusk")
    assert value(states, "gold") == [12, 6]
    assert (face_up(states, 0), value(states, "num_face_down")) == (["Warden Drusk"], [0, 0])


@pytest.mark.rule("LD6", "LD14")
def test_who_declines_keeps_the_commander_face_down() -> None:
    game, states = battle((1, 1), own=("Siege-Mother",), other=("The Turnkey",))
    play(game, states, "arena 1", "no commander", "no commander")
    assert value(states, "gold") == [9, 9]
    assert (face_down(states, 0), face_down(states, 1)) == (["Siege-Mother"], ["The Turnkey"])


@pytest.mark.rule("LD14")
@pytest.mark.parametrize(
    ("own", "other", "gold"),
    [
        (("War Drums",), (), [12, 6]),
        ((), ("War Drums",), [9, 9]),
        ((), ("Spiked Gate",), [6, 12]),
        (("Spiked Gate",), (), [9, 9]),
        (("War Drums",), ("Spiked Gate",), [9, 9]),
    ],
)
def test_permanent_events_add_to_their_side(own: tuple[str, ...], other: tuple[str, ...], gold: list[int]) -> None:
    game, states = battle((2, 2), own=own, other=other)
    play(game, states, "arena 1")
    assert value(states, "gold") == gold


@pytest.mark.rule("LD14")
def test_all_that_adds_power_adds_up() -> None:
    game, states = seated("Iron Gang", "Night Shift")
    take(game, states, 0, *OF_POWER[1], "War Drums", "Siege-Mother")  # 1 + 1 + 1 + 3 = 6
    take(game, states, 1, "Stone Lout", "Spiked Gate", "Duelist Vex")  # 3 + 1 + 1 + 1 = 6
    for more, gold in ((None, [9, 9]), (0, [12, 6]), (1, [6, 12])):
        after = states.copy()
        give(after, gold=[9, 9])
        if more is not None:
            take(game, after, more, "Ember Mite")
        play(game, after, "arena 1", "commander siege-mother", "commander duelist vex")
        assert value(after, "gold") == gold


@pytest.mark.rule("LD5", "LD14")
@pytest.mark.parametrize(("distance", "opponent"), [(1, 3), (2, 0), (3, 1)])
def test_the_attacker_chooses_any_opponent_by_distance_clockwise(distance: int, opponent: int) -> None:
    game, states = plain(num_players=4)
    take(game, states, 2, "Torch Sneak")
    give(states, to_act=2, out=[1, 1, 0, 0])  # who is out for the round can be attacked
    play(game, states, f"arena {distance}")
    assert value(states, "gold") == [6 if seat == 2 else 0 if seat == opponent else 3 for seat in range(4)]
    assert value(states, "to_act") == 3


@pytest.mark.rule("LD5")
def test_there_are_as_many_opponents_as_seats_but_one() -> None:
    for seats in (2, 3, 4):
        game, states = plain(num_players=seats)
        names = {name for name in legal(game, states) if name.startswith("arena")}
        assert names == {f"arena {distance}" for distance in range(1, seats)}


@pytest.mark.rule("LD14")
def test_at_most_one_battle_a_round() -> None:
    game, states = plain(num_players=3)
    play(game, states, "arena 1")
    for _ in range(2):
        assert not any(allows(game, states, f"arena {distance}") for distance in (1, 2))
        play(game, states, "market gold" if value(states, "to_act") == 1 else "hall")


@pytest.mark.rule("LD14", "LD10")
def test_after_a_battle_it_is_the_seat_after_the_attackers_turn() -> None:
    game, states = plain(num_players=3)
    take(game, states, 2, "The Turnkey")
    play(game, states, "arena 2")
    assert value(states, "to_act") == 2
    play(game, states, "commander the turnkey")
    assert (value(states, "to_act"), value(states, "gold")) == (1, [0, 3, 6])
