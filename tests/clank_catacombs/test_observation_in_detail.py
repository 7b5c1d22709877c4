"""What an observation of Clank! Catacombs says, told by hand: whose things come first, questions, extremes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.clank_catacombs.cards import CARDS, TILES, TOKENS
from tests.clank_catacombs.fields import TILE_ORDER
from tests.clank_catacombs.positions import Arranged, fill, full_of_questions, hold, hurt, lay, stand
from tests.clank_catacombs.table import Table
from tests.clank_catacombs.test_observation import LABELS, WAYS, Integers, check


@pytest.mark.parametrize("player", [0, 1, 2])
def test_own_things_come_first_then_the_others_clockwise(player: int) -> None:
    game = Arranged(num_players=3)
    lay(lay(game, (0, -1), "S1", 1), (-1, 0), "D03", 2)
    hold(game, "Burgle", "Tiptoe")
    hold(game, "Explore", seat=1)
    hold(game, "Stumble", "Stumble", seat=2)
    for seat in game.seats:
        seat.deck = []
    game.seats[0].deck, game.seats[0].known = ["Sidestep"], ["Tiptoe"]
    game.seats[1].discard = ["Feint"]
    game.seats[0].gold, game.seats[1].gold, game.seats[1].lockpicks = 3, 20, 19
    game.seats[2].tokens, game.seats[2].artifacts, game.seats[2].left = ["CHALICE"], [12], "escaped"
    fill(game, "clank 0", "clank 0", "clank 1", "ghost")
    hurt(game, 4, 0, 2)
    stand(game, "S1 B", 0)
    stand(game, "D03 A", 1)
    game.to_act = 1
    game.skill = 20
    table = Table(game)
    seen = table.game.layout.decode(table.game.observe(table.states, player)[0])
    order = [player, (player + 1) % 3, (player + 2) % 3]
    for name, values in {
        "gold": [3, 16, 0],
        "more_gold": [0, 4, 0],
        "lockpicks": [3, 16, 3],
        "more_lockpicks": [0, 3, 0],
        "damage": [4, 0, 2],
        "supply": [24, 29, 28],
        "area": [2, 1, 0],
        "hand_size": [2, 1, 2],
        "deck_size": [1, 0, 0],
        "discard_size": [0, 1, 0],
        "num_artifacts": [0, 0, 1],
        "status": [0, 0, 1],
        "in_depths": [0, 1, 0],
        "pawn_room": [1, 0, 0],
        "pawn_tile": [list(TILE_ORDER).index(name) for name in ("S1", "D03", "START A")],
    }.items():
        assert seen[name].tolist() == [values[seat] for seat in order], name
    assert order[int(seen["to_act"])] == 1
    spots = [(0, -1), (-1, 0), (0, 0)]
    x, y = spots[player]
    assert seen["pawn_east"].tolist() == [spots[seat][0] - x for seat in order]
    assert seen["pawn_north"].tolist() == [spots[seat][1] - y for seat in order]
    assert seen["crypt"].tolist() == [-x, -y]
    tiles = list(TILES)
    assert (seen["east"][tiles.index("D03")], seen["north"][tiles.index("S1")]) == (-1 - x, -1 - y)
    assert (seen["rotation"][tiles.index("S1")], seen["rotation"][tiles.index("D03")]) == (1, 2)
    assert (seen["rotation"][tiles.index("D22")], seen["east"][tiles.index("D22")]) == (-1, 0)
    assert (seen["pools"].tolist(), seen["more_pools"].tolist()) == ([16, 0, 0, 0, 0], [4, 0, 0, 0, 0])

    def kinds(row: Integers) -> list[str]:
        return [name for name, number in zip(CARDS, row.tolist(), strict=True) for _ in range(number)]

    hands = [["Burgle", "Tiptoe"], ["Explore"], ["Stumble", "Stumble"]]
    assert kinds(seen["hand"]) == hands[player]
    held = [["Burgle", "Sidestep", "Tiptoe"], ["Explore"], ["Stumble", "Stumble"]]
    assert [kinds(row) for row in seen["held"]] == [held[seat] for seat in order]
    known = [["Tiptoe"], ["Explore"], ["Stumble", "Stumble"]]
    assert [kinds(row) for row in seen["known"]] == [known[seat] for seat in order]
    assert [kinds(row) for row in seen["discard"]] == [[[], ["Feint"], []][seat] for seat in order]


# --- choices ----------------------------------------------------------------------------------------------------------


def asked(table: Table, player: int) -> dict[str, Any]:
    """What is not the usual in the questions of an observation, by label."""
    layout = table.game.layout
    seen = layout.decode(table.game.observe(table.states, player)[0])
    found = {"phase": layout.segments["phase"].labels[int(seen["phase"])]}
    for name in ("asked_tunnel", "asked_teleport", "asked_portal", "asked_turns", "asked_device", "asked_card"):
        if seen[name] >= 0:
            found[name] = layout.segments[name].labels[int(seen[name])]
    monsters = int(seen["asked_monsters"].item())
    return found | ({"monsters": monsters} if monsters else {})


@pytest.mark.rule("CCD4", "CCD13", "CCD16", "CCD17")
def test_questions_of_a_move_are_seen_by_everybody() -> None:
    game = stand(lay(lay(Arranged(), (3, 0), "D11"), (5, 0), "D04"), "START U")
    game.boots, game.swords, game.teleports = 2, 2, 1
    for verb, segment in (("move", "asked_tunnel"), ("teleport", "asked_teleport")):
        table = Table(game).play(f"{verb} through the portal")
        for player in (0, 1):
            assert asked(table, player) == {"phase": "portal", segment: "through the portal"}
    table = Table(game).play("move through the portal", "come out at D04")
    swords = {"phase": "swords", "asked_tunnel": "through the portal", "asked_portal": "D04", "monsters": 2}
    assert asked(table, 0) == asked(table, 1) == swords
    table = Table(game).play("move east")
    assert asked(table, 1) == {"phase": "swords", "asked_tunnel": "east", "monsters": 1}
    game = stand(Arranged(), "START V")
    game.boots, game.swords, game.safe_to_come = 1, 1, 0
    table = Table(game)
    table.luck("move west", lambda after: bool(after["revealed"] == "D03"))
    assert asked(table, 1) == {"phase": "anything"}
    table.play("place turned 1")
    assert asked(table, 0) == asked(table, 1) == {"phase": "swords", "asked_turns": "turned 1", "monsters": 1}
    check(table.game, table.states, 0)
    check(table.game, table.states, 1)


@pytest.mark.rule("CCD4", "CCD11", "CCD20")
def test_questions_about_cards_are_seen_by_everybody() -> None:
    table = Table(full_of_questions())
    for action, expected in (
        ("use Offering Bowl", {"phase": "effect", "asked_device": "Offering Bowl"}),
        ("second effect", {"phase": "trash"}),
        ("choose Stumble", {"phase": "pile", "asked_card": "Stumble"}),
        ("from the discard pile", {"phase": "anything"}),
        ("play Palm the Coin", {"phase": "discard"}),
        ("decline", {"phase": "anything"}),
        ("play Pact Candle", {"phase": "trash"}),
        ("decline", {"phase": "anything"}),
        ("play Burgle", {"phase": "anything"}),
        ("end turn", {"phase": "spring"}),
    ):
        table.play(action)
        for player in (0, 1):
            assert asked(table, player) == expected, action
            check(table.game, table.states, player)


@pytest.mark.rule("CCD14")
def test_what_a_revealed_tile_costs_is_told_to_whoever_places_it() -> None:
    game = stand(Arranged(), "START M")  # its edge has footprints
    game.boots, game.safe_to_come = 2, 0
    table = Table(game)
    table.luck("move north", lambda after: bool(after["revealed"] == "D06"))
    own, other = (table.game.layout.decode(table.game.observe(table.states, player)[0]) for player in (0, 1))
    # South of it lies, turned by none, one, two and three quarters, its south, east, north and west edge.
    assert own["way_boots"][9:].tolist() == [0, 0, 0, 0]  # footprints are paid for already
    assert own["way_monsters"][9:].tolist() == [1, 0, 0, 0]
    assert own["way_locks"][9:].tolist() == [0, 0, 0, 1]
    assert own["way_room"][9:, LABELS.index("WAY")].tolist() == [0, 1, 1, 0]
    assert not other["way_leads"][9:].any()
    assert own["revealed"] == other["revealed"] == list(TILES).index("D06")


@pytest.mark.rule("CCD2", "CCD16", "CCD25")
def test_mercy_and_a_discovery_by_teleport_are_seen_by_everybody() -> None:
    game = lay(stand(lay(Arranged(), (0, -1), "D04"), "D04 A"), (0, -2), "D18", 2)
    game.mercy_used, game.teleports = True, 1
    game.lying["D04 A"] = 5
    game.artifacts.remove(5)
    table = Table(game).play("teleport west")
    for player in (0, 1):
        seen = table.game.layout.decode(table.game.observe(table.states, player)[0])
        assert (seen["mercy_used"].item(), seen["reveal_teleport"].item(), int(seen["reveal_direction"])) == (1, 1, 3)
        assert seen["here_artifact"].item() == (5 if player == 0 else 0)
        check(table.game, table.states, player)


@pytest.mark.rule("CC14", "CC41")
def test_arrows_are_told_where_they_stand_against_the_pawn() -> None:
    game = stand(lay(lay(Arranged(), (0, -1), "D18"), (0, -2), "D04", 1), "D18 B")
    table = Table(game)
    seen = table.game.layout.decode(table.game.observe(table.states, 0)[0])
    barred = {WAYS[number] for number in np.flatnonzero(seen["way_barred"])}
    assert barred == {"south", "to room 1"}  # the arrows of D04's west edge and of the inner tunnel A > B
    check(table.game, table.states, 0)


# --- ranges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 4])
def test_ranges_hold_at_the_extremes(n: int) -> None:
    """All cards with one seat, all tokens and goods, most cubes, and the last turn there is."""
    game = Arranged(num_players=n, max_turns=500)
    own = game.seats[0]
    box = [*game.deck, *(name for name, number in game.reserve.items() for _ in range(number))]
    cards = own.hand + own.deck + [name for name in box if name in CARDS]
    own.hand, own.deck, own.discard, own.known = list(cards), [], [], list(cards)
    game.deck = []
    game.row = ["Dragonbone Idol", "Echo Bell", "Jailer of Echoes", None, None, None]
    game.reserve = dict.fromkeys(game.reserve, 0)
    spent = ("SKILL5", "GOLD5", "LOCKPICK", "GOLD2", "SPRING")
    own.tokens = [name for name in [*game.majors, *game.minors] if name not in spent] + ["COUPON"]
    own.prisoners = [name for name in game.captives if name != "COUPON"]
    game.majors, game.minors, game.captives = [], [], []
    own.items = ["Backpack"] * 2 + ["Blood Amulet"] * 2 + ["Thief's Kit"] * 3
    own.crowns, game.crowns, game.market = [10, 9, 8], [], dict.fromkeys(game.market, 0)
    own.artifacts, game.artifacts, own.idols, game.idols = list(TOKENS["artifacts"]), [], 3, 0
    own.gold, own.lockpicks = 300 * 500, 30 * 500
    for seat in game.seats:
        seat.supply = 30
    own.meter, own.supply = ["black"] * 10, 0
    game.area, game.bag, game.set_aside = ["clank 0"] * 30 + ["ghost"] * 5, [], 14
    game.ghosts, game.rage, game.turns, game.springs = 0, 6, 499, 2
    for distance, tile in enumerate(list(TILES)[:1] + list(TILES)[3:28]):
        if tile in game.depths or game.safe_to_come:
            lay(game, (0, 2 + distance), tile, distance % 4)
    stand(game, "START M", 0)
    stand(game, f"{game.cells[max(game.cells, key=lambda cell: cell[1])]} A", 1)
    game.skill = game.swords = game.boots = game.teleports = game.quiet = 500
    table = Table(game)
    for player in range(n):
        observation = table.game.observe(table.states, player)[0]
        assert (observation >= table.game.layout.low).all()
        assert (observation <= table.game.layout.high).all()
        check(table.game, table.states, player)
