"""`prunecheck compare` with trees as JSON, and with long names on a terminal of 80 columns."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from prunecheck import cli
from prunecheck.report.compare_text import print_grid
from prunecheck.report.grid import SEARCH, WORKLOAD, Grid, TableColumn
from screens import Screen

Output = pytest.CaptureFixture[str]


def shown(grid: Grid, width: int = 80) -> list[str]:
    """The lines of a table on a terminal."""
    page = Screen()
    print_grid(Console(file=page, force_terminal=True, width=width, color_system=None), grid)
    return [line.rstrip() for line in page.getvalue().splitlines()]


def test_a_workload_may_be_a_tree_in_json(capsys: Output) -> None:
    """Commas inside the JSON separate no names; several trees and names can be given."""
    words = ["--workload", "[[3, 5], [2]]", "--workload", "lecture,blog", "--workload", "-2.5"]
    assert cli.run(["compare", "--variant", "f2", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["costs"]
    assert list(dict.fromkeys(row["workload"] for row in found)) == ["[[3, 5], [2]]", "lecture", "blog", "-2.5"]
    assert {row["found"] for row in found if row["workload"] == "[[3, 5], [2]]"} == {"3"}


def test_a_workload_that_is_not_a_tree_is_a_one_line_error(capsys: Output) -> None:
    """The message quotes the text, and shows a tree."""
    assert cli.run(["compare", "--workload", "[[3, 5], [2"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("prunecheck: error: the tree '[[3, 5], [2': not a tree in JSON")
    assert said.count("\n") == 1


def test_the_name_of_a_large_tree_is_shortened(capsys: Output) -> None:
    """The title of the table of a large tree fits a line."""
    assert cli.run(["compare", "--variant", "f2", "--workload", str(list(range(100)))]) == 0
    assert "[0, 1, 2, 3, 4, 5, 6, 7, 8,...: value 99" in capsys.readouterr().out


def test_large_trees_that_begin_alike_have_their_whole_text_as_names(capsys: Output) -> None:
    """Two large trees that begin alike are two workloads."""
    trees = [str([*range(20), last]) for last in (20, 21)]
    words = [word for tree in trees for word in ("--workload", tree)]
    assert cli.run(["compare", "--variant", "f2", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["costs"]
    assert list(dict.fromkeys(row["workload"] for row in found)) == trees


def test_a_narrow_terminal_gets_names_without_folders() -> None:
    """Folders are left out of names, unless they distinguish two searches."""
    numbers = ("1" * 9,) * 5
    names = ["some/long/folder/of/mine/old/engine.py:search", "some/long/folder/of/mine/new/engine.py:search"]
    rows = tuple((name, *numbers) for name in names)
    lines = shown(Grid("counts", "title", (SEARCH, *(TableColumn("leaves") for _ in numbers)), rows))
    assert [line.split()[0] for line in lines[2:]] == ["old/engine.py:search", "new/engine.py:search"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [80, 60])
def test_a_narrow_terminal_gets_the_ends_of_names(width: int) -> None:
    """Every digit is shown, and no line is longer than the terminal."""
    name = "a_very_long_name_of_a_file_with_searches.py:a_search_with_a_long_name"
    columns = (WORKLOAD, SEARCH, TableColumn("cutoffs"), *(TableColumn(f"at {place}") for place in range(4)))
    rows = (("connect-four-7x6-to-5", name, "123,456", *["100.0%"] * 4), ("uneven", "f2", "1", *["25.0%"] * 4))
    lines = shown(Grid("places", "cutoffs", columns, rows), width)
    assert max(map(len, lines)) <= width
    assert "123,456" in lines[2]
    assert lines[2].count("100.0%") == 4
    assert "_name" in lines[2]


def test_a_pipe_gets_names_in_full(tmp_path: Path) -> None:
    """Full names can be searched in the output."""
    page = io.StringIO()
    name = f"{tmp_path}/{'folder/' * 20}engine.py:search"
    print_grid(Console(file=page, width=200), Grid("counts", "title", (SEARCH, TableColumn("leaves")), ((name, "1"),)))
    assert name in page.getvalue()
