"""Conditions of cards of Clank! Catacombs on the kernels: met and not met, whatever the order of play (CC44)."""

from __future__ import annotations

import pytest

from tests.clank_catacombs.cards import START
from tests.clank_catacombs.conditions import MET, NOT_MET, TILES, V, condition_turn
from tests.clank_catacombs.positions import QUIET, Arranged, offer
from tests.clank_catacombs.printed import BLUE, POINTS, plain
from tests.clank_catacombs.table import Reading, Table

_CONDITIONS = {card: row.condition for card, row in BLUE.items() if row.condition}


@pytest.mark.rule("CC44")
@pytest.mark.parametrize("card", _CONDITIONS)
def test_no_condition_is_missing(card: str) -> None:
    if not _CONDITIONS[card].startswith("discard_1"):
        assert MET[card].card == NOT_MET[card].card == BLUE[card].name


@pytest.mark.rule("CC43", "CC44", "CCD11")
@pytest.mark.parametrize("case", MET)
def test_a_condition_that_is_met_pays_whatever_the_order(case: str) -> None:
    for actions in MET[case].orders():
        assert Table(MET[case].start()).turn(*actions) == MET[case].changed()


@pytest.mark.rule("CC43", "CC44", "CCD11")
@pytest.mark.parametrize("case", NOT_MET)
def test_a_condition_that_is_not_met_does_not_pay(case: str) -> None:
    waiting = {"waiting": {_CONDITIONS[case]: 1}}
    for actions in NOT_MET[case].orders():
        assert Table(NOT_MET[case].start()).turn(*actions) == NOT_MET[case].changed() | waiting


# --- moments of the turn ----------------------------------------------------------------------------------------------


def _of_seat_1(*hand: str, room: str = f"{START} V") -> Arranged:
    """Seat 0 has nothing left to do, and seat 1 with these cards has the next turn; the Row is full."""
    game = plain(tiles=TILES)
    own = game.seats[1]
    own.room, own.hand, own.deck, own.supply = room, list(hand), ["Burgle"] * 4, 28
    return offer(game, *QUIET)


@pytest.mark.rule("CC44", "CCD11")
@pytest.mark.parametrize(
    ("card", "room", "leave", "changed"),
    [
        ("Grave Digger", f"{START} U", "to room 2", {"skill": 1, "gold 1": 1, "companions": 1}),
        ("Iron Lantern", f"{START} U", "to room 4", {"skill": 3}),
        ("Iron Lantern", f"{START} M", "", {"skill": 2, "waiting": {"in_crystal_cave:skill+1": 1}}),
        ("Bone Charm", "D10 B", "west", {"hand 1": ("Burgle",), "deck 1": ("Burgle",) * 3, "damage 1": (1, 0, 0)}),
        ("Bone Charm", "D11 B", "", {"hand 1": ("Burgle",), "deck 1": ("Burgle",) * 3}),
    ],
)
def test_where_the_turn_began_counts(card: str, room: str, leave: str, changed: Reading) -> None:
    game = _of_seat_1("Ossuary Key", card, room=room)
    game.seats[1].meter, game.seats[1].supply = ["own"] * 2, 26
    t = Table(game).play("end turn", "play Ossuary Key")
    if leave:
        t.play(f"teleport {leave}")
    expected: Reading = {"hand 1": (), "played": tuple(sorted((card, "Ossuary Key"), key=[*POINTS].index))} | changed
    expected |= {"skill": 1 + changed["skill"]} if "skill" in changed else {}
    expected |= {"supply 1": 27} if "damage 1" in changed else {}
    expected |= {"waiting": {"on_haunted_tile:heal+1": 1}} if (card, room) == ("Bone Charm", "D11 B") else {}
    assert t.turn(f"play {card}") == expected


@pytest.mark.rule("CC44", "CCD11")
def test_what_lay_in_the_discard_pile_as_the_turn_began_counts() -> None:
    game = _of_seat_1("Twin Paths", "Hollow Book")
    game.seats[1].deck, game.seats[1].discard = [], ["Secret Tome", "Secret Tome"]
    t = Table(game).play("end turn", "play Twin Paths")
    assert (t["discard 1"], t["hand 1"], t["deck 1"]) == ((), ("Secret Tome", "Hollow Book"), ("Secret Tome",))
    t.play("play Hollow Book")
    assert (t["hand 1"], t["waiting"]) == (("Secret Tome", "Secret Tome"), {})


@pytest.mark.rule("CC44", "CCD8", "CCD11")
@pytest.mark.parametrize("case", ["CB02", "CB03", "CB09", "CB19", "CB40"])
def test_what_happened_in_another_turn_does_not_count(case: str) -> None:
    card, _, acts, _, _ = MET[case]
    game = MET[case].start()
    game.own.hand.remove(card)
    game.own.deck, game.seats[1].hand, game.seats[1].deck = [card], [card], []
    game.deck = ["Feint"] * 9  # fill the Row and wake nobody
    waiting = {_CONDITIONS[case]: 1}
    t = Table(game).play(*acts, "end turn", f"play {card}")
    assert (t["to_act"], t["waiting"]) == (1, waiting)
    t.play("end turn", f"play {card}")
    assert (t["to_act"], t["waiting"]) == (0, waiting)


@pytest.mark.rule("CC44", "CCD11")
def test_a_card_that_waits_in_vain_is_forgotten() -> None:
    game = offer(condition_turn("Chalk Marks", room="D11 A"), *QUIET)
    game.seats[1].hand, game.seats[1].room = ["Sidestep"], "D15 A"
    t = Table(game).play("play Chalk Marks")
    assert t["waiting"] == {"portal_used:boots+1": 1}
    t.play("end turn", "play Sidestep")
    assert t["waiting"] == {}
    assert t.turn("move through the portal", "come out at D11") == {"boots": 0, "room 1": "D11 A"}


@pytest.mark.rule("CC44", "CCD11")
def test_a_condition_pays_once_for_each_card_played() -> None:
    game = condition_turn("Chalk Marks", "Chalk Marks", "Chalk Marks", room="D11 A")
    t = Table(game).play("play Chalk Marks", "play Chalk Marks")
    assert t["waiting"] == {"portal_used:boots+1": 2}
    changed = {"boots": 3 + 2, "teleports": 1, "room 0": "D15 A", "waiting": {}}
    assert t.turn("teleport through the portal", "come out at D15") == changed
    assert t.turn("teleport through the portal", "come out at D11") == {"teleports": 0, "room 0": "D11 A"}
    assert t.play("play Chalk Marks")["boots"] == 5 + 2
    game = condition_turn("Grave Champion")
    game.row[1], game.swords = "Crypt Rat", 2
    t = Table(game).play("play Grave Champion", "fight Crypt Rat", "fight Crypt Rat")
    assert (t["damage 0"], t["gold 0"]) == ((4, 0, 0), 5)


# --- near misses ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC43")
def test_the_goblin_is_no_monster_of_the_row() -> None:
    game = condition_turn("Grave Champion")
    game.swords = 2
    t = Table(game).play("fight Goblin", "play Grave Champion", "fight Goblin")
    assert (t["damage 0"], t["waiting"]) == ((5, 0, 0), {"monster_defeated:heal+1": 1})


@pytest.mark.rule("CCD10", "CC43")
@pytest.mark.parametrize(
    ("hand", "acts", "supply", "made"),
    [
        # Taken back afterwards or at once, it was made; so is that of acquire and DEFEAT texts.
        (("Burst Purse", "Still the Air"), ("play Burst Purse", "play Still the Air"), 20, 2),
        (("Burst Purse", "Still the Air"), ("play Still the Air", "play Burst Purse"), 20, 2),
        (("Stumble",), ("play Stumble", "fight Candle Wisp"), 20, 2),
        (("Stumble",), ("acquire Milky Opal", "play Stumble"), 20, 2),
        # From a supply that is empty nothing is made.
        (("Burst Purse",), ("play Burst Purse",), 1, 1),
        (("Burst Purse",), ("play Burst Purse",), 0, 0),
        # That of others, or of oneself in another's turn, is not.
        ((), ("use Echo Bell",), 20, 0),
    ],
)
def test_two_clank_made(hand: tuple[str, ...], acts: tuple[str, ...], supply: int, made: int) -> None:
    game = condition_turn("Loose Flagstone", *hand)
    game.row, game.own.supply = ["Candle Wisp", "Milky Opal", "Echo Bell", None, None, None], supply
    game.own.deck, game.own.discard = [], []
    play = "play Loose Flagstone"
    for actions in (play, *acts), (*acts, play):
        t = Table(game).play(*actions)
        assert (t["clank_made"], t["boots"], t["waiting"] == {}) == (made, 1 + (made >= 2), made >= 2)


@pytest.mark.rule("CC44", "CCD11")
@pytest.mark.parametrize("pile", ["hand", "deck", "discard", "played"])
def test_where_a_tome_is_one(pile: str) -> None:
    game = condition_turn("Hollow Book")
    getattr(game.own, pile).append("Secret Tome")
    pays = pile in ("discard", "played")
    t = Table(game).play("play Hollow Book")
    assert (t["waiting"] == {}, len(t["hand 0"])) == (pays, pays + (pile == "hand"))


@pytest.mark.rule("CC44", "CCD11")
def test_a_tome_that_was_trashed_this_turn_was_there() -> None:
    game = condition_turn("Pact Candle", "Hollow Book")
    game.own.discard = ["Secret Tome"]
    t = Table(game).play("play Pact Candle", "choose Secret Tome")
    changed = {"skill": 7 + 1 + 2, "hand 0": ("Burgle",), "deck 0": ("Burgle",) * 3}
    assert t.turn("play Hollow Book") == changed | {"played": ("Hollow Book", "Pact Candle")}


@pytest.mark.rule("CC44", "CCD11")
def test_companions_count_that_were_played_even_if_trashed() -> None:
    game = condition_turn("Pact Candle", "Street Urchin", "Rat Catcher")
    game.row[0], game.skill = "Offering Bowl", 3
    t = Table(game).play("play Street Urchin", "use Offering Bowl", "second effect", "choose Street Urchin")
    assert t["waiting"] == {"other_companion:gold+1": 1}
    # The card that waits is trashed, and so is the companion that the next one finds.
    changed = {"swords": 2, "boots": 2, "gold 0": 4, "companions": 2, "waiting": {}}
    assert t.turn("play Rat Catcher") == changed | {"hand 0": ("Pact Candle",), "played": ("Rat Catcher",)}
    t = Table(game).play("play Rat Catcher", "play Pact Candle", "choose Rat Catcher")
    assert t.turn("play Street Urchin")["gold 0"] == 4


@pytest.mark.rule("CCD27", "CC41")
@pytest.mark.parametrize(
    ("prisoners", "tokens", "pays"),
    [
        (["PEASANT", "MONK"], [], True),
        (["MONKEYBOT", "WARRIOR"], [], True),
        (["PEASANT"], ["COUPON"], False),
        (["PEASANT"], ["CHALICE", "EGG"], False),
        ([], [], False),
    ],
)
def test_two_prisoners(prisoners: list[str], tokens: list[str], pays: bool) -> None:
    game = condition_turn("Guild Locksmith")
    game.own.prisoners, game.own.tokens = prisoners, tokens
    game.seats[1].prisoners = ["PRINCE", "PRINCESS"]
    t = Table(game).play("play Guild Locksmith")
    assert (t["hand 0"], t["waiting"] == {}) == (("Burgle",) * (1 + pays), pays)


@pytest.mark.rule("CC44")
@pytest.mark.parametrize(("own", "others", "pays"), [([5], [], True), ([], [20], False), ([7, 12], [5], True)])
def test_an_artifact_of_ones_own(own: list[int], others: list[int], pays: bool) -> None:
    game = condition_turn("Prince's Ransom", room=V)
    game.own.artifacts, game.seats[1].artifacts = own, others
    t = Table(game).play("play Prince's Ransom")
    assert (t["hand 0"], t["waiting"] == {}) == (("Burgle",) * (2 * pays), pays)


# --- discard_1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC43", "CCD4", "CCD11")
def test_a_discard_is_decided_as_its_card_is_played() -> None:
    t = Table(plain("Palm the Coin", "Explore", "Stumble"))
    changed = {"skill": 3, "phase": "discard", "hand 0": ("Stumble", "Explore"), "played": ("Palm the Coin",)}
    assert t.turn("play Palm the Coin") == changed
    assert t.legal() == ["choose Stumble", "choose Explore", "decline"]
    declined = Table(plain("Palm the Coin", "Explore", "Stumble")).play("play Palm the Coin")
    assert declined.turn("decline") == {"phase": "anything"}
    # The card has no effect.
    changed = {"hand 0": ("Burgle", "Stumble"), "deck 0": ("Burgle",) * 3, "discard 0": ("Explore",)}
    assert t.turn("choose Explore") == changed | {"gold 0": 5, "phase": "anything"}


@pytest.mark.rule("CCD11")
def test_a_discard_with_nothing_in_hand_is_lost() -> None:
    changed = {"skill": 3, "hand 0": (), "played": ("Palm the Coin",)}
    assert Table(plain("Palm the Coin")).turn("play Palm the Coin") == changed


@pytest.mark.rule("CCD11", "CC12")
def test_what_is_discarded_may_be_drawn_at_once() -> None:
    game = plain("Palm the Coin", "Explore")
    game.own.deck = []
    t = Table(game).play("play Palm the Coin")
    assert t.turn("choose Explore") == {"gold 0": 5, "phase": "anything"}


@pytest.mark.rule("CCD11", "CC12")
def test_a_tome_that_is_discarded_lies_there_before_it_is_drawn_again() -> None:
    game = plain("Hollow Book", "Palm the Coin", "Secret Tome")
    game.own.deck, game.own.discard = [], []
    t = Table(game).play("play Hollow Book", "play Palm the Coin")
    assert t.turn("choose Secret Tome") == {"gold 0": 5, "phase": "anything", "waiting": {}}
    game.own.discard = ["Burgle"]
    t = Table(game).play("play Hollow Book", "play Palm the Coin", "choose Secret Tome")
    assert (t["hand 0"], t["waiting"], t["discard 0"]) == (("Burgle", "Secret Tome"), {}, ())
