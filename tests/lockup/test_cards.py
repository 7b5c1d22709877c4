"""Every monster, commander and faction of Lockup does what is printed on it.

The eight battle commanders are in `test_battle.py`, events in `test_events.py`.
"""

from __future__ import annotations

import pytest

from ludarium.envs.lockup.tables import COMMANDERS, EVENTS, FACTIONS, MONSTERS
from tests.lockup.printed import (
    BATTLE_COMMANDERS,
    FACTION_CARDS,
    MISSIONS,
    MONSTER_CARDS,
    NOW,
    OF_KIN,
    PERMANENT,
    ROUND,
    SCORING,
)
from tests.lockup.table import (
    allows,
    face_down,
    face_up,
    give,
    leave,
    monsters,
    pass_round,
    pass_to_upkeep,
    phase,
    plain,
    play,
    scores,
    seated,
    show,
    take,
    value,
)


@pytest.mark.rule("L1")
def test_the_cards_here_are_all_cards() -> None:
    assert sorted(MONSTERS) == sorted(MONSTER_CARDS)
    assert sorted(COMMANDERS) == sorted([*BATTLE_COMMANDERS, *SCORING, *ROUND])
    assert sorted(EVENTS) == sorted([*NOW, *PERMANENT, *MISSIONS])
    assert sorted(FACTIONS) == sorted(FACTION_CARDS)
    _, states = plain()
    for name, (*_, copies) in MONSTER_CARDS.items():
        assert (states["display"] + states["pile"])[0, MONSTERS.index(name)] == copies
    for name, copies in {**{name: row[0] for name, row in NOW.items()}, **PERMANENT}.items():
        assert states["event_pile"][0, EVENTS.index(name)] == copies
    assert (value(states, "commander_pile"), value(states, "mission_pile")) == ([1] * 20, [1] * 4)


# --- monsters -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L4", "LD3", "LD11")
@pytest.mark.parametrize("name", MONSTER_CARDS)
def test_monsters(name: str) -> None:
    tier, _, power, points, _ = MONSTER_CARDS[name]
    price = {"common": 2, "rare": 4, "legendary": 6}[tier]
    game, states = plain()
    show(states, name)
    give(states, gold=[price - 1, 0])
    assert not allows(game, states, f"hire {name}")
    give(states, gold=[price, 0])
    play(game, states, f"hire {name}")
    assert value(states, "gold") == [0, 0]
    assert monsters(states, 0) == [name]
    assert value(states, "power") == [power, 0]
    assert scores(states) == [points, 0]

    leave(states, tier, name)
    give(states, round_number=3, food=[0, 6])
    play(game, states, f"prison {tier}")
    assert (monsters(states, 1), value(states, "food")) == ([name], [0, 6 - price])


@pytest.mark.rule("LD20")
@pytest.mark.parametrize("name", MONSTER_CARDS)
def test_kins(name: str) -> None:
    game, states = plain()
    take(game, states, 0, name, "Chronicler")
    kins = {}
    for candidate, other in OF_KIN.items():
        counted = states.copy()
        if other != name:
            take(game, counted, 0, other)
        kins[candidate] = scores(counted)[0] - counted["points"][0, 0]
    assert kins == {candidate: 1 if candidate == MONSTER_CARDS[name][1] else 2 for candidate in OF_KIN}


# --- commanders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LD13")
@pytest.mark.parametrize("name", [*BATTLE_COMMANDERS, *SCORING, *ROUND])
def test_battle_and_end_commanders_are_taken_face_down_and_the_others_face_up(name: str) -> None:
    game, states = plain()
    leave(states, "commanders", name)
    play(game, states, "hall")
    up = [name] if name in ROUND else []
    assert (face_up(states, 0), face_down(states, 0)) == (up, [] if up else [name])
    assert value(states, "num_face_down") == [0 if up else 1, 0]
    assert face_up(states, 1) + face_down(states, 1) == []


@pytest.mark.rule("L10", "LD6", "LD15", "LD17")
@pytest.mark.parametrize(
    ("name", "gold", "food", "recruits"),
    [
        ("Recruiter Mop", 0, 0, 1),
        ("Chain Broker", 0, 0, 1),
        ("Paymaster", 1, 0, 0),
        ("Toll Baron", 1, 0, 0),
        ("Cook Hobb", 0, 2, 0),
        ("Poacher Wren", 0, 2, 0),
    ],
)
def test_commanders_that_act_at_the_start_of_each_round_after_they_were_taken(
    name: str, gold: int, food: int, recruits: int
) -> None:
    game, states = plain()
    leave(states, "commanders", name)
    play(game, states, "hall")
    assert (value(states, "gold"), value(states, "food"), monsters(states, 0)) == ([3, 3], [2, 2], [])
    for rounds in (1, 2):
        give(states, food=[4, 4], gold=[0, 0])
        pass_round(game, states)
        assert (value(states, "gold"), value(states, "food")) == ([gold, 0], [food, 0])
        assert len(monsters(states, 0)) == recruits * rounds
        assert all(MONSTER_CARDS[recruit][0] == "common" for recruit in monsters(states, 0))
        assert monsters(states, 1) == []


@pytest.mark.rule("LD17")
def test_haggler_lowers_the_first_hire_of_a_round_by_one() -> None:
    game, states = plain()
    take(game, states, 0, "Haggler")
    for _ in range(2):
        show(states, *["Torch Sneak"] * 4)
        give(states, gold=[1, 1], to_act=0)
        assert allows(game, states, "hire torch sneak")
        play(game, states, "hire torch sneak", "pass")
        assert (value(states, "gold"), value(states, "to_act")) == ([0, 1], 0)
        give(states, gold=[1, 1])
        assert not allows(game, states, "hire torch sneak")
        give(states, gold=[2, 1])
        play(game, states, "hire torch sneak")
        assert value(states, "gold") == [0, 1]
        pass_round(game, states)


@pytest.mark.rule("LD17")
def test_haggler_waits_for_a_hire_whose_price_it_lowers() -> None:
    game, states = plain()
    take(game, states, 0, "Haggler", "Black Ledger", "Guild Ties")
    show(states, *["Torch Sneak"] * 2, "Moon Stalker", "Lich Warden")
    give(states, gold=[1 + 1, 0])
    play(game, states, "hire torch sneak", "pass")
    assert value(states, "gold") == [1, 0]  # 2 - 1, and not below 1
    assert allows(game, states, "hire moon stalker")  # 4 - 1 - 1 - 1
    play(game, states, "hire moon stalker")
    assert value(states, "gold") == [0, 0]
    give(states, gold=[5, 0])
    play(game, states, "hire lich warden")
    assert value(states, "gold") == [0, 0]  # 6 - 1: the haggling is over


@pytest.mark.rule("LD17")
@pytest.mark.parametrize(
    ("cards", "prices"),
    [
        ((), (2, 4, 6)),
        (("Haggler",), (1, 3, 5)),
        (("Black Ledger",), (1, 3, 5)),
        (("Guild Ties",), (2, 3, 6)),
        (("Black Ledger", "Guild Ties"), (1, 2, 5)),
        (("Black Ledger", "Haggler"), (1, 2, 4)),
        (("Haggler", "Black Ledger", "Guild Ties"), (1, 1, 4)),
        (("Key Forger",), (2, 4, 6)),
    ],
)
def test_discounts_add_up_and_no_hire_costs_less_than_one(cards: tuple[str, ...], prices: tuple[int, ...]) -> None:
    for name, price in zip(("Torch Sneak", "Moon Stalker", "Lich Warden"), prices, strict=True):
        game, states = plain()
        take(game, states, 0, *cards)
        for seat, paid in ((0, price), (1, {"Torch Sneak": 2, "Moon Stalker": 4}.get(name, 6))):
            show(states, name)
            give(states, gold=[paid - 1, paid - 1])
            assert not allows(game, states, f"hire {name}")
            give(states, gold=[paid, paid])
            play(game, states, f"hire {name}")
            assert value(states, "gold")[seat] == 0


@pytest.mark.rule("LD17")
@pytest.mark.parametrize(("pile", "price"), [("common", 1), ("rare", 3), ("legendary", 5)])
def test_key_forger_takes_one_food_off_the_prison(pile: str, price: int) -> None:
    game, states = plain()
    take(game, states, 0, "Key Forger", "Black Ledger", "Guild Ties")
    give(states, round_number=3, food=[price - 1, 0])
    assert not allows(game, states, f"prison {pile}")
    give(states, food=[price, 0])
    play(game, states, f"prison {pile}")
    assert value(states, "food") == [0, 0]


@pytest.mark.rule("LD17", "LD19")
@pytest.mark.parametrize(
    ("cards", "need"),
    [
        ((), 4),
        (("Cellar Stores",), 3),
        (("Quartermaster",), 2),
        (("Cellar Stores", "Cellar Stores"), 2),
        (("Quartermaster", "Cellar Stores"), 1),
        (("Quartermaster", "Cellar Stores", "Cellar Stores"), 0),
    ],
)
def test_upkeep_cuts_add_up(cards: tuple[str, ...], need: int) -> None:
    game, states = plain()
    take(game, states, 0, *cards)
    enough = states.copy()
    give(enough, food=[need, 4])
    pass_to_upkeep(game, enough)
    assert (value(enough, "round_number"), value(enough, "food")) == (2, [0, 0])
    if need:
        give(states, food=[need - 1, 4])
        pass_to_upkeep(game, states)
        assert (phase(game, states), value(states, "to_act")) == ("upkeep", 0)
    game, states = plain(upkeep="per_worker")
    take(game, states, 0, *cards)
    give(states, food=[9, 9], start=1)
    pass_to_upkeep(game, states)
    play(game, states, *["feed"] * (4 + need))
    assert value(states, "food") == [9 - need, 5]
    assert value(states, "round_number") == 2


@pytest.mark.rule("LD20")
def test_commanders_that_score() -> None:
    game, states = plain()
    take(game, states, 0, "Sewer Eel", "Cage Raven", "White Behemoth", "Cell Ghoul", "Ember Mite")
    take(game, states, 1, "Gutter Knife")
    printed = scores(states)
    for name, points in (("Chronicler", 3), ("Beast Tamer", 3), ("Grave Marshal", 1)):
        after = states.copy()
        take(game, after, 0, name)
        assert scores(after) == [printed[0] + points, printed[1]]
    for name, points in (("Chronicler", 1), ("Beast Tamer", 0), ("Grave Marshal", 0)):
        after = states.copy()
        take(game, after, 1, name)
        assert scores(after) == [printed[0], printed[1] + points]


# --- factions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LD9", "LD22")
@pytest.mark.parametrize("name", FACTION_CARDS)
def test_factions(name: str) -> None:
    gold, food, attack, defence = FACTION_CARDS[name]
    game, states = seated(name, "Coin Rats" if name != "Coin Rats" else "Cellar Kin")
    assert (states["gold"][0, 0], states["food"][0, 0]) == (3 + gold, 2 + food)
    for attacker, power in ((0, attack), (1, defence)):
        after = states.copy()
        give(after, gold=[9, 9], to_act=attacker)
        play(game, after, "arena 1")
        assert value(after, "gold") == [9 + 3 * power, 9 - 3 * power]
    for _ in range(4):
        give(states, gold=[0, 0], food=[4, 4])
        pass_round(game, states)
        assert (states["gold"][0, 0], states["food"][0, 0]) == (gold, food)


@pytest.mark.rule("LD20")
@pytest.mark.parametrize("name", FACTION_CARDS)
def test_the_power_of_factions_is_not_printed_on_monsters(name: str) -> None:
    game, states = seated(name, "Coin Rats" if name != "Coin Rats" else "Cellar Kin")
    take(game, states, 0, "Mission: Warband", "Frost Titan", "Stone Lout")
    assert scores(states)[0] == 3
