"""Supervise a process and its descendants: read their pipes, measure resource use, report their end, and kill them.

The process leads a session, and therefore a process group. Descendants that have left the group and lost their parent
are recognised by a mark, which is a value in an environment variable. Descendants are also recognised if they can write
to the pipe for the replies of the process. Every wait has a deadline.
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
from prunecheck.subjects.sandbox.time_limits import CLOSING, KILL_SECONDS, SLICE, STREAMING, Wait, cpu_delay

LATEST: Final = 60  # an error is looked for in this many of the last lines without indentation
QUOTED: Final = 100  # at most this many characters are quoted from the end of the last line
TOLD: Final = 160  # at most this many characters are quoted from the beginning of an error
# An error line as run-time systems write it: at the left margin, unlike the calls of a traceback.
_ERROR: Final = re.compile(
    r"(?!at |note: ).*("
    r"\b[A-Za-z]*(Error|Exception)\b|\b(error|ERROR):|\bpanic(ked)?\b|\b[Ff]atal\b|\bFATAL\b|\b[Aa]bort(ed|ing)?\b|"
    r"\bterminate called\b|\b[Aa]ssert(ion)?\b|\bSUMMARY: \w+Sanitizer\b)"
)
_GOES_ON: Final = re.compile(r"panicked at .*:$|terminate called after ")  # for these, the message is on the next line
_PANICKED: Final = re.compile(r"^thread .*(?=panicked at )")  # the thread number varies
PROCESS_MARK: Final = "PRUNECHECK_MARK"  # in the environment of a supervised process and its descendants
OUR_SHARE: Final = 1 / 20  # at most this share of the time is spent on inspecting processes
CLOCK_ERROR: Final = 2.0  # process start times may be wrong by this many seconds, since the system adjusts its clock
CHUNK: Final = 1 << 16  # bytes: the capacity of a pipe


def last_words(stderr: bytes) -> str:
    r"""Return the last line of `stderr`, as text to append to a message, or an empty text if there are no lines.

    >>> last_words(b"reading\nsearching\n")
    'its last line on standard error: searching'
    """
    lines = _lines(stderr)
    if not lines:
        return ""
    last = lines[-1].strip()
    return f"its last line on standard error: {last if len(last) <= QUOTED else f'...{last[-QUOTED:]}'}"


def dying_words(stderr: bytes) -> str:
    r"""Return the last line that reports an error, or the last line if none does, as text to append to a message.

    >>> dying_words(b"RangeError: too deep\n    at search (engine.js:7)\n\nNode.js v20\n")
    'on standard error: RangeError: too deep'
    """
    lines = _lines(stderr)
    latest = [nth for nth, line in enumerate(lines) if not line[0].isspace()][-LATEST:]
    place = next((nth for nth in reversed(latest) if _ERROR.match(lines[nth])), len(lines) - 1)
    if place == len(lines) - 1:
        return last_words(stderr)
    told = _PANICKED.sub("", lines[place].strip())
    if _GOES_ON.search(told):
        told = f"{told} {lines[place + 1].strip()}"
    return f"on standard error: {told if len(told) <= TOLD else f'{told[:TOLD]}...'}"


def _lines(stderr: bytes) -> list[str]:
    return [line.rstrip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]


def new_mark() -> str:
    """Make a unique value for the environment variable that marks a process.

    If this process itself is marked, the new value begins with the mark of this process.
    """
    return f"{os.environ.get(PROCESS_MARK, '')} {uuid.uuid4().hex}".strip()


class Usage:
    """The resource use of a process and its descendants, at the last measurement."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._memory, self._delay, self._next_look = 0, 0.0, 0.0

    def memory(self) -> int:
        """Return the memory that the processes use, in bytes."""
        self._look()
        return self._memory

    def starved(self) -> float:
        """Return the longest time, in seconds, that a single thread has waited for a processor so far."""
        self._look()
        return self._delay

    def _look(self) -> None:
        begun = monotonic()
        if begun < self._next_look:
            return
        self._memory, self._delay = 0, 0.0
        for descendant in _descendants(self._process):
            with suppress(psutil.Error):
                self._memory += descendant.memory_info().rss
                for thread in descendant.threads():
                    self._delay = max(self._delay, cpu_delay(f"/proc/{descendant.pid}/task/{thread.id}/schedstat"))
        now = monotonic()
        self._next_look = now + max(SLICE, (now - begun) / OUR_SHARE)


def _end(process: psutil.Process, mark: str, pipes: tuple[FileIO, ...]) -> None:
    """Kill the process and its descendants, which are found by `mark` or by the first of the `pipes`.

    Close the pipes.
    """
    family = _descendants(process)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    _kill(family)
    deadline = monotonic() + KILL_SECONDS
    with suppress(psutil.TimeoutExpired):
        process.wait(KILL_SECONDS)
    target = f"pipe:[{os.fstat(pipes[0].fileno()).st_ino}]"
    # killed processes take a moment to disappear
    while (strays := list(_strays(process, mark, target))) and monotonic() < deadline:
        _kill(strays)
        sleep(0.001)
    for pipe in pipes:
        with suppress(OSError):
            pipe.close()


def _descendants(process: psutil.Process) -> list[psutil.Process]:
    """List the process, and its descendants as far as they can be found because their parents still run.

    psutil's own `children(recursive=True)` takes ten times as long, since it reads data on every process on the
    machine.
    """
    family = {process.pid: process}
    for child in sorted(_younger(process), key=psutil.Process.create_time):  # parents first
        with suppress(psutil.Error):
            if child.ppid() in family:
                family[child.pid] = child
    return list(family.values())


def _younger(process: psutil.Process) -> Iterator[psutil.Process]:
    """Yield the processes that started later than this process, and that are therefore possibly its descendants."""
    for child in psutil.process_iter():
        with suppress(psutil.Error):
            if child.create_time() >= process.create_time() - CLOCK_ERROR:
                yield child


def _strays(process: psutil.Process, mark: str, target: str) -> Iterator[psutil.Process]:
    for child in _younger(process):
        with suppress(psutil.Error):  # psutil also raises errors for zombies, which only wait for their parent
            if mark in child.environ().get(PROCESS_MARK, "") or _writes_to(child.pid, target):
                yield child


def _writes_to(pid: int, target: str) -> bool:
    """True if the process can write to a pipe. psutil only lists open files, not pipes."""
    with suppress(OSError):
        for path in Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(path) == target and path.lstat().st_mode & stat.S_IWUSR:  # noqa: PTH115  # not a path
                return True
    return False


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.Error):  # the process is gone, or belongs to another user
            process.kill()


class Supervisor:
    """A process and its three pipes: for requests, for replies, and for all other output (the log)."""

    def __init__(self, process: psutil.Process, mark: str, budget: Budget, *pipes: FileIO) -> None:
        """Supervise `process`, which was started with `mark` in its environment.

        The process is killed by `end()`, when this object is garbage-collected, or when Python exits.
        """
        self.process, self.budget = process, budget
        self.answers = bytearray()  # bytes that were read but not yet used
        self.log = b""  # only the end of the output is kept
        self.log_bytes = 0  # number of bytes since the last `begin`
        self.unsent = memoryview(b"")  # the rest of the last request, which could not yet be written
        self.end_reason = ""  # why the process will not reply, if that is certain
        self.late = False  # True if the reply did not arrive in time
        self.hung = False  # True if the reply did not even arrive in the grace period
        self.usage = Usage(process)
        self._answers, self._log, *self._requests = pipes
        self._selector = selectors.DefaultSelector()
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._answers, selectors.EVENT_READ)
        self._selector.register(self._log, selectors.EVENT_READ)
        process.create_time()  # psutil caches this; later, the process may be gone
        self.end = finalize(self, _end, process, mark, pipes)
        self.begin(budget.seconds)

    def begin(self, seconds: float) -> None:
        """Start the time limit of `seconds` for the next reply."""
        self._wait, self._last = Wait(seconds, self.usage.starved), seconds + self.budget.grace
        self.log_bytes, self.late, self.hung = 0, False, False

    def send(self, request: bytes) -> None:
        """Write as much of a request as the pipe accepts now. Later calls of `turn` write the rest of the request."""
        self.unsent = memoryview(request)
        self._write()
        if self.unsent:
            self._selector.register(self._requests[0], selectors.EVENT_WRITE)

    def turn(self) -> None:
        """Read from the pipes and write to them for a short time.

        Afterwards, check whether the process is late, hangs or has ended.
        """
        had = self._wait.had()
        answering = self._serve(max(0, min(SLICE, self._last - had)))
        self.hung = had >= self._last and (not answering or had >= self._last + STREAMING)
        if not answering:
            self.late = had > self._wait.seconds  # all output has been read, so any delay is the program's
            if self.status() is not None and not self._read():
                self.end_reason = self.end_reason or "ended"  # even if descendants keep the pipes open

    def drain(self, seconds: float) -> None:
        """Read the output that arrives within `seconds`, up to the size limit of a reply."""
        self._serve(seconds)
        del self.answers[self.budget.reply_bytes :]

    def status(self, seconds: float = 0) -> int | None:
        """Return the exit status (-n after signal n) if the process ends within `seconds`, otherwise None.

        While it waits, this method reads the pipes of the process.
        """
        deadline = monotonic() + seconds
        while True:
            with suppress(psutil.TimeoutExpired):
                return self.process.wait(0) or 0
            if monotonic() >= deadline:
                return None
            self.drain(0.005)

    def ending(self) -> int | None:
        """Return the exit status (-n after signal n) if the process has ended without a reply.

        Returns None if the process still runs.
        """
        status = self.status(CLOSING)
        self.drain(0)
        return status

    def _serve(self, seconds: float) -> bool:
        """Wait at most `seconds` for a pipe to be ready, then read from and write to each ready pipe once.

        Returns True if replies were read.
        """
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
        """Read from the pipe for replies. Returns True if something arrived."""
        data: bytes | None = self._answers.read(CHUNK)  # None means that nothing arrived
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
