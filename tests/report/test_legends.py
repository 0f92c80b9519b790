"""The legends of texts and pictures explain each mark that occurs, and no others."""

from xml.etree.ElementTree import fromstring

import pytest

from prunecheck import from_nested
from prunecheck.catalog import variant
from prunecheck.report.draw import picture
from prunecheck.report.tree_text import tree_lines
from prunecheck.verify.explain.trace import Trace, trace_search

TREE = from_nested([[3, 5, [4, 1]], [2, [9, 0]], [[7, 6], 8]])
SVG = "{http://www.w3.org/2000/svg}"
MARKS = [  # the search, the mark and its meaning in texts, then in pictures
    ("negascout", "2 times", "evaluated again, for example in a re-search", "2 times: "),
    ("negascout", "out of order", "evaluated after a leaf on its right", "out of order: "),
    ("fail_soft", "cut off", "not evaluated, since alpha >= beta", "cut off: "),
    ("minimax", "not cut off", "visited, although alpha >= beta", "not cut"),
]


def trace_by(name: str) -> Trace:
    """The trace of a published search."""
    return trace_search(variant(name).search, TREE, name=name)


def text_parts(*names: str) -> tuple[str, str]:
    """The text of several searches: the tree and its legend."""
    text = "\n".join(line.text for line in tree_lines([trace_by(name) for name in names]))
    tree, legend = text.rsplit("\n\n", 1)
    return tree, legend


def picture_parts(*names: str) -> tuple[list[str], list[str]]:
    """The texts in the picture of several searches: those in the drawings and those in the legend."""
    root = fromstring(picture(*map(trace_by, names)).svg)  # noqa: S314
    drawings: list[str] = []
    legend: list[str] = []
    for group in root.iter(f"{SVG}g"):
        if group.get("class") in {"search", "legend"}:
            texts = legend if group.get("class") == "legend" else drawings
            texts += [element.text or "" for element in group.iter(f"{SVG}text")]
    return drawings, legend


@pytest.mark.parametrize(("name", "mark", "meaning", "drawn"), MARKS, ids=[mark for _, mark, _, _ in MARKS])
def test_each_mark_is_explained_in_text_and_picture(name: str, mark: str, meaning: str, drawn: str) -> None:
    """The legend has a line for a mark that occurs; searches that do not have the mark do not need the line."""
    tree, legend = text_parts(name)
    assert mark in tree
    assert any(line.startswith(f"{mark} ") and meaning in line for line in legend.splitlines())
    assert any(text.startswith(drawn) for text in picture_parts(name)[1])
    other = "minimax" if name == "fail_soft" else "f2"
    assert not any(line.startswith(f"{mark} ") for line in text_parts(other)[1].splitlines())
    assert not any(text.startswith(drawn) for text in picture_parts(other)[1])


def test_columns_of_several_searches_have_the_same_legend_and_all_evaluations() -> None:
    """A row with the number of evaluations appears if a search evaluates a leaf twice, as in pictures."""
    tree, legend = text_parts("negascout", "minimax")
    assert {line.split("  ")[0] for line in legend.splitlines()} >= {"2 times", "out of order", "cut off"}
    rows = {line[:16].rstrip(): line.split()[-2:] for line in tree.splitlines()}
    assert rows["evaluations"] == ["8", "10"]
    assert any("(8 evaluations)" in text for text in picture_parts("negascout", "minimax")[0])
    assert "evaluations" not in text_parts("fail_soft", "minimax")[0]


def test_cutoffs_are_numbered_if_they_have_a_number_line() -> None:
    """The picture of a single search has number lines for its first four cutoffs; several searches have none."""
    five = [0, *([[-1, 1]] * 5)]
    trace = trace_search(variant("fail_soft").search, from_nested(five), name="fail_soft")
    for traces, numbered in (([trace], ["cut 1", "cut 2", "cut 3", "cut 4", "cut"]), ([trace] * 2, ["cut"] * 10)):
        root = fromstring(picture(*traces).svg)  # noqa: S314
        texts = [element.text or "" for element in root.iter(f"{SVG}text")]
        assert [text for text in texts if text.startswith("cut") and len(text) < 6] == numbered
        assert sum(element.get("class") == "number-line" for element in root.iter(f"{SVG}g")) == len(set(numbered)) - 1
