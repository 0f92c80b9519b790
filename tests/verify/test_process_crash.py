"""A search that crashed its process is called again on smaller trees; only observed facts are reported."""

import shlex
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from printed import printed_test
from prunecheck import CLEAR, Call, RefutedError, cli, from_nested, verify_search
from prunecheck.failures import Exit, Failure, Timeout
from prunecheck.report.data import subjects_as_json
from prunecheck.report.subject_text import subject_text
from prunecheck.subjects.find import Loading, find_subject
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.plan import Plan
from prunecheck.verify.process_crash import NOT_AGAIN, judge_crash

pytestmark = pytest.mark.usefixtures("few_statistics")

FALLS = """
import os
import signal
import threading
from time import sleep

with open("imports", "a") as imports:
    imports.write("x")
sleep(SLOW)
if THREADS:
    threading.Thread(target=sleep, args=(1000,), daemon=True).start()


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    if len(node.children()) == 4 and threading.active_count() == 1 + THREADS:
        END
    return max(-search(child, -beta, -alpha) for child in node.children())
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The name of a search that crashes at four children and counts its imports in a file."""
    monkeypatch.chdir(tmp_path)

    def write(*, slow: float = 0.0, threads: int = 0, end: str = "os._exit(3)") -> str:
        text = FALLS.replace("SLOW", str(slow)).replace("THREADS", str(threads)).replace("END", end)
        (tmp_path / "falls.py").write_text(text, encoding="utf-8")
        return "falls.py:search"

    return write


def witness_of(name: str) -> Witness:
    """The witness against a search that crashes."""
    (searched,) = verify_search(name, effort="quick").searches
    assert searched.verdict.title.startswith("(node, alpha, beta) -> ")
    claim = searched.claim("repeatable")
    assert claim is not None
    assert claim.witness is not None
    return claim.witness


@pytest.mark.slow
def test_a_slow_import_does_not_count_towards_the_call(
    written: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call is allowed less time than the import takes; the search is loaded once, and then the tree is shrunk."""
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SILENCE", 2)
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 60)
    seen = witness_of(written(slow=2.5))
    assert (str(seen.tree), seen.objection, seen.unshrunk) == ("[0, 0, 0, 0]", "", False)
    assert Path("imports").read_text(encoding="utf-8") == "xx"


@pytest.mark.slow
def test_a_search_with_a_thread_is_loaded_for_each_attempt(
    written: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork would lack the thread, and would not crash."""
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 1.5)
    assert witness_of(written(threads=1)).objection == ""
    assert len(Path("imports").read_text(encoding="utf-8")) > 2


def test_a_crash_witness_says_if_its_shrinking_ran_out_of_time(
    written: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The crash is known to occur without earlier calls."""
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 0)
    seen = witness_of(written())
    assert (seen.unshrunk, seen.objection) == (True, "")


@pytest.mark.parametrize(
    ("failure", "objection"), [(Exit(3), NOT_AGAIN), (Timeout(10, stopped=False), "")], ids=["crash", "hang"]
)
def test_a_call_that_fails_differently_does_not_reproduce_the_failure(
    failure: Failure, objection: str, written: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timeout is not the same failure as a crash.

    A call that hangs counts as the same failure, whatever its time limit was.
    """
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SILENCE", 0.1)
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 0)
    name = written(end="signal.pause()")

    def find(watch: Watch) -> Subject:
        return find_subject(name, Loading(watch=watch))

    ended = EarlyEnd(failure, Call(from_nested([1, 2, 3, 4])), calls=7)
    done = judge_crash(name, find, Plan(), ended, silence=5.0)
    (searched,) = done.searches
    claim = searched.claim("repeatable")
    assert claim is not None
    assert claim.witness is not None
    assert claim.witness.objection == objection
    assert done.report.calls == 7
    assert "rerun   prunecheck verify " in subject_text(done)
    assert ("seen    once in 7 searches" in subject_text(done)) == bool(objection)


CRASHES_LATER = """
import os


class Engine:
    def __init__(self):
        self.searches = 0

    def search(self, node, alpha, beta):
        self.searches += 1
        return self._value(node, alpha, beta)

    def _value(self, node, alpha, beta):
        if node.is_leaf():
            return node.value()
        if len(node.children()) == 4 and self.searches > 1 and not os.path.exists("once.crashed"):
            open("KIND.crashed", "w").close()
            os._exit(3)
        return max(-self._value(child, -beta, -alpha) for child in node.children())
"""


@pytest.mark.slow_cases("always")
@pytest.mark.parametrize("kind", ["once", "always"])
def test_calls_that_crash_only_together_are_reported_as_a_sequence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sequence ends with the crash, and its command crashes again; without a reproduction there is no sequence."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "later.py").write_text(CRASHES_LATER.replace("KIND", kind), encoding="utf-8")
    four = from_nested([1, 2, 3, 4])
    done = verify_search("later.py:Engine", calls=[Call(from_nested([2, 1])), CLEAR, Call(four), Call(four)])
    text = str(done)
    assert "crash: ended with exit status 3" in text
    if kind == "once":
        assert "rerun   " not in text
        assert "seen    once in " in text
        return
    steps = [line.strip() for line in text.splitlines() if line.strip().startswith("step ")]
    assert steps == [
        "step 1  [2, 1]    MAX to move    full window    got 2, which is right",
        f"step 2  {four}    MAX to move    full window    crash: ended with exit status 3, minimax value 4",
    ]
    (rerun,) = (line for line in text.splitlines() if line.startswith("  rerun   prunecheck "))
    assert cli.run(shlex.split(rerun)[2:]) == 1
    assert [line.strip() for line in capsys.readouterr().out.splitlines() if "  step " in line] == steps
    namespace: dict[str, Any] = {}
    pasted = subject_text(done.tried, verbose=True).split("  paste\n")[1].partition("\n  signature")[0]
    exec(dedent(pasted), namespace)  # noqa: S102
    with pytest.raises(RefutedError, match="exit status 3"):
        namespace["test_Engine_satisfies_repeatable_on_a_reused_instance"]()


REUSED = """
import os

deepest = 0


class Engine:
    def __init__(self):
        self.deepest = 0

    def search(self, node, depth, alpha, beta):
        if self.deepest == 3 and depth == 2:
            END
        self.deepest = max(self.deepest, depth)
        return value(node, depth, alpha, beta)


def search(node, depth, alpha, beta):
    global deepest
    if deepest >= 3 and depth == 2:
        END
    deepest = max(deepest, depth)
    return value(node, depth, alpha, beta)


def value(node, depth, alpha, beta):
    if node.is_leaf() or depth == 0:
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -value(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "raise ValueError"])
@pytest.mark.parametrize("name", ["Engine", "search"])
def test_a_failure_after_other_calls_has_a_command_and_a_test_that_repeat_it(
    name: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The state is in the instance or in the module, and the process may survive or not."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reused.py").write_text(REUSED.replace("END", end), encoding="utf-8")
    assert cli.run(["verify", f"reused.py:{name}", "--effort", "quick", "-v"]) == 1
    text = capsys.readouterr().out
    reruns = [line for line in text.splitlines() if line.startswith("  rerun   prunecheck ")]
    assert reruns
    for rerun in reruns:
        assert len(rerun) < 500
        assert cli.run(shlex.split(rerun)[2:]) == 1
    namespace: dict[str, Any] = {}
    exec(printed_test(text), namespace)  # noqa: S102
    (test,) = (function for word, function in namespace.items() if word.startswith("test_"))
    with pytest.raises(RefutedError):
        test()


def test_a_name_that_is_not_valid_text_can_be_reported() -> None:
    """A file name may have been written in another encoding."""
    ended = EarlyEnd(Exit(3))

    def find(watch: Watch) -> Subject:
        raise AssertionError

    done = judge_crash("caf\udce9.py:search", find, Plan(), ended, silence=5.0)
    assert subject_text(done).isascii()
    assert b"caf" in subjects_as_json([done]).encode()


def test_an_unknown_calling_convention_is_reported(written: Callable[..., str]) -> None:
    """The report has no empty line for the missing convention."""
    name = written()
    ended = EarlyEnd(Exit(3))

    def find(watch: Watch) -> Subject:
        raise AssertionError

    (searched,) = judge_crash(name, find, Plan(), ended, silence=5.0).searches
    assert searched.verdict.title == "how it is called is not known"
