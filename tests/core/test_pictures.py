"""The helpers that pictures are drawn with, what a viewer is told, and the picture of a game that has none."""

import dataclasses
import itertools
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from ludarium import make_game
from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.palette import HUES, SEAT_COLOURS, STYLE, still
from ludarium.envs.core.pictures import EVERYBODY, LastMove, Picture, Shown, fitted, table, text_width, wrapped
from tests.pictures import SVG, check_picture, check_pictures, viewers, words_of
from tests.toys import toy_game


def test_texts_are_made_to_fit() -> None:
    assert fitted("shark", 12, 100) == ("shark", 12)
    text, size = fitted("shark", 12, text_width("shark", 10))
    assert text == "shark" and size == pytest.approx(10)
    text, size = fitted("a very long name of a card", 12, 60)
    assert text.endswith("…") and size == 9 and text_width(text, size) <= 60
    assert fitted("shark", 12, text_width("shark", 12), bold=True)[1] < 12
    assert text_width("shark", 12, bold=True) > text_width("shark", 12)


def test_texts_are_broken_into_lines() -> None:
    words = "take a card of your choice from any player and put it on the pile"
    lines = wrapped(words, 10, 120)
    assert " ".join(lines) == words and len(lines) > 2
    assert all(text_width(line, 10) <= 120 for line in lines)
    few = wrapped(words, 10, 120, 2)
    assert len(few) == 2 and few[0] == lines[0] and few[1].endswith("…")
    assert wrapped("", 10, 120) == []


def test_all_helpers_draw_what_they_say() -> None:
    picture = Picture(300, 200, "all of <them> & more")
    picture.rect(0, 0, 10, 10, "red-soft mark", 2, "a rectangle")
    picture.circle(5, 5, 3)
    picture.line(0, 0, 5, 5)
    picture.path("M 0 0 L 5 5 Z")
    picture.arrow(10, 10, 20, 20)
    picture.arrow(10, 10, 10, 10)
    with picture.group("translate(10 20)", title="together"):
        picture.text(0, 10, "in \x07the group", fit=200, title="of texts")
    picture.text(0, 50, "outside")
    picture.card(0, 60, 60, 90, "A Name Too Long for One Line", ["first line", "second line of more words"])
    picture.card(70, 60, 60, 90, "Secret", ["hidden"], face_up=False)
    picture.stack(140, 60, 40, 60, 12, "deck")
    picture.stack(190, 60, 40, 60, 0, "empty")
    picture.pawn(250, 20, 3)
    picture.cube(270, 20, 10, "green")
    picture.token(250, 60, 10, "5")
    svg = picture.to_svg()
    check_picture(svg)
    lines = words_of(svg).split("\n")
    for words in ("all of <them> & more", "a rectangle", "together", "outside", "12", "0", "player 3", "5", "deck"):
        assert words in lines, words
    assert "A Name Too Long for One Line; first line; second line of more words" in lines
    assert not any("Secret" in line or "hidden" in line for line in lines)
    group = next(element for element in ElementTree.fromstring(svg) if element.tag == f"{SVG}g")
    assert group.attrib["transform"] == "translate(10 20)"
    assert [element.tag.removeprefix(SVG) for element in group] == ["title", "text"]


# --- colours ------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def colours(dark: bool) -> dict[str, str]:
    part = STYLE.split("@media")[dark]
    return dict(pair.split(":") for pair in part[part.index(".ludarium{") + 10 : part.index("}")].split(";"))


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_is_legible_on_its_ground(dark: bool) -> None:
    found = {name.removeprefix("--lu-"): colour for name, colour in colours(dark).items()}
    grounds = ("paper", "panel", "well", "card", "glow", *(f"{hue}-soft" for hue in HUES))
    for ground in grounds:
        assert contrast(found["ink"], found[ground]) > 7, ground
        assert contrast(found["dim"], found[ground]) > 4.5, ground
    for hue in HUES:
        assert contrast(found[hue], "#fff") > 4.5, hue
        for ground in ("paper", "panel", "card", f"{hue}-soft"):
            assert contrast(found[f"{hue}-ink"], found[ground]) > 4.5, (hue, ground)
    for seat in range(len(SEAT_COLOURS)):
        assert contrast(found[f"seat{seat}"], "#fff") > 4.5, seat
        for ground in ("paper", "panel", "card"):
            assert contrast(found[f"seat{seat}-ink"], found[ground]) > 4.5, (seat, ground)


def test_seats_differ_to_the_colour_blind() -> None:
    # Viénot, Brettel and Mollon's (1999) simulation of protanopia and deuteranopia, on linear red, green and blue.
    to_lms = np.array([[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]])
    lacks_red = np.array([[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]])
    lacks_green = np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]])
    seats = [np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]) ** 2.2 for colour in SEAT_COLOURS[:4]]
    for eye in (np.eye(3), lacks_red, lacks_green):
        seen = [np.clip(np.linalg.inv(to_lms) @ eye @ to_lms @ seat, 0, 1) ** (1 / 2.2) for seat in seats]
        assert all(np.abs(one - other).max() > 0.1 for one, other in itertools.combinations(seen, 2))


def test_still_pictures_need_no_custom_properties() -> None:
    svg = Picture(10, 10, "ten").to_svg()
    light, dark = still(svg), still(svg, dark=True)
    assert "var(" not in light + dark and "@media" not in light + dark
    assert "#f6f4ef" in light and "#17181b" in dark
    ElementTree.fromstring(light)


# --- games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn", "magpie", "race"])
def test_a_game_without_a_picture_is_drawn_in_words(name: str) -> None:
    game = toy_game(name)
    assert game.spec.picture is None
    check_pictures(game, 10)
    states = game.new_states(1)
    for viewer in viewers(game):
        words = words_of(game.draw(states, viewer)).replace("\u00a0", " ")
        for line in game.describe(states, None if viewer == EVERYBODY else viewer).splitlines():
            assert line in words


def test_the_head_says_whose_eyes_and_the_foot_what_is_next() -> None:
    game = make_game("kelp")
    states = game.new_states(1)
    heads = {viewer: words_of(game.draw(states, viewer)).split("\n") for viewer in viewers(game)}
    for viewer, words in (
        (0, "as shark sees it"),
        (1, "as octopus sees it"),
        (SPECTATOR, "what everybody sees"),
        (EVERYBODY, "everything open"),
    ):
        assert heads[viewer][0] == f"Kelp: Shark vs Octopus, {words}" and words in heads[viewer]
        assert "shark to act" in heads[viewer] and not any(line.startswith("last:") for line in heads[viewer])
    states["terminated"] = True
    assert "over: a draw" in words_of(game.draw(states))
    states["returns"] = [[-1, 1]]
    assert "over: octopus wins" in words_of(game.draw(states))
    states["terminated"], states["truncated"] = False, True
    assert "cut off" in words_of(game.draw(states))


def test_a_drawer_gets_what_the_viewer_may_know_and_cannot_change_it() -> None:
    given = []

    def picture(game: Game, states: Any, viewer: int, last_move: LastMove | None) -> str:
        given.append((states.copy(), viewer, last_move))
        states["x"] = 77
        return table(game, states, viewer, 400, 100, last_move).to_svg()

    game = Game(dataclasses.replace(make_game("kelp").spec, picture=picture))
    states = game.new_states(1)
    east = game.action_number("move east")
    game.step(states, [east])
    for viewer in viewers(game):
        game.draw(states, viewer, last_move=east, moved=0)
    game.draw(states[0], 1)
    assert states["x"].max() < 77
    for seen, viewer, move in given[:-1]:
        expected = states if viewer == EVERYBODY else game.redact(states, viewer)
        assert seen.tobytes() == expected.tobytes()
        assert move is not None and move.seat == 0
        told = viewer in (0, EVERYBODY)
        assert move.action == (east if told else None)
        assert move.words == f"shark: {'move east' if told else 'plays a card face down'}"
    assert given[-1][2] is None


def test_bad_input_is_one_clear_error() -> None:
    game = make_game("kelp")
    states = game.new_states(1)
    for viewer in (2, -3):
        with pytest.raises(ValueError, match=rf"kelp: viewer is {viewer}, expected a seat from 0 to 1, -1 .* or -2"):
            game.draw(states, viewer)
    with pytest.raises(ValueError, match="last_move is 3 and moved is None, expected both or neither"):
        game.draw(states, last_move=3)
    with pytest.raises(ValueError, match="last_move is None and moved is 1"):
        game.draw(states, moved=1)
    with pytest.raises(ValueError, match="action is 10, expected 0 to 9"):
        game.draw(states, last_move=10, moved=1)
    with pytest.raises(ValueError, match="player is 2, expected seats 0 to 1"):
        game.draw(states, last_move=1, moved=2)
    with pytest.raises(ValueError, match="expected one record of the game"):
        game.draw(game.new_states(1, 2))


def test_shown_pictures_show_themselves() -> None:
    svg = Picture(10, 10, "ten").to_svg()
    shown = Shown(svg)
    assert shown._repr_html_() == shown._repr_svg_() == str(shown) == svg
    assert len(repr(shown)) < 60
