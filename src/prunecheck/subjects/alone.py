"""Work on a stranger's search in a process of its own, so that whatever the search does, we are there to tell.

The process is forked, in a session of its own; what it prints is thrown away; its memory has a limit. Before each call
of the search it leaves a note of what is asked, in memory that both processes see.
"""

import contextlib
import mmap
import os
import pickle
import resource
import selectors
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic, sleep
from typing import Any, Final, Generic, NoReturn, TypeVar

from prunecheck.errors import Failure, PrunecheckError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.calling import Watch
from prunecheck.subjects.descent import starved
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

NOTE: Final = 1 << 16  # bytes for the note
STAGE: Final = 1 << 12  # bytes for what comes before
MEMORY: Final = 2 << 30  # bytes beyond what the process has when it starts
OUTPUT: Final = 16 << 20
CHUNK: Final = 1 << 16
AFTER_CLOSING: Final = 1.0  # seconds for a process that has closed its pipes to end
AFTER_AN_INTERRUPT: Final = 5.0  # seconds for the process to give what it has


@dataclass(frozen=True, slots=True)
class InFlight:
    """The call that was being made: the tree below its start, the plies where they are limited, and the window."""

    tree: ExplicitTree[Number]
    depth: int | None
    window: Window[Number]


@dataclass(frozen=True, slots=True)
class Ended:
    """The process ended, or was ended, before its work was done."""

    failure: Failure
    message: str
    call: InFlight | None


@dataclass(frozen=True, slots=True)
class _Done(Generic[T]):
    result: T | None
    mistake: PrunecheckError | None = None
    fault: str = ""  # of ours, not of the search
    ended: Ended | None = None


class Note:
    """What is being asked, where both processes see it: a count of calls, then two lines, the tree and the window."""

    def __init__(self) -> None:
        """Nothing is asked so far."""
        self._shared = mmap.mmap(-1, NOTE)
        self._noted: tuple[object, object] = None, None  # the tree and the node
        self._start = 0
        self._calls = 0

    def watch(self, asked: Asked, alpha: Number, beta: Number) -> None:
        """Note a call that is about to be made."""
        tree, node = self._noted
        if asked.tree is not tree or asked.node != node:
            self._noted = asked.tree, asked.node
            line = _written(asked)
            self._start = 16 + len(line)
            self._shared[8 : self._start] = len(line).to_bytes(8, "little") + line
        self._calls += 1
        window = f"{show(alpha)} {show(beta)} {'' if asked.depth is None else asked.depth}".encode()
        self._shared[self._start : self._start + 8 + len(window)] = len(window).to_bytes(8, "little") + window
        self._shared[:8] = self._calls.to_bytes(8, "little")

    @property
    def calls(self) -> int:
        """How many calls were noted, as either process sees it."""
        return int.from_bytes(self._shared[:8], "little")

    def read(self) -> InFlight | None:
        """The call noted last; None where there was none, or its tree was too large to be noted."""
        if not self.calls:
            return None
        size = int.from_bytes(self._shared[8:16], "little")
        start = 16 + size
        told = int.from_bytes(self._shared[start : start + 8], "little")
        alpha, beta, *depth = self._shared[start + 8 : start + 8 + told].decode().split()
        if not size:
            return None
        tree = loads(self._shared[16:start].decode())
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
    """The tree below the node as a line of JSON; nothing where it is too large."""
    tree: Any = asked.tree
    if asked.node != tree.root:
        tree = unfolded(_Below(tree, asked.node), static_values=getattr(tree, "has_static_values", False))
    elif isinstance(tree, Cut):
        tree = unfolded(tree, static_values=False)
    if not isinstance(tree, ExplicitTree):
        return b""
    line = dumps(tree, flat=True).encode()
    return line if len(line) < NOTE - 256 else b""


def alone(work: Callable[[Watch], T], *, silence: float) -> T | Ended:
    """What `work` gives, done in a process of its own; it is told how to note each call of the search.

    The process is ended when no call is noted for `silence` seconds. On Ctrl-C it is asked to give what it has.
    Raises: PrunecheckError where `work` does: that is the user's mistake; KeyboardInterrupt where it has nothing.
    """
    note = Note()
    results, results_in = os.pipe()
    output, output_in = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(results)
        os.close(output)
        _work(work, note, results_in, output_in)
    os.close(results_in)
    os.close(output_in)
    try:
        done: T | Ended = _await(child, note, results, output, silence)
        return done
    finally:
        _end(child)
        os.close(results)
        os.close(output)


def _work(work: Callable[[Watch], T], note: Note, results: int, output: int) -> NoReturn:
    """The life of the new process."""
    status = 1
    try:
        os.setsid()
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
        except MemoryError:  # what the search keeps leaves us none
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            done = _Done(None, ended=Ended(Failure.MEMORY, f"it keeps more than {MEMORY >> 30} GB", note.read()))
        except Exception:
            done = _Done(None, fault=traceback.format_exc())
        with os.fdopen(results, "wb") as out:
            pickle.dump(done, out)
        status = 0
    finally:
        os._exit(status)  # nothing of the parent's is to be cleaned up here


def _limit_memory() -> None:
    with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123
        used = int(statm.read().split()[0]) * resource.getpagesize()
    with contextlib.suppress(ValueError, OSError):  # a lower limit may be there already
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))


def _await(child: int, note: Note, results: int, output: int, silence: float) -> Any:
    """The result, or how the process ended."""
    told = bytearray()
    printed = calls = 0
    still = Wait(silence, partial(starved, child))
    interrupted_at = INF
    with selectors.DefaultSelector() as selector:
        selector.register(results, selectors.EVENT_READ)
        selector.register(output, selectors.EVENT_READ)
        while True:
            try:
                ready = [key.fd for key, _ in selector.select(0.1)]
                if output in ready:
                    chunk = os.read(output, CHUNK)
                    printed += len(chunk)
                    if not chunk:
                        selector.unregister(output)
                if results in ready:
                    chunk = os.read(results, CHUNK)
                    told += chunk
                    if not chunk:
                        break
                if results in ready or note.calls != calls:
                    calls, still = note.calls, Wait(silence, partial(starved, child))
                if printed > OUTPUT:
                    return Ended(Failure.FLOODED, f"it printed more than {OUTPUT >> 20} MB", note.read())
                if still.had() > silence:
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
    if told:
        done: _Done[Any] = pickle.loads(bytes(told))  # noqa: S301  # from our own process
        if done.mistake is not None:
            raise done.mistake
        if done.fault:
            raise RuntimeError(done.fault)
        return done.ended or done.result
    end = monotonic() + AFTER_CLOSING
    while not (found := os.waitpid(child, os.WNOHANG))[0]:
        if monotonic() > end:
            return Ended(Failure.CLOSED, "and went on running", note.read())
        sleep(0.005)
    _, status = found
    code = os.waitstatus_to_exitcode(status)
    how = f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit status {code}"
    return Ended(Failure.CRASHED, how, note.read())


def _end(child: int) -> None:
    """End the process with all that it started in its session, and reap it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)
