"""Reports on a real terminal: prose is wrapped, commands and tests to copy are not, and progress shows the stage."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from prunecheck.cli.program import run
from prunecheck.report.lines import wrap_line
from terminals import COLOUR, on_terminal, plain

PRUNECHECK: Final = [sys.executable, "-m", "prunecheck"]
VERBOSE: Final = [*PRUNECHECK, "verify", "engine.py:search", "--examples", "20", "-v"]
ENGINE: Final = """
def search(node, depth, alpha, beta):
    if node.is_leaf():
        return node.value()
    if depth == 0:
        return -node.value()
    best = float("-inf")
    for child in node.children():
        best = max(best, -search(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


class Right:
    def search(self, node, alpha, beta):
        if node.is_leaf():
            return node.value()
        best = float("-inf")
        for child in node.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
"""
WIDTHS: Final = [80, *(pytest.param(width, marks=pytest.mark.slow) for width in (120, 200))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wrong engine."""
    place = tmp_path_factory.mktemp("engine_on_a_terminal")
    (place / "engine.py").write_text(ENGINE, encoding="utf-8")
    return place


def reproductions(text: str) -> list[str]:
    """The lines to be copied: commands, and tests with their blank lines."""
    found: list[str] = []
    pasting = False
    for line in text.splitlines():
        pasting = pasting and (not line or line.startswith(" " * 4))
        if pasting or line.startswith("  rerun "):
            found.append(line)
        pasting = pasting or line == "  paste"
    return found


@pytest.fixture(scope="module")
def in_a_pipe(folder: Path) -> str:
    """The report on the engine in a pipe, where no line is wrapped."""
    done = subprocess.run(  # noqa: S603
        VERBOSE,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def on_80_columns(folder: Path) -> str:
    """The report on a narrow terminal, without its colours."""
    out, _ = on_terminal(VERBOSE, 80, folder)
    return plain(out)


@pytest.mark.parametrize("columns", WIDTHS)
def test_text_to_copy_is_not_wrapped_and_prose_is(
    columns: int, folder: Path, in_a_pipe: str, on_80_columns: str
) -> None:
    """Commands and tests are equal, character by character, at any width; no other line is wider."""
    text = on_80_columns
    if columns != 80:
        text = plain(on_terminal(VERBOSE, columns, folder)[0])
    copied = reproductions(text)
    assert copied == reproductions(in_a_pipe)
    assert any(len(line) > 200 for line in copied)
    assert all(len(line) <= columns for line in text.splitlines() if line not in copied)
    assert " ".join(text.split()) == " ".join(in_a_pipe.split())


@pytest.mark.slow
def test_every_command_copied_from_a_narrow_terminal_fails_again(
    folder: Path, on_80_columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command is complete, with its tree."""
    commands = [line.split(maxsplit=1)[1] for line in reproductions(on_80_columns) if line.startswith("  rerun ")]
    assert commands
    monkeypatch.chdir(folder)
    for command in commands:
        assert run(shlex.split(command)[1:]) == 1
    assert "FAIL" in capsys.readouterr().out


@pytest.mark.slow
def test_progress_shows_the_stages_of_a_search(folder: Path) -> None:
    """Progress is on standard error, with the number of calls; at the end the line is removed."""
    _, errors = on_terminal([*PRUNECHECK, "verify", "engine.py:Right", "--examples", "20"], 80, folder)
    text = plain(errors)
    for stage in ("detecting how it is called", "hard trees", "random trees", "counting visits", "sequences"):
        assert stage in text
    assert " calls" in text
    assert errors.rstrip().endswith("\x1b[2K")


@pytest.mark.fast_cases("80")
@pytest.mark.parametrize("columns", WIDTHS)
def test_the_catalogue_fits_any_terminal(columns: int, tmp_path: Path) -> None:
    """No line is wider than the terminal, and each variant has its complete outcomes in words."""
    out, errors = on_terminal([*PRUNECHECK, "verify", "--catalogue", "--quick", "--examples", "5"], columns, tmp_path)
    lines = plain(out).splitlines()
    assert all(len(line) <= columns for line in lines)
    assert "…" not in out
    assert "random trees" in errors
    if columns < 200:
        assert "fail_soft fishburn, visits, relations; violates clamped" in [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_refuted_variant_can_be_copied_completely(columns: int, tmp_path: Path) -> None:
    """The catalogue's report also has a command and a test."""
    words = [
        "verify",
        "--variant",
        "f1",
        "--claims",
        "visits",
        "--tree",
        "deep-cutoff",
        "--window",
        "-inf",
        "inf",
        "-v",
    ]
    out, _ = on_terminal([*PRUNECHECK, *words], columns, tmp_path)
    lines = plain(out).splitlines()
    tree = "'[[12,15],[[[10,0,0],11],0]]'"
    assert f"  rerun   prunecheck verify --variant f1 --claims visits --tree {tree} --window -inf inf" in lines
    assert '        check("f1", claims=["visits"], tree=tree, window=Window(-INF, INF))' in lines


@pytest.mark.slow
def test_colours_can_be_forced(folder: Path, in_a_pipe: str) -> None:
    """With `FORCE_COLOR`, output to a pipe has colours and is not wrapped."""
    forced = subprocess.run(  # noqa: S603
        VERBOSE, cwd=folder, capture_output=True, text=True, check=False, env=os.environ | {"FORCE_COLOR": "1"}
    )
    assert COLOUR.search(forced.stdout)
    assert plain(forced.stdout) == in_a_pipe
    assert forced.stderr == ""


@pytest.mark.slow
def test_colours_can_be_forbidden(folder: Path, in_a_pipe: str) -> None:
    """With `NO_COLOR`, output to a terminal has the same words without colours."""
    out, _ = on_terminal(VERBOSE, 80, folder, {"NO_COLOR": "1"})
    assert not COLOUR.search(out)
    assert reproductions(plain(out)) == reproductions(in_a_pipe)


def test_a_wrapped_line_is_indented_to_its_text() -> None:
    """The rest of the line is below the text beside a label, or else indented by two columns.

    A long word is not broken.
    """
    assert wrap_line("    cause   > or >= 2", 16) == ["    cause   > or", "            >= 2"]
    assert wrap_line("  other exact: r = v", 14) == ["  other exact:", "    r = v"]
    assert wrap_line("a " + "b" * 30, 10) == ["a", "  " + "b" * 30]
    assert wrap_line("", 10) == [""]


@pytest.mark.slow
def test_counts_fit_a_narrow_terminal(tmp_path: Path) -> None:
    """No name and no number is cut, and each workload is a line above its variants."""
    words = ["bench", "--table", "--variant", "f1,negascout_last_plies", "--workload", "blog,connect-four-7x6-to-5"]
    out, _ = on_terminal([*PRUNECHECK, *words], 80, tmp_path)
    lines = plain(out).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "\u2026" not in out
    rows = [line.split() for line in lines]
    assert rows.index(["blog"]) < rows.index(["connect-four-7x6-to-5"])
    assert ["negascout_last_plies", "391", "391", "173", "564", "0", "108"] in rows
