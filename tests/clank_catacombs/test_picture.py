"""Catacombs' pictures: what is on them, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.clank_catacombs.actions import END_TURN, MARK, MOVE, PLACE, TELEPORT
from ludarium.envs.clank_catacombs.map_words import FEATURE_WORDS
from ludarium.envs.clank_catacombs.state import INSIDE
from ludarium.envs.clank_catacombs.tables import ARTIFACT_POINTS, CARDS, DUNGEON, MARKET, NUM_KEPT, RESERVE, TOKENS
from ludarium.envs.clank_catacombs.tile_plan import CELL, ROOM_HEIGHT, ROOM_WIDTH, plan, turned
from ludarium.envs.clank_catacombs.tiles import (
    EDGE_FEET,
    EDGE_LOCK,
    EDGE_MONSTERS,
    EDGE_OUT,
    EDGE_ROOM,
    FEATURES,
    HAS_FEATURE,
    INNER,
    INNER_FEET,
    INNER_LOCK,
    INNER_MONSTERS,
    IS_HAUNTED,
    NUM_CELLS,
    NUM_IN_STACK,
    NUM_ROOMS_OF,
    PORTAL_MONSTERS,
    PORTAL_OF,
    ROOMS_A_TILE,
    TILE_TITLES,
    TILES,
)
from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.pictures import EVERYBODY
from tests.clank_catacombs.bots import exploring
from tests.clank_catacombs.test_render import a_table, discover
from tests.pictures import Move, check_picture, check_pictures, drawn, viewers, words_of

GAMES = {
    "clank_catacombs": 20,
    "clank_catacombs:three": 10,
    "clank_catacombs:four": 10,
    "clank_catacombs:max_turns=3": 4,
}


def explored(game: Game, slots: int, every: int, seed: int) -> Iterator[tuple[Any, Move | None]]:
    """Games of players who explore: states ``[1]`` now and then and at the end, with the moves that led to them."""
    states = game.new_states(seed, slots)
    moves: list[Move | None] = [None] * slots
    live = np.arange(slots)
    for step in range(3000):
        masks = game.legal(states[live])
        over = ~masks.any(axis=1)
        for slot in live if step % every == 0 else live[over]:
            yield states[slot : slot + 1].copy(), moves[slot]
        live, masks = live[~over], masks[~over]
        if not len(live):
            return
        playing = states[live]
        actions = exploring(game, playing, masks)
        for slot, action, seat in zip(live, actions, playing["to_act"], strict=True):
            moves[slot] = (int(action), int(seat))
        game.step(playing, actions)
        states[live] = playing
    raise AssertionError("games go on for ever")


def lines(game: Game, states: Any, viewer: int, move: Move | None = None) -> list[str]:
    return words_of(drawn(game, states, viewer, move)).split("\n")


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), GAMES[game])


@pytest.mark.slow
@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("game", GAMES)
def test_many_pictures_are_whole_and_show_nothing_hidden(game: str) -> None:
    check_pictures(make_game(game), 100, seed=1000)


@pytest.mark.parametrize("players", [2, 4])
def test_pictures_of_large_maps_are_whole(players: int) -> None:
    game = make_game("clank_catacombs", num_players=players)
    tiles = 0
    for states, move in explored(game, 2, 60, seed=players):
        check_picture(drawn(game, states, SPECTATOR, move))
        tiles = max(tiles, int(states["placed"].sum()))
    assert tiles > 10


@pytest.mark.rule("CCD9")
@pytest.mark.parametrize("players", [2, 3])
def test_all_that_a_viewer_knows_is_named(players: int) -> None:
    game = make_game("clank_catacombs", num_players=players)
    for states, move in explored(game, 2, 40, seed=20 + players):
        s = states[0]
        acts = int(s["to_act"]) if not (s["terminated"] or s["truncated"]) else -1
        for viewer in viewers(game):
            there = lines(game, states, viewer, move)
            words = "\n".join(there)
            names = {TILE_TITLES[cell] for cell in range(2, len(TILES)) if s["placed"][cell]}
            names |= {TILES[cell] for cell in range(2, len(TILES)) if s["placed"][cell]}
            names |= {DUNGEON[place - 1] for place in s["row"] if place} | {*RESERVE, *MARKET, "Goblin"}
            for seat in range(players):
                seen = viewer in (seat, EVERYBODY)
                names |= {CARDS[kind] for kind in s["hand" if seen else "known"][seat].nonzero()[0]}
                names |= {f"Artifact {ARTIFACT_POINTS[place]}" for place in s["artifacts"][seat].nonzero()[0]}
            assert names <= {line.split(";")[0] for line in there}  # the tooltip of a card begins with its name
            piles = [s["discard"][seat] for seat in range(players)] + ([s["played"]] if acts >= 0 else [])
            for pile in piles:
                for kind in pile.nonzero()[0]:
                    assert (f"{pile[kind]} {CARDS[kind]}" if pile[kind] > 1 else CARDS[kind]) in there
            for seat in range(players):
                for kind in s["tokens"][seat].nonzero()[0]:
                    assert TOKENS[:NUM_KEPT][kind] in words
                if s["status"][seat] == INSIDE:
                    assert f"player {seat}" in words
            hidden = sum(
                int(s["hand_size"][seat]) - int(s["known"][seat].sum())
                for seat in range(players)
                if viewer not in (seat, EVERYBODY)
            )
            piled = sum(int(s["deck_size"][seat] > 0) for seat in range(players))
            piled += int(s["dungeon_left"] > 0) + int(s["tiles_revealed"] < NUM_IN_STACK)
            assert there.count("a card face down") == hidden + piled


def counted_icons(s: Any) -> dict[str, int]:
    """Icons of tunnels that must be on the map, each half of a tunnel with its own, each inner tunnel once."""
    count = dict.fromkeys(("feet", "monsters", "closed", "open", "out", "haunted", "portal", "unknown"), 0)

    def lock(number: int) -> None:
        if number:
            count["open" if s["unlocked"][number - 1] else "closed"] += 1

    for cell in range(NUM_CELLS):
        if not s["placed"][cell]:
            continue
        for edge in range(4):
            if EDGE_ROOM[cell, edge] >= 0:
                count["feet"] += int(EDGE_FEET[cell, edge])
                count["monsters"] += int(EDGE_MONSTERS[cell, edge])
                count["out"] += int(EDGE_OUT[cell, edge])
                lock(int(EDGE_LOCK[cell, edge]))
                count["unknown"] += int(s["neighbour"][cell][(edge + int(s["rotation"][cell])) % 4] == 0)
        if cell >= len(TILES):  # the upper half of the starting tile, whose rooms count with the lower one
            continue
        count["haunted"] += int(IS_HAUNTED[cell])
        for room in range(ROOMS_A_TILE * cell, ROOMS_A_TILE * cell + int(NUM_ROOMS_OF[cell])):
            count["portal"] += int(PORTAL_OF[room] > 0)
            if PORTAL_OF[room]:
                count["monsters"] += int(PORTAL_MONSTERS[PORTAL_OF[room] - 1, s["side"]])
            for other in range(room % ROOMS_A_TILE + 1, ROOMS_A_TILE):
                if INNER[room, other]:
                    count["feet"] += int(INNER_FEET[room, other])
                    count["monsters"] += int(INNER_MONSTERS[room, other])
                    count["out"] += int(2 in (INNER[room, other], INNER[room - room % 4 + other, room % 4]))
                    lock(int(INNER_LOCK[room, other]))
    return count


@pytest.mark.rule("CC14", "CC15", "CC23")
def test_every_tunnel_has_its_icons() -> None:
    game = make_game("clank_catacombs", num_players=4)
    opened = 0
    for states, _ in explored(game, 4, 60, seed=5):
        s = states[0]
        if s["revealed"]:
            continue
        there, expected = lines(game, states, SPECTATOR), counted_icons(s)
        left = NUM_IN_STACK - int(s["tiles_revealed"])
        assert there.count("footprints: two Boots") == expected["feet"]
        monsters = there.count("monster: 1 damage or a Sword") + there.count("monster on the way through the portal")
        assert monsters == expected["monsters"]
        assert there.count("lock: a Lockpick") == expected["closed"] + 2  # the others are those of the key
        assert there.count("lock, opened") == expected["open"]
        assert there.count("this way only") == expected["out"] + 2
        assert there.count("haunted: a Ghost came with this tile") == expected["haunted"]
        assert there.count("Portal") == 2 * expected["portal"]  # icon and word
        assert sum(": undiscovered" in line for line in there) == (expected["unknown"] if left else 0)
        opened += expected["open"]
    assert opened > 3


@pytest.mark.rule("CC23")
def test_every_room_is_told_with_its_features() -> None:
    game = make_game("clank_catacombs")
    for states, _ in explored(game, 2, 60, seed=6):
        words = words_of(drawn(game, states, SPECTATOR))
        for tile in range(len(TILES)):
            for room in range(ROOMS_A_TILE * tile, ROOMS_A_TILE * tile + int(NUM_ROOMS_OF[tile])):
                if states["placed"][0, tile]:
                    (line,) = (
                        line
                        for line in words.split("\n")
                        if line.startswith(f"{TILES[tile]} room {room % ROOMS_A_TILE + 1}: ")
                    )
                    for name, has in zip(FEATURES, HAS_FEATURE[room], strict=True):
                        assert not has or FEATURE_WORDS.get(name, "Artifact") in line


def test_a_table_as_it_is() -> None:
    table = a_table()
    words = words_of(table.game.draw(table.states, 0, last_move=MARK, moved=0)).split("\n")
    for line in (
        "as player 0 sees it",
        "player 0 - to act",
        "player 2 - knocked out",
        "player 2, knocked out",
        "turn 8, player 0 chooses: anything",
        "2 left-over -Clank!; exhausted; the own tile has been turned; 1 Springs; "
        "true: in the Depths, on a haunted tile, with an Artifact",
        "an attack draws 5 cubes (4 + 1 Danger)",
        "Clank! area: 4 cubes",
        "Dragon bag: 22 cubes",
        "heal 1, paid",
        "opened Chest",
        "Artifact 7",
        "2 Crown (19 points)",
        "MAP",
        "MONK",
        "4 of 10 damage",
        "last: player 0: mark wayshrine",
        "marked by player 2",
    ):
        assert line in words, line
    assert words.count("3 Skill") == 4  # the pool, the price of Explore, and two cards of the Row


@pytest.mark.rule("CC15", "CCD14")
def test_a_revealed_tile_lies_where_it_will_be_placed() -> None:
    table = discover("D06")
    svg = table.game.draw(table.states, SPECTATOR, last_move=MOVE + 3, moved=0)
    words = words_of(svg)
    assert "revealed; not yet placed" in words and "Artifact +" in words
    assert "turn 1, player 0 chooses: D06 Pilgrim Stair is revealed, to be placed west of the own tile" in words
    check_picture(svg)
    table.play("place unturned")
    words = words_of(table.game.draw(table.states, SPECTATOR, last_move=PLACE, moved=0))
    assert "revealed; not yet placed" not in words and "Pilgrim Stair" in words


@pytest.mark.parametrize(("action", "marks"), [(MOVE, 1), (TELEPORT, 1), (PLACE, 3), (MARK, 1), (END_TURN, 0)])
def test_the_last_move_is_marked_on_the_map(action: int, marks: int) -> None:
    game = make_game("clank_catacombs")
    states = game.new_states(3)
    before = game.draw(states).count("lu-mark")
    assert game.draw(states, last_move=action, moved=0).count("lu-mark") == before + marks


def test_rooms_lie_apart_and_within_their_tile_in_every_orientation() -> None:
    for cell in range(NUM_CELLS):
        for quarters in range(4):
            places = [turned(place, quarters) for place in plan(cell).values()]
            for place, (x, y) in enumerate(places):
                assert abs(x) + ROOM_WIDTH / 2 < CELL / 2 and abs(y) + ROOM_HEIGHT / 2 < CELL / 2
                for other_x, other_y in places[:place]:
                    assert abs(x - other_x) > ROOM_WIDTH or abs(y - other_y) > ROOM_HEIGHT
