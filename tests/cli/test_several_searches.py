"""Several searches are judged in parallel, in order, or up to the first failure, with progress on a terminal."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Final

import psutil
import pytest

from own_searches import FILE
from prunecheck import cli
from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.verify.plan import OnProgress, Progress
from terminals import on_terminal, plain

Output = pytest.CaptureFixture[str]
PRUNECHECK: Final = [sys.executable, "-m", "prunecheck"]
SLOW: Final = """
from pathlib import Path
from time import sleep

calls = 0


def first(node, alpha, beta):
    return searched("first", node, alpha, beta)


def second(node, alpha, beta):
    return searched("second", node, alpha, beta)


def searched(name, node, alpha, beta):
    global calls
    calls += 1
    if calls == 2_000:
        Path(f"{name}_at_work").touch()
    if calls % 10 == 0:
        sleep(0.001)
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -searched(name, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
SHOWING: Final = """
from prunecheck.cli.progress import shown_progress
from prunecheck.verify.plan import Progress

with shown_progress() as show:
    show(Progress("random trees", 1, 20, 345))
"""


def project(folder: Path, *names: str, source: str = FILE, effort: str = "quick") -> Path:
    """A folder whose pyproject.toml lists these searches of engine.py."""
    (folder / "engine.py").write_text(source, encoding="utf-8")
    listed = ", ".join(f'{{ search = "engine.py:{name}", claims = ["exact"] }}' for name in names)
    table = f'[tool.prunecheck]\neffort = "{effort}"\nexamples = 5\nsubjects = [{listed}]\n'
    (folder / "pyproject.toml").write_text(table, encoding="utf-8")
    return folder


def closings(text: str) -> list[str]:
    """The first line of each report in a text, up to the problem."""
    return re.findall(r"^([A-Z]+  engine\.py:\w+)", plain(text), re.MULTILINE)


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three searches in the working directory; the second is wrong."""
    monkeypatch.chdir(tmp_path)
    return project(tmp_path, "right", "wrong", "wasteful")


@pytest.mark.fast_cases("3")
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_run_stops_at_the_first_failure(jobs: str, three: Path, capsys: Output) -> None:
    """Searches run in the order of the list.

    The output names those that were not checked; reports contain all that were.
    """
    assert cli.run(["verify", "-x", "-j", jobs, "--junit", "j.xml"]) == 1
    captured = capsys.readouterr()
    assert closings(captured.out) == ["PASS  engine.py:right", "FAIL  engine.py:wrong"]
    assert captured.out.endswith("\n1 of 2 searches fails: engine.py:wrong\n")
    assert captured.err == "prunecheck: stopped at the first failure; not checked: engine.py:wasteful\n"
    assert "engine.py:wasteful" not in (three / "j.xml").read_text(encoding="ascii")


@pytest.mark.slow
def test_parallel_searches_give_the_same_report_in_order(three: Path, capsys: Output) -> None:
    """The report equals that of a sequential run, except for the times."""
    reports = []
    for words in ([], ["-j", "2"]):
        assert cli.run(["verify", "--json", *words]) == 1
        reports.append(json.loads(capsys.readouterr().out) | {"seconds": 0, "drawing_seconds": 0})
    assert reports[0] == reports[1]
    assert [row["name"] for row in reports[0]["variants"]] == [
        f"engine.py:{name}" for name in ("right", "wrong", "wasteful")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_search_that_cannot_be_checked_does_not_stop_the_others(jobs: str, three: Path, capsys: Output) -> None:
    """The error names the place in pyproject.toml; the reports contain it, and the exit status is that of an error."""
    project(three, "right", "missing", "wrong")
    assert cli.run(["verify", "-j", jobs, "--json", "--markdown", "m.md"]) == 2
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "error"
    right, missing, wrong = report["variants"]
    assert (right["error"], wrong["error"]) == ("", "")
    assert missing["error"].startswith("pyproject.toml: tool.prunecheck.subjects[1]: unknown name 'missing'")
    assert (three / "m.md").read_text(encoding="utf-8").startswith("## prunecheck: ERROR\n")
    assert cli.run(["verify", "-j", jobs]) == 2
    printed = capsys.readouterr().out
    assert closings(printed) == ["PASS  engine.py:right", "ERROR  engine.py:missing", "FAIL  engine.py:wrong"]
    assert printed.endswith(
        "\n1 of 3 searches fails: engine.py:wrong; 1 of 3 could not be checked: engine.py:missing\n"
    )


def test_the_run_stops_at_the_first_search_that_cannot_be_checked(three: Path, capsys: Output) -> None:
    """With `--fail-fast`, an error counts as a failure."""
    project(three, "missing", "right")
    assert cli.run(["verify", "-x", "-q"]) == 2
    captured = capsys.readouterr()
    assert closings(captured.out) == ["ERROR  engine.py:missing"]
    assert "not checked: engine.py:right" in captured.err


def test_the_first_refuted_variant_ends_the_catalogue(capsys: Output) -> None:
    """The variants before the refuted one are in the table, also in a parallel run."""
    words = ["--variant", "fail_soft,f1,f2", "--claims", "visits", "--tree", "deep-cutoff", "--json"]
    for more, names in (
        ([], ["fail_soft", "f1", "f2"]),
        (["-x"], ["fail_soft", "f1"]),
        (["-x", "-j2"], ["fail_soft", "f1"]),
    ):
        assert cli.run(["verify", *words, *more]) == 1
        report = json.loads(capsys.readouterr().out)
        assert [row["name"] for row in report["variants"]] == names
        assert report["status"] == "refuted"


def slow_first(nth: int, *, on_progress: OnProgress) -> int:
    sleep(0.2 if nth == 0 else 0.0)
    if nth == 2:
        raise PreconditionError("a mistake")
    on_progress(Progress("at it"))
    return nth


def dies(*, on_progress: OnProgress) -> int:
    os._exit(7)


def runs_forever(*, on_progress: OnProgress) -> int:
    while True:
        sleep(1)


def test_results_come_in_order_and_a_process_that_ends_is_named() -> None:
    """The order does not depend on which search ends first; a usage error counts as a result."""
    tasks = [*(task(name, slow_first, nth) for nth, name in enumerate("abc")), task("d", dies)]
    found = [result.value for result in Fleet(jobs=3).run_in_order(tasks)]
    assert found[:2] == [0, 1]
    assert all(isinstance(error, PrunecheckError) for error in found[2:])
    assert [str(error) for error in found[2:]] == [
        "a mistake",
        "d: the process of this search ended with exit status 7; check it without -j",
    ]


def test_closing_ends_running_searches() -> None:
    """A search that never ends runs in one of the processes; if closing waited for it, the test would never end."""
    before = set(psutil.Process().children(recursive=True))
    results = Fleet(jobs=2).run_in_order([task("a", slow_first, 1), task("b", runs_forever)])
    assert next(results).value == 1
    assert set(psutil.Process().children(recursive=True)) - before
    results.close()
    assert not set(psutil.Process().children(recursive=True)) - before


@pytest.mark.slow
def test_ctrl_c_ends_parallel_searches_with_a_report_on_all_that_started(tmp_path: Path) -> None:
    """The terminal signals the whole group.

    The status is 130, JSON has each search that had started, and no process remains.
    """
    project(tmp_path, "first", "second", "searched", source=SLOW, effort="thorough")
    (tmp_path / "pyproject.toml").write_text(
        (tmp_path / "pyproject.toml").read_text(encoding="utf-8").replace("examples = 5", "examples = 100_000"),
        encoding="utf-8",
    )
    shell = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    shell += "from prunecheck.cli.program import run; sys.exit(run(['verify', '-j', '2', '--json']))"
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", shell],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as trial:
        while not ((tmp_path / "first_at_work").exists() and (tmp_path / "second_at_work").exists()):
            assert trial.poll() is None
            sleep(0.01)
        started = psutil.Process(trial.pid).children(recursive=True)
        os.killpg(trial.pid, signal.SIGINT)
        printed, said = trial.communicate()
    assert said == b""
    assert trial.returncode == 130
    report = json.loads(printed)
    assert report["status"] == "interrupted"
    assert [row["name"] for row in report["variants"]] == ["engine.py:first", "engine.py:second"]
    assert report["trees"] > 0
    assert len(started) == 4
    assert not psutil.wait_procs(started, timeout=10)[1]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_of_several_searches_fits_80_columns(jobs: str, tmp_path: Path) -> None:
    """The progress line shows the search, the stage, the time, and what is left; at the end it is removed."""
    project(tmp_path, "first", "second", source=SLOW)
    text = (tmp_path / "pyproject.toml").read_text(encoding="utf-8").replace("examples = 5", "examples = 400")
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    out, errors = on_terminal([*PRUNECHECK, "verify", "-j", jobs], 80, tmp_path)
    assert closings(out) == ["PASS  engine.py:first", "PASS  engine.py:second"]
    lines = [line.rstrip() for line in plain(errors).replace("\n", "\r").split("\r")]
    assert max(map(len, lines)) <= 80
    shown = r"2 of 2: engine\.py:second: random trees [\d,]+/400 ━.* \d:\d\d, \d:\d\d left"
    if jobs == "2":
        shown = r"searches 0/2, engine\.py:first \(random trees\), engine\.py:.* ━.* \d:\d\d"
    assert any(re.fullmatch(shown, line) for line in lines)
    assert errors.rstrip().endswith("\x1b[2K")


@pytest.mark.fast_cases("environment2-True")
@pytest.mark.parametrize(("environment", "shown"), [({}, True), ({"CI": "true"}, False), ({"CI": "false"}, True)])
def test_no_progress_is_shown_in_continuous_integration(
    environment: dict[str, str], shown: bool, tmp_path: Path
) -> None:
    """In continuous integration, a terminal writes every update to the log."""
    _, errors = on_terminal([sys.executable, "-c", SHOWING], 80, tmp_path, environment)
    assert ("random trees 1/20, 345 calls" in plain(errors)) is shown
    assert bool(errors) is shown


@pytest.mark.slow
def test_forced_colours_in_a_pipe_show_no_progress() -> None:
    """Updated lines are not suitable for a pipe."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", SHOWING], capture_output=True, check=True, env=os.environ | {"FORCE_COLOR": "1"}
    )
    assert done.stdout + done.stderr == b""
