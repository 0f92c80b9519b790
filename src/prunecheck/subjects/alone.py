"""Work on a stranger's search in a process of its own, so that whatever the search does, we are there to tell.

The process is forked, in a session of its own; what it prints is thrown away; its memory has a limit. Before each call
of the search it leaves a note of what is asked, in memory that both processes see. What the search starts is ended with
it: a program bears a mark in its environment, and a fork has the pipe for the result open.
"""

import contextlib
import mmap
import os
import pickle
import resource
import select
import selectors
import signal
import sys
import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Generic, NoReturn, TypeVar

from prunecheck.errors import Failure, PrunecheckError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.calling import Watch
from prunecheck.subjects.running import descendants, end_with, holders, kill, kill_strays, marked, signal_name, starved
from prunecheck.subjects.waiting import Wait
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import read_number, show
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.window import Window

T = TypeVar("T")

MARK: Final = "PRUNECHECK_WORK"  # in the environment of what the search starts
NOTE: Final = 1 << 16  # bytes for a call
STAGE: Final = 1 << 12  # bytes for what comes before
MEMORY: Final = 2 << 30  # bytes beyond what the process has when it starts
LIMITED: Final = resource.RLIMIT_DATA  # what can be written to: libraries map and reserve far more than they use
OUTPUT, OUTPUT_IN_ALL = 1 << 20, 1 << 30  # bytes that one call may print, and all together
CHUNK: Final = 1 << 16
AFTER_CLOSING: Final = 1.0  # seconds for a process that has closed its pipes to end
AFTER_AN_INTERRUPT: Final = 5.0  # seconds for the process to give what it has
ENDING: Final = 5.0  # seconds for what was killed to be gone


@dataclass(frozen=True, slots=True)
class InFlight:
    """The call that was being made: the tree below its start, the plies where they are limited, and the window."""

    tree: ExplicitTree[Number]
    depth: int | None
    window: Window[Number]


@dataclass(frozen=True, slots=True)
class Ended:
    """The process ended, or was ended, before its work was done; `calls` were begun until then."""

    failure: Failure
    message: str
    call: InFlight | None
    calls: int = 0


@dataclass(frozen=True, slots=True)
class _Done(Generic[T]):
    result: T | None
    mistake: PrunecheckError | None = None
    fault: str = ""  # of ours, not of the search
    ended: Ended | None = None


class Note:
    """What is being asked, where both processes see it: a count of calls, then places for an odd call and an even one.

    In each are two lines, the tree and the window. The count says which of them is whole, whenever a process is ended.
    """

    def __init__(self) -> None:
        """Nothing is asked so far."""
        self._shared = mmap.mmap(-1, 8 + 2 * NOTE)
        self._noted: tuple[object, object, bytes] = None, None, b""  # the tree, the node, and their line
        self._lines = [b"", b""]  # in either place

    def watch(self, asked: Asked, alpha: Number, beta: Number) -> None:
        """Note a call that is about to be made."""
        tree, node, line = self._noted
        if asked.tree is not tree or asked.node != node:
            line = _written(asked)
            self._noted = asked.tree, asked.node, line
        window = f"{show(alpha)} {show(beta)} {'' if asked.depth is None else asked.depth}".encode()
        if len(line) + len(window) > NOTE - 16:
            line = window = b""
        calls = self.calls + 1
        place = calls % 2
        at = 8 + place * NOTE
        if line is not self._lines[place]:
            self._shared[at : at + 8 + len(line)] = len(line).to_bytes(8, "little") + line
            self._lines[place] = line
        at += 8 + len(line)
        self._shared[at : at + 8 + len(window)] = len(window).to_bytes(8, "little") + window
        self._shared[:8] = calls.to_bytes(8, "little")

    @property
    def calls(self) -> int:
        """How many calls were noted, as either process sees it."""
        return int.from_bytes(self._shared[:8], "little")

    def read(self) -> InFlight | None:
        """The call noted last; None where there was none, or it was too large to be noted.

        Another process that may be noting the next but one must have been stopped before.
        """
        calls = self.calls
        at = 8 + calls % 2 * NOTE
        size = int.from_bytes(self._shared[at : at + 8], "little")
        if not calls or not size:
            return None
        start = at + 8 + size
        told = int.from_bytes(self._shared[start : start + 8], "little")
        alpha, beta, *depth = self._shared[start + 8 : start + 8 + told].decode().split()
        tree = loads(self._shared[at + 8 : start].decode())
        window = Window(read_number(alpha), read_number(beta))
        return InFlight(tree, int(depth[0]) if depth else None, window)


class Stage:
    """What is being done before there is anything to call, where both processes see it."""

    def __init__(self) -> None:
        """Nothing is being done so far."""
        self._shared = mmap.mmap(-1, STAGE)

    def begin(self, words: str) -> None:
        """Note what is being done; nothing, when it is done."""
        line = words.encode(errors="backslashreplace")[: STAGE - 8]
        self._shared[: 8 + len(line)] = len(line).to_bytes(8, "little") + line

    @property
    def words(self) -> str:
        """What was noted last, as either process sees it."""
        return self._shared[8 : 8 + int.from_bytes(self._shared[:8], "little")].decode(errors="ignore")


class _Below(Inner[Any, Number]):
    """A tree from one of its nodes on."""

    def __init__(self, tree: Tree[Any, Number], root: Any) -> None:
        super().__init__(tree)
        self._root = root

    @property
    def root(self) -> Any:
        """Where it begins."""
        return self._root


def _written(asked: Asked) -> bytes:
    """The tree below the node as a line of JSON; nothing where it cannot be written out."""
    tree: Any = asked.tree
    if asked.node != tree.root:
        tree = unfolded(_Below(tree, asked.node), static_values=getattr(tree, "has_static_values", False))
    elif isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    if not isinstance(tree, ExplicitTree):
        return b""
    return dumps(tree, flat=True).encode()


def alone(work: Callable[[Watch], T], *, silence: float) -> T | Ended:
    """What `work` gives, done in a process of its own; it is told how to note each call of the search.

    The process is ended when no call is noted for `silence` seconds. On Ctrl-C it is asked to give what it has.
    Raises: PrunecheckError where `work` does: that is the user's mistake; KeyboardInterrupt where it has nothing.
    """
    note = Note()
    results, results_in = os.pipe()
    output, output_in = os.pipe()
    mark = uuid.uuid4().hex
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        end_with(parent)
        os.close(results)
        os.close(output)
        os.environ[MARK] = mark
        _work(work, note, results_in, output_in)
    os.close(results_in)
    os.close(output_in)
    try:
        done: T | Ended = _await(child, note, results, output, silence)
        return replace(done, calls=note.calls) if isinstance(done, Ended) else done
    finally:
        _end(child, results, f"{MARK}={mark}")
        os.close(results)
        os.close(output)


def _work(work: Callable[[Watch], T], note: Note, results: int, output: int) -> NoReturn:
    """The life of the new process."""
    status, worker = 1, os.getpid()
    try:
        os.setsid()
        for each in (signal.SIGTERM, signal.SIGHUP):  # whatever they mean to the parent
            signal.signal(each, signal.SIG_DFL)
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # a file that is no path
            os.dup2(nothing.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdin, sys.stdout, sys.stderr = (
            open(nth, mode, closefd=False)  # noqa: SIM115  # Python's own ends of these three
            for nth, mode in enumerate(("r", "w", "w"))
        )
        _limit_memory()
        try:
            done: _Done[T] = _Done(work(note.watch))
        except PrunecheckError as mistake:
            done = _Done(None, mistake)
        except Exception as error:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(LIMITED, (_most_memory(), _most_memory()))
            if _of_memory(error):  # what the search keeps leaves us none
                done = _Done(None, ended=Ended(Failure.MEMORY, f"it keeps more than {MEMORY >> 30} GB", note.read()))
            else:
                done = _Done(None, fault=traceback.format_exc())
        if os.getpid() == worker:  # and not a fork that came back from the search
            with os.fdopen(results, "wb") as out:
                pickle.dump(done, out)
            status = 0
    finally:
        os._exit(status)  # nothing of the parent's is to be cleaned up here


def _of_memory(error: Exception) -> bool:
    """True where there was no memory left, for whatever was going on."""
    grouped = isinstance(error, ExceptionGroup) and error.subgroup(MemoryError) is not None
    return grouped or isinstance(error, MemoryError)


def _limit_memory() -> None:
    with contextlib.suppress(ValueError, OSError):  # there is no /proc, or a lower limit already
        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
        resource.setrlimit(LIMITED, (used + MEMORY, _most_memory()))


def _most_memory() -> int:
    """The limit that no process of ours can raise."""
    return resource.getrlimit(LIMITED)[1]


def _await(child: int, note: Note, results: int, output: int, silence: float) -> Any:
    """The result, or how the process ended."""
    told = bytearray()
    printed = in_all = calls = 0
    still = Wait(silence, partial(starved, child))
    interrupted_at = INF
    with selectors.DefaultSelector() as selector:
        selector.register(results, selectors.EVENT_READ)
        selector.register(output, selectors.EVENT_READ)
        while True:
            try:
                over = _has_ended(child)
                ready = [key.fd for key, _ in selector.select(0.1)]
                if output in ready:
                    chunk = os.read(output, CHUNK)
                    printed += len(chunk)
                    in_all += len(chunk)
                    if not chunk:
                        selector.unregister(output)
                if results in ready:
                    chunk = os.read(results, CHUNK)
                    told += chunk
                    if not chunk:
                        break
                elif over:  # all that it wrote is read, and a fork keeps the pipe open
                    break
                if results in ready or note.calls != calls:
                    calls, still, printed = note.calls, Wait(silence, partial(starved, child)), 0
                if printed > OUTPUT or in_all > OUTPUT_IN_ALL:
                    _stop(child)
                    most = f"{OUTPUT >> 20} MB in one call" if printed > OUTPUT else f"{OUTPUT_IN_ALL >> 20:,} MB"
                    return Ended(Failure.FLOODED, f"it printed more than {most}", note.read())
                if still.had() > silence:
                    _stop(child)
                    return Ended(
                        Failure.HUNG, f"no answer within {silence:g} s, and it would not be stopped", note.read()
                    )
                late = monotonic() - interrupted_at > AFTER_AN_INTERRUPT
            except KeyboardInterrupt:
                late = interrupted_at < INF
                interrupted_at = monotonic()
                os.kill(child, signal.SIGINT)
            if late:
                raise KeyboardInterrupt
    if not told and interrupted_at < INF:
        raise KeyboardInterrupt
    if told:
        done: _Done[Any] = pickle.loads(bytes(told))  # noqa: S301  # from our own process
        if done.mistake is not None:
            raise done.mistake
        if done.fault:
            raise RuntimeError(done.fault)
        return done.ended or done.result
    return _fallen(child, note)


def _fallen(child: int, note: Note) -> Ended:
    """How a process ended that said nothing."""
    end = monotonic() + AFTER_CLOSING
    while not (found := os.waitpid(child, os.WNOHANG))[0]:
        if monotonic() > end:
            _stop(child)
            return Ended(Failure.CLOSED, "and went on running", note.read())
        sleep(0.005)
    _, status = found
    code = os.waitstatus_to_exitcode(status)
    how = f"ended by {signal_name(-code)}" if code < 0 else f"ended with exit status {code}"
    return Ended(Failure.CRASHED, how, note.read())


def _has_ended(child: int) -> bool:
    """True where it waits to be reaped, or has been."""
    try:
        return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def _stop(child: int) -> None:
    """Stop the process, so that its note stays as it is."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGSTOP)
        os.waitid(os.P_PID, child, os.WSTOPPED | os.WEXITED | os.WNOWAIT)


def _end(child: int, results: int, mark: str) -> None:
    """End the process with all that it started, also what has left its session or lost its parent; reap it."""
    started = descendants(child)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    kill(started)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)
    kill_strays(lambda: marked(mark) + _forks(results), monotonic() + ENDING)


def _forks(results: int) -> list[int]:
    """The forks that are left, which have the pipe for the result open."""
    poll = select.poll()
    poll.register(results, 0)
    return [] if poll.poll(0) else holders(results)  # it is told of a pipe that nobody can write to
