"""Progress without a terminal: a plain line now and then on standard error, none with `--quiet`."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from prunecheck import cli
from prunecheck.cli import progress
from prunecheck.cli.progress import ProgressLines, progress_display, shown_progress
from prunecheck.errors import PreconditionError
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options
from prunecheck.verify.plan import Plan, Progress

Output = pytest.CaptureFixture[str]
LINE = r"prunecheck: \d+:\d\d  "


def test_a_line_comes_every_few_seconds_of_the_run(capsys: Output) -> None:
    """Several searches share the clock, so that progress is also printed for many short searches."""
    lines = ProgressLines(0.2)
    for nth in range(3):
        with shown_progress(f"{nth + 1} of 3: a.py:f", lines=lines) as show:
            show(Progress("random trees", nth, 20, 345))
            sleep(0.11)
    said = capsys.readouterr().err
    assert re.fullmatch(LINE + r"3 of 3: a\.py:f: random trees 2/20\n", said)


def test_a_short_run_prints_no_progress(capsys: Output) -> None:
    """The first line comes after ten seconds."""
    with progress_display(quiet=False)() as show:
        show(Progress("random trees", 1, 20, 345))
    assert capsys.readouterr().err == ""


@pytest.mark.slow_cases("False-words1", "True-words1")
@pytest.mark.parametrize("words", [["verify", "--variant", "f1", "--quick"], ["verify", "ours.py:search"]])
@pytest.mark.parametrize("quiet", [False, True])
def test_a_pipe_gets_plain_lines_unless_quiet(
    words: list[str], quiet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The lines have no carriage return and no escape sequence, and are not part of the report."""
    (tmp_path / "ours.py").write_text(
        "def search(node, alpha, beta):\n"
        "    if node.is_leaf():\n        return node.value()\n"
        "    return max(-search(child, -beta, -alpha) for child in node.children())\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ProgressLines.__init__, "__defaults__", (0.01,))
    assert cli.run([*words, "--examples", "20", *(["-q"] if quiet else [])]) in (0, 1)
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert all(re.match(LINE, line) and line.isprintable() for line in lines)
    assert "\r" not in captured.err
    assert bool(lines) is not quiet


def test_ten_seconds_pass_between_two_lines() -> None:
    """A CI log of a minute has six progress lines."""
    assert progress.SECONDS_OF_A_LINE == 10


@pytest.mark.slow
def test_python_can_run_the_package(tmp_path: Path) -> None:
    """`python -m prunecheck` is the command; `-V` and `--version` print its version."""
    for option in ("-V", "--version"):
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "prunecheck", option],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=dict(os.environ),
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("prunecheck, version ")


def test_the_shell_completes_the_command_after_help(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are completed as they are for a command; the script passes the part of the word that bash replaces."""
    monkeypatch.setenv("_PRUNECHECK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "prunecheck help ve")
    monkeypatch.setenv("COMP_CWORD", "ve")
    with pytest.raises(SystemExit):
        cli.main()
    assert capsys.readouterr().out == "plain,verify\n"


@pytest.mark.parametrize(
    ("start", "stage"), [((), "detecting how it is called"), (("search(3, -9, 9)",), "recording its own game")]
)
def test_the_first_stage_says_what_takes_long(start: tuple[str, ...], stage: str, tmp_path: Path) -> None:
    """With a starting call, the calling convention is known."""
    file = tmp_path / "pile.py"
    file.write_text(
        "def search(pile, alpha, beta):\n"
        "    if not pile:\n        return -1\n"
        "    for take in range(1, min(pile, 2) + 1):\n"
        "        alpha = max(alpha, -search(pile - take, -beta, -alpha))\n"
        "        if alpha >= beta:\n            break\n"
        "    return alpha\n",
        encoding="utf-8",
    )
    seen: list[Progress] = []
    options = Options(f"{file}:search", start=start)
    with contextlib.suppress(PreconditionError):  # without a starting call, the search cannot be called
        judge_search(options.search, options, Plan(examples=2), seen.append)
    assert seen[0].stage == stage
