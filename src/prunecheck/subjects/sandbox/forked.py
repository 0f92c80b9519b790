"""Run work in a fork of this process, which survives to report whatever the search does.

The fork's output is discarded; its memory is limited. Before each call of the search, the fork writes a note of the
call to shared memory.
"""

import ctypes
import mmap
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from io import FileIO
from time import monotonic
from typing import Any, Final, NoReturn, TypeVar

import psutil

from prunecheck.errors import PrunecheckError
from prunecheck.failures import ClosedPipe, Exit, Failure, OutOfMemory, Printed, Timeout
from prunecheck.subjects.sandbox.budget import DEFAULT, Budget
from prunecheck.subjects.sandbox.supervisor import PROCESS_MARK, Supervisor, new_mark
from prunecheck.subjects.subject import Question, Watch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import read_number, show
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import Window

MOST_NOTE_BYTES: Final = 1 << 16  # the longest note, in bytes
T = TypeVar("T")
MEMORY_LIMIT: Final = resource.RLIMIT_DATA  # limits writable memory: libraries map and reserve far more than they use
LITTLE_MEMORY: Final = 64_000_000  # bytes: if less is left, an internal error may be due to that
PRINTED_IN_ALL: Final = 1_000_000_000  # bytes: a search that prints in every call slows the run down
INTERRUPT_SECONDS: Final = 5.0  # seconds after Ctrl-C for the process to return its results so far
END_WITH_PARENT: Final = 1  # an option of `prctl`: PR_SET_PDEATHSIG


class SharedNote:
    """The last note, readable as a whole even if its writer is killed while writing the next.

    The shared memory holds the number of notes so far, then one slot for odd and one for even notes; each slot begins
    with the length of its note. The number is written last.
    """

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8 + 2 * (8 + MOST_NOTE_BYTES))

    @property
    def count(self) -> int:
        """The number of notes so far."""
        return int.from_bytes(self._shared[:8], "little")

    def leave(self, note: bytes) -> None:
        """Write a note, or an empty one if it is too long."""
        count = self.count + 1
        start = _place(count)
        if len(note) > MOST_NOTE_BYTES:
            note = b""
        self._shared[start - 8 : start] = len(note).to_bytes(8, "little")
        self._shared[start : start + len(note)] = note
        self._shared[:8] = count.to_bytes(8, "little")

    def last(self) -> bytes:
        """The last note, empty if there is none. It is garbled if the writer finishes two more notes meanwhile."""
        start = _place(self.count)
        return self._shared[start : start + int.from_bytes(self._shared[start - 8 : start], "little")]


def _place(count: int) -> int:
    return 16 + count % 2 * (8 + MOST_NOTE_BYTES)


class Stage(SharedNote):
    """A description of the current step."""

    def begin(self, words: str) -> None:
        """Record the step that begins; an empty text if it is done."""
        self.leave(words.encode(errors="backslashreplace")[:MOST_NOTE_BYTES])

    @property
    def words(self) -> str:
        """The step recorded last, by either process."""
        return self.last().decode(errors="ignore")


@dataclass(frozen=True, slots=True)
class InFlight:
    """An unfinished call: the tree below its start, the depth limit, if any, and the window."""

    tree: ExplicitTree[Number]
    depth: int | None
    window: Window[Number]


class CallNote(SharedNote):
    """The unfinished call of the search."""

    def __init__(self) -> None:
        super().__init__()
        self._line: tuple[object, object, bytes] = None, None, b""  # a tree, a node, and their line in a note

    def watch(self, question: Question, alpha: Number, beta: Number) -> None:
        """Record a call that is about to be made."""
        tree, node, line = self._line
        if question.tree is not tree or question.node != node:
            line = _tree_line(question)
            self._line = question.tree, question.node, line
        window = f"{show(alpha)} {show(beta)} {'' if question.depth is None else question.depth}\n"
        self.leave(window.encode() + line if line else b"")

    def read(self) -> InFlight | None:
        """The call recorded last; None if there is none, or it was too large."""
        window, _, tree = self.last().decode().partition("\n")
        if not tree:
            return None
        alpha, beta, *depth = window.split()
        return InFlight(loads(tree), int(depth[0]) if depth else None, Window(read_number(alpha), read_number(beta)))


def _tree_line(question: Question) -> bytes:
    """The tree below the node as a line of JSON; empty if it cannot be written out."""
    tree: Any = question.tree
    if question.node != tree.root:
        tree = unfolded(Below(tree, question.node), static_values=getattr(tree, "has_static_values", False))
    elif isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    return dumps(tree, flat=True).encode() if isinstance(tree, ExplicitTree) else b""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The process ended, or was ended, before its work was done; `calls` had begun by then."""

    failure: Failure
    call: InFlight | None = None
    calls: int = 0


def run_in_fork(
    work: Callable[[Watch], T], *, silence: float, while_waiting: Callable[[], None] = lambda: None
) -> T | EarlyEnd:
    """Run `work` in a separate process, and return its result; `work` gets a function that records each call.

    `while_waiting` is called in this process at least ten times a second.
    The process is killed if no call is recorded for `silence` seconds. On Ctrl-C it may still return what it has.
    Raises: PrunecheckError if `work` does: that is the user's mistake; KeyboardInterrupt if it has no result.
    """
    note, mark = CallNote(), new_mark()
    results, results_in = os.pipe()
    output, output_in = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        _end_with(parent)
        os.close(results)
        os.close(output)
        os.environ[PROCESS_MARK] = mark
        _run_child(work, note, results_in, output_in)
    os.close(results_in)
    os.close(output_in)
    budget = Budget(seconds=silence, grace=0)
    supervisor = Supervisor(psutil.Process(child), mark, budget, FileIO(results), FileIO(output))
    try:
        result: T | EarlyEnd = _await_result(supervisor, note, while_waiting)
    finally:
        supervisor.end()
    if isinstance(result, EarlyEnd):  # read the note only when no writer is left
        return replace(result, call=note.read(), calls=note.count)
    return result


def _end_with(parent: int) -> None:
    """Have this process killed when the thread that forked it ends; only on Linux."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # the parent had already ended
        os._exit(1)


def _run_child(work: Callable[[Watch], Any], note: CallNote, results: int, output: int) -> NoReturn:
    """Do the work in the new process, and send its result or its error."""
    status, worker = 1, os.getpid()
    try:
        os.setsid()
        for each in (signal.SIGTERM, signal.SIGHUP):  # whatever handlers the parent has
            signal.signal(each, signal.SIG_DFL)
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # a file that is no path
            os.dup2(nothing.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdin, sys.stdout, sys.stderr = (
            open(nth, mode, closefd=False)  # noqa: SIM115  # Python's own ends of these three
            for nth, mode in enumerate(("r", "w", "w"))
        )
        most = resource.getrlimit(MEMORY_LIMIT)[1]  # the hard limit, which no process of ours can raise
        allowed = INF
        with suppress(ValueError, OSError, AttributeError):  # unknown to the system, or a lower limit exists
            allowed = psutil.Process().memory_info().data + DEFAULT.memory_bytes
            resource.setrlimit(MEMORY_LIMIT, (int(allowed), most))
        result: Any = None
        error: Exception | None = None
        try:
            result = work(note.watch)
        except PrunecheckError as mistake:
            error = mistake
        except Exception as fault:
            with suppress(ValueError, OSError):
                resource.setrlimit(MEMORY_LIMIT, (most, most))
            exhausted = allowed < INF and psutil.Process().memory_info().data > allowed - LITTLE_MEMORY
            if exhausted or _of_memory(fault):  # the search has used up the memory
                result = EarlyEnd(OutOfMemory(allowed=DEFAULT.memory_bytes))
            else:  # an error of prunecheck, not of the search
                error = RuntimeError(traceback.format_exc())
        if os.getpid() == worker:  # not in a fork that the search made
            with os.fdopen(results, "wb") as out:
                pickle.dump((result, error), out)
            status = 0
    finally:
        os._exit(status)  # skip the parent's cleanup handlers


def _of_memory(error: BaseException | None) -> bool:
    """True if memory ran out: the error or one of its causes says so."""
    while error is not None:
        grouped = isinstance(error, ExceptionGroup) and error.subgroup(MemoryError) is not None
        if grouped or isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _await_result(supervisor: Supervisor, note: CallNote, while_waiting: Callable[[], None]) -> Any:
    """The result of the process, or how it ended."""
    seconds, most = supervisor.budget.seconds, supervisor.budget.stderr_bytes
    calls = read = printed = 0
    interrupted_at = INF
    while not supervisor.end_reason:
        try:
            while_waiting()
            supervisor.turn()
            if (note.count, len(supervisor.answers)) != (calls, read):
                calls, read, printed = note.count, len(supervisor.answers), printed + supervisor.log_bytes
                supervisor.begin(seconds)
            if supervisor.log_bytes > most:
                return EarlyEnd(Printed(most, in_one_call=True))
            if printed + supervisor.log_bytes > PRINTED_IN_ALL:
                return EarlyEnd(Printed(PRINTED_IN_ALL, in_one_call=False))
            if supervisor.hung:
                return EarlyEnd(Timeout(seconds, stopped=False))
            late = monotonic() - interrupted_at > INTERRUPT_SECONDS
        except KeyboardInterrupt:
            late = interrupted_at < INF
            interrupted_at = monotonic()
            with suppress(psutil.NoSuchProcess):
                supervisor.process.send_signal(signal.SIGINT)
        if late:
            raise KeyboardInterrupt
    if supervisor.answers:
        result, error = pickle.loads(bytes(supervisor.answers))  # noqa: S301  # from our own process
        if error is not None:
            raise error
        return result
    if interrupted_at < INF:
        raise KeyboardInterrupt
    status = supervisor.ending()
    return EarlyEnd(ClosedPipe(supervisor.end_reason) if status is None else Exit(status))


def can_fork() -> bool:
    """True if this process is single-threaded and has no children, so a fork of it is complete."""
    process = psutil.Process()
    return process.num_threads() == 1 and not process.children()
