"""The decisions of the rule book of Clank! on cubes, the Cup and the dragon (CLD7, CLD8, CLD11, CLD19, CLD20)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from ludarium import make_game
from ludarium.envs.core.options import OptionError
from tests.clank.table import Seat, copies, luck, play, position, read, start, turn, value

PATH = ["Bare Passage", "Looted Tomb", "Collapsed Hall", "Whispering Stair"]
#: What every end of the first seat's turn changes.
NEXT = {"turns": 1, "to act": 1, "phase": "before"}
UNLIKELY = 1e-6


# --- the bag ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLD7", "CLD11")
@pytest.mark.parametrize(("n", "skill", "dragon"), [(2, 20, 1), (3, 0, 0), (4, 30, 10), (3, 7, 2)])
def test_the_bag_at_the_start(n: int, skill: int, dragon: int) -> None:
    _, states = start(num_players=n, skill_cubes_per_player=skill, dragon_cubes=dragon)
    assert value(states, "bag") == [0] * 4 + [n * skill, dragon]
    assert value(states, "supply") == [30] * n + [0] * (4 - n)


@pytest.mark.rule("CLD11")
@pytest.mark.parametrize("n", [1, 5])
def test_two_to_four_seats(n: int) -> None:
    with pytest.raises(OptionError, match=f"num_players.*{n}.*2.*4"):
        make_game("clank", num_players=n)


@pytest.mark.rule("CLD7")
@pytest.mark.parametrize("draws", [0, 1, 2, 7])
def test_draws_are_an_option(draws: int) -> None:
    game, states = position(skill=20, draws=draws, phase="after")
    play(game, states, "end turn")
    assert value(states, "tokens")[0] == draws


@pytest.mark.rule("CLD7")
def test_a_noise_cube_hurts_its_owner_whoever_drew_and_goes_home() -> None:
    game, states = position(Seat(), Seat(noise=2), Seat(noise=1), draws=3, phase="after")
    assert turn(game, states, "end turn") == NEXT | {"noise 1": 0, "health 1": 8, "noise 2": 0, "health 2": 9}
    assert value(states, "supply")[:3] == [30, 30, 30]


@pytest.mark.rule("CLD7", "CLD19")
def test_cubes_are_drawn_together_without_replacement_each_alike() -> None:
    game, states = position(Seat(noise=2), Seat(noise=3), skill=2, dragon=1, phase="after")
    many = copies(game, states, 8000)
    game.step(many, game.action_number("end turn"))
    first, second = (states["bag"][:, seat] - many["bag"][:, seat] for seat in (0, 1))
    # Two of 2 + 3 + 2 + 1. Dragon cubes go back, and Thick Smoke and Roar change the noise: they are left out.
    calm = many["dragon_revealed"] == 0
    assert abs(calm.mean() - 21 / 28) < 0.025
    counts = Counter(zip(first[calm].tolist(), second[calm].tolist(), strict=True))
    ways = {(2, 0): 1, (0, 2): 3, (1, 1): 6, (1, 0): 4, (0, 1): 6, (0, 0): 1}
    assert counts.keys() == ways.keys()
    assert chisquare([counts[k] for k in ways], [calm.sum() * w / 21 for w in ways.values()]).pvalue > UNLIKELY
    assert (many["tokens"][calm, 0] == 2 - first[calm] - second[calm]).all()


@pytest.mark.rule("CLD7")
def test_a_dragon_cube_goes_back_and_the_next_dragon_card_is_any_that_is_left() -> None:
    game, states = position(Seat(), Seat(), dragon=1, draws=1, revealed=["Fury"], phase="after")
    many = copies(game, states, 4000)
    game.step(many, game.action_number("end turn"))
    assert (many["bag"][:, 5] == 1).all()
    drawn = (states["dragon_left"][0] - many["dragon_left"]).argmax(axis=1)
    counts = np.bincount(drawn, minlength=10)
    assert counts[9] == 0
    assert chisquare(counts[:9]).pvalue > UNLIKELY


@pytest.mark.rule("CLD7", "CLD23")
@pytest.mark.parametrize("limit", [1, 2, 10])
def test_the_last_dragon_card_ends_the_game_unresolved(limit: int) -> None:
    revealed = ["Fury", "Roar", "Cave-in", "Thick Smoke", "Hoard Shift", "Greed", "Claw Sweep", "Tail Lash"]
    revealed = [*revealed, "Wall of Flame"][: limit - 1]
    game, states = position(
        Seat(on=3, deck=["Buy"] * 5),
        Seat(on=3),
        path=PATH,
        row=["Runner"],
        market=["Lantern"],
        revealed=revealed,
        dragon=20,
        draws=1,
        dragon_limit=limit,
        phase="after",
    )
    changed = turn(game, states, "end turn")
    assert changed.keys() == {"dragon cards", "over"}  # nothing else: no damage, no refill, no new hand, no next turn
    assert len(changed["dragon cards"]) == limit


@pytest.mark.rule("CLD19")
def test_skill_cubes_come_before_the_dragon_and_noise_before_both() -> None:
    # All cubes are drawn. Thick Smoke finds no noise that was drawn; the last card ends the game after the tokens.
    own = Seat(noise=1)
    game, states = position(own, Seat(noise=1), skill=1, dragon=1, draws=4, dragon_limit=1, phase="after")
    assert turn(game, states, "end turn") == {
        "noise 0": 0,
        "health 0": 9,
        "noise 1": 0,
        "health 1": 9,
        "tokens 0": 1,
        "skill cubes": 0,
        "dragon cards": read(states)["dragon cards"],
        "over": "over",
    }
    assert read(states)["dragon cubes"] == 1


@pytest.mark.rule("CLD19")
def test_noise_hurts_all_at_once_even_those_it_kills() -> None:
    game, states = position(Seat(noise=3, health=1), Seat(noise=1, health=1), Seat(), draws=4, phase="after")
    changed = turn(game, states, "end turn")
    assert changed == {
        "noise 0": 0,
        "health 0": 0,
        "status 0": "dead",
        "noise 1": 0,
        "health 1": 0,
        "status 1": "dead",
        "turns": 1,
        "to act": 2,
        "phase": "before",
    }
    assert value(states, "supply")[:2] == [30, 30]


@pytest.mark.rule("CLD19", "CLD22")
def test_who_dies_of_own_cubes_gets_nothing_more_of_the_draw() -> None:
    own = Seat(noise=1, health=1, hand=["Buy"], deck=["Sword"])
    game, states = position(own, Seat(), skill=2, dragon=2, draws=5, row=["Runner"], market=["Lantern"], phase="after")
    assert (
        turn(game, states, "end turn")
        == {
            "noise 0": 0,
            "health 0": 0,
            "status 0": "dead",
            "row": ["Lantern", "Runner"],
            "market": [],
        }
        | NEXT
    )


@pytest.mark.rule("CLD19", "CLD22")
def test_anothers_death_by_noise_stops_nothing() -> None:
    game, states = position(Seat(), Seat(noise=1, health=1), Seat(), skill=1, dragon=1, draws=3, phase="after")
    changed = turn(game, states, "end turn")
    assert (changed["status 1"], changed["tokens 0"], len(changed["dragon cards"])) == ("dead", 1, 1)
    assert changed["to act"] == 2


@pytest.mark.rule("CLD19")
def test_after_the_cubes_come_the_market_then_clean_up_then_the_next_seat() -> None:
    own = Seat(played=["Buy"], deck=["Sword"] * 5)
    game, states = position(own, Seat(status="dead"), Seat(), row=["Runner"], market=["Lantern"] * 9, phase="after")
    assert turn(game, states, "end turn") == {
        "hand 0": ["Sword"] * 5,
        "known 0": ["Sword"] * 5,
        "deck 0": [],
        "discard 0": ["Buy"],
        "played 0": [],
        "row": [*["Lantern"] * 5, "Runner"],
        "market": ["Lantern"] * 4,
        "turns": 1,
        "to act": 2,
        "phase": "before",
    }


@pytest.mark.rule("CLD19")
@pytest.mark.parametrize("statuses", [("inside", "escaped", "dead", "inside"), ("inside", "inside", "dead", "escaped")])
def test_turns_go_clockwise_among_those_in_the_game(statuses: tuple[str, ...]) -> None:
    game, states = position(*[Seat(status=status) for status in statuses], path=PATH, skill=30)
    inside = [seat for seat, status in enumerate(statuses) if status == "inside"]
    seen = []
    for _ in range(4):
        seen.append(value(states, "to_act"))
        play(game, states, "move deeper" if not read(states)[f"on {seen[-1]}"] else "move back", "end turn")
    assert seen == inside * 2


# --- the Cup, the Ward Charm ------------------------------------------------------------------------------------------


@pytest.mark.rule("CLD8", "CLD17")
def test_the_cup_draws_one_more_from_its_holders_next_turn_on() -> None:
    path = ["Bare Passage", "Rat Larder", "Quiet Shrine", "Looted Tomb"]
    game, states = position(Seat(on=4, tokens=8), Seat(on=4), path=path, path_length=4, skill=20)
    play(game, states, "explore cup")
    states["bag"][0] = [0, 0, 0, 0, 20, 0]
    states["supply"][0, :2] = 30
    draws = []
    for _ in range(4):
        seat, tokens = value(states, "to_act"), value(states, "tokens")
        if draws:
            play(game, states, "move back" if read(states)[f"on {seat}"] == 4 else "move deeper")
        play(game, states, "end turn")
        draws.append(value(states, "tokens")[seat] - tokens[seat])
    assert draws == [2, 2, 3, 2]


@pytest.mark.rule("CLD8", "CLD20")
@pytest.mark.parametrize(
    ("card", "damage"),
    [("Ember Breath", 1), ("Claw Sweep", 2), ("Tail Lash", 2), ("Greed", 2), ("Wall of Flame", 1)],
)
@pytest.mark.parametrize("works", [False, True])
def test_the_cups_holder_takes_one_more_from_every_dragon_card_that_hurts_the_holder(
    card: str, damage: int, works: bool
) -> None:
    own = Seat(on=3, noise=1, treasures=["The Cup"])
    place: dict[str, Any] = {"path": PATH, "dragon": 1, "draws": 1, "cup_works": works}
    game, states = position(Seat(), own, Seat(on=3, noise=1, treasures=["Copper Hoard"]), **place, phase="after")
    changed = luck(game, states, "end turn", dragon_cards=[card])
    assert changed["health 1"] == 10 - damage - works
    assert changed["health 2"] == 10 - damage
    assert "health 0" not in changed
    # What does not hurt the holder is no worse.
    game, states = position(Seat(), Seat(treasures=["The Cup"]), Seat(on=3, noise=1), **place, phase="after")
    states["treasures"][0, 2, 0] = 2
    states["treasure_points"][0, 2] = 10
    assert "health 1" not in luck(game, states, "end turn", dragon_cards=[card])


@pytest.mark.rule("CLD8", "CLD22")
def test_a_dead_holder_keeps_the_cup_and_its_dragon_cube_stays_in_the_bag() -> None:
    path = ["Bare Passage", "Looted Tomb", "Quiet Shrine", "Rat Larder"]
    game, states = position(Seat(on=4, health=1, treasures=["The Cup"]), Seat(on=3), path=path, path_length=4, dragon=2)
    play(game, states, "move back")
    assert read(states)["treasures 0"] == ["The Cup"]
    assert read(states)["dragon cubes"] == 2
    play(game, states, "move deeper")
    states["tokens"][0, 1] = 20
    assert not game.legal(states)[0, game.action_number("explore cup")]


@pytest.mark.rule("CLD17")
def test_the_ward_charm_saves_the_first_own_noise_cube_of_each_own_turn() -> None:
    own = Seat(noise=3, treasures=["Ward Charm"])
    game, states = position(own, Seat(noise=2), draws=5, phase="after")
    changed = turn(game, states, "end turn")
    assert (changed["health 0"], changed["noise 0"], changed["health 1"]) == (8, 0, 8)
    game, states = position(Seat(noise=1, health=1, treasures=["Ward Charm"]), phase="after")
    assert turn(game, states, "end turn") == {"noise 0": 0, "ward": 0} | NEXT
    # Not on others' turns, and a charm taken this turn does not work yet.
    game, states = position(Seat(), Seat(noise=2, treasures=["Ward Charm"]), phase="after")
    assert turn(game, states, "end turn")["health 1"] == 8
    game, states = position(Seat(on=2, tokens=6), path=PATH, treasure=["Ward Charm", "Copper Hoard"])
    assert turn(game, states, "explore deck", "end turn")["health 0"] == 9  # exploring was loud


# --- dragon cards -----------------------------------------------------------------------------------------------------


def revealed(card: str, *seats: Seat, **place: Any) -> dict[str, Any]:
    """What a dragon card changes at the end of the first seat's turn, the turn itself apart."""
    game, states = position(*seats, path=PATH, dragon=1, draws=1, phase="after", **place)
    changed = luck(game, states, "end turn", dragon_cards=[card])
    assert changed.pop("dragon cards") == [card]
    return {name: value for name, value in changed.items() if name not in ("turns", "to act", "phase")}


@pytest.mark.rule("CLD20")
def test_dragon_cards_touch_only_players_still_in_the_game() -> None:
    out = [Seat(on=4, noise=9, status=status, treasures=["Copper Hoard"] * 3) for status in ("dead", "escaped")]
    inside = Seat(on=3, noise=1, treasures=["Copper Hoard"])
    for card, changes in {
        "Ember Breath": {"health 1": 9},
        "Claw Sweep": {"health 1": 8},
        "Tail Lash": {"health 1": 8},
        "Roar": {"noise 0": 1, "noise 1": 2},
        "Greed": {"health 1": 8},
        "Cave-in": {"cave in 1": 1},
        "Thick Smoke": {"noise 1": 0, "noise 2": 0, "noise 3": 0},  # everybody's cubes
        "Wall of Flame": {"health 1": 9},
    }.items():
        assert revealed(card, Seat(), inside, *out) == changes, card


@pytest.mark.rule("CLD20")
def test_thick_smoke_returns_the_cubes_of_players_who_are_out_to_their_supply() -> None:
    game, states = position(Seat(), Seat(), Seat(noise=4, status="dead"), dragon=1, draws=1, phase="after")
    luck(game, states, "end turn", dragon_cards=["Thick Smoke"])
    assert (value(states, "bag")[2], value(states, "supply")[2]) == (0, 30)


@pytest.mark.rule("CLD20")
def test_tail_lash_counts_the_exit_as_a_tile() -> None:
    assert revealed("Tail Lash", Seat(), Seat(left=True)) == {"health 0": 8, "health 1": 8}
    assert revealed("Tail Lash", Seat(), Seat(on=1), Seat(on=1)) == {"health 1": 8, "health 2": 8}


@pytest.mark.rule("CLD20")
def test_claw_sweep_and_greed_hurt_nobody_where_the_highest_number_is_zero() -> None:
    assert revealed("Claw Sweep", Seat(on=1), Seat(on=1)) == {}
    assert revealed("Greed", Seat(on=1), Seat(on=1), Seat(status="dead", treasures=["Copper Hoard"])) == {}
    # Noise drawn with the dragon cube is not in the bag any more.
    game, states = position(Seat(), Seat(noise=1), dragon=1, draws=2, phase="after")
    assert luck(game, states, "end turn", dragon_cards=["Claw Sweep"])["health 1"] == 9


@pytest.mark.rule("CLD20")
def test_cave_in_is_for_each_players_next_clean_up_once() -> None:
    deck = ["Buy"] * 6
    game, states = position(Seat(deck=deck), Seat(deck=deck), dragon=1, draws=1, path=PATH, phase="after")
    luck(game, states, "end turn", dragon_cards=["Cave-in"])
    states["bag"][0] = 0
    sizes = []
    for _ in range(3):
        seat = value(states, "to_act")
        play(game, states, "move back" if read(states)[f"on {seat}"] else "move deeper", "end turn")
        states["bag"][0] = 0
        sizes.append((seat, value(states, "hand_size")[seat]))
    assert value(states, "cave_in") == [0] * 4
    assert sizes == [(1, 4), (0, 5), (1, 5)]


@pytest.mark.rule("CLD20")
def test_wall_of_flame_begins_at_the_third_tile() -> None:
    assert revealed("Wall of Flame", Seat(on=2), Seat(on=3), Seat(on=4)) == {"health 1": 9, "health 2": 9}


@pytest.mark.rule("CLD20", "CLD23")
def test_hoard_shift_removes_the_face_up_card_then_the_next_and_may_end_the_game() -> None:
    deck = ["Copper Hoard", "Gilded Relic", "Gilded Relic", "Ward Charm"]
    game, states = position(Seat(), treasure=deck, dragon=1, draws=1, phase="after")
    outcomes = Counter()
    for seed in range(60):
        one = states.copy()
        luck(game, one, "end turn", seed=seed, dragon_cards=["Hoard Shift"])
        found = read(one)
        outcomes[tuple(found["treasure"]), found["top"]] += 1
    assert outcomes.keys() == {
        (("Gilded Relic", "Ward Charm", "The Cup"), "Gilded Relic"),
        (("Gilded Relic", "Ward Charm", "The Cup"), "Ward Charm"),
        (("Gilded Relic", "Gilded Relic", "The Cup"), "Gilded Relic"),
    }
    for left in (["Copper Hoard"], ["Copper Hoard", "Gilded Relic"]):
        game, states = position(Seat(treasures=["Gilded Relic"]), treasure=left, dragon=1, draws=1, phase="after")
        changed = luck(game, states, "end turn", dragon_cards=["Hoard Shift"])
        assert changed == {"dragon cards": ["Hoard Shift"], "treasure": ["The Cup"], "top": None, "over": "over"}
        assert value(states, "scores")[:2] == [10, 0]


@pytest.mark.rule("CLD20")
def test_fury_draws_one_more_from_the_next_turn_on() -> None:
    game, states = position(Seat(), Seat(), Seat(), path=PATH, dragon=1, draws=2, phase="after")
    luck(game, states, "end turn", dragon_cards=["Fury"])
    for seat in (1, 2, 0):
        states["bag"][0] = [0, 0, 0, 0, 30, 0]
        states["supply"][0, :3] = 30
        play(game, states, "move deeper")
        assert turn(game, states, "end turn")[f"tokens {seat}"] == 3


@pytest.mark.rule("CLD20")
def test_several_dragon_cubes_are_resolved_one_by_one_and_no_card_comes_twice() -> None:
    game, states = position(Seat(), Seat(), dragon=2, draws=2, dragon_limit=10, phase="after", path=PATH)
    pairs = Counter()
    many = copies(game, states, 2000)
    game.step(many, game.action_number("end turn"))
    for record in many:
        pairs[tuple(np.flatnonzero(record["dragon_left"] == 0).tolist())] += 1
    assert len(pairs) == 45 and all(len(pair) == 2 for pair in pairs)
    assert (many["bag"][:, 5] == 2).all()


@pytest.mark.rule("CLD19", "CLD22")
def test_whom_the_first_of_two_dragon_cards_kills_ends_the_draw() -> None:
    game, states = position(Seat(on=4, health=1), Seat(), path=PATH, dragon=2, draws=2, phase="after")
    many = copies(game, states, 500)
    game.step(many, game.action_number("end turn"))
    killers = [0, 2, 7]  # Ember Breath, Tail Lash, Wall of Flame; no noise, no treasure
    dead = many["status"][:, 0] == 2
    first = (many["dragon_left"][:, killers] == 0).sum(axis=1)
    assert (first[dead] == 1).all() and not first[~dead].any()
    assert set(many["dragon_revealed"][dead].tolist()) == {1, 2}  # it may be the second that kills
    assert (many["dragon_revealed"][~dead] == 2).all()
    assert (many["bag"][:, 5] == 2).all()
