"""`prunecheck show` as a user sees it: text, pictures, files, and one line for every usage error."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printed import mistake
from prunecheck import cli
from prunecheck.catalog import VARIANTS, Need
from prunecheck.trees.examples import TREES
from terminals import COLOUR, on_terminal, plain

Output = pytest.CaptureFixture[str]

SVG = "{http://www.w3.org/2000/svg}"
ALTERNATING = '[{"id":0,"children":[1,2]},{"id":1,"value":1},{"id":2,"children":[3],"player":"MAX"},{"id":3,"value":2}]'
NOT_ALTERNATING = f'{{"prunecheck":"tree","version":1,"nodes":{ALTERNATING}}}'
WORKED = sorted(name for name, tree in TREES.items() if tree.source.isdigit())
SMALL_TREES = st.recursive(st.integers(-3, 3), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=8)


def read(svg: str) -> Element:
    """The picture as XML."""
    return fromstring(svg)  # noqa: S314  # our own text, and that it can be read is what is tested


def title(svg: str) -> str:
    """The text for screen readers."""
    return read(svg).findtext(f"{SVG}title") or ""


def drawn(words: list[str], output: Output) -> str:
    """The picture that `prunecheck show` prints with these arguments."""
    assert cli.run(["show", *words, "--format", "svg"]) == 0
    captured = output.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize("name", WORKED)
def test_each_worked_example_is_drawn(name: str, capsys: Output) -> None:
    """A named tree is shown as text and as a picture, as fail-soft alpha-beta searches it."""
    assert title(drawn([name], capsys)).startswith("fail_soft returns ")
    assert cli.run(["show", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("fail_soft returns ")
    assert max(map(len, lines)) <= 80


@pytest.mark.fast_cases("random-order")
@pytest.mark.parametrize("name", sorted(set(TREES) - set(WORKED)))
def test_each_large_tree_is_shown_without_further_options(name: str, capsys: Output) -> None:
    """The top of the tree is drawn, with a note if it is too large to search completely."""
    assert cli.run(["show", name]) == 0
    captured = capsys.readouterr()
    assert max(map(len, captured.out.splitlines())) <= 80
    assert ("searched to depth 2; see --depth" in captured.err) == (name == "tic-tac-toe")
    assert ("shown to depth" in captured.out) == (name != "tic-tac-toe")


STATIC = (  # [[3]] with static values
    '{"prunecheck":"tree","version":1,"nodes":[{"id":0,"children":[1],"value":0},{"id":1,"children":[2],"value":1},'
    '{"id":2,"value":3}]}'
)


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_can_be_shown(name: str, capsys: Output) -> None:
    """`--variant` takes every name of the catalogue; a variant that needs static values gets a tree with them."""
    static = Need.STATIC_VALUES in VARIANTS[name].needs
    words = [STATIC if static else "number-lines", "--variant", name]
    found = title(drawn(words, capsys))
    answer = "1, but the minimax value is 3" if name == "quiescence" else r"3( with move \[0\])?"  # MIN stands pat at 1
    assert re.match(rf"{name} returns {answer}; window \(-inf, inf\); ", found)
    if static:
        assert cli.run(["show", "number-lines", "--variant", name]) == 2
        assert "needs a static value at each interior node" in mistake(capsys)


def test_player_and_window_can_be_chosen(capsys: Output) -> None:
    """`--root` says who moves first in nested JSON, and `--window` is the window of the search."""
    svg = drawn(["[[3, 5], [2, 9]]", "--root", "MIN", "--window", "-1/2", "inf"], capsys)
    assert title(svg).startswith("fail_soft returns 5; window (-0.5, inf); ")
    root = next(element for element in read(svg).iter(f"{SVG}g") if element.get("data-path") == "the root")
    assert root.get("class") == "node min evaluated best"


def test_players_that_do_not_alternate_are_shown_with_a_form_that_allows_it(capsys: Output) -> None:
    """Unless the user names a variant, one that does not need alternation is chosen."""
    assert title(drawn([NOT_ALTERNATING], capsys)).startswith("explicit_stack returns 2; ")
    assert cli.run(["show", NOT_ALTERNATING, "--variant", "f2"]) == 2
    assert "f2 needs a tree whose players alternate" in mistake(capsys)


def test_a_tree_comes_from_a_file_or_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A file, its text, and the same text on standard input give the same picture."""
    (tmp_path / "tree.json").write_text("[1, [2, 3]]", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("[1, [2, 3]]"))
    pictures = set()
    for tree in (str(tmp_path / "tree.json"), "-", "[1, [2, 3]]"):
        pictures.add(drawn([tree], capsys))
    assert len(pictures) == 1


def test_the_file_holds_what_is_otherwise_printed(tmp_path: Path, capsys: Output) -> None:
    """With `-o FILE` only the file's name is printed, and its extension decides the format.

    `-o -` means standard output.
    """
    for name, words in (("blog.svg", ["--format", "svg"]), ("blog.txt", []), ("blog.TXT", ["--format", "text"])):
        file = tmp_path / name
        assert cli.run(["show", "blog", "-o", str(file)]) == 0
        assert capsys.readouterr().out == f"wrote {file}\n"
        for to in ([], ["-o", "-"]):
            assert cli.run(["show", "blog", *words, *to]) == 0
            assert capsys.readouterr().out == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["engine.py:search", "pipe:./engine --uci", "src/engine.py:Class.method"])
def test_a_search_instead_of_a_tree_gets_a_hint_at_the_option(text: str, capsys: Output) -> None:
    """The suggested command has a tree, and passes the search with its option."""
    assert cli.run(["show", text]) == 2
    assert f"prunecheck show '[[3, 5], [2, 9]]' --search {shlex.quote(text)}" in mistake(capsys)


@pytest.mark.parametrize("before", ["", "<svg ...>"])
def test_an_older_picture_is_replaced(before: str, tmp_path: Path) -> None:
    """An empty file, or another SVG picture, is overwritten."""
    file = tmp_path / "old.svg"
    file.write_text(before, encoding="utf-8")
    assert cli.run(["show", "lecture", "--output", str(file)]) == 0
    assert title(file.read_text(encoding="ascii")).startswith("fail_soft returns 13")


def test_a_file_that_is_not_a_picture_is_not_overwritten(tmp_path: Path, capsys: Output) -> None:
    """A user can pass the tree's own file to `-o` by mistake, or any other file."""
    for name, says in (
        ("tree.txt", "is already used as input or for another output"),
        ("other.svg", "already exists, and is not an SVG file"),
    ):
        file, tree = tmp_path / name, tmp_path / "tree.txt"
        file.write_text("[1, [2, 3]]", encoding="utf-8")
        assert cli.run(["show", str(tree), "-o", str(file)]) == 2
        assert f"{says}; choose another file" in mistake(capsys)
        assert file.read_text(encoding="utf-8") == "[1, [2, 3]]"


@pytest.mark.parametrize(
    "output, reason",
    [
        ("no/such/folder/x.svg", "the folder 'no/such/folder' does not exist; create it, or choose another file"),
        ("folder.svg", "it is a folder; choose another file"),
        ("\0.txt", "embedded null byte; choose another file"),
    ],
)
def test_an_output_that_cannot_be_written_is_a_usage_error(
    output: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The line has the reason."""
    monkeypatch.chdir(tmp_path)
    Path("folder.svg").mkdir()
    assert cli.run(["show", "lecture", "-o", output]) == 2
    message = mistake(capsys)
    assert message.startswith("prunecheck: error: cannot write ")
    assert reason in message


MISTAKES = [
    (["show"], "show needs TREE; for examples, see prunecheck help show"),
    (["show", "blogg"], "unknown tree 'blogg'; did you mean 'blog'?"),
    (["show", "[1, []]"], "the node at [1] is an empty list"),
    (["show", "[0" + ", 0" * 400 + "]"], "the root has 401 children, too many to draw; use a part of the tree"),
    (["show", "blog", "--depth", "2"], "--depth 2 stops at [0][0], which has children but no static value"),
    (["show", "[[3, 5], [2, 9]]", "--depth", "1"], "--depth 1 stops at [0], which has children but no"),
    (["show", "[[3, 5], [2, 9]]", "--depth", "0"], "--depth 0 stops at the root, which has children but no"),
    (["show", "blog", "-o", "x.pdf"], "cannot write 'x.pdf': unknown extension '.pdf'; use .svg, .png or .txt"),
    (["show", "blog", "-o", "blog"], "cannot write 'blog': no extension; use .svg, .png or .txt"),
    (["show", "blog", "-o", "x.svg", "--format", "png"], "--format png does not fit 'x.svg'; use .png, or drop"),
    (["show", "blog", "--format", "svgg"], "unknown value of --format 'svgg'; did you mean 'svg'?"),
    (["show", "blog", "--dark"], "--dark only applies to pictures; write one with -o FILE.svg, or drop --dark"),
    (["show", "blog", "--takes", "node"], "--takes needs your search; name it with --search"),
    (["show", "blog", "--search", "no_such.py:search"], "no_such.py"),
    (["show", "blog", "--variant", "fail_sotf"], "unknown variant 'fail_sotf'; did you mean 'fail_soft'?"),
    (["show", "blog", "--window", "3", "3"], "window (3, 3) is empty: alpha must be below beta"),
    (["show", "blog", "--window", "x", "3"], "alpha of --window is 'x', not a number"),
    (["show", "blog", "--window", "5", "--variant", "f1,f2"], "--window needs two numbers, such as 0 5, -2.5 1/3 or"),
    (["show", "blog", "--root", "BOTH"], "unknown value of --root 'BOTH'; known: MAX, MIN"),
    (["shwo", "blog"], "unknown command 'shwo'; did you mean 'show'?"),
]


@pytest.mark.parametrize("arguments, says", MISTAKES, ids=[" ".join(words)[:40] for words, _ in MISTAKES])
def test_a_usage_error_is_one_line_that_names_the_input(arguments: list[str], says: str, capsys: Output) -> None:
    """The message is on standard error, and the exit status is 2."""
    assert cli.run(arguments) == 2
    assert says in mistake(capsys)


@pytest.mark.slow
@given(junk=st.text(max_size=40) | SMALL_TREES.map(str))
def test_any_tree_argument_gives_a_picture_or_one_line(junk: str) -> None:
    """Neither a missing tree nor invalid text leads to a traceback."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.run(["show", "--format", "svg", "--", junk])
    if status == 0:
        assert title(out.getvalue())
    else:
        assert (status, out.getvalue(), err.getvalue().count("\n")) == (2, "", 1)


OWN = """
def right(position, depth, alpha, beta):
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    best = -10**9
    for move in position.legal_moves():
        best = max(best, -right(position.make(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def on_lists(tree, maximizing=True):
    if type(tree) is not list:
        return tree
    return (max if maximizing else min)(on_lists(child, not maximizing) for child in tree)

def chooses(position, depth):
    return max(position.legal_moves(), key=lambda move: -right(position.make(move), depth - 1, -10**9, 10**9))

def dies(position, depth, alpha, beta):
    if position.is_terminal() and abs(position.evaluate()) == 12345:
        import os
        os._exit(3)
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    return max(-dies(position.make(move), depth - 1, -beta, -alpha) for move in position.legal_moves())
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with searches of a user."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN, encoding="utf-8")


@pytest.mark.usefixtures("own")
def test_a_users_search_is_shown(capsys: Output) -> None:
    """The text says what the search returned, and whether it evaluated each leaf."""
    assert cli.run(["show", "[[3, 5], [2, 9]]", "--search", "own.py:right"]) == 0
    assert (
        capsys.readouterr().out
        == """\
own.py:right returns 3
window (-inf, inf); 3 of 4 leaves evaluated; the minimum is 3

* root  MAX = 3     window (-inf, inf)
* ├─ [0]  MIN = 3   window (-inf, inf)
* │  ├─ [0][0]  3   evaluated
  │  └─ [0][1]  5   evaluated
  └─ [1]  MIN <= 2  window (3, inf)
     ├─ [1][0]  2   evaluated
     └─ [1][1]  9   cut off: alpha 3 >= beta 2

*             the best line: best moves by both sides
window        (alpha, beta) in which alpha-beta visits the node
= <= >=       what the evaluated leaves prove about a value
cut off       not evaluated, since alpha >= beta
"""
    )


@pytest.mark.slow
@pytest.mark.usefixtures("own")
def test_searches_and_forms_are_shown_side_by_side(capsys: Output) -> None:
    """Each search has a column. Reads of nested lists cannot be seen; a search that chooses a move returns the move."""
    words = ["--variant", "minimax", "--search", "own.py:right", "--search", "own.py:on_lists"]
    assert cli.run(["show", "[[3, 5], [2, 9]]", *words, "--search", "own.py:chooses"]) == 0
    lines = [re.split("  +", line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["4 searches; window (-inf, inf); minimax value 3; minimum 3 leaves"]
    assert lines[2] == ["", "minimax", "own.py:right", "own.py:on_lists", "own.py:chooses"]
    assert lines[9][-3:] == ["UNNECESSARY", "cut off", "UNNECESSARY"]
    assert lines[10] == ["returns", "3", "3", "3", "move [0]"]
    assert lines[11] == ["leaves evaluated", "4 of 4", "3 of 4", "not seen", "4 of 4"]
    svg = drawn(["[[3, 5], [2, 9]]", *words], capsys)
    assert [element.get("class") for element in read(svg) if element.get("class") == "search"] == ["search"] * 3


@pytest.mark.usefixtures("own")
def test_a_search_that_ends_its_process_is_shown_with_the_reason(capsys: Output) -> None:
    """The evaluated leaves are lost with the process."""
    assert cli.run(["show", "[[3, 5], [2, 12345]]", "--search", "own.py:dies"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "own.py:dies failed: crash: ended with exit status 3. The minimax value is 3"
    assert "the evaluated leaves cannot be observed; the tree has 4" in second


@pytest.mark.usefixtures("own")
def test_a_search_to_a_depth_is_shown_in_the_cut_tree(capsys: Output) -> None:
    """Nodes at the depth are leaves with their static values."""
    assert cli.run(["show", STATIC, "--depth", "1", "--search", "own.py:right", "--variant", "f2"]) == 0
    lines = [re.split("  +", line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["2 searches; window (-inf, inf); depth 1; minimax value 1; minimum 1 leaf"]
    assert lines[4] == ["* └─ [0]", "1", "evaluated", "evaluated"]


def test_an_external_program_is_shown(capsys: Output) -> None:
    """The evaluated leaves are those that the program reports."""
    program = Path(__file__).parents[2] / "docs" / "examples" / "alpha_beta.py"
    assert cli.run(["show", "lecture", "--search", f"pipe:{sys.executable} {program}"]) == 0
    assert "3 of 4 leaves evaluated; the minimum is 3" in capsys.readouterr().out


@pytest.mark.slow  # runs another process
def test_text_is_ascii_if_the_encoding_has_no_boxes(tmp_path: Path) -> None:
    """Branches are drawn with other characters."""
    words = [sys.executable, "-m", "prunecheck", "show", "[1, [2, 3]]"]
    done = subprocess.run(words, env={"PYTHONIOENCODING": "latin-1"}, capture_output=True, check=True, cwd=tmp_path)  # noqa: S603
    text = done.stdout.decode("ascii")
    assert "\n  |- [0]  1 " in text
    assert "\n*    |- [1][0]  2 " in text


@pytest.mark.parametrize("nested", ["chain", "comb"])
def test_a_deep_tree_is_as_wide_as_a_screen(nested: str, capsys: Output) -> None:
    """Paths are shortened to the depth and the last moves."""
    tree = "[" * 70 + "1" + (", 2]" if nested == "comb" else "]") * 70
    assert cli.run(["show", tree]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(re.match(r"[* ] 70:\.\.\[0\]\[0\]\[0\]\[0\]  1 ", line) for line in lines)


@pytest.mark.slow
def test_png_is_written_with_the_extra(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit of the picture is two pixels; without the package, an error says what to install."""
    pytest.importorskip("resvg_py")
    file = tmp_path / "tree.png"
    assert cli.run(["show", "lecture", "-o", str(file), "--dark"]) == 0
    assert capsys.readouterr().out == f"wrote {file}\n"
    head = file.read_bytes()[:24]
    assert head[:4] == b"\x89PNG"
    assert int.from_bytes(head[16:20], "big") == 2 * float(read(drawn(["lecture"], capsys)).get("width", "0"))
    monkeypatch.setattr("prunecheck.plots.installed.find_spec", lambda name: None)
    assert cli.run(["show", "lecture", "-o", str(file)]) == 2
    assert "PNG needs the package `resvg_py`; in your clone of prunecheck, run: pip install -e '.[plot]'" in mistake(
        capsys
    )


@pytest.mark.slow  # runs other processes
@pytest.mark.parametrize("columns", [80, 120, 200])
def test_a_tree_fits_the_width_of_a_terminal(columns: int, tmp_path: Path) -> None:
    """No line is broken, and everything that colours say is also said in words."""
    words = [sys.executable, "-m", "prunecheck", "show", "blog", "--variant", "minimax,fail_soft"]
    coloured, _ = on_terminal(words, columns, tmp_path)
    without, _ = on_terminal(words, columns, tmp_path, {"NO_COLOR": "1"})
    assert plain(coloured) == plain(without)
    assert not COLOUR.search(without)
    assert max(map(len, plain(coloured).splitlines())) <= columns
    assert plain(coloured).count("UNNECESSARY") >= 9


@pytest.mark.slow  # runs another process
def test_png_is_not_written_to_a_terminal(tmp_path: Path) -> None:
    """A PNG file would be unreadable on a terminal."""
    _, errors = on_terminal([sys.executable, "-m", "prunecheck", "show", "blog", "--format", "png"], 80, tmp_path)
    assert errors.strip() == "prunecheck: error: a PNG picture cannot be shown on a terminal; name a file with -o"
