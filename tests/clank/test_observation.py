"""An observation of Clank! rebuilds everything that the seat may know, its own things first, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.envs.clank.tables import CARDS, DRAGON_CARDS, MARKET, TILES, TREASURES
from ludarium.envs.core.game import Game
from tests.clank.table import TREASURE_BOX, Seat, luck, play, position
from tests.clank.test_cards import TILES as PRINTED_TILES
from tests.clank.test_knowledge import BY_NAME, random_states

STEPWISE = 16
EVENTS = ("noise", "heal", "skill", "quiet", "draw", "move")
#: What is on a tile: revealed, explore symbol, events; its monster's power, damage, tokens and free card.
FLAGS, MONSTER_OF = {}, {}
for _name, _explore, _event, _monster in PRINTED_TILES.values():
    FLAGS[_name] = [1, _explore, *(int(_event[:-1] == event) for event in EVENTS)]
    _reward = _monster[3] if _monster else ""
    MONSTER_OF[_name] = [
        *(_monster[:2] if _monster else (0, 0)),
        2 * (_reward == "skill2"),
        int(_reward[-1]) if _reward.startswith("market") else 0,
    ]


def expected(game: Game, s: Any, player: int) -> dict[str, Any]:
    """The observation as whole values, in plain Python from the record."""
    n, length = game.num_players, game.options.path_length
    seats = [(player + distance) % n for distance in range(n)]
    actor = int(s["to_act"])

    def upto(numbers: Any) -> list[int]:
        return [min(int(number), STEPWISE) for number in numbers]

    def beyond(numbers: Any) -> list[int]:
        return [max(int(number) - STEPWISE, 0) for number in numbers]

    def tile(place: int) -> tuple[list[int], list[int]]:
        """The tile at a place, the first being 1, and the monster that stands there."""
        number = int(s["path"][place - 1]) if place else 0
        if number == 0:
            return [0] * 8, [0] * 4
        return FLAGS[TILES[number - 1]], [0] * 4 if s["defeated"][place - 1] else MONSTER_OF[TILES[number - 1]]

    pools = [s["attack"], s["buy"], s["extra_moves"]]
    here = tile(int(s["position"][player]))
    path = [tile(place) for place in range(1, length + 1)]
    cup = int(s["treasures"][actor, TREASURES.index("The Cup")] and s["cup_works"])
    fury = int(s["dragon_left"][DRAGON_CARDS.index("Fury")] == 0)
    whole = ("free_cost", "ward", "cup_works", "began_on_exit", "turns", "dragon_revealed")
    by_seat = ("health", "position", "supply", "left_exit", "fought", "cave_in", "deck_size", "discard_size")
    points = ("treasure_points", "card_points", "monster_points")
    return {
        "to_act": seats.index(actor),
        "phase": int(s["phase"]),
        "paying_for": int(s["exploring"]) - 1,
        "pools": upto(pools),
        "more_pools": beyond(pools),
        **{name: [int(s[name])] for name in (*whole, "row_size", "market_left", "treasures_left")},
        "draws": [game.options.draws + fury + cup],
        "dragon_left": s["dragon_left"].tolist(),
        "skill_cubes": [int(s["bag"][4])],
        "dragon_cubes": [int(s["bag"][5])],
        **{name: s[name][seats].tolist() for name in (*by_seat, *points, "status")},
        "noise": s["bag"][seats].tolist(),
        "tokens": upto(s["tokens"][seats]),
        "more_tokens": beyond(s["tokens"][seats]),
        "hand_size": upto(s["hand_size"][seats]),
        **{name: s[name][seats].tolist() for name in ("treasures", "held", "known", "discard")},
        "hand": s["hand"][player].tolist(),
        "played": s["played"][actor].tolist(),
        **{name: s[name].tolist() for name in ("market_row", "market_deck", "treasure_deck", "tiles_left")},
        "treasure_top": int(s["treasure_top"]) - 1,
        "here": here[0],
        "monster_here": here[1],
        "path": [flags for flags, _ in path],
        "monsters": [monster for _, monster in path],
    }


@pytest.mark.rule("CLD24")
@BY_NAME
def test_an_observation_decodes_to_what_the_seat_may_know(game: Game) -> None:
    for step, states in enumerate(random_states(game, 6, seed=1)):
        player = step % game.num_players
        observations = game.observe(states, player)
        assert observations.dtype == np.float32
        assert (observations >= game.layout.low).all()
        assert (observations <= game.layout.high).all()
        for seen, observation in zip(game.redact(states, player), observations, strict=True):
            decoded = {name: part.tolist() for name, part in game.layout.decode(observation).items()}
            # From the redacted record: what is hidden from the seat cannot be in the observation.
            assert decoded == expected(game, seen, player)


#: Public fields that an observation does not give back: the options, a counter and results that decide nothing any
#: more, which of the cards gone are those that players who are out had played, and the names of tiles.
NOT_REBUILT = {"options", "moves", "returns", "scores", "padding", "played", "path", "defeated"}


def rebuilt(game: Game, observation: np.ndarray, player: int) -> dict[str, Any]:
    """The public fields of the record, from what one seat observes and the options."""
    seen = game.layout.decode(observation)
    n = game.num_players
    back = [(seat - player) % n for seat in range(n)]  # the rows of the seats in their own order
    bag = [*seen["noise"][back], *[0] * (4 - n), *seen["skill_cubes"], *seen["dragon_cubes"]]
    pools = seen["pools"] + seen["more_pools"]
    by_seat = {
        name: seen[name][back]
        for name in (
            *("health", "position", "supply", "left_exit", "fought", "cave_in", "deck_size", "discard_size", "status"),
            *("treasure_points", "card_points", "monster_points", "treasures", "held", "known", "discard"),
        )
    }
    by_seat["tokens"] = (seen["tokens"] + seen["more_tokens"])[back]
    by_seat["hand_size"] = by_seat["held"].sum(axis=1) - by_seat["deck_size"]
    whole = ("free_cost", "ward", "cup_works", "began_on_exit", "turns", "dragon_revealed", "row_size")
    found = {name: seen[name].item() for name in (*whole, "market_left", "treasures_left")}
    found |= {name: seen[name] for name in ("dragon_left", "market_row", "market_deck", "treasure_deck", "tiles_left")}
    found |= {"to_act": (player + int(seen["to_act"])) % n, "phase": seen["phase"], "exploring": 1 + seen["paying_for"]}
    found |= {"attack": pools[0], "buy": pools[1], "extra_moves": pools[2], "bag": bag, "num_players": n}
    found |= {"treasure_top": 1 + seen["treasure_top"], "revealed": seen["path"][:, 0].sum()}
    found["terminated"] = bool(
        found["dragon_revealed"] == game.options.dragon_limit
        or found["treasures_left"] == 0
        or (by_seat["status"] > 0).all()
    )
    found["truncated"] = not found["terminated"] and found["turns"] == game.options.max_turns
    for name, rows in by_seat.items():
        found[name] = np.concatenate([rows, np.zeros((4 - n, *rows.shape[1:]), int)])
    return found


@pytest.mark.rule("CLD24")
@BY_NAME
def test_all_that_is_public_can_be_rebuilt_from_the_observation_of_any_seat(game: Game) -> None:
    for step, states in enumerate(random_states(game, 6, seed=4)):
        player = (step + 1) % game.num_players
        public = game.redact(states, -1)
        for s, observation in zip(public, game.observe(states, player), strict=True):
            found = rebuilt(game, observation, player)
            names = set(states.dtype.names or ()) - {"hand", "rng"} - NOT_REBUILT
            assert found.keys() == names
            for name in names:
                assert np.array_equal(s[name], found[name]), name
            # Tiles are told by what they do.
            seen = game.layout.decode(observation)
            revealed = {TILES[number] for number in np.flatnonzero(seen["tiles_left"] == 0)}
            for flags, monster in zip(seen["path"].tolist(), seen["monsters"].tolist(), strict=True):
                fit = [t for t in revealed if FLAGS[t] == flags and (MONSTER_OF[t] == monster or not any(monster))]
                assert fit if flags[0] else not any(monster)


@pytest.mark.parametrize("player", [0, 1, 2])
def test_own_things_come_first_then_the_others_clockwise(player: int) -> None:
    seats = [
        Seat(hand=["Buy", "Runner"], deck=["Sword"], known=["Runner"], health=3, tokens=1, on=1, noise=4),
        Seat(hand=["Lantern"], discard=["Haggle"], health=4, tokens=20, on=2, treasures=["Copper Hoard"]),
        Seat(hand=["Attack"] * 3, health=5, tokens=3, monsters=9, status="escaped", left=True, cave_in=1),
    ]
    game, states = position(*seats, path=["Rat Larder", "Coin Well"], act=1, attack=20, phase="after", defeated=[1])
    seen = game.layout.decode(game.observe(states, player)[0])
    order = [player, (player + 1) % 3, (player + 2) % 3]
    for name, values in {
        "health": [3, 4, 5],
        "tokens": [1, 16, 3],
        "more_tokens": [0, 4, 0],
        "position": [1, 2, 0],
        "noise": [4, 0, 0],
        "supply": [26, 30, 30],
        "hand_size": [2, 1, 3],
        "deck_size": [1, 0, 0],
        "monster_points": [0, 0, 9],
        "treasure_points": [0, 5, 0],
        "status": [0, 0, 1],
        "cave_in": [0, 0, 1],
    }.items():
        assert seen[name].tolist() == [values[seat] for seat in order], name
    assert order[int(seen["to_act"])] == 1
    hand = [CARDS[kind] for kind in np.flatnonzero(seen["hand"])]
    assert hand == [["Buy", "Runner"], ["Lantern"], ["Attack"]][player]
    held = [[CARDS[kind] for kind in np.flatnonzero(row)] for row in seen["held"]]
    assert held == [[["Buy", "Sword", "Runner"], ["Lantern"], ["Attack"]][seat] for seat in order]
    known = [[CARDS[kind] for kind in np.flatnonzero(row)] for row in seen["known"]]
    assert known == [[["Runner"], [], []][seat] for seat in order]
    assert (seen["pools"].tolist(), seen["more_pools"].tolist()) == ([16, 0, 0], [4, 0, 0])
    assert seen["here"].tolist() == [[1, *[0] * 7], [1, 1, 0, 0, 1, 0, 0, 0], [0] * 8][player]
    assert not seen["monsters"].any()  # it is defeated


def test_choices_inside_an_action_are_seen() -> None:
    game, states = position(Seat(on=1, tokens=5), path=["Looted Tomb"], buy=3)
    play(game, states, "explore deck")
    for player in (0, 1):
        words = game.describe_observation(game.observe(states, player)[0])
        assert "phase            payment" in words and "paying_for       deck" in words
    game, states = position(Seat(on=1), path=["Armoury"], row=["Lantern"], phase="after", attack=5)
    play(game, states, "fight")
    seen = game.layout.decode(game.observe(states, 1)[0])
    assert (int(seen["phase"]), seen["free_cost"].item(), int(seen["paying_for"])) == (3, 4, -1)
    assert seen["fought"].tolist() == [0, 1]


def test_a_card_played_moves_from_the_hand_before_everybody() -> None:
    game, states = position(Seat(hand=["Runner"], deck=["Sword"] * 3))
    play(game, states, "play Runner")
    runner, sword = CARDS.index("Runner"), CARDS.index("Sword")
    for player in (0, 1):
        seen = game.layout.decode(game.observe(states, player)[0])
        assert (seen["played"][runner], seen["held"][player, sword]) == (1, 3)
        assert seen["hand"][sword] == (player == 0)


@pytest.mark.parametrize("n", [2, 4])
def test_ranges_hold_at_the_extremes(n: int) -> None:
    """All cards of the market with one seat, all treasures, all cubes, and the last turn there is."""
    attack = ["Chipped Axe", "Hooked Pike", "Twin Daggers", "War Maul", "Jade Mask"]
    box = [name for name in MARKET for _ in range(5 if name in ("Silver Pouch", "Pathfinder") else 2)] + attack * 2
    start = ["Attack"] * 6 + ["Buy"] * 3 + ["Sword"]
    rest: dict[str, Any] = {"skill": 30 * n, "skill_cubes_per_player": 30, "dragon": 11, "dragon_cubes": 10}
    rest |= {"draws": 10, "path_length": 12, "revealed": ["Fury"], "max_turns": 1000, "turns": 999}
    treasures = [*TREASURE_BOX, "The Cup"]
    for seat in (
        Seat(hand=[*start, *box], known=[*start, *box], noise=30, tokens=30_000, treasures=treasures[1:], monsters=48),
        Seat(deck=[*start, *box]),
        Seat(discard=[*start, *box], played=[]),
        Seat(played=[*start, *box]),
    ):
        game, states = position(seat, *[Seat()] * (n - 1), attack=96, buy=90, extra_moves=30, **rest)
        for player in range(n):
            observation = game.observe(states, player)[0]
            assert (observation >= game.layout.low).all()
            assert (observation <= game.layout.high).all()


def test_the_path_is_told_in_order_and_face_down_tiles_are_zeros() -> None:
    game, states = position(Seat(on=2), path=["Spider Gallery", "Coin Well"])
    luck(game, states, "move deeper", path=["Spider Gallery", "Coin Well", "Ogre Kitchen"])
    seen = game.layout.decode(game.observe(states, 1)[0])
    assert seen["path"][:3, :2].tolist() == [[1, 0], [1, 1], [1, 0]]
    assert seen["monsters"][:3].tolist() == [[3, 1, 0, 0], [0, 0, 0, 0], [6, 2, 0, 3]]
    assert not seen["path"][3:].any() and not seen["monsters"][3:].any()
    assert seen["tiles_left"].sum() == 17
