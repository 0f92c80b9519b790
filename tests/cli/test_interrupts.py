"""Ctrl-C or a termination signal at any time: reports are valid and have the results so far, and no process remains."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import sleep
from typing import Final
from xml.etree.ElementTree import fromstring

import pytest

from own_searches import FILE
from prunecheck import cli
from prunecheck.verify.plan import Progress

Output = pytest.CaptureFixture[str]
AS_A_SHELL: Final = (  # here Ctrl-C counts, unlike in background jobs
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from prunecheck.cli.program import run; sys.exit(run({words!r}))"
)
MAIN: Final = (  # here SIGHUP counts, unlike below nohup
    "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL); "
    "from prunecheck.subjects.sandbox import forked; forked.INTERRUPT_SECONDS = 1; "
    "from prunecheck.cli import main; sys.argv[1:] = {words!r}; main()"
)
IMPORTED: Final = """
from pathlib import Path
from time import sleep



class Waiting:  # the body of a class is neither left out nor limited in time
    Path("at_work").touch()
    sleep(1000)
"""
SLOW: Final = """
from pathlib import Path

calls = 0


def search(node, alpha, beta):
    global calls
    calls += 1
    if calls == 5_000:
        Path("at_work").touch()
    if node.is_leaf():
        return node.value()
    return max(-search(child, -beta, -alpha) for child in node.children())
"""
STUCK: Final = """
import os
import signal
from pathlib import Path
from time import sleep


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    if len(node.children()) == 3:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        Path("at_work.new").write_text(str(os.getpid()))
        os.rename("at_work.new", "at_work")
        while True:
            sleep(1000)
    return max(-search(child, -beta, -alpha) for child in node.children())
"""
FALLS: Final = """
import os
from pathlib import Path
from time import sleep


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    if len(node.children()) == 4:
        if Path("fallen").exists():
            Path("at_work").touch()
            sleep(0.5)
        Path("fallen").touch()
        os._exit(3)
    return max(-search(child, -beta, -alpha) for child in node.children())
"""


@pytest.mark.fast_cases("random trees")
@pytest.mark.parametrize("phase", ["random trees", "shrinking", "measuring what it reads"])
def test_an_interrupt_in_any_phase_leaves_every_report_valid(
    phase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A refutation keeps its first witness; what is inconclusive is not reported as passed."""
    # in the background jobs of a shell, Ctrl-C is ignored at first
    signal.signal(signal.SIGINT, signal.default_int_handler)
    (tmp_path / "reported_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def press(progress: Progress) -> None:
        if progress.stage == phase and progress.done == 2:
            signal.raise_signal(signal.SIGINT)

    def pressed(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    if phase == "measuring what it reads":
        monkeypatch.setattr("prunecheck.verify.visit_statistics.answered", pressed)
    else:
        monkeypatch.setattr("prunecheck.verify.run.Run.report", lambda _, *at: press(Progress(*at)))
    files = ["--junit", "j.xml", "--markdown", "m.md", "--svg", "w.svg"]
    assert cli.run(["verify", "reported_engine.py:right", "--examples", "20", "--json", *files]) == 130
    report = json.loads(capsys.readouterr().out)
    outcomes = {claim["contract"]: claim["outcome"] for claim in report["variants"][0]["claims"]}
    assert report["status"] == "interrupted"
    assert outcomes["exact"] == ("undecided" if phase == "random trees" else "held")
    words = {check["topic"]: check["words"] for check in report["variants"][0]["checks"]}
    assert not any("inconclusive" in word for word in words.values())
    assert words["sequences"] == "not needed, because the search stores nothing between calls"
    if phase == "random trees":
        assert re.fullmatch(r"no failure on \d+ trees? before the run was interrupted", words["values"])
        assert words["pruning"] == "not checked: the run was interrupted" or "interrupted" in words["pruning"]
    else:
        assert words["values"].startswith("right on ")
    if phase != "random trees":
        broken = [claim for claim in report["variants"][0]["claims"] if claim["outcome"] == "refuted"]
        assert broken
        assert all(claim["witness"] for claim in broken)
    fromstring(Path("j.xml").read_text(encoding="ascii"))  # noqa: S314  # it is our own
    assert Path("m.md").read_text(encoding="utf-8").startswith("## prunecheck: INTERRUPTED\n")
    assert "INTERRUPTED" in Path("w.svg").read_text(encoding="ascii")


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_or_a_termination_signal_leaves_a_valid_report(number: signal.Signals, tmp_path: Path) -> None:
    """The signal comes while the search works in its process; the status is 130, and JSON has the results so far."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    words = ["verify", "slow.py:search", "--json", "--junit", "j.xml", "--effort", "thorough"]
    status, printed, _ = interrupted(words, tmp_path, number, shell=MAIN if number is signal.SIGTERM else AS_A_SHELL)
    assert status == 130
    report = json.loads(printed)
    assert report["status"] == "interrupted"
    assert report["trees"] > 0
    values = next(check for check in report["variants"][0]["checks"] if check["topic"] == "values")
    # the signal may come after a tree was judged, and before it is counted
    judged = (report["trees"], report["trees"] + 1)
    assert values["words"] in [f"no failure on {trees} trees before the run was interrupted" for trees in judged]
    fromstring((tmp_path / "j.xml").read_text(encoding="ascii"))  # noqa: S314  # it is our own


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)])
def test_a_termination_signal_leaves_no_process(number: signal.Signals, tmp_path: Path) -> None:
    """Even a hanging search that ignores signals is ended."""
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    words = ["verify", "stuck.py:search", "--json", "--seconds", "60"]
    status, printed, _ = interrupted(words, tmp_path, number, shell=MAIN)
    worker = int((tmp_path / "at_work").read_text(encoding="utf-8"))
    assert (status, json.loads(printed)["status"]) == (130, "interrupted")
    assert not Path(f"/proc/{worker}").exists()


@pytest.mark.slow
def test_the_worker_ends_with_the_program(tmp_path: Path) -> None:
    """Even after SIGKILL, no worker remains, because the kernel ends the worker."""
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    status, _, _ = interrupted(["verify", "stuck.py:search", "--seconds", "60"], tmp_path, signal.SIGKILL, shell=MAIN)
    worker = int((tmp_path / "at_work").read_text(encoding="utf-8"))
    assert status == -signal.SIGKILL
    wait_until(lambda: not running(worker))


@pytest.mark.slow
def test_an_interrupt_during_the_diagnosis_keeps_the_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The search is refuted, with its witness, but without a likely cause."""
    (tmp_path / "reported_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def pressed(*_: object, **__: object) -> None:
        signal.default_int_handler(signal.SIGINT, None)

    monkeypatch.setattr("prunecheck.verify.phases.likely_causes.likely_cause", pressed)
    assert cli.run(["verify", "reported_engine.py:wrong", "--examples", "20", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "refuted"
    claims = {claim["contract"]: claim for claim in report["variants"][0]["claims"]}
    assert claims["exact"]["outcome"] == "refuted"
    assert claims["exact"]["witness"]


@pytest.mark.slow
def test_ctrl_c_while_a_crash_is_repeated_still_reports_the_crash(tmp_path: Path) -> None:
    """The witness of the crash is the unfinished call, and is not shrunk."""
    (tmp_path / "falls.py").write_text(FALLS, encoding="utf-8")
    status, printed, _ = interrupted(["verify", "falls.py:search", "--json"], tmp_path)
    assert status == 1
    report = json.loads(printed)
    assert report["status"] == "refuted"
    (claim,) = report["variants"][0]["claims"]
    assert claim["witness"]["unshrunk"]


@pytest.mark.slow
def test_ctrl_c_during_the_import_is_not_an_error_of_the_file(tmp_path: Path) -> None:
    """The exit status is 130, and no error about the file is printed."""
    (tmp_path / "slow.py").write_text(IMPORTED, encoding="utf-8")
    status, printed, said = interrupted(["verify", "slow.py:search"], tmp_path)
    assert status == 130, said
    assert "cannot be imported" not in printed + said


AT_THE_END: Final = (
    "import atexit, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "atexit.register(signal.raise_signal, signal.SIGINT); "
    "from prunecheck.cli import main; sys.argv[1:] = ['list', 'trees']; main()"
)


def test_ctrl_c_after_the_last_line_changes_nothing() -> None:
    """The status is that of the command, without a traceback."""
    done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")


CRASHES_AT_THE_END: Final = (
    "import atexit, os, signal, sys; import llvmlite.binding; import prunecheck.cli; "
    "prunecheck.cli.run = lambda: print('so far') or signal.raise_signal(signal.SIGINT); "
    "signal.signal(signal.SIGINT, signal.default_int_handler); atexit.register(os.abort); prunecheck.cli.main()"
)


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="not installed: llvmlite")
def test_ctrl_c_while_numba_compiles_is_no_crash_at_the_end() -> None:
    """Objects of LLVM that are half-made when the interrupt comes are not cleaned up."""
    command = [sys.executable, "-c", CRASHES_AT_THE_END]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (130, "so far\n", "Interrupted\n")


IGNORED: Final = """
import signal, sys
from time import sleep
from prunecheck.interrupts import on_interrupt

class Closing:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

class HalfMade:
    def __init__(self):
        signal.raise_signal(signal.SIGINT)
        self.open = True
    def __del__(self):
        assert self.open

signal.signal(signal.SIGINT, on_interrupt)
try:
    {make}()
    sleep(60)
    sys.exit("not interrupted")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("make", ["Closing", "HalfMade"])
def test_an_interrupt_that_python_ignores_comes_again(make: str) -> None:
    """In `__del__`, Python only prints the exception; nothing is printed, and the program still ends."""
    code = IGNORED.format(make=make)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


def running(pid: int) -> bool:
    """True until the process has ended, even if it is not yet reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(true: Callable[[], bool]) -> None:
    """Wait without a limit; a test that never ends has failed."""
    while not true():
        sleep(0.01)


def interrupted(
    words: list[str], folder: Path, number: signal.Signals = signal.SIGINT, *, shell: str = AS_A_SHELL
) -> tuple[int, str, str]:
    """Send the signal as soon as the file `at_work` is in the folder; return the exit status and the output."""
    with subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-c", shell.format(words=words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as trial:
        while not (folder / "at_work").exists():
            assert trial.poll() is None
            sleep(0.01)
        trial.send_signal(number)
        printed, said = trial.communicate()
    return trial.returncode, printed, said
