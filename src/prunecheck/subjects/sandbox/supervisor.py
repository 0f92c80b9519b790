"""Supervise a process and all that it starts: read its pipes, measure what it uses, say how it ended, and end it.

The process leads a session, and so a process group. What it starts may leave the group and lose its parent: a program
is then known by a mark in its environment, and a fork by a pipe that it can write to. Nothing waits without a deadline.
"""

import os
import re
import selectors
import signal
import stat
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from weakref import finalize

import psutil

from prunecheck.subjects.sandbox.budget import Budget
from prunecheck.subjects.sandbox.limits import CLOSING, KILL_SECONDS, SLICE, STREAMING, Wait, cpu_delay

LATEST: Final = 60  # lines at the margin among which an error is looked for: more lines about it may follow
QUOTED: Final = 100  # characters of a last line, its end
TOLD: Final = 160  # characters of an error, its beginning
# A line that reports an error, as run-time systems write it: at the margin, unlike the calls of a trace.
_ERROR: Final = re.compile(
    r"(?!at |note: ).*("
    r"\b[A-Za-z]*(Error|Exception)\b|\b(error|ERROR):|\bpanic(ked)?\b|\b[Ff]atal\b|\bFATAL\b|\b[Aa]bort(ed|ing)?\b|"
    r"\bterminate called\b|\b[Aa]ssert(ion)?\b|\bSUMMARY: \w+Sanitizer\b)"
)
_GOES_ON: Final = re.compile(r"panicked at .*:$|terminate called after ")  # the message is the next line
_PANICKED: Final = re.compile(r"^thread .*(?=panicked at )")  # the number of a thread is another each time
PROCESS_MARK: Final = "PRUNECHECK_MARK"  # in the environment of a supervised process and of all programs that it starts
OUR_SHARE: Final = 1 / 20  # of the time, at most, for looking at processes: it takes longer the more there are
CLOCK_ERROR: Final = 2.0  # seconds by which the clock that dates processes may be corrected meanwhile
CHUNK: Final = 1 << 16  # bytes: what a pipe holds


def last_words(stderr: bytes) -> str:
    r"""The last line, to follow a message; empty where there is none.

    >>> last_words(b"reading\nsearching\n")
    '; its last line on standard error: searching'
    """
    lines = _lines(stderr)
    return f"; its last line on standard error: {lines[-1].strip()[-QUOTED:]}" if lines else ""


def dying_words(stderr: bytes) -> str:
    r"""The last line that reports an error, or else the last, to follow a message; empty where there is none.

    >>> dying_words(b"RangeError: too deep\n    at search (engine.js:7)\n\nNode.js v20\n")
    '; on standard error: RangeError: too deep'
    """
    lines = _lines(stderr)
    latest = [nth for nth, line in enumerate(lines) if not line[0].isspace()][-LATEST:]
    place = next((nth for nth in reversed(latest) if _ERROR.match(lines[nth])), len(lines) - 1)
    if place == len(lines) - 1:
        return last_words(stderr)
    told = _PANICKED.sub("", lines[place].strip())
    if _GOES_ON.search(told):
        told = f"{told} {lines[place + 1].strip()}"
    return f"; on standard error: {told if len(told) <= TOLD else f'{told[:TOLD]}...'}"


def _lines(stderr: bytes) -> list[str]:
    return [line.rstrip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]


def new_mark() -> str:
    """A mark for the environment of a process, after those that this process has itself."""
    return f"{os.environ.get(PROCESS_MARK, '')} {uuid.uuid4().hex}".strip()


class Usage:
    """What a process and its descendants use, as it was seen a moment ago."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._memory, self._delay, self._next_look = 0, 0.0, 0.0

    def memory(self) -> int:
        """The memory in use by all of them, in bytes."""
        self._look()
        return self._memory

    def starved(self) -> float:
        """Seconds for which a thread was ready to run and had no processor, so far: of the one that waited longest."""
        self._look()
        return self._delay

    def _look(self) -> None:
        begun = monotonic()
        if begun < self._next_look:
            return
        self._memory, self._delay = 0, 0.0
        for each in _descendants(self._process):
            with suppress(psutil.Error):
                self._memory += each.memory_info().rss
                for thread in each.threads():
                    self._delay = max(self._delay, cpu_delay(f"/proc/{each.pid}/task/{thread.id}/schedstat"))
        now = monotonic()
        self._next_look = now + max(SLICE, (now - begun) / OUR_SHARE)


def _end(process: psutil.Process, mark: str, pipes: tuple[FileIO, ...]) -> None:
    """Kill the process and all that it started, by its `mark` or the first of our `pipes`; reap it, and close them."""
    family = _descendants(process)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    _kill(family)
    deadline = monotonic() + KILL_SECONDS
    with suppress(psutil.TimeoutExpired):
        process.wait(KILL_SECONDS)
    target = f"pipe:[{os.fstat(pipes[0].fileno()).st_ino}]"
    while (strays := list(_strays(process, mark, target))) and monotonic() < deadline:  # they take a moment to go
        _kill(strays)
        sleep(0.001)
    for pipe in pipes:
        with suppress(OSError):
            pipe.close()


def _descendants(process: psutil.Process) -> list[psutil.Process]:
    """The process and its descendants whose parents still run.

    psutil's own `children(recursive=True)` takes ten times as long: it reads of every process that there is.
    """
    family = {process.pid: process}
    for each in sorted(_younger(process), key=psutil.Process.create_time):  # parents first
        with suppress(psutil.Error):
            if each.ppid() in family:
                family[each.pid] = each
    return list(family.values())


def _younger(process: psutil.Process) -> Iterator[psutil.Process]:
    """What may have been started after a process."""
    for each in psutil.process_iter():
        with suppress(psutil.Error):
            if each.create_time() >= process.create_time() - CLOCK_ERROR:
                yield each


def _strays(process: psutil.Process, mark: str, target: str) -> Iterator[psutil.Process]:
    for each in _younger(process):
        with suppress(psutil.Error):  # also a zombie, which waits only for its parent
            if mark in each.environ().get(PROCESS_MARK, "") or _writes_to(each.pid, target):
                yield each


def _writes_to(pid: int, target: str) -> bool:
    """True if the process can write to a pipe; psutil knows which files a process has open, but not which pipes."""
    with suppress(OSError):
        for each in Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(each) == target and each.lstat().st_mode & stat.S_IWUSR:  # noqa: PTH115  # it is no path
                return True
    return False


def _kill(processes: Iterable[psutil.Process]) -> None:
    for each in processes:
        with suppress(psutil.Error):  # it is gone, or another user's
            each.kill()


class Supervisor:
    """A process and its pipes: for its answers, for its log, which is all else that it writes, and for requests."""

    def __init__(self, process: psutil.Process, mark: str, budget: Budget, *pipes: FileIO) -> None:
        """Supervise `process`, started with `mark`; it is ended by `end()`, when this is garbage, or at exit."""
        self.process, self.budget = process, budget
        self.answers = bytearray()  # what was read and not yet taken
        self.log = b""  # the end of it
        self.log_bytes = 0  # bytes since the last `begin`
        self.unsent = memoryview(b"")  # the end of the last request, which it has not read
        self.end_reason = ""  # why it will not answer, once that is certain
        self.late = False  # it had not answered when the seconds were over
        self.hung = False  # nor when the grace was over
        self.usage = Usage(process)
        self._answers, self._log, *self._requests = pipes
        self._selector = selectors.DefaultSelector()
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._answers, selectors.EVENT_READ)
        self._selector.register(self._log, selectors.EVENT_READ)
        process.create_time()  # psutil keeps it: later, the process may be gone
        self.end = finalize(self, _end, process, mark, pipes)
        self.begin(budget.seconds)

    def begin(self, seconds: float) -> None:
        """Give it `seconds` for the next answer, from now on."""
        self._wait, self._last = Wait(seconds, self.usage.starved), seconds + self.budget.grace
        self.log_bytes, self.late, self.hung = 0, False, False

    def send(self, request: bytes) -> None:
        """Write as much as it takes now; `turn` goes on."""
        self.unsent = memoryview(request)
        self._write()
        if self.unsent:
            self._selector.register(self._requests[0], selectors.EVENT_WRITE)

    def turn(self) -> None:
        """Wait a moment, a slice at most, for the pipes; then see whether it is late, has hung or has ended."""
        had = self._wait.had()
        answering = self._serve(max(0, min(SLICE, self._last - had)))
        self.hung = had >= self._last and (not answering or had >= self._last + STREAMING)
        if not answering:
            self.late = had > self._wait.seconds  # there was nothing to read after it: no slowness of ours is counted
            if self.status() is not None and not self._read():
                self.end_reason = self.end_reason or "ended"  # though what it started may have the pipes open

    def drain(self, seconds: float) -> None:
        """Read what comes within `seconds`, once, and keep no more than an answer may have."""
        self._serve(seconds)
        del self.answers[self.budget.reply_bytes :]

    def status(self, seconds: float = 0) -> int | None:
        """Its exit status, -n after signal n, if it ends within `seconds`; the pipes are read meanwhile."""
        deadline = monotonic() + seconds
        while True:
            with suppress(psutil.TimeoutExpired):
                return self.process.wait(0) or 0
            if monotonic() >= deadline:
                return None
            self.drain(0.005)

    def ending(self) -> int | None:
        """The exit status of a process that will not answer, -n after signal n; None if it goes on running."""
        status = self.status(CLOSING)
        self.drain(0)
        return status

    def _serve(self, seconds: float) -> bool:
        """Read and write what the pipes take within `seconds`, once: True if its answers were read."""
        answering = False
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._answers:
                answering = True
                self._read()
            elif key.fileobj is self._log:
                data: bytes = self._log.read(CHUNK) or b""
                if not data:
                    self._selector.unregister(self._log)
                self.log_bytes += len(data)
                self.log = (self.log + data)[-CHUNK:]
            else:
                self._write()
                if not self.unsent:
                    self._selector.unregister(key.fileobj)
        return answering

    def _read(self) -> bool:
        """Read from its answers: True if there was something."""
        data: bytes | None = self._answers.read(CHUNK)  # None: nothing now
        if data == b"":
            self._selector.unregister(self._answers)
            self.end_reason = self.end_reason or "closed its standard output"
        self.answers += data or b""
        return bool(data)

    def _write(self) -> None:
        try:
            self.unsent = self.unsent[self._requests[0].write(self.unsent) or 0 :]
        except OSError:
            self.unsent, self.end_reason = memoryview(b""), "closed its standard input"
