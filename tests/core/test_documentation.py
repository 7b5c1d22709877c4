"""The generated tables of the documentation pages: up to date, complete, and strict about their markers."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ludarium.envs.core.documentation import TABLES, generated_page, main, markdown_table, update_page
from ludarium.envs.core.options import OptionError
from ludarium.envs.registry import find_spec, list_games

BUILT_IN = [name for name in list_games() if find_spec(name).documentation]
ANY = find_spec(BUILT_IN[0])


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_page_is_up_to_date(name: str) -> None:
    spec = find_spec(name)
    page = Path(spec.documentation).read_text(encoding="utf-8")
    assert generated_page(spec, page) == page, f"run: python -m ludarium.envs.core.documentation {name}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_page_holds_every_table(name: str) -> None:
    page = Path(find_spec(name).documentation).read_text(encoding="utf-8")
    for table in TABLES:
        assert f"<!-- generated: {table}" in page


def cells(table: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in table.splitlines()]


def test_the_tables_say_what_the_description_says() -> None:
    options = dataclasses.fields(ANY.options)
    rows = cells(TABLES["options"](ANY, {}))
    assert [row[0] for row in rows[2:]] == [f"`{field.name}`" for field in options]
    assert [row[2] for row in rows[2:]] == [str(field.default) for field in options]
    assert len(cells(TABLES["presets"](ANY, {}))) == 2 + len(ANY.presets)
    names = ANY.action_names(ANY.options())
    assert cells(TABLES["actions"](ANY, {}))[2:] == [[str(number), name] for number, name in enumerate(names)]
    fields = [row[0] for row in cells(TABLES["record"](ANY, {}))[2:]]
    assert fields == list(ANY.schema.dtype.names or ())


def test_options_in_a_marker_choose_the_game() -> None:
    spec = find_spec("kelp")
    pages = [
        generated_page(spec, f"<!-- generated: observation{options} --><!-- end -->")
        for options in ("", " board_size=8", " illegal_direction=bump,reveal=outcome")
    ]
    assert len(set(pages)) == 3
    assert "| 4 | own_x | 8 |" in pages[1]
    assert "log_position" in pages[2]


def test_a_page_keeps_what_is_written_by_hand() -> None:
    page = (
        "before\n<!-- generated: actions -->\nSTALE\n<!-- end -->\nafter\n<!-- generated: options --><!-- end --> end"
    )
    new = generated_page(ANY, page)
    assert new.startswith("before\n<!-- generated: actions -->\n\n| number | action |\n| --- | --- |\n| 0 |")
    assert "\n\n<!-- end -->\nafter\n<!-- generated: options -->\n\n| option |" in new
    assert new.endswith("|\n\n<!-- end --> end")
    assert "STALE" not in new
    assert generated_page(ANY, new) == new


def test_bars_inside_a_cell() -> None:
    assert markdown_table([{"a": "x|y"}]) == "| a |\n| --- |\n| x\\|y |"


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<!-- generated: weather --><!-- end -->", "weather.*names no table, expected one of summary, options"),
        ("<!-- generated: actions -->", "has no '<!-- end -->'"),
        ("<!-- generated: actions --><!-- generated: options --><!-- end -->", "actions.*has no '<!-- end -->'"),
    ],
)
def test_a_wrong_marker_is_named(page: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generated_page(ANY, page)


@pytest.mark.parametrize("options", ["colour=red", "board_size=99", "board_size"])
def test_wrong_options_in_a_marker(options: str) -> None:
    with pytest.raises(OptionError, match=options.partition("=")[0]):
        generated_page(find_spec("kelp"), f"<!-- generated: actions {options} --><!-- end -->")


def test_a_page_is_updated_once(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    spec = dataclasses.replace(ANY, documentation=str(path))
    path.write_text("×\n<!-- generated: actions --><!-- end -->\n", encoding="utf-8")
    assert update_page(spec)
    assert not update_page(spec)
    path.write_text("<!-- generated: actions -->", encoding="utf-8")
    with pytest.raises(ValueError, match="has no"):
        update_page(spec)
    assert path.read_text(encoding="utf-8") == "<!-- generated: actions -->"
    with pytest.raises(ValueError, match="no documentation page"):
        update_page(dataclasses.replace(ANY, documentation=""))


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    main([ANY.name])
    assert capsys.readouterr().out == f"{ANY.documentation}: up to date\n"
