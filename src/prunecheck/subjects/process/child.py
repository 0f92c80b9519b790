"""A running program: lines in and out within budgets, and an end of all that it started. Knows no protocol.

The program runs in a session, so in a process group, of its own. Nothing here waits without a deadline, in reading or
in writing. Memory is watched as it is used, not reserved: a Java machine reserves 9 GB to use 40 MB.
"""

import os
import selectors
import shlex
import signal
import subprocess
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final
from weakref import finalize

from prunecheck.errors import Failure, PrunecheckError, SubjectError
from prunecheck.subjects.process.last_words import dying_words, last_words
from prunecheck.subjects.running import (
    descendants,
    kill,
    kill_strays,
    marked,
    resident_bytes,
    signal_name,
    starved,
)
from prunecheck.subjects.waiting import Wait

MARK: Final = "PRUNECHECK_PROGRAM"  # in the environment of the program and of all that it starts
SLICE: Final = 0.05  # seconds between two looks at memory, at least
LOOKS: Final = 64  # requests between two looks at memory, where each is answered within a slice
CHUNK: Final = 1 << 16
FLOOD: Final = 1 << 12  # bytes that nobody asked for: more than a stray line
STREAMING: Final = 1.0  # seconds beyond the last in which a program may go on writing an answer
ENDING: Final = 1.0  # seconds that a program which has closed its pipes gets to end, so that its status is known
REAPING: Final = 5.0
QUOTED: Final = 100  # characters of the program's output that a message repeats


class CommandError(PrunecheckError):
    """A command that cannot be started."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a program may use. `grace` are the seconds in which an answer is late, after which there is none."""

    seconds: float = 2.0
    handshake_seconds: float = 5.0
    grace: float = 0.5
    quit_seconds: float = 1.0
    reply_bytes: int = 16_000_000
    stderr_bytes: int = 1_000_000
    memory_bytes: int = 2_000_000_000


DEFAULT: Final = Budget()


def budget_of(seconds: float) -> Budget:
    """The usual budget with so many seconds for an answer, and no fewer to shake hands in."""
    return replace(DEFAULT, seconds=seconds, handshake_seconds=max(DEFAULT.handshake_seconds, seconds))


def command_words(command: str | Sequence[str]) -> list[str]:
    """The words of a command, split as a shell would. Raises: CommandError for none, and for open quotes."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise CommandError(f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise CommandError("the command is empty; name a program")
    return words


class Child:
    """One process. Any failure ends it, with all that it started, before the error is raised."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        cwd: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        budget: Budget = DEFAULT,
    ) -> None:
        """Start it. Raises: CommandError where there is no such program."""
        self.budget = budget
        self.stderr = b""  # the end of what it wrote there
        mark = uuid.uuid4().hex
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env={**os.environ, **(environment or {}), MARK: mark},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise CommandError(f"cannot start {words[0]!r}: {why}; give a program that runs here") from None
        self._end = finalize(self, _end, self._process, f"{MARK}={mark}")  # also where Python ends before `close`
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin = self._process.stdin
        self._in, self._out, self._err = (
            each.fileno() for each in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for each in (self._in, self._out, self._err):
            os.set_blocking(each, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._read = bytearray()  # of standard output, not yet taken as an answer
        self._asked = False
        self._closed = False  # its standard output
        self._noise = 0  # bytes on standard error since the last request
        self._until_look, self._looked = LOOKS, monotonic()

    @property
    def alive(self) -> bool:
        """True until it has been ended here; a program that has ended by itself is noticed at the next request."""
        return self._end.alive

    def exchange(self, request: bytes, seconds: float) -> bytes:
        """The line that the program answers to `request` within `seconds`.

        Raises: SubjectError, with the program and all that it started ended.
        """
        try:
            return self._exchange(request, seconds)
        except BaseException:  # also Ctrl-C: what is left half said cannot go on
            self.kill()
            raise

    def unasked(self, seconds: float = 0) -> bytes:
        """What stands on its standard output that was not asked for, waiting at most `seconds` for it."""
        if not self._read and self._end.alive:
            self._drain(seconds)
        return bytes(self._read)

    def quit(self, request: bytes = b"") -> int | None:
        """End it with a last `request` and the end of its input: its exit status, None where it had to be killed.

        That of a process ended by signal n is -n.
        """
        if not self._end.alive:
            return None
        with suppress(OSError):
            os.write(self._in, request)
        self._stdin.close()
        status = self._status(self.budget.quit_seconds)
        self.kill()
        return status

    def kill(self) -> None:
        """End it and all that it started, at once, and reap it."""
        if self._end.alive:
            self._selector.close()
            self._end()

    def _exchange(self, request: bytes, seconds: float) -> bytes:
        if self._asked and self.unasked():  # before the first request, it depends on who is quicker
            raise self.talkative(f"wrote {quoted(self._read)} without having been asked")
        self._asked = True
        self._noise = 0
        last = seconds + self.budget.grace
        wait = Wait(seconds, partial(starved, self._process.pid))
        unsent = memoryview(request)
        unsent = unsent[self._send(unsent) :]
        if unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        scanned, overdue = 0, False
        while True:
            end = self._read.find(b"\n", scanned)
            scanned = len(self._read) if end < 0 else end
            if scanned > self.budget.reply_bytes:
                seen = f"wrote a line of more than {self.budget.reply_bytes:,} bytes, beginning {quoted(self._read)}"
                raise SubjectError(Failure.FLOODED, seen)
            if end >= 0:
                line = bytes(self._read[:end])
                del self._read[: end + 1]
                if unsent:
                    raise self.talkative(f"wrote {quoted(line)} before it had read the request")
                if overdue:
                    raise SubjectError(Failure.LATE, f"answered {quoted(line)} after more than {seconds:g} s")
                self._until_look -= 1
                if not self._until_look:
                    self._check_memory()
                return line
            if self._closed:
                raise self._gone("closed its standard output")
            had = wait.had()
            ready = self._selector.select(max(0, min(SLICE, last - had)))
            for key, _ in ready:
                if key.fd == self._in:
                    unsent = unsent[self._send(unsent) :]
                    if not unsent:
                        self._selector.unregister(self._in)
                else:
                    self._take(key.fd)
            answering = self._answering(ready)
            if had >= last and (not answering or had >= last + STREAMING):
                what = "did not read its input" if unsent else "did not answer"
                raise SubjectError(Failure.HUNG, f"{what} within {last:g} s{last_words(self.stderr)}")
            if not answering:
                overdue = had > seconds  # there was nothing to read after it: no slowness of ours is counted
                if not ready or monotonic() > self._looked + SLICE:
                    self._check_memory()
                if self._process.poll() is not None and not self._answering(self._selector.select(0)):
                    raise self._gone("ended")

    def _answering(self, ready: Iterable[tuple[selectors.SelectorKey, int]]) -> bool:
        """True where standard output is among what is ready; what is logged meanwhile is no answer."""
        return any(key.fd == self._out for key, _ in ready)

    def talkative(self, seen: str) -> SubjectError:
        """The error of a program that says what is not to be said: a flood, where there is much of it."""
        if len(self.unasked()) >= FLOOD:
            return SubjectError(Failure.FLOODED, f"{seen}, and went on writing")
        return SubjectError(
            Failure.NONSENSE, f"{seen}; only replies belong on standard output, a line for each request"
        )

    def _send(self, unsent: memoryview) -> int:
        try:
            return os.write(self._in, unsent)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._gone("closed its standard input") from None

    def _take(self, stream: int) -> None:
        """Read what there is of a stream. Raises: SubjectError for a flood on standard error."""
        try:
            data = os.read(stream, CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._selector.unregister(stream)
        if stream == self._out:
            self._read += data
            self._closed = not data
            return
        self._noise += len(data)
        self.stderr = (self.stderr + data)[-CHUNK:]
        if self._noise > self.budget.stderr_bytes:
            seen = f"wrote more than {self.budget.stderr_bytes:,} bytes on standard error in one request"
            raise SubjectError(Failure.FLOODED, seen)

    def _drain(self, seconds: float) -> None:
        """Read what comes within `seconds`, once; errors are left to the next request."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._in:
                self._selector.unregister(self._in)
            else:
                with suppress(SubjectError):
                    self._take(key.fd)
        del self._read[self.budget.reply_bytes :]  # it may write for as long as it is waited for

    def _gone(self, seen: str) -> SubjectError:
        """The error of a program that can no longer be talked to: a crash, if it ended with a status that says so."""
        status = self._status(ENDING)
        if status is None:
            return SubjectError(Failure.CLOSED, f"{seen}, and went on running{last_words(self.stderr)}")
        said = dying_words(self.stderr)
        if status < 0:
            return SubjectError(Failure.CRASHED, f"ended by {signal_name(-status)}{said}")
        failure = Failure.CRASHED if status else Failure.CLOSED
        return SubjectError(failure, f"ended with exit code {status} and no answer{said}")

    def _status(self, seconds: float) -> int | None:
        """Its exit status, as `Popen` gives it, if it ends within `seconds`."""
        deadline = monotonic() + seconds
        while self._process.poll() is None and monotonic() < deadline:
            self._drain(0.005)
        self._drain(0)
        return self._process.returncode

    def _check_memory(self) -> None:
        self._until_look, self._looked = LOOKS, monotonic()
        used = resident_bytes(self._process.pid)
        if used > self.budget.memory_bytes:
            raise SubjectError(
                Failure.MEMORY,
                f"uses {used / 1e6:,.0f} MB of memory, {self.budget.memory_bytes / 1e6:,.0f} are allowed",
            )


def quoted(line: bytes | bytearray) -> str:
    """A line of a program's output for a message: not too long."""
    text = line[: 4 * QUOTED + 4].decode(errors="replace").strip()
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """Kill the group, the descendants that have left it, and those whose parents are gone; reap the leader."""
    leavers = descendants(process.pid)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    kill(leavers)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with suppress(OSError):
                stream.close()
    deadline = monotonic() + REAPING
    with suppress(subprocess.TimeoutExpired):
        process.wait(REAPING)
    kill_strays(lambda: marked(mark), deadline)
