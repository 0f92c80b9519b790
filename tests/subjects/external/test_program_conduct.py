"""Each misbehaving program gets the right verdict. The next search gets a new process, and no process remains."""

import os
import signal
import subprocess
import sys
import uuid
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

import misbehaving_program
from prunecheck import FULL, INF, Number, from_nested
from prunecheck.contracts.evidence import run
from prunecheck.failures import (
    BadReply,
    ClosedPipe,
    EndlessOutput,
    ErrorReply,
    Exit,
    Failure,
    LateAnswer,
    LongLine,
    LongLog,
    OutOfMemory,
    OutOfRange,
    ProgramTimeout,
)
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.external import Budget, CommandError, ProgramSubject, open_program
from prunecheck.subjects.external.program import Child

PROGRAM: Final = str(Path(misbehaving_program.__file__))
TREE: Final = from_nested([3, 3])
WIDE: Final = from_nested([3] * 100_000)  # more than the capacity of a pipe
PATIENT: Final = Budget(
    seconds=30, handshake_seconds=60, grace=0, stderr_bytes=500_000, reply_bytes=500_000, memory_bytes=200_000_000
)
HASTY: Final = replace(PATIENT, seconds=0.02, grace=0.02)
BRIEF: Final = replace(PATIENT, handshake_seconds=0.2)
LATE: Final = replace(PATIENT, seconds=0.02, grace=30)
MARK: Final = "PRUNECHECK_TEST"

AT_ONCE: Final = [
    ("exits_with_three", PATIENT, Exit, "exit status 3"),
    (
        "raises",
        PATIENT,
        Exit,
        "exit status 1 and no answer; its last line on standard error: ValueError: no such node",
    ),
    ("segfaults", PATIENT, Exit, "SIGSEGV"),
    ("dies_with_a_child_on_its_pipes", PATIENT, Exit, "exit status 4"),
    ("answers_with_an_error", PATIENT, ErrorReply, "stack overflow"),
    ("hang", HASTY, ProgramTimeout, "did not answer within 0.04 s"),
    ("hangs_and_ignores_sigterm", HASTY, ProgramTimeout, "did not answer"),
    ("leaves_children", replace(PATIENT, seconds=1), ProgramTimeout, "did not answer"),
    ("answers_late", LATE, LateAnswer, "after more than 0.02 s"),
    ("floods_a_line", PATIENT, LongLine, "more than 500,000 bytes"),
    ("floods_with_lines", PATIENT, EndlessOutput, "searching"),
    ("floods_standard_error", PATIENT, LongLog, "standard error"),
    ("exits_silently", PATIENT, ClosedPipe, "exit status 0"),
    ("closes_standard_output", PATIENT, ClosedPipe, "closed its standard output, and continued to run"),
    ("answers_with_another_id", PATIENT, BadReply, "with the id"),
    ("answers_in_words", PATIENT, BadReply, "the value is 3"),
    ("answers_in_bytes", PATIENT, BadReply, "replied to search with"),
    ("answers_nan", PATIENT, BadReply, "NaN"),
    ("answers_nan_in_quotes", PATIENT, BadReply, "NaN cannot be compared"),
    ("answers_nothing", PATIENT, BadReply, "the value is null"),
    ("answers_true", PATIENT, BadReply, "got `bool`"),
    ("answers_a_list", PATIENT, BadReply, "got `array`"),
    ("nests_deeply", PATIENT, BadReply, "[[["),
    ("nests_a_value_deeply", PATIENT, BadReply, "got `array`"),
    ("moves_elsewhere", PATIENT, OutOfRange, "chooses move 2, but there are 2"),
    ("moves_backwards", PATIENT, OutOfRange, "chooses move -1"),
    ("has_a_line_of_negative_moves", PATIENT, OutOfRange, "its principal variation has the nonexistent move -1"),
    ("reads_leaves_that_are_none", PATIENT, OutOfRange, "names node 99"),
    ("leaks", PATIENT, OutOfMemory, "the limit is 200 MB"),
]
AT_THE_NEXT: Final = [
    ("answers_twice", PATIENT, BadReply, "without a request"),
    ("closes_standard_output_after_an_answer", PATIENT, ClosedPipe, "closed its standard output"),
    ("closes_standard_input_after_an_answer", PATIENT, ClosedPipe, "closed its standard input"),
    ("reads_no_more_after_an_answer", replace(PATIENT, seconds=1), ProgramTimeout, "did not read its input"),
]


def command(mode: str, flag: Path) -> list[str]:
    return [sys.executable, "-S", PROGRAM, mode, str(flag)]


def saying(line: str) -> list[str]:
    """A program that answers the first request with `line`."""
    return ["sh", "-c", f"read -r request; echo '{line}'; read -r request"]


def left(mark: str) -> list[str]:
    """The processes, except zombies, that were started with `mark` in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_text(encoding="utf-8"))
        except OSError:  # the process has ended, or belongs to another user
            continue
    return found


def search(subject: ProgramSubject) -> Number:
    return subject.search(TREE, TREE.root, -INF, INF).value


@pytest.mark.slow_cases("leaks")
@pytest.mark.parametrize(("mode", "budget", "failure", "words"), AT_ONCE, ids=[row[0] for row in AT_ONCE])
def test_misbehaviour_has_its_verdict_and_the_next_search_a_new_process(
    mode: str, budget: Budget, failure: type[Failure], words: str, tmp_path: Path
) -> None:
    """The error describes the misbehaviour on one printable line, and no process of the program remains."""
    mark, flag = uuid.uuid4().hex, tmp_path / "flag"
    flag.touch()
    with open_program(command(mode, flag), environment={MARK: mark}, budget=budget) as subject:
        with pytest.raises(SubjectError) as caught:
            search(subject)
        assert isinstance(caught.value.failure, failure)
        assert words in str(caught.value)
        assert str(caught.value).isprintable()
        assert left(mark) == []
        subject.program.budget = PATIENT
        assert search(subject) == 3
        assert subject.program.starts == 2
    assert left(mark) == []


@pytest.mark.fast_cases("answers_twice")
@pytest.mark.parametrize(("mode", "budget", "failure", "words"), AT_THE_NEXT, ids=[row[0] for row in AT_THE_NEXT])
def test_misbehaviour_after_the_answer_shows_at_the_next_search(
    mode: str, budget: Budget, failure: type[Failure], words: str, tmp_path: Path
) -> None:
    """The answer counts, and the next request fails."""
    mark, flag = uuid.uuid4().hex, tmp_path / "flag"
    with open_program(command(mode, flag), environment={MARK: mark}, budget=PATIENT) as subject:
        flag.touch()
        assert search(subject) == 3
        subject.program.budget = budget
        subject.program.stray_output(0.5)  # time for what it does after the answer
        with pytest.raises(SubjectError) as caught:
            subject.search(WIDE, WIDE.root, -INF, INF)
        assert (type(caught.value.failure), words in str(caught.value)) == (failure, True), str(caught.value)
        subject.program.budget = PATIENT
        assert search(subject) == 3
    assert left(mark) == []


def test_a_late_answer_is_not_mistaken_for_the_next(tmp_path: Path) -> None:
    """The search after a late answer gets its own answer."""
    flag = tmp_path / "flag"
    flag.touch()
    with open_program(command("answers_late", flag), budget=HASTY) as subject:
        with pytest.raises(SubjectError):
            search(subject)
        subject.program.budget = PATIENT
        other = from_nested([7, 7])
        assert subject.search(other, other.root, -INF, INF).value == 7


@pytest.mark.parametrize(
    ("words", "failure", "seen"),
    [
        (["false"], Exit, "exit status 1"),
        (["true"], ClosedPipe, "exit status 0"),
        (["sh", "-c", "kill -9 $$"], Exit, "SIGKILL"),
        (["sleep", "1000"], ProgramTimeout, "did not answer"),
        (["yes"], EndlessOutput, "replied to hello with 'y'"),
        (["cat"], BadReply, "unknown field"),
        (saying('{"id":1,"prunecheck":2,"name":"x"}'), BadReply, "uses version 2"),
        (saying('{"id":1,"prunecheck":1}'), BadReply, "contains no name"),
        (saying('{"id":1,"prunecheck":1,"name":"x","least":5,"greatest":4}'), BadReply, "must lie between"),
        (saying('{"id":1,"prunecheck":1,"name":"x","infinity":"far"}'), BadReply, "infinity is"),
        (saying('{"id":1,"prunecheck":1,"name":"x","takes":["windows"]}'), BadReply, "'windows'"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else None,
)
def test_a_program_that_fails_the_handshake_is_not_opened(words: list[str], failure: type[Failure], seen: str) -> None:
    """The failed handshake is reported, and the process is ended."""
    mark = uuid.uuid4().hex
    with pytest.raises(SubjectError) as caught:
        open_program(words, environment={MARK: mark}, budget=BRIEF if failure is ProgramTimeout else PATIENT)
    assert (type(caught.value.failure), seen in str(caught.value)) == (failure, True), str(caught.value)
    assert left(mark) == []


@pytest.mark.parametrize("words", ["", "no-such-program-here", '"open', "/"])
def test_a_command_that_cannot_be_started_is_a_usage_error(words: str) -> None:
    """The command prints an error of one line, and no verdict."""
    with pytest.raises(CommandError):
        open_program(words)


def test_the_judge_gets_an_error_and_not_an_exception(tmp_path: Path) -> None:
    """The first run ends with a crash of the program, and the next run works."""
    flag = tmp_path / "flag"
    flag.touch()
    with open_program(command("segfaults", flag), budget=PATIENT) as subject:
        assert "SIGSEGV" in str(run(subject.search, TREE, FULL).failure)
        assert run(subject.search, TREE, FULL).found == 3


GREETS: Final = """read -r line; id=${line#*'"id":'}; echo '{"id":'"${id%%,*}"',"prunecheck":1,"name":"hangs"}'"""


def test_a_program_that_hung_gets_less_time_afterwards() -> None:
    """The report gives the shortened time limit, and why it was shortened."""
    budget = replace(PATIENT, seconds=0.6, quit_seconds=0)
    with open_program(["sh", "-c", f"{GREETS}; exec sleep 1000"], budget=budget) as subject:
        for words in (r"within 0\.6 s", r"within 0\.5 s \(less than usual, because of an earlier timeout\)"):
            with pytest.raises(SubjectError, match=f"{words}$"):
                search(subject)


@pytest.mark.slow
def test_after_a_thousand_hung_programs_no_process_is_left() -> None:
    """Each program is started, greeted, called without an answer and killed; none is left, not even as a zombie."""
    mark = uuid.uuid4().hex
    before = set(children())
    with open_program(
        ["sh", "-c", f"{GREETS}; exec sleep 1000"],
        environment={MARK: mark},
        budget=replace(PATIENT, seconds=0.0005, grace=0, quit_seconds=0),
    ) as subject:
        for _ in range(1000):
            with pytest.raises(SubjectError, match="timeout"):
                search(subject)
        assert subject.program.starts == 1000
    assert left(mark) == []
    assert set(children()) <= before


def children() -> list[int]:
    """The child processes of this process, zombies included."""
    return [
        int(process)
        for thread in Path("/proc/self/task").iterdir()
        for process in (thread / "children").read_text(encoding="ascii").split()
    ]


def test_an_interrupt_ends_the_program(tmp_path: Path) -> None:
    """Ctrl-C during a search passes through, and no program remains."""
    mark, flag = uuid.uuid4().hex, tmp_path / "flag"
    flag.touch()

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with open_program(command("leaves_children", flag), environment={MARK: mark}, budget=PATIENT) as subject:
        former = signal.signal(signal.SIGALRM, interrupt)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                search(subject)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
        assert left(mark) == []


def test_a_python_that_ends_without_closing_leaves_no_program(tmp_path: Path) -> None:
    """Programs end even if the user forgets the context manager."""
    mark = uuid.uuid4().hex
    code = (
        "import sys; from prunecheck.subjects.external import open_program; "
        "subject = open_program(sys.argv[1:]); print(subject.name)"
    )
    words = [sys.executable, "-c", code, *command("hang", tmp_path / "flag")]
    done = subprocess.run(words, env={**os.environ, MARK: mark}, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "misbehaving\n"
    assert left(mark) == []


LOGS: Final = """
import os, sys, time

def log(times):
    for _ in range(times):
        os.write(2, b".")
        time.sleep(0.002)

sys.stdin.readline()
"""
ANSWERS: Final = LOGS + "log(300)\nprint('an answer', flush=True)"
GROWS: Final = LOGS + "kept = []\nfor _ in range(100):\n    kept.append(b'x' * 4_000_000)\n    log(5)\nlog(10_000)"
ENDS: Final = LOGS + "if os.fork():\n    log(50)\n    os._exit(4)\nlog(10_000)"
HANGS: Final = LOGS + "log(10_000)"


@pytest.mark.parametrize(
    ("code", "budget", "failure"),
    [
        (ANSWERS, replace(PATIENT, seconds=0.02), LateAnswer),
        (GROWS, replace(PATIENT, seconds=10), OutOfMemory),
        (ENDS, replace(PATIENT, seconds=10), Exit),
        (HANGS, replace(PATIENT, seconds=0.5), ProgramTimeout),
    ],
    ids=["answers", "grows", "ends", "hangs"],
)
def test_a_program_that_logs_constantly_is_supervised(code: str, budget: Budget, failure: type[Failure]) -> None:
    """Output on standard error does not hide that it is late, grows, or has ended."""
    child = Child([sys.executable, "-S", "-c", code], budget=replace(budget, grace=30 if failure is LateAnswer else 0))
    with pytest.raises(SubjectError) as caught:
        child.exchange(b"a request\n", budget.seconds)
    assert isinstance(caught.value.failure, failure)


def test_a_program_that_floods_the_output_does_not_fill_memory() -> None:
    """The program reads nothing and writes until it is killed; at most one line's worth is stored."""
    code = "import os\nos.close(0)\nos.write(1, b'x')\nwhile True: os.write(1, b'y' * 65_536)"
    child = Child([sys.executable, "-S", "-c", code], budget=PATIENT)
    assert child.stray_output(30).startswith(b"x")
    with pytest.raises(SubjectError, match="closed its standard input"):
        child.exchange(b"a request\n", PATIENT.seconds)
    assert len(child.stray_output()) == PATIENT.reply_bytes


def test_a_program_that_does_not_quit_is_killed() -> None:
    """The exit status of a killed program is unknown."""
    mark = uuid.uuid4().hex
    child = Child(["sleep", "1000"], environment={MARK: mark}, budget=replace(PATIENT, quit_seconds=0.01))
    assert child.quit() is None
    assert not child.alive
    assert left(mark) == []


def test_closing_a_program_twice_does_no_harm(tmp_path: Path) -> None:
    """The second call does nothing."""
    subject = open_program(command("hang", tmp_path / "flag"))
    subject.close()
    subject.close()
