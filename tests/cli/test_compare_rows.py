"""The rows of `prunecheck compare`: which searches share a row, and how a wrong search is marked."""

import re
from pathlib import Path

import pytest

from prunecheck import cli

Output = pytest.CaptureFixture[str]


def test_equal_searches_only_share_a_row_if_no_search_is_named(capsys: Output) -> None:
    """The whole catalogue would have too many rows."""
    assert cli.run(["compare", "--workload", "lecture"]) == 0
    assert "same as fail_soft: " in capsys.readouterr().out


def test_a_named_search_has_its_row_in_each_form(capsys: Output) -> None:
    """Examples: on the terminal, and as Markdown."""
    words = ["compare", "--variant", "f2", "--growth", "random-leaves", "--branching", "2", "--depths", "2"]
    for form in ([], ["--markdown"]):
        assert cli.run([*words, "--workload", "lecture,deep-cutoff", *form]) == 0
        text = capsys.readouterr().out
        # two tables of counts, the means, and growth; F2 causes cutoffs on both workloads
        assert len(re.findall(r"^(?:\| )?f2 ", text, re.MULTILINE)) == 4
        assert "same as" not in text
        assert "share a row" not in text


def test_a_wrong_search_is_marked_in_its_row(tmp_path: Path, capsys: Output) -> None:
    """The mark also stands in the tables of growth and times, and is missing if all rows of a table are right."""
    file = tmp_path / "own.py"
    file.write_text(WRONG, encoding="utf-8")
    words = ["--growth", "random-leaves", "--branching", "2", "--depths", "2", "--time", "1"]
    assert cli.run(["compare", "--search", f"{file}:thirteen", "--workload", "lecture,deep-cutoff", *words]) == 1
    text = capsys.readouterr().out
    tables = {table.partition(":")[0]: table.splitlines()[1:] for table in text.split("\n\n")}
    for title in ("deep-cutoff", "time on deep-cutoff", "growth on random-leaves, 2 children"):
        head, *rows = tables[title]
        assert head.split()[:2] == ["search", "value"]
        marked = [row.split()[0] for row in rows if "WRONG" in row.split()]
        assert marked == [f"{file}:thirteen"]
    assert tables["lecture"][0].split()[:2] == ["search", "leaves"]


def test_an_error_is_marked_in_its_row(tmp_path: Path, capsys: Output) -> None:
    """Its counts are those up to the error."""
    file = tmp_path / "own.py"
    file.write_text(WRONG, encoding="utf-8")
    assert cli.run(["compare", "--search", f"{file}:stops", "--workload", "deep-cutoff", "--markdown"]) == 1
    assert re.search(r"^\| \S+:stops \| ERROR \| ", capsys.readouterr().out, re.MULTILINE)


WRONG = """
def thirteen(node, alpha, beta):
    while not node.is_leaf():
        node = node.children()[0]
    return 0 * node.value() + 13  # right on the workload `lecture`


def stops(node, alpha, beta):
    if node.is_leaf():
        if node.value() == 12:
            raise ValueError("twelve")
        return node.value()
    values = [stops(child, alpha, beta) for child in node.children()]
    return max(values) if node.is_max() else min(values)
"""
