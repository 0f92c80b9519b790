"""Whatever a Python search does, `prunecheck verify` ends and reports it."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from prunecheck import cli, from_nested
from prunecheck.errors import PreconditionError
from prunecheck.failures import Exit, Failure, OutOfMemory, Printed, Timeout
from prunecheck.subjects.external.program import Child
from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.child import run_in_child
from prunecheck.subjects.subject import Watch, whole_question
from prunecheck.trees.window import FULL

SLEEPER: Final = """
import subprocess, sys
print(subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL, start_new_session=True).pid)
"""
RIGHT = """
def right(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -right(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
THREE = "    if len(node.children()) == 3:\n"
REST = "    return right(node, alpha, beta)\n"
MISCONDUCT = {  # kind of misconduct: (first lines of the search, what the verdict says)
    "hangs": (THREE + "        while True: pass\n" + REST, "timeout: no answer within"),
    "catches_everything": (
        THREE
        + "        while True:\n            try:\n                while True: pass\n            except: pass\n"
        + REST,
        "timeout: no answer within",
    ),
    "catches_and_answers": (
        THREE + "        try:\n            while True: pass\n        except: pass\n" + REST,
        "timeout: no answer within",
    ),
    "catches_and_fails": (
        THREE + "        try:\n            while True: pass\n        except: raise ValueError\n" + REST,
        "timeout: no answer within",
    ),
    "interrupts": (THREE + "        raise KeyboardInterrupt\n" + REST, "crash: KeyboardInterrupt"),
    "raises_no_exception": (THREE + "        raise BaseException('enough')\n" + REST, "crash: BaseException: enough"),
    "exits": (THREE + "        sys.exit(2)\n" + REST, "crash: it ended the program with status 2"),
    "leaves": (THREE + "        os._exit(3)\n" + REST, "crash: ended with exit status 3"),
    "is_killed": (THREE + "        os.kill(os.getpid(), 11)\n" + REST, "crash: ended by SIGSEGV"),
    "floods": ("    for _ in range(99): os.write(1, b'x' * 100_000)\n" + REST, "too much output"),
    "recurses": ("    return recurses(node, alpha, beta)\n", "RecursionError"),
    "grows": ("    kept.append(bytes(50_000_000))\n" + REST, "out of memory"),
    "leaks": ("    kept.append(bytes(5_000_000))\n" + REST, "out of memory"),
    "asks_for_ever": (THREE + "        while True: node.is_leaf()\n" + REST, "timeout: no "),
    "says_nothing": (THREE + "        return None\n" + REST, "invalid answer: returned None"),
    "says_nan": (THREE + "        return float('nan')\n" + REST, "invalid answer: returned NaN"),
    "says_yes": (THREE + "        return True\n" + REST, "invalid answer: returned True"),
    "divides": (THREE + "        return 1 / 0\n" + REST, "ZeroDivisionError"),
    "reads_input": (THREE + "        input()\n" + REST, "EOFError"),
}

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a right search, and one search for each kind of misconduct."""
    found = tmp_path / "strange.py"
    wrong = "".join(f"\ndef {name}(node, alpha, beta):\n{body}" for name, (body, _) in MISCONDUCT.items())
    found.write_text(f"import os, sys\nkept = []\n{RIGHT}{wrong}", encoding="utf-8")
    return found


@pytest.mark.fast_cases("leaves", "is_killed", "grows")
@pytest.mark.parametrize("name", MISCONDUCT)
def test_each_misconduct_has_its_verdict(name: str, file: Path, capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is refuted on a small tree, and neither its output nor a traceback appears in the report."""
    monkeypatch.setattr("prunecheck.verify.explain.diagnosis.DIAGNOSIS_SECONDS", 1)
    monkeypatch.setattr("prunecheck.verify.isolated.SILENCE", 1)
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SILENCE", 0.5)
    hangs = "timeout" in MISCONDUCT[name][1]
    limits = ["--examples", "20", "--seconds", "0.1"] if hangs else ["--examples", "20", "--seconds", "10"]
    assert cli.run(["verify", f"{file}:{name}", *limits]) == 1
    told = capfd.readouterr()
    assert MISCONDUCT[name][1] in told.out
    assert "Traceback" not in told.out + told.err
    assert "xxx" not in told.out
    tree = next((line for line in told.out.splitlines() if line.strip().startswith("tree ")), None)
    assert tree is not None, told.out
    if name == "leaks":  # it takes many calls, so the tree is that of the last one
        assert "not reproducible on its own" in told.out
    else:
        assert tree.count(",") <= 5


@pytest.mark.slow
def test_a_process_that_ends_on_an_error_of_the_tree_is_reported_with_a_tree(file: Path, capfd: Output) -> None:
    """Only the check of `conduct` makes calls on trees that raise errors; the tree is logged without its error."""
    ends = "    try:\n        return right(node, alpha, beta)\n    except Exception:\n        os._exit(3)\n"
    file.write_text(f"import os\n{RIGHT}\ndef ends(node, alpha, beta):\n{ends}", encoding="utf-8")
    assert cli.run(["verify", f"{file}:ends", "--examples", "20"]) == 1
    told = capfd.readouterr().out
    assert "crash: ended with exit status 3" in told
    assert any(line.strip().startswith("tree ") for line in told.splitlines()), told


@pytest.mark.slow
def test_a_right_search_passes(file: Path, capfd: Output) -> None:
    """The report has the contracts that it satisfies, and its leaves."""
    assert cli.run(["verify", f"{file}:right", "--examples", "30"]) == 0
    told = capfd.readouterr().out
    assert "For a value outside the window, the search returns a fail-soft bound" in told
    assert "evaluates exactly the leaves of alpha-beta" in told


def test_a_search_that_cannot_be_imported_is_a_usage_error(tmp_path: Path, capfd: Output) -> None:
    """The error is one line, with exit status 2."""
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    assert cli.run(["verify", f"{tmp_path / 'broken.py'}:search"]) == 2
    assert "cannot be imported: ModuleNotFoundError" in capfd.readouterr().err


@pytest.mark.parametrize(
    "name, options, says",
    [
        ("saerch", [], "unknown name 'saerch' in {file}; did you mean 'search'?"),
        ("search", ["--takes", "alhpa"], "unknown role 'alhpa'; did you mean 'alpha'?"),
    ],
)
def test_a_misspelt_word_is_a_usage_error(
    name: str, options: list[str], says: str, tmp_path: Path, capfd: Output
) -> None:
    """The error is one line that suggests the nearest word, with exit status 2."""
    file = tmp_path / "engine.py"
    file.write_text("def search(node, alpha, beta):\n    return 0\n", encoding="utf-8")
    assert cli.run(["verify", f"{file}:{name}", *options]) == 2
    assert capfd.readouterr().err == f"prunecheck: error: {says.format(file=file)}\n"


def test_forked_work_returns_its_result_or_raises_its_error() -> None:
    """Results are passed on, and a user's mistake is raised here."""

    def mistaken(watch: Watch) -> int:
        raise PreconditionError("no such thing")

    assert run_in_child(lambda watch: 41 + 1, silence=5) == 42
    with pytest.raises(PreconditionError, match="no such thing"):
        run_in_child(mistaken, silence=5)


def test_a_signal_without_a_name_has_a_number() -> None:
    """Most real-time signals have no name."""
    number = signal.SIGRTMIN + 1
    ended = run_in_child(lambda watch: os.kill(os.getpid(), number), silence=5)
    assert isinstance(ended, EarlyEnd)
    assert ended.failure == Exit(-number)
    assert str(ended.failure) == f"crash: ended by signal {number}"


def test_silent_work_is_ended_with_its_descendants(tmp_path: Path) -> None:
    """The child of the silent process is ended as well."""
    mark = tmp_path / "pid"

    def sleeps(watch: Watch) -> int:
        if child := os.fork():
            mark.write_text(str(child), encoding="utf-8")
        time.sleep(60)
        return 0

    ended = run_in_child(sleeps, silence=2)
    assert isinstance(ended, EarlyEnd)
    assert (ended.failure, ended.call) == (Timeout(2, stopped=False), None)
    assert gone(int(mark.read_text(encoding="utf-8")))


def gone(process: int) -> bool:
    """Wait some seconds for a killed process; return whether it has ended."""
    status = Path(f"/proc/{process}/status")
    for _ in range(100):
        if not status.exists() or "Z (zombie)" in status.read_text(encoding="ascii"):
            return True
        time.sleep(0.05)
    return False


def fork(life: Callable[[], object] = lambda: time.sleep(1000)) -> int:
    """Fork a process that ends after running `life`, and return its id."""
    process = os.fork()
    if process == 0:
        life()
        os._exit(0)
    return process


def apart() -> None:
    """Sleep in a separate session."""
    os.setsid()
    time.sleep(1000)


def orphan() -> int:
    """Start a program in a separate session whose parent ends, and return its process id."""
    told = subprocess.run([sys.executable, "-S", "-c", SLEEPER], stdout=subprocess.PIPE, check=True)  # noqa: S603
    return int(told.stdout)


@pytest.mark.parametrize("status", [None, 3])
def test_a_search_that_leaves_a_fork_running_is_not_waited_for(status: int | None) -> None:
    """The fork keeps the pipe open, but the result, or how the search ended, is known."""

    def work(watch: Watch) -> int:
        fork()
        if status is not None:
            os._exit(status)
        return 7

    done = run_in_child(work, silence=5)
    assert (done.failure if isinstance(done, EarlyEnd) else done) == (Exit(3) if status else 7)


def test_a_fork_that_goes_on_searching_gives_no_result() -> None:
    """Only the original search's result counts, although the fork's result comes first."""

    def work(watch: Watch) -> str:
        process = os.fork()
        if process == 0:
            return "of the fork"
        os.waitpid(process, 0)
        return "of the search"

    assert run_in_child(work, silence=5) == "of the search"


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("start", [lambda: fork(apart), orphan], ids=["fork", "program"])
def test_processes_in_another_session_end_with_their_search(
    start: Callable[[], int], *, crash: bool, tmp_path: Path
) -> None:
    """After a result or a crash, neither a fork nor a separate program remains."""
    mark = tmp_path / "pid"

    def work(watch: Watch) -> None:
        mark.write_text(str(start()), encoding="utf-8")
        if crash:
            os._exit(3)

    assert isinstance(run_in_child(work, silence=5), EarlyEnd) == crash
    assert gone(int(mark.read_text(encoding="utf-8")))


def test_processes_of_a_program_that_a_search_runs_end_with_the_search(tmp_path: Path) -> None:
    """The program is not closed, and the search crashes."""
    mark = tmp_path / "pid"

    def work(watch: Watch) -> None:
        program = Child([sys.executable, "-S", "-c", SLEEPER])
        mark.write_bytes(program.exchange(b"", 30))
        os._exit(3)

    assert isinstance(run_in_child(work, silence=30), EarlyEnd)
    assert gone(int(mark.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_mapped_but_unused_memory_has_no_limit(tmp_path: Path, capfd: Output) -> None:
    """Libraries reserve far more than they use."""
    file = tmp_path / "maps.py"
    file.write_text(f"import mmap\nkept = mmap.mmap(-1, 3 << 30)\n{RIGHT}", encoding="utf-8")
    assert cli.run(["verify", f"{file}:right", "--effort", "quick"]) == 0
    assert "For a value outside the window, the search returns a fail-soft bound" in capfd.readouterr().out


def test_a_hard_memory_limit_does_not_lift_our_limit() -> None:
    """Under a hard limit of 64 GB, a search that allocates more than 2 GB runs out of memory."""
    hard = 64 << 30

    def grows(watch: Watch) -> int:
        return len([bytes(50_000_000) for _ in range(100)])  # never written to, so allocation is fast on every machine

    def limited(watch: Watch) -> object:
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        return run_in_child(grows, silence=30)

    ended = run_in_child(limited, silence=60)
    assert isinstance(ended, EarlyEnd)
    assert ended.failure == OutOfMemory(allowed=2_000_000_000)


class Breaks:
    """Memory whose writes fail after a given number."""

    def __init__(self, memory: Any, writes: int) -> None:
        self.memory, self.writes = memory, writes

    def __getitem__(self, where: slice) -> bytes:
        return bytes(self.memory[where])

    def __setitem__(self, where: slice, what: bytes) -> None:
        if not self.writes:
            raise InterruptedError
        self.writes -= 1
        self.memory[where] = what


@pytest.mark.parametrize("writes", [0, 1])
def test_an_unfinished_record_leaves_the_previous_one(writes: int) -> None:
    """Whenever the writer ends, the last complete record is read, with its tree and window."""
    log = CallLog()
    small, large = (whole_question(from_nested(lists), 0) for lists in ([1, 2], [[1, 2, 3] * 20, [4, 5, 6] * 30]))
    log.watch(small, -1, 1)
    log._shared = Breaks(log._shared, writes)  # type: ignore[assignment]
    with pytest.raises(InterruptedError):
        log.watch(large, FULL.alpha, FULL.beta)
    seen = log.last()
    assert seen is not None
    assert (str(seen.tree), seen.window.alpha, seen.window.beta) == ("[1, 2]", -1, 1)
    assert log.count == 1


def calls_for_ever(watch: Watch) -> None:
    """Alternate trees so fast that a record is nearly always being written, then fill the output."""
    trees = [whole_question(from_nested(lists), 0) for lists in ([1, 2], [[1, 2, 3] * 20, [4, 5, 6] * 30])]
    while True:
        for nth, tree in enumerate(trees):
            watch(tree, nth, nth + 1)
            os.write(1, b"x" * 1000)


def hangs_in_silence(watch: Watch) -> None:
    """Make one call that never ends."""
    watch(whole_question(from_nested([1, 2]), 0), 0, 1)
    time.sleep(1000)


@pytest.mark.slow_cases("floods")
@pytest.mark.parametrize(
    ("work", "failure"), [(calls_for_ever, Printed), (hangs_in_silence, Timeout)], ids=["floods", "hangs"]
)
def test_a_search_process_is_ended_before_its_calls_are_read(
    work: Callable[[Watch], None], failure: type[Failure], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log does not change while it is read, because the process that wrote it has ended."""
    left: list[list[str]] = []
    read = CallLog.last

    def looked(log: CallLog) -> object:
        left.append(Path("/proc/thread-self/children").read_text(encoding="ascii").split())
        return read(log)

    before = Path("/proc/thread-self/children").read_text(encoding="ascii").split()
    monkeypatch.setattr(CallLog, "last", looked)
    monkeypatch.setattr("prunecheck.subjects.sandbox.forked.PRINTED_IN_ALL", 1 << 24)
    ended = run_in_child(work, silence=0.5)
    assert isinstance(ended, EarlyEnd)
    assert isinstance(ended.failure, failure)
    assert ended.call is not None
    assert left == [before]


def test_an_error_with_hardly_any_memory_left_counts_as_out_of_memory() -> None:
    """Python itself may lose the MemoryError; if memory was left, the error counts as our own."""

    def fails(megabytes: int) -> object:
        kept = bytes(megabytes * 1_000_000)

        def work(watch: Watch) -> int:
            watch(whole_question(from_nested([1, 2]), 0), 0, 1)
            more = bytes(1_980_000_000 - len(kept))
            raise SystemError(len(more))

        return run_in_child(work, silence=30)

    ended = fails(0)
    assert isinstance(ended, EarlyEnd)
    assert ended.failure == OutOfMemory(allowed=2_000_000_000)
    with pytest.raises(RuntimeError, match="SystemError"):
        fails(1_000)  # these objects exist before it starts, and do not count
