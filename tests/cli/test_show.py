"""`prunecheck show` as a user sees it: the picture, the output file, and one line for every mistake."""

import contextlib
import io
import sys
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import cli
from prunecheck.catalog import VARIANTS, Need
from prunecheck.trees.examples import TREES

Output = pytest.CaptureFixture[str]

SVG = "{http://www.w3.org/2000/svg}"
ALTERNATING = '[{"id":0,"children":[1,2]},{"id":1,"value":1},{"id":2,"children":[3],"player":"MAX"},{"id":3,"value":2}]'
NOT_ALTERNATING = f'{{"prunecheck":"tree","version":1,"nodes":{ALTERNATING}}}'
WORKED = sorted(name for name, tree in TREES.items() if tree.source.isdigit())
SMALL_TREES = st.recursive(st.integers(-3, 3), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=8)


def mistake(output: Output) -> str:
    """The line that a usage error prints, and nothing else."""
    captured = output.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("prunecheck: error: ")
    assert captured.err.count("\n") == 1
    return captured.err


def read(svg: str) -> Element:
    """The picture as XML."""
    return fromstring(svg)  # noqa: S314  # our own text, and that it can be read is what is tested


def title(svg: str) -> str:
    """The text for screen readers."""
    return read(svg).findtext(f"{SVG}title") or ""


@pytest.mark.parametrize("name", WORKED)
def test_each_worked_example_is_drawn(name: str, capsys: Output) -> None:
    """A named tree becomes a picture on standard output, searched with fail-soft alpha-beta."""
    assert cli.run(["show", name]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert title(captured.out).startswith("fail_soft finds ")


STATIC = (  # [[3]], with static values
    '{"prunecheck":"tree","version":1,"nodes":[{"id":0,"children":[1],"value":0},{"id":1,"children":[2],"value":1},'
    '{"id":2,"value":3}]}'
)


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_can_be_followed(name: str, capsys: Output) -> None:
    """`--variant` takes every name of the catalogue; a variant that needs static values gets a tree with them."""
    static = Need.STATIC_VALUES in VARIANTS[name].needs
    assert cli.run(["show", STATIC if static else "number-lines", "--variant", name]) == 0
    assert title(capsys.readouterr().out).startswith(f"{name} finds 3; window (-inf, inf); ")
    if static:
        assert cli.run(["show", "number-lines", "--variant", name]) == 2
        assert "needs a static value at each interior node" in mistake(capsys)


def test_player_and_window_are_as_asked_for(capsys: Output) -> None:
    """`--root` is the side to move in nested JSON, `--window` the window of the search."""
    assert cli.run(["show", "[[3, 5], [2, 9]]", "--root", "MIN", "--window", "-1/2", "inf"]) == 0
    svg = capsys.readouterr().out
    assert title(svg).startswith("fail_soft finds 5; window (-0.5, inf); ")
    root = next(each for each in read(svg).iter(f"{SVG}g") if each.get("data-path") == "the root")
    assert root.get("class") == "node min read"


def test_players_that_do_not_alternate_are_traced_with_a_form_that_allows_it(capsys: Output) -> None:
    """Without `--variant`, a form is chosen that does not need alternation."""
    assert cli.run(["show", NOT_ALTERNATING]) == 0
    assert title(capsys.readouterr().out).startswith("explicit_stack finds 2; ")
    assert cli.run(["show", NOT_ALTERNATING, "--variant", "f2"]) == 2
    assert "f2 needs a tree whose players alternate" in mistake(capsys)


def test_a_tree_comes_from_a_file_or_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A file, its text, and the same on standard input give the same picture."""
    (tmp_path / "tree.json").write_text("[1, [2, 3]]", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("[1, [2, 3]]"))
    pictures = set()
    for tree in (str(tmp_path / "tree.json"), "-", "[1, [2, 3]]"):
        assert cli.run(["show", tree]) == 0
        pictures.add(capsys.readouterr().out)
    assert len(pictures) == 1


def test_the_file_holds_what_is_printed_without_one(tmp_path: Path, capsys: Output) -> None:
    """With `-o FILE` nothing is printed; `-o -` is standard output."""
    file = tmp_path / "blog.svg"
    assert cli.run(["show", "blog", "-o", str(file)]) == 0
    assert capsys.readouterr().out == ""
    for words in (["show", "blog"], ["show", "blog", "-o", "-"]):
        assert cli.run(words) == 0
        assert capsys.readouterr().out == file.read_text(encoding="ascii")


@pytest.mark.parametrize("before", ["", "<svg ...>"])
def test_an_older_picture_is_replaced(before: str, tmp_path: Path) -> None:
    """An empty file, or another picture in SVG, is overwritten."""
    file = tmp_path / "old.svg"
    file.write_text(before, encoding="utf-8")
    assert cli.run(["show", "lecture", "--output", str(file)]) == 0
    assert title(file.read_text(encoding="ascii")).startswith("fail_soft finds 13")


def test_a_file_that_is_not_a_picture_is_not_overwritten(tmp_path: Path, capsys: Output) -> None:
    """Passing the tree's own file to `-o` by mistake does not change it."""
    file = tmp_path / "tree.json"
    file.write_text("[1, [2, 3]]", encoding="utf-8")
    assert cli.run(["show", str(file), "-o", str(file)]) == 2
    assert "is there already and is no SVG; name another file with -o" in mistake(capsys)
    assert file.read_text(encoding="utf-8") == "[1, [2, 3]]"


@pytest.mark.parametrize(
    "output, reason",
    [("no/such/folder/x.svg", "No such file or directory"), (".", "Is a directory"), ("\0", "embedded null byte")],
)
def test_an_output_that_cannot_be_written_is_a_usage_error(
    output: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The system's reason is on one line."""
    monkeypatch.chdir(tmp_path)
    assert cli.run(["show", "lecture", "-o", output]) == 2
    message = mistake(capsys)
    assert message.startswith("prunecheck: error: cannot write ")
    assert f"{reason}; name another file with -o" in message


MISTAKES = [
    (["show"], "show needs TREE; for examples, see prunecheck help show"),
    (["show", "blogg"], "unknown tree 'blogg'; did you mean 'blog'?"),
    (["show", "[1, []]"], "the node at [1] is an empty list"),
    (["show", "tic-tac-toe-4"], "more than 400 nodes, shared ones counted along each path: too many to follow; cut it"),
    (["show", "blog", "--variant", "fail_sotf"], "unknown variant 'fail_sotf'; did you mean 'fail_soft'?"),
    (["show", "blog", "--window", "3", "3"], "window (3, 3) is empty: alpha must be below beta"),
    (["show", "blog", "--window", "x", "3"], "alpha of --window is 'x', not a number"),
    (["show", "blog", "--root", "BOTH"], "unknown value of --root 'BOTH'; known: MAX, MIN"),
    (["shwo", "blog"], "unknown command 'shwo'; did you mean 'show'?"),
]


@pytest.mark.parametrize("arguments, says", MISTAKES, ids=[" ".join(words)[:40] for words, _ in MISTAKES])
def test_a_mistake_is_one_line_that_names_the_place(arguments: list[str], says: str, capsys: Output) -> None:
    """Bad input exits with 2 and one line on standard error."""
    assert cli.run(arguments) == 2
    assert says in mistake(capsys)


@given(junk=st.text(max_size=40) | SMALL_TREES.map(str))
def test_any_tree_argument_gives_a_picture_or_one_line(junk: str) -> None:
    """Neither a missing tree nor junk ends in a traceback."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.run(["show", "--", junk])
    if status == 0:
        assert title(out.getvalue())
    else:
        assert (status, out.getvalue(), err.getvalue().count("\n")) == (2, "", 1)
